// genetic.c: see genetic.h. Mazes are bred as strings of bits. Every crossover is an exchange under
// a mask, so operators differ only in the mask; what a kind cannot decode is bred again.
#include "mazewright/genetic.h"

#include "core/grow.h"
#include "design/objective.h"
#include "mazewright/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIES          1000 // to make a legal child, before its parents live on or it is not mutated
#define POPULATION_MAX 100000

typedef struct breeding {
    const mw_kind *kind;
    const mw_design *design;
    mw_genetic_plan plan; // with the defaults filled in
    mw_term default_terms[MW_TERMS_MAX];
    mw_objective objective; // knows how to measure the terms
    unsigned term_name[MW_TERMS_MAX], kept_name;
    mw_rng rng;
    unsigned bits, words; // of a maze
    uint32_t bytes;
    mw_individual *individuals; // of both generations:
    mw_individual *now, *next;
    uint64_t *memory; // their mazes, bits and terms
    uint64_t *mask;   // of a crossover
    uint64_t *before; // the string that is being mutated
    mw_bred *out;
    bool failed; // out of memory
} breeding;

// ---- fitness

void mw_relative_fitness(const mw_term *terms, unsigned term_count, mw_individual *mazes,
                         unsigned count)
{
    double scale[MW_TERMS_MAX];
    for (unsigned t = 0; t < term_count && t < MW_TERMS_MAX; t++) {
        double most = 0;
        for (unsigned i = 0; i < count; i++)
            most = mazes[i].terms[t] > most ? mazes[i].terms[t] : most;
        scale[t] = most > 0 ? terms[t].importance * 100 / most : 0;
    }
    for (unsigned i = 0; i < count; i++) {
        mazes[i].fitness = 0;
        for (unsigned t = 0; t < term_count && t < MW_TERMS_MAX; t++)
            mazes[i].fitness += scale[t] * mazes[i].terms[t];
    }
}

// A measure that is below 0, or that has no value, adds nothing to the fitness.
static double share(double value)
{
    return value > 0 && isfinite(value) ? value : 0;
}

static void keep_best(breeding *f, const mw_individual *one)
{
    if (f->out->best && !(one->kept > f->out->best_value))
        return;
    if (!f->out->best)
        f->out->best = mw_maze_clone(one->maze);
    else
        memcpy(f->out->best, one->maze, f->bytes);
    f->failed |= !f->out->best;
    f->out->best_value = one->kept;
}

static void measure(breeding *f, mw_individual *one)
{
    double values[MW_NAMES_MAX];
    mw_state start;
    f->out->evaluations++;
    if (!mw_objective_values(&f->objective, one->maze, values, &start)) {
        f->out->stopped = mw_stopped();
        f->failed |= !f->out->stopped;
        f->out->evaluations--;
        return;
    }
    bool solvable = values[f->objective.solvable] != 0;
    for (unsigned t = 0; t < f->plan.term_count; t++)
        one->terms[t] = solvable ? share(values[f->term_name[t]]) : 0;
    one->kept = values[f->kept_name];
    if (solvable && !isnan(one->kept))
        keep_best(f, one);
}

// ---- legal strings

static bool bit_of(const uint64_t *bits, unsigned at)
{
    return bits[at / 64] >> at % 64 & 1;
}

static bool same_bits(const breeding *f, const mw_individual *a, const mw_individual *b)
{
    return !memcmp(a->bits, b->bits, f->words * sizeof *a->bits);
}

static void copy_individual(const breeding *f, mw_individual *to, const mw_individual *from)
{
    memcpy(to->maze, from->maze, f->bytes);
    memcpy(to->bits, from->bits, f->words * sizeof *to->bits);
    memcpy(to->terms, from->terms, f->plan.term_count * sizeof *to->terms);
    to->kept = from->kept;
    to->fitness = from->fitness;
}

// Decodes the bits of an individual into its maze again. A kind that refused other bits may have
// left anything in the maze.
static bool decode_bits(const breeding *f, mw_individual *one)
{
    if (one != f->now)
        memcpy(one->maze, f->now[0].maze, f->bytes);
    return f->design->decode(one->maze, one->bits);
}

// ---- mutation

static void flip(mw_individual *one, unsigned at)
{
    one->bits[at / 64] ^= (uint64_t)1 << at % 64;
}

static void flip_some(breeding *f, mw_individual *one)
{
    if (f->plan.bit_rate > 0) {
        for (unsigned i = 0; i < f->bits; i++)
            if (mw_rng_unit(&f->rng) < f->plan.bit_rate)
                flip(one, i);
        return;
    }
    for (unsigned n = 0; n < f->plan.flips && n < f->bits; n++) {
        unsigned at;
        do
            at = mw_rng_below(&f->rng, f->bits);
        while (bit_of(one->bits, at) != bit_of(f->before, at)); // no bit is flipped back
        flip(one, at);
    }
}

