// tool.h: what the verbs of the command share: options, messages, exit codes, inputs, outputs,
// limits, tables.
#ifndef MW_TOOL_TOOL_H
#define MW_TOOL_TOOL_H

#include "core/json.h"
#include "mazewright/marble.h"
#include "mazewright/mazewright.h"
#include "mazewright/plugin.h"
#include "mazewright/scene.h"
#include "parallel/clock.h"

#include <stdio.h>

// Exit codes. `worse` returns the one of two that a user must hear of.
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
#define OPTION(id, ...) O_##id,
#include "tool/options.def"
#undef OPTION
    O_COUNT
} option_id;

typedef struct option {
    const char *name;
    char letter;       // 0: none
    const char *value; // what stands for its value in a help text; NULL: it takes none
    const char *about;
    enum { TEXT, WHOLE, FILE_NAME, FILE_NAMES, LIST, CONDITIONS } must_be; // as options.def says
} option;
extern const option options[O_COUNT];

typedef struct settings {
    const struct verb *verb;
    const char *value[O_COUNT]; // "" for an option without a value; NULL: not given
    char *joined[O_COUNT];      // the value of a list that is given more than once
    const char **inputs;        // in argv
    int input_count;
} settings;

// What an option means to one verb, where the text in the table is too general.
typedef struct option_note {
    option_id id;
    const char *value, *about; // value NULL: as in the table
} option_note;

typedef int run_verb(const settings *); // returns an exit code

typedef struct verb {
    const char *name, *arguments, *about, *details;
    const char *example;        // a command in each line
    option_id options[O_COUNT]; // besides --help; ends with O_COUNT
    const option_note *notes;   // OPTIONAL; ends with a NULL about
    run_verb *run;
} verb;
extern const verb verbs[]; // ends with a NULL name

const verb *verb_find(const char *name); // also by its American name; NULL: there is none
const char *verb_american(const verb *); // NULL: it is spelt in the same way
// An option as this verb means it.
option option_for(const verb *, option_id);
bool verb_takes(const verb *, option_id);

// EXIT_DONE, or an exit code with a message printed. Free with options_free either way.
int options_read(settings *, int argc, char **argv);
void options_free(settings *);
// Reads a number within bounds; `fallback` where the option is not given. False with a message
// printed.
bool option_number(const settings *, option_id, double least, double most, double fallback,
                   double *);
// The same for a whole number.
bool option_count(const settings *, option_id, double least, double most, double fallback,
                  unsigned *);
bool option_seed(const settings *, uint64_t *);       // default 1
bool option_threads(const settings *, unsigned *);    // default 0: as many as there are cores
bool option_kind(const settings *, const mw_kind **); // that of --kind; default NULL
int unknown_kind(const char *name);                   // EXIT_USAGE with a message printed
// Are the moves of --moves words of the kind that --kind names, or of any kind? Which of them are
// legal is seen when the maze has been read. False with a message printed.
bool option_moves(const settings *);
// The preset of --as; default: the first one.
bool option_preset(const settings *, const mw_marble_preset **);
// A size in bytes such as 512M.
bool option_bytes(const settings *, option_id, uint64_t *);
// The items of a list with commas, each once; `all`: one of them is that word. A comma in brackets
// is part of an item. Without the option there are none. False with a message printed.
typedef struct name_list {
    char *text;
    const char **item;
    unsigned count;
    bool all;
} name_list;
bool option_names(const settings *, option_id, name_list *);
bool names_of(name_list *, const char *list);
void names_free(name_list *);
// The algorithms and heuristics that are asked for, which must be known: `all` is replaced by the
// names of the algorithms. Heuristics belong to kinds; some kind has each of them.
bool option_algorithms(const settings *, name_list *);
bool option_heuristics(const settings *, name_list *);
bool has_heuristic(const mw_kind *, const char *name); // all have "zero"
// Those of the list that a kind has: for `all`, zero and all of the kind's own; then the others,
// expressions among them. `lacking` becomes the others, "'h2', 'h4'"; the caller frees its text.
// Returns how many names there are.
#define HEURISTICS_GIVEN 64 // names in a list, at most
#define HEURISTICS_MAX   (HEURISTICS_GIVEN + MW_HEURISTICS_MAX + 1)
unsigned heuristics_for(const name_list *, const mw_kind *, const char *names[HEURISTICS_MAX],
                        mw_writer *lacking);
