// plugins.c: loads the plug-ins that the user names, before anything else is done. None is looked
// for: a plug-in is code.
#include "mazewright/plugin.h"

#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

// A kind is named where verbs and other words may stand, too.
static bool names_are_free(const mw_plugin *p, mw_error *e)
{
    for (const mw_kind *const *k = p->kinds; k && *k; k++) {
        const char *name = (*k)->name ? (*k)->name : "";
        if (verb_find(name) || !strcmp(name, "shipped") || is_shipped_apart(name) ||
            !strcmp(name, "all")) {
            *e = (mw_error){.code = MW_ERROR_INPUT};
            snprintf(e->text, sizeof e->text,
                     "a kind cannot be called '%.40s': it is a word of the "
                     "command",
                     name);
            return false;
        }
    }
    return true;
}

static int load(const char *from, const char *file)
{
    mw_error error = {0};
    const mw_plugin *p = mw_plugin_open(file, &error);
    if (p && names_are_free(p, &error) && mw_plugin_add(p, &error))
        return EXIT_DONE;
    char label[1000];
    snprintf(label, sizeof label, "%s %s", from, file);
    return complain_of(label, &error, EXIT_INPUT);
}

// Each file of a list.
static int load_each(const char *from, const char *list, const char *between)
{
    char *files = strdup(list), *rest = files;
    int code = files ? EXIT_DONE : out_of_memory();
    for (char *file; code == EXIT_DONE && (file = strsep(&rest, between));)
        if (*file || *between == '\n')
            code = load(from, file);
    free(files);
    return code;
}

int load_plugins(const settings *s)
{
    const char *always = getenv("MAZEWRIGHT_PLUGINS");
    int code = always ? load_each("MAZEWRIGHT_PLUGINS", always, ":") : EXIT_DONE;
    return code == EXIT_DONE && s->value[O_PLUGIN] ? load_each("--plugin", s->value[O_PLUGIN], "\n")
                                                   : code;
}
