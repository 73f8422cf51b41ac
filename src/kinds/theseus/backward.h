// backward.h: works out, for all positions (Theseus's cell, Minotaur's cell) at once, whether
// Theseus can still win and in how many moves. It is compiled for the processor and for graphics
// cards (host_device.h): fast.c and chain.h both use it.
//
// The pass goes backwards from the exit, one round for each move. For each cell of Theseus it keeps
// a set of cells of the Minotaur (cellset.h). While Theseus stands on one cell, the Minotaur's
// half-step depends on nothing but his own cell. So a few ANDs, shifts and ORs take a whole set one
// half-step back. A round looks only at those cells of Theseus for which the round before it found
// something new.
//
// Each position is in one of four conditions. They are kept as one bit in each of two arrays, which
// change roles after every round (`now` is the first one in even rounds):
//     now 0, then 0   not known to be won
//     now 1, then 0   found to be won in the round before: this round looks at it
//     now 0, then 1   found to be won in this round: the coming round looks at it
//     now 1, then 1   done
#ifndef MW_KINDS_THESEUS_BACKWARD_H
#define MW_KINDS_THESEUS_BACKWARD_H

#include "core/cellset.h"
#include "core/random.h"

// Sides of a cell are moves, clockwise from the top.
enum { UP, RIGHT, DOWN, LEFT, WAIT };

// The cell next to a cell of a board that is w cells wide, on that side; with WAIT the cell itself.
MW_HOST_DEVICE uint32_t mw_theseus_beside(uint32_t w, uint32_t cell, unsigned side)
{
    return side == UP      ? cell - w
           : side == RIGHT ? cell + 1
           : side == DOWN  ? cell + w
           : side == LEFT  ? cell - 1
                           : cell;
}

#define GENE_CELLS 256 // most cells of a board that fits into genes
#ifdef MW_WARP_CELLSET
#define GENE_WORDS 1 // each lane has one of the words
#else
#define GENE_WORDS (GENE_CELLS / 64)
#endif
#ifdef __CUDACC__
#define BACKWARD_WORDS GENE_WORDS
#else
#define BACKWARD_WORDS 16 // boards of up to 1024 cells
#endif

// What is the same in all mazes of one search.
typedef struct mw_theseus_common {
    uint32_t w, h, cells;
    bool door; // the exit is a door; else a cell
    bool vertical_first, win_after;
    // Sets of cells: for each x from -1 to w+1 those left of column x; for each y from -1 to h+1
    // those above row y.
    const mw_word *left_of, *above;
    uint64_t column; // the cells of the leftmost column, if the board has one word; else 0
} mw_theseus_common;

#define SIDE_SETS(side) ((side) + 3u) // sets in the table of a side with `side` cells

// What a search changes in a maze.
typedef struct mw_theseus_genes {
    mw_word right[GENE_WORDS], down[GENE_WORDS]; // cells without a wall on that side
    uint16_t theseus, minotaur, exit;
    uint16_t side; // on which the exit cell has its door; WAIT: the exit is the cell itself
} mw_theseus_genes;

// How far a pass has come.
typedef struct mw_theseus_backward {
    mw_word open[4][BACKWARD_WORDS]; // cells without a wall on this side
    mw_word active[BACKWARD_WORDS];  // cells of Theseus that this round has yet to look at
    mw_word coming[BACKWARD_WORDS];  // cells of Theseus that the coming round looks at
    uint32_t rounds;                 // number of this round: the moves that a win takes
    uint32_t odd;                    // 1: the second array is `now`, the first one is `then`
} mw_theseus_backward;

// The same word of both arrays.
#ifdef __CUDACC__
#define PAIR_ALIGNED alignas(2 * sizeof(mw_word)) // a card reads both at once
#else
#define PAIR_ALIGNED
#endif
typedef struct PAIR_ALIGNED mw_theseus_pair {
    mw_word of[2];
} mw_theseus_pair;

// Where the two arrays are: for each cell of Theseus `words` pairs, each `stride` pairs after the
// one before it.
typedef struct mw_theseus_sets {
    mw_theseus_pair *at;
    uint32_t stride;
} mw_theseus_sets;

#define BACKWARD_MEMORY(cells, words) (2u * (cells) * (words)) // words of both arrays

MW_HOST_DEVICE mw_theseus_pair *mw_backward_pairs(const mw_theseus_sets *s, const mw_extent words,
                                                  uint32_t theseus)
{
    return s->at + (size_t)(theseus * MW_OWN_WORDS(words)) * s->stride;
}

// ---- the Minotaur's half-steps
// go[side] is the set of cells from which a half-step takes him to that side, go[WAIT] the set of
// those on which he stays, while Theseus stands where he is.

