// plan.c: reads the lines of a plan: which mazes to search, and the tokens that say how.
#include "core/file.h"
#include "core/text.h"
#include "experiment/plan_reader.h"
#include "search/search.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAZES_MAX 1000000u

bool mw_plan_fail(mw_plan_reader *r, const mw_token *at, const char *format, ...)
{
    va_list arguments;
    *r->error = (mw_error){.line = at ? at->line : r->line, .column = at ? at->column : 1};
    va_start(arguments, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, arguments);
    va_end(arguments);
    for (char *c = r->error->text; *c; c++) // the user may have named a picture
        if ((unsigned char)*c < ' ' || *c == '\x7f')
            *c = '?';
    return false;
}

// ---- mazes

// Takes a maze over: the first of each kind is kept, the others are freed.
static void keep_sample(mw_plan_reader *r, mw_maze *m)
{
    for (unsigned i = 0; i < r->sample_count; i++)
        if (r->samples[i]->kind == m->kind) {
            mw_maze_free(m);
            return;
        }
    if (r->sample_count < MW_KINDS_MAX)
        r->samples[r->sample_count++] = m;
    else
        mw_maze_free(m);
}

// Takes name and id over, which may be NULL: memory ran out.
static bool add_maze(mw_plan_reader *r, const mw_token *at, const mw_kind *kind, char *name,
                     char *id)
{
    mw_plan *p = r->plan;
    bool full = p->maze_count == MAZES_MAX;
    bool room = mw_reserve(&r->budget, (void **)&p->mazes, &r->maze_capacity, p->maze_count + 1,
                           sizeof *p->mazes);
    if (room && name && id && !full) {
        p->mazes[p->maze_count++] = (mw_plan_maze){
            .name = name, .id = id, .kind = kind, .line = at->line, .column = at->column};
        return true;
    }
    free(name);
    free(id);
    return full ? mw_plan_fail(r, at, "more than %u mazes; divide the plan into several", MAZES_MAX)
                : (bool)mw_no_memory(r->error);
}

static bool add_id(mw_plan_reader *r, const mw_token *at, const char *id)
{
    mw_error e;
    mw_maze *m = mw_maze_from_id(id, &e);
    if (!m && e.code == MW_ERROR_MEMORY)
        return mw_no_memory(r->error);
    if (!m)
        return mw_plan_fail(r, at, "%.80s: %.280s", id, e.text);
    bool random = mw_id_is_random(id);
    char *versioned = random ? mw_id_versioned(id) : NULL;
    const mw_kind *kind = m->kind;
    bool added = random && !versioned
                     ? (bool)mw_no_memory(r->error)
                     : add_maze(r, at, kind, strdup(versioned ? versioned : id),
                                versioned ? strdup(versioned) : mw_maze_print(m, "id"));
    free(versioned);
    keep_sample(r, m);
    return added;
}

static bool add_random(mw_plan_reader *r, const mw_token *params, const mw_kind *kind,
                       uint64_t seed, bool first)
{
    mw_writer w = {0};
    mw_error e = {0};
    mw_write(&w, "%s:%s#%llu", kind->name, params->text, (unsigned long long)seed);
    char *id = mw_writer_take(&w), *versioned = id ? mw_id_versioned(id) : NULL;
    bool ok = true;
    // Making one shows whether size and options make sense; making all would take too long.
    mw_maze *m = first && versioned ? mw_maze_from_id(versioned, &e) : NULL;
    bool a_size = !strpbrk(params->text, ":#"); // with these it would be no id
    if (!versioned)
        ok = a_size ? (bool)mw_no_memory(r->error)
                    : mw_plan_fail(r, params, "'%.100s' is not a size with options", params->text);
    else if (first && !m)
        ok = e.code == MW_ERROR_MEMORY ? (bool)mw_no_memory(r->error)
                                       : mw_plan_fail(r, params, "%.380s", e.text);
    if (m)
        keep_sample(r, m);
    free(id);
    if (!ok) {
        free(versioned);
        return false;
    }
    assert(versioned);
    return add_maze(r, params, kind, versioned, strdup(versioned));
}

