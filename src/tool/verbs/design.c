// design.c: the verb `design`: new mazes by objective. Here its options become a plan.
#include "tool/verbs/design_call.h"
#include "design/objective.h"

#include "parallel/processes.h"
#include "parallel/tasks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    if (!mw_design_names(kind, list_name, &t))
        out_of_memory();
    table_print(&t, 2, stdout);
    printf("\nobjectives by name (made as small as possible):\n");
    t.columns = 3;
    for (const mw_preset *p = kind->design ? kind->design->presets : NULL; p && p->name; p++) {
        table_add(&t, "  %s", p->name);
        table_add(&t, "%s", p->about);
        table_add(&t, "%s", p->objective);
    }
    if (MW_HAS(kind, design, bits)) {
        table_add(&t, "  fitness");
        table_add(&t, "what genetic breeds for: each measure of --fitness in per cent of its "
                      "maximum in the population (other methods: in 100 random mazes)");
        table_add(&t, "--fitness");
    }
    table_print(&t, 3, stdout);
    putchar('\n');
    print_devices();
    printf("\nfunctions: min(a, b)  max(a, b)  if(condition, then, else)  abs(a)  sqrt(a)\n"
           "operators: || && == != <= >= < > + - * / ^ !\n");
    return EXIT_DONE;
}

static bool read_method(design_call *c)
{
    const char *name = c->s->value[O_METHOD];
    c->plan.method = name ? mw_method_find(name) : mw_methods();
    if (c->plan.method)
        return true;
    mw_writer known = {0};
    for (const mw_method *m = mw_methods(); m->name; m++)
        add_word(&known, m->name);
    return complain_unknown(false, name, "the methods are", &known, "unknown method '%s'", name);
}

static bool parse_seed(const char *text, const char *where, uint64_t *seed)
{
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    bool digits = *text >= '0' && *text <= '9';
    return (digits && !*end && !errno && *seed <= INT64_MAX) ||
           complain("'%s' is not a seed; write a whole number below 2^63 after %s", text, where);
}

// The seed stands after '#' (NULL: it does not) or after --seed.
static bool read_seed(design_call *c, const char *text)
{
    const char *given = c->s->value[O_SEED];
    uint64_t *seed = &c->plan.schedule.seed, other;
    *seed = 1;
    if ((text && !parse_seed(text, "'#'", seed)) ||
        (given && !parse_seed(given, "--seed", text ? &other : seed)))
        return false;
    return !text || !given || other == *seed ||
           complain("#%s and --seed %s are two seeds; write one of them", text, given);
}

// KIND and SIZE,OPTIONS#SEED. `params` receives what stands before the '#'.
static bool read_what(design_call *c, char *params, size_t size)
{
    const settings *s = c->s;
    c->kind = s->input_count ? mw_kind_find(s->inputs[0]) : NULL;
    if (!c->kind || !c->kind->design) {
        mw_writer known = {0};
        for (const mw_kind *const *k = mw_kinds(); *k; k++)
            if ((*k)->design)
                add_word(&known, (*k)->name);
        const char *given = s->input_count ? s->inputs[0] : "";
        return complain_unknown(false, given, "the kinds are", &known,
                                "design needs a kind and a size, e.g. 'design %s 5x5#7'%s%s%s",
                                mw_kinds()[0]->name, *given ? ", not '" : "", given,
                                *given ? "'" : "");
    }
    if (s->value[O_LIST] && s->input_count <= 2) // a size does not matter
        return true;
    if (s->input_count == 2 && (size_t)snprintf(params, size, "%s", s->inputs[1]) >= size)
        return complain("the size and its options are too long: %zu bytes of at most %zu",
                        strlen(s->inputs[1]), size - 1);
    if (s->input_count != 2)
        return complain("design needs one kind and one size, e.g. 'design %s 5x5#7'",
                        c->kind->name);
    char *seed = strchr(params, '#');
    c->plan.params = params;
    if (seed)
        *seed++ = '\0';
    return read_seed(c, seed);
}

