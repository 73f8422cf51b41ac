// dataset.c: see dataset.h. Every maze has a number, which decides its source, its band, its split
// and its random numbers. So the mazes are made on any number of threads, and taken in the order of
// their numbers. One that cannot be made, or that is there already, is tried again with other
// random numbers, and at last in another band of its source.
#include "mazewright/dataset.h"

#include "core/grow.h"
#include "core/text.h"
#include "design/dataset_maze.h"
#include "mazewright/design.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GIVE_UP    8  // tries in a row after which a band that has no maze counts as exhausted,
#define GIVE_UP_ON 30 // and one that has some
#define WORK_LEAST 1000000 // states looked at, which every try may take
#define BATCH_MOST 512     // mazes that are made before any of the next ones begins

// ---- the set of mazes that are there, by their hashes. Two mazes of one hash would cost the
// second one, which nobody misses.

typedef struct hash_set {
    uint64_t *slots; // 0: free
    size_t mask, count;
} hash_set;

static void hash_put(hash_set *set, uint64_t hash)
{
    size_t at = (size_t)hash & set->mask;
    while (set->slots[at] && set->slots[at] != hash)
        at = (at + 1) & set->mask;
    set->count += !set->slots[at];
    set->slots[at] = hash;
}

static bool hash_grow(hash_set *set)
{
    hash_set more = {.mask = set->mask ? 2 * set->mask + 1 : 1023};
    more.slots = calloc(more.mask + 1, sizeof *more.slots);
    for (size_t i = 0; more.slots && set->slots && i <= set->mask; i++)
        if (set->slots[i])
            hash_put(&more, set->slots[i]);
    if (more.slots) {
        free(set->slots);
        *set = more;
    }
    return more.slots;
}

// *fresh: the hash was not there. False: out of memory.
static bool hash_add(hash_set *set, uint64_t hash, bool *fresh)
{
    if (2 * (set->count + 1) > set->mask && !hash_grow(set))
        return false;
    size_t before = set->count;
    hash_put(set, hash ? hash : 1);
    *fresh = set->count > before;
    return true;
}

// ---- the run

typedef struct source {
    const char *text; // of the plan
    const mw_kind *kind;
    const char *params;         // in text, after the ':'; or ""
    uint64_t count, unsolvable; // mazes that it is to have, the unsolvable ones included
    unsigned next;              // band that takes the next maze of an exhausted one
} source;

// A band of a source, or its unsolvable mazes.
typedef struct cell {
    uint64_t before; // mazes that the cells before it are to have
    unsigned level;  // see mw_wanted_maze
    unsigned failed; // tries in a row
    uint64_t work;   // the most that a maze of it took; at least WORK_LEAST
} cell;

// A maze to be made.
typedef struct job {
    uint64_t number;
    unsigned cell, tries;
    unsigned here; // of the tries, those in this cell
    mw_wanted_maze wanted;
    mw_made_maze made;
    bool ended; // for want of memory, or because the watch says so
    bool done;
} job;

typedef struct run {
    mw_dataset_plan plan;
    mw_dataset_watch watch;
    mw_dataset_result *result;
    mw_error *error;
    source sources[MW_DATASET_SOURCES];
    unsigned source_count, bands; // bands: of each source, without the unsolvable mazes
    cell *cells;                  // beside those of the result
    uint64_t totals[MW_DATASET_SPLITS];
    hash_set known;
    job *jobs;
    size_t job_count;
    bool failed;
} run;

// ---- the plan

static bool valid_split(const mw_dataset_plan *p, unsigned i, mw_error *error)
{
    const mw_dataset_split *s = &p->splits[i];
    size_t length = s->name ? strlen(s->name) : 0;
    if (!length || length > MW_DATASET_NAME_MAX ||
        strspn(s->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") !=
            length)
        return mw_refuse(error,
                         "'%.60s' is no name of a split; write up to %d letters, digits, '-' and "
                         "'_'",
                         s->name ? s->name : "", MW_DATASET_NAME_MAX);
    if (s->percent < 1 || s->percent > 100)
        return mw_refuse(error, "split %s: %u per cent; write a whole number from 1 to 100",
                         s->name, s->percent);
    for (unsigned k = 0; k < i; k++)
        if (!strcmp(s->name, p->splits[k].name))
            return mw_refuse(error, "split %s is given twice", s->name);
    return true;
}

static bool valid_splits(const mw_dataset_plan *p, mw_error *error)
{
    unsigned sum = 0;
    if (p->split_count > MW_DATASET_SPLITS)
        return mw_refuse(error, "%u splits; there can be at most %d", p->split_count,
                         MW_DATASET_SPLITS);
    for (unsigned i = 0; i < p->split_count; i++) {
        if (!valid_split(p, i, error))
            return false;
        sum += p->splits[i].percent;
    }
    return sum == 100 ||
           mw_refuse(error, "the splits have %u per cent; they must add up to 100", sum);
}

// The kind before the ':' of a source.
static bool find_kind(source *s, mw_error *error)
{
    char name[40];
    size_t length = strcspn(s->text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < 39 ? length : 39), s->text);
    s->params = s->text[length] ? s->text + length + 1 : "";
    s->kind = mw_kind_find(name);
    if (s->kind && MW_HAS(s->kind, text, random))
        return true;
    if (s->kind)
        return mw_refuse(error, "%s has no random mazes, which a dataset is made of", name);
    mw_writer known = {0};
    mw_write(&known, "the kinds are");
    size_t words = known.length + 1;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (MW_HAS(*k, text, random))
            mw_write(&known, " %s", (*k)->name);
    char *list = mw_writer_take(&known);
    bool ok = list ? mw_refuse_unknown(error, name, list, words, "unknown kind '%s'", name)
                   : (bool)mw_no_memory(error);
    free(list);
    return ok;
}