bool option_theme(const settings *, mw_theme *); // left alone where it is not given
// The conditions of --require or --where, which must be given: `out` ends with NULL and points into
// `text`.
#define CONDITIONS_MAX    8
#define CONDITIONS_LENGTH 1000
bool option_conditions(const settings *, option_id, char text[CONDITIONS_LENGTH],
                       const char *out[CONDITIONS_MAX + 1]);

// Loads the plug-ins that MAZEWRIGHT_PLUGINS and --plugin name. EXIT_DONE, or an exit code with a
// message printed.
int load_plugins(const settings *);

void print_devices(void); // the graphics cards that `design` can use

// ---- messages on stderr
// Prints a line, and returns the code.
int complain_with(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same; always false, so that a check can return it.
#define complain(...) complain_with(false, __VA_ARGS__)
// With true, nothing is printed until it is called with false: of the many lines of a list that are
// no mazes the first are enough.
void complaints_off(bool from_now);
// From now on messages are written there, until it is called with NULL.
void complaints_to(mw_writer *);
// Prints "unknown verb 'x'; the verbs are a b c", with the closest of them where one is near, and
// returns the code. `about` is "the verbs are"; `known` the words with blanks between; it is freed.
int complain_unknown(int code, const char *word, const char *about, mw_writer *known,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));
// A list of words with blanks between: is a word there? Adds one that is not.
bool has_word(const mw_writer *, const char *word);
void add_word(mw_writer *, const char *word);
// Prints an error after the name of what it is about, which may be NULL, and returns the exit code
// that the error's code means: `wrong_input` for MW_ERROR_INPUT.
int complain_of(const char *name, const mw_error *, int wrong_input);
// EXIT_DONE if `ok`; else prints the error and returns the exit code that it means.
int error_told(bool ok, const mw_error *);
int exit_code_of(const mw_error *); // the exit code that the error's code means
// Prints it, the first time; EXIT_BROKEN. Where work was stopped in the middle, and only seemed to
// lack memory, prints that; EXIT_LIMIT.
int out_of_memory(void);
// Was memory missing at some time? Then the command ends with EXIT_BROKEN whatever comes after.
bool ran_out_of_memory(void);

// The analyser sees one file at a time; this tells it what these functions return.
#ifdef __clang_analyzer__
#define complain_with(code, ...)    (complain_with((code), __VA_ARGS__), (code))
#define complain_unknown(code, ...) (complain_unknown((code), __VA_ARGS__), (code))
#define out_of_memory()             (out_of_memory(), EXIT_BROKEN)
#endif

