// test_formats.c: mazes, ids and moves as text. What is right reads the same however it is written;
// and what is printed reads back as itself, also after random bytes have been changed in it. What
// is wrong is in test_formats_bad.c.
#include "support.h"

// ---- what is accepted

TEST(a_rook_maze_may_be_written_in_many_ways)
{
    static const char *const headed[] = {
        "rook 3x2\n[2] 1 1\n 1  1 G\n",
        "rook 3x2x1\nS211\n11G\n",
        "rook\nS211\n11G",
        "\xef\xbb\xbf# caf\xc3\xa9\r\n\r\nrook  3x2 \t\r\n  # row\r\n2 1 1\r\n\r\n1 1 G",
    };
    read_alike("rook:3x2:S211/11G", NULL, headed, COUNT(headed));
    static const char *const bare[] = {
        "rook\nS211\n11G\n",
        "S211\n11G\n",
        "211\n110\n",
        "[2]11\n11G\n",
        "[2] 1 1\n1 1 GOAL\n",
        "[2]\t1\t1\n1\t1\tGOAL\n",
        "2 START 1 1\n1 1 0 FINISH\n",
        "2 0 START 1 1\n1 1 FINISH\n",
        "2 S 1 1\n1 1 0\n",
        "S2 1 1\n1 1 G\n",
        "2S 1 1\n11G\n",
        "  2 1   1  \n\t1 1 G\t\n",
        "S211\r\n11G\r\n",
        "\xef\xbb\xbfS211\n11G\n",
    };
    read_alike("rook:3x2:S211/11G", "rook", bare, COUNT(bare));
    static const char *const narrow[] = {
        "1\nG\n", "[1]\nGOAL\n", "1\nFINISH\n", "1 START\n0 FINISH\n", "S1\n0",
    };
    read_alike("rook:1x2:S1/G", "rook", narrow, COUNT(narrow));
    static const char *const wide[] = {
        "[11] 10 1 1 1 1 1 1 1 1 1 G\n",
        "ba111111111G\n",
        "11 0 START 10 1 1 1 1 1 1 1 1 1 GOAL\n",
    };
    read_alike("rook:12x1:Sba111111111G", "rook", wide, COUNT(wide));
    static const char *const variant[] = {
        "rook 2x2 no-u-turn queen\n1 1\n1 G\n",
        "rook queen no-u-turn\n11\n1G\n",
    };
    read_alike("rook:2x2,queen,no-u-turn:S11/1G", NULL, variant, COUNT(variant));
}

TEST(a_die_maze_may_be_written_in_many_ways)
{
    static const char *const headed[] = {
        "die 4x2\nS.*.\n..*G\n",
        "die\nS.x.\n..xG",
        "\xef\xbb\xbf# one\ndie\t4x2\n# two\nS.*.\n  # three\n..*G\n",
        "die start=123 never=6 goal=1 labels=none cost=1\nS.*.\n..*G\n",
    };
    read_alike("die:4x2:S.x./..xG", NULL, headed, COUNT(headed));
    static const char *const bare[] = {
        "S.*.\n..*G\n",
        "S . * .\n. . * G\n",
        "\tS\t.\t*\t.\r\n\r\n\t.\t.\tx\tG\r\n",
    };
    read_alike("die:4x2:S.x./..xG", "die", bare, COUNT(bare));
    static const char *const rules[] = {
        "die 3x1 never=56 goal=12 labels=after cost=top start=326\nS4G\n",
        "die start=326 cost=top labels=after goal=21 never=65\nS 4 G\n",
        "die start=326 cost=top labels=after goal=212 never=6655\nS4G\n",
    };
    read_alike("die:3x1,start=326,never=56,goal=12,labels=after,cost=top:S4G", NULL, rules,
               COUNT(rules));
    static const char *const free_rules[] = {
        "die never=none goal=123456\nSG\n",
        "die goal=any never=none\nSG\n",
    };
    read_alike("die:2x1,never=none,goal=any:SG", NULL, free_rules, COUNT(free_rules));
}

