// api.c: the table of questions: for each its name, its fields and the function that answers it. A
// question is checked against its row here; docs/api.md tells what the questions mean.
#include "api/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD_MAX 1000000 // bytes of one field

// Fields are separated by blanks; those that end with '?' may be left out.
static const struct row {
    const char *name, *fields;
    mw_answer_function *answer;
} rows[] = {
    {"about", "", mw_api_about},
    {"maze", "maze kind?", mw_api_maze},
    {"random", "kind size seed", mw_api_random},
    {"play", "maze kind? moves? frames? theme?", mw_api_play},
    {"look", "maze kind? moves?", mw_api_look},
    {"optimum", "maze kind?", mw_api_optimum},
    {"hint", "maze kind? moves? grade", mw_api_hint},
    {"solution", "maze kind? moves?", mw_api_solution},
    {"verify", "maze kind? moves strict? optimal? states?", mw_api_verify},
    {"solve", "maze kind? algorithm? heuristic? weight? states?", mw_api_solve},
    {"trace", "maze kind? algorithm? heuristic? weight? events?", mw_api_trace},
    {"analyse", "maze kind? states?", mw_api_analyse},
    {"objective", "kind size objective? require?", mw_api_objective},
    {"design", "kind size objective? require? method? evaluations? seed?", mw_api_design},
    {"paint", "maze kind? brush cell side?", mw_api_paint},
    {"svg", "maze kind? moves? solution? distances? theme? scale?", mw_api_svg},
    {"simulate", "maze kind? agent? orientations? seed? engine? recover? frame? moves? as?",
     mw_api_simulate},
    {"walls", "maze kind?", mw_api_walls},
    {"tilt", "maze kind? up seconds restart?", mw_api_tilt},
};

mw_api *mw_api_open(const mw_api_host *host)
{
    mw_api *p = calloc(1, sizeof *p);
    if (p && host)
        p->host = *host;
    return p;
}

static void forget_maze(mw_api *p)
{
    mw_marble_tilted_close(p->marble);
    mw_session_close(p->session);
    free(p->key);
    p->marble = NULL;
    p->session = NULL;
    p->key = NULL;
}

void mw_api_close(mw_api *p)
{
    if (p)
        forget_maze(p);
    free(p);
}

// ---- the maze that is kept

static mw_maze *read_maze(mw_question *q, const char *text)
{
    const mw_kind *kind = mw_field_text(q, "kind") ? mw_field_kind(q) : NULL;
    if (mw_field_text(q, "kind") && !kind)
        return NULL;
    return mw_is_id(text) ? mw_maze_from_id(text, q->error)
                          : mw_maze_read(kind, text, strlen(text), q->error);
}

static bool keep_maze(mw_question *q, const char *text, char *key)
{
    mw_api *p = q->api;
    mw_limits limits;
    mw_maze *m = key ? read_maze(q, text) : NULL;
    if (!m && key) {
        free(key);
        return false;
    }
    forget_maze(p);
    p->key = key;
    p->session = m ? mw_session_open(m) : NULL;
    mw_maze_free(m);
    if (!p->session) {
        forget_maze(p);
        return mw_no_memory(q->error);
    }
    mw_api_limits(q, &limits);
    mw_session_limit(p->session, &limits);
    return true;
}

const mw_maze *mw_field_maze(mw_question *q)
{
    mw_api *p = q->api;
    mw_writer w = {0};
    const char *kind = mw_field_text(q, "kind"), *text = mw_field_text(q, "maze");
    mw_write(&w, "%s\n%s", kind ? kind : "", text);
    char *key = mw_writer_take(&w);
    if (key && p->key && !strcmp(key, p->key))
        free(key);
    else if (!keep_maze(q, text, key))
        return NULL;
    return mw_session_maze(p->session);
}

mw_session *mw_field_session(mw_question *q)
{
    const char *moves = mw_field_text(q, "moves");
    if (!mw_field_maze(q) || !mw_session_load(q->api->session, moves ? moves : "", q->error))
        return NULL;
    return q->api->session;
}

// ---- checking

// Is the name one of the row's fields? *optional, if it is.
static bool knows_field(const struct row *r, const char *name, bool *optional)
{
    size_t length = strlen(name);
    for (const char *f = r->fields; *f; f += strspn(f, " ")) {
        size_t n = strcspn(f, " ?");
        *optional = f[n] == '?';
        if (n == length && !memcmp(f, name, n))
            return true;
        f += n + *optional;
    }
    return false;
}

static bool check_given(mw_question *q, const struct row *r)
{
    for (unsigned i = 0; i < q->count; i++) {
        bool optional;
        const char *name = q->fields[i].name;
        if (strcmp(name, "ask") && !knows_field(r, name, &optional))
            return mw_wrong(q, "'%s' has no field '%.40s'; its fields are: %s", r->name, name,
                            *r->fields ? r->fields : "none");
        for (unsigned k = 0; k < i; k++)
            if (!strcmp(q->fields[k].name, name))
                return mw_wrong(q, "the field '%s' is given twice", name);
        if (strlen(q->fields[i].value) > FIELD_MAX)
            return mw_wrong(q, "the field '%s' is too long; it may have %d bytes", name, FIELD_MAX);
    }
    return true;
}

static bool check_missing(mw_question *q, const struct row *r)
{
    for (const char *f = r->fields; *f; f += strspn(f, " ")) {
        char name[32];
        size_t n = strcspn(f, " ?");
        snprintf(name, sizeof name, "%.*s", (int)n, f);
        if (f[n] != '?' && !mw_field_text(q, name))
            return mw_wrong(q, "'%s' needs the field '%s'", r->name, name);
        f += n + (f[n] == '?');
    }
    return true;
}

static bool give_answer(mw_question *q)
{
    const char *ask = mw_field_text(q, "ask");
    const struct row *r = rows, *end = rows + sizeof rows / sizeof *rows;
    if (!ask)
        return mw_wrong(q, "there is no question: the field 'ask' names it");
    while (r < end && strcmp(r->name, ask))
        r++;
    if (r == end)
        return mw_wrong(q, "nobody can answer '%.40s'", ask);
    return check_given(q, r) && check_missing(q, r) && r->answer(q);
}

char *mw_api_error(const mw_error *e)
{
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_json_open(&w, "error", '{');
    mw_json_members(&w, "text=%s line=%u column=%u", e->text, e->line, e->column);
    mw_json_close(&w, '}');
    mw_json_close(&w, '}');
    return mw_writer_take(&w);
}

char *mw_api_answer(mw_api *p, const mw_field *fields, unsigned count, bool *failed)
{
    mw_error error = {0};
    mw_writer w = {0};
    mw_question q = {.api = p, .fields = fields, .count = count, .out = &w, .error = &error};
    p->stopped = p->event_lost = false;
    mw_json_open(&w, NULL, '{');
    bool answered = give_answer(&q);
    mw_json_close(&w, '}');
    if (p->stopped) // the session would remember that it has no graph
        forget_maze(p);
    char *text = mw_writer_take(&w);
    bool whole = answered && text && !p->event_lost;
    if (failed)
        *failed = !whole;
    if (whole)
        return text;
    free(text);
    if (answered)
        mw_no_memory(q.error);
    else if (!*error.text) // nothing is wrong with the question
        mw_wrong(&q, "stopped before there was an answer");
    return mw_api_error(&error);
}
