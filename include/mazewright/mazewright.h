// mazewright.h: what a user of the library calls. Read mazes, search them, analyse their whole
// state graph, audit heuristics, check the laws of a kind. What a kind of maze is stands in
// waist.h.
//
// Nothing here keeps global state, reads a clock or prints; calls on different mazes, and on one
// maze from several threads, are independent. The one exception are the kinds and heuristics of
// plug-ins, which a program adds before its other calls (plugin.h).
#ifndef MAZEWRIGHT_H
#define MAZEWRIGHT_H

#include "mazewright/waist.h"

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library, e.g. "2.0.0".
MW_API const char *mw_version(void);

// What went wrong, for programs.
typedef enum {
    MW_ERROR_INPUT,   // what was given is wrong: a maze, an id, a plan, an option
    MW_ERROR_MEMORY,  // memory ran out; nothing is wrong with what was given
    MW_ERROR_LIMIT,   // a limit was hit
    MW_ERROR_SYSTEM,  // a file, a disk or a connection failed
    MW_ERROR_REQUEST, // what was asked for makes no sense, or is not there
} mw_error_code;

// What was wrong with an input, where, and what to do about it. line 0: nowhere in particular.
struct mw_error {
    mw_error_code code;
    uint32_t line, column;
    char text[400]; // a sentence for people; programs look at the code
};
// Tells that memory ran out. Always NULL, which is false, too.
MW_API void *mw_no_memory(mw_error *);

// ---- kinds
MW_API const mw_kind *const *mw_kinds(void);      // all kinds, plug-ins' last, NULL-terminated
MW_API const mw_kind *mw_kind_find(const char *); // a kind by its name, or NULL
// Has the kind every member that it must have? False and *error: one is missing, or only some of
// those that come together are there. Every function that reads a maze of a program's own kind asks
// this first.
MW_API bool mw_kind_valid(const mw_kind *, mw_error *);

// ---- mazes as text
// A maze from the text of a file; `kind` may be NULL when the text has a header that names one of
// mw_kinds. NULL and *error if it is no maze. The caller frees the maze.
MW_API mw_maze *mw_maze_read(const mw_kind *kind, const char *text, size_t length, mw_error *);
// A maze from an id, `kind:params:description` or `kind:params#seed`. NULL and *error if it is no
// such id. The caller frees the maze.
MW_API mw_maze *mw_maze_from_id(const char *id, mw_error *);
// A maze from an id that must be of this kind, which may be a program's own, one that is not in
// mw_kinds. NULL and *error if it is no such id. The caller frees the maze.
MW_API mw_maze *mw_maze_of_kind(const mw_kind *, const char *id, mw_error *);
MW_API bool mw_is_id(const char *); // does it begin like an id: a word and a colon?
// A maze as text: "own" (canonical), "id", or one of the kind's forms. NULL: no such form, or it
// lacks something that the maze has (or out of memory). The caller frees it.
MW_API char *mw_maze_print(const mw_maze *, const char *form);
// A random id with the generator's version written out, so that it can be kept; NULL if `id` is not
// of the form kind:params#seed. The caller frees it.
MW_API char *mw_id_versioned(const char *id);
// Do both mazes have the same kind, size, options and cells? Turned and mirrored copies are not
// equal; mw_canonical_id finds them.
MW_API bool mw_maze_equal(const mw_maze *, const mw_maze *);

// ---- moves as text
// A move text ("RDL", "U UR D") as actions. Returns their number, or -1 and *error; the caller
// frees *actions.
MW_API long mw_moves_parse(const mw_kind *, const char *text, uint16_t **actions, mw_error *);
// Actions as text: letters without blanks, words with blanks between them. The caller frees it;
// NULL: out of memory.
MW_API char *mw_moves_print(const mw_kind *, const uint16_t *actions, size_t count);
// The state in which play begins.
MW_API void mw_state_start(const mw_maze *, mw_state *);
MW_API mw_status mw_state_status(const mw_maze *, const mw_state *); // how a state stands
// The moves out of an open state, as `expand` of a kind lists them. Returns their number.
MW_API unsigned mw_state_expand(const mw_maze *, const mw_state *, mw_edge edges[MW_EDGES_MAX]);
// The number of a state: states that the rules cannot tell apart have the same. UINT64_MAX: the
// kind does not number its states.
MW_API uint64_t mw_state_rank(const mw_maze *, const mw_state *);
// Play the moves from the start. Stops at an illegal move and returns the number of moves played;
// state, cost and status are those reached. The out parameters may be NULL.
MW_API size_t mw_replay(const mw_maze *, const uint16_t *actions, size_t count, mw_state *,
                        uint64_t *cost, mw_status *);
