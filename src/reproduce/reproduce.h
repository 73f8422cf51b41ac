// reproduce.h: the figures of a paper, measured again. Each paper is a list of jobs in a file of
// its own; a job says what it measured in lines of text, so that it may run on any thread or
// machine. What was published stands in experiments/PAPER.tsv, under the same names; reproduce.c
// holds the two together.
#ifndef MW_REPRODUCE_H
#define MW_REPRODUCE_H

#include "core/text.h"
#include "mazewright/mazewright.h"

// How. Zero means default.
typedef struct mw_reproduction {
    bool quick;       // less than a minute for everything: fewer mazes and seeds, smaller budgets
    unsigned mazes;   // in a set of random ones; 0: as many as the paper had (quick: fewer)
    const char *maps; // folder of the authors' mazes; NULL: the shipped ones take their place
    const char *puzzles;            // folder of the shipped ones
    bool (*goes_on)(void *context); // may be NULL; false: end soon, with what there is
    void *context;
} mw_reproduction;

// What a job says. Names are those of experiments/PAPER.tsv; tabs and line ends may not be in them.
void mw_say_figure(mw_writer *, const char *table, const char *row, const char *column, double);
// A point of a curve of a chart, beside the figures.
void mw_say_point(mw_writer *, const char *chart, const char *series, double x, double y);
// A maze to be drawn, and what to write below it.
void mw_say_maze(mw_writer *, const char *chart, const char *caption, const mw_maze *);

typedef struct mw_reproduce_job {
    const char *name;
    // How many independent parts; each is a task of its own. NULL: one.
    unsigned (*parts)(const mw_reproduction *);
    // False and *error: it cannot be done (e.g. a map that is not there).
    bool (*run)(const mw_reproduction *, unsigned part, mw_writer *, mw_error *);
} mw_reproduce_job;

// Each ends with a NULL name.
extern const mw_reproduce_job mw_reproduce_die[], mw_reproduce_bloxorz[], mw_reproduce_theseus[],
    mw_reproduce_rook[], mw_reproduce_marble[];

#endif
