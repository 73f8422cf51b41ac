// test_catalogue_corrupt.c: catalogues and files of results that are damaged, or changed by SQL, in
// every way that disks and people have. Each verb that reads them ends with an exit code and a
// sentence, and never shows as right what is not. CORRUPTIONS in the environment says how many;
// CORRUPT_SEED which.
#include "child.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE   4096
#define RESUME "design rook 5x5#1 --evaluations 500 --count 3 --resume"

static ending e; // of the run at hand

// ---- whole files, and what they hold

static char *whole[2], *said[2]; // the bytes of a catalogue and of results, and their export
static size_t length[2];
static const char *const names[2] = {"store.db", "store.results"};
static char *resumed;        // what design prints that goes on with what the catalogue has
static char *log_of_another; // a log of another database, which is there as long as that is open
static size_t log_length;

static char *run_ok(const char *arguments)
{
    child_run(arguments, &(conditions){0}, &e);
    if (e.code != DONE)
        fail_msg("%s: code %d, '%s'", arguments, e.code, e.err);
    return strdup(e.out);
}

static const char *telling(unsigned store)
{
    return formatted(store ? "experiment report %s --format csv" : "catalogue export %s",
                     scratch_path(names[store]));
}

static int prepare(UNUSED void **state)
{
    const char *db = scratch_path(names[0]), *other = scratch_path("other.db");
    free(run_ok(formatted("catalogue import %s rook:5x5#1 rook:4x4#2 die:4x4#2 theseus:4x4#3 "
                          "bloxorz:6x5#1 marble:3x3,outer#1 null:7x1#1",
                          db)));
    free(run_ok(formatted("catalogue tag %s 2 3 5 --tag easy,class-4", db)));
    resumed = run_ok(formatted("%s --catalogue %s", RESUME, db));
    scratch_file("store.plan", "random rook 4x4 seeds 1..12\nrandom theseus 4x4 seeds 1..6\n"
                               "algorithm bfs astar\nlimit states 1000\n");
    free(run_ok(
        formatted("experiment %s -o %s", scratch_path("store.plan"), scratch_path(names[1]))));
    for (unsigned i = 0; i < 2; i++) {
        whole[i] = bytes_of(scratch_path(names[i]), &length[i]);
        said[i] = run_ok(telling(i));
    }
    sqlite3 *sql;
    assert_int_equal(sqlite3_open(other, &sql), SQLITE_OK);
    assert_int_equal(sqlite3_exec(sql,
                                  "PRAGMA journal_mode = WAL; CREATE TABLE t(x); "
                                  "INSERT INTO t VALUES('from another database')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    log_of_another = bytes_of(formatted("%s-wal", other), &log_length);
    sqlite3_close(sql);
    return 0;
}

static int finish(UNUSED void **state)
{
    for (unsigned i = 0; i < 2; i++) {
        free(whole[i]);
        free(said[i]);
    }
    free(log_of_another);
    free(resumed);
    return 0;
}

// ---- damage

static void write_bytes(const char *path, const char *bytes, size_t count)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, count, f), count);
    assert_int_equal(fclose(f), 0);
}

// NOLINTBEGIN(readability-non-const-parameter) they are all of one type
static const char *flip_bytes(char *bytes, size_t *count, mw_rng *rng)
{
    unsigned flips = 1 + mw_rng_below(rng, 12);
    for (unsigned i = 0; i < flips; i++)
        bytes[mw_rng_below(rng, (uint32_t)*count)] ^= (char)(1 + mw_rng_below(rng, 255));
    return "bytes flipped";
}

static const char *flip_letters(char *bytes, size_t *count, mw_rng *rng)
{
    for (unsigned tries = 0; tries < 100000; tries++) { // in the texts that mazes are written in
        char *c = &bytes[mw_rng_below(rng, (uint32_t)*count)];
        if (*c >= '0' && *c <= '9') {
            *c = (char)('0' + (*c - '0' + 1 + (int)mw_rng_below(rng, 9)) % 10);
            break;
        }
    }
    return "a digit changed";
}

static const char *cut(char *bytes, size_t *count, mw_rng *rng)
{
    (void)bytes;
    *count = mw_rng_below(rng, (uint32_t)*count);
    return "cut off";
}

static const char *zero_page(char *bytes, size_t *count, mw_rng *rng)
{
    memset(bytes + PAGE * (size_t)mw_rng_below(rng, (uint32_t)(*count / PAGE)), 0, PAGE);
    return "a page zeroed";
}

