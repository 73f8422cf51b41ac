// explain.c: the verb `explain`: what every solution of a maze does, and why a game is lost.
#include "tool/verbs/explain_call.h"

#include "draw/cairo/picture.h"
#include "tool/verbs/play.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- an account as text

// The board as `render` or, without colours, `play` shows it.
static int show_board(explain_call *c, mw_session *s)
{
    mw_scene scene;
    mw_error error;
    const mw_maze *m = mw_session_maze(s);
    if (!c->coloured || !MW_HAS(m->kind, view, draw)) {
        text_board(s);
        return EXIT_DONE;
    }
    if (!mw_scene_of(&scene, m, mw_session_state(s), c->watch.limits.bytes))
        return limit_hit(&c->watch, "--pictures", MW_LIMIT_MEMORY);
    bool ok = mw_picture_terminal(&scene, &c->style, stdout, &error);
    mw_scene_free(&scene);
    return ok ? EXIT_DONE : say_stopped() ? EXIT_LIMIT : complain_of(NULL, &error, EXIT_USAGE);
}

// Where a sentence stands on the line: after a mark, and with its further lines below its first.
typedef struct place {
    const char *mark;
    int indent, after; // after: columns that are taken already, if not `indent`
} place;

static void print_sentence(void *context, const char *sentence)
{
    const place *at = context;
    printf("%*s", at->indent, at->mark);
    wrap(sentence, at->indent + at->after, at->indent);
}

// The board after the first moves of the way; `shown` is a game in which fewer of them were made.
static int show_place(explain_call *c, const mw_account *a, mw_session *shown, uint32_t moves)
{
    uint32_t made = mw_session_moves(a->session);
    while (mw_session_moves(shown) < made + moves)
        if (!mw_session_move(shown, a->way[mw_session_moves(shown) - made]))
            return out_of_memory();
    return show_board(c, shown);
}

static int print_steps(explain_call *c, const mw_account *a, mw_session *shown)
{
    unsigned count;
    int code = EXIT_DONE;
    step *steps = explain_steps(a, &count);
    if (!steps)
        return EXIT_BROKEN;
    for (unsigned i = 0; i < count && code == EXIT_DONE; i++) {
        char mark[20];
        if (i == STEPS_FIRST && count > STEPS_FIRST + STEPS_LAST) {
            i = count - STEPS_LAST;
            printf("    … (%u steps more; --json has all)\n", i - STEPS_FIRST);
        }
        snprintf(mark, sizeof mark, "%u. ", i + 1);
        tell_step_state(a, &steps[i], print_sentence, &(place){.mark = mark, .indent = 4});
        if (shown)
            code = show_place(c, a, shown, steps[i].from);
        tell_step_ways(a, &steps[i], print_sentence, &(place){.mark = "", .indent = 4});
        tell_step_facts(a, &steps[i], print_sentence, &(place){.mark = "- ", .indent = 6});
    }
    free(steps);
    return code;
}

static int print_way(explain_call *c, const input *in, const mw_account *a)
{
    int code = EXIT_BROKEN;
    bool from_here = mw_session_moves(a->session);
    char *made = mw_session_text(a->session);
    mw_error error;
    mw_session *shown = c->pictures ? mw_session_open(in->maze) : NULL;
    if (!made || (c->pictures && !(shown && mw_session_load(shown, made, &error)))) {
        out_of_memory();
    } else {
        int taken = printf("%s: ", in->label);
        tell_opening(a, from_here, print_sentence, &(place){.mark = "", .after = taken});
        code = print_steps(c, a, shown);
        tell_end(a, print_sentence, &(place){.mark = ""});
        if (shown && code == EXIT_DONE)
            code = show_place(c, a, shown, a->moves);
        tell_closing(a, print_sentence, &(place){.mark = ""});
    }
    mw_session_close(shown);
    free(made);
    return code;
}

// Why there is no way to win.
static int print_loss(const input *in, const mw_account *a)
{
    char *words = mw_session_loss_words(a->session);
    if (!words)
        return a->loss.known ? out_of_memory() : EXIT_LIMIT;
    int taken = printf("%s: ", in->label);
    for (char *line = words, *next; line; line = next, taken = 0) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        wrap(line, taken, 0);
    }
    free(words);
    return EXIT_NO;
}

static int print_account(explain_call *c, const input *in, const mw_account *a)
{
    if (c->told++)
        putchar('\n');
    if (!a->e.winnable)
        return print_loss(in, a);
    if (a->moves)
        return print_way(c, in, a);
    printf("%s: This is solved; nothing is left to do.\n", in->label);
    return EXIT_DONE;
}

// ---- as JSON

static int add_record(explain_call *c, input *in, const mw_account *a)
{
    mw_writer w = maze_object(in);
    mw_json_text(&w, "kind", in->maze->kind->name);
    mw_json_owned(&w, "made", mw_session_text(a->session));
    mw_answer_account(&w, a);
    if (w.failed) {
        free(w.text);
        return limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY);
    }
    record_add(&c->records, &w);
    return EXIT_DONE;
}

