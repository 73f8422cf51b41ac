// dataset.c: the verb `dataset`: many different mazes as JSON lines, in one file or in a folder
// with a file for each split.
#include "tool/verbs/dataset_call.h"

#include "api/dataset_line.h"
#include "parallel/tasks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- options

// --bands 2..5, or 3 for one.
static bool read_bands(dataset_call *c)
{
    const char *text = c->s->value[O_BANDS];
    char *end;
    if (!text)
        return true;
    unsigned long first = strtoul(text, &end, 10), last = first;
    if (!strncmp(end, "..", 2))
        last = strtoul(end + 2, &end, 10);
    if (*end || strspn(text, "0123456789.") != strlen(text) || first < 1 || last > MW_BANDS ||
        first > last)
        return complain("--bands %s: write two from 1 to %d, the lower first, e.g. 1..9", text,
                        MW_BANDS);
    c->plan.first_band = (unsigned)first;
    c->plan.last_band = (unsigned)last;
    return true;
}

// --split train=80,test=20; the names stay in the text of the list.
static bool read_splits(dataset_call *c, name_list *list)
{
    const char *given = c->s->value[O_SPLIT];
    if (!option_names(c->s, O_SPLIT, list))
        return false;
    if (list->count > MW_DATASET_SPLITS)
        return complain("--split %s: at most %d", given, MW_DATASET_SPLITS);
    for (unsigned i = 0; i < list->count; i++) {
        char *equals = strchr(list->item[i], '='), *end = NULL;
        unsigned long percent = equals ? strtoul(equals + 1, &end, 10) : 0;
        if (!equals || equals[1] < '0' || equals[1] > '9' || *end || percent > 100)
            return complain(
                "--split %s: write NAME=PERCENT, with whole numbers that add up to 100, "
                "e.g. train=80,test=20",
                list->item[i]);
        *equals = '\0';
        c->splits[i] = (mw_dataset_split){list->item[i], (unsigned)percent};
    }
    if (!given)
        c->splits[0] = (mw_dataset_split){"all", 100};
    c->plan.splits = c->splits;
    c->plan.split_count = given ? list->count : 1;
    return true;
}

// --unsolvable 10% or 0.1
static bool read_unsolvable(dataset_call *c)
{
    const char *text = c->s->value[O_UNSOLVABLE];
    char *end = NULL;
    if (!text)
        return true;
    c->plan.unsolvable = strtod(text, &end);
    if (*end == '%') {
        c->plan.unsolvable /= 100;
        end++;
    }
    return (end > text && strspn(text, "0123456789.%") == strlen(text) && !*end &&
            c->plan.unsolvable >= 0 && c->plan.unsolvable <= 1) ||
           complain("--unsolvable %s: write a share from 0 to 1, or a percentage such as 10%%",
                    text);
}

static bool read_prompt(dataset_call *c)
{
    const char *text = c->s->value[O_PROMPT];
    mw_error error = {0};
    c->prompt = text ? mw_prompt_text(text, &error) : NULL;
    return !text || c->prompt || complain("--prompt: %s", error.text);
}

static bool read_numbers(dataset_call *c)
{
    double count, seconds;
    if (!option_number(c->s, O_NUMBER, 1, MW_DATASET_MAX, 100, &count) ||
        !option_number(c->s, O_SECONDS, 1e-3, 1e9, 0, &seconds) ||
        !option_seed(c->s, &c->plan.seed) || !option_threads(c->s, &c->threads))
        return false;
    c->plan.count = (uint64_t)count;
    c->deadline = seconds > 0 ? mw_seconds() + seconds : 0;
    return true;
}

// ---- where it is written

