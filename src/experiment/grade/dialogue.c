// dialogue.c: see dialogue.h. What runs in the copy of this process is in dialogue_copy.c.
#include "experiment/grade/dialogue.h"

#include "core/json.h"
#include "experiment/grade/dialogue_copy.h"
#include "search/search.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define LINE_MOST     ((size_t)4 << 20) // bytes of an answer of a program
#define ESTIMATE_MOST ((1u << 28) - 1)  // as of expressions
#define ID_MOST       1000              // bytes of an id that stands in every question
#define SHOWN         60                // bytes of a wrong answer that are quoted

// ---- questions and answers in JSON

typedef struct question {
    mw_dialogue *dialogue;
    const mw_graph *graph; // whose states are asked for; NULL: `state`
    const mw_state *state;
    unsigned heuristic; // the first, or the only one
    uint32_t *out;
    mw_solution_claim *claim;
} question;

static void state_of(const question *q, uint64_t number, unsigned *heuristic, mw_state *s)
{
    *heuristic = q->heuristic + (q->graph ? (unsigned)(number / q->graph->states) : 0);
    if (q->graph)
        mw_graph_state(q->graph, (uint32_t)(number % q->graph->states), s);
    else
        *s = *q->state;
}

static void end_line(mw_writer *w)
{
    mw_json_close(w, '}');
    mw_write_char(w, '\n');
}

// A large maze is named in the first question only: all questions of a process are about one maze.
static void begin_line(mw_dialogue *d, uint64_t id, mw_writer *w)
{
    const mw_kind *kind = d->maze->kind;
    mw_json_open(w, NULL, '{');
    mw_json_count(w, "id", id);
    mw_json_text(w, "ask", d->solve ? "solve" : "estimate");
    if (id == 1 || strlen(d->maze_id) <= ID_MOST)
        mw_json_text(w, "maze", d->maze_id);
    mw_json_text(w, "kind", kind->name);
}

static void write_estimate(void *context, uint64_t number, mw_writer *w)
{
    const question *q = context;
    mw_dialogue *d = q->dialogue;
    mw_state s;
    unsigned heuristic;
    double values[MW_FEATURES_MAX];
    const mw_feature *features = mw_features(d->maze->kind);
    state_of(q, number, &heuristic, &s);
    mw_state_features(d->maze, &s, values);
    begin_line(d, d->next + number, w);
    mw_json_count(w, "heuristic", heuristic + 1);
    mw_json_open(w, "features", '{');
    for (unsigned i = 0; features[i].name; i++)
        mw_json_number(w, features[i].name, values[i]);
    mw_json_close(w, '}');
    mw_json_owned(w, "state", mw_state_describe(d->maze, &s));
    end_line(w);
}

static void write_solve(void *context, uint64_t number, mw_writer *w)
{
    const question *q = context;
    const mw_kind *kind = q->dialogue->maze->kind;
    begin_line(q->dialogue, q->dialogue->next + number, w);
    mw_json_owned(w, "text", mw_maze_print(q->dialogue->maze, "own"));
    mw_json_text(w, "rules", kind->how_to_play);
    mw_json_open(w, "actions", '[');
    for (const mw_action *a = kind->rules->actions; a->word; a++)
        mw_json_text(w, NULL, a->word);
    mw_json_close(w, ']');
    end_line(w);
}

// Notes what is wrong with an answer, with its beginning. Always NULL.
static json_t *wrong(mw_dialogue *d, const char *line, size_t length, const char *what)
{
    char shown[SHOWN + 4];
    size_t n = length < SHOWN ? length : SHOWN;
    for (size_t i = 0; i < n; i++)
        shown[i] = (unsigned char)line[i] < ' ' || (unsigned char)line[i] > '~' ? '?' : line[i];
    memcpy(shown + n, n < length ? "..." : "", n < length ? 4 : 1);
    snprintf(d->wrong, sizeof d->wrong, "%s: %s", what, n ? shown : "(an empty line)");
    return NULL;
}

