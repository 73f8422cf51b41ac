// verify.h: is an answer to a maze right? An answer is a text with moves in it, as a program, a
// person or a language model wrote it. The moves are replayed through the rules.
#ifndef MAZEWRIGHT_VERIFY_H
#define MAZEWRIGHT_VERIFY_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

// Reads the moves of a text that was not written for programs. A text that mw_moves_parse reads is
// read in the same way. `strict` refuses all others; else `mazewright help verify` says how they
// are read. text[length] must be 0. True: the moves are in *actions, *count of them. False and
// *error: then these are the moves before the part that is none; or *actions is NULL, and it cannot
// be told where moves are in the text, or memory ran out. The caller frees *actions either way.
MW_API bool mw_moves_read(const mw_kind *, const char *text, size_t length, bool strict,
                          uint16_t **actions, size_t *count, mw_error *);

// How to verify. Zero means default.
typedef struct mw_verify_options {
    size_t size;      // see waist.h
    bool strict;      // moves are read as mw_moves_parse reads them
    bool optimal;     // distances are worked out for every maze; else only where that is cheap
    mw_limits limits; // of that work; where it is cheap, only keep_going counts
} mw_verify_options;

#define MW_CHEAP_STATES 10000 // a maze with at most so many reachable states is cheap

// What came of an answer.
typedef struct mw_verification {
    bool legal;             // the whole text was read, and every move is legal
    bool solved;            // legal, and the last move solves the maze
    uint64_t moves;         // that were played: all, or those before the first that is not legal
    uint64_t cost;          // of these
    uint64_t first_illegal; // number of the first move that is not legal, from 1; 0: none, or
                            // no moves were found in the text
    int optimal;            // 1: solved at the least cost; 0: not; -1: not known
    double progress;        // by how much of its first value the distance to the goal has become
                            // smaller: 0 to 1; NaN: not known, or the maze cannot be solved
    mw_limit limit;         // hit when distances were worked out
    char reason[400];       // why it is not legal or not solved, without a full stop; "" if solved
    const void *reserved[2];
} mw_verification;

typedef struct mw_verifier mw_verifier; // a maze, and its distances once they are needed

// Verifies answers to this maze, which must outlive it. The options may be NULL. NULL: out of
// memory. Free with mw_verifier_close.
MW_API mw_verifier *mw_verifier_open(const mw_maze *, const mw_verify_options *);
MW_API void mw_verifier_close(mw_verifier *);           // frees it; NULL is allowed
MW_API uint64_t mw_verifier_bytes(const mw_verifier *); // of memory that its distances take
// Verifies one answer; text[length] must be 0. False and *error: memory ran out; what is wrong with
// an answer is part of the result.
MW_API bool mw_verify(mw_verifier *, const char *text, size_t length, mw_verification *,
                      mw_error *);

#ifdef __cplusplus
}
#endif
#endif
