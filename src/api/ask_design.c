// ask_design.c: mazes by objective, as the command's `design` finds them with the same settings;
// streams are followed one after another.
#include "api/question.h"
#include "design/objective.h"
#include "mazewright/genetic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEWS        200 // of a search, besides each new best maze
#define POPULATION  100
#define GENERATIONS 100000000u // most; the library's own default is a budget, too
#define EVALUATIONS 1000000000000u

typedef struct job {
    question *q;
    const mw_kind *kind;
    const mw_method *method;
    mw_design_plan plan;
    char *text; // of the constraints
    const char *require[MW_REQUIRE_MAX + 1];
    mw_design_report report;
    mw_designed found;
    uint64_t before, told, every; // evaluations of streams that have ended; last told of; between
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
    question *q = j->q;
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
    const mw_method *m = mw_methods();
    const char *name = mw_field_text(j->q, "method");
    while (name && m->name && strcmp(m->name, name))
        m++;
    j->method = m;
    return (m->name && m->way != MW_BY_LADDER) ||
           mw_wrong(j->q, "there is no method '%.40s' here", name);
}

static bool read_search(job *j)
{
    mw_schedule *c = &j->plan.schedule;
    c->method = j->method->cooling;
    c->evaluations = j->method->way == MW_BY_BREEDING ? 0 : MW_DESIGN_BUDGET;
    c->seed = 1;
    return mw_field_count(j->q, "evaluations", 1, EVALUATIONS, &c->evaluations) &&
           mw_field_count(j->q, "seed", 0, INT64_MAX, &c->seed);
}

// ---- news

static bool tell(job *j, const mw_maze *m, double energy, uint64_t evaluations)
{
    bool better = m && !(energy >= j->best); // the first one, too
    evaluations += j->before;
    if (better)
        j->best = energy;
    if (better || evaluations - j->told >= j->every) {
        mw_writer w = {0};
        char *id = better ? mw_maze_print(m, "id") : NULL;
        j->told = evaluations;
        mw_json_open(&w, NULL, '{');
        mw_json_count(&w, "evaluations", evaluations);
        mw_json_number(&w, "energy", energy);
        mw_json_number(&w, "best", j->best);
        w.failed = w.failed || (better && !id);
        if (id)
            mw_json_text(&w, "id", id);
        mw_json_close(&w, '}');
        mw_api_event(j->q->page, &w);
        free(id);
    }
    return mw_api_goes_on(j->q->page);
}

static bool watch_search(void *context, const mw_maze *m, double energy, uint64_t evaluations)
{
    return tell(context, m, energy, evaluations);
}

static bool watch_generation(void *context, const mw_generation *g)
{
    const mw_individual *fittest = &g->mazes[0];
    return tell(context, fittest->maze, -fittest->fitness, g->evaluations);
}

static bool watch_proof(void *context, const mw_maze *m, uint32_t length, uint64_t nodes)
{
    return tell(context, m, m ? -(double)length : (double)NAN, nodes);
}

// ---- the ways

static bool by_search(job *j)
{
    const mw_schedule all = j->plan.schedule;
    unsigned streams = mw_design_streams(all.evaluations);
    j->every = all.evaluations / NEWS;
    j->plan.watch = watch_search;
    j->plan.context = j;
    for (unsigned i = 0; i < streams && !j->found.stopped; i++) {
        mw_designed found;
        j->plan.schedule.seed = mw_stream_seed(all.seed, i);
        j->plan.schedule.evaluations = mw_stream_share(all.evaluations, streams, i);
        if (!mw_design_maze(j->kind, &j->plan, &found, j->q->error))
            return false;
        mw_designed_join(&j->found, &found);
        j->before = j->found.evaluations;
    }
    return true;
}

static bool by_breeding(job *j)
{
    uint64_t budget = j->plan.schedule.evaluations, generations = budget / POPULATION;
    mw_bred bred;
    if (j->plan.objective || j->plan.require)
        return mw_wrong(j->q, "genetic has a fitness of its own, relative to the population; leave "
                              "the objective and the constraints out");
    if (budget && !generations)
        generations = 1;
    mw_genetic_plan plan = {.params = j->plan.params,
                            .bytes = j->plan.bytes / 2,
                            .seed = j->plan.schedule.seed,
                            .population = POPULATION,
                            .generations = (unsigned)generations,
                            .watch = watch_generation,
                            .context = j};
    j->report.objective = "fitness";
    j->every = POPULATION;
    if (generations > GENERATIONS)
        return mw_wrong(j->q, "a population is bred for %u generations at most", GENERATIONS);
    if (!mw_genetic(j->kind, &plan, &bred, j->q->error))
        return false;
    mw_maze_free(bred.best);
    j->found = (mw_designed){.maze = bred.fittest,
                             .energy = -bred.fitness,
                             .evaluations = bred.evaluations,
                             .limited = bred.limited};
    return true;
}

static bool by_proof(job *j)
{
    mw_exact e = {.watch = watch_proof, .context = j};
    j->report.objective = "longest";
    j->every = 1;
    if (!mw_design_exactly(j->kind, &j->plan, &e, &j->found.maze, j->q->error))
        return false;
    j->found.energy = -(double)e.length;
    j->found.evaluations = e.nodes;
    j->report.proven = e.proven;
    j->report.seed = 0; // as the command says it: nothing here is random
    return true;
}

// ---- answers

static bool write_found(job *j)
{
    question *q = j->q;
    mw_limits limits;
    mw_analysis a;
    if (!j->found.maze && j->report.proven)
        return mw_wrong(q, "there is no such maze: proven");
    if (!j->found.maze && j->found.limited)
        return mw_wrong(q,
                        "stopped at the limit: memory: a maze of size %.40s needs more to be "
                        "worked out",
                        j->plan.params);
    if (!j->found.maze)
        return mw_wrong(q,
                        "nothing solvable found that satisfies the constraints, in %llu "
                        "evaluations from seed %llu; try more evaluations or another seed",
                        (unsigned long long)j->found.evaluations,
                        (unsigned long long)j->report.seed);
    mw_api_limits(q, &limits);
    mw_graph *g = mw_graph_build(j->found.maze, true, &limits, NULL);
    bool measured = g && mw_analyse(g, &a);
    mw_design_report report = j->report;
    report.found = &j->found;
    report.analysis = measured ? &a : NULL;
    mw_answer_design(q->out, &report);
    if (j->found.limited)
        mw_json_text(q->out, "limit", mw_limit_name(MW_LIMIT_MEMORY));
    if (measured)
        mw_analysis_free(&a);
    mw_graph_free(g);
    return true;
}

bool mw_api_design(question *q)
{
    static bool (*const ways[])(job *) = {
        [MW_BY_SEARCH] = by_search, [MW_BY_BREEDING] = by_breeding, [MW_BY_PROOF] = by_proof};
    job j = {.q = q, .best = NAN};
    mw_limits limits;
    bool ok = read_what(&j) && read_method(&j) && read_search(&j) && mw_api_limits(q, &limits);
    if (ok)
        j.plan.bytes = limits.bytes;
    if (ok) {
        j.report = (mw_design_report){.method = j.method->name, .seed = j.plan.schedule.seed};
        j.report.objective = j.plan.objective ? j.plan.objective : j.kind->design->presets[0].name;
        ok = ways[j.method->way](&j) && write_found(&j);
    }
    mw_maze_free(j.found.maze);
    free(j.text);
    return ok;
}

bool mw_api_objective(question *q)
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
