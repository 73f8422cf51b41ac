// fast.c: all places of a Theseus maze at once, by backward.h: distances, the best
// start, and what the maze's own start can reach. Boards with moving blocks are left to the plain
// search.
#include "kinds/theseus/theseus.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef mw_word word;

typedef struct fast {
    const mw_maze *m;
    const board *b;
    uint32_t cells, words;
    word *memory; // one block, for the frame's tables and the sets
    mw_theseus_frame frame;
    mw_theseus_backward pass;
    mw_theseus_sets sets;
    uint32_t start_round; // MW_FAR: the maze's start is not won
    uint32_t best_round;
    mw_state best;     // of that round: the first cell of the Minotaur, and of Theseus with it
    uint32_t *by_rank; // distances, or NULL where nobody wants them
} fast;

// ---- backwards

MW_HOST_DEVICE void note_distances(const fast *f, const uint32_t words, uint32_t theseus,
                                   const word *fresh)
{
    for (uint32_t i = 0; i < words; i++)
        for (word rest = fresh[i]; rest; rest &= rest - 1) {
            uint32_t minotaur = i * 64 + mw_word_first(rest);
            f->by_rank[minotaur * (f->cells + 1) + theseus] = f->pass.rounds;
        }
}

MW_HOST_DEVICE void work_out(fast *f, const uint32_t words)
{
    const board *b = f->b;
    word fresh[BACKWARD_WORDS] = {0};
    uint32_t theseus, least = 0;
    for (uint32_t c = 0; c < f->cells; c++)
        for (unsigned side = 0; side < 4; side++)
            if (!(b->bytes[c] & WALL(side)) && (c != b->exit || side != b->door))
                mw_set_add(f->pass.open[side], c);
    mw_backward_begin(&f->frame, words, &f->pass, &f->sets, b->exit, b->door);
    while (mw_backward_next(&f->frame, words, &f->pass, &f->sets, &theseus, fresh)) {
        if (f->by_rank)
            note_distances(f, words, theseus, fresh);
        if (theseus == b->theseus && mw_set_has(fresh, b->minotaur))
            f->start_round = f->pass.rounds;
        if (f->best_round < f->pass.rounds || mw_set_first(fresh) < least) {
            f->best_round = f->pass.rounds;
            least = mw_set_first(fresh);
            f->best = mw_theseus_state(theseus, least, 0);
        }
    }
}

// Is the maze one that can be worked out here?
static bool suits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return !b->block_count && b->minotaur != NOWHERE && b->cells <= BACKWARD_WORDS * 64;
}

void mw_theseus_fill_frame(mw_theseus_frame *f, uint32_t words, mw_word *left_of, mw_word *above)
{
    f->left_of = left_of;
    f->above = above;
    for (uint32_t c = 0; c < f->cells; c++) { // so far each line knows its own cells
        mw_set_add(left_of + (c % f->w + 2) * words, c);
        mw_set_add(above + (c / f->w + 2) * words, c);
    }
    for (uint32_t i = words; i < FRAME_LINES(f->w) * words; i++)
        left_of[i] |= left_of[i - words];
    for (uint32_t i = words; i < FRAME_LINES(f->h) * words; i++)
        above[i] |= above[i - words];
    f->column = words == 1 ? left_of[2] : 0;
}

// Words of memory that it takes: the frame's tables, then the sets.
static size_t tables(const mw_maze *m, uint32_t words)
{
    return ((size_t)FRAME_LINES(m->w) + FRAME_LINES(m->h)) * words;
}

static size_t memory(const mw_maze *m, uint32_t cells, uint32_t words)
{
    return tables(m, words) + BACKWARD_MEMORY(cells, words);
}

// Works everything out, and the distances if `by_rank` is not NULL. False: out of memory.
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
    f->frame = (mw_theseus_frame){.w = m->w,
                                  .h = m->h,
                                  .cells = b->cells,
                                  .door = b->door != WAIT,
                                  .vertical_first = b->vertical_first,
                                  .win_after = b->win_after};
    f->sets =
        (mw_theseus_sets){.at = (mw_theseus_pair *)(f->memory + tables(m, words)), .stride = 1};
    mw_theseus_fill_frame(&f->frame, words, f->memory, f->memory + FRAME_LINES(m->w) * words);
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

typedef struct tour {
    word *seen, *fresh;          // by cell of Theseus: Minotaur cells
    word home[BACKWARD_WORDS];   // Minotaur cells with which Theseus has been home
    word active[BACKWARD_WORDS]; // cells of Theseus whose `fresh` is not empty
} tour;

MW_HOST_DEVICE void meet(tour *t, const uint32_t words, uint32_t theseus, const word *with)
{
    word *seen = t->seen + theseus * words, *fresh = t->fresh + theseus * words, some = 0;
    for (uint32_t i = 0; i < words; i++) {
        word more = with[i] & ~seen[i];
        seen[i] |= more;
        fresh[i] |= more;
        some |= more;
    }
    if (some)
        mw_set_add(t->active, theseus);
}

