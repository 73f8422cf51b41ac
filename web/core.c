// core.c: the C core as a WebAssembly module. The host asks with `answer` and hears news through
// `tell`; texts are UTF-8 in the module's memory.
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX   64
#define EXPORT(name) __attribute__((export_name(#name)))

__attribute__((import_module("host"), import_name("tell"))) void host_tell(const char *json,
                                                                           size_t length);
void *core_room(size_t bytes);
void core_release(void *text);
char *core_answer(const char *question, size_t length);

static void tell(void *context, const char *json)
{
    (void)context;
    host_tell(json, strlen(json));
}

// Memory for a question, and of what has been given to the host.
EXPORT(room) void *core_room(size_t bytes)
{
    return malloc(bytes);
}

EXPORT(release) void core_release(void *text)
{
    free(text);
}

// The question is a list of names and values, each ended by '\0'. The answer ends with '\0', and
// the host releases it; NULL: out of memory.
EXPORT(answer) char *core_answer(const char *question, size_t length)
{
    static mw_api *api;
    mw_field fields[FIELDS_MAX];
    unsigned count = 0;
    const char *at = question, *end = question + length;
    while (at < end) {
        if (count == FIELDS_MAX) // no question has so many; none is dropped
            return mw_api_error(&(mw_error){.text = "a question has at most 64 fields"});
        fields[count].name = at;
        at += strlen(at) + 1;
        if (at >= end)
            return mw_api_error(&(mw_error){.text = "the last field has no value"});
        fields[count++].value = at;
        at += strlen(at) + 1;
    }
    if (!api)
        api = mw_api_open(&(mw_api_host){.event = tell});
    return api ? mw_api_answer(api, fields, count, NULL) : NULL;
}
