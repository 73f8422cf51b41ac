// play_game.c: a game that somebody plays, without a screen: its moves, its files, its advice. The
// session (session.h) knows the rules. Advice needs the whole state graph, which takes long for a
// large maze. So another thread builds it, while the player already plays.
#include "tool/verbs/play.h"

#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void game_say(game *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(g->message, sizeof g->message, format, arguments);
    va_end(arguments);
}

static const mw_action *actions_of(const game *g)
{
    return g->maze->kind->rules->actions;
}

// ---- advice

static bool adviser_goes_on(void *context, const mw_progress *p)
{
    const adviser *a = context;
    (void)p;
    return !a->dismissed && !interrupted();
}

static void *work_out(void *context)
{
    adviser *a = context;
    a->optimum = mw_session_optimum(a->session);
    a->ready = true;
    return NULL;
}

static void *find_why(void *context)
{
    adviser *a = context;
    mw_session_hint(a->session, MW_HINT_WHY, a->why, sizeof a->why);
    for (char *c = a->why; (c = strchr(c, '\n'));)
        *c = ' ';
    a->busy = false;
    return NULL;
}

// Does this work in a thread. Signals are for the thread that has the terminal.
static void work(adviser *a, void *(*task)(void *))
{
    sigset_t all, before;
    if (a->threaded)
        pthread_join(a->thread, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    a->threaded = !pthread_create(&a->thread, NULL, task, a);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!a->threaded)
        task(a);
}

// False: out of memory.
static bool employ(adviser *a, const mw_maze *m, mw_limits limits)
{
    limits.keep_going = adviser_goes_on;
    limits.context = a;
    a->session = mw_session_open(m);
    if (!a->session)
        return false;
    mw_session_limit(a->session, &limits);
    work(a, work_out);
    return true;
}

static void dismiss(adviser *a)
{
    a->dismissed = true;
    if (a->threaded)
        pthread_join(a->thread, NULL);
    mw_session_close(a->session);
    free(a->told_at);
}

bool game_answers(const game *g)
{
    return g->adviser.ready && !g->adviser.busy;
}

static void wait_for_advice(game *g, int key)
{
    g->waiting = key;
    game_say(g, "This maze is being worked out; the answer follows.");
}

// The adviser's session, in the position of the game. NULL: the message says why not; if it is not
// ready yet, the key that asks for advice is pressed again when it is.
static mw_session *advised(game *g, int key)
{
    mw_error error;
    if (!game_answers(g)) {
        wait_for_advice(g, key);
        return NULL;
    }
    char *moves = mw_session_text(g->session);
    bool ok = moves && mw_session_load(g->adviser.session, moves, &error);
    free(moves);
    if (!ok)
        game_say(g, "Memory ran out.");
    return ok ? g->adviser.session : NULL;
}

// ---- moves

uint64_t game_legal(const game *g)
{
    mw_edge edges[MW_EDGES_MAX];
    uint64_t set = 0;
    bool open = mw_session_status(g->session) == MW_OPEN;
    unsigned n =
        open ? g->maze->kind->rules->expand(g->maze, mw_session_state(g->session), edges) : 0;
    for (unsigned i = 0; i < n; i++)
        set |= edges[i].action < 64 ? (uint64_t)1 << edges[i].action : 0;
    return set;
}

static bool is_legal(const game *g, unsigned action)
{
    return action < 64 && game_legal(g) >> action & 1;
}

bool game_divided(const game *g)
{
    uint64_t legal = game_legal(g);
    for (unsigned a = 0; actions_of(g)[a].word && a < 64; a++)
        if (legal >> a & 1 && actions_of(g)[a].part)
            return true;
    return false;
}

char game_other_part(const game *g)
{
    uint64_t legal = game_legal(g);
    for (unsigned a = 0; actions_of(g)[a].word && a < 64; a++)
        if (legal >> a & 1 && actions_of(g)[a].part && actions_of(g)[a].part != g->half)
            return actions_of(g)[a].part;
    return 0;
}

static void say_refused(game *g, uint16_t action)
{
    char *why = mw_refusal(g->maze, mw_session_state(g->session), action);
    if (why)
        game_say(g, "%c%s.", toupper((unsigned char)*why), *why ? why + 1 : "");
    free(why);
}

