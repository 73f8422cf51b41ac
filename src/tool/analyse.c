// analyse.c: the verb `analyse`: measures of the whole state graph, and distance grids.
#include "tool/tool.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    const settings *s;
    mw_limits limits;
    watch watch;
    table table; // of several mazes
} job;

static char *describe_hardest(const mw_graph *g, const mw_analysis *a)
{
    mw_state s;
    if (a->hardest == MW_FAR)
        return NULL;
    mw_graph_state(g, a->hardest, &s);
    return mw_state_describe(g->maze, &s);
}

static void print_grid(const mw_graph *g)
{
    const mw_maze *m = g->maze;
    bool *legal;
    uint32_t *distance = mw_cell_distances(g, &legal);
    if (!distance) {
        complain("%s mazes have no distance grid", m->kind->name);
        return;
    }
    table t = {.columns = m->w};
    for (uint32_t i = 0; i < (uint32_t)m->w * m->h * m->d; i++)
        if (distance[i] != MW_FAR)
            table_add(&t, "%u", distance[i]);
        else
            table_add(&t, legal[i] ? "-" : "*");
    printf("\nmoves to the goal from each cell%s (- never, * no cell):\n",
           m->traits & MW_UNIT_COST ? "" : ", by cost");
    table_print(&t, 0, stdout);
    free(distance);
    free(legal);
}

static json_t *grid_json(const mw_graph *g)
{
    const mw_maze *m = g->maze;
    uint32_t *distance = mw_cell_distances(g, NULL);
    if (!distance)
        return json_null();
    json_t *rows = json_array();
    for (uint32_t y = 0; y < (uint32_t)m->h * m->d; y++) {
        json_t *row = json_array();
        for (uint32_t x = 0; x < m->w; x++) {
            uint32_t d = distance[y * m->w + x];
            json_array_append_new(row, d == MW_FAR ? json_null() : json_integer(d));
        }
        json_array_append_new(rows, row);
    }
    free(distance);
    return rows;
}

static json_t *number(double x)
{
    return isnan(x) ? json_null() : x == floor(x) ? json_integer((json_int_t)x) : json_real(x);
}

static void print_json(const job *j, const input *in, const mw_graph *g, const mw_analysis *a,
                       double seconds)
{
    char *hardest = describe_hardest(g, a);
    json_t *o = json_pack("{s:s, s:s, s:i, s:i}", "file", in->label, "kind", in->maze->kind->name,
                          "width", (int)in->maze->w, "height", (int)in->maze->h);
    for (unsigned i = 0; i < a->count; i++)
        json_object_set_new(o, a->values[i].name, number(a->values[i].value));
    json_object_set_new(o, "hardest_start", hardest ? json_string(hardest) : json_null());
    if (j->s->value[O_DISTANCES])
        json_object_set_new(o, "distances", grid_json(g));
    json_object_set_new(o, "bytes", json_integer((json_int_t)g->bytes));
    json_object_set_new(o, "seconds", json_real(seconds));
    json_dumpf(o, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    fflush(stdout);
    json_decref(o);
    free(hardest);
}

static void print_one(const input *in, const mw_graph *g, const mw_analysis *a)
{
    char n[40], *hardest = describe_hardest(g, a);
    table t = {.columns = 3};
    printf("%s: %s, %ux%u\n", in->label, in->maze->kind->name, in->maze->w, in->maze->h);
    for (unsigned i = 0; i < a->count; i++) {
        table_add(&t, "  %s", a->values[i].name);
        table_add(&t, "%s", thousands(a->values[i].value, n));
        table_add(&t, "%s", a->values[i].about);
    }
    // the middle column holds numbers, but reads well on the left, next to its name
    table_print(&t, 3, stdout);
    if (hardest)
        printf("  hardest start: %s\n", hardest);
    free(hardest);
}

static void add_row(table *t, const input *in, const mw_analysis *a)
{
    static const char *const shown[] = {"length",    "solutions", "states",  "edges",     "dead",
                                        "branching", "forced",    "hardest", "unreaching"};
    const unsigned n = sizeof shown / sizeof *shown;
    char text[40];
    t->columns = n + 1;
    if (!t->count) {
        table_add(t, "maze");
        for (unsigned i = 0; i < n; i++)
            table_add(t, "%s", shown[i]);
    }
    table_add(t, "%.60s", in->label);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < a->count; k++)
            if (!strcmp(a->values[k].name, shown[i]))
                table_add(t, "%s", thousands(a->values[k].value, text));
}

static int analyse_maze(input *in, void *context)
{
    job *j = context;
    mw_limit limit;
    mw_analysis a;
    watch_restart(&j->watch, j->s);
    double from = now();
    mw_graph *g = mw_graph_build(in->maze, true, &j->limits, &limit);
    watch_clear(&j->watch);
    if (!g) {
        complain("%s: stopped at the limit: %s", in->label, limit_reason(limit, &j->watch));
        return EXIT_LIMIT;
    }
    if (!mw_analyse(g, &a)) {
        complain("%s: out of memory", in->label);
        mw_graph_free(g);
        return EXIT_LIMIT;
    }
    if (j->s->value[O_JSON])
        print_json(j, in, g, &a, now() - from);
    else if (j->s->input_count > 1 && !j->s->value[O_DISTANCES])
        add_row(&j->table, in, &a);
    else {
        print_one(in, g, &a);
        if (j->s->value[O_DISTANCES])
            print_grid(g);
    }
    mw_analysis_free(&a);
    mw_graph_free(g);
    return EXIT_DONE;
}

int run_analyse(const settings *s)
{
    job j = {.s = s};
    if (!limits_read(s, &j.limits, &j.watch))
        return EXIT_USAGE;
    int code = for_each_input(s, analyse_maze, &j);
    if (j.table.count)
        table_print(&j.table, 1, stdout);
    return code;
}
