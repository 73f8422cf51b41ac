// test_verify.c: answers to mazes: what is read as moves, what is legal, solved and optimal, how
// far an answer got, and that every line of answers gets one line.
#include "command_support.h"
#include "mazewright/verify.h"

#include <math.h>

// ---- what is read as moves

#define ROOK    "rook:5x5:S14241/32134/13221/41313/1223G"
#define QUEEN   "rook:5x5,queen#1"
#define DIE     "die:5x5#1"
#define THESEUS "theseus:4x4#1"
#define SPLITS  "bloxorz:9x7,splits=1#1"
#define MARBLE  "marble:4x4#1"
#define FULL    "marble:3x3x3#1"

static const struct written {
    const char *id, *text;
    const char *moves; // as mw_moves_print has them; after a '!': those before what is none
    const char *says;
} written[] = {
    // the strict form is read as it is everywhere
    {ROOK, "ULD", "ULD", NULL},
    {ROOK, "U L,D\n", "ULD", NULL},
    {ROOK, "", "", NULL},
    {QUEEN, "9731U", "9731U", NULL},
    {SPLITS, "a:U b:L switch", "a:U b:L switch", NULL},
    {FULL, "cw n p", "cw n p", NULL},
    // words and separators
    {ROOK, "up, left, down", "ULD", NULL},
    {ROOK, "UP Left doWn", "ULD", NULL},
    {ROOK, "u l d", "ULD", NULL},
    {ROOK, "uld", "ULD", NULL},
    {ROOK, "[U, L, D]", "ULD", NULL},
    {ROOK, "[\"U\",\"L\",\"down\"]", "ULD", NULL},
    {ROOK, "('up'; 'left' | `D`)", "ULD", NULL},
    {ROOK, "U->L -> D", "ULD", NULL},
    {ROOK, "U > L => D", "ULD", NULL},
    {ROOK, "U-L-D", "ULD", NULL},
    {ROOK, "U → L → D", "ULD", NULL},
    {ROOK, "U→L→D.", "ULD", NULL},
    {ROOK, "up, then left, then down.", "ULD", NULL},
    {ROOK, "**U** *L* _D_", "ULD", NULL},
    {ROOK, "north, west, south", "ULD", NULL},
    {DIE, "up left down right", "NWSE", NULL},
    {DIE, "n w s e", "NWSE", NULL},
    {DIE, "North; West; South", "NWS", NULL},
    // arrows
    {ROOK, "↑←↓→", "ULDR", NULL},
    {ROOK, "⬆️ ⬅️ ⬇️ ➡️", "ULDR", NULL},
    {ROOK, "1. ↑ 2. →", "UR", NULL},
    {QUEEN, "↗↘↙↖", "9317", NULL},
    {SPLITS, "↑←", "UL", NULL},
    // numbered and other lists
    {ROOK, "1. Up\n2. Left\n3. Down", "ULD", NULL},
    {ROOK, "1) U 2) L 3) D", "ULD", NULL},
    {ROOK, "Step 1: up\nStep 2: left", "UL", NULL},
    {ROOK, "1. Move up.\n2. Then go left.", "UL", NULL},
    {ROOK, "- up\n- left\n* down", "ULD", NULL},
    {ROOK, "• up\n• left", "UL", NULL},
    {QUEEN, "1. U\n2. 9\n3. up-right\n4. north-east", "U999", NULL},
    {QUEEN, "U, 9.", "U9", NULL},
    {QUEEN, "U, 1.", "U1", NULL}, // no list begins there
    {ROOK, "1. Jump up\n2. Jump left", "UL", NULL},
    {ROOK, "(1) Up (2) Left", "UL", NULL},
    {DIE, "Roll north, then roll east.", "NE", NULL},
    {ROOK, "«U», „L“；D。", "ULD", NULL},
    // what the kinds call their moves
    {THESEUS, "wait, up, w", "WUW", NULL},
    {SPLITS, "a:up, B:left, Switch", "a:U b:L switch", NULL},
    {MARBLE, "clockwise, counter-clockwise, CCW", "cw ccw ccw", NULL},
    {MARBLE, "counterclockwise", "ccw", NULL},
    // where the moves stand in a text
    {ROOK, "Let me think: Down the hall is A.\nAnswer: U, L, D", "ULD", NULL},
    {ROOK, "**Answer:** ULD", "ULD", NULL},
    {ROOK, "The final answer is U L D.", "ULD", NULL},
    {ROOK, "The answer is: ULD", "ULD", NULL},
    {ROOK, "Solution = uld", "ULD", NULL},
    {ROOK, "Answer: U\nNo, wait.\nAnswer: L", "L", NULL},
    {ROOK, "I got it.\nMoves:\n1. Up\n2. Left\n\nThat is all.", "UL", NULL},
    {ROOK, "Answer:\n```\nULD\n```\nI hope so.", "ULD", NULL},
    {ROOK, "Down we go. $\\boxed{\\text{ULD}}$", "ULD", NULL},
    {ROOK, "\\boxed{U} is wrong, it is \\boxed{U \\to L}. Yes.", "UL", NULL},
    {ROOK, "<answer>U, L</answer>", "UL", NULL},
    {ROOK, "<think>Answer: R</think><answer>\nU, L\n</answer>", "UL", NULL},
    {ROOK, "Here you go:\n```text\nULD\n```\nGood luck!", "ULD", NULL},
    {ROOK, "I walk up and down the hall.\nU, L, D", "ULD", NULL},
    {ROOK, "The shortest path is: **U → L → D**", "ULD", NULL},
    {ROOK, "The moves are: U, L, D (3 moves).", "ULD", NULL},
    {ROOK, "Answer: U, L (2 steps)!", "UL", NULL},
    {ROOK, "Answer: 1. U\n2. L\n\nDone.", "UL", NULL},
    {ROOK, "Answer: U\nThat is it.", "U", NULL},
    {ROOK, "<think>Answer: R\nWait.</think>\nU, L", "UL", NULL},
    {ROOK, "<answer>{U}, L</answer> as I said", "UL", NULL},
    {ROOK, "U, L, D\n\nThis way the goal is reached.", "ULD", NULL},
    {ROOK, "Which way?\nR", "R", NULL},
    // members of JSON
    {ROOK, "{\"moves\": [\"U\", \"L\"], \"length\": 2}", "UL", NULL},
    {ROOK, "```json\n{\n \"answer\": [\n  \"up\",\n  \"left\"\n ],\n \"steps\": 2\n}\n```", "UL",
     NULL},
    {ROOK, "{\"answer\":\"UL\",\"steps\":2,\"cost\":2}", "UL", NULL},
    // a label that no move follows is none, but for "answer"
    {ROOK, "Answer: U, L\nNumber of moves: 2", "UL", NULL},
    {QUEEN, "Answer: U, 9\nNumber of moves: 2", "U9", NULL},
    {QUEEN, "Answer: 9", "9", NULL},
    {ROOK, "**Answer:** UL\n\nExplanation of the steps: I went up.", "UL", NULL},
    {ROOK, "Answer: U, L\nPath: (1,1) -> (2,1)", "UL", NULL},
    {ROOK, "Moves: U, L? No.\nAnswer: I do not know", "!", "no move is called 'I'"},
    // places and numbers of times are no moves, also where a move is called 1, 3, 7 or 9
    {QUEEN, "(1,1) -> (1,3) -> (3,3)", NULL, "no move is called '(1,1)'"},
    {QUEEN, "U (1,1), R (1,3)", NULL, "no move is called '(1,1)'"},
    {QUEEN, "Answer: U(3) R(1)", "!U", "no move is called '(3)'"},
    {QUEEN, "right 3, down 1", NULL, "no move is called '3'"},
    {QUEEN, "1 right, 3 down", NULL, "no move is called 'right'"},
    {QUEEN, "From there it is easy.\n3. D, 9", NULL, "no move is called 'From'"},
    {ROOK, "1. Up\n3. Down", NULL, "no move is called '3'"},
    {ROOK, "up_right", NULL, "no move is called 'up_right'"},
    // no guesses
    {ROOK, "Which way?\nRight.", NULL, "no move is called 'Which'"}, // a word of prose?
    {THESEUS, "Wait.\nI must think.", NULL, "no move is called 'I'"},
    {ROOK, "Answer: U (twice)", "!U", "no move is called 'twice'"},
    {ROOK, "Down the hall", NULL, "no move is called 'the'"},
    {ROOK, "A", NULL, "no move is called 'A'; the moves are U R D L"},
    {ROOK, "I am lost.\nDull.", NULL, "no move is called 'I'"},
    {ROOK, "So it is\nlurd", NULL, "no move is called 'So'"}, // small letters beside prose
    {ROOK, "Ul", NULL, "no move is called 'Ul'"},
    {ROOK, "U2 L", NULL, "no move is called 'U2'"},
    {ROOK, "up and left", NULL, "no move is called 'and'"},
    {ROOK, "1. U 3. L", NULL, "no move is called '3'"},
    {QUEEN, "Step 3: up", NULL, "no move is called 'Step'"},
    {ROOK, "U → ↑", NULL, "no move is called '↑'"},
    {ROOK, "...", NULL, "no moves"},
    {DIE, "UDLR", NULL, "no move is called 'UDLR'"},
    {MARBLE, "right, left", NULL, "no move is called 'right'"}, // a key, but no direction
    {MARBLE, "→", NULL, "no move is called '→'"},
    {ROOK, "\x1b[31mU", NULL, "no move is called '?'"},
    {ROOK, "\xff", NULL, "no move is called '?'"},
    // where the answer is marked, the moves before another word count
    {ROOK, "Answer: U, L, fly, D", "!UL", "no move is called 'fly'"},
    {ROOK, "\\boxed{U, ?}", "!U", "no move is called '?'"},
    {ROOK, "[\"U\",\"X\"]", "!U", "no move is called 'X'"},
    {ROOK, "Answer: I do not know", "!", "no move is called 'I'"},
    {ROOK, "\\boxed{}", "!", "it has no moves"},
};

