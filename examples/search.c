// search.c: a search of one's own: depth-first, again and again, one move deeper each time.
//   cc search.c $(pkg-config --cflags --libs mazewright) && ./a.out 'rook:5x5#4651'
#include <mazewright/mazewright.h>

#include <stdio.h>
#include <stdlib.h>
#define DEEPEST 100

typedef struct path {
    mw_search_run *run;
    uint16_t moves[DEEPEST];
} path;

// Looks for a solution with at most `left` further moves. True: it is found, or a limit is hit.
static bool dive(path *p, const mw_state *state, unsigned depth, unsigned left)
{
    mw_edge edges[MW_EDGES_MAX];
    unsigned count;
    if (!mw_explore_expand(p->run, state, edges, &count))
        return true;
    for (unsigned i = 0; i < count; i++) {
        p->moves[depth] = edges[i].action;
        if (edges[i].status == MW_SOLVED) {
            mw_explore_found(p->run, p->moves, depth + 1);
            return true;
        }
        if (edges[i].status == MW_OPEN && left > 1 && dive(p, &edges[i].to, depth + 1, left - 1))
            return true;
    }
    return false;
}

static void deepen(void *context, mw_search_run *run)
{
    (void)context;
    path p = {.run = run};
    mw_state start;
    mw_explore_start(run, &start);
    for (unsigned bound = 1; bound <= DEEPEST && !dive(&p, &start, 0, bound); bound++)
        mw_explore_stored(run, bound);
}

int main(int argc, char **argv)
{
    mw_error error;
    mw_result result;
    mw_maze *maze = mw_maze_from_id(argc > 1 ? argv[1] : "rook:5x5#4651", &error);
    mw_search_options options = {.size = sizeof options, .algorithm = "mine", .explore = deepen};
    if (!maze || !mw_search(maze, &options, &result, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 3;
    }
    char *moves = mw_moves_print(maze->kind, result.actions, result.moves);
    printf("%s: %s; %u states expanded\n", result.algorithm, moves, (unsigned)result.expanded);
    free(moves);
    mw_result_free(&result);
    mw_maze_free(maze);
    return 0;
}
