// text.h: reading and writing text inside the library. The part that kinds in other programs may
// use, too, is in mazewright/text.h.
#ifndef MW_CORE_TEXT_H
#define MW_CORE_TEXT_H

#include "mazewright/text.h"

#include <stdarg.h>

// Finds the rows of the body that is still to be read. What lies before the first and after the
// last may be comments. Before this every line that begins with '#' is one.
void mw_find_rows(mw_source *);

void mw_write_list(mw_writer *, const char *format, va_list); // as mw_write

// A copy of the first bytes of a text, which the caller frees. NULL: out of memory.
char *mw_text_copy(const char *, size_t length);

// Writes the next part of a list, after a comma unless it is the first part. `begun`: the length of
// the text when the list began.
void mw_write_part(mw_writer *, size_t begun, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The walls of a cell as such a part, a bit for each name: "no walls", "wall above", "walls above
// and left". The names end with NULL.
void mw_write_walls(mw_writer *, size_t begun, unsigned walls, const char *const *names);

// The word of a list, with blanks between its words, that somebody may have meant who wrote another
// one: a few letters differ, or it begins like it. False: none is near.
#define MW_WORD_SIZE 64
bool mw_closest(const char *word, const char *list, char closest[MW_WORD_SIZE]);
// Writes after "unknown verb 'x'" what there is: "; the verbs are a b c", or with the closest one:
// "; did you mean 'y'? The verbs are a b c". `list` begins with "the verbs are", and `words` is
// where the words begin in it.
void mw_write_known(mw_writer *, const char *word, const char *list, size_t words);

// Writes such a sentence into *error, without a line or column, and returns false. `list` as above.
bool mw_refuse_unknown(mw_error *, const char *word, const char *list, size_t words,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));

// Is it an id with a seed? In a description a '#' is something else.
bool mw_id_is_random(const char *id);

// Writes the sentence into *error, without a line or column, and returns false.
bool mw_refuse(mw_error *, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The analyser sees one file at a time; this tells it that these functions return false (or NULL).
#ifdef __clang_analyzer__
#define mw_fail(...)       (mw_fail(__VA_ARGS__), false)
#define mw_fail_param(...) (mw_fail_param(__VA_ARGS__), false)
#define mw_fail_size(...)  (mw_fail_size(__VA_ARGS__), false)
#define mw_no_memory(...)  (mw_no_memory(__VA_ARGS__), (void *)NULL)
#define mw_refuse(...)     (mw_refuse(__VA_ARGS__), false)
#endif

// Reads numbers from one line, with blanks between them, as mw_write wrote them. A number that is
// wrong or larger than `most` sets `failed`; it and all after it are read as 0.
typedef struct mw_numbers {
    const char *at; // after the numbers read so far
    bool failed;
} mw_numbers;
uint64_t mw_next_whole(mw_numbers *, uint64_t most);
double mw_next_fraction(mw_numbers *);                    // as %g or %a writes it
void mw_next_word(mw_numbers *, char *word, size_t size); // a word between the numbers

// How many bytes the first character of a UTF-8 text has (1 for the final 0). 0: the bytes are not
// a valid character (cut short, overlong, a surrogate, beyond U+10FFFF).
unsigned mw_utf8_length(const char *text);
// How many characters the text has. A byte that is not part of a valid one counts as one.
unsigned mw_utf8_count(const char *text);

// A part of a line between blanks; its text belongs to the line.
typedef struct mw_span {
    const char *text;
    uint32_t length, column; // column: from 1
} mw_span;
// The next part of a line from *at on; *at is then the place after it. At the end of the line its
// length is 0.
mw_span mw_next_span(const mw_line *, uint32_t *at);
bool mw_span_is(const mw_span *, const char *text);

bool mw_same_words(const char *, const char *); // are they equal, apart from blanks?

// Reads a size in bytes, "1000" or, with K, M, G or T, "512M". False: it is not a size
// from 1 to 2^60.
bool mw_parse_bytes(const char *text, double *);
uint64_t mw_hash_bytes(const void *bytes, size_t count); // 64-bit FNV-1a

#endif
