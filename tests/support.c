// support.c: see support.h.
#include "support.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <math.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void drop_maze(mw_maze **m)
{
    mw_maze_free(*m);
}

void drop_text(char **text)
{
    free(*text);
}

void drop_graph(mw_graph **g)
{
    mw_graph_free(*g);
}

void drop_json(json_t **j)
{
    json_decref(*j);
}

// All texts of formatted, so that no search for leaks takes them for lost.
typedef struct kept {
    struct kept *before;
    char text[];
} kept;
static kept *last_kept;

const char *formatted(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    assert_true(length >= 0);
    kept *k = malloc(sizeof *k + (size_t)length + 1);
    assert_non_null(k);
    vsnprintf(k->text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    k->before = last_kept;
    last_kept = k;
    return k->text;
}

void pause_for(double seconds)
{
    nanosleep(&(struct timespec){.tv_sec = (time_t)seconds,
                                 .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)},
              NULL);
}

mw_rng seeded(uint64_t seed)
{
    mw_rng rng;
    mw_rng_seed(&rng, seed);
    return rng;
}

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

mw_maze *maze_of_file(const char *name)
{
    scoped_text *text = read_file(SOURCE_DIR, name);
    if (!text)
        fail_msg("%s is missing", name);
    mw_maze *m = maze_of_text(NULL, text);
    return m;
}

mw_maze *maze_of_seed(const char *family, unsigned seed)
{
    return maze_of_id(formatted("%s#%u", family, seed));
}

// ---- searches and measures

mw_result search_with(const mw_maze *m, const mw_search_options *o)
{
    mw_result r;
    mw_error e;
    if (!mw_search(m, o, &r, &e))
        fail_msg("%s: %s", o->algorithm ? o->algorithm : "search", e.text);
    return r;
}

mw_result searched(const mw_maze *m, const char *algorithm, const char *heuristic,
                   mw_visited_type store)
{
    mw_search_options o = {.algorithm = algorithm, .heuristic = heuristic, .store = store};
    mw_result r = search_with(m, &o);
    assert_int_not_equal(r.outcome, MW_OUTCOME_LIMIT);
    return r;
}

int length_by(const mw_maze *m, const char *algorithm, const char *heuristic, mw_visited_type store)
{
    scoped_result r = searched(m, algorithm, heuristic, store);
    int length = r.outcome == MW_OUTCOME_SOLVED ? (int)r.moves : -1;
    assert_true(length < 0 || (r.optimal && r.cost == r.moves));
    return length;
}

long least_cost(const mw_maze *m)
{
    scoped_result r = searched(m, m->traits & MW_UNIT_COST ? "bfs" : "ucs", NULL, MW_VISITED_AUTO);
    return r.outcome == MW_OUTCOME_SOLVED ? (long)r.cost : -1;
}

mw_graph *whole_graph(const mw_maze *m)
{
    mw_graph *g = mw_graph_build(m, true, NULL, NULL);
    assert_non_null(g);
    return g;
}

static const double *find_value(const mw_analysis *a, const char *measure)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!strcmp(a->values[i].name, measure))
            return &a->values[i].value;
    return NULL;
}

double value_of(const mw_analysis *a, const char *measure)
{
    const double *value = find_value(a, measure);
    if (!value)
        fail_msg("no measure is called %s", measure);
    return *value;
}

double measure_of(const mw_maze *m, const char *name)
{
    scoped_graph *g = whole_graph(m);
    scoped_analysis a = {0};
    assert_true(mw_analyse_some(g, (const char *const[]){name, NULL}, &a));
    const double *value = find_value(&a, name);
    double x = value ? *value : NAN;
    return x;
}

bool same_number(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

static void report_breach(void *name, const char *sentence)
{
    print_error("%s: %s\n", (const char *)name, sentence);
}

bool keeps_all_laws(const mw_maze *m, const char *name)
{
    mw_verdict v = mw_laws(m, 1, NULL, report_breach, (void *)name);
    assert_int_equal(v.limit, MW_WITHIN);
    assert_int_equal(v.laws, 21);
    assert_true(v.states > 0);
    return !v.failures;
}

static bool plays(const play_case *p)
{
    scoped_maze *m = maze_of_id(p->id);
    uint16_t *actions;
    mw_state s;
    mw_status status;
    mw_error e;
    long moves = mw_moves_parse(m->kind, p->moves, &actions, &e);
    assert_true(moves >= 0);
    size_t played = mw_replay(m, actions, (size_t)moves, &s, NULL, &status);
    scoped_text *where = mw_state_describe(m, &s);
    bool good = played == p->played && status == p->status && !fnmatch(p->where, where, 0);
    if (!good)
        print_error("%s, %s: %zu moves, status %d, %s\n", p->id, p->moves, played, status, where);
    free(actions);
    return good;
}

void check_plays(const play_case *rows, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += !plays(&rows[i]);
    assert_int_equal(wrong, 0);
}

// ---- files of the project

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
    FILE *f = fopen(formatted("%s/%s", folder, name), "rb");
    if (!f)
        return NULL;
    char *text = read_stream(f);
    fclose(f);
    return text;
}

