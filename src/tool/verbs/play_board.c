// play_board.c: a board in characters. The kind tells each cell as a glyph (mw_view.glyph); here it
// is decided how large cells are, which part of the board is in sight, and where lines and brackets
// go. Only cells in sight are asked for, so a board of millions of cells is as fast as a small one.
#include "tool/verbs/play.h"

#include <string.h>

#define PROBED 4096 // cells that are asked whether there are walls

enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8 }; // sides of a cell, and arms of a line

typedef struct place { // of a cell on the screen: column and row of cells, and layer
    uint32_t x, y, z;
} place;

// What is being shown to whom.
typedef struct pen {
    const board_layout *l;
    const mw_maze *m;
    const mw_state *s;
    char half; // the part that the arrows move
    void (*put)(void *, long, long, const spot *);
    void *context;
} pen;

static place place_of(const mw_maze *m, uint32_t cell)
{
    uint32_t y = cell / m->w % m->h;
    bool upward = MW_HAS(m->kind, view, upward);
    return (place){cell % m->w, upward ? m->h - 1u - y : y, cell / ((uint32_t)m->w * m->h)};
}

static uint32_t cell_at(const mw_maze *m, place p)
{
    uint32_t y = MW_HAS(m->kind, view, upward) ? m->h - 1u - p.y : p.y;
    return p.x + m->w * (y + (uint32_t)m->h * p.z);
}

static mw_glyph glyph_of(const mw_maze *m, const mw_state *s, uint32_t cell)
{
    mw_glyph g = {0};
    m->kind->view->glyph(m, s, cell, &g);
    return g;
}

static uint32_t cells_of(const mw_maze *m)
{
    return (uint32_t)m->w * m->h * m->d;
}

char board_part_in(const mw_maze *m, const mw_state *s, uint32_t cell)
{
    return MW_HAS(m->kind, view, glyph) ? glyph_of(m, s, cell).part : 0;
}

bool board_find_part(const mw_maze *m, const mw_state *s, char part, uint32_t *cell)
{
    uint32_t count = MW_HAS(m->kind, view, glyph) ? cells_of(m) : 0;
    for (uint32_t c = 0; c < count; c++)
        if (glyph_of(m, s, c).part == part) {
            *cell = c;
            return true;
        }
    return false;
}

// ---- where everything is

static long layer_width(const board_layout *l, const mw_maze *m)
{
    return m->w * l->pitch_x + 1;
}

static long layer_height(const board_layout *l, const mw_maze *m)
{
    return m->h * l->pitch_y + (l->walls ? 1 : 0) + (m->d > 1 ? 1 : 0); // a title over each
}

// The corner of a cell on the whole board: where its walls cross, or its left bracket is.
static void corner_of(const board_layout *l, const mw_maze *m, place p, long *x, long *y)
{
    long column = p.z % l->across, row = p.z / l->across;
    *x = column * (layer_width(l, m) + 2) + p.x * l->pitch_x;
    *y = row * layer_height(l, m) + (m->d > 1 ? 1 : 0) + p.y * l->pitch_y;
}

static bool fits(board_layout *l, const mw_maze *m, unsigned pitch_x, unsigned pitch_y)
{
    l->pitch_x = pitch_x;
    l->pitch_y = pitch_y;
    long across = (l->columns + 2) / (layer_width(l, m) + 2);
    if (across > m->d)
        across = m->d;
    l->across = across > 1 ? across : 1;
    l->width = l->across * (layer_width(l, m) + 2) - 2;
    l->height = (m->d + l->across - 1) / l->across * layer_height(l, m);
    return l->width <= l->columns && l->height <= l->rows;
}

// Moves the window so that a length from `at` on is in sight, with some of what is around it.
static long scrolled(long from, long window, long whole, long at, long length, long margin)
{
    if (whole <= window)
        return 0;
    if (margin > (window - length) / 3)
        margin = (window - length) / 3 > 0 ? (window - length) / 3 : 0;
    if (at - margin < from || at + length + margin > from + window)
        from = at + length / 2 - window / 2;
    return from < 0 ? 0 : from > whole - window ? whole - window : from;
}

