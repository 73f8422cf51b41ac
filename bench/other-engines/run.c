// run.c: runs other engines and ours on the same mazes: `make bench-other-engines`.
//
// Times are processor seconds of whole processes, the least of several runs, so that other work on
// the machine matters little; memory is the peak of their resident sets. The figures are also
// printed without the start of the program, which is measured with a run that only prints its
// version or its help. Each engine gets the maze from `convert`, and has to find as short a
// solution as ours. Ours is measured twice: the whole command, with all the libraries that it is
// linked with, and search.c, which only searches one maze, as SPIN's verifier does.
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT_SECONDS 600 // of the processor, for one run of another engine
#define GRAPH_SECONDS 60  // and for SPIN where it saves memory at the cost of time

static rlim_t limit_seconds = LIMIT_SECONDS;
static char folder[] = "/tmp/mw-engines-XXXXXX"; // where everything runs; out.txt has the output

// ---- running

typedef struct usage {
    double seconds, mib;
    bool ended; // by itself, with any exit code
} usage;

// Runs a program without a shell, because a process inherits the peak memory of the shell it
// replaces.
static usage run_words(char *const words[])
{
    struct rusage r = {0};
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        int out = chdir(folder) ? -1 : open("out.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        struct rlimit limit = {limit_seconds, limit_seconds};
        if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || setrlimit(RLIMIT_CPU, &limit))
            _exit(127);
        execvp(words[0], words);
        _exit(127);
    }
    bool ended = child > 0 && wait4(child, &status, 0, &r) > 0 && WIFEXITED(status) &&
                 WEXITSTATUS(status) < 126;
    return (usage){(double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
                       (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6,
                   (double)r.ru_maxrss / 1024, ended};
}

// Runs a command, whose words are separated by blanks.
static usage run(const char *command)
{
    char line[3000], *words[50] = {NULL};
    snprintf(line, sizeof line, "%s", command);
    words[0] = strtok(line, " ");
    for (size_t i = 0; words[i] && i + 2 < sizeof words / sizeof *words; i++)
        words[i + 1] = strtok(NULL, " ");
    return run_words(words);
}

// The least time and the least memory of up to a hundred runs within three seconds. A command that
// takes longer is run once.
static usage least(const char *command)
{
    usage best = run(command);
    for (int i = 1; i < 100 && best.ended && best.seconds * i < 3; i++) {
        usage u = run(command);
        best.seconds = fmin(best.seconds, u.seconds);
        best.mib = fmin(best.mib, u.mib);
    }
    return best;
}

// Runs a line of shell, which must succeed.
static void must(const char *command)
{
    char line[3000];
    snprintf(line, sizeof line, "{ %s; } || exit 127", command);
    if (!run_words((char *[]){"sh", "-c", line, NULL}).ended) {
        printf("  does not run: %s\n", command);
        exit(1);
    }
}

static bool installed(const char *program)
{
    char line[200];
    snprintf(line, sizeof line, "command -v %s > /dev/null 2>&1", program);
    return !system(line);
}

// The number after some words in a file of the folder, or else the first number of the line that
// contains them; -1 if the file does not have these words.
static double number(const char *name, const char *words, bool first)
{
    char path[200], line[10000];
    double found = -1;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    while (f && found < 0 && fgets(line, sizeof line, f)) {
        const char *at = strstr(line, words);
        if (at)
            found = strtod(first ? line : at + strlen(words), NULL);
    }
    if (f)
        fclose(f);
    return found;
}

// ---- measurements

typedef struct measured {
    usage whole, start;
    double moves, states;
    double vector; // bytes of a state in SPIN
} measured;

// Less cannot be measured, because the kernel counts pages in batches for each processor.
#define LEAST_SECONDS 1e-4
#define LEAST_MIB     0.25

static double beyond(double whole, double start, double least_difference)
{
    return fmax(whole - start, least_difference);
}

static void print_measured(const char *name, const measured *x)
{
    double seconds = beyond(x->whole.seconds, x->start.seconds, LEAST_SECONDS);
    double mib = beyond(x->whole.mib, x->start.mib, LEAST_MIB);
    printf("  %-34s %9.1f ms %8.2f MiB   less its start %9.1f ms %8.2f MiB", name,
           x->whole.seconds * 1e3, x->whole.mib, seconds * 1e3, mib);
    if (x->states > 0)
        printf("   %11.0f states, %6.2f M/s, %6.2f bytes each", x->states,
               x->states / seconds * 1e-6, mib * 1048576 / x->states);
    putchar('\n');
}

// Our two programs, and how they are run.
enum { WHOLE_COMMAND, SEARCH_ALONE, OURS };
static const struct {
    const char *name, *start, *search;
} programs[OURS] = {
    [WHOLE_COMMAND] = {"mazewright solve -a bfs", COMMAND " help",
                       COMMAND " solve --algorithm bfs --json own.txt"},
    [SEARCH_ALONE] = {"library alone (search.c)", SEARCH, SEARCH " own.txt"},
};

static void print_ratio(const char *to, const measured *ours, const measured *other)
{
    char name[100];
    snprintf(name, sizeof name, "  to the %s", to);
    printf("  %-34s %9.1fx %10.1fx %26s %9.1fx %10.1fx\n", name,
           other->whole.seconds / ours->whole.seconds, other->whole.mib / ours->whole.mib, "",
           beyond(other->whole.seconds, other->start.seconds, LEAST_SECONDS) /
               beyond(ours->whole.seconds, ours->start.seconds, LEAST_SECONDS),
           beyond(other->whole.mib, other->start.mib, LEAST_MIB) /
               beyond(ours->whole.mib, ours->start.mib, LEAST_MIB));
}

// Ends the program if an engine finds another number of moves (-1: no solution) than ours.
static void must_agree(const measured *ours, const measured *other)
{
    if (other->moves != ours->moves) {
        printf("  WRONG: it finds %.0f moves\n", other->moves);
        exit(1);
    }
}

static void compare(const measured ours[OURS], const measured *other)
{
    must_agree(ours, other);
    print_ratio("whole command", &ours[WHOLE_COMMAND], other);
    print_ratio("library alone", &ours[SEARCH_ALONE], other);
}

static void measure_ours(measured ours[OURS])
{
    for (int i = 0; i < OURS; i++) {
        measured x = {.start = least(programs[i].start)};
        x.whole = least(programs[i].search);
        x.moves = number("out.txt", "\"outcome\":\"solved\"", false) < 0
                      ? -1
                      : number("out.txt", "\"moves\":", false);
        x.states = number("out.txt", "\"states_stored\":", false);
        ours[i] = x;
        must_agree(ours, &x);
    }
}

// ---- SPIN

// Options for the compiler, of which the least time and the least memory count. SPIN's verifier
// takes 1 MiB less if it is linked like search.c.
#define SPIN_COMPILE "cc -O3 -w -DBFS -DSAFETY -DNOREDUCE -o pan pan.c "
static const char *const spin_options[] = {"", "-DNOFAIR -DNOVSZ", "-DNOFAIR -DNOVSZ -static",
                                           "-DNOFAIR -DNOVSZ -static " LINKER};

static void keep_least(usage *best, usage u)
{
    best->seconds = fmin(best->seconds, u.seconds);
    best->mib = fmin(best->mib, u.mib);
    best->ended &= u.ended;
}

// Reads what the verifier has just printed. Its trail has one line for each move.
static void read_pan(measured *x)
{
    x->states = number("out.txt", " states, stored", true);
    x->vector = number("out.txt", "State-vector ", false);
    x->moves = -1;
    if (number("out.txt", "errors: ", false) == 1) {
        run("grep -c ^[1-9] maze.pml.trail");
        x->moves = number("out.txt", "", true);
    }
}

// Runs it with SPIN's default size of the hash table (2^24 places), with as many places as there
// are states, and with a quarter of that.
static usage run_pan(measured *x)
{
    usage best = least("./pan -m10000000");
    read_pan(x);
    for (int less = 0; less <= 2 && best.ended; less += 2) {
        int bits = (int)fmax(ceil(log2(x->states)) - less, 10);
        char line[100];
        snprintf(line, sizeof line, "./pan -m10000000 -w%d", bits);
        if (bits != 24)
            keep_least(&best, least(line));
    }
    return best;
}

// Keeps the states as a minimal automaton instead of a hash table, which is SPIN's way to save
// memory without losing states.
static void run_graph(const measured ours[OURS], double vector)
{
    char line[200];
    measured x = {0};
    snprintf(line, sizeof line, SPIN_COMPILE "-DNOFAIR -DNOVSZ -static " LINKER " -DMA=%.0f",
             vector);
    must(line);
    limit_seconds = GRAPH_SECONDS;
    x.whole = least("./pan -m10000000");
    limit_seconds = LIMIT_SECONDS;
    if (!x.whole.ended) {
        printf("  %-34s does not end in %d s\n", "SPIN, -DMA", GRAPH_SECONDS);
        return;
    }
    read_pan(&x);
    x.start = least("./pan -V");
    print_measured("SPIN, -DMA", &x);
    compare(ours, &x);
}

static void run_spin(const measured ours[OURS])
{
    measured x = {0};
    double prepared = 0;
    must(COMMAND " convert --to promela own.txt > maze.pml");
    prepared += run("spin -a maze.pml").seconds;
    for (size_t i = 0; i < sizeof spin_options / sizeof *spin_options; i++) {
        char line[200];
        snprintf(line, sizeof line, SPIN_COMPILE "%s", spin_options[i]);
        usage compiled = run(line), u = run_pan(&x);
        prepared += i ? 0 : compiled.seconds;
        if (!u.ended) {
            printf("  SPIN does not end in %d s, or does not run\n", LIMIT_SECONDS);
            return;
        }
        if (i)
            keep_least(&x.whole, u);
        else
            x.whole = u;
    }
    x.start = least("./pan -V");
    print_measured("SPIN (pan)", &x);
    printf("  %-34s %9.1f ms, not counted\n", "spin -a and cc", prepared * 1e3);
    compare(ours, &x);
    run_graph(ours, x.vector);
}

// ---- planners, if they are installed

typedef struct planner {
    const char *program, *arguments, *version;
    const char *length; // words before the length of a plan
} planner;

static const planner planners[] = {
    {"fast-downward", "domain.pddl problem.pddl --search astar(blind())", "--version",
     "Plan cost: "},
    {"pyperplan", "-s bfs domain.pddl problem.pddl", "--help", "Plan length: "},
};

static void run_planner(const planner *p, const measured ours[OURS])
{
    char line[300];
    measured x = {0};
    must(COMMAND " convert --to pddl-domain own.txt > domain.pddl");
    must(COMMAND " convert --to pddl-problem own.txt > problem.pddl");
    snprintf(line, sizeof line, "%s %s", p->program, p->version);
    x.start = least(line);
    snprintf(line, sizeof line, "%s %s", p->program, p->arguments);
    x.whole = least(line);
    x.moves = number("out.txt", p->length, false);
    if (!x.whole.ended) {
        printf("  %s: stopped after %d s\n", p->program, LIMIT_SECONDS);
    } else if (x.moves < 0 && ours->moves >= 0) {
        printf("  %s: no plan; it may not know all of the language, or needs more memory\n",
               p->program);
    } else {
        print_measured(p->program, &x);
        compare(ours, &x);
    }
}

// ---- the mazes

static const char *const mazes[] = {
    "die:200x200,obstacles=20#1",
    SOURCE_DIR "/bench/other-engines/toggles.bloxorz",
    "theseus:64x64,horizontal=20,vertical=20#29",
    "rook:36x36,no-u-turn,queen#33",
};

static void run_maze(const char *maze)
{
    char line[1000];
    const char *slash = strrchr(maze, '/');
    snprintf(line, sizeof line, "%s convert \"%s\" > own.txt", COMMAND, maze);
    must(line);
    measured ours[OURS];
    measure_ours(ours);
    if (ours->moves < 0)
        printf("%s: unsolvable\n", slash ? slash + 1 : maze);
    else
        printf("%s: %.0f moves\n", slash ? slash + 1 : maze, ours->moves);
    for (int i = 0; i < OURS; i++)
        print_measured(programs[i].name, &ours[i]);
    if (installed("spin"))
        run_spin(ours);
    for (size_t i = 0; i < sizeof planners / sizeof *planners; i++)
        if (installed(planners[i].program))
            run_planner(&planners[i], ours);
    putchar('\n');
}

int main(int count, char **names)
{
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    if (!installed("spin"))
        printf("spin is not installed (Debian: spin)\n");
    for (size_t i = 0; i < sizeof planners / sizeof *planners; i++)
        if (!installed(planners[i].program))
            printf("%s is not installed\n", planners[i].program);
    for (int i = 1; i < count; i++) {
        char *path = realpath(names[i], NULL); // everything runs in another folder
        run_maze(path ? path : names[i]);
        free(path);
    }
    for (size_t i = 0; count == 1 && i < sizeof mazes / sizeof *mazes; i++)
        run_maze(mazes[i]);
    char line[100];
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    return system(line) != 0;
}
