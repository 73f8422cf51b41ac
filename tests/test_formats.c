// test_formats.c: mazes, ids and moves as text. What is wrong is refused at its place and in its
// words, one table row for each rule; what is right reads the same however it is written; and what
// is printed reads back as itself, also after random bytes have been changed in it.
#include "support.h"

#include <stdlib.h>
#include <string.h>

// ---- what is refused

// Also what does not look like an id.
static void refuse_ids(const bad_text *rows, size_t count)
{
    unsigned wrong = 0;
    for (const bad_text *b = rows; b < rows + count; b++) {
        mw_error e;
        mw_maze *m = mw_maze_from_id(b->text, &e);
        wrong += !refused_well(b->text, b->line, b->column, b->says, m, &e);
    }
    assert_int_equal(wrong, 0);
}

static void text_without_a_known_kind_is_refused(void **state)
{
    (void)state;
    static const bad_text unknown[] = {
        {"", 1, 1, "the text is empty"},
        {"\xef\xbb\xbf", 1, 1, "the text is empty"},
        {"# a comment\n\n \t\r\n   # another", 1, 1, "the text is empty"},
        {"maze 5x5\n", 1, 1, "unknown kind 'maze'; the kinds are rook"},
        {"\n# why\n\nmaze 5x5\n", 4, 1, "unknown kind 'maze'"},
        {"rookery 5x5\n", 1, 1, "unknown kind 'rookery'"},
        {"3 2 G\n", 1, 1, "cannot tell what kind of maze this is; use --kind"},
        {"Rook 2x1\nS1G\n", 1, 1, "cannot tell what kind of maze this is"},
    };
    refuse_texts(NULL, unknown, COUNT(unknown));
    static const bad_text another[] = {
        {"", 1, 1, "the text is empty"},
        {"rook 2x1\nS1G\n", 1, 1, "this is a rook maze, not a die maze"},
    };
    refuse_texts("die", another, COUNT(another));
}

static void bytes_that_are_not_text_are_refused(void **state)
{
    (void)state;
    static const bad_text rows[] = {
        {"rook 2x1\nS1\001G\n", 2, 3, "byte 0x01 is not text"},
        {"rook 2x1\nS1G\n\033", 3, 1, "byte 0x1b is not text"},
        {"rook 2x1 # \177\n", 1, 12, "byte 0x7f is not text"},
        {"\xef\xbb\xbf\b", 1, 1, "byte 0x08 is not text"},
    };
    refuse_texts(NULL, rows, COUNT(rows));
    static const char zero[] = "rook 2x1\nS\0001G\n";
    mw_error e;
    mw_maze *m = mw_maze_read(NULL, zero, sizeof zero - 1, &e);
    assert_true(refused_well(zero, 2, 2, "byte 0x00 is not text", m, &e));
}

static void bad_headers_are_refused(void **state)
{
    (void)state;
    static const bad_text rows[] = {
        {"rook 5\nS1G\n", 1, 6, "'5' is not a size; write it as COLUMNSxROWS"},
        {"rook 5y5\nS1G\n", 1, 6, "'5y5' is not a size; write it as COLUMNSxROWS"},
        {"rook 5x\nS1G\n", 1, 6, "with numbers from 1 to 65535"},
        {"rook 5x5x\nS1G\n", 1, 6, "with numbers from 1 to 65535"},
        {"rook 0x5\nS1G\n", 1, 6, "with numbers from 1 to 65535"},
        {"rook 65536x1\nS1G\n", 1, 6, "with numbers from 1 to 65535"},
        {"rook 18446744073709551618x1\nS1G\n", 1, 6, "with numbers from 1 to 65535"},
        {"rook 2x1x1x1\nS1G\n", 1, 6, "with numbers from 1 to 65535"},
        {"rook 2x1 2x1\nS1G\n", 1, 10, "rook has no option '2x1'"},
        {"rook 2x1 bishop\nS1G\n", 1, 10, "'bishop'; it knows: no-u-turn, queen, goal"},
        {"rook\t2x1\tbishop\nS1G\n", 1, 10, "rook has no option 'bishop'"},
        {"\xef\xbb\xbfrook 2x1 bishop\nS1G\n", 1, 10, "rook has no option 'bishop'"},
        {"null 2x1 bishop\nSG\n", 1, 10, "null has no option 'bishop'; it knows: none"},
        {"rook queen queen\nS1G\n", 1, 12, "option 'queen' is given twice"},
        {"die never=6 never=5\nSG\n", 1, 13, "option 'never' is given twice"},
        {"rook queen=1\nS1G\n", 1, 6, "option 'queen' takes no value"},
        {"rook queen=\nS1G\n", 1, 6, "option 'queen' takes no value"},
        {"die 2x1 start\nSG\n", 1, 9, "option 'start' needs a value: start=123"},
        {"rook 2x1 goal=center\nS1G\n", 1, 10, "'goal' is for random mazes"},
        {"die 2x1 obstacles=20\nSG\n", 1, 9, "'obstacles' is for random mazes"},
    };
    refuse_texts(NULL, rows, COUNT(rows));
}

