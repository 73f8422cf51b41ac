// test_interrupts.c: Ctrl-C at random moments of everything that can take long. It ends soon, with
// its code, with what was found so far, and leaves no half-written file, damaged store or unusable
// terminal; and so whatever the maze, with a signal or a limit of time. INTERRUPTS in the
// environment says how often; `make fault-test` takes 1,000.
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
    {.arguments = "audit rook:3x3#1 " HUGE " --plot @/x2.svg",
     .finds = "rook:3x3#1@1",
     .file = "x2.svg",
     .ends = "</svg>\n"},
    {.arguments = "hint " HUGE},
    {.arguments = "explain rook:3x3#1 " HUGE, .finds = "rook:3x3#1@1: "},
    {.arguments = "explain --compare rook:3x3#1 " HUGE},
    {.arguments = "explain rook:3x3#1 theseus:60x60#1 -o @/x.html",
     .file = "x.html",
     .ends = "</html>\n"},
    {.arguments = "verify --optimal --json --moves E rook:5x5#1 " HUGE,
     .finds = "\"rook:5x5#1@1\""},
    {.arguments = "ask {\"ask\":\"analyse\",\"maze\":\"" HUGE "\"} {\"ask\":\"about\"}"},
    {.arguments = "render theseus:60x60#1 --distances -o @/x.svg",
     .file = "x.svg",
     .ends = "</svg>\n"},
    {.arguments = "render theseus:60x60#2 --graph --layout stress -o @/g.svg",
     .file = "g.svg",
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
    {.arguments = "dataset theseus bloxorz --count 1000000 -o @/x.jsonl",
     .file = "x.jsonl",
     .ends = "}\n"},
    {.arguments = "dataset bloxorz --bands 10 --count 1000000 -o @/y.jsonl",
     .file = "y.jsonl",
     .ends = ""},
    {.arguments = "experiment @/long.plan -o @/d.results",
     .finds = "runs, plan",
     .store = "d.results"},
    {.arguments = "grade @/large.rubric mine=dx+dy other=dy", .finds = "(points)"},
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
    {.arguments = "play die:4096x4096,never=none#1", .keys = "h\033[B\033[C"},
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
    static ending e;
    bool results = strstr(r->store, ".results");
    child_run(formatted(results ? "experiment status %s" : "catalogue verify %s", file),
              &(conditions){0}, &e);
    bool empty =
        results && e.code == INPUT && strstr(e.err, "holds no plan yet"); // a very early end
    if (e.code != DONE && !empty)
        fail_msg("%s: code %d, '%s%s'", file, e.code, e.out, e.err);
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
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) / 4 : COUNT(rows);
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

// ---- any verb, the largest mazes, any moment

// Of each kind the largest that it allows: the work on them takes minutes. Sizes as for `design`.
static const char *const largest[] = {
    "die:4096x4096#1",
    "die:4096x4096,obstacles=45#2",
    "theseus:64x64,blocks=8#1",
    "theseus:64x64#3",
    "bloxorz:64x64,switches=6,soft=6,splits=2#1",
    "marble:50x50#1",
    "marble:20x20x20,orientations=24#1",
    "rook:36x36#1",
    "null:1000x1#1",
};

// What is done with them. M stands for the maze, F for each text form of its kind, K and P for its
// kind and its size with options, @ for the scratch folder.
typedef struct attack {
    const char *arguments;
    const char *file, *ends; // as in `row`; "old" was in it before
    const char *store;
    const char *only; // the kind that it is for
} attack;

