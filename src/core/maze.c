// maze.c: a maze as a block of memory, as text and as an id. The header, the options and ids are
// read here once, so that a kind reads only its own body.
#include "mazewright/plugin.h"
#include "mazewright/rng.h"
#include "core/moves.h"
#include "core/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the block

mw_maze *mw_maze_new(const mw_kind *kind, size_t bytes)
{
    if (bytes > UINT32_MAX / 2)
        return NULL;
    mw_maze *m = calloc(1, sizeof *m + bytes);
    if (m) {
        m->kind = kind;
        m->bytes = (uint32_t)(sizeof *m + bytes);
        m->d = 1;
        m->words = 1;
    }
    return m;
}

void mw_maze_free(mw_maze *m)
{
    free(m);
}

mw_maze *mw_maze_clone(const mw_maze *m)
{
    mw_maze *copy = malloc(m->bytes);
    if (copy)
        memcpy(copy, m, m->bytes);
    return copy;
}

bool mw_maze_equal(const mw_maze *a, const mw_maze *b)
{
    return a->bytes == b->bytes && !memcmp(a, b, a->bytes);
}

// As many as there is room for; the rest are three dots.
static void list_kinds(char *buffer, size_t size)
{
    size_t at = 0;
    *buffer = '\0';
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        bool fits = at + strlen((*k)->name) + sizeof ", , ..." <= size;
        at += (size_t)snprintf(buffer + at, size - at, "%s%s", at ? ", " : "",
                               fits ? (*k)->name : "...");
        if (!fits)
            break;
    }
}

// The kinds after an unknown one: "; did you mean 'rook'? The kinds are rook, die".
static const char *other_kinds(const char *name, char buffer[200])
{
    char kinds[120], words[MW_KINDS_MAX * (MW_KIND_NAME_MAX + 2) + 5], closest[MW_WORD_SIZE];
    list_kinds(kinds, sizeof kinds);
    list_kinds(words, sizeof words);
    for (char *c = words; *c; c++)
        *c = *c == ',' ? ' ' : *c;
    bool near = mw_closest(name, words, closest);
    snprintf(buffer, 200, near ? "; did you mean '%s'? The kinds are %s" : "%s; the kinds are %s",
             near ? closest : "", kinds);
    return buffer;
}

// What a kind may leave out of its text, or was compiled without.
static const mw_option *options_of(const mw_kind *kind)
{
    return MW_HAS(kind, text, options) ? kind->text->options : NULL;
}

static unsigned generator_of(const mw_kind *kind)
{
    return MW_HAS(kind, text, generator) ? kind->text->generator : 0;
}

// ---- header and options

// One word of a header: the size, or an option. The words stay in `words`, cut by '\0'.
static bool read_size(mw_source *s, const char *word, uint32_t line, uint32_t column)
{
    uint64_t size[3] = {0, 0, 1};
    unsigned n = 0;
    for (const char *p = word;; n++) {
        size_t digits = strspn(p, "0123456789");
        if (n == 3 || !mw_parse_number(p, digits, UINT16_MAX, &size[n]) || !size[n])
            return mw_fail(s, line, column,
                           "'%.40s' is not a size; write COLUMNSxROWS with numbers from 1 to 65535",
                           word);
        p += digits;
        if (!*p)
            break;
        if (*p++ != 'x')
            return mw_fail(s, line, column,
                           "'%.40s' is not a size; write it as COLUMNSxROWS, e.g. 5x5", word);
    }
    if (!n)
        return mw_fail(s, line, column, "'%.40s' is not a size; write it as COLUMNSxROWS, e.g. 5x5",
                       word);
    s->w = (uint32_t)size[0];
    s->h = (uint32_t)size[1];
    s->d = (uint32_t)size[2];
    s->size_line = line;
    s->size_column = column;
    return true;
}

