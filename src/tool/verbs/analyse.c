// analyse.c: the verb `analyse`: measures of the whole state graph, and distance grids.
#include "api/answer.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    const settings *s;
    mw_limits limits;
    watch watch;
    table table; // of several mazes
} job;

// The cells may be millions: they are not kept as texts.
static int cell_text(char text[16], uint32_t distance, bool legal)
{
    return distance != MW_FAR ? snprintf(text, 16, "%u", distance)
                              : snprintf(text, 16, legal ? "-" : "*");
}

static int print_grid(const mw_graph *g, const char *label)
{
    const mw_maze *m = g->maze;
    const uint32_t cells = (uint32_t)m->w * m->h * m->d;
    bool *legal;
    char text[16];
    uint32_t *distance = mw_cell_distances(g, &legal);
    int *widest = calloc(m->w, sizeof *widest);
    if (!m->kind->rules->cell) {
        complain("%s mazes have no distance grid", m->kind->name);
    } else if (!distance || !widest) {
        complain("%s: stopped at the limit: memory", label);
    } else {
        for (uint32_t i = 0; i < cells; i++) {
            int width = cell_text(text, distance[i], legal[i]);
            if (width > widest[i % m->w])
                widest[i % m->w] = width;
        }
        printf("\nmoves to the goal from each cell%s (- never, * no cell):\n",
               m->traits & MW_UNIT_COST ? "" : ", by cost");
        for (uint32_t i = 0; i < cells; i++) {
            cell_text(text, distance[i], legal[i]);
            printf("%*s%s", widest[i % m->w], text, i % m->w + 1u == m->w ? "\n" : "  ");
        }
    }
    int code = m->kind->rules->cell && (!distance || !widest) ? EXIT_LIMIT : EXIT_DONE;
    free(widest);
    free(distance);
    if (distance)
        free(legal);
    return code;
}

static void grid_json(mw_writer *w, const mw_graph *g)
{
    const mw_maze *m = g->maze;
    uint32_t *distance = mw_cell_distances(g, NULL);
    if (!distance) {
        w->failed |= m->kind->rules->cell != NULL;
        mw_json_null(w, "distances");
        return;
    }
    if (g->most) { // the text stands beside the graph and the distances
        uint64_t held = g->held + (uint64_t)m->w * m->h * m->d * sizeof *distance;
        w->most = g->most > held ? (size_t)(g->most - held) : 1;
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

static int print_json(const job *j, const input *in, const mw_graph *g, const mw_analysis *a,
                      double seconds)
{
    char *hardest = mw_answer_hardest(g, a);
    mw_writer w = {.failed = !hardest && a->hardest != MW_FAR};
    mw_json_open(&w, NULL, '{');
    mw_json_text(&w, "file", in->label);
    mw_json_text(&w, "kind", in->maze->kind->name);
    mw_json_count(&w, "width", in->maze->w);
    mw_json_count(&w, "height", in->maze->h);
    mw_answer_measures(&w, a);
    mw_json_text(&w, "hardest_start", hardest);
    if (j->s->value[O_DISTANCES])
        grid_json(&w, g);
    mw_json_count(&w, "bytes", g->bytes);
    mw_json_rounded(&w, "seconds", seconds, 9);
    mw_json_close(&w, '}');
    free(hardest);
    if (w.failed) {
        complain("%s: stopped at the limit: memory", in->label);
        free(w.text);
        return EXIT_LIMIT;
    }
    print_line(&w, stdout);
    return EXIT_DONE;
}

static void print_one(const input *in, const mw_graph *g, const mw_analysis *a)
{
    char n[40], *hardest = mw_answer_hardest(g, a);
    table t = {.columns = 3};
    printf("%s: %s, %ux%u\n", in->label, in->maze->kind->name, in->maze->w, in->maze->h);
    for (unsigned i = 0; i < a->count; i++) {
        table_add(&t, "  %s", a->values[i].name);
        table_add(&t, "%s", thousands(a->values[i].value, n));
        table_add(&t, "%s", a->values[i].about);
    }
    // the middle column holds numbers, but reads well on the left, next to its name
    table_print(&t, 3, stdout);
    if (!hardest && a->hardest != MW_FAR)
        out_of_memory();
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
        complain("%s: stopped at the limit: memory", in->label);
        mw_graph_free(g);
        return EXIT_LIMIT;
    }
    int code = EXIT_DONE;
    if (j->s->value[O_JSON])
        code = print_json(j, in, g, &a, now() - from);
    else if (j->s->input_count > 1 && !j->s->value[O_DISTANCES])
        add_row(&j->table, in, &a);
    else {
        print_one(in, g, &a);
        if (j->s->value[O_DISTANCES])
            code = print_grid(g, in->label);
    }
    mw_analysis_free(&a);
    mw_graph_free(g);
    return code;
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
