// maze.c: what is promised of every maze, of whatever kind: its texts read back, the fast and the
// plain answers agree, and what changes a maze leaves a maze.
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
    mw_error e;
    char *text = mw_maze_print(m, f->name);
    const char *lacks = f->lacks ? f->lacks(m) : NULL;
    must(!text == !!lacks, "form %s, which lacks %s", f->name, lacks);
    if (lacks)
        return;
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
    free_text(mw_scene_svg(scene, &style));
    mw_scene_free(scene);
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
}

// ---- two answers

static mw_result search(const mw_maze *m, const mw_search_options *options)
{
    mw_result r = {0};
    mw_error e;
    if (!mw_search(m, options, &r, &e)) {
        fuzz_error(&e);
        r.outcome = MW_OUTCOME_LIMIT;
    }
    return r;
}

static mw_search_options some_search(const mw_maze *m, mw_rng *rng)
{
    const mw_algorithm *a = mw_algorithms();
    const mw_heuristic *h = m->kind->heuristics;
    unsigned algorithms = 0, heuristics = 0;
    while (a[algorithms].name)
        algorithms++;
    while (h && h[heuristics].name)
        heuristics++;
    a += fuzz_choose(rng, algorithms);
    bool informed = a->informed && heuristics && fuzz_choose(rng, 3);
    return (mw_search_options){.algorithm = a->name,
                               .heuristic = informed ? h[fuzz_choose(rng, heuristics)].name : NULL,
                               .store = (mw_visited_type)fuzz_choose(rng, MW_VISITED_NONE),
                               .limits = fuzz_limits()};
}