static bool read_option(mw_source *s, char *word, uint32_t line, uint32_t column, bool random)
{
    char *value = strchr(word, '=');
    if (value)
        *value++ = '\0';
    const mw_option *o = options_of(s->kind);
    while (o && o->name && strcmp(o->name, word))
        o++;
    if (!o || !o->name) {
        char known[200] = "", words[200] = "", closest[MW_WORD_SIZE];
        size_t at = 0;
        for (o = options_of(s->kind); o && o->name && at < sizeof known; o++) {
            snprintf(words + at, sizeof words - at, "%s%s", at ? "  " : "", o->name);
            at += (size_t)snprintf(known + at, sizeof known - at, "%s%s", at ? ", " : "", o->name);
        }
        bool near = mw_closest(word, words, closest);
        return mw_fail(s, line, column, "%s has no option '%.40s'; %s%s%s knows: %s", s->kind->name,
                       word, near ? "did you mean '" : "", near ? closest : "",
                       near ? "'? It" : "it", at ? known : "none");
    }
    if (o->only_random && !random)
        return mw_fail(s, line, column,
                       "option '%s' is for random mazes (%s:SIZE,%s=...#SEED) only", o->name,
                       s->kind->name, o->name);
    if (!o->value != !value)
        return mw_fail(s, line, column,
                       value ? "option '%s' takes no value" : "option '%s' needs a value: %s=%s",
                       o->name, o->name, o->value);
    if (mw_option_value(s, word, NULL))
        return mw_fail(s, line, column, "option '%s' is given twice", o->name);
    if (s->param_count == MW_PARAMS_MAX)
        return mw_fail(s, line, column, "too many options");
    s->params[s->param_count++] = (mw_param){
        .name = word, .value = value ? value : "", .line = line, .column = column, .option = o};
    return true;
}

// The words of a header after the kind's name, separated by any of `separators`.
static bool read_words(mw_source *s, char *words, const char *separators, uint32_t line,
                       uint32_t column, bool random)
{
    char *p = words;
    while (*(p += strspn(p, separators))) {
        size_t length = strcspn(p, separators);
        char *next = p[length] ? p + length + 1 : p + length;
        uint32_t at = column + (uint32_t)(p - words);
        p[length] = '\0';
        if (isdigit((unsigned char)*p) && !s->w ? !read_size(s, p, line, at)
                                                : !read_option(s, p, line, at, random))
            return false;
        p = next;
    }
    return true;
}

static char *copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

// ---- files

static bool check_bytes(const char *text, size_t length, mw_error *error)
{
    uint32_t line = 1, column = 1;
    for (size_t i = 0; i < length; i++, column++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n')
            line++, column = 0;
        else if ((c < ' ' && c != '\t' && c != '\r') || c == 127) {
            *error = (mw_error){.line = line, .column = column};
            snprintf(error->text, sizeof error->text,
                     "byte 0x%02x is not text; a maze is a plain text file", c);
            return false;
        }
    }
    return true;
}

// The kind of this name: the one that is wanted, which may be a user's own, or one of ours.
static const mw_kind *find_kind(const mw_kind *wanted, const char *name)
{
    return wanted && !strcmp(wanted->name, name) ? wanted : mw_kind_find(name);
}

// The kind that a header line names, or NULL: then the text is a bare grid.
static const mw_kind *header_kind(const mw_kind *wanted, const mw_line *line, size_t *name_length)
{
    char name[32];
    size_t n = 0;
    while (n < line->length && n < sizeof name - 1 &&
           (islower((unsigned char)line->text[n]) || (n && line->text[n] == '-')))
        n++;
    memcpy(name, line->text, n);
    name[n] = '\0';
    *name_length = n;
    bool ends = n == line->length || line->text[n] == ' ' || line->text[n] == '\t';
    return ends ? find_kind(wanted, name) : NULL;
}

// Can any kind but this one read the text, too? Returns that kind; NULL: none, or memory ran out,
// which *error tells.
static const mw_kind *other_reader(const mw_kind *kind, const char *text, size_t length,
                                   mw_error *error)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        mw_maze *m = *k == kind ? NULL : mw_maze_read(*k, text, length, error);
        mw_maze_free(m);
        if (m || error->code == MW_ERROR_MEMORY)
            return m ? *k : NULL;
    }
    *error = (mw_error){0};
    return NULL;
}

