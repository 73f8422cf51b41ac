// session.c: see session.h. All states of the game are kept, so undo and redo only change an index.
#include "play/session_graph.h"

#include "core/moves.h"
#include "mazewright/explain.h"
#include "search/graph.h"
#include "mazewright/text.h"
#include "mazewright/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AHEAD 4 // moves of a solution that a direction sums up

struct mw_session {
    mw_maze *maze;
    mw_position *positions; // positions[0] is the start
    uint32_t at, count, capacity;
    mw_graph *graph;
    bool asked; // the graph was built, or could not be
    mw_limits limits;
    mw_limit hit; // when the graph was built
};

mw_session *mw_session_open(const mw_maze *m)
{
    mw_session *s = calloc(1, sizeof *s);
    if (s) {
        s->maze = mw_maze_clone(m);
        s->positions = malloc(64 * sizeof *s->positions);
        s->capacity = 64;
    }
    if (!s || !s->maze || !s->positions) {
        mw_session_close(s);
        return NULL;
    }
    m->kind->rules->start(m, &s->positions[0].state);
    s->positions[0].status = m->kind->rules->status(m, &s->positions[0].state);
    s->count = 1;
    s->limits.states = MW_SESSION_STATES;
    return s;
}

void mw_session_limit(mw_session *s, const mw_limits *limits)
{
    s->limits = *limits;
}

mw_limit mw_session_hit(const mw_session *s)
{
    return s->hit;
}

void mw_session_close(mw_session *s)
{
    if (!s)
        return;
    mw_graph_free(s->graph);
    mw_maze_free(s->maze);
    free(s->positions);
    free(s);
}

const mw_maze *mw_session_maze(const mw_session *s)
{
    return s->maze;
}

const mw_state *mw_session_state(const mw_session *s)
{
    return &s->positions[s->at].state;
}

mw_status mw_session_status(const mw_session *s)
{
    return s->positions[s->at].status;
}

uint32_t mw_session_moves(const mw_session *s)
{
    return s->at;
}

char *mw_session_loss(const mw_session *s)
{
    const mw_position *now = &s->positions[s->at];
    mw_edge edges[MW_EDGES_MAX];
    mw_writer w = {0};
    if (now->status != MW_LOST || !s->at || !MW_HAS(s->maze->kind, rules, how_lost))
        return NULL;
    s->maze->kind->rules->how_lost(s->maze, &now[-1].state,
                                   mw_find_move(s->maze, &now[-1].state, now->action, edges), &w);
    return mw_writer_take(&w);
}

uint64_t mw_session_bytes(const mw_session *s)
{
    return s->maze->bytes + s->capacity * sizeof *s->positions + (s->graph ? s->graph->held : 0);
}

bool mw_session_draw(const mw_session *s, double t, mw_scene *scene)
{
    const mw_position *now = &s->positions[s->at];
    return s->at ? mw_scene_draw_move(scene, s->maze, &now[-1].state, now->action, t)
                 : mw_scene_draw(scene, s->maze, &now->state);
}

// ---- moves

static bool make_room(mw_session *s)
{
    if (s->at + 1 < s->capacity)
        return true;
    mw_position *grown = realloc(s->positions, 2 * (size_t)s->capacity * sizeof *grown);
    if (grown) {
        s->positions = grown;
        s->capacity *= 2;
    }
    return grown;
}

bool mw_session_move(mw_session *s, uint16_t action)
{
    mw_edge edges[MW_EDGES_MAX];
    if (mw_session_status(s) != MW_OPEN || !make_room(s))
        return false;
    const mw_edge *e = mw_find_move(s->maze, mw_session_state(s), action, edges);
    if (!e)
        return false;
    s->positions[++s->at] =
        (mw_position){.state = e->to, .status = (mw_status)e->status, .action = action};
    s->count = s->at + 1;
    return true;
}

bool mw_session_undo(mw_session *s)
{
    bool can = s->at > 0;
    s->at -= can;
    return can;
}

