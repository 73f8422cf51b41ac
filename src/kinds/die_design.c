// die_design.c: die mazes as designers change them: an obstacle comes or goes.
#include "kinds/die.h"

#include "core/rng.h"

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    if (m->w * m->h < 3) // nothing but start and goal
        return;
    uint32_t cell;
    do
        cell = (mw_rng_below(rng, m->h) + 1) * (m->w + 2u) + mw_rng_below(rng, m->w) + 1;
    while (cell == b->start || cell == b->goal);
    b->cells[cell] = b->cells[cell] == WALL ? FREE : WALL;
}

const mw_design mw_die_design = {
    .mutate = mutate,
    .presets =
        (const mw_preset[]){
            {.name = "longest", .about = "a long shortest solution", .objective = "-length"},
            {.name = "unique",
             .about = "long, and only one way to do it in so few rolls",
             .objective = "-length + 10*(solutions - 1)*solvable"},
            {0},
        },
};
