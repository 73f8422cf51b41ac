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
        const char *expected, *sample;
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
        {"20", INFINITY, "same", "", MW_FIGURE_CHANGED},
        {"", 20, "same", "", MW_FIGURE_OURS},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *text = formatted("T\tr\tc\t%s\t%s\t%s\twhy\n", cases[i].published,
                                     cases[i].expected, cases[i].sample);
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

// The published figure, of a sample of this size, and what a job says of ours.
static mw_figure sampled(mw_findings *f, const char *published, const char *sample,
                         void (*say)(mw_writer *))
{
    mw_writer said = {0};
    *f = read_findings(formatted("T\tr\tc\t%s\tsame\t%s\n", published, sample));
    say(&said);
    take(f, &said);
    free(said.text);
    return f->figures[0];
}

static void say_30_of_100(mw_writer *w)
{
    mw_say_share(w, "T", "r", "c", 30, 100);
}

// Ten values, 1 to 10 and the mean 5.5, with the deviation 3.0277.
static mw_moments ten_values(void)
{
    mw_moments m = {0};
    for (int i = 1; i <= 10; i++)
        mw_moments_add(&m, i);
    return m;
}

static void say_ten_values(mw_writer *w)
{
    mw_moments m = ten_values();
    mw_say_mean(w, "T", "r", "c", &m);
}

static void say_their_sum(mw_writer *w)
{
    mw_moments m = ten_values();
    mw_say_sum(w, "T", "r", "c", &m, 100);
}

static void say_nothing_happened(mw_writer *w)
{
    mw_moments m = {.count = 100};
    mw_say_sum(w, "T", "r", "c", &m, 100);
}

// 0 and 20: the interval would begin far below 0.
static void say_two_values(mw_writer *w)
{
    mw_moments m = {0};
    mw_moments_add(&m, 0);
    mw_moments_add(&m, 20);
    mw_say_mean(w, "T", "r", "c", &m);
}

static void say_one_value(mw_writer *w)
{
    mw_moments m = {0};
    mw_moments_add(&m, 5);
    mw_say_mean(w, "T", "r", "c", &m);
}

static void say_sum_of_one_value(mw_writer *w)
{
    mw_moments m = {0};
    mw_moments_add(&m, 5);
    mw_say_sum(w, "T", "r", "c", &m, 10);
}

static void say_41_runs(mw_writer *w)
{
    double values[41];
    for (int i = 0; i < 41; i++)
        values[i] = 40 - i;
    mw_say_runs(w, "T", "r", "c", values, 41);
}

