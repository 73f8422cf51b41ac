// mutate_design.c: what a design keeps or sends, taken from a small design that is really run, and
// then changed.
#include "mutate.h"

#include "mazewright/design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tape {
    unsigned patience;
    char *text; // the last checkpoint or message
    const char *how;
} tape;

static bool goes_on(void *context)
{
    tape *t = context;
    return t->patience && --t->patience;
}

static void save(void *context, const char *key, const mw_design_saved *s)
{
    tape *t = context;
    (void)key;
    const char *text = *t->how == 'f' ? s->id : s->checkpoint;
    if (text) {
        free(t->text);
        t->text = strdup(text);
    }
}

static bool run_tasks(void *context, const mw_tasks *tasks)
{
    tape *t = context;
    for (uint64_t i = 0; i < tasks->count; i++) {
        mw_writer packed = {0};
        tasks->run(tasks->context, i);
        if (tasks->pack)
            tasks->pack(tasks->context, i, &packed);
        free(t->text);
        t->text = mw_writer_take(&packed);
        if (tasks->done && !tasks->done(tasks->context, i))
            break;
    }
    return true;
}

// A message of news, which only another process writes.
static void write_news(const mw_kind *kind, mw_rng *rng, mw_writer *w)
{
    mw_maze *m = mutate_random_maze(kind, rng);
    mw_write(w, "%u %u -%a\n", (unsigned)fuzz_choose(rng, 50), (unsigned)fuzz_choose(rng, 50),
             (double)fuzz_choose(rng, 9));
    if (m)
        mutate_write_form(m, "id", w);
    mw_maze_free(m);
}

bool mutate_design(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    static const char *const hows[] = {"checkpoint", "checkpoint", "checkpoint", "finished -4 30",
                                       "give",       "pack",       "pack",       "tell"};
    static const char *const methods[] = {"anneal",  "anneal", "descend", "ladder",
                                          "genetic", "flat",   "reheat",  "hill"};
    if (size && mutate_chance(rng, 60))
        return false;
    (void)text;
    mw_writer params = {0};
    mw_maze *like = mutate_random_maze(NULL, rng);
    char *id = like ? mw_maze_print(like, "id") : NULL;
    if (!id || !like->kind->design || fuzz_large(like)) {
        mw_maze_free(like);
        free(id);
        return false;
    }
    const char *from = strchr(id, ':') + 1;
    mw_write(&params, "%.*s", (int)strcspn(from, ":#"), from);
    tape t = {.patience = 1 + (unsigned)fuzz_choose(rng, 40),
              .how = hows[fuzz_choose(rng, sizeof hows / sizeof *hows)]};
    const mw_method *method = NULL;
    while (!method)
        method = mw_method_find(methods[fuzz_choose(rng, sizeof methods / sizeof *methods)]);
    unsigned evaluations = 2 + (unsigned)fuzz_choose(rng, 50),
             streams = (unsigned)fuzz_choose(rng, 4),
             exchange = fuzz_choose(rng, 2) ? (unsigned)fuzz_choose(rng, 20) : 0;
    mw_design_plan plan = {.size = sizeof plan,
                           .params = params.text,
                           .method = method,
                           .streams = streams,
                           .exchange = exchange,
                           .bytes = 16 << 20};
    plan.schedule.seed = 1;
    plan.schedule.evaluations = 1 + evaluations;
    mw_design_watch watch = {.size = sizeof watch,
                             .context = &t,
                             .goes_on = goes_on,
                             .save = save,
                             .run_tasks = *t.how == 'p' ? run_tasks : NULL};
    mw_error e;
    mw_design_run(like->kind, &plan, &watch, &e);
    mw_write(w, "%s %s %s %u %u %u\n%s\n", like->kind->name, params.text, method->name, evaluations,
             streams, exchange, t.how);
    if (*t.how == 't')
        write_news(like->kind, rng, w);
    else if (t.text) // what a process gives begins with: is the result known?
        mw_write(w, "%s%s", *t.how == 'g' ? "0\n" : "", t.text);
    free(t.text);
    free(params.text);
    free(id);
    mw_maze_free(like);
    return true;
}
