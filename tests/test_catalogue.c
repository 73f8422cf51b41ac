// test_catalogue.c: the catalogue keeps what it is given, each maze once, whatever happens to the
// process, and never touches a file that is not its own.
#include "catalogue/catalogue.h"
#include "mazewright/design.h"
#include "mazewright/rng.h"
#include "support.h"

#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/mw-catalogue-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char line[100];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    return system(line);
}

// A name in the folder; the last four asked for are good.
static const char *path(const char *name)
{
    static char paths[4][200];
    static unsigned next;
    char *p = paths[next++ % 4];
    snprintf(p, 200, "%s/%s", folder, name);
    return p;
}

static mw_catalogue *opened(const char *file, mw_catalogue_mode mode)
{
    mw_catalogue *c;
    mw_error e;
    if (mw_catalogue_open(&c, file, mode, &e))
        fail_msg("%s", e.text);
    return c;
}

// Measures a maze and puts it.
static mw_put put_maze(mw_catalogue *c, const mw_maze *m, const mw_provenance *from)
{
    mw_error e;
    mw_stored stored;
    mw_analysis a;
    mw_graph *g = mw_graph_build(m, true, NULL, NULL);
    assert_non_null(g);
    assert_true(mw_analyse(g, &a));
    if (mw_catalogue_put(c, m, &a, from, &stored, &e))
        fail_msg("%s", e.text);
    mw_analysis_free(&a);
    mw_graph_free(g);
    return stored.put;
}

static mw_put put_id(mw_catalogue *c, const char *id, const mw_provenance *from)
{
    static const mw_provenance bare = {.energy = NAN, .created = "2026-01-02"};
    mw_maze *m = maze_of_id(id);
    mw_put put = put_maze(c, m, from ? from : &bare);
    mw_maze_free(m);
    return put;
}

static uint64_t count_of(mw_catalogue *c)
{
    uint64_t n;
    mw_error e;
    if (mw_catalogue_count(c, &n, &e))
        fail_msg("%s", e.text);
    return n;
}

static mw_entry got(mw_catalogue *c, const char *which)
{
    mw_entry e;
    mw_error error;
    if (mw_catalogue_get(c, which, &e, &error))
        fail_msg("%s", error.text);
    return e;
}

static void complain_of(void *context, const char *sentence)
{
    snprintf(context, 600, "%s", sentence);
}

static void assert_verified(mw_catalogue *c)
{
    char sentence[600] = "";
    mw_verified v;
    mw_error e;
    assert_int_equal(mw_catalogue_verify(c, NULL, complain_of, sentence, &v, &e), 0);
    assert_string_equal(sentence, "");
    assert_int_equal(v.failures + v.unchecked, 0);
    assert_int_equal(v.mazes, count_of(c));
}

// SQL on a file behind the catalogue's back.
static void tamper(const char *file, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL))
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void write_file(const char *file, const char *bytes, size_t length)
{
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, length, f), length);
    fclose(f);
}

// ---- putting

static void a_maze_is_kept_with_all_that_is_known_of_it(void **state)
{
    (void)state;
    const char *file = path("kept.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    const mw_provenance from = {.energy = -18.25,
                                .objective = "25*unreaching - length",
                                .method = "anneal",
                                .seeded = true,
                                .seed = UINT64_MAX - 1,
                                .evaluations = 5000,
                                .version = "9.8.7",
                                .generator = 4,
                                .created = "2026-11-16T01:02:03Z",
                                .proven = true};
    assert_int_equal(put_id(c, "rook:5x5#7", &from), MW_PUT_ADDED);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_READ);
    assert_int_equal(count_of(c), 1);
    mw_entry e = got(c, "1"), by_id = got(c, "rook:5x5#7");
    mw_maze *m = maze_of_id("rook:5x5#7");
    char *id = mw_maze_print(m, "id"), *canonical = mw_canonical_id(m);
    assert_int_equal(by_id.number, 1);
    assert_string_equal(e.kind, "rook");
    assert_string_equal(e.id, id);
    assert_string_equal(e.canonical, canonical);
    assert_true(e.hash == mw_catalogue_hash(canonical));
    assert_int_equal(e.w * 100 + e.h * 10 + e.d, 551);
    assert_true(e.from.energy == from.energy && e.from.seeded && e.from.seed == from.seed);
    assert_true(e.from.proven && e.from.evaluations == 5000 && e.from.generator == 4);
    assert_string_equal(e.from.objective, from.objective);
    assert_string_equal(e.from.method, "anneal");
    assert_string_equal(e.from.version, "9.8.7");
    assert_string_equal(e.from.created, from.created);
    mw_result r;
    mw_error error;
    assert_true(mw_search(m, &(mw_search_options){0}, &r, &error));
    assert_true(mw_entry_value(&e, "length") == r.moves);
    assert_true(isnan(mw_entry_value(&e, "nothing")));
    mw_result_free(&r);
    mw_entry_free(&e);
    mw_entry_free(&by_id);
    free(id);
    free(canonical);
    mw_maze_free(m);
    mw_catalogue_close(c);
}

