// plan_tokens.c: see plan_tokens.h.
#include "experiment/plan_tokens.h"
#include "core/text.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *mw_cut_line(char **rest)
{
    char *line = *rest;
    if (!line || !*line)
        return NULL;
    size_t length = strcspn(line, "\n");
    *rest = line[length] ? line + length + 1 : NULL;
    line[length] = '\0';
    while (length && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    return line;
}

int mw_cut_tokens(char *line, uint32_t number, mw_token tokens[MW_TOKENS_MAX])
{
    int count = 0;
    for (char *p = line;;) {
        p += strspn(p, " \t");
        if (!*p || *p == '#')
            return count;
        bool quoted = *p == '"';
        int at = count < MW_TOKENS_MAX ? count : MW_TOKENS_MAX - 1;
        tokens[at] =
            (mw_token){.text = p + quoted, .line = number, .column = (uint32_t)(p - line) + 1};
        char *end = p + quoted + strcspn(p + quoted, quoted ? "\"" : " \t");
        if (count++ == MW_TOKENS_MAX || (quoted && !*end))
            return -at - 1;
        p = end + (*end != '\0');
        *end = '\0';
    }
}

bool mw_token_number(const mw_token *w, double least, double most, double *out)
{
    char *end;
    *out = strtod(w->text, &end);
    return end != w->text && !*end && *out >= least && *out <= most;
}

bool mw_token_range(const mw_token *w, uint64_t *from, uint64_t *to)
{
    const char *dots = strstr(w->text, "..");
    size_t length = dots ? (size_t)(dots - w->text) : strlen(w->text);
    if (!mw_parse_number(w->text, length, UINT64_MAX, from))
        return false;
    *to = *from;
    return !dots || (mw_parse_number(dots + 2, strlen(dots + 2), UINT64_MAX, to) && *to >= *from);
}

bool mw_file_list_find(mw_file_list *files, const char *pattern)
{
    glob_t found = {0};
    *files = (mw_file_list){0};
    // NOLINTNEXTLINE(concurrency-mt-unsafe) a plan is read before its threads begin
    int wrong = glob(pattern, 0, NULL, &found);
    size_t count = wrong ? 0 : found.gl_pathc;
    files->names = calloc(count + 1, sizeof *files->names);
    bool all = files->names && wrong != GLOB_NOSPACE;
    for (size_t i = 0; all && i < count; i++) {
        all = (files->names[i] = strdup(found.gl_pathv[i]));
        files->count += all;
    }
    globfree(&found);
    if (!all || !count)
        mw_file_list_free(files);
    errno = all ? ENOENT : ENOMEM;
    return files->count;
}

void mw_file_list_free(mw_file_list *files)
{
    for (size_t i = 0; files->names && i < files->count; i++)
        free(files->names[i]);
    free(files->names);
    *files = (mw_file_list){0};
}
