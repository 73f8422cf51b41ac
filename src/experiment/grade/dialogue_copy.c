// dialogue_copy.c: a copy of this process that answers with the estimates of expressions or of a
// plug-in. It is a process of its own, so it may crash.
#include "experiment/grade/dialogue_copy.h"

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

int mw_dialogue_copy(void *context, int in, int out)
{
    mw_dialogue *d = context;
    copy c = {.maze = d->maze};
    bool ok = true;
    for (unsigned i = 0; ok && i < d->heuristics; i++)
        ok = add(&c, d->expressions[i]);
    if (d->submission->sort == MW_SUBMITTED_PLUGIN)
        return refuse("plug-ins are not read yet");
    if (!ok || !whole(out, &c.offer, sizeof c.offer))
        return refuse("memory ran out");
    return answer(&c, in, out);
}
