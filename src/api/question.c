// question.c: the fields of a question, and the limits of long work.
#include "api/question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STATES 20000000u
#define MOST_BYTES  (1u << 30)
#define MOST_DRAWN  500000u // cells
#define TOLD_EVERY  1000000 // states

bool(mw_wrong)(mw_question *q, const char *format, ...)
{
    va_list arguments;
    *q->error = (mw_error){0};
    va_start(arguments, format);
    vsnprintf(q->error->text, sizeof q->error->text, format, arguments);
    va_end(arguments);
    return false;
}

// ---- fields

const char *mw_field_value(const mw_field *fields, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(fields[i].name, name))
            return fields[i].value;
    return NULL;
}

const char *mw_field_text(const mw_question *q, const char *name)
{
    return mw_field_value(q->fields, q->count, name);
}

bool mw_field_bool(const mw_question *q, const char *name)
{
    const char *value = mw_field_text(q, name);
    return value && (!strcmp(value, "true") || !strcmp(value, "1"));
}

bool mw_field_number(mw_question *q, const char *name, double least, double most, double *out)
{
    const char *text = mw_field_text(q, name);
    char *end;
    if (!text)
        return true;
    double x = strtod(text, &end);
    if (end == text || *end || !(x >= least && x <= most))
        return mw_wrong(q, "%s is '%.40s'; it must be a number from %.15g to %.15g", name, text,
                        least, most);
    *out = x;
    return true;
}

bool mw_field_count(mw_question *q, const char *name, uint64_t least, uint64_t most, uint64_t *out)
{
    const char *text = mw_field_text(q, name);
    uint64_t n;
    if (!text)
        return true;
    if (!mw_parse_number(text, strlen(text), most, &n) || n < least)
        return mw_wrong(q, "%s is '%.40s'; it must be a whole number from %llu to %llu", name, text,
                        (unsigned long long)least, (unsigned long long)most);
    *out = n;
    return true;
}

const mw_kind *mw_field_kind(mw_question *q)
{
    const char *name = mw_field_text(q, "kind");
    const mw_kind *kind = mw_kind_find(name);
    if (!kind)
        mw_wrong(q, "there is no kind of maze '%.40s'", name);
    return kind;
}

bool mw_field_style(mw_question *q, mw_style *style)
{
    const char *theme = mw_field_text(q, "theme");
    *style = (mw_style){.scale = 60};
    if (theme && !mw_theme_find(theme, &style->theme))
        return mw_wrong(q, "there is no theme '%.40s'; it is light, dark or print", theme);
    return mw_field_number(q, "scale", 2, 1000, &style->scale);
}

bool mw_api_can_draw(mw_question *q, const mw_maze *m, uint64_t pictures)
{
    uint64_t cells = (uint64_t)m->w * m->h * m->d * pictures;
    return cells <= MOST_DRAWN ||
           mw_wrong(q, "%llu cells are too many to draw; a picture has at most %u, frames counted",
                    (unsigned long long)cells, MOST_DRAWN);
}

// ---- long work

bool mw_api_goes_on(mw_api *p)
{
    if (!p->stopped && p->host.goes_on && !p->host.goes_on(p->host.context))
        p->stopped = true;
    return !p->stopped;
}

// Tells of each million states; another stage of the work begins to count anew.
static void tell_progress(mw_api *p, const mw_progress *progress)
{
    uint64_t states = progress->expanded > progress->stored ? progress->expanded : progress->stored;
    if (states >= p->told && states - p->told < TOLD_EVERY)
        return;
    p->told = states - states % TOLD_EVERY;
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_json_members(&w, "expanded=%ju stored=%ju bytes=%ju", progress->expanded, progress->stored,
                    progress->bytes);
    mw_json_close(&w, '}');
    mw_api_event(p, &w);
}

static bool keep_going(void *context, const mw_progress *progress)
{
    mw_api *p = context;
    if (p->progress)
        tell_progress(p, progress);
    return mw_api_goes_on(p);
}

mw_limits mw_api_host_limits(mw_api *p)
{
    return (mw_limits){.states = p->host.most_states ? p->host.most_states : MOST_STATES,
                       .bytes = p->host.most_bytes ? p->host.most_bytes : MOST_BYTES,
                       .keep_going = keep_going,
                       .context = p};
}

bool mw_api_limits(mw_question *q, mw_limits *limits)
{
    *limits = mw_api_host_limits(q->api);
    return mw_field_count(q, "states", 1, limits->states, &limits->states);
}

// The event as it is, or as the progress of a line.
static char *event_text(const mw_api *p, mw_writer *event)
{
    mw_writer w = {0};
    char *text = mw_writer_take(event);
    if (!text || !p->in_line)
        return text;
    mw_write(&w, "{%s%s%s\"progress\":", p->id ? "\"id\":" : "", p->id ? p->id : "",
             p->id ? "," : "");
    mw_write_bytes(&w, text, strlen(text));
    mw_write_char(&w, '}');
    free(text);
    return mw_writer_take(&w);
}

void mw_api_event(mw_api *p, mw_writer *w)
{
    bool wanted = p->host.event && (p->progress || !p->in_line);
    char *text = wanted ? event_text(p, w) : mw_writer_take(w);
    p->event_lost = p->event_lost || (wanted && !text);
    if (wanted && text)
        p->host.event(p->host.context, text);
    free(text);
}

// ---- parts of answers

uint32_t mw_player_cell(const mw_maze *m, const mw_state *s)
{
    uint32_t cells = (uint32_t)m->w * m->h * m->d,
             cell = MW_HAS(m->kind, rules, cell) ? m->kind->rules->cell(m, s) : cells;
    return cell < cells ? cell : MW_FAR;
}

void mw_answer_place(mw_writer *w, const mw_maze *m, const mw_state *s)
{
    double x = NAN, y = NAN;
    if (MW_HAS(m->kind, view, place))
        m->kind->view->place(m, s, &x, &y);
    mw_json_members(w, "cell=%u x=%.3f y=%.3f", mw_player_cell(m, s), x, y);
}

void mw_answer_maze_id(mw_question *q, const mw_maze *m)
{
    mw_json_owned(q->out, q->api->id ? "maze_id" : "id", mw_maze_print(m, "id"));
}
