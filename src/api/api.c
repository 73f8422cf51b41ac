// api.c: the table of questions: for each its name, its fields and the function that answers it. A
// question is checked against its row here; docs/api.md tells what the questions mean. A core that
// only plays leaves out the rest.
#include "api/question.h"
#include "core/grow.h"
#include "core/parts.h"
#include "core/stop.h"

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
    {"read", "text kind?", mw_api_read},
    {"random", "kind size seed solvable? easiest? hardest?", MW_MAKES(mw_api_random)},
    {"convert", "maze kind? to?", mw_api_convert},
    {"check", "maze kind? seed? states?", MW_MAKES(mw_api_check)},
    {"play", "maze kind? moves? frames? changes? theme?", mw_api_play},
    {"ties", "maze kind? moves? cell", mw_api_ties},
    {"look", "maze kind? moves?", mw_api_look},
    {"features", "maze kind? moves?", mw_api_features},
    {"hint", "maze kind? moves? grade", mw_api_hint},
    {"optimum", "maze kind?", mw_api_optimum},
    {"solution", "maze kind? moves?", mw_api_solution},
    {"verify", "maze kind? moves strict? optimal? states?", MW_MAKES(mw_api_verify)},
    {"solve", "maze kind? algorithm? heuristic? weight? states?", MW_MAKES(mw_api_solve)},
    {"trace", "maze kind? algorithm? heuristic? weight? events? graph?", MW_MAKES(mw_api_trace)},
    {"analyse", "maze kind? states?", MW_MAKES(mw_api_analyse)},
    {"audit", "maze kind? heuristic? states? plot? expanded?", MW_MAKES(mw_api_audit)},
    {"explain", "maze kind? moves?", MW_MAKES(mw_api_explain)},
    {"compare", "maze with kind? states?", MW_MAKES(mw_api_compare)},
    {"layout", "maze kind? way? winnable? nodes?", MW_MAKES(mw_api_layout)},
    {"state", "maze kind? moves? state?", MW_MAKES(mw_api_state)},
    {"graph",
     "maze kind? moves? way? winnable? nodes? colour? algorithm? heuristic? weight? theme? scale?",
     MW_MAKES(mw_api_graph)},
    {"place", "nodes edges places?", MW_MAKES(mw_api_place)},
    {"objective", "kind size objective? require? method?", MW_MAKES(mw_api_objective)},
    {"design", "kind size objective? require? method? evaluations? seed? from?",
     MW_MAKES(mw_api_design)},
    {"paint", "maze kind? brush cell side?", MW_MAKES(mw_api_paint)},
    {"blank", "kind size", MW_MAKES(mw_api_blank)},
    {"resize", "maze kind? w h d?", MW_MAKES(mw_api_resize)},
    {"turn", "maze kind? by", MW_MAKES(mw_api_turn)},
    {"brushes", "maze kind? theme?", MW_MAKES(mw_api_brushes)},
    {"svg", "maze kind? moves? solution? distances? theme? scale?", mw_api_svg},
    {"simulate", "maze kind? agent? orientations? seed? engine? recover? frame? moves? as?",
     MW_MAKES(mw_api_simulate)},
    {"walls", "maze kind?", mw_api_walls},
    {"tilt", "maze kind? up seconds restart?", MW_MAKES(mw_api_tilt)},
};

mw_api *mw_api_open(const mw_api_host *host)
{
    mw_api *p = calloc(1, sizeof *p);
    if (p && host)
        MW_TAKE_OPTIONS(mw_api_host, &p->host, host, most_bytes);
    return p;
}

void mw_api_tell_found(mw_api *p, const char *(*found)(void *, const mw_design_report *))
{
    p->found = found;
}

// ---- the mazes that are kept

#define PUT_ASIDE_MAX (1 << 20) // bytes of a game that is kept while another maze is asked about

static void forget_marble(mw_api *p)
{
    mw_marble_tilted_close(p->marble);
    p->marble = NULL;
}

static void forget_game(mw_kept_game *g)
{
    mw_session_close(g->session);
    free(g->key);
    *g = (mw_kept_game){0};
}

// Forgets the maze that was asked about last.
static void forget_maze(mw_api *p)
{
    forget_marble(p);
    forget_game(&p->games[0]);
}

// Another game becomes the first, in place of number i.
static void put_first(mw_api *p, unsigned i, mw_kept_game game)
{
    forget_marble(p);
    if (i && p->games[0].session && mw_session_bytes(p->games[0].session) > PUT_ASIDE_MAX)
        forget_game(&p->games[0]);
    memmove(&p->games[1], &p->games[0], i * sizeof *p->games);
    p->games[0] = game;
}

void mw_api_close(mw_api *p)
{
    if (!p)
        return;
    forget_marble(p);
    for (unsigned i = 0; i < MW_GAMES_KEPT; i++)
        forget_game(&p->games[i]);
    free(p);
}

static mw_maze *read_maze(mw_question *q, const char *text)
{
    const mw_kind *kind = mw_field_text(q, "kind") ? mw_field_kind(q) : NULL;
    if (mw_field_text(q, "kind") && !kind)
        return NULL;
    return mw_is_id(text) ? mw_maze_from_id(text, q->error)
                          : mw_maze_read(kind, text, strlen(text), q->error);
}