bool mw_session_redo(mw_session *s)
{
    bool can = s->at + 1 < s->count;
    s->at += can;
    return can;
}

void mw_session_restart(mw_session *s)
{
    s->at = 0;
}

char *mw_session_text(const mw_session *s)
{
    uint16_t *actions = malloc((s->at + 1) * sizeof *actions);
    for (uint32_t i = 0; actions && i < s->at; i++)
        actions[i] = s->positions[i + 1].action;
    char *text = actions ? mw_moves_print(s->maze->kind, actions, s->at) : NULL;
    free(actions);
    return text;
}

static void refuse_move(const mw_session *s, uint16_t action, long number, mw_error *error)
{
    bool open = mw_session_status(s) == MW_OPEN;
    char *why = open ? mw_refusal(s->maze, mw_session_state(s), action) : NULL;
    mw_no_maze(error, "move %ld (%s) is not possible there%s%s", number,
               s->maze->kind->rules->actions[action].word, open && !why ? "" : ": ",
               !open ? "the game is over"
               : why ? why
                     : "");
    free(why);
}

bool mw_session_load(mw_session *s, const char *moves, mw_error *error)
{
    uint16_t *actions;
    mw_session *fresh = NULL;
    long count = mw_moves_parse(s->maze->kind, moves, &actions, error);
    bool ok = count >= 0 && (fresh = mw_session_open(s->maze));
    if (count >= 0 && !fresh)
        mw_no_memory(error);
    for (long i = 0; ok && i < count; i++) {
        bool room = make_room(fresh);
        ok = room && mw_session_move(fresh, actions[i]);
        if (!room)
            mw_no_memory(error);
        else if (!ok)
            refuse_move(fresh, actions[i], i + 1, error);
    }
    if (ok) { // the moves change, the graph stays
        mw_position *positions = s->positions;
        s->positions = fresh->positions;
        s->at = fresh->at;
        s->count = fresh->count;
        s->capacity = fresh->capacity;
        fresh->positions = positions;
    }
    mw_session_close(fresh);
    if (count >= 0)
        free(actions);
    return ok;
}

// ---- advice

const mw_graph *mw_session_graph(mw_session *s)
{
    if (!s->asked) {
        s->graph = mw_graph_build(s->maze, false, &s->limits, &s->hit);
        s->asked = true;
    }
    return s->graph;
}

const mw_position *mw_session_position(const mw_session *s, uint32_t moves)
{
    return &s->positions[moves];
}

const mw_limits *mw_session_limits(const mw_session *s)
{
    return &s->limits;
}

uint32_t mw_position_id(const mw_graph *g, const mw_position *at)
{
    return at->status == MW_LOST ? MW_FAR : mw_visited_lookup(g->store, &at->state);
}

static uint32_t distance_of(const mw_graph *g, const mw_position *at)
{
    uint32_t id = mw_position_id(g, at);
    return id < g->states ? g->distance[id] : MW_FAR;
}

// Has the picture a direction in which to go? It has none where moves turn the whole maze.
static bool leads_somewhere(const mw_kind *kind)
{
    return MW_HAS(kind, view, place) && !MW_HAS(kind, view, down);
}

// Tells in which direction the next few moves of a solution lead.
static void look_ahead(const mw_session *s, const mw_graph *g, uint32_t id, mw_advice *out)
{
    double from_x, from_y;
    mw_state state;
    if (!leads_somewhere(s->maze->kind))
        return;
    s->maze->kind->view->place(s->maze, mw_session_state(s), &from_x, &from_y);
    for (unsigned i = 0; i < AHEAD; i++) {
        const mw_arc *a = mw_graph_next(g, id);
        if (!a)
            break;
        id = a->to;
    }
    mw_graph_state(g, id, &state);
    s->maze->kind->view->place(s->maze, &state, &out->x, &out->y);
    out->x -= from_x;
    out->y -= from_y;
}