// EXIT_DONE, or an exit code with a message printed. Nothing is written yet.
static int choose_output(dataset_call *c)
{
    const char *name = c->s->value[O_OUTPUT] ? c->s->value[O_OUTPUT] : "-";
    const char *ending = name_ending(name);
    struct stat st;
    if (!*name)
        return complain_with(EXIT_USAGE, "--output needs the name of a file or a folder");
    if (strlen(name) > 1000)
        return complain_with(
            EXIT_USAGE, "--output: the name is too long: %zu bytes of at most 1000", strlen(name));
    bool there = !stat(name, &st), folder = name[strlen(name) - 1] == '/';
    if (!strcmp(name, "-") ||
        (!folder && (!strcmp(ending, "jsonl") || !strcmp(ending, "json")) && !is_folder(name)))
        return output_possible(name) ? EXIT_DONE : EXIT_BROKEN;
    if (*ending && !folder && !there && !strchr(ending, '/'))
        return complain_with(EXIT_USAGE,
                             "--output %s: the name must end in .jsonl (one file) or / (a folder "
                             "with a file for each split)",
                             name);
    if (there && (!S_ISDIR(st.st_mode) || !is_empty_folder(name)))
        return complain_with(EXIT_USAGE, "--output %s: is there already; name a new folder", name);
    c->folder = name;
    return EXIT_DONE;
}

static int open_outputs(dataset_call *c)
{
    bool slash = c->folder && c->folder[strlen(c->folder) - 1] == '/';
    if (c->folder && mkdir(c->folder, 0777) && errno != EEXIST)
        return complain_with(EXIT_BROKEN, "%s: cannot make the folder: %s", c->folder,
                             strerror(errno));
    unsigned count = c->folder ? c->plan.split_count : 1;
    for (unsigned i = 0; i < count; i++) {
        const char *name = c->s->value[O_OUTPUT] ? c->s->value[O_OUTPUT] : "-";
        if (c->folder)
            snprintf(c->paths[i], sizeof c->paths[i], "%s%s%s.jsonl", c->folder, slash ? "" : "/",
                     c->splits[i].name);
        else
            snprintf(c->paths[i], sizeof c->paths[i], "%s", name);
        c->streams[i] = output_open(&c->files[i], c->paths[i]);
        if (!c->streams[i])
            return complain_with(EXIT_BROKEN, "%s: cannot write: %s", c->paths[i], strerror(errno));
        c->stream_count++;
    }
    return EXIT_DONE;
}

// All lines that are there are whole.
static int close_outputs(dataset_call *c, bool keeps)
{
    int code = EXIT_DONE;
    for (unsigned i = 0; i < c->stream_count; i++)
        if (!output_close(&c->files[i], c->streams[i], keeps))
            code = EXIT_BROKEN;
    return code;
}

static int write_card(const dataset_call *c, const mw_dataset_result *result)
{
    char path[1100];
    mw_writer text = {0};
    bool slash = c->folder[strlen(c->folder) - 1] == '/';
    snprintf(path, sizeof path, "%s%sREADME.md", c->folder, slash ? "" : "/");
    dataset_card(c, result, &text);
    if (!text.failed)
        return write_file(path, &text);
    free(text.text);
    return out_of_memory();
}

// ---- the run

static bool dataset_goes_on(void *context)
{
    const dataset_call *c = context;
    return !interrupted() && !(c->deadline > 0 && mw_seconds() > c->deadline);
}

static bool run_tasks(void *context, const mw_tasks *tasks)
{
    const dataset_call *c = context;
    mw_tasks own = *tasks;
    own.threads = c->threads;
    return mw_tasks_run(&own);
}

static void show_progress(dataset_call *c)
{
    double now = mw_seconds();
    if (!progress_wanted(c->s) || now - c->shown < 0.25)
        return;
    fprintf(stderr, "\r\033[K%s of %s mazes", THOUSANDS((double)c->written),
            THOUSANDS((double)c->plan.count));
    fflush(stderr);
    c->shown = now;
}

static bool write_item(void *context, const mw_dataset_item *item)
{
    dataset_call *c = context;
    unsigned split = 0;
    mw_writer w = {0};
    while (strcmp(c->splits[split].name, item->split))
        split++;
    mw_json_open(&w, NULL, '{');
    if (c->prompt)
        mw_answer_prompt(&w, item, c->prompt);
    else
        mw_answer_dataset(&w, item);
    mw_json_close(&w, '}');
    mw_write_char(&w, '\n');
    FILE *f = c->streams[c->folder ? split : 0];
    if (w.failed)
        out_of_memory();
    c->failed = w.failed || fwrite(w.text, 1, w.length, f) != w.length;
    free(w.text);
    c->found[split] += !c->failed;
    c->written += !c->failed;
    show_progress(c);
    return !c->failed;
}

