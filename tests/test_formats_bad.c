// test_formats_bad.c: texts and ids that are wrong are refused at their place and in their words,
// one table row for each rule.
#include "support.h"

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

TEST(text_without_a_known_kind_is_refused)
{
    static const bad_text unknown[] = {
        {"", 1, 1, "the text is empty"},
        {"\xef\xbb\xbf", 1, 1, "the text is empty"},
        {"# a comment\n\n \t\r\n   # another", 1, 1, "the text is empty"},
        {"maze 5x5\n", 1, 1, "unknown kind 'maze'; the kinds are rook"},
        {"\n# why\n\nmaze 5x5\n", 4, 1, "unknown kind 'maze'"},
        {"rookery 5x5\n", 1, 1, "unknown kind 'rookery'"},
        {"3 2 G\n", 1, 1, "cannot tell what kind of maze this is; name the kind (--kind)"},
        {"Rook 2x1\nS1G\n", 1, 1, "cannot tell what kind of maze this is"},
    };
    refuse_texts(NULL, unknown, COUNT(unknown));
    static const bad_text another[] = {
        {"", 1, 1, "the text is empty"},
        {"rook 2x1\nS1G\n", 1, 1, "this is a rook maze, not a die maze"},
    };
    refuse_texts("die", another, COUNT(another));
}

TEST(an_id_is_no_text_of_a_maze)
{
    static const char *const texts[] = {"rook:5x5#7\n", "# one\ndie:2x2:SG/..", "maze:1"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        mw_error e;
        assert_null(mw_maze_read(NULL, texts[i], strlen(texts[i]), &e));
        assert_non_null(strstr(e.text, "this is an id, not the text of a maze"));
    }
}

TEST(bytes_that_are_not_text_are_refused)
{
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

TEST(bad_headers_are_refused)
{
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
        {"rook 2x1 quen\nS1G\n", 1, 10, "did you mean 'queen'? It knows: no-u-turn, queen"},
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

TEST(grids_that_differ_from_their_header_are_refused)
{
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
TEST(oversized_grids_are_refused)
{
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

TEST(bad_rook_grids_are_refused)
{
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

TEST(bad_die_grids_are_refused)
{
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

// Where '#' is no cell, a row with one is told, and is no comment.
TEST(rows_that_begin_like_comments_are_told)
{
#define REMEDY "; a comment there begins with '# ' and has a word"
    static const bad_text rows[] = {
        {"rook\n3 2 1\n# 2 1\n1 2 G\n", 3, 1, "and G for the goal" REMEDY},
        {"rook\n###\n321\n12G\n", 2, 1, "'#' is no jump"},
        {"rook\n321\n#by\n12G\n", 3, 1, "before the start, G for the goal" REMEDY},
        {"bloxorz\n######\n#SooG#\n", 2, 1, REMEDY},
        {"theseus\n#####\n#T M#\n", 2, 1, REMEDY},
        {"theseus 2x1\n+---+---+\n#T   M |\n+   +---+\n  X\n", 3, 1, REMEDY},
        {"theseus\n  +---+---+\n  # T   M #\n  +   +---+\n    X\n", 3, 3, "no wall of a drawing"},
        {"theseus\n+---+---+\n#########\n| T   M |\n+   +---+\n", 3, 1, "and |" REMEDY},
        {"marble 2x1\n+---+---+\n# S   G |\n+---+---+\n", 3, 1, REMEDY},
        {"marble 2x1\n+---+---+\n#S    G|\n+---+---+\n", 3, 1, REMEDY},
        {"null\n#S.G#\n", 2, 1, REMEDY},
        {"die\nS..\n#hello\n..G\n", 3, 1, "this row has 6 cells, but the first row has 3" REMEDY},
    };
    refuse_texts(NULL, rows, COUNT(rows));
#undef REMEDY
}

TEST(bad_die_options_are_refused)
{
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

TEST(bad_null_grids_are_refused)
{
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

TEST(bad_ids_are_refused)
{
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
TEST(a_die_starts_in_one_of_48_orientations)
{
    unsigned legal = 0;
    for (unsigned i = 0; i < 216; i++) {
        unsigned top = i / 36 + 1, north = i / 6 % 6 + 1, east = i % 6 + 1;
        bool possible = top != north && top != east && north != east && top + north != 7 &&
                        top + east != 7 && north + east != 7;
        mw_error e;
        const char *id = formatted("die:2x1,never=none,start=%u%u%u:SG", top, north, east);
        scoped_maze *m = mw_maze_from_id(id, &e);
        if (!m != !possible)
            fail_msg("%s is %s", id, m ? "accepted" : e.text);
        if (!m) {
            assert_non_null(strstr(e.text, "opposite faces add up to 7"));
            continue;
        }
        mw_state start;
        m->kind->rules->start(m, &start);
        scoped_text *where = mw_state_describe(m, &start);
        const char *expected =
            formatted("row 1, column 1, top %u, north %u, east %u", top, north, east);
        assert_string_equal(where, expected);
        legal++;
    }
    assert_int_equal(legal, 48);
}
