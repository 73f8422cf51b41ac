// play_screen.c: a game on a terminal with a cursor, through ncurses: the board, the panel beside
// or below it, a line for messages and questions, and the keys. Without colours (NO_COLOR, or a
// terminal that has none) the characters of the board say the same.
#include "tool/verbs/play_screen.h"
#include "tool/verbs/play.h"

#include <ctype.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#undef lines // macros of term.h
#undef columns

#define STEP_MS    300 // milliseconds for each move of a solution that is shown
#define PANEL_FROM 72  // columns of a window in which the panel has room beside the board

// ---- the terminal is set back to what it was, also when the program crashes

static struct termios before;
static char reset[400]; // what sets the screen back
static size_t reset_length;
static volatile sig_atomic_t goes_on_again; // after it was stopped
static volatile sig_atomic_t hung_up;       // the terminal is gone
static bool begun;

static int collect_reset(int c)
{
    if (reset_length < sizeof reset)
        reset[reset_length++] = (char)c;
    return c;
}

// What the terminal is sent for this. NULL: it cannot do it.
static const char *sequence(const char *name)
{
    const char *text = tigetstr(name);
    return (intptr_t)text == -1 ? NULL : text;
}

static void prepare_reset(void)
{
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    reset_length = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = sequence(names[i]);
        if (text)
            tputs(text, 1, collect_reset);
    }
}

void screen_restore(void)
{
    ssize_t ignored = write(STDOUT_FILENO, reset, reset_length);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

static void crash(int number)
{
    screen_restore();
    raise(number); // the default action comes next
}

static void on_continue(int number)
{
    (void)number;
    goes_on_again = 1;
}

static void on_hangup(int number)
{
    (void)number;
    hung_up = 1;
}

static void guard_terminal(void)
{
    static const int numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    tcgetattr(STDIN_FILENO, &before);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i],
                  &(struct sigaction){.sa_handler = crash, .sa_flags = (int)SA_RESETHAND}, NULL);
    sigaction(SIGHUP, &(struct sigaction){.sa_handler = on_hangup}, NULL);
    sigaction(SIGCONT, &(struct sigaction){.sa_handler = on_continue, .sa_flags = SA_RESTART},
              NULL);
}

bool screen_possible(void)
{
    int error;
    if (setupterm(NULL, STDOUT_FILENO, &error) == ERR)
        return false;
    bool possible = sequence("cup");
    del_curterm(cur_term); // initscr makes its own
    return possible;
}

void screen_begin(void)
{
    const char *no = getenv("NO_COLOR");
    if (begun) {
        refresh(); // after screen_end
    } else {
        guard_terminal();
        set_escdelay(50);
        initscr();
        prepare_reset();
        if (has_colors() && !(no && *no)) {
            start_color();
            use_default_colors();
        }
        cbreak();
        noecho();
        keypad(stdscr, true);
    }
    begun = true;
    curs_set(0);
    interrupts_call(screen_restore);
}

void screen_end(void)
{
    endwin();
    interrupts_call(NULL);
}

bool screen_gone(void)
{
    return hung_up;
}

int screen_key(int milliseconds)
{
    timeout(milliseconds);
    int key = getch();
    if (goes_on_again) { // another program may have used the terminal
        goes_on_again = 0;
        reset_prog_mode();
        curs_set(0);
        clearok(curscr, true);
        if (key == ERR)
            key = KEY_RESIZE;
    }
    return key;
}

void screen_put(int row, int column, int width, int attributes, const char *text)
{
    if (row < 0 || row >= LINES || column >= COLS || width <= 0)
        return;
    attron(attributes);
    mvaddnstr(row, column, text, width < COLS - column ? width : COLS - column);
    attroff(attributes);
}

