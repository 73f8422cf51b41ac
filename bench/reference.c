// reference.c: breadth-first search as a textbook has it: a chained hash set of whole states, a
// node on the heap for each, parent pointers, and one virtual call per successor. It is not made
// slow on purpose: it has the same compiler flags and a table of a good size, and computes nothing
// twice.
#include "reference.h"

#include <stdlib.h>

typedef struct state {
    int32_t row, column;
    int8_t top, north, east;
} state;

typedef struct node {
    state s;
    struct node *parent, *chain, *queue;
} node;

typedef struct problem {
    state start, goal;
    int w, h;
    const char *grid;
    bool merge;
    bool (*successor)(const struct problem *, const state *, int action, state *);
    bool (*solved)(const struct problem *, const state *);
} problem;

// ---- the problem

static bool roll(const problem *p, const state *s, int action, state *to)
{
    static const int down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};
    to->row = s->row + down[action];
    to->column = s->column + right[action];
    if (to->row < 0 || to->row >= p->h || to->column < 0 || to->column >= p->w ||
        p->grid[to->row * p->w + to->column] == '*')
        return false;
    int8_t from[4][3] = {{(int8_t)(7 - s->north), s->top, s->east},
                         {(int8_t)(7 - s->east), s->north, s->top},
                         {s->north, (int8_t)(7 - s->top), s->east},
                         {s->east, s->north, (int8_t)(7 - s->top)}};
    to->top = from[action][0];
    to->north = from[action][1];
    to->east = from[action][2];
    if (p->merge) { // one orientation for each place of the 1
        if (to->top == 1 || to->top == 6)
            to->north = 2, to->east = 3;
        else if (to->north == 1 || to->north == 6)
            to->top = 2, to->east = 3;
        else
            to->top = 2, to->north = 3;
    }
    return true;
}

static bool is_goal(const problem *p, const state *s)
{
    return s->row == p->goal.row && s->column == p->goal.column && s->top == 1;
}

// ---- the search

typedef struct set {
    node **buckets;
    size_t count, size;
} set;

static size_t hash(const state *s)
{
    uint64_t x = (uint64_t)(uint32_t)s->row << 32 | (uint32_t)s->column;
    x = x * 6 + (uint64_t)s->top;
    x = x * 6 + (uint64_t)s->north;
    x = x * 6 + (uint64_t)s->east;
    x *= 0x9e3779b97f4a7c15u;
    return (size_t)(x ^ x >> 32);
}

static bool equal(const state *a, const state *b)
{
    return a->row == b->row && a->column == b->column && a->top == b->top && a->north == b->north &&
           a->east == b->east;
}

static void grow(set *s)
{
    size_t count = s->count ? s->count * 2 : 1024;
    node **buckets = calloc(count, sizeof(node *));
    for (size_t i = 0; i < s->count; i++)
        for (node *n = s->buckets[i], *next; n; n = next) {
            next = n->chain;
            size_t at = hash(&n->s) & (count - 1);
            n->chain = buckets[at];
            buckets[at] = n;
        }
    free(s->buckets);
    s->buckets = buckets;
    s->count = count;
}

// The new node of a state, or NULL if the state is known.
static node *insert(set *s, const state *x, node *parent)
{
    if (s->size == s->count)
        grow(s);
    size_t at = hash(x) & (s->count - 1);
    for (node *n = s->buckets[at]; n; n = n->chain)
        if (equal(&n->s, x))
            return NULL;
    node *n = malloc(sizeof *n);
    *n = (node){.s = *x, .parent = parent, .chain = s->buckets[at]};
    s->buckets[at] = n;
    s->size++;
    return n;
}

static node *search(const problem *p, set *seen)
{
    node *head = insert(seen, &p->start, NULL), *tail = head;
    for (; head; head = head->queue) {
        if (p->solved(p, &head->s))
            return head;
        for (int action = 0; action < 4; action++) {
            state to;
            node *n = p->successor(p, &head->s, action, &to) ? insert(seen, &to, head) : NULL;
            if (n)
                tail = tail->queue = n;
        }
    }
    return NULL;
}

reference_result reference_bfs(const char *grid, int w, int h, bool merge)
{
    problem p = {
        .w = w, .h = h, .grid = grid, .merge = merge, .successor = roll, .solved = is_goal};
    for (int i = 0; i < w * h; i++) {
        state here = {.row = i / w, .column = i % w, .top = 1, .north = 2, .east = 3};
        if (grid[i] == 'S')
            p.start = here;
        if (grid[i] == 'G')
            p.goal = here;
    }
    set seen = {0};
    node *end = search(&p, &seen);
    reference_result r = {.solved = end,
                          .states = seen.size,
                          .bytes = seen.count * sizeof(node *) + seen.size * (sizeof(node) + 16)};
    for (node *n = end; n && n->parent; n = n->parent)
        r.moves++;
    for (size_t i = 0; i < seen.count; i++)
        for (node *n = seen.buckets[i], *next; n; n = next) {
            next = n->chain;
            free(n);
        }
    free(seen.buckets);
    return r;
}
