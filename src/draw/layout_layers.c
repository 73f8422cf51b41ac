// layout_layers.c: a row for each layer. Sweeps down and up put each node in the middle of its
// neighbours in the rows before, or after: first sorting each row by that middle, which leaves few
// crossings, then only moving it, with at least 1 between two nodes of a row.
#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>

#define SORTED_SWEEPS 16
#define MOVED_SWEEPS  6

typedef struct place {
    double wish;           // where it should be
    uint32_t node, before; // its place in the row so far
} place;

typedef struct rows {
    mw_net *net;
    uint32_t count;
    uint32_t *first; // the nodes of row r: nodes[first[r]] .., from left to right
    uint32_t *nodes;
    place *places;   // room for one row
    double *sums;    // runs of nodes that stand close together: sum of wishes,
    uint32_t *sizes; // and how many nodes
} rows;

static int by_number(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return (one > two) - (one < two);
}

// Numbers the layers 0, 1, 2, ... in their order.
static bool number_layers(mw_net *n, uint32_t *count)
{
    uint32_t *sorted = mw_layout_take(n->work, n->count, sizeof *sorted);
    if (!sorted)
        return false;
    for (uint32_t i = 0; i < n->count; i++)
        sorted[i] = n->layer[i];
    qsort(sorted, n->count, sizeof *sorted, by_number);
    *count = 0;
    for (uint32_t i = 0; i < n->count; i++)
        if (!*count || sorted[*count - 1] != sorted[i])
            sorted[(*count)++] = sorted[i];
    for (uint32_t i = 0; i < n->count; i++) {
        const uint32_t *at = bsearch(&n->layer[i], sorted, *count, sizeof *sorted, by_number);
        n->layer[i] = (uint32_t)(at - sorted);
    }
    return true;
}

static bool rows_begin(rows *r, mw_net *n)
{
    *r = (rows){.net = n};
    if (!number_layers(n, &r->count))
        return false;
    r->first = mw_layout_take(n->work, (uint64_t)r->count + 1, sizeof *r->first);
    r->nodes = mw_layout_take(n->work, n->count, sizeof *r->nodes);
    r->places = mw_layout_take(n->work, n->count, sizeof *r->places);
    r->sums = mw_layout_take(n->work, n->count, sizeof *r->sums);
    r->sizes = mw_layout_take(n->work, n->count, sizeof *r->sizes);
    if (!r->first || !r->nodes || !r->places || !r->sums || !r->sizes)
        return false;
    uint32_t *at = r->first + 1;
    for (uint32_t i = 0; i < n->count; i++)
        at[n->layer[i] + 1]++;
    for (uint32_t i = 1; i < r->count; i++)
        at[i] += at[i - 1];
    for (uint32_t i = 0; i < n->count; i++)
        r->nodes[at[n->layer[i]]++] = i;
    return true;
}

static int by_wish(const void *a, const void *b)
{
    const place *one = a, *two = b;
    return one->wish != two->wish ? (one->wish > two->wish) - (one->wish < two->wish)
                                  : (one->before > two->before) - (one->before < two->before);
}

// The middle of the neighbours in the rows above (side -1), below (1), or in both (0).
static double middle(const mw_net *n, uint32_t node, int side)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t i = n->first[node]; i < n->first[node + 1]; i++) {
        uint32_t other = n->next[i];
        bool above = n->layer[other]<n->layer[node], below = n->layer[other]> n->layer[node];
        if ((above && side <= 0) || (below && side >= 0)) {
            sum += n->x[other];
            count++;
        }
    }
    return count ? sum / count : n->x[node];
}

