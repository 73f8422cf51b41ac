// draft.h: a Bloxorz maze while it is read or changed; shared by its own text form
// (text.c), the map files of numbers (map.c), random mazes (random.c) and
// the editor (edit.c).
#ifndef MW_KINDS_BLOXORZ_DRAFT_H
#define MW_KINDS_BLOXORZ_DRAFT_H

#include "core/text.h"
#include "kinds/bloxorz/bloxorz.h"

#define CELLS_MAX (SIDE_MAX * SIDE_MAX)
#define LETTER(c) (1u << ((c) - 'A'))

typedef struct draft_effect {
    bool defined, used;
    bool heavy, split;
    uint16_t to[2];
    uint32_t toggle, remove, add; // sets of letters
    uint32_t line;
} draft_effect;

// A maze as read; letters are not groups yet.
typedef struct draft {
    mw_source *src;
    uint32_t w, h;
    uint32_t start, goal; // CELLS_MAX: not seen
    bool seed_rules, count_switching;
    draft_effect effects[EFFECTS_MAX]; // by name
    uint8_t base[CELLS_MAX], letter[CELLS_MAX], effect[CELLS_MAX];
    bool there[CELLS_MAX];
    uint32_t start_line, last_line;
} draft;

static inline uint32_t mw_bloxorz_moved(const draft_effect *e) // letters
{
    return e->toggle | e->remove | e->add;
}

// An empty one, which the caller frees; NULL with the error told: out of memory.
draft *mw_bloxorz_draft(mw_source *);
bool mw_bloxorz_read_options(draft *); // false with the error told
// The maze, or NULL with the error told.
mw_maze *mw_bloxorz_make(draft *);

typedef struct words { // the words of a line, between blanks or, in ids, dots
    const mw_line *line;
    bool dots;
    uint32_t at, start; // of the current word
    const char *word;
    uint32_t length;
} words;
bool mw_bloxorz_next_word(words *); // false at the end

// The body of a map file; false with the error told.
bool mw_bloxorz_read_map(draft *, const mw_grid *);
void mw_bloxorz_print_map(const mw_maze *, mw_writer *);

#endif
