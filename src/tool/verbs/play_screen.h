// play_screen.h: what play_screen.c and play_menu.c share: the screen, through ncurses.
#ifndef MW_TOOL_PLAY_SCREEN_H
#define MW_TOOL_PLAY_SCREEN_H

#define NCURSES_WIDECHAR 1
#include <curses.h>

// Reads a key for so many milliseconds; ERR: none came. KEY_RESIZE: the window has changed, or the
// program was stopped and goes on, so that all is to be drawn again.
int screen_key(int milliseconds);
bool screen_gone(void); // the terminal was closed
// A line at the bottom that the player edits. `draw` draws what is above it. False: he wants none.
bool screen_line(const char *question, char *answer, int size, void (*draw)(void *), void *context);
// Puts a text there, cut at `width` columns.
void screen_put(int row, int column, int width, int attributes, const char *text);

// Puts a message in the last lines, as many as it needs; returns how many they are, at least 1.
int screen_message(const char *text);

#endif
