// marble_support.h: what the tests of marbles under physics share.
#ifndef MW_TEST_MARBLE_SUPPORT_H
#define MW_TEST_MARBLE_SUPPORT_H

#include "kinds/marble/marble.h"
#include "kinds/marble/controller.h"
#include "support.h"

#define MANY(n) (SANITIZED ? (n) / 4 : (n))

static const char *const mazes[] = {"marble:5x5x5,outer#1", "marble:5x5x5,outer#2",
                                    "marble:5x5x5,outer#3", "marble:5x5x5,outer#4",
                                    "marble:3x3x3#1",       "marble:3x3x3#2",
                                    "marble:3x3x3#3",       "marble:6x6#1",
                                    "marble:6x6#2",         "marble:5x5x5,outer,orientations=24#5"};

// At rest in its first corner; physics NULL: the usual.
static inline controller opened(const mw_maze *m, const mw_marble_engine *e,
                                const mw_marble_physics *p)
{
    controller c;
    mw_marble_physics usual = mw_marble_default_physics();
    assert_true(mw_controller_open(&c, m, e, p ? p : &usual, 1));
    mw_controller_settle(&c);
    assert_int_equal(c.phase, MW_MARBLE_STABLE);
    return c;
}

static inline void rotate_somewhere(controller *c, mw_rng *rng)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned n = mw_marble_tilts(c->maze, c->orientation, tilts);
    mw_controller_rotate(c, tilts[mw_rng_below(rng, n)].to);
}

static inline bool moving(const controller *c)
{
    return c->phase == MW_MARBLE_ACCELERATING || c->phase == MW_MARBLE_DECELERATING ||
           c->phase == MW_MARBLE_WAITING;
}

#endif
