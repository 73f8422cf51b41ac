// measure.c: runs the jobs of papers as tasks, on threads or machines. What the jobs said is taken
// in the order of the tasks, so findings do not depend on which task ended first.
#include "parallel/tasks.h"
#include "core/memory.h"
#include "experiment/reproduce/findings.h"

#include <stdlib.h>
#include <string.h>

const mw_reproducible mw_reproducibles[] = {
    {"rook", mw_reproduce_rook},       {"die", mw_reproduce_die},
    {"theseus", mw_reproduce_theseus}, {"bloxorz", mw_reproduce_bloxorz},
    {"marble", mw_reproduce_marble},   {NULL, NULL}};

typedef struct part {
    mw_findings *findings;
    const mw_reproduce_job *job;
    unsigned number; // of the part
    mw_writer said;
} part;

typedef struct work {
    const mw_measuring *measuring;
    part *parts;
    uint64_t count, done;
    mw_error *error;
    bool failed;
} work;

static const mw_reproduce_job *jobs_of(const char *paper)
{
    const mw_reproducible *r = mw_reproducibles;
    while (r->paper && strcmp(r->paper, paper))
        r++;
    return r->jobs;
}

static unsigned parts_of(const work *w, const mw_reproduce_job *job)
{
    const mw_reproduction *how = w->measuring->how;
    if (job->shipped)
        return how->maps ? 0 : mw_shipped_count(how, job->shipped);
    return job->parts ? job->parts : 1;
}

// Lists all parts; where `parts` is NULL it only counts them.
static void list_parts(work *w)
{
    const mw_measuring *m = w->measuring;
    w->count = 0;
    for (mw_findings *f = m->findings; f < m->findings + m->count; f++)
        for (const mw_reproduce_job *job = jobs_of(f->paper); job && job->name; job++)
            for (unsigned i = 0; i < parts_of(w, job); i++, w->count++)
                if (w->parts)
                    w->parts[w->count] = (part){.findings = f, .job = job, .number = i};
}

static bool goes_on(const work *w)
{
    return !w->failed && mw_reproduction_goes_on(w->measuring->how);
}

static void run(void *context, uint64_t index)
{
    work *w = context;
    part *p = &w->parts[index];
    mw_error error = {.text = ""};
    const mw_reproduction *how = w->measuring->how;
    if (!mw_reproduction_goes_on(how))
        return;
    bool ok = p->job->run(how, p->number, &p->said, &error);
    if (!mw_reproduction_goes_on(how)) { // what it says may be of fewer mazes than it should be
        free(p->said.text);
        p->said = (mw_writer){0};
        return;
    }
    if (ok)
        return;
    p->said.failed = p->said.failed || error.code == MW_ERROR_MEMORY;
    for (char *c = error.text; *c; c++)
        if (*c == '\t' || *c == '\n')
            *c = ' ';
    mw_write(&p->said, "failure\t%s\t%s\n", p->job->name, error.text);
}

static void pack(void *context, uint64_t index, mw_writer *out)
{
    const part *p = &((work *)context)->parts[index];
    out->failed |= p->said.failed;
    mw_write_bytes(out, p->said.text ? p->said.text : "", p->said.length);
}

static bool unpack(void *context, uint64_t index, const char *bytes, size_t length)
{
    part *p = &((work *)context)->parts[index];
    mw_write_bytes(&p->said, bytes, length);
    return !p->said.failed;
}

static bool done(void *context, uint64_t index)
{
    work *w = context;
    part *p = &w->parts[index];
    const mw_measuring *m = w->measuring;
    if (p->said.failed) {
        mw_no_memory(w->error);
        w->failed = true;
    } else if (p->said.text &&
               !mw_findings_take(p->findings, p->said.text, p->said.length, w->error))
        w->failed = true;
    free(p->said.text);
    p->said = (mw_writer){0};
    if (m->told)
        m->told(m->context, ++w->done, w->count, p->findings->paper, p->job->name);
    return goes_on(w);
}

bool mw_measure_papers(const mw_measuring *m, mw_error *error)
{
    work w = {.measuring = m, .error = error};
    list_parts(&w);
    w.parts = mw_array(w.count + 1, sizeof *w.parts);
    mw_tasks tasks = {.count = w.count,
                      .threads = m->threads,
                      .context = &w,
                      .run = run,
                      .done = done,
                      .pack = pack,
                      .unpack = unpack};
    if (w.parts)
        list_parts(&w);
    if (!w.parts || !mw_tasks_run(&tasks)) {
        mw_no_memory(error);
        w.failed = true;
    }
    for (uint64_t i = 0; w.parts && i < w.count; i++)
        free(w.parts[i].said.text);
    free(w.parts);
    return !w.failed;
}
