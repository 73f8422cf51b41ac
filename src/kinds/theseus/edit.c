// edit.c: the editor's brushes for a Theseus maze. A brush changes the layout, from which a new
// maze is made.
#include "core/resize.h"
#include "core/text.h"
#include "kinds/theseus/theseus.h"

#include <string.h>

enum { TOGGLE_WALL, THESEUS, MINOTAUR, EXIT_CELL, EXIT_DOOR, BLOCK, BLOCK_STEP };

static const mw_brush brushes[] = {
    {.name = "wall", .about = "a wall between two cells comes or goes", .side = true},
    {.name = "Theseus", .about = "Theseus begins here"},
    {.name = "Minotaur", .about = "the Minotaur begins here"},
    {.name = "exit", .about = "a cell as the exit"},
    {.name = "door", .about = "the exit leads out here, through the border", .side = true},
    {.name = "block", .about = "a block that nobody can enter comes or goes"},
    {.name = "step",
     .about = "the block that begins here goes one step further, and all the way back; a step back "
              "shortens its path, a step to its beginning lets it go round",
     .side = true},
    {0},
};

static block *block_at(layout *l, uint32_t cell)
{
    for (unsigned i = 0; i < l->block_count; i++)
        if (l->blocks[i].path[0] == cell)
            return &l->blocks[i];
    return NULL;
}

static const char *toggle_wall(layout *l, uint32_t cell, unsigned side)
{
    if (mw_theseus_on_border(l->w, l->h, cell, side))
        return "the border stays closed but for a door; use the brush for doors";
    mw_theseus_flip_wall(l->walls, l->w, cell, side);
    return NULL;
}

// With side WAIT the cell itself becomes the exit.
static const char *move_exit(layout *l, uint32_t cell, unsigned side)
{
    if (side == WAIT && cell == l->theseus)
        return "Theseus begins here; the exit must be elsewhere";
    if (side != WAIT && !mw_theseus_on_border(l->w, l->h, cell, side))
        return "a door leads out of the board; choose a side at the border";
    if (l->door != WAIT)
        l->walls[l->exit] |= (uint8_t)WALL(l->door);
    if (side != WAIT)
        l->walls[cell] &= (uint8_t)~WALL(side);
    l->exit = (uint16_t)cell;
    l->door = (uint8_t)side;
    return NULL;
}

static const char *move_piece(layout *l, uint32_t cell, bool minotaur)
{
    if (cell == (minotaur ? l->theseus : l->minotaur))
        return minotaur ? "Theseus begins here" : "the Minotaur begins here";
    if (block_at(l, cell))
        return "a block begins here";
    if (!minotaur && l->door == WAIT && cell == l->exit)
        return "this is the exit; Theseus must begin elsewhere";
    *(minotaur ? &l->minotaur : &l->theseus) = (uint16_t)cell;
    return NULL;
}

// A new block stands still; another brush adds its steps.
static const char *toggle_block(layout *l, uint32_t cell)
{
    block *b = block_at(l, cell);
    if (b) {
        *b = l->blocks[--l->block_count];
        l->blocks[l->block_count] = (block){0};
        return NULL;
    }
    if (cell == l->theseus || cell == l->minotaur)
        return cell == l->theseus ? "Theseus begins here" : "the Minotaur begins here";
    if (l->block_count == BLOCKS_MAX)
        return "there are as many blocks as there can be";
    l->blocks[l->block_count++] = (block){.period = 1, .path = {(uint16_t)cell}};
    return NULL;
}

// Does the path come back the way it went?
static bool comes_back(const block *b)
{
    for (unsigned i = 1; i < b->period; i++)
        if (b->path[i] != b->path[b->period - i])
            return false;
    return b->period == 1 || b->period % 2 == 0;
}

// Leaves of the path its first steps, `out` of them, and the same way back.
static void come_back(block *b, unsigned out)
{
    b->period = (uint8_t)(out ? 2 * out : 1);
    for (unsigned i = out + 1; i < PATH_MAX; i++)
        b->path[i] = i < b->period ? b->path[b->period - i] : 0;
}

// A painted path goes out and comes back the same way. The new step is added at its far end. A step
// back shortens the path; a step to where the block begins closes it, so that the block goes round.
static const char *add_step(layout *l, uint32_t cell, unsigned side)
{
    block *b = block_at(l, cell);
    if (!b)
        return "no block begins here";
    if (!comes_back(b))
        return "this block does not come back the way it went; take it away and paint it again";
    unsigned out = b->period / 2u;
    uint32_t far = b->path[out];
    if (mw_theseus_on_border(l->w, l->h, far, side))
        return "the block would leave the board";
    uint32_t to = mw_theseus_beside(l->w, far, side);
    if (out && to == b->path[out - 1]) {
        come_back(b, out - 1);
    } else if (out > 2 && to == b->path[0]) {
        b->period = (uint8_t)(out + 1);
        for (unsigned i = out + 1; i < PATH_MAX; i++)
            b->path[i] = 0;
    } else if (out + 1 > PATH_MAX / 2) {
        return "the way of this block is as long as it can be";
    } else {
        b->path[out + 1] = (uint16_t)to;
        come_back(b, out + 1);
    }
    return mw_theseus_period(l->blocks, l->block_count) > PERIOD_MAX
               ? "the blocks would be back together too late"
               : NULL;
}

