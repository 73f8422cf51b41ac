// test_limits.c: what docs/limits.md says: the largest of everything is taken, one more is refused,
// with a sentence that names the limit.
#include "serving.h"

#include "core/text.h"
#include "core/expression.h"
#include "experiment/plan.h"
#include "api/api.h"

#include <unistd.h>

// ---- mazes of any size, drawn by hand

static void repeat(mw_writer *w, const char *text, unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        mw_write_bytes(w, text, strlen(text));
}

// Rows of one cell again and again, between the first one, `from`, and the last one, G.
static void plain_grid(mw_writer *w, const unsigned size[3], const char *from, const char *cell)
{
    for (unsigned i = 0; i < size[0] * size[1]; i++)
        mw_write(w, "%s%s",
                 !i                           ? from
                 : i + 1 == size[0] * size[1] ? "G"
                                              : cell,
                 (i + 1) % size[0] ? "" : "\n");
}

// Cells with walls all around or, for `open`, only along the border; `first`, `second` and `last`
// are in the first two cells and the last one.
static void box(mw_writer *w, unsigned width, unsigned height, bool open, const char *const in[3])
{
    for (unsigned y = 0; y < height; y++) {
        repeat(w, open && y ? "+   " : "+---", width);
        mw_write(w, "+\n");
        for (unsigned x = 0; x < width; x++) {
            unsigned cell = y * width + x;
            mw_write(w, "%c %s ", open && x ? ' ' : '|',
                     cell < 2                     ? in[cell]
                     : cell + 1 == width * height ? in[2]
                                                  : " ");
        }
        mw_write(w, "|\n");
    }
    repeat(w, "+---", width);
    mw_write(w, "+\n");
}

static void theseus_grid(mw_writer *w, const unsigned size[3], UNUSED const char *from,
                         UNUSED const char *cell)
{
    box(w, size[0], size[1], true, (const char *const[]){"T", "X", "M"});
}

// The first cell of a marble maze is at the bottom left of its first layer, the last at the top
// right of its last.
static void marble_grid(mw_writer *w, const unsigned size[3], UNUSED const char *from,
                        UNUSED const char *cell)
{
    for (unsigned z = 0; z < size[2]; z++) {
        mw_writer layer = {0};
        box(&layer, size[0], size[1], false, (const char *const[]){" ", " ", " "});
        size_t row = 4 * (size_t)size[0] + 2;
        if (!z)
            layer.text[row * (2 * (size_t)size[1] - 1) + 2] = 'S';
        if (z + 1 == size[2])
            layer.text[row + 4 * ((size_t)size[0] - 1) + 2] = 'G';
        mw_write_bytes(w, layer.text, layer.length);
        free(layer.text);
    }
}

typedef struct largest {
    const char *kind;
    unsigned w, h, d;
    const char *wider, *higher, *deeper; // what is said of one more; NULL: there is no such limit
    const char *random;                  // what is said of all of these as random mazes
    const char *form;                    // is read back, too; NULL: only its own form
    void (*draw)(mw_writer *, const unsigned size[3], const char *from, const char *cell);
    const char *from, *cell; // of a plain grid
} largest;

static const largest kinds[] = {
    {"rook", 36, 36, 1, "at most 36", "at most 36", NULL, "2x1 to 36x36", "paper", plain_grid, "S1",
     "1"},
    {"die", 4096, 4096, 1, "at most 4096", "at most 4096", NULL, "2x1 to 4096x4096", "paper",
     plain_grid, "S", "."},
    {"theseus", 64, 64, 1, "at most 64", "up to 64 rows", NULL, "3x1 to 64x64", "thm", theseus_grid,
     "", ""},
    {"bloxorz", 64, 64, 1, "at most 64", "1 to 64 rows", NULL, "4x1 to 64x64", "paper", plain_grid,
     "S", "o"},
    {"marble", 50, 50, 1, "2x1 to 50x50", "2x1 to 50x50", NULL, "2x1 to 50x50", NULL, marble_grid,
     "", ""},
    {"marble", 20, 20, 20, "20x20x20", "20x20x20", "20x20x20", "20x20x20", NULL, marble_grid, "",
     ""},
    {"null", 1000, 1, 1, "at most 1000", "at most 1", NULL, "2x1 to 1000x1", NULL, plain_grid, "S",
     "."},
};

