// test_play_screens.c: what a player sees: the panel, why a move is refused, the rules, the menu,
// large boards, questions about files, terminals without colours or without a cursor; and that the
// terminal is left as it was when the game is stopped, goes on, or its window changes.
#include "support.h"
#include "terminal.h"

#include <unistd.h>

#define TEXTS 10

static void wait_until_worked_out(void)
{
    screen_shows("(");
    while (strstr(screen_now(), "shortest: soon"))
        pause_for(0.02);
}

static void all_shown(const char *const *texts)
{
    for (unsigned i = 0; i < TEXTS && texts[i]; i++)
        screen_shows(texts[i]);
}

static void none_shown(const char *const *texts)
{
    for (unsigned i = 0; i < TEXTS && texts[i]; i++)
        screen_lacks(texts[i]);
}

static void leave(const char *keys)
{
    press_keys(keys);
    screen_shows("exit code 0");
    terminal_close();
}

static void screen_shows_no_more(const char *text)
{
    const double end = mw_seconds() + 30;
    while (strstr(screen_now(), text) && mw_seconds() < end)
        pause_for(0.02);
    screen_lacks(text);
}

// Each kind, at both sizes.
TEST(every_kind_shows_how_the_game_stands)
{
    static const struct {
        const char *maze, *keys, *shows[TEXTS], *lacks[TEXTS];
    } rows[] = {
        {"puzzles/rook/05.rook",
         "Right",
         {"move 1 (shortest: 10)", "row 1, column 2", "here: jump 4", "[ 4 ]", "G   goal",
          "arrows move"},
         {"space", "tab"}},
        {"puzzles/die/05.die",
         "Left",
         {"move 1 (shortest: 16)", "row 1, column 5", "[ 3 ]", "| 1 |(3)| 6 | 4 |", "top 3",
          "below 4", "### blocked square"},
         {"space", "tab"}},
        {"puzzles/theseus/01.theseus",
         "Right",
         {"Theseus row 1, column 2;", "T ", "X ", "space  wait", "M   the Minotaur", "┌──"},
         {"tab"}},
        {"puzzles/bloxorz/12.bloxorz",
         "Left",
         {"There is no tile.", "standing at row 4, column 8", "the block stands", "bridges gone: A",
          "o row 4 column 9: toggles A", "[ ^ ]", "(A)", "oA", "\\_/ the hole"},
         {"space", "tab", "=A="}},
        {"puzzles/bloxorz/12.bloxorz",
         "Up Left Down Right",
         {"the block lies", "bridges there: A", "=A=", "###"},
         {"bridges gone"}},
        {"puzzles/variants/rules-seed.bloxorz",
         ": RDLURD Enter",
         {"half a at", "[ a ]", "( b )", "arrows move half a", "tab    to half b", "<> "},
         {"space"}},
        {"puzzles/variants/rules-seed.bloxorz",
         ": RDLURD Enter Tab",
         {"The arrows move b now.", "( a )", "[ b ]", "arrows move half b"},
         {"space"}},
        {"puzzles/variants/count-switching.bloxorz",
         ": DRULDRULD Enter",
         {"arrows move half a", "space  the other half"},
         {"tab "}},
        {"marble:4x4#1",
         "Right",
         {"right  clockwise", "left   counter-clockwise", "lower right corner", "G   goal"},
         {"arrows move", "layer", "orientation"}},
        {"marble:3x3x3#1",
         "x",
         {"move 1", "layer 1: lowest", "layer 2", "layer 3: highest", "x      tip left or right",
          "^ open above, v open below"},
         {"clockwise", "n    "}},
        {"marble:3x3x3,orientations=24#1", "n", {"n      next axis", "steepest: "}, {"clockwise"}},
        {"null:9x1#3", "Right", {"move 1 (shortest: 3)", "[ @ ]", "G   goal"}, {"space"}},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (unsigned large = 0; large < 2; large++) {
            terminal_play(formatted("'%s'", rows[i].maze), large ? 132 : 80, large ? 43 : 24);
            screen_shows("q quit");
            wait_until_worked_out();
            press_keys(rows[i].keys);
            all_shown(rows[i].shows);
            none_shown(rows[i].lacks);
            terminal_close();
        }
}

// The goal is told before the first move, and gives way to what the moves say.
TEST(a_player_is_told_what_to_do)
{
    terminal_play("puzzles/bloxorz/12.bloxorz", 80, 24);
    screen_shows("Roll a 1x1x2 block over the tiles until it stands in the hole.");
    press_keys("Up");
    screen_shows("move 1 (");
    screen_lacks("Roll a 1x1x2");
    terminal_close();
    terminal_play_on("TERM=dumb", "puzzles/theseus/01.theseus", 80, 50);
    screen_shows("Theseus and the Minotaur: reach the exit;");
    terminal_close();
}

// A message that is wider than the window goes on in the next line; so does a question.
TEST(long_messages_are_read_to_their_end)
{
    const char *file = scratch_path("a-game-with-a-name-that-fills-a-narrow-window.game");
    unlink(file);
    terminal_play("puzzles/rook/05.rook", 40, 16);
    screen_shows("as far as\nthe number you stand on, up, down, left\nor right.");
    press_keys("Right w C-u");
    type_line(file);
    screen_shows("goes");
    terminal_close();
    terminal_play("puzzles/rook/05.rook", 40, 16);
    screen_shows("move 0 (");
    press_keys("Right w C-u");
    type_line(file);
    screen_shows("Write");
    press_keys("n");
    screen_shows("Not saved.");
    terminal_close();
    terminal_play("", 40, 12);
    screen_shows("arrows and letters choose, Enter plays,");
    screen_shows("q leaves");
    screen_shows("rook  rook-jumping: jump exactly as...");
    terminal_close();
}

TEST(a_refusal_says_why)
{
    static const struct {
        const char *maze, *keys, *says;
    } rows[] = {
        {"puzzles/rook/05.rook", "Right Up", "Jump 4 leaves the board."},
        {"puzzles/die/05.die", "Up", "The board ends there."},
        {"'die:3x3:S../.../..G'", "Right Right", "6 would be on top."},
        {"puzzles/theseus/01.theseus", "Up", "A wall is there."},
        {"puzzles/bloxorz/12.bloxorz", "Left", "There is no tile."},
        {"marble:4x4#1", "x", "A flat maze only turns cw and ccw."},
        {"marble:4x4#1", "Up", "No move of this maze goes that way; ? tells the keys."},
        {"puzzles/rook/05.rook", "Space", "Space does nothing here; ? tells the keys."},
        {"puzzles/rook/05.rook", "Tab", "There are no halves to choose from here."},
        {"puzzles/rook/05.rook", "Z", "'Z' is no key here; ? tells the rules and the moves."},
        {"puzzles/rook/05.rook", ": RU Enter", "Move 2 (U): Jump 4 leaves the board."},
        {"puzzles/rook/05.rook", ": RX Enter", "no move begins with 'X'"},
        {"puzzles/rook/05.rook", "u", "This is the beginning."},
        {"puzzles/rook/05.rook", "r", "There is nothing to make again."},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        terminal_play(rows[i].maze, 80, 24);
        screen_shows("q quit");
        press_keys(rows[i].keys);
        screen_shows(rows[i].says);
        terminal_close();
    }
}

// A half that passes the other one gets the other's letter, but the arrows still move it.
TEST(the_arrows_keep_to_the_half_that_moves)
{
    const char *file = scratch_file("split.bloxorz", "bloxorz 9x5\n"
                                                     "......o..\n"
                                                     "oSoo1.o..\n"
                                                     "......o.o\n"
                                                     "......o.o\n"
                                                     "..oG..o.o\n"
                                                     "1 split 7,1 9,3\n");
    terminal_play(file, 80, 24);
    screen_shows("q quit");
    press_keys("Right Right Down Down");
    screen_shows("arrows move half a");
    screen_shows("half a at row 3, column 7");
    press_keys("Down");
    screen_shows("arrows move half b");
    press_keys("Down");
    screen_shows("and half b at row 5, column");
    press_keys("Tab Down");
    screen_shows("half a at row 4, column 9");
    terminal_close();
}

TEST(the_rules_are_a_key_away)
{
    terminal_play("puzzles/theseus/01.theseus", 132, 43);
    screen_shows("q quit");
    press_keys("?");
    screen_shows("You are Theseus, T.");
    screen_shows("W        wait");
    screen_shows("M   the Minotaur");
    screen_shows("Any key: back to the game");
    press_keys("Right"); // which is no move now
    screen_shows("move 0 (");
    terminal_close();
    terminal_play("puzzles/bloxorz/12.bloxorz", 80, 24); // two pages
    screen_shows("q quit");
    press_keys("?");
    screen_shows("Any key: the next page");
    press_keys("Space");
    screen_shows("Any key: back to the game");
    screen_shows("a:L a:R a:U a:D: the arrows, for half a");
    press_keys("Space");
    screen_shows("move 0 (");
    terminal_close();
}

// ---- the menu

TEST(the_shipped_mazes_are_offered)
{
    terminal_play("", 80, 24);
    screen_shows("choose a maze");
    screen_shows("[01]");
    screen_shows("bloxorz  roll a 1x1x2 block");
    press_keys("Down Down Right"); // die/02, below two rows of rook
    screen_shows("[02]");
    press_keys("b 1 2 Enter");
    screen_shows("bloxorz/12");
    screen_shows("move 0 (");
    press_keys("q");
    screen_shows("bloxorz/12: left after 0 moves. Choose another one");
    screen_shows("[12]");
    press_keys("t Enter");
    screen_shows("theseus/01");
    press_keys("o");
    screen_shows("Solved in 5 moves!");
    press_keys("q");
    screen_shows("theseus/01: solved after 5 moves.");
    terminal_tmux("resize-window -t game -x 40 -y 12");
    screen_shows("[01]"); // the row of the chosen one is in sight
    press_keys("q");
    screen_shows("exit code 0");
    screen_shows("theseus/01: solved after 5 moves: RRDDR"); // on the terminal as it was
    terminal_close();
}

// Of several mazes, the next one follows when one is solved; leaving one leaves them all.
TEST(a_range_is_played_one_after_the_other)
{
    terminal_play("'null:9x1#3..5'", 80, 24);
    screen_shows("null:9x1#3");
    screen_shows("move 0 (");
    press_keys("o");
    screen_shows("Solved in ");
    press_keys("q");
    screen_shows("null:9x1#4");
    screen_shows("move 0 (");
    leave("q");
}

TEST(mazes_are_played_one_after_the_other)
{
    const char *file = scratch_path("several.game");
    unlink(file);
    terminal_play(formatted("null:9x1#3 'null:9x1#4..5' --save %s", file), 80, 24);
    for (unsigned i = 3; i < 6; i++) { // each begins anew, in the same file
        screen_shows(formatted("null:9x1#%u", i));
        screen_shows("move 0 (");
        press_keys("o");
        screen_shows("Solved in ");
        press_keys("q");
    }
    screen_shows("exit code 0");
    terminal_close();
    terminal_play(formatted("--save %s", file), 80, 24);
    screen_shows("SOLVED");
    leave("q");
    // The file is of the last maze: the list ends there, and nothing is lost.
    terminal_play(formatted("'null:9x1#3..5' --save %s", file), 80, 24);
    screen_shows("is a game of another maze");
    screen_shows("exit code 3");
    screen_lacks("move 0");
    terminal_close();
}

TEST(a_file_that_is_no_game_is_told)
{
    static const char *const texts[] = {"", "\n", "junk\n", "junk\nRD\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *file = scratch_file("junk.game", texts[i]);
        terminal_play(formatted("puzzles/rook/05.rook --save %s", file), 80, 24);
        screen_shows("this is no saved game");
        screen_lacks("another maze");
        screen_shows("exit code 3");
        terminal_close();
    }
}

// ---- large boards

// The window follows the player from S to G, which are never in sight together.
TEST(a_long_board_scrolls_with_the_player)
{
    char row[70], text[400];
    memset(row, '.', 60);
    row[60] = '\0';
    snprintf(text, sizeof text, "die 60x3 never=none goal=any\n%s\nS%.58sG\n%s\n", row, row, row);
    terminal_play(scratch_file("long.die", text), 80, 24);
    screen_shows("[ 1 ]");
    screen_lacks("G   goal");
    for (unsigned moves = 1; moves < 59; moves++) {
        press_keys("Right");
        if (moves % 10 == 0)
            screen_shows(formatted("move %u (", moves));
        if (moves % 10 == 0)
            screen_shows("[ "); // he is in sight
    }
    screen_shows("G   goal");
    screen_lacks("S ");
    press_keys("Right");
    screen_shows("Solved in 59 moves!");
    terminal_close();
}

// Only what is in sight is drawn.
TEST(large_boards_are_played_like_small_ones)
{
    static const char *const mazes[] = {"'die:200x200,obstacles=0,never=none#3'",
                                        "'die:4096x4096,obstacles=0,never=none#1'"};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        terminal_play(mazes[i], 80, 24);
        screen_shows("q quit");
        press_keys(": SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE Enter");
        screen_shows("move 60 (");
        screen_shows("row 31, column 31");
        screen_shows("[ ");
        press_keys("Right");
        screen_shows("row 31, column 32");
        leave("q n");
    }
}

