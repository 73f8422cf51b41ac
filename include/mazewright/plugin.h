// plugin.h: plug-ins: shared libraries that bring kinds of maze and heuristics of their own. The
// command loads one with --plugin FILE or MAZEWRIGHT_PLUGINS; a program with the functions below.
// A plug-in is code: it can do whatever the program that loads it can do.
//
//     #include <mazewright/plugin.h>
//     MW_PLUGIN = {
//         .size = sizeof(mw_plugin), .version = MW_VERSION, .name = "mine",
//         .heuristics = (const mw_plugin_heuristic[]){
//             {"die", {.name = "far", .about = "rows", .claims = mw_claims_nothing, .eval = far}},
//             {0},
//         },
//     };
//
// It is built with `cc -shared -fPIC` and these headers. It need not be linked with the library:
// the program that loads it has the functions of mw_ names.
#ifndef MAZEWRIGHT_PLUGIN_H
#define MAZEWRIGHT_PLUGIN_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

// A heuristic for a kind that is there without the plug-in.
typedef struct mw_plugin_heuristic {
    const char *kind; // its name
    // `name` is of small letters, digits and '_', and no feature of the kind; `about` is REQUIRED.
    mw_heuristic heuristic;
} mw_plugin_heuristic;

// What a plug-in brings: kinds, heuristics or both. All that it points to must stay as it is.
typedef struct mw_plugin {
    size_t size;       // REQUIRED: sizeof(mw_plugin); new members are added at the end
    unsigned version;  // REQUIRED: MW_VERSION, of the headers that the plug-in is built with
    const char *name;  // REQUIRED: a word or two, for messages and --version
    const char *about; // OPTIONAL: one line
    const mw_kind *const *kinds;           // OPTIONAL, ends with NULL
    const mw_plugin_heuristic *heuristics; // OPTIONAL, ends with a NULL kind
} mw_plugin;

// Begins the definition of the variable that a plug-in exports: MW_PLUGIN = {...};
#define MW_PLUGIN                                                                                  \
    MW_API extern const mw_plugin mazewright_plugin;                                               \
    const mw_plugin mazewright_plugin

#define MW_PLUGINS_MAX    64 // that a program may add
#define MW_KINDS_MAX      64 // kinds in all
#define MW_KIND_NAME_MAX  19 // letters of a kind's name
#define MW_HEURISTICS_MAX 60 // of a kind, with those of plug-ins

// The plug-in in this file, which stays loaded; its kinds and heuristics are not known yet. The
// name of a file without a '/' is one in the current folder. NULL and *error: there is no such
// file, or it is no plug-in for this version.
MW_API const mw_plugin *mw_plugin_open(const char *file, mw_error *);
// Makes the kinds and heuristics of a plug-in known to mw_kinds, mw_heuristics and all that looks
// for names there. False and *error, and nothing is known of it: a member is missing, a name is
// taken, a heuristic is for a kind that is not there, or memory ran out. One that was added before
// is not added again. This changes the only state that the library has, so it must be called
// before other threads call the library.
MW_API bool mw_plugin_add(const mw_plugin *, mw_error *);
// Those that were added, in this order; ends with NULL.
MW_API const mw_plugin *const *mw_plugins(void);

#ifdef __cplusplus
}
#endif
#endif
