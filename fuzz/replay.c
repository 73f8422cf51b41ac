// replay.c: gives a target the inputs that are kept, in place of libFuzzer: files and folders of
// files. Says the name of each before it is tried, so that the last one is to blame.
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static bool replay_file(const char *name)
{
    FILE *f = fopen(name, "rb");
    struct stat st;
    if (!f || fstat(fileno(f), &st))
        return false;
    size_t size = (size_t)st.st_size;
    uint8_t *data = malloc(size + !size); // the exact size, so that reading too far is noticed
    bool ok = data && fread(data, 1, size, f) == size;
    fclose(f);
    fprintf(stderr, "%s\n", name);
    if (ok)
        LLVMFuzzerTestOneInput(data, size);
    free(data);
    return ok;
}

static int visible(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

// How many inputs; -1: one cannot be read.
static int replay(const char *name)
{
    struct dirent **entries;
    int n = scandir(name, &entries, visible, alphasort), good = 0;
    if (n < 0)
        return replay_file(name) ? 1 : -1;
    for (int i = 0; i < n; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", name, entries[i]->d_name);
        good = good >= 0 && replay_file(path) ? good + 1 : -1;
        free(entries[i]);
    }
    free(entries);
    return good;
}

int main(int argc, char **argv)
{
    int all = 0;
    for (int i = 1; i < argc; i++) {
        int n = replay(argv[i]);
        if (n < 0) {
            fprintf(stderr, "%s: cannot be read\n", argv[i]);
            return 1;
        }
        all += n;
    }
    fprintf(stderr, "%d inputs\n", all);
    return 0;
}