// ---- files

TEST(a_game_is_saved_without_having_said_so)
{
    const char *file = scratch_path("unsaid.game");
    unlink(file);
    terminal_play("puzzles/rook/05.rook", 80, 24);
    screen_shows("q quit");
    press_keys("Right w");
    screen_shows("Save in the file: rook-05.game");
    press_keys("C-u");
    type_line(file);
    screen_shows("Saved. 'mazewright play --save ");
    press_keys("Down q"); // a game with a file saves itself
    screen_shows("exit code 0");
    terminal_close();
    terminal_play(formatted("--save %s", file), 80, 24); // needs no maze
    screen_shows("Welcome back.");
    screen_shows("move 2 (");
    screen_shows("unsaid.game"); // and not the whole id
    leave("q");
    terminal_play("puzzles/rook/05.rook", 80, 24); // asks before it writes over the file
    screen_shows("q quit");
    press_keys("Right w C-u");
    type_line(file);
    screen_shows("is there already. Write over it? (y or n)");
    press_keys("n");
    screen_shows("Not saved.");
    press_keys("w C-u");
    type_line("/nosuch/folder/file");
    screen_shows("Cannot write /nosuch/folder/file.");
    press_keys("w Escape");
    screen_shows("Not saved.");
    leave("q n");
    scoped_text *kept = read_file(scratch(), "unsaid.game");
    assert_non_null(strstr(kept, "\nRD\n"));
}

