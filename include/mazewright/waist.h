// waist.h: what a KIND of maze is. A kind knows the rules of one family of mazes and nothing of the
// engines; an engine (search, analysis, design, drawing, play) knows this header and no kind.
//
// How structs grow. Within a major version, members are only added, so that kinds and programs that
// were compiled before still work:
// - mw_kind, its parts, and the options and plans that a program fills in begin with `size`. New
//   members are added at the end. A kind sets size to sizeof; a program may leave it 0, which means
//   the members of version 2.0, and sets it to sizeof when it uses later ones. The library reads
//   nothing beyond that size.
// - A struct that the library fills in for a program (mw_result and others), that is an element of
//   an array, or that is a member of another struct never changes its size. Later members replace
//   `reserved`, which must be 0 until then. Such a struct without `reserved` never changes.
// - A struct that only the library makes (mw_graph, mw_event and others) gets new members at its
//   end.
#ifndef MAZEWRIGHT_WAIST_H
#define MAZEWRIGHT_WAIST_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(__wasm__)
#define MW_API __attribute__((visibility("default")))
#else
#define MW_API
#endif

#define MW_VERSION     200        // of these headers: 100 * major + minor
#define MW_STATE_WORDS 4          // 64-bit words in a state
#define MW_EDGES_MAX   16         // most edges that expand may write
#define MW_FAR         UINT32_MAX // a distance or estimate: no way there

typedef struct mw_kind mw_kind;
typedef struct mw_error mw_error;   // what was wrong with an input, see mazewright.h
typedef struct mw_graph mw_graph;   // the whole state graph, see mazewright.h
typedef struct mw_writer mw_writer; // growing text, see text.h
typedef struct mw_source mw_source; // a maze's text being read, see text.h
typedef struct mw_scene mw_scene;   // a picture, see scene.h
typedef struct mw_glyph mw_glyph;   // a cell in characters, see scene.h
typedef struct mw_rng mw_rng;       // seeded random numbers, see rng.h
typedef struct mw_chains mw_chains; // for searches on graphics cards; opaque

// What holds for every state of one maze; a kind sets it when it makes the maze.
enum {
    MW_UNIT_COST = 1, // every edge costs 1
    MW_REVERSIBLE =
        2, // every edge s -> t between states that are not lost has an edge t -> s; expand
           // then also answers for solved states, so that a path can be walked back
};

// A maze: one flat block without inner pointers, so that clone, compare and save are memcpy and
// memcmp. Const once parsed. Made with mw_maze_new, freed with mw_maze_free.
typedef struct mw_maze {
    const mw_kind *kind;
    uint32_t bytes;   // of the whole block, this header included
    uint16_t w, h, d; // size in cells; d is 1 for a flat maze
    uint8_t words;    // words of mw_state that this maze uses, 1 to MW_STATE_WORDS
    uint8_t traits;   // MW_UNIT_COST | ...
    uint64_t data[];  // the kind's own layout
} mw_maze;

// A position in play. Unused words and bits are 0: equal states are equal bytes.
typedef struct mw_state {
    uint64_t w[MW_STATE_WORDS];
} mw_state;

// How a state stands: play goes on in open ones only.
typedef enum { MW_LOST = -1, MW_OPEN = 0, MW_SOLVED = 1 } mw_status;

// One legal move out of a state.
typedef struct mw_edge {
    mw_state to;     // where it leads
    uint64_t rank;   // rank(to), unless it is lost; 0 if the kind does not rank its states
    uint32_t cost;   // at least 1
    uint16_t action; // index into the kind's actions
    int16_t status;  // status(to)
} mw_edge;

// An option that a maze of this kind may carry, as a word of its header or id: `name` or
// `name=value`.
typedef struct mw_option {
    const char *name;
    const char *value; // what stands after '=', e.g. "before|after"; NULL: a plain word
    const char *about; // one line
    bool only_random;  // for making a random maze only; not part of the maze
} mw_option;

