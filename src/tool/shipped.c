// shipped.c: the mazes that come with the command. Each has a name, rook/05, which is its file in
// the folder of its kind without the ending.
#include "core/text.h"
#include "tool/tool.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char *const apart[] = {SHIPPED_LESSONS, "variants"};
#define APART_COUNT (sizeof apart / sizeof *apart)

bool is_shipped_apart(const char *name)
{
    for (size_t i = 0; i < APART_COUNT; i++)
        if (!strcmp(name, apart[i]))
            return true;
    return false;
}

static int is_maze(const struct dirent *e)
{
    return e->d_name[0] != '.' && strchr(e->d_name, '.');
}

// The mazes of one kind, in the order of their names. `only` NULL: all of them. Returns how many.
static unsigned each_of_kind(const char *folder, const char *kind, const char *only,
                             each_name *each, void *context, int *code)
{
    char path[1300], name[300];
    struct dirent **files = NULL;
    unsigned count = 0;
    snprintf(path, sizeof path, "%.1000s/%.100s", folder, kind);
    int n = scandir(path, &files, is_maze, alphasort);
    for (int i = 0; i < n; i++) {
        const char *dot = files[i]->d_name + strcspn(files[i]->d_name, ".");
        snprintf(name, sizeof name, "%.40s/%.*s", kind, (int)(dot - files[i]->d_name),
                 files[i]->d_name);
        const char *ending =
            only && !strncmp(only, name, strlen(name)) ? only + strlen(name) : NULL;
        bool named = !only || (ending && (!*ending || !strcmp(ending, dot)));
        bool wanted = named && *code != EXIT_USAGE && !interrupted();
        if (wanted &&
            snprintf(path, sizeof path, "%.900s/%.40s/%.255s", folder, kind, files[i]->d_name) > 0)
            *code = worse(*code, each(context, name, path));
        count += wanted;
        free(files[i]);
    }
    free(files);
    return count;
}

static int add_name(void *context, const char *name, const char *path)
{
    (void)path;
    add_word(context, name);
    return EXIT_DONE;
}

static int no_such_maze(const char *folder, const char *wanted, const char *place)
{
    mw_writer known = {0};
    char closest[MW_WORD_SIZE];
    int ignored = EXIT_DONE;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (each_of_kind(folder, (*k)->name, NULL, add_name, &known, &ignored))
            add_word(&known, (*k)->name);
    for (size_t i = 0; i < APART_COUNT; i++)
        if (each_of_kind(folder, apart[i], NULL, add_name, &known, &ignored))
            add_word(&known, apart[i]);
    bool near = known.text && mw_closest(wanted, known.text, closest);
    complain("%s%sno maze shipped:%.60s; %s%s%s'mazewright list' shows all", place ? place : "",
             place ? ": " : "", wanted, near ? "did you mean shipped:" : "", near ? closest : "",
             near ? "? " : "");
    free(known.text);
    return EXIT_INPUT;
}

int each_shipped(const char *wanted, const char *place, each_name *each, void *context)
{
    char *folder = find_folder("puzzles");
    int code = EXIT_DONE;
    unsigned count = 0;
    if (!folder)
        return complain_with(EXIT_BROKEN, "the mazes that come with the command are not there; "
                                          "install it again");
    size_t kind = strcspn(wanted, "/");
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (!*wanted || (strlen((*k)->name) == kind && !memcmp((*k)->name, wanted, kind)))
            count += each_of_kind(folder, (*k)->name, wanted[kind] ? wanted : NULL, each, context,
                                  &code);
    for (size_t i = 0; i < APART_COUNT; i++)
        if (strlen(apart[i]) == kind && !memcmp(apart[i], wanted, kind))
            count +=
                each_of_kind(folder, apart[i], wanted[kind] ? wanted : NULL, each, context, &code);
    if (!count && !interrupted())
        code = no_such_maze(folder, wanted, place);
    free(folder);
    return code;
}
