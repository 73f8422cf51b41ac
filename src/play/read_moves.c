// read_moves.c: finds the moves in a text that a person or a language model wrote. First it looks
// where in the text the moves stand, then it reads this part word by word. A part in which any
// word is no move is not read by guessing: the first such word is told. What names a move comes
// from the actions of the kind; docs/verify.md has the rules.
#include "core/moves.h"
#include "core/text.h"
#include "mazewright/verify.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct part {
    const char *from, *to;
} part;

typedef struct reading {
    const mw_kind *kind;
    uint16_t *actions;
    size_t count;
    uint64_t step;     // the number before the last step of a numbered list
    bool arrows;       // arrows are moves; else one to the right stands between moves
    bool small;        // moves without blanks between them may have small letters
    const char *start; // of the part
    part unknown;      // the first word that is no move
} reading;

// ---- characters

typedef struct sign {
    const char *bytes;
    mw_arrow arrow; // MW_ARROW_NONE: it only stands between words
} sign;

static const sign signs[] = {
    {"↑", MW_ARROW_UP},
    {"→", MW_ARROW_RIGHT},
    {"↓", MW_ARROW_DOWN},
    {"←", MW_ARROW_LEFT},
    {"↗", MW_ARROW_UP_RIGHT},
    {"↘", MW_ARROW_DOWN_RIGHT},
    {"↙", MW_ARROW_DOWN_LEFT},
    {"↖", MW_ARROW_UP_LEFT},
    {"⇑", MW_ARROW_UP},
    {"⇒", MW_ARROW_RIGHT},
    {"⇓", MW_ARROW_DOWN},
    {"⇐", MW_ARROW_LEFT},
    {"⬆", MW_ARROW_UP},
    {"➡", MW_ARROW_RIGHT},
    {"⬇", MW_ARROW_DOWN},
    {"⬅", MW_ARROW_LEFT},
    {"➜", MW_ARROW_RIGHT},
    {"⟶", MW_ARROW_RIGHT},
    {"\xef\xb8\x8f", 0},
    {"–", 0},
    {"—", 0},
    {"•", 0},
    {"·", 0},
    {"“", 0},
    {"”", 0},
    {"‘", 0},
    {"’", 0},
    {"\xc2\xa0", 0},
    {"、", 0},
    {"，", 0},
};

static bool begins(const char *at, const char *end, const char *with)
{
    size_t n = strlen(with);
    return (size_t)(end - at) >= n && !memcmp(at, with, n);
}

static const sign *sign_at(const char *at, const char *end)
{
    if (!((unsigned char)*at & 0x80))
        return NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (begins(at, end, signs[i].bytes))
            return &signs[i];
    return NULL;
}

static bool is_mark(char c)
{
    return c && strchr(" \t\r\n\v\f,;|/()[]{}<>\"'`*_$.~=", c);
}

// Does a word end here? A hyphen and a colon may be part of one.
static bool ends_word(const char *at, const char *end)
{
    bool last = at + 1 >= end || is_mark(at[1]) || at[1] == '-';
    return is_mark(*at) || sign_at(at, end) || ((*at == '-' || *at == ':') && last);
}

// ---- names of moves

// Small and capital letters are the same, and hyphens do not count.
static bool same_name(const char *at, const char *end, const char *name)
{
    for (;; at++, name++) {
        while (at < end && *at == '-')
            at++;
        name += strspn(name, "-");
        if (at == end || !*name)
            return at == end && !*name;
        if (tolower((unsigned char)*at) != tolower((unsigned char)*name))
            return false;
    }
}

static const char *const directions[][2] = {
    [MW_ARROW_NONE] = {"", ""},
    [MW_ARROW_UP] = {"up", "north"},
    [MW_ARROW_RIGHT] = {"right", "east"},
    [MW_ARROW_DOWN] = {"down", "south"},
    [MW_ARROW_LEFT] = {"left", "west"},
    [MW_ARROW_UP_RIGHT] = {"up-right", "north-east"},
    [MW_ARROW_DOWN_RIGHT] = {"down-right", "south-east"},
    [MW_ARROW_DOWN_LEFT] = {"down-left", "south-west"},
    [MW_ARROW_UP_LEFT] = {"up-left", "north-west"},
};

