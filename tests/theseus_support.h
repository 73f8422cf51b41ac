// theseus_support.h: what the tests of Theseus mazes share: ids of random mazes with every option,
// and what an id says, read without the library.
#ifndef MW_TEST_THESEUS_SUPPORT_H
#define MW_TEST_THESEUS_SUPPORT_H

#include "support.h"

static inline int below(mw_rng *rng, int n)
{
    return (int)mw_rng_below(rng, (uint32_t)n);
}

// A random maze's id: every size up to `side` squared, every option.
static inline void random_id(mw_rng *rng, int side, int seed, char id[120])
{
    int w, h;
    do {
        w = 1 + below(rng, side);
        h = 1 + below(rng, side);
    } while (w * h < 3);
    int options = below(rng, 8), horizontal = below(rng, 50), vertical = below(rng, 50);
    snprintf(id, 120, "theseus:%dx%d,order=%s,win=%s,exit=%s,horizontal=%d,vertical=%d#%d", w, h,
             options & 1 ? "hv" : "vh", options & 2 ? "arrival" : "after",
             options & 4 ? "cell" : "door", horizontal, vertical, seed);
}

#define SIDE  9
#define TURNS 24

typedef struct spot {
    int x, y;
} spot;

typedef struct sheet { // what an id says
    int w, h;
    char walls[SIDE][SIDE + 1]; // digits
    spot theseus, minotaur, exit;
    char door; // '\0': a goal cell
    bool vertical_first, after;
    int blocks, period;
    struct {
        spot at;
        char steps[30];
    } block[8];
} sheet;

static inline void read_item(sheet *s, const char *item)
{
    spot at;
    char rest[30] = "";
    assert_true(sscanf(item + 1, "%d.%d%29s", &at.x, &at.y, rest) >= 2);
    switch (*item) {
    case 't': s->theseus = at; break;
    case 'm': s->minotaur = at; break;
    case 'x':
        s->exit = at;
        s->door = *rest;
        break;
    default: s->block[s->blocks].at = at; strcpy(s->block[s->blocks++].steps, rest + 1);
    }
}

static inline void read_sheet(sheet *s, const mw_maze *m)
{
    scoped_text *id = mw_maze_print(m, "id");
    strtok(id, ":");
    char *params = strtok(NULL, ":");
    *s =
        (sheet){.vertical_first = strstr(params, "order=vh"), .after = strstr(params, "win=after")};
    assert_int_equal(sscanf(params, "%dx%d", &s->w, &s->h), 2);
    for (int y = 0; y < s->h; y++)
        strcpy(s->walls[y], strtok(NULL, "/"));
    for (char *item; (item = strtok(NULL, "/"));)
        read_item(s, item);
    for (bool all_back = false; !all_back;) {
        s->period++;
        all_back = true;
        for (int i = 0; i < s->blocks; i++)
            all_back = all_back && s->period % (int)strlen(s->block[i].steps) == 0;
    }
    assert_true(s->period <= TURNS);
}

static inline bool same(spot a, spot b)
{
    return a.x == b.x && a.y == b.y;
}

static inline spot moved(spot at, char side)
{
    return (spot){at.x + (side == 'R') - (side == 'L'), at.y + (side == 'D') - (side == 'U')};
}

// A random maze with one to three blocks that may walk through walls and each other, as an id.
static inline char *random_blocks_id(mw_rng *rng, int side, int seed)
{
    static const char *const paths[] = {"W",   "RL",   "LR",   "UD",   "DU",     "RWL",
                                        "WDU", "RRLL", "DDUU", "RDLU", "UULDDR", "LUWWRD"};
    char plain[120];
    random_id(rng, side, seed, plain);
    scoped_maze *m = maze_of_id(plain);
    char *short_id = mw_maze_print(m, "id");
    size_t length = strlen(short_id);
    char *id = realloc(short_id, length + 120);
    assert_non_null(id);
    sheet s;
    read_sheet(&s, m);
    for (int wanted = 1 + below(rng, 3); wanted;) {
        const char *path = paths[below(rng, COUNT(paths))];
        int cell = below(rng, s.w * s.h);
        spot from = {cell % s.w, cell / s.w}, at = from;
        bool inside = true;
        for (const char *p = path; *p; p++) {
            at = moved(at, *p);
            inside = inside && at.x >= 0 && at.x < s.w && at.y >= 0 && at.y < s.h;
        }
        if (!inside || same(from, s.theseus) || same(from, s.minotaur))
            continue;
        length += (size_t)sprintf(id + length, "/b%d.%d.%s", from.x, from.y, path);
        wanted--;
    }
    return id;
}

// The id of a random maze with one to three blocks, drawn by the generator.
static inline const char *generated_blocks_id(mw_rng *rng, int seed)
{
    static const char *const rules[] = {"", ",win=after", ",exit=door", ",exit=door,win=after",
                                        ",order=vh"};
    int w = 4 + below(rng, 3), h = 4 + below(rng, 3), blocks = 1 + below(rng, w * h / 8);
    return formatted("theseus:%dx%d,blocks=%d%s#%d", w, h, blocks > 3 ? 3 : blocks,
                     rules[seed % (int)COUNT(rules)], seed);
}

#endif
