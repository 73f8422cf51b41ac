// json.c: see json.h.
#include "core/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- texts

static void write_escaped(mw_writer *w, unsigned char c)
{
    static const char plain[] = "\"\\\n\t\r", letter[] = "\"\\ntr";
    const char *found = c ? strchr(plain, c) : NULL;
    if (found)
        mw_write(w, "\\%c", letter[found - plain]);
    else
        mw_write(w, "\\u%04x", c);
}

static void write_string(mw_writer *w, const char *text)
{
    mw_write_char(w, '"');
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        const unsigned char *from = s;
        unsigned n = 0;
        while (*s && *s >= ' ' && *s != '"' && *s != '\\' && *s != 127 &&
               (n = mw_utf8_length((const char *)s)))
            s += n;
        mw_write_bytes(w, (const char *)from, (size_t)(s - from));
        if (!*s)
            break;
        if (*s < 0x80)
            write_escaped(w, *s);
        else
            mw_write_bytes(w, "\xef\xbf\xbd", 3);
        s++;
    }
    mw_write_char(w, '"');
}

// ---- values

static void begin(mw_writer *w, const char *key)
{
    if (w->length && !w->failed && !strchr("{[:\n", w->text[w->length - 1]))
        mw_write_char(w, ',');
    if (key) {
        write_string(w, key);
        mw_write_char(w, ':');
    }
}

void mw_json_open(mw_writer *w, const char *key, char bracket)
{
    begin(w, key);
    mw_write_char(w, bracket);
}

void mw_json_close(mw_writer *w, char bracket)
{
    mw_write_char(w, bracket);
}

void mw_json_text(mw_writer *w, const char *key, const char *text)
{
    begin(w, key);
    if (text)
        write_string(w, text);
    else
        mw_write_bytes(w, "null", 4);
}

void mw_json_owned(mw_writer *w, const char *key, char *text)
{
    w->failed = w->failed || !text;
    mw_json_text(w, key, text);
    free(text);
}

void mw_json_list(mw_writer *w, const char *key, mw_writer *values)
{
    mw_json_open(w, key, '[');
    mw_write_bytes(w, values->text ? values->text : "", values->length);
    mw_json_close(w, ']');
    w->failed = w->failed || values->failed;
    free(values->text);
    *values = (mw_writer){0};
}

void mw_json_bool(mw_writer *w, const char *key, bool value)
{
    begin(w, key);
    mw_write_bytes(w, value ? "true" : "false", value ? 4 : 5);
}

void mw_json_null(mw_writer *w, const char *key)
{
    mw_json_text(w, key, NULL);
}

// Digits by hand: a scene has thousands of numbers, and printf is slow where it is compiled to
// WebAssembly.
static void write_digits(mw_writer *w, uint64_t n, unsigned least)
{
    char digits[24];
    unsigned at = sizeof digits;
    for (; n || sizeof digits - at < least; n /= 10)
        digits[--at] = (char)('0' + n % 10);
    mw_write_bytes(w, digits + at, sizeof digits - at);
}

void mw_json_count(mw_writer *w, const char *key, uint64_t n)
{
    begin(w, key);
    write_digits(w, n, 1);
}

void mw_json_count_if(mw_writer *w, const char *key, bool there, uint64_t n)
{
    if (there)
        mw_json_count(w, key, n);
    else
        mw_json_null(w, key);
}

void mw_json_maybe(mw_writer *w, const char *key, uint32_t n)
{
    mw_json_count_if(w, key, n != MW_FAR, n);
}

void mw_json_number(mw_writer *w, const char *key, double x)
{
    char text[40];
    if (!isfinite(x)) {
        mw_json_null(w, key);
        return;
    }
    begin(w, key);
    if (x == floor(x) && fabs(x) < 1e15) {
        snprintf(text, sizeof text, "%lld", (long long)x);
    } else {
        int digits = 15;
        do
            snprintf(text, sizeof text, "%.*g", digits, x);
        while (digits++ < 17 && strtod(text, NULL) != x);
    }
    mw_write_bytes(w, text, strlen(text));
}