// Word i of these sets. The masks are the cells further left than Theseus (left_of), those not
// further right (left_of_next), those further up (above) and those not further down (above_next).
MW_HOST_DEVICE void mw_minotaur_split(const mw_theseus_common *f, const mw_theseus_backward *pass,
                                      uint32_t i, mw_word left_of, mw_word left_of_next,
                                      mw_word above, mw_word above_next,
                                      mw_word go[5][BACKWARD_WORDS])
{
    mw_word right = left_of & pass->open[RIGHT][i], left = ~left_of_next & pass->open[LEFT][i];
    mw_word down = above & pass->open[DOWN][i], up = ~above_next & pass->open[UP][i];
    mw_word vertical = f->vertical_first ? ~(mw_word)0 : 0;
    mw_word across = (right | left) & ~vertical, along = (up | down) & vertical; // what goes first
    go[UP][i] = up & ~across;
    go[DOWN][i] = down & ~across;
    go[RIGHT][i] = right & ~along;
    go[LEFT][i] = left & ~along;
    go[WAIT][i] = ~(right | left | up | down);
}

// The sets `go` for a Theseus in column x and row y, which may lie one place beyond the board.
MW_HOST_DEVICE void mw_minotaur_ways(const mw_theseus_common *f, const mw_extent words,
                                     const mw_theseus_backward *pass, int x, int y,
                                     mw_word go[5][BACKWARD_WORDS])
{
    const mw_word *left_of = f->left_of + (size_t)(x + 1) * MW_SET_WORDS(words);
    const mw_word *above = f->above + (size_t)(y + 1) * MW_SET_WORDS(words);
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        const uint32_t at = MW_WORD_INDEX(words, i), next = MW_SET_WORDS(words) + at;
        mw_minotaur_split(f, pass, i, left_of[at], left_of[next], above[at], above[next], go);
    }
}

// The same for a Theseus on a cell. If the board has one word only, it is faster to work the masks
// out than to read them.
MW_HOST_DEVICE void mw_minotaur_ways_at(const mw_theseus_common *f, const mw_extent words,
                                        const mw_theseus_backward *pass, uint32_t theseus,
                                        mw_word go[5][BACKWARD_WORDS])
{
    const uint32_t x = theseus % f->w;
    if (MW_SET_WORDS(words) > 1) {
        mw_minotaur_ways(f, words, pass, (int)x, (int)(theseus / f->w), go);
        return;
    }
    mw_word column = (mw_word)f->column, left_of = column * (((mw_word)1 << x) - 1);
    mw_word row = (mw_word)1 << (theseus - x);
    mw_minotaur_split(f, pass, 0, left_of, left_of | column << x, row - 1,
                      (row << (f->w - 1) << 1) - 1, go);
}

// Replaces a set by the cells from which one half-step takes the Minotaur into it.
MW_HOST_DEVICE void mw_minotaur_back(const mw_theseus_common *f, const mw_extent words,
                                     mw_word go[5][BACKWARD_WORDS], mw_word *set)
{
    mw_word to[BACKWARD_WORDS];
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        to[i] = set[i];
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        const mw_word below = mw_set_below(to, i, words), above = mw_set_above(to, i, words);
        set[i] = (mw_word_up(to[i], below, f->w) & go[UP][i]) |
                 (mw_word_down(to[i], above, 1) & go[RIGHT][i]) |
                 (mw_word_down(to[i], above, f->w) & go[DOWN][i]) |
                 (mw_word_up(to[i], below, 1) & go[LEFT][i]) | (to[i] & go[WAIT][i]);
    }
}

// Replaces a set by the cells to which one half-step takes the Minotaur from it.
MW_HOST_DEVICE void mw_minotaur_on(const mw_theseus_common *f, const mw_extent words,
                                   mw_word go[5][BACKWARD_WORDS], mw_word *set)
{
    mw_word from[5][BACKWARD_WORDS];
    for (unsigned side = UP; side <= WAIT; side++)
        for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
            from[side][i] = set[i] & go[side][i];
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        set[i] = mw_set_down(from[UP], i, words, f->w) | mw_set_up(from[RIGHT], i, words, 1) |
                 mw_set_up(from[DOWN], i, words, f->w) | mw_set_down(from[LEFT], i, words, 1) |
                 from[WAIT][i];
}

// The cells from which the Minotaur catches a Theseus who has just stepped onto this one.
MW_HOST_DEVICE void mw_minotaur_catches(const mw_theseus_common *f, const mw_extent words,
                                        mw_word go[5][BACKWARD_WORDS], uint32_t theseus,
                                        mw_word *set)
{
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        set[i] = 0;
    mw_set_put(set, words, theseus);
    mw_minotaur_back(f, words, go, set);
    mw_minotaur_back(f, words, go, set);
}

