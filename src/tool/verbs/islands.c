// islands.c: `design --exchange N`: the streams of a quest pause every N evaluations, and each
// takes over the best maze of the stream before it (the first one that of the last) where that is
// better than its own best. All streams pause before any goes on, so that the result does not
// depend on threads or machines; where they stand then is one row of the catalogue.
#include "tool/verbs/streams.h"

#include "core/text.h"
#include "parallel/processes.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A quest, as far as it has come.
typedef struct voyage {
    quest *quest;
    stream *streams;
    uint64_t rounds; // gone through
    bool over;       // all rounds, or interrupted
    char *plan;      // in words; NULL: no catalogue
} voyage;

typedef struct fleet {
    crew crew; // first, since the tasks of streams know only the crew
    voyage *voyages;
} fleet;

// ---- in the catalogue: the number of rounds, then a line for each stream

static void remember_round(const job *j, const voyage *v)
{
    mw_writer w = {0};
    if (!v->plan)
        return;
    mw_write(&w, "%" PRIu64, v->rounds);
    for (unsigned i = 0; i < j->streams; i++)
        mw_write(&w, "\n%s", v->streams[i].run.checkpoint);
    const mw_catalogue_run run = {.energy = NAN,
                                  .evaluations = v->rounds * j->exchange * j->streams,
                                  .checkpoint = mw_writer_take(&w)};
    if (run.checkpoint)
        put_run(v->streams->job, v->plan, &run);
    else
        out_of_memory();
    free(run.checkpoint);
}

static void remember_end(const voyage *v)
{
    const mw_designed *best = &v->quest->best;
    char *id = best->maze ? mw_maze_print(best->maze, "id") : NULL;
    const mw_catalogue_run run = {
        .finished = true, .energy = best->energy, .evaluations = best->evaluations, .id = id};
    if (best->maze && !id)
        out_of_memory();
    else if (v->plan)
        put_run(v->streams->job, v->plan, &run);
    free(id);
}

// Lines of another shape are as good as none.
static void recall_round(job *j, voyage *v, const char *text)
{
    unsigned lines = 0;
    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    v->rounds = lines == j->streams ? strtoull(text, NULL, 10) : 0;
    for (unsigned i = 0; v->rounds && i < j->streams; i++) {
        stream *s = &v->streams[i];
        text = strchr(text, '\n') + 1;
        s->run.checkpoint = strndup(text, strcspn(text, "\n"));
        if (!s->run.checkpoint)
            j->code = out_of_memory();
        s->told = v->rounds * j->exchange;
    }
}

static void recall_end(voyage *v, const mw_catalogue_run *run)
{
    mw_error error;
    mw_maze *m = run->id ? mw_maze_from_id(run->id, &error) : NULL;
    v->over = m || !run->id; // a maze that cannot be read is searched for again
    v->quest->best =
        (mw_designed){.maze = m, .energy = run->energy, .evaluations = run->evaluations};
}

// False with a message printed.
static bool recall(job *j, voyage *v)
{
    char who[80];
    mw_error error;
    mw_catalogue_run run;
    snprintf(who, sizeof who, "%u streams that exchange every %" PRIu64, j->streams, j->exchange);
    if (!j->catalogue)
        return true;
    v->plan = plan_in_words(j, v->quest->seed, who, j->plan.schedule.evaluations);
    if (!v->plan)
        j->code = out_of_memory();
    if (!v->plan || !j->resume)
        return v->plan;
    bool got = mw_catalogue_get_run(j->catalogue, v->plan, &run, &error);
    j->code = worse(j->code, error_told(got, &error));
    if (got && run.finished)
        recall_end(v, &run);
    else if (got && run.checkpoint)
        recall_round(j, v, run.checkpoint);
    mw_catalogue_run_free(&run);
    return j->code == EXIT_DONE;
}

// ---- rounds

static void run_leg(void *context, uint64_t index)
{
    stream *s = &((crew *)context)->streams[index];
    if (!s->known && stream_begins(s))
        stream_search(s);
}