// "1e-05" and "1e+20" lose what an exponent does not need: "1e-5", "1e20".
static void shorten_exponent(char *text)
{
    char *to = strchr(text, 'e');
    if (!to)
        return;
    to += to[1] == '-' ? 2 : 1;
    const char *from = to + strspn(to, "+0");
    memmove(to, from, strlen(from) + 1);
}

void mw_json_real(mw_writer *w, const char *key, double x, unsigned digits)
{
    char text[48];
    if (!isfinite(x)) {
        mw_json_null(w, key);
        return;
    }
    begin(w, key);
    snprintf(text, sizeof text, "%.*g", (int)digits, x);
    shorten_exponent(text);
    mw_write(w, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

void mw_json_digits(mw_writer *w, const char *key, double x, unsigned digits)
{
    if (x == floor(x) && fabs(x) < 1e15)
        mw_json_number(w, key, x);
    else
        mw_json_real(w, key, x, digits);
}

void mw_json_rounded(mw_writer *w, const char *key, double x, unsigned decimals)
{
    uint64_t one = 1;
    for (unsigned i = 0; i < decimals; i++)
        one *= 10;
    double scaled = floor(fabs(x) * (double)one + 0.5);
    if (!(scaled < 1e15)) { // NaN, too
        mw_json_number(w, key, x);
        return;
    }
    uint64_t n = (uint64_t)scaled, rest = n % one;
    begin(w, key);
    if (x < 0 && n)
        mw_write_char(w, '-');
    write_digits(w, n / one, 1);
    for (; rest && rest % 10 == 0; rest /= 10)
        decimals--;
    if (rest) {
        mw_write_char(w, '.');
        write_digits(w, rest, decimals);
    }
}

// One member: `conversion` is what stands after the '%'. Returns what comes after it.
static const char *write_member(mw_writer *w, const char *key, const char *conversion,
                                va_list *values)
{
    unsigned digits = 0;
    char *end = (char *)conversion;
    if (*conversion == '.')
        digits = (unsigned)strtoul(conversion + 1, &end, 10);
    switch (*end) {
    case 's': mw_json_text(w, key, va_arg(*values, const char *)); break;
    case 'u': mw_json_maybe(w, key, va_arg(*values, unsigned)); break;
    case 'd': mw_json_bool(w, key, va_arg(*values, int)); break;
    case 'e': mw_json_real(w, key, va_arg(*values, double), digits); break;
    case 'f': mw_json_rounded(w, key, va_arg(*values, double), digits); break;
    case 'g':
        if (digits)
            mw_json_digits(w, key, va_arg(*values, double), digits);
        else
            mw_json_number(w, key, va_arg(*values, double));
        break;
    default:
        assert(end[0] == 'j' && end[1] == 'u');
        mw_json_count(w, key, va_arg(*values, uintmax_t));
        end++;
    }
    return end + 1;
}

void mw_json_members(mw_writer *w, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    while (*format) {
        char key[40];
        size_t length = strcspn(format, "=");
        assert(length < sizeof key && format[length + 1] == '%');
        snprintf(key, sizeof key, "%.*s", (int)length, format);
        format = write_member(w, key, format + length + 2, &values);
        format += strspn(format, " ");
    }
    va_end(values);
}

static void new_line(mw_writer *w, unsigned depth)
{
    mw_write(w, "\n%*s", (int)depth, "");
}

void mw_json_indent(mw_writer *w, const char *json)
{
    unsigned depth = 0;
    for (bool quoted = false; *json; json++) {
        char c = *json;
        bool opens = !quoted && strchr("{[", c), closes = !quoted && strchr("}]", c);
        if (closes && w->text && !strchr("{[", json[-1]))
            new_line(w, depth - 1);
        depth = depth + opens - closes;
        mw_write_char(w, c);
        if (quoted && c == '\\')
            mw_write_char(w, *++json);
        else if (c == '"')
            quoted = !quoted;
        else if ((opens && !strchr("}]", json[1])) || (!quoted && c == ','))
            new_line(w, depth);
        else if (!quoted && c == ':')
            mw_write_char(w, ' ');
    }
}
