// ladder.c: see ladder.h. The search is MAP-Elites (Mouret and Clune, 2015): change a maze of some
// niche, see in which niche the result belongs, and keep it if it is the better one there.
#include "mazewright/ladder.h"

#include "core/grow.h"
#include "core/powers.h"
#include "core/text.h"
#include "design/objective.h"
#include "design/task.h"
#include "mazewright/design.h"
#include "mazewright/rng.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE        48 // niches along each measure
#define PER_DOUBLE  3  // niches from a value to twice that value
#define WATCH_EVERY 64 // evaluations
#define FRESH       64 // random mazes to begin with; after them, one maze in 64 is random

typedef struct elite {
    mw_maze *maze; // NULL: the niche is empty
    double energy;
} elite;

struct mw_niches {
    elite at[SIDE * SIDE];
    uint16_t filled[SIDE * SIDE]; // those that hold a maze, in the order in which they were found
    unsigned count;
    uint64_t evaluations;
};

typedef struct ladder {
    const mw_kind *kind;
    const mw_ladder_plan *plan;
    mw_objective objective;
    unsigned across[2]; // indexes of names
    mw_rng rng;
    mw_niches *niches;
    // Of the mazes that do not satisfy the constraints, the one that misses them least.
    mw_maze *nearest;
    double nearest_energy;
    bool limited;
} ladder;

void mw_niches_free(mw_niches *n)
{
    for (unsigned i = 0; n && i < n->count; i++)
        mw_maze_free(n->at[n->filled[i]].maze);
    free(n);
}

unsigned mw_niches_count(const mw_niches *n)
{
    return n->count;
}

uint64_t mw_niches_evaluations(const mw_niches *n)
{
    return n->evaluations;
}

// ---- search

// Equal ratios are equal distances: 10 and 12 moves are as different as 50 and 60.
static unsigned coordinate(double value)
{
    double place = value > 0 ? floor(PER_DOUBLE * mw_log(1 + value) / mw_log(2)) : 0;
    return place < SIDE - 1 ? (unsigned)place : SIDE - 1;
}

// Keeps the maze if it is the best of its niche; else frees it.
static void keep_if_best(mw_niches *n, unsigned niche, mw_maze *m, double energy)
{
    elite *e = &n->at[niche];
    if (e->maze && energy >= e->energy) {
        mw_maze_free(m);
        return;
    }
    if (!e->maze)
        n->filled[n->count++] = (uint16_t)niche;
    mw_maze_free(e->maze);
    *e = (elite){.maze = m, .energy = energy};
}

// Measures a maze and puts it into its niche, or frees it. False: out of memory.
static bool place_maze(ladder *s, mw_maze *m)
{
    double values[MW_NAMES_MAX];
    mw_state best;
    const mw_objective *o = &s->objective;
    double energy = mw_objective_look(o, m, values, &best);
    if (energy < MW_AMISS && o->moves_start) {
        s->kind->design->set_start(m, &best);
        energy = mw_objective_look(o, m, values, &best);
    }
    if (energy == MW_NO_MEMORY) {
        mw_maze_free(m);
        return false;
    }
    s->niches->evaluations++;
    if (energy < MW_AMISS && values[o->solvable] != 0) {
        double a = values[s->across[0]], b = values[s->across[1]];
        if (isnan(a) || isnan(b))
            mw_maze_free(m);
        else
            keep_if_best(s->niches, coordinate(a) * SIDE + coordinate(b), m, energy);
    } else if (!s->nearest || energy <= s->nearest_energy) {
        mw_maze_free(s->nearest);
        s->nearest = m;
        s->nearest_energy = isnan(energy) ? (double)INFINITY : energy;
    } else {
        mw_maze_free(m);
    }
    return true;
}

// A changed copy of some maze of the niches or, before there is any, of the one that comes nearest.
static mw_maze *child(ladder *s)
{
    const mw_niches *n = s->niches;
    mw_maze *m = mw_maze_clone(
        n->count ? n->at[n->filled[mw_rng_below(&s->rng, (uint32_t)n->count)]].maze : s->nearest);
    // One step; with probability 1/2 a second one, with 1/4 a third one, and so on.
    for (uint64_t more = mw_rng_next(&s->rng); m; more >>= 1) {
        s->kind->design->mutate(m, &s->rng);
        if (more % 2 == 0)
            break;
    }
    return m;
}

