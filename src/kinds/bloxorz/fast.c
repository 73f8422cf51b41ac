// fast.c: a whole Bloxorz maze at a glance. The tiles that there can ever be are numbered;
// a table says where each roll ends, which bridges it needs and what it does to them; then the
// states are walked breadth first as plain numbers. What a switch is worth is found by walking once
// more with that switch turned to floor.
//
//     code = place << groups | bridges      place = pose << shift | tile, lying: the smaller tile
//                                                   (3 + first half) << shift | second half
#include "kinds/bloxorz/table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CODES_MAX ((uint64_t)1 << 24) // larger mazes are left to the state graph
#define NEXT_MAX  8                   // moves out of a state

// ---- walking

// The codes after one move, at most NEXT_MAX; also notes what it loses, wins and presses.
static inline unsigned next_whole(fast *f, uint32_t place, uint32_t bridges, uint32_t *out)
{
    const move *v = &f->rolls[place * 4];
    unsigned n = 0;
    for (const move *end = v + f->roll_count[place]; v < end; v++) {
        if (v->need & ~bridges)
            continue;
        if (v->to & BROKEN) {
            f->broken[v->to & ~BROKEN] = true;
            f->losing++;
            continue;
        }
        f->won |= v->to == f->goal;
        f->fired |= v->fires;
        out[n++] = v->to << f->groups | changed(v->does, bridges);
    }
    return n;
}

// One half moves, the other stays. second: it is the second half of an ordered pair.
static inline unsigned next_half(fast *f, uint32_t from, uint32_t other, bool second,
                                 uint32_t bridges, uint32_t *out)
{
    const move *v = &f->steps[from * 4];
    bool seed = f->b->seed_rules;
    unsigned n = 0;
    if (seed && f->bridge[other] & ~bridges)
        return 0;
    for (const move *end = v + f->step_count[from]; v < end; v++) {
        if (v->to == other || v->need & ~bridges)
            continue;
        change does = v->does;
        f->fired |= v->fires;
        if (seed) { // both fire, the first half first
            does = second ? then(f->soft[other].does, does) : then(does, f->soft[other].does);
            f->fired |= f->soft[other].fires;
        }
        uint32_t to = f->meet[second ? other << f->shift | v->to : v->to << f->shift | other];
        out[n++] = to << f->groups | changed(does, bridges);
    }
    return n;
}

static inline unsigned next_split(fast *f, uint32_t place, uint32_t bridges, uint32_t *out)
{
    uint32_t one = (place >> f->shift) - SPLIT, two = place & ((1u << f->shift) - 1);
    unsigned n = next_half(f, one, two, false, bridges, out);
    if (!f->b->count_switching)
        return n + next_half(f, two, one, true, bridges, out + n);
    out[n] = split_place(f, two, one) << f->groups | bridges;
    return n + 1;
}

static inline unsigned next_codes(fast *f, uint32_t code, uint32_t *out)
{
    uint32_t place = code >> f->groups, bridges = code & ((1u << f->groups) - 1);
    return place >> f->shift < SPLIT ? next_whole(f, place, bridges, out)
                                     : next_split(f, place, bridges, out);
}

static inline bool is_seen(const fast *f, uint32_t code)
{
    return f->seen[code / 64] >> code % 64 & 1;
}

static inline void see(fast *f, uint32_t code)
{
    f->seen[code / 64] |= (uint64_t)1 << code % 64;
}