MW_API const char *mw_status_name(mw_status); // "lost", "open", "solved"
// A state in words, e.g. "row 2, column 3, top 1". The caller frees it; NULL: out of memory.
MW_API char *mw_state_describe(const mw_maze *, const mw_state *);
// Why an action is not legal in an open state, in a few words without a full stop: "a wall is
// there". "" where it is legal. The caller frees it; NULL: out of memory.
MW_API char *mw_refusal(const mw_maze *, const mw_state *, uint16_t action);
// What the picture of the maze does not tell, in sentences; "" if nothing. The caller frees it;
// NULL: out of memory.
MW_API char *mw_maze_remark(const mw_maze *);

// ---- limits of long work
// A way to end, from inside, whatever the library does on one thread: a search, an analysis, an
// evaluation, a picture. The function that is ended says that memory ran out or a limit was hit;
// `stopped` says that this was the reason.
typedef struct mw_stop {
    bool (*goes_on)(void *context); // asked often; false: end now
    void *context;
    bool stopped;           // goes_on has returned false; it is not asked again
    struct mw_stop *around; // for the library: one that began before on this thread
} mw_stop;
// From now on mw_stopping asks this one, too, in this thread, until mw_stop_end. Calls of the two
// are nested; the struct must stay where it is meanwhile.
MW_API void mw_stop_begin(mw_stop *);
MW_API void mw_stop_end(mw_stop *); // ends the innermost one of this thread

// How far long work has come.
typedef struct mw_progress {
    uint64_t expanded, stored; // states
    uint64_t bytes;            // of memory, held now
} mw_progress;

// Limits at which long work ends before it is done. Zero means no limit.
typedef struct mw_limits {
    uint64_t states; // stored at once
    uint64_t bytes;  // of memory held at once
    // Called now and then during long work; returns false to stop it. May be NULL.
    bool (*keep_going)(void *context, const mw_progress *);
    void *context;
    const void *reserved[2];
} mw_limits;

// Which limit was hit: none, the number of states, the memory, or keep_going returned false; or the
// search is stuck: it is an incomplete one (mw_algorithm) and found neither a solution nor a proof.
typedef enum {
    MW_WITHIN,
    MW_LIMIT_STATES,
    MW_LIMIT_MEMORY,
    MW_LIMIT_STOPPED,
    MW_LIMIT_STUCK
} mw_limit;
MW_API const char *mw_limit_name(mw_limit); // "none", "states", "memory", "stopped", "stuck"

// ---- search
// How a search ended: with a solution; with the proof that there is none; or at a limit.
typedef enum { MW_OUTCOME_SOLVED, MW_OUTCOME_UNSOLVABLE, MW_OUTCOME_LIMIT } mw_outcome;
MW_API const char *mw_outcome_name(mw_outcome); // "solved", "unsolvable", "limit"

// How visited states are kept.
typedef enum {
    MW_VISITED_AUTO,   // dense where the ranks fit, else hashed
    MW_VISITED_DENSE,  // indexed by rank
    MW_VISITED_HASHED, // hash table of ranks, or of whole states where the kind does not rank them
    MW_VISITED_FULL,   // hash table of whole states: states that could be merged are kept apart
    MW_VISITED_NONE,   // only the current path (iterative deepening, IDA* and hill climbing)
} mw_visited_type;
MW_API const char *mw_visited_name(mw_visited_type); // "auto", "dense", "hashed", "full", "none"
MW_API bool mw_visited_find(const char *name, mw_visited_type *); // by name; false: unknown

// A search algorithm, as mw_search_options names it.
typedef struct mw_algorithm {
    const char *name, *about;
    bool informed;   // uses a heuristic
    bool incomplete; // may get stuck in a maze that can be solved; ignores `exhaust`
    bool weighted;   // the estimate counts `weight` times
} mw_algorithm;
MW_API const mw_algorithm *mw_algorithms(void); // all algorithms; ends with a NULL name
MW_API const mw_algorithm *mw_algorithm_find(const char *name); // or NULL

