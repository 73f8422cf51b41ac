// ask.c: the verb `ask`: questions and answers in JSON, a line for each, in order. While it works
// on one it looks now and then whether a line has come that ends this one or one that waits. There
// is one thread; an answer is written at once where no question waits, and with others where many
// do.
#include "api/ask_line.h"
#include "kinds/marble/ode/ode_engine.h"
#include "tool/lines.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAITING_MAX 1024u // lines that are read ahead
#define LOOK_AGAIN  0.02  // seconds of work between two looks at stdin

typedef struct waiting {
    mw_ask_line line;
    size_t length;
    bool cancelled;
} waiting;

typedef struct call {
    watch watch;
    mw_api *api;
    waiting *lines; // a ring: `count` of them from `first` on; the first is the one at work
    unsigned first, count;
    size_t held;       // bytes that they had as text
    line_reader input; // of stdin
    int reader;        // stdout, if it is a pipe; else -1
    int next_argument;
    double looked;
    int code;
} call;

// ---- lines

static waiting *nth(call *c, unsigned i)
{
    return &c->lines[(c->first + i) % WAITING_MAX];
}

static bool full(const call *c)
{
    return c->count == WAITING_MAX || c->held > INPUT_MAX;
}

// Ends all questions of this id that have no answer yet.
static void cancel(call *c, const char *id)
{
    for (unsigned i = 0; i < c->count; i++) {
        waiting *w = nth(c, i);
        if (w->line.id && !strcmp(w->line.id, id) && !*w->line.error.text)
            w->cancelled = true;
    }
}

static bool is_blank(const char *text, size_t length)
{
    while (length && strchr(" \t\r", *text) && *text) {
        text++;
        length--;
    }
    return !length;
}

static void add_line(call *c, const char *text, size_t length, bool too_long)
{
    waiting *w = nth(c, c->count);
    if (!too_long && is_blank(text, length))
        return;
    *w = (waiting){.length = length};
    if (too_long)
        snprintf(w->line.error.text, sizeof w->line.error.text,
                 "the line is too long; it may have %zu MiB", INPUT_MAX >> 20);
    else
        mw_ask_line_read(&w->line, text, length);
    if (w->line.cancel && !*w->line.error.text) {
        cancel(c, w->line.cancel);
        mw_ask_line_free(&w->line);
        return;
    }
    c->held += length;
    c->count++;
}

// Takes the lines that have been read, as many as there is room for.
static void take_lines(call *c)
{
    char *text;
    size_t length;
    while (!full(c) && lines_next(&c->input, &text, &length))
        add_line(c, text, length, c->input.too_long);
}

// Has stdin something to read? Waits for it, if so told, until then or until a signal comes. Nobody
// works for a reader that has gone.
static bool has_input(const call *c, bool waits)
{
    struct pollfd both[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = c->reader}};
    int ready = poll(both, 2, waits ? -1 : 0);
    if (ready > 0 && both[1].revents)
        raise(SIGPIPE);
    return ready > 0 && both[0].revents;
}

// Questions on the command line instead of stdin.
static bool next_argument(call *c)
{
    const settings *s = c->watch.s;
    while (!c->count && c->next_argument < s->input_count) {
        const char *text = s->inputs[c->next_argument++];
        add_line(c, text, strlen(text), strlen(text) > INPUT_MAX);
    }
    return c->count;
}

// Waits for a question. What has been answered is written before. False: there is none any more.
static bool next_line(call *c)
{
    if (c->watch.s->input_count)
        return next_argument(c);
    for (take_lines(c); !c->count && !interrupted() && !ferror(stdout); take_lines(c)) {
        if (c->input.at_end)
            return false;
        bool there = has_input(c, false);
        if (!there) {
            fflush(stdout);
            there = has_input(c, true);
        }
        if (there)
            lines_read(&c->input);
    }
    return c->count && !interrupted() && !ferror(stdout);
}

// ---- answering

// Asked now and then by the question at work.
static bool question_goes_on(void *context)
{
    call *c = context;
    double now = mw_seconds();
    if (now - c->looked > LOOK_AGAIN) {
        c->looked = now;
        fflush(stdout); // the answers before this one
        bool there = has_input(c, false);
        if (there && !c->watch.s->input_count && !full(c)) {
            lines_read(&c->input);
            take_lines(c);
        }
    }
    bool goes_on = !interrupted() && !nth(c, 0)->cancelled &&
                   !(c->watch.deadline > 0 && now > c->watch.deadline);
    if (!goes_on)
        watch_rest(&c->watch);
    return goes_on;
}

static void print_event(void *context, const char *json)
{
    (void)context;
    printf("%s\n", json);
    fflush(stdout);
}

static void answer_first(call *c)
{
    waiting *w = nth(c, 0);
    bool failed = false;
    watch_restart(&c->watch);
    c->looked = c->watch.started;
    char *text = w->cancelled ? mw_ask_line_stopped(c->api, &w->line)
                              : mw_ask_line_answer(c->api, &w->line, &failed);
    if (text)
        fputs(text, stdout);
    else
        printf("{%s%s%s\"error\":{\"text\":\"out of memory\",\"line\":0,\"column\":0}}",
               w->line.id ? "\"id\":" : "", w->line.id ? w->line.id : "", w->line.id ? "," : "");
    putchar('\n');
    if (!text)
        c->code = worse(c->code, out_of_memory());
    else if (failed && !w->cancelled)
        c->code = worse(c->code, EXIT_INPUT);
    free(text);
    c->held -= w->length;
    mw_ask_line_free(&w->line);
    c->first = (c->first + 1) % WAITING_MAX;
    c->count--;
}

static void close_call(call *c)
{
    for (unsigned i = 0; i < c->count; i++)
        mw_ask_line_free(&nth(c, i)->line);
    mw_api_close(c->api);
    free(c->lines);
    lines_free(&c->input);
}

int run_ask(const settings *s)
{
    static const mw_marble_engine *const engines[] = {&mw_marble_ball, &mw_marble_ode, NULL};
    struct stat out;
    bool piped = !fstat(STDOUT_FILENO, &out) && (S_ISFIFO(out.st_mode) || S_ISSOCK(out.st_mode));
    call c = {.lines = calloc(WAITING_MAX, sizeof *c.lines),
              .input = {.file = stdin, .name = "stdin"},
              .reader = piped ? STDOUT_FILENO : -1};
    if (!c.lines)
        return out_of_memory();
    if (!watch_open(&c.watch, s)) {
        free(c.lines);
        return EXIT_USAGE;
    }
    c.api = mw_api_open(&(mw_api_host){.event = print_event,
                                       .goes_on = question_goes_on,
                                       .context = &c,
                                       .engines = engines,
                                       .most_states = c.watch.limits.states,
                                       .most_bytes = c.watch.limits.bytes});
    int code = c.api ? EXIT_DONE : out_of_memory();
    while (code == EXIT_DONE && next_line(&c))
        answer_first(&c);
    code = worse(code, interrupted() ? EXIT_LIMIT : worse(c.code, c.input.code));
    close_call(&c);
    return code;
}
