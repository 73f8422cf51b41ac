// plan_defaults.c: the methods by name, the defaults of a plan, which of its members may be
// combined, how its budget is divided into streams, and the keys of its tasks.
#include "design/chain_search.h"

#include "core/grow.h"
#include "core/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MANY        1000000 // evaluations from which on a search is divided
#define TASKS_MAX   8000000
#define RUNGS       12 // of a ladder
#define POPULATION  100
#define GENERATIONS 1760 // as Nihalani et al. bred
// On a device:
#define LEAST       20000 // evaluations of a stream; with a smaller budget there are fewer streams
#define RESAMPLED   200   // times that streams are resampled
#define SOON        250   // evaluations between two resamplings, where the budget is a time

const mw_method *mw_methods(void)
{
    static const mw_method methods[] = {
        {"anneal", "uphill less and less, as it cools down", MW_BY_SEARCH, MW_ANNEAL},
        {"adaptive", "the same, heated as the steps taken ask for", MW_BY_SEARCH, MW_ADAPTIVE},
        {"descent", "never uphill", MW_BY_SEARCH, MW_DESCENT},
        {"restarts", "never uphill, afresh when stuck", MW_BY_SEARCH, MW_RESTARTS},
        {"uphill", "never uphill but for a random step now and then", MW_BY_SEARCH, MW_UPHILL},
        {"quench", "anneal that cools down at once, then never uphill", MW_BY_SEARCH, MW_QUENCH},
        {"super-drunk", "every step, however far uphill", MW_BY_SEARCH, MW_WANDER},
        {"genetic", "a population is bred", MW_BY_BREEDING, MW_ANNEAL},
        {"exact", "the proven longest maze, of small boards", MW_BY_PROOF, MW_ANNEAL},
        {"ladder", "many mazes, from easy to hard", MW_BY_LADDER, MW_ANNEAL},
        {0},
    };
    return methods;
}

const mw_method *mw_method_find(const char *name)
{
    const mw_method *m = mw_methods();
    while (m->name && strcmp(m->name, name))
        m++;
    return m->name ? m : NULL;
}

unsigned mw_design_streams(uint64_t evaluations)
{
    return evaluations >= MANY ? MW_STREAMS : 1;
}

uint64_t mw_stream_seed(uint64_t seed, unsigned stream)
{
    mw_rng rng;
    if (!stream)
        return seed;
    mw_rng_seed(&rng, seed + (stream - 1) * 0x9e3779b97f4a7c15u);
    return rng.s[0] >> 1;
}

uint64_t mw_stream_share(uint64_t evaluations, unsigned streams, unsigned stream)
{
    uint64_t share = evaluations / streams;
    if (evaluations == MW_ENDLESS)
        return evaluations;
    return stream + 1 < streams ? share : evaluations - share * (streams - 1);
}

void mw_designed_join(mw_designed *d, mw_designed *other)
{
    uint64_t evaluations = d->evaluations + other->evaluations;
    bool stopped = d->stopped || other->stopped, limited = d->limited || other->limited;
    if (other->maze && (!d->maze || other->energy < d->energy)) {
        mw_maze_free(d->maze);
        *d = *other;
    } else {
        mw_maze_free(other->maze);
    }
    other->maze = NULL;
    d->evaluations = evaluations;
    d->stopped = stopped;
    d->limited = limited;
}

// ---- what goes with what

static bool check_search(const mw_design_plan *p, mw_error *error)
{
    const mw_method *m = p->method;
    bool searches = m->way == MW_BY_SEARCH;
    bool cools = searches && p->schedule.cooling == MW_ANNEAL && !p->exchange;
    if (p->exchange && !searches)
        return mw_refuse(error, "%s has no streams that could exchange mazes; leave --exchange out",
                         m->name);
    if (p->exchange && p->seconds > 0)
        return mw_refuse(error, "--exchange counts evaluations; give their number with "
                                "--evaluations, and leave --seconds out");
    if (p->from && (!searches || p->device))
        return mw_refuse(error, "only a search on the processor begins in a maze");
    if (p->resample && !p->device)
        return mw_refuse(error, "--resample needs --device");
    if (p->device && !searches)
        return mw_refuse(error, "%s does not run on a graphics card; leave --device out", m->name);
    if (p->resample && p->resample != MW_NEVER && !cools)
        return mw_refuse(error, "--resample goes with the method anneal, without --exchange");
    return true;
}

