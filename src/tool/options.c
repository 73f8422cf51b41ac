// options.c: the one table of options, and reading a command line by it.
#include "tool/tool.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

const option options[O_COUNT] = {
#define OPTION(id, long_name, short_name, value_name, value_is, text)                              \
    [O_##id] = {.name = (long_name),                                                               \
                .letter = (short_name),                                                            \
                .value = (value_name),                                                             \
                .must_be = (value_is),                                                             \
                .about = (text)},
#include "tool/options.def"
#undef OPTION
};

// What is spelt in another way elsewhere.
static const char *const spellings[][2] = {
    {"analyze", "analyse"}, {"catalog", "catalogue"}, {"color", "colour"}};

static const char *as_we_spell(const char *name)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (!strcmp(name, spellings[i][0]))
            return spellings[i][1];
    return name;
}

const char *verb_american(const verb *v)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (!strcmp(v->name, spellings[i][1]))
            return spellings[i][0];
    return NULL;
}

const verb *verb_find(const char *name)
{
    name = as_we_spell(name);
    for (const verb *v = verbs; v->name; v++)
        if (!strcmp(v->name, name))
            return v;
    return NULL;
}

bool verb_takes(const verb *v, option_id id)
{
    for (const option_id *o = v->options; *o != O_COUNT; o++)
        if (*o == id)
            return true;
    return false;
}

option option_for(const verb *v, option_id id)
{
    option out = options[id];
    for (const option_note *n = v->notes; n && n->about; n++)
        if (n->id == id) {
            out.about = n->about;
            out.value = n->value ? n->value : out.value;
        }
    return out;
}

static bool allowed(const verb *v, option_id id)
{
    return id == O_HELP || (v ? verb_takes(v, id) : id == O_VERSION || id == O_PLUGIN);
}

// The same name may mean different options to different verbs.
static option_id find_long(const verb *v, const char *given, size_t length)
{
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)length, given);
    const char *wanted = length < sizeof name ? as_we_spell(name) : given;
    int id = 0;
    while (id < O_COUNT && (strcmp(options[id].name, wanted) != 0 || !allowed(v, (option_id)id)))
        id++;
    return (option_id)id;
}

static option_id find_letter(const verb *v, char letter)
{
    int id = 0;
    while (id < O_COUNT &&
           (!options[id].letter || options[id].letter != letter || !allowed(v, (option_id)id)))
        id++;
    return (option_id)id;
}

static int bad_option(const settings *s, const char *argument)
{
    const char *of = s->verb ? s->verb->name : NULL, *name = argument + strspn(argument, "-");
    char word[MW_WORD_SIZE], closest[MW_WORD_SIZE], meant[MW_WORD_SIZE + 30] = "";
    mw_writer known = {0};
    for (int id = 0; id < O_COUNT; id++)
        if (allowed(s->verb, (option_id)id))
            add_word(&known, options[id].name);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, "="), name);
    if (known.text && strlen(word) > 1 && mw_closest(word, known.text, closest))
        snprintf(meant, sizeof meant, "did you mean --%s? Else", closest);
    free(known.text);
    return complain_with(EXIT_USAGE, "%s%sno option '%s'; %s%ssee 'mazewright %s%s--help'",
                         of ? of : "", of ? " has " : "", argument, meant, *meant ? " " : "",
                         of ? of : "", of ? " " : "");
}

// Sets an option that has been read. A list that is given again goes on; anything else is refused.
static int set_option(settings *s, option_id id, const char *value)
{
    const option *o = &options[id];
    static const char divides[] = {[FILE_NAMES] = '\n', [LIST] = ',', [CONDITIONS] = ';'};
    bool list = o->must_be >= FILE_NAMES;
    const char *before = s->value[id];
    if (o->must_be == FILE_NAME && !strcmp(value, "-"))
        return complain_with(
            EXIT_USAGE, "option --%s needs a file, and stdout is none; one of that name is ./-",
            o->name);
    if (before && !list)
        return complain_with(EXIT_USAGE, "option --%s is given twice", o->name);
    s->value[id] = value;
    if (!before)
        return EXIT_DONE;
    mw_writer w = {0};
    mw_write(&w, "%s%c%s", before, divides[o->must_be], value);
    free(s->joined[id]);
    s->value[id] = s->joined[id] = mw_writer_take(&w);
    return s->joined[id] ? EXIT_DONE : out_of_memory();
}

void options_free(settings *s)
{
    for (int id = 0; id < O_COUNT; id++)
        free(s->joined[id]);
}

// Where the value of an option is the next argument, *i moves there.
static int set_with_value(settings *s, option_id id, const char *value, int argc, char **argv,
                          int *i)
{
    option o = s->verb ? option_for(s->verb, id) : options[id];
    if (!value && *i + 1 == argc)
        return complain_with(EXIT_USAGE, "option --%s needs a value: --%s %s", o.name, o.name,
                             o.value);
    return set_option(s, id, value ? value : argv[++*i]);
}