static bool add_seeds(mw_plan_reader *r, const mw_token *params, const mw_kind *kind,
                      const mw_token *seeds)
{
    uint64_t from, to;
    if (!mw_token_range(seeds, &from, &to) || to - from >= MAZES_MAX)
        return mw_plan_fail(r, seeds,
                            "'%.40s' is not a range of seeds; write a number, or FROM..TO with at "
                            "most %u of them",
                            seeds->text, MAZES_MAX);
    bool ok = true;
    for (uint64_t seed = from; ok; seed++) {
        ok = add_random(r, params, kind, seed, seed == from);
        if (seed == to)
            break;
    }
    return ok;
}

// PARAMS#FROM..TO, of an id.
static bool add_range(mw_plan_reader *r, const mw_token *at, const mw_kind *kind, const char *text)
{
    mw_token params = *at, seeds = *at;
    char *copy = strdup(text);
    if (!copy)
        return mw_no_memory(r->error);
    params.text = copy;
    seeds.text = strchr(copy, '#');
    assert(seeds.text);
    *seeds.text++ = '\0';
    bool ok = add_seeds(r, &params, kind, &seeds);
    free(copy);
    return ok;
}

typedef struct taker {
    mw_plan_reader *reader;
    const mw_token *at;
    bool refused; // the error is told
} taker;

static bool take_maze(void *context, const char *name, mw_maze *m)
{
    taker *t = context;
    t->refused = !add_maze(t->reader, t->at, m->kind, strdup(name), mw_maze_print(m, "id"));
    keep_sample(t->reader, m);
    return !t->refused;
}

static bool add_opened(mw_plan_reader *r, const mw_token *at, const char *name)
{
    taker t = {.reader = r, .at = at};
    return r->open(r->context, name, take_maze, &t) || t.refused ||
           mw_plan_fail(r, at, "%.200s is not a maze that can be read", name);
}

static bool add_files(mw_plan_reader *r, const mw_token *at, const char *pattern)
{
    mw_file_list files;
    if (!mw_file_list_find(&files, pattern))
        return errno == ENOMEM
                   ? (bool)mw_no_memory(r->error)
                   : mw_plan_fail(r, at,
                                  "no file is named '%.200s'; name mazes as from the folder you "
                                  "run it in",
                                  pattern);
    bool ok = true;
    for (size_t i = 0; ok && i < files.count; i++)
        ok = add_opened(r, at, files.names[i]);
    mw_file_list_free(&files);
    return ok;
}

static bool add_named(mw_plan_reader *r, const mw_token *at, const char *name)
{
    size_t prefix = strcspn(name, ":");
    const char *seeds = strchr(name, '#');
    char kind[40];
    snprintf(kind, sizeof kind, "%.*s", (int)prefix, name);
    if (strlen(name) > MW_NAME_MAX && !mw_is_id(name))
        return mw_plan_fail(r, at, "the name '%.40s...' is too long; it may have %d bytes", name,
                            MW_NAME_MAX);
    bool other = !mw_is_id(name) ? *name == '@' : !mw_kind_find(kind); // a list; shipped:rook
    if (!mw_is_id(name) && !other)
        return add_files(r, at, name);
    if (other && r->open)
        return add_opened(r, at, name);
    return seeds && mw_id_is_random(name) && strstr(seeds, "..")
               ? add_range(r, at, mw_kind_find(kind), name + prefix + 1)
               : add_id(r, at, name);
}

bool mw_plan_read_mazes(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    bool ok = true;
    for (unsigned i = 1; ok && i < count; i++)
        ok = add_named(r, &tokens[i], tokens[i].text);
    return ok;
}

// The lines of a list name mazes, as `catalogue export --to id` writes them.
static bool read_names(mw_plan_reader *r, const mw_token *at, char *text)
{
    char *line;
    unsigned number = 1;
    for (char *rest = text; (line = mw_cut_line(&rest)); number++)
        if (*line && *line != '#' && !add_named(r, at, line)) {
            char why[sizeof r->error->text];
            memcpy(why, r->error->text, sizeof why);
            return mw_plan_fail(r, at, "line %u of the list: %.300s", number, why);
        }
    return true;
}