// A further text form that `convert --to` can write.
typedef struct mw_form {
    const char *name, *about;
    void (*print)(const mw_maze *, mw_writer *);
    // OPTIONAL: returns what this maze has and the form cannot express, e.g. "moving blocks"; then
    // the maze is not written in this form. NULL: the form can express all of it.
    const char *(*lacks)(const mw_maze *);
    const void *reserved[1];
} mw_form;

// What a heuristic claims: it is never more than the true cost; and along no edge does it fall by
// more than the edge costs. Consistent implies admissible: claim both.
enum { MW_ADMISSIBLE = 1, MW_CONSISTENT = 2 };

// An estimate of the cost to the nearest solved state. Either a formula (`eval`, or `estimate`
// where it needs a context), or the exact distance in an easier maze (`relax`), which the search
// computes once and looks up by rank.
typedef struct mw_heuristic {
    const char *name, *about;
    unsigned (*claims)(const mw_maze *); // REQUIRED: what holds on this maze; tested as a law
    uint32_t (*eval)(const mw_maze *, const mw_state *);
    // The easier maze, a new one the caller frees (NULL: out of memory); its states must rank.
    mw_maze *(*relax)(const mw_maze *);
    // OPTIONAL with relax: where a state lies in the easier maze; without it, in the same state.
    void (*project)(const mw_maze *, const mw_maze *easier, const mw_state *, mw_state *out);
    // OPTIONAL: the same rules and goal on a board without obstacles, `margin` cells larger on each
    // side, where the heuristic meets more cases; an audit looks there, too. The caller frees it;
    // NULL: out of memory (errno is ENOMEM) or too large.
    mw_maze *(*open)(const mw_maze *, unsigned margin);
    // Instead of eval, for heuristics of a program's own (mw_search_options.own). Where the rules
    // cannot tell some states apart, which have one rank, it is called with one of them, always the
    // same; with MW_VISITED_FULL it is called with each. MW_FAR: there is no way to win.
    uint32_t (*estimate)(void *context, const mw_maze *, const mw_state *);
    void *context; // for estimate
} mw_heuristic;

// For a heuristic's `claims`: admissible and consistent on every maze.
MW_API unsigned mw_claims_consistent(const mw_maze *);
MW_API unsigned mw_claims_nothing(const mw_maze *); // for `claims`: neither, on any maze

// A number about a maze that only its kind can tell; NaN where it does not apply.
typedef struct mw_measure {
    const char *name, *about;
    double (*eval)(const mw_maze *, const mw_graph *);
    const void *reserved[1];
} mw_measure;

#define MW_NO_MEMORY (-HUGE_VAL) // instead of a number: memory ran out

#define MW_MEASURES_MAX 10 // of a kind's own

// A whole maze at a glance, for loops that try millions of them.
typedef struct mw_evaluation {
    uint32_t length;                // of the shortest solution, MW_FAR: unsolvable
    uint32_t best_length;           // from the best of all legal starts, 0: none can win;
                                    // MW_FAR: not worked out
    mw_state best;                  // such a start
    double unreaching, unreachable; // cells, as the measures of these names; NaN: not worked out
    // and, where asked for:
    uint32_t states, dead;       // that the maze's own start can reach; of them, lost causes
    uint64_t losing;             // moves out of them that lose at once
    double own[MW_MEASURES_MAX]; // the kind's measures, in their order
} mw_evaluation;

// An objective by name, for `design`: an expression over measures, to be made as small as possible.
typedef struct mw_preset {
    const char *name, *about, *objective;
    double hot, cold; // temperatures between which annealing works well; 0: not known
    bool per_side;    // these are to be multiplied by the longer side of the board
    const void *reserved[1];
} mw_preset;

