// reproduce.c: `reproduce`: the figures of papers measured again, as text, JSON or a page.
#include "core/file.h"
#include "experiment/reproduce/findings.h"
#include "tool/tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PAPERS_MAX 16

typedef struct call {
    const settings *s;
    char *experiments, *puzzles;
    const char *names[PAPERS_MAX];
    mw_findings findings[PAPERS_MAX];
    unsigned count;
    records records;
    double started;
} call;

// ---- what is asked for

static bool add_paper(call *c, const char *name)
{
    bool known = false;
    for (const mw_reproducible *r = mw_reproducibles; r->paper; r++) {
        bool wanted = !strcmp(name, "all") || !strcmp(name, r->paper);
        known |= wanted;
        for (unsigned i = 0; i < c->count; i++)
            wanted &= strcmp(c->names[i], r->paper) != 0;
        if (wanted && c->count < PAPERS_MAX)
            c->names[c->count++] = r->paper;
    }
    if (known)
        return true;
    mw_writer papers = {0};
    for (const mw_reproducible *r = mw_reproducibles; r->paper; r++)
        add_word(&papers, r->paper);
    add_word(&papers, "all");
    return complain_unknown(false, name, "there are", &papers, "no paper '%s'", name);
}

static bool read_papers(call *c)
{
    if (!c->s->input_count)
        return complain("name a paper, or all; see 'mazewright reproduce --help'");
    for (int i = 0; i < c->s->input_count; i++)
        if (!add_paper(c, c->s->inputs[i]))
            return false;
    return true;
}

static int read_published(call *c, unsigned i)
{
    char path[1300];
    mw_error error;
    snprintf(path, sizeof path, "%.1200s/%s.tsv", c->experiments, c->names[i]);
    size_t length;
    char *text = mw_file_read(path, MW_PUBLISHED_MAX, &length);
    if (!text && errno == ENOMEM)
        return out_of_memory();
    if (!text)
        return complain_with(EXIT_INPUT, "%s: cannot read: %s", path, strerror(errno));
    bool ok = mw_findings_read(&c->findings[i], c->names[i], text, length, &error);
    free(text);
    if (!ok)
        complain("%s:%u: %s", path, error.line, error.text);
    return ok ? EXIT_DONE : error.code == MW_ERROR_MEMORY ? out_of_memory() : EXIT_INPUT;
}

static int prepare(call *c, mw_reproduction *how, unsigned *threads)
{
    unsigned mazes;
    const mw_marble_preset *preset;
    uint64_t seed = 0;
    if (!read_papers(c) || !option_threads(c->s, threads) ||
        !option_count(c->s, O_MAZES, 1, 100000, 0, &mazes) ||
        (c->s->value[O_SEED] && !option_seed(c->s, &seed)) || !option_preset(c->s, &preset))
        return EXIT_USAGE;
    const char *maps = c->s->value[O_MAPS] ? c->s->value[O_MAPS] : getenv("MAZEWRIGHT_MAPS");
    *how = (mw_reproduction){.quick = c->s->value[O_QUICK],
                             .as = c->s->value[O_AS],
                             .seed = seed,
                             .mazes = mazes,
                             .maps = maps && *maps ? maps : NULL,
                             .no_times = c->s->value[O_NO_TIMES],
                             .puzzles = c->puzzles,
                             .experiments = c->experiments};
    if (how->maps && !is_folder(how->maps))
        return complain_with(EXIT_INPUT, "%s: there is no such folder of maps", how->maps);
    if (!c->experiments || !c->puzzles)
        return complain_with(EXIT_BROKEN, "the folder %s that came with the command is not there",
                             c->experiments ? "puzzles" : "experiments");
    int code = EXIT_DONE;
    for (unsigned i = 0; i < c->count && code == EXIT_DONE; i++)
        code = read_published(c, i);
    return code;
}

// ---- text

static const char *sign_of(mw_figure_verdict v)
{
    static const char *const signs[] = {[MW_FIGURE_SAME] = "=",
                                        [MW_FIGURE_DIFFERS] = "/=",
                                        [MW_FIGURE_CHANGED] = "!!",
                                        [MW_FIGURE_OURS] = "",
                                        [MW_FIGURE_ABSENT] = "?"};
    return signs[v];
}

// A cell such as "32 = 32": the published figure, the verdict and ours; ours alone where nothing
// was published.
static void add_cell(table *out, const mw_figure *g)
{
    mw_writer w = {0};
    if (g) {
        mw_figure_verdict v = mw_figure_judge(g);
        if (v != MW_FIGURE_OURS)
            mw_write(&w, *g->published ? "%s %s" : "%s%s", g->published, sign_of(v));
        if (w.length && g->said)
            mw_write_char(&w, ' ');
        if (g->said || v == MW_FIGURE_OURS)
            mw_figure_write(&w, g);
        if (g->said && !isnan(g->low)) {
            mw_write_char(&w, ' ');
            mw_figure_write_interval(&w, g);
        }
    }
    if (w.failed)
        out_of_memory();
    table_add(out, "%s", w.text ? w.text : "");
    free(w.text);
}