char *published_text(const char *name)
{
    char *text = read_file(PUBLISHED_DIR, name);
    if (!text)
        skip();
    return text;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

#define NAMES_MAX 1000

static void list_folder(const char *folder, char **names, size_t *n)
{
    DIR *d = opendir(formatted("%s/puzzles/%s", SOURCE_DIR, folder));
    for (struct dirent *entry; d && (entry = readdir(d)) && *n + 1 < NAMES_MAX;)
        if (entry->d_name[0] != '.')
            names[(*n)++] = strdup(formatted("puzzles/%s/%s", folder, entry->d_name));
    if (d)
        closedir(d);
}

char **shipped_mazes(void)
{
    char **names = calloc(NAMES_MAX, sizeof *names);
    size_t n = 0;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        list_folder((*k)->name, names, &n);
    list_folder("lessons", names, &n);
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

// ---- the command

// Runs the command in a shell, after the words `before`.
static int run_after(const char *before, const char *arguments, const char *input, size_t length,
                     char **out, char **err)
{
    if (!*COMMAND)
        skip(); // only the library was built
    char in_name[] = "/tmp/mw-in-XXXXXX", out_name[] = "/tmp/mw-out-XXXXXX";
    char err_name[] = "/tmp/mw-err-XXXXXX";
    int in_fd = mkstemp(in_name), out_fd = mkstemp(out_name), err_fd = mkstemp(err_name);
    assert_true(in_fd >= 0 && out_fd >= 0 && err_fd >= 0);
    assert_true(write(in_fd, input, length) == (ssize_t)length);
    close(in_fd);
    int status = system(formatted("cd '%s' && %s '%s' %s <%s >%s 2>%s", SOURCE_DIR, before, COMMAND,
                                  with_scratch(arguments, "%s"), in_name, out_name, err_name));
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

int run_command_on(const char *arguments, const char *input, size_t length, char **out, char **err)
{
    return run_after("", arguments, input, length, out, err);
}

int run_command(const char *arguments, char **out, char **err)
{
    return run_command_on(arguments, "", 0, out, err);
}

char *output_of(const char *arguments, int code)
{
    char *out;
    scoped_text *err = NULL;
    int exits = run_command(arguments, &out, &err);
    if (exits != code)
        fail_msg("%s: exit %d, not %d: %s%s", arguments, exits, code, out, err);
    return out;
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

void fill_disk(unsigned blocks, const char *arguments, const char *says)
{
    scoped_text *err = NULL;
    signal(SIGXFSZ, SIG_IGN); // the write fails instead
    int code = run_after(formatted("ulimit -f %u &&", blocks), arguments, "", 0, NULL, &err);
    signal(SIGXFSZ, SIG_DFL);
    if (code != BROKEN || !strstr(err, says))
        fail_msg("%s: exit %d, '%.300s'", arguments, code, err);
}

static bool coloured(const char *text)
{
    return strchr(text, '\033');
}

void expect_answers(const command_case *rows, size_t count)
{
    for (const command_case *r = rows; r < rows + count; r++) {
        scoped_text *out = NULL, *err = NULL;
        int code = run_command(r->arguments, &out, &err);
        if (code != r->code || !strstr(out, r->out) || !strstr(err, r->err) || (*err && !*r->err) ||
            coloured(out) || coloured(err))
            fail_msg("%s: exit %d, out '%.200s', err '%s'", r->arguments, code, out, err);
    }
}

bool refused_on(const refusal *r, const char *input, size_t length)
{
    scoped_text *out = NULL, *err = NULL;
    int code = run_command_on(r->arguments, input, length, &out, &err);
    bool good = code == r->code && !*out && strstr(err, r->says) && !coloured(err) &&
                !strncmp(err, "mazewright: ", strlen("mazewright: "));
    if (!good)
        print_error("%s: exit %d, not %d with '%s'\nstdout: %.2000s\nstderr: %.2000s\n",
                    r->arguments, code, r->code, r->says, out, err);
    return good;
}

void expect_refusals(const refusal *rows, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += !refused_on(&rows[i], "", 0);
    assert_int_equal(wrong, 0);
}

void expect_refused(const char *arguments, int code, const char *says)
{
    expect_refusals(&(refusal){arguments, code, says}, 1);
}

// ---- structs of older programs

void *at_page_end(const void *thing, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int zero = open("/dev/zero", O_RDWR);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);
    assert_true(pages != MAP_FAILED);
    close(zero);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    char *moved = pages + page - size;
    memcpy(moved, thing, size);
    return moved;
}

void *of_size(const void *thing, size_t size)
{
    void *moved = at_page_end(thing, size);
    memcpy(moved, &size, sizeof size);
    return moved;
}
