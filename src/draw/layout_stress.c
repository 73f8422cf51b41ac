// layout_stress.c: distances in the picture as in the graph. The places begin where
// multidimensional scaling by some pivots puts them (Brandes and Pich 2006), and are moved until
// they fit to their neighbours and the pivots (sparse stress, Ortmann, Klimenta and Brandes 2016).
// At last, nodes that are too near to each other are pushed apart.
#include "draw/layout.h"

#include "core/math.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIVOTS       48
#define PIVOTS_SMALL 160 // of a net of at most SMALL nodes
#define SMALL        2000
#define SWEEPS       50
#define POWER_STEPS  100
#define PUSHES       40
#define GOLDEN       1.5278640450004206 // quarter turns of the golden angle

typedef struct stress {
    mw_net *net;
    uint32_t pivots;
    uint32_t *pivot;    // their nodes
    uint32_t *distance; // of node i from pivot p: distance[i * pivots + p]
    uint32_t *nearest;  // of each node: its nearest pivot
    double *weight;     // by node and pivot, as the distances
} stress;

// ---- pivots

// Breadth-first distances from a pivot. What cannot be reached lies a little farther than the rest.
static void spread(stress *s, uint32_t p, uint32_t *queue, uint32_t *far)
{
    const mw_net *n = s->net;
    uint32_t head = 0, tail = 0;
    memset(far, 0xff, n->count * sizeof *far);
    far[s->pivot[p]] = 0;
    for (queue[tail++] = s->pivot[p]; head < tail;) {
        uint32_t node = queue[head++];
        for (uint32_t i = n->first[node]; i < n->first[node + 1]; i++)
            if (far[n->next[i]] == MW_FAR) {
                far[n->next[i]] = far[node] + 1;
                queue[tail++] = n->next[i];
            }
    }
    uint32_t beyond = far[queue[tail - 1]] + 2;
    for (uint32_t i = 0; i < n->count; i++)
        s->distance[(size_t)i * s->pivots + p] = far[i] == MW_FAR ? beyond : far[i];
}

// Each pivot is the node that is farthest from those before it.
static bool choose_pivots(stress *s)
{
    const mw_net *n = s->net;
    uint32_t *queue = mw_layout_take(n->work, n->count, sizeof *queue);
    uint32_t *far = mw_layout_take(n->work, n->count, sizeof *far);
    uint32_t *least = mw_layout_take(n->work, n->count, sizeof *least);
    if (!queue || !far || !least)
        return false;
    memset(least, 0xff, n->count * sizeof *least);
    for (uint32_t p = 0; p < s->pivots; p++) {
        spread(s, p, queue, far);
        uint32_t next = 0;
        for (uint32_t i = 0; i < n->count; i++) {
            uint32_t d = s->distance[(size_t)i * s->pivots + p];
            if (d < least[i]) {
                least[i] = d;
                s->nearest[i] = p;
            }
            next = least[i] > least[next] ? i : next;
        }
        if (p + 1 < s->pivots)
            s->pivot[p + 1] = next;
        if (mw_stopping())
            return false;
    }
    return true;
}

// ---- the first places

// d^2 less the means of its row and column: the product of the places, if there were exact ones.
static bool centre(const stress *s, double *product)
{
    const size_t nodes = s->net->count, k = s->pivots;
    double *column = mw_layout_take(s->net->work, k, sizeof *column), all = 0;
    if (!column)
        return false;
    for (size_t i = 0; i < nodes * k; i++)
        column[i % k] += (double)s->distance[i] * s->distance[i] / (double)nodes;
    for (size_t p = 0; p < k; p++)
        all += column[p] / (double)k;
    for (size_t i = 0; i < nodes; i++) {
        double row = 0;
        for (size_t p = 0; p < k; p++)
            row += (double)s->distance[i * k + p] * s->distance[i * k + p] / (double)k;
        for (size_t p = 0; p < k; p++) {
            double d = s->distance[i * k + p];
            product[i * k + p] = -0.5 * (d * d - row - column[p] + all);
        }
    }
    return true;
}

static void make_unit(double *v, size_t k, const double *other)
{
    double along = 0, length = 0;
    for (size_t p = 0; p < k; p++)
        along += other ? v[p] * other[p] : 0;
    for (size_t p = 0; p < k; p++) {
        v[p] -= other ? along * other[p] : 0;
        length += v[p] * v[p];
    }
    for (size_t p = 0; p < k; p++)
        v[p] = length > 0 ? v[p] / sqrt(length) : 0;
}