static bool read_source(source *s, mw_error *error)
{
    mw_error wrong;
    if (!find_kind(s, error))
        return false;
    if (strchr(s->params, '#') || strchr(s->params, ':'))
        return mw_refuse(error,
                         "'%.60s': write a kind, or with a size and options %s:6x6,...; a dataset "
                         "has a seed of its own",
                         s->text, s->kind->name);
    if (mw_params_valid(s->kind, s->params, &wrong))
        return true;
    mw_refuse(error, "'%.60s': %s", s->text, wrong.text);
    error->code = wrong.code;
    return false;
}

static bool read_sources(run *r)
{
    const char *const *text = r->plan.sources;
    mw_error *error = r->error;
    if (!text || !*text)
        return mw_refuse(error, "a dataset needs kinds of mazes");
    for (; *text; text++) {
        if (r->source_count == MW_DATASET_SOURCES)
            return mw_refuse(error, "there can be at most %d kinds with their sizes",
                             MW_DATASET_SOURCES);
        for (unsigned i = 0; i < r->source_count; i++)
            if (!strcmp(*text, r->sources[i].text))
                return mw_refuse(error, "%.60s is given twice", *text);
        source *s = &r->sources[r->source_count++];
        *s = (source){.text = *text};
        if (!read_source(s, error))
            return false;
    }
    return true;
}

static bool read_plan(run *r, const mw_dataset_plan *plan)
{
    static const mw_dataset_split all = {"all", 100};
    mw_dataset_plan *p = &r->plan;
    mw_error *error = r->error;
    MW_TAKE_OPTIONS(mw_dataset_plan, p, plan, seed);
    if (!p->split_count) {
        p->splits = &all;
        p->split_count = 1;
    }
    p->first_band = p->first_band ? p->first_band : 1;
    p->last_band = p->last_band ? p->last_band : MW_BANDS;
    r->bands = p->last_band - p->first_band + 1;
    if (!p->count || p->count > MW_DATASET_MAX)
        return mw_refuse(error, "a dataset has from 1 to %d mazes, not %llu", MW_DATASET_MAX,
                         (unsigned long long)p->count);
    if (p->first_band > p->last_band || p->last_band > MW_BANDS)
        return mw_refuse(error, "bands %u to %u: write two from 1 to %d, the lower first",
                         p->first_band, p->last_band, MW_BANDS);
    if (!(p->unsolvable >= 0 && p->unsolvable <= 1))
        return mw_refuse(error, "the share of unsolvable mazes is from 0 to 1, not %g",
                         p->unsolvable);
    return valid_splits(p, error) && read_sources(r);
}

bool mw_dataset_valid(const mw_dataset_plan *plan, mw_error *error)
{
    run *r = calloc(1, sizeof *r);
    *error = (mw_error){0};
    if (!r)
        return mw_no_memory(error);
    r->error = error;
    bool ok = read_plan(r, plan);
    free(r);
    return ok;
}

// ---- what each number stands for

// The part of `all` that one of `parts` has, when they are as equal as they can be.
static uint64_t part_of(uint64_t all, uint64_t parts, uint64_t number)
{
    return all / parts + (number < all % parts);
}

// The mazes of each split: the percentages of all, the rest to those with the largest remainders.
static void divide_splits(run *r)
{
    const mw_dataset_plan *p = &r->plan;
    uint64_t rest = p->count, remainder[MW_DATASET_SPLITS];
    for (unsigned i = 0; i < p->split_count; i++) {
        r->totals[i] = p->count * p->splits[i].percent / 100;
        remainder[i] = p->count * p->splits[i].percent % 100 + 1;
        rest -= r->totals[i];
    }
    for (; rest; rest--) {
        unsigned most = 0;
        for (unsigned i = 1; i < p->split_count; i++)
            most = remainder[i] > remainder[most] ? i : most;
        r->totals[most]++;
        remainder[most] = 0;
    }
}

