// kinds.c: the one list of kinds. A new kind is a file beside this one and a line below. Plug-ins
// add theirs at the end.
#include "core/registry.h"

#include <assert.h>

extern const mw_kind mw_null, mw_rook, mw_die, mw_theseus, mw_bloxorz, mw_marble;

static const mw_kind *kinds[MW_KINDS_MAX + 1] = {&mw_rook,    &mw_die,    &mw_theseus,
                                                 &mw_bloxorz, &mw_marble, &mw_null};

const mw_kind *const *mw_kinds(void)
{
    return kinds;
}

void mw_kinds_add(const mw_kind *kind)
{
    unsigned n = 0;
    while (kinds[n])
        n++;
    assert(n < MW_KINDS_MAX);
    kinds[n] = kind;
}