static char *drawn(const largest *k, const unsigned size[3])
{
    mw_writer w = {0};
    mw_write(&w, size[2] > 1 ? "%s %ux%ux%u\n" : "%s %ux%u\n", k->kind, size[0], size[1], size[2]);
    k->draw(&w, size, k->from, k->cell);
    return mw_writer_take(&w);
}

TEST(the_largest_mazes_are_taken)
{
    for (const largest *k = kinds; k < kinds + COUNT(kinds); k++) {
        scoped_text *text = drawn(k, (const unsigned[]){k->w, k->h, k->d});
        scoped_maze *m = maze_of_text(NULL, text);
        assert_true(reads_back(m, "own") && reads_back(m, "id"));
        assert_true(!k->form || reads_back(m, k->form));
        mw_search_options o = {.limits = {.states = 100000, .bytes = 64 << 20}};
        scoped_result r = search_with(m, &o);
        assert_true(r.outcome != MW_OUTCOME_LIMIT || r.limit == MW_LIMIT_STATES ||
                    r.limit == MW_LIMIT_MEMORY);
    }
}

// Is the text, or the id, refused in these words? Prints what happens instead.
static bool refused(const char *kind, const char *text, const char *says)
{
    mw_error e;
    scoped_maze *m = read_any(kind, text, &e);
    bool good = !m && strstr(e.text, says);
    if (!good)
        print_error("%.60s: %s\n", text, m ? "is taken" : e.text);
    return good;
}

TEST(one_more_is_refused)
{
    unsigned wrong = 0;
    for (const largest *k = kinds; k < kinds + COUNT(kinds); k++)
        for (unsigned side = 0; side < 3; side++) {
            const char *says = side == 0 ? k->wider : side == 1 ? k->higher : k->deeper;
            unsigned size[3] = {k->w, k->h, k->d};
            if (!says)
                continue;
            size[side]++;
            for (unsigned i = 0; i < 2; i++) // the other sides are small where they are not tried
                if (i != side && size[i] > 100)
                    size[i] = 2;
            scoped_text *text = drawn(k, size);
            wrong += !refused(k->kind, text, says);
            if (k->draw != marble_grid) // which needs its header
                wrong += !refused(k->kind, strchr(text, '\n') + 1, says);
            const char *id = formatted("%s:%ux%ux%u#1", k->kind, size[0], size[1], size[2]);
            wrong += !refused(NULL, id, k->random);
        }
    assert_int_equal(wrong, 0);
}

TEST(random_mazes_reach_the_limits)
{
    for (const largest *k = kinds; k < kinds + COUNT(kinds); k++) {
        scoped_maze *m =
            maze_of_id(formatted("%s:%ux%ux%u#18446744073709551615", k->kind, k->w, k->h, k->d));
        if (strcmp(k->kind, "die")) // which was read at this size above
            assert_true(reads_back(m, "own"));
    }
}

// As ids, and in the forms of others.
TEST(one_more_in_every_form)
{
    static const struct {
        const char *kind, *first, *again, *says;
        unsigned columns;
    } rows[] = {
        {"rook", "S1", "1", "at most 36 columns", 36},
        {"die", "S", ".", "at most 4096 columns", 4096},
        {"bloxorz", "S", "o", "at most 64 columns", 64},
        {"null", "S", ".", "at most 1000 columns", 1000},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (unsigned more = 0; more < 2; more++) {
            mw_error e = {0};
            mw_writer w = {0};
            mw_write(&w, "%s:%ux1:%s", rows[i].kind, rows[i].columns + more, rows[i].first);
            repeat(&w, rows[i].again, rows[i].columns - 2 + more);
            mw_write(&w, "G");
            scoped_maze *m = mw_maze_from_id(w.text, &e);
            if (more ? m || !strstr(e.text, rows[i].says) : !m)
                fail_msg("%.60s: %s", w.text, m ? "is taken" : e.text);
            free(w.text);
        }
    static const struct {
        const char *kind, *text, *says;
    } others[] = {
        {"theseus", "theseus-maze 1\nsize 65 5\n", "0 to 64"},
        {"theseus", "theseus-maze 1\nsize 5 65\n", "0 to 64"},
        {"bloxorz", "65 5 1 1\n", "0 to 64"},
        {"bloxorz", "5 65 1 1\n", "0 to 64"},
        {NULL, "theseus:65x1:000", "at most 64x64"},
        {NULL, "theseus:1x65:0", "at most 64x64"},
        {NULL, "marble:51x1:0", "2x1 to 50x50"},
        {NULL, "marble:20x21x2:0", "20x20x20"},
    };
    for (size_t i = 0; i < COUNT(others); i++)
        assert_true(refused(others[i].kind, others[i].text, others[i].says));
}

// ---- what a maze may hold

typedef struct text_case {
    const char *text; // or an id
    const char *says; // NULL: it is taken
} text_case;

static void check_texts(const text_case *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].says) {
            assert_true(refused(NULL, rows[i].text, rows[i].says));
            continue;
        }
        mw_error e;
        scoped_maze *m = read_any(NULL, rows[i].text, &e);
        if (!m || !reads_back(m, "id"))
            fail_msg("%.200s\n  %s", rows[i].text, m ? "is another as an id" : e.text);
    }
}

