// theseus_design.c: Theseus mazes as designers change them: a wall, now and then the exit or a
// start.
#include "kinds/theseus.h"

#include "mazewright/rng.h"
#include "core/symmetry.h"

// The wall between a cell and the next one to the right or below.
static void flip_wall(mw_maze *m, board *b, mw_rng *rng)
{
    uint32_t across = (m->w - 1u) * m->h, down = m->w * (m->h - 1u);
    uint32_t at = mw_rng_below(rng, across + down); // a board has at least 3 cells, so there is one
    bool sideways = at < across;
    if (!sideways)
        at -= across;
    uint32_t cell = sideways ? at / (m->w - 1u) * m->w + at % (m->w - 1u) : at;
    unsigned side = sideways ? RIGHT : DOWN;
    uint32_t other = cell + (uint32_t)b->step[side];
    b->bytes[cell] ^= (uint8_t)WALL(side);
    b->bytes[other] ^= (uint8_t)WALL((side + 2) & 3);
    mw_theseus_refresh_cell(m, cell);
    mw_theseus_refresh_cell(m, other);
}

static void move_exit(mw_maze *m, board *b, mw_rng *rng)
{
    uint32_t w = m->w, h = m->h;
    if (b->door == WAIT) {
        uint32_t cell = mw_rng_below(rng, b->cells);
        if (cell != b->theseus)
            b->exit = b->goal = (uint16_t)cell;
        mw_theseus_refresh(m);
        return;
    }
    b->bytes[b->exit] |= (uint8_t)WALL(b->door);
    mw_theseus_border(w, h, mw_rng_below(rng, 2 * (w + h)), &b->exit, &b->door);
    b->bytes[b->exit] &= (uint8_t)~WALL(b->door);
    mw_theseus_refresh(m);
}

static bool block_begins_at(const board *b, uint32_t cell)
{
    for (unsigned i = 0; i < b->block_count; i++)
        if (b->blocks[i].path[0] == cell)
            return true;
    return false;
}

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    uint32_t what = mw_rng_below(rng, 20), cell = mw_rng_below(rng, b->cells);
    bool free = cell != b->theseus && cell != b->minotaur && !block_begins_at(b, cell);
    if (what < 17)
        flip_wall(m, b, rng);
    else if (what == 17)
        move_exit(m, b, rng);
    else if (what == 18 && free && cell != b->goal)
        b->theseus = (uint16_t)cell;
    else if (what == 19 && free)
        b->minotaur = (uint16_t)cell;
}

static void set_start(mw_maze *m, const mw_state *s)
{
    board *b = (board *)m->data;
    if (b->block_count) // the blocks would have to start elsewhere, too: keep the maze's own start
        return;
    b->theseus = (uint16_t)mw_theseus_place(s);
    b->minotaur = (uint16_t)mw_theseus_hunter(s);
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

const mw_design mw_theseus_design = {
    .mutate = mutate,
    .set_start = set_start,
    .turn = turn,
    .presets =
        (const mw_preset[]){
            {.name = "longest",
             .about = "a long shortest solution, from the best start",
             .objective = "-best_length",
             .hot = 0.65,
             .cold = 0.25,
             .per_side = true},
            {.name = "parameters",
             .about = "Nihalani et al. (2010): their five parameters with their importances",
             .objective = "-(2*moves + 3*enemy_moves + static + 1.5*traps + false_paths)"},
            {.name = "deadly",
             .about = "long, with many ways to go wrong",
             .objective = "-length - 0.5*dead"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
    .bits = mw_theseus_bits,
    .encode = mw_theseus_encode,
    .decode = mw_theseus_decode,
};
