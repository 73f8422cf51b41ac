// catalogue_import.c: `catalogue import`. Every maze is measured again. A line of JSON is believed
// only in what the maze is and where it came from.
#include "tool/verbs/catalogue_call.h"

#include "core/file.h"
#include "core/text.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Measures a maze and stores it. `length` is what the line says of it, NaN if it says nothing.
static int import_maze(catalogue_call *c, const char *label, const mw_maze *m,
                       const mw_provenance *from, const char *const *tags, double length)
{
    mw_analysis a = {0};
    mw_error error;
    mw_stored stored;
    int code = EXIT_LIMIT;
    mw_graph *g = graph_within(&c->watch, m, label);
    if (g && !mw_analyse(g, &a)) {
        code = out_of_memory();
    } else if (g) {
        double measured = mw_analysis_value(&a, "length");
        watch_rest(&c->watch);
        if (!isnan(length) && length != measured) {
            complain("%s: says length %g, but the maze has %s%g; correct or remove the number",
                     label, length, isnan(measured) ? "no solution: " : "", measured);
            code = EXIT_INPUT;
        } else {
            code = catalogue_told(
                mw_catalogue_put_tagged(c->catalogue, m, &a, from, tags, &stored, &error), &error);
            if (code == EXIT_DONE)
                c->put[stored.put]++;
        }
    }
    mw_analysis_free(&a);
    mw_graph_free(g);
    return code;
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

#define TAGS_OF_LINE 100 // at most

// The tags of a line, which live as long as it does. NULL: they are fine; else what is wrong.
static const char *json_tags(const json_t *o, const char *tags[TAGS_OF_LINE + 1])
{
    const json_t *list = json_object_get(o, "tags");
    size_t count = json_array_size(list);
    *tags = NULL;
    if (count > TAGS_OF_LINE)
        return "has more than 100 tags";
    for (size_t i = 0; i < count; i++) {
        tags[i] = json_string_value(json_array_get(list, i));
        if (!tags[i] || !mw_catalogue_is_tag(tags[i]))
            return "has a tag that is no word of at most 32 letters (a to z), digits, - and _";
        tags[i + 1] = NULL;
    }
    return !list || json_is_array(list) ? NULL : "\"tags\" is not a list of words";
}

// Where the maze came from, as the object says that names it.
static mw_provenance provenance_of(const catalogue_call *c, const json_t *o)
{
    const char *created = json_text(o, "created");
    return (mw_provenance){.energy = json_value(o, "energy"),
                           .objective = json_text(o, "objective"),
                           .method = json_text(o, "method"),
                           .seeded = json_is_integer(json_object_get(o, "seed")),
                           .seed = json_count(o, "seed"),
                           .evaluations = json_count(o, "evaluations"),
                           .version = json_text(o, "version"),
                           .generator = (unsigned)json_count(o, "generator"),
                           .created = created && *created ? created : c->today,
                           .proven = json_is_true(json_object_get(o, "proven"))};
}

static int import_input(input *in, void *context)
{
    catalogue_call *c = context;
    const json_t *o = in->line;
    const char *label = in->place ? in->place : in->label;
    const char *created = json_text(o, "created");
    const char *tags[TAGS_OF_LINE + 1], *wrong = json_tags(o, tags);
    mw_provenance from = provenance_of(c, o);
    if (created && *created && !mw_catalogue_is_date(created))
        return complain_with(
            EXIT_INPUT, "%s: \"created\" is not a date; write it as 2026-11-16, or leave it out",
            label);
    if (wrong)
        return complain_with(EXIT_INPUT, "%s: %s", label, wrong);
    return import_maze(c, label, in->maze, &from, tags,
                       json_value(json_object_get(o, "features"), "length"));
}

int catalogue_import(catalogue_call *c)
{
    uint64_t count;
    mw_error error;
    settings rest = *c->watch.s; // what comes after the catalogue
    rest.inputs += 2;
    rest.input_count -= 2;
    mw_date_now(c->today);
    unsigned refused;
    int code = for_each_input_counted(&rest, import_input, c, &refused);
    int counted = catalogue_told(mw_catalogue_count(c->catalogue, &count, &error), &error);
    if (counted != EXIT_DONE)
        return worse(code, counted);
    if (c->records.format != FORMAT_TABLE) {
        mw_writer w = object_begin();
        mw_json_members(&w, "added=%u known=%u replaced=%u worse=%u refused=%u mazes=%ju",
                        c->put[MW_PUT_ADDED], c->put[MW_PUT_KNOWN], c->put[MW_PUT_REPLACED],
                        c->put[MW_PUT_WORSE], refused, count);
        record_add(&c->records, &w);
    } else {
        printf("%u added, %u known already, %u replaced by better copies, %u worse copies, "
               "%u refused; %llu in all\n",
               c->put[MW_PUT_ADDED], c->put[MW_PUT_KNOWN], c->put[MW_PUT_REPLACED],
               c->put[MW_PUT_WORSE], refused, (unsigned long long)count);
    }
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}
