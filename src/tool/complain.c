// complain.c: messages on stderr, and the exit codes that they mean.
#include "tool/tool.h"

#include <stdarg.h>
#include <stdatomic.h>

int worse(int a, int b)
{
    static const int severity[] = {[EXIT_DONE] = 0,  [EXIT_NO] = 1,    [EXIT_LIMIT] = 2,
                                   [EXIT_INPUT] = 3, [EXIT_USAGE] = 4, [EXIT_BROKEN] = 5};
    return severity[a] >= severity[b] ? a : b;
}

static atomic_bool no_memory; // memory was missing at some time

// A text may repeat what the user wrote, or a file: what would steer the terminal becomes '?'.
static void make_harmless(char *text)
{
    for (char *c = text; *c; c++) {
        bool control = (unsigned char)*c < ' ' || *c == 0x7f;
        if ((control && *c != '\n' && *c != '\t') ||
            ((unsigned char)*c == 0xc2 && ((unsigned char)c[1] & 0xe0) == 0x80)) // U+0080 to U+009F
            *c = '?';
    }
}

int complain_with(int code, const char *format, ...)
{
    char text[4000] = "";
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_harmless(text);
    fprintf(stderr, "mazewright: %s\n", n < 0 ? format : text);
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

int out_of_memory(void)
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