// Places along the two main directions of the products.
static bool scale_by_pivots(stress *s)
{
    mw_net *n = s->net;
    const size_t nodes = n->count, k = s->pivots;
    double *product = mw_layout_take(n->work, nodes * k, sizeof *product);
    double *square = mw_layout_take(n->work, k * k, sizeof *square);
    double *vectors = mw_layout_take(n->work, 3 * k, sizeof *vectors);
    if (!product || !square || !vectors || !centre(s, product))
        return false;
    for (size_t i = 0; i < nodes; i++) {
        for (size_t p = 0; p < k; p++)
            for (size_t q = 0; q <= p; q++)
                square[p * k + q] += product[i * k + p] * product[i * k + q];
        if (MW_STOPPING_AT(i))
            return false;
    }
    double *next = vectors + 2 * k;
    for (unsigned axis = 0; axis < 2; axis++) {
        double *v = vectors + axis * k;
        const double *other = axis ? vectors : NULL;
        for (size_t p = 0; p < k; p++) // any direction will do that is not the other one
            v[p] = (double)((p * 7919 + axis * 31 + 1) % 101) - 50;
        make_unit(v, k, other);
        for (unsigned step = 0; step < POWER_STEPS; step++) {
            for (size_t p = 0; p < k; p++) {
                next[p] = 0;
                for (size_t q = 0; q < k; q++)
                    next[p] += square[p > q ? p * k + q : q * k + p] * v[q];
            }
            memcpy(v, next, k * sizeof *v);
            make_unit(v, k, other);
        }
        double *place = axis ? n->y : n->x;
        for (size_t i = 0; i < nodes; i++)
            for (size_t p = 0; p < k; p++)
                place[i] += product[i * k + p] * v[p];
    }
    return true;
}

// The places are too large by some factor; and nodes with the same distances need different ones.
static void fit_to_edges(mw_net *n)
{
    double length = 0;
    uint64_t edges = 0;
    for (uint32_t i = 0; i < n->count; i++)
        for (uint32_t e = n->first[i]; e < n->first[i + 1]; e++, edges++) {
            double x = n->x[i] - n->x[n->next[e]], y = n->y[i] - n->y[n->next[e]];
            length += sqrt(x * x + y * y);
        }
    double factor = length > 0 ? (double)edges / length : 0;
    for (uint32_t i = 0; i < n->count; i++) {
        double turn = GOLDEN * (i % 4096);
        n->x[i] = n->x[i] * factor + 0.1 * mw_cos_quarters(turn);
        n->y[i] = n->y[i] * factor + 0.1 * mw_sin_quarters(turn);
    }
}

// New nodes begin beside a neighbour that has a place.
static void join_placed(mw_net *n, uint32_t placed)
{
    for (uint32_t i = placed; i < n->count; i++)
        for (uint32_t e = n->first[i]; e < n->first[i + 1]; e++)
            if (n->next[e] < i) {
                double turn = GOLDEN * (i % 4096);
                n->x[i] = n->x[n->next[e]] + mw_cos_quarters(turn);
                n->y[i] = n->y[n->next[e]] + mw_sin_quarters(turn);
                break;
            }
}

// ---- stress

// A pivot stands for the nodes that it is the nearest pivot of, as far as they are at most half as
// far from it as the node.
static bool weigh(stress *s)
{
    const size_t nodes = s->net->count, k = s->pivots;
    uint32_t most = 0;
    for (size_t i = 0; i < nodes; i++) {
        uint32_t d = s->distance[i * k + s->nearest[i]];
        most = d > most ? d : most;
    }
    size_t row = (size_t)most + 1;
    uint32_t *within = mw_layout_take(s->net->work, row * k, sizeof *within);
    if (!within)
        return false;
    for (size_t i = 0; i < nodes; i++)
        within[row * s->nearest[i] + s->distance[i * k + s->nearest[i]]]++;
    for (size_t p = 0; p < k; p++)
        for (size_t d = 1; d < row; d++)
            within[row * p + d] += within[row * p + d - 1];
    for (size_t i = 0; i < nodes * k; i++) {
        double d = s->distance[i];
        uint32_t half = s->distance[i] / 2;
        s->weight[i] = s->distance[i] < 2
                           ? 0 // itself, or a neighbour, which has its own weight
                           : within[row * (i % k) + (half < most ? half : most)] / (d * d);
    }
    return true;
}

