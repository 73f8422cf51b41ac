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

// Words that may stand somewhere, and what each of them means, where that is known.
typedef struct values {
    mw_writer words; // with blanks between
    mw_writer told;  // in single quotes, with a tab before what it means: for fish
} values;

// Prints a text that stands between single quotes, with a backslash before each special character.
static void write_quoted(mw_writer *w, const char *text, const char *special)
{
    for (; *text; text++)
        if (*text == '\'' && !strchr(special, '\''))
            mw_write(w, "'\\''"); // out of the quotes and in again
        else
            mw_write(w, "%s%c", strchr(special, *text) ? "\\" : "", *text);
}

static void print_quoted(const char *text, const char *special)
{
    mw_writer w = {0};
    write_quoted(&w, text, special);
    fputs(w.text ? w.text : "", stdout);
    free(w.text);
}

static void add(values *v, const char *word, const char *about)
{
    if (has_word(&v->words, word))
        return;
    add_word(&v->words, word);
    mw_write(&v->told, "%s\\'%s%s", v->told.length ? " " : "", word, *about ? "\t" : "");
    for (; *about; about++) // within quotes within quotes
        mw_write(&v->told, *about == '\'' || *about == '\\' ? "\\\\\\%c" : "%c", *about);
    mw_write(&v->told, "\\'");
}

static void add_kinds(values *v)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        add(v, (*k)->name, (*k)->about);
}

static void add_algorithms(values *v)
{
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        add(v, a->name, a->about);
    add(v, "all", "every one of them");
}

static void add_heuristics(values *v)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_heuristic *h = mw_heuristics(*k); h->name; h++)
            add(v, h->name, h->about);
    add(v, "zero", "no estimate");
    add(v, "all", "every one of them");
}

static void add_forms(values *v)
{
    add(v, "own", "canonical, with a header");
    add(v, "id", "one line, for links and scripts");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_form *f = (*k)->text->forms; f && f->name; f++)
            add(v, f->name, f->about);
}

static void add_stores(values *v)
{
    static const char *const about[] = {"what suits the maze", "a bit for each state there can be",
                                        "the states that were met, in a hash table",
                                        "the same, with nothing merged", "the path only"};
    for (mw_visited_type t = MW_VISITED_AUTO; t <= MW_VISITED_NONE; t++)
        add(v, mw_visited_name(t), about[t]);
}

static void add_methods(values *v)
{
    for (const mw_method *m = mw_methods(); m->name; m++)
        add(v, m->name, m->about);
}

static void add_objectives(values *v)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_preset *p = (*k)->design ? (*k)->design->presets : NULL; p && p->name; p++)
            add(v, p->name, p->about);
    add(v, "fitness", "what --fitness says");
}

static void add_measures(values *v)
{
    for (const mw_value *m = mw_measures(); m->name; m++)
        add(v, m->name, m->about);
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        for (const mw_measure *m = (*k)->measures; m && m->name; m++)
            add(v, m->name, m->about);
}

static void add_orders(values *v)
{
    add(v, "number", "in which they were stored");
    add(v, "energy", "of the design that found them");
    add_measures(v);
}

static void add_agents(values *v)
{
    for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++)
        add(v, a->name, a->about);
    add(v, "all", "every one of them");
}

static void add_presets(values *v)
{
    for (const mw_marble_preset *p = mw_marble_presets(); p->name; p++)
        add(v, p->name, p->about);
}

