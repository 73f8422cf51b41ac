// design.c: mazes as the landscape of a local search: the kind's small steps, the objective's
// energy.
#include "mazewright/design.h"

#include "mazewright/rng.h"
#include "core/text.h"
#include "design/objective.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct studio {
    const mw_kind *kind;
    const mw_design_plan *plan;
    mw_objective objective;
    uint64_t evaluations;
    bool stopped;
} studio;

static mw_maze *random_maze(const mw_kind *kind, const char *params, uint64_t seed, mw_error *error)
{
    mw_writer w = {0};
    mw_write(&w, "%s:%s#%llu", kind->name, params, (unsigned long long)seed);
    char *id = mw_writer_take(&w);
    mw_maze *m = id ? mw_maze_from_id(id, error) : NULL;
    free(id);
    return m;
}

static double energy(void *context, const void *state)
{
    return mw_objective_energy(&((const studio *)context)->objective, state);
}

static void step(void *context, void *state, mw_rng *rng)
{
    ((const studio *)context)->kind->design->mutate(state, rng);
}

static void fresh(void *context, void *state, mw_rng *rng)
{
    const studio *s = context;
    mw_error error;
    mw_maze *m = random_maze(s->kind, s->plan->params, mw_rng_next(rng) >> 1, &error);
    if (m && m->bytes == ((const mw_maze *)state)->bytes)
        memcpy(state, m, m->bytes);
    mw_maze_free(m);
}

static bool watch(void *context, const void *state, double e, uint64_t evaluations)
{
    studio *s = context;
    s->evaluations = evaluations;
    if (s->plan->watch && !s->plan->watch(s->plan->context, state, e, evaluations))
        s->stopped = true;
    return !s->stopped;
}

// Where the objective looked at all starts, the best one becomes the maze's own.
static void move_start(const studio *s, mw_maze *m)
{
    double values[MW_NAMES_MAX];
    mw_state best;
    if (s->objective.moves_start && mw_objective_values(&s->objective, m, values, &best))
        s->kind->design->set_start(m, &best);
}

static bool refuse(mw_error *error, const char *format, const char *detail)
{
    *error = (mw_error){0};
    snprintf(error->text, sizeof error->text, format, detail);
    return false;
}

bool mw_design_maze(const mw_kind *kind, const mw_design_plan *plan, mw_designed *out,
                    mw_error *error)
{
    *out = (mw_designed){0};
    if (!kind->design)
        return refuse(error, "%s mazes cannot be designed", kind->name);
    if (!plan->schedule.evaluations)
        return refuse(error, "a budget of 0 evaluations finds nothing%s", "");
    studio *s = calloc(1, sizeof *s);
    if (!s)
        return refuse(error, "out of memory%s", "");
    *s = (studio){.kind = kind, .plan = plan};
    mw_maze *m = NULL;
    bool ok = mw_objective_init(&s->objective, kind, plan->objective, plan->require, error) &&
              (m = random_maze(kind, plan->params, plan->schedule.seed, error));
    if (ok) {
        mw_landscape land = {.bytes = m->bytes,
                             .context = s,
                             .energy = energy,
                             .step = step,
                             .fresh = fresh,
                             .watch = watch};
        out->energy = mw_local_search(&land, &plan->schedule, m);
        out->evaluations = s->stopped ? s->evaluations : plan->schedule.evaluations;
        out->stopped = s->stopped;
        if (isfinite(out->energy))
            move_start(s, m);
        mw_evaluation e;
        if (isfinite(out->energy) && mw_evaluate(m, false, &e) && e.length != MW_FAR) {
            out->maze = m;
        } else {
            mw_maze_free(m);
        }
    }
    free(s);
    return ok;
}

char *mw_canonical_id(const mw_maze *m)
{
    char *least = mw_maze_print(m, "id");
    const mw_design *d = m->kind->design;
    for (unsigned symmetry = 1; least && d && d->turn && symmetry < 8; symmetry++) {
        mw_maze *turned = d->turn(m, symmetry);
        char *id = turned ? mw_maze_print(turned, "id") : NULL;
        if (id && strcmp(id, least) < 0) {
            free(least);
            least = id;
            id = NULL;
        }
        free(id);
        mw_maze_free(turned);
    }
    return least;
}

void mw_design_names(const mw_kind *kind, void (*say)(void *, const char *, const char *),
                     void *context)
{
    mw_objective *o = malloc(sizeof *o);
    if (!o)
        return;
    mw_objective_names(o, kind);
    for (unsigned i = 0; o->names[i]; i++)
        say(context, o->names[i], o->about[i]);
    free(o);
}
