// catalogue_support.h: catalogues that must open, take mazes and be well, for the tests of them.
#ifndef MW_CATALOGUE_SUPPORT_H
#define MW_CATALOGUE_SUPPORT_H

#include "store/catalogue.h"
#include "support.h"

#include <math.h>

// `call`, which fills in the error `e`, must fail with this code.
#define assert_fails(call, e, wanted)                                                              \
    do {                                                                                           \
        assert_false(call);                                                                        \
        assert_int_equal((e).code, wanted);                                                        \
    } while (0)

static inline mw_catalogue *opened(const char *file, mw_catalogue_mode mode)
{
    mw_error e;
    mw_catalogue *c = mw_catalogue_open(file, mode, &e);
    if (!c)
        fail_msg("%s", e.text);
    return c;
}

// Measures a maze and puts it.
static inline mw_put put_maze(mw_catalogue *c, const mw_maze *m, const mw_provenance *from)
{
    mw_error e;
    mw_stored stored;
    mw_analysis a;
    mw_graph *g = whole_graph(m);
    assert_true(mw_analyse(g, &a));
    if (!mw_catalogue_put(c, m, &a, from, &stored, &e))
        fail_msg("%s", e.text);
    mw_analysis_free(&a);
    mw_graph_free(g);
    return stored.put;
}

static inline mw_put put_id(mw_catalogue *c, const char *id, const mw_provenance *from)
{
    static const mw_provenance bare = {.energy = NAN, .created = "2026-01-02"};
    mw_maze *m = maze_of_id(id);
    mw_put put = put_maze(c, m, from ? from : &bare);
    mw_maze_free(m);
    return put;
}

static inline uint64_t count_of(mw_catalogue *c)
{
    uint64_t n;
    mw_error e;
    if (!mw_catalogue_count(c, &n, &e))
        fail_msg("%s", e.text);
    return n;
}

static inline mw_entry got(mw_catalogue *c, const char *which)
{
    mw_entry e;
    mw_error error;
    if (!mw_catalogue_get(c, which, &e, &error))
        fail_msg("%s", error.text);
    return e;
}

static inline void complain_of(void *context, const char *sentence)
{
    snprintf(context, 600, "%s", sentence);
}

static inline void assert_verified(mw_catalogue *c)
{
    char sentence[600] = "";
    mw_verified v;
    mw_error e;
    assert_true(mw_catalogue_verify(c, NULL, complain_of, sentence, &v, &e));
    assert_string_equal(sentence, "");
    assert_int_equal(v.failures + v.unchecked, 0);
    assert_int_equal(v.mazes, count_of(c));
}

#endif