// Length of a shortest solution, MW_FAR: none. Goes on to every reachable code if `all`.
static uint32_t walk(fast *f, bool all)
{
    uint32_t length = MW_FAR, head = 0, met = 0, *queue = f->queue;
    uint64_t *seen = f->seen;
    memset(seen, 0, (f->codes / 64 + 1) * sizeof *seen);
    f->fired = 0;
    f->losing = 0;
    memset(f->broken, 0, f->tiles);
    f->won = false;
    queue[met++] = f->start;
    see(f, f->start);
    for (uint32_t depth = 1; head < met && (all || length == MW_FAR); depth++) {
        for (uint32_t level_end = met; head < level_end; head++) {
            uint32_t next[NEXT_MAX], code = queue[head];
            if (code >> f->groups == f->goal)
                continue;
            for (unsigned n = next_codes(f, code, next), i = 0; i < n; i++) {
                uint64_t bit = (uint64_t)1 << next[i] % 64, *word = &seen[next[i] / 64];
                queue[met] = next[i]; // kept if it is new: a guess would often be wrong
                met += !(*word & bit);
                *word |= bit;
            }
        }
        if (f->won && length == MW_FAR)
            length = depth;
    }
    f->met = met;
    return length;
}

// Of the codes just walked, those from which the hole cannot be reached. Sweeps to and fro: most
// ways to the hole lead on, some back first.
static uint32_t count_dead(fast *f)
{
    uint32_t alive = 0, before;
    memset(f->seen, 0, (f->codes / 64 + 1) * sizeof *f->seen); // now: can win
    bool backwards = true;
    do {
        before = alive;
        for (uint32_t k = 0; k < f->met; k++) {
            uint32_t code = f->queue[backwards ? f->met - 1 - k : k], next[NEXT_MAX];
            if (is_seen(f, code))
                continue;
            bool wins = code >> f->groups == f->goal;
            for (unsigned n = wins ? 0 : next_codes(f, code, next), i = 0; i < n && !wins; i++)
                wins = is_seen(f, next[i]);
            if (wins) {
                see(f, code);
                alive++;
            }
        }
        backwards = !backwards;
    } while (alive != before);
    return f->met - alive;
}

// ---- life

static bool number_tiles(fast *f)
{
    for (uint32_t c = 0; c < f->b->cells; c++) {
        const tile *t = &f->b->tiles[c];
        bool ever = t->base != VOID || t->group != NONE;
        f->tile[c] = ever ? (uint16_t)f->tiles : UINT16_MAX;
        if (ever)
            f->cell[f->tiles++] = (uint16_t)c;
        if (t->effect != NONE && f->switch_count == SWITCHES_MAX)
            return false;
        if (t->effect != NONE)
            f->switches[f->switch_count++] = (uint16_t)c;
    }
    f->groups = f->b->group_count;
    for (f->shift = 0; f->tiles > 1u << f->shift;)
        f->shift++;
    uint64_t codes = (uint64_t)(3 + (f->b->splits ? f->tiles : 0)) << f->shift << f->groups;
    if (f->groups > 24 || codes > CODES_MAX)
        return false;
    f->codes = (uint32_t)codes;
    return true;
}

static bool allocate(fast *f)
{
    uint32_t n = f->tiles;
    assert(n > 1); // start and goal
    f->rolls = malloc(((size_t)12 << f->shift) * sizeof *f->rolls);
    f->roll_count = malloc((size_t)3 << f->shift);
    f->step_count = malloc(n);
    f->steps = malloc((size_t)n * 4 * sizeof *f->steps);
    f->soft = malloc(n * sizeof *f->soft);
    f->bridge = calloc(n, sizeof *f->bridge);
    f->meet = f->b->splits ? malloc(((size_t)n << f->shift) * sizeof *f->meet) : NULL;
    f->seen = malloc((f->codes / 64 + 1) * sizeof *f->seen);
    f->queue = malloc((f->codes + 1) * sizeof *f->queue);
    return f->rolls && f->steps && f->roll_count && f->step_count && f->soft && f->bridge &&
           (f->meet || !f->b->splits) && f->seen && f->queue;
}

static uint64_t bytes_of(const fast *f)
{
    uint64_t meet = f->b->splits ? (uint64_t)f->tiles << f->shift : 0;
    return f->codes / 8 + ((uint64_t)f->codes + meet) * sizeof *f->queue +
           ((uint64_t)60 << f->shift) + 64 * (uint64_t)f->tiles;
}

