// test_catalogue_files.c: a catalogue loses nothing, whatever happens to the process or the disk,
// and a file that is not its own is never touched.
#include "catalogue_support.h"

#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_file(const char *file, const char *bytes, size_t length)
{
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, length, f), length);
    fclose(f);
}

// ---- files that are not ours

// Refused in both modes with this in the sentence, and not a byte or a neighbour changed.
static void assert_refused(const char *file, const char *sentence)
{
    size_t before, after;
    char *old = bytes_of(file, &before), journal[300];
    const char *log = formatted("%s-wal", file);
    snprintf(journal, sizeof journal, "%s-journal", file);
    bool had_log = !access(log, F_OK);
    size_t log_length = 0, log_after = 0;
    scoped_text *old_log = had_log ? bytes_of(log, &log_length) : NULL;
    for (int mode = MW_CATALOGUE_READ; mode <= MW_CATALOGUE_WRITE; mode++) {
        mw_error e;
        assert_fails(mw_catalogue_open(file, (mw_catalogue_mode)mode, &e), e, MW_ERROR_INPUT);
        if (!strstr(e.text, sentence) || strncmp(e.text, file, strlen(file)))
            fail_msg("'%s' instead of '%s'", e.text, sentence);
    }
    scoped_text *now = bytes_of(file, &after);
    assert_int_equal(before, after);
    assert_memory_equal(old, now, before);
    assert_int_equal(!access(log, F_OK), had_log);
    if (had_log) {
        scoped_text *new_log = bytes_of(log, &log_after);
        assert_int_equal(log_length, log_after);
        assert_memory_equal(old_log, new_log, log_length);
    }
    assert_int_not_equal(access(journal, F_OK), 0);
    free(old);
}

// A process that writes to a database and is killed leaves a log beside it.
static void leave_log(const char *file, const char *sql)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        sqlite3 *db;
        sqlite3_open(file, &db);
        sqlite3_exec(db, sql, NULL, NULL, NULL);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
}

TEST(foreign_files_are_left_alone)
{
    static const char text[] = "rook 2x2\n1 1\n1 G\n";
    char noise[5000];
    mw_rng rng = seeded(5);
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)mw_rng_next(&rng);
    const char *file = scratch_path("text.db");
    write_file(file, text, sizeof text - 1);
    assert_refused(file, "not a catalogue");
    file = scratch_path("noise.db");
    write_file(file, noise, sizeof noise);
    assert_refused(file, "not a catalogue");
    file = scratch_path("short.db"); // begins like one
    write_file(file, "SQLite format 3", 16);
    assert_refused(file, "not a catalogue");
    file = scratch_path("foreign.db");
    tamper(file, "CREATE TABLE maze(number INTEGER PRIMARY KEY, kind TEXT)");
    assert_refused(file, "not a catalogue");
    file = scratch_path("foreign-log.db"); // SQLite would fold the log in
    tamper(file, "PRAGMA journal_mode = WAL; CREATE TABLE t(x)");
    leave_log(file, "PRAGMA wal_autocheckpoint = 0; INSERT INTO t VALUES(1)");
    assert_refused(file, "not a catalogue");
    mw_error e;
    assert_fails(mw_catalogue_open(scratch(), MW_CATALOGUE_WRITE, &e), e, MW_ERROR_INPUT);
    assert_fails(mw_catalogue_open("", MW_CATALOGUE_WRITE, &e), e, MW_ERROR_INPUT);
    file = scratch_path("absent.db");
    assert_fails(mw_catalogue_open(file, MW_CATALOGUE_READ, &e), e, MW_ERROR_INPUT);
    assert_int_not_equal(access(file, F_OK), 0); // reading makes no file
    file = scratch_path("no/folder.db");
    assert_fails(mw_catalogue_open(file, MW_CATALOGUE_WRITE, &e), e, MW_ERROR_SYSTEM);
}

TEST(newer_catalogues_are_refused)
{
    const char *file = scratch_path("newer.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:5x5#7", NULL);
    mw_catalogue_close(c);
    tamper(file, "PRAGMA user_version = 6");
    assert_refused(file, "newer mazewright");
    tamper(file, "PRAGMA user_version = 5");
    // the new version stands in the log only, the header is still the old one
    leave_log(file, "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 6");
    assert_refused(file, "newer mazewright");
}

// Runs of the third version have no checksums; they are gone on with.
TEST(runs_of_older_catalogues_are_kept)
{
    const char *file = scratch_path("third.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    mw_error e;
    mw_catalogue_run run, put = {.energy = -3, .evaluations = 5, .checkpoint = "here"};
    assert_true(mw_catalogue_put_run(c, "a plan", &put, &e));
    mw_catalogue_close(c);
    tamper(file, "ALTER TABLE run DROP COLUMN checksum; DROP TABLE tag; DROP TABLE removed; PRAGMA "
                 "user_version = 3");
    c = opened(file, MW_CATALOGUE_READ);
    assert_verified(c);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_WRITE);
    assert_true(mw_catalogue_get_run(c, "a plan", &run, &e));
    assert_true(run.energy == -3 && run.evaluations == 5);
    assert_string_equal(run.checkpoint, "here");
    mw_catalogue_run_free(&run);
    assert_verified(c);
    mw_catalogue_close(c);
}

