// test_theseus_text.c: Theseus mazes as drawings, as digits and as .thm files. What is wrong is
// refused at its place and in its words, one table row for each rule; what is right reads the same
// however it is written; what is printed reads back as itself, also after random damage.
#include "support.h"

// ---- what is refused

#define TOP3 "+---+---+---+\n"

TEST(bad_drawings_are_refused)
{
    static const bad_text rows[] = {
        // the border tells the size
        {"+\n| T M X |\n+\n", 1, 1, "begins with its upper border, e.g. +---+---+"},
        {"++++\n|TMX|\n++++\n", 1, 1, "begins with its upper border"},
        {"  +---+--+\n  | T | M|\n  +---+--+\n", 1, 3, "begins with its upper border"},
        {"   X\n", 1, 1, "begins with its upper border"},
        {"\n X\n| T   M |\n+---+---+\n", 2, 1, "begins with its upper border"},
        {TOP3 "| T   M   X |\n", 1, 1, "the drawing has 1 lines; it needs 2 for each row"},
        {TOP3 "| T   M   X |\n" TOP3 TOP3, 4, 1, "the drawing has 4 lines"},
        {"theseus 4x1\n" TOP3 "| T   M   X |\n" TOP3, 2, 1, "3 cells, but the header says 4"},
        {"theseus 3x2\n" TOP3 "| T   M   X |\n" TOP3, 1, 9, "the header says 2 rows, but there"},
        {"theseus 3x1x2\n" TOP3 "| T   M   X |\n" TOP3, 1, 9, "2 layers"},
        // walls
        {"+---+----\n| T   M |\n+---+---+\n", 1, 9, "here belongs a corner, '+'"},
        {TOP3 "| T   M   X |\n+---+---+---\n", 3, 13, "here belongs a corner"},
        {"+-x-+---+\n| T   M |\n+---+---+\n", 1, 3, "here belongs a wall, '-', or a blank"},
        {TOP3 "| T   M     |\n+   + X +   +\n|         X |\n" TOP3, 3, 7, "a wall, '-', or a"},
        {TOP3 "| T * M   X |\n" TOP3, 2, 5, "here belongs a wall, '|', or a blank"},
        {TOP3 "| T X M     |\n" TOP3, 2, 5, "here belongs a wall, '|', or a blank"},
        // pieces
        {TOP3 "| T   m   X |\n" TOP3, 2, 7, "'m' is no piece; use T, M, X or a blank"},
        {TOP3 "| T   M  \x80X |\n" TOP3, 2, 10, "byte 0x80 is no piece"},
        {TOP3 "| T   M   T |\n" TOP3, 2, 11, "a second Theseus; there is only one"},
        {TOP3 "| T   M  MX |\n" TOP3, 2, 10, "a second Minotaur; there is only one"},
        {TOP3 "| T   E   G |\n" TOP3, 2, 11, "a second exit; there is only one"},
        {TOP3 "| T   M   X  \n" TOP3, 2, 13, "a second exit"},
        {TOP3 "  T   M       X\n" TOP3, 2, 13, "a second exit"},
        {"+---+   +   +\n| T   M     |\n" TOP3, 1, 11, "a second exit"},
        {"+---+   +---+\n| T   M     |\n+   +---+---+\n", 3, 3, "a second exit"},
        {TOP3 "|     M   X |\n" TOP3, 3, 1, "no Theseus; mark it with T"},
        {TOP3 "| T       X |\n" TOP3, 3, 1, "no Minotaur; mark it with M"},
        {TOP3 "| T   M     | X\n" TOP3, 3, 1, "no exit; mark it with X"},
        {TOP3 "| TM      X |\n" TOP3, 3, 1, "Theseus and the Minotaur start in the same cell"},
        {TOP3 "| TX  M     |\n" TOP3, 3, 1, "Theseus starts on the exit"},
        // and whatever it is that begins otherwise
        {"hello\n", 1, 1, "size"},
        {"theseus\nd57\nt0.0\nm1.0\nx2.0\n", 2, 1, "size"},
        {"theseus 3x1\n\n", 3, 1, "no grid here"},
    };
    refuse_texts("theseus", rows, COUNT(rows));
}

