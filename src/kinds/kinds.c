// kinds.c: the one list of kinds. A new kind is a file beside this one and a line below.
#include "mazewright/mazewright.h"

extern const mw_kind mw_null, mw_rook, mw_die, mw_theseus, mw_bloxorz, mw_marble;

const mw_kind *const *mw_kinds(void)
{
    static const mw_kind *const kinds[] = {&mw_rook,   &mw_die,  &mw_theseus, &mw_bloxorz,
                                           &mw_marble, &mw_null, NULL};
    return kinds;
}
