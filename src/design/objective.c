// objective.c: see objective.h. What an objective uses decides how it is worked out: at a glance by
// the kind's own evaluator where that knows all of it, else from the whole state graph.
#include "design/objective.h"

#include "core/text.h"
#include "design/chains/chain.h"
#include "search/graph.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- names: a few of our own, those that an evaluation knows, the other measures of the graph

// The first of them are those that chains know (chain.h).
enum { LOSING = MW_CHAIN_VALUES, FIXED };

static const struct {
    const char *name, *about;
} fixed[FIXED] = {
    [MW_CHAIN_ROWS] = {"rows", "rows of the board"},
    [MW_CHAIN_COLS] = {"cols", "columns of the board"},
    [MW_CHAIN_SOLVABLE] = {"solvable", "1 if there is a solution, else 0"},
    [MW_CHAIN_LENGTH] = {"length", "moves of a shortest solution; 0 if there is none"},
    [MW_CHAIN_BEST_LENGTH] = {"best_length",
                              "length from the best of all starts, which becomes the start"},
    [MW_CHAIN_UNREACHING] = {"unreaching",
                             "cells of the board from which the goal cannot be reached"},
    [MW_CHAIN_UNREACHABLE] = {"unreachable", "cells of the board that cannot be reached"},
    [MW_CHAIN_STATES] = {"states", "states the player can reach"},
    [MW_CHAIN_DEAD] = {"dead", "reachable states from which no win is possible"},
    [LOSING] = {"losing", "moves that lose at once"},
};

static unsigned count_names(const mw_objective *o)
{
    unsigned n = 0;
    while (o->names[n])
        n++;
    return n;
}

static void add_name(mw_objective *o, const char *name, const char *about)
{
    unsigned n = count_names(o);
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(o->names[i], name))
            return;
    if (n < MW_NAMES_MAX) {
        o->names[n] = name;
        o->about[n] = about;
    }
}

// Measures of A* with one heuristic. A name in an expression has no '-': excess_bridges_down.
static void add_searched(mw_objective *o, const mw_heuristic *h)
{
    static const char *const names[MW_SEARCHED][2] = {
        {"excess_",
         "by how much A* with this heuristic misses the least cost; -1 if there is no solution"},
        {"expanded_", "states that A* expands with this heuristic"},
    };
    for (unsigned i = 0; i < MW_SEARCHED; i++) {
        unsigned n = count_names(o);
        char *name = o->own_names[n - o->first_searched];
        snprintf(name, sizeof *o->own_names, "%s%s", names[i][0], h->name);
        for (char *c = name; *c; c++)
            *c = *c == '-' ? '_' : *c;
        add_name(o, name, names[i][1]);
        o->heuristics[n] = h;
    }
}

void mw_objective_names(mw_objective *o, const mw_kind *kind)
{
    *o = (mw_objective){.kind = kind};
    for (unsigned i = 0; i < FIXED; i++)
        add_name(o, fixed[i].name, fixed[i].about);
    for (const mw_measure *m = kind->measures; m && m->name; m++)
        add_name(o, m->name, m->about);
    for (const mw_value *v = mw_measures(); v->name; v++)
        add_name(o, v->name, v->about);
    o->first_searched = count_names(o);
    for (const mw_heuristic *h = mw_heuristics(kind); h->name; h++)
        add_searched(o, h);
}

static unsigned own_measures(const mw_kind *kind)
{
    unsigned n = 0;
    while (kind->measures && kind->measures[n].name)
        n++;
    return n;
}

// ---- compiling

static bool compile(mw_objective *o, mw_expression *e, const char *what, const char *text,
                    mw_error *error)
{
    mw_error inner;
    if (mw_expression_compile(e, text, o->names, &inner))
        return true;
    *error = inner;
    snprintf(error->text, sizeof error->text, "%s '%.60s', column %u: %.280s", what, text,
             inner.column, inner.text);
    return false;
}

