// test_experiment_extend.c: a file of results gets another plan: what was found is kept and not run
// again, and nothing tells it from a file that had this plan from the beginning.
#include "experiment/experiment.h"
#include "experiment/report.h"
#include "experiment/compare.h"
#include "child.h"

#include <math.h>
#include <signal.h>
#include <unistd.h>

static void must(const char *arguments)
{
    scoped_text *err = NULL;
    int code = run_command(formatted("experiment %s", arguments), NULL, &err);
    if (code)
        fail_msg("experiment %s: exit %d, %s", arguments, code, err);
}

static mw_sheet sheet_of(const char *name)
{
    mw_sheet sheet = {0};
    mw_error e;
    mw_results *r = mw_results_open(scratch_path(name), false, &e);
    if (!r || !mw_results_load(r, &sheet, &e))
        fail_msg("%s", e.text);
    mw_results_close(r);
    return sheet;
}

#define scoped_sheet scoped(mw_sheet_free) mw_sheet

static void assert_same_results(const char *one, const char *other)
{
    scoped_sheet a = sheet_of(one), b = sheet_of(other);
    assert_int_equal(a.count, b.count);
    assert_true(a.count > 0 && a.plan.hash == b.plan.hash);
    for (uint64_t i = 0; i < a.count; i++)
        if (!mw_row_equal(&a.rows[i], &b.rows[i]))
            fail_msg("run %llu differs", (unsigned long long)a.rows[i].number);
    assert_true(mw_sheet_digest(&a) == mw_sheet_digest(&b));
}

static const char first[] = "random die 8x8,obstacles=20 seeds 11..40\nalgorithm bfs astar\n"
                            "heuristic h2\nlimit states 150\n";
// Other seeds, kinds, algorithms, heuristics and repeats, in another order.
static const char more[] =
    "random theseus 8x8 seeds 1..5\nrandom die 8x8,obstacles=20 seeds 1..60\n"
    "algorithm idastar astar bfs\nheuristic h4 h2 walk\n"
    "limit states 150\nrepeat 2\n";

// Marks all runs of a file: what is run again loses the mark.
static void mark_runs(const char *name)
{
    tamper(scratch_path(name), "UPDATE run SET seconds = 1234, checksum = NULL");
}

static uint64_t marked(const mw_sheet *s)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < s->count; i++)
        n += fabs(s->rows[i].seconds - 1234) < 0.5;
    return n;
}

static void write_plans(void)
{
    scratch_file("first.plan", first);
    scratch_file("more.plan", more);
    unlink(scratch_path("grown.db"));
    must("%s/first.plan -o %s/grown.db");
    mark_runs("grown.db");
}

TEST(a_larger_plan_runs_only_what_is_new)
{
    scoped_text *err = NULL;
    write_plans();
    assert_int_equal(run_command("experiment %s/more.plan -o %s/grown.db", NULL, &err), 0);
    assert_non_null(strstr(err, "60 finished runs that this plan names are kept, and 0 that"));
    must("%s/more.plan -o %s/fresh.db --threads 1");
    assert_same_results("grown.db", "fresh.db");
    scoped_sheet s = sheet_of("grown.db");
    assert_int_equal(marked(&s), 60);
    assert_int_equal(s.plan.kept, 0);
    must("%s/more.plan -o %s/grown.db"); // nothing is left to do
    assert_same_results("grown.db", "fresh.db");
}

