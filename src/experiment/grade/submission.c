// submission.c: see submission.h.
#include "experiment/grade/submission.h"

#include "core/file.h"
#include "core/text.h"
#include "experiment/plan_tokens.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LETTERS    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
#define TEXT_MOST  ((size_t)1 << 20) // bytes of a file of expressions
#define COUNT_MOST 1000              // expressions in it

static bool refuse(mw_error *error, mw_error_code code, const char *what, const char *argument)
{
    *error = (mw_error){.code = code};
    snprintf(error->text, sizeof error->text, "%.200s: %.190s", argument, what);
    return false;
}

// ---- expressions

static bool add_text(mw_submission *s, const char *text, uint32_t line, uint32_t shift)
{
    mw_submitted_text *texts = realloc(s->texts, (s->count + 1) * sizeof *texts);
    if (texts)
        s->texts = texts;
    char *copy = texts ? strdup(text) : NULL;
    if (copy)
        texts[s->count++] = (mw_submitted_text){copy, line, shift};
    return copy;
}

// "name = expression" becomes "name=expression". Returns how many blanks that takes away.
static size_t close_up(char *line)
{
    size_t name = strspn(line, LETTERS), at = name + strspn(line + name, " \t");
    if (!name || line[at] != '=' || line[at + 1] == '=')
        return 0;
    size_t from = at + 1 + strspn(line + at + 1, " \t");
    line[name] = '=';
    memmove(line + name + 1, line + from, strlen(line + from) + 1);
    return from - name - 1;
}

// Each line that is no comment is an expression, with or without a name.
static bool read_expressions(mw_submission *s, mw_error *error)
{
    size_t length;
    char *text = mw_file_read(s->file, TEXT_MOST, &length), *line;
    if (!text)
        return errno == ENOMEM ? (bool)mw_no_memory(error)
                               : refuse(error, MW_ERROR_INPUT, strerror(errno), s->file);
    uint32_t number = 0;
    bool ok = true;
    for (size_t i = 0; i < length; i++) // a byte 0 would hide what stands behind it
        text[i] = text[i] ? text[i] : '?';
    for (char *rest = text; ok && s->count < COUNT_MOST && (line = mw_cut_line(&rest));) {
        size_t skipped = strncmp(line, "\xef\xbb\xbf", 3) ? 0 : 3;
        skipped += strspn(line + skipped, " \t");
        line += skipped;
        number++;
        if (!*line || *line == '#')
            continue;
        skipped += close_up(line);
        ok = add_text(s, line, number, (uint32_t)skipped);
    }
    free(text);
    return ok || mw_no_memory(error);
}

mw_heuristic *mw_submission_heuristic(const mw_submission *s, unsigned index, const mw_kind *kind,
                                      mw_error *error)
{
    const mw_submitted_text *t = &s->texts[index];
    mw_heuristic *h = mw_heuristic_new(kind, t->text, error);
    if (!h) {
        error->line = t->line;
        error->column += t->shift;
    }
    return h;
}

// ---- programs

static const mw_rubric_run *run_for(const mw_rubric *u, const char *ending)
{
    for (unsigned i = 0; i < u->run_count; i++)
        if (!strcmp(u->runs[i].ending, ending))
            return &u->runs[i];
    return NULL;
}

// Is there such a program, in the folders of PATH or where its name says?
static bool program_exists(const char *name)
{
    const char *path = getenv("PATH"); // NOLINT(concurrency-mt-unsafe) before any thread begins
    char file[4096];
    if (strchr(name, '/'))
        return !access(name, X_OK);
    for (const char *at = path ? path : "/bin:/usr/bin"; *at;) {
        size_t n = strcspn(at, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)n, at, name);
        if (!access(file, X_OK))
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}

static bool set_words(mw_submission *s, char *const *words)
{
    unsigned n = 0;
    for (; words[n]; n++)
        if (!(s->words[n] = strdup(strcmp(words[n], "{}") ? words[n] : s->file)))
            return false;
    return true;
}

