// test_page.c: the questions of the page: answers that are JSON and true, and refusals that say
// why.
#include "page_support.h"

#include "mazewright/design.h"

// ---- questions and documentation

// The fields of a question, as it tells them when it refuses another one: "maze kind?".
static char *fields_of(mw_api *p, const char *question)
{
    static const char before[] = "its fields are: ";
    scoped_json *answer = ASK(p, question, "nonsense", "1");
    const char *said = strstr(text_in(field(answer, "error"), "text"), before);
    assert_non_null(said);
    return strdup(said + strlen(before));
}

// The same from the schema of a question.
static char *described_fields(const json_t *schema)
{
    char *text = calloc(1, 400);
    const char *name;
    json_t *value;
    json_object_foreach(field(schema, "properties"), name, value)
    {
        bool needed = false;
        if (!strcmp(name, "ask"))
            continue;
        for (size_t i = 0; i < json_array_size(field(schema, "required")); i++)
            needed |=
                !strcmp(json_string_value(json_array_get(field(schema, "required"), i)), name);
        sprintf(text + strlen(text), "%s%s%s", *text ? " " : "", name, needed ? "" : "?");
    }
    return *text ? text : strcpy(text, "none");
}

// docs/api.schema.json, from which docs/api.md is written, has the questions that the program tells
// when it is asked another one, with their fields, and no others.
PAGE_TEST(the_schema_has_the_questions_and_their_fields)
{
    scoped_text *text = read_file(SOURCE_DIR, "docs/api.schema.json");
    scoped_json *schema = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    scoped_json *refused = ASK(*state, "no such question");
    char told[1000] = "";
    const char *name;
    json_t *described;
    assert_non_null(schema);
    json_object_foreach(field(schema, "$defs"), name, described)
    {
        if (strncmp(name, "ask.", 4))
            continue;
        scoped_text *here = described_fields(described), *there = fields_of(*state, name + 4);
        if (strcmp(here, there))
            fail_msg("'%s' has the fields %s; docs/api.schema.json says %s", name + 4, there, here);
        sprintf(told + strlen(told), " %s", name + 4);
    }
    const char *list = strstr(text_in(field(refused, "error"), "text"), "the questions are");
    assert_non_null(list);
    assert_string_equal(list + strlen("the questions are"), told);
}

// "name=value&name=value", cut in place; how many there are.
static unsigned split_fields(char *question, mw_field *fields)
{
    unsigned n = 0;
    for (char *f = question; f && *f; n++) {
        char *next = strchr(f, '&'), *value = strchr(f, '=');
        if (next)
            *next++ = '\0';
        *value = '\0';
        fields[n] = (mw_field){f, value + 1};
        f = next;
    }
    return n;
}

