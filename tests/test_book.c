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

static void write_bytes(const char *name, const char *bytes, size_t length)
{
    FILE *f = fopen(scratch_path(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, length, f), length);
    assert_int_equal(fclose(f), 0);
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
        {"--paper A5 --grid 2x2", "419.528 x 595.276 pts", 2},
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
    static const char *const grids[] = {"1x1", "3x2", "4x6", "1x1 --paper a5", "2x3 --paper a5"};
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

// ---- sections

// The first page whose head has this; 0: none.
static int page_with(const char *head, int from, int last)
{
    for (int page = from; page <= last; page++) {
        scoped_text *text = page_text(page);
        char *end = strchr(text, '\n'); // the head is the first line
        if (end)
            *end = '\0';
        if (strstr(text, head))
            return page;
    }
    return 0;
}

TEST(sections_have_titles_everywhere)
{
    static const char *const papers[] = {"a4", "a5", "letter"};
    for (size_t i = 0; i < COUNT(papers); i++) {
        make_book(
            formatted("--title X --paper %s --grid 2x2 rook:4x4#1 '= Warm up' $(seq 11 15 | sed "
                      "s/^/rook:4x4#/) '=  Dice ' die:4x4#3 -",
                      papers[i]),
            "theseus:4x4#1\n  = Last one\r\nrook:4x4#9\n");
        int last = pages();
        assert_true(last > 10); // the solutions take more than a page
        check_page(1, "9 mazes of 3 kinds");
        static const char *const names[] = {"How to play", "Mazes",    "Warm up",
                                            "Dice",        "Last one", "Solutions"};
        static const int first[] = {2, 5, 6, 8, 9, 10};
        for (size_t k = 0; k < COUNT(names); k++) {
            scoped_text *contents = page_text(1);
            const char *line = strstr(contents, names[k]);
            assert_non_null(line);
            if (k == 1) // not that of "9 mazes"
                line = strstr(contents, "Mazes  ");
            assert_int_equal(atoi(line + strcspn(line, "0123456789")), first[k]);
            assert_int_equal(page_with(names[k], 2, last), first[k]);
        }
        check_page(6, "Warm up\n");
        check_page(7, "6"); // the sections are counted through
        scoped_text *answers = poppler("pdftotext -layout -f 10 %s -");
        const char *warm = strstr(answers, "Warm up"), *dice = strstr(answers, "Dice");
        assert_true(warm && dice && strstr(answers, "1. rook") < warm);
        assert_true(strstr(answers, "2. rook") > warm && strstr(answers, "6. rook") < dice);
        assert_true(strstr(answers, "7. die") > dice && strstr(answers, "Last one") > dice);
        for (int page = 1; page <= last; page++)
            ink(page);
    }
}

// Too many for the title page: the contents have pages of their own, and the numbers are right.
TEST(many_sections_have_a_table_of_contents)
{
    static const char *const papers[] = {"a4", "a5"};
    for (size_t i = 0; i < COUNT(papers); i++) {
        make_book(formatted("--paper %s $(for i in $(seq 40); do echo =Lesson-$i rook:3x3#$i; "
                            "done)",
                            papers[i]),
                  "");
        int last = pages(), contents = 2; // so many pages are the contents
        check_page(2, "Contents");
        check_page(1 + contents, "Lesson-40");
        assert_int_equal(page_with("Lesson-1", 2, last), 3 + contents);
        assert_int_equal(page_with("Lesson-40", 2, last), 42 + contents);
        scoped_text *text = page_text(2);
        const char *line = strstr(text, "Lesson-7 ");
        assert_non_null(line);
        assert_int_equal(atoi(line + 9), 9 + contents);
    }
}

TEST(a_book_without_solutions_tells_none)
{
    make_book(formatted("--no-solutions %s die:2x1:SG", some), "");
    scoped_text *text = poppler("pdftotext %s -");
    if (strstr(text, "olution"))
        fail_msg("it speaks of solutions: %.60s", strstr(text, "olution"));
    assert_non_null(strstr(text, "is there a way?"));
    assert_int_equal(pages(), 1 + KINDS + MAZES + 1);
    make_book("--tiles --no-solutions rook:3x3:S212/212/12G", "");
    assert_int_equal(pages(), 1 + 9);
    scoped_text *tiles = poppler("pdftotext %s -");
    assert_null(strstr(tiles, "olution"));
}

// ---- mazes of a catalogue

TEST(stored_mazes_are_chosen)
{
    free(output_of("catalogue import %s/kept.db $(seq 20 | sed s/^/rook:4x4#/) die:4x4#3 "
                   "theseus:4x4#1",
                   0));
    free(output_of("catalogue tag %s/kept.db 3 5 21 --tag good", 0));
    const char *kept = formatted("--catalogue %s", scratch_path("kept.db"));
    make_book(kept, "");
    check_page(1, "22 mazes of 3 kinds");
    make_book(formatted("%s --kind rook --sort -length --count 4 --where 'length > 2'", kept), "");
    check_page(1, "4 mazes of 1 kind");
    make_book(formatted("%s --tag good", kept), "");
    check_page(1, "3 mazes of 2 kinds");
    make_book(formatted("die:3x3#1 '= Kept' %s --where 'tag == good'", kept), "");
    check_page(1, "4 mazes of 2 kinds");
    check_page(5, "Kept");
    check_page(5, "rook:4x4:"); // a stored maze is named by its id
    scoped_text *err = NULL;
    assert_int_equal(book_on(formatted("%s --where 'length > 999'", kept), "", &err), 3);
    assert_non_null(strstr(err, "kept.db: no maze is chosen"));
}

// ---- the cover

static void check_cover(const char *options)
{
    make_book(formatted("--cover %s %s", scratch_path("cover.png"), options), "");
    scoped_text *images = poppler("pdfimages -list -f 1 -l 1 %s");
    if (!strstr(images, "image"))
        fail_msg("no picture on the title page: %s", images);
    ink(1);
}

TEST(a_cover_is_on_the_title_page)
{
    assert_int_equal(
        run_command("render puzzles/rook/05.rook --scale 50 -o %s/cover.png", NULL, NULL), 0);
    check_cover("rook:3x3#1");
    check_cover("--paper a5 --title 'A long title, longer than a line of this page' rook:3x3#1");
    assert_int_equal(run_command("render rook:30x2#1 --scale 8 -o %s/cover.png", NULL, NULL), 0);
    check_cover("rook:3x3#1");
    scoped_text *err = NULL; // within the limit of memory
    assert_int_equal(
        book_on(formatted("--cover %s --limit-memory 4K rook:3x3#1", scratch_path("cover.png")), "",
                &err),
        4);
    assert_non_null(strstr(err, "memory"));
}

// A file that says that it is larger than any picture should be is refused for what it says.
TEST(hostile_covers_are_refused)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *says;
    } rows[] = {
#define PNG(rest)       "\x89PNG\r\n\x1a\n" rest
#define ROW(text, says) {text, sizeof(text) - 1, says}
        ROW("", "is not a PNG file"),
        ROW("rook 2x2", "is not a PNG file"),
        ROW("\xff\xd8\xff\xe0 and so on, a JPEG", "is not a PNG file"),
        ROW(PNG(""), "is cut off"),
        ROW(PNG("\0\0\0\x0dIHDR\0\0"), "is cut off"),
        ROW(PNG("\xff\xff\xff\xffIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0abcd"), "is cut off"),
        ROW(PNG("\0\0\0\0IEND\xae\x42\x60\x82"), "begins with its size"),
        ROW(PNG("\0\0\0\x0dIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\2\0\0\0abcd"
                "\0\0\0\0IEND\xae\x42\x60\x82"),
            "2147483647x2147483647 pixels"),
        ROW(PNG("\0\0\0\x0dIHDR\0\0\x13\x89\0\0\x13\x88\x08\2\0\0\0abcd"
                "\0\0\0\0IEND\xae\x42\x60\x82"),
            "5001x5000 pixels; a cover has at most 25 million"),
        ROW(PNG("\0\0\0\x0dIHDR\0\0\0\1\0\0\x80\0\x08\2\0\0\0abcd"
                "\0\0\0\0IEND\xae\x42\x60\x82"),
            "1x32768 pixels; a cover has at most 32767 on a side"),
        ROW(PNG("\0\0\0\x0dIHDR\0\0\0\0\0\0\0\1\x08\2\0\0\0abcd"
                "\0\0\0\0IEND\xae\x42\x60\x82"),
            "no pixels"),
        ROW(PNG("\0\0\0\x0dIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0abcd"
                "\0\0\0\0IEND\xae\x42\x60\x82"),
            "its pixels cannot be read"),
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_text *err = NULL;
        write_bytes("cover.png", rows[i].bytes, rows[i].length);
        int code = book_on(formatted("--cover %s rook:3x3#1", scratch_path("cover.png")), "", &err);
        if (code != 3 || !strstr(err, rows[i].says))
            fail_msg("cover %zu: exit %d, '%s' instead of '%s'", i, code, err, rows[i].says);
    }
}

