// test_kills.c: `design --catalogue` and `experiment` are killed again and again, at random
// moments, and gone on with. What they had printed is in the file, the file is whole after every
// kill, and in the end all is as if nothing had happened. KILLS in the environment says how often;
// `make kill-test` takes 200.
#include "child.h"

#include "store/catalogue.h"
#include "experiment/experiment.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned wanted(void)
{
    const char *kills = getenv("KILLS");
    unsigned n = kills ? (unsigned)strtoul(kills, NULL, 10) : 0;
    return n ? n / 2 : 5; // of each of the two
}

// Some time before work that takes so many seconds is at its end.
static long moment(double seconds, mw_rng *rng)
{
    return 3000 + (long)(seconds * 1e6 * 0.7 * mw_rng_unit(rng));
}

// A file without a byte is one that was killed before its first transaction.
static bool is_there(const char *file)
{
    struct stat st;
    return !stat(file, &st) && st.st_size;
}

static void expect_sound(const char *file)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(q, 0), "ok");
    sqlite3_finalize(q);
    sqlite3_close(db);
}

// Is there a file with something in it? Then it is whole. A first transaction that was cut short
// leaves pages and a journal; whoever opens it next takes them back, and it is empty again.
static bool has_begun(const char *file)
{
    if (!is_there(file))
        return false;
    expect_sound(file);
    return is_there(file);
}

static void expect_code(const char *arguments, int code, ending *e)
{
    child_run(arguments, &(conditions){0}, e);
    if (e->code != code)
        fail_msg("%s: code %d, '%s' '%.300s'", arguments, e->code, e->err, e->out);
}

// ---- design

// Calls `each` with the id of every whole line that was printed.
static unsigned each_id(const char *out, void (*each)(void *, const char *), void *context)
{
    unsigned n = 0;
    for (const char *end; (end = strchr(out, '\n')); out = end + 1, n++) {
        char id[500];
        assert_int_equal(sscanf(out, "{\"id\":\"%499[^\"]", id), 1);
        each(context, id);
    }
    return n;
}

static void expect_stored(void *context, const char *id)
{
    scoped(mw_entry_free) mw_entry entry = {0};
    mw_error error;
    if (!mw_catalogue_get(context, id, &entry, &error))
        fail_msg("%s was printed, but: %s", id, error.text);
}

static uint64_t expect_all_stored(const char *file, const char *out)
{
    mw_error error;
    uint64_t count;
    mw_catalogue *c = mw_catalogue_open(file, MW_CATALOGUE_READ, &error);
    if (!c)
        fail_msg("%s", error.text);
    each_id(out, expect_stored, c);
    assert_true(mw_catalogue_count(c, &count, &error));
    mw_catalogue_close(c);
    return count;
}

static void blank_seconds(char *text)
{
    for (char *p = text; (p = strstr(p, "\"seconds\":"));) {
        p += strlen("\"seconds\":");
        size_t n = strspn(p, "0123456789.e-");
        memmove(p, p + n, strlen(p + n) + 1);
    }
}

TEST(a_killed_design_goes_on)
{
    static ending e, calm;
    char arguments[600];
    unsigned kills = wanted(), mazes = kills < 20 ? 12 : 40;
    mw_rng rng = seeded(11);
    const char *file = scratch_path("killed.db");
    const char *calmly = scratch_path("calm.db");
    static const char form[] = "design theseus 6x6#1 --evaluations 4000 --count %u --threads 2 "
                               "--json --resume --catalogue %s";
    snprintf(arguments, sizeof arguments, form, mazes, calmly);
    double from = mw_seconds();
    expect_code(arguments, 0, &calm);
    double whole = mw_seconds() - from;
    unsigned begun = 0, ended = 0;
    uint64_t before = 0;
    for (unsigned i = 0; i < kills; i++) {
        if (ended == mazes) { // all over again
            unlink(file);
            before = 0;
        }
        snprintf(arguments, sizeof arguments, form, mazes, file);
        child_run(arguments, &(conditions){.signal = SIGKILL, .microseconds = moment(whole, &rng)},
                  &e);
        char *last = strrchr(e.out, '\n'); // the line after it was cut off
        if (last)
            last[1] = '\0';
        ended = 0;
        for (const char *p = e.out; (p = strchr(p, '\n')); p++)
            ended++;
        if (!has_begun(file))
            continue;
        begun++;
        if (last || before) {
            uint64_t count = expect_all_stored(file, last ? e.out : "");
            assert_true(count >= before / 2); // a surpassed maze makes room, others do not
            before = count;
        }
        snprintf(arguments, sizeof arguments, "catalogue verify %s", file);
        expect_code(arguments, 0, &e);
    }
    snprintf(arguments, sizeof arguments, form, mazes, file);
    expect_code(arguments, 0, &e);
    blank_seconds(e.out);
    blank_seconds(calm.out);
    assert_string_equal(e.out, calm.out);
    expect_all_stored(file, e.out);
    snprintf(arguments, sizeof arguments, "catalogue verify %s", file);
    expect_code(arguments, 0, &e);
    print_message("%u kills of design, %u after it had begun\n", kills, begun);
}

// ---- experiment

static uint64_t digest_of(const char *file, uint64_t *count)
{
    scoped(mw_sheet_free) mw_sheet s = {0};
    mw_error error;
    mw_results *r = mw_results_open(file, false, &error);
    if (!r)
        fail_msg("%s", error.text);
    bool empty = !mw_results_load(r, &s, &error);
    uint64_t digest = empty ? 0 : mw_sheet_digest(&s);
    *count = empty ? 0 : s.count;
    mw_results_close(r);
    return digest;
}

TEST(a_killed_experiment_goes_on)
{
    static ending e;
    char arguments[900];
    unsigned kills = wanted(), begun = 0;
    uint64_t before = 0, count, all;
    mw_rng rng = seeded(12);
    const char *file = scratch_path("killed.results");
    const char *calmly = scratch_path("calm.results");
    const char *plan = scratch_path("kill.plan");
    scratch_file("kill.plan", kills < 20
                                  ? "random theseus 10x10 seeds 1..150\nalgorithm bfs ids astar\n"
                                    "limit states 3000\n"
                                  : "random theseus 10x10 seeds 1..900\nalgorithm bfs ids astar\n"
                                    "limit states 3000\n");
    snprintf(arguments, sizeof arguments, "experiment %s -o %s", plan, calmly);
    double from = mw_seconds();
    expect_code(arguments, 0, &e);
    double time = mw_seconds() - from;
    uint64_t whole = digest_of(calmly, &all);
    for (unsigned i = 0; i < kills; i++) {
        if (before == all) { // all over again
            unlink(file);
            before = 0;
        }
        snprintf(arguments, sizeof arguments, "experiment %s -o %s", plan, file);
        child_run(arguments, &(conditions){.signal = SIGKILL, .microseconds = moment(time, &rng)},
                  &e);
        if (!has_begun(file))
            continue;
        begun++;
        digest_of(file, &count);
        assert_true(count >= before); // nothing is lost
        before = count;
    }
    snprintf(arguments, sizeof arguments, "experiment %s -o %s", plan, file);
    expect_code(arguments, 0, &e);
    assert_true(digest_of(file, &count) == whole);
    assert_int_equal(count, all);
    print_message("%u kills of experiment, %u after it had begun\n", kills, begun);
}