TEST(moves_are_not_lost_in_silence)
{
    const char *file = scratch_path("kept.game");
    unlink(file);
    terminal_play("puzzles/rook/05.rook", 80, 24);
    screen_shows("q quit");
    press_keys("Right q");
    screen_shows("Save the 1 move? (y or n; Esc plays on)");
    press_keys("Escape");
    screen_shows("The game goes on.");
    press_keys("q y C-u");
    type_line(file);
    screen_shows("exit code 0");
    screen_shows("left after 1 move: R");
    terminal_close();
    scoped_text *kept = read_file(scratch(), "kept.game");
    assert_non_null(strstr(kept, "\nR\n"));
    terminal_play("puzzles/rook/05.rook", 80, 24); // nothing to lose: no question
    screen_shows("q quit");
    press_keys("Right u");
    screen_shows("move 0 (");
    leave("q");
}

// The game of a terminal that is closed is saved where it has a file.
TEST(a_closed_terminal_saves_the_game)
{
    const char *file = scratch_path("closed.game");
    unlink(file);
    terminal_play(formatted("puzzles/rook/05.rook --save %s", file), 80, 24);
    screen_shows("q quit");
    press_keys("Right Down");
    screen_shows("move 2 (");
    terminal_close();
    const double end = mw_seconds() + 30;
    while (access(file, F_OK) && mw_seconds() < end)
        pause_for(0.02);
    scoped_text *kept = read_file(scratch(), "closed.game");
    assert_non_null(strstr(kept, "\nRD\n"));
}