static void grids_that_differ_from_their_header_are_refused(void **state)
{
    (void)state;
    static const bad_text headed[] = {
        {"rook 2x1\n", 2, 1, "no grid here; a rook maze needs at least one row"},
        {"die\n# nothing\n", 3, 1, "no grid here; a die maze"},
        {"null 2x1", 2, 1, "no grid here; a null maze"},
        {"rook 3x1\nS1G\n", 2, 1, "this row has 2 cells, but the header says 3 columns"},
        {"die 2x2\nSG\n...\n", 3, 1, "this row has 3 cells, but the header says 2 columns"},
        {"null 3x1\nSG\n", 2, 1, "this row has 2 cells, but the header says 3 columns"},
        {"rook 2x2\nS1G\n", 1, 6, "the header says 2 rows, but there are 1"},
        {"die\t2x1\nSG\n..\n", 1, 5, "the header says 1 rows, but there are 2"},
        {"null 2x2\nSG\n", 1, 6, "the header says 2 rows, but there are 1"},
        {"rook 2x1x2\nS1G\n", 1, 6, "2"}, // these kinds are flat
        {"die 2x1x2\nSG\n", 1, 5, "2"},
        {"null 2x1x2\nSG\n", 1, 6, "2"},
    };
    refuse_texts(NULL, headed, COUNT(headed));
    static const bad_text of_rook[] = {
        {"111\n1G\n", 2, 1, "this row has 2 cells, but the first row has 3"},
        {"1 1 1\n\n1 G\n", 3, 1, "this row has 2 cells, but the first row has 3"},
    };
    refuse_texts("rook", of_rook, COUNT(of_rook));
    static const bad_text of_die[] = {
        {"S..\n...G\n", 2, 1, "this row has 4 cells, but the first row has 3"},
    };
    refuse_texts("die", of_die, COUNT(of_die));
    static const bad_text of_null[] = {
        {"SG\n..\n", 2, 1, "too many rows; a null maze has at most 1"},
    };
    refuse_texts("null", of_null, COUNT(of_null));
}

// Grids of one repeated cell, too large to be written out in a table.
static void oversized_grids_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t w, h;
        const char *kind;
        bad_text bad;
    } rows[] = {
        {37, 1, "rook", {"1", 1, 1, "this row has 37 cells; a rook maze has at most 36 columns"}},
        {1297, 1, "rook", {"1", 1, 1297, "too many cells; a rook maze is at most 36x36"}},
        {1, 37, "rook", {"1", 37, 1, "too many rows; a rook maze has at most 36"}},
        {4097, 1, "die", {".", 1, 1, "this row has 4097 cells; a die maze has at most 4096"}},
        {1, 4097, "die", {".", 4097, 1, "too many rows; a die maze has at most 4096"}},
        {1001, 1, "null", {".", 1, 1, "this row has 1001 cells; a null maze has at most 1000"}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t length = 0;
        char *text = malloc((rows[i].w + 1) * rows[i].h);
        for (uint32_t y = 0; y < rows[i].h; y++) {
            memset(text + length, *rows[i].bad.text, rows[i].w);
            length += rows[i].w;
            text[length++] = '\n';
        }
        mw_error e;
        mw_maze *m = mw_maze_read(mw_kind_find(rows[i].kind), text, length, &e);
        free(text);
        const bad_text *b = &rows[i].bad;
        assert_true(refused_well("(large)", b->line, b->column, b->says, m, &e));
    }
}

