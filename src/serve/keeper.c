// keeper.c: see keeper.h. The mazes wait in a list, and are stored in the order in which they came.
#include "serve/keeper.h"
#include "parallel/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WAITING_MAX 256 // mazes
#define BUSY_MS     100 // that one try waits for another program
#define RETRY       0.5 // seconds between tries
#define MOMENT      0.5 // seconds that an answer waits for its maze to be stored

typedef enum { WAITS, STORED, LOST } fate;

typedef struct item {
    struct item *next;
    mw_design_report report; // what it points to belongs to the item
    mw_designed found;
    mw_analysis analysis;
    char *objective, date[32];
    bool complained;
    fate *asked; // told what becomes of the maze; NULL: nobody waits any more
} item;

struct mw_keeper {
    mw_served_catalogue *catalogue;
    void (*complain)(const mw_error *);
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake, settled;
    item *first, **last;
    unsigned count;
    bool failing; // the last try failed
    bool ending, ended;
};

static void say(const mw_keeper *k, const mw_error *why, const char *what)
{
    mw_error e = {.code = why->code};
    if (!k->complain)
        return;
    snprintf(e.text, sizeof e.text, "%.*s; %s", (int)(sizeof e.text - 100), why->text, what);
    k->complain(&e);
}

// ---- mazes that wait

static void free_item(item *i)
{
    if (!i)
        return;
    mw_maze_free(i->found.maze);
    free(i->analysis.values);
    free(i->objective);
    free(i);
}

static item *copy_report(const mw_design_report *r)
{
    item *i = calloc(1, sizeof *i);
    size_t size = r->analysis->count * sizeof *r->analysis->values;
    if (!i)
        return NULL;
    i->report = *r;
    i->found = *r->found;
    i->analysis = *r->analysis;
    i->found.maze = mw_maze_clone(r->found->maze);
    i->analysis.values = malloc(size + 1);
    i->objective = r->objective ? strdup(r->objective) : NULL;
    i->report.found = &i->found;
    i->report.analysis = &i->analysis;
    i->report.objective = i->objective;
    if (!i->found.maze || !i->analysis.values || (r->objective && !i->objective)) {
        free_item(i);
        return NULL;
    }
    memcpy(i->analysis.values, r->analysis->values, size);
    mw_date_now(i->date);
    return i;
}

// Takes the first one out of the list.
static void settle(mw_keeper *k, fate what)
{
    item *i = k->first;
    if (!(k->first = i->next))
        k->last = &k->first;
    k->count--;
    if (i->asked)
        *i->asked = what;
    free_item(i);
}

// ---- the thread

static void timed_wait(pthread_cond_t *c, pthread_mutex_t *m, double seconds)
{
    struct timespec until = mw_moment_after((int64_t)(seconds * 1e9));
    pthread_cond_timedwait(c, m, &until);
}

static bool put(mw_keeper *k, const item *i, mw_error *error)
{
    pthread_mutex_lock(&k->catalogue->mutex);
    bool ok = mw_catalogue_put_designed(k->catalogue->catalogue, &i->report, i->date, NULL, error);
    pthread_mutex_unlock(&k->catalogue->mutex);
    return ok;
}

// Tries to store the first maze. The mutex is held, but not while the catalogue is at work.
static void try_first(mw_keeper *k)
{
    mw_error error;
    item *i = k->first;
    pthread_mutex_unlock(&k->mutex);
    bool ok = put(k, i, &error);
    bool again = !ok && (error.code == MW_ERROR_SYSTEM || error.code == MW_ERROR_MEMORY);
    if (!ok && !i->complained)
        say(k, &error, again ? "the maze is kept, and tried again" : "the maze is not stored");
    i->complained = true;
    pthread_mutex_lock(&k->mutex);
    k->failing = again;
    if (!again)
        settle(k, ok ? STORED : LOST);
    pthread_cond_broadcast(&k->settled);
}

static void complain_of_lost(mw_keeper *k)
{
    mw_error e = {.code = MW_ERROR_SYSTEM};
    char *id = mw_maze_print(k->first->found.maze, "id");
    snprintf(e.text, sizeof e.text, "%.120s%s", id ? id : "a maze",
             id && strlen(id) > 120 ? "..." : "");
    say(k, &e, "it could not be stored before the server ended");
    free(id);
}

static void *work(void *context)
{
    mw_keeper *k = context;
    pthread_mutex_lock(&k->mutex);
    while (!k->ending) {
        if (!k->first)
            pthread_cond_wait(&k->wake, &k->mutex);
        else if (k->failing)
            timed_wait(&k->wake, &k->mutex, RETRY);
        if (k->first && !k->ending)
            try_first(k);
    }
    k->failing = false;
    while (k->first && !k->failing)
        try_first(k);
    for (; k->first; settle(k, LOST))
        complain_of_lost(k);
    pthread_cond_broadcast(&k->settled);
    pthread_mutex_unlock(&k->mutex);
    return NULL;
}

// ---- for others

mw_keeper *mw_keeper_open(mw_served_catalogue *c, void (*complain)(const mw_error *))
{
    pthread_condattr_t steady;
    mw_keeper *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    *k = (mw_keeper){.catalogue = c, .complain = complain, .last = &k->first};
    mw_database_wait(c->catalogue, BUSY_MS);
    pthread_mutex_init(&k->mutex, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&k->wake, &steady);
    pthread_cond_init(&k->settled, &steady);
    pthread_condattr_destroy(&steady);
    if (!pthread_create(&k->thread, NULL, work, k))
        return k;
    k->ended = true;
    mw_keeper_close(k);
    return NULL;
}

static const char *refuse(const mw_keeper *k, const char *why)
{
    mw_error e = {.code = MW_ERROR_SYSTEM};
    snprintf(e.text, sizeof e.text, "%s", why);
    say(k, &e, "the maze is not stored");
    return "not stored: the server has no room for more mazes that wait, or ends";
}

const char *mw_keeper_take(mw_keeper *k, const mw_design_report *r)
{
    fate what = WAITS;
    double until = mw_seconds() + MOMENT;
    if (!r->analysis)
        return "not stored: the maze is too large to be measured";
    item *i = copy_report(r);
    if (!i)
        return refuse(k, "out of memory");
    pthread_mutex_lock(&k->mutex);
    if (k->ending || k->count == WAITING_MAX) {
        pthread_mutex_unlock(&k->mutex);
        free_item(i);
        return refuse(k, "too many mazes wait for the catalogue, or the server ends");
    }
    i->asked = &what;
    *k->last = i;
    k->last = &i->next;
    k->count++;
    if (!k->failing)
        pthread_cond_signal(&k->wake);
    while (what == WAITS && !k->failing && mw_seconds() < until)
        timed_wait(&k->settled, &k->mutex, MOMENT);
    if (what == WAITS)
        i->asked = NULL;
    pthread_mutex_unlock(&k->mutex);
    return what == STORED ? "stored"
           : what == LOST ? "not stored; the server said why on stderr"
                          : "not stored yet; the server keeps the maze and tries again";
}

void mw_keeper_end(mw_keeper *k)
{
    if (k->ended)
        return;
    k->ended = true;
    pthread_mutex_lock(&k->mutex);
    k->ending = true;
    pthread_cond_signal(&k->wake);
    pthread_mutex_unlock(&k->mutex);
    pthread_join(k->thread, NULL);
}

void mw_keeper_close(mw_keeper *k)
{
    if (!k)
        return;
    mw_keeper_end(k);
    pthread_cond_destroy(&k->wake);
    pthread_cond_destroy(&k->settled);
    pthread_mutex_destroy(&k->mutex);
    free(k);
}
