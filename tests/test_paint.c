// test_paint.c: what an editor and a screen reader ask of a kind: brushes, and cells in words.
#include "core/text.h"
#include "support.h"

// ---- cells in words

static char *look_at(const mw_maze *m, const mw_state *s, uint32_t cell)
{
    mw_writer w = {0};
    m->kind->view->look(m, s, cell, &w);
    return mw_writer_take(&w);
}

// One cell of a shipped maze is told to be where to go; that all cells can be told is a law.
TEST(one_cell_is_the_goal)
{
    static const struct {
        const char *kind, *goal; // the word for it
    } goals[] = {{"rook", "goal"},    {"die", "goal"},      {"theseus", "exit"},
                 {"bloxorz", "hole"}, {"marble", "target"}, {"null", "goal"}};
    char **names = shipped_mazes();
    for (char **n = names; *n; n++)
        for (size_t i = 0; i < COUNT(goals); i++) {
            scoped_maze *m = maze_of_file(*n);
            mw_state s;
            unsigned found = 0;
            if (strcmp(goals[i].kind, m->kind->name) != 0)
                continue;
            m->kind->rules->start(m, &s);
            for (uint32_t c = 0; c < (uint32_t)m->w * m->h * m->d; c++) {
                scoped_text *words = look_at(m, &s, c);
                found += strstr(words, goals[i].goal) != NULL;
            }
            if (found != 1)
                fail_msg("%s: %u goals", *n, found);
        }
    free_names(names);
}

#define ROOK "rook 3x3\n[2] 1 1\n1 1 2\n2 1 G\n"
#define DIE  "die 3x2 labels=before\nS.4\n.*G\n"
#define THESEUS                                                                                    \
    "theseus 3x2\n+---+---+---+\n| T |       |\n+   +---+   +\n| M     |     X\n+---+---+---+\n"
#define GOALS   "theseus 3x1\n+---+---+---+\n| T | X   M |\n+---+---+---+\n"
#define BLOCKED "theseus 3x1\n+---+---+---+\n| T   X   M |\n+---+---+---+\nblock 2 1 W\n"
#define BLOXORZ                                                                                    \
    "bloxorz 6x3\nSoo1aA\n~..2.o\no.o3oG\n1 soft toggle A\n2 heavy remove A\n3 split 1,3 3,3\n"
#define MARBLE                                                                                     \
    "marble 3x2\n+---+---+---+\n|       | G |\n+   +---+   +\n| S |       |\n+---+---+---+\n"
#define LAYERS "marble:2x1x2:40/10" // up from the first cell, then along

