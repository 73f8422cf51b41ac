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

// ---- reading

void mw_entry_free(mw_entry *e)
{
    for (unsigned i = 0; i < e->count; i++)
        free((char *)e->values[i].name);
    for (unsigned i = 0; i < e->tag_count; i++)
        free(e->tags[i]);
    free(e->tags);
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
    return mw_analysis_value(&(mw_analysis){.values = e->values, .count = e->count}, name);
}

static void write_value(mw_writer *w, const char *name, double value)
{
    if (isnan(value))
        mw_write(w, "%s\n", name);
    else
        mw_write(w, "%s %.17g\n", name, value);
}

bool mw_entry_checksum(const mw_entry *e, int64_t *sum)
{
    mw_writer w = {0};
    const mw_provenance *p = &e->from;
    write_value(&w, "energy", p->energy);
    mw_write(&w, "%s\n%s\n%d %llu %llu\n%s\n%u\n%s\n%d\n", p->objective ? p->objective : "",
             p->method ? p->method : "", p->seeded, (unsigned long long)p->seed,
             (unsigned long long)p->evaluations, p->version, p->generator, p->created, p->proven);
    for (unsigned i = 0; i < e->count; i++)
        write_value(&w, e->values[i].name, e->values[i].value);
    for (unsigned i = 0; i < e->tag_count; i++)
        mw_write(&w, "#%s\n", e->tags[i]);
    if (!w.failed)
        *sum = (int64_t)mw_hash_bytes(w.text, w.length);
    free(w.text);
    return !w.failed;
}

// An entry that is being read.
typedef struct reading {
    mw_catalogue *catalogue;
    mw_entry entry;
    unsigned capacity, tag_capacity; // of its values and tags
    // OPTIONAL: what to do with each entry, which is freed afterwards; false: enough.
    bool (*each)(void *, const mw_entry *);
    void *context;
    bool found;  // at least one
    bool enough; // `each` said so
} reading;

static bool read_measure(void *context, sqlite3_stmt *q, mw_error *error)
{
    reading *r = context;
    mw_entry *e = &r->entry;
    bool ok = true;
    if (e->count == r->capacity) {
        mw_value *grown = realloc(e->values, (r->capacity += 32) * sizeof *grown);
        if (!grown)
            return mw_sql_no_memory(r->catalogue, error);
        e->values = grown;
    }
    mw_value v = {.name = mw_sql_copy(q, 0, &ok), .value = mw_sql_real(q, 1)};
    if (v.name)
        e->values[e->count++] = v;
    return ok || mw_sql_no_memory(r->catalogue, error);
}

static bool read_tag(void *context, sqlite3_stmt *q, mw_error *error)
{
    reading *r = context;
    mw_entry *e = &r->entry;
    bool ok = true;
    if (e->tag_count == r->tag_capacity) {
        char **grown = realloc(e->tags, (r->tag_capacity += 8) * sizeof *grown);
        if (!grown)
            return mw_sql_no_memory(r->catalogue, error);
        e->tags = grown;
    }
    char *tag = mw_sql_copy(q, 0, &ok);
    if (tag)
        e->tags[e->tag_count++] = tag;
    return ok || mw_sql_no_memory(r->catalogue, error);
}

// The columns are COLUMNS. Measures come in the order of the analysis.
static bool read_entry(reading *r, sqlite3_stmt *row, mw_error *error)
{
    mw_catalogue *c = r->catalogue;
    mw_entry *e = &r->entry;
    bool ok = true;
    r->capacity = r->tag_capacity = 0;
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
        return mw_sql_fail(c, error, MW_ERROR_INPUT,
                           "number %lld lacks a text; the file is damaged", (long long)e->number);
    return mw_sql_each(c, error, read_measure, r,
                       "SELECT name, value FROM measure WHERE maze = ? ORDER BY rowid", "i",
                       e->number) &&
           (c->version < MW_TAGS_SINCE ||
            mw_sql_each(c, error, read_tag, r, "SELECT name FROM tag WHERE maze = ? ORDER BY name",
                        "i", e->number));
}

