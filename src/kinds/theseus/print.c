// print.c: writes the text forms of a Theseus maze; text.c describes and reads them.
#include "kinds/theseus/theseus.h"

#include "mazewright/text.h"

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

void mw_theseus_print(const mw_maze *m, bool compact, mw_writer *w)
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

void mw_theseus_print_options(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    mw_write(w, "%s%s", b->vertical_first ? " order=vh" : "", b->win_after ? " win=after" : "");
}

void mw_theseus_print_thm(const mw_maze *m, mw_writer *w)
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

const char *mw_theseus_thm_lacks(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return b->block_count ? "moving blocks" : b->win_after ? "the option win=after" : NULL;
}