static const char *swap_pages(char *bytes, size_t *count, mw_rng *rng)
{
    char page[PAGE];
    uint32_t pages = (uint32_t)(*count / PAGE), i = mw_rng_below(rng, pages),
             k = (i + 1 + mw_rng_below(rng, pages - 1)) % pages;
    memcpy(page, bytes + (size_t)i * PAGE, PAGE);
    memcpy(bytes + (size_t)i * PAGE, bytes + (size_t)k * PAGE, PAGE);
    memcpy(bytes + (size_t)k * PAGE, page, PAGE);
    return "two pages swapped";
}

// NOLINTEND(readability-non-const-parameter)

static const char *(*const damages[])(char *, size_t *, mw_rng *) = {flip_bytes, flip_letters, cut,
                                                                     zero_page, swap_pages};

// What people do with SQL. %u is a random number. An error, e.g. of a constraint, changes nothing.
static const char *const changes[2][28] = {
    {
        "UPDATE maze SET created = '2001-01-01T00:00:00Z' WHERE number = %u",
        "UPDATE maze SET energy = energy - 1, objective = 'x' WHERE number > %u",
        "UPDATE maze SET id = (SELECT id FROM maze LIMIT 1) WHERE number = %u",
        "UPDATE maze SET id = replace(id, '1', '2') WHERE number >= %u",
        "UPDATE maze SET width = width + 1 WHERE number = %u",
        "UPDATE maze SET hash = hash + 1 WHERE number = %u",
        "UPDATE maze SET number = number + 1000 WHERE number = %u",
        "UPDATE maze SET seed = 7, evaluations = 9 WHERE number = %u",
        "UPDATE maze SET method = 'exact', proven = 1 WHERE number = %u",
        "UPDATE maze SET version = '0.1', generator = 9 WHERE number = %u",
        "UPDATE maze SET kind = 'die' WHERE number = %u",
        "UPDATE measure SET value = value + 1 WHERE maze = %u AND name = 'length'",
        "UPDATE measure SET value = NULL WHERE maze = %u",
        "UPDATE measure SET name = name || 'x' WHERE maze = %u",
        "DELETE FROM measure WHERE maze = %u",
        "DELETE FROM measure WHERE maze = %u AND name > 'm'",
        "PRAGMA foreign_keys = OFF; DELETE FROM maze WHERE number = %u",
        "INSERT INTO measure VALUES(%u, 'invented', 1e999)",
        "DROP TABLE measure -- %u",
        "ALTER TABLE maze RENAME COLUMN energy TO power -- %u",
        "DROP TABLE checksum -- %u",
        "PRAGMA user_version = 9%u",
        "UPDATE run SET energy = energy - 1 - %u",
        "UPDATE run SET standing = 'y', finished = 0 -- %u",
        "DROP TABLE run -- %u",
        "UPDATE tag SET name = 'hard' WHERE maze <= %u",
        "DELETE FROM tag WHERE maze <= %u",
        "DROP TABLE tag -- %u",
    },
    {
        "UPDATE run SET expanded = expanded + 1 WHERE number = %u",
        "UPDATE run SET moves = moves + 1, cost = cost + 1 WHERE number >= %u",
        "UPDATE run SET outcome = 'unsolvable', moves = NULL, cost = NULL WHERE number = %u",
        "UPDATE run SET seconds = 0 WHERE number = %u",
        "UPDATE run SET seconds = -1e300 * 1e300 WHERE number = %u",
        "UPDATE run SET maze = maze + 1 WHERE number = %u",
        "UPDATE run SET configuration = 1 - configuration WHERE number = %u",
        "UPDATE run SET repeat = -1 WHERE number = %u",
        "UPDATE run SET number = number + 100000 WHERE number = %u",
        "UPDATE run SET number = 9223372036854775807 WHERE number = %u",
        "UPDATE run SET used = 'walk' WHERE number = %u",
        "UPDATE run SET bytes = -5 WHERE number = %u",
        "UPDATE maze SET name = 'x' WHERE number = %u",
        "UPDATE maze SET id = 'rook:1x1' WHERE number = %u",
        "UPDATE maze SET kind = 'die' WHERE number = %u",
        "UPDATE configuration SET weight = 3, limit_states = 7 -- %u",
        "UPDATE configuration SET algorithm = 'dfs' WHERE number = 0 -- %u",
        "UPDATE plan SET text = 'another', runs = runs + %u + 1",
        "UPDATE plan SET hash = hash + 1 + %u",
        "DELETE FROM plan -- %u",
        "DELETE FROM maze WHERE number = %u",
        "DROP TABLE run -- %u",
        "DROP VIEW result -- %u",
        "PRAGMA user_version = 9%u",
    },
};

static const char *change(unsigned store, mw_rng *rng)
{
    sqlite3 *sql;
    const char *form = changes[store][mw_rng_below(rng, store ? 24 : 28)];
    char line[300];
    snprintf(line, sizeof line, form, mw_rng_below(rng, 10)); // NOLINT
    assert_int_equal(sqlite3_open(scratch_path(names[store]), &sql), SQLITE_OK);
    sqlite3_exec(sql, line, NULL, NULL, NULL);
    sqlite3_close(sql);
    return formatted("%s", line);
}

