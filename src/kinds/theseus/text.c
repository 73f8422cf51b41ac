// text.c: writes the text forms of a Theseus maze, which parse.c shows and reads, and makes random
// mazes.
#include "kinds/theseus/theseus.h"

#include "core/export.h"
#include "mazewright/rng.h"

#include <assert.h>

const char mw_theseus_sides[] = "URDLW";

static char piece_at(const board *b, uint32_t cell)
{
    return cell == b->theseus ? 'T' : cell == b->minotaur ? 'M' : cell == b->goal ? 'X' : ' ';
}

static void print_wall_line(const mw_maze *m, uint32_t y, const char *margin, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    mw_write(w, "%s+", margin);
    for (uint32_t x = 0; x < m->w; x++) {
        bool wall = y < m->h ? b->bytes[y * m->w + x] & WALL(UP)
                             : b->bytes[(y - 1) * m->w + x] & WALL(DOWN);
        mw_write(w, wall ? "---+" : "   +");
    }
    mw_write_char(w, '\n');
}

static void print_exit_line(const mw_maze *m, const char *margin, mw_writer *w)
{
    assert(m->w);
    mw_write(w, "%s%*sX\n", margin, (int)(2 + 4 * (mw_theseus_board(m)->exit % m->w)), "");
}

static void print_drawing(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    const char *margin = b->door == LEFT ? "  " : "";
    if (b->door == UP)
        print_exit_line(m, margin, w);
    for (uint32_t y = 0; y < m->h; y++) {
        print_wall_line(m, y, margin, w);
        bool door_left = b->door == LEFT && b->exit == y * m->w;
        bool door_right = b->door == RIGHT && b->exit == y * m->w + m->w - 1;
        mw_write(w, "%s%s", door_left ? "X " : margin, b->bytes[y * m->w] & WALL(LEFT) ? "|" : " ");
        for (uint32_t c = y * m->w; c < (y + 1) * m->w; c++)
            mw_write(w, " %c%c%s", piece_at(b, c), c == b->goal && c == b->minotaur ? 'X' : ' ',
                     b->bytes[c] & WALL(RIGHT) ? "|"
                     : c + 1 == (y + 1) * m->w ? ""
                                               : " ");
        mw_write(w, door_right ? "  X\n" : "\n");
    }
    print_wall_line(m, m->h, margin, w);
    if (b->door == DOWN)
        print_exit_line(m, margin, w);
}

static void print_digits(const mw_maze *m, mw_writer *w)
{
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++)
        mw_write(w, "%x%s", mw_theseus_board(m)->bytes[c], (c + 1) % m->w ? "" : "\n");
}

static void print_items(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    mw_write(w, "t%u.%u\nm%u.%u\nx%u.%u%.*s\n", b->theseus % m->w, b->theseus / m->w,
             b->minotaur % m->w, b->minotaur / m->w, b->exit % m->w, b->exit / m->w,
             b->door != WAIT, mw_theseus_sides + b->door);
}

void mw_theseus_print_path(const board *b, const block *k, mw_writer *w)
{
    for (unsigned i = 0; i < k->period; i++) {
        uint32_t from = k->path[i], to = k->path[(i + 1) % k->period];
        int dx = mw_theseus_xs(b)[to] - mw_theseus_xs(b)[from];
        int dy = mw_theseus_ys(b)[to] - mw_theseus_ys(b)[from];
        mw_write_char(w, dx > 0 ? 'R' : dx < 0 ? 'L' : dy > 0 ? 'D' : dy < 0 ? 'U' : 'W');
    }
}

static void print(const mw_maze *m, bool compact, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    if (compact) {
        print_digits(m, w);
        print_items(m, w);
    } else {
        print_drawing(m, w);
    }
    for (unsigned i = 0; i < b->block_count; i++) {
        const block *k = &b->blocks[i];
        uint32_t x = k->path[0] % m->w, y = k->path[0] / m->w;
        if (compact)
            mw_write(w, "b%u.%u.", x, y);
        else
            mw_write(w, "block %u %u ", x + 1, y + 1);
        mw_theseus_print_path(b, k, w);
        mw_write_char(w, '\n');
    }
}

