// prepare.c: makes the mazes of a rubric ready for grading: what is known of them without any
// submission.
#include "experiment/grade/observe.h"

#include <stdio.h>
#include <stdlib.h>

static bool goes_on(void *context, const mw_progress *p)
{
    const mw_grader *g = context;
    (void)p;
    return g->goes_on(g->context);
}

// Tells what is wrong with a maze, at its place in the rubric. Always false.
static bool refuse(mw_error *error, const mw_plan_maze *named, const char *what)
{
    *error = (mw_error){.line = named->line, .column = named->column};
    snprintf(error->text, sizeof error->text, "%.150s: %.240s", named->name, what);
    return false;
}

static mw_limits limits_of(mw_grader *g, uint64_t states)
{
    return (mw_limits){.states = states, .keep_going = goes_on, .context = g};
}

// Why did work on a maze end early?
static bool ended(mw_grader *g, const mw_plan_maze *named, mw_limit limit, mw_error *error)
{
    if (!g->goes_on(g->context)) {
        *error = (mw_error){.code = MW_ERROR_LIMIT, .text = "stopped"};
        return false;
    }
    return limit == MW_LIMIT_MEMORY
               ? (bool)mw_no_memory(error)
               : refuse(error, named, "it is too large to be graded on; take a smaller maze");
}

// A search that must come to its end.
static bool search(mw_grader *g, const mw_graded_maze *z, const mw_search_options *o, mw_result *r,
                   mw_error *error)
{
    if (!mw_search(z->maze, o, r, error))
        return false;
    if (r->outcome != MW_OUTCOME_LIMIT)
        return true;
    mw_limit limit = r->limit;
    mw_result_free(r);
    return ended(g, z->named, limit, error);
}

static bool find_cost(mw_grader *g, mw_graded_maze *z, mw_error *error)
{
    mw_result r;
    const mw_search_options o = {.size = sizeof o, .limits = limits_of(g, MW_GRADE_STORED)};
    if (!search(g, z, &o, &r, error))
        return false;
    z->solvable = r.outcome == MW_OUTCOME_SOLVED;
    z->cost = r.cost;
    mw_result_free(&r);
    return true;
}

// How many states may be expanded in each test that asks for it.
static bool find_most(mw_grader *g, mw_graded_maze *z, mw_error *error)
{
    for (unsigned i = 0; i < g->rubric->test_count; i++) {
        const mw_rubric_test *t = &g->rubric->tests[i];
        double most = t->most;
        if (t->check != MW_CHECK_EXPANDED)
            continue;
        if (*t->reference) {
            mw_result r;
            const mw_search_options o = {.size = sizeof o,
                                         .algorithm = "astar",
                                         .heuristic = t->reference,
                                         .limits = limits_of(g, MW_GRADE_STORED)};
            if (!search(g, z, &o, &r, error))
                return false;
            most *= (double)r.expanded;
            mw_result_free(&r);
        }
        z->most[i] = most < 1e18 ? (uint64_t)most : (uint64_t)1e18;
    }
    return true;
}

static bool needs_graph(const mw_rubric *u)
{
    bool needed = false;
    for (unsigned i = 0; i < u->test_count; i++)
        needed |= mw_check_needs_graph(u->tests[i].check);
    return needed;
}

// Is the state graph small enough?
static bool try_graph(mw_grader *g, mw_graded_maze *z, mw_error *error)
{
    mw_limit limit = MW_WITHIN;
    const mw_limits limits = limits_of(g, MW_GRADE_STATES);
    mw_graph *graph = g->rubric->solve ? NULL : mw_graph_build(z->maze, true, &limits, &limit);
    z->graph = graph;
    mw_graph_free(graph);
    if (limit == MW_LIMIT_STATES && needs_graph(g->rubric))
        return refuse(error, z->named,
                      "it has more than a million states, too many to compare all estimates with "
                      "exact distances; take a smaller maze");
    return limit == MW_WITHIN || limit == MW_LIMIT_STATES || ended(g, z->named, limit, error);
}

bool mw_grader_init(mw_grader *g, const mw_rubric *u, mw_error *error)
{
    g->rubric = u;
    g->maze_count = u->plan.maze_count;
    g->mazes = calloc((size_t)g->maze_count + 1, sizeof *g->mazes);
    if (!g->mazes)
        return mw_no_memory(error);
    bool ok = true;
    for (uint32_t i = 0; ok && i < g->maze_count; i++) {
        mw_graded_maze *z = &g->mazes[i];
        z->named = &u->plan.mazes[i];
        mw_error why;
        z->maze = mw_maze_from_id(z->named->id, &why);
        if (z->maze)
            ok = find_cost(g, z, error) && find_most(g, z, error) && try_graph(g, z, error);
        else
            ok = why.code == MW_ERROR_MEMORY ? (bool)mw_no_memory(error)
                                             : refuse(error, z->named, why.text);
    }
    return ok;
}

void mw_grader_free(mw_grader *g)
{
    for (uint32_t i = 0; g->mazes && i < g->maze_count; i++)
        mw_maze_free(g->mazes[i].maze);
    free(g->mazes);
    g->mazes = NULL;
}
