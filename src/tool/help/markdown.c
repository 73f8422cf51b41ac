// markdown.c: everything about the command as one page of Markdown, docs/command.md.
#include "tool/help/manual.h"

#include <string.h>

// Prints text so that Markdown takes nothing in it for markup.
static void md_text(const char *text)
{
    for (; *text; text++) {
        if (strchr("*_<>[]\\`", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void md_item(const char *name, const char *about)
{
    printf("- `%s`: ", name);
    md_text(about);
    putchar('\n');
}

static void md_choice(const char *heading, const char *name, const char *about)
{
    if (heading)
        printf("\nThe %s:\n\n", heading);
    md_item(name, about);
}

static void md_of_kind(const char *heading, const char *name, const char *about)
{
    if (heading)
        printf("\n%s:\n\n", heading);
    md_item(name, about);
}

static void md_verb(const verb *v)
{
    char buffer[80];
    printf("\n## %s\n\n```text\n%s [options]%s%s\n```\n\n", v->name, v->name,
           *v->arguments ? " " : "", v->arguments);
    printf("%c", v->about[0] - 'a' + 'A'); // begins with a small letter
    md_text(v->about + 1);
    printf(".\n");
    md_text(v->details);
    printf("\n\n");
    for (const option_id *o = v->options; *o != O_COUNT; o++) {
        option here = option_for(v, *o);
        const char *text = option_text(&here, buffer);
        md_item(text + strspn(text, " "), here.about);
    }
    choices_of(v, md_choice);
    printf("\n```sh\n%s\n```\n", v->example);
}

static void md_kind(const mw_kind *k)
{
    static const char *const headings[KIND_LISTS] = {"Options of a maze",   "Heuristics",
                                                     "Features of a state", "Text forms",
                                                     "Measures of its own", NULL};
    printf("\n### %s\n\n", k->name);
    md_text(k->about);
    printf(". Moves:");
    for (const mw_action *a = k->rules->actions; a->word; a++)
        printf(" `%s`", a->word);
    printf(".\n");
    names_of_kind(k, headings, md_of_kind);
    if (k->design)
        printf("\nObjectives by name:\n\n");
    for (const mw_preset *o = k->design ? k->design->presets : NULL; o && o->name; o++)
        printf("- `%s`: %s: `%s`\n", o->name, o->about, o->objective);
}

int print_markdown(void)
{
    printf("# The command\n\nEvery verb with every option, and every kind of maze, from the tables "
           "of the command itself\n(`make reference` writes this page). `mazewright VERB --help` "
           "and `mazewright help KIND` say the same.\n\n| verb | does |\n|---|---|\n");
    for (const verb *v = verbs; v->name; v++) {
        printf("| [`%s`](#%s) | ", v->name, v->name);
        md_text(v->about);
        printf(" |\n");
    }
    printf("\nA maze (MAZE) is named by:\n\n");
    for (const struct input_form *f = input_forms; f->form; f++)
        md_item(f->form, f->about);
    printf("\nIts text and ids: [formats.md](formats.md). `--help` is an option of every "
           "verb;\n`mazewright --version` tells the version. `NO_COLOR` in the environment turns "
           "colours off. `--plugin FILE.so`, before or after any verb, "
           "and\n`MAZEWRIGHT_PLUGINS=FILE.so:FILE.so` "
           "in the environment load [plug-ins](guide.md#a-plug-in).\n\nExit codes: %s.\n",
           exit_codes);
    for (const verb *v = verbs; v->name; v++)
        md_verb(v);
    printf("\n## Measures\n\nOf mazes of all kinds, as `analyse` prints them and objectives use "
           "them:\n\n");
    for (const mw_value *m = mw_measures(); m->name; m++)
        md_item(m->name, m->about);
    printf("\n## Kinds\n\nRules and text forms in full: [formats.md](formats.md).\n");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        md_kind(*k);
    return EXIT_DONE;
}
