// play_panel.c: what stands beside the board: how the game stands, in words, the keys that do
// something now, and what the characters of the board mean. All of it comes from the kind's tables,
// so a kind is never named here.
#include "tool/verbs/play.h"

#include <stdlib.h>
#include <string.h>

// ---- lines

static void add_line(panel *p, bool strong, const char *text, size_t length)
{
    if (p->count == PANEL_LINES)
        return;
    p->strong[p->count] = strong;
    snprintf(p->line[p->count++], sizeof *p->line, "%.*s", (int)length, text);
}

// Wraps one line at blanks.
static void add_wrapped(panel *p, bool strong, const char *text, size_t length)
{
    size_t width = p->width < sizeof *p->line ? p->width : sizeof *p->line - 1;
    while (length > width) {
        size_t cut = width;
        while (cut && text[cut] != ' ')
            cut--;
        size_t skip = cut ? cut + 1 : width;
        add_line(p, strong, text, cut ? cut : width);
        text += skip;
        length -= skip;
    }
    add_line(p, strong, text, length);
}

void panel_add(panel *p, bool strong, const char *text)
{
    for (size_t length;; text += length + 1) {
        length = strcspn(text, "\n");
        add_wrapped(p, strong, text, length);
        if (!text[length] || !text[length + 1])
            return;
    }
}

__attribute__((format(printf, 3, 4))) static void add(panel *p, bool strong, const char *format,
                                                      ...)
{
    char text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    panel_add(p, strong, text);
}

// ---- the game

static void add_moves(panel *p, const game *g)
{
    uint32_t moves = mw_session_moves(g->session), optimum = g->adviser.optimum;
    bool unit = g->maze->traits & MW_UNIT_COST;
    if (!g->adviser.ready)
        add(p, false, "move %u (shortest: soon)", moves);
    else if (optimum != MW_FAR)
        add(p, false, "move %u (%s: %u)", moves, unit ? "shortest" : "least cost", optimum);
    else if (mw_session_hit(g->adviser.session))
        add(p, false, "move %u (shortest: unknown)", moves);
    else
        add(p, false, "move %u (it cannot be won)", moves);
}

static bool tells_aside(const game *g)
{
    mw_writer w = {0};
    if (MW_HAS(g->maze->kind, view, aside))
        g->maze->kind->view->aside(g->maze, mw_session_state(g->session), &w);
    free(w.text);
    return w.length;
}

// What is where the player is: the words of the cell, without those that say that he is there.
static void add_place(panel *p, const game *g)
{
    const mw_kind *kind = g->maze->kind;
    const mw_state *s = mw_session_state(g->session);
    mw_writer w = {0};
    if (!MW_HAS(kind, rules, cell) || !MW_HAS(kind, view, look) || tells_aside(g))
        return; // what matters is told there
    kind->view->look(g->maze, s, kind->rules->cell(g->maze, s), &w);
    char *here = w.text ? strstr(w.text, ", you are here") : NULL;
    if (here) {
        *here = '\0';
        add(p, false, "here: %s", w.text);
    }
    free(w.text);
}

void panel_aside(panel *p, const game *g)
{
    mw_writer w = {0};
    if (!tells_aside(g))
        return;
    g->maze->kind->view->aside(g->maze, mw_session_state(g->session), &w);
    panel_add(p, false, "");
    if (w.text)
        panel_add(p, false, w.text);
    free(w.text);
}

void panel_state(panel *p, const game *g)
{
    char *words = mw_state_describe(g->maze, mw_session_state(g->session));
    mw_status status = mw_session_status(g->session);
    size_t length = strlen(g->label), cut = length > p->width ? length - p->width + 3 : 0;
    add(p, true, "%s%s", cut ? "..." : "", g->label + cut);
    add_moves(p, g);
    if (words)
        panel_add(p, false, words);
    free(words);
    add_place(p, g);
    if (status != MW_OPEN)
        panel_add(p, true, status == MW_SOLVED ? "SOLVED" : "LOST");
}

// ---- keys

static const char *const arrow_keys[] = {
    [MW_ARROW_NONE] = NULL,       [MW_ARROW_UP] = "up",        [MW_ARROW_RIGHT] = "right",
    [MW_ARROW_DOWN] = "down",     [MW_ARROW_LEFT] = "left",    [MW_ARROW_UP_RIGHT] = NULL,
    [MW_ARROW_DOWN_RIGHT] = NULL, [MW_ARROW_DOWN_LEFT] = NULL, [MW_ARROW_UP_LEFT] = NULL,
};

