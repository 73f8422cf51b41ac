// test_edit.c: what an editor does with whole mazes, for random mazes of every kind: other sizes,
// mirrors and turns; and the pictures of brushes.
#include "core/edit.h"
#include "mazewright/ask.h"
#include "support.h"

static const char *const families[] = {"rook:6x4",
                                       "rook:5x5,queen,no-u-turn",
                                       "die:7x4",
                                       "die:5x6,labels=after",
                                       "theseus:6x5",
                                       "theseus:5x5,exit=door,order=vh",
                                       "theseus:9x6,blocks=3",
                                       "bloxorz:9x6",
                                       "bloxorz:10x8,soft=2,heavy=1,splits=1",
                                       "marble:5x4",
                                       "marble:4x3x3,orientations=24"};
#define SEEDS 6

static const char *const words[] = {"left-right", "up-down", "right", "left"};

static mw_maze *turned(const mw_maze *m, const char *word)
{
    unsigned symmetry;
    assert_true(mw_edit_symmetry(m->kind, word, &symmetry));
    mw_maze *out = mw_edit_turn(m, symmetry);
    assert_non_null(out);
    return out;
}

static mw_maze *turned_often(const mw_maze *m, const char *word, unsigned times)
{
    mw_maze *out = mw_maze_clone(m);
    assert_non_null(out);
    for (unsigned i = 0; i < times; i++) {
        mw_maze *next = turned(out, word);
        mw_maze_free(out);
        out = next;
    }
    return out;
}

static uint64_t length_of(const mw_maze *m)
{
    mw_search_options o = {0};
    mw_result r;
    mw_error e;
    assert_true(mw_search(m, &o, &r, &e));
    uint64_t length = r.outcome == MW_OUTCOME_SOLVED ? r.cost : MW_FAR;
    mw_result_free(&r);
    return length;
}

TEST(a_mirror_twice_and_four_turns_are_the_same_maze)
{
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= SEEDS; seed++)
            for (size_t k = 0; k < COUNT(words); k++) {
                scoped_maze *m = maze_of_seed(families[f], seed);
                scoped_maze *one = turned(m, words[k]);
                scoped_maze *back = turned_often(m, words[k], k < 2 ? 2 : 4);
                assert_true(mw_maze_equal(m, back));
                assert_int_equal(one->w, k < 2 ? m->w : m->h);
                assert_int_equal(one->h, k < 2 ? m->h : m->w);
                if (mw_maze_equal(m, one))
                    fail_msg("%s#%u: %s does nothing", families[f], seed, words[k]);
            }
}

TEST(a_turn_to_the_right_is_undone_by_one_to_the_left)
{
    for (size_t f = 0; f < COUNT(families); f++) {
        scoped_maze *m = maze_of_seed(families[f], 1);
        scoped_maze *right = turned(m, "right"), *back = turned(right, "left");
        assert_true(mw_maze_equal(m, back));
    }
}

// Not those of marble mazes, which begin and end in their corners however they are turned.
TEST(where_rules_are_symmetric_a_turned_maze_is_as_long)
{
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= SEEDS && strncmp(families[f], "marble", 6) != 0; seed++)
            for (size_t k = 0; k < COUNT(words); k++) {
                scoped_maze *m = maze_of_seed(families[f], seed);
                scoped_maze *one = turned(m, words[k]);
                if (length_of(m) != length_of(one))
                    fail_msg("%s#%u %s: %ju, not %ju moves", families[f], seed, words[k],
                             (uintmax_t)length_of(one), (uintmax_t)length_of(m));
            }
}

TEST(larger_and_back_again_is_the_same_maze)
{
    mw_error e;
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= SEEDS; seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            uint32_t w = m->w, h = m->h, d = m->d;
            scoped_maze *larger = mw_edit_resize(m, true, w + 3, h + 2, d + (d > 1), &e);
            assert_non_null(larger);
            scoped_maze *back = mw_edit_resize(larger, true, w, h, d, &e);
            assert_true(mw_maze_equal(m, back));
        }
}

