// book.h: a book of mazes to print: a title page, how to play, the mazes, and their solutions at
// the end. Or mazes to walk on: a plan of each, its cells as tiles, and the solutions.
#ifndef MW_DRAW_CAIRO_BOOK_H
#define MW_DRAW_CAIRO_BOOK_H

#include "mazewright/mazewright.h"
#include "mazewright/scene.h"

typedef enum { MW_PAPER_A4, MW_PAPER_A5, MW_PAPER_LETTER, MW_PAPERS } mw_paper;

typedef struct mw_book_maze {
    mw_maze *maze;      // its kind must have a view
    const char *id;     // printed small below the maze
    const char *note;   // what is special about its rules; "": nothing
    const char *length; // of the shortest solution, e.g. "30 moves"
    const char *moves;  // the solution as text
    uint16_t *actions;  // the solution, to be drawn; NULL: there is none
    uint32_t count;     // of actions
    double difficulty;  // 1 to 10; NaN: unknown
} mw_book_maze;

// Mazes that belong together, up to the next section; each has at least one.
typedef struct mw_book_section {
    const char *title;
    unsigned first; // of its mazes
} mw_book_section;

// A picture for the title page.
typedef struct mw_cover mw_cover;
#define MW_COVER_BYTES  (64u << 20) // of a file, at most
#define MW_COVER_PIXELS 25000000    // at most
#define MW_COVER_SIDE   32767       // pixels, at most, as of every picture of cairo
// Reads a PNG file. NULL and *error: it is none, it is damaged, or it needs more than `most` bytes
// (0: no limit), which is MW_ERROR_LIMIT. Its size is looked at before its pixels are read. Free
// with mw_cover_free, which takes NULL.
mw_cover *mw_cover_read(const char *file, uint64_t most, mw_error *);
void mw_cover_free(mw_cover *);

typedef struct mw_book {
    const char *title; // UTF-8, like all texts
    mw_paper paper;
    mw_theme theme;
    unsigned columns, rows; // of mazes on a page
    const mw_book_maze *mazes;
    unsigned count;                  // at least 1
    const mw_book_section *sections; // in the order of the mazes; not with tiles
    unsigned section_count;
    const mw_cover *cover;  // NULL: the title page shows mazes of the book
    bool without_solutions; // else they are at the back
    uint64_t most;          // bytes for the pictures of a page; 0: no limit
    bool tiles; // each cell is a tile to lay out; `columns` and `rows` are of tiles on a page
} mw_book;

#define MW_BOOK_COLUMNS 4 // most
#define MW_BOOK_ROWS    6

#define MW_BOOK_TILES 1000 // most, of a maze
// NULL: the maze can be laid out in tiles. Else why not, as the end of a sentence.
const char *mw_book_no_tiles(const mw_maze *);

// Has a page room for the picture of this maze, where `most` are the bytes for a page? 0: no limit
bool mw_book_has_room(const mw_maze *, uint64_t most);

// False and *error: it cannot be written; MW_ERROR_LIMIT where `most` is too little.
bool mw_book_pdf(const mw_book *, const char *file, mw_error *);

#endif
