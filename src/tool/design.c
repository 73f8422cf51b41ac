// design.c: the verb `design`: new mazes by objective.
#include "catalogue/catalogue.h"
#include "mazewright/design.h"
#include "mazewright/genetic.h"
#include "tool/tool.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIRST_ROUND 20000 // evaluations
#define POPULATION  100
#define PAPER       1760 // generations, as Nihalani et al. bred

static const struct {
    const char *name;
    mw_cooling method;
} methods[] = {
    {"anneal", MW_ANNEAL},     {"adaptive", MW_ADAPTIVE}, {"descent", MW_DESCENT},
    {"restarts", MW_RESTARTS}, {"uphill", MW_UPHILL},
};

typedef struct job {
    const settings *s;
    const mw_kind *kind;
    mw_design_plan plan;
    const char *method;
    const char *objective; // as shown
    double seconds, started, shown;
    double best;
    mw_catalogue *catalogue; // NULL: nothing is kept
    bool progress, out_of_time;
    bool exact, genetic, proven;
    unsigned generations; // 0: as many as the paper
    table table;
} job;

// ---- progress

static bool watch_design(void *context, const mw_maze *m, double energy, uint64_t evaluations)
{
    job *j = context;
    double t = now();
    if (m && energy < j->best)
        j->best = energy;
    if (j->progress && t - j->started > 0.5 && t - j->shown > 0.25) {
        char done[40], rate[40];
        double part = j->seconds > 0 ? (t - j->started) / j->seconds
                                     : (double)evaluations / (double)j->plan.schedule.evaluations;
        j->shown = t;
        fprintf(stderr, "\r\033[Kbest energy %g, %s evaluations, %s/s, %.0f s left", j->best,
                thousands((double)evaluations, done),
                thousands(floor((double)evaluations / (t - j->started)), rate),
                (t - j->started) * (1 / part - 1));
        fflush(stderr);
    }
    j->out_of_time = j->seconds > 0 && t - j->started > j->seconds;
    return !j->out_of_time && !interrupted();
}

// ---- results

static json_t *features(const mw_analysis *a)
{
    json_t *o = json_object();
    for (unsigned i = 0; i < a->count; i++) {
        double x = a->values[i].value;
        json_object_set_new(o, a->values[i].name,
                            isnan(x)        ? json_null()
                            : x == floor(x) ? json_integer((json_int_t)x)
                                            : json_real(x));
    }
    return o;
}