// A file that names mazes, one in each line, or that has the JSON lines of a verb.
bool mw_plan_read_list(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    bool ok = true;
    for (unsigned i = 1; ok && i < count; i++) {
        char *text = mw_file_read(tokens[i].text, MW_TEXT_MAX, NULL);
        mw_writer name = {0};
        if (text && text[strspn(text, " \t\r\n")] == '{')
            mw_write(&name, "@%s", tokens[i].text);
        ok = name.failed || (!text && errno == ENOMEM) ? (bool)mw_no_memory(r->error)
             : !text     ? mw_plan_fail(r, &tokens[i], "cannot read '%.200s'", tokens[i].text)
             : name.text ? add_named(r, &tokens[i], name.text)
                         : read_names(r, &tokens[i], text);
        free(name.text);
        free(text);
    }
    return ok;
}

// random KIND PARAMS... seeds RANGE...
bool mw_plan_read_random(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    unsigned seeds = 2;
    const mw_kind *kind = count > 1 ? mw_kind_find(tokens[1].text) : NULL;
    if (count > 1 && !kind)
        return mw_plan_fail(r, &tokens[1], "unknown kind '%.40s'; 'mazewright help' lists them",
                            tokens[1].text);
    if (kind && !kind->text->random)
        return mw_plan_fail(r, &tokens[1], "%s mazes cannot be made at random", kind->name);
    while (seeds < count && strcmp(tokens[seeds].text, "seeds"))
        seeds++;
    if (seeds < 3 || seeds + 1 >= count)
        return mw_plan_fail(r, &tokens[0],
                            "write it as: random KIND SIZE[,OPTION]... seeds FROM..TO");
    for (unsigned p = 2; p < seeds; p++)
        for (unsigned s = seeds + 1; s < count; s++)
            if (!add_seeds(r, &tokens[p], kind, &tokens[s]))
                return false;
    return true;
}

// ---- tokens to choose from

static bool is_algorithm(const char *name)
{
    return mw_algorithm_find(name);
}

static bool is_store(const char *name)
{
    mw_visited_type type;
    return mw_visited_find(name, &type);
}

static bool has_short_name(const char *heuristic)
{
    return mw_heuristic_name_length(heuristic) <= MW_LABEL_TOKEN;
}

// Would both have the same place in the labels of configurations?
static bool named_alike(int which, const char *a, const char *b)
{
    size_t n = which == HEURISTIC ? mw_heuristic_name_length(a) : strlen(a);
    size_t other = which == HEURISTIC ? mw_heuristic_name_length(b) : strlen(b);
    return n == other && !memcmp(a, b, n);
}

// What a plan can offer several tokens for, and what such a token must be.
static const struct offer {
    const char *name;
    bool (*known)(const char *); // or NULL
    size_t longest;              // in bytes; 0: any length
    double least, most;          // of its value; most 0: it has none
    const char *before, *after;  // what is said around a token that is not right
} offers[CHOICES] = {
    [ALGORITHM] = {"algorithm", is_algorithm, 0, 0, 0, "unknown algorithm '",
                   "'; 'mazewright solve --help' lists them"},
    [HEURISTIC] = {"heuristic", has_short_name, sizeof((mw_configuration *)0)->heuristic - 1, 0, 0,
                   "too long: '",
                   "...'; a heuristic has at most 199 bytes, and an expression of more than 40 "
                   "needs a name: \"mine=dx + dy\""},
    [WEIGHT] = {"weight", NULL, MW_LABEL_TOKEN, 0.001, 1000, "'",
                "' is not a weight; write a number from 0.001 to 1000"},
    [STORE] = {"store", is_store, 0, 0, 0, "unknown store '",
               "'; it is auto, dense, hashed, full or none"},
    [STATES] = {"states", NULL, MW_LABEL_LIMIT, 1, 4e9, "'",
                "' is not a limit; write a whole number of states, e.g. 1e6"},
    [BYTES] = {"memory", NULL, MW_LABEL_LIMIT, 1, 0x1p60, "'",
               "' is not a limit; write a size in bytes, or with K, M, G or T, e.g. 512M"},
    [SECONDS] = {"seconds", NULL, MW_LABEL_LIMIT, 0.001, 1e9, "'",
                 "' is not a limit; write a number of seconds from 0.001 on"},
};

