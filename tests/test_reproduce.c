// test_reproduce.c: the papers' figures measured again: what counts as the same, what a broken file
// of published figures says, that threads do not matter, and that the figures of the published
// mazes come out where these are at hand.
#include "support.h"

#include "experiment/reproduce/findings.h"

#include <math.h>
#include <sys/stat.h>

static mw_findings read_findings(const char *text)
{
    mw_findings f;
    mw_error e;
    if (!mw_findings_read(&f, "die", text, strlen(text), &e))
        fail_msg("%u:%u: %s", e.line, e.column, e.text);
    return f;
}

static void take(mw_findings *f, const mw_writer *said)
{
    mw_error e;
    if (!mw_findings_take(f, said->text, said->length, &e))
        fail_msg("%s", e.text);
}

// ---- verdicts

TEST(a_figure_is_the_same_as_it_is_printed)
{
    static const struct {
        const char *published;
        double measured;
        const char *expected, *accepted;
        mw_figure_verdict verdict;
    } cases[] = {
        {"32", 32, "same", "", MW_FIGURE_SAME},
        {"32", 32.4, "same", "", MW_FIGURE_SAME}, // so it would be printed
        {"32", 33, "same", "", MW_FIGURE_CHANGED},
        {"32", 33, "differs", "", MW_FIGURE_DIFFERS},
        {"32", 32, "differs", "", MW_FIGURE_SAME},
        {"0.016", 0.0162, "same", "", MW_FIGURE_SAME},
        {"0.016", 0.0166, "same", "", MW_FIGURE_CHANGED},
        {"20.30", 20.304, "same", "", MW_FIGURE_SAME},
        {"20.30", 20.34, "same", "", MW_FIGURE_CHANGED},
        {"-7", -7, "same", "", MW_FIGURE_SAME},
        {"-7", 7, "same", "", MW_FIGURE_CHANGED},
        {"20", 25, "same", "15..25", MW_FIGURE_SAME},
        {"20", 15, "same", "15..25", MW_FIGURE_SAME},
        {"20", 25.6, "same", "15..25", MW_FIGURE_CHANGED},
        {"20", NAN, "same", "15..25", MW_FIGURE_CHANGED}, // measured, and there is none
        {"20", INFINITY, "same", "", MW_FIGURE_CHANGED},
        {"", 20, "same", "", MW_FIGURE_OURS},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *text = formatted("T\tr\tc\t%s\t%s\t%s\twhy\n", cases[i].published,
                                     cases[i].expected, cases[i].accepted);
        scoped(mw_findings_free) mw_findings f = read_findings(text);
        mw_figure_verdict before = mw_figure_judge(f.figures);
        mw_writer said = {0};
        mw_say_figure(&said, "T", "r", "c", cases[i].measured);
        take(&f, &said);
        mw_figure_verdict v = mw_figure_judge(f.figures);
        if (v != cases[i].verdict ||
            before != (*cases[i].published ? MW_FIGURE_ABSENT : MW_FIGURE_OURS)) {
            print_error("case %zu: %s\n", i, mw_figure_verdict_name(v));
            wrong++;
        }
        free(said.text);
    }
    assert_int_equal(wrong, 0);
}

TEST(tables_are_arranged_as_figures_come_up)
{
    scoped(mw_findings_free) mw_findings f =
        read_findings("# a comment\n\nA\tr1\tc1\t1\tsame\nB\tx\ty\t9\tsame\r\n"
                      "A\tr2\tc1\t2\tsame\nA\tr1\tc2\t3\tsame\n");
    mw_writer said = {0};
    mw_say_figure(&said, "A", "r3", "c2", 7);
    mw_say_figure(&said, "A", "r2", "c1", 2);
    mw_say_remark(&said, "A", "a sentence");
    mw_say_absent(&said, "B", "x", "no map");
    take(&f, &said);
    unsigned count, verdicts[MW_FIGURE_VERDICTS];
    mw_findings_table *t = mw_findings_tables(&f, &count);
    assert_int_equal(count, 2);
    assert_string_equal(t[0].name, "A");
    assert_int_equal(t[0].row_count, 3);
    assert_int_equal(t[0].column_count, 2);
    assert_string_equal(t[0].rows[2], "r3");
    assert_null(t[0].cells[1 * 2 + 1]);
    assert_true(t[0].cells[2 * 2 + 1]->measured == 7);
    assert_string_equal(t[1].cells[0]->published, "9");
    mw_findings_count(&f, verdicts);
    assert_int_equal(verdicts[MW_FIGURE_SAME], 1);
    assert_int_equal(verdicts[MW_FIGURE_OURS], 1);
    assert_int_equal(verdicts[MW_FIGURE_ABSENT], 3);
    mw_findings_tables_free(t, count);
    free(said.text);
}

