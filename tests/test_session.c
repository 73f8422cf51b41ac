// test_session.c: playing: moves, undo and redo, hints, saving; and games that were written out
// while playing, replayed.
#include "mazewright/session.h"
#include "support.h"

#include <math.h>

static mw_session *session_of(const char *id)
{
    mw_maze *m = maze_of_id(id);
    mw_session *s = mw_session_open(m);
    assert_non_null(s);
    mw_maze_free(m); // the session has its own
    return s;
}

static void assert_moves(const mw_session *s, const char *moves)
{
    scoped_text *text = mw_session_text(s);
    assert_string_equal(text, moves);
}

TEST(moves_are_taken_back_and_made_again)
{
    mw_session *s = session_of("rook:5x5:S32132/42121/33124/33124/3313G");
    mw_state start = *mw_session_state(s);
    mw_error e;
    assert_false(mw_session_undo(s));
    assert_false(mw_session_redo(s));
    assert_true(mw_session_load(s, "RD", &e));
    mw_state there = *mw_session_state(s);
    assert_int_equal(mw_session_moves(s), 2);
    assert_true(mw_session_undo(s) && mw_session_undo(s));
    assert_false(mw_session_undo(s)); // though moves could be made again
    assert_memory_equal(mw_session_state(s), &start, sizeof start);
    assert_moves(s, "");
    assert_true(mw_session_redo(s) && mw_session_redo(s));
    assert_false(mw_session_redo(s));
    assert_memory_equal(mw_session_state(s), &there, sizeof there);
    mw_session_restart(s);
    assert_int_equal(mw_session_moves(s), 0);
    assert_true(mw_session_redo(s)); // all is still there
    mw_session_undo(s);
    assert_true(mw_session_move(s, 2)); // D: another way, so the old one is forgotten
    assert_false(mw_session_redo(s));
    assert_moves(s, "D");
    assert_false(mw_session_move(s, 3)); // L leaves the grid
    assert_false(mw_session_load(s, "DL", &e));
    assert_non_null(strstr(e.text, "move 2 (L)"));
    assert_false(mw_session_load(s, "Q", &e));
    assert_moves(s, "D"); // as it was
    mw_session_close(s);
}

// Thousands of moves, taken back and forth, against a plain replay.
TEST(long_games_keep_their_order)
{
    mw_session *s = session_of("die:6x6,never=none,obstacles=0#3");
    const mw_maze *m = mw_session_maze(s);
    mw_rng rng = seeded(4);
    uint16_t made[4000];
    uint32_t at = 0;
    for (unsigned i = 0; i < 20000 && at < COUNT(made); i++) {
        uint32_t what = mw_rng_below(&rng, 8);
        if (what == 0) {
            mw_session_undo(s);
            at -= at > 0;
        } else if (what == 1) {
            at += mw_session_redo(s);
        } else {
            uint16_t action = (uint16_t)mw_rng_below(&rng, 4);
            if (mw_session_move(s, action))
                made[at++] = action;
        }
        assert_int_equal(mw_session_moves(s), at);
        if (mw_session_status(s) != MW_OPEN) {
            mw_session_undo(s);
            at--;
        }
    }
    mw_state replayed;
    assert_true(at > 100);
    assert_int_equal(mw_replay(m, made, at, &replayed, NULL, NULL), at);
    assert_memory_equal(&replayed, mw_session_state(s), sizeof replayed);
    mw_session_close(s);
}