static bool explore(ladder *s, mw_error *error)
{
    const mw_ladder_plan *plan = s->plan;
    mw_niches *n = s->niches;
    while (n->evaluations < plan->evaluations) {
        bool fresh = n->evaluations < FRESH || !mw_rng_below(&s->rng, FRESH);
        mw_maze *m = fresh ? mw_random_maze(s->kind, plan->params, mw_rng_next(&s->rng) >> 1, error)
                           : child(s);
        if (!m)
            return fresh ? false : mw_no_memory(error);
        uint64_t bytes = m->bytes;
        if (!place_maze(s, m) && !s->limited)
            return mw_stopped() || mw_no_memory(error);
        s->limited |= plan->bytes && n->count * bytes > plan->bytes;
        if (s->limited)
            break;
        if (n->evaluations % WATCH_EVERY == 0 && plan->watch &&
            !plan->watch(plan->context, n->count, n->evaluations))
            break;
    }
    return true;
}

// Where every move can be undone no state is dead: there, mazes differ in how many states they
// have.
static bool default_measure(const ladder *s, unsigned which, const char **name, mw_error *error)
{
    mw_maze *m = mw_random_maze(s->kind, s->plan->params, s->plan->seed, error);
    if (m)
        *name = !which ? "length" : m->traits & MW_REVERSIBLE ? "states" : "dead";
    mw_maze_free(m);
    return m;
}

bool mw_ladder_search(const mw_kind *kind, const mw_ladder_plan *given, mw_niches **out,
                      mw_error *error)
{
    mw_ladder_plan own;
    MW_TAKE_OPTIONS(mw_ladder_plan, &own, given, context);
    const mw_ladder_plan *plan = &own;
    *out = NULL;
    if (!kind->design)
        return mw_refuse(error, "%s mazes cannot be designed", kind->name);
    if (!plan->evaluations)
        return mw_refuse(error, "a budget of 0 evaluations finds nothing");
    const char *names[2] = {plan->across[0], plan->across[1]};
    ladder *s = calloc(1, sizeof *s);
    mw_niches *n = calloc(1, sizeof *n);
    bool ok = s && n ? true : (bool)mw_no_memory(error);
    if (ok) {
        *s = (ladder){.kind = kind, .plan = plan, .niches = n};
        mw_rng_seed(&s->rng, plan->seed);
        const char *objective = plan->objective ? plan->objective : "-player_steps";
        ok = mw_objective_init(&s->objective, kind, objective, plan->require, error);
        s->objective.bytes = plan->bytes;
        s->objective.limited = &s->limited;
    }
    for (unsigned i = 0; ok && i < 2; i++)
        ok = (names[i] || default_measure(s, i, &names[i], error)) &&
             mw_objective_also(&s->objective, names[i], &s->across[i], error);
    ok = ok && explore(s, error);
    if (s && plan->limited)
        *plan->limited = s->limited;
    if (s)
        mw_maze_free(s->nearest);
    free(s);
    if (ok)
        *out = n;
    else
        mw_niches_free(n);
    return ok;
}

void mw_niches_merge(mw_niches *into, mw_niches *from)
{
    for (unsigned i = 0; i < from->count; i++) {
        elite *e = &from->at[from->filled[i]];
        keep_if_best(into, from->filled[i], e->maze, e->energy);
    }
    into->evaluations += from->evaluations;
    from->count = 0;
    memset(from->at, 0, sizeof from->at);
}

// ---- text: the evaluations; then a line for each niche, in the order in which they were found

char *mw_niches_print(const mw_niches *n)
{
    mw_writer w = {0};
    mw_write(&w, "%" PRIu64, n->evaluations);
    for (unsigned i = 0; i < n->count; i++) {
        const elite *e = &n->at[n->filled[i]];
        char *id = mw_maze_print(e->maze, "id");
        w.failed |= !id;
        mw_write(&w, "\n%u %a %s", n->filled[i], e->energy, id ? id : "");
        free(id);
    }
    return mw_writer_take(&w);
}

static bool parse_niche(const mw_kind *kind, mw_niches *n, const char *line, size_t length)
{
    mw_numbers numbers = {.at = line};
    unsigned niche = (unsigned)mw_next_whole(&numbers, SIDE * SIDE - 1);
    double energy = mw_next_fraction(&numbers);
    mw_error error;
    if (numbers.failed || isnan(energy) || *numbers.at != ' ')
        return false;
    size_t before = (size_t)(numbers.at + 1 - line);
    char *id = mw_text_copy(line + before, length - before);
    mw_maze *m = id ? mw_maze_of_kind(kind, id, &error) : NULL;
    if (m)
        keep_if_best(n, niche, m, energy);
    free(id);
    return m;
}

mw_niches *mw_niches_parse(const mw_kind *kind, const char *text)
{
    mw_niches *n = calloc(1, sizeof *n);
    mw_numbers numbers = {.at = text};
    uint64_t evaluations = mw_next_whole(&numbers, UINT64_MAX);
    bool ok = n && !numbers.failed;
    if (ok)
        n->evaluations = evaluations;
    for (text += strcspn(text, "\n"); ok && *text; text += strcspn(text, "\n")) {
        text++;
        ok = parse_niche(kind, n, text, strcspn(text, "\n"));
    }
    if (ok)
        return n;
    mw_niches_free(n);
    return NULL;
}

