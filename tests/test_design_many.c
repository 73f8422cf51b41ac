// test_design_many.c: several mazes that satisfy the same constraints: they differ, are spread over
// a band, and repeat; and where the verb `design` writes its mazes.
#include "design/spread.h"
#include "mazewright/design.h"
#include "child.h"
#include "support.h"

#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- several mazes

typedef struct found {
    unsigned count;
    double values[200];
    char *ids[200]; // canonical
} found;

static void drop(found *f)
{
    for (unsigned i = 0; i < f->count; i++)
        free(f->ids[i]);
}

// Designs mazes, and reads this measure from what is printed. They must differ.
static found designed(const char *arguments, const char *measure, int code)
{
    found f = {0};
    scoped_text *out = output_of(formatted("design %s --json", arguments), code);
    for (char *line = out, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        json_t *j = json_loads(line, 0, NULL);
        assert_non_null(j);
        scoped_maze *m = maze_of_id(json_string_value(json_object_get(j, "id")));
        f.values[f.count] = number_in(json_object_get(j, "features"), measure);
        f.ids[f.count] = mw_canonical_id(m);
        for (unsigned i = 0; i < f.count; i++)
            if (!strcmp(f.ids[i], f.ids[f.count]))
                fail_msg("%s: %s twice", arguments, f.ids[i]);
        f.count++;
        json_decref(j);
    }
    return f;
}

static unsigned distinct(const found *f)
{
    unsigned n = 0;
    for (unsigned i = 0; i < f->count; i++) {
        bool before = false;
        for (unsigned k = 0; k < i; k++)
            before |= fabs(f->values[k] - f->values[i]) < 1e-9;
        n += !before;
    }
    return n;
}

TEST(mazes_are_spread_over_a_band)
{
    static const struct {
        const char *what, *require, *measure;
        double low, high;
        unsigned distinct; // values, at least
    } rows[] = {
        {"rook 6x6#1 -e 5000", "length >= 10; length <= 25", "length", 10, 25, 10},
        {"rook 6x6#1 -e 5000", "10 <= length && 25 >= length", "length", 10, 25, 10},
        {"rook 6x6#1 -e 5000", "length > 9; length < 26", "length", 10, 25, 10},
        {"rook 6x6#3 -e 5000", "dead == 0; states >= 12; states <= 30", "states", 12, 30, 10},
        {"die 6x6#1 -e 5000", "length >= 15; length <= 35", "length", 15, 35, 9},
        {"theseus 6x6#1 -e 5000", "length >= 20; length <= 40", "length", 20, 40, 10},
        {"bloxorz 8x6#1 -e 4000", "length >= 8; length <= 24", "length", 8, 24, 7},
        {"marble 5x5#1 -e 500", "length >= 4; length <= 14", "length", 4, 14, 5},
        {"rook 6x6#1 -e 3000 --objective longest", "difficulty >= 3; difficulty <= 6", "difficulty",
         3, 6, 11},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *line = formatted("%s -n 12 --require '%s'", rows[i].what, rows[i].require);
        scoped(drop) found f = designed(line, rows[i].measure, 0);
        double least = INFINITY, most = -INFINITY, width = rows[i].high - rows[i].low;
        for (unsigned k = 0; k < f.count; k++) {
            least = fmin(least, f.values[k]);
            most = fmax(most, f.values[k]);
        }
        bool inside = least >= rows[i].low && most <= rows[i].high;
        bool wide = least <= rows[i].low + width / 4 && most >= rows[i].high - width / 4;
        if (f.count != 12 || !inside || !wide || distinct(&f) < rows[i].distinct)
            fail_msg("%s: %u mazes, %g to %g, %u values", line, f.count, least, most, distinct(&f));
    }
}

