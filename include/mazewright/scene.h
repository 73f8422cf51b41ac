// scene.h: a picture without colours: shapes, each with a role. A kind draws a maze in a state into
// a scene once; renderers (svg here, others elsewhere) read it and know no kind.
//
// Lengths are in cells, x to the right, y downwards. Later shapes lie over earlier ones.
#ifndef MAZEWRIGHT_SCENE_H
#define MAZEWRIGHT_SCENE_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a shape is; themes give each its colour.
typedef enum {
    MW_ROLE_FLOOR,   // where one can stand
    MW_ROLE_BLOCKED, // a cell where nobody can stand
    MW_ROLE_WALL,    // between cells
    MW_ROLE_GRID,    // thin lines between cells
    MW_ROLE_GOAL,
    MW_ROLE_START,
    MW_ROLE_HERO, // the figure that the player moves
    MW_ROLE_MARK, // something on the hero, e.g. pips
    MW_ROLE_FOE,
    MW_ROLE_LABEL,   // numbers and letters on the floor
    MW_ROLE_FRAGILE, // floor that breaks
    MW_ROLE_DEVICE,  // a switch; things of the same tint are moved by it
    MW_ROLE_ABSENT,  // a thing that is away in this state, such as a bridge
    MW_ROLE_GLASS,   // translucent
    MW_ROLE_EDGE,    // of something translucent
    MW_ROLE_PATH,    // a solution
    MW_ROLE_VALUE,   // a number on a scale of colours, see mw_ink.cell
    MW_ROLES
} mw_role;
MW_API const char *mw_role_name(mw_role); // "floor"

// The form of a shape.
typedef enum { MW_POLYGON, MW_LINE, MW_CIRCLE, MW_TEXT } mw_shape_type;

#define MW_TINTS 8 // colours for things that belong together: 1 to MW_TINTS; 0: none

// How a shape looks.
typedef struct mw_ink {
    mw_role role;
    uint8_t tint;
    int8_t shade;  // of the faces of a solid: lighter above 0, darker below
    double width;  // of a line, or of the outline of a circle or polygon that is not filled
    double fade;   // 0: opaque, 1: invisible
    uint32_t cell; // the cell whose floor it is, + 1; 0: none. Renderers may colour it. With
                   // MW_ROLE_VALUE: the place on the scale, from 1 to 1001
} mw_ink;

// One shape of a scene.
typedef struct mw_shape {
    mw_shape_type type;
    mw_ink ink;
    uint32_t first, count; // points of a polygon or line, in the scene's points
    double x, y, size;     // circle: middle and radius; text: middle and height
    char text[12];         // of MW_TEXT
} mw_shape;

// A picture. All zero is an empty one.
struct mw_scene {
    double width, height; // the kind sets them
    mw_shape *shapes;
    double *points;                                                    // x, y, x, y, ...
    uint32_t shape_count, shape_capacity, point_count, point_capacity; // points: pairs
    uint64_t most; // bytes that it, and its SVG beside it, may take; 0: no limit
    bool failed;   // out of memory, or over that limit
    bool joins;    // lines or dots of one ink that follow each other may be written as one
    void *redraw;  // of mw_scene_of; NULL: the scene keeps all of its shapes
    const void *reserved[1];
};

#define MW_GLYPH_WIDTH 3 // columns of a glyph

// A cell in characters, as mw_view.glyph tells it.
struct mw_glyph {
    char text[MW_GLYPH_WIDTH + 1]; // printable ASCII; a shorter text stands in the middle
    bool here;                     // the player, or a part of him, is in this cell
    char part;                     // which part of him, as in mw_action; 0: all of him, or nobody
    bool empty;                    // a place outside the board: nothing is drawn
    uint8_t walls; // a bit for each side with a wall: 0 up, 1 right, 2 down, 3 left, on the screen
    mw_role ground, ink; // their colours; the cell's own tint is of the ground
    uint8_t tint;
    const char *means; // OPTIONAL: what the text stands for: "goal". A legend shows both
    const void *reserved[1];
};