static bool check(const mw_kind *kind, const mw_design_plan *p, mw_error *error)
{
    if (!kind->design)
        return mw_refuse(error, "%s mazes cannot be designed", kind->name);
    bool other = p->objective && strcmp(p->objective, MW_FITNESS);
    if (p->method->way == MW_BY_BREEDING && (other || p->require))
        return mw_refuse(error, "genetic has a fitness of its own, relative to the population; "
                                "state it with --fitness, and leave --objective and --require out");
    return check_search(p, error);
}

// ---- defaults

// All chains are in memory at once. False and *error: it does not suffice.
static bool memory_suffices(const mw_kind *kind, const mw_design_plan *p, mw_error *error)
{
    uint64_t each =
        sizeof(mw_chain) + 2 * kind->design->chains->gene_bytes + MW_ANNEAL_RISES * sizeof(double);
    assert(p->machines);
    uint64_t needed = (p->streams / p->machines + 1) * each;
    return !p->bytes || needed <= p->bytes ||
           mw_refuse(error,
                     "--limit-memory: %u streams need %llu MiB; ask for fewer with --streams",
                     p->streams, (unsigned long long)(needed >> 20) + 1);
}

// On a device there are as many streams as fill it, and the budget follows from them, if it is not
// given.
static bool complete_device(const mw_kind *kind, mw_design_plan *p, bool budget, mw_error *error)
{
    mw_chain_search *search = calloc(1, sizeof *search);
    if (!search)
        return mw_no_memory(error);
    *search =
        (mw_chain_search){.kind = kind, .plan = p, .require = p->require, .seed = p->schedule.seed};
    uint64_t holds = mw_chain_search_device_holds(search, error);
    free(search);
    if (!holds)
        return false;
    uint64_t evaluations = p->schedule.evaluations;
    uint64_t most = budget ? evaluations / LEAST : UINT64_MAX, wanted = holds * p->machines;
    wanted = wanted < most ? wanted : most ? most : 1;
    p->streams = p->streams ? p->streams : (unsigned)wanted;
    p->machines = p->machines < p->streams ? p->machines : p->streams;
    if (!memory_suffices(kind, p, error))
        return false;
    if (!budget && !(p->seconds > 0))
        p->schedule.evaluations = (uint64_t)MW_DESIGN_BUDGET * p->streams;
    bool endless = p->schedule.evaluations == MW_ENDLESS;
    bool cools = p->schedule.cooling == MW_ANNEAL && !p->exchange;
    if (!p->resample)
        p->resample = !cools    ? MW_NEVER
                      : endless ? SOON
                                : p->schedule.evaluations / p->streams / RESAMPLED + 1;
    return true;
}

// How many streams a search on the processor, or a ladder, has.
static unsigned usual_streams(const mw_design_plan *p, unsigned workers)
{
    if (p->method->way == MW_BY_BREEDING || p->method->way == MW_BY_PROOF)
        return 1; // a population is not divided
    if (p->schedule.evaluations == MW_ENDLESS)
        return workers ? workers : 1;
    if (p->method->way == MW_BY_LADDER || p->exchange)
        return MW_STREAMS;
    return mw_design_streams(p->schedule.evaluations);
}

