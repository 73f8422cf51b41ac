// test_play.c: the game in a real terminal, driven by tmux: a maze of each kind is played to the
// win by its keys, with undo and hints on the way.
#include "mazewright/session.h"
#include "support.h"

#include <unistd.h>

static char server[60];

static void tmux(const char *arguments)
{
    const char *line = formatted("tmux -L %s -f /dev/null %s", server, arguments);
    if (system(line))
        fail_msg("failed: %s", line);
}

// Waits until the screen shows a text; fails with the screen if it never does.
static void expect(const char *text)
{
    char screen[20000] = "";
    const char *line = formatted("tmux -L %s -f /dev/null capture-pane -p -t game", server);
    for (unsigned i = 0; i < 100; i++) {
        FILE *f = popen(line, "r");
        screen[fread(screen, 1, sizeof screen - 1, f)] = '\0';
        pclose(f);
        if (strstr(screen, text))
            return;
        pause_for(0.1);
    }
    fail_msg("the screen never shows '%s' but:\n%s", text, screen);
}

static void press(const char *keys)
{
    tmux(formatted("send-keys -t game %s", keys));
}

// All that the game prints also goes into the file screen.
static void open_game(const char *arguments, unsigned w, unsigned h)
{
    static unsigned games;
    snprintf(server, sizeof server, "mw-test-%d-%u", (int)getpid(), games++);
    const char *line = formatted(
        "new-session -d -s game -x %u -y %u \"cd '%s' && LC_ALL=C.UTF-8 TERM=xterm-256color "
        "'%s' play %s; echo exit code \\$?; sleep 100\" \\; pipe-pane -t game 'cat > %s/screen'",
        w, h, SOURCE_DIR, COMMAND, arguments, scratch());
    tmux(line);
}

static void close_game(void)
{
    tmux("kill-server");
}

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
    static const char *const mazes[] = {"rook:4x4#2", "die:4x4#2", "bloxorz:6x5#4", "marble:4x4#1",
                                        "theseus:4x4:9517/a92b/a842/c456/t0.0/m3.3/x3.2"};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        scoped_maze *m = maze_of_id(mazes[i]);
        mw_session *s = mw_session_open(m);
        uint32_t optimum = mw_session_optimum(s);
        if (optimum == MW_FAR)
            fail_msg("%s cannot be won", mazes[i]);
        open_game(mazes[i], 80, 24);
        expect(formatted("move 0 (shortest: %u)", optimum));
        press("h");
        expect("can still be won");
        for (uint32_t moves = 1; mw_session_status(s) == MW_OPEN; moves++) {
            const char *action = m->kind->rules->actions[mw_session_advise(s).action].word;
            bool west = !strcmp(action, "W") && !strcmp(m->kind->name, "die");
            press(west ? "Left" : key_of(action));
            assert_true(mw_session_move(s, mw_session_advise(s).action));
            expect(formatted("move %u (", moves));
            if (moves == 1 && mw_session_status(s) == MW_OPEN) {
                press("u");
                expect("move 0 (");
                press("r");
                expect("move 1 (");
                press("h h h");
                expect("Next move:");
            }
        }
        expect(formatted("Solved in %u moves!", optimum));
        press("q");
        expect("exit code 0");
        close_game();
        mw_session_close(s);
    }
}

TEST(games_are_saved_and_gone_on_with)
{
    char line[200];
    const char *file = scratch_path("game.txt");
    snprintf(line, sizeof line, "puzzles/theseus/01.theseus --save %s", file);
    open_game(line, 100, 40);
    expect("move 0 (");
    press("Right");
    expect("move 1 (");
    tmux("resize-window -t game -x 80 -y 24"); // and it is drawn anew
    expect("move 1 (");
    press("q");
    expect("exit code 0");
    close_game();
    open_game(line, 80, 24);
    expect("Welcome back.");
    expect("move 1 (");
    press("o"); // the rest by itself
    expect("Solved in 5 moves!");
    press("q");
    expect("exit code 0");
    close_game();
    snprintf(line, sizeof line, "rook:4x4#3 --save %s", file);
    open_game(line, 80, 24);
    expect("game of another maze");
    close_game();
}

// The state graph of a large maze is built while the player sees the maze and moves.
TEST(a_large_maze_is_shown_at_once)
{
    open_game("die:1000x1000#1", 80, 24);
    expect("move 0");
    press("h");
    expect("can still be won");
    expect("move 0 (shortest: ");
    scoped_text *printed = read_file(scratch(), "screen");
    const char *first = strstr(printed, "move 0");
    assert_non_null(first);
    assert_memory_not_equal(first, "move 0 (", strlen("move 0 ("));
    press("q");
    expect("exit code 0");
    close_game();
    open_game("die:1000x1000#1", 80, 24); // the graph is given up when the player leaves
    expect("move 0");
    press("q");
    expect("exit code 0");
    close_game();
}

TEST(an_interrupt_gives_the_terminal_back)
{
    open_game("rook:4x4#2", 80, 24);
    expect("move 0 (");
    press("C-c");
    expect("exit code 4");
    close_game();
}

// Even after a crash keys are echoed again and the cursor is there.
TEST(a_crash_gives_the_terminal_back)
{
    open_game("rook:4x4#9", 80, 24);
    expect("move 0 (");
    tmux("run-shell 'kill -SEGV $(pgrep -P #{pane_pid} mazewright || echo #{pane_pid})'");
    expect("exit code 139");
    press("-l typed");
    expect("typed"); // echoed
    close_game();
}
