// test_chart.c: charts of reports: what is drawn, where, and what is left out.
#include "support.h"

#include "draw/chart.h"
#include "draw/html.h"

#include <math.h>

static unsigned occurrences(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *p = text; p && (p = strstr(p, what)); p += strlen(what))
        n++;
    return n;
}

// Every element closed, in order; numbers are numbers.
static void well_formed(const char *svg)
{
    char open[20][16];
    int depth = 0;
    for (const char *p = svg; (p = strchr(p, '<')); p++) {
        const char *end = strchr(p, '>');
        assert_non_null(end);
        size_t length = strcspn(p + 1, " >/");
        if (p[1] == '/') {
            assert_true(depth > 0 && !strncmp(open[depth - 1], p + 2, strlen(open[depth - 1])));
            depth--;
        } else if (end[-1] != '/') {
            assert_true(depth < 20 && length < 16);
            snprintf(open[depth++], sizeof *open, "%.*s", (int)length, p + 1);
        }
    }
    assert_int_equal(depth, 0);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
}

static char *drawn(const mw_chart *p)
{
    mw_writer w = {0};
    mw_chart_write(&w, p);
    char *svg = mw_writer_take(&w);
    assert_non_null(svg);
    well_formed(svg);
    return svg;
}

static const char *const labels[] = {"one", "two & more", "three"};

TEST(bars_stand_for_values)
{
    const double a[] = {1, NAN, 3}, b[] = {2, 4, 0};
    const mw_curve curves[] = {{.name = "a", .y = a, .count = 3, .hollow = true},
                               {.name = "b<", .y = b, .count = 3, .colour = 1}};
    mw_chart p = {
        .title = "bars", .labels = labels, .label_count = 3, .curves = curves, .curve_count = 2};
    char *svg = drawn(&p);
    assert_int_equal(occurrences(svg, "<rect"), 2 + 5); // the legend, and no bar for NaN
    assert_int_equal(occurrences(svg, "hollow"), 1 + 2);
    assert_non_null(strstr(svg, "two &amp; more, b&lt;: 4"));
    free(svg);
    p.log_y = true; // 0 has no place on it
    svg = drawn(&p);
    assert_int_equal(occurrences(svg, "<rect"), 2 + 4);
    free(svg);
    p.form = MW_CHART_STACKED;
    svg = drawn(&p);
    assert_non_null(strstr(svg, ">4</text>")); // the axis goes up to the highest stack
    assert_null(strstr(svg, ">6</text>"));     // the hollow one stands beside the filled one
    free(svg);
}

// Labels that are wider than their bars are broken between words; if a word is too long, all are
// slanted.
TEST(long_labels_are_broken_or_slanted)
{
    const double y[] = {1, 2, 3};
    const mw_curve curve = {.name = "y", .y = y, .count = 3};
    static const char *const words[] = {"one", "a label of many words that is long", "three"};
    static const char *const word[] = {"one", "incomprehensibilities-and-more-of-them", "three"};
    mw_chart p = {
        .labels = words, .label_count = 3, .curves = &curve, .curve_count = 1, .width = 400};
    scoped_text *broken = drawn(&p);
    assert_int_equal(occurrences(broken, "rotate(-45)"), 0);
    assert_non_null(strstr(broken, ">a label of many</text>"));
    assert_non_null(strstr(broken, ">words that is</text>"));
    assert_non_null(strstr(broken, ">long</text>"));
    assert_true(mw_chart_labels_fit(words, 3, 400));
    p.labels = word;
    scoped_text *slanted = drawn(&p);
    assert_int_equal(occurrences(slanted, "rotate(-45)"), 3);
    assert_false(mw_chart_labels_fit(word, 3, 400));
    assert_true(mw_chart_labels_fit(word, 3, 1200));
    char longest[300] = ""; // and longer than the chart is wide
    memset(longest, 'x', sizeof longest - 1);
    p.labels = (const char *const[]){longest, longest, "three"};
    scoped_text *wide = drawn(&p);
    assert_int_equal(occurrences(wide, "rotate(-45)"), 3);
    double from, at, to;
    const char *grid = strstr(wide, "class=\"grid\"");
    assert_int_equal(sscanf(grid, "class=\"grid\" d=\"M%lf %lfH%lf", &from, &at, &to), 3);
    assert_true(from < to); // something is left of the chart
}

