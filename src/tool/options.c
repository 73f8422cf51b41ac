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

const verb *verb_find(const char *name)
{
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
    return id == O_HELP || (v ? verb_takes(v, id) : id == O_VERSION);
}

// The same name may mean different options to different verbs.
static option_id find_long(const verb *v, const char *name, size_t length)
{
    int id = 0;
    while (id < O_COUNT && (strlen(options[id].name) != length ||
                            memcmp(options[id].name, name, length) || !allowed(v, (option_id)id)))
        id++;
    return (option_id)id;
}

static option_id find_letter(char letter)
{
    int id = 0;
    while (id < O_COUNT && (!options[id].letter || options[id].letter != letter))
        id++;
    return (option_id)id;
}

static int bad_option(const settings *s, const char *argument)
{
    const char *name = s->verb ? s->verb->name : NULL;
    return complain_with(EXIT_USAGE, "%s%sno option '%s'; see 'mazewright %s%s--help'",
                         name ? name : "", name ? " has " : "", argument, name ? name : "",
                         name ? " " : "");
}

// Reads the option at argv[*i]. Where its value is the next argument, *i moves there.
static int read_option(settings *s, int argc, char **argv, int *i)
{
    const char *argument = argv[*i], *value = NULL;
    option_id id;
    if (argument[1] == '-') {
        size_t length = strcspn(argument + 2, "=");
        id = find_long(s->verb, argument + 2, length);
        if (argument[2 + length])
            value = argument + 2 + length + 1;
    } else {
        id = find_letter(argument[1]);
        if (argument[2])
            value = argument + 2;
    }
    if (id == O_COUNT || !allowed(s->verb, id))
        return bad_option(s, argument);
    if (!options[id].value && value)
        return complain_with(EXIT_USAGE, "option --%s takes no value", options[id].name);
    if (options[id].value && !value) {
        if (*i + 1 == argc)
            return complain_with(EXIT_USAGE, "option --%s needs a value: --%s %s", options[id].name,
                                 options[id].name, options[id].value);
        value = argv[++*i];
    }
    if (options[id].must_be == FILE_NAME && value && !strcmp(value, "-"))
        return complain_with(
            EXIT_USAGE, "option --%s needs a file, and stdout is none; one of that name is ./-",
            options[id].name);
    s->value[id] = value ? value : "";
    return EXIT_DONE;
}

static int read_verb(settings *s, const char *name)
{
    s->verb = verb_find(name);
    if (s->verb)
        return EXIT_DONE;
    fprintf(stderr, "mazewright: unknown verb '%s'; the verbs are", name);
    for (const verb *v = verbs; v->name; v++)
        fprintf(stderr, " %s", v->name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

int options_read(settings *s, int argc, char **argv)
{
    bool only_inputs = false;        // after "--"
    s->inputs = (const char **)argv; // inputs are moved to the front of argv, which is read there
    for (int i = 1; i < argc; i++) {
        int code = EXIT_DONE;
        if (!only_inputs && !strcmp(argv[i], "--"))
            only_inputs = true;
        else if (!only_inputs && argv[i][0] == '-' && argv[i][1])
            code = read_option(s, argc, argv, &i);
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

bool option_kind(const settings *s, const mw_kind **out)
{
    const char *name = s->value[O_KIND];
    *out = name ? mw_kind_find(name) : NULL;
    if (*out || !name)
        return true;
    fprintf(stderr, "mazewright: unknown kind '%s'; the kinds are", name);
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        fprintf(stderr, " %s", (*k)->name);
    fputc('\n', stderr);
    return false;
}

bool option_preset(const settings *s, const mw_marble_preset **out)
{
    const char *name = s->value[O_AS];
    for (*out = mw_marble_presets(); name && (*out)->name && strcmp((*out)->name, name);)
        ++*out;
    return (*out)->name || complain("--as %s is unknown; it is mazewright or thesis", name);
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

const char *next_item(const char *list, char item[64])
{
    size_t length = strcspn(list, ",");
    snprintf(item, 64, "%.*s", (int)length, list);
    return list[length] ? list + length + 1 : NULL;
}

bool option_theme(const settings *s, mw_theme *theme)
{
    const char *name = s->value[O_THEME];
    bool known = !name || mw_theme_find(name, theme);
    return known || complain("--theme %s is unknown; it is light, dark or print", name);
}

bool option_conditions(const settings *s, option_id id, char text[CONDITIONS_LENGTH],
                       const char *out[CONDITIONS_MAX + 1])
{
    unsigned n = 0;
    const char *given = s->value[id], *name = options[id].name;
    if (snprintf(text, CONDITIONS_LENGTH, "%s", given) >= CONDITIONS_LENGTH)
        return complain("--%s is too long: %zu bytes of at most %d", name, strlen(given),
                        CONDITIONS_LENGTH - 1);
    for (char *c = strtok(text, ";"); c; c = strtok(NULL, ";")) {
        if (n == CONDITIONS_MAX)
            return complain("--%s: at most %d constraints", name, CONDITIONS_MAX);
        out[n++] = c;
    }
    out[n] = NULL;
    return n || complain("--%s is empty; write a condition, e.g. 'length >= 20'", name);
}