#define REST "+   +   +   +\n|         X |\n+---+---+---+\n"
#define ROOM "theseus 3x3\n+---+---+---+\n| T       M |\n+   +   +   +\n|           |\n" REST

TEST(numbers_and_pieces)
{
    static const text_case rows[] = {
        // jumps, sizes, seeds, generators
        {"rook 36x1\n[35] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 G\n",
         NULL},
        {"rook 2x1\n36 G\n", "jumps are 1 to 35"},
        {"rook 2x1\n18446744073709551617 G\n", "jump"},
        {"rook:65535x1#1", "2x1 to 36x36"},
        {"rook:65536x1#1", "numbers from 1 to 65535"},
        {"rook:0x5#1", "numbers from 1 to 65535"},
        {"rook:4294967301x5#1", "numbers from 1 to 65535"},
        {"rook:5x5x1x1#1", "is not a size"},
        {"rook:5x5#18446744073709551615", NULL},
        {"rook:5x5#18446744073709551616", "below 2^64"},
        {"rook:5x5#1@4294967296", "is not a generator's number"},
        {"die:5x5,obstacles=100#1", NULL},
        {"die:5x5,obstacles=101#1", "from 0 to 100"},
        {"die:5x5,obstacles=18446744073709551616#1", "from 0 to 100"},
        {"theseus:5x5,horizontal=100#1", NULL},
        {"theseus:5x5,horizontal=101#1", "from 0 to 100"},
        // bloxorz: switches of random mazes
        {"bloxorz:20x20,soft=6,heavy=6,splits=2#1", NULL},
        {"bloxorz:20x20,soft=6,heavy=6,splits=3#1", "at most 12 switches, and 14 with splitters"},
        {"bloxorz:20x20,soft=6,heavy=6,switches=1#1", "at most 12 switches"},
        {"bloxorz:20x20,soft=7#1", "from 0 to 6"},
        // theseus: blocks, their steps, their period
        {ROOM "block 2 2 RLRLRLRLRLRLRLRLRLRLRLRL\n", NULL},
        {ROOM "block 2 2 RLRLRLRLRLRLRLRLRLRLRLRLW\n", "1 to 24 steps"},
        {ROOM "block 2 2 RLRL\nblock 2 2 RL\nblock 2 2 RLW\nblock 2 2 RLRLW\nblock 2 2 W\n"
              "block 2 2 W\nblock 2 2 W\nblock 2 2 W\n",
         NULL}, // 60 turns
        {ROOM "block 2 2 W\nblock 2 2 W\nblock 2 2 W\nblock 2 2 W\nblock 2 2 W\nblock 2 2 W\n"
              "block 2 2 W\nblock 2 2 W\nblock 2 2 W\n",
         "at most 8"},
        {ROOM "block 2 2 RLRLRLRL\nblock 2 2 RLW\nblock 2 2 RLRLW\n", NULL}, // 120 turns
        {ROOM "block 2 2 RLRLRLRL\nblock 2 2 RLW\nblock 2 2 RLRLW\nblock 2 2 RLRLRLW\n", "120"},
    };
    check_texts(rows, COUNT(rows));
}

// Bridges of `letters` letters, each as one that is there and one that is away, and `more` of one
// sort: they move independently.
static char *bridges(unsigned letters, unsigned more)
{
    static const char all[] = "ABCDEFHIJKLMNPQRTUVWXYZ"; // not G, O, S
    mw_writer w = {0};
    mw_write(&w, "bloxorz\n");
    for (unsigned i = 0; i < letters + more; i++)
        mw_write(&w, "%c%c\n", all[i], i < letters ? all[i] + 'a' - 'A' : 'o');
    mw_write(&w, "S1\noG\n1 soft toggle ");
    mw_write_bytes(&w, all, letters + more);
    mw_write_char(&w, '\n');
    return mw_writer_take(&w);
}

