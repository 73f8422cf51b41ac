// design.c: how searches change a rook maze (the step of Neller's slides: one cell gets another
// jump), mirror it, and write it as a string of bits; and the objectives of Neller and others.
#include "kinds/rook/rook.h"
#include "kinds/rook/chain.h"

#include "core/bitstring.h"
#include "core/symmetry.h"

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

// A maze begins without a heading.
static bool can_start(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return !(s->w[0] >> 16);
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

// ---- a maze as a string of bits: the jump of each cell but the goal's, row by row, in as many
// bits as tell apart the jumps that stay in the grid there

static unsigned bits(const mw_maze *m)
{
    unsigned n = 0;
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++)
        n += c != mw_rook_board(m)->goal ? mw_bits_for(mw_rook_longest_jump(m, c)) : 0;
    return n;
}

static void encode(const mw_maze *m, uint64_t *out)
{
    const board *b = mw_rook_board(m);
    mw_bits s = mw_bits_write(out, bits(m));
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++)
        if (c != b->goal)
            mw_bits_put_number(&s, b->jumps[c] - 1u, mw_bits_for(mw_rook_longest_jump(m, c)));
}

static bool decode(mw_maze *m, const uint64_t *in)
{
    board *b = (board *)m->data;
    mw_bits s = mw_bits_read(in);
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++) {
        uint32_t longest = mw_rook_longest_jump(m, c);
        if (c == b->goal)
            continue;
        uint32_t jump = mw_bits_take_number(&s, mw_bits_for(longest)) + 1;
        if (jump > longest)
            return false;
        b->jumps[c] = (uint8_t)jump;
    }
    return true;
}

const mw_design mw_rook_design = {
    .size = sizeof(mw_design),
    .mutate = mw_rook_mutate,
    .set_start = set_start,
    .exact = mw_rook_exact,
    .bits = bits,
    .encode = encode,
    .decode = decode,
    .can_start = can_start,
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
