// test_determinism.c: what the library works out is the same, bit for bit, whatever compiled it:
// the hashes of determinism.c against determinism.golden, in this build and, in one of the builds,
// without optimisation and as WebAssembly; and the command on one thread and on two. A change
// that is meant: `make determinism-golden`.
#include "support.h"

// What a program prints on all shipped mazes, in the project's folder; the caller frees it.
static char *hashes_of(const char *program)
{
    char **names = shipped_mazes(), *line = malloc(1 << 16), *out = calloc(1, 1 << 16);
    size_t at = (size_t)snprintf(line, 1 << 16, "cd '%s' && %s", SOURCE_DIR, program);
    for (char **n = names; *n; n++)
        at += (size_t)snprintf(line + at, (1 << 16) - at, " %s", *n);
    free_names(names);
    FILE *f = popen(line, "r");
    assert_non_null(f);
    assert_true(fread(out, 1, (1 << 16) - 1, f) > 0);
    if (pclose(f))
        fail_msg("%s fails; it said: %s", program, out);
    free(line);
    return out;
}

// Names every part that differs, not only the first.
static void expect_golden(const char *program)
{
    char *golden = read_file(SOURCE_DIR "/tests", "determinism.golden"), *out = hashes_of(program);
    assert_non_null(golden);
    unsigned parts = 0, wrong = 0;
    char *g = golden, *o = out;
    for (; *g && *o; parts++) {
        size_t gn = strcspn(g, "\n"), on = strcspn(o, "\n");
        if (gn != on || memcmp(g, o, gn)) {
            wrong++;
            print_error("golden: %.*s\n  here: %.*s\n", (int)gn, g, (int)on, o);
        }
        g += gn + (g[gn] == '\n');
        o += on + (o[on] == '\n');
    }
    if (wrong || *g || *o)
        fail_msg("%s: %u of %u parts differ%s", program, wrong, parts,
                 *g || *o ? ", and there are more or fewer of them" : "");
    assert_true(parts > 50);
    free(golden);
    free(out);
}

TEST(this_build_works_out_the_same)
{
    expect_golden("'" DETERMINISM "'");
}

#ifdef EVERY_BUILD
TEST(so_it_is_without_optimisation)
{
    expect_golden("'" BINARY_DIR "/tests/determinism-plain'");
}

TEST(so_it_is_as_webassembly)
{
    expect_golden("node --no-warnings tests/determinism.mjs '" BINARY_DIR "/determinism.wasm'");
}
#endif

// Takes times out of lines of JSON, in place.
static void forget_seconds(char *json)
{
    for (char *s; (s = strstr(json, "\"seconds\":"));) {
        size_t length = strcspn(s, ",}");
        memmove(s, s + length, strlen(s + length) + 1);
        json = s;
    }
}

static char *on_threads(const char *arguments, unsigned threads)
{
    char *out;
    const char *with = formatted("%s --json -q --threads %u", arguments, threads);
    int code = run_command(with, &out, NULL);
    if (code > 1)
        fail_msg("%s: exit %d", with, code);
    forget_seconds(out);
    return out;
}

TEST(threads_change_nothing)
{
    static const char *const commands[] = {
        "design rook 5x5#1 -e 3000 --count 3",
        "design die 5x5#1 -e 3000 --streams 4 --method adaptive",
        "design theseus 5x5#2 -e 2000 --streams 3 --method restarts",
        "design bloxorz 8x6,soft=1#3 -e 1500 --count 2 --method uphill",
        "design marble 4x4#1 -e 400 --count 2 --method descent",
        "design rook 5x5#4 -e 3000 --streams 4 --exchange 500",
        "design theseus 5x5#1 -e 1000 --method ladder",
        "design theseus 5x5,blocks=2#1 -e 1000 --streams 3 --require 'needed_blocks >= 1'",
        "design theseus 5x5,blocks=2,exit=door#1 -e 400 --method ladder",
        "design theseus 5x5,blocks=2#1 -e 1000 --method genetic --count 2",
        "design die 5x5#1 -e 1000 --method genetic --count 2",
        "simulate marble:3x3#1 marble:3x3#2 marble:2x2x2#3 --agent single-move,complete",
    };
    for (size_t i = 0; i < COUNT(commands); i++) {
        char *one = on_threads(commands[i], 1), *two = on_threads(commands[i], 2);
        assert_true(*one == '{');
        assert_string_equal(one, two);
        free(one);
        free(two);
    }
}
