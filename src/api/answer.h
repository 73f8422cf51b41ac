// answer.h: results as fields of a JSON object, for the page and for the command's --json.
#ifndef MW_API_ANSWER_H
#define MW_API_ANSWER_H

#include "api/api.h"
#include "core/json.h"
#include "mazewright/verify.h"

// All that is known of a search; `limit` is the name of the limit that ended it, if one did.
void mw_answer_search(mw_writer *, const mw_maze *, const mw_result *, const char *limit);

// `moves`, `cost` and `solution` of a search; null where it found none.
void mw_answer_solution(mw_writer *, const mw_maze *, const mw_result *);

// Each measure by its name.
void mw_answer_measures(mw_writer *, const mw_analysis *);
char *mw_answer_hardest(const mw_graph *, const mw_analysis *); // in words; NULL: there is none

// What is told of a maze that a plan has found. `analysis` may be NULL.
mw_design_report mw_report_of(const mw_kind *, const mw_design_plan *, const mw_design_result *,
                              const mw_analysis *);
void mw_answer_design(mw_writer *, const mw_design_report *);

// The result of a simulation; the plan must name the agent and the engine.
void mw_answer_simulation(mw_writer *, const mw_maze *, const mw_marble_plan *,
                          const mw_marble_result *);
void mw_answer_move(mw_writer *, const mw_maze *, const mw_marble_move *);
// What came of an answer, beside its id.
void mw_answer_verification(mw_writer *, const mw_verification *);

#endif
