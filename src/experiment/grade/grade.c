// grade.c: see grade.h. Each test looks at what a submission did on each maze, counts where it
// passed, and keeps the sentence about the smallest case in which it did not.
#include "experiment/grade/grade.h"

#include "experiment/grade/observe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILURES_TOLD 5          // in the remark
#define GIVEN_UP      3          // mazes in a row without any answer; then the others are not tried
#define LARGE         UINT64_MAX // the size of a case that is no counterexample

// The smallest case in which a heuristic did not pass a test.
typedef struct worst {
    bool there;
    uint64_t size;
    mw_writer sentence;
    size_t failure; // 1 + index: that instead of a sentence
} worst;

// Why there was nothing to see, on one maze or several.
typedef struct failure {
    char *text;
    const mw_graded_maze *first, *last; // mazes
    unsigned mazes;
    bool of_one; // of one heuristic; else of the whole submission
} failure;

typedef struct grading {
    const mw_grader *grader;
    const mw_submission *submission;
    mw_grade *out;
    mw_error *error;
    worst worst[MW_RUBRIC_TESTS_MAX][MW_RUBRIC_HEURISTICS_MAX];
    char names[MW_RUBRIC_HEURISTICS_MAX][MW_GRADE_NAME_SIZE];
    uint32_t same[MW_RUBRIC_HEURISTICS_MAX]; // on all mazes so far, as in mw_observation
    bool compared[MW_RUBRIC_HEURISTICS_MAX]; // on some maze
    size_t failed[MW_RUBRIC_HEURISTICS_MAX]; // the failure on the first maze that has one, as above
    unsigned offered;                        // most heuristics on a maze
    unsigned in_a_row;                       // mazes without any answer
    failure *failures;
    size_t failure_count;
} grading;

// ---- sentences

// What the estimate of a state is, in words that go on with a number or not.
static void write_value(mw_writer *w, uint32_t h)
{
    if (h == MW_FAR)
        mw_write(w, "that there is no way");
    else
        mw_write(w, "%u", h);
}

static bool explain_admissible(const mw_graded_maze *z, const mw_audit *a, mw_writer *w)
{
    char *where = mw_state_describe(z->maze, &a->over);
    mw_write(w, "not admissible on %s: %s: your estimate is ", z->named->name, where ? where : "");
    write_value(w, a->over_estimate);
    mw_write(w, ", the exact distance %u", a->over_exact);
    bool room = where;
    free(where);
    return room;
}

static bool explain_consistent(const mw_graded_maze *z, const mw_audit *a, mw_writer *w)
{
    char *from = mw_state_describe(z->maze, &a->from), *to = mw_state_describe(z->maze, &a->to);
    mw_write(w, "not consistent on %s: %s: your estimate is ", z->named->name, from ? from : "");
    write_value(w, a->from_estimate);
    mw_write(w, "; move %s costs %u and leads to %s, where it is %u",
             z->maze->kind->rules->actions[a->action].word, a->edge_cost, to ? to : "",
             a->to_estimate);
    bool room = from && to;
    free(from);
    free(to);
    return room;
}

static void explain_expanded(const mw_rubric_test *t, const mw_graded_maze *z,
                             const mw_observation *o, uint64_t most, bool solve, mw_writer *w)
{
    if (!o->counted) {
        mw_write(w, "on %s: it does not tell how many states it expanded", z->named->name);
        return;
    }
    mw_write(w, "on %s: %s expands %llu states, and %llu are allowed", z->named->name,
             solve ? "it" : "A* with it", (unsigned long long)o->expanded,
             (unsigned long long)most);
    if (*t->reference)
        mw_write(w, " (%s%s)", t->name + strlen("expanded <= "),
                 strchr(t->name, '*') ? "" : " expands as many");
}

// ---- tests

typedef struct seen {
    const mw_graded_maze *maze;
    const mw_observation *of;
    double seconds;
    unsigned test;
    size_t failure; // as in worst
} seen;

// Is the test passed? If not: how large the case is, and a sentence about it. *room becomes false
// where memory ran out.
static bool passes(const grading *g, const seen *s, uint64_t *size, mw_writer *w, bool *room)
{
    const mw_rubric_test *t = &g->grader->rubric->tests[s->test];
    const mw_observation *o = s->of;
    const mw_graded_maze *z = s->maze;
    bool solved = !o->unsolved.length;
    *size = LARGE;
    if (o->failure.length) {
        return false;
    } else if (t->seconds > 0 && s->seconds > t->seconds) {
        mw_write(w, "on %s: it used more than %g s of processor time", z->named->name, t->seconds);
    } else if (t->check == MW_CHECK_ADMISSIBLE && !o->audit.admissible) {
        *size = o->audit.over_exact;
        *room = explain_admissible(z, &o->audit, w);
    } else if (t->check == MW_CHECK_CONSISTENT && !o->audit.consistent) {
        *size = o->from_exact;
        *room = explain_consistent(z, &o->audit, w);
    } else if (t->check >= MW_CHECK_SOLVED && !solved) {
        mw_write(w, "on %s: %s", z->named->name, o->unsolved.text);
    } else if (t->check == MW_CHECK_OPTIMAL && z->solvable && o->cost > z->cost) {
        mw_write(w, "on %s: %s a solution that costs %llu, and there is one of %llu",
                 z->named->name, g->grader->rubric->solve ? "it gives" : "A* with it finds",
                 (unsigned long long)o->cost, (unsigned long long)z->cost);
    } else if (t->check == MW_CHECK_EXPANDED && (!o->counted || o->expanded > z->most[s->test])) {
        explain_expanded(t, z, o, z->most[s->test], g->grader->rubric->solve, w);
    } else {
        return true;
    }
    return false;
}

