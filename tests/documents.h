// documents.h: the project's documents (*.md), and reading Markdown line by line, for tests.
#ifndef MW_TEST_DOCUMENTS_H
#define MW_TEST_DOCUMENTS_H

#include <stdbool.h>

// Names of all documents, from the project's folder; NULL-terminated, free with free_names.
char **documents(void);

// The next line of *text, cut off there; NULL at the end.
char *next_line(char **text);

// Where a reader of Markdown is: in a block of code or outside.
typedef struct fence {
    bool inside;    // between the lines that open and close a block
    bool opens;     // this line opens one
    bool closes;    // this line closes one
    char words[80]; // what stands after ```, e.g. "console"
} fence;
// To be told of every line in turn; all zero at first.
void follow_fence(fence *, const char *line);

#endif