TEST(a_named_objective_decides_where_in_the_band)
{
    scoped(drop) found f = designed("rook 6x6#1 -e 20000 -n 6 --objective=-length --require "
                                    "'length >= 10; length <= 22'",
                                    "length", 0);
    assert_int_equal(f.count, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_true(f.values[i] > 21.5);
}

TEST(all_there_are_are_found_and_it_says_how_many)
{
    scoped_text *err = NULL, *out = NULL;
    const char *line = "rook 3x3#5 -e 100 -n 60 --require 'length >= 1; length <= 3'";
    scoped(drop) found f = designed(line, "length", 4);
    assert_in_range(f.count, 10, 59);
    assert_int_equal(run_command(formatted("design %s", line), &out, &err), 4);
    const char *says = formatted("found %u of 60 different mazes", f.count);
    if (!strstr(err, says) || !strstr(err, "tries from seed 5 on"))
        fail_msg("'%s' is not in '%s'", says, err);
    // One alone, and several without constraints, are as they were.
    free(err);
    assert_int_equal(run_command("design rook 3x2#5 -e 100 --require 'length > 9'", NULL, &err), 1);
    assert_non_null(strstr(err, "nothing solvable found that satisfies"));
    scoped_text *same = output_of("design rook 2x2#5 -e 100 -n 9 --json", 0);
    unsigned lines = 0;
    for (const char *p = same; *p; p++)
        lines += *p == '\n';
    assert_int_equal(lines, 9);
}

TEST(neither_threads_nor_interruptions_matter)
{
    static const char line[] =
        "design rook 4x4#2 -e 400 -n 20 --require 'length >= 6; length <= 11' %s";
    static const char *const ways[] = {"--threads 1",
                                       "--threads 2",
                                       "--threads 7",
                                       "--catalogue %s/many.db",
                                       "--catalogue %s/many.db --resume",
                                       "--streams 3",
                                       "--streams 3 --threads 1",
                                       "--streams 3 --device host --resample 0"};
    char *first = NULL, *streams = NULL;
    for (size_t i = 0; i < COUNT(ways); i++) {
        char arguments[300];
        snprintf(arguments, sizeof arguments, line, ways[i]);
        scoped_text *out = output_of(formatted("%s --json", arguments), 0);
        char *seconds; // the only thing that may differ
        while ((seconds = strstr(out, "\"seconds\":"))) {
            char *end = strchr(seconds, '}');
            memmove(seconds, end, strlen(end) + 1);
        }
        char **expected = i < 5 ? &first : &streams;
        if (!*expected)
            *expected = strdup(out);
        if (strcmp(*expected, out))
            fail_msg("%s: %s\nand not: %s", arguments, out, *expected);
    }
    free(first);
    free(streams);
}

TEST(a_catalogue_has_what_was_printed)
{
    scoped_text *out = output_of("design theseus 4x4#1 -e 300 -n 8 --require 'length >= 5; "
                                 "length <= 12' --catalogue %s/band.db --json",
                                 0);
    unsigned lines = 0;
    for (const char *p = out; *p; p++)
        lines += *p == '\n';
    assert_int_equal(lines, 8);
    scoped_text *ids = output_of("catalogue export %s/band.db --to id", 0);
    for (char *id = strtok(ids, "\n"); id; id = strtok(NULL, "\n"), lines--)
        if (!strstr(out, id))
            fail_msg("%s was not printed", id);
    assert_int_equal(lines, 0);
}

// Where the objective moves the start, constraints hold for the maze as it is shown.
TEST(constraints_hold_for_the_moved_start)
{
    static const struct {
        const char *require, *measure;
        double low, high;
    } rows[] = {
        {"length <= 30", "length", 1, 30},
        {"best_length >= 10; best_length <= 30", "length", 10, 30},
        {"dead >= 10; dead <= 60", "dead", 10, 60},
        {"solutions == 1", "solutions", 1, 1},
        {"length >= 12; states <= 100", "states", 1, 100},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int count = 1; count <= 3; count += 2) {
            scoped(drop) found f = designed(
                formatted("theseus 5x5#4 -e 3000 -n %d --require '%s'", count, rows[i].require),
                rows[i].measure, 0);
            assert_int_equal(f.count, count);
            for (int k = 0; k < count; k++)
                if (!(f.values[k] >= rows[i].low && f.values[k] <= rows[i].high))
                    fail_msg("%s: %g", rows[i].require, f.values[k]);
        }
    expect_refused("design theseus 5x5 --device host --require 'dead >= 10'", 2,
                   "constraints over lengths");
}

// The parts of a band are cut otherwise for measures that have fractions.
TEST(whole_measures_are_whole)
{
    static const char *const sizes[][2] = {{"rook", "5x5"},
                                           {"die", "5x5"},
                                           {"theseus", "5x5,blocks=1"},
                                           {"bloxorz", "8x6"},
                                           {"marble", "4x4"}};
    unsigned fractions = 0;
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int seed = 1; seed <= 20; seed++) {
            scoped_maze *m = maze_of_id(formatted("%s:%s#%d", sizes[i][0], sizes[i][1], seed));
            mw_graph *g = mw_graph_build(m, true, NULL, NULL);
            mw_analysis a;
            assert_true(g && mw_analyse(g, &a));
            for (unsigned k = 0; k < a.count; k++) {
                double x = a.values[k].value;
                bool whole = isnan(x) || fabs(x - floor(x)) < 1e-12;
                fractions += !whole;
                if (!whole && mw_measure_is_whole(a.values[k].name))
                    fail_msg("%s of %s is %g", a.values[k].name, sizes[i][0], x);
            }
            mw_analysis_free(&a);
            mw_graph_free(g);
        }
    assert_true(fractions > 100);
}

// ---- ladders

