// observe.c: see observe.h.
#include "experiment/grade/observe.h"

#include "core/text.h"
#include "core/visited.h"

#include <stdlib.h>
#include <string.h>

// A* with a heuristic that misleads may expand states again and again: so many, and so many times
// as there are states.
#define EXPANDED_LEAST 1000000
#define EXPANDED_MOST  20

typedef struct work {
    const mw_grader *grader;
    const mw_submission *submission;
    const mw_graded_maze *maze;
    mw_observed *out;
    mw_dialogue dialogue;
    mw_graph *graph; // NULL: too large
    uint32_t *table; // estimates: those of each heuristic, by the id of the state, after the other
    mw_error *error;
} work;

static bool stopped(mw_error *error)
{
    *error = (mw_error){.code = MW_ERROR_LIMIT, .text = "stopped"};
    return false;
}

// ---- A* with the estimates of a submission

typedef struct estimates {
    work *work;
    unsigned heuristic;
    uint64_t most; // states to expand
    bool too_many;
} estimates;

static uint32_t look_up(void *context, const mw_maze *m, const mw_state *s)
{
    const estimates *e = context;
    const work *k = e->work;
    uint32_t h = 0;
    (void)m;
    if (k->graph) {
        uint32_t id = mw_visited_lookup(k->graph->store, s);
        return id < k->graph->states ? k->table[(size_t)e->heuristic * k->graph->states + id] : 0;
    }
    // Once it has not answered, the search ends soon, and what it finds is not looked at.
    mw_dialogue_estimate(&((work *)k)->dialogue, e->heuristic, s, &h);
    return h;
}

static bool keep_on(void *context, const mw_progress *p)
{
    estimates *e = context;
    const mw_grader *g = e->work->grader;
    e->too_many = p->expanded > e->most;
    return !e->too_many && !e->work->dialogue.process.state && g->goes_on(g->context);
}

static void tell_search(mw_observation *o, const mw_graded_maze *z, const mw_result *r,
                        const estimates *e)
{
    if (r->outcome == MW_OUTCOME_LIMIT && e->too_many)
        mw_write(&o->unsolved, "A* with it has not ended after %llu expanded states",
                 (unsigned long long)e->most);
    else if (r->outcome == MW_OUTCOME_LIMIT)
        mw_write(&o->unsolved, "A* with it needs more than %u stored states", MW_GRADE_STORED);
    else if (r->outcome == MW_OUTCOME_UNSOLVABLE && z->solvable)
        mw_write(&o->unsolved, "A* with it finds no solution, though there is one");
    else
        o->counted = true;
    o->cost = r->cost;
    o->expanded = r->expanded;
}

// An expression can do no harm, and is not asked for by the way of another process. The processor
// time of what is asked ends its search.
static bool search(work *k, unsigned heuristic, mw_observation *o)
{
    const mw_heuristic *expression = k->graph ? NULL : k->dialogue.expressions[heuristic];
    estimates e = {.work = k,
                   .heuristic = heuristic,
                   .most = k->graph ? EXPANDED_LEAST + EXPANDED_MOST * (uint64_t)k->graph->states
                           : expression ? EXPANDED_MOST * (uint64_t)MW_GRADE_STORED
                                        : UINT64_MAX};
    const mw_heuristic own = {.name = "submitted",
                              .about = "of a submission",
                              .claims = mw_claims_nothing,
                              .estimate = look_up,
                              .context = &e};
    mw_search_options options = {
        .size = sizeof options,
        .algorithm = "astar",
        .own = expression ? expression : &own,
        .limits = {.states = MW_GRADE_STORED, .keep_going = keep_on, .context = &e}};
    mw_result r;
    if (!mw_search(k->maze->maze, &options, &r, k->error))
        return false;
    bool goes_on = k->grader->goes_on(k->grader->context);
    if (r.outcome == MW_OUTCOME_LIMIT && r.limit == MW_LIMIT_MEMORY && goes_on) {
        mw_result_free(&r);
        return mw_no_memory(k->error);
    }
    tell_search(o, k->maze, &r, &e);
    mw_result_free(&r);
    return goes_on || stopped(k->error);
}

// ---- heuristics

