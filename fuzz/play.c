// play.c: a saved game (the id, then the moves) and keys pressed after it was loaded. The session
// is held against a plain list of the moves made, replayed from the start.
#include "fuzz.h"
#include "mazewright/scene.h"
#include "mazewright/session.h"

#include <stdlib.h>
#include <string.h>

#define MOVES_MAX 4096

typedef struct game {
    mw_session *session;
    const mw_maze *maze;
    uint16_t moves[MOVES_MAX]; // as they must be
    size_t at, count;          // made; and those that were taken back
} game;

// The session against the list.
static void compare(const game *g)
{
    mw_state state;
    mw_status status;
    must(mw_replay(g->maze, g->moves, g->at, &state, NULL, &status) == g->at, "an illegal move");
    must(mw_session_moves(g->session) == g->at, "%u moves", mw_session_moves(g->session));
    must(mw_session_status(g->session) == status, "status");
    must(!memcmp(&state, mw_session_state(g->session), sizeof state), "another state");
}

static void move(game *g, uint16_t action)
{
    if (g->at == MOVES_MAX || !mw_session_move(g->session, action))
        return;
    g->moves[g->at++] = action;
    g->count = g->at;
}

static void take_advice(game *g)
{
    mw_advice a = mw_session_advise(g->session);
    if (!a.known)
        return;
    must(a.winnable == (a.distance != MW_FAR), "winnable");
    must((mw_session_status(g->session) == MW_SOLVED) == (a.distance == 0), "won");
    if (!a.winnable || !a.distance || g->at == MOVES_MAX)
        return;
    size_t before = g->at;
    move(g, a.action);
    must(g->at == before + 1, "the advice is not legal");
    must(mw_session_advise(g->session).distance < a.distance, "the advice leads nowhere");
}

static void say_hints(game *g)
{
    char text[200];
    for (unsigned grade = 0; grade <= MW_HINTS; grade++) {
        mw_session_hint(g->session, grade, text, sizeof text);
        must(*text, "no hint");
    }
}

static void save_and_load(game *g)
{
    mw_error e = FUZZ_ERROR;
    char *text = mw_session_text(g->session);
    must(text && mw_session_load(g->session, text, &e), "%s does not load", text);
    free(text);
    g->count = g->at;
}

static void draw(const game *g)
{
    mw_scene scene;
    if (!fuzz_large(g->maze) && mw_session_draw(g->session, 0.25, &scene))
        mw_scene_free(&scene);
}

static void press(game *g, char key)
{
    uint16_t actions = 0;
    while (g->maze->kind->rules->actions[actions].word)
        actions++;
    must(actions, "%s has no actions", g->maze->kind->name);
    switch (key) {
    case 'u':
        mw_session_undo(g->session);
        g->at -= g->at > 0;
        break;
    case 'r':
        must(mw_session_redo(g->session) == (g->at < g->count), "redo");
        g->at += g->at < g->count;
        break;
    case '0':
        mw_session_restart(g->session);
        g->at = 0;
        break;
    case 'h': say_hints(g); break;
    case 'o': take_advice(g); break;
    case 's': save_and_load(g); break;
    case 'd': draw(g); break;
    default: move(g, (uint16_t)((unsigned char)key % actions));
    }
}

static void play(const mw_maze *m, const char *moves, const char *keys)
{
    mw_limits limits = fuzz_limits();
    mw_error e = FUZZ_ERROR;
    game g = {.session = mw_session_open(m), .maze = m};
    must(g.session, "out of memory");
    mw_session_limit(g.session, &limits);
    uint16_t *actions;
    long count = mw_moves_parse(m->kind, moves, &actions, &e);
    bool legal = count >= 0 && count < MOVES_MAX &&
                 mw_replay(m, actions, (size_t)count, NULL, NULL, NULL) == (size_t)count;
    if (count < MOVES_MAX)
        must(mw_session_load(g.session, moves, &e) == legal, "loading %s", moves);
    if (legal) {
        memcpy(g.moves, actions, (size_t)count * sizeof *actions);
        g.at = g.count = (size_t)count;
    }
    free(actions);
    compare(&g);
    for (; *keys; keys++) {
        press(&g, *keys);
        if (g.at < 64 || keys[1] == '\0')
            compare(&g);
    }
    mw_session_close(g.session);
}

// The next line, cut off; "" at the end.
static char *cut_line(char **rest)
{
    char *line = *rest;
    *rest += strcspn(line, "\n");
    if (**rest)
        *(*rest)++ = '\0';
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *rest = text;
    mw_error e = FUZZ_ERROR;
    const char *id = cut_line(&rest), *moves = cut_line(&rest);
    mw_maze *m = strchr(id, '#') ? NULL : mw_maze_from_id(id, &e); // random ones are in id.c
    if (m)
        play(m, moves, rest);
    mw_maze_free(m);
    free(text);
    return 0;
}
