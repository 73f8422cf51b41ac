// solve_steps.c: solve --steps: the features of every state along a solution.
#include "tool/verbs/solve_steps.h"
#include "api/answer.h"

#include <stdlib.h>
#include <string.h>

#define STEPS_MAX 100000

// A state along a solution.
typedef void each_state(void *context, unsigned move, const char *word, const mw_state *);

static void walk(const mw_maze *m, const mw_result *r, each_state *each, void *context)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    m->kind->rules->start(m, &s);
    each(context, 0, NULL, &s);
    for (uint32_t i = 0; i < r->moves; i++) {
        unsigned n = m->kind->rules->expand(m, &s, edges), k = 0;
        while (k + 1 < n && edges[k].action != r->actions[i])
            k++;
        s = edges[k].to;
        each(context, i + 1, m->kind->rules->actions[r->actions[i]].word, &s);
    }
}

typedef struct steps {
    const mw_maze *maze;
    const mw_feature *features;
    unsigned count;
    double first[MW_FEATURES_MAX];
    bool changes[MW_FEATURES_MAX];
    mw_writer *json;
    table *table;
} steps;

static steps steps_of(const mw_maze *m)
{
    steps s = {.maze = m, .features = mw_features(m->kind)};
    while (s.count < MW_FEATURES_MAX && s.features[s.count].name)
        s.count++;
    return s;
}

static void note_changes(void *context, unsigned move, const char *word, const mw_state *state)
{
    steps *s = context;
    double values[MW_FEATURES_MAX] = {0};
    (void)word;
    mw_state_features(s->maze, state, values);
    if (!move)
        memcpy(s->first, values, sizeof s->first);
    for (unsigned i = 0; i < s->count; i++)
        s->changes[i] |= values[i] < s->first[i] || values[i] > s->first[i];
}

static void add_row(void *context, unsigned move, const char *word, const mw_state *state)
{
    steps *s = context;
    double values[MW_FEATURES_MAX];
    mw_state_features(s->maze, state, values);
    table_row(s->table, "%u|%s", move, word ? word : "");
    for (unsigned i = 0; i < s->count; i++)
        if (s->changes[i])
            table_add(s->table, "%g", values[i]);
}

static bool few(const mw_result *r, const char *label)
{
    if (r->moves <= STEPS_MAX)
        return true;
    complain("%s: --steps shows at most %s moves, and the solution has %s", label,
             THOUSANDS(STEPS_MAX), THOUSANDS(r->moves));
    return false;
}

bool steps_print(FILE *out, const mw_maze *m, const mw_result *r, const char *label)
{
    steps s = steps_of(m);
    table t = {0};
    unsigned constant = 0;
    if (!few(r, label))
        return false;
    walk(m, r, note_changes, &s);
    s.table = &t;
    t.columns = 2;
    for (unsigned i = 0; i < s.count; i++)
        t.columns += s.changes[i];
    table_row(&t, "move|");
    for (unsigned i = 0; i < s.count; i++)
        if (s.changes[i])
            table_add(&t, "%s", s.features[i].name);
    walk(m, r, add_row, &s);
    fprintf(out, "\n%s\n", label);
    for (unsigned i = 0; i < s.count; i++)
        if (!s.changes[i] && s.first[i] != 0)
            fprintf(out, "%s%s %g", constant++ ? ", " : "in every state: ", s.features[i].name,
                    s.first[i]);
    if (constant)
        fputc('\n', out);
    table_print(&t, 0, out);
    return true;
}

static void add_object(void *context, unsigned move, const char *word, const mw_state *state)
{
    steps *s = context;
    mw_json_open(s->json, NULL, '{');
    mw_json_count(s->json, "step", move);
    mw_json_text(s->json, "move", word);
    mw_json_owned(s->json, "state", mw_state_describe(s->maze, state));
    mw_answer_features(s->json, s->maze, state);
    mw_json_close(s->json, '}');
}

bool steps_write(mw_writer *w, const mw_maze *m, const mw_result *r, const char *label)
{
    steps s = steps_of(m);
    s.json = w;
    bool shown = r->outcome == MW_OUTCOME_SOLVED && few(r, label);
    if (shown) {
        mw_json_open(w, "steps", '[');
        walk(m, r, add_object, &s);
        mw_json_close(w, ']');
    } else {
        mw_json_null(w, "steps");
    }
    return shown || r->outcome != MW_OUTCOME_SOLVED;
}