static bool audit(work *k, unsigned heuristic, mw_observation *o)
{
    estimates e = {.work = k, .heuristic = heuristic};
    const mw_heuristic own = {.name = "submitted",
                              .about = "of a submission",
                              .claims = mw_claims_nothing,
                              .estimate = look_up,
                              .context = &e};
    if (!mw_audit_run(k->graph, &own, &o->audit))
        return k->grader->goes_on(k->grader->context) ? (bool)mw_no_memory(k->error)
                                                      : stopped(k->error);
    o->audited = true;
    if (!o->audit.consistent)
        o->from_exact = k->graph->distance[mw_visited_lookup(k->graph->store, &o->audit.from)];
    return true;
}

static void compare(const work *k, unsigned heuristic, mw_observation *o)
{
    const size_t states = k->graph->states;
    const uint32_t *h = k->table + heuristic * states;
    o->compared = true;
    for (unsigned i = 0; i < heuristic; i++)
        if (!memcmp(h, k->table + i * states, states * sizeof *h))
            o->same |= 1u << i;
}

// Why this heuristic cannot be asked for. False: it can.
static bool is_missing(const work *k, unsigned heuristic, mw_writer *why)
{
    const mw_dialogue *d = &k->dialogue;
    const mw_error *e = &d->errors[heuristic];
    if (heuristic < d->heuristics && !*e->text)
        return false;
    if (heuristic >= d->heuristics)
        mw_write(why, "it is missing: %u handed in, %u wanted", d->heuristics, k->out->count);
    else if (e->line)
        mw_write(why, "line %u, column %u: %s", e->line, e->column, e->text);
    else
        mw_write(why, "column %u: %s", e->column, e->text);
    return true;
}

// The process has ended: what it did not answer is told.
static bool tell_failures(work *k, uint64_t answered, uint64_t of_each)
{
    mw_dialogue *d = &k->dialogue;
    mw_process_state state = d->process.state;
    k->out->seconds = d->process.used;
    if (state == MW_PROCESS_STOPPED)
        return stopped(k->error);
    if (state == MW_PROCESS_NO_MEMORY || mw_dialogue_lacked_memory(d))
        return mw_no_memory(k->error);
    for (unsigned i = 0; state && i < k->out->count; i++) {
        mw_observation *o = &k->out->of[i];
        if (answered < (i + 1) * of_each && !o->failure.length)
            mw_dialogue_explain(d, &o->failure);
    }
    return true;
}

// All estimates at once; then the process is not needed any more.
static bool observe_graph(work *k, unsigned count)
{
    const uint64_t states = k->graph->states;
    k->table = mw_array(count * states + 1, sizeof *k->table);
    if (!k->table)
        return mw_no_memory(k->error);
    uint64_t answered = mw_dialogue_table(&k->dialogue, count, k->graph, k->table);
    mw_dialogue_end(&k->dialogue);
    bool ok = tell_failures(k, answered, states);
    for (unsigned i = 0; ok && i < count; i++) {
        mw_observation *o = &k->out->of[i];
        if (o->failure.length)
            continue;
        compare(k, i, o);
        ok = audit(k, i, o) && search(k, i, o);
    }
    return ok;
}

// The searches ask while they run.
static bool observe_search(work *k, unsigned count)
{
    bool ok = true;
    unsigned done = 0;
    for (; ok && done < count && !k->dialogue.process.state; done++)
        ok = k->out->of[done].failure.length || search(k, done, &k->out->of[done]);
    done -= k->dialogue.process.state != MW_PROCESS_WELL && done;
    mw_dialogue_end(&k->dialogue);
    return ok && tell_failures(k, done, 1);
}

static bool observe_heuristics(work *k)
{
    unsigned wanted = k->out->count;
    const unsigned offered = k->dialogue.heuristics;
    if (!k->dialogue.process.state)
        for (unsigned i = 0; i < wanted; i++)
            k->out->of[i].of_one = is_missing(k, i, &k->out->of[i].failure);
    unsigned count = offered < wanted ? offered : wanted;
    memcpy(k->out->names, k->dialogue.names, sizeof k->out->names);
    k->out->offered = offered;
    if (k->dialogue.process.state) { // it did not even begin
        mw_dialogue_end(&k->dialogue);
        return tell_failures(k, 0, 1);
    }
    return k->graph ? observe_graph(k, count) : observe_search(k, count);
}