static void say_status(game *g)
{
    g->grade = 0;
    g->message[0] = '\0';
    if (mw_session_status(g->session) == MW_SOLVED)
        game_say(g, "Solved in %u move%s!", mw_session_moves(g->session),
                 mw_session_moves(g->session) == 1 ? "" : "s");
    if (mw_session_status(g->session) == MW_LOST) {
        char *loss = mw_session_loss(g->session);
        game_say(g, "%s. Press u to take the move back.", loss ? loss : "Lost");
        free(loss);
    }
}

// Halves have their letters by where they are. So the one that the arrows move can get the other
// letter when it passes the one that stays.
static void follow_part(game *g, char moved, const mw_state *before)
{
    uint32_t cell;
    const mw_state *now = mw_session_state(g->session);
    char stays = 0;
    for (const mw_action *a = actions_of(g); a->word; a++)
        if (a->part && a->part != moved)
            stays = a->part;
    if (stays && board_find_part(g->maze, before, stays, &cell))
        g->half = board_part_in(g->maze, now, cell) == moved ? stays : moved;
}

static void make(game *g, uint16_t action)
{
    mw_state before = *mw_session_state(g->session);
    char part = actions_of(g)[action].part;
    if (mw_session_status(g->session) != MW_OPEN) {
        say_status(g);
        if (mw_session_status(g->session) == MW_SOLVED)
            game_say(g, "The maze is solved; 0 begins anew, u takes a move back.");
    } else if (mw_session_move(g->session, action)) {
        if (part)
            follow_part(g, part, &before);
        say_status(g);
    } else {
        g->grade = 0;
        say_refused(g, action);
    }
}

void game_arrow(game *g, mw_arrow arrow)
{
    bool divided = game_divided(g);
    const mw_action *all = actions_of(g);
    long found = -1;
    for (unsigned a = 0; all[a].word; a++)
        if (all[a].arrow == arrow && all[a].part == (divided ? g->half : 0))
            found = a;
    for (unsigned a = 0; all[a].word && found < 0; a++)
        if (all[a].arrow == arrow)
            found = a;
    if (found >= 0)
        make(g, (uint16_t)found);
    else
        game_say(g, "No move of this maze goes that way; ? tells the keys.");
}

void game_spare(game *g)
{
    long found = -1;
    unsigned count = 0;
    for (unsigned a = 0; actions_of(g)[a].word; a++)
        if (!actions_of(g)[a].arrow && !actions_of(g)[a].part && is_legal(g, a)) {
            found = a;
            count++;
        }
    if (count == 1)
        make(g, (uint16_t)found);
    else if (mw_session_status(g->session) != MW_OPEN)
        say_status(g);
    else
        game_say(g, "Space does nothing here; ? tells the keys.");
}

void game_turn(game *g)
{
    char other = game_other_part(g);
    if (other) {
        g->half = other;
        game_say(g, "The arrows move %c now.", other);
    } else if (game_divided(g)) {
        game_spare(g);
    } else {
        game_say(g, "There are no halves to choose from here.");
    }
}

bool game_word(game *g, const char *word)
{
    for (uint16_t a = 0; actions_of(g)[a].word; a++)
        if (!strcmp(actions_of(g)[a].word, word)) {
            make(g, a);
            return true;
        }
    return false;
}

void game_type(game *g, const char *moves)
{
    uint16_t *actions;
    mw_error error;
    long count = mw_moves_parse(g->maze->kind, moves, &actions, &error);
    if (count < 0) {
        game_say(g, "%.200s", error.text);
        return;
    }
    g->message[0] = '\0';
    for (long i = 0; i < count; i++) {
        uint32_t made = mw_session_moves(g->session);
        make(g, actions[i]);
        if (mw_session_moves(g->session) == made && count > 1) {
            char why[200];
            snprintf(why, sizeof why, "%.199s", g->message);
            game_say(g, "Move %ld (%s): %s", i + 1, actions_of(g)[actions[i]].word, why);
        }
        if (mw_session_moves(g->session) == made)
            break;
    }
    free(actions);
}

void game_undo(game *g)
{
    bool done = mw_session_undo(g->session);
    say_status(g);
    if (!done)
        game_say(g, "This is the beginning.");
}

void game_redo(game *g)
{
    bool done = mw_session_redo(g->session);
    say_status(g);
    if (!done)
        game_say(g, "There is nothing to make again.");
}

void game_restart(game *g)
{
    bool begun = mw_session_moves(g->session) > 0;
    mw_session_restart(g->session);
    say_status(g);
    if (begun)
        game_say(g, "Back to the start; r makes the moves again.");
}

