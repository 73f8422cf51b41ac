// test_memory.c: --limit-memory is kept: the most memory that a process held, less what it holds
// for a small maze, is within the limit, for every verb that takes much; and the limit is told,
// with exit code 4. Measured from outside, as the system counts it.
#include "child.h"
#include "serving.h"

#include "core/text.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIB   1024.0    // the system counts in KiB
#define SLACK (2 * MIB) // or 5 per cent, whatever is more: pages, not bytes, are handed out

// ---- mazes that want far more

// A die on an open board whose goal is walled in: every search meets all its states.
static void write_die(unsigned side)
{
    FILE *f = fopen(scratch_path("walled.die"), "w");
    assert_non_null(f);
    fprintf(f, "die %ux%u\n", side, side);
    for (unsigned y = 0; y < side; y++) {
        for (unsigned x = 0; x < side; x++)
            fputc(!x && !y                         ? 'S'
                  : x + 2 == side && y + 2 == side ? 'G'
                  : x + 3 >= side && y + 3 >= side ? '*'
                                                   : '.',
                  f);
        fputc('\n', f);
    }
    fclose(f);
}

static void write_plan(const char *name, const char *limit)
{
    scratch_file(name, formatted("mazes %s/walled.die rook:5x5#1\nalgorithm bfs dfs ucs\n"
                                 "store hashed\nlimit %s\n",
                                 scratch(), limit));
}

static int set_up(UNUSED void **state)
{
    write_die(1200);
    write_plan("small.plan", "states 1");
    write_plan("large.plan", "memory 16M");
    return 0;
}

// ---- measuring