static int read_long(settings *s, int argc, char **argv, int *i)
{
    const char *name = argv[*i] + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    option_id id = find_long(s->verb, name, length);
    if (id == O_COUNT)
        return bad_option(s, argv[*i]);
    if (options[id].value)
        return set_with_value(s, id, value, argc, argv, i);
    return value ? complain_with(EXIT_USAGE, "option --%s takes no value", options[id].name)
                 : set_option(s, id, "");
}

// Letters may stand together: -jq is -j -q. A letter that takes a value takes the rest.
static int read_letters(settings *s, int argc, char **argv, int *i)
{
    int code = EXIT_DONE;
    for (const char *letter = argv[*i] + 1; *letter && code == EXIT_DONE; letter++) {
        option_id id = find_letter(s->verb, *letter);
        if (id == O_COUNT)
            return bad_option(s, letter == argv[*i] + 1 && letter[1] ? argv[*i]
                                                                     : (char[]){'-', *letter, 0});
        if (options[id].value)
            return set_with_value(s, id, letter[1] ? letter + 1 : NULL, argc, argv, i);
        code = set_option(s, id, "");
    }
    return code;
}

static int read_verb(settings *s, const char *name)
{
    s->verb = verb_find(name);
    if (s->verb)
        return EXIT_DONE;
    mw_writer known = {0};
    for (const verb *v = verbs; v->name; v++)
        add_word(&known, v->name);
    return complain_unknown(EXIT_USAGE, name, "the verbs are", &known, "unknown verb '%s'", name);
}

