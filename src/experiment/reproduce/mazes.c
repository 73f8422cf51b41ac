// mazes.c: what jobs read: the mazes of the authors, which we must not give away, the shipped ones,
// and the published figures.
#include "experiment/reproduce/findings.h"

#include "core/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TEXT_MAX 65536

// The place of an error goes into its text, because findings keep only that.
static void fail_in(const char *path, mw_error *error)
{
    mw_error e = *error;
    const char *shown = strlen(path) > 150 ? path + strlen(path) - 150 : path;
    snprintf(error->text, sizeof error->text, "%s:", shown);
    size_t n = strlen(error->text);
    if (e.line)
        n += (size_t)snprintf(error->text + n, sizeof error->text - n, "%u:%u:", e.line, e.column);
    snprintf(error->text + n, sizeof error->text - n, " %.200s", e.text);
}

// Nothing else than a plain file is opened: reading a pipe might never end.
static char *read_plain(const char *path, size_t *length)
{
    struct stat st;
    if (stat(path, &st))
        return NULL;
    if (S_ISREG(st.st_mode))
        return mw_file_read(path, TEXT_MAX, length);
    errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    return NULL;
}

static bool is_absent(void)
{
    return errno == ENOENT || errno == ENOTDIR;
}

bool mw_published_maze(const mw_reproduction *how, const char *kind, const char *name,
                       void (*mend)(char *text), mw_maze **m, mw_error *error)
{
    char path[PATH_MAX + 100];
    size_t length;
    *m = NULL;
    if (!how->maps)
        return true;
    snprintf(path, sizeof path, "%s/%s/%s", how->maps, kind, name);
    char *text = read_plain(path, &length);
    if (!text && is_absent()) {
        snprintf(path, sizeof path, "%s/%s", how->maps, name);
        text = read_plain(path, &length);
    }
    if (!text && is_absent())
        return true;
    if (!text && errno == ENOMEM)
        return mw_no_memory(error);
    if (!text) {
        char why[100] = "it is no plain file"; // strerror is not for a program with threads
        if (errno != EINVAL)
            strerror_r(errno, why, sizeof why);
        mw_refuse(error, "cannot read: %s", why);
        fail_in(path, error);
        return false;
    }
    if (mend)
        mend(text);
    *m = mw_maze_read(mw_kind_find(kind), text, length, error);
    free(text);
    if (!*m && error->code != MW_ERROR_MEMORY)
        fail_in(path, error);
    return *m;
}

static char *shipped_text(const mw_reproduction *how, const char *kind, unsigned number)
{
    char path[1200];
    if (!how->puzzles)
        return NULL;
    snprintf(path, sizeof path, "%s/%s/%02u.%s", how->puzzles, kind, number, kind);
    return mw_file_read(path, TEXT_MAX, NULL);
}

mw_maze *mw_shipped_maze(const mw_reproduction *how, const char *kind, unsigned number,
                         mw_error *error)
{
    char *text = shipped_text(how, kind, number);
    *error = (mw_error){.text = ""};
    mw_maze *m = text ? mw_maze_read(mw_kind_find(kind), text, strlen(text), error) : NULL;
    free(text);
    return m;
}

mw_maze *mw_shipped_variant(const mw_reproduction *how, const char *name, mw_error *error)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/variants/%s", how->puzzles ? how->puzzles : ".", name);
    char *text = mw_file_read(path, TEXT_MAX, NULL);
    mw_maze *m = text ? mw_maze_read(NULL, text, strlen(text), error) : NULL;
    if (!text)
        mw_refuse(error, "%.180s cannot be read; it comes with the program: install it again",
                  path);
    free(text);
    return m;
}

unsigned mw_shipped_count(const mw_reproduction *how, const char *kind)
{
    unsigned n = 0;
    for (char *text; (text = shipped_text(how, kind, n + 1)); n++)
        free(text);
    return n;
}

bool mw_published_figures(const mw_reproduction *how, const char *paper, mw_findings *f,
                          mw_error *error)
{
    char path[1300];
    size_t length;
    snprintf(path, sizeof path, "%.1200s/%s.tsv", how->experiments, paper);
    char *text = mw_file_read(path, MW_PUBLISHED_MAX, &length);
    bool ok = text ? mw_findings_read(f, paper, text, length, error)
                   : mw_refuse(error, "%.180s cannot be read", path);
    free(text);
    return ok;
}
