// test_ask.c: `mazewright ask` and mw_ask: lines of JSON in, lines out, in order; what is wrong
// with a line is told and the next one goes on; a long question tells its progress and can be
// ended.
#include "command_support.h"
#include "mazewright/ask.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// Takes hours.
#define LONG  "\"ask\":\"design\",\"kind\":\"theseus\",\"size\":\"7x7\",\"evaluations\":100000000000"
#define SMALL "{\"ask\":\"optimum\",\"maze\":\"rook:5x5#3\"}"

// ---- a program that talks to it

typedef struct partner {
    pid_t pid;
    int to, from;
    char text[1 << 16]; // what it said and nobody has heard
    size_t length;
} partner;

static void start(partner *p, const char *option, const char *value)
{
    int to[2], from[2];
    *p = (partner){0};
    assert_int_equal(pipe(to) | pipe(from), 0);
    p->pid = fork();
    if (!p->pid) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) {
            close(to[i]);
            close(from[i]);
        }
        execl(COMMAND, COMMAND, "ask", option, value, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    p->to = to[1];
    p->from = from[0];
}

static void say(const partner *p, const char *line)
{
    const char *text = formatted("%s\n", line);
    assert_int_equal(write(p->to, text, strlen(text)), strlen(text));
}

// The next line that it says within ten seconds; NULL: it said no more.
static json_t *hear(partner *p)
{
    char *end;
    while (!(end = memchr(p->text, '\n', p->length))) {
        struct pollfd in = {.fd = p->from, .events = POLLIN};
        assert_true(poll(&in, 1, 10000) == 1);
        ssize_t n = read(p->from, p->text + p->length, sizeof p->text - p->length);
        if (n <= 0)
            return NULL;
        p->length += (size_t)n;
    }
    size_t n = (size_t)(end - p->text) + 1;
    json_t *o = json_loadb(p->text, n, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(o);
    memmove(p->text, p->text + n, p->length -= n);
    return o;
}

static int end(partner *p)
{
    int status;
    close(p->to);
    waitpid(p->pid, &status, 0);
    close(p->from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// What it says next must be the answer to the question of this id.
static json_t *answer_to(partner *p, long long id)
{
    json_t *o = hear(p);
    assert_non_null(o);
    assert_int_equal(integer_in(o, "id"), id);
    assert_string_equal(json_object_iter_key(json_object_iter(o)), "id");
    return o;
}

// ---- lines

// Are the answers to these lines these texts, with `...` for any end of a line?
static void expect_lines(const char *lines, size_t length, const char *const *answers, int code)
{
    scoped_reply r = ask_on("ask", lines, length);
    char *line = r.out;
    assert_string_equal(r.err, "");
    for (; *answers; answers++) {
        char *after = strchr(line, '\n');
        assert_non_null(after);
        *after = '\0';
        size_t n = strlen(*answers);
        bool open = n > 3 && !strcmp(*answers + n - 3, "...");
        if (open ? strncmp(line, *answers, n - 3) : strcmp(line, *answers))
            fail_msg("'%s' was expected, not '%.300s'", *answers, line);
        line = after + 1;
    }
    assert_string_equal(line, "");
    assert_int_equal(r.code, code);
}
#define ERROR(text, column) "{\"error\":{\"text\":\"" text "\",\"line\":1,\"column\":" #column "}}"

TEST(answers_come_in_order_with_their_ids)
{
    static const char lines[] =
        "{\"id\":1,\"ask\":\"optimum\",\"maze\":\"rook:5x5#3\"}\r\n\n  \n"
        "{\"ask\":\"optimum\",\"maze\":\"rook:5x5#4\",\"id\":\"\\u00e9\\ud83d\\ude00\\n\"}\n"
        "{\"id\":-1.50e1,\"ask\":\"maze\",\"maze\":\"rook:5x5#3\",\"kind\":null}\n"
        "{\"id\":null,\"ask\":\"optimum\",\"maze\":\"rook:5x5#3\"}";
    static const char *const answers[] = {"{\"id\":1,\"known\":true,\"optimum\":...",
                                          "{\"id\":\"é😀\\n\",\"known\":true,\"optimum\":...",
                                          "{\"id\":-15,\"maze_id\":\"rook:5x5:...",
                                          "{\"known\":true,\"optimum\":...", NULL};
    expect_lines(lines, sizeof lines - 1, answers, DONE);
}

TEST(wrong_lines_are_told_and_the_next_go_on)
{
    static const char lines[] =
        "nonsense\n[]\n\"text\"\n{\"id\":1}\n{\"id\":2,\"ask\":\"sollve\"}\n{\"id\":3,\"ask\":\n"
        "{\"id\":4,\"ask\":{\"a\":1}}\n{\"id\":5,\"ask\":\"about\"}x\n{\"id\":6,\"id\":7}\n"
        "{\"a\":\"\xff\"}\n{\"a\":\"x\0y\"}\n\0\n{\"a\":\"\\u0000\"}\n{\"a\":\"\\ud800\\u0041\"}\n"
        "{\"a\":\"\\x\"}\n{\"a\":\"b}\n{\"a\":01}\n{\"a\":1e999}\n{\"a\":1.}\n{\"a\":-}\n{\"a\":"
        "tru}\n{\"a\":1,}\n"
        "{\"id\":[]}\n{\"id\":true,\"ask\":\"about\"}\n{\"cancel\":1,\"ask\":\"about\"}\n"
        "{\"progress\":1,\"ask\":\"about\",\"id\":8}\n{\"é\":é}\n" SMALL "\n";
    static const char *const answers[] = {
        ERROR("'n' stands where '{', with which a question begins, was expected", 1),
        ERROR("'[' stands where '{', with which a question begins, was expected", 1),
        "{\"error\":{\"text\":\"'\\\"' stands where...",
        "{\"id\":1,\"error\":{\"text\":\"there is no question: the field 'ask' names "
        "it\",\"line\":0,\"column\":0}}",
        "{\"id\":2,\"error\":{\"text\":\"nobody can answer 'sollve'; did you mean 'solve'? The "
        "questions are about...",
        "{\"id\":3,\"error\":{\"text\":\"the question ends too early: a text, a number, true, "
        "false or null was "
        "expected\",\"line\":1,\"column\":15}}",
        "{\"id\":4,\"error\":{\"text\":\"'ask' is neither a text nor a number nor true or "
        "false\",\"line\":1,\"column\":15}}",
        "{\"id\":5,\"error\":{\"text\":\"'x' stands where the end was "
        "expected\",\"line\":1,\"column\":23}}",
        "{\"id\":6,\"error\":{\"text\":\"the field 'id' is given twice\",\"line\":1,\"column\":9}}",
        ERROR("byte 0xff is not UTF-8", 7),
        ERROR("a text cannot contain byte 0x00 as it is; write \\\\n or \\\\u0000", 8),
        ERROR("byte 0x00 stands where '{', with which a question begins, was expected", 1),
        ERROR("\\\\u0000 cannot be part of a text", 7),
        ERROR("\\\\ud800 is half of a character; the other half must follow it", 7),
        "{\"error\":{\"text\":\"a backslash in a text is followed by...",
        ERROR("this text has no end: a quotation mark is missing", 6),
        ERROR("this is no number: one is written as 12, -3, 0.5 or 1e6", 6),
        ERROR("this number is too large", 6),
        ERROR("this is no number: one is written as 12, -3, 0.5 or 1e6", 6),
        ERROR("this is no number: one is written as 12, -3, 0.5 or 1e6", 6),
        ERROR("'t' stands where a text, a number, true, false or null was expected", 6),
        ERROR("'}' stands where the name of a field, in quotation marks, was expected", 8),
        ERROR("'id' is neither a text nor a number nor true or false", 7),
        "{\"error\":{\"text\":\"'id' is a text or a number of at most 200 "
        "bytes\",\"line\":0,\"column\":0}}",
        "{\"error\":{\"text\":\"'cancel' stands alone: it ends another question and asks "
        "none\",\"line\":0,\"column\":0}}",
        "{\"id\":8,\"error\":{\"text\":\"'progress' is true or false\",\"line\":0,\"column\":0}}",
        ERROR("'é' stands where a text, a number, true, false or null was expected", 6),
        "{\"known\":true,\"optimum\":...",
        NULL};
    expect_lines(lines, sizeof lines - 1, answers, INPUT);
}

TEST(nothing_is_asked_of_nothing)
{
    static const char *const none[] = {NULL};
    expect_lines("", 0, none, DONE);
    expect_lines("\n \n", 3, none, DONE);
    scoped_reply r = ask("ask '" SMALL "' '{}'");
    assert_int_equal(r.code, INPUT);
    assert_non_null(strstr(r.out, "{\"known\":true,\"optimum\":"));
    assert_non_null(strstr(r.out, "there is no question"));
}

// A line that is too long is read over; the ones around it are answered.
TEST(a_huge_line_is_told)
{
    size_t huge = ((size_t)64 << 20) + 70000, length = sizeof SMALL - 1;
    char *text = malloc(huge + 2 * length + 3), *at = text;
    at += sprintf(at, "%s\n", SMALL);
    memset(at, 'x', huge);
    memcpy(at, "{\"id\":1,\"ask\":\"", 15);
    at += huge;
    at += sprintf(at, "\n%s", SMALL);
    static const char *const answers[] = {"{\"known\":true,\"optimum\":...",
                                          "{\"error\":{\"text\":\"the line is too long; it may "
                                          "have 64 MiB\",\"line\":0,\"column\":0}}",
                                          "{\"known\":true,\"optimum\":...", NULL};
    expect_lines(text, (size_t)(at - text), answers, INPUT);
    memset(text + 15, 'y', 2000000); // not too long a line, but too long a field
    memcpy(text, "{\"ask\":\"maze\",\"maze\":\"", 22);
    memcpy(text + 2000000, "\"}", 2);
    static const char *const field[] = {"{\"error\":{\"text\":\"the field 'maze' is too long; it "
                                        "may have 1000000 bytes\",\"line\":0,\"column\":0}}",
                                        NULL};
    expect_lines(text, 2000002, field, INPUT);
    free(text);
}

// ---- while it goes on

TEST(an_answer_does_not_wait_for_the_next_question)
{
    static partner p;
    start(&p, NULL, NULL);
    for (int i = 0; i < 20; i++) {
        say(&p, formatted("{\"id\":%d,\"ask\":\"play\",\"maze\":\"rook:5x5#3\"}", i));
        scoped_json *o = answer_to(&p, i);
        assert_string_equal(text_in(o, "status"), "open");
    }
    // nor for a long one behind it
    say(&p, "{\"id\":20,\"ask\":\"about\"}\n{\"id\":21," LONG "}");
    scoped_json *first = answer_to(&p, 20);
    say(&p, "{\"cancel\":21}");
    scoped_json *second = answer_to(&p, 21);
    assert_true(true_in(second, "stopped"));
    assert_int_equal(end(&p), DONE);
}

TEST(a_question_is_ended_while_it_runs_or_waits)
{
    static partner p;
    start(&p, "--limit-memory", "8G");
    say(&p, "{\"id\":1,\"progress\":true,\"ask\":\"analyse\",\"maze\":\"die:2500x2500,obstacles=0,"
            "never=none#1\"}");
    say(&p, "{\"id\":\"2\",\"ask\":\"about\"}\n{\"id\":2,\"ask\":\"about\"}\n{\"id\":3,\"ask\":"
            "\"about\"}");
    scoped_json *far = answer_to(&p, 1), *progress = json_incref(field(far, "progress"));
    assert_true(integer_in(progress, "expanded") + integer_in(progress, "stored") > 0);
    say(&p, "{\"cancel\":\"2\"}\n{\"cancel\":3}\n{\"cancel\":17}\n{\"cancel\":1}");
    double asked = mw_seconds();
    json_t *o = answer_to(&p, 1);
    while (json_object_get(o, "progress")) {
        json_decref(o);
        o = answer_to(&p, 1);
    }
    assert_true(mw_seconds() - asked < (SANITIZED ? 5 : 1.5));
    assert_true(true_in(o, "stopped") && !true_in(o, "known"));
    assert_string_equal(text_in(o, "limit"), "stopped");
    json_decref(o);
    scoped_json *waiting = hear(&p), *about = answer_to(&p, 2), *last = answer_to(&p, 3);
    assert_string_equal(text_in(waiting, "id"), "2");
    assert_true(true_in(waiting, "stopped") && true_in(last, "stopped"));
    assert_string_equal(text_in(field(last, "error"), "text"), "cancelled before it began");
    assert_non_null(field(about, "kinds"));
    say(&p, "{\"id\":3,\"ask\":\"maze\",\"maze\":\"rook:5x5#3\"}"); // the id is free again
    scoped_json *again = answer_to(&p, 3);
    assert_string_equal(text_in(again, "kind"), "rook");
    assert_int_equal(end(&p), DONE);
}

// What has been designed so far is the answer, and progress tells of it before.
TEST(a_design_is_ended_with_what_it_found)
{
    static partner p;
    start(&p, NULL, NULL);
    say(&p, "{\"id\":5,\"progress\":true," LONG "}");
    scoped_json *first = answer_to(&p, 5);
    assert_non_null(text_in(field(first, "progress"), "id"));
    say(&p, "{\"cancel\":5}");
    json_t *o = answer_to(&p, 5);
    while (json_object_get(o, "progress")) {
        json_decref(o);
        o = answer_to(&p, 5);
    }
    assert_true(true_in(o, "stopped"));
    assert_non_null(strstr(text_in(o, "maze_id"), "theseus:7x7"));
    assert_true(integer_in(field(o, "features"), "length") > 1);
    json_decref(o);
    assert_int_equal(end(&p), DONE);
}

TEST(signals_and_readers_that_go_away_end_it)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGPIPE};
    for (unsigned i = 0; i < 6; i++) {
        static partner p;
        int signal = signals[i / 2], status;
        start(&p, "--limit-memory", "8G");
        say(&p, SMALL);
        scoped_json *o = hear(&p);
        if (i % 2)
            say(&p, "{\"id\":1,\"progress\":true," LONG "}");
        pause_for(0.2);
        double ended = mw_seconds();
        if (signal == SIGPIPE) {
            close(p.from);
        } else {
            kill(p.pid, signal);
        }
        waitpid(p.pid, &status, 0);
        assert_true(mw_seconds() - ended < (SANITIZED ? 6 : 2));
        if (signal == SIGPIPE)
            assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
        else
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == LIMIT);
        close(p.to);
        if (signal != SIGPIPE)
            close(p.from);
    }
}

