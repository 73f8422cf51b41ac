// maze.c: what is promised of every maze, of whatever kind: its texts read back, searches agree, a
// turned maze has the same canonical id, and the laws hold.
#include "fuzz.h"
#include "mazewright/design.h"
#include "mazewright/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- texts

static void same_maze(const mw_maze *m, mw_maze *again, const char *text, const mw_error *e)
{
    must(again, "%u:%u: %s; in:\n%.3000s", e->line, e->column, e->text, text);
    must(mw_maze_equal(m, again), "reads back as another maze:\n%.3000s", text);
    mw_maze_free(again);
}

// A form may leave things out, unless it says what it lacks; but if it reads, then as something
// that has the same form.
static void check_form(const mw_maze *m, const mw_form *f)
{
    mw_error e = FUZZ_ERROR;
    char *text = mw_maze_print(m, f->name);
    const char *lacks = f->lacks ? f->lacks(m) : NULL;
    must(!text == !!lacks, "form %s, which lacks %s", f->name, lacks);
    if (lacks)
        return;
    if (!strncmp(f->name, "pddl", 4) || !strcmp(f->name, "promela"))
        fuzz_brackets(text, *f->name == 'p' && f->name[1] == 'd');
    mw_maze *read = mw_maze_read(m->kind, text, strlen(text), &e);
    if (read) {
        char *again = mw_maze_print(read, f->name);
        must(again && !strcmp(text, again), "%s: %.2000s\nbecomes %.2000s", f->name, text, again);
        free(again);
    } else {
        fuzz_error(&e);
    }
    mw_maze_free(read);
    free(text);
}

void fuzz_maze_text(const mw_maze *m)
{
    mw_error e;
    char *own = mw_maze_print(m, "own"), *id = mw_maze_print(m, "id");
    must(own && id, "printing");
    same_maze(m, mw_maze_read(NULL, own, strlen(own), &e), own, &e);
    same_maze(m, mw_maze_read(m->kind, own, strlen(own), &e), own, &e);
    same_maze(m, mw_maze_from_id(id, &e), id, &e);
    must(mw_is_id(id) && !mw_id_versioned(id), "%.2000s", id);
    free(own);
    free(id);
    for (const mw_form *f = m->kind->text->forms; f && f->name; f++)
        check_form(m, f);
}

// ---- what can be seen

static void free_text(char *text)
{
    must(text, "out of memory");
    free(text);
}

static void check_scene(mw_scene *scene, mw_rng *rng)
{
    mw_style style = {.theme = (mw_theme)fuzz_choose(rng, MW_THEMES), .scale = 20};
    must(isfinite(scene->width) && isfinite(scene->height), "a picture has a size");
    char *svg = mw_scene_svg(scene, &style);
    must(svg, "out of memory");
    fuzz_xml(svg);
    free(svg);
    mw_scene_free(scene);
}

// The picture that is drawn anew for each reader is the same as the one that is kept.
static void check_streamed(const mw_maze *m, const mw_state *at)
{
    mw_style style = {.scale = 20};
    mw_scene kept, streamed;
    if (!mw_scene_draw(&kept, m, at))
        return;
    must(mw_scene_of(&streamed, m, at, 0), "out of memory");
    char *a = mw_scene_svg(&kept, &style), *b = mw_scene_svg(&streamed, &style);
    must(a && b && !strcmp(a, b), "another picture:\n%.2000s\n%.2000s", a, b);
    free(a);
    free(b);
    mw_scene_free(&kept);
    mw_scene_free(&streamed);
}

// Some steps from the start: what is seen and said on the way.
static void check_walk(const mw_maze *m, mw_rng *rng)
{
    const mw_kind *k = m->kind;
    mw_scene scene;
    mw_state at;
    mw_edge edges[MW_EDGES_MAX];
    k->rules->start(m, &at);
    free_text(mw_maze_remark(m));
    for (unsigned step = 0; step < 12; step++) {
        free_text(mw_state_describe(m, &at));
        if (k->rules->status(m, &at) != MW_OPEN)
            break;
        unsigned n = k->rules->expand(m, &at, edges);
        must(n <= MW_EDGES_MAX, "%u edges", n);
        if (!n)
            break;
        const mw_edge *e = &edges[fuzz_choose(rng, n)];
        must(e->status == MW_LOST || k->rules->status(m, &e->to) == (mw_status)e->status, "status");
        if (step < 3 && mw_scene_draw_move(&scene, m, &at, e->action, 0.5))
            check_scene(&scene, rng);
        if (e->status == MW_LOST)
            break;
        at = e->to;
    }
    if (mw_scene_draw(&scene, m, &at))
        check_scene(&scene, rng);
    if (!fuzz_choose(rng, 4))
        check_streamed(m, &at);
}

// ---- two answers

static void say_law(void *context, const char *sentence)
{
    (void)context;
    must(!*sentence, "%s", sentence);
}

// ---- what changes a maze

static void check_turn(const mw_maze *m, mw_rng *rng)
{
    mw_maze *turned = m->kind->design->turn(m, (unsigned)fuzz_choose(rng, 8));
    must(turned, "out of memory");
    char *a = mw_canonical_id(m), *b = mw_canonical_id(turned);
    must(a && b && !strcmp(a, b), "turned, %s becomes %s", a, b);
    fuzz_maze_text(turned);
    mw_maze_free(turned);
    free(a);
    free(b);
}

void fuzz_maze(const mw_maze *m, mw_rng *rng)
{
    mw_limits limits = fuzz_limits();
    fuzz_maze_text(m);
    if (fuzz_large(m))
        return;
    if (MW_HAS(m->kind, design, turn))
        check_turn(m, rng);
    // What takes long is for some of the inputs: to read is what comes first here.
    if (!fuzz_choose(rng, 4))
        check_walk(m, rng);
    if (!fuzz_choose(rng, 6))
        fuzz_oracle(m, rng);
    if (!fuzz_choose(rng, 8))
        mw_laws(m, mw_rng_next(rng), &limits, say_law, NULL);
}
