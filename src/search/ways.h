// ways.h: all ways from one state of a graph to a win, cut into regions where all of them pass one
// state. For explanations (explain.c, explain_facts.c).
#ifndef MW_SEARCH_WAYS_H
#define MW_SEARCH_WAYS_H

#include "core/memory.h"
#include "mazewright/explain.h"

typedef struct mw_ways {
    const mw_graph *g;
    mw_budget budget;
    uint32_t *path; // the states of a cheapest way
    uint32_t moves; // of it; it has one state more
    // Of each state of the graph:
    uint32_t *region;                // MW_FAR: it is on no way
    uint32_t *step;                  // its place on the path; MW_FAR: it is not there
    uint32_t *depth;                 // least cost from where the ways begin
    uint32_t *mark, *parent, *queue; // for work on the states; mark is at most `marks`
    uint32_t marks;
    bool by_itself[MW_THINGS_MAX]; // of each thing: it changes, but no move can make a difference
} mw_ways;

// Finds the things that change by themselves, such as a block on its path: out of every state to
// which the ways may come, all moves lead to the same value, but for those that end the game. What
// becomes of them is nothing that a solution does. False: the work is to end.
bool mw_ways_find_clocks(mw_ways *);

// The states of one region, for work on its facts.
typedef struct mw_ways_part {
    uint32_t region;
    uint32_t begin, end; // states that all ways pass; the region has the first. end MW_FAR: the
                         // region ends with a win, in one of several states
} mw_ways_part;

// Facts that every way makes true in this part, as `musts` without their region's number, in an
// order that is right for every way; at most `room` of them, and the number of others in *unlisted.
// *order has a bit for each two of them (see mw_ways_order_words). False: memory ran out, or the
// work is to end. The caller frees the musts with all that is `with` them, and the order.
bool mw_ways_facts(mw_ways *, const mw_ways_part *, uint32_t room, mw_must **musts, uint32_t *count,
                   uint32_t *unlisted, uint64_t **order);
// Tells of each must what is new with it. False: memory ran out, or the work is to end.
bool mw_ways_news(mw_ways *, mw_explanation *);
// Words in a row of `order`: bit b of row a says that a comes first, or with b.
static inline size_t mw_ways_order_words(uint32_t facts)
{
    return ((size_t)facts + 63) / 64;
}

#endif
