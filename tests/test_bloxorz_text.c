// test_bloxorz_text.c: the rolling block as text. What is wrong is refused at its place and in its
// words; what is right reads back as itself.
#include "support.h"

// ---- what is refused

TEST(bad_maps_are_refused)
{
    static const bad_text rows[] = {
        {"So?G\n", 1, 3, "'?' is no tile; use . o ~ S G, letters for bridges, digits for switches"},
        {"SooG\no\xc3oo\n", 2, 2, "byte 0xc3 is no tile"},
        {"SooG\no oo\n", 2, 2, "byte 0x20 is no tile"},
        {"SoOG\n", 1, 3, "'O' is no bridge, it looks too much like o, S or G"},
        {"SogG\n", 1, 3, "'g' is no bridge"},
        {"sooG\n", 1, 1, "'s' is no bridge"},
        {"SooG\nooSo\n", 2, 3, "a second start; there is only one"},
        {"SoGG\n", 1, 4, "a second hole; there is only one"},
        {"Sooo\noooo\n", 2, 1, "no hole; mark it with G"},
        {"oooG\n\noooo\n", 3, 1, "no start; mark it with S"},
        {"SooG\nooo\n", 2, 1, "this row has 3 cells, but the first row has 4"},
        {"bloxorz 4x2\nSooG\n", 1, 9, "the header says 2 rows, but there are 1"},
        {"bloxorz 5x1\nSooG\n", 2, 1, "this row has 4 cells, but the header says 5 columns"},
        {"bloxorz 4x1x2\nSooG\n", 1, 9, "2 layers, but a bloxorz maze is flat"},
        {"bloxorz 4x1\n", 2, 1, "no grid here; a bloxorz maze needs at least one row"},
        {"bloxorz\n1 soft toggle A\n", 2, 1, "a bloxorz maze has 1 to 64 rows"},
        // bridges and what moves them
        {"S1oG\n", 1, 1, "nothing says what 1 does; add a line such as '1 soft toggle A'"},
        {"SooG\n1 soft toggle A\n", 2, 1, "no cell of the map is marked 1"},
        {"S1oG\n1 soft toggle A\n", 2, 1, "the map has no bridge A"},
        {"S1aG\n1 split 1,1 4,1\n", 2, 1, "no switch moves bridge A"},
        {"S1.G\n1 split 1,1 3,1\n", 2, 1, "where there is nothing"},
        {"S1.G\n1 split 3,1 1,1\n", 2, 1, "where there is nothing"},
    };
    refuse_texts("bloxorz", rows, COUNT(rows));
}