// ---- for kinds: adding shapes
// A polygon with these corners (x, y, x, y, ...), filled unless the ink has a width. Here as in all
// that follow, scene->failed is set where memory runs out.
MW_API void mw_draw_polygon(mw_scene *, mw_ink, const double *xy, uint32_t points);
// A line through these points, as wide as the ink says.
MW_API void mw_draw_line(mw_scene *, mw_ink, const double *xy, uint32_t points);
// A rectangle; x and y are its upper left corner.
MW_API void mw_draw_rect(mw_scene *, mw_ink, double x, double y, double w, double h);
// A circle around x and y, filled unless the ink has a width.
MW_API void mw_draw_circle(mw_scene *, mw_ink, double x, double y, double radius);
// Text around x and y, of this height; what is longer than 11 bytes is cut off.
MW_API void mw_draw_text(mw_scene *, mw_ink, double x, double y, double size, const char *);

// ---- for users
// Draws a maze in a state into a scene. The scene need not be initialised; what it held before is
// not freed. False: out of memory, or the kind does not draw. Free with mw_scene_free.
MW_API bool mw_scene_draw(mw_scene *, const mw_maze *, const mw_state *);
// mw_scene_draw with at most this many bytes of memory, in which the scene and later its SVG must
// have room. False also where that is not enough.
MW_API bool mw_scene_draw_within(mw_scene *, const mw_maze *, const mw_state *, uint64_t most);
// The picture of a maze of any size in little memory: the kind draws its shapes again whenever
// somebody reads them (mw_scene_paint). `most` is as above. The scene keeps only what is added to
// it afterwards, e.g. a path, which comes after the maze. The maze must outlive the scene. False
// and mw_scene_free are as above.
MW_API bool mw_scene_of(mw_scene *, const mw_maze *, const mw_state *, uint64_t most);
MW_API uint64_t mw_scene_bytes(const mw_scene *); // that it takes
// A reader of a scene. It begins its own struct with this one.
typedef struct mw_painter {
    // Called for each shape in order. The scene and the shape are valid during the call only.
    void (*shape)(struct mw_painter *, const mw_scene *, const mw_shape *);
} mw_painter;
// Lets a reader read a scene. False: the work was stopped (mw_stopping), or out of memory.
MW_API bool mw_scene_paint(const mw_scene *, mw_painter *);
// A move under way: t from 0 to 1. False also where the move is not legal.
MW_API bool mw_scene_draw_move(mw_scene *, const mw_maze *, const mw_state *from, uint16_t action,
                               double t);
// A line through the places where the player is drawn in the states of a solution (mw_edge
// actions).
MW_API bool mw_scene_add_path(mw_scene *, const mw_maze *, const uint16_t *actions, uint32_t moves);
MW_API void mw_scene_free(mw_scene *); // frees what it holds, not the struct

// Which colours. MW_THEMES is their number.
typedef enum { MW_THEME_LIGHT, MW_THEME_DARK, MW_THEME_PRINT, MW_THEMES } mw_theme;
MW_API bool mw_theme_find(const char *name,
                          mw_theme *); // by name, e.g. "dark"; false: unknown

// Red, green, blue and opacity.
typedef struct mw_colour {
    double r, g, b, a; // 0 to 1
} mw_colour;

// What all renderers share: the colour of a shape. `heat` may be NULL; else by cell, 0 to 1,
// negative where there is none: floors are coloured by it.
typedef struct mw_style {
    mw_theme theme;
    double scale; // pixels or points for each cell
    const double *heat;
    const void *reserved[2];
} mw_style;
MW_API mw_colour mw_style_colour(const mw_style *, const mw_ink *); // the colour of this ink
MW_API mw_colour mw_style_paper(const mw_style *);                  // of the ground
// The width of the line around a shape that is filled, and its colour; 0: none. Floors have one, so
// that one can count cells.
MW_API double mw_style_outline(const mw_style *, const mw_shape *, mw_colour *);
// Values for `heat`: 1 at the goal, 0 in the cell farthest from it. The caller frees it; NULL: a
// limit (NULL: none) is hit, *limit, if not NULL, says which; or the kind names no cells.
MW_API double *mw_maze_heat(const mw_maze *, const mw_limits *, mw_limit *limit);

// The scene as SVG; the caller frees the text. NULL: out of memory.
MW_API char *mw_scene_svg(const mw_scene *, const mw_style *);
// The same text in parts, for pictures of any size. `write` returns false if it cannot take a part;
// then no more come. False: that, or the scene could not be read.
MW_API bool mw_scene_write_svg(const mw_scene *, const mw_style *,
                               bool (*write)(void *context, const char *, size_t length),
                               void *context);

#ifdef __cplusplus
}
#endif
#endif