// ---- the verb

// What is known without the graph: the length, if a search finds it.
static int tell_rest(explain_call *c, const input *in, const mw_account *a)
{
    mw_search_options o = {.limits = c->watch.limits}; // a search takes less memory than a graph
    mw_result r = {0};
    mw_error error;
    if (!c->watch.s->value[O_LIMIT_STATES])
        o.limits.states = 0;
    int code = complain_with(EXIT_LIMIT,
                             "%s: stopped at the limit: %s; this maze is too large to know what "
                             "every solution does",
                             in->label, limit_reason(&c->watch, a->limit));
    if (a->limit == MW_LIMIT_STOPPED || c->records.format != FORMAT_TABLE)
        return code;
    if (mw_session_moves(a->session) == 0 && mw_search(in->maze, &o, &r, &error)) {
        watch_clear(&c->watch);
        if (r.outcome == MW_OUTCOME_SOLVED)
            printf("%s: %s has %u moves.\n", in->label,
                   r.optimal ? "a shortest solution" : "a solution", r.moves);
        else if (r.outcome == MW_OUTCOME_UNSOLVABLE)
            printf("%s: there is no solution.\n", in->label);
    }
    mw_result_free(&r);
    return code;
}

static int tell_account(explain_call *c, input *in, mw_account *a)
{
    int code = EXIT_DONE;
    watch_clear(&c->watch);
    if (!a->known && a->limit != MW_LIMIT_STOPPED)
        code = tell_rest(c, in, a);
    watch_rest(&c->watch);
    if (c->records.format != FORMAT_TABLE)
        code = worse(code, add_record(c, in, a));
    if (!a->known)
        return code != EXIT_DONE ? code : limit_hit(&c->watch, in->label, a->limit);
    if (c->watch.s->value[O_OUTPUT])
        code = page_add(c, in, a);
    else if (c->records.format == FORMAT_TABLE)
        code = print_account(c, in, a);
    return worse(code, a->e.winnable ? EXIT_DONE : EXIT_NO);
}

static int explain(input *in, void *context)
{
    explain_call *c = context;
    mw_error error;
    mw_account a;
    const char *moves = c->watch.s->value[O_MADE];
    mw_session *session = mw_session_open(in->maze);
    if (!session)
        return out_of_memory();
    mw_session_limit(session, &c->watch.limits);
    watch_restart(&c->watch);
    int code;
    if (!mw_session_load(session, moves ? moves : "", &error)) {
        code = error.code == MW_ERROR_INPUT ? input_unfit(in, "--moves: %s", error.text)
                                            : complain_of("--moves", &error, EXIT_USAGE);
    } else {
        mw_account_of(session, &c->watch.limits, &a);
        code = tell_account(c, in, &a);
        mw_account_free(&a);
    }
    mw_session_close(session);
    return code;
}

// An exit code.
static int read_output(const explain_call *c, const settings *s)
{
    const char *file = s->value[O_OUTPUT];
    if (s->value[O_THEME] && !file && !s->value[O_PICTURES])
        return complain_with(EXIT_USAGE, "--theme is for pictures; ask for them with --pictures or "
                                         "--output");
    if (!file)
        return EXIT_DONE;
    if (c->records.format != FORMAT_TABLE || s->value[O_PICTURES])
        return complain_with(EXIT_USAGE, "--output is a page with pictures; leave out %s",
                             s->value[O_PICTURES] ? "--pictures" : "--json or --format");
    if (strcmp(name_ending(file), "html"))
        return complain_with(EXIT_USAGE, "--output %s: the name must end in .html", file);
    return output_possible(file) ? EXIT_DONE : EXIT_BROKEN;
}

static bool read_compare(const settings *s)
{
    static const option_id others[] = {O_MADE, O_PICTURES, O_OUTPUT};
    for (unsigned i = 0; s->value[O_COMPARE] && i < sizeof others / sizeof *others; i++)
        if (s->value[others[i]])
            return complain("--compare and --%s do not go together; leave one out",
                            options[others[i]].name);
    return true;
}

int run_explain(const settings *s)
{
    const char *no = getenv("NO_COLOR");
    explain_call c = {.coloured = isatty(STDOUT_FILENO) && !(no && *no),
                      .pictures = s->value[O_PICTURES],
                      .style = {.scale = 6}};
    if (!option_moves(s) || !option_format(s, &c.records) || !option_theme(s, &c.style.theme) ||
        !read_compare(s) || !watch_open(&c.watch, s))
        return EXIT_USAGE;
    int code = read_output(&c, s);
    if (code != EXIT_DONE)
        return code;
    if (!c.watch.limits.states) // the limit of a session that nobody sets one for
        c.watch.limits.states = MW_SESSION_STATES;
    code = s->value[O_COMPARE] ? explain_compare(&c) : for_each_input(s, explain, &c);
    records_end(&c.records);
    if (s->value[O_OUTPUT])
        code = worse(code, page_end(&c));
    mw_picture_end();
    return code;
}
