// facts.c: a state as a player would speak of it: the things of the kind, each with a value. Where
// a kind names none, the cell of the player and the features take their place.
#include "core/text.h"
#include "mazewright/explain.h"

#include <string.h>

static bool has_things(const mw_maze *m)
{
    return MW_HAS(m->kind, rules, things) && MW_HAS(m->kind, rules, facts) &&
           MW_HAS(m->kind, rules, tell_fact);
}

static unsigned feature_count(const mw_maze *m)
{
    unsigned n = 0;
    for (const mw_feature *f = mw_features(m->kind); f[n].name;)
        n++;
    return n;
}

// Without things of its own, thing 0 is the cell, and the features follow.
static bool cell_comes_first(const mw_maze *m)
{
    return MW_HAS(m->kind, rules, cell);
}

unsigned mw_things(const mw_maze *m)
{
    return has_things(m) ? m->kind->rules->things(m) : cell_comes_first(m) + feature_count(m);
}

// The value of a feature as bits, which tell it apart from any other one.
static uint32_t bits_of(double value)
{
    float f = value == 0 || isnan(value) ? 0 : (float)value; // -0 is 0
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

void mw_facts(const mw_maze *m, const mw_state *s, uint32_t *values)
{
    double features[MW_FEATURES_MAX];
    if (has_things(m)) {
        m->kind->rules->facts(m, s, values);
        return;
    }
    if (cell_comes_first(m))
        *values++ = m->kind->rules->cell(m, s);
    unsigned n = feature_count(m);
    if (n)
        mw_state_features(m, s, features);
    for (unsigned i = 0; i < n; i++)
        values[i] = bits_of(features[i]);
}

static void tell_cell(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    uint32_t x = cell % m->w, y = cell / m->w % m->h, z = cell / m->w / m->h;
    if (m->h > 1 || m->d > 1)
        mw_write(w, "the player is on row %u, column %u", y + 1, x + 1);
    else
        mw_write(w, "the player is on column %u", x + 1);
    if (m->d > 1)
        mw_write(w, ", layer %u", z + 1);
}

char *mw_fact_words(const mw_maze *m, mw_fact fact)
{
    mw_writer w = {0};
    bool cell = cell_comes_first(m);
    if (has_things(m)) {
        m->kind->rules->tell_fact(m, fact.thing, fact.value, &w);
    } else if (cell && !fact.thing) {
        tell_cell(m, fact.value, &w);
    } else {
        float value;
        memcpy(&value, &fact.value, sizeof value);
        mw_write(&w, "%s is %g", mw_features(m->kind)[fact.thing - cell].name, (double)value);
    }
    return mw_writer_take(&w);
}