// A program works in its folder, where it finds what was handed in with it.
static bool read_program(mw_submission *s, const mw_rubric_run *run, bool folder, mw_error *error)
{
    char *plain[] = {(char *)"{}", NULL};
    char *slash = strrchr(s->file, '/');
    s->folder = folder             ? strdup(s->file)
                : slash == s->file ? strdup("/")
                                   : mw_text_copy(s->file, (size_t)(slash - s->file));
    if (!s->folder || !set_words(s, run ? run->words : plain))
        return mw_no_memory(error);
    return program_exists(s->words[0]) ||
           refuse(error, MW_ERROR_INPUT, "the program that the rubric runs it with is not there",
                  s->words[0]);
}

// ---- the whole

static bool read_file(mw_submission *s, const mw_rubric *u, const char *argument, mw_error *error)
{
    struct stat st;
    if (stat(argument, &st))
        return refuse(error, MW_ERROR_INPUT, strerror(errno), argument);
    if (!(s->file = realpath(argument, NULL)))
        return mw_no_memory(error);
    const char *slash = strrchr(s->file, '/'), *dot = strrchr(slash ? slash : s->file, '.');
    bool folder = S_ISDIR(st.st_mode);
    const char *ending = folder ? "/" : dot ? dot : "";
    const mw_rubric_run *run = run_for(u, ending);
    bool expressions = !strcmp(ending, ".txt") || !strcmp(ending, ".expr");
    if (run || (!folder && !expressions && strcmp(ending, ".so") != 0)) {
        s->sort = MW_SUBMITTED_PROGRAM;
        if (run || !access(s->file, X_OK))
            return read_program(s, run, folder, error);
        *error = (mw_error){.code = MW_ERROR_INPUT};
        snprintf(error->text, sizeof error->text,
                 "%.200s: this is no program that can be run; make it executable (chmod +x), or "
                 "say in the rubric how it is run, as in: run .py \"python3 {}\"",
                 argument);
        return false;
    }
    if (folder)
        return refuse(error, MW_ERROR_INPUT,
                      "this is a folder; name the files in it, or add to the rubric a line such "
                      "as: run / \"java -Xmx256m -cp {} Main\"",
                      argument);
    if (u->solve)
        return refuse(error, MW_ERROR_INPUT,
                      "with 'ask solve' submissions are programs, and this is none", argument);
    s->sort = expressions ? MW_SUBMITTED_EXPRESSIONS : MW_SUBMITTED_PLUGIN;
    return !expressions || read_expressions(s, error);
}

// A file's name without its folder and ending.
static char *name_of(const char *file)
{
    size_t length = strlen(file);
    while (length > 1 && file[length - 1] == '/')
        length--;
    size_t begin = length;
    while (begin && file[begin - 1] != '/')
        begin--;
    size_t end = length;
    while (end > begin + 1 && file[end - 1] != '.')
        end--;
    return mw_text_copy(file + begin, (end > begin + 1 ? end - 1 : length) - begin);
}

// Does it end like a file that can be handed in?
static bool looks_like_file(const mw_rubric *u, const char *value)
{
    const char *dot = strrchr(value, '.');
    return dot && (run_for(u, dot) || !strcmp(dot, ".txt") || !strcmp(dot, ".expr") ||
                   !strcmp(dot, ".so"));
}

bool mw_submission_read(mw_submission *s, const mw_rubric *u, const char *argument, mw_error *error)
{
    struct stat st;
    size_t named = strspn(argument, LETTERS);
    bool whole = !stat(argument, &st), assigned = !whole && named && argument[named] == '=';
    const char *value = assigned ? argument + named + 1 : argument;
    *s = (mw_submission){.argument = argument,
                         .name = assigned ? mw_text_copy(argument, named) : name_of(argument),
                         .named = assigned};
    *error = (mw_error){0};
    if (!s->name)
        return mw_no_memory(error);
    bool expression = assigned && stat(value, &st) && !looks_like_file(u, value);
    if (!expression)
        return read_file(s, u, value, error);
    if (u->solve)
        return refuse(error, MW_ERROR_INPUT,
                      "no such file; and with 'ask solve' an expression is no answer", value);
    return add_text(s, argument, 0, 0) || mw_no_memory(error);
}

void mw_submission_free(mw_submission *s)
{
    for (unsigned i = 0; i < s->count; i++)
        free(s->texts[i].text);
    for (unsigned i = 0; i <= MW_RUBRIC_WORDS_MAX; i++)
        free(s->words[i]);
    free(s->texts);
    free(s->name);
    free(s->file);
    free(s->folder);
    *s = (mw_submission){0};
}
