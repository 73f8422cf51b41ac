// streams.c: `design` by local search, breeding and ladder. What is asked for is a number of
// quests; each is followed by independent streams with seeds of their own, so that the result does
// not depend on the number of threads.
#include "parallel/tasks.h"
#include "tool/designing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAVE_EVERY 0.2 // seconds

typedef struct stream {
    job *job;
    quest *quest;
    unsigned number;      // among the streams of the quest
    uint64_t evaluations; // its share
    uint64_t told;        // evaluations that the job knows of
    double started, saved;
    char *plan;        // in words; NULL: no catalogue
    mw_run run;        // as far as it came before
    mw_designed found; // local search
    mw_niches *niches; // ladder
    mw_error error;
    bool failed;
} stream;

typedef struct crew {
    job *job;
    quest *quests;
    stream *streams;
} crew;

static void hold(job *j)
{
    pthread_mutex_lock(&j->mutex);
}

static void release(job *j)
{
    pthread_mutex_unlock(&j->mutex);
}

static bool crew_gather(crew *c, job *j, unsigned quests)
{
    c->job = j;
    c->quests = calloc(quests, sizeof *c->quests);
    c->streams = calloc((size_t)quests * j->streams, sizeof *c->streams);
    for (unsigned i = 0; c->quests && c->streams && i < quests * j->streams; i++) {
        uint64_t all = j->plan.schedule.evaluations;
        quest *q = &c->quests[i / j->streams];
        unsigned number = i % j->streams;
        q->seed = j->plan.schedule.seed + i / j->streams;
        q->seen = INFINITY;
        c->streams[i] = (stream){.job = j,
                                 .quest = q,
                                 .number = number,
                                 .evaluations = mw_stream_share(all, j->streams, number)};
    }
    bool ok = c->quests && c->streams;
    if (!ok) {
        complain("out of memory");
        j->code = EXIT_BROKEN;
    }
    return ok;
}

static void crew_dismiss(crew *c, unsigned quests)
{
    for (unsigned i = 0; c->streams && i < quests * c->job->streams; i++) {
        mw_maze_free(c->streams[i].found.maze);
        mw_niches_free(c->streams[i].niches);
        mw_run_free(&c->streams[i].run);
        free(c->streams[i].plan);
    }
    for (unsigned i = 0; c->quests && i < quests; i++) {
        mw_maze_free(c->quests[i].best.maze);
        mw_maze_free(c->quests[i].waiting);
    }
    free(c->streams);
    free(c->quests);
}

static int crew_work(crew *c, unsigned quests, void (*run)(void *, uint64_t),
                     bool (*done)(void *, uint64_t))
{
    job *j = c->job;
    mw_tasks tasks = {.count = (uint64_t)quests * j->streams,
                      .threads = j->threads,
                      .context = c,
                      .run = run,
                      .done = done};
    j->started = now();
    j->best = INFINITY;
    if (!mw_tasks_run(&tasks)) {
        complain("out of memory");
        j->code = worse(j->code, EXIT_BROKEN);
    }
    job_clear_line(j);
    return j->code;
}

// False: too late, nobody waits for it any more.
static bool stream_begins(stream *s)
{
    bool begins;
    s->started = s->saved = now();
    hold(s->job);
    begins = s->quest->started > 0 || !interrupted();
    if (begins && s->quest->started <= 0)
        s->quest->started = s->started;
    release(s->job);
    return begins;
}

// ---- local search

static bool watch_search(void *context, const mw_maze *m, double energy, uint64_t evaluations)
{
    stream *s = context;
    bool on;
    hold(s->job);
    quest *q = s->quest;
    on = job_goes_on(s->job, s->started, evaluations - s->told);
    s->told = evaluations;
    if (m && energy < q->seen) {
        q->seen = s->job->best = energy;
        mw_designed d = {.energy = energy, .evaluations = evaluations};
        quest_improved(s->job, q, m, &d);
    } else {
        quest_store_waiting(s->job, q, false);
    }
    release(s->job);
    return on;
}

static bool wants_save(void *context)
{
    const stream *s = context;
    return now() - s->saved > SAVE_EVERY;
}

