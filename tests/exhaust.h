// exhaust.h: operations of the library, run while memory runs out at each of their allocations.
#ifndef MW_TEST_EXHAUST_H
#define MW_TEST_EXHAUST_H

#include "shortage.h"
#include "support.h"

// How an operation ends: with an answer, by saying that memory ran out, or in any other way.
typedef enum { ANSWERED, SHORT, WRONG } outcome;

// The answer of an operation as text, so that two of them can be compared.
typedef struct answer {
    char text[1 << 18];
    size_t length;
} answer;
void say(answer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
outcome wrong(answer *, const char *what);   // the answer becomes `what`
outcome because(answer *, const mw_error *); // SHORT if the error is about memory, else WRONG
outcome say_text(answer *, char *);          // frees the text; NULL: SHORT
outcome say_maze(answer *, mw_maze *, const mw_error *); // frees the maze; NULL: because(error)

// What operations work on: a small maze of each kind.
typedef struct subject {
    const char *id, *params; // params: a size in which to design
    const mw_kind *kind;
    mw_maze *maze;
    char *text, *solution;
    char *walk;                // more moves than a session has room for at first
    const char *detail, *more; // set by the test, for its operation: a form, an algorithm, ...
    int number;                // likewise
} subject;
#define SUBJECTS_MAX 16
extern subject subjects[SUBJECTS_MAX];
extern size_t subject_count;
int make_subjects(void **state); // before all tests
int free_subjects(void **state); // after all tests

typedef outcome operation(const subject *, answer *);
// Runs an operation again and again. Each time another one of its allocations fails: first that one
// only, then that one and all after it. The operation must say that memory ran out, or answer as it
// does when no allocation fails; and it must free all that it allocated.
void exhaust(const char *name, operation *, const subject *);

#endif
