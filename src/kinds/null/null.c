// null.c: the smallest complete kind, and the tutorial of docs/guide.md: a corridor of cells,
// walked left and right from S to G.
//
//     null 7x1
//     .S..*.G        '.' floor, '*' wall (so this one cannot be solved)
#include "mazewright/rng.h"
#include "mazewright/scene.h"
#include "mazewright/text.h"

#include <string.h>

#define LENGTH_MAX 1000

enum { LEFT, RIGHT };

typedef struct corridor { // maze->data
    uint32_t start, goal;
    char cells[]; // '.' or '*'
} corridor;

static const corridor *of(const mw_maze *m)
{
    return (const corridor *)m->data;
}

// ---- text

static mw_maze *make(mw_source *src, uint32_t length)
{
    mw_maze *m = mw_maze_new(src->kind, sizeof(corridor) + length);
    if (!m) {
        mw_no_memory(src->error);
        return NULL;
    }
    m->w = (uint16_t)length;
    m->h = 1;
    m->traits = MW_UNIT_COST | MW_REVERSIBLE;
    return m;
}

static bool read_cells(mw_source *src, const mw_line *row, corridor *c)
{
    bool start = false, goal = false;
    char shown[16];
    for (uint32_t x = 0; x < row->length; x++) {
        char cell = row->text[x];
        bool *mark = cell == 'S' ? &start : cell == 'G' ? &goal : NULL;
        if (mark && *mark)
            return mw_fail(src, row->number, x + 1, "a second %c; there is one start and one goal",
                           cell);
        if (mark)
            *mark = true;
        if (cell == 'S')
            c->start = x;
        if (cell == 'G')
            c->goal = x;
        if (!mark && cell != '.' && cell != '*' && cell != 'x')
            return mw_fail(src, row->number, x + 1, "%s is no cell; use . * S G",
                           mw_show_byte(cell, shown));
        c->cells[x] = cell == '*' || cell == 'x' ? '*' : '.';
    }
    if (!start || !goal)
        return mw_fail(src, row->number, 1, "no %s; mark it with %c", start ? "goal" : "start",
                       start ? 'G' : 'S');
    return true;
}

static mw_maze *parse(mw_source *src)
{
    mw_grid grid;
    mw_maze *m = NULL;
    if (mw_grid_read(src, 1, &grid) && mw_grid_height(src, 1) &&
        mw_grid_width(src, &grid.rows[0], grid.rows[0].length, grid.rows[0].length, LENGTH_MAX) &&
        (m = make(src, grid.rows[0].length)) &&
        !read_cells(src, &grid.rows[0], (corridor *)m->data)) {
        mw_maze_free(m);
        m = NULL;
    }
    mw_grid_free(&grid);
    return m;
}

static void print(const mw_maze *m, bool compact, mw_writer *w)
{
    const corridor *c = of(m);
    for (uint32_t x = 0; x < m->w; x++)
        mw_write_char(w, x == c->start        ? 'S'
                         : x == c->goal       ? 'G'
                         : c->cells[x] == '.' ? '.'
                         : compact            ? 'x'
                                              : '*');
    mw_write_char(w, '\n');
}

static bool fits(mw_source *src)
{
    return (src->h == 1 && src->d == 1 && src->w >= 2 && src->w <= LENGTH_MAX) ||
           mw_fail_size(src, "a corridor is 2x1 to %dx1", LENGTH_MAX);
}

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    if (!fits(src))
        return NULL;
    mw_maze *m = make(src, src->w);
    if (m) {
        corridor *c = (corridor *)m->data;
        memset(c->cells, '.', src->w);
        c->start = mw_rng_below(rng, src->w);
        c->goal = (c->start + 1 + mw_rng_below(rng, src->w - 1)) % src->w;
    }
    return m;
}

// ---- rules
// state: w[0] = cell

static void start(const mw_maze *m, mw_state *s)
{
    *s = (mw_state){{of(m)->start}};
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    return s->w[0] == of(m)->goal ? MW_SOLVED : MW_OPEN;
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    unsigned n = 0;
    for (unsigned action = LEFT; action <= RIGHT; action++) {
        uint64_t to = s->w[0] + (action == RIGHT ? 1 : UINT64_MAX); // left of 0 is beyond the end
        if (to >= m->w || of(m)->cells[to] == '*')
            continue;
        edges[n] = (mw_edge){.to = {{to}}, .rank = to, .cost = 1, .action = (uint16_t)action};
        edges[n].status = (int16_t)status(m, &edges[n].to);
        n++;
    }
    return n;
}

static void describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    (void)m;
    mw_write(w, "column %u", (unsigned)s->w[0] + 1);
}

static void why_not(const mw_maze *m, const mw_state *s, uint16_t action, mw_writer *w)
{
    uint64_t to = s->w[0] + (action == RIGHT ? 1 : UINT64_MAX);
    if (to >= m->w)
        mw_write(w, "the corridor ends there");
    else if (of(m)->cells[to] == '*')
        mw_write(w, "a wall is there");
}

