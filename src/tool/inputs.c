// inputs.c: the mazes that the arguments of a verb name. An argument is a file, an id,
// shipped:rook/05, or - for stdin; or several at once: a range of random mazes (rook:5x5#1..100),
// all shipped ones of a kind (shipped:rook), or a list, in stdin or in the file of @FILE. A list
// has one of these in each line, or an object as the verbs print them with --json; a file, or
// stdin, that begins like a list is one.
#include "core/text.h"
#include "tool/tool.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define RANGE_MAX   1000000 // mazes
#define REFUSED_MAX 100     // complaints about a list or a range; a list of no mazes ends there
#define SHIPPED     "shipped:"

typedef struct walk {
    const settings *s;
    int (*each)(input *, void *);
    int (*title)(void *, const char *); // NULL: this verb has no titles
    void *context;
    bool listed;
    const char *place;  // of the line of a list; NULL: not in a list
    const json_t *line; // the object in it, or NULL
    unsigned refused;   // names of which no maze could be read
    unsigned undone;    // mazes that were read, and of which `each` did not return EXIT_DONE
} walk;

static bool stopped(int code)
{
    return code == EXIT_USAGE || code == EXIT_BROKEN || interrupted();
}

static input input_of(const walk *w, const char *name)
{
    return (input){.name = name, .listed = w->listed, .place = w->place, .line = w->line};
}

static int refuse(walk *w, int code)
{
    w->refused++;
    return code;
}

// Runs `each` if the input is open, and closes it.
static int visit(walk *w, input *in, int code)
{
    bool read = code == EXIT_DONE;
    complaints_off(false);
    if (read)
        code = w->each(in, w->context);
    input_close(in);
    w->undone += read && code != EXIT_DONE;
    return read ? code : refuse(w, code);
}

static int visit_name(walk *w, const char *name)
{
    input in = input_of(w, name);
    return visit(w, &in, input_open(&in, w->s));
}

// ---- several mazes in a name

static int visit_shipped(void *context, const char *name, const char *path)
{
    char full[300];
    (void)path;
    snprintf(full, sizeof full, SHIPPED "%.280s", name);
    return visit_name(context, full);
}

// A folder of mazes that come with the command, or all.
static bool is_shipped_folder(const char *name)
{
    return !strncmp(name, SHIPPED, strlen(SHIPPED)) && !strchr(name, '/');
}

// kind:params#FIRST..LAST, perhaps with the number of a generator after it.
typedef struct range {
    size_t stem; // the bytes up to the '#'
    uint64_t first, last;
    const char *version; // "@1" or ""
    bool valid;
} range;

static bool is_range(const char *name, range *r)
{
    bool random =
        mw_is_id(name) && mw_id_is_random(name) && strncmp(name, SHIPPED, strlen(SHIPPED));
    const char *seed = random ? strchr(name, '#') : NULL;
    const char *dots = seed ? strstr(seed, "..") : NULL;
    if (!dots)
        return false;
    size_t digits = strcspn(dots + 2, "@");
    *r = (range){.stem = (size_t)(seed + 1 - name), .version = dots + 2 + digits};
    r->valid = mw_parse_number(seed + 1, (size_t)(dots - seed - 1), UINT64_MAX, &r->first) &&
               mw_parse_number(dots + 2, digits, UINT64_MAX, &r->last);
    return true;
}

static int visit_range(walk *w, const char *name, const range *r)
{
    int code = EXIT_DONE;
    char id[400];
    const char *where = w->place ? w->place : "", *colon = w->place ? ": " : "";
    if (!r->valid || r->last < r->first || r->stem > 300 || strlen(r->version) > 40)
        return refuse(
            w,
            complain_with(EXIT_INPUT,
                          "%s%s%.60s: write a range of seeds as #FIRST..LAST, the smaller first, "
                          "e.g. rook:5x5#1..100",
                          where, colon, name));
    if (r->last - r->first >= RANGE_MAX)
        return refuse(
            w, complain_with(EXIT_INPUT,
                             "%s%s%.60s: a range has at most %s mazes; split it into several",
                             where, colon, name, THOUSANDS(RANGE_MAX)));
    unsigned before = w->refused;
    w->listed = true;
    for (uint64_t i = 0; i <= r->last - r->first && !stopped(code); i++) {
        snprintf(id, sizeof id, "%.*s%ju%s", (int)r->stem, name, (uintmax_t)(r->first + i),
                 r->version);
        complaints_off(w->refused - before >= REFUSED_MAX);
        code = worse(code, visit_name(w, id));
    }
    complaints_off(false);
    if (w->refused - before > REFUSED_MAX)
        complain("%s%s%s: %s seeds gave nothing; %d of them are told above", where, colon, name,
                 THOUSANDS(w->refused - before), REFUSED_MAX);
    return code;
}

// ---- lists

