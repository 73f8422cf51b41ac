// laws_edit.c: laws of what an editor does with a whole maze: another size, mirrors and turns. What
// brushes do is in laws_design.c.
#include "core/edit.h"
#include "search/laws.h"

// Has the maze this size, does it read back, and is it unchanged by a resize to its own size?
static void check_size(mw_check *c, const mw_maze *m, uint32_t w, uint32_t h, uint32_t d,
                       const char *what)
{
    mw_error error;
    if (m->w != w || m->h != h || m->d != d)
        mw_broken(c, "%s has another size", what);
    mw_must_read_back(c, m, "own", what);
    mw_must_read_back(c, m, "id", what);
    mw_maze *same = mw_edit_resize(m, true, w, h, d, &error);
    if (same && !mw_maze_equal(same, m))
        mw_broken(c, "%s differs after a resize to its own size", what);
    mw_check_no_memory(c, !same, &error);
    mw_maze_free(same);
}

// The maze in another size, checked. NULL: the kind refuses this size, with a sentence.
static mw_maze *resized(mw_check *c, const mw_maze *m, bool keep, const uint32_t size[3],
                        const char *what)
{
    mw_error error;
    mw_maze *out = mw_edit_resize(m, keep, size[0], size[1], size[2], &error);
    if (out)
        check_size(c, out, size[0], size[1], size[2], what);
    else if (!mw_check_no_memory(c, true, &error) && (!*error.text || error.line || error.column))
        mw_broken(c, "%s fails without a sentence, or with a place in a text", what);
    return out;
}

// Larger and back again is the same; smaller is a maze; so is an empty board.
void mw_law_resizing(mw_check *c)
{
    if (!MW_HAS(c->kind, editor, resize))
        return;
    mw_error error;
    const uint32_t w = c->m->w, h = c->m->h, d = c->m->d;
    const uint32_t own[] = {w, h, d}, more[] = {w + 2, h + (h > 1), d + (d > 1)},
                   less[] = {w - w / 3, h - h / 2, d - d / 2};
    mw_maze *larger = resized(c, c->m, true, more, "a larger maze");
    mw_maze *back = larger ? mw_edit_resize(larger, true, w, h, d, &error) : NULL;
    if (back && !mw_maze_equal(back, c->m))
        mw_broken(c, "a maze that grew and shrank again is another maze");
    mw_check_no_memory(c, larger && !back, &error);
    mw_maze_free(back);
    mw_maze_free(larger);
    mw_maze_free(resized(c, c->m, true, less, "a smaller maze"));
    mw_maze_free(resized(c, c->m, false, own, "an empty board"));
}

// A mirror twice, or four turns, give the same maze; and all of them read back.
void mw_law_mirrors(mw_check *c)
{
    static const unsigned times[] = {[1] = 2, [2] = 2, [4] = 2, [5] = 4, [6] = 4};
    for (unsigned s = 1; mw_edit_turns(c->kind) && s < 7 && mw_law_goes_on(c);
         s += s == 2 ? 2 : 1) {
        mw_maze *m = mw_maze_clone(c->m);
        for (unsigned i = 0; m && i < times[s]; i++) {
            mw_maze *turned = mw_edit_turn(m, s);
            mw_maze_free(m);
            m = turned;
            if (m)
                mw_must_read_back(c, m, "id", "a maze in a mirror or turned");
        }
        mw_check_no_memory(c, !m, NULL);
        if (m && !mw_maze_equal(m, c->m))
            mw_broken(c, "symmetry %u, %u times, gives another maze", s, times[s]);
        mw_maze_free(m);
    }
}
