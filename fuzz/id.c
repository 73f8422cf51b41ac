// id.c: ids, of mazes and of random mazes, with and without the generator's number.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static bool slow(const char *id)
{
    return strchr(id, '#') && fuzz_names_large(id, 1024);
}

static void check_versioned(const char *id, const mw_maze *m)
{
    mw_error e = FUZZ_ERROR;
    char *versioned = mw_id_versioned(id);
    if (!versioned)
        return;
    mw_maze *again = mw_maze_from_id(versioned, &e);
    must(again && mw_maze_equal(m, again), "%s: %s", versioned, e.text);
    char *twice = mw_id_versioned(versioned);
    must(twice && !strcmp(twice, versioned), "%s becomes %s", versioned, twice);
    free(twice);
    free(versioned);
    mw_maze_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *id = fuzz_text(data, size);
    mw_rng rng = fuzz_choices(data, size);
    mw_error e = FUZZ_ERROR;
    mw_maze *m = slow(id) ? NULL : mw_maze_from_id(id, &e);
    if (m) {
        must(mw_is_id(id), "it was read as one: %s", id);
        check_versioned(id, m);
        fuzz_maze(m, &rng);
    } else if (!slow(id)) {
        fuzz_error(&e);
    }
    free(mw_id_versioned(id));
    mw_maze_free(m);
    free(id);
    return 0;
}
