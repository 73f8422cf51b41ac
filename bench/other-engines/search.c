// search.c: searches one maze breadth-first and does nothing else, like the verifiers that SPIN
// generates. It needs only the library and libc. It prints some fields of `solve --json`.
#include "mazewright/mazewright.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static mw_maze *read_maze(const char *name, mw_error *e)
{
    FILE *f = fopen(name, "r");
    long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    mw_maze *m = NULL;
    snprintf(e->text, sizeof e->text, "cannot be read");
    if (text && !fseek(f, 0, SEEK_SET) && fread(text, 1, (size_t)size, f) == (size_t)size)
        m = mw_maze_read(NULL, text, (size_t)size, e);
    free(text);
    if (f)
        fclose(f);
    return m;
}

int main(int count, char **names)
{
    mw_error error = {0};
    mw_result r;
    if (count < 2) { // what a start costs
        puts(mw_version());
        return 0;
    }
    mw_maze *m = read_maze(names[1], &error);
    if (!m || !mw_search(m, &(mw_search_options){.algorithm = "bfs"}, &r, &error)) {
        fprintf(stderr, "%s: %s\n", names[1], error.text);
        return 3;
    }
    char *moves = mw_moves_print(m->kind, r.actions, r.moves);
    printf("{\"outcome\":\"%s\",\"moves\":%u,\"states_stored\":%" PRIu64 ",\"solution\":\"%s\"}\n",
           mw_outcome_name(r.outcome), r.moves, r.stored, moves ? moves : "");
    free(moves);
    mw_result_free(&r);
    mw_maze_free(m);
    return 0;
}
