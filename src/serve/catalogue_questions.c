// catalogue_questions.c: see catalogue_questions.h.
#include "serve/catalogue_questions.h"
#include "core/json.h"
#include "serve/http.h"

#include <stdlib.h>
#include <string.h>

#define LIMIT_MAX     1000
#define LIMIT_DEFAULT 100

typedef struct listing {
    mw_writer text;
    uint64_t limit;
} listing;

static bool list_one(void *context, const mw_entry *e)
{
    listing *l = context;
    mw_writer *w = &l->text;
    if (!l->limit-- || w->failed)
        return false;
    mw_json_open(w, NULL, '{');
    mw_json_members(w, "id=%s kind=%s created=%s objective=%s method=%s", e->id, e->kind,
                    e->from.created, e->from.objective, e->from.method);
    mw_json_open(w, "features", '{');
    for (unsigned i = 0; i < e->count; i++)
        mw_json_number(w, e->values[i].name, e->values[i].value);
    mw_json_close(w, '}');
    mw_json_close(w, '}');
    return true;
}

static const char *given(const mw_fields *q, const char *name)
{
    const char *value = mw_field_value(q->fields, q->count, name);
    return value && *value ? value : NULL;
}

char *mw_served_catalogue_list(mw_served_catalogue *s, const mw_fields *q, bool *failed)
{
    listing l = {.limit = LIMIT_DEFAULT, .text.most = s->most};
    const char *limit = given(q, "limit");
    mw_error error;
    *failed = true;
    if (!s->catalogue)
        return mw_http_error_text("there is no catalogue; start the server with --catalogue FILE");
    if (limit && !mw_parse_number(limit, strlen(limit), LIMIT_MAX, &l.limit))
        return mw_http_error_text("the limit is a number up to 1000");
    mw_filter f = {.kind = given(q, "kind"), .order = given(q, "order")};
    mw_json_open(&l.text, NULL, '{');
    mw_json_open(&l.text, "mazes", '[');
    pthread_mutex_lock(&s->mutex);
    bool listed = mw_catalogue_each(s->catalogue, &f, list_one, &l, &error);
    pthread_mutex_unlock(&s->mutex);
    mw_json_close(&l.text, ']');
    mw_json_close(&l.text, '}');
    char *text = mw_writer_take(&l.text);
    *failed = !listed || !text;
    if (!*failed)
        return text;
    free(text);
    return mw_http_error_text(listed ? "the list is too long; ask for fewer mazes, with `limit`"
                                     : error.text);
}
