// catalogue_read.c: the reading half of the catalogue: entries, filters, and solving everything
// again to verify it.
#include "store/catalogue_sql.h"

#include "core/text.h"
#include "mazewright/design.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE_MAX 8

// ---- reading

void mw_entry_free(mw_entry *e)
{
    for (unsigned i = 0; i < e->count; i++)
        free((char *)e->values[i].name);
    free(e->values);
    free(e->kind);
    free(e->id);
    free(e->canonical);
    free((char *)e->from.objective);
    free((char *)e->from.method);
    free((char *)e->from.version);
    free((char *)e->from.created);
    *e = (mw_entry){0};
}

double mw_entry_value(const mw_entry *e, const char *name)
{
    for (unsigned i = 0; i < e->count; i++)
        if (!strcmp(e->values[i].name, name))
            return e->values[i].value;
    return (double)NAN;
}

static status read_measures(mw_catalogue *c, sqlite3_stmt *q, mw_entry *e, mw_error *error)
{
    int step;
    unsigned capacity = 0;
    bool ok = true;
    sqlite3_bind_int64(q, 1, e->number);
    while (ok && (step = sqlite3_step(q)) == SQLITE_ROW) {
        if (e->count == capacity) {
            mw_value *grown = realloc(e->values, (capacity += 32) * sizeof *grown);
            if (!grown)
                break;
            e->values = grown;
        }
        mw_value v = {.name = mw_sql_copy(q, 0, &ok), .value = mw_sql_real(q, 1)};
        if (v.name)
            e->values[e->count++] = v;
    }
    status s = !ok || step == SQLITE_ROW ? mw_sql_no_memory(c, error)
               : step != SQLITE_DONE     ? mw_sql_broken(c, error)
                                         : FINE;
    sqlite3_reset(q);
    return s;
}

static status read_entry(mw_catalogue *c, sqlite3_stmt *row, sqlite3_stmt *measures, mw_entry *e,
                         mw_error *error)
{
    bool ok = true;
    *e = (mw_entry){
        .number = sqlite3_column_int64(row, 0),
        .kind = mw_sql_copy(row, 1, &ok),
        .id = mw_sql_copy(row, 2, &ok),
        .canonical = mw_sql_copy(row, 3, &ok),
        .hash = (uint64_t)sqlite3_column_int64(row, 4),
        .w = (unsigned)sqlite3_column_int64(row, 5),
        .h = (unsigned)sqlite3_column_int64(row, 6),
        .d = (unsigned)sqlite3_column_int64(row, 7),
        .from = {.energy = mw_sql_real(row, 8),
                 .objective = mw_sql_copy(row, 9, &ok),
                 .method = mw_sql_copy(row, 10, &ok),
                 .seeded = sqlite3_column_type(row, 11) != SQLITE_NULL,
                 .seed = (uint64_t)sqlite3_column_int64(row, 11),
                 .evaluations = (uint64_t)sqlite3_column_int64(row, 12),
                 .version = mw_sql_copy(row, 13, &ok),
                 .generator = (unsigned)sqlite3_column_int64(row, 14),
                 .created = mw_sql_copy(row, 15, &ok),
                 .proven = sqlite3_column_int(row, 16)},
    };
    if (!ok)
        return mw_sql_no_memory(c, error);
    if (!e->kind || !e->id || !e->canonical || !e->from.version || !e->from.created)
        return mw_sql_fail(c, error, MW_CATALOGUE_FILE,
                           "number %lld lacks a text; the file is damaged", (long long)e->number);
    return read_measures(c, measures, e, error);
}

// Every row of a prepared query, which is finalised; measures come in the order of the analysis.
static status each_row(mw_catalogue *c, sqlite3_stmt *q, bool (*each)(void *, const mw_entry *),
                       void *context, mw_error *error)
{
    sqlite3_stmt *measures = NULL;
    int step;
    bool more = true;
    status s = mw_sql_prepare(c, LIST_MEASURES, &measures, error);
    while (!s && more && (step = sqlite3_step(q)) != SQLITE_DONE) {
        mw_entry e = {0};
        s = step == SQLITE_ROW ? read_entry(c, q, measures, &e, error) : mw_sql_broken(c, error);
        assert(s || (e.id && e.canonical && e.kind));
        if (!s)
            more = each(context, &e);
        mw_entry_free(&e);
    }
    sqlite3_finalize(measures);
    sqlite3_finalize(q);
    return s;
}