// Where one term wants the node to be: so far from (x, y) as `far`, in the direction it has now.
static void pull(double *sum, double x, double y, double own_x, double own_y, double far,
                 double weight)
{
    double dx = own_x - x, dy = own_y - y, length = sqrt(dx * dx + dy * dy);
    double k = length > 1e-9 ? far / length : 0;
    sum[0] += weight * (x + dx * k);
    sum[1] += weight * (y + dy * k);
    sum[2] += weight;
}

static bool relax(const stress *s)
{
    mw_net *n = s->net;
    const size_t k = s->pivots;
    for (uint32_t i = 0; i < n->count; i++) {
        double sum[3] = {0};
        for (uint32_t e = n->first[i]; e < n->first[i + 1]; e++)
            pull(sum, n->x[n->next[e]], n->y[n->next[e]], n->x[i], n->y[i], 1, 1);
        for (size_t p = 0; p < k; p++)
            if (s->weight[i * k + p] > 0)
                pull(sum, n->x[s->pivot[p]], n->y[s->pivot[p]], n->x[i], n->y[i],
                     s->distance[i * k + p], s->weight[i * k + p]);
        if (sum[2] > 0) {
            n->x[i] = sum[0] / sum[2];
            n->y[i] = sum[1] / sum[2];
        }
        if (MW_STOPPING_AT(i))
            return false;
    }
    return true;
}

// ---- pushing apart

typedef struct squares {
    double side; // of a square; nodes nearer than that are pushed apart
    double left, top;
    uint32_t columns, rows;
    uint32_t *first; // by square: its first node + 1
    uint32_t *next;  // by node: the next one in its square, + 1
} squares;

static uint32_t square_of(const squares *q, double x, double y)
{
    uint32_t column = (uint32_t)((x - q->left) / q->side), row = (uint32_t)((y - q->top) / q->side);
    column = column < q->columns ? column : q->columns - 1;
    row = row < q->rows ? row : q->rows - 1;
    return row * q->columns + column;
}

static void bounds(const mw_net *n, double box[4])
{
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (uint32_t i = 0; i < n->count; i++) {
        box[0] = n->x[i] < box[0] ? n->x[i] : box[0];
        box[1] = n->y[i] < box[1] ? n->y[i] : box[1];
        box[2] = n->x[i] > box[2] ? n->x[i] : box[2];
        box[3] = n->y[i] > box[3] ? n->y[i] : box[3];
    }
}

static void sort_into(squares *q, const mw_net *n, uint32_t most)
{
    double box[4];
    bounds(n, box);
    q->left = box[0];
    q->top = box[1];
    double columns = (box[2] - box[0]) / q->side + 1, rows = (box[3] - box[1]) / q->side + 1;
    q->columns = columns < 60000 ? (uint32_t)columns : 60000;
    q->rows = rows < 60000 ? (uint32_t)rows : 60000;
    if ((uint64_t)q->columns * q->rows > most) { // then the last ones hold all beyond
        q->columns = q->columns < most ? q->columns : most;
        q->rows = most / q->columns;
    }
    memset(q->first, 0, (size_t)q->columns * q->rows * sizeof *q->first);
    for (uint32_t i = n->count; i-- > 0;) {
        uint32_t at = square_of(q, n->x[i], n->y[i]);
        q->next[i] = q->first[at];
        q->first[at] = i + 1;
    }
}

static bool push(mw_net *n, uint32_t a, uint32_t b, double side)
{
    double dx = n->x[b] - n->x[a], dy = n->y[b] - n->y[a], square = dx * dx + dy * dy;
    if (square >= side * side)
        return false;
    double length = sqrt(square), k = (side - length) / 2;
    if (length < side / 1000) {
        dx = mw_cos_quarters(GOLDEN * (b % 4096));
        dy = mw_sin_quarters(GOLDEN * (b % 4096));
        length = 1;
    }
    k /= length;
    n->x[a] -= dx * k;
    n->y[a] -= dy * k;
    n->x[b] += dx * k;
    n->y[b] += dy * k;
    return true;
}

