// answer.h: results as fields of a JSON object, for the page and for the command's --json.
#ifndef MW_API_ANSWER_H
#define MW_API_ANSWER_H

#include "api/api.h"
#include "core/json.h"
#include "mazewright/verify.h"
#include "search/audit_pairs.h"
#include "search/harder.h"

// All that is known of a search with this weight; `limit` is the name of the limit that ended it,
// if one did.
void mw_answer_search(mw_writer *, const mw_maze *, const mw_result *, double weight,
                      const char *limit);

// `moves`, `cost` and `solution` of a search; null where it found none.
void mw_answer_solution(mw_writer *, const mw_maze *, const mw_result *);

// Each measure by its name.
void mw_answer_measures(mw_writer *, const mw_analysis *);
char *mw_answer_hardest(const mw_graph *, const mw_analysis *); // in words; NULL: there is none

// What was found of the laws of a kind. The failures are sentences as a list without its brackets;
// they are freed.
void mw_answer_laws(mw_writer *, const mw_maze *, const mw_verdict *, uint64_t seed,
                    mw_writer *failures);
// An audit on all states of a graph; the states in it have their features if `features`.
void mw_answer_audit(mw_writer *, const mw_graph *, const mw_audit *, bool features);
// What else is known of it; with `plot`, the pairs.
void mw_answer_audit_along(mw_writer *, const mw_maze *, const mw_audit_along *);
void mw_answer_audit_details(mw_writer *, const mw_graph *, const mw_audit_details *, bool plot);

// The features of a state, which is not lost, by their names.
void mw_answer_features(mw_writer *, const mw_maze *, const mw_state *);

// A maze in a text form, which the caller frees. NULL and *error: the kind has no such form
// (MW_ERROR_REQUEST), the form cannot hold all of the maze, or memory ran out.
char *mw_answer_form(const mw_maze *, const char *form, mw_error *);

// What is told of a maze that a plan has found. `analysis` may be NULL.
mw_design_report mw_report_of(const mw_kind *, const mw_design_plan *, const mw_design_result *,
                              const mw_analysis *);
void mw_answer_design(mw_writer *, const mw_design_report *); // all but its id

// The result of a simulation; the plan must name the agent and the engine.
void mw_answer_simulation(mw_writer *, const mw_maze *, const mw_marble_plan *,
                          const mw_marble_result *);
void mw_answer_move(mw_writer *, const mw_maze *, const mw_marble_move *);
// What came of an answer, beside its id.
void mw_answer_verification(mw_writer *, const mw_verification *);
// Two mazes side by side, and what makes the one harder.
void mw_answer_comparison(mw_writer *, const mw_maze *const[2], const mw_weighed *const[2]);

#endif