// A random search against a plain one.
static void check_search(const mw_maze *m, mw_rng *rng)
{
    mw_search_options plain = {.algorithm = "ucs", .limits = fuzz_limits()},
                      other = some_search(m, rng);
    mw_result a = search(m, &plain), b = search(m, &other);
    if (a.outcome != MW_OUTCOME_LIMIT && b.outcome != MW_OUTCOME_LIMIT) {
        must(a.outcome == b.outcome, "%s, but by %s %s", mw_outcome_name(a.outcome),
             other.algorithm, mw_outcome_name(b.outcome));
        must(b.outcome != MW_OUTCOME_SOLVED || b.cost >= a.cost, "%s is cheaper", other.algorithm);
        must(!b.optimal || a.cost == b.cost, "%s claims to be optimal", other.algorithm);
    }
    mw_result_free(&a);
    mw_result_free(&b);
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

// Only where the whole graph is small: to evaluate has no limit.
static bool small_graph(const mw_maze *m)
{
    mw_limits limits = fuzz_limits();
    mw_graph *g = mw_graph_build(m, true, &limits, NULL);
    mw_graph_free(g);
    return g;
}

static void check_evaluation(const mw_maze *m)
{
    mw_evaluation fast, brief, plain;
    if (!MW_HAS(m->kind, fast, evaluate) || !small_graph(m) ||
        !m->kind->fast->evaluate(m, true, &fast))
        return;
    must(m->kind->fast->evaluate(m, false, &brief) && brief.length == fast.length,
         "brief evaluation");
    must(mw_evaluate_plainly(m, true, &plain), "out of memory");
    must(fast.length == plain.length, "length %u, plainly %u", fast.length, plain.length);
    must(fast.best_length == MW_FAR || fast.best_length == plain.best_length,
         "best length %u, plainly %u", fast.best_length, plain.best_length);
    must(fast.states == plain.states, "states %u, plainly %u", fast.states, plain.states);
    must(fast.dead == plain.dead && fast.losing == plain.losing, "dead %u, plainly %u", fast.dead,
         plain.dead);
    for (unsigned i = 0; m->kind->measures && m->kind->measures[i].name; i++)
        must(same_number(fast.own[i], plain.own[i]), "%s is %g, plainly %g",
             m->kind->measures[i].name, fast.own[i], plain.own[i]);
    const mw_design *d = m->kind->design;
    if (!d || !d->set_start || fast.best_length == MW_FAR || !fast.best_length)
        return;
    mw_maze *moved = mw_maze_clone(m);
    must(moved, "out of memory");
    d->set_start(moved, &fast.best);
    must(mw_evaluate(moved, false, &brief) && brief.length == fast.best_length,
         "from the best start %u, not %u", brief.length, fast.best_length);
    fuzz_maze_text(moved);
    mw_maze_free(moved);
}

static void say_law(void *context, const char *sentence)
{
    (void)context;
    must(!*sentence, "%s", sentence);
}

// ---- what changes a maze

static void check_paint(const mw_maze *m, mw_rng *rng)
{
    unsigned brushes = 0;
    mw_error e = {0};
    while (m->kind->editor && m->kind->editor->brushes[brushes].name)
        brushes++;
    if (!brushes)
        return;
    unsigned brush = (unsigned)fuzz_choose(rng, brushes);
    uint32_t cell = (uint32_t)fuzz_choose(rng, (uint64_t)m->w * m->h * m->d);
    mw_maze *painted =
        m->kind->editor->paint(m, brush, cell, (unsigned)fuzz_choose(rng, m->d > 1 ? 6 : 4), &e);
    if (painted)
        fuzz_maze_text(painted);
    else
        fuzz_error(&e);
    mw_maze_free(painted);
}

// A maze that somebody wrote may have what no genes stand for; but what they stand for is a maze,
// with these genes.
static void check_genes(const mw_maze *m)
{
    const mw_design *d = m->kind->design;
    unsigned bits = d->bits ? d->bits(m) : 0;
    if (!bits)
        return;
    size_t words = bits / 64 + 1;
    uint64_t *genes = calloc(words, sizeof *genes), *again = calloc(words, sizeof *again);
    mw_maze *grown = mw_maze_clone(m);
    must(genes && again && grown, "out of memory");
    d->encode(m, genes);
    if (d->decode(grown, genes)) {
        fuzz_maze_text(grown);
        d->encode(grown, again);
        must(!memcmp(genes, again, words * sizeof *genes), "genes of %u bits", bits);
    }
    mw_maze_free(grown);
    free(genes);
    free(again);
}

static void check_turn(const mw_maze *m, mw_rng *rng)
{
    mw_maze *turned =
        m->kind->design->turn ? m->kind->design->turn(m, (unsigned)fuzz_choose(rng, 8)) : NULL;
    if (!turned)
        return;
    char *a = mw_canonical_id(m), *b = mw_canonical_id(turned);
    must(a && b && !strcmp(a, b), "turned, %s becomes %s", a, b);
    fuzz_maze_text(turned);
    mw_maze_free(turned);
    free(a);
    free(b);
}

static void check_design(const mw_maze *m, mw_rng *rng)
{
    mw_maze *changed = mw_maze_clone(m);
    must(changed, "out of memory");
    for (unsigned i = 0; i < 3; i++)
        m->kind->design->mutate(changed, rng);
    must(changed->w == m->w && changed->h == m->h && changed->d == m->d, "mutate keeps the size");
    fuzz_maze_text(changed);
    mw_maze_free(changed);
    check_genes(m);
    check_turn(m, rng);
}

void fuzz_maze(const mw_maze *m, mw_rng *rng)
{
    mw_limits limits = fuzz_limits();
    fuzz_maze_text(m);
    if (fuzz_large(m))
        return;
    check_paint(m, rng);
    if (m->kind->design)
        check_design(m, rng);
    // What takes long is for some of the inputs: to read is what comes first here.
    if (!fuzz_choose(rng, 4))
        check_walk(m, rng);
    if (!fuzz_choose(rng, 4))
        check_search(m, rng);
    if (!fuzz_choose(rng, 8))
        check_evaluation(m);
    if (!fuzz_choose(rng, 64))
        mw_laws(m, mw_rng_next(rng), &limits, say_law, NULL);
}