// A file of its own needs no page around it: no colour has only a name.
TEST(a_chart_can_stand_alone)
{
    const double y[] = {1, NAN, 3}, low[] = {0.5, NAN, 2}, high[] = {1.5, NAN, 4};
    const mw_curve curve = {.name = "a\tb", .y = y, .low = low, .high = high, .count = 3};
    mw_chart p = {.labels = labels, .label_count = 3, .curves = &curve, .curve_count = 1};
    scoped_text *within = drawn(&p);
    assert_null(strstr(within, "<style>"));
    assert_int_equal(occurrences(within, "h8m-4 0V"), 2); // error bars
    assert_non_null(strstr(within, ">4</text>"));         // the axis has room for them
    p.alone = true;
    scoped_text *alone = drawn(&p);
    assert_int_equal(occurrences(alone, "xmlns=\"http://www.w3.org/2000/svg\""), 1);
    assert_non_null(strstr(alone, ".s1{fill:#0072b2;stroke:#0072b2}"));
    assert_null(strstr(alone, "var("));
    mw_writer w = {0};
    mw_chart_data(&w, &p);
    scoped_text *data = mw_writer_take(&w);
    assert_string_equal(data, "label\ta b\terror\n\"one\"\t1\t0.5\n\"two & more\"\t?\t0\n"
                              "\"three\"\t3\t1\n");
}

// The curve itself, of a chart with one; before it comes its sample in the legend.
static char *curve_of(char *svg)
{
    assert_int_equal(occurrences(svg, "class=\"curve"), 2);
    return strstr(strstr(svg, "class=\"curve") + 1, "class=\"curve");
}

TEST(lines_have_gaps_and_bands)
{
    const double x[] = {1, 10, 100, 1000}, y[] = {1, NAN, 3, 4}, low[] = {0, 1, 2, 3},
                 high[] = {2, 3, 4, 5};
    const mw_curve curve = {.name = "y", .x = x, .y = y, .low = low, .high = high, .count = 4};
    mw_chart p = {.form = MW_CHART_LINES, .curves = &curve, .curve_count = 1, .log_x = true};
    char *svg = drawn(&p), *path = curve_of(svg);
    assert_int_equal(occurrences(svg, "class=\"dot"), 1); // the point before the gap stands alone
    path[strcspn(path, ">")] = '\0';
    assert_int_equal(occurrences(path, "M"), 2);
    assert_int_equal(occurrences(path, "L"), 1);
    assert_non_null(strstr(svg, "class=\"band"));
    assert_non_null(strstr(svg, ">1,000</text>"));
    free(svg);
}

TEST(a_cactus_counts_what_was_done)
{
    const double y[] = {5, NAN, 1, 3};
    const mw_curve curve = {.name = "y", .y = y, .count = 4};
    mw_chart p = {.form = MW_CHART_CACTUS, .curves = &curve, .curve_count = 1};
    char *svg = drawn(&p), *path = curve_of(svg);
    double at[6];
    assert_int_equal(sscanf(strchr(path, 'M'), "M%lf %lfL%lf %lfL%lf %lf", &at[0], &at[1], &at[2],
                            &at[3], &at[4], &at[5]),
                     6);
    assert_true(at[0] < at[2] && at[2] < at[4]); // one more each time,
    assert_true(at[1] > at[3] && at[3] > at[5]); // by what it took
    free(svg);
}

