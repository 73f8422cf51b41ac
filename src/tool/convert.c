// convert.c: the verb `convert`: mazes from any text form to any other.
#include "tool/tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    const char *form;
    FILE *out;
} job;

static int convert_maze(input *in, void *context)
{
    const job *j = context;
    const mw_kind *kind = in->maze->kind;
    char *text = mw_maze_print(in->maze, j->form);
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
    if (!j.out) {
        complain("out of memory");
        return EXIT_BROKEN;
    }
    int code = for_each_input(s, convert_maze, &j);
    if (!name)
        return code;
    bool ok = !(ferror(j.out) | fclose(j.out));
    if (length || code == EXIT_DONE) {
        FILE *f = ok ? fopen(name, "w") : NULL;
        ok = f && fwrite(text, 1, length, f) == length;
        if (f && fclose(f))
            ok = false;
    }
    if (!ok) {
        complain("%s: cannot write: %s", name, strerror(errno));
        code = EXIT_BROKEN;
    }
    free(text);
    return code;
}