mw_maze *mw_field_other(mw_question *q, const char *name)
{
    return read_maze(q, mw_field_text(q, name));
}

// Takes over the key.
static bool keep_maze(mw_question *q, const char *text, char *key)
{
    mw_api *p = q->api;
    mw_limits limits = mw_api_host_limits(p);
    mw_maze *m = read_maze(q, text);
    mw_session *session = m ? mw_session_open(m) : NULL;
    if (m && !session)
        mw_no_memory(q->error);
    mw_maze_free(m);
    if (!session) {
        free(key);
        return false;
    }
    mw_session_limit(session, &limits);
    forget_game(&p->games[MW_GAMES_KEPT - 1]);
    put_first(p, MW_GAMES_KEPT - 1, (mw_kept_game){key, session});
    return true;
}

const mw_maze *mw_field_maze(mw_question *q)
{
    mw_api *p = q->api;
    mw_writer w = {0};
    unsigned i = 0;
    const char *kind = mw_field_text(q, "kind"), *text = mw_field_text(q, "maze");
    mw_write(&w, "%s\n", kind ? kind : "");
    mw_write_bytes(&w, text, strlen(text));
    char *key = mw_writer_take(&w);
    if (!key)
        return mw_no_memory(q->error);
    while (i < MW_GAMES_KEPT && (!p->games[i].key || strcmp(key, p->games[i].key)))
        i++;
    if (i == MW_GAMES_KEPT) {
        if (!keep_maze(q, text, key))
            return NULL;
    } else {
        free(key);
        if (i)
            put_first(p, i, p->games[i]);
    }
    return mw_session_maze(p->games[0].session);
}

mw_session *mw_field_session(mw_question *q)
{
    const char *moves = mw_field_text(q, "moves");
    mw_session *s = mw_field_maze(q) ? q->api->games[0].session : NULL;
    return s && mw_session_load(s, moves ? moves : "", q->error) ? s : NULL;
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
        if (q->fields[i].value && strlen(q->fields[i].value) > FIELD_MAX)
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

static bool no_such_question(mw_question *q, const char *ask)
{
    mw_writer w = {0};
    mw_write(&w, "the questions are");
    size_t words = w.length + 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].answer)
            mw_write(&w, " %s", rows[i].name);
    if (w.failed)
        mw_no_memory(q->error);
    else
        mw_refuse_unknown(q->error, ask, w.text, words, "nobody can answer '%.40s'", ask);
    free(w.text);
    return false;
}

static bool give_answer(mw_question *q)
{
    const char *ask = mw_field_text(q, "ask");
    const struct row *r = rows, *end = rows + sizeof rows / sizeof *rows;
    if (!ask)
        return mw_wrong(q, "there is no question: the field 'ask' names it");
    while (r < end && (!r->answer || strcmp(r->name, ask)))
        r++;
    if (r == end)
        return no_such_question(q, ask);
    return check_given(q, r) && check_missing(q, r) && r->answer(q);
}

static void open_object(mw_writer *w, const char *id)
{
    mw_json_open(w, NULL, '{');
    if (id) {
        mw_write(w, "\"id\":");
        mw_write_bytes(w, id, strlen(id));
    }
}

char *mw_api_refusal(const mw_api *p, const mw_error *e)
{
    mw_writer w = {0};
    open_object(&w, p->id);
    if (p->stopped)
        mw_json_bool(&w, "stopped", true);
    mw_json_open(&w, "error", '{');
    mw_json_members(&w, "text=%s line=%u column=%u", e->text, e->line, e->column);
    mw_json_close(&w, '}');
    mw_json_close(&w, '}');
    return mw_writer_take(&w);
}

char *mw_api_error(const mw_error *e)
{
    return mw_api_refusal(&(mw_api){0}, e);
}

char *mw_api_answer_now(mw_api *p, const mw_field *fields, unsigned count, bool *failed)
{
    mw_error error = {0};
    mw_writer w = {0};
    mw_question q = {.api = p, .fields = fields, .count = count, .out = &w, .error = &error};
    p->stopped = p->event_lost = false;
    p->told = 0;
    open_object(&w, p->id);
    bool answered = give_answer(&q);
    if (p->stopped) {
        mw_json_bool(&w, "stopped", true);
        forget_maze(p); // the session would remember that it has no graph
    }
    mw_json_close(&w, '}');
    char *text = mw_writer_take(&w);
    bool whole = answered && text && !p->event_lost,
         short_of_memory = answered || error.code == MW_ERROR_MEMORY;
    if (failed)
        *failed = !whole;
    if (whole)
        return text;
    free(text);
    p->stopped = p->stopped || (short_of_memory && mw_stopped()); // and only seems to lack memory
    if (short_of_memory && !p->stopped)
        mw_no_memory(q.error);
    else if (short_of_memory || !*error.text) // nothing is wrong with the question
        mw_wrong(&q, "stopped before there was an answer");
    return mw_api_refusal(p, &error);
}

char *mw_api_answer(mw_api *p, const mw_field *fields, unsigned count, bool *failed)
{
    p->id = NULL;
    p->in_line = p->progress = false;
    return mw_api_answer_now(p, fields, count, failed);
}
