// check.c: the verbs `check` (laws) and `audit` (heuristics): do things hold what they promise?
#include "tool/tool.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    const settings *s;
    mw_limits limits;
    watch watch;
    uint64_t seed;
    unsigned margin;
} job;

// ---- check

static void say(void *context, const char *sentence)
{
    json_array_append_new(context, json_string(sentence));
}

static int check_maze(input *in, void *context)
{
    job *j = context;
    json_t *failures = json_array();
    watch_restart(&j->watch, j->s);
    mw_verdict v = mw_laws(in->maze, j->seed, &j->limits, say, failures);
    watch_clear(&j->watch);
    if (j->s->value[O_JSON]) {
        json_t *o =
            json_pack("{s:s, s:s, s:i, s:I, s:I, s:O}", "file", in->label, "kind",
                      in->maze->kind->name, "laws", (int)v.laws, "states", (json_int_t)v.states,
                      "seed", (json_int_t)j->seed, "failures", failures);
        json_dumpf(o, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(o);
    } else {
        for (size_t i = 0; i < json_array_size(failures); i++)
            printf("%s: %s\n", in->label, json_string_value(json_array_get(failures, i)));
        if (!v.failures && !v.limit)
            printf("%s: ok, %u laws on %llu states\n", in->label, v.laws,
                   (unsigned long long)v.states);
    }
    json_decref(failures);
    if (v.limit)
        complain("%s: stopped at the limit: %s", in->label, limit_reason(v.limit, &j->watch));
    return v.failures ? EXIT_NO : v.limit ? EXIT_LIMIT : EXIT_DONE;
}

int run_check(const settings *s)
{
    job j = {.s = s};
    double seed;
    if (!limits_read(s, &j.limits, &j.watch) || !option_number(s, O_SEED, 0, 9e15, 1, &seed))
        return EXIT_USAGE;
    j.seed = (uint64_t)seed;
    return for_each_input(s, check_maze, &j);
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

static json_t *estimate_json(uint32_t h)
{
    return h == MW_FAR ? json_null() : json_integer(h);
}

static void print_audit_json(const input *in, const mw_maze *m, const mw_audit *a, bool open)
{
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:I, s:I, s:I, s:o, s:f}",
                          "file", in->label, "kind", m->kind->name, "board", open ? "open" : "maze",
                          "heuristic", a->heuristic->name, "admissible", a->admissible,
                          "consistent", a->consistent, "exact", a->exact, "claims_admissible",
                          a->claims & MW_ADMISSIBLE, "claims_consistent", a->claims & MW_CONSISTENT,
                          "states", (json_int_t)a->states, "overestimated",
                          (json_int_t)a->overestimated, "inconsistent", (json_int_t)a->inconsistent,
                          "worst", estimate_json(a->worst), "mean_error", a->mean_error);
    if (!a->admissible) {
        char *where = mw_state_describe(m, &a->over);
        if (!where)
            out_of_memory();
        json_object_set_new(o, "counterexample",
                            json_pack("{s:s?, s:o, s:i}", "state", where, "estimate",
                                      estimate_json(a->over_estimate), "exact",
                                      (int)a->over_exact));
        free(where);
    }
    json_dumpf(o, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(o);
}

// Is `name` in the comma-separated list?
static bool listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += length)
        if ((p == list || p[-1] == ',') && (!p[length] || p[length] == ','))
            return true;
    return false;
}

static bool all_known(const mw_kind *kind, const char *list)
{
    for (const char *p = list; p;) {
        char name[64];
        size_t length = strcspn(p, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, p);
        if (!mw_heuristic_find(kind, name)) {
            fprintf(stderr, "mazewright: %s has no heuristic '%s'; the heuristics are", kind->name,
                    name);
            for (const mw_heuristic *h = kind->heuristics; h && h->name; h++)
                fprintf(stderr, " %s", h->name);
            fputc('\n', stderr);
            return false;
        }
        p = p[length] ? p + length + 1 : NULL;
    }
    return true;
}

static int audit_board(job *j, const input *in, const mw_maze *m, bool open)
{
    const char *wanted = j->s->value[O_HEURISTIC];
    mw_limit limit;
    watch_restart(&j->watch, j->s);
    mw_graph *g = mw_graph_build(m, true, &j->limits, &limit);
    watch_clear(&j->watch);
    if (!g) {
        complain("%s: stopped at the limit: %s", in->label, limit_reason(limit, &j->watch));
        return EXIT_LIMIT;
    }
    int code = EXIT_DONE;
    for (const mw_heuristic *h = m->kind->heuristics; h && h->name; h++) {
        mw_audit a;
        if ((wanted && !listed(wanted, h->name)) || (open && !h->open))
            continue;
        if (!mw_audit_run(g, h, &a)) {
            complain("%s: stopped at the limit: memory", in->label);
            code = worse(code, EXIT_LIMIT);
            break;
        }
        if (j->s->value[O_JSON])
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

// On the maze, and on its board without obstacles, where a heuristic meets more cases.
static int audit_maze(input *in, void *context)
{
    job *j = context;
    const mw_kind *kind = in->maze->kind;
    const char *wanted = j->s->value[O_HEURISTIC];
    if (wanted && !all_known(kind, wanted))
        return EXIT_USAGE;
    const mw_heuristic *h = with_open_board(kind);
    if (j->s->value[O_OPEN] && !h) {
        complain("%s mazes have no board without obstacles to audit on; leave --open out",
                 kind->name);
        return EXIT_USAGE;
    }
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
        return j->s->value[O_OPEN] ? worse(code, EXIT_LIMIT) : code;
    }
    code = worse(code, audit_board(j, in, open, true));
    mw_maze_free(open);
    return code;
}

int run_audit(const settings *s)
{
    job j = {.s = s};
    double margin;
    if (!limits_read(s, &j.limits, &j.watch) || !option_number(s, O_OPEN, 0, 2000, 8, &margin))
        return EXIT_USAGE;
    j.margin = (unsigned)margin;
    return for_each_input(s, audit_maze, &j);
}
