// test_experiment.c: results are the same whatever happens on the way, and can be read, merged and
// compared; files that are not ours are left alone.
#include "experiment/experiment.h"
#include "experiment/report.h"
#include "child.h"

#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int experiment(const char *arguments, char **out, char **err)
{
    return run_command(formatted("experiment %s", arguments), out, err);
}

static void must(const char *arguments)
{
    scoped_text *err = NULL;
    int code = experiment(arguments, NULL, &err);
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

static uint64_t sheet_count(const char *name)
{
    scoped(mw_sheet_free) mw_sheet s = sheet_of(name);
    return s.count;
}

// All that is in one is in the other, but for the seconds.
static void assert_same_results(const char *one, const char *other)
{
    scoped(mw_sheet_free) mw_sheet a = sheet_of(one), b = sheet_of(other);
    assert_int_equal(a.count, b.count);
    assert_true(a.count > 0 && a.plan.hash == b.plan.hash);
    for (uint64_t i = 0; i < a.count; i++)
        if (!mw_row_equal(&a.rows[i], &b.rows[i]))
            fail_msg("run %llu differs", (unsigned long long)a.rows[i].number);
    assert_true(mw_sheet_digest(&a) == mw_sheet_digest(&b));
}

TEST(files_and_lists_name_mazes)
{
    scratch_file("list.txt",
                 "# three\nrook:5x5#1\n\npuzzles/rook/01.rook\npuzzles/die/0[12].die\n");
    scoped_text *out = NULL, *err = NULL;
    scratch_file("files.plan",
                 formatted("mazes puzzles/theseus/0*.theseus\nlist %s/list.txt\nalgorithm bfs\n",
                           scratch()));
    must("%s/files.plan -o %s/files.db");
    mw_sheet s = sheet_of("files.db");
    assert_int_equal(s.count, 9 + 4);
    assert_string_equal(s.plan.mazes[0].name, "puzzles/theseus/01.theseus");
    assert_string_equal(s.plan.mazes[12].name, "puzzles/die/02.die");
    for (uint64_t i = 0; i < s.count; i++) { // against a search of our own
        scoped_maze *m = maze_of_id(s.plan.mazes[s.rows[i].maze].id);
        scoped_result r = searched(m, "bfs", NULL, MW_VISITED_AUTO);
        assert_int_equal(r.outcome, s.rows[i].outcome);
        assert_true(r.moves == s.rows[i].moves && r.expanded == s.rows[i].expanded);
        assert_true(r.generated == s.rows[i].generated && r.stored == s.rows[i].stored);
        assert_true(r.bytes == s.rows[i].bytes && r.cost == s.rows[i].cost);
    }
    mw_sheet_free(&s);
    scratch_file("bad.rook", "rook 2x2\n1 1\n");
    scratch_file("bad.plan", formatted("mazes %s/bad.rook\nalgorithm bfs\n", scratch()));
    assert_int_equal(experiment("%s/bad.plan -o %s/bad.db", &out, &err), 3);
    assert_non_null(strstr(err, "bad.plan:1:7: "));
    assert_non_null(strstr(err, "bad.rook:"));
    assert_int_not_equal(access(scratch_path("bad.db"), F_OK), 0);
}

// ---- the same results, whatever happens

static const char many[] = "random die 8x8,obstacles=20 seeds 1..60\n"
                           "random theseus 8x8 seeds 1..20\nalgorithm bfs astar idastar wastar\n"
                           "heuristic h2 h4 walk\nlimit states 150\n";

TEST(threads_do_not_matter)
{
    scratch_file("many.plan", many);
    must("%s/many.plan -o %s/one.db --threads 1");
    must("%s/many.plan -o %s/two.db --threads 2");
    must("%s/many.plan -o %s/seven.db --threads 7");
    assert_same_results("one.db", "two.db");
    assert_same_results("one.db", "seven.db");
    scoped(mw_sheet_free) mw_sheet s = sheet_of("one.db");
    unsigned outcomes[3] = {0};
    for (uint64_t i = 0; i < s.count; i++)
        outcomes[s.rows[i].outcome]++;
    assert_true(outcomes[0] && outcomes[1] && outcomes[2]); // of everything something
    assert_int_equal(s.count, 60 * 7 + 20 * 4);
}

TEST(shards_make_the_whole)
{
    scratch_file("many.plan", many);
    must("%s/many.plan -o %s/whole.db");
    must("%s/many.plan -o %s/part1.db --shard 1/3");
    must("%s/many.plan -o %s/part2.db --shard 2/3 --threads 1");
    must("%s/many.plan -o %s/part3.db --shard 3/3");
    mw_sheet part = sheet_of("part2.db");
    assert_true(part.count > 100 && part.count < 230); // about a third, of every configuration
    unsigned of[20] = {0};
    for (uint64_t i = 0; i < part.count; i++)
        of[part.rows[i].configuration]++;
    for (uint32_t c = 0; c < part.plan.configuration_count; c++)
        assert_true(of[c] > 0);
    mw_sheet_free(&part);
    must("merge %s/merged.db %s/part3.db %s/part1.db %s/part2.db");
    assert_same_results("whole.db", "merged.db");
    must("merge %s/merged.db %s/part1.db %s/merged.db"); // nothing new
    assert_same_results("whole.db", "merged.db");
    must("%s/many.plan -o %s/part1.db"); // a part goes on to the whole
    assert_same_results("whole.db", "part1.db");
    mw_error e;
    scoped(mw_plan_free) mw_plan p = {0};
    assert_true(mw_plan_read(&p, many, NULL, NULL, &e));
    for (unsigned shards = 1; shards < 40; shards += 6) // each run in exactly one
        for (uint64_t run = 0; run < p.run_count; run++) {
            unsigned in = 0;
            for (unsigned i = 1; i <= shards; i++)
                in += mw_in_shard(&p, run, i, shards);
            assert_int_equal(in, 1);
        }
}

TEST(contradicting_shards_are_told)
{
    char *out, *err;
    scratch_file("small.plan", "random rook 5x5 seeds 1..9\nalgorithm bfs\n");
    scratch_file("other.plan", "random rook 5x5 seeds 1..8\nalgorithm bfs\n");
    must("%s/small.plan -o %s/a.db");
    must("%s/small.plan -o %s/b.db");
    must("%s/other.plan -o %s/c.db");
    tamper(scratch_path("b.db"),
           "UPDATE run SET expanded = expanded + 1, checksum = NULL WHERE number = 4");
    assert_int_equal(experiment("merge %s/d.db %s/a.db %s/b.db", &out, &err), 1);
    assert_non_null(strstr(out, "a.db: 9 of 9 runs added"));
    assert_non_null(strstr(err, "b.db: run 4 (rook:5x5#5@"));
    assert_non_null(strstr(err, "1 runs have other results"));
    free(out);
    free(err);
    assert_same_results("a.db", "d.db");
    expect_refused("experiment "
                   "merge %s/e.db %s/a.db %s/c.db",
                   3, "c.db: holds the results of another plan");
    assert_int_not_equal(access(scratch_path("e.db"), F_OK), 0);
    assert_int_equal(experiment("merge %s/c.db %s/a.db", NULL, &err), 3);
    free(err);
    must("status %s/c.db");
}

// Starts the command, and kills it after a while. True: it had ended by itself.
static bool run_and_kill(const char *plan, const char *file, long microseconds)
{
    static ending e;
    child_run(formatted("experiment %s -o %s", plan, file),
              &(conditions){.signal = SIGKILL, .microseconds = microseconds}, &e);
    return e.code == 0;
}

TEST(killing_neither_loses_nor_repeats)
{
    const char *plan = scratch_file("kill.plan", "random theseus 10x10 seeds 1..400\n"
                                                 "algorithm bfs ids astar\nlimit states 3000\n");
    const char *file = scratch_path("killed.db");
    must("%s/kill.plan -o %s/calm.db");
    // What was stored once keeps its seconds: it is not run again.
    static double seconds[1200];
    unsigned kills = 0;
    uint64_t before = 0;
    mw_rng rng = seeded(3);
    for (bool ended = false; !ended && kills < 500; kills++) {
        // later and later, so that a busy machine gets to the end, too
        ended = run_and_kill(plan, file, 5000 + 1000 * kills + mw_rng_below(&rng, 25000));
        if (access(file, F_OK))
            continue; // killed before it began
        mw_sheet s;
        mw_error e;
        mw_results *r = mw_results_open(file, true, &e);
        if (!r)
            fail_msg("%s", e.text);
        bool loaded = mw_results_load(r, &s, &e);
        mw_results_close(r);
        if (!loaded) { // not even the plan
            assert_int_equal(before, 0);
            mw_sheet_free(&s);
            continue;
        }
        assert_true(s.count >= before);
        before = s.count;
        for (uint64_t i = 0; i < s.count; i++) {
            double *known = &seconds[s.rows[i].number];
            assert_true(*known <= 0 || fabs(*known - s.rows[i].seconds) <= 0);
            *known = s.rows[i].seconds;
        }
        mw_sheet_free(&s);
    }
    assert_true(kills > 3);
    assert_int_equal(before, 1200);
    assert_same_results("calm.db", "killed.db");
}

TEST(an_interrupt_ends_it_cleanly)
{
    scratch_file("long.plan", "random theseus 12x12 seeds 1..3\nalgorithm idastar\nheuristic zero\n"
                              "store none\n");
    const char *line = formatted(
        "timeout -s INT 2 '%s' experiment %s/long.plan -o %s/long.db >/dev/null 2>%s/long.err",
        COMMAND, scratch(), scratch(), scratch());
    int status = system(line);
    scoped_text *err = read_file(scratch(), "long.err");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 124 || !strstr(err, "goes on"))
        fail_msg("exit %d, '%s'", status, err);
    scoped(mw_sheet_free) mw_sheet s = sheet_of("long.db"); // what was interrupted is not a result
    assert_true(s.count < 3);
}

