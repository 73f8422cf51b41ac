// ask_read.c: reads a maze as people have it: an id, a text of any form, a link to the page, or a
// line of JSON that a verb has printed.
#include "api/question.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// A copy of some bytes with %41 as A, which the caller frees; NULL: out of memory.
static char *unescaped(const char *text, size_t length)
{
    char *out = malloc(length + 1), *to = out;
    for (size_t i = 0; out && i < length; i++) {
        const char hex[] = {i + 2 < length ? text[i + 1] : 'x', i + 2 < length ? text[i + 2] : 'x',
                            0};
        bool escaped =
            text[i] == '%' && isxdigit((unsigned char)hex[0]) && isxdigit((unsigned char)hex[1]);
        *to++ = escaped ? (char)strtoul(hex, NULL, 16) : text[i];
        i += escaped ? 2 : 0;
    }
    if (out)
        *to = '\0';
    return out;
}

// Where the id begins in a link such as https://…/#play/ID?…, or NULL: it is no link.
static const char *id_of_link(const char *text)
{
    bool link = !strncmp(text, "http://", 7) || !strncmp(text, "https://", 8) ||
                !strncmp(text, "file://", 7);
    const char *hash = link ? strchr(text, '#') : NULL, *slash = hash ? strchr(hash, '/') : NULL;
    return slash ? slash + 1 : NULL;
}

// Where the id begins in a line of JSON, or NULL: there is none.
static const char *id_of_json(const char *text)
{
    static const char *const names[] = {"\"maze_id\":", "\"id\":"};
    for (size_t i = 0; *text == '{' && i < sizeof names / sizeof *names; i++) {
        const char *at = strstr(text, names[i]);
        if (!at)
            continue;
        at += strlen(names[i]);
        at += strspn(at, " ");
        if (*at == '"')
            return at + 1;
    }
    return NULL;
}

// Does the text begin with the name of a kind?
static bool names_kind(const char *text)
{
    char word[40];
    size_t n = strcspn(text, " \t\r\n");
    if (n >= sizeof word)
        return false;
    memcpy(word, text, n);
    word[n] = '\0';
    return mw_kind_find(word);
}

// A text without a header is of this kind, if it can be; `kind` may be NULL.
static mw_maze *read_text(mw_question *q, const mw_kind *kind, const char *text, const char *begin)
{
    mw_error other;
    size_t length = strlen(text);
    if (!kind || names_kind(begin))
        return mw_maze_read(NULL, text, length, q->error);
    mw_maze *m = mw_maze_read(kind, text, length, q->error);
    return m ? m : mw_maze_read(NULL, text, length, &other);
}

bool mw_api_read(mw_question *q)
{
    const char *text = mw_field_text(q, "text"), *begin = text + strspn(text, " \t\r\n");
    const char *link = id_of_link(begin), *json = link ? NULL : id_of_json(begin);
    const mw_kind *kind = mw_field_text(q, "kind") ? mw_field_kind(q) : NULL;
    if (mw_field_text(q, "kind") && !kind)
        return false;
    const char *from = link ? link : json ? json : begin;
    bool named = link || json || mw_is_id(begin);
    char *id = named ? unescaped(from, strcspn(from, json ? "\"" : " \t\r\n")) : NULL;
    if (named && !id)
        return mw_no_memory(q->error);
    if (link)
        id[strcspn(id, "?")] = '\0'; // settings of the page follow it
    mw_maze *m = id ? mw_maze_from_id(id, q->error) : read_text(q, kind, text, begin);
    free(id);
    if (m)
        mw_answer_maze(q, m);
    mw_maze_free(m);
    return m;
}