// The words that may be the value of an option. False: any text may.
static bool values_of_option(option_id id, values *out)
{
    static const struct {
        void (*add)(values *);
        const char *words; // each with what it means
    } known[O_COUNT] = {
        [O_KIND] = {.add = add_kinds},
        [O_ALGORITHM] = {.add = add_algorithms},
        [O_HEURISTIC] = {.add = add_heuristics},
        [O_TO] = {.add = add_forms},
        [O_STORE] = {.add = add_stores},
        [O_METHOD] = {.add = add_methods},
        [O_OBJECTIVE] = {.add = add_objectives},
        [O_SORT] = {.add = add_orders},
        [O_AGENT] = {.add = add_agents},
        [O_AS] = {.add = add_presets},
        [O_COUNT_AS] = {.words = "mazewright=each state|paper=as Fuchs and Cremilleux (2014)"},
        [O_SELECTION] = {.words = "roulette=by chance, the fitter the more often|"
                                  "tournament=the fittest of three"},
        [O_CROSSOVER] = {.words = "one-point=what comes after a point is exchanged|"
                                  "two-point=what lies between two points is exchanged|"
                                  "uniform=each bit by chance"},
        [O_THEME] = {.words = "light=for a bright screen|dark=for a dark screen|"
                              "print=for paper, grey where it can be"},
        [O_PAPER] = {.words = "a4=210 x 297 mm|a5=148 x 210 mm|letter=8.5 x 11 inches"},
        [O_FORMAT] = {.words = "table=for people|csv=a row for each result|"
                               "json=an object in each line"},
        [O_PICTURE_FORMAT] = {.words = "svg=shapes, of any size|png=pixels|pdf=a page|"
                                       "gif=the solution, animated"},
        [O_TRACE_FORMAT] = {.words = "json=an object in each line|"
                                     "posthoc=for the visualiser Posthoc"},
        [O_REPORT_FORMAT] = {.words = "table=for people|csv=a row for each result|"
                                      "json=an object in each line|"
                                      "html=report: a page with tables and plots"},
        [O_GRADE] = {.words = "1=can it still be won?|2=which direction?|3=which move?"},
        [O_ORIENTATIONS] = {.words = "4=of a flat maze|8=in space, a vertex points up|"
                                     "24=in space, three near each vertex"},
        [O_ENGINE] = {.words = "ball=a ball and boxes, made for these mazes|"
                               "ode=the Open Dynamics Engine"},
        [O_PROMPT] = {.words = "full=rules, maze, moves and question|"
                               "short=without the rules|maze=nothing but the maze"},
        [O_DEVICE] = {.words = "gpu=on a graphics card|host=the same on one core"},
    };
    *out = (values){0};
    if (known[id].add)
        known[id].add(out);
    for (const char *w = known[id].words; w && *w; w += strspn(w, "|")) {
        char word[40], about[80];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(w, "="), w);
        w += strcspn(w, "=") + 1;
        snprintf(about, sizeof about, "%.*s", (int)strcspn(w, "|"), w);
        add(out, word, about);
        w += strcspn(w, "|");
    }
    return out->words.length;
}

static void values_free(values *v)
{
    free(v->words.text);
    free(v->told.text);
}

// What the details of a verb say of an action: "list: a table. show: ...".
static void add_action(values *v, const char *details, const char *action)
{
    char about[120] = "";
    size_t n = strlen(action);
    for (const char *at = details; (at = strstr(at, action)); at += n)
        if ((at == details || at[-1] == ' ') && at[n] == ':') {
            snprintf(about, sizeof about, "%.*s", (int)strcspn(at + n + 2, ".;"), at + n + 2);
            break;
        }
    add(v, action, about);
}

// The words that may stand after a verb, from its line of arguments: a word in small letters is
// itself one; KIND stands for the kinds, VERB for the verbs and TOPIC for topics of help.
static values values_of_arguments(const verb *v)
{
    values out = {0};
    mw_write(&out.words, "%s", "");
    for (const char *p = v->arguments; *p;) {
        char word[40];
        size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        if (islower((unsigned char)*word))
            add_action(&out, v->details, word);
        for (const mw_kind *const *k = mw_kinds(); *k && !strcmp(word, "KIND"); k++)
            if (v->run != run_design || (*k)->design)
                add(&out, (*k)->name, (*k)->about);
        for (const verb *other = verbs; !strcmp(word, "VERB") && other->name; other++)
            add(&out, other->name, other->about);
        for (const topic *t = topics; !strcmp(word, "TOPIC") && t->name; t++)
            add(&out, t->name, "");
        p += n ? n : 1;
    }
    return out;
}

static int add_maze(void *context, const char *name, const char *path)
{
    char word[300];
    (void)path;
    snprintf(word, sizeof word, "shipped:%.280s", name);
    add_word(context, word);
    return EXIT_DONE;
}

// The shipped mazes, and how ids begin. The caller frees them.
static char *maze_words(void)
{
    mw_writer w = {0};
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        add_word(&w, (*k)->name);
        mw_write(&w, ":");
    }
    each_shipped("", NULL, add_maze, &w);
    return mw_writer_take(&w);
}

static bool takes_mazes(const verb *v)
{
    return strstr(v->arguments, "MAZE");
}

static bool takes_files(const verb *v)
{
    static const char *const names[] = {"MAZE", "FILE", "PLAN", "RESULTS", "CATALOGUE", "RUBRIC"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(v->arguments, names[i]))
            return true;
    return false;
}

// Does an action come first, then a file, and mazes only after it?
static bool begins_with_action(const verb *v)
{
    return islower((unsigned char)*v->arguments) && takes_mazes(v);
}

// A verb as it may be written: "analyse|analyze", with this between the names.
static void print_names(const verb *v, char between)
{
    const char *american = verb_american(v);
    printf(american ? "%s%c%s" : "%s", v->name, between, american ? american : "");
}

