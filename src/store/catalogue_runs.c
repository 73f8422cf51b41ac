// catalogue_runs.c: how far long work has come, one row for each plan.
#include "store/catalogue_sql.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void mw_catalogue_run_free(mw_catalogue_run *r)
{
    free(r->id);
    free(r->checkpoint);
    *r = (mw_catalogue_run){0};
}

mw_catalogue_status mw_catalogue_get_run(mw_catalogue *c, const char *plan, mw_catalogue_run *out,
                                         mw_error *error)
{
    sqlite3_stmt *q;
    *out = (mw_catalogue_run){0};
    status s = mw_sql_prepare(
        c, "SELECT finished, energy, evaluations, id, standing FROM run WHERE plan = ?", &q, error);
    if (s)
        return s;
    mw_sql_bind_text(q, 1, plan);
    int step = sqlite3_step(q);
    if (step == SQLITE_ROW) {
        out->finished = sqlite3_column_int(q, 0);
        out->energy = mw_sql_real(q, 1);
        out->evaluations = (uint64_t)sqlite3_column_int64(q, 2);
        bool ok = true;
        out->id = mw_sql_copy(q, 3, &ok);
        out->checkpoint = mw_sql_copy(q, 4, &ok);
        if (!ok)
            s = mw_sql_no_memory(c, error);
    } else if (step != SQLITE_DONE) {
        s = mw_sql_broken(c, error);
    }
    sqlite3_finalize(q);
    if (s)
        mw_catalogue_run_free(out);
    return s;
}

mw_catalogue_status mw_catalogue_put_run(mw_catalogue *c, const char *plan,
                                         const mw_catalogue_run *r, mw_error *error)
{
    sqlite3_stmt *q;
    status s = mw_sql_prepare(c,
                              "INSERT OR REPLACE INTO run(plan, finished, energy, evaluations, id,"
                              " standing) VALUES(?, ?, ?, ?, ?, ?)",
                              &q, error);
    if (s)
        return s;
    mw_sql_bind_text(q, 1, plan);
    sqlite3_bind_int(q, 2, r->finished);
    sqlite3_bind_double(q, 3, r->energy);
    sqlite3_bind_int64(q, 4, (sqlite3_int64)r->evaluations);
    mw_sql_bind_text(q, 5, r->id);
    mw_sql_bind_text(q, 6, r->checkpoint);
    if (sqlite3_step(q) != SQLITE_DONE)
        s = mw_sql_broken(c, error);
    sqlite3_finalize(q);
    return s;
}
