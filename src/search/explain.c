// explain.c: what every way from a state to a win must do. The states that all ways pass cut the
// ways into regions, which are crossed one after the other.
#include "core/stop.h"
#include "mazewright/text.h"
#include "search/graph.h"
#include "search/heap.h"
#include "search/ways.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- a cheapest way

static bool find_path(mw_ways *w, uint32_t from)
{
    const mw_graph *g = w->g;
    const uint64_t most = (uint64_t)g->distance[from] + 1;
    w->path = mw_resize(&w->budget, NULL, 0, most * sizeof *w->path);
    if (!w->path)
        return false;
    w->path[0] = from;
    w->step[from] = 0;
    for (const mw_arc *a = NULL; (a = mw_graph_next(g, w->path[w->moves]));) {
        w->path[++w->moves] = a->to;
        w->step[a->to] = w->moves;
    }
    return true;
}

static uint32_t *row_of(mw_ways *w, int byte)
{
    const uint64_t bytes = ((uint64_t)w->g->states + 1) * sizeof(uint32_t);
    uint32_t *row = mw_resize(&w->budget, NULL, 0, bytes);
    if (row)
        memset(row, byte, (size_t)bytes);
    return row;
}

static bool open_ways(mw_ways *w, uint32_t from)
{
    return (w->region = row_of(w, 0xff)) && (w->step = row_of(w, 0xff)) &&
           (w->mark = row_of(w, 0)) && (w->parent = row_of(w, 0)) && (w->queue = row_of(w, 0)) &&
           (w->depth = mw_graph_depths(w->g, from, &w->budget)) && find_path(w, from);
}

static void close_ways(mw_ways *w)
{
    free(w->path);
    free(w->region);
    free(w->step);
    free(w->depth);
    free(w->mark);
    free(w->parent);
    free(w->queue);
}

// ---- regions

// Goes from a state of the path to all states on ways that are not on the path and were not met
// before. Returns the farthest place of the path, or beyond it a win in another state, to which
// this leads.
static uint32_t leave_path(mw_ways *w, uint32_t region, uint32_t from, uint32_t farthest)
{
    const mw_graph *g = w->g;
    size_t top = 0;
    w->region[from] = region;
    for (w->queue[top++] = from; top;) {
        uint32_t s = w->queue[--top];
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to;
            if (to == MW_FAR || g->distance[to] == MW_FAR)
                continue;
            bool on_path = w->step[to] != MW_FAR;
            uint32_t step = on_path ? w->step[to] : g->status[to] == MW_SOLVED ? w->moves + 1 : 0;
            farthest = step > farthest ? step : farthest;
            if (!on_path && w->region[to] == MW_FAR) {
                w->region[to] = region;
                w->queue[top++] = to;
            }
        }
    }
    return farthest;
}

// A state of the path is passed by all ways if nothing before it leads beyond it. Their places on
// the path come into *places; the caller frees them.
static bool find_regions(mw_ways *w, mw_explanation *e, uint32_t **places)
{
    size_t capacity = 0;
    uint32_t farthest = 0;
    for (uint32_t i = 0; i <= w->moves; i++) {
        if (MW_STOPPING_AT(i))
            return false;
        if (farthest == i) { // also for i = 0
            if (!mw_reserve(&w->budget, (void **)places, &capacity, (uint64_t)e->region_count + 1,
                            sizeof **places))
                return false;
            (*places)[e->region_count++] = i;
        }
        farthest = leave_path(w, e->region_count - 1, w->path[i], farthest);
    }
    return !mw_stopping();
}

// Counts the states of each region, the lost causes around it, and finds the earliest region to
// which its moves lead back.
static bool count_states(mw_ways *w, mw_explanation *e, uint32_t *back)
{
    const mw_graph *g = w->g;
    for (uint32_t s = 0; s < g->states; s++) {
        uint32_t region = w->region[s];
        if (MW_STOPPING_AT(s))
            return false;
        if (region == MW_FAR)
            continue;
        e->ways++;
        e->regions[region].states++;
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to;
            if (to != MW_FAR && g->distance[to] != MW_FAR && w->region[to] < back[region])
                back[region] = w->region[to];
        }
    }
    return true;
}