TEST(what_a_plan_no_longer_names_is_kept)
{
    scoped_text *out = NULL;
    scratch_file("few.plan", "random die 8x8,obstacles=20 seeds 31..45\nalgorithm bfs\n"
                             "limit states 150\n");
    write_plans();
    must("%s/few.plan -o %s/grown.db");
    scoped_sheet s = sheet_of("grown.db");
    assert_int_equal(s.plan.run_count, 15);
    assert_int_equal(s.plan.kept, 50); // 60, less the 10 that are named
    assert_int_equal(s.count, 65);
    assert_int_equal(marked(&s), 60);
    mw_comparison c; // of runs of both plans
    uint32_t bfs, astar;
    assert_true(mw_find_configuration(&s.plan, "bfs", &bfs));
    assert_true(mw_find_configuration(&s.plan, "astar/h2", &astar));
    assert_true(mw_compare((mw_side){&s, bfs}, (mw_side){&s, astar}, 1, &c));
    assert_int_equal(c.mazes, 30);
    assert_int_equal(run_command("experiment status %s/grown.db", &out, NULL), 0);
    assert_non_null(strstr(out, "65 of 65 runs, 50 of them of earlier plans"));
    must("report %s/grown.db --format html");
    must("%s/first.plan -o %s/grown.db"); // back, and with the other plan again
    must("%s/more.plan -o %s/grown.db");
    must("%s/more.plan -o %s/fresh.db");
    assert_same_results("grown.db", "fresh.db"); // it names everything
    scoped_sheet end = sheet_of("grown.db");
    assert_int_equal(marked(&end), 60);
}

TEST(repeats_and_labels_are_kept_apart)
{
    scratch_file("thrice.plan",
                 "random rook 5x5 seeds 1..3\nalgorithm bfs\nlimit states 5\nrepeat 3\n");
    scratch_file("once.plan", "random rook 5x5 seeds 1..3\nalgorithm bfs\nlimit states 9\n");
    must("%s/thrice.plan -o %s/labels.db");
    must("%s/once.plan -o %s/labels.db");
    scoped_sheet s = sheet_of("labels.db");
    assert_int_equal(s.count, 12);
    assert_int_equal(s.plan.configuration_count, 2);
    assert_string_equal(s.plan.configurations[0].label, "bfs");
    assert_string_equal(s.plan.configurations[1].label, "bfs/kept-2");
    assert_int_equal(s.plan.configurations[0].states, 9);
    assert_int_equal(s.plan.configurations[1].states, 5);
    size_t count;
    mw_side_row *rows = mw_side_rows((mw_side){&s, 1}, &count);
    assert_int_equal(count, 3); // one for each maze, of three repeats each
    free(rows);
}

TEST(shards_grow_and_make_the_whole)
{
    scratch_file("first.plan", first);
    scratch_file("more.plan", more);
    for (int i = 1; i <= 3; i++) {
        must(formatted("%%s/first.plan -o %%s/s%d.db --shard %d/3", i, i));
        mark_runs(formatted("s%d.db", i));
    }
    for (int i = 1; i <= 3; i++)
        must(formatted("%%s/more.plan -o %%s/s%d.db --shard %d/3", i, i));
    must("merge %s/shards.db %s/s2.db %s/s3.db %s/s1.db");
    must("%s/more.plan -o %s/fresh.db");
    assert_same_results("shards.db", "fresh.db");
    scoped_sheet s = sheet_of("shards.db");
    assert_int_equal(marked(&s), 60); // each was in its shard before and after
}

TEST(kept_runs_are_merged)
{
    scoped_text *err = NULL, *out = NULL;
    scratch_file("first.plan", first);
    scratch_file("last.plan", "random die 8x8,obstacles=20 seeds 1..5\nalgorithm bfs\n"
                              "limit states 150\n");
    must("%s/first.plan -o %s/k1.db --shard 1/2");
    must("%s/first.plan -o %s/k2.db --shard 2/2");
    must("%s/last.plan -o %s/k1.db");
    must("%s/last.plan -o %s/k2.db");
    must("merge %s/k.db %s/k1.db %s/k2.db");
    scoped_sheet s = sheet_of("k.db");
    assert_int_equal(s.count, 65);
    assert_int_equal(s.plan.kept, 60);
    must("merge %s/k.db %s/k2.db %s/k1.db"); // nothing new
    must("merge %s/other-way.db %s/k2.db %s/k1.db");
    assert_int_equal(run_command("experiment compare %s/k.db %s/other-way.db", &out, &err), 0);
    tamper(scratch_path("k2.db"), "UPDATE run SET expanded = expanded + 1, checksum = NULL "
                                  "WHERE number > 4");
    free(err);
    assert_int_equal(run_command("experiment merge %s/k.db %s/k2.db", NULL, &err), 1);
    assert_non_null(strstr(err, "has another result there"));
    scoped_sheet same = sheet_of("k.db");
    assert_true(mw_sheet_digest(&same) == mw_sheet_digest(&s));
}

