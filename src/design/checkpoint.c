// standing.c: see standing.h. Fractions are written in hexadecimal: every bit of them counts.
#include "design/checkpoint.h"

#include "core/text.h"
#include "mazewright/design.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *mw_checkpoint_print(const mw_checkpoint *s)
{
    const uint64_t *r = s->rng.s;
    char *now = mw_maze_print(s->now, "id"), *best = mw_maze_print(s->best, "id");
    mw_writer w = {.failed = !now || !best};
    mw_write(&w, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, r[0], r[1], r[2], r[3]);
    mw_write(&w, " %a %a %a", s->hot, s->cold, s->temperature);
    mw_write(&w, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, s->done, s->last_progress,
             s->round, s->round_begin);
    mw_write(&w, " %" PRIu32 " %" PRIu32 " %s %s", s->accepted, s->tried, now ? now : "",
             best ? best : "");
    free(now);
    free(best);
    return mw_writer_take(&w);
}

static mw_maze *read_maze(const char *id, const mw_maze *like, mw_error *error)
{
    mw_maze *m = mw_maze_of_kind(like->kind, id, error);
    if (m && m->bytes == like->bytes && m->w == like->w && m->h == like->h && m->d == like->d)
        return m;
    mw_maze_free(m);
    return NULL;
}

static bool numbers_make_sense(const mw_checkpoint *s)
{
    return s->hot > 0 && s->cold > 0 && s->temperature > 0 && isfinite(s->hot / s->cold) &&
           s->done >= s->last_progress && s->done >= s->round_begin && s->round > 0;
}

// Two ids, a blank between them.
static bool read_mazes(const char *text, const mw_maze *like, mw_maze **now, mw_maze **best,
                       mw_error *error)
{
    mw_writer first = {0};
    const char *blank = text;
    while (*blank && *blank != ' ')
        blank++;
    mw_write_bytes(&first, text, (size_t)(blank - text));
    char *id = mw_writer_take(&first);
    if (!id)
        mw_no_memory(error);
    *now = id ? read_maze(id, like, error) : NULL;
    *best = *now && *blank ? read_maze(blank + 1, like, error) : NULL;
    free(id);
    return *best;
}

bool mw_checkpoint_parse(const char *text, const mw_maze *like, mw_checkpoint *s, mw_maze **now,
                         mw_maze **best, mw_error *error)
{
    mw_numbers n = {.at = text};
    *now = *best = NULL;
    *error = (mw_error){.text = "no standing of such mazes"};
    for (unsigned i = 0; i < 4; i++)
        s->rng.s[i] = mw_next_whole(&n, UINT64_MAX);
    s->hot = mw_next_fraction(&n);
    s->cold = mw_next_fraction(&n);
    s->temperature = mw_next_fraction(&n);
    s->done = mw_next_whole(&n, UINT64_MAX);
    s->last_progress = mw_next_whole(&n, UINT64_MAX);
    s->round = mw_next_whole(&n, UINT64_MAX);
    s->round_begin = mw_next_whole(&n, UINT64_MAX);
    s->accepted = (uint32_t)mw_next_whole(&n, UINT32_MAX);
    s->tried = (uint32_t)mw_next_whole(&n, UINT32_MAX);
    if (!n.failed && *n.at == ' ' && numbers_make_sense(s) &&
        read_mazes(n.at + 1, like, now, best, error)) {
        s->now = *now;
        s->best = *best;
        return true;
    }
    mw_maze_free(*now);
    mw_maze_free(*best);
    *now = *best = NULL;
    return false;
}

// ---- of words: what stands in which place of the line

enum { DONE = 7, LAST_PROGRESS = 8, NOW = 13, BEST = 14, WORD_COUNT = 15 };

static const char *word(const char *text, unsigned place, size_t *length)
{
    for (; place && *text; place--) {
        text += strcspn(text, " ");
        text += *text == ' ';
    }
    *length = strcspn(text, " ");
    return text;
}

// What was adopted counts as progress: else a search that has lost its patience would begin afresh.
char *mw_checkpoint_adopt(const char *standing, const char *other)
{
    mw_writer w = {0};
    for (unsigned i = 0; i < WORD_COUNT; i++) {
        size_t length;
        const char *from = i >= NOW             ? word(other, BEST, &length)
                           : i == LAST_PROGRESS ? word(standing, DONE, &length)
                                                : word(standing, i, &length);
        w.failed |= !length;
        if (i)
            mw_write_char(&w, ' ');
        mw_write_bytes(&w, from, length);
    }
    return mw_writer_take(&w);
}
