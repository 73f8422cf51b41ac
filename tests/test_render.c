// test_render.c: pictures: SVG byte for byte as it was looked at; and that every kind draws every
// state without harm.
#include "mazewright/scene.h"
#include "support.h"

#include <cairo.h>
#include <math.h>
#include <unistd.h>

static const struct {
    const char *file, *maze, *options;
} pictures[] = {
    {"rook.svg", "puzzles/rook/01.rook", "--solution"},
    {"die.svg", "puzzles/die/01.die", "--solution --theme print"},
    {"theseus.svg", "puzzles/theseus/05.theseus", ""},
    {"bloxorz.svg", "puzzles/bloxorz/09.bloxorz", "--distances --theme dark"},
    {"marble.svg", "marble:4x4#7", ""},
    {"marble-space.svg", "marble:3x3x3,outer#7", ""},
};

// After a wanted change of a picture: run this test with PICTURES=write, and look at them.
TEST(pictures_are_as_they_were_looked_at)
{
    for (size_t i = 0; i < COUNT(pictures); i++) {
        const char *file = pictures[i].file, *to = getenv("PICTURES") ? "tests/pictures" : "%s";
        const char *name = formatted("tests/pictures/%s", file);
        const char *command =
            formatted("render %s %s -o %s/%s", pictures[i].maze, pictures[i].options, to, file);
        assert_int_equal(run_command(command, NULL, NULL), 0);
        scoped_text *is =
            getenv("PICTURES") ? read_file(SOURCE_DIR, name) : read_file(scratch(), file);
        scoped_text *was = read_file(SOURCE_DIR, name);
        assert_non_null(is);
        assert_non_null(was);
        if (strcmp(is, was))
            fail_msg("%s looks different", name);
    }
}

// Mean difference of two pictures' bytes, of 255; fails unless they are of one size.
static double picture_difference(const char *one, const char *other)
{
    cairo_surface_t *a = cairo_image_surface_create_from_png(one),
                    *b = cairo_image_surface_create_from_png(other);
    assert_int_equal(cairo_surface_status(a), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_surface_status(b), CAIRO_STATUS_SUCCESS);
    int stride = cairo_image_surface_get_stride(a), h = cairo_image_surface_get_height(a);
    assert_int_equal(stride, cairo_image_surface_get_stride(b));
    assert_int_equal(h, cairo_image_surface_get_height(b));
    const unsigned char *p = cairo_image_surface_get_data(a), *q = cairo_image_surface_get_data(b);
    double sum = 0;
    for (int i = 0; i < stride * h; i++)
        sum += abs(p[i] - q[i]);
    cairo_surface_destroy(a);
    cairo_surface_destroy(b);
    return sum / (stride * h);
}

// Fonts and their edges differ from machine to machine; the rest does not.
TEST(pngs_are_much_as_they_were)
{
    for (size_t i = 0; i < COUNT(pictures); i++) {
        const char *is = scratch_path("picture.png");
        bool write = getenv("PICTURES");
        const char *was = formatted("%s/tests/pictures/%.*s.png", SOURCE_DIR,
                                    (int)strlen(pictures[i].file) - 4, pictures[i].file);
        const char *command = formatted("render %s %s --scale 24 -o %s", pictures[i].maze,
                                        pictures[i].options, write ? was : is);
        assert_int_equal(run_command(command, NULL, NULL), 0);
        double difference = write ? 0 : picture_difference(is, was);
        if (difference > 4)
            fail_msg("%s differs by %g of 255 on average", was, difference);
    }
    // And the measure tells pictures apart.
    if (!getenv("PICTURES")) {
        assert_int_equal(
            run_command("render puzzles/rook/02.rook --solution --scale 24 -o %s/other.png", NULL,
                        NULL),
            0);
        assert_true(picture_difference(scratch_path("other.png"),
                                       SOURCE_DIR "/tests/pictures/rook.png") > 4);
    }
}

// Every state that can be reached, of a random maze of each kind.
TEST(every_state_can_be_drawn)
{
    static const char *const ids[] = {"rook:6x4,queen#1",
                                      "die:5x5#3",
                                      "theseus:5x5,exit=door#2",
                                      "theseus:4x4#1",
                                      "bloxorz:7x6,soft=1,splits=1#3",
                                      "marble:5x4#2",
                                      "marble:3x3x3#1",
                                      "marble:3x4x3,outer,orientations=24#1"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
        for (uint32_t s = 0; s < g->reachable && s < 300; s++) {
            mw_state at;
            scoped(mw_scene_free) mw_scene scene = {0};
            double x, y;
            mw_graph_state(g, s, &at);
            assert_true(mw_scene_draw(&scene, m, &at));
            assert_true(scene.shape_count > 5 && scene.width > 1 && scene.height > 1);
            for (uint32_t p = 0; p < 2 * scene.point_count; p++) {
                double most = p % 2 ? scene.height : scene.width;
                assert_true(scene.points[p] >= 0 && scene.points[p] <= most);
            }
            m->kind->view->place(m, &at, &x, &y);
            assert_true(x > 0 && y > 0 && x < scene.width && y < scene.height);
            scoped_text *svg = mw_scene_svg(&scene, &(mw_style){.scale = 20});
            assert_non_null(strstr(svg, "</svg>"));
        }
    }
}