static const char *corrupt(unsigned store, mw_rng *rng)
{
    const char *file = scratch_path(names[store]);
    unsigned way = mw_rng_below(rng, 12);
    size_t count = length[store];
    unlink(formatted("%s-wal", file));
    unlink(formatted("%s-shm", file));
    unlink(formatted("%s-journal", file));
    write_bytes(file, whole[store], count);
    if (way < 5)
        return change(store, rng);
    if (way < 7) { // what a crash of another program may leave beside it
        const char *beside = formatted("%s-%s", file, way == 5 ? "wal" : "journal");
        write_bytes(beside, log_of_another, log_length);
        return way == 5 ? "the log of another database" : "a journal that is none";
    }
    char *bytes = malloc(count);
    memcpy(bytes, whole[store], count);
    const char *what = damages[way - 7](bytes, &count, rng);
    write_bytes(file, bytes, count);
    free(bytes);
    return what;
}

// ---- verbs that read

static const char *const readers[2][8] = {
    {"catalogue verify S", "catalogue export S", "catalogue list S --sort length --json",
     "catalogue show S 2 rook:5x5#1", "catalogue verify --json S", "catalogue import S rook:5x5#9",
     (RESUME " --json --catalogue S"), "catalogue verify S"},
    {"experiment status S", "experiment report S --format csv", "experiment report S --format html",
     "experiment compare S bfs astar", "experiment merge @/merged.results S",
     "experiment report S --format json", "experiment @/store.plan -o S",
     "experiment report S --format csv"},
};

static bool ends_well(const char *line, const char *what)
{
    child_run(line, &(conditions){0}, &e);
    bool fine = e.code >= DONE && e.code <= BROKEN && !strstr(e.err, "Sanitizer") &&
                !strstr(e.err, "runtime error") &&
                (e.code == DONE || strstr(e.err, "mazewright: ") || *e.out);
    if (!fine)
        print_error("%s, after '%s': code %d, '%.400s' '%.1500s'\n", line, what, e.code, e.out,
                    e.err);
    return fine;
}

// Are these the same mazes, though not found in the same time?
static bool same_designs(const char *a, const char *b)
{
    while (*a && *a == *b) {
        if (!strncmp(a, " evaluations, ", 14)) {
            a += strcspn(a, "\n");
            b += strcspn(b, "\n");
        } else {
            a++;
            b++;
        }
    }
    return *a == *b;
}

// What is told without a word of complaint is what was stored. A catalogue is asked to verify
// itself; results are verified whenever they are read.
static bool tells_the_truth(unsigned store, const char *what, bool *found)
{
    const char *file = scratch_path(names[store]);
    if (!store) {
        child_run(formatted("catalogue verify %s", file), &(conditions){0}, &e);
        *found = e.code != DONE;
        if (*found)
            return true;
        child_run(formatted("%s --catalogue %s", RESUME, file), &(conditions){0}, &e);
        if (e.code == DONE && !same_designs(e.out, resumed)) {
            print_error("design --resume prints another maze after '%s': %s", what, e.out);
            return false;
        }
    }
    child_run(telling(store), &(conditions){0}, &e);
    *found = e.code != DONE;
    bool fine = e.code != DONE || !strcmp(e.out, said[store]);
    if (!fine)
        print_error("%s is told as right after '%s'\n", names[store], what);
    return fine;
}

TEST(damage_is_told_and_never_believed)
{
    const char *wanted = getenv("CORRUPTIONS"), *seed = getenv("CORRUPT_SEED");
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) : SANITIZED ? 6 : 24, bad = 0;
    uint64_t number = seed ? strtoull(seed, NULL, 10) : 1;
    unsigned found = 0, runs = 0;
    mw_rng rng = seeded(number);
    for (unsigned i = 0; i < count; i++) {
        unsigned store = i % 2;
        bool told = false;
        const char *what = corrupt(store, &rng);
        bad += !tells_the_truth(store, what, &told);
        found += told;
        unlink(scratch_path("merged.results"));
        for (size_t k = 0; k < COUNT(readers[store]); k++, runs++) {
            const char *line = with_scratch(readers[store][k], "@");
            const char *s = strstr(line, " S");
            line = formatted("%.*s %s%s", (int)(s - line), line, scratch_path(names[store]), s + 2);
            bad += !ends_well(line, what);
        }
    }
    print_message("seed %llu: %u stores, %u of them found to be changed, %u runs of verbs\n",
                  (unsigned long long)number, count, found, runs);
    assert_int_equal(bad, 0);
}

ALL_TESTS_WITH(prepare, finish)
