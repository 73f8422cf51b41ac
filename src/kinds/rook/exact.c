// exact.c: finds the proven longest rook maze by branch and bound.
//
// A breadth-first search from the start needs a cell's jump only when it takes the cell from its
// queue. So a branch chooses jumps in that order, and mazes that differ only in other cells are
// searched once. Each further layer takes at least one cell that was not discovered before, which
// bounds the length that a branch can reach.
//
// The search asks: is there a maze of at least this length? The greater the length, the sooner the
// answer is no. Each round asks for all lengths that are still open, the greatest first, and gives
// every question four times the nodes of the round before. Each "no" lowers the bound. On large
// boards, annealing between the rounds finds long mazes sooner.
#include "kinds/rook/rook.h"

#include "core/exact.h"
#include "core/powers.h"
#include "mazewright/rng.h"

#include <string.h>

#define CELLS_MAX   64
#define JUMPS_MAX   36
#define FIRST_NODES ((uint64_t)1 << 18) // for each question of the first round
#define LARGE_NODES ((uint64_t)1 << 22) // annealing begins when a question gets this many nodes
#define ANNEAL_PART 64                  // it tries one maze for every 64 nodes of a question
#define HOT         1.0
#define COLD        0.2

typedef uint64_t set; // of cells

typedef struct search {
    mw_maze *maze; // the best so far
    mw_exact *exact;
    uint32_t cells, start, goal;
    set all;
    uint8_t longest[CELLS_MAX];          // the longest jump of each cell
    set to[CELLS_MAX][JUMPS_MAX];        // where each jump of each cell leads
    uint8_t order[CELLS_MAX][JUMPS_MAX]; // the jumps of each cell, those with few ends first
    uint8_t jumps[CELLS_MAX];            // of the branch; 0: not yet chosen
    uint32_t wanted;                     // the least length that is worth finding
    uint64_t limit;                      // the question is given up after this many nodes
    bool stopped;
} search;

// How far a branch has come. The cells of `layer` are still in the queue; `next` are the cells that
// the others of that layer have discovered.
typedef struct position {
    uint32_t depth; // of the layer
    set layer, next, undiscovered;
    set many; // of layer and next: cells with more than one shortest way from the start
} position;

static void find_ends(search *s, const mw_maze *m, uint32_t cell)
{
    uint32_t to;
    s->longest[cell] = (uint8_t)mw_rook_longest_jump(m, cell);
    for (int jump = 1; jump <= s->longest[cell]; jump++) {
        for (unsigned d = 0; d < mw_rook_board(m)->directions; d++)
            if (mw_rook_jump(m, cell % m->w, cell / m->w, d, jump, &to))
                s->to[cell][jump] |= (set)1 << to;
        int i = jump - 1; // insertion sort
        for (; i > 0 && __builtin_popcountll(s->to[cell][s->order[cell][i - 1]]) >
                            __builtin_popcountll(s->to[cell][jump]);
             i--)
            s->order[cell][i] = s->order[cell][i - 1];
        s->order[cell][i] = (uint8_t)jump;
    }
}

// A new best maze.
static void keep(search *s, const uint8_t *jumps, uint32_t length)
{
    board *b = (board *)s->maze->data;
    memcpy(b->jumps, jumps, s->cells);
    if (!mw_exact_found(s->exact, s->maze, length))
        s->stopped = true;
}

static void count_node(search *s)
{
    if (!mw_exact_count(s->exact))
        s->stopped = true;
}

// ---- a branch that has found the goal

// May a cell without a jump have this one, now that the goal was found from a cell of its
// layer? A second way of the same length makes the solution ambiguous.
static bool allowed(const search *s, set layer, uint32_t cell, unsigned jump)
{
    bool rival = layer >> cell & 1 && s->to[cell][jump] >> s->goal & 1;
    return !(s->exact->unique && rival);
}

// Gives each cell that has no jump one that leads to the goal, where there is one. A cell that
// leads to the goal does so whatever the other cells do, so the first such jump is as good as any.
// Returns the cells that lead to the goal. `jumps` are those of the branch, and are completed.
static set complete(const search *s, set layer, uint8_t *jumps)
{
    set leading = (set)1 << s->goal;
    for (set before = 0; before != leading;) {
        before = leading;
        for (set rest = s->all & ~leading; rest; rest &= rest - 1) {
            uint32_t cell = (uint32_t)__builtin_ctzll(rest);
            if (jumps[cell]) {
                if (s->to[cell][jumps[cell]] & leading)
                    leading |= (set)1 << cell;
                continue;
            }
            for (unsigned jump = 1; jump <= s->longest[cell] && !jumps[cell]; jump++)
                if (s->to[cell][jump] & leading && allowed(s, layer, cell, jump)) {
                    jumps[cell] = (uint8_t)jump;
                    leading |= (set)1 << cell;
                }
        }
    }
    return leading;
}

// Can every cell still lead to the goal?
static bool hopeful(const search *s)
{
    uint8_t jumps[CELLS_MAX];
    memcpy(jumps, s->jumps, sizeof jumps);
    return complete(s, 0, jumps) == s->all;
}

// The goal is found from the cell just given a jump; the rest of the layer has none yet.
static void arrive(search *s, const position *p)
{
    uint8_t jumps[CELLS_MAX];
    memcpy(jumps, s->jumps, sizeof jumps);
    set leading = complete(s, p->layer, jumps);
    if (s->exact->all_reach && leading != s->all)
        return;
    for (set rest = s->all & ~leading; rest; rest &= rest - 1) {
        uint32_t cell = (uint32_t)__builtin_ctzll(rest);
        unsigned jump = 1;
        while (!jumps[cell] && jump <= s->longest[cell] && !allowed(s, p->layer, cell, jump))
            jump++;
        if (!jumps[cell] && jump > s->longest[cell])
            return; // all its jumps lead to the goal
        if (!jumps[cell])
            jumps[cell] = (uint8_t)jump;
    }
    keep(s, jumps, p->depth + 1);
    s->wanted = s->exact->length + 1;
}

