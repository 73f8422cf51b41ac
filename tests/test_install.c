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
        "include/mazewright/anneal.h",
        "include/mazewright/design.h",
        "share/man/man1/mazewright.1",
        "share/man/man3/mazewright.3",
        "share/bash-completion/completions/mazewright",
        "share/mazewright/puzzles/golden.txt",
        "share/mazewright/puzzles/days.txt",
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

// Where the page was built, it is installed, and the command finds it there.
static void a_site_is_made_from_what_is_installed(void **state)
{
    (void)state;
    int code;
    shell("ls " BINARY_DIR "/page/index.html 2>&1", &code);
    if (code)
        return; // one build of several makes the page
    char *out = shell("$P/bin/mazewright site -o $P/site --date 2026-11-16 2>&1 && "
                      "ls $P/site/index.html $P/site/core.wasm && "
                      "grep -c 2026-11-16 $P/site/mazes.json",
                      &code);
    if (code)
        fail_msg("%s", out);
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

// Builds an example against what was installed, and runs it; returns its first line.
static char *run_example(const char *name, const char *arguments)
{
    char line[1000];
    int code;
    snprintf(line, sizeof line,
             "export PKG_CONFIG_PATH=$P/lib/pkgconfig; cc -O2 -o $P/%s " SOURCE_DIR
             "/examples/%s.c $(pkg-config --cflags --libs mazewright) -lm && "
             "LD_LIBRARY_PATH=$P/lib $P/%s %s 2>&1",
             name, name, name, arguments);
    return shell(line, &code);
}

static void the_examples_build_and_run(void **state)
{
    (void)state;
    unsigned before, after;
    assert_string_equal(run_example("solve", "'rook:5x5#4651'"),
                        "solved, 12 moves: RDDULDRLRDLR\n");
    assert_string_equal(run_example("objective", ""), "rook 5x5\n");
    assert_int_equal(sscanf(run_example("salesman", ""),
                            "a tour of 400 cities: %u before, %u after", &before, &after),
                     2);
    assert_true(after < before / 10);
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
        cmocka_unit_test(a_site_is_made_from_what_is_installed),
        cmocka_unit_test(only_mw_names_are_exported),
        cmocka_unit_test(the_examples_build_and_run),
        cmocka_unit_test(the_manual_is_readable),
    };
    return cmocka_run_group_tests(tests, install, uninstall);
}
