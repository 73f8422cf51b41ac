// catalogue.c: the verb `catalogue`: list, show, export, import and verify stored mazes. What is
// imported is measured afresh: of a line of JSON only the maze and where it came from are believed.
#include "catalogue/catalogue.h"
#include "tool/tool.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define INPUT_MAX   ((size_t)64 << 20)
#define REFUSED_MAX 100 // mazes of an import whose faults are told one by one

typedef struct job {
    const settings *s;
    const mw_kind *kind; // --kind, or NULL
    mw_catalogue *catalogue;
    mw_filter filter;
    char require_text[CONDITIONS_LENGTH];
    const char *require[CONDITIONS_MAX + 1];
    mw_limits limits;
    watch watch;
    table table;
    char today[32];
    unsigned put[4]; // by mw_put
    unsigned refused;
    int code;
} job;

// The exit code that an answer of the catalogue means, with the message printed.
static int told(mw_catalogue_status status, const mw_error *error)
{
    static const int codes[] = {[MW_CATALOGUE_FINE] = EXIT_DONE,
                                [MW_CATALOGUE_REQUEST] = EXIT_USAGE,
                                [MW_CATALOGUE_FILE] = EXIT_INPUT,
                                [MW_CATALOGUE_SYSTEM] = EXIT_BROKEN};
    if (status)
        complain("%s", error->text);
    return codes[status];
}

// ---- printing

static json_t *number(double x)
{
    return !isfinite(x)                        ? json_null()
           : x == floor(x) && fabs(x) < 0x1p53 ? json_integer((json_int_t)x)
                                               : json_real(x);
}

static json_t *text(const char *t)
{
    return t ? json_string(t) : json_null();
}

// In the shape of `design --json`, with more about where it came from.
static bool print_json(const mw_entry *e)
{
    mw_error error;
    mw_maze *m = mw_maze_from_id(e->id, &error);
    char *own = m ? mw_maze_print(m, "own") : NULL;
    const mw_provenance *p = &e->from;
    if (m ? !own : mw_out_of_memory(&error))
        out_of_memory();
    json_t *features = json_object();
    for (unsigned i = 0; i < e->count; i++)
        json_object_set_new(features, e->values[i].name, number(e->values[i].value));
    json_t *o = json_pack(
        "{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:b, s:s, s:i, s:i, s:s, s:s, s:I, s:s}",
        "number", (json_int_t)e->number, "id", e->id, "maze", text(own), "features", features,
        "objective", text(p->objective), "energy", number(p->energy), "method", text(p->method),
        "evaluations", (json_int_t)p->evaluations, "seed",
        p->seeded ? json_integer((json_int_t)p->seed) : json_null(), "proven", p->proven, "kind",
        e->kind, "width", (int)e->w, "height", (int)e->h, "canonical", e->canonical, "version",
        p->version, "generator", (json_int_t)p->generator, "created", p->created);
    if (o) {
        json_dumpf(o, stdout, JSON_COMPACT | JSON_REAL_PRECISION(17));
        putchar('\n');
    } else {
        complain("number %lld cannot be written as JSON; run 'catalogue verify'",
                 (long long)e->number);
    }
    json_decref(o);
    free(own);
    mw_maze_free(m);
    return o;
}

static const char *size_text(const mw_entry *e, char buffer[40])
{
    snprintf(buffer, 40, e->d > 1 ? "%ux%ux%u" : "%ux%u", e->w, e->h, e->d);
    return buffer;
}

static void add_row(table *t, const mw_entry *e)
{
    static const char *const heads[] = {"number",     "kind",   "size",   "length",
                                        "difficulty", "energy", "method", "seed"};
    const unsigned columns = sizeof heads / sizeof *heads;
    char n[40];
    t->columns = columns;
    for (unsigned i = 0; i < columns && t->count < columns; i++)
        table_add(t, "%s", heads[i]);
    table_add(t, "%lld", (long long)e->number);
    table_add(t, "%s", e->kind);
    table_add(t, "%s", size_text(e, n));
    table_add(t, "%s", thousands(mw_entry_value(e, "length"), n));
    table_add(t, "%s", thousands(mw_entry_value(e, "difficulty"), n));
    table_add(t, isnan(e->from.energy) ? "-" : "%g", e->from.energy);
    table_add(t, "%s%s", e->from.method ? e->from.method : "-", e->from.proven ? ", proven" : "");
    table_add(t, e->from.seeded ? "%llu" : "-", (unsigned long long)e->from.seed);
}