// The sorts of things that happen in a search.
typedef enum {
    MW_EVENT_SOURCE,   // the start
    MW_EVENT_EXPAND,   // a state is taken up; one for each that mw_result counts
    MW_EVENT_GENERATE, // a move out of it; one for each that mw_result counts
    MW_EVENT_SKIP,     // a move is not followed, or not now: `why`
    MW_EVENT_UPDATE,   // the way to a state met before is replaced by this one
    MW_EVENT_CLOSE,    // a state is done with; for ids and idastar, the path leaves it
    MW_EVENT_DEEPEN,   // ids and idastar: a new round, with `bound`
    MW_EVENT_GOAL,     // a solved state; the `kept` parents from it to the start are the solution
    MW_EVENT_END,      // the last one
} mw_event_type;
MW_API const char *mw_event_name(mw_event_type); // "source", "expand", ...

// One thing that happened in a search. Its pointers are valid during the call only.
typedef struct mw_event {
    mw_event_type type;
    uint64_t serial;       // counts events, from 0
    const mw_state *state; // NULL: the event has no state (deepen, end)
    const mw_state *from;  // the state of `parent`, or NULL
    uint32_t id;           // of the state: numbered from 0 as they are generated; MW_FAR: none
    uint32_t parent;       // id of the state before it on the way of this event, or MW_FAR
    uint32_t kept;         // id of the state before it on the way that the search keeps; differs
                           // from `parent` only in generate and skip
    uint16_t action;       // the move from the parent, if there is one
    bool fresh;            // generate: the state has not been met before
    mw_status status;      // of the state
    uint32_t moves;        // from the start, on the way of this event
    uint64_t g;            // and what they cost
    uint32_t h;            // estimate; MW_FAR: lost or hopeless; 0 without a heuristic
    double f;       // the value that the search orders states by (bfs and ids: moves); NaN for dfs;
                    // infinite where h is MW_FAR
    uint32_t bound; // of deepen, on f
    const char *why; // of skip: "known", "lost", "hopeless" or "beyond"; else NULL
} mw_event;

// A search of a program's own, see `explore` of mw_search_options. It works with the functions
// below, which count, tell events and keep limits as the searches of the library do.
typedef struct mw_search_run mw_search_run;
// The state in which play begins. It is open: other mazes are answered without the search.
MW_API void mw_explore_start(const mw_search_run *, mw_state *);
// The moves out of an open state, as `expand` of a kind lists them. False: a limit is hit, or
// somebody says stop; then the search must return.
MW_API bool mw_explore_expand(mw_search_run *, const mw_state *, mw_edge edges[MW_EDGES_MAX],
                              unsigned *count);
// The estimate of a state by the heuristic of the options; MW_FAR: hopeless.
MW_API uint32_t mw_explore_estimate(const mw_search_run *, const mw_state *);
// How many states the search stores now. The limit on states is held against it.
MW_API void mw_explore_stored(mw_search_run *, uint64_t states);
// A solution: moves from the start. The first one counts; the search should return soon.
MW_API void mw_explore_found(mw_search_run *, const uint16_t *actions, size_t count);
// The search has seen every state that can be reached, and none is solved.
MW_API void mw_explore_exhausted(mw_search_run *);

// How to search. Zero means default.
typedef struct mw_search_options {
    size_t size;           // see waist.h
    const char *algorithm; // NULL: bfs where every move costs 1, else ucs
    // NULL: the strongest that claims to be admissible; "zero": none; the name of one of the kind;
    // or an expression, as for mw_heuristic_new.
    const char *heuristic;
    double weight; // of weighted A*; 0: 2
    mw_visited_type store;
    bool exhaust; // go on after the first solution until every state is seen; for counting
    mw_limits limits;
    // OPTIONAL: called for each event. The search then keeps a table of all states met, which
    // counts as its memory, and bfs does not use its fastest loop. The result is the same.
    void (*event)(void *context, const mw_event *);
    void *event_context;
    // OPTIONAL: a heuristic of the program's own; then `heuristic` is not looked at. It must live
    // as long as the result, which has its name.
    const mw_heuristic *own;
    // OPTIONAL: a search of the program's own; `algorithm` is then its name, NULL: "own". If it
    // returns without a solution and without a proof (mw_explore_exhausted), it got stuck. Its
    // solution is not called optimal.
    void (*explore)(void *context, mw_search_run *);
    void *explore_context;
} mw_search_options;