// What a file of an older version did not have.
#define SCHEMA_2                                                                                   \
    "ALTER TABLE plan DROP COLUMN kept; ALTER TABLE plan DROP COLUMN mazes;"                       \
    "ALTER TABLE plan DROP COLUMN configurations; ALTER TABLE run DROP COLUMN version;"            \
    "DROP TABLE earlier; PRAGMA user_version = 2;"
#define SCHEMA_1                                                                                   \
    SCHEMA_2 "ALTER TABLE plan DROP COLUMN checksum; ALTER TABLE run DROP COLUMN checksum;"        \
             "PRAGMA user_version = 1; UPDATE plan SET version = '1.0.0';"

TEST(older_files_are_read_and_extended)
{
    static const char *const changes[] = {SCHEMA_2, SCHEMA_1};
    scratch_file("first.plan", first);
    scratch_file("more.plan", more);
    must("%s/first.plan -o %s/first.db");
    must("%s/more.plan -o %s/fresh.db");
    for (size_t i = 0; i < COUNT(changes); i++) {
        scoped_text *out = NULL, *err = NULL;
        unlink(scratch_path("older.db"));
        must("%s/first.plan -o %s/older.db");
        tamper(scratch_path("older.db"), changes[i]);
        must("report %s/older.db");
        must("status %s/older.db");
        must("compare %s/older.db %s/first.db");
        assert_int_equal(run_command("experiment %s/more.plan -o %s/older.db", &out, &err), 0);
        assert_same_results("older.db", "fresh.db");
        assert_true(!strstr(out, " and 1.0.0") == !i);
        assert_true(!strstr(err, "they were run by mazewright 1.0.0") == !i);
        scoped_sheet s = sheet_of("older.db");
        uint64_t old = 0;
        for (uint64_t k = 0; k < s.count; k++)
            old += s.rows[k].version && !strcmp(s.rows[k].version, "1.0.0");
        assert_int_equal(old, i ? 60 : 0);
    }
}

TEST(a_run_that_was_overtaken_stores_nothing_wrong)
{
    mw_error e;
    mw_extension x;
    scoped(mw_plan_free) mw_plan a = {0}, b = {0};
    assert_true(mw_plan_read(&a, first, NULL, NULL, &e));
    assert_true(mw_plan_read(&b, more, NULL, NULL, &e));
    mw_results *one = mw_results_open(scratch_path("two.db"), true, &e);
    mw_results *other = mw_results_open(scratch_path("two.db"), true, &e);
    assert_true(mw_results_begin(one, &a, mw_version(), NULL, &x, &e));
    assert_false(x.extended);
    mw_row row = {.outcome = MW_OUTCOME_UNSOLVABLE, .heuristic = NULL};
    assert_true(mw_results_put(one, &row, &e));
    assert_true(mw_results_put(one, &row, &e)); // it is there already
    assert_true(mw_results_begin(other, &b, mw_version(), NULL, &x, &e));
    assert_true(x.extended && x.named == 1 && !x.kept);
    row.number = 1;
    assert_false(mw_results_put(one, &row, &e));
    assert_int_equal(e.code, MW_ERROR_INPUT);
    assert_non_null(strstr(e.text, "the same command goes on"));
    assert_true(mw_results_put(other, &row, &e));
    mw_results_close(one);
    mw_results_close(other);
    tamper(scratch_path("two.db"), "UPDATE run SET expanded = 7");
    mw_results *r = mw_results_open(scratch_path("two.db"), true, &e);
    assert_false(mw_results_begin(r, &a, mw_version(), NULL, &x, &e)); // damaged: left as it is
    assert_non_null(strstr(e.text, "is not as it was stored"));
    mw_results_close(r);
}

