// plugin.c: adds the kinds and heuristics of plug-ins. Everything is checked first, so that a
// plug-in is added whole or not at all.
#include "core/registry.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

static const mw_plugin *added[MW_PLUGINS_MAX + 1];

const mw_plugin *const *mw_plugins(void)
{
    return added;
}

bool mw_kind_is_added(const mw_kind *kind)
{
    for (const mw_plugin *const *p = added; *p; p++)
        for (const mw_kind *const *k = (*p)->kinds; k && *k; k++)
            if (*k == kind)
                return true;
    return false;
}

// ---- heuristics of kinds that are there without the plug-in

// A kind that has more heuristics than its own: all of them, its own first.
static struct {
    const mw_kind *kind;
    unsigned own, count;
    mw_heuristic *list; // with an empty one at the end
} extended[MW_KINDS_MAX];

static unsigned extended_at(const mw_kind *kind)
{
    unsigned i = 0;
    while (i < MW_KINDS_MAX && extended[i].kind && extended[i].kind != kind)
        i++;
    return i;
}

const mw_heuristic *mw_heuristics(const mw_kind *kind)
{
    static const mw_heuristic none;
    unsigned i = extended_at(kind);
    if (i < MW_KINDS_MAX && extended[i].kind)
        return extended[i].list;
    return kind->heuristics ? kind->heuristics : &none;
}

bool mw_heuristic_is_added(const mw_kind *kind, const mw_heuristic *h)
{
    unsigned i = extended_at(kind);
    if (i == MW_KINDS_MAX || !extended[i].kind)
        return false;
    for (unsigned k = extended[i].own; k < extended[i].count; k++)
        if (h == &extended[i].list[k])
            return true;
    return false;
}

// Makes room for so many more heuristics of a kind.
static bool reserve(const mw_kind *kind, unsigned more, mw_error *e)
{
    unsigned i = extended_at(kind), n = 0; // there are no more entries than kinds
    const mw_heuristic *now = mw_heuristics(kind);
    while (now[n].name)
        n++;
    bool first = !extended[i].kind;
    mw_heuristic *list = realloc(extended[i].list, (n + more + 1) * sizeof *list);
    if (!list)
        return mw_no_memory(e);
    if (first) {
        memcpy(list, now, n * sizeof *list);
        list[n] = (mw_heuristic){0};
        extended[i].own = extended[i].count = n;
    }
    extended[i].list = list;
    extended[i].kind = kind;
    return true;
}

static void add_heuristic(const mw_kind *kind, const mw_heuristic *h)
{
    unsigned i = extended_at(kind);
    extended[i].list[extended[i].count++] = *h;
    extended[i].list[extended[i].count] = (mw_heuristic){0};
}

// ---- what a plug-in must have

// Everything that `help` lists says what it is.
#define CHECK_ABOUT(type, what, list)                                                              \
    for (const type *x = (list); x && x->name; x++) {                                              \
        if (!x->about)                                                                             \
            return mw_refuse(e, "kind '%s': %s '%s' has no about", k->name, what, x->name);        \
    }

static bool is_explained(const mw_kind *k, mw_error *e)
{
    CHECK_ABOUT(mw_option, "option", MW_HAS(k, text, options) ? k->text->options : NULL)
    CHECK_ABOUT(mw_form, "form", MW_HAS(k, text, forms) ? k->text->forms : NULL)
    CHECK_ABOUT(mw_feature, "feature", MW_HAS(k, rules, features) ? k->rules->features : NULL)
    CHECK_ABOUT(mw_heuristic, "heuristic", k->heuristics)
    CHECK_ABOUT(mw_measure, "measure", k->measures)
    CHECK_ABOUT(mw_preset, "preset", k->design ? k->design->presets : NULL)
    CHECK_ABOUT(mw_brush, "brush", k->editor ? k->editor->brushes : NULL)
    return true;
}

// A heuristic that has the name of another one, or of a feature, could not be asked for.
static bool check_own_heuristics(const mw_kind *k, mw_error *e)
{
    for (const mw_heuristic *h = k->heuristics; h && h->name; h++) {
        bool taken = !strcmp(h->name, "zero") || !strcmp(h->name, "all");
        for (const mw_heuristic *before = k->heuristics; before < h; before++)
            taken |= !strcmp(before->name, h->name);
        for (const mw_feature *f = mw_features(k); f->name; f++)
            taken |= !strcmp(f->name, h->name);
        if (taken || !*h->name ||
            h->name[strspn(h->name, "abcdefghijklmnopqrstuvwxyz0123456789_-")])
            return mw_refuse(e,
                             "kind '%s': the name '%.40s' of a heuristic must be of small letters, "
                             "digits, '_' and '-', and not that of another heuristic or a feature",
                             k->name, h->name);
    }
    return true;
}

