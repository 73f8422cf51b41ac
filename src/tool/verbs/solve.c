// solve.c: the verb `solve`: mazes x algorithms x heuristics, one row each.
#include "api/answer.h"
#include "experiment/reproduce/paper_astar.h"
#include "search/search.h"
#include "tool/verbs/solve_steps.h"

#include <stdlib.h>
#include <string.h>

typedef struct call {
    mw_search_options options;
    watch watch;
    name_list algorithms, heuristics, weights; // none: the default
    records records;
    table table;
    table solutions;
    FILE *steps;            // --steps: what is printed after the solutions, a text in memory
    mw_result best;         // of the maze at hand
    bool stuck;             // some search of it got stuck,
    bool answered;          // and some has solved it or proven it unsolvable
    bool searched;          // some search was made, of any maze
    bool as_paper;          // counts as paper_astar.h does
    uint64_t visited;       // then, by the search at hand
    const mw_kind *lacking; // the last kind of which it was said that it lacks a heuristic
} call;

static bool add_record(call *c, input *in, const mw_result *r, double seconds)
{
    const watch *w = &c->watch;
    mw_writer out = maze_object(in);
    mw_answer_search(&out, in->maze, r, c->options.weight,
                     r->outcome == MW_OUTCOME_LIMIT ? limit_reason(w, r->limit) : NULL);
    if (c->as_paper)
        mw_json_members(&out, "count_as=%s visited=%ju", "paper", c->visited);
    mw_json_rounded(&out, "seconds", seconds, 9);
    bool whole = !w->s->value[O_STEPS] || steps_write(&out, in->maze, r, in->label);
    record_add(&c->records, &out);
    return whole;
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
    table_row(t, "%.60s|%s", in->label, r->algorithm);
    if (c->weights.count > 1 && mw_algorithm_find(r->algorithm)->weighted)
        table_add(t, "%s, weight %g", r->heuristic, c->options.weight);
    else
        table_add(t, "%s", r->heuristic ? r->heuristic : "");
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

static int solve_once(call *c, input *in, const char *algorithm, const char *heuristic)
{
    mw_result r;
    mw_error error;
    mw_heuristic *own = NULL;
    c->options.algorithm = algorithm;
    c->options.heuristic = heuristic;
    watch_restart(&c->watch);
    double from = mw_seconds();
    if (c->as_paper) {
        const mw_heuristic *h = heuristic
                                    ? mw_heuristic_read(in->maze->kind, heuristic, &own, &error)
                                    : mw_heuristic_default(in->maze);
        mw_paper_search(in->maze, h, &c->options.limits, &r, &c->visited);
    } else if (!mw_search(in->maze, &c->options, &r, &error)) {
        return complain_of(NULL, &error, EXIT_USAGE);
    }
    double seconds = mw_seconds() - from;
    c->searched = true;
    if (!c->as_paper)
        mw_search_prove(in->maze, &c->options, &r);
    watch_clear(&c->watch);
    watch_rest(&c->watch);
    bool whole = true;
    if (c->records.format == FORMAT_TABLE)
        add_row(c, in, &r, seconds);
    else
        whole = add_record(c, in, &r, seconds);
    mw_heuristic_free(own); // its name has been told
    bool stuck = r.outcome == MW_OUTCOME_LIMIT && r.limit == MW_LIMIT_STUCK;
    c->stuck |= stuck;
    c->answered |= r.outcome != MW_OUTCOME_LIMIT;
    int code = stuck ? EXIT_DONE : exit_of_search(r.outcome);
    code = whole ? code : worse(code, EXIT_LIMIT);
    bool better = r.outcome == MW_OUTCOME_SOLVED && (!c->best.actions || r.cost < c->best.cost);
    if (better) {
        mw_result_free(&c->best);
        c->best = r;
    } else {
        mw_result_free(&r);
    }
    return code;
}

// The estimate counts as often as the weights say, one after the other.
static int solve_weighted(call *c, input *in, const char *algorithm, const char *heuristic)
{
    int code = EXIT_DONE;
    bool weighted = algorithm && mw_algorithm_find(algorithm)->weighted;
    for (unsigned i = 0; i < (weighted && c->weights.count ? c->weights.count : 1); i++) {
        if (weighted && c->weights.count)
            c->options.weight = strtod(c->weights.item[i], NULL);
        code = worse(code, solve_once(c, in, algorithm, heuristic));
        if (code == EXIT_USAGE || interrupted())
            break;
    }
    return code;
}

// Heuristics that only other kinds have get no rows.
static int solve_informed(call *c, input *in, const char *algorithm)
{
    const mw_kind *kind = in->maze->kind;
    int code = EXIT_DONE;
    if (!c->heuristics.count)
        return solve_weighted(c, in, algorithm, NULL);
    const char *names[HEURISTICS_MAX];
    mw_writer lacking;
    unsigned count = heuristics_for(&c->heuristics, kind, names, &lacking), tried = 0;
    if (lacking.failed)
        code = out_of_memory();
    else if (lacking.length && c->lacking != kind &&
             (count || in->listed || c->algorithms.count != 1))
        complain("%s has no heuristic %s; mazes of this kind get no rows for it", kind->name,
                 lacking.text);
    free(lacking.text);
    c->lacking = kind;
    for (; tried < count && code != EXIT_USAGE && code != EXIT_BROKEN && !interrupted(); tried++)
        code = worse(code, solve_weighted(c, in, algorithm, names[tried]));
    // One maze without any row is a mistake; of several, it has been said.
    return tried || in->listed || c->algorithms.count != 1
               ? code
               : solve_once(c, in, algorithm, c->heuristics.item[0]);
}

static int solve_maze(input *in, void *context)
{
    call *c = context;
    int code = EXIT_DONE;
    c->stuck = c->answered = false;
    if (!c->algorithms.count)
        code = solve_weighted(c, in, NULL, NULL);
    for (unsigned i = 0; i < c->algorithms.count && code != EXIT_USAGE && !interrupted(); i++) {
        const char *algorithm = c->algorithms.item[i];
        code = worse(code, mw_algorithm_find(algorithm)->informed
                               ? solve_informed(c, in, algorithm)
                               : solve_weighted(c, in, algorithm, NULL));
    }
    char *moves =
        c->best.actions ? mw_moves_print(in->maze->kind, c->best.actions, c->best.moves) : NULL;
    if (moves && c->records.format == FORMAT_TABLE)
        table_row(&c->solutions, "%.60s|%s", in->label, moves);
    free(moves);
    if (c->best.actions && c->watch.s->value[O_STEPS] && c->records.format == FORMAT_TABLE &&
        !steps_print(c->steps, in->maze, &c->best, in->label))
        code = worse(code, EXIT_LIMIT);
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
    const name_list *a = &c->algorithms;
    if (a->count > 1 || (a->count && strcmp(a->item[0], "astar") != 0))
        return complain(
            "--count-as paper counts the nodes of A*; write --algorithm astar, or leave "
            "it out");
    if (s->value[O_STORE] && strcmp(s->value[O_STORE], "full"))
        return complain("--count-as paper keeps all states apart; leave --store out");
    if (s->value[O_WEIGHT])
        return complain("--count-as paper counts the nodes of A*, which has no weight; leave "
                        "--weight out");
    return a->count || names_of(&c->algorithms, "astar");
}

// An option without effect is refused. In a list of algorithms it is for the others.
static bool store_matters(const call *c)
{
    const char *store = c->watch.s->value[O_STORE];
    bool hill = c->algorithms.count == 1 && !strcmp(c->algorithms.item[0], "hill");
    return !hill || !store || !strcmp(store, "none") || !strcmp(store, "auto") ||
           complain("hill keeps no states but its path; leave --store out");
}

// An option without effect is refused, not forgotten.
static bool options_matter(const call *c)
{
    bool informed = false, weighted = false;
    for (unsigned i = 0; i < c->algorithms.count; i++) {
        const mw_algorithm *a = mw_algorithm_find(c->algorithms.item[i]);
        informed |= a->informed;
        weighted |= a->weighted;
    }
    if (c->heuristics.count && !informed)
        return complain("--heuristic is for informed algorithms, such as astar; choose one with "
                        "--algorithm");
    return !c->weights.count || weighted ||
           complain("--weight is for algorithms that have one, such as wastar; choose one with "
                    "--algorithm");
}

static bool read_weights(call *c, const settings *s)
{
    char *end;
    if (!option_names(s, O_WEIGHT, &c->weights))
        return false;
    for (unsigned i = 0; i < c->weights.count; i++) {
        double weight = strtod(c->weights.item[i], &end);
        if (*end || !(weight >= 0.001 && weight <= 1000))
            return complain("--weight %s: write a number from 0.001 to 1000", c->weights.item[i]);
    }
    return true;
}

int run_solve(const settings *s)
{
    call c = {.solutions.columns = 2, .options.weight = 2};
    bool ok = search_read(s, &c.options, &c.watch) && option_format(s, &c.records) &&
              option_algorithms(s, &c.algorithms) && option_heuristics(s, &c.heuristics) &&
              read_weights(&c, s) && read_counting(&c, s) && store_matters(&c) &&
              options_matter(&c);
    char *steps = NULL;
    size_t length;
    c.steps = open_memstream(&steps, &length);
    int code = !ok ? EXIT_USAGE : !c.steps ? out_of_memory() : for_each_input(s, solve_maze, &c);
    if (code == EXIT_DONE && !c.searched) // no maze has the heuristics, which has been said
        code = EXIT_USAGE;
    records_end(&c.records);
    table_print(&c.table, 4, stdout);
    if (c.solutions.count)
        putchar('\n');
    table_print(&c.solutions, 2, stdout);
    if (c.steps && fclose(c.steps))
        code = out_of_memory();
    fputs(steps ? steps : "", stdout);
    free(steps);
    names_free(&c.algorithms);
    names_free(&c.heuristics);
    names_free(&c.weights);
    return code;
}
