// test_book.c: the verb `book`: its pages, read back with poppler's tools.
#include "support.h"

#include <unistd.h>

// Runs `book` with -o FILE in the folder.
static int book_on(const char *arguments, const char *list, char **err)
{
    const char *command = formatted("book -o %s %s", scratch_path("book.pdf"), arguments);
    return run_command_on(command, list, strlen(list), NULL, err);
}

static void make_book(const char *arguments, const char *list)
{
    scoped_text *err = NULL;
    int code = book_on(arguments, list, &err);
    if (code || *err)
        fail_msg("book %s: exit %d, %s", arguments, code, err);
}

// What one of poppler's tools prints about the book; %s of the command is its name. The caller
// frees it.
static char *poppler(const char *command)
{
    const char *gap = strstr(command, "%s");
    assert_non_null(gap);
    const char *line = formatted("%.*s%s%s >%s", (int)(gap - command), command,
                                 scratch_path("book.pdf"), gap + 2, scratch_path("out"));
    if (system("command -v pdfinfo pdftotext pdftoppm >/dev/null"))
        skip();
    assert_int_equal(system(line), 0);
    return read_file(scratch(), "out");
}

static int pages(void)
{
    scoped_text *info = poppler("pdfinfo %s");
    const char *at = strstr(info, "Pages:");
    assert_non_null(at);
    int n = atoi(at + 6);
    return n;
}

static char *page_text(int page)
{
    return poppler(formatted("pdftotext -layout -f %d -l %d %%s -", page, page));
}

static void check_page(int page, const char *has)
{
    scoped_text *text = page_text(page);
    if (!strstr(text, has))
        fail_msg("page %d has no '%s': %s", page, has, text);
}

static const char some[] = "puzzles/rook/01.rook puzzles/rook/05.rook puzzles/die/01.die "
                           "puzzles/theseus/05.theseus puzzles/bloxorz/24.bloxorz "
                           "puzzles/bloxorz/25.bloxorz 'marble:3x3#5' 'marble:3x3x3,outer#7'";
enum { KINDS = 5, MAZES = 8 };

TEST(a_book_has_its_parts)
{
    make_book(formatted("--title 'Wet weekends' %s", some), "");
    int n = pages();
    assert_true(n > 1 + KINDS + MAZES);
    check_page(1, "Wet weekends");
    check_page(1, "8 mazes of 5 kinds");
    int page = 2;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (strstr(some, formatted("/%s/", (*k)->name)) ||
            strstr(some, formatted("'%s:", (*k)->name)))
            check_page(page++, formatted("How to play: %s", (*k)->name));
    assert_int_equal(page, 2 + KINDS);
    check_page(page, "rook:4x4:"); // the id
    check_page(page + 2, "die: ");
    check_page(page + 2, " moves");
    check_page(page + MAZES, "Solutions");
    for (page = 2; page <= n; page++) { // the page's number is its last line
        char *text = page_text(page), *end = strchr(text, '\f');
        assert_non_null(end);
        while (end > text && strchr(" \n\f", end[-1]))
            end--;
        *end = '\0';
        char *line = strrchr(text, '\n');
        assert_int_equal(atoi(line ? line : text), page);
        free(text);
    }
}

// The moves at the back are those that `solve` prints, and the number is that before them.
TEST(solutions_are_solutions)
{
    make_book("puzzles/theseus/05.theseus", "");
    scoped_text *text = page_text(4);
    mw_error error;
    uint16_t *actions;
    mw_status status;
    char moves[100] = "";
    const char *at = strstr(text, "RRUUU"); // the first of them, in groups of five
    assert_non_null(at);
    for (size_t n = 0; n < 99 && *at && *at != '\n'; at++)
        if (*at != ' ')
            moves[n++] = *at;
    assert_non_null(strstr(text, "1. theseus, 27 moves"));
    scoped_maze *m = maze_of_file("puzzles/theseus/05.theseus");
    long count = mw_moves_parse(m->kind, moves, &actions, &error);
    assert_int_equal(count, 27);
    assert_int_equal(mw_replay(m, actions, 27, NULL, NULL, &status), 27);
    assert_int_equal(status, MW_SOLVED);
    free(actions);
}

TEST(grids_and_papers)
{
    static const struct {
        const char *options, *size;
        int mazes; // pages of them
    } rows[] = {
        {"", "(A4)", 8},
        {"--paper a4 --grid 2x2", "(A4)", 2},
        {"--paper letter --grid 2x3", "(letter)", 2},
        {"--paper letter --grid 4x6 --theme light", "(letter)", 1},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        make_book(formatted("%s %s", rows[i].options, some), "");
        scoped_text *info = poppler("pdfinfo %s");
        if (!strstr(info, rows[i].size))
            fail_msg("%s: %s", rows[i].options, info);
        check_page(1 + KINDS + rows[i].mazes, "Mazes");
        check_page(2 + KINDS + rows[i].mazes, "Solutions");
    }
}

