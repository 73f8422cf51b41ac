// help.c: --help, the manual page and the completion, all from the tables of verbs, options, kinds
// and algorithms.
#include "tool/tool.h"

#include <string.h>

static const char exits[] = "0 done, 1 proven unsolvable or a check failed, 2 usage, 3 bad input, "
                            "4 a limit was hit, 5 internal or system failure";

// ---- help

// Text in lines of at most 96 columns; `at` is where the first line starts, `indent` the others.
static void wrap(const char *text, int at, int indent)
{
    for (bool first = true; *text; first = false) {
        int length = (int)strcspn(text, " ");
        if (!first && at + 1 + length > 96) {
            printf("\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            putchar(' ');
            at++;
        }
        printf("%.*s", length, text);
        at += length;
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

static void print_item(const char *name, int width, const char *about)
{
    int at = printf("  %-*s  ", width, name);
    wrap(about, at, width + 4);
}

static const char *option_text(const option *o, char buffer[80])
{
    char letter[8] = "    ";
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    snprintf(buffer, 80, "%s--%s%s%s", letter, o->name, o->value ? " " : "",
             o->value ? o->value : "");
    return buffer;
}

static int print_overview(void)
{
    printf("mazewright %s: make, solve and explain logic mazes\n\n"
           "usage: mazewright VERB [options] [FILE | ID | -]...\n\nverbs:\n",
           mw_version());
    for (const verb *v = verbs; v->name; v++)
        print_item(v->name, 10, v->about);
    printf("\nkinds of maze:\n");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        print_item((*k)->name, 10, (*k)->about);
    printf(
        "\nA maze is a file, - for stdin, or an id: KIND:PARAMS:DESCRIPTION is the maze itself,\n"
        "KIND:PARAMS#SEED a random one, e.g. %s:5x5#7.\n\n"
        "'mazewright VERB --help' explains a verb, 'mazewright help KIND' a kind.\n"
        "Exit codes: ",
        mw_kinds()[0]->name);
    wrap(exits, 12, 2);
    return EXIT_DONE;
}

static int print_verb(const verb *v)
{
    char buffer[80];
    printf("usage: mazewright %s [options] %s\n\n", v->name, v->arguments);
    wrap(v->about, 0, 0);
    wrap(v->details, 0, 0);
    printf("\noptions:\n");
    for (const option_id *o = v->options; *o != O_COUNT; o++)
        print_item(option_text(&options[*o], buffer), 24, options[*o].about);
    print_item(option_text(&options[O_HELP], buffer), 24, options[O_HELP].about);
    printf("\nexample: %s\nExit codes: ", v->example);
    wrap(exits, 12, 2);
    return EXIT_DONE;
}

int print_help(const verb *v)
{
    return v ? print_verb(v) : print_overview();
}

static void print_paragraphs(const char *text)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        char paragraph[1000];
        length = strcspn(text, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        putchar('\n');
        wrap(paragraph, 0, 0);
    }
}

static void print_kind(const mw_kind *k)
{
    char name[80];
    printf("%s: ", k->name);
    wrap(k->about, (int)strlen(k->name) + 2, 2);
    if (k->rules)
        print_paragraphs(k->rules);
    printf("\nmoves:");
    for (const char *const *a = k->actions; *a; a++)
        printf(" %s", *a);
    printf("\nfiles: .%s\n", k->name);
    if (k->options)
        printf(
            "\noptions, in the header of a file (%s 5x5 OPTION...) or an id (%s:5x5,OPTION:...):\n",
            k->name, k->name);
    for (const mw_option *o = k->options; o && o->name; o++) {
        snprintf(name, sizeof name, "%s%s%s", o->name, o->value ? "=" : "",
                 o->value ? o->value : "");
        print_item(name, 20, o->about);
    }
    if (k->heuristics)
        printf("\nheuristics:\n");
    for (const mw_heuristic *h = k->heuristics; h && h->name; h++)
        print_item(h->name, 20, h->about);
    printf("\ntext forms (convert --to):\n");
    print_item("own", 20, "canonical, with a header");
    print_item("id", 20, "one line, for links and scripts");
    for (const mw_form *f = k->forms; f && f->name; f++)
        print_item(f->name, 20, f->about);
    if (k->measures)
        printf("\nmeasures of its own:\n");
    for (const mw_measure *m = k->measures; m && m->name; m++)
        print_item(m->name, 20, m->about);
}

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

static int print_man(void)
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
        for (const option_id *o = v->options; *o != O_COUNT; o++)
            man_option(&options[*o]);
        printf("Example: *");
        man_text(v->example);
        printf("*\n\n");
    }
    printf("# KINDS\n\n");
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        printf("*%s*\n\t", (*k)->name);
        man_text((*k)->about);
        printf("\n\n");
    }
    printf("# EXIT STATUS\n\n%s.\n", exits);
    return EXIT_DONE;
}

// ---- completion for bash

static void completion_values(const char *name, const char *words)
{
    printf("    --%s) COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")); return ;;\n", name, words);
}

static int print_completion(void)
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

int run_help(const settings *s)
{
    if (s->value[O_MAN])
        return print_man();
    if (s->value[O_COMPLETION])
        return print_completion();
    if (!s->input_count)
        return print_help(NULL);
    for (const verb *v = verbs; v->name; v++)
        if (!strcmp(v->name, s->inputs[0]))
            return print_help(v);
    const mw_kind *kind = mw_kind_find(s->inputs[0]);
    if (!kind) {
        complain("no help on '%s'; 'mazewright help' lists the verbs and kinds", s->inputs[0]);
        return EXIT_USAGE;
    }
    print_kind(kind);
    return EXIT_DONE;
}
