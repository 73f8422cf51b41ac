// test_interrupts.c: Ctrl-C at random moments of everything that can take long. It ends soon, with
// its code, with what was found so far, and leaves no half-written file, damaged store or unusable
// terminal. INTERRUPTS in the environment says how often; `make fault-test` takes 300.
#include "child.h"

#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOON 15 // seconds until it has ended, on a machine that is very busy

#define ENDED 6 // seconds that half a second may take there

#define HUGE "die:2000x2000,obstacles=20,never=none#1"

typedef struct row {
    const char *arguments; // @ stands for the scratch folder
    const char *finds;     // on stdout, if anything is printed
    const char *store;     // a catalogue or file of results
    const char *file;      // written whole or not at all; it ends with:
    const char *ends;
    const char *keys; // typed on a terminal
    bool served;      // that it is ended is no limit
} row;

static const row rows[] = {
    {.arguments = "solve --json -a bfs,ids rook:5x5#1 " HUGE " rook:5x5#2",
     .finds = "\"rook:5x5#1@1\""},
    {.arguments = "solve -a bfs,ids rook:5x5#1 " HUGE " rook:5x5#2", .finds = "rook:5x5#1@1"},
    {.arguments = "analyse --json rook:5x5#1 " HUGE, .finds = "\"rook:5x5#1@1\""},
    {.arguments = "check rook:3x3#1 " HUGE, .finds = "rook:3x3#1@1: ok"},
    {.arguments = "audit rook:3x3#1 " HUGE, .finds = "rook:3x3#1@1"},
    {.arguments = "hint " HUGE},
    {.arguments = "render theseus:60x60#1 --distances -o @/x.svg",
     .file = "x.svg",
     .ends = "</svg>\n"},
    {.arguments = "trace " HUGE " -o @/x.jsonl", .file = "x.jsonl", .ends = "}\n"},
    {.arguments = "book rook:5x5#1 " HUGE " -o @/x.pdf", .file = "x.pdf", .ends = ""},
    {.arguments = "design theseus 9x9#1 --seconds 1000 --json --catalogue @/a.db",
     .finds = "\"id\":\"theseus:",
     .store = "a.db"},
    {.arguments = "design theseus 9x9#1 --evaluations 100000000 --streams 4 --exchange 1000 --json "
                  "--resume --catalogue @/b.db",
     .finds = "\"id\":\"theseus:",
     .store = "b.db"},
    {.arguments = "design theseus 6x6#1 --method genetic --json --evaluations 100000000",
     .finds = "\"id\":\"theseus:"},
    {.arguments = "design rook 6x6#1 --method ladder --json --evaluations 100000000",
     .finds = "\"id\":\"rook:"},
    {.arguments = "design rook 7x7 --method exact --json --catalogue @/c.db",
     .finds = "\"id\":\"rook:",
     .store = "c.db"},
    {.arguments = "experiment @/long.plan -o @/d.results",
     .finds = "runs, plan",
     .store = "d.results"},
    {.arguments = "reproduce theseus --mazes 100000 -o @/x.html",
     .file = "x.html",
     .ends = "</html>\n"},
    {.arguments = "simulate marble:10x10x10#1 --agent all --json --dt 0.000001",
     .finds = "\"agent\":"},
    {.arguments = "simulate marble:10x10x10#1 --agent depth-first --dt 0.000001 --trace @/y.jsonl",
     .file = "y.jsonl",
     .ends = "}\n"},
    {.arguments = "catalogue import @/e.db rook:5x5#1 " HUGE " rook:5x5#2",
     .finds = "added",
     .store = "e.db"},
    {.arguments = "site --date 2026-01-01..2026-12-31 --page @/page -o @/site"},
    {.arguments = "serve --port 0 --page @/page", .finds = "http://", .served = true},
    {.arguments = "play die:300x300,never=none#1", .keys = "hh"},
    {.arguments = "play bloxorz:8x8#1 --save @/x.game",
     .file = "x.game",
     .ends = "\n",
     .keys = "\033[A\033[B\033[C\033[Dhhu"},
};

static void expect_code(const char *format, const char *file, int code)
{
    static ending e;
    const char *arguments = formatted(format, file);
    child_run(arguments, &(conditions){0}, &e);
    if (e.code != code)
        fail_msg("%s: code %d, '%s%s'", arguments, e.code, e.out, e.err);
}

// What was stored is sound.
static void check_store(const row *r)
{
    struct stat st;
    const char *file = scratch_path(r->store);
    if (stat(file, &st) || !st.st_size)
        return;
    if (strstr(r->store, ".results"))
        expect_code("experiment status %s", file, DONE);
    else
        expect_code("catalogue verify %s", file, DONE);
}