static bool read_search(design_call *c)
{
    double evaluations, count, hot, cold, rounds, threads, streams, exchange;
    const settings *s = c->s;
    mw_design_plan *p = &c->plan;
    if (!option_number(s, O_EVALUATIONS, 0, (double)MW_EVALUATIONS_MAX, 0, &evaluations) ||
        !option_number(s, O_SECONDS, 1e-3, 1e9, 0, &p->seconds) ||
        !option_number(s, O_NUMBER, 1, 1e6, 0, &count) ||
        !option_number(s, O_THREADS, 1, 1024, 0, &threads) ||
        !option_number(s, O_STREAMS, 1, 1e6, 0, &streams) ||
        !option_number(s, O_EXCHANGE, 1, (double)MW_EVALUATIONS_MAX, 0, &exchange) ||
        !option_number(s, O_HOT, 1e-9, 1e9, 0, &hot) ||
        !option_number(s, O_COLD, 1e-9, 1e9, 0, &cold) ||
        !option_number(s, O_ROUNDS, 1, 1e6, 1, &rounds))
        return false;
    p->schedule.evaluations = (uint64_t)evaluations;
    p->schedule.hot = hot;
    p->schedule.cold = cold;
    p->schedule.rounds = (unsigned)rounds;
    p->count = (unsigned)count;
    p->streams = (unsigned)streams;
    p->exchange = (uint64_t)exchange;
    p->machines = mw_processes();
    c->threads = mw_threads((unsigned)threads);
    if (!s->value[O_EVALUATIONS] || p->schedule.evaluations)
        return true;
    return complain("a budget of 0 evaluations finds nothing");
}

// The place of the option's value in a list such as "roulette|tournament"; -1 with a message.
static int read_choice(const settings *s, option_id id, const char *words)
{
    const char *value = s->value[id];
    int place = 0;
    for (const char *w = words; value; w += strcspn(w, "|") + 1, place++) {
        size_t length = strcspn(w, "|");
        if (strlen(value) == length && !memcmp(w, value, length))
            return place;
        if (!w[length]) {
            complain("--%s %s: write one of %s", options[id].name, value, words);
            return -1;
        }
    }
    return 0;
}

// --fitness moves=2,traps=1.5; the text is cut up.
static bool read_fitness(char *text, mw_term *terms, unsigned *count)
{
    *count = 0;
    for (char *t = strtok(text, ","); t; t = strtok(NULL, ",")) {
        char *value = strchr(t, '='), *end = NULL;
        if (*count == MW_TERMS_MAX)
            return complain("--fitness: at most %d measures", MW_TERMS_MAX);
        terms[*count] = (mw_term){.measure = t, .importance = 1};
        if (value) {
            *value = '\0';
            terms[*count].importance = strtod(value + 1, &end);
        }
        if (value && (end == value + 1 || *end || !(terms[*count].importance > 0)))
            return complain("--fitness %s: write its importance as a number above 0, e.g. %s=2", t,
                            t);
        ++*count;
    }
    return true;
}

// An option that the method has no use for is refused, not forgotten.
static bool options_fit_method(const design_call *c)
{
    static const struct {
        option_id id;
        mw_way way;
        const char *method;
        bool or_fitness; // also of use to other methods with --objective fitness
    } only[] = {
        {O_POPULATION, MW_BY_BREEDING, "genetic", true},
        {O_FITNESS, MW_BY_BREEDING, "genetic", true},
        {O_ELITE, MW_BY_BREEDING, "genetic", false},
        {O_SELECTION, MW_BY_BREEDING, "genetic", false},
        {O_CROSSOVER, MW_BY_BREEDING, "genetic", false},
        {O_MUTATION, MW_BY_BREEDING, "genetic", false},
        {O_FLIPS, MW_BY_BREEDING, "genetic", false},
        {O_DISTINCT, MW_BY_BREEDING, "genetic", false},
        {O_ACROSS, MW_BY_LADDER, "ladder", false},
    };
    const char *objective = c->s->value[O_OBJECTIVE];
    bool fitness = objective && !strcmp(objective, "fitness");
    for (size_t i = 0; i < sizeof only / sizeof *only; i++)
        if (c->s->value[only[i].id] && c->plan.method->way != only[i].way &&
            !(only[i].or_fitness && fitness))
            return complain("--%s is for --method %s; leave it out, or choose that method",
                            options[only[i].id].name, only[i].method);
    return true;
}

static bool read_breeding(design_call *c, char *fitness, size_t size, mw_term *terms)
{
    const settings *s = c->s;
    mw_genetic_plan *g = &c->breeding;
    double population, elite, mutation, flips;
    if (!option_number(s, O_POPULATION, 2, 1e5, 100, &population) ||
        !option_number(s, O_ELITE, 0, 1e5, 2, &elite) ||
        !option_number(s, O_MUTATION, 0, 1, 0.1, &mutation) ||
        !option_number(s, O_FLIPS, 1, 1e4, 5, &flips))
        return false;
    int selection = read_choice(s, O_SELECTION, "roulette|tournament");
    int crossover = read_choice(s, O_CROSSOVER, "one-point|two-point|uniform");
    if (selection < 0 || crossover < 0)
        return false;
    c->plan.breeding = g;
    g->population = (unsigned)population;
    g->elite = elite > 0 ? (unsigned)elite : MW_NO_ELITE;
    g->mutation = mutation > 0 ? mutation : -1;
    g->flips = (unsigned)flips;
    g->selection = (mw_selection)selection;
    g->crossover = (mw_crossover)crossover;
    g->distinct = s->value[O_DISTINCT];
    if (!s->value[O_FITNESS])
        return true;
    if ((size_t)snprintf(fitness, size, "%s", s->value[O_FITNESS]) >= size)
        return complain("--fitness is too long: %zu bytes of at most %zu",
                        strlen(s->value[O_FITNESS]), size - 1);
    g->terms = terms;
    return read_fitness(fitness, terms, &g->term_count);
}

