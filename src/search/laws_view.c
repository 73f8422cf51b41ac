// laws_view.c: laws of what a player sees or is told: pictures, moves under way, cells in words.
#include "core/memory.h"
#include "mazewright/scene.h"
#include "search/laws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MAX 20000 // of all pictures, or of all cells in words, that one law asks for
#define STEPS     5     // random moves between two samples
#define OVERHANG  0.15  // of a cell: what leaves the board may stick out of the picture that far

// ---- scenes

static bool same_shape(const mw_shape *s, const mw_shape *t)
{
    const mw_ink *p = &s->ink, *q = &t->ink;
    return p->role == q->role && p->tint == q->tint && p->shade == q->shade &&
           p->width == q->width && p->fade == q->fade && p->cell == q->cell && s->type == t->type &&
           s->first == t->first && s->count == t->count && s->x == t->x && s->y == t->y &&
           s->size == t->size && !strcmp(s->text, t->text);
}

static bool same_scene(const mw_scene *a, const mw_scene *b)
{
    if (a->width != b->width || a->height != b->height || a->shape_count != b->shape_count ||
        a->point_count != b->point_count)
        return false;
    for (uint32_t i = 0; i < a->shape_count; i++)
        if (!same_shape(&a->shapes[i], &b->shapes[i]))
            return false;
    return !a->point_count || !memcmp(a->points, b->points, 2 * a->point_count * sizeof *a->points);
}

static bool within(double at, double radius, double size)
{
    return at - radius >= -OVERHANG && at + radius <= size + OVERHANG;
}

static bool shape_within(const mw_scene *s, const mw_shape *k, uint32_t cells)
{
    double radius = k->type == MW_CIRCLE ? k->size : 0;
    bool round = k->type == MW_CIRCLE || k->type == MW_TEXT;
    return (unsigned)k->ink.role < MW_ROLES && k->ink.tint <= MW_TINTS && k->ink.cell <= cells &&
           k->ink.fade >= 0 && k->ink.fade <= 1 &&
           (!round ||
            (k->size > 0 && within(k->x, radius, s->width) && within(k->y, radius, s->height)));
}

// Is the whole picture within its own size?
static bool within_picture(const mw_scene *s, uint32_t cells)
{
    if (!(s->width > 0 && isfinite(s->width) && s->height > 0 && isfinite(s->height)))
        return false;
    for (uint32_t p = 0; p < 2 * s->point_count; p++)
        if (!within(s->points[p], 0, p % 2 ? s->height : s->width))
            return false;
    for (uint32_t i = 0; i < s->shape_count; i++)
        if (!shape_within(s, &s->shapes[i], cells))
            return false;
    return true;
}

// Draws a state, or with `e` the move out of it at the time t. False: memory ran out, or the check
// is to stop.
static bool draw(mw_check *c, const mw_state *s, const mw_edge *e, double t, mw_scene *scene)
{
    if (mw_told_to_stop(c))
        return false;
    *scene = (mw_scene){.most = mw_rest_of_limits(c).bytes};
    if (e)
        c->kind->view->animate(c->m, s, e, t, scene);
    else
        c->kind->view->draw(c->m, s, scene);
    if (!mw_check_no_memory(c, scene->failed, NULL))
        return true;
    mw_scene_free(scene);
    return false;
}

// ---- pictures

static void check_down(mw_check *c, const mw_state *s)
{
    char where[120];
    double d[3] = {0};
    c->kind->view->down(c->m, s, d);
    if (!(fabs(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - 1) < 1e-6))
        mw_broken(c, "%s: where gravity pulls has not the length 1", mw_shown(c, s, where));
}

static void check_picture(mw_check *c, const mw_state *s, const mw_scene *first,
                          const double first_at[2])
{
    mw_scene scene;
    char where[120];
    double at[2] = {NAN, NAN};
    if (!draw(c, s, NULL, 0, &scene))
        return;
    c->kind->view->place(c->m, s, &at[0], &at[1]);
    if (!scene.shape_count || !within_picture(&scene, mw_cells_of(c->m)))
        mw_broken(c, "%s: the picture is empty, or something lies outside of it",
                  mw_shown(c, s, where));
    if (!(at[0] >= 0 && at[0] <= scene.width && at[1] >= 0 && at[1] <= scene.height))
        mw_broken(c, "%s: the player's place is outside of the picture", mw_shown(c, s, where));
    bool moved = at[0] != first_at[0] || at[1] != first_at[1];
    if (moved && same_scene(&scene, first))
        mw_broken(c, "%s: the picture is that of the start, though the player is elsewhere",
                  mw_shown(c, s, where));
    mw_scene_free(&scene);
}

