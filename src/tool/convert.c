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

int run_convert(const settings *s)
{
    const char *name = s->value[O_OUTPUT];
    job j = {.form = s->value[O_TO] ? s->value[O_TO] : "own", .out = stdout};
    if (name && !(j.out = fopen(name, "w"))) {
        complain("%s: cannot write: %s", name, strerror(errno));
        return EXIT_BROKEN;
    }
    int code = for_each_input(s, convert_maze, &j);
    if (name && (ferror(j.out) | fclose(j.out))) {
        complain("%s: cannot write: %s", name, strerror(errno));
        code = EXIT_BROKEN;
    }
    return code;
}
