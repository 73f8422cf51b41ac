// test_disk.c: disks that are full, files and folders that may not be written, catalogues that
// another program holds, readers that go away. Every verb that writes says what is wrong, ends with
// its code, and leaves what was there as it was.
#include "child.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static ending e; // of the run at hand

// ---- files written in one piece

static const struct {
    const char *arguments, *file; // with the file to be named last
} writers[] = {
    {"convert puzzles/bloxorz/31.bloxorz -o", "x.bloxorz"},
    {"render rook:5x5#1 -o", "x.svg"},
    {"render rook:5x5#1 -o", "x.png"},
    {"render rook:5x5#1 -o", "x.pdf"},
    {"render --graph rook:5x5#1 -o", "w.svg"},
    {"render rook:5x5#1 -o", "x.gif"},
    {"trace rook:5x5#1 -o", "x.jsonl"},
    {"trace rook:5x5#1 --format posthoc -o", "x.json"},
    {"simulate marble:3x3,outer#1 --trace", "y.jsonl"},
    {"simulate marble:3x3,outer#1 --summary --chart", "y.svg"},
    {"audit rook:5x5#1 --plot", "z.svg"},
    {"book rook:5x5#1 -o", "y.pdf"},
    {"book --tiles rook:5x5#1 -o", "z.pdf"},
    {"experiment report KEPT -o", "x.csv"},
    {"experiment report KEPT -o", "x.html"},
    {"experiment report KEPT --format json -o", "z.json"},
    {"reproduce rook --quick -o", "y.html"},
};

static void check_writer(size_t i, const conditions *how, const char *where)
{
    const char *kept = strstr(writers[i].arguments, "KEPT");
    int before = (int)(kept ? (size_t)(kept - writers[i].arguments) : strlen(writers[i].arguments));
    const char *file = formatted("%s/%s", where, writers[i].file);
    const char *arguments = formatted("%.*s%s%s %s", before, writers[i].arguments,
                                      kept ? scratch_path("kept.results") : "",
                                      kept ? kept + strlen("KEPT") : "", file);
    child_run(arguments, how, &e);
    bool told = strstr(e.err, file) || strstr(e.err, writers[i].file);
    if (e.code != BROKEN || !told || !holds(file, "old") || count_files(where, "part"))
        fail_msg("%s: code %d, '%s'; the old file is %s, %u parts are left", arguments, e.code,
                 e.err, holds(file, "old") ? "there" : "lost", count_files(where, "part"));
}

// Where no file may grow, after nothing and after a part.
TEST(a_full_disk_leaves_the_old_file)
{
    static const long sizes[] = {-1, 100};
    for (size_t i = 0; i < COUNT(writers); i++)
        for (size_t k = 0; k < (SANITIZED ? 1 : COUNT(sizes)); k++) {
            scratch_file(writers[i].file, "old");
            check_writer(i, &(conditions){.file_bytes = sizes[k]}, scratch());
        }
}

// A real one, where we may mount one.
TEST(a_full_file_system_leaves_the_old_file)
{
    char disk[300], fill[500];
    snprintf(disk, sizeof disk, "%s", scratch_path("disk"));
    assert_int_equal(mkdir(disk, 0777), 0);
    if (mount("none", disk, "tmpfs", 0, "size=128k"))
        skip();
    for (size_t i = 0; i < COUNT(writers); i++) {
        scratch_file(formatted("disk/%s", writers[i].file), "old");
    }
    snprintf(fill, sizeof fill, "cat /dev/zero > %s/fill 2>/dev/null", disk);
    if (!system(fill))
        fail_msg("the disk has no end");
    for (size_t i = 0; i < COUNT(writers); i += SANITIZED ? 3 : 1)
        check_writer(i, &(conditions){0}, disk);
    assert_int_equal(umount(disk), 0);
}

// May nobody go there? Not where root has the sources in a folder of their own.
static bool is_open_to_all(const char *folder)
{
    char path[1000];
    struct stat st;
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = path + strlen(path); slash; slash = strrchr(path, '/')) {
        *slash = '\0';
        if (*path && (stat(path, &st) || !(st.st_mode & S_IXOTH)))
            return false;
    }
    return true;
}

TEST(folders_that_take_no_file_are_told)
{
    char closed[300];
    snprintf(closed, sizeof closed, "%s", scratch_path("closed"));
    assert_int_equal(mkdir(closed, 0777), 0);
    for (size_t i = 0; i < COUNT(writers); i++) {
        const char *file = formatted("closed/%s", writers[i].file);
        assert_int_equal(chmod(scratch_file(file, "old"), 0444), 0);
    }
    assert_int_equal(chmod(closed, 0555), 0);
    for (size_t i = 0; i < COUNT(writers); i += SANITIZED ? 3 : 1) // the papers are in the sources
        if (strncmp(writers[i].arguments, "reproduce", 9) || is_open_to_all(SOURCE_DIR))
            check_writer(i, &(conditions){.not_root = true}, closed);
    assert_int_equal(chmod(closed, 0777), 0);
}

