// test_page_work.c: long work that the page asks for: its news, its limits, how it is ended;
// rolling marbles; and no question that breaks it.
#include "page_support.h"

#include <math.h>

// ---- long work

typedef struct listener {
    json_t *events;
    unsigned asked, patience; // patience 0: endless
} listener;

static void listen(void *context, const char *json)
{
    json_t *event = json_loads(json, 0, NULL);
    assert_non_null(event);
    json_array_append_new(((listener *)context)->events, event);
}

static bool wait_for_it(void *context)
{
    listener *l = context;
    return !l->patience || ++l->asked < l->patience;
}

static mw_api *page_for(listener *l, uint64_t states)
{
    l->events = json_array();
    return mw_api_open(&(mw_api_host){
        .event = listen, .goes_on = wait_for_it, .context = l, .most_states = states});
}

TEST(designs_are_told_as_they_get_better)
{
    static const char *const methods[] = {"anneal", "genetic", "exact"};
    for (size_t i = 0; i < COUNT(methods); i++) {
        listener l = {0};
        mw_api *p = page_for(&l, 0);
        scoped_json *o = ASK(p, "design", "kind", "rook", "size", "3x3", "seed", "3", "evaluations",
                             "2000", "method", methods[i]);
        double best = INFINITY, done = 0;
        const char *id = NULL;
        size_t at;
        json_t *e;
        json_array_foreach(l.events, at, e)
        {
            assert_true(number_in(e, "evaluations") >= done);
            done = number_in(e, "evaluations");
            if (json_object_get(e, "id")) {
                assert_true(number_in(e, "best") < best);
                best = number_in(e, "best");
                id = text_in(e, "id");
            }
        }
        assert_non_null(id);
        if (strcmp(methods[i], "genetic")) // whose fitness is relative to the population
            assert_string_equal(id, text_in(o, "id"));
        assert_string_equal(text_in(o, "method"), methods[i]);
        assert_int_equal(true_in(o, "proven"), !strcmp(methods[i], "exact"));
        json_decref(l.events);
        mw_api_close(p);
    }
}

TEST(a_simulation_is_told_frame_by_frame)
{
    listener l = {0};
    mw_api *p = page_for(&l, 0);
    json_t *o = ASK(p, "simulate", "maze", "marble:4x4#4", "frame", "0.1"), *e, *f;
    size_t at, i, moves = 0, frames = 0;
    double time = -1;
    json_array_foreach(l.events, at, e)
    {
        moves += json_object_get(e, "move") != NULL;
        json_array_foreach(json_object_get(e, "frames"), i, f)
        {
            assert_int_equal(json_array_size(f), 8);
            assert_true(json_number_value(json_array_get(f, 0)) > time);
            time = json_number_value(json_array_get(f, 0));
            frames++;
        }
    }
    assert_string_equal(text_in(o, "outcome"), "solved");
    assert_int_equal(moves, number_in(o, "moves"));
    assert_true((double)frames > 9 * number_in(o, "simulated_seconds"));
    json_decref(o);
    json_decref(l.events);
    mw_api_close(p);
}

TEST(the_host_can_end_it)
{
    static const char large[] = "die:60x60,obstacles=20,never=none#1";
    listener l = {.patience = 3};
    mw_api *p = page_for(&l, 0);
    json_t *o = ASK(p, "design", "kind", "rook", "size", "6x6", "evaluations", "100000000");
    assert_true(number_in(o, "evaluations") < 1000000);
    json_decref(o);
    l.asked = 0;
    o = ASK(p, "simulate", "maze", "marble:4x4x4#4", "agent", "simulate-ahead");
    assert_string_equal(text_in(o, "outcome"), "limit");
    json_decref(o);
    l.asked = 2;
    o = ASK(p, "analyse", "maze", large);
    assert_false(true_in(o, "known"));
    assert_string_equal(text_in(o, "limit"), "stopped");
    json_decref(o);
    l.asked = 2;
    o = ASK(p, "optimum", "maze", large);
    assert_false(true_in(o, "known"));
    json_decref(o);
    l.patience = 0; // and what was given up is not remembered
    o = ASK(p, "optimum", "maze", large);
    assert_true(true_in(o, "known"));
    json_decref(o);
    json_decref(l.events);
    mw_api_close(p);
}

