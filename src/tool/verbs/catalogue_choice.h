// catalogue_choice.h: which stored mazes the options choose: --where, --require, --tag, --kind and
// --sort of the verb `catalogue`; and the mazes of --catalogue for the verbs that make something of
// mazes.
#ifndef MW_TOOL_VERBS_CATALOGUE_CHOICE_H
#define MW_TOOL_VERBS_CATALOGUE_CHOICE_H

#include "store/catalogue.h"
#include "tool/tool.h"

#define TAGS_MAX 8 // in a list of tags

// A list of tags with commas. `tags` ends with NULL and points into `text`.
typedef struct tag_list {
    char text[TAGS_MAX * (MW_TAG_LENGTH + 1) + 1];
    const char *tags[TAGS_MAX + 1];
} tag_list;
bool tags_read(tag_list *, const settings *, option_id); // false with a message printed

typedef struct choice {
    mw_filter filter; // points into what follows, so a choice must not be copied
    bool given;       // some option says which mazes
    char where[CONDITIONS_LENGTH], require[CONDITIONS_LENGTH];
    char tags[TAGS_MAX][MW_TAG_LENGTH + 8];
    const char *conditions[MW_CONDITIONS_MAX + 1];
} choice;
// False with a message printed. Without `by_tag`, --tag means something else.
bool choice_read(choice *, const settings *, bool by_tag);

// The mazes of --catalogue, if it is given.
typedef struct stored_mazes {
    choice choice;
    unsigned count; // at most so many; 0: all
} stored_mazes;
bool stored_read(stored_mazes *, const settings *); // false with a message printed
// Runs `each` on every chosen maze of --catalogue, as for_each_input does. EXIT_INPUT with a
// message: none is chosen.
int for_each_stored(const settings *, const stored_mazes *, int (*each)(input *, void *),
                    void *context);

// The stored mazes that the arguments after the file name: a number as it is, any other maze, in
// any form, by its id.
typedef struct named_mazes {
    char **names;
    size_t count, capacity;
} named_mazes;
// EXIT_DONE, or an exit code with a message printed; those that could be read are there. Free with
// named_free either way.
int named_read(named_mazes *, const settings *);
void named_free(named_mazes *);

#endif
