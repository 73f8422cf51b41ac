// visited.h: the states that a search has met. Each state gets an id, counted from 0 in the order
// in which they are met, and a row of bytes that the caller uses as it likes. The id is found in an
// array indexed by rank (dense) or in a hash table with open addressing (hashed), which always
// compares the whole key, never the hash alone.
#ifndef MW_CORE_VISITED_H
#define MW_CORE_VISITED_H

#include "core/memory.h"
#include "mazewright/mazewright.h"

#define MW_NO_ID UINT32_MAX

typedef struct mw_visited {
    const mw_maze *maze;
    mw_budget *budget;
    bool by_rank; // the key is the rank; else the state's own words
    bool dense;
    uint32_t key_words;
    uint32_t *slots;     // id + 1, or 0
    uint64_t slot_count; // dense: ranks; hashed: a power of two
    uint64_t *keys;      // key_words per id
    unsigned char *rows;
    uint32_t row_bytes;
    uint32_t size;
    size_t capacity;
} mw_visited;

// The type that is used for this maze: AUTO is decided, and DENSE becomes HASHED if the states have
// no ranks or too many.
mw_visited_type mw_visited_choose(const mw_maze *, mw_visited_type);
// The same under a limit in bytes (0: none): AUTO becomes HASHED if the array alone, with `bits`
// bits for each rank, would take more than half of the limit.
mw_visited_type mw_visited_choose_within(const mw_maze *, mw_visited_type, unsigned bits,
                                         uint64_t limit);
#define MW_SLOT_BITS 32 // `bits` of an array that holds ids
// False when over the budget.
bool mw_visited_init(mw_visited *, const mw_maze *, mw_visited_type, uint32_t row_bytes,
                     mw_budget *);
void mw_visited_free(mw_visited *);
// The id of a state; *fresh says whether it is new (its row is then zeroed). MW_NO_ID: no memory.
uint32_t mw_visited_add(mw_visited *, const mw_state *, uint64_t rank, bool *fresh);
uint32_t mw_visited_lookup(const mw_visited *, const mw_state *); // MW_NO_ID: not there
void mw_visited_get(const mw_visited *, uint32_t id, mw_state *);

static inline void *mw_visited_row(const mw_visited *s, uint32_t id)
{
    return s->rows + (size_t)id * s->row_bytes;
}

static inline uint64_t mw_rank(const mw_maze *m, const mw_state *s)
{
    return m->kind->rules->rank ? m->kind->rules->rank(m, s) : 0;
}

#endif
