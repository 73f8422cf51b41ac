// export.h: what the encoders of all kinds share that write a maze in the language of another
// program: Promela, for the model checker SPIN, and PDDL, for planners. docs/peers.md says how.
#ifndef MW_CORE_EXPORT_H
#define MW_CORE_EXPORT_H

#include "core/text.h"

// Both languages as forms of a kind, whose encoders are mw_KIND_promela and so on.
#define MW_EXPORT_FORMS(kind)                                                                      \
    {.name = "promela",                                                                            \
     .about = "a model for SPIN, whose shortest counterexample is a shortest solution",            \
     .print = mw_##kind##_promela},                                                                \
        {.name = "pddl",                                                                           \
         .about = "domain and problem for a planner, in one text",                                 \
         .print = mw_##kind##_pddl},                                                               \
        {.name = "pddl-domain", .about = "the domain alone", .print = mw_##kind##_domain},         \
    {                                                                                              \
        .name = "pddl-problem", .about = "the problem alone", .print = mw_##kind##_problem         \
    }

// The comment above a text: which maze this is, between what opens and what closes a comment.
void mw_export_title(const mw_maze *, const char *open, const char *close, mw_writer *);
// A comment on how SPIN solves the model.
void mw_export_how(mw_writer *);
// A table of small numbers in C.
void mw_export_table(mw_writer *, const char *name, const uint8_t *, uint32_t count,
                     uint32_t per_row);
// A variable of the state, as narrow as its greatest value allows.
void mw_export_variable(mw_writer *, const char *name, uint32_t most, uint32_t value);
// The process that makes one move after the other: MOVE(i, "name\n") for each of the kind's actions
// from `first` to before `end`, in the loop that mw_export_loop opens and mw_export_end closes.
void mw_export_loop(mw_writer *);
void mw_export_moves(const mw_maze *, const char *macro, unsigned first, unsigned end, mw_writer *);
void mw_export_end(mw_writer *);

// A cell of a PDDL problem after a blank: c-COLUMN-ROW, counted from 1.
void mw_export_cell(mw_writer *, uint32_t x, uint32_t y);

#endif
