// options_heuristic.c: --heuristic: names of heuristics and expressions over features, as far as
// they can be understood before a maze is read.
#include "search/search.h"
#include "tool/tool.h"

#include <stdio.h>
#include <string.h>

bool has_heuristic(const mw_kind *kind, const char *name)
{
    mw_heuristic *own;
    mw_error error;
    bool has = mw_heuristic_read(kind, name, &own, &error) || !strcmp(name, "zero");
    mw_heuristic_free(own);
    return has;
}

static bool is_word(const char *text)
{
    return !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-")];
}

// The kind of the first maze, as --kind or its name tells; NULL: they do not.
static const mw_kind *first_kind(const settings *s)
{
    const char *name = s->input_count ? s->inputs[0] : "", *dot = strrchr(name, '.');
    char kind[40];
    name += strncmp(name, "shipped:", 8) ? 0 : 8;
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(name, ":/"), name);
    return s->value[O_KIND]     ? mw_kind_find(s->value[O_KIND])
           : mw_kind_find(kind) ? mw_kind_find(kind)
           : dot                ? kind_of_extension(dot + 1)
                                : NULL;
}

// What is wrong with an expression, and the kind whose features it was read with.
typedef struct misread {
    mw_error error;
    const mw_kind *kind; // NULL: it is wrong with those of any kind
} misread;

// Is it the name of a heuristic of some kind, or an expression over the features of one? Else
// *wrong is as the kind of the first maze reads it, or the kind that understands most of it.
static bool some_kind_has(const settings *s, const char *name, misread *wrong)
{
    const mw_kind *first = first_kind(s);
    bool differ = false;
    *wrong = (misread){0};
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        mw_heuristic *own;
        mw_error e;
        bool has = mw_heuristic_read(*k, name, &own, &e) || !strcmp(name, "zero");
        mw_heuristic_free(own);
        if (has)
            return true;
        differ |= wrong->kind && e.column >= wrong->error.column &&
                  strcmp(e.text, wrong->error.text) != 0;
        bool closer = *k == first || e.column > wrong->error.column;
        if (!wrong->kind || (wrong->kind != first && closer))
            *wrong = (misread){e, *k};
    }
    if (!differ)
        wrong->kind = NULL;
    return false;
}

// Rows of the same name could not be told apart, and what is too much must not be left out.
static bool names_fit(const name_list *list)
{
    if (list->count > HEURISTICS_GIVEN)
        return complain("--heuristic: at most %d at a time, not %u", HEURISTICS_GIVEN, list->count);
    for (unsigned i = 0; i < list->count; i++) {
        if (!strncmp(list->item[i], "all=", 4))
            return complain("--heuristic: 'all' means every heuristic; choose another name");
        for (unsigned k = 0; k < i; k++) {
            size_t n = mw_heuristic_name_length(list->item[i]);
            if (n == mw_heuristic_name_length(list->item[k]) &&
                !strncmp(list->item[i], list->item[k], n) &&
                strcmp(list->item[i], list->item[k]) != 0)
                return complain("--heuristic: %s and %s have the same name; give each its own",
                                list->item[k], list->item[i]);
        }
    }
    return true;
}

bool option_heuristics(const settings *s, name_list *out)
{
    if (!option_names(s, O_HEURISTIC, out))
        return false;
    for (unsigned i = 0; i < out->count; i++) {
        mw_writer known = {0};
        misread wrong;
        if (!strcmp(out->item[i], "all") || some_kind_has(s, out->item[i], &wrong))
            continue;
        if (!is_word(out->item[i]))
            return complain("--heuristic %.200s%s: column %u%s%s%s: %s", out->item[i],
                            strlen(out->item[i]) > 200 ? "..." : "", wrong.error.column,
                            wrong.kind ? ", for " : "", wrong.kind ? wrong.kind->name : "",
                            wrong.kind ? " mazes" : "", wrong.error.text);
        add_word(&known, "zero");
        for (const mw_kind *const *k = mw_kinds(); *k; k++)
            for (const mw_heuristic *h = mw_heuristics(*k); h->name; h++)
                add_word(&known, h->name);
        return complain_unknown(false, out->item[i], "there are", &known,
                                "no kind of maze has a heuristic '%.200s'", out->item[i]);
    }
    return names_fit(out);
}

unsigned heuristics_for(const name_list *list, const mw_kind *kind,
                        const char *names[HEURISTICS_MAX], mw_writer *lacking)
{
    unsigned n = 0;
    *lacking = (mw_writer){0};
    if (list->all)
        names[n++] = "zero";
    for (const mw_heuristic *h = mw_heuristics(kind); list->all && h->name; h++)
        names[n++] = h->name;
    for (unsigned i = 0; i < list->count; i++) {
        const char *name = list->item[i];
        bool listed = !strcmp(name, "all");
        for (unsigned k = 0; k < n; k++)
            listed |= !strcmp(names[k], name);
        if (!listed && has_heuristic(kind, name))
            names[n++] = name;
        else if (!listed)
            mw_write(lacking, "%s'%s'", lacking->length ? ", " : "", name);
    }
    return n;
}