// ---- filters

typedef struct condition { // "length >= 40"
    char name[40], operator[3];
    double value;
} condition;

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

static bool parse_condition(const char *text, condition *k)
{
    char *end;
    text += strspn(text, " ");
    size_t n = strspn(text, NAME_LETTERS);
    if (!n || n >= sizeof k->name)
        return false;
    snprintf(k->name, sizeof k->name, "%.*s", (int)n, text);
    text += n + strspn(text + n, " ");
    n = strspn(text, "<>=!");
    snprintf(k->operator, sizeof k->operator, "%.*s", (int)n, text);
    if (n > 2 || !n || !strstr(">= <= == != > < ", k->operator) || !strcmp(k->operator, "="))
        return false;
    k->value = strtod(text + n, &end);
    return end != text + n && !end[strspn(end, " ")];
}

static bool is_column(const char *name)
{
    static const char *const columns[] = {"number", "energy", "evaluations",
                                          "seed",   "width",  "height"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!strcmp(columns[i], name))
            return true;
    return false;
}

// A misspelt measure would let nothing through and look like an empty catalogue.
static status find_measure(mw_catalogue *c, const char *name, bool *known, mw_error *error)
{
    *known = true;
    for (const mw_value *v = mw_measures(); v->name; v++)
        if (!strcmp(v->name, name))
            return FINE;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_measure *m = (*k)->measures; m && m->name; m++)
            if (!strcmp(m->name, name))
                return FINE;
    sqlite3_stmt *q;
    status s = mw_sql_prepare(c, "SELECT 1 FROM measure WHERE name = ? LIMIT 1", &q, error);
    if (s)
        return s;
    mw_sql_bind_text(q, 1, name);
    int step = sqlite3_step(q);
    *known = step == SQLITE_ROW; // of another version of the program
    if (step != SQLITE_ROW && step != SQLITE_DONE)
        s = mw_sql_broken(c, error);
    sqlite3_finalize(q);
    return s;
}

// The text of the query; the kind and the values stand as '?' in it. Names are checked before they
// are written out: they are letters of NAME_LETTERS only.
static status filter_sql(mw_catalogue *c, const mw_filter *f, condition *k, mw_writer *w,
                         mw_error *error)
{
    const char *order = f->order ? f->order : "number", *name = order + (*order == '-');
    mw_write(w, "SELECT " COLUMNS " FROM maze WHERE %s", f->kind ? "kind = ?" : "1");
    for (unsigned i = 0; f->require && f->require[i]; i++) {
        if (i == REQUIRE_MAX || !parse_condition(f->require[i], &k[i]))
            return mw_sql_fail(c, error, MW_CATALOGUE_REQUEST,
                               "'%.80s' is not a condition; write at most " STRING(
                                   REQUIRE_MAX) " like 'length >= 40'",
                               f->require[i]);
        bool column = is_column(k[i].name), known = true;
        status s = column ? FINE : find_measure(c, k[i].name, &known, error);
        if (s)
            return s;
        if (!known)
            return mw_sql_fail(c, error, MW_CATALOGUE_REQUEST,
                               "no measure '%s'; 'catalogue show' and 'analyse' list them",
                               k[i].name);
        mw_write(w,
                 column ? " AND %s %s ?"
                        : " AND EXISTS(SELECT 1 FROM measure WHERE maze = number"
                          " AND name = '%s' AND value %s ?)",
                 k[i].name, k[i].operator);
    }
    bool column = is_column(name), known = strlen(name) == strspn(name, NAME_LETTERS);
    status s = column || !known ? FINE : find_measure(c, name, &known, error);
    if (s)
        return s;
    if (!column && !known)
        return mw_sql_fail(c, error, MW_CATALOGUE_REQUEST,
                           "cannot order by '%.40s'; order by number, energy or a measure", name);
    mw_write(w,
             column ? " ORDER BY %s %s NULLS LAST, number"
                    : " ORDER BY (SELECT value FROM measure WHERE maze = number AND"
                      " name = '%s') %s NULLS LAST, number",
             name, *order == '-' ? "DESC" : "ASC");
    return FINE;
}

