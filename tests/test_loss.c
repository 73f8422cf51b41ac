// test_loss.c: why a game can no longer be won, and what a hint says next, against plain searches
// that know no state graph; and in words, on mazes of every kind.
#include "mazewright/explain.h"

#include "support.h"

#include <string.h>

#define STATES_MOST 600 // that a maze may have for a plain search

// ---- a plain search: a list of states, which is gone through from its beginning

typedef struct plain {
    const mw_maze *m;
    mw_state list[STATES_MOST];
    uint64_t ranks[STATES_MOST]; // states of one rank are the same to a player
    unsigned count;
    bool over; // there are more
} plain;

static uint64_t rank_of(const plain *p, const mw_state *s)
{
    return p->m->kind->rules->rank(p->m, s);
}

static bool has(const plain *p, const mw_state *s)
{
    uint64_t rank = rank_of(p, s);
    for (unsigned i = 0; i < p->count; i++)
        if (p->ranks[i] == rank)
            return true;
    return false;
}

static void add(plain *p, const mw_state *s)
{
    if (has(p, s))
        return;
    p->over = p->count == STATES_MOST;
    if (p->over)
        return;
    p->ranks[p->count] = rank_of(p, s);
    p->list[p->count++] = *s;
}

// What a state is not to be.
typedef bool refuser(const plain *, const mw_state *, const void *context);

// Everything that can be reached from a state over states that are not refused. Returns whether a
// win is among it.
static bool search(plain *p, const mw_maze *m, const mw_state *from, refuser *refused,
                   const void *context)
{
    bool won = m->kind->rules->status(m, from) == MW_SOLVED;
    p->m = m;
    p->count = 0;
    p->over = false;
    add(p, from);
    for (unsigned n = 0; n < p->count && !p->over; n++) {
        mw_edge edges[MW_EDGES_MAX];
        mw_state s = p->list[n];
        unsigned count =
            m->kind->rules->status(m, &s) == MW_OPEN ? mw_state_expand(m, &s, edges) : 0;
        for (unsigned i = 0; i < count; i++) {
            if (edges[i].status == MW_LOST || (refused && refused(p, &edges[i].to, context)))
                continue;
            won |= edges[i].status == MW_SOLVED;
            add(p, &edges[i].to);
        }
    }
    return won;
}

static bool is_state(const plain *p, const mw_state *s, const void *context)
{
    return rank_of(p, s) == rank_of(p, context);
}

static bool has_fact(const plain *p, const mw_state *s, const void *context)
{
    const mw_fact *fact = context;
    uint32_t values[MW_THINGS_MAX];
    mw_facts(p->m, s, values);
    return values[fact->thing] == fact->value;
}

// The most moves that can still be made, by all walks of one move, of two, and so on. MW_FAR: there
// is no end.
static uint32_t most_moves(const mw_maze *m, const mw_state *from, unsigned states)
{
    static plain now, next;
    now = (plain){.m = m};
    add(&now, from);
    for (uint32_t moves = 0; moves <= states; moves++) {
        bool any = false;
        next = (plain){.m = m};
        for (unsigned n = 0; n < now.count; n++) {
            mw_edge edges[MW_EDGES_MAX];
            unsigned count = mw_state_expand(m, &now.list[n], edges);
            any |= count > 0;
            for (unsigned i = 0; i < count; i++)
                if (edges[i].status != MW_LOST)
                    add(&next, &edges[i].to);
        }
        if (!any)
            return moves;
        now = next;
    }
    return MW_FAR;
}

// ---- games at random

typedef struct game {
    mw_session *s;
    mw_state states[100]; // after each move
    unsigned moves, fatal;
    uint16_t actions[100];
} game;

static uint32_t distinct_cells(const plain *p)
{
    uint32_t cells = 0;
    for (unsigned i = 0; i < p->count; i++) {
        bool known = false;
        for (unsigned k = 0; k < i; k++)
            known |= p->m->kind->rules->cell(p->m, &p->list[k]) ==
                     p->m->kind->rules->cell(p->m, &p->list[i]);
        cells += !known;
    }
    return cells;
}

static void expect_missing(const mw_maze *m, const game *g, const mw_loss *loss, const plain *left)
{
    static plain other;
    const mw_state *before = &g->states[loss->fatal - 1];
    if (loss->missing_is_state) {
        assert_false(has(left, &loss->missing_state));
        assert_false(search(&other, m, before, is_state, &loss->missing_state));
        return;
    }
    for (unsigned i = 0; i < left->count; i++)
        assert_false(has_fact(left, &left->list[i], &loss->missing));
    assert_false(search(&other, m, before, has_fact, &loss->missing));
}

