// catalogue_runs.c: how far long work has come, one row for each run. Its columns `plan` (the key)
// and `standing` (the checkpoint) keep the names that they have in older files.
#include "store/catalogue.h"

#include <stdlib.h>

void mw_catalogue_run_free(mw_catalogue_run *r)
{
    free(r->id);
    free(r->checkpoint);
    *r = (mw_catalogue_run){0};
}

typedef struct reading {
    mw_catalogue *catalogue;
    mw_catalogue_run *run;
} reading;

static bool read_run(void *context, sqlite3_stmt *q, mw_error *error)
{
    reading *r = context;
    bool ok = true;
    *r->run = (mw_catalogue_run){.finished = sqlite3_column_int(q, 0),
                                 .energy = mw_sql_real(q, 1),
                                 .evaluations = (uint64_t)sqlite3_column_int64(q, 2),
                                 .id = mw_sql_copy(q, 3, &ok),
                                 .checkpoint = mw_sql_copy(q, 4, &ok)};
    return ok || mw_sql_no_memory(r->catalogue, error);
}

bool mw_catalogue_get_run(mw_catalogue *c, const char *key, mw_catalogue_run *out, mw_error *error)
{
    *out = (mw_catalogue_run){0};
    bool ok = mw_sql_each(
        c, error, read_run, &(reading){c, out},
        "SELECT finished, energy, evaluations, id, standing FROM run WHERE plan = ?", "t", key);
    if (!ok)
        mw_catalogue_run_free(out);
    return ok;
}

bool mw_catalogue_put_run(mw_catalogue *c, const char *key, const mw_catalogue_run *r,
                          mw_error *error)
{
    return mw_sql_run(c, error,
                      "INSERT OR REPLACE INTO run(plan, finished, energy, evaluations, id,"
                      " standing) VALUES(?, ?, ?, ?, ?, ?)",
                      "tiritt", key, (int64_t)r->finished, r->energy, (int64_t)r->evaluations,
                      r->id, r->checkpoint);
}
