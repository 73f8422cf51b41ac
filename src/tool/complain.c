// complain.c: messages on stderr, and the exit codes that they mean.
#include "core/text.h"
#include "tool/tool.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

int worse(int a, int b)
{
    static const int severity[] = {[EXIT_DONE] = 0,  [EXIT_NO] = 1,    [EXIT_LIMIT] = 2,
                                   [EXIT_INPUT] = 3, [EXIT_USAGE] = 4, [EXIT_BROKEN] = 5};
    return severity[a] >= severity[b] ? a : b;
}

static atomic_bool no_memory; // memory was missing at some time

void make_harmless(char *text)
{
    make_utf8(text);
    for (char *c = text; *c; c++) {
        bool control = (unsigned char)*c < ' ' || *c == 0x7f;
        if ((control && *c != '\n' && *c != '\t') ||
            ((unsigned char)*c == 0xc2 && ((unsigned char)c[1] & 0xe0) == 0x80)) // U+0080 to U+009F
            *c = '?';
    }
}

static bool off;

void complaints_off(bool from_now)
{
    off = from_now;
}

static mw_writer *collected;

void complaints_to(mw_writer *w)
{
    collected = w;
}

int(complain_with)(int code, const char *format, ...)
{
    char text[4000] = "";
    va_list arguments;
    if (off || reader_gone())
        return code;
    va_start(arguments, format);
    int n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_harmless(text);
    if (collected)
        mw_write(collected, "%s%s", collected->length ? "; " : "", n < 0 ? format : text);
    else
        fprintf(stderr, "mazewright: %s\n", n < 0 ? format : text);
    return code;
}

bool has_word(const mw_writer *w, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = w->text ? w->text : ""; (at = strstr(at, word)); at += n)
        if ((at == w->text || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

void add_word(mw_writer *w, const char *word)
{
    if (!has_word(w, word))
        mw_write(w, "%s%s", w->length ? " " : "", word);
}

int(complain_unknown)(int code, const char *word, const char *about, mw_writer *known,
                      const char *format, ...)
{
    mw_writer w = {0}, list = {.failed = known->failed};
    va_list arguments;
    va_start(arguments, format);
    mw_write_list(&w, format, arguments);
    va_end(arguments);
    mw_write(&list, "%s %s", about, known->text ? known->text : "");
    if (!list.failed)
        mw_write_known(&w, word, list.text, strlen(about));
    if (w.failed || list.failed)
        code = out_of_memory();
    else
        complain("%s", w.text);
    free(w.text);
    free(list.text);
    free(known->text);
    *known = (mw_writer){0};
    return code;
}

int exit_code_of(const mw_error *e)
{
    static const int codes[] = {[MW_ERROR_INPUT] = EXIT_INPUT,
                                [MW_ERROR_MEMORY] = EXIT_BROKEN,
                                [MW_ERROR_LIMIT] = EXIT_LIMIT,
                                [MW_ERROR_SYSTEM] = EXIT_BROKEN,
                                [MW_ERROR_REQUEST] = EXIT_INPUT};
    return codes[e->code];
}

int complain_of(const char *name, const mw_error *e, int wrong_input)
{
    if (e->code == MW_ERROR_MEMORY && say_stopped_on(name))
        return EXIT_LIMIT;
    if (e->code == MW_ERROR_MEMORY)
        no_memory = true;
    if (name && e->line)
        complain("%s:%u:%u: %s", name, e->line, e->column, e->text);
    else
        complain("%s%s%s", name ? name : "", name ? ": " : "", e->text);
    return e->code == MW_ERROR_INPUT ? wrong_input : exit_code_of(e);
}

int error_told(bool ok, const mw_error *e)
{
    return ok ? EXIT_DONE : complain_of(NULL, e, EXIT_INPUT);
}

int(out_of_memory)(void)
{
    if (say_stopped())
        return EXIT_LIMIT;
    if (!atomic_exchange(&no_memory, true))
        complain("out of memory");
    return EXIT_BROKEN;
}

bool ran_out_of_memory(void)
{
    return no_memory;
}
