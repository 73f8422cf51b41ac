// findings.h: the figures of one paper, each as it was published and as it was measured, and what
// belongs to them: points of charts, mazes, sentences.
#ifndef MW_EXPERIMENT_REPRODUCE_FINDINGS_H
#define MW_EXPERIMENT_REPRODUCE_FINDINGS_H

#include "core/memory.h"
#include "draw/chart.h"
#include "experiment/reproduce/reproduce.h"

typedef enum {
    MW_FIGURE_SAME,
    MW_FIGURE_DIFFERS, // as expected; the note says why
    MW_FIGURE_CHANGED, // it was expected to be the same; or it is the p of a test that failed
    MW_FIGURE_OURS,    // nothing was published
    MW_FIGURE_ABSENT,  // published, but not measured this time, or in too few mazes to compare
    MW_FIGURE_VERDICTS
} mw_figure_verdict;
const char *mw_figure_verdict_name(mw_figure_verdict); // "same", ...

// Texts belong to the findings.
typedef struct mw_figure {
    const char *table, *row, *column;
    const char *published; // as printed; "": nothing
    const char *note;      // why it differs; "": it does not
    bool expected;         // it should be the same
    double sample;         // mazes or runs of which the published one is a statistic; 0: it is none
    bool said;             // it was measured
    bool timed;            // it depends on how fast the machine is
    double measured;       // NaN: there is none, e.g. the length of an unsolvable maze
    // If both measured the same, the published figure lies in this interval with a chance of 95 %.
    // `interval` is a sentence that says how it was computed. "" and NaN: there is no interval.
    double low, high;
    const char *interval;
} mw_figure;
mw_figure_verdict mw_figure_judge(const mw_figure *);
// Computes the interval of a figure that was measured and published. `sampled` is what a job said
// of it ("share", "mean", "ratio", "sum", "runs", "test"), with its two numbers. False: nothing is
// sampled so.
bool mw_figure_sampled(mw_figure *, const char *sampled, const double numbers[2]);
// Is it measured, and equal to the published one when it is rounded as that is? A figure may be the
// same without this, if it lies in the stated interval.
bool mw_figure_equal(const mw_figure *);

typedef struct mw_said_point {
    const char *chart, *series;
    double x, y;
    double low, high; // the ends of a band around y; NaN: there is none
} mw_said_point;

typedef struct mw_said_maze {
    const char *chart, *caption, *id;
} mw_said_maze;

typedef struct mw_said_remark {
    const char *table, *row, *text; // row "": on the whole table; else why the row is empty
    bool no_maze;                   // it is empty because the authors' maze is not given
} mw_said_remark;

typedef struct mw_said_unit {
    const char *table, *column, *unit; // column "": of the whole table
} mw_said_unit;

typedef struct mw_chart_plan {
    const char *name, *title, *x_label, *y_label, *columns;
    mw_chart_form form;
    bool log_x, log_y;
    unsigned rows; // 0: all
} mw_chart_plan;

typedef struct mw_findings {
    const char *paper; // its short name
    const char *title, *source;
    mw_figure *figures;
    mw_said_point *points;
    mw_said_maze *mazes;
    mw_said_remark *titles, *remarks, *failures; // failures: `table` is the job
    mw_chart_plan *charts;
    mw_said_unit *units;
    size_t figure_count, point_count, maze_count, remark_count, failure_count, chart_count;
    size_t unit_count, title_count;
    // Capacities of the lists, and the texts to which everything above points.
    size_t figure_room, point_room, maze_room, remark_room, failure_room, chart_room, unit_room,
        title_room;
    char **texts;
    size_t text_count, text_room;
    mw_budget budget;
} mw_findings;

// Reads the text of experiments/PAPER.tsv. False and *error: it makes no sense. The caller frees
// the findings in both cases.
bool mw_findings_read(mw_findings *, const char *paper, const char *text, size_t length,
                      mw_error *);
