// layout_join.c: makes a large state graph small enough to be drawn: states that are alike become
// one node. First those with the same neighbours, then, in rounds that pair groups, corridors,
// siblings, and at last any neighbours.
#include "draw/layout.h"

#include <stdlib.h>
#include <string.h>

// Groups of another sort are joined only if there is no other way.
enum { START, GOAL, DEAD, OPEN };

static unsigned sort_of(const mw_groups *k, uint32_t group)
{
    uint32_t s = k->members[k->first[group]];
    return !s                                 ? START
           : k->graph->status[s] == MW_SOLVED ? GOAL
           : k->graph->distance[s] == MW_FAR  ? DEAD
                                              : OPEN;
}

static void note(mw_groups *k, uint32_t group, uint32_t state, uint8_t direction, uint32_t *count)
{
    uint32_t other = state == MW_FAR ? MW_FAR : k->of[state];
    if (other == MW_FAR || other == group)
        return;
    if (k->seen[other] != group + 1) {
        k->seen[other] = group + 1;
        k->direction[other] = 0;
        k->near[(*count)++] = other;
    }
    k->direction[other] |= direction;
}

uint32_t mw_groups_near(mw_groups *k, uint32_t group)
{
    const mw_graph *g = k->graph;
    uint32_t count = 0;
    for (uint32_t i = k->first[group]; i < k->first[group + 1]; i++) {
        uint32_t s = k->members[i];
        for (uint32_t a = g->first[s]; a < g->first[s + 1]; a++)
            note(k, group, g->arcs[a].to, 1, &count);
        for (uint32_t b = g->back_first[s]; b < g->back_first[s + 1]; b++)
            if (g->back[b] < g->reachable)
                note(k, group, g->back[b], 2, &count);
    }
    return count;
}

// ---- a round of joining: to[group] is the group that it joins, or itself

// Numbers the groups anew after a round.
static bool regroup(mw_groups *k, uint32_t *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->count; i++) // to[i] <= i, and that one is numbered already
        if (to[i] == i) {
            k->layer[count] = k->layer[i];
            to[i] = count++;
        } else {
            uint32_t into = to[to[i]];
            k->layer[into] = k->layer[i] < k->layer[into] ? k->layer[i] : k->layer[into];
            to[i] = into;
        }
    memset(k->first, 0, ((size_t)count + 2) * sizeof *k->first);
    uint32_t *at = k->first + 1; // shifted by one, so that filling leaves the starts behind
    for (uint32_t s = 0; s < k->graph->reachable; s++)
        if (k->of[s] != MW_FAR) {
            k->of[s] = to[k->of[s]];
            at[k->of[s] + 1]++;
        }
    for (uint32_t i = 1; i < count; i++)
        at[i] += at[i - 1];
    for (uint32_t s = 0; s < k->graph->reachable; s++)
        if (k->of[s] != MW_FAR)
            k->members[at[k->of[s]]++] = s;
    k->count = count;
    return !mw_stopping();
}

static void round_begin(mw_groups *k, uint32_t *to)
{
    memset(k->seen, 0, ((size_t)k->count + 1) * sizeof *k->seen);
    for (uint32_t i = 0; i < k->count; i++)
        to[i] = i;
}

// ---- twins

typedef struct twin {
    uint64_t key;
    uint32_t group;
} twin;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static int by_key(const void *a, const void *b)
{
    const twin *one = a, *two = b;
    return one->key != two->key ? (one->key > two->key) - (one->key < two->key)
                                : (one->group > two->group) - (one->group < two->group);
}