bool mw_plan_complete(const mw_kind *kind, mw_design_plan *p, unsigned workers, mw_error *error)
{
    mw_schedule *s = &p->schedule;
    bool budget = s->evaluations;
    if (p->method)
        s->cooling = p->method->cooling;
    else // the searches are the first methods
        for (p->method = mw_methods(); p->method->cooling != s->cooling;)
            p->method++;
    bool ladder = p->method->way == MW_BY_LADDER, breeds = p->method->way == MW_BY_BREEDING;
    if (!check(kind, p, error))
        return false;
    s->rounds = s->rounds ? s->rounds : 1;
    p->machines = p->machines ? p->machines : 1;
    p->count = p->count ? p->count : ladder ? RUNGS : 1;
    if (!budget)
        s->evaluations = p->seconds > 0 ? MW_ENDLESS
                         : breeds       ? POPULATION * GENERATIONS
                                        : MW_DESIGN_BUDGET;
    if (p->device && !complete_device(kind, p, budget, error))
        return false;
    if (!p->device && (!p->streams || breeds || p->method->way == MW_BY_PROOF))
        p->streams = usual_streams(p, workers);
    if (p->streams > s->evaluations)
        p->streams = (unsigned)s->evaluations;
    double tasks = (double)p->count * (p->device ? p->machines : p->streams);
    return tasks <= TASKS_MAX ||
           mw_refuse(error, "%u mazes with %u streams each are too many at once; ask for fewer",
                     p->count, p->streams);
}

// A program that does not know all members gets back those that it knows.
bool mw_design_complete(const mw_kind *kind, mw_design_plan *plan, unsigned workers,
                        mw_error *error)
{
    mw_design_plan own;
    size_t known = MW_TAKE_OPTIONS(mw_design_plan, &own, plan, from);
    bool ok = mw_plan_complete(kind, &own, workers, error);
    own.size = plan->size;
    memcpy(plan, &own, known);
    return ok;
}

const char *mw_design_objective(const mw_kind *kind, const mw_design_plan *p)
{
    static const char *const by_way[] = {[MW_BY_SEARCH] = NULL,
                                         [MW_BY_BREEDING] = MW_FITNESS,
                                         [MW_BY_PROOF] = "longest",
                                         [MW_BY_LADDER] = "-player_steps"};
    const char *usual = by_way[p->method->way];
    return p->objective ? p->objective : usual ? usual : kind->design->presets[0].name;
}

// ---- keys

char *mw_design_key(const mw_kind *kind, const mw_design_plan *p, const char *const *require,
                    uint64_t seed, uint32_t first, uint32_t count)
{
    const mw_schedule *s = &p->schedule;
    mw_writer w = {0};
    uint64_t evaluations =
        count == 1 ? mw_stream_share(s->evaluations, p->streams, first) : s->evaluations;
    mw_write(&w, "kind=%s; params=%s; seed=%llu; streams=%u-%u/%u; method=%s; ", kind->name,
             p->params, (unsigned long long)seed, first + 1, first + count, p->streams,
             p->method->name);
    if (evaluations == MW_ENDLESS)
        mw_write(&w, "evaluations=endless; ");
    else
        mw_write(&w, "evaluations=%llu; ", (unsigned long long)evaluations);
    char *from = p->from ? mw_maze_print(p->from, "id") : NULL;
    w.failed = w.failed || (p->from && !from);
    if (from)
        mw_write(&w, "from=%s; ", from);
    free(from);
    if (p->exchange)
        mw_write(&w, "exchange=%llu; ", (unsigned long long)p->exchange);
    if (p->device && p->resample != MW_NEVER)
        mw_write(&w, "resample=%llu; ", (unsigned long long)p->resample);
    mw_write(&w, "hot=%a; cold=%a; uphill=%a; patience=%llu; rounds=%u; objective=%s; ", s->hot,
             s->cold, s->uphill, (unsigned long long)s->patience, s->rounds,
             mw_design_objective(kind, p));
    for (const char *const *r = require; r && *r; r++)
        mw_write(&w, "require=%s; ", *r);
    mw_write(&w, "version=%s; generator=%u", mw_version(), kind->text->generator);
    return mw_writer_take(&w);
}
