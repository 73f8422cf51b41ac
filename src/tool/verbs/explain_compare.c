// explain_compare.c: mazes side by side, and what makes the one harder than the other.
#include "api/answer.h"
#include "tool/verbs/explain_call.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAZES_MAX 12 // columns of a table that can still be read

typedef struct candidate {
    char *label;
    mw_maze *maze;
    mw_weighed weighed;
    char name[4]; // "A"
} candidate;

typedef struct comparison {
    explain_call *call;
    candidate list[MAZES_MAX];
    unsigned count;
} comparison;

static int weigh(input *in, void *context)
{
    comparison *c = context;
    mw_limit limit;
    candidate *one = &c->list[c->count];
    if (c->count == MAZES_MAX)
        return complain_with(EXIT_USAGE, "--compare takes at most %d mazes", MAZES_MAX);
    watch *w = &c->call->watch;
    watch_restart(w);
    mw_graph *g = mw_graph_build(in->maze, false, &w->limits, &limit);
    bool ok = g && mw_weigh(g, &one->weighed);
    mw_graph_free(g);
    watch_clear(w);
    if (!ok)
        return limit_hit(w, in->label, g ? MW_LIMIT_MEMORY : limit);
    one->label = strdup(in->label);
    if (!one->label)
        return out_of_memory();
    one->maze = in->maze;
    in->maze = NULL;
    snprintf(one->name, sizeof one->name, "%c", 'A' + (int)c->count++);
    return EXIT_DONE;
}

// ---- telling

// The first one says which maze is harder; the others are a list below it.
static void print_sentence(void *context, const char *sentence)
{
    unsigned *told = context;
    int indent = (*told)++ ? 2 : 0;
    printf("%s", indent ? "- " : "");
    wrap(sentence, indent, indent);
}

static void print_table(const comparison *c)
{
    table t = {0};
    char head[20 + 2 * MAZES_MAX] = "";
    for (unsigned i = 0; i < c->count; i++) {
        printf("%s: %s\n", c->list[i].name, c->list[i].label);
        snprintf(head + strlen(head), sizeof head - strlen(head), "|%s", c->list[i].name);
    }
    table_head(&t, head);
    for (unsigned k = 0; mw_weighed_measures()[k].name; k++) {
        table_add(&t, "  %s", mw_weighed_measures()[k].name);
        for (unsigned i = 0; i < c->count; i++)
            table_number(&t, c->list[i].weighed.values[k].value);
    }
    putchar('\n');
    table_print(&t, 1, stdout);
    putchar('\n');
}

// Two neighbours in the order of their difficulty.
static void tell_pair(const comparison *c, const candidate *one, const candidate *other)
{
    const mw_weighed *const weighed[] = {&one->weighed, &other->weighed};
    if (c->call->records.format == FORMAT_TABLE) {
        unsigned told = 0;
        if (!mw_harder_say(weighed, (const char *const[]){one->name, other->name}, print_sentence,
                           &told))
            out_of_memory();
        return;
    }
    mw_writer w = object_begin();
    mw_answer_comparison(&w, (const mw_maze *const[]){one->maze, other->maze}, weighed);
    if (w.failed) {
        free(w.text);
        out_of_memory();
        return;
    }
    record_add(&c->call->records, &w);
}

static int compare_steps(const void *one, const void *other)
{
    const candidate *const *a = one, *const *b = other;
    double x = (*a)->weighed.difficulty.player_steps, y = (*b)->weighed.difficulty.player_steps;
    if (isnan(x) || isnan(y)) // those that are not known come last
        return isnan(x) - isnan(y) ? isnan(x) - isnan(y) : strcmp((*a)->name, (*b)->name);
    return x != y ? (x > y ? -1 : 1) : strcmp((*a)->name, (*b)->name);
}

static void tell_all(const comparison *c)
{
    const candidate *order[MAZES_MAX];
    for (unsigned i = 0; i < c->count; i++)
        order[i] = &c->list[i];
    if (c->count > 2) // two stay as they were named
        qsort(order, c->count, sizeof *order, compare_steps);
    if (c->call->records.format == FORMAT_TABLE)
        print_table(c);
    for (unsigned i = 0; i + 1 < c->count; i++) {
        if (i && c->call->records.format == FORMAT_TABLE)
            putchar('\n');
        tell_pair(c, order[i], order[i + 1]);
    }
}

int explain_compare(explain_call *call)
{
    comparison c = {.call = call};
    int code = for_each_input(call->watch.s, weigh, &c);
    watch_rest(&call->watch);
    if (code == EXIT_DONE && c.count < 2)
        code = complain_with(EXIT_USAGE, "--compare needs two mazes or more");
    if (code == EXIT_DONE)
        tell_all(&c);
    for (unsigned i = 0; i < c.count; i++) {
        free(c.list[i].label);
        mw_maze_free(c.list[i].maze);
        mw_weighed_free(&c.list[i].weighed);
    }
    return ran_out_of_memory() ? worse(code, EXIT_BROKEN) : code;
}