// A block that rolls over tiles: the picture is as large as the tiles and what may stand on them,
// also where the text of the maze has much more room, and never changes its size.
TEST(pictures_have_no_empty_surroundings)
{
    static const char *const files[] = {"puzzles/bloxorz/09.bloxorz", "puzzles/bloxorz/31.bloxorz"};
    for (size_t i = 0; i < COUNT(files); i++) {
        scoped_maze *m = maze_of_file(files[i]);
        scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
        double width = 0, height = 0;
        for (uint32_t s = 0; s < g->reachable && s < 50; s++) {
            mw_state at;
            scoped(mw_scene_free) mw_scene scene = {0};
            double left = INFINITY, right = 0, bottom = 0, top = INFINITY;
            mw_graph_state(g, s, &at);
            assert_true(mw_scene_draw(&scene, m, &at));
            for (uint32_t p = 0; p < scene.point_count; p++) {
                left = fmin(left, scene.points[2 * p]);
                right = fmax(right, scene.points[2 * p]);
                top = fmin(top, scene.points[2 * p + 1]);
                bottom = fmax(bottom, scene.points[2 * p + 1]);
            }
            assert_true(left < 0.3 && right > scene.width - 0.3 && bottom > scene.height - 0.3);
            assert_true(top < 2);
            assert_true(!s || (width == scene.width && height == scene.height));
            width = scene.width;
            height = scene.height;
        }
    }
}

TEST(files_of_each_form_are_written)
{
    static const struct {
        const char *name, *begins;
    } forms[] = {{"form.png", "\x89PNG"}, {"form.pdf", "%PDF"}, {"form.gif", "GIF8"}};
    for (size_t i = 0; i < COUNT(forms); i++) {
        const char *path = scratch_path(forms[i].name);
        const char *command = formatted("render puzzles/bloxorz/25.bloxorz --solution -o %s", path);
        assert_int_equal(run_command(command, NULL, NULL), 0);
        size_t length;
        scoped_text *bytes = bytes_of(path, &length);
        assert_memory_equal(bytes, forms[i].begins, 4);
    }
}

// Cells from which there is no way are shaded, and only those.
TEST(dead_cells_are_shaded)
{
    static const struct {
        const char *id;
        bool dead;
    } rows[] = {{"rook:5x5#1", true}, {"die:4x4#2", false}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *command = formatted("render %s --dead -o %%s/dead.svg", rows[i].id);
        assert_int_equal(run_command(command, NULL, NULL), 0);
        scoped_text *svg = read_file(scratch(), "dead.svg");
        assert_int_equal(strstr(svg, "#a03a22\" fill-opacity=\"0.4\"") != NULL, rows[i].dead);
    }
}

TEST(charts_keep_their_data)
{
    static const char simulate[] = "simulate --agent heuristic,complete --summary -q --chart "
                                   "%s/chart.svg marble:3x3x3#201 marble:3x3x3#202";
    scoped_text *err = NULL;
    assert_in_range(run_command(simulate, NULL, &err), 0, 1); // some maze may be unsolvable
    scoped_text *data = read_file(scratch(), "chart.tsv");
    scoped_text *picture = read_file(scratch(), "chart.svg");
    assert_non_null(strstr(data, "\n\"complete\"\t"));
    assert_non_null(strstr(picture, "complete"));
    assert_non_null(strstr(picture, "xmlns=\"http://www.w3.org/2000/svg\""));
    static const command_case rows[] = {
        {"simulate --summary --chart chart.png marble:3x3#1", 2, "", "must end in .svg"},
        {"simulate --summary --chart /nowhere/c.svg marble:3x3#1", 5, "", "c.svg: cannot write"},
        {"simulate --chart c.svg marble:3x3#1", 2, "", "add --summary"},
    };
    expect_answers(rows, COUNT(rows));
}

// The search is done in a few milliseconds, the frames would take many seconds.
TEST(animations_heed_the_limit_of_time)
{
#define LONG_DIE "'die:200x200,obstacles=20#1' --limit-seconds 1"
    static const command_case rows[] = {
        {"solve --json " LONG_DIE, 0, "\"outcome\":\"solved\"", ""},
        {"render --scale 10 -o %s/late.gif " LONG_DIE, 4, "", "stopped at the limit: seconds"},
    };
    expect_answers(rows, COUNT(rows));
    scoped_text *left = run_shell("ls -A %s | grep late || true", scratch());
    assert_string_equal(left, "");
}

TEST(the_verb_answers)
{
    static const command_case rows[] = {
        {"render rook:3x3#1", 0, "rook 3x3", ""}, // not a terminal: plain
        {"render rook:3x3#1 -o x.bmp", 2, "", "must end in .svg, .png, .pdf or .gif"},
        {"render rook:3x3#1 --theme pink", 2, "",
         "did you mean 'print'? It is one of light dark print"},
        {"render null:5x1#1 -o %s/x.svg", 2, "", "have no picture"},
        {"render rook:3x3#1 rook:3x3#2 -o %s/x.svg", 2, "", "name a folder for several"},
        {"render rook:3x3#1 -o /nowhere/x.svg", 5, "", "check its folder"},
        {"render rook:36x36#1 --scale 1000 -o %s/x.png", 2, "", "take a smaller --scale"},
        {"render rook:3x3#1 --scale 0", 2, "", "--scale 0: write a number from 2"},
    };
    expect_answers(rows, COUNT(rows));
}