// The search for a proven longest maze.
typedef struct mw_exact {
    bool all_reach; // every cell must reach the goal
    bool unique;    // the shortest solution must be the only one
    // OPTIONAL: a new best maze, and now and then (maze NULL); false ends the search.
    bool (*watch)(void *context, const mw_maze *, uint32_t length, uint64_t nodes);
    void *context;
    // What came of it.
    uint32_t length; // of the best maze; 0: none satisfies the conditions
    uint32_t bound;  // no maze is longer than this
    uint64_t nodes;
    bool proven; // length == bound, or there is no such maze
    const void *reserved[2];
} mw_exact;

// How mazes are designed: a part of a kind, like the parts below.
typedef struct mw_design {
    size_t size;
    // REQUIRED: one small random change, in place; the maze stays legal and keeps its size.
    void (*mutate)(mw_maze *, mw_rng *);
    // OPTIONAL: begin play in this state, which is the best start that fast.evaluate told (or, in a
    // kind without it, the state graph). Without set_start the start is part of what is searched.
    void (*set_start)(mw_maze *, const mw_state *);
    const mw_preset *presets; // REQUIRED, ends with a NULL name; the first is the default
    // OPTIONAL: the same maze in a mirror or turned: symmetry bit 0 swaps left and right, bit 1 up
    // and down, bit 2 rows and columns. A new maze; a plain copy where it would not be the same to
    // a player; NULL: out of memory.
    mw_maze *(*turn)(const mw_maze *, unsigned symmetry);
    // OPTIONAL: puts into *maze, whose size and options it keeps, the longest there is. Start and
    // goal stay where they are, or move where the kind says so. False: out of memory, or not for
    // mazes of this size or these options.
    bool (*exact)(mw_maze *, mw_exact *);
    // OPTIONAL, all three or none: a maze as a string of bits, for genetic search. bits: how many;
    // decode keeps size and options and returns false, with *maze in any state, for an illegal one.
    unsigned (*bits)(const mw_maze *);
    void (*encode)(const mw_maze *, uint64_t *bits);
    bool (*decode)(mw_maze *, const uint64_t *bits);
    const mw_chains *chains; // OPTIONAL: without it graphics cards are no help
    // OPTIONAL: can a maze begin in this legal state? The best start is one of those. Without it,
    // in every state.
    bool (*can_start)(const mw_maze *, const mw_state *);
} mw_design;

// Where an action points on the board, for arrow keys and for buttons.
typedef enum {
    MW_ARROW_NONE,
    MW_ARROW_UP,
    MW_ARROW_RIGHT,
    MW_ARROW_DOWN,
    MW_ARROW_LEFT,
    MW_ARROW_UP_RIGHT,
    MW_ARROW_DOWN_RIGHT,
    MW_ARROW_DOWN_LEFT,
    MW_ARROW_UP_LEFT,
} mw_arrow;

// One of the moves that a player can name.
typedef struct mw_action {
    const char *word;  // REQUIRED: as a solution has it. Single letters are printed without blanks
                       // between them, so no word may begin with another.
    mw_arrow arrow;    // the arrow key or button for it
    char part;         // the part of the player that it moves, by its letter; 0: all of him
    const char *about; // OPTIONAL: what it does, in a few words: "wait"; NULL: its arrow says it
} mw_action;

// A number of a state that the rules speak of. Users write heuristics as expressions over these
// numbers, and see them beside the moves of a solution.
typedef struct mw_feature {
    const char *name;  // REQUIRED: small letters, digits and '_', a letter first
    const char *about; // REQUIRED: one line
    const void *reserved[2];
} mw_feature;

#define MW_FEATURES_MAX 64 // of a kind

// ---- the parts of a kind. Each begins with its size, REQUIRED: sizeof(mw_rules) and so on. A kind
// of a smaller size counts as one that leaves the last members out; so engines look at OPTIONAL
// members through MW_HAS.

