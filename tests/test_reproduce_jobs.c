// test_reproduce_jobs.c: the jobs that measure the papers on theseus, rook and marble mazes: each
// published figure is measured and no other name is said, threads do not matter, and the
// slides and the order of methods come out.
#include "support.h"

#include "experiment/reproduce/findings.h"

#include <math.h>

static mw_findings published(const char *paper)
{
    mw_findings f;
    mw_error e;
    const char *name = formatted("experiments/%s.tsv", paper);
    scoped_text *text = read_file(SOURCE_DIR, name);
    assert_non_null(text);
    if (!mw_findings_read(&f, paper, text, strlen(text), &e))
        fail_msg("%s:%u:%u: %s", name, e.line, e.column, e.text);
    return f;
}

static mw_findings measured(const char *paper, const mw_reproduction *how, unsigned threads)
{
    mw_findings f = published(paper);
    mw_measuring work = {.findings = &f, .count = 1, .how = how, .threads = threads};
    mw_error e;
    if (!mw_measure_papers(&work, &e))
        fail_msg("%s: %s", paper, e.text);
    for (size_t i = 0; i < f.failure_count; i++)
        print_error("%s, %s: %s\n", paper, f.failures[i].table, f.failures[i].text);
    assert_int_equal(f.failure_count, 0);
    return f;
}

static const mw_reproduction few = {
    .mazes = 2, .puzzles = SOURCE_DIR "/puzzles", .experiments = SOURCE_DIR "/experiments"};
static const mw_reproduction quick = {
    .quick = true, .puzzles = SOURCE_DIR "/puzzles", .experiments = SOURCE_DIR "/experiments"};

// ---- names, charts and mazes

// A chart that nobody says a point of, or whose table is not there, would be empty.
static bool has_something_to_show(const mw_findings *f, const mw_chart_plan *c)
{
    bool points = c->form == MW_CHART_LINES || c->form == MW_CHART_DOTS;
    for (size_t i = 0; points && i < f->point_count; i++)
        if (!strcmp(f->points[i].chart, c->name))
            return true;
    for (size_t i = 0; !points && i < f->figure_count; i++)
        if (!strcmp(f->figures[i].table, c->name) && f->figures[i].said)
            return true;
    return false;
}

static void expect_charts(const mw_findings *f)
{
    assert_true(f->chart_count > 0 && f->maze_count > 0);
    for (size_t i = 0; i < f->chart_count; i++)
        if (!has_something_to_show(f, &f->charts[i]))
            fail_msg("%s: nothing in the chart %s", f->paper, f->charts[i].name);
    for (size_t i = 0; i < f->maze_count; i++)
        mw_maze_free(maze_of_id(f->mazes[i].id));
}

TEST(all_that_was_published_is_measured)
{
    static const char *const papers[] = {"theseus", "rook", "marble"};
    unsigned missing = 0;
    for (size_t p = 0; p < COUNT(papers); p++) {
        scoped(mw_findings_free) mw_findings before = published(papers[p]),
                                             f = measured(papers[p], &few, 2);
        assert_true(before.figure_count > 50);
        for (size_t i = 0; i < before.figure_count; i++)
            if (!f.figures[i].said) {
                print_error("%s: %s, %s, %s is not measured\n", papers[p], f.figures[i].table,
                            f.figures[i].row, f.figures[i].column);
                missing++;
            }
        for (size_t i = before.figure_count; i < f.figure_count; i++)
            print_error("%s: %s, %s, %s is measured and not in the file\n", papers[p],
                        f.figures[i].table, f.figures[i].row, f.figures[i].column);
        missing += (unsigned)(f.figure_count - before.figure_count);
        expect_charts(&f);
    }
    assert_int_equal(missing, 0);
}

// ---- the same again

TEST(threads_do_not_matter)
{
    static const char *const papers[] = {"rook", "marble"};
    for (size_t p = 0; p < COUNT(papers); p++) {
        mw_reproduction how = {.quick = true,
                               .mazes = 2,
                               .puzzles = SOURCE_DIR "/puzzles",
                               .experiments = SOURCE_DIR "/experiments"};
        scoped(mw_findings_free) mw_findings one = measured(papers[p], &how, 1),
                                             two = measured(papers[p], &how, 2);
        assert_int_equal(one.figure_count, two.figure_count);
        assert_int_equal(one.point_count, two.point_count);
        for (size_t i = 0; i < one.figure_count; i++) { // NaN where no maze was solved
            double a = one.figures[i].measured, b = two.figures[i].measured;
            assert_true(a == b || (isnan(a) && isnan(b)));
        }
        for (size_t i = 0; i < one.point_count; i++) {
            assert_string_equal(one.points[i].series, two.points[i].series);
            assert_true(one.points[i].x == two.points[i].x && one.points[i].y == two.points[i].y);
        }
    }
}

// ---- verdicts

TEST(slides_come_out)
{
    scoped(mw_findings_free) mw_findings f = measured("rook", &quick, 2);
    unsigned count[MW_FIGURE_VERDICTS];
    mw_findings_count(&f, count);
    for (size_t i = 0; i < f.figure_count; i++)
        if (mw_figure_judge(&f.figures[i]) == MW_FIGURE_CHANGED)
            print_error("%s, %s, %s: %s published, %g measured\n", f.figures[i].table,
                        f.figures[i].row, f.figures[i].column, f.figures[i].published,
                        f.figures[i].measured);
    assert_int_equal(count[MW_FIGURE_CHANGED], 0);
    assert_int_equal(count[MW_FIGURE_SAME], 52); // two grids of 25, the space, the course's median
}

static double figure_of(const mw_findings *f, const char *table, const char *row,
                        const char *column)
{
    for (size_t i = 0; i < f->figure_count; i++) {
        const mw_figure *g = &f->figures[i];
        if (!strcmp(g->table, table) && !strcmp(g->row, row) && !strcmp(g->column, column) &&
            g->said)
            return g->measured;
    }
    fail_msg("%s, %s, %s is not measured", table, row, column);
    return NAN;
}

TEST(generations_get_harder_and_annealing_further)
{
    mw_reproduction some = {.quick = true,
                            .mazes = 3,
                            .puzzles = SOURCE_DIR "/puzzles",
                            .experiments = SOURCE_DIR "/experiments"};
    scoped(mw_findings_free) mw_findings f = measured("theseus", &some, 2);
    static const char table[] = "Table I, absolute", moves[] = "player moves";
    static const char longest[] = "longest solution, median";
    assert_true(figure_of(&f, table, "generation 320", moves) >
                2 * figure_of(&f, table, "generation 0", moves));
    assert_true(figure_of(&f, table, "generation 1760", moves) >=
                figure_of(&f, table, "generation 320", moves));
    assert_true(figure_of(&f, "Same budget", "annealing", longest) >
                figure_of(&f, "Same budget", "genetic algorithm", longest));
    assert_true(figure_of(&f, "Moving blocks", "designed example, bfs", "moves") ==
                figure_of(&f, "Moving blocks", "designed example, astar", "moves"));
    // Three runs of ours and theirs: nothing but quarters.
    assert_true(fmod(4 * figure_of(&f, "Table I, tested", "all columns", "p, trend"), 1) == 0);
    assert_true(figure_of(&f, "Guesses", "mutation 0.1, a4 traps, a5 losing moves", "runs") == 3);
    unsigned published = 0;
    for (size_t i = 0; i < f.point_count; i++)
        published +=
            !strcmp(f.points[i].chart, "Figure 7") && !strcmp(f.points[i].series, "published");
    assert_int_equal(published, 6);
}
