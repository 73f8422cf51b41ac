// check.c: the verbs `check` (does a kind keep its laws?) and `audit` (are heuristics what they
// claim?).
#include "tool/tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    watch watch;
    uint64_t seed;
    unsigned margin;
} job;

// ---- check

static int check_maze(input *in, void *context)
{
    job *j = context;
    bool json = j->watch.s->value[O_JSON];
    failures wrong = {.watch = &j->watch, .label = in->label, .json = json};
    watch_restart(&j->watch);
    mw_verdict v = mw_laws(in->maze, j->seed, &j->watch.limits, say_failure, &wrong);
    watch_clear(&j->watch);
    if (json) {
        mw_writer w = object_begin();
        mw_json_members(&w, "file=%s kind=%s laws=%u states=%ju seed=%ju", in->label,
                        in->maze->kind->name, v.laws, v.states, j->seed);
        failures_json(&w, &wrong);
        print_object(&w, stdout);
    } else if (!v.failures && !v.limit) {
        printf("%s: ok, %u laws on %llu states\n", in->label, v.laws, (unsigned long long)v.states);
    }
    if (v.limit)
        limit_hit(&j->watch, in->label, v.limit);
    return v.failures ? EXIT_NO : v.limit ? EXIT_LIMIT : EXIT_DONE;
}

int run_check(const settings *s)
{
    job j;
    bool ok = watch_open(&j.watch, s) && option_seed(s, &j.seed);
    return ok ? for_each_input(s, check_maze, &j) : EXIT_USAGE;
}

// ---- audit

static const char *estimate_text(uint32_t h, char buffer[16])
{
    snprintf(buffer, 16, h == MW_FAR ? "never" : "%u", h);
    return buffer;
}

static void print_audit(const char *label, const mw_maze *m, const mw_audit *a, bool open)
{
    char h[16], n[40], of[40];
    printf("%s%s: %s is %s and %s on %s states", label, open ? ", open board" : "",
           a->heuristic->name, a->admissible ? "admissible" : "NOT admissible",
           a->consistent ? "consistent" : "NOT consistent", thousands((double)a->states, n));
    if (a->exact)
        printf(", and exact");
    else
        printf("; on average %.2f %s", a->mean_error < 0 ? -a->mean_error : a->mean_error,
               a->mean_error < 0 ? "too high" : "too low");
    printf("%s\n", a->claims & MW_CONSISTENT && !a->consistent   ? " (it claims to be consistent)"
                   : a->claims & MW_ADMISSIBLE && !a->admissible ? " (it claims to be admissible)"
                                                                 : "");
    if (!a->admissible) {
        char *where = mw_state_describe(m, &a->over);
        if (!where)
            out_of_memory();
        printf("  overestimates %s of %s states, by at most %s\n"
               "  smallest: %s: estimate %s, exact %u\n",
               thousands((double)a->overestimated, n), thousands((double)a->states, of),
               estimate_text(a->worst, h), where ? where : "?",
               estimate_text(a->over_estimate, (char[16]){0}), a->over_exact);
        free(where);
    }
    if (!a->consistent) {
        char *from = mw_state_describe(m, &a->from), *to = mw_state_describe(m, &a->to);
        if (!from || !to)
            out_of_memory();
        printf("  drops faster than a move costs on %s moves\n"
               "  smallest: %s: estimate %s; move %s costs %u and leads to %s: estimate %u\n",
               thousands((double)a->inconsistent, n), from ? from : "?",
               estimate_text(a->from_estimate, h), m->kind->rules->actions[a->action].word,
               a->edge_cost, to ? to : "?", a->to_estimate);
        free(from);
        free(to);
    }
}

