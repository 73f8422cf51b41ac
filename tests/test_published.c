// test_published.c: mazes with published answers, read at run time from where they were published
// (PUBLISHED_DIR). They are not part of the project: where a file is absent, its tests are skipped.
#include "support.h"

#define SLIDES "seeds/003_98fc9c396697fe35.txt"

// ---- shared

static const mw_visited_type stores[] = {MW_VISITED_DENSE, MW_VISITED_HASHED, MW_VISITED_FULL};

// The search must find a solution of this length, and prove it; length -1: that there is none.
static void check_search(const mw_maze *m, const char *algorithm, const char *heuristic,
                         mw_visited_type store, int length)
{
    int found = length_by(m, algorithm, heuristic, store);
    if (found != length)
        fail_msg("%s %s %s: length %d instead of %d", algorithm, heuristic ? heuristic : "",
                 mw_visited_name(store), found, length);
}

// Every exact algorithm with every store and, where it takes one, every heuristic that makes it
// exact.
static void check_exact_searches(const mw_maze *m, int length)
{
    static const char *const blind[] = {"bfs", "ids", "ucs"}, *const informed[] = {"astar",
                                                                                   "idastar"};
    for (unsigned s = 0; s < 3; s++) {
        for (unsigned a = 0; a < 3; a++)
            check_search(m, blind[a], NULL, stores[s], length);
        for (unsigned a = 0; a < 2; a++) {
            check_search(m, informed[a], "zero", stores[s], length);
            for (const mw_heuristic *h = m->kind->heuristics; h->name; h++)
                if (h->claims(m) & MW_ADMISSIBLE)
                    check_search(m, informed[a], h->name, stores[s], length);
        }
    }
}

// ---- rook-jumping mazes in Neller's slides

// The line of the text that begins so, at or after `from`.
static const char *line_with(const char *from, const char *beginning)
{
    for (const char *line = from; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!strncmp(line, beginning, strlen(beginning)))
            return line;
    }
    fail_msg("the slides have no line that begins with '%s'", beginning);
    return NULL;
}

// A copy of so many lines, after a header; the caller frees it.
static char *lines_from(const char *line, int count, const char *header)
{
    const char *end = line;
    while (count--)
        end = strchr(end, '\n') + 1;
    size_t length = strlen(header) + (size_t)(end - line);
    char *copy = malloc(length + 1);
    snprintf(copy, length + 1, "%s%s", header, line);
    return copy;
}

// The 5x5 maze whose grid begins so, against the distances printed after it.
static void check_distances(const char *beginning)
{
    scoped_text *slides = published_text(SLIDES);
    const char *grid = line_with(slides, beginning);
    scoped_text *text = lines_from(grid, 5, "");
    scoped_maze *m = maze_of_text("rook", text);
    scoped_graph *g = whole_graph(m);
    uint32_t *distances = mw_cell_distances(g, NULL);
    assert_non_null(distances);
    assert_true(m->w == 5 && m->h == 5);
    char *number = (char *)line_with(grid, "Distances to Goal:") + strlen("Distances to Goal:");
    long first = -1;
    for (int cell = 0; cell < 25; cell++) {
        char *end;
        long expected = strtol(number, &end, 10);
        assert_ptr_not_equal(end, number);
        assert_int_equal(distances[cell], expected);
        number = end;
        first = cell ? first : expected;
    }
    check_exact_searches(m, (int)first); // the start is the top left cell
    free(distances);
}

TEST(first_slide_has_the_printed_distances)
{
    check_distances("[1]\t");
}

TEST(second_slide_has_the_printed_distances)
{
    check_distances("[3]\t");
}

// A maze as printed, tabs, START and FINISH included: all exact algorithms agree on its length.
static void check_printed(const char *beginning, int size, const char *header)
{
    scoped_text *slides = published_text(SLIDES);
    scoped_text *text = lines_from(line_with(slides, beginning), size, header);
    scoped_maze *m = maze_of_text("rook", text);
    assert_true(m->w == size && m->h == size);
    mw_state s;
    m->kind->rules->start(m, &s);
    assert_int_equal(m->kind->rules->cell(m, &s), 0);
    int length = length_by(m, "bfs", NULL, MW_VISITED_AUTO);
    assert_true(length > 1);
    check_exact_searches(m, length);
}

