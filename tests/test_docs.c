// test_docs.c: what the documents show is true.
//
//   ```console     every command ("$ ...") is run, in a folder of its document, with the shipped
//                  mazes and plans beside it. It must print exactly what is shown; "…" stands for
//                  any text in a line, and alone for any lines.
//   ```text NAME   is written to the file NAME of that folder, for the commands after it.
//   ```sh          is not run (it takes long, or serves, or needs a cluster), but its verbs and
//                  options must exist.
//
// A command in any other block is an error, so every command is checked in one of these ways.
#include "documents.h"
#include "support.h"

#include <sys/wait.h>
#include <unistd.h>

static const char gap[] = "…";

// ---- comparing

// Does `line` match `pattern`, in which the gap stands for any text?
static bool matches(const char *pattern, const char *line)
{
    const char *at = strstr(pattern, gap);
    if (!at)
        return !strcmp(pattern, line);
    if (strncmp(pattern, line, (size_t)(at - pattern)))
        return false;
    for (line += at - pattern;; line++) {
        if (matches(at + strlen(gap), line))
            return true;
        if (!*line)
            return false;
    }
}

#define LINES_MAX 4000

typedef struct lines {
    char *at[LINES_MAX];
    size_t count;
} lines;

static lines *split(char *text)
{
    lines *all = calloc(1, sizeof *all);
    for (char *line; (line = next_line(&text)) && all->count < LINES_MAX;)
        all->at[all->count++] = line;
    return all;
}

// Do the lines from `o` on match the patterns from `p` on? *farthest becomes the last pattern that
// was tried, which is where the output differs.
static bool all_match(const lines *patterns, size_t p, const lines *output, size_t o,
                      size_t *farthest)
{
    for (; p < patterns->count && strcmp(patterns->at[p], gap); p++, o++) {
        *farthest = p > *farthest ? p : *farthest;
        if (o == output->count || !matches(patterns->at[p], output->at[o]))
            return false;
    }
    if (p == patterns->count)
        return o == output->count;
    for (; o <= output->count; o++)
        if (all_match(patterns, p + 1, output, o, farthest))
            return true;
    return false;
}

// ---- running

// Commands run in the folder `here`; the folder `bin` beside it has the program itself.
static int make_folder(UNUSED void **state)
{
    free(run_shell("mkdir %s/bin && ln -s '%s' %s/bin/mazewright", scratch(), COMMAND, scratch()));
    return 0;
}

static void begin_document(void)
{
    free(run_shell("cd %s && rm -rf here && mkdir here && cd here && "
                   "for name in puzzles experiments examples; do ln -s '%s/'$name .; done",
                   scratch(), SOURCE_DIR));
}

static void write_file(const char *name, const char *text)
{
    char here[300];
    assert_null(strchr(name, '/'));
    snprintf(here, sizeof here, "here/%s", name);
    scratch_file(here, text);
}

// What a command prints, messages included.
static char *run_example(const char *command)
{
    write_file(".command", command);
    const char *line = formatted(
        "cd %s/here && PATH=%s/bin:$PATH timeout 120 env -u MAZEWRIGHT_MAPS sh .command > "
        "../out 2>&1 < /dev/null",
        scratch(), scratch());
    int status = system(line);
    if (!WIFEXITED(status) || WEXITSTATUS(status) >= 124)
        fail_msg("does not end well: %s", command);
    return read_file(scratch(), "out");
}

static void expect_output(const char *document, const char *command, char *shown)
{
    char *out = run_example(command), *whole = strdup(out);
    lines *patterns = split(shown), *output = split(out);
    size_t farthest = 0;
    if (!all_match(patterns, 0, output, 0, &farthest))
        // cmocka cuts a message off after 1,024 bytes, with the end of its last line
        fail_msg("%s: $ %.200s\ndoes not print as shown: %.200s\nbut:\n%.500s", document, command,
                 farthest < patterns->count ? patterns->at[farthest] : "(nothing more)", whole);
    free(patterns);
    free(output);
    free(whole);
    free(out);
}

// ---- documents

typedef struct example {
    const char *document;
    char command[4000], shown[20000]; // shown: the lines after the command, or those of a file
    bool pending;
} example;

static void finish(example *e)
{
    if (e->pending)
        expect_output(e->document, e->command, e->shown);
    e->pending = false;
    *e->shown = '\0';
}

