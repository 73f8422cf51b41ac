// play.c: the verb `play`: a maze in the terminal. Here it is decided which maze is played: the one
// that is named, that of a saved game, or one that the player chooses from a menu; and whether the
// terminal has a cursor. play.h says which file does what.
#include "tool/verbs/play.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct call {
    const settings *s;
    mw_theme theme;
    const char *label; // of a maze from the menu, or the file of a saved game, whose id may be
                       // long; NULL: the input's own
    bool screen;
    bool left;   // a maze that was not solved: of several, the rest is not played
    bool played; // a maze of several: the file of --save is that of this run
    watch clock;
    char end[NAME_MAX_LENGTH]; // how the last game ended
} call;

// What is left to say of a game when the terminal is as it was: its moves are never lost.
static int tell_end(call *c, const game *g, bool saved)
{
    char *moves = mw_session_text(g->session);
    if (g->no_memory)
        out_of_memory();
    else if (!saved)
        complain("%s: cannot write the game: check its folder and the space on the disk; its moves "
                 "are on the screen",
                 g->save);
    if (!moves)
        out_of_memory();
    c->left = mw_session_status(g->session) != MW_SOLVED;
    const char *how = c->left ? "left" : "solved";
    uint32_t count = mw_session_moves(g->session);
    printf("%s: %s after %u move%s%s%s\n", g->label, how, count, count == 1 ? "" : "s",
           moves && *moves ? ": " : "", moves ? moves : "");
    fflush(stdout);
    snprintf(c->end, sizeof c->end, "%.100s: %s after %u move%s. Choose another one, or q leaves.",
             g->label, how, count, count == 1 ? "" : "s");
    free(moves);
    return saved ? EXIT_DONE : EXIT_BROKEN;
}

static int play(input *in, void *context)
{
    call *c = context;
    const char *save = c->s->value[O_SAVE];
    if (c->left)
        return EXIT_DONE;
    game g = {.maze = in->maze,
              .label = c->label ? c->label : in->label,
              .export = c->s->value[O_EXPORT],
              .style = {.theme = c->theme},
              .dialogue = c->screen ? &screen_dialogue : &text_dialogue};
    if (save && strlen(save) >= sizeof g.save)
        return complain_with(EXIT_USAGE, "--save: the name is too long");
    if (save)
        snprintf(g.save, sizeof g.save, "%s", save);
    int code = game_open(&g, c->played, c->clock.limits);
    c->left = code != EXIT_DONE;
    if (code == EXIT_DONE) {
        c->played = true;
        if (c->screen) {
            screen_begin();
            screen_play(&g);
            screen_end();
        } else {
            text_play(&g);
        }
        bool saved = !*g.save || game_save(&g);
        code = tell_end(c, &g, saved);
    }
    game_close(&g);
    return code;
}

static int play_shipped(call *c)
{
    shipped_list list;
    int code = EXIT_DONE;
    if (!shipped_find(&list)) {
        shipped_free(&list);
        return EXIT_USAGE;
    }
    while (!interrupted()) {
        if (c->screen)
            screen_begin();
        bool chosen = c->screen ? screen_menu(&list, c->end) : text_menu(&list, c->end);
        if (c->screen)
            screen_end();
        if (!chosen)
            break;
        c->label = list.mazes[list.at].name;
        c->left = false;
        code = worse(code, with_input(c->s, list.mazes[list.at].path, play, c));
    }
    shipped_free(&list);
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}

// Goes on with a saved game: its first line is the id of its maze.
static int play_saved(call *c)
{
    const char *name = c->s->value[O_SAVE];
    FILE *f = fopen(name, "r");
    char *id = NULL;
    size_t size = 0;
    int code = EXIT_INPUT;
    if (!f)
        return complain_with(EXIT_INPUT, "%s: there is no saved game; name a maze, too", name);
    c->label = name;
    if (read_line(f, &id, &size))
        id[strcspn(id, "\n")] = '\0';
    fclose(f);
    if (id && mw_is_id(id))
        code = with_input(c->s, id, play, c);
    else
        complain("%s: this is no saved game: its first line is no id of a maze", name);
    free(id);
    return code;
}

int run_play(const settings *s)
{
    call c = {.s = s, .theme = MW_THEME_DARK};
    if (!option_theme(s, &c.theme))
        return EXIT_USAGE;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return complain_with(EXIT_USAGE,
                             "play needs a terminal; 'hint --moves' answers without one");
    if (!watch_open(&c.clock, s))
        return EXIT_USAGE;
    if (!c.clock.limits.states)
        c.clock.limits.states = MW_SESSION_STATES;
    setlocale(LC_ALL, "");
    c.screen = screen_possible();
    return s->input_count     ? for_each_input(s, play, &c)
           : s->value[O_SAVE] ? play_saved(&c)
                              : play_shipped(&c);
}