void mw_law_pictures(mw_check *c)
{
    mw_rng rng;
    mw_play p;
    mw_scene first;
    double at[2] = {0};
    mw_begin_play(c, &p);
    if (!MW_HAS(c->kind, view, draw) || !draw(c, &p.state, NULL, 0, &first))
        return;
    c->kind->view->place(c->m, &p.state, &at[0], &at[1]);
    mw_rng_seed(&rng, c->seed);
    for (unsigned i = 0; i < mw_samples(c, 20, CELLS_MAX) && mw_law_goes_on(c); i++) {
        check_picture(c, &p.state, &first, at);
        if (MW_HAS(c->kind, view, down))
            check_down(c, &p.state);
        for (unsigned step = 0; step < STEPS; step++)
            mw_play_on(c, &rng, &p);
    }
    mw_scene_free(&first);
}

// ---- moves under way

static bool drawn_as(mw_check *c, const mw_scene *scene, const mw_state *s)
{
    mw_scene rest;
    if (!draw(c, s, NULL, 0, &rest))
        return true; // nothing is known
    bool same = same_scene(scene, &rest);
    mw_scene_free(&rest);
    return same;
}

// A move that ends the game may show how, so its end may look otherwise.
static void check_move(mw_check *c, const mw_state *from, const mw_edge *e)
{
    static const double times[] = {0, 1e-6, 0.3, 0.5, 0.72, 1 - 1e-6, 1};
    const char *word = c->kind->rules->actions[e->action].word;
    char where[120];
    for (unsigned i = 0; i < sizeof times / sizeof *times && mw_law_goes_on(c); i++) {
        mw_scene scene;
        if (!draw(c, from, e, times[i], &scene))
            return;
        if (!within_picture(&scene, mw_cells_of(c->m)))
            mw_broken(c, "%s: at %g of the move %s something lies outside of the picture",
                      mw_shown(c, from, where), times[i], word);
        if (times[i] == 0 && !drawn_as(c, &scene, from))
            mw_broken(c, "%s: the move %s does not begin as drawn", mw_shown(c, from, where), word);
        if (times[i] == 1 && e->status == MW_OPEN && !drawn_as(c, &scene, &e->to))
            mw_broken(c, "%s: the move %s does not end as drawn", mw_shown(c, from, where), word);
        mw_scene_free(&scene);
    }
}

void mw_law_animations(mw_check *c)
{
    mw_rng rng;
    mw_play p;
    if (!MW_HAS(c->kind, view, draw) || !MW_HAS(c->kind, view, animate))
        return;
    mw_rng_seed(&rng, c->seed);
    mw_begin_play(c, &p);
    for (unsigned i = 0; i < mw_samples(c, 12, CELLS_MAX / 10) && mw_law_goes_on(c); i++) {
        mw_edge edges[MW_EDGES_MAX + 1];
        bool open = p.status == MW_OPEN;
        unsigned n = open ? c->kind->rules->expand(c->m, &p.state, edges) : 0;
        for (unsigned k = 0; k < n && mw_law_goes_on(c); k++)
            check_move(c, &p.state, &edges[k]);
        for (unsigned step = 0; step < STEPS; step++)
            mw_play_on(c, &rng, &p);
    }
}

// ---- words

// Adds the words of a cell and a line's end. They must be fit to be read aloud: no blank or comma
// at either end, and no two blanks.
static void tell_cell(mw_check *c, const mw_state *s, uint32_t cell, mw_writer *w)
{
    char where[120];
    size_t begun = w->length;
    c->kind->view->look(c->m, s, cell, w);
    size_t length = w->length - begun;
    const char *words = length && !w->failed ? w->text + begun : "";
    char last = *words ? words[strlen(words) - 1] : 'x';
    if (strchr(" ,", *words ? *words : 'x') || strchr(" ,", last) || strstr(words, "  ") ||
        strstr(words, ", ,") || words[strcspn(words, "\n\t")])
        mw_broken(c, "%s: cell %u is told as '%s'", mw_shown(c, s, where), cell, words);
    if (!w->failed && MW_HAS(c->kind, rules, cell) && cell == mw_cell_of(c, s) &&
        !strstr(words, "you are here"))
        mw_broken(c, "%s: the words of the player's cell %u do not say 'you are here'",
                  mw_shown(c, s, where), cell);
    mw_write_char(w, '\n');
}

