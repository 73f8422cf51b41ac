// text.h: a Theseus maze while its text is read: what drawings (text.c) and digits (text_digits.c)
// have in common.
#ifndef MW_KINDS_THESEUS_TEXT_H
#define MW_KINDS_THESEUS_TEXT_H

#include "core/text.h"
#include "kinds/theseus/theseus.h"

#define PIECES 3 // Theseus, the Minotaur and the exit

typedef struct mw_theseus_reader {
    mw_source *src;
    layout *l;
    bool seen[PIECES]; // which pieces were read already
} mw_theseus_reader;

// All of these return false after an error, which they tell with this line and column.
bool mw_theseus_put(mw_theseus_reader *, char piece, uint32_t x, uint32_t y, uint32_t line,
                    uint32_t column);
bool mw_theseus_put_door(mw_theseus_reader *, uint32_t x, uint32_t y, unsigned side, uint32_t line,
                         uint32_t column);
bool mw_theseus_check_pieces(mw_theseus_reader *, uint32_t last_line);
// Adds a block that begins in column x and row y, from 0, and walks by the letters of `steps`.
bool mw_theseus_add_block(mw_theseus_reader *, uint32_t x, uint32_t y, const char *steps,
                          uint32_t length, uint32_t line, uint32_t column);

// ---- text_digits.c
bool mw_theseus_read_compact(mw_theseus_reader *, const mw_grid *); // the body of an id
bool mw_theseus_read_thm(mw_theseus_reader *, const mw_grid *);
bool mw_theseus_is_thm(const mw_line *first);

#endif
