// design_call.h: what the files of the verb `design` share: design.c reads the options, device.c
// finds a graphics card, design_watch.c shows the progress and keeps the mazes that are found,
// design_output.c writes them.
#ifndef MW_TOOL_VERBS_DESIGN_CALL_H
#define MW_TOOL_VERBS_DESIGN_CALL_H

#include "api/answer.h"
#include "design/chains/chains.h"
#include "mazewright/design.h"
#include "mazewright/genetic.h"
#include "store/catalogue.h"
#include "tool/tool.h"

#include <pthread.h>

// One of the mazes that are asked for, in the catalogue.
typedef struct kept {
    mw_maze *waiting;       // a new best one that is not in the catalogue yet,
    mw_designed waiting_as; // and what is known of it
    double stored;          // when the last one was put there
    double energy;          // of the one that is there
    int64_t number;         // of the maze there that a better one will replace; 0: none
} kept;

// What --output asks for.
typedef struct design_output {
    enum { OUT_STDOUT, OUT_TEXT, OUT_LINES, OUT_FOLDER } form;
    const char *name;
    unsigned number;         // of the last file in the folder
    pthread_mutex_t writing; // of everything below
    char *lines;             // of the whole file. No mw_writer: that ends when work is to end
    size_t length, capacity; // of the lines
    bool waiting;            // some of them are not in the file yet
    double written;          // when they were written last
} design_output;

typedef struct design_call {
    const settings *s;
    const mw_kind *kind;
    mw_design_plan plan;
    mw_genetic_plan breeding;
    unsigned threads;
    uint64_t bytes; // of memory for each thread; 0: no limit
    bool resume;
    mw_catalogue *catalogue; // NULL: nothing is kept
    kept *kept;              // of each maze
    pthread_mutex_t sharing; // for the library
    pthread_mutex_t storing; // of the catalogue, and of what is said of it in `kept`
    pthread_mutex_t showing; // of the line of progress, and of `shown`
    pthread_mutex_t mutex;   // of everything below, and of what is waiting in `kept`
    bool progress;
    double started, shown;
    double best; // energy, of the maze that is searched for now
    unsigned found, failed_tries;
    design_output out;
    int code;
} design_call;

// Designs, prints and keeps. Exit code.
int design_mazes(design_call *);
// Reads --output, and makes the folder. EXIT_DONE, or an exit code with a message printed.
int design_output_open(design_call *);
// Writes a maze; what is not known of it is not in `a`. Exit code.
int design_output_put(design_call *, const mw_design_result *, const mw_analysis *a);
// The work is to end: writes what is not written yet, at once. Any thread may call it.
void design_output_save(design_call *);
// Writes what is not written yet. Exit code.
int design_output_close(design_call *);
// Does the search go on with other seeds until all mazes are found?
bool design_tries(const design_call *);
// The device that --device asks for, if any. False with a message printed.
bool find_device(design_call *);

#endif
