// rubric.c: reads a rubric. Its lines that name mazes are those of a plan.
#include "experiment/grade/rubric.h"

#include "core/text.h"
#include "experiment/plan_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS     10.0
#define BYTES       (512.0 * 1024 * 1024)
#define LEAST_BYTES (16.0 * 1024 * 1024) // less is too little to begin with

static const char test_form[] =
    "test admissible|consistent|different|solved|optimal|expanded <= N|NAME|FACTOR*NAME points P "
    "[partial] [visible|hidden|after_due_date|after_published] [seconds S]";

static const char *const checks[] = {
    [MW_CHECK_ADMISSIBLE] = "admissible", [MW_CHECK_CONSISTENT] = "consistent",
    [MW_CHECK_DIFFERENT] = "different",   [MW_CHECK_SOLVED] = "solved",
    [MW_CHECK_OPTIMAL] = "optimal",       [MW_CHECK_EXPANDED] = "expanded",
};
#define CHECKS (sizeof checks / sizeof *checks)

bool mw_check_needs_graph(mw_check check)
{
    return check <= MW_CHECK_DIFFERENT;
}

static bool say_form(mw_plan_reader *r, const mw_token *at, const char *form)
{
    return mw_plan_fail(r, at, "write it as: %s", form);
}

// ---- a test

// The bound of "expanded": 500, h2 or 1.5*h2.
static bool read_bound(mw_plan_reader *r, mw_rubric_test *t, mw_token *token)
{
    const char *name = token->text, *star = strchr(name, '*');
    char *end;
    t->most = strtod(name, &end);
    bool number = end > name && (!*end || end == star);
    if (!number)
        t->most = 1;
    else
        name = *end ? star + 1 : "";
    bool ok = (!star || number) && t->most > 0 && t->most <= 1e15 &&
              strlen(name) < sizeof t->reference && (*name || !star);
    if (!ok)
        return mw_plan_fail(r, token,
                            "'%.40s' is no bound; write a number above 0, a heuristic such as h2, "
                            "or 1.5*h2",
                            token->text);
    snprintf(t->reference, sizeof t->reference, "%s", name);
    snprintf(t->name, sizeof t->name, "expanded <= %.64s", token->text);
    return true;
}

// What stands after the points.
static bool read_extras(mw_plan_reader *r, mw_rubric_test *t, mw_token *tokens, unsigned count)
{
    static const char *const shown[] = {"visible", "hidden", "after_due_date", "after_published"};
    for (unsigned i = 0; i < count; i++) {
        size_t s = 0;
        while (s < sizeof shown / sizeof *shown && strcmp(tokens[i].text, shown[s]) != 0)
            s++;
        if (!strcmp(tokens[i].text, "partial"))
            t->partial = true;
        else if (s < sizeof shown / sizeof *shown)
            t->visibility = shown[s];
        else if (!strcmp(tokens[i].text, "seconds") && i + 1 < count &&
                 mw_token_number(&tokens[i + 1], 0.001, 1e6, &t->seconds))
            i++;
        else
            return say_form(r, &tokens[i], test_form);
    }
    return true;
}

static bool stands_alone(mw_plan_reader *r, const mw_rubric *u, const mw_rubric_test *t)
{
    const mw_token at = {.line = t->line, .column = t->column};
    for (unsigned i = 0; i < u->test_count; i++)
        if (!strcmp(u->tests[i].name, t->name))
            return mw_plan_fail(r, &at, "the test '%s' stands in line %u already", t->name,
                                u->tests[i].line);
    return u->test_count < MW_RUBRIC_TESTS_MAX ||
           mw_plan_fail(r, &at, "a rubric has at most %d tests", MW_RUBRIC_TESTS_MAX);
}

static bool read_test(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    mw_rubric *u = r->more;
    mw_rubric_test t = {
        .visibility = "visible", .line = tokens[1].line, .column = tokens[1].column};
    while (t.check < CHECKS && strcmp(tokens[1].text, checks[t.check]) != 0)
        t.check++;
    if (t.check == CHECKS)
        return mw_plan_fail(r, &tokens[1], "there is no test '%.40s'; %s", tokens[1].text,
                            "tests are admissible, consistent, different, solved, optimal and "
                            "expanded <= N");
    unsigned at = 2;
    snprintf(t.name, sizeof t.name, "%s", checks[t.check]);
    if (t.check == MW_CHECK_EXPANDED) {
        if (count < 4 || strcmp(tokens[2].text, "<=") != 0)
            return say_form(r, &tokens[1], test_form);
        if (!read_bound(r, &t, &tokens[3]))
            return false;
        at = 4;
    }
    if (at + 1 >= count || strcmp(tokens[at].text, "points") != 0)
        return say_form(r, &tokens[at < count ? at : 1], test_form);
    if (!mw_token_number(&tokens[at + 1], 0, 1e6, &t.points))
        return mw_plan_fail(r, &tokens[at + 1],
                            "'%.40s' are no points; write a number from 0 to 1000000",
                            tokens[at + 1].text);
    if (!read_extras(r, &t, tokens + at + 2, count - at - 2) || !stands_alone(r, u, &t))
        return false;
    u->tests[u->test_count++] = t;
    return true;
}

