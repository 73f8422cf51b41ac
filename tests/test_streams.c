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
    char *standing;
} interruption;

static bool watch(void *context, const mw_maze *m, double energy, uint64_t evaluations)
{
    const interruption *i = context;
    (void)m, (void)energy;
    return !i->at || evaluations < i->at;
}

static void save(void *context, const char *standing)
{
    interruption *i = context;
    free(i->standing);
    i->standing = strdup(standing);
}

static mw_designed design(const char *kind, mw_design_plan plan)
{
    mw_designed d;
    mw_error e;
    if (!mw_design_maze(mw_kind_find(kind), &plan, &d, &e))
        fail_msg("%s", e.text);
    return d;
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
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_design_plan plan = {.params = rows[i].params,
                               .schedule = {.method = rows[i].method,
                                            .rounds = rows[i].rounds,
                                            .hot = rows[i].hot,
                                            .evaluations = 20000,
                                            .seed = 3}};
        mw_designed whole = design(rows[i].kind, plan);
        interruption stop = {0};
        plan.watch = watch;
        plan.save = save;
        plan.context = &stop;
        for (stop.at = 4000; stop.at < 20000; stop.at += 4000) { // four times
            scoped_text *from = stop.standing;
            stop.standing = NULL;
            plan.resume = from;
            mw_designed part = design(rows[i].kind, plan);
            assert_true(part.stopped);
            assert_non_null(stop.standing);
            mw_maze_free(part.maze);
        }
        stop.at = 0;
        scoped_text *from = stop.standing;
        stop.standing = NULL;
        plan.resume = from;
        mw_designed last = design(rows[i].kind, plan);
        assert_true(last.energy == whole.energy);
        if (whole.maze->bytes != last.maze->bytes ||
            memcmp(whole.maze->data, last.maze->data, whole.maze->bytes - sizeof(mw_maze)))
            fail_msg("row %zu: another maze", i);
        free(stop.standing);
        mw_maze_free(last.maze);
        mw_maze_free(whole.maze);
    }
}

TEST(a_search_that_pauses_ends_where_it_would_have)
{
    mw_design_plan plan = {.params = "5x5",
                           .schedule = {.method = MW_ANNEAL, .evaluations = 20000, .seed = 3}};
    mw_designed whole = design("theseus", plan), last = {0};
    interruption stop = {0};
    plan.save = save;
    plan.context = &stop;
    for (plan.schedule.pause = 7001; plan.schedule.pause < 28004; plan.schedule.pause += 7001) {
        scoped_text *from = stop.standing;
        stop.standing = NULL;
        plan.resume = from;
        mw_maze_free(last.maze);
        last = design("theseus", plan);
        uint64_t end = plan.schedule.pause < 20000 ? plan.schedule.pause : 20000;
        assert_int_equal(last.evaluations, end);
        assert_false(last.stopped);
    }
    assert_true(last.energy == whole.energy);
    assert_memory_equal(last.maze->data, whole.maze->data, whole.maze->bytes - sizeof(mw_maze));
    mw_maze_free(last.maze);
    mw_maze_free(whole.maze);
    free(stop.standing);
}

// A poor search that adopts the maze of a good one is at once as good.
TEST(a_stream_adopts_the_best_of_another)
{
    char *standings[2];
    double energies[2];
    mw_design_plan plan = {.params = "5x5", .schedule = {.evaluations = 20000}};
    for (unsigned i = 0; i < 2; i++) {
        interruption stop = {0};
        plan.schedule.seed = i + 1;
        plan.schedule.pause = i ? 15000 : 150;
        plan.save = save;
        plan.context = &stop;
        mw_designed d = design("theseus", plan);
        standings[i] = stop.standing;
        energies[i] = d.energy;
        mw_maze_free(d.maze);
    }
    assert_true(energies[1] < energies[0]);
    scoped_text *adopted = mw_checkpoint_adopt(standings[0], standings[1]);
    assert_non_null(adopted);
    plan.save = NULL;
    plan.schedule.pause = 1; // only looked at
    plan.schedule.seed = 1;
    plan.resume = adopted;
    mw_designed d = design("theseus", plan);
    assert_true(d.energy == energies[1]);
    assert_null(mw_checkpoint_adopt(standings[0], "1 2 3"));
    assert_null(mw_checkpoint_adopt("", standings[1]));
    mw_maze_free(d.maze);
    free(standings[0]);
    free(standings[1]);
}

// Whatever stands in the file: a search, never a crash, and never an energy that is not true.
TEST(a_damaged_standing_does_no_harm)
{
    interruption stop = {.at = 3000};
    mw_design_plan plan = {.params = "5x5",
                           .schedule = {.evaluations = 6000, .seed = 3},
                           .watch = watch,
                           .save = save,
                           .context = &stop};
    mw_maze_free(design("rook", plan).maze);
    scoped_text *good = stop.standing;
    assert_non_null(good);
    plan.save = NULL;
    stop = (interruption){0};
    mw_rng rng;
    mw_rng_seed(&rng, 5);
    unsigned some = 0;
    for (unsigned round = 0; round < 300; round++) {
        damaged d = {.length = strlen(good)};
        memcpy(d.text, good, d.length);
        for (unsigned n = mw_rng_below(&rng, 6); n; n--)
            damage(&d, "0123456789 .-:px/SGinfa", &rng);
        d.text[d.length < DAMAGED_MAX ? d.length : DAMAGED_MAX - 1] = '\0';
        plan.resume = d.text;
        mw_designed found = design("rook", plan);
        mw_evaluation e;
        if (found.maze) {
            some++;
            assert_true(mw_evaluate(found.maze, false, &e));
            assert_true(found.energy == -(double)e.length || found.energy > 0);
        }
        mw_maze_free(found.maze);
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
    scoped_text *out = NULL;
    const char *command =
        formatted("design theseus 6x6#4 -e 1000000000 -q --threads 1 --catalogue %s",
                  scratch_path("at-once.db"));
    assert_false(killed(command, 1.5));
    assert_int_equal(run_command("catalogue export %s/at-once.db --json", &out, NULL), 0);
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