int options_read(settings *s, int argc, char **argv)
{
    bool only_inputs = false;        // after "--"
    s->inputs = (const char **)argv; // inputs are moved to the front of argv, which is read there
    for (int i = 1; i < argc; i++) {
        int code = EXIT_DONE;
        if (!only_inputs && !strcmp(argv[i], "--"))
            only_inputs = true;
        else if (!only_inputs && argv[i][0] == '-' && argv[i][1] == '-')
            code = read_long(s, argc, argv, &i);
        else if (!only_inputs && argv[i][0] == '-' && argv[i][1])
            code = read_letters(s, argc, argv, &i);
        else if (!s->verb)
            code = read_verb(s, argv[i]);
        else
            s->inputs[s->input_count++] = argv[i];
        if (code != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

bool option_number(const settings *s, option_id id, double least, double most, double fallback,
                   double *out)
{
    const char *text = s->value[id];
    char *end;
    *out = fallback;
    if (!text)
        return true;
    double x = strtod(text, &end);
    bool whole = options[id].must_be == WHOLE;
    if (end == text || *end || !(x >= least && x <= most) || (whole && x != floor(x)))
        return complain("--%s %s: write a %snumber from %g to %g", options[id].name, text,
                        whole ? "whole " : "", least, most);
    *out = x;
    return true;
}

bool option_count(const settings *s, option_id id, double least, double most, double fallback,
                  unsigned *out)
{
    double x;
    bool ok = option_number(s, id, least, most, fallback, &x);
    *out = ok ? (unsigned)x : 0;
    return ok;
}

bool option_seed(const settings *s, uint64_t *out)
{
    double x;
    bool ok = option_number(s, O_SEED, 0, 9e15, 1, &x);
    *out = ok ? (uint64_t)x : 0;
    return ok;
}

int unknown_kind(const char *name)
{
    mw_writer known = {0};
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        add_word(&known, (*k)->name);
    return complain_unknown(EXIT_USAGE, name, "the kinds are", &known, "unknown kind '%s'", name);
}

bool option_kind(const settings *s, const mw_kind **out)
{
    const char *name = s->value[O_KIND];
    *out = name ? mw_kind_find(name) : NULL;
    return *out || !name || unknown_kind(name) == EXIT_DONE;
}

bool option_moves(const settings *s)
{
    const char *moves = s->value[O_MADE];
    const mw_kind *named = NULL;
    mw_error error = {0};
    bool known = !moves;
    if (!option_kind(s, &named))
        return false;
    for (const mw_kind *const *k = mw_kinds(); *k && !known; k++) {
        uint16_t *actions;
        if (named && named != *k)
            continue;
        known = mw_moves_parse(*k, moves, &actions, &error) >= 0;
        if (known)
            free(actions);
    }
    if (known)
        return true;
    error.line = 0; // in an option, a line means nothing
    if (error.code == MW_ERROR_MEMORY)
        return complain_of("--moves", &error, EXIT_USAGE) == EXIT_DONE;
    return named ? complain("--moves: %s", error.text)
                 : complain("--moves %s: no kind has such moves; 'mazewright help KIND' tells them",
                            moves);
}

bool option_preset(const settings *s, const mw_marble_preset **out)
{
    const char *name = s->value[O_AS];
    for (*out = mw_marble_presets(); name && (*out)->name && strcmp((*out)->name, name);)
        ++*out;
    mw_writer known = {0};
    for (const mw_marble_preset *p = mw_marble_presets(); p->name && !(*out)->name; p++)
        add_word(&known, p->name);
    return (*out)->name ||
           complain_unknown(false, name, "it is one of", &known, "--as %s is unknown", name);
}

bool option_threads(const settings *s, unsigned *out)
{
    return option_count(s, O_THREADS, 1, 1024, 0, out);
}

bool option_bytes(const settings *s, option_id id, uint64_t *out)
{
    const char *text = s->value[id];
    double x;
    *out = 0;
    if (!text)
        return true;
    if (!mw_parse_bytes(text, &x))
        return complain(
            "--%s %s: write a size in bytes, or with K, M, G or T, e.g. 512M; at most 1048576T",
            options[id].name, text);
    *out = (uint64_t)x;
    give_memory_back();
    return true;
}

void give_memory_back(void)
{
#ifdef __GLIBC__
    // Otherwise glibc keeps large blocks that were freed, and no limit counts them.
    mallopt(M_MMAP_THRESHOLD, 1 << 18);
#endif
}

// Ends the first item of a list at its comma. A comma in brackets, as in max(dx, dy), ends none.
// Returns the rest of the list, or NULL.
static char *cut_item(char *list)
{
    int depth = 0;
    for (; *list; list++) {
        depth += (*list == '(') - (*list == ')');
        if (*list == ',' && depth <= 0) {
            *list = '\0';
            return list + 1;
        }
    }
    return NULL;
}

static char *without_blanks(char *item)
{
    item += strspn(item, " \t");
    for (size_t n = strlen(item); n && strchr(" \t", item[n - 1]);)
        item[--n] = '\0';
    return item;
}

static bool listed(const name_list *l, const char *name)
{
    for (unsigned i = 0; i < l->count; i++)
        if (!strcmp(l->item[i], name))
            return true;
    return false;
}

bool names_of(name_list *out, const char *list)
{
    unsigned most = 1;
    for (const char *c = list; *c; c++)
        most += *c == ',';
    name_list l = {.text = strdup(list), .item = calloc(most, sizeof *l.item)};
    *out = (name_list){0};
    if (!l.text || !l.item) {
        names_free(&l);
        out_of_memory();
        return false;
    }
    for (char *w = l.text, *rest; w; w = rest) {
        rest = cut_item(w);
        w = without_blanks(w);
        if (*w && !listed(&l, w))
            l.item[l.count++] = w;
    }
    l.all = listed(&l, "all");
    *out = l;
    return true;
}

bool option_names(const settings *s, option_id id, name_list *out)
{
    const option *o = &options[id];
    *out = (name_list){0};
    if (!s->value[id])
        return true;
    return names_of(out, s->value[id]) &&
           (out->count || complain("--%s is empty; write --%s %s", o->name, o->name, o->value));
}

void names_free(name_list *w)
{
    free(w->text);
    free(w->item);
    *w = (name_list){0};
}

static bool algorithms_known(const name_list *w)
{
    for (unsigned i = 0; i < w->count; i++) {
        mw_writer known = {0};
        if (mw_algorithm_find(w->item[i]))
            continue;
        for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
            add_word(&known, a->name);
        return complain_unknown(false, w->item[i], "the algorithms are", &known,
                                "unknown algorithm '%s'", w->item[i]);
    }
    return true;
}

bool option_algorithms(const settings *s, name_list *out)
{
    if (!option_names(s, O_ALGORITHM, out))
        return false;
    if (!out->all)
        return algorithms_known(out);
    mw_writer w = {0};
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        mw_write(&w, "%s%s", w.length ? "," : "", a->name);
    names_free(out);
    char *every = mw_writer_take(&w);
    bool ok = every ? names_of(out, every) : (out_of_memory(), false);
    free(every);
    return ok;
}

bool option_theme(const settings *s, mw_theme *theme)
{
    const char *name = s->value[O_THEME];
    bool known = !name || mw_theme_find(name, theme);
    mw_writer themes = {0};
    if (!known)
        add_word(&themes, "light dark print");
    return known ||
           complain_unknown(false, name, "it is one of", &themes, "--theme %s is unknown", name);
}

bool option_conditions(const settings *s, option_id id, char text[CONDITIONS_LENGTH],
                       const char *out[CONDITIONS_MAX + 1])
{
    unsigned n = 0;
    const char *given = s->value[id], *name = options[id].name;
    if (snprintf(text, CONDITIONS_LENGTH, "%s", given) >= CONDITIONS_LENGTH)
        return complain("--%s is too long: %zu bytes of at most %d", name, strlen(given),
                        CONDITIONS_LENGTH - 1);
    // A filter of stored mazes knows no operators between conditions, so '&&' divides them, too.
    for (char *both = text; id == O_WHERE && (both = strstr(both, "&&"));) {
        both[0] = ';';
        both[1] = ' ';
    }
    for (char *c = strtok(text, ";"); c; c = strtok(NULL, ";")) {
        if (n == CONDITIONS_MAX)
            return complain("--%s: at most %d constraints", name, CONDITIONS_MAX);
        out[n++] = c;
    }
    out[n] = NULL;
    return n || complain("--%s is empty; write a condition, e.g. 'length >= 20'", name);
}
