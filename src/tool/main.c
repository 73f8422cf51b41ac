// main.c: the command. Finds the verb, reads its options, runs it.
#include "mazewright/plugin.h"
#include "parallel/processes.h"
#include "tool/tool.h"

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Every verb takes --plugin.
#define OPTIONS(...)                                                                               \
    {                                                                                              \
        __VA_ARGS__, O_PLUGIN, O_COUNT                                                             \
    }
#define NOTES(...)                                                                                 \
    (const option_note[])                                                                          \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }
#define VERB(word, words_after, what, more, commands, takes, remarks)                              \
    {.name = #word,                                                                                \
     .arguments = (words_after),                                                                   \
     .about = (what),                                                                              \
     .details = (more),                                                                            \
     .example = (commands),                                                                        \
     .options = takes, /* NOLINT(bugprone-macro-parentheses) a list in braces */                   \
     .notes = (remarks),                                                                           \
     .run = run_##word},
const verb verbs[] = {
#include "tool/verbs.def"
    {0},
};

// For jansson, which reads JSON: where memory runs out it leaves members out and says nothing.
static void *allocate_json(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        out_of_memory();
    return p;
}

static void print_version(void)
{
    printf("mazewright %s\n", mw_version());
    for (const mw_plugin *const *p = mw_plugins(); *p; p++)
        printf("plug-in %s%s%s\n", (*p)->name, (*p)->about ? ": " : "",
               (*p)->about ? (*p)->about : "");
    print_devices();
}

static int run_command(int argc, char **argv)
{
    settings s = {0};
    int code = options_read(&s, argc, argv);
    if (code == EXIT_DONE)
        code = load_plugins(&s);
    if (code == EXIT_DONE && s.value[O_VERSION])
        print_version();
    else if (code == EXIT_DONE)
        code = s.value[O_HELP] || !s.verb ? print_help(s.verb) : s.verb->run(&s);
    options_free(&s);
    return code;
}

static int run(int argc, char **argv)
{
    catch_interrupts();
    json_set_alloc_funcs(allocate_json, free);
    int code = run_command(argc, argv);
    if (was_cut())
        code = worse(code, EXIT_LIMIT);
    watch_end();
    bool written = !fflush(stdout) && !ferror(stdout);
    if (interrupted() && (!written || code == EXIT_LIMIT)) { // a signal ends a write, too
        code = worse(code, EXIT_LIMIT);
        if (!interrupts_told())
            complain("interrupted: this is not all");
    } else if (!written) {
        complain("cannot write the output: is the disk full?");
        code = EXIT_BROKEN;
    }
    return ran_out_of_memory() ? EXIT_BROKEN : code;
}

int main(int argc, char **argv)
{
    mw_processes_begin(&argc, &argv, interrupted);
    int code = mw_processes_end(run(argc, argv));
    if (reader_gone()) { // end as a program that has not heard of the signal does
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    return code;
}
