// list.c: the verb `list`: the mazes that come with the command.
#include "tool/verbs/site_days.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct call {
    const settings *s;
    records records;
    table table;
} call;

static int list_maze(input *in, void *context)
{
    call *c = context;
    const mw_maze *m = in->maze;
    char size[40];
    graded g;
    int code = grade_maze(m, &g);
    if (code == EXIT_DONE && c->records.format == FORMAT_TABLE) {
        table_head(&c->table, "maze|kind|size|length|difficulty");
        table_row(&c->table, "%s|%s|%s|%s|%s", in->label, m->kind->name,
                  size_words(m->w, m->h, m->d, size), THOUSANDS(g.length), THOUSANDS(g.difficulty));
    } else if (code == EXIT_DONE) {
        mw_writer w = maze_object(in);
        mw_json_members(&w, "kind=%s width=%u height=%u depth=%u length=%g difficulty=%g",
                        m->kind->name, m->w, m->h, m->d, g.length, g.difficulty);
        record_add(&c->records, &w);
    }
    graded_free(&g);
    return code;
}

static int list_named(void *context, const char *name, const char *path)
{
    call *c = context;
    char full[300];
    (void)path;
    snprintf(full, sizeof full, "shipped:%.280s", name);
    return with_input(c->s, full, list_maze, c);
}

int run_list(const settings *s)
{
    call c = {.s = s};
    int code = option_format(s, &c.records) ? EXIT_DONE : EXIT_USAGE;
    for (int i = 0; i < s->input_count && code == EXIT_DONE; i++)
        if (!mw_kind_find(s->inputs[i]) && !is_shipped_apart(s->inputs[i]))
            code = unknown_kind(s->inputs[i]);
    if (code == EXIT_DONE && !s->input_count)
        code = each_shipped("", NULL, list_named, &c);
    for (int i = 0; i < s->input_count && code != EXIT_USAGE && !interrupted(); i++)
        code = worse(code, each_shipped(s->inputs[i], NULL, list_named, &c));
    records_end(&c.records);
    table_print(&c.table, 3, stdout);
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}
