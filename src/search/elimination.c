// elimination.c: see elimination.h. Whoever had a move to a state that is taken out gets the moves
// of that state instead. States with few moves from and to others come first, because they leave
// few new moves; which are few is doubled from round to round, so no queue is needed.
#include "search/elimination.h"

#include <string.h>

#define ROOM_MOST (UINT64_C(1) << 22) // entries of a pool; more would take too long
#define CHEAPER   4                   // a multiplication in a matrix, than in a row

// Some entries of a pool, with room for more.
typedef struct list {
    size_t at;
    uint32_t count, room;
} list;

typedef struct elimination {
    mw_budget *budget;
    uint32_t count;
    uint64_t most, effort;
    mw_limit limit;
    list *to, *from; // of each state: its moves; the states with a move to it, some of them gone
    uint32_t *ways;  // of each state: those with a move to it that are not gone
    uint32_t *index; // of each state: its place in the row that is written, from 1; 0: none
    bool *gone;
    mw_walk_value *constants;
    mw_walk_move *moves; // the pools
    uint32_t *states;
    size_t move_count, move_room, state_count, state_room;
} elimination;

static bool stop(elimination *e, mw_limit limit)
{
    e->limit = limit;
    return false;
}

// Room for one more entry in a list; it moves to the end of its pool where it is full.
static bool make_room(elimination *e, list *l, void **pool, size_t *used, size_t *room,
                      size_t bytes)
{
    if (l->count < l->room)
        return true;
    uint32_t more = 2 * l->room + 2;
    if (*used + more > ROOM_MOST)
        return stop(e, MW_LIMIT_STATES);
    if (!mw_reserve(e->budget, pool, room, *used + more, bytes))
        return stop(e, MW_LIMIT_MEMORY);
    memcpy((char *)*pool + *used * bytes, (char *)*pool + l->at * bytes, l->count * bytes);
    l->at = *used;
    l->room = more;
    *used += more;
    return true;
}

static bool put_move(elimination *e, uint32_t s, uint32_t to, double chance)
{
    list *l = &e->to[s], *back = &e->from[to];
    if (!make_room(e, l, (void **)&e->moves, &e->move_count, &e->move_room, sizeof *e->moves) ||
        !make_room(e, back, (void **)&e->states, &e->state_count, &e->state_room,
                   sizeof *e->states))
        return false;
    e->moves[l->at + l->count++] = (mw_walk_move){to, chance};
    if (to != s) {
        e->states[back->at + back->count++] = s;
        e->ways[to]++;
    }
    return true;
}

// NOLINTBEGIN(clang-analyzer-core.NullDereference) where a list has entries, there is its pool

// Adds moves to a row whose moves have their places in `index`.
static bool add_moves(elimination *e, uint32_t s, const mw_walk_move *moves, size_t at,
                      uint32_t count, double factor)
{
    for (uint32_t i = 0; i < count; i++) {
        // The pool may move when it grows, so the moves in it are named by their place.
        const mw_walk_move m = moves ? moves[i] : e->moves[at + i];
        if (e->index[m.to])
            e->moves[e->to[s].at + e->index[m.to] - 1].chance += factor * m.chance;
        else if (!put_move(e, s, m.to, factor * m.chance))
            return false;
        else
            e->index[m.to] = e->to[s].count;
    }
    return true;
}

static void set_index(elimination *e, uint32_t s, bool known)
{
    const list *l = &e->to[s];
    for (uint32_t i = 0; i < l->count; i++)
        e->index[e->moves[l->at + i].to] = known ? i + 1 : 0;
}

// Takes the move to a state out of a row. Returns its chance; 0: there is none.
static double take_move(elimination *e, uint32_t s, uint32_t to)
{
    list *l = &e->to[s];
    for (uint32_t i = 0; i < l->count; i++)
        if (e->moves[l->at + i].to == to) {
            double chance = e->moves[l->at + i].chance;
            e->moves[l->at + i] = e->moves[l->at + --l->count];
            return chance;
        }
    return 0;
}

// A state that may stay where it is moves on with the chances of its other moves.
static void leave_itself(elimination *e, uint32_t s)
{
    const double stays = take_move(e, s, s), factor = 1 / (1 - stays);
    if (stays <= 0)
        return;
    for (uint32_t i = 0; i < e->to[s].count; i++)
        e->moves[e->to[s].at + i].chance *= factor;
    e->constants[s].steady *= factor;
    e->constants[s].again *= factor;
}

static bool take_out(elimination *e, uint32_t s)
{
    leave_itself(e, s);
    const list out = e->to[s];
    bool ok = true;
    e->gone[s] = true;
    for (uint32_t i = 0; ok && i < e->from[s].count; i++) {
        const uint32_t before = e->states[e->from[s].at + i];
        if (e->gone[before])
            continue;
        const double chance = take_move(e, before, s);
        e->constants[before].steady += chance * e->constants[s].steady;
        e->constants[before].again += chance * e->constants[s].again;
        e->effort += e->to[before].count + out.count;
        set_index(e, before, true);
        ok = add_moves(e, before, NULL, out.at, out.count, chance);
        set_index(e, before, false);
    }
    for (uint32_t i = 0; i < out.count; i++)
        e->ways[e->moves[out.at + i].to]--;
    if (ok && e->effort > e->most)
        return stop(e, MW_LIMIT_STATES);
    return ok;
}

// NOLINTEND(clang-analyzer-core.NullDereference)