static void bad_rook_grids_are_refused(void **state)
{
    (void)state;
    static const bad_text bare[] = {
        // rows without blanks
        {"S1?G\n", 1, 3, "'?' is no jump; use 1-9 and a-z (10 to 35)"},
        {"S1\xc3\xa9G\n", 1, 3, "byte 0xc3 is no jump"},
        {"S\n", 1, 1, "'S' is no jump"},
        {"1GS\n", 1, 3, "'S' is no jump"},
        {"S?G\n", 1, 2, "'?' is no jump"},
        {"[?]G\n", 1, 2, "'?' is no jump"},
        {"[\n", 1, 1, "'[' without ']'"},
        {"1[1\n", 1, 2, "'[' without ']'"},
        {"1[1G\n", 1, 2, "'[' without ']'"},
        // rows of words
        {"1 x G\n", 1, 3, "'x' is no jump; use a number, [3] for the start"},
        {"1\t\t-1 G\n", 1, 4, "'-1' is no jump"},
        {"1 +1 G\n", 1, 3, "'+1' is no jump"},
        {"1 [] G\n", 1, 3, "'[]' is no jump"},
        {"1 S1S G\n", 1, 3, "'S1S' is no jump"},
        {"1 36 G\n", 1, 3, "a jump of 36 is too long; jumps are 1 to 35"},
        {"1 4294967295 G\n", 1, 3, "a jump of 4294967295 is too long"},
        {"1 4294967297 G\n", 1, 3, "4294967297"},
        {"1 18446744073709551617 G\n", 1, 3, "18446744073709551617"},
        {"START 1 G\n", 1, 1, "'START' must follow the jump of the start cell"},
        {"1 1\nS G\n", 2, 1, "'S' must follow the jump of the start cell"},
        {"G START 1\n", 1, 3, "'START' must follow the jump of the start cell"},
        {"1 G START\nG\n", 1, 5, "'START' must follow the jump of the start cell"},
        // the maze as a whole
        {"S1S1G\n", 1, 3, "a second start; the first is at 1:1"},
        {"[1] 1\n1 START G\n", 2, 1, "a second start; the first is at 1:1"},
        {"1GG\n", 1, 3, "a second goal; the first is at 1:2"},
        {"1 0\n1 GOAL\n", 2, 3, "a second goal; the first is at 1:3"},
        {"1SG\n", 1, 2, "the start cannot be the goal"},
        {"[0] 1\n", 1, 1, "the start cannot be the goal"},
        {"G1\n", 1, 1, "no start: it is the top left cell unless marked"},
        {"S11\n11\n", 2, 1, "no goal; mark its cell with G"},
        {"S2G\n", 1, 1, "jump 2 leaves the grid in every direction"},
    };
    refuse_texts("rook", bare, COUNT(bare));
    static const bad_text headed[] = {
        {"rook 3x3\n[1]  1  1\n 1   3  1\n 1   1  G\n", 3, 6, "jump 3 leaves the grid"},
        {"rook queen\n111\n131\n11G\n", 3, 2, "jump 3 leaves the grid"},
        {"# a\r\n\r\nrook 2x1\r\n# b\r\nS1?\r\n", 5, 3, "'?' is no jump"},
    };
    refuse_texts(NULL, headed, COUNT(headed));
}

static void bad_die_grids_are_refused(void **state)
{
    (void)state;
    static const bad_text bare[] = {
        {"S.?G\n", 1, 3, "'?' is no cell; use . * S G, or 1 to 6 for a label"},
        {"S . \x80 G\n", 1, 5, "byte 0x80 is no cell"},
        {"S.\r.G\n", 1, 3, "byte 0x0d is no cell"},
        {"S7G\n", 1, 2, "'7' is no cell"},
        {"S0G\n", 1, 2, "'0' is no cell"},
        {"..\nS 3\n.G\n", 2, 3, "a labelled cell needs labels=before or labels=after"},
        {"S.\n.S\n", 2, 2, "a second start; there is one S and one G"},
        {"S.G\n\n.G.\n", 3, 2, "a second goal; there is one S and one G"},
        {"..G\n...\n", 2, 1, "no start; mark its cell with S"},
        {"S..\n...\n", 2, 1, "no goal; mark its cell with G"},
    };
    refuse_texts("die", bare, COUNT(bare));
    static const bad_text headed[] = {
        {"die labels=none\nS3G\n", 2, 2, "a labelled cell needs labels="},
    };
    refuse_texts(NULL, headed, COUNT(headed));
}

