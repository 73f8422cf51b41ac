// plugin_open.c: loads a plug-in from a file. A program that never does so needs no loader, which
// WebAssembly has not.
#define _POSIX_C_SOURCE 200809L
#include "core/registry.h"
#include "core/text.h"

#ifdef __wasm__

const mw_plugin *mw_plugin_open(const char *file, mw_error *e)
{
    (void)file;
    mw_refuse(e, "there are no plug-ins in WebAssembly");
    return NULL;
}

#else

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Is all of the file there that its head speaks of? A library that was cut off would crash the
// loader.
static bool is_whole(FILE *f, uint64_t size)
{
    ElfW(Ehdr) head;
    ElfW(Phdr) part;
    if (fread(&head, sizeof head, 1, f) != 1 || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_phentsize != sizeof part || head.e_phoff > size)
        return false;
    for (unsigned i = 0; i < head.e_phnum; i++) {
        if (fseek(f, (long)(head.e_phoff + i * sizeof part), SEEK_SET) != 0 ||
            fread(&part, sizeof part, 1, f) != 1 || part.p_offset > size ||
            part.p_filesz > size - part.p_offset)
            return false;
    }
    return true;
}

static bool check_file(const char *path, mw_error *e)
{
    struct stat s = {0};
    bool found = !stat(path, &s);
    if (found && !S_ISREG(s.st_mode))
        return mw_refuse(e, "is no file; name the shared library of a plug-in");
    FILE *f = found ? fopen(path, "rb") : NULL;
    if (!f) {
        char why[100] = "?";
        strerror_r(errno, why, sizeof why);
        return mw_refuse(e, "cannot open: %s", why);
    }
    bool whole = is_whole(f, (uint64_t)s.st_size);
    fclose(f);
    return whole || mw_refuse(e, "is no shared library, or not all of one");
}

// What the loader says, without the name of the file with which it often begins.
static const char *reason(const char *path)
{
    const char *said = dlerror(); // NOLINT(concurrency-mt-unsafe) plug-ins come before threads
    size_t n = strlen(path);
    if (!said)
        return "nobody knows why";
    if (strncmp(said, path, n) != 0 || strncmp(said + n, ": ", 2) != 0)
        return said;
    // The file is there, but the loader takes no files of other machines.
    return strstr(said, "No such file") ? "it is for another kind of machine" : said + n + 2;
}

// The loader looks for a name without a '/' in the folders of the system.
static const mw_plugin *load(const char *path, mw_error *e)
{
    if (!check_file(path, e))
        return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        mw_refuse(e, "cannot be loaded: %.200s", reason(path));
        return NULL;
    }
    const mw_plugin *p = dlsym(library, "mazewright_plugin");
    if (!p)
        mw_refuse(e, "is no plug-in: it exports no mazewright_plugin; write MW_PLUGIN = {...};");
    if (p && mw_plugin_fits(p, e))
        return p;
    dlclose(library);
    return NULL;
}

const mw_plugin *mw_plugin_open(const char *file, mw_error *e)
{
    size_t size = strlen(file) + sizeof "./";
    char *path = malloc(size);
    if (!path)
        return mw_no_memory(e);
    snprintf(path, size, "%s%s", strchr(file, '/') ? "" : "./", file);
    const mw_plugin *p = load(path, e);
    free(path);
    return p;
}

#endif