static void measure(const mw_maze *m, const mw_state *s, uint64_t wanted, double *values)
{
    (void)wanted;
    values[0] = (double)s->w[0] + 1;
    values[1] = of(m)->goal + 1.0;
}

// ---- dense index: the cell itself

static uint64_t count(const mw_maze *m)
{
    return m->w;
}

static uint64_t rank(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return s->w[0];
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    *s = (mw_state){{r}};
    return of(m)->cells[r] == '.';
}

static uint32_t cell(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return (uint32_t)s->w[0];
}

// ---- for those who do not see the board, and for those who change it

static void look(const mw_maze *m, const mw_state *s, uint32_t at, mw_writer *w)
{
    const corridor *c = of(m);
    mw_write(w, "%s%s",
             at == c->start        ? "start"
             : at == c->goal       ? "goal"
             : c->cells[at] == '*' ? "wall"
                                   : "floor",
             at == s->w[0] ? ", you are here" : "");
}

static mw_maze *paint(const mw_maze *m, unsigned brush, uint32_t at, unsigned side, mw_error *error)
{
    (void)side;
    if (at == of(m)->start || at == of(m)->goal)
        return mw_no_maze(error, "start and goal can be moved, but not painted over");
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return mw_no_memory(error);
    corridor *c = (corridor *)out->data;
    c->cells[at] = ".*.."[brush];
    if (brush == 2)
        c->start = at;
    if (brush == 3)
        c->goal = at;
    return out;
}

// Walls and marks stay where they are; what is cut off moves to the end.
static mw_maze *resize(const mw_maze *m, bool keep, mw_source *src)
{
    if (!fits(src))
        return NULL;
    mw_maze *out = make(src, src->w);
    if (!out)
        return NULL;
    const corridor *c = of(m);
    corridor *o = (corridor *)out->data;
    uint32_t last = src->w - 1;
    memset(o->cells, '.', src->w);
    memcpy(o->cells, c->cells, !keep ? 0 : m->w < src->w ? m->w : src->w);
    o->start = !keep ? 0 : c->start < last ? c->start : last;
    o->goal = !keep || c->goal > last ? last : c->goal;
    if (o->start == o->goal)
        o->start = last - 1;
    o->cells[o->start] = o->cells[o->goal] = '.';
    return out;
}

static void glyph(const mw_maze *m, const mw_state *s, uint32_t at, mw_glyph *g)
{
    const corridor *c = of(m);
    g->here = at == s->w[0];
    g->text[0] = g->here ? '@' : at == c->start ? 'S' : at == c->goal ? 'G' : c->cells[at];
    g->ground = g->here               ? MW_ROLE_HERO
                : at == c->goal       ? MW_ROLE_GOAL
                : c->cells[at] == '*' ? MW_ROLE_BLOCKED
                                      : MW_ROLE_FLOOR;
    g->ink = MW_ROLE_LABEL;
    g->means = g->here ? "you" : at == c->goal ? "goal" : c->cells[at] == '*' ? "wall" : NULL;
}

// ---- heuristic

static uint32_t straight(const mw_maze *m, const mw_state *s)
{
    uint32_t at = (uint32_t)s->w[0], goal = of(m)->goal;
    return at > goal ? at - goal : goal - at;
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions = (const mw_action[]){{.word = "L", .arrow = MW_ARROW_LEFT},
                                   {.word = "R", .arrow = MW_ARROW_RIGHT},
                                   {0}},
    .start = start,
    .status = status,
    .expand = expand,
    .describe = describe,
    .count = count,
    .rank = rank,
    .unrank = unrank,
    .cell = cell,
    .why_not = why_not,
    .features = (const mw_feature[]){{.name = "x", .about = "column of the player, from 1"},
                                     {.name = "goal_x", .about = "column of the goal"},
                                     {0}},
    .measure = measure,
};

static const mw_text text = {
    .size = sizeof(mw_text),
    .parse = parse,
    .print = print,
    .random = random_maze,
    .generator = 1,
};

static const mw_view view = {
    .size = sizeof(mw_view),
    .look = look,
    .glyph = glyph,
};

static const mw_editor editor = {
    .size = sizeof(mw_editor),
    .brushes = (const mw_brush[]){{.name = ".", .about = "floor"},
                                  {.name = "*", .about = "a wall"},
                                  {.name = "S", .about = "the start"},
                                  {.name = "G", .about = "the goal"},
                                  {0}},
    .paint = paint,
    .resize = resize,
};

const mw_kind mw_null = {
    .size = sizeof(mw_kind),
    .name = "null",
    .about = "a corridor: walk from S to G (the tutorial kind)",
    .rules = &rules,
    .text = &text,
    .view = &view,
    .editor = &editor,
    .heuristics =
        (const mw_heuristic[]){
            {.name = "straight",
             .about = "cells between here and G",
             .claims = mw_claims_consistent,
             .eval = straight},
            {0},
        },
};
