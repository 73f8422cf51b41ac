// test_animate.c: moves under way: what happens in between is what the rules say. That they begin
// and end as the picture at rest is a law of every kind.
#include "core/math.h"
#include "kinds/marble/marble.h"
#include "mazewright/scene.h"
#include "support.h"

#include <math.h>

static bool near(double a, double b, double most)
{
    return fabs(a - b) <= most;
}

TEST(turns_are_those_of_the_c_library)
{
    double quarter = acos(0);
    for (int i = -900; i <= 900; i++) {
        double x = i * 0.01;
        assert_true(near(mw_sin_quarters(x), sin(x * quarter), 4e-15));
        assert_true(near(mw_cos_quarters(x), cos(x * quarter), 4e-15));
    }
    for (int n = -8; n <= 8; n++) {
        static const double sines[4] = {0, 1, 0, -1};
        assert_true(mw_sin_quarters(n) == sines[n & 3]);
        assert_true(mw_cos_quarters(n) == sines[(n + 1) & 3]);
    }
}

// A scene of a move out of the state that `moves` lead to.
static mw_scene moment(const mw_maze *m, const char *moves, const char *move, double t)
{
    uint16_t *actions, action = 0;
    mw_error e;
    mw_state s;
    mw_scene scene;
    long n = mw_moves_parse(m->kind, moves, &actions, &e);
    assert_true(n >= 0 && mw_replay(m, actions, (size_t)n, &s, NULL, NULL) == (size_t)n);
    while (strcmp(m->kind->rules->actions[action].word, move))
        action++;
    if (!mw_scene_draw_move(&scene, m, &s, action, t))
        fail_msg("%s is not legal after '%s'", move, moves);
    free(actions);
    return scene;
}

// The first circle of a role, which is there or not.
static const mw_shape *circle_of(const mw_scene *s, mw_role role)
{
    for (uint32_t i = 0; i < s->shape_count; i++)
        if (s->shapes[i].type == MW_CIRCLE && s->shapes[i].ink.role == role)
            return &s->shapes[i];
    return NULL;
}

typedef struct sight {
    const char *maze, *moves, *move;
    double t;
    mw_role role;
    double x, y; // in cells; negative: nobody is there
} sight;

// Where circles are, in cells, in pictures with a margin.
static void check_sights(double margin, const sight *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        scoped_maze *m = maze_of_text(NULL, rows[i].maze);
        scoped(mw_scene_free) mw_scene scene = moment(m, rows[i].moves, rows[i].move, rows[i].t);
        const mw_shape *c = circle_of(&scene, rows[i].role);
        if (rows[i].x < 0 ? c != NULL
                          : !c || !near(c->x, margin + rows[i].x + 0.5, 1e-9) ||
                                !near(c->y, margin + rows[i].y + 0.5, 1e-9))
            fail_msg("row %zu: it is at %g %g", i, c ? c->x - margin - 0.5 : -1,
                     c ? c->y - margin - 0.5 : -1);
    }
}

TEST(a_rook_jumps_in_a_straight_line)
{
    static const char maze[] = "rook 4x4\n[3] 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 G\n";
    static const sight rows[] = {{maze, "", "R", 0.5, MW_ROLE_HERO, 1.5, 0},
                                 {maze, "", "D", 1 / 3.0, MW_ROLE_HERO, 0, 1}};
    check_sights(0.3, rows, COUNT(rows));
    scoped_maze *m = maze_of_text(NULL, maze);
    scoped(mw_scene_free) mw_scene low = moment(m, "", "R", 0), high = moment(m, "", "R", 0.5);
    assert_true(circle_of(&high, MW_ROLE_HERO)->size > circle_of(&low, MW_ROLE_HERO)->size + 0.1);
}

#define CORRIDOR                                                                                   \
    "theseus 5x1\n+---+---+---+---+---+\n| M           T   X |\n+---+---+---+---+---+\n"
#define HALL(options)                                                                              \
    "theseus 3x3" options                                                                          \
    "\n+---+---+---+\n| M         |\n+   +   +   +\n| X         |\n+   +   + "                     \
    "  +\n|         T |\n+---+---+---+\n"
