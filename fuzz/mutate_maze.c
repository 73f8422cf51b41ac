// mutate_maze.c: mazes that are changed by what their kind offers: random mazes with options, steps
// of design, bits of genes, brushes of the editor, mirrors. So a kind of one's own gets this for
// nothing. The text that comes out is then changed as text.
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#define SIDE_MAX 9
#define WALK_MAX 40

// ---- random mazes

// One of the words "a|b|c"; or a number, which is what stands for most other values.
static void write_value(const char *value, mw_rng *rng, mw_writer *w)
{
    unsigned words = 1;
    for (const char *p = value; *p; p++)
        words += *p == '|';
    if (words == 1 && mutate_chance(rng, 60)) {
        mw_write(w, "%u", (unsigned)fuzz_choose(rng, fuzz_choose(rng, 2) ? 5 : 101));
    } else if (words == 1) {
        for (unsigned i = 1 + (unsigned)fuzz_choose(rng, 3); i; i--)
            mw_write(w, "%u", 1 + (unsigned)fuzz_choose(rng, 6));
    } else {
        const char *p = value;
        for (uint64_t skip = fuzz_choose(rng, words); skip; skip--)
            p = strchr(p, '|') + 1;
        mw_write_bytes(w, p, strcspn(p, "|"));
    }
}

static void write_options(const mw_kind *kind, mw_rng *rng, mw_writer *w)
{
    unsigned share = (unsigned)fuzz_choose(rng, 3) * 25;
    for (const mw_option *o = kind->text->options; o && o->name; o++) {
        if (!mutate_chance(rng, share))
            continue;
        mw_write(w, ",%s", o->name);
        if (o->value) {
            mw_write_char(w, '=');
            write_value(o->value, rng, w);
        }
    }
}

static const mw_kind *some_kind(mw_rng *rng)
{
    const mw_kind *const *kinds = mw_kinds();
    unsigned count = 0;
    while (kinds[count])
        count++;
    return kinds[fuzz_choose(rng, count)];
}

void mutate_write_random_id(const mw_kind *kind, mw_rng *rng, mw_writer *w)
{
    kind = kind ? kind : some_kind(rng);
    unsigned most = fuzz_choose(rng, 4) ? 5 : SIDE_MAX;
    mw_write(w, "%s:%ux%u", kind->name, 1 + (unsigned)fuzz_choose(rng, most),
             1 + (unsigned)fuzz_choose(rng, most));
    if (mutate_chance(rng, 25)) // a flat kind refuses it
        mw_write(w, "x%u", 1 + (unsigned)fuzz_choose(rng, 4));
    write_options(kind, rng, w);
    mw_write(w, "#%u", (unsigned)fuzz_choose(rng, 1000));
}

mw_maze *mutate_random_maze(const mw_kind *kind, mw_rng *rng)
{
    mw_maze *m = NULL;
    kind = kind ? kind : some_kind(rng);
    for (unsigned tries = 0; !m && tries < 8 && kind->text->random; tries++) {
        mw_error e;
        mw_writer id = {0};
        mutate_write_random_id(kind, rng, &id);
        char *text = mw_writer_take(&id);
        m = text ? mw_maze_from_id(text, &e) : NULL;
        free(text);
    }
    return m;
}

// ---- changes. Each returns a new maze, or NULL.

static mw_maze *design_step(const mw_maze *m, mw_rng *rng)
{
    mw_maze *changed = MW_HAS(m->kind, design, mutate) ? mw_maze_clone(m) : NULL;
    for (uint64_t i = fuzz_choose(rng, 8); changed && i < 8; i++)
        m->kind->design->mutate(changed, rng);
    return changed;
}

static mw_maze *paint(const mw_maze *m, mw_rng *rng)
{
    mw_error e;
    unsigned brushes = 0;
    if (!MW_HAS(m->kind, editor, paint))
        return NULL;
    while (m->kind->editor->brushes[brushes].name)
        brushes++;
    return m->kind->editor->paint(m, (unsigned)fuzz_choose(rng, brushes),
                                  (uint32_t)fuzz_choose(rng, (size_t)m->w * m->h * m->d),
                                  (unsigned)fuzz_choose(rng, 6), &e);
}

static mw_maze *turn(const mw_maze *m, mw_rng *rng)
{
    return MW_HAS(m->kind, design, turn) ? m->kind->design->turn(m, (unsigned)fuzz_choose(rng, 8))
                                         : NULL;
}

static mw_maze *flip_genes(const mw_maze *m, mw_rng *rng)
{
    unsigned count = MW_HAS(m->kind, design, decode) ? m->kind->design->bits(m) : 0;
    uint64_t *genes = count ? calloc(count / 64 + 1, sizeof *genes) : NULL;
    mw_maze *changed = genes ? mw_maze_clone(m) : NULL;
    if (changed) {
        m->kind->design->encode(m, genes);
        for (uint64_t i = fuzz_choose(rng, 4); i < 4; i++) {
            uint64_t bit = fuzz_choose(rng, count);
            genes[bit / 64] ^= (uint64_t)1 << bit % 64;
        }
        if (!m->kind->design->decode(changed, genes)) {
            mw_maze_free(changed);
            changed = NULL;
        }
    }
    free(genes);
    return changed;
}

