// test_mpi.c: one command on several ranks: the same results as on one thread, nothing lost when a
// rank is killed, and clear words when ranks do not fit together. Skipped where MPI is not there.
#include "support.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define RANKS_COMMAND BINARY_DIR "/mazewright-mpi"
#define LAUNCH        SOURCE_DIR "/tests/mpirun"
#define AT_MOST       100 // seconds for any command; after them the test fails

typedef struct answer {
    int code;
    char *out, *err;
} answer;

static void drop(answer *a)
{
    free(a->out);
    free(a->err);
}

static answer read_answer(int status)
{
    assert_true(WIFEXITED(status));
    return (answer){WEXITSTATUS(status), read_file(scratch(), "out"), read_file(scratch(), "err")};
}

// A line for the shell, in the folder.
static answer shell(const char *line)
{
    const char *whole =
        formatted("cd %s && { timeout %d %s ; } >out 2>err </dev/null", scratch(), AT_MOST, line);
    return read_answer(system(whole));
}

// On so many ranks; 0: the plain command.
static answer on_ranks(unsigned ranks, const char *arguments)
{
    char line[1000];
    if (ranks)
        snprintf(line, sizeof line, "%s -n %u %s %s", LAUNCH, ranks, RANKS_COMMAND, arguments);
    else
        snprintf(line, sizeof line, "%s %s", COMMAND, arguments);
    return shell(line);
}

static void without_seconds(char *text)
{
    for (char *p = text; (p = strstr(p, "\"seconds\":"));) {
        size_t length = strcspn(p, ",}");
        memmove(p, p + length, strlen(p + length) + 1);
    }
}

// What it prints when all goes well, without the seconds.
static char *printed(unsigned ranks, const char *arguments)
{
    answer a = on_ranks(ranks, arguments);
    if (a.code)
        fail_msg("%u ranks, %s: exit %d: %s", ranks, arguments, a.code, a.err);
    without_seconds(a.out);
    free(a.err);
    return a.out;
}

static void skip_without_mpi(void)
{
    if (access(RANKS_COMMAND, X_OK) || system("command -v mpirun > /dev/null")) {
        print_message("no MPI here: libopenmpi-dev and openmpi-bin are missing\n");
        skip();
    }
}

static void write_plan(const char *name, const char *seeds)
{
    scratch_file(name, formatted("random theseus 50x50 seeds 1..%s\nalgorithm bfs\n", seeds));
}

// ---- the same results

TEST(ranks_do_not_matter_to_design)
{
    static const char *const commands[] = {
        "design rook 5x5#3 -n 7 -e 3000 --json -q",
        "design die 5x5#3 -e 20000 --streams 5 --json -q",
        "design theseus 6x6#3 -e 12000 --streams 5 --device host --resample 0 --json -q",
        "design theseus 5x5#1 -n 2 -e 20001 --streams 3 --exchange 500 --json -q",
        "design rook 5x5#1 -e 20000 --exchange 300 -m restarts --json -q",
        "design theseus 4x4#9 -n 3 -m genetic -e 800 --json -q",
        "design die 4x4#2 -n 4 -m ladder -e 800 --json -q",
    };
    skip_without_mpi();
    for (size_t i = 0; i < COUNT(commands); i++) {
        const struct {
            unsigned ranks, threads;
        } ways[] = {{0, 2}, {2, 1}, {4, 1 + i % 2}};
        scoped_text *one = printed(0, commands[i]);
        assert_non_null(strstr(one, "\"energy\""));
        for (size_t k = 0; k < COUNT(ways); k++) {
            const char *with = formatted("%s --threads %u", commands[i], ways[k].threads);
            scoped_text *out = printed(ways[k].ranks, with);
            assert_string_equal(out, one);
        }
    }
}

// Exchanging is not the same as not exchanging, and what stands in the catalogue is what is told.
TEST(streams_exchange_mazes)
{
    scoped_text *apart = printed(0, "design theseus 6x6#3 -e 40000 --streams 4 --json -q");
    scoped_text *together =
        printed(0, "design theseus 6x6#3 -e 40000 --streams 4 --exchange 500 --json "
                   "-q --catalogue exchange.db --resume");
    scoped_text *again =
        printed(0, "design theseus 6x6#3 -e 40000 --streams 4 --exchange 500 --json -q "
                   "--catalogue exchange.db --resume");
    assert_string_not_equal(apart, together);
    assert_string_equal(together, again);
    const command_case rows[] = {
        {"design rook 5x5 --exchange 100 -m genetic", 2, "", "no streams that could exchange"},
        {"design rook 5x5 --exchange 100 --seconds 1", 2, "", "--exchange counts evaluations"},
        {"design rook 5x5 --exchange 0", 2, "", "--exchange 0: write a whole number from 1"},
    };
    expect_answers(rows, COUNT(rows));
}

