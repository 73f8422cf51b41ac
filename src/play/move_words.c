// move_words.c: see move_words.h. A word is a name of a move, several moves without blanks between
// them, or something that stands between moves; any other word ends the reading.
#include "play/move_words.h"

#include "core/text.h"

#include <ctype.h>
#include <string.h>

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
    {"„", 0},
    {"«", 0},
    {"»", 0},
    {"\xc2\xa0", 0},
    {"、", 0},
    {"，", 0},
    {"；", 0},
    {"。", 0},
};

bool mw_begins(const char *at, const char *end, const char *with)
{
    size_t n = strlen(with);
    return (size_t)(end - at) >= n && !memcmp(at, with, n);
}

static const sign *sign_at(const char *at, const char *end)
{
    if (!((unsigned char)*at & 0x80))
        return NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (mw_begins(at, end, signs[i].bytes))
            return &signs[i];
    return NULL;
}

static bool is_mark(char c)
{
    return c && strchr(" \t\r\n\v\f,;|/()[]{}<>\"'`*$.~=!", c);
}

// May this be part of a word? At its ends it is none.
static bool is_joint(char c)
{
    return c == '-' || c == ':' || c == '_';
}

static bool ends_word(const char *at, const char *end)
{
    bool last = at + 1 >= end || is_mark(at[1]) || at[1] == '-' || at[1] == '_';
    return is_mark(*at) || sign_at(at, end) || (is_joint(*at) && last);
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
        if (strlen(actions[a].word) == (size_t)(end - at) && mw_begins(at, end, actions[a].word))
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

static bool add(mw_reading *r, int action)
{
    if (action >= 0)
        r->actions[r->count++] = (uint16_t)action;
    return action >= 0;
}

// The longest action whose word the text begins with, or -1.
static int find_longest(const mw_reading *r, const char *at, const char *end, bool fold,
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
static bool read_run(mw_reading *r, const char *at, const char *end)
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
static bool read_step(mw_reading *r, const char **at, const char *end)
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

// "Step 3", "then", or what a player does: "go".
static bool read_connection(mw_reading *r, const char *at, const char **word_end, const char *end)
{
    static const char *const words[] = {"then", "go", "move", "step", "jump", "roll"};
    const char *p = *word_end;
    bool known = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        known = known || same_name(at, p, words[i]);
    while (p < end && (*p == ' ' || *p == '*'))
        p++;
    if (!known || p == end || !isdigit((unsigned char)*p))
        return known;
    bool step = read_step(r, &p, end);
    *word_end = step ? p : *word_end;
    return step;
}

// "(4 moves)" tells nothing that the moves do not.
static bool read_remark(const char **at, const char *end)
{
    const char *p = *at + 1;
    while (p < end && isdigit((unsigned char)*p))
        p++;
    if (**at != '(' || p == *at + 1)
        return false;
    p += p < end && *p == ' ';
    p += mw_begins(p, end, "move") || mw_begins(p, end, "step") ? 4 : 0;
    p += p < end && *p == 's';
    if (p >= end || *p != ')' || !isalpha((unsigned char)p[-1]))
        return false;
    *at = p + 1;
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

// Is this the number of a step, and not a move at the end?
static bool numbered(const char *at, const char *end, bool *more)
{
    while (at < end && isdigit((unsigned char)*at))
        at++;
    if (at == end || !*at || !strchr(".):", *at))
        return false;
    for (; at < end && !*more; at++)
        *more = isalnum((unsigned char)*at) || (*at & 0x80);
    return true;
}

// "(2,1)" is a place, and so is "(2)" after a move; it may look like moves that are called by
// numbers.
static bool is_place(const mw_reading *r, const char *at, const char *end, const char **after)
{
    bool pair = false, digits = false;
    if (*at != '(')
        return false;
    for (at++; at < end && (isdigit((unsigned char)*at) || *at == ',' || *at == ' '); at++) {
        pair = pair || *at == ',';
        digits = digits || *at != ' ';
    }
    *after = at + 1;
    return at < end && *at == ')' && digits && (pair || (r->count && !r->step));
}

// May a number be a move here? Not beside words, where it may count: "right 3".
static bool number_counts(mw_reading *r, bool digit, bool word)
{
    r->numbers = r->numbers || digit;
    r->words = r->words || word;
    return r->numbers && r->words && !r->step;
}

// Reads what stands at *at. False: it is no move, and `unknown` is told.
static bool read_word(mw_reading *r, const char **at, const char *end)
{
    const sign *s = sign_at(*at, end);
    const char *word_end = *at;
    if (s) {
        word_end += strlen(s->bytes);
        bool between = !s->arrow || (!r->arrows && s->arrow == MW_ARROW_RIGHT);
        if (!between && !(r->arrows && add(r, find_direction(r->kind, *at, *at, s->arrow))))
            r->unknown = (mw_part){*at, word_end};
        *at = word_end;
        return !r->unknown.from;
    }
    bool more = false, digit = isdigit((unsigned char)**at),
         number = digit && numbered(*at, end, &more);
    if ((**at == '\\' && read_command(at, end)) || (number && read_step(r, at, end)))
        return true;
    while (word_end < end && (word_end == *at || !ends_word(word_end, end)))
        word_end++;
    bool wrong_number = number && (r->step || more); // a step is left out
    int action = find_action(r->kind, *at, word_end);
    if (wrong_number || number_counts(r, digit, action >= 0 && word_end - *at > 1) ||
        (!add(r, action) && !read_run(r, *at, word_end) &&
         !read_connection(r, *at, &word_end, end)))
        r->unknown = (mw_part){*at, word_end};
    *at = word_end;
    return !r->unknown.from;
}

bool mw_move_words(mw_reading *r, mw_part p, bool small)
{
    r->count = 0;
    r->step = 0;
    r->small = small;
    r->arrows = true;
    r->words = r->numbers = false;
    r->unknown = (mw_part){0};
    for (const char *c = p.from; c < p.to && r->arrows; c++)
        r->arrows = !isalpha((unsigned char)*c);
    for (const char *at = p.from, *after; at < p.to;)
        if (read_remark(&at, p.to))
            continue;
        else if (is_place(r, at, p.to, &after)) {
            r->unknown = (mw_part){at, after};
            return false;
        } else if (is_mark(*at) || is_joint(*at))
            at++;
        else if (!read_word(r, &at, p.to))
            return false;
    return r->count;
}
