// records.c: results for programs. A verb makes one object for each result; --format json prints it
// as a line, and --format csv keeps it, because only at the end all columns are known.
#include "tool/tool.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

bool option_format(const settings *s, records *r)
{
    static const char *const names[] = {"table", "csv", "json"};
    const char *given = s->value[O_FORMAT] ? s->value[O_FORMAT] : s->value[O_REPORT_FORMAT];
    const char *name = given ? given : s->value[O_JSON] ? "json" : "table";
    *r = (records){0};
    while (r->format <= FORMAT_JSON && strcmp(names[r->format], name) != 0)
        r->format++;
    if (r->format > FORMAT_JSON)
        return complain("--format %s is unknown; it is table, csv or json", name);
    return !s->value[O_JSON] || r->format == FORMAT_JSON ||
           complain("--format %s and --json are two formats; write one of them", name);
}

// ---- columns

static size_t column_of(records *r, const char *name)
{
    size_t i = 0;
    for (const char *at = r->columns.text; i < r->count; at += strlen(at) + 1, i++)
        if (!strcmp(at, name))
            return i;
    mw_write(&r->columns, "%s", name);
    mw_write_char(&r->columns, '\0');
    return r->count++;
}

// Calls `cell` for each value of an object; a value of an inner object has the name outer.inner.
static void each_cell(records *r, const char *outer, const json_t *o,
                      void (*cell)(records *, size_t column, const json_t *))
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)o, key, value)
    {
        mw_writer name = {0};
        mw_write(&name, "%s%s%s", outer, *outer ? "." : "", key);
        if (name.failed)
            r->columns.failed = true;
        else if (json_is_object(value))
            each_cell(r, name.text, value, cell);
        else
            cell(r, column_of(r, name.text), value);
        free(name.text);
    }
}

static void ignore_cell(records *r, size_t column, const json_t *value)
{
    (void)r, (void)column, (void)value;
}

// ---- printing

static void write_quoted(mw_writer *w, const char *text)
{
    if (!strpbrk(text, ",\"\n\r")) {
        mw_write(w, "%s", text);
        return;
    }
    mw_write_char(w, '"');
    for (; *text; text++)
        mw_write(w, *text == '"' ? "\"\"" : "%c", *text);
    mw_write_char(w, '"');
}

static void keep_cell(records *r, size_t column, const json_t *value)
{
    r->cells[column] = value;
}

static void write_value(mw_writer *w, const json_t *value)
{
    if (json_is_string(value))
        write_quoted(w, json_string_value(value));
    else if (json_is_boolean(value))
        mw_write(w, json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        mw_write(w, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        mw_json_number(w, NULL, json_real_value(value));
    else if (json_is_array(value)) {
        char *text = json_dumps(value, JSON_COMPACT);
        w->failed = w->failed || !text;
        write_quoted(w, text ? text : "");
        free(text);
    }
}

static void print_row(records *r, const char *row)
{
    json_t *o = json_loads(row, 0, NULL);
    memset(r->cells, 0, r->count * sizeof *r->cells);
    each_cell(r, "", o, keep_cell);
    for (size_t i = 0; i < r->count; i++) {
        mw_writer w = {0}; // a number is written as in an array, where nothing stands before it
        if (r->cells[i])
            write_value(&w, r->cells[i]);
        if (w.failed || !o)
            out_of_memory();
        printf("%s%s", i ? "," : "", w.text ? w.text : "");
        free(w.text);
    }
    putchar('\n');
    json_decref(o);
}

void record_add(records *r, mw_writer *object)
{
    mw_json_close(object, '}');
    record_add_whole(r, object);
}

void record_add_whole(records *r, mw_writer *object)
{
    if (r->format == FORMAT_JSON) {
        print_line(object, stdout);
        return;
    }
    json_t *o = object->failed ? NULL : json_loads(object->text, 0, NULL);
    if (o) {
        each_cell(r, "", o, ignore_cell);
        mw_write_bytes(&r->rows, object->text, object->length + 1);
    }
    if (!o || r->rows.failed || r->columns.failed)
        out_of_memory();
    json_decref(o);
    free(object->text);
    *object = (mw_writer){0};
}

void records_end(records *r)
{
    const char *name = r->columns.text, *row = r->rows.text;
    size_t count = r->count;
    r->cells = count ? calloc(count, sizeof *r->cells) : NULL;
    if (count && (!r->cells || r->rows.failed || r->columns.failed)) {
        out_of_memory();
        count = 0;
    }
    for (size_t i = 0; i < count; i++, name += strlen(name) + 1)
        printf("%s%s", i ? "," : "", name);
    if (count)
        putchar('\n');
    for (size_t at = 0; count && at < r->rows.length; at += strlen(row + at) + 1)
        print_row(r, row + at);
    free(r->cells);
    free(r->columns.text);
    free(r->rows.text);
    *r = (records){.format = r->format};
}
