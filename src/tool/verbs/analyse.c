// analyse.c: the verb `analyse`: measures of the whole state graph, and distance grids.
#include "api/answer.h"
#include "tool/tool.h"

#include <stdlib.h>

typedef struct call {
    watch watch;
    records records;
    table table; // of several mazes
} call;

// A maze may have millions of cells, so their texts are made twice and not kept.
static int cell_text(char text[16], uint32_t distance, bool legal)
{
    return distance != MW_FAR ? snprintf(text, 16, "%u", distance)
                              : snprintf(text, 16, legal ? "-" : "*");
}

static int print_grid(const watch *limits, const mw_graph *g, const char *label)
{
    const mw_maze *m = g->maze;
    const uint32_t cells = (uint32_t)m->w * m->h * m->d;
    bool *legal;
    char text[16];
    uint32_t *distance = mw_cell_distances(g, &legal);
    int *widest = calloc(m->w, sizeof *widest);
    int code = EXIT_DONE;
    if (!m->kind->rules->cell) {
        complain("%s mazes have no distance grid", m->kind->name);
    } else if (!distance || !widest) {
        code = limit_hit(limits, label, MW_LIMIT_MEMORY);
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
    if (g->most) { // the memory for the text is what the graph and the distances leave
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

static int add_record(call *c, input *in, const mw_graph *g, const mw_analysis *a, double seconds)
{
    char *hardest = mw_answer_hardest(g, a);
    mw_writer w = maze_object(in);
    w.failed = w.failed || (!hardest && a->hardest != MW_FAR);
    mw_json_members(&w, "kind=%s width=%u height=%u depth=%u", in->maze->kind->name, in->maze->w,
                    in->maze->h, in->maze->d);
    mw_json_open(&w, "features", '{');
    mw_answer_measures(&w, a);
    mw_json_close(&w, '}');
    mw_json_text(&w, "hardest_start", hardest);
    if (c->watch.s->value[O_DISTANCES])
        grid_json(&w, g);
    mw_json_count(&w, "bytes", g->bytes);
    mw_json_rounded(&w, "seconds", seconds, 9);
    free(hardest);
    if (w.failed) {
        free(w.text);
        return limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY);
    }
    record_add(&c->records, &w);
    return EXIT_DONE;
}

static void print_one(const input *in, const mw_graph *g, const mw_analysis *a)
{
    char *hardest = mw_answer_hardest(g, a);
    table t = {.columns = 3};
    char size[40];
    printf("%s: %s, %s\n", in->label, in->maze->kind->name,
           size_words(in->maze->w, in->maze->h, in->maze->d, size));
    for (unsigned i = 0; i < a->count; i++)
        table_row(&t, "  %s|%s|%s", a->values[i].name, THOUSANDS(a->values[i].value),
                  a->values[i].about);
    // The numbers stand on the left, next to their names, where they are easier to read.
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
    table_head(t, "maze|length|difficulty|solutions|states|edges|dead|branching|forced|hardest|"
                  "unreaching");
    table_add(t, "%.60s", in->label);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        table_number(t, mw_analysis_value(a, shown[i]));
}

static int analyse_maze(input *in, void *context)
{
    call *c = context;
    const settings *s = c->watch.s;
    mw_analysis a;
    double from = mw_seconds();
    mw_graph *g = graph_within(&c->watch, in->maze, in->label);
    if (!g)
        return EXIT_LIMIT;
    if (!mw_analyse(g, &a)) {
        mw_graph_free(g);
        return limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY);
    }
    int code = EXIT_DONE;
    watch_rest(&c->watch);
    if (c->records.format != FORMAT_TABLE)
        code = add_record(c, in, g, &a, mw_seconds() - from);
    else if (in->listed && !s->value[O_DISTANCES])
        add_row(&c->table, in, &a);
    else {
        print_one(in, g, &a);
        if (s->value[O_DISTANCES])
            code = print_grid(&c->watch, g, in->label);
    }
    mw_analysis_free(&a);
    mw_graph_free(g);
    return code;
}

int run_analyse(const settings *s)
{
    call c = {0};
    if (!watch_open(&c.watch, s) || !option_format(s, &c.records))
        return EXIT_USAGE;
    int code = for_each_input(s, analyse_maze, &c);
    records_end(&c.records);
    table_print(&c.table, 1, stdout);
    return code;
}
