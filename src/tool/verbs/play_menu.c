// play_menu.c: the mazes that come with the command, grouped by kind, and the screen on which a
// player chooses one of them.
#include "tool/verbs/play_screen.h"
#include "tool/verbs/play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- the list

static int add(void *context, const char *name, const char *path)
{
    shipped_list *list = context;
    shipped *grown = realloc(list->mazes, (list->count + 1) * sizeof *grown);
    if (!grown)
        return out_of_memory();
    list->mazes = grown;
    shipped *s = &grown[list->count++];
    char kind[80];
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(name, "/"), name);
    *s = (shipped){.path = strdup(path), .name = strdup(name), .kind = mw_kind_find(kind)};
    return s->path && s->name && s->kind ? EXIT_DONE : out_of_memory();
}

bool shipped_find(shipped_list *list)
{
    *list = (shipped_list){0};
    return each_shipped("", NULL, add, list) == EXIT_DONE && list->count;
}

void shipped_free(shipped_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        free(list->mazes[i].path);
        free(list->mazes[i].name);
    }
    free(list->mazes);
    *list = (shipped_list){0};
}

// ---- the screen: for each kind a heading, and its mazes in rows of cells

typedef struct menu {
    shipped_list *list;
    const char *message;
    char typed[20]; // digits of a name so far
    int width;      // of a cell
    int top;        // the first row in sight
} menu;

static const char *short_name(const shipped *s)
{
    return strchr(s->name, '/') + 1;
}

static unsigned per_row(const menu *m)
{
    int room = (COLS - 4) / m->width;
    return room > 1 ? (unsigned)room : 1;
}

// The row and column of each maze; a kind has a heading before it and an empty row after it.
// Returns the number of rows.
static int lay_out(const menu *m, unsigned which, int *row, unsigned *column)
{
    int at = 0;
    unsigned in_row = 0;
    for (unsigned i = 0; i < m->list->count; i++) {
        bool new_kind = !i || m->list->mazes[i].kind != m->list->mazes[i - 1].kind;
        if (new_kind) {
            at += i ? 3 : 1;
            in_row = 0;
        } else if (in_row == per_row(m)) {
            at++;
            in_row = 0;
        }
        if (i == which) {
            *row = at;
            *column = in_row;
        }
        in_row++;
    }
    return at + 1;
}

// Cuts a text at a blank, and shows that it was cut.
static void shorten(char *text, int room)
{
    if ((int)strlen(text) <= room || room < 4)
        return;
    int cut = room - 3;
    while (cut && text[cut] != ' ')
        cut--;
    memcpy(text + cut, "...", sizeof "...");
}

static void draw(void *context)
{
    menu *m = context;
    const shipped *all = m->list->mazes;
    int row = 0, here = 0;
    unsigned column = 0;
    erase();
    const char *message =
        *m->message ? m->message : "arrows and letters choose, Enter plays, q leaves";
    int rows = LINES - 2 - screen_message(message);
    int count = lay_out(m, m->list->at, &here, &column);
    if (here - 1 < m->top)
        m->top = here - 1;
    if (here >= m->top + rows)
        m->top = here - rows + 1;
    if (count <= rows)
        m->top = 0;
    screen_put(0, 1, COLS - 2, A_BOLD, "Mazewright: choose a maze");
    for (unsigned i = 0; i < m->list->count; i++) {
        char text[400];
        lay_out(m, i, &row, &column);
        row -= m->top;
        if ((!i || all[i].kind != all[i - 1].kind) && row - 1 >= 0 && row - 1 < rows) {
            screen_put(row + 1, 1, COLS - 2, A_BOLD, all[i].kind->name);
            int at = 2 + (int)strlen(all[i].kind->name);
            snprintf(text, sizeof text, " %s", all[i].kind->about);
            shorten(text, COLS - at - 1);
            screen_put(row + 1, at, COLS - at - 1, A_NORMAL, text);
        }
        bool chosen = i == m->list->at;
        snprintf(text, sizeof text, chosen ? "[%s]" : " %s ", short_name(&all[i]));
        if (row >= 0 && row < rows)
            screen_put(row + 2, 2 + (int)column * m->width, m->width,
                       chosen ? A_REVERSE | A_BOLD : A_NORMAL, text);
    }
}

static void step(menu *m, int by)
{
    long to = (long)m->list->at + by;
    if (to >= 0 && to < (long)m->list->count)
        m->list->at = (unsigned)to;
}

// To the nearest maze of the next row, up or down.
static void step_row(menu *m, bool down)
{
    int row = 0, other = 0;
    unsigned column = 0, other_column = 0;
    lay_out(m, m->list->at, &row, &column);
    long best = -1;
    for (long i = m->list->at; i >= 0 && i < (long)m->list->count; i += down ? 1 : -1) {
        lay_out(m, (unsigned)i, &other, &other_column);
        int best_row = row;
        unsigned best_column = 0;
        if (best >= 0)
            lay_out(m, (unsigned)best, &best_row, &best_column);
        if (other == row)
            continue;
        if (best >= 0 && other != best_row)
            break;
        if (best < 0 || abs((int)other_column - (int)column) < abs((int)best_column - (int)column))
            best = i;
    }
    if (best >= 0)
        m->list->at = (unsigned)best;
}

// A letter goes to the next kind that begins with it; digits are the name of a maze of this kind.
static void type(menu *m, char c)
{
    const shipped_list *list = m->list;
    const shipped *now = &list->mazes[list->at];
    size_t length = strlen(m->typed);
    if (isalpha((unsigned char)c)) {
        for (unsigned i = 1; i <= list->count; i++) {
            const shipped *s = &list->mazes[(list->at + i) % list->count];
            if (s->kind != now->kind && *s->kind->name == tolower((unsigned char)c)) {
                m->list->at = (list->at + i) % list->count;
                break;
            }
        }
        while (m->list->at && list->mazes[m->list->at - 1].kind == list->mazes[m->list->at].kind)
            m->list->at--;
        return;
    }
    for (int again = 0; again < 2; again++, length = 0) {
        if (length + 2 > sizeof m->typed)
            continue;
        m->typed[length] = c;
        m->typed[length + 1] = '\0';
        for (unsigned i = 0; i < list->count; i++)
            if (list->mazes[i].kind == now->kind &&
                !strncmp(short_name(&list->mazes[i]), m->typed, length + 1)) {
                m->list->at = i;
                return;
            }
    }
    m->typed[0] = '\0';
}

bool screen_menu(shipped_list *list, const char *message)
{
    menu m = {.list = list, .message = message, .width = 4};
    for (unsigned i = 0; i < list->count; i++) {
        int width = (int)strlen(short_name(&list->mazes[i])) + 3;
        m.width = width > m.width ? width : m.width;
    }
    while (!interrupted() && !screen_gone()) {
        draw(&m);
        refresh();
        int key = screen_key(200);
        if (key != ERR && key != KEY_RESIZE)
            m.message = "";
        if (!(key < 256 && isdigit(key)) && key != ERR)
            m.typed[0] = '\0';
        switch (key) {
        case ERR:
        case KEY_RESIZE: break;
        case KEY_LEFT: step(&m, -1); break;
        case KEY_RIGHT: step(&m, 1); break;
        case KEY_UP: step_row(&m, false); break;
        case KEY_DOWN: step_row(&m, true); break;
        case '\n':
        case '\r':
        case ' ':
        case KEY_ENTER: return true;
        case 27:
        case 'q': return false;
        default:
            if (key > ' ' && key < 127)
                type(&m, (char)key);
        }
    }
    return false;
}