static bool judge(grading *g, const seen *s, unsigned heuristic)
{
    mw_mark *mark = &g->out->marks[s->test];
    worst *kept = &g->worst[s->test][heuristic];
    mw_writer sentence = {0};
    uint64_t size;
    bool room = true;
    if (g->grader->rubric->tests[s->test].check == MW_CHECK_DIFFERENT)
        return true; // see judge_difference
    bool passed = passes(g, s, &size, &sentence, &room);
    mark->passed += passed;
    mark->all++;
    if (!passed && (!kept->there || size < kept->size)) {
        free(kept->sentence.text);
        *kept = (worst){.there = true, .size = size, .sentence = sentence, .failure = s->failure};
    } else {
        free(sentence.text);
    }
    return room && !kept->sentence.failed;
}

// ---- a maze

static void note_names(grading *g, const mw_observed *o)
{
    if (o->offered > g->offered)
        g->offered = o->offered;
    for (unsigned i = 0; i < o->count; i++) {
        if (!*g->names[i])
            memcpy(g->names[i], o->names[i], sizeof g->names[i]);
        if (!o->of[i].compared)
            continue;
        g->same[i] = g->compared[i] ? g->same[i] & o->of[i].same : o->of[i].same;
        g->compared[i] = true;
    }
}

// Finds the failure of this text, or adds it. Returns 1 + its index; 0: memory ran out.
static size_t note_failure(grading *g, const mw_graded_maze *z, const mw_observation *o)
{
    size_t i = 0;
    while (i < g->failure_count && strcmp(g->failures[i].text, o->failure.text) != 0)
        i++;
    if (i == g->failure_count) {
        failure *all = realloc(g->failures, (i + 1) * sizeof *all);
        if (all)
            g->failures = all;
        char *text = all ? strdup(o->failure.text) : NULL;
        if (!text)
            return 0;
        g->failures[g->failure_count++] = (failure){.text = text, .first = z, .of_one = o->of_one};
    }
    failure *f = &g->failures[i];
    f->mazes += f->last != z;
    f->last = z;
    return i + 1;
}

static bool judge_all(grading *g, const mw_graded_maze *z, const mw_observed *o)
{
    unsigned failed = 0;
    bool room = true;
    for (unsigned i = 0; room && i < o->count; i++) {
        const mw_observation *one = &o->of[i];
        size_t why = one->failure.length ? note_failure(g, z, one) : 0;
        room = why || !one->failure.length;
        g->failed[i] = g->failed[i] ? g->failed[i] : why;
        failed += why && !one->of_one;
        for (unsigned t = 0; room && t < g->grader->rubric->test_count; t++)
            room = judge(g, &(seen){z, one, o->seconds, t, why}, i);
    }
    g->in_a_row = failed == o->count ? g->in_a_row + 1 : 0;
    return room || mw_no_memory(g->error);
}

// A maze that is not tried fails in all tests.
static bool leave_out(grading *g, const mw_graded_maze *z)
{
    static char why[] = "not tried, because it did not answer on the mazes before";
    mw_observed o = {.count = g->grader->rubric->heuristics};
    for (unsigned i = 0; i < o.count; i++)
        o.of[i].failure = (mw_writer){.text = why, .length = sizeof why - 1};
    return judge_all(g, z, &o);
}

static bool grade_maze(grading *g, uint32_t maze)
{
    const mw_graded_maze *z = &g->grader->mazes[maze];
    mw_observed o;
    if (g->grader->progress)
        g->grader->progress(g->grader->context, g->submission, maze);
    if (g->in_a_row >= GIVEN_UP)
        return leave_out(g, z);
    bool ok = mw_observe(g->grader, g->submission, z, &o, g->error);
    if (ok) {
        g->out->seconds += o.seconds;
        note_names(g, &o);
        ok = judge_all(g, z, &o);
    }
    mw_observed_free(&o);
    return ok;
}

// ---- the end

static const char *called(const grading *g, unsigned i, char buffer[MW_GRADE_NAME_SIZE])
{
    snprintf(buffer, MW_GRADE_NAME_SIZE, "heuristic %u", i + 1);
    return *g->names[i] ? g->names[i] : buffer;
}

