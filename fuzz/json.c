// json.c: questions as the page asks them, a JSON object in each line, and what is written in
// answer. An answer is JSON, and the same question gets the same answer.
#include "fuzz.h"
#include "core/json.h"
#include "api/read_question.h"

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

static char *answer(mw_api *api, unsigned *patience, const mw_fields *q)
{
    *patience = PATIENCE;
    char *text = mw_api_answer(api, q->fields, q->count, NULL);
    must(text, "out of memory");
    fuzz_json(text);
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

static void check_question(const mw_fields *q, mw_api *api, unsigned *patience,
                           const mw_api_host *host)
{
    char *first = answer(api, patience, q);
    if (repeats(q)) {
        mw_api *fresh = mw_api_open(host);
        must(fresh, "out of memory");
        char *second = answer(api, patience, q), *third = answer(fresh, patience, q);
        must(!strcmp(first, second), "%.2000s\nthen %.2000s", first, second);
        must(!strcmp(first, third), "%.2000s\nelsewhere %.2000s", first, third);
        free(second);
        free(third);
        mw_api_close(fresh);
    }
    free(first);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    unsigned patience = PATIENCE, asked = 0;
    mw_api_host host = {.event = take_event,
                        .goes_on = goes_on,
                        .context = &patience,
                        .most_states = 3000,
                        .most_bytes = (uint64_t)64 << 20};
    check_writer(text, data, size);
    mw_api *api = mw_api_open(&host);
    must(api, "out of memory");
    for (char *line = strtok(text, "\n"); line && asked++ < QUESTIONS_MAX;
         line = strtok(NULL, "\n")) {
        mw_fields q;
        mw_error e = FUZZ_ERROR;
        if (!mw_fields_read(&q, line, strlen(line), &e)) {
            fuzz_error(&e);
            continue;
        }
        if (!slow(&q))
            check_question(&q, api, &patience, &host);
        mw_fields_free(&q);
    }
    mw_api_close(api);
    free(text);
    return 0;
}