static void append(char *text, size_t size, const char *line)
{
    size_t length = strlen(text);
    assert_true(length + strlen(line) + 2 < size);
    snprintf(text + length, size - length, "%s\n", line);
}

static void console_line(example *e, const char *line)
{
    size_t length = strlen(e->command);
    bool goes_on = e->pending && length > 1 && e->command[length - 2] == '\\';
    if (goes_on && !*e->shown) {
        append(e->command, sizeof e->command, line);
    } else if (!strncmp(line, "$ ", 2)) {
        finish(e);
        *e->command = '\0';
        append(e->command, sizeof e->command, line + 2);
        e->pending = true;
    } else {
        append(e->shown, sizeof e->shown, line);
    }
}

// A command that is not run names a verb, and options that this verb has.
static void check_options(const char *document, const char *line)
{
    char copy[1000], *help, *remark;
    const char *at = strstr(line, "mazewright ");
    snprintf(copy, sizeof copy, "%s", at ? at : strstr(line, "mazewright-mpi "));
    copy[strcspn(copy, "|>;")] = '\0';
    if ((remark = strstr(copy, " #")))
        *remark = '\0';
    strtok(copy, " "); // the command itself
    char *verb = strtok(NULL, " "), *word;
    const char *arguments = formatted("%.100s --help", verb ? verb : "");
    if (run_command(arguments, &help, NULL))
        fail_msg("%s: there is no such verb: %s", document, line);
    while ((word = strtok(NULL, " ="))) {
        word += *word == '[';
        word[strcspn(word, "])")] = '\0';
        const char *option = formatted(word[1] == '-' ? " %.80s " : " %.80s, ", word);
        if (*word == '-' && word[1] && !strstr(help, option) && strcmp(word, "--help"))
            fail_msg("%s: %s has no option %s: %s", document, verb, word, line);
    }
    free(help);
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if (strchr(" `", at[-1]) && strchr(" `", at[length]))
            return true;
    return false;
}

static bool names_command(const char *line)
{
    line += strspn(line, " $");
    return !strncmp(line, "mazewright ", 11) || !strncmp(line, "build/mazewright ", 17) ||
           strstr(line, "| mazewright ") || strstr(line, "mazewright-mpi ");
}

// Handles one line of a block; the words after ``` say what sort of block it is.
static void block_line(example *e, const fence *f, const char *line)
{
    const char *name = strchr(f->words, ' ');
    if (f->closes && name)
        write_file(name + 1, e->shown);
    if (f->closes)
        finish(e);
    else if (f->opens)
        *e->shown = '\0';
    else if (!strcmp(f->words, "console"))
        console_line(e, line);
    else if (!strcmp(f->words, "sh") && names_command(line))
        check_options(e->document, line);
    else if (name)
        append(e->shown, sizeof e->shown, line);
    else if (names_command(line))
        fail_msg("%s: a block with a command is a console or sh block: %s", e->document, line);
}

static void examples_are_true(void **state)
{
    example *e = calloc(1, sizeof *e);
    e->document = *state;
    char *text = read_file(SOURCE_DIR, e->document), *rest = text;
    fence f = {0};
    begin_document();
    for (char *line; (line = next_line(&rest));) {
        follow_fence(&f, line);
        if (f.inside)
            block_line(e, &f, line);
        else if (!strncmp(line, "    ", 4) && names_command(line))
            fail_msg("%s: a command stands in a console or sh block: %s", e->document, line);
    }
    assert_false(f.inside && !f.closes);
    free(text);
    free(e);
}

// Every member of the object, and of the objects in it, is a word of the row. `features` and
// `estimates` have members by the names of measures and heuristics, which are documented elsewhere.
static void expect_fields(const char *line, const char *row, json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        if (!has_word(row, key))
            fail_msg("%s: docs/formats.md does not tell of '%s'", line, key);
        if (json_is_object(value) && strcmp(key, "features") && strcmp(key, "estimates"))
            expect_fields(line, row, value);
        if (json_is_array(value) && json_is_object(json_array_get(value, 0)))
            expect_fields(line, row, json_array_get(value, 0));
    }
}

