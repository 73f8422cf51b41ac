// test_kind.c: a kind from outside of the library: what it must have is asked for in a sentence
// before anything is called; and a kind that was compiled before members were added still works.
#include "mazewright/design.h"
#include "mazewright/scene.h"
#include "mazewright/session.h"
#include "mazewright/text.h"
#include "../examples/installed/ice.h"
#include "support.h"

#include <stddef.h>

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
    rules.why_not = NULL; // its reasons would contradict rules that a test changes
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

TEST(what_is_missing_is_told)
{
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
        WITHOUT(rules, things, "kind 'die': rules.things is missing, though facts is there"),
        WITHOUT(rules, facts, "kind 'die': rules.facts is missing, though things is there"),
        WITHOUT(rules, tell_fact, "kind 'die': rules.tell_fact is missing, though things is there"),
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

static double no_measure(UNUSED const mw_maze *m, UNUSED const mw_graph *g)
{
    return 0;
}

TEST(lists_are_looked_at_too)
{
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
    expect_refusal("kind 'die': heuristic 'it' has no eval, no relax and no estimate");
    copy_kind("die");
    copy.measures = bad_measure;
    expect_refusal("kind 'die': measure 'it' has no eval");
    for (unsigned i = 0; i <= MW_MEASURES_MAX; i++)
        many[i] = (mw_measure){.name = "it", .eval = no_measure};
    copy.measures = many;
    expect_refusal("kind 'die' has more than 10 measures");
    copy_kind("die");
    copy.name = "Dice";
    mw_error e;
    assert_false(mw_kind_valid(&copy, &e));
    assert_string_equal(e.text, "a kind's name is 'Dice'; it needs one of lower case letters");
}

TEST(all_our_kinds_are_whole)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        mw_error e;
        if (!mw_kind_valid(*k, &e))
            fail_msg("%s", e.text);
    }
}

// ---- a law that cannot fail proves nothing: a kind that cheats must be caught, law by law

static const mw_kind *honest; // the kind that was copied

static unsigned wrong_rank(const mw_maze *m, const mw_state *s, mw_edge *e)
{
    unsigned n = honest->rules->expand(m, s, e);
    if (n)
        e[0].rank ^= 1;
    return n;
}

static unsigned one_way(const mw_maze *m, const mw_state *s, mw_edge *e)
{
    return honest->rules->expand(m, s, e) > 0; // only the first move
}

static unsigned backwards(const mw_maze *m, const mw_state *s, mw_edge *e)
{
    unsigned n = honest->rules->expand(m, s, e);
    if (n > 1) {
        mw_edge first = e[0];
        e[0] = e[1];
        e[1] = first;
    }
    return n;
}

static unsigned too_many(const mw_maze *m, const mw_state *s, mw_edge *e)
{
    unsigned n = honest->rules->expand(m, s, e);
    for (; n && n < 2 * MW_EDGES_MAX; n++)
        e[n] = e[n - 1];
    return n;
}

static mw_status no_status(const mw_maze *m, const mw_state *s)
{
    return honest->rules->status(m, s) == MW_OPEN ? (mw_status)7 : MW_SOLVED;
}

static uint64_t few(UNUSED const mw_maze *m)
{
    return 1;
}

static uint32_t beyond(const mw_maze *m, UNUSED const mw_state *s)
{
    return (uint32_t)m->w * m->h;
}

static uint32_t boastful(UNUSED const mw_maze *m, UNUSED const mw_state *s)
{
    return 9999;
}

static void print_nothing(UNUSED const mw_maze *m, UNUSED bool compact, UNUSED mw_writer *w)
{
}

static void print_another(const mw_maze *m, bool compact, mw_writer *w)
{
    honest->text->print(m, compact, w);
    char *end = w->text ? strrchr(w->text, compact ? 'x' : '*') : NULL;
    if (end)
        *end = '.'; // one wall less
}

static mw_maze *random_of_the_moment(mw_source *src, UNUSED mw_rng *rng)
{
    static unsigned calls;
    mw_rng other = seeded(++calls);
    return honest->text->random(src, &other);
}

// ---- pictures and words

static void draw_nothing(UNUSED const mw_maze *m, UNUSED const mw_state *s, mw_scene *scene)
{
    scene->width = scene->height = 1;
}

static void draw_outside(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    honest->view->draw(m, s, scene);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_HERO}, scene->width, 1, 0.3);
}

static void draw_start(const mw_maze *m, UNUSED const mw_state *s, mw_scene *scene)
{
    mw_state first;
    m->kind->rules->start(m, &first);
    honest->view->draw(m, &first, scene);
}

