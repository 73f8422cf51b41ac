// file.c: see file.h.
#include "core/file.h"

#include "core/text.h"

#include <errno.h>
#include <stdlib.h>

char *mw_file_read_rest(FILE *f, size_t most, size_t *length)
{
    mw_writer w = {0};
    char block[4096];
    size_t n;
    errno = 0;
    while (w.length <= most && (n = fread(block, 1, sizeof block, f)) > 0)
        mw_write_bytes(&w, block, n);
    int wrong = ferror(f) ? (errno ? errno : EIO) : w.length > most ? EFBIG : 0;
    if (length)
        *length = w.length;
    char *text = mw_writer_take(&w);
    if (text && !wrong)
        return text;
    free(text);
    errno = text ? wrong : ENOMEM;
    return NULL;
}

char *mw_file_read(const char *name, size_t most, size_t *length)
{
    FILE *f = fopen(name, "rb");
    char *text = f ? mw_file_read_rest(f, most, length) : NULL;
    int wrong = errno;
    if (f)
        fclose(f);
    errno = wrong;
    return text;
}
