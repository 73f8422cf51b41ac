// help.c: --help, from the tables of verbs, options, kinds and algorithms; manual.c, markdown.c and
// completion.c tell the same to man, to readers of docs/command.md and to shells.
#include "mazewright/design.h"
#include "mazewright/marble.h"
#include "tool/help/manual.h"

#include <string.h>

const char exit_codes[] = "0 done, 1 proven unsolvable or a check failed, 2 usage, 3 bad input, "
                          "4 a limit was hit, 5 internal or system failure";

const struct input_form input_forms[] = {
    {"FILE", "the maze's text, or a list of mazes"},
    {"-", "the same from stdin"},
    {"KIND:PARAMS:DESCRIPTION", "an id, which is the maze itself"},
    {"KIND:PARAMS#SEED", "a random maze, e.g. rook:5x5#7; rook:5x5#1..100 are a hundred of them"},
    {"shipped:KIND/NAME",
     "one that comes with the command, e.g. shipped:rook/05; 'mazewright list' "
     "shows them; shipped:rook is all of a kind"},
    {"@FILE", "a list: in each line one of these, or an object that a verb printed with --json"},
    {0},
};

void choices_of(const verb *v, say_name *say)
{
    if (verb_takes(v, O_ALGORITHM))
        for (const mw_algorithm *a = mw_algorithms(), *first = a; a->name; a++)
            say(a == first ? "algorithms" : NULL, a->name, a->about);
    if (verb_takes(v, O_METHOD))
        for (const mw_method *m = mw_methods(), *first = m; m->name; m++)
            say(m == first ? "methods" : NULL, m->name, m->about);
    if (verb_takes(v, O_AGENT))
        for (const mw_marble_agent *a = mw_marble_agents(), *first = a; a->name; a++)
            say(a == first ? "agents" : NULL, a->name, a->about);
    if (verb_takes(v, O_AS))
        for (const mw_marble_preset *p = mw_marble_presets(), *first = p; p->name; p++)
            say(p == first ? "presets" : NULL, p->name, p->about);
}

void names_of_kind(const mw_kind *k, const char *const headings[KIND_LISTS], say_name *say)
{
    char name[80];
    const mw_preset *presets = k->design ? k->design->presets : NULL;
    for (const mw_option *o = k->text->options; o && o->name; o++) {
        snprintf(name, sizeof name, "%s%s%s", o->name, o->value ? "=" : "",
                 o->value ? o->value : "");
        say(o == k->text->options ? headings[OF_OPTIONS] : NULL, name, o->about);
    }
    for (const mw_heuristic *h = mw_heuristics(k), *first = h; h->name; h++)
        say(h == first ? headings[OF_HEURISTICS] : NULL, h->name, h->about);
    for (const mw_feature *f = mw_features(k), *first = f; f->name; f++)
        say(f == first ? headings[OF_FEATURES] : NULL, f->name, f->about);
    say(headings[OF_FORMS], "own", "canonical, with a header");
    say(NULL, "id", "one line, for links and scripts");
    for (const mw_form *f = k->text->forms; f && f->name; f++)
        say(NULL, f->name, f->about);
    for (const mw_measure *m = k->measures; m && m->name; m++)
        say(m == k->measures ? headings[OF_MEASURES] : NULL, m->name, m->about);
    for (const mw_preset *o = presets; o && o->name && headings[OF_OBJECTIVES]; o++)
        say(o == presets ? headings[OF_OBJECTIVES] : NULL, o->name, o->about);
}

void print_item(const char *name, int width, const char *about)
{
    bool long_name = (int)strlen(name) > width; // its text begins on the next line
    printf(long_name ? "  %s\n%*s" : "  %s%*s", name,
           long_name ? width + 4 : width + 2 - (int)strlen(name), "");
    wrap(about, width + 4, width + 4);
}

const char *option_text(const option *o, char buffer[80])
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
           "usage: mazewright VERB [options] MAZE...\n\nverbs:\n",
           mw_version());
    for (const verb *v = verbs; v->name; v++)
        print_item(v->name, 10, v->about);
    printf("\nkinds of maze:\n");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        print_item((*k)->name, 10, (*k)->about);
    printf("\na maze is named by:\n");
    for (const struct input_form *f = input_forms; f->form; f++)
        print_item(f->form, 24, f->about);
    printf("\n'mazewright VERB --help' explains a verb, 'mazewright help KIND' a kind of maze;\n"
           "there is help on");
    for (const topic *o = topics; o->name; o++)
        printf("%s %s", o == topics ? "" : o[1].name ? "," : " and", o->name);
    printf(", too.\n\n");
    wrap("--plugin FILE.so, before or after the verb, loads kinds and heuristics from outside, and "
         "so does MAZEWRIGHT_PLUGINS=FILE.so:FILE.so in the environment.",
         0, 0);
    printf("\nExit codes: ");
    wrap(exit_codes, 12, 2);
    return EXIT_DONE;
}