static void hashes_are_fnv(void **state)
{
    (void)state;
    assert_true(mw_catalogue_hash("") == 0xcbf29ce484222325u); // published test vectors
    assert_true(mw_catalogue_hash("a") == 0xaf63dc4c8601ec8cu);
    assert_true(mw_catalogue_hash("foobar") == 0x85944171f73967e8u);
}

static void copies_count_as_one(void **state)
{
    (void)state;
    static const char *const ids[] = {"rook:5x5#7", "die:4x4#3", "theseus:6x6#2"};
    mw_catalogue *c = opened(path("copies.db"), MW_CATALOGUE_WRITE);
    for (size_t i = 0; i < COUNT(ids); i++) {
        mw_maze *m = maze_of_id(ids[i]);
        unsigned turned = 0;
        assert_int_equal(put_id(c, ids[i], NULL), MW_PUT_ADDED);
        assert_int_equal(put_id(c, ids[i], NULL), MW_PUT_KNOWN);
        for (unsigned symmetry = 1; m->kind->design->turn && symmetry < 8; symmetry++) {
            mw_maze *copy = m->kind->design->turn(m, symmetry);
            if (!copy)
                continue;
            turned++;
            mw_provenance from = {.energy = NAN, .created = "2026-01-02"};
            assert_int_equal(put_maze(c, copy, &from), MW_PUT_KNOWN);
            char *id = mw_maze_print(copy, "id");
            mw_entry e = got(c, id); // found by the id of a copy
            assert_int_equal(e.number, i + 1);
            mw_entry_free(&e);
            free(id);
            mw_maze_free(copy);
        }
        assert_true(turned > 0);
        mw_maze_free(m);
    }
    assert_int_equal(count_of(c), COUNT(ids));
    mw_catalogue_close(c);
}

static void the_better_copy_stays(void **state)
{
    (void)state;
    mw_catalogue *c = opened(path("better.db"), MW_CATALOGUE_WRITE);
    static const struct {
        double energy;
        const char *objective;
        bool proven;
        mw_put put;
    } rows[] = {
        {NAN, NULL, false, MW_PUT_ADDED},        {-3, "longest", false, MW_PUT_REPLACED},
        {NAN, NULL, false, MW_PUT_WORSE},        {-3, "longest", false, MW_PUT_KNOWN},
        {-9, "another", false, MW_PUT_KNOWN},    {-2, "longest", false, MW_PUT_WORSE},
        {-4, "longest", false, MW_PUT_REPLACED}, {-1, "longest", true, MW_PUT_REPLACED},
        {-4, "longest", false, MW_PUT_WORSE},
    };
    assert_int_equal(put_id(c, "rook:5x5#6", NULL), MW_PUT_ADDED);
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_provenance from = {.energy = rows[i].energy,
                              .objective = rows[i].objective,
                              .created = "2026-01-02",
                              .proven = rows[i].proven};
        assert_int_equal(put_id(c, "rook:5x5#7", &from), rows[i].put);
    }
    mw_entry e = got(c, "2"); // its number has stayed
    assert_true(e.from.proven && e.from.energy == -1);
    assert_true(mw_entry_value(&e, "length") > 0);
    mw_entry_free(&e);
    assert_int_equal(count_of(c), 2);
    assert_verified(c);
    mw_catalogue_close(c);
}

static void impossible_puts_are_refused(void **state)
{
    (void)state;
    const char *file = path("refuse.db");
    mw_error e;
    mw_analysis none = {0};
    mw_maze *m = maze_of_id("rook:5x5#7");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    assert_int_equal(mw_catalogue_put(c, m, &none, &(mw_provenance){0}, NULL, &e),
                     MW_CATALOGUE_REQUEST);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_READ);
    assert_int_equal(
        mw_catalogue_put(c, m, &none, &(mw_provenance){.created = "2026-01-02"}, NULL, &e),
        MW_CATALOGUE_REQUEST);
    assert_non_null(strstr(e.text, "reading only"));
    assert_int_equal(count_of(c), 0);
    mw_catalogue_close(c);
    mw_maze_free(m);
}

// ---- filters

typedef struct seen {
    unsigned count, stop;
    double last;
    bool falls, rises;
    const char *kind, *name;
} seen;

