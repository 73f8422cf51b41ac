// input.c: one maze from a file, an id, stdin or those that come with the command.
#include "core/file.h"
#include "core/text.h"
#include "tool/tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SHIPPED "shipped:"

char *input_read(FILE *f, const char *name, size_t *length)
{
    char *text = mw_file_read_rest(f, INPUT_MAX, length);
    if (text)
        return text;
    if (errno == ENOMEM)
        out_of_memory();
    else if (errno == EFBIG)
        complain("%s: too large; a maze is at most %zu MiB of text", name, INPUT_MAX >> 20);
    else if (errno == EISDIR)
        complain("%s: is a directory; name the maze files in it", name);
    else
        complain("%s: cannot read: %s", name, strerror(errno));
    return NULL;
}

const mw_kind *kind_of_extension(const char *extension)
{
    const mw_kind *kind = mw_kind_find(extension);
    for (const mw_kind *const *k = mw_kinds(); *k && !kind; k++)
        for (const mw_form *f = (*k)->text->forms; f && f->name && !kind; f++)
            if (!strcmp(f->name, extension))
                kind = *k;
    return kind;
}

const char *input_shown(const input *in)
{
    return in->place ? in->place : strcmp(in->name, "-") != 0 ? in->name : "stdin";
}

// The kind that --kind names, or the ending of the file's name; NULL: neither does.
static bool find_kind(const input *in, const settings *s, const mw_kind **kind)
{
    const char *dot = strrchr(in->name, '.');
    if (!option_kind(s, kind))
        return false;
    if (!*kind && dot && !in->line)
        *kind = kind_of_extension(dot + 1);
    return true;
}

// A file's name may be any bytes, but JSON and terminals expect UTF-8.
void make_utf8(char *text)
{
    for (unsigned n; *text; text += n ? n : 1)
        if (!(n = mw_utf8_length(text)))
            *text = '?';
}

// The label of an input that has none.
static int name_label(input *in)
{
    in->label = strdup(in->name);
    if (!in->label)
        return out_of_memory();
    make_utf8(in->label);
    return EXIT_DONE;
}

int input_parse(input *in, const settings *s, const char *text, size_t length)
{
    const mw_kind *kind;
    mw_error error;
    if (!find_kind(in, s, &kind))
        return EXIT_USAGE;
    watch_next();
    in->maze = mw_maze_read(kind, text, length, &error);
    if (in->place)
        error.line = 0; // it is in an object of a list
    int code = in->maze ? EXIT_DONE : complain_of(input_shown(in), &error, EXIT_INPUT);
    return in->label ? code : worse(code, name_label(in));
}

// "shiped:rook/05" is no id: its kind is none, and nearly "shipped".
static bool nearly_shipped(const char *name)
{
    char kind[MW_WORD_SIZE], closest[MW_WORD_SIZE];
    size_t n = strcspn(name, ":");
    snprintf(kind, sizeof kind, "%.*s", (int)n, name);
    return n < sizeof kind && !mw_kind_find(kind) && mw_closest(kind, "shipped", closest);
}

// Somebody may have meant a maze that comes with the command, or all of a kind.
static int cannot_open(const input *in)
{
    const char *why = strerror(errno);
    char kind[40];
    size_t n = strcspn(in->name, "/");
    snprintf(kind, sizeof kind, "%.*s", (int)n, in->name);
    bool shipped = n < sizeof kind && mw_kind_find(kind);
    return complain_with(EXIT_INPUT, "%s%s%.1000s%s: cannot open: %s%s%s",
                         in->place ? in->place : "", in->place ? ": " : "", in->name,
                         strlen(in->name) > 1000 ? "..." : "", why,
                         shipped ? "; those that come with the command are named shipped:" : "",
                         shipped ? in->name : "");
}

