// reproduce.h: measures the figures of a paper again. Each paper is a list of jobs in a file of its
// own. A job says what it measured in lines of text, so that it may run on any thread or machine.
// What was published stands in experiments/PAPER.tsv, under the same names; findings.h brings the
// two together.
//
// PAPER.tsv has a line for each published figure, with tabs between the fields:
//     table  row  column  published  expected  sample  note
// published: as printed. A measured figure is the same if it is equal when rounded to as many
// decimals. expected: "same" or "differs". sample: where chance plays a part, the number of mazes
// or runs of which the published figure is a statistic, else empty; a figure is the same, too, if
// the published one lies in the 95 % interval that is computed from ours (mw_say_share and those
// below it). note: a sentence that says why it differs, or empty. Other lines are:
//     # a comment
//     @paper  title  source
//     @title  table  what it is about, where its name does not say it
//     @remark table  a sentence that stands below the table
//     @unit   table  column  unit of the column, where its name does not say it; no column: of all
//     @chart  name  form  title  x label  y label  columns  rows
// A chart of the form lines or dots shows the points that jobs say under its name. A chart of the
// form bars or stacked shows the table of its name, a group for each row: the columns that are
// listed, with commas between them (empty: all), and as many of the first rows as `rows` says
// (empty: all). "logx" and "logy" may follow the form after a blank.
#ifndef MW_EXPERIMENT_REPRODUCE_REPRODUCE_H
#define MW_EXPERIMENT_REPRODUCE_REPRODUCE_H

#include "core/text.h"
#include "experiment/statistics.h"
#include "mazewright/mazewright.h"

// How to measure. Zero means default.
typedef struct mw_reproduction {
    bool quick;       // less than a minute for everything: fewer mazes and seeds, smaller budgets
    const char *as;   // preset of the marble agents; NULL: thesis
    uint64_t seed;    // first one of the random marble mazes; 0: 2001
    unsigned mazes;   // in a set of random mazes; 0: as many as the paper had (quick: fewer)
    const char *maps; // folder of the authors' mazes; NULL: the shipped ones take their place
    const char *puzzles;     // folder of the shipped ones
    const char *experiments; // folder of what was published; NULL: jobs need not know it
    bool no_times;           // figures that depend on the machine's speed are left out
    // May be NULL. False: end soon; what a part of a job says that was not done by then is lost.
    bool (*goes_on)(void *context);
    void *context;
} mw_reproduction;

// False: end soon.
static inline bool mw_reproduction_goes_on(const mw_reproduction *how)
{
    return !how->goes_on || how->goes_on(how->context);
}

// ---- what a job says. Names are those of experiments/PAPER.tsv; tabs and line ends may not be in
// them.
void mw_say_figure(mw_writer *, const char *table, const char *row, const char *column, double);
// A figure that depends on how fast the machine is: seconds, or a ranking by them.
void mw_say_time(mw_writer *, const char *table, const char *row, const char *column, double);
// Figures that are statistics of a sample. From them and the size of the published sample,
// findings.h computes the 95 % interval in which the published figure should lie.
// A share in per cent: so many of so many.
void mw_say_share(mw_writer *, const char *table, const char *row, const char *column, double count,
                  double of);
// A mean of what cannot be negative (a count, a share, a time), so that its interval is not either.
void mw_say_mean(mw_writer *, const char *table, const char *row, const char *column,
                 const mw_moments *);
// A share in per cent of what happened in mazes, whose own shares are not equally heavy: its mean
// and deviation over mazes.
void mw_say_ratio(mw_writer *, const char *table, const char *row, const char *column,
                  const mw_moments *);
// What happened in `size` mazes, the size of the published sample, as ours lets us expect it. The
// moments are those of the numbers of single mazes.
void mw_say_sum(mw_writer *, const char *table, const char *row, const char *column,
                const mw_moments *, double size);
