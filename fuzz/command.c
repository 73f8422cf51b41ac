// command.c: command lines. Each line is an argument, up to an empty line; what follows is the file
// `in`, and stdin. Whatever it says, the command ends with one of its exit codes and says why, what
// it writes as JSON is JSON, and the same command says the same again.
#include "verb.h"

#include "core/file.h"
#include "core/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ARGUMENTS_MAX 20

static const char *file; // `in`, in the folder where all commands run

// Returns where we were.
static int enter_folder(void)
{
    int here = open(".", O_RDONLY | O_DIRECTORY);
    if (!file)
        file = fuzz_file("in");
    char *folder = strndup(file, strlen(file) - 3);
    must(folder && here >= 0 && !chdir(folder), "cannot enter %s", folder);
    free(folder);
    return here;
}

// Names beyond the folder are no business of a test. An id may have slashes.
static bool out_of_bounds(const char *argument)
{
    const char *slash = strchr(argument, '/'), *colon = strchr(argument, ':');
    return *argument == '~' || strstr(argument, "..") || (slash && (!colon || slash < colon));
}

static bool plan_out_of_bounds(const char *text)
{
    return strpbrk(text, "/~") || strstr(text, "..") || fuzz_names_large(text, 100);
}

// ---- small limits, so that what would take long does not

static void limit(settings *s, option_id id, double most, const char *instead)
{
    if (!verb_takes(s->verb, id))
        return;
    char *end;
    double x = s->value[id] ? strtod(s->value[id], &end) : most + 1;
    if (x > most)
        s->value[id] = instead;
}

static void at_least(settings *s, option_id id, double least)
{
    if (s->value[id] && strtod(s->value[id], NULL) < least)
        s->value[id] = NULL;
}

static bool is_verb(const settings *s, const char *name)
{
    return !strcmp(s->verb->name, name);
}

#define DAY "2026-11-16"

static bool json, timed; // what the options of the last command asked for
static bool has_day;     // a site that has this day already, as to design a maze takes long

// A site in the folder `out`, whose mazes.json is the input.
static bool limit_site(settings *s)
{
    s->value[O_OUTPUT] = "out";
    s->value[O_PAGE] = "page";
    s->value[O_DATE] = DAY;
    return has_day && s->input_count;
}

static void make_site(const char *text)
{
    must(!mkdir("out", 0700) && !mkdir("page", 0700), "cannot make folders");
    fuzz_put("page/index.html", "<html></html>", 13);
    fuzz_put("out/mazes.json", text, strlen(text));
    has_day = strstr(text, "\"" DAY "\"");
}

static bool set_limits(settings *s)
{
    // They serve, need a terminal, take minutes, or run programs; other targets and tests are for
    // them.
    static const char *const left_out[] = {"serve", "play", "reproduce", "grade"};
    double bytes;
    json = s->verb && s->value[O_JSON] && !s->value[O_HELP];
    timed = s->value[O_LIMIT_SECONDS];
    if (!s->verb || s->value[O_HELP])
        return true;
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (is_verb(s, left_out[i]))
            return false;
    if (is_verb(s, "site") && !limit_site(s))
        return false;
    limit(s, O_LIMIT_STATES, 2000, "2000");
    if (verb_takes(s->verb, O_LIMIT_MEMORY) &&
        !(s->value[O_LIMIT_MEMORY] && mw_parse_bytes(s->value[O_LIMIT_MEMORY], &bytes) &&
          bytes < 64e6))
        s->value[O_LIMIT_MEMORY] = "64M";
    limit(s, O_THREADS, 1, "1");
    limit(s, O_EVALUATIONS, 60, "30");
    limit(s, O_NUMBER, 3, "2");
    limit(s, O_STREAMS, 4, "2");
    limit(s, O_POPULATION, 40, "20");
    limit(s, O_ROUNDS, 50, "3");
    limit(s, O_OPEN, 3, "2");
    limit(s, O_SCALE, 80, "20");
    limit(s, O_MOVES, 5, "3");
    limit(s, O_GIVE_UP, 4, "3");
    limit(s, O_FRAME_RATE, 60, "20");
    at_least(s, O_DT, 0.002);
    at_least(s, O_ACCELERATION, 0.2);
    s->value[O_SECONDS] = NULL;
    bool small = true, exact = s->value[O_METHOD] && !strcmp(s->value[O_METHOD], "exact");
    for (int i = 0; i < s->input_count; i++)
        small &= !fuzz_names_large(s->inputs[i], exact ? 9 : is_verb(s, "design") ? 36 : 100);
    return small && !s->value[O_DEVICE];
}