// Compares what is told of a lost position with plain searches. Returns whether something is
// missing.
static bool expect_loss(const mw_maze *m, const game *g)
{
    static plain left;
    const mw_loss loss = mw_session_explain_loss(g->s);
    const mw_state *now = &g->states[g->moves];
    bool over = mw_session_status(g->s) == MW_LOST;
    assert_true(loss.known && loss.lost);
    assert_int_equal(loss.fatal, g->fatal);
    if (g->fatal)
        assert_int_equal(loss.action, g->actions[g->fatal - 1]);
    left.m = m;
    left.count = 0;
    if (!over)
        assert_false(search(&left, m, now, NULL, NULL));
    assert_int_equal(loss.states, left.count);
    assert_int_equal(loss.cells, distinct_cells(&left));
    uint32_t most = over ? 0 : most_moves(m, now, left.count);
    assert_int_equal(loss.ends, most != MW_FAR);
    assert_int_equal(loss.within, most == MW_FAR ? 0 : most);
    assert_false(loss.has_missing && !g->fatal);
    if (loss.has_missing)
        expect_missing(m, g, &loss, &left);
    scoped_text *words = mw_session_loss_words(g->s);
    assert_non_null(words);
    assert_null(mw_session_next_step(g->s));
    return loss.has_missing;
}

static void make(game *g, const mw_edge *e)
{
    assert_true(mw_session_move(g->s, e->action));
    g->actions[g->moves++] = e->action;
    g->states[g->moves] = e->to;
}

// What families have shown.
typedef struct tally {
    unsigned games, lost, ends, missing;
} tally;

// Plays until the game is over, or some moves after it was lost.
static void play(const mw_maze *m, mw_rng *rng, tally *t)
{
    static plain all;
    static game g;
    mw_edge edges[MW_EDGES_MAX];
    g = (game){.s = mw_session_open(m)};
    m->kind->rules->start(m, &g.states[0]);
    bool lost = !search(&all, m, &g.states[0], NULL, NULL), small = !all.over;
    for (unsigned after = 0; small && g.moves + 1 < COUNT(g.states) && after < 4; after += lost) {
        if (lost) {
            t->missing += expect_loss(m, &g);
            t->ends += mw_session_explain_loss(g.s).ends;
        } else if (g.moves % 4 == 0) {
            assert_false(mw_session_explain_loss(g.s).lost);
            assert_null(mw_session_loss_words(g.s));
        }
        bool open = mw_session_status(g.s) == MW_OPEN;
        unsigned n = open ? mw_state_expand(m, &g.states[g.moves], edges) : 0;
        if (!n)
            break;
        make(&g, &edges[mw_rng_below(rng, n)]);
        bool can =
            mw_session_status(g.s) != MW_LOST && search(&all, m, &g.states[g.moves], NULL, NULL);
        g.fatal = !lost && !can ? g.moves : g.fatal;
        lost = !can;
    }
    t->games += small;
    t->lost += lost;
    mw_session_close(g.s);
}

TEST(losses_agree_with_plain_searches)
{
    static const char *const families[] = {"rook:4x4",
                                           "rook:5x5,no-u-turn",
                                           "die:5x5,obstacles=9",
                                           "die:4x4,labels=before",
                                           "die:3x3,cost=top",
                                           "theseus:4x3",
                                           "theseus:4x4",
                                           "theseus:3x3,blocks=1",
                                           "bloxorz:5x5,fragile=60",
                                           "bloxorz:6x5,soft=2,heavy=1",
                                           "bloxorz:5x4,splits=1",
                                           "marble:3x3",
                                           "marble:2x2x2",
                                           "null:7x1"};
    const unsigned seeds = SANITIZED ? 20 : 300;
    tally all = {0};
    for (size_t i = 0; i < COUNT(families); i++) {
        tally t = {0};
        mw_rng rng = seeded(i);
        for (unsigned seed = 1; seed <= seeds; seed++) {
            scoped_maze *m = maze_of_seed(families[i], seed);
            play(m, &rng, &t);
        }
        print_message("# %s: %u games, %u lost; of their positions %u are sure to end, %u lack "
                      "something\n",
                      families[i], t.games, t.lost, t.ends, t.missing);
        assert_true(t.games >= seeds / 4);
        all.lost += t.lost;
        all.ends += t.ends;
        all.missing += t.missing;
    }
    assert_true(all.lost > seeds && all.ends > seeds && all.missing > seeds);
}

