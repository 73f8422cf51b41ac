// fast_blocks.c: evaluates a whole Theseus maze with moving blocks. As in backward.h, the pass goes
// backwards from the exit and keeps, for each cell of Theseus, a set of cells of the Minotaur; here
// it keeps such sets for each turn of the blocks' period. In one turn a block is to the Minotaur
// what a wall is, so his half-steps are those of backward.h with other walls in each turn.
#include "kinds/theseus/theseus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STATES_MAX (1u << 25) // as for graphs of all legal states
#define ASK_EVERY  65536      // cells of Theseus, see mw_stopping

typedef mw_word word;

// The sets of one turn. Their arrays have `words` words for each cell of Theseus, or for one set.
typedef struct phase {
    mw_theseus_backward walls; // only `open` is used: cells without a wall or a block on that side
    word *won, *now, *then;    // the Minotaur's cells: won; found in the last round, in this one
    word *blocks;              // where blocks stand
    word *dead_won, *dead_now, *dead_then; // cells of Theseus, if the Minotaur is dead
    word *active, *coming;                 // cells of Theseus for which `now`, `then` have some
} phase;

typedef struct pass {
    const mw_maze *m;
    const board *b;
    mw_theseus_common common;
    uint32_t cells, words, rounds;
    phase *phases;
    word *memory;
    uint32_t start_round; // in which the maze's start was found to be won; MW_FAR: it is not
    uint32_t best_round;
    mw_state best; // a state won in that round in which a maze can begin (mw_design.can_start)
} pass;

// ---- preparation

static size_t phase_words(uint32_t cells, uint32_t words)
{
    return (size_t)words * (3 * (size_t)cells + 6);
}

static size_t table_words(const mw_maze *m, uint32_t words)
{
    return ((size_t)SIDE_SETS(m->w) + SIDE_SETS(m->h)) * words;
}

static word *take(word **at, size_t words)
{
    word *here = *at;
    *at += words;
    return here;
}

static void fill_phase(const pass *p, uint32_t turn, word **at)
{
    const board *b = p->b;
    phase *f = &p->phases[turn];
    size_t sets = (size_t)p->cells * p->words;
    word **const one[] = {&f->blocks,    &f->dead_won, &f->dead_now,
                          &f->dead_then, &f->active,   &f->coming};
    f->won = take(at, sets);
    f->now = take(at, sets);
    f->then = take(at, sets);
    for (unsigned i = 0; i < sizeof one / sizeof *one; i++)
        *one[i] = take(at, p->words);
    for (uint32_t c = 0; c < p->cells; c++)
        for (unsigned side = UP; side <= LEFT; side++)
            if (!(b->bytes[c] & WALL(side)) && (c != b->exit || side != b->door))
                mw_set_add(f->walls.open[side], c);
    for (unsigned i = 0; i < b->block_count; i++) {
        uint32_t at_cell = mw_theseus_blocks_in(b, turn)[i];
        mw_set_add(f->blocks, at_cell);
        for (unsigned side = UP; side <= LEFT; side++)
            if (!mw_theseus_on_border(p->common.w, p->common.h, at_cell, side)) {
                uint32_t beside = mw_theseus_beside(p->common.w, at_cell, side);
                mw_set_drop(f->walls.open[(side + 2) & 3], beside);
            }
    }
}

static bool begin(pass *p, const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    uint32_t words = (b->cells + 63u) / 64;
    size_t tables = table_words(m, words);
    *p = (pass){.m = m, .b = b, .cells = b->cells, .words = words, .start_round = MW_FAR};
    m->kind->rules->start(m, &p->best);
    p->phases = calloc(b->period, sizeof *p->phases);
    p->memory = calloc(tables + b->period * phase_words(b->cells, words), sizeof *p->memory);
    if (!p->phases || !p->memory)
        return false;
    word *at = p->memory + tables;
    mw_theseus_fill_common(m, &p->common, words, p->memory, p->memory + SIDE_SETS(m->w) * words);
    for (uint32_t turn = 0; turn < b->period; turn++)
        fill_phase(p, turn, &at);
    return true;
}

// ---- the pass