static void print_audit_json(const input *in, const mw_maze *m, const mw_audit *a, bool open)
{
    mw_writer w = object_begin();
    mw_json_members(&w,
                    "file=%s kind=%s board=%s heuristic=%s admissible=%d consistent=%d exact=%d",
                    in->label, m->kind->name, open ? "open" : "maze", a->heuristic->name,
                    a->admissible, a->consistent, a->exact);
    mw_json_members(&w,
                    "claims_admissible=%d claims_consistent=%d states=%ju overestimated=%ju "
                    "inconsistent=%ju worst=%u mean_error=%.6e",
                    a->claims & MW_ADMISSIBLE, a->claims & MW_CONSISTENT, a->states,
                    a->overestimated, a->inconsistent, a->worst, a->mean_error);
    if (!a->admissible) {
        mw_json_open(&w, "counterexample", '{');
        mw_json_owned(&w, "state", mw_state_describe(m, &a->over));
        mw_json_members(&w, "estimate=%u exact=%u", a->over_estimate, a->over_exact);
        mw_json_close(&w, '}');
    }
    print_object(&w, stdout);
}

static bool is_listed(const char *list, const char *name)
{
    char item[64];
    while (list) {
        list = next_item(list, item);
        if (!strcmp(item, name))
            return true;
    }
    return false;
}

static bool all_known(const mw_kind *kind, const char *list)
{
    while (list) {
        char name[64];
        list = next_item(list, name);
        if (!mw_heuristic_find(kind, name)) {
            fprintf(stderr, "mazewright: %s has no heuristic '%s'; the heuristics are", kind->name,
                    name);
            for (const mw_heuristic *h = kind->heuristics; h && h->name; h++)
                fprintf(stderr, " %s", h->name);
            fputc('\n', stderr);
            return false;
        }
    }
    return true;
}

static int audit_board(job *j, const input *in, const mw_maze *m, bool open)
{
    const settings *s = j->watch.s;
    const char *wanted = s->value[O_HEURISTIC];
    mw_graph *g = graph_within(&j->watch, m, in->label);
    if (!g)
        return EXIT_LIMIT;
    int code = EXIT_DONE;
    for (const mw_heuristic *h = m->kind->heuristics; h && h->name; h++) {
        mw_audit a;
        if ((wanted && !is_listed(wanted, h->name)) || (open && !h->open))
            continue;
        if (!mw_audit_run(g, h, &a)) {
            code = worse(code, limit_hit(&j->watch, in->label, MW_LIMIT_MEMORY));
            break;
        }
        if (s->value[O_JSON])
            print_audit_json(in, m, &a, open);
        else
            print_audit(in->label, m, &a, open);
        if (!a.admissible || !a.consistent)
            code = worse(code, EXIT_NO);
    }
    mw_graph_free(g);
    return code;
}

// The first heuristic that can be audited on a board without obstacles; NULL: none.
static const mw_heuristic *with_open_board(const mw_kind *kind)
{
    const mw_heuristic *h = kind->heuristics;
    while (h && h->name && !h->open)
        h++;
    return h && h->name ? h : NULL;
}

// Audits on the maze, and on its board without obstacles, where a heuristic meets more cases.
static int audit_maze(input *in, void *context)
{
    job *j = context;
    const settings *s = j->watch.s;
    const mw_kind *kind = in->maze->kind;
    const char *wanted = s->value[O_HEURISTIC];
    if (wanted && !all_known(kind, wanted))
        return EXIT_USAGE;
    const mw_heuristic *h = with_open_board(kind);
    if (s->value[O_OPEN] && !h)
        return complain_with(
            EXIT_USAGE, "%s mazes have no board without obstacles to audit on; leave --open out",
            kind->name);
    int code = audit_board(j, in, in->maze, false);
    if (!h || code == EXIT_LIMIT)
        return code;
    errno = 0;
    mw_maze *open = h->open(in->maze, j->margin);
    if (!open && errno == ENOMEM)
        return out_of_memory();
    if (!open) {
        complain("%s: not audited on the open board: a margin of %u makes it too large", in->label,
                 j->margin);
        return s->value[O_OPEN] ? worse(code, EXIT_LIMIT) : code;
    }
    code = worse(code, audit_board(j, in, open, true));
    mw_maze_free(open);
    return code;
}

int run_audit(const settings *s)
{
    job j;
    bool ok = watch_open(&j.watch, s) && option_count(s, O_OPEN, 0, 2000, 8, &j.margin);
    return ok ? for_each_input(s, audit_maze, &j) : EXIT_USAGE;
}
