// theseus_design.c: Theseus mazes as designers change them: a wall, now and then the exit or a
// start.
#include "kinds/theseus.h"

#include "core/rng.h"

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
    b->bytes[cell] ^= (uint8_t)WALL(side);
    b->bytes[cell + (uint32_t)b->step[side]] ^= (uint8_t)WALL((side + 2) & 3);
}

static void move_exit(mw_maze *m, board *b, mw_rng *rng)
{
    uint32_t w = m->w, h = m->h;
    if (b->door == WAIT) {
        b->exit = (uint16_t)mw_rng_below(rng, b->cells);
        b->goal = b->exit;
        return;
    }
    b->bytes[b->exit] |= (uint8_t)WALL(b->door);
    mw_theseus_border(w, h, mw_rng_below(rng, 2 * (w + h)), &b->exit, &b->door);
    b->bytes[b->exit] &= (uint8_t)~WALL(b->door);
}

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    uint32_t what = mw_rng_below(rng, 20);
    if (what < 17)
        flip_wall(m, b, rng);
    else if (what == 17)
        move_exit(m, b, rng);
    else if (what == 18)
        b->theseus = (uint16_t)mw_rng_below(rng, b->cells);
    else
        b->minotaur = (uint16_t)mw_rng_below(rng, b->cells);
    // A start that the change has made illegal moves on to the next legal cell.
    while (b->theseus == b->goal || b->theseus == b->minotaur)
        b->theseus = (uint16_t)((b->theseus + 1) % b->cells);
    mw_theseus_refresh(m);
}

static void set_start(mw_maze *m, const mw_state *s)
{
    board *b = (board *)m->data;
    b->theseus = (uint16_t)mw_theseus_place(s);
    b->minotaur = (uint16_t)mw_theseus_hunter(s);
}

const mw_design mw_theseus_design = {
    .mutate = mutate,
    .set_start = set_start,
    .presets =
        (const mw_preset[]){
            {.name = "longest",
             .about = "a long shortest solution, from the best start",
             .objective = "-best_length"},
            {.name = "parameters",
             .about = "Nihalani et al. (2010): their five parameters with their importances",
             .objective = "-(2*moves + 3*enemy_moves + static + 1.5*traps + false_paths)"},
            {.name = "deadly",
             .about = "long, with many ways to go wrong",
             .objective = "-length - 0.5*dead"},
            {0},
        },
};
