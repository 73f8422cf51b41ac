// design.c: how searches change a Theseus maze (mostly a wall, now and then the exit, a start or a
// moving block), mirror it, and write it as a string of bits.
#include "kinds/theseus/theseus.h"

#include "core/symmetry.h"

// No wall comes where a block walks.
static void flip_wall(mw_maze *m, board *b, uint32_t cell, unsigned side)
{
    if (b->block_count && !(b->bytes[cell] & WALL(side)) && mw_theseus_crosses(m, cell, side))
        return;
    mw_theseus_flip_wall(b->bytes, m->w, cell, side);
    mw_theseus_refresh_cell(m, cell);
    mw_theseus_refresh_cell(m, mw_theseus_beside(m->w, cell, side));
}

static void move_exit(mw_maze *m, board *b, const mw_theseus_change *c)
{
    if (b->door == WAIT) {
        if (c->cell != b->theseus && !mw_theseus_occupied(b, c->cell, 0))
            b->exit = b->goal = (uint16_t)c->cell;
    } else {
        b->bytes[b->exit] |= (uint8_t)WALL(b->door);
        b->exit = (uint16_t)c->cell;
        b->door = (uint8_t)c->side;
        b->bytes[b->exit] &= (uint8_t)~WALL(b->door);
    }
    mw_theseus_refresh(m);
}

#define BLOCK_SHARE 5 // of so many changes, one is of a block, if there are blocks

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    if (b->block_count && !mw_rng_below(rng, BLOCK_SHARE)) {
        mw_theseus_change_block(m, rng);
        return;
    }
    mw_theseus_change c = mw_theseus_draw_change(m->w, m->h, b->door != WAIT, rng);
    bool free = c.cell != b->theseus && c.cell != b->minotaur && !mw_theseus_occupied(b, c.cell, 0);
    if (c.what == MW_CHANGE_RIGHT)
        flip_wall(m, b, c.cell, RIGHT);
    else if (c.what == MW_CHANGE_DOWN)
        flip_wall(m, b, c.cell, DOWN);
    else if (c.what == MW_CHANGE_EXIT)
        move_exit(m, b, &c);
    else if (c.what == MW_CHANGE_THESEUS && free && c.cell != b->goal)
        b->theseus = (uint16_t)c.cell;
    else if (c.what == MW_CHANGE_MINOTAUR && free)
        b->minotaur = (uint16_t)c.cell;
}

static void set_start(mw_maze *m, const mw_state *s)
{
    board *b = (board *)m->data;
    mw_theseus_rotate_blocks(m, mw_theseus_turn(s)); // mazes begin in turn 0
    b->theseus = (uint16_t)mw_theseus_place(s);
    b->minotaur = (uint16_t)mw_theseus_minotaur(s);
}

// A maze has a Minotaur when it begins, and its exit is free.
static bool can_start(const mw_maze *m, const mw_state *s)
{
    const board *b = mw_theseus_board(m);
    return mw_theseus_minotaur(s) != NOWHERE &&
           !mw_theseus_occupied(b, b->goal, mw_theseus_turn(s));
}

static void turn_layout(const mw_maze *m, unsigned symmetry, const layout *l, layout *out)
{
    *out = *l;
    out->w = mw_turned_w(m, symmetry);
    out->h = mw_turned_h(m, symmetry);
    out->theseus = (uint16_t)mw_turned_cell(m, l->theseus, symmetry);
    out->minotaur = (uint16_t)mw_turned_cell(m, l->minotaur, symmetry);
    out->exit = (uint16_t)mw_turned_cell(m, l->exit, symmetry);
    out->door = (uint8_t)(l->door == WAIT ? WAIT : mw_turned_side(l->door, symmetry));
    out->vertical_first = l->vertical_first != !!(symmetry & 4); // sideways becomes up and down
    for (unsigned i = 0; i < l->block_count; i++)
        for (unsigned k = 0; k < l->blocks[i].period; k++)
            out->blocks[i].path[k] = (uint16_t)mw_turned_cell(m, l->blocks[i].path[k], symmetry);
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++) {
        unsigned walls = 0;
        for (unsigned side = UP; side <= LEFT; side++)
            if (l->walls[c] & WALL(side))
                walls |= WALL(mw_turned_side(side, symmetry));
        out->walls[mw_turned_cell(m, c, symmetry)] = (uint8_t)walls;
    }
}

static mw_maze *turn(const mw_maze *m, unsigned symmetry)
{
    layout l, turned;
    mw_theseus_layout(m, &l);
    turn_layout(m, symmetry, &l, &turned);
    return mw_theseus_make(m->kind, &turned);
}

