// manual.c: the manual page, the completion and docs/command.md, written from the tables of verbs,
// options, kinds and algorithms.
#include "tool/manual.h"

#include <string.h>

// ---- manual page, in scdoc's language

static void man_text(const char *text)
{
    for (; *text; text++) {
        if (strchr("_*\\#<>.", *text))
            putchar('\\');
        putchar(*text);
    }
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

static void man_choice(void *context, const char *heading, const char *name, const char *about)
{
    (void)context, (void)heading;
    printf("*%s*\n\t", name);
    man_text(about);
    printf("\n\n");
}

int print_man(void)
{
    printf(
        "mazewright(1)\n\n# NAME\n\nmazewright - make, solve and explain logic mazes\n\n# "
        "SYNOPSIS\n\n"
        "*mazewright* _VERB_ [options] [FILE | ID | -]...\n\n# DESCRIPTION\n\n"
        "A maze is a file, *-* for stdin, or an id: KIND:PARAMS:DESCRIPTION is the maze itself,\n"
        "KIND:PARAMS\\#SEED a random one. The kind is known from the id, the file's header or\n"
        "extension, or from *--kind*.\n\n# VERBS\n\n");
    for (const verb *v = verbs; v->name; v++) {
        printf("## mazewright %s [options] ", v->name);
        man_text(v->arguments);
        printf("\n\n");
        man_text(v->about);
        printf(".\n");
        man_text(v->details);
        printf("\n\n");
        for (const option_id *o = v->options; *o != O_COUNT; o++) {
            option here = option_for(v, *o);
            man_option(&here);
        }
        choices_of(v, man_choice, NULL);
        for (const char *e = v->example; *e;
             e += strcspn(e, "\n") + (e[strcspn(e, "\n")] != '\0')) {
            char line[300];
            snprintf(line, sizeof line, "%.*s", (int)strcspn(e, "\n"), e);
            printf("Example: *");
            man_text(line);
            printf("*\n\n");
        }
    }
    printf("# KINDS\n\n");
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        printf("*%s*\n\t", (*k)->name);
        man_text((*k)->about);
        printf("\n\n");
    }
    printf("# EXIT STATUS\n\n%s.\n", exit_codes);
    return EXIT_DONE;
}

// ---- completion for bash

static void completion_values(const char *name, const char *words)
{
    printf("    --%s) COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")); return ;;\n", name, words);
}

int print_completion(void)
{
    printf("# bash completion for mazewright, written by 'mazewright help --completion'\n"
           "_mazewright() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    case $prev in\n    --kind) COMPREPLY=($(compgen -W \"");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        printf("%s ", (*k)->name);
    printf("\" -- \"$cur\")); return ;;\n    --algorithm) COMPREPLY=($(compgen -W \"");
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        printf("%s ", a->name);
    printf("\" -- \"$cur\")); return ;;\n    --heuristic) COMPREPLY=($(compgen -W \"");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_heuristic *h = (*k)->heuristics; h && h->name; h++)
            printf("%s ", h->name);
    printf("\" -- \"$cur\")); return ;;\n    --to) COMPREPLY=($(compgen -W \"own id ");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_form *f = (*k)->forms; f && f->name; f++)
            printf("%s ", f->name);
    printf("\" -- \"$cur\")); return ;;\n");
    completion_values("store", "auto dense hashed full none");
    printf("    esac\n    if [[ $COMP_CWORD -eq 1 ]]; then\n        COMPREPLY=($(compgen -W \"");
    for (const verb *v = verbs; v->name; v++)
        printf("%s ", v->name);
    printf("--help --version\" -- \"$cur\")); return\n    fi\n"
           "    if [[ $cur == -* ]]; then\n        case ${COMP_WORDS[1]} in\n");
    for (const verb *v = verbs; v->name; v++) {
        printf("        %s) COMPREPLY=($(compgen -W \"", v->name);
        for (const option_id *o = v->options; *o != O_COUNT; o++)
            printf("--%s ", options[*o].name);
        printf("--help\" -- \"$cur\")) ;;\n");
    }
    printf("        esac\n        return\n    fi\n    COMPREPLY=($(compgen -f -- \"$cur\"))\n}\n"
           "complete -o filenames -F _mazewright mazewright\n");
    return EXIT_DONE;
}

// ---- the same as Markdown, for docs/command.md

// Text in which nothing is taken for markup; lines as long as they come.
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

static void md_choice(void *context, const char *heading, const char *name, const char *about)
{
    const char **last = context;
    if (!*last || strcmp(*last, heading))
        printf("\nThe %s:\n\n", heading);
    *last = heading;
    md_item(name, about);
}

static void md_verb(const verb *v)
{
    char buffer[80];
    const char *heading = NULL;
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
    choices_of(v, md_choice, &heading);
    printf("\n```sh\n%s\n```\n", v->example);
}

static void md_kind(const mw_kind *k)
{
    char name[80];
    printf("\n### %s\n\n", k->name);
    md_text(k->about);
    printf(". Moves:");
    for (const char *const *a = k->actions; *a; a++)
        printf(" `%s`", *a);
    printf(".\n");
    if (k->options)
        printf("\nOptions of a maze:\n\n");
    for (const mw_option *o = k->options; o && o->name; o++) {
        snprintf(name, sizeof name, "%s%s%s", o->name, o->value ? "=" : "",
                 o->value ? o->value : "");
        md_item(name, o->about);
    }
    if (k->heuristics)
        printf("\nHeuristics:\n\n");
    for (const mw_heuristic *h = k->heuristics; h && h->name; h++)
        md_item(h->name, h->about);
    printf("\nText forms:\n\n- `own`: canonical, with a header\n- `id`: one line\n");
    for (const mw_form *f = k->forms; f && f->name; f++)
        md_item(f->name, f->about);
    if (k->measures)
        printf("\nMeasures of its own:\n\n");
    for (const mw_measure *m = k->measures; m && m->name; m++)
        md_item(m->name, m->about);
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
    printf("\nA maze is a file, `-` for stdin, or an id: `KIND:PARAMS:DESCRIPTION` is the maze "
           "itself,\n`KIND:PARAMS#SEED` a random one ([formats.md](formats.md)). `--help` is an "
           "option of every verb;\n`mazewright --version` tells the version. `NO_COLOR` in the "
           "environment turns colours off.\n\nExit codes: %s.\n",
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
