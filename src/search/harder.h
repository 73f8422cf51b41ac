// harder.h: what makes one maze harder than another, by the model of difficulty.h; and the measures
// of both side by side.
#ifndef MW_SEARCH_HARDER_H
#define MW_SEARCH_HARDER_H

#include "mazewright/mazewright.h"
#include "search/difficulty.h"

// A maze as it is compared.
typedef struct mw_weighed {
    mw_difficulty difficulty;
    mw_value *values; // those of mw_weighed_measures, in their order; NaN: does not apply
} mw_weighed;

// What is compared, without values; ends with a NULL name.
const mw_value *mw_weighed_measures(void);
// Weighs a maze. False: memory ran out, or the work is to end. Free with mw_weighed_free.
bool mw_weigh(const mw_graph *, mw_weighed *);
void mw_weighed_free(mw_weighed *); // frees what it holds, not the struct
double mw_weighed_value(const mw_weighed *, const char *name); // NaN: there is none

// The simulated player's moves are a product, so the difference of two difficulties is a sum: of
// what the lengths, the moves of an attempt for each move of the solution, and the number of
// attempts add to it.
enum { MW_HARDER_LENGTH, MW_HARDER_STRAYING, MW_HARDER_ATTEMPTS, MW_HARDER_PARTS };
typedef struct mw_harder_part {
    const char *name, *about;
    double grades;    // by which it makes the harder maze harder; less than 0: easier
    double values[2]; // of the first maze, and of the second
} mw_harder_part;
// Which of two mazes is harder, 0 or 1, and why. -1: neither, and the parts are relative to the
// second; -2: the difficulty of one is not known, or one has no solution, and there are no parts.
int mw_harder(const mw_weighed *, const mw_weighed *, mw_harder_part[MW_HARDER_PARTS]);
// The same in sentences, with these names for the mazes. False: memory ran out.
bool mw_harder_say(const mw_weighed *const mazes[2], const char *const names[2],
                   void (*say)(void *context, const char *sentence), void *context);

#endif
