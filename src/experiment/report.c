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
    mw_answer *answers = mw_answers(side, &count);
    double *values = answers ? calloc(count + 1, sizeof *values) : NULL;
    *out = (mw_summary){0};
    for (size_t i = 0; values && i < count; i++) {
        const mw_answer *a = &answers[i];
        if (kind && a->maze->kind != kind)
            continue;
        out->mazes++;
        out->solved += a->row.outcome == MW_OUTCOME_SOLVED;
        out->unsolvable += a->row.outcome == MW_OUTCOME_UNSOLVABLE;
        out->limit += a->row.outcome == MW_OUTCOME_LIMIT;
    }
    for (unsigned e = 0; values && e < MW_EFFORTS; e++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            const mw_row *row = &answers[i].row;
            if ((!kind || answers[i].maze->kind == kind) &&
                (mw_efforts[e].solved ? row->outcome == MW_OUTCOME_SOLVED : mw_answered(row)))
                values[n++] = mw_efforts[e].of(row);
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

// CSV and JSON are written from one list of values, so that they cannot differ. Each put_ function
// writes a value under its name.
typedef struct sink {
    mw_writer *w;
    bool json, names; // names: only the names of the columns
} sink;

static void separate(sink *s, const char *name)
{
    if (s->w->length)
        mw_write_char(s->w, ',');
    if (s->names)
        mw_write(s->w, "%s", name);
}

static void put_text(sink *s, const char *name, const char *text)
{
    if (s->json) {
        mw_json_text(s->w, name, text);
        return;
    }
    separate(s, name);
    if (s->names || !text)
        return;
    bool quoted = strpbrk(text, ",\"\n\r");
    if (!quoted) {
        mw_write(s->w, "%s", text);
        return;
    }
    mw_write_char(s->w, '"');
    for (; *text; text++)
        mw_write(s->w, *text == '"' ? "\"\"" : "%c", *text);
    mw_write_char(s->w, '"');
}

static void put_count(sink *s, const char *name, bool known, uint64_t n)
{
    if (s->json && known)
        mw_json_count(s->w, name, n);
    else if (s->json)
        mw_json_null(s->w, name);
    else {
        separate(s, name);
        if (known && !s->names)
            mw_write(s->w, "%" PRIu64, n);
    }
}

static void put_real(sink *s, const char *name, bool known, double x)
{
    if (s->json)
        mw_json_number(s->w, name, known ? x : (double)NAN);
    else {
        separate(s, name);
        if (known && !s->names)
            mw_write(s->w, "%.9g", x);
    }
}

static void put_bool(sink *s, const char *name, bool x)
{
    if (s->json)
        mw_json_bool(s->w, name, x);
    else
        put_count(s, name, true, x);
}

// The names are those of `solve --json` where they mean the same. The seconds come last, so that
// everything before them can be compared.
static void put_row(sink *s, const mw_plan *p, const mw_row *r)
{
    const mw_plan_maze *m = &p->mazes[r->maze];
    const mw_configuration *c = &p->configurations[r->configuration];
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    bool counted = solved || r->limit != MW_LIMIT_STOPPED;
    const char *limit = mw_row_limit(r);
    put_count(s, "number", true, r->number);
    put_text(s, "file", m->name);
    put_text(s, "kind", m->kind->name);
    put_text(s, "id", m->id);
    put_text(s, "configuration", c->label);
    put_text(s, "algorithm", c->algorithm);
    put_text(s, "heuristic", r->heuristic);
    put_real(s, "weight", c->weight > 0, c->weight);
    put_text(s, "store", mw_visited_name(c->store));
    put_count(s, "limit_states", c->states, c->states);
    put_count(s, "limit_bytes", c->bytes, c->bytes);
    put_real(s, "limit_seconds", c->seconds > 0, c->seconds);
    put_count(s, "repeat", true, r->repeat + 1);
    put_text(s, "outcome", mw_outcome_name(r->outcome));
    put_text(s, "limit", *limit ? limit : NULL);
    put_bool(s, "optimal", r->optimal);
    put_count(s, "moves", solved, r->moves);
    put_count(s, "cost", solved, r->cost);
    put_count(s, "expanded", counted, r->expanded);
    put_count(s, "generated", counted, r->generated);
    put_count(s, "reopened", counted, r->reopened);
    put_count(s, "frontier", counted, r->frontier);
    put_count(s, "states_stored", counted, r->stored);
    put_count(s, "bytes", counted, r->bytes);
    put_real(s, "seconds", true, r->seconds);
}

static bool end_line(mw_writer *w, FILE *f)
{
    char *line = mw_writer_take(w);
    bool whole = line;
    if (whole)
        fprintf(f, "%s\n", line);
    free(line);
    *w = (mw_writer){0};
    return whole;
}

static bool write_rows(const mw_sheet *sheet, bool json, FILE *f)
{
    bool ok = true;
    mw_writer w = {0};
    for (uint64_t i = 0; ok && i < sheet->count; i++) {
        if (json)
            mw_json_open(&w, NULL, '{');
        put_row(&(sink){.w = &w, .json = json}, &sheet->plan, &sheet->rows[i]);
        if (json)
            mw_json_close(&w, '}');
        ok = end_line(&w, f);
    }
    return ok;
}

bool mw_report_json(const mw_sheet *sheet, FILE *f)
{
    return write_rows(sheet, true, f);
}

bool mw_report_csv(const mw_sheet *sheet, FILE *f)
{
    mw_writer w = {0};
    const mw_plan_maze maze = {.kind = mw_kinds()[0]};
    const mw_configuration configuration = {.label = ""};
    const mw_plan any = {.mazes = (mw_plan_maze *)&maze,
                         .configurations = (mw_configuration *)&configuration};
    put_row(&(sink){.w = &w, .names = true}, &any, &(mw_row){0}); // the names need no values
    return end_line(&w, f) && write_rows(sheet, false, f);
}