TEST(bad_lines_about_switches_are_refused)
{
    static const bad_text rows[] = {
        {"S1aG\n1 soft\n", 2, 7, "the switch does nothing; let it toggle, remove or add"},
        {"S1aG\n1 soft flip A\n", 2, 8, "'flip' is unknown; a switch can toggle, remove and add"},
        {"S1aG\n1 soft toggle A soft\n", 2, 17, "'soft' is unknown"},
        {"S1aG\n1 soft as 5 add A\n", 2, 8, "'as' is unknown"},
        {"S1aG\n1 heavy add A as 5\n", 2, 15, "'as' is unknown"},
        {"S1aG\n1 soft add A as 6\n", 2, 17, "only 'as 5' is known"},
        {"S1aG\n1 soft add A as\n", 2, 16, "only 'as 5' is known"},
        {"S1aG\n1 soft add A as 5 5\n", 2, 19, "nothing more belongs here"},
        {"S1aG\n1 heavy toggle\n", 2, 15, "here stand letters of bridges"},
        {"S1aG\n1 soft add a\n", 2, 12, "here stand letters of bridges: A to Z without G, O and S"},
        {"S1aG\n1 soft add AG\n", 2, 13, "here stand letters of bridges: A to Z"},
        {"S1aG\n1 soft add A,B\n", 2, 13, "here stand letters of bridges: A to Z"},
        {"S1aG\n12 soft add A\n", 2, 1, "'12' is no name of a switch; use one of 0123456789@+_-"},
        {"S1aG\n  x soft add A\n", 2, 3, "'x' is no name of a switch"},
        {"S1aG\n1 soft add A\n1 soft add A\n", 3, 1, "a second line for 1"},
        {"S1aG\n1 soft add A\noooo\n", 3, 1, "after the map come lines such as '1 soft toggle A'"},
        {"S1aG\n1 soft add A\nstart\n", 3, 1, "after the map come lines"},
        {"bloxorz 4x1\nS1aG\noooo\n1 soft add A\n", 3, 1, "after the map come lines"},
        {"bloxorz 4x1\nS1aG\n1.soft.add.A\n", 3, 1, "after the map come lines"}, // dots: in ids
        {"bloxorz 4x2\nS1aG\n1 soft add A\n", 3, 1, "this row has 12 cells, but the header"},
        // splitters
        {"S1oG\n1 split 1,1\n", 2, 12, "here belongs a cell as COLUMN,ROW, from 1,1 to 4,1"},
        {"S1oG\n1 split\n", 2, 8, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 1,1 5,1\n", 2, 13, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 1,2 4,1\n", 2, 9, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 0,1 4,1\n", 2, 9, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 1,0 4,1\n", 2, 9, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 1;1 4,1\n", 2, 9, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 1, 1 4,1\n", 2, 9, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 1,18446744073709551617 4,1\n", 2, 9, "here belongs a cell as COLUMN,ROW"},
        {"S1oG\n1 split 4,1 4,1\n", 2, 13, "the halves appear in the same cell"},
        {"S1oG\n1 split 1,1 4,1  2,1\n", 2, 18, "nothing more belongs here"},
        // the start
        {"oooG\nstart 1,1\nstart 2,1\n", 3, 1, "a second start; there is only one"},
        {"SooG\nstart 2,1\n", 2, 1, "a second start; there is only one"},
        {"oooG\nstart 5,1\n", 2, 7, "here belongs a cell as COLUMN,ROW"},
        {"oooG\nstart 1,1 2,1\n", 2, 11, "nothing more belongs here"},
        {"o.1aG\nstart 2,1\n1 soft add A\n", 2, 1, "starts where there is nothing to stand on"},
        {"oo1aG\nstart 4,1\n1 soft add A\n", 2, 1, "starts where there is nothing to stand on"},
        {"o~1aG\nstart 2,1\n1 soft add A\n", 2, 1, "starts where it would break a fragile tile"},
        {"oo1aG\nstart 5,1\n1 soft add A\n", 2, 1, "the block starts in the hole"},
    };
    refuse_texts("bloxorz", rows, COUNT(rows));
}

TEST(bad_options_and_ids_are_refused)
{
    static const bad_text rows[] = {
        {"bloxorz rules=mine\nSooG\n", 1, 9, "rules=mine is unknown; write rules=game|seed"},
        {"bloxorz rules=\nSooG\n", 1, 9, "rules= is unknown"},
        {"bloxorz 4x1 rules\nSooG\n", 1, 13, "option 'rules' needs a value: rules=game|seed"},
        {"bloxorz count-switching=1\nSooG\n", 1, 9, "option 'count-switching' takes no value"},
        {"bloxorz floor=90\nSooG\n", 1, 9, "option 'floor' is for random mazes"},
        {"bloxorz light\nSooG\n", 1, 9, "bloxorz has no option 'light'"},
        {"bloxorz:4x1,rules=mine:SooG", 1, 13, "rules=mine is unknown"},
        {"bloxorz:4x1,switches=1:SooG", 1, 13, "option 'switches' is for random mazes"},
        // descriptions: the row is the line, the column is the id's
        {"bloxorz:4x1:So?G", 1, 15, "'?' is no tile"},
        {"bloxorz:5x1:SooG", 1, 13, "this row has 4 cells, but the header says 5 columns"},
        {"bloxorz:4x2:SooG", 1, 9, "the header says 2 rows, but there are 1"},
        {"bloxorz:4x1:S1aG/1.soft", 2, 24, "the switch does nothing"},
        {"bloxorz:4x1:S1aG/1.soft.flip.A", 2, 25, "'flip' is unknown"},
        {"bloxorz:4x1:S1oG/1.split.1,1.5,1", 2, 30, "here belongs a cell as COLUMN,ROW"},
        {"bloxorz:4x1:S1oG/1.split.1,1.4,1/2.soft.add.A", 3, 34, "no cell of the map is marked 2"},
        {"bloxorz:4x1:SooG/oooo", 2, 18, "after the map come lines"},
        // random mazes
        {"bloxorz:65x4#1", 1, 9, "a bloxorz maze is 4x1 to 64x64"},
        {"bloxorz:4x65#1", 1, 9, "a bloxorz maze is 4x1 to 64x64"},
        {"bloxorz:3x1#1", 1, 9, "a bloxorz maze is 4x1 to 64x64"},
        {"bloxorz:5x5x2#1", 1, 9, "a bloxorz maze is 4x1 to 64x64"},
        {"bloxorz:5x5,rules=mine#1", 1, 13, "rules=mine is unknown"},
        {"bloxorz:5x5,floor=101#1", 1, 13, "floor=101: write a number from 0 to 100"},
        {"bloxorz:5x5,switches=7#1", 1, 13, "switches=7: write a number from 0 to 6"},
        {"bloxorz:5x5,floor=90,splits=x#1", 1, 22, "splits=x: write a number from 0 to 6"},
        {"bloxorz:4x1,switches=1#1", 1, 9, "too small for so many switches"},
        {"bloxorz:4x4,switches=2,splits=3#1", 1, 9, "too small for so many switches"},
    };
    refuse_texts("bloxorz", rows, COUNT(rows));
}

TEST(bad_map_files_are_refused)
{
    static const bad_text rows[] = {
        // the first line
        {"1 soft toggle A\nS1aG\n", 1, 3, "here belongs a number from 0 to 64"},
        {"65 4 0 0\n", 1, 1, "here belongs a number from 0 to 64"},
        {"1 65 0 0\n", 1, 3, "here belongs a number from 0 to 64"},
        {"0 4 0 0\n", 1, 3, "a map has at least one row and one column"},
        {"4\t0 0 0\n", 1, 3, "a map has at least one row and one column"},
        {"1 4 4 0\n1 1 1 9\n", 1, 5, "here belongs a number from 0 to 3"},
        {"1 4 0 1\n1 1 1 9\n", 1, 7, "here belongs a number from 0 to 0"},
        {"1 4 0\n1 1 1 9\n", 1, 6, "here belongs a number from 0 to 0"},
        {"1 4 -1 0\n1 1 1 9\n", 1, 5, "here belongs a number from 0 to 3"},
        {"1 4 0.0\n1 1 1 9\n", 1, 5, "here belongs a number from 0 to 3"},
        {"1 4 0 0  7\n1 1 1 9\n", 1, 10, "nothing more belongs to this line"},
        {"2 4 0 0\n1 1 1 9\n", 2, 1, "the first line says 2 rows, but there are 1"},
        {"1 4 1 0\n1 0 1 9\n", 1, 1, "the block starts where there is nothing to stand on"},
        {"1 4 1 0\n1 2 1 9\n", 1, 1, "the block starts where it would break a fragile tile"},
        {"1 4 3 0\n1 0 1 9\n", 1, 1, "the block starts in the hole"},
        {"1 5 2 0\n1 5 0 1 9\n1 0 1 0 2\n", 1, 1, "there is nothing to stand on"}, // a bridge, away
        // the rows
        {"1 4 0 0\n1 1 1\n", 2, 6, "here belongs a number from 0 to 9"},
        {"1 4 0 0\n1 1 10 9\n", 2, 5, "here belongs a number from 0 to 9"},
        {"1 4 0 0\n1 1  x 9\n", 2, 6, "here belongs a number from 0 to 9"},
        {"1 4 0 0\n1.1 1 9\n", 2, 1, "here belongs a number from 0 to 9"},
        {"1 4 0 0\n1 1 1 9   1\n", 2, 11, "this row has more than 4 cells"},
        {"1 4 0 0\n1 9 1 9\n", 2, 7, "a second hole; there is only one"},
        {"2 4 0 0\n1 1 1 1\n1 1 1 1\n", 3, 1, "no hole; mark it with G (9 in a map of digits)"},
    };
    refuse_texts("bloxorz", rows, COUNT(rows));
}

#define ROW(digit) "1 5 0 0\n1 " digit " 0 1 9\n"

TEST(bad_switches_of_map_files_are_refused)
{
    static const bad_text rows[] = {
        {ROW("5"), 2, 3, "the switch in column 1, row 0 (from 0) has no line below the map"},
        {"1 5 0 0\n 1   5 0 1 9\n", 2, 6, "the switch in column 1, row 0 (from 0) has no line"},
        {ROW("5") "5 0 1 0 2\n", 3, 1, "here belongs a number from 0 to 4"},
        {ROW("5") "1 1 1 0 2\n", 3, 3, "here belongs a number from 0 to 0"},
        {ROW("5") "1\n", 3, 2, "here belongs a number from 0 to 0"},
        {ROW("5") "2 0 1 0 2\n", 3, 1, "column 2, row 0 (from 0) is no switch but a 0"},
        {ROW("5") "4 0 1 0 2\n", 3, 1, "column 4, row 0 (from 0) is no switch but a 9"},
        {ROW("2") "1 0 1 0 2\n", 3, 1, "column 1, row 0 (from 0) is no switch but a 2"},
        {ROW("5") "1 0 1 0 2\n\n1 0 1 0 2\n", 5, 1, "a second line for column 1, row 0 (from 0)"},
        {ROW("5") "1 0\n", 3, 4, "here belongs a number from 0 to 4096"},
        {ROW("5") "1 0 4097\n", 3, 5, "here belongs a number from 0 to 4096"},
        {ROW("5") "1 0 1 0\n", 3, 8, "here belongs a number from 0 to 4"},
        {ROW("5") "1 0 2 0 2\n", 3, 10, "here belongs a number from 0 to 0"},
        {ROW("5") "1 0 1 1 2\n", 3, 7, "here belongs a number from 0 to 0"},
        {ROW("5") "1 0 1 0 5\n", 3, 9, "here belongs a number from 0 to 4"},
        {ROW("5") "1 0 1 0 4\n", 3, 9, "a bridge lies where the map has a 9; bridges are 0 or 1"},
        {ROW("5") "1 0 1 0 1\n", 3, 9, "a bridge lies where the map has a 5"},
        {ROW("3") "1 0 0 1 0 2 1 0\n", 3, 16, "here belongs a number from 0 to 4"},
        {ROW("3") "1 0 1 0 2 0 0   0\n", 3, 17, "nothing more belongs to this line"},
        {ROW("4") "1 0 1 0 2  0\n", 3, 12, "nothing more belongs to this line"},
        {ROW("6") "1 0 1 0 2 0\n", 3, 11, "nothing more belongs to this line"},
        {ROW("8") "1 0 1 0 2 0 0\n", 3, 11, "nothing more belongs to this line"},
        {ROW("7") "1 0\n", 3, 4, "here belongs a number from 0 to 2"},
        {ROW("7") "1 0 3 0 0 0 3 0 4\n", 3, 5, "here belongs a number from 0 to 2"},
        {ROW("7") "1 0 1 0 0\n", 3, 5, "a teleport has 2 targets"},
        {ROW("7") "1 0 2 0 0\n", 3, 10, "here belongs a number from 0 to 0"},
        {ROW("7") "1 0 2 0 0 0 5\n", 3, 13, "here belongs a number from 0 to 4"},
        {ROW("7") "1 0 2 1 0 0 3\n", 3, 7, "here belongs a number from 0 to 0"},
        {ROW("7") "1 0 2 0 3 0 3\n", 3, 13, "the halves appear in the same cell"},
        {ROW("7") "1 0 2 0 0 0 3 0\n", 3, 15, "nothing more belongs to this line"},
        {ROW("7") "1 0 2 0 0 0 2\n", 3, 1, "where there is nothing"},
    };
    refuse_texts("bloxorz", rows, COUNT(rows));
}

// ---- limits

static void refuse_text(const char *text, uint32_t line, const char *says)
{
    const bad_text row = {text, line, 1, says};
    refuse_texts("bloxorz", &row, 1);
}

// So many rows of so many cells of floor, from S to G; the caller frees it.
static char *floor_map(uint32_t columns, uint32_t rows)
{
    char *text = calloc(rows, columns + 2);
    for (uint32_t y = 0; y < rows; y++) {
        memset(text + (size_t)y * (columns + 1), 'o', columns);
        text[(y + 1) * (columns + 1) - 1] = '\n';
    }
    text[0] = 'S';
    text[rows * (columns + 1) - 2] = 'G';
    return text;
}

TEST(sides_go_up_to_64)
{
    static const struct {
        uint32_t columns, rows;
        const char *says; // NULL: accepted
    } cases[] = {
        {64, 64, NULL},
        {64, 1, NULL},
        {1, 64, NULL},
        {65, 64, "this row has 65 cells; a bloxorz maze has at most 64 columns"},
        {64, 65, "a bloxorz maze has 1 to 64 rows"},
        {64, 300, "a bloxorz maze has 1 to 64 rows"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped_text *text = floor_map(cases[i].columns, cases[i].rows);
        if (cases[i].says)
            refuse_text(text, 1, cases[i].says);
        else
            mw_maze_free(maze_of_text("bloxorz", text));
    }
}

// Fifteen switches, one for each set of four bridges but the empty one; there are 14 names.
TEST(switches_that_differ_are_at_most_14)
{
    for (int count = 14; count <= 15; count++) {
        char text[2000];
        int at = sprintf(text, "1 %d 0 0\n1 0 0 0 0 ", 6 + count);
        for (int i = 0; i < count; i++)
            at += sprintf(text + at, "5 ");
        at += sprintf(text + at, "9\n");
        for (int i = 1; i <= count; i++) {
            at += sprintf(text + at, "%d 0 %d", 4 + i, __builtin_popcount((unsigned)i));
            for (int k = 0; k < 4; k++)
                if (i >> k & 1)
                    at += sprintf(text + at, " 0 %d", 1 + k);
            at += sprintf(text + at, "\n");
        }
        if (count == 15)
            refuse_text(text, 17, "more than 14 switches that do different things");
        else
            mw_maze_free(maze_of_text("bloxorz", text));
    }
}

// Five switches, each for the bridges whose number has its bit: no two bridges move alike.
TEST(bridges_of_a_map_file_have_at_most_23_letters)
{
    for (int count = 23; count <= 24; count++) {
        char text[2000];
        int at = sprintf(text, "1 %d 0 0\n1 5 5 5 5 5 ", 7 + count);
        for (int i = 0; i < count; i++)
            at += sprintf(text + at, "0 ");
        at += sprintf(text + at, "9\n");
        for (int k = 0; k < 5; k++) {
            int n = 0;
            for (int i = 1; i <= count; i++)
                n += i >> k & 1;
            at += sprintf(text + at, "%d 0 %d", 1 + k, n);
            for (int i = 1; i <= count; i++)
                if (i >> k & 1)
                    at += sprintf(text + at, " 0 %d", 5 + i);
            at += sprintf(text + at, "\n");
        }
        if (count == 24)
            refuse_text(text, 7, "more than 23 bridges that move independently");
        else
            mw_maze_free(maze_of_text("bloxorz", text));
    }
}

// A letter that is there in one place and away in another counts twice.
TEST(bridges_that_move_independently_are_at_most_32)
{
    static const char letters[] = "ABCDEFHIJKLMNPQRT";
    for (int count = 16; count <= 17; count++) {
        char text[200];
        int at = sprintf(text, "S1");
        for (int i = 0; i < count; i++)
            at += sprintf(text + at, "%c%c", letters[i], letters[i] - 'A' + 'a');
        sprintf(text + at, "G\n1 soft toggle %.*s\n", count, letters);
        if (count == 17)
            refuse_text(text, 2, "more than 32 bridges move independently");
        else
            mw_maze_free(maze_of_text("bloxorz", text));
    }
}

// ---- what is accepted

TEST(a_maze_may_be_written_in_many_ways)
{
    static const char *const ways[] = {
        "bloxorz 5x2\nS0aBG\noo~.o\n0 soft toggle A remove B\n",
        "bloxorz 5x2 rules=game\nS0aBG\noo~.o\n0 soft toggle A remove B\n",
        "bloxorz\nS0aBG\noo~.o\n0 soft toggle A remove B",
        "S0aBG\noo~.o\n0 soft toggle A remove B\n",
        "S0aBG\noo~.o\n0 soft remove B toggle A\n",
        "S0aBG\noo~.o\n\t0\tsoft  toggle A\tremove B  \n",
        "o0aBG\noo~.o\n0 soft toggle A remove B\nstart 1,1\n",
        "o0aBG\noo~.o\nstart 1,1\n0 soft toggle A remove B\n",
        "\xef\xbb\xbf# \xc3\xa9\r\n\r\nS0aBG\r\n#\r\noo~.o\r\n\r\n0 soft toggle A remove B\r\n",
        "bloxorz:5x2:o0aBG/oo~.o/start.1,1/0.soft.remove.B.toggle.A",
        // map files
        "2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 1 0 2 1 0 3\n",
        "2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 1 0 2 1 0 3 0",
        "2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 2 0 2 0 2 1 0 3 0\n", // a target named twice
        "2 5 0 0 \r\n1 5 0 1 9\r\n1 1 2 0 1  \r\n\r\n \r\n1 0 1 0 2 1 0 3 0 \r\n\r\n",
        "\t2\t5\t0\t0\n1\t5\t0\t1\t9\n  01 1 2 0 1\n1 0 1 0 2 1 0 3\n",
    };
    read_alike("bloxorz:5x2:S0aBG/oo~.o/0.soft.toggle.A.remove.B", "bloxorz", ways, COUNT(ways));
    static const char *const letters[] = {
        "S0abG\n0 heavy add BA\n",
        "S0abG\n0 heavy add A add B\n",
        "S0abG\n0 heavy add ABBA\n",
    };
    read_alike("bloxorz:5x1:S0abG/0.heavy.add.AB", "bloxorz", letters, COUNT(letters));
    static const char *const names[] = {
        // in the order of the map, whatever that of the lines; two that do the same share one
        "1 9 0 0\n1 6 6 0 0 8 7 6 9\n1 0 1 0 3\n2 0 1 0 4\n5 0 1 0 4\n6 0 2 0 0 0 7\n7 0 1 0 3\n",
        "1 9 0 0\n1 6 6 0 0 8 7 6 9\n7 0 1 0 3\n6 0 2 0 0 0 7\n5 0 1 0 4\n2 0 1 0 4\n1 0 1 0 3\n",
    };
    read_alike("bloxorz:9x1:S01ab230G/0.soft.add.A/1.soft.add.B/2.heavy.add.B/3.split.1,1.8,1",
               "bloxorz", names, COUNT(names));
    static const char *const idle[] = {
        // a switch that moves nothing is floor
        "1 5 0 0\n1 1 1 5 9\n3 0 0\n",
        "1 5 0 0\n1 1 1 3 9\n3 0 0 0 0\n",
        "1 5 0 0\n1 1 1 8 9\n3 0 0\n",
    };
    read_alike("bloxorz:5x1:SoooG", "bloxorz", idle, COUNT(idle));
    static const char *const words[] = {
        // a row of bridges, not a line about a heavy switch
        "bloxorz\nSooo1oooG\no.heavy.o\n1 soft add AEHVY\n",
        "Sooo1oooG\no.heavy.o\n1 soft add AEHVY\n",
    };
    read_alike("bloxorz:9x2:Sooo1oooG/o.heavy.o/1.soft.add.AEHVY", "bloxorz", words, COUNT(words));
}

// Scripts keep these: to change one of the last three, count up the generator.
TEST(printed_forms_stay_as_they_are)
{
    static const printed_form rows[] = {
        {"bloxorz:5x2:S1aBG/oo~.o/1.soft.remove.B.toggle.A", "own",
         "bloxorz 5x2\nS1aBG\noo~.o\n1 soft toggle A remove B\n"},
        {"bloxorz:5x2:S1aBG/oo~.o/1.soft.remove.B.toggle.A", "paper",
         "2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 1 0 2 1 0 3 0\n"},
        {"bloxorz:6x1,count-switching,rules=seed:ooo-oG/start.4,1/-.split.1,1.6,1", "id",
         "bloxorz:6x1,rules=seed,count-switching:ooo-oG/start.4,1/-.split.1,1.6,1"},
        {"bloxorz:6x1,rules=game:So-AaG/-.heavy.add.A", "own",
         "bloxorz 6x1\nSo-AaG\n- heavy add A\n"},
        // the digit of a switch says as much as it can: 3 to 8
        {"bloxorz:9x1:01234SaAG/0.heavy.remove.A/1.soft.remove.A/2.soft.add.A/3.heavy.add.A/"
         "4.split.1,1.9,1",
         "paper",
         "1 9 5 0\n3 4 6 8 7 1 0 1 9\n0 0 0 2 0 6 0 7 0\n1 0 2 0 6 0 7\n2 0 2 0 6 0 7\n"
         "3 0 2 0 6 0 7\n4 0 2 0 0 0 8\n"},
        {"bloxorz:4x1:oA1G/start.2,1/1.soft.toggle.A", "own",
         "bloxorz 4x1\noA1G\nstart 2,1\n1 soft toggle A\n"},
        {"bloxorz:6x3#1", "id", "bloxorz:6x3:oooo.o/.So.o~/ooGooo"},
        {"bloxorz:6x3,switches=1,splits=1#1", "id",
         "bloxorz:6x3:1ooo0o/.Sa.oo/ooGaoo/0.heavy.toggle.A/1.split.6,2.6,1"},
        {"bloxorz:5x3,floor=60,rules=seed,switches=2#18446744073709551615", "id",
         "bloxorz:5x3,rules=seed:Goaa./0Sooo/bB.1o/0.soft.remove.A/1.heavy.add.B"},
    };
    check_printed_forms(rows, COUNT(rows));
}

// ---- print and read

TEST(what_is_printed_reads_back_as_itself)
{
    static const char *const families[] = {
        "4x1",
        "2x2,floor=0",
        "1x9,count-switching",
        "7x5,switches=3,splits=2,rules=game",
        "8x8,switches=6,splits=6,floor=50",
        "5x9,switches=2,splits=1,rules=seed,count-switching",
        "64x64,switches=6,splits=6,rules=seed",
    };
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 40; seed++) {
            const char *id = formatted("bloxorz:%s#%u", families[f], seed);
            scoped_maze *m = maze_of_id(id);
            if (!reads_back(m, "own") || !reads_back(m, "id") || !prints_back(m, "paper"))
                fail_msg("that was %s", id);
        }
}

// 397 cells of one switch: one line of ours, 397 of a map file.
TEST(a_map_file_may_have_a_line_for_every_cell)
{
    scoped_text *text = floor_map(20, 20);
    for (char *c = text; *c; c++)
        *c = *c == 'o' ? '1' : *c;
    text[1] = 'a';
    scoped_maze *m = maze_of_text("bloxorz", formatted("%s1 soft toggle A\n", text));
    assert_true(prints_back(m, "paper"));
}

// A half must not appear on nothing, so designers leave its cell alone.
TEST(designers_steps_read_back_as_themselves)
{
    scoped_maze *m = maze_of_id("bloxorz:6x5,switches=1,splits=2#3");
    mw_rng rng = seeded(3);
    for (unsigned i = 0; i < 500; i++) {
        m->kind->design->mutate(m, &rng);
        assert_true(reads_back(m, "own"));
    }
}

// Of two switches under a lying block the left or upper one is pressed first. Where that matters, a
// mirror would make another maze.
TEST(mirrors_keep_the_order_of_switches)
{
    static const char *const ids[] = {"bloxorz:7x1:S12oaaG/1.soft.remove.A/2.soft.toggle.A",
                                      "bloxorz:7x1:S12oaaG/1.soft.toggle.A/2.soft.remove.A",
                                      "bloxorz:7x1:S12oaaG/1.soft.toggle.A/2.soft.toggle.A"};
    static const bool solvable[] = {true, false, false};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        mw_evaluation e;
        assert_true(mw_evaluate(m, false, &e));
        assert_int_equal(e.length != MW_FAR, solvable[i]);
        assert_true(keeps_all_laws(m, ids[i]));
    }
}