// ---- the pass

// Notes that Theseus wins in the coming round on each of `count` cells, if the Minotaur stands on a
// cell of `with`. Cell onto[k] counts only if open[k]; its pairs lie away[k] after `here`. It reads
// everything before it writes anything, so that a card waits for memory only once.
MW_HOST_DEVICE void mw_backward_win(const mw_extent words, mw_theseus_backward *pass,
                                    uint32_t stride, const uint32_t count, const uint32_t *onto,
                                    mw_theseus_pair *here, const ptrdiff_t *away, const bool *open,
                                    const mw_word *with)
{
    mw_word then[5][BACKWARD_WORDS], more[5][BACKWARD_WORDS];
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
            then[k][i] = more[k][i] = 0;
            if (open[k]) {
                const mw_theseus_pair both = here[away[k] + (ptrdiff_t)(i * stride)];
                then[k][i] = pass->odd ? both.of[0] : both.of[1];
                more[k][i] = with[i] & ~(both.of[0] | both.of[1]);
            }
        }
    for (uint32_t k = 0; k < count; k++) {
        mw_word some = 0;
        for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
            some |= more[k][i];
            if (open[k])
                here[away[k] + (ptrdiff_t)(i * stride)].of[1 - pass->odd] = then[k][i] | more[k][i];
        }
        mw_set_put_if(some, pass->coming, words, onto[k]);
    }
}

// Notes that Theseus wins by stepping onto this cell, or by staying on it, if the Minotaur stands
// on a cell of `with`.
MW_HOST_DEVICE void mw_backward_win_by_steps(const mw_theseus_common *f, const mw_extent words,
                                             mw_theseus_backward *pass, const mw_theseus_sets *s,
                                             uint32_t onto, const mw_word *with)
{
    const uint32_t from[5] = {onto - f->w, onto + 1, onto + f->w, onto - 1, onto};
    const ptrdiff_t next = (ptrdiff_t)(MW_OWN_WORDS(words) * s->stride), below = next * f->w;
    const ptrdiff_t away[5] = {-below, next, below, -next, 0};
    mw_theseus_pair *here = mw_backward_pairs(s, words, onto);
    bool open[5];
    for (unsigned side = UP; side <= WAIT; side++) {
        open[side] = side == WAIT || mw_set_holds(pass->open[side], words, onto);
#ifndef __CUDA_ARCH__ // a processor has too few registers to do all five at once
        if (open[side])
            mw_backward_win(words, pass, s->stride, 1, &from[side], here, &away[side], &open[side],
                            with);
    }
#else
    }
    mw_backward_win(words, pass, s->stride, 5, from, here, away, open, with);
#endif
}

// The first round: Theseus wins with one move. If the win counts only after the Minotaur's answer,
// a Theseus who leaves by the door is caught by a Minotaur who stands at the door or whose first
// half-step takes him there; the second one then takes him out.
MW_HOST_DEVICE void mw_backward_first(const mw_theseus_common *f, const mw_extent words,
                                      mw_theseus_backward *pass, const mw_theseus_sets *s,
                                      uint32_t exit, unsigned side)
{
    const mw_word *all = f->left_of + (size_t)(f->w + 1) * MW_SET_WORDS(words);
    int x = (int)(exit % f->w) + (side == RIGHT) - (side == LEFT);
    int y = (int)(exit / f->w) + (side == DOWN) - (side == UP);
    mw_word with[BACKWARD_WORDS], caught[BACKWARD_WORDS], go[5][BACKWARD_WORDS];
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        with[i] = all[MW_WORD_INDEX(words, i)];
        caught[i] = 0;
    }
    mw_set_put(caught, words, exit);
    if (f->win_after) {
        mw_minotaur_ways(f, words, pass, x, y, go);
        mw_minotaur_back(f, words, go, caught);
        if (side == WAIT)
            mw_minotaur_back(f, words, go, caught);
        mw_set_put(caught, words, exit);
    }
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        with[i] &= ~caught[i];
    if (side != WAIT) {
        const bool open = true;
        const ptrdiff_t away = 0;
        mw_backward_win(words, pass, s->stride, 1, &exit, mw_backward_pairs(s, words, exit), &away,
                        &open, with);
        return;
    }
    // A Theseus on the exit has won already: all positions there are done.
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        mw_theseus_pair *at = mw_backward_pairs(s, words, exit) + (size_t)i * s->stride;
        at->of[0] = at->of[1] = all[MW_WORD_INDEX(words, i)];
    }
    mw_backward_win_by_steps(f, words, pass, s, exit, with);
}

