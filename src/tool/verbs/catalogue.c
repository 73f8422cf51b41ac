// catalogue.c: the verb `catalogue`: list, show, export and verify stored mazes; import is in
// catalogue_import.c, remove and tag are in catalogue_change.c.
#include "tool/verbs/catalogue_call.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int catalogue_told(bool ok, const mw_error *error)
{
    int code = error_told(ok, error);
    return !ok && error->code == MW_ERROR_REQUEST ? EXIT_USAGE : code;
}

// ---- printing

void catalogue_json(mw_writer *out, const mw_entry *e)
{
    mw_error error;
    mw_maze *m = mw_maze_from_id(e->id, &error);
    char *own = m ? mw_maze_print(m, "own") : NULL;
    const mw_provenance *p = &e->from;
    mw_writer w = {.failed = m ? !own : error.code == MW_ERROR_MEMORY};
    mw_json_open(&w, NULL, '{');
    mw_json_members(&w, "number=%ju id=%s maze=%s", (uint64_t)e->number, e->id, own);
    mw_json_open(&w, "features", '{');
    for (unsigned i = 0; i < e->count; i++) {
        const char *name = e->values[i].name; // of any bytes, where somebody changed the file
        if (!name[strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789")])
            mw_json_digits(&w, name, e->values[i].value, 17);
    }
    mw_json_close(&w, '}');
    mw_json_members(&w, "objective=%s energy=%.17g method=%s evaluations=%ju", p->objective,
                    p->energy, p->method, p->evaluations);
    mw_json_count_if(&w, "seed", p->seeded, p->seed);
    mw_json_members(&w, "proven=%d kind=%s width=%u height=%u depth=%u", p->proven, e->kind, e->w,
                    e->h, e->d);
    mw_json_members(&w, "canonical=%s version=%s generator=%u created=%s", e->canonical, p->version,
                    p->generator, p->created);
    mw_json_open(&w, "tags", '[');
    for (unsigned i = 0; i < e->tag_count; i++)
        mw_json_text(&w, NULL, e->tags[i]);
    mw_json_close(&w, ']');
    mw_json_close(&w, '}');
    out->failed |= w.failed;
    mw_write_bytes(out, w.text ? w.text : "", w.length);
    free(w.text);
    free(own);
    mw_maze_free(m);
}

static void add_record(catalogue_call *c, const mw_entry *e)
{
    mw_writer w = {0};
    catalogue_json(&w, e);
    record_add_whole(&c->records, &w);
}

void catalogue_tags(mw_writer *w, const mw_entry *e)
{
    for (unsigned i = 0; i < e->tag_count; i++)
        mw_write(w, "%s%s", i ? " " : "", e->tags[i]);
    if (!e->tag_count)
        mw_write_char(w, '-');
}

const char *catalogue_size(const mw_entry *e, char buffer[40])
{
    return size_words(e->w, e->h, e->d, buffer);
}

static void add_tags(table *t, const mw_entry *e)
{
    mw_writer tags = {0};
    catalogue_tags(&tags, e);
    t->cells.failed |= tags.failed;
    table_add(t, "%s", tags.text ? tags.text : "");
    free(tags.text);
}

static void add_row(table *t, const mw_entry *e, bool tagged)
{
    char n[40];
    table_head(t, tagged ? "number|kind|size|length|difficulty|energy|method|seed|tags"
                         : "number|kind|size|length|difficulty|energy|method|seed");
    table_row(t, "%lld|%s|%s|%s|%s", (long long)e->number, e->kind, catalogue_size(e, n),
              THOUSANDS(mw_entry_value(e, "length")), THOUSANDS(mw_entry_value(e, "difficulty")));
    table_add(t, isnan(e->from.energy) ? "-" : "%g", e->from.energy);
    table_add(t, "%s%s", e->from.method ? e->from.method : "-", e->from.proven ? ", proven" : "");
    table_add(t, e->from.seeded ? "%llu" : "-", (unsigned long long)e->from.seed);
    if (tagged)
        add_tags(t, e);
}

static bool list_entry(void *context, const mw_entry *e)
{
    catalogue_call *c = context;
    if (c->records.format != FORMAT_TABLE)
        add_record(c, e);
    else
        add_row(&c->table, e, c->tagged);
    return !interrupted();
}

static int list(catalogue_call *c)
{
    mw_error error;
    bool ok = mw_catalogue_has_tags(c->catalogue, &c->tagged, &error) &&
              mw_catalogue_each(c->catalogue, &c->choice.filter, list_entry, c, &error);
    int code = catalogue_told(ok, &error);
    table_print(&c->table, 0, stdout);
    return code;
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

static int does_not_read(const mw_entry *e, const mw_error *error)
{
    char label[80];
    mw_error in_id = *error;
    in_id.line = 0; // an id has one
    snprintf(label, sizeof label, "number %lld: the id does not read", (long long)e->number);
    return complain_of(label, &in_id, EXIT_INPUT);
}

static int show_entry(const mw_entry *e)
{
    mw_error error;
    char n[40];
    const mw_provenance *p = &e->from;
    mw_maze *m = mw_maze_from_id(e->id, &error);
    char *own = m ? mw_maze_print(m, "own") : NULL;
    if (!m)
        return does_not_read(e, &error);
    if (!own) {
        mw_maze_free(m);
        return out_of_memory();
    }
    printf("%s# number %lld, %s %s, %s\n# stored %s by mazewright %s, generator %u\n", own,
           (long long)e->number, e->kind, catalogue_size(e, n), e->id, p->created, p->version,
           p->generator);
    if (p->method)
        printf("# method %s, objective %s, %s evaluations%s\n", p->method,
               p->objective ? p->objective : "-", thousands((double)p->evaluations, n),
               p->proven ? ", proven" : "");
    if (!isnan(p->energy))
        printf("# energy %g\n", p->energy);
    if (p->seeded)
        printf("# seed %llu\n", (unsigned long long)p->seed);
    if (e->tag_count) {
        mw_writer tags = {0};
        mw_write(&tags, "# tags ");
        catalogue_tags(&tags, e);
        print_line(&tags, stdout);
    }
    table t = {.columns = 3};
    for (unsigned i = 0; i < e->count; i++) {
        table_row(&t, "  %s|%s|%s", e->values[i].name, THOUSANDS(e->values[i].value),
                  about(m->kind, e->values[i].name));
    }
    table_print(&t, 3, stdout);
    free(own);
    mw_maze_free(m);
    return EXIT_DONE;
}

static int show(catalogue_call *c)
{
    int code = EXIT_DONE;
    for (size_t i = 0; i < c->named.count && !interrupted(); i++) {
        mw_entry e;
        mw_error error;
        bool found = mw_catalogue_get(c->catalogue, c->named.names[i], &e, &error);
        int one = error_told(found, &error); // a number or id that is not there is bad input
        if (found && c->records.format != FORMAT_TABLE)
            add_record(c, &e);
        else if (found)
            one = show_entry(&e);
        if (found)
            mw_entry_free(&e);
        code = worse(code, one);
    }
    return code;
}

static bool export_entry(void *context, const mw_entry *e)
{
    catalogue_call *c = context;
    mw_error error;
    const char *form = c->watch.s->value[O_TO];
    char label[40];
    snprintf(label, sizeof label, "number %lld", (long long)e->number);
    mw_maze *m = mw_maze_from_id(e->id, &error);
    int code = m ? EXIT_DONE : does_not_read(e, &error);
    if (!form) {
        add_record(c, e);
    } else if (m) {
        mw_writer text = {0};
        code = write_form(m, label, form, &text);
        code = worse(code, write_file("-", &text));
    }
    c->code = worse(c->code, code);
    mw_maze_free(m);
    return !interrupted() && c->code != EXIT_USAGE;
}

static int export(catalogue_call *c)
{
    mw_error error;
    const settings *s = c->watch.s;
    if (s->value[O_FORMAT] && (s->value[O_TO] || c->records.format == FORMAT_TABLE))
        return complain_with(EXIT_USAGE, "catalogue export: --format is csv or json, and not for a "
                                         "text form of --to");
    if (c->records.format == FORMAT_TABLE)
        c->records.format = FORMAT_JSON;
    int code = catalogue_told(
        mw_catalogue_each(c->catalogue, &c->choice.filter, export_entry, c, &error), &error);
    return worse(code, c->code);
}

// ---- verify

static int verify(catalogue_call *c)
{
    mw_error error;
    mw_verified v;
    const char *name = c->watch.s->inputs[1];
    bool record = c->records.format != FORMAT_TABLE;
    failures wrong = {.watch = &c->watch, .label = name, .json = record};
    watch_restart(&c->watch);
    bool ok = mw_catalogue_verify(c->catalogue, &c->watch.limits, say_failure, &wrong, &v, &error);
    watch_clear(&c->watch);
    watch_rest(&c->watch);
    int code = catalogue_told(ok, &error);
    if (record) {
        mw_writer w = object_begin();
        mw_json_count(&w, "mazes", v.mazes);
        mw_json_count(&w, "unchecked", v.unchecked);
        mw_json_list(&w, "failures", &wrong.list);
        record_add(&c->records, &w);
    } else if (!v.failures && !v.unchecked && code == EXIT_DONE) {
        printf("%s: ok, %llu mazes\n", name, (unsigned long long)v.mazes);
    }
    if (v.unchecked)
        complain("%s: %llu mazes were not solved again: a limit was hit, or memory ran out", name,
                 (unsigned long long)v.unchecked);
    return worse(code, v.failures                     ? EXIT_NO
                       : v.unchecked || interrupted() ? EXIT_LIMIT
                                                      : EXIT_DONE);
}

// ---- the verb

// What an action takes after the file, and how it chooses mazes.
typedef enum { NOTHING, INPUTS, MAY_HAVE_INPUTS } after_file;

static const struct action {
    const char *name;
    int (*run)(catalogue_call *);
    mw_catalogue_mode mode;
    after_file after;
    const char *example;
    option_id takes[8]; // of the options that choose or change mazes; ends with O_COUNT
} actions[] = {
    {"list",
     list,
     MW_CATALOGUE_READ,
     NOTHING,
     "catalogue list mazes.db",
     {O_FORMAT, O_WHERE, O_REQUIRE, O_TAG, O_SORT, O_COUNT}},
    {"show", show, MW_CATALOGUE_READ, INPUTS, "catalogue show mazes.db 3", {O_FORMAT, O_COUNT}},
    {"export",
     export,
     MW_CATALOGUE_READ,
     NOTHING,
     "catalogue export mazes.db",
     {O_FORMAT, O_WHERE, O_REQUIRE, O_TAG, O_SORT, O_TO, O_COUNT}},
    {"import",
     catalogue_import,
     MW_CATALOGUE_WRITE,
     INPUTS,
     "catalogue import mazes.db FILE, ID or -",
     {O_FORMAT, O_COUNT}},
    {"verify",
     verify,
     MW_CATALOGUE_READ,
     NOTHING,
     "catalogue verify mazes.db",
     {O_FORMAT, O_COUNT}},
    {"remove",
     catalogue_remove,
     MW_CATALOGUE_CHANGE,
     MAY_HAVE_INPUTS,
     "catalogue remove mazes.db 3",
     {O_FORMAT, O_WHERE, O_TAG, O_COUNT}},
    {"tag",
     catalogue_tag,
     MW_CATALOGUE_CHANGE,
     MAY_HAVE_INPUTS,
     "catalogue tag mazes.db 3 --tag easy",
     {O_FORMAT, O_WHERE, O_TAG, O_UNTAG, O_COUNT}},
};

static bool takes(const struct action *a, option_id id)
{
    const option_id *o = a->takes;
    while (*o != O_COUNT && *o != id)
        o++;
    return *o == id;
}

// An option that this action would not look at is refused.
static bool takes_all(const struct action *a, const settings *s)
{
    static const option_id some[] = {O_FORMAT, O_WHERE, O_REQUIRE, O_TAG, O_UNTAG, O_SORT, O_TO};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        if (s->value[some[i]] && !takes(a, some[i]))
            return complain("catalogue %s takes no --%s", a->name, options[some[i]].name);
    return true;
}

static const struct action *find_action(const settings *s)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions && s->input_count; i++)
        if (!strcmp(actions[i].name, s->inputs[0])) {
            if (s->input_count >= 2 + (actions[i].after == INPUTS) &&
                (actions[i].after != NOTHING || s->input_count == 2))
                return takes_all(&actions[i], s) ? &actions[i] : NULL;
            complain("write 'mazewright %s'", actions[i].example);
            return NULL;
        }
    mw_writer known = {0};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        add_word(&known, actions[i].name);
    if (s->input_count)
        complain_unknown(false, s->inputs[0], "there are", &known, "catalogue has no action '%s'",
                         s->inputs[0]);
    else
        complain(
            "catalogue needs an action (%s) and a file, e.g. 'mazewright catalogue list mazes.db'",
            known.text ? known.text : "an action");
    free(known.text);
    return NULL;
}

static bool read_settings(catalogue_call *c, const settings *s, const struct action *action)
{
    return option_kind(s, &c->kind) && option_format(s, &c->records) &&
           (!s->value[O_TO] || form_known(s->value[O_TO])) &&
           choice_read(&c->choice, s, action->run != catalogue_tag) &&
           (action->mode != MW_CATALOGUE_CHANGE || catalogue_change_read(c, s)) &&
           watch_open(&c->watch, s);
}

int run_catalogue(const settings *s)
{
    catalogue_call c = {0};
    mw_error error;
    const struct action *action = find_action(s);
    if (!action || !read_settings(&c, s, action))
        return EXIT_USAGE;
    c.catalogue = mw_catalogue_open(s->inputs[1], action->mode, &error);
    int code = catalogue_told(c.catalogue, &error), named = EXIT_DONE;
    if (code == EXIT_DONE && action->run != catalogue_import)
        named = named_read(&c.named, s);
    // What is changed is changed for all that are named, or for none.
    if (code == EXIT_DONE && (named == EXIT_DONE || action->mode != MW_CATALOGUE_CHANGE))
        code = action->run(&c);
    records_end(&c.records);
    named_free(&c.named);
    mw_catalogue_close(c.catalogue);
    return worse(code, named);
}