// The object in the next line, whose id must be this one. NULL: none, and *used is what `read` of
// an exchange returns.
static json_t *next_answer(mw_dialogue *d, uint64_t id, const char *bytes, size_t length,
                           long *used)
{
    const char *end = memchr(bytes, '\n', length < LINE_MOST ? length : LINE_MOST);
    size_t line = end ? (size_t)(end - bytes) : length;
    *used = -1;
    if (!end && length < LINE_MOST) {
        *used = 0;
        return NULL;
    }
    if (!end)
        return wrong(d, bytes, length, "it prints a line without end");
    json_error_t mistake = {0};
    char what[200];
    json_t *o = json_loadb(bytes, line, 0, &mistake);
    const json_t *number = json_object_get(o, "id"), *error = json_object_get(o, "error");
    if (!json_is_object(o)) {
        bool nearly = line && *bytes == '{';
        snprintf(what, sizeof what, "its answer is no JSON object%s%.120s%s", nearly ? " (" : "",
                 nearly ? mistake.text : "", nearly ? ")" : "");
        wrong(d, bytes, line, what);
    } else if (!json_is_integer(number) || json_integer_value(number) != (json_int_t)id) {
        snprintf(what, sizeof what, "its next answer must have \"id\":%llu, and this has not",
                 (unsigned long long)id);
        wrong(d, bytes, line, what);
    } else if (json_is_string(error))
        wrong(d, json_string_value(error), json_string_length(error), "it answers with an error");
    else
        *used = (long)line + 1;
    if (*used > 0)
        return o;
    json_decref(o);
    return NULL;
}

static long read_estimate(void *context, uint64_t number, const char *bytes, size_t length)
{
    const question *q = context;
    long used;
    json_t *o = next_answer(q->dialogue, q->dialogue->next + number, bytes, length, &used);
    const json_t *value = json_object_get(o, "estimate");
    if (o && !json_is_number(value) && !json_is_null(value)) {
        wrong(q->dialogue, bytes, (size_t)used - 1, "its answer has no number 'estimate'");
        used = -1;
    } else if (o) {
        double h = json_is_null(value) ? 0 : ceil(json_number_value(value));
        q->out[number] = json_is_null(value) ? MW_FAR
                         : h < 0             ? 0
                         : h < ESTIMATE_MOST ? (uint32_t)h
                                             : ESTIMATE_MOST;
    }
    json_decref(o);
    return used;
}

static long read_solution(void *context, uint64_t number, const char *bytes, size_t length)
{
    const question *q = context;
    mw_solution_claim *c = q->claim;
    long used;
    json_t *o = next_answer(q->dialogue, q->dialogue->next + number, bytes, length, &used);
    const json_t *moves = json_object_get(o, "moves"), *count = json_object_get(o, "expanded");
    if (o && !json_is_string(moves) && !json_is_null(moves)) {
        wrong(q->dialogue, bytes, (size_t)used - 1, "its answer has no text 'moves'");
        used = -1;
    } else if (o) {
        c->moves = json_is_string(moves) ? strdup(json_string_value(moves)) : NULL;
        if (json_is_string(moves) && !c->moves)
            q->dialogue->process.state = MW_PROCESS_NO_MEMORY;
        c->counted = json_is_integer(count) && json_integer_value(count) >= 0;
        c->expanded = c->counted ? (uint64_t)json_integer_value(count) : 0;
    }
    json_decref(o);
    return used;
}

// ---- questions and answers in binary

static void write_state(void *context, uint64_t number, mw_writer *w)
{
    mw_copy_question q = {0};
    state_of(context, number, &q.heuristic, &q.state);
    mw_write_bytes(w, (const char *)&q, sizeof q);
}

static long read_number(void *context, uint64_t number, const char *bytes, size_t length)
{
    const question *q = context;
    if (length < sizeof *q->out)
        return 0;
    memcpy(&q->out[number], bytes, sizeof *q->out);
    return sizeof *q->out;
}

// The first that a copy says: what it offers.
static long read_offer(void *context, uint64_t number, const char *bytes, size_t length)
{
    mw_dialogue *d = context;
    mw_copy_offer offer;
    (void)number;
    if (length < sizeof offer)
        return 0;
    memcpy(&offer, bytes, sizeof offer);
    if (offer.heuristics > MW_RUBRIC_HEURISTICS_MAX)
        return -1;
    d->heuristics = offer.heuristics;
    if (d->submission->sort == MW_SUBMITTED_PLUGIN)
        memcpy(d->names, offer.names, sizeof d->names);
    for (unsigned i = 0; i < MW_RUBRIC_HEURISTICS_MAX; i++)
        d->names[i][MW_GRADE_NAME_SIZE - 1] = '\0';
    return sizeof offer;
}

static void write_nothing(void *context, uint64_t number, mw_writer *w)
{
    (void)context, (void)number, (void)w;
}

// ---- starting

