// test_privacy.c: what the program does not do. No verb calls another machine (no_network.c ends a
// program that does), and none writes a file that nobody has named.
#include "child.h"

#include <signal.h>
#include <sys/stat.h>

static const char *const verbs[] = {
#define VERB(name, ...) #name,
#include "tool/verbs.def"
#undef VERB
};

// A command for each verb. @ stands for a folder that is not the one in which it runs.
static const struct row {
    const char *arguments, *keys;
    int signal;
} rows[] = {
    {.arguments = "solve rook:5x5#1 die:6x6#2 theseus:5x5#1 bloxorz:6x5#4 marble:4x4#1"},
    {.arguments = "analyse rook:5x5#1"},
    {.arguments = "check theseus:4x4#1"},
    {.arguments = "audit die:5x5#1"},
    {.arguments = "convert --to id rook:5x5#1"},
    {.arguments = "design theseus 4x4#1 --evaluations 200 --threads 2"},
    {.arguments = "play bloxorz:6x5#4", .keys = "hhq"},
    {.arguments = "hint rook:5x5#1"},
    {.arguments = "verify --moves U rook:5x5#1"},
    {.arguments = "dataset rook die --count 4 --bands 1..2 -o @/x.jsonl"},
    {.arguments = "render --ascii rook:5x5#1"},
    {.arguments = "render rook:5x5#1 -o @/x.png"}, // cairo and fontconfig
    {.arguments = "render die:4x4#1 --solution -o @/x.gif"},
    {.arguments = "trace die:4x4#1"},
    {.arguments = "explain die:4x4#1 -o @/explain.html"},
    {.arguments = "render --graph -o @/graph.pdf die:4x4#1"},
    {.arguments = "audit --plot @/plot.svg die:4x4#1"},
    {.arguments = "book rook:5x5#1 -o @/x.pdf"},
    {.arguments = "simulate marble:3x3#1"},
    {.arguments = "catalogue import @/x.db rook:5x5#1"},
    {.arguments = "catalogue list @/x.db"},
    {.arguments = "serve --port 0 --page @/x.page", .signal = SIGTERM},
    {.arguments = "site -o @/x.site --page @/x.page --date 2026-11-16"},
    {.arguments = "experiment @/x.plan -o @/x.results --threads 2"},
    {.arguments = "experiment report @/x.results -o @/x.html"},
    {.arguments = "grade @/x.rubric mine=dx"},
    {.arguments = "reproduce die --quick"},
    {.arguments = "help"},
    {.arguments = "list"},
    {.arguments = "ask {\"ask\":\"play\",\"maze\":\"rook:5x5#1\"} {\"ask\":\"about\"}"},
};

static void run(const struct row *r, const char *folder, ending *e)
{
    conditions how = {.folder = folder,
                      .preload = NO_NETWORK,
                      .terminal = r->keys,
                      .keys = r->keys,
                      .signal = r->signal,
                      .microseconds = 500000};
    child_run(with_scratch(r->arguments, "@"), &how, e);
}

TEST(no_verb_calls_out_or_writes_what_nobody_named)
{
    static ending e;
    const char *folder = scratch_path("empty");
    assert_int_equal(mkdir(folder, 0777), 0);
    setenv("HOME", folder, 1);
    unsetenv("XDG_CACHE_HOME");
    assert_int_equal(mkdir(scratch_path("x.page"), 0777), 0);
    scratch_file("x.page/index.html", "<!doctype html><head></head>");
    scratch_file("x.plan", "random rook 5x5 seeds 1..3\nalgorithm bfs\n");
    scratch_file("x.rubric", "random die 4x4 seeds 1\ntest admissible points 1\n");
    for (size_t i = 0; i < COUNT(rows); i++) {
        run(&rows[i], folder, &e);
        scoped_text *left = run_shell("ls -A %s", folder);
        if (e.code < 0 || e.code > NO || *left)
            fail_msg("%s: code %d, files '%s', '%.300s'", rows[i].arguments, e.code, left, e.err);
    }
    for (size_t v = 0; v < COUNT(verbs); v++) {
        bool tried = false;
        size_t length = strlen(verbs[v]);
        for (size_t i = 0; i < COUNT(rows); i++)
            tried |= !strncmp(rows[i].arguments, verbs[v], length) &&
                     strchr(" ", rows[i].arguments[length]);
        if (!tried)
            fail_msg("no row tries %s", verbs[v]);
    }
}

// The library that ends such programs does end them; else nothing here is tried.
TEST(a_program_that_listens_to_others_is_ended)
{
    static ending e;
    run(&(struct row){.arguments = "serve --port 0 --host 0.0.0.0 --page @/x.page",
                      .signal = SIGTERM},
        scratch(), &e);
    if (e.code != -1 - SIGABRT || !strstr(e.err, "no_network: the program would listen"))
        fail_msg("code %d, '%.300s'", e.code, e.err);
}
