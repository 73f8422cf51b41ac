// findings_html.h: the parts of the report of findings. Each writes HTML.
#ifndef MW_EXPERIMENT_REPRODUCE_FINDINGS_HTML_H
#define MW_EXPERIMENT_REPRODUCE_FINDINGS_HTML_H

#include "draw/html.h"
#include "experiment/reproduce/findings.h"

// The sentences to which figures of a paper refer by number; each stands there once.
typedef struct mw_notes {
    const char *paper;
    const char **texts; // has room for as many as the paper has figures
    unsigned count;
} mw_notes;

// "12 figures compared: 10 equal, 2 differ.", as text.
void mw_findings_write_tally(mw_writer *, const mw_tally *);
// A table, with the remarks on it. One that is too wide for a page is continued below.
void mw_findings_write_table(mw_writer *, const mw_findings *, const mw_findings_table *,
                             mw_notes *);
// Does the table need a page in landscape format when it is printed?
bool mw_findings_table_is_wide(const mw_findings *, const mw_findings_table *);

// Does the chart show columns of a table? Else it shows points.
bool mw_chart_plan_of_table(const mw_chart_plan *);
void mw_findings_chart_table(mw_writer *, const mw_chart_plan *, const mw_findings_table *);
void mw_findings_chart_points(mw_writer *, const mw_findings *, const mw_chart_plan *);
// Does the chart need a page in landscape format when it is printed?
bool mw_chart_plan_is_wide(const mw_chart_plan *, const mw_findings_table *);

#endif
