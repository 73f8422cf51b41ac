// mutate_text.c: changes to any text. Its lines end with '\n' ('/' in an id); words are separated
// by blanks or signs. A column of all lines is taken out or doubled at once, so that a grid stays
// one.
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#define LINES_MAX 300

typedef struct lines {
    struct {
        const char *text;
        size_t size;
    } line[LINES_MAX];
    unsigned count;
    char end;
} lines;

static void cut(lines *l, const char *text, size_t size)
{
    const char *stop = text + size;
    unsigned slashes = 0;
    for (const char *p = text; p < stop; p++)
        slashes += *p == '/';
    l->end = size && !memchr(text, '\n', size) && slashes > 1 ? '/' : '\n';
    l->count = 0;
    while (text < stop && l->count < LINES_MAX) {
        const char *end = memchr(text, l->end, (size_t)(stop - text));
        size_t length = end ? (size_t)(end - text) : (size_t)(stop - text);
        l->line[l->count].text = text;
        l->line[l->count++].size = length;
        text += length + 1;
    }
}

static void join(const lines *l, mw_writer *w)
{
    for (unsigned i = 0; i < l->count; i++) {
        mw_write_bytes(w, l->line[i].text, l->line[i].size);
        if (l->end == '\n' || i + 1 < l->count)
            mw_write_char(w, l->end);
    }
}

static bool insert(lines *l, unsigned at, const char *text, size_t size)
{
    if (l->count == LINES_MAX)
        return false;
    memmove(l->line + at + 1, l->line + at, (l->count - at) * sizeof *l->line);
    l->line[at].text = text;
    l->line[at].size = size;
    l->count++;
    return true;
}

static void erase(lines *l, unsigned at, unsigned count)
{
    count = count < l->count - at ? count : l->count - at;
    memmove(l->line + at, l->line + at + count, (l->count - at - count) * sizeof *l->line);
    l->count -= count;
}

// ---- changes of whole lines

static void change_lines(lines *l, mw_rng *rng, mw_writer *w)
{
    unsigned at = (unsigned)fuzz_choose(rng, l->count), to = (unsigned)fuzz_choose(rng, l->count);
    const char *text = l->line[at].text;
    size_t size = l->line[at].size;
    word added = mutate_word(rng);
    switch (fuzz_choose(rng, 5)) {
    case 0: erase(l, at, 1 + (unsigned)fuzz_choose(rng, 2)); break;
    case 1: insert(l, at, text, size); break;
    case 2: insert(l, to, text, size); break;
    case 3:
        l->line[at] = l->line[to];
        l->line[to].text = text;
        l->line[to].size = size;
        break;
    default: insert(l, fuzz_choose(rng, 2) ? at : l->count, added.text, added.size);
    }
    join(l, w);
}

// ---- changes of columns

static size_t most_columns(const lines *l)
{
    size_t most = 0;
    for (unsigned i = 0; i < l->count; i++)
        most = l->line[i].size > most ? l->line[i].size : most;
    return most;
}

// In the lines that belong together: the whole text or a part of it, as where a grid has a header.
static void change_columns(const lines *l, mw_rng *rng, mw_writer *w)
{
    static const unsigned widths[] = {1, 1, 2, 4, 4, 8};
    size_t columns = most_columns(l), at = fuzz_choose(rng, columns),
           width = widths[fuzz_choose(rng, sizeof widths / sizeof *widths)];
    unsigned from = fuzz_choose(rng, 2) ? 1 : (unsigned)fuzz_choose(rng, l->count),
             to = fuzz_choose(rng, 2) ? l->count : from + (unsigned)fuzz_choose(rng, l->count);
    bool twice = fuzz_choose(rng, 2);
    lines out = *l;
    mw_writer *changed = calloc(l->count, sizeof *changed);
    must(changed, "out of memory");
    for (unsigned i = from; i < to && i < l->count; i++) {
        const char *text = l->line[i].text;
        size_t size = l->line[i].size;
        if (at + width > size)
            continue;
        mw_write_bytes(&changed[i], text, at + (twice ? width : 0));
        mw_write_bytes(&changed[i], text + at + (twice ? 0 : width),
                       size - at - (twice ? 0 : width));
        out.line[i].text = changed[i].text ? changed[i].text : "";
        out.line[i].size = changed[i].length;
    }
    join(&out, w);
    for (unsigned i = 0; i < l->count; i++)
        free(changed[i].text);
    free(changed);
}

// A piece of one line over another one, at the same column or elsewhere.
static void copy_piece(const lines *l, mw_rng *rng, mw_writer *w)
{
    unsigned from = (unsigned)fuzz_choose(rng, l->count), to = (unsigned)fuzz_choose(rng, l->count);
    size_t size = l->line[from].size, room = l->line[to].size, at = fuzz_choose(rng, size),
           length = fuzz_choose(rng, size - at) + 1, place = fuzz_choose(rng, 2) ? at : 0;
    place = place ? place : fuzz_choose(rng, room);
    lines out = *l;
    mw_writer changed = {0};
    if (at + length <= size && place <= room) {
        size_t over = length < room - place ? length : room - place;
        mw_write_bytes(&changed, l->line[to].text, place);
        mw_write_bytes(&changed, l->line[from].text + at, over);
        mw_write_bytes(&changed, l->line[to].text + place + over, room - place - over);
        out.line[to].text = changed.text ? changed.text : "";
        out.line[to].size = changed.length;
    }
    join(&out, w);
    free(changed.text);
}

