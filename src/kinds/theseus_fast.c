// theseus_fast.c: the distance to a win from every pair of places (Theseus, Minotaur) at once.
//
// Backwards from the exit, one set of the Minotaur's cells for each cell of Theseus: a bit for each
// cell, 64 to a word. While Theseus stands still, where the Minotaur goes depends on his cell
// alone, so each cell of Theseus has five sets of cells: those where he goes up, right, down, left,
// or stays; and a whole set takes a half-step, forwards or back, with a few ANDs, shifts and ORs.
// Who is caught stays with Theseus, so catching needs no care. Boards with moving blocks are left
// to the plain search.
#include "kinds/theseus.h"

#include "core/cellset.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 16 // boards of up to 1024 cells

typedef mw_word word;

typedef struct fast {
    const mw_maze *m;
    const board *b;
    uint32_t cells, words, w, h;
    word *memory;          // one block, for all that follows
    word *open[4];         // cells without a wall on this side
    word *left_of, *above; // by x, by y: cells further left, further up
    word *going;           // by cell of Theseus: five sets of Minotaur cells, by where he goes
    word *passage;         // by cell and side: all ones if Theseus can step over it, else 0
    word *won;             // by cell of Theseus: Minotaur cells with which he wins, so far
    word *fresh, *next;    // those of this round, until they are seen to, and of the coming one
    word *last;            // those of this round, once they are seen to
    word active[WORDS_MAX], next_active[WORDS_MAX]; // cells whose set is not empty
    uint32_t rounds, start_round;                   // MW_FAR: the maze's start is not won yet
    uint32_t *by_rank;                              // distances, or NULL where nobody wants them
} fast;

// ---- half-steps of whole sets

MW_INLINE const word *going(const fast *f, const uint32_t words, uint32_t theseus)
{
    return f->going + (size_t)theseus * 5 * words;
}

// From where a half-step takes the Minotaur into `set`.
MW_INLINE void step_back(const fast *f, const uint32_t words, const word *go, word *set)
{
    word to[WORDS_MAX];
    for (uint32_t i = 0; i < words; i++)
        to[i] = set[i];
    for (uint32_t i = 0; i < words; i++)
        set[i] = (mw_set_up(to, i, f->w) & go[UP * words + i]) |
                 (mw_set_down(to, i, words, 1) & go[RIGHT * words + i]) |
                 (mw_set_down(to, i, words, f->w) & go[DOWN * words + i]) |
                 (mw_set_up(to, i, 1) & go[LEFT * words + i]) | (to[i] & go[WAIT * words + i]);
}

// Where a half-step takes the Minotaur from the cells of `set`.
MW_INLINE void step_on(const fast *f, const uint32_t words, const word *go, word *set)
{
    word from[5][WORDS_MAX];
    for (unsigned side = UP; side <= WAIT; side++)
        for (uint32_t i = 0; i < words; i++)
            from[side][i] = set[i] & go[side * words + i];
    for (uint32_t i = 0; i < words; i++)
        set[i] = mw_set_down(from[UP], i, words, f->w) | mw_set_up(from[RIGHT], i, 1) |
                 mw_set_up(from[DOWN], i, f->w) | mw_set_down(from[LEFT], i, words, 1) |
                 from[WAIT][i];
}

// ---- preparation

// The next piece of the one block; counted only while there is none yet.
static word *carve(word *memory, size_t *used, size_t words)
{
    word *at = memory ? memory + *used : NULL;
    *used += words;
    return at;
}

static size_t layout_memory(fast *f, word *memory)
{
    size_t used = 0, set = f->words, all = f->cells * set;
    for (unsigned side = 0; side < 4; side++)
        f->open[side] = carve(memory, &used, set);
    f->left_of = carve(memory, &used, (f->w + 1) * set);
    f->above = carve(memory, &used, (f->h + 1) * set);
    f->won = carve(memory, &used, all);
    f->fresh = carve(memory, &used, all);
    f->next = carve(memory, &used, all);
    if (memory)
        memset(memory, 0, used * sizeof *memory);
    f->going = carve(memory, &used, all * 5);
    f->last = carve(memory, &used, all);
    f->passage = carve(memory, &used, (size_t)f->cells * 4);
    return used;
}