// Does the action mean its direction? That of a key that turns the whole maze does not: its word is
// not the letter of the direction. No letter stands for a slanting direction.
static bool means_direction(const mw_action *a)
{
    const char *letter = a->part ? a->word + strlen(a->word) - 1 : a->word;
    int small = tolower((unsigned char)*letter);
    return a->arrow > MW_ARROW_LEFT ||
           (a->arrow && !letter[1] &&
            (small == directions[a->arrow][0][0] || small == directions[a->arrow][1][0]));
}

static int find_direction(const mw_kind *kind, const char *at, const char *end, mw_arrow arrow)
{
    const mw_action *actions = kind->rules->actions;
    char half = 0;
    if (end - at > 2 && at[1] == ':') {
        half = (char)tolower((unsigned char)*at);
        at += 2;
    }
    for (int a = 0; actions[a].word; a++)
        if (actions[a].part == half && means_direction(&actions[a]) &&
            (arrow ? arrow == actions[a].arrow
                   : same_name(at, end, directions[actions[a].arrow][0]) ||
                         same_name(at, end, directions[actions[a].arrow][1])))
            return a;
    return -1;
}

// The action that a whole word names, or -1: its own word, what it does, or its direction.
static int find_action(const mw_kind *kind, const char *at, const char *end)
{
    const mw_action *actions = kind->rules->actions;
    int found = -1;
    unsigned like = 0; // actions whose word it is but for capital letters
    for (int a = 0; actions[a].word; a++) {
        if (strlen(actions[a].word) == (size_t)(end - at) && begins(at, end, actions[a].word))
            return a;
        if (same_name(at, end, actions[a].word)) {
            found = a;
            like++;
        }
    }
    for (int a = 0; actions[a].word && !like; a++)
        if (actions[a].about && same_name(at, end, actions[a].about))
            return a;
    return like == 1 ? found : like ? -1 : find_direction(kind, at, end, MW_ARROW_NONE);
}

// ---- words

static bool add(reading *r, int action)
{
    if (action >= 0)
        r->actions[r->count++] = (uint16_t)action;
    return action >= 0;
}

// The longest action whose word the text begins with, or -1.
static int find_longest(const reading *r, const char *at, const char *end, bool fold,
                        size_t *length)
{
    const mw_action *actions = r->kind->rules->actions;
    int found = -1;
    *length = 0;
    for (int a = 0; actions[a].word; a++) {
        size_t n = strlen(actions[a].word);
        bool fits = n > *length && n <= (size_t)(end - at);
        if (fits &&
            (fold ? same_name(at, at + n, actions[a].word) : !memcmp(at, actions[a].word, n))) {
            found = a;
            *length = n;
        }
    }
    return found;
}

// Moves without blanks between them, perhaps with hyphens: all in the letters of the actions, or
// all in small ones. Nothing is kept of a word of which a part is no move.
static bool read_run(reading *r, const char *at, const char *end)
{
    size_t before = r->count, n;
    bool fold = r->small;
    for (const char *c = at; c < end; c++)
        fold = fold && !isupper((unsigned char)*c);
    for (; at < end; at += n) {
        at += *at == '-' && r->count > before;
        if (at == end || !add(r, find_longest(r, at, end, fold, &n))) {
            r->count = before;
            return false;
        }
    }
    return true;
}

// A number that counts steps: it is the next one, and the list of steps began before any move.
static bool read_step(reading *r, const char **at, const char *end)
{
    const char *p = *at;
    while (p < end && isdigit((unsigned char)*p))
        p++;
    uint64_t number;
    if (!mw_parse_number(*at, (size_t)(p - *at), UINT32_MAX, &number) || number != r->step + 1 ||
        (!r->step && r->count))
        return false;
    r->step = number;
    *at = p;
    return true;
}

