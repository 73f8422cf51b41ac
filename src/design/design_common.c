// design_common.c: what designs have in common: finished mazes, temperatures of presets, mazes
// compared with each other, names of measures.
#include "mazewright/design.h"

#include "core/stop.h"
#include "design/chains/chain.h"
#include "design/objective.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool mw_design_finished(const mw_objective *o, const mw_maze *m, double e, mw_designed *finished)
{
    double values[MW_NAMES_MAX];
    mw_state best;
    *finished = (mw_designed){.energy = e};
    if (!(e < MW_AMISS))
        return true;
    mw_maze *out = mw_maze_clone(m);
    bool ok = out && move_start(o, out) && mw_objective_values(o, out, values, &best);
    if (ok && values[o->solvable] != 0) {
        finished->maze = out;
        finished->length = (uint32_t)values[MW_CHAIN_LENGTH];
        return true;
    }
    mw_maze_free(out);
    return ok;
}

bool mw_designed_measure(const mw_designed *d, const mw_limits *limits, mw_analysis *a)
{
    mw_limited work; // for the measures, too
    mw_limit limit;
    mw_limited_begin(&work, limits);
    mw_graph *g = mw_graph_build(d->maze, true, limits, &limit);
    *a = (mw_analysis){0};
    bool measured = g && mw_analyse(g, a), stopped = limit == MW_LIMIT_STATES || mw_stopped();
    mw_limited_end(&work);
    mw_graph_free(g);
    if (measured || !stopped || !d->length)
        return measured;
    a->hardest = MW_FAR;
    if ((a->values = calloc(1, sizeof *a->values))) {
        *a->values = mw_measures()[0];
        a->values->value = d->length;
        a->count = 1;
    }
    return false;
}

void mw_design_temperatures(const mw_objective *o, const mw_maze *m, mw_schedule *schedule)
{
    if (!o->preset || schedule->hot > 0 || schedule->cold > 0)
        return;
    double scale = !o->preset->per_side ? 1 : m->w > m->h ? m->w : m->h;
    schedule->hot = scale * o->preset->hot;
    schedule->cold = scale * o->preset->cold;
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
    bool turns = MW_HAS(b->kind, design, turn);
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