// What came of a search.
typedef struct mw_result {
    const char *algorithm, *heuristic; // as used; heuristic is NULL for the blind ones
    mw_visited_type store;
    mw_outcome outcome;
    mw_limit limit;    // which one, if outcome is MW_OUTCOME_LIMIT
    bool optimal;      // proven least cost, by the algorithm and what the heuristic claims
    uint16_t *actions; // of the solution; NULL if there is none
    uint32_t moves;    // their number
    uint64_t cost;     // and what they cost together
    uint64_t expanded, generated, reopened; // generated counts edges
    uint64_t frontier;                      // largest
    uint64_t stored;                        // states
    uint64_t bytes;                         // most memory held at once, the maze not counted
    char *own_name; // for the library: where `heuristic` is, if it was made for this search
    const void *reserved[3];
} mw_result;

// Can this maze be searched so? False and *error when the options name something unknown or
// impossible.
MW_API bool mw_search_valid(const mw_maze *, const mw_search_options *, mw_error *);
// Searches a maze. False and *error as with mw_search_valid, or when a search of the program's own
// says that moves are a solution which are none. A solution has been replayed through the rules
// before it is reported. Free with mw_result_free.
MW_API bool mw_search(const mw_maze *, const mw_search_options *, mw_result *, mw_error *);
MW_API void mw_result_free(mw_result *); // frees what it holds, not the struct
// After a search by A* or IDA* whose heuristic claims nothing: sets result->optimal if the
// heuristic overestimates in no state that the start can reach. The limits of the options hold for
// this work, too; where they are hit, nothing is proven, nor with MW_VISITED_FULL.
MW_API void mw_search_prove(const mw_maze *, const mw_search_options *, mw_result *);

// ---- heuristics
// The heuristics of a kind: its own, weakest first, then those that plug-ins added; ends with a
// NULL name, which is the first one if there are none.
MW_API const mw_heuristic *mw_heuristics(const mw_kind *);
// One of them by name, or NULL.
MW_API const mw_heuristic *mw_heuristic_find(const mw_kind *, const char *name);
// The strongest of the kind's own heuristics that claims to be admissible on this maze, or NULL.
MW_API const mw_heuristic *mw_heuristic_default(const mw_maze *);
// A heuristic that computes an expression over the kind's features, and claims nothing: "dx + dy",
// or with a name "mine=dx + dy", where quotes ' may stand around the expression. Without a name its
// text is its name. Estimates are rounded up to whole numbers; below 0, or without a value (0/0),
// they are 0; where they are infinite (1/0), the state counts as hopeless. NULL and *error if it is
// no expression. Free with mw_heuristic_free.
MW_API mw_heuristic *mw_heuristic_new(const mw_kind *, const char *text, mw_error *);
MW_API void mw_heuristic_free(mw_heuristic *); // one that mw_heuristic_new made; NULL is allowed

// ---- features
// The features of a kind; ends with a NULL name, which is the first one if the kind has none.
MW_API const mw_feature *mw_features(const mw_kind *);
// Their values in a state that is not lost. `values` has room for MW_FEATURES_MAX.
MW_API void mw_state_features(const mw_maze *, const mw_state *, double *values);

// ---- the whole state graph
// An edge of the graph.
typedef struct mw_arc {
    uint32_t to;     // id of a state; MW_FAR: a lost one, which has no id
    uint32_t cost;   // at least 1
    uint16_t action; // index into the kind's actions
    int16_t status;  // mw_status of the state it leads to
} mw_arc;

// Every state with its moves and exact distances. States have ids from 0, in breadth-first order
// from the start; those that the start cannot reach follow.
struct mw_graph {
    const mw_maze *maze; // must outlive the graph
    uint32_t states;     // open and solved ones
    uint32_t reachable;  // of them, from the start: ids 0 .. reachable-1; id 0 is the start
    uint64_t edges, reachable_edges; // lost ones included; of them, out of reachable states
    uint32_t *first;                 // arcs of state s: first[s] .. first[s+1]-1
    mw_arc *arcs;
    uint32_t *back_first, *back; // states with an arc to s: back[back_first[s]] ..
    uint32_t *distance;          // least cost to a solved state, MW_FAR if there is no way
    uint32_t *depth;             // least cost from the start, MW_FAR beyond `reachable`
    int8_t *status;              // mw_status of each state: MW_OPEN or MW_SOLVED
    struct mw_visited *store;    // of the states themselves; see mw_graph_state
    uint64_t bytes;              // of memory: the most that was held while it was built
    uint64_t held, most;         // that it holds; that it and all work on it may hold (0: no limit)
};