// Ink on the page, as a share of its pixels; and none on the border of half an inch, but for the
// heads and the page number above and below.
static double ink(int page)
{
    int w, h, most;
    unsigned dark = 0;
    free(poppler(formatted("pdftoppm -gray -r 30 -f %d -l %d %%s", page, page)));
    FILE *f = fopen(scratch_path("out"), "rb");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "P5 %d %d %d", &w, &h, &most), 3);
    fgetc(f);
    for (int i = 0; i < w * h; i++) {
        bool there = fgetc(f) < 200;
        dark += there;
        if (there && (i % w < 15 || i % w >= w - 15))
            fail_msg("page %d has ink at column %d of %d", page, i % w, w);
    }
    fclose(f);
    return (double)dark / w / h;
}

TEST(no_page_is_blank_and_margins_are)
{
    static const char *const grids[] = {"1x1", "3x2", "4x6"};
    for (size_t i = 0; i < COUNT(grids); i++) {
        const char *arguments =
            formatted("--grid %s --title %s %s", grids[i],
                      "Supercalifragilisticexpialidocious-floccinaucinihilipilification", some);
        make_book(arguments, "");
        for (int page = 1, n = pages(); page <= n; page++) {
            double share = ink(page);
            if (share < 0.003 || share > 0.5)
                fail_msg("page %d of grid %s: %.4f of it is ink", page, grids[i], share);
        }
    }
}

TEST(a_list_comes_from_stdin)
{
    make_book("-", "rook:4x4#1\r\n\n  puzzles/die/01.die  \nrook:4x4#2");
    check_page(1, "3 mazes of 2 kinds");
    assert_int_equal(pages(), 1 + 2 + 3 + 1);
}

TEST(what_a_player_must_know_stands_there)
{
    make_book("rook:4x4,queen,no-u-turn#3 'die:2x1:SG' "
              "'bloxorz:9x3:S0oa1o.../oooooo.../.oGo...../0.soft.toggle.A/1.split.1,1.4,1' "
              "'theseus:3x1:d57/t0.0/m2.0/x1.0/b1.0.WW'",
              "");
    check_page(6, "queen (jump diagonally too)");
    check_page(7, "is there a way?");
    check_page(8, "ring 1R: toggles A");
    check_page(8, "splitter 4R: halves to");
    check_page(9, "The block in column 2, row 1");
    scoped_text *text = page_text(10);
    assert_non_null(strstr(text, "No solution exists."));
}

// Every kind that draws says how to play it, with every paragraph in the book and in the help.
TEST(rules_are_in_the_help)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        if (!MW_HAS((*k), view, draw))
            continue;
        assert_non_null((*k)->how_to_play);
        scoped_text *out = output_of(formatted("help %s", (*k)->name), 0);
        for (const char *p = (*k)->how_to_play; p;
             p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
            const char *words = formatted("%.20s", p);
            if (!strstr(out, words))
                fail_msg("help %s lacks '%s'", (*k)->name, words);
        }
    }
}

TEST(a_very_long_solution_fits)
{
    scoped_text *err = NULL;
    int code = book_on("'rook:30x30#3' 'marble:12x12#4' 'theseus:20x20#3'", "", &err);
    assert_int_equal(code, 0);
    assert_string_equal(err, "");
    for (int page = 1, n = pages(); page <= n; page++)
        ink(page);
}

// A page for each cell has its number and says where it lies.
TEST(a_maze_to_walk_on_is_a_plan_and_tiles)
{
    static const char numbers[] = "21221212G";
    make_book("--tiles --paper letter rook:3x3:S212/212/12G --title 'Our yard'", "");
    assert_int_equal(pages(), 1 + 9 + 1);
    check_page(1, "Maze 1: 9 tiles");
    check_page(1, "Jump in a straight line");
    check_page(2, "row 1, column 1: the start");
    check_page(10, "row 3, column 3: the goal");
    check_page(11, "Solutions");
    for (int i = 0; i < 9; i++) {
        scoped_text *text = page_text(2 + i);
        const char number[] = {numbers[i], '\0'};
        if (!strstr(text, formatted("row %d, column %d", i / 3 + 1, i % 3 + 1)))
            fail_msg("tile %d: %s", i, text);
        *strstr(text, "maze 1,") = '\0'; // what is left is the head of the page and the tile
        if (!strstr(text, number))
            fail_msg("tile %d has no '%s': %s", i, number, text);
    }
}

