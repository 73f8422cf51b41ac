// manual.h: what --help, the manual and completions share.
#ifndef MW_TOOL_HELP_MANUAL_H
#define MW_TOOL_HELP_MANUAL_H

#include "tool/tool.h"

extern const char exit_codes[];

// "-a, --algorithm LIST", with blanks where there is no letter.
const char *option_text(const option *, char buffer[80]);

// Called for each name of a list, with what it means. The heading of the list comes with its first
// name, and is NULL with the others.
typedef void say_name(const char *heading, const char *name, const char *about);
// The names that options of a verb choose from: algorithms, methods, agents.
void choices_of(const verb *, say_name *);
// What a kind of maze has by name, in these lists. A list whose heading is NULL is left out.
enum { OF_OPTIONS, OF_HEURISTICS, OF_FEATURES, OF_FORMS, OF_MEASURES, OF_OBJECTIVES, KIND_LISTS };
void names_of_kind(const mw_kind *, const char *const headings[KIND_LISTS], say_name *);

// A name with what it means, on lines of its own.
void print_item(const char *name, int width, const char *about);

// What `help` explains besides verbs and kinds: lists of names, of all kinds or of each.
typedef struct topic_call {
    records records;
    const char *heading; // of the list that comes next; NULL: it has begun
    const mw_kind *kind; // of the list; NULL: of all
} topic_call;
typedef struct topic {
    const char *name;
    void (*of_kind)(topic_call *), (*of_all)(topic_call *); // one of them may be NULL
    const char *what_for;                                   // the list of a kind is there
} topic;
extern const topic topics[]; // ends with a NULL name
const topic *topic_find(const char *name);
int print_topic(const settings *, const topic *); // the second input may be a kind
void print_kind_json(const mw_kind *);

// The forms in which a maze is named.
extern const struct input_form {
    const char *form, *about;
} input_forms[]; // ends with a NULL form

int print_manual(const verb *); // as scdoc source; NULL: an overview
int print_markdown(void);
int print_completion(const char *shell); // NULL: bash

#endif