MW_INLINE void fill_masks(fast *f, const uint32_t words)
{
    for (uint32_t c = 0, x = 0, y = 0; c < f->cells; c++) {
        word bit = (word)1 << c % 64;
        unsigned walls = f->b->bytes[c] | (c == f->b->exit ? WALL(f->b->door) : 0);
        for (unsigned side = 0; side < 4; side++) {
            word open = (walls >> side & 1) - (word)1;
            f->passage[c * 4 + side] = open;
            f->open[side][c / 64] |= open & bit;
        }
        f->left_of[(x + 1) * words + c / 64] |= bit; // so far each line knows its own cells
        f->above[(y + 1) * words + c / 64] |= bit;
        if (++x == f->w) {
            x = 0;
            y++;
        }
    }
    for (uint32_t i = words; i < (f->w + 1) * words; i++)
        f->left_of[i] |= f->left_of[i - words];
    for (uint32_t i = words; i < (f->h + 1) * words; i++)
        f->above[i] |= f->above[i - words];
}

// For Theseus on each cell: the cells from which the Minotaur goes to each side.
MW_INLINE void fill_going(fast *f, const uint32_t words)
{
    const word *all = f->left_of + f->w * words;
    const bool vertical = f->b->vertical_first;
    for (uint32_t c = 0, x = 0, y = 0; c < f->cells; c++) {
        word *go = f->going + (size_t)c * 5 * words;
        for (uint32_t i = 0; i < words; i++) {
            word right = f->left_of[x * words + i] & f->open[RIGHT][i];
            word left = ~f->left_of[(x + 1) * words + i] & f->open[LEFT][i];
            word down = f->above[y * words + i] & f->open[DOWN][i];
            word up = ~f->above[(y + 1) * words + i] & f->open[UP][i];
            word across = right | left, along = up | down;
            word first = vertical ? along : across;
            go[UP * words + i] = vertical ? up : up & ~first;
            go[DOWN * words + i] = vertical ? down : down & ~first;
            go[RIGHT * words + i] = vertical ? right & ~first : right;
            go[LEFT * words + i] = vertical ? left & ~first : left;
            go[WAIT * words + i] = all[i] & ~across & ~along;
        }
        if (++x == f->w) {
            x = 0;
            y++;
        }
    }
}

// Minotaur cells from where he catches a Theseus who has just come to this cell.
MW_INLINE void find_catching(const fast *f, const uint32_t words, uint32_t theseus, word *set)
{
    for (uint32_t i = 0; i < words; i++)
        set[i] = 0;
    mw_set_add(set, theseus);
    step_back(f, words, going(f, words, theseus), set);
    step_back(f, words, going(f, words, theseus), set);
}

// ---- backwards

// With the Minotaur on a cell of `with`, a Theseus on `theseus` wins in the coming round. `bars` is
// all ones, or 0: nothing happens.
MW_INLINE void win(fast *f, const uint32_t words, uint32_t theseus, const word *with, word bars)
{
    word *won = f->won + theseus * words, *next = f->next + theseus * words, some = 0;
    for (uint32_t i = 0; i < words; i++) {
        word more = with[i] & bars & ~won[i];
        won[i] |= more;
        next[i] |= more;
        some |= more;
    }
    f->next_active[theseus / 64] |= (word)(some != 0) << theseus % 64;
}

// Theseus wins who steps onto this cell, or stays there, with the Minotaur on a cell of `with`.
MW_INLINE void win_by_steps(fast *f, const uint32_t words, uint32_t onto, const word *with)
{
    for (unsigned side = 0; side < 4; side++) { // a branch on random walls costs more than the work
        word bars = f->passage[onto * 4 + side];
        win(f, words, bars ? onto + (uint32_t)f->b->step[side] : onto, with, bars);
    }
    win(f, words, onto, with, ~(word)0);
}

// Is Theseus, who has just left through the door, still caught?
static bool caught_outside(const fast *f, uint32_t hunter)
{
    for (unsigned half = 0; half < 2 && hunter != f->b->cells; half++)
        hunter = mw_theseus_half_step(f->b, hunter, f->b->cells, 0, NULL);
    return hunter == f->b->cells;
}

MW_INLINE void first_round(fast *f, const uint32_t words)
{
    const board *b = f->b;
    const word *all = f->left_of + f->w * words;
    word with[WORDS_MAX] = {0}, catching[WORDS_MAX] = {0};
    for (uint32_t c = 0; c < f->cells; c++)
        mw_set_add(f->won + c * words, c); // what is no open state never counts as new
    for (uint32_t i = 0; i < words; i++)
        with[i] = all[i];
    mw_set_drop(with, b->exit);
    if (b->door == WAIT) {
        for (uint32_t i = 0; i < words; i++)
            f->won[b->exit * words + i] = all[i];
        find_catching(f, words, b->exit, catching);
        for (uint32_t i = 0; i < words && b->win_after; i++)
            with[i] &= ~catching[i];
        win_by_steps(f, words, b->exit, with);
    } else {
        for (uint32_t c = 0; c < f->cells && b->win_after; c++)
            if (caught_outside(f, c))
                mw_set_drop(with, c);
        win(f, words, b->exit, with, ~(word)0); // through the door from the one cell inside it
    }
}

