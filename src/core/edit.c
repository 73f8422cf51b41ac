// edit.c: see edit.h. A kind says how it is resized and turned; here is what all kinds share.
#include "core/edit.h"

#include "core/text.h"

#include <string.h>

mw_maze *mw_edit_resize(const mw_maze *m, bool keep, uint32_t w, uint32_t h, uint32_t d,
                        mw_error *error)
{
    *error = (mw_error){0};
    if (!MW_HAS(m->kind, editor, resize))
        return mw_no_maze(error, "%s mazes keep their size", m->kind->name);
    mw_source src = {.kind = m->kind, .w = w, .h = h, .d = d, .error = error};
    return m->kind->editor->resize(m, keep, &src);
}

bool mw_edit_turns(const mw_kind *kind)
{
    return MW_HAS(kind, editor, turn) || MW_HAS(kind, design, turn);
}

mw_maze *mw_edit_turn(const mw_maze *m, unsigned symmetry)
{
    return MW_HAS(m->kind, editor, turn) ? m->kind->editor->turn(m, symmetry)
                                         : m->kind->design->turn(m, symmetry);
}

// Where rows count upwards, a turn goes the other way round.
bool mw_edit_symmetry(const mw_kind *kind, const char *word, unsigned *symmetry)
{
    static const struct {
        const char *word;
        unsigned downward, upward;
    } words[] = {{"left-right", 1, 1}, {"up-down", 2, 2}, {"right", 6, 5}, {"left", 5, 6}};
    bool upward = MW_HAS(kind, view, upward);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i].word)) {
            *symmetry = upward ? words[i].upward : words[i].downward;
            return true;
        }
    return false;
}
