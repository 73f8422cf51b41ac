// test_contrast.c: pictures can be read by everybody. In each theme what means one thing has three
// times the contrast of what means another and lies beside it; and no two things that a cell can
// hold differ in colour alone.
#include "core/text.h"
#include "mazewright/scene.h"
#include "support.h"

#include <math.h>
#include <string.h>

#define LEAST 3.0   // contrast, as the guidelines for accessible pages (WCAG) define it
#define NEAR  0.004 // how far on both sides of a border is looked, in cells
#define PAPER MW_ROLES

static const char *const mazes[] = {"puzzles/rook/05.rook",
                                    "puzzles/variants/queen.rook",
                                    "puzzles/die/05.die",
                                    "puzzles/variants/labels-after.die",
                                    "puzzles/theseus/05.theseus",
                                    "puzzles/theseus/01.theseus",
                                    "puzzles/variants/blocks.theseus",
                                    "puzzles/bloxorz/10.bloxorz",
                                    "puzzles/bloxorz/21.bloxorz",
                                    "puzzles/bloxorz/31.bloxorz",
                                    "puzzles/variants/rules-seed.bloxorz",
                                    "marble:4x4#7",
                                    "marble:3x3x3,outer#7"};

// ---- contrast

static double linear(double part)
{
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double contrast(mw_colour a, mw_colour b)
{
    double one = 0.2126 * linear(a.r) + 0.7152 * linear(a.g) + 0.0722 * linear(a.b),
           two = 0.2126 * linear(b.r) + 0.7152 * linear(b.g) + 0.0722 * linear(b.b);
    return (fmax(one, two) + 0.05) / (fmin(one, two) + 0.05);
}

static double distance_to(const double *a, const double *b, double x, double y)
{
    double dx = b[0] - a[0], dy = b[1] - a[1], length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length : 0;
    t = fmin(1, fmax(0, t));
    return hypot(a[0] + t * dx - x, a[1] + t * dy - y);
}

// Is a place so far from all points of a shape that it cannot lie in it?
static bool is_far(const mw_shape *k, const double *p, double x, double y)
{
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (uint32_t i = 0; i < k->count; i++) {
        left = p[2 * i] < left ? p[2 * i] : left;
        right = p[2 * i] > right ? p[2 * i] : right;
        top = p[2 * i + 1] < top ? p[2 * i + 1] : top;
        bottom = p[2 * i + 1] > bottom ? p[2 * i + 1] : bottom;
    }
    double w = k->ink.width;
    return x < left - w || x > right + w || y < top - w || y > bottom + w;
}

static bool covers(const mw_scene *s, const mw_shape *k, double x, double y)
{
    const double *p = s->points + 2 * (size_t)k->first;
    double apart = INFINITY, width = k->ink.width / 2;
    bool odd = false;
    if (k->type == MW_TEXT || (k->count && is_far(k, p, x, y)))
        return false;
    if (k->type == MW_CIRCLE) {
        double radius = hypot(x - k->x, y - k->y);
        return width > 0 ? fabs(radius - k->size) <= width : radius <= k->size;
    }
    for (uint32_t i = 0; i < k->count; i++) {
        const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % k->count);
        if (i + 1 < k->count || k->type == MW_POLYGON)
            apart = fmin(apart, distance_to(a, b, x, y));
        if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
            odd = !odd;
    }
    return width > 0 ? apart <= width : odd;
}

// The shape that one sees at a place; NULL: the paper. What is almost transparent is not seen.
static const mw_shape *seen_at(const mw_scene *s, double x, double y)
{
    for (uint32_t i = s->shape_count; i-- > 0;)
        if (s->shapes[i].ink.fade < 0.5 && covers(s, &s->shapes[i], x, y))
            return &s->shapes[i];
    return NULL;
}