MW_INLINE void note_distances(fast *f, const uint32_t words, uint32_t theseus)
{
    for (uint32_t i = 0; i < words; i++)
        for (word rest = f->fresh[theseus * words + i]; rest; rest &= rest - 1) {
            uint32_t hunter = i * 64 + (uint32_t)__builtin_ctzll(rest);
            f->by_rank[hunter * (f->cells + 1) + theseus] = f->rounds;
        }
}

// What is new since the last round makes a round. False if that is nothing.
MW_INLINE bool end_round(fast *f, const uint32_t words)
{
    if (mw_set_empty(f->next_active, words))
        return false;
    word *swap = f->fresh;
    f->fresh = f->next;
    f->next = swap;
    for (uint32_t i = 0; i < words; i++) {
        f->active[i] = f->next_active[i];
        f->next_active[i] = 0;
    }
    f->rounds++;
    if (f->start_round == MW_FAR && mw_set_has(f->fresh + f->b->theseus * words, f->b->minotaur))
        f->start_round = f->rounds;
    return true;
}

// Theseus on this cell wins with some new places of the Minotaur: so he does who steps there before
// the Minotaur steps to such a place.
MW_INLINE void see_to(fast *f, const uint32_t words, uint32_t theseus)
{
    const word *go = going(f, words, theseus);
    word with[WORDS_MAX];
    if (f->by_rank)
        note_distances(f, words, theseus);
    for (uint32_t i = 0; i < words; i++) {
        f->last[theseus * words + i] = with[i] = f->fresh[theseus * words + i];
        f->fresh[theseus * words + i] = 0;
    }
    step_back(f, words, go, with);
    step_back(f, words, go, with);
    win_by_steps(f, words, theseus, with);
}

MW_INLINE void work_out(fast *f, const uint32_t words)
{
    fill_masks(f, words);
    fill_going(f, words);
    first_round(f, words);
    while (end_round(f, words))
        for (uint32_t i = 0; i < words; i++)
            for (word rest = f->active[i]; rest; rest &= rest - 1)
                see_to(f, words, i * 64 + (uint32_t)__builtin_ctzll(rest));
}

// Is the maze one that can be worked out here?
static bool suits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return !b->block_count && b->minotaur != NOWHERE && b->cells <= WORDS_MAX * 64;
}

// Works out f->won, f->rounds and f->start_round, and the distances if `by_rank` is not NULL.
// NOLINTNEXTLINE(readability-non-const-parameter) work_out writes there
static bool fast_init(fast *f, const mw_maze *m, uint32_t *by_rank)
{
    const board *b = mw_theseus_board(m);
    *f = (fast){.m = m,
                .b = b,
                .cells = b->cells,
                .words = (b->cells + 63u) / 64,
                .w = m->w,
                .h = m->h,
                .start_round = MW_FAR,
                .by_rank = by_rank};
    f->memory = malloc(layout_memory(f, NULL) * sizeof *f->memory);
    if (!f->memory)
        return false;
    layout_memory(f, f->memory);
    switch (f->words) { // with a constant number of words, sets stay in registers
    case 1: work_out(f, 1); break;
    case 2: work_out(f, 2); break;
    case 4: work_out(f, 4); break;
    default: work_out(f, f->words);
    }
    return true;
}

bool mw_theseus_distances(const mw_maze *m, uint32_t *by_rank)
{
    fast f;
    if (!suits(m))
        return false;
    memset(by_rank, 0xff, m->kind->count(m) * sizeof *by_rank);
    bool done = fast_init(&f, m, by_rank);
    for (uint32_t c = 0; c < f.cells && done; c++) { // won already, if he is not there
        mw_state home = mw_theseus_state(f.b->goal, c, 0);
        if (c != f.b->goal)
            by_rank[m->kind->rank(m, &home)] = 0;
    }
    free(f.memory);
    return done;
}