// How play goes. No allocation, no output, no memory between calls.
typedef struct mw_rules {
    size_t size;
    const mw_action *actions; // REQUIRED, ends with a NULL word
    // REQUIRED: the state in which play begins, and how a state stands.
    void (*start)(const mw_maze *, mw_state *);
    mw_status (*status)(const mw_maze *, const mw_state *);
    // REQUIRED: every legal move out of an open state, in the order of the actions; at most
    // MW_EDGES_MAX. Moves that lose the game are listed with status MW_LOST.
    unsigned (*expand)(const mw_maze *, const mw_state *, mw_edge *);
    // REQUIRED: a state in words, e.g. "row 2, column 3, top 1".
    void (*describe)(const mw_maze *, const mw_state *, mw_writer *);
    // OPTIONAL, all three or none: a dense index of the states; without it visited sets are hashed.
    // Two states of the same rank must be interchangeable: same moves, costs, statuses and ranks
    // for ever after. So a kind merges states that differ in nothing that matters.
    uint64_t (*count)(const mw_maze *); // ranks are 0 .. count-1
    uint64_t (*rank)(const mw_maze *, const mw_state *);
    bool (*unrank)(const mw_maze *, uint64_t, mw_state *); // false: no legal state has this rank
    // OPTIONAL: the cell (x + w*y + w*h*z) where the player stands; without it there are no
    // distance grids.
    uint32_t (*cell)(const mw_maze *, const mw_state *);
    // OPTIONAL: why an action is not legal in an open state, in a few words after which no full
    // stop comes: "a wall is there". It writes nothing where the action is legal. Without it
    // players hear only that the action is not possible.
    void (*why_not)(const mw_maze *, const mw_state *, uint16_t action, mw_writer *);
    // OPTIONAL, both or none: the numbers of a state, and their values in a state that is not lost:
    // values[i] is that of features[i]. Bit i of `wanted` says that somebody looks at values[i];
    // the others need not be written. Searches call this for each state.
    const mw_feature *features; // ends with a NULL name; at most MW_FEATURES_MAX
    void (*measure)(const mw_maze *, const mw_state *, uint64_t wanted, double *values);
    // OPTIONAL: how a move out of this state lost the game, as a sentence to the player without its
    // full stop: "The Minotaur caught you". Without it players hear the state that is lost.
    void (*how_lost)(const mw_maze *, const mw_state *from, const mw_edge *, mw_writer *);
    // OPTIONAL, all or none: a state as a player would speak of it, for explanations: a few things,
    // each with a value: the place of the block, how it lies, bridge A. things: how many this maze
    // has, at most MW_THINGS_MAX. facts: the value of each in a state that is not lost. tell_fact:
    // that a thing has a value, as a clause without its full stop: "bridge A is down". Without
    // them, cells and features are what explanations speak of.
    unsigned (*things)(const mw_maze *);
    void (*facts)(const mw_maze *, const mw_state *, uint32_t *values);
    void (*tell_fact)(const mw_maze *, unsigned thing, uint32_t value, mw_writer *);
} mw_rules;
#define MW_THINGS_MAX 128 // of a maze

// How a maze is written. parse(print(m)) == m, byte for byte; so is the id's form.
typedef struct mw_text {
    size_t size;
    // REQUIRED: reads the body (and the options and size of a header) into a new maze; on failure
    // says why with mw_fail and returns NULL.
    mw_maze *(*parse)(mw_source *);
    // REQUIRED: the body, lines ended by '\n'. compact: for ids; no blanks, and only letters,
    // digits and ". _ - ~ + @ ,", so that shells and addresses leave it alone.
    void (*print)(const mw_maze *, bool compact, mw_writer *);
    const mw_option *options; // OPTIONAL, ends with a NULL name
    // OPTIONAL: the options that differ from the defaults, each preceded by one blank.
    void (*print_options)(const mw_maze *, mw_writer *);
    const mw_form *forms; // OPTIONAL, ends with a NULL name
    // OPTIONAL: a random maze of the size and options of the source; without it there are no
    // `kind:params#seed` ids. `generator` counts up when the same seed begins to give another maze.
    mw_maze *(*random)(mw_source *, mw_rng *);
    unsigned generator;
    // OPTIONAL: nothing names the kind of this text. Does it look like one of a form of this kind
    // that has no header? The beginning decides; parse then tells what is wrong with the rest. May
    // read lines from the source, and tells no error.
    bool (*recognises)(mw_source *);
    // OPTIONAL: how to read this text, in a few sentences for somebody who knows how_to_play and
    // has no picture: what each character means, and what the options in the header mean.
    const char *how_to_read;
} mw_text;

