// ask_design.c: mazes by objective, as the command's `design` finds them with the same settings;
// the tasks run one after another.
#include "api/question.h"
#include "design/objective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEWS        200                   // of a search, besides each new best maze
#define BRED        UINT64_C(10000000000) // evaluations of a population, at most
#define EVALUATIONS 1000000000000u

typedef struct job {
    mw_question *q;
    const mw_kind *kind;
    mw_design_plan plan;
    char *text; // of the constraints
    const char *require[MW_REQUIRE_MAX + 1];
    bool answered;
    uint64_t told, every; // evaluations: last told of; between news
    double best;
} job;

// ---- reading

// One on each line; they are kept in j->text.
static bool read_constraints(job *j)
{
    const char *text = mw_field_text(j->q, "require");
    unsigned n = 0;
    if (!text || !*text)
        return true;
    size_t size = strlen(text) + 1;
    j->text = malloc(size);
    if (!j->text)
        return mw_no_memory(j->q->error);
    memcpy(j->text, text, size);
    for (char *p = j->text; *(p += strspn(p, "\r\n")); n++) {
        size_t length = strcspn(p, "\r\n");
        if (n == MW_REQUIRE_MAX)
            return mw_wrong(j->q, "at most %d constraints", MW_REQUIRE_MAX);
        j->require[n] = p;
        p += length;
        if (*p)
            *p++ = '\0';
    }
    j->plan.require = n ? j->require : NULL;
    return true;
}

static bool read_what(job *j)
{
    mw_question *q = j->q;
    const char *objective = mw_field_text(q, "objective");
    j->kind = mw_field_kind(q);
    if (!j->kind)
        return false;
    if (!j->kind->design)
        return mw_wrong(q, "%s mazes cannot be designed", j->kind->name);
    j->plan.params = mw_field_text(q, "size");
    j->plan.objective = objective && *objective ? objective : NULL;
    return read_constraints(j);
}

static bool read_method(job *j)
{
    const char *name = mw_field_text(j->q, "method");
    const mw_method *m = name ? mw_method_find(name) : mw_methods();
    j->plan.method = m;
    return (m && m->way != MW_BY_LADDER) || mw_wrong(j->q, "there is no method '%.40s' here", name);
}

static bool read_search(job *j)
{
    mw_schedule *c = &j->plan.schedule;
    bool breeds = j->plan.method->way == MW_BY_BREEDING;
    c->seed = 1;
    return mw_field_count(j->q, "evaluations", 1, EVALUATIONS, &c->evaluations) &&
           mw_field_count(j->q, "seed", 0, INT64_MAX, &c->seed) &&
           (!breeds || c->evaluations <= BRED ||
            mw_wrong(j->q, "a population is bred for %u generations at most",
                     (unsigned)(BRED / 100)));
}

// ---- news

static bool goes_on(void *context)
{
    return mw_api_goes_on(((const job *)context)->q->api);
}

static void tell(void *context, const mw_design_news *n)
{
    job *j = context;
    if (n->better)
        j->best = n->energy;
    if (!n->better && n->total - j->told < j->every)
        return;
    mw_writer w = {0};
    char *id = n->better ? mw_maze_print(n->better, "id") : NULL;
    j->told = n->total;
    mw_json_open(&w, NULL, '{');
    mw_json_count(&w, "evaluations", n->total);
    mw_json_number(&w, "energy", n->energy);
    mw_json_number(&w, "best", j->best);
    w.failed = w.failed || (n->better && !id);
    if (id)
        mw_json_text(&w, "id", id);
    mw_json_close(&w, '}');
    mw_api_event(j->q->api, &w);
    free(id);
}

// ---- answers

// A larger maze of a search that was stopped is not measured, so that the answer comes soon.
#define STATES_WHEN_STOPPED 1000000

static bool say_failed(const job *j, const mw_design_result *r)
{
    if (r->proven)
        return mw_wrong(j->q, "there is no such maze: proven");
    if (r->designed.limited)
        return mw_wrong(j->q,
                        "stopped at the limit: memory: a maze of size %.40s needs more to be "
                        "worked out",
                        j->plan.params);
    return mw_wrong(j->q,
                    "nothing solvable found that satisfies the constraints, in %llu "
                    "evaluations from seed %llu; try more evaluations or another seed",
                    (unsigned long long)r->designed.evaluations, (unsigned long long)r->seed);
}

static void write_found(void *context, mw_design_result *r)
{
    job *j = context;
    mw_question *q = j->q;
    const mw_api_host *host = &q->api->host;
    mw_limits limits;
    mw_analysis a;
    j->answered = r->designed.maze || say_failed(j, r);
    if (!r->designed.maze)
        return;
    mw_api_limits(q, &limits);
    limits.keep_going = NULL;
    if (r->designed.stopped && limits.states > STATES_WHEN_STOPPED)
        limits.states = STATES_WHEN_STOPPED;
    mw_designed_measure(&r->designed, &limits, &a);
    const mw_design_report report = {.found = &r->designed,
                                     .analysis = a.values ? &a : NULL,
                                     .objective = mw_design_objective(j->kind, &j->plan),
                                     .method = j->plan.method,
                                     .seed = r->seed,
                                     .proven = r->proven};
    mw_answer_design(q->out, &report);
    if (r->designed.limited)
        mw_json_text(q->out, "limit", mw_limit_name(MW_LIMIT_MEMORY));
    if (host->found)
        host->found(host->context, &report);
    mw_analysis_free(&a);
}

bool mw_api_design(mw_question *q)
{
    job j = {.q = q, .best = NAN};
    mw_limits limits;
    const mw_design_watch watch = {
        .context = &j, .goes_on = goes_on, .progress = tell, .found = write_found};
    bool ok = read_what(&j) && read_method(&j) && read_search(&j) && mw_api_limits(q, &limits);
    if (ok)
        j.plan.bytes = limits.bytes;
    ok = ok && mw_design_complete(j.kind, &j.plan, 1, q->error);
    if (ok) {
        mw_way way = j.plan.method->way;
        j.every = way == MW_BY_PROOF      ? 1
                  : way == MW_BY_BREEDING ? 100
                                          : j.plan.schedule.evaluations / NEWS;
        ok = mw_design_run(j.kind, &j.plan, &watch, q->error) && j.answered;
    }
    free(j.text);
    return ok;
}

bool mw_api_objective(mw_question *q)
{
    job j = {.q = q};
    mw_maze *m = NULL;
    mw_objective *o = malloc(sizeof *o);
    bool ok = o ? read_what(&j) : (bool)mw_no_memory(q->error);
    ok = ok && (m = mw_random_maze(j.kind, j.plan.params, 1, q->error)) &&
         mw_objective_init(o, j.kind, j.plan.objective, j.plan.require, q->error);
    if (ok) {
        mw_json_text(q->out, "objective", o->preset ? o->preset->objective : j.plan.objective);
        mw_json_text(q->out, "preset", o->preset ? o->preset->name : NULL);
    }
    mw_maze_free(m);
    free(o);
    free(j.text);
    return ok;
}
