// solve.c: the verb `solve`: mazes x algorithms x heuristics, one row each.
#include "api/answer.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    const settings *s;
    mw_search_options options;
    watch watch;
    char *algorithms, *heuristics; // lists as given; NULL: the default
    table table;
    table solutions;
    mw_result best; // of the maze at hand
} job;

static char *print_moves(const mw_maze *m, const mw_result *r)
{
    return r->outcome == MW_OUTCOME_SOLVED ? mw_moves_print(m->kind, r->actions, r->moves) : NULL;
}

static void print_json(const input *in, const mw_result *r, double seconds, const watch *w)
{
    mw_writer out = {0};
    mw_json_open(&out, NULL, '{');
    mw_json_text(&out, "file", in->label);
    mw_answer_search(&out, in->maze, r,
                     r->outcome == MW_OUTCOME_LIMIT ? limit_reason(r->limit, w) : NULL);
    mw_json_rounded(&out, "seconds", seconds, 9);
    mw_json_close(&out, '}');
    print_line(&out, stdout);
}

static void add_row(table *t, const input *in, const mw_result *r, double seconds, const watch *w)
{
    char n[40];
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    t->columns = 11;
    if (!t->count)
        for (const char *const *h =
                 (const char *const[]){"maze", "algorithm", "heuristic", "outcome", "moves", "cost",
                                       "expanded", "generated", "stored", "KiB", "ms", NULL};
             *h; h++)
            table_add(t, "%s", *h);
    table_add(t, "%.60s", in->label);
    table_add(t, "%s", r->algorithm);
    table_add(t, "%s", r->heuristic ? r->heuristic : "");
    if (r->outcome == MW_OUTCOME_LIMIT)
        table_add(t, "limit: %s", limit_reason(r->limit, w));
    else
        table_add(t, "%s%s", mw_outcome_name(r->outcome), r->optimal ? ", optimal" : "");
    table_add(t, "%s", solved ? thousands(r->moves, n) : "-");
    table_add(t, "%s", solved ? thousands((double)r->cost, n) : "-");
    table_add(t, "%s", thousands((double)r->expanded, n));
    table_add(t, "%s", thousands((double)r->generated, n));
    table_add(t, "%s", thousands((double)r->stored, n));
    table_add(t, "%s", thousands((double)((r->bytes + 1023) / 1024), n));
    table_add(t, "%.2f", seconds * 1e3);
}

static int solve_once(job *j, const input *in, const char *algorithm, const char *heuristic)
{
    mw_result r;
    mw_error error;
    j->options.algorithm = algorithm;
    j->options.heuristic = heuristic;
    watch_restart(&j->watch, j->s);
    double from = now();
    if (!mw_search(in->maze, &j->options, &r, &error)) {
        complain("%s", error.text);
        return EXIT_USAGE;
    }
    double seconds = now() - from;
    watch_clear(&j->watch);
    if (j->s->value[O_JSON])
        print_json(in, &r, seconds, &j->watch);
    else
        add_row(&j->table, in, &r, seconds, &j->watch);
    int code = r.outcome == MW_OUTCOME_SOLVED       ? EXIT_DONE
               : r.outcome == MW_OUTCOME_UNSOLVABLE ? EXIT_NO
                                                    : EXIT_LIMIT;
    bool better = r.outcome == MW_OUTCOME_SOLVED && (!j->best.actions || r.cost < j->best.cost);
    if (better) {
        mw_result_free(&j->best);
        j->best = r;
    } else {
        mw_result_free(&r);
    }
    return code;
}

static bool is_informed(const char *name)
{
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        if (!strcmp(a->name, name))
            return a->informed;
    return false;
}

// The next item of a comma-separated list, copied to `item`; NULL at the end.
static const char *next_item(const char *list, char item[64])
{
    size_t length = strcspn(list, ",");
    snprintf(item, 64, "%.*s", (int)length, list);
    return list[length] ? list + length + 1 : NULL;
}

static bool valid(const job *j, const mw_maze *m, const char *algorithm, const char *heuristic)
{
    mw_search_options o = j->options;
    mw_error error;
    o.algorithm = algorithm;
    o.heuristic = heuristic;
    bool ok = mw_search_valid(m, &o, &error);
    if (!ok)
        complain("%s", error.text);
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
        if (!valid(j, m, "idastar", item)) // which goes with every store
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
        const char *others = a && is_informed(a) ? j->heuristics : NULL;
        do {
            const char *h = others ? heuristic : NULL;
            if (others)
                others = next_item(others, heuristic);
            code = worse(code, solve_once(j, in, a, h));
        } while (others && code != EXIT_USAGE && !interrupted());
    } while (rest && code != EXIT_USAGE && !interrupted());
    char *moves = j->best.actions ? print_moves(in->maze, &j->best) : NULL;
    if (moves && !j->s->value[O_JSON]) {
        table_add(&j->solutions, "%.60s", in->label);
        table_add(&j->solutions, "%s", moves);
    }
    free(moves);
    mw_result_free(&j->best);
    return code;
}

int run_solve(const settings *s)
{
    job j = {.s = s,
             .algorithms = (char *)s->value[O_ALGORITHM],
             .heuristics = (char *)s->value[O_HEURISTIC],
             .solutions.columns = 2};
    if (!search_read(s, &j.options, &j.watch))
        return EXIT_USAGE;
    int code = for_each_input(s, solve_maze, &j);
    bool json = s->value[O_JSON];
    if (!json && j.table.count)
        table_print(&j.table, 4, stdout);
    if (!json && j.solutions.count)
        putchar('\n');
    table_print(&j.solutions, 2, stdout);
    return code;
}