// ---- hints

// Is it known what every solution from here comes to, or why there is none? It takes a moment, or
// some seconds on the largest mazes.
static bool knows_why(game *g)
{
    adviser *a = &g->adviser;
    char *moves = mw_session_text(g->session);
    if (moves && a->told_at && !strcmp(moves, a->told_at)) {
        free(moves);
        return true;
    }
    free(a->told_at);
    a->told_at = moves;
    a->busy = true;
    work(a, find_why);
    for (unsigned i = 0; i < 20 && a->busy; i++)
        usleep(10000);
    return !a->busy;
}

void game_hint(game *g)
{
    mw_session *s = advised(g, 'h');
    if (!s)
        return;
    mw_advice a = mw_session_advise(s);
    unsigned next = a.winnable || g->grade != MW_HINT_WHY ? mw_hint_after(g->grade) : 0;
    unsigned grade = next ? next : g->grade; // the last one again
    if (grade == MW_HINT_WHY && !knows_why(g)) {
        wait_for_advice(g, 'h');
        return;
    }
    g->grade = grade;
    if (grade == MW_HINT_WHY)
        game_say(g, "%s", g->adviser.why);
    else
        mw_session_hint(s, grade, g->message, sizeof g->message);
    bool more = a.winnable ? a.distance && mw_hint_after(g->grade) : g->grade == mw_hint_after(0);
    if (!more)
        return;
    size_t length = strlen(g->message);
    snprintf(g->message + length, sizeof g->message - length, " (%s again tells more)",
             g->dialogue->single_keys ? "h" : "'hint'");
}

void game_solution(game *g)
{
    mw_session *s = advised(g, 'o');
    g->playback = false;
    if (!s)
        return;
    mw_advice a = mw_session_advise(s);
    g->playback = a.winnable && a.distance && mw_session_move(g->session, a.action);
    if (g->playback || mw_session_status(g->session) == MW_SOLVED)
        say_status(g);
    else
        mw_session_hint(s, 1, g->message, sizeof g->message);
    g->playback = g->playback && mw_session_status(g->session) == MW_OPEN;
}

// ---- files

bool game_unsaved(const game *g)
{
    char *moves = mw_session_text(g->session);
    bool same = moves && !strcmp(moves, g->saved ? g->saved : "");
    free(moves);
    return !same;
}

// Writes the id and the moves over what was in the file.
static bool write_game(game *g)
{
    output o;
    char *id = mw_maze_print(g->maze, "id"), *moves = mw_session_text(g->session);
    const char *part = output_begin(&o, g->save);
    FILE *f = id && moves ? fopen(part, "w") : NULL;
    bool ok = f && fprintf(f, "%s\n%s\n", id, moves) > 0;
    ok = f && !fclose(f) && ok;
    ok = output_end(&o, ok);
    g->no_memory = !id || !moves;
    game_say(g, ok ? "Saved in %.250s." : "Cannot write %.250s.", g->save);
    free(id);
    if (ok) {
        free(g->saved);
        g->saved = moves;
    } else {
        free(moves);
    }
    return ok;
}

// A name for the file: that of the maze, without what is awkward in names.
static void suggest(const game *g, char name[NAME_MAX_LENGTH])
{
    const char *slash = strrchr(g->label, '/');
    const char *from = slash && strchr(g->label, ':') == NULL ? slash + 1 : g->label;
    bool bare = from != g->label && isdigit((unsigned char)*from); // "05" says too little
    int n =
        snprintf(name, NAME_MAX_LENGTH, "%s%s", bare ? g->maze->kind->name : "", bare ? "-" : "");
    const char *dot = from != g->label || !strchr(from, ':') ? strrchr(from, '.') : NULL;
    for (; *from && from != dot && n < 60; from++)
        name[n++] = isalnum((unsigned char)*from) ? *from : '-';
    snprintf(name + n, NAME_MAX_LENGTH - (size_t)n, ".game");
}

