// test_refusals.c: why a move is not possible: in random play of every kind, with all its options,
// each move that is not legal has a reason, and no legal one has. These are the sentences. And how
// games are lost.
#include "mazewright/session.h"
#include "support.h"

#include <string.h>

// "" where the move is legal. `id`: an id, or a file of the project.
static void expect_reason(const char *id, const char *moves, const char *word, const char *reason)
{
    scoped_maze *m = mw_is_id(id) ? maze_of_id(id) : maze_of_file(id);
    uint16_t *actions, action = 0;
    mw_error e;
    mw_state s;
    long count = mw_moves_parse(m->kind, moves, &actions, &e);
    if (count < 0)
        fail_msg("%s %s: %s", id, moves, e.text);
    assert_int_equal(mw_replay(m, actions, (size_t)count, &s, NULL, NULL), count);
    free(actions);
    while (m->kind->rules->actions[action].word &&
           strcmp(m->kind->rules->actions[action].word, word))
        action++;
    assert_non_null(m->kind->rules->actions[action].word);
    scoped_text *why = mw_refusal(m, &s, action);
    assert_non_null(why);
    if (strcmp(why, reason))
        fail_msg("%s after '%s': %s is refused with '%s', not '%s'", id, moves, word, why, reason);
}

TEST(every_kind_gives_reasons)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (!MW_HAS(*k, rules, why_not))
            fail_msg("%s has no why_not", (*k)->name);
}

