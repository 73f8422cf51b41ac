// graph_scene.c: a state graph as a scene: edges, the way of a player, nodes, and a legend. Shapes
// of one ink follow each other, so that an SVG can write them as one.
#include "core/grow.h"
#include "draw/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DETAILED   600    // with more edges there are no arrowheads, and no bent edges
#define USUAL      1000.0 // pixels of the longer side,
#define USUAL_MANY 1600.0 // with more nodes than
#define MANY       2000
#define NEAREST    26.0 // pixels between two nodes, at most
#define SHADES     32   // on the scale of colours
#define SIZES      24   // of nodes
#define TEXT       11.0 // pixels

static const char *const colourings[MW_COLOURINGS] = {"distance", "depth", "order", "none"};

const char *mw_colouring_name(mw_colouring c)
{
    return colourings[c];
}

bool mw_colouring_find(const char *name, mw_colouring *c)
{
    for (unsigned i = 0; i < MW_COLOURINGS; i++)
        if (!strcmp(colourings[i], name)) {
            *c = (mw_colouring)i;
            return true;
        }
    return false;
}

typedef struct picture {
    mw_graph_picture of;
    const mw_layout *l;
    mw_scene *scene;
    mw_layout_work work;
    mw_node_account *nodes;
    uint32_t *value; // of each node: what its colour says, or MW_FAR
    uint64_t *keys;  // nodes in the order in which they are drawn, by sort, size and shade
    bool *must;      // by node
    uint32_t most;   // the greatest value
    double pixel, radius, left, top, high;
} picture;

// The sorts of nodes, in the order in which they are drawn.
enum { DEAD, PLAIN };

static double x_of(const picture *p, uint32_t node)
{
    return p->left + p->l->nodes[node].x;
}

static double y_of(const picture *p, uint32_t node)
{
    return p->top + p->l->nodes[node].y;
}

static unsigned size_of(uint32_t states)
{
    unsigned size = 0;
    while (states >>= 1)
        size++;
    return size < SIZES ? size : SIZES - 1;
}

static double radius_of(const picture *p, unsigned size)
{
    return p->radius * (1 + 0.12 * size);
}

// ---- what is known of the nodes

static uint32_t first_order(const picture *p, uint32_t node)
{
    uint32_t least = MW_FAR;
    const uint32_t *s = p->l->members + p->l->nodes[node].first;
    for (uint32_t i = 0; p->of.order && i < p->l->nodes[node].states; i++)
        least = p->of.order[s[i]] < least ? p->of.order[s[i]] : least;
    return least;
}

