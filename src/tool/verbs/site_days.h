// site_days.h: the maze of the day: which one belongs to a date.
#ifndef MW_TOOL_VERBS_SITE_DAYS_H
#define MW_TOOL_VERBS_SITE_DAYS_H

#include "mazewright/mazewright.h"

// Days are counted from 1970-01-01.
bool day_read(const char *text, size_t length, long *day); // "2026-11-16"; false: no such day
void day_print(long day, char text[16]);
long day_today(void); // on this machine's calendar

// Which mazes are designed on which weekday, read from a file.
typedef struct day_plans day_plans;
// NULL, with a message printed. With a kind, only its plans count, and a weekday that has none of
// them takes those of the nearest weekday before it.
day_plans *day_plans_read(const char *name, const mw_kind *only);
void day_plans_free(day_plans *);

// What the list of mazes tells about one of them.
typedef struct graded {
    char *id, *kind;
    double length, difficulty; // NaN: not known, or unsolvable
} graded;
// EXIT_DONE, or an exit code with a message printed. Free with graded_free either way.
int grade_maze(const mw_maze *, graded *);
void graded_free(graded *);

// The mazes of days that are shipped, dates.txt: calls `take` for each day. It may take over the
// texts. EXIT_DONE, or an exit code with a message printed; `take` ends the reading with such a
// one.
int day_each_shipped(const char *file, int (*take)(void *, long day, graded *), void *context);

// Designs the maze of a day. The same day and plans give the same maze.
int day_design(const day_plans *, long day, graded *);

#endif