// Rows and columns are those of the picture, also where a kind counts from below. An exit beyond
// the board has a tile, too.
TEST(tiles_lie_as_in_the_picture)
{
    make_book("--tiles marble:2x2:32/10", "");
    assert_int_equal(pages(), 1 + 4 + 1);
    check_page(3, "row 1, column 2: the goal");
    check_page(4, "row 2, column 1: the start");
    make_book("--tiles theseus:3x3:953/878/c56/t1.2/m1.0/x2.1R", "");
    assert_int_equal(pages(), 1 + 10 + 1);
    check_page(1, "Maze 1: 10 tiles");
    check_page(8, "row 2, right of column 3: the goal");
    make_book("--tiles die:3x1:S*G", "");
    check_page(1, "But is there a way?");
}

// Several on a page, also of mazes whose last page is not full, and without tiles for obstacles.
TEST(tiles_fill_pages)
{
    make_book("--tiles --grid 2x3 die:3x3:S../.*./..G rook:4x4#1 theseus:3x3#1", "");
    assert_int_equal(pages(), (1 + 2) + (1 + 3) + (1 + 2) + 1);
    check_page(1, "Maze 1: 8 tiles");
    check_page(4, "Maze 2: 16 tiles");
    make_book("--tiles --grid 4x6 rook:31x32#1", "");
    assert_int_equal(pages(), 1 + 42 + 1);
}

TEST(what_is_wrong_is_said)
{
    static const refusal rows[] = {
        {"book -o %s/x.pdf", 2, "book needs mazes"},
        {"book rook:3x3#1", 2, "--output FILE.pdf"},
        {"book rook:3x3#1 -o x.png", 2, "must end in .pdf"},
        {"book rook:3x3#1 -o x", 2, "must end in .pdf"},
        {"book rook:3x3#1 -o %s/x.pdf --grid 3", 2, "--grid 3: write columns and rows"},
        {"book rook:3x3#1 -o %s/x.pdf --grid 0x2", 2, "at most 4x6"},
        {"book rook:3x3#1 -o %s/x.pdf --grid 2x7", 2, "at most 4x6"},
        {"book rook:3x3#1 -o %s/x.pdf --grid=-1x2", 2, "at most 4x6"},
        {"book rook:3x3#1 -o %s/x.pdf --grid 2x2x2", 2, "at most 4x6"},
        {"book rook:3x3#1 -o %s/x.pdf --paper a3", 2, "a4 or letter"},
        {"book rook:3x3#1 -o %s/x.pdf --theme dark", 2, "print or light"},
        {"book rook:3x3#1 -o %s/x.pdf --theme pink", 2, "print or light"},
        {"book null:5x1#1 -o %s/x.pdf", 2, "have no picture"},
        {"book --tiles bloxorz:8x6#1 -o %s/x.pdf", 2, "not seen from above"},
        {"book --tiles marble:3x3x3#1 -o %s/x.pdf", 2, "tiles lie on a floor"},
        {"book --tiles rook:36x36#1 -o %s/x.pdf", 2, "more than 1000 cells"},
        {"book - -o %s/x.pdf", 3, "stdin: no maze"},
        {"book rook:3x3#1 nowhere.rook -o /nowhere/x.pdf", 3, "nowhere.rook: cannot open"},
        {"book rook:3x3#1 rook:1y1 -o /nowhere/x.pdf", 3, "rook:1y1"},
        {"book rook:3x3#1 -o /nowhere/x.pdf", 5, "/nowhere/x.pdf: cannot write"},
    };
    expect_refusals(rows, COUNT(rows));
}

TEST(a_full_disk_is_noticed)
{
    static const command_case rows[] = {
        {"book rook:3x3#1 -o %s/full.pdf", 5, "", "the disk is full"},
        {"render rook:3x3#1 -o %s/full.pdf", 5, "", "full.pdf"},
    };
    assert_int_equal(symlink("/dev/full", scratch_path("full.pdf")), 0);
    expect_answers(rows, COUNT(rows));
}

TEST(odd_titles_do_no_harm)
{
    static const char *const titles[] = {"''", "\"$(printf 'caf\\351 \\001 a\\nb')\"", "Größe",
                                         "\"$(head -c 3000 /dev/zero | tr '\\0' x)\""};
    for (size_t i = 0; i < COUNT(titles); i++) {
        make_book(formatted("--title %s rook:3x3#1", titles[i]), "");
        check_page(1, i == 0 ? "Logic Mazes" : i == 1 ? "caf?" : i == 2 ? "Größe" : "xxx");
        ink(1);
    }
}

TEST(limits_are_told)
{
    scoped_text *err = NULL;
    assert_int_equal(book_on("--limit-states 5 puzzles/die/05.die", "", &err), 4);
    assert_non_null(strstr(err, "not solved"));
    check_page(4, "Not solved within the limits.");
}
