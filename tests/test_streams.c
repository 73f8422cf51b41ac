// test_streams.c: many searches side by side: the same mazes on any number of threads, and the same
// again when they were interrupted.
#include "parallel/tasks.h"
#include "mazewright/design.h"
#include "child.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define TASKS 500

typedef struct record {
    unsigned runs[TASKS];
    uint64_t order[TASKS], taken;
    uint64_t stop_after;
} record;

static void run_task(void *context, uint64_t index)
{
    record *r = context;
    uint64_t work = index;
    for (uint64_t i = 0; i < (index * 7919) % 5000; i++) // some are long, some short
        work = work * 6364136223846793005u + i;
    r->runs[index] += work == 1 ? 2 : 1; // so that it cannot be left out
}

static bool take_task(void *context, uint64_t index)
{
    record *r = context;
    r->order[r->taken++] = index;
    return r->taken != r->stop_after;
}

TEST(tasks_run_once_and_are_taken_in_order)
{
    for (unsigned threads = 0; threads < 9; threads++) {
        record r = {0};
        mw_tasks t = {
            .count = TASKS, .threads = threads, .context = &r, .run = run_task, .done = take_task};
        assert_true(mw_tasks_run(&t));
        assert_int_equal(r.taken, TASKS);
        for (unsigned i = 0; i < TASKS; i++) {
            assert_int_equal(r.runs[i], 1);
            assert_int_equal(r.order[i], i);
        }
        r = (record){.stop_after = 10};
        assert_true(mw_tasks_run(&t));
        assert_int_equal(r.taken, 10); // no further one, though some may have been run
        assert_true(mw_tasks_run(&(mw_tasks){.context = &r, .run = run_task}));
    }
}

// ---- the library: stop anywhere, go on from the text

typedef struct interruption {
    uint64_t at; // evaluations; 0: never
    bool over;   // it is time
    const char *from;
    char *checkpoint;
} interruption;

static void watch(void *context, const mw_design_news *n)
{
    interruption *i = context;
    i->over = i->at && n->evaluations >= i->at;
}

static bool goes_on(void *context)
{
    return !((const interruption *)context)->over;
}

static void save(void *context, UNUSED const char *key, const mw_design_saved *saved)
{
    interruption *i = context;
    if (!saved->checkpoint)
        return;
    free(i->checkpoint);
    i->checkpoint = strdup(saved->checkpoint);
}

static bool recall(void *context, UNUSED const char *key, mw_design_saved *saved,
                   UNUSED mw_error *error)
{
    const interruption *i = context;
    *saved = (mw_design_saved){.checkpoint = i->from ? strdup(i->from) : NULL};
    return true;
}

static mw_designed design(const char *kind, const mw_design_plan *plan, interruption *i)
{
    mw_designed d;
    mw_error e;
    const mw_design_watch told = {
        .context = i, .goes_on = goes_on, .progress = watch, .save = save, .recall = recall};
    if (i)
        i->over = false;
    if (!mw_design_maze(mw_kind_find(kind), plan, i ? &told : NULL, &d, &e))
        fail_msg("%s", e.text);
    return d;
}

static void expect_same_maze(const char *what, mw_designed *a, mw_designed *b)
{
    if (a->energy != b->energy || a->maze->bytes != b->maze->bytes ||
        memcmp(a->maze->data, b->maze->data, a->maze->bytes - sizeof(mw_maze)))
        fail_msg("%s: another maze", what);
    mw_maze_free(a->maze);
    mw_maze_free(b->maze);
}