static void place_outside(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    honest->view->place(m, s, x, y);
    *x += 1000;
}

static void animate_late(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                         mw_scene *scene)
{
    honest->view->animate(m, from, e, t < 0.1 ? 0.1 : t, scene);
}

static void animate_short(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                          mw_scene *scene)
{
    honest->view->animate(m, from, e, t > 0.9 ? 0.9 : t, scene);
}

static void animate_outside(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                            mw_scene *scene)
{
    honest->view->animate(m, from, e, t, scene);
    if (t == 0.5)
        mw_draw_line(scene, (mw_ink){.role = MW_ROLE_PATH}, (const double[]){0, 0, -1, 0}, 2);
}

static void look_at_start(const mw_maze *m, UNUSED const mw_state *s, uint32_t cell, mw_writer *w)
{
    mw_state first;
    m->kind->rules->start(m, &first);
    honest->view->look(m, &first, cell, w);
}

static void look_away(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    if (cell != m->kind->rules->cell(m, s))
        honest->view->look(m, s, cell, w);
}

static void look_untidily(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    honest->view->look(m, s, cell, w);
    mw_write(w, ", ");
}

// ---- editing and designing

static mw_maze *paint_nothing(UNUSED const mw_maze *m, UNUSED unsigned brush, UNUSED uint32_t cell,
                              UNUSED unsigned side, UNUSED mw_error *e)
{
    return NULL;
}

static mw_maze *paint_itself(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                             mw_error *e)
{
    mw_maze *painted = honest->editor->paint(m, brush, cell, side, e);
    ((mw_maze *)m)->data[0]++;
    return painted;
}

static mw_maze *paint_narrower(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                               mw_error *e)
{
    mw_maze *painted = honest->editor->paint(m, brush, cell, side, e);
    if (painted)
        painted->w--;
    return painted;
}

static mw_maze *paint_badly(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                            mw_error *e)
{
    mw_maze *painted = honest->editor->paint(m, brush, cell, side, e);
    if (painted)
        painted->traits ^= 128; // what no text tells
    return painted;
}

static mw_maze *resize_to_the_same(const mw_maze *m, UNUSED bool keep, UNUSED mw_source *src)
{
    return mw_maze_clone(m);
}

static mw_maze *resize_in_silence(UNUSED const mw_maze *m, UNUSED bool keep, UNUSED mw_source *src)
{
    return NULL;
}

static mw_maze *forget_when_resized(const mw_maze *m, UNUSED bool keep, mw_source *src)
{
    return honest->editor->resize(m, false, src);
}

static mw_maze *turn_onwards(const mw_maze *m, unsigned symmetry)
{
    return honest->design->turn(m, symmetry ^ 2);
}

static void mutate_narrower(mw_maze *m, UNUSED mw_rng *rng)
{
    m->w--;
}

static void mutate_badly(mw_maze *m, UNUSED mw_rng *rng)
{
    m->traits ^= 128;
}

static void encode_badly(const mw_maze *m, uint64_t *bits)
{
    honest->design->encode(m, bits);
    bits[0] ^= 1;
}

static bool decode_badly(mw_maze *m, const uint64_t *bits)
{
    bool legal = honest->design->decode(m, bits);
    m->traits ^= 128;
    return legal;
}

static mw_maze *turn_badly(const mw_maze *m, unsigned symmetry)
{
    mw_maze *turned = honest->design->turn(m, symmetry);
    mw_rng rng = seeded(symmetry);
    for (int i = 0; turned && symmetry == 5 && i < 5; i++)
        honest->design->mutate(turned, &rng);
    return turned;
}

static bool evaluate_longer(const mw_maze *m, bool whole, mw_evaluation *e)
{
    bool done = honest->fast->evaluate(m, whole, e);
    e->length++;
    e->best_length++;
    e->states++;
    return done;
}

static bool evaluate_wholly(const mw_maze *m, bool whole, mw_evaluation *e)
{
    bool done = honest->fast->evaluate(m, false, e);
    return done && whole; // without the counts
}

static bool evaluate_cells(const mw_maze *m, bool whole, mw_evaluation *e)
{
    bool done = honest->fast->evaluate(m, whole, e);
    e->unreaching = 99;
    return done;
}

static void glyph_of_nobody(UNUSED const mw_maze *m, UNUSED const mw_state *s, UNUSED uint32_t cell,
                            UNUSED mw_glyph *g)
{
}