static bool look(void *context, const mw_entry *e)
{
    seen *s = context;
    double x = mw_entry_value(e, s->name ? s->name : "length");
    if (s->kind)
        assert_string_equal(e->kind, s->kind);
    if (s->falls && s->count && !isnan(x))
        assert_true(x <= s->last);
    if (s->rises && s->count && !isnan(x))
        assert_true(x >= s->last);
    if (isnan(s->last) && s->count && (s->falls || s->rises))
        assert_true(isnan(x)); // those without a value come last, either way
    s->last = x;
    return ++s->count != s->stop;
}

static unsigned counted(mw_catalogue *c, const mw_filter *f, seen s)
{
    mw_error e;
    if (mw_catalogue_each(c, f, look, &s, &e))
        fail_msg("%s", e.text);
    return s.count;
}

// How many entries have this, worked out without the filter.
static unsigned expected(mw_catalogue *c, const char *kind, double length, double most_dead)
{
    unsigned n = 0;
    for (uint64_t i = 1; i <= count_of(c); i++) {
        char number[30];
        snprintf(number, sizeof number, "%llu", (unsigned long long)i);
        mw_entry e = got(c, number);
        n += (!kind || !strcmp(e.kind, kind)) && mw_entry_value(&e, "length") >= length &&
             mw_entry_value(&e, "dead") < most_dead;
        mw_entry_free(&e);
    }
    return n;
}

static void filters_choose_and_order(void **state)
{
    (void)state;
    mw_catalogue *c = opened(path("filters.db"), MW_CATALOGUE_WRITE);
    for (unsigned i = 0; i < 30; i++) {
        char id[40];
        snprintf(id, sizeof id, i % 3 ? "rook:5x5#%u" : "die:4x4#%u", i);
        put_id(c, id, NULL);
    }
    unsigned all = (unsigned)count_of(c);
    const char *const two[] = {"length >= 5", " dead<4 ", NULL}, *const none[] = {NULL};
    const char *const columns[] = {"number > 3", "width == 5", NULL};
    assert_int_equal(counted(c, NULL, (seen){0}), all);
    assert_int_equal(counted(c, &(mw_filter){.require = none}, (seen){0}), all);
    assert_int_equal(counted(c, NULL, (seen){.stop = 3}), 3);
    unsigned rooks = counted(c, &(mw_filter){.kind = "rook"}, (seen){.kind = "rook"});
    assert_int_equal(rooks, 20);
    unsigned some = expected(c, "rook", 5, 4);
    assert_true(some > 0 && some < rooks);
    assert_int_equal(counted(c, &(mw_filter){.kind = "rook", .require = two}, (seen){0}), some);
    assert_int_equal(counted(c, &(mw_filter){.require = two}, (seen){0}), expected(c, NULL, 5, 4));
    assert_true(counted(c, &(mw_filter){.require = columns}, (seen){.kind = "rook"}) > 10);
    assert_int_equal(counted(c, &(mw_filter){.order = "-length"}, (seen){.falls = true}), all);
    assert_int_equal(
        counted(c, &(mw_filter){.order = "states"}, (seen){.rises = true, .name = "states"}), all);
    assert_int_equal(counted(c, &(mw_filter){.kind = "x' OR 1"}, (seen){0}), 0);
    mw_catalogue_close(c);
}

static void nonsense_filters_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "length",
                                      "length >=",
                                      "length = 4",
                                      "length => 4",
                                      "length >== 4",
                                      "lenght >= 4",
                                      "length >= 4 5",
                                      "length >= x",
                                      ">= 4",
                                      "length; DROP TABLE maze",
                                      "a_name_that_is_longer_than_any_measure_could_be > 4"};
    static const char *const orders[] = {"", "-", "lenght", "number; DROP TABLE maze", "--length"};
    mw_catalogue *c = opened(path("nonsense.db"), MW_CATALOGUE_WRITE);
    mw_error e;
    seen s = {0};
    mw_entry entry;
    put_id(c, "rook:5x5#7", NULL);
    for (size_t i = 0; i < COUNT(bad); i++) {
        mw_filter f = {.require = (const char *const[]){bad[i], NULL}};
        if (mw_catalogue_each(c, &f, look, &s, &e) != MW_CATALOGUE_REQUEST)
            fail_msg("'%s' was taken", bad[i]);
    }
    for (size_t i = 0; i < COUNT(orders); i++)
        if (mw_catalogue_each(c, &(mw_filter){.order = orders[i]}, look, &s, &e) !=
            MW_CATALOGUE_REQUEST)
            fail_msg("order '%s' was taken", orders[i]);
    const char *many[10] = {0};
    for (unsigned i = 0; i < 9; i++)
        many[i] = "length > 0";
    assert_int_equal(mw_catalogue_each(c, &(mw_filter){.require = many}, look, &s, &e),
                     MW_CATALOGUE_REQUEST);
    assert_int_equal(mw_catalogue_get(c, "2", &entry, &e), MW_CATALOGUE_REQUEST);
    assert_int_equal(mw_catalogue_get(c, "rook:5x5#8", &entry, &e), MW_CATALOGUE_REQUEST);
    assert_int_equal(mw_catalogue_get(c, "nonsense", &entry, &e), MW_CATALOGUE_REQUEST);
    assert_int_equal(s.count, 0);
    assert_verified(c);
    mw_catalogue_close(c);
}