// ---- changes of words

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool letter(char c)
{
    return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

static void replace(const char *text, size_t size, size_t from, size_t to, const mw_writer *by,
                    mw_writer *w)
{
    mw_write_bytes(w, text, from);
    mw_write_bytes(w, by->text ? by->text : "", by->length);
    mw_write_bytes(w, text + to, size - to);
}

// One of the runs of characters of a sort, chosen by going on from a random place.
static bool find_run(const char *text, size_t size, bool (*sort)(char), mw_rng *rng, size_t *from,
                     size_t *to)
{
    size_t start = fuzz_choose(rng, size);
    for (size_t i = 0; i < size; i++) {
        size_t at = (start + i) % size;
        if (!sort(text[at]))
            continue;
        for (*from = at; *from && sort(text[*from - 1]);)
            --*from;
        for (*to = at; *to < size && sort(text[*to]);)
            ++*to;
        return true;
    }
    return false;
}

static bool change_number(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    size_t from, to;
    mw_writer number = {0};
    if (!find_run(text, size, digit, rng, &from, &to))
        return false;
    if (to - from < 9 && mutate_chance(rng, 60)) {
        long value = 0;
        for (size_t i = from; i < to; i++)
            value = value * 10 + (text[i] - '0');
        mw_write(&number, "%ld", value + (long)fuzz_choose(rng, 5) - 2);
    } else {
        mutate_number(rng, &number);
    }
    replace(text, size, from, to, &number, w);
    free(number.text);
    return true;
}

static bool change_word(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    size_t from, to, other_from, other_to;
    word added = mutate_word(rng);
    mw_writer by = {0};
    if (!find_run(text, size, letter, rng, &from, &to))
        return false;
    switch (fuzz_choose(rng, 5)) {
    case 0: break; // dropped
    case 1:        // by another one of the text
        if (find_run(text, size, letter, rng, &other_from, &other_to))
            mw_write_bytes(&by, text + other_from, other_to - other_from);
        break;
    case 2: // beside a new one
        mw_write_bytes(&by, text + from, to - from);
        mw_write_bytes(&by, added.text, added.size);
        break;
    case 3: // twice
        mw_write_bytes(&by, text + from, to - from);
        mw_write_char(&by, from ? text[from - 1] : ' ');
        mw_write_bytes(&by, text + from, to - from);
        break;
    default: mw_write_bytes(&by, added.text, added.size);
    }
    replace(text, size, from, to, &by, w);
    free(by.text);
    return true;
}

// A character becomes another one that the text has, too.
static void change_character(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    size_t at = fuzz_choose(rng, size);
    mw_writer by = {0};
    word added = mutate_word(rng);
    bool own = mutate_chance(rng, 75);
    mw_write_char(&by, own ? text[fuzz_choose(rng, size)] : added.text[added.size - 1]);
    replace(text, size, at, at + 1, &by, w);
    free(by.text);
}

void mutate_number(mw_rng *rng, mw_writer *w)
{
    static const char *const near[] = {
        "0",          "1",          "2",          "3",
        "7",          "8",          "9",          "14",
        "15",         "24",         "25",         "32",
        "36",         "37",         "64",         "65",
        "100",        "101",        "120",        "255",
        "256",        "1000",       "4096",       "4097",
        "65535",      "65536",      "1e6",        "16777216",
        "2147483647", "2147483648", "-1",         "0.5",
        "4294967295", "4294967296", "1e300",      "1e-9",
        "nan",        "inf",        "0x10",       "1e18",
        "+1",         "00001",      "9999999999", "99999999999999999999"};
    if (mutate_chance(rng, 30))
        mw_write(w, "%llu", (unsigned long long)fuzz_choose(rng, 20));
    else
        mw_write(w, "%s", near[fuzz_choose(rng, sizeof near / sizeof *near)]);
}

// One change; false: not for this text.
static bool change(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    static lines l; // on a thread of its own libFuzzer never is
    cut(&l, text, size);
    if (!size || !l.count)
        return false;
    switch (fuzz_choose(rng, 8)) {
    case 0:
    case 1: change_lines(&l, rng, w); return true;
    case 2: return most_columns(&l) > 0 && (change_columns(&l, rng, w), true);
    case 3: copy_piece(&l, rng, w); return true;
    case 4: return change_number(text, size, rng, w);
    case 5: change_character(text, size, rng, w); return true;
    default: return change_word(text, size, rng, w);
    }
}

bool mutate_text(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    mw_writer now = {0}, next = {0};
    mw_write_bytes(&now, text, size);
    unsigned times = 1 + (unsigned)fuzz_choose(rng, 3);
    if (!size) {
        word added = mutate_word(rng);
        mw_write_bytes(&now, added.text, added.size);
        times = 0;
    }
    for (unsigned i = 0; i < times; i++) {
        if (now.text && change(now.text, now.length, rng, &next)) {
            free(now.text);
            now = next;
        } else {
            free(next.text);
        }
        next = (mw_writer){0};
    }
    mw_write_bytes(w, now.text ? now.text : "", now.length);
    free(now.text);
    return true;
}