PAGE_TEST(refusals_say_why)
{
    static const struct {
        const char *question, *says; // fields are separated by '&'
        int line, column;
    } rows[] = {
        {"", "there is no question", 0, 0},
        {"ask=nonsense", "nobody can answer 'nonsense'", 0, 0},
        {"ask=play", "'play' needs the field 'maze'", 0, 0},
        {"ask=about&maze=x", "no field 'maze'; its fields are: none", 0, 0},
        {"ask=maze&maze=a&maze=b", "'maze' is given twice", 0, 0},
        {"ask=maze&maze=rook 2x2\n1 1\n1 Q\n", "'Q'", 3, 3},
        {"ask=maze&maze=rook:5x5#x", "not a seed", 1, 10},
        {"ask=maze&maze=", "the text is empty", 1, 1},
        {"ask=maze&maze=1 1\n1 G\n&kind=chess", "no kind of maze 'chess'", 0, 0},
        {"ask=random&kind=rook&size=5x5&seed=-1", "seed is '-1'", 0, 0},
        {"ask=random&kind=rook&size=900x900&seed=1", "maze is", 1, 6},
        {"ask=play&maze=rook:5x5#3&moves=DQ", "no move begins with 'Q'", 1, 2},
        {"ask=play&maze=rook:5x5#3&moves=U", "move 1 (U) is not possible", 0, 0},
        {"ask=play&maze=rook:5x5#3&frames=61", "frames is '61'", 0, 0},
        {"ask=play&maze=die:800x700#1", "560000 cells are too many to draw", 0, 0},
        {"ask=play&maze=die:100x100#1&frames=60", "600000 cells", 0, 0},
        {"ask=look&maze=die:800x700#1", "too many to draw", 0, 0},
        {"ask=svg&maze=die:800x700#1", "too many to draw", 0, 0},
        {"ask=play&maze=rook:5x5#3&theme=pink", "no theme 'pink'", 0, 0},
        {"ask=hint&maze=rook:5x5#3&grade=5", "from 1 to 4", 0, 0},
        {"ask=solve&maze=rook:5x5#3&algorithm=luck", "unknown algorithm", 0, 0},
        {"ask=solve&maze=rook:5x5#3&weight=nan", "weight is 'nan'", 0, 0},
        {"ask=solve&maze=rook:5x5#3&states=99999999999", "states is", 0, 0},
        {"ask=trace&maze=rook:5x5#3&events=1e9", "events is '1e9'", 0, 0},
        {"ask=objective&kind=rook&size=5x5&objective=2 * * length", "column 5", 1, 5},
        {"ask=objective&kind=rook&size=5x", "is not a size", 1, 6},
        {"ask=design&kind=null&size=5x1", "cannot be designed", 0, 0},
        {"ask=design&kind=rook&size=5x5&method=ladder", "no method 'ladder'", 0, 0},
        {"ask=design&kind=rook&size=5x5&evaluations=0", "evaluations is '0'", 0, 0},
        {"ask=design&kind=rook&size=3x3&evaluations=50&require=length > 99", "nothing solvable", 0,
         0},
        {"ask=design&kind=rook&size=5x5&method=genetic&objective=length", "fitness of its own", 0,
         0},
        {"ask=design&kind=bloxorz&size=5x5&method=exact", "no exact search", 0, 0},
        {"ask=design&kind=rook&size=3x3&method=exact&require=length > 3", "not 'length > 3'", 0, 0},
        {"ask=paint&maze=rook:5x5#3&brush=no such&cell=0", "no brush 'no such'", 0, 0},
        {"ask=paint&maze=rook:5x5#3&brush=1&cell=25", "cell is '25'", 0, 0},
        {"ask=svg&maze=rook:5x5#3&scale=1e9", "scale is '1e9'", 0, 0},
        {"ask=simulate&maze=rook:5x5#3", "only marble mazes", 0, 0},
        {"ask=simulate&maze=marble:4x4#4&agent=007", "unknown agent '007'", 0, 0},
        {"ask=simulate&maze=marble:4x4#4&engine=steam", "no engine 'steam'", 0, 0},
        {"ask=simulate&maze=marble:4x4#4&orientations=8", "4 orientations", 0, 0},
        {"ask=simulate&maze=marble:4x4#4&frame=0", "frame is '0'", 0, 0},
        {"ask=walls&maze=rook:5x5#3", "only marble mazes", 0, 0},
        {"ask=tilt&maze=rook:5x5#3&up=0,1,0&seconds=0", "only marble mazes", 0, 0},
        {"ask=tilt&maze=marble:4x4#4&up=0,1&seconds=0", "three numbers", 0, 0},
        {"ask=tilt&maze=marble:4x4#4&up=0,nan,0&seconds=0", "no direction", 0, 0},
        {"ask=tilt&maze=marble:4x4#4&up=0,0,0&seconds=0", "no direction", 0, 0},
        {"ask=tilt&maze=marble:4x4#4&up=0,1,0&seconds=1", "seconds is '1'", 0, 0},
    };
    unsigned failures = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *copy = strdup(rows[i].question);
        mw_field fields[FIELDS_MAX];
        scoped_text *text = mw_api_answer(*state, fields, split_fields(copy, fields), NULL);
        json_t *o = json_loads(text, 0, NULL), *error = json_object_get(o, "error");
        const char *said = text_in(error, "text");
        bool right = said && strstr(said, rows[i].says) &&
                     integer_in(error, "line") == rows[i].line &&
                     integer_in(error, "column") == rows[i].column;
        if (!right)
            print_error("%s is answered by %.300s\n", rows[i].question, text);
        failures += !right;
        json_decref(o);
        free(copy);
    }
    assert_int_equal(failures, 0);
}

