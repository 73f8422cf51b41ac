// explain_facts.c: the facts that every way through a region makes true before it leaves it. A fact
// is one of them if the end of the region cannot be reached over states without it. Only facts of a
// cheapest way can be; each way that avoids one of them shows which others are not needed either.
#include "core/stop.h"
#include "search/fact_list.h"
#include "search/ways.h"

#include <stdlib.h>
#include <string.h>

typedef struct work {
    mw_ways *ways;
    const mw_ways_part *part;
    unsigned things;
    mw_fact_list list; // facts that may be needed. mark: number of the walk that last met one;
                       // done: a way avoids it
    uint32_t at_begin[MW_THINGS_MAX];
    bool constant[MW_THINGS_MAX]; // the thing has one value in all states but the first
    // Of the last walk: the states that were met, and where it ended.
    uint32_t visited, entries; // entries: states in which the avoided fact begins
    uint32_t reached;          // the end, or MW_FAR
    uint32_t rounds;           // of all walks
} work;

static void facts_of(const work *k, uint32_t id, uint32_t *values)
{
    mw_state s;
    mw_graph_state(k->ways->g, id, &s);
    mw_facts(k->ways->g->maze, &s, values);
}

static bool in_part(const work *k, uint32_t id)
{
    return k->ways->region[id] == k->part->region;
}

// ---- what changes by itself

// Looks at the moves out of a state, but for those that end the game: nothing may move in them.
// Returns how many things turn out to depend on them.
static unsigned look_at_moves(mw_ways *w, uint32_t id, unsigned things, bool *changed)
{
    const mw_graph *g = w->g;
    uint32_t here[MW_THINGS_MAX], first[MW_THINGS_MAX], other[MW_THINGS_MAX], to = MW_FAR;
    unsigned depend = 0;
    bool choice = false;
    mw_state s;
    for (uint32_t i = g->first[id]; i < g->first[id + 1]; i++) {
        uint32_t next = g->arcs[i].to;
        if (next == MW_FAR || next == to || g->status[next] != MW_OPEN)
            continue;
        choice = to != MW_FAR;
        to = choice ? to : next;
        mw_graph_state(g, next, &s);
        mw_facts(g->maze, &s, choice ? other : first);
        for (unsigned t = 0; choice && t < things; t++)
            if (w->by_itself[t] && other[t] != first[t]) {
                w->by_itself[t] = false;
                depend++;
            }
    }
    if (!choice)
        return depend;
    mw_graph_state(g, id, &s);
    mw_facts(g->maze, &s, here);
    for (unsigned t = 0; t < things; t++)
        changed[t] |= here[t] != first[t];
    return depend;
}

bool mw_ways_find_clocks(mw_ways *w)
{
    const unsigned things = mw_things(w->g->maze);
    bool changed[MW_THINGS_MAX] = {false};
    unsigned left = things;
    memset(w->by_itself, 1, sizeof w->by_itself);
    for (uint32_t id = 0; id < w->g->states && left; id++) {
        if (MW_STOPPING_AT(id))
            return false;
        if (w->depth[id] != MW_FAR)
            left -= look_at_moves(w, id, things, changed);
    }
    for (unsigned t = 0; t < things; t++)
        w->by_itself[t] = w->by_itself[t] && changed[t];
    return true;
}

// ---- candidates

static int compare_places(const void *one, const void *other)
{
    const mw_listed_fact *a = one, *b = other;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->fact.thing != b->fact.thing)
        return a->fact.thing < b->fact.thing ? -1 : 1;
    return a->fact.value < b->fact.value ? -1 : a->fact.value > b->fact.value;
}

static bool add_candidates(work *k, uint32_t place, const uint32_t *before, const uint32_t *now)
{
    for (uint32_t t = 0; t < k->things; t++)
        if (!k->ways->by_itself[t] && now[t] != k->at_begin[t] && now[t] != before[t] &&
            !mw_fact_list_add(&k->list, &k->ways->budget, (mw_fact){t, now[t]}, place))
            return false;
    return true;
}

