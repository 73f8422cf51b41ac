// edit.h: what an editor does with a maze of any kind: another size, a mirror, a turn.
#ifndef MW_CORE_EDIT_H
#define MW_CORE_EDIT_H

#include "mazewright/mazewright.h"

// A maze of another size, see resize of mw_editor. The caller frees it. NULL and *error: the kind
// has no such sizes, or memory ran out.
mw_maze *mw_edit_resize(const mw_maze *, bool keep, uint32_t w, uint32_t h, uint32_t d, mw_error *);

// Can mazes of this kind be turned?
bool mw_edit_turns(const mw_kind *);
// The maze in a mirror or turned, see turn of mw_editor; mw_edit_turns holds. The caller frees it.
// NULL: out of memory.
mw_maze *mw_edit_turn(const mw_maze *, unsigned symmetry);

// What a designer calls a symmetry, in the picture: "left-right" and "up-down" are mirrors, "right"
// and "left" turns by 90 degrees. False: there is no such word.
bool mw_edit_symmetry(const mw_kind *, const char *word, unsigned *symmetry);

#endif
