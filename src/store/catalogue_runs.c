// catalogue_runs.c: how far long work has come, one row for each run. Its columns `plan` (the key)
// and `standing` (the checkpoint) keep the names that they have in older files.
#include "store/catalogue_sql.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

void mw_catalogue_run_free(mw_catalogue_run *r)
{
    free(r->id);
    free(r->checkpoint);
    *r = (mw_catalogue_run){0};
}

// False: out of memory.
static bool checksum(const char *key, const mw_catalogue_run *r, int64_t *sum)
{
    mw_writer w = {0};
    mw_write(&w, "%s\n%d %.17g %llu\n", key, r->finished, r->energy,
             (unsigned long long)r->evaluations);
    mw_write_bytes(&w, r->id ? r->id : "", r->id ? strlen(r->id) : 0);
    mw_write_char(&w, '\n');
    mw_write_bytes(&w, r->checkpoint ? r->checkpoint : "",
                   r->checkpoint ? strlen(r->checkpoint) : 0);
    if (!w.failed)
        *sum = (int64_t)mw_hash_bytes(w.text, w.length);
    free(w.text);
    return !w.failed;
}

// ---- reading

typedef struct reading {
    mw_catalogue *catalogue;
    mw_catalogue_run *run; // NULL: of all runs, only the checksums are looked at
    unsigned changed;      // runs with another checksum
} reading;

static bool read_run(void *context, sqlite3_stmt *q, mw_error *error)
{
    reading *r = context;
    const char *key = mw_sql_text(q, 5);
    bool ok = true;
    int64_t sum = 0;
    mw_catalogue_run run = {.finished = sqlite3_column_int(q, 0),
                            .energy = mw_sql_real(q, 1),
                            .evaluations = (uint64_t)sqlite3_column_int64(q, 2),
                            .id = mw_sql_copy(q, 3, &ok),
                            .checkpoint = mw_sql_copy(q, 4, &ok)};
    ok = ok && checksum(key ? key : "", &run, &sum);
    r->changed +=
        ok && sqlite3_column_type(q, 6) != SQLITE_NULL && sqlite3_column_int64(q, 6) != sum;
    if (r->run)
        *r->run = run;
    else
        mw_catalogue_run_free(&run);
    return ok || mw_sql_no_memory(r->catalogue, error);
}

#define RUNS "SELECT finished, energy, evaluations, id, standing, plan, checksum FROM run"

bool mw_catalogue_check_runs(mw_catalogue *c, unsigned *changed, mw_error *error)
{
    int64_t summed;
    reading r = {.catalogue = c};
    bool ok =
        mw_sql_ask(c, error, &summed,
                   "SELECT count(*) FROM pragma_table_info('run') WHERE name = 'checksum'", "") &&
        (summed <= 0 || mw_sql_each(c, error, read_run, &r, RUNS, ""));
    *changed = r.changed;
    return ok;
}

bool mw_catalogue_get_run(mw_catalogue *c, const char *key, mw_catalogue_run *out, mw_error *error)
{
    *out = (mw_catalogue_run){0};
    reading r = {.catalogue = c, .run = out};
    bool ok = mw_sql_each(c, error, read_run, &r, RUNS " WHERE plan = ?", "t", key);
    if (ok && r.changed)
        ok = mw_sql_fail(c, error, MW_ERROR_INPUT,
                         "how far this run has come is not as it was stored; leave --resume out");
    if (!ok)
        mw_catalogue_run_free(out);
    return ok;
}

bool mw_catalogue_put_run(mw_catalogue *c, const char *key, const mw_catalogue_run *r,
                          mw_error *error)
{
    int64_t sum = 0;
    return (checksum(key, r, &sum) || mw_sql_no_memory(c, error)) &&
           mw_sql_run(c, error,
                      "INSERT OR REPLACE INTO run(plan, finished, energy, evaluations, id,"
                      " standing, checksum) VALUES(?, ?, ?, ?, ?, ?, ?)",
                      "tiritti", key, (int64_t)r->finished, r->energy, (int64_t)r->evaluations,
                      r->id, r->checkpoint, sum);
}
