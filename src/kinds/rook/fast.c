// fast.c: the evaluation of a rook maze, with one 64-bit set of cells for each jump: backwards from
// the goal, a layer at a time.
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

// The cells whose number is one jump; those from where it stays in the grid.
typedef struct jumpers {
    set up_down, left, right;
    unsigned line; // places between a cell and where a jump down ends
} jumpers;

typedef struct sieve {
    jumpers by_jump[JUMPS_MAX]; // from 1
    unsigned longest;
    bool queen;
} sieve;

static void sort_jumps(const mw_maze *m, sieve *s)
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

// From where one jump leads into `to`: all at once, a shift for each direction. What leaves the
// grid at its top or bottom leaves the set, too.
static inline set jump_back(const sieve *s, const bool queen, set to)
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

// Where one jump leads from `from`; `all` are the cells of the grid.
static inline set jump_on(const sieve *s, set from, set all)
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
    sieve s;
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