static bool read_across(design_call *c, char *across, size_t size)
{
    const char *value = c->s->value[O_ACROSS];
    if (!value)
        return true;
    bool fits = (size_t)snprintf(across, size, "%s", value) < size;
    char *comma = strchr(across, ',');
    if (!fits || !comma)
        return complain("--across %s: write two measures, e.g. length,dead", value);
    *comma = '\0';
    c->plan.across[0] = across;
    c->plan.across[1] = comma + 1;
    return true;
}

static bool open_catalogue(design_call *c)
{
    mw_error error;
    if (!c->s->value[O_CATALOGUE] || !mw_is_first())
        return true;
    c->catalogue = mw_catalogue_open(c->s->value[O_CATALOGUE], MW_CATALOGUE_WRITE, &error);
    c->code = error_told(c->catalogue, &error);
    return c->catalogue;
}

// The limit is for all threads together.
static bool read_memory(design_call *c)
{
    mw_design_plan *p = &c->plan;
    mw_error error;
    uint64_t all;
    if (!option_bytes(c->s, O_LIMIT_MEMORY, &all))
        return false;
    p->bytes = all;
    if (!mw_design_complete(c->kind, p, c->threads * mw_processes(), &error)) {
        c->code = complain_of(NULL, &error, EXIT_USAGE);
        return false;
    }
    uint64_t tasks = (uint64_t)p->count * p->streams;
    uint64_t working = tasks < c->threads ? tasks : c->threads;
    c->bytes = all && all < working ? 1 : all / working;
    if (!p->device)
        p->bytes = c->bytes;
    return true;
}

static bool read_resume(design_call *c)
{
    c->resume = c->s->value[O_RESUME];
    if (c->resume && !c->s->value[O_CATALOGUE])
        complain("--resume goes on with what is in a catalogue; name it with --catalogue");
    else if (c->resume && c->plan.method->way != MW_BY_SEARCH)
        complain("%s cannot be resumed; leave --resume out", c->plan.method->name);
    else
        return true;
    return false;
}

int run_design(const settings *s)
{
    design_call c = {.s = s,
                     .progress = progress_wanted(s),
                     .sharing = PTHREAD_MUTEX_INITIALIZER,
                     .storing = PTHREAD_MUTEX_INITIALIZER,
                     .showing = PTHREAD_MUTEX_INITIALIZER,
                     .mutex = PTHREAD_MUTEX_INITIALIZER,
                     .out.writing = PTHREAD_MUTEX_INITIALIZER};
    char params[200], require[CONDITIONS_LENGTH], fitness[1000], across[200];
    const char *constraints[CONDITIONS_MAX + 1];
    mw_term terms[MW_TERMS_MAX];
    if (!read_what(&c, params, sizeof params))
        return EXIT_USAGE;
    if (s->value[O_LIST] && s->value[O_JSON])
        return complain_with(EXIT_USAGE,
                             "--list has no JSON; 'help measures %s --json' and 'help "
                             "objectives %s --json' have it",
                             c.kind->name, c.kind->name);
    if (s->value[O_LIST])
        return list(c.kind);
    if (!read_method(&c) || !options_fit_method(&c) || !read_search(&c) || !read_resume(&c))
        return EXIT_USAGE;
    if (s->value[O_REQUIRE]) {
        if (!option_conditions(s, O_REQUIRE, require, constraints))
            return EXIT_USAGE;
        c.plan.require = constraints;
        c.plan.different = true;
    }
    c.plan.objective = s->value[O_OBJECTIVE];
    if (!read_breeding(&c, fitness, sizeof fitness, terms) ||
        !read_across(&c, across, sizeof across) || !find_device(&c) || !read_memory(&c))
        return c.code ? c.code : EXIT_USAGE;
    c.code = design_output_open(&c);
    if (c.code == EXIT_DONE && open_catalogue(&c)) {
        c.code = design_mazes(&c);
        c.code = worse(c.code, design_output_close(&c));
    }
    mw_catalogue_close(c.catalogue);
    return interrupted() ? worse(c.code, EXIT_LIMIT) : c.code;
}