// ---- the other lines

enum { TITLE = 1, ASK = 2, HEURISTICS = 4, LIMIT_SECONDS = 8, LIMIT_MEMORY = 16 };

// Notes that this has been said. False: it was before, and would be dropped in silence.
static bool said_once(mw_plan_reader *r, unsigned what, const mw_token *at, const char *name)
{
    mw_rubric *u = r->more;
    bool again = u->said & what;
    u->said |= what;
    return !again || mw_plan_fail(r, at, "'%s' stands in the rubric already", name);
}

static bool read_title(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    mw_rubric *u = r->more;
    if (count != 2)
        return say_form(r, &tokens[1], "title \"TEXT\", with the quotes");
    if (!said_once(r, TITLE, &tokens[0], "title"))
        return false;
    return (u->title = strdup(tokens[1].text)) || mw_no_memory(r->error);
}

static bool read_ask(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    mw_rubric *u = r->more;
    u->solve = !strcmp(tokens[1].text, "solve");
    if (!said_once(r, ASK, &tokens[0], "ask"))
        return false;
    return (count == 2 && (u->solve || !strcmp(tokens[1].text, "estimate"))) ||
           say_form(r, &tokens[1], "ask estimate|solve");
}

static bool read_heuristics(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    mw_rubric *u = r->more;
    double n;
    if (count != 2 || !mw_token_number(&tokens[1], 1, MW_RUBRIC_HEURISTICS_MAX, &n) ||
        n != floor(n))
        return mw_plan_fail(r, &tokens[1], "write it as: heuristics N, with N from 1 to %d",
                            MW_RUBRIC_HEURISTICS_MAX);
    u->heuristics = (unsigned)n;
    return said_once(r, HEURISTICS, &tokens[0], "heuristics");
}

static bool read_limit(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    mw_rubric *u = r->more;
    double bytes;
    if (count == 3 && !strcmp(tokens[1].text, "seconds")) {
        if (mw_token_number(&tokens[2], 0.001, 1e6, &u->seconds))
            return said_once(r, LIMIT_SECONDS, &tokens[0], "limit seconds");
        return mw_plan_fail(r, &tokens[2],
                            "'%.40s' is not a limit; write a number of seconds from 0.001 on",
                            tokens[2].text);
    }
    if (count != 3 || strcmp(tokens[1].text, "memory") != 0)
        return say_form(r, &tokens[1], "limit seconds|memory VALUE");
    if (!mw_parse_bytes(tokens[2].text, &bytes) || bytes < LEAST_BYTES)
        return mw_plan_fail(r, &tokens[2],
                            "'%.40s' is not a limit; write a size from 16M on, e.g. 512M or 2G",
                            tokens[2].text);
    u->bytes = (uint64_t)bytes;
    return said_once(r, LIMIT_MEMORY, &tokens[0], "limit memory");
}

// Cuts the command into words at blanks. False: there are too many, or "{}" is not among them.
static bool cut_command(mw_rubric_run *run)
{
    unsigned n = 0;
    bool file = false;
    char *rest, *text = run->text;
    for (char *w = strtok_r(text, " \t", &rest); w; w = strtok_r(NULL, " \t", &rest)) {
        if (n == MW_RUBRIC_WORDS_MAX)
            return false;
        file |= !strcmp(w, "{}");
        run->words[n++] = w;
    }
    return n && file;
}

