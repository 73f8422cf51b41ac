// fuzz.h: what the fuzz targets share. A target is one LLVMFuzzerTestOneInput: with libFuzzer it is
// given inputs without end (`make fuzz`), with replay.c the ones kept in corpus/ and crashes/. It
// does not only look for crashes: what the program promises is checked with `must`.
#ifndef MW_FUZZ_H
#define MW_FUZZ_H

#include "mazewright/mazewright.h"
#include "mazewright/rng.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A promise: prints the sentence and aborts where it is broken.
#define must(holds, ...) ((holds) ? (void)0 : fuzz_broken(#holds, __FILE__, __LINE__, __VA_ARGS__))
_Noreturn void fuzz_broken(const char *what, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// The input as a text of exactly its size, so that reading too far is noticed; ends at a byte 0.
// The caller frees it.
char *fuzz_text(const uint8_t *, size_t);
// Choices that go with an input, without being part of it: so a corpus is plain text.
mw_rng fuzz_choices(const uint8_t *, size_t);
size_t fuzz_choose(mw_rng *, size_t count); // 0 .. count-1; 0 where there is none

// A new folder for files of this process: below FUZZ_FOLDER, which fuzz/round takes away however
// the process ends, or else where databases are fast. The target removes it, too, at an exit.
const char *fuzz_folder(void);

// An error that nobody has filled in yet; and the one that belongs to a refusal: it has a code and
// a message.
#define FUZZ_ERROR                                                                                 \
    (mw_error)                                                                                     \
    {                                                                                              \
        .code = (mw_error_code)99, .line = 999999, .column = 999999                                \
    }
void fuzz_error(const mw_error *);
// Is this a maze of so many cells that to draw or search it would take too long?
bool fuzz_large(const mw_maze *);
// Does a text name a size, 5x5 or 2x3x4, of more than `most` cells? To make or search such a maze
// may take its time, and rightly so; but not where the size is beyond what any kind allows.
bool fuzz_names_large(const char *text, uint64_t most);
// Small limits for searches and graphs.
mw_limits fuzz_limits(void);
// JSON that a strict parser takes, and an object. Aborts otherwise.
void fuzz_json(const char *text);

// Everything that is promised of a maze, whatever text it came from (maze.c).
void fuzz_maze(const mw_maze *, mw_rng *);
void fuzz_maze_text(const mw_maze *); // of that, what is said of its text
// Every algorithm and the state graph against a plain search (oracle.c). A large maze is left out.
void fuzz_oracle(const mw_maze *, mw_rng *);
void fuzz_xml(const char *text);                 // SVG that a strict reader takes
void fuzz_brackets(const char *text, bool lisp); // of PDDL, or else of Promela

#endif