// Prints what is wrong with a reading.
static bool reads(const struct written *w, bool strict)
{
    scoped_maze *m = maze_of_id(w->id);
    mw_error e = {0};
    uint16_t *actions;
    size_t count;
    bool marked = w->moves && *w->moves == '!';
    bool read = mw_moves_read(m->kind, w->text, strlen(w->text), strict, &actions, &count, &e);
    scoped_text *moves = actions ? mw_moves_print(m->kind, actions, count) : NULL;
    bool right = read == !w->says && !w->moves == !actions &&
                 (!actions || !strcmp(moves, w->moves + marked)) &&
                 (!w->says || strstr(e.text, w->says));
    if (!right)
        print_error("%s: read as %s: %s\n", w->text, moves ? moves : "nothing", e.text);
    free(actions);
    return right;
}

TEST(people_and_language_models_are_read)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(written); i++)
        wrong += !reads(&written[i], false);
    assert_int_equal(wrong, 0);
}

TEST(strict_switches_all_of_it_off)
{
    static const struct written strictly[] = {
        {ROOK, "U L,D\n", "ULD", NULL},
        {ROOK, "", "", NULL},
        {ROOK, "U L up", "!UL", "no move is called 'up'"},
        {ROOK, "[U]", "!", "no move is called '[U]'"},
        {ROOK, "↑", "!", "no move is called '↑'"},
        {THESEUS, "Wait", "!W", "no move is called 'ait'"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(strictly); i++)
        wrong += !reads(&strictly[i], true);
    // Whatever is read strictly is read in the same way without it.
    for (size_t i = 0; i < COUNT(written); i++) {
        scoped_maze *m = maze_of_id(written[i].id);
        uint16_t *strict = NULL, *actions = NULL;
        mw_error e;
        size_t count;
        long n = mw_moves_parse(m->kind, written[i].text, &strict, &e);
        mw_moves_read(m->kind, written[i].text, strlen(written[i].text), false, &actions, &count,
                      &e);
        wrong += n >= 0 && ((size_t)n != count || memcmp(strict, actions, count * sizeof *actions));
        free(strict);
        free(actions);
    }
    assert_int_equal(wrong, 0);
}

// ---- what is right

static mw_verification verified(const mw_maze *m, const char *text, const mw_verify_options *o)
{
    mw_verification v;
    mw_error e;
    mw_verifier *verifier = mw_verifier_open(m, o);
    assert_non_null(verifier);
    assert_true(mw_verify(verifier, text, strlen(text), &v, &e));
    mw_verifier_close(verifier);
    return v;
}

TEST(answers_are_judged)
{
    static const struct {
        const char *id, *text;
        bool legal, solved;
        unsigned moves, first_illegal;
        int optimal;
        double progress;
        const char *reason;
    } rows[] = {
        {"null:5x1:S...G", "RRRR", true, true, 4, 0, 1, 1, ""},
        {"null:5x1:S...G", "RLRRRR", true, true, 6, 0, 0, 1, ""},
        {"null:5x1:S...G", "RR", true, false, 2, 0, 0, .5, "the moves end before the goal: "},
        {"null:5x1:S...G", "", true, false, 0, 0, 0, 0, "the moves end before the goal: "},
        {"null:5x1:S...G", "RL", true, false, 2, 0, 0, 0, "the moves end before the goal: "},
        {"null:5x1:S...G", "RLL", false, false, 2, 3, 0, 0, "move 3 (L) is not legal"},
        {"null:5x1:S...G", "RRRRL", false, false, 4, 5, 0, 1,
         "the game was over before move 5 (L): it was solved"},
        {"null:5x1:S...G", "Answer: R, R, fly", false, false, 2, 3, 0, .5,
         "no move is called 'fly'"},
        {"null:5x1:S...G", "who knows", false, false, 0, 0, 0, 0, "no move is called 'who'"},
        {"null:5x1:.S...G", "LRRR", true, false, 4, 0, 0, .5, "the moves end"},
        {"null:5x1:S.x.G", "R", true, false, 1, 0, 0, NAN, "the moves end before the goal: "},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = i == 9 ? maze_of_id("null:6x1:.S...G") : maze_of_id(rows[i].id);
        mw_verification v = verified(m, rows[i].text, NULL);
        if (v.legal != rows[i].legal || v.solved != rows[i].solved || v.moves != rows[i].moves ||
            v.first_illegal != rows[i].first_illegal || v.optimal != rows[i].optimal ||
            !same_number(v.progress, rows[i].progress) || v.limit ||
            strncmp(v.reason, rows[i].reason, strlen(rows[i].reason)) != 0 ||
            (*v.reason == 0) != v.solved)
            fail_msg("row %zu: legal %d, solved %d, moves %ju, first illegal %ju, optimal %d, "
                     "progress %g, %s",
                     i, v.legal, v.solved, (uintmax_t)v.moves, (uintmax_t)v.first_illegal,
                     v.optimal, v.progress, v.reason);
    }
}

// The distance of a state, by the graph; MW_FAR where there is no way.
static uint32_t distance_in(const mw_graph *g, const mw_state *at)
{
    for (uint32_t id = 0; id < g->states; id++) {
        mw_state s;
        mw_graph_state(g, id, &s);
        uint64_t rank = mw_state_rank(g->maze, at);
        if (rank == UINT64_MAX ? !memcmp(&s, at, sizeof s) : mw_state_rank(g->maze, &s) == rank)
            return g->distance[id];
    }
    return MW_FAR;
}

// One random answer, with moves that are legal or not, against the state graph.
static mw_verification try_answer(const mw_maze *m, const mw_graph *g, mw_verifier *verifier,
                                  mw_rng *rng)
{
    uint16_t actions[40];
    unsigned kinds = 0;
    size_t count = mw_rng_below(rng, COUNT(actions));
    mw_state at;
    mw_status status;
    uint64_t cost;
    mw_verification v;
    mw_error e;
    while (m->kind->rules->actions[kinds].word)
        kinds++;
    mw_state_start(m, &at);
    status = mw_state_status(m, &at);
    for (size_t i = 0; i < count; i++) {
        mw_edge edges[MW_EDGES_MAX];
        unsigned n = status == MW_OPEN ? mw_state_expand(m, &at, edges) : 0;
        const mw_edge *edge = n ? &edges[mw_rng_below(rng, n)] : NULL;
        bool legal = edge && mw_rng_below(rng, 30);
        actions[i] = legal ? edge->action : (uint16_t)mw_rng_below(rng, kinds);
        if (legal)
            at = edge->to;
        status = legal ? (mw_status)edge->status : status;
        if (status == MW_SOLVED && mw_rng_below(rng, 4))
            count = i + 1;
    }
    size_t played = mw_replay(m, actions, count, &at, &cost, &status);
    scoped_text *text = mw_moves_print(m->kind, actions, count);
    assert_true(mw_verify(verifier, text, strlen(text), &v, &e));
    uint32_t before = g->distance[0];
    uint32_t after = status == MW_LOST ? MW_FAR : distance_in(g, &at);
    double progress = status == MW_LOST  ? 0
                      : before == MW_FAR ? NAN
                      : after >= before  ? 0
                                         : (double)(before - after) / before;
    assert_int_equal(v.moves, played);
    assert_int_equal(v.cost, cost);
    assert_int_equal(v.legal, played == count);
    assert_int_equal(v.solved, played == count && status == MW_SOLVED);
    assert_int_equal(v.first_illegal, played == count ? 0 : played + 1);
    assert_int_equal(v.optimal, v.solved && cost == before);
    assert_true(same_number(v.progress, progress));
    assert_int_equal(*v.reason == 0, v.solved);
    return v;
}

TEST(distances_are_exact_for_every_kind)
{
    static const char *const families[] = {
        "null:7x1",         "rook:4x4",    "rook:4x4,queen", "die:4x4,obstacles=10",
        "die:4x4,cost=top", "theseus:3x3", "bloxorz:6x5",    "bloxorz:7x7,splits=1",
        "marble:3x3",       "marble:2x2x2"};
    unsigned solved = 0, optimal = 0, lost = 0, illegal = 0;
    mw_rng rng = seeded(22);
    for (size_t i = 0; i < COUNT(families); i++)
        for (unsigned seed = 1; seed <= 5; seed++) {
            scoped_maze *m = maze_of_seed(families[i], seed);
            mw_graph *g = mw_graph_build(m, false, NULL, NULL);
            mw_verifier *verifier = mw_verifier_open(m, &(mw_verify_options){.optimal = seed & 1});
            for (unsigned k = 0; k < (SANITIZED ? 60 : 200); k++) {
                mw_verification v = try_answer(m, g, verifier, &rng);
                solved += v.solved;
                optimal += v.optimal;
                illegal += !v.legal;
                lost += strstr(v.reason, "loses") != NULL;
            }
            mw_verifier_close(verifier);
            mw_graph_free(g);
        }
    // Every kind of maze is among the shipped ones, with a shortest solution.
    char **names = shipped_mazes();
    for (char **name = names; *name; name++) {
        scoped_maze *m = maze_of_file(*name);
        scoped_result r = searched(m, NULL, NULL, MW_VISITED_AUTO);
        scoped_text *moves = mw_moves_print(m->kind, r.actions, r.moves);
        mw_verification v = verified(m, moves, &(mw_verify_options){.optimal = true});
        assert_true(v.legal && v.solved && v.optimal == 1 && v.progress == 1 && !*v.reason);
    }
    free_names(names);
    if (solved < 20 || solved - optimal < 5 || lost < 5 || illegal < 100)
        fail_msg("%u solved, %u optimal, %u lost, %u illegal: too few to show much", solved,
                 optimal, lost, illegal);
}

// ---- how much work it is

static unsigned long expanded;
static const mw_kind *plain;

static unsigned count_expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    expanded++;
    return plain->rules->expand(m, s, edges);
}

