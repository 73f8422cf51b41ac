// play.h: what the files of the verb `play` share. play_game.c is the game: moves, files, advice.
// play_board.c lays the board out in characters, play_panel.c writes what stands beside it.
// play_screen.c shows both on a terminal with a cursor, play_text.c line by line on one without.
// play_menu.c offers the mazes that come with the command.
#ifndef MW_TOOL_PLAY_H
#define MW_TOOL_PLAY_H

#include "mazewright/session.h"
#include "tool/tool.h"

#include <pthread.h>
#include <stdatomic.h>

// A second session of the same maze, which has the state graph. Until it is `ready`, and while it
// is `busy` with a hint, only its thread uses it.
typedef struct adviser {
    mw_session *session;
    pthread_t thread;
    bool threaded; // the thread was begun
    atomic_bool ready, busy, dismissed;
    uint32_t optimum;
    char *told_at;  // the moves after which it was asked why
    char why[1000]; // the hint then
} adviser;

#define NAME_MAX_LENGTH 300 // of a file that a player names

typedef struct game game;
// How a game talks to its player. `ask` shows a question and reads an answer, which begins as
// `suggested` (NULL: one letter is the answer). False: the player wants none of it.
typedef struct dialogue {
    bool (*ask)(game *, const char *question, const char *suggested, char answer[NAME_MAX_LENGTH]);
    bool single_keys; // arrows and letters are keys; else the player types words
} dialogue;

struct game {
    mw_session *session;
    adviser adviser;
    int waiting; // the key that asked for advice before the adviser was ready; 0: none
    const mw_maze *maze;
    const char *label, *export;
    char save[NAME_MAX_LENGTH]; // the file of the game; "": none has been named
    char *saved;                // the moves as they were saved or loaded last; NULL: never
    mw_style style;
    char message[1100];
    unsigned grade; // of the last hint
    char half;      // which part of a divided player the arrows move
    bool playback, quit;
    bool no_memory; // memory ran out when the game was saved last
    const dialogue *dialogue;
};

// ---- play_game.c

bool game_answers(const game *); // can the adviser answer now?

// EXIT_DONE, or an exit code with a message printed. Close it either way. `anew`: what is in the
// file of the game is written over, not gone on with.
int game_open(game *, bool anew, mw_limits);
void game_close(game *);
void game_say(game *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Moves that are legal now: their number; one bit for each action.
uint64_t game_legal(const game *);
void game_arrow(game *, mw_arrow);
void game_spare(game *);                  // the one possible move that points nowhere
void game_turn(game *);                   // to the other part of a divided player
bool game_word(game *, const char *word); // false: no move has this word
void game_type(game *, const char *moves);
void game_undo(game *);
void game_redo(game *);
void game_restart(game *);
void game_hint(game *);
void game_solution(game *); // the next move of a shortest solution
bool game_save(game *);     // asks for a name if there is none. False: it could not be written
void game_export(game *);
void game_leave(game *); // sets `quit`, unless there are moves that the player wants to keep
bool game_unsaved(const game *);
// The part of the player that has legal moves and is not the one that the arrows move; 0: none.
char game_other_part(const game *);
bool game_divided(const game *);

// ---- play_board.c

// One character of the board.
typedef struct spot {
    char c;
    uint8_t arms; // a line from the middle up, right, down, left: bits 1, 2, 4, 8; 0: no line
    mw_ink ink, ground;
    bool paper; // the ground is that of the page
    bool bold;
} spot;

// Where the board lies on the screen.
typedef struct board_layout {
    bool walls;            // there are walls between cells
    long pitch_x, pitch_y; // characters from a cell to the next one
    long across;           // layers side by side
    long width, height;    // of the whole board, in characters
    long left, top;        // the first character in sight
    long columns, rows;    // of the window
} board_layout;
// Fits the board into a window: as large as it can be, else so that the player is in sight.
void board_fit(board_layout *, const game *, long columns, long rows);
// Calls `put` for each character in sight that is not blank. x and y count from the window's
// corner.
void board_show(const board_layout *, const game *,
                void (*put)(void *context, long x, long y, const spot *), void *context);
// What the glyphs in sight mean, one at a time; each is told once.
void board_legend(const board_layout *, const game *, void (*tell)(void *context, const char *),
                  void *context);
// Looks at every cell for the part of the player; false: it is in none.
bool board_find_part(const mw_maze *, const mw_state *, char part, uint32_t *cell);
char board_part_in(const mw_maze *, const mw_state *, uint32_t cell);

// ---- play_panel.c

#define PANEL_LINES 80
typedef struct panel {
    char line[PANEL_LINES][200];
    bool strong[PANEL_LINES];
    unsigned count, width;
} panel;
void panel_add(panel *, bool strong, const char *text); // wraps it; lines end with '\n'
void panel_state(panel *, const game *);                // what, how many moves, where
void panel_aside(panel *, const game *);                // and what the kind adds
void panel_keys(panel *, const game *);
void panel_legend(panel *, const game *, const board_layout *);
void panel_rules(panel *, const game *, const board_layout *);

// ---- play_screen.c

bool screen_possible(void); // has the terminal a cursor that can be moved?
void screen_begin(void);
void screen_end(void);     // gives the terminal back; screen_begin may follow
void screen_restore(void); // the same from a signal handler
void screen_play(game *);
extern const dialogue screen_dialogue;

// ---- play_text.c

void text_play(game *);
void text_board(mw_session *); // the board alone, as characters
extern const dialogue text_dialogue;

// ---- play_menu.c

// Mazes that come with the command.
typedef struct shipped {
    char *path, *name; // name: "rook/05"
    const mw_kind *kind;
} shipped;
typedef struct shipped_list {
    shipped *mazes; // by kind, then by name
    unsigned count;
    unsigned at; // the one that was chosen last
} shipped_list;
bool shipped_find(shipped_list *); // false, with a message printed
void shipped_free(shipped_list *);
// Lets the player choose. False: he wants none. `message` comes from the last game.
bool screen_menu(shipped_list *, const char *message);
bool text_menu(shipped_list *, const char *message);

#endif
