// solve.c: the verb `solve`: mazes x algorithms x heuristics, one row each.
#include "api/answer.h"
#include "experiment/reproduce/paper_astar.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct call {
    mw_search_options options;
    watch watch;
    const char *algorithms, *heuristics; // lists as given; NULL: the default
    table table;
    table solutions;
    mw_result best;   // of the maze at hand
    bool stuck;       // some search of it got stuck,
    bool answered;    // and some has solved it or proven it unsolvable
    bool as_paper;    // counts as paper_astar.h does
    uint64_t visited; // then, by the search at hand
} call;

static void print_json(const call *c, const input *in, const mw_result *r, double seconds)
{
    const watch *w = &c->watch;
    mw_writer out = object_begin();
    mw_json_text(&out, "file", in->label);
    mw_answer_search(&out, in->maze, r,
                     r->outcome == MW_OUTCOME_LIMIT ? limit_reason(w, r->limit) : NULL);
    if (c->as_paper)
        mw_json_members(&out, "count_as=%s visited=%ju", "paper", c->visited);
    mw_json_rounded(&out, "seconds", seconds, 9);
    print_object(&out, stdout);
}

static void add_row(call *c, const input *in, const mw_result *r, double seconds)
{
    table *t = &c->table;
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    uint64_t taken = c->as_paper ? c->visited : r->expanded;
    table_head(t,
               c->as_paper
                   ? "maze|algorithm|heuristic|outcome|moves|cost|visited|generated|stored|KiB|ms"
                   : "maze|algorithm|heuristic|outcome|moves|cost|expanded|generated|stored|KiB|"
                     "ms");
    table_row(t, "%.60s|%s|%s", in->label, r->algorithm, r->heuristic ? r->heuristic : "");
    if (r->outcome == MW_OUTCOME_LIMIT && r->limit == MW_LIMIT_STUCK)
        table_add(t, "stuck at a local minimum");
    else if (r->outcome == MW_OUTCOME_LIMIT)
        table_add(t, "limit: %s", limit_reason(&c->watch, r->limit));
    else
        table_add(t, "%s%s", mw_outcome_name(r->outcome), r->optimal ? ", optimal" : "");
    table_row(t, "%s|%s|%s|%s|%s|%s|%.2f", solved ? THOUSANDS(r->moves) : "-",
              solved ? THOUSANDS((double)r->cost) : "-", THOUSANDS((double)taken),
              THOUSANDS((double)r->generated), THOUSANDS((double)r->stored),
              THOUSANDS((double)((r->bytes + 1023) / 1024)), seconds * 1e3);
}

static int solve_once(call *c, const input *in, const char *algorithm, const char *heuristic)
{
    mw_result r;
    mw_error error;
    c->options.algorithm = algorithm;
    c->options.heuristic = heuristic;
    watch_restart(&c->watch);
    double from = mw_seconds();
    if (c->as_paper) {
        const mw_heuristic *h = heuristic ? mw_heuristic_find(in->maze->kind, heuristic)
                                          : mw_heuristic_default(in->maze);
        mw_paper_search(in->maze, h, &c->options.limits, &r, &c->visited);
    } else if (!mw_search(in->maze, &c->options, &r, &error)) {
        return complain_of(NULL, &error, EXIT_USAGE);
    }
    double seconds = mw_seconds() - from;
    watch_clear(&c->watch);
    watch_rest(&c->watch);
    if (c->watch.s->value[O_JSON])
        print_json(c, in, &r, seconds);
    else
        add_row(c, in, &r, seconds);
    bool stuck = r.outcome == MW_OUTCOME_LIMIT && r.limit == MW_LIMIT_STUCK;
    c->stuck |= stuck;
    c->answered |= r.outcome != MW_OUTCOME_LIMIT;
    int code = stuck ? EXIT_DONE : exit_of_search(r.outcome);
    bool better = r.outcome == MW_OUTCOME_SOLVED && (!c->best.actions || r.cost < c->best.cost);
    if (better) {
        mw_result_free(&c->best);
        c->best = r;
    } else {
        mw_result_free(&r);
    }
    return code;
}

