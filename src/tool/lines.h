// lines.h: the lines of stdin, or of another file, as they come in. A verb that answers each line
// reads only what is there and writes its answers before it waits for more.
#ifndef MW_TOOL_LINES_H
#define MW_TOOL_LINES_H

#include "tool/tool.h"

// All zero but `file` and `name` at first.
typedef struct line_reader {
    FILE *file;       // read without its buffer, except one that is no file of the system
    const char *name; // for messages
    char *bytes;
    size_t from, to, capacity; // bytes[from..to) have been read and not been used
    size_t searched;           // from there on no end of a line was looked for
    uint64_t number;           // of the last line
    bool drops;                // what has been read of a line was too long and is left out
    bool too_long;             // the last line was; its bytes are left out
    bool at_end;               // there is no more to read,
    int code;                  // and why: EXIT_DONE, or what went wrong and has been told
} line_reader;

// The next line of those that have been read, without its end; a byte 0 follows it. It is valid
// until more is read. False: no whole line is there.
bool lines_next(line_reader *, char **line, size_t *length);
// Waits for more and reads it; a signal ends the waiting, too. Does nothing at the end.
void lines_read(line_reader *);
void lines_free(line_reader *); // frees what it holds

#endif