// ---- terminals

// NO_COLOR and vt100: a cursor, but no colours.
TEST(there_are_no_colours_where_there_must_be_none)
{
    static const char *const settings[] = {"TERM=xterm-256color NO_COLOR=1", "TERM=vt100"};
    for (size_t i = 0; i < COUNT(settings); i++) {
        terminal_play_on(settings[i], "puzzles/bloxorz/12.bloxorz", 80, 24);
        screen_shows("[ ^ ]");
        screen_shows("bridges gone: A");
        press_keys("o");
        screen_shows("Solved in 33 moves!");
        press_keys("q");
        screen_shows("exit code 0");
        terminal_close();
        scoped_text *printed = read_file(scratch(), "screen");
        for (const char *p = printed; (p = strstr(p, "\033[")); p++) {
            size_t length = strspn(p + 2, "0123456789;");
            if (p[2 + length] == 'm' &&
                (strchr(p + 2, '3') < p + 2 + length || strchr(p + 2, '4') < p + 2 + length))
                if (strstr(p, "38;") == p + 2 || strstr(p, "48;") == p + 2 ||
                    (p[2] == '3' && length == 2 && p[3] != '9') ||
                    (p[2] == '4' && length == 2 && p[3] != '9'))
                    fail_msg("%s: a colour: %.12s", settings[i], p + 1);
        }
    }
}