static bool list_entry(void *context, const mw_entry *e)
{
    job *j = context;
    if (!j->s->value[O_JSON])
        add_row(&j->table, e);
    else if (!print_json(e))
        j->code = worse(j->code, EXIT_INPUT);
    return !interrupted();
}

static int list(job *j)
{
    mw_error error;
    int code = told(mw_catalogue_each(j->catalogue, &j->filter, list_entry, j, &error), &error);
    if (j->table.count)
        table_print(&j->table, 0, stdout);
    return worse(code, j->code);
}

// What a measure means, from the tables of the program; "" for one that it no longer has.
static const char *about(const mw_kind *kind, const char *name)
{
    for (const mw_value *v = mw_measures(); v->name; v++)
        if (!strcmp(v->name, name))
            return v->about;
    for (const mw_measure *m = kind ? kind->measures : NULL; m && m->name; m++)
        if (!strcmp(m->name, name))
            return m->about;
    return "";
}

static int show_entry(const mw_entry *e)
{
    mw_error error;
    char n[40];
    const mw_provenance *p = &e->from;
    mw_maze *m = mw_maze_from_id(e->id, &error);
    char *own = m ? mw_maze_print(m, "own") : NULL;
    if (!own) {
        complain("number %lld: the id does not read: %s", (long long)e->number,
                 m ? "out of memory" : error.text);
        mw_maze_free(m);
        return EXIT_INPUT;
    }
    printf("%s# number %lld, %s %s, %s\n# stored %s by mazewright %s, generator %u\n", own,
           (long long)e->number, e->kind, size_text(e, n), e->id, p->created, p->version,
           p->generator);
    if (p->method)
        printf("# method %s, objective %s, %s evaluations%s\n", p->method,
               p->objective ? p->objective : "-", thousands((double)p->evaluations, n),
               p->proven ? ", proven" : "");
    if (!isnan(p->energy))
        printf("# energy %g\n", p->energy);
    if (p->seeded)
        printf("# seed %llu\n", (unsigned long long)p->seed);
    table t = {.columns = 3};
    for (unsigned i = 0; i < e->count; i++) {
        table_add(&t, "  %s", e->values[i].name);
        table_add(&t, "%s", thousands(e->values[i].value, n));
        table_add(&t, "%s", about(m->kind, e->values[i].name));
    }
    table_print(&t, 3, stdout);
    free(own);
    mw_maze_free(m);
    return EXIT_DONE;
}

static int show(job *j)
{
    int code = EXIT_DONE;
    for (int i = 2; i < j->s->input_count && !interrupted(); i++) {
        mw_entry e;
        mw_error error;
        mw_catalogue_status status = mw_catalogue_get(j->catalogue, j->s->inputs[i], &e, &error);
        int one = told(status, &error);
        if (status == MW_CATALOGUE_REQUEST) // a number or id that is not there is bad input
            one = EXIT_INPUT;
        if (one == EXIT_DONE)
            one = !j->s->value[O_JSON] ? show_entry(&e) : print_json(&e) ? EXIT_DONE : EXIT_INPUT;
        if (!status)
            mw_entry_free(&e);
        code = worse(code, one);
    }
    return code;
}

static bool export_entry(void *context, const mw_entry *e)
{
    job *j = context;
    mw_error error;
    const char *form = j->s->value[O_TO];
    if (!form) {
        j->code = worse(j->code, print_json(e) ? EXIT_DONE : EXIT_INPUT);
        return !interrupted();
    }
    int code = EXIT_INPUT;
    char label[40];
    snprintf(label, sizeof label, "number %lld", (long long)e->number);
    mw_maze *m = mw_maze_from_id(e->id, &error);
    char *written = m ? print_form(m, label, form, &code) : NULL;
    size_t length = written ? strlen(written) : 0;
    if (!m)
        complain("%s: the id does not read: %s", label, error.text);
    else if (written)
        printf("%s%s", written, length && written[length - 1] == '\n' ? "" : "\n");
    j->code = worse(j->code, code);
    free(written);
    mw_maze_free(m);
    return !interrupted() && j->code != EXIT_USAGE;
}

