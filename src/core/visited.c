// visited.c: see visited.h.
#include "core/visited.h"

#include <assert.h>
#include <string.h>

// Above this many ranks an array indexed by rank is not worth its memory by default. Where moves
// can be undone, breadth-first search needs only two bits a rank.
#define DENSE_RANKS_MAX      (UINT64_C(1) << 26)
#define REVERSIBLE_RANKS_MAX (UINT64_C(1) << 31)

static const char *const names[] = {
    [MW_VISITED_AUTO] = "auto", [MW_VISITED_DENSE] = "dense", [MW_VISITED_HASHED] = "hashed",
    [MW_VISITED_FULL] = "full", [MW_VISITED_NONE] = "none",
};

const char *mw_visited_name(mw_visited_type type)
{
    return names[type];
}

bool mw_visited_find(const char *name, mw_visited_type *type)
{
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            *type = (mw_visited_type)i;
            return true;
        }
    return false;
}

mw_visited_type mw_visited_choose_within(const mw_maze *m, mw_visited_type type, unsigned bits,
                                         uint64_t limit)
{
    mw_visited_type choice = mw_visited_choose(m, type);
    bool large =
        limit && choice == MW_VISITED_DENSE && m->kind->rules->count(m) / 8 * bits > limit / 2;
    return large && type == MW_VISITED_AUTO ? MW_VISITED_HASHED : choice;
}

mw_visited_type mw_visited_choose(const mw_maze *m, mw_visited_type type)
{
    if (type != MW_VISITED_AUTO && type != MW_VISITED_DENSE)
        return type;
    uint64_t most = type == MW_VISITED_DENSE || m->traits & MW_REVERSIBLE ? REVERSIBLE_RANKS_MAX
                                                                          : DENSE_RANKS_MAX;
    bool fits = m->kind->rules->count && m->kind->rules->count(m) <= most;
    return fits ? MW_VISITED_DENSE : MW_VISITED_HASHED;
}

bool mw_visited_init(mw_visited *s, const mw_maze *m, mw_visited_type type, uint32_t row_bytes,
                     mw_budget *budget)
{
    bool by_rank = m->kind->rules->count && type != MW_VISITED_FULL;
    *s = (mw_visited){.maze = m,
                      .budget = budget,
                      .by_rank = by_rank,
                      .dense = type == MW_VISITED_DENSE,
                      .key_words = by_rank ? 1 : m->words,
                      .row_bytes = row_bytes};
    assert(type != MW_VISITED_AUTO && type != MW_VISITED_NONE && (by_rank || !s->dense));
    s->slot_count = s->dense ? m->kind->rules->count(m) : 256;
    s->slots = mw_zeroed(budget, s->slot_count * sizeof *s->slots);
    return s->slots != NULL;
}

void mw_visited_free(mw_visited *s)
{
    if (!s->budget)
        return;
    mw_release(s->budget, s->slots, s->slot_count * sizeof *s->slots);
    mw_release(s->budget, s->keys, s->capacity * s->key_words * sizeof *s->keys);
    mw_release(s->budget, s->rows, s->capacity * s->row_bytes);
    *s = (mw_visited){0};
}

static uint64_t hash(const uint64_t *key, uint32_t words)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < words; i++) {
        h = (h ^ key[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h * 0xc4ceb9fe1a85ec53u >> 20;
}

// The slot that holds the key, or the empty one where it belongs.
static uint64_t find_slot(const mw_visited *s, const uint64_t *key)
{
    if (s->dense)
        return *key;
    uint64_t mask = s->slot_count - 1, at = hash(key, s->key_words) & mask;
    for (; s->slots[at]; at = (at + 1) & mask) {
        const uint64_t *other = s->keys + (size_t)(s->slots[at] - 1) * s->key_words;
        if (!memcmp(other, key, s->key_words * sizeof *key))
            break;
    }
    return at;
}

static bool grow_slots(mw_visited *s)
{
    uint64_t count = s->slot_count * 2;
    uint32_t *slots = mw_zeroed(s->budget, count * sizeof *slots);
    if (!slots)
        return false;
    mw_release(s->budget, s->slots, s->slot_count * sizeof *slots);
    s->slots = slots;
    s->slot_count = count;
    for (uint32_t id = 0; id < s->size; id++)
        s->slots[find_slot(s, s->keys + (size_t)id * s->key_words)] = id + 1;
    return true;
}

// Keys and rows keep one capacity.
static bool grow_to(mw_visited *s, size_t want)
{
    const uint64_t old = s->capacity, key_bytes = s->key_words * sizeof *s->keys;
    void *keys = mw_resize(s->budget, s->keys, old * key_bytes, want * key_bytes);
    if (!keys)
        return false;
    s->keys = keys;
    if (s->row_bytes) {
        void *rows = mw_resize(s->budget, s->rows, old * s->row_bytes, want * s->row_bytes);
        if (!rows) {
            // The keys' new room is given back: they and the rows keep one capacity.
            keys = mw_resize(s->budget, s->keys, want * key_bytes, old * key_bytes);
            s->keys = keys ? keys : s->keys;
            return false;
        }
        s->rows = rows;
    }
    s->capacity = want;
    return true;
}

// Doubles the capacity or, near the limit, adds as much of that as fits.
static bool grow_rows(mw_visited *s)
{
    for (size_t more = s->capacity < 32 ? 64 : s->capacity; more; more /= 2)
        if (grow_to(s, s->capacity + more))
            return true;
    return false;
}

static const uint64_t *key_of(const mw_visited *s, const mw_state *state, const uint64_t *rank)
{
    return s->by_rank ? rank : state->w;
}

uint32_t mw_visited_add(mw_visited *s, const mw_state *state, uint64_t rank, bool *fresh)
{
    const uint64_t *key = key_of(s, state, &rank);
    uint64_t slot = find_slot(s, key);
    *fresh = !s->slots[slot];
    if (!*fresh)
        return s->slots[slot] - 1;
    if (s->size == MW_NO_ID - 1 || (s->size == s->capacity && !grow_rows(s)))
        return MW_NO_ID;
    if (!s->dense && s->size >= s->slot_count / 4 * 3) {
        if (!grow_slots(s))
            return MW_NO_ID;
        slot = find_slot(s, key);
    }
    uint32_t id = s->size++;
    memcpy(s->keys + (size_t)id * s->key_words, key, s->key_words * sizeof *key);
    if (s->row_bytes)
        memset(mw_visited_row(s, id), 0, s->row_bytes);
    s->slots[slot] = id + 1;
    return id;
}

uint32_t mw_visited_lookup(const mw_visited *s, const mw_state *state)
{
    uint64_t rank = mw_rank(s->maze, state);
    return s->slots[find_slot(s, key_of(s, state, &rank))] - 1;
}

void mw_visited_get(const mw_visited *s, uint32_t id, mw_state *state)
{
    const uint64_t *key = s->keys + (size_t)id * s->key_words;
    if (s->by_rank) {
        bool legal = s->maze->kind->rules->unrank(s->maze, *key, state);
        assert(legal);
        (void)legal;
    } else {
        *state = (mw_state){0};
        memcpy(state->w, key, s->key_words * sizeof *key);
    }
}
