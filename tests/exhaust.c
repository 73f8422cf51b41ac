// exhaust.c: see exhaust.h.
#include "exhaust.h"

#include "mazewright/session.h"

static uint64_t tries, points;

// ---- what an operation says

void say(answer *a, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(a->text + a->length, sizeof a->text - a->length, format, list);
    va_end(list);
    a->length += (size_t)n;
    assert_true(a->length < sizeof a->text);
}

outcome wrong(answer *a, const char *what)
{
    a->length = 0;
    say(a, "%s", what);
    return WRONG;
}

outcome because(answer *a, const mw_error *e)
{
    return e->code == MW_ERROR_MEMORY ? SHORT : wrong(a, e->text);
}

outcome say_text(answer *a, char *text)
{
    if (!text)
        return SHORT;
    say(a, "%s\n", text);
    free(text);
    return ANSWERED;
}

outcome say_maze(answer *a, mw_maze *m, const mw_error *e)
{
    if (!m)
        return because(a, e);
    for (uint32_t i = 0; i < m->bytes; i++)
        say(a, "%02x", ((const unsigned char *)m)[i]);
    say(a, "\n");
    mw_maze_free(m);
    return ANSWERED;
}

// ---- mazes of every kind

subject subjects[SUBJECTS_MAX] = {
    {.id = "null:7x1#1", .params = "5x1"},
    {.id = "rook:3x3#2", .params = "3x3"},
    {.id = "die:3x3,obstacles=10#2", .params = "3x3"},
    {.id = "theseus:3x3#5", .params = "3x3"},
    {.id = "bloxorz:6x5#1", .params = "6x4"},
    {.id = "marble:3x3,outer#1", .params = "3x3"},
};

static char *walk_about(const mw_maze *m)
{
    mw_session *p = mw_session_open(m);
    unsigned actions = 0;
    while (m->kind->rules->actions[actions].word)
        actions++;
    assert_true(actions);
    for (unsigned i = 0; i < 2000; i++)
        if (mw_session_move(p, (uint16_t)((i + i / 5) % actions)) &&
            mw_session_status(p) != MW_OPEN)
            mw_session_undo(p);
    char *text = mw_session_text(p);
    mw_session_close(p);
    return text;
}

size_t subject_count;

static void prepare(subject *s)
{
    s->maze = maze_of_id(s->id);
    s->kind = s->maze->kind;
    s->text = mw_maze_print(s->maze, "own");
    scoped_result r = searched(s->maze, NULL, NULL, MW_VISITED_AUTO);
    if (r.outcome != MW_OUTCOME_SOLVED)
        print_error("%s is unsolvable\n", s->id);
    s->solution = mw_moves_print(s->kind, r.actions, r.moves);
    s->walk = walk_about(s->maze);
}

static const char *solvable_id(const mw_kind *k)
{
    for (unsigned seed = 1; seed < 100; seed++) {
        const char *id = formatted("%s:5x5#%u", k->name, seed);
        scoped_maze *m = maze_of_id(id);
        scoped_result r = searched(m, NULL, NULL, MW_VISITED_AUTO);
        if (r.outcome == MW_OUTCOME_SOLVED)
            return id;
    }
    fail_msg("%s has no row in the table, and no solvable maze of 5x5 cells", k->name);
    return NULL;
}

// A kind without a row in the table is tried with a random maze.
int make_subjects(UNUSED void **state)
{
    while (subjects[subject_count].id)
        prepare(&subjects[subject_count++]);
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        size_t i = 0;
        while (i < subject_count && subjects[i].kind != *k)
            i++;
        if (i < subject_count)
            continue;
        assert_true(subject_count < SUBJECTS_MAX);
        subjects[i] = (subject){.id = solvable_id(*k), .params = "5x5"};
        prepare(&subjects[subject_count++]);
    }
    return 0;
}

int free_subjects(UNUSED void **state)
{
    for (size_t i = 0; i < subject_count; i++) {
        mw_maze_free(subjects[i].maze);
        free(subjects[i].text);
        free(subjects[i].solution);
        free(subjects[i].walk);
    }
    print_message("%llu runs, for %llu allocations\n", (unsigned long long)tries,
                  (unsigned long long)points);
    return 0;
}

// ---- memory runs out

// One run in which allocation `at` fails. Prints a line if it goes wrong.
static bool run_short(const char *title, operation *run, const subject *s, uint64_t at,
                      bool lasting, const char *whole)
{
    static const char *const names[] = {"done", "out of memory", "wrong"};
    static answer got;
    got.length = 0;
    got.text[0] = '\0';
    uint64_t held = shortage_held();
    shortage_begin(at, lasting);
    outcome o = run(s, &got);
    shortage_end();
    tries++;
    uint64_t left = shortage_held() - held;
    bool fine = (o == SHORT || (o == ANSWERED && !strcmp(got.text, whole))) && !left;
    if (!fine)
        print_error("%s: allocation %llu fails%s: %s, '%.300s'; %llu blocks left\n", title,
                    (unsigned long long)at, lasting ? " and all after it" : "", names[o], got.text,
                    (unsigned long long)left);
    return fine;
}

#define MANY 1500 // allocations of an operation that are all failed

void exhaust(const char *name, operation *run, const subject *s)
{
    static answer whole;
    char title[500];
    snprintf(title, sizeof title, "%s of %s (%.200s, %s, %d)", name, s->id,
             s->detail ? s->detail : "", s->more ? s->more : "", s->number);
    whole.length = 0;
    whole.text[0] = '\0';
    uint64_t held = shortage_held();
    shortage_begin(0, false);
    outcome o = run(s, &whole);
    uint64_t count = shortage_end();
    if (o != ANSWERED || shortage_held() != held)
        fail_msg("%s fails with all memory there is: %s", title, whole.text);
    points += count;
    unsigned bad = 0;
    mw_rng rng = seeded(5);
    for (uint64_t at = 1; at <= count && bad < 10; at++) {
        if (!shortage_tries(at, count,
                            SANITIZED       ? 12
                            : count <= MANY ? MANY
                                            : 60,
                            SANITIZED ? 30 : 40, &rng))
            continue;
        bad += !run_short(title, run, s, at, false, whole.text);
        bad += !run_short(title, run, s, at, true, whole.text);
    }
    if (bad)
        fail();
}
