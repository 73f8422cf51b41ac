// dialogue_copy.c: a copy of this process that answers with the estimates of expressions or of a
// plug-in. It is a process of its own, so it may crash.
#include "experiment/grade/dialogue_copy.h"

#include "mazewright/plugin.h"
#include "search/search.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct copy {
    const mw_maze *maze;
    mw_budget budget;
    unsigned count;
    mw_estimator of[MW_RUBRIC_HEURISTICS_MAX];
    mw_copy_offer offer;
} copy;

static int refuse(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    return MW_COPY_REFUSED;
}

// NULL takes the place of one that is no expression; nobody asks for it.
static bool add(copy *c, const mw_heuristic *h)
{
    static const mw_limits none;
    mw_estimator *e = &c->of[c->count];
    snprintf(c->offer.names[c->count], MW_GRADE_NAME_SIZE, "%s", h ? h->name : "");
    c->offer.heuristics = ++c->count;
    return !h || mw_estimator_init(e, c->maze, h, MW_VISITED_AUTO, &none, &c->budget) == MW_WITHIN;
}

static bool whole(int out, const void *bytes, size_t length)
{
    const char *at = bytes;
    for (ssize_t n; length; at += n, length -= (size_t)n)
        if ((n = write(out, at, length)) <= 0)
            return false;
    return true;
}

// Reads as many questions as there are, and answers them together.
static int answer(const copy *c, int in, int out)
{
    static mw_copy_question questions[1024];
    static uint32_t estimates[1024];
    size_t held = 0;
    for (ssize_t n; (n = read(in, (char *)questions + held, sizeof questions - held)) > 0;) {
        held += (size_t)n;
        size_t count = held / sizeof *questions, used = count * sizeof *questions;
        for (size_t i = 0; i < count; i++)
            estimates[i] = mw_estimate(&c->of[questions[i].heuristic], &questions[i].state);
        if (!whole(out, estimates, count * sizeof *estimates))
            return 1;
        memmove(questions, (char *)questions + used, held - used);
        held -= used;
    }
    return 0;
}

// Those of a plug-in for the kind of the maze. Loading it runs its code, so only the copy does so.
static bool add_plugin(copy *c, const char *file, mw_error *error)
{
    const mw_plugin *p = mw_plugin_open(file, error);
    if (!p || !mw_plugin_add(p, error))
        return false;
    for (const mw_plugin_heuristic *h = p->heuristics;
         h && h->kind && c->count < MW_RUBRIC_HEURISTICS_MAX; h++)
        if (!strcmp(h->kind, c->maze->kind->name) && !add(c, &h->heuristic))
            return mw_no_memory(error);
    return true;
}

int mw_dialogue_copy(void *context, int in, int out)
{
    mw_dialogue *d = context;
    copy c = {.maze = d->maze};
    mw_error error;
    if (d->submission->sort == MW_SUBMITTED_PLUGIN && !add_plugin(&c, d->submission->file, &error))
        return refuse(error.text);
    for (unsigned i = 0; i < d->heuristics; i++)
        if (!add(&c, d->expressions[i]))
            return refuse("memory ran out");
    return whole(out, &c.offer, sizeof c.offer) ? answer(&c, in, out) : 1;
}