// A game that cannot be saved is told, and the one saved before stays.
TEST(a_full_disk_loses_no_game)
{
    const char *arguments = formatted("play rook:4x4#2 --save %s", scratch_path("game"));
    child_run(arguments, &(conditions){.terminal = true, .keys = "\033[Bq"}, &e);
    assert_int_equal(e.code, DONE);
    scoped_text *before = read_file("/", scratch_path("game"));
    assert_non_null(before);
    child_run(arguments, &(conditions){.terminal = true, .keys = "0hwq", .file_bytes = -1}, &e);
    if (e.code != BROKEN || !strstr(e.err, "game: cannot write") || !e.restored ||
        !holds(scratch_path("game"), before) || count_files(scratch(), "part"))
        fail_msg("code %d, '%s'", e.code, e.err);
}

// What e adds to a file is added whole, or the file stays.
TEST(a_full_disk_spoils_no_exported_games)
{
    const char *file = scratch_file("games.jsonl", "{\"one\":1}\n");
    const char *arguments = formatted("play rook:4x4#2 --export %s", file);
    for (long bytes = -1; bytes < 40; bytes += 30) {
        child_run(arguments, &(conditions){.terminal = true, .keys = "eq", .file_bytes = bytes},
                  &e);
        if (e.code != DONE || !e.restored || !holds(file, "{\"one\":1}\n") ||
            count_files(scratch(), "part"))
            fail_msg("%ld bytes: code %d, '%s'", bytes, e.code, e.err);
    }
    child_run(arguments, &(conditions){.terminal = true, .keys = "eeq"}, &e);
    scoped_text *text = read_file("/", file);
    unsigned lines = 0;
    for (const char *p = text; (p = strchr(p, '\n')); p++)
        lines++;
    assert_true(!strncmp(text, "{\"one\":1}\n{\"id\":", 16) && lines == 3);
}

// Neither is there a site of which a part is missing, nor are results that cannot be stored lost
// without a word.
TEST(a_full_disk_is_told_by_what_writes_more_than_a_file)
{
    static const char *const rows[] = {
        "site --date 2026-01-01 --page @/page -o @/site",
        "experiment @/kept.plan -o @/full.results",
        "catalogue import @/full.db rook:4x4#3",
        "design rook 4x4#1 --evaluations 100 --catalogue @/full2.db",
    };
    assert_int_equal(mkdir(scratch_path("page"), 0777), 0);
    scratch_file("page/index.html", "<!doctype html><title>page</title>\n");
    for (size_t i = 0; i < COUNT(rows); i++) {
        child_run(with_scratch(rows[i], "@"), &(conditions){.file_bytes = -1}, &e);
        if (e.code != BROKEN || !strstr(e.err, "mazewright: "))
            fail_msg("%s: code %d, '%s'", rows[i], e.code, e.err);
    }
    assert_int_equal(access(scratch_path("site/mazes.json"), F_OK), -1);
}

// A trace that ends at a limit of time before its board is written is no trace, nor is one of a
// maze that is not there or cannot be simulated.
TEST(a_trace_that_is_not_whole_leaves_the_old_file)
{
    static const struct {
        const char *arguments;
        int code;
    } rows[] = {
        {"trace die:4096x4096#1 --format posthoc --limit-seconds 0.3 -o", LIMIT},
        {"trace nowhere.rook -o", INPUT},
        {"simulate nowhere.marble --trace", INPUT},
        {"simulate rook:5x5#1 --trace", USAGE},
    };
    const char *file = scratch_file("trace.json", "old");
    for (size_t i = 0; i < COUNT(rows); i++) {
        child_run(formatted("%s %s", rows[i].arguments, file), &(conditions){0}, &e);
        if (e.code != rows[i].code || !holds(file, "old"))
            fail_msg("%s: exit %d, or the file has changed", rows[i].arguments, e.code);
        assert_int_equal(count_files(scratch(), "part"), 0);
    }
}

