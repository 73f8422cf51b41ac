// experiment_compare.c: `experiment compare`: what one configuration does against another, on the
// same mazes.
#include "tool/verbs/experiment_results.h"

#include <inttypes.h>
#include <math.h>

static const char *probability(double p, bool exact, char buffer[40])
{
    snprintf(buffer, 40, p < 0.001 ? "%s%.1e" : "%s%.3f", exact ? "" : "~", p);
    return buffer;
}

static void print_comparison(const char *first, const char *second, const mw_comparison *c)
{
    table t = {0};
    char n[40];
    printf("%s against %s: %" PRIu64 " mazes, %" PRIu64 " answered by both, %" PRIu64
           " only by the former, %" PRIu64 " only by the latter (p %s)\n",
           second, first, c->mazes, c->both, c->second, c->first,
           probability(c->answered, true, n));
    table_head(&t, "effort|pairs|less|equal|more|ratio|95 %|sign p|Wilcoxon p");
    for (mw_run_effort e = 0; e < MW_EFFORTS; e++) {
        const mw_difference *d = &c->efforts[e];
        table_add(&t, "  %s", mw_run_effort_name(e));
        const uint64_t counts[] = {d->pairs, d->less, d->equal, d->more};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            table_number(&t, (double)counts[i]);
        table_add(&t, isnan(d->ratio.median) ? "-" : "%.3f", d->ratio.median);
        table_add(&t, isnan(d->ratio.median) ? "-" : "%.3f..%.3f", d->ratio.low, d->ratio.high);
        table_add(&t, "%s", probability(d->sign, true, n));
        table_add(&t, "%s", probability(d->wilcoxon, d->exact, n));
    }
    table_print(&t, 1, stdout);
}

static void add_records(records *r, const char *first, const char *second, const mw_comparison *c)
{
    for (mw_run_effort e = 0; e < MW_EFFORTS; e++) {
        const mw_difference *d = &c->efforts[e];
        mw_writer w = object_begin();
        const char *effort = e == MW_STORED ? "states_stored" : mw_run_effort_name(e); // as `solve`
        mw_json_members(&w,
                        "first=%s second=%s mazes=%ju answered_by_both=%ju answered_by_first=%ju "
                        "answered_by_second=%ju",
                        first, second, c->mazes, c->both, c->first, c->second);
        mw_json_members(&w, "contradictions=%ju effort=%s pairs=%ju less=%ju equal=%ju more=%ju",
                        c->contradictions, effort, d->pairs, d->less, d->equal, d->more);
        mw_json_members(
            &w, "ratio=%g ratio_low=%g ratio_high=%g sign_p=%g wilcoxon_p=%g wilcoxon_exact=%d",
            d->ratio.median, d->ratio.low, d->ratio.high, d->sign, d->wilcoxon, d->exact);
        record_add(r, &w);
    }
}

typedef struct contest {
    records records;
    mw_sheet sheets[2];
    const char *files[2];
    unsigned file_count;
    uint64_t pairs; // of mazes, in all comparisons together
} contest;

static int compare_two(contest *c, uint32_t first, uint32_t second)
{
    const mw_sheet *a = &c->sheets[0], *b = &c->sheets[c->file_count - 1];
    const char *labels[] = {a->plan.configurations[first].label,
                            b->plan.configurations[second].label};
    char names[2][300];
    mw_comparison out;
    for (int i = 0; i < 2; i++) // where there are two files, their names are shown
        snprintf(names[i], sizeof names[i], c->file_count > 1 ? "%s of %.180s" : "%s", labels[i],
                 c->files[i]);
    if (!mw_compare((mw_side){a, first}, (mw_side){b, second}, 1, &out))
        return out_of_memory();
    c->pairs += out.mazes;
    if (c->records.format != FORMAT_TABLE)
        add_records(&c->records, names[0], names[1], &out);
    else
        print_comparison(names[0], names[1], &out);
    if (out.contradictions)
        complain("%" PRIu64 " mazes have contradicting answers, e.g. %.200s; one of the two is "
                 "wrong",
                 out.contradictions, out.contradiction);
    return out.contradictions ? EXIT_NO : EXIT_DONE;
}

// Compares every configuration that is in both files.
static int compare_all(contest *c)
{
    int code = EXIT_DONE;
    uint32_t second;
    unsigned common = 0;
    const mw_plan *p = &c->sheets[0].plan;
    for (uint32_t first = 0; first < p->configuration_count; first++)
        if (mw_find_configuration(&c->sheets[1].plan, p->configurations[first].label, &second)) {
            if (common++ && c->records.format == FORMAT_TABLE)
                putchar('\n');
            code = worse(code, compare_two(c, first, second));
        }
    if (!common) {
        complain("%s and %s have no configuration in common; name one of each", c->files[0],
                 c->files[1]);
        code = EXIT_INPUT;
    }
    return code;
}

static int compare_labelled(contest *c, const char *first, const char *second)
{
    uint32_t a, b;
    unsigned last = c->file_count - 1;
    int code = results_find(&c->sheets[0], c->files[0], first, &a);
    if (code == EXIT_DONE)
        code = results_find(&c->sheets[last], c->files[last], second, &b);
    return code == EXIT_DONE ? compare_two(c, a, b) : code;
}

int experiment_compare(const settings *s)
{
    contest c = {.files = {s->inputs[1]}, .file_count = 1};
    uint32_t ignored;
    if (!option_format(s, &c.records))
        return EXIT_USAGE;
    int code = results_load(s->inputs[1], &c.sheets[0]), at = 2;
    if (code == EXIT_DONE && s->input_count > 2 &&
        !mw_find_configuration(&c.sheets[0].plan, s->inputs[2], &ignored)) {
        c.files[c.file_count++] = s->inputs[at++];
        code = results_load(c.files[1], &c.sheets[1]);
    }
    const char *const *labels = s->inputs + at;
    int count = s->input_count - at;
    if (code == EXIT_DONE) {
        if (c.file_count == 2 && !count)
            code = compare_all(&c);
        else if (count == 2 || (c.file_count == 2 && count == 1))
            code = compare_labelled(&c, labels[0], labels[count - 1]);
        else {
            complain("compare needs two files of results, or one and two of its configurations");
            code = EXIT_USAGE;
        }
        if (code == EXIT_DONE && !c.pairs) {
            complain("there is no maze that both have searched");
            code = EXIT_INPUT;
        }
    }
    records_end(&c.records);
    mw_sheet_free(&c.sheets[0]);
    mw_sheet_free(&c.sheets[1]);
    return code;
}
