// solve.c: the verb `solve`: mazes x algorithms x heuristics, one row each.
#include "api/answer.h"
#include "experiment/reproduce/paper_astar.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
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
} job;

static void print_json(const job *j, const input *in, const mw_result *r, double seconds)
{
    const watch *w = &j->watch;
    mw_writer out = object_begin();
    mw_json_text(&out, "file", in->label);
    mw_answer_search(&out, in->maze, r,
                     r->outcome == MW_OUTCOME_LIMIT ? limit_reason(w, r->limit) : NULL);
    if (j->as_paper)
        mw_json_members(&out, "count_as=%s visited=%ju", "paper", j->visited);
    mw_json_rounded(&out, "seconds", seconds, 9);
    print_object(&out, stdout);
}

static void add_row(job *j, const input *in, const mw_result *r, double seconds)
{
    table *t = &j->table;
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    uint64_t taken = j->as_paper ? j->visited : r->expanded;
    table_head(t,
               j->as_paper
                   ? "maze|algorithm|heuristic|outcome|moves|cost|visited|generated|stored|KiB|ms"
                   : "maze|algorithm|heuristic|outcome|moves|cost|expanded|generated|stored|KiB|"
                     "ms");
    table_row(t, "%.60s|%s|%s", in->label, r->algorithm, r->heuristic ? r->heuristic : "");
    if (r->outcome == MW_OUTCOME_LIMIT && r->limit == MW_LIMIT_STUCK)
        table_add(t, "stuck at a local minimum");
    else if (r->outcome == MW_OUTCOME_LIMIT)
        table_add(t, "limit: %s", limit_reason(&j->watch, r->limit));
    else
        table_add(t, "%s%s", mw_outcome_name(r->outcome), r->optimal ? ", optimal" : "");
    table_row(t, "%s|%s|%s|%s|%s|%s|%.2f", solved ? THOUSANDS(r->moves) : "-",
              solved ? THOUSANDS((double)r->cost) : "-", THOUSANDS((double)taken),
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
    if (j->as_paper) {
        const mw_heuristic *h = heuristic ? mw_heuristic_find(in->maze->kind, heuristic)
                                          : mw_heuristic_default(in->maze);
        mw_paper_search(in->maze, h, &j->options.limits, &r, &j->visited);
    } else if (!mw_search(in->maze, &j->options, &r, &error)) {
        return complain_of(NULL, &error, EXIT_USAGE);
    }
    double seconds = mw_seconds() - from;
    watch_clear(&j->watch);
    if (j->watch.s->value[O_JSON])
        print_json(j, in, &r, seconds);
    else
        add_row(j, in, &r, seconds);
    bool stuck = r.outcome == MW_OUTCOME_LIMIT && r.limit == MW_LIMIT_STUCK;
    j->stuck |= stuck;
    j->answered |= r.outcome != MW_OUTCOME_LIMIT;
    int code = stuck ? EXIT_DONE : exit_of_search(r.outcome);
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
    j->stuck = j->answered = false;
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
    // A search that gets stuck beside one that answers is no failure: it is there to be compared.
    return j->stuck && !j->answered ? worse(code, EXIT_LIMIT) : code;
}

// Reads --count-as. The paper's program has one algorithm and one way to keep states.
static bool read_counting(job *j, const settings *s)
{
    const char *as = s->value[O_COUNT_AS];
    j->as_paper = as && !strcmp(as, "paper");
    if (as && !j->as_paper && strcmp(as, "mazewright"))
        return complain("--count-as %s is unknown; it is mazewright or paper", as);
    if (!j->as_paper)
        return true;
    if (j->algorithms && strcmp(j->algorithms, "astar"))
        return complain(
            "--count-as paper counts the nodes of A*; write --algorithm astar, or leave "
            "it out");
    if (s->value[O_STORE] && strcmp(s->value[O_STORE], "full"))
        return complain("--count-as paper keeps all states apart; leave --store out");
    j->algorithms = "astar";
    return true;
}

int run_solve(const settings *s)
{
    job j = {.algorithms = s->value[O_ALGORITHM],
             .heuristics = s->value[O_HEURISTIC],
             .solutions.columns = 2};
    if (!search_read(s, &j.options, &j.watch) || !read_counting(&j, s))
        return EXIT_USAGE;
    int code = for_each_input(s, solve_maze, &j);
    table_print(&j.table, 4, stdout);
    if (j.solutions.count)
        putchar('\n');
    table_print(&j.solutions, 2, stdout);
    return code;
}
