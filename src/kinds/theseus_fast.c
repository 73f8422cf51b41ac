// theseus_fast.c: the distance to a win from every pair of places (Theseus, Minotaur) at once.
//
// Backwards from the exit, one set of Theseus' cells for each cell of the Minotaur: a bit for each
// cell, 64 to a word. Where the Minotaur goes depends on which region of the board Theseus is in,
// and a region is a rectangle, so a whole set takes a turn with a few ANDs, shifts and ORs. Only
// sets that grew in the last round are looked at. Boards with moving blocks are left to the plain
// search.
#include "kinds/theseus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX   16 // boards of up to 1024 cells
#define REGIONS_MAX 5  // he goes up, right, down, left, or stays
#define PASSES_MAX  25 // ways to arrive at one cell: regions of the first half-step x of the second

// What is inlined with a constant number of words runs several times faster.
#define INLINE inline __attribute__((always_inline))

typedef uint64_t word;

typedef struct record { // cells of Theseus that were new with this Minotaur in a round
    uint16_t hunter;
    uint32_t bits_at; // in `log_bits`
} record;

typedef struct fast {
    const mw_maze *m;
    const board *b;
    uint32_t cells, words, w, h;
    word *open[4];      // cells without a wall on this side
    word *columns_left; // by x: cells further left; then further right; by y: above; below
    word *columns_right, *rows_above, *rows_below;
    uint16_t *region_to; // by cell: where he goes; REGIONS_MAX each
    word *region;        // and for which cells of Theseus
    uint8_t *region_count;
    uint16_t *pass_from; // by cell he ends on: where he came from; PASSES_MAX each
    word *pass;          // and for which cells of Theseus, none of them caught
    uint8_t *pass_count;
    word *safe; // by cell: where Theseus may step to without being caught
    word *won;  // by cell of the Minotaur: from where Theseus wins, so far
    word *onto; // by cell of the Minotaur: steps onto these cells win in the coming round
    record *log;
    word *log_bits;
    uint32_t log_size, log_capacity;
    uint32_t *round_at; // log of round d: round_at[d] .. round_at[d+1]-1
    uint32_t rounds, rounds_capacity;
    bool failed; // out of memory
} fast;

// ---- sets of cells

