// fast.c: the distance to a win from every cell and orientation at once.
//
// Backwards from the goal, a layer at a time, one set of cells for each class of orientations: a
// roll moves a whole set by one cell, with a shift. Boards whose rolls differ in cost are left to
// the plain search.
#include "kinds/die/die.h"

#include "core/cellset.h"

#include <math.h>
#include <string.h>

#define WORDS_MAX 4 // boards of up to 256 cells

typedef mw_word by_class[ORIENTATIONS + 1][WORDS_MAX]; // the last stays empty, for forbidden rolls

typedef struct fast {
    uint32_t w, classes;
    mw_word left[WORDS_MAX], right[WORDS_MAX]; // cells with a neighbour there
    uint8_t turns[ORIENTATIONS][4];            // class after a roll; `classes`: forbidden
    by_class legal;                            // cells where the die may lie
    by_class enter; // cells that a roll of this orientation may end on, if legal there
    by_class seen, layer;
} fast;

static void prepare(fast *f, const mw_maze *m)
{
    const board *b = mw_die_board(m);
    mw_word labelled[FREE + 1][WORDS_MAX] = {{0}}, any[WORDS_MAX] = {0}; // by what the cell shows
    *f = (fast){.w = m->w, .classes = b->classes};
    for (uint32_t y = 0, c = 0; y < m->h; y++)
        for (uint32_t x = 0; x < m->w; x++, c++) {
            uint8_t shown = b->cells[(y + 1) * (m->w + 2u) + x + 1];
            mw_set_add(labelled[shown], c);
            if (shown != WALL)
                mw_set_add(any, c);
            if (x)
                mw_set_add(f->left, c);
            if (x + 1 < m->w)
                mw_set_add(f->right, c);
        }
    for (uint32_t k = 0; k < f->classes; k++) {
        uint8_t top = b->orientations[b->example[k]].top;
        bool before = b->labels == LABELS_BEFORE;
        for (uint32_t i = 0; i < WORDS_MAX; i++) {
            mw_word fitting = labelled[FREE][i] | labelled[top][i];
            f->legal[k][i] = before ? any[i] : fitting;
            f->enter[k][i] = before ? fitting : any[i];
        }
        for (unsigned d = 0; d < 4; d++) {
            uint8_t to = b->turns[b->example[k]][d].class;
            f->turns[k][d] = to == NO_CLASS ? b->classes : to;
        }
    }
}

// From where one roll of an orientation of class k leads into the layer.
MW_HOST_DEVICE void roll_back(const fast *f, const uint32_t words, uint32_t k, mw_word *from)
{
    mw_word to[4][WORDS_MAX];
    for (unsigned d = 0; d < 4; d++)
        for (uint32_t i = 0; i < words; i++)
            to[d][i] = f->layer[f->turns[k][d]][i] & f->enter[k][i];
    for (uint32_t i = 0; i < words; i++)
        from[i] = f->legal[k][i] & (mw_set_up(to[NORTH], i, words, f->w) |
                                    (mw_set_down(to[EAST], i, words, 1) & f->right[i]) |
                                    mw_set_down(to[SOUTH], i, words, f->w) |
                                    (mw_set_up(to[WEST], i, words, 1) & f->left[i]));
}

// Puts the layer before this one in its place. False if there is nothing new in it.
MW_HOST_DEVICE bool next_layer(fast *f, const uint32_t words)
{
    by_class next;
    mw_word some = 0;
    for (uint32_t k = 0; k < f->classes; k++) {
        roll_back(f, words, k, next[k]);
        for (uint32_t i = 0; i < words; i++) {
            next[k][i] &= ~f->seen[k][i];
            some |= next[k][i];
        }
    }
    for (uint32_t k = 0; k < f->classes && some; k++)
        for (uint32_t i = 0; i < words; i++) {
            f->layer[k][i] = next[k][i];
            f->seen[k][i] |= next[k][i];
        }
    return some;
}

// *farthest is the cell from which the die, lying as it does at the start, has the longest way.
MW_HOST_DEVICE void work_out(fast *f, const uint32_t words, const mw_maze *m, mw_evaluation *e,
                             uint32_t *farthest)
{
    const board *b = mw_die_board(m);
    uint32_t start = mw_die_inner(m, b->start), first = b->orientations[0].class;
    for (uint32_t k = 0; k < f->classes; k++)
        if (b->wins >> b->orientations[b->example[k]].top & 1) {
            mw_set_add(f->layer[k], mw_die_inner(m, b->goal));
            mw_set_add(f->seen[k], mw_die_inner(m, b->goal));
        }
    while (next_layer(f, words)) {
        e->best_length++;
        if (mw_set_has(f->layer[first], start))
            e->length = e->best_length;
        if (!mw_set_empty(f->layer[first], words))
            *farthest = mw_set_first(f->layer[first]);
    }
}

// Some state of the last layer.
static mw_state best_start(const fast *f, const mw_maze *m)
{
    const board *b = mw_die_board(m);
    uint32_t k = 0;
    while (mw_set_empty(f->layer[k], WORDS_MAX))
        k++;
    return (mw_state){
        {mw_die_bordered(m, mw_set_first(f->layer[k])) | (uint64_t)b->example[k] << 32}};
}

static bool work_out_all(fast *f, const mw_maze *m, mw_evaluation *e, uint32_t *farthest)
{
    uint32_t cells = (uint32_t)m->w * m->h;
    if (cells > WORDS_MAX * 64 || m->w > 64 || mw_die_board(m)->cost_top)
        return false;
    prepare(f, m);
    *e = (mw_evaluation){.length = MW_FAR, .unreaching = (double)NAN, .unreachable = (double)NAN};
    switch ((cells + 63) / 64) { // with a constant number of words, sets stay in registers
    case 1: work_out(f, 1, m, e, farthest); break;
    case 2: work_out(f, 2, m, e, farthest); break;
    default: work_out(f, WORDS_MAX, m, e, farthest);
    }
    return true;
}

static bool evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    fast f;
    uint32_t ignored;
    if (whole || !work_out_all(&f, m, e, &ignored))
        return false;
    if (e->best_length)
        e->best = best_start(&f, m);
    return true;
}

uint32_t mw_die_farthest(const mw_maze *m)
{
    fast f;
    mw_evaluation e;
    uint32_t none = m->w * m->h, farthest = none;
    work_out_all(&f, m, &e, &farthest);
    return farthest == none ? mw_die_board(m)->start : mw_die_bordered(m, farthest);
}

const mw_fast mw_die_fast = {
    .size = sizeof(mw_fast),
    .evaluate = evaluate,
};