TEST(the_clock_says_nothing_about_counts)
{
    scoped_text *out = NULL;
    scratch_file("clock.plan",
                 "random theseus 12x12 seeds 1..3\nalgorithm idastar\nheuristic zero\n"
                 "store none\nlimit seconds 0.05\n");
    must("%s/clock.plan -o %s/clock.db");
    must("%s/clock.plan -o %s/clock2.db --threads 1");
    mw_sheet s = sheet_of("clock.db");
    unsigned stopped = 0;
    for (uint64_t i = 0; i < s.count; i++)
        if (s.rows[i].outcome == MW_OUTCOME_LIMIT) {
            stopped++;
            assert_string_equal(mw_row_limit(&s.rows[i]), "seconds");
            assert_true(!s.rows[i].expanded && !s.rows[i].bytes && s.rows[i].seconds >= 0.05);
        }
    mw_sheet_free(&s);
    assert_true(stopped > 0);
    assert_same_results("clock.db", "clock2.db");
    assert_int_equal(experiment("report %s/clock.db --format json", &out, NULL), 0);
    assert_non_null(strstr(out, "\"limit\":\"seconds\""));
    assert_non_null(strstr(out, "\"expanded\":null"));
}

// ---- files that are not ours, and disks that are full

static void assert_left_alone(const char *name, const char *says)
{
    static const char *const commands[] = {"%%s/small.plan -o %%s/%s", "merge %%s/%s %%s/a.db",
                                           "report %%s/%s", "status %%s/%s",
                                           "compare %%s/%s %%s/a.db"};
    size_t before, after;
    scoped_text *old = bytes_of(scratch_path(name), &before);
    for (size_t i = 0; i < COUNT(commands); i++) {
        scoped_text *err = NULL;
        const char *line = formatted(commands[i], name);
        int code = experiment(line, NULL, &err);
        if (code != 3 || !strstr(err, says))
            fail_msg("%s: exit %d, '%s'", line, code, err);
    }
    scoped_text *now = bytes_of(scratch_path(name), &after);
    assert_int_equal(before, after);
    assert_memory_equal(old, now, before);
}