// The kind of a text in which nothing names it; `first` is its first line. NULL with the error
// told: no kind recognises it, or another one can read it, too.
static const mw_kind *recognised(mw_source *s, const mw_line *first, size_t name_length,
                                 const char *text, size_t length)
{
    const mw_kind *found = NULL;
    char kinds[120], others[200], name[40];
    snprintf(name, sizeof name, "%.*s", (int)name_length, first->text);
    for (const mw_kind *const *k = mw_kinds(); *k && !found; k++) {
        mw_source copy = *s;
        copy.kind = *k;
        copy.at = first->text;
        if (MW_HAS(*k, text, recognises) && (*k)->text->recognises(&copy))
            found = *k;
    }
    list_kinds(kinds, sizeof kinds);
    const mw_kind *other = found ? other_reader(found, text, length, s->error) : NULL;
    if (other)
        mw_fail(s, first->number, 1,
                "this can be read as a %s maze and as a %s maze; say which with --kind, or begin "
                "the text with that word",
                found->name, other->name);
    else if (!found && name_length && name_length < first->length &&
             first->text[name_length] == ':')
        mw_fail(s, first->number, 1,
                "this is an id, not the text of a maze; name the id itself, or write the text with "
                "'convert'");
    else if (!found && name_length > 1)
        mw_fail(s, first->number, 1, "unknown kind '%s'%s", name, other_kinds(name, others));
    else if (!found)
        mw_fail(s, first->number, 1,
                "cannot tell what kind of maze this is; name the kind (--kind), or begin the text "
                "with one of "
                "%s",
                kinds);
    return other || s->error->code == MW_ERROR_MEMORY ? NULL : found;
}

// Where a row is wrong that was perhaps meant as a comment, says how to write one.
static void explain_comment(const char *at, const char *end, mw_error *e)
{
    for (uint32_t line = 1; line < e->line && at < end; at++)
        line += *at == '\n';
    size_t length = strlen(e->text);
    if (e->line && at < end && *at == '#')
        snprintf(e->text + length, sizeof e->text - length,
                 "; a comment there begins with '# ' and has a word");
}

// A kind of somebody else may refuse a maze in silence.
static mw_maze *with_reason(mw_maze *m, const mw_source *s)
{
    if (!m && s->kind && !*s->error->text)
        mw_refuse(s->error, "the kind '%s' refuses this maze and gives no reason", s->kind->name);
    return m;
}

mw_maze *mw_maze_read(const mw_kind *kind, const char *text, size_t length, mw_error *error)
{
    *error = (mw_error){0};
    if (kind && !mw_kind_valid(kind, error))
        return NULL;
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) // a byte order mark
        text += 3, length -= 3;
    if (!check_bytes(text, length, error))
        return NULL;
    mw_source s = {
        .kind = kind, .at = text, .end = text + length, .row_end = '\n', .line = 1, .error = error};
    mw_line line;
    mw_find_rows(&s);
    const char *begin = s.at, *first = s.first_row; // NULL: there are only lines with '#'
    for (; s.at < first; s.at++)
        s.line += *s.at == '\n';
    if (!mw_next_line(&s, &line)) {
        mw_fail(&s, 1, 1, "the text is empty; a maze begins with a line such as '%s 5x5'",
                mw_kinds()[0]->name);
        return NULL;
    }
    size_t name_length;
    const mw_kind *named = header_kind(kind, &line, &name_length);
    char *words = NULL;
    bool ok = true;
    if (named) {
        if (kind && kind != named)
            ok = mw_fail(&s, line.number, 1, "this is a %s maze, not a %s maze", named->name,
                         kind->name);
        s.kind = named;
        words = copy_text(line.text + name_length, line.length - name_length);
        if (!words)
            ok = mw_no_memory(s.error);
        ok = ok && read_words(&s, words, " \t", line.number, 1 + (uint32_t)name_length, false);
        mw_find_rows(&s);
    } else { // a bare grid: its first line is part of the body
        s.at = begin;
        s.line = 1;
        ok = mw_next_line(&s, &line); // which a row of '#' may be
        assert(ok);
        if (!kind)
            s.kind = recognised(&s, &line, name_length, text, length);
        ok = s.kind;
        s.bare = true;
        s.at = line.text;
        s.line = line.number;
    }
    mw_maze *m = ok ? s.kind->text->parse(&s) : NULL;
    if (!m && s.error->code == MW_ERROR_INPUT)
        explain_comment(text, text + length, s.error);
    free(words);
    return with_reason(m, &s);
}

