// backward.h: from which places (Theseus, Minotaur) a maze can be won, and in how many moves,
// worked out for all of them at once. For the processor and for graphics cards (host_device.h).
//
// Backwards from the exit, a round for each move: for each cell of Theseus a set of the Minotaur's
// cells, a bit for each, 64 to a word. While Theseus stands still, where the Minotaur goes depends
// on his cell alone, so a whole set takes a half-step back with a few ANDs, shifts and ORs. Only
// cells of Theseus with something new are looked at.
//
// Each place is in one of four conditions, kept as a bit in each of two arrays that change roles
// from round to round:  00 not won   10 won in this round   01 in the coming one   11 before.
#ifndef MW_KINDS_THESEUS_BACKWARD_H
#define MW_KINDS_THESEUS_BACKWARD_H

#include "core/cellset.h"
#include "core/random.h"

// Sides of a cell are moves, clockwise from the top.
enum { UP, RIGHT, DOWN, LEFT, WAIT };

#define GENE_CELLS 256 // boards of so many can be packed into genes
#ifdef MW_WARP_CELLSET
#define GENE_WORDS 1 // of a lane
#else
#define GENE_WORDS (GENE_CELLS / 64)
#endif
#ifdef __CUDACC__
#define BACKWARD_WORDS GENE_WORDS
#else
#define BACKWARD_WORDS 16 // boards of up to 1024 cells
#endif

// What all mazes of one search share.
typedef struct mw_theseus_frame {
    uint32_t w, h, cells;
    bool door; // the exit is a door; else a cell
    bool vertical_first, win_after;
    // By x from -1 to w+1: the cells further left; by y from -1 to h+1: those further up.
    const mw_word *left_of, *above;
    uint64_t column; // the first one, of a board of one word
} mw_theseus_frame;

#define FRAME_LINES(side) ((side) + 3u) // of a table, for one of its sides

// What a search changes.
typedef struct mw_theseus_genes {
    mw_word right[GENE_WORDS], down[GENE_WORDS]; // cells without a wall on that side
    uint16_t theseus, minotaur, exit;
    uint16_t side; // of the exit's door; WAIT: it is a cell
} mw_theseus_genes;

// An evaluation under way.
typedef struct mw_theseus_backward {
    mw_word open[4][BACKWARD_WORDS];                        // cells without a wall on this side
    mw_word active[BACKWARD_WORDS], coming[BACKWARD_WORDS]; // cells of Theseus with something new
    uint32_t rounds;
    uint32_t odd; // the arrays have changed roles
} mw_theseus_backward;

// A word of each of the two arrays.
#ifdef __CUDACC__
#define PAIR_ALIGNED alignas(2 * sizeof(mw_word)) // both are read at once
#else
#define PAIR_ALIGNED
#endif
typedef struct PAIR_ALIGNED mw_theseus_pair {
    mw_word of[2];
} mw_theseus_pair;

// Where the two arrays are: of each cell `words` pairs, `stride` apart.
typedef struct mw_theseus_sets {
    mw_theseus_pair *at;
    uint32_t stride;
} mw_theseus_sets;

#define BACKWARD_MEMORY(cells, words) (2u * (cells) * (words)) // words, for both arrays

MW_HOST_DEVICE mw_theseus_pair *mw_backward_pairs(const mw_theseus_sets *s, const mw_extent words,
                                                  uint32_t theseus)
{
    return s->at + (size_t)(theseus * MW_OWN_WORDS(words)) * s->stride;
}