static int export(job *j)
{
    mw_error error;
    int code = told(mw_catalogue_each(j->catalogue, &j->filter, export_entry, j, &error), &error);
    return worse(code, j->code);
}

// ---- import

// `length`: what the line says, NaN if it says nothing.
static int import_maze(job *j, const char *label, const mw_maze *m, const mw_provenance *from,
                       double length)
{
    mw_limit limit;
    mw_analysis a = {0};
    mw_error error;
    mw_stored stored;
    int code = EXIT_LIMIT;
    watch_restart(&j->watch, j->s);
    mw_graph *g = mw_graph_build(m, true, &j->limits, &limit);
    watch_clear(&j->watch);
    if (!g)
        complain("%s: stopped at the limit: %s", label, limit_reason(limit, &j->watch));
    else if (!mw_analyse(g, &a))
        code = out_of_memory();
    else {
        double measured = NAN;
        for (unsigned i = 0; i < a.count; i++)
            if (!strcmp(a.values[i].name, "length"))
                measured = a.values[i].value;
        if (!isnan(length) && length != measured) {
            complain("%s: says length %g, but the maze has %s%g; correct or remove the number",
                     label, length, isnan(measured) ? "no solution: " : "", measured);
            code = EXIT_INPUT;
        } else {
            code = told(mw_catalogue_put(j->catalogue, m, &a, from, &stored, &error), &error);
            if (code == EXIT_DONE)
                j->put[stored.put]++;
        }
    }
    j->refused += code != EXIT_DONE;
    mw_analysis_free(&a);
    mw_graph_free(g);
    return code;
}

static int refuse(job *j, const char *label, const char *why)
{
    if (j->refused < REFUSED_MAX)
        complain("%s: %s", label, why);
    else if (j->refused == REFUSED_MAX)
        complain("%d are refused; further ones are only counted", REFUSED_MAX);
    j->refused++;
    return EXIT_INPUT;
}

static double json_value(const json_t *o, const char *name)
{
    const json_t *x = json_object_get(o, name);
    return json_is_number(x) ? json_number_value(x) : (double)NAN;
}

static uint64_t json_count(const json_t *o, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(o, name)); // 0 if it is none
}

static const char *json_text(const json_t *o, const char *name)
{
    return json_string_value(json_object_get(o, name)); // NULL if it is none
}

static int import_json(job *j, const char *label, const char *line)
{
    json_error_t bad;
    mw_error error;
    json_t *o = json_loads(line, 0, &bad);
    const char *id = json_text(o, "id"), *own = json_text(o, "maze");
    if (!o)
        return refuse(j, label, bad.text);
    int code = EXIT_INPUT;
    mw_maze *m = NULL;
    if (!id && !own)
        refuse(j, label, "no maze; an object needs \"id\" or \"maze\", as design --json writes it");
    else if (!(m = id ? mw_maze_from_id(id, &error)
                      : mw_maze_read(j->kind, own, strlen(own), &error)))
        refuse(j, label, error.text);
    else {
        const char *created = json_text(o, "created");
        mw_provenance from = {.energy = json_value(o, "energy"),
                              .objective = json_text(o, "objective"),
                              .method = json_text(o, "method"),
                              .seeded = json_is_integer(json_object_get(o, "seed")),
                              .seed = json_count(o, "seed"),
                              .evaluations = json_count(o, "evaluations"),
                              .version = json_text(o, "version"),
                              .generator = (unsigned)json_count(o, "generator"),
                              .created = created && *created ? created : j->today,
                              .proven = json_is_true(json_object_get(o, "proven"))};
        code =
            import_maze(j, label, m, &from, json_value(json_object_get(o, "features"), "length"));
    }
    mw_maze_free(m);
    json_decref(o);
    return code;
}

// A maze of which nothing else is known.
static int import_bare(job *j, const char *label, const mw_maze *m)
{
    mw_provenance from = {.energy = NAN, .created = j->today};
    return import_maze(j, label, m, &from, NAN);
}

static int import_id(job *j, const char *label, const char *id)
{
    mw_error error;
    mw_maze *m = mw_maze_from_id(id, &error);
    int code = m ? import_bare(j, label, m) : refuse(j, label, error.text);
    mw_maze_free(m);
    return code;
}

