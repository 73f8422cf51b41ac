// streams.h: what the files of streams share: streams.c follows them, parcels.c carries them to
// other machines and back, islands.c lets them exchange what they find.
#ifndef MW_TOOL_VERBS_STREAMS_H
#define MW_TOOL_VERBS_STREAMS_H

#include "parallel/tasks.h"
#include "tool/verbs/designing.h"

typedef struct stream {
    struct crew *crew;
    job *job;
    quest *quest;
    unsigned number;      // among the streams of the quest
    uint64_t evaluations; // its share
    uint64_t pause;       // evaluations at which it pauses; 0: never
    uint64_t told;        // evaluations that the job knows of
    double started, saved;
    bool begun;           // not too late
    bool known;           // found before, by an earlier run of the same plan
    char *plan;           // in words; NULL: no catalogue
    mw_catalogue_run run; // as far as it came before
    mw_designed found;
    mw_designed news;  // elsewhere than on the first rank: a new best maze that it was not told of
    mw_niches *niches; // ladder
    mw_error error;
    bool failed;
    int code; // what that means; 0: the plan does not make sense
} stream;

typedef struct crew {
    job *job;
    quest *quests;
    stream *streams; // those of the first quest, those of the second one...
    unsigned quest_count;
    bool recalls; // streams stand in the catalogue, each with its plan
    const mw_tasks *tasks;
} crew;

void hold(job *);
void release(job *);

// False with a message printed. Dismiss it either way.
bool crew_gather(crew *, job *, unsigned quests);
void crew_dismiss(crew *);
// Every stream is a task. False with a message printed: out of memory.
bool crew_work(crew *, void (*run)(void *crew, uint64_t), bool (*done)(void *crew, uint64_t));

// False: too late, nobody waits for it any more.
bool stream_begins(stream *);
void stream_search(stream *); // local search, from where it stands
void stream_voyage(stream *); // the same of a part of the chains on a device
bool stream_watch(void *context, const mw_maze *, double energy, uint64_t evaluations);
void stream_save(void *context, const char *standing);
// The chains of a part.
void stream_chains(const stream *, uint32_t *first, uint32_t *count);
bool stream_recall(stream *); // false: it is to be followed
void stream_remember(stream *);
// How far it came, in the catalogue.
void put_run(job *, const char *plan, const mw_catalogue_run *);
// All that decides the result; `who` says which streams.
char *plan_in_words(const job *, uint64_t seed, const char *who, uint64_t evaluations);

// ---- between machines, see mw_tasks; the context is the crew
void give_stream(void *context, uint64_t index, mw_writer *);
bool take_stream(void *context, uint64_t index, const char *, size_t);
void pack_found(void *context, uint64_t index, mw_writer *);
bool unpack_found(void *context, uint64_t index, const char *, size_t);
// The first rank is told of a stream's evaluations, of its new best maze, and where it stands (may
// be NULL).
void tell_news(stream *, const char *standing);
void hear_news(void *context, uint64_t index, const char *, size_t);

int design_with_exchange(job *);

#endif