static bool has(const word *set, uint32_t cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

static void add(word *set, uint32_t cell)
{
    set[cell / 64] |= (word)1 << cell % 64;
}

static void drop(word *set, uint32_t cell)
{
    set[cell / 64] &= ~((word)1 << cell % 64);
}

// One word of `set` moved towards higher cells (up) or lower ones by `by` <= 64 places.
static inline word shifted_up(const word *set, uint32_t i, uint32_t by)
{
    word below = i ? set[i - 1] : 0;
    return by == 64 ? below : set[i] << by | below >> 1 >> (63 - by);
}

static inline word shifted_down(const word *set, uint32_t i, uint32_t words, uint32_t by)
{
    word above = i + 1 < words ? set[i + 1] : 0;
    return by == 64 ? above : set[i] >> by | above << 1 << (63 - by);
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
    size_t used = 0;
    size_t set = f->words, all = (size_t)f->cells * f->words;
    for (unsigned side = 0; side < 4; side++)
        f->open[side] = carve(memory, &used, set);
    f->columns_left = carve(memory, &used, f->w * set);
    f->columns_right = carve(memory, &used, f->w * set);
    f->rows_above = carve(memory, &used, f->h * set);
    f->rows_below = carve(memory, &used, f->h * set);
    f->safe = carve(memory, &used, all);
    f->won = carve(memory, &used, all);
    f->onto = carve(memory, &used, all);
    f->pass_count = (uint8_t *)carve(memory, &used, f->cells / 8 + 1);
    f->region_count = (uint8_t *)carve(memory, &used, f->cells / 8 + 1);
    size_t zeroed = used; // what must start as 0
    f->region = carve(memory, &used, all * REGIONS_MAX);
    f->pass = carve(memory, &used, all * PASSES_MAX);
    f->region_to = (uint16_t *)carve(memory, &used, (size_t)f->cells * REGIONS_MAX / 4 + 1);
    f->pass_from = (uint16_t *)carve(memory, &used, (size_t)f->cells * PASSES_MAX / 4 + 1);
    if (memory)
        memset(memory, 0, zeroed * sizeof *memory);
    return used;
}

static INLINE void fill_masks(fast *f, const uint32_t words)
{
    const board *b = f->b;
    for (uint32_t c = 0, x = 0, y = 0; c < f->cells; c++) {
        word bit = (word)1 << c % 64;
        for (unsigned side = 0; side < 4; side++)
            f->open[side][c / 64] |= b->bytes[c] & WALL(side) ? 0 : bit;
        f->columns_left[x * words + c / 64] |= bit; // so far each line knows its own cells
        f->rows_above[y * words + c / 64] |= bit;
        if (++x == f->w) {
            x = 0;
            y++;
        }
    }
    if (b->door != WAIT)
        drop(f->open[b->door], b->exit);
    for (uint32_t i = 0; i < words; i++) {
        word all = 0, before = 0, line;
        for (uint32_t y = 0; y < f->h; y++)
            all |= f->rows_above[y * words + i];
        for (uint32_t x = 0; x < f->w; x++, before |= line) {
            line = f->columns_left[x * words + i];
            f->columns_left[x * words + i] = before;
            f->columns_right[x * words + i] = all & ~before & ~line;
        }
        before = 0;
        for (uint32_t y = 0; y < f->h; y++, before |= line) {
            line = f->rows_above[y * words + i];
            f->rows_above[y * words + i] = before;
            f->rows_below[y * words + i] = all & ~before & ~line;
        }
    }
}

// For the Minotaur on each cell: the regions of Theseus that send him to each neighbour.
static INLINE void fill_regions(fast *f, const uint32_t words)
{
    static const uint8_t orders[2][4] = {{LEFT, RIGHT, UP, DOWN}, {UP, DOWN, LEFT, RIGHT}};
    for (uint32_t c = 0; c < f->cells; c++) {
        const word *wanted[4] = {[UP] = f->rows_above + c / f->w * words,
                                 [DOWN] = f->rows_below + c / f->w * words,
                                 [LEFT] = f->columns_left + c % f->w * words,
                                 [RIGHT] = f->columns_right + c % f->w * words};
        word rest[WORDS_MAX];
        unsigned n = 0;
        for (uint32_t i = 0; i < words; i++)
            rest[i] =
                i + 1 < words || f->cells % 64 == 0 ? ~(word)0 : ((word)1 << f->cells % 64) - 1;
        for (unsigned k = 0; k <= 4; k++) {
            unsigned side = k < 4 ? orders[f->b->vertical_first][k] : WAIT;
            if (side != WAIT && !has(f->open[side], c))
                continue;
            word *region = f->region + (c * REGIONS_MAX + n) * words, some = 0;
            for (uint32_t i = 0; i < words; i++) {
                region[i] = side == WAIT ? rest[i] : rest[i] & wanted[side][i];
                rest[i] &= ~region[i];
                some |= region[i];
            }
            if (some)
                f->region_to[c * REGIONS_MAX + n++] =
                    (uint16_t)(side == WAIT ? c : c + (uint32_t)f->b->step[side]);
        }
        f->region_count[c] = (uint8_t)n;
    }
}

// From `from` over `middle` to `end`: the cells of Theseus, none of them caught, that make him go
// so.
static INLINE void add_pass(fast *f, const uint32_t words, uint32_t from, uint32_t middle,
                            uint32_t end, const word *one, const word *two)
{
    word set[WORDS_MAX], some = 0;
    for (uint32_t i = 0; i < words; i++)
        set[i] = one[i] & two[i];
    drop(set, from);
    drop(set, middle);
    drop(set, end);
    for (uint32_t i = 0; i < words; i++)
        some |= set[i];
    if (!some)
        return;
    uint32_t at = end * PASSES_MAX + f->pass_count[end];
    bool again = f->pass_count[end] && f->pass_from[at - 1] == from; // over another middle
    if (again)
        at--;
    else
        f->pass_count[end]++;
    f->pass_from[at] = (uint16_t)from;
    for (uint32_t i = 0; i < words; i++) {
        f->pass[at * words + i] = again ? f->pass[at * words + i] | set[i] : set[i];
        f->safe[from * words + i] |= set[i];
    }
}

// Two half-steps: for each cell he can end on, from where and for which cells of Theseus.
static INLINE void fill_passes(fast *f, const uint32_t words)
{
    for (uint32_t c = 0; c < f->cells; c++)
        for (unsigned j = 0; j < f->region_count[c]; j++) {
            uint32_t middle = f->region_to[c * REGIONS_MAX + j];
            const word *one = f->region + (c * REGIONS_MAX + j) * words;
            for (unsigned k = 0; k < f->region_count[middle]; k++)
                add_pass(f, words, c, middle, f->region_to[middle * REGIONS_MAX + k], one,
                         f->region + (middle * REGIONS_MAX + k) * words);
        }
}

// ---- backwards

// Cells from which Theseus can step (or stay) onto a cell of `to`, one word of them.
static INLINE word steps_onto(const fast *f, const uint32_t words, const word *to, uint32_t i)
{
    uint32_t w = f->w;
    return to[i] | (shifted_up(to, i, w) & f->open[UP][i]) |
           (shifted_down(to, i, words, w) & f->open[DOWN][i]) |
           (shifted_up(to, i, 1) & f->open[LEFT][i]) |
           (shifted_down(to, i, words, 1) & f->open[RIGHT][i]);
}

static bool grow_log(fast *f)
{
    uint32_t capacity = f->log_capacity ? f->log_capacity * 2 : 1024;
    record *log = realloc(f->log, capacity * sizeof *log);
    if (log)
        f->log = log;
    word *bits = realloc(f->log_bits, (size_t)capacity * f->words * sizeof *bits);
    if (bits)
        f->log_bits = bits;
    if (!log || !bits)
        return false;
    f->log_capacity = capacity;
    return true;
}

// With the Minotaur on `hunter`, Theseus wins from the cells of `from` in this round, too.
static INLINE void win(fast *f, const uint32_t words, uint32_t hunter, const word *from)
{
    word *won = f->won + hunter * words, more[WORDS_MAX], some = 0;
    for (uint32_t i = 0; i < words; i++)
        some |= more[i] = from[i] & ~won[i];
    if (!some || f->failed)
        return;
    if (f->log_size == f->log_capacity && !grow_log(f)) {
        f->failed = true;
        return;
    }
    f->log[f->log_size] = (record){.hunter = (uint16_t)hunter, .bits_at = f->log_size * words};
    for (uint32_t i = 0; i < words; i++) {
        won[i] |= more[i];
        f->log_bits[(size_t)f->log_size * words + i] = more[i];
    }
    f->log_size++;
}

static INLINE void win_by_steps(fast *f, const uint32_t words, uint32_t hunter, const word *onto)
{
    word from[WORDS_MAX];
    for (uint32_t i = 0; i < words; i++)
        from[i] = steps_onto(f, words, onto, i);
    win(f, words, hunter, from);
}

// Is Theseus, who has just left through the door, still caught?
static bool caught_outside(const fast *f, uint32_t hunter)
{
    for (unsigned half = 0; half < 2 && hunter != f->b->cells; half++)
        hunter = mw_theseus_half_step(f->b, hunter, f->b->cells, 0, NULL);
    return hunter == f->b->cells;
}

static INLINE void first_round(fast *f, const uint32_t words)
{
    const board *b = f->b;
    word home[WORDS_MAX] = {0};
    add(home, b->exit);
    for (uint32_t c = 0; c < f->cells; c++) {
        word *won = f->won + c * words;
        add(won, c); // what is no open state never counts as new
        if (b->door == WAIT)
            add(won, b->exit);
        bool caught = b->win_after &&
                      (b->door == WAIT ? !has(f->safe + c * words, b->exit) : caught_outside(f, c));
        if (c == b->exit || caught)
            continue;
        if (b->door == WAIT)
            win_by_steps(f, words, c, home);
        else
            win(f, words, c, home); // through the door from the one cell inside it
    }
}

// What was logged since the last round makes a round. False if that is nothing.
static bool end_round(fast *f)
{
    if (f->rounds + 2 > f->rounds_capacity) {
        uint32_t capacity = f->rounds_capacity ? f->rounds_capacity * 2 : 256;
        uint32_t *grown = realloc(f->round_at, capacity * sizeof *grown);
        if (!grown)
            return f->failed = true, false;
        if (!f->rounds)
            grown[0] = 0;
        f->round_at = grown;
        f->rounds_capacity = capacity;
    }
    if (f->failed || f->log_size == f->round_at[f->rounds])
        return false;
    f->round_at[++f->rounds] = f->log_size;
    return true;
}

static INLINE void spread(fast *f, const uint32_t words)
{
    first_round(f, words);
    while (end_round(f)) {
        for (uint32_t n = f->round_at[f->rounds - 1]; n < f->round_at[f->rounds]; n++) {
            uint32_t end = f->log[n].hunter;
            const word *fresh = f->log_bits + (size_t)n * words;
            for (uint32_t k = end * PASSES_MAX; k < end * PASSES_MAX + f->pass_count[end]; k++)
                for (uint32_t i = 0; i < words; i++)
                    f->onto[f->pass_from[k] * words + i] |= fresh[i] & f->pass[k * words + i];
        }
        for (uint32_t c = 0; c < f->cells; c++) {
            word *onto = f->onto + c * words, some = 0;
            for (uint32_t i = 0; i < words; i++)
                some |= onto[i];
            if (!some)
                continue;
            win_by_steps(f, words, c, onto);
            for (uint32_t i = 0; i < words; i++)
                onto[i] = 0;
        }
    }
}

static INLINE void work_out(fast *f, const uint32_t words)
{
    fill_masks(f, words);
    fill_regions(f, words);
    fill_passes(f, words);
    spread(f, words);
}

static bool fast_init(fast *f, const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    *f = (fast){
        .m = m, .b = b, .cells = b->cells, .words = (b->cells + 63u) / 64, .w = m->w, .h = m->h};
    if (b->block_count || b->minotaur == NOWHERE || f->words > WORDS_MAX)
        return false;
    word *memory = malloc(layout_memory(f, NULL) * sizeof *memory);
    if (!memory)
        return false;
    layout_memory(f, memory);
    switch (f->words) { // with a constant number of words, sets stay in registers
    case 1: work_out(f, 1); break;
    case 2: work_out(f, 2); break;
    case 4: work_out(f, 4); break;
    default: work_out(f, f->words);
    }
    return !f->failed;
}

static void fast_free(fast *f)
{
    free(f->open[0]); // the first piece of the one block
    free(f->log);
    free(f->log_bits);
    free(f->round_at);
}

bool mw_theseus_distances(const mw_maze *m, uint32_t *by_rank)
{
    fast f;
    bool done = fast_init(&f, m);
    if (done) {
        uint64_t count = m->kind->count(m);
        memset(by_rank, 0xff, count * sizeof *by_rank);
        for (uint32_t c = 0; c < f.cells; c++) { // won already, if he is not there
            mw_state home = mw_theseus_state(f.b->goal, c, 0);
            if (c != f.b->goal)
                by_rank[m->kind->rank(m, &home)] = 0;
        }
        for (uint32_t d = 0; d < f.rounds; d++)
            for (uint32_t i = f.round_at[d]; i < f.round_at[d + 1]; i++)
                for (uint32_t t = 0; t < f.cells; t++)
                    if (has(f.log_bits + f.log[i].bits_at, t)) {
                        mw_state s = mw_theseus_state(t, f.log[i].hunter, 0);
                        by_rank[m->kind->rank(m, &s)] = d + 1;
                    }
    }
    fast_free(&f);
    return done;
}

static bool in_round(const fast *f, uint32_t d, const mw_state *s)
{
    for (uint32_t i = f->round_at[d - 1]; i < f->round_at[d]; i++)
        if (f->log[i].hunter == mw_theseus_hunter(s))
            return has(f->log_bits + f->log[i].bits_at, mw_theseus_place(s));
    return false;
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
               !(i + 1 == length ? e->status == MW_SOLVED : in_round(f, length - i - 1, &e->to)))
            e++;
        path[i + 1] = e->to;
    }
    return path;
}