// Those of the submission's expressions that are some for this kind.
static bool read_expressions(mw_dialogue *d)
{
    const mw_submission *s = d->submission;
    d->heuristics = s->count < MW_RUBRIC_HEURISTICS_MAX ? s->count : MW_RUBRIC_HEURISTICS_MAX;
    for (unsigned i = 0; i < d->heuristics; i++) {
        mw_heuristic *h = mw_submission_heuristic(s, i, d->maze->kind, &d->errors[i]);
        if (!h && d->errors[i].code == MW_ERROR_MEMORY)
            return false;
        d->expressions[i] = h;
        size_t name = mw_heuristic_name_length(s->texts[i].text);
        if (s->texts[i].text[name])
            snprintf(d->names[i], sizeof d->names[i], "%.*s", (int)name, s->texts[i].text);
        else if (h)
            snprintf(d->names[i], sizeof d->names[i], "%s", h->name);
    }
    return true;
}

bool mw_dialogue_start(mw_dialogue *d, const mw_submission *s, const mw_rubric *u, const mw_maze *m,
                       bool (*goes_on)(void *), void *context, mw_error *error)
{
    bool program = s->sort == MW_SUBMITTED_PROGRAM;
    *d = (mw_dialogue){.submission = s,
                       .maze = m,
                       .solve = u->solve,
                       .next = 1,
                       .heuristics = program ? u->heuristics : 0};
    bool ready = program ? (d->maze_id = mw_maze_print(m, "id")) != NULL
                 : s->sort == MW_SUBMITTED_EXPRESSIONS ? read_expressions(d)
                                                       : true;
    if (!ready)
        return mw_no_memory(error);
    const mw_process_plan plan = {.words = program ? s->words : NULL,
                                  .folder = s->folder,
                                  .run = mw_dialogue_copy,
                                  .context = d,
                                  .seconds = u->seconds,
                                  .bytes = u->bytes,
                                  .goes_on = goes_on,
                                  .goes_on_context = context};
    if (!mw_process_start(&d->process, &plan, error))
        return false;
    const mw_exchange offer = {
        .count = 1, .write = write_nothing, .read = read_offer, .context = d};
    if (!program && !mw_process_ask(&d->process, &offer))
        d->heuristics = 0;
    return true;
}

void mw_dialogue_end(mw_dialogue *d)
{
    mw_process_end(&d->process);
}

static bool was_refused(const mw_dialogue *d)
{
    int status = d->process.status;
    return d->submission->sort != MW_SUBMITTED_PROGRAM && WIFEXITED(status) &&
           WEXITSTATUS(status) == MW_COPY_REFUSED;
}

bool mw_dialogue_lacked_memory(const mw_dialogue *d)
{
    return d->submission->sort == MW_SUBMITTED_EXPRESSIONS && was_refused(d);
}

void mw_dialogue_explain(const mw_dialogue *d, mw_writer *w)
{
    const mw_process *p = &d->process;
    if (*d->wrong)
        mw_write(w, "%s", d->wrong);
    else if (was_refused(d))
        mw_write(w, "the plug-in: %.*s", (int)strcspn(p->said, "\n"), p->said);
    else {
        mw_write(w, "it ");
        mw_process_describe(p, w);
    }
}

void mw_dialogue_free(mw_dialogue *d)
{
    mw_dialogue_end(d);
    for (unsigned i = 0; i < MW_RUBRIC_HEURISTICS_MAX; i++)
        mw_heuristic_free(d->expressions[i]);
    free(d->maze_id);
}

// ---- asking

static uint64_t ask(question *q, uint64_t count, bool last)
{
    mw_dialogue *d = q->dialogue;
    bool program = d->submission->sort == MW_SUBMITTED_PROGRAM;
    const mw_exchange x = {.count = count,
                           .last = last,
                           .write = q->claim  ? write_solve
                                    : program ? write_estimate
                                              : write_state,
                           .read = q->claim  ? read_solution
                                   : program ? read_estimate
                                             : read_number,
                           .context = q};
    uint64_t answered = mw_process_ask(&d->process, &x);
    d->next += count;
    return answered;
}

uint64_t mw_dialogue_table(mw_dialogue *d, unsigned heuristics, const mw_graph *g, uint32_t *table)
{
    question q = {.dialogue = d, .graph = g};
    q.out = table;
    return ask(&q, (uint64_t)heuristics * g->states, true);
}

bool mw_dialogue_estimate(mw_dialogue *d, unsigned heuristic, const mw_state *s, uint32_t *out)
{
    question q = {.dialogue = d, .state = s, .heuristic = heuristic};
    q.out = out;
    return ask(&q, 1, false);
}

bool mw_dialogue_solve(mw_dialogue *d, mw_solution_claim *c)
{
    question q = {.dialogue = d, .claim = c};
    *c = (mw_solution_claim){0};
    return ask(&q, 1, true) && d->process.state != MW_PROCESS_NO_MEMORY;
}