typedef enum { ANY, FILES, FOLDERS, WORDS, SEVERAL } value_type; // SEVERAL: words with commas

static value_type type_of(const option *o, bool has_words)
{
    return has_words && o->must_be == LIST ? SEVERAL
           : has_words                     ? WORDS
           : !strncmp(o->value, "FILE", 4) ? FILES
           : !strcmp(o->value, "DIR")      ? FOLDERS
                                           : ANY;
}

// Prints every option of a verb in the way of a shell, and --help; or only those with a value.
static void each_option(const verb *v, void (*print)(const verb *, const option *, const values *),
                        bool only_with_value)
{
    for (const option_id *o = v->options; *o != O_COUNT; o++) {
        option here = option_for(v, *o);
        values words;
        values_of_option(*o, &words);
        if (here.value || !only_with_value)
            print(v, &here, &words);
        values_free(&words);
    }
    if (!only_with_value)
        print(v, &options[O_HELP], &(values){0});
}

// ---- bash: the words for an option's value, or the options, or what the verb takes

static void bash_option(const verb *v, const option *o, const values *may)
{
    (void)v;
    printf("        --%s", o->name);
    if (o->letter)
        printf("|-%c", o->letter);
    value_type type = type_of(o, may->words.length);
    printf(") words='%s' kind=%s%s ;;\n", may->words.text ? may->words.text : "",
           type == FILES     ? "-f"
           : type == FOLDERS ? "-d"
                             : "",
           type == SEVERAL ? " list=1" : "");
}

static void bash_verb(const verb *v)
{
    values words = values_of_arguments(v);
    printf("    ");
    print_names(v, '|');
    printf(")\n        words='%s'", words.words.text ? words.words.text : "");
    if (begins_with_action(v))
        printf("; [[ $COMP_CWORD -eq 2 ]] || words= kind=-f"
               "; [[ $COMP_CWORD -lt 4 ]] || words=$mazes\n");
    else
        printf("%s%s\n", takes_files(v) ? " kind=-f" : "",
               takes_mazes(v) ? "; words+=\" $mazes\"" : "");
    values_free(&words);
    printf("        [[ $cur != -* ]] || words='");
    for (const option_id *o = v->options; *o != O_COUNT; o++)
        printf("--%s ", options[*o].name);
    printf("--help' kind=\n        case $prev in\n");
    each_option(v, bash_option, true);
    printf("        esac ;;\n");
}

// A colon and '=' end a word for bash, so the word is taken from the line, and what stands before
// the last of them is taken off the answers.
static void bash(void)
{
    char *mazes = maze_words();
    printf("# bash completion for mazewright, written by 'mazewright help --completion bash'\n"
           "_mazewright() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local words= kind= list= before= mazes='%s'\n"
           "    if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi # --option=value\n"
           "    if [[ $cur == = ]]; then cur=; fi\n"
           "    local line=${COMP_LINE:0:${COMP_POINT:-0}}\n"
           "    local word=${line##*[[:space:]]}\n"
           "    if [[ $word == *:* && $word != --*=* ]]; then cur=$word prev=; fi\n"
           "    [[ $COMP_CWORD -gt 1 ]] || words='",
           mazes ? mazes : "");
    for (const verb *v = verbs; v->name; v++)
        printf("%s ", v->name);
    printf("--help --version'\n    [[ $COMP_CWORD -eq 1 ]] || case ${COMP_WORDS[1]} in\n");
    for (const verb *v = verbs; v->name; v++)
        bash_verb(v);
    printf("    esac\n"
           "    if [[ $list && $cur == *,* ]]; then before=${cur%%,*}, cur=${cur##*,}; fi\n"
           "    COMPREPLY=($(compgen $kind -P \"$before\" -W \"$words\" -- \"$cur\"))\n"
           "    if [[ $cur == *:* ]]; then "
           "COMPREPLY=(\"${COMPREPLY[@]#\"${cur%%\"${cur##*:}\"}\"}\"); "
           "fi\n"
           "    if [[ ${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2> /dev/null; fi\n"
           "}\n"
           "complete -o filenames -F _mazewright mazewright mazewright-mpi\n");
    free(mazes);
}

// ---- zsh