static const attack attacks[] = {
    {.arguments = "solve M -a bfs,astar,idastar"},
    {.arguments = "solve --json M -a ucs,ids --store hashed"},
    {.arguments = "solve --json M -a dfs"},
    {.arguments = "analyse M"},
    {.arguments = "analyse --distances M"},
    {.arguments = "analyse --json --distances M"},
    {.arguments = "check M"},
    {.arguments = "check --json M"},
    {.arguments = "audit M"},
    {.arguments = "audit --moves E M"},
    {.arguments = "audit --open 3 --json M"},
    {.arguments = "convert --to F M"},
    {.arguments = "convert --to F M"},
    {.arguments = "convert --to F M -o @/x.maze", .file = "x.maze", .ends = ""},
    {.arguments = "hint M"},
    {.arguments = "hint --json --grade 3 M"},
    {.arguments = "verify --moves URDL --optimal M"},
    {.arguments = "render M"},
    {.arguments = "render M --distances -o @/x.svg", .file = "x.svg", .ends = "</svg>\n"},
    {.arguments = "render M --dead -o @/x.svg", .file = "x.svg", .ends = "</svg>\n"},
    {.arguments = "render M --graph -o @/x.svg", .file = "x.svg", .ends = "</svg>\n"},
    {.arguments = "render M --solution -o @/x.svg", .file = "x.svg", .ends = "</svg>\n"},
    {.arguments = "render M --solution --scale 2 -o @/x.png", .file = "x.png", .ends = ""},
    {.arguments = "render M --distances --scale 2 -o @/x.pdf", .file = "x.pdf", .ends = ""},
    {.arguments = "render M --scale 2 -o @/x.gif", .file = "x.gif", .ends = ""},
    {.arguments = "trace M"},
    {.arguments =
         "ask {\"ask\":\"solve\",\"maze\":\"M\"} {\"ask\":\"hint\",\"maze\":\"M\",\"grade\":1}"},
    {.arguments = "ask {\"ask\":\"audit\",\"maze\":\"M\"} {\"ask\":\"check\",\"maze\":\"M\"}"},
    {.arguments = "ask {\"ask\":\"svg\",\"maze\":\"M\",\"distances\":true}"},
    {.arguments = "trace M -a dfs -o @/x.jsonl", .file = "x.jsonl", .ends = "}\n"},
    {.arguments = "trace M --format posthoc -o @/x.json", .file = "x.json", .ends = "]}\n"},
    {.arguments = "book M -o @/x.pdf", .file = "x.pdf", .ends = ""},
    {.arguments = "book M --tiles -o @/x.pdf", .file = "x.pdf", .ends = ""},
    {.arguments = "book --grid 2x2 rook:5x5#1 M -o @/x.pdf", .file = "x.pdf", .ends = ""},
    {.arguments = "simulate M --json --agent all", .only = "marble"},
    {.arguments = "simulate M --trace @/y.jsonl",
     .file = "y.jsonl",
     .ends = "}\n",
     .only = "marble"},
    {.arguments = "design K P#1 --seconds 1000 --json --threads 2"},
    {.arguments = "design K P#1 --evaluations 100000000 --streams 3 --exchange 100 --threads 2"},
    {.arguments = "design K P#1 --catalogue @/f.db --threads 2 --evaluations 1000000",
     .store = "f.db"},
    {.arguments = "design K P#1 --method genetic --json --threads 2"},
    {.arguments = "design K P#1 --method ladder --json --threads 2"},
    {.arguments = "design K P#1 --method exact --json --threads 2"},
    {.arguments = "design K P#1 --objective -difficulty --threads 2"},
    {.arguments = "catalogue import @/g.db rook:5x5#1 M", .store = "g.db"},
    {.arguments = "experiment @/huge.plan -o @/h.results --threads 2", .store = "h.results"},
};

// The half second that an end may take, in processor time of each of two threads: on a machine that
// does much else, its clock says nothing. What is not at work must end all the same.
#define END_CPU  (SANITIZED ? 5 : 0.5)
#define END_WALL (SANITIZED ? 30 : 10.0)

static const char *form_of(const mw_kind *k, mw_rng *rng)
{
    const char *names[20] = {"own", "id"};
    unsigned n = 2;
    for (const mw_form *f = k->text->forms; f && f->name && n < COUNT(names); f++)
        names[n++] = f->name;
    return names[mw_rng_below(rng, n)];
}

// The arguments with their letters replaced.
static const char *attack_on(const attack *a, const char *maze, const mw_kind *k, mw_rng *rng)
{
    const char *params = strchr(maze, ':') + 1;
    int size = (int)strcspn(params, "#");
    const char *line = with_scratch(a->arguments, "@"), *out = "";
    for (const char *rest = line; *rest;) {
        size_t n = strcspn(rest, " ");
        const char *word = n == 1 && *rest == 'M'   ? maze
                           : n == 1 && *rest == 'F' ? form_of(k, rng)
                           : n == 1 && *rest == 'K' ? k->name
                           : n == 3 && *rest == 'P' ? formatted("%.*s#1", size, params)
                                                    : formatted("%.*s", (int)n, rest);
        out = formatted("%s%s%s", out, *out ? " " : "", word);
        rest += n + strspn(rest + n, " ");
    }
    return out;
}

