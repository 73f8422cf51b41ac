// support.c: see support.h.
#include "support.h"

#include <dirent.h>
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

char **shipped_mazes(void)
{
    char **names = calloc(1000, sizeof *names);
    size_t n = 0;
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        char folder[1000];
        snprintf(folder, sizeof folder, "%s/puzzles/%s", SOURCE_DIR, (*k)->name);
        DIR *d = opendir(folder);
        for (struct dirent *entry; d && (entry = readdir(d)) && n < 999;)
            if (entry->d_name[0] != '.') {
                names[n] = malloc(1300);
                snprintf(names[n++], 1300, "puzzles/%s/%.255s", (*k)->name, entry->d_name);
            }
        if (d)
            closedir(d);
    }
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
