// folder.h: the plain files below a folder. Links, and names that begin with a dot, are left out:
// so nothing outside the folder and nothing hidden is ever read.
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
    size_t bytes;
} mw_folder;

// Reads all files into memory. False and *error: the folder cannot be read, or has more than a page
// can have.
bool mw_folder_read(mw_folder *, const char *name, mw_error *);
mw_folder_file *mw_folder_find(const mw_folder *, const char *path); // or NULL
void mw_folder_free(mw_folder *);

#endif