static void report(job *j, const mw_designed *d, const mw_analysis *a, double seconds)
{
    char *id = mw_maze_print(d->maze, "id"), *text = mw_maze_print(d->maze, "own");
    if (j->s->value[O_JSON]) {
        json_t *o =
            json_pack("{s:s?, s:s?, s:o, s:s, s:f, s:s, s:I, s:f, s:I, s:b}", "id", id, "maze",
                      text, "features", features(a), "objective", j->objective, "energy", d->energy,
                      "method", j->method, "evaluations", (json_int_t)d->evaluations, "seconds",
                      seconds, "seed", (json_int_t)j->plan.schedule.seed, "proven", j->proven);
        json_dumpf(o, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
        putchar('\n');
        json_decref(o);
    } else {
        char n[40];
        printf("%s# energy %g, length %g, seed %llu, %s evaluations, %.2f s\n# %s\n",
               text ? text : "", d->energy, a->values[0].value,
               (unsigned long long)j->plan.schedule.seed, thousands((double)d->evaluations, n),
               seconds, id ? id : "");
    }
    fflush(stdout);
    free(id);
    free(text);
}

static int keep(job *j, const mw_designed *d, const mw_analysis *a)
{
    char date[32];
    mw_error error;
    time_t t = time(NULL);
    struct tm utc;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
    mw_provenance from = {.energy = d->energy,
                          .objective = j->objective,
                          .method = j->method,
                          .seeded = !j->exact,
                          .seed = j->plan.schedule.seed,
                          .evaluations = d->evaluations,
                          .created = date,
                          .proven = j->proven};
    mw_catalogue_status s = mw_catalogue_put(j->catalogue, d->maze, a, &from, NULL, &error);
    if (s == MW_CATALOGUE_FINE)
        return EXIT_DONE;
    complain("%s", error.text);
    return s == MW_CATALOGUE_SYSTEM ? EXIT_BROKEN : EXIT_INPUT;
}

// Measures, prints and keeps a maze, and frees it.
static int show(job *j, const mw_designed *d, double seconds)
{
    mw_graph *g = mw_graph_build(d->maze, true, NULL, NULL);
    mw_analysis a = {0};
    int code = EXIT_BROKEN;
    if (g && mw_analyse(g, &a)) {
        report(j, d, &a, seconds);
        code = interrupted() ? EXIT_LIMIT : EXIT_DONE;
        if (j->catalogue)
            code = worse(code, keep(j, d, &a));
    } else {
        complain("out of memory");
    }
    mw_analysis_free(&a);
    mw_graph_free(g);
    mw_maze_free(d->maze);
    return code;
}

// With a budget in seconds: one search after another, each twice as long as the last, so that there
// is always one that had time to cool down; the best is kept.
static bool search(job *j, mw_designed *best, mw_error *error)
{
    if (j->s->value[O_EVALUATIONS] || j->seconds <= 0)
        return mw_design_maze(j->kind, &j->plan, best, error);
    mw_design_plan plan = j->plan;
    uint64_t total = 0;
    *best = (mw_designed){0};
    for (plan.schedule.evaluations = FIRST_ROUND; !j->out_of_time && !interrupted();
         plan.schedule.evaluations *= 2) {
        mw_designed d;
        if (!mw_design_maze(j->kind, &plan, &d, error))
            return false;
        total += d.evaluations;
        plan.schedule.seed = plan.schedule.seed * 0x9e3779b97f4a7c15u + 1;
        bool better = d.maze && (!best->maze || d.energy < best->energy);
        mw_maze_free(better ? best->maze : d.maze);
        if (better)
            *best = d;
        best->evaluations = total;
    }
    return true;
}

// ---- the proven longest

static bool watch_exact(void *context, const mw_maze *m, uint32_t length, uint64_t nodes)
{
    return watch_design(context, m, -(double)length, nodes);
}

static bool same_without_blanks(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t");
        b += strspn(b, " \t");
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

static bool read_conditions(const job *j, mw_exact *e)
{
    for (const char *const *c = j->plan.require; c && *c; c++) {
        bool reach = same_without_blanks(*c, "unreaching == 0");
        bool unique = same_without_blanks(*c, "solutions == 1");
        e->all_reach |= reach;
        e->unique |= unique;
        if (!reach && !unique) {
            complain(
                "exact knows the constraints 'unreaching == 0' and 'solutions == 1' only, not '%s'",
                *c);
            return false;
        }
    }
    return true;
}

static int design_exact(job *j)
{
    mw_error error;
    char id[300];
    mw_exact e = {.watch = watch_exact, .context = j};
    if (!j->kind->design->exact) {
        complain("%s has no exact search; use anneal", j->kind->name);
        return EXIT_USAGE;
    }
    if (j->plan.objective && strcmp(j->plan.objective, "longest")) {
        complain("exact looks for the longest maze; leave --objective out");
        return EXIT_USAGE;
    }
    if (!read_conditions(j, &e))
        return EXIT_USAGE;
    snprintf(id, sizeof id, "%s:%s#1", j->kind->name, j->plan.params);
    mw_maze *m = mw_maze_from_id(id, &error);
    if (!m) {
        complain("%s", error.text);
        return EXIT_USAGE;
    }
    j->started = now();
    j->best = INFINITY;
    j->objective = "longest";
    if (!j->kind->design->exact(m, &e)) {
        complain("exact search is not for %s mazes of this size or with these options",
                 j->kind->name);
        mw_maze_free(m);
        return EXIT_USAGE;
    }
    j->proven = e.proven;
    if (j->shown > 0)
        fputs("\r\033[K", stderr);
    if (!e.length) {
        complain(e.proven ? "there is no such maze: proven" : "stopped before a maze was found");
        mw_maze_free(m);
        return e.proven ? EXIT_NO : EXIT_LIMIT;
    }
    if (!j->s->value[O_JSON])
        printf(e.proven ? "# proven: no longer one exists\n"
                        : "# not proven: no maze is longer than %u\n",
               e.bound);
    mw_designed d = {.maze = m, .energy = -(double)e.length, .evaluations = e.nodes};
    int code = show(j, &d, now() - j->started);
    return e.proven ? code : worse(code, EXIT_LIMIT);
}

// ---- breeding

static bool watch_generation(void *context, const mw_generation *g)
{
    job *j = context;
    j->plan.schedule.evaluations = (uint64_t)POPULATION * (j->generations ? j->generations : PAPER);
    return watch_design(j, g->mazes[0].maze, -g->mazes[0].fitness,
                        (uint64_t)POPULATION * g->number);
}

static int design_by_breeding(job *j)
{
    mw_bred bred;
    mw_error error;
    if (j->plan.objective || j->plan.require) {
        complain(
            "genetic has a fitness of its own, relative to the population; leave --objective and "
            "--require out");
        return EXIT_USAGE;
    }
    uint64_t generations =
        j->s->value[O_EVALUATIONS] ? j->plan.schedule.evaluations / POPULATION : 0;
    j->generations = (unsigned)(generations < 1000000 ? generations : 1000000);
    mw_genetic_plan plan = {.params = j->plan.params,
                            .seed = j->plan.schedule.seed,
                            .generations = j->generations,
                            .watch = watch_generation,
                            .context = j};
    j->started = now();
    j->shown = 0;
    j->best = INFINITY;
    j->objective = "fitness";
    if (!mw_genetic(j->kind, &plan, &bred, &error)) {
        complain("%s", error.text);
        return EXIT_USAGE;
    }
    if (j->shown > 0)
        fputs("\r\033[K", stderr);
    mw_maze_free(bred.best);
    if (!bred.fittest) {
        complain("nothing solvable was bred from seed %llu; try another one",
                 (unsigned long long)plan.seed);
        return EXIT_NO;
    }
    mw_designed d = {
        .maze = bred.fittest, .energy = -bred.fitness, .evaluations = bred.evaluations};
    return show(j, &d, now() - j->started);
}

static int design_one(job *j)
{
    if (j->genetic)
        return design_by_breeding(j);
    mw_designed d;
    mw_error error;
    j->started = now();
    j->shown = 0;
    j->best = INFINITY;
    j->out_of_time = false;
    if (!search(j, &d, &error)) {
        complain("%s", error.text);
        return EXIT_USAGE;
    }
    double seconds = now() - j->started;
    if (j->shown > 0)
        fputs("\r\033[K", stderr);
    if (!d.maze) {
        complain("nothing solvable found that satisfies the constraints, in %llu evaluations from "
                 "seed %llu; "
                 "try more evaluations or another seed",
                 (unsigned long long)d.evaluations, (unsigned long long)j->plan.schedule.seed);
        return EXIT_NO;
    }
    return show(j, &d, seconds);
}

// ---- options

static void list_name(void *context, const char *name, const char *about)
{
    table_add(context, "  %s", name);
    table_add(context, "%s", about);
}

static int list(const mw_kind *kind)
{
    table t = {.columns = 2};
    printf("measures of %s mazes, for --objective and --require:\n", kind->name);
    mw_design_names(kind, list_name, &t);
    table_print(&t, 2, stdout);
    printf("\nobjectives by name (made as small as possible):\n");
    t.columns = 3;
    for (const mw_preset *p = kind->design ? kind->design->presets : NULL; p && p->name; p++) {
        table_add(&t, "  %s", p->name);
        table_add(&t, "%s", p->about);
        table_add(&t, "%s", p->objective);
    }
    table_print(&t, 3, stdout);
    printf("\nfunctions: min(a, b)  max(a, b)  if(condition, then, else)  abs(a)  sqrt(a)\n"
           "operators: || && == != <= >= < > + - * / ^ !\n");
    return EXIT_DONE;
}

static bool read_method(job *j)
{
    const char *name = j->s->value[O_METHOD] ? j->s->value[O_METHOD] : "anneal";
    j->exact = !strcmp(name, "exact");
    j->genetic = !strcmp(name, "genetic");
    if (j->exact || j->genetic) {
        j->method = j->exact ? "exact" : "genetic";
        return true;
    }
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name)) {
            j->plan.schedule.method = methods[i].method;
            j->method = methods[i].name;
            return true;
        }
    fprintf(stderr, "mazewright: unknown method '%s'; the methods are", name);
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++)
        fprintf(stderr, " %s", methods[i].name);
    fputs(" genetic exact\n", stderr);
    return false;
}

