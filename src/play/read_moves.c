// read_moves.c: finds the moves in a text that a person or a language model wrote. A part of the
// text in which any word is no move is not read by guessing: the first such word is told.
#include "core/moves.h"
#include "core/text.h"
#include "mazewright/verify.h"
#include "play/move_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- where the moves stand

static const char *find_last(mw_part in, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = in.to; at > in.from; at--)
        if ((size_t)(in.to - at) + 1 >= n && !strncasecmp(at - 1, word, n))
            return at - 1;
    return NULL;
}

static const char *line_end(const char *at)
{
    return at + strcspn(at, "\n");
}

// The last \boxed{...}, or else the last <answer>...</answer>.
static bool find_box(mw_part in, mw_part *out)
{
    const char *box = find_last(in, "\\boxed{"), *tag = find_last(in, "<answer>");
    if (!box && !tag)
        return false;
    const char *from = box ? box + strlen("\\boxed{") : tag + strlen("<answer>"), *to = from;
    const char *close = box ? NULL : find_last((mw_part){from, in.to}, "</answer>");
    for (unsigned open = 1; box && to < in.to; to++) {
        open += *to == '{';
        open -= *to == '}';
        if (!open)
            break;
    }
    *out = (mw_part){from, box ? to : close ? close : in.to};
    return true;
}

// The last fence of backquotes, without the line on which it begins.
static bool find_fence(mw_part in, mw_part *out)
{
    const char *close = find_last(in, "```"), *open = NULL;
    if (close)
        open = find_last((mw_part){in.from, close}, "```");
    const char *from = open ? line_end(open) : NULL;
    if (!open || from >= close)
        return false;
    *out = (mw_part){from, close};
    return true;
}

typedef struct label {
    const char *after;
    bool answer; // it is "answer"
    bool quoted; // it is the name of a member in JSON
} label;

// Is a number all that follows? Then the label counts moves.
static bool is_count(const label *l)
{
    const char *p = l->after + strspn(l->after, "0123456789");
    bool digits = p > l->after;
    p += strspn(p, " \t\r.*_`");
    return digits && (!*p || *p == '\n' || (l->quoted && (*p == ',' || *p == '}')));
}

// Is a label at this place: a word such as "answer", then a colon, "=", "is:" or "are:"; after
// "answer", "is" is enough?
static bool find_label_at(mw_part in, const char *at, label *l)
{
    static const char *const labels[] = {"answer", "solution", "moves",
                                         "path",   "sequence", "steps"};
    size_t n = 0;
    if (at > in.from && isalpha((unsigned char)at[-1]))
        return false;
    *l = (label){.quoted = at > in.from && at[-1] == '"'};
    for (size_t i = 0; i < sizeof labels / sizeof *labels && !n; i++)
        if (!strncasecmp(at, labels[i], strlen(labels[i])))
            n = strlen(labels[i]);
    if (!n)
        return false;
    l->answer = tolower((unsigned char)*at) == 'a';
    at += n;
    at += l->quoted && *at == '"';
    at += strspn(at, "*_` ");
    size_t is = !strncasecmp(at, "is", 2) ? 2 : !strncasecmp(at, "are", 3) ? 3 : 0;
    is = isalpha((unsigned char)at[is]) ? 0 : is;
    at += is;
    at += is ? strspn(at, "*_` ") : 0;
    if (*at != ':' && *at != '=' && !(l->answer && is))
        return false;
    at += *at == ':' || *at == '=';
    l->after = at + strspn(at, "*_` ");
    return l->answer || !is_count(l);
}

// The lines from here up to an empty one.
static mw_part paragraph(const char *from)
{
    const char *to = line_end(from);
    while (*to && strspn(to + 1, " \t\r") != strcspn(to + 1, "\n"))
        to = line_end(to + 1);
    return (mw_part){from, to};
}

// The text or the array that begins here in JSON, or else the line.
static mw_part json_value(const char *from)
{
    const char *to = from + 1;
    unsigned open = *from == '[';
    if (*from == '"')
        to += strcspn(to, "\"");
    for (; open && *to; to++) {
        open += *to == '[';
        open -= *to == ']';
    }
    return *from == '"' || *from == '[' ? (mw_part){from, to} : (mw_part){from, line_end(from)};
}

// The last label before *at, which is then where it begins. What stands after it: the paragraph, of
// which the first line may be all; or, where nothing follows on the line, the block or the
// paragraph below.
static bool find_label(mw_part in, const char **at, label *l, mw_part *out, mw_part *line)
{
    bool found = false;
    while (*at > in.from && !found)
        found = find_label_at(in, --*at, l);
    if (!found)
        return false;
    const char *from = l->after;
    *line = (mw_part){from, line_end(from)};
    bool below = from + strspn(from, " \t\r") == line->to;
    from += strspn(from, " \t\r\n");
    *out = paragraph(from);
    if (below && !strncmp(from, "```", 3))
        find_fence((mw_part){from, in.to}, out);
    if (below)
        *line = *out;
    if (l->quoted)
        *line = *out = json_value(from);
    return true;
}