// ---- files that are not ours

static char *bytes_of(const char *file, size_t *length)
{
    struct stat st;
    FILE *f = fopen(file, "rb");
    assert_non_null(f);
    assert_int_equal(fstat(fileno(f), &st), 0);
    *length = (size_t)st.st_size;
    char *bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, f), *length);
    fclose(f);
    return bytes;
}

// Refused in both modes with this in the sentence, and not a byte or a neighbour changed.
static void assert_refused(const char *file, const char *sentence)
{
    size_t before, after;
    char *old = bytes_of(file, &before), log[300], journal[300];
    snprintf(log, sizeof log, "%s-wal", file);
    snprintf(journal, sizeof journal, "%s-journal", file);
    bool had_log = !access(log, F_OK);
    size_t log_length = 0, log_after = 0;
    char *old_log = had_log ? bytes_of(log, &log_length) : NULL;
    for (int mode = MW_CATALOGUE_READ; mode <= MW_CATALOGUE_WRITE; mode++) {
        mw_catalogue *c;
        mw_error e;
        assert_int_equal(mw_catalogue_open(&c, file, (mw_catalogue_mode)mode, &e),
                         MW_CATALOGUE_FILE);
        assert_null(c);
        if (!strstr(e.text, sentence) || strncmp(e.text, file, strlen(file)))
            fail_msg("'%s' instead of '%s'", e.text, sentence);
    }
    char *now = bytes_of(file, &after);
    assert_int_equal(before, after);
    assert_memory_equal(old, now, before);
    assert_int_equal(!access(log, F_OK), had_log);
    if (had_log) {
        char *new_log = bytes_of(log, &log_after);
        assert_int_equal(log_length, log_after);
        assert_memory_equal(old_log, new_log, log_length);
        free(new_log);
    }
    assert_int_not_equal(access(journal, F_OK), 0);
    free(old_log);
    free(old);
    free(now);
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

static void foreign_files_are_left_alone(void **state)
{
    (void)state;
    static const char text[] = "rook 2x2\n1 1\n1 G\n";
    char noise[5000];
    mw_rng rng;
    mw_rng_seed(&rng, 5);
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)mw_rng_next(&rng);
    const char *file = path("text.db");
    write_file(file, text, sizeof text - 1);
    assert_refused(file, "not a catalogue");
    file = path("noise.db");
    write_file(file, noise, sizeof noise);
    assert_refused(file, "not a catalogue");
    file = path("short.db"); // begins like one
    write_file(file, "SQLite format 3", 16);
    assert_refused(file, "not a catalogue");
    file = path("foreign.db");
    tamper(file, "CREATE TABLE maze(number INTEGER PRIMARY KEY, kind TEXT)");
    assert_refused(file, "not a catalogue");
    file = path("foreign-log.db"); // SQLite would fold the log in
    tamper(file, "PRAGMA journal_mode = WAL; CREATE TABLE t(x)");
    leave_log(file, "PRAGMA wal_autocheckpoint = 0; INSERT INTO t VALUES(1)");
    assert_refused(file, "not a catalogue");
    mw_catalogue *c;
    mw_error e;
    assert_int_equal(mw_catalogue_open(&c, folder, MW_CATALOGUE_WRITE, &e), MW_CATALOGUE_FILE);
    assert_int_equal(mw_catalogue_open(&c, "", MW_CATALOGUE_WRITE, &e), MW_CATALOGUE_FILE);
    file = path("absent.db");
    assert_int_equal(mw_catalogue_open(&c, file, MW_CATALOGUE_READ, &e), MW_CATALOGUE_FILE);
    assert_int_not_equal(access(file, F_OK), 0); // reading makes no file
    assert_int_equal(mw_catalogue_open(&c, path("no/folder.db"), MW_CATALOGUE_WRITE, &e),
                     MW_CATALOGUE_SYSTEM);
}

