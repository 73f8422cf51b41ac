// design.c: mazes as the landscape of a local search: the kind's small steps, the objective's
// energy.
#include "mazewright/design.h"

#include "mazewright/rng.h"
#include "design/objective.h"
#include "design/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct studio {
    const mw_kind *kind;
    const mw_design_plan *plan;
    mw_objective objective;
    uint64_t evaluations;
    bool stopped, limited, failed; // failed: out of memory, where that is no limit
} studio;

static double energy(void *context, const void *state)
{
    studio *s = context;
    if (s->limited || s->failed) // it is over, but for being told so
        return (double)INFINITY;
    double e = mw_objective_energy(&s->objective, state);
    s->failed = s->failed || (e == MW_STARVED && !s->limited);
    return isnan(e) || e == MW_STARVED ? (double)INFINITY : e;
}

static void step(void *context, void *state, mw_rng *rng)
{
    ((const studio *)context)->kind->design->mutate(state, rng);
}

static void fresh(void *context, void *state, mw_rng *rng)
{
    studio *s = context;
    mw_error error;
    mw_maze *m = mw_random_maze(s->kind, s->plan->params, mw_rng_next(rng) >> 1, &error);
    if (m && m->bytes == ((const mw_maze *)state)->bytes)
        memcpy(state, m, m->bytes);
    s->failed = s->failed || !m;
    mw_maze_free(m);
}

// Where the objective looked at all starts, the best one becomes the maze's own.
static bool move_start(const mw_objective *o, mw_maze *m)
{
    double values[MW_NAMES_MAX];
    mw_state best;
    if (!o->moves_start)
        return true;
    bool seen = mw_objective_values(o, m, values, &best);
    if (seen)
        m->kind->design->set_start(m, &best);
    return seen;
}

bool mw_design_finished(const mw_objective *o, const mw_maze *m, double e, mw_maze **finished)
{
    double values[MW_NAMES_MAX];
    mw_state best;
    *finished = NULL;
    if (!(e < MW_AMISS))
        return true;
    mw_maze *out = mw_maze_clone(m);
    bool ok = out && move_start(o, out) && mw_objective_values(o, out, values, &best);
    if (ok && values[o->solvable] != 0) {
        *finished = out;
        return true;
    }
    mw_maze_free(out);
    return ok;
}

static mw_maze *finished(studio *s, const mw_maze *m, double e)
{
    mw_maze *out;
    if (!mw_design_finished(&s->objective, m, e, &out))
        s->failed = s->failed || !s->limited;
    return out;
}

static bool watch(void *context, const void *state, double e, uint64_t evaluations)
{
    studio *s = context;
    const mw_design_plan *plan = s->plan;
    s->evaluations = evaluations;
    s->stopped = s->limited;
    if (s->limited || s->failed)
        return false;
    if (!plan->watch)
        return true;
    mw_maze *m = state ? finished(s, state, e) : NULL;
    if ((!state || m) && !plan->watch(plan->context, m, e, evaluations))
        s->stopped = true;
    mw_maze_free(m);
    return !s->stopped && !s->failed;
}

static void save(void *context, const mw_checkpoint *standing)
{
    studio *s = context;
    const mw_design_plan *plan = s->plan;
    bool paused = plan->schedule.pause && standing->done >= plan->schedule.pause;
    if (!paused && plan->wants_save && !plan->wants_save(plan->context))
        return;
    char *text = s->failed ? NULL : mw_checkpoint_print(standing);
    if (text)
        plan->save(plan->context, text);
    s->failed = s->failed || !text;
    free(text);
}

void mw_design_temperatures(const mw_objective *o, const mw_maze *m, mw_schedule *schedule)
{
    if (!o->preset || schedule->hot > 0 || schedule->cold > 0)
        return;
    double scale = !o->preset->per_side ? 1 : m->w > m->h ? m->w : m->h;
    schedule->hot = scale * o->preset->hot;
    schedule->cold = scale * o->preset->cold;
}

