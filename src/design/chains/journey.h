// journey.h: what the files that follow chains share: voyage.c leads, meet.c lets chains exchange
// and resamples them, standing.c writes down where they are.
#ifndef MW_DESIGN_CHAINS_JOURNEY_H
#define MW_DESIGN_CHAINS_JOURNEY_H

#include "design/chains/chains.h"
#include "design/objective.h"

typedef struct mw_journey {
    const mw_kind *kind;
    const mw_chains *chains;
    const mw_design_plan *plan;
    const mw_voyage *way;
    mw_schedule schedule;
    mw_objective objective;
    mw_chain_plan shared;
    void *frame;
    mw_chain_set fleet;
    mw_maze *maze;       // some maze of the search, to be overwritten
    uint64_t leg, met;   // evaluations of each chain: in a leg; up to the last meeting
    double temperature;  // at that
    double began;        // by way->clock
    double first_gone;   // seconds after which the first leg was over
    uint64_t first_done; // evaluations by then
    double best;         // energy that was told of
    bool heats;          // temperatures are to be found
    bool starved;        // memory ran out
} mw_journey;

static inline void *mw_journey_genes(const mw_journey *v, void *all, uint32_t i)
{
    return (unsigned char *)all + i * v->chains->gene_bytes;
}

static inline uint64_t mw_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Evaluations at which chain i ends.
uint64_t mw_journey_end(const mw_journey *, uint32_t i);

// Evaluations between two meetings; 0: chains never meet.
uint64_t mw_journey_meeting(const mw_journey *);
// If all chains have paused for it. False: out of memory.
bool mw_journey_meet_if_due(mw_journey *);

// Gives plan->save a line for each chain, if it is asked for or `asked`, and they can pause here.
void mw_journey_save(mw_journey *, bool asked);
// Goes on from plan->resume: first the meetings, then a line for each chain. False: there is no
// such text, or it is not of this journey, or it is `starved`.
bool mw_journey_resume(mw_journey *);

#endif
