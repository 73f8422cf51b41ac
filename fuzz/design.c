// design.c: what a design reads that was written before: a checkpoint or a result from a catalogue,
// and messages between processes. The first line is the kind, size and options, method,
// evaluations, streams and exchange; the second one says what follows: checkpoint, finished (with
// energy and evaluations; an id follows), give, pack or tell (messages, see task_messages.c).
// Whatever follows, what is found is a maze as asked for.
#include "fuzz.h"
#include "design/objective.h"
#include "mazewright/design.h"
#include "mazewright/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVALUATIONS_MAX 60
#define STAGES_MAX      50
#define PATIENCE        400 // times that a design may ask whether to go on

typedef struct host {
    const mw_kind *kind;
    mw_design_plan plan;
    const char *how, *text; // the second line and what follows
    mw_rng *rng;
    unsigned patience, stages, found;
    char *saved; // the last checkpoint
} host;

static bool goes_on(void *context)
{
    host *h = context;
    return h->patience && --h->patience;
}

static void save(void *context, const char *key, const mw_design_saved *s)
{
    host *h = context;
    must(key && *key, "no key");
    if (s->checkpoint) {
        free(h->saved);
        h->saved = strdup(s->checkpoint);
    }
}

static bool recall(void *context, const char *key, mw_design_saved *out, mw_error *e)
{
    host *h = context;
    (void)key, (void)e;
    *out = (mw_design_saved){0};
    if (!strncmp(h->how, "checkpoint", 10)) {
        out->energy = (double)NAN;
        out->checkpoint = strdup(h->text);
    } else if (!strncmp(h->how, "finished", 8)) {
        char *end;
        out->finished = true;
        out->energy = strtod(h->how + 8, &end);
        out->evaluations = strtoull(end, NULL, 10);
        out->id = *h->text ? strdup(h->text) : NULL;
    }
    return true;
}

// What another process tells the first one.
static void tell(void *context, uint64_t index, const char *bytes, size_t length)
{
    (void)context, (void)index;
    must(strlen(bytes) == length, "%zu bytes of a text", length);
}

// As other processes would do it; instead of what they send comes the text of the input.
static bool run_tasks(void *context, const mw_tasks *t)
{
    host *h = context;
    size_t length = strlen(h->text);
    for (uint64_t i = 0; i < t->count; i++) {
        bool understood = true;
        mw_writer w = {0};
        if (t->hear && !strcmp(h->how, "tell"))
            t->hear(t->context, i, h->text, length);
        if (t->take && !strcmp(h->how, "give"))
            understood = t->take(t->context, i, h->text, length);
        if (understood)
            t->run(t->context, i);
        if (t->unpack && !strcmp(h->how, "pack")) {
            t->pack(t->context, i, &w);
            understood = t->unpack(t->context, i, h->text, length);
        }
        free(w.text);
        if (!understood || !h->stages) // it ends the command
            return false;
        if (t->done && !t->done(t->context, i))
            break;
    }
    return h->stages && --h->stages; // messages may say that nothing was done, again and again
}

// Of the kind, size and options that were asked for; and no better than it is.
static void found(void *context, mw_design_result *r)
{
    host *h = context;
    mw_error e = FUZZ_ERROR;
    mw_objective o;
    h->found++;
    const mw_maze *m = r->designed.maze;
    if (!m)
        return;
    fuzz_maze_text(m);
    must(m->kind == h->kind, "another kind");
    bool believed = !strncmp(h->how, "finished", 8) || !strcmp(h->how, "pack") ||
                    !strcmp(h->how, "tell"); // what another process or the catalogue says
    if (believed || h->plan.method->way == MW_BY_BREEDING || // whose energy is a fitness
        !mw_objective_init(&o, h->kind, mw_design_objective(h->kind, &h->plan), h->plan.require,
                           &e))
        return;
    double energy = mw_objective_energy(&o, m);
    must(isnan(energy) || energy == r->designed.energy, "energy %g, but it is %g",
         r->designed.energy, energy);
}

static bool read_plan(host *h, char *line)
{
    char *rest = NULL, *kind = strtok_r(line, " ", &rest), *params = strtok_r(NULL, " ", &rest),
         *method = strtok_r(NULL, " ", &rest);
    char empty[] = "";
    rest = rest ? rest : empty;
    h->kind = kind ? mw_kind_find(kind) : NULL;
    if (!h->kind || !method || fuzz_names_large(params, 30))
        return false;
    h->plan = (mw_design_plan){.size = sizeof h->plan, .params = params};
    h->plan.method = mw_method_find(method);
    h->plan.schedule.seed = 1;
    h->plan.schedule.evaluations = 1 + strtoul(rest, &rest, 10) % EVALUATIONS_MAX;
    h->plan.streams = (unsigned)(strtoul(rest, &rest, 10) % 5);
    h->plan.exchange = strtoul(rest, &rest, 10) % 100;
    h->plan.bytes = 16 << 20;
    // An exact search of some mazes takes long, and keeps nothing.
    return h->plan.method && h->plan.method->way != MW_BY_PROOF;
}

static char *cut_line(char **rest)
{
    char *line = *rest;
    *rest += strcspn(line, "\n");
    if (**rest)
        *(*rest)++ = '\0';
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *rest = text, *first = cut_line(&rest);
    mw_rng rng = fuzz_choices(data, size);
    host h = {.how = cut_line(&rest),
              .text = rest,
              .rng = &rng,
              .patience = PATIENCE,
              .stages = STAGES_MAX};
    mw_error e = FUZZ_ERROR;
    if (read_plan(&h, first)) {
        bool given = !strcmp(h.how, "give"), messages = given || strstr("pack tell", h.how);
        mw_design_watch watch = {.size = sizeof watch,
                                 .context = &h,
                                 .goes_on = goes_on,
                                 .found = found,
                                 .save = given ? NULL : save,
                                 .recall = given ? NULL : recall,
                                 .tell = given ? tell : NULL,
                                 .run_tasks = messages ? run_tasks : NULL};
        if (!mw_design_run(h.kind, &h.plan, &watch, &e))
            fuzz_error(&e);
        free(h.saved);
    }
    free(text);
    return 0;
}
