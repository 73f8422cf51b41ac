// serve.c: the verb `serve`: the page on this machine, with native speed behind it.
#include "serve/serve.h"
#include "mazewright/plugin.h"
#include "kinds/marble/ode/ode_engine.h"
#include "parallel/tasks.h"
#include "tool/verbs/design_call.h"
#include "tool/tool.h"

#include <spawn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define PORT     8707
#define JOBS_MAX 256
#define LONGEST  86400 // seconds
#define QUESTION 10
#define JOB      600

extern char **environ;

static void open_browser(const char *address)
{
    pid_t child;
    char *const arguments[] = {"xdg-open", (char *)address, NULL};
    if (posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ))
        complain("cannot start xdg-open; open %s in a browser", address);
}

static void say_error(const mw_error *e)
{
    complain_of(NULL, e, EXIT_BROKEN);
}

static int serve(const mw_server_plan *plan, bool opens)
{
    mw_error error;
    mw_server *server = mw_server_start(plan, &error);
    if (!server)
        return complain_of(NULL, &error, EXIT_BROKEN);
    printf("%s\n", mw_server_address(server));
    fflush(stdout);
    for (const mw_plugin *const *p = mw_plugins(); *p; p++)
        if ((*p)->kinds && *(*p)->kinds)
            complain("plug-in %s: the page can play its mazes as long as this server answers",
                     (*p)->name);
    if (opens)
        open_browser(mw_server_address(server));
    interrupts_are_awaited();
    while (!interrupted()) {
        mw_server_tend(server);
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    }
    if (!mw_server_stop(server))
        _exit(EXIT_DONE); // a thread still works with what would be freed here
    return EXIT_DONE;
}

static bool read_options(const settings *s, mw_server_plan *plan)
{
    if (s->input_count)
        return complain("serve takes no mazes; open one in the page by its id, at #play/ID");
    if (!option_count(s, O_PORT, 0, 65535, PORT, &plan->port) ||
        !option_count(s, O_THREADS, 1, JOBS_MAX, mw_threads(0), &plan->threads) ||
        !option_count(s, O_JOBS, 1, JOBS_MAX, 2 * mw_threads(0), &plan->jobs) ||
        !option_number(s, O_QUESTION_SECONDS, 0.01, LONGEST, QUESTION, &plan->seconds) ||
        !option_number(s, O_JOB_SECONDS, 0.01, LONGEST, JOB, &plan->job_seconds))
        return false;
    // The limit is for all threads together. One that answers questions counts twice, because it
    // keeps a graph besides the one that it works on. One share is for questions and answers that
    // are held for browsers.
    uint64_t all, shares = 2 * (uint64_t)plan->threads + plan->jobs + 1;
    if (!option_bytes(s, O_LIMIT_MEMORY, &all))
        return false;
    plan->bytes = all && all < shares ? 1 : all / shares;
    plan->held_bytes = plan->bytes;
    plan->host = s->value[O_HOST] ? s->value[O_HOST] : "127.0.0.1";
    plan->allow = s->value[O_ALLOW_HOST];
    return true;
}

int run_serve(const settings *s)
{
    static const mw_marble_engine *const engines[] = {&mw_marble_ode, NULL};
    mw_server_plan plan = {.engines = engines, .complain = say_error};
    mw_error error;
    int code = EXIT_DONE;
    if (!read_options(s, &plan))
        return EXIT_USAGE;
    char *page = find_page(s);
    if (!page)
        return EXIT_INPUT;
    plan.page = page;
    if (s->value[O_CATALOGUE]) {
        plan.catalogue = mw_catalogue_open(s->value[O_CATALOGUE], MW_CATALOGUE_WRITE, &error);
        code = error_told(plan.catalogue, &error);
    }
    if (code == EXIT_DONE)
        code = serve(&plan, s->value[O_OPEN_PAGE]);
    mw_catalogue_close(plan.catalogue);
    free(page);
    return code;
}
