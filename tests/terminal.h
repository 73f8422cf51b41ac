// terminal.h: programs in a real terminal, driven by tmux. Tests wait for what the screen is to
// show; they never wait for a time. One terminal is open at a time.
#ifndef MW_TEST_TERMINAL_H
#define MW_TEST_TERMINAL_H

// Opens a terminal of this size in the project's folder and runs a line of shell in it. All that it
// prints also goes into the file scratch_path("screen").
void terminal_open(const char *command, unsigned w, unsigned h);
// The same with `mazewright play`; the line "exit code N" follows. `settings` are of the
// environment: "TERM=dumb".
void terminal_play_on(const char *settings, const char *arguments, unsigned w, unsigned h);
void terminal_play(const char *arguments, unsigned w, unsigned h); // with 256 colours
void terminal_close(void);
void terminal_tmux(const char *arguments); // fails the test where tmux fails

const char *screen_now(void); // its lines; until the next call
// Waits until the screen shows a text; fails with the screen if it never does.
void screen_shows(const char *text);
void screen_lacks(const char *text); // now
void press_keys(const char *keys);   // as tmux names them: "Up q C-c"
void type_line(const char *line);    // and Enter

#endif