// Pushes the nodes of a square from each other, and from those of the next squares.
static bool push_square(mw_net *n, const squares *q, uint32_t column, uint32_t row)
{
    static const int beside[][2] = {{0, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    bool pushed = false;
    uint32_t tries = 0;
    for (unsigned k = 0; k < 5; k++) {
        int64_t c = (int64_t)column + beside[k][0], r = (int64_t)row + beside[k][1];
        if (c < 0 || c >= q->columns || r >= q->rows)
            continue;
        for (uint32_t a = q->first[row * q->columns + column]; a; a = q->next[a - 1])
            for (uint32_t b = k ? q->first[(uint32_t)r * q->columns + (uint32_t)c] : q->next[a - 1];
                 b && tries < 20000; b = q->next[b - 1], tries++)
                pushed |= push(n, a - 1, b - 1, q->side);
    }
    return pushed;
}

// The picture grows where it is crowded, but not without end: where there is no room for all nodes,
// they come nearer to each other. At last the lengths are made so that it is 1 between two nodes.
static bool push_apart(mw_net *n)
{
    double box[4];
    bounds(n, box);
    double room = sqrt(((box[2] - box[0]) + 1) * ((box[3] - box[1]) + 1) / n->count) * 0.8;
    uint32_t most = 8 * n->count + 64;
    squares q = {.side = room < 0.7 ? room : 0.7,
                 .first = mw_layout_take(n->work, most, sizeof *q.first),
                 .next = mw_layout_take(n->work, n->count, sizeof *q.next)};
    if (!q.first || !q.next)
        return false;
    for (unsigned turn = 0; turn < PUSHES; turn++) {
        bool pushed = false;
        sort_into(&q, n, most);
        for (uint32_t row = 0; row < q.rows; row++)
            for (uint32_t column = 0; column < q.columns; column++)
                if (q.first[row * q.columns + column])
                    pushed |= push_square(n, &q, column, row);
        if (mw_stopping())
            return false;
        if (!pushed)
            break;
    }
    for (uint32_t i = 0; i < n->count; i++) {
        n->x[i] /= q.side;
        n->y[i] /= q.side;
    }
    return true;
}

// ---- turning

// Turns the picture so that it is wide rather than high, with node 0 at the left, and not below the
// middle.
static void turn(mw_net *n)
{
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        mx += n->x[i] / n->count;
        my += n->y[i] / n->count;
    }
    for (uint32_t i = 0; i < n->count; i++) {
        double dx = n->x[i] - mx, dy = n->y[i] - my;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    // The direction in which the places are spread most.
    double half = (xx - yy) / 2, root = sqrt(half * half + xy * xy), c = half + root, s = xy;
    double length = sqrt(c * c + s * s);
    c = length > 0 ? c / length : 1;
    s = length > 0 ? s / length : 0;
    double first_x = (n->x[0] - mx) * c + (n->y[0] - my) * s;
    double first_y = (n->y[0] - my) * c - (n->x[0] - mx) * s;
    for (uint32_t i = 0; i < n->count; i++) {
        double dx = n->x[i] - mx, dy = n->y[i] - my;
        n->x[i] = (dx * c + dy * s) * (first_x > 0 ? -1 : 1);
        n->y[i] = (dy * c - dx * s) * (first_y > 0 ? -1 : 1);
    }
}

// ---- the whole

bool mw_net_stress(mw_net *n, uint32_t placed)
{
    stress s = {.net = n};
    uint32_t most = n->count <= SMALL ? PIVOTS_SMALL : PIVOTS;
    s.pivots = n->count < most ? n->count : most;
    s.pivot = mw_layout_take(n->work, s.pivots, sizeof *s.pivot);
    s.nearest = mw_layout_take(n->work, n->count, sizeof *s.nearest);
    s.distance = mw_layout_take(n->work, (uint64_t)n->count * s.pivots, sizeof *s.distance);
    s.weight = mw_layout_take(n->work, (uint64_t)n->count * s.pivots, sizeof *s.weight);
    if (!s.pivot || !s.nearest || !s.distance || !s.weight)
        return false;
    if (n->count < 2)
        return true;
    if (!choose_pivots(&s) || !weigh(&s))
        return false;
    if (placed)
        join_placed(n, placed);
    else if (!scale_by_pivots(&s))
        return false;
    fit_to_edges(n);
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++)
        if (!relax(&s) || mw_stopping())
            return false;
    if (!placed)
        turn(n);
    return push_apart(n);
}
