// checkpoint.h: how far the search for a maze has come, as one line of text: numbers, and the ids
// of two mazes. It is text so that whatever comes back from a file is checked like any other maze.
#ifndef MW_DESIGN_CHECKPOINT_H
#define MW_DESIGN_CHECKPOINT_H

#include "mazewright/anneal.h"
#include "mazewright/mazewright.h"

// The states of the checkpoint are mazes. The caller frees the text; NULL: out of memory.
char *mw_checkpoint_print(const mw_checkpoint *);
// All but the energies. False and *error: it is no such text, or not of mazes like this one, or
// memory ran out. The caller frees the two mazes.
bool mw_checkpoint_parse(const char *text, const mw_maze *like, mw_checkpoint *, mw_maze **now,
                         mw_maze **best, mw_error *);

#endif
