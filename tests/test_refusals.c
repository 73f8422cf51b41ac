// test_refusals.c: why a move is not possible: every kind gives a reason for each of its moves that
// is not legal (a law holds it to that, see laws_rules.c), and these are the sentences.
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