TEST(other_files_are_left_alone)
{
    scratch_file("small.plan", "random rook 5x5 seeds 1..9\nalgorithm bfs\n");
    must("%s/small.plan -o %s/a.db");
    must("%s/small.plan -o %s/newer.db");
    tamper(scratch_path("newer.db"), "PRAGMA user_version = 99");
    assert_left_alone("newer.db", "use a newer mazewright");
    scratch_file("text.db", "random rook 5x5 seeds 1..9\nalgorithm bfs\n");
    assert_left_alone("text.db", "is not a file of results");
    tamper(scratch_path("foreign.db"), "CREATE TABLE run(number INTEGER PRIMARY KEY)");
    assert_left_alone("foreign.db", "is not a file of results");
    assert_int_equal(run_command("catalogue import %s/catalogue.db rook:5x5#7", NULL, NULL), 0);
    assert_left_alone("catalogue.db", "is not a file of results");
    scratch_file("other.plan", "random rook 5x5 seeds 10..18\nalgorithm dfs\n");
    expect_refused("experiment "
                   "%s/other.plan -o %s/a.db",
                   3, "no maze and no configuration in common");
    expect_refused("experiment "
                   "%s/other.plan -o %s/a.db --dry-run",
                   3, "no maze and no configuration in common");
    assert_int_equal(sheet_count("a.db"), 9);
}