static void zsh_option(const verb *v, const option *o, const values *may)
{
    (void)v;
    if (o->letter)
        printf(" \\\n        '(-%c --%s)'{-%c,--%s}'[", o->letter, o->name, o->letter, o->name);
    else
        printf(" \\\n        '--%s[", o->name);
    print_quoted(o->about, "[]\\:");
    printf("]");
    if (o->value) {
        const char *words = may->words.text;
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

static void zsh_verb(const verb *v)
{
    const char *files = takes_mazes(v) ? "_mazewright_mazes" : takes_files(v) ? "_files" : NULL;
    values words = values_of_arguments(v);
    print_names(v, '|');
    printf(")\n    _arguments -s");
    each_option(v, zsh_option, false);
    if (begins_with_action(v))
        printf(" \\\n        '1:action:(%s)' '2:file:_files'", words.words.text);
    else if (words.words.length)
        printf(" \\\n        '1:word:%s%s%s%s%s'", files ? " _alternative \"w:word:(" : "(",
               words.words.text, files ? ")\" \"f:file:" : ")", files ? files : "",
               files ? "\"" : "");
    if (files)
        printf(" \\\n        '*:maze or file:%s'", files);
    printf(" ;;\n");
    values_free(&words);
}

static void zsh(void)
{
    char *mazes = maze_words();
    printf("#compdef mazewright mazewright-mpi\n"
           "# zsh completion, written by 'mazewright help --completion zsh'\n"
           "_mazewright_mazes() {\n    _files\n    compadd -S '' -- %s\n}\n"
           "local -a verbs=(",
           mazes ? mazes : "");
    for (const verb *v = verbs; v->name; v++) {
        printf("\n    '%s:", v->name);
        print_quoted(v->about, "\\:");
        printf("'");
    }
    printf("\n)\nif (( CURRENT == 2 )); then\n    _describe verb verbs\n"
           "    _arguments '--help[show help]' '--version[show the version]'\n    return\nfi\n"
           "local verb=$words[2]\nshift words\n(( CURRENT-- ))\ncase $verb in\n");
    for (const verb *v = verbs; v->name; v++)
        zsh_verb(v);
    printf("esac\n");
    free(mazes);
}

// ---- fish, which shows what each word means

// The beginning of a line that holds for a verb, under a further condition.
static void fish_condition(const verb *v, const char *further)
{
    printf("complete -c mazewright -n '__mazewright_verb ");
    print_names(v, ' ');
    printf("%s'", further);
}

static void fish_option(const verb *v, const option *o, const values *may)
{
    const char *words = may->told.text;
    fish_condition(v, "");
    printf(" -l %s", o->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    if (o->value)
        switch (type_of(o, words)) {
        case SEVERAL: printf(" -x -a '(__mazewright_list %s)'", words); break;
        case WORDS: printf(" -x -a '(printf %%s\\\\n %s)'", words); break;
        case FILES: printf(" -r -F"); break;
        case FOLDERS: printf(" -x -a '(__fish_complete_directories)'"); break;
        case ANY: printf(" -x"); break;
        }
    printf(" -d '");
    print_quoted(o->about, "\\'");
    printf("'\n");
}

static void fish_verb(const verb *v)
{
    values words = values_of_arguments(v);
    printf("complete -c mazewright -n __mazewright_verb -f -a %s -d '", v->name);
    print_quoted(v->about, "\\'");
    printf("'\n");
    each_option(v, fish_option, false);
    bool action = begins_with_action(v);
    fish_condition(v, action ? "; and test (count (commandline -opc)) -eq 2" : "");
    printf(takes_files(v) && !action ? " -F" : " -f");
    if (words.told.length)
        printf(" -a '(printf %%s\\\\n %s)'", words.told.text);
    putchar('\n');
    if (action) {
        fish_condition(v, "; and test (count (commandline -opc)) -gt 2");
        printf(" -F\n");
    }
    if (takes_mazes(v)) {
        fish_condition(v, action ? "; and test (count (commandline -opc)) -gt 3" : "");
        printf(" -a $__mazewright_mazes\n");
    }
    values_free(&words);
}

static void fish(void)
{
    char *mazes = maze_words();
    printf("# fish completion for mazewright, written by 'mazewright help --completion fish'\n"
           "function __mazewright_verb\n    set -l words (commandline -opc)\n"
           "    if test (count $words) -lt 2\n        test (count $argv) -eq 0\n"
           "    else\n        contains -- $words[2] $argv\n    end\nend\n"
           "function __mazewright_list\n"
           "    set -l word (string replace -r '^--[a-z-]*=' '' -- (commandline -ct))\n"
           "    set -l before (string match -r '^.*,' -- $word)\n"
           "    for each in $argv\n        echo \"$before$each\"\n    end\nend\n"
           "set -g __mazewright_mazes '%s'\n"
           "complete -c mazewright-mpi -w mazewright\n"
           "complete -c mazewright -n __mazewright_verb -f -l help -d 'show help'\n"
           "complete -c mazewright -n __mazewright_verb -f -l version -d 'show the version'\n",
           mazes ? mazes : "");
    for (const verb *v = verbs; v->name; v++)
        fish_verb(v);
    free(mazes);
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
