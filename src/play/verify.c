// verify.c: see verify.h. An answer is replayed; distances come from the state graph, which is
// built when the first answer needs it, and only where that is cheap or asked for.
#include "mazewright/verify.h"

#include "core/grow.h"
#include "core/moves.h"
#include "core/text.h"
#include "core/visited.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The array of a graph has an entry for each rank. A maze with more of them is not cheap, however
// few states its start can reach.
#define CHEAP_RANKS (UINT64_C(1) << 20)

struct mw_verifier {
    const mw_maze *maze;
    mw_verify_options options;
    mw_graph *graph; // NULL: not built yet, or it cannot be
    bool asked;
    mw_limit hit;
    uint32_t first; // the distance of the start, where it is known without the graph
    bool first_asked, first_known;
};

mw_verifier *mw_verifier_open(const mw_maze *m, const mw_verify_options *options)
{
    mw_verifier *v = calloc(1, sizeof *v);
    if (v) {
        v->maze = m;
        if (options)
            MW_TAKE_OPTIONS(mw_verify_options, &v->options, options, limits);
    }
    return v;
}

void mw_verifier_close(mw_verifier *v)
{
    if (v)
        mw_graph_free(v->graph);
    free(v);
}

uint64_t mw_verifier_bytes(const mw_verifier *v)
{
    return v->graph ? v->graph->held : 0;
}

// ---- distances

// The graph; NULL: it is too large. False: memory ran out.
static bool graph_of(mw_verifier *v, const mw_graph **graph, mw_error *error)
{
    const mw_rules *rules = v->maze->kind->rules;
    mw_limits limits = v->options.limits;
    bool cheap = !v->options.optimal;
    if (cheap) { // little memory, so if there is not enough, it has run out
        limits.states = MW_CHEAP_STATES;
        limits.bytes = 0;
    }
    if (!v->asked && (!cheap || !rules->count || rules->count(v->maze) <= CHEAP_RANKS)) {
        v->graph = mw_graph_build(v->maze, false, &limits, &v->hit);
        if (!v->graph && v->hit == MW_LIMIT_MEMORY && !limits.bytes)
            return mw_no_memory(error);
        if (cheap && v->hit != MW_LIMIT_STOPPED)
            v->hit = MW_WITHIN; // nobody asked for it
    }
    v->asked = true;
    *graph = v->graph;
    return true;
}

// The distance of the start alone, which some kinds work out faster than the graph. False: the
// graph must tell.
static bool first_distance(mw_verifier *v, uint32_t *first)
{
    const mw_kind *kind = v->maze->kind;
    mw_evaluation e;
    if (!v->first_asked && MW_HAS(kind, fast, evaluate) && kind->rules->count &&
        kind->rules->count(v->maze) <= MW_CHEAP_STATES && mw_evaluate(v->maze, false, &e)) {
        v->first_known = true;
        v->first = e.length;
    }
    v->first_asked = true;
    *first = v->first;
    return v->first_known;
}

static bool measure(mw_verifier *v, const mw_state *end, mw_verification *out, mw_error *error)
{
    const mw_graph *g = NULL;
    mw_state start;
    uint32_t before, after = 0;
    mw_state_start(v->maze, &start);
    bool still = !memcmp(&start, end, sizeof start);
    if ((out->solved || still) && !v->graph && first_distance(v, &before)) {
        after = out->solved ? 0 : before;
    } else {
        if (!graph_of(v, &g, error))
            return false;
        out->limit = v->hit;
        if (!g)
            return true;
        uint32_t id = out->solved ? MW_NO_ID : mw_visited_lookup(g->store, end);
        before = g->distance[0];
        after = out->solved ? 0 : id < g->states ? g->distance[id] : MW_FAR;
    }
    if (out->solved)
        out->optimal = out->cost == before;
    else if (before != MW_FAR)
        out->progress = after >= before ? 0 : (double)(before - after) / before;
    return true;
}

// ---- the replay

// Says why the move after those played is not legal. False: memory ran out.
static bool refuse_move(const mw_maze *m, const mw_state *at, mw_status status, uint16_t action,
                        mw_verification *out)
{
    unsigned long long number = out->first_illegal = out->moves + 1;
    const char *word = m->kind->rules->actions[action].word;
    char *why = status == MW_OPEN ? mw_refusal(m, at, action) : NULL;
    bool told = status != MW_OPEN || why;
    if (status != MW_OPEN)
        snprintf(out->reason, sizeof out->reason,
                 "the game was over before move %llu (%s): it was %s", number, word,
                 mw_status_name(status));
    else if (why)
        snprintf(out->reason, sizeof out->reason, "move %llu (%s) is not legal%s%s", number, word,
                 *why ? ": " : "", why);
    free(why);
    return told;
}

// Says why the moves do not solve the maze. False: memory ran out.
static bool say_unsolved(const mw_maze *m, const mw_state *at, mw_status status,
                         mw_verification *out)
{
    char *where = mw_state_describe(m, at);
    bool told = where;
    if (where && status == MW_LOST)
        snprintf(out->reason, sizeof out->reason, "move %llu loses: %s",
                 (unsigned long long)out->moves, where);
    else if (where)
        snprintf(out->reason, sizeof out->reason, "the moves end before the goal: %s", where);
    free(where);
    return told;
}

// `read`: is there nothing in the text but these moves? If not, *error tells what.
static bool replay(mw_verifier *v, const uint16_t *actions, size_t count, bool read,
                   mw_verification *out, mw_error *error)
{
    const mw_maze *m = v->maze;
    mw_state at;
    mw_status status;
    bool told = true;
    out->moves = mw_replay(m, actions, count, &at, &out->cost, &status);
    out->legal = read && out->moves == count;
    out->solved = out->legal && status == MW_SOLVED;
    out->optimal = out->solved ? -1 : 0;
    out->progress = status == MW_SOLVED ? 1 : status == MW_LOST ? 0 : (double)NAN;
    if (out->moves < count) {
        told = refuse_move(m, &at, status, actions[out->moves], out);
    } else if (!read) {
        out->first_illegal = actions ? count + 1 : 0;
        snprintf(out->reason, sizeof out->reason, "%s", error->text);
    } else if (!out->solved) {
        told = say_unsolved(m, &at, status, out);
    }
    if (!told)
        return mw_no_memory(error);
    return (status != MW_OPEN && !out->solved) || measure(v, &at, out, error);
}

bool mw_verify(mw_verifier *v, const char *text, size_t length, mw_verification *out,
               mw_error *error)
{
    uint16_t *actions;
    size_t count;
    *out = (mw_verification){0};
    bool read =
        mw_moves_read(v->maze->kind, text, length, v->options.strict, &actions, &count, error);
    bool done =
        (read || error->code != MW_ERROR_MEMORY) && replay(v, actions, count, read, out, error);
    free(actions);
    return done;
}
