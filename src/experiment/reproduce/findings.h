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
    MW_FIGURE_CHANGED, // it was expected to be the same
    MW_FIGURE_OURS,    // nothing was published
    MW_FIGURE_ABSENT,  // published, but not measured this time
    MW_FIGURE_VERDICTS
} mw_figure_verdict;
const char *mw_figure_verdict_name(mw_figure_verdict); // "same", ...

// Texts belong to the findings.
typedef struct mw_figure {
    const char *table, *row, *column;
    const char *published; // as printed; "": nothing
    const char *note;      // why it differs; "": it does not
    bool expected;         // it should be the same
    double least, most;    // a figure in this range is the same, too; NaN: there is no range
    bool said;             // it was measured
    double measured;       // NaN: there is none, e.g. the length of an unsolvable maze
} mw_figure;
mw_figure_verdict mw_figure_judge(const mw_figure *);

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
} mw_said_remark;

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
    mw_said_remark *remarks, *failures; // failures: `table` is the job
    mw_chart_plan *charts;
    size_t figure_count, point_count, maze_count, remark_count, failure_count, chart_count;
    // Capacities of the lists, and the texts to which everything above points.
    size_t figure_room, point_room, maze_room, remark_room, failure_room, chart_room;
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
// How many figures have each verdict.
void mw_findings_count(const mw_findings *, unsigned count[MW_FIGURE_VERDICTS]);

// ---- a table of the paper: rows and columns in the order in which they first occur
typedef struct mw_findings_table {
    const char *name;
    const char **rows, **columns;
    unsigned row_count, column_count;
    const mw_figure **cells; // row * column_count + column; NULL: none
} mw_findings_table;
// All tables; the caller frees them with mw_findings_tables_free. NULL: memory ran out.
mw_findings_table *mw_findings_tables(const mw_findings *, unsigned *count);
void mw_findings_tables_free(mw_findings_table *, unsigned count);
// Writes a measured figure with as many decimals as the published one has; with more where it would
// read as 0 or differs.
void mw_figure_write(mw_writer *, const mw_figure *);

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

// ---- the report: one HTML file, see html.h
void mw_findings_report(mw_writer *, const mw_findings *, unsigned count);

#endif