TEST(the_reasons_are_right)
{
    static const struct {
        const char *id, *moves, *word, *reason;
    } rows[] = {
        {"rook:5x5:S32132/42121/33124/33124/3313G", "", "R", ""},
        {"rook:5x5:S32132/42121/33124/33124/3313G", "", "L", "jump 3 leaves the board"},
        {"rook:5x5:S32132/42121/33124/33124/3313G", "", "9", "diagonal jumps are only for a queen"},
        {"rook:5x5,no-u-turn:S11111/11111/11111/11111/1111G", "R", "L",
         "this maze allows no turn straight back"},
        {"die:3x3:S../.../..G", "", "N", "the board ends there"},
        {"die:3x3:S../.../..G", "", "W", "the board ends there"},
        {"die:3x3:Sx./.../..G", "", "E", "a blocked square is there"},
        {"die:3x3:S../.../..G", "E", "E", "6 would be on top"},
        {"null:7x1:.S.x.G.", "", "R", ""},
        {"null:7x1:.S.x.G.", "R", "R", "a wall is there"},
        {"null:7x1:.S.x.G.", "L", "L", "the corridor ends there"},
        {"theseus:4x4:9517/a92b/a842/c456/t0.0/m3.3/x3.2", "", "U", "a wall is there"},
        {"theseus:4x4:9517/a92b/a842/c456/t0.0/m3.3/x3.2", "", "W", ""},
        {"puzzles/variants/labels-after.die", "", "N", ""},
        {"puzzles/variants/labels-after.die", "", "E",
         "the square is for 1, and 4 would be on top"},
        {"puzzles/variants/labels-before.die", "N", "N", "the square is for 1, and 5 is on top"},
        {"puzzles/variants/block.theseus", "DDW", "L", "a block is there"},
        {"puzzles/variants/count-switching.bloxorz", "", "U", "there is no tile"},
        {"puzzles/variants/count-switching.bloxorz", "", "a:U",
         "the block is whole; only a cut one has halves"},
        {"puzzles/variants/count-switching.bloxorz", "DRULDRULD", "U",
         "the block is cut; move one of its halves"},
        {"puzzles/variants/count-switching.bloxorz", "DRULDRULD", "b:R",
         "only the active half moves; switch to the other one first"},
        {"puzzles/variants/count-switching.bloxorz", "DRULDRULDa:Ra:Ra:Ra:Da:D", "a:R",
         "bridge A is gone there"},
        {"puzzles/variants/rules-seed.bloxorz", "RDLURD", "switch",
         "both halves can move; there is nothing to switch"},
        {"puzzles/variants/rules-seed.bloxorz", "RDLURD", "a:L", "there is no tile"},
        {"marble:4x4#1", "", "x", "a flat maze only turns cw and ccw"},
        {"marble:3x3x3#1", "", "cw", "a maze in space does not turn so; it tips with x, y and z"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_reason(rows[i].id, rows[i].moves, rows[i].word, rows[i].reason);
}

// Are the reasons of this state those of the moves that are not legal? Counts them.
static void expect_reasons(const mw_maze *m, const mw_state *s, const mw_edge *edges, unsigned n,
                           unsigned *refused)
{
    const mw_action *actions = m->kind->rules->actions;
    for (uint16_t a = 0; actions[a].word; a++) {
        bool legal = false;
        for (unsigned i = 0; i < n; i++)
            legal |= edges[i].action == a;
        scoped_text *why = mw_refusal(m, s, a), *state = mw_state_describe(m, s);
        assert_non_null(why);
        if (legal != !*why || !strcmp(why, "that is not possible here"))
            fail_msg("%s: %s is %s, and the reason is '%s'", state, actions[a].word,
                     legal ? "legal" : "not legal", why);
        *refused += !legal;
    }
}

// Plays at random, from the start again when the game is over.
static unsigned play_at_random(const char *id, unsigned moves)
{
    scoped_maze *m = maze_of_id(id);
    const mw_rules *rules = m->kind->rules;
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_rng rng;
    unsigned refused = 0;
    mw_rng_seed(&rng, 7);
    rules->start(m, &s);
    for (unsigned i = 0; i < moves; i++) {
        unsigned n = rules->status(m, &s) == MW_OPEN ? rules->expand(m, &s, edges) : 0;
        if (rules->status(m, &s) == MW_OPEN)
            expect_reasons(m, &s, edges, n, &refused);
        const mw_edge *e = n ? &edges[mw_rng_below(&rng, n)] : NULL;
        if (e && e->status == MW_OPEN)
            s = e->to;
        else
            rules->start(m, &s);
    }
    return refused;
}

TEST(exactly_the_moves_that_are_not_legal_have_a_reason)
{
    static const char *const ids[] = {
        "rook:6x6#%u",
        "rook:5x5,no-u-turn#%u",
        "rook:4x4,queen,no-u-turn#%u",
        "die:6x6,obstacles=25#%u",
        "die:5x5,labels=before#%u",
        "die:5x5,labels=after#%u",
        "theseus:6x6#%u",
        "theseus:6x6,blocks=2#%u",
        "bloxorz:8x8,splits=1#%u",
        "bloxorz:8x8,count-switching,splits=1#%u",
        "bloxorz:8x8,no-half-in-hole,splits=1#%u",
        "bloxorz:8x8,rules=seed,splits=1#%u",
        "marble:5x5#%u",
        "marble:3x3x3#%u",
        "marble:3x3x3,all,orientations=24#%u",
        "null:7x1#%u",
    };
    for (size_t i = 0; i < COUNT(ids); i++) {
        unsigned refused = 0;
        for (unsigned seed = 1; seed <= 20; seed++) {
            char id[80];
            snprintf(id, sizeof id, ids[i], seed);
            refused += play_at_random(id, 300);
        }
        if (!refused)
            fail_msg("%s: no move was ever refused", ids[i]);
    }
}

static void expect_loss(const char *id, const char *moves, const char *how)
{
    scoped_maze *m = mw_is_id(id) ? maze_of_id(id) : maze_of_file(id);
    mw_session *s = mw_session_open(m);
    mw_error e;
    assert_non_null(s);
    if (!mw_session_load(s, moves, &e))
        fail_msg("%s %s: %s", id, moves, e.text);
    scoped_text *loss = mw_session_loss(s);
    if (!how ? !!loss : !loss || strcmp(loss, how))
        fail_msg("%s after '%s': lost with '%s', not '%s'", id, moves, loss ? loss : "", how);
    mw_session_close(s);
}

TEST(a_loss_is_told_in_plain_words)
{
    expect_loss("puzzles/variants/order-vh.theseus", "U", "The Minotaur caught you");
    expect_loss("puzzles/variants/order-vh.theseus", "LR", "You walked into the Minotaur");
    expect_loss("puzzles/variants/blocks.theseus", "RULWUU", "A block came over you");
    expect_loss("puzzles/bloxorz/05.bloxorz", "RR",
                "The fragile tile broke under the standing block, and the block fell");
    expect_loss("puzzles/bloxorz/05.bloxorz", "R", NULL);
    expect_loss("puzzles/bloxorz/05.bloxorz", "", NULL);
}
