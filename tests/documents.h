// documents.h: for tests: finds the project's documents (*.md) and reads Markdown line by line.
#ifndef MW_TEST_DOCUMENTS_H
#define MW_TEST_DOCUMENTS_H

#include <stdbool.h>

// Names of all documents, from the project's folder; NULL-terminated, free with free_names.
char **documents(void);

// Returns the next line of *text, ended by '\0' in place, and moves *text behind it; NULL at the
// end.
char *next_line(char **text);

// Whether the current line of a document is inside a fenced block.
typedef struct fence {
    bool inside;    // between the lines that open and close a block
    bool opens;     // this line opens one
    bool closes;    // this line closes one
    char words[80]; // what stands after ```, e.g. "console"
} fence;
// Call it with every line in turn; *fence is all zero before the first line.
void follow_fence(fence *, const char *line);

#endif
