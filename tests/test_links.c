// test_links.c: every relative link and picture of every document leads somewhere, to a heading
// too; every page of docs/ can be found from its index; and the source files that documents name
// exist.
#include "documents.h"
#include "support.h"

#include <ctype.h>
#include <unistd.h>

// ---- headings

// The anchor that code hosts give to a heading: letters, digits, - and _; blanks become -.
static void anchor_of(const char *heading, char *anchor, size_t size)
{
    size_t n = 0;
    for (const char *c = heading; *c && n + 1 < size; c++) {
        unsigned char byte = (unsigned char)*c;
        if (isalnum(byte) || strchr("-_", *c) || byte >= 0x80)
            anchor[n++] = (char)tolower(byte);
        else if (*c == ' ')
            anchor[n++] = '-';
    }
    anchor[n] = '\0';
}

// A heading that comes again gets a number.
static bool has_anchor(const char *document, const char *wanted)
{
    char *text = read_file(SOURCE_DIR, document), *rest = text, anchor[300];
    char seen[400][100];
    size_t count = 0;
    bool found = false;
    fence f = {0};
    for (char *line; (line = next_line(&rest)) && !found;) {
        follow_fence(&f, line);
        size_t level = strspn(line, "#");
        if (f.inside || !level || line[level] != ' ')
            continue;
        anchor_of(line + level + 1, anchor, sizeof anchor);
        unsigned before = 0;
        for (size_t i = 0; i < count; i++)
            before += !strcmp(seen[i], anchor);
        if (count < COUNT(seen))
            snprintf(seen[count++], sizeof *seen, "%.99s", anchor);
        found = !strcmp(formatted(before ? "%s-%u" : "%s", anchor, before), wanted);
    }
    free(text);
    return found;
}

// ---- links

// The path that a link of a document means, from the project's folder, without . and ..
static void resolve(const char *document, const char *link, char *path, size_t size)
{
    const char *slash = strrchr(document, '/');
    char joined[1000];
    snprintf(joined, sizeof joined, "%.*s/%s", slash ? (int)(slash - document) : 0, document, link);
    size_t n = 0;
    path[0] = '\0';
    for (char *part = strtok(joined, "/"); part; part = strtok(NULL, "/")) {
        if (!strcmp(part, "..")) {
            char *last = strrchr(path, '/');
            n = last ? (size_t)(last - path) : 0;
            path[n] = '\0';
        } else if (strcmp(part, ".")) {
            n += (size_t)snprintf(path + n, size - n, "%s%s", n ? "/" : "", part);
        }
    }
}

typedef void see_link(void *context, const char *document, const char *target);

// Calls `see` for each link "](target)" and picture src="target" outside code.
static void links_of(const char *document, see_link *see, void *context)
{
    char *text = read_file(SOURCE_DIR, document), *rest = text;
    fence f = {0};
    for (char *line; (line = next_line(&rest));) {
        follow_fence(&f, line);
        bool code = f.inside || !strncmp(line, "    ", 4);
        bool quoted = false; // in `code`
        for (char *c = line; !code && *c; c++) {
            quoted ^= *c == '`';
            size_t head = !strncmp(c, "](", 2) ? 2 : !strncmp(c, "src=\"", 5) ? 5 : 0;
            if (!head || quoted)
                continue;
            see(context, document, formatted("%.*s", (int)strcspn(c + head, ")\""), c + head));
        }
    }
    free(text);
}

static void check_link(void *context, const char *document, const char *target)
{
    unsigned *bad = context;
    char path[1000];
    if (!strncmp(target, "https://", 8))
        return;
    const char *hash = strchr(target, '#');
    const char *file = formatted("%.*s", (int)strcspn(target, "#"), target);
    if (*file)
        resolve(document, file, path, sizeof path);
    else
        snprintf(path, sizeof path, "%s", document);
    bool there = !access(formatted("%s/%s", SOURCE_DIR, path), R_OK);
    if (there && (!hash || has_anchor(path, hash + 1)))
        return;
    print_error("%s: %s leads nowhere: there is no %s\n", document, target,
                there ? "such heading" : path);
    ++*bad;
}