TEST(solve_answers_as_the_verb_does)
{
    scoped_text *verb = output_of("solve --json --algorithm wastar --weight 3 rook:5x5#7", DONE);
    scoped_reply r = ask("ask '{\"ask\":\"solve\",\"maze\":\"rook:5x5#7\","
                         "\"algorithm\":\"wastar\",\"weight\":3}'");
    const char *members = strstr(verb, "\"kind\":"), *end = strstr(verb, ",\"seconds\"");
    assert_true(members && end);
    assert_non_null(strstr(r.out, "\"weight\":3}\n"));
    assert_memory_equal(r.out + 1, members, (size_t)(end - members));
}

TEST(limits_hold_for_each_question)
{
    scoped_reply states = ask("ask --limit-states 5 '{\"ask\":\"solve\",\"maze\":\"rook:5x5#3\"}' "
                              "'{\"ask\":\"solve\",\"maze\":\"rook:5x5#3\",\"states\":6}'");
    assert_non_null(strstr(states.out, "\"outcome\":\"limit\",\"limit\":\"states\""));
    assert_non_null(strstr(states.out, "states is '6'; it must be a whole number from 1 to 5"));
    scoped_reply seconds = ask("ask --limit-seconds 0.1 '{" LONG "}' '" SMALL "'");
    assert_int_equal(seconds.code, DONE);
    assert_non_null(strstr(seconds.out, "\"stopped\":true}\n{\"known\":true,\"optimum\":"));
    static const command_case cases[] = {
        {"ask --limit-states many", USAGE, "", "--limit-states"},
        {"ask --json", USAGE, "", "--json"},
    };
    expect_answers(cases, COUNT(cases));
}

