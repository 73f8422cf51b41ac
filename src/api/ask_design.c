// ask_design.c: mazes by objective, as the command's `design` finds them with the same settings;
// the tasks run one after another.
#include "api/question.h"
#include "design/objective.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS 200                   // of a search, besides each new best maze
#define BRED UINT64_C(10000000000) // evaluations of a population, at most

typedef struct design_request {
    mw_question *q;
    const mw_kind *kind;
    mw_design_plan plan;
    char *text;    // of the constraints
    mw_maze *from; // where the search begins, or NULL
    const char *require[MW_REQUIRE_MAX + 1];
    bool answered;
    uint64_t told, every; // evaluations: last told of; between news
    double best;
} design_request;

// ---- reading

// One on each line; they are kept in d->text.
static bool read_constraints(design_request *d)
{
    const char *text = mw_field_text(d->q, "require");
    unsigned n = 0;
    if (!text || !*text)
        return true;
    size_t size = strlen(text) + 1;
    d->text = malloc(size);
    if (!d->text)
        return mw_no_memory(d->q->error);
    memcpy(d->text, text, size);
    for (char *p = d->text; *(p += strspn(p, "\r\n")); n++) {
        size_t length = strcspn(p, "\r\n");
        if (n == MW_REQUIRE_MAX)
            return mw_wrong(d->q, "at most %d constraints", MW_REQUIRE_MAX);
        d->require[n] = p;
        p += length;
        if (*p)
            *p++ = '\0';
    }
    d->plan.require = n ? d->require : NULL;
    return true;
}

static bool read_what(design_request *d)
{
    mw_question *q = d->q;
    const char *objective = mw_field_text(q, "objective");
    d->kind = mw_field_kind(q);
    if (!d->kind)
        return false;
    if (!d->kind->design)
        return mw_wrong(q, "%s mazes cannot be designed", d->kind->name);
    d->plan.params = mw_field_text(q, "size");
    d->plan.objective = objective && *objective ? objective : NULL;
    return read_constraints(d);
}

static bool read_from(design_request *d)
{
    const char *id = mw_field_text(d->q, "from");
    d->plan.from = d->from = id ? mw_maze_from_id(id, d->q->error) : NULL;
    if (d->from && d->from->kind != d->kind)
        return mw_wrong(d->q, "from is a %s maze, not a %s maze", d->from->kind->name,
                        d->kind->name);
    return !id || d->from;
}

static bool read_method(design_request *d)
{
    const char *name = mw_field_text(d->q, "method");
    const mw_method *m = name ? mw_method_find(name) : mw_methods();
    d->plan.method = m;
    return (m && m->way != MW_BY_LADDER) || mw_wrong(d->q, "there is no method '%.40s' here", name);
}

static bool read_search(design_request *d)
{
    mw_schedule *c = &d->plan.schedule;
    bool breeds = d->plan.method->way == MW_BY_BREEDING;
    c->seed = 1;
    return mw_field_count(d->q, "evaluations", 1, MW_EVALUATIONS_MAX, &c->evaluations) &&
           mw_field_count(d->q, "seed", 0, INT64_MAX, &c->seed) &&
           (!breeds || c->evaluations <= BRED ||
            mw_wrong(d->q, "a population is bred for %u generations at most",
                     (unsigned)(BRED / 100)));
}

// ---- news

static bool goes_on(void *context)
{
    return mw_api_goes_on(((const design_request *)context)->q->api);
}

static void tell(void *context, const mw_design_news *n)
{
    design_request *d = context;
    if (n->better)
        d->best = n->energy;
    if (!n->better && n->total - d->told < d->every)
        return;
    mw_writer w = {0};
    char *id = n->better ? mw_maze_print(n->better, "id") : NULL;
    d->told = n->total;
    mw_json_open(&w, NULL, '{');
    mw_json_count(&w, "evaluations", n->total);
    mw_json_number(&w, "energy", n->energy);
    mw_json_number(&w, "best", d->best);
    w.failed = w.failed || (n->better && !id);
    if (id)
        mw_json_text(&w, "id", id);
    mw_json_close(&w, '}');
    mw_api_event(d->q->api, &w);
    free(id);
}

// ---- answers

// A larger maze of a search that was stopped is not measured, so that the answer comes soon.
#define STATES_WHEN_STOPPED 1000000

static bool say_failed(const design_request *d, const mw_design_result *r)
{
    if (r->proven)
        return mw_wrong(d->q, "there is no such maze: proven");
    if (d->q->api->stopped)
        return mw_wrong(d->q, "stopped before a maze was found that satisfies the constraints");
    if (r->designed.limited)
        return mw_wrong(d->q,
                        "stopped at the limit: memory: a maze of size %.40s needs more to be "
                        "worked out",
                        d->plan.params);
    return mw_wrong(d->q,
                    "nothing solvable found that satisfies the constraints, in %llu "
                    "evaluations from seed %llu; try more evaluations or another seed",
                    (unsigned long long)r->designed.evaluations, (unsigned long long)r->seed);
}