static bool read_row(void *context, sqlite3_stmt *row, mw_error *error)
{
    reading *r = context;
    if (r->found && !r->each) // one was asked for, and the file has lost its primary key
        return true;
    r->found = true;
    bool ok = read_entry(r, row, error);
    if (ok && r->each)
        r->enough = !r->each(r->context, &r->entry);
    if (!ok || r->each)
        mw_entry_free(&r->entry);
    return ok && !r->enough;
}

// ---- filters

typedef struct condition { // "length >= 40" or "tag == warm-up"
    char name[40], operator[3], tag[MW_TAG_LENGTH + 1];
    double value;
} condition;

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

// What stands after "tag ==", without the blanks around it.
static bool parse_tag(const char *text, condition *k)
{
    text += strspn(text, " ");
    size_t n = strcspn(text, " ");
    snprintf(k->tag, sizeof k->tag, "%.*s", (int)n, text);
    return n < sizeof k->tag && !text[n + strspn(text + n, " ")] && mw_catalogue_is_tag(k->tag) &&
           (!strcmp(k->operator, "==") || !strcmp(k->operator, "!="));
}

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
    if (!strcmp(k->name, "tag"))
        return parse_tag(text + n, k);
    k->value = strtod(text + n, &end);
    return end != text + n && !end[strspn(end, " ")];
}

static bool read_condition(const char *text, condition *k, mw_error *error)
{
    *k = (condition){0};
    if (parse_condition(text, k))
        return true;
    mw_refuse(error,
              !strcmp(k->operator, "=")
                  ? "'%.80s': '=' is written '==' in a condition"
                  : "'%.80s' is not a condition; write one like 'length >= 40' or 'tag == NAME'; "
                    "several with ';' between",
              text);
    error->code = MW_ERROR_REQUEST;
    return false;
}

bool mw_catalogue_is_condition(const char *text, mw_error *error)
{
    condition k;
    return read_condition(text, &k, error);
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

// With a misspelt measure, a filter would find nothing, as if the catalogue were empty.
static bool find_measure(mw_catalogue *c, const char *name, bool *known, mw_error *error)
{
    int64_t found;
    *known = true;
    for (const mw_value *v = mw_measures(); v->name; v++)
        if (!strcmp(v->name, name))
            return true;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_measure *m = (*k)->measures; m && m->name; m++)
            if (!strcmp(m->name, name))
                return true;
    // Another version of the program may have stored it.
    bool ok =
        mw_sql_ask(c, error, &found, "SELECT 1 FROM measure WHERE name = ? LIMIT 1", "t", name);
    *known = found == 1;
    return ok;
}

// "; did you mean 'length'?" where some measure or column is near, else `otherwise`.
static const char *nearest(const char *name, const char *otherwise, char text[MW_WORD_SIZE + 30])
{
    char closest[MW_WORD_SIZE];
    mw_writer all = {0};
    mw_write(&all, "number energy evaluations seed width height tag");
    for (const mw_value *v = mw_measures(); v->name; v++)
        mw_write(&all, " %s", v->name);
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_measure *m = (*k)->measures; m && m->name; m++)
            mw_write(&all, " %s", m->name);
    bool near = !all.failed && mw_closest(name, all.text, closest);
    free(all.text);
    if (!near)
        return otherwise;
    snprintf(text, MW_WORD_SIZE + 30, "; did you mean '%s'?", closest);
    return text;
}

// A tag that was parsed has only letters that mean nothing to SQL. Older files have no tags.
static void write_tag_condition(const mw_catalogue *c, const condition *k, mw_writer *w)
{
    bool has = !strcmp(k->operator, "==");
    if (c->version < MW_TAGS_SINCE)
        mw_write(w, has ? " AND 0" : " AND 1");
    else
        mw_write(w, " AND %sEXISTS(SELECT 1 FROM tag WHERE maze = number AND name = '%s')",
                 has ? "" : "NOT ", k->tag);
}