// TERM=dumb, unknown or unset: line by line, and no byte that moves a cursor.
TEST(a_terminal_without_a_cursor_is_played_by_lines)
{
    static const char *const settings[] = {"TERM=dumb", "TERM=nosuch", "env -u TERM"};
    for (size_t i = 0; i < COUNT(settings); i++) {
        terminal_play_on(settings[i], "puzzles/theseus/01.theseus", 80, 50);
        screen_shows("Type moves by name");
        screen_shows("Theseus row 1, column 1; Minotaur row 4, column 4");
        screen_shows("+---");
        type_line("U");
        screen_shows("A wall is there.");
        type_line("nonsense");
        screen_shows("('?' tells the moves)");
        type_line("hint");
        screen_shows("can still be won");
        type_line("h");
        screen_shows("Every solution from here comes to this");
        type_line("h");
        screen_shows("Head ");
        type_line("rr"); // small letters will do
        screen_shows("move 2 (shortest: 5)");
        type_line("u");
        screen_shows("move 1 (shortest: 5)");
        type_line("redo");
        type_line("?");
        screen_shows("You are Theseus, T.");
        type_line("DDR");
        screen_shows("Solved in 5 moves!");
        leave("q Enter");
        scoped_text *printed = read_file(scratch(), "screen");
        assert_null(strchr(printed, '\033'));
    }
}

TEST(the_menu_and_the_questions_need_no_cursor)
{
    const char *file = scratch_path("dumb.game");
    unlink(file);
    terminal_play_on("TERM=dumb", "", 80, 50);
    screen_shows("bloxorz: 01 02");
    type_line("rook/99");
    screen_shows("There is no maze 'rook/99'.");
    type_line("rook/05");
    screen_shows("here: start, jump 1");
    type_line("R");
    screen_shows("move 1 (");
    type_line("q");
    screen_shows("Save the 1 move?");
    type_line("y");
    screen_shows("Save in the file: [rook-05.game]");
    type_line(file);
    screen_shows("rook/05: left after 1 move: R");
    type_line("");
    screen_shows("exit code 0");
    terminal_close();
    scoped_text *kept = read_file(scratch(), "dumb.game");
    assert_non_null(strstr(kept, "\nR\n"));
}

