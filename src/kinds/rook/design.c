// design.c: rook mazes as designers change and judge them: the slides' step, the energies of
// Neller and others, and an evaluation with one 64-bit set of cells for each jump.
#include "kinds/rook/rook.h"
#include "kinds/rook/chain.h"

#include "mazewright/rng.h"
#include "core/symmetry.h"

#include <math.h>
#include <string.h>

// ---- one step: a random cell gets a different random jump

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

uint32_t mw_rook_longest_jump(const mw_maze *m, uint32_t cell)
{
    return mw_rook_longest(m->w, m->h, cell);
}

void mw_rook_mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    uint32_t cell;
    if (mw_rook_draw_cell(m->w, m->h, b->goal, rng, &cell))
        b->jumps[cell] =
            (uint8_t)mw_rook_draw_jump(mw_rook_longest(m->w, m->h, cell), b->jumps[cell], rng);
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

bool mw_rook_evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
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

const mw_design mw_rook_design = {
    .size = sizeof(mw_design),
    .mutate = mw_rook_mutate,
    .set_start = set_start,
    .exact = mw_rook_exact,
    .bits = mw_rook_bits,
    .encode = mw_rook_encode,
    .decode = mw_rook_decode,
    .turn = turn,
    .chains = &mw_rook_chains,
    .presets =
        (const mw_preset[]){
            {.name = "slide2",
             .about = "Neller: every cell reaches the goal, then a long solution",
             .objective = "rows*cols*unreaching - length",
             .hot = 1,
             .cold = 0.25},
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
             .objective = "-length",
             .hot = 1,
             .cold = 0.25},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
};
