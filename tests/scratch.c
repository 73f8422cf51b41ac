// scratch.c: the files of a test; see support.h.
#include "support.h"

#include <unistd.h>

static char folder[] = "/tmp/mw-test-XXXXXX";
static pid_t owner; // 0: not made yet

static void remove_folder(void)
{
    if (getpid() != owner)
        return; // a child
    if (system(formatted("rm -rf '%s'", folder)))
        fprintf(stderr, "%s stays\n", folder);
}

const char *scratch(void)
{
    if (!owner) {
        if (!mkdtemp(folder))
            fail_msg("no folder can be made in /tmp");
        owner = getpid();
        atexit(remove_folder);
    }
    return folder;
}

const char *scratch_path(const char *name)
{
    return formatted("%s/%s", scratch(), name);
}

const char *with_scratch(const char *text, const char *mark)
{
    const char *at = strstr(text, mark);
    return at ? formatted("%.*s%s%s", (int)(at - text), text, scratch(),
                          with_scratch(at + strlen(mark), mark))
              : text;
}

const char *scratch_file(const char *name, const char *text)
{
    const char *path = scratch_path(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    return path;
}

char *bytes_of(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s is not there", path);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    *length = (size_t)ftell(f);
    rewind(f);
    char *bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, f), *length);
    bytes[*length] = '\0';
    fclose(f);
    return bytes;
}
