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

#define INPUT_MAX   ((size_t)64 << 20)
#define REFUSED_MAX 100 // mazes whose faults are told one by one

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
    c->refused += code != EXIT_DONE;
    mw_analysis_free(&a);
    mw_graph_free(g);
    return code;
}

static int refuse(catalogue_call *c, const char *label, const mw_error *why)
{
    int code = why->code == MW_ERROR_MEMORY ? out_of_memory() : EXIT_INPUT;
    if (c->refused < REFUSED_MAX && code == EXIT_INPUT)
        complain("%s: %s", label, why->text);
    else if (c->refused == REFUSED_MAX)
        complain("%d are refused; further ones are only counted", REFUSED_MAX);
    c->refused++;
    return code;
}

static int refuse_for(catalogue_call *c, const char *label, const char *why)
{
    mw_error error = {0};
    snprintf(error.text, sizeof error.text, "%s", why);
    return refuse(c, label, &error);
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
            return "has a tag that is no word of at most 32 letters, digits, - and _";
        tags[i + 1] = NULL;
    }
    return !list || json_is_array(list) ? NULL : "\"tags\" is not a list of words";
}

static int import_json(catalogue_call *c, const char *label, const char *line)
{
    json_error_t bad;
    mw_error error;
    json_t *o = json_loads(line, 0, &bad);
    const char *id = json_text(o, "id"), *own = json_text(o, "maze"),
               *created = json_text(o, "created");
    if (!o)
        return refuse_for(c, label, bad.text);
    int code = EXIT_INPUT;
    mw_maze *m = NULL;
    const char *tags[TAGS_OF_LINE + 1], *wrong = json_tags(o, tags);
    if (!id && !own)
        refuse_for(c, label,
                   "no maze; an object needs \"id\" or \"maze\", as design --json writes it");
    else if (created && *created && !mw_catalogue_is_date(created))
        refuse_for(c, label, "\"created\" is not a date; write it as 2026-11-16, or leave it out");
    else if (wrong)
        refuse_for(c, label, wrong);
    else if (!(m = id ? mw_maze_from_id(id, &error)
                      : mw_maze_read(c->kind, own, strlen(own), &error)))
        code = refuse(c, label, &error);
    else {
        mw_provenance from = {.energy = json_value(o, "energy"),
                              .objective = json_text(o, "objective"),
                              .method = json_text(o, "method"),
                              .seeded = json_is_integer(json_object_get(o, "seed")),
                              .seed = json_count(o, "seed"),
                              .evaluations = json_count(o, "evaluations"),
                              .version = json_text(o, "version"),
                              .generator = (unsigned)json_count(o, "generator"),
                              .created = created && *created ? created : c->today,
                              .proven = json_is_true(json_object_get(o, "proven"))};
        code = import_maze(c, label, m, &from, tags,
                           json_value(json_object_get(o, "features"), "length"));
    }
    mw_maze_free(m);
    json_decref(o);
    return code;
}

// A maze of which nothing else is known.
static int import_bare(catalogue_call *c, const char *label, const mw_maze *m)
{
    mw_provenance from = {.energy = NAN, .created = c->today};
    return import_maze(c, label, m, &from, NULL, NAN);
}

static int import_id(catalogue_call *c, const char *label, const char *id)
{
    mw_error error;
    mw_maze *m = mw_maze_from_id(id, &error);
    int code = m ? import_bare(c, label, m) : refuse(c, label, &error);
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

static int import_lines(catalogue_call *c, const char *name, FILE *f, char *line, char **buffer,
                        size_t *size, unsigned at)
{
    int code = EXIT_DONE;
    for (; line && !interrupted(); line = next_entry(f, buffer, size, &at)) {
        char label[300];
        snprintf(label, sizeof label, "%.250s:%u", name, at);
        watch_next();
        int one = *line == '{' ? import_json(c, label, line) : import_id(c, label, line);
        code = worse(code, one);
        if (one == EXIT_BROKEN)
            break;
    }
    return code;
}

// Reads one maze from a stream whose first line has been read already. Only stdin needs this, since
// it cannot be read twice.
static int import_rest(catalogue_call *c, const char *name, FILE *f, const char *line)
{
    size_t length;
    mw_error error;
    char *rest = mw_file_read_rest(f, INPUT_MAX, &length);
    if (!rest && errno != ENOMEM)
        return refuse_for(c, name,
                          errno == EFBIG ? "too large; a maze is at most 64 MiB of text"
                                         : strerror(errno));
    mw_writer w = {.failed = !rest};
    mw_write(&w, "%s\n", line);
    if (rest)
        mw_write_bytes(&w, rest, length);
    free(rest);
    length = w.length;
    char *all = mw_writer_take(&w);
    if (!all)
        return out_of_memory();
    mw_maze *m = mw_maze_read(c->kind, all, length, &error);
    int code = m ? import_bare(c, name, m) : refuse(c, name, &error);
    mw_maze_free(m);
    free(all);
    return code;
}

static int import_input(catalogue_call *c, const char *name)
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
        code = import_lines(c, from_stdin ? "stdin" : name, f, line, &buffer, &size, at);
    else if (from_stdin && line)
        code = import_rest(c, "stdin", f, line);
    if (f && !from_stdin)
        fclose(f);
    free(buffer);
    if (lines || from_stdin)
        return code;
    input in; // a maze file or an id; opening it prints what is wrong with it
    code = input_open(&in, c->watch.s, name);
    if (code == EXIT_DONE)
        code = import_bare(c, in.label, in.maze);
    else
        c->refused++;
    input_close(&in);
    return code;
}

int catalogue_import(catalogue_call *c)
{
    int code = EXIT_DONE;
    uint64_t count;
    mw_error error;
    mw_date_now(c->today);
    for (int i = 2; i < c->watch.s->input_count && !interrupted() && code != EXIT_BROKEN; i++)
        code = worse(code, import_input(c, c->watch.s->inputs[i]));
    int counted = catalogue_told(mw_catalogue_count(c->catalogue, &count, &error), &error);
    if (counted != EXIT_DONE)
        return worse(code, counted);
    if (c->watch.s->value[O_JSON])
        printf("{\"added\":%u,\"known\":%u,\"replaced\":%u,\"worse\":%u,\"refused\":%u,"
               "\"mazes\":%llu}\n",
               c->put[MW_PUT_ADDED], c->put[MW_PUT_KNOWN], c->put[MW_PUT_REPLACED],
               c->put[MW_PUT_WORSE], c->refused, (unsigned long long)count);
    else
        printf("%u added, %u known already, %u replaced by better copies, %u worse copies, "
               "%u refused; %llu in all\n",
               c->put[MW_PUT_ADDED], c->put[MW_PUT_KNOWN], c->put[MW_PUT_REPLACED],
               c->put[MW_PUT_WORSE], c->refused, (unsigned long long)count);
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}