// The most KiB that the command held; '@' in its arguments stands for the scratch folder. The
// caller frees what it said.
static double peak(const char *arguments, int *code, char **said)
{
    const char *line = formatted("cd '%s' && exec '%s' %s > %s 2>&1", SOURCE_DIR, COMMAND,
                                 with_scratch(arguments, "@"), scratch_path("said"));
    pid_t process = fork();
    if (!process) {
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status;
    struct rusage used;
    assert_true(wait4(process, &status, 0, &used) == process);
    assert_true(WIFEXITED(status));
    *code = WEXITSTATUS(status);
    free(*said);
    *said = read_file(scratch(), "said");
    return (double)used.ru_maxrss;
}

static double slack(double limit)
{
    return limit * 0.05 > SLACK ? limit * 0.05 : SLACK;
}

static double most; // of what was held, as a share of the limit

// `small` does the same with little.
static void keeps(const char *small, const char *arguments, unsigned mib, const char *says)
{
    scoped_text *said = NULL;
    int code;
    double limit = mib * MIB, base = peak(small, &code, &said);
    const char *line = formatted("%s --limit-memory %uM", arguments, mib);
    double held = peak(line, &code, &said) - base;
    if (held > limit + slack(limit) || code != 4 || !strstr(said, says))
        fail_msg("%s: exit %d, %.1f MiB; %.300s", line, code, held / MIB, said);
    if (held / limit > most)
        most = held / limit;
}

#define TELLS "limit: memory"

TEST(searches)
{
    static const char *const algorithms[] = {"bfs", "dfs", "ucs", "greedy", "astar", "wastar"};
    static const char *const stores[] = {"hashed", "full"};
    char line[300];
    const char *small = "solve @/walled.die --limit-states 1";
    for (size_t i = 0; i < COUNT(algorithms); i++)
        for (unsigned k = 0; k < 2; k++) {
            snprintf(line, sizeof line, "solve @/walled.die -a %s%s --store %s", algorithms[i],
                     i < 3 ? "" : " --heuristic h2", stores[k]);
            keeps(small, line, 16, TELLS);
        }
    for (size_t i = 0; i < 2; i++) { // deepening takes its time: a small limit
        snprintf(line, sizeof line, "solve bloxorz:64x64,soft=3,splits=2#3 -a %s --store hashed",
                 i ? "idastar --heuristic rolls" : "ids");
        keeps("solve bloxorz:64x64#1 --limit-states 1", line, 1, TELLS);
    }
    // the array of the dense store, a heuristic's table, marks and layers
    keeps(small, "solve theseus:64x64#1 -a astar --store dense", 16, TELLS);
    keeps(small, "solve @/walled.die -a astar --heuristic empty-board", 64, TELLS);
    keeps(small, "solve theseus:64x64#3 -a bfs --store dense", 1, TELLS);
    keeps(small, "solve @/walled.die -a ucs --store hashed", 64, TELLS);
}

// As large as can be under the limit: so these come near it.
TEST(a_limit_is_made_use_of)
{
    assert_true(most > 0.6 && most < 1.1);
}

TEST(graphs)
{
    const char *analyse = "analyse theseus:5x5#1";
    keeps(analyse, "analyse theseus:40x40#1", 16, TELLS);
    keeps(analyse, "analyse theseus:40x40#1 --json --distances", 64, TELLS);
    keeps(analyse, "analyse bloxorz:64x64,soft=3,splits=2#3", 256, TELLS);
    keeps("explain theseus:5x5#1", "explain theseus:40x40#1", 16, TELLS);
    keeps("explain theseus:5x5#1", "explain die:500x500,obstacles=0,never=none#1", 64, TELLS);
    keeps("check theseus:5x5#1", "check theseus:40x40#1", 16, TELLS);
    keeps("audit die:5x5#1", "audit die:600x600#1", 16, TELLS);
    keeps("audit die:5x5#1", "audit die:600x600#1", 64, TELLS);
    keeps("hint theseus:5x5#1", "hint bloxorz:64x64,soft=3,splits=2#3", 16, TELLS);
    keeps("trace @/walled.die --limit-states 1 -o /dev/null",
          "trace @/walled.die -a ucs -o /dev/null", 2, "");
}

TEST(pictures)
{
    static const char *const forms[] = {"svg", "png", "pdf"};
    for (size_t i = 0; i < COUNT(forms); i++) {
        const char *small = formatted("render --distances -o @/x.%s theseus:5x5#1", forms[i]);
        const char *large =
            formatted("render --distances -o @/x.%s --scale 20 die:300x300#1", forms[i]);
        keeps(small, large, 16, TELLS);
    }
    keeps("render --dead -o @/x.svg theseus:5x5#1", "render --dead -o @/x.svg theseus:64x64#3", 16,
          TELLS);
    keeps("render --solution -o @/x.svg theseus:5x5#1", "render --solution -o @/x.svg @/walled.die",
          2, TELLS);
    keeps("render -o @/x.gif theseus:5x5#1", "render -o @/x.gif --scale 60 theseus:60x60#1", 16,
          TELLS);
    keeps("book -o @/x.pdf theseus:5x5#1", "book -o @/x.pdf die:300x300#1", 16, TELLS);
}

// A picture is drawn shape by shape: it takes no more memory than the maze, and its pixels.
TEST(large_pictures_take_little)
{
    scoped_text *said = NULL;
    int code;
    double base = peak("solve die:1500x1500#1 --limit-states 1", &code, &said);
    double svg = peak("render die:1500x1500#1 -o @/large.svg", &code, &said) - base;
    assert_int_equal(code, 0);
    double png = peak("render die:1500x1500#1 --scale 2 -o @/large.png", &code, &said) - base;
    assert_int_equal(code, 0);
    double pixels = 4 * 3001.0 * 3001.0 / 1024;
    if (svg > 8 * MIB || png > pixels + 16 * MIB)
        fail_msg("SVG %.1f MiB, PNG %.1f MiB", svg / MIB, png / MIB);
    double pdf = peak("render die:1500x1500#1 -o @/large.pdf", &code, &said) - base;
    if (pdf > 8 * MIB || code != 4 || !strstr(said, "write it as SVG or PNG"))
        fail_msg("PDF: exit %d, %.1f MiB; %.300s", code, pdf / MIB, said);
    static const struct {
        const char *arguments, *says;
        int code;
    } rows[] = {
        // said before the maze is solved or anything is drawn
        {"book die:1500x1500#1 -o @/large.pdf", "a page with its pictures needs more", 4},
        {"render --scale 4 die:1500x1500#1 -o @/large.gif", "the picture is too large", 2},
        {"trace --format posthoc die:1500x1500#1 --limit-states 9 -o @/large.json", "", 4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double held = peak(rows[i].arguments, &code, &said) - base;
        if (held > 8 * MIB || code != rows[i].code || !strstr(said, rows[i].says))
            fail_msg("%s: exit %d, %.1f MiB; %.300s", rows[i].arguments, code, held / MIB, said);
    }
}

TEST(designs)
{
    const char *small = "design theseus 3x3#1 -e 50";
    keeps(small, "design theseus 64x64#1 -e 30 --threads 1", 64, TELLS);
    keeps(small, "design theseus 40x40#1 -e 30 --threads 2 --count 2", 64, TELLS);
    keeps("design bloxorz 6x6#1 -e 50",
          "design bloxorz 60x60,soft=3,splits=1#1 -e 30 --threads 2 --count 2", 16, TELLS);
    keeps("design theseus 3x3#1 -e 100 --method genetic",
          "design theseus 40x40#1 -e 100 --method genetic --threads 1", 64, TELLS);
    keeps("design theseus 3x3#1 -e 100 --method genetic",
          "design theseus 10x10#1 -e 100 --method genetic --population 50000 --threads 1", 16,
          TELLS);
    keeps("design theseus 3x3#1 -e 100 --method ladder",
          "design theseus 40x40#1 -e 100 --method ladder --threads 2", 64, TELLS);
}

// Each thread has the limit that the plan states.
TEST(experiments)
{
    scoped_text *said = NULL;
    int code;
    double base = peak("experiment @/small.plan -o @/small.db -q --threads 1", &code, &said);
    double held =
        peak("experiment @/large.plan -o @/results.db -q --threads 1", &code, &said) - base;
    assert_int_equal(code, 0);
    if (held > 16 * MIB + slack(16 * MIB))
        fail_msg("%.1f MiB", held / MIB);
    static const char *const ways[] = {"bfs/hashed", "dfs/hashed", "ucs/hashed"};
    for (size_t i = 0; i < COUNT(ways); i++) { // mazes, solved, unsolvable, at the limit
        const char *row = strstr(said, ways[i]);
        unsigned n[4] = {0};
        assert_non_null(row);
        sscanf(row + strlen(ways[i]), "%u %u %u %u", &n[0], &n[1], &n[2], &n[3]);
        assert_true(n[0] == 2 && n[1] == 1 && !n[2] && n[3] == 1);
    }
}

// ---- what is told

// The bytes that an interrupted search tells are what the process holds for it, within a quarter
// and SLACK. Pages that were never written to are told, and not held.
static bool tells_what_it_holds(const char *algorithm, const char *store, double *worst)
{
    static ending e;
    const char *maze = "die:2000x2000,never=none#1";
    child_run(formatted("solve --json -a %s %s --limit-states 1", algorithm, maze),
              &(conditions){0}, &e);
    double base = e.peak;
    const char *told = NULL;
    for (long after = 900000; !told && after < 20000000; after *= 2) { // on a busy machine it reads
        child_run(formatted("solve --json -a %s --store %s %s", algorithm, store, maze),
                  &(conditions){.signal = SIGINT, .microseconds = after}, &e);
        if (e.code != 4) // not with this store, or sooner at its end
            return e.code >= 0 && e.code <= 2;
        told = strstr(e.out, "\"bytes\":");
    }
    assert_non_null(told);
    double bytes = strtod(told + strlen("\"bytes\":"), NULL) / 1024, held = e.peak - base;
    *worst = fmax(*worst, (held - SLACK) / bytes);
    bool fine = held <= 1.25 * bytes + SLACK;
    if (!fine)
        print_error("%s, %s: tells %.1f MiB, holds %.1f MiB\n", algorithm, store, bytes / MIB,
                    held / MIB);
    return fine;
}

TEST(interrupted_searches_tell_what_they_hold)
{
    static const char *const stores[] = {"dense", "hashed", "full"};
    double worst = 0;
    bool fine = true;
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        for (size_t i = 0; i < COUNT(stores); i++)
            fine = tells_what_it_holds(a->name, stores[i], &worst) && fine;
    print_message("held is at most %.2f of what is told\n", worst);
    assert_true(fine);
}

// ---- the server

static double held_by(const server *s)
{
    char line[200];
    double kib = 0;
    FILE *f = fopen(formatted("/proc/%d/status", (int)s->pid), "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        if (!strncmp(line, "VmHWM:", 6))
            kib = strtod(line + 6, NULL);
    fclose(f);
    return kib;
}

TEST_WITH(serving, serving_start, serving_end)
{
    server s;
    const char *options = formatted(
        "--page %s --threads 1 --jobs 1 --seconds-per-question 30 --limit-memory 48M", page);
    assert_true(server_start(&s, options));
    unsigned port = shared.port;
    shared.port = s.port; // which `post` asks
    expect(post("/api/ask", "{\"ask\":\"optimum\",\"maze\":\"rook:5x5#1\"}"), 200, "", "true");
    double base = held_by(&s);
    static const char *const asks[][2] = {{"optimum", "\"known\":false"},
                                          {"analyse", "\"limit\":\"memory\""},
                                          {"explain", "\"limit\":\"memory\""},
                                          {"solve", "limit\":\"memory\""},
                                          {"svg", ""}};
    for (size_t i = 0; i < COUNT(asks); i++) {
        const char *body =
            formatted("{\"ask\":\"%s\",\"maze\":\"bloxorz:60x60,soft=4,splits=2#3\"%s}", asks[i][0],
                      i == 3   ? ",\"algorithm\":\"astar\""
                      : i == 4 ? ",\"distances\":true"
                               : "");
        expect(post("/api/ask", body), 200, "", asks[i][1]);
    }
    double held = held_by(&s) - base;
    if (held > 48 * MIB + slack(48 * MIB) || held < 8 * MIB)
        fail_msg("serve held %.1f MiB", held / MIB);
    assert_int_equal(server_end(&s, SIGTERM, NULL), 0);
    shared.port = port;
}

ALL_TESTS_WITH(set_up, NULL)