// Is it a token for this choice? Fills in its value.
static bool fits(int which, mw_token *t)
{
    const struct offer *o = &offers[which];
    if ((o->longest && strlen(t->text) > o->longest) || (o->known && !o->known(t->text)))
        return false;
    if (which == BYTES)
        return mw_parse_bytes(t->text, &t->value);
    return o->most <= 0 || (mw_token_number(t, o->least, o->most, &t->value) &&
                            (which != STATES || t->value == floor(t->value)));
}

static bool take_tokens(mw_plan_reader *r, int which, mw_token *tokens, unsigned count)
{
    mw_plan_choice *c = &r->choices[which];
    const struct offer *o = &offers[which];
    for (unsigned i = 0; i < count; i++)
        if (!fits(which, &tokens[i]))
            return mw_plan_fail(r, &tokens[i], "%s%.40s%s", o->before, tokens[i].text, o->after);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < c->count; k++)
            if (named_alike(which, c->items[k].token.text, tokens[i].text))
                return mw_plan_fail(r, &tokens[i], "'%.40s' stands in the plan twice",
                                    tokens[i].text);
        mw_plan_item *items = realloc(c->items, (c->count + 1) * sizeof *items);
        if (!items)
            return mw_no_memory(r->error);
        c->items = items;
        items[c->count] = (mw_plan_item){.token = tokens[i]};
        if (!(items[c->count].token.text = strdup(tokens[i].text)))
            return mw_no_memory(r->error);
        c->count++;
    }
    return true;
}

// The choice of this name among those from `from` to `to`; CHOICES: there is none.
static int find_choice(const char *name, int from, int to)
{
    while (from <= to && strcmp(offers[from].name, name))
        from++;
    return from <= to ? from : CHOICES;
}

static bool read_choice(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    return take_tokens(r, find_choice(tokens[0].text, ALGORITHM, STORE), tokens + 1, count - 1);
}

static bool read_limits(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    int which = count > 2 ? find_choice(tokens[1].text, STATES, SECONDS) : CHOICES;
    return which < CHOICES ? take_tokens(r, which, tokens + 2, count - 2)
                           : mw_plan_fail(r, &tokens[count > 1],
                                          "write it as: limit states|memory|seconds VALUE...");
}

static bool read_repeat(mw_plan_reader *r, mw_token *tokens, unsigned count)
{
    double n;
    if (count != 2 || !mw_token_number(&tokens[1], 1, MW_PLAN_REPEATS_MAX, &n) ||
        n != (double)(unsigned)n)
        return mw_plan_fail(r, &tokens[count > 1], "write it as: repeat N, with N from 1 to %d",
                            MW_PLAN_REPEATS_MAX);
    r->plan->repeats = (uint32_t)n;
    return true;
}

// ---- the whole

static const mw_plan_statement statements[] = {
    MW_MAZE_STATEMENTS,
    {"algorithm", read_choice, "algorithm NAME..."},
    {"heuristic", read_choice, "heuristic NAME..."},
    {"weight", read_choice, "weight NUMBER..."},
    {"store", read_choice, "store NAME..."},
    {"limit", read_limits, "limit states|memory|seconds VALUE..."},
    {"repeat", read_repeat, "repeat N"},
    {0},
};

static bool unknown_statement(mw_plan_reader *r, const mw_token *word, const mw_plan_statement *of)
{
    mw_writer known = {0};
    for (; of->name; of++)
        mw_write(&known, "%s%s", !known.length ? "" : of[1].name ? ", " : " or ", of->name);
    if (known.failed)
        mw_no_memory(r->error);
    else
        mw_plan_fail(r, word, "unknown word '%.40s'; a line begins with %s", word->text,
                     known.text);
    free(known.text);
    return false;
}

