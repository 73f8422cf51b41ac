// streams.c: the methods by name, and how a budget of evaluations is divided into streams.
#include "mazewright/design.h"

#define MANY 1000000 // evaluations from which on a search is divided

const mw_method *mw_methods(void)
{
    static const mw_method methods[] = {
        {"anneal", "uphill less and less, as it cools down", MW_BY_SEARCH, MW_ANNEAL},
        {"adaptive", "the same, heated as the steps taken ask for", MW_BY_SEARCH, MW_ADAPTIVE},
        {"descent", "never uphill", MW_BY_SEARCH, MW_DESCENT},
        {"restarts", "never uphill, afresh when stuck", MW_BY_SEARCH, MW_RESTARTS},
        {"uphill", "never uphill but for a random step now and then", MW_BY_SEARCH, MW_UPHILL},
        {"genetic", "a population is bred", MW_BY_BREEDING, MW_ANNEAL},
        {"exact", "the proven longest maze, of small boards", MW_BY_PROOF, MW_ANNEAL},
        {"ladder", "many mazes, from easy to hard", MW_BY_LADDER, MW_ANNEAL},
        {0},
    };
    return methods;
}

unsigned mw_design_streams(uint64_t evaluations)
{
    return evaluations >= MANY ? MW_STREAMS : 1;
}

uint64_t mw_stream_seed(uint64_t seed, unsigned stream)
{
    mw_rng rng;
    if (!stream)
        return seed;
    mw_rng_seed(&rng, seed + (stream - 1) * 0x9e3779b97f4a7c15u);
    return rng.s[0] >> 1;
}

uint64_t mw_stream_share(uint64_t evaluations, unsigned streams, unsigned stream)
{
    uint64_t share = evaluations / streams;
    if (evaluations == MW_ENDLESS)
        return evaluations;
    return stream + 1 < streams ? share : evaluations - share * (streams - 1);
}

void mw_designed_join(mw_designed *d, mw_designed *other)
{
    uint64_t evaluations = d->evaluations + other->evaluations;
    bool stopped = d->stopped || other->stopped, limited = d->limited || other->limited;
    if (other->maze && (!d->maze || other->energy < d->energy)) {
        mw_maze_free(d->maze);
        *d = *other;
    } else {
        mw_maze_free(other->maze);
    }
    other->maze = NULL;
    d->evaluations = evaluations;
    d->stopped = stopped;
    d->limited = limited;
}