static void mutate(breeding *f, mw_individual *one)
{
    size_t size = f->words * sizeof *f->before;
    memcpy(f->before, one->bits, size);
    for (unsigned i = 0; i < TRIES; i++) {
        flip_some(f, one);
        if (decode_bits(f, one))
            return;
        memcpy(one->bits, f->before, size);
    }
    decode_bits(f, one);
}

// ---- selection and crossover

// Draws a maze with a probability proportional to its fitness.
static const mw_individual *spin(breeding *f)
{
    double sum = 0, stop;
    unsigned n = f->plan.population;
    for (unsigned i = 0; i < n; i++)
        sum += f->now[i].fitness;
    if (!(sum > 0)) // nothing is solvable yet
        return &f->now[mw_rng_below(&f->rng, n)];
    stop = mw_rng_unit(&f->rng) * sum;
    for (unsigned i = 0; i < n; i++)
        if ((stop -= f->now[i].fitness) < 0)
            return &f->now[i];
    return &f->now[0]; // the sum was rounded
}

static const mw_individual *choose_parent(breeding *f)
{
    if (f->plan.selection == MW_ROULETTE)
        return spin(f);
    unsigned best = f->plan.population; // the fittest come first
    for (unsigned i = 0; i < f->plan.tournament; i++) {
        unsigned other = mw_rng_below(&f->rng, f->plan.population);
        best = other < best ? other : best;
    }
    return &f->now[best];
}

// Sets the bits from `from` up to, but not including, `to`.
static void mask_range(breeding *f, unsigned from, unsigned to)
{
    memset(f->mask, 0, f->words * sizeof *f->mask);
    for (unsigned i = from; i < to; i++)
        f->mask[i / 64] |= (uint64_t)1 << i % 64;
}

// The bits that the children exchange.
static void choose_mask(breeding *f)
{
    unsigned cut = f->bits > 1 ? 1 + mw_rng_below(&f->rng, f->bits - 1) : 0, end = f->bits;
    if (f->plan.crossover == MW_TWO_POINT)
        end = cut + 1 + mw_rng_below(&f->rng, f->bits - cut);
    if (f->plan.crossover != MW_UNIFORM)
        mask_range(f, cut, end);
    else
        for (unsigned i = 0; i < f->words; i++)
            f->mask[i] = mw_rng_next(&f->rng);
}

static void mix(const breeding *f, mw_individual *child, const mw_individual *a,
                const mw_individual *b)
{
    for (unsigned i = 0; i < f->words; i++)
        child->bits[i] = (a->bits[i] & ~f->mask[i]) | (b->bits[i] & f->mask[i]);
}

static void cross(breeding *f, const mw_individual *const parent[2], mw_individual *const child[2])
{
    for (unsigned i = 0; i < TRIES; i++) {
        choose_mask(f);
        mix(f, child[0], parent[0], parent[1]);
        mix(f, child[1], parent[1], parent[0]);
        if (decode_bits(f, child[0]) && decode_bits(f, child[1]))
            return;
    }
    for (unsigned i = 0; i < 2; i++)
        copy_individual(f, child[i], parent[i]);
}

// ---- generations

static bool has_twin(const breeding *f, const mw_individual *child)
{
    for (const mw_individual *i = f->next; i < child; i++)
        if (same_bits(f, i, child))
            return true;
    return false;
}

static void finish_child(breeding *f, mw_individual *child, const mw_individual *const parent[2])
{
    if (f->plan.bit_rate > 0 || mw_rng_unit(&f->rng) < f->plan.mutation)
        mutate(f, child);
    for (unsigned i = 0; f->plan.distinct && i < TRIES && has_twin(f, child); i++)
        mutate(f, child);
    for (unsigned i = 0; i < 2; i++)
        if (same_bits(f, child, parent[i])) { // so it need not be measured again
            copy_individual(f, child, parent[i]);
            return;
        }
    measure(f, child);
}

static int by_fitness(const void *a, const void *b)
{
    const mw_individual *x = a, *y = b;
    if (x->fitness != y->fitness)
        return x->fitness < y->fitness ? 1 : -1;
    return (x->bits > y->bits) - (x->bits < y->bits); // any fixed order: qsort promises none
}

// Fitness is relative, so it is worked out for a whole generation. False: the search is to end.
static bool rate(breeding *f)
{
    const mw_genetic_plan *p = &f->plan;
    mw_relative_fitness(p->terms, p->term_count, f->now, p->population);
    qsort(f->now, p->population, sizeof *f->now, by_fitness);
    mw_generation g = {.number = f->out->generations,
                       .population = p->population,
                       .mazes = f->now,
                       .terms = p->terms,
                       .term_count = p->term_count,
                       .evaluations = f->out->evaluations};
    f->out->stopped = !f->failed && p->watch && !p->watch(p->context, &g);
    return !f->failed && !f->out->stopped;
}

