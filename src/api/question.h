// question.h: what the files that answer questions share: the question, its fields, what is kept,
// and the parts of answers that several of them give.
#ifndef MW_API_QUESTION_H
#define MW_API_QUESTION_H

#include "api/api.h"
#include "api/answer.h"
#include "mazewright/scene.h"
#include "mazewright/session.h"

// A maze that was asked about.
typedef struct mw_kept_game {
    char *key;           // kind and text of the maze, as the question had them; NULL: there is none
    mw_session *session; // a game of it, with the state graph once it was needed
} mw_kept_game;

#define MW_GAMES_KEPT 4

struct mw_api {
    mw_api_host host;
    const char *(*found)(void *context, const mw_design_report *); // OPTIONAL
    mw_kept_game games[MW_GAMES_KEPT]; // the one asked about last is the first
    mw_marble_tilted *marble;          // the marble in its maze, once it was tilted
    // Of the question at hand:
    const char *id;  // as JSON, for the answer and the events; NULL: none
    bool in_line;    // it is a line of mw_api_ask: events have an id, if there are any,
    bool progress;   // which there are only if this was asked for
    uint64_t told;   // states, when progress was last told
    bool stopped;    // the host ended the work
    bool event_lost; // memory ran out, and an event was lost
};

typedef struct mw_question {
    mw_api *api;
    const mw_field *fields;
    unsigned count;
    mw_writer *out;  // the object of the answer, begun
    mw_error *error; // what is wrong with the question
} mw_question;

// Answers a question. False: q->error tells why not.
typedef bool mw_answer_function(mw_question *);
mw_answer_function mw_api_about, mw_api_maze, mw_api_convert; // ask_about.c
mw_answer_function mw_api_read;                               // ask_read.c
mw_answer_function mw_api_random;                             // ask_random.c
mw_answer_function mw_api_paint, mw_api_blank, mw_api_resize, mw_api_turn,
    mw_api_brushes; // ask_edit.c
mw_answer_function mw_api_play, mw_api_ties, mw_api_look, mw_api_features, mw_api_optimum,
    mw_api_hint, mw_api_solution, mw_api_verify;               // ask_play.c
mw_answer_function mw_api_check;                               // ask_check.c
mw_answer_function mw_api_audit;                               // ask_audit.c
mw_answer_function mw_api_svg;                                 // ask_scene.c
mw_answer_function mw_api_solve, mw_api_trace, mw_api_analyse; // ask_search.c
mw_answer_function mw_api_explain, mw_api_compare;             // ask_explain.c
mw_answer_function mw_api_layout, mw_api_state, mw_api_graph,
    mw_api_place;                                              // ask_graph.c
mw_answer_function mw_api_objective, mw_api_design;            // ask_design.c
mw_answer_function mw_api_simulate, mw_api_walls, mw_api_tilt; // ask_marble.c

// ---- fields. Where a field is not given, *out keeps its value. False: its value is wrong.
const char *mw_field_text(const mw_question *, const char *name); // NULL: not given
bool mw_field_bool(const mw_question *, const char *name);        // not given: false
bool mw_field_number(mw_question *, const char *name, double least, double most, double *);
bool mw_field_count(mw_question *, const char *name, uint64_t least, uint64_t most, uint64_t *);
// The kind that the field `kind` names, which must be given. NULL: there is none such.
const mw_kind *mw_field_kind(mw_question *);
// The maze, or a game of it in which `moves` were made; both belong to the mw_api. NULL: q->error
// tells why.
const mw_maze *mw_field_maze(mw_question *);
mw_session *mw_field_session(mw_question *);
mw_maze *mw_field_other(mw_question *, const char *name); // another maze; the caller frees it
bool mw_field_style(mw_question *, mw_style *);           // theme and scale
// Is the maze small enough for this number of pictures of it? A short id can name a maze of
// millions of cells, whose picture would take gigabytes.
bool mw_api_can_draw(mw_question *, const mw_maze *, uint64_t pictures);

bool mw_wrong(mw_question *, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // false
#ifdef __clang_analyzer__                  // sees one file at a time
#define mw_wrong(...) (mw_wrong(__VA_ARGS__), false)
#endif

// ---- long work
// The limits of the host, or else our own.
mw_limits mw_api_host_limits(mw_api *);
// The same; the field `states` may lower them.
bool mw_api_limits(mw_question *, mw_limits *);
bool mw_api_goes_on(mw_api *);
// Hands an event to the host, as far as it is to be told of it, and frees its text.
void mw_api_event(mw_api *, mw_writer *);

// ---- answering
// As mw_api_answer, with what is set in the mw_api for this question.
char *mw_api_answer_now(mw_api *, const mw_field *, unsigned count, bool *failed);
// As mw_api_error, with the id, and with `stopped` if the work was stopped.
char *mw_api_refusal(const mw_api *, const mw_error *);

// ---- parts of answers
// A scene as an object; without the shapes that `before` has, too, if that is not NULL.
void mw_answer_scene(mw_writer *, const char *key, const mw_scene *, const mw_scene *before,
                     const mw_style *);
// `cell`, `x` and `y` of a state, each null where there is none.
void mw_answer_place(mw_writer *, const mw_maze *, const mw_state *);
void mw_answer_maze(mw_question *, const mw_maze *); // all that `maze` tells
// The id of a maze: as `id`, or as `maze_id` where `id` is that of the question.
void mw_answer_maze_id(mw_question *, const mw_maze *);
uint32_t mw_player_cell(const mw_maze *, const mw_state *); // MW_FAR: none

#endif