PAGE_TEST(too_long_a_field_is_refused)
{
    char *text = malloc(1000002);
    memset(text, '1', 1000001);
    text[1000001] = '\0';
    scoped_json *o = ASK(*state, "maze", "maze", text, "kind", "rook");
    assert_non_null(strstr(text_in(field(o, "error"), "text"), "too long"));
    free(text);
}

// ---- answers

PAGE_TEST(about_tells_all_kinds)
{
    json_t *o = ASK(*state, "about"), *kinds = field(o, "kinds");
    size_t n = 0;
    for (const mw_kind *const *k = mw_kinds(); *k; k++, n++) {
        json_t *kind = json_array_get(kinds, n);
        assert_string_equal(text_in(kind, "name"), (*k)->name);
        assert_int_equal(true_in(kind, "design"), (*k)->design != NULL);
        assert_int_equal(json_array_size(field(kind, "methods")) > 0, (*k)->design != NULL);
        assert_true(json_array_size(field(kind, "measures")) > 10);
        size_t moves = 0;
        for (const mw_action *a = (*k)->rules->actions; a->word; a++, moves++) {
            const json_t *arrow = json_array_get(field(kind, "arrows"), moves);
            assert_int_equal(json_is_integer(arrow), a->arrow != MW_ARROW_NONE);
            if (a->arrow)
                assert_int_equal(json_integer_value(arrow), a->arrow - MW_ARROW_UP);
        }
        assert_int_equal(json_array_size(field(kind, "arrows")), moves);
    }
    assert_int_equal(json_array_size(kinds), n);
    assert_string_equal(text_in(o, "version"), mw_version());
    size_t methods = 0; // all but the ladder, which designs many mazes
    for (const mw_method *m = mw_methods(); m->name; m++)
        methods += m->way != MW_BY_LADDER;
    assert_int_equal(json_array_size(field(o, "methods")), methods);
    assert_int_equal(number_in(o, "hints"), 4);
    assert_int_equal(json_array_size(field(o, "hint_order")), 4);
    json_decref(o);
}

PAGE_TEST(mazes_come_as_id_or_text)
{
    scoped_json *random = ASK(*state, "random", "kind", "theseus", "size", "5x5", "seed", "4");
    scoped_json *by_id = ASK(*state, "maze", "maze", text_in(random, "id"));
    scoped_json *by_text = ASK(*state, "maze", "maze", text_in(random, "text"));
    scoped_json *bare = ASK(*state, "maze", "maze", "1 1\n1 G\n", "kind", "rook");
    assert_true(json_equal(random, by_id));
    assert_true(json_equal(random, by_text));
    assert_string_equal(text_in(bare, "id"), "rook:2x2:S11/1G");
    assert_int_equal(number_in(by_id, "w"), 5);
    assert_true(true_in(json_array_get(field(by_id, "heuristics"), 0), "admissible"));
}

// Every kind has solvable random mazes, 48 of 48, and most have some of a chosen difficulty. What
// is told of them is true, and the same seed gives the same one.
PAGE_TEST(random_mazes_are_solvable_and_as_difficult_as_asked_for)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        const char *size = !strcmp((*k)->name, "null") ? "9x1" : "5x5";
        for (unsigned seed = 0; seed < 48; seed++) {
            const char *number = formatted("%u", seed);
            scoped_json *o = ASK(*state, "random", "kind", (*k)->name, "size", size, "seed", number,
                                 "solvable", "true");
            scoped_maze *m = maze_of_id(text_in(o, "id"));
            double length = measure_of(m, "length"); // NaN: there is no solution
            assert_true(length >= 0 && length == number_in(o, "length") && true_in(o, "reached"));
        }
        scoped_json *one = ASK(*state, "random", "kind", (*k)->name, "size", size, "seed", "3",
                               "easiest", "2.5", "hardest", "3");
        scoped_json *two = ASK(*state, "random", "kind", (*k)->name, "size", size, "seed", "3",
                               "easiest", "2.5", "hardest", "3");
        double grade = number_in(one, "difficulty");
        assert_true(json_equal(one, two));
        assert_int_equal(true_in(one, "reached"), grade >= 2.5 && grade <= 3);
        assert_int_equal(true_in(one, "reached"), (*k)->design != NULL);
    }
    // What cannot be reached is told: the nearest, and that it is not what was asked for.
    scoped_json *far =
        ASK(*state, "random", "kind", "die", "size", "4x4", "seed", "1", "easiest", "9");
    assert_true(number_in(far, "difficulty") < 5 && !true_in(far, "reached"));
    scoped_json *odd = ASK(*state, "random", "kind", "die", "size", "4x4", "seed", "1", "easiest",
                           "4", "hardest", "3");
    assert_non_null(strstr(text_in(field(odd, "error"), "text"), "the smaller one first"));
}

