// main.c: the installed library from outside: its engines work with a kind that they have never
// heard of. Reads a maze (a file or an id; without, the one below), checks that the kind keeps its
// laws on it, solves it with two algorithms, gives a hint, draws it, and designs a longer one.
#include "ice.h"

#include <mazewright/design.h>
#include <mazewright/scene.h>
#include <mazewright/session.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first[] = "ice 8x6\n"
                            "*...G*..\n"
                            "..*..*S.\n"
                            ".....*..\n"
                            ".**.....\n"
                            "...*....\n"
                            "*.......\n";

static mw_maze *read_maze(const char *name, mw_error *error)
{
    static char text[10000];
    if (!name)
        return mw_maze_read(&ice, first, strlen(first), error);
    if (mw_is_id(name))
        return mw_maze_of_kind(&ice, name, error);
    FILE *f = fopen(name, "r");
    size_t length = f ? fread(text, 1, sizeof text, f) : 0;
    if (f)
        fclose(f);
    return mw_maze_read(&ice, text, length, error);
}

static void say(void *context, const char *sentence)
{
    (void)context;
    printf("law broken: %s\n", sentence);
}

static bool solve(const mw_maze *m, const char *algorithm, mw_error *error)
{
    mw_result r;
    if (!mw_search(m, &(mw_search_options){.algorithm = algorithm}, &r, error))
        return false;
    char *moves = mw_moves_print(m->kind, r.actions, r.moves);
    printf("%s: %s in %u moves%s%s, %llu states expanded\n", algorithm, mw_outcome_name(r.outcome),
           r.moves, *moves ? ", " : "", moves, (unsigned long long)r.expanded);
    free(moves);
    mw_result_free(&r);
    return true;
}

// The first move, and a picture, which goes to FILE if the environment has ICE_SVG=FILE.
static void play(const mw_maze *m)
{
    char hint[200];
    mw_scene scene;
    mw_session *session = mw_session_open(m);
    mw_session_hint(session, 3, hint, sizeof hint);
    printf("hint: %s\n", hint);
    bool drawn = mw_session_draw(session, 1, &scene);
    char *svg = drawn ? mw_scene_svg(&scene, &(mw_style){.scale = 40}) : NULL;
    const char *name = getenv("ICE_SVG"); // NOLINT(concurrency-mt-unsafe) there is one thread
    FILE *f = svg && name ? fopen(name, "w") : NULL;
    if (f) {
        fputs(svg, f);
        fclose(f);
    }
    free(svg);
    mw_scene_free(&scene);
    mw_session_close(session);
}

static bool design(mw_error *error)
{
    mw_designed found;
    mw_design_plan plan = {
        .params = "8x8",
        .require = (const char *const[]){"solutions == 1", NULL},
        .schedule = {.evaluations = 20000, .seed = 1},
    };
    if (!mw_design_maze(&ice, &plan, NULL, &found, error))
        return false;
    char *text = found.maze ? mw_maze_print(found.maze, "own") : NULL;
    printf("designed, %g moves with one shortest solution:\n%s", -found.energy,
           text ? text : "none\n");
    free(text);
    mw_maze_free(found.maze);
    return true;
}

int main(int argc, char **argv)
{
    mw_error error;
    mw_maze *m = read_maze(argc > 1 ? argv[1] : NULL, &error);
    if (!m) {
        fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.text);
        return 3;
    }
    char *text = mw_maze_print(m, "own");
    printf("%s", text ? text : "");
    free(text);
    mw_verdict verdict = mw_laws(m, 1, &(mw_limits){0}, say, NULL);
    printf("mazewright %s: %u laws, %u broken\n", mw_version(), verdict.laws, verdict.failures);
    play(m);
    bool ok = solve(m, "bfs", &error) && solve(m, "astar", &error) && design(&error);
    if (!ok)
        fprintf(stderr, "%s\n", error.text);
    mw_maze_free(m);
    return ok && !verdict.failures ? 0 : 1;
}