static void write_found(void *context, mw_design_result *r)
{
    design_request *d = context;
    mw_question *q = d->q;
    const mw_api *p = q->api;
    mw_limits limits;
    mw_analysis a;
    d->answered = r->designed.maze || say_failed(d, r);
    if (!r->designed.maze)
        return;
    mw_api_limits(q, &limits);
    limits.keep_going = NULL;
    if (r->designed.stopped && limits.states > STATES_WHEN_STOPPED)
        limits.states = STATES_WHEN_STOPPED;
    mw_designed_measure(&r->designed, &limits, &a);
    const mw_design_report report = mw_report_of(d->kind, &d->plan, r, a.values ? &a : NULL);
    mw_answer_maze_id(q, r->designed.maze);
    mw_answer_design(q->out, &report);
    if (r->designed.limited && !q->api->stopped)
        mw_json_text(q->out, "limit", mw_limit_name(MW_LIMIT_MEMORY));
    const char *kept = p->found ? p->found(p->host.context, &report) : NULL;
    if (kept)
        mw_json_text(q->out, "catalogue", kept);
    mw_analysis_free(&a);
}

bool mw_api_design(mw_question *q)
{
    design_request d = {.q = q, .best = NAN};
    mw_limits limits;
    const mw_design_watch watch = {
        .context = &d, .goes_on = goes_on, .progress = tell, .found = write_found};
    bool ok = read_what(&d) && read_from(&d) && read_method(&d) && read_search(&d) &&
              mw_api_limits(q, &limits);
    if (ok)
        d.plan.bytes = limits.bytes;
    ok = ok && mw_design_complete(d.kind, &d.plan, 1, q->error);
    if (ok) {
        mw_way way = d.plan.method->way;
        d.every = way == MW_BY_PROOF      ? 1
                  : way == MW_BY_BREEDING ? 100
                                          : d.plan.schedule.evaluations / NEWS;
        ok = mw_design_run(d.kind, &d.plan, &watch, q->error) && d.answered;
    }
    mw_maze_free(d.from);
    free(d.text);
    return ok;
}

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz_0123456789"

// The length of a name that is a whole term: an end, a plus or a minus follows. 0: there is none.
static size_t name_of_term(const char *text)
{
    size_t length = *text >= '0' && *text <= '9' ? 0 : strspn(text, NAME_LETTERS);
    char next = text[length + strspn(text + length, " ")];
    return !next || next == '+' || next == '-' ? length : 0;
}

// The first term that is minus a measure, as in "-length + 10*dead". NULL: there is none.
static const char *largest_term(const char *expression)
{
    char before = '+'; // the last character that is not blank, or a sign where a term begins
    int depth = 0;
    for (const char *at = expression; *at; before = *at == ' ' ? before : *at, at++) {
        depth += (*at == '(') - (*at == ')');
        const char *name = at + 1 + strspn(at + 1, " ");
        if (*at == '-' && !depth && (at == expression || !strchr("+-*/^<>=,(", before)) &&
            name_of_term(name))
            return name;
    }
    return NULL;
}

// The measure that an expression is about: "-length" makes it as large as possible, "length" as
// small. alone: there is nothing else in the expression.
static void write_measure(mw_writer *w, const char *expression)
{
    const char *term = largest_term(expression), *name = term ? term : expression;
    size_t length = name_of_term(name);
    bool alone = length && !name[length] && expression + strspn(expression, "- ") == name;
    char measure[64];
    snprintf(measure, sizeof measure, "%.*s", (int)length, name);
    mw_json_text(w, "measure", term || alone ? measure : NULL);
    mw_json_members(w, "largest=%d alone=%d", term != NULL, alone);
}

bool mw_api_objective(mw_question *q)
{
    design_request d = {.q = q};
    mw_maze *m = NULL;
    mw_objective *o = malloc(sizeof *o);
    bool ok = o ? read_what(&d) && read_method(&d) : (bool)mw_no_memory(q->error);
    if (ok)
        d.plan.objective = mw_design_objective(d.kind, &d.plan);
    bool bred = ok && !strcmp(d.plan.objective, MW_FITNESS); // which no expression tells
    ok = ok && (m = mw_random_maze(d.kind, d.plan.params, 1, q->error)) &&
         (bred || mw_objective_init(o, d.kind, d.plan.objective, d.plan.require, q->error));
    if (ok) {
        const mw_preset *preset = bred ? NULL : o->preset;
        const char *expression = bred     ? "-" MW_FITNESS
                                 : preset ? preset->objective
                                          : d.plan.objective;
        mw_json_text(q->out, "objective", expression);
        mw_json_text(q->out, "preset", preset ? preset->name : NULL);
        write_measure(q->out, expression);
    }
    mw_maze_free(m);
    free(o);
    free(d.text);
    return ok;
}
