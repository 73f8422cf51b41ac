// test_shortage_command.c: memory runs out at every allocation that the command makes, SQLite and
// jansson included. It must end with its code, say so, leave no half-written file behind and no
// block of memory; or do all that it would have done with enough of it. The command is part of this
// program (see CMakeLists.txt): a fork for each try is all that it costs.
#include "client.h"
#include "shortage.h"
#include "support.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// NOLINTBEGIN(bugprone-reserved-identifier) names that the linker makes
int __real_main(int, char **); // of the command
int __wrap_main(void);
// NOLINTEND(bugprone-reserved-identifier)

#define TIME 30 // seconds; then it hangs

// What the child tells of itself at its end.
static struct told {
    uint64_t count, held;
} * told;

static void tell(void)
{
    told->count = shortage_end();
    told->held = shortage_held();
}

// ---- one run

#define OUTPUT_MAX (1 << 18)
typedef struct run {
    int status;
    uint64_t count, held;
    char out[OUTPUT_MAX], err[OUTPUT_MAX], file[OUTPUT_MAX];
} run;

static void read_into(char *text, const char *name)
{
    int f = open(name, O_RDONLY);
    ssize_t n = f < 0 ? 0 : read(f, text, OUTPUT_MAX - 1);
    text[n > 0 ? n : 0] = '\0';
    close(f);
}

static void put(const char *name, const char *text, size_t length)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fwrite(text, 1, length, f);
    assert_int_equal(fclose(f), 0);
}

static void copy(const char *from, const char *to)
{
    static char bytes[1 << 20];
    FILE *f = fopen(from, "r");
    assert_non_null(f);
    size_t length = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    put(to, bytes, length);
}

// The folder as it is before a run: nothing of the run before.
static void restore(void)
{
    DIR *d = opendir(".");
    for (struct dirent *e; (e = readdir(d));)
        if (!strncmp(e->d_name, "work", 4) || !strncmp(e->d_name, "result", 6))
            unlink(e->d_name);
    closedir(d);
    copy("kept.db", "work.db");
    copy("kept.results", "work.results");
    put("result.old", "old", 3);
}

static void redirect(int to, const char *name, int flags)
{
    int f = open(name, flags, 0600);
    if (f < 0 || dup2(f, to) < 0)
        _exit(99);
    close(f);
}