MW_HOST_DEVICE void go_home(tour *t, const uint32_t words, const word *with)
{
    for (uint32_t i = 0; i < words; i++)
        t->home[i] |= with[i];
}

// Theseus steps onto a cell, or stays, and the Minotaur answers from each cell of `with`.
MW_HOST_DEVICE void take_step(const fast *f, tour *t, const uint32_t words, uint32_t onto,
                              const word *with, mw_evaluation *e)
{
    word go[5][BACKWARD_WORDS];
    bool home = onto == f->b->goal, answered = !home || f->b->win_after;
    word alive[BACKWARD_WORDS], lost[BACKWARD_WORDS] = {0};
    mw_minotaur_ways_at(&f->frame, words, &f->pass, onto, go);
    mw_set_add(lost, onto);
    if (answered)
        mw_minotaur_catches(&f->frame, words, go, onto, lost);
    for (uint32_t i = 0; i < words; i++) {
        alive[i] = with[i] & ~lost[i];
        lost[i] &= with[i];
    }
    e->losing += mw_set_size(lost, words);
    if (answered) {
        mw_minotaur_on(&f->frame, words, go, alive);
        mw_minotaur_on(&f->frame, words, go, alive);
    }
    if (home)
        go_home(t, words, alive);
    else
        meet(t, words, onto, alive);
}

static void leave_by_door(const fast *f, tour *t, const word *with, mw_evaluation *e)
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
            mw_set_add(t->home, end);
    }
}

MW_HOST_DEVICE void visit(const fast *f, tour *t, const uint32_t words, uint32_t theseus,
                          mw_evaluation *e)
{
    word with[BACKWARD_WORDS];
    for (uint32_t i = 0; i < words; i++) {
        with[i] = t->fresh[theseus * words + i];
        t->fresh[theseus * words + i] = 0;
    }
    mw_set_drop(t->active, theseus);
    for (unsigned side = 0; side < 4; side++)
        if (mw_set_has(f->pass.open[side], theseus))
            take_step(f, t, words, theseus + (uint32_t)f->b->step[side], with, e);
    take_step(f, t, words, theseus, with, e);
    if (f->b->door != WAIT && theseus == f->b->exit)
        leave_by_door(f, t, with, e);
}

MW_HOST_DEVICE void tour_all(const fast *f, tour *t, const uint32_t words, mw_evaluation *e)
{
    word first[BACKWARD_WORDS] = {0};
    mw_set_add(first, f->b->minotaur);
    meet(t, words, f->b->theseus, first);
    while (!mw_set_empty(t->active, words))
        for (uint32_t c = 0; c < f->cells; c++)
            if (mw_set_has(t->active, c))
                visit(f, t, words, c, e);
    e->states = mw_set_size(t->home, words);
    for (uint32_t i = 0; i < f->cells * words; i++) {
        e->states += mw_word_size(t->seen[i]);
        e->dead += mw_word_size(t->seen[i] & ~f->sets.at[i].of[0]); // what is won is in both
    }
}

static bool explore(const fast *f, mw_evaluation *e)
{
    size_t all = (size_t)f->cells * f->words;
    assert(all);
    word *memory = calloc(2 * all, sizeof *memory);
    if (!memory)
        return false;
    tour t = {.seen = memory, .fresh = memory + all};
    if (f->words == 1)
        tour_all(f, &t, 1, e);
    else
        tour_all(f, &t, f->words, e);
    free(memory);
    return true;
}

// ---- the evaluation

static bool fill_own(const fast *f, mw_evaluation *e)
{
    for (unsigned i = 0; i < 5; i++)
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
    uint64_t walk = 2 * (uint64_t)cells * words;
    return suits(m) ? (memory(m, cells, words) + walk) * sizeof(word) +
                          m->kind->rules->count(m) * sizeof(uint32_t)
                    : 0;
}

static bool evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    fast f;
    uint32_t *by_rank = NULL;
    if (!suits(m) || (whole && !(by_rank = malloc(m->kind->rules->count(m) * sizeof *by_rank))))
        return false;
    if (by_rank)
        memset(by_rank, 0xff, m->kind->rules->count(m) * sizeof *by_rank);
    bool done = fast_init(&f, m, by_rank);
    *e = (mw_evaluation){.length = f.start_round,
                         .best_length = f.best_round,
                         .best = f.best,
                         .unreaching = (double)NAN,
                         .unreachable = (double)NAN};
    if (done && whole)
        done = explore(&f, e) && fill_own(&f, e);
    free(f.memory);
    free(by_rank);
    return done;
}

const mw_fast mw_theseus_fast = {
    .size = sizeof(mw_fast),
    .evaluate = evaluate,
    .bytes = bytes,
};
