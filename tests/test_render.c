// test_render.c: pictures: SVG byte for byte as it was looked at; and that every kind draws every
// state without harm.
#include "mazewright/scene.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
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
static void pictures_are_as_they_were_looked_at(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(pictures); i++) {
        char command[300], name[100], new[100];
        snprintf(name, sizeof name, "tests/pictures/%s", pictures[i].file);
        snprintf(new, sizeof new, "/tmp/mw-picture-%d.svg", (int)getpid());
        bool write = getenv("PICTURES");
        snprintf(command, sizeof command, "render %s %s -o %s", pictures[i].maze,
                 pictures[i].options, write ? name : new);
        assert_int_equal(run_command(command, NULL, NULL), 0);
        char *is = read_file(write ? SOURCE_DIR : "/tmp", write ? name : new + 5);
        char *was = read_file(SOURCE_DIR, name);
        assert_non_null(is);
        assert_non_null(was);
        if (strcmp(is, was))
            fail_msg("%s looks different", name);
        free(is);
        free(was);
        remove(new);
    }
}

// Every state that can be reached, of a random maze of each kind.
static void every_state_can_be_drawn(void **state)
{
    (void)state;
    static const char *const ids[] = {"rook:6x4,queen#1",
                                      "die:5x5#3",
                                      "theseus:5x5,exit=door#2",
                                      "theseus:4x4#1",
                                      "bloxorz:7x6,soft=1,splits=1#3",
                                      "marble:5x4#2",
                                      "marble:3x3x3#1",
                                      "marble:3x4x3,outer,orientations=24#1"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        mw_maze *m = maze_of_id(ids[i]);
        mw_graph *g = mw_graph_build(m, false, NULL, NULL);
        for (uint32_t s = 0; s < g->reachable && s < 300; s++) {
            mw_state at;
            mw_scene scene;
            double x, y;
            mw_graph_state(g, s, &at);
            assert_true(mw_scene_draw(&scene, m, &at));
            assert_true(scene.shape_count > 5 && scene.width > 1 && scene.height > 1);
            for (uint32_t p = 0; p < 2 * scene.point_count; p++) {
                double most = p % 2 ? scene.height : scene.width;
                assert_true(scene.points[p] >= 0 && scene.points[p] <= most);
            }
            m->kind->place(m, &at, &x, &y);
            assert_true(x > 0 && y > 0 && x < scene.width && y < scene.height);
            char *svg = mw_scene_svg(&scene, &(mw_style){.scale = 20});
            assert_non_null(strstr(svg, "</svg>"));
            free(svg);
            mw_scene_free(&scene);
        }
        mw_graph_free(g);
        mw_maze_free(m);
    }
}

static void files_of_each_form_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *name, *begins;
    } forms[] = {{"/tmp/mw-form.png", "\x89PNG"},
                 {"/tmp/mw-form.pdf", "%PDF"},
                 {"/tmp/mw-form.gif", "GIF8"}};
    for (size_t i = 0; i < COUNT(forms); i++) {
        char command[200], head[5] = "";
        snprintf(command, sizeof command, "render puzzles/bloxorz/25.bloxorz --solution -o %s",
                 forms[i].name);
        assert_int_equal(run_command(command, NULL, NULL), 0);
        FILE *f = fopen(forms[i].name, "rb");
        assert_non_null(f);
        assert_int_equal(fread(head, 1, 4, f), 4);
        fclose(f);
        assert_string_equal(head, forms[i].begins);
        remove(forms[i].name);
    }
}

static void the_verb_answers(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int code;
        const char *out, *err;
    } rows[] = {
        {"render rook:3x3#1", 0, "rook 3x3", ""}, // not a terminal: plain
        {"render rook:3x3#1 -o x.bmp", 2, "", "must end in .svg, .png, .pdf or .gif"},
        {"render rook:3x3#1 --theme pink", 2, "", "light, dark or print"},
        {"render null:5x1#1 -o /tmp/x.svg", 2, "", "have no picture"},
        {"render rook:3x3#1 rook:3x3#2 -o /tmp/x.svg", 2, "", "one maze at a time"},
        {"render rook:3x3#1 -o /nowhere/x.svg", 5, "", "check its folder"},
        {"render rook:3x3#1 --scale 0", 2, "", "--scale 0: write a number from 2"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *out, *err;
        int code = run_command(rows[i].arguments, &out, &err);
        if (code != rows[i].code || !strstr(out, rows[i].out) || !strstr(err, rows[i].err))
            fail_msg("%s: exit %d, out '%.80s', err '%s'", rows[i].arguments, code, out, err);
        free(out);
        free(err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_as_they_were_looked_at),
        cmocka_unit_test(every_state_can_be_drawn),
        cmocka_unit_test(files_of_each_form_are_written),
        cmocka_unit_test(the_verb_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