static void breed(breeding *f)
{
    unsigned n = f->plan.population, i = 0;
    for (; i < f->plan.elite; i++)
        copy_individual(f, &f->next[i], &f->now[i]);
    for (; i < n && !f->out->stopped; i += 2) {
        const mw_individual *parent[2] = {choose_parent(f), choose_parent(f)};
        mw_individual *child[2] = {&f->next[i], &f->next[i + 1]}; // the last place is only for this
        cross(f, parent, child);
        finish_child(f, child[0], parent);
        if (i + 1 < n)
            finish_child(f, child[1], parent);
    }
    if (f->out->stopped) // the last whole generation counts
        return;
    mw_individual *swap = f->now;
    f->now = f->next;
    f->next = swap;
    f->out->generations++;
}

static void evolve(breeding *f)
{
    bool stopped = f->out->stopped, going = f->plan.population && rate(f) && !stopped;
    f->out->stopped |= stopped;
    while (going && f->out->generations < f->plan.generations) {
        breed(f);
        going = !f->out->stopped && rate(f);
    }
    if (f->failed || !f->plan.population || !(f->now[0].fitness > 0))
        return;
    f->out->fittest = mw_maze_clone(f->now[0].maze);
    f->out->fitness = f->now[0].fitness;
    f->failed = !f->out->fittest;
}

// ---- preparation

// Allocates two populations, each with room for one child more than it has, and two strings of
// bits. False: out of memory, or over the limit.
static bool make_room(breeding *f)
{
    size_t places = (size_t)f->plan.population + 1, maze = (f->bytes + 7u) / 8;
    size_t each = maze + f->words + f->plan.term_count;
    uint64_t bytes = 2 * (uint64_t)places * (sizeof *f->individuals + each * sizeof *f->memory);
    f->out->limited = f->plan.bytes && bytes > f->plan.bytes;
    if (f->out->limited)
        return false;
    f->individuals = calloc(2 * places, sizeof *f->individuals);
    f->memory = calloc(2 * places, each * sizeof *f->memory);
    f->mask = calloc(2 * (size_t)f->words, sizeof *f->mask);
    if (!f->individuals || !f->memory || !f->mask)
        return false;
    f->now = f->individuals;
    f->next = f->individuals + places;
    f->before = f->mask + f->words;
    for (size_t i = 0; i < 2 * places; i++) {
        uint64_t *at = f->memory + i * each;
        f->individuals[i].maze = (mw_maze *)at;
        f->individuals[i].bits = at + maze;
        f->individuals[i].terms = (double *)(at + maze + f->words);
    }
    return true;
}

// The first generation: random mazes of consecutive seeds. What is not in their bits is as in the
// first of them.
static bool make_first_generation(breeding *f, mw_error *error)
{
    uint64_t seed = mw_rng_next(&f->rng) >> 1;
    for (unsigned i = 0; i < f->plan.population && !f->out->limited; i++) {
        mw_maze *m = mw_random_maze(f->kind, f->plan.params, seed + i, error);
        if (!m)
            return false;
        if (!i) {
            f->bytes = m->bytes;
            f->bits = f->design->bits(m);
            f->words = (f->bits + 63) / 64;
        }
        bool alike = f->bits && m->bytes == f->bytes && f->design->bits(m) == f->bits;
        bool room = alike && (i || make_room(f));
        if (room) {
            if (!i)
                memcpy(f->now[0].maze, m, f->bytes);
            f->design->encode(m, f->now[i].bits);
            alike = decode_bits(f, &f->now[i]);
        }
        mw_maze_free(m);
        if (!room || !alike)
            return alike ? (bool)mw_no_memory(error)
                         : mw_refuse(error, "mazes with these options cannot be written as strings "
                                            "of bits, so they cannot be bred");
        measure(f, &f->now[i]);
        if (f->out->stopped) // as if the population were so small
            f->plan.population = i;
    }
    return true;
}

// The paper's terms, as far as the kind has such measures.
static void default_terms(breeding *f)
{
    static const mw_term paper[] = {
        {2, "moves"}, {3, "enemy_moves"}, {1, "static"}, {1.5, "traps"}, {1, "false_paths"}};
    unsigned n = 0;
    for (unsigned i = 0; i < sizeof paper / sizeof *paper; i++)
        for (const mw_measure *m = f->kind->measures; m && m->name; m++)
            if (!strcmp(m->name, paper[i].measure))
                f->default_terms[n++] = paper[i];
    if (!n)
        f->default_terms[n++] = (mw_term){1, "length"};
    f->plan.terms = f->default_terms;
    f->plan.term_count = n;
}