#define BOARD "+---+---+---+---+\n| T   M   X     |\n+---+---+---+---+\n"
#define FOUR  "block 4 1 W\nblock 4 1 W\nblock 4 1 W\nblock 4 1 W\n"
#define W6    "WWWWWW"

TEST(bad_blocks_are_refused)
{
    static const bad_text rows[] = {
        {BOARD "blocks 4 1 W\n", 4, 1, "after the drawing come lines such as 'block 3 1 RRLL'"},
        {BOARD "        X\n X\n", 5, 1, "after the drawing come lines such as"},
        {BOARD "block\n", 4, 6, "here belongs the block's column, from 1 to 4"},
        {BOARD "block 0 1 W\n", 4, 7, "the block's column, from 1 to 4"},
        {BOARD "block 5 1 W\n", 4, 7, "the block's column, from 1 to 4"},
        {BOARD "block 4\n", 4, 8, "here belongs the block's row, from 1 to 1"},
        {BOARD "\n#\nblock\t4 -1 W\n", 6, 9, "the block's row, from 1 to 1"},
        {BOARD "block 4 2 W\n", 4, 9, "the block's row, from 1 to 1"},
        {BOARD "block 4 1\n", 4, 10, "a block's path has 1 to 24 steps"},
        {BOARD "block 4 1 W" W6 W6 W6 W6 "\n", 4, 11, "a block's path has 1 to 24 steps"},
        {BOARD "block 4 1 L R\n", 4, 13, "the steps of a block are one word"},
        {BOARD "block 4 1 LxR\n", 4, 12, "'x' is no step; use U R D L, or W to rest"},
        {BOARD "block 4 1 RL\n", 4, 11, "the block's path leaves the 4x1 grid"},
        {BOARD "block 3 1 LLLLRRRR\n", 4, 11, "the block's path leaves the 4x1 grid"},
        {BOARD "block 4 1 UD\n", 4, 11, "the block's path leaves the 4x1 grid"},
        {BOARD "block 4 1 WDU\n", 4, 11, "the block's path leaves the 4x1 grid"},
        {BOARD "block 4 1 WLLR\n", 4, 11, "the block's path does not end where it began"},
        {BOARD "block 1 1 RL\n", 4, 11, "the block starts on Theseus"},
        {BOARD "block 2 1 W\n", 4, 11, "the block starts on the Minotaur"},
        {BOARD FOUR FOUR "block 4 1 W\n", 12, 1, "too many blocks; there are at most 8"},
        {BOARD "block 4 1 WWWWW\nblock 4 1 W" W6 "\nblock 4 1 WWWW\n", 6, 11,
         "back together only after 140 turns; at most 120 are allowed"},
    };
    refuse_texts("theseus", rows, COUNT(rows));
}