// Following the last hint wins, in as few moves as there are, on every shipped maze.
TEST(hints_lead_to_the_goal)
{
    char **names = shipped_mazes();
    for (char **n = names; *n; n++) {
        scoped_maze *m = maze_of_file(*n);
        char hint[1000];
        mw_session *s = mw_session_open(m);
        uint32_t best = mw_session_optimum(s), cost = 0;
        while (mw_session_status(s) == MW_OPEN) {
            mw_advice a = mw_session_advise(s);
            assert_true(a.known && a.winnable);
            for (unsigned grade = mw_hint_after(0); grade; grade = mw_hint_after(grade)) {
                mw_session_hint(s, grade, hint, sizeof hint);
                assert_true(*hint);
            }
            assert_non_null(strstr(hint, m->kind->rules->actions[a.action].word));
            assert_true(mw_session_move(s, a.action));
            mw_advice after = mw_session_advise(s);
            cost += a.distance - after.distance;
            if (m->traits & MW_UNIT_COST)
                assert_int_equal(after.distance + 1, a.distance);
        }
        assert_int_equal(mw_session_status(s), MW_SOLVED);
        assert_int_equal(cost, best);
        mw_session_hint(s, 1, hint, sizeof hint);
        assert_string_equal(hint, "You have won.");
        mw_session_close(s);
    }
    free_names(names);
}

TEST(lost_positions_are_told)
{
    static const struct {
        const char *id, *moves, *hint;
        uint32_t back;
    } rows[] = {
        {"theseus:4x4:9517/a92b/a842/c456/t0.0/m3.3/x3.2", "", "can still be won", 0},
        {"rook:4x4#3", "", "cannot be won at all", 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_session *s = session_of(rows[i].id);
        mw_error e;
        char hint[200];
        assert_true(mw_session_load(s, rows[i].moves, &e));
        mw_session_hint(s, 1, hint, sizeof hint);
        if (!strstr(hint, rows[i].hint))
            fail_msg("%s: %s", rows[i].id, hint);
        assert_int_equal(mw_session_advise(s).back, rows[i].back);
        mw_session_close(s);
    }
    // Every position from which there is no win says how far to go back, and that is right.
    scoped_maze *m = maze_of_id("theseus:5x5:95517/c17ab/b8782/c0542/d417e/t1.3/m3.4/x2.4D");
    mw_session *s = mw_session_open(m);
    mw_rng rng = seeded(9);
    unsigned lost = 0;
    assert_true(mw_session_optimum(s) != MW_FAR);
    for (unsigned game = 0; game < 200; game++) {
        mw_session_restart(s);
        for (unsigned i = 0; i < 30; i++)
            mw_session_move(s, (uint16_t)mw_rng_below(&rng, 5));
        mw_advice a = mw_session_advise(s);
        if (a.winnable)
            continue;
        lost++;
        assert_true(a.back > 0);
        for (uint32_t i = 0; i < a.back; i++) {
            assert_false(mw_session_advise(s).winnable);
            mw_session_undo(s);
        }
        assert_true(mw_session_advise(s).winnable);
    }
    assert_true(lost > 10);
    mw_session_close(s);
}

// A solved position is won, whether or not the maze is small enough to know more.
TEST(a_solved_position_is_won)
{
    static const char *const arguments[] = {"", "--limit-states 10", "--limit-seconds 0.001"};
    char **names = shipped_mazes();
    for (char **n = names; *n; n++) {
        scoped_maze *m = maze_of_file(*n);
        mw_error e;
        char hint[200];
        mw_session *s = mw_session_open(m);
        scoped_result r = searched(m, NULL, NULL, MW_VISITED_AUTO);
        scoped_text *moves = mw_moves_print(m->kind, r.actions, r.moves);
        mw_session_limit(s, &(mw_limits){.states = 1});
        assert_true(mw_session_load(s, moves, &e));
        mw_advice a = mw_session_advise(s);
        assert_true(a.known && a.winnable);
        assert_int_equal(a.distance, 0);
        assert_int_equal(a.back, 0);
        mw_session_hint(s, 3, hint, sizeof hint);
        assert_string_equal(hint, "You have won.");
        mw_session_close(s);
    }
    free_names(names);
    for (size_t i = 0; i < COUNT(arguments); i++) {
        scoped_text *out = output_of(formatted("hint --json --moves RRDDR %s "
                                               "puzzles/theseus/01.theseus",
                                               arguments[i]),
                                     DONE);
        scoped_json *o = json_loads(out, 0, NULL);
        assert_non_null(o);
        assert_string_equal(text_in(o, "status"), "solved");
        assert_true(true_in(o, "winnable"));
        assert_int_equal(integer_in(o, "distance"), 0);
        assert_true(null_in(o, "next"));
    }
}

// Lines that `e` wrote while somebody played.
TEST(exported_games_come_out_the_same)
{
    static const char *const names[] = {"lost", "open", "solved"};
    scoped_text *text = read_file(SOURCE_DIR, "tests/sessions/games.jsonl");
    unsigned games = 0;
    assert_non_null(text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), games++) {
        scoped_json *o = json_loads(line, 0, NULL);
        assert_non_null(o);
        mw_session *s = session_of(text_in(o, "id"));
        mw_error e;
        if (!mw_session_load(s, text_in(o, "moves"), &e))
            fail_msg("%s: %s", line, e.text);
        assert_string_equal(names[mw_session_status(s) + 1], text_in(o, "status"));
        scoped_text *described = mw_state_describe(mw_session_maze(s), mw_session_state(s));
        assert_string_equal(described, text_in(o, "state"));
        mw_session_close(s);
    }
    assert_true(games >= 5);
}