// Prints why figures differ, and the remarks on the table; each sentence once.
static void print_notes(const mw_findings *f, const mw_findings_table *t)
{
    const char *last = "";
    for (unsigned i = 0; i < t->row_count * t->column_count; i++) {
        const mw_figure *g = t->cells[i];
        mw_figure_verdict v = g ? mw_figure_judge(g) : MW_FIGURE_OURS;
        bool tells = v == MW_FIGURE_DIFFERS || v == MW_FIGURE_CHANGED;
        if (!tells || !*g->note || !strcmp(last, g->note))
            continue;
        printf("  %s %s\n", sign_of(v), g->note);
        last = g->note;
    }
    for (size_t i = 0; i < f->remark_count; i++)
        if (!strcmp(f->remarks[i].table, t->name) && !*f->remarks[i].row)
            printf("  %s\n", f->remarks[i].text);
    mw_writer empty = {0};
    mw_findings_write_empty(&empty, f, t);
    if (empty.length)
        printf("  %s\n", empty.text);
    if (empty.failed)
        out_of_memory();
    free(empty.text);
}

static void print_table(const mw_findings *f, const mw_findings_table *t)
{
    table out = {.columns = t->column_count + 1};
    const char *title = mw_findings_title(f, t->name);
    printf("\n%s, %s%s%s\n", f->title, t->name, *title ? ": " : "", title);
    table_add(&out, "%s", "");
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *unit = mw_findings_unit(f, t->name, t->columns[c]);
        table_add(&out, *unit ? "%s (%s)" : "%s", t->columns[c], unit);
    }
    for (unsigned r = 0; r < t->row_count; r++) {
        const mw_said_remark *absent = mw_findings_why_absent(f, t->name, t->rows[r]);
        table_add(&out, absent ? "%s (%s)" : "%s", t->rows[r], absent ? absent->text : "");
        for (unsigned c = 0; c < t->column_count; c++)
            add_cell(&out, t->cells[r * t->column_count + c]);
    }
    table_print(&out, 1, stdout);
    print_notes(f, t);
}

