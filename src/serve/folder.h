// folder.h: the plain files below a folder. Links and names that begin with a dot are passed over,
// so that nothing outside the folder, and nothing hidden, is ever among them.
#ifndef MW_SERVE_FOLDER_H
#define MW_SERVE_FOLDER_H

#include "mazewright/mazewright.h"

typedef struct mw_folder_file {
    char *path; // below the folder: "views/play.js"
    char *bytes;
    size_t length;
} mw_folder_file;

typedef struct mw_folder {
    mw_folder_file *files; // by path
    size_t count, capacity;
    uint64_t bytes;
} mw_folder;

// Reads them all into memory. False and *error: it cannot be read, or is too large to be a page.
bool mw_folder_read(mw_folder *, const char *name, mw_error *);
mw_folder_file *mw_folder_find(const mw_folder *, const char *path); // or NULL
void mw_folder_free(mw_folder *);

#endif
