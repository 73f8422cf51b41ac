// analyse.c: the verb `analyse`: measures of the whole state graph, and distance grids.
#include "page/report.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    const settings *s;
    mw_limits limits;
    watch watch;
    table table; // of several mazes
} job;

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

static void grid_json(mw_writer *w, const mw_graph *g)
{
    const mw_maze *m = g->maze;
    uint32_t *distance = mw_cell_distances(g, NULL);
    if (!distance) {
        mw_json_null(w, "distances");
        return;
    }
    mw_json_open(w, "distances", '[');
    for (uint32_t y = 0; y < (uint32_t)m->h * m->d; y++) {
        mw_json_open(w, NULL, '[');
        for (uint32_t x = 0; x < m->w; x++)
            mw_json_maybe(w, NULL, distance[y * m->w + x]);
        mw_json_close(w, ']');
    }
    mw_json_close(w, ']');
    free(distance);
}

static void print_json(const job *j, const input *in, const mw_graph *g, const mw_analysis *a,
                       double seconds)
{
    char *hardest = mw_report_hardest(g, a);
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_json_text(&w, "file", in->label);
    mw_json_text(&w, "kind", in->maze->kind->name);
    mw_json_count(&w, "width", in->maze->w);
    mw_json_count(&w, "height", in->maze->h);
    mw_report_measures(&w, a);
    mw_json_text(&w, "hardest_start", hardest);
    if (j->s->value[O_DISTANCES])
        grid_json(&w, g);
    mw_json_count(&w, "bytes", g->bytes);
    mw_json_rounded(&w, "seconds", seconds, 9);
    mw_json_close(&w, '}');
    print_line(&w, stdout);
    free(hardest);
}

static void print_one(const input *in, const mw_graph *g, const mw_analysis *a)
{
    char n[40], *hardest = mw_report_hardest(g, a);
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
    static const char *const shown[] = {"length",  "difficulty", "solutions", "states",
                                        "edges",   "dead",       "branching", "forced",
                                        "hardest", "unreaching"};
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