// Intervals are computed from our sample and the sizes of both.
TEST(a_statistic_is_the_same_within_its_interval)
{
    static const struct {
        void (*say)(mw_writer *);
        const char *published, *sample;
        double low, high;
        mw_figure_verdict verdict;
    } cases[] = {
        {say_30_of_100, "42", "100", 17.29, 43.29, MW_FIGURE_SAME},
        {say_30_of_100, "44", "100", 17.30, 43.37, MW_FIGURE_DIFFERS},
        {say_30_of_100, "42", "10000", 21.8, 39.6, MW_FIGURE_DIFFERS},
        {say_30_of_100, "30", "", NAN, NAN, MW_FIGURE_SAME}, // no sample was published
        {say_30_of_100, "31", "", NAN, NAN, MW_FIGURE_CHANGED},
        // t with 9 degrees of freedom is 2.262: 5.5 +- 2.262 * 3.0277 * sqrt(1/10 + 1/10)
        {say_ten_values, "8.5", "10", 2.44, 8.56, MW_FIGURE_SAME},
        {say_ten_values, "8.6", "10", 2.44, 8.56, MW_FIGURE_DIFFERS},
        // t with 1 degree of freedom is 12.706: 10 +- 12.706 * 14.142 * sqrt(1/2 + 1/10), from 0 on
        {say_two_values, "0", "10", 0, 149.19, MW_FIGURE_SAME},
        // 100 times 5.5 +- 2.262 * 3.0277 * sqrt(1/10 + 1/100)
        {say_their_sum, "776", "100", 322.8, 777.2, MW_FIGURE_SAME},
        {say_their_sum, "778", "100", 322.8, 777.2, MW_FIGURE_DIFFERS},
        // Nothing happened here; up to three times elsewhere is chance.
        {say_nothing_happened, "3", "100", 0, 3.94, MW_FIGURE_SAME},
        {say_nothing_happened, "4", "100", 0, 3.94, MW_FIGURE_DIFFERS},
        {say_one_value, "5.5", "10", NAN, NAN, MW_FIGURE_ABSENT}, // too few to compare
        {say_sum_of_one_value, "55", "10", NAN, NAN, MW_FIGURE_ABSENT},
        {say_41_runs, "39", "1", 1, 39, MW_FIGURE_SAME},
        {say_41_runs, "40", "1", 1, 39, MW_FIGURE_DIFFERS},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped(mw_findings_free) mw_findings f = {0};
        mw_figure g = sampled(&f, cases[i].published, cases[i].sample, cases[i].say);
        mw_figure_verdict v = mw_figure_judge(&g);
        bool near = isnan(cases[i].low)
                        ? isnan(g.low) && isnan(g.high)
                        : fabs(g.low - cases[i].low) < 0.06 && fabs(g.high - cases[i].high) < 0.06;
        if (v != cases[i].verdict || !near || !*g.interval != !*cases[i].sample) {
            print_error("case %zu: %s, %g..%g\n", i, mw_figure_verdict_name(v), g.low, g.high);
            wrong++;
        }
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

TEST(every_figure_is_counted_once)
{
    scoped(mw_findings_free) mw_findings f =
        read_findings("T\tr\ta\t1\tsame\nT\tr\tb\t2\tsame\t10\nT\tr\tc\t3\tdiffers\t\twhy\n"
                      "T\tr\td\t4\tsame\nT\tr\tseconds\t5\tdiffers\t\tanother machine\n"
                      "T\tgone\ta\t6\tsame\n@unit\tT\tseconds\ts\n@unit\tU\t\tmoves\n");
    mw_writer said = {0};
    for (unsigned i = 0; i < 3; i++)
        mw_say_figure(&said, "T", "r", (const char *[]){"a", "c", "d"}[i], (double[]){1, 7, 7}[i]);
    mw_say_share(&said, "T", "r", "b", 3, 100);
    mw_say_time(&said, "T", "r", "seconds", 0.5);
    mw_say_figure(&said, "U", "r", "a", 9);
    mw_say_absent(&said, "T", "gone", "no map");
    take(&f, &said);
    mw_tally t = mw_findings_tally(&f);
    assert_int_equal(t.published, 6);
    assert_int_equal(t.equal, 1);
    assert_int_equal(t.inside, 1); // 3 of 100 are not 2 %, but 2 % of 10 lie in the interval
    assert_int_equal(t.differ, 2);
    assert_int_equal(t.changed, 1);
    assert_int_equal(t.absent, 1);
    assert_int_equal(t.ours, 1);
    mw_findings_forget_times(&f);
    unsigned count;
    mw_gap *gaps = mw_findings_gaps(&f, &count);
    assert_int_equal(count, 2);
    assert_string_equal(gaps[0].why, "times are left out");
    assert_string_equal(gaps[1].why, "no map");
    assert_int_equal(gaps[0].count + gaps[1].count, 2);
    assert_string_equal(mw_findings_unit(&f, "T", "seconds"), "s");
    assert_string_equal(mw_findings_unit(&f, "T", "a"), "");
    assert_string_equal(mw_findings_unit(&f, "U", "a"), "moves");
    free(gaps);
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
        {"T\tr\tc\t1\tsame\t0\n", 1, 6, "no size of a sample"},
        {"T\tr\tc\t1\tsame\t3..4\n", 1, 6, "no size of a sample"},
        {"T\tr\tc\t1\tsame\nT\tr\tc\t2\tsame\n", 2, 1, "a second figure for T, r, c"},
        {"@figure\tT\n", 1, 1, "none of @paper, @chart, @remark and @unit"},
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
    static const char *const cases[] = {"figure\tT\tr\tc\tmany\n",
                                        "figure\tT\tr\n",
                                        "point\tT\ts\t1\n",
                                        "figure\tT\tr\tc\t1\tshare\t9\n",
                                        "figure\tT\tr\tc\t1\tshare\t9\tx\n",
                                        "figure\tT\tr\tc\t1\tguess\t9\t1\n",
                                        "point\tT\ts\t1\t2\t3\n",
                                        "rumour\tT\n",
                                        "figure\tT\tr\tc\t1\nfigure\tT\tr\tc\t1\n"};
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

// The measured figure of a Bloxorz table.
static double figure_of(const char *out, const char *table, const char *row, const char *column)
{
    double found = NAN;
    for (const char *line = out; *line; line = strchr(line, '\n') + 1) {
        json_t *o = json_loads(line, JSON_DISABLE_EOF_CHECK, NULL);
        if (!strcmp(json_string_value(json_object_get(o, "table")), table) &&
            !strcmp(json_string_value(json_object_get(o, "row")), row) &&
            !strcmp(json_string_value(json_object_get(o, "column")), column))
            found = json_number_value(json_object_get(o, "measured"));
        json_decref(o);
    }
    return found;
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
    tally places = tally_of(out, "bloxorz", "Figure 5", "time");
    assert_int_equal(places.same, 6); // of its nine; the ranking by time is not held to be true
    // By the rule of the paper's text the figures would be others.
    double by_program = figure_of(out, "Small blocks and the target", "09, program", "BFS memory");
    double by_text = figure_of(out, "Small blocks and the target", "09, text", "BFS memory");
    assert_true(by_program == figure_of(out, "Figure 1", "09", "BFS memory"));
    assert_true(by_text < by_program);
    assert_true(figure_of(out, "Memory in bytes", "09", "BFS memory x 200") == by_program * 200);
    assert_true(figure_of(out, "Hill climbing", "01", "bridges-down steps") == 8);
}

// The sum of a published column over all stages, as the notes on figure 5 write it.
static double published_sum(const mw_findings *f, const char *column)
{
    double sum = 0;
    unsigned rows = 0;
    for (const mw_figure *g = f->figures; g < f->figures + f->figure_count; g++)
        if (!strcmp(g->table, "Figure 1") && !strcmp(g->column, column)) {
            sum += strtod(g->published, NULL);
            rows++;
        }
    assert_int_equal(rows, 33);
    return sum;
}

TEST(the_notes_on_figure_5_say_what_figure_1_says)
{
    mw_findings f = {0};
    mw_error e;
    scoped_text *text = read_file(SOURCE_DIR, "experiments/bloxorz.tsv");
    assert_true(mw_findings_read(&f, "bloxorz", text, strlen(text), &e));
    double best = published_sum(&f, "Best-First time"), bfs = published_sum(&f, "BFS time"),
           dfs = published_sum(&f, "DFS time");
    assert_true(best > bfs && bfs > dfs);
    const char *times = formatted("%.3f s in all stages, BFS %.3f s, DFS %.3f s", best, bfs, dfs);
    unsigned notes = 0, remarks = 0;
    for (const mw_figure *g = f.figures; g < f.figures + f.figure_count; g++)
        notes += strstr(g->note, times) != NULL;
    assert_int_equal(notes, 3);
    unsigned moves[] = {(unsigned)published_sum(&f, "Best-First memory"),
                        (unsigned)published_sum(&f, "BFS memory"),
                        (unsigned)published_sum(&f, "DFS memory")};
    const char *memory = formatted("%u,%03u attempted moves, BFS %u,%03u, DFS %u,%03u",
                                   moves[0] / 1000, moves[0] % 1000, moves[1] / 1000,
                                   moves[1] % 1000, moves[2] / 1000, moves[2] % 1000);
    for (size_t i = 0; i < f.remark_count; i++)
        remarks += strstr(f.remarks[i].text, memory) != NULL;
    assert_int_equal(remarks, 1);
    mw_findings_free(&f);
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

TEST(what_cannot_be_measured_is_told)
{
    scoped_text *out = NULL, *err = NULL, *page = NULL;
    assert_int_equal(run_command("reproduce bloxorz --quick --maps ''", &out, &err), 0);
    assert_non_null(strstr(out, "\nNot measured here:\nbloxorz: "));
    assert_non_null(strstr(out, "The authors' own mazes are not ours to give"));
    free(err);
    assert_int_equal(run_command("reproduce bloxorz --quick --maps '' -o -", &page, &err), 0);
    assert_non_null(strstr(page, "What cannot be measured here, and why:"));
    assert_non_null(strstr(page, "The authors' own mazes are not ours to give"));
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
    assert_non_null(strstr(out, "Not measured here:\ndie: 24 figures: no puzzle\n"));
    assert_null(strstr(out, "--maps DIR")); // it was given
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

// Without times, the same command writes the same bytes; and no heading of the page comes twice.
TEST(the_page_is_the_same_again)
{
    static const char command[] = "reproduce die bloxorz --quick --no-times --maps '' -o -";
    scoped_text *out = NULL, *again = NULL, *err = NULL, *more = NULL;
    assert_int_equal(run_command(command, &out, &err), 0);
    assert_int_equal(run_command(command, &again, &more), 0);
    assert_string_equal(out, again);
    unsigned headings = 0;
    for (const char *h = out; (h = strstr(h, "<h")); h++) {
        size_t tag = strcspn(h, ">") + 1;
        if (!strchr("123", h[2]) || (h[3] != '>' && h[3] != ' '))
            continue;
        const char *text = formatted("%.*s", (int)strcspn(h + tag, "\n"), h + tag);
        assert_null(strstr(h + tag + strlen(text), text));
        headings++;
    }
    assert_true(headings > 10);
}

// A chart of points is none of figures, even where a table has its name.
TEST(each_chart_is_drawn_of_its_own)
{
    scoped(mw_findings_free) mw_findings f =
        read_findings("@chart\tE\tlines\tcurve\tx\ty\n@chart\tE\tstacked\tstack\n"
                      "@chart\tnone\tlines\tnothing\nE\tr\tc\t4\tsame\t10\n");
    mw_writer said = {0}, page = {0};
    mw_moments m = ten_values();
    mw_say_mean(&said, "E", "r", "c", &m);
    for (int x = 0; x < 3; x++)
        mw_say_band(&said, "E", "s", x, x, x - 1, x + 1);
    take(&f, &said);
    mw_findings_report(&page, &f, 1, &(mw_reproduction){0});
    assert_non_null(strstr(page.text, "aria-label=\"curve: y by x; s\""));
    assert_non_null(strstr(page.text, "class=\"band s1\""));
    assert_non_null(strstr(page.text, "aria-label=\"stack: published"));
    assert_non_null(strstr(page.text, "aria-label=\"stack: ours"));
    assert_null(strstr(page.text, "aria-label=\"nothing"));
    assert_non_null(strstr(page.text, "[2.437..8.563]"));
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
        {"reproduce marble --as newton", 2, "",
         "--as newton is unknown; it is mazewright or thesis"},
        {"reproduce marble --seed x", 2, "", "--seed x"},
        {"reproduce die --maps /nowhere", 3, "", "/nowhere: there is no such folder of maps"},
        {"reproduce die --maps '' -o /nowhere/x.html", 5, "", "/nowhere/x.html: cannot write"},
        {"reproduce die --maps '' -o /dev/full", 5, "", "/dev/full: cannot write"},
    };
    expect_answers(cases, COUNT(cases));
}