static mw_maze *paint(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                      mw_error *error)
{
    layout l;
    if (brushes[brush].side && side > LEFT)
        return mw_no_maze(error, "a flat maze has no side above or below");
    mw_theseus_layout(m, &l);
    const char *wrong = brush == TOGGLE_WALL  ? toggle_wall(&l, cell, side)
                        : brush == EXIT_CELL  ? move_exit(&l, cell, WAIT)
                        : brush == EXIT_DOOR  ? move_exit(&l, cell, side)
                        : brush == BLOCK      ? toggle_block(&l, cell)
                        : brush == BLOCK_STEP ? add_step(&l, cell, side)
                                              : move_piece(&l, cell, brush == MINOTAUR);
    if (wrong)
        return mw_no_maze(error, "%s", wrong);
    mw_maze *out = mw_theseus_make(m->kind, &l);
    return out ? out : mw_no_memory(error);
}

// ---- another size. Plain cells have no walls.

static void keep_walls(const mw_maze *m, const layout *l, layout *out)
{
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++)
        for (unsigned side = RIGHT; side <= DOWN; side++) {
            bool inner = !mw_theseus_on_border(m->w, m->h, c, side) &&
                         mw_stays(m, mw_theseus_beside(m->w, c, side), out->w, out->h);
            if (inner && l->walls[c] & WALL(side))
                mw_theseus_flip_wall(out->walls, out->w, mw_resized_cell(m, c, out->w, out->h),
                                     side);
        }
}

// Blocks whose way is cut off, or which begin where Theseus or the Minotaur stands now, are left
// out.
static void keep_blocks(const mw_maze *m, const layout *l, layout *out)
{
    out->block_count = 0;
    memset(out->blocks, 0, sizeof out->blocks);
    for (unsigned i = 0; i < l->block_count; i++) {
        block moved = l->blocks[i];
        bool stays = true;
        for (unsigned k = 0; k < moved.period; k++) {
            stays = stays && mw_stays(m, moved.path[k], out->w, out->h);
            moved.path[k] = (uint16_t)mw_resized_cell(m, moved.path[k], out->w, out->h);
        }
        uint32_t first = moved.path[0];
        if (stays && first != out->theseus && first != out->minotaur)
            out->blocks[out->block_count++] = moved;
    }
}

// A door stays in its side of the border.
static void place_exit(layout *out, uint32_t exit)
{
    uint32_t x = exit % out->w, y = exit / out->w;
    x = out->door == LEFT ? 0 : out->door == RIGHT ? out->w - 1u : x;
    y = out->door == UP ? 0 : out->door == DOWN ? out->h - 1u : y;
    out->exit = (uint16_t)(y * out->w + x);
    if (out->door != WAIT)
        out->walls[out->exit] &= (uint8_t)~WALL(out->door);
}

static mw_maze *resize(const mw_maze *m, bool keep, mw_source *src)
{
    layout l, out;
    uint32_t w = src->w, h = src->h, cells = w * h;
    if (!mw_random_size(src, 3, SIDE_MAX))
        return NULL;
    mw_theseus_layout(m, &l);
    out = l;
    out.w = (uint16_t)w;
    out.h = (uint16_t)h;
    memset(out.walls, 0, sizeof out.walls);
    mw_theseus_clear_walls(out.walls, w, h);
    if (keep)
        keep_walls(m, &l, &out);
    place_exit(&out, keep ? mw_resized_cell(m, l.exit, w, h) : cells - 1);
    out.theseus = (uint16_t)(keep ? mw_resized_cell(m, l.theseus, w, h) : 0);
    if (out.door == WAIT)
        out.theseus = (uint16_t)mw_other_cell(out.theseus, out.exit);
    out.minotaur = (uint16_t)(keep ? mw_resized_cell(m, l.minotaur, w, h) : w / 2 + h / 2 * w);
    out.minotaur = (uint16_t)mw_other_cell(out.minotaur, out.theseus);
    l.block_count = keep ? l.block_count : 0;
    keep_blocks(m, &l, &out);
    mw_maze *made = mw_theseus_make(m->kind, &out);
    return made ? made : mw_no_memory(src->error);
}

const mw_editor mw_theseus_editor = {
    .size = sizeof(mw_editor),
    .brushes = brushes,
    .paint = paint,
    .resize = resize,
};