// ---- forwards: what the maze's own start can reach

typedef struct tour {
    word *seen, *fresh; // by cell of the Minotaur
    uint8_t *won;       // by cell of the Minotaur: Theseus has been home
    uint16_t *queue;    // Minotaur cells whose set has grown; a ring
    uint8_t *queued;
    uint32_t head, waiting;
} tour;

static unsigned size_of(const word *set, uint32_t words)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < words; i++)
        n += (unsigned)__builtin_popcountll(set[i]);
    return n;
}

static void meet(const fast *f, tour *t, uint32_t hunter, const word *set)
{
    word *seen = t->seen + hunter * f->words, *fresh = t->fresh + hunter * f->words, some = 0;
    for (uint32_t i = 0; i < f->words; i++) {
        word more = set[i] & ~seen[i];
        seen[i] |= more;
        fresh[i] |= more;
        some |= more;
    }
    if (some && !t->queued[hunter]) {
        t->queue[(t->head + t->waiting++) % f->cells] = (uint16_t)hunter;
        t->queued[hunter] = 1;
    }
}

// Theseus takes one step from each cell of `from`, and loses on some of the cells he comes to.
static void take_steps(const fast *f, const word *from, uint32_t hunter, word *onto,
                       mw_evaluation *e)
{
    const word *safe = f->safe + hunter * f->words;
    bool home_is_safe = f->b->door == WAIT && hunter != f->b->exit && !f->b->win_after;
    for (unsigned side = UP; side <= WAIT; side++) {
        word leaving[WORDS_MAX] = {0}; // cells that he can leave on this side
        for (uint32_t i = 0; i < f->words; i++)
            leaving[i] = side == WAIT ? from[i] : from[i] & f->open[side][i];
        for (uint32_t i = 0; i < f->words; i++) {
            word moved = side == UP      ? shifted_down(leaving, i, f->words, f->w)
                         : side == DOWN  ? shifted_up(leaving, i, f->w)
                         : side == LEFT  ? shifted_down(leaving, i, f->words, 1)
                         : side == RIGHT ? shifted_up(leaving, i, 1)
                                         : leaving[i];
            word lost = moved & ~safe[i];
            if (home_is_safe && f->b->exit / 64 == i)
                lost &= ~((word)1 << f->b->exit % 64);
            onto[i] |= moved;
            e->losing += (unsigned)__builtin_popcountll(lost);
        }
    }
}