static bool has_walls(const game *g)
{
    uint32_t count = cells_of(g->maze);
    for (uint32_t c = 0; c < count && c < PROBED; c++)
        if (glyph_of(g->maze, mw_session_state(g->session), c).walls)
            return true;
    return false;
}

void board_fit(board_layout *l, const game *g, long columns, long rows)
{
    static const unsigned wide[][2] = {{8, 4}, {6, 3}, {4, 2}},
                          plain[][2] = {{9, 4}, {7, 3}, {5, 2}, {4, 2}, {4, 1}, {3, 2}, {3, 1}};
    const mw_maze *m = g->maze;
    if (!l->pitch_x)
        l->walls = has_walls(g);
    l->columns = columns < 1 ? 1 : columns;
    l->rows = rows < 1 ? 1 : rows;
    const unsigned(*sizes)[2] = l->walls ? wide : plain;
    const unsigned count = l->walls ? 3 : 7, scrolling = l->walls ? 2 : 4;
    unsigned i = 0;
    while (i < count && !fits(l, m, sizes[i][0], sizes[i][1]))
        i++;
    if (i == count)
        fits(l, m, sizes[scrolling][0], sizes[scrolling][1]);
    if (l->width > l->columns) // no cell is cut
        l->columns -= (l->columns - 1) % l->pitch_x;
    if (l->height > l->rows)
        l->rows -= (l->rows - l->walls) % l->pitch_y;
    long x = 0, y = 0;
    if (MW_HAS(m->kind, rules, cell))
        corner_of(l, m, place_of(m, m->kind->rules->cell(m, mw_session_state(g->session))), &x, &y);
    l->left = scrolled(l->left, l->columns, l->width, x, l->pitch_x + 1, 2 * l->pitch_x);
    l->top = scrolled(l->top, l->rows, l->height, y, l->pitch_y + 1, 2 * l->pitch_y);
    l->left -= l->left % l->pitch_x;
    l->top -= l->top % l->pitch_y;
}

// ---- showing it

static void put(const pen *p, long x, long y, const spot *s)
{
    long column = x - p->l->left, row = y - p->l->top;
    if (column >= 0 && column < p->l->columns && row >= 0 && row < p->l->rows)
        p->put(p->context, column, row, s);
}

// Floors beside each other differ a little in shade, so that one can count them.
static spot spot_of(const pen *p, const mw_glyph *g, place at)
{
    bool chequered = !p->l->walls && g->ground == MW_ROLE_FLOOR && !g->tint && (at.x + at.y) % 2;
    return (spot){.c = ' ',
                  .ink = {.role = g->ink},
                  .ground = {.role = g->ground, .tint = g->tint, .shade = chequered ? -2 : 0},
                  .bold = g->here || *g->text != '.'};
}

static void show_cell(const pen *p, place at)
{
    const board_layout *l = p->l;
    mw_glyph g = glyph_of(p->m, p->s, cell_at(p->m, at));
    long x, y, inside = l->walls, width = l->pitch_x - inside;
    corner_of(l, p->m, at, &x, &y);
    if (g.empty)
        return;
    spot s = spot_of(p, &g, at);
    for (long row = inside; row < l->pitch_y; row++)
        for (long column = inside; column < l->pitch_x; column++)
            put(p, x + column, y + row, &s);
    long length = (long)strnlen(g.text, MW_GLYPH_WIDTH);
    long middle = x + inside + (width - MW_GLYPH_WIDTH) / 2 + (!l->walls && l->pitch_x == 4);
    long line = y + inside + (l->pitch_y - inside - 1) / 2;
    for (long i = 0; i < length; i++) {
        s.c = g.text[i];
        put(p, middle + (MW_GLYPH_WIDTH - length) / 2 + i, line, &s);
    }
}