// ---- solvers

// Plays the moves. False: memory ran out.
static bool play(work *k, const char *text, mw_observation *o)
{
    const mw_maze *m = k->maze->maze;
    uint16_t *actions;
    mw_error error;
    mw_state s;
    mw_status status;
    long count = mw_moves_parse(m->kind, text, &actions, &error);
    if (count < 0) {
        mw_write(&o->unsolved, "its moves: %s", error.text);
        return error.code != MW_ERROR_MEMORY;
    }
    size_t played = mw_replay(m, actions, (size_t)count, &s, &o->cost, &status);
    char *why = NULL, *where = mw_state_describe(m, &s);
    bool room = where;
    if (room && played < (size_t)count && status == MW_OPEN) {
        why = mw_refusal(m, &s, actions[played]);
        room = why;
        mw_write(&o->unsolved, "move %zu (%s) is not possible at %s: %s", played + 1,
                 m->kind->rules->actions[actions[played]].word, where, why ? why : "");
    } else if (room && played < (size_t)count) {
        mw_write(&o->unsolved, "the game is over after move %zu, and more moves follow", played);
    } else if (status != MW_SOLVED) {
        mw_write(&o->unsolved, "the moves end at %s, which %s", where ? where : "?",
                 status == MW_LOST ? "is lost" : "is not the goal");
    }
    free(where);
    free(why);
    free(actions);
    return room;
}

static bool observe_solver(work *k)
{
    mw_observation *o = &k->out->of[0];
    mw_solution_claim claim;
    bool answered = mw_dialogue_solve(&k->dialogue, &claim), room = true;
    mw_dialogue_end(&k->dialogue);
    if (answered && claim.moves && !k->maze->solvable)
        mw_write(&o->unsolved, "it gives moves, and there is no solution");
    else if (answered && claim.moves)
        room = play(k, claim.moves, o);
    else if (answered && k->maze->solvable)
        mw_write(&o->unsolved, "it says that there is no solution, and there is one");
    o->counted = claim.counted;
    o->expanded = claim.expanded;
    free(claim.moves);
    return room ? tell_failures(k, answered, 1) : (bool)mw_no_memory(k->error);
}

// ---- the whole

static bool build_graph(work *k)
{
    mw_limit limit;
    const mw_limits limits = {.states = MW_GRADE_STATES};
    if (!k->maze->graph)
        return true;
    k->graph = mw_graph_build(k->maze->maze, true, &limits, &limit);
    return k->graph || (limit == MW_LIMIT_MEMORY && k->grader->goes_on(k->grader->context)
                            ? (bool)mw_no_memory(k->error)
                            : stopped(k->error));
}

// What a student wrote, or a program printed, is quoted to a terminal: without control characters,
// and as UTF-8.
static void make_plain(char *text)
{
    for (unsigned n; text && *text; text += n ? n : 1) {
        n = mw_utf8_length(text);
        if (!n || (unsigned char)*text < ' ' || *text == '\x7f')
            *text = '?';
    }
}

bool mw_observe(const mw_grader *g, const mw_submission *s, const mw_graded_maze *z,
                mw_observed *out, mw_error *error)
{
    const mw_rubric *u = g->rubric;
    work k = {.grader = g, .submission = s, .maze = z, .out = out, .error = error};
    *out = (mw_observed){.count = u->heuristics};
    bool ok = (u->solve || build_graph(&k)) &&
              mw_dialogue_start(&k.dialogue, s, u, z->maze, g->goes_on, g->context, error);
    ok = ok && (u->solve ? observe_solver(&k) : observe_heuristics(&k));
    mw_dialogue_free(&k.dialogue);
    mw_graph_free(k.graph);
    free(k.table);
    for (unsigned i = 0; i < out->count; i++) {
        make_plain(out->of[i].failure.text);
        make_plain(out->of[i].unsolved.text);
        make_plain(out->names[i]);
    }
    for (unsigned i = 0; ok && i < out->count; i++)
        ok = !(out->of[i].failure.failed || out->of[i].unsolved.failed) || mw_no_memory(error);
    return ok;
}

void mw_observed_free(mw_observed *o)
{
    for (unsigned i = 0; i < o->count; i++) {
        free(o->of[i].failure.text);
        free(o->of[i].unsolved.text);
    }
}
