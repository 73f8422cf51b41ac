// play.c: the verb `play`: a maze in the terminal, through ncurses. The session (session.h) knows
// the rules of playing; here are only keys and a screen. Advice needs the whole state graph, which
// takes long for a large maze. So another thread builds it, while the player already plays.
#define NCURSES_WIDECHAR 1
#include "mazewright/session.h"
#include "draw/cairo/picture.h"
#include "tool/tool.h"

#include <curses.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define STEP_MS 300 // milliseconds for each move of a solution that is shown
#define ROWS    4   // lines of the screen that are not the board

// A second session of the same maze, which has the state graph. Until it is `ready`, only its
// thread uses it.
typedef struct adviser {
    mw_session *session;
    pthread_t thread;
    bool threaded; // the thread was begun
    atomic_bool ready, dismissed;
    uint32_t optimum;
} adviser;

typedef struct game {
    mw_session *session;
    adviser adviser;
    int waiting; // the key that asked for advice before the adviser was ready; 0: none
    const mw_maze *maze;
    const char *label, *save, *export;
    mw_style style;
    char message[200];
    unsigned grade; // of the last hint
    char half;      // which half of a divided player moves: a or b
    bool playback, quit;
    int pairs;      // pairs of colours in use
    bool no_memory; // memory ran out when the game was saved last
} game;

// ---- the terminal is set back to what it was, also when the program crashes

static struct termios before;

static void restore(void)
{
    static const char reset[] = "\033[?1049l\033[?25h\033[0m\033[?1l\033>";
    ssize_t ignored = write(STDOUT_FILENO, reset, sizeof reset - 1);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

static void crash(int number)
{
    restore();
    raise(number); // the default action comes next
}

static void guard_terminal(void)
{
    static const int numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    tcgetattr(STDIN_FILENO, &before);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i],
                  &(struct sigaction){.sa_handler = crash, .sa_flags = (int)SA_RESETHAND}, NULL);
}

// ---- colours: the cube of 6x6x6 and the greys of a terminal with 256

static short nearest_colour(const unsigned char *rgb)
{
    if (COLORS < 256) { // eight colours: red, green and blue are each on or off
        short bright = 0;
        for (int i = 0; i < 3; i++)
            bright |= (short)((rgb[i] > 110) << i);
        return bright;
    }
    static const int levels[6] = {0, 95, 135, 175, 215, 255};
    int cube = 0, cube_error = 0, grey_error = 0;
    int grey = (rgb[0] + rgb[1] + rgb[2]) / 3, shade = grey < 8     ? 0
                                                       : grey > 238 ? 23
                                                                    : (grey - 3) / 10;
    for (int i = 0; i < 3; i++) {
        int best = 0;
        for (int k = 1; k < 6; k++)
            if (abs(levels[k] - rgb[i]) < abs(levels[best] - rgb[i]))
                best = k;
        cube = 6 * cube + best;
        cube_error += (levels[best] - rgb[i]) * (levels[best] - rgb[i]);
        grey_error += (8 + 10 * shade - rgb[i]) * (8 + 10 * shade - rgb[i]);
    }
    return (short)(grey_error < cube_error ? 232 + shade : 16 + cube);
}

static short pair_of(game *g, const unsigned char *ink, const unsigned char *ground)
{
    short front = nearest_colour(ink), back = nearest_colour(ground), f, b;
    for (int p = 1; p <= g->pairs; p++)
        if (pair_content((short)p, &f, &b) == OK && f == front && b == back)
            return (short)p;
    if (g->pairs + 1 >= COLOR_PAIRS || g->pairs >= 4000)
        return 0;
    init_pair((short)++g->pairs, front, back);
    return (short)g->pairs;
}

// ---- drawing

__attribute__((format(printf, 2, 3))) static void say(game *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(g->message, sizeof g->message, format, arguments);
    va_end(arguments);
}