TEST(a_large_maze_is_only_replayed)
{
    plain = mw_kind_find("die");
    mw_kind counted = *plain;
    mw_rules rules = *plain->rules;
    rules.expand = count_expand;
    counted.rules = &rules;
    mw_error e;
    const char *id = SANITIZED ? "die:1000x1000,never=none,obstacles=0#1"
                               : "die:4096x4096,never=none,obstacles=0#1";
    scoped_maze *m = mw_maze_of_kind(&counted, id, &e);
    assert_non_null(m);
    expanded = 0;
    mw_verification v = verified(m, "ESESESESES", NULL);
    assert_true(v.legal && !v.solved && v.optimal == 0 && isnan(v.progress));
    assert_int_equal(v.moves, 10);
    assert_int_equal(expanded, 10);
    mw_verify_options few = {.optimal = true, .limits.states = 1000};
    v = verified(m, "ESESESESES", &few); // asked for, but over the limit
    assert_true(v.limit == MW_LIMIT_STATES && isnan(v.progress));
    assert_in_range(expanded, 500, 2100);
}

// ---- lines

static json_t *line_of(const char *text, size_t number)
{
    for (; number; number--) {
        text = strchr(text, '\n');
        assert_non_null(text);
        text++;
    }
    json_t *o = json_loadb(text, strcspn(text, "\n"), JSON_ALLOW_NUL, NULL);
    assert_true(json_is_object(o));
    return o;
}

