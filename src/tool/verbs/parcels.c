// parcels.c: streams on other machines: what a stream needs to know goes there, news and what it
// found come back. All of it lines of text, of which each but the last may be empty.
#include "tool/verbs/streams.h"

#include "core/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The next line, without its end; the caller frees it. NULL: it is empty, or there is no memory.
static char *next_line(const char **text)
{
    size_t length = strcspn(*text, "\n");
    char *line = length ? strndup(*text, length) : NULL;
    *text += length;
    *text += **text == '\n';
    return line;
}

static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

// The line after that of the numbers; NULL: they are not what they should be.
static const char *after_numbers(const mw_numbers *n)
{
    return !n->failed && *n->at == '\n' ? n->at + 1 : NULL;
}

// ---- there: known told pause / standing

void give_stream(void *context, uint64_t index, mw_writer *w)
{
    crew *c = context;
    stream *s = &c->streams[index];
    hold(c->job);
    if (s->quest->started <= 0)
        s->quest->started = now();
    release(c->job);
    if (c->recalls)
        s->known = stream_recall(s);
    s->begun = s->known;
    mw_write(w, "%d %" PRIu64 " %" PRIu64 "\n%s", s->known, s->told, s->pause,
             or_nothing(s->run.checkpoint));
}

bool take_stream(void *context, uint64_t index, const char *text, size_t length)
{
    stream *s = &((crew *)context)->streams[index];
    mw_numbers n = {.at = text};
    (void)length;
    s->known = mw_next_whole(&n, 1);
    s->told = mw_next_whole(&n, UINT64_MAX);
    s->pause = mw_next_whole(&n, UINT64_MAX);
    if (!(text = after_numbers(&n)))
        return false;
    free(s->run.checkpoint);
    s->run.checkpoint = next_line(&text);
    return true;
}

// ---- back: begun known failed stopped(1)+limited(2) evaluations energy / id / standing / error /
// niches

void pack_found(void *context, uint64_t index, mw_writer *w)
{
    stream *s = &((crew *)context)->streams[index];
    char *id = s->found.maze ? mw_maze_print(s->found.maze, "id") : NULL;
    char *niches = s->niches ? mw_niches_print(s->niches) : NULL;
    w->failed |= (s->found.maze && !id) || (s->niches && !niches);
    mw_write(w, "%d %d %d %d %" PRIu64 " %a\n", s->begun, s->known, s->failed,
             s->found.stopped | s->found.limited << 1, s->found.evaluations, s->found.energy);
    mw_write(w, "%s\n%s\n%s\n%s", or_nothing(id), or_nothing(s->run.checkpoint),
             s->failed ? s->error.text : "", or_nothing(niches));
    free(id);
    free(niches);
    mw_niches_free(s->niches); // they are large
    s->niches = NULL;
}

static void note_evaluations(stream *s, uint64_t evaluations)
{
    hold(s->job);
    if (evaluations > s->told) {
        job_goes_on(s->job, s->started, evaluations - s->told);
        s->told = evaluations;
    }
    release(s->job);
}

static bool unpack_lines(stream *s, const char *text)
{
    mw_error error;
    char *id = next_line(&text), *standing = next_line(&text), *says = next_line(&text);
    free(s->run.checkpoint);
    s->run.checkpoint = standing;
    if (s->failed)
        snprintf(s->error.text, sizeof s->error.text, "%s", or_nothing(says));
    s->found.maze = id ? mw_maze_from_id(id, &error) : NULL;
    s->niches = *text ? mw_niches_parse(text) : NULL;
    bool ok = (s->found.maze || !id) && (s->niches || !*text);
    free(id);
    free(says);
    return ok;
}

bool unpack_found(void *context, uint64_t index, const char *text, size_t length)
{
    crew *c = context;
    stream *s = &c->streams[index];
    mw_numbers n = {.at = text};
    (void)length;
    bool begun = mw_next_whole(&n, 1), known = mw_next_whole(&n, 1), failed = mw_next_whole(&n, 1);
    uint64_t stopped = mw_next_whole(&n, 3);
    mw_designed found = {.stopped = stopped & 1, .limited = stopped & 2};
    found.evaluations = mw_next_whole(&n, UINT64_MAX);
    found.energy = mw_next_fraction(&n);
    if (!(text = after_numbers(&n)))
        return false;
    if (known || !begun) // it stays as it was
        return true;
    s->begun = true;
    s->failed = failed;
    mw_maze_free(s->found.maze);
    s->found = found;
    if (!unpack_lines(s, text))
        return false;
    note_evaluations(s, found.evaluations);
    stream_remember(s);
    return true;
}

// ---- on the way: evaluations energy / id / standing

void tell_news(stream *s, const char *standing)
{
    crew *c = s->crew;
    mw_writer w = {0};
    char *id = s->news.maze ? mw_maze_print(s->news.maze, "id") : NULL;
    mw_write(&w, "%" PRIu64 " %a\n%s\n%s", s->told, s->news.energy, or_nothing(id),
             or_nothing(standing));
    if (!w.failed)
        mw_tasks_tell(c->tasks, (uint64_t)(s - c->streams), w.text, w.length);
    mw_maze_free(s->news.maze);
    s->news.maze = NULL;
    free(id);
    free(w.text);
}

static void hear_of_maze(stream *s, const char *id, double energy)
{
    mw_error error;
    mw_maze *m = mw_maze_from_id(id, &error);
    hold(s->job);
    if (m && energy < s->quest->seen) {
        const mw_designed better = {.energy = energy, .evaluations = s->told};
        s->quest->seen = s->job->best = energy;
        quest_improved(s->job, s->quest, m, &better);
    }
    release(s->job);
    mw_maze_free(m);
}

// News that make no sense are no news.
void hear_news(void *context, uint64_t index, const char *text, size_t length)
{
    crew *c = context;
    mw_numbers n = {.at = text};
    uint64_t evaluations = mw_next_whole(&n, UINT64_MAX);
    double energy = mw_next_fraction(&n);
    (void)length;
    if (index >= (uint64_t)c->quest_count * c->job->streams || !(text = after_numbers(&n)))
        return;
    stream *s = &c->streams[index];
    char *id = next_line(&text), *standing = next_line(&text);
    note_evaluations(s, evaluations);
    if (id)
        hear_of_maze(s, id, energy);
    const mw_catalogue_run run = {
        .energy = NAN, .evaluations = evaluations, .checkpoint = standing};
    if (standing && s->plan)
        put_run(s->job, s->plan, &run);
    free(id);
    free(standing);
}