// The Minotaur answers all of Theseus' places at once.
static void answer_all(const fast *f, tour *t, uint32_t hunter, const word *onto)
{
    uint32_t words = f->words;
    for (unsigned j = 0; j < f->region_count[hunter]; j++) {
        uint32_t middle = f->region_to[hunter * REGIONS_MAX + j];
        const word *one = f->region + (hunter * REGIONS_MAX + j) * words;
        for (unsigned k = 0; k < f->region_count[middle]; k++) {
            uint32_t end = f->region_to[middle * REGIONS_MAX + k];
            const word *two = f->region + (middle * REGIONS_MAX + k) * words;
            word set[WORDS_MAX];
            for (uint32_t i = 0; i < words; i++)
                set[i] = onto[i] & one[i] & two[i];
            drop(set, hunter);
            drop(set, middle);
            drop(set, end);
            if (f->b->door == WAIT && has(set, f->b->exit)) { // home, and alive
                t->won[end] = 1;
                drop(set, f->b->exit);
            }
            meet(f, t, end, set);
        }
    }
}

static void leave_by_door(const fast *f, tour *t, uint32_t hunter, mw_evaluation *e)
{
    uint32_t end = hunter;
    if (f->b->win_after) {
        for (unsigned half = 0; half < 2 && end != f->b->cells; half++)
            end = mw_theseus_half_step(f->b, end, f->b->cells, 0, NULL);
        e->losing += end == f->b->cells;
    }
    if (end != f->b->cells)
        t->won[end] = 1;
}

