// text.h: reading and writing text; what kinds of others use is in mazewright/text.h.
#ifndef MW_TEXT_H
#define MW_TEXT_H

#include "mazewright/text.h"

#include <stdarg.h>

// The next part of a list that began when the text was `begun` long: a comma first, unless it is
// the first one.
void mw_write_part(mw_writer *, size_t begun, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The walls of a cell as such a part, a bit for each name: "no walls", "wall above", "walls above
// and left". The names end with NULL.
void mw_write_walls(mw_writer *, size_t begun, unsigned walls, const char *const *names);

bool mw_same_words(const char *, const char *); // equal but for blanks

#endif