// KIND and SIZE,OPTIONS#SEED. `params` receives what stands before the '#'.
static bool read_what(job *j, char *params, size_t size)
{
    const settings *s = j->s;
    j->kind = s->input_count ? mw_kind_find(s->inputs[0]) : NULL;
    if (!j->kind || !j->kind->design) {
        fprintf(stderr,
                "mazewright: design needs a kind and a size, e.g. 'design %s 5x5#7'; kinds:",
                mw_kinds()[0]->name);
        for (const mw_kind *const *k = mw_kinds(); *k; k++)
            if ((*k)->design)
                fprintf(stderr, " %s", (*k)->name);
        fputc('\n', stderr);
        return false;
    }
    if (s->value[O_LIST])
        return true;
    if (s->input_count != 2 || strlen(s->inputs[1]) >= size) {
        complain("design needs one kind and one size, e.g. 'design %s 5x5#7'", j->kind->name);
        return false;
    }
    strcpy(params, s->inputs[1]);
    char *seed = strchr(params, '#'), *end = NULL;
    j->plan.params = params;
    j->plan.schedule.seed = 1;
    if (seed) {
        *seed++ = '\0';
        errno = 0;
        j->plan.schedule.seed = strtoull(seed, &end, 10);
        if (end == seed || *end || *seed == '-' || errno || j->plan.schedule.seed > INT64_MAX) {
            complain("'%s' is not a seed; write a whole number below 2^63 after '#'", seed);
            return false;
        }
    }
    return true;
}