static mw_colour colour_at(const mw_scene *s, const mw_style *style, double x, double y)
{
    mw_colour c = mw_style_paper(style);
    for (uint32_t i = 0; i < s->shape_count; i++)
        if (covers(s, &s->shapes[i], x, y)) {
            mw_colour over = mw_style_colour(style, &s->shapes[i].ink);
            c = (mw_colour){c.r + (over.r - c.r) * over.a, c.g + (over.g - c.g) * over.a,
                            c.b + (over.b - c.b) * over.a, 1};
        }
    return c;
}

static unsigned role_of(const mw_shape *k)
{
    return k ? k->ink.role : PAPER;
}

// Need these two not be told apart where they touch? Floors have lines around them, which are
// looked at below. Edges of glass run across whatever is in the glass.
static bool need_not(const mw_shape *a, const mw_shape *b)
{
    unsigned one = role_of(a), two = role_of(b);
    bool same = one == two && (!a || a->ink.tint == b->ink.tint);
    bool floor = (one == MW_ROLE_FLOOR && two == PAPER) || (one == PAPER && two == MW_ROLE_FLOOR);
    bool glass =
        (one == MW_ROLE_EDGE && a->ink.fade > 0) || (two == MW_ROLE_EDGE && b->ink.fade > 0);
    return same || (floor && !(a ? a : b)->ink.tint) || (glass && one != PAPER && two != PAPER);
}

typedef struct look {
    const mw_scene *scene;
    const mw_style *styles;
    size_t count; // of styles
    const char *name;
    unsigned checked;
} look;

static void check_pair(look *l, const mw_shape *a, const mw_shape *b, const double in[2],
                       const double out[2])
{
    for (size_t i = 0; i < l->count; i++) {
        mw_colour one = colour_at(l->scene, &l->styles[i], in[0], in[1]);
        mw_colour two = colour_at(l->scene, &l->styles[i], out[0], out[1]);
        l->checked++;
        if (contrast(one, two) < LEAST)
            fail_msg("%s, theme %d%s: %s beside %s at %.2f %.2f has a contrast of %.2f", l->name,
                     l->styles[i].theme, l->styles[i].heat ? " with distances" : "",
                     mw_role_name((mw_role)role_of(a)), b ? mw_role_name(b->ink.role) : "paper",
                     in[0], in[1], contrast(one, two));
    }
}

// Looks at both sides of a border of k that passes through x, y in the direction that is across dx,
// dy.
static void check_border(look *l, const mw_shape *k, double x, double y, double dx, double dy)
{
    for (int side = -1; side <= 1; side += 2) {
        double in[2] = {x - side * dx * NEAR, y - side * dy * NEAR},
               out[2] = {x + side * dx * NEAR, y + side * dy * NEAR};
        const mw_shape *other = seen_at(l->scene, out[0], out[1]);
        if (seen_at(l->scene, in[0], in[1]) == k && !need_not(k, other))
            check_pair(l, k, other, in, out);
    }
}

static void check_shape(look *l, const mw_shape *k)
{
    const double *p = l->scene->points + 2 * (size_t)k->first;
    double half = k->ink.width / 2;
    for (int side = -1; side <= (half > 0 ? 1 : -1); side += 2) {
        for (unsigned i = 0; k->type == MW_CIRCLE && i < 16; i++) {
            double angle = i * 0.4, dx = cos(angle), dy = sin(angle),
                   radius = k->size + side * half;
            check_border(l, k, k->x + dx * radius, k->y + dy * radius, dx, dy);
        }
        for (uint32_t i = 0; i + (k->type == MW_LINE) < k->count; i++) {
            const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % k->count);
            double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
            for (double t = 0.1; t < 1 && length > 0; t += 0.2)
                check_border(l, k, a[0] + dx * t - side * half * dy / length,
                             a[1] + dy * t + side * half * dx / length, -dy / length, dx / length);
        }
    }
}

static void check_text(look *l, const mw_shape *k)
{
    const double at[2] = {k->x, k->y};
    const mw_shape *below = seen_at(l->scene, at[0], at[1]);
    if (below && below > k)
        return; // it is hidden
    for (size_t i = 0; i < l->count; i++) {
        mw_colour ground = colour_at(l->scene, &l->styles[i], at[0], at[1]);
        if (contrast(mw_style_colour(&l->styles[i], &k->ink), ground) < LEAST)
            fail_msg("%s, theme %d: '%s' is hard to read", l->name, l->styles[i].theme, k->text);
        l->checked++;
    }
}

