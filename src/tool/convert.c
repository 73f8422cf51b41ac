// convert.c: the verb `convert`: mazes from any text form to any other.
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    const char *form;
    FILE *out;
} job;

static bool has_form(const mw_kind *kind, const char *name)
{
    const mw_form *f = kind->forms;
    while (f && f->name && strcmp(f->name, name))
        f++;
    return (f && f->name) || !strcmp(name, "own") || !strcmp(name, "id");
}

static int convert_maze(input *in, void *context)
{
    const job *j = context;
    const mw_kind *kind = in->maze->kind;
    char *text = mw_maze_print(in->maze, j->form);
    if (!text && has_form(kind, j->form))
        return out_of_memory();
    if (!text) {
        fprintf(stderr, "mazewright: %s mazes have no form '%s'; the forms are own id", kind->name,
                j->form);
        for (const mw_form *f = kind->forms; f && f->name; f++)
            fprintf(stderr, " %s", f->name);
        fputc('\n', stderr);
        return EXIT_USAGE;
    }
    size_t length = strlen(text);
    fputs(text, j->out);
    if (!length || text[length - 1] != '\n')
        fputc('\n', j->out);
    free(text);
    return EXIT_DONE;
}

// Everything is converted before the file is opened: it may be one of the inputs, and what is in it
// stays when nothing could be converted.
int run_convert(const settings *s)
{
    const char *name = s->value[O_OUTPUT];
    char *text = NULL;
    size_t length = 0;
    job j = {.form = s->value[O_TO] ? s->value[O_TO] : "own",
             .out = name ? open_memstream(&text, &length) : stdout};
    if (!j.out)
        return out_of_memory();
    int code = for_each_input(s, convert_maze, &j);
    if (!name)
        return code;
    bool ok = !(ferror(j.out) | fclose(j.out));
    if (!ok) {
        code = out_of_memory();
    } else if ((length || code == EXIT_DONE) && code != EXIT_BROKEN) {
        output o;
        FILE *f = output_open(&o, name);
        if (f)
            fwrite(text, 1, length, f);
        code = output_close(&o, f, true) ? code : EXIT_BROKEN;
    }
    free(text);
    return code;
}