TEST(cells_are_told_in_these_words)
{
    static const struct {
        const char *maze, *moves;
        uint32_t cell;
        const char *words;
    } rows[] = {
        {"null 4x1\nS.*G\n", "", 0, "start, you are here"},
        {"null 4x1\nS.*G\n", "R", 0, "start"},
        {"null 4x1\nS.*G\n", "R", 1, "floor, you are here"},
        {"null 4x1\nS.*G\n", "", 2, "wall"},
        {"null 4x1\nS.*G\n", "", 3, "goal"},
        {ROOK, "", 0, "start, jump 2, you are here"},
        {ROOK, "", 5, "jump 2"},
        {ROOK, "R", 2, "jump 1, you are here"},
        {ROOK, "RDD", 8, "goal"},
        {ROOK, "DR", 8, "goal, you are here"},
        {DIE, "", 0, "start, die with top 1, north 2, east 3, you are here"},
        {DIE, "", 1, "free"},
        {DIE, "", 2, "label 4"},
        {DIE, "", 4, "wall"},
        {DIE, "E", 1, "free, die with top 4, north 2, east 1, you are here"},
        {DIE, "", 5, "goal"},
        {THESEUS, "", 0, "walls above, right and left, Theseus, you are here"},
        {THESEUS, "", 1, "walls above, below and left"},
        {THESEUS, "", 3, "walls below and left, Minotaur"},
        {THESEUS, "", 5, "walls below and left, exit to the right"},
        {GOALS, "", 1, "walls above, below and left, exit"},
        {GOALS, "W", 1, "walls above, below and left, exit, Minotaur"},
        {BLOCKED, "", 1, "walls above and below, exit, block"},
        {BLOXORZ, "", 0, "start, tile, block standing, you are here"},
        {BLOXORZ, "", 1, "tile"},
        {BLOXORZ, "R", 0, "start, tile"},
        {BLOXORZ, "R", 1, "tile, block lying, you are here"},
        {BLOXORZ, "R", 2, "tile, block lying, you are here"},
        {BLOXORZ, "", 3, "ring switch that toggles A"},
        {BLOXORZ, "", 9, "cross switch that removes A"},
        {BLOXORZ, "", 15, "splitter"},
        {BLOXORZ, "", 4, "bridge A, gone"},
        {BLOXORZ, "", 5, "bridge A, there"},
        {BLOXORZ, "RR", 4, "bridge A, there"},
        {BLOXORZ, "", 6, "fragile tile"},
        {BLOXORZ, "", 7, ""},
        {BLOXORZ, "", 12, "tile, a half appears here"},
        {BLOXORZ, "", 17, "hole"},
        {MARBLE, "", 0, "walls right, below and left, start, marble, you are here"},
        {MARBLE, "", 3, "walls above and left"},
        {MARBLE, "", 5, "walls above, right and left, target"},
        {LAYERS, "", 0,
         "walls behind, right, in front, left and below, start, marble, you are here"},
        {LAYERS, "", 3, "walls behind, right, in front, above and below, target"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m =
            mw_is_id(rows[i].maze) ? maze_of_id(rows[i].maze) : maze_of_text(NULL, rows[i].maze);
        uint16_t *actions;
        mw_error e;
        mw_state s;
        long n = mw_moves_parse(m->kind, rows[i].moves, &actions, &e);
        assert_true(n >= 0);
        mw_replay(m, actions, (size_t)n, &s, NULL, NULL);
        scoped_text *words = look_at(m, &s, rows[i].cell);
        bool right = !strcmp(words, rows[i].words);
        wrong += !right;
        if (!right)
            print_error("row %zu: '%s', not '%s'\n", i, words, rows[i].words);
        free(actions);
    }
    assert_int_equal(wrong, 0);
}

// ---- brushes

static unsigned brush_of(const mw_kind *kind, const char *name)
{
    unsigned i = 0;
    while (kind->editor->brushes[i].name && strcmp(kind->editor->brushes[i].name, name))
        i++;
    if (!kind->editor->brushes[i].name)
        fail_msg("%s has no brush %s", kind->name, name);
    return i;
}

static void fail_in_words(void *name, const char *sentence)
{
    fail_msg("%s, painted: %s", (const char *)name, sentence);
}

typedef struct tally {
    unsigned painted, refused;
} tally;

static void check_stroke(const char *name, const mw_maze *m, unsigned brush, uint32_t cell,
                         unsigned side, tally *t)
{
    mw_error e = {0};
    scoped_maze *out = m->kind->editor->paint(m, brush, cell, side, &e);
    const char *brush_name = m->kind->editor->brushes[brush].name;
    if (!out && (!e.text[0] || e.line || e.column))
        fail_msg("%s: %s on cell %u fails without a word", name, brush_name, cell);
    if (!out) {
        t->refused++;
        return;
    }
    if (out->w != m->w || out->h != m->h || out->d != m->d || !reads_back(out, "own") ||
        !reads_back(out, "id"))
        fail_msg("%s: %s on cell %u gives a maze that does not read back", name, brush_name, cell);
    if (t->painted++ % 97 == 0)
        mw_laws(out, cell, &(mw_limits){.states = 3000}, fail_in_words, (void *)name);
}

static tally check_brushes(const char *name, const mw_maze *m)
{
    tally t = {0};
    for (unsigned b = 0; m->kind->editor->brushes[b].name; b++) {
        assert_true(*m->kind->editor->brushes[b].about);
        for (uint32_t c = 0; c < (uint32_t)m->w * m->h * m->d; c++)
            for (unsigned side = 0; side < (m->kind->editor->brushes[b].side ? 6 : 1); side++)
                check_stroke(name, m, b, c, side, &t);
    }
    return t;
}

TEST(every_stroke_gives_a_maze_or_a_reason)
{
    static const char *const ids[] = {"null:9x1#1",
                                      "rook:5x4,queen#1",
                                      "rook:1x12,no-u-turn#1",
                                      "die:4x4#3",
                                      "die:4x3,labels=after,start=214#3",
                                      "theseus:5x5,exit=door#2",
                                      "theseus:4x5,win=after#4",
                                      "bloxorz:7x6,soft=1,heavy=1,splits=1#3",
                                      "bloxorz:5x5,count-switching#3",
                                      "marble:5x4#2",
                                      "marble:4x4x4,outer#1"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        tally t = check_brushes(ids[i], m);
        assert_true(t.painted > 5 && t.refused > 1);
    }
    char **names = shipped_mazes();
    for (char **n = names; *n; n++) {
        scoped_maze *m = maze_of_file(*n);
        if (m->kind->editor && (strstr(*n, "variants") || strstr(*n, "/12.") || strstr(*n, "/33.")))
            check_brushes(*n, m);
    }
    free_names(names);
}

// A brush that toggles, used twice, or one that does not, used again, changes nothing.
TEST(strokes_undo_or_repeat_themselves)
{
    static const struct {
        const char *id, *brush;
        bool toggles;
    } rows[] = {
        {"theseus:4x4#1", "wall", true},
        {"theseus:4x4#1", "block", true},
        {"marble:4x4#1", "wall", true},
        {"marble:3x3x3#1", "wall", true},
        {"die:4x4#1", "wall", false},
        {"rook:4x4#1", "3", false},
        {"rook:4x4#1", "goal", false},
        {"theseus:4x4#1", "Minotaur", false},
        {"theseus:4x4#1", "door", false},
        {"theseus:4x4#1", "exit", false},
        {"bloxorz:5x5#1", "bridge A, gone", false},
        {"bloxorz:5x5#1", "hole", false},
        {"bloxorz:5x5,soft=1#1", "cross A", false},
        {"bloxorz:5x5#1", "splitter", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        unsigned brush = brush_of(m->kind, rows[i].brush), changed = 0;
        for (uint32_t c = 0; c < (uint32_t)m->w * m->h * m->d; c++)
            for (unsigned side = 0; side < 6; side++) {
                mw_error e;
                mw_maze *one = m->kind->editor->paint(m, brush, c, side, &e), *two = NULL;
                if (!one)
                    continue;
                changed += !mw_maze_equal(one, m);
                if ((two = m->kind->editor->paint(one, brush, c, side, &e)))
                    assert_true(mw_maze_equal(two, rows[i].toggles ? m : one));
                else // the goal is where it is
                    assert_false(rows[i].toggles);
                mw_maze_free(one);
                mw_maze_free(two);
            }
        assert_true(changed > 5);
    }
}

typedef struct stroke {
    const char *id, *brush;
    uint32_t cell;
    unsigned side;
    const char *after; // an id, or what is wrong
} stroke;

static const stroke strokes[] = {
    {"null:4x1:S.xG", ".", 2, 0, "null:4x1:S..G"},
    {"null:4x1:S.xG", "G", 2, 0, "null:4x1:S.G."},
    {"null:4x1:S.xG", "*", 3, 0, "not painted over"},
    {"rook:3x2:S111/12G", "2", 1, 0, "rook:3x2:S121/12G"},
    {"rook:3x2:S111/12G", "3", 1, 0, "jump 3 leaves the grid"},
    {"rook:3x2:S111/12G", "more", 1, 0, "rook:3x2:S121/12G"},
    {"rook:3x2:S111/12G", "more", 4, 0, "rook:3x2:S111/11G"},
    {"rook:3x2:S111/12G", "start", 4, 0, "rook:3x2:111/1S2G"},
    {"rook:3x2:S111/12G", "start", 5, 0, "start cannot be the goal"},
    {"rook:3x2:S111/12G", "goal", 1, 0, "rook:3x2:S1G1/121"},
    {"rook:3x2:S111/12G", "goal", 0, 0, "goal cannot be the start"},
    {"rook:3x2:S111/12G", "1", 5, 0, "this is the goal"},
    {"die:3x2:S../x.G", "wall", 1, 0, "die:3x2:Sx./x.G"},
    {"die:3x2:S../x.G", "wall", 0, 0, "the die begins here"},
    {"die:3x2:S../x.G", "free", 3, 0, "die:3x2:S../..G"},
    {"die:3x2:S../x.G", "start", 3, 0, "die:3x2:.../S.G"},
    {"die:3x2:S../x.G", "goal", 1, 0, "die:3x2:SG./x.."},
    {"die:3x2:S../x.G", "4", 1, 0, "labels=before"},
    {"die:3x2,labels=after:S../x.G", "4", 1, 0, "die:3x2,labels=after:S4./x.G"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "wall", 0, 1, "theseus:2x2:bb/c6/t0.0/m1.0/x0.1"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "wall", 0, 0, "the border stays closed"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "wall", 0, 4, "no side above or below"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "Theseus", 3, 0, "theseus:2x2:93/c6/t1.1/m1.0/x0.1"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "Theseus", 2, 0, "this is the exit"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "Theseus", 1, 0, "the Minotaur begins here"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "Minotaur", 2, 0, "theseus:2x2:93/c6/t0.0/m0.1/x0.1"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "exit", 3, 0, "theseus:2x2:93/c6/t0.0/m1.0/x1.1"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "exit", 0, 0, "Theseus begins here"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "door", 0, 3, "theseus:2x2:13/c6/t0.0/m1.0/x0.0L"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "door", 0, 1, "at the border"},
    {"theseus:2x2:13/c6/t0.0/m1.0/x0.0L", "door", 3, 2, "theseus:2x2:93/c2/t0.0/m1.0/x1.1D"},
    {"theseus:2x2:13/c6/t0.0/m1.0/x0.0L", "exit", 3, 0, "theseus:2x2:93/c6/t0.0/m1.0/x1.1"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "block", 3, 0, "theseus:2x2:93/c6/t0.0/m1.0/x0.1/b1.1.W"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "block", 0, 0, "Theseus begins here"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1/b1.1.W", "block", 3, 0, "theseus:2x2:93/c6/t0.0/m1.0/x0.1"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1/b1.1.W", "step", 3, 3,
     "theseus:2x2:93/c6/t0.0/m1.0/x0.1/b1.1.LR"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1/b1.1.LR", "step", 3, 0,
     "theseus:2x2:93/c6/t0.0/m1.0/x0.1/b1.1.LUDR"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1/b1.1.W", "step", 3, 1, "leave the board"},
    {"theseus:2x2:93/c6/t0.0/m1.0/x0.1", "step", 3, 3, "no block begins here"},
    {"theseus:3x2:913/c46/t0.0/m2.0/x0.1/b1.1.RL", "step", 4, 3,
     "theseus:3x2:913/c46/t0.0/m2.0/x0.1/b1.1.W"},
    {"theseus:3x2:913/c46/t0.0/m2.0/x0.1/b1.1.RULD", "step", 4, 0, "paint it again"},
    {"theseus:3x2:913/c46/t0.0/m2.0/x0.1/b1.1.RULRDL", "step", 4, 2,
     "theseus:3x2:913/c46/t0.0/m2.0/x0.1/b1.1.RULD"},
    {"bloxorz:4x2:Sooo/o..G", "fragile", 2, 0, "bloxorz:4x2:So~o/o..G"},
    {"bloxorz:4x2:Sooo/o..G", "nothing", 2, 0, "bloxorz:4x2:So.o/o..G"},
    {"bloxorz:4x2:Sooo/o..G", "nothing", 0, 0, "nothing to stand on"},
    {"bloxorz:4x2:Sooo/o..G", "fragile", 0, 0, "would break a fragile tile"},
    {"bloxorz:4x2:Sooo/o..G", "tile", 7, 0, "this is the hole"},
    {"bloxorz:4x2:Sooo/o..G", "hole", 5, 0, "bloxorz:4x2:Sooo/oG.o"},
    {"bloxorz:4x2:Sooo/o..G", "hole", 0, 0, "the block begins here"},
    {"bloxorz:4x2:Sooo/o..G", "start", 5, 0, "bloxorz:4x2:oooo/oS.G"},
    {"bloxorz:4x2:Sooo/o..G", "start", 7, 0, "starts in the hole"},
    {"bloxorz:4x2:Sooo/o..G", "ring A", 1, 0, "no such bridge yet"},
    {"bloxorz:4x2:Sooo/o..G", "bridge A, gone", 5, 0, "bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A"},
    {"bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A", "bridge A, there", 6, 0,
     "bloxorz:4x2:S0oo/oaAG/0.soft.toggle.A"},
    {"bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A", "bridge B, gone", 6, 0,
     "bloxorz:4x2:S01o/oabG/0.soft.toggle.A/1.soft.toggle.B"},
    {"bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A", "cross A", 2, 0,
     "bloxorz:4x2:S01o/oa.G/0.soft.toggle.A/1.heavy.toggle.A"},
    {"bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A", "brings", 1, 0, "bloxorz:4x2:S0oo/oa.G/0.soft.add.A"},
    {"bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A", "removes", 2, 0, "this is no switch"},
    {"bloxorz:4x2:S01o/oa.G/0.soft.toggle.A/1.heavy.toggle.A", "tile", 1, 0,
     "bloxorz:4x2:So1o/oa.G/1.heavy.toggle.A"},
    {"bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A", "tile", 1, 0, "bloxorz:4x2:Sooo/o..G"},
    {"bloxorz:4x2:S0oo/oA.G/0.soft.toggle.A", "tile", 1, 0, "bloxorz:4x2:Sooo/oo.G"},
    {"bloxorz:4x2:S0oo/oa.G/0.soft.toggle.A", "tile", 5, 0, "bloxorz:4x2:Sooo/oo.G"},
    {"bloxorz:4x2:S01o/oabG/0.soft.toggle.A/1.soft.add.B", "ring B", 1, 0,
     "bloxorz:4x2:S01o/oabG/0.soft.toggle.AB/1.soft.add.B"},
    {"bloxorz:4x2:Sooo/oooG", "splitter", 2, 0, "bloxorz:4x2:So0o/oooG/0.split.2,1.4,1"},
    {"bloxorz:4x2:So0o/oooG/0.split.2,1.4,1", "first half", 4, 0,
     "bloxorz:4x2:So0o/oooG/0.split.1,2.4,1"},
    {"bloxorz:4x2:So0o/oooG/0.split.2,1.4,1", "second half", 4, 0,
     "bloxorz:4x2:So0o/oooG/0.split.2,1.1,2"},
    {"bloxorz:4x2:So0o/oooG/0.split.2,1.4,1", "second half", 1, 0, "the other half appears here"},
    {"bloxorz:4x2:So0o/oooG/0.split.2,1.4,1", "nothing", 3, 0, "a half would appear where"},
    {"bloxorz:4x2:Sooo/oooG", "first half", 1, 0, "no splitter yet"},
    {"marble:2x2:20/10", "wall", 0, 1, "marble:2x2:30/10"},
    {"marble:2x2:20/10", "wall", 0, 0, "marble:2x2:00/10"},
    {"marble:2x2:20/10", "wall", 3, 2, "marble:2x2:22/10"},
    {"marble:2x2:20/10", "wall", 3, 3, "marble:2x2:20/00"},
    {"marble:2x2:20/10", "wall", 0, 3, "the wall must stay"},
    {"marble:2x2:20/10", "wall", 0, 4, "the wall must stay"},
    {"marble:2x1x2:40/10", "wall", 1, 4, "marble:2x1x2:44/10"},
    {"marble:2x1x2:40/10", "wall", 2, 5, "marble:2x1x2:00/10"},
};

TEST(strokes_do_what_they_say)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(strokes); i++) {
        const stroke *s = &strokes[i];
        mw_error e = {0};
        scoped_maze *m = maze_of_id(s->id);
        scoped_maze *out =
            m->kind->editor->paint(m, brush_of(m->kind, s->brush), s->cell, s->side, &e);
        scoped_text *id = out ? mw_maze_print(out, "id") : NULL;
        bool right = out ? !strcmp(id, s->after) : strstr(e.text, s->after) != NULL;
        if (!right)
            print_error("%s, %s on %u: %s\n    not %s\n", s->id, s->brush, s->cell,
                        out ? id : e.text, s->after);
        wrong += !right;
    }
    assert_int_equal(wrong, 0);
}