// The first version had no runs, the second no checksums. What they hold is in order.
TEST(older_catalogues_are_brought_up_to_date)
{
    const char *file = scratch_path("older.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:4x4#1", NULL);
    mw_catalogue_close(c);
    tamper(file, "DROP TABLE run; DROP TABLE checksum; DROP TABLE tag; DROP TABLE removed; PRAGMA "
                 "user_version = 1");
    c = opened(file, MW_CATALOGUE_READ);
    assert_int_equal(count_of(c), 1);
    assert_verified(c);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_WRITE);
    assert_verified(c);
    mw_error e;
    mw_catalogue_run run,
        put = {.energy = -3, .evaluations = 5, .id = "rook:2x1:S1G", .checkpoint = "here"};
    assert_true(mw_catalogue_get_run(c, "a plan", &run, &e));
    assert_true(!run.finished && !run.id && !run.checkpoint && !run.evaluations);
    assert_true(mw_catalogue_put_run(c, "a plan", &put, &e));
    put = (mw_catalogue_run){.finished = true, .energy = NAN};
    assert_true(mw_catalogue_put_run(c, "another", &put, &e));
    assert_true(mw_catalogue_get_run(c, "a plan", &run, &e));
    assert_true(!run.finished && run.energy == -3 && run.evaluations == 5);
    assert_string_equal(run.id, "rook:2x1:S1G");
    assert_string_equal(run.checkpoint, "here");
    mw_catalogue_run_free(&run);
    assert_true(mw_catalogue_get_run(c, "another", &run, &e));
    assert_true(run.finished && isnan(run.energy) && !run.id && !run.checkpoint);
    assert_int_equal(count_of(c), 1);
    mw_catalogue_close(c);
}

TEST(odd_names_are_only_names)
{
    static const char *const names[] = {":memory:", "file:x?mode=memory", "a b'c%41#?.db"};
    char here[1000];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(scratch()), 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        mw_catalogue *c = opened(names[i], MW_CATALOGUE_WRITE);
        put_id(c, "rook:5x5#7", NULL);
        mw_catalogue_close(c);
        assert_int_equal(access(names[i], F_OK), 0);
        c = opened(names[i], MW_CATALOGUE_READ);
        assert_int_equal(count_of(c), 1);
        mw_catalogue_close(c);
    }
    assert_int_equal(chdir(here), 0);
}

// Root may write anything, so a child becomes nobody.
TEST(a_file_without_permission_can_be_read)
{
    const char *file = scratch_path("locked/a%41?.db");
    assert_int_equal(mkdir(scratch_path("locked"), 0755), 0);
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:5x5#7", NULL);
    mw_catalogue_close(c);
    assert_int_equal(
        chmod(scratch(), 0755) | chmod(file, 0444) | chmod(scratch_path("locked"), 0555), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        mw_error e;
        uint64_t n = 0;
        bool ok = (geteuid() || !setuid(65534)) &&
                  (c = mw_catalogue_open(file, MW_CATALOGUE_READ, &e)) &&
                  mw_catalogue_count(c, &n, &e) && n == 1;
        mw_catalogue_close(c);
        ok = ok && !mw_catalogue_open(file, MW_CATALOGUE_WRITE, &e) && e.code == MW_ERROR_SYSTEM;
        _exit(ok ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(scratch_path("locked"), 0755), 0); // so that it can be removed
    assert_int_equal(status, 0);
}

// ---- being killed

// Puts random mazes as fast as it can, for ever.
static void put_for_ever(const char *file, uint64_t seed)
{
    mw_error e;
    mw_catalogue *c = mw_catalogue_open(file, MW_CATALOGUE_WRITE, &e);
    if (!c)
        _exit(1);
    for (;; seed++) {
        scoped_maze *m = mw_maze_from_id(formatted("rook:4x4#%llu", (unsigned long long)seed), &e);
        scoped_graph *g = m ? mw_graph_build(m, true, NULL, NULL) : NULL;
        scoped_analysis a = {0};
        mw_provenance from = {.energy = (double)(seed % 7), .created = "2026-01-02"};
        if (!g || !mw_analyse(g, &a) || !mw_catalogue_put(c, m, &a, &from, NULL, &e))
            _exit(1);
    }
}

static bool readable(void *context, const mw_entry *e)
{
    mw_error error;
    scoped_maze *m = mw_maze_from_id(e->id, &error);
    assert_non_null(m);
    assert_true(e->count > 10); // its measures came with it
    ++*(uint64_t *)context;
    return true;
}

TEST(killing_loses_nothing_that_was_stored)
{
    uint64_t before = 0;
    const char *file = scratch_path("killed.db");
    mw_rng rng = seeded(17);
    for (unsigned round = 0; round < 40; round++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child)
            put_for_ever(file, round * UINT64_C(1000000));
        pause_for(1e-3 * (5 + mw_rng_below(&rng, 46)));
        assert_int_equal(kill(child, SIGKILL), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status)); // it was at work until then
        struct stat st;
        if (stat(file, &st) || !st.st_size) { // before it had made the file
            assert_int_equal(before, 0);
            continue;
        }
        mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
        mw_error e;
        uint64_t read = 0, count = count_of(c);
        assert_true(mw_catalogue_each(c, NULL, readable, &read, &e));
        assert_int_equal(read, count);
        assert_true(count >= before);
        before = count;
        if (round % 10 == 9)
            assert_verified(c); // the structure of the file, and every maze
        mw_catalogue_close(c);
    }
    assert_true(before > 40); // else the rounds have tried little
}

