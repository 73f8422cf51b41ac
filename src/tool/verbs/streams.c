// streams.c: `design` by local search, breeding and ladder. What is asked for is a number of
// quests; each is followed by independent streams with seeds of their own, so that the result does
// not depend on the number of threads or machines.
#include "tool/verbs/streams.h"

#include "parallel/processes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAVE_EVERY 0.2 // seconds

void hold(job *j)
{
    pthread_mutex_lock(&j->mutex);
}

void release(job *j)
{
    pthread_mutex_unlock(&j->mutex);
}

bool crew_gather(crew *c, job *j, unsigned quests)
{
    *c = (crew){.job = j, .quest_count = quests};
    c->quests = calloc(quests, sizeof *c->quests);
    c->streams = calloc((size_t)quests * j->streams, sizeof *c->streams);
    for (unsigned i = 0; c->quests && c->streams && i < quests * j->streams; i++) {
        uint64_t all = j->plan.schedule.evaluations;
        quest *q = &c->quests[i / j->streams];
        unsigned number = i % j->streams;
        q->seed = j->plan.schedule.seed + i / j->streams;
        q->seen = j->best = INFINITY;
        c->streams[i] = (stream){.crew = c,
                                 .job = j,
                                 .quest = q,
                                 .number = number,
                                 .evaluations = mw_stream_share(all, j->streams, number)};
    }
    bool ok = c->quests && c->streams;
    if (!ok)
        j->code = out_of_memory();
    return ok;
}

void crew_dismiss(crew *c)
{
    for (unsigned i = 0; c->streams && i < c->quest_count * c->job->streams; i++) {
        stream *s = &c->streams[i];
        mw_maze_free(s->found.maze);
        mw_maze_free(s->news.maze);
        mw_niches_free(s->niches);
        mw_catalogue_run_free(&s->run);
        free(s->plan);
    }
    for (unsigned i = 0; c->quests && i < c->quest_count; i++) {
        mw_maze_free(c->quests[i].best.maze);
        mw_maze_free(c->quests[i].waiting);
    }
    free(c->streams);
    free(c->quests);
}

bool crew_work(crew *c, void (*run)(void *, uint64_t), bool (*done)(void *, uint64_t))
{
    job *j = c->job;
    mw_tasks tasks = {.count = (uint64_t)c->quest_count * j->streams,
                      .threads = j->threads,
                      .context = c,
                      .run = run,
                      .done = done,
                      .pack = pack_found,
                      .unpack = unpack_found,
                      .give = give_stream,
                      .take = take_stream,
                      .hear = hear_news};
    c->tasks = &tasks;
    if (j->started <= 0)
        j->started = now();
    bool ok = mw_tasks_run(&tasks);
    c->tasks = NULL;
    if (!ok)
        j->code = worse(j->code, out_of_memory());
    job_clear_line(j);
    return ok;
}

bool stream_begins(stream *s)
{
    s->started = s->saved = now();
    hold(s->job);
    s->begun = s->quest->started > 0 || !interrupted();
    if (s->begun && s->quest->started <= 0)
        s->quest->started = s->started;
    release(s->job);
    return s->begun;
}

// ---- local search

