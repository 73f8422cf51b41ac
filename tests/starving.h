// starving.h: operations of the library, run while memory runs out at each of their allocations.
#ifndef MW_STARVING_H
#define MW_STARVING_H

#include "shortage.h"
#include "support.h"

// SHORT: it says that memory ran out.
typedef enum { ANSWERED, SHORT, WRONG } outcome;

// What an operation answers, as text, to be compared.
typedef struct answer {
    char text[1 << 18];
    size_t length;
} answer;
void say(answer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
outcome wrong(answer *, const char *what);
outcome because(answer *, const mw_error *);
// Says a text and frees it; NULL: out of memory. The same with a maze.
outcome say_text(answer *, char *);
outcome say_maze(answer *, mw_maze *, const mw_error *);

typedef struct subject {
    const char *id, *params; // a small maze of the kind; a size in which to design
    const mw_kind *kind;
    mw_maze *maze;
    char *text, *solution;
    char *walk;                // many moves, more than a session has room for at first
    const char *detail, *more; // what varies: a form, an algorithm, ...
    int number;
} subject;
#define SUBJECTS_MAX 16
extern subject subjects[SUBJECTS_MAX];
extern size_t subject_count;
int prepare_subjects(void **state);
int dismiss_subjects(void **state);

typedef outcome operation(const subject *, answer *);
// Memory runs out at every allocation of an operation, once, and from there on for good. Then it
// must say so, or answer as it did with enough of it; and nothing may be left behind.
void starve(const char *name, operation *, const subject *);

#endif