#define WAY_OUT "theseus 3x1\n+---+---+---+\n| M |   | T   X\n+---+---+---+\n"
#define CRUSHED                                                                                    \
    "theseus 5x1\n+---+---+---+---+---+\n|     M       T   X |\n+---+---+---+---+---+\nblock 1 1 " \
    "RL\n"

TEST(theseus_steps_once_and_the_minotaur_twice)
{
    const double third = 1 / 3.0;
    const sight rows[] = {
        {CORRIDOR, "", "W", third, MW_ROLE_FOE, 0, 0},
        {CORRIDOR, "", "W", 0.5, MW_ROLE_FOE, 0.5, 0},
        {CORRIDOR, "", "W", 2 * third, MW_ROLE_FOE, 1, 0},
        {CORRIDOR, "", "W", 2.5 * third, MW_ROLE_FOE, 1.5, 0},
        {CORRIDOR, "", "W", 1, MW_ROLE_FOE, 2, 0},
        {CORRIDOR, "", "L", third / 2, MW_ROLE_HERO, 2.5, 0},
        {CORRIDOR, "", "L", third, MW_ROLE_HERO, 2, 0},
        {CORRIDOR, "", "L", 1, MW_ROLE_FOE, 2.2, 0}, // caught: one sees both
        {CORRIDOR, "", "L", 1, MW_ROLE_HERO, 1.78, 0},
        {CORRIDOR, "", "R", 1, MW_ROLE_FOE, 0, 0}, // a win on arrival: nobody answers
        {HALL(""), "", "W", 2 * third, MW_ROLE_FOE, 1, 0},
        {HALL(""), "", "W", 1, MW_ROLE_FOE, 2, 0},
        {HALL(" order=vh"), "", "W", 2 * third, MW_ROLE_FOE, 0, 1},
        {HALL(" order=vh"), "", "W", 1, MW_ROLE_FOE, 0, 2},
        {HALL(""), "", "U", 2 * third, MW_ROLE_FOE, 1, 0},
        {HALL(""), "", "U", 1, MW_ROLE_HERO, 2, 1},
        {WAY_OUT, "", "R", third / 2, MW_ROLE_HERO, 2.5, 0}, // in the door
        {WAY_OUT, "", "R", 1, MW_ROLE_HERO, 3, 0},
        {CRUSHED, "", "W", third / 4, MW_ROLE_FOE, 1, 0},
        {CRUSHED, "", "W", 1, MW_ROLE_FOE, -1, 0},
    };
    check_sights(0.75, rows, COUNT(rows));
    scoped_maze *m = maze_of_text(NULL, CRUSHED);
    scoped(mw_scene_free) mw_scene scene = moment(m, "", "W", third * 3 / 4);
    double fade = circle_of(&scene, MW_ROLE_FOE)->ink.fade;
    assert_true(near(fade, 0.5, 1e-9)); // the block is half over him
}

// Has the other scene a circle like this one?
static bool has_circle(const mw_scene *s, const mw_shape *c, double most)
{
    for (uint32_t i = 0; i < s->shape_count; i++) {
        const mw_shape *d = &s->shapes[i];
        if (d->type == MW_CIRCLE && d->ink.role == c->ink.role && near(d->x, c->x, most) &&
            near(d->y, c->y, most) && near(d->size, c->size, most))
            return true;
    }
    return false;
}

// Has it a face with the same corners, wherever one begins to go round, and shade?
static bool has_face(const mw_scene *s, const double *corners, const mw_shape *face, double most)
{
    for (uint32_t i = 0; i < s->shape_count; i++) {
        const mw_shape *f = &s->shapes[i];
        if (f->type != MW_POLYGON || f->ink.role != face->ink.role ||
            f->ink.shade != face->ink.shade || f->count != face->count)
            continue;
        uint32_t found = 0;
        for (uint32_t p = 0; p < f->count; p++)
            for (uint32_t q = 0; q < f->count; q++)
                found += near(s->points[2 * (f->first + p)], corners[2 * q], most) &&
                         near(s->points[2 * (f->first + p) + 1], corners[2 * q + 1], most);
        if (found == f->count)
            return true;
    }
    return false;
}

