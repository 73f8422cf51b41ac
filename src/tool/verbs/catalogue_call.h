// catalogue_call.h: what the files of the verb `catalogue` share: catalogue_import.c has one of its
// actions, catalogue_change.c those that remove and tag, catalogue.c the others.
#ifndef MW_TOOL_VERBS_CATALOGUE_CALL_H
#define MW_TOOL_VERBS_CATALOGUE_CALL_H

#include "tool/verbs/catalogue_choice.h"

typedef struct catalogue_call {
    const mw_kind *kind; // --kind, or NULL
    mw_catalogue *catalogue;
    choice choice;
    named_mazes named;  // show, remove, tag: the mazes named by arguments
    mw_choice these;    // remove, tag: the mazes to change
    tag_list add, take; // tag: what becomes of their tags
    watch watch;
    records records;
    table table;
    bool tagged; // some maze has a tag, so `list` has a column of them
    char today[32];
    unsigned put[4]; // mazes by what became of them, an mw_put
    int code;
} catalogue_call;

// EXIT_DONE if `ok`; else prints the error and returns the exit code that it means.
int catalogue_told(bool ok, const mw_error *);

// An entry as JSON, as `design --json` prints a maze, with more about where it came from.
void catalogue_json(mw_writer *, const mw_entry *);
const char *catalogue_size(const mw_entry *, char buffer[40]); // "5x5"
// Tags with blanks between; "-": none.
void catalogue_tags(mw_writer *, const mw_entry *);

int catalogue_import(catalogue_call *);
// Reads what remove and tag are to do. False with a message printed.
bool catalogue_change_read(catalogue_call *, const settings *);
int catalogue_remove(catalogue_call *);
int catalogue_tag(catalogue_call *);

#endif