// ---- in words, on a maze of each kind

static mw_session *session_after(const char *name, const char *moves)
{
    mw_error e;
    scoped_maze *m = strchr(name, ':') ? maze_of_id(name) : maze_of_file(name);
    mw_session *s = mw_session_open(m);
    if (!mw_session_load(s, moves, &e))
        fail_msg("%s: %s", name, e.text);
    return s;
}

typedef struct saying {
    const char *maze, *moves, *words; // words NULL: there is nothing to say
} saying;

// What one function says of these games; the other one says nothing of them. A hint has the same
// words, or else tells something weaker.
static void expect_said(const saying *rows, size_t count, char *says(mw_session *),
                        char *is_silent(mw_session *))
{
    for (const saying *r = rows; r < rows + count; r++) {
        mw_session *s = session_after(r->maze, r->moves);
        scoped_text *words = says(s);
        char hint[1000];
        mw_session_hint(s, MW_HINT_WHY, hint, sizeof hint);
        if (!words != !r->words || (words && strcmp(words, r->words)))
            fail_msg("%s: %s", r->maze, words ? words : "nothing is said");
        assert_true(words ? !strcmp(hint, words)
                          : strstr(hint, " left.") || !strcmp(hint, "You have won."));
        assert_null(is_silent(s));
        mw_session_close(s);
    }
}

TEST(losses_in_words)
{
    static const saying rows[] = {
        {"rook:4x4#5", "RRLDR",
         "Move 4 (D) lost it.\n"
         "States that can still be reached: 4, on 4 cells; none of them is a win.\n"
         "Before that, every solution led on to this, which is no longer possible: you are on row "
         "1, "
         "column 2."},
        {"rook:5x5,no-u-turn#1", "R",
         "Move 1 (R) lost it.\n"
         "Whatever you do, it is over after at most 2 moves: no move is left.\n"
         "Before that, every solution led on to this, which is no longer possible: you are on row "
         "4, "
         "column 1, and your last jump went down."},
        {"rook:5x5,no-u-turn#5", "RD",
         "This maze cannot be won at all.\n"
         "No move is left."},
        {"die:5x5#3", "",
         "This maze cannot be won at all.\n"
         "States that can still be reached: 69, on 17 cells; none of them is a win."},
        {"puzzles/theseus/05.theseus", "D",
         "Move 1 (D) lost it.\n"
         "The game is over: The Minotaur caught you.\n"
         "Before that, every solution led on to this: Theseus is on row 5, column 3."},
        {"puzzles/theseus/20.theseus", "R",
         "Move 1 (R) lost it.\n"
         "Whatever you do, it is over after at most 2 moves: the Minotaur caught you, or you "
         "walked "
         "into the Minotaur.\n"
         "Before that, every solution led on to this, which is no longer possible: Theseus is on "
         "row 5, "
         "column 5, and the Minotaur is on row 5, column 3, and a wall holds the Minotaur."},
        {"theseus:5x5#7", "",
         "This maze cannot be won at all.\n"
         "Whatever you do, it is over after at most 3 moves: the Minotaur caught you, or you "
         "walked "
         "into the Minotaur."},
        {"bloxorz:6x5,soft=2,heavy=1#4", "RRDD",
         "Move 4 (D) lost it.\n"
         "The game is over: The fragile tile broke under the standing block, and the block fell.\n"
         "Before that, every solution led on to this: the block lies on row 2, columns 3 and 4."},
        {"puzzles/bloxorz/33.bloxorz", "DDUUDDRRLDURLDLRLURDb:Ub:Ra:Db:Ua:R",
         "Move 25 (a:R) lost it.\n"
         "States that can still be reached: 2, on 2 cells; none of them is a win.\n"
         "Every solution needed this, and it is no longer possible: bridge C is there."},
        {"marble:4x4#7", "cw",
         "This maze cannot be won at all.\n"
         "States that can still be reached: 7, on 5 cells; none of them is a win."},
        {"null:7x1:S.G.x..", "R", NULL},
    };
    expect_said(rows, COUNT(rows), mw_session_loss_words, mw_session_next_step);
}

