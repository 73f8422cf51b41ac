// heuristic.c: A* with an estimate of one's own, audited first: is it never too high?
//   cc heuristic.c $(pkg-config --cflags --libs mazewright) && ./a.out 'die:6x6,obstacles=25#19554'
#include <mazewright/mazewright.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The distance to the goal, and two rolls more where the 1 is not on top. Change it!
static uint32_t estimate(void *context, const mw_maze *maze, const mw_state *state)
{
    double value[MW_FEATURES_MAX];
    const int *at = context; // where the features that it looks at are
    mw_state_features(maze, state, value);
    return (uint32_t)(value[at[0]] + value[at[1]]) + (value[at[2]] != 1 ? 2 : 0);
}

static int find(const mw_feature *features, const char *name)
{
    int i = 0;
    while (features[i].name && strcmp(features[i].name, name) != 0)
        i++;
    return i;
}

int main(int argc, char **argv)
{
    mw_error error;
    mw_maze *maze = mw_maze_from_id(argc > 1 ? argv[1] : "die:6x6,obstacles=25#19554", &error);
    if (!maze)
        return fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.text), 3;
    const mw_feature *of = mw_features(maze->kind);
    int at[] = {find(of, "dx"), find(of, "dy"), find(of, "top")};
    if (!of[at[2]].name)
        return fprintf(stderr, "%s mazes have no feature 'top'\n", maze->kind->name), 3;
    const mw_heuristic mine = {
        .name = "mine", .claims = mw_claims_nothing, .estimate = estimate, .context = at};

    mw_graph *graph = mw_graph_build(maze, true, NULL, NULL);
    mw_audit audit;
    if (graph && mw_audit_run(graph, &mine, &audit)) {
        char *where = mw_state_describe(maze, &audit.over);
        printf("mine is %sadmissible on %u states\n", audit.admissible ? "" : "not ",
               graph->states);
        if (!audit.admissible)
            printf("%s: estimate %u, exact %u\n", where, audit.over_estimate, audit.over_exact);
        free(where);
    }
    mw_graph_free(graph);

    mw_result result;
    mw_search_options options = {.size = sizeof options, .algorithm = "astar", .own = &mine};
    if (mw_search(maze, &options, &result, &error))
        printf("%s: %u moves, %u states expanded\n", mw_outcome_name(result.outcome), result.moves,
               (unsigned)result.expanded);
    mw_result_free(&result);
    mw_maze_free(maze);
    return 0;
}