// A lost cause may lie beside several regions, so each region marks those that it has counted; the
// states are taken up region by region.
static bool count_dead(mw_ways *w, mw_explanation *e)
{
    const mw_graph *g = w->g;
    uint32_t *at = w->parent, *sorted = w->queue; // the states on ways, by region
    uint64_t sum = 0;
    for (uint32_t r = 0; r < e->region_count; sum += e->regions[r++].states)
        at[r] = (uint32_t)sum;
    for (uint32_t s = 0; s < g->states; s++)
        if (w->region[s] != MW_FAR)
            sorted[at[w->region[s]]++] = s;
    for (uint32_t n = 0; n < e->ways; n++) {
        uint32_t s = sorted[n], region = w->region[s];
        if (MW_STOPPING_AT(n))
            return false;
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to;
            if (to == MW_FAR || g->distance[to] != MW_FAR || w->mark[to] == region + 1)
                continue;
            w->mark[to] = region + 1;
            e->regions[region].dead++;
        }
    }
    w->marks = e->region_count;
    return true;
}

// ---- moves away from the goal

// The distance of each cell from the nearest cell in which a way ends, by rows, columns and layers.
static uint32_t *cell_distances(mw_ways *w, uint64_t cells)
{
    const mw_graph *g = w->g;
    const mw_maze *m = g->maze;
    uint32_t *apart = mw_resize(&w->budget, NULL, 0, cells * sizeof *apart);
    if (!apart)
        return NULL;
    memset(apart, 0xff, (size_t)cells * sizeof *apart);
    for (uint32_t id = 0; id < g->states; id++) {
        mw_state s;
        if (w->region[id] == MW_FAR || g->status[id] != MW_SOLVED)
            continue;
        mw_graph_state(g, id, &s);
        apart[m->kind->rules->cell(m, &s)] = 0;
    }
    const uint32_t sizes[] = {m->w, m->h, m->d};
    for (uint64_t axis = 0, stride = 1; axis < 3; stride *= sizes[axis++])
        for (int pass = 0; pass < 2; pass++) // forwards, then backwards along the axis
            for (uint64_t n = 0; n < cells; n++) {
                uint64_t c = pass ? cells - 1 - n : n;
                uint64_t place = c / stride % sizes[axis];
                if (place == (pass ? sizes[axis] - 1 : 0))
                    continue;
                uint32_t from = apart[pass ? c + stride : c - stride];
                if (from != MW_FAR && from + 1 < apart[c])
                    apart[c] = from + 1;
            }
    return apart;
}

static uint32_t apart_of(const mw_ways *w, const uint32_t *apart, uint32_t id)
{
    mw_state s;
    mw_graph_state(w->g, id, &s);
    return apart[w->g->maze->kind->rules->cell(w->g->maze, &s)];
}

// Dijkstra's algorithm, where a move costs 1 if it leads away, else nothing.
static bool fewest_away(mw_ways *w, const uint32_t *apart, uint32_t from, uint32_t *fewest)
{
    const mw_graph *g = w->g;
    uint32_t *best = w->parent;
    mw_heap heap = {0};
    bool ok = mw_heap_push(&heap, &w->budget, (mw_heap_item){.id = from});
    memset(best, 0xff, (size_t)g->states * sizeof *best);
    best[from] = 0;
    for (uint64_t n = 0; ok && heap.size; n++) {
        mw_heap_item item = mw_heap_pop(&heap);
        uint32_t s = item.id;
        if (MW_STOPPING_AT(n))
            ok = false;
        if (g->status[s] == MW_SOLVED) {
            *fewest = best[s];
            break;
        }
        uint32_t here = apart_of(w, apart, s);
        for (uint32_t i = g->first[s]; ok && item.key == best[s] && i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to;
            if (to == MW_FAR || g->distance[to] == MW_FAR)
                continue;
            uint32_t away = best[s] + (apart_of(w, apart, to) > here);
            if (away >= best[to])
                continue;
            best[to] = away;
            ok = mw_heap_push(&heap, &w->budget, (mw_heap_item){.key = away, .id = to});
        }
    }
    mw_heap_free(&heap, &w->budget);
    return ok;
}