// The facts on the cheapest way through this part that do not hold where it begins, each once.
static bool gather(work *k)
{
    const mw_ways *w = k->ways;
    uint32_t values[2][MW_THINGS_MAX];
    uint32_t from = w->step[k->part->begin];
    uint32_t to = k->part->end == MW_FAR ? w->moves + 1 : w->step[k->part->end];
    facts_of(k, k->part->begin, k->at_begin);
    memcpy(values[from & 1], k->at_begin, sizeof values[0]);
    for (uint32_t i = from + 1; i < to; i++) {
        facts_of(k, w->path[i], values[i & 1]);
        if (MW_STOPPING_AT(i) || !add_candidates(k, i, values[~i & 1], values[i & 1]))
            return false;
    }
    mw_fact_list_sort(&k->list);
    return true;
}

// ---- walks

// The end of the part, or a win in it.
static bool is_end(const work *k, uint32_t id)
{
    return k->part->end == MW_FAR ? k->ways->g->status[id] == MW_SOLVED : id == k->part->end;
}

// Walks from the beginning over all states of the part in which the fact does not hold (NULL: over
// all), and stops at the end of the part. The queue has the states visited, and backwards from its
// end those in which the fact begins to hold. False: the work is to end.
static bool walk(work *k, const mw_fact *avoided)
{
    mw_ways *w = k->ways;
    const mw_graph *g = w->g;
    uint32_t values[MW_THINGS_MAX], head = 0;
    uint32_t *const last = &w->queue[g->states - 1];
    w->marks++;
    k->entries = 0;
    k->reached = MW_FAR;
    k->visited = 1;
    w->queue[0] = k->part->begin;
    w->mark[k->part->begin] = w->marks;
    while (head < k->visited && k->reached == MW_FAR) {
        uint32_t s = w->queue[head++];
        if (!(++k->rounds & 1023) && mw_stopping())
            return false;
        for (uint32_t i = g->first[s]; i < g->first[s + 1] && k->reached == MW_FAR; i++) {
            uint32_t to = g->arcs[i].to;
            bool inside = to != MW_FAR && in_part(k, to);
            if (to == MW_FAR || (!inside && to != k->part->end) || w->mark[to] == w->marks)
                continue;
            w->mark[to] = w->marks;
            w->parent[to] = s;
            if (avoided && inside) {
                facts_of(k, to, values);
                if (values[avoided->thing] == avoided->value) {
                    last[-(ptrdiff_t)k->entries++] = to;
                    continue;
                }
            }
            if (avoided && is_end(k, to))
                k->reached = to;
            if (inside)
                w->queue[k->visited++] = to;
        }
    }
    return true;
}

static uint32_t entry(const work *k, uint32_t n)
{
    return k->ways->queue[k->ways->g->states - 1 - n];
}

// Finds the things that never change in this part, but perhaps with the first move.
static bool find_constants(work *k)
{
    uint32_t first[MW_THINGS_MAX], values[MW_THINGS_MAX];
    if (!walk(k, NULL))
        return false;
    memset(k->constant, 1, sizeof k->constant);
    for (uint32_t n = 1; n < k->visited; n++) {
        if (MW_STOPPING_AT(n))
            return false;
        facts_of(k, k->ways->queue[n], n == 1 ? first : values);
        for (unsigned t = 0; t < k->things && n > 1; t++)
            k->constant[t] = k->constant[t] && values[t] == first[t];
    }
    return true;
}

// The last walk reached the end: no fact is needed that does not hold in one of its states.
static void drop_needless(work *k)
{
    const mw_ways *w = k->ways;
    uint32_t values[MW_THINGS_MAX];
    for (uint32_t s = k->reached; s != k->part->begin; s = w->parent[s]) {
        if (!in_part(k, s))
            continue;
        facts_of(k, s, values);
        for (uint32_t t = 0; t < k->things; t++) {
            mw_listed_fact *c = mw_fact_list_find(&k->list, (mw_fact){t, values[t]});
            if (c)
                c->mark = w->marks;
        }
    }
    for (size_t i = 0; i < k->list.count; i++)
        k->list.items[i].done |= k->list.items[i].mark != w->marks;
}

