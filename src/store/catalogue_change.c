// catalogue_change.c: removing mazes from a catalogue, and tagging them. First the numbers of the
// mazes are collected, then each is changed; all of it is one transaction.
#include "store/catalogue_sql.h"

#include <stdlib.h>
#include <string.h>

// ---- which

typedef struct chosen {
    mw_catalogue *catalogue;
    int64_t *numbers;
    size_t count, capacity;
    bool no_memory;
} chosen;

static bool choose(void *context, const mw_entry *e)
{
    chosen *c = context;
    if (c->count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 64;
        int64_t *grown = realloc(c->numbers, capacity * sizeof *grown);
        c->no_memory = !grown;
        if (!grown)
            return false;
        c->numbers = grown;
        c->capacity = capacity;
    }
    c->numbers[c->count++] = e->number;
    return true;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

// A maze that was named twice is there once.
static void sort(chosen *c)
{
    size_t n = 0;
    if (c->count)
        qsort(c->numbers, c->count, sizeof *c->numbers, by_number);
    for (size_t i = 0; i < c->count; i++)
        if (!n || c->numbers[n - 1] != c->numbers[i])
            c->numbers[n++] = c->numbers[i];
    c->count = n;
}

static bool choose_all(chosen *c, const mw_choice *choice, mw_error *error)
{
    bool ok = true;
    for (size_t i = 0; i < choice->count && ok; i++) {
        mw_entry e;
        ok = mw_catalogue_get(c->catalogue, choice->which[i], &e, error);
        if (ok)
            choose(c, &e);
        mw_entry_free(&e);
        ok = ok && !c->no_memory;
    }
    if (!choice->count)
        ok = mw_catalogue_each(c->catalogue, choice->filter, choose, c, error);
    if (c->no_memory)
        return mw_sql_no_memory(c->catalogue, error);
    if (choice->count)
        sort(c);
    return ok;
}

// ---- changing

typedef struct change {
    const mw_retag *tags; // NULL: mazes are removed
    mw_changed *each;
    void *context;
} change;

static bool change_one(mw_catalogue *c, const change *how, int64_t number, mw_error *error)
{
    mw_entry e = {0};
    if (how->tags && !mw_catalogue_retag(c, number, how->tags, error))
        return false;
    bool ok = mw_catalogue_get_number(c, number, &e, error);
    if (ok && how->each && !how->each(how->context, &e))
        ok = mw_sql_fail(c, error, MW_ERROR_LIMIT, "stopped; nothing was changed");
    mw_entry_free(&e);
    return ok && (how->tags || mw_catalogue_drop_within(c, number, error));
}

static bool chooses(const mw_filter *f)
{
    return f && (f->kind || (f->require && *f->require));
}

static bool change_all(mw_catalogue *c, const mw_choice *choice, const change *how, mw_error *error)
{
    if (!c->writes)
        return mw_sql_fail(c, error, MW_ERROR_REQUEST, "was opened for reading only");
    if (!choice->count && !chooses(choice->filter))
        return mw_sql_fail(c, error, MW_ERROR_REQUEST, "nothing says which mazes to change");
    chosen these = {.catalogue = c};
    bool ok = mw_sql_begin(c, error);
    if (ok) {
        ok = choose_all(&these, choice, error);
        for (size_t i = 0; i < these.count && ok; i++)
            ok = change_one(c, how, these.numbers[i], error);
        ok = mw_sql_end(c, ok, error);
    }
    free(these.numbers);
    return ok;
}

bool mw_catalogue_remove(mw_catalogue *c, const mw_choice *choice, mw_changed *each, void *context,
                         mw_error *error)
{
    return change_all(c, choice, &(change){.each = each, .context = context}, error);
}

bool mw_catalogue_tag(mw_catalogue *c, const mw_choice *choice, const mw_retag *tags,
                      mw_changed *each, void *context, mw_error *error)
{
    return change_all(c, choice, &(change){tags, each, context}, error);
}

// ---- tags

bool mw_catalogue_is_tag(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t n = strspn(text, letters);
    return n && n <= MW_TAG_LENGTH && !text[n];
}

bool mw_catalogue_has_tags(mw_catalogue *c, bool *has, mw_error *error)
{
    int64_t found = 0;
    bool ok = c->version < MW_TAGS_SINCE ||
              mw_sql_ask(c, error, &found, "SELECT EXISTS(SELECT 1 FROM tag)", "");
    *has = found > 0;
    return ok;
}

bool mw_catalogue_sum(mw_catalogue *c, int64_t number, mw_error *error)
{
    mw_entry e;
    int64_t sum = 0;
    if (!mw_catalogue_get_number(c, number, &e, error)) {
        mw_entry_free(&e);
        return false;
    }
    bool ok = mw_entry_checksum(&e, &sum) || mw_sql_no_memory(c, error);
    mw_entry_free(&e);
    return ok && mw_sql_run(c, error, "INSERT OR REPLACE INTO checksum(maze, value) VALUES(?, ?)",
                            "ii", number, sum);
}

// A new checksum must not hide that the maze was changed by others.
static bool check_sum(mw_catalogue *c, int64_t number, mw_error *error)
{
    mw_entry e;
    int64_t sum = 0, same = 0;
    if (!mw_catalogue_get_number(c, number, &e, error)) {
        mw_entry_free(&e);
        return false;
    }
    bool ok = (mw_entry_checksum(&e, &sum) || mw_sql_no_memory(c, error)) &&
              mw_sql_ask(c, error, &same, "SELECT value = ? FROM checksum WHERE maze = ?", "ii",
                         sum, number);
    mw_entry_free(&e);
    return ok && (same || mw_sql_fail(c, error, MW_ERROR_INPUT,
                                      "number %lld is not as it was stored; run 'catalogue verify'",
                                      (long long)number));
}

bool mw_catalogue_retag(mw_catalogue *c, int64_t number, const mw_retag *tags, mw_error *error)
{
    bool ok = check_sum(c, number, error);
    for (const char *const *t = tags->take; t && *t && ok; t++)
        ok = mw_sql_run(c, error, "DELETE FROM tag WHERE maze = ? AND name = ?", "it", number, *t);
    for (const char *const *t = tags->add; t && *t && ok; t++)
        ok = mw_catalogue_is_tag(*t)
                 ? mw_sql_run(c, error, "INSERT OR IGNORE INTO tag(maze, name) VALUES(?, ?)", "it",
                              number, *t)
                 : mw_sql_fail(c, error, MW_ERROR_REQUEST,
                               "'%.60s' is not a tag; write a word of at most %d letters, digits, "
                               "- and _",
                               *t, MW_TAG_LENGTH);
    return ok && mw_catalogue_sum(c, number, error);
}
