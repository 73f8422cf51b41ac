// mazes.c: the mazes that jobs measure: those of the authors, which we must not give away, and the
// shipped ones.
#include "experiment/reproduce/reproduce.h"

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

unsigned mw_shipped_count(const mw_reproduction *how, const char *kind)
{
    unsigned n = 0;
    for (char *text; (text = shipped_text(how, kind, n + 1)); n++)
        free(text);
    return n;
}
