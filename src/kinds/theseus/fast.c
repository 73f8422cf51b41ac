// fast.c: evaluates a whole Theseus maze by the passes of backward.h and chain.h: distances, the
// best start, and what the maze's own start can reach. Mazes with moving blocks are for
// fast_blocks.c, which works out lengths only; the rest of them is left to the state graph.
#include "core/memory.h"
#include "kinds/theseus/chain.h"
#include "kinds/theseus/theseus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef mw_word word;

typedef struct fast {
    const mw_maze *m;
    const board *b;
    uint32_t cells, words;
    word *memory; // the tables of `common`, then the sets
    mw_theseus_common common;
    chain_work work;
    mw_theseus_sets sets;
    uint32_t start_round; // in which the maze's start was found to be won; MW_FAR: it is not
    uint32_t best_round;
    mw_state best;     // a state won in that round: the one with the lowest cell of the Minotaur
    uint32_t *by_rank; // receives the distances of all states; NULL: they are not needed
} fast;

// ---- backwards

MW_HOST_DEVICE void note_distances(const fast *f, const uint32_t words, uint32_t theseus,
                                   const word *fresh)
{
    for (uint32_t i = 0; i < words; i++)
        for (word rest = fresh[i]; rest; rest &= rest - 1) {
            uint32_t minotaur = i * 64 + mw_word_first(rest);
            f->by_rank[minotaur * (f->cells + 1) + theseus] = f->work.pass.rounds;
        }
}

MW_HOST_DEVICE void work_out(fast *f, const uint32_t words)
{
    const board *b = f->b;
    word fresh[BACKWARD_WORDS] = {0};
    uint32_t theseus = 0, least = 0;
    uint64_t looked = 0;
    for (uint32_t c = 0; c < f->cells; c++)
        for (unsigned side = 0; side < 4; side++)
            if (!(b->bytes[c] & WALL(side)) && (c != b->exit || side != b->door))
                mw_set_add(f->work.pass.open[side], c);
    mw_backward_begin(&f->common, words, &f->work.pass, &f->sets, b->exit, b->door);
    while (!MW_STOPPING_AT(looked++) &&
           mw_backward_next(&f->common, words, &f->work.pass, &f->sets, &theseus, fresh)) {
        if (f->by_rank)
            note_distances(f, words, theseus, fresh);
        if (theseus == b->theseus && mw_set_has(fresh, b->minotaur))
            f->start_round = f->work.pass.rounds;
        if (f->best_round < f->work.pass.rounds || mw_set_first(fresh) < least) {
            f->best_round = f->work.pass.rounds;
            least = mw_set_first(fresh);
            f->best = mw_theseus_state(theseus, least, 0);
        }
    }
}

// Can the maze be evaluated here?
static bool suits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return !b->block_count && b->minotaur != NOWHERE && b->cells <= BACKWARD_WORDS * 64;
}

void mw_theseus_fill_common(const mw_maze *m, mw_theseus_common *f, uint32_t words,
                            mw_word *left_of, mw_word *above)
{
    const board *b = mw_theseus_board(m);
    *f = (mw_theseus_common){.w = m->w,
                             .h = m->h,
                             .cells = b->cells,
                             .door = b->door != WAIT,
                             .vertical_first = b->vertical_first,
                             .win_after = b->win_after,
                             .left_of = left_of,
                             .above = above};
    for (uint32_t c = 0; c < f->cells; c++) { // first only the cells of each line itself
        mw_set_add(left_of + (c % f->w + 2) * words, c);
        mw_set_add(above + (c / f->w + 2) * words, c);
    }
    for (uint32_t i = words; i < SIDE_SETS(f->w) * words; i++)
        left_of[i] |= left_of[i - words];
    for (uint32_t i = words; i < SIDE_SETS(f->h) * words; i++)
        above[i] |= above[i - words];
    f->column = words == 1 ? left_of[2] : 0;
}

// How many words the tables of `common` take, and how many they take with the sets.
static size_t tables(const mw_maze *m, uint32_t words)
{
    return ((size_t)SIDE_SETS(m->w) + SIDE_SETS(m->h)) * words;
}

static size_t memory(const mw_maze *m, uint32_t cells, uint32_t words)
{
    return tables(m, words) + BACKWARD_MEMORY(cells, words);
}

// Makes the backward pass, which also fills `by_rank` if it is not NULL. False: out of memory.
// NOLINTNEXTLINE(readability-non-const-parameter) work_out writes there
static bool fast_init(fast *f, const mw_maze *m, uint32_t *by_rank)
{
    const board *b = mw_theseus_board(m);
    const uint32_t words = (b->cells + 63u) / 64;
    *f = (fast){.m = m,
                .b = b,
                .cells = b->cells,
                .words = words,
                .start_round = MW_FAR,
                .by_rank = by_rank};
    f->memory = malloc(memory(m, b->cells, words) * sizeof *f->memory);
    if (!f->memory)
        return false;
    memset(f->memory, 0, tables(m, words) * sizeof *f->memory);
    f->sets =
        (mw_theseus_sets){.at = (mw_theseus_pair *)(f->memory + tables(m, words)), .stride = 1};
    mw_theseus_fill_common(m, &f->common, words, f->memory, f->memory + SIDE_SETS(m->w) * words);
    switch (words) { // with a constant number of words, sets stay in registers
    case 1: work_out(f, 1); break;
    case 2: work_out(f, 2); break;
    case 4: work_out(f, 4); break;
    default: work_out(f, words);
    }
    return true;
}