int screen_message(const char *text)
{
    panel *p = calloc(1, sizeof *p);
    if (!p)
        return 1;
    p->width = COLS > 1 ? (unsigned)COLS - 1 : 1;
    panel_add(p, true, text);
    int rows = (int)p->count, most = LINES > 4 ? LINES - 3 : 1;
    rows = rows < most ? rows : most;
    for (int i = 0; i < rows; i++) {
        move(LINES - rows + i, 0);
        clrtoeol();
        screen_put(LINES - rows + i, 0, COLS - 1, A_BOLD, p->line[i]);
    }
    free(p);
    return rows;
}

bool screen_line(const char *question, char *answer, int size, void (*draw)(void *), void *context)
{
    int length = (int)strlen(answer);
    for (;;) {
        draw(context);
        move(LINES - 1, 0);
        clrtoeol();
        int room = COLS - (int)strlen(question) - 1, hidden = length > room ? length - room : 0;
        screen_put(LINES - 1, 0, COLS - 1, A_BOLD, question);
        screen_put(LINES - 1, (int)strlen(question), room, A_NORMAL, answer + hidden);
        curs_set(1);
        refresh();
        int key = screen_key(200);
        curs_set(0);
        if (interrupted() || hung_up || key == 27)
            return false;
        if (key == '\n' || key == '\r' || key == KEY_ENTER)
            return true;
        if ((key == KEY_BACKSPACE || key == 127 || key == 8) && length)
            do // all bytes of a character
                length--;
            while (length && ((unsigned char)answer[length] & 0xc0) == 0x80);
        else if (key == 21) // Ctrl-U
            length = 0;
        else if (key >= ' ' && key < 256 && key != 127 && length + 1 < size)
            answer[length++] = (char)key;
        answer[length] = '\0';
    }
}

// ---- colours: the cube of 6x6x6 and the greys of a terminal with 256

static int pairs; // in use