bool stream_watch(void *context, const mw_maze *m, double energy, uint64_t evaluations)
{
    stream *s = context;
    bool on;
    hold(s->job);
    quest *q = s->quest;
    on = job_goes_on(s->job, s->started, evaluations - s->told);
    s->told = evaluations;
    if (m && energy < q->seen) {
        mw_designed d = {.energy = energy, .evaluations = evaluations};
        q->seen = s->job->best = energy;
        if (mw_is_first()) {
            quest_improved(s->job, q, m, &d);
        } else {
            mw_maze_free(s->news.maze);
            s->news = d;
            s->news.maze = mw_maze_clone(m);
        }
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

void put_run(job *j, const char *plan, const mw_catalogue_run *run)
{
    mw_error error;
    hold(j);
    bool put = mw_catalogue_put_run(j->catalogue, plan, run, &error);
    j->code = worse(j->code, error_told(put, &error));
    release(j);
}

// A stream that pauses keeps its standing to itself until the exchange.
void stream_save(void *context, const char *standing)
{
    stream *s = context;
    s->saved = now();
    if (s->pause) {
        free(s->run.checkpoint);
        s->run.checkpoint = strdup(standing);
    }
    const mw_catalogue_run run = {
        .energy = NAN, .evaluations = s->told, .checkpoint = (char *)standing};
    if (!mw_is_first())
        tell_news(s, s->pause ? NULL : standing);
    else if (s->plan)
        put_run(s->job, s->plan, &run);
}

char *plan_in_words(const job *j, uint64_t seed, const char *who, uint64_t evaluations)
{
    const mw_schedule *c = &j->plan.schedule;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "%s %s#%llu, %s, %s, ", j->kind->name, j->plan.params, (unsigned long long)seed, who,
            j->method->name);
    if (evaluations == MW_ENDLESS)
        fprintf(f, "as long as there is time");
    else
        fprintf(f, "%llu evaluations", (unsigned long long)evaluations);
    fprintf(f, ", from %g to %g, %u rounds, objective %s", c->hot, c->cold, c->rounds,
            j->objective);
    for (const char *const *r = j->plan.require; r && *r; r++)
        fprintf(f, ", require %s", *r);
    fprintf(f, ", version %s, generator %u", mw_version(), j->kind->text->generator);
    bool failed = fclose(f);
    if (failed)
        free(text);
    return failed ? NULL : text;
}

bool stream_recall(stream *s)
{
    mw_error error;
    char who[120];
    uint64_t evaluations = s->evaluations;
    snprintf(who, sizeof who, "stream %u of %u", s->number + 1, s->job->streams);
    if (!s->job->catalogue)
        return false;
    if (s->job->device) {
        uint32_t first, count;
        stream_chains(s, &first, &count);
        snprintf(who, sizeof who, "chains %u to %u of %u, resampled every %llu", first + 1,
                 first + count, s->job->chains, (unsigned long long)s->job->resample);
        evaluations = s->job->plan.schedule.evaluations;
    }
    s->plan = plan_in_words(s->job, s->quest->seed, who, evaluations);
    if (!s->plan)
        out_of_memory(); // it is searched, but not remembered
    if (!s->plan)
        return false;
    if (!s->job->resume)
        return false;
    hold(s->job);
    bool got = mw_catalogue_get_run(s->job->catalogue, s->plan, &s->run, &error);
    release(s->job);
    if (!got) {
        s->failed = true;
        s->error = error;
        s->code = exit_code_of(&error);
        return true;
    }
    if (!s->run.finished)
        return false;
    s->found = (mw_designed){.energy = s->run.energy, .evaluations = s->run.evaluations};
    s->found.maze = s->run.id ? mw_maze_from_id(s->run.id, &s->error) : NULL;
    return s->found.maze || !s->run.id; // a maze that cannot be read is searched for again
}

void stream_remember(stream *s)
{
    if (!s->plan || s->failed || s->found.stopped)
        return;
    char *id = s->found.maze ? mw_maze_print(s->found.maze, "id") : NULL;
    const mw_catalogue_run run = {
        .finished = true, .energy = s->found.energy, .evaluations = s->found.evaluations, .id = id};
    if (s->found.maze && !id) // without the id it would mean that nothing was found
        out_of_memory();
    else
        put_run(s->job, s->plan, &run);
    free(id);
}

void stream_search(stream *s)
{
    mw_design_plan plan = s->job->plan;
    char *resume = s->run.checkpoint;
    s->run.checkpoint = NULL;
    plan.schedule.seed = mw_stream_seed(s->quest->seed, s->number);
    plan.schedule.evaluations = s->evaluations;
    plan.schedule.pause = s->pause;
    plan.watch = stream_watch;
    plan.context = s;
    plan.resume = resume;
    if (s->plan || s->pause || !mw_is_first()) {
        plan.wants_save = wants_save;
        plan.save = stream_save;
    }
    mw_maze_free(s->found.maze);
    s->failed = !mw_design_maze(s->job->kind, &plan, &s->found, &s->error);
    free(resume);
}

static void run_search(void *context, uint64_t index)
{
    stream *s = &((crew *)context)->streams[index];
    if (!stream_begins(s) || s->known || stream_recall(s))
        return;
    if (s->job->device)
        stream_voyage(s);
    else
        stream_search(s);
    stream_remember(s);
}

// Some stream has ended; the last one of a quest ends it.
static bool take_found(void *context, uint64_t index)
{
    crew *c = context;
    stream *s = &c->streams[index];
    quest *q = s->quest;
    job *j = c->job;
    hold(j);
    q->begun |= s->begun;
    if (s->failed) {
        job_clear_line(j);
        complain_of(NULL, &s->error, EXIT_USAGE);
        j->code = s->code ? s->code : EXIT_USAGE;
    } else if (q->begun) {
        mw_designed_join(&q->best, &s->found);
        if (s->number + 1 == j->streams)
            j->code = worse(j->code, q->best.maze ? quest_ended(j, q) : quest_failed(j, q));
    }
    release(j);
    return !s->failed;
}

static int follow_quests(job *j, bool recalls, void (*run)(void *, uint64_t))
{
    crew c;
    if (crew_gather(&c, j, j->count)) {
        c.recalls = recalls;
        crew_work(&c, run, take_found);
    }
    crew_dismiss(&c);
    return j->code;
}

int design_by_search(job *j)
{
    return j->exchange && !j->device ? design_with_exchange(j) : follow_quests(j, true, run_search);
}

// Of a search that has no standing.
static void tell_progress(stream *s)
{
    if (!mw_is_first() && wants_save(s)) {
        s->saved = now();
        tell_news(s, NULL);
    }
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
    tell_progress(s);
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
    s->found = (mw_designed){.maze = bred.fittest,
                             .energy = -bred.fitness,
                             .evaluations = bred.evaluations,
                             .limited = bred.limited};
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
    return follow_quests(j, false, run_breeding);
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
    tell_progress(s);
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
    plan.limited = &s->found.limited;
    s->failed = !mw_ladder_search(s->job->kind, &plan, &s->niches, &s->error);
}

// All niches are gathered in those of the first stream.
static bool take_niches(void *context, uint64_t index)
{
    crew *c = context;
    stream *s = &c->streams[index];
    if (s->failed) {
        complain_of(NULL, &s->error, EXIT_USAGE);
        c->job->code = EXIT_USAGE;
    }
    c->quests[0].best.limited |= s->found.limited;
    if (!s->failed && index && s->niches) {
        mw_niches_merge(c->streams[0].niches, s->niches);
    }
    return !s->failed;
}

static void show_rungs(job *j, quest *q, const mw_niches *niches, mw_rung *rungs)
{
    unsigned n = mw_ladder_pick(niches, j->count, rungs);
    bool limited = q->best.limited;
    if (!n && mw_niches_count(niches)) {
        j->code = out_of_memory();
        return;
    }
    q->best.evaluations = mw_niches_evaluations(niches);
    for (unsigned i = 0; i < n; i++) {
        q->best = (mw_designed){.maze = mw_maze_clone(rungs[i].maze),
                                .energy = rungs[i].energy,
                                .evaluations = mw_niches_evaluations(niches),
                                .limited = limited && !i}; // said once
        q->number = 0;                                     // every rung stays
        j->code = worse(j->code, q->best.maze ? quest_ended(j, q) : out_of_memory());
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
    if (!rungs)
        j->code = out_of_memory();
    if (crew_gather(&c, j, 1) && rungs) {
        crew_work(&c, run_ladder, take_niches);
        if (c.streams[0].niches && j->code == EXIT_DONE)
            show_rungs(j, c.quests, c.streams[0].niches, rungs);
    }
    free(rungs);
    crew_dismiss(&c);
    return j->code;
}
