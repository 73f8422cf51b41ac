// laws.h: what the files of laws share: the maze under test, and how a law says that it is broken.
#ifndef MW_SEARCH_LAWS_H
#define MW_SEARCH_LAWS_H

#include "core/text.h"
#include "mazewright/rng.h"
#include "core/stop.h"
#include "search/graph.h"

// A check of all laws on one maze.
typedef struct mw_check {
    const mw_maze *m;
    const mw_kind *kind;
    const mw_graph *g; // of every legal state; only for laws that need it
    mw_limited work;
    uint64_t seed, states; // states: how many states the laws have seen
    unsigned failures;
    mw_limit limit; // hit within a law
    const char *law;
    void (*say)(void *, const char *);
    void *context;
} mw_check;

// Counts a failure and says the sentence: the law is broken.
void mw_broken(mw_check *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Did something fail only because memory ran out? Then no law is broken; the check ends at that
// limit. `error`, which may be NULL, says why it failed.
bool mw_check_no_memory(mw_check *, bool failed, const mw_error *error);
// Asks whether to go on. If not, the check ends at that limit.
bool mw_told_to_stop(mw_check *);
// The limits under which a law works, beside the graph.
mw_limits mw_rest_of_limits(const mw_check *);
// A state in words, for a message.
const char *mw_shown(const mw_check *, const mw_state *, char buffer[120]);
// Does a form of the maze, "own" or "id", read back as the same maze? Else the law is broken;
// `what` begins the sentence.
void mw_must_read_back(mw_check *, const mw_maze *, const char *form, const char *what);

// May the law take a further sample? Not after a failure, and not when a limit is hit or whoever
// called says stop.
bool mw_law_goes_on(mw_check *);
// How many samples a law takes: at most `most`, fewer where one of them costs much because the maze
// is large, but always one. `cells`: how many cells all samples may have together.
unsigned mw_samples(const mw_check *, unsigned most, uint32_t cells);
uint32_t mw_cells_of(const mw_maze *);
// Random play. The status is that of the move that led to the state: a kind does not have to tell
// from a state that it is lost, nor to expand one that is.
typedef struct mw_play {
    mw_state state;
    mw_status status;
} mw_play;
void mw_begin_play(const mw_check *, mw_play *);
// One random move, which may lose the game; back to the start where it is over or there is no move.
void mw_play_on(const mw_check *, mw_rng *, mw_play *);
// The cell on which the player is; 0 if the kind has no `cell`.
uint32_t mw_cell_of(const mw_check *, const mw_state *);

// The laws: of rules and text, searches, pictures and words, editing and designing.
void mw_law_play(mw_check *);
void mw_law_edges(mw_check *);
void mw_law_reversible(mw_check *);
void mw_law_features(mw_check *);
void mw_law_facts(mw_check *);
// A part of mw_law_play: a state and another one of its rank have the same facts.
void mw_law_same_facts(mw_check *, const mw_state *, const mw_state *twin);
void mw_law_heuristics(mw_check *);
void mw_law_searches(mw_check *);
void mw_law_pictures(mw_check *);
void mw_law_animations(mw_check *);
void mw_law_words(mw_check *);
void mw_law_brushes(mw_check *);
void mw_law_resizing(mw_check *);
void mw_law_mirrors(mw_check *);
void mw_law_steps(mw_check *);
void mw_law_bits(mw_check *);
void mw_law_turning(mw_check *);
void mw_law_evaluation(mw_check *);
void mw_law_best_start(mw_check *);

#endif
