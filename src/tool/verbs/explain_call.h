// explain_call.h: what the files of the verb `explain` share. explain.c reads the options and
// prints accounts, explain_steps.c puts an account into sentences, explain_page.c writes it as a
// page with pictures, explain_compare.c sets mazes side by side.
#ifndef MW_TOOL_EXPLAIN_CALL_H
#define MW_TOOL_EXPLAIN_CALL_H

#include "api/account.h"
#include "tool/tool.h"

typedef struct explain_call {
    watch watch;
    records records;
    mw_style style;
    bool pictures, coloured;
    unsigned told;  // accounts so far
    mw_writer page; // of --output, begun with the first maze
} explain_call;

// ---- explain_steps.c

// A part of all ways to a win: from a state that all of them pass to another one. Either a run of
// moves, each of which leads from one such state to the next; or a part with different ways.
typedef struct step {
    uint32_t region, regions; // the first that it crosses, and how many
    uint32_t from, to;        // moves made on the cheapest way, at its beginning and at its end
    bool run;
} step;
// The steps of an account that tells of a win, none if the position is one; the caller frees them.
// NULL: out of memory, and a message printed.
step *explain_steps(const mw_account *, unsigned *count);
// Of an account with more steps than these together, only the first and the last ones are told.
#define STEPS_FIRST 20
#define STEPS_LAST  5

// Sentences, each handed over once. The caller's function must not keep them.
typedef void tell_sentence(void *context, const char *sentence);
// How long the ways are, and how many states all of them pass. `from_here`: moves have been made.
void tell_opening(const mw_account *, bool from_here, tell_sentence *, void *context);
// In which state the step begins, and how it goes on. What is true on all ways of it, each in words
// without a full stop, is told with `facts`.
void tell_step_state(const mw_account *, const step *, tell_sentence *, void *context);
void tell_step_ways(const mw_account *, const step *, tell_sentence *, void *context);
void tell_step_facts(const mw_account *, const step *, tell_sentence *, void *context);
// The state in which all ways end, if it is one.
void tell_end(const mw_account *, tell_sentence *, void *context);
// The point of no return; moves away from the goal.
void tell_closing(const mw_account *, tell_sentence *, void *context);

// ---- explain_page.c

// Adds an account to the page. EXIT_DONE, or an exit code with a message printed.
int page_add(explain_call *, const input *, const mw_account *);
int page_end(explain_call *); // writes the file

// ---- explain_compare.c

int explain_compare(explain_call *);

#endif