static void check_scene(look *l)
{
    for (uint32_t i = 0; i < l->scene->shape_count; i++) {
        const mw_shape *k = &l->scene->shapes[i];
        mw_colour around;
        if (k->type == MW_TEXT)
            check_text(l, k);
        else if (k->ink.fade < 0.5)
            check_shape(l, k);
        for (size_t s = 0; s < l->count; s++)
            if (k->ink.role == MW_ROLE_FLOOR && !k->ink.tint &&
                mw_style_outline(&l->styles[s], k, &around) > 0)
                assert_true(contrast(around, mw_style_colour(&l->styles[s], &k->ink)) >= LEAST);
    }
}

static mw_maze *maze_named(const char *name)
{
    return mw_is_id(name) ? maze_of_id(name) : maze_of_file(name);
}

// The states to look at: some that can be reached, and those in which the game is lost.
static void check_maze(const char *name)
{
    scoped_maze *m = maze_named(name);
    scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
    double *heat = mw_maze_heat(m, NULL, NULL);
    mw_style styles[2 * MW_THEMES];
    size_t count = 0;
    for (unsigned t = 0; t < MW_THEMES; t++) {
        styles[count++] = (mw_style){.theme = (mw_theme)t, .scale = 40};
        if (heat)
            styles[count++] = (mw_style){.theme = (mw_theme)t, .scale = 40, .heat = heat};
    }
    unsigned lost = 0;
    for (uint32_t i = 0, step = g->reachable / 4 + 1; i < g->reachable; i += lost < 2 ? 1 : step) {
        mw_state s;
        mw_edge edges[MW_EDGES_MAX];
        mw_graph_state(g, i, &s);
        unsigned n = g->status[i] == MW_OPEN ? m->kind->rules->expand(m, &s, edges) : 0;
        for (unsigned k = 0; k <= n; k++) {
            bool at_rest = k == n && i % step == 0, ends = k < n && edges[k].status == MW_LOST;
            if (!at_rest && !(ends && lost++ < 2))
                continue;
            scoped(mw_scene_free) mw_scene scene = {0};
            assert_true(mw_scene_draw(&scene, m, at_rest ? &s : &edges[k].to));
            look l = {.scene = &scene, .styles = styles, .count = count, .name = name};
            check_scene(&l);
            assert_true(l.checked > 10);
        }
    }
    free(heat);
}

TEST(what_lies_beside_each_other_can_be_told_apart)
{
    for (size_t i = 0; i < COUNT(mazes); i++)
        check_maze(mazes[i]);
}

TEST(walls_are_stronger_than_the_lines_between_cells_and_paths_are_seen)
{
    for (unsigned t = 0; t < MW_THEMES; t++) {
        const mw_style style = {.theme = (mw_theme)t, .scale = 40};
        mw_colour wall = mw_style_colour(&style, &(mw_ink){.role = MW_ROLE_WALL}),
                  grid = mw_style_colour(&style, &(mw_ink){.role = MW_ROLE_GRID}),
                  path = mw_style_colour(&style, &(mw_ink){.role = MW_ROLE_PATH}),
                  floor = mw_style_colour(&style, &(mw_ink){.role = MW_ROLE_FLOOR});
        assert_true(contrast(wall, grid) >= LEAST);
        assert_true(contrast(wall, floor) > contrast(grid, floor));
        assert_true(contrast(path, floor) >= LEAST);
    }
}

TEST(every_kind_with_pictures_is_looked_at)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        bool found = !MW_HAS(*k, view, draw);
        for (size_t i = 0; i < COUNT(mazes) && !found; i++) {
            scoped_maze *m = maze_named(mazes[i]);
            found = m->kind == *k;
        }
        if (!found)
            fail_msg("no maze of %s is looked at", (*k)->name);
    }
}

