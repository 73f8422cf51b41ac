// kind.c: kinds by name, and whether a kind has all that it must have. A table of the members says
// which are REQUIRED and which must be there together, as the comments of waist.h say.
#include "core/text.h"

#include <stdio.h>
#include <string.h>

unsigned mw_claims_consistent(const mw_maze *m)
{
    (void)m;
    return MW_ADMISSIBLE | MW_CONSISTENT;
}

unsigned mw_claims_nothing(const mw_maze *m)
{
    (void)m;
    return 0;
}

const mw_kind *mw_kind_find(const char *name)
{
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (!strcmp((*k)->name, name))
            return *k;
    return NULL;
}

// ---- what a kind must have

// The parts of a kind, in which `members` are counted.
enum { RULES, TEXT, VIEW, EDITOR, FAST, DESIGN };

static const struct part {
    const char *name;
    size_t at; // of the pointer to it, in mw_kind
    bool required;
} parts[] = {
    [RULES] = {"rules", offsetof(mw_kind, rules), true},
    [TEXT] = {"text", offsetof(mw_kind, text), true},
    [VIEW] = {"view", offsetof(mw_kind, view), false},
    [EDITOR] = {"editor", offsetof(mw_kind, editor), false},
    [FAST] = {"fast", offsetof(mw_kind, fast), false},
    [DESIGN] = {"design", offsetof(mw_kind, design), false},
};

// A member that must be there: always, or (with `with`) where that other one is, and only there.
#define ALWAYS(part, type, member)                                                                 \
    {                                                                                              \
        part, #member, offsetof(type, member), NULL, 0                                             \
    }
#define TOGETHER(part, type, member, with)                                                         \
    {                                                                                              \
        part, #member, offsetof(type, member), #with, offsetof(type, with)                         \
    }
static const struct member {
    unsigned part;
    const char *name;
    size_t at; // in its part
    const char *with;
    size_t with_at;
} members[] = {
    ALWAYS(RULES, mw_rules, actions),
    ALWAYS(RULES, mw_rules, start),
    ALWAYS(RULES, mw_rules, status),
    ALWAYS(RULES, mw_rules, expand),
    ALWAYS(RULES, mw_rules, describe),
    TOGETHER(RULES, mw_rules, rank, count),
    TOGETHER(RULES, mw_rules, unrank, count),
    TOGETHER(RULES, mw_rules, measure, features),
    TOGETHER(RULES, mw_rules, facts, things),
    TOGETHER(RULES, mw_rules, tell_fact, things),
    ALWAYS(TEXT, mw_text, parse),
    ALWAYS(TEXT, mw_text, print),
    TOGETHER(VIEW, mw_view, place, draw),
    ALWAYS(EDITOR, mw_editor, brushes),
    ALWAYS(EDITOR, mw_editor, paint),
    ALWAYS(FAST, mw_fast, evaluate),
    ALWAYS(DESIGN, mw_design, mutate),
    ALWAYS(DESIGN, mw_design, presets),
    TOGETHER(DESIGN, mw_design, encode, bits),
    TOGETHER(DESIGN, mw_design, decode, bits),
};

// Is the pointer at this place of a struct there? It is not if the struct is too small for it.
static bool has(const char *thing, size_t at)
{
    static const char none[sizeof(void *)];
    size_t size;
    memcpy(&size, thing, sizeof size);
    return size >= at + sizeof none && memcmp(thing + at, none, sizeof none) != 0;
}

static bool parts_are_whole(const mw_kind *k, mw_error *e)
{
    const char *found[sizeof parts / sizeof *parts] = {NULL};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (has((const char *)k, parts[i].at))
            memcpy(&found[i], (const char *)k + parts[i].at, sizeof found[i]);
        else if (parts[i].required)
            return mw_refuse(e, "kind '%s': %s is missing", k->name, parts[i].name);
        if (found[i] && *(const size_t *)(const void *)found[i] == 0)
            return mw_refuse(e, "kind '%s': %s.size is 0; write .size = sizeof(mw_%s)", k->name,
                             parts[i].name, parts[i].name);
    }
    for (const struct member *m = members; m < members + sizeof members / sizeof *members; m++) {
        const char *part = found[m->part];
        if (!part || has(part, m->at) == (!m->with || has(part, m->with_at)))
            continue;
        const char *name = parts[m->part].name;
        if (!m->with)
            return mw_refuse(e, "kind '%s': %s.%s is missing", k->name, name, m->name);
        bool missing = !has(part, m->at);
        return mw_refuse(e, "kind '%s': %s.%s is missing, though %s is there", k->name, name,
                         missing ? m->name : m->with, missing ? m->with : m->name);
    }
    return true;
}

// The lists that a kind points to: those that must not be empty, and what their entries must have.
static bool lists_are_whole(const mw_kind *k, mw_error *e)
{
    if (!k->rules->actions[0].word)
        return mw_refuse(e, "kind '%s': rules.actions is empty", k->name);
    if (k->editor && !k->editor->brushes[0].name)
        return mw_refuse(e, "kind '%s': editor.brushes is empty", k->name);
    if (k->design && !k->design->presets[0].name)
        return mw_refuse(e, "kind '%s': design.presets is empty", k->name);
    for (const mw_preset *p = k->design ? k->design->presets : NULL; p && p->name; p++)
        if (!p->objective)
            return mw_refuse(e, "kind '%s': preset '%s' has no objective", k->name, p->name);
    for (const mw_form *f = MW_HAS(k, text, forms) ? k->text->forms : NULL; f && f->name; f++)
        if (!f->print)
            return mw_refuse(e, "kind '%s': form '%s' has no print", k->name, f->name);
    for (const mw_heuristic *h = k->heuristics; h && h->name; h++)
        if (!h->claims || (!h->eval && !h->relax && !h->estimate))
            return mw_refuse(e, "kind '%s': heuristic '%s' has no %s", k->name, h->name,
                             h->claims ? "eval, no relax and no estimate" : "claims");
    for (const mw_measure *m = k->measures; m && m->name; m++)
        if (!m->eval)
            return mw_refuse(e, "kind '%s': measure '%s' has no eval", k->name, m->name);
        else if (m - k->measures == MW_MEASURES_MAX)
            return mw_refuse(e, "kind '%s' has more than %d measures", k->name, MW_MEASURES_MAX);
    return true;
}

bool mw_kind_valid(const mw_kind *k, mw_error *e)
{
    if (k->size < offsetof(mw_kind, measures) + sizeof k->measures) // the last one of version 2.0
        return mw_refuse(e, "a kind's size is %zu; write .size = sizeof(mw_kind)", k->size);
    if (!k->name || !*k->name || k->name[strspn(k->name, "abcdefghijklmnopqrstuvwxyz-")])
        return mw_refuse(e, "a kind's name is '%.40s'; it needs one of lower case letters",
                         k->name ? k->name : "");
    if (!k->about)
        return mw_refuse(e, "kind '%s': about is missing", k->name);
    return parts_are_whole(k, e) && lists_are_whole(k, e);
}
