// test_hostile.c: a megabyte of anything is refused, or taken, in no time: hostile shapes for every
// reader there is. What counts is the time of the processor, so that a busy machine is not blamed.
#include "serving.h"

#include "core/expression.h"
#include "experiment/plan.h"
#include "api/api.h"
#include "api/read_question.h"

#include <sys/resource.h>
#include <unistd.h>

#define SIZE 1000000
#ifdef __SANITIZE_ADDRESS__
#define SECONDS 8.0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECONDS 8.0
#endif
#endif
#ifndef SECONDS
#define SECONDS 2.0
#endif

static char text[SIZE + 1];

// ---- shapes: a beginning, then something over and over, then an end

typedef struct shape {
    const char *name, *begin, *again, *end;
} shape;

static const shape shapes[] = {
    {"one letter", "", "a", ""},
    {"zeros", "", "0", ""},
    {"nines", "", "9", ""},
    {"blank lines", "", "\n", ""},
    {"Windows' blank lines", "", "\r\n", ""},
    {"blanks", "", " ", ""},
    {"tabs", "", "\t", ""},
    {"dots", "", ".", ""},
    {"short lines", "", ".\n", ""},
    {"letters in lines", "", "U\n", ""},
    {"comments", "", "# no\n", ""},
    {"slashes", "", "/", ""},
    {"commas", "", ",", ""},
    {"colons", "", ":", ""},
    {"starts", "", "S", ""},
    {"goals", "", "G", ""},
    {"open parentheses", "", "(", ""},
    {"open brackets", "", "[", ""},
    {"open braces", "", "{", ""},
    {"nested objects", "", "{\"a\":", ""},
    {"nested lists in an object", "{\"ask\":", "[", ""},
    {"minus signs", "", "-", ""},
    {"negations", "", "!", ""},
    {"powers", "1", "^1", ""},
    {"a long sum", "1", "+1", ""},
    {"calls", "", "min(", ""},
    {"quotes", "", "\"", ""},
    {"backslashes", "\"", "\\", ""},
    {"bytes that are no text", "", "\xff", ""},
    {"half characters", "", "\xe2\x82", ""},
    {"control characters", "", "\x1b[", ""},
    {"walls", "", "+---", ""},
    {"drawn rows", "", "+---+\n|   |\n", ""},
    {"numbers", "", "1 ", ""},
    {"a huge fraction", "0.", "3", ""},
    {"words", "", "mazes ", ""},
    {"options", "", "queen ", ""},
    {"names", "{", "\"maze\":\"\",", "}"},
};

// Fills `text` with the prefix and the shape; its length is always SIZE.
static void write_shape(const char *prefix, const shape *s)
{
    size_t from = strlen(prefix) + strlen(s->begin), last = SIZE - strlen(s->end);
    memcpy(stpcpy(text, prefix), s->begin, strlen(s->begin));
    memcpy(text + from, s->again, strlen(s->again));
    for (size_t done = strlen(s->again), more; from + done < last; done += more) { // doubled
        more = done < last - from - done ? done : last - from - done;
        memcpy(text + from + done, text + from, more);
    }
    strcpy(text + last, s->end);
}

// ---- time