static void use(mw_objective *o, unsigned name)
{
    o->used[name] = true;
    o->searches |= name >= o->first_searched;
    if (name >= o->first_searched)
        return;
    mw_effort needs = name <= MW_CHAIN_UNREACHING            ? MW_GLANCE
                      : name < FIXED + own_measures(o->kind) ? MW_WHOLE_GLANCE
                                                             : MW_GRAPH;
    if (needs > o->effort)
        o->effort = needs;
    if (needs != MW_GRAPH && needs > o->glance)
        o->glance = needs;
}

static void use_names(mw_objective *o, const mw_expression *e)
{
    for (unsigned i = 0; o->names[i]; i++)
        if (mw_expression_uses(e, i))
            use(o, i);
}

// Where the start is moved, a maze is shown with its best start, so its length is the best one.
static void require_best_length(mw_expression *e)
{
    for (unsigned i = 0; i < e->count; i++)
        if (e->instructions[i].op == MW_OP_NAME && e->instructions[i].name == MW_CHAIN_LENGTH)
            e->instructions[i].name = MW_CHAIN_BEST_LENGTH;
}

// Does the value of this name depend on where the maze begins?
static bool is_of_start(unsigned name)
{
    return name != MW_CHAIN_ROWS && name != MW_CHAIN_COLS && name != MW_CHAIN_BEST_LENGTH &&
           name != MW_CHAIN_UNREACHING;
}

static void use_all(mw_objective *o)
{
    o->moves_start =
        mw_expression_uses(&o->energy, MW_CHAIN_BEST_LENGTH) && MW_HAS(o->kind, design, set_start);
    for (unsigned i = 0; i < o->require_count; i++)
        o->moves_start |= mw_expression_uses(&o->require[i], MW_CHAIN_BEST_LENGTH) &&
                          MW_HAS(o->kind, design, set_start);
    for (unsigned i = 0; i < o->require_count; i++) {
        if (o->moves_start)
            require_best_length(&o->require[i]);
        use_names(o, &o->require[i]);
    }
    for (unsigned i = 0; o->moves_start && o->names[i]; i++)
        o->judges_moved |= o->used[i] && is_of_start(i);
    o->require_effort = o->searches ? MW_GRAPH : o->effort;
    use_names(o, &o->energy);
}

bool mw_objective_also(mw_objective *o, const char *name, unsigned *index, mw_error *error)
{
    mw_expression e;
    if (!compile(o, &e, "measure", name, error))
        return false;
    for (*index = 0; o->names[*index] && strcmp(o->names[*index], name);)
        ++*index;
    if (!o->names[*index])
        return mw_refuse(error, "'%.60s' is not one measure but an expression", name);
    use(o, *index);
    return true;
}

// Somebody may have meant an objective that has a name. Always false.
static bool nearest_preset(const mw_kind *kind, const char *text, mw_error *error)
{
    char words[400] = "objectives:", closest[MW_WORD_SIZE];
    size_t at = strlen(words), begin = at;
    const mw_preset *p = kind->design ? kind->design->presets : NULL;
    for (; p && p->name && at < sizeof words; p++)
        at += (size_t)snprintf(words + at, sizeof words - at, " %s", p->name);
    if (error->code == MW_ERROR_INPUT &&
        !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789")] &&
        mw_closest(text, words + begin, closest))
        mw_refuse(error, "unknown objective '%.40s'; did you mean '%s'? There are%s, and measures",
                  text, closest, words + begin);
    return false;
}

bool mw_objective_init(mw_objective *o, const mw_kind *kind, const char *text,
                       const char *const *require, mw_error *error)
{
    const mw_preset *preset = kind->design ? kind->design->presets : NULL;
    mw_objective_names(o, kind);
    *error = (mw_error){0};
    if (!text && preset && preset->name)
        text = preset->name;
    if (!text)
        return mw_refuse(error, "%s has no objective of its own; write one", kind->name);
    for (; preset && preset->name; preset++)
        if (!strcmp(preset->name, text) || mw_same_words(preset->objective, text)) {
            text = preset->objective;
            o->preset = preset;
        }
    if (!compile(o, &o->energy, "objective", text, error))
        return nearest_preset(kind, text, error);
    for (; require && *require; require++, o->require_count++) {
        if (o->require_count == MW_REQUIRE_MAX)
            return mw_refuse(error, "at most %d constraints", MW_REQUIRE_MAX);
        if (!compile(o, &o->require[o->require_count], "constraint", *require, error))
            return false;
    }
    o->solvable = MW_CHAIN_SOLVABLE;
    use_all(o);
    return true;
}