TEST(bridges_of_bloxorz)
{
    scoped_text *most = bridges(16, 0), *more = bridges(16, 1);
    const text_case rows[] = {{most, NULL}, {more, "more than 32 bridges"}};
    check_texts(rows, 2);
}

// ---- expressions, plans, questions

static char *sum(unsigned numbers)
{
    mw_writer w = {0};
    mw_write(&w, "1");
    repeat(&w, "+1", numbers - 1);
    return mw_writer_take(&w);
}

static char *nested(unsigned depth)
{
    mw_writer w = {0};
    repeat(&w, "(", depth);
    mw_write(&w, "1");
    repeat(&w, ")", depth);
    return mw_writer_take(&w);
}

static void check_expression(char *text, const char *says)
{
    static const char *const names[] = {"length", NULL};
    mw_expression e;
    mw_error error;
    bool ok = mw_expression_compile(&e, text, names, &error);
    if (ok != !says || (says && !strstr(error.text, says)))
        fail_msg("%.60s: %s", text, ok ? "is taken" : error.text);
    free(text);
}

TEST(expressions)
{
    check_expression(sum(128), NULL); // 128 numbers, 127 operations
    check_expression(sum(129), "256");
    check_expression(nested(99), NULL);
    check_expression(nested(100), "at most 100 times");
    check_expression(strdup("1e308"), NULL);
    check_expression(strdup("1e309"), "too large");
}

static bool no_file(UNUSED void *context, UNUSED const char *name, UNUSED mw_plan_take *take,
                    UNUSED void *taker)
{
    return false;
}

static void check_plan(char *text, const char *says)
{
    scoped(mw_plan_free) mw_plan p = {0};
    mw_error e = {0};
    char *with = malloc(strlen(text) + 20);
    strcat(strcpy(with, text), strstr(text, "algorithm") ? "" : "algorithm bfs\n");
    free(text);
    text = with;
    bool ok = mw_plan_read(&p, text, no_file, NULL, &e);
    if (ok != !says || (says && !strstr(e.text, says)))
        fail_msg("%.60s: %s", text, ok ? "is taken" : e.text);
    free(text);
}

static char *words(const char *before, const char *word, unsigned times)
{
    mw_writer w = {0};
    mw_write(&w, "%s", before);
    repeat(&w, word, times);
    mw_write_char(&w, '\n');
    return mw_writer_take(&w);
}

TEST(plans)
{
    check_plan(words("mazes null:9x1#1\nrepeat 1000", "", 0), NULL);
    check_plan(words("mazes null:9x1#1\nrepeat 1001", "", 0), "from 1 to 1000");
    check_plan(words("random null 9x1 seeds 0..999999", "", 0), NULL);
    check_plan(words("random null 9x1 seeds 0..1000000", "", 0), "1000000");
    check_plan(words("random null 9x1 seeds 0..18446744073709551616", "", 0), "seed");
    check_plan(words("mazes", " null:9x1#1", 256), "256");
    check_plan(words("mazes null:9x1#1\nlimit states 4e9", "", 0), NULL);
    check_plan(words("mazes null:9x1#1\nlimit states 4.1e9", "", 0), "is not a limit");
    check_plan(words("mazes null:9x1#1\nlimit states 1.5", "", 0), "whole number");
    check_plan(words("mazes null:9x1#1\nlimit memory 1048576T", "", 0), NULL);
    check_plan(words("mazes null:9x1#1\nlimit memory 1048577T", "", 0), "is not a limit");
    check_plan(words("mazes null:9x1#1\nalgorithm wastar\nweight 1.", "0", 38), NULL);
    check_plan(words("mazes null:9x1#1\nalgorithm wastar\nweight 1.", "0", 39), "is not a weight");
    check_plan(words("mazes ", "x", 4097), "may have 4096 bytes");
}