// ---- the library

static unsigned events, patience;

static void take_event(void *context, const char *json)
{
    scoped_json *o = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    assert_string_equal(text_in(o, "id"), context);
    assert_true(integer_in(field(o, "progress"), "stored") >= 0);
    events++;
}

static bool has_patience(UNUSED void *context)
{
    return patience && patience--;
}

static json_t *asked(mw_api *p, const char *line)
{
    scoped_text *text = p ? mw_api_ask(p, line, strlen(line)) : mw_ask(line, strlen(line));
    assert_non_null(text);
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(o);
    return o;
}

TEST(the_library_answers_lines)
{
    const mw_api_host host = {
        .size = sizeof host, .event = take_event, .goes_on = has_patience, .context = (void *)"me"};
    scoped_json *alone = asked(NULL, SMALL);
    assert_true(true_in(alone, "known"));
    scoped_json *wrong = asked(NULL, "{\"cancel\":3}");
    assert_non_null(strstr(text_in(field(wrong, "error"), "text"), "no other question"));
    mw_api *p = mw_api_open(&host);
    events = 0;
    patience = 1000000;
    scoped_json *told =
        asked(p, "{\"ask\":\"solve\",\"id\":\"me\",\"progress\":true,\"maze\":\"die:800x800#1\"}");
    assert_string_equal(text_in(told, "outcome"), "solved");
    assert_true(events >= 2);
    events = 0;
    scoped_json *quiet = asked(p, "{\"ask\":\"solve\",\"id\":\"me\",\"maze\":\"die:800x800#1\"}");
    assert_int_equal(events, 0);
    patience = 0;
    scoped_json *stopped = asked(p, "{\"ask\":\"analyse\",\"maze\":\"die:800x800#1\"}");
    assert_true(true_in(stopped, "stopped"));
    mw_api_close(p);
}