// ---- a maze as the string of bits that Nihalani et al. (2010) breed: the cells of Theseus, the
// Minotaur and the exit; then the walls below cells, then those beside cells, each row by row. The
// border is no part of it. Of their own are a door, whose place in the border stands for the exit,
// and moving blocks, which come last.

static unsigned exit_bits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return mw_bits_for(b->door == WAIT ? b->cells : 2u * (m->w + m->h));
}

static unsigned bits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    unsigned blocks = mw_theseus_block_bits(m);
    if (b->minotaur == NOWHERE || (b->block_count && !blocks))
        return 0;
    return 2 * mw_bits_for(b->cells) + exit_bits(m) + m->w * (m->h - 1u) + (m->w - 1u) * m->h +
           blocks;
}

// The place of a side of the border, as mw_theseus_border counts them.
static uint32_t place_in_border(const mw_maze *m, uint32_t cell, unsigned side)
{
    uint32_t x = cell % m->w, y = cell / m->w;
    return side == UP      ? x
           : side == RIGHT ? m->w + y
           : side == DOWN  ? m->w + m->h + x
                           : 2u * m->w + m->h + y;
}

static void encode(const mw_maze *m, uint64_t *out)
{
    const board *b = mw_theseus_board(m);
    unsigned each = mw_bits_for(b->cells);
    mw_bits s = mw_bits_write(out, bits(m));
    mw_bits_put_number(&s, b->theseus, each);
    mw_bits_put_number(&s, b->minotaur, each);
    mw_bits_put_number(&s, b->door == WAIT ? b->exit : place_in_border(m, b->exit, b->door),
                       exit_bits(m));
    for (uint32_t c = 0; c + m->w < b->cells; c++)
        mw_bits_put(&s, b->bytes[c] & WALL(DOWN));
    for (uint32_t c = 0; c < b->cells; c++)
        if ((c + 1) % m->w)
            mw_bits_put(&s, b->bytes[c] & WALL(RIGHT));
    mw_theseus_encode_blocks(m, &s);
}

static void take_walls(mw_maze *m, mw_bits *s)
{
    board *b = (board *)m->data;
    mw_theseus_clear_walls(b->bytes, m->w, m->h);
    for (uint32_t c = 0; c + m->w < b->cells; c++)
        if (mw_bits_take(s))
            mw_theseus_flip_wall(b->bytes, m->w, c, DOWN);
    for (uint32_t y = 0; y < m->h; y++)
        for (uint32_t x = 0; x + 1 < m->w; x++)
            if (mw_bits_take(s))
                mw_theseus_flip_wall(b->bytes, m->w, y * m->w + x, RIGHT);
}

static bool decode(mw_maze *m, const uint64_t *in)
{
    board *b = (board *)m->data;
    unsigned each = mw_bits_for(b->cells), side = WAIT;
    mw_bits s = mw_bits_read(in);
    uint32_t theseus = mw_bits_take_number(&s, each), minotaur = mw_bits_take_number(&s, each),
             exit = mw_bits_take_number(&s, exit_bits(m));
    bool door = b->door != WAIT;
    if (theseus >= b->cells || minotaur >= b->cells || theseus == minotaur ||
        exit >= (door ? 2u * (m->w + m->h) : b->cells) || (!door && theseus == exit))
        return false;
    b->theseus = (uint16_t)theseus;
    b->minotaur = (uint16_t)minotaur;
    b->exit = (uint16_t)(door ? mw_theseus_border(m->w, m->h, exit, &side) : exit);
    b->door = (uint8_t)side;
    b->goal = door ? b->cells : b->exit;
    take_walls(m, &s);
    if (door)
        b->bytes[b->exit] &= (uint8_t)~WALL(side);
    mw_theseus_refresh(m);
    return mw_theseus_decode_blocks(m, &s);
}

const mw_design mw_theseus_design = {
    .size = sizeof(mw_design),
    .mutate = mutate,
    .set_start = set_start,
    .turn = turn,
    .chains = &mw_theseus_chains,
    .presets =
        (const mw_preset[]){
            {.name = "longest",
             .about = "a long shortest solution, from the best start",
             .objective = "-best_length",
             .hot = 0.65,
             .cold = 0.25,
             .per_side = true},
            {.name = "parameters",
             .about =
                 "Nihalani et al. (2010): the sum of their parameters, not normalised, of which "
                 "they warn; fitness is normalised",
             .objective = "-(2*moves + 3*enemy_moves + static + 1.5*traps + false_paths)"},
            {.name = "deadly",
             .about = "long, with many ways to go wrong",
             .objective = "-length - 0.5*dead"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
    .bits = bits,
    .encode = encode,
    .decode = decode,
    .can_start = can_start,
};