TEST(next_steps_in_words)
{
    static const saying rows[] = {
        {"puzzles/rook/05.rook", "",
         "Every solution from here comes to this, in 4 moves at the soonest: you are on row 4, "
         "column 5."},
        {"rook:5x5#7", "", "Solutions from here have nothing in common but the goal."},
        {"puzzles/die/05.die", "",
         "Every solution from here comes to this, in 3 moves at the soonest: the die is on row 3, "
         "column 5, and the 1 faces west."},
        {"die:4x4,cost=top#2", "",
         "Every solution from here comes to this, at a cost of 9 at least: the die is on row 3, "
         "column 2."},
        {"puzzles/theseus/05.theseus", "",
         "Every solution from here comes to this, in 3 moves at the soonest: Theseus is on row 3, "
         "column 4, and the Minotaur is on row 5, column 4, and a wall holds the Minotaur."},
        {"puzzles/bloxorz/20.bloxorz", "",
         "Every solution from here comes to this, in 2 moves at the soonest: bridge A is gone, and "
         "bridge B is there, and the block presses the ring switch on row 6, column 5."},
        {"puzzles/marble/05.marble", "",
         "Every solution from here comes to this, in 3 moves at the soonest: the marble lies at "
         "row 6, column 7, and the lower right corner is down."},
        {"null:9x1:...G..S..", "",
         "Every solution from here comes to this, in 2 moves at the soonest: column 5."},
        {"null:9x1:...G..S..", "L", NULL}, // one state lies between: it would tell the move
        {"null:9x1:...G..S..", "LL", NULL},
        {"null:9x1:...G..S..", "LLL", NULL},
    };
    expect_said(rows, COUNT(rows), mw_session_next_step, mw_session_loss_words);
}

// ---- limits

TEST(what_is_too_large_is_not_known)
{
    static const char *const moves[] = {"", "D"};
    for (size_t i = 0; i < COUNT(moves); i++) {
        mw_session *s = session_after("puzzles/theseus/05.theseus", moves[i]);
        char hint[200];
        mw_session_limit(s, &(mw_limits){.states = 10});
        assert_false(mw_session_explain_loss(s).known);
        assert_null(mw_session_loss_words(s));
        assert_null(mw_session_next_step(s));
        mw_session_hint(s, MW_HINT_WHY, hint, sizeof hint);
        assert_non_null(strstr(hint, i ? "already lost" : "too large to know"));
        mw_session_close(s);
    }
}

static bool goes_on(void *context, const mw_progress *p)
{
    (void)p;
    return *(bool *)context;
}

// The graph is there, and then the time or the memory is up.
TEST(what_cannot_be_explained_is_told)
{
    for (int lost = 0; lost < 2; lost++) {
        mw_session *s = session_after("puzzles/theseus/20.theseus", lost ? "R" : "");
        bool going = true;
        char hint[200];
        mw_session_limit(s, &(mw_limits){.keep_going = goes_on, .context = &going});
        assert_int_equal(mw_session_advise(s).winnable, !lost);
        going = false;
        assert_null(lost ? mw_session_loss_words(s) : mw_session_next_step(s));
        assert_false(mw_session_explain_loss(s).known && lost);
        mw_session_hint(s, MW_HINT_WHY, hint, sizeof hint);
        assert_string_equal(hint, "This maze is too large to explain.");
        going = true;
        mw_session_hint(s, MW_HINT_WHY, hint, sizeof hint);
        assert_non_null(strstr(hint, lost ? "lost it" : "Every solution"));
        mw_session_close(s);
    }
}

// A graph under a limit on memory, which leaves too little for the explanation or enough for it.
TEST(explanations_keep_to_the_memory_of_the_graph)
{
    unsigned known = 0, unknown = 0;
    for (uint64_t bytes = 2000; bytes < 40000; bytes += 500) {
        mw_session *s = session_after("puzzles/theseus/20.theseus", "R");
        mw_session_limit(s, &(mw_limits){.bytes = bytes});
        mw_advice a = mw_session_advise(s);
        mw_loss loss = mw_session_explain_loss(s);
        assert_true(a.known || !loss.known);
        known += a.known && loss.known;
        unknown += a.known && !loss.known;
        mw_session_close(s);
    }
    assert_true(known && unknown);
}

TEST(hints_come_in_an_order)
{
    static const unsigned order[] = {0, 1, 4, 2, 3, 0};
    for (size_t i = 0; i + 1 < COUNT(order); i++)
        assert_int_equal(mw_hint_after(order[i]), order[i + 1]);
    assert_int_equal(mw_hint_after(MW_HINTS + 1), 0);
    assert_int_equal(mw_hint_after(UINT32_MAX), 0);
}