// Everyone takes over what stood there before the exchange.
static bool exchange(const job *j, voyage *v)
{
    bool ok = true;
    char **next = calloc(j->streams, sizeof *next);
    for (unsigned i = 0; next && i < j->streams; i++) {
        const stream *s = &v->streams[i], *before = &v->streams[(i ? i : j->streams) - 1];
        if (before->found.energy < s->found.energy)
            ok = (next[i] = mw_checkpoint_adopt(s->run.checkpoint, before->run.checkpoint)) && ok;
    }
    for (unsigned i = 0; next && i < j->streams; i++)
        if (next[i]) {
            free(v->streams[i].run.checkpoint);
            v->streams[i].run.checkpoint = next[i];
        }
    ok = ok && next;
    free(next);
    return ok;
}

static void end_voyage(const job *j, voyage *v)
{
    v->over = true;
    for (unsigned i = 0; i < j->streams; i++)
        mw_designed_join(&v->quest->best, &v->streams[i].found);
    if (!v->quest->best.stopped)
        remember_end(v);
}

// All streams of a quest have paused, or were interrupted. False: out of memory.
static bool end_round(job *j, voyage *v)
{
    uint64_t last = mw_stream_share(j->plan.schedule.evaluations, j->streams, j->streams - 1);
    bool stopped = false, ok = true;
    for (unsigned i = 0; i < j->streams; i++) {
        const stream *s = &v->streams[i];
        stopped |= s->found.stopped || !s->begun;
        ok &= stopped || s->run.checkpoint;
    }
    v->rounds++;
    v->quest->best.stopped = stopped;
    if (stopped || v->rounds * j->exchange >= last) { // the last stream has the largest share
        end_voyage(j, v);
    } else {
        ok = ok && exchange(j, v);
        if (ok)
            remember_round(j, v);
    }
    return ok;
}

static bool take_leg(void *context, uint64_t index)
{
    fleet *f = context;
    job *j = f->crew.job;
    stream *s = &f->crew.streams[index];
    voyage *v = &f->voyages[index / j->streams];
    if (v->over)
        return true;
    v->quest->begun |= s->begun;
    bool ok = !s->failed;
    if (!ok) {
        complain_of(NULL, &s->error, EXIT_USAGE);
        j->code = EXIT_USAGE;
    } else if (s->number + 1 == j->streams && !(ok = end_round(j, v))) {
        j->code = out_of_memory();
    }
    return ok;
}

// Sets the streams their next pause. False: all are there.
static bool set_out(fleet *f)
{
    job *j = f->crew.job;
    bool any = false;
    for (unsigned i = 0; i < j->count; i++) {
        voyage *v = &f->voyages[i];
        any |= !v->over;
        assert(v->streams); // since assemble
        for (unsigned n = 0; n < j->streams; n++) {
            stream *s = &v->streams[n];
            uint64_t pause = (v->rounds + 1) * j->exchange;
            s->known = v->over;
            s->begun = false;
            s->pause = pause < s->evaluations ? pause : s->evaluations;
        }
    }
    return any && j->code == EXIT_DONE;
}

// ---- the whole

static bool assemble(fleet *f, job *j)
{
    bool ok = crew_gather(&f->crew, j, j->count);
    f->voyages = calloc(j->count, sizeof *f->voyages);
    if (ok && !f->voyages) {
        out_of_memory();
        j->code = EXIT_BROKEN;
        return false;
    }
    for (unsigned i = 0; ok && i < j->count; i++) {
        voyage *v = &f->voyages[i];
        v->quest = &f->crew.quests[i];
        v->streams = &f->crew.streams[(size_t)i * j->streams];
        ok = recall(j, v);
    }
    return ok;
}

int design_with_exchange(job *j)
{
    fleet f = {0};
    bool ok = assemble(&f, j);
    // Other machines learn with each task where its stream stands, and go on until they are told
    // that nothing is left.
    while (ok && (set_out(&f) || !mw_is_first()))
        ok = crew_work(&f.crew, run_leg, take_leg);
    for (unsigned i = 0; ok && j->code == EXIT_DONE && i < j->count; i++) {
        quest *q = &f.crew.quests[i];
        if (q->best.maze)
            j->code = worse(j->code, quest_ended(j, q));
        else if (q->begun || !q->best.stopped)
            j->code = worse(j->code, quest_failed(j, q));
    }
    for (unsigned i = 0; f.voyages && i < j->count; i++)
        free(f.voyages[i].plan);
    free(f.voyages);
    crew_dismiss(&f.crew);
    return j->code;
}