static bool valid(const call *c, const mw_maze *m, const char *algorithm, const char *heuristic)
{
    mw_search_options o = c->options;
    mw_error error;
    o.algorithm = algorithm;
    o.heuristic = heuristic;
    bool ok = mw_search_valid(m, &o, &error);
    if (!ok)
        complain_of(NULL, &error, EXIT_USAGE);
    return ok;
}

// All names are checked before anything is printed, also heuristics that no algorithm asks for.
static bool names_known(call *c, const mw_maze *m)
{
    char item[64];
    for (const char *rest = c->algorithms; rest;) {
        rest = next_item(rest, item);
        if (!valid(c, m, item, NULL))
            return false;
    }
    for (const char *rest = c->heuristics; rest;) {
        rest = next_item(rest, item);
        if (!valid(c, m, "idastar", item)) // an informed algorithm that works with every store
            return false;
    }
    return true;
}

static int solve_maze(input *in, void *context)
{
    call *c = context;
    int code = EXIT_DONE;
    char algorithm[64], heuristic[64];
    c->stuck = c->answered = false;
    if (!names_known(c, in->maze))
        return EXIT_USAGE;
    const char *rest = c->algorithms;
    do {
        if (rest)
            rest = next_item(rest, algorithm);
        const char *a = c->algorithms ? algorithm : NULL;
        const char *others = a && mw_algorithm_find(a)->informed ? c->heuristics : NULL;
        do {
            const char *h = others ? heuristic : NULL;
            if (others)
                others = next_item(others, heuristic);
            code = worse(code, solve_once(c, in, a, h));
        } while (others && code != EXIT_USAGE && !interrupted());
    } while (rest && code != EXIT_USAGE && !interrupted());
    char *moves =
        c->best.actions ? mw_moves_print(in->maze->kind, c->best.actions, c->best.moves) : NULL;
    if (moves && !c->watch.s->value[O_JSON])
        table_row(&c->solutions, "%.60s|%s", in->label, moves);
    free(moves);
    mw_result_free(&c->best);
    // A search that gets stuck beside one that answers is no failure: it is there to be compared.
    return c->stuck && !c->answered ? worse(code, EXIT_LIMIT) : code;
}

// Reads --count-as. The paper's program has one algorithm and one way to keep states.
static bool read_counting(call *c, const settings *s)
{
    const char *as = s->value[O_COUNT_AS];
    c->as_paper = as && !strcmp(as, "paper");
    if (as && !c->as_paper && strcmp(as, "mazewright"))
        return complain("--count-as %s is unknown; it is mazewright or paper", as);
    if (!c->as_paper)
        return true;
    if (c->algorithms && strcmp(c->algorithms, "astar"))
        return complain(
            "--count-as paper counts the nodes of A*; write --algorithm astar, or leave "
            "it out");
    if (s->value[O_STORE] && strcmp(s->value[O_STORE], "full"))
        return complain("--count-as paper keeps all states apart; leave --store out");
    if (s->value[O_WEIGHT])
        return complain("--count-as paper counts the nodes of A*, which has no weight; leave "
                        "--weight out");
    c->algorithms = "astar";
    return true;
}

// An option without effect is refused. In a list of algorithms it is for the others.
static bool store_matters(const call *c)
{
    const char *store = c->watch.s->value[O_STORE];
    bool hill = c->algorithms && !strcmp(c->algorithms, "hill");
    return !hill || !store || !strcmp(store, "none") || !strcmp(store, "auto") ||
           complain("hill keeps no states but its path; leave --store out");
}

int run_solve(const settings *s)
{
    call c = {.algorithms = s->value[O_ALGORITHM],
              .heuristics = s->value[O_HEURISTIC],
              .solutions.columns = 2};
    if (!search_read(s, &c.options, &c.watch) || !read_counting(&c, s) || !store_matters(&c))
        return EXIT_USAGE;
    int code = for_each_input(s, solve_maze, &c);
    table_print(&c.table, 4, stdout);
    if (c.solutions.count)
        putchar('\n');
    table_print(&c.solutions, 2, stdout);
    return code;
}