mw_catalogue_status mw_catalogue_each(mw_catalogue *c, const mw_filter *f,
                                      bool (*each)(void *, const mw_entry *), void *context,
                                      mw_error *error)
{
    condition k[REQUIRE_MAX] = {0};
    mw_writer w = {0};
    sqlite3_stmt *q = NULL;
    int at = 1;
    const mw_filter all = {0};
    if (!f)
        f = &all;
    status s = filter_sql(c, f, k, &w, error);
    char *sql = mw_writer_take(&w);
    if (!s)
        s = sql ? mw_sql_prepare(c, sql, &q, error) : mw_sql_no_memory(c, error);
    free(sql);
    if (s)
        return s;
    if (f->kind)
        mw_sql_bind_text(q, at++, f->kind);
    for (unsigned i = 0; f->require && f->require[i]; i++)
        sqlite3_bind_double(q, at++, k[i].value);
    return each_row(c, q, each, context, error);
}

mw_catalogue_status mw_catalogue_get(mw_catalogue *c, const char *which, mw_entry *e,
                                     mw_error *error)
{
    sqlite3_stmt *q = NULL, *measures = NULL;
    uint64_t number = 0;
    char *canonical = NULL;
    *e = (mw_entry){0};
    bool by_number = mw_parse_number(which, strlen(which), INT64_MAX, &number);
    if (!by_number) {
        mw_maze *m = mw_maze_from_id(which, error);
        if (!m)
            return MW_CATALOGUE_REQUEST;
        canonical = mw_canonical_id(m);
        mw_maze_free(m);
        if (!canonical)
            return mw_sql_no_memory(c, error);
    }
    status s = mw_sql_prepare(c,
                              by_number ? "SELECT " COLUMNS " FROM maze WHERE number = ?"
                                        : "SELECT " COLUMNS " FROM maze WHERE hash = ?",
                              &q, error);
    if (!s)
        s = mw_sql_prepare(c, LIST_MEASURES, &measures, error);
    if (!s) {
        sqlite3_bind_int64(q, 1,
                           (sqlite3_int64)(by_number ? number : mw_catalogue_hash(canonical)));
        int step = sqlite3_step(q);
        s = step == SQLITE_ROW ? read_entry(c, q, measures, e, error)
            : step == SQLITE_DONE
                ? mw_sql_fail(c, error, MW_CATALOGUE_REQUEST,
                              "has no maze %.80s; 'catalogue list' shows them", which)
                : mw_sql_broken(c, error);
    }
    if (s)
        mw_entry_free(e);
    sqlite3_finalize(measures);
    sqlite3_finalize(q);
    free(canonical);
    return s;
}

mw_catalogue_status mw_catalogue_count(mw_catalogue *c, uint64_t *count, mw_error *error)
{
    int64_t n = 0;
    status s = mw_sql_ask(c, "SELECT count(*) FROM maze", &n, error);
    *count = (uint64_t)n;
    return s;
}

// ---- verifying

typedef struct verifier {
    const mw_limits *limits;
    void (*say)(void *, const char *);
    void *context;
    mw_verified *out;
} verifier;