static unsigned faces_of(const mw_scene *s)
{
    unsigned faces = 0;
    for (uint32_t i = 0; i < s->shape_count; i++)
        faces += s->shapes[i].type == MW_POLYGON && s->shapes[i].ink.role == MW_ROLE_HERO;
    return faces;
}

// Just before the end of a roll the same faces show in the same places as after it, and as many.
static void check_arrival(const char *name, const mw_maze *m, const mw_state *from,
                          const mw_edge *e, bool begin)
{
    scoped(mw_scene_free) mw_scene moving = {0}, rest = {0};
    assert_true(mw_scene_draw_move(&moving, m, from, e->action, begin ? 1e-5 : 1 - 1e-5));
    assert_true(mw_scene_draw(&rest, m, begin ? from : &e->to));
    bool same = faces_of(&moving) == faces_of(&rest);
    for (uint32_t i = 0; same && i < moving.shape_count; i++) {
        const mw_shape *k = &moving.shapes[i];
        same = k->type == MW_CIRCLE    ? has_circle(&rest, k, 1e-3)
               : k->type == MW_POLYGON ? has_face(&rest, moving.points + 2 * k->first, k, 1e-3)
                                       : true;
    }
    if (!same)
        fail_msg("%s, %s: jumps at its %s", name, m->kind->rules->actions[e->action].word,
                 begin ? "beginning" : "end");
}

TEST(solids_roll_without_jumping)
{
    static const char *const ids[] = {"die:4x4,obstacles=0,never=none,goal=any#1",
                                      "bloxorz:6x5,floor=100,fragile=0#1",
                                      "bloxorz:4x7,floor=100,fragile=0#2"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        scoped_graph *g = mw_graph_build(m, true, NULL, NULL);
        for (uint32_t s = 0; s < g->states; s++) {
            mw_state at;
            mw_edge edges[MW_EDGES_MAX];
            mw_graph_state(g, s, &at);
            unsigned n = m->kind->rules->expand(m, &at, edges);
            for (unsigned k = 0; k < n; k++) {
                check_arrival(ids[i], m, &at, &edges[k], true);
                if (edges[k].status == MW_OPEN)
                    check_arrival(ids[i], m, &at, &edges[k], false);
            }
        }
    }
}

// Which faces show is told by their pips. Seen as the die is, its east face is hidden and its west
// face shows from an angle of 23.2 degrees on: atan(0.24 / 0.56).
TEST(a_tipping_die_shows_faces_that_meet)
{
    scoped_maze *m = maze_of_text("die", "...\n.S.\n..G\n");
    // Top 1, south 5, east 3; a roll to the east brings 4 on top, and 5 stays in front.
    for (int i = 0; i <= 20; i++) {
        scoped(mw_scene_free) mw_scene scene = moment(m, "", "E", i / 20.0);
        unsigned pips = 0, faces = 0;
        for (uint32_t k = 0; k < scene.shape_count; k++) {
            const mw_shape *s = &scene.shapes[k];
            pips += s->type == MW_CIRCLE && s->ink.role == MW_ROLE_MARK;
            faces += s->type == MW_POLYGON && s->ink.role == MW_ROLE_HERO;
        }
        assert_int_equal(faces, 3);
        assert_int_equal(pips, i * 90 / 20.0 < 23.2 ? 1 + 5 + 3 : 4 + 5 + 1);
    }
}

static unsigned heroes(const mw_scene *s, double *fade)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < s->shape_count; i++)
        if (s->shapes[i].ink.role == MW_ROLE_HERO) {
            *fade = s->shapes[i].ink.fade;
            n++;
        }
    return n;
}