static mw_part last_line(mw_part in)
{
    while (in.to > in.from && isspace((unsigned char)in.to[-1]))
        in.to--;
    mw_part out = {in.to, in.to};
    while (out.from > in.from && out.from[-1] != '\n')
        out.from--;
    return out;
}

static mw_part first_line(mw_part in)
{
    in.from += strspn(in.from, " \t\r\n");
    mw_part out = {in.from, line_end(in.from)};
    while (out.to > out.from && isspace((unsigned char)out.to[-1]))
        out.to--;
    return out;
}

// ---- the text

// A word of the user's text, as it may stand in a message.
static void show_word(mw_part word, char shown[40])
{
    size_t n = 0;
    for (const char *at = word.from; at < word.to && n < 24;) {
        unsigned bytes = mw_utf8_length(at);
        bool plain = bytes > 1 || (bytes == 1 && *at >= ' ' && *at != 0x7f);
        bytes = plain && bytes <= (size_t)(word.to - at) ? bytes : 1;
        memcpy(shown + n, plain ? at : "?", bytes);
        n += bytes;
        at += bytes;
    }
    shown[n] = '\0';
}

static void refuse_word(const mw_reading *r, mw_error *error)
{
    char shown[40];
    mw_writer known = {0};
    mw_moves_list(r->kind, &known);
    show_word(r->unknown, shown);
    if (r->unknown.from)
        mw_refuse(error, "no move is called '%s'; the moves are%s", shown,
                  known.text ? known.text : "");
    else
        mw_refuse(error, "it has no moves; the moves are%s", known.text ? known.text : "");
    free(known.text);
}

// Reads a line that no mark tells to be the answer. One move alone may be a word of prose
// ("Wait."), unless it is written as the kind writes it.
static bool read_line(mw_reading *r, mw_part line)
{
    if (!mw_move_words(r, line, false))
        return false;
    const char *word = r->kind->rules->actions[r->actions[0]].word;
    return r->count > 1 ||
           ((size_t)(line.to - line.from) == strlen(word) && mw_begins(line.from, line.to, word));
}

static bool is_list(mw_part text)
{
    return *first_line(text).from == '[' && last_line(text).to[-1] == ']';
}

#define LABELS_MAX 8 // that are looked at

// Reads what stands after the last label. One that no move follows ("The steps are: I went ...")
// does not count if there is one before it, but "answer" does.
static bool read_labelled(mw_reading *r, mw_part text, bool *found)
{
    const char *at = text.to;
    mw_part p, line, unknown = {0};
    label l = {0};
    *found = false;
    for (unsigned i = 0; i < LABELS_MAX && !l.answer && find_label(text, &at, &l, &p, &line); i++) {
        if (mw_move_words(r, p, true) || mw_move_words(r, line, true))
            return *found = true;
        unknown = *found ? unknown : r->unknown;
        *found = true;
        if (r->count)
            return false;
    }
    r->unknown = unknown;
    return false;
}

// *found: it can be told where in the text the moves are. There, the moves before the first other
// word count.
static bool read_somewhere(mw_reading *r, mw_part text, bool *found)
{
    mw_part p;
    const char *thought = find_last(text, "</think>");
    if (thought)
        text.from = thought + strlen("</think>");
    *found = true;
    bool whole = mw_move_words(r, text, true);
    if (whole || is_list(text))
        return whole;
    mw_part unknown = r->unknown;
    if (find_box(text, &p))
        return mw_move_words(r, p, true);
    bool read = read_labelled(r, text, found);
    if (*found)
        return read;
    *found = true;
    if ((find_fence(text, &p) && mw_move_words(r, p, true)) || read_line(r, last_line(text)) ||
        read_line(r, first_line(text)))
        return true;
    *found = false;
    r->unknown = unknown;
    return false;
}

bool mw_moves_read(const mw_kind *kind, const char *text, size_t length, bool strict,
                   uint16_t **actions, size_t *count, mw_error *error)
{
    const char *end;
    *error = (mw_error){0};
    *count = 0;
    *actions = NULL;
    const char *zero = memchr(text, 0, length);
    if (zero)
        return mw_refuse(error, "byte %zu is 0x00, which is not text", (size_t)(zero - text) + 1);
    mw_reading r = {.kind = kind, .actions = malloc((length + 1) * sizeof **actions)};
    if (!r.actions)
        return mw_no_memory(error);
    *actions = r.actions;
    *count = mw_moves_scan(kind, text, r.actions, &end);
    if (!*end)
        return true;
    r.count = *count;
    r.unknown = (mw_part){end, end + strcspn(end, " \t\r\n,")};
    bool found = true;
    bool read = !strict && read_somewhere(&r, (mw_part){text, text + length}, &found);
    if (!read)
        refuse_word(&r, error);
    *count = r.count;
    if (!found) {
        free(r.actions);
        *actions = NULL;
        *count = 0;
    }
    return read;
}