// A digest of the results, by `experiment status`, when all runs are there.
static void digest(const char *file, char out[20])
{
    const char *line = formatted("experiment status --json %s", file);
    char *text = printed(0, line), *at = strstr(text, "\"results\":\"");
    unsigned done, runs;
    assert_int_equal(sscanf(text, "{\"done\":%u,\"runs\":%u", &done, &runs), 2);
    assert_int_equal(done, runs);
    assert_non_null(at);
    memcpy(out, at + strlen("\"results\":\""), 16);
    out[16] = '\0';
    free(text);
}

TEST(ranks_do_not_matter_to_experiments)
{
    static const struct {
        unsigned ranks;
        const char *command, *file;
    } ways[] = {
        {0, "experiment short.plan -o one.db --threads 1 -q", "one.db"},
        {0, "experiment short.plan -o two.db --threads 2 -q", "two.db"},
        {2, "experiment short.plan -o ranks2.db -q", "ranks2.db"},
        {4, "experiment short.plan -o ranks4.db -q", "ranks4.db"},
    };
    char first[20], other[20];
    skip_without_mpi();
    write_plan("short.plan", "30");
    for (size_t i = 0; i < COUNT(ways); i++) {
        free(printed(ways[i].ranks, ways[i].command));
        digest(ways[i].file, i ? other : first);
        if (i)
            assert_string_equal(other, first);
    }
}

TEST(ranks_do_not_matter_to_reproducing)
{
    static const char command[] = "reproduce die --quick --json -q";
    skip_without_mpi();
    scoped_text *one = printed(0, command), *three = printed(3, command);
    assert_non_null(strstr(one, "\"published\""));
    assert_string_equal(three, one);
}

// ---- misfortune

static void nap(void)
{
    pause_for(0.02);
}

// Begins the command on three ranks; their process ids are in the files pid.0, pid.1, pid.2.
static pid_t begin(const char *arguments)
{
    char line[1500];
    snprintf(
        line, sizeof line,
        "cd %s && rm -f pid.* && exec %s -n 3 sh -c 'echo $$ > pid.$OMPI_COMM_WORLD_RANK; exec "
        "%s %s' > out 2> err < /dev/null",
        scratch(), LAUNCH, RANKS_COMMAND, arguments);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        alarm(AT_MOST); // mpirun inherits it, and passes it on to the ranks, which end
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    return child;
}

static pid_t pid_of_rank(int rank)
{
    scoped_text *text = read_file(scratch(), formatted("pid.%d", rank));
    long pid = text ? atol(text) : 0;
    assert_true(pid > 1);
    return (pid_t)pid;
}

// Until a question to the plain command (without files out and err) is answered in this way.
static void wait_until(const char *question, const char *says)
{
    const char *line =
        formatted("cd %s && %s %s 2>/dev/null | grep -q '%s'", scratch(), COMMAND, question, says);
    for (double begun = mw_seconds(); mw_seconds() - begun < AT_MOST; nap())
        if (!system(line))
            return;
    fail_msg("%s: never says %s", question, says);
}

typedef struct misfortune {
    const char *command, *file;  // and its store
    const char *question, *says; // when to strike
    int frozen, target, signal;  // ranks, -1: none; target -1: the launcher
    int code;                    // of the launcher; -1: whatever, but not 0
    const char *err;
} misfortune;

static void strike(const misfortune *m)
{
    int status;
    pid_t launcher = begin(m->command);
    wait_until(m->question, m->says);
    if (m->frozen >= 0)
        kill(pid_of_rank(m->frozen), SIGSTOP);
    kill(m->target < 0 ? launcher : pid_of_rank(m->target), m->signal);
    assert_int_equal(waitpid(launcher, &status, 0), launcher);
    answer a = read_answer(status);
    if (a.code == 128 + SIGALRM)
        fail_msg("%s, rank %d: not ended after %d s", m->command, m->target, AT_MOST);
    if (!a.code || (m->code > 0 && a.code != m->code) || !strstr(a.err, m->err))
        fail_msg("%s, rank %d: exit %d, says: %s", m->command, m->target, a.code, a.err);
    drop(&a);
}

