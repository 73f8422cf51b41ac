// test_chains.c: chains find what streams find, on the processor and on a graphics card; where none
// is seen, what asks for one is skipped.
#include "design/chains/chains.h"
#include "design/objective.h"
#include "parallel/tasks.h"
#include "support.h"

#include <math.h>

// Kinds, sizes and options that a card takes.
static const char *const boards[] = {
    "theseus:3x3",
    "theseus:4x3,exit=door",
    "theseus:6x6",
    "theseus:5x7,order=vh,win=after",
    "theseus:6x4,exit=door,win=after",
    "theseus:8x8,horizontal=50,vertical=50",
    "theseus:10x9,exit=door,order=vh,win=after",
    "theseus:10x10",
    "theseus:11x11",
    "theseus:16x16",
    "rook:3x2",
    "rook:5x5",
    "rook:6x4,queen,goal=center",
    "rook:8x8",
    "rook:9x10",
    "rook:10x10,queen",
    "die:3x3",
    "die:6x5",
    "die:8x8,never=none,goal=any",
    "die:11x11,start=536,never=2,goal=13",
    "die:16x16",
};

static const mw_kind *kind_of(const char *board, const char **params)
{
    const char *name = formatted("%.*s", (int)strcspn(board, ":"), board);
    *params = strchr(board, ':') + 1;
    return mw_kind_find(name);
}

static mw_maze *random_of(const char *board, uint64_t seed)
{
    return maze_of_id(formatted("%s#%llu", board, (unsigned long long)seed));
}

TEST(mazes_pass_through_genes)
{
    for (size_t i = 0; i < COUNT(boards); i++)
        for (uint64_t seed = 1; seed <= 50; seed++) {
            scoped_maze *m = random_of(boards[i], seed), *other = random_of(boards[i], seed + 1000);
            const mw_chains *c = m->kind->design->chains;
            void *genes = malloc(c->gene_bytes);
            c->pack(m, genes);
            c->unpack(genes, other);
            assert_true(mw_maze_equal(m, other));
            free(genes);
        }
}

// What a chain sees of a maze, as one number, against what the plain search finds.
static double seen_by_chain(const mw_maze *m, const mw_chain_plan *plan)
{
    const mw_chains *c = m->kind->design->chains;
    mw_error e;
    mw_chain chain = {.until = 1};
    void *common = malloc(c->common_bytes), *now = malloc(c->gene_bytes),
         *best = malloc(c->gene_bytes);
    mw_chain_set set = {.count = 1, .chains = &chain, .now = now, .best = best};
    assert_true(c->common(m, common, &e));
    c->pack(m, now);
    memcpy(best, now, c->gene_bytes);
    assert_true(mw_device_host.follow(0, c, common, plan, &set, &e));
    free(common);
    free(now);
    free(best);
    return chain.at.energy;
}

static double seen_plainly(const mw_maze *m, unsigned value)
{
    mw_evaluation e;
    assert_true(mw_evaluate_plainly(m, true, &e));
    switch (value) {
    case MW_CHAIN_SOLVABLE: return e.length != MW_FAR;
    case MW_CHAIN_LENGTH: return e.length != MW_FAR ? e.length : 0;
    case MW_CHAIN_BEST_LENGTH: return e.best_length;
    case MW_CHAIN_UNREACHING: return measure_of(m, "unreaching");
    case MW_CHAIN_UNREACHABLE: return measure_of(m, "unreachable");
    case MW_CHAIN_STATES: return e.states;
    default: return e.dead;
    }
}

TEST(values_are_those_of_the_plain_search)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(boards); i++) {
        scoped_maze *first = random_of(boards[i], 1);
        unsigned known = first->kind->design->chains->knows,
                 seeds = first->w * first->h > 150 ? 5 : 60;
        for (unsigned value = 0; value < MW_CHAIN_VALUES; value++) {
            if (!(known & MW_CHAIN_BIT(value)))
                continue;
            mw_chain_plan plan = {.used = MW_CHAIN_BIT(value), .counts = {1}};
            plan.instructions[0] = (mw_instruction){.op = MW_OP_NAME, .name = (uint16_t)value};
            for (uint64_t seed = 1; seed <= seeds; seed++) {
                scoped_maze *m = random_of(boards[i], seed);
                double chain = seen_by_chain(m, &plan), plain = seen_plainly(m, value);
                if (chain != plain)
                    print_error("%s#%llu: value %u is %g to a chain, plainly %g\n", boards[i],
                                (unsigned long long)seed, value, chain, plain);
                wrong += chain != plain;
            }
        }
    }
    assert_int_equal(wrong, 0);
}