static void glyph_of_bytes(UNUSED const mw_maze *m, UNUSED const mw_state *s, UNUSED uint32_t cell,
                           mw_glyph *g)
{
    g->here = true;
    memset(g->text, 'x', sizeof g->text);
}

static void glyph_of_no_role(UNUSED const mw_maze *m, UNUSED const mw_state *s,
                             UNUSED uint32_t cell, mw_glyph *g)
{
    g->here = true;
    g->walls = 16;
}

static void aside_without_end(UNUSED const mw_maze *m, UNUSED const mw_state *s, mw_writer *w)
{
    mw_write(w, "no end");
}

static void say_nothing(UNUSED const mw_maze *m, UNUSED const mw_state *s, UNUSED uint16_t action,
                        UNUSED mw_writer *w)
{
}

static const mw_feature one_name_twice[] = {
    {.name = "dx", .about = "one"}, {.name = "dx", .about = "two"}, {0}};
static const mw_feature name_of_function[] = {{.name = "min", .about = "least"}, {0}};

static void measure_nothing(UNUSED const mw_maze *m, UNUSED const mw_state *s,
                            UNUSED uint64_t wanted, UNUSED double *values)
{
}

static void measure_by_wish(UNUSED const mw_maze *m, UNUSED const mw_state *s, uint64_t wanted,
                            double *values)
{
    for (unsigned i = 0; i < 12; i++)
        values[i] = wanted == UINT64_MAX;
}

static void facts_of_all_faces(const mw_maze *m, const mw_state *s, uint32_t *values)
{
    honest->rules->facts(m, s, values);
    values[1] = (uint32_t)(s->w[0] >> 32) % 6; // also what the rules do not look at
}

static unsigned things_without_end(UNUSED const mw_maze *m)
{
    return MW_THINGS_MAX + 1;
}

static void tell_things_only(UNUSED const mw_maze *m, unsigned thing, UNUSED uint32_t value,
                             mw_writer *w)
{
    mw_write(w, "thing %u is somewhere", thing);
}

static void tell_no_fact(UNUSED const mw_maze *m, UNUSED unsigned thing, UNUSED uint32_t value,
                         UNUSED mw_writer *w)
{
}

static void tell_sentences(const mw_maze *m, unsigned thing, uint32_t value, mw_writer *w)
{
    honest->rules->tell_fact(m, thing, value, w);
    mw_write(w, ".");
}

static void say_always(UNUSED const mw_maze *m, UNUSED const mw_state *s, UNUSED uint16_t action,
                       mw_writer *w)
{
    mw_write(w, "no");
}

static void say_a_sentence(const mw_maze *m, const mw_state *s, uint16_t action, mw_writer *w)
{
    size_t before = w->length;
    honest->rules->why_not(m, s, action, w);
    if (w->length > before)
        mw_write(w, ".");
}

static void set_no_start(UNUSED mw_maze *m, UNUSED const mw_state *s)
{
}

static void remember(void *context, const char *sentence)
{
    char *all = context;
    strncat(all, sentence, 9000 - strlen(all));
}

static void expect_broken(const char *sentence)
{
    static char all[9001];
    scoped_maze *m = maze_of_id("die:5x5,obstacles=10#3");
    m->kind = &copy;
    all[0] = '\0';
    mw_verdict v = mw_laws(m, 1, NULL, remember, all);
    if (!v.failures || !strstr(all, sentence))
        fail_msg("expected \"%s\" among: %s", sentence, all);
}

static mw_maze *refuse_in_silence(UNUSED mw_source *src, UNUSED mw_rng *rng)
{
    return NULL;
}

TEST(a_reason_is_told_where_a_kind_gives_none)
{
    mw_error e;
    honest = mw_kind_find("die");
    copy_kind("die");
    text.random = refuse_in_silence;
    assert_null(mw_maze_of_kind(&copy, "die:5x5#1", &e));
    assert_string_equal(e.text, "the kind 'die' refuses this maze and gives no reason");
}

#define CAUGHT(member, lie, sentence) (copy_kind("die"), (member) = (lie), expect_broken(sentence))

