// manual.c: the pages of the manual in the language of scdoc: mazewright(1), and one for each verb.
// The build makes mazewright(5) from docs/formats.md.
#include "tool/help/manual.h"

#include <string.h>

static void man_text(const char *text)
{
    for (; *text; text++) {
        if (strchr("_*\\#<>.", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void man_page(const char *name, const char *about)
{
    printf("mazewright%s%s(1) \"mazewright %s\" \"Logic mazes\"\n\n# NAME\n\nmazewright%s%s - ",
           *name ? "-" : "", name, mw_version(), *name ? "-" : "", name);
    man_text(about);
    printf("\n\n# SYNOPSIS\n\n");
}

static void man_option(const option *o)
{
    if (o->letter)
        printf("*-%c*, ", o->letter);
    printf("*--%s*", o->name);
    if (o->value)
        printf(" _%s_", o->value);
    printf("\n\t");
    man_text(o->about);
    printf("\n\n");
}

static void man_item(const char *name, const char *about)
{
    printf("*");
    man_text(name);
    printf("*\n\t");
    man_text(about);
    printf("\n\n");
}

static void man_exits(void)
{
    printf("# EXIT STATUS\n\n%s.\n\n# SEE ALSO\n\n", exit_codes);
}

// The command finds its files beside itself, so their place is told from there.
static void man_files(void)
{
    printf("# FILES\n\nIn _share/mazewright_ beside the folder of the command:\n\n"
           "*puzzles*\n\tthe mazes that come with it: shipped:rook/05 is "
           "_puzzles/rook/05.rook_\n\n"
           "*page*\n\tthe web page that *serve* and *site* use\n\n"
           "*experiments*\n\tplans of experiments, and the published figures for "
           "*reproduce*\n\n");
}

static void man_environment(void)
{
    printf("# ENVIRONMENT\n\n"
           "*MAZEWRIGHT_PLUGINS*\n\tplug-ins to load, with colons between them, as *--plugin* does "
           "before or after any verb\n\n"
           "*NO_COLOR*\n\tno colours on the terminal\n\n");
}

static void man_overview(void)
{
    man_page("", "make, solve and explain logic mazes");
    printf("*mazewright* _VERB_ [options] MAZE...++\n"
           "*mpirun* -n _N_ *mazewright-mpi* _VERB_ [options] MAZE...\n\n# DESCRIPTION\n\n"
           "The kind of a maze is known from its id, the file's header or extension, or from\n"
           "*--kind*. *mazewright*(5) has the formats.\n\n"
           "*mazewright-mpi* is the same command on several machines: *design*, *experiment* and\n"
           "*reproduce* divide their work among the ranks.\n\n# VERBS\n\n");
    for (const verb *v = verbs; v->name; v++)
        man_item(v->name, v->about);
    printf("# MAZES\n\nA maze is named by:\n\n");
    for (const struct input_form *f = input_forms; f->form; f++)
        man_item(f->form, f->about);
    printf("# KINDS\n\n");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        man_item((*k)->name, (*k)->about);
    man_environment();
    man_files();
    man_exits();
    for (const verb *v = verbs; v->name; v++)
        printf("*mazewright-%s*(1), ", v->name);
    printf("*mazewright*(3), *mazewright*(5)\n");
}

static void man_choice(const char *heading, const char *name, const char *about)
{
    if (heading)
        printf("The %s:\n\n", heading);
    man_item(name, about);
}

static void man_verb(const verb *v)
{
    man_page(v->name, v->about);
    printf("*mazewright %s* [options] ", v->name);
    man_text(v->arguments);
    printf("\n\n# DESCRIPTION\n\n");
    man_text(v->details);
    printf("\n\n# OPTIONS\n\n");
    for (const option_id *o = v->options; *o != O_COUNT; o++) {
        option here = option_for(v, *o);
        man_option(&here);
    }
    man_option(&options[O_HELP]);
    choices_of(v, man_choice);
    printf("# EXAMPLES\n\n");
    for (const char *e = v->example; *e; e += strcspn(e, "\n") + (e[strcspn(e, "\n")] != '\0')) {
        char line[300];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(e, "\n"), e);
        printf("*");
        man_text(line);
        printf("*\n\n");
    }
    man_exits();
    printf("*mazewright*(1), *mazewright*(5)\n");
}

int print_manual(const verb *v)
{
    if (v)
        man_verb(v);
    else
        man_overview();
    return EXIT_DONE;
}
