// processes.c: see parallel/processes.h and messages.h. The ranks of MPI, and messages between
// them.
#include "parallel/processes.h"

#include "parallel/clock.h"
#include "parallel/mpi/messages.h"

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BROKEN  5       // the command's exit code for a failure of the system
#define NAP     20000   // nanoseconds
#define NAP_MAX 1000000 // nanoseconds

typedef struct sending {
    struct sending *next;
    mw_message *message;
    MPI_Request request;
} sending;

// MPI has one set of ranks in a process; so these are global.
static mw_ranks ranks_here;
static sending *underway;

const mw_ranks *mw_the_ranks(void)
{
    return &ranks_here;
}

uint64_t mw_next_call(void)
{
    return ++ranks_here.calls;
}

void mw_give_up(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("mazewright: ", stderr);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized) it forgets va_start where this is inlined
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    fflush(NULL);
    _exit(BROKEN);
}

void mw_give_up_on(int rank)
{
    mw_give_up("rank %d has died; what was finished is kept, and the same command goes on from "
               "there (add --resume where the verb has it)",
               rank);
}

long mw_nap(unsigned turns)
{
    return turns < 6 ? (long)NAP << turns : NAP_MAX;
}

// ---- messages: kind is MPI's tag; the number goes before the bytes

static mw_message *message_of_size(size_t length)
{
    mw_message *l = malloc(sizeof *l + length + 1);
    if (!l)
        mw_give_up("out of memory");
    *l = (mw_message){.length = length};
    l->bytes[length] = '\0';
    return l;
}

mw_message *mw_message_new(int rank, mw_message_kind kind, uint64_t number, const char *bytes,
                           size_t length)
{
    mw_message *l = message_of_size(length);
    l->rank = rank;
    l->kind = kind;
    l->number = number;
    if (length)
        memcpy(l->bytes, bytes, length);
    return l;
}

// What is sent of a message: its number, its length and its bytes, which lie one after another.
static char *inside(mw_message *l)
{
    return (char *)l + offsetof(mw_message, number);
}

#define BEFORE (offsetof(mw_message, bytes) - offsetof(mw_message, number))

static void forget_sent(void)
{
    for (sending **e = &underway; *e;) {
        int sent;
        MPI_Test(&(*e)->request, &sent, MPI_STATUS_IGNORE);
        if (sent) {
            sending *gone = *e;
            *e = gone->next;
            free(gone->message);
            free(gone);
        } else {
            e = &(*e)->next;
        }
    }
}

void mw_send(mw_message *l)
{
    sending *e = malloc(sizeof *e);
    if (!e)
        mw_give_up("out of memory");
    *e = (sending){.next = underway, .message = l};
    underway = e;
    MPI_Isend(inside(l), (int)(BEFORE + l->length), MPI_BYTE, l->rank, (int)l->kind, MPI_COMM_WORLD,
              &e->request);
    forget_sent();
}

void mw_send_all(mw_message_kind kind, uint64_t number)
{
    for (int rank = 1; rank < ranks_here.ranks; rank++)
        mw_send(mw_message_new(rank, kind, number, NULL, 0));
}

mw_message *mw_receive(void)
{
    int there, size;
    MPI_Status status;
    forget_sent();
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return NULL;
    MPI_Get_count(&status, MPI_BYTE, &size);
    mw_message *l = message_of_size((size_t)size - BEFORE);
    MPI_Recv(inside(l), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
    l->rank = status.MPI_SOURCE;
    l->kind = (mw_message_kind)status.MPI_TAG;
    return l;
}

// ---- beginning and end

static void part(void)
{
    while (underway)
        forget_sent();
    MPI_Finalize();
}

void mw_await_tasks(void)
{
    for (unsigned turns = 0;; turns++) {
        mw_message *l = mw_receive();
        if (l && l->kind == MW_OVER) {
            int code = (int)l->number;
            free(l);
            mw_send(mw_message_new(0, MW_LEFT, 0, NULL, 0));
            part();
            exit(code); // NOLINT(concurrency-mt-unsafe) the only thread here
        }
        if (l && l->kind == MW_STOP)
            mw_send(mw_message_new(0, MW_HERE, 0, NULL, 0));
        bool begin = l && l->kind == MW_BEGIN;
        free(l); // any other message was meant for a call that is over
        if (begin)
            return;
        nanosleep(&(struct timespec){.tv_nsec = mw_nap(turns)}, NULL);
    }
}

void mw_processes_begin(int *argc, char ***argv, bool (*interrupted)(void))
{
    int threads;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads);
    if (threads < MPI_THREAD_FUNNELED)
        mw_give_up("this MPI knows no threads; a build of Open MPI with them is needed");
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks_here.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_here.ranks);
    ranks_here.interrupted = interrupted;
    if (!ranks_here.rank)
        return;
    // Only the first rank prints.
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "r", stdin))
        mw_give_up("rank %d cannot open /dev/null", ranks_here.rank);
    mw_await_tasks();
}

// Asks all ranks for an answer: one that was killed while it had no task was not noticed before.
static void ask_all_ranks(void)
{
    double begun = mw_seconds();
    bool *here = calloc((size_t)ranks_here.ranks, sizeof *here);
    int missing = ranks_here.ranks - 1;
    mw_send_all(MW_STOP, 0);
    for (unsigned turns = 0; here && missing && mw_seconds() - begun < MW_ANSWER_WITHIN; turns++) {
        for (mw_message *l; (l = mw_receive()); turns = 0) {
            missing -= !here[l->rank];
            here[l->rank] = true;
            free(l);
        }
        nanosleep(&(struct timespec){.tv_nsec = mw_nap(turns)}, NULL);
    }
    for (int rank = 1; here && rank < ranks_here.ranks; rank++)
        if (!here[rank])
            mw_give_up_on(rank);
    free(here);
}

// MPI wants every message to be received.
static void wait_for_ends(void)
{
    int left = ranks_here.ranks - 1;
    for (unsigned turns = 0; left; turns++) {
        mw_message *l = mw_receive();
        left -= l && l->kind == MW_LEFT;
        if (!l)
            nanosleep(&(struct timespec){.tv_nsec = mw_nap(turns)}, NULL);
        free(l);
    }
}

int mw_processes_end(int code)
{
    if (ranks_here.rank) {
        fprintf(stderr,
                "mazewright: rank %d cannot follow the first one; do all machines see the same "
                "files?\n",
                ranks_here.rank);
        MPI_Abort(MPI_COMM_WORLD, BROKEN);
    }
    if (ranks_here.interrupted())
        ask_all_ranks();
    mw_send_all(MW_OVER, (uint64_t)code);
    wait_for_ends();
    part();
    return code;
}

unsigned mw_processes(void)
{
    return (unsigned)ranks_here.ranks;
}

unsigned mw_process(void)
{
    return (unsigned)ranks_here.rank;
}

bool mw_is_first(void)
{
    return !ranks_here.rank;
}