// A killed process leaves its unfinished file; the next one removes it, and those of no other file
// and of no process that still runs, here or, as a lock shows, on another machine.
TEST(what_killed_processes_left_is_removed)
{
    pid_t dead = fork();
    if (!dead)
        _exit(0);
    assert_int_equal(waitpid(dead, NULL, 0), dead);
    char *left = strdup(scratch_file(formatted(".part%ld-new.rook", (long)dead), "half")),
         *other = strdup(scratch_file(formatted(".part%ld-other.rook", (long)dead), "half")),
         *running = strdup(scratch_file(formatted(".part%ld-new.rook", (long)getpid()), "half"));
    int locked = open(left, O_RDONLY);
    assert_true(locked >= 0 && !flock(locked, LOCK_EX));
    for (unsigned i = 0; i < 2; i++) {
        child_run(formatted("convert rook:3x3#1 -o %s", scratch_path("new.rook")), &(conditions){0},
                  &e);
        assert_int_equal(e.code, DONE);
        assert_int_equal(access(left, F_OK), i ? -1 : 0);
        if (!i)
            close(locked);
    }
    assert_int_equal(unlink(other), 0);
    assert_int_equal(unlink(running), 0);
    free(left);
    free(other);
    free(running);
}

// Beside a name as long as names may be there is none for an unfinished file: it is written in
// place.
TEST(the_longest_names_are_written)
{
    char name[256];
    snprintf(name, sizeof name, "%0250d.rook", 0);
    child_run(formatted("convert rook:3x3#1 -o %s", scratch_path(name)), &(conditions){0}, &e);
    assert_int_equal(e.code, DONE);
    assert_int_equal(unlink(scratch_path(name)), 0);
}