mw_advice mw_session_advise(mw_session *s)
{
    if (mw_session_status(s) == MW_SOLVED) // this is known without the graph
        return (mw_advice){.known = true, .winnable = true};
    const mw_graph *g = mw_session_graph(s);
    mw_advice out = {.known = g, .distance = MW_FAR};
    if (!g)
        return out;
    out.distance = distance_of(g, &s->positions[s->at]);
    out.winnable = out.distance != MW_FAR;
    while (!out.winnable && out.back < s->at &&
           distance_of(g, &s->positions[s->at - out.back]) == MW_FAR)
        out.back++;
    if (!out.winnable || !out.distance)
        return out;
    uint32_t id = mw_visited_lookup(g->store, mw_session_state(s));
    const mw_arc *next = mw_graph_next(g, id);
    if (next)
        out.action = next->action;
    look_ahead(s, g, id, &out);
    return out;
}

uint32_t mw_session_optimum(mw_session *s)
{
    const mw_graph *g = mw_session_graph(s);
    return g ? distance_of(g, &s->positions[0]) : MW_FAR;
}

// A sentence such as "Head down and to the left." Of the two parts of a direction, one that is much
// smaller than the other is left out.
static void say_direction(const mw_advice *a, char *text, size_t size)
{
    bool down = fabs(a->y) > fabs(a->x) / 2.5 && fabs(a->y) > 0.1;
    bool side = fabs(a->x) > fabs(a->y) / 2.5 && fabs(a->x) > 0.1;
    const char *vertical = a->y < 0 ? "up" : "down", *across = a->x < 0 ? "left" : "right";
    if (!down && !side)
        snprintf(text, size, "Stay about where you are for the next moves.");
    else
        snprintf(text, size, "Head %s%s%s.", down ? vertical : "to the ",
                 down && side ? " and to the " : "", side ? across : "");
}

// A sentence such as "Next move: W (wait)": the word of the move, and what it does.
static void say_move(const mw_action *a, char *text, size_t size)
{
    const char *does = mw_action_meaning(a);
    char part[2] = {a->part, '\0'};
    if (*does)
        snprintf(text, size, "Next move: %s (%s%s%s)", a->word, does, a->part ? ", half " : "",
                 part);
    else
        snprintf(text, size, "Next move: %s", a->word);
}

unsigned mw_hint_after(unsigned grade)
{
    static const uint8_t after[MW_HINTS + 1] = {1, 4, 3, 0, 2};
    return grade <= MW_HINTS ? after[grade] : 0;
}

static void say_moves_left(uint32_t moves, char *text, size_t size)
{
    snprintf(text, size, moves == 1 ? "%u move is left." : "%u moves are left.", moves);
}

// False: there is nothing to say.
static bool say_why(mw_session *s, char *text, size_t size)
{
    char *why;
    bool known = mw_session_why(s, &why);
    if (!known || why)
        snprintf(text, size, "%s", known ? why : "This maze is too large to explain.");
    free(why);
    return !known || why;
}

void mw_session_hint(mw_session *s, unsigned grade, char *text, size_t size)
{
    mw_advice a = mw_session_advise(s);
    if (mw_session_status(s) == MW_SOLVED)
        snprintf(text, size, "You have won.");
    else if (!a.known && mw_session_status(s) == MW_LOST)
        snprintf(text, size, "This position is already lost: take back 1 move or more.");
    else if (!a.known)
        snprintf(text, size, "This maze is too large to know.");
    else if (grade == MW_HINT_WHY && say_why(s, text, size))
        ;
    else if (!a.winnable && mw_session_optimum(s) == MW_FAR)
        snprintf(text, size, "This maze cannot be won at all.");
    else if (!a.winnable)
        snprintf(text, size, "This position is already lost: take back %u move%s.", a.back,
                 a.back == 1 ? "" : "s");
    else if (grade <= 1)
        snprintf(text, size, "This position can still be won.");
    else if (grade == MW_HINT_WHY || (grade == 2 && !leads_somewhere(s->maze->kind)))
        say_moves_left(a.distance, text, size);
    else if (grade == 2)
        say_direction(&a, text, size);
    else
        say_move(&s->maze->kind->rules->actions[a.action], text, size);
}