// The next line that is neither blank nor a comment, without blanks around it; NULL at the end.
static char *next_entry(FILE *f, char **buffer, size_t *size, unsigned *number)
{
    while (read_line(f, buffer, size)) {
        char *from = *buffer, *end = from + strlen(from);
        ++*number;
        while (end > from && isspace((unsigned char)end[-1]))
            *--end = '\0';
        while (isspace((unsigned char)*from))
            from++;
        if (*from && *from != '#')
            return from;
    }
    return NULL;
}

static bool is_line(const char *line)
{
    return *line == '{' || mw_is_id(line);
}

static int import_lines(job *j, const char *name, FILE *f, char *line, char **buffer, size_t *size,
                        unsigned at)
{
    int code = EXIT_DONE;
    for (; line && !interrupted(); line = next_entry(f, buffer, size, &at)) {
        char label[300];
        snprintf(label, sizeof label, "%.250s:%u", name, at);
        int one = *line == '{' ? import_json(j, label, line) : import_id(j, label, line);
        code = worse(code, one);
        if (one == EXIT_BROKEN)
            break;
    }
    return code;
}

// The text of one maze whose beginning has been read already: only stdin needs this.
static int import_rest(job *j, const char *name, FILE *f, const char *line)
{
    char *all = NULL, block[4096];
    size_t length = 0, n = 0, got;
    mw_error error = {.text = "out of memory"};
    FILE *out = open_memstream(&all, &length);
    if (!out)
        return refuse(j, name, "out of memory");
    fprintf(out, "%s\n", line);
    while (n <= INPUT_MAX && (got = fread(block, 1, sizeof block, f)) > 0)
        n += fwrite(block, 1, got, out);
    fclose(out);
    mw_maze *m = n <= INPUT_MAX && all ? mw_maze_read(j->kind, all, length, &error) : NULL;
    int code = m               ? import_bare(j, name, m)
               : n > INPUT_MAX ? refuse(j, name, "too large; a maze is at most 64 MiB of text")
                               : refuse(j, name, error.text);
    mw_maze_free(m);
    free(all);
    return code;
}

static int import_input(job *j, const char *name)
{
    bool from_stdin = !strcmp(name, "-");
    struct stat st;
    char *buffer = NULL, *line = NULL;
    size_t size = 0;
    unsigned at = 0;
    int code = EXIT_DONE;
    bool file = from_stdin || (!stat(name, &st) && !S_ISDIR(st.st_mode));
    FILE *f = from_stdin ? stdin : file ? fopen(name, "rb") : NULL;
    if (f)
        line = next_entry(f, &buffer, &size, &at);
    bool lines = line && is_line(line);
    if (lines)
        code = import_lines(j, from_stdin ? "stdin" : name, f, line, &buffer, &size, at);
    else if (from_stdin && line)
        code = import_rest(j, "stdin", f, line);
    if (f && !from_stdin)
        fclose(f);
    free(buffer);
    if (lines || from_stdin)
        return code;
    input in; // a maze file or an id, or what is wrong with it
    code = input_open(&in, j->s, name);
    if (code == EXIT_DONE)
        code = import_bare(j, in.label, in.maze);
    else
        j->refused++;
    input_close(&in);
    return code;
}