// The same maze as the shipped file, byte for byte.
static void check_shipped(const char *beginning, int size, const char *header, const char *file)
{
    scoped_text *slides = published_text(SLIDES);
    scoped_text *text = lines_from(line_with(slides, beginning), size, header);
    scoped_text *ours = read_file(SOURCE_DIR "/puzzles/variants", file);
    scoped_maze *printed = maze_of_text("rook", text), *shipped = maze_of_text("rook", ours);
    assert_int_equal(printed->bytes, shipped->bytes);
    assert_memory_equal(printed, shipped, printed->bytes);
}

TEST(fishers_maze_is_solved)
{
    check_printed("3 0 START", 6, "");
    check_shipped("3 0 START", 6, "", "fisher-rj6001.rook");
}

TEST(abbotts_no_u_turn_maze_is_solved)
{
    check_printed("6 START", 8, "rook 8x8 no-u-turn\n");
    check_shipped("6 START", 8, "rook 8x8 no-u-turn\n", "abbott-no-u-turn.rook");
}

// Taking U-turns away cannot make a maze shorter; in Abbott's it makes it longer, which is its
// point.
TEST(abbotts_maze_is_shorter_with_u_turns)
{
    scoped_text *slides = published_text(SLIDES);
    int moves[2];
    for (int i = 0; i < 2; i++) {
        scoped_text *text =
            lines_from(line_with(slides, "6 START"), 8, i ? "rook 8x8 no-u-turn\n" : "");
        scoped_maze *m = maze_of_text("rook", text);
        moves[i] = length_by(m, "bfs", NULL, MW_VISITED_AUTO);
    }
    assert_true(moves[0] > 0 && moves[0] < moves[1]);
}

// ---- the five course puzzles with rolling dice

static mw_maze *course_puzzle(int number)
{
    scoped_text *text = published_text(formatted("data/die/puzzle%d.txt", number));
    mw_maze *m = maze_of_text("die", text);
    return m;
}

TEST(course_puzzles_take_the_published_rolls)
{
    static const int rolls[] = {6, 16, -1, 21, 26};
    for (int i = 0; i < 5; i++) {
        scoped_maze *m = course_puzzle(i + 1);
        check_exact_searches(m, rolls[i]);
    }
}

TEST(course_puzzle_3_has_three_reachable_states)
{
    scoped_maze *m = course_puzzle(3);
    scoped_graph *g = whole_graph(m);
    assert_int_equal(g->reachable, 3);
    assert_int_equal(g->distance[0], MW_FAR);
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        for (unsigned s = 0; s < 3 && !a->incomplete; s++) {
            scoped_result r = searched(m, a->name, NULL, stores[s]);
            assert_int_equal(r.outcome, MW_OUTCOME_UNSOLVABLE);
            assert_int_equal(r.stored, 3);
        }
}

TEST(h4_expands_less_than_manhattan)
{
    uint64_t h2 = 0, h4 = 0;
    for (int i = 1; i <= 5; i++) {
        scoped_maze *m = course_puzzle(i);
        scoped_result a = searched(m, "astar", "h2", MW_VISITED_AUTO);
        scoped_result b = searched(m, "astar", "h4", MW_VISITED_AUTO);
        h2 += a.expanded;
        h4 += b.expanded;
    }
    assert_true(h4 < h2);
}

// ---- Theseus mazes

static const struct {
    const char *name;
    int moves;
} classics[] = {{"lm01", 5}, {"lm04", 27}, {"lm06", 59}, {"abbott-original", 92}};

// Skips the test if the file is absent.
static mw_maze *published_maze(size_t i)
{
    scoped_text *text = published_text(formatted("data/theseus/%s.thm", classics[i].name));
    mw_maze *m = maze_of_text("theseus", text);
    return m;
}

TEST(published_mazes_take_the_published_moves)
{
    static const char *const algorithms[] = {"bfs", "ucs", "astar", "ids", "idastar"};
    for (size_t i = 0; i < COUNT(classics); i++) {
        scoped_maze *m = published_maze(i);
        for (size_t a = 0; a < COUNT(algorithms); a++) {
            assert_int_equal(length_by(m, algorithms[a], NULL, MW_VISITED_DENSE),
                             classics[i].moves);
            assert_int_equal(length_by(m, algorithms[a], NULL, MW_VISITED_HASHED),
                             classics[i].moves);
        }
    }
}

