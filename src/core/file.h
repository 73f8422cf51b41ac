// file.h: a whole file in memory.
#ifndef MW_CORE_FILE_H
#define MW_CORE_FILE_H

#include <stddef.h>
#include <stdio.h>

// What is left to read of a stream, or all of a file, with a 0 byte after it; the caller frees it.
// *length may be NULL. NULL, and errno says why: EFBIG where it is longer than `most` bytes,
// ENOMEM, EISDIR for a folder, or another error of the system.
char *mw_file_read_rest(FILE *, size_t most, size_t *length);
char *mw_file_read(const char *name, size_t most, size_t *length);

#endif