// "Step 3" or "then".
static bool read_connection(reading *r, const char *at, const char **word_end, const char *end)
{
    if (same_name(at, *word_end, "then"))
        return true;
    const char *p = *word_end;
    if (!same_name(at, *word_end, "step") && !same_name(at, *word_end, "move"))
        return false;
    while (p < end && (*p == ' ' || *p == '*'))
        p++;
    if (!read_step(r, &p, end))
        return false;
    *word_end = p;
    return true;
}

// What TeX writes around moves.
static bool read_command(const char **at, const char *end)
{
    static const char *const known[] = {"text",   "texttt", "textbf", "mathrm",     "mathbf",
                                        "mathtt", "to",     "quad",   "rightarrow", ""};
    const char *p = *at + 1;
    while (p < end && isalpha((unsigned char)*p))
        p++;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (same_name(*at + 1, p, known[i])) {
            *at = p;
            return true;
        }
    return false;
}

static bool numbered(const char *at, const char *end)
{
    while (at < end && isdigit((unsigned char)*at))
        at++;
    return at < end && strchr(".):", *at) && *at;
}

// Reads what stands at *at. False: it is no move, and `unknown` is told.
static bool read_word(reading *r, const char **at, const char *end)
{
    const sign *s = sign_at(*at, end);
    const char *word_end = *at;
    if (s) {
        word_end += strlen(s->bytes);
        bool between = !s->arrow || (!r->arrows && s->arrow == MW_ARROW_RIGHT);
        if (!between && !(r->arrows && add(r, find_direction(r->kind, *at, *at, s->arrow))))
            r->unknown = (part){*at, word_end};
        *at = word_end;
        return !r->unknown.from;
    }
    bool number = isdigit((unsigned char)**at) && numbered(*at, end);
    if ((**at == '\\' && read_command(at, end)) || (number && read_step(r, at, end)))
        return true;
    while (word_end < end && (word_end == *at || !ends_word(word_end, end)))
        word_end++;
    bool wrong_number = number && r->step; // a step is left out
    if (wrong_number || (!add(r, find_action(r->kind, *at, word_end)) &&
                         !read_run(r, *at, word_end) && !read_connection(r, *at, &word_end, end)))
        r->unknown = (part){*at, word_end};
    *at = word_end;
    return !r->unknown.from;
}

// Are there moves in this part, and nothing else?
static bool read_part(reading *r, part p, bool small)
{
    r->count = 0;
    r->step = 0;
    r->small = small;
    r->arrows = true;
    r->unknown = (part){0};
    for (const char *c = p.from; c < p.to; c++)
        r->arrows = r->arrows && !isalpha((unsigned char)*c);
    for (const char *at = p.from; at < p.to;)
        if (is_mark(*at) || *at == '-' || *at == ':')
            at++;
        else if (!read_word(r, &at, p.to))
            return false;
    return r->count;
}

// ---- where the moves stand

static const char *find_last(part in, const char *word)
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

// The last \boxed{...} or <answer>...</answer>.
static bool find_box(part in, part *out)
{
    static const char *const marks[][2] = {{"\\boxed{", "}"}, {"<answer>", "</answer>"}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = find_last(in, marks[i][0]);
        if (!at)
            continue;
        at += strlen(marks[i][0]);
        *out = (part){at, at};
        unsigned open = 1; // braces
        for (const char *c = at; c < in.to && open; c++) {
            open += *c == '{';
            open -= *marks[i][1] == '}' ? *c == '}' : begins(c, in.to, marks[i][1]);
            out->to = open ? c + 1 : c;
        }
        return true;
    }
    return false;
}

// The last fence of backquotes, without the line on which it begins.
static bool find_fence(part in, part *out)
{
    const char *close = find_last(in, "```"), *open = NULL;
    if (close)
        open = find_last((part){in.from, close}, "```");
    const char *from = open ? line_end(open) : NULL;
    if (!open || from >= close)
        return false;
    *out = (part){from, close};
    return true;
}

