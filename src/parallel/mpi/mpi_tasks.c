// mpi_tasks.c: see parallel/tasks.h. The first rank hands out tasks one by one to whoever asks:
// its own threads ask its queue, the other ranks ask by message. Its main thread answers the
// messages and sleeps between them, so that no core is lost to it.
#include "parallel/mpi/messages.h"

#include "core/text.h"
#include "parallel/clock.h"
#include "parallel/queue.h"
#include "parallel/processes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct dispatch {
    mw_queue queue;
    uint64_t call;
    uint64_t away;        // tasks that other ranks have
    double stopped;       // when the ranks were told to stop; 0: not yet
    bool *joined, *heard; // of each rank: it asked for tasks; it answered since `stopped`
} dispatch;

// Several ranks share a machine: one thread each, unless told otherwise.
unsigned mw_threads(unsigned wanted)
{
    return wanted ? wanted : 1;
}

static void hand_out(dispatch *d, int rank, uint64_t tasks)
{
    const mw_tasks *t = d->queue.tasks;
    for (uint64_t index; tasks && mw_queue_begin(&d->queue, &index); tasks--) {
        mw_writer w = {0};
        if (t->give)
            t->give(t->context, index, &w);
        if (w.failed)
            mw_give_up("out of memory");
        mw_send(mw_message_new(rank, MW_TASK, index, w.text, w.length));
        free(w.text);
        d->away++;
    }
}

static void read_message(dispatch *d, const mw_message *l)
{
    const mw_tasks *t = d->queue.tasks;
    uint64_t tasks;
    d->heard[l->rank] = true;
    switch (l->kind) {
    case MW_ASK:
        if (l->number != d->call || l->length != sizeof tasks)
            return; // it was sent to an earlier call
        d->joined[l->rank] = true;
        memcpy(&tasks, l->bytes, sizeof tasks);
        hand_out(d, l->rank, tasks);
        return;
    case MW_NEWS: mw_tasks_tell(t, l->number, l->bytes, l->length); return;
    case MW_RESULT:
        if (l->number >= t->count || !t->unpack(t->context, l->number, l->bytes, l->length))
            mw_give_up("rank %d sent a result that makes no sense; is it the same program?",
                       l->rank);
        d->away--;
        mw_queue_finish(&d->queue, l->number);
        return;
    default: return;
    }
}

// After an interrupt, asks all ranks to end soon, and to answer that they are alive.
static void look_after_interrupts(dispatch *d)
{
    const mw_ranks *w = mw_the_ranks();
    if (!w->interrupted())
        return;
    if (d->stopped <= 0) {
        d->stopped = mw_seconds();
        for (int rank = 1; rank < w->ranks; rank++)
            d->heard[rank] = false;
        mw_send_all(MW_STOP, 0);
    }
    if (mw_seconds() - d->stopped < MW_ANSWER_WITHIN)
        return;
    for (int rank = 1; rank < w->ranks; rank++)
        if (d->joined[rank] && !d->heard[rank])
            mw_give_up_on(rank);
}

static void manage(dispatch *d)
{
    mw_send_all(MW_BEGIN, d->call);
    for (unsigned turns = 0; d->away || mw_queue_more(&d->queue); turns++) {
        for (mw_message *l; (l = mw_receive()); turns = 0) {
            read_message(d, l);
            free(l);
        }
        look_after_interrupts(d);
        nanosleep(&(struct timespec){.tv_nsec = mw_nap(turns)}, NULL);
    }
    mw_send_all(MW_ENDED, d->call);
}

static bool hand_out_all(const mw_tasks *t)
{
    size_t ranks = mw_processes();
    dispatch d = {.joined = calloc(ranks, sizeof *d.joined),
                  .heard = calloc(ranks, sizeof *d.heard)};
    bool ok = mw_queue_open(&d.queue, t) && d.joined && d.heard;
    if (ok) {
        d.call = mw_next_call();
        mw_queue_employ(&d.queue, mw_threads(t->threads));
        manage(&d);
    }
    mw_queue_close(&d.queue);
    free(d.joined);
    free(d.heard);
    return ok;
}

bool mw_tasks_run(const mw_tasks *t)
{
    if (!t->pack || !t->unpack || !t->count || mw_processes() == 1)
        return mw_queue_run(t, mw_threads(t->threads));
    return mw_is_first() ? hand_out_all(t) : mw_worker_run(t);
}

void mw_tasks_tell(const mw_tasks *t, uint64_t index, const char *bytes, size_t length)
{
    if (!mw_is_first())
        mw_worker_tell(index, bytes, length);
    else if (t->hear)
        t->hear(t->context, index, bytes, length);
}