static bool count_away(mw_ways *w, mw_explanation *e)
{
    const mw_maze *m = w->g->maze;
    const uint64_t cells = (uint64_t)m->w * m->h * m->d;
    if (!MW_HAS(m->kind, rules, cell))
        return true;
    uint32_t *apart = cell_distances(w, cells);
    bool ok = apart && fewest_away(w, apart, e->from, &e->away);
    mw_release(&w->budget, apart, cells * sizeof *apart);
    return ok;
}

// ---- the whole

static void free_facts(mw_must *musts, uint32_t count)
{
    for (uint32_t i = 0; musts && i < count; i++) {
        free((void *)musts[i].with);
        free((void *)musts[i].news);
    }
    free(musts);
}

// Adds the state that begins a region, and the facts in it.
static bool add_region(mw_ways *w, mw_explanation *e, const uint32_t *places, uint32_t region,
                       size_t *capacity, uint32_t *facts)
{
    mw_region *r = &e->regions[region];
    bool last = region + 1 == e->region_count;
    const mw_ways_part part = {.region = region,
                               .begin = w->path[places[region]],
                               .end = last ? MW_FAR : w->path[places[region + 1]]};
    mw_must *found = NULL;
    uint64_t *order = NULL;
    if (!mw_ways_facts(w, &part, MW_MUST_MAX - *facts, &found, &r->facts, &e->unlisted, &order) ||
        !mw_reserve(&w->budget, (void **)&e->must, capacity, (uint64_t)e->must_count + 1 + r->facts,
                    sizeof *e->must)) {
        free_facts(found, r->facts);
        free(order);
        return false;
    }
    r->order = order;
    r->first = e->must_count;
    r->cost = w->g->distance[part.begin] - (last ? 0 : w->g->distance[part.end]);
    *facts += r->facts;
    e->must[e->must_count++] = (mw_must){.state = part.begin,
                                         .region = region,
                                         .depth = w->depth[part.begin],
                                         .distance = w->g->distance[part.begin]};
    for (uint32_t i = 0; i < r->facts; i++) {
        found[i].region = region;
        e->must[e->must_count++] = found[i];
    }
    free(found);
    return true;
}

// From the state that begins a region no earlier region can be reached if no later one leads back.
static void mark_no_return(const mw_ways *w, mw_explanation *e, const uint32_t *back)
{
    uint32_t earliest = MW_FAR;
    for (uint32_t r = e->region_count; r-- > 1;) {
        mw_must *m = &e->must[e->regions[r].first];
        earliest = back[r] < earliest ? back[r] : earliest;
        m->no_return = earliest >= r && w->g->status[m->state] == MW_OPEN;
        if (m->no_return)
            e->no_return = e->regions[r].first;
    }
}

static bool tell_regions(mw_ways *w, mw_explanation *e, const uint32_t *places)
{
    const uint64_t bytes = (uint64_t)e->region_count * sizeof(uint32_t);
    uint32_t *back = mw_resize(&w->budget, NULL, 0, bytes), facts = 0;
    size_t capacity = 0;
    e->regions = mw_zeroed(&w->budget, (uint64_t)e->region_count * sizeof *e->regions);
    bool ok = back && e->regions;
    if (ok)
        memset(back, 0xff, (size_t)bytes);
    ok = ok && count_states(w, e, back) && count_dead(w, e);
    for (uint32_t r = 0; ok && r < e->region_count; r++)
        ok = add_region(w, e, places, r, &capacity, &facts);
    if (ok)
        mark_no_return(w, e, back);
    mw_release(&w->budget, back, bytes);
    return ok;
}

