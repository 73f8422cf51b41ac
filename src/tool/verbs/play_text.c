// play_text.c: a game on a terminal without a cursor, such as TERM=dumb: the board and the panel
// are printed after each line that the player types. A line is moves by name, or a command.
#include "tool/verbs/play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDTH  79 // where the terminal does not tell its own
#define ROWS   22
#define LEGEND 6 // lines, about

typedef struct canvas {
    char text[200][256];
    long width, height; // of what was put
} canvas;

static void put(void *context, long x, long y, const spot *s)
{
    canvas *c = context;
    if (x >= 255 || y >= 200)
        return;
    c->text[y][x] = s->c;
    c->width = x + 1 > c->width ? x + 1 : c->width;
    c->height = y + 1 > c->height ? y + 1 : c->height;
}

static long limited(long value, long least, long most)
{
    return value < least ? least : value > most ? most : value;
}

static void window(long *columns, long *rows)
{
    struct winsize size = {0};
    bool known = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col && size.ws_row;
    *columns = limited(known ? size.ws_col - 1 : WIDTH, 20, 250);
    *rows = limited(known ? size.ws_row - 2 : ROWS, 8, 190);
}

static void print_board(const game *g, board_layout *l, long columns, long rows)
{
    canvas *c = malloc(sizeof *c);
    if (!c) {
        out_of_memory();
        return;
    }
    memset(c, ' ', sizeof *c);
    c->width = c->height = 0;
    board_fit(l, g, columns, rows);
    board_show(l, g, put, c);
    for (long y = 0; y < c->height; y++) {
        long end = c->width;
        while (end && c->text[y][end - 1] == ' ')
            end--;
        printf("%.*s\n", (int)end, c->text[y]);
    }
    free(c);
}

static void print_panel(const panel *p)
{
    for (unsigned i = 0; i < p->count; i++)
        puts(p->line[i]);
}

// The board as the maze's own text, for a kind that has no glyphs.
static void print_own(const game *g)
{
    char *text = mw_maze_print(g->maze, "own");
    if (text)
        fputs(text, stdout);
    free(text);
}

void text_board(mw_session *s)
{
    const game g = {.session = s, .maze = mw_session_maze(s)};
    board_layout l = {0};
    long columns, rows;
    window(&columns, &rows);
    if (MW_HAS(g.maze->kind, view, glyph))
        print_board(&g, &l, limited(columns, 20, 60), limited(rows, 8, 16));
    else
        print_own(&g);
}

static void show(const game *g, board_layout *l, bool legend)
{
    long columns, rows;
    window(&columns, &rows);
    panel *p = calloc(1, sizeof *p);
    if (!p)
        return;
    p->width = (unsigned)columns;
    panel_state(p, g);
    panel_aside(p, g);
    putchar('\n');
    long taken = p->count + (legend ? LEGEND : 0);
    if (MW_HAS(g->maze->kind, view, glyph))
        print_board(g, l, columns, limited(rows - taken, 8, rows));
    else
        print_own(g);
    if (legend && MW_HAS(g->maze->kind, view, glyph))
        panel_legend(p, g, l);
    print_panel(p);
    free(p);
}

// ---- what the player types

// Reads a line without its end. False: there are no more, or the game was interrupted.
static bool read_words(char *line, size_t size)
{
    fflush(stdout);
    if (!fgets(line, (int)size, stdin))
        return false;
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    size_t blanks = strspn(line, " \t");
    memmove(line, line + blanks, length - blanks + 1);
    return true;
}

static bool ask(game *g, const char *question, const char *suggested, char answer[NAME_MAX_LENGTH])
{
    char line[NAME_MAX_LENGTH], before[NAME_MAX_LENGTH];
    (void)g;
    snprintf(before, sizeof before, "%s", suggested ? suggested : "");
    printf("%s%s%s%s", question, *before ? "[" : "", before, *before ? "] " : "");
    if (!read_words(line, sizeof line))
        return false;
    snprintf(answer, NAME_MAX_LENGTH, "%s", *line ? line : before);
    return *answer;
}

const dialogue text_dialogue = {.ask = ask};

static void rules(game *g)
{
    board_layout l = {0};
    panel *p = calloc(1, sizeof *p);
    long columns, rows;
    window(&columns, &rows);
    if (!p)
        return;
    p->width = (unsigned)columns;
    if (MW_HAS(g->maze->kind, view, glyph))
        board_fit(&l, g, columns, rows);
    panel_rules(p, g, &l);
    print_panel(p);
    free(p);
}

static void solution(game *g)
{
    game_solution(g);
    while (g->playback && !interrupted())
        game_solution(g);
}

