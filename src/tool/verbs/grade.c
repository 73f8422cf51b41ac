// grade.c: the verb `grade`: submissions of students, graded by the rubric of a teacher.
#include "core/text.h"
#include "experiment/grade/grade_json.h"
#include "experiment/grade/process.h"
#include "tool/verbs/plan_file.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SHOW_EVERY 0.25 // seconds

typedef struct call {
    const settings *s;
    records records;
    mw_rubric rubric;
    mw_grader grader;
    mw_submission *submissions;
    unsigned count, at; // of those that could be read; the one that is graded
    table table;
    mw_writer feedback;
    double started, shown; // of the line of progress
    bool times, progress;
    bool only_results; // for Gradescope, on stdout
} call;

// ---- what is to be graded

static bool is_twice(const call *c, unsigned one)
{
    const char *name = c->submissions[one].name;
    unsigned i = 0;
    assert(name);
    while (i < c->count && (i == one || strcmp(c->submissions[i].name, name) != 0))
        i++;
    return i < c->count;
}

// Files of one name in different folders are called by their paths.
static bool name_apart(call *c)
{
    bool *twice = calloc((size_t)c->count + 1, sizeof *twice), room = twice;
    for (unsigned i = 0; room && i < c->count; i++)
        twice[i] = is_twice(c, i);
    for (unsigned i = 0; room && i < c->count; i++) {
        mw_submission *one = &c->submissions[i];
        if (!twice[i] || one->named)
            continue;
        free(one->name);
        room = (one->name = strdup(one->argument));
    }
    free(twice);
    if (!room)
        return out_of_memory() == EXIT_DONE;
    for (unsigned i = 0; i < c->count; i++)
        if (is_twice(c, i))
            return complain("two submissions are called %s; give one of them another name, as "
                            "NAME=FILE",
                            c->submissions[i].name);
    return true;
}

static int read_submissions(call *c)
{
    const settings *s = c->s;
    int code = EXIT_DONE, files = s->input_count - 1;
    c->submissions = calloc((size_t)files + 1, sizeof *c->submissions);
    if (!c->submissions)
        return out_of_memory();
    for (int i = 0; i < files; i++) {
        mw_submission *one = &c->submissions[c->count];
        mw_error error;
        if (mw_submission_read(one, &c->rubric, s->inputs[i + 1], &error)) {
            c->count++;
        } else {
            code = worse(code, complain_of(NULL, &error, EXIT_INPUT));
            mw_submission_free(one);
        }
    }
    return name_apart(c) ? code : EXIT_USAGE;
}

static int read_rubric(call *c)
{
    const char *name = c->s->inputs[0];
    mw_error error;
    char *text;
    int code = plan_text(name, &text);
    if (code != EXIT_DONE)
        return code;
    bool ok = mw_rubric_read(&c->rubric, text, plan_open_mazes, (void *)c->s, &error);
    free(text);
    if (ok)
        ok = mw_grader_init(&c->grader, &c->rubric, &error);
    if (!ok && interrupted())
        return EXIT_LIMIT;
    return ok ? EXIT_DONE : complain_of(name, &error, EXIT_INPUT);
}

// ---- where results are written

static bool is_folder_name(const char *name)
{
    size_t length = strlen(name);
    return is_folder(name) || (length && name[length - 1] == '/');
}

// Is -o a place for as many results?
static bool output_fits(const settings *s)
{
    const char *name = s->value[O_OUTPUT];
    if (!name)
        return true;
    if (!is_folder_name(name))
        return s->input_count == 2
                   ? output_possible(name)
                   : complain("--output %s: with several submissions it is a folder, which gets a "
                              "file for each; write %s/",
                              name, name);
    if (!mkdir(name, 0777) || errno == EEXIST)
        return true;
    return complain("%s: cannot make this folder: %s", name, strerror(errno));
}

static int write_result(const call *c, const mw_submission *s, const mw_grade *grade)
{
    const char *name = c->s->value[O_OUTPUT];
    mw_writer json = {0}, path = {0};
    if (!name)
        return EXIT_DONE;
    mw_write(&path, "%s", name);
    if (is_folder_name(name)) {
        size_t begin = path.length + 1;
        mw_write(&path, "%s%s.json", name[strlen(name) - 1] == '/' ? "" : "/", s->name);
        for (size_t i = begin; !path.failed && i < path.length; i++)
            if (path.text[i] == '/')
                path.text[i] = '_';
    }
    mw_grade_gradescope(&c->rubric, grade, c->times, &json);
    int code = EXIT_BROKEN;
    if (path.failed)
        free(json.text);
    else
        code = write_file(path.text, &json);
    free(path.text);
    return path.failed ? out_of_memory() : code;
}

// ---- what is printed

static const char *points_text(double points, char buffer[40])
{
    snprintf(buffer, 40, "%.4f", points);
    char *end = buffer + strlen(buffer);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        end[-1] = '\0';
    return buffer;
}

#define POINTS(x) points_text((x), (char[40]){0})

static void add_row(call *c, const char *name, const mw_grade *grade)
{
    const mw_rubric *u = &c->rubric;
    table_add(&c->table, "%s", name);
    for (unsigned t = 0; t < u->test_count; t++)
        table_add(&c->table, "%s", POINTS(grade ? grade->marks[t].points : u->tests[t].points));
    table_add(&c->table, "%s", POINTS(grade ? grade->points : mw_rubric_points(u)));
    if (c->times)
        table_add(&c->table, "%.2f", grade ? grade->seconds : 0);
}

static void begin_table(call *c)
{
    const mw_rubric *u = &c->rubric;
    c->table.columns = u->test_count + 2 + c->times;
    table_add(&c->table, "submission");
    for (unsigned t = 0; t < u->test_count; t++)
        table_add(&c->table, "%s", u->tests[t].name);
    table_add(&c->table, "total");
    if (c->times)
        table_add(&c->table, "seconds");
    add_row(c, "(points)", NULL);
}