// A line with '#' is a wall of a die maze, or a comment; docs/formats.md says which.
TEST(rows_that_begin_like_comments_are_read)
{
    static const char *const walls[] = {
        "die 4x3\nS...\n####\n...G\n",
        "S...\n####\n...G\n",
        "S . . .\n# # # #\n. . . G\n",
        "#S is up\nS...\n# between\n####\n#\n# 1\n# a b\n...G\n#\n#the end\n# 3 moves\n",
        "die\n#by hand\n#\n# no. 7, of 12\nS...\n#xx#\n...G\n#1: the end\n",
        "die 4x3\r\n# \r\nS...\r\n\t#\r\n \t####\r\n#\r\n...G\r\n#\r\n",
    };
    read_alike("die:4x3:S.../xxxx/...G", "die", walls, COUNT(walls));
    static const char *const border[] = {
        "#####\n#S.G#\n#####\n",
        "die\n#####\n#S.G#\n#####",
        "# by hand\ndie 5x3\n#####\n# S1\n#S.G#\n#\n#####\n#end\n",
    };
    read_alike("die:5x3:xxxxx/xS.Gx/xxxxx", "die", border, COUNT(border));
    static const char *const narrow[] = {"S\n#\nG\n", "die\n  S\n\t#\n  G\n",
                                         "die 1x3\n# 1\nS\n#\nG\n# x\n"};
    read_alike("die:1x3:S/x/G", "die", narrow, COUNT(narrow));
    static const char *const corridor[] = {"#one\n#\nS.*G\n#\n# 4\n#the end\n"};
    read_alike("null:4x1:S.xG", "null", corridor, COUNT(corridor));
    static const char *const above[] = {
        "theseus\n#\n  X\n#\n+   +---+\n#\n| T   M |\n+---+---+\n#\n",
    };
    read_alike("theseus:2x1:c7/t0.0/m1.0/x0.0U", NULL, above, COUNT(above));
    static const char *const theseus[] = {
        "#\n#one\ntheseus\n#\n#two\n+---+---+\n#\n| T   M |\n# 1 2\n+   +---+\n  X\n#\n# X\n#by "
        "me\n#\n",
    };
    read_alike("theseus:2x1:97/t0.0/m1.0/x0.0D", NULL, theseus, COUNT(theseus));
}

TEST(a_corridor_may_be_written_in_many_ways)
{
    static const char *const headed[] = {
        "null 7x1\n.S..*.G\n",
        "null\n.S..x.G",
    };
    read_alike("null:7x1:.S..x.G", NULL, headed, COUNT(headed));
    static const char *const bare[] = {
        ".S..*.G\r\n",
        "\xef\xbb\xbf\n# walls\n.S..*.G  \n\n",
    };
    read_alike("null:7x1:.S..x.G", "null", bare, COUNT(bare));
}

// ---- print and read

static const struct {
    const char *params;
    bool paper; // the bare grid says it all: no options
} families[] = {
    {"rook:5x5", true},
    {"rook:2x1", true},
    {"rook:1x9", true},
    {"rook:1x20", true},
    {"rook:12x1", true},
    {"rook:11x4", true},
    {"rook:20x20", true},
    {"rook:36x36", true},
    {"rook:6x6,goal=center", true},
    {"rook:5x7,goal=corner,no-u-turn", false},
    {"rook:7x4,queen", false},
    {"rook:13x13,queen,no-u-turn,goal=center", false},
    {"die:5x5", true},
    {"die:1x2", true},
    {"die:9x4,obstacles=60", true},
    {"die:30x40,obstacles=5", true},
    {"die:6x6,start=513,never=2", false},
    {"die:6x6,never=none,goal=any", false},
    {"die:4x4,goal=16,cost=top,labels=before", false},
    {"die:4x4,start=645,never=1,labels=after", false},
    {"null:2x1", false},
    {"null:60x1", false},
    {"null:1000x1", false},
};