// The difficulties that the page offers (web/src/randommaze.js), at sizes that can have them:
// whatever the seed, the maze has a solution, and its difficulty is within the band.
PAGE_TEST(random_mazes_of_every_kind_have_each_difficulty_that_the_page_offers)
{
    static const struct {
        const char *kind, *size, *easiest, *hardest;
    } bands[] = {
        {"rook", "4x4", "1.5", "2.5"},    {"rook", "4x4", "2.5", "3.5"},
        {"rook", "5x5", "3.5", "5"},      {"rook", "6x6", "5", "10"},
        {"die", "5x5", "1.5", "2.5"},     {"die", "7x7", "2.5", "3.5"},
        {"die", "9x9", "3.5", "5"},       {"theseus", "4x4", "1.5", "2.5"},
        {"theseus", "4x4", "2.5", "3.5"}, {"theseus", "5x5", "3.5", "5"},
        {"theseus", "8x8", "5", "10"},    {"bloxorz", "7x5", "1.5", "2.5"},
        {"bloxorz", "8x6", "2.5", "3.5"}, {"bloxorz", "9x7", "3.5", "5"},
        {"marble", "5x5", "1.5", "2.5"},  {"marble", "5x5", "2.5", "3.5"},
        {"marble", "7x7", "3.5", "5"},    {"null", "9x1", "1.5", "2.5"},
    };
    for (size_t i = 0; i < COUNT(bands); i++)
        for (unsigned seed = 1; seed <= 30; seed++) {
            scoped_json *o = ASK(*state, "random", "kind", bands[i].kind, "size", bands[i].size,
                                 "seed", formatted("%u", seed), "easiest", bands[i].easiest,
                                 "hardest", bands[i].hardest);
            scoped_maze *m = maze_of_id(text_in(o, "id"));
            double grade = measure_of(m, "difficulty");
            assert_true(measure_of(m, "length") > 0 && true_in(o, "reached"));
            assert_true(grade >= atof(bands[i].easiest) && grade <= atof(bands[i].hardest));
        }
}

// Every kind: follow its own hints to the end; the way there and what is legal agree.
PAGE_TEST(hints_lead_to_the_goal)
{
    static const char *const mazes[] = {"rook:5x5#3",    "die:5x5#2",    "theseus:5x5#4",
                                        "bloxorz:6x5#2", "marble:4x4#4", "null:9x1:S.......G"};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        char moves[2000] = "";
        scoped_json *best = ASK(*state, "optimum", "maze", mazes[i]);
        scoped_json *way = ASK(*state, "solution", "maze", mazes[i]);
        scoped_json *cost = ASK(*state, "solve", "maze", mazes[i]);
        assert_true(true_in(best, "known"));
        assert_true(number_in(best, "optimum") == number_in(cost, "cost"));
        unsigned made = 0;
        for (;; made++) {
            scoped_json *o = ASK(*state, "play", "maze", mazes[i], "moves", moves);
            assert_int_equal(number_in(o, "count"), made);
            bool solved = !strcmp(text_in(o, "status"), "solved");
            if (solved)
                break;
            scoped_json *hint = ASK(*state, "hint", "maze", mazes[i], "moves", moves, "grade", "3");
            size_t at = strlen(moves);
            snprintf(moves + at, sizeof moves - at, " %s", text_in(hint, "action"));
        }
        assert_int_equal(made, number_in(way, "count"));
        scoped_json *end = ASK(*state, "play", "maze", mazes[i], "moves", text_in(way, "moves"));
        assert_string_equal(text_in(end, "status"), "solved");
        assert_int_equal(json_array_size(field(end, "legal")), 0);
    }
}