// Adds a condition to the text of a query; its value is parameter `at`. Names are checked before
// they are written out: they have letters of NAME_LETTERS only.
static bool write_condition(mw_catalogue *c, const condition *k, unsigned at, mw_writer *w,
                            mw_error *error)
{
    bool column = is_column(k->name), known = true;
    char near[MW_WORD_SIZE + 30];
    if (*k->tag) {
        write_tag_condition(c, k, w);
        return true;
    }
    if (!column && !find_measure(c, k->name, &known, error))
        return false;
    if (!known)
        return mw_sql_fail(c, error, MW_ERROR_REQUEST, "no measure '%s'%s", k->name,
                           nearest(k->name, "; 'mazewright help measures' lists them", near));
    mw_write(w,
             column ? " AND %s %s ?%u"
                    : " AND EXISTS(SELECT 1 FROM measure WHERE maze = number"
                      " AND name = '%s' AND value %s ?%u)",
             k->name, k->operator, at);
    return true;
}

static bool write_order(mw_catalogue *c, const char *order, mw_writer *w, mw_error *error)
{
    const char *name = order + (*order == '-');
    char near[MW_WORD_SIZE + 30];
    bool column = is_column(name), known = strlen(name) == strspn(name, NAME_LETTERS);
    if (!column && known && !find_measure(c, name, &known, error))
        return false;
    if (!column && !known)
        return mw_sql_fail(c, error, MW_ERROR_REQUEST, "cannot order by '%.40s'%s", name,
                           nearest(name, "; order by number, energy or a measure", near));
    mw_write(w,
             column ? " ORDER BY %s %s NULLS LAST, number"
                    : " ORDER BY (SELECT value FROM measure WHERE maze = number AND"
                      " name = '%s') %s NULLS LAST, number",
             name, *order == '-' ? "DESC" : "ASC");
    return true;
}

// The text of the query. The kind is parameter 1, the values of the conditions follow.
static bool write_query(mw_catalogue *c, const mw_filter *f, condition *k, mw_writer *w,
                        mw_error *error)
{
    bool ok = true;
    mw_write(w, "SELECT " COLUMNS " FROM maze WHERE %s", f->kind ? "kind = ?1" : "1");
    for (unsigned i = 0; ok && f->require && f->require[i]; i++) {
        if (i == MW_CONDITIONS_MAX)
            return mw_sql_fail(c, error, MW_ERROR_REQUEST, "at most %d conditions",
                               MW_CONDITIONS_MAX);
        if (!read_condition(f->require[i], &k[i], error))
            return false;
        ok = write_condition(c, &k[i], i + 2, w, error);
    }
    return ok && write_order(c, f->order ? f->order : "number", w, error);
}

#define EIGHT_VALUES(k)                                                                            \
    (k)[0].value, (k)[1].value, (k)[2].value, (k)[3].value, (k)[4].value, (k)[5].value,            \
        (k)[6].value, (k)[7].value
static_assert(MW_CONDITIONS_MAX == 24, "three times eight");

bool mw_catalogue_each(mw_catalogue *c, const mw_filter *f, bool (*each)(void *, const mw_entry *),
                       void *context, mw_error *error)
{
    condition k[MW_CONDITIONS_MAX] = {0};
    mw_writer w = {0};
    const mw_filter all = {0};
    reading r = {.catalogue = c, .each = each, .context = context};
    bool ok = write_query(c, f ? f : &all, k, &w, error);
    char *sql = mw_writer_take(&w);
    if (ok && !sql)
        ok = mw_sql_no_memory(c, error);
    if (ok) // SQLite ignores values of parameters that the query does not have
        ok = mw_sql_each(c, error, read_row, &r, sql, "trrrrrrrrrrrrrrrrrrrrrrrr",
                         f ? f->kind : NULL, EIGHT_VALUES(k), EIGHT_VALUES(k + 8),
                         EIGHT_VALUES(k + 16));
    free(sql);
    return ok || r.enough;
}

bool mw_catalogue_get_number(mw_catalogue *c, int64_t number, mw_entry *e, mw_error *error)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    return mw_catalogue_get(c, text, e, error);
}