static void check_file(const row *r)
{
    char *text = read_file("/", scratch_path(r->file)); // of which the first MiB
    size_t length = text ? strlen(text) : 0, end = strlen(r->ends);
    bool whole = !text || length >= 1 << 20 ||
                 (length >= end && !strcmp(text + length - end, r->ends)) ||
                 strstr(r->file, ".pdf"); // which is not text
    if (!whole)
        fail_msg("%s: the file ends with '%s'", r->arguments,
                 text + length - (length < 40 ? length : 40));
    free(text);
}

static unsigned early;
static double longest;

static bool interrupt(const row *r, long microseconds)
{
    static ending e;
    child_run(
        with_scratch(r->arguments, "@"),
        &(conditions){
            .signal = SIGINT, .microseconds = microseconds, .terminal = r->keys, .keys = r->keys},
        &e);
    bool unborn = e.code == -1 - SIGINT && !*e.out; // it was not there yet to catch the signal
    early += unborn;
    longest = fmax(longest, e.seconds);
    bool finds = !r->finds || !*e.out || strstr(e.out, r->finds);
    unsigned parts = count_files(scratch(), "part");
    bool fine = !((e.code != (r->served ? DONE : LIMIT) && !unborn) || !finds || parts ||
                  !e.restored || e.seconds > SOON);
    if (!fine)
        print_error(
            "%s after %ld us: code %d in %.1f s, %u parts, the terminal is %s; '%.200s', '%s'\n",
            r->arguments, microseconds, e.code, e.seconds, parts, e.restored ? "calm" : "not",
            e.out, e.err);
    if (r->store)
        check_store(r);
    if (r->file)
        check_file(r);
    return fine;
}

TEST(an_interrupt_ends_everything_cleanly)
{
    const char *wanted = getenv("INTERRUPTS");
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) : COUNT(rows);
    long most = wanted ? 1500000 : 150000;
    unsigned bad = 0;
    double from = mw_seconds(); // to begin takes long where much else goes on
    expect_code("--version%s", "", DONE);
    long start = (long)((mw_seconds() - from) * 1.5e6);
    mw_rng rng = seeded(21);
    for (unsigned i = 0; i < count; i++)
        bad += !interrupt(&rows[i % COUNT(rows)], start + mw_rng_below(&rng, (uint32_t)most));
    print_message("%u interrupts, %u of them before anything; the longest end took %.2f s\n", count,
                  early, longest);
    assert_int_equal(bad, 0);
}

// Work on one large maze is ended in the middle, not only between two steps. What takes longer than
// half a second besides is reading the maze, on a busy machine.
TEST(time_limits_end_what_is_under_way)
{
    static const char *const limited[] = {
        "design theseus 64x64#1 --seconds 0.5",
        "design theseus 24x24#1 --seconds 0.5 --json",
        "design marble 20x20x20,orientations=24#1 --seconds 0.5",
        "design die 1000x1000#1 --seconds 0.5",
        "design bloxorz 64x64,switches=6,splits=2#1 --seconds 0.5 --objective -difficulty",
        "design theseus 24x24#1 --seconds 0.5 --method genetic",
        "design theseus 64x64#1 --seconds 0.5 --method ladder",
        "analyse theseus:64x64#1 --limit-seconds 0.5",
        "check theseus:64x64#1 --limit-seconds 0.5",
        "hint theseus:64x64#1 --limit-seconds 0.5",
        "audit die:1000x1000#1 --limit-seconds 0.5",
        "render die:2000x2000#1 --limit-seconds 0.5 -o @/x.svg",
        "render die:2000x2000#1 --limit-seconds 0.5 -o @/x.pdf",
        "book die:2000x2000#1 --limit-seconds 0.5 -o @/x.pdf",
    };
    double slowest = 0;
    for (size_t i = 0; i < COUNT(limited); i++) {
        static ending e;
        double from = mw_seconds();
        child_run(with_scratch(limited[i], "@"), &(conditions){0}, &e);
        double taken = mw_seconds() - from;
        slowest = fmax(slowest, taken);
        bool ended = e.code == DONE || e.code == NO || e.code == LIMIT; // fast machines get further
        if (taken > (SANITIZED ? 4 : 1) * ENDED || !ended)
            fail_msg("%s: code %d after %.1f s: '%s'", limited[i], e.code, taken, e.err);
    }
    assert_int_equal(count_files(scratch(), "part"), 0);
    print_message("the slowest took %.2f s\n", slowest);
}

static int prepare(UNUSED void **state)
{
    if (mkdir(scratch_path("page"), 0777))
        return -1;
    scratch_file("page/index.html", "<!doctype html><title>page</title>\n");
    scratch_file("long.plan", "random theseus 16x16 seeds 1..20000\nalgorithm bfs idastar\n"
                              "heuristic zero\nlimit states 1000000\n");
    return 0;
}

ALL_TESTS_WITH(prepare, NULL)