static bool read_statement(mw_plan_reader *r, const mw_plan_statement *of, mw_token *tokens,
                           unsigned count)
{
    const mw_plan_statement *one = of;
    while (one->name && strcmp(one->name, tokens[0].text) != 0)
        one++;
    return !one->name  ? unknown_statement(r, &tokens[0], of)
           : count > 1 ? one->read(r, tokens, count)
                       : mw_plan_fail(r, &tokens[0], "write it as: %s", one->form);
}

bool mw_plan_read_lines(mw_plan_reader *r, const mw_plan_statement *of, const char *text)
{
    mw_token tokens[MW_TOKENS_MAX];
    char *copy = strdup(text), *line;
    bool ok = copy || mw_no_memory(r->error);
    for (char *rest = copy; ok && (line = mw_cut_line(&rest));) {
        r->line++;
        int count = mw_cut_tokens(line, r->line, tokens);
        if (count < 0)
            ok = mw_plan_fail(r, &tokens[-count - 1],
                              "this word does not end, or there are more than %d", MW_TOKENS_MAX);
        else if (count)
            ok = read_statement(r, of, tokens, (unsigned)count);
    }
    free(copy);
    return ok;
}

static int by_id(const void *a, const void *b)
{
    const mw_plan_maze *const *x = a, *const *y = b;
    int order = strcmp((*x)->id, (*y)->id);
    return order ? order : *x < *y ? -1 : *x > *y;
}

// A maze that is twice in a plan would count twice in every comparison.
bool mw_plan_mazes_differ(mw_plan_reader *r)
{
    const mw_plan *p = r->plan;
    if (!p->maze_count)
        return mw_plan_fail(r, NULL,
                            "it names no maze; add a line such as: random rook 5x5 seeds "
                            "1..100");
    const mw_plan_maze **order = calloc(p->maze_count + 1, sizeof *order);
    if (!order)
        return mw_no_memory(r->error);
    for (uint32_t i = 0; i < p->maze_count; i++)
        order[i] = &p->mazes[i];
    qsort(order, p->maze_count, sizeof *order, by_id);
    bool ok = true;
    for (uint32_t i = 1; ok && i < p->maze_count; i++) {
        const mw_plan_maze *a = order[i - 1], *b = order[i];
        const mw_token where = {.line = b->line, .column = b->column};
        if (!strcmp(a->id, b->id))
            ok = mw_plan_fail(r, &where, "%.120s is in the plan already, as %.120s", b->name,
                              a->name);
    }
    free(order);
    return ok;
}

void mw_plan_reader_free(mw_plan_reader *r)
{
    for (unsigned i = 0; i < r->sample_count; i++)
        mw_maze_free(r->samples[i]);
    for (int which = 0; which < CHOICES; which++) {
        for (unsigned i = 0; i < r->choices[which].count; i++)
            free(r->choices[which].items[i].token.text);
        free(r->choices[which].items);
    }
    free(r->kinds);
}

bool mw_plan_read(mw_plan *p, const char *text, mw_plan_open *open, void *context, mw_error *error)
{
    mw_plan_reader r = {.plan = p, .open = open, .context = context, .error = error};
    *p = (mw_plan){.repeats = 1, .text = strdup(text)};
    *error = (mw_error){0};
    bool ok = p->text || mw_no_memory(error);
    ok = ok && mw_plan_read_lines(&r, statements, text) && mw_plan_mazes_differ(&r) &&
         mw_plan_combine(&r);
    mw_plan_reader_free(&r);
    return ok;
}

void mw_plan_free(mw_plan *p)
{
    for (uint32_t i = 0; i < p->maze_count; i++) {
        free(p->mazes[i].name);
        free(p->mazes[i].id);
    }
    free(p->mazes);
    free(p->configurations);
    free(p->runs);
    free(p->text);
    *p = (mw_plan){0};
}