// A new file has the rights of the one that it replaces; a link stays one.
TEST(rights_and_links_stay)
{
    struct stat st;
    scratch_file("mine.rook", "old");
    assert_int_equal(chmod(scratch_path("mine.rook"), 0640), 0);
    assert_int_equal(symlink("mine.rook", scratch_path("link.rook")), 0);
    child_run(formatted("convert rook:3x3#1 -o %s", scratch_path("mine.rook")), &(conditions){0},
              &e);
    assert_int_equal(e.code, DONE);
    assert_int_equal(stat(scratch_path("mine.rook"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    child_run(formatted("convert rook:4x4#1 -o %s", scratch_path("link.rook")), &(conditions){0},
              &e);
    assert_int_equal(e.code, DONE);
    assert_true(!lstat(scratch_path("link.rook"), &st) && S_ISLNK(st.st_mode));
    scoped_text *text = read_file("/", scratch_path("mine.rook"));
    assert_non_null(strstr(text, "rook 4x4"));
}

// ---- stdout

// A full disk is told. A reader that has gone away, as `head` does, wants no more: the command ends
// by the same signal as any other.
TEST(output_that_nobody_takes_ends_the_command)
{
    static const char *const verbs[] = {
        "solve rook:5x5#1",
        "solve --json rook:5x5#1",
        "analyse rook:5x5#1",
        "check rook:3x3#1",
        "audit rook:3x3#1",
        "convert rook:5x5#1",
        "design rook 4x4#1 --evaluations 100 --json",
        "dataset rook --count 2 --bands 1",
        "hint rook:5x5#1",
        "verify --moves U rook:5x5#1 --json",
        "render rook:5x5#1",
        "trace rook:5x5#1",
        "simulate marble:3x3,outer#1 --json",
        "catalogue export KEPT.db",
        "experiment report KEPT.results",
        "reproduce rook --quick --json",
        "site -o -",
        "help",
        "help --man",
        "--version",
    };
    for (size_t i = 0; i < COUNT(verbs); i++)
        for (int deaf = SANITIZED; deaf < 2; deaf++) {
            const char *kept = strstr(verbs[i], "KEPT");
            int before = (int)(kept ? (size_t)(kept - verbs[i]) : strlen(verbs[i]));
            const char *arguments =
                formatted("%.*s%s%s", before, verbs[i], kept ? scratch_path("kept") : "",
                          kept ? kept + strlen("KEPT") : "");
            child_run(arguments, &(conditions){.unread = deaf, .out = deaf ? NULL : "/dev/full"},
                      &e);
            bool right = deaf ? e.code == -1 - SIGPIPE && !*e.err
                              : e.code == BROKEN && strstr(e.err, "cannot write the output");
            if (!right)
                fail_msg("%s, %s: code %d, '%s'", arguments, deaf ? "closed" : "full", e.code,
                         e.err);
        }
}

// ---- catalogues and results

static void copy_file(const char *from, const char *to)
{
    assert_int_equal(system(formatted("cp '%s' '%s'", from, to)), 0);
}

static void expect_whole(const char *catalogue)
{
    child_run(formatted("catalogue verify %s", catalogue), &(conditions){0}, &e);
    if (e.code)
        fail_msg("%s: %s%s", catalogue, e.out, e.err);
}

// The maze that was found is printed all the same.
TEST(a_full_disk_loses_no_design)
{
    const char *file = scratch_path("design.db");
    copy_file(scratch_path("kept.db"), file);
    const char *arguments =
        formatted("design rook 5x5#1 --evaluations 20000 --json --catalogue %s", file);
    // As large as it is, and not a page more: it can be opened, but nothing can be added.
    for (long bytes = 4096; bytes < 80000; bytes += 12288) {
        child_run(arguments, &(conditions){.file_bytes = bytes}, &e);
        bool opened = !strstr(e.err, "cannot be written") && strstr(e.out, "\"id\":\"rook:5x5:");
        if (e.code != DONE && (e.code != BROKEN || !strstr(e.err, "design.db: ")))
            fail_msg("%ld bytes: code %d, '%s'", bytes, e.code, e.err);
        if (e.code == BROKEN && !opened && *e.out)
            fail_msg("%ld bytes: '%s'", bytes, e.out);
        expect_whole(file);
    }
}

TEST(catalogues_that_may_not_be_written_are_told)
{
    const char *closed = scratch_path("shut");
    const char *file = formatted("%s/kept.db", closed);
    assert_int_equal(mkdir(closed, 0777), 0);
    copy_file(scratch_path("kept.db"), file);
    static const struct {
        const char *arguments;
        int code;
    } rows[] = {
        {"catalogue import %s rook:3x3#5", BROKEN},
        {"catalogue list %s", DONE},
        {"catalogue export %s", DONE},
        {"catalogue verify %s", DONE},
        {"design rook 3x3#1 --evaluations 50 --catalogue %s", BROKEN},
    };
    static const mode_t modes[][2] = {{0555, 0666}, {0777, 0444}, {0555, 0444}};
    for (size_t m = 0; m < COUNT(modes); m++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            char arguments[600];
            assert_int_equal(chmod(file, modes[m][1]) | chmod(closed, modes[m][0]), 0);
            snprintf(arguments, sizeof arguments, rows[i].arguments, file);
            child_run(arguments, &(conditions){.not_root = true}, &e);
            assert_int_equal(chmod(closed, 0777), 0);
            if (e.code != rows[i].code || (e.code && !strstr(e.err, "permission")))
                fail_msg("%s, folder %o, file %o: code %d, '%s'", arguments, modes[m][0],
                         modes[m][1], e.code, e.err);
        }
    expect_whole(file);
}

static sqlite3 *hold(const char *file)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

// Writers wait for a while: as long as it takes, or until it is told who holds the file.
TEST(writers_wait_for_each_other)
{
    char arguments[3][900];
    const char *file = scratch_path("kept.db");
    const char *results = scratch_path("kept.results");
    const char *plan = scratch_path("kept.plan");
    snprintf(arguments[0], sizeof arguments[0], "catalogue import %s rook:3x3#77", file);
    snprintf(arguments[1], sizeof arguments[1],
             "design rook 3x3#1 --evaluations 50 --json --catalogue %s", file);
    snprintf(arguments[2], sizeof arguments[2], "experiment %s -o %s", plan, results);
    const char *faults = getenv("FAULTS"); // to be refused takes ten seconds: not every time
    for (int patient = faults && !strcmp(faults, "many") ? 0 : 1; patient < 2; patient++) {
        sqlite3 *one = hold(file), *other = hold(results);
        child runs[3];
        for (int i = 0; i < 3; i++)
            child_start(&runs[i], arguments[i], &(conditions){0});
        if (patient) {
            pause_for(0.7);
            sqlite3_close(one);
            sqlite3_close(other);
        }
        for (int i = 0; i < 3; i++) {
            child_end(&runs[i], &e);
            if (e.code != (patient ? DONE : BROKEN) ||
                (!patient && !strstr(e.err, "another program holds it")))
                fail_msg("%s: code %d, '%s'", arguments[i], e.code, e.err);
        }
        if (!patient) {
            sqlite3_close(one);
            sqlite3_close(other);
        }
    }
    expect_whole(file);
}

static int prepare(UNUSED void **state)
{
    if (chmod(scratch(), 0777)) // for nobody, too
        return -1;
    scratch_file("kept.plan", "random rook 3x3 seeds 1..4\nalgorithm bfs astar\n");
    child_run(formatted("catalogue import %s rook:4x4#2 die:3x3#2", scratch_path("kept.db")),
              &(conditions){0}, &e);
    int code = e.code;
    child_run(
        formatted("experiment %s -o %s", scratch_path("kept.plan"), scratch_path("kept.results")),
        &(conditions){0}, &e);
    return code || e.code ? -1 : 0;
}

static int clear(UNUSED void **state)
{
    umount2(scratch_path("disk"), MNT_DETACH); // where a test ended early
    return 0;
}

ALL_TESTS_WITH(prepare, clear)