static void bad_die_options_are_refused(void **state)
{
    (void)state;
    static const bad_text rows[] = {
        {"die never=67\nSG\n", 1, 5, "never=67: write faces from 1 to 6, or none"},
        {"die never=\nSG\n", 1, 5, "never= needs faces from 1 to 6, or none"},
        {"die 2x1 goal=0\nSG\n", 1, 9, "goal=0: write faces from 1 to 6, or any"},
        {"die goal=none\nSG\n", 1, 5, "goal=none: write faces"},
        {"die goal=\nSG\n", 1, 5, "goal= needs faces from 1 to 6, or any"},
        {"die labels=on\nSG\n", 1, 5, "labels=on is unknown; write labels=none|before|after"},
        {"die cost=2\nSG\n", 1, 5, "cost=2 is unknown; write cost=1|top"},
        {"die cost=\nSG\n", 1, 5, "cost= is unknown"},
        {"die start=12\nSG\n", 1, 5, "start=12: write the faces on top, north and east"},
        {"die start=1234\nSG\n", 1, 5, "start=1234: write the faces"},
        {"die start=12x\nSG\n", 1, 5, "start=12x: write the faces"},
        {"die start=\nSG\n", 1, 5, "start=: write the faces"},
        // the option that makes the start impossible is to blame
        {"die 2x1 never=1\nSG\n", 1, 9, "the die starts with 1 on top, which is forbidden"},
        {"die start=645\nSG\n", 1, 5, "the die starts with 6 on top, which is forbidden"},
    };
    refuse_texts(NULL, rows, COUNT(rows));
}

static void bad_null_grids_are_refused(void **state)
{
    (void)state;
    static const bad_text bare[] = {
        {"S.?G\n", 1, 3, "'?' is no cell; use . * S G"},
        {"S. G\n", 1, 3, "byte 0x20 is no cell"},
        {"S.S.G\n", 1, 3, "a second S; there is one start and one goal"},
        {"S.GG\n", 1, 4, "a second G; there is one start and one goal"},
        {"...G\n", 1, 1, "no start; mark it with S"},
    };
    refuse_texts("null", bare, COUNT(bare));
    static const bad_text headed[] = {
        {"null\n\nS...\n", 3, 1, "no goal; mark it with G"},
    };
    refuse_texts(NULL, headed, COUNT(headed));
}