static size_t lines_in(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

TEST(every_line_gets_one_answer)
{
    static const struct {
        const char *line, *id, *reason; // reason NULL: solved
        bool whole;                     // it is an answer, if a wrong one
    } rows[] = {
        {"{\"id\":\"null:3x1:S.G\",\"moves\":\"RR\"}", "\"null:3x1:S.G\"", NULL, true},
        {"{\"id\":\"null:3x1:S.G\",\"answer\":\"right, right\"}", "\"null:3x1:S.G\"", NULL, true},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":[\"R\",\"right\"]}", "\"null:3x1:S.G\"", NULL, true},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":[]}", "\"null:3x1:S.G\"", "the moves end", true},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":2,\"solution\":\"RR\"}", "\"null:3x1:S.G\"", NULL,
         true},
        {"{\"id\":\"exam:7\",\"maze\":\"null 3x1\\nS.G\\n\",\"moves\":\"RR\"}", "\"exam:7\"", NULL,
         true},
        {"{\"id\":17,\"maze\":\"null:3x1:S.G\",\"moves\":\"RR\"}", "17", NULL, true},
        {"{\"maze\":\"null:3x1:S.G\",\"moves\":\"RR\"}", "\"null:3x1:S.G\"", NULL, true},
        {"{\"id\":\"shipped:rook/05\",\"moves\":\"D\"}", "\"shipped:rook/05\"", "the moves end",
         true},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":\"L\"}", "\"null:3x1:S.G\"", "move 1 (L)", true},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":\"R\\u0000R\"}", "\"null:3x1:S.G\"", "byte 2 is 0x00",
         true},
        {"{\"id\":\"null:3x1:S.G\"}", "\"null:3x1:S.G\"", "line 12: no moves", false},
        {"{\"id\":\"null:3x1:S.G\",\"solution\":\"RR\"}", "\"null:3x1:S.G\"", "line 13: no moves",
         false},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":null,\"solution\":\"RR\"}", "\"null:3x1:S.G\"",
         "line 14: no moves", false},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":[1]}", "\"null:3x1:S.G\"", "line 15: no moves", false},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":{}}", "\"null:3x1:S.G\"", "line 16: no moves", false},
        {"{\"id\":\"nosuch:3x1:S.G\",\"moves\":\"R\"}", "\"nosuch:3x1:S.G\"",
         "line 17: unknown kind 'nosuch'", false},
        {"{\"id\":\"nosuch.rook\",\"moves\":\"R\"}", "\"nosuch.rook\"", "line 18: no maze", false},
        {"{\"id\":[],\"moves\":\"R\"}", "null", "line 19: no maze", false},
        {"{\"id\":\"a\\u0000b\",\"moves\":\"R\"}", "\"a\\u0000b\"", "line 20: no maze", false},
        {"{\"moves\":\"R\"}", "null", "line 21: no maze", false},
        {"{\"id\":\"\",\"maze\":\"R\",\"moves\":\"R\"}", "\"\"", "line 22: ", false},
        {"{\"id\":\"x\",\"maze\":\"rook 3x3\\nS1\\n\",\"moves\":\"R\"}", "\"x\"",
         "line 23: this row", false},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":\"RR\"", "null", "line 24: no object of JSON", false},
        {"[\"RR\"]", "null", "line 25: no object of JSON", false},
        {"RR", "null", "line 26: no object of JSON", false},
        {"", "null", "line 27: no object of JSON", false},
        {"\xff\xfe", "null", "line 28: no object of JSON", false},
        {"{\"id\":\"null:3x1:S.G\",\"moves\":\"RR\"}\r", "\"null:3x1:S.G\"", NULL, true},
    };
    char input[8000] = "";
    for (size_t i = 0; i < COUNT(rows); i++)
        snprintf(input + strlen(input), sizeof input - strlen(input), "%s\n", rows[i].line);
    scoped_reply r = ask_on("verify", input, strlen(input) - 1); // the last line has no end
    assert_int_equal(r.code, INPUT);
    assert_int_equal(lines_in(r.out), COUNT(rows));
    assert_non_null(strstr(r.err, "lines that are no answers: 17, the first is line 12"));
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_json *o = line_of(r.out, i);
        scoped_text *id = json_dumps(json_object_get(o, "id"), JSON_ENCODE_ANY);
        const char *reason = rows[i].reason ? text_in(o, "reason") : "";
        if (strcmp(id, rows[i].id) != 0 || true_in(o, "solved") != !rows[i].reason ||
            (rows[i].reason && !strstr(reason, rows[i].reason)) || json_object_size(o) != 8 ||
            (!rows[i].whole && !null_in(o, "progress")))
            fail_msg("line %zu: %s", i + 1, rows[i].line);
    }
}

