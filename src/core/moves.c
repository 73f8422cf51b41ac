// moves.c: moves as text, and replay.
#include "core/moves.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The longest action that `text` begins with, or -1.
static int match_action(const mw_kind *kind, const char *text, size_t *length)
{
    int best = -1;
    *length = 0;
    for (int a = 0; kind->rules->actions[a].word; a++) {
        size_t n = strlen(kind->rules->actions[a].word);
        if (n > *length && !strncmp(text, kind->rules->actions[a].word, n)) {
            best = a;
            *length = n;
        }
    }
    return best;
}

size_t mw_moves_scan(const mw_kind *kind, const char *text, uint16_t *actions, const char **end)
{
    size_t count = 0, length;
    int action;
    for (*end = text; *(*end += strspn(*end, " \t\r\n,")); *end += length) {
        action = match_action(kind, *end, &length);
        if (action < 0)
            break;
        actions[count++] = (uint16_t)action;
    }
    return count;
}

void mw_moves_list(const mw_kind *kind, mw_writer *w)
{
    for (const mw_action *a = kind->rules->actions; a->word; a++)
        mw_write(w, " %s", a->word);
}

long mw_moves_parse(const mw_kind *kind, const char *text, uint16_t **actions, mw_error *error)
{
    *error = (mw_error){0};
    *actions = malloc((strlen(text) + 1) * sizeof **actions);
    if (!*actions) {
        mw_no_memory(error);
        return -1;
    }
    const char *end;
    size_t count = mw_moves_scan(kind, text, *actions, &end);
    if (!*end)
        return (long)count;
    mw_writer known = {0};
    mw_moves_list(kind, &known);
    *error = (mw_error){.line = 1, .column = (uint32_t)(end - text) + 1};
    snprintf(error->text, sizeof error->text, "no move begins with '%.10s'; the moves are%s", end,
             known.text ? known.text : "");
    free(known.text);
    free(*actions);
    *actions = NULL;
    return -1;
}

char *mw_moves_print(const mw_kind *kind, const uint16_t *actions, size_t count)
{
    mw_writer w = {0};
    bool letters = true;
    for (size_t i = 0; i < count; i++)
        letters = letters && !kind->rules->actions[actions[i]].word[1];
    for (size_t i = 0; i < count; i++)
        mw_write(&w, "%s%s", i && !letters ? " " : "", kind->rules->actions[actions[i]].word);
    return mw_writer_take(&w);
}

const char *mw_status_name(mw_status status)
{
    static const char *const names[] = {"lost", "open", "solved"};
    return names[status + 1];
}

size_t mw_replay(const mw_maze *m, const uint16_t *actions, size_t count, mw_state *state,
                 uint64_t *cost, mw_status *status)
{
    mw_state at;
    mw_edge edges[MW_EDGES_MAX];
    uint64_t sum = 0;
    size_t played = 0;
    m->kind->rules->start(m, &at);
    mw_status now = m->kind->rules->status(m, &at);
    for (; played < count && now == MW_OPEN; played++) {
        const mw_edge *e = mw_find_move(m, &at, actions[played], edges);
        if (!e)
            break;
        at = e->to;
        sum += e->cost;
        now = (mw_status)e->status;
    }
    if (state)
        *state = at;
    if (cost)
        *cost = sum;
    if (status)
        *status = now;
    return played;
}

const char *mw_action_meaning(const mw_action *a)
{
    static const char *const ways[] = {
        [MW_ARROW_NONE] = "",
        [MW_ARROW_UP] = "up",
        [MW_ARROW_RIGHT] = "right",
        [MW_ARROW_DOWN] = "down",
        [MW_ARROW_LEFT] = "left",
        [MW_ARROW_UP_RIGHT] = "up and right",
        [MW_ARROW_DOWN_RIGHT] = "down and right",
        [MW_ARROW_DOWN_LEFT] = "down and left",
        [MW_ARROW_UP_LEFT] = "up and left",
    };
    return a->about ? a->about : ways[a->arrow];
}