static void bad_ids_are_refused(void **state)
{
    (void)state;
    static const bad_text rows[] = {
        {"", 1, 1, "'' is not an id; an id is KIND:PARAMS:DESCRIPTION"},
        {"rook", 1, 1, "'rook' is not an id"},
        {"maze:5x5#1", 1, 1, "unknown kind 'maze'; the kinds are rook"},
        {":5x5#1", 1, 1, "unknown kind ''"},
        {"rook:5x5", 1, 9, "the id ends early; after the size comes :DESCRIPTION or #SEED"},
        {"rook:#1", 1, 6, "the id needs a size"},
        {"rook:queen:S1G", 1, 6, "the id needs a size"},
        {"rook:5y5#1", 1, 6, "'5y5' is not a size"},
        {"rook:5x5,bishop#1", 1, 10, "rook has no option 'bishop'"},
        {"rook:5x5,queen,queen#1", 1, 16, "option 'queen' is given twice"},
        {"rook:2x1,goal=center:S1G", 1, 10, "'goal' is for random mazes"},
        {"rook:5x5\033#1", 1, 9, "byte 0x1b is not text"},
        // seeds and generators
        {"rook:5x5#", 1, 10, "'' is not a seed; write a whole number after '#'"},
        {"rook:5x5#x", 1, 10, "'x' is not a seed"},
        {"rook:5x5#-1", 1, 10, "'-1' is not a seed"},
        {"rook:5x5#1 ", 1, 10, "'1 ' is not a seed"},
        {"rook:5x5#@1", 1, 10, "'@1' is not a seed"},
        {"rook:5x5#18446744073709551616", 1, 10, "is not a seed"},
        {"rook:5x5#1@", 1, 11, "'' is not a generator's number"},
        {"rook:5x5#1@x", 1, 11, "'x' is not a generator's number"},
        {"rook:5x5#1@4294967296", 1, 11, "is not a generator's number"},
        {"rook:5x5#1@2", 1, 11, "needs generator 2 of kind rook; this program has generator"},
        {"die:5x5#1@0", 1, 10, "needs generator 0 of kind die"},
        {"null:5x1#1@2", 1, 11, "needs generator 2 of kind null"},
        // what a random maze can be
        {"rook:37x5#1", 1, 6, "a rook maze is 2x1 to 36x36"},
        {"rook:5x65535#1", 1, 6, "a rook maze is 2x1 to 36x36"},
        {"rook:1x1#1", 1, 6, "a rook maze is 2x1 to 36x36"},
        {"rook:5x5x2#1", 1, 6, "a rook maze is 2x1 to 36x36"},
        {"rook:5x5,goal=left#1", 1, 10, "goal=left is unknown; write goal=corner|center"},
        {"die:4097x2#1", 1, 5, "a die maze is 2x1 to 4096x4096"},
        {"die:65535x65535#1", 1, 5, "a die maze is 2x1 to 4096x4096"},
        {"die:1x1#1", 1, 5, "a die maze is 2x1 to 4096x4096"},
        {"die:5x5x2#1", 1, 5, "a die maze is 2x1 to 4096x4096"},
        {"die:5x5,obstacles=101#1", 1, 9, "obstacles=101: write a number from 0 to 100"},
        {"die:5x5,obstacles=#1", 1, 9, "obstacles=: write a number"},
        {"die:5x5,never=0#1", 1, 9, "never=0: write faces from 1 to 6, or none"},
        {"null:1x1#1", 1, 6, "a corridor is 2x1 to 1000x1"},
        {"null:1001x1#1", 1, 6, "a corridor is 2x1 to 1000x1"},
        {"null:5x2#1", 1, 6, "a corridor is 2x1 to 1000x1"},
        {"null:5x1x2#1", 1, 6, "a corridor is 2x1 to 1000x1"},
        // descriptions: the same rules as in a file; the row is the line, the column is the id's
        {"rook:2x1:", 1, 10, "no grid here"},
        {"rook:2x2:S11/1?", 2, 15, "'?' is no jump"},
        {"die:3x1:SG", 1, 9, "this row has 2 cells, but the header says 3 columns"},
        {"null:2x2:SG", 1, 6, "the header says 2 rows, but there are 1"},
        {"rook:2x1x2:S1G", 1, 6, "2"},
    };
    refuse_ids(rows, COUNT(rows));
}

// A die has 6 x 4 x 2 orientations (both hands); the other 168 triples put a face in two places.
static void a_die_starts_in_one_of_48_orientations(void **state)
{
    (void)state;
    unsigned legal = 0;
    for (unsigned i = 0; i < 216; i++) {
        unsigned top = i / 36 + 1, north = i / 6 % 6 + 1, east = i % 6 + 1;
        bool possible = top != north && top != east && north != east && top + north != 7 &&
                        top + east != 7 && north + east != 7;
        char id[60], expected[60];
        mw_error e;
        snprintf(id, sizeof id, "die:2x1,never=none,start=%u%u%u:SG", top, north, east);
        mw_maze *m = mw_maze_from_id(id, &e);
        if (!m != !possible)
            fail_msg("%s is %s", id, m ? "accepted" : e.text);
        if (!m) {
            assert_non_null(strstr(e.text, "opposite faces add up to 7"));
            continue;
        }
        mw_state start;
        m->kind->start(m, &start);
        char *where = mw_state_describe(m, &start);
        snprintf(expected, sizeof expected, "row 1, column 1, top %u, north %u, east %u", top,
                 north, east);
        assert_string_equal(where, expected);
        free(where);
        mw_maze_free(m);
        legal++;
    }
    assert_int_equal(legal, 48);
}

// ---- what is accepted

