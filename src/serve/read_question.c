// read_question.c: see read_question.h.
#include "serve/read_question.h"
#include "core/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mw_fields_add(mw_fields *q, const char *name, const char *value)
{
    if (q->count == MW_FIELDS_MAX)
        return false;
    if (!q->fields && !(q->fields = calloc(MW_FIELDS_MAX, sizeof *q->fields)))
        return false;
    mw_field f = {.name = strdup(name), .value = strdup(value)};
    q->fields[q->count++] = f;
    return f.name && f.value;
}

// The shortest text that reads back as the same number.
static const char *number_text(double x, char buffer[40])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, 40, "%.*g", digits, x);
        if (strtod(buffer, NULL) == x)
            break;
    }
    return buffer;
}

static const char *text_of(const json_t *value, char buffer[40])
{
    switch (json_typeof(value)) {
    case JSON_STRING: return json_string_value(value);
    case JSON_INTEGER:
        snprintf(buffer, 40, "%lld", (long long)json_integer_value(value));
        return buffer;
    case JSON_REAL: return number_text(json_real_value(value), buffer);
    case JSON_TRUE: return "true";
    case JSON_FALSE: return "false";
    default: return NULL;
    }
}

static bool add_all(mw_fields *q, json_t *object, mw_error *error)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        char buffer[40];
        const char *text = text_of(value, buffer);
        if (!text)
            return mw_refuse(error, "'%.80s' is neither a text nor a number nor true or false",
                             name);
        if (!mw_fields_add(q, name, text))
            return mw_refuse(error, "a question has at most %d fields", MW_FIELDS_MAX);
    }
    return true;
}

bool mw_fields_read(mw_fields *q, const char *json, size_t length, mw_error *error)
{
    json_error_t where;
    *q = (mw_fields){0};
    *error = (mw_error){0};
    json_t *object = json_loadb(json, length, JSON_REJECT_DUPLICATES, &where);
    if (!object) {
        mw_refuse(error, "this is no JSON: %s", where.text);
        error->line = (uint32_t)(where.line > 0 ? where.line : 0);
        error->column = (uint32_t)(where.column > 0 ? where.column : 0);
        return false;
    }
    bool ok = json_is_object(object) ? add_all(q, object, error)
                                     : mw_refuse(error, "a question is a JSON object");
    json_decref(object);
    if (!ok)
        mw_fields_free(q);
    return ok;
}

void mw_fields_free(mw_fields *q)
{
    for (unsigned i = 0; i < q->count; i++) {
        free((char *)q->fields[i].name);
        free((char *)q->fields[i].value);
    }
    free(q->fields);
    *q = (mw_fields){0};
}
