// audit_plot.h: estimates beside exact distances as a picture, for audit --plot.
#ifndef MW_TOOL_VERBS_AUDIT_PLOT_H
#define MW_TOOL_VERBS_AUDIT_PLOT_H

#include "search/audit_pairs.h"
#include "tool/tool.h"

// One heuristic, over all mazes of a kind as they are, or over all their boards without obstacles.
typedef struct audit_panel {
    const mw_kind *kind;
    char *name;     // of the heuristic
    char label[80]; // the only maze
    bool open;
    unsigned mazes;
    uint32_t worst;        // largest overestimate; MW_FAR: called hopeless though it is not
    uint64_t exact_states; // estimated exactly
    mw_audit_pairs pairs;
} audit_panel;

typedef struct audit_plot {
    const char *file; // NULL: none is wanted
    audit_panel *panels;
    size_t count, capacity;
    mw_audit_details details; // of the audit at hand
} audit_plot;

// Reads --plot. False with a message printed: no picture can be written there.
bool audit_plot_read(audit_plot *, const settings *);
// Adds an audit, whose details are in the plot. False: memory ran out.
bool audit_plot_add(audit_plot *, const char *label, const mw_kind *, const mw_audit *, bool open);
// Writes the picture, if one is wanted, and frees the panels. An exit code.
int audit_plot_end(audit_plot *);

#endif