static int by_key(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

static unsigned shade_of(const picture *p, uint32_t value)
{
    return p->most ? (unsigned)((uint64_t)value * (SHADES - 1) / p->most) : 0;
}

static bool look(picture *p)
{
    const mw_layout *l = p->l;
    p->nodes = mw_layout_take(&p->work, l->node_count, sizeof *p->nodes);
    p->value = mw_layout_take(&p->work, l->node_count, sizeof *p->value);
    p->keys = mw_layout_take(&p->work, l->node_count, sizeof *p->keys);
    p->must = mw_layout_take(&p->work, l->node_count, sizeof *p->must);
    if (!p->nodes || !p->value || !p->keys || !p->must)
        return false;
    for (uint32_t i = 0; i < l->node_count; i++) {
        mw_node_account *a = &p->nodes[i];
        *a = mw_layout_account(p->of.graph, l, i);
        p->value[i] = p->of.colouring == MW_COLOUR_DISTANCE ? a->distance
                      : p->of.colouring == MW_COLOUR_DEPTH  ? a->depth
                      : p->of.colouring == MW_COLOUR_ORDER  ? first_order(p, i)
                                                            : MW_FAR;
        if (p->value[i] != MW_FAR && p->value[i] > p->most)
            p->most = p->value[i];
    }
    for (uint32_t i = 0; i < p->of.must_count; i++) {
        uint32_t node = l->node_of[p->of.must[i]];
        if (node != MW_FAR)
            p->must[node] = true;
    }
    for (uint32_t i = 0; i < l->node_count; i++) {
        unsigned dead = p->nodes[i].distance == MW_FAR ? DEAD : PLAIN;
        unsigned shade = p->value[i] == MW_FAR ? SHADES : shade_of(p, p->value[i]);
        p->keys[i] =
            ((uint64_t)dead << 16 | (uint64_t)size_of(l->nodes[i].states) << 8 | shade) << 32 | i;
    }
    qsort(p->keys, l->node_count, sizeof *p->keys, by_key);
    return !mw_stopping();
}

// ---- edges

// An edge between nodes of one row is bent, so that it goes around those between them.
static bool bends(const picture *p, const mw_layout_edge *e)
{
    const mw_layout_node *a = &p->l->nodes[e->from], *b = &p->l->nodes[e->to];
    return p->l->way != MW_LAYOUT_STRESS && a->layer == b->layer &&
           fabs(a->x - b->x) + fabs(a->y - b->y) > 1.5;
}

static void draw_head(const picture *p, double fx, double fy, double x, double y)
{
    double dx = x - fx, dy = y - fy, length = sqrt(dx * dx + dy * dy), size = p->radius * 0.9;
    if (length < 1e-9)
        return;
    dx /= length;
    dy /= length;
    x -= dx * p->radius * 1.15;
    y -= dy * p->radius * 1.15;
    const double xy[] = {x,
                         y,
                         x - size * (dx + dy * 0.45),
                         y - size * (dy - dx * 0.45),
                         x - size * (dx - dy * 0.45),
                         y - size * (dy + dx * 0.45)};
    mw_draw_polygon(p->scene, (mw_ink){.role = MW_ROLE_EDGE}, xy, 3);
}

static void draw_edges(const picture *p)
{
    const mw_layout *l = p->l;
    bool detailed = l->edge_count <= DETAILED;
    const mw_ink ink = {.role = MW_ROLE_EDGE,
                        .width = (detailed ? 1.0 : 0.6) * p->pixel,
                        .fade = detailed                ? 0.35
                                : l->edge_count < 20000 ? 0.6
                                                        : 0.75};
    for (uint32_t i = 0; i < l->edge_count && !p->scene->failed; i++) {
        const mw_layout_edge *e = &l->edges[i];
        double xy[18] = {x_of(p, e->from), y_of(p, e->from), x_of(p, e->to), y_of(p, e->to)};
        unsigned points = 2;
        if (detailed && bends(p, e)) {
            double dx = xy[2] - xy[0], dy = xy[3] - xy[1], out = fabs(dx + dy) < 4 ? 0.3 : 0.2;
            double mx = (xy[0] + xy[2]) / 2 + dy * out, my = (xy[1] + xy[3]) / 2 + dx * out;
            double ax = xy[0], ay = xy[1], bx = xy[2], by = xy[3];
            for (points = 0; points < 9; points++) {
                double t = points / 8.0, u = 1 - t;
                xy[2 * points] = u * u * ax + 2 * u * t * mx + t * t * bx;
                xy[2 * points + 1] = u * u * ay + 2 * u * t * my + t * t * by;
            }
        }
        mw_draw_line(p->scene, ink, xy, points);
    }
    for (uint32_t i = 0; detailed && i < l->edge_count; i++) {
        const mw_layout_edge *e = &l->edges[i];
        if (!e->both && !bends(p, e))
            draw_head(p, x_of(p, e->from), y_of(p, e->from), x_of(p, e->to), y_of(p, e->to));
    }
}

static void draw_way(const picture *p)
{
    const mw_ink ink = {.role = MW_ROLE_PATH, .width = fmax(p->radius, 2 * p->pixel)};
    uint32_t before = MW_FAR;
    for (uint32_t i = 0; i < p->of.way_count; i++) {
        uint32_t node = p->l->node_of[p->of.way[i]];
        if (node == MW_FAR)
            continue;
        if (before != MW_FAR && before != node)
            mw_draw_line(p->scene, ink,
                         (double[]){x_of(p, before), y_of(p, before), x_of(p, node), y_of(p, node)},
                         2);
        before = node;
    }
}

// ---- nodes

static mw_ink ink_of(const picture *p, uint32_t value)
{
    if (value == MW_FAR)
        return (mw_ink){.role = MW_ROLE_START};
    return (mw_ink){.role = MW_ROLE_VALUE, .cell = 1 + shade_of(p, value) * 1000 / (SHADES - 1)};
}

static void draw_start(const picture *p, double x, double y, double r)
{
    const double xy[] = {x, y - 1.5 * r, x + 1.4 * r, y + r, x - 1.4 * r, y + r};
    mw_draw_polygon(p->scene, (mw_ink){.role = MW_ROLE_LABEL}, xy, 3);
}

static void draw_goal(const picture *p, double x, double y, double r)
{
    mw_draw_circle(p->scene, (mw_ink){.role = MW_ROLE_MARK}, x, y, 1.5 * r);
    mw_draw_circle(p->scene, (mw_ink){.role = MW_ROLE_GOAL, .width = 0.35 * r}, x, y, 1.5 * r);
    mw_draw_circle(p->scene, (mw_ink){.role = MW_ROLE_GOAL}, x, y, 0.8 * r);
}

static void draw_must(const picture *p, double x, double y, double r, uint32_t value)
{
    mw_draw_rect(p->scene, (mw_ink){.role = MW_ROLE_LABEL}, x - 1.3 * r, y - 1.3 * r, 2.6 * r,
                 2.6 * r);
    mw_draw_rect(p->scene, ink_of(p, value), x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r);
}

static void draw_nodes(const picture *p)
{
    const mw_layout *l = p->l;
    for (unsigned ring = 0; ring < 2; ring++) // dead ones, and what is in the middle of them
        for (uint32_t i = 0; i < l->node_count && p->keys[i] >> 48 == DEAD; i++) {
            uint32_t node = (uint32_t)p->keys[i];
            double r = radius_of(p, size_of(l->nodes[node].states));
            mw_ink ink = !ring                      ? (mw_ink){.role = MW_ROLE_FOE}
                         : p->value[node] == MW_FAR ? (mw_ink){.role = MW_ROLE_MARK}
                                                    : ink_of(p, p->value[node]);
            mw_draw_circle(p->scene, ink, x_of(p, node), y_of(p, node), ring ? 0.55 * r : r);
        }
    for (uint32_t i = 0; i < l->node_count; i++) {
        uint32_t node = (uint32_t)p->keys[i];
        bool marked = p->must[node] || p->nodes[node].start || p->nodes[node].goal;
        if (p->keys[i] >> 48 != DEAD && !marked)
            mw_draw_circle(p->scene, ink_of(p, p->value[node]), x_of(p, node), y_of(p, node),
                           radius_of(p, size_of(l->nodes[node].states)));
    }
    double r = fmax(p->radius, 3 * p->pixel); // marks are seen in large graphs, too
    for (uint32_t i = 0; i < l->node_count; i++)
        if (p->must[i] && !p->nodes[i].start && !p->nodes[i].goal)
            draw_must(p, x_of(p, i), y_of(p, i), r, p->value[i]);
    for (uint32_t i = 0; i < l->node_count; i++) {
        if (p->nodes[i].goal)
            draw_goal(p, x_of(p, i), y_of(p, i), r);
        if (p->nodes[i].start)
            draw_start(p, x_of(p, i), y_of(p, i), r);
    }
}

// ---- legend: a row below the picture, several where it is narrow

typedef struct pen {
    const picture *p;
    double x, y, from, to; // the next item; left and right end of a row
    bool draws;            // false: only finds out how many rows there are
} pen;

static double text_width(const pen *n, const char *text)
{
    return (double)strlen(text) * 0.68 * TEXT * n->p->pixel;
}

static void write_text(pen *n, const char *text)
{
    double width = text_width(n, text);
    if (n->draws)
        mw_draw_text(n->p->scene, (mw_ink){.role = MW_ROLE_LABEL}, n->x + width / 2, n->y,
                     0.7 * TEXT * n->p->pixel, text);
    n->x += width + 0.5 * TEXT * n->p->pixel;
}

// Begins a new row if there is no room for an item of this width.
static void begin_item(pen *n, double width)
{
    if (n->x > n->from && n->x + width > n->to) {
        n->x = n->from;
        n->y += 1.8 * TEXT * n->p->pixel;
    }
}

enum { ITEM_START, ITEM_GOAL, ITEM_DEAD, ITEM_MUST, ITEM_WAY, ITEMS };

static void draw_item(pen *n, unsigned item)
{
    static const char *const words[] = {"start", "goal", "dead end", "must pass", "moves made"};
    double em = TEXT * n->p->pixel, r = 0.36 * em;
    begin_item(n, text_width(n, words[item]) + 2 * em);
    double x = n->x + 0.6 * em, y = n->y;
    n->x += 1.7 * em;
    if (n->draws && item == ITEM_START)
        draw_start(n->p, x, y, r);
    if (n->draws && item == ITEM_GOAL)
        draw_goal(n->p, x, y, r);
    if (n->draws && item == ITEM_MUST)
        draw_must(n->p, x, y, r, n->p->of.colouring == MW_COLOUR_NONE ? MW_FAR : 0);
    if (n->draws && item == ITEM_DEAD) {
        mw_draw_circle(n->p->scene, (mw_ink){.role = MW_ROLE_FOE}, x, y, r);
        mw_draw_circle(n->p->scene, (mw_ink){.role = MW_ROLE_MARK}, x, y, 0.55 * r);
    }
    if (n->draws && item == ITEM_WAY)
        mw_draw_line(n->p->scene, (mw_ink){.role = MW_ROLE_PATH, .width = 0.3 * em},
                     (double[]){x - 0.5 * em, y, x + 0.5 * em, y}, 2);
    write_text(n, words[item]);
    n->x += em;
}

static void draw_scale(pen *n)
{
    static const char *const words[] = {"to the goal", "from start", "expanded", ""};
    const picture *p = n->p;
    double em = TEXT * p->pixel, width = 5 * em;
    char most[12];
    snprintf(most, sizeof most, "%u", p->most);
    begin_item(n, text_width(n, words[p->of.colouring]) + text_width(n, most) + width + 3 * em);
    write_text(n, words[p->of.colouring]);
    write_text(n, p->of.colouring == MW_COLOUR_ORDER ? "1" : "0");
    for (unsigned i = 0; n->draws && i < SHADES; i++)
        mw_draw_rect(p->scene, (mw_ink){.role = MW_ROLE_VALUE, .cell = 1 + i * 1000 / (SHADES - 1)},
                     n->x + width * i / SHADES, n->y - 0.4 * em, width / SHADES * 1.1, 0.8 * em);
    n->x += width + 0.5 * em;
    if (p->of.colouring == MW_COLOUR_ORDER)
        snprintf(most, sizeof most, "%u", p->most + 1);
    write_text(n, most);
    n->x += em;
}

// Writes the legend, or only finds the last line of it.
static double draw_legend(const picture *p, double y, bool draws)
{
    bool shown[ITEMS] = {[ITEM_START] = true,
                         [ITEM_DEAD] = p->l->node_count && p->keys[0] >> 48 == DEAD,
                         [ITEM_MUST] = p->of.must_count > 2, // besides the start and the goal
                         [ITEM_WAY] = p->of.way_count > 1};
    char text[12];
    double em = TEXT * p->pixel;
    pen n = {.p = p, .x = em, .y = y, .from = em, .to = p->scene->width - em, .draws = draws};
    for (uint32_t i = 0; i < p->l->node_count; i++)
        shown[ITEM_GOAL] |= p->nodes[i].goal;
    snprintf(text, sizeof text, "%u", p->l->drawn);
    begin_item(&n, 12 * em);
    write_text(&n, text);
    write_text(&n, p->l->drawn == 1 ? "state" : "states");
    if (p->l->joined) {
        snprintf(text, sizeof text, "in %u", p->l->node_count);
        write_text(&n, text);
        write_text(&n, "dots");
    }
    n.x += em;
    for (unsigned item = 0; item < ITEMS; item++)
        if (shown[item])
            draw_item(&n, item);
    if (p->of.colouring != MW_COLOUR_NONE)
        draw_scale(&n);
    return n.y;
}

// ---- the whole

static void measure(picture *p)
{
    double side = fmax(fmax(p->l->width, p->l->height), 4),
           usual = p->l->node_count > MANY ? USUAL_MANY : USUAL;
    double scale = p->of.scale > 0 ? p->of.scale : fmin(usual / side, NEAREST);
    p->pixel = 1 / scale;
    p->radius = fmax(0.26, 1.1 * p->pixel);
    double margin = fmax(3 * p->radius, 12 * p->pixel);
    p->top = margin;
    p->scene->width = fmax(p->l->width + 2 * margin, 360 * p->pixel);
    p->left = (p->scene->width - p->l->width) / 2;
    p->high = p->l->height + 2 * margin;
}

bool mw_graph_scene(const mw_graph_picture *options, mw_scene *scene, double *scale)
{
    picture p = {
        .l = options->layout, .scene = scene, .work = {.budget = {.limit = options->most}}};
    MW_TAKE_OPTIONS(mw_graph_picture, &p.of, options, most);
    *scene = (mw_scene){.most = p.of.most, .joins = true};
    scene->failed = mw_stopping() || !look(&p);
    if (!scene->failed) {
        measure(&p);
        *scale = 1 / p.pixel;
        double line = p.high + 0.5 * TEXT * p.pixel;
        scene->height = draw_legend(&p, line, false) + 1.2 * TEXT * p.pixel;
        draw_edges(&p);
        draw_way(&p);
        draw_nodes(&p);
        draw_legend(&p, line, true);
    }
    mw_layout_drop(&p.work, 0);
    if (scene->failed)
        mw_scene_free(scene);
    return !scene->failed;
}