// ---- what is refused

TEST(broken_lines_are_refused_at_their_place)
{
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *says;
    } cases[] = {
        {"T\tr\tc\n", 1, 1, "3 fields; there are seven"},
        {"T\tr\tc\t1\tsame\t\t\ttoo many\n", 1, 1, "8 fields"},
        {"# first\n\nT\t\tc\t1\tsame\n", 3, 2, "the row has no name"},
        {"T\tr\tc\t1,271\tsame\n", 1, 4, "'1,271' is no number"},
        {"T\tr\tc\t1\tmaybe\n", 1, 5, "write same or differs"},
        {"T\tr\tc\t1\tdiffers\n", 1, 7, "needs a note"},
        {"T\tr\tc\t1\tsame\t3\n", 1, 6, "least..most"},
        {"T\tr\tc\t1\tsame\t3..2\n", 1, 6, "least..most"},
        {"T\tr\tc\t1\tsame\nT\tr\tc\t2\tsame\n", 2, 1, "a second figure for T, r, c"},
        {"@figure\tT\n", 1, 1, "none of @paper, @chart and @remark"},
        {"@chart\tT\tpie\ttitle\n", 1, 3, "'pie' is no form"},
        {"@chart\tT\tbars\tt\tx\ty\t\tten\n", 1, 8, "'ten' is no number of rows"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped(mw_findings_free) mw_findings f = {0};
        mw_error e = {0};
        bool read = mw_findings_read(&f, "die", cases[i].text, strlen(cases[i].text), &e);
        if (read || e.line != cases[i].line || e.column != cases[i].column ||
            !strstr(e.text, cases[i].says)) {
            print_error("'%s': %u:%u: %s\n", cases[i].text, e.line, e.column, e.text);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

TEST(nonsense_of_jobs_is_refused)
{
    static const char *const cases[] = {
        "figure\tT\tr\tc\tmany\n", "figure\tT\tr\n", "point\tT\ts\t1\n",
        "point\tT\ts\t1\t2\t3\n",  "rumour\tT\n",    "figure\tT\tr\tc\t1\nfigure\tT\tr\tc\t1\n"};
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped(mw_findings_free) mw_findings f = read_findings("");
        mw_error e = {0};
        assert_false(mw_findings_take(&f, cases[i], strlen(cases[i]), &e));
        assert_true(*e.text);
    }
}

// ---- measuring

static void measure_shipped(mw_findings f[2], unsigned threads)
{
    mw_error e;
    mw_reproduction how = {.quick = true, .puzzles = SOURCE_DIR "/puzzles"};
    mw_measuring m = {.findings = f, .count = 2, .how = &how, .threads = threads};
    assert_true(mw_findings_read(&f[0], "die", "", 0, &e));
    assert_true(mw_findings_read(&f[1], "bloxorz", "", 0, &e));
    if (!mw_measure_papers(&m, &e))
        fail_msg("%s", e.text);
}

TEST(threads_do_not_matter)
{
    mw_findings one[2], other[2];
    measure_shipped(one, 1);
    assert_true(one[0].figure_count > 100 && one[1].figure_count > 250);
    for (unsigned threads = 2; threads <= 4; threads++) {
        measure_shipped(other, threads);
        for (int p = 0; p < 2; p++) {
            assert_int_equal(one[p].figure_count, other[p].figure_count);
            assert_int_equal(one[p].failure_count + other[p].failure_count, 0);
            for (size_t i = 0; i < one[p].figure_count; i++) {
                const mw_figure *a = &one[p].figures[i], *b = &other[p].figures[i];
                assert_string_equal(a->table, b->table);
                assert_string_equal(a->row, b->row);
                assert_string_equal(a->column, b->column);
                if (!strstr(a->column, "time"))
                    assert_memory_equal(&a->measured, &b->measured, sizeof a->measured);
            }
            mw_findings_free(&other[p]);
        }
    }
    mw_findings_free(&one[0]);
    mw_findings_free(&one[1]);
}

static bool never(UNUSED void *context)
{
    return false;
}

TEST(going_on_can_be_refused)
{
    scoped(mw_findings_free) mw_findings f = read_findings("Puzzle 1\th1\tvisited\t24\tsame\n");
    mw_error e;
    mw_reproduction how = {.puzzles = SOURCE_DIR "/puzzles", .goes_on = never};
    assert_true(mw_measure_papers(&(mw_measuring){.findings = &f, .count = 1, .how = &how}, &e));
    assert_int_equal(f.figure_count, 1);
    assert_int_equal(mw_figure_judge(f.figures), MW_FIGURE_ABSENT);
}

// ---- the command

typedef struct tally {
    unsigned figures, same, differ, empty;
} tally;

// Figures of a paper in tables whose names begin so, and columns that do not end so.
static tally tally_of(const char *out, const char *paper, const char *table, const char *not_column)
{
    tally t = {0};
    for (const char *line = out; *line; line = strchr(line, '\n') + 1) {
        scoped_json *o = json_loadb(line, strcspn(line, "\n"), 0, NULL);
        assert_non_null(o);
        const char *p, *name, *row, *column;
        json_t *published, *measured, *match;
        assert_int_equal(json_unpack(o, "{s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "paper", &p, "table",
                                     &name, "row", &row, "column", &column, "published", &published,
                                     "measured", &measured, "match", &match),
                         0);
        if (!strcmp(p, paper) && !strncmp(name, table, strlen(table)) &&
            !strstr(column, not_column) && !json_is_null(published)) {
            t.figures++;
            t.same += json_is_true(match);
            t.differ += json_is_false(match);
            t.empty += json_is_null(match);
            if (json_is_true(match))
                assert_true(json_number_value(published) == json_number_value(measured));
        }
    }
    return t;
}

static char *published_folder(void)
{
    static char folder[1000];
    struct stat st;
    snprintf(folder, sizeof folder, "%s/data", PUBLISHED_DIR);
    if (stat(folder, &st))
        skip();
    return folder;
}

TEST(the_figures_of_published_mazes_come_out)
{
    scoped_text *out = NULL, *err = NULL;
    const char *arguments =
        formatted("reproduce die bloxorz --quick --json --maps %s", published_folder());
    int code = run_command(arguments, &out, &err);
    if (code)
        fail_msg("%d: %s", code, err);
    tally die = tally_of(out, "die", "Puzzle", "moves");
    assert_int_equal(die.figures, 30);
    assert_int_equal(die.same, 30);
    tally bloxorz = tally_of(out, "bloxorz", "Figure 1", "time");
    assert_int_equal(bloxorz.figures, 198);
    assert_int_equal(bloxorz.differ, 0);
    assert_true(bloxorz.same >= 108 && bloxorz.same % 6 == 0);
    assert_int_equal(bloxorz.same + bloxorz.empty, 198);
    tally claims = tally_of(out, "die", "Section 2", "states ");
    assert_int_equal(claims.differ, 2); // h3 is neither admissible nor consistent
}

TEST(shipped_mazes_take_their_place)
{
    scoped_text *out = NULL, *err = NULL;
    assert_int_equal(run_command("reproduce die bloxorz --quick --json --maps ''", &out, &err), 0);
    tally die = tally_of(out, "die", "Puzzle", "moves");
    assert_int_equal(die.empty, 30);
    assert_non_null(strstr(out, "\"table\":\"Shipped mazes\",\"row\":\"12\""));
    assert_non_null(strstr(out, "\"table\":\"Shipped mazes\",\"row\":\"33\""));
}

// A folder of maps in the build, with one file in it.
static char *folder_with(const char *name, const char *text)
{
    static char folder[1000];
    snprintf(folder, sizeof folder, "%s/reproduce-maps", BINARY_DIR);
    mkdir(folder, 0777);
    FILE *f = fopen(formatted("%s/%s", folder, name), "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    return folder;
}

TEST(a_figure_that_no_longer_matches_is_noticed)
{
    char arguments[1200], *out, *err;
    snprintf(arguments, sizeof arguments, "reproduce die --maps %s",
             folder_with("puzzle1.txt", "S..G\n....\n")); // a column less than the course's
    assert_int_equal(run_command(arguments, &out, &err), 1);
    assert_non_null(strstr(out, "32 !! "));
    assert_non_null(strstr(out, "? not measured"));
    assert_non_null(strstr(out, " changed, 24 not measured"));
    free(out);
    free(err);
    folder_with("puzzle1.txt", "S..?\n");
    assert_int_equal(run_command(arguments, &out, &err), 3);
    assert_non_null(strstr(err, "die, puzzles: "));
    free(out);
    free(err);
}

TEST(the_page_needs_nothing_else)
{
    scoped_text *out = NULL, *err = NULL;
    assert_int_equal(run_command("reproduce die bloxorz --quick --maps '' -o -", &out, &err), 0);
    assert_non_null(strstr(out, "<!doctype html>"));
    assert_non_null(strstr(out, "</html>"));
    assert_non_null(strstr(out, "<svg class=\"chart\""));
    assert_non_null(strstr(out, "prefers-color-scheme:dark"));
    assert_null(strstr(out, "<script"));
    assert_null(strstr(out, "src="));
    assert_null(strstr(out, "@import"));
    assert_null(strstr(out, "nan"));
}

// A chart of points is none of figures, even where a table has its name.
TEST(each_chart_is_drawn_of_its_own)
{
    scoped(mw_findings_free) mw_findings f =
        read_findings("@chart\tE\tlines\tcurve\tx\ty\n@chart\tE\tstacked\tstack\n"
                      "@chart\tnone\tlines\tnothing\nE\tr\tc\t4\tsame\t3..6\n");
    mw_writer said = {0}, page = {0};
    mw_say_figure(&said, "E", "r", "c", 5);
    for (int x = 0; x < 3; x++)
        mw_say_band(&said, "E", "s", x, x, x - 1, x + 1);
    take(&f, &said);
    mw_findings_report(&page, &f, 1);
    assert_non_null(strstr(page.text, "aria-label=\"curve\""));
    assert_non_null(strstr(page.text, "class=\"band s1\""));
    assert_non_null(strstr(page.text, "aria-label=\"stack: published\""));
    assert_non_null(strstr(page.text, "aria-label=\"stack: ours\""));
    assert_null(strstr(page.text, "aria-label=\"nothing\""));
    assert_non_null(strstr(page.text, "[3..6]"));
    free(page.text);
    free(said.text);
}

TEST(bad_use_is_told)
{
    static const command_case cases[] = {
        {"reproduce", 2, "", "name a paper, or all"},
        {"reproduce chess", 2, "",
         "no paper 'chess'; there are rook die theseus bloxorz marble all"},
        {"reproduce die --mazes 0", 2, "", "--mazes 0: write a whole number from 1"},
        {"reproduce die --maps /nowhere", 3, "", "/nowhere: there is no such folder of maps"},
        {"reproduce die --maps '' -o /nowhere/x.html", 5, "", "/nowhere/x.html: cannot write"},
        {"reproduce die --maps '' -o /dev/full", 5, "", "/dev/full: cannot write"},
    };
    expect_answers(cases, COUNT(cases));
}
