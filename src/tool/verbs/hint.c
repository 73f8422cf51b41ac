// hint.c: the verb `hint`: graded help from any position.
#include "play/session_graph.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct call {
    unsigned grade; // 0: all of them
    watch watch;
    records records;
} call;

static void add_record(records *r, input *in, mw_session *session, const char *why)
{
    mw_advice a = mw_session_advise(session);
    const mw_maze *m = mw_session_maze(session);
    bool next = a.winnable && a.distance;
    mw_writer w = maze_object(in);
    mw_json_members(&w, "moves=%u status=%s winnable=%d distance=%u", mw_session_moves(session),
                    mw_status_name(mw_session_status(session)), a.winnable,
                    a.winnable ? a.distance : MW_FAR);
    mw_json_text(&w, "next", next ? m->kind->rules->actions[a.action].word : NULL);
    mw_json_members(&w, "back=%u", a.back);
    mw_json_text(&w, "why", why);
    record_add(r, &w);
}

static void print_lines(const input *in, const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        printf("%s%s%.*s\n", in->listed ? in->label : "", in->listed ? ": " : "",
               (int)strcspn(line, "\n"), line);
}

// Tells the grade that was asked for, or all that have something to say.
static void tell(const call *c, const input *in, mw_session *session, const char *why)
{
    const bool winnable = mw_session_advise(session).winnable,
               solved = mw_session_status(session) == MW_SOLVED;
    for (unsigned g = c->grade ? c->grade : mw_hint_after(0); g; g = mw_hint_after(g)) {
        char text[200];
        // Where the maze has no solution, the reason says all.
        const bool repeated = why && !c->grade && mw_session_optimum(session) == MW_FAR;
        if (g == MW_HINT_WHY && why) {
            print_lines(in, why);
        } else if ((g != MW_HINT_WHY && !repeated) || c->grade) {
            mw_session_hint(session, g, text, sizeof text);
            print_lines(in, text);
        }
        if (c->grade || solved || (!winnable && g == MW_HINT_WHY))
            break;
    }
}

// Answers about a position that is known.
static int answer(call *c, input *in, mw_session *session)
{
    char *why = NULL;
    bool wanted = !c->grade || c->grade == MW_HINT_WHY || c->records.format != FORMAT_TABLE,
         known = !wanted || mw_session_why(session, &why);
    int code = mw_session_advise(session).winnable ? EXIT_DONE : EXIT_NO;
    if (c->records.format != FORMAT_TABLE)
        add_record(&c->records, in, session, why);
    else if (known || c->grade != MW_HINT_WHY)
        tell(c, in, session, why);
    if (!known)
        code = limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY);
    free(why);
    return code;
}

static int hint(input *in, void *context)
{
    call *c = context;
    mw_error error;
    const settings *s = c->watch.s;
    const char *moves = s->value[O_MADE] ? s->value[O_MADE] : "";
    mw_session *session = mw_session_open(in->maze);
    if (!session)
        return out_of_memory();
    int code = EXIT_DONE;
    mw_session_limit(session, &c->watch.limits);
    watch_restart(&c->watch);
    if (!mw_session_load(session, moves, &error)) {
        code = error.code == MW_ERROR_INPUT ? input_unfit(in, "--moves: %s", error.text)
                                            : complain_of("--moves", &error, EXIT_USAGE);
    } else if (!mw_session_advise(session).known) {
        complain("%s: stopped at the limit: %s; this maze is too large to know", in->label,
                 limit_reason(&c->watch, mw_session_hit(session)));
        code = EXIT_LIMIT;
    } else {
        code = answer(c, in, session);
    }
    mw_session_close(session);
    return code;
}

int run_hint(const settings *s)
{
    call c;
    if (!option_count(s, O_GRADE, 1, MW_HINTS, 0, &c.grade) || !option_moves(s) ||
        !option_format(s, &c.records) || !watch_open(&c.watch, s))
        return EXIT_USAGE;
    if (!c.watch.limits.states) // the limit of a session that nobody sets one for
        c.watch.limits.states = MW_SESSION_STATES;
    int code = for_each_input(s, hint, &c);
    records_end(&c.records);
    return code;
}
