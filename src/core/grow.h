// grow.h: reads options and plans of programs that were compiled before members were added to them.
#ifndef MW_CORE_GROW_H
#define MW_CORE_GROW_H

#include <stddef.h>
#include <string.h>

// Copies what a program filled in, a struct that begins with its size, into the library's own
// struct of the same type. Members that the program's struct does not have are 0, which means
// default. `first`: the size in version 2.0, for a program that leaves its size 0. Returns how many
// bytes both structs have.
static inline size_t mw_take_options(void *own, size_t bytes, const void *given, size_t first)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    if (!size)
        size = first;
    if (size > bytes)
        size = bytes;
    memset(own, 0, bytes);
    memcpy(own, given, size);
    memcpy(own, &bytes, sizeof bytes);
    return size;
}

// The same for a struct of this type, whose last member in version 2.0 is `last`.
#define MW_TAKE_OPTIONS(type, own, given, last)                                                    \
    mw_take_options(own, sizeof(type), given, offsetof(type, last) + sizeof(own)->last)

#endif
