// catalogue_write.c: the writing half of the catalogue. There is one row for each maze and one row
// for each of its measures. Every put is one transaction in SQLite's write-ahead log, so a kill can
// only undo the last one.
#include "store/catalogue_sql.h"
#include "api/api.h"
#include "core/text.h"

#include "mazewright/design.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
// The hash finds a maze: it is short enough for a fast index. The whole id is compared afterwards.
static const char mazes[] =
    "CREATE TABLE maze(number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL,"
    " canonical TEXT NOT NULL, hash INTEGER NOT NULL UNIQUE, width INTEGER NOT NULL,"
    " height INTEGER NOT NULL, depth INTEGER NOT NULL, energy REAL, objective TEXT, method TEXT,"
    " seed INTEGER, evaluations INTEGER NOT NULL, version TEXT NOT NULL,"
    " generator INTEGER NOT NULL, created TEXT NOT NULL, proven INTEGER NOT NULL) STRICT;"
    "CREATE TABLE measure(maze INTEGER NOT NULL REFERENCES maze, name TEXT NOT NULL, value REAL,"
    " UNIQUE(maze, name)) STRICT;"
    "CREATE INDEX measure_by_value ON measure(name, value);";
static const char runs[] = // since version 2
    "CREATE TABLE run(plan TEXT PRIMARY KEY, finished INTEGER NOT NULL, energy REAL,"
    " evaluations INTEGER NOT NULL, id TEXT, standing TEXT) STRICT;";
static const char checksums[] = // since version 3; a maze that was put before has none
    "CREATE TABLE checksum(maze INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT;";
static const char run_checksums[] = // since version 4; a run that was put before has none
    "ALTER TABLE run ADD COLUMN checksum INTEGER;";
// Since version 5. `removed` has one row: the highest number that a maze had which is gone.
static const char tags[] =
    "CREATE TABLE tag(maze INTEGER NOT NULL REFERENCES maze DEFERRABLE INITIALLY DEFERRED,"
    " name TEXT NOT NULL, UNIQUE(maze, name)) STRICT;"
    "CREATE INDEX tag_by_name ON tag(name);"
    "CREATE TABLE removed(last INTEGER NOT NULL) STRICT;"
    "INSERT INTO removed VALUES(0);";
static const char *const tables[] = {mazes, runs, checksums, run_checksums, tags};
static const mw_schema schema = {
    .noun = "catalogue",
    .whole = "a catalogue of mazes",
    .maker = "'catalogue import' makes one",
    .rescue = "export what can still be read into a new one",
    .application = 0x4d7a5772, // "MzWr"
    .version = sizeof tables / sizeof *tables,
    .tables = tables,
    .probe = "SELECT " COLUMNS ", name, value FROM maze, measure LIMIT 1",
};
// clang-format on

mw_catalogue *mw_catalogue_open(const char *file, mw_catalogue_mode mode, mw_error *error)
{
    if (mode == MW_CATALOGUE_CHANGE) { // a reader refuses what is not there, a writer makes it
        mw_catalogue *there = mw_database_open(file, &schema, false, error);
        if (!there)
            return NULL;
        mw_database_close(there);
    }
    return mw_database_open(file, &schema, mode != MW_CATALOGUE_READ, error);
}

void mw_catalogue_close(mw_catalogue *c)
{
    mw_database_close(c);
}

// ---- putting

// Negative: a is better.
static int compare(const mw_provenance *a, const mw_provenance *b)
{
    bool know_a = !isnan(a->energy), know_b = !isnan(b->energy);
    if (a->proven != b->proven)
        return a->proven ? -1 : 1;
    if (know_a != know_b)
        return know_a ? -1 : 1;
    if (!know_a || !a->objective || !b->objective || strcmp(a->objective, b->objective))
        return 0;
    return a->energy < b->energy ? -1 : a->energy > b->energy;
}

// A maze that is being put.
typedef struct putting {
    mw_catalogue *catalogue;
    const mw_maze *maze;
    const mw_provenance *from;
    const char *const *tags; // NULL: none
    char *id, *canonical;
    int64_t hash; // of the canonical id
    mw_stored stored;
} putting;

// A copy of the maze is there: keeps its number, and decides which of the two is better.
static bool meet_copy(void *context, sqlite3_stmt *q, mw_error *error)
{
    putting *p = context;
    const char *other = mw_sql_text(q, 1);
    p->stored.number = sqlite3_column_int64(q, 0);
    mw_provenance there = {.proven = sqlite3_column_int(q, 2),
                           .energy = mw_sql_real(q, 3),
                           .objective = mw_sql_text(q, 4)};
    int order = compare(p->from, &there);
    p->stored.put = order < 0 ? MW_PUT_REPLACED : order > 0 ? MW_PUT_WORSE : MW_PUT_KNOWN;
    return (other && !strcmp(other, p->canonical)) ||
           mw_sql_fail(p->catalogue, error, MW_ERROR_INPUT,
                       "number %lld has the hash of another maze; run 'catalogue verify'",
                       (long long)p->stored.number);
}

// The next number, which no maze had before.
static bool find_number(putting *p, mw_error *error)
{
    return mw_sql_ask(p->catalogue, error, &p->stored.number,
                      "SELECT 1 + max((SELECT coalesce(max(number), 0) FROM maze),"
                      " (SELECT coalesce(max(last), 0) FROM removed))",
                      "");
}

