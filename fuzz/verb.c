// verb.c: see verb.h.
#include "verb.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[120];

// Files, and folders in which there are files.
static void empty(const char *path, unsigned depth)
{
    DIR *d = opendir(path);
    for (const struct dirent *e; d && (e = readdir(d));) {
        char *name = NULL;
        size_t size = strlen(path) + strlen(e->d_name) + 2;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || !(name = malloc(size)))
            continue;
        snprintf(name, size, "%s/%s", path, e->d_name);
        if (unlink(name) && depth) {
            empty(name, depth - 1);
            rmdir(name);
        }
        free(name);
    }
    if (d)
        closedir(d);
}

void fuzz_empty(void)
{
    empty(folder, 4);
}

static void leave(void)
{
    fuzz_empty();
    rmdir(folder);
}

char *fuzz_file(const char *name)
{
    if (!*folder) {
        snprintf(folder, sizeof folder, "%s", fuzz_folder());
        atexit(leave);
    }
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    must(path, "out of memory");
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

void fuzz_put(const char *file, const void *data, size_t size)
{
    FILE *f = fopen(file, "wb");
    must(f && fwrite(data, 1, size, f) == size && !fclose(f), "cannot write %s", file);
}

fuzz_call fuzz_run(int argc, const char **argv, const char *text, bool (*adjust)(settings *))
{
    fuzz_call c = {0};
    size_t length, complaints;
    FILE *out = stdout, *err = stderr, *in = stdin;
    settings s = {0};
    static char nothing[] = "\n";
    stdin = fmemopen(text && *text ? (void *)text : nothing, text && *text ? strlen(text) : 1, "r");
    must(stdin && (stdout = open_memstream(&c.said, &length)) &&
             (stderr = open_memstream(&c.complained, &complaints)),
         "out of memory");
    c.code = options_read(&s, argc, (char **)argv);
    if (c.code == EXIT_DONE && adjust && !adjust(&s))
        c.code = -1;
    if (c.code == EXIT_DONE)
        c.code = s.value[O_HELP] || !s.verb ? print_help(s.verb) : s.verb->run(&s);
    if (c.code >= 0 && was_cut())
        c.code = worse(c.code, EXIT_LIMIT);
    watch_end();
    options_free(&s);
    fclose(stdout);
    fclose(stderr);
    fclose(stdin);
    stdout = out;
    stderr = err;
    stdin = in;
    must(c.code >= -1 && c.code <= EXIT_BROKEN, "exit code %d: %s", c.code, c.complained);
    must(c.code <= EXIT_NO || *c.complained || (c.code == EXIT_LIMIT && *c.said), // as an outcome
         "exit code %d, and no word of why", c.code);
    return c;
}

void fuzz_call_free(fuzz_call *c)
{
    free(c->said);
    free(c->complained);
    *c = (fuzz_call){0};
}

void fuzz_json_lines(const char *text)
{
    char *copy = strdup(text), *rest = NULL;
    must(copy, "out of memory");
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        fuzz_json(line);
    free(copy);
}