// Of a solved position it is known that it is won, even where the maze is too large to know more.
TEST(a_solved_position_is_won_within_any_limit)
{
    static const char corridor[] = "null:20x1:S..................G";
    listener l = {0};
    mw_api *p = page_for(&l, 10);
    json_t *o = ASK(p, "hint", "maze", corridor, "moves", "RRRRRRRRRRRRRRRRRRR", "grade", "3");
    assert_true(true_in(o, "known") && true_in(o, "winnable"));
    assert_int_equal(integer_in(o, "distance"), 0);
    json_decref(o);
    o = ASK(p, "solution", "maze", corridor, "moves", "RRRRRRRRRRRRRRRRRRR");
    assert_true(true_in(o, "known"));
    assert_string_equal(text_in(o, "moves"), "");
    json_decref(o);
    o = ASK(p, "hint", "maze", corridor, "moves", "R", "grade", "3");
    assert_false(true_in(o, "known"));
    json_decref(o);
    json_decref(l.events);
    mw_api_close(p);
}

TEST(limits_are_told)
{
    listener l = {0};
    mw_api *p = page_for(&l, 10);
    json_t *o = ASK(p, "solve", "maze", "theseus:9x9#2", "algorithm", "bfs");
    assert_string_equal(text_in(o, "outcome"), "limit");
    assert_string_equal(text_in(o, "limit"), "states");
    assert_true(null_in(o, "moves"));
    json_decref(o);
    o = ASK(p, "analyse", "maze", "theseus:9x9#2");
    assert_false(true_in(o, "known"));
    json_decref(o);
    o = ASK(p, "hint", "maze", "theseus:9x9#2", "grade", "3");
    assert_false(true_in(o, "known"));
    assert_true(null_in(o, "action"));
    json_decref(o);
    o = ASK(p, "solution", "maze", "theseus:9x9#2");
    assert_true(null_in(o, "moves") && !true_in(o, "known"));
    json_decref(o);
    json_decref(l.events);
    mw_api_close(p);
}

// ---- marbles

PAGE_TEST(walls_enclose_the_maze)
{
    json_t *o = ASK(*state, "walls", "maze", "marble:3x2#4"), *wall;
    unsigned sides = 0;
    size_t i;
    json_array_foreach(field(o, "walls"), i, wall)
    {
        int axis = (int)json_integer_value(json_array_get(wall, 0));
        int x = (int)json_integer_value(json_array_get(wall, 1));
        int y = (int)json_integer_value(json_array_get(wall, 2));
        sides += axis == 0 ? x == 0 || x == 3 : axis == 1 ? y == 0 || y == 2 : 1;
    }
    assert_int_equal(sides,
                     2 * 2 + 2 * 3 + 2 * 6); // left and right, above and below, lid and floor
    assert_int_equal(number_in(o, "orientations"), 4);
    json_decref(o);
}

static json_t *tilt(mw_api *p, const char *maze, const char *up, bool restart)
{
    return ASK(p, "tilt", "maze", maze, "up", up, "seconds", "0.25", "restart",
               restart ? "true" : "false");
}

// In a maze without inner walls the marble can be poured from corner to corner.
PAGE_TEST(a_tilted_marble_rolls)
{
    static const char open[] = "marble 2x1\n+---+---+\n|       |\n+---+---+\n";
    scoped_json *maze = ASK(*state, "random", "kind", "marble", "size", "2x1", "seed", "1");
    const char *id = json_object_get(maze, "error") ? open : text_in(maze, "id");
    json_t *o = tilt(*state, id, "1,0,0", true);
    assert_int_equal(number_in(o, "cell"), 0);
    assert_false(true_in(o, "solved"));
    json_decref(o);
    for (int i = 0; i < 8; i++)
        json_decref(tilt(*state, id, "-5,0,0", false));
    o = tilt(*state, id, "-1,0,0", false);
    assert_int_equal(number_in(o, "cell"), 1);
    assert_true(true_in(o, "solved"));
    assert_true(fabs(number_in(o, "time") - 2.5) < 0.01);
    json_decref(o);
    for (int i = 0; i < 8; i++)
        json_decref(tilt(*state, id, "1,0,0", false));
    o = tilt(*state, id, "1,0,0", false);
    assert_int_equal(number_in(o, "cell"), 0);
    assert_true(true_in(o, "solved")); // it was there
    json_decref(o);
    o = ASK(*state, "tilt", "maze", id, "up", "1,0,0", "seconds", "0", "restart", "true");
    assert_false(true_in(o, "solved"));
    assert_true(number_in(o, "time") == 0);
    json_decref(o);
}