// A block falls through a fragile tile or into the hole and is gone; a splitter makes two of it.
TEST(what_follows_a_roll_has_the_last_part_of_it)
{
    static const struct {
        const char *maze, *moves, *move;
        double t;
        unsigned faces;
        double fade; // of the last
    } rows[] = {
        {"Soo~oG\n", "R", "R", 0.69, 3, 0},
        {"Soo~oG\n", "R", "R", 0.85, 3, 0.5},
        {"Soo~oG\n", "R", "R", 1, 3, 1},
        {"SooG\n", "R", "R", 0.85, 3, 0},
        {"SooG\n", "R", "R", 1, 0, 0},
        {"Soo1ooG\n1 split 1,1 7,1\n", "R", "R", 0.85, 9, 0.5},
        {"Soo1ooG\n1 split 1,1 7,1\n", "R", "R", 1, 6, 0},
        {"Soo1ooG\n1 split 1,1 7,1\n", "R R", "a:R", 0.5, 6, 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_text("bloxorz", rows[i].maze);
        scoped(mw_scene_free) mw_scene scene = moment(m, rows[i].moves, rows[i].move, rows[i].t);
        double fade = 0;
        unsigned faces = heroes(&scene, &fade);
        if (faces != rows[i].faces || !near(fade, rows[i].fade, 1e-9))
            fail_msg("row %zu: %u faces of fade %g", i, faces, fade);
    }
}

static double bridge_fade(const mw_scene *s)
{
    double fade = -1; // not there
    for (uint32_t i = 0; i < s->shape_count; i++)
        if (s->shapes[i].ink.role == MW_ROLE_FLOOR && s->shapes[i].ink.tint)
            fade = s->shapes[i].ink.fade;
    return fade;
}

TEST(bridges_come_and_go_after_the_roll)
{
    static const struct {
        const char *maze;
        double t, fade;
    } rows[] = {
        {"So1aG\n1 soft toggle A\n", 0.6, -1},     {"So1aG\n1 soft toggle A\n", 0.775, 0.75},
        {"So1aG\n1 soft toggle A\n", 1, 0},        {"So1AG\n1 soft toggle A\n", 0.6, 0},
        {"So1AG\n1 soft toggle A\n", 0.775, 0.25}, {"So1AG\n1 soft toggle A\n", 1, -1},
        {"So1aG\n1 heavy toggle A\n", 0.9, -1},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_text("bloxorz", rows[i].maze);
        scoped(mw_scene_free) mw_scene scene = moment(m, "", "R", rows[i].t);
        if (!near(bridge_fade(&scene), rows[i].fade, 1e-9))
            fail_msg("row %zu: the bridge fades by %g", i, bridge_fade(&scene));
    }
}

// The marble keeps to its maze: it goes from cell to cell through openings only.
TEST(a_marble_crosses_no_wall)
{
    scoped_maze *m = maze_of_id("marble:6x5#4");
    scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
    unsigned crossed = 0;
    for (uint32_t s = 0; s < g->reachable; s++) {
        mw_state at;
        mw_edge edges[MW_EDGES_MAX];
        mw_graph_state(g, s, &at);
        unsigned n = g->status[s] == MW_OPEN ? m->kind->rules->expand(m, &at, edges) : 0;
        for (unsigned k = 0; k < n; k++) {
            int last = (int)m->kind->rules->cell(m, &at);
            for (int i = 0; i <= 200; i++) {
                scoped(mw_scene_free) mw_scene scene = {0};
                assert_true(mw_scene_draw_move(&scene, m, &at, edges[k].action, i / 200.0));
                const mw_shape *c = circle_of(&scene, MW_ROLE_HERO);
                int x = (int)floor(c->x - 0.4), y = (int)floor(m->h - (c->y - 0.4));
                int cell = y * m->w + x, low = cell < last ? cell : last, gap = abs(cell - last);
                assert_true(!gap || (gap == 1 && mw_marble_open(m, (uint32_t)low, X, true)) ||
                            (gap == m->w && mw_marble_open(m, (uint32_t)low, Y, true)));
                crossed += gap > 0;
                last = cell;
            }
            assert_int_equal(last, m->kind->rules->cell(m, &edges[k].to));
        }
    }
    assert_true(crossed > 20);
}
