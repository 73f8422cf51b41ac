// input.c: mazes from files, ids and stdin.
#include "core/file.h"
#include "core/text.h"
#include "tool/tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define INPUT_MAX ((size_t)64 << 20)

static char *read_all(FILE *f, const char *name, size_t *length)
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

// The kind whose files, or one of whose text forms, have this extension.
static const mw_kind *kind_of_extension(const char *extension)
{
    const mw_kind *kind = mw_kind_find(extension);
    for (const mw_kind *const *k = mw_kinds(); *k && !kind; k++)
        for (const mw_form *f = (*k)->text->forms; f && f->name && !kind; f++)
            if (!strcmp(f->name, extension))
                kind = *k;
    return kind;
}

static int open_text(input *in, const mw_kind *kind)
{
    bool from_stdin = !strcmp(in->name, "-");
    const char *shown = from_stdin ? "stdin" : in->name;
    FILE *f = from_stdin ? stdin : fopen(in->name, "rb");
    if (!f)
        return complain_with(EXIT_INPUT, "%s: cannot open: %s", in->name, strerror(errno));
    size_t length;
    mw_error error;
    char *text = read_all(f, shown, &length);
    if (!from_stdin)
        fclose(f);
    if (!text)
        return EXIT_INPUT;
    in->maze = mw_maze_read(kind, text, length, &error);
    free(text);
    return in->maze ? EXIT_DONE : complain_of(shown, &error, EXIT_INPUT);
}

static int open_id(input *in, const mw_kind *kind)
{
    mw_error error;
    in->maze = mw_maze_from_id(in->name, &error);
    in->label = mw_id_versioned(in->name);
    if (!in->maze)
        return complain_of(strlen(in->name) <= 60 ? in->name : "id", &error, EXIT_INPUT);
    if (kind && kind != in->maze->kind)
        return complain_with(EXIT_INPUT, "%s: this is a %s maze, not a %s maze", in->name,
                             in->maze->kind->name, kind->name);
    bool random = strchr(in->name, '#');
    return random && !in->label ? out_of_memory() : EXIT_DONE;
}

// A file's name may be any bytes, but JSON and terminals expect UTF-8.
void make_utf8(char *text)
{
    for (unsigned n; *text; text += n ? n : 1)
        if (!(n = mw_utf8_length(text)))
            *text = '?';
}

bool read_line(FILE *f, char **line, size_t *capacity)
{
    errno = 0;
    if (getline(line, capacity, f) >= 0)
        return true;
    if (errno == ENOMEM)
        out_of_memory();
    else if (ferror(f))
        complain("cannot read: %s", strerror(errno));
    return false;
}

int input_open(input *in, const settings *s, const char *name)
{
    *in = (input){.name = name};
    const mw_kind *kind;
    const char *dot = strrchr(name, '.');
    struct stat st;
    watch_next();
    if (!option_kind(s, &kind))
        return EXIT_USAGE;
    int code = mw_is_id(name) && stat(name, &st) ? open_id(in, kind)
               : kind || !dot                    ? open_text(in, kind)
                                                 : open_text(in, kind_of_extension(dot + 1));
    if (!in->label) {
        in->label = strdup(name);
        if (in->label)
            make_utf8(in->label);
        else
            code = out_of_memory();
    }
    return code;
}

void input_close(input *in)
{
    mw_maze_free(in->maze);
    free(in->label);
    *in = (input){0};
}

int with_input(const settings *s, const char *name, int (*each)(input *, void *), void *context)
{
    input in;
    int code = input_open(&in, s, name);
    if (code == EXIT_DONE)
        code = each(&in, context);
    input_close(&in);
    return code;
}

int for_each_input(const settings *s, int (*each)(input *, void *), void *context)
{
    int code = EXIT_DONE;
    if (!s->input_count)
        return complain_with(
            EXIT_USAGE,
            "%s needs a maze: a file, an id such as rook:5x5#7, or - for stdin; see 'mazewright %s "
            "--help'",
            s->verb->name, s->verb->name);
    for (int i = 0; i < s->input_count && !interrupted() && code != EXIT_USAGE; i++)
        code = worse(code, with_input(s, s->inputs[i], each, context));
    if (!interrupted())
        return code;
    watch_rest(NULL); // what comes now tells what was found
    return worse(code, EXIT_LIMIT);
}
