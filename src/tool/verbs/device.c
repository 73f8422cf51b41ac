// device.c: `design --device`: the streams of a search are chains on a graphics card (src/chains).
// With several machines each has a part of them, and a card of its own.
#include "tool/verbs/streams.h"

#include "parallel/processes.h"

#include <stdlib.h>
#include <string.h>

#define SAVE_EVERY 20    // seconds: where thousands of chains stand is a long text
#define LEAST      20000 // evaluations of a chain, if there may be fewer of them
#define RESAMPLED  200   // times, unless told otherwise
#define SOON       250   // evaluations between resamplings, where there is only a time

#ifdef MAZEWRIGHT_CUDA
static const mw_device *const cards = &mw_device_cuda;
#else
static const mw_device *const cards = NULL;
#endif

void print_devices(void)
{
    char text[200];
    unsigned n = 0;
    if (!cards) {
        puts("graphics cards: built without CUDA");
        return;
    }
    for (; cards->describe(n, text, sizeof text); n++)
        printf("graphics card %u: %s\n", n, text);
    if (!n)
        puts("graphics cards: none seen");
}

static const mw_device *device_named(const char *name)
{
    char text[200];
    if (!strcmp(name, mw_device_host.name))
        return &mw_device_host;
    if (strcmp(name, "gpu"))
        complain("--device %s: write gpu, or host to try it out on the processor", name);
    else if (!cards)
        complain("--device gpu: this mazewright was built without CUDA; build it where nvcc is "
                 "found, with -DMAZEWRIGHT_CUDA=ON");
    else if (!cards->describe(0, text, sizeof text))
        complain("--device gpu: no graphics card is seen; is its driver running?");
    else
        return cards;
    return NULL;
}

static unsigned number_here(const mw_device *d)
{
    char text[200];
    unsigned count = 0;
    while (d->describe(count, text, sizeof text))
        count++;
    return count ? mw_process() % count : 0;
}

// Of streams that exchange mazes, and of methods without a temperature, none.
static bool read_resample(job *j)
{
    const mw_schedule *c = &j->plan.schedule;
    bool cools = c->method == MW_ANNEAL && !j->exchange;
    uint64_t share = c->evaluations / j->chains;
    uint64_t often = c->evaluations == MW_ENDLESS ? SOON : share / RESAMPLED + 1;
    double every;
    if (!option_number(j->s, O_RESAMPLE, 0, 1e15, cools ? (double)often : 0, &every))
        return false;
    if (every > 0 && !cools) {
        complain("--resample goes with the method anneal, without --exchange");
        return false;
    }
    j->resample = (uint64_t)every;
    return true;
}

// Chains are made at once, so it is known before.
static bool memory_suffices(const job *j)
{
    uint64_t all, each = sizeof(mw_chain) + 2 * j->kind->design->chains->gene_bytes +
                         MW_ANNEAL_RISES * sizeof(double);
    uint64_t needed = (j->chains / j->streams + 1) * each;
    if (!option_bytes(j->s, O_LIMIT_MEMORY, &all))
        return false;
    if (all && needed > all)
        complain("--limit-memory: %u streams need %llu MiB; ask for fewer with --streams",
                 j->chains, (unsigned long long)(needed >> 20) + 1);
    return !all || needed <= all;
}

bool find_device(job *j)
{
    const settings *s = j->s;
    mw_schedule *c = &j->plan.schedule;
    mw_error error;
    if (!s->value[O_DEVICE] && s->value[O_RESAMPLE]) {
        complain("--resample needs --device");
        return false;
    }
    if (!s->value[O_DEVICE])
        return true;
    if (j->method->way != MW_BY_SEARCH) {
        complain("%s does not run on a graphics card; leave --device out", j->method->name);
        return false;
    }
    if (!(j->device = device_named(s->value[O_DEVICE])))
        return false;
    uint32_t holds = mw_device_holds(j->device, number_here(j->device), j->kind, &j->plan, &error);
    if (!holds) {
        complain_of(NULL, &error, EXIT_USAGE);
        return false;
    }
    bool budget = s->value[O_EVALUATIONS];
    uint64_t most = budget ? c->evaluations / LEAST : UINT64_MAX;
    uint64_t wanted = (uint64_t)holds * mw_processes();
    wanted = wanted < most ? wanted : most ? most : 1;
    j->chains = s->value[O_STREAMS] ? j->streams : (uint32_t)wanted;
    j->streams = mw_processes() < j->chains ? mw_processes() : j->chains;
    if (!memory_suffices(j))
        return false;
    if (!budget && j->seconds <= 0)
        c->evaluations = (uint64_t)MW_DESIGN_BUDGET * j->chains;
    return read_resample(j);
}

void stream_chains(const stream *s, uint32_t *first, uint32_t *count)
{
    const job *j = s->job;
    uint64_t from = (uint64_t)j->chains * s->number / j->streams;
    uint64_t to = (uint64_t)j->chains * (s->number + 1) / j->streams;
    *first = (uint32_t)from;
    *count = (uint32_t)(to - from);
}

static bool wants_save(void *context)
{
    const stream *s = context;
    return now() - s->saved > SAVE_EVERY;
}

void stream_voyage(stream *s)
{
    mw_design_plan plan = s->job->plan;
    mw_voyage way = {.device = s->job->device,
                     .number = number_here(s->job->device),
                     .streams = s->job->chains,
                     .exchange = s->job->exchange,
                     .resample = s->job->resample,
                     .seconds = s->job->seconds,
                     .clock = now};
    char *resume = s->run.checkpoint;
    s->run.checkpoint = NULL;
    stream_chains(s, &way.first, &way.count);
    plan.schedule.seed = s->quest->seed;
    plan.watch = stream_watch;
    plan.context = s;
    plan.resume = resume;
    if (s->plan || !mw_is_first()) {
        plan.wants_save = wants_save;
        plan.save = stream_save;
    }
    mw_maze_free(s->found.maze);
    s->failed = !mw_design_on_device(s->job->kind, &plan, &way, &s->found, &s->error);
    free(resume);
}