static bool write_row(const putting *p, mw_error *error)
{
    const mw_maze *m = p->maze;
    const mw_provenance *from = p->from;
    return mw_sql_run(p->catalogue, error,
                      "INSERT INTO maze(" COLUMNS ")"
                      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      "itttiiiirttoititi", p->stored.number, m->kind->name, p->id, p->canonical,
                      p->hash, (int64_t)m->w, (int64_t)m->h, (int64_t)m->d, from->energy,
                      from->objective, from->method, from->seeded, (int64_t)from->seed,
                      (int64_t)from->evaluations, from->version ? from->version : mw_version(),
                      (int64_t)(from->generator ? from->generator : m->kind->text->generator),
                      from->created, (int64_t)from->proven);
}

static bool write_measures(const putting *p, const mw_analysis *a, mw_error *error)
{
    bool ok = true;
    for (unsigned i = 0; i < a->count && ok; i++)
        ok = mw_sql_run(p->catalogue, error,
                        "INSERT INTO measure(maze, name, value) VALUES(?, ?, ?)", "itr",
                        p->stored.number, a->values[i].name, a->values[i].value);
    return ok;
}

// Removes a maze, but not its tags, which the one has that takes its number.
static bool drop_row(mw_catalogue *c, int64_t number, mw_error *error)
{
    return mw_sql_run(c, error, "DELETE FROM checksum WHERE maze = ?", "i", number) &&
           mw_sql_run(c, error, "DELETE FROM measure WHERE maze = ?", "i", number) &&
           mw_sql_run(c, error, "DELETE FROM maze WHERE number = ?", "i", number);
}

static bool put_row(putting *p, const mw_analysis *a, mw_error *error)
{
    if (p->stored.put == MW_PUT_KNOWN || p->stored.put == MW_PUT_WORSE)
        return true;
    if (p->stored.put == MW_PUT_REPLACED ? !drop_row(p->catalogue, p->stored.number, error)
                                         : !find_number(p, error))
        return false;
    return write_row(p, error) && write_measures(p, a, error) &&
           mw_catalogue_sum(p->catalogue, p->stored.number, error);
}

static bool put_within(putting *p, const mw_analysis *a, mw_error *error)
{
    return mw_sql_each(
               p->catalogue, error, meet_copy, p,
               "SELECT number, canonical, proven, energy, objective FROM maze WHERE hash = ?", "i",
               p->hash) &&
           put_row(p, a, error) &&
           (!p->tags || !*p->tags ||
            mw_catalogue_retag(p->catalogue, p->stored.number, &(mw_retag){.add = p->tags}, error));
}

// The two digits at `at`, from `least` to `most`.
static bool digits_within(const char *at, unsigned least, unsigned most)
{
    uint64_t x;
    return mw_parse_number(at, 2, most, &x) && x >= least;
}

bool mw_catalogue_is_date(const char *text)
{
    static const char form[] = "0000-00-00T00:00:00Z";
    size_t length = strlen(text);
    if (length != sizeof "0000-00-00" - 1 && length != sizeof form - 1)
        return false;
    for (size_t i = 0; i < length; i++)
        if (form[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    return digits_within(text + 5, 1, 12) && digits_within(text + 8, 1, 31) &&
           (length == 10 || (digits_within(text + 11, 0, 23) && digits_within(text + 14, 0, 59) &&
                             digits_within(text + 17, 0, 59)));
}

bool mw_catalogue_put(mw_catalogue *c, const mw_maze *m, const mw_analysis *a,
                      const mw_provenance *from, mw_stored *out, mw_error *error)
{
    return mw_catalogue_put_tagged(c, m, a, from, NULL, out, error);
}

bool mw_catalogue_put_tagged(mw_catalogue *c, const mw_maze *m, const mw_analysis *a,
                             const mw_provenance *from, const char *const *with, mw_stored *out,
                             mw_error *error)
{
    if (!c->writes)
        return mw_sql_fail(c, error, MW_ERROR_REQUEST, "was opened for reading only");
    if (!from->created || !mw_catalogue_is_date(from->created))
        return mw_sql_fail(c, error, MW_ERROR_REQUEST, "a maze needs the date when it was made");
    putting p = {.catalogue = c,
                 .maze = m,
                 .from = from,
                 .tags = with,
                 .id = mw_maze_print(m, "id"),
                 .canonical = mw_canonical_id(m),
                 .stored = {.put = MW_PUT_ADDED}};
    bool ok;
    if (!p.id || !p.canonical) {
        ok = mw_sql_no_memory(c, error);
    } else if ((ok = mw_sql_begin(c, error))) {
        p.hash = (int64_t)mw_hash_bytes(p.canonical, strlen(p.canonical));
        ok = mw_sql_end(c, put_within(&p, a, error), error);
    }
    if (out)
        *out = p.stored;
    free(p.id);
    free(p.canonical);
    return ok;
}

bool mw_catalogue_put_designed(mw_catalogue *c, const mw_design_report *r, const char *created,
                               mw_stored *out, mw_error *error)
{
    const mw_provenance from = {.energy = r->found->energy,
                                .objective = r->objective,
                                .method = r->method->name,
                                .seeded = r->method->way != MW_BY_PROOF,
                                .seed = r->seed,
                                .evaluations = r->found->evaluations,
                                .created = created,
                                .proven = r->proven};
    return mw_catalogue_put(c, r->found->maze, r->analysis, &from, out, error);
}

bool mw_catalogue_drop_within(mw_catalogue *c, int64_t number, mw_error *error)
{
    return mw_sql_run(c, error, "DELETE FROM tag WHERE maze = ?", "i", number) &&
           drop_row(c, number, error) &&
           mw_sql_run(c, error, "UPDATE removed SET last = max(last, ?)", "i", number);
}

bool mw_catalogue_drop(mw_catalogue *c, int64_t number, mw_error *error)
{
    return mw_sql_begin(c, error) &&
           mw_sql_end(c, mw_catalogue_drop_within(c, number, error), error);
}
