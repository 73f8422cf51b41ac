// topics.c: `help algorithms`, heuristics, objectives and measures: what there is by name, for
// people and, with --format, for programs. And a kind as an object.
#include "tool/help/manual.h"

#include <string.h>

// Begins what is told of a name, and in a table tells it.
static bool told(topic_call *c, const char *name, const char *about)
{
    if (c->records.format != FORMAT_TABLE)
        return false;
    if (c->heading)
        printf("%s:\n", c->heading);
    c->heading = NULL;
    print_item(name, 20, about);
    return true;
}

static mw_writer begin(const topic_call *c, const char *name, const char *about)
{
    mw_writer w = object_begin();
    mw_json_members(&w, "name=%s about=%s", name, about);
    if (c->kind)
        mw_json_text(&w, "kind", c->kind->name);
    return w;
}

static void algorithms(topic_call *c)
{
    c->heading = "algorithms, for --algorithm";
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++) {
        if (told(c, a->name, a->about))
            continue;
        mw_writer w = begin(c, a->name, a->about);
        mw_json_members(&w, "informed=%d incomplete=%d weighted=%d", a->informed, a->incomplete,
                        a->weighted);
        record_add(&c->records, &w);
    }
}

static void heuristics_of_all(topic_call *c)
{
    c->heading = "heuristics of all kinds, for --heuristic";
    if (told(c, "zero", "no estimate"))
        return;
    mw_writer w = begin(c, "zero", "no estimate");
    record_add(&c->records, &w);
}

static void heuristics(topic_call *c)
{
    for (const mw_heuristic *h = mw_heuristics(c->kind); h->name; h++) {
        if (told(c, h->name, h->about))
            continue;
        mw_writer w = begin(c, h->name, h->about);
        record_add(&c->records, &w);
    }
}

static void features(topic_call *c)
{
    for (const mw_feature *f = mw_features(c->kind); f->name; f++) {
        if (told(c, f->name, f->about))
            continue;
        mw_writer w = begin(c, f->name, f->about);
        record_add(&c->records, &w);
    }
}

static void objectives(topic_call *c)
{
    for (const mw_preset *p = c->kind->design ? c->kind->design->presets : NULL; p && p->name;
         p++) {
        if (told(c, p->name, p->about))
            continue;
        mw_writer w = begin(c, p->name, p->about);
        mw_json_text(&w, "objective", p->objective);
        record_add(&c->records, &w);
    }
}

static void measures(topic_call *c)
{
    for (const mw_measure *m = c->kind->measures; m && m->name; m++) {
        if (told(c, m->name, m->about))
            continue;
        mw_writer w = begin(c, m->name, m->about);
        record_add(&c->records, &w);
    }
}

static void measures_of_all(topic_call *c)
{
    c->heading = "measures of all kinds, for analyse, --objective, --require and --where";
    for (const mw_value *m = mw_measures(); m->name; m++) {
        if (told(c, m->name, m->about))
            continue;
        mw_writer w = begin(c, m->name, m->about);
        record_add(&c->records, &w);
    }
}

const topic topics[] = {
    {"algorithms", NULL, algorithms, NULL},
    {"heuristics", heuristics, heuristics_of_all, "for --heuristic"},
    {"features", features, NULL, "for expressions as heuristics and solve --steps"},
    {"objectives", objectives, NULL, "for design --objective"},
    {"measures", measures, measures_of_all, "besides those of all kinds"},
    {0},
};

const topic *topic_find(const char *name)
{
    const topic *t = topics;
    while (t->name && strcmp(t->name, name) != 0)
        t++;
    return t->name ? t : NULL;
}

int print_topic(const settings *s, const topic *t)
{
    topic_call c = {0};
    char heading[100];
    const mw_kind *only = s->input_count > 1 ? mw_kind_find(s->inputs[1]) : NULL;
    if (!option_format(s, &c.records))
        return EXIT_USAGE;
    if (s->input_count > 1 && !only)
        return unknown_kind(s->inputs[1]);
    if (t->of_all)
        t->of_all(&c);
    for (const mw_kind *const *k = mw_kinds(); *k && t->of_kind; k++) {
        if (only && *k != only)
            continue;
        snprintf(heading, sizeof heading, "%s of %s mazes, %s", t->name, (*k)->name, t->what_for);
        c.heading = heading;
        c.kind = *k;
        t->of_kind(&c);
        if (only && c.heading && c.records.format == FORMAT_TABLE && !c.records.count)
            complain("%s mazes have no %s%s", only->name, t->name,
                     t->of_all ? " besides those of all kinds" : "");
    }
    records_end(&c.records);
    return EXIT_DONE;
}

// ---- a kind as an object

static mw_writer *writing; // names_of_kind has no context

static void write_name(const char *list, const char *name, const char *about)
{
    static bool open;
    if (list && open)
        mw_json_close(writing, ']');
    if (list && *list)
        mw_json_open(writing, list, '[');
    open = !list || *list;
    if (name) {
        mw_json_open(writing, NULL, '{');
        mw_json_members(writing, "name=%s about=%s", name, about);
        mw_json_close(writing, '}');
    }
}

void print_kind_json(const mw_kind *k)
{
    static const char *const headings[KIND_LISTS] = {"options", "heuristics", "features",
                                                     "forms",   "measures",   "objectives"};
    mw_writer w = object_begin();
    mw_json_members(&w, "kind=%s about=%s rules=%s", k->name, k->about, k->how_to_play);
    mw_json_open(&w, "moves", '[');
    for (const mw_action *a = k->rules->actions; a->word; a++)
        mw_json_text(&w, NULL, a->word);
    mw_json_close(&w, ']');
    writing = &w;
    names_of_kind(k, headings, write_name);
    write_name("", NULL, NULL);
    print_object(&w, stdout);
}