static void print_choice(const char *heading, const char *name, const char *about)
{
    if (heading)
        printf("\n%s:\n", heading);
    print_item(name, 24, about);
}

static void print_of_kind(const char *heading, const char *name, const char *about)
{
    if (heading)
        printf("\n%s:\n", heading);
    print_item(name, 20, about);
}

static int print_verb(const verb *v)
{
    char buffer[80];
    int at = printf("usage: mazewright %s [options]%s", v->name, *v->arguments ? " " : "");
    wrap(v->arguments, at, 2);
    putchar('\n');
    wrap(v->about, 0, 0);
    wrap(v->details, 0, 0);
    printf("\noptions:\n");
    for (const option_id *o = v->options; *o != O_COUNT; o++) {
        option here = option_for(v, *o);
        print_item(option_text(&here, buffer), 24, here.about);
    }
    print_item(option_text(&options[O_HELP], buffer), 24, options[O_HELP].about);
    choices_of(v, print_choice);
    printf("\nexamples:\n");
    for (const char *e = v->example; *e; e += strcspn(e, "\n") + (e[strcspn(e, "\n")] != '\0'))
        printf("  %.*s\n", (int)strcspn(e, "\n"), e);
    printf("\nExit codes: ");
    wrap(exit_codes, 12, 2);
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
    char options_heading[200];
    const char *const headings[KIND_LISTS] = {options_heading,
                                              "heuristics",
                                              ("features of a state, for expressions as heuristics "
                                               "and for solve --steps"),
                                              "text forms (convert --to)",
                                              "measures of its own",
                                              "objectives by name (design --objective)"};
    snprintf(options_heading, sizeof options_heading,
             "options (in a header: %s 5x5 OPTION...; in an id: %s:5x5,OPTION:...)", k->name,
             k->name);
    printf("%s: ", k->name);
    wrap(k->about, (int)strlen(k->name) + 2, 2);
    if (k->how_to_play)
        print_paragraphs(k->how_to_play);
    printf("\nmoves:");
    for (const mw_action *a = k->rules->actions; a->word; a++)
        printf(" %s", a->word);
    printf("\nfiles: .%s\n", k->name);
    names_of_kind(k, headings, print_of_kind);
}

int run_help(const settings *s)
{
    const char *name = s->input_count ? s->inputs[0] : NULL;
    const verb *v = name ? verb_find(name) : NULL;
    const mw_kind *kind = name ? mw_kind_find(name) : NULL;
    if (s->value[O_COMPLETION])
        return print_completion(name);
    if (s->value[O_MARKDOWN])
        return print_markdown();
    // Of a verb an action may be named, too, which its help explains.
    const char *extra = s->input_count > 1 ? s->inputs[s->input_count - 1] : NULL;
    bool one_more = extra && s->input_count == 2 &&
                    (v ? (bool)strstr(v->arguments, extra) : (bool)topic_find(name));
    if (extra && (v || kind || topic_find(name)) && !one_more)
        return complain_with(EXIT_USAGE, "help explains one thing at a time; leave out '%s'",
                             extra);
    const topic *t = name && !v && !kind && !s->value[O_MAN] ? topic_find(name) : NULL;
    if (t)
        return print_topic(s, t);
    if (name && !v && (!kind || s->value[O_MAN])) {
        mw_writer known = {0};
        for (const verb *each = verbs; each->name; each++)
            add_word(&known, each->name);
        for (const mw_kind *const *k = mw_kinds(); *k && !s->value[O_MAN]; k++)
            add_word(&known, (*k)->name);
        for (const topic *each = topics; each->name && !s->value[O_MAN]; each++)
            add_word(&known, each->name);
        return complain_unknown(EXIT_USAGE, name, "there is one on", &known, "no %s '%s'",
                                s->value[O_MAN] ? "manual page for" : "help on", name);
    }
    if (s->value[O_MAN])
        return print_manual(v);
    records r;
    if (!option_format(s, &r))
        return EXIT_USAGE;
    if (r.format != FORMAT_TABLE && (!kind || r.format == FORMAT_CSV))
        return complain_with(EXIT_USAGE, "--format and --json are for topics, such as 'help "
                                         "measures'; kinds take --json only");
    if (v || !name)
        return print_help(v);
    if (r.format == FORMAT_TABLE)
        print_kind(kind);
    else
        print_kind_json(kind);
    return EXIT_DONE;
}