static void object(verifier *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void object(verifier *v, const char *format, ...)
{
    char sentence[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    v->out->failures++;
    v->say(v->context, sentence);
}

// The stored number against the search's, two independent answers. Shortest solutions may differ in
// moves where moves differ in cost, so there it is the cost that must agree.
static bool check_length(verifier *v, const mw_maze *m, const mw_entry *e)
{
    mw_search_options options = {0};
    mw_result r;
    mw_error error;
    const char *name = m->traits & MW_UNIT_COST ? "length" : "cost";
    double stored = mw_entry_value(e, name);
    if (v->limits)
        options.limits = *v->limits;
    bool ran = mw_search(m, &options, &r, &error);
    if (!ran && error.code == MW_ERROR_MEMORY) {
        v->out->unchecked++;
        return true;
    }
    if (!ran) {
        object(v, "number %lld: cannot be solved again: %s", (long long)e->number, error.text);
        return true;
    }
    bool stopped = r.outcome == MW_OUTCOME_LIMIT && r.limit == MW_LIMIT_STOPPED;
    if (r.outcome == MW_OUTCOME_LIMIT)
        v->out->unchecked++;
    else if (r.outcome == MW_OUTCOME_UNSOLVABLE && !isnan(stored))
        object(v, "number %lld: the stored %s is %g, but the maze has no solution",
               (long long)e->number, name, stored);
    else if (r.outcome == MW_OUTCOME_SOLVED && isnan(stored))
        object(v, "number %lld: no %s is stored, but the maze has a solution", (long long)e->number,
               name);
    else if (r.outcome == MW_OUTCOME_SOLVED && stored != (double)r.cost)
        object(v, "number %lld: the stored %s is %g, but the shortest solution has %llu",
               (long long)e->number, name, stored, (unsigned long long)r.cost);
    mw_result_free(&r);
    return !stopped;
}

static bool check_entry(void *context, const mw_entry *e)
{
    verifier *v = context;
    mw_error error;
    long long number = (long long)e->number;
    mw_maze *m = mw_maze_from_id(e->id, &error);
    v->out->mazes++;
    if (!m && error.code == MW_ERROR_MEMORY) {
        v->out->unchecked++;
        return true;
    }
    if (!m) {
        object(v, "number %lld: the id does not read: %s", number, error.text);
        return true;
    }
    char *id = mw_maze_print(m, "id"), *canonical = mw_canonical_id(m);
    if (!id || !canonical)
        v->out->unchecked++;
    else if (strcmp(id, e->id))
        object(v, "number %lld: the id is not the maze itself written out", number);
    else if (strcmp(canonical, e->canonical))
        object(v, "number %lld: the stored canonical id is not that of the maze", number);
    else if (mw_catalogue_hash(canonical) != e->hash)
        object(v, "number %lld: the stored hash is not that of the canonical id", number);
    if (strcmp(m->kind->name, e->kind) || m->w != e->w || m->h != e->h || m->d != e->d)
        object(v, "number %lld: the stored kind or size, %.20s %ux%u, is not that of the maze",
               number, e->kind, e->w, e->h);
    bool more = check_length(v, m, e);
    free(id);
    free(canonical);
    mw_maze_free(m);
    return more;
}

// What SQLite has to say about the file itself: one row "ok", or one for each thing that is wrong.
static status check_structure(mw_catalogue *c, verifier *v, mw_error *error)
{
    sqlite3_stmt *q;
    int step;
    status s =
        mw_sql_prepare(c,
                       "SELECT integrity_check FROM pragma_integrity_check UNION ALL "
                       "SELECT DISTINCT 'measures of a number ' || maze || ' that is not there' "
                       "FROM measure WHERE maze NOT IN (SELECT number FROM maze)",
                       &q, error);
    if (s)
        return s;
    while ((step = sqlite3_step(q)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(q, 0);
        if (text && strcmp(text, "ok"))
            object(v, "the file is damaged: %.300s", text);
    }
    if (step != SQLITE_DONE)
        s = mw_sql_broken(c, error);
    sqlite3_finalize(q);
    return s;
}

mw_catalogue_status mw_catalogue_verify(mw_catalogue *c, const mw_limits *limits,
                                        void (*say)(void *, const char *), void *context,
                                        mw_verified *out, mw_error *error)
{
    *out = (mw_verified){0};
    verifier v = {.limits = limits, .say = say, .context = context, .out = out};
    status s = check_structure(c, &v, error);
    if (!s)
        s = mw_catalogue_each(c, NULL, check_entry, &v, error);
    if (s == MW_CATALOGUE_FILE) { // damage is what was looked for
        object(&v, "%.390s", error->text);
        s = FINE;
    }
    return s;
}