TEST(kills_while_it_grows_lose_nothing)
{
    write_plans();
    for (int i = 0; i < 12; i++) {
        static ending e;
        const char *plan = i % 2 ? "first" : "more";
        child_run(formatted("experiment %%s/%s.plan -o %%s/grown.db", plan),
                  &(conditions){.signal = SIGKILL, .microseconds = 4000 + 3000 * i}, &e);
        scoped_sheet s = sheet_of("grown.db");
        if (marked(&s) != 60)
            fail_msg("%d: %llu of 60", i, (unsigned long long)marked(&s));
    }
    must("%s/more.plan -o %s/grown.db");
    must("%s/more.plan -o %s/fresh.db");
    assert_same_results("grown.db", "fresh.db");
}

// ---- before running

static json_t *estimate(const char *arguments)
{
    scoped_text *out = NULL, *err = NULL;
    int code = run_command(formatted("experiment %s --dry-run --json", arguments), &out, &err);
    json_t *j = json_loads(out, 0, NULL);
    if (code || !j)
        fail_msg("%s: exit %d, %s%s", arguments, code, out, err);
    return j;
}

TEST(a_dry_run_tells_and_writes_nothing)
{
    size_t before, after;
    scoped_text *out = NULL;
    write_plans();
    scoped_text *old = bytes_of(scratch_path("grown.db"), &before);
    json_t *nothing = estimate("%s/more.plan -o %s/nowhere.db --threads 2");
    assert_int_not_equal(access(scratch_path("nowhere.db"), F_OK), 0);
    scoped(mw_plan_free) mw_plan p = {0};
    mw_error e;
    assert_true(mw_plan_read(&p, more, NULL, NULL, &e));
    assert_int_equal(number_in(nothing, "runs"), p.run_count);
    assert_int_equal(number_in(nothing, "done"), 0);
    assert_int_equal(number_in(nothing, "known"), 0);
    assert_true(number_in(nothing, "sampled") > 8 && number_in(nothing, "seconds") > 0);
    json_decref(nothing);
    json_t *some = estimate("%s/more.plan -o %s/grown.db --threads 2");
    assert_int_equal(number_in(some, "runs"), p.run_count);
    assert_int_equal(number_in(some, "done"), 60);
    assert_int_equal(number_in(some, "known"), 60);
    // 60 mazes of two configurations have two runs each; 60 of them are done, as 1234 s say.
    double known = (240 - 60) * 1234.0 / 2;
    assert_true(fabs(number_in(some, "seconds") - known) < 0.01 * known);
    json_decref(some);
    assert_int_equal(run_command("experiment %s/first.plan -o %s/grown.db --dry-run", &out, NULL),
                     0);
    assert_non_null(strstr(out, "60 runs, 60 of them in "));
    assert_non_null(strstr(out, "already, 0 to do\n"));
    json_t *shard = estimate("%s/more.plan -o %s/grown.db --shard 2/3");
    assert_true(number_in(shard, "runs") < (double)p.run_count / 2 &&
                number_in(shard, "done") < 40);
    json_decref(shard);
    scoped_text *now = bytes_of(scratch_path("grown.db"), &after);
    assert_int_equal(before, after);
    assert_memory_equal(old, now, before);
}

TEST(the_verb_answers)
{
    static const command_case rows[] = {
        {"experiment report %s/grown.db -o %s/x.xlsx", 2, "", "x.xlsx: the name must end in .csv"},
        {"experiment report %s/grown.db -o %s/x.xlsx --format csv", 2, "", "are two formats"},
        {"experiment report %s/grown.db -o %s/x.jsonl", 0, "", ""},
        {"experiment report %s/grown.db -o %s/x.json", 0, "", ""},
        {"experiment report %s/grown.db --dry-run", 2, "", "experiment report takes no --dry-run"},
        {"reproduce die -o %s/x.csv", 2, "", "its name must end in .html"},
    };
    write_plans();
    expect_answers(rows, COUNT(rows));
    size_t length;
    scoped_text *json = bytes_of(scratch_path("x.jsonl"), &length);
    assert_int_equal(*json, '{');
}
