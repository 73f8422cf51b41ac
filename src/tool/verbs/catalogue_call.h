// catalogue_call.h: what the files of the verb `catalogue` share: catalogue_import.c has one of its
// actions, catalogue.c the others.
#ifndef MW_TOOL_VERBS_CATALOGUE_CALL_H
#define MW_TOOL_VERBS_CATALOGUE_CALL_H

#include "store/catalogue.h"
#include "tool/tool.h"

typedef struct catalogue_call {
    const mw_kind *kind; // --kind, or NULL
    mw_catalogue *catalogue;
    mw_filter filter;
    char require_text[CONDITIONS_LENGTH];
    const char *require[CONDITIONS_MAX + 1];
    watch watch;
    table table;
    char today[32];
    unsigned put[4]; // mazes by what became of them, an mw_put
    int code;
} catalogue_call;

// EXIT_DONE if `ok`; else prints the error and returns the exit code that it means.
int catalogue_told(bool ok, const mw_error *);

int catalogue_import(catalogue_call *);

#endif