// Bytes 0, lines without end, and a line of more than is read.
TEST(hostile_lines_get_answers_too)
{
    static const char good[] = "{\"id\":\"null:3x1:S.G\",\"moves\":\"RR\"}\n";
    char zero[] = "{\"id\":\"null:3x1:S.G\",\0\"moves\":\"RR\"}\n";
    char input[300];
    memcpy(input, zero, sizeof zero - 1);
    strcpy(input + sizeof zero - 1, good);
    scoped_reply r = ask_on("verify -", input, sizeof zero - 1 + sizeof good - 1);
    assert_int_equal(lines_in(r.out), 2);
    scoped_json *first = line_of(r.out, 0), *second = line_of(r.out, 1);
    assert_false(true_in(first, "solved"));
    assert_true(true_in(second, "solved"));
    size_t long_line = ((size_t)64 << 20) + 100;
    FILE *f = fopen(scratch_path("long.jsonl"), "wb");
    for (size_t i = 0; i < long_line; i++)
        putc('U', f);
    fprintf(f, "\n%s", good);
    fclose(f);
    scoped_reply l = ask("verify @%s/long.jsonl");
    assert_int_equal(l.code, INPUT);
    assert_int_equal(lines_in(l.out), 2);
    assert_non_null(strstr(l.out, "line 1: too long"));
    scoped_json *last = line_of(l.out, 1);
    assert_true(true_in(last, "solved"));
    remove(scratch_path("long.jsonl"));
}

