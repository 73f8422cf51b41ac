// hint.c: the verb `hint`: graded help from any position.
#include "mazewright/session.h"
#include "tool/tool.h"

#include <jansson.h>
#include <stdlib.h>

typedef struct job {
    const settings *s;
    unsigned grade; // 0: all
    mw_limits limits;
    watch watch;
} job;

static void print_json(const input *in, mw_session *session)
{
    mw_advice a = mw_session_advise(session);
    static const char *const names[] = {"lost", "open", "solved"};
    const mw_maze *m = mw_session_maze(session);
    bool next = a.winnable && a.distance;
    json_t *o = json_pack("{s:s, s:I, s:s, s:b, s:o, s:o, s:I}", "file", in->label, "moves",
                          (json_int_t)mw_session_moves(session), "status",
                          names[mw_session_status(session) + 1], "winnable", a.winnable, "distance",
                          a.winnable ? json_integer(a.distance) : json_null(), "next",
                          next ? json_string(m->kind->rules->actions[a.action].word) : json_null(),
                          "back", (json_int_t)a.back);
    json_dumpf(o, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(o);
}

static int hint(input *in, void *context)
{
    job *j = context;
    mw_error error = {0};
    const char *moves = j->s->value[O_MADE] ? j->s->value[O_MADE] : "";
    mw_session *session = mw_session_open(in->maze);
    if (!session)
        return out_of_memory();
    int code = EXIT_DONE;
    mw_session_limit(session, &j->limits);
    watch_restart(&j->watch, j->s);
    if (!mw_session_load(session, moves, &error)) {
        complain("--moves: %s", error.text);
        code = EXIT_USAGE;
    } else if (!mw_session_advise(session).known && mw_session_status(session) != MW_SOLVED) {
        complain("%s: stopped at the limit: %s; this maze is too large to know", in->label,
                 limit_reason(mw_session_hit(session), &j->watch));
        code = EXIT_LIMIT;
    } else if (j->s->value[O_JSON]) {
        print_json(in, session);
    } else {
        for (unsigned g = j->grade ? j->grade : 1; g <= (j->grade ? j->grade : MW_HINTS); g++) {
            char text[200];
            mw_session_hint(session, g, text, sizeof text);
            puts(text);
            if (!mw_session_advise(session).winnable || mw_session_status(session) == MW_SOLVED)
                break; // there is no more to say
        }
    }
    if (code == EXIT_DONE && !mw_session_advise(session).winnable)
        code = EXIT_NO;
    mw_session_close(session);
    return code;
}

int run_hint(const settings *s)
{
    double grade;
    job j = {.s = s};
    if (!option_number(s, O_GRADE, 1, MW_HINTS, 0, &grade))
        return EXIT_USAGE;
    j.grade = (unsigned)grade;
    if (!limits_read(s, &j.limits, &j.watch))
        return EXIT_USAGE;
    if (!j.limits.states) // as a session has it by itself
        j.limits.states = MW_SESSION_STATES;
    return for_each_input(s, hint, &j);
}
