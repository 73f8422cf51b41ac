// completion.c: completion for bash, zsh and fish. The words that may follow come from the tables
// of verbs, options, kinds, algorithms, methods and agents; each shell has its own way to write
// them.
#include "mazewright/design.h"
#include "mazewright/marble.h"
#include "tool/help/manual.h"
#include "core/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- which words

static void add_kinds(mw_writer *w)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        add_word(w, (*k)->name);
}

static void add_algorithms(mw_writer *w)
{
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        add_word(w, a->name);
}

static void add_heuristics(mw_writer *w)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_heuristic *h = (*k)->heuristics; h && h->name; h++)
            add_word(w, h->name);
}

static void add_forms(mw_writer *w)
{
    add_word(w, "own id");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_form *f = (*k)->text->forms; f && f->name; f++)
            if (!strstr(w->text, f->name)) // several kinds have a form of the same name
                add_word(w, f->name);
}

static void add_stores(mw_writer *w)
{
    for (mw_visited_type t = MW_VISITED_AUTO; t <= MW_VISITED_NONE; t++)
        add_word(w, mw_visited_name(t));
}

static void add_methods(mw_writer *w)
{
    for (const mw_method *m = mw_methods(); m->name; m++)
        add_word(w, m->name);
}

static void add_agents(mw_writer *w)
{
    for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++)
        add_word(w, a->name);
    add_word(w, "all");
}

static void add_presets(mw_writer *w)
{
    for (const mw_marble_preset *p = mw_marble_presets(); p->name; p++)
        add_word(w, p->name);
}

// The words that may be the value of an option; the caller frees them. NULL: any text may.
static char *words_of_option(option_id id)
{
    static const struct {
        void (*add)(mw_writer *);
        const char *words;
    } known[O_COUNT] = {
        [O_KIND] = {.add = add_kinds},
        [O_ALGORITHM] = {.add = add_algorithms},
        [O_HEURISTIC] = {.add = add_heuristics},
        [O_TO] = {.add = add_forms},
        [O_STORE] = {.add = add_stores},
        [O_METHOD] = {.add = add_methods},
        [O_AGENT] = {.add = add_agents},
        [O_AS] = {.add = add_presets},
        [O_SELECTION] = {.words = "roulette tournament"},
        [O_CROSSOVER] = {.words = "one-point two-point uniform"},
        [O_THEME] = {.words = "light dark print"},
        [O_PAPER] = {.words = "a4 letter"},
        [O_FORMAT] = {.words = "table csv json"},
        [O_TRACE_FORMAT] = {.words = "json posthoc"},
        [O_REPORT_FORMAT] = {.words = "csv json html"},
        [O_GRADE] = {.words = "1 2 3"},
        [O_ORIENTATIONS] = {.words = "4 8 24"},
        [O_ENGINE] = {.words = "ball ode"},
    };
    mw_writer w = {0};
    if (known[id].add)
        known[id].add(&w);
    else if (known[id].words)
        add_word(&w, known[id].words);
    else
        return NULL;
    return mw_writer_take(&w);
}

// The words that may stand after a verb, from its line of arguments: a word in small letters is
// itself one, KIND stands for the kinds and VERB for the verbs. The caller frees them.
static char *words_of_arguments(const verb *v)
{
    mw_writer w = {0};
    mw_write(&w, "%s", "");
    for (const char *p = v->arguments; *p;) {
        char word[40];
        size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        if (islower((unsigned char)*word))
            add_word(&w, word);
        else if (!strcmp(word, "KIND"))
            add_kinds(&w);
        for (const verb *other = verbs; !strcmp(word, "VERB") && other->name; other++)
            add_word(&w, other->name);
        p += n ? n : 1;
    }
    return mw_writer_take(&w);
}

static bool takes_files(const verb *v)
{
    static const char *const names[] = {"FILE", "PLAN", "RESULTS", "CATALOGUE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(v->arguments, names[i]))
            return true;
    return false;
}

typedef enum { ANY, FILES, FOLDERS, WORDS, SEVERAL } value_type; // SEVERAL: words with commas

static value_type type_of(const option *o, const char *words)
{
    return words && o->must_be == LIST     ? SEVERAL
           : words                         ? WORDS
           : !strncmp(o->value, "FILE", 4) ? FILES
           : !strcmp(o->value, "DIR")      ? FOLDERS
                                           : ANY;
}

// Prints every option of a verb in the way of a shell, and --help; or only those with a value.
static void each_option(const verb *v, void (*print)(const verb *, const option *, const char *),
                        bool only_with_value)
{
    for (const option_id *o = v->options; *o != O_COUNT; o++) {
        option here = option_for(v, *o);
        char *words = words_of_option(*o);
        if (here.value || !only_with_value)
            print(v, &here, words);
        free(words);
    }
    if (!only_with_value)
        print(v, &options[O_HELP], NULL);
}

// Prints a text that stands between single quotes, with a backslash before each special character.
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++)
        if (*text == '\'' && !strchr(special, '\''))
            printf("'\\''"); // out of the quotes and in again
        else
            printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
}

// ---- bash: the words for an option's value, or the options, or what the verb takes

static void bash_option(const verb *v, const option *o, const char *words)
{
    (void)v;
    printf("        --%s", o->name);
    if (o->letter)
        printf("|-%c", o->letter);
    value_type type = type_of(o, words);
    printf(") words='%s' kind=%s%s ;;\n", words ? words : "",
           type == FILES     ? "-f"
           : type == FOLDERS ? "-d"
                             : "",
           type == SEVERAL ? " list=1" : "");
}