static double processor(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static double slowest;
static char slowest_name[200];

static void check_time(double from, double to, const char *reader, const char *prefix,
                       const char *name)
{
    if (to - from > slowest) {
        slowest = to - from;
        snprintf(slowest_name, sizeof slowest_name, "%s: '%.40s', %s", reader, prefix, name);
    }
    if (to - from > SECONDS)
        fail_msg("%s takes %.1f s to read '%.40s' and a megabyte of %s", reader, to - from, prefix,
                 name);
}

// Runs `read` on every shape after every prefix.
static void feed(const char *reader, const char *const *prefixes, void (*read)(const void *context),
                 const void *context)
{
    for (const char *const *p = prefixes; *p; p++)
        for (size_t i = 0; i < COUNT(shapes); i++) {
            write_shape(*p, &shapes[i]);
            double from = processor(RUSAGE_SELF);
            read(context);
            check_time(from, processor(RUSAGE_SELF), reader, *p, shapes[i].name);
        }
}

// ---- readers of the library

static void read_maze(const void *context)
{
    mw_error e;
    scoped_maze *m = mw_maze_read(context, text, SIZE, &e);
    assert_true(m || *e.text);
}

static void read_id(UNUSED const void *context)
{
    mw_error e;
    scoped_maze *m = mw_maze_from_id(text, &e);
    assert_true(m || *e.text);
}

TEST(mazes_and_ids)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        char with[4][64];
        const char *prefixes[5] = {""};
        snprintf(with[0], 64, "%s 5x5\n", (*k)->name);
        snprintf(with[1], 64, "%s 5x", (*k)->name);
        for (unsigned i = 0; i < 2; i++)
            prefixes[i + 1] = with[i];
        prefixes[3] = NULL;
        feed((*k)->name, prefixes, read_maze, *k);
        static const char *const sorts[] = {":5x5:", ":5x5#", ":5x5,", ":64x64:"};
        for (unsigned i = 0; i < 4; i++) {
            snprintf(with[i], sizeof with[i], "%s%s", (*k)->name, sorts[i]);
            prefixes[i] = with[i];
        }
        prefixes[4] = NULL;
        feed("ids", prefixes, read_id, NULL);
    }
    // Forms of others, and texts whose kind is not known.
    feed("maps of digits", (const char *const[]){"5 5 1 1\n", "64 64 1 1\n", "", NULL}, read_maze,
         mw_kind_find("bloxorz"));
    feed("thm",
         (const char *const[]){"theseus-maze 1\nsize 5 5\n", "theseus-maze 1\nsize 64 64\nwalls\n",
                               "block 1 1 ", NULL},
         read_maze, mw_kind_find("theseus"));
    feed("any kind", (const char *const[]){"", "rook", "\xef\xbb\xbf", NULL}, read_maze, NULL);
}

