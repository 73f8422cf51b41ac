// mazewright/marble.h: a marble maze under physics: an agent rotates it from one orientation to
// another and sees only where the marble comes to rest. Everything repeats from its seed, bit for
// bit.
#ifndef MAZEWRIGHT_MARBLE_H
#define MAZEWRIGHT_MARBLE_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

// The world of a marble. Lengths in cells, times in seconds, angles in radians.
typedef struct mw_marble_physics {
    double radius;       // of the marble
    double wall;         // thickness
    double gravity;      // per second squared
    double friction;     // Coulomb's, between marble and wall
    double restitution;  // 0: no bounce, 1: all of it
    double dt;           // time step
    double acceleration; // of a rotation, in its first half; the second half slows down as much
    double error;        // of the orientation in which a rotation ends, at most
    double rest_energy;  // per mass: a marble rests when its energy has been below this
    double rest_time;    // for this time
    double give_up;      // time after which a marble that does not rest is waited for no longer
} mw_marble_physics;

// The default physics, as the table in the documentation of marble mazes has it.
MW_API mw_marble_physics mw_marble_default_physics(void);
// Can this maze be simulated with this physics? If not, false, and *error says what is wrong.
MW_API bool mw_marble_check_physics(const mw_maze *, const mw_marble_physics *, mw_error *);

// Settings that belong together: a physics, and a way in which agents predict where a move leads.
typedef struct mw_marble_preset {
    const char *name, *about;
    mw_marble_physics physics;
    const void *reserved[2];
} mw_marble_preset;
MW_API const mw_marble_preset *mw_marble_presets(void); // the default first; ends with a NULL name

// What is going on: the states of the controller.
typedef enum {
    MW_MARBLE_WAITING, // for the marble to come to rest
    MW_MARBLE_STABLE,  // the marble rests where it should, and the agent can make a move
    MW_MARBLE_ACCELERATING,
    MW_MARBLE_DECELERATING,
    MW_MARBLE_SOLVED,
    MW_MARBLE_FINISHED, // there is nothing left to try
    MW_MARBLE_FROZEN,   // the marble rests where it should not, e.g. balanced on an edge
    MW_MARBLE_PHASES
} mw_marble_phase;
MW_API const char *mw_marble_phase_name(mw_marble_phase); // "waiting"

// What moves the marble. `ball` is ours; others come in libraries of their own.
typedef struct mw_marble_engine mw_marble_engine;
MW_API extern const mw_marble_engine mw_marble_ball; // our own engine: a sphere among slabs
MW_API const char *mw_marble_engine_name(const mw_marble_engine *); // "ball"

// Orientations of a marble maze's control scheme: 4, 8 or 24; 0: it is no marble maze.
MW_API unsigned mw_marble_orientations(const mw_maze *);
// A copy of the maze with another scheme, which the caller frees. NULL with *error: it is no marble
// maze, or the scheme is not for it.
MW_API mw_maze *mw_marble_with_orientations(const mw_maze *, unsigned orientations, mw_error *);

// Who plays: a name and its meaning.
typedef struct mw_marble_agent {
    const char *name, *about;
} mw_marble_agent;
MW_API const mw_marble_agent *mw_marble_agents(void); // all agents; ends with a NULL name

// A moment, for those who watch.
typedef struct mw_marble_frame {
    double time;
    double at[3]; // the marble, in the coordinates of the maze
    double up[3];
    mw_marble_phase phase;
} mw_marble_frame;

// A move that has been made. States are numbered as cell * orientations + orientation.
typedef struct mw_marble_move {
    double time; // when the marble came to rest
    uint16_t action;
    uint32_t from, to;  // to: UINT32_MAX if it froze
    uint32_t predicted; // state
    bool repeated;      // it had been made before from this state
    bool unrepeatable;  // with another result
    bool planned;       // the last one of the moves that the agent had chosen together
    uint32_t known;     // states that the agent knows by now
} mw_marble_move;

// How to play. Zero means default.
typedef struct mw_marble_plan {
    size_t size;                      // see waist.h
    const char *agent;                // default: complete
    const mw_marble_engine *engine;   // default: ball
    const mw_marble_physics *physics; // default: that of the preset `as`
    uint64_t seed;                    // of the error
    uint32_t most_moves;              // default: 100,000
    bool recover;                     // when the marble is frozen, tip the maze and go on
    double frame_time;                // between calls of `frame`; 0: every step
    // OPTIONAL. False ends the simulation.
    bool (*frame)(void *context, const mw_marble_frame *);
    void (*move)(void *context, const mw_marble_move *);
    bool (*goes_on)(void *context); // asked while an agent tries moves in a copy of the world
    void *context;
    // A preset, by its name: how moves are predicted and, unless `physics` is given, the physics.
    // Default: mazewright.
    const char *as;
} mw_marble_plan;

// How a simulation ended.
typedef enum {
    MW_MARBLE_IS_SOLVED,
    MW_MARBLE_IS_UNSOLVABLE, // everything that can be reached has been tried
    MW_MARBLE_IS_FROZEN,
    MW_MARBLE_IS_LIMITED, // too many moves, or the marble never came to rest, or `frame` ended it
} mw_marble_outcome;
MW_API const char *mw_marble_outcome_name(mw_marble_outcome); // "solved"

// What came of a simulation.
typedef struct mw_marble_result {
    mw_marble_outcome outcome;
    uint32_t moves, repeated, unrepeatable, recovered; // recovered: tips out of frozen states
    uint32_t predicted_right;                          // of the moves
    uint32_t theoretical_length;                       // cells from start to target, both counted
    uint32_t tried;                                    // moves in a copy of the world
    double simulated_seconds;
    uint16_t *actions; // of the moves
    const void *reserved[2];
} mw_marble_result;

// Lets an agent play a maze under physics. False and *error when the plan does not make sense or
// memory runs out. Free with mw_marble_result_free.
MW_API bool mw_marble_simulate(const mw_maze *, const mw_marble_plan *, mw_marble_result *,
                               mw_error *);
MW_API void mw_marble_result_free(mw_marble_result *); // frees what it holds, not the struct

// ---- a marble maze that somebody tilts in any way, without an agent
typedef struct mw_marble_tilted mw_marble_tilted; // a marble maze that somebody tilts

// A marble maze with its marble where it begins. The maze must outlive it. NULL and *error: it is
// no marble maze, or memory ran out.
MW_API mw_marble_tilted *mw_marble_tilted_open(const mw_maze *, mw_error *);
MW_API void mw_marble_tilted_close(mw_marble_tilted *);   // frees it; NULL is allowed
MW_API void mw_marble_tilted_restart(mw_marble_tilted *); // puts the marble back to where it began
#define MW_MARBLE_HOLD 0.25                               // the most seconds of one call
// Holds the maze for some seconds so that this direction, a vector of any length, points up. A rest
// that is shorter than a time step is kept for the next call. False and *error: that is no
// direction or no time.
MW_API bool mw_marble_tilted_hold(mw_marble_tilted *, const double up[3], double seconds,
                                  mw_error *);

// Where the marble is.
typedef struct mw_marble_spot {
    double time;   // seconds that the maze has been held since the restart
    double at[3];  // in the coordinates of the maze
    uint32_t cell; // as the kind counts cells
    bool solved;   // the marble has been in the target
} mw_marble_spot;
MW_API mw_marble_spot mw_marble_tilted_spot(const mw_marble_tilted *); // where the marble is now

#ifdef __cplusplus
}
#endif
#endif