TEST(the_verb_answers)
{
    static const command_case rows[] = {
        {"hint puzzles/theseus/01.theseus", 0, "Next move: R (right)\n", ""},
        {"hint --grade 3 puzzles/die/05.die", 0, "Next move: W (left)\n", ""},
        {"hint --grade 3 marble:5x5#1", 0, "Next move: cw (clockwise)\n", ""},
        {"hint --grade 2 shipped:marble/01", 0, "4 moves are left.\n", ""}, // which turn the maze
        {"hint --grade 2 null:9x1:S......G.", 0, "7 moves are left.\n", ""},
        {"hint --grade 2 null:9x1:SG.......", 0, "1 move is left.\n", ""},
        {"hint --grade 3 --moves RDLURD puzzles/variants/rules-seed.bloxorz", 0, ", half ", ""},
        {"hint --grade 1 puzzles/theseus/01.theseus", 0, "can still be won", ""},
        {"hint --grade 2 puzzles/theseus/01.theseus", 0, "Head", ""},
        {"hint --grade 4 puzzles/theseus/01.theseus", 0,
         "in 2 moves at the soonest: the Minotaur is on row 4, column 3, and a wall holds the "
         "Minotaur.\n",
         ""},
        {"hint --grade 4 --moves D puzzles/theseus/05.theseus", 1, "Move 1 (D) lost it.\n", ""},
        {"hint --json --moves D puzzles/theseus/05.theseus", 1, "\"why\":\"Move 1 (D) lost it.\\n",
         ""},
        {"hint --grade 5 puzzles/theseus/01.theseus", 2, "", "from 1 to 4"},
        {"hint --moves RRDDR puzzles/theseus/01.theseus", 0, "You have won", ""},
        {"hint --moves XY puzzles/theseus/01.theseus", 2, "", "--moves XY: no kind has such moves"},
        {"hint --moves D puzzles/theseus/05.theseus", 1, "already lost: take back 1 move", ""},
        {"hint --json --moves D puzzles/theseus/05.theseus", 1, "\"winnable\":false", ""},
        {"hint --moves XY nosuch.rook", 2, "", "--moves XY: no kind has such moves"},
        {"hint --moves W --kind rook nosuch", 2, "", "--moves: no move begins with 'W'"},
        {"hint --grade 5 nosuch.rook", 2, "", "from 1 to 4"},
        {"hint --moves R nosuch.rook", 3, "", "nosuch.rook: cannot open"},
        {"hint --moves L puzzles/rook/05.rook", 2, "",
         "move 1 (L) is not possible there: jump 1 "
         "leaves the board"},
        {"hint", 2, "", "needs a maze"},
        {"play", 2, "", "needs a terminal"},
        {"play rook:5x5#1 rook:5x5#2", 2, "", "needs a terminal"},
        {"play rook:5x5#1", 2, "", "needs a terminal"},
    };
    expect_answers(rows, COUNT(rows));
}