// The split of the maze at this place of the list of all, sorted by cells. Each split is decided
// against those after it, so that it is spread evenly over the list.
static unsigned split_at(const run *r, uint64_t place)
{
    uint64_t rest = r->plan.count;
    unsigned i = 0;
    for (; i + 1 < r->plan.split_count; i++) {
        uint64_t mine = r->totals[i], before = place * mine / rest;
        if ((place + 1) * mine / rest > before)
            return i;
        place -= before;
        rest -= mine;
    }
    return i;
}

// The cells of a source: its unsolvable mazes, then its bands.
static bool make_cells(run *r)
{
    const mw_dataset_plan *p = &r->plan;
    const unsigned each = r->bands + 1, count = r->source_count * each;
    const uint64_t unsolvable = (uint64_t)floor((double)p->count * p->unsolvable + 0.5);
    mw_dataset_result *result = r->result;
    r->cells = calloc(count, sizeof *r->cells);
    result->cells = calloc(count, sizeof *result->cells);
    if (!r->cells || !result->cells)
        return mw_no_memory(r->error);
    result->cell_count = count;
    uint64_t before = 0;
    for (unsigned i = 0; i < count; i++) {
        source *s = &r->sources[i / each];
        mw_dataset_cell *c = &result->cells[i];
        s->count = part_of(p->count, r->source_count, i / each);
        s->unsolvable = part_of(unsolvable, r->source_count, i / each);
        c->source = s->text;
        c->band = i % each ? p->first_band + i % each - 1 : 0;
        c->wanted =
            c->band ? part_of(s->count - s->unsolvable, r->bands, i % each - 1) : s->unsolvable;
        r->cells[i] =
            (cell){.before = before, .level = mw_first_level(c->band), .work = WORK_LEAST};
        before += c->wanted;
    }
    return true;
}

// The cell of a number, and its place among all mazes, sorted by cells.
static unsigned cell_of(const run *r, uint64_t number, uint64_t *place)
{
    const unsigned first = (unsigned)(number % r->source_count) * (r->bands + 1);
    const source *s = &r->sources[number % r->source_count];
    uint64_t j = number / r->source_count, unsolvable = j * s->unsolvable / s->count;
    if ((j + 1) * s->unsolvable / s->count > unsolvable) {
        *place = r->cells[first].before + unsolvable;
        return first;
    }
    unsigned at = first + 1 + (unsigned)((j - unsolvable) % r->bands);
    *place = r->cells[at].before + (j - unsolvable) / r->bands;
    return at;
}

// ---- making them

static bool watched(void *context)
{
    run *r = context;
    return !r->watch.goes_on || r->watch.goes_on(r->watch.context);
}

static void make(void *context, uint64_t index)
{
    run *r = context;
    job *j = &r->jobs[index];
    mw_stop stop = {.goes_on = watched, .context = r};
    mw_stop_begin(&stop);
    j->ended = !watched(r) || !mw_make_maze(&j->wanted, &j->made);
    mw_stop_end(&stop);
}

static bool tell(run *r, job *j)
{
    uint64_t place;
    cell_of(r, j->number, &place);
    const mw_dataset_item item = {.maze = j->made.maze,
                                  .analysis = &j->made.analysis,
                                  .actions = j->made.actions,
                                  .moves = j->made.moves,
                                  .band = j->wanted.band,
                                  .split = r->plan.splits[split_at(r, place)].name,
                                  .seed = r->plan.seed,
                                  .moves_there = j->made.moves_there};
    r->result->found++;
    r->result->cells[j->cell].found++;
    r->cells[j->cell].failed = 0;
    if (j->made.work > r->cells[j->cell].work)
        r->cells[j->cell].work = j->made.work;
    if (r->result->cells[j->cell].found == 1 || j->made.level < r->cells[j->cell].level)
        r->cells[j->cell].level = j->made.level;
    j->done = true;
    return r->watch.item(r->watch.context, &item);
}

static bool take(void *context, uint64_t index)
{
    run *r = context;
    job *j = &r->jobs[index];
    bool fresh = false, on = !j->ended;
    if (j->ended && watched(r)) {
        r->failed = true;
        mw_no_memory(r->error);
    }
    if (on && j->made.maze && !hash_add(&r->known, j->made.hash, &fresh)) {
        r->failed = true;
        on = mw_no_memory(r->error);
    }
    if (on && fresh)
        on = tell(r, j);
    else
        r->cells[j->cell].failed++;
    mw_made_maze_free(&j->made);
    r->result->stopped |= !on;
    return on;
}

// ---- tries

