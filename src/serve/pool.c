// pool.c: see pool.h.
#include "serve/pool.h"
#include "parallel/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct worker {
    mw_pool *pool;
    pthread_t thread;
    mw_api *api;
    mw_pool_task *task; // that it answers now
} worker;

struct mw_pool {
    mw_pool_plan plan;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    worker *workers;
    unsigned started;
    mw_pool_task *first, **last; // waiting
    unsigned count;              // tasks that wait or are being answered
    bool ending;
};

void mw_pool_task_clear(mw_pool_task *t)
{
    mw_fields_free(&t->question);
    free(t->answer);
    t->answer = NULL;
}

static bool goes_on(void *context)
{
    const worker *w = context;
    return !atomic_load(&w->task->stop) && mw_seconds() < w->task->deadline;
}

static void tell(void *context, const char *json)
{
    const worker *w = context;
    if (w->task->news)
        w->task->news(w->task, json);
}

static const char *on_found(void *context, const mw_design_report *r)
{
    const mw_pool_plan *plan = &((const worker *)context)->pool->plan;
    return plan->found(plan->context, r);
}

static void answer(worker *w, mw_pool_task *t)
{
    const mw_pool_plan *plan = &w->pool->plan;
    mw_api_host host = {.event = tell,
                        .goes_on = goes_on,
                        .context = w,
                        .engines = plan->engines,
                        .most_bytes = plan->bytes};
    t->deadline = mw_seconds() + t->seconds;
    if (!w->api && (w->api = mw_api_open(&host)) && plan->found)
        mw_api_tell_found(w->api, on_found);
    t->answer = w->api ? plan->answer(plan->context, w->api, t) : NULL;
    if (!plan->remembers) {
        mw_api_close(w->api);
        w->api = NULL;
    }
}

static mw_pool_task *next_task(worker *w)
{
    mw_pool *p = w->pool;
    pthread_mutex_lock(&p->mutex);
    while (!p->first && !p->ending)
        pthread_cond_wait(&p->wake, &p->mutex);
    mw_pool_task *t = w->task = p->first;
    if (t && !(p->first = t->next))
        p->last = &p->first;
    pthread_mutex_unlock(&p->mutex);
    return t;
}

static void *work(void *context)
{
    worker *w = context;
    mw_pool *p = w->pool;
    for (mw_pool_task *t; (t = next_task(w));) {
        answer(w, t);
        pthread_mutex_lock(&p->mutex);
        w->task = NULL;
        p->count--; // first, because whoever gets the answer may ask again at once
        pthread_mutex_unlock(&p->mutex);
        t->done(t);
    }
    return NULL;
}

mw_pool *mw_pool_open(const mw_pool_plan *plan)
{
    mw_pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->plan = *plan;
    p->last = &p->first;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->wake, NULL);
    p->workers = calloc(plan->threads, sizeof *p->workers);
    for (unsigned i = 0; p->workers && i < plan->threads; i++) {
        p->workers[i].pool = p;
        if (pthread_create(&p->workers[i].thread, NULL, work, &p->workers[i]))
            break;
        p->started++;
    }
    if (p->started == plan->threads)
        return p;
    mw_pool_close(p);
    return NULL;
}

bool mw_pool_take(mw_pool *p, mw_pool_task *t)
{
    pthread_mutex_lock(&p->mutex);
    bool ok = !p->ending && p->count < p->plan.most;
    if (ok) {
        p->count++;
        t->next = NULL;
        *p->last = t;
        p->last = &t->next;
        pthread_cond_signal(&p->wake);
    }
    pthread_mutex_unlock(&p->mutex);
    return ok;
}

void mw_pool_end(mw_pool *p)
{
    pthread_mutex_lock(&p->mutex);
    p->ending = true;
    for (mw_pool_task *t = p->first; t; t = t->next)
        atomic_store(&t->stop, true);
    for (unsigned i = 0; i < p->started; i++)
        if (p->workers[i].task)
            atomic_store(&p->workers[i].task->stop, true);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->mutex);
}

bool mw_pool_idle(mw_pool *p)
{
    pthread_mutex_lock(&p->mutex);
    bool idle = !p->count;
    pthread_mutex_unlock(&p->mutex);
    return idle;
}

void mw_pool_join(mw_pool *p)
{
    mw_pool_end(p);
    for (unsigned i = 0; i < p->started; i++) {
        pthread_join(p->workers[i].thread, NULL);
        mw_api_close(p->workers[i].api);
    }
    p->started = 0;
}

void mw_pool_close(mw_pool *p)
{
    if (!p)
        return;
    mw_pool_join(p);
    free(p->workers);
    pthread_cond_destroy(&p->wake);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}