typedef struct slowest {
    double wall, cpu, whole;
    const char *line, *whole_line;
    long after;
} slowest;

// Was the end as it must be? Prints what is wrong.
static bool ended_well(const attack *a, const char *line, long after, const ending *e, int number,
                       double allowed)
{
    bool unborn = number && e->code == -1 - number && !*e->out;
    bool told = e->code != LIMIT || strstr(e->err, "mazewright: ") || strstr(e->out, "limit") ||
                strstr(e->out, "interrupted");
    unsigned parts = count_files(scratch(), ".part");
    early += unborn;
    bool fine = (unborn || (e->code >= DONE && e->code <= LIMIT && told && !parts)) &&
                e->cpu <= allowed + 2 * END_CPU && e->seconds <= END_WALL;
    if (!fine)
        print_error("%s, signal %d after %ld us: code %d in %.2f s, %.2f s of them at work, %u "
                    "parts; '%.200s' '%.300s'\n",
                    line, number, after, e->code, e->seconds, e->cpu, parts, e->out, e->err);
    if (parts)
        run_shell("rm -f %s/.part*", scratch());
    if (a->store)
        check_store(&(row){.store = a->store});
    if (a->file && !holds(scratch_path(a->file), "old"))
        check_file(&(row){.arguments = line, .file = a->file, .ends = a->ends});
    return fine;
}

static bool attack_once(const attack *a, const char *maze, mw_rng *rng, slowest *most)
{
    static ending e;
    const mw_kind *k = mw_kind_find(formatted("%.*s", (int)strcspn(maze, ":"), maze));
    const char *line = attack_on(a, maze, k, rng);
    int number = mw_rng_below(rng, 2) ? SIGINT : SIGTERM;
    // From 10 ms to 4 s, as often between 10 and 100 as between 100 and 1000.
    long after = (long)(10000 * pow(400, mw_rng_unit(rng)));
    if (a->only && strcmp(a->only, k->name))
        return true;
    if (a->file)
        scratch_file(a->file, "old");
    child_run(line, &(conditions){.signal = number, .microseconds = after}, &e);
    bool fine = ended_well(a, line, after, &e, number, 0);
    if (e.cpu > most->cpu)
        most->wall = e.seconds, most->cpu = e.cpu, most->line = line, most->after = after;
    if (e.seconds > most->whole)
        most->whole = e.seconds, most->whole_line = line;
    return fine;
}

TEST(every_kind_has_a_largest_maze)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        bool known = false;
        for (size_t i = 0; i < COUNT(largest); i++)
            known =
                known || !strncmp(largest[i], formatted("%s:", (*k)->name), strlen((*k)->name) + 1);
        if (!known)
            fail_msg("%s: add its largest maze to the table", (*k)->name);
    }
}

// INTERRUPTS of them; the seed is that of ATTACK_SEED, or 1.
TEST(everything_ends_soon_whatever_the_maze)
{
    const char *wanted = getenv("INTERRUPTS"), *seed = getenv("ATTACK_SEED");
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) : SANITIZED ? 4 : 12, bad = 0;
    uint64_t number = seed ? strtoull(seed, NULL, 10) : 1;
    mw_rng rng = seeded(number);
    slowest most = {.line = "nothing"};
    early = 0;
    for (unsigned i = 0; i < count; i++)
        bad += !attack_once(&attacks[mw_rng_below(&rng, COUNT(attacks))],
                            largest[mw_rng_below(&rng, COUNT(largest))], &rng, &most);
    print_message("seed %llu: %u signals, %u of them before anything; the longest end took %.2f s: "
                  "%s; the one with most work %.2f s, %.2f s of them at work: %s after %ld us\n",
                  (unsigned long long)number, count, early, most.whole, most.whole_line, most.wall,
                  most.cpu, most.line, most.after);
    assert_int_equal(bad, 0);
}

