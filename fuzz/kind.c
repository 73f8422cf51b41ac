// kind.c: the texts of one kind of maze, KIND: with or without a header, in all its forms.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const mw_kind *kind = mw_kind_find(KIND);
    mw_error e = FUZZ_ERROR, other = FUZZ_ERROR;
    char *text = malloc(size + !size);
    must(text, "out of memory");
    if (size)
        memcpy(text, data, size);
    mw_maze *m = mw_maze_read(kind, text, size, &e);
    mw_maze *by_header = mw_maze_read(NULL, text, size, &other);
    must(m || !by_header || by_header->kind != kind, "--kind spoils it");
    if (!m)
        fuzz_error(&e);
    if (!by_header)
        fuzz_error(&other);
    if (m && by_header)
        must(mw_maze_equal(m, by_header), "the header and --kind disagree");
    mw_rng rng = fuzz_choices(data, size);
    if (m)
        fuzz_maze(m, &rng);
    mw_maze_free(m);
    mw_maze_free(by_header);
    free(text);
    return 0;
}
