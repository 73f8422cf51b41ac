// task_messages.c: tasks of a design in other processes. What a task needs to know is sent there;
// news and what it found are sent back. All messages are lines of text, of which each but the last
// may be empty.
#include "design/task.h"

#include "core/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

// The next line, without its end; the caller frees it. NULL: it is empty, or there is no memory.
static char *next_line(const char **text)
{
    size_t length = strcspn(*text, "\n");
    char *line = length ? mw_text_copy(*text, length) : NULL;
    *text += length;
    *text += **text == '\n';
    return line;
}

// The text after the line of the numbers; NULL: they are not what they should be.
static const char *after_numbers(const mw_numbers *n)
{
    return !n->failed && *n->at == '\n' ? n->at + 1 : NULL;
}

// ---- What the other process is sent. First line: is the result known already? From the second
// line on: the checkpoint, which may have several lines.

void mw_design_task_give(void *context, uint64_t index, mw_writer *writer)
{
    mw_design_runner *r = context;
    mw_design_task *task = &r->tasks[index];
    mw_design_hold(r);
    if (!task->target->begun)
        task->target->started = mw_design_clock(r);
    mw_design_release(r);
    task->known = task->target->settled || mw_design_task_recall(task);
    task->begun = task->known;
    mw_write(writer, "%d\n%s", task->known, or_nothing(task->saved_before.checkpoint));
}

bool mw_design_task_take(void *context, uint64_t index, const char *text, size_t length)
{
    mw_design_task *task = &((mw_design_runner *)context)->tasks[index];
    mw_numbers n = {.at = text};
    task->known = mw_next_whole(&n, 1);
    if (!(text = after_numbers(&n)))
        return false;
    (void)length;
    free(task->saved_before.checkpoint);
    task->saved_before.checkpoint = *text ? mw_text_copy(text, strlen(text)) : NULL;
    return true;
}

// ---- What the other process sends back. First line: begun, known, failed, the code of the error,
// stopped, limited, evaluations, those not told yet, energy. Then a line with the id of the maze, a
// line with the text of the error, and the niches of a ladder.

void mw_design_task_pack(void *context, uint64_t index, mw_writer *writer)
{
    mw_design_task *task = &((mw_design_runner *)context)->tasks[index];
    char *id = task->found.maze ? mw_maze_print(task->found.maze, "id") : NULL;
    char *niches = task->niches ? mw_niches_print(task->niches) : NULL;
    writer->failed |= (task->found.maze && !id) || (task->niches && !niches);
    mw_write(writer, "%d %d %d %d %d %d %" PRIu64 " %" PRIu64 " %a\n", task->begun, task->known,
             task->failed, (int)task->error.code, task->found.stopped, task->found.limited,
             task->found.evaluations, task->untold, task->found.energy);
    mw_write(writer, "%s\n%s\n%s", or_nothing(id), task->failed ? task->error.text : "",
             or_nothing(niches));
    free(id);
    free(niches);
    mw_niches_free(task->niches); // they are large
    task->niches = NULL;
}

static bool unpack_lines(mw_design_task *task, const char *text)
{
    mw_error error;
    char *id = next_line(&text), *says = next_line(&text);
    if (task->failed)
        snprintf(task->error.text, sizeof task->error.text, "%s", or_nothing(says));
    task->found.maze = id ? mw_maze_of_kind(task->runner->kind, id, &error) : NULL;
    task->niches = *text ? mw_niches_parse(task->runner->kind, text) : NULL;
    bool ok = (task->found.maze || !id) && (task->niches || !*text) && (says || !task->failed);
    free(id);
    free(says);
    return ok;
}

bool mw_design_task_unpack(void *context, uint64_t index, const char *text, size_t length)
{
    mw_design_runner *r = context;
    mw_design_task *task = &r->tasks[index];
    mw_numbers n = {.at = text};
    (void)length;
    bool begun = mw_next_whole(&n, 1), known = mw_next_whole(&n, 1);
    bool failed = mw_next_whole(&n, 1);
    mw_error_code code = (mw_error_code)mw_next_whole(&n, MW_ERROR_SYSTEM);
    mw_designed found = {.stopped = mw_next_whole(&n, 1)};
    found.limited = mw_next_whole(&n, 1);
    found.evaluations = mw_next_whole(&n, UINT64_MAX);
    uint64_t untold = mw_next_whole(&n, UINT64_MAX);
    found.energy = mw_next_fraction(&n);
    if (!(text = after_numbers(&n)))
        return false;
    if (known || !begun) // it stays as it was
        return true;
    mw_design_hold(r);
    task->target->begun = task->begun = true;
    mw_design_release(r);
    task->failed = failed;
    task->error.code = code;
    mw_maze_free(task->found.maze);
    task->found = found;
    if (!unpack_lines(task, text))
        return false;
    mw_design_task_news(task, NULL, found.energy, found.evaluations, untold);
    mw_design_task_remember(task);
    return true;
}

// ---- News while a task runs. First line: evaluations not told yet, evaluations of the news,
// energy. Then a line with the id of a better maze, and the checkpoint.

void mw_design_task_tell(mw_design_task *task, uint64_t evaluations, const char *checkpoint)
{
    mw_design_runner *r = task->runner;
    mw_writer text = {0};
    mw_design_hold(r);
    mw_designed news = task->news;
    uint64_t untold = task->untold;
    task->news.maze = NULL;
    task->untold = 0;
    mw_design_release(r);
    char *id = news.maze ? mw_maze_print(news.maze, "id") : NULL;
    mw_write(&text, "%" PRIu64 " %" PRIu64 " %a\n%s\n%s", untold,
             news.maze ? news.evaluations : evaluations, news.energy, or_nothing(id),
             or_nothing(checkpoint));
    if (!text.failed)
        r->watch.tell(r->watch.context, (uint64_t)(task - r->tasks), text.text, text.length);
    mw_maze_free(news.maze);
    free(id);
    free(text.text);
}

// News that make no sense are left out.
void mw_design_task_hear(void *context, uint64_t index, const char *text, size_t length)
{
    mw_design_runner *r = context;
    mw_numbers n = {.at = text};
    mw_error error;
    uint64_t untold = mw_next_whole(&n, UINT64_MAX), evaluations = mw_next_whole(&n, UINT64_MAX);
    double energy = mw_next_fraction(&n);
    (void)length;
    if (index >= (uint64_t)r->target_count * r->tasks_per_target || !(text = after_numbers(&n)))
        return;
    mw_design_task *task = &r->tasks[index];
    char *id = next_line(&text);
    mw_maze *m = id ? mw_maze_of_kind(r->kind, id, &error) : NULL;
    mw_design_task_news(task, m, energy, evaluations, untold);
    if (*text)
        mw_design_task_keep(task, text, evaluations);
    mw_maze_free(m);
    free(id);
}
