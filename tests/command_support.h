// command_support.h: the command as scripts see it: its exit codes, answers and complaints.
#ifndef MW_COMMAND_SUPPORT_H
#define MW_COMMAND_SUPPORT_H

#include "support.h"

// The second course puzzle of the die: the shortest solution has 16 rolls.
#define PUZZLE   "die:5x5:S..../..xxx/.x..G/...../x...."
// Too large to be searched in the time of a test.
#define HUGE_DIE "die:1000x1000,obstacles=0,never=none#1"

typedef struct reply {
    const char *arguments;
    int code;
    char *out, *err;
} reply;

static inline void drop(reply *r)
{
    free(r->out);
    free(r->err);
}
// A reply that is freed at the end of its block.
#define scoped_reply scoped(drop) reply

static inline void show(const reply *r)
{
    print_error("mazewright %s\nexit code %d\nstdout: %.2000s\nstderr: %.2000s\n", r->arguments,
                r->code, r->out, r->err);
}

static inline reply ask_on(const char *arguments, const char *input, size_t length)
{
    reply r = {.arguments = arguments};
    r.code = run_command_on(arguments, input, length, &r.out, &r.err);
    if (strchr(r.out, '\033') || strchr(r.err, '\033')) {
        show(&r);
        fail_msg("colours or cursor movements, though this is no terminal");
    }
    return r;
}

static inline reply ask(const char *arguments)
{
    return ask_on(arguments, "", 0);
}

// An answer on stdout, nothing to complain about; the caller drops it.
static inline reply answered(const char *arguments, const char *input, int code)
{
    reply r = ask_on(arguments, input, strlen(input));
    if (r.code != code || !*r.out || *r.err) {
        show(&r);
        fail_msg("exit code %d, an answer and no complaint were expected", code);
    }
    return r;
}

#endif