TEST(ladders_have_no_one_move_mazes_unless_asked)
{
    static const char *const kinds[] = {"rook 5x5", "theseus 5x5", "bloxorz 8x6", "marble 5x5"};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        scoped(drop) found f = designed(formatted("%s#1 -m ladder -e 3000", kinds[i]), "length", 0);
        assert_int_equal(f.count, 12);
        for (unsigned k = 0; k < f.count; k++)
            assert_true(f.values[k] >= 4);
    }
    scoped(drop) found f =
        designed("theseus 5x5#1 -m ladder -n 2 -e 3000 --require 'length == 1'", "length", 0);
    assert_true(f.count == 2 && f.values[0] < 2 && f.values[1] < 2);
    // An upper bound allows short mazes, but does not ask for them.
    static const char *const bounds[] = {"length <= 10", "solutions == 1 && 11 > length"};
    for (size_t i = 0; i < COUNT(bounds); i++) {
        scoped(drop) found g =
            designed(formatted("theseus 5x5#1 -m ladder -n 6 -e 3000 --require '%s'", bounds[i]),
                     "length", 0);
        for (unsigned k = 0; k < g.count; k++)
            assert_true(g.values[k] >= 4 && g.values[k] <= 10);
        assert_int_equal(g.count, 6);
    }
    scoped(drop) found asked = designed(
        "theseus 5x5#1 -m ladder -n 9 -e 3000 --require 'length >= 1 && length <= 9'", "length", 0);
    assert_true(asked.count == 9 && asked.values[0] == 1);
    // Where there are too few of four moves, shorter ones come, but not of one move.
    scoped_text *out = NULL;
    run_command("design theseus 2x2#1 -m ladder -n 9 -e 2000 --json", &out, NULL);
    assert_non_null(strstr(out, "\"length\":2,"));
    assert_null(strstr(out, "\"length\":1,"));
}

// ---- seeds and files

static void quietly(const char *arguments)
{
    scoped_text *out = output_of(arguments, 0);
    assert_true(*out);
}

// The maze of a file that was written, as an id.
static char *id_in(const char *name)
{
    return output_of(formatted("convert --to id %s", scratch_path(name)), 0);
}

TEST(a_seed_is_a_seed)
{
    scoped_text *one = output_of("design rook 4x4#7 -e 500", 0);
    scoped_text *two = output_of("design rook 4x4 --seed 7 -e 500", 0);
    scoped_text *both = output_of("design rook 4x4#7 -s 7 -e 500", 0);
    size_t end = (size_t)(strstr(one, "evaluations") - one); // then come the seconds
    assert_memory_equal(one, two, end);
    assert_memory_equal(one, both, end);
    expect_refused("design rook 4x4#7 --seed 8", 2, "#7 and --seed 8 are two seeds");
    expect_refused("design rook 4x4 --seed=-1", 2, "'-1' is not a seed");
    expect_refused("design rook 4x4 --seed 9223372036854775808", 2, "is not a seed");
}

TEST(mazes_go_into_files)
{
    scoped_text *out = output_of("design rook 4x4#7 -e 500 -o %s/one.rook", 0);
    assert_non_null(strstr(out, "one.rook: energy -"));
    scoped_text *id = id_in("one.rook");
    id[strcspn(id, "\n")] = '\0';
    scoped_text *printed = output_of("design rook 4x4#7 -e 500", 0);
    assert_non_null(strstr(printed, id));
    size_t length, again;
    scoped_text *bytes = bytes_of(scratch_path("one.rook"), &length);
    assert_non_null(strstr(bytes, "# energy -"));
    quietly("design rook 4x4#7 -e 500 -o %s/one.rook --json");
    scoped_text *same = bytes_of(scratch_path("one.rook"), &again);
    assert_true(length == again);
    assert_memory_equal(bytes, same, length); // no seconds, no date
    quietly("design rook 4x4#7 -e 500 -n 3 -o %s/all.jsonl");
    scoped_text *lines = bytes_of(scratch_path("all.jsonl"), &length);
    scoped_text *json = output_of("design rook 4x4#7 -e 500 -n 3 --json", 0);
    assert_memory_equal(lines, json, 100);
    unsigned count = 0;
    for (const char *p = lines; *p; p++)
        count += *p == '\n';
    assert_int_equal(count, 3);
}

