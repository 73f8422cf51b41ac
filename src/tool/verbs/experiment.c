// experiment.c: the verb `experiment`: runs a plan into a file of results; reports and merges such
// files. How two are compared is in experiment_compare.c.
#include "tool/verbs/experiment_results.h"
#include "tool/verbs/plan_file.h"

#include "core/text.h"
#include "parallel/processes.h"
#include "parallel/tasks.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHOW_EVERY 0.25 // seconds
#define SHARDS_MAX 100000

// ---- files of results

int results_load(const char *file, mw_sheet *sheet)
{
    mw_error error;
    *sheet = (mw_sheet){0};
    mw_results *results = mw_results_open(file, false, &error);
    bool ok = results && mw_results_load(results, sheet, &error);
    mw_results_close(results);
    return error_told(ok, &error);
}

static int print_status(const mw_sheet *sheet)
{
    table t = {0};
    const mw_plan *p = &sheet->plan;
    printf("%" PRIu64 " of %" PRIu64 " runs, ", sheet->count, p->run_count + p->kept);
    if (p->kept)
        printf("%" PRIu64 " of them of earlier plans, ", p->kept);
    printf("plan %016" PRIx64 ", results %016" PRIx64 ", mazewright %s", p->hash,
           mw_sheet_digest(sheet), sheet->version);
    for (unsigned i = 0; i < sheet->version_count; i++)
        printf(" and %s", sheet->versions[i]);
    putchar('\n');
    table_head(&t, "configuration|mazes|solved|unsolvable|limit|expanded|stored|ms");
    bool ok = true;
    for (uint32_t c = 0; ok && c < sheet->plan.configuration_count; c++) {
        mw_summary s;
        ok = mw_summarise((mw_side){sheet, c}, NULL, &s);
        table_row(&t, "%s|%s|%s|%s|%s|%s|%s", sheet->plan.configurations[c].label,
                  THOUSANDS((double)s.mazes), THOUSANDS((double)s.solved),
                  THOUSANDS((double)s.unsolvable), THOUSANDS((double)s.limit),
                  THOUSANDS(s.effort[MW_EXPANDED]), THOUSANDS(s.effort[MW_STORED]));
        table_add(&t, isnan(s.effort[MW_SECONDS]) ? "-" : "%.3g", s.effort[MW_SECONDS] * 1e3);
    }
    table_print(&t, 1, stdout);
    return ok ? EXIT_DONE : out_of_memory();
}

static int status_record(records *r, const mw_sheet *sheet)
{
    mw_writer w = object_begin();
    char hex[20];
    mw_json_members(&w, "done=%ju runs=%ju mazes=%u configurations=%u repeats=%u", sheet->count,
                    sheet->plan.run_count + sheet->plan.kept, sheet->plan.maze_count,
                    sheet->plan.configuration_count, sheet->plan.repeats);
    snprintf(hex, sizeof hex, "%016" PRIx64, sheet->plan.hash);
    mw_json_text(&w, "plan", hex);
    snprintf(hex, sizeof hex, "%016" PRIx64, mw_sheet_digest(sheet));
    mw_json_text(&w, "results", hex);
    mw_json_text(&w, "version", sheet->version);
    mw_json_count(&w, "kept", sheet->plan.kept);
    record_add(r, &w);
    records_end(r);
    return EXIT_DONE;
}

static int show_file(const settings *s, const char *file)
{
    mw_sheet sheet;
    records r;
    if (!option_format(s, &r))
        return EXIT_USAGE;
    int code = results_load(file, &sheet);
    if (code == EXIT_DONE)
        code = r.format != FORMAT_TABLE ? status_record(&r, &sheet) : print_status(&sheet);
    mw_sheet_free(&sheet);
    return code;
}

static int show_status(const settings *s)
{
    return show_file(s, s->inputs[1]);
}

// ---- running a plan