// ---- branches

static bool over(search *s)
{
    const mw_exact *e = s->exact;
    count_node(s);
    return s->stopped || e->nodes > s->limit || s->wanted > e->bound;
}

// The longest that the branch can become: all undiscovered cells in a row, the goal last.
static uint32_t reach(const position *p)
{
    return p->depth + (p->next != 0) + (uint32_t)__builtin_popcountll(p->undiscovered);
}

// The position after a cell, which was just taken out of the layer, jumps to `to`.
static position after(const position *p, bool many_ways, set to)
{
    position q = *p;
    set fresh = to & p->undiscovered;
    q.many |= many_ways ? to & (p->next | fresh) : to & p->next;
    q.next |= fresh;
    q.undiscovered &= ~fresh;
    return q;
}

// Takes the next cell from the queue and tries all its jumps.
static void branch(search *s, position p)
{
    if (!p.layer) {
        if (!p.next || (s->exact->all_reach && !hopeful(s)))
            return;
        p.layer = p.next;
        p.next = 0;
        p.depth++;
    }
    uint32_t cell = (uint32_t)__builtin_ctzll(p.layer);
    bool many_ways = p.many >> cell & 1;
    p.layer &= p.layer - 1;
    for (unsigned i = 0; i < s->longest[cell]; i++) {
        unsigned jump = s->order[cell][i];
        set to = s->to[cell][jump];
        if (over(s))
            break;
        if (to >> s->goal & 1) {
            s->jumps[cell] = (uint8_t)jump;
            if (p.depth + 1 >= s->wanted && !(s->exact->unique && many_ways))
                arrive(s, &p);
            continue;
        }
        position q = after(&p, many_ways, to);
        if (reach(&q) < s->wanted)
            continue;
        s->jumps[cell] = (uint8_t)jump;
        branch(s, q);
    }
    s->jumps[cell] = 0;
}

// Searches for a maze of at least this length. Returns true if the search came to an end within so
// many nodes.
static bool run(search *s, uint32_t wanted, uint64_t nodes)
{
    position p = {.layer = (set)1 << s->start, .undiscovered = s->all & ~((set)1 << s->start)};
    s->wanted = wanted;
    s->limit = s->exact->nodes + nodes;
    branch(s, p);
    return !s->stopped && s->exact->nodes <= s->limit;
}

// Asks for one length after the other, the greatest first. One that gets no answer stays open, and
// the next one is asked.
static void ask(search *s, uint64_t nodes)
{
    mw_exact *e = s->exact;
    for (uint32_t wanted = e->bound; wanted > e->length && !s->stopped; wanted--)
        if (run(s, wanted, nodes))
            e->bound = e->length >= wanted ? e->length : wanted - 1;
}

// ---- annealing

// How good a maze is. If it meets the conditions and is the longest so far, it is kept.
static double judge(search *s, const mw_maze *m)
{
    mw_evaluation v;
    const mw_exact *e = s->exact;
    mw_rook_fast.evaluate(m, false, &v);
    count_node(s);
    if (v.length == MW_FAR)
        v.length = 0;
    if (v.length > e->length && !(e->all_reach && v.unreaching > 0))
        keep(s, mw_rook_board(m)->jumps, v.length);
    return v.length - (e->all_reach ? s->cells * v.unreaching : 0);
}

static void walk(search *s, mw_maze *now, mw_maze *trial, uint64_t evaluations)
{
    mw_rng rng;
    mw_rng_seed(&rng, evaluations);
    double worth = judge(s, now);
    for (uint64_t i = 0; i < evaluations && !s->stopped; i++) {
        double temperature = HOT - (HOT - COLD) * (double)i / (double)evaluations;
        memcpy(trial, now, now->bytes);
        mw_rook_mutate(trial, &rng);
        double other = judge(s, trial), chance = (double)(mw_rng_next(&rng) >> 11) * 0x1p-53;
        if (other >= worth || chance < mw_exp((other - worth) / temperature)) {
            mw_maze *swap = now;
            now = trial;
            trial = swap;
            worth = other;
        }
    }
}

// If there is no memory for two mazes, there is no annealing: the proof does not need it.
static void anneal(search *s, uint64_t evaluations)
{
    mw_maze *now = mw_maze_clone(s->maze), *trial = mw_maze_clone(s->maze);
    if (now && trial)
        walk(s, now, trial, evaluations);
    mw_maze_free(now);
    mw_maze_free(trial);
}

bool mw_rook_exact(mw_maze *m, mw_exact *e)
{
    const board *b = mw_rook_board(m);
    uint32_t cells = (uint32_t)m->w * m->h;
    if (cells > CELLS_MAX || m->w > JUMPS_MAX || m->h > JUMPS_MAX || b->no_u_turn)
        return false;
    search s = {.maze = m, .exact = e, .cells = cells, .start = b->start, .goal = b->goal};
    s.all = ~(set)0 >> (CELLS_MAX - cells);
    for (uint32_t cell = 0; cell < cells; cell++)
        if (cell != s.goal)
            find_ends(&s, m, cell);
    e->length = 0;
    e->nodes = 0;
    e->bound = cells - 1;
    for (uint64_t nodes = FIRST_NODES; e->bound > e->length && !s.stopped; nodes *= 4) {
        if (nodes >= LARGE_NODES && !e->unique) // an evaluation does not count solutions
            anneal(&s, nodes / ANNEAL_PART);
        ask(&s, nodes);
    }
    e->proven = e->length == e->bound;
    return true;
}