TEST(every_link_leads_somewhere)
{
    unsigned bad = 0;
    char **names = documents();
    for (char **name = names; *name; name++)
        links_of(*name, check_link, &bad);
    free_names(names);
    assert_int_equal(bad, 0);
}

// ---- the index

static void note_link(void *context, const char *document, const char *target)
{
    char *known = context, path[1000];
    resolve(document, formatted("%.*s", (int)strcspn(target, "#"), target), path, sizeof path);
    size_t length = strlen(known);
    snprintf(known + length, 20000 - length, "%s\n", path);
}

TEST(every_page_is_in_the_index)
{
    char *known = calloc(1, 20000);
    unsigned bad = 0, pages = 0;
    strcpy(known, "\n");
    links_of("docs/README.md", note_link, known);
    char **names = documents();
    for (char **name = names; *name; name++) {
        const char *line = formatted("\n%s\n", *name);
        bool page = !strncmp(*name, "docs/", 5) && strcmp(*name, "docs/README.md");
        pages += page;
        if (page && !strstr(known, line)) {
            print_error("docs/README.md does not lead to %s\n", *name);
            bad++;
        }
    }
    free_names(names);
    free(known);
    assert_int_equal(bad, 0);
    assert_true(pages > 10);
}

// ---- source files that documents name

// The next file or folder of the source that a line names between backticks, from *line on; NULL:
// none is left. Names with capitals or *, and those of a kind "yours", stand for many files.
static char *next_file(char **line)
{
    static const char *const folders[] = {"src/", "include/", "web/", "tests/", "bench/", "fuzz/"};
    for (char *name; (name = strchr(*line, '`'));) {
        char *end = strchr(++name, '`');
        if (!end)
            break;
        *end = '\0';
        *line = end + 1;
        bool pattern = strpbrk(name, " *ABCDEFGHIJKLMNOPQRSTUVWXYZ") || strstr(name, "yours");
        for (size_t i = 0; !pattern && i < COUNT(folders); i++)
            if (!strncmp(name, folders[i], strlen(folders[i])))
                return name;
    }
    return NULL;
}

// Is there such a file, from the project's folder or from that of the document?
static bool is_there(const char *document, const char *file)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", SOURCE_DIR, file);
    if (!access(path, R_OK))
        return true;
    const char *slash = strrchr(document, '/');
    snprintf(path, sizeof path, "%s/%.*s/%s", SOURCE_DIR, slash ? (int)(slash - document) : 0,
             document, file);
    return !access(path, R_OK);
}

TEST(files_that_documents_name_exist)
{
    unsigned named = 0, bad = 0;
    char **names = documents();
    for (char **name = names; *name; name++) {
        scoped_text *text = read_file(SOURCE_DIR, *name);
        char *rest = text;
        for (char *line; (line = next_line(&rest));)
            for (char *file; (file = next_file(&line)); named++)
                if (!is_there(*name, file)) {
                    print_error("%s names %s, which does not exist\n", *name, file);
                    bad++;
                }
    }
    free_names(names);
    assert_int_equal(bad, 0);
    assert_true(named > 60);
    assert_false(is_there("README.md", "src/core/no_such_file.c"));
}

// A walk in the guide names each file once, so that its reader never goes back.
TEST(a_walk_names_each_file_once)
{
    scoped_text *guide = read_file(SOURCE_DIR, "docs/guide.md");
    char *rest = guide, known[8000] = "";
    unsigned walks = 0, files = 0;
    bool inside = false;
    for (char *line; (line = next_line(&rest));) {
        if (!strncmp(line, "## ", 3)) {
            inside = !strncmp(line, "## A walk through ", 18);
            walks += inside;
            strcpy(known, "\n");
        }
        for (char *file, entry[300]; inside && (file = next_file(&line)); files++) {
            snprintf(entry, sizeof entry, "\n%.290s\n", file);
            if (strstr(known, entry))
                fail_msg("docs/guide.md: a walk names %s twice", file);
            assert_true(strlen(known) + strlen(entry) < sizeof known);
            strcat(known, entry + 1);
        }
    }
    assert_true(walks >= 3 && files > 40);
}

// ---- promises