// The median of many runs, where one run was published; it should lie within the middle 95 % of
// ours. With fewer than MW_RUNS_LEAST runs nobody knows where these are, and the median is told
// without being compared. Sorts the values; there must be one.
#define MW_RUNS_LEAST 40
void mw_say_runs(mw_writer *, const char *table, const char *row, const char *column,
                 double *values, size_t count);
// The p of a test of ours: is what was published a sample like ours? If p is MW_P_LEAST or less,
// the figure counts as one that differs and should not.
#define MW_P_LEAST 0.05
void mw_say_test(mw_writer *, const char *table, const char *row, const char *column, double p);
// A name that is made like a text of printf: mw_named("row %u", 3).text lives until the end of the
// expression, or as long as the mw_name that keeps it.
typedef struct mw_name {
    char text[300];
} mw_name;
mw_name mw_named(const char *format, ...) MW_PRINTF(1, 2);
// A point of a curve of a chart. With mw_say_band there is a band around it; then every point of
// the curve must have one.
void mw_say_point(mw_writer *, const char *chart, const char *series, double x, double y);
void mw_say_band(mw_writer *, const char *chart, const char *series, double x, double y, double low,
                 double high);
// A maze to be drawn, and what to write below it, like a text of printf.
void mw_say_maze(mw_writer *, const char *chart, const mw_maze *, const char *caption, ...)
    MW_PRINTF(4, 5);
// A sentence that stands below a table, like a text of printf.
void mw_say_remark(mw_writer *, const char *table, const char *text, ...) MW_PRINTF(3, 4);
// Nothing could be measured in this row; `why` says it in a few words. With mw_say_no_maze, because
// the authors' maze is absent, or else cannot be read.
void mw_say_absent(mw_writer *, const char *table, const char *row, const char *why);
void mw_say_no_maze(mw_writer *, const char *table, const char *row, bool absent);

// ---- the mazes that jobs measure
// A maze of the authors, from the file MAPS/KIND/NAME or MAPS/NAME. `mend` may change its text
// before it is read, or be NULL. *m is NULL if it is not there. False and *error, whose text begins
// with the file: it cannot be read.
bool mw_published_maze(const mw_reproduction *, const char *kind, const char *name,
                       void (*mend)(char *text), mw_maze **m, mw_error *);
// A shipped maze; numbers count from 1. NULL: there is none of this number, or it is broken, and
// then *error, which is empty otherwise, says why. mw_shipped_count says how many there are.
mw_maze *mw_shipped_maze(const mw_reproduction *, const char *kind, unsigned number, mw_error *);
unsigned mw_shipped_count(const mw_reproduction *, const char *kind);
// A shipped maze of the folder `variants`, by the name of its file. NULL and *error: it is not
// there, or it is broken.
mw_maze *mw_shipped_variant(const mw_reproduction *, const char *name, mw_error *);

// What was published, from the folder of experiments; mw_findings_published has single figures of
// it. The caller frees the findings. False and *error: it cannot be read.
#define MW_PUBLISHED_MAX ((size_t)4 << 20) // bytes of PAPER.tsv
struct mw_findings;
bool mw_published_figures(const mw_reproduction *, const char *paper, struct mw_findings *,
                          mw_error *);

// ---- jobs
typedef struct mw_reproduce_job {
    const char *name;
    unsigned parts; // independent parts; each is a task of its own. 0: one
    // OPTIONAL: a kind. Then there is a part for each shipped maze of this kind if the authors'
    // mazes are not there, and none if they are.
    const char *shipped;
    // False and *error: it cannot be done (e.g. a map that is not there).
    bool (*run)(const mw_reproduction *, unsigned part, mw_writer *, mw_error *);
} mw_reproduce_job;

// Each ends with a NULL name.
extern const mw_reproduce_job mw_reproduce_die[], mw_reproduce_bloxorz[], mw_reproduce_theseus[],
    mw_reproduce_rook[], mw_reproduce_marble[];

#endif
