// catalogue.c: the verb `catalogue`: list, show, export and verify stored mazes; import is in
// import.c.
#include "tool/verbs/catalogue.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int catalogue_told(bool ok, const mw_error *error)
{
    if (ok)
        return EXIT_DONE;
    complain("%s", error->text);
    return error->code == MW_ERROR_REQUEST ? EXIT_USAGE : exit_code_of(error);
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
    if (m ? !own : error.code == MW_ERROR_MEMORY)
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
    catalogue_job *j = context;
    if (!j->s->value[O_JSON])
        add_row(&j->table, e);
    else if (!print_json(e))
        j->code = worse(j->code, EXIT_INPUT);
    return !interrupted();
}

static int list(catalogue_job *j)
{
    mw_error error;
    int code =
        catalogue_told(mw_catalogue_each(j->catalogue, &j->filter, list_entry, j, &error), &error);
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

static int show(catalogue_job *j)
{
    int code = EXIT_DONE;
    for (int i = 2; i < j->s->input_count && !interrupted(); i++) {
        mw_entry e;
        mw_error error;
        bool found = mw_catalogue_get(j->catalogue, j->s->inputs[i], &e, &error);
        int one = catalogue_told(found, &error);
        if (one == EXIT_USAGE) // a number or id that is not there is bad input
            one = EXIT_INPUT;
        if (one == EXIT_DONE)
            one = !j->s->value[O_JSON] ? show_entry(&e) : print_json(&e) ? EXIT_DONE : EXIT_INPUT;
        if (found)
            mw_entry_free(&e);
        code = worse(code, one);
    }
    return code;
}

static bool export_entry(void *context, const mw_entry *e)
{
    catalogue_job *j = context;
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

static int export(catalogue_job *j)
{
    mw_error error;
    int code = catalogue_told(mw_catalogue_each(j->catalogue, &j->filter, export_entry, j, &error),
                              &error);
    return worse(code, j->code);
}

// ---- verify

static void say(void *context, const char *sentence)
{
    json_array_append_new(context, json_string(sentence));
}

static int verify(catalogue_job *j)
{
    mw_error error;
    mw_verified v;
    json_t *failures = json_array();
    watch_restart(&j->watch, j->s);
    bool ok = mw_catalogue_verify(j->catalogue, &j->limits, say, failures, &v, &error);
    watch_clear(&j->watch);
    int code = catalogue_told(ok, &error);
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
    int (*run)(catalogue_job *);
    mw_catalogue_mode mode;
    bool inputs; // needs some after the file
    const char *example;
} actions[] = {
    {"list", list, MW_CATALOGUE_READ, false, "catalogue list mazes.db"},
    {"show", show, MW_CATALOGUE_READ, true, "catalogue show mazes.db 3"},
    {"export", export, MW_CATALOGUE_READ, false, "catalogue export mazes.db"},
    {"import", catalogue_import, MW_CATALOGUE_WRITE, true,
     "catalogue import mazes.db FILE, ID or -"},
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

static bool read_settings(catalogue_job *j)
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
    catalogue_job j = {.s = s};
    mw_error error;
    const struct action *action = find_action(s);
    if (!action || !read_settings(&j))
        return EXIT_USAGE;
    j.catalogue = mw_catalogue_open(s->inputs[1], action->mode, &error);
    int code = catalogue_told(j.catalogue, &error);
    if (code == EXIT_DONE)
        code = action->run(&j);
    mw_catalogue_close(j.catalogue);
    return code;
}