// ---- inputs
// A maze that the user names. What an argument may be is in inputs.c.
typedef struct input {
    const char *name; // as the user gave it: a file, an id, shipped:rook/05 or -
    char *label;      // the name, or the id with its generator's version
    mw_maze *maze;
    bool listed;               // it is one of several, or stands in a list
    const char *place;         // where, e.g. "stdin:3"; NULL: it is an argument
    const struct json_t *line; // the object that names it; NULL: none does
    bool by_id;                // its name is an id
    char *id;                  // see input_id
} input;
// Opens the maze that the name names. EXIT_DONE, or an exit code with a message printed. Free with
// input_close either way.
int input_open(input *, const settings *);
void input_close(input *);
// Says that the verb can do nothing with this maze, in these words. Where it is one of several the
// others go on: EXIT_INPUT; else EXIT_USAGE.
int input_unfit(const input *, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *input_id(input *); // NULL: out of memory
// Begins an object about this maze, with the name under which the user knows it, and its id.
mw_writer maze_object(input *);
// The kind whose files, or one of whose text forms, have this extension; NULL: none.
const mw_kind *kind_of_extension(const char *);
// Reads a maze from a text, instead. EXIT_DONE, or an exit code with a message printed.
int input_parse(input *, const settings *, const char *text, size_t length);
// What is left of a file. NULL with a message printed.
char *input_read(FILE *, const char *name, size_t *length);
const char *input_shown(const input *); // where its text stands, for messages
// Bytes that are no UTF-8 become question marks.
void make_utf8(char *);
// So does what would steer the terminal, in a text that repeats what the user or a file said.
void make_harmless(char *);
// Reads the next line, with its end, over what was read before. False at the end, or with a message
// printed. `read_line` does so with a text as getline has it.
bool line_read(FILE *, const char *name, mw_writer *line);
bool read_line(FILE *, char **line, size_t *capacity);
#define INPUT_MAX ((size_t)64 << 20) // bytes of a maze's text, or of a line
// Opens an input, runs `each` on it and closes it. Returns the exit code of opening or of `each`.
int with_input(const settings *, const char *name, int (*each)(input *, void *), void *context);
// The same for every maze that the inputs name; a bad one does not stop the rest. `each` may take
// over the maze, and leave NULL. Returns the worst exit code.
int for_each_input(const settings *, int (*each)(input *, void *), void *context);
// The same for what one name names.
int each_named_input(const settings *, const char *name, int (*each)(input *, void *),
                     void *context);
// The same for all inputs, and counts those that could not be opened, or of which `each` did not
// return EXIT_DONE.
int for_each_input_counted(const settings *, int (*each)(input *, void *), void *context,
                           unsigned *refused);
// The same for a verb to which an argument or a line of a list that begins with '=' is a title:
// `title` gets what stands after it.
int for_each_input_titled(const settings *, int (*each)(input *, void *),
                          int (*title)(void *, const char *), void *context);
// May the inputs name more than one maze? What stdin has is not known yet.
bool inputs_several(const settings *);

// The mazes that come with the command and have this name: rook/05, all of a kind for its name, or
// all for ""; those that show the options of kinds, and the lessons, stand apart, as if they were
// kinds. Returns the worst exit code of `each`, or EXIT_INPUT with a message printed.
#define SHIPPED_LESSONS "lessons"
bool is_shipped_apart(const char *name);
typedef int each_name(void *context, const char *name, const char *path);
// `place` is told where there is none; it may be NULL.
int each_shipped(const char *wanted, const char *place, each_name *, void *context);

// Has some kind this form? Whether the kind of a maze has it is seen when the maze is there. False
// with a message printed.
bool form_known(const char *name);
// Writes a maze in a text form, on lines of its own. EXIT_DONE, or an exit code with a message
// printed.
int write_form(const mw_maze *, const char *label, const char *name, mw_writer *);

// ---- files that come with the command
// The folder of this name, in the build or as installed. The caller frees it; NULL: there is none.
char *find_folder(const char *name);
bool is_folder(const char *name);
bool is_empty_folder(const char *name); // it is there, and nothing is in it
// The folder of the web page: the one that --page names, or the one that came with the command. The
// caller frees it; NULL, with a message printed.
char *find_page(const settings *);

// ---- files to write. A new file is written beside the old one and takes its place when it is
// whole.
typedef struct output {
    const char *name;
    char part[1000]; // the file that is written meanwhile; "": the file itself is written
    int lock;        // a descriptor of that file, which holds a lock on it; -1: none
    unsigned mode;
} output;
// Begins a file; returns the name to write to. At the end, `whole` tells whether all was written:
// the new file takes its place, or is removed. False: it has not taken its place; errno says why.
const char *output_begin(output *, const char *name);
bool output_end(output *, bool whole);
// The same where *error already tells what went wrong, unless `whole`. False: *error tells why the
// file is not there.
bool output_finish(output *, bool whole, mw_error *);
// The same with a stream: stdout for "-", NULL where the file cannot be opened. Closing prints a
// message and returns false where a whole file could not be written; one that is not `whole` is
// removed without a message.
FILE *output_open(output *, const char *name);
bool output_close(output *, FILE *, bool whole);
void outputs_discard(void); // removes the unfinished files; a signal handler may call it
// Adds a text to the end of a file, which stays as it was if that fails. Frees the text. False:
// errno says why.
bool output_add(const char *name, mw_writer *text);
// Can a file of this name be written, as far as one can tell before long work? False with a message
// printed.
bool output_possible(const char *name);
// What stands after the last dot of a file's name, without its folder; "" where there is none.
const char *name_ending(const char *name);
// Writes a whole file, or to stdout for "-", and frees the text. EXIT_DONE, or EXIT_BROKEN with a
// message printed.
int write_file(const char *name, mw_writer *text);

// ---- limits, progress and interruption
// Makes large blocks of memory go back to the system as soon as they are freed. Called under a
// limit of memory.
void give_memory_back(void);
// The limits that the options set to each piece of work, and the time that this one has taken.
typedef struct watch {
    const settings *s;
    mw_limits limits; // they point to this watch, so it must not be copied
    double deadline;  // 0: none
    double started, shown;
    bool progress; // is to be shown
    bool timed_out;
} watch;
// Reads the limits from the options and starts. False with a message printed.
bool watch_open(watch *, const settings *);
// Reads the limits and the store of a search. False with a message printed.
bool search_read(const settings *, mw_search_options *, watch *);
void watch_restart(watch *); // the next piece of work begins
void watch_next(void);       // the same for the verb's watch, if it has one
void watch_end(void);        // the verb has ended; its watch may be gone
// The work is done or was stopped; a moment more for telling what is known. The watch may be NULL.
// Only the main thread is asked whether it goes on; for others this does nothing.
void watch_rest(watch *);
void watch_clear(watch *); // removes the line of progress
// Says why the work was stopped in the middle. False: it was not, so memory ran out.
bool say_stopped(void);
bool say_stopped_on(const char *label); // the work on this was stopped; NULL: as above
bool was_cut(void); // has that been said? Then the command ends with EXIT_LIMIT, if not worse
const char *limit_reason(const watch *, mw_limit);
// Prints that the work on `label` stopped at this limit. EXIT_LIMIT.
int limit_hit(const watch *, const char *label, mw_limit);
// The whole state graph of a maze, built as a piece of work. NULL: a limit was hit, and a message
// printed.
mw_graph *graph_within(watch *, const mw_maze *, const char *label);
int exit_of_search(mw_outcome);
bool progress_wanted(const settings *); // stderr is a terminal, and not --quiet
void clear_line(void);                  // removes the line of progress from the terminal
bool interrupted(void);
bool goes_on(void *); // the same for the library, which asks the other way round; NULL will do
void catch_interrupts(void);
// After an interrupt the work has a third of a second to end in its own way; then the program is
// ended, and unfinished files are removed. These change that:
void interrupts_end_at_once(bool from_now); // while another library works that cannot be asked
void interrupts_are_awaited(void);          // they stop no work, and the verb ends in its own time
void interrupts_call(void (*)(void));       // is called before; it may do what a signal handler may
// Whoever read stdout has gone, as `head` does when it has enough. That is an interrupt about which
// nothing is said.
bool reader_gone(void);
bool interrupts_told(void); // has been said on stderr that the work was interrupted

// ---- tables on stdout
typedef struct table {
    mw_writer cells; // each ended by a 0 byte
    unsigned columns, count;
} table;
// Sets the names of the columns, with '|' between them, as the first row. It does nothing where the
// table has rows, so it may be called before each row.
void table_head(table *, const char *names);
// Adds a cell.
void table_add(table *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Adds several cells at once; in the format there is a '|' between them.
void table_row(table *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_number(table *, double);                       // as `thousands` writes it
void table_print(table *, unsigned left_columns, FILE *); // the rest is right-aligned; frees it
const char *size_words(uint32_t w, uint32_t h, uint32_t d, char buffer[40]); // "5x5", "3x2x2"
const char *thousands(double, char buffer[40]);
#define THOUSANDS(x) thousands((x), (char[40]){0})

// Prints text in lines of at most 80 columns, as a terminal has; `at` is where the first line
// starts, `indent` the others.
void wrap(const char *text, int at, int indent);

// ---- results for programs: --format table, csv or json
typedef struct records {
    enum { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON } format;
    mw_writer columns, rows; // of CSV: each ended by a 0 byte
    size_t count;            // of columns
    const struct json_t **cells;
} records;
// Reads --format and --json. False with a message printed.
bool option_format(const settings *, records *);
// Takes over an object that object_begin began: prints it as a line, or keeps it for CSV.
void record_add(records *, mw_writer *object);
void record_add_whole(records *, mw_writer *object); // one that has been closed
void records_end(records *);                         // prints what was kept

// One line of JSON; frees what was written.
void print_line(mw_writer *, FILE *);
// Begins an object; and ends it and prints it as a line.
mw_writer object_begin(void);
void print_object(mw_writer *, FILE *);
// What a check finds wrong: printed at once after the label, or collected.
typedef struct failures {
    watch *watch; // whose line of progress is removed first
    const char *label;
    bool json;
    mw_writer list;
} failures;
void say_failure(void *context, const char *sentence);

// ---- the verbs
#define VERB(word, ...) run_verb run_##word;
#include "tool/verbs.def"
#undef VERB
int print_help(const verb *);

#endif