bool game_save(game *g)
{
    char name[NAME_MAX_LENGTH], answer[NAME_MAX_LENGTH], question[NAME_MAX_LENGTH + 60];
    bool named = *g->save;
    if (!named) {
        suggest(g, name);
        if (!g->dialogue->ask(g, "Save in the file: ", name, name) || !*name) {
            game_say(g, "Not saved.");
            return true;
        }
        snprintf(question, sizeof question, "%.200s is there already. Write over it? (y or n) ",
                 name);
        if (!access(name, F_OK) && (!g->dialogue->ask(g, question, NULL, answer) ||
                                    tolower((unsigned char)*answer) != 'y')) {
            game_say(g, "Not saved.");
            return true;
        }
        snprintf(g->save, sizeof g->save, "%s", name);
    }
    bool ok = write_game(g);
    if (ok && !named)
        game_say(g, "Saved. 'mazewright play --save %.250s' goes on.", g->save);
    if (!ok && !named)
        *g->save = '\0'; // so that another name can be tried
    return ok;
}

// Adds a line that a test can replay: the moves, and the position that they lead to.
void game_export(game *g)
{
    const char *name = g->export ? g->export : "session.jsonl";
    mw_writer w = object_begin();
    mw_json_owned(&w, "id", mw_maze_print(g->maze, "id"));
    mw_json_owned(&w, "moves", mw_session_text(g->session));
    mw_json_text(&w, "status", mw_status_name(mw_session_status(g->session)));
    mw_json_owned(&w, "state", mw_state_describe(g->maze, mw_session_state(g->session)));
    mw_json_close(&w, '}');
    mw_write_char(&w, '\n');
    bool ok = output_add(name, &w);
    game_say(g, ok ? "Added to %.250s." : "Cannot write %.250s.", name);
}

void game_leave(game *g)
{
    char answer[NAME_MAX_LENGTH], question[100];
    bool keeps = *g->save || mw_session_status(g->session) == MW_SOLVED || !game_unsaved(g);
    uint32_t moves = mw_session_moves(g->session);
    g->quit = keeps || !moves;
    if (g->quit)
        return;
    snprintf(question, sizeof question, "Save the %u move%s? (y or n; Esc plays on) ", moves,
             moves == 1 ? "" : "s");
    if (!g->dialogue->ask(g, question, NULL, answer)) {
        game_say(g, "The game goes on.");
        return;
    }
    if (tolower((unsigned char)*answer) == 'y')
        g->quit = game_save(g) && *g->save;
    else if (tolower((unsigned char)*answer) == 'n')
        g->quit = true;
}

// Reads the game that --save names, if its file is there.
static bool resume(game *g)
{
    FILE *f = *g->save ? fopen(g->save, "r") : NULL;
    char *id = NULL, *moves = NULL;
    size_t id_size = 0, moves_size = 0;
    mw_error error = {0};
    if (!f)
        return true;
    bool ok = false, whole = read_line(f, &id, &id_size) && read_line(f, &moves, &moves_size);
    fclose(f);
    char *mine = mw_maze_print(g->maze, "id");
    if (whole)
        id[strcspn(id, "\n")] = moves[strcspn(moves, "\n")] = '\0';
    if (!mine || ran_out_of_memory())
        out_of_memory();
    else if (!whole || !mw_is_id(id))
        complain("%s: this is no saved game: its first line is no id of a maze", g->save);
    else if (strcmp(id, mine))
        complain("%s is a game of another maze; name another file with --save", g->save);
    else if (!mw_session_load(g->session, moves, &error)) {
        error.line = 0; // it is counted within the moves, not within the file
        complain_of(g->save, &error, EXIT_INPUT);
    } else {
        g->saved = mw_session_text(g->session);
        say_status(g);
        if (mw_session_status(g->session) == MW_OPEN)
            game_say(g, "Welcome back.");
        ok = true;
    }
    free(id);
    free(moves);
    free(mine);
    return ok;
}

// ---- a game from its beginning to its end

// What the player is to do, until he has made a move.
static void say_goal(game *g)
{
    const char *about = g->maze->kind->about ? g->maze->kind->about : "";
    if (*about)
        game_say(g, "%c%.300s.", toupper((unsigned char)*about), about + 1);
}

int game_open(game *g, bool anew, mw_limits limits)
{
    g->half = 'a';
    g->session = mw_session_open(g->maze);
    bool ready = g->session && (anew || resume(g));
    if (!*g->message)
        say_goal(g);
    if (!g->session || (ready && !(ready = employ(&g->adviser, g->maze, limits))))
        out_of_memory();
    return ready ? EXIT_DONE : EXIT_INPUT;
}

void game_close(game *g)
{
    dismiss(&g->adviser);
    mw_session_close(g->session);
    free(g->saved);
}
