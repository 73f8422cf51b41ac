// words.h: the words of a plan, and the files that they name.
#ifndef MW_WORDS_H
#define MW_WORDS_H

#include "mazewright/mazewright.h"

#define MW_WORDS_MAX 256  // in a line
#define MW_NAME_MAX  4096 // bytes of a file's name: the C library's glob fails on very long ones

typedef struct mw_word {
    char *text;
    uint32_t line, column;
    double value; // for whoever reads it as a number
} mw_word;

// The next line of *rest, ended there; NULL at the end.
char *mw_cut_line(char **rest);
// Cuts a line into words: at blanks, but not within double quotes; one that begins with '#' begins
// a comment. Their number, or -n if the n-th (from 1) does not end or is one too many.
int mw_cut_words(char *line, uint32_t number, mw_word words[MW_WORDS_MAX]);

bool mw_word_number(const mw_word *, double least, double most, double *); // "1e6"
bool mw_word_bytes(const mw_word *, double *);                             // "512M"
bool mw_word_range(const mw_word *, uint64_t *from, uint64_t *to);         // "7" or "1..100"

const mw_algorithm *mw_find_algorithm(const char *name); // or NULL

char *mw_text_of_file(const char *name); // which the caller frees; NULL: cannot be read

// The files that a pattern such as "mazes/*.die" names, in order.
typedef struct mw_files {
    char **names;
    size_t count;
} mw_files;
bool mw_files_find(mw_files *, const char *pattern); // false: there are none
void mw_files_free(mw_files *);

#endif
