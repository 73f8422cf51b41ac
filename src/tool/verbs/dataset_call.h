// dataset_call.h: one call of the verb `dataset`.
#ifndef MW_TOOL_VERBS_DATASET_CALL_H
#define MW_TOOL_VERBS_DATASET_CALL_H

#include "mazewright/dataset.h"
#include "tool/tool.h"

typedef struct dataset_call {
    const settings *s;
    mw_dataset_plan plan;
    mw_dataset_split splits[MW_DATASET_SPLITS];
    uint64_t found[MW_DATASET_SPLITS];
    const char *prompt; // the text of a template; NULL: lines with all that is known
    unsigned threads;
    double deadline; // 0: none
    // Where it is written: to one stream, or in a folder to one for each split.
    const char *folder; // NULL: none
    output files[MW_DATASET_SPLITS];
    char paths[MW_DATASET_SPLITS][1100];
    FILE *streams[MW_DATASET_SPLITS];
    unsigned stream_count;
    uint64_t written;
    double shown; // when the line of progress was
    bool failed;  // a line could not be written
} dataset_call;

// What stands in the README.md of the folder.
void dataset_card(const dataset_call *, const mw_dataset_result *, mw_writer *);

#endif