// ---- random damage

// A map file can say it, and now and then, it keeps the laws.
static bool is_good(const mw_maze *m, unsigned try)
{
    return prints_back(m, "paper") &&
           (try % 32 || m->w * m->h >= 100 || keeps_all_laws(m, "a damaged maze"));
}

TEST(damaged_mazes_are_refused_or_read_as_something)
{
    static const char *const ids[] = {"bloxorz:9x7#1",
                                      "bloxorz:9x6,switches=2,splits=1,rules=seed#2",
                                      "bloxorz:7x8,switches=1,splits=1,count-switching#3",
                                      "bloxorz:6x1:So1AaG/1.heavy.toggle.A.remove.A.add.A", NULL};
    check_damages(&(damage_plan){.ids = ids,
                                 .forms = (const char *const[]){"own", "id", "paper", NULL},
                                 .kind_known = true,
                                 .known = "o.~012o.~012o.~3456789abxABSGL@+_-#:/,= \t\r\n",
                                 .seed = 20,
                                 .tries = 12000,
                                 .good = is_good});
}

// ---- searches

// Too large to be argued about, but the searches must agree.
TEST(the_largest_mazes_are_solved)
{
    static const char *const ids[] = {"bloxorz:64x64,floor=97,switches=3#1",
                                      "bloxorz:64x64,floor=100#2"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        int length = length_by(m, "bfs", NULL, MW_VISITED_DENSE);
        assert_true(length > 0);
        assert_int_equal(length_by(m, "bfs", NULL, MW_VISITED_HASHED), length);
        assert_int_equal(length_by(m, "astar", "bridges-down", MW_VISITED_AUTO), length);
    }
}