static void add_tally(table *out, const char *name, const mw_tally *t)
{
    const unsigned numbers[] = {t->published, t->equal,  t->inside, t->differ,
                                t->changed,   t->absent, t->ours};
    table_add(out, "%s", name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add(out, "%u", numbers[i]);
}

// Prints what was not measured, and why. False: memory ran out.
static bool print_gaps(const call *c, const mw_reproduction *how)
{
    bool any = false, maps = false, ok = true;
    for (unsigned i = 0; ok && i < c->count; i++) {
        unsigned count;
        mw_gap *gaps = mw_findings_gaps(&c->findings[i], &count);
        ok = gaps;
        for (unsigned k = 0; ok && k < count; k++, any = true) {
            printf("%s%s: %u figure%s: %s\n", any ? "" : "\nNot measured here:\n", c->names[i],
                   gaps[k].count, gaps[k].count > 1 ? "s" : "", gaps[k].why);
            maps |= gaps[k].maps;
        }
        free(gaps);
    }
    if (maps)
        printf("%s\n", mw_findings_no_maps(how));
    return ok;
}

static void print_summary(const call *c)
{
    static const char *const heads[] = {"published",   "equal",      "inside the interval",
                                        "differ",      "unexpected", "not measured",
                                        "ours besides"};
    table out = {.columns = 1 + sizeof heads / sizeof *heads};
    printf("\n= equal, or the published figure lies in the interval of ours [..]; /= they differ, "
           "and why is told; !! they differ and should not; ? not measured.\n");
    table_add(&out, "%s", "paper");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        table_add(&out, "%s", heads[i]);
    for (unsigned i = 0; i < c->count; i++) {
        mw_tally t = mw_findings_tally(&c->findings[i]);
        add_tally(&out, c->names[i], &t);
    }
    table_print(&out, 1, stdout);
}

static int print_text(const call *c, const mw_reproduction *how)
{
    for (unsigned i = 0; i < c->count; i++) {
        unsigned count;
        mw_findings_table *tables = mw_findings_tables(&c->findings[i], &count);
        if (!tables)
            return out_of_memory();
        for (unsigned t = 0; t < count; t++)
            print_table(&c->findings[i], &tables[t]);
        mw_findings_tables_free(tables, count);
    }
    if (!print_gaps(c, how))
        return out_of_memory();
    print_summary(c);
    return EXIT_DONE;
}

// ---- JSON

static void add_records(call *c)
{
    for (unsigned i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->findings[i].figure_count; k++) {
            const mw_figure *g = &c->findings[i].figures[k];
            mw_figure_verdict v = mw_figure_judge(g);
            const char *unit = mw_findings_unit(&c->findings[i], g->table, g->column);
            mw_writer w = object_begin();
            mw_json_members(&w, "paper=%s table=%s row=%s column=%s published=%g measured=%g",
                            c->names[i], g->table, g->row, g->column,
                            *g->published ? strtod(g->published, NULL) : NAN,
                            g->said ? g->measured : NAN);
            if (v == MW_FIGURE_OURS || v == MW_FIGURE_ABSENT)
                mw_json_null(&w, "match");
            else
                mw_json_bool(&w, "match", v == MW_FIGURE_SAME);
            mw_json_text(&w, "verdict", mw_figure_verdict_name(v));
            mw_json_text(&w, "note", *g->note ? g->note : NULL);
            mw_json_members(&w, "low=%g high=%g", g->low, g->high);
            mw_json_text(&w, "interval", *g->interval ? g->interval : NULL);
            mw_json_text(&w, "unit", *unit ? unit : NULL);
            record_add(&c->records, &w);
        }
    records_end(&c->records);
}

// ---- the verb

static void told(void *context, uint64_t done, uint64_t of, const char *paper, const char *name)
{
    const call *c = context;
    if (progress_wanted(c->s))
        fprintf(stderr, "\r\033[K%llu of %llu: %s, %s, %.0f s", (unsigned long long)done,
                (unsigned long long)of, paper, name, mw_seconds() - c->started);
    if (progress_wanted(c->s) && done == of)
        clear_line();
}

// The exit code of what was found. A figure that no longer matches is a failed check.
static int verdict_on(const call *c)
{
    int code = interrupted() ? EXIT_LIMIT : EXIT_DONE;
    for (unsigned i = 0; i < c->count; i++) {
        const mw_findings *f = &c->findings[i];
        unsigned n[MW_FIGURE_VERDICTS];
        mw_findings_count(f, n);
        if (n[MW_FIGURE_CHANGED])
            code = worse(code, EXIT_NO);
        for (size_t k = 0; k < f->failure_count && !interrupted(); k++) {
            complain("%s, %s: %s", c->names[i], f->failures[k].table, f->failures[k].text);
            code = worse(code, EXIT_INPUT);
        }
    }
    return code;
}

// A report that would miss what an interrupt has prevented does not take the place of an old one.
static int write_report(const call *c, const mw_reproduction *how, const char *name)
{
    mw_writer w = {0};
    if (interrupted()) {
        complain("interrupted: %s is not written", name);
        return EXIT_LIMIT;
    }
    mw_findings_report(&w, c->findings, c->count, how);
    return write_file(name, &w);
}

static int reproduce(call *c)
{
    mw_reproduction how;
    mw_error error;
    unsigned threads;
    const char *page = c->s->value[O_OUTPUT];
    bool fits = !page || !*name_ending(page) || !strcmp(name_ending(page), "html");
    if (!fits)
        return complain_with(EXIT_USAGE,
                             "--output %s: the report is a page; its name must end in .html; for "
                             "the figures as JSON use --json",
                             page);
    int code = option_format(c->s, &c->records) ? prepare(c, &how, &threads) : EXIT_USAGE;
    if (code == EXIT_DONE && page && !output_possible(page))
        code = EXIT_BROKEN;
    if (code != EXIT_DONE)
        return code;
    how.goes_on = goes_on;
    mw_measuring m = {.findings = c->findings,
                      .count = c->count,
                      .how = &how,
                      .threads = threads,
                      .told = told,
                      .context = c};
    if (!mw_measure_papers(&m, &error))
        return complain_of(NULL, &error, EXIT_BROKEN);
    watch_rest(NULL);
    for (unsigned i = 0; how.no_times && i < c->count; i++)
        mw_findings_forget_times(&c->findings[i]);
    if (page)
        code = write_report(c, &how, page);
    if (c->records.format != FORMAT_TABLE)
        add_records(c);
    else if (!page || strcmp(page, "-"))
        code = worse(code, print_text(c, &how));
    return worse(code, verdict_on(c));
}

int run_reproduce(const settings *s)
{
    call *c = calloc(1, sizeof *c);
    if (!c)
        return out_of_memory();
    *c = (call){.s = s,
                .experiments = find_folder("experiments"),
                .puzzles = find_folder("puzzles"),
                .started = mw_seconds()};
    int code = reproduce(c);
    for (unsigned i = 0; i < c->count; i++)
        mw_findings_free(&c->findings[i]);
    free(c->experiments);
    free(c->puzzles);
    free(c);
    return code;
}