// The table takes any value.
#define MAKE_LOOSE(table)                                                                          \
    "CREATE TABLE loose AS SELECT * FROM " table "; DROP TABLE " table "; CREATE TABLE " table     \
    " AS SELECT * FROM loose;"

// Numbers in the file are indexes: wrong ones must be noticed.
TEST(nonsense_in_the_file_is_told)
{
    static const char *const harms[] = {
        "UPDATE run SET maze = 4000 WHERE number = 3",
        "UPDATE run SET configuration = -1 WHERE number = 3",
        "UPDATE run SET outcome = 'won' WHERE number = 3",
        "UPDATE run SET reached = 'states' WHERE number = 3",
        "UPDATE run SET number = 4000 WHERE number = 3",
        "UPDATE run SET repeat = 7 WHERE number = 3",
        "DELETE FROM maze WHERE number = 2",
        "UPDATE maze SET kind = 'nonsense' WHERE number = 2",
        "UPDATE configuration SET algorithm = 'magic'",
        "DELETE FROM plan",
        "DROP TABLE maze",
        MAKE_LOOSE("plan") "UPDATE plan SET version = NULL",
        MAKE_LOOSE("maze") "UPDATE maze SET name = NULL WHERE number = 2",
    };
    scratch_file("small.plan", "random rook 5x5 seeds 1..9\nalgorithm bfs\n");
    for (size_t i = 0; i < COUNT(harms); i++) {
        scoped_text *err = NULL;
        unlink(scratch_path("odd.db"));
        must("%s/small.plan -o %s/odd.db");
        tamper(scratch_path("odd.db"), harms[i]);
        int code = experiment("report %s/odd.db --format html", NULL, &err);
        if (code != 3 || !strstr(err, "odd.db: "))
            fail_msg("%s: exit %d, '%s'", harms[i], code, err);
    }
}

TEST(a_full_disk_loses_nothing)
{
    scratch_file("many.plan", many);
    must("%s/many.plan -o %s/whole.db");
    fill_disk(250, "experiment %s/many.plan -o %s/full.db", "full.db: ");
    mw_sheet s = sheet_of("full.db");
    assert_true(s.count > 10 && s.count < s.plan.run_count);
    mw_sheet_free(&s);
    must("%s/many.plan -o %s/full.db"); // there is space again
    assert_same_results("whole.db", "full.db");
}

// ---- reports and comparisons

