// text.c: see text.h.
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- writing

#define ASK_EVERY 16 // bits of a length: long texts ask every 64 KiB whether the work is to end

static bool room(mw_writer *w, size_t more)
{
    if (w->failed || more > SIZE_MAX / 4 - w->length)
        return w->failed = true, false;
    if (w->length >> ASK_EVERY != (w->length + more) >> ASK_EVERY && mw_stopping())
        return w->failed = true, false;
    if (w->length + more + 1 > w->capacity) {
        size_t need = w->length + more + 1, want = need * 2;
        if (w->most && need > w->most)
            return w->failed = true, false;
        if (w->most && want > w->most)
            want = w->most;
        char *grown = realloc(w->text, want);
        if (!grown)
            return w->failed = true, false;
        w->text = grown;
        w->capacity = want;
    }
    return true;
}

void mw_write_bytes(mw_writer *w, const char *bytes, size_t length)
{
    if (!room(w, length))
        return;
    memcpy(w->text + w->length, bytes, length);
    w->length += length;
    w->text[w->length] = '\0';
}

void mw_write_char(mw_writer *w, char c)
{
    mw_write_bytes(w, &c, 1);
}

void mw_write_list(mw_writer *w, const char *format, va_list arguments)
{
    va_list again;
    if (w->failed)
        return;
    va_copy(again, arguments);
    size_t left = w->capacity - w->length; // mostly there is room already
    int n = vsnprintf(left ? w->text + w->length : NULL, left, format, arguments);
    if (n < 0)
        w->failed = true;
    else if (room(w, (size_t)n)) {
        if ((size_t)n >= left)
            vsnprintf(w->text + w->length, (size_t)n + 1, format, again);
        w->length += (size_t)n;
    }
    va_end(again);
}

void mw_write(mw_writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    mw_write_list(w, format, arguments);
    va_end(arguments);
}

void mw_write_part(mw_writer *w, size_t begun, const char *format, ...)
{
    va_list arguments;
    if (w->length > begun)
        mw_write(w, ", ");
    va_start(arguments, format);
    mw_write_list(w, format, arguments);
    va_end(arguments);
}

void mw_write_walls(mw_writer *w, size_t begun, unsigned walls, const char *const *names)
{
    unsigned left = 0;
    for (unsigned i = 0; names[i]; i++)
        left += walls >> i & 1;
    mw_write_part(w, begun, !left ? "no walls" : left == 1 ? "wall" : "walls");
    bool first = true;
    for (unsigned i = 0; names[i]; i++)
        if (walls >> i & 1) {
            mw_write(w, "%s%s", first ? " " : left > 1 ? ", " : " and ", names[i]);
            first = false;
            left--;
        }
}

char *mw_text_copy(const char *text, size_t length)
{
    mw_writer w = {0};
    mw_write_bytes(&w, text, length);
    return mw_writer_take(&w);
}

char *mw_writer_take(mw_writer *w)
{
    mw_write_bytes(w, "", 0);
    char *text = w->text;
    if (w->failed) {
        free(text);
        text = NULL;
    }
    *w = (mw_writer){0};
    return text;
}

// ---- reading

