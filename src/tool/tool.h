// tool.h: what the verbs of the command share: the option table, inputs, limits, tables, exit
// codes.
#ifndef MW_TOOL_TOOL_H
#define MW_TOOL_TOOL_H

#include "mazewright/mazewright.h"
#include "parallel/clock.h"

#include <stdio.h>

// Exit codes, worst last in `worse`.
enum {
    EXIT_DONE = 0,
    EXIT_NO = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_LIMIT = 4,
    EXIT_BROKEN = 5
};
int worse(int a, int b);

// ---- options: one table for parsing, --help, the manual and the completion
typedef enum {
    O_KIND,
    O_ALGORITHM,
    O_HEURISTIC,
    O_WEIGHT,
    O_STORE,
    O_DISTANCES,
    O_OPEN,
    O_TO,
    O_OUTPUT,
    O_SEED,
    O_METHOD,
    O_OBJECTIVE,
    O_REQUIRE,
    O_EVALUATIONS,
    O_SECONDS,
    O_NUMBER,
    O_HOT,
    O_COLD,
    O_ROUNDS,
    O_THREADS,
    O_STREAMS,
    O_EXCHANGE,
    O_DEVICE,
    O_RESAMPLE,
    O_RESUME,
    O_ACROSS,
    O_FITNESS,
    O_POPULATION,
    O_ELITE,
    O_SELECTION,
    O_CROSSOVER,
    O_MUTATION,
    O_FLIPS,
    O_DISTINCT,
    O_SOLUTION,
    O_DEAD,
    O_THEME,
    O_SCALE,
    O_ASCII,
    O_FORMAT,
    O_TITLE,
    O_GRID,
    O_PAPER,
    O_MADE,
    O_GRADE,
    O_SAVE,
    O_EXPORT,
    O_AGENT,
    O_ORIENTATIONS,
    O_ENGINE,
    O_RECOVER,
    O_MOVES,
    O_SUMMARY,
    O_CHART,
    O_TRACE,
    O_FRAME_RATE,
    O_RADIUS,
    O_WALL,
    O_GRAVITY,
    O_FRICTION,
    O_RESTITUTION,
    O_DT,
    O_ACCELERATION,
    O_ERROR,
    O_REST_ENERGY,
    O_REST_TIME,
    O_GIVE_UP,
    O_LIST,
    O_SORT,
    O_CATALOGUE,
    O_PORT,
    O_HOST,
    O_ALLOW_HOST,
    O_PAGE,
    O_OPEN_PAGE,
    O_JOBS,
    O_QUESTION_SECONDS,
    O_JOB_SECONDS,
    O_DATE,
    O_QUICK,
    O_MAPS,
    O_MAZES,
    O_SHARD,
    O_REPORT_FORMAT,
    O_LIMIT_STATES,
    O_LIMIT_MEMORY,
    O_LIMIT_SECONDS,
    O_JSON,
    O_QUIET,
    O_MAN,
    O_MARKDOWN,
    O_COMPLETION,
    O_HELP,
    O_VERSION,
    O_COUNT
} option_id;

typedef struct option {
    const char *name;
    char letter;       // 0: none
    const char *value; // NULL: takes none
    const char *about;
    bool whole; // a number without a fraction
    bool file;  // that stdout cannot stand for
} option;
extern const option options[O_COUNT];

typedef struct settings {
    const struct verb *verb;
    const char *value[O_COUNT]; // "" for an option without a value; NULL: not given
    const char **inputs;        // in argv
    int input_count;
} settings;

// What an option means to one verb, where the table speaks too generally.
typedef struct option_note {
    option_id id;
    const char *value, *about; // value NULL: as in the table
} option_note;

typedef struct verb {
    const char *name, *arguments, *about, *details;
    const char *example;        // a command in each line
    option_id options[O_COUNT]; // besides --help; ends with O_COUNT
    const option_note *notes;   // OPTIONAL; ends with a NULL about
    int (*run)(const settings *);
} verb;
extern const verb verbs[]; // ends with a NULL name

// An option as this verb means it.
option option_for(const verb *, option_id);
bool verb_takes(const verb *, option_id);

// EXIT_DONE, or EXIT_USAGE with a message printed.
int options_read(settings *, int argc, char **argv);
// A number option within bounds, or `fallback`; false with a message printed.
bool option_number(const settings *, option_id, double least, double most, double fallback,
                   double *);
