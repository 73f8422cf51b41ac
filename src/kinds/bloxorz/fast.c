// fast.c: evaluates a whole Bloxorz maze quickly, for design. Tiles and bridges are numbered;
// tables say where each roll ends, which bridges it needs and what it does to them; then a
// breadth-first walk visits the states as plain numbers. To find out what a switch is worth, the
// maze is walked once more with that switch turned to floor.
//
//     code = place << groups | bridges      place = pose << shift | tile, lying: the smaller tile
//                                                   (3 + first half) << shift | second half
#include "kinds/bloxorz/fast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CODES_MAX ((uint64_t)1 << 24) // larger mazes are left to the state graph
#define NEXT_MAX  8                   // moves out of a state

// ---- walking

// The codes after one move of the whole block; returns their number. Also notes in *f which moves
// lose or win and which switches they press.
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

// The same for a half; the other one stays. second: it is the second half of an ordered pair.
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
        if (seed) { // both halves press their switches, of one type the first half first
            change stays = f->soft[other].does;
            uint32_t one = f->cell[second ? other : v->to], two = f->cell[second ? v->to : other];
            does =
                second != mw_bloxorz_swaps(f->b, one, two) ? then(stays, does) : then(does, stays);
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
            if (MW_STOPPING_AT(head)) {
                f->met = 0;
                return MW_FAR;
            }
            for (unsigned n = next_codes(f, code, next), i = 0; i < n; i++) {
                uint64_t bit = (uint64_t)1 << next[i] % 64, *word = &seen[next[i] / 64];
                queue[met] = next[i]; // no branch, which the processor would often predict wrongly
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

// Counts those of the codes just walked from which the hole cannot be reached. Goes over them from
// the last to the first and back, until nothing changes: most ways to the hole lead to later codes.
static uint32_t count_dead(fast *f)
{
    uint32_t alive = 0, before;
    memset(f->seen, 0, (f->codes / 64 + 1) * sizeof *f->seen); // from now on: codes that can win
    bool backwards = true;
    do {
        before = alive;
        for (uint32_t k = 0; k < f->met; k++) {
            uint32_t code = f->queue[backwards ? f->met - 1 - k : k], next[NEXT_MAX];
            if (is_seen(f, code))
                continue;
            if (MW_STOPPING_AT(k))
                return 0;
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

// ---- tables

// Begins: numbers the tiles of a maze. False: it is too large.
static bool number_tiles(fast *f, const mw_maze *m)
{
    f->m = m;
    f->b = mw_bloxorz_board(m);
    f->tiles = f->switch_count = 0;
    for (uint32_t c = 0; c < f->b->cells; c++) {
        bool is_cell = mw_bloxorz_is_cell(f->b, c);
        f->tile[c] = is_cell ? (uint16_t)f->tiles : UINT16_MAX;
        if (is_cell)
            f->cell[f->tiles++] = (uint16_t)c;
        if (!mw_bloxorz_effect(f->b, c))
            continue;
        if (f->switch_count == SWITCHES_MAX)
            return false;
        f->switches[f->switch_count++] = (uint16_t)c;
    }
    f->groups = f->b->group_count;
    for (f->shift = 0; f->tiles > 1u << f->shift;)
        f->shift++;
    uint64_t codes = (uint64_t)(3 + (f->b->splits ? f->tiles : 0)) << f->shift << f->groups;
    f->codes = (uint32_t)codes;
    return f->groups <= 24 && codes <= CODES_MAX;
}

// Divides a block of memory among the tables and returns how many bytes they take. If memory is
// NULL, it only returns that.
static uint64_t divide(fast *f, uint8_t *memory)
{
    uint64_t used = 0, n = f->tiles, halves = f->b->splits ? n : 0;
#define TABLE(member, count)                                                                       \
    f->member = memory ? (void *)(memory + used) : NULL;                                           \
    used += ((count) * sizeof *f->member + 7) / 8 * 8
    TABLE(rolls, (uint64_t)12 << f->shift);
    TABLE(steps, 4 * halves);
    TABLE(soft, halves);
    TABLE(roll_count, (uint64_t)3 << f->shift);
    TABLE(step_count, halves);
    TABLE(bridge, n);
    TABLE(meet, halves << f->shift);
    TABLE(seen, (uint64_t)f->codes / 64 + 1);
    TABLE(queue, (uint64_t)f->codes + 1);
#undef TABLE
    return used;
}

static uint64_t bytes(const mw_maze *m)
{
    fast f;
    return number_tiles(&f, m) ? divide(&f, NULL) : 0;
}

// Fills the tables, which the caller frees with f->memory. False: out of memory, or too large.
static bool fill(fast *f, const mw_maze *m)
{
    if (!number_tiles(f, m) || !(f->memory = malloc((size_t)divide(f, NULL))))
        return false;
    divide(f, f->memory);
    for (uint32_t t = 0; t < f->tiles; t++) {
        uint8_t g = f->b->tiles[f->cell[t]].group;
        f->bridge[t] = g == NONE ? 0 : 1u << g;
    }
    if (f->b->splits)
        mw_bloxorz_fill_meetings(f);
    f->start = (uint32_t)f->tile[f->b->start] << f->groups | mw_bloxorz_first_bridges(f->b);
    f->goal = f->tile[f->b->goal];
    mw_bloxorz_fill_moves(f, NOWHERE, false);
    return true;
}

// ---- measures

// The kind's own measures, in the order of mw_evaluation.own.
#define MEASURES(each)                                                                             \
    each(switches, "switches on the board, splitters included")                                    \
        each(required_switches, "of them, those without which there is no solution")               \
            each(required_splits, "splitters among the required ones")                             \
                each(idle_switches, "switches without which the solution is as long")              \
                    each(fragile_detour, "moves that would be saved if fragile tiles were firm")   \
                        each(tiles, "tiles and bridges of the board")                              \
                            each(unused_tiles, "of them, those that the block can never touch")    \
                                each(fragile_tiles,                                                \
                                     "of them, those that break under a standing block")
#define INDEX(name, about) INDEX_OF_##name,
enum { MEASURES(INDEX) };

// Walks with each switch in turn as floor. In a maze without a solution all switches are idle.
static void weigh_switches(fast *f, uint32_t length, uint32_t fired, double *own)
{
    for (uint32_t i = 0; i < f->switch_count; i++) {
        bool pressed = fired >> i & 1;
        if (length == MW_FAR || !pressed) {
            own[INDEX_OF_idle_switches]++;
            continue;
        }
        mw_bloxorz_fill_moves(f, f->switches[i], false);
        uint32_t without = walk(f, false);
        own[INDEX_OF_required_switches] += without == MW_FAR;
        own[INDEX_OF_required_splits] +=
            without == MW_FAR && effect_at(f, f->switches[i], NOWHERE)->split;
        own[INDEX_OF_idle_switches] += without == length;
    }
}

static unsigned count_fragile(const fast *f)
{
    unsigned n = 0;
    for (uint32_t t = 0; t < f->tiles; t++)
        n += f->b->tiles[f->cell[t]].base == FRAGILE;
    return n;
}

static uint32_t find_detour(fast *f, uint32_t length)
{
    if (length == MW_FAR || !count_fragile(f))
        return 0;
    mw_bloxorz_fill_moves(f, NOWHERE, true);
    return length - walk(f, false); // firm tiles forbid nothing, so there still is a solution
}

static void touch(const fast *f, uint32_t code, bool *touched)
{
    uint32_t place = code >> f->groups, pose = place >> f->shift;
    uint32_t at = place & ((1u << f->shift) - 1);
    touched[at] = true;
    if (pose >= SPLIT)
        touched[pose - SPLIT] = true;
    else
        touched[f->tile[mw_bloxorz_far_cell(f->m, pose, f->cell[at])]] = true;
}

// Counts tiles that the block does not touch in any code just walked. It touches a splitter when it
// is split there, and a fragile tile when it breaks it.
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

static void measure(fast *f, mw_evaluation *e)
{
    uint32_t fired = f->fired;
    e->states = f->met;
    e->losing = f->losing;
    e->own[INDEX_OF_switches] = f->switch_count;
    e->own[INDEX_OF_tiles] = f->tiles;
    e->own[INDEX_OF_unused_tiles] = count_unused(f);
    e->own[INDEX_OF_fragile_tiles] = count_fragile(f);
    e->dead = count_dead(f); // last, since it overwrites what the walk noted
    weigh_switches(f, e->length, fired, e->own);
    e->own[INDEX_OF_fragile_detour] = find_detour(f, e->length);
}

static bool evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    fast f;
    if (!fill(&f, m))
        return false;
    *e = (mw_evaluation){.length = walk(&f, whole),
                         .best_length = MW_FAR, // a walk back over all legal states would tell
                         .unreaching = (double)NAN,
                         .unreachable = (double)NAN};
    if (whole && !mw_stopped())
        measure(&f, e);
    free(f.memory);
    return !mw_stopped();
}

const mw_fast mw_bloxorz_fast = {.size = sizeof(mw_fast), .evaluate = evaluate, .bytes = bytes};

static double own(const mw_maze *m, unsigned i)
{
    mw_evaluation e;
    return evaluate(m, true, &e) ? e.own[i] : bytes(m) ? MW_NO_MEMORY : (double)NAN;
}

#define FUNCTION(name, about)                                                                      \
    static double name(const mw_maze *m, const mw_graph *g)                                        \
    {                                                                                              \
        (void)g;                                                                                   \
        return own(m, INDEX_OF_##name);                                                            \
    }
MEASURES(FUNCTION)

#define ENTRY(function, text) {.name = #function, .about = (text), .eval = (function)},
const mw_measure mw_bloxorz_measures[] = {MEASURES(ENTRY){0}};