TEST(the_command_answers)
{
    static const command_case cases[] = {
        {"verify null:3x1:S.G --moves 'right, right'", DONE, "100 %", ""},
        {"verify null:3x1:S.G --moves 'right, right' --strict", NO, "no move is called 'right'",
         ""},
        {"verify null:3x1:S.G --moves RR --json", DONE,
         "\"legal\":true,\"solved\":true,\"moves\":2,\"optimal\":true,\"first_illegal\":null,"
         "\"reason\":null,\"progress\":1}",
         ""},
        {"verify null:4x1:S..G --moves RR --json", NO, "\"progress\":0.6666666666666666", ""},
        {"verify null:3x1:S.G null:4x1:S..G --moves RR --format csv", NO,
         "null:4x1:S..G,true,false", ""},
        {"verify die:100x100,never=none,obstacles=0#1 --moves E --json", NO, "\"progress\":null",
         ""},
        {"verify die:100x100,never=none,obstacles=0#1 --moves E --json --optimal", NO,
         "\"progress\":0.0", ""},
        {"verify die:100x100,never=none,obstacles=0#1 --moves E --optimal --limit-states 100",
         LIMIT, "", "stopped at the limit: states"},
        {"verify null:3x1:S.G --moves RR --limit-states 100", USAGE, "", "limits of --optimal"},
        {"verify nosuch.rook --moves U", INPUT, "", "cannot open"},
        {"verify null:3x1:S.G", USAGE, "", "write the answer after --moves"},
        {"verify @nosuch.jsonl", INPUT, "", "nosuch.jsonl: cannot open"},
        {"verify", DONE, "", ""},
        {"verify --moves RR", USAGE, "", "needs a maze"},
    };
    expect_answers(cases, COUNT(cases));
    // One move before the goal of a long maze is not at the goal.
    char cells[997], moves[999], line[4000];
    memset(cells, '.', sizeof cells);
    memset(moves, 'R', sizeof moves);
    snprintf(line, sizeof line, "verify null:999x1:S%.*sG --moves %.*s", 997, cells, 997, moves);
    expect_answers(&(command_case){line, NO, "99 %", ""}, 1);
    scoped_text *solved = output_of("solve --json shipped:theseus shipped:marble", DONE);
    scoped_reply r = answered("verify --optimal --format csv", solved, DONE);
    assert_null(strstr(r.out, "false"));
    assert_int_equal(lines_in(r.out), lines_in(solved) + 1);
}

// More mazes than are kept, in an order in which they come back.
TEST(what_is_kept_does_not_change_the_answers)
{
    FILE *f = fopen(scratch_path("many.jsonl"), "wb");
    for (unsigned i = 0; i < 6000; i++)
        fprintf(f, "{\"id\":\"rook:3x3#%u\",\"moves\":\"RDRD\"}\n", i * 7 % 2500);
    fclose(f);
    scoped_text *out = output_of("verify @%s/many.jsonl", NO);
    assert_int_equal(lines_in(out), 6000);
    const char *at = out;
    for (unsigned i = 0; i < 6000; i++, at = strchr(at, '\n') + 1) {
        if (i % 97)
            continue;
        scoped_text *one = output_of(
            formatted("verify --json --moves RDRD rook:3x3#%u | cut -d, -f3-", i * 7 % 2500), DONE);
        const char *rest = strstr(at, "\"legal\"");
        assert_memory_equal(rest, one, strlen(one));
    }
}