static void put_run(stream *s, const mw_run *run)
{
    mw_error error;
    mw_catalogue_status status;
    hold(s->job);
    status = mw_catalogue_put_run(s->job->catalogue, s->plan, run, &error);
    if (status != MW_CATALOGUE_FINE)
        s->job->code = worse(s->job->code, catalogue_trouble(status, &error));
    release(s->job);
}

static void save_standing(void *context, const char *standing)
{
    stream *s = context;
    put_run(s, &(mw_run){.energy = NAN, .evaluations = s->told, .standing = (char *)standing});
    s->saved = now();
}

// All that decides the result, in words.
static char *plan_in_words(const stream *s)
{
    const job *j = s->job;
    const mw_schedule *c = &j->plan.schedule;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "%s %s#%llu, stream %u of %u, %s, ", j->kind->name, j->plan.params,
            (unsigned long long)s->quest->seed, s->number + 1, j->streams, j->method->name);
    if (s->evaluations == MW_ENDLESS)
        fprintf(f, "as long as there is time");
    else
        fprintf(f, "%llu evaluations", (unsigned long long)s->evaluations);
    fprintf(f, ", from %g to %g, %u rounds, objective %s", c->hot, c->cold, c->rounds,
            j->objective);
    for (const char *const *r = j->plan.require; r && *r; r++)
        fprintf(f, ", require %s", *r);
    fprintf(f, ", version %s, generator %u", mw_version(), j->kind->generator);
    bool failed = fclose(f);
    if (failed)
        free(text);
    return failed ? NULL : text;
}

// What a stream found in an earlier run of the same plan. False: it is not finished.
static bool recall(stream *s)
{
    mw_error error;
    if (!s->job->catalogue || !(s->plan = plan_in_words(s)))
        return false;
    if (!s->job->resume)
        return false;
    mw_catalogue_status status;
    hold(s->job);
    status = mw_catalogue_run(s->job->catalogue, s->plan, &s->run, &error);
    release(s->job);
    if (status != MW_CATALOGUE_FINE) {
        s->failed = true;
        s->error = error;
        return true;
    }
    if (!s->run.finished)
        return false;
    s->found = (mw_designed){.energy = s->run.energy, .evaluations = s->run.evaluations};
    s->found.maze = s->run.id ? mw_maze_from_id(s->run.id, &s->error) : NULL;
    return s->found.maze || !s->run.id; // a maze that cannot be read is searched for again
}

static void remember(stream *s)
{
    char *id = s->found.maze ? mw_maze_print(s->found.maze, "id") : NULL;
    put_run(s, &(mw_run){.finished = true,
                         .energy = s->found.energy,
                         .evaluations = s->found.evaluations,
                         .id = id});
    free(id);
}

static void run_search(void *context, uint64_t index)
{
    stream *s = &((crew *)context)->streams[index];
    job *j = s->job;
    if (!stream_begins(s) || recall(s))
        return;
    mw_design_plan plan = j->plan;
    plan.schedule.seed = mw_stream_seed(s->quest->seed, s->number);
    plan.schedule.evaluations = s->evaluations;
    plan.watch = watch_search;
    plan.context = s;
    plan.resume = s->run.standing;
    if (s->plan) {
        plan.wants_save = wants_save;
        plan.save = save_standing;
    }
    s->failed = !mw_design_maze(j->kind, &plan, &s->found, &s->error);
    if (s->plan && !s->failed && !s->found.stopped)
        remember(s);
}

// Some stream has ended; the last one of a quest ends it.
static bool take_found(void *context, uint64_t index)
{
    crew *c = context;
    stream *s = &c->streams[index];
    quest *q = s->quest;
    job *j = c->job;
    hold(j);
    if (s->failed) {
        job_clear_line(j);
        complain("%s", s->error.text);
        j->code = EXIT_USAGE;
    } else if (q->started > 0) {
        mw_designed_join(&q->best, &s->found);
        if (s->number + 1 == j->streams)
            j->code = worse(j->code, q->best.maze ? quest_ended(j, q) : quest_failed(j, q));
    }
    release(j);
    return !s->failed;
}

static int follow_quests(job *j, void (*run)(void *, uint64_t))
{
    crew c;
    if (crew_gather(&c, j, j->count))
        crew_work(&c, j->count, run, take_found);
    crew_dismiss(&c, j->count);
    return j->code;
}