// docs/formats.md has every field of an answer in JSON, in the row of the verb; and what speaks of
// a maze has its id.
TEST(json_fields_are_documented)
{
    static const struct {
        const char *row, *command;
        bool maze; // each object speaks of one
    } of[] = {
        {"`solve`", "solve -a all 'die:3x3:S../.../..G'", true},
        {"`solve`", "solve --count-as paper shipped:die/03", true},
        {"`solve`", "solve --limit-states 2 rook:5x5#7", true},
        {"`analyse`", "analyse --distances null:3x1:S.G", true},
        {"`explain`", "explain bloxorz:6x6#2", true},
        {"`explain`", "explain --moves L shipped:theseus/05", true},
        {"`explain --compare`", "explain --compare rook:5x5#7 rook:5x5#3", false},
        {"`check`", "check rook:5x5#7", true},
        {"`audit`", "audit --heuristic h3 die:5x5#1", true},
        {"`audit`", "audit --moves E die:5x5,obstacles=0#1", true},
        {"`hint`", "hint rook:5x5#7", true},
        {"`verify`", "verify --moves U rook:5x5#7", true},
        {"`design`", "design rook 5x5 -e 100 --catalogue m.db", true},
        {"`simulate`", "simulate 'marble:4x4#1'", true},
        {"`list`", "list rook", true},
        {"`catalogue list`",
         "catalogue import m.db rook:5x5#7 | grep -v . ; "
         "mazewright catalogue list m.db",
         true},
        {"`catalogue list`", "catalogue show m.db 2", true},
        {"`catalogue list`", "catalogue export m.db", true},
        {"`catalogue import`", "catalogue import m.db rook:5x5#7", false},
        {"`catalogue verify`", "catalogue verify m.db", false},
        {"`reproduce`", "reproduce die --quick", false},
        {"`experiment PLAN --dry-run`", "experiment test.plan --dry-run", false},
        {"`experiment PLAN`", "experiment test.plan", false},
        {"`experiment PLAN`", "experiment status test.db", false},
        {"`experiment compare`", "experiment compare test.db bfs dfs", false},
        {"`experiment report`", "experiment report test.db", true},
        {"`grade`", "grade examples/assignment/rubric.txt examples/assignment/alice.txt --times",
         false},
        {"`help KIND`", "help theseus", false},
        {"`help TOPIC`", "help algorithms", false},
        {"`help TOPIC`", "help heuristics", false},
        {"`help TOPIC`", "help objectives", false},
        {"`help TOPIC`", "help measures", false},
    };
    scoped_text *formats = read_file(SOURCE_DIR, "docs/formats.md");
    begin_document();
    write_file("test.plan", "random rook 4x4 seeds 1..2\nalgorithm bfs dfs\n");
    for (size_t i = 0; i < COUNT(of); i++) {
        scoped_text *out = run_shell("cd %s/here && export PATH=%s/bin:$PATH; mazewright %s --json "
                                     "|| :",
                                     scratch(), scratch(), of[i].command);
        char *row = strstr(formats, formatted("\n| %s", of[i].row)), *rest = out;
        if (!row)
            fail_msg("docs/formats.md has no row for %s", of[i].row);
        row = strndup(row + 1, strcspn(row + 1, "\n"));
        unsigned objects = 0;
        for (char *line; (line = next_line(&rest)); objects++) {
            scoped_json *object = json_loads(line, 0, NULL);
            assert_true(json_object_size(object) >= 2);
            assert_true(!of[i].maze || json_object_get(object, "id"));
            expect_fields(of[i].command, row, object);
        }
        assert_true(objects > 0);
        free(row);
    }
}

// The tutorial shows expand as it stands in null.c.
TEST(the_guide_shows_the_code)
{
    scoped_text *guide = read_file(SOURCE_DIR, "docs/guide.md"),
                *code = read_file(SOURCE_DIR, "src/kinds/null/null.c");
    char *shown = strstr(guide, "       static unsigned expand("), *rest = shown;
    assert_non_null(shown);
    for (char *line; (line = next_line(&rest)) && *line;)
        if (!strstr(code, line + 7))
            fail_msg("null.c has no line: %s", line + 7);
}

ALL_TESTS_WITH(make_folder, NULL)

// With an argument, only documents whose names contain it are tested.
int main(int argc, char **argv)
{
    char **names = documents();
    for (char **name = names; *name; name++)
        if (argc < 2 || strstr(*name, argv[1]))
            add_test(__LINE__, (struct CMUnitTest){*name, examples_are_true, NULL, NULL, *name});
    int failed = run_all_tests();
    free_names(names);
    return failed;
}