// ---- values

// From an evaluation; false if it does not know something that is needed.
static bool from_glance(const mw_objective *o, mw_effort effort, const mw_maze *m, double *values,
                        mw_state *best)
{
    mw_evaluation e;
    const mw_kind *k = m->kind;
    if (o->bytes && MW_HAS(k, fast, bytes) && k->fast->bytes(m) > o->bytes)
        return false;
    if (!MW_HAS(k, fast, evaluate) || !k->fast->evaluate(m, effort == MW_WHOLE_GLANCE, &e))
        return false;
    if ((o->used[MW_CHAIN_BEST_LENGTH] && e.best_length == MW_FAR) ||
        (o->used[MW_CHAIN_UNREACHING] && isnan(e.unreaching)) ||
        (o->used[MW_CHAIN_UNREACHABLE] && isnan(e.unreachable)))
        return false;
    *best = e.best;
    values[MW_CHAIN_SOLVABLE] = e.length != MW_FAR;
    values[MW_CHAIN_LENGTH] = e.length != MW_FAR ? e.length : 0;
    values[MW_CHAIN_BEST_LENGTH] = e.best_length;
    values[MW_CHAIN_UNREACHING] = e.unreaching;
    values[MW_CHAIN_UNREACHABLE] = e.unreachable;
    values[MW_CHAIN_STATES] = e.states;
    values[MW_CHAIN_DEAD] = e.dead;
    values[LOSING] = (double)e.losing;
    for (unsigned i = 0, own = own_measures(m->kind); i < own; i++)
        values[FIXED + i] = e.own[i];
    return true;
}

static void look_at_distances(const mw_graph *g, double *values, mw_state *best)
{
    values[MW_CHAIN_SOLVABLE] = g->distance[0] != MW_FAR;
    if (values[MW_CHAIN_SOLVABLE] == 0)
        values[MW_CHAIN_LENGTH] = 0;
    values[MW_CHAIN_BEST_LENGTH] = mw_graph_best_start(g, best);
}

// Measures from index `first` on.
static bool from_graph(const mw_objective *o, unsigned first, const mw_maze *m, double *values,
                       mw_state *best)
{
    // The measures that are left are about the states that the player can reach; only
    // backward_decisions is about all legal states.
    bool all = !first;
    const char *used[MW_NAMES_MAX + 1];
    unsigned n = 0;
    for (unsigned i = first; i < o->first_searched; i++)
        if (o->used[i] || i == MW_CHAIN_LENGTH) { // a maze that is found tells its length
            used[n++] = o->names[i];
            all |= !strcmp(o->names[i], "backward_decisions");
        }
    used[n] = NULL;
    mw_graph *g = mw_graph_build(m, all, &(mw_limits){.bytes = o->bytes}, NULL);
    mw_analysis a;
    bool done = g && mw_analyse_some(g, used, &a);
    if (!done && o->limited && o->bytes)
        *o->limited = true;
    if (done) {
        for (unsigned i = first; i < o->first_searched; i++)
            for (unsigned k = 0; k < a.count; k++)
                if (!strcmp(o->names[i], a.values[k].name))
                    values[i] = a.values[k].value;
        if (!first)
            look_at_distances(g, values, best);
        mw_analysis_free(&a);
    }
    mw_graph_free(g);
    return done;
}

// What one search says. False: memory ran out, or its limit was met.
static bool search(const mw_objective *o, const mw_maze *m, const char *algorithm,
                   const mw_heuristic *own, mw_result *r)
{
    mw_error error;
    mw_search_options options = {
        .size = sizeof options, .algorithm = algorithm, .own = own, .limits.bytes = o->bytes};
    bool done = mw_search(m, &options, r, &error) && r->outcome != MW_OUTCOME_LIMIT;
    if (!done && o->limited && o->bytes)
        *o->limited = true;
    return done;
}