static int import(job *j)
{
    int code = EXIT_DONE;
    uint64_t count;
    mw_error error;
    time_t t = time(NULL);
    struct tm utc;
    strftime(j->today, sizeof j->today, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
    for (int i = 2; i < j->s->input_count && !interrupted() && code != EXIT_BROKEN; i++)
        code = worse(code, import_input(j, j->s->inputs[i]));
    int counted = told(mw_catalogue_count(j->catalogue, &count, &error), &error);
    if (counted != EXIT_DONE)
        return worse(code, counted);
    if (j->s->value[O_JSON])
        printf("{\"added\":%u,\"known\":%u,\"replaced\":%u,\"worse\":%u,\"refused\":%u,"
               "\"mazes\":%llu}\n",
               j->put[MW_PUT_ADDED], j->put[MW_PUT_KNOWN], j->put[MW_PUT_REPLACED],
               j->put[MW_PUT_WORSE], j->refused, (unsigned long long)count);
    else
        printf("%u added, %u known already, %u replaced by better copies, %u worse copies, "
               "%u refused; %llu in all\n",
               j->put[MW_PUT_ADDED], j->put[MW_PUT_KNOWN], j->put[MW_PUT_REPLACED],
               j->put[MW_PUT_WORSE], j->refused, (unsigned long long)count);
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}

// ---- verify

static void say(void *context, const char *sentence)
{
    json_array_append_new(context, json_string(sentence));
}

static int verify(job *j)
{
    mw_error error;
    mw_verified v;
    json_t *failures = json_array();
    watch_restart(&j->watch, j->s);
    mw_catalogue_status status =
        mw_catalogue_verify(j->catalogue, &j->limits, say, failures, &v, &error);
    watch_clear(&j->watch);
    int code = told(status, &error);
    const char *name = j->s->inputs[1];
    if (j->s->value[O_JSON]) {
        json_t *o = json_pack("{s:I, s:I, s:O}", "mazes", (json_int_t)v.mazes, "unchecked",
                              (json_int_t)v.unchecked, "failures", failures);
        json_dumpf(o, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(o);
    } else {
        for (size_t i = 0; i < json_array_size(failures); i++)
            printf("%s: %s\n", name, json_string_value(json_array_get(failures, i)));
        if (!v.failures && !v.unchecked && code == EXIT_DONE)
            printf("%s: ok, %llu mazes\n", name, (unsigned long long)v.mazes);
    }
    json_decref(failures);
    if (v.unchecked)
        complain("%s: %llu mazes were not solved again: a limit was hit, or memory ran out", name,
                 (unsigned long long)v.unchecked);
    return worse(code, v.failures                     ? EXIT_NO
                       : v.unchecked || interrupted() ? EXIT_LIMIT
                                                      : EXIT_DONE);
}

// ---- the verb

static const struct action {
    const char *name;
    int (*run)(job *);
    mw_catalogue_mode mode;
    bool inputs; // needs some after the file
    const char *example;
} actions[] = {
    {"list", list, MW_CATALOGUE_READ, false, "catalogue list mazes.db"},
    {"show", show, MW_CATALOGUE_READ, true, "catalogue show mazes.db 3"},
    {"export", export, MW_CATALOGUE_READ, false, "catalogue export mazes.db"},
    {"import", import, MW_CATALOGUE_WRITE, true, "catalogue import mazes.db FILE, ID or -"},
    {"verify", verify, MW_CATALOGUE_READ, false, "catalogue verify mazes.db"},
};

static const struct action *find_action(const settings *s)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions && s->input_count; i++)
        if (!strcmp(actions[i].name, s->inputs[0])) {
            if (s->input_count >= 2 + actions[i].inputs &&
                (actions[i].inputs || s->input_count == 2))
                return &actions[i];
            complain("write 'mazewright %s'", actions[i].example);
            return NULL;
        }
    complain("%s%s%scatalogue needs list, show, export, import or verify, and a file, e.g. "
             "'mazewright catalogue list mazes.db'",
             s->input_count ? "unknown action '" : "", s->input_count ? s->inputs[0] : "",
             s->input_count ? "'; " : "");
    return NULL;
}

static bool read_settings(job *j)
{
    const settings *s = j->s;
    const char *kind = s->value[O_KIND];
    j->kind = kind ? mw_kind_find(kind) : NULL;
    if (kind && !j->kind) {
        complain("unknown kind '%s'; 'mazewright help' lists the kinds", kind);
        return false;
    }
    if (s->value[O_REQUIRE]) {
        if (!option_conditions(s, j->require_text, j->require))
            return false;
        j->filter.require = j->require;
    }
    j->filter.kind = kind;
    j->filter.order = s->value[O_SORT];
    return limits_read(s, &j->limits, &j->watch);
}

int run_catalogue(const settings *s)
{
    job j = {.s = s};
    mw_error error;
    const struct action *action = find_action(s);
    if (!action || !read_settings(&j))
        return EXIT_USAGE;
    int code = told(mw_catalogue_open(&j.catalogue, s->inputs[1], action->mode, &error), &error);
    if (code == EXIT_DONE)
        code = action->run(&j);
    mw_catalogue_close(j.catalogue);
    return code;
}