// ---- facts that are needed

typedef struct finding {
    mw_must must;
    uint32_t first;   // place on the cheapest way
    uint64_t entries; // a sum over the states in which it begins: equal ones begin together
    uint32_t before;  // number of findings that come first, or with it
    size_t row;       // of the order, before the findings are sorted
} finding;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// What else holds whenever the fact begins, by the entries of the last walk: first what is not so
// where the part begins.
static bool tell_with(const work *k, mw_must *must)
{
    uint32_t common[MW_THINGS_MAX], values[MW_THINGS_MAX];
    bool same[MW_THINGS_MAX];
    mw_fact with[MW_THINGS_MAX];
    facts_of(k, entry(k, 0), common);
    memset(same, 1, sizeof same);
    for (uint32_t n = 1; n < k->entries; n++) {
        facts_of(k, entry(k, n), values);
        for (unsigned t = 0; t < k->things; t++)
            same[t] = same[t] && values[t] == common[t];
    }
    for (int news = 1; news >= 0; news--)
        for (uint32_t t = 0; t < k->things; t++)
            if (t != must->fact.thing && same[t] && !k->constant[t] &&
                (common[t] != k->at_begin[t]) == news)
                with[must->with_count++] = (mw_fact){t, common[t]};
    mw_fact *copy = malloc((must->with_count + 1) * sizeof *copy);
    if (copy)
        memcpy(copy, with, must->with_count * sizeof *copy);
    must->with = copy;
    return copy;
}

static bool tell_finding(const work *k, const mw_listed_fact *c, finding *f)
{
    const mw_ways *w = k->ways;
    *f = (finding){
        .must = {.state = MW_FAR, .fact = c->fact, .depth = MW_FAR, .distance = MW_FAR},
        .first = c->first,
    };
    for (uint32_t n = 0; n < k->entries; n++) {
        uint32_t id = entry(k, n);
        f->entries += mix(id + UINT64_C(1));
        if (w->depth[id] < f->must.depth)
            f->must.depth = w->depth[id];
        if (w->g->distance[id] < f->must.distance)
            f->must.distance = w->g->distance[id];
    }
    return tell_with(k, &f->must);
}

typedef struct findings {
    finding *list;
    size_t count, capacity;
    uint32_t room, unlisted;
} findings;

// Keeps a finding, unless another one begins in the same states: then it is `with` that one.
static bool keep(work *k, findings *f, const mw_listed_fact *c)
{
    finding new;
    if (!tell_finding(k, c, &new))
        return false;
    bool known = false;
    for (size_t i = 0; i < f->count && !known; i++)
        known = f->list[i].entries == new.entries;
    bool full = f->count == f->room;
    if (!known && !full &&
        !mw_reserve(&k->ways->budget, (void **)&f->list, &f->capacity, f->count + 1,
                    sizeof *f->list)) {
        free((void *)new.must.with);
        return false;
    }
    if (known || full)
        free((void *)new.must.with);
    else
        f->list[f->count++] = new;
    f->unlisted += !known && full;
    return true;
}

static bool find_needed(work *k, findings *f)
{
    uint64_t bytes = k->list.count * sizeof *k->list.items;
    mw_listed_fact *in_order = mw_resize(&k->ways->budget, NULL, 0, bytes);
    bool ok = in_order;
    if (ok) {
        memcpy(in_order, k->list.items, (size_t)bytes);
        qsort(in_order, k->list.count, sizeof *in_order, compare_places);
    }
    for (size_t i = 0; ok && i < k->list.count; i++) {
        const mw_listed_fact *c = mw_fact_list_find(&k->list, in_order[i].fact);
        if (c->done)
            continue;
        ok = walk(k, &c->fact);
        if (ok && k->reached != MW_FAR)
            drop_needless(k);
        else if (ok)
            ok = keep(k, f, c);
    }
    mw_release(&k->ways->budget, in_order, bytes);
    return ok;
}