mw_maze *mutate_change_maze(mw_maze *m, mw_rng *rng)
{
    static mw_maze *(*const changes[])(const mw_maze *, mw_rng *) = {
        design_step, paint, paint, paint, paint, turn, flip_genes};
    for (uint64_t i = fuzz_choose(rng, 6); i < 6; i++) {
        mw_maze *changed = changes[fuzz_choose(rng, sizeof changes / sizeof *changes)](m, rng);
        if (changed) {
            mw_maze_free(m);
            m = changed;
        }
    }
    return m;
}

// ---- texts

void mutate_write_form(const mw_maze *m, const char *form, mw_writer *w)
{
    char *text = mw_maze_print(m, form);
    if (text)
        mw_write(w, "%s", text);
    free(text);
}

void mutate_write_id(mw_rng *rng, mw_writer *w)
{
    mw_maze *m = mutate_chance(rng, 80) ? mutate_random_maze(NULL, rng) : NULL;
    if (m && fuzz_choose(rng, 2))
        m = mutate_change_maze(m, rng);
    if (m)
        mutate_write_form(m, "id", w);
    else
        mutate_write_random_id(NULL, rng, w);
    mw_maze_free(m);
}

void mutate_write_walk(const mw_maze *m, mw_rng *rng, mw_writer *w)
{
    uint16_t actions[WALK_MAX];
    mw_edge edges[MW_EDGES_MAX];
    mw_state at;
    size_t count = 0, most = fuzz_choose(rng, WALK_MAX);
    m->kind->rules->start(m, &at);
    while (count < most && m->kind->rules->status(m, &at) == MW_OPEN) {
        unsigned n = m->kind->rules->expand(m, &at, edges);
        if (!n)
            break;
        const mw_edge *e = &edges[fuzz_choose(rng, n)];
        if (e->status == MW_LOST && fuzz_choose(rng, 8))
            continue;
        actions[count++] = e->action;
        at = e->to;
        if (e->status != MW_OPEN)
            break;
    }
    char *text = mw_moves_print(m->kind, actions, count);
    if (text)
        mw_write(w, "%s", text);
    free(text);
}

static const char *some_form(const mw_kind *kind, mw_rng *rng)
{
    unsigned forms = 0;
    while (kind->text->forms && kind->text->forms[forms].name)
        forms++;
    uint64_t chosen = fuzz_choose(rng, 4) ? forms : fuzz_choose(rng, forms + 1);
    return chosen < forms ? kind->text->forms[chosen].name : "own";
}

// The rest: some of what comes out is changed as text.
static bool finish(mw_maze *m, const char *form, mw_rng *rng, mw_writer *w)
{
    if (!m)
        return false;
    mw_writer whole = {0};
    mutate_write_form(m, form, &whole);
    mw_maze_free(m);
    bool ok = whole.text;
    if (ok && mutate_chance(rng, 40))
        mutate_text(whole.text, whole.length, rng, w);
    else if (ok)
        mw_write_bytes(w, whole.text, whole.length);
    free(whole.text);
    return ok;
}

bool mutate_maze(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    mw_error e;
    const mw_kind *kind = mw_kind_find(mutate_target);
    bool fresh = !size || mutate_chance(rng, 10);
    mw_maze *m = fresh ? mutate_random_maze(kind, rng) : mw_maze_read(kind, text, size, &e);
    if (m && !fuzz_large(m))
        m = mutate_change_maze(m, rng);
    return finish(m, some_form(kind, rng), rng, w);
}

bool mutate_id(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    mw_error e;
    if (mutate_chance(rng, 10) || !size) {
        mutate_write_random_id(NULL, rng, w);
        return true;
    }
    mw_maze *m = strchr(text, '#') && fuzz_names_large(text, 100) ? NULL
                 : mutate_chance(rng, 10)                         ? mutate_random_maze(NULL, rng)
                                                                  : mw_maze_from_id(text, &e);
    if (m && !fuzz_large(m))
        m = mutate_change_maze(m, rng);
    return finish(m, "id", rng, w);
}

// ---- a saved game: an id, moves, keys

static void write_keys(mw_rng *rng, mw_writer *w)
{
    static const char keys[] = "uurrhhoosd0";
    mw_write_char(w, '\n');
    for (uint64_t i = fuzz_choose(rng, 30); i; i--)
        mw_write_char(w, fuzz_choose(rng, 2) ? keys[fuzz_choose(rng, sizeof keys - 1)]
                                             : (char)('A' + fuzz_choose(rng, 26)));
}

bool mutate_play(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    mw_error e;
    size_t length = strcspn(text, "\n");
    char *id = strndup(text, length);
    must(id && length <= size, "out of memory");
    mw_maze *m = mutate_chance(rng, 20) || strchr(id, '#') ? mutate_random_maze(NULL, rng)
                                                           : mw_maze_from_id(id, &e);
    free(id);
    if (m && !fuzz_large(m) && fuzz_choose(rng, 2))
        m = mutate_change_maze(m, rng);
    if (!m)
        return false;
    mutate_write_form(m, "id", w);
    mw_write_char(w, '\n');
    mutate_write_walk(m, rng, w);
    if (mutate_chance(rng, 70))
        write_keys(rng, w);
    else
        mw_write(w, "%s", text + length);
    mw_maze_free(m);
    return true;
}
