// json.c: lines of `ask`: questions as JSON objects, and what is written in answer. An answer is
// JSON with the id of its question, and the same question gets the same answer.
#include "fuzz.h"
#include "api/ask_line.h"
#include "core/json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUESTIONS_MAX 4
#define PATIENCE      40 // times that long work may ask whether to go on

static bool goes_on(void *context)
{
    unsigned *left = context;
    return *left && --*left;
}

static void take_event(void *context, const char *json)
{
    (void)context;
    fuzz_json(json);
}

// ---- answers

static char *answer(mw_api *api, unsigned *patience, const mw_ask_line *l)
{
    bool failed;
    *patience = PATIENCE;
    char *text = mw_ask_line_answer(api, l, &failed);
    must(text, "out of memory");
    fuzz_json(text);
    must(!strstr(text, "\n"), "%.2000s is not one line", text);
    must(!l->id || (!strncmp(text, "{\"id\":", 6) && !strncmp(text + 6, l->id, strlen(l->id))),
         "%.2000s has not the id %s", text, l->id);
    must(failed == (strstr(text, "\"error\":{\"text\"") != NULL), "%.2000s", text);
    return text;
}

// The marble of `tilt` rolls on from one question to the next.
static bool repeats(const mw_fields *q)
{
    const char *ask = mw_field_value(q->fields, q->count, "ask");
    return !ask || strcmp(ask, "tilt");
}

static bool slow(const mw_fields *q)
{
    const char *maze = mw_field_value(q->fields, q->count, "maze"),
               *size = mw_field_value(q->fields, q->count, "size");
    return (maze && fuzz_names_large(maze, 100)) || (size && fuzz_names_large(size, 100));
}

// What the page gets for the same question.
static void check_fields(const mw_ask_line *l, mw_api *api, unsigned *patience, const char *told)
{
    *patience = PATIENCE;
    char *text = mw_api_answer(api, l->fields.fields, l->fields.count, NULL);
    must(text, "out of memory");
    must(!strcmp(text, told), "%.2000s\nas fields %.2000s", told, text);
    free(text);
}

static void check_question(const mw_ask_line *l, mw_api *api, unsigned *patience,
                           const mw_api_host *host)
{
    char *first = answer(api, patience, l);
    if (repeats(&l->fields)) {
        mw_api *fresh = mw_api_open(host);
        must(fresh, "out of memory");
        char *second = answer(api, patience, l), *third = answer(fresh, patience, l);
        must(!strcmp(first, second), "%.2000s\nthen %.2000s", first, second);
        must(!strcmp(first, third), "%.2000s\nelsewhere %.2000s", first, third);
        free(second);
        free(third);
        if (!l->id && !l->cancel && !*l->error.text)
            check_fields(l, fresh, patience, first);
        mw_api_close(fresh);
    }
    free(first);
}

// ---- reading

// The value that our reader read, and the one that another read.
static bool same_value(const mw_fields *q, unsigned i, const json_t *value)
{
    const char *text = q->fields[i].value;
    switch (q->types[i]) {
    case MW_VALUE_TEXT: return json_is_string(value) && !strcmp(text, json_string_value(value));
    case MW_VALUE_NUMBER: {
        double x = strtod(text, NULL), y = json_number_value(value);
        return json_is_number(value) && !(x < y) && !(x > y);
    }
    case MW_VALUE_BOOL:
        return json_is_boolean(value) && !strcmp(text, json_is_true(value) ? "true" : "false");
    default: return json_is_null(value) && !text;
    }
}

static bool is_question(const json_t *o)
{
    const char *name;
    json_t *value;
    bool flat = json_is_object(o) && json_object_size(o) <= MW_FIELDS_MAX;
    json_object_foreach((json_t *)o, name, value) flat =
        flat && !json_is_object(value) && !json_is_array(value);
    return flat;
}

// Our reader reads what another strict reader reads, and the same. Only that one has a largest
// whole number.
static void check_reader(const char *line, size_t length)
{
    mw_fields q;
    mw_error e = FUZZ_ERROR;
    json_error_t where;
    json_t *o = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
    bool ours = mw_fields_read(&q, line, length, &e),
         too_large = !o && json_error_code(&where) == json_error_numeric_overflow;
    must(too_large || ours == is_question(o), "%s, %s: %.*s", ours ? "taken" : e.text, where.text,
         (int)length, line);
    must(ours || (e.line >= 1 && e.column >= 1 && *e.text), "%.*s", (int)length, line);
    for (unsigned i = 0; o && ours && i < q.count; i++)
        must(same_value(&q, i, json_object_get(o, q.fields[i].name)), "%s is %s in %.*s",
             q.fields[i].name, q.fields[i].value, (int)length, line);
    must(!o || !ours || q.count == json_object_size(o), "%.*s", (int)length, line);
    json_decref(o);
    mw_fields_free(&q);
}

// What our writer writes is what a strict reader reads.
static void check_writer(const char *text, const uint8_t *data, size_t size)
{
    mw_writer w = {0};
    double x = 0;
    memcpy(&x, data, size < sizeof x ? size : sizeof x);
    mw_json_open(&w, NULL, '{');
    mw_json_text(&w, "text", text);
    mw_json_number(&w, "number", x);
    mw_json_rounded(&w, "rounded", x, 3);
    mw_json_close(&w, '}');
    char *written = mw_writer_take(&w);
    must(written, "out of memory");
    json_t *o = json_loads(written, 0, NULL), *plain = json_string(text);
    must(o, "no JSON: %s", written);
    const char *read = json_string_value(json_object_get(o, "text"));
    must(read && (!plain || !strcmp(read, text)), "%s becomes %s", text, written);
    json_t *number = json_object_get(o, "number"), *rounded = json_object_get(o, "rounded");
    must(isfinite(x) ? json_number_value(number) == x : json_is_null(number), "%a: %s", x, written);
    must(!isfinite(x) || fabs(x) > 1e12 ||
             fabs(json_number_value(rounded) - x) <= 0.0005 + fabs(x) * 0x1p-51,
         "%a: %s", x, written);
    json_decref(o);
    json_decref(plain);
    free(written);
}

// A copy of exactly its size, so that reading too far is noticed.
static void check_line(const uint8_t *data, size_t length, mw_api *api, unsigned *patience,
                       const mw_api_host *host)
{
    char *line = malloc(length ? length : 1);
    mw_ask_line l;
    memcpy(line, data, length);
    check_reader(line, length);
    mw_ask_line_read(&l, line, length);
    if (!slow(&l.fields))
        check_question(&l, api, patience, host);
    mw_ask_line_free(&l);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    unsigned patience = PATIENCE;
    mw_api_host host = {.event = take_event,
                        .goes_on = goes_on,
                        .context = &patience,
                        .most_states = 3000,
                        .most_bytes = (uint64_t)64 << 20};
    check_writer(text, data, size);
    free(text);
    mw_api *api = mw_api_open(&host);
    must(api, "out of memory");
    for (unsigned asked = 0; size && asked < QUESTIONS_MAX; asked++) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        check_line(data, length, api, &patience, &host);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    mw_api_close(api);
    return 0;
}
