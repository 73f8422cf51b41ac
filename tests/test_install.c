// test_install.c: what `make install` leaves behind is enough for a stranger: headers, both
// libraries with nothing but mw_ names, pkg-config, manual, completion; and the example builds
// against it.
#include "support.h"

#include <stdlib.h>
#include <string.h>

static char prefix[] = "/tmp/mw-prefix-XXXXXX";

// Runs a shell line with $P set to the prefix; returns its first line of output.
static char *shell(const char *format, int *code)
{
    static char out[1000];
    char line[2000];
    snprintf(line, sizeof line, "P=%s; %s", prefix, format);
    FILE *f = popen(line, "r");
    assert_non_null(f);
    if (!fgets(out, sizeof out, f))
        out[0] = '\0';
    while (fgetc(f) != EOF) {
    }
    *code = pclose(f);
    return out;
}

static int install(void **state)
{
    (void)state;
    int code;
    if (!mkdtemp(prefix))
        return -1;
    shell("cmake --install " BINARY_DIR " --prefix $P 2>&1", &code);
    return code;
}

static int uninstall(void **state)
{
    (void)state;
    int code;
    shell("rm -rf $P", &code);
    return code;
}

static void everything_is_in_its_place(void **state)
{
    (void)state;
    static const char *const files[] = {
        "bin/mazewright",
        "include/mazewright/mazewright.h",
        "include/mazewright/waist.h",
        "share/man/man1/mazewright.1",
        "share/bash-completion/completions/mazewright",
        "share/mazewright/puzzles/golden.txt",
        "lib/libmazewright.a",
        "lib/libmazewright.so",
        "lib/libmazewright.so.0",
        "lib/pkgconfig/mazewright.pc",
    };
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        char line[200];
        int code;
        snprintf(line, sizeof line, "ls $P/%s 2>&1", files[i]);
        shell(line, &code);
        if (code)
            fail_msg("%s is not installed", files[i]);
    }
}

static void only_mw_names_are_exported(void **state)
{
    (void)state;
    int code;
    char *foreign = shell("nm -D --defined-only $P/lib/libmazewright.so | awk '{print $3}' | "
                          "grep -v '^mw_'",
                          &code);
    assert_string_equal(foreign, "");
    assert_string_not_equal(
        shell("nm -D --defined-only $P/lib/libmazewright.so | grep mw_search", &code), "");
    foreign = shell("nm -g --defined-only $P/lib/libmazewright.a | awk 'NF==3 {print $3}' | "
                    "grep -v '^mw_'",
                    &code);
    assert_string_equal(foreign, "");
}

static void the_example_builds_and_runs(void **state)
{
    (void)state;
    int code;
    char *out = shell("export PKG_CONFIG_PATH=$(echo $P/lib/pkgconfig); cc -o $P/solve " SOURCE_DIR
                      "/examples/solve.c $(pkg-config --cflags --libs mazewright) && "
                      "LD_LIBRARY_PATH=$(echo $P/lib/) $P/solve 'rook:5x5#4651' 2>&1",
                      &code);
    assert_string_equal(out, "solved, 12 moves: RDDULDRLRDLR\n");
}

static void the_manual_is_readable(void **state)
{
    (void)state;
    int code;
    assert_string_not_equal(shell("grep -c limit.seconds $P/share/man/man1/mazewright.1", &code),
                            "0\n");
    assert_string_not_equal(shell("grep -c -e --limit-seconds "
                                  "$P/share/bash-completion/completions/mazewright",
                                  &code),
                            "0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_in_its_place),
        cmocka_unit_test(only_mw_names_are_exported),
        cmocka_unit_test(the_example_builds_and_runs),
        cmocka_unit_test(the_manual_is_readable),
    };
    return cmocka_run_group_tests(tests, install, uninstall);
}