static short nearest_colour(mw_colour c)
{
    const int rgb[3] = {(int)(c.r * 255), (int)(c.g * 255), (int)(c.b * 255)};
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

// 0 where the two could not be told apart, or there are no colours.
static short pair_of(mw_colour ink, mw_colour ground)
{
    if (!COLOR_PAIRS)
        return 0;
    short front = nearest_colour(ink), back = nearest_colour(ground), f, b;
    if (front == back)
        return 0;
    for (int p = 1; p <= pairs; p++)
        if (pair_content((short)p, &f, &b) == OK && f == front && b == back)
            return (short)p;
    if (pairs + 1 >= COLOR_PAIRS || pairs >= 4000)
        return 0;
    init_pair((short)++pairs, front, back);
    return (short)pairs;
}

// ---- drawing

// What is on the screen.
typedef struct show {
    game *g;
    board_layout layout;
    int x, y;             // of the board
    int rows;             // of the window, above the message
    const char *question; // in the place of the message; NULL: none is asked
} show;

static const cchar_t *line_of(const spot *s)
{
    const cchar_t *const forms[16] = {WACS_PLUS,     WACS_VLINE,    WACS_HLINE,    WACS_LLCORNER,
                                      WACS_VLINE,    WACS_VLINE,    WACS_ULCORNER, WACS_LTEE,
                                      WACS_HLINE,    WACS_LRCORNER, WACS_HLINE,    WACS_BTEE,
                                      WACS_URCORNER, WACS_RTEE,     WACS_TTEE,     WACS_PLUS};
    return forms[s->arms & 15];
}

static double brightness(mw_colour c)
{
    return 0.3 * c.r + 0.59 * c.g + 0.11 * c.b;
}

// The ink, or black or white where it would be hard to read on this ground.
static mw_colour readable(mw_colour ink, mw_colour ground)
{
    double there = brightness(ground), difference = brightness(ink) - there;
    double best = there > 0.5 ? 0 : 1;
    return difference > 0.35 || difference < -0.35 ? ink : (mw_colour){best, best, best, 1};
}

static void put_spot(void *context, long x, long y, const spot *s)
{
    const show *w = context;
    const mw_style *style = &w->g->style;
    mw_colour ground = s->paper ? mw_style_paper(style) : mw_style_colour(style, &s->ground);
    short pair = pair_of(readable(mw_style_colour(style, &s->ink), ground), ground);
    bool player = !COLOR_PAIRS && !s->paper && s->ground.role == MW_ROLE_HERO && s->c != ' ';
    attr_t attributes = s->bold ? A_BOLD : A_NORMAL;
    if (player)
        attributes |= A_REVERSE;
    if (s->arms) {
        attr_set(A_NORMAL, pair, NULL);
        mvadd_wch(w->y + (int)y, w->x + (int)x, line_of(s));
    } else {
        attr_set(attributes, pair, NULL);
        mvaddch(w->y + (int)y, w->x + (int)x, (chtype)(unsigned char)s->c);
    }
    attr_set(A_NORMAL, 0, NULL);
}

static void draw_board(show *w, int columns, int rows)
{
    game *g = w->g;
    if (MW_HAS(g->maze->kind, view, glyph)) {
        board_fit(&w->layout, g, columns, rows);
        w->x = w->layout.width + 2 <= columns;
        w->y = w->layout.height + 2 <= rows;
        board_show(&w->layout, g, put_spot, w);
        return;
    }
    char *text = mw_maze_print(g->maze, "own"), *line = text;
    for (int row = 0; line && *line && row < rows; row++) {
        size_t length = strcspn(line, "\n");
        screen_put(row, 0, length < (size_t)columns ? (int)length : columns, A_NORMAL, line);
        line += length + (line[length] == '\n');
    }
    free(text);
}

static void draw_panel(const panel *p, int row, int column, int width, int rows)
{
    for (unsigned i = 0; i < p->count && (int)i < rows; i++)
        screen_put(row + (int)i, column, width, p->strong[i] ? A_BOLD : A_NORMAL, p->line[i]);
}

static void draw_beside(show *w, panel *p)
{
    int width = COLS >= 110 ? 40 : 30;
    p->width = (unsigned)width - 2;
    draw_board(w, COLS - width, w->rows);
    panel_state(p, w->g);
    panel_aside(p, w->g);
    panel_keys(p, w->g);
    if (MW_HAS(w->g->maze->kind, view, glyph))
        panel_legend(p, w->g, &w->layout);
    draw_panel(p, 0, COLS - width + 1, width - 2, w->rows);
}

static void draw_below(show *w, panel *p)
{
    p->width = (unsigned)COLS - 1;
    panel_state(p, w->g);
    panel_add(p, false, "u undo  h hint  w save  ? keys  q quit");
    panel_aside(p, w->g);
    int most = w->rows * 3 / 5, rows = (int)p->count < most ? (int)p->count : most;
    draw_board(w, COLS, w->rows - rows);
    draw_panel(p, w->rows - rows, 0, COLS - 1, rows);
}

static void draw(void *context)
{
    show *w = context;
    panel *p = calloc(1, sizeof *p);
    erase();
    w->rows = LINES - screen_message(w->question ? w->question : w->g->message);
    if (!p || COLS < 20 || LINES < 8)
        screen_put(0, 0, COLS, A_NORMAL, p ? "The window is too small." : "Memory ran out.");
    else if (COLS >= PANEL_FROM)
        draw_beside(w, p);
    else
        draw_below(w, p);
    free(p);
}

// ---- questions

static show *shown; // the game on the screen, for questions that come from it

// Asks for a line in the last line of the screen.
static bool ask_line(show *w, const char *question, char *text, int size)
{
    w->question = "";
    bool given = screen_line(question, text, size, draw, w);
    w->question = NULL;
    return given;
}

static bool ask_letter(show *w, const char *question, char answer[NAME_MAX_LENGTH])
{
    int key = ERR;
    w->question = question;
    while (!interrupted() && !hung_up && (key == ERR || key == KEY_RESIZE)) {
        draw(w);
        refresh();
        key = screen_key(200);
    }
    w->question = NULL;
    snprintf(answer, NAME_MAX_LENGTH, "%c", key > 0 && key < 127 ? key : ' ');
    return strchr("yYnN", *answer);
}

static bool ask(game *g, const char *question, const char *suggested, char answer[NAME_MAX_LENGTH])
{
    char text[NAME_MAX_LENGTH];
    (void)g;
    if (!suggested)
        return ask_letter(shown, question, answer);
    snprintf(text, sizeof text, "%s", suggested);
    bool given = ask_line(shown, question, text, sizeof text);
    if (given)
        snprintf(answer, NAME_MAX_LENGTH, "%s", text);
    return given;
}

const dialogue screen_dialogue = {.ask = ask, .single_keys = true};

// The rules, a page after the other.
static void show_rules(show *w)
{
    unsigned first = 0, rows;
    do {
        panel *p = calloc(1, sizeof *p);
        if (!p)
            return;
        erase();
        rows = LINES > 3 ? (unsigned)LINES - 2 : 1;
        p->width = COLS > 102 ? 100 : COLS > 12 ? (unsigned)COLS - 2 : 10;
        panel_rules(p, w->g, &w->layout);
        for (unsigned i = first; i < p->count && i < first + rows; i++)
            screen_put((int)(i - first), 1, COLS - 2, p->strong[i] ? A_BOLD : A_NORMAL, p->line[i]);
        bool more = first + rows < p->count;
        screen_put(LINES - 1, 1, COLS - 2, A_BOLD,
                   more ? "Any key: the next page; q: back to the game"
                        : "Any key: back to the game");
        refresh();
        free(p);
        int key = screen_key(200);
        if (key == KEY_RESIZE)
            first = 0;
        else if (key == 'q' || (key != ERR && !more))
            return;
        else if (key != ERR)
            first += rows;
    } while (!interrupted() && !hung_up);
}

// ---- keys

static void type_moves(show *w)
{
    char text[NAME_MAX_LENGTH] = "";
    if (ask_line(w, "Moves: ", text, sizeof text) && *text)
        game_type(w->g, text);
}

static void press(show *w, int key)
{
    game *g = w->g;
    const char word[2] = {(char)key, 0};
    switch (key) {
    case KEY_UP: game_arrow(g, MW_ARROW_UP); break;
    case KEY_RIGHT: game_arrow(g, MW_ARROW_RIGHT); break;
    case KEY_DOWN: game_arrow(g, MW_ARROW_DOWN); break;
    case KEY_LEFT: game_arrow(g, MW_ARROW_LEFT); break;
    case ' ': game_spare(g); break;
    case '\t': game_turn(g); break;
    case 'u':
    case KEY_BACKSPACE: game_undo(g); break;
    case 'r': game_redo(g); break;
    case '0': game_restart(g); break;
    case 'h': game_hint(g); break;
    case 'o': game_solution(g); break;
    case 'w': game_save(g); break;
    case 'e': game_export(g); break;
    case '?': show_rules(w); break;
    case ':': type_moves(w); break;
    case 'q': game_leave(g); break;
    default:
        if (key > ' ' && key < 127 && !game_word(g, word))
            game_say(g, "'%s' is no key here; ? tells the rules and the moves.", word);
    }
}

// The screen is drawn again only when something has changed.
void screen_play(game *g)
{
    show w = {.g = g};
    bool changed = true, ready = false;
    shown = &w;
    while (!g->quit && !interrupted() && !hung_up) {
        if (changed) {
            draw(&w);
            refresh();
        }
        int key = screen_key(g->playback ? STEP_MS : 200);
        changed = key != ERR || g->playback || g->adviser.ready != ready;
        ready |= changed && g->adviser.ready;
        bool pressed = key != ERR && key != KEY_RESIZE;
        if (key == ERR && g->playback) {
            game_solution(g);
        } else if (pressed || (g->waiting && game_answers(g))) {
            key = pressed ? key : g->waiting;
            g->waiting = 0;
            g->playback = false;
            press(&w, key);
            changed = true;
        }
    }
    shown = NULL;
}