static bool begin(elimination *e, const mw_walk *w, mw_budget *budget)
{
    const size_t n = w->count;
    *e = (elimination){.budget = budget,
                       .count = w->count,
                       .to = mw_zeroed(budget, n * sizeof *e->to),
                       .from = mw_zeroed(budget, n * sizeof *e->from),
                       .ways = mw_zeroed(budget, n * sizeof *e->ways),
                       .index = mw_zeroed(budget, n * sizeof *e->index),
                       .gone = mw_zeroed(budget, n * sizeof *e->gone),
                       .constants = mw_zeroed(budget, n * sizeof *e->constants)};
    if (!e->to || !e->from || !e->ways || !e->index || !e->gone || !e->constants)
        return stop(e, MW_LIMIT_MEMORY);
    memcpy(e->constants, w->constants, n * sizeof *e->constants);
    bool ok = true;
    for (uint32_t s = 0; ok && s < n; s++) {
        ok = add_moves(e, s, &w->moves[w->first[s]], 0, (uint32_t)(w->first[s + 1] - w->first[s]),
                       1);
        set_index(e, s, false);
    }
    return ok;
}

static void end(elimination *e)
{
    const uint64_t n = e->count;
    mw_release(e->budget, e->to, n * sizeof *e->to);
    mw_release(e->budget, e->from, n * sizeof *e->from);
    mw_release(e->budget, e->ways, n * sizeof *e->ways);
    mw_release(e->budget, e->index, n * sizeof *e->index);
    mw_release(e->budget, e->gone, n * sizeof *e->gone);
    mw_release(e->budget, e->constants, n * sizeof *e->constants);
    mw_release(e->budget, e->moves, e->move_room * sizeof *e->moves);
    mw_release(e->budget, e->states, e->state_room * sizeof *e->states);
}

// ---- the rest as a matrix

// Has each state that is left a move to one in sixteen of the others?
static bool is_dense(const elimination *e, uint64_t left)
{
    uint64_t moves = 0;
    for (uint32_t s = 0; s < e->count; s++)
        moves += e->gone[s] ? 0 : e->to[s].count;
    return moves * 16 > left * left;
}

// A row for each state that is left, with what its value and those of the others count, and its
// constants; the wanted one is the last.
static void write_rows(elimination *e, uint32_t wanted, uint32_t left, double *rows)
{
    uint32_t next = 0;
    for (uint32_t s = 0; s < e->count; s++)
        if (!e->gone[s])
            e->index[s] = s == wanted ? left - 1 : next++;
    for (uint32_t s = 0; s < e->count; s++) {
        double *row = &rows[e->index[s] * (left + 2u)];
        if (e->gone[s])
            continue;
        row[e->index[s]] = 1;
        for (uint32_t i = 0; i < e->to[s].count; i++)
            row[e->index[e->moves[e->to[s].at + i].to]] -= e->moves[e->to[s].at + i].chance;
        row[left] = e->constants[s].steady;
        row[left + 1] = e->constants[s].again;
    }
}

static void subtract(double *restrict row, const double *restrict by, double factor, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        row[i] -= factor * by[i];
}

// The diagonal dominates each row, so rows need not be exchanged.
static bool reduce_rows(elimination *e, double *rows, uint32_t left)
{
    const uint32_t width = left + 2;
    for (uint32_t k = 0; k + 1 < left; k++) {
        const double *by = &rows[(size_t)k * width];
        for (uint32_t i = k + 1; i < left; i++) {
            double *row = &rows[(size_t)i * width];
            if (row[k] != 0)
                subtract(&row[k + 1], &by[k + 1], row[k] / by[k], width - k - 1);
        }
        if (mw_stopping())
            return stop(e, MW_LIMIT_STOPPED);
    }
    return true;
}

static bool solve_rest(elimination *e, uint32_t wanted, uint32_t left)
{
    const uint64_t bytes = (uint64_t)left * (left + 2) * sizeof(double);
    double *rows = mw_zeroed(e->budget, bytes);
    if (!rows)
        return stop(e, MW_LIMIT_MEMORY);
    write_rows(e, wanted, left, rows);
    bool ok = reduce_rows(e, rows, left);
    const double *last = &rows[(size_t)(left - 1) * (left + 2)];
    e->constants[wanted] =
        (mw_walk_value){last[left] / last[left - 1], last[left + 1] / last[left - 1]};
    mw_release(e->budget, rows, bytes);
    return ok;
}

// Takes out all states but one.
static bool take_all_out(elimination *e, uint32_t wanted)
{
    uint64_t asked = 0, left = e->count;
    for (uint64_t few = 1; left > 1; few *= 2) {
        const uint64_t cubed = left * left / CHEAPER * left / 3;
        if (is_dense(e, left) && left < e->most && e->effort + cubed <= e->most) {
            e->effort += cubed;
            return solve_rest(e, wanted, (uint32_t)left);
        }
        for (uint32_t s = 0; s < e->count; s++) {
            if (MW_STOPPING_AT(asked))
                return stop(e, MW_LIMIT_STOPPED);
            asked++;
            if (s == wanted || e->gone[s] || (uint64_t)e->ways[s] * e->to[s].count > few)
                continue;
            if (!take_out(e, s))
                return false;
            left--;
        }
    }
    leave_itself(e, wanted);
    return true;
}

mw_limit mw_walk_eliminate(const mw_walk *w, uint32_t wanted, uint64_t most, mw_budget *budget,
                           mw_walk_value *value, uint64_t *effort)
{
    elimination e;
    bool ok = begin(&e, w, budget);
    e.most = most;
    if (ok && take_all_out(&e, wanted))
        *value = e.constants[wanted];
    *effort = e.effort;
    end(&e);
    return e.limit;
}