TEST(cheating_kinds_are_caught)
{
    static const mw_heuristic liar[] = {
        {.name = "liar", .about = "", .claims = mw_claims_consistent, .eval = boastful}, {0}};
    honest = mw_kind_find("die");
    CAUGHT(copy.heuristics, liar, "liar claims to be admissible");
    CAUGHT(rules.expand, one_way, "cannot be undone");
    CAUGHT(rules.expand, wrong_rank, "a move's rank is not the rank of its state");
    CAUGHT(rules.expand, backwards, "actions are not listed in rising order");
    CAUGHT(rules.expand, too_many, "moves, more than 16");
    CAUGHT(rules.status, no_status, "has the status 7, which is none");
    CAUGHT(rules.count, few, "beyond the count");
    CAUGHT(rules.cell, beyond, "beyond the board");
    CAUGHT(text.random, random_of_the_moment, "is another maze the second time");
    CAUGHT(text.print, print_nothing, "is not read back");
    CAUGHT(text.print, print_another, "reads back as another maze");
    CAUGHT(view.draw, draw_nothing, "the picture is empty");
    CAUGHT(view.draw, draw_outside, "something lies outside of it");
    CAUGHT(view.draw, draw_start, "the picture is that of the start");
    CAUGHT(view.place, place_outside, "the player's place is outside");
    CAUGHT(view.animate, animate_late, "does not begin as drawn");
    CAUGHT(view.animate, animate_short, "does not end as drawn");
    CAUGHT(view.animate, animate_outside, "at 0.5 of the move");
    CAUGHT(view.look, look_at_start, "told as at the start");
    CAUGHT(view.look, look_away, "do not say 'you are here'");
    CAUGHT(view.look, look_untidily, "is told as '");
    CAUGHT(view.glyph, glyph_of_nobody, "does not say that he is here");
    CAUGHT(view.glyph, glyph_of_bytes, "a character that no terminal shows");
    CAUGHT(view.glyph, glyph_of_no_role, "a role, a tint or a wall that there is not");
    CAUGHT(view.aside, aside_without_end, "does not end with a line's end");
    CAUGHT(rules.why_not, say_nothing, "is not legal, but the reason against it is ''");
    CAUGHT(rules.why_not, say_always, "is legal, but the reason against it is 'no'");
    CAUGHT(rules.why_not, say_a_sentence, "ends with a blank or a full stop");
    CAUGHT(rules.features, one_name_twice, "two features are called 'dx'");
    CAUGHT(rules.features, name_of_function, "the feature 'min' is no name in an expression");
    CAUGHT(rules.measure, measure_nothing, "has no value for the feature 'x'");
    CAUGHT(rules.measure, measure_by_wish, "where only it is wanted");
    CAUGHT(rules.facts, facts_of_all_faces, "another state of its rank have different facts");
    CAUGHT(rules.things, things_without_end, "there are 129 things, more than 128");
    CAUGHT(rules.tell_fact, tell_things_only, "are told as 'thing 0 is somewhere'");
    CAUGHT(rules.tell_fact, tell_no_fact, "'' is no clause");
    CAUGHT(rules.tell_fact, tell_sentences, "ends with a blank or a full stop");
    CAUGHT(editor.paint, paint_nothing, "fails without a sentence");
    CAUGHT(editor.paint, paint_itself, "changes the maze itself");
    CAUGHT(editor.paint, paint_narrower, "changes the size");
    CAUGHT(editor.paint, paint_badly, "reads back as another maze");
    CAUGHT(editor.resize, resize_to_the_same, "a larger maze has another size");
    CAUGHT(editor.resize, resize_in_silence, "a larger maze fails without a sentence");
    CAUGHT(editor.resize, forget_when_resized, "that grew and shrank again is another maze");
    CAUGHT(editor.turn, turn_onwards, "symmetry 4, 2 times, gives another maze");
    CAUGHT(design.mutate, mutate_narrower, "after 1 steps a maze has another size");
    CAUGHT(design.mutate, mutate_badly, "after 1 steps a maze reads back as another maze");
    CAUGHT(design.encode, encode_badly, "is a maze that is another string");
    CAUGHT(design.decode, decode_badly, "the maze of a string of bits reads back as another");
    CAUGHT(design.turn, turn_badly, "symmetry 5");
    CAUGHT(design.set_start, set_no_start, "from the best start the length is");
    CAUGHT(fast.evaluate, evaluate_longer, "the length is");
    CAUGHT(fast.evaluate, evaluate_cells, "unreaching is 99, but in the graph");
    CAUGHT(fast.evaluate, evaluate_wholly, "0 states, 0 dead, 0 losing moves, but in the graph");
}