TEST(what_is_printed_reads_back_as_itself)
{
    unsigned wrong = 0;
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 20; seed++) {
            scoped_maze *m = maze_of_seed(families[f].params, seed);
            bool same = reads_back(m, "own") && reads_back(m, "id") &&
                        (!families[f].paper || reads_back(m, "paper"));
            if (!same)
                print_error("    that was %s#%u\n", families[f].params, seed);
            wrong += !same;
            if (!same)
                break; // the other seeds would say the same
        }
    assert_int_equal(wrong, 0);
}

// Random mazes have no labels, so they are strewn over a printed one.
TEST(labels_are_printed_and_read)
{
    mw_rng rng = seeded(1);
    for (unsigned i = 0; i < 50; i++) {
        char text[] = "die 8x3 labels=before\nS......*\n.*......\n.......G\n";
        if (i % 2)
            memcpy(strstr(text, "before"), "after ", 6);
        for (char *p = text; *p; p++)
            if (*p == '.' && mw_rng_below(&rng, 2))
                *p = (char)('1' + mw_rng_below(&rng, 6));
        scoped_maze *m = maze_of_text(NULL, text);
        assert_true(reads_back(m, "own"));
        assert_true(reads_back(m, "id"));
    }
}

TEST(forms_that_do_not_exist_are_not_printed)
{
    scoped_maze *rook = maze_of_id("rook:2x1:S1G"), *null = maze_of_id("null:2x1:SG");
    assert_null(mw_maze_print(rook, "thm"));
    assert_null(mw_maze_print(rook, ""));
    assert_null(mw_maze_print(null, "paper"));
}

// Scripts keep these: to change one, count up the kind's generator or do not change it.
TEST(printed_forms_stay_as_they_are)
{
    static const printed_form rows[] = {
        {"rook:3x2:211/11G", "id", "rook:3x2:S211/11G"},
        {"rook:2x2,queen,no-u-turn:11/1G", "id", "rook:2x2,no-u-turn,queen:S11/1G"},
        {"rook:3x2:211/1S1G", "paper", "2\t1\t1\n1\t[1]\tGOAL\n"},
        {"die:3x2:S.x/x.G", "own", "die 3x2\nS.*\n*.G\n"},
        {"die:3x2:S.*/x.G", "id", "die:3x2:S.x/x.G"},
        {"die:3x2:S.x/x.G", "paper", "S.*\n*.G\n"},
        {"die:3x1,cost=top,goal=21,never=54,start=321,labels=after:S4G", "own",
         "die 3x1 start=321 never=45 goal=12 labels=after cost=top\nS4G\n"},
        {"null:4x1:Sx.G", "own", "null 4x1\nS*.G\n"},
        {"null:4x1:S*.G", "id", "null:4x1:Sx.G"},
        {"rook:5x5#1", "id", "rook:5x5:S33323/11233/43233/41211/2232G"},
        {"rook:6x4,queen,no-u-turn,goal=center#7", "id",
         "rook:6x4,no-u-turn,queen:S423345/112134/542G23/111232"},
        {"die:6x4#1", "id", "die:6x4:S....x/x...../....x./xx...G"},
        {"die:5x3,start=536,never=2,goal=13,cost=top,obstacles=40#18446744073709551615", "id",
         "die:5x3,start=536,never=2,goal=13,cost=top:S..../.x.../xx..G"},
        {"null:12x1#1", "id", "null:12x1:..G.....S..."},
    };
    check_printed_forms(rows, COUNT(rows));
}

// ---- seeds, versions, copies

TEST(a_seed_gives_one_maze_and_another_seed_another)
{
    static const char *const params[] = {"rook:5x5", "die:9x9", "null:1000x1"};
    for (size_t i = 0; i < COUNT(params); i++)
        for (unsigned seed = 0; seed < 20; seed++) {
            const char *id = formatted("%s#%u", params[i], seed);
            const char *versioned = formatted("%s#0%u@1", params[i], seed);
            const char *next = formatted("%s#%u", params[i], seed + 1);
            scoped_maze *a = maze_of_id(id), *b = maze_of_id(id), *c = maze_of_id(versioned);
            scoped_maze *d = maze_of_id(next);
            assert_true(mw_maze_equal(a, b));
            assert_true(mw_maze_equal(a, c));
            assert_false(mw_maze_equal(a, d));
        }
}