// ---- a card against the processor

static const mw_device *the_card(void)
{
#ifdef MAZEWRIGHT_CUDA
    char text[200];
    if (mw_device_cuda.describe(0, text, sizeof text))
        return &mw_device_cuda;
#endif
    skip();
    return NULL;
}

#define MAZES 10000
#define SLICE 100 // chains that a thread follows at a time

typedef struct crowd {
    const mw_chains *chains;
    const mw_chain_plan *plan;
    void *common;
    mw_chain_set set;
} crowd;

static mw_chain_set gathered(const char *board, const mw_chains *c, uint64_t evaluations)
{
    mw_chain_set f = {.count = MAZES,
                      .chains = calloc(MAZES, sizeof *f.chains),
                      .now = calloc(MAZES, c->gene_bytes),
                      .best = calloc(MAZES, c->gene_bytes)};
    for (uint32_t i = 0; i < MAZES; i++) {
        scoped_maze *m = random_of(board, i + 1);
        mw_checkpoint at = {
            .best_energy = INFINITY, .hot = 2, .cold = 1, .temperature = 2, .round = evaluations};
        mw_rng_seed(&at.rng, i + 1);
        f.chains[i] = (mw_chain){.at = at, .until = evaluations};
        c->pack(m, (char *)f.now + i * c->gene_bytes);
    }
    memcpy(f.best, f.now, MAZES * c->gene_bytes);
    return f;
}

static void disband(mw_chain_set *f)
{
    free(f->chains);
    free(f->now);
    free(f->best);
}

static void follow_slice(void *context, uint64_t index)
{
    const crowd *c = context;
    size_t from = (size_t)index * SLICE, genes = from * c->chains->gene_bytes;
    mw_chain_set part = {.count = SLICE,
                         .chains = c->set.chains + from,
                         .now = (char *)c->set.now + genes,
                         .best = (char *)c->set.best + genes};
    mw_error e;
    if (!mw_device_host.follow(0, c->chains, c->common, c->plan, &part, &e))
        abort();
}

// All that the kind can work out, so that each of it tells in the energy.
static mw_chain_plan plan_of_all(const mw_chains *c, const mw_maze *m)
{
    mw_chain_plan p = {.used = c->knows, .rows = m->h, .cols = m->w};
    unsigned n = 0;
    for (unsigned value = 0; value < MW_CHAIN_VALUES; value++) {
        if (!(c->knows & MW_CHAIN_BIT(value)))
            continue;
        p.instructions[n++] = (mw_instruction){.op = MW_OP_NUMBER, .constant = -1.0 / (value + 1)};
        p.instructions[n++] = (mw_instruction){.op = MW_OP_NAME, .name = (uint16_t)value};
        p.instructions[n++] = (mw_instruction){.op = MW_OP_MULTIPLY};
        if (n > 3)
            p.instructions[n++] = (mw_instruction){.op = MW_OP_ADD};
    }
    p.counts[0] = n;
    return p;
}

static unsigned differences(const mw_chain_set *a, const mw_chain_set *b, const mw_chains *c,
                            mw_maze *x, mw_maze *y)
{
    unsigned wrong = 0;
    for (uint32_t i = 0; i < MAZES; i++) {
        const mw_checkpoint *p = &a->chains[i].at, *q = &b->chains[i].at;
        bool same = p->energy == q->energy && p->best_energy == q->best_energy &&
                    p->temperature == q->temperature && p->done == q->done &&
                    p->accepted == q->accepted && !memcmp(&p->rng, &q->rng, sizeof p->rng);
        for (unsigned best = 0; same && best < 2; best++) {
            c->unpack((char *)(best ? a->best : a->now) + i * c->gene_bytes, x);
            c->unpack((char *)(best ? b->best : b->now) + i * c->gene_bytes, y);
            same = mw_maze_equal(x, y);
        }
        wrong += !same;
    }
    return wrong;
}

