// expression.c: what people write on one line: objectives, requirements, heuristics, moves, and the
// checkpoint of a search. The first line is the objective, heuristic, moves and checkpoint; every
// line is a requirement.
#include "fuzz.h"
#include "design/objective.h"
#include "design/chain_search.h"
#include "mazewright/design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX (MW_REQUIRE_MAX + 2)

static void check_expression(const mw_expression *e, mw_rng *rng)
{
    static const double special[] = {0, 1, -1, 0.5, 1e300, -1e300, 1e-300};
    double values[MW_NAMES_MAX];
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < MW_NAMES_MAX; i++)
            values[i] = round ? special[fuzz_choose(rng, sizeof special / sizeof *special)]
                              : (double)fuzz_choose(rng, 100);
        if (round == 2)
            values[fuzz_choose(rng, MW_NAMES_MAX)] = (double)NAN;
        double value = mw_expression_eval(e, values), miss = mw_expression_miss(e, values);
        must(!(miss < 0) && !isnan(miss), "it misses by %g", miss);
        must((miss == 0) == (value != 0 && !isnan(value)), "%g, but misses by %g", value, miss);
    }
}

static void check_objective(const mw_kind *kind, const char *text, const char *const *require,
                            mw_rng *rng)
{
    mw_objective o;
    mw_error e = FUZZ_ERROR;
    if (!mw_objective_init(&o, kind, text, require, &e)) {
        fuzz_error(&e);
        return;
    }
    check_expression(&o.energy, rng);
    for (unsigned i = 0; i < o.require_count; i++)
        check_expression(&o.require[i], rng);
    if (!kind->text->random || fuzz_choose(rng, 8))
        return;
    mw_maze *m = mw_random_maze(kind, "3x3", fuzz_choose(rng, 50), &e);
    double energy = m ? mw_objective_energy(&o, m) : 0;
    must(isnan(energy) || energy > -HUGE_VAL, "energy %g", energy);
    mw_maze_free(m);
}

// A heuristic that the audit calls admissible leads A* to a cheapest solution, and what is said to
// be proven is so.
static void check_heuristic(const mw_kind *kind, const char *text, mw_rng *rng)
{
    mw_error e = FUZZ_ERROR;
    mw_heuristic *h = mw_heuristic_new(kind, text, &e);
    if (!h) {
        fuzz_error(&e);
        return;
    }
    must(*h->name && strlen(h->name) <= strlen(text), "'%s' is named '%s'", text, h->name);
    mw_maze *m = kind->text->random && !fuzz_choose(rng, 4)
                     ? mw_random_maze(kind, strcmp(kind->name, "null") ? "4x4" : "9x1",
                                      fuzz_choose(rng, 50), &e)
                     : NULL;
    mw_graph *g = m ? mw_graph_build(m, false, NULL, NULL) : NULL;
    mw_audit a;
    mw_result r;
    const mw_search_options o = {.size = sizeof o, .algorithm = "astar", .heuristic = text};
    if (g && mw_audit_run(g, h, &a) && !mw_heuristic_find(kind, text)) {
        must(mw_search(m, &o, &r, &e), "%s", e.text);
        must((r.outcome == MW_OUTCOME_SOLVED) == (g->distance[0] != MW_FAR), "outcome %d",
             (int)r.outcome);
        must(!r.optimal, "it claims nothing");
        mw_search_prove(m, &o, &r);
        must(r.optimal == (a.admissible && r.outcome == MW_OUTCOME_SOLVED), "proven %d", r.optimal);
        must(!r.optimal || r.cost == g->distance[0], "cost %d", (int)r.cost);
        mw_result_free(&r);
    }
    mw_graph_free(g);
    mw_maze_free(m);
    mw_heuristic_free(h);
}

static void check_moves(const mw_kind *kind, const char *text)
{
    uint16_t *actions, *again;
    mw_error e = FUZZ_ERROR;
    long count = mw_moves_parse(kind, text, &actions, &e);
    if (count < 0) {
        must(e.column && e.column <= strlen(text), "column %u", e.column);
        return;
    }
    char *printed = mw_moves_print(kind, actions, (size_t)count);
    must(printed, "out of memory");
    long same = mw_moves_parse(kind, printed, &again, &e);
    must(same == count && !memcmp(actions, again, (size_t)count * sizeof *actions), "%s becomes %s",
         text, printed);
    free(printed);
    free(actions);
    free(again);
}

static void check_checkpoint(const char *text)
{
    mw_error e = FUZZ_ERROR;
    mw_checkpoint s, t;
    mw_maze *now, *best, *now_too, *best_too, *like = mw_maze_from_id("rook:2x2:S11/1G", &e);
    must(like, "%s", e.text);
    if (mw_checkpoint_parse(text, like, &s, &now, &best, &e)) {
        char *printed = mw_checkpoint_print(&s);
        must(printed && mw_checkpoint_parse(printed, like, &t, &now_too, &best_too, &e), "%s",
             printed);
        must(mw_maze_equal(now, now_too) && mw_maze_equal(best, best_too), "%s", printed);
        must(s.done == t.done && s.hot == t.hot && !memcmp(&s.rng, &t.rng, sizeof s.rng), "%s",
             printed);
        free(printed);
        mw_maze_free(now_too);
        mw_maze_free(best_too);
    }
    mw_maze_free(now);
    mw_maze_free(best);
    mw_maze_free(like);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    const char *lines[LINES_MAX + 1] = {0};
    unsigned count = 0;
    mw_rng rng = fuzz_choices(data, size);
    for (char *line = strtok(text, "\n"); line && count < LINES_MAX; line = strtok(NULL, "\n"))
        lines[count++] = line;
    const char *first = count ? lines[0] : "";
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        check_moves(*k, first);
        check_objective(*k, first, lines, &rng);
        check_heuristic(*k, first, &rng);
    }
    check_checkpoint(first);
    free(text);
    return 0;
}
