// text.h: reading and writing the text of mazes, for authors of kinds. A kind reads the body line
// by line and tells where it is wrong. It need not know whether the text comes from a file or an
// id.
#ifndef MAZEWRIGHT_TEXT_H
#define MAZEWRIGHT_TEXT_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define MW_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define MW_PRINTF(text, first)
#endif

// ---- writing
// Growing text, {0} to begin with. Running out of memory is remembered, not reported on each call.
struct mw_writer {
    char *text; // always ends with '\0' once anything was written
    size_t length, capacity;
    size_t most; // bytes that it may take; 0: no limit
    bool failed; // memory ran out, or there are more than these
};
// Adds text, as printf would print it.
MW_API void mw_write(mw_writer *, const char *format, ...) MW_PRINTF(2, 3);
MW_API void mw_write_bytes(mw_writer *, const char *, size_t); // adds bytes; the last is a count
MW_API void mw_write_char(mw_writer *, char);                  // adds one character
// The text that was written, which the caller frees; NULL if memory ran out.
MW_API char *mw_writer_take(mw_writer *);

// ---- reading
// A line of a maze's text.
typedef struct mw_line {
    const char *text; // not terminated; without the line's end and trailing blanks
    uint32_t length, number;
} mw_line;

// One option of a header or id.
typedef struct mw_param {
    const char *name, *value; // value is "" for a plain word
    uint32_t line, column;
    const mw_option *option;
} mw_param;

#define MW_PARAMS_MAX 12 // options of one maze

// A maze's text being read. A kind looks at the size and at `bare`, and asks the functions below
// for the rest.
struct mw_source {
    const mw_kind *kind;
    const char *at, *end; // the body that is still to be read
    char row_end;         // '\n' in a file, '/' in an id
    const char *body;     // of an id, else NULL: where its rows begin,
    uint32_t body_column; // and in which column of the id that is
    bool bare;            // no header: a grid as printed in a paper
    uint32_t line;        // number of the next line
    uint32_t w, h, d;     // the size that the header states; 0: it states none
    uint32_t size_line, size_column;
    mw_param params[MW_PARAMS_MAX];
    unsigned param_count;
    mw_error *error;
    const char *first_row, *last_row; // of the body, that surely are no comments; NULL: none is
};

// The next line that is neither blank nor a comment; false at the end. Which lines that begin
// with '#' are comments, and which are rows, is in mazewright(5).
MW_API bool mw_next_line(mw_source *, mw_line *);
// The value of an option, "" for a plain word, or NULL if it is not given; *where, which tells
// errors where it stands, may be NULL.
MW_API const char *mw_option_value(const mw_source *, const char *name, const mw_param **where);
// The index of an option's value among the words of its table entry ("hv|vh"). Leaves *out as it is
// where the option is not given; false, with the error told, for any other value.
MW_API bool mw_option_choice(mw_source *, const char *name, unsigned *out);
// An option whose value is a number up to `most`. Leaves *out as it is where the option is not
// given; false, with the error told, for any other value.
MW_API bool mw_option_number(mw_source *, const char *name, uint64_t most, uint64_t *out);
// Is the size right for a random maze: flat, at least `cells` cells, at most `side` each way? Else
// false, with the error told.
MW_API bool mw_random_size(mw_source *, uint32_t cells, uint32_t side);
// Reads the digits text[0..length) as a number up to `most`. False: there are no digits, there are
// other characters, or the number is larger.
MW_API bool mw_parse_number(const char *text, size_t length, uint64_t most, uint64_t *out);

// ---- what is wrong
// Tells what is wrong, where (line 0: nowhere in particular) and what to do; always false.
MW_API bool mw_fail(mw_source *, uint32_t line, uint32_t column, const char *format, ...)
    MW_PRINTF(4, 5);
// Tells what is wrong with an option; always false.
MW_API bool mw_fail_param(mw_source *, const mw_param *, const char *format, ...) MW_PRINTF(3, 4);
// Tells what is wrong with the size; always false.
MW_API bool mw_fail_size(mw_source *, const char *format, ...) MW_PRINTF(2, 3);
// Tells why something that is no text cannot be a maze; always NULL.
MW_API mw_maze *mw_no_maze(mw_error *, const char *format, ...) MW_PRINTF(2, 3);
// A byte as it may stand in a message: 'x' or byte 0x1b. Returns the buffer.
MW_API const char *mw_show_byte(char c, char buffer[16]);

// ---- grids
// The rows of a grid, collected before its size is known.
typedef struct mw_grid {
    mw_line *rows;
    uint32_t height;
} mw_grid;
// All lines that are left, up to `most_rows`; false, with the error told, if there are none or
// more. Free with mw_grid_free either way.
MW_API bool mw_grid_read(mw_source *, uint32_t most_rows, mw_grid *);
MW_API void mw_grid_free(mw_grid *); // frees the rows, not the text they point to
// Does a row have as many cells as the header says, or else `expected` (those of the first row),
// and at most `most`? Else false, with the error told.
MW_API bool mw_grid_width(mw_source *, const mw_line *, uint32_t width, uint32_t expected,
                          uint32_t most);
// Is the maze flat, with as many rows as the header says, if it says so? Else false, with the error
// told.
MW_API bool mw_grid_height(mw_source *, uint32_t height);

#ifdef __cplusplus
}
#endif
#endif