// How a maze is shown.
typedef struct mw_view {
    size_t size;
    // OPTIONAL, both or none. draw: the maze with the player in a state, as shapes (scene.h).
    // place: where the player is in this picture, for drawing the line of a solution.
    void (*draw)(const mw_maze *, const mw_state *, mw_scene *);
    void (*place)(const mw_maze *, const mw_state *, double *x, double *y);
    // OPTIONAL: a move under way. At t = 0 the picture is that of draw before the move, at t = 1
    // that of draw after it; only a move that ends the game may end with another picture, e.g.
    // without a block that fell. Without animate the picture jumps from one to the other.
    void (*animate)(const mw_maze *, const mw_state *from, const mw_edge *, double t, mw_scene *);
    // OPTIONAL: what is in a cell in this state, in a few words for somebody who does not see the
    // picture: "jump 3", "wall above, Minotaur". Where the player is, "you are here" is among them.
    // Nothing written: an empty place outside the board.
    void (*look)(const mw_maze *, const mw_state *, uint32_t cell, mw_writer *);
    // OPTIONAL: what a player must know of this maze and the picture does not tell, in sentences.
    void (*remark)(const mw_maze *, mw_writer *);
    // OPTIONAL: a cell in characters, for terminals (scene.h). The glyph is all zero before. Called
    // for the cells in sight only, in any order.
    void (*glyph)(const mw_maze *, const mw_state *, uint32_t cell, mw_glyph *);
    // OPTIONAL: what stands beside the board while one plays and a cell has no room for: the net of
    // a die, which bridges are open. Lines of at most MW_ASIDE_WIDTH columns, ended by '\n';
    // longer ones are wrapped.
    void (*aside)(const mw_maze *, const mw_state *, mw_writer *);
    bool upward; // the rows of glyphs count upwards on the screen; else downwards
    // OPTIONAL: the cells that the player covers, and the part of him in each, as in mw_action.
    // Writes at most MW_COVERED_MAX, that of rules->cell first, and returns their number. Without
    // it, he covers that cell alone.
    unsigned (*covers)(const mw_maze *, const mw_state *, uint32_t *cells, char *parts);
    // OPTIONAL: what the thing in a cell does to another cell, in a word or a few: a switch
    // "toggles it", a bridge. NULL: nothing.
    const char *(*tie)(const mw_maze *, const mw_state *, uint32_t from, uint32_t to);
    // OPTIONAL: where gravity pulls in this state: x to the right of the cells, y downwards along
    // their rows or, if `upward`, upwards, z to the next layer; of length 1. Then moves turn the
    // maze, and a picture that shows how it stands is turned so that this direction points down.
    void (*down)(const mw_maze *, const mw_state *, double down[3]);
} mw_view;
#define MW_COVERED_MAX 4  // cells of mw_view.covers
#define MW_ASIDE_WIDTH 28 // columns of mw_view.aside

// What an editor can put on a board.
typedef struct mw_brush {
    const char *name; // a word or two, or the character that stands for it in the maze's text
    const char *about;
    bool side; // painted on a side of a cell, not on the cell
    const void *reserved[1];
} mw_brush;

