// checkpoint.c: see chain_search.h. Fractions are written in hexadecimal: every bit of
// them counts.
#include "design/chain_search.h"

#include "core/text.h"

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
    return s->hot > 0 && s->cold > 0 && s->temperature >= 0 && isfinite(s->hot / s->cold) &&
           s->done >= s->last_progress && s->done >= s->round_begin && s->round > 0;
}

// Two ids, a blank between them.
static bool read_mazes(const char *text, const mw_maze *like, mw_maze **now, mw_maze **best,
                       mw_error *error)
{
    const char *blank = text + strcspn(text, " ");
    char *id = mw_text_copy(text, (size_t)(blank - text));
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
    *error = (mw_error){.text = "no checkpoint of such mazes"};
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

// ---- all chains of a search: evaluations and temperature at their last exchange or resampling;
// a line for each

void mw_chain_search_print_chain(mw_chain_search *p, uint32_t i, mw_writer *w)
{
    mw_maze *best = mw_maze_clone(p->maze), *now = mw_maze_clone(p->maze);
    mw_checkpoint at = p->set.chains[i].at;
    char *line = NULL;
    if (now && best) {
        mw_chain_search_unpack(p, mw_chain_search_genes(p, p->set.now, i), now);
        mw_chain_search_unpack(p, mw_chain_search_genes(p, p->set.best, i), best);
        at.now = now;
        at.best = best;
        line = mw_checkpoint_print(&at);
    }
    mw_write(w, "%s", line ? line : "");
    w->failed |= !line;
    free(line);
    mw_maze_free(now);
    mw_maze_free(best);
}

char *mw_chain_search_print(mw_chain_search *p)
{
    mw_writer w = {0};
    mw_write(&w, "%" PRIu64 " %a", p->last_exchange, p->temperature);
    for (uint32_t i = 0; i < p->set.count && !w.failed; i++) {
        mw_write_char(&w, '\n');
        mw_chain_search_print_chain(p, i, &w);
    }
    return mw_writer_take(&w);
}

bool mw_chain_search_parse_chain(mw_chain_search *p, uint32_t i, const char *line)
{
    mw_maze *now, *best;
    mw_checkpoint at;
    mw_error error = {0};
    bool ok = mw_checkpoint_parse(line, p->maze, &at, &now, &best, &error);
    if (ok) {
        mw_chain_search_pack(p, now, mw_chain_search_genes(p, p->set.now, i));
        mw_chain_search_pack(p, best, mw_chain_search_genes(p, p->set.best, i));
        at.energy = mw_chain_search_energy(p, now);
        at.best_energy = mw_chain_search_energy(p, best);
        p->set.chains[i] = (mw_chain){.at = at, .mode = MW_CHAIN_ANNEALS};
        mw_maze_free(now);
        mw_maze_free(best);
    }
    p->failed |= error.code == MW_ERROR_MEMORY;
    return ok && !p->failed;
}

bool mw_chain_search_resume(mw_chain_search *p, const char *text)
{
    mw_numbers first = {.at = text};
    p->last_exchange = mw_next_whole(&first, UINT64_MAX);
    p->temperature = mw_next_fraction(&first);
    bool ok = !first.failed;
    for (uint32_t i = 0; ok && i < p->set.count; i++) {
        const char *end = strchr(text, '\n');
        text = end ? end + 1 : "";
        char *line = mw_text_copy(text, strcspn(text, "\n"));
        p->failed |= !line;
        ok = line && mw_chain_search_parse_chain(p, i, line);
        free(line);
    }
    if (!ok)
        p->last_exchange = 0;
    return ok;
}