TEST(reports_can_be_read)
{
    scoped_text *csv = NULL, *json = NULL, *html = NULL;
    scratch_file("many.plan", many);
    must("%s/many.plan -o %s/whole.db");
    scoped(mw_sheet_free) mw_sheet s = sheet_of("whole.db");
    assert_int_equal(experiment("report %s/whole.db", &csv, NULL), 0);
    assert_int_equal(experiment("report %s/whole.db --json", &json, NULL), 0);
    assert_int_equal(experiment("report %s/whole.db -o %s/whole.html", NULL, NULL), 0);
    char *line = strtok(csv, "\n");
    assert_true(!strncmp(line, "number,file,kind,id,", 20));
    assert_string_equal(strrchr(line, ','), ",seconds"); // the last
    uint64_t lines = 0;
    while ((line = strtok(NULL, "\n"))) {
        assert_int_equal(strtoul(line, NULL, 10), s.rows[lines].number);
        lines++;
    }
    assert_int_equal(lines, s.count);
    lines = 0;
    for (line = strtok(json, "\n"); line; line = strtok(NULL, "\n"), lines++) {
        scoped_json *o = json_loads(line, 0, NULL);
        const mw_row *r = &s.rows[lines];
        assert_non_null(o);
        assert_int_equal(integer_in(o, "expanded"), r->expanded);
        assert_string_equal(text_in(o, "outcome"), mw_outcome_name(r->outcome));
        assert_int_equal(null_in(o, "moves"), r->outcome != MW_OUTCOME_SOLVED);
        assert_string_equal(text_in(o, "configuration"),
                            s.plan.configurations[r->configuration].label);
    }
    assert_int_equal(lines, s.count);
    html = read_file(scratch(), "whole.html");
    assert_non_null(strstr(html, "</html>"));
    assert_null(strstr(html, "http://"));
    assert_null(strstr(html, "<script"));
    unsigned plots = 0;
    for (const char *p = html; (p = strstr(p, "<svg")); p++)
        plots++;
    assert_int_equal(plots, 2 * 2 + 2); // two for each kind, two of two
}

TEST(names_are_quoted)
{
    scoped_text *csv = NULL, *html = NULL;
    scratch_file("a \"b\", <c>.rook", "rook 2x2\n1 1\n1 G\n");
    const char *line = formatted("mazes \"%s/a ?b?, <c>.rook\"\nalgorithm bfs\n", scratch());
    scratch_file("quoted.plan", line);
    must("%s/quoted.plan -o %s/quoted.db");
    assert_int_equal(experiment("report %s/quoted.db", &csv, NULL), 0);
    assert_non_null(strstr(csv, "/a \"\"b\"\", <c>.rook\",rook,"));
    assert_int_equal(experiment("report %s/quoted.db --format html", &html, NULL), 0);
    assert_null(strstr(html, "<c>"));
}

TEST(comparisons_count_pairs)
{
    scoped_text *out = NULL;
    scratch_file("pairs.plan", "random die 8x8,obstacles=16 seeds 1..40\nalgorithm bfs astar\n"
                               "heuristic h4\nrepeat 2\nlimit states 200\n");
    must("%s/pairs.plan -o %s/pairs.db");
    mw_sheet s = sheet_of("pairs.db");
    mw_comparison c;
    assert_true(mw_compare((mw_side){&s, 0}, (mw_side){&s, 1}, 1, &c));
    // by hand: rows of a maze are bfs, bfs, astar, astar
    uint64_t both = 0, first = 0, second = 0, less = 0, more = 0;
    for (uint64_t i = 0; i < s.count; i += 4) {
        const mw_row *a = &s.rows[i], *b = &s.rows[i + 2];
        bool x = a->outcome != MW_OUTCOME_LIMIT, y = b->outcome != MW_OUTCOME_LIMIT;
        both += x && y;
        first += x && !y;
        second += !x && y;
        less += x && y && b->expanded < a->expanded;
        more += x && y && b->expanded > a->expanded;
    }
    assert_true(both && second && less && both < 40);
    assert_int_equal(c.mazes, 40);
    assert_true(c.both == both && c.first == first && c.second == second);
    assert_true(c.efforts[MW_EXPANDED].pairs == both && c.efforts[MW_EXPANDED].less == less);
    assert_true(c.efforts[MW_EXPANDED].more == more && !c.contradictions);
    assert_true(fabs(c.efforts[MW_EXPANDED].sign - mw_sign_test(less, more)) < 1e-12);
    mw_sheet_free(&s);
    assert_int_equal(experiment("compare %s/pairs.db bfs astar/h4 --json", &out, NULL), 0);
    scoped_json *o = json_loads(strtok(out, "\n"), 0, NULL);
    assert_string_equal(text_in(o, "effort"), "expanded");
    assert_int_equal(integer_in(o, "less"), less);
}