// Is a label at this place: a word such as "answer", then a colon, "=" or "is"? What stands after
// it, or NULL.
static const char *after_label(part in, const char *at)
{
    static const char *const labels[] = {"answer", "solution", "moves", "path"};
    size_t n = 0;
    if (at > in.from && isalpha((unsigned char)at[-1]))
        return NULL;
    for (size_t i = 0; i < sizeof labels / sizeof *labels && !n; i++)
        if (!strncasecmp(at, labels[i], strlen(labels[i])))
            n = strlen(labels[i]);
    if (!n)
        return NULL;
    bool answer = tolower((unsigned char)*at) == 'a';
    at += n;
    at += strspn(at, "*_` ");
    if (answer && !strncasecmp(at, "is", 2) && !isalpha((unsigned char)at[2]))
        at += 2 + (at[2] == ':');
    else if (*at == ':' || *at == '=')
        at++;
    else
        return NULL;
    return at + strspn(at, "*_` ");
}

// What stands after the last label: the rest of its line; or, where that is empty, the paragraph
// below.
static bool find_label(part in, part *out)
{
    const char *from = NULL;
    for (const char *at = in.to; at > in.from && !from;)
        from = after_label(in, --at);
    if (!from)
        return false;
    const char *to = line_end(from);
    if (from + strspn(from, " \t\r") < to) {
        *out = (part){from, to};
        return true;
    }
    from += strspn(from, " \t\r\n");
    to = line_end(from);
    if (!strncmp(from, "```", 3) && find_fence((part){from, in.to}, out))
        return true;
    while (*to && strspn(to + 1, " \t\r") != strcspn(to + 1, "\n"))
        to = line_end(to + 1);
    *out = (part){from, to};
    return true;
}

static part last_line(part in)
{
    while (in.to > in.from && isspace((unsigned char)in.to[-1]))
        in.to--;
    part out = {in.to, in.to};
    while (out.from > in.from && out.from[-1] != '\n')
        out.from--;
    return out;
}

// ---- the text

// A word of the user's text, as it may stand in a message.
static void show_word(part word, char shown[40])
{
    size_t n = 0;
    for (const char *at = word.from; at < word.to && n < 24;) {
        unsigned bytes = mw_utf8_length(at);
        bool plain = bytes > 1 || (bytes == 1 && *at >= ' ' && *at != 0x7f);
        bytes = plain && bytes <= word.to - at ? bytes : 1;
        memcpy(shown + n, plain ? at : "?", bytes);
        n += bytes;
        at += bytes;
    }
    shown[n] = '\0';
}

static bool refuse_word(const reading *r, mw_error *error)
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
    return false;
}

// Where a mark tells that this part is the answer, the moves before the first other word count.
static bool read_marked(reading *r, part p, mw_error *error)
{
    return read_part(r, p, true) || refuse_word(r, error);
}

static bool read_somewhere(reading *r, part text, mw_error *error, bool *found)
{
    part p;
    *found = true;
    if (read_part(r, text, true))
        return true;
    const char *first = text.from + strspn(text.from, " \t\r\n");
    if (*first == '[' && last_line(text).to[-1] == ']')
        return refuse_word(r, error);
    part unknown = r->unknown;
    if (find_box(text, &p) || find_label(text, &p))
        return read_marked(r, p, error);
    if ((find_fence(text, &p) && read_part(r, p, true)) || read_part(r, last_line(text), false))
        return true;
    *found = false;
    r->unknown = unknown;
    return refuse_word(r, error);
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
    reading r = {.kind = kind, .actions = malloc((length + 1) * sizeof **actions)};
    if (!r.actions)
        return mw_no_memory(error);
    *actions = r.actions;
    *count = mw_moves_scan(kind, text, r.actions, &end);
    if (!*end)
        return true;
    r.count = *count;
    r.unknown = (part){end, end + strcspn(end, " \t\r\n,")};
    bool found = true;
    bool read = strict ? refuse_word(&r, error)
                       : read_somewhere(&r, (part){text, text + length}, error, &found);
    *count = r.count;
    if (!found) {
        free(r.actions);
        *actions = NULL;
        *count = 0;
    }
    return read;
}
