// plan.c: plans of experiments, and rubrics of assignments: each text is read as both. They may
// name files: those of an empty folder, but for two.
#include "fuzz.h"
#include "experiment/grade/rubric.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *folder;

static void put_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    must(f, "cannot write %s", name);
    fputs(text, f);
    fclose(f);
}

static void remove_folder(void)
{
    if (!chdir(folder)) {
        remove("a.rook");
        remove("mazes.txt");
    }
    rmdir(folder);
}

// Returns where we were.
static int enter_folder(void)
{
    static bool made;
    int here = open(".", O_RDONLY | O_DIRECTORY);
    if (!made)
        folder = fuzz_folder();
    must(here >= 0 && !chdir(folder), "cannot enter %s", folder);
    if (!made) {
        put_file("a.rook", "rook 2x2\n[1] 1\n1 G\n");
        put_file("mazes.txt", "# a list\nrook:3x3#1\na.rook\n");
        atexit(remove_folder);
    }
    made = true;
    return here;
}

static bool open_maze(void *context, const char *name, mw_plan_take *take, void *taker)
{
    mw_error e = FUZZ_ERROR;
    mw_maze *m = mw_maze_from_id("rook:2x2:S11/1G", &e);
    (void)context;
    return m && take(taker, name, m);
}

// Names beyond the folder are no business of a test, and to make thousands of mazes takes its time.
static bool out_of_bounds(const char *text)
{
    for (const char *p = text; *p; p++) {
        size_t digits = strspn(p, "0123456789");
        if (digits > 3 && p - text > 1 && p[-1] == '.' && p[-2] == '.')
            return true;
        if (*p == '/' && (p == text || strchr(" \t\"\n\r,{*?]./", p[-1])))
            return true;
        if (*p == '~')
            return true;
    }
    return false;
}

static void check_run(const mw_plan *p, const mw_plan_run *r)
{
    must(r->maze < p->maze_count && r->configuration < p->configuration_count &&
             r->repeat < p->repeats,
         "run %u, %u, %u", r->maze, r->configuration, r->repeat);
    mw_error e = FUZZ_ERROR;
    mw_maze *m = mw_maze_from_id(p->mazes[r->maze].id, &e);
    must(m, "%s: %s", p->mazes[r->maze].id, e.text);
    mw_search_options o = mw_configuration_options(&p->configurations[r->configuration]);
    must(mw_search_valid(m, &o, &e), "%s on %s: %s", p->configurations[r->configuration].label,
         p->mazes[r->maze].id, e.text);
    mw_maze_free(m);
}

static void check_labels(const mw_plan *p)
{
    uint32_t count = p->configuration_count < 100 ? p->configuration_count : 100;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            must(strcmp(p->configurations[i].label, p->configurations[k].label), "two are %s",
                 p->configurations[i].label);
}

static void check_test(const mw_rubric *u, const mw_rubric_test *t)
{
    must(t->points >= 0 && t->points <= 1e6 && *t->name && t->visibility, "no test: %s", t->name);
    must(t->check != MW_CHECK_EXPANDED || t->most > 0, "%s: no bound", t->name);
    must(!u->solve || !mw_check_needs_graph(t->check), "%s is no test of solvers", t->name);
    for (uint32_t i = 0; i < u->plan.maze_count; i++)
        must(!*t->reference || !strcmp(t->reference, "zero") ||
                 mw_heuristic_find(u->plan.mazes[i].kind, t->reference),
             "%s is no heuristic", t->reference);
}

// What was read as a rubric can be graded by: each test makes sense on each maze.
static void check_rubric(const char *text)
{
    mw_rubric u;
    mw_error e = FUZZ_ERROR;
    bool ok = mw_rubric_read(&u, text, open_maze, NULL, &e);
    if (!ok)
        fuzz_error(&e);
    must(!ok || (u.test_count && u.plan.maze_count && u.heuristics && u.seconds > 0 && u.bytes),
         "an empty rubric");
    for (unsigned i = 0; ok && i < u.test_count; i++)
        check_test(&u, &u.tests[i]);
    for (unsigned i = 0; ok && i < u.run_count; i++)
        must(u.runs[i].words[0], "no command");
    mw_rubric_free(&u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int here = enter_folder();
    char *text = fuzz_text(data, size);
    mw_rng rng = fuzz_choices(data, size);
    mw_plan p, again;
    mw_error e = FUZZ_ERROR;
    if (!out_of_bounds(text)) {
        bool ok = mw_plan_read(&p, text, open_maze, NULL, &e);
        if (!ok)
            fuzz_error(&e);
        if (ok)
            check_labels(&p);
        for (unsigned i = 0; ok && i < 4; i++)
            check_run(&p, &p.runs[fuzz_choose(&rng, (size_t)p.run_count)]);
        if (ok && p.run_count < 1000) {
            must(mw_plan_read(&again, text, open_maze, NULL, &e), "not the second time: %s",
                 e.text);
            must(again.hash == p.hash && again.run_count == p.run_count, "another plan");
            mw_plan_free(&again);
        }
        mw_plan_free(&p);
        check_rubric(text);
    }
    must(!fchdir(here) && !close(here), "cannot go back");
    free(text);
    return 0;
}
