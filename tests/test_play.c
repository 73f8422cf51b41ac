// test_play.c: the game in a real terminal, driven by tmux: a maze of each kind is played to the
// win by its keys, with undo and hints on the way. test_play_screens.c looks at the screens.
#include "mazewright/session.h"
#include "support.h"
#include "terminal.h"

static const char *key_of(const char *action)
{
    static const char *const keys[][2] = {{"U", "Up"},    {"N", "Up"},     {"R", "Right"},
                                          {"E", "Right"}, {"D", "Down"},   {"S", "Down"},
                                          {"L", "Left"},  {"cw", "Right"}, {"ccw", "Left"}};
    for (size_t i = 0; i < COUNT(keys); i++)
        if (!strcmp(action, keys[i][0]))
            return keys[i][1];
    return action;
}

TEST(each_kind_is_won_by_its_keys)
{
    static const char *const mazes[] = {"rook:4x4#2",
                                        "die:4x4#2",
                                        "bloxorz:6x5#4",
                                        "marble:4x4#1",
                                        "theseus:4x4:9517/a92b/a842/c456/t0.0/m3.3/x3.2",
                                        "null:9x1#3"};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        scoped_maze *m = maze_of_id(mazes[i]);
        mw_session *s = mw_session_open(m);
        uint32_t optimum = mw_session_optimum(s);
        if (optimum == MW_FAR)
            fail_msg("%s cannot be won", mazes[i]);
        terminal_play(mazes[i], i % 2 ? 132 : 80, i % 2 ? 43 : 24);
        screen_shows(formatted("move 0 (shortest: %u)", optimum));
        press_keys("h");
        screen_shows("can still be won");
        for (uint32_t moves = 1; mw_session_status(s) == MW_OPEN; moves++) {
            const char *action = m->kind->rules->actions[mw_session_advise(s).action].word;
            bool west = !strcmp(action, "W") && !strcmp(m->kind->name, "die");
            press_keys(west ? "Left" : key_of(action));
            assert_true(mw_session_move(s, mw_session_advise(s).action));
            screen_shows(formatted("move %u (", moves));
            if (moves == 1 && mw_session_status(s) == MW_OPEN) {
                press_keys("u");
                screen_shows("move 0 (");
                press_keys("r");
                screen_shows("move 1 (");
                press_keys("h h");
                screen_lacks("being worked out");
                press_keys("h h");
                screen_shows("Next move:");
            }
        }
        screen_shows(formatted("Solved in %u moves!", optimum));
        press_keys("q");
        screen_shows("exit code 0");
        terminal_close();
        mw_session_close(s);
    }
}

TEST(games_are_saved_and_gone_on_with)
{
    char line[200];
    const char *file = scratch_path("game.txt");
    snprintf(line, sizeof line, "puzzles/theseus/01.theseus --save %s", file);
    terminal_play(line, 100, 40);
    screen_shows("move 0 (");
    press_keys("Right");
    screen_shows("move 1 (");
    terminal_tmux("resize-window -t game -x 80 -y 24"); // and it is drawn anew
    screen_shows("move 1 (");
    press_keys("q");
    screen_shows("exit code 0");
    terminal_close();
    terminal_play(line, 80, 24);
    screen_shows("Welcome back.");
    screen_shows("move 1 (");
    press_keys("o"); // the rest by itself
    screen_shows("Solved in 5 moves!");
    press_keys("q");
    screen_shows("exit code 0");
    terminal_close();
    snprintf(line, sizeof line, "rook:4x4#3 --save %s", file);
    terminal_play(line, 80, 24);
    screen_shows("game of another maze");
    terminal_close();
}

// The state graph of a large maze is built while the player sees the maze and moves.
TEST(a_large_maze_is_shown_at_once)
{
    terminal_play("die:1000x1000#1", 80, 24);
    screen_shows("move 0");
    press_keys("h");
    screen_shows("can still be won");
    screen_lacks("shortest: soon");
    scoped_text *printed = read_file(scratch(), "screen");
    assert_non_null(strstr(printed, "move 0 (shortest: soon)"));
    press_keys("q");
    screen_shows("exit code 0");
    terminal_close();
    terminal_play("die:1000x1000#1", 80, 24); // the graph is given up when the player leaves
    screen_shows("move 0");
    press_keys("q");
    screen_shows("exit code 0");
    terminal_close();
}

TEST(an_interrupt_gives_the_terminal_back)
{
    terminal_play("rook:4x4#2", 80, 24);
    screen_shows("move 0 (");
    press_keys("C-c");
    screen_shows("exit code 4");
    terminal_close();
}

// Even after a crash keys are echoed again and the cursor is there.
TEST(a_crash_gives_the_terminal_back)
{
    terminal_play("rook:4x4#9", 80, 24);
    screen_shows("move 0 (");
    terminal_tmux("run-shell 'kill -SEGV $(pgrep -P #{pane_pid} mazewright || echo #{pane_pid})'");
    screen_shows("exit code 139");
    press_keys("-l typed");
    screen_shows("typed"); // echoed
    terminal_close();
}

TEST(a_lost_game_is_explained)
{
    terminal_play("puzzles/theseus/20.theseus", 80, 24);
    screen_shows("move 0 (shortest: ");
    press_keys("Right");
    screen_shows("move 1 (");
    press_keys("h");
    screen_shows("take back 1 move. (h again tells more)");
    press_keys("h");
    screen_shows("Move 1 (R) lost it. Whatever you do, it is over after at most 2 moves");
    press_keys("h u"); // there is no more to say
    screen_shows("move 0 (");
    press_keys("h");
    screen_shows("can still be won");
    press_keys("q");
    screen_shows("exit code 0");
    terminal_close();
}
