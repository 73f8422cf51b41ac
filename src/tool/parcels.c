// parcels.c: streams on other machines: what a stream needs to know goes there, news and what it
// found come back. All of it lines of text, of which each but the last may be empty.
#include "tool/streams.h"

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

// Skips the numbers, up to the end of their line.
static const char *after_numbers(const char *text, int length)
{
    return text[length] == '\n' ? text + length + 1 : NULL;
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
             or_nothing(s->run.standing));
}

bool take_stream(void *context, uint64_t index, const char *text, size_t length)
{
    stream *s = &((crew *)context)->streams[index];
    int known, end = 0;
    (void)length;
    if (sscanf(text, "%d %" SCNu64 " %" SCNu64 "%n", &known, &s->told, &s->pause, &end) != 3 ||
        !(text = after_numbers(text, end)))
        return false;
    s->known = known;
    free(s->run.standing);
    s->run.standing = next_line(&text);
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
    mw_write(w, "%s\n%s\n%s\n%s", or_nothing(id), or_nothing(s->run.standing),
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
    free(s->run.standing);
    s->run.standing = standing;
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
    int begun, known, failed, stopped, end = 0;
    mw_designed found = {0};
    (void)length;
    if (sscanf(text, "%d %d %d %d %" SCNu64 " %la%n", &begun, &known, &failed, &stopped,
               &found.evaluations, &found.energy, &end) != 6 ||
        !(text = after_numbers(text, end)))
        return false;
    if (known || !begun) // it stays as it was
        return true;
    s->begun = true;
    s->failed = failed;
    mw_maze_free(s->found.maze);
    s->found = found;
    s->found.stopped = stopped & 1;
    s->found.limited = stopped & 2;
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
        s->quest->seen = s->job->best = energy;
        quest_improved(s->job, s->quest, m,
                       &(mw_designed){.energy = energy, .evaluations = s->told});
    }
    release(s->job);
    mw_maze_free(m);
}

// News that make no sense are no news.
void hear_news(void *context, uint64_t index, const char *text, size_t length)
{
    crew *c = context;
    uint64_t evaluations;
    double energy;
    int end = 0;
    (void)length;
    if (index >= (uint64_t)c->quest_count * c->job->streams ||
        sscanf(text, "%" SCNu64 " %la%n", &evaluations, &energy, &end) != 2 ||
        !(text = after_numbers(text, end)))
        return;
    stream *s = &c->streams[index];
    char *id = next_line(&text), *standing = next_line(&text);
    note_evaluations(s, evaluations);
    if (id)
        hear_of_maze(s, id, energy);
    if (standing && s->plan)
        put_run(s->job, s->plan,
                &(mw_run){.energy = NAN, .evaluations = evaluations, .standing = standing});
    free(id);
    free(standing);
}
