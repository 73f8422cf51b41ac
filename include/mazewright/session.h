// session.h: playing a maze: moves, undo and redo, hints, saving. A session draws nothing itself;
// the program that shows the maze asks it. A game is saved as the text of its moves, and goes on by
// making them again.
#ifndef MAZEWRIGHT_SESSION_H
#define MAZEWRIGHT_SESSION_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mw_session mw_session; // a game: a maze, and the moves made in it

// A new game; it takes a copy of the maze. NULL: out of memory. Free with mw_session_close.
MW_API mw_session *mw_session_open(const mw_maze *);
MW_API void mw_session_close(mw_session *); // frees it; NULL is allowed

MW_API const mw_maze *
mw_session_maze(const mw_session *); // the maze, its own copy; valid until it is closed
MW_API const mw_state *mw_session_state(const mw_session *); // the position; valid until it changes
MW_API mw_status mw_session_status(const mw_session *);      // open, solved or lost
MW_API uint32_t mw_session_moves(const mw_session *);        // moves made and not taken back
// How the game was lost, as a sentence without its full stop, which the caller frees: "The Minotaur
// caught you". NULL: it is not lost, or its kind does not say, or memory ran out.
MW_API char *mw_session_loss(const mw_session *);
MW_API uint64_t mw_session_bytes(const mw_session *); // memory that it takes, with its state graph

// The position as a picture. With t from 0 to 1: the last move on its way, of which 1 is the end.
// False: out of memory, or the kind does not draw.
MW_API bool mw_session_draw(const mw_session *, double t, mw_scene *);

// Makes a move. False: not legal here, or the game is over, or memory ran out. Moves that had been
// taken back are forgotten.
MW_API bool mw_session_move(mw_session *, uint16_t action);
MW_API bool mw_session_undo(mw_session *); // takes a move back; false: there is none
MW_API bool mw_session_redo(mw_session *); // makes it again; false: there is nothing to make again
MW_API void mw_session_restart(mw_session *); // takes all moves back; redo makes them again

// The moves as text, which the caller frees; NULL: out of memory.
MW_API char *mw_session_text(const mw_session *);
// Plays the moves of a text from the start of the maze. False and *error: a move is unknown or
// illegal, or memory ran out; then the session is as it was.
MW_API bool mw_session_load(mw_session *, const char *moves, mw_error *);

// What is known of a position.
typedef struct mw_advice {
    bool known;        // false: the maze is too large, and nothing below is known. In a solved
                       // position it is true, and so is winnable; distance is 0
    bool winnable;     // can the maze be won from here?
    uint32_t distance; // moves that a win takes at least; their cost, where moves differ in cost
    uint16_t action;   // the next move of a shortest solution
    double x, y;       // how far that solution leads in the next few moves, in the kind's picture
    uint32_t back;     // if the position is lost: moves to take back until it can be won again
    const void *reserved[2];
} mw_advice;
// Advice on the position as it is now. The first call builds the state graph, which may take long;
// the session keeps it.
MW_API mw_advice mw_session_advise(mw_session *);
#define MW_SESSION_STATES 5000000 // the limit of states of the graph, unless another one is set
// Sets the limits of the state graph. To be called before the first advice, hint or optimum.
MW_API void mw_session_limit(mw_session *, const mw_limits *);
MW_API mw_limit mw_session_hit(const mw_session *); // which of them was hit, if any
// The length of a shortest solution from the start of the maze. MW_FAR: there is none, or it is not
// known.
MW_API uint32_t mw_session_optimum(mw_session *);

#define MW_HINTS    4 // grades of hints
#define MW_HINT_WHY 4 // the grade that tells why
// A hint in words: grade 1: can it still be won? 2: which direction, or how many moves of a kind
// without `place`? 3: which move? 4: what does every solution come to next, or why is there none
// (explain.h)? This one takes longer, and may have several lines. At most `size` bytes, the final 0
// included, are written.
MW_API void mw_session_hint(mw_session *, unsigned grade, char *text, size_t size);
// The grade that a player gets after this one, from a nudge to the move itself: 1, 4, 2, 3. 0 is
// before the first and after the last.
MW_API unsigned mw_hint_after(unsigned grade);

#ifdef __cplusplus
}
#endif
#endif
