// documents.c: see documents.h.
#include "documents.h"

#include "support.h"

#define DOCUMENTS_MAX 200

char **documents(void)
{
    FILE *f = popen("cd '" SOURCE_DIR "' && find . -name '*.md' -not -path './build/*' "
                    "-not -path '*/node_modules/*' | sort",
                    "r");
    char **names = calloc(DOCUMENTS_MAX, sizeof *names), line[300];
    assert_non_null(f);
    for (size_t n = 0; n + 1 < DOCUMENTS_MAX && fgets(line, sizeof line, f); n++) {
        line[strcspn(line, "\n")] = '\0';
        names[n] = strdup(line + 2); // without "./"
    }
    assert_int_equal(pclose(f), 0);
    return names;
}

char *next_line(char **text)
{
    char *line = *text;
    if (!line || !*line)
        return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return line;
}

void follow_fence(fence *f, const char *line)
{
    bool mark = !strncmp(line, "```", 3);
    if (f->closes)
        f->inside = false;
    f->opens = mark && !f->inside;
    f->closes = mark && f->inside;
    if (f->opens) {
        f->inside = true;
        snprintf(f->words, sizeof f->words, "%s", line + 3);
    }
}