static void put_character(void *context, const mw_character *c)
{
    game *g = context;
    if (c->row + 2 >= LINES - 2 || c->column >= COLS)
        return;
    const unsigned char *ink = c->letter ? c->below : c->up, *ground = c->letter ? c->up : c->below;
    cchar_t cell;
    wchar_t text[2] = {c->letter ? (wchar_t)c->letter : L'\u2580', 0};
    setcchar(&cell, text, c->letter ? A_BOLD : A_NORMAL, pair_of(g, ink, ground), NULL);
    mvadd_wch(c->row + 2, c->column, &cell);
}

static void draw_head(game *g)
{
    uint32_t optimum = g->adviser.ready ? g->adviser.optimum : MW_FAR;
    char right[80];
    int n = snprintf(right, sizeof right, "move %u", mw_session_moves(g->session));
    if (optimum != MW_FAR)
        snprintf(right + n, sizeof right - (size_t)n, " (shortest: %u)", optimum);
    mvprintw(0, 0, "%.*s", COLS > 30 ? COLS - 30 : COLS, g->label);
    mvprintw(0, COLS > (int)strlen(right) ? COLS - (int)strlen(right) : 0, "%s", right);
}

static void draw(game *g)
{
    mw_scene scene;
    mw_error error;
    erase();
    if (mw_scene_draw(&scene, g->maze, mw_session_state(g->session))) {
        double across = COLS / scene.width, down = 2 * (LINES - ROWS) / scene.height;
        g->style.scale = fmin(12, fmin(across, down));
        if (g->style.scale >= 1)
            mw_picture_characters(&scene, &g->style, put_character, g, &error);
        else
            mvprintw(2, 0, "The window is too small for this maze.");
        mw_scene_free(&scene);
    }
    draw_head(g);
    mvprintw(LINES - 2, 0, "%.*s", COLS - 1, g->message);
    attron(A_DIM);
    mvprintw(
        LINES - 1, 0, "%.*s", COLS - 1,
        "arrows move  u undo  r redo  0 restart  h hint  o solution  w save  e export  q quit");
    attroff(A_DIM);
    refresh();
}

// ---- moves

static bool try_word(game *g, const char *word)
{
    for (uint16_t a = 0; g->maze->kind->rules->actions[a].word; a++)
        if (!strcmp(g->maze->kind->rules->actions[a].word, word))
            return mw_session_move(g->session, a);
    return false;
}

// The one possible move that points nowhere: waiting, or turning to the other half.
static bool try_spare(game *g)
{
    const mw_rules *rules = g->maze->kind->rules;
    mw_edge edges[MW_EDGES_MAX];
    bool open = mw_session_status(g->session) == MW_OPEN;
    unsigned n = open ? rules->expand(g->maze, mw_session_state(g->session), edges) : 0, count = 0;
    uint16_t spare = 0;
    for (unsigned i = 0; i < n; i++) {
        const mw_action *a = &rules->actions[edges[i].action];
        if (a->arrow == MW_ARROW_NONE && !a->part) {
            spare = edges[i].action;
            count++;
        }
    }
    return count == 1 && mw_session_move(g->session, spare);
}

static bool try_arrow(game *g, mw_arrow arrow)
{
    for (uint16_t a = 0; g->maze->kind->rules->actions[a].word; a++) {
        const mw_action *action = &g->maze->kind->rules->actions[a];
        if (action->arrow == arrow && (!action->part || action->part == g->half) &&
            mw_session_move(g->session, a))
            return true;
    }
    return false;
}

static void after_move(game *g, bool moved)
{
    g->grade = 0;
    g->message[0] = '\0';
    if (!moved && mw_session_status(g->session) == MW_OPEN)
        say(g, "That is not possible here.");
    if (mw_session_status(g->session) == MW_SOLVED)
        say(g, "Solved in %u moves!", mw_session_moves(g->session));
    if (mw_session_status(g->session) == MW_LOST)
        say(g, "Lost. Press u to take the move back.");
}

// ---- files

