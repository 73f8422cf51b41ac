// catalogue_change.c: `catalogue remove` and `catalogue tag`. What was changed is printed when it
// has been, since all of it may still be undone before.
#include "tool/verbs/catalogue_call.h"

#include <stdlib.h>
#include <string.h>

typedef struct report {
    catalogue_call *call;
    mw_writer lines; // of JSON, for another format than a table
    table table;
    unsigned count;
    bool removed;
} report;

static void add_row(report *r, const mw_entry *e)
{
    char n[40];
    mw_writer text = {0};
    table_head(&r->table,
               r->removed ? "number|kind|size|length|id" : "number|kind|size|length|tags");
    table_row(&r->table, "%lld|%s|%s|%s", (long long)e->number, e->kind, catalogue_size(e, n),
              THOUSANDS(mw_entry_value(e, "length")));
    if (r->removed)
        mw_write(&text, "%s", e->id);
    else
        catalogue_tags(&text, e);
    r->table.cells.failed |= text.failed;
    table_add(&r->table, "%s", text.text ? text.text : "");
    free(text.text);
}

// Nothing is changed that could not be told.
static bool add_line(void *context, const mw_entry *e)
{
    report *r = context;
    r->count++;
    if (r->call->records.format == FORMAT_TABLE) {
        add_row(r, e);
    } else {
        catalogue_json(&r->lines, e);
        mw_write_char(&r->lines, '\n');
    }
    if (r->lines.failed || r->table.cells.failed)
        out_of_memory();
    return !interrupted() && !ran_out_of_memory();
}

static void say_lines(report *r)
{
    const char *line = r->lines.text;
    for (const char *end; line && (end = strchr(line, '\n')); line = end + 1) {
        mw_writer one = {0};
        mw_write_bytes(&one, line, (size_t)(end - line));
        record_add_whole(&r->call->records, &one);
    }
    free(r->lines.text);
}

// Says what was changed, or throws it away where nothing was.
static int say(report *r, bool ok, const mw_error *error)
{
    uint64_t left = 0;
    mw_error other;
    // a number or id that is not there is bad input, a condition that makes no sense is bad usage
    int code = r->call->these.count ? error_told(ok, error) : catalogue_told(ok, error);
    if (!ok) {
        free(r->lines.text);
        free(r->table.cells.text);
        return code;
    }
    if (r->call->records.format != FORMAT_TABLE) {
        say_lines(r);
        return code;
    }
    table_print(&r->table, 0, stdout);
    code = catalogue_told(mw_catalogue_count(r->call->catalogue, &left, &other), &other);
    if (code == EXIT_DONE && r->removed)
        printf("%u removed; %llu left\n", r->count, (unsigned long long)left);
    else if (code == EXIT_DONE)
        printf("%u tagged\n", r->count);
    return code;
}

bool catalogue_change_read(catalogue_call *c, const settings *s)
{
    const char *action = s->inputs[0];
    bool named = s->input_count > 2;
    if (named && c->choice.given)
        return complain("catalogue %s: name mazes by number or id, or choose them with conditions, "
                        "not both",
                        action);
    if (!named && !c->choice.given)
        return complain("catalogue %s: say which mazes: numbers, ids, or --where, e.g. --where "
                        "'length < 10'",
                        action);
    if (!strcmp(action, "remove"))
        return true;
    if (!s->value[O_TAG] && !s->value[O_UNTAG])
        return complain("catalogue tag: name a tag to add (--tag easy) or to take off (--untag "
                        "easy)");
    return tags_read(&c->add, s, O_TAG) && tags_read(&c->take, s, O_UNTAG);
}

static mw_choice these(const catalogue_call *c)
{
    return (mw_choice){.which = (const char *const *)c->named.names,
                       .count = c->named.count,
                       .filter = &c->choice.filter};
}

int catalogue_remove(catalogue_call *c)
{
    report r = {.call = c, .removed = true};
    mw_error error;
    c->these = these(c);
    bool ok = mw_catalogue_remove(c->catalogue, &c->these, add_line, &r, &error);
    return say(&r, ok, &error);
}

int catalogue_tag(catalogue_call *c)
{
    report r = {.call = c};
    mw_error error;
    const mw_retag tags = {c->add.tags, c->take.tags};
    c->these = these(c);
    bool ok = mw_catalogue_tag(c->catalogue, &c->these, &tags, add_line, &r, &error);
    return say(&r, ok, &error);
}