TEST(random_ids_are_kept_with_their_generator)
{
    static const struct {
        const char *id, *versioned;
    } rows[] = {
        {"rook:5x5#7", "rook:5x5#7@1"},
        {"rook:5x5#7@1", "rook:5x5#7@1"},
        {"die:5x5,never=none#0", "die:5x5,never=none#0@1"},
        {"null:9x1#3", "null:9x1#3@1"},
        {"rook:2x1:S1G", NULL},
        {"rook:2x1:S1G#7", NULL}, // a description
        {"rook:5x5", NULL},
        {"rook#7", NULL},
        {"maze:5x5#7", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_text *versioned = mw_id_versioned(rows[i].id);
        if (rows[i].versioned)
            assert_string_equal(versioned, rows[i].versioned);
        else
            assert_null(versioned);
    }
}

TEST(ids_are_told_from_files)
{
    assert_true(mw_is_id("rook:5x5#1"));
    assert_true(mw_is_id("no-such-kind:"));
    assert_false(mw_is_id("rook"));
    assert_false(mw_is_id(""));
    assert_false(mw_is_id(":5x5"));
    assert_false(mw_is_id("puzzles/rook:1"));
    assert_false(mw_is_id("C:maze.rook"));
}

TEST(a_clone_is_equal_and_separate)
{
    scoped_maze *m = maze_of_id("die:5x5#1"), *copy = mw_maze_clone(m),
                *other = maze_of_id("die:5x5#2");
    assert_ptr_not_equal(m, copy);
    assert_true(mw_maze_equal(m, copy));
    assert_true(reads_back(copy, "own"));
    assert_false(mw_maze_equal(copy, other));
}

// ---- moves

TEST(moves_read_back_as_printed)
{
    // Letters stand together only where no word is among them.
    static const mw_action actions_of_words[] = {
        {.word = "U"}, {.word = "R"}, {.word = "a:U"}, {.word = "wait"}, {0}};
    const mw_rules rules = {.size = sizeof rules, .actions = actions_of_words};
    const mw_kind words = {.size = sizeof words, .name = "words", .rules = &rules};
    const mw_kind *kinds[] = {mw_kind_find("rook"), mw_kind_find("die"), mw_kind_find("null"),
                              &words};
    mw_rng rng = seeded(1);
    for (unsigned i = 0; i < 400; i++) {
        const mw_kind *kind = kinds[i % COUNT(kinds)];
        uint16_t actions[30], *again;
        uint32_t known = 0, count = mw_rng_below(&rng, 31);
        mw_error e;
        while (kind->rules->actions[known].word)
            known++;
        for (uint32_t k = 0; k < count; k++)
            actions[k] = (uint16_t)mw_rng_below(&rng, known);
        scoped_text *text = mw_moves_print(kind, actions, count);
        long parsed = mw_moves_parse(kind, text, &again, &e);
        if (parsed != (long)count || memcmp(again, actions, count * sizeof *actions))
            fail_msg("%s: '%s' is read as %ld moves, not as the %u printed", kind->name, text,
                     parsed, count);
        free(again);
    }
}

TEST(moves_may_stand_apart_or_together)
{
    static const char *const texts[] = {"URDL9317", "U R D L 9 3 1 7", " U,R, D\tL\r\n9317\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        uint16_t *actions;
        mw_error e;
        assert_int_equal(mw_moves_parse(mw_kind_find("rook"), texts[i], &actions, &e), 8);
        for (uint16_t k = 0; k < 8; k++)
            assert_int_equal(actions[k], k);
        scoped_text *text = mw_moves_print(mw_kind_find("rook"), actions, 8);
        assert_string_equal(text, "URDL9317");
        free(actions);
    }
    scoped_text *none = mw_moves_print(mw_kind_find("rook"), NULL, 0);
    assert_string_equal(none, "");
}

TEST(bad_moves_are_refused)
{
    static const struct {
        const char *kind, *text;
        uint32_t column;
        const char *says;
    } rows[] = {
        {"rook", "x", 1, "no move begins with 'x'; the moves are U R D L 9 3 1 7"},
        {"rook", "URDLN", 5, "no move begins with 'N'"},
        {"die", "N E,\nU", 6, "no move begins with 'U'; the moves are N E S W"},
        {"die", "n", 1, "no move begins with 'n'"},
        {"null", "LRLRU", 5, "the moves are L R"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint16_t *actions;
        mw_error e;
        assert_int_equal(mw_moves_parse(mw_kind_find(rows[i].kind), rows[i].text, &actions, &e),
                         -1);
        assert_null(actions);
        assert_int_equal(e.column, rows[i].column);
        assert_non_null(strstr(e.text, rows[i].says));
    }
}

TEST(replay_stops_at_illegal_moves_and_at_the_end)
{
    static const struct {
        const char *id, *moves;
        size_t played;
        uint64_t cost;
        mw_status status;
        const char *where;
    } rows[] = {
        {"null:5x1:.S..G", "", 0, 0, MW_OPEN, "column 2"},
        {"null:5x1:.S..G", "RR", 2, 2, MW_OPEN, "column 4"},
        {"null:5x1:.S..G", "RRR", 3, 3, MW_SOLVED, "column 5"},
        {"null:5x1:.S..G", "RRRL", 3, 3, MW_SOLVED, "column 5"}, // over is over
        {"null:5x1:.S..G", "LLR", 1, 1, MW_OPEN, "column 1"},
        {"null:5x1:xS..G", "LR", 0, 0, MW_OPEN, "column 2"},
        {"rook:3x2:S211/11G", "RDU", 2, 2, MW_SOLVED, "row 2, column 3"},
        {"rook:3x2:S211/11G", "R9D", 1, 1, MW_OPEN, "row 1, column 3"}, // 9 is for queens
        {"rook:3x2,no-u-turn:S211/11G", "RL", 1, 1, MW_OPEN, ", heading right"},
        {"die:5x2:S...G/.....", "EE", 1, 1, MW_OPEN, "row 1, column 2, top 4, north 2, east 1"},
        {"die:5x2,cost=top:S...G/.....", "ES", 2, 6, MW_OPEN, ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        uint16_t *actions;
        mw_error e;
        long count = mw_moves_parse(m->kind, rows[i].moves, &actions, &e);
        mw_state at;
        uint64_t cost;
        mw_status status;
        assert_int_equal(mw_replay(m, actions, (size_t)count, &at, &cost, &status), rows[i].played);
        assert_int_equal(mw_replay(m, actions, (size_t)count, NULL, NULL, NULL), rows[i].played);
        assert_int_equal(cost, rows[i].cost);
        assert_int_equal(status, rows[i].status);
        scoped_text *where = mw_state_describe(m, &at);
        assert_non_null(strstr(where, rows[i].where));
        free(actions);
    }
}

// ---- random damage

TEST(damaged_mazes_are_refused_or_read_as_something)
{
    static const char *const ids[] = {"rook:5x5#1",
                                      "rook:4x3,queen,no-u-turn#2",
                                      "rook:12x12#3",
                                      "rook:6x1#4",
                                      "die:5x5#5",
                                      "die:4x3,start=326,never=5,goal=13,cost=top#6",
                                      "null:12x1#7",
                                      "die:3x2,labels=before:S4./x2G",
                                      NULL};
    check_damages(&(damage_plan){.ids = ids,
                                 .forms = (const char *const[]){"own", "id", "seed", "paper", NULL},
                                 .known = "0123456789abxSG.*[]#:/,@= \t\r\n",
                                 .seed = 20,
                                 .tries = 20000});
}
