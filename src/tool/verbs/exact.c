// exact.c: `design --method exact`: the proven longest maze.
#include "tool/verbs/designing.h"

#include <math.h>

typedef struct proof {
    job *job;
    quest quest;
    uint64_t told;
} proof;

static bool watch_proof(void *context, const mw_maze *m, uint32_t length, uint64_t nodes)
{
    proof *p = context;
    bool on = job_goes_on(p->job, p->quest.started, nodes - p->told);
    p->told = nodes;
    if (m) {
        mw_designed d = {.energy = -(double)length, .evaluations = nodes};
        p->job->best = d.energy;
        quest_improved(p->job, &p->quest, m, &d);
    } else {
        quest_store_waiting(p->job, &p->quest, false);
    }
    return on;
}

static int report(job *j, quest *q, mw_maze *m, const mw_exact *e)
{
    job_clear_line(j);
    if (!e->length) {
        complain(e->proven ? "there is no such maze: proven" : "stopped before a maze was found");
        return e->proven ? EXIT_NO : EXIT_LIMIT;
    }
    if (!j->s->value[O_JSON])
        printf(e->proven ? "# proven: no longer one exists\n"
                         : "# not proven: no maze is longer than %u\n",
               e->bound);
    j->proven = e->proven;
    q->best = (mw_designed){.maze = m, .energy = -(double)e->length, .evaluations = e->nodes};
    int code = worse(j->code, quest_ended(j, q));
    return e->proven ? code : worse(code, EXIT_LIMIT);
}

int design_exactly(job *j)
{
    mw_error error;
    mw_maze *m;
    proof p = {.job = j};
    mw_exact e = {.watch = watch_proof, .context = &p};
    j->started = p.quest.started = now();
    j->best = INFINITY;
    j->objective = "longest";
    if (!mw_design_exactly(j->kind, &j->plan, &e, &m, &error)) {
        return complain_of(NULL, &error, EXIT_USAGE);
    }
    return report(j, &p.quest, m, &e);
}
