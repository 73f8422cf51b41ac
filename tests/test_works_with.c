// test_works_with.c: the documents have two tables that say what works with which kind. Each cell
// is compared with what the kinds have, or with what the command does.
#include "documents.h"
#include "support.h"

#include "mazewright/design.h"

#define CELLS_MAX 12

typedef struct row {
    char *cells[CELLS_MAX];
    unsigned count;
} row;

// Cuts a row of a table into its cells, without the blanks around them, in place.
static row cells_of(char *line)
{
    row r = {.count = 0};
    for (char *at = line + 1; *at && r.count < CELLS_MAX;) {
        char *end = at + strcspn(at, "|"), *next = *end ? end + 1 : end;
        at += strspn(at, " ");
        while (end > at && end[-1] == ' ')
            end--;
        *end = '\0';
        r.cells[r.count++] = at;
        at = next;
    }
    return r;
}

typedef struct table {
    char *text;
    row head, rows[40];
    unsigned count;
} table;

// The first table below this heading. The caller frees its text.
static table table_below(const char *document, const char *heading)
{
    table t = {.text = read_file(SOURCE_DIR "/docs", document)};
    assert_non_null(t.text);
    char *at = strstr(t.text, heading), *line;
    assert_non_null(at);
    while ((line = next_line(&at)) && *line != '|')
        ;
    assert_non_null(line);
    t.head = cells_of(line);
    assert_non_null(next_line(&at)); // the line below the head
    while ((line = next_line(&at)) && *line == '|') {
        assert_true(t.count < COUNT(t.rows));
        t.rows[t.count] = cells_of(line);
        assert_int_equal(t.rows[t.count].count, t.head.count);
        t.count++;
    }
    return t;
}

static bool says_yes(const char *cell, const char *what, const char *kind)
{
    if (!*cell)
        fail_msg("%s, %s: the cell is empty", what, kind);
    return strcmp(cell, "no") != 0;
}

// Every kind is in the head of the table, but for those that `without` says.
static void expect_all_kinds(const table *t, bool (*without)(const mw_kind *))
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        unsigned i = 0;
        while (i < t->head.count && strcmp(t->head.cells[i], (*k)->name))
            i++;
        if (i == t->head.count && !(without && without(*k)))
            fail_msg("%s is not in the table", (*k)->name);
    }
}

// ---- engines

static bool always(UNUSED const mw_kind *kind)
{
    return true;
}

static bool has_forms(const mw_kind *kind)
{
    for (const mw_form *f = MW_HAS(kind, text, forms) ? kind->text->forms : NULL; f && f->name; f++)
        if (!strcmp(f->name, "promela"))
            return true;
    return false;
}

#define HAS(name, expression)                                                                      \
    static bool name(const mw_kind *kind)                                                          \
    {                                                                                              \
        return expression;                                                                         \
    }
HAS(has_view, MW_HAS(kind, view, draw))
HAS(has_things, MW_HAS(kind, rules, things))
HAS(has_editor, kind->editor)
HAS(has_heuristics, kind->heuristics)
HAS(has_features, MW_HAS(kind, rules, features))
HAS(has_design, kind->design)
HAS(has_bits, MW_HAS(kind, design, bits))
HAS(has_exact, MW_HAS(kind, design, exact))
HAS(has_chains, MW_HAS(kind, design, chains))
HAS(has_fast, MW_HAS(kind, fast, evaluate))
HAS(has_set_start, MW_HAS(kind, design, set_start))
HAS(has_turn, MW_HAS(kind, design, turn))

TEST(engines_work_with_the_kinds_that_the_guide_says)
{
    static const struct {
        const char *row;
        bool (*has)(const mw_kind *);
    } rows[] = {
        {"`solve`, `analyse`, `explain`, `check`, `trace`, `play`, `hint`, `verify`, `catalogue`",
         always},
        {"pictures: `render`, `book`, the page", has_view},
        {"explanations in words of the kind", has_things},
        {"the editor of the page", has_editor},
        {"informed searches, `audit`", has_heuristics},
        {"heuristics as expressions", has_features},
        {"`convert --to promela`, `pddl`", has_forms},
        {"`design`, by searches and as a ladder", has_design},
        {"`design --method genetic`", has_bits},
        {"`design --method exact`", has_exact},
        {"`design --device`", has_chains},
        {"a fast evaluation", has_fast},
        {"`best_length`", has_set_start},
        {"mirrored copies", has_turn},
    };
    table t = table_below("guide.md", "### What works with which kind");
    expect_all_kinds(&t, NULL);
    assert_int_equal(t.count, COUNT(rows));
    for (unsigned i = 0; i < t.count; i++) {
        assert_string_equal(t.rows[i].cells[0], rows[i].row);
        assert_int_equal(t.rows[i].count, t.head.count);
        for (unsigned k = 1; k + 1 < t.head.count; k++) { // the last column says why
            const char *name = t.head.cells[k];
            const mw_kind *kind = mw_kind_find(name);
            assert_non_null(kind);
            if (says_yes(t.rows[i].cells[k], rows[i].row, name) != rows[i].has(kind))
                fail_msg("guide.md, %s: '%s' is not true for %s", rows[i].row, t.rows[i].cells[k],
                         name);
        }
    }
    free(t.text);
}

// ---- methods of design

static bool is_not_designed(const mw_kind *kind)
{
    return !kind->design;
}

// Names of the methods in a cell such as "`anneal`, `descent`" are marked as code.
static bool names_method(const char *cell, const char *method)
{
    return cell && strstr(cell, formatted("`%s`", method));
}

// A small maze of the kind, as `design` wants it.
static const char *small(const char *kind)
{
    return !strcmp(kind, "bloxorz") ? "5x4" : "3x3";
}

TEST(methods_work_with_the_kinds_that_the_document_says)
{
    table t = table_below("design.md", "### Which method works with which kind");
    expect_all_kinds(&t, is_not_designed);
    for (const mw_method *m = mw_methods(); m->name; m++) {
        unsigned i = 0;
        while (i < t.count && !names_method(t.rows[i].cells[0], m->name))
            i++;
        if (i == t.count)
            fail_msg("design.md does not say with which kinds %s works", m->name);
        for (unsigned k = 1; k < t.head.count; k++) {
            const char *kind = t.head.cells[k], *cell = t.rows[i].cells[k];
            assert_true(kind && cell);
            scoped_text *out = NULL, *err = NULL;
            int code = run_command(
                formatted("design %s %s#1 -m %s -e 200 --count 1 -q", kind, small(kind), m->name),
                &out, &err);
            bool works = code == DONE && strstr(out, formatted("# %s:", kind));
            if (works != says_yes(cell, m->name, kind) || (!works && (code != USAGE || !*err)))
                fail_msg("design.md: %s, %s: '%s', but exit %d: %s", m->name, kind, cell, code,
                         err);
        }
    }
    free(t.text);
}