static void newer_catalogues_are_refused(void **state)
{
    (void)state;
    const char *file = path("newer.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:5x5#7", NULL);
    mw_catalogue_close(c);
    tamper(file, "PRAGMA user_version = 3");
    assert_refused(file, "newer mazewright");
    tamper(file, "PRAGMA user_version = 2");
    // the new version stands in the log only, the header is still the old one
    leave_log(file, "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 3");
    assert_refused(file, "newer mazewright");
}

// The first version had no runs.
static void older_catalogues_are_brought_up_to_date(void **state)
{
    (void)state;
    const char *file = path("older.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:4x4#1", NULL);
    mw_catalogue_close(c);
    tamper(file, "DROP TABLE run; PRAGMA user_version = 1");
    c = opened(file, MW_CATALOGUE_READ);
    assert_int_equal(count_of(c), 1);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_WRITE);
    mw_error e;
    mw_run run, put = {.energy = -3, .evaluations = 5, .id = "rook:2x1:S1G", .standing = "here"};
    assert_int_equal(mw_catalogue_run(c, "a plan", &run, &e), 0);
    assert_true(!run.finished && !run.id && !run.standing && !run.evaluations);
    assert_int_equal(mw_catalogue_put_run(c, "a plan", &put, &e), 0);
    put = (mw_run){.finished = true, .energy = NAN};
    assert_int_equal(mw_catalogue_put_run(c, "another", &put, &e), 0);
    assert_int_equal(mw_catalogue_run(c, "a plan", &run, &e), 0);
    assert_true(!run.finished && run.energy == -3 && run.evaluations == 5);
    assert_string_equal(run.id, "rook:2x1:S1G");
    assert_string_equal(run.standing, "here");
    mw_run_free(&run);
    assert_int_equal(mw_catalogue_run(c, "another", &run, &e), 0);
    assert_true(run.finished && isnan(run.energy) && !run.id && !run.standing);
    assert_int_equal(count_of(c), 1);
    mw_catalogue_close(c);
}