PAGE_TEST(a_lost_position_is_told)
{
    scoped_text *text = read_file(SOURCE_DIR, "puzzles/theseus/05.theseus");
    scoped_json *hint = ASK(*state, "hint", "maze", text, "moves", "D", "grade", "3");
    scoped_json *way = ASK(*state, "solution", "maze", text, "moves", "D");
    assert_false(true_in(hint, "winnable"));
    assert_int_equal(number_in(hint, "back"), 1);
    assert_int_equal(number_in(hint, "fatal"), 1);
    assert_true(null_in(hint, "action") && null_in(hint, "x") && null_in(hint, "distance"));
    scoped_json *why = ASK(*state, "hint", "maze", text, "moves", "D", "grade", "4");
    assert_non_null(strstr(text_in(why, "text"),
                           "Move 1 (D) lost it.\nThe game is over: The Minotaur caught you."));
    scoped_json *next = ASK(*state, "hint", "maze", text, "grade", "4");
    assert_non_null(strstr(text_in(next, "text"), "Every solution from here comes to this"));
    assert_true(null_in(next, "action") && null_in(next, "x") && null_in(next, "fatal"));
    assert_true(null_in(way, "moves") && null_in(way, "count") && true_in(way, "known"));
}

PAGE_TEST(frames_end_in_the_scene)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        scoped_json *maze = ASK(*state, "random", "kind", (*k)->name, "size",
                                !strcmp((*k)->name, "null") ? "9x1" : "5x5", "seed", "2");
        const char *id = text_in(maze, "id");
        scoped_json *first = ASK(*state, "play", "maze", id, "frames", "4", "theme", "dark");
        assert_int_equal(json_array_size(field(first, "frames")), 0);
        const char *move = text_in(json_array_get(field(first, "legal"), 0), "action");
        scoped_json *o = ASK(*state, "play", "maze", id, "moves", move, "frames", "4");
        json_t *frames = field(o, "frames"), *scene = field(o, "scene");
        assert_int_equal(json_is_object(scene), (bool)MW_HAS((*k), view, draw));
        assert_int_equal(json_array_size(frames), MW_HAS((*k), view, draw) ? 4 : 0);
        if (MW_HAS((*k), view, draw)) {
            assert_true(json_equal(json_array_get(frames, 3), scene));
            assert_true(json_array_size(field(scene, "shapes")) > 3);
            assert_false(json_equal(field(first, "scene"), scene));
        }
    }
}

// The block has dropped into the hole, and stays there when the last frame was shown.
PAGE_TEST(a_game_ends_as_its_last_move)
{
    scoped_text *text = read_file(SOURCE_DIR, "puzzles/bloxorz/01.bloxorz");
    json_t *way = ASK(*state, "solution", "maze", text), *shape;
    scoped_json *end =
        ASK(*state, "play", "maze", text, "moves", text_in(way, "moves"), "frames", "8");
    json_t *scene = field(end, "scene"), *frames = field(end, "frames");
    unsigned before = 0, after = 0;
    size_t i;
    assert_true(json_equal(json_array_get(frames, 7), scene));
    json_array_foreach(field(json_array_get(frames, 0), "shapes"), i, shape) before +=
        !strcmp(text_in(shape, "r"), "hero");
    json_array_foreach(field(scene, "shapes"), i, shape) after +=
        !strcmp(text_in(shape, "r"), "hero");
    assert_true(before > 0 && after == 0);
    json_decref(way);
}

PAGE_TEST(cells_are_told_in_words)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        scoped_json *maze = ASK(*state, "random", "kind", (*k)->name, "size",
                                !strcmp((*k)->name, "null") ? "9x1" : "5x5", "seed", "2");
        scoped_json *o = ASK(*state, "look", "maze", text_in(maze, "id"));
        size_t cells = (size_t)(number_in(o, "w") * number_in(o, "h") * number_in(o, "d"));
        assert_int_equal(json_is_array(field(o, "cells")), (bool)MW_HAS((*k), view, look));
        if (MW_HAS((*k), view, look))
            assert_int_equal(json_array_size(field(o, "cells")), cells);
        assert_int_equal(json_is_null(field(o, "player")), (*k)->rules->cell == NULL);
    }
}

