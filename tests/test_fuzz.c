// test_fuzz.c: every input that fuzzing kept, and every one that ever broke something, once more.
// Each target is a program of its own (fuzz/), so that one that crashes is one test that fails. And
// no target leaves files behind.
#include "support.h"

#include <dirent.h>

#define FOLDERS SOURCE_DIR "/fuzz/"

static unsigned count_files(const char *kind, const char *target)
{
    unsigned n = 0;
    DIR *d = opendir(formatted(FOLDERS "%s/%s", kind, target));
    for (const struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return n;
}

// The end of what a program said.
static void read_end(const char *name, char *text, size_t size)
{
    FILE *f = fopen(name, "rb");
    assert_non_null(f);
    if (fseek(f, -(long)(size - 1), SEEK_END))
        rewind(f);
    text[fread(text, 1, size - 1, f)] = '\0';
    fclose(f);
}

static void kept_inputs_break_nothing(void **state)
{
    const char *target = *state;
    char said[3000];
    unsigned kept = count_files("corpus", target), crashes = count_files("crashes", target);
    assert_true(kept > 0);
    const char *log = formatted(BINARY_DIR "/targets/%s.log", target);
    const char *line = formatted(
        "export FUZZ_FOLDER=$(mktemp -d -p /dev/shm 2> /dev/null || mktemp -d); "
        "timeout 120 " EMULATOR " " BINARY_DIR "/targets/fuzz_%s " FOLDERS
        "corpus/%s %s%s > %s 2>&1; "
        "code=$?; rmdir $FUZZ_FOLDER >> %s 2>&1 || { rm -r $FUZZ_FOLDER; exit 99; }; "
        "exit $code",
        target, target, crashes ? FOLDERS "crashes/" : "", crashes ? target : "", log, log);
    int code = system(line);
    read_end(log, said, sizeof said);
    const char *all = formatted("\n%u inputs\n", kept + crashes);
    if (code || !strstr(said, all))
        fail_msg("%s: status %d, not all of %u inputs:\n%s", target, code, kept + crashes, said);
}

// Every target with kept inputs is a test.
int main(void)
{
    struct dirent **targets;
    int count = scandir(FOLDERS "corpus", &targets, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char *name = targets[i]->d_name;
        if (name[0] != '.')
            add_test(i, (struct CMUnitTest){name, kept_inputs_break_nothing, NULL, NULL, name});
    }
    int failed = run_all_tests();
    for (int i = 0; i < count; i++)
        free(targets[i]);
    if (count >= 0)
        free(targets);
    return failed;
}
