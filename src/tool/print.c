// print.c: what verbs print on stdout: aligned columns of text, and lines of JSON.
#include "core/text.h"
#include "tool/tool.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define END '\x1f' // of a cell, while its row is formatted

// Each cell is ended by a 0 byte.
void table_add(table *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    mw_write_list(&t->cells, format, arguments);
    va_end(arguments);
    mw_write_char(&t->cells, '\0');
    t->count++;
}

// The '|' of the format, unlike one in a text, becomes a byte that no text has.
void table_row(table *t, const char *format, ...)
{
    char cells[400];
    va_list arguments;
    snprintf(cells, sizeof cells, "%s|", format);
    for (char *bar = cells; (bar = strchr(bar, '|')); t->count++)
        *bar = END;
    size_t from = t->cells.length;
    va_start(arguments, format);
    mw_write_list(&t->cells, cells, arguments);
    va_end(arguments);
    for (; from < t->cells.length && !t->cells.failed; from++)
        if (t->cells.text[from] == END)
            t->cells.text[from] = '\0';
}

void table_head(table *t, const char *names)
{
    if (t->count)
        return;
    t->columns = 0;
    for (const char *end; names; names = *end ? end + 1 : NULL) {
        end = names + strcspn(names, "|");
        table_add(t, "%.*s", (int)(end - names), names);
        t->columns++;
    }
}

void table_print(table *t, unsigned left_columns, FILE *out)
{
    int *widest = calloc(t->columns + 1, sizeof *widest);
    const char *cell = t->cells.text;
    bool whole = widest && !t->cells.failed;
    if (!whole)
        out_of_memory();
    for (unsigned i = 0; whole && i < t->count; i++, cell += strlen(cell) + 1)
        if ((int)mw_utf8_count(cell) > widest[i % t->columns])
            widest[i % t->columns] = (int)mw_utf8_count(cell);
    cell = t->cells.text;
    for (unsigned i = 0; whole && i < t->count; i++, cell += strlen(cell) + 1) {
        unsigned column = i % t->columns;
        int pad = widest[column] - (int)mw_utf8_count(cell);
        bool last = column + 1 == t->columns;
        if (column >= left_columns)
            fprintf(out, "%*s%s", pad, "", cell);
        else
            fprintf(out, "%s%*s", cell, last ? 0 : pad, "");
        fputs(last ? "\n" : "  ", out);
    }
    free(widest);
    free(t->cells.text);
    *t = (table){0};
}

const char *size_words(uint32_t w, uint32_t h, uint32_t d, char buffer[40])
{
    snprintf(buffer, 40, d > 1 ? "%ux%ux%u" : "%ux%u", w, h, d);
    return buffer;
}

const char *thousands(double x, char buffer[40])
{
    if (isnan(x))
        return "-";
    bool whole = x == floor(x);
    if (!whole || !(fabs(x) < 1e18)) { // a number that was read from a file can be of any size
        snprintf(buffer, 40, whole ? "%g" : "%.2f", x);
        return buffer;
    }
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.0f", fabs(x));
    char *to = buffer;
    if (x < 0)
        *to++ = '-';
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return buffer;
}

void table_number(table *t, double x)
{
    char buffer[40];
    table_add(t, "%s", thousands(x, buffer));
}

void print_line(mw_writer *w, FILE *f)
{
    char *text = mw_writer_take(w);
    if (text)
        fprintf(f, "%s\n", text);
    else
        out_of_memory();
    if (f == stdout) // somebody may wait for each line
        fflush(f);
    free(text);
}

mw_writer object_begin(void)
{
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    return w;
}

void print_object(mw_writer *w, FILE *f)
{
    mw_json_close(w, '}');
    print_line(w, f);
}

void say_failure(void *context, const char *sentence)
{
    failures *f = context;
    watch_clear(f->watch);
    if (f->json)
        mw_json_text(&f->list, NULL, sentence);
    else
        printf("%s: %s\n", f->label, sentence);
}

void wrap(const char *text, int at, int indent)
{
    for (bool first = true; *text; first = false) {
        int length = (int)strcspn(text, " ");
        if (!first && at + 1 + length > 80) {
            printf("\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            putchar(' ');
            at++;
        }
        printf("%.*s", length, text);
        at += length;
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}