// Cut off or changed anywhere, a cover is refused with a sentence or is a picture; nothing else.
TEST(damaged_covers_do_no_harm)
{
    size_t length;
    mw_rng rng = seeded(29);
    unsigned refused = 0;
    assert_int_equal(run_command("render rook:3x3#1 --scale 12 -o %s/whole.png", NULL, NULL), 0);
    scoped_text *whole = bytes_of(scratch_path("whole.png"), &length);
    char *bytes = malloc(length);
    for (unsigned i = 0; i < 60; i++) {
        scoped_text *err = NULL;
        size_t left = i % 2 ? length : mw_rng_below(&rng, (uint32_t)length);
        memcpy(bytes, whole, length);
        for (unsigned k = 0; i % 2 && k < 1 + i % 5; k++)
            bytes[mw_rng_below(&rng, (uint32_t)length)] ^= (char)(1 + mw_rng_below(&rng, 255));
        write_bytes("cover.png", bytes, left);
        int code = book_on(formatted("--cover %s rook:3x3#1", scratch_path("cover.png")), "", &err);
        if ((code || *err) && (code != 3 || !strstr(err, "cover.png: ")))
            fail_msg("seed 29, round %u: exit %d, '%s'", i, code, err);
        refused += code == 3;
    }
    free(bytes);
    print_message("%u of 60 damaged covers were refused\n", refused);
    assert_true(refused >= 45); // all that were cut off, and most of the others
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
        {"book rook:3x3#1 -o %s/x.pdf --paper a3", 2, "a4, a5 or letter"},
        {"book rook:3x3#1 -o %s/x.pdf --theme dark", 2, "print or light"},
        {"book rook:3x3#1 -o %s/x.pdf --theme pink", 2, "print or light"},
        {"book null:5x1#1 -o %s/x.pdf", 2, "have no picture"},
        {"book --tiles bloxorz:8x6#1 -o %s/x.pdf", 2, "not seen from above"},
        {"book --tiles marble:3x3x3#1 -o %s/x.pdf", 2, "tiles lie on a floor"},
        {"book --tiles rook:36x36#1 -o %s/x.pdf", 2, "more than 1000 cells"},
        {"book --tiles '= One' rook:3x3#1 -o %s/x.pdf", 2, "--tiles has no sections"},
        {"book --tiles --cover x.png rook:3x3#1 -o %s/x.pdf", 2, "no title page for --cover"},
        {"book '= One' -o %s/x.pdf", 3, "section 'One' has no maze"},
        {"book '= One' '= Two' rook:3x3#1 -o %s/x.pdf", 3, "section 'One' has no maze"},
        {"book rook:3x3#1 '= ' -o %s/x.pdf", 2, "= is the title of a section"},
        {"book rook:3x3#1 --where 'length > 3' -o %s/x.pdf", 2, "--catalogue FILE"},
        {"book rook:3x3#1 --count 3 -o %s/x.pdf", 2, "--catalogue FILE"},
        {"book --catalogue %s/none.db -o %s/x.pdf", 3, "no such file"},
        {"book --catalogue README.md -o %s/x.pdf", 3, "is not a catalogue"},
        {"book --cover %s/none.png rook:3x3#1 -o %s/x.pdf", 3, "none.png: cannot read"},
        {"book --cover puzzles rook:3x3#1 -o %s/x.pdf", 3, "puzzles: cannot read"},
        {"book - -o %s/x.pdf", 3, "stdin:1:1: the text is empty"},
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
    static const command_case rows[] = {
        {"book 'die:1000x1000#1' --limit-seconds 0.001 -o %s/late.pdf", 4, "",
         "no book is written"},
    };
    expect_answers(rows, COUNT(rows));
    assert_int_not_equal(access(scratch_path("late.pdf"), F_OK), 0);
}
