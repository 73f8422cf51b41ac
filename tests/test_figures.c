// test_figures.c: what `reproduce all --quick` measures is what it measured before, figure by
// figure: figures.golden has them all, except times. A change that is meant: `make figures-golden`.
#include "support.h"

#include <math.h>

#define SHOWN_MOST 40 // differences
// The report is made, too, for web/tests/report.test.mjs.
#define REPORT     "'" BINARY_DIR "/report.html'"

// One figure as a line: paper, table, row, column, verdict, and what was measured ("-": nothing).
static void write_line(FILE *out, const char *line, size_t length)
{
    scoped_json *o = json_loadb(line, length, 0, NULL);
    const char *paper, *table, *row, *column, *verdict;
    json_t *measured;
    assert_int_equal(json_unpack(o, "{s:s, s:s, s:s, s:s, s:s, s:o}", "paper", &paper, "table",
                                 &table, "row", &row, "column", &column, "verdict", &verdict,
                                 "measured", &measured),
                     0);
    fprintf(out, "%s\t%s\t%s\t%s\t%s\t", paper, table, row, column, verdict);
    if (json_is_null(measured))
        fputs("-\n", out);
    else
        fprintf(out, "%.10g\n", json_number_value(measured));
}

// The caller frees it.
static char *figures_now(void)
{
    scoped_text *json = NULL, *err = NULL;
    int code = run_command("reproduce all --quick --no-times --json --quiet --maps '' -o " REPORT,
                           &json, &err);
    if (code)
        print_error("exit code %d: a figure that should be the same is not: %s\n", code, err);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    for (const char *line = json; *line; line += strcspn(line, "\n") + 1)
        write_line(out, line, strcspn(line, "\n"));
    assert_int_equal(fclose(out), 0);
    assert_int_equal(code, 0);
    return text;
}

static bool has_line(const char *text, const char *line, size_t length)
{
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        if (strcspn(at, "\n") == length && !memcmp(at, line, length))
            return true;
    return false;
}

// Shows the lines of one text that are not in the other, and says how many there are.
static unsigned missing(const char *text, const char *other, const char *what)
{
    unsigned count = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
        int length = (int)strcspn(at, "\n");
        if (!has_line(other, at, (size_t)length) && count++ < SHOWN_MOST)
            print_error("%s: %.*s\n", what, length, at);
    }
    return count;
}

TEST(every_figure_is_what_it_was)
{
    scoped_text *now = figures_now();
    const char *file = SOURCE_DIR "/tests/figures.golden";
    if (getenv("FIGURES_GOLDEN")) {
        FILE *out = fopen(file, "w");
        assert_non_null(out);
        fputs(now, out);
        assert_int_equal(fclose(out), 0);
    }
    scoped_text *golden = read_file(SOURCE_DIR "/tests", "figures.golden");
    assert_non_null(golden);
    unsigned gone = missing(golden, now, "golden"), come = missing(now, golden, "here");
    if (gone || come)
        fail_msg("%u figures of tests/figures.golden are not measured so, and %u are new; if this "
                 "is meant: make figures-golden",
                 gone, come);
}

// All papers are there, and also those figures that --quick only shows: Table I and marble's rows.
TEST(the_golden_file_has_the_papers)
{
    scoped_text *golden = read_file(SOURCE_DIR "/tests", "figures.golden");
    assert_non_null(golden);
    static const char *const begins[] = {"rook\tEnergy\t", "die\tShipped mazes\t",
                                         "theseus\tTable I\tgeneration 1760\tfitness\tabsent\t",
                                         "bloxorz\tShipped mazes\t33\tBFS memory\tours\t",
                                         "marble\tTable 7\tImproved Heuristic\tmoves\t"};
    for (size_t i = 0; i < COUNT(begins); i++) {
        const char *line = strstr(golden, begins[i]);
        if (!line || line[strcspn(line, "\n") - 1] == '-')
            fail_msg("%s is not %s", begins[i], line ? "measured" : "there");
    }
}