typedef struct call {
    const settings *s;
    double started, shown;
    bool progress;
    uint64_t before; // runs that were there already
} call;

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    call *c = context;
    double t = mw_seconds();
    if (!c->progress || t - c->started < 1 || t - c->shown < SHOW_EVERY)
        return;
    c->shown = t;
    double left = (t - c->started) / (double)(done - c->before) * (double)(all - done);
    uint64_t seconds = (uint64_t)left;
    fprintf(stderr, "\r\033[K%" PRIu64 " of %" PRIu64 " runs, about %" PRIu64 ":%02u:%02u left",
            done, all, seconds / 3600, (unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
    fflush(stderr);
}

// Reads --shard I/N, both from 1. False with a message printed.
static bool read_shard(const settings *s, mw_experiment *e)
{
    const char *text = s->value[O_SHARD], *slash = text ? strchr(text, '/') : NULL;
    char *end = NULL, *last = NULL;
    if (!text)
        return true;
    unsigned long shard = strtoul(text, &end, 10);
    unsigned long shards = slash ? strtoul(slash + 1, &last, 10) : 0;
    bool ok = slash && end == slash && end > text && last > slash + 1 && !*last && shard >= 1 &&
              shard <= shards && shards <= SHARDS_MAX && *text != '-';
    if (!ok)
        complain(
            "--shard %s: write I/N, e.g. 2/8 for the second of eight parts; at most 100000 parts",
            text);
    e->shard = (unsigned)shard;
    e->shards = (unsigned)shards;
    return ok;
}

// The results of a plan lie in the folder where it is run, under its name.
static char *default_name(const char *plan)
{
    const char *slash = strrchr(plan, '/'), *name = slash ? slash + 1 : plan;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    char *out = malloc(length + sizeof ".db");
    if (out)
        sprintf(out, "%.*s.db", (int)length, name);
    return out;
}

static int read_plan(const settings *s, const char *name, mw_plan *plan)
{
    mw_error error;
    char *text;
    int code = plan_text(name, &text);
    if (code != EXIT_DONE)
        return code;
    bool ok = mw_plan_read(plan, text, plan_open_mazes, (void *)s, &error);
    free(text);
    return ok ? EXIT_DONE : complain_of(name, &error, EXIT_INPUT);
}

static int run_into(call *c, mw_experiment *e, const char *file)
{
    mw_error error;
    if (mw_is_first()) // other processes send their results to the first one
        e->results = mw_results_open(file, true, &error);
    c->started = mw_seconds();
    bool ok = (e->results || !mw_is_first()) && mw_experiment_run(e, &error);
    if (c->shown > 0)
        clear_line();
    mw_results_close(e->results);
    return mw_is_first() ? error_told(ok, &error) : EXIT_DONE;
}

// Prints what the file of results now has, and whether runs are missing.
static int run_ended(const settings *s, const mw_experiment *e, const char *file)
{
    watch_rest(NULL);
    int code = show_file(s, file);
    if (code == EXIT_DONE && e->done < e->all) {
        complain("stopped after %" PRIu64 " of %" PRIu64 " runs; the same command goes on", e->done,
                 e->all);
        code = EXIT_LIMIT;
    }
    return code;
}

// ---- before running

static void print_span(mw_writer *w, double seconds)
{
    uint64_t whole = (uint64_t)(seconds + 0.5);
    if (seconds < 100)
        mw_write(w, "%.2g s", seconds);
    else
        mw_write(w, "%" PRIu64 ":%02u:%02u", whole / 3600, (unsigned)(whole / 60 % 60),
                 (unsigned)(whole % 60));
}

static void print_estimate(const mw_estimate *m, unsigned threads, const char *file)
{
    mw_writer w = {0};
    mw_write(&w, "%" PRIu64 " runs, %" PRIu64 " of them in %s already, %" PRIu64 " to do", m->all,
             m->done, file, m->all - m->done);
    if (m->done < m->all && (m->known || m->sampled)) {
        mw_write(&w, ": about ");
        print_span(&w, m->seconds / threads);
        mw_write(&w, " %son %u thread%s, by ", m->at_least ? "or more " : "", threads,
                 threads > 1 ? "s" : "");
        if (m->known)
            mw_write(&w, "%" PRIu64 " runs in the file%s", m->known, m->sampled ? " and " : "");
        if (m->sampled) {
            mw_write(&w, "a sample of %" PRIu64 " runs that took ", m->sampled);
            print_span(&w, m->sample_seconds);
        }
    }
    print_line(&w, stdout);
}

static void estimate_record(records *r, const mw_estimate *m, unsigned threads)
{
    mw_writer w = object_begin();
    mw_json_members(&w, "runs=%ju done=%ju left=%ju seconds=%g threads=%u", m->all, m->done,
                    m->all - m->done, m->done == m->all ? 0 : m->seconds / threads, threads);
    mw_json_members(&w, "known=%ju sampled=%ju sample_seconds=%g at_least=%d", m->known, m->sampled,
                    m->sample_seconds, m->at_least);
    record_add(r, &w);
    records_end(r);
}

// Says what running the plan would mean. It writes nothing.
static int dry_run(const settings *s, mw_experiment *e, const char *file)
{
    mw_sheet sheet = {0};
    mw_estimate m;
    mw_error error;
    unsigned threads = mw_threads(e->threads);
    records r;
    if (!option_format(s, &r))
        return EXIT_USAGE;
    bool there = !access(file, F_OK);
    int code = there ? results_load(file, &sheet) : EXIT_DONE;
    if (code == EXIT_DONE && !mw_experiment_estimate(e, there ? &sheet : NULL, &m, &error))
        code = complain_of(file, &error, EXIT_INPUT);
    else if (code == EXIT_DONE && r.format != FORMAT_TABLE)
        estimate_record(&r, &m, threads);
    else if (code == EXIT_DONE)
        print_estimate(&m, threads, file);
    mw_sheet_free(&sheet);
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}

// What became of the results that were in the file.
static void say_extended(const mw_experiment *e, const char *file)
{
    const mw_extension *x = &e->extension;
    if (!x->extended)
        return;
    complain("%s: extended: %" PRIu64 " finished runs that this plan names are kept, and %" PRIu64
             " that it does not name",
             file, x->named, x->kept);
    if (strcmp(x->version, mw_version()))
        complain("%s: they were run by mazewright %s, and this is %s, which may find other counts",
                 file, x->version, mw_version());
}

static int run_plan(const settings *s)
{
    call c = {.s = s, .progress = progress_wanted(s)};
    mw_plan plan = {0};
    mw_experiment e = {.plan = &plan, .goes_on = goes_on, .progress = show_progress, .context = &c};
    records r; // read again by what prints the results; here, so that nothing runs in vain
    if (!option_threads(s, &e.threads) || !read_shard(s, &e) || !option_format(s, &r))
        return EXIT_USAGE;
    if (s->value[O_OUTPUT] && !strcmp(s->value[O_OUTPUT], "-"))
        return complain_with(
            EXIT_USAGE,
            "results are kept in a file, and stdout is none; 'experiment report' prints them");
    char *file = s->value[O_OUTPUT] ? strdup(s->value[O_OUTPUT]) : default_name(s->inputs[0]);
    int code = file ? read_plan(s, s->inputs[0], &plan) : out_of_memory();
    for (uint32_t i = 0; code == EXIT_DONE && i < plan.configuration_count; i++)
        if (plan.configurations[i].bytes)
            give_memory_back();
    bool dry = s->value[O_DRY_RUN];
    if (code == EXIT_DONE)
        code = dry ? dry_run(s, &e, file) : run_into(&c, &e, file);
    if (!dry && mw_is_first())
        say_extended(&e, file);
    if (code == EXIT_DONE && mw_is_first() && !dry)
        code = run_ended(s, &e, file);
    mw_plan_free(&plan);
    free(file);
    return code;
}

// ---- reports

int results_find(const mw_sheet *sheet, const char *file, const char *label, uint32_t *index)
{
    if (mw_find_configuration(&sheet->plan, label, index))
        return EXIT_DONE;
    mw_writer known = {0};
    for (uint32_t c = 0; c < sheet->plan.configuration_count; c++)
        add_word(&known, sheet->plan.configurations[c].label);
    return complain_unknown(EXIT_USAGE, label, "it has", &known, "%s has no configuration '%s'",
                            file, label);
}

typedef enum { CSV, JSON, HTML } format;

// Finds the format: as --format says, or else by the ending of the file, or else CSV.
static bool find_format(const settings *s, format *out)
{
    static const char *const names[] = {"csv", "json", "html", "jsonl"};
    const char *asked = s->value[O_REPORT_FORMAT], *file = s->value[O_OUTPUT];
    const char *name = asked ? asked : file ? name_ending(file) : "";
    *out = s->value[O_JSON] ? JSON : CSV;
    if (!asked && (s->value[O_JSON] || !*name))
        return true;
    const char *ending = asked && file ? name_ending(file) : name;
    if (strcmp(ending, name) != 0 && *ending && strcmp(ending, "jsonl") != 0)
        return complain("--output %s and --format %s are two formats; write one of them", file,
                        asked);
    for (int i = CSV; i < (asked ? 3 : 4); i++)
        if (!strcmp(names[i], name)) {
            *out = i == 3 ? JSON : (format)i;
            return true;
        }
    if (asked)
        return complain("--format %s is unknown; it is csv, json or html", name);
    return complain("--output %s: the name must end in .csv, .json, .jsonl or .html; or say the "
                    "format with --format",
                    file);
}

static int write_report(const settings *s, const mw_sheet *sheet, format f, FILE *out)
{
    uint32_t first = 0, second = 0;
    int code = EXIT_DONE;
    if (s->input_count == 4) {
        code = results_find(sheet, s->inputs[1], s->inputs[2], &first);
        if (code == EXIT_DONE)
            code = results_find(sheet, s->inputs[1], s->inputs[3], &second);
    } else if (f == HTML && !mw_report_pair(sheet, &first, &second)) {
        code = out_of_memory();
    }
    if (code != EXIT_DONE)
        return code;
    bool ok = f == CSV    ? mw_report_csv(sheet, out)
              : f == JSON ? mw_report_json(sheet, out)
                          : mw_report_html(sheet, first, second, out);
    return ok ? EXIT_DONE : out_of_memory();
}

static int report(const settings *s)
{
    mw_sheet sheet;
    format f;
    const char *name = s->value[O_OUTPUT];
    if (!find_format(s, &f))
        return EXIT_USAGE;
    int code = results_load(s->inputs[1], &sheet);
    output o;
    FILE *out = code != EXIT_DONE ? NULL : name ? output_open(&o, name) : stdout;
    bool opened = code == EXIT_DONE && name;
    if (out)
        code = write_report(s, &sheet, f, out);
    if (opened && !output_close(&o, out, code == EXIT_DONE))
        code = EXIT_BROKEN;
    mw_sheet_free(&sheet);
    return code;
}

// ---- merging

static void say(void *context, const char *sentence)
{
    complain("%s: %s", (const char *)context, sentence);
}

static int merge_into(mw_results *out, const char *const *files, const mw_sheet *sheets, int count)
{
    mw_error error;
    mw_plan first = sheets[0].plan; // what it keeps of earlier plans comes with its rows
    first.kept = 0;
    first.maze_count = first.own_mazes;
    first.configuration_count = first.own_configurations;
    bool begun = mw_results_begin(out, &first, sheets[0].version, NULL, NULL, &error);
    int code = error_told(begun, &error);
    for (int i = 0; i < count && code != EXIT_INPUT && code != EXIT_BROKEN; i++) {
        uint64_t added;
        bool ok = mw_results_merge(out, &sheets[i], say, (void *)files[i], &added, &error);
        int one = error_told(ok, &error);
        code = worse(code, !ok && error.code == MW_ERROR_REQUEST ? EXIT_NO : one);
        if (ok)
            printf("%s: %" PRIu64 " of %" PRIu64 " runs added\n", files[i], added, sheets[i].count);
    }
    return code;
}

// Reads all files before it writes anything.
static int merge(const settings *s)
{
    const char *const *files = s->inputs + 2;
    int count = s->input_count - 2, code = EXIT_DONE, loaded = 0;
    mw_sheet *sheets = calloc((size_t)count, sizeof *sheets);
    if (!sheets)
        return out_of_memory();
    for (; loaded < count && code == EXIT_DONE; loaded++) {
        code = results_load(files[loaded], &sheets[loaded]);
        assert(code != EXIT_DONE || sheets[loaded].version);
        if (code == EXIT_DONE && (sheets[loaded].plan.hash != sheets[0].plan.hash ||
                                  strcmp(sheets[loaded].version, sheets[0].version))) {
            complain("%s: holds the results of another plan, or version of mazewright, than %s",
                     files[loaded], files[0]);
            code = EXIT_INPUT;
        }
    }
    mw_results *out = NULL;
    mw_error error;
    if (code == EXIT_DONE) {
        out = mw_results_open(s->inputs[1], true, &error);
        code = error_told(out, &error);
    }
    if (code == EXIT_DONE)
        code = merge_into(out, files, sheets, count);
    mw_results_close(out);
    while (loaded)
        mw_sheet_free(&sheets[--loaded]);
    free(sheets);
    return code;
}

// ---- the verb

static const struct action {
    const char *name;
    int (*run)(const settings *);
    int least, most; // inputs, the action included
    const char *form;
} actions[] = {
    {"report", report, 2, 4, "experiment report results.db [CONFIGURATION CONFIGURATION]"},
    {"compare", experiment_compare, 2, 5,
     "experiment compare results.db [other.db] [CONFIGURATION...]"},
    {"merge", merge, 3, 1000000, "experiment merge all.db part.db..."},
    {"status", show_status, 2, 2, "experiment status results.db"},
};

// An option that this action would not look at is refused.
static bool takes_all(const struct action *a, const settings *s)
{
    static const struct {
        option_id id;
        bool report, others; // who takes it besides running a plan; merge takes none of them
    } of[] = {{O_REPORT_FORMAT, true, true}, {O_OUTPUT, true, false}, {O_JSON, true, true},
              {O_THREADS, false, false},     {O_SHARD, false, false}, {O_RESUME, false, false},
              {O_DRY_RUN, false, false}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (s->value[of[i].id] &&
            !(a->run == report ? of[i].report : of[i].others && a->run != merge))
            return complain("experiment %s takes no --%s", a->name, options[of[i].id].name);
    return true;
}

int run_experiment(const settings *s)
{
    for (size_t i = 0; s->input_count && i < sizeof actions / sizeof *actions; i++) {
        const struct action *a = &actions[i];
        if (strcmp(a->name, s->inputs[0]))
            continue;
        bool fits = s->input_count >= a->least && s->input_count <= a->most &&
                    (a->run != report || s->input_count != 3);
        if (!fits)
            complain("write it as: mazewright %s", a->form);
        else
            fits = takes_all(a, s);
        return fits ? a->run(s) : EXIT_USAGE;
    }
    char closest[MW_WORD_SIZE];
    if (s->input_count > 1 && mw_closest(s->inputs[0], "report compare merge status", closest))
        return complain_with(EXIT_USAGE, "experiment has no action '%s'; did you mean '%s'?",
                             s->inputs[0], closest);
    if (s->input_count != 1)
        return complain_with(
            EXIT_USAGE, "experiment needs a plan, or report, compare, merge or status and files of "
                        "results; see 'mazewright experiment --help'");
    return run_plan(s);
}