// What the child says it has stored, it has: it tells through a pipe after each put.
TEST(what_was_told_as_stored_is_there)
{
    const char *file = scratch_path("told.db");
    for (unsigned round = 0; round < 5; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) {
            mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
            for (unsigned i = 0;; i++) {
                char id[60];
                snprintf(id, sizeof id, "rook:5x5#%u", round * 100000 + i);
                put_id(c, id, NULL);
                if (write(ends[1], &i, sizeof i) != sizeof i)
                    _exit(1);
            }
        }
        close(ends[1]);
        unsigned i;
        assert_int_equal(read(ends[0], &i, sizeof i), sizeof i); // it has made the file, and begun
        pause_for(0.06);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        mw_catalogue *c = opened(file, MW_CATALOGUE_READ);
        do {
            char id[60];
            snprintf(id, sizeof id, "rook:5x5#%u", round * 100000 + i);
            scoped(mw_entry_free) mw_entry e = got(c, id);
        } while (read(ends[0], &i, sizeof i) == sizeof i);
        mw_catalogue_close(c);
        close(ends[0]);
    }
}

TEST(two_processes_write_one_file)
{
    const char *file = scratch_path("shared.db");
    pid_t children[4];
    for (unsigned i = 0; i < COUNT(children); i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (!children[i]) { // also the making of the file is raced for
            mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
            for (unsigned k = 0; k < 25; k++) {
                char id[60];
                snprintf(id, sizeof id, "rook:5x5#%u", k + 20 * i); // some are the neighbour's too
                put_id(c, id, NULL);
            }
            mw_catalogue_close(c);
            _exit(0);
        }
    }
    for (unsigned i = 0; i < COUNT(children); i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    mw_catalogue *c = opened(file, MW_CATALOGUE_READ);
    assert_int_equal(count_of(c), 85);
    assert_verified(c);
    mw_catalogue_close(c);
}

// ---- damage, and full disks

TEST(damage_anywhere_is_an_error_and_not_a_crash)
{
    const char *file = scratch_path("whole.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    for (unsigned i = 0; i < 20; i++) {
        put_id(c, formatted("rook:5x5#%u", i), NULL);
    }
    mw_catalogue_close(c);
    size_t length;
    char *whole = bytes_of(file, &length), sentence[600];
    mw_rng rng = seeded(3);
    unsigned found = 0;
    for (unsigned round = 0; round < 60; round++) {
        const char *spoilt = scratch_path("spoilt.db");
        char *bytes = malloc(length);
        memcpy(bytes, whole, length);
        for (unsigned i = 0; i < 200; i++)
            bytes[100 + mw_rng_below(&rng, (uint32_t)length - 100)] = (char)mw_rng_next(&rng);
        write_file(spoilt, bytes, round % 4 ? length : length / 2);
        free(bytes);
        mw_error e;
        mw_verified v;
        c = mw_catalogue_open(spoilt, MW_CATALOGUE_READ, &e);
        bool wrong =
            !c || !mw_catalogue_verify(c, NULL, complain_of, sentence, &v, &e) || v.failures;
        mw_catalogue_close(c);
        found += wrong;
    }
    assert_true(found > 50); // some bytes are of no account
    free(whole);
}

TEST(a_full_disk_is_told)
{
    const char *file = scratch_path("full.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:5x5#7", NULL);
    mw_catalogue_close(c);
    fill_disk(100, "catalogue import %s/full.db $(seq 400 | sed s/^/rook:6x6#/)", "full.db: ");
    c = opened(file, MW_CATALOGUE_READ);
    assert_true(count_of(c) > 1);
    assert_verified(c);
    mw_catalogue_close(c);
}
