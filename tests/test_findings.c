// test_findings.c: figures published and measured: what counts as the same, intervals, tables, how
// numbers are written, charts, and what a broken file of published figures says.
#include "support.h"

#include "experiment/reproduce/findings.h"

#include <math.h>

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

// 99.9 and 99.5: the interval of a mean would go beyond 100.
static void say_two_ratios(mw_writer *w)
{
    mw_moments m = {0};
    mw_moments_add(&m, 99.9);
    mw_moments_add(&m, 99.5);
    mw_say_ratio(w, "T", "r", "c", &m);
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
        // 99.7 +- 12.706 * 0.28284 * sqrt(1/2 + 1/10), up to 100
        {say_two_ratios, "97", "10", 96.92, 100, MW_FIGURE_SAME},
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

// A test of ours may fail, though no such figure was published.
TEST(a_small_p_counts_as_a_difference)
{
    static const struct {
        double p;
        mw_figure_verdict verdict;
    } cases[] = {{1, MW_FIGURE_OURS}, {0.055, MW_FIGURE_OURS}, {0.05, MW_FIGURE_CHANGED}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped(mw_findings_free) mw_findings f = read_findings("T\tr\tp\t\tsame\n");
        mw_writer said = {0};
        mw_say_test(&said, "T", "r", "p", cases[i].p);
        assert_int_equal(mw_figure_judge(f.figures), MW_FIGURE_OURS);
        take(&f, &said);
        assert_int_equal(mw_figure_judge(f.figures), cases[i].verdict);
        assert_true(!*f.figures->note == (cases[i].verdict == MW_FIGURE_OURS));
        free(said.text);
    }
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

// Rows of ours that were not measured are counted, and do not fill the table.
TEST(empty_rows_are_left_out)
{
    scoped(mw_findings_free) mw_findings f =
        read_findings("@title\tA\twhat it is about\nA\tr1\tc\t1\tsame\nA\tr2\tc\t\tsame\n"
                      "A\tr3\tc\t\tsame\nB\tx\tc\t\tsame\n");
    mw_writer said = {0}, sentence = {0};
    mw_say_figure(&said, "A", "r2", "c", 7);
    mw_say_absent(&said, "A", "r3", "not today");
    take(&f, &said);
    unsigned count;
    mw_findings_table *t = mw_findings_tables(&f, &count);
    assert_int_equal(count, 1); // nothing is in B
    assert_int_equal(t[0].row_count, 2);
    assert_string_equal(t[0].rows[1], "r2");
    assert_int_equal(t[0].empty_count, 1);
    mw_findings_write_empty(&sentence, &f, &t[0]);
    assert_string_equal(sentence.text, "Left out: 1 row of ours (not today).");
    assert_string_equal(mw_findings_title(&f, "A"), "what it is about");
    assert_string_equal(mw_findings_title(&f, "B"), "");
    mw_findings_tables_free(t, count);
    free(sentence.text);
    free(said.text);
}

// Numbers are as precise as the published one asks for, and never have an exponent.
TEST(figures_are_written_plainly)
{
    static const struct {
        mw_figure figure;
        const char *figures, *interval;
    } cases[] = {
        {{.published = "4013", .measured = 6060.000000000001, .low = 0, .high = 12238.4},
         "6060",
         "[0..12238]"},
        {{.published = "66", .measured = 60, .low = 37.014, .high = 80.56}, "60", "[37.0..80.6]"},
        {{.published = "96.8", .measured = 146.25, .low = 25.834, .high = 1266.83},
         "146.2",
         "[25.83..1266.8]"},
        {{.published = "99.55", .measured = 99.66, .low = 99.2349, .high = 100},
         "99.66",
         "[99.235..100]"},
        {{.published = "2", .measured = NAN, .low = NAN, .high = NAN}, "-", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        mw_figure g = cases[i].figure;
        mw_writer number = {0}, interval = {0};
        g.said = true;
        mw_figure_write(&number, &g);
        mw_figure_write_interval(&interval, &g);
        assert_string_equal(number.text, cases[i].figures);
        assert_string_equal(interval.text ? interval.text : "", cases[i].interval);
        free(number.text);
        free(interval.text);
    }
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
        {"@figure\tT\n", 1, 1, "none of @paper, @title, @chart, @remark and @unit"},
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

// ---- charts

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
    assert_non_null(strstr(page.text, "aria-label=\"stack; c, published, c\""));
    assert_null(strstr(page.text, "aria-label=\"nothing"));
    assert_non_null(strstr(page.text, "[2.4..8.6]"));
    free(page.text);
    free(said.text);
}