// ---- ids

bool mw_is_id(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
    return n && text[n] == ':';
}

bool mw_id_is_random(const char *id)
{
    size_t name = strcspn(id, ":");
    return id[name] && id[name + 1 + strcspn(id + name + 1, ":#")] == '#';
}

// The seed of kind:params#seed[@generator], as numbers.
static bool read_seed(mw_source *s, const char *text, uint32_t column, uint64_t *seed)
{
    size_t digits = strcspn(text, "@");
    if (!mw_parse_number(text, digits, UINT64_MAX, seed))
        return mw_fail(s, 1, column,
                       "'%.40s' is not a seed; write a whole number after '#', below 2^64", text);
    uint64_t version = generator_of(s->kind);
    if (text[digits] &&
        !mw_parse_number(text + digits + 1, strlen(text + digits + 1), UINT32_MAX, &version))
        return mw_fail(s, 1, column + (uint32_t)digits, "'%.40s' is not a generator's number",
                       text + digits + 1);
    if (version != generator_of(s->kind))
        return mw_fail(s, 1, column + (uint32_t)digits,
                       "this maze needs generator %llu of kind %s; this program has generator %u",
                       (unsigned long long)version, s->kind->name, generator_of(s->kind));
    return true;
}

static mw_maze *from_id(mw_source *s, char *id)
{
    const mw_kind *wanted = s->kind;
    char *params = strchr(id, ':');
    char kinds[120];
    list_kinds(kinds, sizeof kinds);
    if (!params) {
        mw_fail(s, 1, 1,
                "'%.40s' is not an id; an id is KIND:PARAMS:DESCRIPTION or KIND:PARAMS#SEED", id);
        return NULL;
    }
    *params++ = '\0';
    s->kind = find_kind(wanted, id);
    if (wanted && s->kind != wanted) {
        mw_fail(s, 1, 1, "the kind of this maze is %.40s, not %s", id, wanted->name);
        return NULL;
    }
    if (!s->kind) {
        mw_fail(s, 1, 1, "unknown kind '%.40s'%s", id, other_kinds(id, (char[200]){0}));
        return NULL;
    }
    uint32_t column = (uint32_t)(params - id) + 1;
    char *rest = params + strcspn(params, ":#");
    char mark = *rest;
    uint32_t rest_column = column + (uint32_t)(rest - params) + 1;
    if (!mark) {
        mw_fail(s, 1, rest_column - 1,
                "the id ends early; after the size comes :DESCRIPTION or #SEED");
        return NULL;
    }
    *rest++ = '\0';
    if (!read_words(s, params, ",", 1, column, mark == '#'))
        return NULL;
    if (!s->w) {
        mw_fail(s, 1, column, "the id needs a size, e.g. %s:5x5:...", s->kind->name);
        return NULL;
    }
    if (mark == ':') {
        s->at = s->body = rest;
        s->body_column = rest_column;
        s->end = rest + strlen(rest);
        return s->kind->text->parse(s);
    }
    uint64_t seed;
    if (!MW_HAS(s->kind, text, random))
        mw_fail(s, 1, rest_column - 1, "%s has no random mazes", s->kind->name);
    else if (read_seed(s, rest, rest_column, &seed)) {
        mw_rng rng;
        mw_rng_seed(&rng, seed);
        return s->kind->text->random(s, &rng);
    }
    return NULL;
}

mw_maze *mw_maze_from_id(const char *id, mw_error *error)
{
    return mw_maze_of_kind(NULL, id, error);
}

