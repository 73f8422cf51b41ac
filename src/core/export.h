// export.h: shared by the files export.c of the kinds, which write a maze in the language of
// another program: in Promela for the model checker SPIN, and in PDDL for planners.
// docs/other-engines.md shows how to run those programs.
#ifndef MW_CORE_EXPORT_H
#define MW_CORE_EXPORT_H

#include "core/text.h"

// The entries for both languages in a kind's table of forms. The kind has to define
// mw_KIND_promela, mw_KIND_domain and mw_KIND_problem.
#define MW_EXPORT_FORMS(kind)                                                                      \
    {.name = "promela",                                                                            \
     .about = "a model for SPIN, whose shortest counterexample is a shortest solution",            \
     .print = mw_##kind##_promela},                                                                \
        {.name = "pddl",                                                                           \
         .about = "domain and problem for a planner, in one text",                                 \
         .print = mw_export_pddl},                                                                 \
        {.name = "pddl-domain", .about = "the domain alone", .print = mw_##kind##_domain},         \
    {                                                                                              \
        .name = "pddl-problem", .about = "the problem alone", .print = mw_##kind##_problem         \
    }

// ---- Promela

// The beginning of a model: comments that say which maze it is and how SPIN solves it.
void mw_export_model(const mw_maze *, mw_writer *);
// A C table of small numbers.
void mw_export_table(mw_writer *, const char *name, const uint8_t *, uint32_t count,
                     uint32_t per_row);
// A variable of the state with as few bits as its greatest value `most` needs, and its first value.
void mw_export_variable(mw_writer *, const char *name, uint32_t most, uint32_t value);
// The process that makes one move after the other. mw_export_loop opens its loop. mw_export_moves
// writes MACRO(i, "word\n") into it for each of the kind's actions from `first` to before `end`,
// where i counts from 0. mw_export_end closes the loop and the process.
void mw_export_loop(mw_writer *);
void mw_export_moves(const mw_maze *, const char *macro, unsigned first, unsigned end, mw_writer *);
void mw_export_end(mw_writer *);

// ---- PDDL

void mw_export_pddl(const mw_maze *, mw_writer *); // the kind's forms pddl-domain and pddl-problem
// The beginning of a problem, up to its list of objects: "(:objects" is open after it.
void mw_export_problem(const mw_maze *, mw_writer *);
// A cell after a blank: c-COLUMN-ROW, counted from 1. Cell number w*h is the place outside a door.
void mw_export_cell(const mw_maze *, uint32_t cell, mw_writer *);
// The first `count` cells as objects, each row of the maze on a line of its own.
void mw_export_cells(const mw_maze *, uint32_t count, mw_writer *);
// " (name CELL)"
void mw_export_fact(const mw_maze *, const char *name, uint32_t cell, mw_writer *);

#endif