// ---- what is missing

// The bands of a source of which there are fewer than for an even spread, in one line.
static bool say_bands(const mw_dataset_cell *cells, unsigned count)
{
    mw_writer w = {0};
    for (unsigned i = 0; i < count; i++) {
        const mw_dataset_cell *c = &cells[i];
        if (c->found >= c->wanted)
            continue;
        mw_write(&w, w.length ? ", " : "");
        if (c->band)
            mw_write(&w, "band %u has %llu of %llu", c->band, (unsigned long long)c->found,
                     (unsigned long long)c->wanted);
        else
            mw_write(&w, "unsolvable ones are %llu of %llu", (unsigned long long)c->found,
                     (unsigned long long)c->wanted);
    }
    if (w.length)
        complain("%s: too few were found: %s", cells->source, w.text);
    bool few = w.length;
    free(w.text);
    return few;
}

static int say_missing(const dataset_call *c, const mw_dataset_result *r)
{
    const bool few = r->found < c->plan.count;
    bool uneven = false;
    unsigned each = c->plan.last_band - c->plan.first_band + 2;
    if (r->stopped)
        complain("stopped %s: %s of %s mazes", interrupted() ? "by an interrupt" : "at the limit",
                 THOUSANDS((double)c->written), THOUSANDS((double)c->plan.count));
    for (unsigned i = 0; !r->stopped && i < r->cell_count; i += each)
        if (few || c->s->value[O_BANDS])
            uneven |= say_bands(&r->cells[i], each);
    if (uneven && !few)
        complain("the other bands of these kinds have more instead");
    else if (few && !r->stopped)
        complain("%s of %s mazes were found; try other sizes or bands",
                 THOUSANDS((double)c->written), THOUSANDS((double)c->plan.count));
    return few || uneven ? EXIT_LIMIT : EXIT_DONE;
}

static int make(dataset_call *c)
{
    const mw_dataset_watch told = {.size = sizeof told,
                                   .context = c,
                                   .item = write_item,
                                   .goes_on = dataset_goes_on,
                                   .run_tasks = run_tasks};
    mw_dataset_result result = {0};
    mw_error error;
    int code = open_outputs(c);
    if (code == EXIT_DONE) {
        bool ok = mw_dataset_run(&c->plan, &told, &result, &error);
        if (progress_wanted(c->s))
            clear_line();
        watch_rest(NULL);
        if (!ok)
            code = complain_of(NULL, &error, EXIT_USAGE);
        else if (!c->failed)
            code = say_missing(c, &result);
    }
    int closed = close_outputs(c, c->written > 0 || code == EXIT_LIMIT);
    code = worse(code, closed);
    if (c->folder && closed == EXIT_DONE && c->written)
        code = worse(code, write_card(c, &result));
    mw_dataset_result_free(&result);
    return code;
}

int run_dataset(const settings *s)
{
    dataset_call c = {.s = s,
                      .plan = {.size = sizeof c.plan, .first_band = 1, .last_band = MW_BANDS}};
    name_list splits = {0};
    const char **sources = calloc((size_t)s->input_count + 1, sizeof *sources);
    mw_error error;
    int code = EXIT_USAGE;
    if (!sources)
        return out_of_memory();
    memcpy(sources, s->inputs, (size_t)s->input_count * sizeof *sources);
    c.plan.sources = sources;
    if (!s->input_count)
        complain("dataset needs kinds of mazes, e.g. 'dataset %s --count 100'",
                 mw_kinds()[0]->name);
    else if (read_numbers(&c) && read_bands(&c) && read_unsolvable(&c) && read_prompt(&c) &&
             read_splits(&c, &splits))
        code =
            mw_dataset_valid(&c.plan, &error) ? EXIT_DONE : complain_of(NULL, &error, EXIT_USAGE);
    if (code == EXIT_DONE)
        code = choose_output(&c);
    if (code == EXIT_DONE)
        code = make(&c);
    names_free(&splits);
    free(sources);
    return code;
}
