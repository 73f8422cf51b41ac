// estimate.c: how long an experiment will take: the mean of the runs that are known of a
// configuration and a kind, times the runs that are left. Where none is known, a few are done.
#include "core/memory.h"
#include "core/text.h"
#include "experiment/experiment.h"
#include "parallel/clock.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLE_SECONDS 2
#define SAMPLES        20 // of a group, at most

// Runs of one configuration on mazes of one kind.
typedef struct group {
    uint64_t left, known;
    double seconds; // of those that are known
    unsigned sampled;
} group;

typedef struct estimating {
    mw_experiment *e;
    const mw_plan *plan;
    bool *finished;
    group *groups;
    unsigned kinds;
    double deadline;
    mw_estimate *out;
} estimating;

static group *group_of(const estimating *m, uint32_t configuration, const mw_kind *kind)
{
    unsigned number = 0;
    while (mw_kinds()[number] && mw_kinds()[number] != kind)
        number++;
    return &m->groups[(size_t)configuration * (m->kinds + 1) + number];
}

static group *group_of_run(const estimating *m, uint64_t run)
{
    const mw_plan_run *r = &m->plan->runs[run];
    return group_of(m, r->configuration, m->plan->mazes[r->maze].kind);
}

static bool is_left(const estimating *m, uint64_t run)
{
    return !m->finished[run] && mw_in_shard(m->plan, run, m->e->shard, m->e->shards);
}

// ---- what the file knows

static bool read_sheet(estimating *m, const mw_sheet *sheet, mw_error *error)
{
    uint64_t *numbers = mw_array(sheet->count + 1, sizeof *numbers);
    uint32_t *ways = mw_array(sheet->count + 1, sizeof *ways);
    bool common = false;
    bool ok = numbers && ways && mw_sheet_match(sheet, m->plan, numbers, ways, &common);
    for (uint64_t i = 0; ok && i < sheet->count; i++) {
        const mw_row *row = &sheet->rows[i];
        if (numbers[i] != UINT64_MAX)
            m->finished[numbers[i]] = true;
        if (ways[i] >= m->plan->configuration_count)
            continue;
        group *g = group_of(m, ways[i], sheet->plan.mazes[row->maze].kind);
        g->seconds += row->seconds;
        g->known++;
        m->out->known++;
    }
    free(numbers);
    free(ways);
    if (!ok)
        return mw_no_memory(error);
    return common || mw_refuse(error, "the file holds the results of another plan, which has no "
                                      "maze and no configuration in common with this one; name "
                                      "another file with -o");
}

// ---- samples

static bool sample_goes_on(void *context)
{
    const estimating *m = context;
    return m->e->goes_on(m->e->context) && mw_seconds() < m->deadline;
}

// How many groups want another sample? The file tells nothing of them.
static size_t wanting(const estimating *m, unsigned turn)
{
    size_t n = 0;
    for (size_t i = 0; i < (size_t)m->plan->configuration_count * (m->kinds + 1); i++) {
        const group *g = &m->groups[i];
        n += g->known == g->sampled && g->sampled == turn && g->left > turn;
    }
    return n;
}

static bool sample_run(estimating *m, mw_experiment *e, group *g, uint64_t run, mw_error *error)
{
    double seconds;
    bool whole;
    if (!mw_experiment_sample(e, run, &seconds, &whole, error))
        return false;
    g->seconds += seconds;
    g->known++;
    g->sampled++;
    m->out->sampled++;
    m->out->sample_seconds += seconds;
    m->out->at_least |= !whole;
    return true;
}

// Does some runs of each group that the file tells nothing of, each time from another part of the
// plan. The groups take turns, so that each has a run before the time is over.
static bool sample(estimating *m, mw_error *error)
{
    mw_experiment e = *m->e;
    e.goes_on = sample_goes_on;
    e.context = m;
    m->deadline = mw_seconds() + SAMPLE_SECONDS;
    uint64_t runs = m->plan->run_count, step = runs / SAMPLES + 1;
    for (unsigned turn = 0; turn < SAMPLES; turn++) {
        size_t wanted = wanting(m, turn);
        for (uint64_t i = 0; wanted && i < runs && sample_goes_on(m); i++) {
            uint64_t run = (i + turn * step) % runs;
            group *g = group_of_run(m, run);
            if (g->known != g->sampled || g->sampled != turn || !is_left(m, run))
                continue;
            if (!sample_run(m, &e, g, run, error))
                return false;
            wanted--;
        }
    }
    return true;
}

// ---- the sum

static void count(estimating *m)
{
    for (uint64_t i = 0; i < m->plan->run_count; i++) {
        if (!mw_in_shard(m->plan, i, m->e->shard, m->e->shards))
            continue;
        m->out->all++;
        m->out->done += m->finished[i];
        group_of_run(m, i)->left += !m->finished[i];
    }
}

// Groups that nothing is known of take as long as the others do on average.
static void add_up(estimating *m)
{
    size_t groups = (size_t)m->plan->configuration_count * (m->kinds + 1);
    double all = 0, unknown = 0;
    uint64_t known = 0;
    for (size_t i = 0; i < groups; i++) {
        const group *g = &m->groups[i];
        all += g->seconds;
        known += g->known;
        if (g->known)
            m->out->seconds += g->seconds / (double)g->known * (double)g->left;
        else
            unknown += (double)g->left;
    }
    if (known)
        m->out->seconds += all / (double)known * unknown;
}

bool mw_experiment_estimate(mw_experiment *e, const mw_sheet *sheet, mw_estimate *out,
                            mw_error *error)
{
    estimating m = {.e = e, .plan = e->plan, .out = out};
    *out = (mw_estimate){0};
    while (mw_kinds()[m.kinds])
        m.kinds++;
    m.finished = mw_array(e->plan->run_count + 1, sizeof *m.finished);
    m.groups = calloc((size_t)e->plan->configuration_count * (m.kinds + 1) + 1, sizeof *m.groups);
    bool ok = (m.finished && m.groups) || mw_no_memory(error);
    ok = ok && (!sheet || read_sheet(&m, sheet, error));
    if (ok) {
        count(&m);
        ok = sample(&m, error);
    }
    if (ok)
        add_up(&m);
    free(m.finished);
    free(m.groups);
    return ok;
}
