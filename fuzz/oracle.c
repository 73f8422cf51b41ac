// oracle.c: independent answers. A shortest solution by a plain search over `expand`, which shares
// no code with the engines, against every algorithm, store and heuristic; and strict readers of the
// texts that are written for other programs.
#include "fuzz.h"
#include "mazewright/scene.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STATES_MAX 1200
#define SLOTS      4096
#define DEPTH_MAX  64

// ---- the plain search: states in a table, improved until nothing changes

typedef struct plain {
    mw_state state[STATES_MAX];
    uint64_t cost[STATES_MAX];
    bool waits[STATES_MAX]; // to be expanded, again
    uint16_t slot[SLOTS];   // index + 1
    unsigned count;
    uint64_t best; // to a solved state; UINT64_MAX: none
} plain;

// Its index; STATES_MAX: the table is full.
static unsigned find(plain *p, const mw_state *s)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < MW_STATE_WORDS; i++)
        hash = (hash ^ s->w[i]) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
    unsigned at = hash % SLOTS;
    for (; p->slot[at]; at = (at + 1) % SLOTS)
        if (!memcmp(&p->state[p->slot[at] - 1], s, sizeof *s))
            return p->slot[at] - 1;
    if (p->count == STATES_MAX)
        return STATES_MAX;
    p->state[p->count] = *s;
    p->cost[p->count] = UINT64_MAX;
    p->slot[at] = (uint16_t)++p->count;
    return p->count - 1;
}

// One state's moves. False: too many states.
static bool follow(plain *p, const mw_maze *m, unsigned i)
{
    mw_edge edges[MW_EDGES_MAX];
    mw_state s = p->state[i];
    if (m->kind->rules->status(m, &s) == MW_SOLVED) {
        p->best = p->cost[i] < p->best ? p->cost[i] : p->best;
        return true;
    }
    unsigned n = m->kind->rules->expand(m, &s, edges);
    for (unsigned k = 0; k < n; k++) {
        if (edges[k].status == MW_LOST)
            continue;
        unsigned to = find(p, &edges[k].to);
        if (to == STATES_MAX)
            return false;
        if (p->cost[i] + edges[k].cost < p->cost[to]) {
            p->cost[to] = p->cost[i] + edges[k].cost;
            p->waits[to] = true;
        }
    }
    return true;
}

// False: too many states, so nothing is known.
static bool solve(plain *p, const mw_maze *m)
{
    mw_state start;
    memset(p, 0, sizeof *p);
    p->best = UINT64_MAX;
    m->kind->rules->start(m, &start);
    unsigned first = find(p, &start);
    p->cost[first] = 0;
    p->waits[first] = m->kind->rules->status(m, &start) != MW_LOST;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < p->count; i++) {
            if (!p->waits[i])
                continue;
            p->waits[i] = false;
            again = true;
            if (!follow(p, m, i))
                return false;
        }
    }
    return true;
}

// ---- against the engines

static void check_result(const mw_maze *m, const mw_result *r, uint64_t best)
{
    const char *h = r->heuristic ? r->heuristic : "no heuristic",
               *store = mw_visited_name(r->store);
    must(r->outcome != MW_OUTCOME_UNSOLVABLE || best == UINT64_MAX,
         "%s, %s, %s finds no solution of cost %llu", r->algorithm, h, store,
         (unsigned long long)best);
    if (r->outcome != MW_OUTCOME_SOLVED)
        return;
    mw_status status;
    uint64_t cost;
    must(mw_replay(m, r->actions, r->moves, NULL, &cost, &status) == r->moves &&
             status == MW_SOLVED && cost == r->cost,
         "%s, %s, %s: the solution is none", r->algorithm, h, store);
    must(cost >= best && (!r->optimal || cost == best), "%s, %s, %s: cost %llu, but least is %llu",
         r->algorithm, h, store, (unsigned long long)cost, (unsigned long long)best);
}

static void check_algorithm(const mw_maze *m, const mw_algorithm *a, mw_rng *rng, uint64_t best)
{
    const mw_heuristic *h = m->kind->heuristics;
    unsigned heuristics = 0;
    while (a->informed && h && h[heuristics].name)
        heuristics++;
    uint64_t chosen = fuzz_choose(rng, heuristics + 1);
    mw_search_options o = {.algorithm = a->name,
                           .heuristic = chosen < heuristics ? h[chosen].name
                                        : a->informed       ? "zero"
                                                            : NULL,
                           .weight = fuzz_choose(rng, 2) ? 0 : 1.5,
                           .store = (mw_visited_type)fuzz_choose(rng, MW_VISITED_NONE + 1),
                           .limits = fuzz_limits()};
    mw_result r = {0};
    mw_error e = FUZZ_ERROR;
    if (mw_search(m, &o, &r, &e))
        check_result(m, &r, best);
    else
        fuzz_error(&e);
    mw_result_free(&r);
}

