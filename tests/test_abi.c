// test_abi.c: what the library promises to those who link with it: mw_ names and no others, each of
// them in a header and each that is in a header; and the lists in abi/, which change only on
// purpose.
#include "support.h"

#define LIBRARY     BINARY_DIR "/libmazewright"
#define ALL_HEADERS "(cd " SOURCE_DIR "/include && printf '#include \"%%s\"\\n' mazewright/*.h)"
// Every declaration of the public headers, as abi/declared.awk tells them.
#define DECLARED                                                                                   \
    ALL_HEADERS " | cc -std=c17 -E '-D__attribute__(x)=' -I" SOURCE_DIR "/include -xc - | "        \
                "awk -f " SOURCE_DIR "/abi/declared.awk | sort -u"
// _init and _fini come from the start files of some C libraries, such as musl.
#define EXPORTED                                                                                   \
    "nm -D --defined-only " LIBRARY ".so | awk '$3 !~ /^_(init|fini)$/ {print $3}' | sort"

static void expect_same(char *ours, char *theirs)
{
    assert_true(strlen(ours) > 100);
    assert_string_equal(ours, theirs);
    free(ours);
    free(theirs);
}

TEST(only_mw_names_are_global)
{
    scoped_text *of_shared = run_shell(EXPORTED " | grep -v '^mw_' || true");
    assert_string_equal(of_shared, "");
    scoped_text *of_static =
        run_shell("nm -g --defined-only " LIBRARY ".a | awk 'NF==3 {print $3}' | "
                  "grep -v '^mw_\\|^__x86[.]' || true"); // gcc -m32 puts __x86. functions in
    assert_string_equal(of_static, "");
}

// Both ways: nothing is exported in secret, and what is declared can be linked with.
TEST(what_is_exported_is_declared)
{
    expect_same(run_shell(EXPORTED),
                run_shell(DECLARED " | sed -nE 's/^(function|variable) //p' | sort"));
}

// A name that goes, or one that comes, goes into the list by hand: with the version that brought
// it. To take one away is to break programs: that needs another major version.
TEST(the_symbols_are_those_of_the_list)
{
    expect_same(run_shell("sed -nE 's/^ (mw_[a-z0-9_]+)@Base [0-9.]+$/\\1/p' " SOURCE_DIR
                          "/abi/symbols | sort"),
                run_shell(EXPORTED));
}

// A struct changes its size only on purpose: one that begins with `size`, when it gets a member at
// its end; no other one within a major version. tests/test_older_programs.c has the older programs.
TEST(the_structs_have_their_sizes)
{
    if (sizeof(void *) != 8)
        skip();
    char *sizes =
        run_shell("{ " ALL_HEADERS "; echo '#include <stdio.h>'; echo 'int main(void) {'; " DECLARED
                  " | sed -nE 's/^struct (.*)/printf(\"\\1 %%zu\\\\n\", "
                  "sizeof(struct \\1));/p'; echo '}'; } | "
                  "cc -std=c17 -o %s/sizes -I" SOURCE_DIR "/include -xc - && %s/sizes",
                  scratch(), scratch());
    expect_same(run_shell("grep -v '^#' " SOURCE_DIR "/abi/sizes"), sizes);
}

TEST(the_headers_keep_to_their_prefix)
{
    scoped_text *names =
        run_shell(DECLARED " | grep -vE '^(constant MW_|(function|variable|type|struct|enum) "
                           "mw_)' || true");
    assert_string_equal(names, "");
    scoped_text *macros =
        run_shell(ALL_HEADERS " | cc -std=c17 -E -dD -I" SOURCE_DIR "/include -xc - | awk '"
                              "/^# [0-9]+ \"/ { ours = $3 ~ \"/mazewright/\" } "
                              "ours && /^#define/ && $2 !~ /^(MW_|MAZEWRIGHT_)/ { print $2 }'");
    assert_string_equal(macros, "");
}

// Each alone, and without a warning, in C and in C++ (which has no name for arrays of unknown
// length at the end of a struct, but knows them).
TEST(each_header_stands_alone)
{
    scoped_text *said =
        run_shell("cd " SOURCE_DIR "/include && for h in mazewright/*.h; do "
                  "f='-Wall -Wextra -Wshadow -Werror -fsyntax-only -I.'; "
                  "echo \"#include \\\"$h\\\"\" | cc -std=c17 -Wpedantic $f -xc - 2>&1 && "
                  "echo \"#include \\\"$h\\\"\" | c++ -std=c++17 $f -xc++ - 2>&1 || exit 1; "
                  "done");
    assert_string_equal(said, "");
}