// Notes that Theseus wins with his next move on `from` in this turn, if the Minotaur stands on a
// cell of `with`, or if he is dead (`dead`).
MW_HOST_DEVICE void note(const pass *p, const uint32_t words, phase *f, uint32_t from,
                         const word *with, bool dead)
{
    word *won = f->won + (size_t)from * words, *then = f->then + (size_t)from * words, some = 0;
    if (mw_set_has(f->blocks, from) || from == p->b->goal)
        return;
    for (uint32_t i = 0; i < words; i++) {
        word own = from / 64 == i ? (word)1 << from % 64 : 0;
        word more = with[i] & ~(won[i] | f->blocks[i] | own);
        won[i] |= more;
        then[i] |= more;
        some |= more;
    }
    if (dead && !mw_set_has(f->dead_won, from)) {
        mw_set_add(f->dead_won, from);
        mw_set_add(f->dead_then, from);
        some = 1;
    }
    if (some)
        mw_set_add(f->coming, from);
}

// Theseus steps onto a cell in turn `turn`, or stays there, and wins if the Minotaur stands on a
// cell of `with`.
MW_HOST_DEVICE void note_steps(const pass *p, const uint32_t words, uint32_t turn, uint32_t onto,
                               const word *with, bool dead)
{
    phase *f = &p->phases[turn];
    word apart[BACKWARD_WORDS];
    if (mw_set_has(f->blocks, onto))
        return;
    memcpy(apart, with, words * sizeof *apart);
    mw_set_drop(apart, onto); // he does not walk into the Minotaur
    for (unsigned side = UP; side <= LEFT; side++)
        if (!(p->b->bytes[onto] & WALL(side)) && (onto != p->b->exit || side != p->b->door))
            note(p, words, f, mw_theseus_beside(p->common.w, onto, side), apart, dead);
    note(p, words, f, onto, apart, dead);
}

// The Minotaur's cells in the turn before, from which his answer takes him into `set`, with blocks
// as in this turn and Theseus on a cell; those where a block comes over him, if `dead` wins.
MW_HOST_DEVICE void before_answer(const pass *p, const uint32_t words, const phase *f,
                                  uint32_t theseus, word *set, bool dead)
{
    word go[5][BACKWARD_WORDS];
    mw_minotaur_ways_at(&p->common, words, &f->walls, theseus, go);
    mw_minotaur_back(&p->common, words, go, set);
    mw_minotaur_back(&p->common, words, go, set);
    for (uint32_t i = 0; i < words; i++)
        set[i] = dead ? set[i] | f->blocks[i] : set[i] & ~f->blocks[i];
}

// The Minotaur's cells from which he does not follow Theseus out of the door.
static void not_followed(const pass *p, uint32_t turn, word *with)
{
    const board *b = p->b;
    for (uint32_t c = 0; c < p->cells; c++) {
        uint32_t end = c;
        for (unsigned half = 0; half < 2 && end != b->cells; half++)
            end = mw_theseus_half_step(b, end, b->cells, turn, NULL);
        if (end != b->cells || mw_set_has(p->phases[turn].blocks, c))
            mw_set_add(with, c);
    }
}

// The first round: Theseus wins with one move, in this turn.
MW_HOST_DEVICE void first_round(const pass *p, const uint32_t words, uint32_t turn)
{
    const board *b = p->b;
    const word *all = p->common.left_of + (size_t)(p->common.w + 1) * words;
    uint32_t next = (turn + 1) % b->period;
    const phase *f = &p->phases[next];
    word with[BACKWARD_WORDS];
    memcpy(with, all, words * sizeof *with);
    if (b->door != WAIT && b->win_after) {
        memset(with, 0, words * sizeof *with);
        not_followed(p, next, with);
    } else if (b->win_after) {
        if (mw_set_has(f->blocks, b->exit))
            return;
        mw_set_drop(with, b->exit);
        before_answer(p, words, f, b->exit, with, true);
    }
    if (b->door != WAIT)
        note(p, words, &p->phases[turn], b->exit, with, true);
    else
        note_steps(p, words, turn, b->exit, with, true);
}

