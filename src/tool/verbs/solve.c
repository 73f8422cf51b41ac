// solve.c: the verb `solve`: mazes x algorithms x heuristics, one row each.
#include "api/answer.h"
#include "tool/tool.h"

#include <stdlib.h>

typedef struct job {
    mw_search_options options;
    watch watch;
    const char *algorithms, *heuristics; // lists as given; NULL: the default
    table table;
    table solutions;
    mw_result best; // of the maze at hand
} job;

static void print_json(const input *in, const mw_result *r, double seconds, const watch *w)
{
    mw_writer out = object_begin();
    mw_json_text(&out, "file", in->label);
    mw_answer_search(&out, in->maze, r,
                     r->outcome == MW_OUTCOME_LIMIT ? limit_reason(w, r->limit) : NULL);
    mw_json_rounded(&out, "seconds", seconds, 9);
    print_object(&out, stdout);
}

static void add_row(table *t, const input *in, const mw_result *r, double seconds, const watch *w)
{
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    table_head(t, "maze|algorithm|heuristic|outcome|moves|cost|expanded|generated|stored|KiB|ms");
    table_row(t, "%.60s|%s|%s", in->label, r->algorithm, r->heuristic ? r->heuristic : "");
    if (r->outcome == MW_OUTCOME_LIMIT)
        table_add(t, "limit: %s", limit_reason(w, r->limit));
    else
        table_add(t, "%s%s", mw_outcome_name(r->outcome), r->optimal ? ", optimal" : "");
    table_row(t, "%s|%s|%s|%s|%s|%s|%.2f", solved ? THOUSANDS(r->moves) : "-",
              solved ? THOUSANDS((double)r->cost) : "-", THOUSANDS((double)r->expanded),
              THOUSANDS((double)r->generated), THOUSANDS((double)r->stored),
              THOUSANDS((double)((r->bytes + 1023) / 1024)), seconds * 1e3);
}

static int solve_once(job *j, const input *in, const char *algorithm, const char *heuristic)
{
    mw_result r;
    mw_error error;
    j->options.algorithm = algorithm;
    j->options.heuristic = heuristic;
    watch_restart(&j->watch);
    double from = mw_seconds();
    if (!mw_search(in->maze, &j->options, &r, &error))
        return complain_of(NULL, &error, EXIT_USAGE);
    double seconds = mw_seconds() - from;
    watch_clear(&j->watch);
    if (j->watch.s->value[O_JSON])
        print_json(in, &r, seconds, &j->watch);
    else
        add_row(&j->table, in, &r, seconds, &j->watch);
    int code = exit_of_search(r.outcome);
    bool better = r.outcome == MW_OUTCOME_SOLVED && (!j->best.actions || r.cost < j->best.cost);
    if (better) {
        mw_result_free(&j->best);
        j->best = r;
    } else {
        mw_result_free(&r);
    }
    return code;
}

static bool valid(const job *j, const mw_maze *m, const char *algorithm, const char *heuristic)
{
    mw_search_options o = j->options;
    mw_error error;
    o.algorithm = algorithm;
    o.heuristic = heuristic;
    bool ok = mw_search_valid(m, &o, &error);
    if (!ok)
        complain_of(NULL, &error, EXIT_USAGE);
    return ok;
}

// All names are checked before anything is printed, also heuristics that no algorithm asks for.
static bool names_known(job *j, const mw_maze *m)
{
    char item[64];
    for (const char *rest = j->algorithms; rest;) {
        rest = next_item(rest, item);
        if (!valid(j, m, item, NULL))
            return false;
    }
    for (const char *rest = j->heuristics; rest;) {
        rest = next_item(rest, item);
        if (!valid(j, m, "idastar", item)) // an informed algorithm that works with every store
            return false;
    }
    return true;
}

static int solve_maze(input *in, void *context)
{
    job *j = context;
    int code = EXIT_DONE;
    char algorithm[64], heuristic[64];
    if (!names_known(j, in->maze))
        return EXIT_USAGE;
    const char *rest = j->algorithms;
    do {
        if (rest)
            rest = next_item(rest, algorithm);
        const char *a = j->algorithms ? algorithm : NULL;
        const char *others = a && mw_algorithm_find(a)->informed ? j->heuristics : NULL;
        do {
            const char *h = others ? heuristic : NULL;
            if (others)
                others = next_item(others, heuristic);
            code = worse(code, solve_once(j, in, a, h));
        } while (others && code != EXIT_USAGE && !interrupted());
    } while (rest && code != EXIT_USAGE && !interrupted());
    char *moves =
        j->best.actions ? mw_moves_print(in->maze->kind, j->best.actions, j->best.moves) : NULL;
    if (moves && !j->watch.s->value[O_JSON])
        table_row(&j->solutions, "%.60s|%s", in->label, moves);
    free(moves);
    mw_result_free(&j->best);
    return code;
}

int run_solve(const settings *s)
{
    job j = {.algorithms = s->value[O_ALGORITHM],
             .heuristics = s->value[O_HEURISTIC],
             .solutions.columns = 2};
    if (!search_read(s, &j.options, &j.watch))
        return EXIT_USAGE;
    int code = for_each_input(s, solve_maze, &j);
    table_print(&j.table, 4, stdout);
    if (j.solutions.count)
        putchar('\n');
    table_print(&j.solutions, 2, stdout);
    return code;
}