// The graph of everything reachable from the start or, with `all` and a kind that ranks its states
// (up to 2^25 of them), every legal state. The limits may be NULL: none. NULL when a limit is hit
// (*limit, if not NULL, says which). Free with mw_graph_free.
MW_API mw_graph *mw_graph_build(const mw_maze *, bool all, const mw_limits *, mw_limit *);
MW_API void mw_graph_free(mw_graph *); // frees a graph; NULL is allowed
// The state with this id, below graph->states.
MW_API void mw_graph_state(const mw_graph *, uint32_t id, mw_state *);
// The shortest solution that takes the first action, in the kind's order, wherever several are
// shortest; ids of the states passed, start and goal included. Their number, which is one more than
// the moves; 0 if unsolvable. The caller frees *ids.
MW_API uint32_t mw_graph_solution(const mw_graph *, uint32_t **ids);

#define MW_SOLUTIONS_CAP 1000000000u // shortest solutions are counted up to here

// A measure of a maze.
typedef struct mw_value {
    const char *name, *about;
    double value; // NaN: does not apply (e.g. the length of an unsolvable maze)
} mw_value;

// What mw_analyse found.
typedef struct mw_analysis {
    mw_value *values; // generic ones first, then the kind's own
    unsigned count;
    uint32_t hardest; // id of the reachable state farthest from a solution, MW_FAR if none
    const void *reserved[2];
} mw_analysis;

// The measures that every kind has, without values; ends with a NULL name.
MW_API const mw_value *mw_measures(void);
// Every measure of a maze. The graph must hold all legal states where the kind ranks them. False
// when memory runs out, or the limit under which the graph was built is hit. Free with
// mw_analysis_free.
MW_API bool mw_analyse(const mw_graph *, mw_analysis *);
// The same, but only the measures named, NULL-terminated; the others are NaN.
MW_API bool mw_analyse_some(const mw_graph *, const char *const *names, mw_analysis *);
// The measure of this name; NaN if the analysis does not have it.
MW_API double mw_analysis_value(const mw_analysis *, const char *name);
MW_API void mw_analysis_free(mw_analysis *); // frees what it holds, not the struct
// Least distance to a solved state over the states of each cell (w*h*d entries, MW_FAR: none), or
// NULL if the kind names no cells or memory runs out; *legal, if not NULL, tells which cells any
// state has. The caller frees both.
MW_API uint32_t *mw_cell_distances(const mw_graph *, bool **legal);

// The maze at a glance, by the kind's fast evaluator where it has one. Without `whole`, only the
// lengths and the best start. Distances count cost. False when memory runs out.
MW_API bool mw_evaluate(const mw_maze *, bool whole, mw_evaluation *);
// mw_evaluate from the state graph, never by the fast evaluator: the two must agree.
MW_API bool mw_evaluate_plainly(const mw_maze *, bool whole, mw_evaluation *);

// ---- auditing a heuristic against exact distances
// What an audit found.
typedef struct mw_audit {
    const mw_heuristic *heuristic;
    unsigned claims;                      // MW_ADMISSIBLE | MW_CONSISTENT, on this maze
    uint64_t states;                      // compared: those from which there is a way to win
    uint64_t overestimated, inconsistent; // states; edges
    uint32_t worst;    // largest overestimate; MW_FAR: called hopeless though it is not
    double mean_error; // mean of exact - estimate
    bool admissible, consistent, exact; // on all states compared
    // Smallest counterexamples, by exact distance; valid if the flag above is false.
    mw_state over; // estimated too high:
    uint32_t over_estimate, over_exact;
    mw_state from, to; // the estimate falls by more than the edge costs:
    uint32_t from_estimate, to_estimate, edge_cost;
    uint16_t action;       // from -> to
    uint32_t gap;          // largest exact - estimate
    uint64_t exact_states; // estimated exactly
    const void *reserved[2];
} mw_audit;

// Compares a heuristic with the distances of the graph, on every state from which there is a way to
// win. False when memory runs out or a limit is hit.
MW_API bool mw_audit_run(const mw_graph *, const mw_heuristic *, mw_audit *);

// ---- laws
// What mw_laws found.
typedef struct mw_verdict {
    unsigned laws, failures; // checked; broken
    uint64_t states;         // that the laws saw
    mw_limit limit;          // hit before all laws were checked
    const void *reserved[2];
} mw_verdict;

// Checks on this maze that its kind keeps the promises of every kind (the laws). Calls `say` with
// one sentence for each failure.
MW_API mw_verdict mw_laws(const mw_maze *, uint64_t seed, const mw_limits *,
                          void (*say)(void *, const char *), void *context);

#ifdef __cplusplus
}
#endif
#endif