// Ten thousand random mazes of a board, and what a few steps make of them.
static void expect_same_sight(const mw_device *card, const char *board, const mw_chain_plan *plan)
{
    scoped_maze *m = random_of(board, 1), *other = random_of(board, 2);
    const mw_chains *c = m->kind->design->chains;
    uint64_t evaluations = m->w * m->h > 100 ? 3 : 20;
    mw_chain_set there = gathered(board, c, evaluations);
    crowd here = {.chains = c,
                  .plan = plan,
                  .common = malloc(c->common_bytes),
                  .set = gathered(board, c, evaluations)};
    mw_error e;
    assert_true(c->common(m, here.common, &e));
    if (!card->follow(0, c, here.common, plan, &there, &e))
        fail_msg("%s: %s", board, e.text);
    assert_true(
        mw_tasks_run(&(mw_tasks){.count = MAZES / SLICE, .context = &here, .run = follow_slice}));
    unsigned wrong = differences(&there, &here.set, c, m, other);
    print_message("%s: %d mazes, %u evaluations each: %u differ\n", board, MAZES,
                  (unsigned)evaluations, wrong);
    assert_int_equal(wrong, 0);
    free(here.common);
    disband(&here.set);
    disband(&there);
}

// With all that the kind can work out, and with the longest way alone, for which a card may have a
// kernel of its own.
TEST(a_card_sees_what_the_processor_sees)
{
    const mw_device *card = the_card();
    for (size_t i = 0; i < COUNT(boards); i++) {
        scoped_maze *m = random_of(boards[i], 1);
        mw_chain_plan all = plan_of_all(m->kind->design->chains, m);
        mw_chain_plan longest = {.used = MW_CHAIN_BIT(MW_CHAIN_BEST_LENGTH), .counts = {2}};
        longest.instructions[0] = (mw_instruction){.op = MW_OP_NAME, .name = MW_CHAIN_BEST_LENGTH};
        longest.instructions[1] = (mw_instruction){.op = MW_OP_NEGATE};
        expect_same_sight(card, boards[i], &all);
        expect_same_sight(card, boards[i], &longest);
    }
}

// ---- whole searches

typedef struct task {
    const char *board, *objective, *require;
    mw_cooling method;
    double hot, cold;
    unsigned rounds;
} task;

static const task tasks[] = {
    {.board = "theseus:5x5"},
    {.board = "theseus:6x6,exit=door,win=after", .rounds = 3},
    {.board = "theseus:9x8,order=vh"},
    {.board = "theseus:6x6"},
    {.board = "theseus:8x8"},
    {.board = "theseus:10x10"},
    {.board = "theseus:5x5", .method = MW_DESCENT},
    {.board = "theseus:5x5", .method = MW_RESTARTS},
    {.board = "theseus:5x4", .method = MW_UPHILL},
    {.board = "theseus:5x5", .method = MW_ADAPTIVE, .objective = "-length - dead/2"},
    {.board = "theseus:5x5", .method = MW_QUENCH},
    {.board = "rook:5x5", .method = MW_WANDER},
    {.board = "theseus:5x5", .objective = "-length^1.5", .require = "dead >= 10"},
    {.board = "rook:5x5"},
    {.board = "rook:10x9,queen", .objective = "longest"},
    {.board = "rook:6x6", .objective = "unreaching + unreachable - best_length + dead/states"},
    {.board = "die:6x6"},
    {.board = "die:10x10,never=none", .method = MW_RESTARTS},
    {.board = "die:16x9,goal=any", .objective = "-best_length", .rounds = 2},
    {.board = "theseus:5x5", .objective = "if(solvable, -length, 5)", .hot = 3, .cold = 0.5},
};

#define STREAMS 3

static void take(void *context, mw_design_result *r)
{
    *(mw_designed *)context = r->designed;
    r->designed.maze = NULL;
}