// All cells in words, or of a large board every n-th. NULL: memory ran out.
static char *tell_board(mw_check *c, const mw_state *s, uint32_t every)
{
    mw_writer w = {.most = mw_bytes_up_to(mw_rest_of_limits(c).bytes)};
    for (uint32_t cell = 0; cell < mw_cells_of(c->m); cell += every)
        tell_cell(c, s, cell, &w);
    char *board = mw_writer_take(&w);
    mw_check_no_memory(c, !board, NULL);
    return board;
}

static bool printable(const char *text)
{
    while (*text >= ' ' && *text <= '~')
        text++;
    return !*text;
}

static void check_glyph(mw_check *c, const mw_state *s, uint32_t cell)
{
    mw_glyph g = {0};
    char where[120];
    c->kind->view->glyph(c->m, s, cell, &g);
    if (!memchr(g.text, '\0', sizeof g.text) || !printable(g.text) ||
        (g.means && (!*g.means || !printable(g.means))))
        mw_broken(c, "%s: the glyph of cell %u has a character that no terminal shows",
                  mw_shown(c, s, where), cell);
    if ((unsigned)g.ground >= MW_ROLES || (unsigned)g.ink >= MW_ROLES || g.tint > MW_TINTS ||
        g.walls > 15)
        mw_broken(c, "%s: the glyph of cell %u has a role, a tint or a wall that there is not",
                  mw_shown(c, s, where), cell);
    if (MW_HAS(c->kind, rules, cell) && cell == mw_cell_of(c, s) && !g.here)
        mw_broken(c, "%s: the glyph of the player's cell %u does not say that he is here",
                  mw_shown(c, s, where), cell);
}

// Glyphs and what stands beside them, in random play.
static void check_glyphs(mw_check *c)
{
    mw_rng rng;
    mw_play p;
    mw_rng_seed(&rng, c->seed);
    mw_begin_play(c, &p);
    const uint32_t every = mw_cells_of(c->m) / CELLS_MAX + 1;
    for (unsigned i = 0; i < mw_samples(c, 20, CELLS_MAX) && mw_law_goes_on(c); i++) {
        for (uint32_t cell = 0; cell < mw_cells_of(c->m); cell += every)
            check_glyph(c, &p.state, cell);
        check_glyph(c, &p.state, mw_cell_of(c, &p.state));
        mw_writer w = {0};
        if (MW_HAS(c->kind, view, aside))
            c->kind->view->aside(c->m, &p.state, &w);
        if (w.length && w.text[w.length - 1] != '\n')
            mw_broken(c, "what stands beside the board does not end with a line's end");
        free(w.text);
        for (unsigned step = 0; step < STEPS; step++)
            mw_play_on(c, &rng, &p);
    }
}

void mw_law_words(mw_check *c)
{
    if (MW_HAS(c->kind, view, glyph))
        check_glyphs(c);
    mw_rng rng;
    mw_play p;
    if (!MW_HAS(c->kind, view, look))
        return;
    mw_rng_seed(&rng, c->seed);
    mw_begin_play(c, &p);
    const uint32_t every = mw_cells_of(c->m) / CELLS_MAX + 1, first_cell = mw_cell_of(c, &p.state);
    char *first = tell_board(c, &p.state, every), where[120];
    for (unsigned i = 1; i < mw_samples(c, 20, CELLS_MAX) && mw_law_goes_on(c); i++) {
        for (unsigned step = 0; step < STEPS; step++)
            mw_play_on(c, &rng, &p);
        char *board = tell_board(c, &p.state, every);
        bool moved = mw_cell_of(c, &p.state) != first_cell;
        if (board && every == 1 && moved && !strcmp(board, first))
            mw_broken(c, "%s: the board is told as at the start, though the player is elsewhere",
                      mw_shown(c, &p.state, where));
        free(board);
    }
    free(first);
}