// Ids, files and lists name kinds, so that a name must be short and may not be taken.
static bool check_kinds(const mw_plugin *p, mw_error *e)
{
    unsigned known = 0;
    while (mw_kinds()[known])
        known++;
    for (const mw_kind *const *k = p->kinds; k && *k; k++, known++) {
        if (!mw_kind_valid(*k, e) || !is_explained(*k, e) || !check_own_heuristics(*k, e))
            return false;
        const char *name = (*k)->name;
        if (*name == '-' || strlen(name) > MW_KIND_NAME_MAX)
            return mw_refuse(e, "a kind's name is '%.40s'; it needs at most %d letters", name,
                             MW_KIND_NAME_MAX);
        bool taken = mw_kind_find(name);
        for (const mw_kind *const *before = p->kinds; before < k; before++)
            taken |= !strcmp((*before)->name, name);
        if (taken)
            return mw_refuse(e, "there is a kind '%s' already", name);
        if (known == MW_KINDS_MAX)
            return mw_refuse(e, "there are more than %d kinds", MW_KINDS_MAX);
    }
    return true;
}

bool mw_heuristic_is_name(const mw_kind *kind, const char *text)
{
    for (const mw_feature *f = mw_features(kind); f->name; f++)
        if (!strcmp(f->name, text))
            return false;
    return !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] &&
           strspn(text, "0123456789") < strlen(text);
}

static bool check_heuristic(const mw_plugin *p, const mw_plugin_heuristic *new, mw_error *e)
{
    const mw_heuristic *h = &new->heuristic;
    const mw_kind *kind = mw_kind_find(new->kind);
    const char *name = h->name ? h->name : "";
    if (!kind)
        return mw_refuse(e, "heuristic '%.40s' is for a kind '%.40s', which is not there", name,
                         new->kind);
    if (!mw_heuristic_is_name(kind, name))
        return mw_refuse(e,
                         "a heuristic's name is '%.40s'; it needs small letters, digits and '_', "
                         "and to be no feature of %s",
                         name, kind->name);
    bool taken = mw_heuristic_find(kind, name) || !strcmp(name, "zero") || !strcmp(name, "all");
    unsigned count = 0;
    while (mw_heuristics(kind)[count].name)
        count++;
    for (const mw_plugin_heuristic *b = p->heuristics; b < new; b++)
        if (!strcmp(b->kind, new->kind)) {
            taken |= !strcmp(b->heuristic.name, name);
            count++;
        }
    if (taken)
        return mw_refuse(e, "%s has a heuristic '%s' already", kind->name, name);
    if (count >= MW_HEURISTICS_MAX)
        return mw_refuse(e, "%s has more than %d heuristics", kind->name, MW_HEURISTICS_MAX);
    if (!h->about || !h->claims || (!h->eval && !h->relax && !h->estimate))
        return mw_refuse(e, "heuristic '%s' has no %s", name,
                         !h->about    ? "about"
                         : !h->claims ? "claims"
                                      : "eval, no relax and no estimate");
    return true;
}

bool mw_plugin_fits(const mw_plugin *p, mw_error *e)
{
    if (p->size < offsetof(mw_plugin, heuristics) + sizeof p->heuristics)
        return mw_refuse(e, "its size is %zu; write .size = sizeof(mw_plugin)", p->size);
    if (p->version / 100 != MW_VERSION / 100 || p->version > MW_VERSION)
        return mw_refuse(e, "it is built for version %u.%u, and this is %u.%u; build it again",
                         p->version / 100, p->version % 100, MW_VERSION / 100, MW_VERSION % 100);
    if (!p->name || !*p->name)
        return mw_refuse(e, "it has no name");
    if (!(p->kinds && *p->kinds) && !(p->heuristics && p->heuristics->kind))
        return mw_refuse(e, "it brings no kind and no heuristic");
    return true;
}

static bool check(const mw_plugin *p, mw_error *e)
{
    if (!mw_plugin_fits(p, e) || !check_kinds(p, e))
        return false;
    for (const mw_plugin_heuristic *h = p->heuristics; h && h->kind; h++)
        if (!check_heuristic(p, h, e))
            return false;
    return true;
}

bool mw_plugin_add(const mw_plugin *p, mw_error *e)
{
    unsigned n = 0, heuristics = 0;
    for (; added[n]; n++)
        if (added[n] == p)
            return true;
    if (n == MW_PLUGINS_MAX)
        return mw_refuse(e, "there are more than %d plug-ins", MW_PLUGINS_MAX);
    if (!check(p, e))
        return false;
    for (const mw_plugin_heuristic *h = p->heuristics; h && h->kind; h++)
        heuristics++;
    for (const mw_plugin_heuristic *h = p->heuristics; h && h->kind; h++)
        if (!reserve(mw_kind_find(h->kind), heuristics, e))
            return false;
    for (const mw_plugin_heuristic *h = p->heuristics; h && h->kind; h++)
        add_heuristic(mw_kind_find(h->kind), &h->heuristic);
    for (const mw_kind *const *k = p->kinds; k && *k; k++)
        mw_kinds_add(*k);
    added[n] = p;
    return true;
}
