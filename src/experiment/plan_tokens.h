// plan_tokens.h: the tokens of a plan, and the files that they name.
#ifndef MW_EXPERIMENT_PLAN_TOKENS_H
#define MW_EXPERIMENT_PLAN_TOKENS_H

#include "mazewright/mazewright.h"

#define MW_TOKENS_MAX 256  // in a line
#define MW_NAME_MAX   4096 // bytes of a file's name: the C library's glob fails on very long ones

typedef struct mw_token {
    char *text;
    uint32_t line, column;
    double value; // of a token that is a number; filled in by whoever reads it as one
} mw_token;

// Cuts the next line off *rest, without blanks at its end. NULL: there is none.
char *mw_cut_line(char **rest);
// Cuts a line into tokens, at blanks that are not within double quotes; a token that begins with
// '#' begins a comment. Returns how many tokens there are, or -n if the n-th token (from 1) has no
// second quote, or is one more than MW_TOKENS_MAX.
int mw_cut_tokens(char *line, uint32_t number, mw_token tokens[MW_TOKENS_MAX]);

// Each reads a token; false: it is not such a token.
bool mw_token_number(const mw_token *, double least, double most, double *); // "1e6"
bool mw_token_range(const mw_token *, uint64_t *from, uint64_t *to);         // "7" or "1..100"

#define MW_TEXT_MAX ((size_t)64 << 20) // bytes of a plan, or of a list that it names

// The files that a pattern such as "mazes/*.die" names, in order.
typedef struct mw_file_list {
    char **names;
    size_t count;
} mw_file_list;
bool mw_file_list_find(mw_file_list *, const char *pattern); // false: there are none
void mw_file_list_free(mw_file_list *);

#endif
