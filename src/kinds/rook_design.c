// rook_design.c: rook mazes as designers change and judge them: the slides' step, the energies of
// Neller and others, and an evaluation with one 64-bit set of cells for each cell.
#include "kinds/rook.h"

#include "mazewright/rng.h"
#include "core/symmetry.h"

#include <math.h>

// ---- one step: a random cell gets a different random jump

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

uint32_t mw_rook_longest_jump(const mw_maze *m, uint32_t cell)
{
    uint32_t x = cell % m->w, y = cell / m->w;
    return larger(larger(x, m->w - 1u - x), larger(y, m->h - 1u - y));
}

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    uint32_t cells = (uint32_t)m->w * m->h, cell, longest;
    bool possible = false;
    for (uint32_t c = 0; c < cells && !possible; c++)
        possible = c != b->goal && mw_rook_longest_jump(m, c) > 1;
    if (!possible)
        return;
    do {
        cell = mw_rng_below(rng, cells);
        longest = mw_rook_longest_jump(m, cell);
    } while (cell == b->goal || longest < 2);
    uint32_t jump = 1 + mw_rng_below(rng, longest - 1);
    b->jumps[cell] = (uint8_t)(jump < b->jumps[cell] ? jump : jump + 1);
    if (b->jumps[cell] > longest) // the old one was too long to be drawn: any will do
        b->jumps[cell] = (uint8_t)jump;
}

static void set_start(mw_maze *m, const mw_state *s)
{
    board *b = (board *)m->data;
    b->start = s->w[0] & 0xffff;
}

static mw_maze *turn(const mw_maze *m, unsigned symmetry)
{
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return NULL;
    const board *b = mw_rook_board(m);
    board *o = (board *)out->data;
    out->w = mw_turned_w(m, symmetry);
    out->h = mw_turned_h(m, symmetry);
    o->start = (uint16_t)mw_turned_cell(m, b->start, symmetry);
    o->goal = (uint16_t)mw_turned_cell(m, b->goal, symmetry);
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++)
        o->jumps[mw_turned_cell(m, c, symmetry)] = b->jumps[c];
    return out;
}

// ---- evaluation: backwards from the goal, a layer at a time

typedef uint64_t set;

// By cell: the cells from which one jump leads there; and forwards: where one jump leads.
static void find_jumps(const mw_maze *m, set *from, set *to)
{
    const board *b = mw_rook_board(m);
    const int w = m->w, h = m->h;
    for (int y = 0, cell = 0; y < h; y++)
        for (int x = 0; x < w; x++, cell++) {
            int jump = b->jumps[cell];
            if (!jump)
                continue;
            for (unsigned d = 0; d < b->directions; d++) {
                int end_x = x + mw_rook_step_x[d] * jump, end_y = y + mw_rook_step_y[d] * jump;
                if (end_x < 0 || end_x >= w || end_y < 0 || end_y >= h)
                    continue;
                from[end_y * w + end_x] |= (set)1 << cell;
                to[cell] |= (set)1 << (end_y * w + end_x);
            }
        }
}

// Everything that `links` lead to from `first`; *layers counts them, *start_layer is that of
// `start`.
static set flood(const set *links, uint32_t first, uint32_t start, uint32_t *layers,
                 uint32_t *start_layer, set *last)
{
    set seen = (set)1 << first, fresh = seen;
    *start_layer = MW_FAR;
    for (*layers = 0;; ++*layers) {
        set next = 0;
        *last = fresh;
        if (fresh >> start & 1)
            *start_layer = *layers;
        for (set rest = fresh; rest; rest &= rest - 1)
            next |= links[__builtin_ctzll(rest)];
        fresh = next & ~seen;
        if (!fresh)
            return seen;
        seen |= fresh;
    }
}

bool mw_rook_evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    const board *b = mw_rook_board(m);
    uint32_t cells = (uint32_t)m->w * m->h, layers, ignored;
    if (cells > 64 || b->no_u_turn)
        return false;
    set from[64] = {0}, to[64] = {0}, last;
    find_jumps(m, from, to);
    *e = (mw_evaluation){.unreachable = (double)NAN};
    set reaching = flood(from, b->goal, b->start, &layers, &e->length, &last);
    e->best_length = layers;
    e->best = (mw_state){{(uint64_t)__builtin_ctzll(last)}};
    e->unreaching = (double)cells - __builtin_popcountll(reaching);
    if (whole) {
        set reached = flood(to, b->start, b->start, &layers, &ignored, &last);
        e->unreachable = (double)cells - __builtin_popcountll(reached);
        e->states = (uint32_t)__builtin_popcountll(reached);
        e->dead = (uint32_t)__builtin_popcountll(reached & ~reaching);
        e->own[0] = mw_rook_clusters(m, NULL);
    }
    return true;
}

const mw_design mw_rook_design = {
    .mutate = mutate,
    .set_start = set_start,
    .exact = mw_rook_exact,
    .turn = turn,
    .presets =
        (const mw_preset[]){
            {.name = "slide2",
             .about = "Neller: every cell reaches the goal, then a long solution",
             .objective = "rows*cols*unreaching - length"},
            {.name = "slide1",
             .about = "Neller: every cell reaches the goal",
             .objective = "unreaching"},
            {.name = "preferred",
             .about = "Neller, Fisher, Choga, Lalvani and McCarty (2010)",
             .objective =
                 "if(solutions == 1, 0, (rows*cols)^3) + (rows*cols)^2*unreaching + forced^2"
                 " - min(forward_decisions, backward_decisions) + clusters"},
            {.name = "longest",
             .about = "a long shortest solution, whatever else",
             .objective = "-length"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
};
