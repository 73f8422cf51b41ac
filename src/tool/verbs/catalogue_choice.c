// catalogue_choice.c: see catalogue_choice.h. The ids are read first and the file is closed, so
// that nobody waits for it while something long is made of the mazes.
#include "tool/verbs/catalogue_choice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool tags_read(tag_list *list, const settings *s, option_id id)
{
    const char *name = options[id].name, *given = s->value[id];
    unsigned n = 0;
    *list = (tag_list){0};
    if (!given)
        return true;
    if (snprintf(list->text, sizeof list->text, "%s", given) >= (int)sizeof list->text)
        return complain("--%s is too long; at most %d tags of at most %d letters", name, TAGS_MAX,
                        MW_TAG_LENGTH);
    for (char *tag = strtok(list->text, ", "); tag; tag = strtok(NULL, ", ")) {
        if (n == TAGS_MAX)
            return complain("--%s: at most %d tags", name, TAGS_MAX);
        if (!mw_catalogue_is_tag(tag))
            return complain(
                "--%s %s: a tag is a word of at most %d letters (a to z), digits, - and _", name,
                tag, MW_TAG_LENGTH);
        list->tags[n++] = tag;
    }
    return n || complain("--%s is empty; write a word, e.g. easy", name);
}

static unsigned length_of(const char *const *list)
{
    unsigned n = 0;
    while (list[n])
        n++;
    return n;
}

// What is wrong with a condition is told before the file is opened.
static bool conditions_read(const settings *s, option_id id, char text[CONDITIONS_LENGTH],
                            const char **out)
{
    mw_error error;
    *out = NULL;
    if (s->value[id] && !option_conditions(s, id, text, out))
        return false;
    for (; *out; out++)
        if (!mw_catalogue_is_condition(*out, &error))
            return complain("--%s: %s", options[id].name, error.text);
    return true;
}

bool choice_read(choice *c, const settings *s, bool by_tag)
{
    const char **next = c->conditions;
    tag_list list = {0};
    *c = (choice){0};
    if (!conditions_read(s, O_WHERE, c->where, next))
        return false;
    next += length_of(next);
    if (!conditions_read(s, O_REQUIRE, c->require, next))
        return false;
    next += length_of(next);
    if (by_tag && !tags_read(&list, s, O_TAG))
        return false;
    for (unsigned i = 0; list.tags[i]; i++) {
        snprintf(c->tags[i], sizeof c->tags[i], "tag == %s", list.tags[i]);
        *next++ = c->tags[i];
    }
    *next = NULL;
    c->filter =
        (mw_filter){.kind = s->value[O_KIND], .require = c->conditions, .order = s->value[O_SORT]};
    c->given = *c->conditions || c->filter.kind;
    return true;
}
static_assert(2 * CONDITIONS_MAX + TAGS_MAX <= MW_CONDITIONS_MAX, "all of them have room");

// ---- the mazes of --catalogue

bool stored_read(stored_mazes *t, const settings *s)
{
    static const option_id choosing[] = {O_WHERE, O_TAG, O_SORT, O_NUMBER};
    const mw_kind *kind;
    for (size_t i = 0; i < sizeof choosing / sizeof *choosing; i++)
        if (s->value[choosing[i]] && !s->value[O_CATALOGUE])
            return complain("--%s chooses stored mazes; name their file: --catalogue FILE",
                            options[choosing[i]].name);
    return option_kind(s, &kind) && choice_read(&t->choice, s, true) &&
           option_count(s, O_NUMBER, 1, 1e6, 0, &t->count);
}

typedef struct shelf {
    struct {
        char *id;
        int64_t number;
    } * mazes;
    unsigned count, capacity, most;
    bool no_memory;
} shelf;

static bool grow(shelf *l)
{
    unsigned capacity = l->capacity ? 2 * l->capacity : 64;
    void *mazes = realloc(l->mazes, capacity * sizeof *l->mazes);
    if (!mazes)
        return false;
    l->mazes = mazes;
    l->capacity = capacity;
    return true;
}

static bool take(void *context, const mw_entry *e)
{
    shelf *l = context;
    char *id = l->count < l->capacity || grow(l) ? strdup(e->id) : NULL;
    l->no_memory = !id;
    if (!id)
        return false;
    l->mazes[l->count].id = id;
    l->mazes[l->count++].number = e->number;
    return l->count != l->most && !interrupted();
}

static int read_shelf(shelf *l, const char *file, const mw_filter *filter)
{
    mw_error error;
    mw_catalogue *c = mw_catalogue_open(file, MW_CATALOGUE_READ, &error);
    bool ok = c && mw_catalogue_each(c, filter, take, l, &error);
    mw_catalogue_close(c);
    int code = error_told(ok, &error);
    if (!ok)
        return error.code == MW_ERROR_REQUEST ? EXIT_USAGE : code;
    if (l->no_memory)
        return out_of_memory();
    return l->count || interrupted()
               ? EXIT_DONE
               : complain_with(EXIT_INPUT,
                               "%s: no maze is chosen; 'catalogue list' shows what is there", file);
}

static int use(const char *file, const char *id, int64_t number, int (*each)(input *, void *),
               void *context)
{
    char label[300];
    mw_error error;
    snprintf(label, sizeof label, "%.250s: number %lld", file, (long long)number);
    watch_next();
    input in = {.name = label, .label = strdup(label), .maze = mw_maze_from_id(id, &error)};
    if (in.label)
        make_utf8(in.label);
    int code = !in.label ? out_of_memory()
               : in.maze ? each(&in, context)
                         : complain_of(in.label, &error, EXIT_INPUT);
    input_close(&in);
    return code;
}

int for_each_stored(const settings *s, const stored_mazes *t, int (*each)(input *, void *),
                    void *context)
{
    const char *file = s->value[O_CATALOGUE];
    shelf l = {.most = t->count};
    if (!file)
        return EXIT_DONE;
    int code = read_shelf(&l, file, &t->choice.filter);
    for (unsigned i = 0; i < l.count && code != EXIT_USAGE && !interrupted(); i++)
        code = worse(code, use(file, l.mazes[i].id, l.mazes[i].number, each, context));
    for (unsigned i = 0; i < l.count; i++)
        free(l.mazes[i].id);
    free(l.mazes);
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}

// ---- the mazes that arguments name

static int add_name(named_mazes *n, const char *name)
{
    if (n->count == n->capacity) {
        size_t capacity = n->capacity ? 2 * n->capacity : 16;
        char **names = realloc(n->names, capacity * sizeof *names);
        if (!names)
            return out_of_memory();
        n->names = names;
        n->capacity = capacity;
    }
    char *copy = name ? strdup(name) : NULL;
    n->names[n->count] = copy;
    n->count += copy != NULL;
    return copy ? EXIT_DONE : out_of_memory();
}

static int add_id(input *in, void *context)
{
    return add_name(context, input_id(in));
}

int named_read(named_mazes *n, const settings *s)
{
    int code = EXIT_DONE;
    *n = (named_mazes){0};
    for (int i = 2; i < s->input_count && code != EXIT_BROKEN && !interrupted(); i++) {
        const char *name = s->inputs[i];
        bool number = *name && !name[strspn(name, "0123456789")];
        code = worse(code, number ? add_name(n, name) : each_named_input(s, name, add_id, n));
    }
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}

void named_free(named_mazes *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->names[i]);
    free(n->names);
    *n = (named_mazes){0};
}
