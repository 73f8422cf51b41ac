// move_words.h: moves that people and language models wrote, word by word. What names a move comes
// from the actions of the kind; docs/verify.md has the rules.
#ifndef MW_PLAY_MOVE_WORDS_H
#define MW_PLAY_MOVE_WORDS_H

#include "mazewright/mazewright.h"

// A part of a text that ends with a byte 0.
typedef struct mw_part {
    const char *from, *to;
} mw_part;

typedef struct mw_reading {
    const mw_kind *kind;
    uint16_t *actions; // room for as many as the text has bytes
    size_t count;
    uint64_t step;   // the number before the last step of a numbered list
    bool arrows;     // arrows are moves; else one to the right stands between moves
    bool words;      // names of directions were read
    bool numbers;    // numbers were read as moves
    bool small;      // moves without blanks between them may have small letters
    mw_part unknown; // the first word that is no move; from NULL: there is none
} mw_reading;

// Are there moves in this part, and nothing else? If not, the moves before the first other word
// have been read.
bool mw_move_words(mw_reading *, mw_part, bool small);
// Does the text at `at` begin with these bytes?
bool mw_begins(const char *at, const char *end, const char *with);

#endif
