// check.c: the verb `check`: does a kind keep its laws?
#include "api/answer.h"
#include "tool/tool.h"

typedef struct call {
    watch watch;
    records records;
    uint64_t seed;
} call;

static int check_maze(input *in, void *context)
{
    call *c = context;
    bool json = c->records.format != FORMAT_TABLE;
    failures wrong = {.watch = &c->watch, .label = in->label, .json = json};
    watch_restart(&c->watch);
    mw_verdict v = mw_laws(in->maze, c->seed, &c->watch.limits, say_failure, &wrong);
    watch_clear(&c->watch);
    watch_rest(&c->watch);
    if (json) {
        mw_writer w = maze_object(in);
        mw_answer_laws(&w, in->maze, &v, c->seed, &wrong.list);
        record_add(&c->records, &w);
    } else if (!v.failures && !v.limit) {
        printf("%s: ok, %u laws on %llu states\n", in->label, v.laws, (unsigned long long)v.states);
    }
    if (v.limit)
        limit_hit(&c->watch, in->label, v.limit);
    return v.failures ? EXIT_NO : v.limit ? EXIT_LIMIT : EXIT_DONE;
}

int run_check(const settings *s)
{
    call c;
    bool ok = watch_open(&c.watch, s) && option_seed(s, &c.seed) && option_format(s, &c.records);
    int code = ok ? for_each_input(s, check_maze, &c) : EXIT_USAGE;
    if (ok)
        records_end(&c.records);
    return code;
}
