// mutate.c: libFuzzer's hooks. TARGET says which changes an input gets; some of the time it is
// bytes that are changed, so that what is read is not only what is well formed.
#include "mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed);

#define WORDS_MAX 400

const char mutate_target[] = TARGET;

static const struct {
    const char *target;
    mutation *mutate;
} table[] = {
    {"id", mutate_id},           {"play", mutate_play},           {"expression", mutate_expression},
    {"plan", mutate_plan},       {"json", mutate_json},           {"http", mutate_http},
    {"request", mutate_http},    {"catalogue", mutate_catalogue}, {"design", mutate_design},
    {"command", mutate_command}, {"verify", mutate_json},
};

static mutation *own_mutation(void)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].target, TARGET))
            return table[i].mutate;
    return mw_kind_find(TARGET) ? mutate_maze : mutate_text;
}

// ---- words

static word words[WORDS_MAX] = {{"1", 1}};
static unsigned word_count = 1;

static int hexadecimal(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 32) : NULL;
    return at ? (int)(at - digits) : 0;
}

// A line of a dictionary: "text", with \xNN for a byte and \ before a quote or backslash.
static void add_word(const char *line)
{
    const char *from = strchr(line, '"'), *end = strrchr(line, '"');
    if (*line == '#' || !from || end <= from + 1 || word_count == WORDS_MAX)
        return;
    char *text = malloc((size_t)(end - from));
    size_t size = 0;
    must(text, "out of memory");
    for (const char *p = from + 1; p < end; p++) {
        if (*p != '\\') {
            text[size++] = *p;
        } else if (p[1] == 'x') {
            text[size++] = (char)(hexadecimal(p[2]) * 16 + hexadecimal(p[3]));
            p += 3;
        } else {
            text[size++] = *++p;
        }
    }
    words[word_count++] = (word){text, size}; // kept until the end of the program
}

static void read_words(void)
{
    char line[1000];
    FILE *f = fopen(WORDS, "r");
    while (f && fgets(line, sizeof line, f))
        add_word(line);
    if (f)
        fclose(f);
}

word mutate_word(mw_rng *rng)
{
    static bool read;
    if (!read)
        read_words();
    read = true;
    return words[fuzz_choose(rng, word_count)];
}

bool mutate_chance(mw_rng *rng, unsigned percent)
{
    return fuzz_choose(rng, 100) < percent;
}

// ---- the hooks

static size_t take(mw_writer *w, uint8_t *out, size_t most)
{
    size_t size = w->failed || w->length > most ? 0 : w->length;
    if (size)
        memcpy(out, w->text, size);
    free(w->text);
    return size;
}

// A copy of exactly its size, ended by '\0'.
static char *copy(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    must(text, "out of memory");
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    mw_rng rng;
    mw_rng_seed(&rng, seed);
    size_t changed = 0;
    if (mutate_chance(&rng, 80)) {
        mw_writer w = {0};
        char *text = copy(data, size);
        mutation *mutate = mutate_chance(&rng, 70) ? own_mutation() : mutate_text;
        bool done = mutate(text, size, &rng, &w) || mutate_text(text, size, &rng, &w);
        changed = done ? take(&w, data, most) : (free(w.text), 0);
        free(text);
    }
    if (changed && mutate_chance(&rng, 85))
        return changed;
    return LLVMFuzzerMutate(data, changed ? changed : size, most);
}

static size_t line_length(const char *text, size_t size)
{
    const char *end = size ? memchr(text, '\n', size) : NULL;
    return end ? (size_t)(end - text) + 1 : size;
}

// Lines in their order, each from one of the two; so two mazes of one size give a third.
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed)
{
    mw_rng rng;
    mw_rng_seed(&rng, seed);
    char *text[2] = {copy(a, a_size), copy(b, b_size)}, *at[2] = {text[0], text[1]};
    size_t left[2] = {a_size, b_size};
    mw_writer w = {0};
    unsigned side = 0, stays = (unsigned)fuzz_choose(&rng, 2) * 40 + 50;
    while (left[side]) {
        for (unsigned i = 0; i < 2; i++) {
            size_t n = line_length(at[i], left[i]);
            if (i == side)
                mw_write_bytes(&w, at[i], n);
            at[i] += n;
            left[i] -= n;
        }
        if (!mutate_chance(&rng, stays))
            side ^= 1;
    }
    size_t size = take(&w, out, most);
    free(text[0]);
    free(text[1]);
    return size;
}