// The measures that the plain search knows, too.
static void check_measures(const mw_graph *g, const plain *p, uint32_t length)
{
    mw_analysis a;
    if (!mw_analyse(g, &a))
        return; // out of memory
    bool solvable = p->best != UINT64_MAX;
    double states = mw_analysis_value(&a, "states"), measured = mw_analysis_value(&a, "length"),
           cost = mw_analysis_value(&a, "cost");
    must(states == g->reachable, "%g states", states);
    must(solvable ? measured == length : isnan(measured), "length %g, not %u", measured, length);
    must(solvable ? cost == (double)p->best : isnan(cost), "cost %g", cost);
    mw_analysis_free(&a);
}

static void check_graph(const mw_maze *m, const plain *p)
{
    mw_limits limits = fuzz_limits();
    uint32_t *ids;
    mw_graph *g = mw_graph_build(m, true, &limits, NULL);
    if (!g)
        return;
    must(g->reachable <= p->count, "%u states are reachable, but only %u", g->reachable, p->count);
    must(p->best == UINT64_MAX ? g->distance[0] == MW_FAR : g->distance[0] == p->best,
         "distance %u, but least is %llu", g->distance[0], (unsigned long long)p->best);
    uint32_t length = mw_graph_solution(g, &ids);
    must(!length == (p->best == UINT64_MAX), "a solution of %u states", length);
    free(ids);
    check_measures(g, p, length - (length > 0));
    mw_graph_free(g);
}

void fuzz_oracle(const mw_maze *m, mw_rng *rng)
{
    static plain p;
    if (!solve(&p, m))
        return;
    check_graph(m, &p);
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        check_algorithm(m, a, rng, p.best);
}

// ---- strict readers

static const char *skip_name(const char *at)
{
    while (isalnum((unsigned char)*at) || *at == '-' || *at == ':' || *at == '_')
        at++;
    return at;
}

// After a name in a tag: attributes with quoted values, then '>' or "/>". NULL: it is wrong.
static const char *skip_attributes(const char *at)
{
    while (*at == ' ' || *at == '\n') {
        const char *end = skip_name(++at);
        if (end == at || end[0] != '=' || end[1] != '"')
            return NULL;
        for (at = end + 2; *at != '"'; at++)
            if (!*at || *at == '<' || (*at == '&' && !strchr(at, ';')))
                return NULL;
        at++;
    }
    return at;
}

void fuzz_xml(const char *text)
{
    struct {
        const char *name;
        size_t length;
    } open[DEPTH_MAX];
    unsigned depth = 0;
    for (const char *at = text; (at = strchr(at, '<'));) {
        bool closes = at[1] == '/';
        const char *name = at + 1 + closes, *end = skip_name(name);
        size_t length = (size_t)(end - name);
        must(length, "a tag without a name: %.60s", at);
        if (closes) {
            must(depth && open[depth - 1].length == length &&
                     !memcmp(open[depth - 1].name, name, length) && *end == '>',
                 "closes what is not open: %.60s", at);
            depth--;
            at = end;
            continue;
        }
        end = skip_attributes(end);
        must(end && (*end == '>' || (end[0] == '/' && end[1] == '>')), "no tag: %.60s", at);
        if (*end == '>') {
            must(depth < DEPTH_MAX, "%u elements deep", depth);
            open[depth].name = name;
            open[depth++].length = length;
        }
        at = end;
    }
    must(!depth, "%u elements are not closed", depth);
    for (const char *at = text; (at = strchr(at, '&')); at++)
        must(strspn(at + 1, "#abcdefghijklmnopqrstuvwxyz0123456789") == strcspn(at + 1, ";"),
             "a bare &: %.20s", at);
}

// A comment or a quoted text begins here; its end, or `at`.
static const char *skip_silence(const char *at, bool lisp)
{
    const char *end = at;
    if (lisp && *at == ';')
        return at + strcspn(at, "\n");
    if (!lisp && !strncmp(at, "/*", 2))
        end = strstr(at + 2, "*/"), end = end ? end + 2 : NULL;
    else if (!lisp && !strncmp(at, "//", 2))
        end = at + strcspn(at, "\n");
    else if (*at == '"')
        end = strchr(at + 1, '"'), end = end ? end + 1 : NULL;
    must(end, "does not end: %.60s", at);
    return end;
}

void fuzz_brackets(const char *text, bool lisp)
{
    char open[DEPTH_MAX];
    unsigned depth = 0;
    for (const char *at = text; *at;) {
        const char *after = skip_silence(at, lisp);
        if (after > at) {
            at = after;
            continue;
        }
        const char *const pairs = lisp ? "()" : "()[]{}", *pair = strchr(pairs, *at);
        if (pair && (pair - pairs) % 2) {
            must(depth && open[depth - 1] == pair[-1], "a bracket too many: %.60s", at);
            depth--;
        } else if (pair) {
            must(depth < DEPTH_MAX, "%u brackets deep", depth);
            open[depth++] = *at;
        }
        at++;
    }
    must(!depth, "%u brackets are not closed in %.2000s", depth, text);
}