mw_maze *mw_maze_of_kind(const mw_kind *kind, const char *id, mw_error *error)
{
    *error = (mw_error){0};
    if ((kind && !mw_kind_valid(kind, error)) || !check_bytes(id, strlen(id), error))
        return NULL;
    mw_source s = {.kind = kind, .row_end = '/', .line = 1, .error = error};
    char *copy = copy_text(id, strlen(id));
    if (!copy) {
        mw_no_memory(s.error);
        return NULL;
    }
    mw_maze *m = from_id(&s, copy);
    free(copy);
    return with_reason(m, &s);
}

char *mw_id_versioned(const char *id)
{
    size_t name = strcspn(id, ":");
    char *kind_name = copy_text(id, name);
    const mw_kind *kind = kind_name ? mw_kind_find(kind_name) : NULL;
    free(kind_name);
    const char *seed = strchr(id, '#');
    if (!kind || !seed || (id[name] && strchr(id + name + 1, ':')))
        return NULL;
    mw_writer w = {0};
    mw_write(&w, "%s", id);
    if (!strchr(seed, '@'))
        mw_write(&w, "@%u", generator_of(kind));
    return mw_writer_take(&w);
}

// ---- printing

static void print_size(const mw_maze *m, mw_writer *w)
{
    mw_write(w, "%ux%u", m->w, m->h);
    if (m->d > 1)
        mw_write(w, "x%u", m->d);
}

static void print_id(const mw_maze *m, mw_writer *w)
{
    mw_write(w, "%s:", m->kind->name);
    print_size(m, w);
    size_t options = w->length;
    if (MW_HAS(m->kind, text, print_options))
        m->kind->text->print_options(m, w);
    for (size_t i = options; i < w->length; i++)
        if (w->text[i] == ' ')
            w->text[i] = ',';
    mw_write_char(w, ':');
    size_t body = w->length;
    m->kind->text->print(m, true, w);
    for (size_t i = body; i < w->length; i++)
        if (w->text[i] == '\n')
            w->text[i] = '/';
    if (w->length > body && w->text[w->length - 1] == '/')
        w->text[--w->length] = '\0';
}

char *mw_maze_print(const mw_maze *m, const char *form)
{
    mw_writer w = {0};
    if (!strcmp(form, "own")) {
        mw_write(&w, "%s ", m->kind->name);
        print_size(m, &w);
        if (MW_HAS(m->kind, text, print_options))
            m->kind->text->print_options(m, &w);
        mw_write_char(&w, '\n');
        m->kind->text->print(m, false, &w);
        return mw_writer_take(&w);
    }
    if (!strcmp(form, "id")) {
        print_id(m, &w);
        return mw_writer_take(&w);
    }
    for (const mw_form *f = MW_HAS(m->kind, text, forms) ? m->kind->text->forms : NULL;
         f && f->name; f++)
        if (!strcmp(f->name, form) && !(f->lacks && f->lacks(m))) {
            f->print(m, &w);
            return mw_writer_take(&w);
        }
    return NULL;
}

// ---- in words

char *mw_maze_remark(const mw_maze *m)
{
    mw_writer w = {0};
    if (MW_HAS(m->kind, view, remark))
        m->kind->view->remark(m, &w);
    return mw_writer_take(&w);
}

char *mw_state_describe(const mw_maze *m, const mw_state *s)
{
    mw_writer w = {0};
    m->kind->rules->describe(m, s, &w);
    return mw_writer_take(&w);
}

char *mw_refusal(const mw_maze *m, const mw_state *s, uint16_t action)
{
    mw_edge edges[MW_EDGES_MAX];
    mw_writer w = {0};
    bool legal = mw_find_move(m, s, action, edges);
    mw_write(&w, "%s", "");
    if (!legal && MW_HAS(m->kind, rules, why_not))
        m->kind->rules->why_not(m, s, action, &w);
    if (!legal && !w.length)
        mw_write(&w, "that is not possible here");
    return mw_writer_take(&w);
}