// Brackets around the player; where two cells are his, around both. The part that the arrows move
// has other ones. In the narrowest cells there is room only around a single character.
static void show_brackets(const pen *p, place at)
{
    const board_layout *l = p->l;
    mw_glyph g = glyph_of(p->m, p->s, cell_at(p->m, at));
    if (!g.here)
        return;
    place before = {at.x - 1, at.y, at.z}, after = {at.x + 1, at.y, at.z};
    bool joined_left = at.x && !g.part && glyph_of(p->m, p->s, cell_at(p->m, before)).here;
    bool joined_right =
        at.x + 1u < p->m->w && !g.part && glyph_of(p->m, p->s, cell_at(p->m, after)).here;
    bool other = g.part && g.part != p->half;
    long x, y;
    corner_of(l, p->m, at, &x, &y);
    bool narrow = l->pitch_x == MW_GLYPH_WIDTH;
    if (narrow && g.text[0] && g.text[1])
        return;
    long middle = x + (l->pitch_x - MW_GLYPH_WIDTH) / 2 + (l->pitch_x == 4);
    long line = y + (l->pitch_y - 1) / 2;
    spot s = spot_of(p, &g, at);
    s.c = other ? '(' : '[';
    if (!joined_left)
        put(p, middle - !narrow, line, &s);
    s.c = other ? ')' : ']';
    if (!joined_right)
        put(p, middle + MW_GLYPH_WIDTH - narrow, line, &s);
}

// Is there a wall at this side of a place, or at the other side of the same border?
static bool wall_at(const pen *p, long x, long y, uint32_t z, unsigned side)
{
    static const int8_t dx[9] = {[RIGHT] = 1, [LEFT] = -1}, dy[9] = {[UP] = -1, [DOWN] = 1};
    static const uint8_t back[9] = {[UP] = DOWN, [RIGHT] = LEFT, [DOWN] = UP, [LEFT] = RIGHT};
    bool inside = x >= 0 && y >= 0 && x < p->m->w && y < p->m->h;
    long ox = x + dx[side], oy = y + dy[side];
    bool other = ox >= 0 && oy >= 0 && ox < p->m->w && oy < p->m->h;
    return (inside &&
            glyph_of(p->m, p->s, cell_at(p->m, (place){(uint32_t)x, (uint32_t)y, z})).walls &
                side) ||
           (other &&
            glyph_of(p->m, p->s, cell_at(p->m, (place){(uint32_t)ox, (uint32_t)oy, z})).walls &
                back[side]);
}

// Where no wall is between cells, the floor goes on.
static bool floor_at(const pen *p, long x, long y, uint32_t z)
{
    return x >= 0 && y >= 0 && x < p->m->w && y < p->m->h &&
           !glyph_of(p->m, p->s, cell_at(p->m, (place){(uint32_t)x, (uint32_t)y, z})).empty;
}

static void show_gaps(const pen *p, place at, unsigned arms)
{
    const spot s = {.c = ' ', .ink = {.role = MW_ROLE_LABEL}, .ground = {.role = MW_ROLE_FLOOR}};
    long x, y, cx = at.x, cy = at.y;
    corner_of(p->l, p->m, at, &x, &y);
    bool here = floor_at(p, cx, cy, at.z), over = floor_at(p, cx, cy - 1, at.z);
    bool before = floor_at(p, cx - 1, cy, at.z);
    if (!arms && here && over && before && floor_at(p, cx - 1, cy - 1, at.z))
        put(p, x, y, &s);
    for (long i = 1; here && over && !(arms & RIGHT) && i < p->l->pitch_x; i++)
        put(p, x + i, y, &s);
    for (long i = 1; here && before && !(arms & DOWN) && i < p->l->pitch_y; i++)
        put(p, x, y + i, &s);
}

// The walls that meet at the upper left corner of a place, and those that go from there to the
// right and down. The place may be one beyond the last.
static void show_walls(const pen *p, place at)
{
    long x, y, cx = at.x, cy = at.y;
    corner_of(p->l, p->m, at, &x, &y);
    bool right = wall_at(p, cx, cy, at.z, UP), down = wall_at(p, cx, cy, at.z, LEFT);
    bool left = wall_at(p, cx - 1, cy, at.z, UP), up = wall_at(p, cx, cy - 1, at.z, LEFT);
    unsigned arms = (up ? UP : 0) | (right ? RIGHT : 0) | (down ? DOWN : 0) | (left ? LEFT : 0);
    spot s = {.ink = {.role = MW_ROLE_WALL}, .paper = true};
    show_gaps(p, at, arms);
    s.arms = (uint8_t)arms;
    s.c = arms == (UP | DOWN) ? '|' : arms == (LEFT | RIGHT) ? '-' : '+';
    if (arms)
        put(p, x, y, &s);
    s.arms = LEFT | RIGHT;
    s.c = '-';
    for (long i = 1; right && i < p->l->pitch_x; i++)
        put(p, x + i, y, &s);
    s.arms = UP | DOWN;
    s.c = '|';
    for (long i = 1; down && i < p->l->pitch_y; i++)
        put(p, x, y + i, &s);
}