// How a maze is edited.
typedef struct mw_editor {
    size_t size;
    const mw_brush *brushes; // REQUIRED, ends with a NULL name
    // REQUIRED: a copy of the maze in which a brush was used on a cell (0 up, 1 right, 2 down, 3
    // left, 4 above, 5 below: its side, if the brush is for sides). NULL and *error: that cannot
    // be, or memory ran out.
    mw_maze *(*paint)(const mw_maze *, unsigned brush, uint32_t cell, unsigned side, mw_error *);
    // OPTIONAL: a maze with the options of this one, and the size of the source, which has no other
    // options. keep: what lies within both sizes stays where it is, and what is new is plain; a
    // start or goal beyond the border moves to the nearest cell. Else it is an empty board, as a
    // designer begins with. NULL and the source's error: not of this size, or memory ran out.
    mw_maze *(*resize)(const mw_maze *, bool keep, mw_source *);
    // OPTIONAL: as turn of mw_design, but always turned, also where this is another maze to a
    // player. Without it, turn of mw_design is what there is.
    mw_maze *(*turn)(const mw_maze *, unsigned symmetry);
} mw_editor;

// The whole maze faster than a search can.
typedef struct mw_fast {
    size_t size;
    // REQUIRED. False: not for this maze, or memory ran out; then the state graph is built. A law
    // compares the two.
    bool (*evaluate)(const mw_maze *, bool whole, mw_evaluation *);
    // OPTIONAL: the memory that evaluate takes; without it, little.
    uint64_t (*bytes)(const mw_maze *);
} mw_fast;

// A family of mazes: its text, its rules, and what else it can tell. One constant of this type is a
// kind; mw_maze_read and mw_maze_of_kind take it.
struct mw_kind {
    size_t size;             // REQUIRED: sizeof(mw_kind); new members are added at the end
    const char *name;        // REQUIRED: lower case; also the file extension and the head of an id
    const char *about;       // REQUIRED: one line for a player
    const char *how_to_play; // OPTIONAL: the rules in a few sentences for a player, with the
                             // letters of the moves; paragraphs end with '\n'
    const mw_rules *rules;   // REQUIRED
    const mw_text *text;     // REQUIRED
    const mw_view *view;     // OPTIONAL: without it there are no pictures
    const mw_editor *editor; // OPTIONAL: without it the page cannot edit such mazes
    const mw_fast *fast;     // OPTIONAL: without it the state graph is built
    const mw_design *design; // OPTIONAL: without it the kind cannot be designed
    const mw_heuristic *heuristics; // OPTIONAL, ends with a NULL name; weakest first
    const mw_measure *measures;     // OPTIONAL, ends with a NULL name
};

// Does the kind have this OPTIONAL member of one of its parts? MW_HAS(kind, view, draw)
#define MW_HAS(kind, part, member)                                                                 \
    ((kind)->part &&                                                                               \
     (kind)->part->size >=                                                                         \
         (size_t)((const char *)(&(kind)->part->member + 1) - (const char *)(kind)->part) &&       \
     (kind)->part->member)

// Is the work on this thread to end? A loop of a kind or of an engine that may take longer than
// some milliseconds asks every few thousand rounds. If the answer is true, it gives up as if memory
// had run out, and frees what it holds. Who decides is told with mw_stop_begin (mazewright.h).
MW_API bool mw_stopping(void);
MW_API bool mw_stopped(void); // was the answer true? Asks nobody
// The same as mw_stopping, but asked in one round out of 4096 only.
#define MW_STOPPING_AT(round) (((round)&4095) == 4095 && mw_stopping())

// A zeroed maze with `bytes` of data, or NULL when memory runs out. The caller fills w, h, d,
// words, traits and data.
MW_API mw_maze *mw_maze_new(const mw_kind *, size_t bytes);
MW_API void mw_maze_free(mw_maze *);            // frees a maze; NULL is allowed
MW_API mw_maze *mw_maze_clone(const mw_maze *); // a copy; NULL: out of memory

#ifdef __cplusplus
}
#endif
#endif