static void a_rook_maze_may_be_written_in_many_ways(void **state)
{
    (void)state;
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

static void a_die_maze_may_be_written_in_many_ways(void **state)
{
    (void)state;
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

static void a_corridor_may_be_written_in_many_ways(void **state)
{
    (void)state;
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

static void what_is_printed_reads_back_as_itself(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 20; seed++) {
            mw_maze *m = maze_of_seed(families[f].params, seed);
            bool same = reads_back(m, "own") && reads_back(m, "id") &&
                        (!families[f].paper || reads_back(m, "paper"));
            if (!same)
                print_error("    that was %s#%u\n", families[f].params, seed);
            wrong += !same;
            mw_maze_free(m);
            if (!same)
                break; // the other seeds would say the same
        }
    assert_int_equal(wrong, 0);
}

// Random mazes have no labels, so they are strewn over a printed one.
static void labels_are_printed_and_read(void **state)
{
    (void)state;
    mw_rng rng;
    mw_rng_seed(&rng, 1);
    for (unsigned i = 0; i < 50; i++) {
        char text[] = "die 8x3 labels=before\nS......*\n.*......\n.......G\n";
        if (i % 2)
            memcpy(strstr(text, "before"), "after ", 6);
        for (char *p = text; *p; p++)
            if (*p == '.' && mw_rng_below(&rng, 2))
                *p = (char)('1' + mw_rng_below(&rng, 6));
        mw_maze *m = maze_of_text(NULL, text);
        assert_true(reads_back(m, "own"));
        assert_true(reads_back(m, "id"));
        mw_maze_free(m);
    }
}

static void forms_that_do_not_exist_are_not_printed(void **state)
{
    (void)state;
    mw_maze *rook = maze_of_id("rook:2x1:S1G"), *null = maze_of_id("null:2x1:SG");
    assert_null(mw_maze_print(rook, "thm"));
    assert_null(mw_maze_print(rook, ""));
    assert_null(mw_maze_print(null, "paper"));
    mw_maze_free(rook);
    mw_maze_free(null);
}

// Scripts keep these: to change one, count up the kind's generator or do not change it.
static void printed_forms_stay_as_they_are(void **state)
{
    (void)state;
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

static void a_seed_gives_one_maze_and_another_seed_another(void **state)
{
    (void)state;
    static const char *const params[] = {"rook:5x5", "die:9x9", "null:1000x1"};
    for (size_t i = 0; i < COUNT(params); i++)
        for (unsigned seed = 0; seed < 20; seed++) {
            char id[60], versioned[60], next[60];
            snprintf(id, sizeof id, "%s#%u", params[i], seed);
            snprintf(versioned, sizeof versioned, "%s#0%u@1", params[i], seed);
            snprintf(next, sizeof next, "%s#%u", params[i], seed + 1);
            mw_maze *a = maze_of_id(id), *b = maze_of_id(id), *c = maze_of_id(versioned);
            mw_maze *d = maze_of_id(next);
            assert_true(mw_maze_equal(a, b));
            assert_true(mw_maze_equal(a, c));
            assert_false(mw_maze_equal(a, d));
            mw_maze_free(a);
            mw_maze_free(b);
            mw_maze_free(c);
            mw_maze_free(d);
        }
}

static void random_ids_are_kept_with_their_generator(void **state)
{
    (void)state;
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
        char *versioned = mw_id_versioned(rows[i].id);
        if (rows[i].versioned)
            assert_string_equal(versioned, rows[i].versioned);
        else
            assert_null(versioned);
        free(versioned);
    }
}

static void ids_are_told_from_files(void **state)
{
    (void)state;
    assert_true(mw_is_id("rook:5x5#1"));
    assert_true(mw_is_id("no-such-kind:"));
    assert_false(mw_is_id("rook"));
    assert_false(mw_is_id(""));
    assert_false(mw_is_id(":5x5"));
    assert_false(mw_is_id("puzzles/rook:1"));
    assert_false(mw_is_id("C:maze.rook"));
}

static void a_clone_is_equal_and_separate(void **state)
{
    (void)state;
    mw_maze *m = maze_of_id("die:5x5#1"), *copy = mw_maze_clone(m),
            *other = maze_of_id("die:5x5#2");
    assert_ptr_not_equal(m, copy);
    assert_true(mw_maze_equal(m, copy));
    mw_maze_free(m);
    assert_true(reads_back(copy, "own"));
    assert_false(mw_maze_equal(copy, other));
    mw_maze_free(copy);
    mw_maze_free(other);
}

// ---- moves

static void moves_read_back_as_printed(void **state)
{
    (void)state;
    // Letters stand together only where no word is among them.
    const mw_kind words = {.name = "words",
                           .actions = (const char *const[]){"U", "R", "a:U", "wait", NULL}};
    const mw_kind *kinds[] = {mw_kind_find("rook"), mw_kind_find("die"), mw_kind_find("null"),
                              &words};
    mw_rng rng;
    mw_rng_seed(&rng, 1);
    for (unsigned i = 0; i < 400; i++) {
        const mw_kind *kind = kinds[i % COUNT(kinds)];
        uint16_t actions[30], *again;
        uint32_t known = 0, count = mw_rng_below(&rng, 31);
        mw_error e;
        while (kind->actions[known])
            known++;
        for (uint32_t k = 0; k < count; k++)
            actions[k] = (uint16_t)mw_rng_below(&rng, known);
        char *text = mw_moves_print(kind, actions, count);
        long parsed = mw_moves_parse(kind, text, &again, &e);
        if (parsed != (long)count || memcmp(again, actions, count * sizeof *actions))
            fail_msg("%s: '%s' is read as %ld moves, not as the %u printed", kind->name, text,
                     parsed, count);
        free(again);
        free(text);
    }
}

static void moves_may_stand_apart_or_together(void **state)
{
    (void)state;
    static const char *const texts[] = {"URDL9317", "U R D L 9 3 1 7", " U,R, D\tL\r\n9317\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        uint16_t *actions;
        mw_error e;
        assert_int_equal(mw_moves_parse(mw_kind_find("rook"), texts[i], &actions, &e), 8);
        for (uint16_t k = 0; k < 8; k++)
            assert_int_equal(actions[k], k);
        char *text = mw_moves_print(mw_kind_find("rook"), actions, 8);
        assert_string_equal(text, "URDL9317");
        free(text);
        free(actions);
    }
    char *none = mw_moves_print(mw_kind_find("rook"), NULL, 0);
    assert_string_equal(none, "");
    free(none);
}

static void bad_moves_are_refused(void **state)
{
    (void)state;
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

static void replay_stops_at_illegal_moves_and_at_the_end(void **state)
{
    (void)state;
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
        mw_maze *m = maze_of_id(rows[i].id);
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
        char *where = mw_state_describe(m, &at);
        assert_non_null(strstr(where, rows[i].where));
        free(where);
        free(actions);
        mw_maze_free(m);
    }
}

// ---- random damage

static void damaged_mazes_are_refused_or_read_as_something(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_without_a_known_kind_is_refused),
        cmocka_unit_test(bytes_that_are_not_text_are_refused),
        cmocka_unit_test(bad_headers_are_refused),
        cmocka_unit_test(grids_that_differ_from_their_header_are_refused),
        cmocka_unit_test(oversized_grids_are_refused),
        cmocka_unit_test(bad_rook_grids_are_refused),
        cmocka_unit_test(bad_die_grids_are_refused),
        cmocka_unit_test(bad_die_options_are_refused),
        cmocka_unit_test(bad_null_grids_are_refused),
        cmocka_unit_test(bad_ids_are_refused),
        cmocka_unit_test(a_die_starts_in_one_of_48_orientations),
        cmocka_unit_test(a_rook_maze_may_be_written_in_many_ways),
        cmocka_unit_test(a_die_maze_may_be_written_in_many_ways),
        cmocka_unit_test(a_corridor_may_be_written_in_many_ways),
        cmocka_unit_test(what_is_printed_reads_back_as_itself),
        cmocka_unit_test(labels_are_printed_and_read),
        cmocka_unit_test(forms_that_do_not_exist_are_not_printed),
        cmocka_unit_test(printed_forms_stay_as_they_are),
        cmocka_unit_test(a_seed_gives_one_maze_and_another_seed_another),
        cmocka_unit_test(random_ids_are_kept_with_their_generator),
        cmocka_unit_test(ids_are_told_from_files),
        cmocka_unit_test(a_clone_is_equal_and_separate),
        cmocka_unit_test(moves_read_back_as_printed),
        cmocka_unit_test(moves_may_stand_apart_or_together),
        cmocka_unit_test(bad_moves_are_refused),
        cmocka_unit_test(replay_stops_at_illegal_moves_and_at_the_end),
        cmocka_unit_test(damaged_mazes_are_refused_or_read_as_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