// ---- one command line

static bool repeats(const char *name)
{
    static const char *const changing[] = {"solve",     "analyse",    "simulate", "design",
                                           "catalogue", "experiment", "book"};
    for (size_t i = 0; i < sizeof changing / sizeof *changing; i++)
        if (!strcmp(name, changing[i]))
            return false;
    return true;
}

static bool among(int argc, char *const *argv, const char *word)
{
    for (int i = 1; i < argc; i++)
        if (!strncmp(argv[i], word, strlen(word)))
            return true;
    return false;
}

// The command moves its inputs to the front of argv, so each call gets a copy.
static fuzz_call call(int argc, char *const *argv, const char *text)
{
    const char *copy[ARGUMENTS_MAX + 2] = {0};
    memcpy(copy, argv, (size_t)argc * sizeof *argv);
    fuzz_put("in", text, strlen(text));
    json = timed = has_day = false;
    if (among(argc, argv, "site"))
        make_site(text);
    fuzz_call c = fuzz_run(argc, copy, text, set_limits);
    return c;
}

// What a site says after it was written: it can be read again, and has kept its days.
static void check_site(int argc, char *const *argv, const char *text)
{
    size_t length;
    char *now = mw_file_read("out/mazes.json", 1 << 20, &length);
    must(now && strstr(now, "\"" DAY "\""), "the day is lost: %.500s\nbecomes %.500s", text, now);
    fuzz_json(now);
    fuzz_empty();
    fuzz_call again = call(argc, argv, now);
    must(again.code == EXIT_DONE, "written, but not read again: %s", again.complained);
    char *then = mw_file_read("out/mazes.json", 1 << 20, &length);
    must(then && !strcmp(now, then), "%.1000s\nbecomes %.1000s", now, then);
    free(now);
    free(then);
    fuzz_call_free(&again);
}

static void check(int argc, char *const *argv, const char *text)
{
    fuzz_call c = call(argc, argv, text);
    if (json && c.code >= 0)
        fuzz_json_lines(c.said);
    if (c.code == EXIT_DONE && has_day && !json && strcmp(argv[1], "help"))
        check_site(argc, argv, text);
    else if (c.code >= 0 && repeats(argv[1]) && !timed) {
        fuzz_empty();
        fuzz_call again = call(argc, argv, text);
        must(again.code == c.code && !strcmp(again.said, c.said) &&
                 !strcmp(again.complained, c.complained),
             "%s: %d:\n%.1000s%.1000s\nthen %d:\n%.1000s%.1000s", argv[1], c.code, c.said,
             c.complained, again.code, again.said, again.complained);
        fuzz_call_free(&again);
    }
    fuzz_call_free(&c);
    fuzz_empty();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *rest = text, name[] = "mazewright";
    char *argv[ARGUMENTS_MAX + 2] = {name};
    int argc = 1, here = enter_folder();
    bool fits = true;
    while (*rest && *rest != '\n' && argc <= ARGUMENTS_MAX) {
        argv[argc++] = rest;
        rest += strcspn(rest, "\n");
        if (*rest)
            *rest++ = '\0';
        fits = fits && !out_of_bounds(argv[argc - 1]);
    }
    rest += *rest == '\n';
    fits = fits && argc > 1 && !(among(argc, argv, "experiment") && plan_out_of_bounds(rest));
    fits = fits && !(among(argc, argv, "book") && strchr(rest, '/')); // it reads names there
    if (fits)
        check(argc, argv, rest);
    must(!fchdir(here) && !close(here), "cannot go back");
    free(text);
    return 0;
}