TEST(published_mazes_keep_all_laws)
{
    for (size_t i = 0; i < COUNT(classics); i++) {
        scoped_maze *m = published_maze(i);
        assert_true(keeps_all_laws(m, classics[i].name));
    }
}

// ---- the stages of the rolling block

static const struct {
    int stage, moves;
} stages[] = {
    {1, 7},    {2, 17},  {3, 16},  {5, 33},  {7, 44},  {9, 24},  {11, 47},  {13, 46}, {15, 57},
    {17, 106}, {19, 67}, {21, 71}, {23, 75}, {25, 55}, {27, 71}, {29, 104}, {31, 91}, {33, 65},
};

// Skips the test where the stages are absent. One line of stage 33 says `7 6` for `6 7`.
static char *stage_text(int stage, bool mended)
{
    char *text = published_text(formatted("data/bloxorz/map%02d.txt", stage));
    if (stage == 33 && mended) {
        char *typo = strstr(text, "\n7 6 ");
        assert_non_null(typo);
        memcpy(typo, "\n6 7 ", 5);
    }
    return text;
}

static mw_maze *stage_maze(size_t i)
{
    scoped_text *text = stage_text(stages[i].stage, true);
    mw_maze *m = maze_of_text("bloxorz", text);
    return m;
}

TEST(stages_take_the_published_moves)
{
    for (size_t i = 0; i < COUNT(stages); i++) {
        scoped_maze *m = stage_maze(i);
        const int found[] = {
            length_by(m, "bfs", NULL, MW_VISITED_DENSE),
            length_by(m, "bfs", NULL, MW_VISITED_HASHED),
            length_by(m, "ucs", NULL, MW_VISITED_DENSE),
            length_by(m, "ucs", NULL, MW_VISITED_HASHED),
            length_by(m, "astar", "bridges-down", MW_VISITED_DENSE),
            length_by(m, "astar", "bridges-down", MW_VISITED_HASHED),
            // this one takes long: either store
            length_by(m, "ids", NULL, i % 2 ? MW_VISITED_HASHED : MW_VISITED_DENSE),
        };
        for (unsigned f = 0; f < COUNT(found); f++)
            if (found[f] != stages[i].moves)
                fail_msg("stage %d: %d moves by search %u, not %d", stages[i].stage, found[f], f,
                         stages[i].moves);
    }
}

TEST(stage_33_is_refused_at_its_typo)
{
    scoped_text *text = stage_text(33, false);
    mw_error e;
    assert_null(mw_maze_read(mw_kind_find("bloxorz"), text, strlen(text), &e));
    assert_int_equal(e.line, 15);
    assert_non_null(strstr(e.text, "column 7, row 6 (from 0) is no switch but a 1"));
}

TEST(stages_are_solved_at_once)
{
    const double allowed = SANITIZED ? 0.5 : 0.05;
    clock_t spent = 0;
    for (size_t i = 0; i < COUNT(stages); i++) {
        scoped_maze *m = stage_maze(i);
        clock_t before = clock();
        scoped_result r = searched(m, NULL, NULL, MW_VISITED_AUTO);
        spent += clock() - before;
        assert_int_equal(r.outcome, MW_OUTCOME_SOLVED);
    }
    if ((double)spent / CLOCKS_PER_SEC > allowed)
        fail_msg("%g s for all stages, more than %g", (double)spent / CLOCKS_PER_SEC, allowed);
}

// A map file's letters and names follow the order of the map, so that nothing changes any more.
TEST(stages_read_back_as_exported)
{
    for (size_t i = 0; i < COUNT(stages); i++) {
        scoped_maze *m = stage_maze(i);
        scoped_text *map = mw_maze_print(m, "paper");
        scoped_maze *again = maze_of_text("bloxorz", map);
        if (!mw_maze_equal(m, again) || !reads_back(m, "own") || !reads_back(m, "id"))
            fail_msg("stage %d is not read back from\n%s", stages[i].stage, map);
    }
}
