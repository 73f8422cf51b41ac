// page_files.h: the page's files, ready to be sent. They are read once, when the server starts. A
// request only looks its path up among them, so no path leads to any other file.
#ifndef MW_SERVE_PAGE_FILES_H
#define MW_SERVE_PAGE_FILES_H

#include "mazewright/mazewright.h"
#include "serve/http.h"

typedef struct mw_page_files mw_page_files;

// NULL and *error: the folder cannot be read or has no index.html.
mw_page_files *mw_page_files_open(const char *folder, mw_error *);
void mw_page_files_close(mw_page_files *); // takes NULL
// Answers with the file of this path; "" is index.html. False: there is none.
bool mw_page_files_answer(const mw_page_files *, const mw_http_request *, const char *path,
                          mw_http_answer *);

#endif