// Looks at what was found to be won in this round. These states will be made `now`.
MW_HOST_DEVICE void look_at(pass *p, const uint32_t words, uint32_t turn, uint32_t theseus)
{
    const phase *f = &p->phases[turn];
    const word *now = f->now + (size_t)theseus * words;
    bool exit_is_free = p->b->door != WAIT || !mw_set_has(f->blocks, p->b->exit);
    if (p->best_round < p->rounds && exit_is_free && !mw_set_empty(now, words)) {
        p->best_round = p->rounds;
        p->best = mw_theseus_state(theseus, mw_set_first(now), turn);
    }
    if (!turn && theseus == p->b->theseus && mw_set_has(now, p->b->minotaur))
        p->start_round = p->rounds;
}

// Begins a round with what the last one has found. False: that is nothing.
MW_HOST_DEVICE bool next_round(pass *p, const uint32_t words)
{
    bool some = false;
    p->rounds++;
    for (uint32_t turn = 0; turn < p->b->period; turn++) {
        phase *f = &p->phases[turn];
        memcpy(f->active, f->coming, words * sizeof *f->active);
        memcpy(f->dead_now, f->dead_then, words * sizeof *f->dead_now);
        memset(f->coming, 0, words * sizeof *f->coming);
        memset(f->dead_then, 0, words * sizeof *f->dead_then);
        for (uint32_t i = 0; i < words; i++)
            for (word rest = f->active[i]; rest; rest &= rest - 1) {
                uint32_t theseus = i * 64 + mw_word_first(rest);
                size_t at = (size_t)theseus * words;
                memcpy(f->now + at, f->then + at, words * sizeof *f->now);
                memset(f->then + at, 0, words * sizeof *f->then);
                look_at(p, words, turn, theseus);
                some = true;
            }
    }
    return some;
}

MW_HOST_DEVICE void play_back(const pass *p, const uint32_t words, uint32_t turn)
{
    const phase *f = &p->phases[turn];
    uint32_t before = turn ? turn - 1 : p->b->period - 1u, theseus = 0;
    word with[BACKWARD_WORDS];
    while (mw_set_take(f->active, words, &theseus)) {
        bool dead = mw_set_has(f->dead_now, theseus);
        memcpy(with, f->now + (size_t)theseus * words, words * sizeof *with);
        before_answer(p, words, f, theseus, with, dead);
        note_steps(p, words, before, theseus, with, dead);
    }
}

MW_HOST_DEVICE void work_out(pass *p, const uint32_t words)
{
    for (uint32_t turn = 0; turn < p->b->period; turn++)
        first_round(p, words, turn);
    uint32_t looked = 0; // cells since mw_stopping was asked
    while (next_round(p, words))
        for (uint32_t turn = 0; turn < p->b->period; turn++) {
            play_back(p, words, turn);
            looked += p->cells;
            if (looked >= ASK_EVERY && mw_stopping())
                return;
            looked = looked < ASK_EVERY ? looked : 0;
        }
}

// ---- the evaluation

static bool suits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return b->block_count && b->minotaur != NOWHERE && b->cells <= BACKWARD_WORDS * 64 &&
           m->kind->rules->count(m) <= STATES_MAX;
}

uint64_t mw_theseus_bytes_among_blocks(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    uint32_t words = (b->cells + 63u) / 64;
    return suits(m) ? b->period * (sizeof(phase) + phase_words(b->cells, words) * sizeof(word)) +
                          table_words(m, words) * sizeof(word)
                    : 0;
}

bool mw_theseus_evaluate_among_blocks(const mw_maze *m, mw_evaluation *e)
{
    pass p;
    if (!suits(m))
        return false;
    bool done = begin(&p, m);
    if (done)
        switch (p.words) { // with a constant number of words, sets stay in registers
        case 1: work_out(&p, 1); break;
        case 2: work_out(&p, 2); break;
        default: work_out(&p, p.words);
        }
    *e = (mw_evaluation){.length = p.start_round,
                         .best_length = p.best_round,
                         .best = p.best,
                         .unreaching = (double)NAN,
                         .unreachable = (double)NAN};
    free(p.phases);
    free(p.memory);
    return done && !mw_stopped();
}
