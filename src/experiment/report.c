// report.c: results as lines, CSV or JSON, and summaries of configurations. See report.h.
#include "experiment/report.h"
#include "core/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- summaries

bool mw_find_configuration(const mw_plan *p, const char *label, uint32_t *index)
{
    for (*index = 0; *index < p->configuration_count; ++*index)
        if (!strcmp(p->configurations[*index].label, label))
            return true;
    return false;
}

bool mw_summarise(mw_side side, const mw_kind *kind, mw_summary *out)
{
    size_t count;
    mw_side_row *answers = mw_side_rows(side, &count);
    double *values = answers ? calloc(count + 1, sizeof *values) : NULL;
    *out = (mw_summary){0};
    for (size_t i = 0; values && i < count; i++) {
        const mw_side_row *a = &answers[i];
        if (kind && a->maze->kind != kind)
            continue;
        out->mazes++;
        out->solved += a->row.outcome == MW_OUTCOME_SOLVED;
        out->unsolvable += a->row.outcome == MW_OUTCOME_UNSOLVABLE;
        out->limit += a->row.outcome == MW_OUTCOME_LIMIT;
    }
    for (mw_run_effort e = 0; values && e < MW_EFFORTS; e++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            double value = mw_run_effort_of(&answers[i].row, e);
            if ((!kind || answers[i].maze->kind == kind) && !isnan(value))
                values[n++] = value;
        }
        out->effort[e] = mw_median(values, n);
    }
    bool ok = values;
    free(values);
    free(answers);
    return ok;
}

bool mw_report_pair(const mw_sheet *sheet, uint32_t *first, uint32_t *second)
{
    mw_summary best = {0}, s;
    *first = 0;
    *second = 0;
    for (uint32_t c = 1; c < sheet->plan.configuration_count; c++) {
        if (!mw_summarise((mw_side){sheet, c}, NULL, &s))
            return false;
        uint64_t answered = s.mazes - s.limit, most = best.mazes - best.limit;
        if (!*second || answered > most ||
            (answered == most && s.effort[MW_EXPANDED] < best.effort[MW_EXPANDED])) {
            *second = c;
            best = s;
        }
    }
    return true;
}

// ---- lines

// One value of a run. CSV and JSON are written from one list of these, so that they cannot differ.
typedef struct cell {
    const char *name;
    enum { TEXT, COUNT, REAL, YES } type;
    const char *text; // TEXT; NULL: unknown
    bool known;       // COUNT and REAL; and the value of YES
    uint64_t count;
    double real;
} cell;
#define CELLS 25

// The names are those of `solve --json` where they mean the same. The seconds come last, so that
// everything before them can be compared.
static void fill_cells(cell cells[CELLS], const mw_plan *p, const mw_row *r)
{
    const mw_plan_maze *m = &p->mazes[r->maze];
    const mw_configuration *c = &p->configurations[r->configuration];
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    bool counted = solved || r->limit != MW_LIMIT_STOPPED;
    const char *limit = mw_row_limit(r);
    const cell all[CELLS] = {
        {"number", COUNT, .known = true, .count = r->number},
        {"file", TEXT, .text = m->name},
        {"kind", TEXT, .text = m->kind->name},
        {"id", TEXT, .text = m->id},
        {"configuration", TEXT, .text = c->label},
        {"algorithm", TEXT, .text = c->algorithm},
        {"heuristic", TEXT, .text = r->heuristic},
        {"weight", REAL, .known = c->weight > 0, .real = c->weight},
        {"store", TEXT, .text = mw_visited_name(c->store)},
        {"limit_states", COUNT, .known = c->states, .count = c->states},
        {"limit_bytes", COUNT, .known = c->bytes, .count = c->bytes},
        {"limit_seconds", REAL, .known = c->seconds > 0, .real = c->seconds},
        {"repeat", COUNT, .known = true, .count = r->repeat + 1},
        {"outcome", TEXT, .text = mw_outcome_name(r->outcome)},
        {"limit", TEXT, .text = *limit ? limit : NULL},
        {"optimal", YES, .known = r->optimal},
        {"moves", COUNT, .known = solved, .count = r->moves},
        {"cost", COUNT, .known = solved, .count = r->cost},
        {"expanded", COUNT, .known = counted, .count = r->expanded},
        {"generated", COUNT, .known = counted, .count = r->generated},
        {"reopened", COUNT, .known = counted, .count = r->reopened},
        {"frontier", COUNT, .known = counted, .count = r->frontier},
        {"states_stored", COUNT, .known = counted, .count = r->stored},
        {"bytes", COUNT, .known = counted, .count = r->bytes},
        {"seconds", REAL, .known = true, .real = r->seconds},
    };
    memcpy(cells, all, sizeof all);
}

static void write_json(mw_writer *w, const cell *c)
{
    if (c->type == TEXT)
        mw_json_text(w, c->name, c->text);
    else if (c->type == YES)
        mw_json_bool(w, c->name, c->known);
    else if (!c->known)
        mw_json_null(w, c->name);
    else if (c->type == COUNT)
        mw_json_count(w, c->name, c->count);
    else
        mw_json_number(w, c->name, c->real);
}

static void write_csv(mw_writer *w, const cell *c)
{
    if (c->type == YES)
        mw_write(w, c->known ? "true" : "false");
    else if (c->type == COUNT && c->known)
        mw_write(w, "%" PRIu64, c->count);
    else if (c->type == REAL && c->known)
        mw_write(w, "%.9g", c->real);
    else if (c->type == TEXT && c->text && !strpbrk(c->text, ",\"\n\r"))
        mw_write(w, "%s", c->text);
    else if (c->type == TEXT && c->text) {
        mw_write_char(w, '"');
        for (const char *p = c->text; *p; p++)
            mw_write(w, *p == '"' ? "\"\"" : "%c", *p);
        mw_write_char(w, '"');
    }
}

static bool write_line(const cell cells[CELLS], void (*write)(mw_writer *, const cell *), FILE *f)
{
    mw_writer w = {0};
    bool json = write == write_json;
    if (json)
        mw_json_open(&w, NULL, '{');
    for (unsigned i = 0; i < CELLS; i++) {
        if (i && !json)
            mw_write_char(&w, ',');
        write(&w, &cells[i]);
    }
    if (json)
        mw_json_close(&w, '}');
    char *line = mw_writer_take(&w);
    bool whole = line;
    if (whole)
        fprintf(f, "%s\n", line);
    free(line);
    return whole;
}

static bool write_rows(const mw_sheet *sheet, void (*write)(mw_writer *, const cell *), FILE *f)
{
    bool ok = true;
    cell cells[CELLS];
    for (uint64_t i = 0; ok && i < sheet->count; i++) {
        fill_cells(cells, &sheet->plan, &sheet->rows[i]);
        ok = write_line(cells, write, f);
    }
    return ok;
}

bool mw_report_json(const mw_sheet *sheet, FILE *f)
{
    return write_rows(sheet, write_json, f);
}

static void write_name(mw_writer *w, const cell *c)
{
    mw_write(w, "%s", c->name);
}

bool mw_report_csv(const mw_sheet *sheet, FILE *f)
{
    cell cells[CELLS];
    mw_plan_maze maze = {.kind = mw_kinds()[0]};
    mw_configuration configuration = {.label = ""};
    // The names are the same for every row, also for this empty one.
    fill_cells(cells, &(mw_plan){.mazes = &maze, .configurations = &configuration}, &(mw_row){0});
    return write_line(cells, write_name, f) && write_rows(sheet, write_csv, f);
}