TEST(a_folder_gets_a_file_for_each)
{
    quietly("design die 4x4#1 -e 200 -n 2 -o %s/new/");
    scratch_file("new/007.die", "mine");
    scratch_file("new/900.rook", "of another kind");
    quietly("design die 4x4#1 -e 200 -n 2 -o %s/new");
    static const char *const names[] = {"001", "002", "008", "009"};
    for (size_t i = 0; i < COUNT(names); i++)
        free(id_in(formatted("new/%s.die", names[i])));
    size_t length;
    scoped_text *mine = bytes_of(scratch_path("new/007.die"), &length);
    assert_memory_equal(mine, "mine", 4);
    assert_int_not_equal(access(scratch_path("new/003.die"), F_OK), 0);
    quietly("design bloxorz 6x5#1 -m ladder -n 3 -e 800 -o %s/rungs/");
    assert_int_equal(access(scratch_path("rungs/003.bloxorz"), F_OK), 0);
}

static unsigned lines_of(const char *name)
{
    size_t length;
    if (access(scratch_path(name), F_OK) != 0)
        return 0;
    scoped_text *text = bytes_of(scratch_path(name), &length);
    unsigned n = 0;
    for (const char *p = text; *p; p++)
        n += *p == '\n';
    return n;
}

// Each line on stdout tells of a maze that is in the file, or in a file of its own. The seeds
// repeat each run; when the signal comes does not matter.
TEST(an_interrupt_leaves_what_was_found)
{
    static ending e;
    unsigned files = 0;
    for (int i = 0; i < 6; i++) {
        const char *output = i % 2 ? "some/" : "some.jsonl";
        unlink(scratch_path("some.jsonl"));
        child_run(
            formatted("design rook 20x20#%d -n 50000 -e 100 -o %s", i + 1, scratch_path(output)),
            &(conditions){.signal = SIGINT, .microseconds = 600000 + 50000 * i}, &e);
        unsigned told = 0;
        for (const char *p = e.out; *p; p++)
            told += *p == '\n';
        if (e.code != 4 || !told)
            fail_msg("seed %d: exit %d, %u mazes; %s", i + 1, e.code, told, e.err);
        files += i % 2 ? told : 0;
        if (i % 2 == 0 && lines_of("some.jsonl") != told)
            fail_msg("seed %d: %u mazes told, %u in the file", i + 1, told, lines_of("some.jsonl"));
        if (i % 2 && count_files(scratch_path("some"), ".rook") != files)
            fail_msg("seed %d: %u mazes told, %u files", i + 1, files,
                     count_files(scratch_path("some"), ".rook"));
        assert_int_equal(count_files(scratch(), ".part"), 0);
    }
    scoped_text *id = id_in(formatted("some/%03u.rook", files));
    assert_memory_equal(id, "rook:20x20:", 11);
}

TEST(other_outputs_are_refused)
{
    static const command_case rows[] = {
        {"design rook 4x4 -o %s/x.svg", 2, "", "render FILE.rook -o "},
        {"design rook 4x4 -o %s/x.png", 2, "", "design writes mazes"},
        {"design rook 4x4 -o %s/x.die", 2, "", "must end in .rook"},
        {"design rook 4x4 -o %s/x.db", 2, "", "must end in .rook"},
        {"design rook 4x4 -o %s/x", 2, "", "must end in .rook"},
        {"design rook 4x4 -o ''", 2, "", "needs the name"},
        {"design rook 4x4 -n 2 -o %s/x.rook", 2, "", "room for one maze"},
        {"design rook 4x4 -m ladder -o %s/x.rook", 2, "", "room for one maze"},
        {"design rook 4x4 -o %s/no/such/x.rook", 5, "", "cannot write"},
        {"design rook 4x4 -o %s/no/such/", 5, "", "cannot make the folder"},
        {"design rook 4x4 -e 100 -o -", 0, "rook 4x4", ""},
        {"design rook 99x99 -e 100 -o %s/unmade/", 2, "", "2x1 to 36x36"},
    };
    expect_answers(rows, COUNT(rows));
    assert_int_not_equal(access(scratch_path("unmade"), F_OK), 0);
    // Where nothing is found, what was there stays.
    scratch_file("old.rook", "old");
    run_command("design rook 2x2 -e 50 --require 'length > 9' -o %s/old.rook", NULL, NULL);
    size_t length;
    scoped_text *old = bytes_of(scratch_path("old.rook"), &length);
    assert_int_equal(length, 3);
}

// A search may have taken long. What cannot be kept in a file is not lost.
TEST(mazes_whose_file_cannot_be_written_are_printed)
{
    assert_int_equal(symlink("/dev/full", scratch_path("full.rook")), 0);
    assert_int_equal(symlink("/dev/full", scratch_path("full.jsonl")), 0);
    static const command_case rows[] = {
        {"design rook 4x4 -e 100 -q -o %s/full.rook", 5, "\n# rook:4x4:", "cannot write"},
        {"design rook 4x4 -e 100 -n 2 -q -o %s/full.jsonl", 5,
         "{\"id\":\"rook:4x4:", "cannot write"},
    };
    expect_answers(rows, COUNT(rows));
}
