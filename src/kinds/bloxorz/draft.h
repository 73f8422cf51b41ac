// draft.h: a Bloxorz maze while it is read, made at random or edited. Its bridges have letters
// instead of groups, and it may break the rules: mw_bloxorz_make checks it.
#ifndef MW_KINDS_BLOXORZ_DRAFT_H
#define MW_KINDS_BLOXORZ_DRAFT_H

#include "core/text.h"
#include "kinds/bloxorz/bloxorz.h"

#define CELLS_MAX   (SIDE_MAX * SIDE_MAX)
#define LETTER(c)   (1u << ((c) % 32 - 1)) // the bit of a large or small letter in a set
#define IS_SMALL(c) ((c) >= 'a')
#define SMALL(c)    ((char)((c) + 'a' - 'A'))

typedef struct draft_tile {
    uint8_t base;
    uint8_t effect; // index into the draft's effects, or NONE
    char bridge;    // its letter, small if it is away at the start; 0: no bridge
} draft_tile;

typedef struct draft {
    mw_source *src;
    uint32_t w, h;
    uint32_t start, goal; // CELLS_MAX: not seen
    bool seed_rules, count_switching, no_half_in_hole;
    effect effects[EFFECTS_MAX]; // by name; `changes` are sets of letters
    uint32_t defined;            // a bit for each effect that is in use
    draft_tile tiles[CELLS_MAX];
    uint32_t effect_line[EFFECTS_MAX], start_line, last_line; // line numbers, for messages
} draft;

// An empty draft, which the caller frees; NULL with the error told: out of memory.
draft *mw_bloxorz_draft(mw_source *);
bool mw_bloxorz_read_options(draft *); // false with the error told
// Puts a finished maze into an empty draft.
void mw_bloxorz_unmake(draft *, const mw_maze *);
// The finished maze, or NULL with the error told.
mw_maze *mw_bloxorz_make(draft *);

uint32_t mw_bloxorz_draft_letters(const draft *); // of the bridges of the map, as a set
uint32_t mw_bloxorz_draft_effects(const draft *); // a bit for each effect that the map has

// One of the words of a line, which blanks or, in ids, dots separate. Set src and line first.
typedef struct token {
    mw_source *src;
    const mw_line *line;
    uint32_t at, start; // columns from 0: where the rest of the line and where this token begins
    const char *text;
    uint32_t length;
} token;
bool mw_bloxorz_next_token(token *); // goes on to the next one; false at the end of the line
// Tells what is wrong with a token; always false.
#define FAIL_AT(t, ...) mw_fail((t)->src, (t)->line->number, (t)->start + 1, __VA_ARGS__)

// Reads and writes the form "paper", see text_paper.c. False with the error told.
bool mw_bloxorz_read_paper(draft *, const mw_grid *);
void mw_bloxorz_print_paper(const mw_maze *, mw_writer *);
// Does the text look like this form? Is this its first line: four numbers?
bool mw_bloxorz_recognises_paper(mw_source *);
bool mw_bloxorz_begins_paper(mw_source *, const mw_line *);

#endif