// ---- their order

// A fact comes first, or with another one, if the other is not met by a walk that avoids it.
static bool find_order(work *k, const findings *f, uint64_t *order)
{
    uint32_t values[MW_THINGS_MAX];
    const size_t words = mw_ways_order_words((uint32_t)f->count);
    for (size_t a = 0; a < f->count; a++) {
        if (!walk(k, &f->list[a].must.fact))
            return false;
        uint64_t *row = order + a * words;
        memset(row, 0xff, words * sizeof *row);
        for (uint32_t n = 1; n < k->visited; n++) {
            if (MW_STOPPING_AT(n))
                return false;
            facts_of(k, k->ways->queue[n], values);
            for (size_t b = 0; b < f->count; b++)
                if (values[f->list[b].must.fact.thing] == f->list[b].must.fact.value)
                    row[b / 64] &= ~(UINT64_C(1) << b % 64);
        }
        row[a / 64] |= UINT64_C(1) << a % 64;
    }
    return true;
}

static int compare_findings(const void *one, const void *other)
{
    const finding *a = one, *b = other;
    if (a->before != b->before)
        return a->before < b->before ? -1 : 1;
    return a->first != b->first ? (a->first < b->first ? -1 : 1)
           : a->must.fact.thing != b->must.fact.thing
               ? (a->must.fact.thing < b->must.fact.thing ? -1 : 1)
               : 0;
}

static bool order_has(const uint64_t *order, size_t words, size_t a, size_t b)
{
    return order[a * words + b / 64] >> b % 64 & 1;
}

// Sorts the findings, and writes their order. What comes before another one has fewer before
// itself.
static bool sort_findings(work *k, findings *f, uint64_t *order)
{
    const size_t words = mw_ways_order_words((uint32_t)f->count);
    uint64_t *unsorted = calloc(f->count * words, sizeof *unsorted);
    bool ok = unsorted && find_order(k, f, unsorted);
    for (size_t b = 0; ok && b < f->count; b++) {
        f->list[b].row = b;
        for (size_t a = 0; a < f->count; a++)
            f->list[b].before += order_has(unsorted, words, a, b);
    }
    if (ok)
        qsort(f->list, f->count, sizeof *f->list, compare_findings);
    for (size_t a = 0; ok && a < f->count; a++)
        for (size_t b = 0; b < f->count; b++)
            if (order_has(unsorted, words, f->list[a].row, f->list[b].row))
                order[a * words + b / 64] |= UINT64_C(1) << b % 64;
    free(unsorted);
    return ok;
}

// ---- the whole

static bool tell_all(work *k, findings *f, mw_must **musts, uint64_t **order)
{
    *musts = malloc((f->count + 1) * sizeof **musts);
    *order = calloc(f->count * mw_ways_order_words((uint32_t)f->count) + 1, sizeof **order);
    bool ok = *musts && *order && sort_findings(k, f, *order);
    for (size_t i = 0; ok && i < f->count; i++)
        (*musts)[i] = f->list[i].must;
    if (!ok) {
        free(*musts);
        free(*order);
        *musts = NULL;
        *order = NULL;
    }
    return ok;
}

bool mw_ways_facts(mw_ways *w, const mw_ways_part *part, uint32_t room, mw_must **musts,
                   uint32_t *count, uint32_t *unlisted, uint64_t **order)
{
    work k = {.ways = w, .part = part, .things = mw_things(w->g->maze)};
    findings f = {.room = room};
    bool ok = gather(&k);
    if (ok && k.list.count)
        ok = find_constants(&k) && find_needed(&k, &f);
    if (ok && f.count)
        ok = tell_all(&k, &f, musts, order);
    for (size_t i = 0; !ok && i < f.count; i++)
        free((void *)f.list[i].must.with);
    mw_fact_list_free(&k.list, &w->budget);
    mw_release(&w->budget, f.list, f.capacity * sizeof *f.list);
    *unlisted += f.unlisted;
    *count = ok ? (uint32_t)f.count : 0;
    return ok;
}