// By streams on the processor, where there is no device.
static mw_designed found_by(const task *r, uint64_t evaluations, const mw_device *device,
                            uint64_t resample)
{
    const char *const require[] = {r->require, NULL};
    mw_designed found = {0};
    mw_error e;
    mw_design_plan plan = {.objective = r->objective,
                           .require = r->require ? require : NULL,
                           .schedule = {.cooling = r->method,
                                        .seed = 7,
                                        .evaluations = evaluations,
                                        .hot = r->hot,
                                        .cold = r->cold,
                                        .rounds = r->rounds},
                           .streams = STREAMS,
                           .device = device,
                           .resample = !device    ? 0
                                       : resample ? resample
                                                  : MW_NEVER};
    const mw_kind *kind = kind_of(r->board, &plan.params);
    if (!mw_design_run(kind, &plan, &(mw_design_watch){.context = &found, .found = take}, &e))
        fail_msg("%s", e.text);
    return found;
}

static void expect_same(const task *r, mw_designed a, mw_designed b)
{
    assert_non_null(a.maze);
    assert_non_null(b.maze);
    scoped_text *x = mw_maze_print(a.maze, "id"), *y = mw_maze_print(b.maze, "id");
    if (strcmp(x, y) || a.energy != b.energy || a.evaluations != b.evaluations)
        fail_msg("%s, %s: %s (%g) is found, and %s (%g)", r->board, r->objective, x, a.energy, y,
                 b.energy);
    mw_maze_free(a.maze);
    mw_maze_free(b.maze);
}

TEST(chains_find_what_streams_find)
{
    for (const task *r = tasks; r < tasks + COUNT(tasks); r++)
        expect_same(r, found_by(r, 4000, NULL, 0), found_by(r, 4000, &mw_device_host, 0));
}

TEST(a_card_finds_what_the_processor_finds)
{
    const mw_device *card = the_card();
    for (const task *r = tasks; r < tasks + COUNT(tasks); r++)
        for (uint64_t resample = 0; resample <= (r->method == MW_ANNEAL ? 100 : 0); resample += 100)
            expect_same(r, found_by(r, 600, card, resample),
                        found_by(r, 600, &mw_device_host, resample));
}

// ---- a search that ends with its time: on a device that is woken up slowly, by a clock of its own

static double time_now;    // seconds
static double temperature; // of the first chain, of late

static double tell_time(void)
{
    return time_now;
}

static bool follow_slowly(unsigned number, const mw_chains *chains, const void *common,
                          const mw_chain_plan *plan, mw_chain_set *set, mw_error *error)
{
    uint64_t before = set->chains[0].at.done;
    double now = set->chains[0].at.temperature;
    if (!(now <= temperature + 0.01 && now >= temperature - 1)) // what is not a number fails, too
        fail_msg("from %g to %g at once, after %g s", temperature, now, time_now);
    temperature = now;
    bool ok = mw_device_host.follow(number, chains, common, plan, set, error);
    time_now += before ? 1e-3 * (double)(set->chains[0].at.done - before) : 10;
    return ok;
}

static uint32_t holds_few(UNUSED unsigned number, UNUSED const mw_chains *chains,
                          UNUSED const void *common)
{
    return STREAMS;
}

static bool is_time(UNUSED void *context)
{
    return time_now < 20;
}

TEST(a_timed_search_cools_down_in_its_time)
{
    static const mw_device slow = {.name = "slow", .follow = follow_slowly, .holds = holds_few};
    mw_error e;
    mw_design_plan plan = {.params = "5x5",
                           .schedule = {.evaluations = MW_ENDLESS, .hot = 6, .cold = 2},
                           .seconds = 20,
                           .streams = STREAMS,
                           .device = &slow,
                           .resample = 20};
    const mw_design_watch watch = {.goes_on = is_time, .clock = tell_time};
    time_now = 0;
    temperature = 6;
    if (!mw_design_run(mw_kind_find("theseus"), &plan, &watch, &e))
        fail_msg("%s", e.text);
    assert_true(temperature < 2.1);
}