static int open_text(input *in, const settings *s, const char *path)
{
    bool from_stdin = !strcmp(path, "-");
    FILE *f = from_stdin ? stdin : fopen(path, "rb");
    if (!f)
        return cannot_open(in);
    size_t length;
    char *text = input_read(f, input_shown(in), &length);
    if (!from_stdin)
        fclose(f);
    int code = text ? input_parse(in, s, text, length) : EXIT_INPUT;
    free(text);
    return code;
}

static int open_id(input *in, const mw_kind *kind)
{
    mw_error error;
    if (nearly_shipped(in->name))
        return complain_with(EXIT_INPUT, "%s%s%.60s: no such kind; did you mean shipped%.60s?",
                             in->place ? in->place : "", in->place ? ": " : "", in->name,
                             strchr(in->name, ':'));
    in->maze = mw_maze_from_id(in->name, &error);
    in->label = mw_id_versioned(in->name);
    in->by_id = true;
    if (in->place) // the line is that of the list
        error.line = 0;
    if (!in->maze)
        return complain_of(in->place                ? in->place
                           : strlen(in->name) <= 60 ? in->name
                                                    : "id",
                           &error, EXIT_INPUT);
    if (kind && kind != in->maze->kind)
        return complain_with(EXIT_INPUT, "%s: this is a %s maze, not a %s maze", in->name,
                             in->maze->kind->name, kind->name);
    return mw_id_is_random(in->name) && !in->label ? out_of_memory() : EXIT_DONE;
}

bool line_read(FILE *f, const char *name, mw_writer *line)
{
    int c = 0;
    line->most = INPUT_MAX + 2;
    line->length = 0;
    errno = 0;
    while (c != '\n' && line->length <= INPUT_MAX && !line->failed && (c = getc(f)) != EOF)
        mw_write_char(line, (char)c);
    if (line->length > INPUT_MAX)
        return complain("%s: too large; a maze is at most %zu MiB of text", name, INPUT_MAX >> 20);
    if (line->failed || errno == ENOMEM)
        out_of_memory();
    else if (ferror(f) && !interrupted())
        complain("%s: cannot read: %s", name, strerror(errno));
    return line->length && !line->failed && !ferror(f);
}

bool read_line(FILE *f, char **line, size_t *capacity)
{
    mw_writer w = {.text = *line, .capacity = *capacity};
    bool read = line_read(f, "the file", &w);
    *line = w.text;
    *capacity = w.capacity;
    return read;
}

typedef struct opening {
    input *in;
    const settings *s;
} opening;

static int open_shipped(void *context, const char *name, const char *path)
{
    const opening *o = context;
    (void)name;
    return open_text(o->in, o->s, path);
}

// Opens what in->name names.
static int open_named(input *in, const settings *s)
{
    const mw_kind *kind;
    struct stat st;
    bool there = !in->line && !stat(in->name, &st); // what an object has is an id, and no file
    if (!option_kind(s, &kind))
        return EXIT_USAGE;
    if (!there && !strncmp(in->name, SHIPPED, strlen(SHIPPED)))
        return each_shipped(in->name + strlen(SHIPPED), in->place, open_shipped, &(opening){in, s});
    return !there && mw_is_id(in->name) ? open_id(in, kind) : open_text(in, s, in->name);
}

int input_open(input *in, const settings *s)
{
    watch_next();
    int code = open_named(in, s);
    return in->label ? code : worse(code, name_label(in));
}

void input_close(input *in)
{
    mw_maze_free(in->maze);
    free(in->label);
    free(in->id);
    *in = (input){0};
}

int input_unfit(const input *in, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return complain_with(in->listed ? EXIT_INPUT : EXIT_USAGE, "%s%s%.60s: %s",
                         in->place ? in->place : "", in->place ? ": " : "", in->label, text);
}

const char *input_id(input *in)
{
    if (!in->id)
        in->id = in->by_id ? strdup(in->label) : mw_maze_print(in->maze, "id");
    return in->id;
}

mw_writer maze_object(input *in)
{
    mw_writer w = object_begin();
    w.failed = w.failed || !input_id(in);
    mw_json_members(&w, "file=%s id=%s", in->label, in->id);
    return w;
}