// Splits at blanks; there are no quotes.
static int split(char *line, char **words)
{
    int n = 0;
    words[n++] = "mazewright";
    for (char *rest, *w = strtok_r(line, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        words[n++] = w;
    words[n] = NULL;
    return n;
}

static const char *plays_on; // a terminal; NULL: none

static void be_the_command(const char *arguments, uint64_t at, bool lasting)
{
    static char line[600], *words[60];
    redirect(0, plays_on ? plays_on : "in", O_RDONLY);
    redirect(1, plays_on ? plays_on : "out", O_WRONLY | O_CREAT | O_TRUNC);
    redirect(2, "err", O_WRONLY | O_CREAT | O_TRUNC);
    snprintf(line, sizeof line, "%s", arguments);
    int count = split(line, words);
    alarm(TIME);
    shortage_of_sqlite();
    atexit(tell);
    shortage_begin(at, lasting);
    exit(__real_main(count, words));
}

// Times differ from run to run, and how much memory is held depends on how much there is.
static void blank(char *text, const char *name)
{
    for (char *p = text; (p = strstr(p, name));) {
        p += strlen(name);
        size_t n = strspn(p, "0123456789abcdef.+-");
        memmove(p, p + n, strlen(p + n) + 1);
    }
}

// Without memory to align it, a table is as it comes.
static void squeeze(char *text)
{
    char *to = text;
    for (const char *p = text; *p; p++)
        if (*p != ' ' || (to > text && to[-1] != ' ' && to[-1] != '\n'))
            *to++ = *p;
    *to = '\0';
}

static void run_it(const char *arguments, const char *file, uint64_t at, bool lasting, run *r)
{
    restore();
    *told = (struct told){0};
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        be_the_command(arguments, at, lasting);
    assert_int_equal(waitpid(child, &r->status, 0), child);
    r->count = told->count;
    r->held = told->held;
    read_into(r->out, "out");
    read_into(r->err, "err");
    read_into(r->file, file);
    squeeze(r->out);
    blank(r->out, "\"seconds\":");
    blank(r->out, "\"bytes\":");
    blank(r->out, "\"results\":\""); // a hash of such
}

// ---- all runs

typedef struct row {
    const char *arguments;
    const char *file; // that it writes in one piece
    int code;
    bool stores; // into work.db or work.results
    bool less;   // at a limit it leaves something out of the file, and says so
    bool json;   // the file is one JSON value, also then
} row;

static uint64_t tries, points;

// Calls `try` for some of the allocations, each alone and with all after it; how many went badly.
static unsigned each_short(uint64_t count, bool (*try)(uint64_t, bool))
{
    unsigned bad = 0;
    mw_rng rng = seeded(9);
    for (uint64_t at = 1; at <= count && bad < 10; at++)
        if (shortage_tries(at, count, SANITIZED ? 1 : 3, SANITIZED ? 3 : 10, &rng))
            bad += !try(at, false) + !try(at, true);
    points += count;
    return bad;
}

static bool is_json(const char *text)
{
    json_t *value = json_loads(text, 0, NULL);
    json_decref(value);
    return value;
}

// As ever; or it says that memory ran out, and the file is whole, or as it was.
static bool fine(const row *c, const run *whole, const run *got)
{
    if (!WIFEXITED(got->status) || got->held > whole->held)
        return false;
    int code = WEXITSTATUS(got->status);
    bool same_file = !strcmp(got->file, whole->file);
    if (code == c->code && !strcmp(got->out, whole->out) && same_file)
        return true;
    bool told_so = strstr(got->err, "memory") || (code == LIMIT && strstr(got->out, "memory"));
    bool kept = same_file || (c->less && code != c->code && (!c->json || is_json(got->file))) ||
                !strcmp(got->file, !strcmp(c->file, "result.old") ? "old" : "");
    return (code == BROKEN || code == LIMIT) && told_so && kept;
}

static int run_calmly(const char *arguments)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        be_the_command(arguments, 0, false);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static row now;   // the command at hand,
static run whole; // and what it does with all memory there is

static bool try_it(uint64_t at, bool lasting)
{
    static run got;
    run_it(now.arguments, now.file, at, lasting, &got);
    tries++;
    bool ok = fine(&now, &whole, &got) && (!now.stores || !run_calmly("catalogue verify work.db"));
    if (!ok)
        print_error("%s: allocation %llu of %llu%s: status %x, %llu blocks left, '%.300s', "
                    "'%.150s'\n",
                    now.arguments, (unsigned long long)at, (unsigned long long)whole.count,
                    lasting ? " and all after it" : "", (unsigned)got.status,
                    (unsigned long long)got.held, got.err, got.out);
    return ok;
}

static unsigned exhaust(const row *c)
{
    now = *c;
    now.file = c->file ? c->file : "none";
    run_it(now.arguments, now.file, 0, false, &whole);
    if (!WIFEXITED(whole.status) || WEXITSTATUS(whole.status) != c->code)
        fail_msg("%s ends with status %x and '%s'", c->arguments, (unsigned)whole.status,
                 whole.err);
    return each_short(whole.count, try_it);
}

static const row rows[] = {
    {.arguments = "solve --json rook:4x4#2 die:3x3,obstacles=10#2"},
    {.arguments = "solve -a bfs,astar -H h1,h2 --json die:4x3#2"},
    {.arguments = "analyse rook:4x4#2 --distances"},
    {.arguments = "analyse --json theseus:3x3#5 --distances"},
    {.arguments = "analyse theseus:3x3#5 rook:4x4#2"},
    {.arguments = "check null:7x1#1"},
    {.arguments = "check --json null:7x1#1"},
    {.arguments = "audit rook:3x3#2"},
    {.arguments = "audit --json die:3x2#2 -H h3", .code = NO},
    {.arguments = "convert --to id - --kind rook"},
    {.arguments = "convert theseus:3x3#5 -o result.theseus", .file = "result.theseus"},
    {.arguments = "convert kept.rook -o result.old", .file = "result.old"},
    {.arguments = "hint rook:4x4#2"},
    {.arguments = "hint --grade 4 --moves RRLD rook:4x4#5", .code = NO},
    {.arguments = "explain bloxorz:6x6#2"},
    {.arguments = "explain --json theseus:3x3#5"},
    {.arguments = "explain --compare rook:4x4#2 theseus:3x3#5"},
    {.arguments = "explain --pictures rook:4x4#2"},
    {.arguments = "verify --moves up,left rook:4x4#2", .code = NO},
    {.arguments = "verify @answers.jsonl", .code = NO},
    {.arguments = "hint --json theseus:3x3#5"},
    {.arguments = "render bloxorz:6x5#1 --ascii"},
    {.arguments = "render rook:4x4#2 --solution --distances --dead -o result.svg",
     .file = "result.svg",
     .less = true},
    {.arguments = "render rook:3x3#2 -o result.gif --scale 8", .file = "result.gif"},
    {.arguments = "trace rook:3x3#2 -a astar"},
    {.arguments = "trace rook:3x3#2 --format posthoc -o result.old",
     .file = "result.old",
     .less = true,
     .json = true},
    {.arguments = "trace die:30x30,cost=top#2 -a astar -H empty-board --limit-seconds 0.001 "
                  "--format posthoc -o result.old",
     .file = "result.old",
     .code = LIMIT,
     .less = true,
     .json = true},
    {.arguments = "simulate --json marble:3x3,outer#1 --threads 1"},
    {.arguments = "simulate marble:3x3,outer#1 --trace result.jsonl --threads 1 --json"},
    {.arguments = "book rook:3x3#2 die:3x3#2 -o result.pdf"},
    {.arguments = "book =One rook:3x3#2 =Two --catalogue work.db --where tag==easy "
                  "--cover kept.png --paper a5 --no-solutions -o result.pdf"},
    {.arguments = "design rook 3x3#2 --evaluations 20 --json"},
    {.arguments = "design rook 3x3#2 --evaluations 20 --json --catalogue work.db --threads 2 "
                  "--streams 2",
     .stores = true},
    {.arguments = "design rook 3x3#2 --evaluations 20 --exchange 5 --streams 2 --json --catalogue "
                  "work.db --resume",
     .stores = true},
    {.arguments = "design theseus 3x3#2 --method genetic --evaluations 20 --population 6 --json"},
    {.arguments = "design rook 3x3#2 --method ladder --evaluations 30 --count 2 --json"},
    {.arguments = "design rook 2x2 --method exact --json --catalogue work.db", .stores = true},
    {.arguments = "design rook --list"},
    {.arguments = "dataset rook theseus --bands 1 --count 2 --threads 1"},
    {.arguments = "dataset rook --bands 1 --count 2 --threads 1 --prompt full -o result.jsonl",
     .file = "result.jsonl",
     .less = true},
    {.arguments = "catalogue list work.db"},
    {.arguments = "catalogue list --json work.db --sort -length"},
    {.arguments = "catalogue show work.db 1"},
    {.arguments = "catalogue export work.db --to own"},
    {.arguments = "catalogue import work.db rook:4x4#9 kept.rook", .stores = true},
    {.arguments = "catalogue import work.db kept.jsonl", .stores = true},
    {.arguments = "catalogue verify work.db"},
    {.arguments = "catalogue tag work.db 1 2 --tag new --untag easy", .stores = true},
    {.arguments = "catalogue tag work.db --where tag==easy --tag b,c --json", .stores = true},
    {.arguments = "catalogue remove work.db --where length>=1;tag!=new", .stores = true},
    {.arguments = "catalogue list work.db --tag easy"},
    {.arguments = "experiment kept.plan -o work.new.db --threads 2 --json"},
    {.arguments = "experiment status work.results --json"},
    {.arguments = "experiment report work.results -o result.csv", .file = "result.csv"},
    {.arguments = "experiment report work.results -o result.html", .file = "result.html"},
    {.arguments = "experiment compare work.results bfs astar --json"},
    {.arguments = "experiment merge work.merged.db work.results"},
    {.arguments = "grade kept.rubric a=dx+dy b=dy"},
    {.arguments = "grade kept.rubric kept.sh -o result.json --json", .file = "result.json"},
    {.arguments = "help rook"},
};

TEST(the_command_survives)
{
    unsigned bad = 0;
    for (size_t i = 0; i < COUNT(rows); i++)
        bad += exhaust(&rows[i]);
    assert_int_equal(bad, 0);
}

// ---- the server: it is asked a few things while memory runs out, and told to end

static bool has_ended(pid_t child)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

static pid_t serve(uint64_t at, bool lasting, unsigned *port)
{
    static char out[OUTPUT_MAX];
    restore();
    unlink("out");
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        be_the_command("serve --port 0 --page page --catalogue work.db --threads 2", at, lasting);
    *port = 0;
    for (unsigned i = 0; !*port && i < 10000 && !has_ended(child); i++) {
        pause_for(0.001);
        read_into(out, "out");
        if (strchr(out, '\n') && sscanf(strrchr(out, ':'), ":%u/", port) != 1)
            fail_msg("no address: %s", out);
    }
    return child;
}

static void ask(unsigned port, const char *line, const char *body)
{
    char request[600];
    snprintf(request, sizeof request,
             "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\n\r\n%s",
             line, port, strlen(body), body);
    reply r = client_ask(port, request); // any answer, or none
    reply_free(&r);
}

static bool serve_short(uint64_t at, bool lasting)
{
    static char err[OUTPUT_MAX];
    unsigned port;
    int status;
    pid_t child = serve(at, lasting, &port);
    if (port) {
        ask(port, "GET /", "");
        ask(port, "POST /api/ask", "{\"ask\":\"solve\",\"maze\":\"rook:3x3#2\"}");
        ask(port, "POST /api/jobs",
            "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"3x3\",\"evaluations\":\"50\"}");
        ask(port, "GET /api/mazes", "");
        kill(child, SIGINT);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    read_into(err, "err");
    tries++;
    bool ok = WIFEXITED(status) &&
              (!WEXITSTATUS(status) || (WEXITSTATUS(status) == BROKEN && strstr(err, "memory")));
    if (!ok)
        print_error("serve: allocation %llu%s: status %x, '%.300s'\n", (unsigned long long)at,
                    lasting ? " and all after it" : "", (unsigned)status, err);
    return ok;
}

TEST(the_server_survives)
{
    assert_true(serve_short(0, false));
    uint64_t count = told->count;
    assert_true(count > 50);
    assert_int_equal(each_short(count, serve_short), 0);
}

// ---- the game: a few keys are pressed, and it is left

static bool play_short(uint64_t at, bool lasting)
{
    static const char keys[] = "\033[A\033[B\033[C\033[Dhhhurowe0q";
    static char err[OUTPUT_MAX], screen[OUTPUT_MAX];
    int status, terminal = posix_openpt(O_RDWR | O_NOCTTY);
    struct termios after;
    restore();
    assert_true(terminal >= 0 && !grantpt(terminal) && !unlockpt(terminal));
    assert_true(write(terminal, keys, sizeof keys - 1) == sizeof keys - 1);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        setenv("TERM", "xterm", 1);
        plays_on = ptsname(terminal);
        be_the_command("play rook:3x3#2 --save result.game --export result.jsonl", at, lasting);
    }
    struct pollfd end = {terminal, POLLIN, 0};
    while (!has_ended(child)) // a full screen would make it wait
        if (poll(&end, 1, 5) > 0 && read(terminal, screen, sizeof screen) < 0)
            break;
    assert_int_equal(waitpid(child, &status, 0), child);
    bool calm = !tcgetattr(terminal, &after) && after.c_lflag & ECHO && after.c_lflag & ICANON;
    close(terminal);
    read_into(err, "err");
    tries++;
    bool ok = WIFEXITED(status) && calm &&
              (!WEXITSTATUS(status) || (WEXITSTATUS(status) == BROKEN && strstr(err, "memory")));
    if (!ok)
        print_error("play: allocation %llu%s: status %x, the terminal is %s, '%.300s'\n",
                    (unsigned long long)at, lasting ? " and all after it" : "", (unsigned)status,
                    calm ? "calm" : "not calm", err);
    return ok;
}

TEST(the_game_survives)
{
    assert_true(play_short(0, false));
    uint64_t count = told->count;
    assert_true(count > 50);
    assert_int_equal(each_short(count, play_short), 0);
}

// ---- what it works on

static void make(const char *arguments)
{
    static char err[OUTPUT_MAX];
    int status = run_calmly(arguments);
    read_into(err, "err");
    if (status)
        fail_msg("%s: status %x, %s", arguments, (unsigned)status, err);
}

static int prepare(UNUSED void **state)
{
    if (chdir(scratch()))
        return -1;
    int shared = open("told", O_RDWR | O_CREAT, 0600);
    if (shared < 0)
        return -1;
    told = ftruncate(shared, sizeof *told)
               ? MAP_FAILED
               : mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    close(shared);
    if (told == MAP_FAILED || mkdir("page", 0777))
        return -1;
    put("page/index.html", "<head></head>", strlen("<head></head>"));
    put("in", "1 1 1\n1 1 1\n1 1 G\n", strlen("1 1 1\n1 1 1\n1 1 G\n"));
    put("kept.rook", "rook 3x3\n[1] 1 1\n1 2 1\n1 1 G\n",
        strlen("rook 3x3\n[1] 1 1\n1 2 1\n1 1 G\n"));
    const char *rubric = "mazes die:3x2#2\ntest admissible points 2\ntest optimal points 1\n"
                         "run .sh \"sh {}\"\n";
    put("kept.rubric", rubric, strlen(rubric));
    const char *program = "while read -r q; do i=${q#*:}\n"
                          "echo \"{\\\"id\\\":${i%%,*},\\\"estimate\\\":0}\"; done\n";
    put("kept.sh", program, strlen(program));
    put("kept.plan", "random rook 3x3 seeds 2..3\nalgorithm bfs astar\n",
        strlen("random rook 3x3 seeds 2..3\nalgorithm bfs astar\n"));
    put("answers.jsonl",
        "{\"id\":\"rook:3x3#2\",\"moves\":\"up\"}\n{\"maze\":\"null:3x1:S.G\",\"moves\":[\"R\"]}\n",
        strlen("{\"id\":\"rook:3x3#2\",\"moves\":\"up\"}\n{\"maze\":\"null:3x1:S.G\",\"moves\":["
               "\"R\"]}\n"));
    make("catalogue import kept.db rook:4x4#2 die:3x3#2");
    make("catalogue tag kept.db 1 --tag easy");
    make("render rook:2x2#1 --scale 4 -o kept.png");
    make("experiment kept.plan -o kept.results");
    make("catalogue export kept.db");
    copy("out", "kept.jsonl");
    return 0;
}

static int tell_counts(UNUSED void **state)
{
    print_message("%llu runs, of %llu allocations\n", (unsigned long long)tries,
                  (unsigned long long)points);
    return 0;
}

ALL_TESTS_WITH(prepare, tell_counts)

int __wrap_main(void)
{
    return run_all_tests();
}
