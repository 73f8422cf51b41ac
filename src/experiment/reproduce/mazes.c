// mazes.c: what jobs read: the mazes of the authors, which we must not give away, the shipped ones,
// and the published figures.
#include "experiment/reproduce/findings.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 65536

char *mw_published_text(const mw_reproduction *how, const char *folder, const char *name)
{
    char path[1200];
    if (!how->maps)
        return NULL;
    snprintf(path, sizeof path, "%s/%s/%s", how->maps, folder, name);
    char *text = mw_file_read(path, TEXT_MAX, NULL);
    if (!text) {
        snprintf(path, sizeof path, "%s/%s", how->maps, name);
        text = mw_file_read(path, TEXT_MAX, NULL);
    }
    return text;
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