// The second column of a row of a table; NULL: it is no row.
static char *second_column(char *line)
{
    char *from = *line == '|' ? strchr(line + 1, '|') : NULL,
         *to = from ? strchr(++from, '|') : NULL;
    if (to)
        *to = '\0';
    return to ? from : NULL;
}

// Looks up each test that a row names, after its file: `tests/test_x.c`: `name`, `name`. Returns
// how many there are; those that do not exist are counted in *bad.
static unsigned look_up_tests(char *row, unsigned *bad)
{
    scoped_text *file = NULL;
    unsigned named = 0;
    strtok(row, "`"); // before the first name
    for (char *name; (name = strtok(NULL, "`")); strtok(NULL, "`")) {
        if (strchr(name, '/')) {
            free(file);
            file = read_file(SOURCE_DIR, name);
        } else if (file && (strstr(file, formatted("TEST(%s)\n", name)) ||
                            strstr(file, formatted("void %s(", name)))) {
            named++;
        } else {
            print_error("docs/promises.md names the test %s, which does not exist\n", name);
            ++*bad;
        }
    }
    return named;
}

// Each promise names tests that exist, or those of the row above, or all of a folder.
TEST(promises_are_held_by_tests)
{
    scoped_text *text = read_file(SOURCE_DIR, "docs/promises.md");
    char *rest = text, known[] = " `tests/test_links.c`: `bad_links_are_found`, `no_such_test`";
    unsigned promises = 0, bad = 0;
    for (char *line; (line = next_line(&rest));) {
        char *row = second_column(line);
        if (!row || !strncmp(row, " tests ", 7) || *row == '-')
            continue;
        promises++;
        if (!strstr(row, " the same") && !strstr(row, " every test of") &&
            !look_up_tests(row, &bad))
            fail_msg("docs/promises.md has no test for%s", line + 1);
    }
    assert_true(promises > 20);
    assert_int_equal(bad, 0);
    assert_int_equal(look_up_tests(known, &bad), 1); // and it finds what is missing
    assert_int_equal(bad, 1);
}

// ---- lines

// Lines of text have at most 120 characters, so that they can be read in a terminal and in a
// review. Code, tables, pictures and the two references, which are generated, may have longer ones.
TEST(lines_of_text_are_short)
{
    unsigned bad = 0;
    char **names = documents();
    for (char **name = names; *name; name++) {
        scoped_text *text = read_file(SOURCE_DIR, *name);
        char *rest = text;
        fence f = {0};
        bool generated = strstr("docs/command.md docs/reference.md", *name);
        for (char *line; !generated && (line = next_line(&rest));) {
            follow_fence(&f, line);
            size_t characters = 0;
            for (const char *c = line; *c; c++)
                characters += (*c & 0xc0) != 0x80;
            if (characters > 120 && !f.inside && !strchr("|<!", line[strspn(line, " ")]) &&
                strncmp(line, "    ", 4)) {
                print_error("%s: %zu characters: %s\n", *name, characters, line);
                bad++;
            }
        }
    }
    free_names(names);
    assert_int_equal(bad, 0);
}

// The test itself finds what is wrong.
TEST(bad_links_are_found)
{
    char path[1000];
    resolve("docs/guide.md", "../include/./mazewright/waist.h", path, sizeof path);
    assert_string_equal(path, "include/mazewright/waist.h");
    resolve("README.md", "docs/guide.md", path, sizeof path);
    assert_string_equal(path, "docs/guide.md");
    assert_true(has_anchor("docs/guide.md", "write-a-kind-in-one-file"));
    assert_false(has_anchor("docs/guide.md", "write-a-kind"));
    static const char *const wrong[] = {"gide.md", "#no-such-heading", "formats.md#roook",
                                        "../doc/guide.md"};
    static const char *const right[] = {"guide.md", "#use-the-library", "formats.md#rook",
                                        "https://example.org/x", "../docs/guide.md"};
    unsigned bad = 0;
    for (size_t i = 0; i < COUNT(right); i++)
        check_link(&bad, "docs/guide.md", right[i]);
    assert_int_equal(bad, 0);
    for (size_t i = 0; i < COUNT(wrong); i++)
        check_link(&bad, "docs/guide.md", wrong[i]);
    assert_int_equal(bad, COUNT(wrong));
}
