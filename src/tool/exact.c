// exact.c: `design --method exact`: the proven longest maze.
#include "core/text.h"
#include "tool/designing.h"

#include <math.h>
#include <string.h>

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

static bool read_conditions(const job *j, mw_exact *e)
{
    for (const char *const *c = j->plan.require; c && *c; c++) {
        bool reach = mw_same_words(*c, "unreaching == 0");
        bool unique = mw_same_words(*c, "solutions == 1");
        e->all_reach |= reach;
        e->unique |= unique;
        if (!reach && !unique) {
            complain(
                "exact knows the constraints 'unreaching == 0' and 'solutions == 1' only, not '%s'",
                *c);
            return false;
        }
    }
    return true;
}

static int report(job *j, quest *q, mw_maze *m, const mw_exact *e)
{
    job_clear_line(j);
    if (!e->length) {
        complain(e->proven ? "there is no such maze: proven" : "stopped before a maze was found");
        mw_maze_free(m);
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
    char id[300];
    proof p = {.job = j};
    mw_exact e = {.watch = watch_proof, .context = &p};
    if (!j->kind->design->exact) {
        complain("%s has no exact search; use anneal", j->kind->name);
        return EXIT_USAGE;
    }
    if (j->plan.objective && strcmp(j->plan.objective, "longest")) {
        complain("exact looks for the longest maze; leave --objective out");
        return EXIT_USAGE;
    }
    if (!read_conditions(j, &e))
        return EXIT_USAGE;
    snprintf(id, sizeof id, "%s:%s#1", j->kind->name, j->plan.params);
    mw_maze *m = mw_maze_from_id(id, &error);
    if (!m) {
        complain("%s", error.text);
        return EXIT_USAGE;
    }
    j->started = p.quest.started = now();
    j->best = INFINITY;
    j->objective = "longest";
    if (!j->kind->design->exact(m, &e)) {
        complain("exact search is not for %s mazes of this size or with these options",
                 j->kind->name);
        mw_maze_free(m);
        return EXIT_USAGE;
    }
    return report(j, &p.quest, m, &e);
}