// Word i of what mw_minotaur_ways gives; the cells further left and up than Theseus, and than the
// place beyond him, are known.
MW_HOST_DEVICE void mw_minotaur_split(const mw_theseus_frame *f, const mw_theseus_backward *pass,
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

// Cells from which the Minotaur goes to each side, or waits, while Theseus is in column x, row y;
// these may be one beyond the board.
MW_HOST_DEVICE void mw_minotaur_ways(const mw_theseus_frame *f, const mw_extent words,
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

// The same for a Theseus on a cell. On boards of one word the masks are sooner made than read.
MW_HOST_DEVICE void mw_minotaur_ways_at(const mw_theseus_frame *f, const mw_extent words,
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

// From where a half-step takes the Minotaur into `set`.
MW_HOST_DEVICE void mw_minotaur_back(const mw_theseus_frame *f, const mw_extent words,
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

// Where a half-step takes the Minotaur from the cells of `set`.
MW_HOST_DEVICE void mw_minotaur_on(const mw_theseus_frame *f, const mw_extent words,
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

// Minotaur cells from where he catches a Theseus who has just come to this cell.
MW_HOST_DEVICE void mw_minotaur_catches(const mw_theseus_frame *f, const mw_extent words,
                                        mw_word go[5][BACKWARD_WORDS], uint32_t theseus,
                                        mw_word *set)
{
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        set[i] = 0;
    mw_set_put(set, words, theseus);
    mw_minotaur_back(f, words, go, set);
    mw_minotaur_back(f, words, go, set);
}

// With the Minotaur on a cell of `with`, a Theseus on one of the cells `onto`, whose sets are
// `away` from `here`, wins in the coming round, if it is `open`. All is read before anything is
// written: nobody has to wait for memory five times.
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

// Theseus wins who steps onto this cell, or stays there, with the Minotaur on a cell of `with`.
MW_HOST_DEVICE void mw_backward_win_by_steps(const mw_theseus_frame *f, const mw_extent words,
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
#ifndef __CUDA_ARCH__ // a processor waits for memory in its own way, and has fewer registers
        if (open[side])
            mw_backward_win(words, pass, s->stride, 1, &from[side], here, &away[side], &open[side],
                            with);
    }
#else
    }
    mw_backward_win(words, pass, s->stride, 5, from, here, away, open, with);
#endif
}

// What wins with the first move. A Theseus who leaves by the door is caught by who stands at it,
// or goes there with his first half-step.
MW_HOST_DEVICE void mw_backward_first(const mw_theseus_frame *f, const mw_extent words,
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
    // Who is there has won: nothing new happens there.
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        mw_theseus_pair *at = mw_backward_pairs(s, words, exit) + (size_t)i * s->stride;
        at->of[0] = at->of[1] = all[MW_WORD_INDEX(words, i)];
    }
    mw_backward_win_by_steps(f, words, pass, s, exit, with);
}

// pass->open is set.
MW_HOST_DEVICE void mw_backward_begin(const mw_theseus_frame *f, const mw_extent words,
                                      mw_theseus_backward *pass, const mw_theseus_sets *s,
                                      uint32_t exit, unsigned side)
{
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        pass->active[i] = pass->coming[i] = 0;
    pass->rounds = pass->odd = 0;
    for (uint32_t c = 0; c < f->cells; c++)
        for (uint32_t i = 0; i < MW_OWN_WORDS(words);
             i++) { // what is no open place never counts as new
            bool here = c / MW_WORD_BITS == MW_WORD_INDEX(words, i);
            mw_word own = here ? (mw_word)1 << c % MW_WORD_BITS : 0;
            mw_theseus_pair *at = mw_backward_pairs(s, words, c) + (size_t)i * s->stride;
            at->of[0] = at->of[1] = own;
        }
    mw_backward_first(f, words, pass, s, exit, side);
}

// Looks at the next cell of Theseus: *theseus, with which the Minotaur's cells in `fresh` are won
// in round pass->rounds. False: there is none left.
MW_HOST_DEVICE bool mw_backward_next(const mw_theseus_frame *f, const mw_extent words,
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

// One change, drawn at random; it may turn out to be impossible.
typedef struct mw_theseus_change {
    mw_theseus_what what; // a wall on the right of a cell, or below it; or who or what goes there
    uint32_t cell;
    unsigned side; // of an exit that is a door
} mw_theseus_change;

// Place `at` along the border, clockwise from the top left: 0 .. 2(w+h)-1.
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