// The measures of heuristics. A maze without a solution is farther from an excess than any other.
static bool from_searches(const mw_objective *o, const mw_maze *m, double *values)
{
    mw_result least, r;
    if (!search(o, m, NULL, NULL, &least))
        return mw_result_free(&least), false;
    for (unsigned i = o->first_searched; o->names[i]; i += MW_SEARCHED) {
        if (!o->used[i] && !o->used[i + 1])
            continue;
        bool done = search(o, m, "astar", o->heuristics[i], &r);
        values[i] = r.outcome == MW_OUTCOME_SOLVED ? (double)r.cost - (double)least.cost : -1;
        values[i + 1] = (double)r.expanded;
        mw_result_free(&r);
        if (!done)
            return mw_result_free(&least), false;
    }
    mw_result_free(&least);
    return true;
}

static bool values_of_states(const mw_objective *o, const mw_maze *m, double *values,
                             mw_state *best)
{
    values[MW_CHAIN_ROWS] = m->h;
    values[MW_CHAIN_COLS] = m->w;
    if (from_glance(o, o->glance, m, values, best))
        return o->effort != MW_GRAPH ||
               from_graph(o, FIXED + own_measures(o->kind), m, values, best);
    // A kind may know only the lengths; then the graph needs only what the player can reach.
    bool lengths = o->glance == MW_WHOLE_GLANCE && from_glance(o, MW_GLANCE, m, values, best);
    return from_graph(o, lengths ? MW_CHAIN_UNREACHING + 1 : 0, m, values, best);
}

bool mw_objective_values(const mw_objective *o, const mw_maze *m, double *values, mw_state *best)
{
    return values_of_states(o, m, values, best) && (!o->searches || from_searches(o, m, values));
}

static double miss(const mw_objective *o, const double *values)
{
    double sum = 0;
    for (unsigned i = 0; i < o->require_count; i++)
        sum += mw_expression_miss(&o->require[i], values);
    return sum;
}

// The values of the maze with its best start, which it will be shown with.
static bool values_when_moved(const mw_objective *o, const mw_maze *m, double *values,
                              mw_state *best)
{
    mw_state again;
    mw_maze *moved = mw_maze_clone(m);
    if (moved)
        m->kind->design->set_start(moved, best);
    bool ok = moved && mw_objective_values(o, moved, values, &again);
    mw_maze_free(moved);
    return ok;
}

static double look_when_moved(const mw_objective *o, const mw_maze *m, double *values,
                              mw_state *best)
{
    bool ok = mw_objective_values(o, m, values, best) &&
              (!(values[MW_CHAIN_BEST_LENGTH] > 0) || values_when_moved(o, m, values, best));
    double far = ok ? miss(o, values) : 0;
    return !ok ? MW_NO_MEMORY
               : mw_energy_of(far, far > 0 ? 0 : mw_expression_eval(&o->energy, values));
}

double mw_objective_look(const mw_objective *o, const mw_maze *m, double *values, mw_state *best)
{
    if (o->judges_moved)
        return look_when_moved(o, m, values, best);
    if (o->require_count && o->require_effort < o->effort && o->require_effort != MW_GRAPH) {
        values[MW_CHAIN_ROWS] = m->h;
        values[MW_CHAIN_COLS] = m->w;
        double near = from_glance(o, o->require_effort, m, values, best) ? miss(o, values) : 0;
        if (near > 0)
            return MW_AMISS + near;
    }
    if (!mw_objective_values(o, m, values, best))
        return MW_NO_MEMORY;
    double far = miss(o, values);
    return mw_energy_of(far, far > 0 ? 0 : mw_expression_eval(&o->energy, values));
}

double mw_objective_energy(const mw_objective *o, const mw_maze *m)
{
    double values[MW_NAMES_MAX];
    mw_state best;
    return mw_objective_look(o, m, values, &best);
}

// ---- for all engines of design

mw_maze *mw_random_maze(const mw_kind *kind, const char *params, uint64_t seed, mw_error *error)
{
    mw_writer w = {0};
    mw_write(&w, "%s:%s#%llu", kind->name, params, (unsigned long long)seed);
    char *id = mw_writer_take(&w);
    mw_maze *m = NULL;
    if (id)
        m = mw_maze_of_kind(kind, id, error);
    else
        mw_no_memory(error);
    free(id);
    return m;
}
