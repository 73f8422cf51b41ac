// read_question.c: see read_question.h. A strict reader of one JSON object (RFC 8259) whose values
// are no objects or lists.
#include "api/read_question.h"
#include "core/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- fields

// Takes over both texts. False: one of them is NULL, or memory ran out.
static bool add(mw_fields *q, char *name, char *value, mw_value_type type)
{
    bool ok = name && (value || type == MW_VALUE_NULL);
    if (ok && !q->fields)
        ok = (q->fields = calloc(MW_FIELDS_MAX, sizeof *q->fields)) != NULL;
    if (!ok || q->count == MW_FIELDS_MAX) {
        free(name);
        free(value);
        return false;
    }
    q->types[q->count] = (unsigned char)type;
    q->fields[q->count++] = (mw_field){name, value};
    return true;
}

bool mw_fields_add(mw_fields *q, const char *name, const char *value)
{
    return add(q, mw_text_copy(name, strlen(name)), mw_text_copy(value, strlen(value)),
               MW_VALUE_TEXT);
}

static void free_field(const mw_field *f)
{
    free((char *)f->name);
    free((char *)f->value);
}

void mw_fields_remove(mw_fields *q, unsigned i)
{
    free_field(&q->fields[i]);
    for (q->count--; i < q->count; i++) {
        q->fields[i] = q->fields[i + 1];
        q->types[i] = q->types[i + 1];
    }
}

void mw_fields_free(mw_fields *q)
{
    for (unsigned i = 0; i < q->count; i++)
        free_field(&q->fields[i]);
    free(q->fields);
    *q = (mw_fields){0};
}

// ---- reading

typedef struct reader {
    const char *text, *at, *end;
    mw_error *error;
} reader;

// Tells what is wrong and where; always false. A column counts characters.
static bool wrong(reader *r, const char *format, ...) MW_PRINTF(2, 3);
static bool wrong(reader *r, const char *format, ...)
{
    va_list arguments;
    mw_error *e = r->error;
    *e = (mw_error){.line = 1, .column = 1};
    for (const char *p = r->text; p < r->at; p++) {
        e->line += *p == '\n';
        e->column = *p == '\n' ? 1 : e->column + (((unsigned char)*p & 0xc0) != 0x80);
    }
    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    return false;
}
#ifdef __clang_analyzer__ // sees that it returns false
#define wrong(...) (wrong(__VA_ARGS__), false)
#endif

static bool wrong_byte(reader *r, const char *expected)
{
    if (r->at == r->end)
        return wrong(r, "the question ends too early: %s was expected", expected);
    char character[5] = "";
    memcpy(character, r->at, r->end - r->at < 4 ? (size_t)(r->end - r->at) : 4);
    unsigned n = mw_utf8_length(character);
    if (n > 1)
        return wrong(r, "'%.*s' stands where %s was expected", (int)n, character, expected);
    return wrong(r, "%s stands where %s was expected", mw_show_byte(*r->at, (char[16]){0}),
                 expected);
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && *r->at && strchr(" \t\r\n", *r->at))
        r->at++;
}

// The next byte, behind blanks; -1 at the end.
static int next(reader *r)
{
    skip_blanks(r);
    return r->at < r->end ? (unsigned char)*r->at : -1;
}

// ---- texts

// Four hexadecimal digits at `at`; -1: there are none.
static long read_hex(const reader *r, const char *at)
{
    long code = 0;
    for (unsigned i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = at + i < r->end && at[i] ? strchr(digits, at[i]) : NULL;
        if (!digit)
            return -1;
        code = code << 4 | ((digit - digits) & 15);
    }
    return code;
}

static char *write_utf8(char *to, unsigned long code)
{
    static const unsigned char heads[] = {0, 0xc0, 0xe0, 0xf0};
    unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *to++ = (char)(heads[more] | code >> 6 * more);
    while (more--)
        *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return to;
}