static void search(studio *s, mw_maze *m, mw_designed *out)
{
    const mw_design_plan *plan = s->plan;
    mw_schedule schedule = plan->schedule;
    mw_checkpoint standing;
    mw_maze *now = NULL, *best = NULL;
    mw_landscape land = {.bytes = m->bytes,
                         .context = s,
                         .energy = energy,
                         .step = step,
                         .fresh = fresh,
                         .watch = watch,
                         .save = plan->save ? save : NULL};
    mw_error error = {0};
    mw_design_temperatures(&s->objective, m, &schedule);
    if (plan->resume && mw_checkpoint_parse(plan->resume, m, &standing, &now, &best, &error)) {
        standing.energy = energy(s, now);
        standing.best_energy = energy(s, best);
        schedule.resume = &standing;
    }
    s->failed = s->failed || error.code == MW_ERROR_MEMORY;
    out->energy = s->failed ? (double)NAN : mw_local_search(&land, &schedule, m);
    s->failed = s->failed || isnan(out->energy);
    bool pauses = schedule.pause && schedule.pause < schedule.evaluations;
    out->evaluations = s->stopped ? s->evaluations : pauses ? schedule.pause : schedule.evaluations;
    out->stopped = s->stopped;
    out->maze = finished(s, m, out->energy);
    out->limited = s->limited;
    mw_maze_free(now);
    mw_maze_free(best);
}

bool mw_design_maze(const mw_kind *kind, const mw_design_plan *plan, mw_designed *out,
                    mw_error *error)
{
    *out = (mw_designed){0};
    if (!kind->design)
        return mw_refuse(error, "%s mazes cannot be designed", kind->name);
    if (!plan->schedule.evaluations)
        return mw_refuse(error, "a budget of 0 evaluations finds nothing");
    if (plan->schedule.evaluations == MW_ENDLESS && !plan->watch)
        return mw_refuse(error, "nothing would ever end this search");
    studio *s = calloc(1, sizeof *s);
    if (!s)
        return mw_no_memory(error);
    *s = (studio){.kind = kind, .plan = plan};
    mw_maze *m = NULL;
    bool ok = mw_objective_init(&s->objective, kind, plan->objective, plan->require, error) &&
              (m = mw_random_maze(kind, plan->params, plan->schedule.seed, error));
    s->objective.bytes = plan->bytes;
    s->objective.limited = &s->limited;
    if (ok)
        search(s, m, out);
    if (s->failed) { // what was found might be another maze than it would have been
        mw_maze_free(out->maze);
        *out = (mw_designed){0};
        ok = mw_no_memory(error);
    }
    mw_maze_free(m);
    free(s);
    return ok;
}

// The share of characters in which b's text, turned, differs from a's.
static double text_difference(const char *a, const mw_maze *b, unsigned symmetry)
{
    mw_maze *turned = symmetry ? b->kind->design->turn(b, symmetry) : mw_maze_clone(b);
    char *text = turned ? mw_maze_print(turned, "own") : NULL;
    double share = NAN;
    if (text) {
        size_t i = 0, same = 0, long_a = strlen(a), long_b = strlen(text);
        for (; i < long_a && i < long_b; i++)
            same += a[i] == text[i];
        size_t longer = long_a > long_b ? long_a : long_b;
        share = longer ? 1 - (double)same / (double)longer : 0;
    }
    free(text);
    mw_maze_free(turned);
    return share;
}

// Of two numbers; NaN if one is.
static double least_of(double a, double b)
{
    return isnan(a) || a < b ? a : b;
}

double mw_maze_difference(const mw_maze *a, const mw_maze *b)
{
    char *text = mw_maze_print(a, "own");
    double least = NAN;
    bool turns = b->kind->design && b->kind->design->turn;
    for (unsigned symmetry = 0; text && symmetry < (turns ? 8 : 1); symmetry++)
        least = symmetry ? least_of(least, text_difference(text, b, symmetry))
                         : text_difference(text, b, symmetry);
    free(text);
    return least;
}

char *mw_canonical_id(const mw_maze *m)
{
    char *least = mw_maze_print(m, "id");
    const mw_design *d = m->kind->design;
    for (unsigned symmetry = 1; least && d && d->turn && symmetry < 8; symmetry++) {
        mw_maze *turned = d->turn(m, symmetry);
        char *id = turned ? mw_maze_print(turned, "id") : NULL;
        if (!id || strcmp(id, least) < 0) {
            free(least);
            least = id;
            id = NULL;
        }
        free(id);
        mw_maze_free(turned);
    }
    return least;
}

bool mw_design_names(const mw_kind *kind, void (*say)(void *, const char *, const char *),
                     void *context)
{
    mw_objective *o = malloc(sizeof *o);
    if (!o)
        return false;
    mw_objective_names(o, kind);
    for (unsigned i = 0; o->names[i]; i++)
        say(context, o->names[i], o->about[i]);
    free(o);
    return true;
}