// Valid as far as it goes, but for the last byte, or for one row.
TEST(nearly_right)
{
    const struct {
        const char *id;
        const char *form;
    } rows[] = {{"die:990x990,obstacles=10#1", "own"},
                {"die:990x990,obstacles=10#1", "id"},
                {"rook:36x36#1", "own"},
                {"theseus:64x64#1", "own"},
                {"theseus:64x64#1", "id"},
                {"theseus:64x64#1", "thm"},
                {"bloxorz:64x64,soft=4#1", "own"},
                {"bloxorz:64x64,soft=4#1", "paper"},
                {"marble:20x20x20#1", "own"},
                {"marble:20x20x20#1", "id"},
                {"null:1000x1#1", "own"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        scoped_text *printed = mw_maze_print(m, rows[i].form);
        bool id = !strcmp(rows[i].form, "id");
        assert_non_null(printed);
        size_t length = strlen(printed);
        for (unsigned way = 0; way < 3; way++) {
            mw_error e;
            char *bad = malloc(length + 2);
            memcpy(bad, printed, length + 1);
            size_t at = way == 0 ? length - 2 : way == 1 ? length / 2 : length - 1;
            size_t now = length;
            if (way == 1) // a cell less in a row
                memmove(bad + at, bad + at + 1, now-- - at);
            else
                bad[at] = way ? '?' : '%';
            double from = processor(RUSAGE_SELF);
            scoped_maze *read = id ? mw_maze_from_id(bad, &e) : mw_maze_read(m->kind, bad, now, &e);
            check_time(from, processor(RUSAGE_SELF), rows[i].form, rows[i].id, "nearly right");
            if (way != 1 && read) // where a blank is missing nothing may be wrong
                fail_msg("%s as %s is read, though a byte is wrong", rows[i].id, rows[i].form);
            assert_true(read || *e.text);
            free(bad);
        }
    }
}

static void read_moves(const void *context)
{
    uint16_t *actions;
    mw_error e;
    long count = mw_moves_parse(context, text, &actions, &e);
    assert_true(count >= 0 || *e.text);
    free(actions);
}

static void read_expression(const void *context)
{
    mw_expression e;
    mw_error error;
    assert_true(mw_expression_compile(&e, text, context, &error) || *error.text);
}

TEST(moves_and_expressions)
{
    static const char *const names[] = {"length", "states", NULL};
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        feed("moves", (const char *const[]){"", NULL}, read_moves, *k);
    feed("expressions", (const char *const[]){"", "length + ", "if(", NULL}, read_expression,
         names);
}

static bool no_file(UNUSED void *context, UNUSED const char *name, UNUSED mw_plan_take *take,
                    UNUSED void *taker)
{
    return false;
}

static void read_plan(UNUSED const void *context)
{
    scoped(mw_plan_free) mw_plan p = {0};
    mw_error e;
    assert_true(mw_plan_read(&p, text, no_file, NULL, &e) || *e.text);
}

static void read_question(UNUSED const void *context)
{
    scoped(mw_fields_free) mw_fields q = {0};
    mw_error e;
    assert_true(mw_fields_read(&q, text, SIZE, &e) || *e.text);
}

static void ask_page(const void *context)
{
    const mw_field *fields = context;
    mw_api *p = mw_api_open(NULL);
    scoped_text *answer = mw_api_answer(p, fields, 4, NULL);
    assert_non_null(answer);
    mw_api_close(p);
}

TEST(plans_and_questions)
{
    feed("plans",
         (const char *const[]){"", "mazes ", "mazes rook:5x5#1\nalgorithm ", "limit states ",
                               "mazes rook:5x5#1..", NULL},
         read_plan, NULL);
    feed("questions",
         (const char *const[]){"", "{\"ask\":\"maze\",\"maze\":\"",
                               "{\"ask\":\"maze\",\"maze\":", NULL},
         read_question, NULL);
    static const char *const asks[][2] = {
        {"maze", "kind"}, {"hint", "grade"}, {"explain", "moves"}, {"compare", "with"},
        {"svg", "theme"}, {"look", "moves"}, {"design", "require"}};
    for (size_t i = 0; i < COUNT(asks); i++) {
        mw_field fields[] = {
            {"ask", asks[i][0]}, {"maze", text}, {asks[i][1], text}, {"moves", text}};
        feed("the page", (const char *const[]){"", "rook 5x5\n", NULL}, ask_page, fields);
    }
}

// ---- readers of the command: a few shapes each, for each costs a process

static void read_by_command(const char *arguments, const char *prefix, const shape *s)
{
    scoped_text *err = NULL;
    write_shape(prefix, s);
    double from = processor(RUSAGE_CHILDREN);
    int code = run_command_on(arguments, text, SIZE, NULL, &err);
    check_time(from, processor(RUSAGE_CHILDREN), arguments, prefix, s->name);
    if (code != 3 && code != 2 && code != 0)
        fail_msg("%s, a megabyte of %s: exit %d: %.200s", arguments, s->name, code, err);
}

TEST(commands)
{
    static const char *const readers[][2] = {
        {"solve -", ""},
        {"catalogue import /tmp/mw-hostile.db -", ""},
        {"catalogue import /tmp/mw-hostile.db -", "rook:5x5#1\n"},
        {"book -o /tmp/mw-hostile.pdf -", ""},
        {"experiment /dev/stdin -o /tmp/mw-hostile-results.db -q", "mazes "},
        {"convert --kind theseus -", "+---+\n"},
    };
    static const unsigned some[] = {0, 3, 8, 11, 19, 28, 35};
    for (size_t r = 0; r < COUNT(readers); r++)
        for (size_t i = 0; i < COUNT(some); i++)
            read_by_command(readers[r][0], readers[r][1], &shapes[some[i]]);
    unlink("/tmp/mw-hostile.db");
    unlink("/tmp/mw-hostile.pdf");
    unlink("/tmp/mw-hostile-results.db");
}

// ---- over HTTP

TEST_WITH(over_http, serving_start, serving_end)
{
    static const char *const prefixes[] = {"", "{\"ask\":\"maze\",\"maze\":\"", "{\"ask\":"};
    for (size_t p = 0; p < COUNT(prefixes); p++)
        for (size_t i = 0; i < COUNT(shapes); i += 3) {
            write_shape(prefixes[p], &shapes[i]);
            double from = mw_seconds();
            scoped_reply r = post("/api/ask", text);
            if (r.status != 400)
                fail_msg("a megabyte of %s: status %d", shapes[i].name, r.status);
            check_time(0, (mw_seconds() - from) / 4, "HTTP", prefixes[p], shapes[i].name);
        }
}

static int tell_the_slowest(UNUSED void **state)
{
    print_message("# the slowest (%s) took %.2f s of at most %.0f\n", slowest_name, slowest,
                  SECONDS);
    return 0;
}
ALL_TESTS_WITH(NULL, tell_the_slowest)