// Writes the id and the moves over what was in the file. False: they could not be written.
static bool save(game *g)
{
    output o;
    const char *name = g->save;
    if (!name) {
        say(g, "Start with --save FILE to save.");
        return true;
    }
    char *id = mw_maze_print(g->maze, "id"), *moves = mw_session_text(g->session);
    const char *part = output_begin(&o, name);
    FILE *f = id && moves ? fopen(part, "w") : NULL;
    bool ok = f && fprintf(f, "%s\n%s\n", id, moves) > 0;
    ok = f && !fclose(f) && ok;
    ok = output_end(&o, ok);
    g->no_memory = !id || !moves;
    say(g, ok ? "Saved in %.150s." : "Cannot write %.150s.", name);
    free(id);
    free(moves);
    return ok;
}

// Adds a line that a test can replay: the moves, and the position that they lead to.
static void export_session(game *g)
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
    say(g, ok ? "Added to %.150s." : "Cannot write %.150s.", name);
}

static bool resume(game *g)
{
    FILE *f = g->save ? fopen(g->save, "r") : NULL;
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
    else if (!whole || strcmp(id, mine))
        complain("%s is a game of another maze; name another file with --save", g->save);
    else if (!mw_session_load(g->session, moves, &error)) {
        error.line = 0; // it is counted within the moves, not within the file
        complain_of(g->save, &error, EXIT_INPUT);
    } else {
        say(g, "Welcome back.");
        ok = true;
    }
    free(id);
    free(moves);
    free(mine);
    return ok;
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

// False: out of memory.
static bool employ(adviser *a, const mw_maze *m, mw_limits limits)
{
    limits.keep_going = adviser_goes_on;
    limits.context = a;
    a->session = mw_session_open(m);
    if (!a->session)
        return false;
    mw_session_limit(a->session, &limits);
    a->threaded = !pthread_create(&a->thread, NULL, work_out, a);
    if (!a->threaded)
        work_out(a);
    return true;
}

static void dismiss(adviser *a)
{
    a->dismissed = true;
    if (a->threaded)
        pthread_join(a->thread, NULL);
    mw_session_close(a->session);
}

// The adviser's session, in the position of the game. NULL: the message says why not; if it is not
// ready yet, the key that asks for advice is pressed again when it is.
static mw_session *advised(game *g, int key)
{
    mw_error error;
    if (!g->adviser.ready) {
        g->waiting = key;
        say(g, "This maze is being worked out; the answer follows.");
        return NULL;
    }
    char *moves = mw_session_text(g->session);
    bool ok = moves && mw_session_load(g->adviser.session, moves, &error);
    free(moves);
    if (!ok)
        say(g, "Memory ran out.");
    return ok ? g->adviser.session : NULL;
}

static void give_hint(game *g)
{
    mw_session *s = advised(g, 'h');
    if (!s)
        return;
    g->grade = g->grade < MW_HINTS ? g->grade + 1 : MW_HINTS;
    mw_session_hint(s, g->grade, g->message, sizeof g->message);
}

static void play_on(game *g)
{
    mw_session *s = advised(g, 'o');
    g->playback = false;
    if (!s)
        return;
    mw_advice a = mw_session_advise(s);
    g->playback = a.winnable && a.distance && mw_session_move(g->session, a.action);
    if (g->playback || mw_session_status(g->session) == MW_SOLVED)
        after_move(g, true);
    else
        mw_session_hint(s, 1, g->message, sizeof g->message);
}

// ---- keys

static void take_back(game *g, bool forward)
{
    bool done = forward ? mw_session_redo(g->session) : mw_session_undo(g->session);
    after_move(g, true);
    if (!done)
        say(g, forward ? "There is nothing to make again." : "This is the beginning.");
}

static void press(game *g, int key)
{
    const char word[2] = {(char)key, 0};
    switch (key) {
    case KEY_UP: after_move(g, try_arrow(g, MW_ARROW_UP)); break;
    case KEY_RIGHT: after_move(g, try_arrow(g, MW_ARROW_RIGHT)); break;
    case KEY_DOWN: after_move(g, try_arrow(g, MW_ARROW_DOWN)); break;
    case KEY_LEFT: after_move(g, try_arrow(g, MW_ARROW_LEFT)); break;
    case ' ': after_move(g, try_spare(g)); break;
    case '\t':
        g->half = g->half == 'a' ? 'b' : 'a';
        say(g, "Half %c moves.", g->half);
        break;
    case 'u': take_back(g, false); break;
    case 'r': take_back(g, true); break;
    case '0':
        mw_session_restart(g->session);
        after_move(g, true);
        break;
    case 'h': give_hint(g); break;
    case 'o': play_on(g); break;
    case 'w': save(g); break;
    case 'e': export_session(g); break;
    case 'q': g->quit = true; break;
    case KEY_RESIZE: break;
    default:
        if (key > ' ' && key < 127)
            after_move(g, try_word(g, word));
    }
}

// The screen is drawn again only when something has changed: a large board takes long to draw.
static void loop(game *g)
{
    bool changed = true, ready = false;
    while (!g->quit && !interrupted()) {
        if (changed)
            draw(g);
        timeout(g->playback ? STEP_MS : 200);
        int key = getch();
        changed = key != ERR || g->playback || g->adviser.ready != ready;
        ready |= changed && g->adviser.ready;
        if (key == ERR && g->playback) {
            play_on(g);
        } else if (key != ERR || (ready && g->waiting)) {
            key = key != ERR ? key : g->waiting;
            g->waiting = 0;
            g->playback = false;
            press(g, key);
        }
    }
}

static int play(input *in, void *context)
{
    const settings *s = context;
    game g = {.maze = in->maze,
              .label = in->label,
              .save = s->value[O_SAVE],
              .export = s->value[O_EXPORT],
              .style = {.theme = MW_THEME_DARK},
              .half = 'a'};
    if (!option_theme(s, &g.style.theme))
        return EXIT_USAGE;
    if (!MW_HAS(in->maze->kind, view, draw))
        return complain_with(EXIT_USAGE, "%s: %s mazes have no picture", in->label,
                             in->maze->kind->name);
    watch clock;
    if (!watch_open(&clock, s))
        return EXIT_USAGE;
    if (!clock.limits.states)
        clock.limits.states = MW_SESSION_STATES;
    g.session = mw_session_open(in->maze);
    bool ready = g.session && resume(&g);
    if (!g.session || (ready && !(ready = employ(&g.adviser, in->maze, clock.limits))))
        out_of_memory();
    if (!ready) {
        mw_session_close(g.session);
        return EXIT_INPUT;
    }
    interrupts_call(restore);
    initscr();
    start_color();
    cbreak();
    noecho();
    keypad(stdscr, true);
    curs_set(0);
    loop(&g);
    endwin();
    interrupts_call(NULL);
    dismiss(&g.adviser);
    bool saved = save(&g);
    if (g.no_memory)
        out_of_memory();
    else if (!saved)
        complain("%s: cannot write the game: check its folder and the space on the disk; its moves "
                 "are on the screen",
                 g.save);
    char *moves = mw_session_text(g.session);
    if (!moves)
        out_of_memory();
    printf("%s: %s after %u moves: %s\n", in->label,
           mw_session_status(g.session) == MW_SOLVED ? "solved" : "left",
           mw_session_moves(g.session), moves ? moves : "");
    free(moves);
    mw_session_close(g.session);
    return saved ? EXIT_DONE : EXIT_BROKEN;
}

int run_play(const settings *s)
{
    if (s->input_count != 1)
        return complain_with(EXIT_USAGE,
                             "play needs one maze: a file, or an id such as rook:5x5#7");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return complain_with(EXIT_USAGE,
                             "play needs a terminal; 'hint --moves' answers without one");
    setlocale(LC_ALL, "");
    guard_terminal();
    return for_each_input(s, play, (void *)s);
}