static void other_half(game *g)
{
    game_turn(g);
}

static void save(game *g)
{
    game_save(g);
}

static const struct command {
    const char *letter, *word;
    void (*run)(game *);
    const char *does;
} commands[] = {
    {"u", "undo", game_undo, "take a move back"},
    {"r", "redo", game_redo, "make it again"},
    {"0", "restart", game_restart, "back to the start"},
    {"h", "hint", game_hint, "a hint; again: a stronger one"},
    {"o", "solution", solution, "make the moves of a shortest solution"},
    {"w", "save", save, "save the game in a file"},
    {"e", "export", game_export, "add the game to a file of tests"},
    {"t", "turn", other_half, "to the other half"},
    {"?", "rules", rules, "the rules and the names of the moves"},
    {"q", "quit", game_leave, "leave"},
};

static void tell_commands(const game *g)
{
    printf("Type moves by name, several in a row if you like:");
    for (const mw_action *a = g->maze->kind->rules->actions; a->word; a++)
        printf(" %s", a->word);
    printf("\nor a command:\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].run != other_half)
            printf("  %s or %-9s %s\n", commands[i].letter, commands[i].word, commands[i].does);
}

static bool knows(const game *g, const char *moves)
{
    uint16_t *actions;
    mw_error error;
    long count = mw_moves_parse(g->maze->kind, moves, &actions, &error);
    if (count >= 0)
        free(actions);
    return count >= 0;
}

// A line that is no command is moves; also in small letters where no move has those.
static void obey(game *g, char *line)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(line, commands[i].letter) || !strcmp(line, commands[i].word)) {
            commands[i].run(g);
            return;
        }
    if (*line == ':')
        line++;
    if (!knows(g, line)) {
        char large[NAME_MAX_LENGTH];
        size_t i = 0;
        for (; line[i] && i + 1 < sizeof large; i++)
            large[i] = (char)toupper((unsigned char)line[i]);
        large[i] = '\0';
        if (knows(g, large))
            snprintf(line, strlen(line) + 1, "%s", large);
    }
    game_type(g, line);
    size_t length = strlen(g->message);
    if (!knows(g, line))
        snprintf(g->message + length, sizeof g->message - length, " ('?' tells the moves)");
}

static void await_advice(game *g)
{
    while (g->waiting && !interrupted()) {
        if (!game_answers(g)) {
            usleep(20000);
            continue;
        }
        int key = g->waiting;
        g->waiting = 0;
        if (key == 'h')
            game_hint(g);
        else
            solution(g);
    }
}

void text_play(game *g)
{
    char line[NAME_MAX_LENGTH];
    board_layout l = {0};
    tell_commands(g);
    for (unsigned i = 0; i < 20 && !g->adviser.ready; i++)
        usleep(10000); // a small maze is known in a moment
    for (bool first = true, changed = true; !g->quit && !interrupted(); first = false) {
        if (changed)
            show(g, &l, first);
        if (*g->message)
            puts(g->message);
        printf("%s> ", mw_session_status(g->session) == MW_OPEN ? "move" : "u, 0 or q");
        if (!read_words(line, sizeof line)) {
            if (!interrupted() && feof(stdin))
                g->quit = true;
            clearerr(stdin);
            continue;
        }
        uint32_t moves = mw_session_moves(g->session);
        char half = g->half;
        g->message[0] = '\0';
        if (*line) {
            obey(g, line);
            if (g->waiting && *g->message)
                puts(g->message);
            fflush(stdout);
            await_advice(g);
        }
        changed = !*line || mw_session_moves(g->session) != moves || g->half != half;
    }
    if (*g->message)
        puts(g->message);
}

// ---- the menu

bool text_menu(shipped_list *list, const char *message)
{
    char line[NAME_MAX_LENGTH];
    const mw_kind *kind = NULL;
    if (*message)
        puts(message);
    for (unsigned i = 0; i < list->count; i++) {
        const shipped *s = &list->mazes[i];
        if (s->kind != kind)
            printf("%s%s:", kind ? "\n" : "", s->kind->name);
        kind = s->kind;
        printf(" %s", strchr(s->name, '/') + 1);
    }
    printf("\n");
    while (!interrupted()) {
        printf("Which maze? Type for example %s, or nothing to leave> ", list->mazes[0].name);
        if (!read_words(line, sizeof line) || !*line || !strcmp(line, "q"))
            return false;
        for (unsigned i = 0; i < list->count; i++)
            if (!strcmp(list->mazes[i].name, line)) {
                list->at = i;
                return true;
            }
        printf("There is no maze '%s'.\n", line);
    }
    return false;
}