static void show_title(const pen *p, uint32_t z)
{
    char title[40];
    long x, y;
    spot s = {.ink = {.role = MW_ROLE_LABEL}, .paper = true, .bold = true};
    snprintf(title, sizeof title, "layer %u%s", z + 1,
             z == 0              ? ": lowest"
             : z + 1u == p->m->d ? ": highest"
                                 : "");
    corner_of(p->l, p->m, (place){.z = z}, &x, &y);
    for (long i = 0; i < layer_width(p->l, p->m) + 1 && title[i]; i++) {
        s.c = title[i];
        put(p, x + i, y - 1, &s);
    }
}

// Calls `show` for the places of a layer that are in sight, up to one beyond the last one.
static void for_each_in_sight(const pen *p, uint32_t z, uint32_t beyond,
                              void (*show)(const pen *, place))
{
    long x, y, w = p->m->w + beyond, h = p->m->h + beyond;
    corner_of(p->l, p->m, (place){.z = z}, &x, &y);
    long first_x = (p->l->left - x) / p->l->pitch_x - 1,
         first_y = (p->l->top - y) / p->l->pitch_y - 1;
    long last_x = (p->l->left + p->l->columns - x) / p->l->pitch_x + 1;
    long last_y = (p->l->top + p->l->rows - y) / p->l->pitch_y + 1;
    for (long row = first_y < 0 ? 0 : first_y; row < h && row <= last_y; row++)
        for (long column = first_x < 0 ? 0 : first_x; column < w && column <= last_x; column++)
            show(p, (place){(uint32_t)column, (uint32_t)row, z});
}

void board_show(const board_layout *l, const game *g,
                void (*put_spot)(void *, long, long, const spot *), void *context)
{
    pen p = {.l = l,
             .m = g->maze,
             .s = mw_session_state(g->session),
             .half = g->half,
             .put = put_spot,
             .context = context};
    for (uint32_t z = 0; z < p.m->d; z++) {
        for_each_in_sight(&p, z, 0, show_cell);
        if (l->walls)
            for_each_in_sight(&p, z, 1, show_walls);
        else
            for_each_in_sight(&p, z, 0, show_brackets);
        if (p.m->d > 1)
            show_title(&p, z);
    }
}

// ---- the legend

#define MEANINGS 24

typedef struct meanings {
    const char *seen[MEANINGS];
    char text[MEANINGS][MW_GLYPH_WIDTH + 1];
    unsigned count;
} meanings;

static void collect(const pen *p, place at)
{
    meanings *found = p->context;
    const mw_glyph g = glyph_of(p->m, p->s, cell_at(p->m, at));
    const char *means = g.means;
    for (unsigned i = 0; means && i < found->count; i++)
        if (!strcmp(found->seen[i], means))
            means = NULL;
    if (means && found->count < MEANINGS) {
        memcpy(found->text[found->count], g.text, sizeof g.text);
        found->seen[found->count++] = means;
    }
}

void board_legend(const board_layout *l, const game *g, void (*tell)(void *, const char *),
                  void *context)
{
    meanings found = {0};
    pen p = {.l = l, .m = g->maze, .s = mw_session_state(g->session), .context = &found};
    for (uint32_t z = 0; z < p.m->d; z++)
        for_each_in_sight(&p, z, 0, collect);
    for (unsigned i = 0; i < found.count; i++) {
        char line[100];
        const char *text = found.text[i] + strspn(found.text[i], " ");
        snprintf(line, sizeof line, "%-*s %.80s", MW_GLYPH_WIDTH, text, found.seen[i]);
        tell(context, line);
    }
}