static void visit(const fast *f, tour *t, uint32_t hunter, mw_evaluation *e)
{
    word from[WORDS_MAX], onto[WORDS_MAX] = {0};
    word *fresh = t->fresh + hunter * f->words;
    memcpy(from, fresh, f->words * sizeof *from);
    memset(fresh, 0, f->words * sizeof *fresh);
    take_steps(f, from, hunter, onto, e);
    if (f->b->door != WAIT && has(from, f->b->exit))
        leave_by_door(f, t, hunter, e);
    if (f->b->door == WAIT && !f->b->win_after && hunter != f->b->exit && has(onto, f->b->exit)) {
        t->won[hunter] = 1; // home before he answers
        drop(onto, f->b->exit);
    }
    answer_all(f, t, hunter, onto);
}

static bool explore(const fast *f, mw_evaluation *e)
{
    size_t all = (size_t)f->cells * f->words;
    word *memory = calloc(2 * all + f->cells, sizeof *memory);
    if (!memory)
        return false;
    tour t = {.seen = memory, .fresh = memory + all, .queue = (uint16_t *)(memory + 2 * all)};
    t.won = (uint8_t *)(t.queue + f->cells);
    t.queued = t.won + f->cells;
    word first[WORDS_MAX] = {0};
    add(first, f->b->theseus);
    meet(f, &t, f->b->minotaur, first);
    while (t.waiting) {
        uint32_t hunter = t.queue[t.head];
        t.head = (t.head + 1) % f->cells;
        t.waiting--;
        t.queued[hunter] = 0;
        visit(f, &t, hunter, e);
    }
    for (uint32_t c = 0; c < f->cells; c++) {
        e->states += size_of(t.seen + c * f->words, f->words) + t.won[c];
        for (uint32_t i = 0; i < f->words; i++)
            e->dead += (unsigned)__builtin_popcountll(t.seen[c * f->words + i] &
                                                      ~f->won[c * f->words + i]);
    }
    free(memory);
    return true;
}

// ---- the evaluation

static void find_best(const fast *f, mw_evaluation *e)
{
    e->best_length = f->rounds;
    if (!f->rounds)
        return;
    const record *last = &f->log[f->round_at[f->rounds - 1]];
    uint32_t theseus = 0;
    while (!has(f->log_bits + last->bits_at, theseus))
        theseus++;
    e->best = mw_theseus_state(theseus, last->hunter, 0);
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

bool mw_theseus_evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    fast f;
    bool done = fast_init(&f, m);
    *e = (mw_evaluation){.length = MW_FAR, .unreaching = (double)NAN, .unreachable = (double)NAN};
    if (done) {
        mw_state start = mw_theseus_state(f.b->theseus, f.b->minotaur, 0);
        find_best(&f, e);
        for (uint32_t d = 1; d <= f.rounds && e->length == MW_FAR; d++)
            if (in_round(&f, d, &start))
                e->length = d;
        if (whole)
            done = explore(&f, e) && fill_own(&f, e);
    }
    fast_free(&f);
    return done;
}