static void fast_free(fast *f)
{
    if (!f)
        return;
    free(f->rolls);
    free(f->steps);
    free(f->roll_count);
    free(f->step_count);
    free(f->soft);
    free(f->bridge);
    free(f->meet);
    free(f->seen);
    free(f->queue);
    free(f);
}

static fast *fast_begin(const mw_maze *m)
{
    fast *f = malloc(sizeof *f);
    if (!f)
        return NULL;
    f->m = m;
    f->b = mw_bloxorz_board(m);
    f->tiles = f->switch_count = 0;
    return f;
}

uint64_t mw_bloxorz_evaluate_bytes(const mw_maze *m)
{
    fast *f = fast_begin(m);
    uint64_t bytes = f && number_tiles(f) ? sizeof *f + bytes_of(f) : 0;
    free(f);
    return bytes;
}

// NULL: out of memory, or else the maze is too large.
static fast *fast_new(const mw_maze *m, bool *too_large)
{
    fast *f = fast_begin(m);
    *too_large = false;
    if (!f)
        return NULL;
    f->rolls = f->steps = NULL;
    f->roll_count = f->step_count = NULL;
    f->soft = NULL;
    f->bridge = f->meet = f->queue = NULL;
    f->seen = NULL;
    *too_large = !number_tiles(f);
    if (*too_large || !allocate(f)) {
        fast_free(f);
        return NULL;
    }
    uint32_t bridges = 0;
    for (unsigned g = 0; g < f->groups; g++)
        bridges |= (uint32_t)f->b->groups[g].there << g;
    for (uint32_t t = 0; t < f->tiles; t++)
        if (f->b->tiles[f->cell[t]].group != NONE)
            f->bridge[t] = 1u << f->b->tiles[f->cell[t]].group;
    if (f->meet)
        mw_bloxorz_fill_meetings(f);
    f->start = (uint32_t)f->tile[f->b->start] << f->groups | bridges; // it stands
    f->goal = f->tile[f->b->goal];
    mw_bloxorz_fill_moves(f, NOWHERE, false);
    return f;
}

// ---- measures

enum {
    SWITCHES,
    REQUIRED_SWITCHES,
    REQUIRED_SPLITS,
    IDLE_SWITCHES,
    FRAGILE_DETOUR,
    TILES,
    UNUSED,
    FRAGILES
};

// Each switch in turn becomes floor. Where nothing can be solved, none of them matters.
static void weigh_switches(fast *f, uint32_t length, uint32_t fired, double *own)
{
    for (uint32_t i = 0; i < f->switch_count; i++) {
        bool pressed = fired >> i & 1;
        if (length == MW_FAR || !pressed) {
            own[IDLE_SWITCHES]++;
            continue;
        }
        mw_bloxorz_fill_moves(f, f->switches[i], false);
        uint32_t without = walk(f, false);
        own[REQUIRED_SWITCHES] += without == MW_FAR;
        own[REQUIRED_SPLITS] += without == MW_FAR && effect_at(f, f->switches[i], NOWHERE)->split;
        own[IDLE_SWITCHES] += without == length;
    }
}

static bool has_fragiles(const fast *f)
{
    for (uint32_t t = 0; t < f->tiles; t++)
        if (f->b->tiles[f->cell[t]].base == FRAGILE)
            return true;
    return false;
}

static uint32_t fragile_detour(fast *f, uint32_t length)
{
    if (length == MW_FAR || !has_fragiles(f))
        return 0;
    mw_bloxorz_fill_moves(f, NOWHERE, true);
    return length - walk(f, false); // what was possible still is
}

static void touch(const fast *f, uint32_t code, bool *touched)
{
    uint32_t place = code >> f->groups, pose = place >> f->shift;
    uint32_t at = place & ((1u << f->shift) - 1);
    touched[at] = true;
    if (pose >= SPLIT)
        touched[pose - SPLIT] = true;
    else if (pose != STANDING)
        touched[f->tile[f->cell[at] + (pose == ALONG_X ? 1u : f->m->w)]] = true;
}

