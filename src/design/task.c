// task.c: see task.h. What a task tells of its progress, and what it saves. In the process that
// the user started, both go to the watch; another process sends them there (task_messages.c).
#include "design/task.h"

#include "core/text.h"

#include <math.h>
#include <stdlib.h>

#define SAVE_EVERY        0.2 // seconds
#define SAVE_EVERY_DEVICE 20  // seconds: the checkpoint of thousands of chains is a long text

void mw_design_hold(mw_design_runner *r)
{
    if (r->watch.hold)
        r->watch.hold(r->watch.context);
}

void mw_design_release(mw_design_runner *r)
{
    if (r->watch.release)
        r->watch.release(r->watch.context);
}

double mw_design_clock(const mw_design_runner *r)
{
    return r->watch.clock ? r->watch.clock() : 0;
}

bool mw_design_goes_on(const mw_design_runner *r)
{
    return !r->watch.goes_on || r->watch.goes_on(r->watch.context);
}

static bool task_goes_on(const mw_design_task *task)
{
    const mw_design_runner *r = task->runner;
    double seconds = r->plan.seconds;
    return mw_design_goes_on(r) && !(seconds > 0 && mw_design_clock(r) - task->started > seconds);
}

// ---- work that is ended in the middle

#define REST 0.15 // seconds for what is left to do with a result when the time is over

static bool work_goes_on(void *context)
{
    const mw_design_stop *s = context;
    return s->task        ? task_goes_on(s->task)
           : s->until > 0 ? mw_design_clock(s->runner) < s->until
                          : mw_design_goes_on(s->runner);
}

void mw_design_stop_begin(mw_design_stop *s, const mw_design_runner *r, const mw_design_task *task)
{
    *s = (mw_design_stop){
        .stop = {.goes_on = work_goes_on, .context = s}, .runner = r, .task = task};
    mw_stop_begin(&s->stop);
}

void mw_design_rest_begin(mw_design_stop *s, const mw_design_runner *r)
{
    *s = (mw_design_stop){.stop = {.goes_on = work_goes_on, .context = s},
                          .runner = r,
                          .until = r->watch.clock ? mw_design_clock(r) + REST : INFINITY};
    mw_stop_begin(&s->stop);
}

void mw_design_stop_end(mw_design_stop *s)
{
    mw_stop_end(&s->stop);
}

// ---- news

// The caller's lock is held only to find out whether the maze is better.
void mw_design_task_news(mw_design_task *task, const mw_maze *m, double energy,
                         uint64_t evaluations, uint64_t more)
{
    mw_design_runner *r = task->runner;
    mw_design_news news = {.number = (unsigned)(task->target - r->targets),
                           .evaluations = evaluations,
                           .energy = energy};
    mw_design_hold(r);
    news.total = r->total += more;
    if (m && energy < task->target->seen) {
        task->target->seen = energy;
        news.better = m;
    }
    mw_design_release(r);
    if (r->watch.progress)
        r->watch.progress(r->watch.context, &news);
}

bool mw_design_task_wants_save(const mw_design_task *task)
{
    const mw_design_runner *r = task->runner;
    double every = r->plan.device ? SAVE_EVERY_DEVICE : SAVE_EVERY;
    return !r->watch.clock || mw_design_clock(r) - task->saved > every;
}

// In another process than the first, news are kept until it is time to tell them.
static void keep_news(mw_design_task *task, const mw_maze *m, double energy, uint64_t evaluations,
                      uint64_t more)
{
    mw_design_runner *r = task->runner;
    mw_maze *copy = NULL;
    mw_design_hold(r);
    task->untold += more;
    if (m && energy < task->target->seen && (copy = mw_maze_clone(m))) {
        task->target->seen = energy;
        mw_maze_free(task->news.maze);
        task->news = (mw_designed){.maze = copy, .energy = energy, .evaluations = evaluations};
    }
    bool tells = mw_design_task_wants_save(task);
    if (tells)
        task->saved = mw_design_clock(r);
    mw_design_release(r);
    if (tells)
        mw_design_task_tell(task, evaluations, NULL);
}

bool mw_design_task_told(mw_design_task *task, const mw_maze *m, double energy,
                         uint64_t evaluations, uint64_t more)
{
    if (task->runner->watch.tell)
        keep_news(task, m, energy, evaluations, more);
    else
        mw_design_task_news(task, m, energy, evaluations, more);
    return task_goes_on(task);
}

// ---- what is saved

void mw_design_task_keep(const mw_design_task *task, const char *checkpoint, uint64_t evaluations)
{
    const mw_design_watch *watch = &task->runner->watch;
    const mw_design_saved saved = {
        .energy = NAN, .evaluations = evaluations, .checkpoint = (char *)checkpoint};
    if (task->key)
        watch->save(watch->context, task->key, &saved);
}

void mw_design_task_save(mw_design_task *task, const char *checkpoint, uint64_t evaluations)
{
    task->saved = mw_design_clock(task->runner);
    if (task->runner->watch.tell)
        mw_design_task_tell(task, evaluations, checkpoint);
    else
        mw_design_task_keep(task, checkpoint, evaluations);
}

bool mw_design_task_fails(mw_design_task *task)
{
    mw_no_memory(&task->error);
    task->failed = true;
    return true;
}

bool mw_design_task_recall(mw_design_task *task)
{
    mw_design_runner *r = task->runner;
    mw_design_saved *s = &task->saved_before;
    if (r->watch.tell || !r->watch.save || r->plan.method->way != MW_BY_SEARCH)
        return false;
    task->key = mw_design_key(r->kind, &r->plan, task->target->require, task->target->seed,
                              task->first, task->count);
    if (!task->key)
        return mw_design_task_fails(task);
    if (!r->watch.recall)
        return false;
    if (!r->watch.recall(r->watch.context, task->key, s, &task->error)) {
        task->failed = true;
        return true;
    }
    if (!s->finished)
        return false;
    mw_error error;
    task->found = (mw_designed){.energy = s->energy, .evaluations = s->evaluations};
    task->found.maze = s->id ? mw_maze_of_kind(r->kind, s->id, &error) : NULL;
    return task->found.maze || !s->id; // a maze that cannot be read is searched for again
}

void mw_design_task_remember(mw_design_task *task)
{
    const mw_design_watch *watch = &task->runner->watch;
    if (!task->key || task->failed || task->found.stopped)
        return;
    char *id = task->found.maze ? mw_maze_print(task->found.maze, "id") : NULL;
    const mw_design_saved saved = {.finished = true,
                                   .energy = task->found.energy,
                                   .evaluations = task->found.evaluations,
                                   .id = id};
    if (task->found.maze && !id) // without the id it would mean that nothing was found
        mw_design_task_fails(task);
    else
        watch->save(watch->context, task->key, &saved);
    free(id);
}