TEST(questions)
{
    mw_api *p = mw_api_open(NULL);
    for (unsigned more = 0; more < 2; more++) {
        mw_writer moves = {0};
        repeat(&moves, " ", 1000000 + more);
        mw_field fields[] = {{"ask", "look"}, {"maze", "rook:5x5#1"}, {"moves", moves.text}};
        scoped_text *answer = mw_api_answer(p, fields, 3, NULL);
        assert_true(more ? !!strstr(answer, "may have 1000000 bytes") : !strstr(answer, "error"));
        free(moves.text);
    }
    const struct {
        const char *seed, *says;
    } seeds[] = {{"9223372036854775807", "\"id\""},
                 {"9223372036854775808", "from 0 to 9223372036854775807"},
                 {"-1", "from 0 to"},
                 {"1e3", "from 0 to"}};
    for (size_t i = 0; i < COUNT(seeds); i++) {
        mw_field fields[] = {
            {"ask", "random"}, {"kind", "rook"}, {"size", "5x5"}, {"seed", seeds[i].seed}};
        scoped_text *answer = mw_api_answer(p, fields, 4, NULL);
        if (!strstr(answer, seeds[i].says))
            fail_msg("seed %s: %s", seeds[i].seed, answer);
    }
    // as many evaluations as the command takes, see other_options
    mw_field fields[] = {
        {"ask", "design"}, {"kind", "rook"}, {"size", "5x5"}, {"evaluations", "1000000000000001"}};
    scoped_text *answer = mw_api_answer(p, fields, 4, NULL);
    assert_non_null(strstr(answer, "from 1 to 1000000000000000"));
    for (unsigned more = 0; more < 2; more++) { // as a line of JSON
        mw_writer line = {0};
        mw_write(&line, "{\"ask\":\"optimum\",\"maze\":\"rook:5x5#1\",\"id\":\"");
        repeat(&line, "x", 200 + more);
        mw_write(&line, "\"}");
        scoped_text *told = mw_api_ask(p, line.text, line.length);
        assert_true(more ? !!strstr(told, "at most 200 bytes") : !!strstr(told, "\"optimum\":"));
        free(line.text);
    }
    mw_api_close(p);
}

// A game of a hundred thousand moves, all of which are kept.
TEST(long_games)
{
    mw_writer moves = {0};
    repeat(&moves, "RL", 250000);
    mw_api *p = mw_api_open(NULL);
    mw_field fields[] = {
        {"ask", "hint"}, {"maze", "null:5x1:S...G"}, {"moves", moves.text}, {"grade", "3"}};
    scoped_text *answer = mw_api_answer(p, fields, 4, NULL);
    assert_non_null(strstr(answer, "\"action\":\"R\""));
    free(moves.text);
    mw_api_close(p);
}

TEST_WITH(over_http, serving_start, serving_end)
{
    for (unsigned more = 0; more < 2; more++) {
        mw_writer body = {0};
        mw_write(&body, "{\"ask\": \"about\"}");
        repeat(&body, " ", (1u << 20) - (unsigned)body.length + more);
        expect(post("/api/ask", body.text), more ? 413 : 200, "", more ? "1 MiB" : "algorithms");
        free(body.text);
    }
    for (unsigned fields = 64; fields < 66; fields++) {
        mw_writer body = {0};
        mw_write(&body, "{\"ask\": \"about\"");
        for (unsigned i = 1; i < fields; i++)
            mw_write(&body, ", \"f%u\": 1", i);
        mw_write(&body, "}");
        expect(post("/api/ask", body.text), 400, "", fields == 64 ? "has no field" : "64 fields");
        free(body.text);
    }
    for (unsigned large = 0; large < 2; large++) {
        mw_writer header = {0};
        mw_write(&header, "X-Padding: ");
        repeat(&header, "x", large ? 40000 : 20000);
        mw_write(&header, "\r\n");
        scoped_reply r = get("/api/status", header.text);
        assert_int_equal(r.status, large ? 431 : 200);
        free(header.text);
    }
}

// ---- the command

TEST(options_that_count)
{
    static const char *const verbs[] = {
        "solve rook:5x5#1 --limit-states",
        "check rook:5x5#1 --seed",
        "audit die:3x3#1 --open",
        "design rook 5x5#1 --evaluations",
        "design rook 5x5#1 --count",
        "design rook 5x5#1 --threads",
        "design rook 5x5#1 --streams",
        "design rook 5x5#1 --rounds",
        "design rook 5x5#1 --exchange",
        "design rook 5x5#1 --method genetic --population",
        "design rook 5x5#1 --method genetic --elite",
        "design rook 5x5#1 --method genetic --flips",
        "hint rook:5x5#1 --grade",
        "simulate marble:2x2#1 --max-moves",
        "simulate marble:2x2#1 --seed",
        "simulate marble:2x2#1 --orientations",
        "serve --port",
        "serve --jobs",
        "serve --threads",
        "reproduce die --mazes",
        "experiment /dev/null --threads",
        "site -o - --threads",
    };
    static const char *const values[] = {"-1", "1.5", "1e99", "nan", "inf", "18446744073709551616",
                                         "",   "1x"};
    for (size_t v = 0; v < COUNT(verbs); v++) {
        // a busy machine need not start all of them every time: each value is tried somewhere
        for (size_t i = v % 2; i < COUNT(values); i += 2) {
            scoped_text *err = NULL;
            const char *line = formatted("%s '%s'", verbs[v], values[i]);
            int code = run_command(line, NULL, &err);
            if (code != 2 || !strstr(err, "whole number from"))
                fail_msg("%s: exit %d: %s", line, code, err);
        }
    }
}