static bool read_run(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    static const char form[] = "run ENDING \"COMMAND {}\", e.g. run .py \"python3 {}\"";
    mw_rubric *u = r->more;
    const char *ending = count == 3 ? tokens[1].text : "";
    if (count != 3 || (*ending != '.' && strcmp(ending, "/") != 0))
        return say_form(r, &tokens[1], form);
    for (unsigned i = 0; i < u->run_count; i++)
        if (!strcmp(u->runs[i].ending, ending))
            return mw_plan_fail(r, &tokens[1], "how to run %.40s has been said already", ending);
    if (u->run_count == MW_RUBRIC_RUNS_MAX)
        return mw_plan_fail(r, &tokens[0], "a rubric has at most %d lines 'run'",
                            MW_RUBRIC_RUNS_MAX);
    mw_rubric_run *run = &u->runs[u->run_count++];
    run->ending = strdup(ending);
    run->text = strdup(tokens[2].text);
    if (!run->ending || !run->text)
        return mw_no_memory(r->error);
    return cut_command(run) || mw_plan_fail(r, &tokens[2],
                                            "a command has at most %d words, and {} is one of "
                                            "them, where the file of the submission stands",
                                            MW_RUBRIC_WORDS_MAX);
}

// ---- the whole

static const mw_plan_statement statements[] = {
    MW_MAZE_STATEMENTS,
    {"test", read_test, test_form},
    {"title", read_title, "title \"TEXT\""},
    {"ask", read_ask, "ask estimate|solve"},
    {"heuristics", read_heuristics, "heuristics N"},
    {"limit", read_limit, "limit seconds|memory VALUE"},
    {"run", read_run, "run ENDING \"COMMAND {}\""},
    {0},
};

// Is the reference a heuristic of all kinds in the rubric?
static bool reference_known(mw_plan_reader *r, const mw_rubric_test *t, const mw_token *at)
{
    bool zero = !*t->reference || !strcmp(t->reference, "zero");
    for (unsigned i = 0; !zero && i < r->sample_count; i++) {
        const mw_kind *kind = r->samples[i]->kind;
        mw_error why;
        if (mw_heuristic_find(kind, t->reference))
            continue;
        mw_writer known = {0};
        mw_write(&known, "the heuristics are ");
        size_t words = known.length;
        mw_write(&known, "zero");
        for (const mw_heuristic *h = kind->heuristics; h && h->name; h++)
            mw_write(&known, " %s", h->name);
        if (known.failed)
            mw_no_memory(r->error);
        else if (!mw_refuse_unknown(&why, t->reference, known.text, words,
                                    "%s has no heuristic '%s'", kind->name, t->reference))
            mw_plan_fail(r, at, "%.380s", why.text);
        free(known.text);
        return false;
    }
    return true;
}

static bool tests_make_sense(mw_plan_reader *r, const mw_rubric *u)
{
    if (!u->test_count)
        return mw_plan_fail(r, NULL,
                            "it has no test; add a line such as: test admissible points 10");
    for (unsigned i = 0; i < u->test_count; i++) {
        const mw_rubric_test *t = &u->tests[i];
        const mw_token at = {.line = t->line, .column = t->column};
        if (u->solve && mw_check_needs_graph(t->check))
            return mw_plan_fail(r, &at,
                                "'%s' is a test of heuristics, and with 'ask solve' there are "
                                "none; leave one of the two out",
                                t->name);
        if (t->check == MW_CHECK_DIFFERENT && u->heuristics < 2)
            return mw_plan_fail(r, &at,
                                "'different' compares heuristics with each other; add a line such "
                                "as: heuristics 3");
        if (t->seconds > u->seconds)
            return mw_plan_fail(r, &at,
                                "a submission is stopped after %g seconds; add a line: limit "
                                "seconds %g",
                                u->seconds, t->seconds);
        if (!reference_known(r, t, &at))
            return false;
    }
    return (!u->solve || u->heuristics == 1) ||
           mw_plan_fail(r, NULL, "with 'ask solve' there are no heuristics; leave that line out");
}

bool mw_rubric_read(mw_rubric *u, const char *text, mw_plan_open *open, void *context,
                    mw_error *error)
{
    *u = (mw_rubric){.heuristics = 1, .seconds = SECONDS, .bytes = (uint64_t)BYTES};
    mw_plan_reader r = {
        .plan = &u->plan, .open = open, .context = context, .error = error, .more = u};
    *error = (mw_error){0};
    bool ok = mw_plan_read_lines(&r, statements, text) && mw_plan_mazes_differ(&r) &&
              tests_make_sense(&r, u);
    mw_plan_reader_free(&r);
    return ok;
}

void mw_rubric_free(mw_rubric *u)
{
    for (unsigned i = 0; i < u->run_count; i++) {
        free(u->runs[i].ending);
        free(u->runs[i].text);
    }
    free(u->title);
    mw_plan_free(&u->plan);
    *u = (mw_rubric){0};
}

double mw_rubric_points(const mw_rubric *u)
{
    double points = 0;
    for (unsigned i = 0; i < u->test_count; i++)
        points += u->tests[i].points;
    return points;
}