// Tiles that no code just walked touches; a splitter is touched as the block passes through it, a
// fragile tile as it breaks.
static uint32_t count_unused(const fast *f)
{
    bool touched[SIDE_MAX * SIDE_MAX];
    memcpy(touched, f->broken, f->tiles);
    for (uint32_t k = 0; k < f->met; k++)
        touch(f, f->queue[k], touched);
    for (uint32_t i = 0; i < f->switch_count; i++)
        if (f->fired >> i & 1)
            touched[f->tile[f->switches[i]]] = true;
    uint32_t unused = 0;
    for (uint32_t t = 0; t < f->tiles; t++)
        unused += !touched[t];
    return unused;
}

static unsigned count_fragile(const fast *f)
{
    unsigned n = 0;
    for (uint32_t c = 0; c < f->b->cells; c++)
        n += f->b->tiles[c].base == FRAGILE;
    return n;
}

static bool evaluate(const mw_maze *m, bool whole, mw_evaluation *e, bool *too_large)
{
    fast *f = fast_new(m, too_large);
    if (!f)
        return false;
    *e = (mw_evaluation){.unreaching = (double)NAN, .unreachable = (double)NAN};
    e->length = walk(f, whole);
    e->best_length = MW_FAR; // a walk back over all legal states, not only the reachable ones
    if (whole) {
        uint32_t fired = f->fired;
        e->states = f->met;
        e->losing = f->losing;
        e->own[SWITCHES] = f->switch_count;
        e->own[TILES] = f->tiles;
        e->own[UNUSED] = count_unused(f);
        e->own[FRAGILES] = count_fragile(f);
        e->dead = count_dead(f); // the last that needs the walk
        weigh_switches(f, e->length, fired, e->own);
        e->own[FRAGILE_DETOUR] = fragile_detour(f, e->length);
    }
    fast_free(f);
    return true;
}

bool mw_bloxorz_evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    bool too_large;
    return evaluate(m, whole, e, &too_large);
}

static double own(const mw_maze *m, unsigned i)
{
    mw_evaluation e;
    bool too_large;
    return evaluate(m, true, &e, &too_large) ? e.own[i] : too_large ? (double)NAN : MW_STARVED;
}

#define MEASURE(name, index)                                                                       \
    static double name(const mw_maze *m, const mw_graph *g)                                        \
    {                                                                                              \
        (void)g;                                                                                   \
        return own(m, index);                                                                      \
    }

MEASURE(switches, SWITCHES)
MEASURE(required_switches, REQUIRED_SWITCHES)
MEASURE(required_splits, REQUIRED_SPLITS)
MEASURE(idle_switches, IDLE_SWITCHES)
MEASURE(detour, FRAGILE_DETOUR)
MEASURE(tiles, TILES)
MEASURE(unused, UNUSED)
MEASURE(fragiles, FRAGILES)

const mw_measure mw_bloxorz_measures[] = {
    [SWITCHES] = {.name = "switches",
                  .about = "switches on the board, splitters included",
                  .eval = switches},
    [REQUIRED_SWITCHES] = {.name = "required_switches",
                           .about = "of them, those without which there is no solution",
                           .eval = required_switches},
    [REQUIRED_SPLITS] = {.name = "required_splits",
                         .about = "splitters among the required ones",
                         .eval = required_splits},
    [IDLE_SWITCHES] = {.name = "idle_switches",
                       .about = "switches without which the solution is as long",
                       .eval = idle_switches},
    [FRAGILE_DETOUR] = {.name = "fragile_detour",
                        .about = "moves that would be saved if fragile tiles were firm",
                        .eval = detour},
    [TILES] = {.name = "tiles", .about = "tiles and bridges of the board", .eval = tiles},
    [UNUSED] = {.name = "unused_tiles",
                .about = "of them, those that the block can never touch",
                .eval = unused},
    [FRAGILES] = {.name = "fragile_tiles",
                  .about = "of them, those that break under a standing block",
                  .eval = fragiles},
    {0},
};