// What is painted is a maze that can be asked about; what cannot be painted is refused in words.
PAGE_TEST(brushes_make_mazes)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        unsigned painted = 0;
        scoped_json *maze = ASK(*state, "random", "kind", (*k)->name, "size",
                                !strcmp((*k)->name, "null") ? "9x1" : "5x5", "seed", "2");
        const char *id = text_in(maze, "id");
        for (const mw_brush *b = (*k)->editor ? (*k)->editor->brushes : NULL; b && b->name; b++)
            for (unsigned cell = 0; cell < number_in(maze, "w") * number_in(maze, "h"); cell++) {
                const char *number = formatted("%u", cell);
                scoped_json *o =
                    ASK(*state, "paint", "maze", id, "brush", b->name, "cell", number, "side", "1");
                if (json_object_get(o, "error")) {
                    assert_true(*text_in(field(o, "error"), "text"));
                } else {
                    scoped_json *again = ASK(*state, "maze", "maze", text_in(o, "text"));
                    assert_true(json_equal(o, again));
                    painted += strcmp(text_in(o, "id"), id) != 0;
                }
            }
        assert_true(painted || !(*k)->editor);
    }
}

PAGE_TEST(a_trace_leads_to_the_goal)
{
    static const char *const algorithms[] = {"bfs", "dfs", "astar", "idastar"};
    for (size_t i = 0; i < COUNT(algorithms); i++) {
        scoped_json *o = ASK(*state, "trace", "maze", "die:5x5#2", "algorithm", algorithms[i]);
        scoped_json *plain = ASK(*state, "solve", "maze", "die:5x5#2", "algorithm", algorithms[i]);
        json_t *events = field(o, "events"), *states = field(o, "states"), *e;
        size_t at, expanded = 0;
        uint32_t last = 0;
        json_array_foreach(events, at, e)
        {
            assert_int_equal(json_array_size(e), 9);
            expanded += json_integer_value(json_array_get(e, 0)) == MW_EVENT_EXPAND;
            if (json_is_integer(json_array_get(e, 1)))
                last = (uint32_t)json_integer_value(json_array_get(e, 1));
            assert_true(last < json_array_size(states));
        }
        assert_false(true_in(o, "cut"));
        assert_int_equal(expanded, number_in(plain, "expanded"));
        assert_string_equal(text_in(field(o, "result"), "solution"), text_in(plain, "solution"));
        scoped_json *cut = ASK(*state, "trace", "maze", "die:5x5#2", "events", "7");
        assert_true(true_in(cut, "cut"));
        assert_int_equal(json_array_size(field(cut, "events")), 7);
    }
}

PAGE_TEST(an_analysis_has_a_verdict)
{
    json_t *o = ASK(*state, "analyse", "maze", "rook:5x5#3"), *verdict = field(o, "verdict");
    scoped_json *none = ASK(*state, "analyse", "maze", "null:3x1:SxG");
    assert_true(true_in(o, "known") && true_in(verdict, "solvable"));
    assert_int_equal(number_in(verdict, "length"), 4);
    assert_false(true_in(verdict, "unique"));
    assert_int_equal(json_array_size(field(o, "distances")), 25);
    assert_false(true_in(field(none, "verdict"), "solvable"));
    assert_true(null_in(field(none, "verdict"), "length"));
    json_decref(o);
}

PAGE_TEST(a_picture_shows_the_position)
{
    scoped_json *start = ASK(*state, "svg", "maze", "rook:5x5#3");
    scoped_json *moved = ASK(*state, "svg", "maze", "rook:5x5#3", "moves", "D");
    scoped_json *solved = ASK(*state, "svg", "maze", "rook:5x5#3", "solution", "true");
    assert_string_not_equal(text_in(start, "svg"), text_in(moved, "svg"));
    assert_true(strlen(text_in(solved, "svg")) > strlen(text_in(start, "svg")));
    assert_true(null_in(start, "moves"));
    assert_int_equal(strlen(text_in(solved, "moves")), 4);
}
