// text.h: reading and writing the text of mazes. A kind reads its body line by line and points at
// what is wrong; it never sees whether the text came from a file or from an id.
#ifndef MW_TEXT_H
#define MW_TEXT_H

#include "mazewright/mazewright.h"

#include <stdarg.h>

// ---- writing: growing text. Running out of memory is remembered, not reported on each call.
struct mw_writer {
    char *text; // always ends with '\0' once anything was written
    size_t length, capacity;
    bool failed;
};
void mw_write(mw_writer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void mw_write_bytes(mw_writer *, const char *, size_t);
void mw_write_char(mw_writer *, char);
char *mw_writer_take(mw_writer *); // the text, which the caller frees; NULL if memory ran out
// The next part of a list that began when the text was `begun` long: a comma first, unless it is
// the first one.
void mw_write_part(mw_writer *, size_t begun, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The walls of a cell as such a part, a bit for each name: "no walls", "wall above", "walls above
// and left". The names end with NULL.
void mw_write_walls(mw_writer *, size_t begun, unsigned walls, const char *const *names);

// ---- reading
typedef struct mw_line {
    const char *text; // not terminated; without the line's end and trailing blanks
    uint32_t length, number;
} mw_line;

typedef struct mw_param {     // one option of a header or id
    const char *name, *value; // value is "" for a plain word
    uint32_t line, column;
    const mw_option *option;
} mw_param;

#define MW_PARAMS_MAX 12

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
};

// Next line that is neither blank nor a comment (first character '#'); false at the end.
bool mw_next_line(mw_source *, mw_line *);
// The value of an option, "" for a plain word, or NULL if it is not given; *where may be NULL.
const char *mw_option_value(const mw_source *, const char *name, const mw_param **where);
// An option whose value is one of the words of its table entry ("hv|vh"): their index. And one
// whose value is a number up to `most`. Both leave *out as it is where the option is not given;
// false, with the error told, for any other value.
bool mw_option_choice(mw_source *, const char *name, unsigned *out);
bool mw_option_number(mw_source *, const char *name, uint64_t most, uint64_t *out);
// The size of a random maze: flat, at least `cells` cells, at most `side` each way; else false.
bool mw_random_size(mw_source *, uint32_t cells, uint32_t side);
// Record what is wrong, where (line 0: nowhere in particular) and what to do; always false.
bool mw_fail(mw_source *, uint32_t line, uint32_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool mw_fail_param(mw_source *, const mw_param *, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool mw_fail_size(mw_source *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same for what is no text: *error says why something cannot be; always NULL.
mw_maze *mw_no_maze(mw_error *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A byte as it may stand in a message: 'x' or byte 0x1b.
const char *mw_show_byte(char c, char buffer[16]);
// Digits of text[0..length) as a number up to `most`; false if there are none, others, or it is
// larger.
bool mw_parse_number(const char *text, size_t length, uint64_t most, uint64_t *out);

bool mw_same_words(const char *, const char *); // equal but for blanks

// The rows of a grid, collected before its size is known: all lines of the source, each checked
// against the header's size by mw_grid_size. Free with mw_grid_free.
typedef struct mw_grid {
    mw_line *rows;
    uint32_t height;
} mw_grid;
bool mw_grid_read(mw_source *, uint32_t most_rows, mw_grid *);
void mw_grid_free(mw_grid *);
// Row `line` has `width` cells, the first row has `expected` (or the header says so); fails if not.
bool mw_grid_width(mw_source *, const mw_line *, uint32_t width, uint32_t expected, uint32_t most);
bool mw_grid_height(mw_source *, uint32_t height);

#endif
