// ask_random.c: random mazes, also solvable ones of a chosen difficulty. Those are the first that a
// search by small random changes meets: it makes the distance from the chosen difficulties smaller,
// and ends where it is none. Of a kind that cannot be changed, random mazes are drawn until one is
// met.
#include "api/question.h"
#include "design/objective.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define SEARCHES    10 // one after the other, until a maze is met; then the nearest one is the answer
#define EVALUATIONS 2000 // of each
#define DRAWS       500  // of a kind that cannot be changed

typedef struct wish {
    mw_question *q;
    const mw_kind *kind;
    const char *size;
    uint64_t seed;
    bool solvable, graded;
    double easiest, hardest; // difficulties
    double nearest;
    bool met;
} wish;

static bool read_wish(wish *r)
{
    mw_question *q = r->q;
    r->kind = mw_field_kind(q);
    r->size = mw_field_text(q, "size");
    r->graded = mw_field_text(q, "easiest") || mw_field_text(q, "hardest");
    r->solvable = r->graded || mw_field_bool(q, "solvable");
    return r->kind && mw_field_count(q, "seed", 0, INT64_MAX, &r->seed) &&
           mw_field_number(q, "easiest", 1, 10, &r->easiest) &&
           mw_field_number(q, "hardest", 1, 10, &r->hardest) &&
           (r->easiest <= r->hardest ||
            mw_wrong(q, "easiest is %g and hardest %g; write the smaller one first", r->easiest,
                     r->hardest));
}

static bool goes_on(void *context)
{
    const wish *r = context;
    return !r->met && mw_api_goes_on(r->q->api);
}

static void tell(void *context, const mw_design_news *n)
{
    wish *r = context;
    mw_writer w = {0};
    if (!n->better || n->energy >= r->nearest)
        return;
    r->nearest = n->energy;
    r->met = n->energy <= 0;
    mw_json_open(&w, NULL, '{');
    mw_json_owned(&w, "id", mw_maze_print(n->better, "id"));
    mw_json_number(&w, "beside", n->energy);
    mw_json_close(&w, '}');
    mw_api_event(r->q->api, &w);
}

// *found is without a maze where no solvable one was met.
static bool search(wish *r, const mw_limits *limits, mw_designed *found)
{
    char objective[120] = "1 - solvable";
    if (r->graded)
        snprintf(objective, sizeof objective,
                 "max(0, %.15g - difficulty) + max(0, difficulty - %.15g)", r->easiest, r->hardest);
    const mw_design_watch watch = {.context = r, .goes_on = goes_on, .progress = tell};
    for (unsigned i = 0; i < SEARCHES && goes_on(r); i++) {
        const mw_design_plan plan = {
            .params = r->size,
            .objective = objective,
            .bytes = limits->bytes,
            .schedule = {.evaluations = EVALUATIONS, .seed = mw_stream_seed(r->seed, i)},
        };
        mw_designed another;
        if (!mw_design_maze(r->kind, &plan, &watch, &another, r->q->error))
            return false;
        mw_designed_join(found, &another);
    }
    return true;
}

// How far a maze is from what is asked for; INFINITY: it has no solution, or none is known.
static double beside(const wish *r, const mw_designed *one, const mw_limits *limits)
{
    mw_analysis a;
    mw_designed_measure(one, limits, &a);
    double length = mw_analysis_value(&a, "length"), grade = mw_analysis_value(&a, "difficulty");
    mw_analysis_free(&a);
    if (!(length >= 0))
        return INFINITY;
    if (!r->graded)
        return 0;
    double off = fmax(fmax(r->easiest - grade, grade - r->hardest), 0);
    return isnan(grade) ? DBL_MAX : off;
}

// *found as of `search`.
static bool draw(wish *r, const mw_limits *limits, mw_designed *found)
{
    for (unsigned i = 0; i < DRAWS && found->energy > 0 && mw_api_goes_on(r->q->api); i++) {
        uint64_t seed = i ? mw_stream_seed(r->seed, i) >> 1 : r->seed;
        mw_designed one = {.maze = mw_random_maze(r->kind, r->size, seed, r->q->error)};
        if (!one.maze)
            return false;
        one.energy = beside(r, &one, limits);
        if (one.energy < INFINITY)
            mw_designed_join(found, &one);
        mw_maze_free(one.maze);
    }
    return true;
}

static void answer(const wish *r, const mw_designed *found, mw_limits *limits)
{
    mw_writer *w = r->q->out;
    mw_analysis a;
    limits->keep_going = NULL; // what was found is told, also where the work was stopped
    mw_designed_measure(found, limits, &a);
    double length = mw_analysis_value(&a, "length"), grade = mw_analysis_value(&a, "difficulty");
    mw_analysis_free(&a);
    mw_answer_maze(r->q, found->maze);
    mw_json_number(w, "length", length);
    mw_json_number(w, "difficulty", grade);
    mw_json_bool(w, "reached", !r->graded || (grade >= r->easiest && grade <= r->hardest));
}

static bool answer_solvable(wish *r)
{
    mw_limits limits;
    mw_designed found = {.energy = INFINITY};
    if (!mw_api_limits(r->q, &limits))
        return false;
    bool ok = r->kind->design ? search(r, &limits, &found) : draw(r, &limits, &found);
    if (ok && found.maze)
        answer(r, &found, &limits);
    else if (ok)
        ok = mw_wrong(r->q,
                      "no solvable %s maze of size %.40s was met from seed %llu; try another seed "
                      "or size",
                      r->kind->name, r->size, (unsigned long long)r->seed);
    mw_maze_free(found.maze);
    return ok;
}

bool mw_api_random(mw_question *q)
{
    wish r = {.q = q, .easiest = 1, .hardest = 10, .nearest = INFINITY};
    if (!read_wish(&r))
        return false;
    if (r.solvable)
        return answer_solvable(&r);
    mw_maze *m = mw_random_maze(r.kind, r.size, r.seed, q->error);
    if (m)
        mw_answer_maze(q, m);
    bool made = m;
    mw_maze_free(m);
    return made;
}