static bool read_budget(job *j, unsigned *count)
{
    double evaluations, number, hot, cold, rounds;
    const settings *s = j->s;
    if (!option_number(s, O_EVALUATIONS, 0, 1e15, 0, &evaluations) ||
        !option_number(s, O_SECONDS, 0, 1e9, 0, &j->seconds) ||
        !option_number(s, O_NUMBER, 1, 1e6, 1, &number) ||
        !option_number(s, O_HOT, 1e-9, 1e9, 0, &hot) ||
        !option_number(s, O_COLD, 1e-9, 1e9, 0, &cold) ||
        !option_number(s, O_ROUNDS, 1, 1e6, 1, &rounds))
        return false;
    if (!s->value[O_EVALUATIONS])
        evaluations = j->seconds > 0 ? 1e15 : 1e5;
    j->plan.schedule.evaluations = (uint64_t)evaluations;
    j->plan.schedule.hot = hot;
    j->plan.schedule.cold = cold;
    j->plan.schedule.rounds = (unsigned)rounds;
    *count = (unsigned)number;
    return true;
}

int run_design(const settings *s)
{
    job j = {.s = s, .progress = progress_wanted(s)};
    char params[200], require[1000];
    const char *constraints[9] = {0};
    unsigned count;
    if (!read_what(&j, params, sizeof params))
        return EXIT_USAGE;
    if (s->value[O_LIST])
        return list(j.kind);
    if (!read_method(&j) || !read_budget(&j, &count))
        return EXIT_USAGE;
    if (s->value[O_REQUIRE]) {
        unsigned n = 0;
        snprintf(require, sizeof require, "%s", s->value[O_REQUIRE]);
        for (char *c = strtok(require, ";"); c && n < 8; c = strtok(NULL, ";"))
            constraints[n++] = c;
        j.plan.require = constraints;
    }
    j.plan.objective = s->value[O_OBJECTIVE];
    j.objective = j.plan.objective ? j.plan.objective : j.kind->design->presets[0].name;
    j.plan.watch = watch_design;
    j.plan.context = &j;
    if (s->value[O_CATALOGUE]) {
        mw_error error;
        mw_catalogue_status opened =
            mw_catalogue_open(&j.catalogue, s->value[O_CATALOGUE], MW_CATALOGUE_WRITE, &error);
        if (opened != MW_CATALOGUE_FINE) {
            complain("%s", error.text);
            return opened == MW_CATALOGUE_SYSTEM ? EXIT_BROKEN : EXIT_INPUT;
        }
    }
    int code = EXIT_DONE;
    if (j.exact) {
        code = design_exact(&j);
        count = 0;
    }
    for (unsigned i = 0; i < count && !interrupted() && code != EXIT_USAGE; i++) {
        code = worse(code, design_one(&j));
        j.plan.schedule.seed++;
    }
    mw_catalogue_close(j.catalogue);
    return code;
}
