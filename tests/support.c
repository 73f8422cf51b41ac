// support.c: see support.h.
#include "support.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

mw_maze *maze_of_id(const char *id)
{
    mw_error e;
    mw_maze *m = mw_maze_from_id(id, &e);
    if (!m)
        fail_msg("%s: %u:%u: %s", id, e.line, e.column, e.text);
    return m;
}

mw_maze *maze_of_text(const char *kind, const char *text)
{
    mw_error e;
    mw_maze *m = mw_maze_read(kind ? mw_kind_find(kind) : NULL, text, strlen(text), &e);
    if (!m)
        fail_msg("%u:%u: %s", e.line, e.column, e.text);
    return m;
}

bool refused_well(const char *text, uint32_t line, uint32_t column, const char *says, mw_maze *m,
                  const mw_error *e)
{
    bool well = !m && e->line == line && e->column == column && *e->text && strstr(e->text, says);
    if (!well && m)
        print_error("'%.200s' is accepted, but should be refused at %u:%u: %s\n", text, line,
                    column, says);
    else if (!well)
        print_error("'%.200s' says %u:%u: %s\n    not %u:%u: %s\n", text, e->line, e->column,
                    e->text, line, column, says);
    mw_maze_free(m);
    return well;
}

// Mostly bytes that stand there already, else ones that mean something.
static char random_byte(const damaged *d, const char *known, mw_rng *rng)
{
    uint32_t choice = mw_rng_below(rng, 8);
    return choice == 0                ? (char)mw_rng_below(rng, 256)
           : choice < 3 || !d->length ? known[mw_rng_below(rng, (uint32_t)strlen(known))]
                                      : d->text[mw_rng_below(rng, (uint32_t)d->length)];
}

void damage(damaged *d, const char *known, mw_rng *rng)
{
    size_t at = d->length ? mw_rng_below(rng, (uint32_t)d->length) : 0, rest = d->length - at;
    size_t run = rest ? 1 + mw_rng_below(rng, (uint32_t)(rest < 12 ? rest : 12)) : 0;
    switch (mw_rng_below(rng, 8)) {
    case 0: // insert
        if (d->length + 1 < DAMAGED_MAX) {
            memmove(d->text + at + 1, d->text + at, rest);
            d->text[at] = random_byte(d, known, rng);
            d->length++;
        }
        break;
    case 1: // delete
        memmove(d->text + at, d->text + at + run, rest - run);
        d->length -= run;
        break;
    case 2: // repeat a few bytes
        if (d->length + run < DAMAGED_MAX) {
            memmove(d->text + at + run, d->text + at, rest);
            d->length += run;
        }
        break;
    default: // change
        if (d->length)
            d->text[at] = random_byte(d, known, rng);
    }
}

mw_maze *read_damaged(const damaged *d, bool id, const mw_kind *kind, mw_error *e)
{
    *e = (mw_error){0};
    char *copy = malloc(d->length + 1);
    memcpy(copy, d->text, d->length);
    if (id)
        copy[d->length] = '\0';
    else
        copy = realloc(copy, d->length ? d->length : 1);
    mw_maze *m = id ? mw_maze_from_id(copy, e) : mw_maze_read(kind, copy, d->length, e);
    free(copy);
    return m;
}

static char *read_stream(FILE *f)
{
    size_t capacity = 1 << 20;
    char *text = malloc(capacity + 1);
    size_t length = fread(text, 1, capacity, f);
    text[length] = '\0';
    return text;
}

char *read_file(const char *folder, const char *name)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = read_stream(f);
    fclose(f);
    return text;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

#define NAMES_MAX 1000

static void list_folder(const char *folder, char **names, size_t *n)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/puzzles/%s", SOURCE_DIR, folder);
    DIR *d = opendir(path);
    for (struct dirent *entry; d && (entry = readdir(d)) && *n + 1 < NAMES_MAX;)
        if (entry->d_name[0] != '.') {
            names[*n] = malloc(1300);
            snprintf(names[(*n)++], 1300, "puzzles/%s/%.255s", folder, entry->d_name);
        }
    if (d)
        closedir(d);
}

char **shipped_mazes(void)
{
    char **names = calloc(NAMES_MAX, sizeof *names);
    size_t n = 0;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        list_folder((*k)->name, names, &n);
    list_folder("variants", names, &n);
    qsort(names, n, sizeof *names, by_name);
    return names;
}

void free_names(char **names)
{
    for (char **n = names; *n; n++)
        free(*n);
    free(names);
}

int run_command_on(const char *arguments, const char *input, size_t length, char **out, char **err)
{
    char in_name[] = "/tmp/mw-in-XXXXXX", out_name[] = "/tmp/mw-out-XXXXXX";
    char err_name[] = "/tmp/mw-err-XXXXXX", line[4000];
    int in_fd = mkstemp(in_name), out_fd = mkstemp(out_name), err_fd = mkstemp(err_name);
    assert_true(in_fd >= 0 && out_fd >= 0 && err_fd >= 0);
    assert_true(write(in_fd, input, length) == (ssize_t)length);
    close(in_fd);
    snprintf(line, sizeof line, "cd '%s' && '%s' %s <%s >%s 2>%s", SOURCE_DIR, COMMAND, arguments,
             in_name, out_name, err_name);
    int status = system(line);
    FILE *o = fdopen(out_fd, "rb"), *e = fdopen(err_fd, "rb");
    if (out)
        *out = read_stream(o);
    if (err)
        *err = read_stream(e);
    fclose(o);
    fclose(e);
    unlink(in_name);
    unlink(out_name);
    unlink(err_name);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

int run_command(const char *arguments, char **out, char **err)
{
    return run_command_on(arguments, "", 0, out, err);
}

char *run_shell(const char *format, ...)
{
    char line[4000];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert_true(length > 0 && length < (int)sizeof line);
    FILE *f = popen(line, "r");
    assert_non_null(f);
    char *out = read_stream(f);
    if (pclose(f))
        fail_msg("%s: %s", line, out);
    return out;
}

void expect_answers(const command_case *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *out, *err;
        int code = run_command(rows[i].arguments, &out, &err);
        if (code != rows[i].code || !strstr(out, rows[i].out) || !strstr(err, rows[i].err))
            fail_msg("%s: exit %d, out '%.80s', err '%s'", rows[i].arguments, code, out, err);
        free(out);
        free(err);
    }
}

double measure_of(const mw_maze *m, const char *name)
{
    mw_graph *g = mw_graph_build(m, true, NULL, NULL);
    mw_analysis a;
    double x = NAN;
    assert_non_null(g);
    assert_true(mw_analyse_some(g, (const char *const[]){name, NULL}, &a));
    for (unsigned i = 0; i < a.count; i++)
        if (!strcmp(a.values[i].name, name))
            x = a.values[i].value;
    mw_analysis_free(&a);
    mw_graph_free(g);
    return x;
}
