// check.c: the verb `check`: does a kind keep its laws?
#include "tool/tool.h"

typedef struct call {
    watch watch;
    uint64_t seed;
} call;

static int check_maze(input *in, void *context)
{
    call *c = context;
    bool json = c->watch.s->value[O_JSON];
    failures wrong = {.watch = &c->watch, .label = in->label, .json = json};
    watch_restart(&c->watch);
    mw_verdict v = mw_laws(in->maze, c->seed, &c->watch.limits, say_failure, &wrong);
    watch_clear(&c->watch);
    watch_rest(&c->watch);
    if (json) {
        mw_writer w = object_begin();
        mw_json_members(&w, "file=%s kind=%s laws=%u states=%ju seed=%ju", in->label,
                        in->maze->kind->name, v.laws, v.states, c->seed);
        failures_json(&w, &wrong);
        print_object(&w, stdout);
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
    bool ok = watch_open(&c.watch, s) && option_seed(s, &c.seed);
    return ok ? for_each_input(s, check_maze, &c) : EXIT_USAGE;
}