static void bash_verb(const verb *v)
{
    char *words = words_of_arguments(v);
    printf("    %s)\n        words='%s'%s\n", v->name, words ? words : "",
           takes_files(v) ? " kind=-f" : "");
    free(words);
    printf("        [[ $cur != -* ]] || words='");
    for (const option_id *o = v->options; *o != O_COUNT; o++)
        printf("--%s ", options[*o].name);
    printf("--help' kind=\n        case $prev in\n");
    each_option(v, bash_option, true);
    printf("        esac ;;\n");
}

static void bash(void)
{
    printf("# bash completion for mazewright, written by 'mazewright help --completion bash'\n"
           "_mazewright() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local words= kind= list= before=\n"
           "    if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi # --option=value\n"
           "    if [[ $cur == = ]]; then cur=; fi\n"
           "    [[ $COMP_CWORD -gt 1 ]] || words='");
    for (const verb *v = verbs; v->name; v++)
        printf("%s ", v->name);
    printf("--help --version'\n    [[ $COMP_CWORD -eq 1 ]] || case ${COMP_WORDS[1]} in\n");
    for (const verb *v = verbs; v->name; v++)
        bash_verb(v);
    printf("    esac\n"
           "    if [[ $list && $cur == *,* ]]; then before=${cur%%,*}, cur=${cur##*,}; fi\n"
           "    COMPREPLY=($(compgen $kind -P \"$before\" -W \"$words\" -- \"$cur\"))\n"
           "}\n"
           "complete -o filenames -F _mazewright mazewright mazewright-mpi\n");
}

// ---- zsh

static void zsh_option(const verb *v, const option *o, const char *words)
{
    (void)v;
    if (o->letter)
        printf(" \\\n        '(-%c --%s)'{-%c,--%s}'[", o->letter, o->name, o->letter, o->name);
    else
        printf(" \\\n        '--%s[", o->name);
    print_quoted(o->about, "[]\\:");
    printf("]");
    if (o->value) {
        printf(":%s:", o->value);
        switch (type_of(o, words)) {
        case SEVERAL: printf("_sequence compadd - %s", words); break;
        case WORDS: printf("(%s)", words); break;
        case FILES: printf("_files"); break;
        case FOLDERS: printf("_files -/"); break;
        case ANY: printf(" "); break;
        }
    }
    printf("'");
}

static void zsh(void)
{
    printf("#compdef mazewright mazewright-mpi\n"
           "# zsh completion, written by 'mazewright help --completion zsh'\n"
           "local -a verbs=(");
    for (const verb *v = verbs; v->name; v++) {
        printf("\n    '%s:", v->name);
        print_quoted(v->about, "\\:");
        printf("'");
    }
    printf("\n)\nif (( CURRENT == 2 )); then\n    _describe verb verbs\n"
           "    _arguments '--help[show help]' '--version[show the version]'\n    return\nfi\n"
           "local verb=$words[2]\nshift words\n(( CURRENT-- ))\ncase $verb in\n");
    for (const verb *v = verbs; v->name; v++) {
        char *words = words_of_arguments(v);
        printf("%s)\n    _arguments -s", v->name);
        each_option(v, zsh_option, false);
        if (words && *words)
            printf(" \\\n        '1:word:%s%s%s'",
                   takes_files(v) ? " _alternative \"w:word:(" : "(", words,
                   takes_files(v) ? ")\" \"f:file:_files\"" : ")");
        if (takes_files(v))
            printf(" \\\n        '*:file:_files'");
        printf(" ;;\n");
        free(words);
    }
    printf("esac\n");
}

// ---- fish

static void fish_option(const verb *v, const option *o, const char *words)
{
    printf("complete -c mazewright -n '__mazewright_verb %s' -l %s", v->name, o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (o->value)
        switch (type_of(o, words)) {
        case SEVERAL: printf(" -x -a '(__fish_append , %s)'", words); break;
        case WORDS: printf(" -x -a '%s'", words); break;
        case FILES: printf(" -r -F"); break;
        case FOLDERS: printf(" -x -a '(__fish_complete_directories)'"); break;
        case ANY: printf(" -x"); break;
        }
    printf(" -d '");
    print_quoted(o->about, "\\'");
    printf("'\n");
}

static void fish(void)
{
    printf("# fish completion for mazewright, written by 'mazewright help --completion fish'\n"
           "function __mazewright_verb\n    set -l words (commandline -opc)\n"
           "    if test (count $words) -lt 2\n        test (count $argv) -eq 0\n"
           "    else\n        contains -- $words[2] $argv\n    end\nend\n"
           "complete -c mazewright-mpi -w mazewright\n"
           "complete -c mazewright -n __mazewright_verb -f -l help -d 'show help'\n"
           "complete -c mazewright -n __mazewright_verb -f -l version -d 'show the version'\n");
    for (const verb *v = verbs; v->name; v++) {
        printf("complete -c mazewright -n __mazewright_verb -f -a %s -d '", v->name);
        print_quoted(v->about, "\\'");
        printf("'\n");
        each_option(v, fish_option, false);
        char *words = words_of_arguments(v);
        printf("complete -c mazewright -n '__mazewright_verb %s' %s -a '%s'\n", v->name,
               takes_files(v) ? "-F" : "-f", words ? words : "");
        free(words);
    }
}

int print_completion(const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!shell || !strcmp(shell, shells[i].name)) {
            shells[i].print();
            return EXIT_DONE;
        }
    return complain_with(EXIT_USAGE, "no completion for '%s'; there is one for bash, zsh and fish",
                         shell);
}