static void prepare(run *r, job *j)
{
    const mw_dataset_cell *c = &r->result->cells[j->cell];
    const source *s = &r->sources[j->cell / (r->bands + 1)];
    mw_rng rng;
    mw_rng_seed(&rng, r->plan.seed);
    mw_rng_seed(&rng, mw_rng_next(&rng) + j->number);
    mw_rng_seed(&rng, mw_rng_next(&rng) + j->tries);
    j->wanted = (mw_wanted_maze){.kind = s->kind,
                                 .params = s->params,
                                 .band = c->band,
                                 .level = r->cells[j->cell].level +
                                          (c->found || !j->here ? 0 : 2 * (j->here - 1)),
                                 .work = MW_WORK_MOST,
                                 .seed = mw_rng_next(&rng)};
    // Most tries that take much longer than those which found a maze find none.
    if (c->found && 2 * r->cells[j->cell].work < j->wanted.work)
        j->wanted.work = 2 * r->cells[j->cell].work;
}

// Another band of the source takes a maze of an exhausted one. False: there is none.
static bool move(run *r, job *j)
{
    const unsigned each = r->bands + 1, first = j->cell - j->cell % each;
    source *s = &r->sources[j->cell / each];
    for (unsigned i = 0; j->wanted.band && i < r->bands; i++) {
        unsigned at = first + 1 + s->next++ % r->bands;
        if (!r->result->cells[at].exhausted) {
            j->cell = at;
            j->here = 0;
            return true;
        }
    }
    return false;
}

// Looks at the cells after a round of tries, and keeps the jobs that are to be tried again.
static void sort_jobs(run *r)
{
    size_t kept = 0;
    for (unsigned i = 0; i < r->result->cell_count; i++)
        r->result->cells[i].exhausted |=
            r->cells[i].failed >= (r->result->cells[i].found ? GIVE_UP_ON : GIVE_UP);
    for (size_t i = 0; i < r->job_count; i++) {
        job *j = &r->jobs[i];
        if (!j->done && (!r->result->cells[j->cell].exhausted || move(r, j))) {
            j->tries++;
            j->here++;
            r->jobs[kept++] = *j;
        }
    }
    r->job_count = kept;
}

static bool run_round(run *r)
{
    for (size_t i = 0; i < r->job_count; i++)
        prepare(r, &r->jobs[i]);
    const mw_tasks tasks = {.count = r->job_count, .context = r, .run = make, .done = take};
    bool ok = true, on = true;
    if (r->watch.run_tasks)
        ok = r->watch.run_tasks(r->watch.context, &tasks) || mw_no_memory(r->error);
    for (uint64_t i = 0; i < tasks.count && on && !r->watch.run_tasks; i++) {
        make(r, i);
        on = take(r, i);
    }
    for (size_t i = 0; i < r->job_count; i++) // those that nobody took
        mw_made_maze_free(&r->jobs[i].made);
    return ok;
}

// Makes the mazes with the next `count` numbers from `first` on.
static bool run_batch(run *r, uint64_t first, size_t count)
{
    bool ok = true;
    uint64_t place;
    for (size_t i = 0; i < count; i++)
        r->jobs[i] = (job){.number = first + i, .cell = cell_of(r, first + i, &place)};
    for (size_t i = 0; i < count; i++)
        prepare(r, &r->jobs[i]);
    r->job_count = count;
    for (sort_jobs(r); ok && r->job_count && !r->result->stopped; sort_jobs(r))
        ok = run_round(r);
    return ok && !r->failed;
}

static bool make_all(run *r)
{
    uint64_t batch = 2u * r->source_count * r->bands;
    bool ok = make_cells(r);
    divide_splits(r);
    r->jobs = calloc(BATCH_MOST, sizeof *r->jobs);
    ok = ok && (r->jobs || mw_no_memory(r->error));
    for (uint64_t first = 0; ok && first < r->plan.count && !r->result->stopped; first += batch) {
        if (first)
            batch *= 2;
        batch = batch < BATCH_MOST ? batch : BATCH_MOST;
        uint64_t rest = r->plan.count - first;
        ok = run_batch(r, first, (size_t)(rest < batch ? rest : batch));
    }
    return ok;
}

bool mw_dataset_run(const mw_dataset_plan *plan, const mw_dataset_watch *watch,
                    mw_dataset_result *result, mw_error *error)
{
    *result = (mw_dataset_result){0};
    *error = (mw_error){0};
    run *r = calloc(1, sizeof *r);
    if (!r)
        return mw_no_memory(error);
    r->result = result;
    r->error = error;
    MW_TAKE_OPTIONS(mw_dataset_watch, &r->watch, watch, run_tasks);
    bool ok = read_plan(r, plan) && make_all(r);
    free(r->known.slots);
    free(r->jobs);
    free(r->cells);
    free(r);
    return ok;
}

void mw_dataset_result_free(mw_dataset_result *result)
{
    free(result->cells);
    *result = (mw_dataset_result){0};
}