// Joins groups in the same layer with the same moves to and from the same groups.
static void join_twins(mw_groups *k, uint32_t *to, twin *twins)
{
    for (uint32_t i = 0; i < k->count && !MW_STOPPING_AT(i); i++) {
        uint64_t key = mixed(sort_of(k, i) + 4 * (uint64_t)k->layer[i]);
        uint32_t n = mw_groups_near(k, i);
        for (uint32_t j = 0; j < n; j++) // a sum, because their order does not matter
            key += mixed(k->near[j] * UINT64_C(4) + k->direction[k->near[j]] + (UINT64_C(1) << 40));
        twins[i] = (twin){key, i};
    }
    if (mw_stopped())
        return;
    qsort(twins, k->count, sizeof *twins, by_key);
    for (uint32_t i = 1; i < k->count; i++)
        if (twins[i].key == twins[i - 1].key && twins[i].group)
            to[twins[i].group] = to[twins[i - 1].group];
}

// ---- pairs

typedef enum { CORRIDORS, SIBLINGS, ALIKE, NEIGHBOURS, STAGES } stage;

// The first group after this one that is free and has the sort and, of siblings, the layer.
static uint32_t partner(mw_groups *k, const uint32_t *to, const bool *taken, stage now,
                        uint32_t group)
{
    uint32_t best = MW_FAR, n = mw_groups_near(k, group);
    if (now == CORRIDORS && n > 2)
        return best;
    for (uint32_t j = 0; j < n; j++) {
        uint32_t other = k->near[j];
        bool fits = other > group && to[other] == other && !taken[other] &&
                    (now == NEIGHBOURS || sort_of(k, other) == sort_of(k, group));
        if (fits && other < best)
            best = other;
    }
    return best;
}

static void join_pairs(mw_groups *k, uint32_t *to, bool *taken, stage now)
{
    memset(taken, 0, k->count);
    for (uint32_t i = 1; i < k->count && !MW_STOPPING_AT(i); i++) {
        uint32_t other = taken[i] ? MW_FAR : partner(k, to, taken, now, i);
        if (other != MW_FAR) {
            to[other] = i;
            taken[i] = taken[other] = true;
        }
    }
}

// Pairs the neighbours of each group that lie in one layer.
static void join_siblings(mw_groups *k, uint32_t *to, bool *taken)
{
    memset(taken, 0, k->count);
    for (uint32_t i = 0; i < k->count && !MW_STOPPING_AT(i); i++) {
        uint32_t n = mw_groups_near(k, i), free_one[4] = {MW_FAR, MW_FAR, MW_FAR, MW_FAR};
        for (uint32_t j = 0; j < n; j++) {
            uint32_t other = k->near[j];
            unsigned sort = sort_of(k, other);
            if (taken[other] || sort == START || k->layer[other] <= k->layer[i])
                continue;
            uint32_t mate = free_one[sort];
            if (mate == MW_FAR || k->layer[mate] != k->layer[other]) {
                free_one[sort] = other;
                continue;
            }
            to[mate < other ? other : mate] = mate < other ? mate : other;
            taken[mate] = taken[other] = true;
            free_one[sort] = MW_FAR;
        }
    }
}

bool mw_groups_join(mw_groups *k, uint32_t most)
{
    if (k->count <= most)
        return true;
    unsigned mark = k->work->count;
    uint32_t *to = mw_layout_take(k->work, k->count, sizeof *to);
    twin *twins = mw_layout_take(k->work, k->count, sizeof *twins);
    bool *taken = mw_layout_take(k->work, k->count, sizeof *taken);
    bool ok = to && twins && taken;
    if (ok) {
        round_begin(k, to);
        join_twins(k, to, twins);
        ok = !mw_stopped() && regroup(k, to);
    }
    for (stage now = CORRIDORS; ok && k->count > most && now < STAGES;) {
        uint32_t before = k->count;
        round_begin(k, to);
        if (now == SIBLINGS)
            join_siblings(k, to, taken);
        else
            join_pairs(k, to, taken, now);
        ok = !mw_stopped() && regroup(k, to);
        if (before - k->count < before / 20 + (now == NEIGHBOURS ? 0 : 1))
            now++; // little is left to join so
    }
    mw_layout_drop(k->work, mark);
    return ok;
}
