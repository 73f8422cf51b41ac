// table.c: aligned columns of text.
#include "core/text.h"
#include "tool/tool.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void table_add(table *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *copy = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (copy)
        vsnprintf(copy, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    if (!copy)
        out_of_memory(); // a question mark is shown
    if (t->count == t->capacity && !t->failed) {
        unsigned capacity = t->capacity ? t->capacity * 2 : 64;
        char **grown = realloc(t->cells, capacity * sizeof *grown);
        if (grown) {
            t->cells = grown;
            t->capacity = capacity;
        } else {
            t->failed = out_of_memory();
        }
    }
    if (t->failed)
        free(copy);
    else
        t->cells[t->count++] = copy;
}

static const char *shown(const char *cell)
{
    return cell ? cell : "?";
}

static int width(const char *cell)
{
    return (int)mw_utf8_count(shown(cell));
}

void table_print(table *t, unsigned left_columns, FILE *out)
{
    int *widest = calloc(t->columns + 1, sizeof *widest); // without: no padding
    for (unsigned i = 0; widest && i < t->count; i++)
        if (width(t->cells[i]) > widest[i % t->columns])
            widest[i % t->columns] = width(t->cells[i]);
    for (unsigned i = 0; i < t->count; i++) {
        unsigned column = i % t->columns;
        int pad = widest ? widest[column] - width(t->cells[i]) : 0;
        bool last = column + 1 == t->columns;
        if (column >= left_columns)
            fprintf(out, "%*s%s", pad, "", shown(t->cells[i]));
        else
            fprintf(out, "%s%*s", shown(t->cells[i]), last ? 0 : pad, "");
        fputs(last ? "\n" : "  ", out);
    }
    free(widest);
    for (unsigned i = 0; i < t->count; i++)
        free(t->cells[i]);
    free(t->cells);
    t->cells = NULL;
    t->count = t->capacity = 0;
    t->failed = false;
}

const char *thousands(double x, char buffer[40])
{
    if (isnan(x))
        return "-";
    bool whole = x == floor(x);
    if (!whole || !(fabs(x) < 1e18)) { // a file may hold any number
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

void print_line(mw_writer *w, FILE *f)
{
    char *text = mw_writer_take(w);
    if (text)
        fprintf(f, "%s\n", text);
    else
        out_of_memory();
    fflush(f);
    free(text);
}