// ---- whatever is asked

static const char *const names[] = {
    "maze",   "kind",      "moves",     "frames", "theme",   "grade",  "size",     "seed",
    "weight", "algorithm", "objective", "cell",   "brush",   "side",   "up",       "seconds",
    "scale",  "agent",     "events",    "frame",  "require", "method", "solution", "states"};
static const char *const values[] = {"",
                                     "0",
                                     "1",
                                     "3",
                                     "-1",
                                     "1e400",
                                     "nan",
                                     "0x10",
                                     "99999999999999999999",
                                     "rook",
                                     "theseus",
                                     "5x5",
                                     "rook:5x5#3",
                                     "marble:3x3#1",
                                     "theseus:4x4#1",
                                     "DRDR",
                                     "cw ccw",
                                     "length > 3\n\nsolutions == 1",
                                     "0,-1,0",
                                     "true",
                                     "dark",
                                     "astar",
                                     "complete",
                                     "\xff\xfe",
                                     "\"}{",
                                     "0.1",
                                     "null:3x1:S.G",
                                     "((((((((("};

PAGE_TEST(no_question_breaks_it)
{
    static const char *const questions[] = {
        "about",    "maze",  "random",  "play",      "look",     "optimum", "hint",  "solution",
        "solve",    "trace", "analyse", "objective", "paint",    "svg",     "walls", "tilt",
        "simulate", "check", "audit",   "convert",   "features", "verify"};
    unsigned answered = 0, refused = 0;
    mw_rng rng = seeded(7);
    for (unsigned i = 0; i < 20000; i++) {
        mw_field fields[8] = {{"ask", questions[mw_rng_below(&rng, COUNT(questions))]}};
        unsigned n = 1;
        // mostly the question's own first fields, so that many get far
        if (mw_rng_below(&rng, 4))
            fields[n++] = (mw_field){"maze", values[12 + mw_rng_below(&rng, 3)]};
        while (n < 8 && mw_rng_below(&rng, 3))
            fields[n++] = (mw_field){names[mw_rng_below(&rng, COUNT(names))],
                                     values[mw_rng_below(&rng, COUNT(values))]};
        scoped_text *text = mw_api_answer(*state, fields, n, NULL);
        scoped_json *o = json_loads(text, 0, NULL);
        assert_non_null(o);
        json_object_get(o, "error") ? refused++ : answered++;
    }
    assert_true(answered > 2000 && refused > 2000);
}

PAGE_TEST(damaged_mazes_are_refused_or_played)
{
    char **files = shipped_mazes();
    unsigned outcomes[2] = {0}; // refused, played
    mw_rng rng = seeded(11);
    for (unsigned i = 0; files[i]; i += 3) {
        scoped_text *text = read_file(SOURCE_DIR, files[i]);
        for (unsigned round = 0; text && round < 30; round++) {
            damaged d = {.length = strlen(text)};
            assert_true(d.length < DAMAGED_MAX);
            memcpy(d.text, text, d.length);
            for (unsigned k = mw_rng_below(&rng, 4); k < 4; k++)
                damage(&d, "0123456789.#TMXSG|+-", &rng);
            d.text[d.length < DAMAGED_MAX ? d.length : DAMAGED_MAX - 1] = '\0';
            scoped_json *o = ASK(*state, "play", "maze", d.text, "frames", "2");
            outcomes[!json_object_get(o, "error")]++;
            json_decref(ASK(*state, "look", "maze", d.text));
        }
    }
    assert_true(outcomes[false] > 50 && outcomes[true] > 50);
    free_names(files);
}
