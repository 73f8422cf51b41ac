// page_support.h: asking questions of the page, and reading their answers.
#ifndef MW_PAGE_SUPPORT_H
#define MW_PAGE_SUPPORT_H

#include "support.h"

#include "api/api.h"

#define FIELDS_MAX 16

// Question and answer in C: names and values, ended by NULL. The caller gives up the answer.
static inline json_t *ask(mw_api *p, ...)
{
    mw_field fields[FIELDS_MAX];
    unsigned n = 0;
    va_list list;
    va_start(list, p);
    for (const char *name; (name = va_arg(list, const char *)); n++)
        fields[n] = (mw_field){name, va_arg(list, const char *)};
    va_end(list);
    char *text = mw_api_answer(p, fields, n, NULL);
    assert_non_null(text);
    json_error_t wrong;
    json_t *answer = json_loads(text, JSON_REJECT_DUPLICATES, &wrong);
    if (!answer)
        fail_msg("no JSON: %s in %s", wrong.text, text);
    free(text);
    return answer;
}
#define ASK(page, ...) ask(page, "ask", __VA_ARGS__, (char *)NULL)

static inline int open_page(void **state)
{
    *state = mw_api_open(NULL);
    return !*state;
}

static inline int close_page(void **state)
{
    mw_api_close(*state);
    return 0;
}

#define PAGE_TEST(name) TEST_WITH(name, open_page, close_page)

#endif
