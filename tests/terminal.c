// terminal.c: see terminal.h.
#include "terminal.h"

#include "support.h"

#include <unistd.h>

static char server[60];

void terminal_tmux(const char *arguments)
{
    const char *line = formatted("tmux -L %s -f /dev/null %s", server, arguments);
    if (system(line))
        fail_msg("failed: %s", line);
}

const char *screen_now(void)
{
    static char screen[40000];
    FILE *f = popen(formatted("tmux -L %s -f /dev/null capture-pane -p -t game", server), "r");
    screen[fread(screen, 1, sizeof screen - 1, f)] = '\0';
    pclose(f);
    return screen;
}

void screen_shows(const char *text)
{
    const double end = mw_seconds() + 30;
    do {
        if (strstr(screen_now(), text))
            return;
        pause_for(0.02);
    } while (mw_seconds() < end);
    fprintf(stderr, "%s\n", screen_now()); // too long for a message
    fail_msg("the screen never shows '%s'", text);
}

void screen_lacks(const char *text)
{
    const char *screen = screen_now();
    if (strstr(screen, text))
        fail_msg("the screen shows '%s':\n%s", text, screen);
}

void press_keys(const char *keys)
{
    terminal_tmux(formatted("send-keys -t game %s", keys));
}

void type_line(const char *line)
{
    terminal_tmux(formatted("send-keys -t game -l '%s'", line));
    press_keys("Enter");
}

void terminal_open(const char *command, unsigned w, unsigned h)
{
    static unsigned games;
    snprintf(server, sizeof server, "mw-test-%d-%u", (int)getpid(), games++);
    terminal_tmux(formatted("new-session -d -s game -x %u -y %u \"cd '%s' && %s\" \\; "
                            "pipe-pane -t game 'cat > %s/screen'",
                            w, h, SOURCE_DIR, command, scratch()));
}

void terminal_play_on(const char *settings, const char *arguments, unsigned w, unsigned h)
{
    terminal_open(formatted("LC_ALL=C.UTF-8 %s '%s' play %s; echo exit code \\$?; sleep 100",
                            settings, COMMAND, arguments),
                  w, h);
}

void terminal_play(const char *arguments, unsigned w, unsigned h)
{
    terminal_play_on("TERM=xterm-256color", arguments, w, h);
}

void terminal_close(void)
{
    terminal_tmux("kill-server");
}