static bool is_spare(const mw_action *a)
{
    return !a->arrow && !a->part;
}

static void add_key(panel *p, const char *key, const char *does)
{
    add(p, false, "%-6s %s", key, does);
}

// The keys of the moves of a set.
static void add_move_keys(panel *p, const game *g, uint64_t set)
{
    const mw_action *all = g->maze->kind->rules->actions;
    unsigned spare = 0;
    bool arrows = false;
    char text[60], other = game_other_part(g);
    for (unsigned a = 0; a < 64 && all[a].word; a++) {
        spare += set >> a & 1 && is_spare(&all[a]);
        arrows |= set >> a & 1 && arrow_keys[all[a].arrow] && !all[a].about;
    }
    snprintf(text, sizeof text, game_divided(g) ? "move half %c" : "move", g->half);
    if (arrows)
        add_key(p, "arrows", text);
    snprintf(text, sizeof text, "to half %c", other);
    if (other)
        add_key(p, "tab", text);
    for (unsigned a = 0; a < 64 && all[a].word; a++) {
        const char *does = all[a].about ? all[a].about : "move", *arrow = arrow_keys[all[a].arrow];
        if (!(set >> a & 1) || (arrow && !all[a].about))
            continue;
        if (arrow)
            add_key(p, arrow, does);
        else if (is_spare(&all[a]) && spare == 1)
            add_key(p, "space", does);
        else if (!all[a].word[1])
            add_key(p, all[a].word, does);
        else
            add(p, false, ":%s %s", all[a].word, does);
    }
}

void panel_keys(panel *p, const game *g)
{
    panel_add(p, false, "");
    add_move_keys(p, g, game_legal(g));
    panel_add(p, false,
              "u undo  r redo  0 restart\nh hint  o show the solution\n"
              "w save  e export  : moves\n? rules  q quit");
}

static void add_meaning(void *context, const char *text)
{
    panel_add(context, false, text);
}

void panel_legend(panel *p, const game *g, const board_layout *l)
{
    panel_add(p, false, "");
    board_legend(l, g, add_meaning, p);
}

// ---- the rules

// All moves of the kind by their words. Those whose arrow says what they do share a line, for each
// part of the player.
static void add_words(panel *p, const mw_kind *kind)
{
    const mw_action *all = kind->rules->actions;
    for (const mw_action *a = all; a->word; a++) {
        mw_writer w = {0};
        bool first = true;
        for (const mw_action *b = all; b < a; b++)
            first &= b->part != a->part || b->about || !b->arrow;
        if (a->about || !a->arrow) {
            const char *arrow = arrow_keys[a->arrow];
            add(p, false, "  %-8s %s%s%s", a->word, a->about ? a->about : "", arrow ? ", " : "",
                arrow ? arrow : "");
            continue;
        }
        for (const mw_action *b = a; first && b->word; b++)
            if (b->part == a->part && b->arrow && !b->about)
                mw_write(&w, " %s", b->word);
        if (w.text && a->part)
            add(p, false, " %s: the arrows, for half %c", w.text, a->part);
        else if (w.text)
            add(p, false, " %s: the arrows", w.text);
        free(w.text);
    }
}

void panel_rules(panel *p, const game *g, const board_layout *l)
{
    const mw_kind *kind = g->maze->kind;
    char *remark = mw_maze_remark(g->maze);
    add(p, true, "%s: %s", kind->name, kind->about);
    panel_add(p, false, "");
    if (kind->how_to_play)
        panel_add(p, false, kind->how_to_play);
    if (remark && *remark)
        panel_add(p, false, remark);
    free(remark);
    panel_add(p, false, "");
    if (MW_HAS(kind, view, glyph)) {
        panel_add(p, true, "The board");
        panel_add(p, false, "It is a map, seen from above: the arrows go the way they point.");
        board_legend(l, g, add_meaning, p);
        panel_add(p, false, "");
    }
    panel_add(p, true, "Moves by name, as solutions have them");
    add_words(p, kind);
    panel_add(p, false, "");
    if (!g->dialogue->single_keys)
        return;
    panel_add(p, true, "Keys");
    add_move_keys(p, g, game_legal(g));
    panel_add(p, false,
              "u takes a move back, r makes it again, 0 goes back to the start. h asks whether the "
              "maze can still be won from here; pressed again, in which direction to go; and "
              "again, for the next move. o plays a shortest solution from here; any key stops it. "
              "w saves the game, e adds it to a file of games for tests, : takes moves by name, q "
              "leaves.");
}