TEST(other_options)
{
    static const command_case rows[] = {
        {"design rook 5x5#1 --evaluations 1000000000000001", 2, "", "from 0 to 1e+15"},
        {"solve rook:5x5#1 --limit-memory 1048577T", 2, "", "at most 1048576T"},
        {"solve rook:5x5#1 --limit-memory 0", 2, "", "at most 1048576T"},
        {"solve rook:5x5#1 --limit-memory nan", 2, "", "at most 1048576T"},
        {"solve rook:5x5#1 --limit-memory 1048576T", 0, "solved", ""},
        {"solve rook:5x5#1 --limit-memory 1", 4, "limit: memory", ""},
        {"solve rook:5x5#1 --limit-states 4e9", 0, "solved", ""},
        {"solve rook:5x5#1 --limit-states 4000000001", 2, "", "from 1 to 4e+09"},
        {"solve rook:5x5#1 --limit-seconds 0", 2, "", "from 0.001 to 1e+09"},
        {"solve rook:5x5#1 -a wastar --weight 1001", 2, "", "from 0.001 to 1000"},
        {"check rook:5x5#1 --seed 9e15", 0, "ok", ""},
        {"check rook:5x5#1 --seed 9000000000000001", 2, "", "from 0 to 9e+15"},
        {"design rook 5x5#9223372036854775807 -e 500 --json", 0, "9223372036854775807", ""},
        {"design rook 5x5#9223372036854775808 -e 10", 2, "", "below 2^63"},
        {"design rook 5x5#1 -e 10 --require 'length>0;length>0;length>0;length>0;length>0;"
         "length>0;length>0;length>0;length>0'",
         2, "", "at most 8 constraints"},
        {"design theseus 5x5#1 -e 10 --method genetic --fitness "
         "moves,moves,moves,moves,moves,moves,moves,moves,moves,moves,moves,moves,moves,moves,"
         "moves,moves,moves",
         2, "", "at most 16 measures"},
        {"site -o - --date 2026-01-01..2036-01-09", 2, "", "from 1 to 3660 days"},
        {"book -o /tmp/mw-limits.pdf --grid 5x1 rook:5x5#1", 2, "", "at most 4x6"},
        {"render -o /tmp/mw-limits.png --scale 1001 rook:5x5#1", 2, "", "from 2 to 1000"},
        {"render -o /tmp/mw-limits.svg --graph --layout goal --nodes 99 rook:5x5#1", 2, "",
         "from 100 to 1"},
        {"render -o /tmp/mw-limits.svg --graph --layout goal --nodes 1000001 rook:5x5#1", 2, "",
         "from 100 to 1"},
        {"render -o /tmp/mw-limits.svg --graph --layout goal --scale 0.09 rook:5x5#1", 2, "",
         "from 0.1 to 1000"},
        {"experiment /dev/null --shard 1/100001", 2, "", "100000"},
    };
    expect_answers(rows, COUNT(rows));
    expect_refused(formatted("design rook 5x5#1 --require '%*s'", 1000, ""), 2,
                   "1000 bytes of at most 999");
    expect_refused(formatted("design rook '5x5%*s'", 200, ""), 2, "203 bytes of at most 199");
}

// The file has holes: it takes no room on the disk.
TEST(the_largest_files)
{
    char name[] = "/tmp/mw-large-XXXXXX", *err;
    int file = mkstemp(name);
    assert_true(file >= 0);
    for (unsigned more = 0; more < 2; more++) {
        assert_int_equal(ftruncate(file, (64 << 20) + (off_t)more), 0);
        assert_int_equal(run_command(formatted("convert --kind rook %s", name), NULL, &err), 3);
        if (!strstr(err, more ? "at most 64 MiB" : "byte 0x00 is not text"))
            fail_msg("%s", err);
        free(err);
    }
    close(file);
    unlink(name);
}