TEST(dots_can_be_held_against_the_diagonal)
{
    const double x[] = {1, 2, -1}, y[] = {100, 2, 5};
    const mw_curve curves[] = {{.name = "a", .x = x, .y = y, .count = 3},
                               {.name = "b", .x = y, .y = x, .count = 2}};
    mw_chart p = {.form = MW_CHART_DOTS,
                  .curves = curves,
                  .curve_count = 2,
                  .log_x = true,
                  .log_y = true,
                  .diagonal = true};
    scoped_text *svg = drawn(&p);
    assert_int_equal(occurrences(svg, "<circle"), 2 + 1); // and one in the legend
    assert_int_equal(occurrences(svg, "<path class=\"dot"), 2 + 1);
    assert_int_equal(occurrences(svg, ">100</text>"), 2); // both axes go as far
}

// Where one more tick is no further along, there is no end to them.
TEST(values_may_differ_by_a_bit)
{
    const double x[] = {1, 1 + 0x1p-52}, y[] = {0.3, 0.1 + 0.2};
    const mw_curve curve = {.name = "a", .x = x, .y = y, .count = 2};
    mw_chart p = {.form = MW_CHART_DOTS, .curves = &curve, .curve_count = 1};
    scoped_text *svg = drawn(&p);
    assert_int_equal(occurrences(svg, "<circle"), 2 + 1);
}

// Lines over a few stages: each stage has its tick, the points of ours have dots, and nothing comes
// before the first stage.
TEST(few_whole_numbers_are_counted)
{
    const double x[] = {1, 2, 3, 4}, y[] = {10, 20, 40, 30};
    const mw_curve curves[] = {{.name = "a", .x = x, .y = y, .count = 4, .colour = 3},
                               {.name = "b", .x = x, .y = y, .count = 4, .hollow = true}};
    mw_chart p = {.form = MW_CHART_LINES, .curves = curves, .curve_count = 2};
    scoped_text *svg = drawn(&p);
    for (int i = 1; i <= 4; i++)
        assert_non_null(strstr(svg, formatted(">%d</text>", i)));
    assert_null(strstr(svg, ">5</text>"));
    assert_int_equal(occurrences(svg, ">0</text>"), 1); // of the other axis
    assert_int_equal(occurrences(svg, "class=\"dot s3"), 4 + 1);
    assert_int_equal(occurrences(svg, "class=\"dot"), 4 + 1);
    const double large[] = {0x1p53, 0x1p53 + 2}; // where adding 1 changes nothing
    const mw_curve far = {.name = "c", .x = large, .y = y, .count = 2};
    free(drawn(&(mw_chart){.form = MW_CHART_LINES, .curves = &far, .curve_count = 1}));
}

TEST(nothing_is_drawn_of_nothing)
{
    const double none[] = {NAN, NAN};
    const mw_curve curve = {.name = "y", .y = none, .count = 2};
    mw_writer w = {0};
    mw_chart_write(&w, &(mw_chart){.form = MW_CHART_CACTUS, .curves = &curve, .curve_count = 1});
    mw_chart_write(&w, &(mw_chart){.form = MW_CHART_BARS, .curves = &curve, .curve_count = 1});
    mw_chart_write(&w, &(mw_chart){.form = MW_CHART_LINES});
    assert_int_equal(w.length, 0);
}

TEST(odd_values_have_a_scale)
{
    static const double values[][2] = {{0, 0},       {5, 5},         {-3, -3},   {-1e9, 1e9},
                                       {1e-9, 2e-9}, {1e300, 2e300}, {0, 1e-300}};
    for (size_t i = 0; i < COUNT(values); i++) {
        const double x[] = {0, 1};
        const mw_curve curve = {.name = "y", .x = x, .y = values[i], .count = 2};
        mw_chart p = {.form = MW_CHART_LINES, .curves = &curve, .curve_count = 1};
        free(drawn(&p));
    }
}

TEST(numbers_are_written_to_be_read)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},         {1271, "1,271"},     {-1234567, "-1,234,567"},
                 {0.016, "0.016"}, {1234.56, "1234.6"}, {3.14159, "3.142"},
                 {NAN, "-"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        mw_writer w = {0};
        mw_html_number(&w, cases[i].value);
        assert_string_equal(w.text, cases[i].text);
        free(w.text);
    }
}