static int visit_any(walk *w, const char *name)
{
    range r;
    struct stat st;
    bool several = is_range(name, &r), folder = is_shipped_folder(name);
    if ((!several && !folder) || !stat(name, &st))
        return visit_name(w, name);
    w->listed = true;
    return several ? visit_range(w, name, &r)
                   : each_shipped(name + strlen(SHIPPED), w->place, visit_shipped, w);
}

// An object as a verb prints it: its "id" is the maze, or else the text in "maze". The events of a
// trace, which come after its maze, have a type and no maze.
static int visit_object(walk *w, const char *text)
{
    json_error_t wrong;
    json_t *o = json_loads(text, JSON_ALLOW_NUL, &wrong);
    const json_t *by_id = json_object_get(o, "id"), *by_text = json_object_get(o, "maze");
    const char *id = json_string_value(by_id), *own = json_string_value(by_text);
    int code = EXIT_INPUT;
    w->line = o;
    if (!o && json_error_code(&wrong) == json_error_out_of_memory)
        code = out_of_memory();
    else if (!o)
        code = refuse(w, complain_with(code,
                                       "%s:%d: no whole object of JSON: %s; write each object in "
                                       "one line",
                                       w->place, wrong.column, wrong.text));
    else if (id && mw_is_id(id) && strlen(id) == json_string_length(by_id))
        code = visit_name(w, id);
    else if (!own && json_is_string(json_object_get(o, "type")))
        code = EXIT_DONE;
    else if (own) {
        input in = input_of(w, w->place);
        code = visit(w, &in, input_parse(&in, w->s, own, json_string_length(by_text)));
    } else {
        code = refuse(w, complain_with(code,
                                       "%s: no maze; an object needs \"id\" or \"maze\", as the "
                                       "verbs print it with --json",
                                       w->place));
    }
    w->line = NULL;
    json_decref(o);
    return code;
}

static bool is_title(const walk *w, const char *name)
{
    return w->title && *name == '=';
}

