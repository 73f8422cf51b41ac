// test_docs.c: the commands in the documents are run, and print what the documents say they print.
// An example is an indented line "$ mazewright ..." and the lines after it; "..." stands for
// anything.
#include "support.h"

#include <stdlib.h>
#include <string.h>

static const char gap_mark[] = "…";

// Does `line` match `pattern`, in which "…" stands for any text?
static bool matches(const char *pattern, const char *line)
{
    const char *gap = strstr(pattern, gap_mark);
    if (!gap)
        return !strcmp(pattern, line);
    if (strncmp(pattern, line, (size_t)(gap - pattern)))
        return false;
    for (line += gap - pattern;; line++) {
        if (matches(gap + strlen(gap_mark), line))
            return true;
        if (!*line)
            return false;
    }
}

// The next line of *text, cut off there; NULL at the end.
static char *next_line(char **text)
{
    char *line = *text;
    if (!line || !*line)
        return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return line;
}

// Expected lines must appear in the output in this order.
static void expect_line(const char *document, const char *wanted, char **output)
{
    for (char *line; (line = next_line(output));)
        if (matches(wanted, line))
            return;
    fail_msg("%s: the command does not print: %s", document, wanted);
}

// Files that an example makes are made in a folder of their own.
static char folder[] = "/tmp/mw-docs-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char line[100];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    return system(line);
}

static void run_example(const char *arguments, char **out)
{
    static const char made[] = "results.";
    char line[1000];
    size_t n = 0;
    for (const char *p = arguments; *p && n + 100 < sizeof line; p++)
        n += (size_t)(strncmp(p, made, sizeof made - 1)
                          ? snprintf(line + n, sizeof line - n, "%c", *p)
                          : snprintf(line + n, sizeof line - n, "%s/%c", folder, *p));
    run_command(line, out, NULL);
}

static int check_document(const char *name)
{
    char *text = read_file(SOURCE_DIR, name), *rest = text, *out = NULL, *at = NULL;
    int examples = 0;
    assert_non_null(text);
    for (char *line; (line = next_line(&rest));) {
        bool indented = !strncmp(line, "    ", 4);
        if (indented && !strncmp(line + 4, "$ mazewright ", 13)) {
            free(out);
            run_example(line + 4 + 13, &out);
            at = out;
            examples++;
        } else if (!indented && *line) {
            at = NULL;
        } else if (at && indented && strcmp(line + 4, gap_mark)) {
            expect_line(name, line + 4, &at);
        }
    }
    free(out);
    free(text);
    return examples;
}

static void readme_examples_are_true(void **state)
{
    (void)state;
    assert_true(check_document("README.md") >= 4);
}

static void guides_are_true(void **state)
{
    (void)state;
    check_document("docs/guide.md");
    check_document("docs/formats.md");
    check_document("docs/performance.md");
    check_document("docs/design.md");
    check_document("docs/difficulty.md");
    check_document("docs/trace.md");
    assert_true(check_document("docs/experiment.md") >= 4);
}

// The tutorial shows expand as it stands in null.c.
static void the_tutorial_shows_the_code(void **state)
{
    (void)state;
    char *guide = read_file(SOURCE_DIR, "docs/guide.md"),
         *code = read_file(SOURCE_DIR, "src/kinds/null.c");
    char *shown = strstr(guide, "       static unsigned expand("), *rest = shown;
    assert_non_null(shown);
    for (char *line; (line = next_line(&rest)) && *line;)
        if (!strstr(code, line + 7))
            fail_msg("null.c has no line: %s", line + 7);
    free(guide);
    free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readme_examples_are_true),
        cmocka_unit_test(guides_are_true),
        cmocka_unit_test(the_tutorial_shows_the_code),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