// Puts the nodes of a row as near to their wishes as they can be with 1 between them: nodes that
// would be too near stand close together, with their middle where it is best for all of them.
static void set_row(rows *r, uint32_t row)
{
    uint32_t from = r->first[row], count = r->first[row + 1] - from, runs = 0;
    for (uint32_t i = 0; i < count; i++) {
        r->sums[runs] = r->places[i].wish - i;
        r->sizes[runs++] = 1;
        while (runs > 1 &&
               r->sums[runs - 2] * r->sizes[runs - 1] >= r->sums[runs - 1] * r->sizes[runs - 2]) {
            runs--;
            r->sums[runs - 1] += r->sums[runs];
            r->sizes[runs - 1] += r->sizes[runs];
        }
    }
    for (uint32_t run = 0, i = 0; run < runs; run++) {
        double x = r->sums[run] / r->sizes[run];
        for (uint32_t end = i + r->sizes[run]; i < end; i++) {
            r->nodes[from + i] = r->places[i].node;
            r->net->x[r->places[i].node] = x + i;
        }
    }
}

static void arrange(rows *r, uint32_t row, int side, bool sorts)
{
    uint32_t from = r->first[row], count = r->first[row + 1] - from;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = r->nodes[from + i];
        r->places[i] = (place){middle(r->net, node, side), node, i};
    }
    if (sorts)
        qsort(r->places, count, sizeof *r->places, by_wish);
    set_row(r, row);
}

// The first order: as a walk from node 0 meets them, which keeps what belongs together together.
static bool walk(rows *r)
{
    mw_net *n = r->net;
    uint32_t *stack = mw_layout_take(n->work, n->count, sizeof *stack), top = 0, met = 0;
    uint32_t *at = mw_layout_take(n->work, n->count, sizeof *at);
    bool *seen = mw_layout_take(n->work, n->count, sizeof *seen);
    if (!stack || !at || !seen)
        return false;
    for (uint32_t root = 0; root < n->count; root++) {
        if (seen[root])
            continue;
        seen[root] = true;
        n->x[root] = met++;
        for (stack[top++] = root; top;) {
            uint32_t node = stack[top - 1], i = n->first[node] + at[node]++;
            if (i == n->first[node + 1]) {
                top--;
            } else if (!seen[n->next[i]] && n->layer[n->next[i]] == n->layer[node] + 1) {
                seen[n->next[i]] = true;
                n->x[n->next[i]] = met++;
                stack[top++] = n->next[i];
            }
        }
    }
    for (uint32_t row = 0; row < r->count; row++) {
        uint32_t from = r->first[row], count = r->first[row + 1] - from;
        for (uint32_t i = 0; i < count; i++)
            r->places[i] = (place){n->x[r->nodes[from + i]], r->nodes[from + i], i};
        qsort(r->places, count, sizeof *r->places, by_wish);
        for (uint32_t i = 0; i < count; i++)
            r->places[i].wish = i - count / 2.0;
        set_row(r, row);
    }
    return true;
}

// Rows are so far apart that the picture is not too flat; where there are many of them, they stand
// upright, from left to right.
static void set_rows(const rows *r)
{
    mw_net *n = r->net;
    double left = INFINITY, right = -INFINITY;
    for (uint32_t i = 0; i < n->count; i++) {
        left = n->x[i] < left ? n->x[i] : left;
        right = n->x[i] > right ? n->x[i] : right;
    }
    double width = right - left, gap = width * 0.6 / r->count, wider = 1;
    gap = gap > 1.2 ? gap : 1.2;
    double height = gap * r->count;
    if (width > 0 && width < height / 3)
        wider = height / 3 / width < 3 ? height / 3 / width : 3;
    for (uint32_t i = 0; i < n->count; i++) {
        double along = (n->x[i] - left) * wider, down = gap * n->layer[i];
        n->x[i] = height > width ? down : along;
        n->y[i] = height > width ? along : down;
    }
}

bool mw_net_layers(mw_net *n)
{
    rows r;
    if (!rows_begin(&r, n) || !walk(&r))
        return false;
    for (unsigned sweep = 0; sweep < SORTED_SWEEPS + MOVED_SWEEPS; sweep++) {
        bool up = sweep & 1, sorts = sweep < SORTED_SWEEPS;
        for (uint32_t i = 0; i < r.count; i++)
            arrange(&r, up ? r.count - 1 - i : i, !sorts ? 0 : up ? 1 : -1, sorts);
        if (mw_stopping())
            return false;
    }
    set_rows(&r);
    return true;
}