// The shortest solution from the maze's own start, first action first; length + 1 states.
static mw_state *walk(const fast *f, uint32_t length)
{
    mw_state *path = malloc((length + (size_t)1) * sizeof *path);
    if (!path)
        return NULL;
    mw_edge edges[MW_EDGES_MAX];
    f->m->kind->start(f->m, &path[0]);
    for (uint32_t i = 0; i < length; i++) {
        f->m->kind->expand(f->m, &path[i], edges);
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
    word *seen, *fresh;     // by cell of Theseus: Minotaur cells
    word home[WORDS_MAX];   // Minotaur cells with which Theseus has been home
    word active[WORDS_MAX]; // cells of Theseus whose `fresh` is not empty
} tour;

MW_INLINE void meet(tour *t, const uint32_t words, uint32_t theseus, const word *with)
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

MW_INLINE void go_home(tour *t, const uint32_t words, const word *with)
{
    for (uint32_t i = 0; i < words; i++)
        t->home[i] |= with[i];
}

// Theseus steps onto a cell, or stays, and the Minotaur answers from each cell of `with`.
MW_INLINE void take_step(const fast *f, tour *t, const uint32_t words, uint32_t onto,
                         const word *with, mw_evaluation *e)
{
    const word *go = going(f, words, onto);
    bool home = onto == f->b->goal, answered = !home || f->b->win_after;
    word alive[WORDS_MAX], lost[WORDS_MAX] = {0};
    mw_set_add(lost, onto);
    if (answered)
        find_catching(f, words, onto, lost);
    for (uint32_t i = 0; i < words; i++) {
        alive[i] = with[i] & ~lost[i];
        lost[i] &= with[i];
    }
    e->losing += mw_set_size(lost, words);
    if (answered) {
        step_on(f, words, go, alive);
        step_on(f, words, go, alive);
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

MW_INLINE void visit(const fast *f, tour *t, const uint32_t words, uint32_t theseus,
                     mw_evaluation *e)
{
    word with[WORDS_MAX];
    for (uint32_t i = 0; i < words; i++) {
        with[i] = t->fresh[theseus * words + i];
        t->fresh[theseus * words + i] = 0;
    }
    mw_set_drop(t->active, theseus);
    for (unsigned side = 0; side < 4; side++)
        if (f->passage[theseus * 4 + side])
            take_step(f, t, words, theseus + (uint32_t)f->b->step[side], with, e);
    take_step(f, t, words, theseus, with, e);
    if (f->b->door != WAIT && theseus == f->b->exit)
        leave_by_door(f, t, with, e);
}

MW_INLINE void tour_all(const fast *f, tour *t, const uint32_t words, mw_evaluation *e)
{
    word first[WORDS_MAX] = {0};
    mw_set_add(first, f->b->minotaur);
    meet(t, words, f->b->theseus, first);
    while (!mw_set_empty(t->active, words))
        for (uint32_t c = 0; c < f->cells; c++)
            if (mw_set_has(t->active, c))
                visit(f, t, words, c, e);
    e->states = mw_set_size(t->home, words);
    for (uint32_t i = 0; i < f->cells * words; i++) {
        e->states += (unsigned)__builtin_popcountll(t->seen[i]);
        e->dead += (unsigned)__builtin_popcountll(t->seen[i] & ~f->won[i]);
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

// Of the last round: the first cell of the Minotaur, and of Theseus with it.
static void find_best(const fast *f, mw_evaluation *e)
{
    uint32_t least = f->cells;
    e->best_length = f->rounds;
    for (uint32_t c = 0; c < f->cells && f->rounds; c++) {
        const word *last = f->last + (size_t)c * f->words;
        if (mw_set_has(f->active, c) && mw_set_first(last) < least) {
            least = mw_set_first(last);
            e->best = mw_theseus_state(c, least, 0);
        }
    }
}

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

uint64_t mw_theseus_evaluate_bytes(const mw_maze *m)
{
    fast f = {.m = m, .cells = mw_theseus_board(m)->cells, .w = m->w, .h = m->h};
    f.words = (f.cells + 63u) / 64;
    uint64_t walk = 2 * (uint64_t)f.cells * f.words;
    return suits(m) ? (layout_memory(&f, NULL) + walk) * sizeof(word) +
                          m->kind->count(m) * sizeof(uint32_t)
                    : 0;
}

bool mw_theseus_evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    fast f;
    uint32_t *by_rank = NULL;
    if (!suits(m) || (whole && !(by_rank = malloc(m->kind->count(m) * sizeof *by_rank))))
        return false;
    if (by_rank)
        memset(by_rank, 0xff, m->kind->count(m) * sizeof *by_rank);
    bool done = fast_init(&f, m, by_rank);
    *e = (mw_evaluation){
        .length = f.start_round, .unreaching = (double)NAN, .unreachable = (double)NAN};
    if (done)
        find_best(&f, e);
    if (done && whole)
        done = explore(&f, e) && fill_own(&f, e);
    free(f.memory);
    free(by_rank);
    return done;
}