// ---- rungs

// Fills in the difficulty, and the length; MW_NO_MEMORY where memory ran out.
static double difficulty_of(const mw_maze *m, double *length)
{
    double x = MW_NO_MEMORY;
    mw_analysis a;
    mw_graph *g = mw_graph_build(m, false, NULL, NULL);
    if (g && mw_analyse_some(g, (const char *const[]){"difficulty", "length", NULL}, &a)) {
        x = mw_analysis_value(&a, "difficulty");
        *length = mw_analysis_value(&a, "length");
        mw_analysis_free(&a);
    }
    mw_graph_free(g);
    return x;
}

static int by_difficulty(const void *a, const void *b)
{
    const mw_rung *x = a, *y = b;
    if (x->difficulty != y->difficulty)
        return x->difficulty < y->difficulty ? -1 : 1;
    return (x->energy > y->energy) - (x->energy < y->energy);
}

static double least_difference(const mw_maze *m, const mw_rung *others, unsigned count,
                               bool *failed)
{
    double least = 1;
    for (unsigned i = 0; i < count; i++) {
        double difference = mw_maze_difference(others[i].maze, m);
        *failed = *failed || isnan(difference);
        least = fmin(least, difference);
    }
    return least;
}

// Chooses among the candidates from `from` up to, but not including, `to`. Of those about as hard
// as wanted it takes the one that is least like the rungs below; if there is none, the one that is
// nearest in difficulty. Returns its index.
static unsigned choose(const mw_rung *candidates, unsigned from, unsigned to, double wanted,
                       double tolerance, const mw_rung *below, unsigned count, bool *failed)
{
    unsigned nearest = from, chosen = to;
    double most = -1;
    for (unsigned i = from; i < to; i++) {
        double off = fabs(candidates[i].difficulty - wanted);
        if (off < fabs(candidates[nearest].difficulty - wanted))
            nearest = i;
        double difference =
            off <= tolerance ? least_difference(candidates[i].maze, below, count, failed) : -1;
        if (difference > most) {
            most = difference;
            chosen = i;
        }
    }
    return chosen < to ? chosen : nearest;
}

// Removes the mazes that are shorter than `least`. Where too few would be left, `least` is lowered;
// a single move is no maze unless there is nothing else. Returns how many are left.
static unsigned drop_short(mw_rung *all, const double *lengths, unsigned known, unsigned count,
                           unsigned least)
{
    unsigned left = 0, kept = 0;
    for (; least > 1; least--) {
        left = 0;
        for (unsigned i = 0; i < known; i++)
            left += lengths[i] >= least;
        if (left >= count || (least == 2 && left))
            break;
    }
    for (unsigned i = 0; i < known; i++)
        if (least < 2 || lengths[i] >= least)
            all[kept++] = all[i];
    return kept;
}

unsigned mw_ladder_pick(const mw_niches *n, unsigned count, mw_rung *out)
{
    return mw_ladder_pick_long(n, count, 0, out);
}

unsigned mw_ladder_pick_long(const mw_niches *n, unsigned count, unsigned least, mw_rung *out)
{
    mw_rung *all = calloc(n->count + 1, sizeof *all);
    double *lengths = calloc(n->count + 1, sizeof *lengths);
    unsigned known = 0;
    bool failed = !all || !lengths;
    for (unsigned i = 0; !failed && i < n->count; i++) {
        const elite *e = &n->at[n->filled[i]];
        mw_rung r = {.maze = e->maze,
                     .energy = e->energy,
                     .difficulty = difficulty_of(e->maze, &lengths[known])};
        if (mw_stopped()) // those that are known now must do
            break;
        failed = r.difficulty == MW_NO_MEMORY;
        if (!isnan(r.difficulty))
            all[known++] = r;
    }
    if (!failed)
        known = drop_short(all, lengths, known, count, least);
    if (known)
        qsort(all, known, sizeof *all, by_difficulty);
    count = count < known ? count : known;
    double low = known ? all[0].difficulty : 0, high = known ? all[known - 1].difficulty : 0;
    double step = (high - low) / (count > 1 ? count - 1 : 1);
    unsigned next = 0; // the easiest candidate above the last rung
    for (unsigned i = 0; i < count; i++) {
        unsigned last = known - (count - 1 - i); // enough candidates are left for the rungs above
        double wanted = count > 1 ? low + step * i : high;
        unsigned c = choose(all, next, last, wanted, step / 3, out, i, &failed);
        out[i] = all[c];
        next = c + 1;
    }
    free(all);
    free(lengths);
    return failed ? 0 : count;
}
