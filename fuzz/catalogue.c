// catalogue.c: the verb `catalogue`, given a file: a database, which may be damaged, or lines of
// JSON, lines of ids or the text of a maze to import. Whatever happens, the command ends with one
// of its exit codes, and what it wrote as JSON is JSON.
#include "verb.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "SQLite format 3"; // with its '\0'
static const char *database, *other, *source;

static void begin(void)
{
    if (database)
        return;
    database = fuzz_file("c.db"); // all of them until the end of the program
    other = fuzz_file("other.db");
    source = fuzz_file("input");
}

static int run(bool json, int argc, const char **argv)
{
    fuzz_call c = fuzz_run(argc, argv, NULL, NULL);
    int code = c.code;
    must(code <= EXIT_LIMIT, "%s %s: exit code %d: %s", argv[1], argv[2], code, c.complained);
    if (json)
        fuzz_json_lines(c.said);
    fuzz_call_free(&c);
    return code;
}

#define RUN(json, ...)                                                                             \
    run(json, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)),                       \
        (const char *[]){__VA_ARGS__, NULL})
#define LIMITS "--limit-states", "3000", "--limit-memory", "64M", "--quiet"

// One way to read it; the input decides which.
static void read_database(mw_rng *rng)
{
    switch (fuzz_choose(rng, 5)) {
    case 0:
        RUN(false, "mazewright", "catalogue", "list", database, "--require", "length >= 2",
            "--sort", "-length");
        break;
    case 1: RUN(true, "mazewright", "catalogue", "export", database); break;
    case 2:
        RUN(false, "mazewright", "catalogue", "list", database, "--where",
            "tag != easy; length >= 2", "--tag", "x");
        break;
    case 3: RUN(true, "mazewright", "catalogue", "list", database, "--json"); break;
    default: RUN(false, "mazewright", "catalogue", "show", database, "1", "2");
    }
}

static int verify(void)
{
    return RUN(true, "mazewright", "catalogue", "verify", database, "--json", LIMITS);
}

// What was merged is a file of results that says the same as before; and again it adds nothing.
static void merge(void)
{
    if (RUN(false, "mazewright", "experiment", "merge", other, database) == EXIT_DONE) {
        must(RUN(false, "mazewright", "experiment", "status", other) == EXIT_DONE, "merged");
        must(RUN(false, "mazewright", "experiment", "merge", other, database) == EXIT_DONE,
             "merged twice");
    }
}

static void read_results(mw_rng *rng)
{
    RUN(false, "mazewright", "experiment", "status", database);
    switch (fuzz_choose(rng, 5)) {
    case 0: RUN(true, "mazewright", "experiment", "report", database, "--format", "json"); break;
    case 1: RUN(false, "mazewright", "experiment", "report", database, "--format", "html"); break;
    case 2: RUN(false, "mazewright", "experiment", "report", database); break;
    case 3: merge(); break;
    default: RUN(true, "mazewright", "experiment", "compare", database, database, "--json");
    }
}

// What kind of database it says it is.
static bool is_catalogue(const uint8_t *data, size_t size)
{
    return size > 72 && !memcmp(data + 68, "MzWr", 4);
}

// Mazes are tagged or removed, of which some may be damaged or not there.
static void change_catalogue(mw_rng *rng)
{
    switch (fuzz_choose(rng, 4)) {
    case 0: RUN(false, "mazewright", "catalogue", "tag", database, "1", "2", "--tag", "x"); break;
    case 1:
        RUN(true, "mazewright", "catalogue", "tag", database, "--where", "length >= 1", "--tag",
            "easy,new", "--untag", "x", "--json");
        break;
    case 2: RUN(false, "mazewright", "catalogue", "remove", database, "1"); break;
    default:
        RUN(true, "mazewright", "catalogue", "remove", database, "--where", "tag == x; length < 9",
            "--json");
    }
}

static void use_catalogue(mw_rng *rng)
{
    read_database(rng);
    change_catalogue(rng);
    RUN(true, "mazewright", "catalogue", "import", database, "rook:2x2:S11/1G", "--json", LIMITS);
    verify();
}

// Nothing that reaches beyond the file, or does not end.
static int allow(void *context, int what, const char *a, const char *b, const char *c,
                 const char *d)
{
    (void)context, (void)a, (void)b, (void)c, (void)d;
    return what == SQLITE_ATTACH || what == SQLITE_PRAGMA || what == SQLITE_RECURSIVE ||
                   what == SQLITE_CREATE_TRIGGER || what == SQLITE_CREATE_VIEW
               ? SQLITE_DENY
               : SQLITE_OK;
}

static int stop(void *context)
{
    unsigned *steps = context;
    return ++*steps > 50;
}

static void change_database(const char *sql)
{
    sqlite3 *db;
    unsigned steps = 0;
    must(!sqlite3_open(database, &db), "cannot open %s", database);
    sqlite3_set_authorizer(db, allow, NULL);
    sqlite3_progress_handler(db, 1000, stop, &steps);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 100000);
    sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
}

static void after_sql(const char *sql, mw_rng *rng)
{
    static const char plan[] = "random rook 3x3 seeds 1..2\nalgorithm bfs astar\n";
    if (!strncmp(sql, "--results", 9)) {
        fuzz_put(source, plan, sizeof plan - 1);
        RUN(false, "mazewright", "experiment", source, "-o", database, "--threads", "1", "--quiet");
        change_database(sql);
        read_results(rng);
    } else {
        RUN(true, "mazewright", "catalogue", "import", database, "rook:3x3#1", "die:3x3#1",
            "--json", LIMITS);
        RUN(false, "mazewright", "catalogue", "tag", database, "1", "--tag", "x,easy");
        change_database(sql);
        use_catalogue(rng);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mw_rng rng = fuzz_choices(data, size);
    begin();
    if (size > 2 && !memcmp(data, "--", 2)) {
        char *sql = fuzz_text(data, size);
        after_sql(sql, &rng);
        free(sql);
    } else if (size >= sizeof magic && !memcmp(data, magic, sizeof magic)) {
        fuzz_put(database, data, size);
        if (is_catalogue(data, size))
            use_catalogue(&rng);
        else
            read_results(&rng);
    } else {
        fuzz_put(source, data, size);
        int code =
            RUN(true, "mazewright", "catalogue", "import", database, source, "--json", LIMITS);
        read_database(&rng);
        int verified = verify();
        must(verified == EXIT_DONE || verified == EXIT_LIMIT,
             "after an import (%d) the catalogue is not in order: %d", code, verified);
    }
    fuzz_empty();
    return 0;
}