// ---- shapes

// Does something at x, y belong to this floor? An exit may lie outside, before its cell.
static bool belongs(const mw_scene *s, const mw_shape *floor, double x, double y)
{
    const double *p = s->points + 2 * (size_t)floor->first;
    bool outside = true;
    for (uint32_t i = 0; i < s->shape_count; i++)
        outside &= !s->shapes[i].ink.cell || !covers(s, &s->shapes[i], x, y);
    double middle_x = (p[0] + p[4]) / 2, middle_y = (p[1] + p[5]) / 2;
    return covers(s, floor, x, y) || (outside && hypot(x - middle_x, y - middle_y) < 1);
}

// What is drawn in a cell, without colours: the form of each shape and where it lies. Letters
// count as some letter only; walls belong to sides, not to cells.
static void write_forms(const mw_scene *s, const mw_shape *floor, mw_writer *w)
{
    const double *corner = s->points + 2 * (size_t)floor->first;
    for (uint32_t i = 0; i < s->shape_count; i++) {
        const mw_shape *k = &s->shapes[i];
        const double *p = s->points + 2 * (size_t)k->first;
        double x = k->x, y = k->y;
        for (uint32_t j = 0; j < k->count; j++) {
            x = (x * j + p[2 * j]) / (j + 1);
            y = (y * j + p[2 * j + 1]) / (j + 1);
        }
        if (k->ink.role == MW_ROLE_WALL || k->ink.role == MW_ROLE_EDGE || k == floor ||
            !belongs(s, floor, x, y))
            continue;
        mw_write(w, "%d %d %.2f %.2f", k->type, k->ink.width > 0, x - corner[0], y - corner[1]);
        for (uint32_t j = 0; j < 2 * k->count; j++)
            mw_write(w, " %.2f", p[j] - corner[j % 2]);
        mw_write(w, " %.2f;", k->size);
    }
}

typedef struct sight {
    char *means, *forms;
} sight;

// The cells of a maze that differ in what they mean or in how they look.
static size_t find_sights(const char *name, sight *sights, size_t count, size_t most)
{
    scoped_maze *m = maze_named(name);
    scoped(mw_scene_free) mw_scene scene = {0};
    mw_state s;
    m->kind->rules->start(m, &s);
    assert_true(mw_scene_draw(&scene, m, &s));
    for (uint32_t i = 0; i < scene.shape_count && count < most; i++) {
        const mw_shape *floor = &scene.shapes[i];
        mw_glyph g = {0};
        bool blocked = floor->ink.role == MW_ROLE_BLOCKED && floor->type == MW_POLYGON;
        if (!floor->ink.cell && !blocked)
            continue;
        if (!blocked)
            m->kind->view->glyph(m, &s, floor->ink.cell - 1, &g);
        mw_writer forms = {0};
        write_forms(&scene, floor, &forms);
        sights[count].means = strdup(blocked ? "blocked" : g.means ? g.means : "nothing");
        sights[count++].forms = forms.text ? forms.text : strdup("");
    }
    return count;
}

TEST(nothing_is_told_by_colour_alone)
{
    enum { MOST = 2000 };
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        sight *sights = calloc(MOST, sizeof *sights);
        size_t count = 0;
        for (size_t i = 0; i < COUNT(mazes); i++) {
            scoped_maze *m = maze_named(mazes[i]);
            if (m->kind == *k && m->d == 1)
                count = find_sights(mazes[i], sights, count, MOST);
        }
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < i; j++)
                if (strcmp(sights[i].means, sights[j].means) &&
                    !strcmp(sights[i].forms, sights[j].forms))
                    fail_msg("%s: '%s' and '%s' look the same but for colour: %s", (*k)->name,
                             sights[i].means, sights[j].means, sights[i].forms);
        for (size_t i = 0; i < count; i++) {
            free(sights[i].means);
            free(sights[i].forms);
        }
        free(sights);
    }
}