// A size in bytes such as 512M.
bool option_bytes(const settings *, option_id, uint64_t *);
// The conditions of --require, which must be given: `out` ends with NULL and points into `text`.
#define CONDITIONS_MAX    8
#define CONDITIONS_LENGTH 1000
bool option_conditions(const settings *, char text[CONDITIONS_LENGTH],
                       const char *out[CONDITIONS_MAX + 1]);

void print_devices(void); // the graphics cards that `design` can use

// ---- messages on stderr
// One that ends with "out of memory" makes the exit code EXIT_BROKEN, whatever comes after.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
int out_of_memory(void);            // says so, once; EXIT_BROKEN
int exit_code_of(const mw_error *); // by its code
// EXIT_DONE if `ok`; else prints the error and returns the exit code that it means.
int error_told(bool ok, const mw_error *);
bool ran_out_of_memory(void);

// ---- inputs
typedef struct input {
    const char *name; // as given
    char *label;      // the name, or the id with its generator's version
    mw_maze *maze;
} input;
// EXIT_DONE, or an exit code with a message printed. Free with input_close either way.
int input_open(input *, const settings *, const char *name);
void input_close(input *);
// Bytes that are no UTF-8 become question marks.
void make_utf8(char *);
// The next line, as getline; false at the end, or with a message printed.
bool read_line(FILE *, char **line, size_t *capacity);
// Runs `each` on every input and returns the worst exit code; a bad input does not stop the rest.
int for_each_input(const settings *, int (*each)(input *, void *), void *context);

// A maze in a text form, which the caller frees. NULL: *code is an exit code, and a message is
// printed.
char *print_form(const mw_maze *, const char *label, const char *name, int *code);

// ---- files that come with the command
// The folder of this name, in the build or as installed. The caller frees it; NULL: there is none.
char *find_folder(const char *name);
// The folder of the web page, as --page says or where it was built. NULL, with a message printed.
char *find_page(const settings *);

// ---- files to write: the new one takes the place of the old one when it is whole
typedef struct output {
    const char *name;
    char part[1000]; // written meanwhile; "": the file itself
    unsigned mode;
} output;
// The name to write to; afterwards, has all been written? False: errno says why not.
const char *output_begin(output *, const char *name);
bool output_end(output *, bool whole);
// The same with a stream, NULL where it cannot be opened; stdout for "-". False with a message
// printed; what is not `whole` is taken away without a word.
FILE *output_open(output *, const char *name);
bool output_close(output *, FILE *, bool whole);

// ---- limits, progress and interruption
// Under a limit of memory: large blocks go back to the system as soon as they are freed.
void give_memory_back(void);
typedef struct watch {
    double deadline; // 0: none
    double started, shown;
    bool progress;
    bool timed_out;
} watch;
// Limits from the options; the watch must outlive them. False with a message printed.
bool limits_read(const settings *, mw_limits *, watch *);
// Limits, weight and store of a search, likewise.
bool search_read(const settings *, mw_search_options *, watch *);
void watch_restart(watch *, const settings *); // for the next piece of work
void watch_clear(watch *);                     // take the progress line away
const char *limit_reason(mw_limit, const watch *);
bool progress_wanted(const settings *); // stderr is a terminal, and not --quiet
static inline double now(void)
{
    return mw_seconds();
}
bool interrupted(void);
void catch_interrupts(void);
// For work of a library that cannot be asked to stop: from now on an interrupt takes the unfinished
// file away and ends the program at once; with NULL, no longer.
void interrupts_discard(const output *);

// ---- tables on stdout
typedef struct table {
    char **cells;
    unsigned columns, count, capacity;
    bool failed; // memory ran out, and what comes is left out
} table;
void table_add(table *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_print(table *, unsigned left_columns, FILE *); // the rest is right-aligned; frees it
const char *thousands(double, char buffer[40]);

// One line of JSON; frees what was written.
void print_line(mw_writer *, FILE *);

// ---- the verbs
int run_solve(const settings *);
int run_analyse(const settings *);
int run_check(const settings *);
int run_audit(const settings *);
int run_convert(const settings *);
int run_design(const settings *);
int run_catalogue(const settings *);
int run_simulate(const settings *);
int run_render(const settings *);
int run_trace(const settings *);
int run_book(const settings *);
int run_hint(const settings *);
int run_play(const settings *);
int run_serve(const settings *);
int run_site(const settings *);
int run_experiment(const settings *);
int run_reproduce(const settings *);
int run_help(const settings *);
int print_help(const verb *);

#endif