// What is cut off and what comes, in the texts of people.
TEST(mazes_are_cut_and_grow_like_this)
{
    static const struct {
        const char *before;
        uint32_t w, h, d;
        const char *after;
    } rows[] = {
        {"rook:3x3:S211/111/12G", 2, 2, 1, "rook:2x2:S11/1G"},
        {"rook:3x3:S211/111/12G", 4, 3, 1, "rook:4x3:S2111/1111/12G1"},
        {"die:4x2:S..x/..*G", 3, 2, 1, "die:3x2:S../..G"},
        {"die:3x2:Sx./..G", 4, 3, 1, "die:4x3:Sx../..G./...."},
        {"null:5x1:S.x.G", 3, 1, 1, "null:3x1:S.G"},
        {"bloxorz:4x2:SoG./oooo", 5, 3, 1, "bloxorz:5x3:SoG../oooo./....."},
        {"bloxorz:5x2:SooaG/o1ooo/1.soft.toggle.A", 3, 2, 1, "bloxorz:3x2:SoG/ooo"},
        {"marble:2x2:12/10", 3, 2, 1, "marble:3x2:132/110"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_error e;
        scoped_maze *m = maze_of_id(rows[i].before);
        scoped_maze *out = mw_edit_resize(m, true, rows[i].w, rows[i].h, rows[i].d, &e);
        if (!out)
            fail_msg("%s: %s", rows[i].before, e.text);
        scoped_text *id = mw_maze_print(out, "id");
        assert_string_equal(id, rows[i].after);
    }
}

TEST(what_no_kind_can_have_is_refused_in_words)
{
    static const struct {
        const char *before;
        uint32_t w, h, d;
        const char *why;
    } rows[] = {
        {"rook:3x3#1", 37, 3, 1, "a rook maze is 2x1 to 36x36"},
        {"die:3x3#1", 1, 1, 1, "a die maze is 2x1 to 4096x4096"},
        {"bloxorz:4x4#1", 65, 4, 1, "a bloxorz maze is 4x1 to 64x64"},
        {"theseus:4x4#1", 4, 4, 2, "a theseus maze is 3x1 to 64x64"},
        {"marble:3x3#1", 51, 3, 1, "a marble maze is 2x1 to 50x50, or up to 20x20x20"},
        {"marble:4x4x4,outer#1", 5, 4, 4,
         "a hollow maze keeps its size, for other cells would be inside of it; begin with a new "
         "one"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_error e;
        scoped_maze *m = maze_of_id(rows[i].before);
        assert_null(mw_edit_resize(m, true, rows[i].w, rows[i].h, rows[i].d, &e));
        assert_string_equal(e.text, rows[i].why);
        assert_int_equal(e.line, 0);
    }
}

// ---- pictures of brushes, and what is pasted

static json_t *answer_to(const char *format, ...)
{
    char question[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(question, sizeof question, format, arguments);
    va_end(arguments);
    scoped_text *text = mw_ask(question, strlen(question));
    json_t *answer = json_loads(text, 0, NULL);
    assert_non_null(answer);
    return answer;
}

// Each brush has a picture of about a cell, also where the maze is too small for it.
TEST(every_brush_has_a_picture)
{
    static const char *const mazes[] = {"rook:4x4#1",    "die:5x5,labels=before#1",
                                        "theseus:6x6#1", "theseus:6x6,exit=door#1",
                                        "bloxorz:8x8#1", "marble:5x5#1",
                                        "marble:3x3x3#1"};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        json_t *answer = answer_to("{\"ask\":\"brushes\",\"maze\":\"%s\"}", mazes[i]), *brush;
        size_t k;
        json_array_foreach(json_object_get(answer, "brushes"), k, brush)
        {
            const json_t *scene = json_object_get(brush, "scene");
            if (!json_array_size(json_object_get(scene, "shapes")))
                fail_msg("%s: %s", mazes[i], json_string_value(json_object_get(brush, "name")));
            assert_true(json_number_value(json_object_get(scene, "w")) < 3);
            assert_true(json_number_value(json_object_get(scene, "h")) < 3);
        }
        scoped_maze *m = maze_of_id(mazes[i]);
        while (m->kind->editor->brushes[k].name)
            fail_msg("%s: %zu brushes", mazes[i], k);
        json_decref(answer);
    }
}

// A picture has nothing of the cells around: of a free cell it has the floor, of a digit the digit,
// too.
TEST(pictures_of_brushes_end_at_the_cell)
{
    static const struct {
        const char *maze;
        size_t brush, shapes;
    } rows[] = {{"rook:5x5#1", 0, 2}, {"die:5x5,obstacles=0#1", 0, 1}, {"theseus:5x5#1", 0, 2}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        json_t *answer = answer_to("{\"ask\":\"brushes\",\"maze\":\"%s\"}", rows[i].maze);
        const json_t *brush = json_array_get(json_object_get(answer, "brushes"), rows[i].brush);
        assert_int_equal(
            json_array_size(json_object_get(json_object_get(brush, "scene"), "shapes")),
            rows[i].shapes);
        json_decref(answer);
    }
}

TEST(a_brush_that_cannot_be_used_says_why)
{
    json_t *answer = answer_to("{\"ask\":\"brushes\",\"maze\":\"die:5x5,obstacles=0#1\"}");
    const json_t *brush = json_array_get(json_object_get(answer, "brushes"), 2);
    assert_true(json_is_null(json_object_get(brush, "scene")));
    assert_non_null(strstr(json_string_value(json_object_get(brush, "why")), "labels=before"));
    json_decref(answer);
}

TEST(what_people_paste_is_read)
{
    static const char *const texts[] = {
        "die:3x2:S../..G",
        "  die:3x2:S../..G\\n",
        "die 3x2\\nS..\\n..G\\n",
        "S..\\n..G",
        "https://example.org/mazes/#edit/die:3x2:S../..G",
        "https://example.org/#play/die%3A3x2%3AS..%2F..G",
        "https://example.org/#search/die:3x2:S../..G?at=3&a=astar",
        "https://example.org/#search/die%3A3x2%3AS..%2F..G%3Fat%3D3",
        "{\\\"file\\\":\\\"x\\\",\\\"id\\\":\\\"die:3x2:S../..G\\\",\\\"kind\\\":\\\"die\\\"}"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        json_t *answer = answer_to("{\"ask\":\"read\",\"kind\":\"die\",\"text\":\"%s\"}", texts[i]);
        const char *id = json_string_value(json_object_get(answer, "id"));
        assert_string_equal(id ? id : texts[i], "die:3x2:S../..G");
        json_decref(answer);
    }
}
