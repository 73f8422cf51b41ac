// fast.c: evaluates a rook maze backwards from the goal, a layer at a time, with one 64-bit set of
// cells for each jump.
//
// chain.h does the same for graphics cards, where genes must be small: with jumps of up to 9 only,
// and with masks that it works out again in each layer. Here jumps go up to 35, and a maze's masks
// are worked out once, which is faster.
#include "kinds/rook/rook.h"

#include <math.h>
#include <string.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

typedef uint64_t set;

#define CELLS_MAX 64
#define JUMPS_MAX 36

// The cells that have one jump: those from which it stays in the grid up or down, left, right.
typedef struct jumpers {
    set up_down, left, right;
    unsigned line; // by how much the cell's number grows with a jump down
} jumpers;

typedef struct sorted {
    jumpers by_jump[JUMPS_MAX]; // from 1
    unsigned longest;
    bool queen;
} sorted;

static void sort_jumps(const mw_maze *m, sorted *s)
{
    const board *b = mw_rook_board(m);
    const unsigned w = m->w, h = m->h;
    set with[JUMPS_MAX], first_column = 0, left_part[JUMPS_MAX + 1];
    s->longest = larger(w, h) - 1;
    s->queen = b->directions == 8;
    memset(with, 0, (s->longest + 1) * sizeof *with);
    left_part[0] = 0;
    for (unsigned cell = 0; cell < w * h; cell++)
        with[b->jumps[cell]] |= (set)1 << cell;
    for (unsigned y = 0; y < h; y++)
        first_column |= (set)1 << y * w;
    for (unsigned x = 0; x < w; x++)
        left_part[x + 1] = left_part[x] | first_column << x;
    for (unsigned jump = 1; jump <= s->longest; jump++)
        s->by_jump[jump] = (jumpers){.up_down = jump < h ? with[jump] : 0,
                                     .left = jump < w ? with[jump] & ~left_part[jump] : 0,
                                     .right = jump < w ? with[jump] & left_part[w - jump] : 0,
                                     .line = jump < h ? jump * w : 0};
}

// The cells from which one jump leads into `to`, with one shift for each direction. What leaves the
// grid at its top or bottom is shifted out of the set.
static inline set jump_back(const sorted *s, const bool queen, set to)
{
    set from = 0;
    const jumpers *j = s->by_jump;
    for (unsigned jump = 1; jump <= s->longest; jump++) {
        j++;
        set lines = to << j->line | to >> j->line;
        from |= (lines & j->up_down) | (to >> jump & j->right) | (to << jump & j->left);
        if (queen)
            from |= j->up_down & ((lines >> jump & j->right) | (lines << jump & j->left));
    }
    return from;
}

// The cells to which one jump leads from `from`; `all` are the cells of the grid.
static inline set jump_on(const sorted *s, set from, set all)
{
    set to = 0;
    for (unsigned jump = 1; jump <= s->longest; jump++) {
        const jumpers *j = &s->by_jump[jump];
        set along = from & j->up_down, right = from & j->right, left = from & j->left;
        set aside = right << jump | left >> jump;
        to |= along << j->line | along >> j->line | aside;
        if (s->queen && j->line)
            to |= aside << j->line | aside >> j->line;
    }
    return to & all;
}

static bool evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    const board *b = mw_rook_board(m);
    uint32_t cells = (uint32_t)m->w * m->h;
    if (cells > CELLS_MAX || b->no_u_turn)
        return false;
    sorted s;
    sort_jumps(m, &s);
    *e = (mw_evaluation){.length = MW_FAR, .unreachable = (double)NAN};
    set reaching = 0, layer = (set)1 << b->goal, last = 0;
    uint32_t layers = 0;
    while (layer) {
        reaching |= last = layer;
        if (layer >> b->start & 1)
            e->length = layers;
        layer = (s.queen ? jump_back(&s, true, layer) : jump_back(&s, false, layer)) & ~reaching;
        layers++;
    }
    e->best_length = layers - 1;
    e->best = (mw_state){{(uint64_t)__builtin_ctzll(last)}};
    e->unreaching = (double)cells - __builtin_popcountll(reaching);
    if (whole) {
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) every maze has cells
        set all = ~(set)0 >> (CELLS_MAX - cells), reached = 0;
        for (layer = (set)1 << b->start; layer; layer = jump_on(&s, layer, all) & ~reached)
            reached |= layer;
        e->unreachable = (double)cells - __builtin_popcountll(reached);
        e->states = (uint32_t)__builtin_popcountll(reached);
        e->dead = (uint32_t)__builtin_popcountll(reached & ~reaching);
        e->own[0] = mw_rook_clusters(m, NULL);
    }
    return true;
}

const mw_fast mw_rook_fast = {
    .size = sizeof(mw_fast),
    .evaluate = evaluate,
};