#define DESIGN     "design theseus 6x6#4 -e 600000 --streams 4 --json -q"
#define EXCHANGING DESIGN " --exchange 5000"
#define KEPT       " --resume --catalogue "
#define MAZES      "catalogue list "

TEST(a_design_survives)
{
    static const misfortune rows[] = {
        {DESIGN KEPT "a.db", "a.db", MAZES "a.db", "theseus", -1, 1, SIGKILL, -1, "rank 1"},
        {EXCHANGING KEPT "b.db", "b.db", MAZES "b.db", "theseus", -1, 2, SIGKILL, -1, "rank 2"},
        {DESIGN KEPT "c.db", "c.db", MAZES "c.db", "theseus", -1, -1, SIGINT, -1, ""},
        {EXCHANGING KEPT "d.db", "d.db", MAZES "d.db", "theseus", -1, 0, SIGINT, 4, ""},
        // Whoever does not answer is given up, in words and with the exit code of a broken system.
        {DESIGN KEPT "e.db", "e.db", MAZES "e.db", "theseus", 1, 0, SIGINT, 5, "rank 1 has died"},
    };
    char with[300];
    skip_without_mpi();
    scoped_text *apart = printed(0, DESIGN), *together = printed(0, EXCHANGING);
    for (size_t i = 0; i < COUNT(rows); i++) {
        strike(&rows[i]);
        snprintf(with, sizeof with, "catalogue verify %s", rows[i].file);
        free(printed(0, with));
        scoped_text *out =
            printed(i == 2 ? 0 : 2, rows[i].command); // either way goes on with the other's
        assert_string_equal(out, strstr(rows[i].command, "exchange") ? together : apart);
    }
}

TEST(an_experiment_survives)
{
    static const misfortune rows[] = {
        {"experiment long.plan -o x.db -q", "x.db", "experiment status --json x.db",
         "\"done\":[1-9]", -1, 1, SIGKILL, -1, "rank 1"},
        {"experiment long.plan -o y.db -q", "y.db", "experiment status --json y.db",
         "\"done\":[1-9]", -1, 0, SIGKILL, -1, "rank 0"},
    };
    char whole[20], after[20];
    skip_without_mpi();
    write_plan("long.plan", "250");
    free(printed(0, "experiment long.plan -o whole.db -q"));
    digest("whole.db", whole);
    for (size_t i = 0; i < COUNT(rows); i++) {
        strike(&rows[i]);
        free(printed(2, rows[i].command));
        digest(rows[i].file, after);
        assert_string_equal(after, whole);
    }
}

// ---- ranks that do not fit together, and work that is not for them

TEST(ranks_that_differ_are_told)
{
    static const struct {
        const char *first, *other;
        int code;
        const char *err;
    } rows[] = {
        {"experiment good.plan -o good.db -q", "experiment other.plan -o other.db -q", 5,
         "rank 1 got a task that makes no sense"},
        {"experiment good.plan -o good.db -q", "experiment none.plan", 5,
         "rank 1 cannot follow the first one"},
    };
    skip_without_mpi();
    write_plan("good.plan", "200");
    write_plan("other.plan", "201");
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *line = formatted("%s -n 1 %s %s : -n 1 %s %s", LAUNCH, RANKS_COMMAND,
                                     rows[i].first, RANKS_COMMAND, rows[i].other);
        answer a = shell(line);
        if (a.code != rows[i].code || !strstr(a.err, rows[i].err))
            fail_msg("row %zu: exit %d: %s", i, a.code, a.err);
        drop(&a);
    }
    assert_int_equal(access(scratch_path("other.db"), F_OK), -1); // only the first one writes
}

TEST(other_verbs_run_once)
{
    skip_without_mpi();
    answer a = on_ranks(3, "convert --to id rook:5x5#7"), b = on_ranks(3, "design nonsense 5x5");
    answer plain = on_ranks(0, "convert --to id rook:5x5#7");
    assert_int_equal(a.code, 0);
    assert_string_equal(a.out, plain.out);
    assert_int_equal(b.code, 2);
    char *says = strstr(b.err, "design needs a kind");
    assert_non_null(says);
    assert_null(strstr(says + 1, "design needs a kind"));
    drop(&a);
    drop(&b);
    drop(&plain);
}
