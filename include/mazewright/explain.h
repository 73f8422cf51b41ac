// explain.h: why. What every solution of a maze must do, and why a game can no longer be won. All
// of it is exact: it is read from the whole state graph.
#ifndef MAZEWRIGHT_EXPLAIN_H
#define MAZEWRIGHT_EXPLAIN_H

#include "mazewright/mazewright.h"
#include "mazewright/session.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- facts: a state as a player would speak of it
// That a thing of this maze (the place of the block, bridge A) has a value.
typedef struct mw_fact {
    uint32_t thing, value;
} mw_fact;

// The things of this maze, those of its kind (things of mw_rules) or else its cells and features.
// At most MW_THINGS_MAX.
MW_API unsigned mw_things(const mw_maze *);
// The value of each of them in a state that is not lost.
MW_API void mw_facts(const mw_maze *, const mw_state *, uint32_t *values);
// A fact in words, a clause without a full stop: "bridge A is down". The caller frees it; NULL: out
// of memory.
MW_API char *mw_fact_words(const mw_maze *, mw_fact);

// ---- what every solution must do
// Something that every way to a win does: it passes a state, or it makes a fact true in one of
// several states.
typedef struct mw_must {
    uint32_t state;      // id of the state; MW_FAR: it is `fact`, in one of several states
    mw_fact fact;        // if state is MW_FAR
    const mw_fact *with; // if state is MW_FAR: other facts that hold whenever it is first made
    uint32_t with_count; // true on a way to a win, and that do not hold all over the region; first
                         // those that do not hold where the region begins
    uint32_t region;     // index of the region that the state begins, or that the fact lies in.
                         // There the fact does not hold at the beginning, and becomes true before
                         // the next region begins
    uint32_t depth;      // least cost from where the ways begin
    uint32_t distance;   // least cost from there to a win
    const mw_fact *news; // facts that hold for the first time, of things that seldom change on a
    uint32_t news_count; // cheapest way, and of which no must before tells: "bridge A is down"
    bool no_return;      // an open state from which no state of the region before can be reached
    const void *reserved[2];
} mw_must;

// The states on ways to a win between two states that all of them pass. They are left by passing
// the second one; so a maze falls apart into regions, which are won one after the other.
typedef struct mw_region {
    uint32_t states;       // the state that begins it included
    uint32_t cost;         // least cost of crossing it
    uint32_t dead;         // states without a way to a win to which a move out of the region leads
    uint32_t first;        // index of the must that begins it
    uint32_t facts;        // number of musts after that one that are facts in this region
    const uint64_t *order; // for mw_explanation_before
    const void *reserved[2];
} mw_region;

// What every way from a state to a win does.
typedef struct mw_explanation {
    uint32_t from;         // id of the state in which the ways begin
    bool winnable;         // false: there is no way to a win, and nothing below is set
    uint32_t length, cost; // moves and cost of a cheapest way
    uint32_t ways;         // states on any way to a win
    mw_must *must;         // the first is `from`. They are in an order that is right for every way,
    uint32_t must_count;   // as far as all ways have the same order (mw_explanation_before)
    mw_region *regions;
    uint32_t region_count;
    uint32_t no_return; // index of the first must with no_return; MW_FAR: there is none
    // Moves away from the goal, by rows and columns on the board, that the way with the fewest of
    // them has. MW_FAR: the kind names no cells.
    uint32_t away;
    uint32_t unlisted; // facts left out of `must`, because more than MW_MUST_MAX were found
    const void *reserved[4];
} mw_explanation;

#define MW_MUST_MAX 4096 // of a must that is a fact; states are always listed

// What every way from a state of the graph to a win must do. False: memory ran out, or a limit of
// the graph was hit, or the work is to end (mw_stopping). Free with mw_explanation_free.
MW_API bool mw_explain(const mw_graph *, uint32_t from, mw_explanation *);
MW_API void mw_explanation_free(mw_explanation *); // frees what it holds, not the struct
// Is must[a] first done before must[b] is first done (or at the same time) on every way to a win?
MW_API bool mw_explanation_before(const mw_explanation *, uint32_t a, uint32_t b);
// A must in words, a clause without a full stop: "the block stands on row 2, column 3, and bridge A
// is down". The caller frees it; NULL: out of memory.
MW_API char *mw_must_words(const mw_graph *, const mw_must *);
// Only what is new with it: "bridge A is down"; "" if nothing is. The caller frees it; NULL: out of
// memory.
MW_API char *mw_must_news(const mw_graph *, const mw_must *);

// ---- why a game can no longer be won
// The move that lost a game, and what follows from it.
typedef struct mw_loss {
    bool known;     // false: the maze is too large, or memory ran out; nothing below is set
    bool lost;      // no win is possible any more
    uint32_t fatal; // number of the move, from 1, after which none was; 0: the maze has no solution
    uint16_t action; // that move
    uint32_t states; // that can still be reached, the present one included (0: the game is over)
    uint32_t cells;  // on which the player stands in them; MW_FAR: the kind names no cells
    bool ends;       // whatever the player does, the game is lost or stuck after
    uint32_t within; // at most this number of moves
    // What every win needed after the move before the fatal one, and can now no longer come about:
    // the first such fact of the account from there, or else the first state; none that is a win.
    bool has_missing;
    bool missing_is_state;
    mw_state missing_state;
    mw_fact missing;
    const void *reserved[4];
} mw_loss;

// Why the game of a session can no longer be won. It may build the state graph (session.h).
MW_API mw_loss mw_session_explain_loss(mw_session *);
// The same in a few sentences, one in a line, which the caller frees: "Move 7 (R) lost
// it.\nWhatever you do, it is over after at most 3 moves: the Minotaur caught you.". NULL: it is
// not lost, or not known, or memory ran out.
MW_API char *mw_session_loss_words(mw_session *);
// What every solution from here comes to next, as a sentence, which the caller frees; of what is
// two moves away or more, and no win. Where nothing is needed but the goal, it says so. NULL: the
// position is not open or not winnable, or nothing can be said but the next move, or it is not
// known.
MW_API char *mw_session_next_step(mw_session *);

#ifdef __cplusplus
}
#endif
#endif
