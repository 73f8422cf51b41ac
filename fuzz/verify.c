// verify.c: answers to mazes, a JSON object in each line. Every line gets one line of JSON,
// whatever is in it. As moves, each line is read in the same way as everywhere else if it can be;
// what else is read are moves of the kind, or there is a reason.
#include "verb.h"

#include "mazewright/verify.h"

#include <stdlib.h>
#include <string.h>

static void check_reading(const mw_kind *kind, const char *text)
{
    uint16_t *strict = NULL, *actions = NULL;
    size_t count, kinds = 0;
    mw_error e = FUZZ_ERROR, ignored;
    long plain = mw_moves_parse(kind, text, &strict, &ignored);
    bool read = mw_moves_read(kind, text, strlen(text), false, &actions, &count, &e);
    while (kind->rules->actions[kinds].word)
        kinds++;
    must(read || *e.text, "refused without a word: %s", text);
    must(actions || !count, "moves from nowhere");
    for (size_t i = 0; i < count; i++)
        must(actions[i] < kinds, "no such action");
    must(plain < 0 || (read && (size_t)plain == count &&
                       (!count || !memcmp(strict, actions, count * sizeof *actions))),
         "%s is read in two ways", text);
    free(actions);
    must(mw_moves_read(kind, text, strlen(text), true, &actions, &count, &e) == (plain >= 0),
         "strictly: %s", text);
    free(actions);
    free(strict);
}

static size_t lines_of(const char *text)
{
    size_t n = 0;
    for (const char *at = text; *at; at++)
        n += *at == '\n' || !at[1];
    return n;
}

// What is said of the answers is the same each time.
static void check_lines(const char *text, bool strict)
{
    const char *arguments[] = {"mazewright", "verify", "--quiet", strict ? "--strict" : NULL};
    fuzz_call once = fuzz_run(strict ? 4 : 3, arguments, text, NULL);
    fuzz_call again = fuzz_run(strict ? 4 : 3, arguments, text, NULL);
    must(once.code <= EXIT_INPUT, "exit code %d: %s", once.code, once.complained);
    must(lines_of(once.said) == lines_of(*text ? text : "\n"), "%zu lines, but %zu answers: %s",
         lines_of(text), lines_of(once.said), once.said);
    must(!strcmp(once.said, again.said), "%.2000s\nthen %.2000s", once.said, again.said);
    fuzz_json_lines(once.said);
    fuzz_call_free(&once);
    fuzz_call_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    if (!fuzz_names_large(text, 100))
        check_lines(text, size % 4 == 0);
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        check_reading(*k, text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        for (const mw_kind *const *k = mw_kinds(); *k; k++)
            check_reading(*k, line);
    free(text);
    return 0;
}
