// objective.c: a designer's own wish: a rook maze without black holes whose only shortest solution
// is as long as it gets.   cc objective.c $(pkg-config --cflags --libs mazewright)
#include <mazewright/design.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    mw_design_plan plan = {
        .params = "5x5,goal=center",
        .objective = "-length + 5*forced",
        .require = (const char *const[]){"unreaching == 0", "solutions == 1", NULL},
        .schedule = {.cooling = MW_ANNEAL, .evaluations = 20000, .seed = 7},
    };
    mw_designed found;
    mw_error error;
    if (!mw_design_maze(mw_kind_find("rook"), &plan, NULL, &found, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    if (!found.maze) {
        fprintf(stderr, "nothing satisfies the constraints; try another seed\n");
        return 1;
    }
    char *text = mw_maze_print(found.maze, "own");
    printf("%senergy %g\n", text, found.energy);
    free(text);
    mw_maze_free(found.maze);
    return 0;
}