// \u and four digits, or two of them for a surrogate pair, at r->at. NULL: wrong.
static char *read_code(reader *r, char *to)
{
    long code = read_hex(r, r->at + 2), low;
    if (code < 0)
        return wrong(r, "\\u is followed by four hexadecimal digits"), NULL;
    if (code == 0)
        return wrong(r, "\\u0000 cannot be part of a text"), NULL;
    size_t length = 6;
    if (code >= 0xd800 && code < 0xe000) {
        bool pair = code < 0xdc00 && r->end - r->at >= 12 && r->at[6] == '\\' && r->at[7] == 'u';
        low = pair ? read_hex(r, r->at + 8) : 0;
        if (low < 0xdc00 || low > 0xdfff)
            return wrong(r, "\\u%04lx is half of a character; the other half must follow it", code),
                   NULL;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        length = 12;
    }
    r->at += length;
    return write_utf8(to, (unsigned long)code);
}

// What stands behind a backslash at r->at. NULL: wrong.
static char *read_escape(reader *r, char *to)
{
    static const char letters[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    char letter = '\0';
    if (r->end - r->at > 1)
        letter = r->at[1];
    if (letter == 'u')
        return read_code(r, to);
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found)
        return wrong(r, "a backslash in a text is followed by one of \" \\ / b f n r t u"), NULL;
    *to = bytes[found - letters];
    r->at += 2;
    return to + 1;
}

// The end of the text that begins at r->at, behind its quotation mark. NULL: there is none.
static const char *text_end(const reader *r)
{
    const char *p = r->at;
    while (p < r->end && *p != '"')
        p += *p == '\\' ? 2 : 1;
    return p < r->end ? p : NULL;
}

// A text in quotation marks, which begins at r->at. What is read is never longer than what is
// written. NULL: wrong, or memory ran out.
static char *read_text(reader *r)
{
    const char *from = r->at++, *end = text_end(r);
    if (!end) {
        r->at = from;
        return wrong(r, "this text has no end: a quotation mark is missing"), NULL;
    }
    char *text = malloc((size_t)(end - from)), *to = text;
    if (!text)
        return mw_no_memory(r->error);
    while (to && r->at < end) {
        unsigned char c = (unsigned char)*r->at;
        unsigned n = c < 0x80 ? 1 : mw_utf8_length(r->at);
        if (c == '\\') {
            to = read_escape(r, to);
        } else if (c < 0x20) {
            wrong(r, "a text cannot contain byte 0x%02x as it is; write \\n or \\u%04x", c, c);
            to = NULL;
        } else if (!n) {
            wrong(r, "byte 0x%02x is not UTF-8", c);
            to = NULL;
        } else {
            memcpy(to, r->at, n);
            to += n;
            r->at += n;
        }
    }
    if (!to) {
        free(text);
        return NULL;
    }
    *to = '\0';
    r->at++;
    return text;
}

// ---- other values

// The shortest text that reads back as the same number.
static void write_number(double x, char buffer[40])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, 40, "%.*g", digits, x);
        if (strtod(buffer, NULL) == x)
            break;
    }
}

static size_t digits_at(const reader *r, const char *at)
{
    const char *p = at;
    while (p < r->end && *p >= '0' && *p <= '9')
        p++;
    return (size_t)(p - at);
}

// How long the number at r->at is; 0: it is none. *whole: it has neither point nor exponent.
static size_t number_length(const reader *r, bool *whole)
{
    const char *p = r->at + (*r->at == '-');
    size_t n = digits_at(r, p);
    *whole = true;
    if (!n || (n > 1 && *p == '0'))
        return 0;
    p += n;
    if (p < r->end && *p == '.') {
        *whole = false;
        if (!(n = digits_at(r, ++p)))
            return 0;
        p += n;
    }
    if (p < r->end && (*p == 'e' || *p == 'E')) {
        *whole = false;
        p++;
        p += p < r->end && (*p == '+' || *p == '-');
        if (!(n = digits_at(r, p)))
            return 0;
        p += n;
    }
    return (size_t)(p - r->at);
}