static void fill_defaults(breeding *f)
{
    mw_genetic_plan *p = &f->plan;
    if (!p->terms || !p->term_count)
        default_terms(f);
    p->population = p->population ? p->population : 100;
    p->generations = p->generations ? p->generations : 1760;
    p->elite = p->elite == MW_NO_ELITE ? 0 : p->elite ? p->elite : 2;
    p->tournament = p->tournament ? p->tournament : 3;
    p->mutation = p->mutation != 0 ? p->mutation : 0.1;
    p->flips = p->flips ? p->flips : 5;
    p->keep = p->keep ? p->keep : "length";
}

static bool plan_makes_sense(const breeding *f, mw_error *error)
{
    const mw_genetic_plan *p = &f->plan;
    if (!MW_HAS(f->kind, design, bits) || !MW_HAS(f->kind, text, random))
        return mw_refuse(error, "%s",
                         "mazes of this kind cannot be written as strings of bits, so they "
                         "cannot be bred");
    if (p->population <= p->elite || p->population > POPULATION_MAX)
        return mw_refuse(error, "the population must be larger than its elite, and at most 100000");
    if (p->term_count > MW_TERMS_MAX)
        return mw_refuse(error, "fitness has too many terms: at most 16");
    if (!(p->mutation <= 1) || !(p->bit_rate >= 0 && p->bit_rate <= 1))
        return mw_refuse(error, "the probability of a mutation must not be larger than 1");
    for (unsigned t = 0; t < p->term_count; t++)
        if (!(p->terms[t].importance > 0 && isfinite(p->terms[t].importance)))
            return mw_refuse(error, "the importance of a term must be a number above 0");
    return true;
}

// Finds the measures by their names. False and *error: some measure is unknown.
static bool find_names(breeding *f, mw_error *error)
{
    bool ok = mw_objective_init(&f->objective, f->kind, "solvable", NULL, error) &&
              mw_objective_also(&f->objective, f->plan.keep, &f->kept_name, error);
    for (unsigned t = 0; ok && t < f->plan.term_count; t++)
        ok = mw_objective_also(&f->objective, f->plan.terms[t].measure, &f->term_name[t], error);
    return ok;
}

bool mw_genetic(const mw_kind *kind, const mw_genetic_plan *plan, mw_bred *out, mw_error *error)
{
    *out = (mw_bred){0};
    *error = (mw_error){0};
    breeding *f = calloc(1, sizeof *f);
    if (!f)
        return mw_no_memory(error);
    f->kind = kind;
    f->design = kind->design;
    MW_TAKE_OPTIONS(mw_genetic_plan, &f->plan, plan, context);
    f->out = out;
    mw_rng_seed(&f->rng, plan->seed);
    fill_defaults(f);
    bool ok = plan_makes_sense(f, error) && find_names(f, error);
    f->objective.bytes = plan->bytes;
    f->objective.limited = &out->limited;
    ok = ok && make_first_generation(f, error);
    if (ok)
        evolve(f);
    if (ok && f->failed)
        ok = mw_no_memory(error);
    if (!ok || out->limited) {
        mw_maze_free(out->fittest);
        mw_maze_free(out->best);
        *out = (mw_bred){.limited = out->limited};
    }
    ok = ok || out->limited;
    free(f->individuals);
    free(f->memory);
    free(f->mask);
    free(f);
    return ok;
}

// ---- fitness as an objective

static bool write_fitness(void *context, const mw_generation *g)
{
    mw_writer *w = context;
    const char *sign = "";
    mw_write(w, "if(solvable, -(");
    for (unsigned t = 0; t < g->term_count; t++) {
        double most = 0;
        for (unsigned i = 0; i < g->population; i++)
            most = fmax(most, g->mazes[i].terms[t]);
        if (!(most > 0)) // it tells no maze from another
            continue;
        mw_write(w, "%s%.17g*max(%s, 0)/%.17g", sign, 100 * g->terms[t].importance,
                 g->terms[t].measure, most);
        sign = " + ";
    }
    mw_write(w, "%s), 0)", *sign ? "" : "0");
    return false;
}

char *mw_fitness_objective(const mw_kind *kind, const mw_genetic_plan *given, mw_error *error)
{
    mw_writer w = {0};
    mw_bred bred;
    mw_genetic_plan plan = *given;
    plan.watch = write_fitness;
    plan.context = &w;
    bool ok = mw_genetic(kind, &plan, &bred, error);
    mw_maze_free(bred.fittest);
    mw_maze_free(bred.best);
    char *text = mw_writer_take(&w);
    if (ok && bred.limited)
        ok = mw_refuse(error, "the memory that is allowed does not suffice for the population to "
                              "which fitness is relative");
    if (ok && text)
        return text;
    free(text);
    return ok ? mw_no_memory(error) : NULL;
}