static int visit_line(walk *w, const char *name)
{
    if (is_title(w, name))
        return w->title(w->context, name + 1);
    if (*name == '{')
        return visit_object(w, name);
    if (strcmp(name, "-") != 0 && *name != '@')
        return visit_any(w, name);
    return refuse(w, complain_with(EXIT_INPUT,
                                   "%s: a list names no other list; write a file, an id or a range "
                                   "in each line",
                                   w->place));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Cuts blanks off both ends of a line, and a byte order mark. NULL: a comment, or nothing.
static char *trimmed(mw_writer *line)
{
    char *from = line->text;
    while (line->length && is_blank(from[line->length - 1]))
        from[--line->length] = '\0';
    from += strncmp(from, "\xef\xbb\xbf", 3) ? 0 : 3;
    from += strspn(from, " \t");
    return *from && *from != '#' ? from : NULL;
}

// Goes through the rest of a list. `line` is what has been read of it, if it has text, and `at` its
// number.
static int visit_list(walk *w, FILE *f, const char *name, mw_writer *line, unsigned at)
{
    int code = EXIT_DONE;
    bool any = false;
    w->listed = true;
    for (bool first = line->length; !stopped(code) && (first || line_read(f, name, line));
         first = false) {
        char place[300];
        at += !first;
        snprintf(place, sizeof place, "%.250s:%u", name, at);
        char *entry = trimmed(line);
        bool text = strlen(line->text) == line->length;
        if (!entry && text)
            continue;
        w->place = place;
        complaints_off(w->refused >= REFUSED_MAX);
        int one = text ? visit_line(w, entry)
                       : refuse(w, complain_with(EXIT_INPUT,
                                                 "%s: byte 0x00 is not text; a list is a plain "
                                                 "text file",
                                                 place));
        w->place = NULL;
        code = worse(code, one);
        any = any || one != EXIT_INPUT;
        if (!any && w->refused >= REFUSED_MAX)
            return complain_with(EXIT_INPUT,
                                 "%s: this is no list of mazes: %d lines of it are none", name,
                                 REFUSED_MAX);
    }
    complaints_off(false);
    if (w->refused > REFUSED_MAX)
        complain("%s: %s lines name no maze that could be read; %d of them are told above", name,
                 THOUSANDS(w->refused), REFUSED_MAX);
    return code == EXIT_DONE && !any && !interrupted()
               ? complain_with(EXIT_INPUT, "%s: no maze; write a file or an id in each line", name)
               : code;
}

// ---- files and stdin

// Does a text with this line as its first begin a list? No maze begins like that.
static bool begins_list(const char *line)
{
    struct stat st;
    const char *dot = strrchr(line, '.');
    return *line == '{' || mw_is_id(line) || !strncmp(line, SHIPPED, strlen(SHIPPED)) ||
           (dot && dot > line && kind_of_extension(dot + 1)) ||
           (!stat(line, &st) && S_ISREG(st.st_mode));
}

// A text that begins with what has been read already.
static int visit_text(walk *w, FILE *f, const char *name, const mw_writer *begun)
{
    input in = input_of(w, name);
    size_t length;
    char *rest = input_read(f, input_shown(&in), &length);
    mw_writer text = {0};
    int code = rest ? EXIT_DONE : EXIT_INPUT;
    if (rest) {
        mw_write_bytes(&text, begun->text ? begun->text : "", begun->length);
        mw_write_bytes(&text, rest, length);
        code = text.failed ? out_of_memory() : input_parse(&in, w->s, text.text, text.length);
    }
    free(rest);
    free(text.text);
    return visit(w, &in, code);
}

// A maze's text, or a list, as its first line tells that is neither blank nor a comment.
static int visit_stream(walk *w, FILE *f, const char *name, bool list)
{
    const char *shown = strcmp(name, "-") != 0 ? name : "stdin";
    mw_writer begun = {0}, line = {0};
    unsigned at = 0;
    for (bool found = list; !found && line_read(f, shown, &line); at++) {
        mw_write_bytes(&begun, line.text, line.length);
        const char *entry = trimmed(&line);
        found = entry;
        list = entry && (is_title(w, entry) || begins_list(entry));
    }
    bool failed = line.failed || line.length > INPUT_MAX || ferror(f); // and that has been told
    int code = begun.failed ? out_of_memory()
               : failed     ? refuse(w, EXIT_INPUT)
               : list       ? visit_list(w, f, shown, &line, at)
                            : visit_text(w, f, name, &begun);
    free(line.text);
    free(begun.text);
    return code;
}

static int visit_file(walk *w, const char *name, bool list)
{
    if (!*name || is_folder(name))
        return refuse(
            w, complain_with(EXIT_INPUT, "@%s: name the file of a list, e.g. @mazes.txt", name));
    FILE *f = fopen(name, "rb");
    if (!f)
        return refuse(w, complain_with(EXIT_INPUT, "%s: cannot open: %s", name, strerror(errno)));
    int code = visit_stream(w, f, name, list);
    fclose(f);
    return code;
}

static int visit_argument(walk *w, const char *name)
{
    struct stat st;
    bool there = !stat(name, &st);
    if (is_title(w, name))
        return w->title(w->context, name + 1);
    if (!*name)
        return refuse(w,
                      complain_with(EXIT_INPUT, "an empty name is no maze; write a file or an id"));
    return !strcmp(name, "-")             ? visit_stream(w, stdin, name, false)
           : there && S_ISDIR(st.st_mode) ? visit_name(w, name)
           : there                        ? visit_file(w, name, false)
           : !strcmp(name, "@-")          ? visit_stream(w, stdin, "-", true)
           : *name == '@'                 ? visit_file(w, name + 1, true)
                                          : visit_any(w, name);
}

bool inputs_several(const settings *s)
{
    range r;
    const char *name = s->input_count ? s->inputs[0] : "";
    struct stat st;
    return s->input_count > 1 ||
           (stat(name, &st) && (*name == '@' || is_range(name, &r) || is_shipped_folder(name)));
}

int with_input(const settings *s, const char *name, int (*each)(input *, void *), void *context)
{
    walk w = {.s = s, .each = each, .context = context};
    return visit_name(&w, name);
}

static int visit_all(const settings *s, walk each, unsigned *refused)
{
    int code = EXIT_DONE;
    *refused = 0;
    if (!s->input_count)
        return complain_with(
            EXIT_USAGE,
            "%s needs a maze: a file, an id such as rook:5x5#7, shipped:rook/05, or "
            "- for stdin; see 'mazewright %s --help'",
            s->verb->name, s->verb->name);
    for (int i = 0; i < s->input_count && !interrupted() && code != EXIT_USAGE; i++) {
        walk w = each;
        w.listed = s->input_count > 1;
        code = worse(code, visit_argument(&w, s->inputs[i]));
        *refused += w.refused + w.undone;
    }
    if (!interrupted())
        return code;
    watch_rest(NULL); // what comes now tells what was found
    return worse(code, EXIT_LIMIT);
}

int each_named_input(const settings *s, const char *name, int (*each)(input *, void *),
                     void *context)
{
    walk w = {.s = s, .each = each, .context = context};
    return visit_argument(&w, name);
}

int for_each_input_counted(const settings *s, int (*each)(input *, void *), void *context,
                           unsigned *refused)
{
    return visit_all(s, (walk){.s = s, .each = each, .context = context}, refused);
}

int for_each_input_titled(const settings *s, int (*each)(input *, void *),
                          int (*title)(void *, const char *), void *context)
{
    unsigned refused;
    return visit_all(s, (walk){.s = s, .each = each, .title = title, .context = context}, &refused);
}

int for_each_input(const settings *s, int (*each)(input *, void *), void *context)
{
    unsigned refused;
    return for_each_input_counted(s, each, context, &refused);
}
