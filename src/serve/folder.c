// folder.c: see folder.h.
#include "serve/folder.h"
#include "core/file.h"
#include "core/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 10000
#define BYTES_MAX ((size_t)512 << 20)
#define DEPTH_MAX 8

// With what errno means; strerror is not for a program with threads.
static bool system_fails(mw_error *error, const char *path)
{
    char why[100] = "cannot be read";
    strerror_r(errno, why, sizeof why);
    return mw_refuse(error, "%.250s: %s", path, why);
}

static bool add(mw_folder *f, FILE *from, uint64_t size, const char *path, mw_error *error)
{
    if (f->count == FILES_MAX || size > BYTES_MAX - f->bytes)
        return mw_refuse(error, "%.250s: this is too much for a page", path);
    if (f->count == f->capacity) {
        size_t capacity = f->capacity ? 2 * f->capacity : 64;
        mw_folder_file *grown = realloc(f->files, capacity * sizeof *grown);
        if (!grown)
            return mw_no_memory(error);
        f->files = grown;
        f->capacity = capacity;
    }
    mw_folder_file *file = &f->files[f->count++];
    *file = (mw_folder_file){.path = strdup(path)};
    if (!file->path)
        return mw_no_memory(error);
    file->bytes = mw_file_read_rest(from, BYTES_MAX - f->bytes, &file->length);
    if (!file->bytes)
        return errno == ENOMEM ? (bool)mw_no_memory(error) : system_fails(error, path);
    f->bytes += file->length;
    return true;
}

static bool walk(mw_folder *, int fd, const char *below, int depth, mw_error *);

// Takes over fd.
static bool look_at(mw_folder *f, int fd, const char *path, int depth, mw_error *error)
{
    struct stat st;
    bool ok = true;
    if (fstat(fd, &st))
        ok = system_fails(error, path);
    else if (S_ISDIR(st.st_mode) && depth < DEPTH_MAX)
        return walk(f, fd, path, depth + 1, error);
    else if (S_ISREG(st.st_mode)) {
        FILE *from = fdopen(fd, "rb");
        ok = from ? add(f, from, (uint64_t)st.st_size, path, error) : system_fails(error, path);
        if (from) {
            fclose(from);
            return ok;
        }
    }
    close(fd);
    return ok;
}

// Takes over fd.
static bool walk(mw_folder *f, int fd, const char *below, int depth, mw_error *error)
{
    bool ok = true;
    DIR *d = fdopendir(fd);
    if (!d) {
        system_fails(error, below);
        close(fd);
        return false;
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe) nobody else reads from this stream
    for (struct dirent *e; ok && (e = readdir(d));) {
        char path[2300];
        if (*e->d_name == '.')
            continue;
        snprintf(path, sizeof path, "%.2000s%s%s", below, *below ? "/" : "", e->d_name);
        int inner = openat(dirfd(d), e->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (inner >= 0)
            ok = look_at(f, inner, path, depth, error);
        else if (errno != ELOOP && errno != ENXIO)
            ok = system_fails(error, path);
    }
    closedir(d);
    return ok;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const mw_folder_file *)a)->path, ((const mw_folder_file *)b)->path);
}

bool mw_folder_read(mw_folder *f, const char *name, mw_error *error)
{
    *f = (mw_folder){0};
    int fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return system_fails(error, name);
    bool ok = walk(f, fd, "", 0, error);
    if (ok && f->count)
        qsort(f->files, f->count, sizeof *f->files, by_path);
    if (!ok)
        mw_folder_free(f);
    return ok;
}

mw_folder_file *mw_folder_find(const mw_folder *f, const char *path)
{
    mw_folder_file key = {.path = (char *)path};
    return f->count ? bsearch(&key, f->files, f->count, sizeof key, by_path) : NULL;
}

void mw_folder_free(mw_folder *f)
{
    for (size_t i = 0; i < f->count; i++) {
        free(f->files[i].path);
        free(f->files[i].bytes);
    }
    free(f->files);
    *f = (mw_folder){0};
}
