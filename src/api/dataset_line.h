// dataset_line.h: the mazes of a dataset as lines of JSON: with all that is known of each, or as
// questions and answers by a template.
#ifndef MW_API_DATASET_LINE_H
#define MW_API_DATASET_LINE_H

#include "core/json.h"
#include "mazewright/dataset.h"

// A template for questions by name.
typedef struct mw_prompt {
    const char *name, *about;
    const char *text; // with placeholders such as {maze}
} mw_prompt;
const mw_prompt *mw_prompts(void); // all templates; ends with a NULL name

// The text of a template: of the one with this name or, where there is a '{' in it, the text
// itself. NULL and *error: there is no such template, or no such placeholder.
const char *mw_prompt_text(const char *name_or_text, mw_error *);

// The members of an object: all that is known of a maze.
void mw_answer_dataset(mw_writer *, const mw_dataset_item *);
// The members `question`, `answer` and `metadata`, the last with all that is known.
void mw_answer_prompt(mw_writer *, const mw_dataset_item *, const char *text);

#endif