bool mw_catalogue_get(mw_catalogue *c, const char *which, mw_entry *e, mw_error *error)
{
    reading r = {.catalogue = c};
    uint64_t key;
    *e = (mw_entry){0};
    bool by_number = mw_parse_number(which, strlen(which), INT64_MAX, &key);
    if (!by_number) {
        mw_maze *m = mw_maze_from_id(which, error);
        char *canonical = m ? mw_canonical_id(m) : NULL;
        bool ok = canonical;
        if (ok)
            key = mw_hash_bytes(canonical, strlen(canonical));
        else if (m)
            mw_sql_no_memory(c, error);
        else if (error->code == MW_ERROR_INPUT)
            error->code = MW_ERROR_REQUEST;
        mw_maze_free(m);
        free(canonical);
        if (!ok)
            return false;
    }
    bool ok = mw_sql_each(c, error, read_row, &r,
                          by_number ? "SELECT " COLUMNS " FROM maze WHERE number = ?"
                                    : "SELECT " COLUMNS " FROM maze WHERE hash = ?",
                          "i", (int64_t)key);
    *e = r.entry;
    return ok && (r.found || mw_sql_fail(c, error, MW_ERROR_REQUEST,
                                         "has no maze %.80s; 'catalogue list' shows them", which));
}

bool mw_catalogue_count(mw_catalogue *c, uint64_t *count, mw_error *error)
{
    int64_t n;
    bool ok = mw_sql_ask(c, error, &n, "SELECT count(*) FROM maze", "");
    *count = ok ? (uint64_t)n : 0;
    return ok;
}

// ---- verifying

typedef struct verifier {
    mw_catalogue *catalogue;
    bool has_checksums; // the first versions of a catalogue have none
    const mw_limits *limits;
    void (*say)(void *, const char *);
    void *context;
    mw_verified *out;
} verifier;

// Says what is wrong: with a maze, or with the file itself (e NULL).
static void object(verifier *v, const mw_entry *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void object(verifier *v, const mw_entry *e, const char *format, ...)
{
    char sentence[600];
    va_list arguments;
    int n = e ? snprintf(sentence, sizeof sentence, "number %lld: ", (long long)e->number) : 0;
    va_start(arguments, format);
    vsnprintf(sentence + n, sizeof sentence - (size_t)n, format, arguments);
    va_end(arguments);
    v->out->failures++;
    v->say(v->context, sentence);
}

// Compares the stored length with that of a search, which is independent of it. Where moves differ
// in cost, cheapest solutions may differ in length, so there the cost is compared.
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
        object(v, e, "cannot be solved again: %s", error.text);
        return true;
    }
    bool stopped = r.outcome == MW_OUTCOME_LIMIT && r.limit == MW_LIMIT_STOPPED;
    if (r.outcome == MW_OUTCOME_LIMIT)
        v->out->unchecked++;
    else if (r.outcome == MW_OUTCOME_UNSOLVABLE && !isnan(stored))
        object(v, e, "the stored %s is %g, but the maze has no solution", name, stored);
    else if (r.outcome == MW_OUTCOME_SOLVED && isnan(stored))
        object(v, e, "no %s is stored, but the maze has a solution", name);
    else if (r.outcome == MW_OUTCOME_SOLVED && stored != (double)r.cost)
        object(v, e, "the stored %s is %g, but the shortest solution has %llu", name, stored,
               (unsigned long long)r.cost);
    mw_result_free(&r);
    return !stopped;
}

// Changes of what is stored about a maze are found where it was stored with a checksum.
static void check_checksum(verifier *v, const mw_entry *e)
{
    int64_t sum, same;
    mw_error error;
    if (!v->has_checksums)
        return;
    if (!mw_entry_checksum(e, &sum) ||
        !mw_sql_ask(v->catalogue, &error, &same, "SELECT value = ? FROM checksum WHERE maze = ?",
                    "ii", sum, e->number))
        v->out->unchecked++;
    else if (!same)
        object(v, e, "its date, origin, measures or tags are not those that were stored");
}