int design_by_search(job *j)
{
    return follow_quests(j, run_search);
}

// ---- breeding

static bool watch_generation(void *context, const mw_generation *g)
{
    stream *s = context;
    bool on;
    hold(s->job);
    uint64_t bred = (uint64_t)g->population * g->number;
    on = job_goes_on(s->job, s->started, bred - s->told);
    s->told = bred;
    s->job->best = -g->mazes[0].fitness;
    release(s->job);
    return on;
}

static void run_breeding(void *context, uint64_t index)
{
    stream *s = &((crew *)context)->streams[index];
    mw_genetic_plan plan = s->job->breeding;
    mw_bred bred;
    if (!stream_begins(s))
        return;
    plan.seed = mw_stream_seed(s->quest->seed, s->number);
    plan.watch = watch_generation;
    plan.context = s;
    s->failed = !mw_genetic(s->job->kind, &plan, &bred, &s->error);
    if (s->failed)
        return;
    mw_maze_free(bred.best);
    s->found = (mw_designed){
        .maze = bred.fittest, .energy = -bred.fitness, .evaluations = bred.evaluations};
}

int design_by_breeding(job *j)
{
    if (j->plan.objective || j->plan.require) {
        complain("genetic has a fitness of its own, relative to the population; state it with "
                 "--fitness, and leave --objective and --require out");
        return EXIT_USAGE;
    }
    j->objective = "fitness";
    j->streams = 1; // a population is not divided
    return follow_quests(j, run_breeding);
}

// ---- ladder

static bool watch_ladder(void *context, unsigned niches, uint64_t evaluations)
{
    stream *s = context;
    bool on;
    (void)niches;
    hold(s->job);
    on = job_goes_on(s->job, s->started, evaluations - s->told);
    s->told = evaluations;
    release(s->job);
    return on;
}

static void run_ladder(void *context, uint64_t index)
{
    stream *s = &((crew *)context)->streams[index];
    if (!stream_begins(s))
        return;
    mw_ladder_plan plan = s->job->ladder;
    plan.seed = mw_stream_seed(s->quest->seed, s->number);
    plan.evaluations = s->evaluations;
    plan.watch = watch_ladder;
    plan.context = s;
    s->failed = !mw_ladder_search(s->job->kind, &plan, &s->niches, &s->error);
}

// All niches are gathered in those of the first stream.
static bool take_niches(void *context, uint64_t index)
{
    crew *c = context;
    stream *s = &c->streams[index];
    if (s->failed) {
        complain("%s", s->error.text);
        c->job->code = EXIT_USAGE;
    } else if (index && s->niches) {
        mw_niches_merge(c->streams[0].niches, s->niches);
    }
    return !s->failed;
}

static void show_rungs(job *j, quest *q, const mw_niches *niches, mw_rung *rungs)
{
    unsigned n = mw_ladder_pick(niches, j->count, rungs);
    q->best.evaluations = mw_niches_evaluations(niches);
    for (unsigned i = 0; i < n; i++) {
        q->best = (mw_designed){.maze = mw_maze_clone(rungs[i].maze),
                                .energy = rungs[i].energy,
                                .evaluations = mw_niches_evaluations(niches)};
        q->number = 0; // every rung stays
        j->code = worse(j->code, q->best.maze ? quest_ended(j, q) : EXIT_BROKEN);
    }
    if (n && n < j->count)
        complain("found only %u of %u rungs; try more evaluations, other measures with --across "
                 "or a larger size",
                 n, j->count);
    if (n < j->count)
        j->code = worse(j->code, n ? EXIT_NO : quest_failed(j, q));
}

int design_ladder(job *j)
{
    crew c;
    mw_rung *rungs = calloc(j->count, sizeof *rungs);
    if (crew_gather(&c, j, 1) && rungs) {
        crew_work(&c, 1, run_ladder, take_niches);
        if (c.streams[0].niches && j->code == EXIT_DONE)
            show_rungs(j, c.quests, c.streams[0].niches, rungs);
    }
    free(rungs);
    crew_dismiss(&c, 1);
    return j->code;
}
