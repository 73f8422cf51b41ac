// site_preview.h: what other sites and programs show beside a link to a site: a title, a sentence
// and a picture, by the tags of Open Graph, which name them by whole addresses.
#ifndef MW_TOOL_VERBS_SITE_PREVIEW_H
#define MW_TOOL_VERBS_SITE_PREVIEW_H

#include "core/text.h"
#include "draw/cairo/picture.h"
#include "tool/verbs/site_days.h"

typedef struct site_links {
    char address[512]; // of the site, with '/' at its end; "": not known
    const char *folder, *title;
} site_links;

// Reads --address; NULL leaves it empty. False with a message printed.
bool site_address(const char *text, site_links *);
// index.html with its tags.
void site_index(const site_links *, const char *page, size_t length, mw_writer *);
// Writes preview.png, with the picture of a maze. EXIT_DONE, or an exit code with a message
// printed.
int site_picture(const site_links *, const graded *);
// Writes day/DATE.html, which leads to the maze of the day, and day/DATE.png if it is not there.
int site_day(const site_links *, const char *date, const graded *);

#endif
