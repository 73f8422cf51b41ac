// games.h: many games played side by side, for programs that learn to play. A step makes one move
// in every game and writes what came of it into arrays of the program: observations, rewards, which
// games are over, which moves are legal. A step allocates nothing, unless each episode has a new
// maze.
//
// An episode begins with a restart. It is terminated when the maze is solved, when a move loses, or
// when no move is legal any more; and it is truncated after max_steps steps. A move that is not
// legal changes nothing, but it is a step. After a move that loses, the state is still the one
// before it, because rules need not tell anything of lost states.
#ifndef MAZEWRIGHT_GAMES_H
#define MAZEWRIGHT_GAMES_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mw_games mw_games; // some games, each in some state of its maze

#define MW_GAMES_MAX    1048576 // games
#define MW_GAMES_STATES 5000000 // the limit of states of a state graph, unless another one is set

// The reward of a step is the sum of what applies. All zero: solved is 1.
typedef struct mw_rewards {
    double solved;  // for the move that solves the maze
    double lost;    // for a move that loses, or after which no move is legal
    double cost;    // for each unit of what a legal move costs; usually below 0
    double illegal; // for a move that is not legal
    // For every step, from a state of potential P to one of potential Q: shaped * (discount * Q -
    // P). The potential is the exact distance to the goal, below 0; where there is no way to win, 1
    // more than the largest distance of the maze, below 0. This changes no best policy if the
    // discount is that of the program. discount 0: 1.
    double shaped, discount;
} mw_rewards;

// When a game whose episode is over begins again.
typedef enum {
    MW_RESTART_NEXT_STEP, // in the next step, whose move is ignored; the reward is 0
    MW_RESTART_SAME_STEP, // at once: observations are of the new episode, see mw_games_step
    MW_RESTART_NEVER,     // when the program resets it; until then a step is an error
} mw_restart;

// Which games to play, and how. Zero means default.
typedef struct mw_games_options {
    size_t size;    // see waist.h
    unsigned games; // how many, at most MW_GAMES_MAX; 0: maze_count
    // One maze for all games, or one for each, all of one kind. They are copied.
    const mw_maze *const *mazes;
    unsigned maze_count;
    // Instead of mazes: an id without a seed, such as "die:6x6". Each episode has a new random
    // maze, which can be solved.
    const char *random;
    uint32_t max_steps; // 0: no limit
    // Begin in a random state that the start of the maze can reach and that can win; else at the
    // start.
    bool random_start;
    // Work out exact distances, for `optimal` and `distance` below. This builds the state graph of
    // each maze, as random_start and `shaped` do.
    bool distances;
    mw_restart restart;
    mw_rewards rewards;
    mw_limits limits; // of each state graph; 0 states: MW_GAMES_STATES
} mw_games_options;

// What all games have in common.
typedef struct mw_games_shape {
    unsigned games, actions, features; // their numbers
    unsigned width, height, depth;     // of the largest maze, in cells
    uint64_t ranks;                    // ranks are below; 0: there are none, or mazes change
    bool glyphs;                       // the kind shows its cells as glyphs
    uint64_t bytes;                    // that the games take, with their mazes and state graphs
    const void *reserved[2];
} mw_games_shape;

#define MW_GAMES_PLANES  7  // bytes of a cell in `grid`
#define MW_GAMES_OUTSIDE 16 // the first of them, outside the board

// Arrays of the program, with a row for each game. NULL: not wanted.
typedef struct mw_game_arrays {
    size_t size;
    // Observations: the features of the kind; the rank of the state; and the board as a terminal
    // shows it: shape.depth layers of shape.height rows, from the top of the screen, of shape.width
    // cells. A cell has MW_GAMES_PLANES bytes: role of the ground (or MW_GAMES_OUTSIDE),
    // tint, walls (bits as in mw_glyph), 0 or 1 + the part of the player that is there, and three
    // characters, 0 where there is none.
    float *features;
    int64_t *rank;
    uint8_t *grid;
    int8_t *mask;       // for each action: 1 legal, else 0
    int8_t *optimal;    // for each action: 1 if it is the first of a cheapest way to the goal
    uint32_t *distance; // of the state, the least cost to a solved state; MW_FAR: no way
    double *reward;     // one each
    bool *terminated, *truncated;
} mw_game_arrays;

// Opens games; they must be reset before the first step. NULL and *error: a maze or the id is
// wrong, play is over at the start of a maze, mazes are of different kinds, memory ran out, or a
// state graph hits a limit. Free with mw_games_close.
MW_API mw_games *mw_games_open(const mw_games_options *, mw_error *);
MW_API void mw_games_close(mw_games *); // frees them; NULL is allowed
// What all games have in common, now: `bytes` may change when an episode begins with a new maze.
MW_API mw_games_shape mw_games_shape_of(const mw_games *);

// Begins an episode in each game, or in those for which `which` is true. Game i draws its random
// numbers from the stream of seeds[i]; with seeds NULL its stream goes on. Writes the rows of these
// games. False and *error: a random maze cannot be made, or it hits a limit.
MW_API bool mw_games_reset(mw_games *, const uint64_t *seeds, const bool *which,
                           const mw_game_arrays *, mw_error *);
// Makes the move actions[i], an index into the kind's actions, in each game i, and writes its row.
// With MW_RESTART_SAME_STEP, observations, masks and distances of the state in which an episode was
// over go to `last`, into the rows of these games only; `last` may be NULL. False and *error: an
// action is none of the kind, or a game is over or was never reset, and nothing was changed; or a
// game could not begin again, as in mw_games_reset.
MW_API bool mw_games_step(mw_games *, const int64_t *actions, const mw_game_arrays *,
                          const mw_game_arrays *last, mw_error *);

// The maze of a game, until its next episode. Where each episode has a new maze, there is none
// before the first reset, and NULL is returned.
MW_API const mw_maze *mw_games_maze(const mw_games *, unsigned game);
// The state of a game, until its next step or reset.
MW_API const mw_state *mw_games_state(const mw_games *, unsigned game);

#ifdef __cplusplus
}
#endif
#endif