static mw_line cut_line(const char *from, const char *end, char row_end)
{
    const char *stop = memchr(from, row_end, (size_t)(end - from));
    mw_line line = {.text = from, .length = (uint32_t)((stop ? stop : end) - from)};
    while (line.length && strchr(" \t\r", line.text[line.length - 1]))
        line.length--;
    return line;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// The first character of a line that is no blank; 0: there is none.
static char first_of(const mw_line *line)
{
    uint32_t at = 0;
    while (at < line->length && is_blank(line->text[at]))
        at++;
    return at < line->length ? line->text[at] : '\0';
}

void mw_find_rows(mw_source *s)
{
    const char *from = s->at, *end = s->end;
    s->first_row = s->last_row = NULL;
    while (from < end && !s->first_row) {
        mw_line line = cut_line(from, end, '\n');
        char first = first_of(&line);
        if (first && first != '#')
            s->first_row = from;
        const char *stop = memchr(from, '\n', (size_t)(end - from));
        from = stop ? stop + 1 : end;
    }
    while (s->first_row && !s->last_row) {
        for (from = end; from > s->first_row && from[-1] != '\n';)
            from--;
        mw_line line = cut_line(from, end, '\n');
        char first = first_of(&line);
        if ((first && first != '#') || from == s->first_row)
            s->last_row = from;
        end = from - (from > s->first_row);
    }
}

#define CELL_MAX 4 // characters of a cell, such as [12]

// The cells of a line, with blanks between them; 0: some part of it is too long for a cell.
static uint32_t cells_of(const mw_line *line)
{
    uint32_t count = 0, at = 0, length;
    while ((length = mw_next_span(line, &at).length)) {
        if (length > CELL_MAX)
            return 0;
        count++;
    }
    return count;
}

// Has the line a single character?
static bool is_cell(const mw_line *line)
{
    uint32_t at = 0;
    return mw_next_span(line, &at).length == 1 && at == line->length;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Has the line a word, as no row has one? Letters of cells, S and G, x and o, make none.
static bool has_word(const mw_line *line)
{
    for (uint32_t i = 0; i + 1 < line->length; i++) {
        char a = line->text[i], b = line->text[i + 1];
        bool small = (a >= 'a' && a != 'x' && a != 'o') || (b >= 'a' && b != 'x' && b != 'o');
        if (is_letter(a) && is_letter(b) && small)
            return true;
    }
    return false;
}

// A line that begins with '#' is a row if no blank follows, except that a line with a word is a
// comment before the first row and after the last. With a blank, or alone, the '#' begins a
// comment, unless blanks part the cells of the grid, and the line has as many cells as the first
// row and no word, or as many characters as the first row of a drawing (+---+), which has blanks in
// its cells. The kind says whether a '#' may be there.
static bool is_row(const mw_source *s, const mw_line *line)
{
    const char *after = (const char *)memchr(line->text, '#', line->length) + 1;
    bool alone = after == line->text + line->length, tight = !alone && !is_blank(*after);
    bool between = s->first_row && line->text > s->first_row && line->text < s->last_row;
    if (tight || !s->first_row)
        return tight && (between || !has_word(line));
    mw_line first = cut_line(s->first_row, s->end, '\n');
    mw_line last = cut_line(s->last_row, s->end, '\n');
    if (alone)
        return is_cell(&first) && is_cell(&last);
    uint32_t cells = cells_of(line);
    if (first_of(&first) == '+')
        return between && line->length == first.length && !has_word(line);
    return cells && cells == cells_of(&first) && !has_word(line);
}

// In an id there are no comments.
bool mw_next_line(mw_source *s, mw_line *line)
{
    while (s->at < s->end) {
        *line = cut_line(s->at, s->end, s->row_end);
        line->number = s->line++;
        const char *stop = memchr(s->at, s->row_end, (size_t)(s->end - s->at));
        s->at = stop ? stop + 1 : s->end;
        char first = first_of(line);
        if (first && (first != '#' || s->row_end != '\n' || is_row(s, line)))
            return true;
    }
    return false;
}

const char *mw_option_value(const mw_source *s, const char *name, const mw_param **where)
{
    for (unsigned i = 0; i < s->param_count; i++)
        if (!strcmp(s->params[i].name, name)) {
            if (where)
                *where = &s->params[i];
            return s->params[i].value;
        }
    return NULL;
}

static void record(mw_error *e, uint32_t line, uint32_t column, const char *format,
                   va_list arguments)
{
    e->code = MW_ERROR_INPUT;
    e->line = line;
    e->column = column;
    vsnprintf(e->text, sizeof e->text, format, arguments);
}

// The column within the whole id of a column within its row.
static uint32_t id_column(const mw_source *s, uint32_t line, uint32_t column)
{
    const char *row = s->body;
    while (--line && (size_t)(s->end - row) > strcspn(row, "/"))
        row += strcspn(row, "/") + 1;
    return s->body_column + (uint32_t)(row - s->body) + column - 1;
}

mw_maze *mw_no_maze(mw_error *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(e, 0, 0, format, arguments);
    va_end(arguments);
    return NULL;
}

void *(mw_no_memory)(mw_error *e)
{
    *e = (mw_error){.code = MW_ERROR_MEMORY, .text = "out of memory"};
    return NULL;
}

bool(mw_fail)(mw_source *s, uint32_t line, uint32_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(s->error, line, s->body && line ? id_column(s, line, column) : column, format,
           arguments);
    va_end(arguments);
    return false;
}

bool(mw_fail_param)(mw_source *s, const mw_param *p, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(s->error, p->line, p->column, format, arguments);
    va_end(arguments);
    return false;
}

bool(mw_fail_size)(mw_source *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(s->error, s->size_line, s->size_column, format, arguments);
    va_end(arguments);
    return false;
}

bool(mw_refuse)(mw_error *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    record(e, 0, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool mw_refuse_unknown(mw_error *e, const char *word, const char *list, size_t words,
                       const char *format, ...)
{
    mw_writer w = {0};
    va_list arguments;
    va_start(arguments, format);
    mw_write_list(&w, format, arguments);
    va_end(arguments);
    mw_write_known(&w, word, list, words);
    char *text = mw_writer_take(&w);
    if (text)
        mw_refuse(e, "%s", text);
    else
        mw_no_memory(e);
    free(text);
    return false;
}

bool mw_option_choice(mw_source *s, const char *name, unsigned *out)
{
    const mw_param *where;
    const char *value = mw_option_value(s, name, &where);
    if (!value)
        return true;
    size_t length = strlen(value);
    unsigned index = 0;
    for (const char *word = where->option->value;; word += strcspn(word, "|") + 1, index++) {
        if (strcspn(word, "|") == length && !memcmp(word, value, length)) {
            *out = index;
            return true;
        }
        if (!strchr(word, '|'))
            break;
    }
    return mw_fail_param(s, where, "%s=%.20s is unknown; write %s=%s", name, value, name,
                         where->option->value);
}

bool mw_option_number(mw_source *s, const char *name, uint64_t most, uint64_t *out)
{
    const mw_param *where;
    const char *value = mw_option_value(s, name, &where);
    return !value || mw_parse_number(value, strlen(value), most, out) ||
           mw_fail_param(s, where, "%s=%.20s: write a number from 0 to %llu", name, value,
                         (unsigned long long)most);
}

bool mw_random_size(mw_source *s, uint32_t cells, uint32_t side)
{
    return (s->w <= side && s->h <= side && s->w * s->h >= cells && s->d == 1) ||
           mw_fail_size(s, "a %s maze is %ux1 to %ux%u", s->kind->name, cells, side, side);
}

const char *mw_show_byte(char c, char buffer[16])
{
    unsigned char byte = (unsigned char)c;
    snprintf(buffer, 16, byte > ' ' && byte < 127 ? "'%c'" : "byte 0x%02x", byte);
    return buffer;
}

bool mw_parse_number(const char *text, size_t length, uint64_t most, uint64_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (n > (UINT64_MAX - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *out = n;
    return length > 0 && n <= most;
}

// What stands next, up to a blank or the end of the line.
static size_t next_length(mw_numbers *n)
{
    n->at += strspn(n->at, " ");
    return strcspn(n->at, " \n");
}

uint64_t mw_next_whole(mw_numbers *n, uint64_t most)
{
    uint64_t value = 0;
    size_t length = next_length(n);
    n->failed = n->failed || !mw_parse_number(n->at, length, most, &value);
    if (n->failed)
        return 0;
    n->at += length;
    return value;
}

double mw_next_fraction(mw_numbers *n)
{
    size_t length = next_length(n);
    char *end = NULL;
    double value = length ? strtod(n->at, &end) : 0;
    n->failed = n->failed || !length || end != n->at + length;
    if (n->failed)
        return 0;
    n->at += length;
    return value;
}

void mw_next_word(mw_numbers *n, char *word, size_t size)
{
    size_t length = next_length(n);
    n->failed = n->failed || !length || length >= size;
    if (n->failed)
        length = 0;
    memcpy(word, n->at, length);
    word[length] = '\0';
    n->at += length;
}

// ---- grids

bool mw_grid_read(mw_source *s, uint32_t most_rows, mw_grid *g)
{
    *g = (mw_grid){0};
    uint32_t capacity = 0;
    for (mw_line line; mw_next_line(s, &line); g->height++) {
        if (g->height == most_rows)
            return mw_fail(s, line.number, 1, "too many rows; a %s maze has at most %u",
                           s->kind->name, most_rows);
        if (g->height == capacity) {
            capacity = capacity ? capacity * 2 : 16;
            mw_line *grown = realloc(g->rows, capacity * sizeof *grown);
            if (!grown)
                return mw_no_memory(s->error);
            g->rows = grown;
        }
        g->rows[g->height] = line;
    }
    if (!g->height)
        return mw_fail(s, s->line, 1, "no grid here; a %s maze needs at least one row",
                       s->kind->name);
    return true;
}

void mw_grid_free(mw_grid *g)
{
    free(g->rows);
    *g = (mw_grid){0};
}

#define WIDE 1000 // cells: a row of which some thousand take long

bool mw_grid_width(mw_source *s, const mw_line *row, uint32_t width, uint32_t expected,
                   uint32_t most)
{
    if (width >= WIDE && mw_stopping())
        return mw_no_memory(s->error);
    if (width > most)
        return mw_fail(s, row->number, 1, "this row has %u cells; a %s maze has at most %u columns",
                       width, s->kind->name, most);
    if (s->w && width != s->w)
        return mw_fail(s, row->number, 1, "this row has %u cells, but the header says %u columns",
                       width, s->w);
    if (width != expected)
        return mw_fail(s, row->number, 1, "this row has %u cells, but the first row has %u", width,
                       expected);
    return true;
}

bool mw_grid_height(mw_source *s, uint32_t height)
{
    if (s->d > 1)
        return mw_fail_size(s, "the header says %u layers, but a %s maze is flat", s->d,
                            s->kind->name);
    if (s->h && height != s->h)
        return mw_fail_size(s, "the header says %u rows, but there are %u", s->h, height);
    return true;
}

// ---- UTF-8

unsigned mw_utf8_length(const char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)text;
    unsigned n = s[0] < 0x80             ? 1
                 : (s[0] & 0xe0) == 0xc0 ? 2
                 : (s[0] & 0xf0) == 0xe0 ? 3
                 : (s[0] & 0xf8) == 0xf0 ? 4
                                         : 0;
    uint32_t code = n > 1 ? s[0] & (0x7fu >> n) : s[0];
    for (unsigned i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return n && code >= least[n] && code <= 0x10ffff && !surrogate ? n : 0;
}

unsigned mw_utf8_count(const char *text)
{
    unsigned count = 0;
    for (unsigned n; *text; text += n ? n : 1, count++)
        n = mw_utf8_length(text);
    return count;
}

mw_span mw_next_span(const mw_line *line, uint32_t *at)
{
    while (*at < line->length && strchr(" \t", line->text[*at]))
        ++*at;
    mw_span s = {.text = line->text + *at, .column = *at + 1};
    while (*at < line->length && !strchr(" \t", line->text[*at]))
        ++*at;
    s.length = *at + 1 - s.column;
    return s;
}

bool mw_span_is(const mw_span *s, const char *text)
{
    return strlen(text) == s->length && !memcmp(s->text, text, s->length);
}

bool mw_parse_bytes(const char *text, double *out)
{
    static const char units[] = "KMGT";
    char *end;
    *out = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end) : NULL;
    if (end == text || (*end && (!unit || end[1])))
        return false;
    *out *= unit ? (double)(UINT64_C(1024) << 10 * (unit - units)) : 1;
    return *out >= 1 && *out <= 0x1p60;
}

uint64_t mw_hash_bytes(const void *bytes, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const unsigned char *p = bytes; count--; p++)
        hash = (hash ^ *p) * 0x100000001b3;
    return hash;
}
