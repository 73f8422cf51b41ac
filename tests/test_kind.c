// test_kind.c: a kind from outside of the library: what it must have is asked for in a sentence
// before anything is called; and a kind that was compiled before members were added still works.
#include "mazewright/design.h"
#include "mazewright/scene.h"
#include "mazewright/session.h"
#include "support.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A copy of a kind with copies of all its parts, so that a test can change them.
static mw_rules rules;
static mw_text text;
static mw_view view;
static mw_editor editor;
static mw_fast fast;
static mw_design design;
static mw_kind copy;

static void copy_kind(const char *name)
{
    copy = *mw_kind_find(name);
    rules = *copy.rules;
    text = *copy.text;
    view = *copy.view;
    editor = *copy.editor;
    fast = *copy.fast;
    design = *copy.design;
    copy.rules = &rules;
    copy.text = &text;
    copy.view = &view;
    copy.editor = &editor;
    copy.fast = &fast;
    copy.design = &design;
}

static void expect_refusal(const char *sentence)
{
    mw_error e = {0};
    mw_maze *m = mw_maze_of_kind(&copy, "die:5x5#3", &e);
    if (m || strcmp(e.text, sentence))
        fail_msg("expected \"%s\", not \"%s\"", sentence, m ? "a maze" : e.text);
    assert_int_equal(e.code, MW_ERROR_INPUT);
    assert_null(mw_maze_read(&copy, "die 2x1\nSG\n", 11, &e));
    assert_string_equal(e.text, sentence);
    assert_false(mw_kind_valid(&copy, &e));
}

// ---- what is missing is told

#define WITHOUT(thing, member, sentence)                                                           \
    {                                                                                              \
        &(thing), offsetof(__typeof__(thing), member), sizeof((thing).member), sentence            \
    }

static void what_is_missing_is_told(void **state)
{
    (void)state;
    static const struct {
        void *thing;
        size_t at, bytes;
        const char *sentence;
    } rows[] = {
        WITHOUT(copy, size, "a kind's size is 0; write .size = sizeof(mw_kind)"),
        WITHOUT(copy, name, "a kind's name is ''; it needs one of lower case letters"),
        WITHOUT(copy, about, "kind 'die': about is missing"),
        WITHOUT(copy, rules, "kind 'die': rules is missing"),
        WITHOUT(copy, text, "kind 'die': text is missing"),
        WITHOUT(rules, size, "kind 'die': rules.size is 0; write .size = sizeof(mw_rules)"),
        WITHOUT(rules, actions, "kind 'die': rules.actions is missing"),
        WITHOUT(rules, start, "kind 'die': rules.start is missing"),
        WITHOUT(rules, status, "kind 'die': rules.status is missing"),
        WITHOUT(rules, expand, "kind 'die': rules.expand is missing"),
        WITHOUT(rules, describe, "kind 'die': rules.describe is missing"),
        WITHOUT(rules, count, "kind 'die': rules.count is missing, though rank is there"),
        WITHOUT(rules, rank, "kind 'die': rules.rank is missing, though count is there"),
        WITHOUT(rules, unrank, "kind 'die': rules.unrank is missing, though count is there"),
        WITHOUT(text, parse, "kind 'die': text.parse is missing"),
        WITHOUT(text, print, "kind 'die': text.print is missing"),
        WITHOUT(view, draw, "kind 'die': view.draw is missing, though place is there"),
        WITHOUT(view, place, "kind 'die': view.place is missing, though draw is there"),
        WITHOUT(editor, brushes, "kind 'die': editor.brushes is missing"),
        WITHOUT(editor, paint, "kind 'die': editor.paint is missing"),
        WITHOUT(fast, evaluate, "kind 'die': fast.evaluate is missing"),
        WITHOUT(design, mutate, "kind 'die': design.mutate is missing"),
        WITHOUT(design, presets, "kind 'die': design.presets is missing"),
        WITHOUT(design, bits, "kind 'die': design.bits is missing, though encode is there"),
        WITHOUT(design, encode, "kind 'die': design.encode is missing, though bits is there"),
        WITHOUT(design, decode, "kind 'die': design.decode is missing, though bits is there"),
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        copy_kind("die");
        memset((char *)rows[i].thing + rows[i].at, 0, rows[i].bytes);
        expect_refusal(rows[i].sentence);
    }
}

static double no_measure(const mw_maze *m, const mw_graph *g)
{
    (void)m;
    (void)g;
    return 0;
}

static void lists_are_looked_at_too(void **state)
{
    (void)state;
    static const mw_action no_action = {0};
    static const mw_brush no_brush = {0};
    static const mw_preset no_preset = {0}, empty_preset[] = {{.name = "it"}, {0}};
    static const mw_form bad_form[] = {{.name = "it"}, {0}};
    static const mw_heuristic unclaimed[] = {{.name = "it"}, {0}},
                              empty[] = {{.name = "it", .claims = mw_claims_nothing}, {0}};
    static const mw_measure bad_measure[] = {{.name = "it"}, {0}};
    static mw_measure many[MW_MEASURES_MAX + 2];
    copy_kind("die");
    rules.actions = &no_action;
    expect_refusal("kind 'die': rules.actions is empty");
    copy_kind("die");
    editor.brushes = &no_brush;
    expect_refusal("kind 'die': editor.brushes is empty");
    copy_kind("die");
    design.presets = &no_preset;
    expect_refusal("kind 'die': design.presets is empty");
    design.presets = empty_preset;
    expect_refusal("kind 'die': preset 'it' has no objective");
    copy_kind("die");
    text.forms = bad_form;
    expect_refusal("kind 'die': form 'it' has no print");
    copy_kind("die");
    copy.heuristics = unclaimed;
    expect_refusal("kind 'die': heuristic 'it' has no claims");
    copy.heuristics = empty;
    expect_refusal("kind 'die': heuristic 'it' has no eval and no relax");
    copy_kind("die");
    copy.measures = bad_measure;
    expect_refusal("kind 'die': measure 'it' has no eval");
    for (unsigned i = 0; i <= MW_MEASURES_MAX; i++)
        many[i] = (mw_measure){.name = "it", .eval = no_measure};
    copy.measures = many;
    expect_refusal("kind 'die' has more than 8 measures");
    copy_kind("die");
    copy.name = "Dice";
    mw_error e;
    assert_false(mw_kind_valid(&copy, &e));
    assert_string_equal(e.text, "a kind's name is 'Dice'; it needs one of lower case letters");
}

static void all_our_kinds_are_whole(void **state)
{
    (void)state;
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        mw_error e;
        if (!mw_kind_valid(*k, &e))
            fail_msg("%s", e.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_is_told),
        cmocka_unit_test(lists_are_looked_at_too),
        cmocka_unit_test(all_our_kinds_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