// Begins a pass. The caller has filled in pass->open.
MW_HOST_DEVICE void mw_backward_begin(const mw_theseus_common *f, const mw_extent words,
                                      mw_theseus_backward *pass, const mw_theseus_sets *s,
                                      uint32_t exit, unsigned side)
{
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        pass->active[i] = pass->coming[i] = 0;
    pass->rounds = pass->odd = 0;
    for (uint32_t c = 0; c < f->cells; c++)
        for (uint32_t i = 0; i < MW_OWN_WORDS(words);
             i++) { // positions with both in one cell are done
            bool here = c / MW_WORD_BITS == MW_WORD_INDEX(words, i);
            mw_word own = here ? (mw_word)1 << c % MW_WORD_BITS : 0;
            mw_theseus_pair *at = mw_backward_pairs(s, words, c) + (size_t)i * s->stride;
            at->of[0] = at->of[1] = own;
        }
    mw_backward_first(f, words, pass, s, exit, side);
}

// Looks at one more cell of Theseus. *theseus is that cell, and `fresh` receives the cells of the
// Minotaur for which it was found to be won in pass->rounds moves. Returns false when none is left.
MW_HOST_DEVICE bool mw_backward_next(const mw_theseus_common *f, const mw_extent words,
                                     mw_theseus_backward *pass, const mw_theseus_sets *s,
                                     uint32_t *theseus, mw_word *fresh)
{
    const bool turn = mw_set_empty(pass->active, words);
    if (turn)
        for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
            pass->active[i] = pass->coming[i];
            pass->coming[i] = 0;
        }
    const bool taken = mw_set_take(pass->active, words, theseus);
    if (!taken && !MW_LOCKSTEP)
        return false;
    if (turn && taken) {
        pass->rounds++;
        pass->odd ^= 1;
    }
    const uint32_t t = *theseus;
    mw_word with[BACKWARD_WORDS], some = 0, go[5][BACKWARD_WORDS];
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        mw_theseus_pair *at = mw_backward_pairs(s, words, t) + (size_t)i * s->stride, both = *at;
        const mw_word now = pass->odd ? both.of[1] : both.of[0];
        const mw_word then = pass->odd ? both.of[0] : both.of[1];
        with[i] = fresh[i] = taken ? now & ~then : 0;
        at->of[1 - pass->odd] = then | fresh[i];
    }
    mw_minotaur_ways_at(f, words, pass, t, go);
    mw_minotaur_back(f, words, go, with);
    mw_minotaur_back(f, words, go, with);
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        some |= with[i];
    if (some || MW_LOCKSTEP)
        mw_backward_win_by_steps(f, words, pass, s, t, with);
    return taken;
}

// ---- what designers change

typedef enum {
    MW_CHANGE_RIGHT,
    MW_CHANGE_DOWN,
    MW_CHANGE_EXIT,
    MW_CHANGE_THESEUS,
    MW_CHANGE_MINOTAUR
} mw_theseus_what;

// A random change. It may be impossible in the maze.
typedef struct mw_theseus_change {
    mw_theseus_what what; // the wall right of a cell or below it comes or goes; else what moves
    uint32_t cell;
    unsigned side; // of the new exit, if exits are doors
} mw_theseus_change;

// The cell and side at place `at` of the border, which are counted clockwise from the top left:
// 0 .. 2(w+h)-1.
MW_HOST_DEVICE uint32_t mw_theseus_border(uint32_t w, uint32_t h, uint32_t at, unsigned *side)
{
    *side = at < w ? UP : at < w + h ? RIGHT : at < 2 * w + h ? DOWN : LEFT;
    return *side == UP      ? at
           : *side == RIGHT ? (at - w) * w + w - 1
           : *side == DOWN  ? (h - 1) * w + at - w - h
                            : (at - 2 * w - h) * w;
}

MW_HOST_DEVICE mw_theseus_change mw_theseus_draw_change(uint32_t w, uint32_t h, bool door,
                                                        mw_rng *rng)
{
    mw_theseus_change c;
    uint32_t what = mw_random_below(rng, 20), across = (w - 1) * h;
    c.cell = mw_random_below(rng, w * h);
    c.side = WAIT;
    if (what < 17) { // a board has at least 3 cells, so there is one
        uint32_t at = mw_random_below(rng, across + w * (h - 1));
        c.what = at < across ? MW_CHANGE_RIGHT : MW_CHANGE_DOWN;
        c.cell = at < across ? at / (w - 1) * w + at % (w - 1) : at - across;
    } else if (what == 17) {
        c.what = MW_CHANGE_EXIT;
        c.cell = door ? mw_theseus_border(w, h, mw_random_below(rng, 2 * (w + h)), &c.side)
                      : mw_random_below(rng, w * h);
    } else {
        c.what = what == 18 ? MW_CHANGE_THESEUS : MW_CHANGE_MINOTAUR;
    }
    return c;
}

#endif