// Adds what a job said. False and *error: it makes no sense, or memory ran out.
bool mw_findings_take(mw_findings *, const char *said, size_t length, mw_error *);
void mw_findings_free(mw_findings *);
// A published figure; NaN: none was published under this name.
double mw_findings_published(const mw_findings *, const char *table, const char *row,
                             const char *column);
// How many figures have each verdict.
void mw_findings_count(const mw_findings *, unsigned count[MW_FIGURE_VERDICTS]);
// Forgets the figures that depend on how fast the machine is, as if they had not been measured.
void mw_findings_forget_times(mw_findings *);
// The unit of a column; "": its name says it, or it has none.
const char *mw_findings_unit(const mw_findings *, const char *table, const char *column);
// What a table, chart or group of mazes is about; "": its name says it.
const char *mw_findings_title(const mw_findings *, const char *table);
// Why nothing was measured in a row; NULL: nobody said so.
const mw_said_remark *mw_findings_why_absent(const mw_findings *, const char *table,
                                             const char *row);

// ---- figures counted
typedef struct mw_tally {
    unsigned published;       // the sum of those that follow
    unsigned equal, inside;   // both are the same; `inside`: only the interval says so
    unsigned differ, changed; // with a reason, and without
    unsigned absent;
    unsigned ours; // besides
} mw_tally;
void mw_tally_add(mw_tally *, const mw_figure *);
mw_tally mw_findings_tally(const mw_findings *);
// Published figures of a paper that were not measured, all for the same reason.
typedef struct mw_gap {
    const char *why;
    unsigned count;
    bool maps; // mazes of the authors are missing
} mw_gap;
// The gaps of a paper, in the order of its figures; the caller frees the list. NULL: memory ran
// out.
mw_gap *mw_findings_gaps(const mw_findings *, unsigned *count);
// Says what cannot be measured without the authors' mazes, and where they should be.
const char *mw_findings_no_maps(const mw_reproduction *);

// ---- a table of the paper: rows and columns in the order in which they first occur. Rows in which
// nothing was published and nothing was measured stand in a list of their own.
typedef struct mw_findings_table {
    const char *name;
    const char **rows, **columns, **empty;
    unsigned row_count, column_count, empty_count;
    const mw_figure **cells; // row * column_count + column; NULL: none
} mw_findings_table;
// All tables; the caller frees them with mw_findings_tables_free. NULL: memory ran out.
mw_findings_table *mw_findings_tables(const mw_findings *, unsigned *count);
void mw_findings_tables_free(mw_findings_table *, unsigned count);
// A sentence that says how many rows are empty, and why; nothing if there is none.
void mw_findings_write_empty(mw_writer *, const mw_findings *, const mw_findings_table *);
// Writes a measured figure with as many decimals as the published one has; with more where it would
// read as 0 or differs.
void mw_figure_write(mw_writer *, const mw_figure *);
// Writes its interval, such as [50.7..77.1]; nothing if it has none.
void mw_figure_write_interval(mw_writer *, const mw_figure *);

// ---- measuring papers
typedef struct mw_reproducible {
    const char *paper;
    const mw_reproduce_job *jobs;
} mw_reproducible;
extern const mw_reproducible mw_reproducibles[]; // ends with a NULL name

typedef struct mw_measuring {
    mw_findings *findings; // one for each paper; what was published has been read
    unsigned count;
    const mw_reproduction *how;
    unsigned threads; // 0: as many as there are cores; what is found does not depend on it
    // OPTIONAL: a part of a job is done. One call at a time.
    void (*told)(void *context, uint64_t done, uint64_t of, const char *paper, const char *job);
    void *context;
} mw_measuring;
// A job that fails adds a failure to the findings of its paper. False and *error: memory ran out,
// or another machine answered nonsense.
bool mw_measure_papers(const mw_measuring *, mw_error *);

// ---- the report: one HTML file, see html.h. It says how everything was measured, and no date; the
// same findings are the same bytes.
void mw_findings_report(mw_writer *, const mw_findings *, unsigned count, const mw_reproduction *);

#endif