TEST(an_interrupted_search_ends_where_it_would_have)
{
    static const struct {
        const char *kind, *params;
        mw_cooling method;
        unsigned rounds;
        double hot;
    } rows[] = {
        {"rook", "5x5", MW_ANNEAL, 1, 0},    {"rook", "6x5,queen", MW_ADAPTIVE, 3, 0},
        {"die", "5x5", MW_UPHILL, 1, 0},     {"theseus", "5x5", MW_RESTARTS, 1, 0},
        {"bloxorz", "7x6", MW_ANNEAL, 2, 3}, {"theseus", "4x4", MW_DESCENT, 1, 0},
        {"rook", "5x5", MW_QUENCH, 2, 0},    {"die", "5x5", MW_WANDER, 1, 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_design_plan plan = {.params = rows[i].params,
                               .schedule = {.cooling = rows[i].method,
                                            .rounds = rows[i].rounds,
                                            .hot = rows[i].hot,
                                            .evaluations = 20000,
                                            .seed = 3}};
        mw_designed whole = design(rows[i].kind, &plan, NULL);
        interruption stop = {0};
        for (stop.at = 4000; stop.at < 20000; stop.at += 4000) { // four times
            scoped_text *from = stop.checkpoint;
            stop.checkpoint = NULL;
            stop.from = from;
            mw_designed part = design(rows[i].kind, &plan, &stop);
            assert_true(part.stopped);
            assert_non_null(stop.checkpoint);
            mw_maze_free(part.maze);
        }
        stop.at = 0;
        scoped_text *from = stop.checkpoint;
        stop.checkpoint = NULL;
        stop.from = from;
        mw_designed last = design(rows[i].kind, &plan, &stop);
        expect_same_maze(rows[i].params, &last, &whole);
        free(stop.checkpoint);
    }
}

// ---- every way to design says whether it was stopped

typedef struct patience {
    unsigned asked, most; // how often it was asked whether to go on; how often the answer is yes
    unsigned found, stopped;
} patience;

static bool loses_patience(void *context)
{
    patience *p = context;
    return p->asked++ < p->most;
}

static void count_stopped(void *context, mw_design_result *r)
{
    patience *p = context;
    p->found++;
    p->stopped += r->designed.stopped;
}

TEST(who_was_stopped_says_so)
{
    for (const mw_method *m = mw_methods(); m->name; m++)
        for (unsigned most = 1; most < 1000000; most += 999998) {
            patience p = {.most = most};
            mw_error e;
            mw_design_plan plan = {.params = "4x4",
                                   .method = m,
                                   .schedule = {.evaluations = 4000, .seed = 1},
                                   .streams = 1,
                                   .count = m->way == MW_BY_LADDER ? 3 : 1};
            const mw_design_watch told = {
                .context = &p, .goes_on = loses_patience, .found = count_stopped};
            if (!mw_design_run(mw_kind_find("die"), &plan, &told, &e))
                fail_msg("%s: %s", m->name, e.text);
            if (!p.found || p.stopped != (most > 1 ? 0 : p.found))
                fail_msg("%s: of %u results %u were stopped", m->name, p.found, p.stopped);
        }
}

// A single maze of this size takes minutes and gigabytes to be worked out.
TEST(a_search_is_stopped_while_a_large_maze_is_worked_out)
{
    static const char *const methods[] = {"anneal", "descent", "genetic", "ladder"};
    for (size_t i = 0; i < COUNT(methods); i++) {
        patience p = {.most = 8};
        mw_error e;
        mw_design_plan plan = {.params = "64x64,blocks=8",
                               .method = mw_method_find(methods[i]),
                               .schedule = {.evaluations = 4000, .seed = 1},
                               .streams = 1};
        const mw_design_watch told = {
            .context = &p, .goes_on = loses_patience, .found = count_stopped};
        if (!mw_design_run(mw_kind_find("theseus"), &plan, &told, &e))
            fail_msg("%s: %s", methods[i], e.text);
        assert_int_equal(p.found, 1);
        assert_int_equal(p.stopped, 1);
        assert_true(p.asked < 20);
        plan.objective = "fitness";
        p.asked = 0;
        if (plan.method->way == MW_BY_SEARCH) {
            assert_false(mw_design_run(mw_kind_find("theseus"), &plan, &told, &e));
            assert_int_equal(e.code, MW_ERROR_LIMIT);
        }
    }
}

// Between mazes that are worked out fast it is asked, too, long before 128 of them are done; and
// what was found until then is there.
TEST(a_search_is_stopped_between_large_mazes)
{
    static const struct {
        const char *method, *params;
        unsigned most;
    } rows[] = {{"anneal", "20x20,blocks=2", 20}, {"genetic", "12x12,blocks=1", 40}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        patience p = {.most = rows[i].most};
        mw_error e;
        mw_designed d;
        mw_design_plan plan = {.params = rows[i].params,
                               .method = mw_method_find(rows[i].method),
                               .schedule = {.evaluations = 4000, .seed = 1}};
        const mw_design_watch told = {.context = &p, .goes_on = loses_patience};
        if (!mw_design_maze(mw_kind_find("theseus"), &plan, &told, &d, &e))
            fail_msg("%s: %s", rows[i].method, e.text);
        if (!d.stopped || !d.maze || d.evaluations >= 100)
            fail_msg("%s: stopped %d, a maze %d, %llu evaluations", rows[i].method, d.stopped,
                     d.maze != NULL, (unsigned long long)d.evaluations);
        mw_maze_free(d.maze);
    }
}

// ---- a landscape that is not made of mazes, which pauses

typedef struct trip {
    double place[8];
} trip;

static double height(UNUSED void *context, const void *state)
{
    const trip *t = state;
    double sum = 0;
    for (unsigned i = 0; i < 8; i++)
        sum += fabs(t->place[i] - i) + 3 * (i && t->place[i] > t->place[i - 1] + 2);
    return sum;
}

static void move(UNUSED void *context, void *state, mw_rng *rng)
{
    ((trip *)state)->place[mw_rng_below(rng, 8)] += mw_rng_unit(rng) - 0.5;
}

typedef struct pausing {
    mw_checkpoint at;
    trip now, best;
} pausing;

static void keep(void *context, const mw_checkpoint *at)
{
    pausing *p = context;
    trip now = *(const trip *)at->now, best = *(const trip *)at->best;
    *p = (pausing){.at = *at, .now = now, .best = best};
    p->at.now = &p->now;
    p->at.best = &p->best;
}

TEST(a_search_that_pauses_ends_where_it_would_have)
{
    pausing p = {0}, before;
    mw_landscape land = {
        .bytes = sizeof(trip), .context = &p, .energy = height, .step = move, .save = keep};
    mw_schedule schedule = {.evaluations = 20000, .seed = 3};
    trip whole = {{0}}, last = {{0}};
    double energy = mw_local_search(&land, &schedule, &whole), in_parts = 0;
    for (schedule.pause = 7001; schedule.pause < 28004; schedule.pause += 7001) {
        trip from = {{0}};
        in_parts = mw_local_search(&land, &schedule, &from);
        assert_int_equal(p.at.done, schedule.pause < 20000 ? schedule.pause : 20000);
        before = p;
        before.at.now = &before.now;
        before.at.best = &before.best;
        schedule.resume = &before.at;
        last = from;
    }
    assert_true(in_parts == energy);
    assert_memory_equal(&last, &whole, sizeof last);
}

// A poor stream that takes over the maze of a good one is at once as good.
TEST(a_stream_takes_over_the_best_of_another)
{
    interruption saved = {0};
    mw_error e;
    mw_design_plan plan = {.params = "5x5",
                           .schedule = {.evaluations = 2000, .seed = 1},
                           .streams = 2,
                           .exchange = 500};
    const mw_design_watch told = {.context = &saved, .save = save};
    if (!mw_design_run(mw_kind_find("theseus"), &plan, &told, &e))
        fail_msg("%s", e.text);
    assert_non_null(saved.checkpoint); // after the last exchange, at the end of both
    char *best[2];
    const char *line = saved.checkpoint;
    for (unsigned i = 0; i < 2; i++) {
        line = strchr(line, '\n') + 1;
        size_t length = strcspn(line, "\n");
        best[i] = strndup(line, length);
    }
    double energies[2];
    for (unsigned i = 0; i < 2; i++) {
        scoped_maze *m = maze_of_id(strrchr(best[i], ' ') + 1);
        mw_evaluation x;
        assert_true(mw_evaluate(m, false, &x));
        energies[i] = x.best_length == MW_FAR ? x.length : x.best_length;
        free(best[i]);
    }
    assert_true(energies[0] == energies[1]);
    free(saved.checkpoint);
}

// Whatever stands in the file: a search, never a crash, and never an energy that is not true.
TEST(a_damaged_checkpoint_does_no_harm)
{
    interruption stop = {.at = 3000};
    mw_design_plan plan = {.params = "5x5", .schedule = {.evaluations = 6000, .seed = 3}};
    mw_maze_free(design("rook", &plan, &stop).maze);
    scoped_text *good = stop.checkpoint;
    assert_non_null(good);
    mw_rng rng = seeded(5);
    unsigned some = 0;
    for (unsigned round = 0; round < 300; round++) {
        damaged d = {.length = strlen(good)};
        memcpy(d.text, good, d.length);
        for (unsigned n = mw_rng_below(&rng, 6); n; n--)
            damage(&d, "0123456789 .-:px/SGinfa\n", &rng);
        d.text[d.length < DAMAGED_MAX ? d.length : DAMAGED_MAX - 1] = '\0';
        stop = (interruption){.from = d.text};
        mw_designed found = design("rook", &plan, &stop);
        mw_evaluation e;
        if (found.maze) {
            some++;
            assert_true(mw_evaluate(found.maze, false, &e));
            assert_true(found.energy == -(double)e.length || found.energy > 0);
        }
        mw_maze_free(found.maze);
        free(stop.checkpoint);
    }
    assert_true(some > 100);
}

// ---- the command

// What it prints, without the seconds.
static char *designed(const char *arguments)
{
    char *out, *err;
    int code = run_command(arguments, &out, &err);
    if (code)
        fail_msg("%s: exit %d: %s", arguments, code, err);
    for (char *p = out; (p = strstr(p, "\"seconds\":"));) {
        size_t length = strcspn(p, ",");
        memmove(p, p + length, strlen(p + length) + 1);
    }
    free(err);
    return out;
}

TEST(threads_do_not_matter)
{
    static const char *const commands[] = {
        "design rook 5x5#3 -n 7 -e 3000 --json",
        "design rook 5x5#3 -e 40000 --streams 5 --json",
        "design theseus 4x4#9 -n 3 -e 900 --streams 3 --json",
        "design theseus 4x4#9 -n 5 -m genetic -e 800 --json",
        "design die 4x4#2 -n 4 -m ladder -e 400 --json",
        "design bloxorz 6x5#2 -n 3 -e 900 -m adaptive --streams 2 --json",
    };
    for (size_t i = 0; i < COUNT(commands); i++) {
        char *one = NULL;
        for (unsigned threads = 1; threads <= 5; threads += 2) {
            char *out = designed(formatted("%s -q --threads %u", commands[i], threads));
            if (!one)
                one = out;
            else {
                assert_string_equal(out, one);
                free(out);
            }
        }
        free(one);
    }
}

// Runs the command and kills it after a while; true if it had ended before.
static bool killed(const char *arguments, double seconds)
{
    static ending e;
    child_run(arguments, &(conditions){.signal = SIGKILL, .microseconds = (long)(seconds * 1e6)},
              &e);
    return e.code >= 0;
}

TEST(killed_runs_are_resumed)
{
    static const char *const plans[] = {
        "design rook 5x5#11 -e 1500000 --json -q", // streams that finish one after another
        "design theseus 6x6#4 -e 60000 --json -q", // a single long one
    };
    unsigned kills = 0;
    for (size_t i = 0; i < COUNT(plans); i++) {
        double from = mw_seconds();
        scoped_text *whole = designed(plans[i]);
        double takes = mw_seconds() - from;
        const char *file = formatted("%s/resumed-%zu.db", scratch(), i);
        const char *command = formatted("%s --catalogue %s --resume", plans[i], file);
        for (unsigned n = 0; n < 4 && !killed(command, takes / 3); n++)
            kills++;
        scoped_text *resumed = designed(command), *again = designed(command);
        assert_string_equal(resumed, whole);
        assert_string_equal(again, whole); // a finished run is only told again
        assert_int_equal(run_command(formatted("catalogue verify %s", file), NULL, NULL), 0);
    }
    assert_true(kills > 0); // else there was nothing to resume
}

// A best maze is in the catalogue before the search has ended.
TEST(what_is_found_is_kept_at_once)
{
    const char *command =
        formatted("design theseus 6x6#4 -e 1000000000 -q --threads 1 --catalogue %s",
                  scratch_path("at-once.db"));
    assert_false(killed(command, 1.5));
    scoped_text *out = output_of("catalogue export %s/at-once.db --json", 0);
    assert_non_null(strstr(out, "\"length\":"));
    assert_null(strstr(strchr(out, '\n') + 1, "\n")); // and those that it surpassed are not
}

TEST(an_interrupt_ends_with_the_best)
{
    const int signals[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < COUNT(signals); i++) {
        char *out, text[4000];
        const char *line = formatted(
            "timeout -s %d 0.7 %s design theseus 5x5#1 -e 1000000000000 -q", signals[i], COMMAND);
        FILE *f = popen(line, "r");
        assert_non_null(f);
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        pclose(f);
        out = strstr(text, "# energy -");
        if (!out)
            fail_msg("signal %d: %s", signals[i], text);
    }
}

TEST(resume_needs_a_catalogue)
{
    static const refusal rows[] = {
        {"design rook 5x5 --resume", 2, "name it with --catalogue"},
        {"design rook 5x5 -m exact --resume --catalogue %s/none.db", 2, "exact cannot be resumed"},
        {"design rook 5x5 --threads 0", 2, "--threads 0: write a whole number from 1"},
        {"design rook 5x5 --streams x", 2, "--streams x: write a whole number"},
    };
    expect_refusals(rows, COUNT(rows));
}
