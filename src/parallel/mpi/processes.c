// processes.c: see parallel/processes.h and messages.h. The ranks of MPI, and letters between them.
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

#define BROKEN  5       // the command's exit code for what is nobody's fault
#define NAP     20000   // nanoseconds
#define NAP_MAX 1000000 // nanoseconds

typedef struct envelope {
    struct envelope *next;
    mw_letter *letter;
    MPI_Request request;
} envelope;

// MPI has one world in a process; so has this file.
static mw_world world;
static envelope *underway;

const mw_world *mw_the_world(void)
{
    return &world;
}

uint64_t mw_next_call(void)
{
    return ++world.calls;
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

// ---- letters: topic is MPI's tag; the number goes before the bytes

static mw_letter *letter_of_size(size_t length)
{
    mw_letter *l = malloc(sizeof *l + length + 1);
    if (!l)
        mw_give_up("out of memory");
    *l = (mw_letter){.length = length};
    l->bytes[length] = '\0';
    return l;
}

mw_letter *mw_letter_new(int rank, mw_topic topic, uint64_t number, const char *bytes,
                         size_t length)
{
    mw_letter *l = letter_of_size(length);
    l->rank = rank;
    l->topic = topic;
    l->number = number;
    if (length)
        memcpy(l->bytes, bytes, length);
    return l;
}

// What is sent of a letter: its number, its length and its bytes, which lie one after another.
static char *inside(mw_letter *l)
{
    return (char *)l + offsetof(mw_letter, number);
}

#define BEFORE (offsetof(mw_letter, bytes) - offsetof(mw_letter, number))

static void forget_sent(void)
{
    for (envelope **e = &underway; *e;) {
        int sent;
        MPI_Test(&(*e)->request, &sent, MPI_STATUS_IGNORE);
        if (sent) {
            envelope *gone = *e;
            *e = gone->next;
            free(gone->letter);
            free(gone);
        } else {
            e = &(*e)->next;
        }
    }
}

void mw_post(mw_letter *l)
{
    envelope *e = malloc(sizeof *e);
    if (!e)
        mw_give_up("out of memory");
    *e = (envelope){.next = underway, .letter = l};
    underway = e;
    MPI_Isend(inside(l), (int)(BEFORE + l->length), MPI_BYTE, l->rank, (int)l->topic,
              MPI_COMM_WORLD, &e->request);
    forget_sent();
}

void mw_post_all(mw_topic topic, uint64_t number)
{
    for (int rank = 1; rank < world.ranks; rank++)
        mw_post(mw_letter_new(rank, topic, number, NULL, 0));
}

mw_letter *mw_receive(void)
{
    int there, size;
    MPI_Status status;
    forget_sent();
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return NULL;
    MPI_Get_count(&status, MPI_BYTE, &size);
    mw_letter *l = letter_of_size((size_t)size - BEFORE);
    MPI_Recv(inside(l), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
    l->rank = status.MPI_SOURCE;
    l->topic = (mw_topic)status.MPI_TAG;
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
        mw_letter *l = mw_receive();
        if (l && l->topic == MW_OVER) {
            int code = (int)l->number;
            free(l);
            mw_post(mw_letter_new(0, MW_BYE, 0, NULL, 0));
            part();
            exit(code); // NOLINT(concurrency-mt-unsafe) the only thread here
        }
        if (l && l->topic == MW_STOP)
            mw_post(mw_letter_new(0, MW_HERE, 0, NULL, 0));
        bool begin = l && l->topic == MW_BEGIN;
        free(l); // what else comes, comes too late
        if (begin)
            return;
        nanosleep(&(struct timespec){.tv_nsec = mw_nap(turns)}, NULL);
    }
}

void mw_ranks_begin(int *argc, char ***argv, bool (*interrupted)(void))
{
    int threads;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads);
    if (threads < MPI_THREAD_FUNNELED)
        mw_give_up("this MPI knows no threads; a build of Open MPI with them is needed");
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world.ranks);
    world.interrupted = interrupted;
    if (!world.rank)
        return;
    // Whatever a verb prints before its tasks is printed once.
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "r", stdin))
        mw_give_up("rank %d cannot open /dev/null", world.rank);
    mw_await_tasks();
}

// Whoever was killed while it had nothing to do has not been missed yet.
static void call_the_roll(void)
{
    double begun = mw_seconds();
    bool *here = calloc((size_t)world.ranks, sizeof *here);
    int missing = world.ranks - 1;
    mw_post_all(MW_STOP, 0);
    for (unsigned turns = 0; here && missing && mw_seconds() - begun < MW_ANSWER_WITHIN; turns++) {
        for (mw_letter *l; (l = mw_receive()); turns = 0) {
            missing -= !here[l->rank];
            here[l->rank] = true;
            free(l);
        }
        nanosleep(&(struct timespec){.tv_nsec = mw_nap(turns)}, NULL);
    }
    for (int rank = 1; here && rank < world.ranks; rank++)
        if (!here[rank])
            mw_give_up_on(rank);
    free(here);
}

// MPI wants every letter to be received.
static void wait_for_farewells(void)
{
    int left = world.ranks - 1;
    for (unsigned turns = 0; left; turns++) {
        mw_letter *l = mw_receive();
        left -= l && l->topic == MW_BYE;
        if (!l)
            nanosleep(&(struct timespec){.tv_nsec = mw_nap(turns)}, NULL);
        free(l);
    }
}

int mw_ranks_end(int code)
{
    if (world.rank) {
        fprintf(stderr,
                "mazewright: rank %d cannot follow the first one; do all machines see the same "
                "files?\n",
                world.rank);
        MPI_Abort(MPI_COMM_WORLD, BROKEN);
    }
    if (world.interrupted())
        call_the_roll();
    mw_post_all(MW_OVER, (uint64_t)code);
    wait_for_farewells();
    part();
    return code;
}

unsigned mw_processes(void)
{
    return (unsigned)world.ranks;
}

unsigned mw_process(void)
{
    return (unsigned)world.rank;
}

bool mw_is_first(void)
{
    return !world.rank;
}
