// findings.c: reads what was published and what jobs say. Both are lines whose fields have tabs
// between them. A text is kept whole; its tabs and line ends become the ends of strings.
#include "experiment/reproduce/findings.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 8

typedef struct line {
    char *fields[FIELDS_MAX]; // the missing ones are ""
    unsigned count, number;
} line;

static bool fail(mw_error *e, unsigned number, unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool fail(mw_error *e, unsigned number, unsigned column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    e->code = MW_ERROR_INPUT;
    e->line = number;
    e->column = column;
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    return false;
}

// ---- texts and lists

static char *keep(mw_findings *f, const char *text, size_t length)
{
    if (!mw_reserve(&f->budget, (void **)&f->texts, &f->text_room, f->text_count + 1,
                    sizeof *f->texts))
        return NULL;
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    f->texts[f->text_count++] = copy;
    return copy;
}

#define ADD(f, list, item)                                                                         \
    (mw_reserve(&(f)->budget, (void **)&(f)->list##s, &(f)->list##_room, (f)->list##_count + 1,    \
                sizeof *(f)->list##s) &&                                                           \
     ((f)->list##s[(f)->list##_count++] = (item), true))

static mw_figure *find_figure(const mw_findings *f, const char *table, const char *row,
                              const char *column)
{
    for (size_t i = 0; i < f->figure_count; i++) {
        mw_figure *g = &f->figures[i];
        if (!strcmp(g->column, column) && !strcmp(g->row, row) && !strcmp(g->table, table))
            return g;
    }
    return NULL;
}

double mw_findings_published(const mw_findings *f, const char *table, const char *row,
                             const char *column)
{
    const mw_figure *g = find_figure(f, table, row, column);
    return g && *g->published ? strtod(g->published, NULL) : (double)NAN;
}

void mw_findings_free(mw_findings *f)
{
    for (size_t i = 0; i < f->text_count; i++)
        free(f->texts[i]);
    free(f->texts);
    free(f->figures);
    free(f->points);
    free(f->mazes);
    free(f->titles);
    free(f->remarks);
    free(f->failures);
    free(f->charts);
    free(f->units);
    *f = (mw_findings){0};
}

// The next line that is neither empty nor a comment, cut into its fields.
static bool next_line(char **at, line *l)
{
    while (**at) {
        char *text = *at, *end = text + strcspn(text, "\n");
        *at = end + (*end == '\n');
        *end = '\0';
        if (end > text && end[-1] == '\r')
            *--end = '\0';
        l->number++;
        if (!*text || *text == '#')
            continue;
        l->count = 0;
        for (char *field = text; field && l->count < FIELDS_MAX;) {
            char *tab = strchr(field, '\t');
            if (tab && l->count + 1 < FIELDS_MAX)
                *tab++ = '\0';
            else
                tab = NULL;
            l->fields[l->count++] = field;
            field = tab;
        }
        for (unsigned i = l->count; i < FIELDS_MAX; i++)
            l->fields[i] = end; // an empty string
        return true;
    }
    return false;
}

static bool number_of(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end;
}

// ---- what was published

static bool read_sample(const line *l, mw_figure *g, mw_error *e)
{
    uint64_t size = 0;
    if (*l->fields[5] &&
        (!mw_parse_number(l->fields[5], strlen(l->fields[5]), 1000000, &size) || !size))
        return fail(
            e, l->number, 6,
            "'%s' is no size of a sample; write how many mazes or runs the published figure "
            "is of, e.g. 100, or nothing",
            l->fields[5]);
    g->sample = (double)size;
    return true;
}

static bool read_figure(mw_findings *f, const line *l, mw_error *e)
{
    char *const *field = l->fields;
    double published;
    mw_figure g = {.table = field[0],
                   .row = field[1],
                   .column = field[2],
                   .published = field[3],
                   .note = field[6],
                   .expected = !strcmp(field[4], "same"),
                   .measured = NAN,
                   .low = NAN,
                   .high = NAN,
                   .interval = ""};
    if (l->count < 5 || l->count > 7)
        return fail(e, l->number, 1,
                    "%u fields; there are seven: table, row, column, published, expected, sample, "
                    "note, of which the last two may be missing",
                    l->count);
    for (unsigned i = 0; i < 3; i++)
        if (!*field[i])
            return fail(e, l->number, i + 1, "the %s has no name",
                        (const char *[]){"table", "row", "column"}[i]);
    if (*g.published && !number_of(g.published, &published))
        return fail(e, l->number, 4, "'%s' is no number", g.published);
    if (!g.expected && strcmp(field[4], "differs"))
        return fail(e, l->number, 5, "'%s' is expected; write same or differs", field[4]);
    if (!g.expected && !*g.note)
        return fail(e, l->number, 7, "a figure that differs needs a note that says why");
    if (find_figure(f, g.table, g.row, g.column))
        return fail(e, l->number, 1, "a second figure for %s, %s, %s", g.table, g.row, g.column);
    return read_sample(l, &g, e) && (ADD(f, figure, g) || mw_no_memory(e));
}

static bool read_form(const line *l, mw_chart_plan *c, mw_error *e)
{
    static const struct {
        const char *name;
        mw_chart_form form;
    } forms[] = {{"bars", MW_CHART_BARS},
                 {"stacked", MW_CHART_STACKED},
                 {"lines", MW_CHART_LINES},
                 {"dots", MW_CHART_DOTS}};
    const char *text = l->fields[2];
    size_t length = strcspn(text, " "), i = 0;
    while (i < 4 && (strlen(forms[i].name) != length || memcmp(forms[i].name, text, length)))
        i++;
    if (i == 4)
        return fail(e, l->number, 3, "'%s' is no form of a chart; use bars, stacked, lines or dots",
                    text);
    c->form = forms[i].form;
    c->log_x = strstr(text, " logx");
    c->log_y = strstr(text, " logy");
    return true;
}

static bool read_chart(mw_findings *f, const line *l, mw_error *e)
{
    char *const *field = l->fields;
    mw_chart_plan c = {.name = field[1],
                       .title = field[3],
                       .x_label = field[4],
                       .y_label = field[5],
                       .columns = field[6]};
    uint64_t rows = 0;
    if (*field[7] && !mw_parse_number(field[7], strlen(field[7]), 1000, &rows))
        return fail(e, l->number, 8, "'%s' is no number of rows", field[7]);
    c.rows = (unsigned)rows;
    return read_form(l, &c, e) && (ADD(f, chart, c) || mw_no_memory(e));
}

static bool read_published(mw_findings *f, const line *l, mw_error *e)
{
    char *const *field = l->fields;
    if (!strcmp(field[0], "@paper")) {
        f->title = field[1];
        f->source = field[2];
        return true;
    }
    if (!strcmp(field[0], "@chart"))
        return read_chart(f, l, e);
    if (!strcmp(field[0], "@title")) {
        mw_said_remark t = {.table = field[1], .row = "", .text = field[2]};
        return ADD(f, title, t) || mw_no_memory(e);
    }
    if (!strcmp(field[0], "@remark")) {
        mw_said_remark r = {.table = field[1], .row = "", .text = field[2]};
        return ADD(f, remark, r) || mw_no_memory(e);
    }
    if (!strcmp(field[0], "@unit")) {
        mw_said_unit u = {.table = field[1], .column = field[2], .unit = field[3]};
        return ADD(f, unit, u) || mw_no_memory(e);
    }
    if (field[0][0] == '@')
        return fail(e, l->number, 1, "'%s' is none of @paper, @title, @chart, @remark and @unit",
                    field[0]);
    return read_figure(f, l, e);
}

// ---- what is said

static bool take_figure(mw_findings *f, const line *l, mw_error *e)
{
    char *const *field = l->fields + 1;
    mw_figure *known = find_figure(f, field[0], field[1], field[2]);
    mw_figure ours = {.table = field[0],
                      .row = field[1],
                      .column = field[2],
                      .published = "",
                      .note = "",
                      .low = NAN,
                      .high = NAN,
                      .interval = "",
                      .said = true,
                      .timed = !strcmp(l->fields[0], "time")};
    bool sampled = l->count == 8;
    double numbers[2];
    if ((l->count != 5 && !sampled) || !number_of(field[3], &ours.measured) ||
        (sampled && !(number_of(field[5], &numbers[0]) && number_of(field[6], &numbers[1]))))
        return fail(e, l->number, 1, "a job said a figure that is none");
    if (known && known->said)
        return fail(e, l->number, 1, "two jobs measured %s, %s, %s", field[0], field[1], field[2]);
    if (!known && !ADD(f, figure, ours))
        return mw_no_memory(e);
    known = known ? known : &f->figures[f->figure_count - 1];
    known->measured = ours.measured;
    known->said = true;
    known->timed = ours.timed;
    return !sampled || mw_figure_sampled(known, field[4], numbers) ||
           fail(e, l->number, 1, "a job said a figure that is sampled as '%s'", field[4]);
}

static bool take_point(mw_findings *f, const line *l, mw_error *e)
{
    mw_said_point p = {.chart = l->fields[1], .series = l->fields[2], .low = NAN, .high = NAN};
    bool band = l->count == 7;
    if ((l->count != 5 && !band) || !number_of(l->fields[3], &p.x) ||
        !number_of(l->fields[4], &p.y) ||
        (band && !(number_of(l->fields[5], &p.low) && number_of(l->fields[6], &p.high))))
        return fail(e, l->number, 1, "a job said a point that is none");
    return ADD(f, point, p) || mw_no_memory(e);
}

static bool take_line(mw_findings *f, const line *l, mw_error *e)
{
    char *const *field = l->fields;
    const char *word = field[0];
    if (!strcmp(word, "figure") || !strcmp(word, "time"))
        return take_figure(f, l, e);
    if (!strcmp(word, "point"))
        return take_point(f, l, e);
    if (!strcmp(word, "maze")) {
        mw_said_maze m = {.chart = field[1], .caption = field[2], .id = field[3]};
        return ADD(f, maze, m) || mw_no_memory(e);
    }
    bool no_maze = !strcmp(word, "no maze"), absent = no_maze || !strcmp(word, "absent");
    mw_said_remark r = {.table = field[1],
                        .row = absent ? field[2] : "",
                        .text = absent ? field[3] : field[2],
                        .no_maze = no_maze};
    if (absent || !strcmp(word, "remark"))
        return ADD(f, remark, r) || mw_no_memory(e);
    if (!strcmp(word, "failure"))
        return ADD(f, failure, r) || mw_no_memory(e);
    return fail(e, l->number, 1, "a job said '%s', which means nothing", word);
}

// ---- both

static bool each_line(mw_findings *f, const char *text, size_t length,
                      bool (*take)(mw_findings *, const line *, mw_error *), mw_error *e)
{
    char *at = keep(f, text, length);
    line l = {.number = 0};
    bool ok = at || mw_no_memory(e);
    while (ok && next_line(&at, &l))
        ok = take(f, &l, e);
    return ok;
}

bool mw_findings_read(mw_findings *f, const char *paper, const char *text, size_t length,
                      mw_error *e)
{
    *f = (mw_findings){.paper = paper, .title = paper, .source = ""};
    return each_line(f, text, length, read_published, e);
}

bool mw_findings_take(mw_findings *f, const char *said, size_t length, mw_error *e)
{
    return each_line(f, said, length, take_line, e);
}