// Adds the sentences that are not there yet, after the name of the submission.
static void add_sentences(mw_writer *w, size_t begun, const char *name, const mw_writer *sentences)
{
    const char *at = sentences->text;
    for (size_t n; at && *at; at += n + (at[n] == '\n')) {
        mw_writer line = {0};
        n = strcspn(at, "\n");
        mw_write(&line, "%s: %.*s\n", name, (int)n, at);
        if (line.failed)
            w->failed = true;
        else if (!w->text || w->length == begun || !strstr(w->text + begun, line.text))
            mw_write_bytes(w, line.text, line.length);
        free(line.text);
    }
}

static void add_record(call *c, const mw_submission *s, const mw_grade *grade)
{
    const mw_rubric *u = &c->rubric;
    mw_writer w = object_begin();
    mw_json_members(&w, "submission=%s score=%g max_score=%g", s->name, grade->points,
                    mw_rubric_points(u));
    if (c->times)
        mw_json_rounded(&w, "seconds", grade->seconds, 3);
    mw_json_text(&w, "output", grade->remark.text ? grade->remark.text : "");
    if (c->records.format == FORMAT_JSON) {
        mw_grade_tests(u, grade, &w);
    } else {
        mw_json_open(&w, "points", '{');
        for (unsigned t = 0; t < u->test_count; t++)
            mw_json_number(&w, u->tests[t].name, grade->marks[t].points);
        mw_json_close(&w, '}');
    }
    record_add(&c->records, &w);
}

static void show(call *c, const mw_submission *s, const mw_grade *grade)
{
    size_t begun = c->feedback.length;
    if (c->only_results)
        return;
    if (c->records.format != FORMAT_TABLE) {
        add_record(c, s, grade);
        return;
    }
    add_row(c, s->name, grade);
    for (unsigned t = 0; t < c->rubric.test_count; t++)
        add_sentences(&c->feedback, begun, s->name, &grade->marks[t].feedback);
    add_sentences(&c->feedback, begun, s->name, &grade->remark);
}

static void show_all(call *c)
{
    records_end(&c->records);
    if (c->records.format != FORMAT_TABLE || c->only_results)
        return;
    if (c->rubric.title)
        printf("%s\n\n", c->rubric.title);
    table_print(&c->table, 1, stdout);
    if (c->feedback.failed)
        out_of_memory();
    else if (c->feedback.length)
        printf("\n%s", c->feedback.text);
}

// ---- grading

static void show_progress(void *context, const mw_submission *s, uint32_t maze)
{
    call *c = context;
    double t = mw_seconds();
    if (!c->progress || t - c->started < 1 || t - c->shown < SHOW_EVERY)
        return;
    c->shown = t;
    fprintf(stderr, "\r\033[K%s (%u of %u): maze %u of %u", s->name, c->at + 1, c->count, maze + 1,
            c->grader.maze_count);
    fflush(stderr);
}

static int grade_one(call *c)
{
    const mw_submission *s = &c->submissions[c->at];
    mw_grade grade;
    mw_error error;
    bool ok = mw_grade_submission(&c->grader, s, &grade, &error);
    int code = EXIT_LIMIT;
    if (c->shown > 0)
        clear_line();
    c->shown = 0;
    if (ran_out_of_memory()) { // while JSON was read, and an answer may seem to be none
        code = EXIT_BROKEN;
    } else if (ok) {
        show(c, s, &grade);
        code = write_result(c, s, &grade);
    } else if (!interrupted()) {
        code = complain_of(s->name, &error, EXIT_INPUT);
    }
    mw_grade_free(&grade);
    return code;
}

static int grade_all(call *c)
{
    int code = EXIT_DONE;
    unsigned graded = 0;
    c->only_results = c->s->value[O_OUTPUT] && !strcmp(c->s->value[O_OUTPUT], "-");
    if (c->records.format == FORMAT_TABLE && !c->only_results)
        begin_table(c);
    for (; c->at < c->count && !interrupted(); c->at++) {
        int one = grade_one(c);
        graded += one == EXIT_DONE;
        code = worse(code, one);
    }
    watch_rest(NULL); // what comes now tells what was found
    show_all(c);
    if (!interrupted())
        return code;
    complain("%s: %u of %u submissions are graded", limit_reason(NULL, MW_LIMIT_STOPPED), graded,
             c->count);
    return EXIT_LIMIT;
}

static void free_call(call *c)
{
    for (unsigned i = 0; i < c->count; i++)
        mw_submission_free(&c->submissions[i]);
    free(c->submissions);
    mw_grader_free(&c->grader);
    mw_rubric_free(&c->rubric);
    free(c->feedback.text);
}

int run_grade(const settings *s)
{
    call c = {.s = s,
              .progress = progress_wanted(s),
              .times = s->value[O_TIMES],
              .started = mw_seconds()};
    if (s->input_count < 2)
        return complain_with(EXIT_USAGE, "grade needs a rubric and submissions: mazewright grade "
                                         "rubric.txt alice.txt bob.py; see 'mazewright grade "
                                         "--help'");
    if (!option_format(s, &c.records) || !output_fits(s))
        return EXIT_USAGE;
    c.grader = (mw_grader){.goes_on = goes_on, .context = &c, .progress = show_progress};
    interrupts_call(mw_process_kill);
    int code = read_rubric(&c);
    if (code == EXIT_DONE) {
        code = read_submissions(&c);
        if (code != EXIT_USAGE && c.count)
            code = worse(code, grade_all(&c));
    }
    interrupts_call(NULL);
    free_call(&c);
    return code;
}