// A few mazes are kept, so that programs may alternate between them; the answers are the same.
TEST(answers_do_not_depend_on_what_was_asked_before)
{
    mw_api *p = mw_api_open(NULL);
    mw_rng rng = seeded(3);
    for (unsigned i = 0; i < 600; i++) {
        static const char *const asks[] = {"hint\",\"grade\":3", "solution\"", "optimum\"",
                                           "play\"", "solve\",\"states\":3"};
        const char *line = formatted(
            "{\"maze\":\"%s#%u\",\"ask\":\"%s}", mw_rng_below(&rng, 2) ? "rook:5x5" : "die:40x40",
            (unsigned)mw_rng_below(&rng, 4), asks[mw_rng_below(&rng, COUNT(asks))]);
        scoped_text *one = mw_api_ask(p, line, strlen(line)), *other = mw_ask(line, strlen(line));
        assert_string_equal(one, other);
    }
    mw_api_close(p);
}

// ---- the document

// The program in docs/api.md runs as it stands there.
TEST(the_example_in_python_runs)
{
    if (system("python3 -c pass 2> /dev/null"))
        skip();
    scoped_text *page = read_file(SOURCE_DIR, "docs/api.md");
    char *code = strstr(page, "```python\n");
    assert_non_null(code);
    code += strlen("```python\n");
    *strstr(code, "```") = '\0';
    scoped_text *out = run_shell("C='" COMMAND "'; PATH=\"${C%%/*}:$PATH\" timeout 20 python3 %s",
                                 scratch_file("example.py", code));
    assert_string_equal(out, "RDLR\n");
}
