// standing.c: where the chains of one search stand, as text: a line for each.
#include "design/chains/journey.h"
#include "core/text.h"
#include "design/checkpoint.h"

#include <stdlib.h>
#include <string.h>

void mw_journey_save(mw_journey *v, bool asked)
{
    const mw_design_plan *plan = v->plan;
    if (!plan->save || (!asked && plan->wants_save && !plan->wants_save(plan->context)))
        return;
    for (uint32_t i = 0; i < v->fleet.count; i++)
        if (v->fleet.chains[i].mode != MW_CHAIN_ANNEALS)
            return; // another time
    mw_maze *best = mw_maze_clone(v->maze);
    mw_writer w = {.failed = !best};
    mw_write(&w, "%llu %a", (unsigned long long)v->met, v->temperature);
    for (uint32_t i = 0; best && i < v->fleet.count; i++) {
        mw_checkpoint at = v->fleet.chains[i].at;
        v->chains->unpack(mw_journey_genes(v, v->fleet.now, i), v->maze);
        v->chains->unpack(mw_journey_genes(v, v->fleet.best, i), best);
        at.now = v->maze;
        at.best = best;
        char *line = mw_checkpoint_print(&at);
        mw_write(&w, "\n%s", line ? line : "");
        w.failed |= !line;
        free(line);
    }
    char *text = mw_writer_take(&w);
    if (text)
        plan->save(plan->context, text);
    v->starved |= !text;
    free(text);
    mw_maze_free(best);
}

// The energy of a maze that was read back.
static double energy(mw_journey *v, const mw_maze *m)
{
    double e = mw_objective_energy(&v->objective, m);
    v->starved |= e == MW_STARVED;
    return isnan(e) ? (double)INFINITY : e;
}

static bool resume_chain(mw_journey *v, uint32_t i, const char *line)
{
    mw_maze *now, *best;
    mw_checkpoint at;
    mw_error error = {0};
    bool ok = mw_checkpoint_parse(line, v->maze, &at, &now, &best, &error);
    if (ok) {
        v->chains->pack(now, mw_journey_genes(v, v->fleet.now, i));
        v->chains->pack(best, mw_journey_genes(v, v->fleet.best, i));
        at.energy = energy(v, now);
        at.best_energy = energy(v, best);
        v->fleet.chains[i] = (mw_chain){.at = at, .mode = MW_CHAIN_ANNEALS};
        mw_maze_free(now);
        mw_maze_free(best);
    }
    v->starved |= error.code == MW_ERROR_MEMORY;
    return ok && !v->starved;
}

bool mw_journey_resume(mw_journey *v)
{
    const char *text = v->plan->resume;
    if (!text)
        return false;
    mw_numbers first = {.at = text};
    v->met = mw_next_whole(&first, UINT64_MAX);
    v->temperature = mw_next_fraction(&first);
    bool ok = !first.failed;
    for (uint32_t i = 0; ok && i < v->fleet.count; i++) {
        const char *end = strchr(text, '\n');
        text = end ? end + 1 : "";
        mw_writer w = {0};
        mw_write_bytes(&w, text, strcspn(text, "\n"));
        char *line = mw_writer_take(&w);
        v->starved |= !line;
        ok = line && resume_chain(v, i, line);
        free(line);
    }
    if (!ok)
        v->met = 0;
    return ok;
}