TEST(answers_that_contradict_are_told)
{
    scoped_text *out = NULL, *err = NULL;
    scratch_file("small.plan", "random rook 5x5 seeds 1..9\nalgorithm bfs\n");
    must("%s/small.plan -o %s/right.db");
    must("%s/small.plan -o %s/wrong.db");
    tamper(scratch_path("wrong.db"),
           "UPDATE run SET cost = cost + 1, moves = moves + 1, checksum = NULL WHERE number ="
           " (SELECT min(number) FROM run WHERE outcome = 'solved')");
    assert_int_equal(experiment("compare %s/right.db %s/wrong.db", &out, &err), 1);
    assert_non_null(strstr(err, "1 mazes have contradicting answers, e.g. rook:5x5#"));
}

TEST(the_verb_answers)
{
    static const command_case rows[] = {
        {"experiment %s/small.plan -o %s/verb.db", 0, "9 of 9 runs, plan ", ""},
        {"experiment %s/small.plan -o %s/verb.db --resume", 0, "9 of 9 runs", ""},
        {"experiment status %s/verb.db", 0, "configuration  mazes  solved", ""},
        {"experiment status %s/verb.db --json", 0, "{\"done\":9,\"runs\":9,\"mazes\":9,", ""},
        {"experiment compare %s/verb.db %s/verb.db", 0, "bfs of ", ""},
        {"experiment compare %s/verb.db bfs bfs", 0, "bfs against bfs: 9 mazes", ""},
        {"experiment compare %s/verb.db bfs", 2, "", "two of its configurations"},
        {"experiment compare %s/verb.db", 2, "", "two of its configurations"},
        {"experiment compare %s/verb.db bfs dfs", 2, "",
         "no configuration 'dfs'; did you mean 'bfs'? It has bfs"},
        {"experiment report %s/verb.db bfs dfs", 2, "", "no configuration 'dfs'"},
        {"experiment report %s/verb.db bfs", 2, "", "experiment report results.db"},
        {"experiment report %s/verb.db --format pdf", 2, "", "csv, json or html"},
        {"experiment report %s/verb.db -o %s/no/such.html", 5, "", "cannot write"},
        {"experiment report %s/absent.db", 3, "", "no such file"},
        {"experiment merge %s/verb.db", 2, "", "experiment merge all.db part.db"},
        {"experiment", 2, "", "experiment needs a plan"},
        {"experiment %s/absent.plan", 3, "", "absent.plan: cannot read"},
        {"experiment %s/small.plan %s/small.plan", 2, "", "experiment needs a plan"},
        {"experiment %s/small.plan --shard 0/3", 2, "", "write I/N"},
        {"experiment %s/small.plan --shard 4/3", 2, "", "write I/N"},
        {"experiment %s/small.plan --shard 1", 2, "", "write I/N"},
        {"experiment %s/small.plan --shard /2", 2, "", "write I/N"},
        {"experiment %s/small.plan --shard 1/2x", 2, "", "write I/N"},
        {"experiment %s/small.plan --threads 0", 2, "", "--threads"},
        {"experiment %s/small.plan -o %s/no/folder.db", 5, "", "folder.db: unable to open"},
    };
    scratch_file("small.plan", "random rook 5x5 seeds 1..9\nalgorithm bfs\n");
    expect_answers(rows, COUNT(rows));
}