static bool check_entry(void *context, const mw_entry *e)
{
    verifier *v = context;
    mw_error error;
    check_checksum(v, e);
    for (unsigned i = 0; i < e->tag_count; i++)
        if (!mw_catalogue_is_tag(e->tags[i]))
            object(v, e, "its tag '%.60s' is not a word", e->tags[i]);
    mw_maze *m = mw_maze_from_id(e->id, &error);
    v->out->mazes++;
    if (!m && error.code == MW_ERROR_MEMORY) {
        v->out->unchecked++;
        return true;
    }
    if (!m) {
        object(v, e, "the id does not read: %s", error.text);
        return true;
    }
    char *id = mw_maze_print(m, "id"), *canonical = mw_canonical_id(m);
    if (!id || !canonical)
        v->out->unchecked++;
    else if (strcmp(id, e->id))
        object(v, e, "the id is not the maze itself written out");
    else if (strcmp(canonical, e->canonical))
        object(v, e, "the stored canonical id is not that of the maze");
    else if (mw_hash_bytes(canonical, strlen(canonical)) != e->hash)
        object(v, e, "the stored hash is not that of the canonical id");
    if (strcmp(m->kind->name, e->kind) || m->w != e->w || m->h != e->h || m->d != e->d)
        object(v, e, "the stored kind or size, %.20s %ux%u, is not that of the maze", e->kind, e->w,
               e->h);
    bool more = check_length(v, m, e);
    free(id);
    free(canonical);
    mw_maze_free(m);
    return more;
}

// What SQLite has to say about the file itself: one row "ok", or one for each thing that is wrong.
static bool hear(void *context, sqlite3_stmt *q, mw_error *error)
{
    const char *what = mw_sql_text(q, 0);
    (void)error;
    if (what && strcmp(what, "ok"))
        object(context, NULL, "the file is damaged: %.300s", what);
    return true;
}

static bool check_tags(verifier *v, mw_error *error)
{
    return v->catalogue->version < MW_TAGS_SINCE ||
           mw_sql_each(v->catalogue, error, hear, v,
                       "SELECT DISTINCT 'tags of a number ' || maze || ' that is not there' "
                       "FROM tag WHERE maze NOT IN (SELECT number FROM maze)",
                       "");
}

static bool check_runs(verifier *v, mw_error *error)
{
    unsigned changed;
    bool ok = mw_catalogue_check_runs(v->catalogue, &changed, error);
    if (ok && changed)
        object(v, NULL, "how far %u runs of design have come is not as it was stored", changed);
    return ok;
}

bool mw_catalogue_verify(mw_catalogue *c, const mw_limits *limits,
                         void (*say)(void *, const char *), void *context, mw_verified *out,
                         mw_error *error)
{
    *out = (mw_verified){0};
    verifier v = {.catalogue = c, .limits = limits, .say = say, .context = context, .out = out};
    int64_t tables = 0;
    bool ok = mw_sql_ask(c, error, &tables,
                         "SELECT count(*) FROM sqlite_master WHERE name = 'checksum'", "");
    v.has_checksums = tables > 0;
    ok = ok &&
         mw_sql_each(c, error, hear, &v,
                     "SELECT integrity_check FROM pragma_integrity_check UNION ALL "
                     "SELECT DISTINCT 'measures of a number ' || maze || ' that is not there' "
                     "FROM measure WHERE maze NOT IN (SELECT number FROM maze) UNION ALL "
                     "SELECT 'the date of number ' || number || ' is not a date' FROM maze "
                     "WHERE created NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' "
                     "OR julianday(created) IS NULL",
                     "") &&
         check_tags(&v, error) && check_runs(&v, error) &&
         mw_catalogue_each(c, NULL, check_entry, &v, error);
    if (!ok && error->code == MW_ERROR_INPUT) { // damage is a finding, not a failure
        object(&v, NULL, "%.390s", error->text);
        ok = true;
    }
    return ok;
}