// Ctrl-Z gives the terminal to the shell, and fg gives the game back; SIGSTOP gives no warning.
TEST(a_game_is_stopped_and_goes_on)
{
    terminal_open("exec env LC_ALL=C.UTF-8 PS1=ready: TERM=xterm-256color sh -i", 80, 24);
    screen_shows("ready:");
    type_line(formatted("%s play puzzles/rook/05.rook", COMMAND));
    screen_shows("move 0 (shortest: 10)");
    press_keys("Right");
    screen_shows("move 1 (");
    press_keys("C-z");
    screen_shows("Stopped"); // the prompt alone may be the one of before
    type_line("stty -a | tr \" \" . | grep -c [.]icanon; stty -a | grep -c -- \"-echo \"; echo "
              "done-$((40+2))");
    screen_shows("done-42");
    screen_shows("1\n0\ndone-42"); // lines are read as lines, and keys are echoed
    type_line("fg");
    screen_shows("move 1 (shortest: 10)");
    press_keys("Down");
    screen_shows("move 2 (");
    terminal_tmux("run-shell 'pkill -STOP -P #{pane_pid} mazewright'");
    screen_shows("Stopped");
    terminal_tmux("send-keys -t game -l 'stty sane; fg'");
    press_keys("C-j"); // the game could not set the terminal back, so Enter ends no line
    screen_shows_no_more("Stopped"); // all is drawn again
    screen_shows("move 2 (shortest: 10)");
    press_keys("u"); // a key counts without Enter
    screen_shows("move 1 (");
    press_keys("q n");
    screen_shows("left after 1 move: R");
    type_line("echo done-$((41+2))");
    screen_shows("done-43");
    terminal_close();
}

TEST(the_window_may_change)
{
    terminal_play("puzzles/die/05.die", 80, 24);
    screen_shows("q quit");
    terminal_tmux("resize-window -t game -x 40 -y 24");
    screen_shows("? keys  q quit");
    screen_shows("(1)");
    screen_shows("[ 1 ]");
    terminal_tmux("resize-window -t game -x 15 -y 5");
    screen_shows("The window is");
    press_keys("Left");
    terminal_tmux("resize-window -t game -x 200 -y 60");
    screen_shows("move 1 (shortest: 16)");
    screen_shows("### blocked square");
    leave("q n");
}

// A hint that is being worked out still comes, and a solution that is shown goes on.
TEST(a_change_of_the_window_is_no_key)
{
    terminal_play("theseus:64x64#1", 80, 24);
    screen_shows("move 0 (shortest: ");
    press_keys("h");
    terminal_tmux("resize-window -t game -x 10 -y 5");
    terminal_tmux("resize-window -t game -x 120 -y 40");
    screen_shows("This position can still be won.");
    press_keys("o");
    terminal_tmux("resize-window -t game -x 80 -y 24");
    screen_shows("Solved in 41 moves!");
    terminal_close();
}

TEST(a_signal_gives_the_terminal_back)
{
    static const char *const signals[] = {"INT", "TERM"};
    for (size_t i = 0; i < COUNT(signals); i++) {
        terminal_play("puzzles/rook/05.rook", 80, 24);
        screen_shows("q quit");
        press_keys("Right");
        screen_shows("move 1 (");
        terminal_tmux(formatted("run-shell 'pkill -%s -P #{pane_pid} mazewright'", signals[i]));
        screen_shows("left after 1 move: R"); // nothing is lost
        screen_shows("exit code 4");
        press_keys("-l typed");
        screen_shows("typed");
        terminal_close();
    }
}