bool mw_explain(const mw_graph *g, uint32_t from, mw_explanation *e)
{
    assert(from < g->states);
    *e = (mw_explanation){.from = from, .no_return = MW_FAR, .away = MW_FAR};
    e->winnable = g->distance[from] != MW_FAR;
    if (!e->winnable)
        return !mw_stopping();
    mw_ways w = {.g = g, .budget = mw_graph_budget(g)};
    uint32_t *places = NULL;
    bool ok = !mw_stopping() && open_ways(&w, from) && find_regions(&w, e, &places);
    e->length = w.moves;
    e->cost = g->distance[from];
    ok = ok && mw_ways_find_clocks(&w) && tell_regions(&w, e, places) && mw_ways_news(&w, e) &&
         count_away(&w, e);
    close_ways(&w);
    free(places);
    if (!ok)
        mw_explanation_free(e);
    return ok;
}

void mw_explanation_free(mw_explanation *e)
{
    for (uint32_t r = 0; e->regions && r < e->region_count; r++)
        free((void *)e->regions[r].order);
    free(e->regions);
    free_facts(e->must, e->must_count);
    *e = (mw_explanation){.no_return = MW_FAR, .away = MW_FAR};
}

bool mw_explanation_before(const mw_explanation *e, uint32_t a, uint32_t b)
{
    const mw_region *r = &e->regions[e->must[a].region];
    if (e->must[a].region != e->must[b].region)
        return e->must[a].region < e->must[b].region;
    if (a == r->first || b == r->first)
        return a == r->first;
    uint32_t i = a - r->first - 1, j = b - r->first - 1;
    return r->order[i * mw_ways_order_words(r->facts) + j / 64] >> j % 64 & 1;
}

// ---- words

#define WITH_TOLD 3 // facts besides that of a must, in its words
#define FIRST     2 // things that are always told of a state

static void tell_fact(const mw_maze *m, mw_fact fact, mw_writer *w)
{
    char *words = mw_fact_words(m, fact);
    if (words)
        mw_write(w, "%s%s", w->length ? ", and " : "", words);
    w->failed |= !words;
    free(words);
}

// The first things, and those that differ from the start of the maze.
static void tell_state(const mw_graph *g, uint32_t id, mw_writer *w)
{
    const mw_maze *m = g->maze;
    mw_state s, start;
    uint32_t values[MW_THINGS_MAX], before[MW_THINGS_MAX];
    unsigned n = MW_HAS(m->kind, rules, things) ? mw_things(m) : 0;
    mw_graph_state(g, id, &s);
    mw_graph_state(g, 0, &start);
    if (!n) {
        m->kind->rules->describe(m, &s, w);
        return;
    }
    mw_facts(m, &s, values);
    mw_facts(m, &start, before);
    for (uint32_t i = 0; i < n; i++)
        if (i < FIRST || values[i] != before[i])
            tell_fact(m, (mw_fact){i, values[i]}, w);
}

// The fact, and others that come about with it; those that are so from the start are no news.
static void tell_facts(const mw_graph *g, const mw_must *must, mw_writer *w)
{
    mw_state start;
    uint32_t values[MW_THINGS_MAX], told = 0;
    mw_graph_state(g, 0, &start);
    mw_facts(g->maze, &start, values);
    tell_fact(g->maze, must->fact, w);
    for (uint32_t i = 0; i < must->with_count && told < WITH_TOLD; i++)
        if (must->with[i].value != values[must->with[i].thing]) {
            tell_fact(g->maze, must->with[i], w);
            told++;
        }
}

char *mw_must_words(const mw_graph *g, const mw_must *must)
{
    mw_writer w = {0};
    if (must->state != MW_FAR)
        tell_state(g, must->state, &w);
    else
        tell_facts(g, must, &w);
    return mw_writer_take(&w);
}

char *mw_must_news(const mw_graph *g, const mw_must *must)
{
    mw_writer w = {0};
    for (uint32_t i = 0; i < must->news_count; i++)
        tell_fact(g->maze, must->news[i], &w);
    return mw_writer_take(&w);
}
