// work_messages.c: tasks of a design in other processes. What a task needs to know is sent there;
// news and what it found are sent back. All messages are lines of text, of which each but the last
// may be empty.
#include "design/run.h"

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
    mw_writer w = {0};
    mw_write_bytes(&w, *text, length);
    *text += length;
    *text += **text == '\n';
    char *line = mw_writer_take(&w);
    if (length)
        return line;
    free(line);
    return NULL;
}

// The text after the line of the numbers; NULL: they are not what they should be.
static const char *after_numbers(const mw_numbers *n)
{
    return !n->failed && *n->at == '\n' ? n->at + 1 : NULL;
}

// ---- What the other process is sent. First line: is the result known already? From the second
// line on: the checkpoint, which may have several lines.

void mw_work_give(void *context, uint64_t index, mw_writer *writer)
{
    run *r = context;
    work *w = &r->works[index];
    mw_design_hold(r);
    if (!w->target->begun)
        w->target->started = mw_design_clock(r);
    mw_design_release(r);
    w->known = mw_work_recall(w);
    w->begun = w->known;
    mw_write(writer, "%d\n%s", w->known, or_nothing(w->saved_before.checkpoint));
}

bool mw_work_take(void *context, uint64_t index, const char *text, size_t length)
{
    work *w = &((run *)context)->works[index];
    mw_numbers n = {.at = text};
    mw_writer checkpoint = {0};
    w->known = mw_next_whole(&n, 1);
    if (!(text = after_numbers(&n)))
        return false;
    mw_write(&checkpoint, "%s", text);
    (void)length;
    free(w->saved_before.checkpoint);
    w->saved_before.checkpoint = *text ? mw_writer_take(&checkpoint) : NULL;
    if (!*text)
        free(checkpoint.text);
    return true;
}

// ---- What the other process sends back. First line: begun, known, failed, the code of the error,
// stopped, limited, evaluations, those not told yet, energy. Then a line with the id of the maze, a
// line with the text of the error, and the niches of a ladder.

void mw_work_pack(void *context, uint64_t index, mw_writer *writer)
{
    work *w = &((run *)context)->works[index];
    char *id = w->found.maze ? mw_maze_print(w->found.maze, "id") : NULL;
    char *niches = w->niches ? mw_niches_print(w->niches) : NULL;
    writer->failed |= (w->found.maze && !id) || (w->niches && !niches);
    mw_write(writer, "%d %d %d %d %d %d %" PRIu64 " %" PRIu64 " %a\n", w->begun, w->known,
             w->failed, (int)w->error.code, w->found.stopped, w->found.limited,
             w->found.evaluations, w->untold, w->found.energy);
    mw_write(writer, "%s\n%s\n%s", or_nothing(id), w->failed ? w->error.text : "",
             or_nothing(niches));
    free(id);
    free(niches);
    mw_niches_free(w->niches); // they are large
    w->niches = NULL;
}

static bool unpack_lines(work *w, const char *text)
{
    mw_error error;
    char *id = next_line(&text), *says = next_line(&text);
    if (w->failed)
        snprintf(w->error.text, sizeof w->error.text, "%s", or_nothing(says));
    w->found.maze = id ? mw_maze_of_kind(w->run->kind, id, &error) : NULL;
    w->niches = *text ? mw_niches_parse(w->run->kind, text) : NULL;
    bool ok = (w->found.maze || !id) && (w->niches || !*text);
    free(id);
    free(says);
    return ok;
}

bool mw_work_unpack(void *context, uint64_t index, const char *text, size_t length)
{
    run *r = context;
    work *w = &r->works[index];
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
    w->target->begun = w->begun = true;
    mw_design_release(r);
    w->failed = failed;
    w->error.code = code;
    mw_maze_free(w->found.maze);
    w->found = found;
    if (!unpack_lines(w, text))
        return false;
    mw_work_news(w, NULL, found.energy, found.evaluations, untold);
    mw_work_remember(w);
    return true;
}

// ---- News while a task runs. First line: evaluations not told yet, evaluations of the news,
// energy. Then a line with the id of a better maze, and the checkpoint.

void mw_work_tell(work *w, uint64_t evaluations, const char *checkpoint)
{
    run *r = w->run;
    mw_writer text = {0};
    mw_design_hold(r);
    mw_designed news = w->news;
    uint64_t untold = w->untold;
    w->news.maze = NULL;
    w->untold = 0;
    mw_design_release(r);
    char *id = news.maze ? mw_maze_print(news.maze, "id") : NULL;
    mw_write(&text, "%" PRIu64 " %" PRIu64 " %a\n%s\n%s", untold,
             news.maze ? news.evaluations : evaluations, news.energy, or_nothing(id),
             or_nothing(checkpoint));
    if (!text.failed)
        r->watch.tell(r->watch.context, (uint64_t)(w - r->works), text.text, text.length);
    mw_maze_free(news.maze);
    free(id);
    free(text.text);
}

// News that make no sense are left out.
void mw_work_hear(void *context, uint64_t index, const char *text, size_t length)
{
    run *r = context;
    mw_numbers n = {.at = text};
    mw_error error;
    uint64_t untold = mw_next_whole(&n, UINT64_MAX), evaluations = mw_next_whole(&n, UINT64_MAX);
    double energy = mw_next_fraction(&n);
    (void)length;
    if (index >= (uint64_t)r->target_count * r->parts || !(text = after_numbers(&n)))
        return;
    work *w = &r->works[index];
    char *id = next_line(&text);
    mw_maze *m = id ? mw_maze_of_kind(r->kind, id, &error) : NULL;
    mw_work_news(w, m, energy, evaluations, untold);
    if (*text)
        mw_work_keep(w, text, evaluations);
    mw_maze_free(m);
    free(id);
}