TEST(bad_digits_and_items_are_refused)
{
    static const bad_text rows[] = {
        {"theseus:3x1:d5/t0.0/m1.0/x2.0", 1, 13, "2 cells, but the header says 3 columns"},
        {"theseus:3x1:d5g/t0.0/m1.0/x2.0", 1, 15, "'g' is no digit; the walls of a cell are 0 to"},
        {"theseus:3x1:D57/t0.0/m1.0/x2.0", 1, 13, "'D' is no digit"},
        {"theseus:3x2:d57", 1, 9, "row"},
        {"theseus:65x1:d57", 1, 9, "64"},
        {"theseus:1x65:d/5/7", 1, 9, "64"},
        {"theseus:3x1x2:d57/t0.0/m1.0/x2.0", 1, 9, "2"}, // it is flat
        // walls
        {"theseus:3x1:557/t0.0/m1.0/x2.0", 1, 13, "the border is open here, but this is not the"},
        {"theseus:3x1:d17/t0.0/m1.0/x2.0", 1, 14, "the border is open here"},
        {"theseus:3x1:d54/t0.0/m1.0/x2.0R", 1, 15, "the border is open here"},
        {"theseus:3x1:d77/t0.0/m1.0/x2.0", 1, 14, "do not agree on the wall between them"},
        {"theseus:2x2:93/96/t0.0/m1.0/x0.1", 1, 13, "do not agree on the wall between them"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0R", 1, 15, "the exit's door is walled up"},
        {"theseus:3x1:d57/t0.0/m2.0/x1.0R", 1, 14, "border"}, // a door inside the maze
        {"theseus:3x1:f57/t0.0/m2.0/x0.0R", 1, 13, ""},
        // items
        {"theseus:3x1:d57/q0.0", 2, 17, "not an item; write t1.2, m1.2, x1.2, x1.2R or b1.2.RRLL"},
        {"theseus:3x1:d57/t", 2, 17, "not an item"},
        {"theseus:3x1:d57/t0", 2, 17, "not an item"},
        {"theseus:3x1:d57/t0.", 2, 17, "not an item"},
        {"theseus:3x1:d57/t0,0", 2, 17, "not an item"},
        {"theseus:3x1:d57/t.0", 2, 17, "not an item"},
        {"theseus:3x1:d57/t65.0", 2, 17, "not an item"},
        {"theseus:3x1:d57/t0.99999999999999999999", 2, 17, "not an item"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b2.0", 5, 32, "not an item"},
        {"theseus:3x1:d57/t0.0/m1.0/b2.0", 4, 27, "not an item"},
        {"theseus:3x1:d57/t0.0R", 2, 21, "nothing more belongs to this item"},
        {"theseus:3x1:d57/m0.0.W", 2, 21, "nothing more belongs to this item"},
        {"theseus:3x1:d57/x0.0W", 2, 21, "nothing more belongs to this item"},
        {"theseus:3x1:d57/x0.0RR", 2, 21, "nothing more belongs to this item"},
        {"theseus:3x1:d57/t3.0", 2, 17, "this lies outside the 3x1 grid"},
        {"theseus:3x1:d57/m0.1", 2, 17, "this lies outside the 3x1 grid"},
        {"theseus:3x1:d57/x64.0R", 2, 17, "this lies outside the 3x1 grid"},
        {"theseus:3x1:d57/t0.0/t1.0", 3, 22, "a second Theseus"},
        {"theseus:3x1:d57/m0.0/m0.0", 3, 22, "a second Minotaur"},
        {"theseus:3x1:d57/x0.0L/x0.0", 3, 23, "a second exit"},
        {"theseus:3x1:d57", 1, 13, "no Theseus; mark it with T"},
        {"theseus:3x1:d57/t0.0/x2.0", 3, 22, "no Minotaur"},
        {"theseus:3x1:d57/t0.0/m1.0", 3, 22, "no exit"},
        {"theseus:3x1:d57/t0.0/m0.0/x2.0", 4, 27, "Theseus and the Minotaur start in the same"},
        {"theseus:3x1:d57/t0.0/m1.0/x0.0", 4, 27, "Theseus starts on the exit"},
        // blocks
        {"theseus:3x1:d57/b2.0.W/t0.0/m1.0/x2.0", 2, 17, "no Theseus"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b2.0.", 5, 37, "a block's path has 1 to 24 steps"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b3.0.W", 5, 37, "path leaves the 3x1 grid"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b2.1.W", 5, 37, "path leaves the 3x1 grid"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b2.0.L.R", 5, 38, "'.' is no step"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b0.0.W", 5, 37, "the block starts on Theseus"},
    };
    refuse_texts("theseus", rows, COUNT(rows));
}

#define THM "theseus-maze 1\nsize 3 1\n"
#define ALL "theseus 0 0\nminotaur 1 0\nexit 2 0 .\n"

TEST(bad_thm_files_are_refused)
{
    static const bad_text rows[] = {
        {"theseus-maze 1\n", 1, 1, "size"},
        {"theseus-maze 1\nsize\n", 2, 5, "here belongs a number from 0 to 64"},
        {"theseus-maze 1\nsize 3\n", 2, 7, "here belongs a number from 0 to 64"},
        {"theseus-maze 1\nsize 65 1\n", 2, 6, "here belongs a number from 0 to 64"},
        {"theseus-maze 1\nsize 3 1x\n", 2, 8, "here belongs a number from 0 to 64"},
        {"theseus-maze 1\nsize 0 3\n", 2, 1, "the size is at least 1 1"},
        {"theseus-maze 1\nsize 3 0\n", 2, 1, "the size is at least 1 1"},
        {"theseus-maze 1\nwalls\nd57\n", 2, 1, "the size comes before the walls"},
        {"theseus-maze 1\ntheseus 0 0\nsize 3 1\n", 2, 1, "this lies outside the 0x0 grid"},
        // pieces far outside what becomes a smaller board
        {"theseus-maze 1\nsize 64 64\ntheseus 63 63\nminotaur 9 9\nexit 60 60 .\nsize 3 1\nwalls\n"
         "d57\n",
         6, 1, "size"},
        {THM "theseus 3 0\n", 3, 1, "this lies outside the 3x1 grid"},
        {THM "minotaur 0 1\n", 3, 1, "this lies outside the 3x1 grid"},
        {THM "exit 64 0 .\n", 3, 1, "this lies outside the 3x1 grid"},
        {THM "minotaur  0\n", 3, 12, "here belongs a number"},
        {THM "exit 2 0\n", 3, 9, "the exit's side is N, E, S or W, or . for the cell itself"},
        {THM "exit 2 0 R\n", 3, 10, "the exit's side is N, E, S or W"},
        {THM "exit 2 0 NE\n", 3, 10, "the exit's side is N, E, S or W"},
        {THM "order\n", 3, 6, "the order is hv or vh"},
        {THM "order hvh\n", 3, 7, "the order is hv or vh"},
        {THM "monster 0 0\n", 3, 1, "'monster' is unknown in a .thm file"},
        {THM ALL "minotaur 1 0\n", 6, 1, "a second Minotaur"},
        {THM ALL "walls\nd5\n", 7, 1, "this row has 2 cells, but the first row has 3"},
        {THM ALL "walls\nd5x\n", 7, 3, "'x' is no digit"},
        {THM ALL "walls\nd57\nd57\n", 8, 1, "'d57' is unknown in a .thm file"},
        {THM ALL, 5, 1, "1 rows of walls are missing"},
        {"theseus-maze 1\nsize 3 3\n" ALL "walls\n913\n", 7, 1, "2 rows of walls are missing"},
        {THM "walls\nd57\nend\n", 5, 1, "no Theseus"},
        {THM "theseus 0 0\nminotaur 0 0\nexit 2 0 .\nwalls\nd57\n", 7, 1, "in the same cell"},
        {THM ALL "walls\nd53\n", 7, 3, "the border is open here"},
        {THM "theseus 0 0\nminotaur 1 0\nexit 2 0 E\nwalls\nd57\n", 7, 3, "door is walled up"},
        {THM "theseus 0 0\nminotaur 1 0\nexit 1 0 E\nwalls\nd57\n", 7, 2, "border"},
        {"theseus 3x2\n" THM ALL "walls\nd57\n", 1, 9, "the header says 2 rows, but there are 1"},
        {"theseus 4x1\n" THM ALL "walls\nd57\n", 8, 1, "3 cells, but the header says 4"},
    };
    refuse_texts("theseus", rows, COUNT(rows));
}

TEST(bad_options_and_random_mazes_are_refused)
{
    static const bad_text rows[] = {
        {"theseus:2x1#1", 1, 9, "a theseus maze is 3x1 to 64x64"},
        {"theseus:65x1#1", 1, 9, "a theseus maze is 3x1 to 64x64"},
        {"theseus:3x65#1", 1, 9, "a theseus maze is 3x1 to 64x64"},
        {"theseus:65535x65535#1", 1, 9, "a theseus maze is 3x1 to 64x64"},
        {"theseus:3x1x2#1", 1, 9, "a theseus maze is 3x1 to 64x64"},
        {"theseus:3x1,exit=hole#1", 1, 13, "exit=hole is unknown; write exit=cell|door"},
        {"theseus:3x1,order=h#1", 1, 13, "order=h is unknown; write order=hv|vh"},
        {"theseus:3x1,order=hv,win=late#1", 1, 22, "win=late is unknown; write win=arrival|after"},
        {"theseus:3x1,horizontal=101#1", 1, 13, "horizontal=101: write a number from 0 to 100"},
        {"theseus:3x1,vertical=#1", 1, 13, "vertical=: write a number from 0 to 100"},
        {"theseus:3x1,exit=cell:d57/t0.0/m1.0/x2.0", 1, 13, "'exit' is for random mazes"},
        {"theseus:3x1,win=late:d57/t0.0/m1.0/x2.0", 1, 13, "win=late is unknown"},
        {"theseus:3x1,order=:d57/t0.0/m1.0/x2.0", 1, 13, "order= is unknown"},
    };
    refuse_texts("theseus", rows, COUNT(rows));
}

// Boards too large to be written out, Theseus, the Minotaur and the exit in the first cells.
static char *draw_board(int w, int h)
{
    char *text = calloc(2 * (size_t)h + 1, 4 * (size_t)w + 3), *at = text;
    for (int line = 0; line <= 2 * h; line++) {
        for (int x = 0; x < w; x++) {
            int cell = line / 2 * w + x;
            char piece = line % 2 && cell < 3 ? "TMX"[cell] : ' ';
            at += sprintf(at, line % 2 ? "| %c " : "+---", piece);
        }
        at += sprintf(at, line % 2 ? "|\n" : "+\n");
    }
    return text;
}

TEST(boards_have_up_to_64_columns_and_rows)
{
    static const struct {
        int w, h;
        bad_text bad;
    } rows[] = {
        {65, 1, {"65x1", 1, 1, "65 columns; a theseus maze has at most 64"}},
        {1, 65, {"1x65", 131, 1, "the drawing has 131 lines; it needs 2 for each row, up to 64"}},
        {1, 100, {"1x100", 157, 1, "too many rows"}},
        {64, 1, {NULL, 0, 0, ""}},
        {1, 64, {NULL, 0, 0, ""}},
        {64, 64, {NULL, 0, 0, ""}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_error e;
        scoped_text *text = draw_board(rows[i].w, rows[i].h);
        mw_maze *m = read_any("theseus", text, &e);
        if (rows[i].bad.text)
            assert_true(refused_well("(large)", rows[i].bad.line, rows[i].bad.column,
                                     rows[i].bad.says, m, &e));
        else {
            assert_non_null(m);
            assert_true(m->w == rows[i].w && m->h == rows[i].h);
            mw_maze_free(m);
        }
    }
}

// ---- what is accepted

TEST(a_maze_may_be_written_in_many_ways)
{
    static const char *const ways[] = {
        "theseus 3x3\n"
        "+---+---+---+\n"
        "| T     |   |\n"
        "+   +---+   +\n"
        "|     M     |\n"
        "+---+   +   +\n"
        "|   |     X |\n"
        "+---+---+---+\n",
        "+---+---+---+\n| T   . | . |\n+   +---+   +\n| .   M   . |\n"
        "+---+   +   +\n| . | .   E |\n+---+---+---+\n",
        "+-+-+-+\n|T  | |\n+ +-+ +\n|  M  |\n+-+ + +\n| |  X|\n+-+-+-+\n",
        "+-+-+-+\n|T .|.|\n+ +-+ +\n|. M .|\n+-+ + +\n|.|. G|\n+-+-+-+\n",
        "+--+--+--+\n|T    |  |\n+  +--+  +\n|   M    |\n+--+  +  +\n|  |    X|\n+--+--+--+\n",
        "\xef\xbb\xbf# why\r\n\r\n   +-+-+-+\r\n   |T  | |\r\n#\r\n   + +-+ +\r\n   |  M  |\r\n"
        "   +-+ + +\r\n   | |  X|  \r\n   +-+-+-+",
        "theseus order=hv win=arrival\n"
        "+-+-+-+\n|T  | |\n+ +-+ +\n|  M  |\n+-+ + +\n| |  X|\n+-+-+-+\n",
        "theseus 3x3\n97b\nc12\nfc6\nt0.0\nm1.1\nx2.2\n",
        "theseus 3x3x1\n97b\nc12\nfc6\n\nx2.2\nt0.0\nm1.1",
        "theseus-maze 1\nsize 3 3\ntheseus 0 0\nminotaur 1 1\nexit 2 2 .\nwalls\n97b\nc12\nfc6\n",
        "theseus-maze 1\nname A maze\n\norder hv\nsize\t3  3\nwalls\n97b\nc12\nfc6\nend\n"
        "exit 2 2 .\nminotaur 1 1\ntheseus 0 0\n# the end\n",
    };
    read_alike("theseus:3x3:97b/c12/fc6/t0.0/m1.1/x2.2", "theseus", ways, COUNT(ways));
    static const char *const rules[] = {
        "theseus win=after order=vh\n+-+-+\n|T  |\n+ + +\n|X M|\n+-+-+\nblock 2 1 WWLR\n"
        "block 1 2 RL\n",
        "theseus 2x2 order=vh win=after\n+---+---+\n| T     |\n+   +   +\n| X   M |\n+---+---+\n"
        "  block\t2 1   WWLR  \n\n# another\nblock 1 2 RL",
    };
    read_alike("theseus:2x2,order=vh,win=after:93/c6/t0.0/m1.1/x0.1/b1.0.WWLR/b0.1.RL", "theseus",
               rules, COUNT(rules));
    static const char *const guarded[] = {"+---+---+---+\n| T       MX|\n+---+---+---+\n",
                                          "+---+---+---+\n| T      XM |\n+---+---+---+\n"};
    read_alike("theseus:3x1:d57/t0.0/m2.0/x2.0", "theseus", guarded, COUNT(guarded));
}

// A picture after the maze is a comment, although some of its lines have as many parts as the
// first.
TEST(a_picture_may_stand_below_the_maze)
{
    scoped_maze *plain =
        maze_of_text("theseus", "theseus-maze 1\nsize 3 3\norder hv\ntheseus 1 2\n"
                                "minotaur 1 0\nexit 2 1 E\nwalls\n953\n878\nc56\nend\n");
    scoped_maze *shown =
        maze_of_text("theseus", "theseus-maze 1\nsize 3 3\norder hv\ntheseus 1 2\n"
                                "minotaur 1 0\nexit 2 1 E\nwalls\n953\n878\nc56\nend\n"
                                "#       X\n#  +-+-+-+\n#  |. M .|\n#  +-+-+-+\n");
    assert_true(mw_maze_equal(plain, shown));
}

TEST(a_door_is_a_gap_in_any_side)
{
    static const char *const up[] = {
        "      X\n+---+   +\n| T     |\n+   +   +\n|     M |\n+---+---+\n",
        "+---+   +\n| T     |\n+   +   +\n|     M |\n+---+---+\n",
        "+---+ X +\n| T     |\n+   +   +\n|     M |\n+---+---+\n",
        "   X\n+-+ +\n|T  |\n+ + +\n|  M|\n+-+-+\n",
        "theseus-maze 1\nsize 2 2\ntheseus 0 0\nminotaur 1 1\nexit 1 0 N\nwalls\n92\nc6\n",
    };
    static const char *const right[] = {
        "+---+---+\n| T       X\n+   +   +\n|     M |\n+---+---+\n",
        "+---+---+\n| T\n+   +   +\n|     M |\n+---+---+\n",
        "+-+-+\n|T  X\n+ + +\n|  M|\n+-+-+\n",
        "theseus-maze 1\nsize 2 2\ntheseus 0 0\nminotaur 1 1\nexit 1 0 E\nwalls\n91\nc6\n",
    };
    static const char *const down[] = {
        "+---+---+\n| T     |\n+   +   +\n|     M |\n+   +---+\n  X\n",
        "+---+---+\n| T     |\n+   +   +\n|     M |\n+   +---+\n",
        "+-+-+\n|T  |\n+ + +\n|  M|\n+X+-+\n",
        "theseus-maze 1\nsize 2 2\ntheseus 0 0\nminotaur 1 1\nexit 0 1 S\nwalls\n93\n86\n",
    };
    static const char *const left[] = {
        "  +---+---+\n  | T     |\n  +   +   +\nX       M |\n  +---+---+\n",
        "+---+---+\n| T     |\n+   +   +\n      M |\n+---+---+\n",
        " +-+-+\n |T  |\n + + +\nX   M|\n +-+-+\n",
        "+-+-+\n|T  |\n+ + +\nX  M|\n+-+-+\n",
        "theseus-maze 1\nsize 2 2\ntheseus 0 0\nminotaur 1 1\nexit 0 1 W\nwalls\n93\n46\n",
    };
    read_alike("theseus:2x2:92/c6/t0.0/m1.1/x1.0U", "theseus", up, COUNT(up));
    read_alike("theseus:2x2:91/c6/t0.0/m1.1/x1.0R", "theseus", right, COUNT(right));
    read_alike("theseus:2x2:93/86/t0.0/m1.1/x0.1D", "theseus", down, COUNT(down));
    read_alike("theseus:2x2:93/46/t0.0/m1.1/x0.1L", "theseus", left, COUNT(left));
}

// ---- print and read

static const char *const families[] = {
    "theseus:3x1",
    "theseus:1x3,exit=door",
    "theseus:3x2,win=after",
    "theseus:6x6",
    "theseus:6x6,exit=door,order=vh",
    "theseus:5x9,exit=door,win=after,horizontal=60",
    "theseus:9x4,order=vh,win=after,vertical=100",
    "theseus:14x9,exit=door,horizontal=0,vertical=0",
    "theseus:33x20",
    "theseus:64x64,exit=door",
};

TEST(what_is_printed_reads_back_as_itself)
{
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 60; seed++) {
            const char *id = formatted("%s#%u", families[f], seed);
            scoped_maze *m = maze_of_id(id);
            assert_true(reads_back(m, "own") && reads_back(m, "id"));
            if (!strstr(id, "win=after")) // a .thm file cannot say it
                assert_true(reads_back(m, "thm"));
        }
}

TEST(printed_forms_stay_as_they_are)
{
    static const printed_form rows[] = {
        {"theseus:3x3,order=vh:97b/c12/fc6/t0.0/m1.1/x2.2/b2.0.DU/b0.1.W", "own",
         "theseus 3x3 order=vh\n+---+---+---+\n| T     |   |\n+   +---+   +\n|     M     |\n"
         "+---+   +   +\n|   |     X |\n+---+---+---+\nblock 3 1 DU\nblock 1 2 W\n"},
        {"theseus:3x3,order=vh:97b/c12/fc6/t0.0/m1.1/x2.2", "thm",
         "theseus-maze 1\nsize 3 3\norder vh\ntheseus 0 0\nminotaur 1 1\nexit 2 2 .\nwalls\n97b\n"
         "c12\nfc6\nend\n"},
        {"theseus:2x2,win=after:93/46/t0.0/m1.1/x0.1L", "own",
         "theseus 2x2 win=after\n  +---+---+\n  | T     |\n  +   +   +\nX       M |\n  "
         "+---+---+\n"},
        {"theseus:3x1:d57/t0.0/m2.0/x2.0", "own",
         "theseus 3x1\n+---+---+---+\n| T       MX|\n+---+---+---+\n"},
        {"theseus:6x6#1@1", "id", // as long as the generator keeps its number
         "theseus:6x6:913d13/802bc2/800052/8402d2/810412/c44546/t0.4/m1.2/x4.3"},
    };
    check_printed_forms(rows, COUNT(rows));
}

TEST(the_largest_board_is_solved)
{
    scoped_maze *m = maze_of_id("theseus:64x64,horizontal=30,vertical=30#1");
    int length = length_by(m, "bfs", NULL, MW_VISITED_AUTO);
    assert_true(length > 0);
    assert_int_equal(length_by(m, "astar", NULL, MW_VISITED_AUTO), length);
}

// ---- published mazes: their files also draw them, in comments

TEST(published_mazes_are_as_they_are_drawn_and_convert)
{
    static const char *const names[] = {"lm01", "lm04", "lm06", "abbott-original"};
    for (size_t i = 0; i < COUNT(names); i++) {
        scoped_text *thm = NULL;
        const char *name = formatted("data/theseus/%s.thm", names[i]);
        scoped_text *text = published_text(name);
        scoped_maze *m = maze_of_text("theseus", text);
        char *drawing = calloc(1, strlen(text) + 1);
        for (char *row = strtok(text, "\n"); row; row = strtok(NULL, "\n"))
            if (*row == '#')
                strcat(strcat(drawing, row + 1), "\n");
        const char *line = formatted("convert '%s/%s'", PUBLISHED_DIR, name);
        scoped_text *own = output_of(line, 0);
        assert_int_equal(run_command_on("convert --to thm -", own, strlen(own), &thm, NULL), 0);
        const char *const ways[] = {drawing, own, thm};
        scoped_text *id = mw_maze_print(m, "id");
        read_alike(id, "theseus", ways, COUNT(ways));
        free(drawing);
    }
}

// ---- random damage

static bool can_be_evaluated(const mw_maze *m, UNUSED unsigned try)
{
    mw_evaluation v;
    return mw_evaluate(m, true, &v);
}

TEST(damaged_mazes_are_refused_or_read_as_something)
{
    static const char *const ids[] = {
        "theseus:3x3#1",
        "theseus:4x3,exit=door,order=vh#2",
        "theseus:6x2,win=after#3",
        "theseus:2x2,order=vh,win=after:93/c6/t0.0/m1.1/x0.1/b1.0.WWLR/b0.1.RL",
        "theseus:3x3:97b/c12/fc6/t0.0/m1.1/x2.2/b2.0.DDUU",
        "theseus:2x2:93/46/t0.0/m1.1/x0.1L",
        NULL,
    };
    check_damages(&(damage_plan){.ids = ids,
                                 .forms = (const char *const[]){"own", "id", "thm", NULL},
                                 .kind_known = true,
                                 .known = "0123456789abcdefTMXURDLWtmxb.+-|#:/,= \t\n",
                                 .seed = 64,
                                 .tries = 20000,
                                 .good = can_be_evaluated});
}

TEST(thm_texts_are_recognised_without_a_kind)
{
    static const char *const ways[] = {
        "theseus-maze 1\nname any\nsize 3 3\norder hv\ntheseus 1 2\nminotaur 1 0\nexit 2 1 E\n"
        "walls\n953\n878\nc56\nend\n"};
    read_alike("theseus:3x3:953/878/c56/t1.2/m1.0/x2.1R", NULL, ways, COUNT(ways));
}
