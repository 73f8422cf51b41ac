// solve.c: the library in one screen: read a maze from its id, solve it, print the moves.
//   cc solve.c $(pkg-config --cflags --libs mazewright) && ./a.out 'rook:5x5#4651'
#include <mazewright/mazewright.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    mw_error error;
    mw_maze *maze = mw_maze_from_id(argc > 1 ? argv[1] : "rook:5x5#4651", &error);
    if (!maze) {
        fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.text);
        return 3;
    }
    mw_result result;
    if (!mw_search(maze, &(mw_search_options){.algorithm = "astar"}, &result, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    char *moves = mw_moves_print(maze->kind, result.actions, result.moves);
    printf("%s, %u moves: %s\n", mw_outcome_name(result.outcome), result.moves, moves);
    free(moves);
    mw_result_free(&result);
    mw_maze_free(maze);
    return 0;
}
