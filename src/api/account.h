// account.h: what can be told of a position: what every solution from there does; and, if it is
// lost, why. For the command's account and, as JSON, for programs and the page.
#ifndef MW_API_ACCOUNT_H
#define MW_API_ACCOUNT_H

#include "core/json.h"
#include "core/memory.h"
#include "mazewright/explain.h"

typedef struct mw_account {
    mw_session *session;   // the maze, and the moves made; it is not freed with the account
    const mw_graph *graph; // of the session; NULL: not known
    mw_limit limit;        // why something is not known
    bool known;            // `e` is, which may tell that the position is lost
    mw_explanation e;
    mw_loss loss;
    uint16_t *way;    // moves of a cheapest way to a win
    uint32_t moves;   // their number
    mw_state *states; // on this way, this position included, as they are when the moves are made;
                      // the graph may have others in their place that the rules cannot tell apart
    uint32_t *at;     // of each must: moves of this way after which it is done
    mw_budget budget; // what the graph and all of this hold
} mw_account;

// All that is known of the position of a session. Free with mw_account_free.
void mw_account_of(mw_session *, const mw_limits *, mw_account *);
void mw_account_free(mw_account *); // frees what it holds, not the struct

// The musts that come directly before must number b on every way, rising; `out` has room for b.
// Returns their number.
uint32_t mw_account_after(const mw_account *, uint32_t b, uint32_t *out);
// All of it as members of an object. Where the graph has a limit of memory, it holds for the text,
// too.
void mw_answer_account(mw_writer *, const mw_account *);

#endif
