// grade_json.c: see grade_json.h.
#include "experiment/grade/grade_json.h"

#include "core/json.h"

#include <stdlib.h>

static const char *text_of(const mw_writer *w)
{
    return w->text ? w->text : "";
}

static void write_test(const mw_rubric_test *t, const mw_mark *mark, mw_writer *w)
{
    mw_writer output = {0};
    mw_write(&output, "%s", text_of(&mark->feedback));
    if (mark->passed < mark->all)
        mw_write(&output, "passed in %llu of %llu cases", (unsigned long long)mark->passed,
                 (unsigned long long)mark->all);
    mw_json_open(w, NULL, '{');
    mw_json_members(w, "name=%s score=%g max_score=%g status=%s output=%s visibility=%s", t->name,
                    mark->points, t->points, mark->passed == mark->all ? "passed" : "failed",
                    text_of(&output), t->visibility);
    mw_json_close(w, '}');
    w->failed |= output.failed;
    free(output.text);
}

void mw_grade_tests(const mw_rubric *u, const mw_grade *grade, mw_writer *w)
{
    mw_json_open(w, "tests", '[');
    for (unsigned t = 0; t < u->test_count; t++)
        write_test(&u->tests[t], &grade->marks[t], w);
    mw_json_close(w, ']');
}

void mw_grade_gradescope(const mw_rubric *u, const mw_grade *grade, bool times, mw_writer *w)
{
    mw_json_open(w, NULL, '{');
    mw_json_number(w, "score", grade->points);
    if (times)
        mw_json_rounded(w, "execution_time", grade->seconds, 3);
    mw_json_text(w, "output", text_of(&grade->remark));
    mw_json_text(w, "visibility", "visible");
    mw_grade_tests(u, grade, w);
    mw_json_close(w, '}');
    mw_write_char(w, '\n');
}