// The shortest solution from the maze's own start, first action first; length + 1 states.
static mw_state *walk(const fast *f, uint32_t length)
{
    mw_state *path = malloc((length + (size_t)1) * sizeof *path);
    if (!path)
        return NULL;
    mw_edge edges[MW_EDGES_MAX];
    f->m->kind->rules->start(f->m, &path[0]);
    for (uint32_t i = 0; i < length; i++) {
        f->m->kind->rules->expand(f->m, &path[i], edges);
        const mw_edge *e = edges;
        while (e->status == MW_LOST ||
               (i + 1 == length ? e->status != MW_SOLVED : f->by_rank[e->rank] != length - i - 1))
            e++;
        path[i + 1] = e->to;
    }
    return path;
}

// ---- forwards: what the maze's own start can reach

// Theseus steps onto a cell, or stays on it, with the Minotaur on each cell of `with`. Counts the
// positions in which that loses at once, and adds to `home` where the Minotaur stands after a win.
MW_HOST_DEVICE void count_step(const fast *f, const uint32_t words, uint32_t onto, const word *with,
                               word *home, mw_evaluation *e)
{
    word go[5][BACKWARD_WORDS], alive[BACKWARD_WORDS], lost[BACKWARD_WORDS] = {0};
    bool answered = onto != f->b->goal || f->b->win_after;
    mw_minotaur_ways_at(&f->common, words, &f->work.pass, onto, go);
    if (answered)
        mw_minotaur_catches(&f->common, words, go, onto, lost);
    mw_set_add(lost, onto);
    for (uint32_t i = 0; i < words; i++) {
        alive[i] = with[i] & ~lost[i];
        e->losing += mw_word_size(with[i] & lost[i]);
    }
    if (onto != f->b->goal)
        return;
    for (unsigned half = 0; half < 2 && answered; half++)
        mw_minotaur_on(&f->common, words, go, alive);
    for (uint32_t i = 0; i < words; i++)
        home[i] |= alive[i];
}

// The same for a Theseus who leaves by the door.
static void count_door(const fast *f, const word *with, word *home, mw_evaluation *e)
{
    for (uint32_t c = 0; c < f->cells; c++) {
        uint32_t end = c;
        if (!mw_set_has(with, c))
            continue;
        for (unsigned half = 0; half < 2 && end != f->b->cells && f->b->win_after; half++)
            end = mw_theseus_half_step(f->b, end, f->b->cells, 0, NULL);
        if (end == f->b->cells)
            e->losing++;
        else
            mw_set_add(home, end);
    }
}

MW_HOST_DEVICE void explore(fast *f, const uint32_t words, mw_evaluation *e)
{
    const board *b = f->b;
    const chain_genes g = {
        .theseus = b->theseus, .minotaur = b->minotaur, .exit = b->exit, .side = b->door};
    word home[BACKWARD_WORDS] = {0}, with[BACKWARD_WORDS];
    chain_begin_forward(&f->common, words, &f->work, &f->sets, &g);
    for (uint64_t looked = 0;
         !MW_STOPPING_AT(looked) && chain_forward(&f->common, words, &f->work, &f->sets, &g);
         looked++) {
    }
    for (uint32_t c = 0; c < f->cells; c++) {
        for (uint32_t i = 0; i < words; i++)
            with[i] = mw_backward_pairs(&f->sets, words, c)[i].of[1];
        e->states += mw_set_size(with, words);
        if (mw_set_empty(with, words))
            continue;
        for (unsigned side = UP; side <= WAIT; side++)
            if (side == WAIT || mw_set_has(f->work.pass.open[side], c))
                count_step(f, words, mw_theseus_beside(f->common.w, c, side), with, home, e);
        if (b->door != WAIT && c == b->exit)
            count_door(f, with, home, e);
    }
    e->states += mw_set_size(home, words);
    e->dead = f->work.dead;
}

// ---- the evaluation

static bool fill_own(const fast *f, mw_evaluation *e)
{
    for (unsigned i = 0; i < MW_MEASURES_MAX; i++)
        e->own[i] = (double)NAN;
    e->own[5] = (double)e->losing;
    if (e->length == MW_FAR)
        return true;
    mw_state *path = walk(f, e->length);
    if (!path)
        return false;
    tally t = mw_theseus_tally(f->b, path, e->length + 1);
    const double own[5] = {e->length, t.enemy_moves, t.standing, t.traps, t.blocks_faced};
    memcpy(e->own, own, sizeof own);
    free(path);
    return true;
}

static uint64_t bytes(const mw_maze *m)
{
    uint32_t cells = mw_theseus_board(m)->cells, words = (cells + 63u) / 64;
    return suits(m) ? memory(m, cells, words) * sizeof(word) +
                          m->kind->rules->count(m) * sizeof(uint32_t)
                    : mw_theseus_bytes_among_blocks(m);
}

static bool evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    fast f;
    uint32_t *by_rank = NULL;
    if (mw_theseus_board(m)->block_count)
        return !whole && mw_theseus_evaluate_among_blocks(m, e);
    if (!suits(m) || (whole && !(by_rank = mw_array(m->kind->rules->count(m), sizeof *by_rank))))
        return false;
    if (by_rank)
        memset(by_rank, 0xff, (size_t)m->kind->rules->count(m) * sizeof *by_rank);
    bool done = fast_init(&f, m, by_rank);
    *e = (mw_evaluation){.length = f.start_round,
                         .best_length = f.best_round,
                         .best = f.best,
                         .unreaching = (double)NAN,
                         .unreachable = (double)NAN};
    done = done && !mw_stopped(); // then distances are missing
    if (done && whole) {
        if (f.words == 1)
            explore(&f, 1, e);
        else
            explore(&f, f.words, e);
        done = !mw_stopped() && fill_own(&f, e);
    }
    free(f.memory);
    free(by_rank);
    return done;
}

const mw_fast mw_theseus_fast = {
    .size = sizeof(mw_fast),
    .evaluate = evaluate,
    .bytes = bytes,
};
