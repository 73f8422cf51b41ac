// ask_line.c: see ask_line.h and mazewright/ask.h.
#include "api/ask_line.h"
#include "api/question.h"

#include <stdlib.h>
#include <string.h>

// ---- reading

// The value of a field as JSON, which the caller frees. NULL: it is none that an id may have, or
// memory ran out.
static char *read_id(mw_ask_line *l, unsigned i)
{
    const mw_field *f = &l->fields.fields[i];
    mw_writer w = {0};
    mw_value_type type = (mw_value_type)l->fields.types[i];
    bool fits = (type == MW_VALUE_TEXT || type == MW_VALUE_NUMBER) && strlen(f->value) <= MW_ID_MAX;
    if (!fits) {
        mw_refuse(&l->error, "'%s' is a text or a number of at most %d bytes", f->name, MW_ID_MAX);
        return NULL;
    }
    if (type == MW_VALUE_TEXT)
        mw_json_text(&w, NULL, f->value);
    else
        mw_write(&w, "%s", f->value);
    char *id = mw_writer_take(&w);
    if (!id)
        mw_no_memory(&l->error);
    return id;
}

static void read_progress(mw_ask_line *l, unsigned i)
{
    if (l->fields.types[i] == MW_VALUE_BOOL)
        l->progress = !strcmp(l->fields.fields[i].value, "true");
    else
        mw_refuse(&l->error, "'progress' is true or false");
}

// Takes out the fields that do not belong to the question.
static void take_own(mw_ask_line *l)
{
    for (unsigned i = 0; i < l->fields.count;) {
        const char *name = l->fields.fields[i].name;
        bool id = !strcmp(name, "id"), cancel = !strcmp(name, "cancel"),
             progress = !strcmp(name, "progress"), given = l->fields.types[i] != MW_VALUE_NULL;
        if (given && id)
            l->id = read_id(l, i);
        else if (given && cancel)
            l->cancel = read_id(l, i);
        else if (given && progress)
            read_progress(l, i);
        if (id || cancel || progress)
            mw_fields_remove(&l->fields, i);
        else
            i++;
    }
    if (l->cancel && (l->fields.count || l->id || l->progress) && !*l->error.text)
        mw_refuse(&l->error, "'cancel' stands alone: it ends another question and asks none");
}

void mw_ask_line_read(mw_ask_line *l, const char *text, size_t length)
{
    mw_error error;
    *l = (mw_ask_line){0};
    bool read = mw_fields_read(&l->fields, text, length, &error);
    take_own(l); // an id may stand before an error
    if (!read)
        l->error = error;
}

void mw_ask_line_free(mw_ask_line *l)
{
    mw_fields_free(&l->fields);
    free(l->id);
    free(l->cancel);
    *l = (mw_ask_line){0};
}

// ---- answering

static void begin(mw_api *p, const mw_ask_line *l)
{
    p->id = l->id;
    p->in_line = true;
    p->progress = l->progress;
    p->stopped = false;
}

static char *refuse(mw_api *p, const char *why)
{
    mw_error e = {0};
    mw_refuse(&e, "%s", why);
    return mw_api_refusal(p, &e);
}

char *mw_ask_line_answer(mw_api *p, const mw_ask_line *l, bool *failed)
{
    begin(p, l);
    *failed = true;
    if (*l->error.text)
        return mw_api_refusal(p, &l->error);
    if (l->cancel)
        return refuse(p, "there is no other question that 'cancel' could end");
    return mw_api_answer_now(p, l->fields.fields, l->fields.count, failed);
}

char *mw_ask_line_stopped(mw_api *p, const mw_ask_line *l)
{
    begin(p, l);
    p->stopped = true;
    return refuse(p, "cancelled before it began");
}

// ---- the library's own entry

char *mw_api_ask(mw_api *p, const char *text, size_t length)
{
    mw_ask_line l;
    bool failed;
    mw_ask_line_read(&l, text, length);
    char *answer = mw_ask_line_answer(p, &l, &failed);
    mw_ask_line_free(&l);
    p->id = NULL;
    return answer;
}

char *mw_ask(const char *text, size_t length)
{
    mw_api *p = mw_api_open(NULL);
    char *answer = p ? mw_api_ask(p, text, length) : NULL;
    mw_api_close(p);
    return answer;
}
