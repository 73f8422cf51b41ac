// test_elimination.c: values of random walks, worked out by elimination, against plain repetition.
#include "search/elimination.h"

#include "mazewright/rng.h"
#include "support.h"
#include <math.h>
#include <stdlib.h>

enum { STATES_MOST = 400, MOVES_MOST = 6 };

typedef struct sample {
    mw_walk walk;
    mw_walk_value constants[STATES_MOST];
    uint64_t first[STATES_MOST + 1];
    mw_walk_move moves[STATES_MOST * MOVES_MOST];
} sample;

// A walk that ends in state 0. From each other state it goes on to any, itself among them, and now
// and then begins again.
static void make(sample *s, uint32_t count, uint64_t seed)
{
    mw_rng rng;
    mw_rng_seed(&rng, seed);
    *s = (sample){
        .walk = {.count = count, .constants = s->constants, .first = s->first, .moves = s->moves}};
    s->first[1] = 0;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t moves = 1 + mw_rng_below(&rng, MOVES_MOST - 1);
        uint64_t at = s->first[i];
        s->constants[i] = (mw_walk_value){1, mw_rng_below(&rng, 4) ? 0 : 0.125};
        for (uint32_t k = 0; k < moves; k++)
            s->moves[at++] = (mw_walk_move){mw_rng_below(&rng, count), 0.75 / moves};
        // Most go on in steps, so that the walk is long.
        s->moves[at++] = (mw_walk_move){i - 1, 0.25 - s->constants[i].again};
        s->first[i + 1] = at;
    }
}

static mw_walk_value repeat(const sample *s, uint32_t wanted)
{
    mw_walk_value v[STATES_MOST] = {{0}};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < s->walk.count; i++) {
            mw_walk_value now = s->constants[i];
            for (uint64_t k = s->first[i]; k < s->first[i + 1]; k++) {
                now.steady += s->moves[k].chance * v[s->moves[k].to].steady;
                now.again += s->moves[k].chance * v[s->moves[k].to].again;
            }
            changed |= fabs(now.steady - v[i].steady) > 1e-13 * now.steady;
            v[i] = now;
        }
    }
    return v[wanted];
}

static mw_limit eliminate(const sample *s, uint32_t wanted, uint64_t most, uint64_t bytes,
                          mw_walk_value *value)
{
    mw_budget budget = {.limit = bytes};
    uint64_t effort;
    mw_limit limit = mw_walk_eliminate(&s->walk, wanted, most, &budget, value, &effort);
    assert_int_equal(budget.used, 0);
    return limit;
}

TEST(values_are_those_of_repetition)
{
    sample *s = malloc(sizeof *s);
    assert_non_null(s);
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint32_t count = 2 + (uint32_t)(seed * 7 % (STATES_MOST - 2)), wanted = count - 1;
        mw_walk_value told;
        make(s, count, seed);
        assert_int_equal(eliminate(s, wanted, UINT64_MAX, 0, &told), MW_WITHIN);
        mw_walk_value exact = repeat(s, wanted);
        assert_true(fabs(told.steady - exact.steady) <= 1e-8 * exact.steady);
        assert_true(fabs(told.again - exact.again) <= 1e-8);
    }
    free(s);
}

TEST(limits_are_kept)
{
    sample *s = malloc(sizeof *s);
    mw_walk_value told;
    assert_non_null(s);
    make(s, STATES_MOST, 1);
    assert_int_equal(eliminate(s, 5, 100, 0, &told), MW_LIMIT_STATES);
    for (uint64_t bytes = 100; bytes < 300000; bytes = bytes * 3 / 2)
        if (eliminate(s, 5, UINT64_MAX, bytes, &told) != MW_LIMIT_MEMORY)
            assert_true(bytes > 10000);
    assert_int_equal(eliminate(s, 5, UINT64_MAX, 1000, &told), MW_LIMIT_MEMORY);
    free(s);
}