// The words and arrows of the moves.
TEST(moves_that_cannot_be_told_apart_are_caught)
{
    static const struct {
        mw_action second;
        const char *sentence;
    } rows[] = {
        {{.word = "NE"}, "the move NE begins with the move N"},
        {{.word = "E", .arrow = MW_ARROW_UP}, "the moves N and E have the same arrow"},
        {{.word = "E E"}, "'E E' has a blank"},
        {{.word = "E,"}, "'E,' has a blank or another character"},
        {{.word = ""}, "'' is empty"},
        {{.word = "E", .arrow = (mw_arrow)99}, "'E' is empty, or its arrow or part is none"},
        {{.word = "E", .part = '\n'}, "'E' is empty, or its arrow or part is none"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        static mw_action actions[] = {
            {.word = "N", .arrow = MW_ARROW_UP}, {0}, {.word = "S"}, {.word = "W"}, {0}};
        actions[1] = rows[i].second;
        CAUGHT(rules.actions, actions, rows[i].sentence);
    }
}

// ---- older kinds: smaller structs, at the end of a page behind which nothing may be read or
// written

// The part of a kind as it was before its member `last` was added.
#define BEFORE(part, last) ((part) ? of_size((part), offsetof(__typeof__(*(part)), last)) : NULL)

static mw_kind *older(const mw_kind *kind)
{
    mw_kind *k = at_page_end(kind, sizeof *kind);
    k->rules = BEFORE(kind->rules, cell);
    k->text = BEFORE(kind->text, generator);
    k->view = BEFORE(kind->view, remark);
    k->editor = kind->editor ? of_size(kind->editor, sizeof *kind->editor) : NULL;
    k->fast = BEFORE(kind->fast, bytes);
    k->design = BEFORE(kind->design, chains);
    return k;
}

static void design_with(const mw_kind *k, const char *params)
{
    mw_designed found = {0};
    mw_error e;
    mw_design_plan plan = {.params = params, .schedule = {.evaluations = 300, .seed = 2}};
    if (!mw_design_maze(k, &plan, NULL, &found, &e))
        fail_msg("%s: %s", k->name, e.text);
    assert_non_null(found.maze);
    mw_maze_free(found.maze);
}

// Everything that the library does with a kind.
static void use_kind(const mw_kind *k, const char *id)
{
    mw_error e;
    char hint[200];
    scoped(mw_scene_free) mw_scene scene = {0};
    scoped_maze *m = mw_maze_of_kind(k, id, &e);
    if (!m)
        fail_msg("%s: %s", id, e.text);
    assert_true(keeps_all_laws(m, id));
    scoped_result r = searched(m, "astar", NULL, MW_VISITED_AUTO);
    scoped_graph *g = whole_graph(m);
    scoped_analysis values = {0};
    assert_true(mw_analyse(g, &values));
    assert_true((r.outcome == MW_OUTCOME_SOLVED) == (g->distance[0] != MW_FAR));
    scoped_text *remark = mw_maze_remark(m), *same = mw_canonical_id(m);
    assert_true(remark && same);
    mw_session *s = mw_session_open(m);
    mw_session_hint(s, MW_HINTS, hint, sizeof hint);
    assert_true(*hint);
    bool draws = MW_HAS(k, view, draw);
    assert_int_equal(mw_session_draw(s, 1, &scene), draws);
    scoped_text *svg = draws ? mw_scene_svg(&scene, &(mw_style){.scale = 20}) : NULL;
    assert_int_equal(svg != NULL, draws);
    mw_session_close(s);
}

// A size that a kind has random mazes of, as a part of an id.
static const char *size_of(const mw_kind *k)
{
    mw_error e;
    scoped_maze *m = mw_maze_of_kind(k, formatted("%s:5x5#3", k->name), &e);
    return m ? "5x5" : "5x1";
}

// The example of a kind outside of the library.
TEST(a_kind_of_a_program_works)
{
    mw_error e;
    use_kind(&ice, "ice:5x6:S..x./...../.x.../..x../....G/.....");
    use_kind(&ice, "ice:8x8#3");
    design_with(&ice, "8x8");
    scoped_maze *m = mw_maze_of_kind(&ice, "ice:5x5#1", &e), *ours = maze_of_id("rook:5x5#1");
    scoped_text *id = mw_maze_print(m, "id");
    scoped_maze *again = mw_maze_of_kind(&ice, id, &e);
    assert_true(mw_maze_equal(m, again));
    assert_null(mw_maze_from_id(id, &e)); // the library's list does not have it
    assert_null(mw_maze_of_kind(&ice, "rook:5x5#1", &e));
    assert_false(mw_maze_equal(m, ours));
}

TEST(older_kinds_work)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        const mw_kind *old = older(*k);
        use_kind(old, formatted("%s:%s#3", old->name, size_of(old)));
        if (old->design)
            design_with(old, size_of(old));
    }
}
