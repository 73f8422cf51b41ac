// test_reference.c: documents that are written from other files are what these say. Nothing is
// missing in the reference of the C library: that is asked twice, of its generator, and of the
// library and the headers themselves.
#include "support.h"

#include <sys/wait.h>

// What a shell prints, messages included; the caller frees it.
static char *shell(const char *line, int *code)
{
    FILE *f = popen(line, "r");
    assert_non_null(f);
    char *text = malloc(1 << 20);
    size_t length = fread(text, 1, (1 << 20) - 1, f);
    text[length] = '\0';
    int status = pclose(f);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return text;
}

TEST(it_is_what_the_headers_say)
{
    int code;
    scoped_text *says = shell("node " SOURCE_DIR "/docs/reference.mjs --check 2>&1", &code);
    if (code)
        fail_msg("%s", says);
}

TEST(the_questions_are_as_their_schema_says)
{
    int code;
    scoped_text *says = shell("node " SOURCE_DIR "/docs/api.mjs --check 2>&1", &code);
    if (code)
        fail_msg("%s", says);
}

TEST(the_command_is_as_its_page_says)
{
    scoped_text *page = read_file(SOURCE_DIR, "docs/command.md");
    scoped_text *says = output_of("help --markdown", 0);
    if (strcmp(page, says))
        fail_msg("docs/command.md is not what the command says; run 'make reference'");
}

// Does the page have a heading of this name, or a row in its index?
static bool explained(const char *reference, const char *name)
{
    return strstr(reference, formatted("\n| [`%s`](#", name));
}

TEST(every_exported_function_is_there)
{
    int code, count = 0;
    scoped_text *reference = read_file(SOURCE_DIR, "docs/reference.md");
    scoped_text *symbols = shell("nm -D --defined-only " BINARY_DIR "/libmazewright.so", &code);
    assert_int_equal(code, 0);
    for (char *line = strtok(symbols, "\n"); line; line = strtok(NULL, "\n")) {
        const char *name = strrchr(line, ' ') + 1;
        if (strncmp(name, "mw_", 3))
            continue;
        count++;
        if (!explained(reference, name))
            fail_msg("the library exports %s, but docs/reference.md does not explain it", name);
    }
    assert_true(count > 90);
}

// Every name in a header that begins like one of ours, in code or comment.
TEST(every_name_in_the_headers_is_there)
{
    int code, count = 0;
    scoped_text *reference = read_file(SOURCE_DIR, "docs/reference.md");
    scoped_text *names =
        shell("grep -ohwE '(mw|MW)_[A-Za-z_0-9]+' " SOURCE_DIR "/include/mazewright/*.h "
              "| sort -u",
              &code);
    for (char *name = strtok(names, "\n"); name; name = strtok(NULL, "\n")) {
        bool ours =
            strcmp(name, "MW_API") && strcmp(name, "MW_PRINTF") && strcmp(name, "mw_visited");
        count++;
        if (ours && !explained(reference, name))
            fail_msg("docs/reference.md does not explain %s", name);
    }
    assert_true(count > 250);
}

// A project in which one declaration has no comment is refused, and that one is named.
TEST(a_missing_comment_is_found)
{
    static const char prepare[] =
        "set -e; d=$(mktemp -d /tmp/mw-reference-XXXXXX); mkdir -p $d/docs $d/include/mazewright; "
        "cp " SOURCE_DIR "/include/mazewright/rng.h $d/include/mazewright; "
        "node " SOURCE_DIR "/docs/reference.mjs $d; "
        "node " SOURCE_DIR "/docs/reference.mjs --check $d && echo fine; ";
    static const struct {
        const char *change, *says;
    } cases[] = {
        {"sed -i 's|//.*64 random.*||' $d/include/mazewright/rng.h; ",
         "mw_rng_next has no comment"},
        {"sed -i '/^\\/\\/ A stream/d' $d/include/mazewright/rng.h; ", "mw_rng has no comment"},
        {"sed -i 's|64 random|sixty-four random|' $d/include/mazewright/rng.h; ",
         "docs/reference.md is not what the headers say"},
        {"echo >> $d/docs/mazewright.3.scd; ", "docs/mazewright.3.scd is not what the headers say"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        int code;
        const char *line =
            formatted("{ %s %s set +e; node " SOURCE_DIR "/docs/reference.mjs --check $d; code=$?; "
                      "rm -r $d; exit $code; } 2>&1",
                      prepare, cases[i].change);
        scoped_text *says = shell(line, &code);
        if (code != 1 || strncmp(says, "fine\n", 5) || !strstr(says, cases[i].says))
            fail_msg("%s: exit %d, %s", cases[i].change, code, says);
    }
}
