// convert.c: the verb `convert`: mazes from any text form to any other.
#include "api/answer.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct call {
    const char *form;
    mw_writer text;
    bool at_once; // each maze is printed when it is converted
} call;

static bool has_form(const mw_kind *kind, const char *name)
{
    const mw_form *f = kind->text->forms;
    while (f && f->name && strcmp(f->name, name) != 0)
        f++;
    return (f && f->name) || !strcmp(name, "own") || !strcmp(name, "id");
}

int write_form(const mw_maze *m, const char *label, const char *name, mw_writer *out)
{
    mw_error error;
    char *text = mw_answer_form(m, name, &error);
    if (!text && error.code == MW_ERROR_REQUEST)
        return complain_with(EXIT_USAGE, "%s", error.text);
    if (!text)
        return complain_of(label, &error, EXIT_INPUT);
    size_t length = strlen(text);
    mw_write(out, "%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
    free(text);
    return EXIT_DONE;
}

static int convert_maze(input *in, void *context)
{
    call *c = context;
    if (in->listed && !has_form(in->maze->kind, c->form))
        return input_unfit(in, "%s mazes have no form '%s'", in->maze->kind->name, c->form);
    int code = write_form(in->maze, in->label, c->form, &c->text);
    if (c->at_once && code == EXIT_DONE) {
        code = write_file("-", &c->text);
        c->text = (mw_writer){0};
    }
    return code;
}

bool form_known(const char *name)
{
    mw_writer known = {0};
    bool found = !strcmp(name, "own") || !strcmp(name, "id");
    add_word(&known, "own id");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_form *f = (*k)->text->forms; f && f->name; f++) {
            found = found || !strcmp(f->name, name);
            add_word(&known, f->name);
        }
    if (!found)
        return complain_unknown(false, name, "there are", &known, "no kind of maze has a form '%s'",
                                name);
    free(known.text);
    return true;
}

// Everything is converted before the file is opened, because the file may be one of the inputs. It
// stays as it is when nothing could be converted.
int run_convert(const settings *s)
{
    const char *name = s->value[O_OUTPUT];
    call c = {.form = s->value[O_TO] ? s->value[O_TO] : "own", .at_once = !name};
    if (!form_known(c.form))
        return EXIT_USAGE;
    int code = for_each_input(s, convert_maze, &c);
    if (name && (c.text.length || code == EXIT_DONE) && code != EXIT_BROKEN)
        return worse(code, write_file(name, &c.text));
    free(c.text.text);
    return code;
}
