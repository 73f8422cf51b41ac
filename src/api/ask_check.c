// ask_check.c: the laws of a maze's kind, tested on it.
#include "api/question.h"

static void say_failure(void *context, const char *sentence)
{
    mw_json_text(context, NULL, sentence);
}

bool mw_api_check(mw_question *q)
{
    mw_limits limits;
    mw_writer failures = {0};
    uint64_t seed = 1;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !mw_field_count(q, "seed", 0, INT64_MAX, &seed) || !mw_api_limits(q, &limits))
        return false;
    mw_verdict v = mw_laws(m, seed, &limits, say_failure, &failures);
    mw_answer_laws(q->out, m, &v, seed, &failures);
    mw_json_text(q->out, "limit", v.limit ? mw_limit_name(v.limit) : NULL);
    return true;
}
