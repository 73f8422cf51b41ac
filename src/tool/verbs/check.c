// check.c: the verb `check`: does a kind keep its laws?
#include "tool/tool.h"

typedef struct job {
    watch watch;
    uint64_t seed;
} job;

static int check_maze(input *in, void *context)
{
    job *j = context;
    bool json = j->watch.s->value[O_JSON];
    failures wrong = {.watch = &j->watch, .label = in->label, .json = json};
    watch_restart(&j->watch);
    mw_verdict v = mw_laws(in->maze, j->seed, &j->watch.limits, say_failure, &wrong);
    watch_clear(&j->watch);
    if (json) {
        mw_writer w = object_begin();
        mw_json_members(&w, "file=%s kind=%s laws=%u states=%ju seed=%ju", in->label,
                        in->maze->kind->name, v.laws, v.states, j->seed);
        failures_json(&w, &wrong);
        print_object(&w, stdout);
    } else if (!v.failures && !v.limit) {
        printf("%s: ok, %u laws on %llu states\n", in->label, v.laws, (unsigned long long)v.states);
    }
    if (v.limit)
        limit_hit(&j->watch, in->label, v.limit);
    return v.failures ? EXIT_NO : v.limit ? EXIT_LIMIT : EXIT_DONE;
}

int run_check(const settings *s)
{
    job j;
    bool ok = watch_open(&j.watch, s) && option_seed(s, &j.seed);
    return ok ? for_each_input(s, check_maze, &j) : EXIT_USAGE;
}