// A number as text: whole ones as they are written, others in one way. NULL: wrong, or memory ran
// out.
static char *read_number(reader *r)
{
    bool whole;
    size_t length = number_length(r, &whole);
    if (!length)
        return wrong(r, "this is no number: one is written as 12, -3, 0.5 or 1e6"), NULL;
    char *text = mw_text_copy(r->at, length), shortest[40];
    if (!text)
        return mw_no_memory(r->error);
    if (!whole) {
        double x = strtod(text, NULL);
        free(text);
        if (!isfinite(x))
            return wrong(r, "this number is too large"), NULL;
        write_number(x, shortest);
        text = mw_text_copy(shortest, strlen(shortest));
        if (!text)
            return mw_no_memory(r->error);
    }
    r->at += length;
    return text;
}

static bool read_word(reader *r, const char *word)
{
    size_t n = strlen(word);
    bool there = (size_t)(r->end - r->at) >= n && !memcmp(r->at, word, n);
    if (there)
        r->at += n;
    return there;
}

// A value; NULL for null. False: wrong, or memory ran out.
static bool read_value(reader *r, const char *name, char **value, mw_value_type *type)
{
    static const struct {
        const char *word, *value;
        mw_value_type type;
    } words[] = {{"true", "true", MW_VALUE_BOOL},
                 {"false", "false", MW_VALUE_BOOL},
                 {"null", NULL, MW_VALUE_NULL}};
    int c = next(r);
    *value = NULL;
    for (unsigned i = 0; i < 3; i++)
        if (c == *words[i].word && read_word(r, words[i].word)) {
            *type = words[i].type;
            *value = words[i].value ? mw_text_copy(words[i].value, strlen(words[i].value)) : NULL;
            return *value || *type == MW_VALUE_NULL || mw_no_memory(r->error);
        }
    if (c == '{' || c == '[')
        return wrong(r, "'%.80s' is neither a text nor a number nor true or false", name);
    *type = c == '"' ? MW_VALUE_TEXT : MW_VALUE_NUMBER;
    if (c != '"' && c != '-' && !(c >= '0' && c <= '9'))
        return wrong_byte(r, "a text, a number, true, false or null");
    *value = c == '"' ? read_text(r) : read_number(r);
    return *value;
}

// ---- the object

static bool read_name(reader *r, const mw_fields *q, char **name)
{
    if (next(r) != '"')
        return wrong_byte(r, "the name of a field, in quotation marks,");
    const char *from = r->at;
    *name = read_text(r);
    for (unsigned i = 0; *name && i < q->count; i++)
        if (!strcmp(q->fields[i].name, *name)) {
            r->at = from;
            return wrong(r, "the field '%.80s' is given twice", *name);
        }
    if (!*name || next(r) == ':')
        return *name;
    return wrong_byte(r, "':'");
}

static bool read_field(reader *r, mw_fields *q)
{
    char *name = NULL, *value = NULL;
    mw_value_type type;
    if (q->count == MW_FIELDS_MAX)
        return wrong(r, "a question has at most %d fields", MW_FIELDS_MAX);
    bool ok = read_name(r, q, &name);
    if (ok) {
        r->at++;
        ok = read_value(r, name, &value, &type);
    }
    if (ok)
        return add(q, name, value, type) || mw_no_memory(r->error);
    free(name);
    return false;
}

bool mw_fields_read(mw_fields *q, const char *json, size_t length, mw_error *error)
{
    reader r = {.text = json, .at = json, .end = json + length, .error = error};
    *q = (mw_fields){0};
    *error = (mw_error){0};
    if (next(&r) != '{')
        return wrong_byte(&r, "'{', with which a question begins,");
    r.at++;
    for (bool more = next(&r) != '}'; more;) {
        if (!read_field(&r, q))
            return false;
        more = next(&r) == ',';
        r.at += more;
        if (!more && next(&r) != '}')
            return wrong_byte(&r, "',' or '}'");
    }
    r.at++;
    return next(&r) < 0 || wrong_byte(&r, "the end");
}