// What has a limit of time, which is put at the end.
static const attack limited_attacks[] = {
    {.arguments = "solve M --limit-seconds"},
    {.arguments = "solve --json M -a idastar --limit-seconds"},
    {.arguments = "analyse --json --distances M --limit-seconds"},
    {.arguments = "analyse --distances M --limit-seconds"},
    {.arguments = "check M --limit-seconds"},
    {.arguments = "audit M --limit-seconds"},
    {.arguments = "audit --state row M --limit-seconds"},
    {.arguments = "hint M --limit-seconds"},
    {.arguments = "verify --moves '' --optimal M --limit-seconds"},
    {.arguments = "render --solution M -o @/x.svg --limit-seconds",
     .file = "x.svg",
     .ends = "</svg>\n"},
    {.arguments = "render --dead --distances M -o @/x.svg --limit-seconds",
     .file = "x.svg",
     .ends = "</svg>\n"},
    {.arguments = "render --scale 2 M -o @/x.png --limit-seconds", .file = "x.png", .ends = ""},
    {.arguments = "render --scale 2 M -o @/x.pdf --limit-seconds", .file = "x.pdf", .ends = ""},
    {.arguments = "render --scale 2 M -o @/x.gif --limit-seconds", .file = "x.gif", .ends = ""},
    {.arguments = "trace M -o @/x.jsonl --limit-seconds", .file = "x.jsonl", .ends = "}\n"},
    {.arguments = "trace --format posthoc M -o @/x.json --limit-seconds",
     .file = "x.json",
     .ends = "]}\n"},
    {.arguments = "book M -o @/x.pdf --limit-seconds", .file = "x.pdf", .ends = ""},
    {.arguments = "catalogue import @/g.db M --limit-seconds", .store = "g.db"},
    {.arguments = "catalogue verify @/kept.db --limit-seconds", .store = "kept.db"},
    {.arguments = "design K P#1 --json --threads 2 --seconds"},
    {.arguments = "design K P#1 --method genetic --threads 2 --seconds"},
    {.arguments = "design K P#1 --method ladder --threads 2 --seconds"},
    {.arguments = "design K P#1 --method exact --threads 2 --seconds"},
    {.arguments = "design K P#1 --objective -difficulty --threads 2 --seconds"},
    {.arguments = "design K P#1 --catalogue @/f.db --threads 2 --seconds", .store = "f.db"},
};

// Reading the maze, working on it and telling of it may take the limit each, on two threads.
static bool limit_once(const attack *a, const char *maze, mw_rng *rng, double *most)
{
    static ending e;
    const mw_kind *k = mw_kind_find(formatted("%.*s", (int)strcspn(maze, ":"), maze));
    double seconds = 0.05 * pow(20, mw_rng_unit(rng));
    const char *line = formatted("%s %.3f", attack_on(a, maze, k, rng), seconds);
    if (a->file)
        scratch_file(a->file, "old");
    child_run(line, &(conditions){0}, &e);
    double over = e.cpu - 3 * seconds;
    bool fine = ended_well(a, line, 0, &e, 0, 3 * seconds);
    *most = fmax(*most, over);
    return fine;
}

TEST(limits_of_time_hold_whatever_the_maze)
{
    const char *wanted = getenv("INTERRUPTS"), *seed = getenv("ATTACK_SEED");
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) / 4 : SANITIZED ? 3 : 8, bad = 0;
    uint64_t number = seed ? strtoull(seed, NULL, 10) : 1;
    mw_rng rng = seeded(number);
    double most = -1;
    expect_code("catalogue import %s rook:5x5#1 rook:6x6#2 theseus:9x9#4 rook:36x36#1 die:99x99#1",
                scratch_path("kept.db"), DONE);
    for (unsigned i = 0; i < count; i++)
        bad += !limit_once(&limited_attacks[mw_rng_below(&rng, COUNT(limited_attacks))],
                           largest[mw_rng_below(&rng, COUNT(largest))], &rng, &most);
    print_message("seed %llu: %u limits; %.2f s at work beyond what they allow\n",
                  (unsigned long long)number, count, most);
    assert_int_equal(bad, 0);
}

static int prepare(UNUSED void **state)
{
    scratch_file("huge.plan", "mazes die:4096x4096#1 theseus:64x64,blocks=8#1 "
                              "bloxorz:64x64,switches=6,soft=6,splits=2#1 marble:50x50#1\n"
                              "algorithm bfs astar\n");
    if (mkdir(scratch_path("page"), 0777))
        return -1;
    scratch_file("page/index.html", "<!doctype html><title>page</title>\n");
    scratch_file("large.rubric", "mazes rook:4x4#1 die:900x900,never=none#1\n"
                                 "test optimal points 1\n");
    scratch_file("long.plan", "random theseus 16x16 seeds 1..20000\nalgorithm bfs idastar\n"
                              "heuristic zero\nlimit states 1000000\n");
    return 0;
}

ALL_TESTS_WITH(prepare, NULL)
