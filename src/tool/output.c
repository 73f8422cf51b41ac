// output.c: files that the command writes. A file is written under another name in the same folder,
// and takes the place of the old one when it is whole. So the old one stays if anything goes wrong.
#include "core/file.h"
#include "tool/tool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- the unfinished files of this process

#define OUTPUTS_MAX 8

static _Atomic(const output *) unfinished[OUTPUTS_MAX];

static void replace_unfinished(const output *one, const output *by)
{
    for (size_t i = 0; i < OUTPUTS_MAX; i++) {
        const output *expected = one;
        if (atomic_compare_exchange_strong(&unfinished[i], &expected, by))
            return;
    }
}

void outputs_discard(void)
{
    for (size_t i = 0; i < OUTPUTS_MAX; i++) {
        const output *o = unfinished[i];
        if (o)
            unlink(o->part);
    }
}

// ---- the unfinished files of others

// Who writes a file has a lock on it, which ends with the process however that ends. A process of
// another machine, where the folder is shared, is seen by its lock only.
static int lock_file(int folder, const char *name, int flags)
{
    int f = openat(folder, name, flags | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (f >= 0 && flock(f, LOCK_EX | LOCK_NB) && !(flags & O_CREAT)) {
        close(f);
        return -1;
    }
    return f;
}

static void remove_unlocked(int folder, const char *name)
{
    int f = lock_file(folder, name, O_RDWR | O_NONBLOCK);
    if (f < 0)
        return;
    unlinkat(folder, name, 0);
    close(f);
}

// Removes the unfinished files of this name, the end of o->part, that killed processes left in its
// folder, the beginning of o->part up to `folder`: those that nobody has locked, and whose process
// does not run on this machine.
static void remove_leftovers(const output *o, size_t folder)
{
    char path[sizeof o->part];
    snprintf(path, sizeof path, "%.*s", (int)folder, o->part);
    DIR *d = opendir(folder ? path : ".");
    for (const struct dirent *entry; d && (entry = readdir(d));) {
        char *end;
        if (strncmp(entry->d_name, ".part", 5))
            continue;
        long process = strtol(entry->d_name + 5, &end, 10);
        if (process > 0 && *end == '-' && !strcmp(end + 1, o->name + folder) &&
            kill((pid_t)process, 0) && errno == ESRCH)
            remove_unlocked(dirfd(d), entry->d_name);
    }
    if (d)
        closedir(d);
}

// ---- writing

// A device, a pipe or a link is written in place, and so is a file in a folder where no other file
// can be made.
const char *output_begin(output *o, const char *name)
{
    struct stat st;
    bool there = !lstat(name, &st);
    *o = (output){.name = name};
    const char *slash = strrchr(name, '/');
    snprintf(o->part, sizeof o->part, "%.*s", slash ? (int)(slash - name + 1) : 0, name);
    bool replaces = strlen(name) < sizeof o->part - 20 && strlen(slash ? slash : name) < 235 &&
                    (!there || (S_ISREG(st.st_mode) && !access(name, W_OK))) &&
                    !access(*o->part ? o->part : ".", W_OK);
    if (!replaces) {
        o->part[0] = '\0';
        return name;
    }
    // The name keeps its ending, because some writers look at it. The number of the process keeps
    // two runs of the command apart.
    size_t n = strlen(o->part);
    snprintf(o->part + n, sizeof o->part - n, ".part%ld-%s", (long)getpid(), name + n);
    o->mode = there ? st.st_mode & 07777 : 0;
    remove_leftovers(o, n);
    replace_unfinished(NULL, o);
    o->lock = lock_file(AT_FDCWD, o->part, O_RDWR | O_CREAT);
    return o->part;
}

bool output_end(output *o, bool whole)
{
    if (!*o->part)
        return whole;
    if (whole && o->mode)
        chmod(o->part, o->mode);
    bool replaced = whole && !rename(o->part, o->name);
    int error = errno;
    if (!replaced)
        unlink(o->part);
    if (o->lock >= 0)
        close(o->lock);
    replace_unfinished(o, NULL);
    errno = error;
    return replaced;
}

bool output_finish(output *o, bool whole, mw_error *error)
{
    if (output_end(o, whole) || !whole)
        return whole;
    *error = (mw_error){.code = MW_ERROR_SYSTEM};
    snprintf(error->text, sizeof error->text, "%s", strerror(errno));
    return false;
}

const char *name_ending(const char *name)
{
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    return dot ? dot + 1 : "";
}

bool output_possible(const char *name)
{
    struct stat st;
    char folder[1000] = ".";
    const char *slash = strrchr(name, '/');
    if (!strcmp(name, "-"))
        return true;
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - name + 1), name);
    bool there = !stat(name, &st);
    if (!access(there ? name : folder, W_OK) && !(there && S_ISDIR(st.st_mode)))
        return true;
    return complain("%s: cannot write: %s", name,
                    there && S_ISDIR(st.st_mode) ? strerror(EISDIR) : strerror(errno));
}

FILE *output_open(output *o, const char *name)
{
    if (!strcmp(name, "-")) {
        *o = (output){.name = name};
        return stdout;
    }
    return fopen(output_begin(o, name), "wb");
}

bool output_close(output *o, FILE *f, bool whole)
{
    if (f == stdout)
        return true; // main checks stdout at the end
    bool written = f && !ferror(f) && !fflush(f);
    int error = errno;
    if (f && fclose(f) && written) {
        written = false;
        error = errno;
    }
    errno = error;
    if (output_end(o, written && whole) || !whole)
        return true;
    return complain("%s: cannot write: %s", o->name, strerror(errno));
}

#define ADDED_MAX ((size_t)256 << 20) // bytes of a file to which something is added

// Reads what is in the file, and puts it before the text. What is no file has nothing in it.
static bool put_before(const char *name, mw_writer *text)
{
    struct stat st;
    size_t length = 0;
    if (stat(name, &st))
        return errno == ENOENT;
    if (!S_ISREG(st.st_mode))
        return true;
    char *old = mw_file_read(name, ADDED_MAX, &length);
    mw_writer both = {.failed = !old};
    mw_write_bytes(&both, old ? old : "", length);
    mw_write_bytes(&both, text->text, text->length);
    free(old);
    free(text->text);
    *text = both;
    return !both.failed;
}

bool output_add(const char *name, mw_writer *text)
{
    output o;
    bool ready = !text->failed && put_before(name, text), written = false;
    FILE *f = ready ? fopen(output_begin(&o, name), "wb") : NULL;
    if (f) {
        written = fwrite(text->text, 1, text->length, f) == text->length;
        written = !fclose(f) && written;
    }
    free(text->text);
    return ready && output_end(&o, written) && written;
}

int write_file(const char *name, mw_writer *text)
{
    output o;
    if (text->failed) {
        free(text->text);
        return out_of_memory();
    }
    FILE *f = output_open(&o, name);
    if (f && text->length)
        fwrite(text->text, 1, text->length, f);
    free(text->text);
    return output_close(&o, f, true) ? EXIT_DONE : EXIT_BROKEN;
}