static void print_options(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    mw_write(w, "%s%s", b->vertical_first ? " order=vh" : "", b->win_after ? " win=after" : "");
}

static void print_thm(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    mw_write(w,
             "theseus-maze 1\nsize %u %u\norder %s\ntheseus %u %u\nminotaur %u %u\nexit %u %u "
             "%c\nwalls\n",
             m->w, m->h, b->vertical_first ? "vh" : "hv", b->theseus % m->w, b->theseus / m->w,
             b->minotaur % m->w, b->minotaur / m->w, b->exit % m->w, b->exit / m->w,
             "NESW."[b->door]);
    print_digits(m, w);
    mw_write(w, "end\n");
}

static const char *thm_lacks(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return b->block_count ? "moving blocks" : b->win_after ? "the option win=after" : NULL;
}

// ---- random mazes

static void random_walls(layout *l, mw_rng *rng, uint64_t horizontal, uint64_t vertical)
{
    assert(l->w);
    mw_theseus_clear_walls(l->walls, l->w, l->h);
    for (uint32_t c = 0; c < (uint32_t)l->w * l->h; c++) {
        if (c / l->w + 1 < l->h && mw_rng_below(rng, 100) < horizontal)
            mw_theseus_flip_wall(l->walls, l->w, c, DOWN);
        if (c % l->w + 1 < l->w && mw_rng_below(rng, 100) < vertical)
            mw_theseus_flip_wall(l->walls, l->w, c, RIGHT);
    }
}

// The exit: a door somewhere in the border, or a cell.
static void random_exit(layout *l, mw_rng *rng, bool door)
{
    l->exit = (uint16_t)mw_rng_below(rng, (uint32_t)l->w * l->h);
    l->door = WAIT;
    if (door) {
        unsigned side;
        l->exit =
            (uint16_t)mw_theseus_border(l->w, l->h, mw_rng_below(rng, 2u * (l->w + l->h)), &side);
        l->door = (uint8_t)side;
        l->walls[l->exit] &= (uint8_t)~WALL(l->door);
    }
}

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    uint64_t horizontal = 25, vertical = 15; // as Nihalani et al. start their populations
    unsigned door = 0;
    layout l = {.w = (uint16_t)src->w, .h = (uint16_t)src->h};
    if (!mw_random_size(src, 3, SIDE_MAX) || !mw_option_choice(src, "exit", &door) ||
        !mw_option_number(src, "horizontal", 100, &horizontal) ||
        !mw_option_number(src, "vertical", 100, &vertical) || !mw_theseus_read_options(src, &l))
        return NULL;
    random_walls(&l, rng, horizontal, vertical);
    random_exit(&l, rng, door);
    uint32_t cells = (uint32_t)l.w * l.h;
    do
        l.theseus = (uint16_t)mw_rng_below(rng, cells);
    while (l.door == WAIT && l.theseus == l.exit);
    do
        l.minotaur = (uint16_t)mw_rng_below(rng, cells);
    while (l.minotaur == l.theseus);
    mw_maze *m = mw_theseus_make(src->kind, &l);
    if (!m)
        mw_no_memory(src->error);
    return m;
}

const mw_text mw_theseus_text = {
    .size = sizeof(mw_text),
    .options =
        (const mw_option[]){
            {.name = "order",
             .value = "hv|vh",
             .about = "the Minotaur's order: sideways first, or not"},
            {.name = "win",
             .value = "arrival|after",
             .about =
                 "the exit wins on arrival, or only if Theseus survives the Minotaur's answer"},
            {.name = "exit",
             .value = "cell|door",
             .about = "the exit of a random maze",
             .only_random = true},
            {.name = "horizontal",
             .value = "25",
             .about = "per cent of walls below cells",
             .only_random = true},
            {.name = "vertical",
             .value = "15",
             .about = "per cent of walls beside cells",
             .only_random = true},
            {0},
        },
    .parse = mw_theseus_parse,
    .print = print,
    .print_options = print_options,
    .forms =
        (const mw_form[]){
            {.name = "thm",
             .about = "a list of facts, with walls as digits (no blocks, win on arrival)",
             .print = print_thm,
             .lacks = thm_lacks},
            MW_EXPORT_FORMS(theseus),
            {0},
        },
    .random = random_maze,
    .generator = 1,
};