static void odd_names_are_only_names(void **state)
{
    (void)state;
    static const char *const names[] = {":memory:", "file:x?mode=memory", "a b'c%41#?.db"};
    char here[1000];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0);
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
static void a_file_without_permission_can_be_read(void **state)
{
    (void)state;
    const char *file = path("locked/a%41?.db");
    assert_int_equal(mkdir(path("locked"), 0755), 0);
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:5x5#7", NULL);
    mw_catalogue_close(c);
    assert_int_equal(chmod(folder, 0755) | chmod(file, 0444) | chmod(path("locked"), 0555), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        mw_error e;
        uint64_t n = 0;
        bool ok = (geteuid() || !setuid(65534)) &&
                  !mw_catalogue_open(&c, file, MW_CATALOGUE_READ, &e) &&
                  !mw_catalogue_count(c, &n, &e) && n == 1;
        mw_catalogue_close(c);
        ok = ok && mw_catalogue_open(&c, file, MW_CATALOGUE_WRITE, &e) == MW_CATALOGUE_SYSTEM;
        _exit(ok ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(path("locked"), 0755), 0); // so that it can be removed
    assert_int_equal(status, 0);
}

// ---- being killed

// Puts random mazes as fast as it can, for ever.
static void put_for_ever(const char *file, uint64_t seed)
{
    mw_catalogue *c;
    mw_error e;
    if (mw_catalogue_open(&c, file, MW_CATALOGUE_WRITE, &e))
        _exit(1);
    for (;; seed++) {
        char id[60];
        snprintf(id, sizeof id, "rook:4x4#%llu", (unsigned long long)seed);
        mw_maze *m = mw_maze_from_id(id, &e);
        mw_graph *g = m ? mw_graph_build(m, true, NULL, NULL) : NULL;
        mw_analysis a;
        mw_provenance from = {.energy = (double)(seed % 7), .created = "2026-01-02"};
        if (!g || !mw_analyse(g, &a) || mw_catalogue_put(c, m, &a, &from, NULL, &e))
            _exit(1);
        mw_analysis_free(&a);
        mw_graph_free(g);
        mw_maze_free(m);
    }
}

static bool readable(void *context, const mw_entry *e)
{
    mw_error error;
    mw_maze *m = mw_maze_from_id(e->id, &error);
    assert_non_null(m);
    assert_true(e->count > 10); // its measures came with it
    ++*(uint64_t *)context;
    mw_maze_free(m);
    return true;
}

static void killing_loses_nothing_that_was_stored(void **state)
{
    (void)state;
    char file[200];
    mw_rng rng;
    uint64_t before = 0;
    snprintf(file, sizeof file, "%s/killed.db", folder);
    mw_rng_seed(&rng, 17);
    for (unsigned round = 0; round < 40; round++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child)
            put_for_ever(file, round * UINT64_C(1000000));
        struct timespec rest = {.tv_nsec = 1000000 * (long)(5 + mw_rng_below(&rng, 46))};
        nanosleep(&rest, NULL);
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
        assert_int_equal(mw_catalogue_each(c, NULL, readable, &read, &e), 0);
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
static void what_was_told_as_stored_is_there(void **state)
{
    (void)state;
    const char *file = path("told.db");
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
        nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        mw_catalogue *c = opened(file, MW_CATALOGUE_READ);
        for (unsigned i; read(ends[0], &i, sizeof i) == sizeof i;) {
            char id[60];
            snprintf(id, sizeof id, "rook:5x5#%u", round * 100000 + i);
            mw_entry e = got(c, id);
            mw_entry_free(&e);
        }
        mw_catalogue_close(c);
        close(ends[0]);
    }
}

static void two_processes_write_one_file(void **state)
{
    (void)state;
    const char *file = path("shared.db");
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

// ---- verify

static void verify_finds_what_was_tampered_with(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *sentence;
    } rows[] = {
        {"UPDATE measure SET value = value + 1 WHERE maze = 2 AND name = 'length'",
         "number 2: the stored length is"},
        {"DELETE FROM measure WHERE maze = 2 AND name = 'length'", "number 2: no length is stored"},
        {"UPDATE measure SET value = 5 WHERE maze = 4 AND name = 'length'", // the unsolvable one
         "number 4: the stored length is 5, but the maze has no solution"},
        {"UPDATE maze SET id = 'rook:5x5:nonsense' WHERE number = 2",
         "number 2: the id does not read"},
        {"UPDATE maze SET id = 'rook:5x5#1' WHERE number = 2",
         "number 2: the id is not the maze itself"},
        {"UPDATE maze SET canonical = id || 'x' WHERE number = 3",
         "number 3: the stored canonical id"},
        {"UPDATE maze SET hash = 4 WHERE number = 1", "number 1: the stored hash"},
        {"UPDATE maze SET kind = 'die' WHERE number = 1", "number 1: the stored kind or size"},
        {"UPDATE maze SET width = 6 WHERE number = 1", "number 1: the stored kind or size"},
        {"INSERT INTO measure VALUES(77, 'length', 3)", "a number 77 that is not there"},
    };
    static const char *const mazes[] = {"rook:5x5#7", "rook:5x5#9", "rook:5x5#10", "rook:5x5#8"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        char file[200], arguments[300], *out;
        snprintf(file, sizeof file, "%s/tampered-%zu.db", folder, i);
        mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
        for (size_t k = 0; k < COUNT(mazes); k++)
            put_id(c, mazes[k], NULL);
        assert_verified(c);
        mw_catalogue_close(c);
        tamper(file, rows[i].sql);
        snprintf(arguments, sizeof arguments, "catalogue verify %s", file);
        assert_int_equal(run_command(arguments, &out, NULL), 1);
        if (!strstr(out, rows[i].sentence))
            fail_msg("%s: '%s'", rows[i].sql, out);
        free(out);
    }
}

static void damage_anywhere_is_an_error_and_not_a_crash(void **state)
{
    (void)state;
    const char *file = path("whole.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    for (unsigned i = 0; i < 20; i++) {
        char id[40];
        snprintf(id, sizeof id, "rook:5x5#%u", i);
        put_id(c, id, NULL);
    }
    mw_catalogue_close(c);
    size_t length;
    char *whole = bytes_of(file, &length), sentence[600];
    mw_rng rng;
    mw_rng_seed(&rng, 3);
    unsigned found = 0;
    for (unsigned round = 0; round < 60; round++) {
        const char *spoilt = path("spoilt.db");
        char *bytes = malloc(length);
        memcpy(bytes, whole, length);
        for (unsigned i = 0; i < 200; i++)
            bytes[100 + mw_rng_below(&rng, (uint32_t)length - 100)] = (char)mw_rng_next(&rng);
        write_file(spoilt, bytes, round % 4 ? length : length / 2);
        free(bytes);
        mw_error e;
        mw_verified v;
        bool wrong = mw_catalogue_open(&c, spoilt, MW_CATALOGUE_READ, &e);
        if (!wrong) {
            wrong = mw_catalogue_verify(c, NULL, complain_of, sentence, &v, &e) || v.failures;
            mw_catalogue_close(c);
        }
        found += wrong;
    }
    assert_true(found > 50); // some bytes are of no account
    free(whole);
}

// ---- the command

static void export_and_import_are_each_others_inverse(void **state)
{
    (void)state;
    char *json, *out, *again, *ids, arguments[500];
    assert_int_equal(run_command("design rook 5x5#3 -e 2000 -n 4 --json", &json, NULL), 0);
    snprintf(arguments, sizeof arguments,
             "catalogue import %s/one.db - die:4x4#3 puzzles/rook/01.rook", folder);
    assert_int_equal(run_command_on(arguments, json, strlen(json), &out, NULL), 0);
    assert_non_null(strstr(out, "6 added, 0 known already"));
    free(out);
    assert_int_equal(run_command_on(arguments, json, strlen(json), &out, NULL), 0);
    assert_non_null(strstr(out, "0 added, 6 known already"));
    free(out);
    free(json);
    snprintf(arguments, sizeof arguments, "catalogue export %s/one.db", folder);
    assert_int_equal(run_command(arguments, &json, NULL), 0);
    assert_non_null(strstr(json, "\"method\":\"anneal\",\"evaluations\":2000,\"seed\":4"));
    snprintf(arguments, sizeof arguments, "catalogue import %s/two.db -", folder);
    assert_int_equal(run_command_on(arguments, json, strlen(json), NULL, NULL), 0);
    snprintf(arguments, sizeof arguments, "catalogue export %s/two.db", folder);
    assert_int_equal(run_command(arguments, &again, NULL), 0);
    assert_string_equal(json, again); // every field of every maze
    snprintf(arguments, sizeof arguments, "catalogue export --to id %s/two.db", folder);
    assert_int_equal(run_command(arguments, &ids, NULL), 0);
    snprintf(arguments, sizeof arguments, "catalogue import %s/three.db - --json", folder);
    assert_int_equal(run_command_on(arguments, ids, strlen(ids), &out, NULL), 0);
    assert_non_null(strstr(out, "{\"added\":6,\"known\":0,"));
    free(out);
    free(json);
    free(again);
    free(ids);
}

static void a_maze_comes_in_from_stdin(void **state)
{
    (void)state;
    static const struct {
        const char *options, *text;
        int code;
    } rows[] = {
        {"", "# one\n\nrook 2x2\n1 1\n1 G\n", 0},
        {"--kind rook", "1 1 1\n1 1 1\n1 1 G\n", 0},
        {"", "rook 2x2\n1 1\n", 3},
        {"", "1 1\n1 G\n", 3}, // of no kind
        {"", "", 0},
        {"", "{\"id\":\"rook:5x5#7\"}\nnonsense\n{}\n", 3},
        {"", "{\"id\":\"rook:5x5#7\",\"features\":{\"length\":4000}}\n", 3},
        {"", "{\"id\":\"rook:5x5#7\"", 3},
        {"", "{\"maze\":\"rook 2x2\\n1 1\\n1 G\\n\",\"seed\":\"x\",\"energy\":[],\"created\":7}",
         0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char arguments[300], *err;
        snprintf(arguments, sizeof arguments, "catalogue import %s/stdin.db - %s", folder,
                 rows[i].options);
        int code = run_command_on(arguments, rows[i].text, strlen(rows[i].text), NULL, &err);
        if (code != rows[i].code || !*err != !code)
            fail_msg("'%s': exit %d, '%s'", rows[i].text, code, err);
        free(err);
    }
    mw_catalogue *c = opened(path("stdin.db"), MW_CATALOGUE_READ);
    assert_int_equal(count_of(c), 3); // two grids, and the good line between bad ones
    assert_verified(c);
    mw_catalogue_close(c);
}

static void the_verb_answers(void **state)
{
    (void)state;
    static const struct {
        const char *arguments; // @ is the folder
        int code;
        const char *out, *err;
    } rows[] = {
        {"import @/verb.db rook:5x5#7 die:4x4#3", 0, "2 added", ""},
        {"list @/verb.db", 0, "number  kind  size  length  difficulty", ""},
        {"list --json @/verb.db", 0, "\"number\":2,\"id\":\"die:", ""},
        {"list @/verb.db --kind die", 0, "     2   die   4x4", ""},
        {"list @/verb.db --require 'length > 1000'", 0, "", ""},
        {"list @/verb.db --require 'lenght > 10'", 2, "", "no measure 'lenght'"},
        {"list @/verb.db --sort -length", 0, "rook", ""},
        {"list @/verb.db --sort nonsense", 2, "", "cannot order by 'nonsense'"},
        {"list @/verb.db --kind nonsense", 2, "", "unknown kind 'nonsense'"},
        {"list @/absent.db", 3, "", "no such file"},
        {"list README.md", 3, "", "README.md: is not a catalogue"},
        {"import README.md rook:5x5#7", 3, "", "left as it is"},
        {"import @/no/such/folder.db rook:5x5#7", 5, "", "folder.db: unable to open"},
        {"import @/verb.db @/absent.rook", 3, "1 refused", "absent.rook: cannot open"},
        {"import @/verb.db theseus:9x9#1 --limit-states 3", 4, "1 refused", "the limit: states"},
        {"show @/verb.db 1", 0, "rook 5x5\n", ""},
        {"show @/verb.db rook:5x5#7", 0, "moves of a shortest solution", ""},
        {"show @/verb.db 1 2 --json", 0, "\"number\":2", ""},
        {"show @/verb.db 3", 3, "", "has no maze 3"},
        {"show @/verb.db", 2, "", "catalogue show mazes.db 3"},
        {"export @/verb.db --to own --kind rook", 0, "rook 5x5\n", ""},
        {"export @/verb.db --to nonsense", 2, "", "no form 'nonsense'"},
        {"verify @/verb.db", 0, "ok, 2 mazes", ""},
        {"verify --json @/verb.db", 0, "{\"mazes\":2,\"unchecked\":0,\"failures\":[]}", ""},
        {"verify @/verb.db --limit-states 2", 4, "", "were not solved again"},
        {"", 2, "", "catalogue needs list, show, export, import or verify"},
        {"nonsense @/verb.db", 2, "", "unknown action 'nonsense'"},
        {"list", 2, "", "catalogue list mazes.db"},
        {"list @/verb.db 1", 2, "", "catalogue list mazes.db"},
        {"import @/verb.db", 2, "", "FILE, ID or -"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char arguments[400], *out, *err;
        const char *at = strchr(rows[i].arguments, '@');
        // a second @ stands only after the first file, and is replaced likewise
        const char *second = at ? strchr(at + 1, '@') : NULL;
        size_t head = at ? (size_t)(at - rows[i].arguments) : strlen(rows[i].arguments);
        size_t middle = !at ? 0 : second ? (size_t)(second - at - 1) : strlen(at + 1);
        snprintf(arguments, sizeof arguments, "catalogue %.*s%s%.*s%s%s", (int)head,
                 rows[i].arguments, at ? folder : "", (int)middle, at ? at + 1 : "",
                 second ? folder : "", second ? second + 1 : "");
        int code = run_command(arguments, &out, &err);
        if (code != rows[i].code || !strstr(out, rows[i].out) || !strstr(err, rows[i].err) ||
            (!*rows[i].err && *err))
            fail_msg("%s: exit %d, out '%.200s', err '%s'", arguments, code, out, err);
        free(out);
        free(err);
    }
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    const char *file = path("full.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    put_id(c, "rook:5x5#7", NULL);
    mw_catalogue_close(c);
    char line[600];
    snprintf(line, sizeof line,
             "ulimit -f 100; '%s' catalogue import %s $(for i in $(seq 400); do echo rook:6x6#$i; "
             "done) >/dev/null 2>%s/full.err",
             COMMAND, file, folder);
    signal(SIGXFSZ, SIG_IGN); // the write fails instead, as on a full disk
    int status = system(line);
    signal(SIGXFSZ, SIG_DFL);
    char *err = read_file(folder, "full.err");
    assert_non_null(err);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 5 || !strstr(err, "full.db: "))
        fail_msg("exit %d, '%.300s'", status, err);
    free(err);
    c = opened(file, MW_CATALOGUE_READ);
    assert_true(count_of(c) > 1);
    assert_verified(c);
    mw_catalogue_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_maze_is_kept_with_all_that_is_known_of_it),
        cmocka_unit_test(hashes_are_fnv),
        cmocka_unit_test(copies_count_as_one),
        cmocka_unit_test(the_better_copy_stays),
        cmocka_unit_test(impossible_puts_are_refused),
        cmocka_unit_test(filters_choose_and_order),
        cmocka_unit_test(nonsense_filters_are_refused),
        cmocka_unit_test(foreign_files_are_left_alone),
        cmocka_unit_test(newer_catalogues_are_refused),
        cmocka_unit_test(older_catalogues_are_brought_up_to_date),
        cmocka_unit_test(odd_names_are_only_names),
        cmocka_unit_test(a_file_without_permission_can_be_read),
        cmocka_unit_test(killing_loses_nothing_that_was_stored),
        cmocka_unit_test(what_was_told_as_stored_is_there),
        cmocka_unit_test(two_processes_write_one_file),
        cmocka_unit_test(verify_finds_what_was_tampered_with),
        cmocka_unit_test(damage_anywhere_is_an_error_and_not_a_crash),
        cmocka_unit_test(export_and_import_are_each_others_inverse),
        cmocka_unit_test(a_maze_comes_in_from_stdin),
        cmocka_unit_test(the_verb_answers),
        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