// A heuristic that is the same as an earlier one on all mazes, or was never seen, is no other.
static void judge_difference(grading *g, unsigned test)
{
    mw_mark *mark = &g->out->marks[test];
    mark->all = g->grader->rubric->heuristics;
    for (unsigned i = 0; i < mark->all; i++) {
        worst *kept = &g->worst[test][i];
        unsigned other = 0;
        while (other < i && !(g->same[i] >> other & 1))
            other++;
        bool passed = g->compared[i] && other == i;
        mark->passed += passed;
        kept->there = !passed;
        kept->failure = g->compared[i] ? 0 : g->failed[i];
        if (!passed && g->compared[i])
            mw_write(&kept->sentence, "its estimates are the same as those of %s in all states",
                     called(g, other, (char[MW_GRADE_NAME_SIZE]){0}));
    }
}

// A failure on all mazes needs no name of a maze.
static void write_failure(const grading *g, const failure *f, mw_writer *w)
{
    const unsigned others = f->mazes - 1;
    if (f->mazes == 1 && g->grader->maze_count > 1)
        mw_write(w, "on %s: ", f->first->named->name);
    else if (f->mazes < g->grader->maze_count)
        mw_write(w, "on %s and %u other maze%s: ", f->first->named->name, others,
                 others == 1 ? "" : "s");
    mw_write(w, "%s", f->text);
}

// The sentences of one test: one for each heuristic that did not pass, after its name where there
// are several.
static void write_feedback(grading *g, unsigned test)
{
    mw_mark *mark = &g->out->marks[test];
    mw_writer *w = &mark->feedback;
    const unsigned count = g->grader->rubric->heuristics;
    size_t said = 0; // the failure of the whole submission that was told last
    for (unsigned i = 0; i < count; i++) {
        worst *kept = &g->worst[test][i];
        if (!kept->there)
            continue;
        const failure *f = kept->failure ? &g->failures[kept->failure - 1] : NULL;
        const bool of_all = f && !f->of_one;
        if (of_all && said == kept->failure)
            continue;
        said = of_all ? kept->failure : said;
        if (count > 1 && !of_all)
            mw_write(w, "%s: ", called(g, i, (char[MW_GRADE_NAME_SIZE]){0}));
        if (f)
            write_failure(g, f, w);
        else
            mw_write(w, "%s", kept->sentence.text);
        mw_write_char(w, '\n');
    }
}

static bool finish(grading *g)
{
    const mw_rubric *u = g->grader->rubric;
    bool room = true;
    for (unsigned t = 0; t < u->test_count; t++) {
        mw_mark *mark = &g->out->marks[t];
        if (u->tests[t].check == MW_CHECK_DIFFERENT)
            judge_difference(g, t);
        double share = (double)mark->passed / (double)mark->all;
        share = u->tests[t].partial ? share : mark->passed == mark->all;
        mark->points = round(u->tests[t].points * share * 1e4) / 1e4;
        g->out->points += mark->points;
        write_feedback(g, t);
        room = room && !mark->feedback.failed;
    }
    unsigned told = 0;
    for (size_t i = 0; i < g->failure_count && told < FAILURES_TOLD; i++)
        if (!g->failures[i].of_one) { // a test may tell a counterexample of another maze instead
            write_failure(g, &g->failures[i], &g->out->remark);
            mw_write_char(&g->out->remark, '\n');
            told++;
        }
    if (g->offered > u->heuristics)
        mw_write(&g->out->remark, "%u heuristics were handed in; the first %u are graded\n",
                 g->offered, u->heuristics);
    return (room && !g->out->remark.failed) || mw_no_memory(g->error);
}

bool mw_grade_submission(const mw_grader *grader, const mw_submission *s, mw_grade *out,
                         mw_error *error)
{
    *out = (mw_grade){0};
    *error = (mw_error){0};
    grading *g = calloc(1, sizeof *g);
    if (!g)
        return mw_no_memory(error);
    bool ok = true;
    *g = (grading){.grader = grader, .submission = s, .out = out, .error = error};
    for (uint32_t i = 0; ok && i < grader->maze_count; i++)
        ok = grade_maze(g, i);
    ok = ok && finish(g);
    for (unsigned t = 0; t < MW_RUBRIC_TESTS_MAX; t++)
        for (unsigned i = 0; i < MW_RUBRIC_HEURISTICS_MAX; i++)
            free(g->worst[t][i].sentence.text);
    for (size_t i = 0; i < g->failure_count; i++)
        free(g->failures[i].text);
    free(g->failures);
    free(g);
    return ok;
}

void mw_grade_free(mw_grade *grade)
{
    for (unsigned t = 0; t < MW_RUBRIC_TESTS_MAX; t++)
        free(grade->marks[t].feedback.text);
    free(grade->remark.text);
    *grade = (mw_grade){0};
}