// ---- map files that nothing names

TEST(map_files_are_recognised)
{
    static const char *const ways[] = {
        "2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 1 0 2 1 0 3\n",
        "# a comment\r\n\r\n2\t5 0 0 \r\n1 5 0 1 9\r\n1 1 2 0 1  \r\n\r\n1 0 1 0 2 1 0 3 0 \r\n",
        "bloxorz\n2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 1 0 2 1 0 3\n",
        "bloxorz 5x2 rules=game\n2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 1 0 2 1 0 3\n",
    };
    read_alike("bloxorz:5x2:S0aBG/oo~.o/0.soft.toggle.A.remove.B", NULL, ways, COUNT(ways));
    static const char *const seed[] = {
        "bloxorz rules=seed\n2 5 0 0\n1 5 0 1 9\n1 1 2 0 1\n1 0 1 0 2 1 0 3\n"};
    read_alike("bloxorz:5x2,rules=seed:S0aBG/oo~.o/0.soft.toggle.A.remove.B", NULL, seed, 1);
}

TEST(what_is_wrong_with_a_recognised_map_file_is_told)
{
    static const bad_text rows[] = {
        {"1 4 0 0\n1 1 1 1\n", 2, 1, "no hole"},
        {"1 4 7 0\n1 1 1 9\n", 1, 5, "here belongs a number from 0 to 3"},
        {"2 4 0 0\n1 1 1 9\n1 1 1\n", 3, 6, "here belongs a number from 0 to 9"},
        {"2 4 0 0\n1 1 1 9\n1 x 1 1\n", 3, 3, "here belongs a number from 0 to 9"},
        {"1 4 0 0\n1 1 5 9\n", 2, 5, "the switch in column 2, row 0 (from 0) has no line"},
        {"bloxorz 4x2\n1 4 0 0\n1 1 1 9\n", 1, 9, "the header says 4x2, but the map is 4x1"},
        // these do not look like one
        {"1 4 0\n1 1 1 9\n", 1, 1, "cannot tell what kind of maze this is"},
        {"1 4 0 0 0\n1 1 1 9\n", 1, 1, "cannot tell what kind of maze this is"},
        {"2 4 0 0\n1 1 1 9\n", 1, 1, "cannot tell what kind of maze this is"},
        {"1 4 0 0\n1 1 1 9 1\n", 1, 1, "cannot tell what kind of maze this is"},
        {"1 4 0 0\n1 1 1 10\n", 1, 1, "cannot tell what kind of maze this is"},
        {"0 4 0 0\n1 1 1 9\n", 1, 1, "cannot tell what kind of maze this is"},
        {"1 4 0 G\n1 1 1 9\n", 1, 1, "cannot tell what kind of maze this is"},
        {"4294967297 4 0 0\n1 1 1 9\n", 1, 1, "cannot tell what kind of maze this is"},
        {"3 2 3 1\n2 1 2 3\n1 2 1 2\n3 1 2 0\n", 1, 1, "cannot tell what kind of maze this is"},
        // a rook maze, too
        {"\n5 4 1 2\n1 1 1 1\n1 2 1 1\n1 1 1 1\n1 2 1 0\n1 1 1 1\n", 2, 1,
         "this can be read as a bloxorz maze and as a rook maze; say which with --kind"},
    };
    refuse_texts(NULL, rows, COUNT(rows));
}
