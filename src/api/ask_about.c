// ask_about.c: what the program knows (`about`), and a maze that is given.
#include "api/question.h"
#include "core/edit.h"
#include "design/objective.h"

#include <stdlib.h>
#include <string.h>

// ---- about

static void named(mw_writer *w, const char *name, const char *about)
{
    mw_json_open(w, NULL, '{');
    mw_json_text(w, "name", name);
    mw_json_text(w, "about", about);
}

static void named_only(void *context, const char *name, const char *about)
{
    named(context, name, about);
    mw_json_close(context, '}');
}

static void about_options(mw_writer *w, const mw_kind *k)
{
    mw_json_open(w, "options", '[');
    for (const mw_option *o = k->text->options; o && o->name; o++) {
        named(w, o->name, o->about);
        mw_json_text(w, "value", o->value);
        mw_json_bool(w, "random", o->only_random);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

static void about_presets(mw_writer *w, const mw_kind *k)
{
    mw_json_open(w, "presets", '[');
    for (const mw_preset *p = k->design ? k->design->presets : NULL; p && p->name; p++) {
        named(w, p->name, p->about);
        mw_json_text(w, "objective", p->objective);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

static void about_brushes(mw_writer *w, const mw_kind *k)
{
    mw_json_open(w, "brushes", '[');
    for (const mw_brush *b = k->editor ? k->editor->brushes : NULL; b && b->name; b++) {
        named(w, b->name, b->about);
        mw_json_bool(w, "side", b->side);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

// Can this method design one maze of this kind? A ladder designs many, which the page does not
// show.
static bool can(const mw_kind *k, const mw_method *m)
{
    const mw_design *d = k->design;
    return d && (m->way == MW_BY_SEARCH || (m->way == MW_BY_BREEDING && d->bits) ||
                 (m->way == MW_BY_PROOF && d->exact));
}

static void about_kind(mw_writer *w, const mw_kind *k)
{
    named(w, k->name, k->about);
    mw_json_text(w, "rules", k->how_to_play);
    mw_json_open(w, "actions", '[');
    for (const mw_action *a = k->rules->actions; a->word; a++)
        mw_json_text(w, NULL, a->word);
    mw_json_close(w, ']');
    mw_json_open(w, "arrows", '[');
    for (const mw_action *a = k->rules->actions; a->word; a++)
        mw_json_maybe(w, NULL, a->arrow ? (uint32_t)(a->arrow - MW_ARROW_UP) : MW_FAR);
    mw_json_close(w, ']');
    about_options(w, k);
    mw_json_open(w, "heuristics", '[');
    for (const mw_heuristic *h = mw_heuristics(k); h->name; h++)
        named_only(w, h->name, h->about);
    mw_json_close(w, ']');
    mw_json_open(w, "features", '[');
    for (const mw_feature *f = mw_features(k); f->name; f++)
        named_only(w, f->name, f->about);
    mw_json_close(w, ']');
    about_presets(w, k);
    mw_json_open(w, "measures", '[');
    w->failed = !mw_design_names(k, named_only, w) || w->failed;
    mw_json_close(w, ']');
    about_brushes(w, k);
    mw_json_open(w, "methods", '[');
    for (const mw_method *m = mw_methods(); m->name; m++)
        if (can(k, m))
            mw_json_text(w, NULL, m->name);
    mw_json_close(w, ']');
    mw_json_members(w, "random=%d design=%d draws=%d resizes=%d turns=%d tilts=%d",
                    k->text->random != NULL, k->design != NULL, MW_HAS(k, view, draw),
                    MW_HAS(k, editor, resize), mw_edit_turns(k), MW_HAS(k, view, down));
    mw_json_close(w, '}');
}

static void about_engines(mw_question *q)
{
    const mw_marble_engine *const *e = q->api->host.engines;
    mw_json_open(q->out, "engines", '[');
    mw_json_text(q->out, NULL, mw_marble_engine_name(&mw_marble_ball));
    for (; e && *e; e++)
        if (*e != &mw_marble_ball)
            mw_json_text(q->out, NULL, mw_marble_engine_name(*e));
    mw_json_close(q->out, ']');
}

bool mw_api_about(mw_question *q)
{
    mw_writer *w = q->out;
    mw_json_text(w, "version", mw_version());
    mw_json_count(w, "api", MW_API_VERSION);
    mw_json_open(w, "kinds", '[');
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        about_kind(w, *k);
    mw_json_close(w, ']');
    mw_json_open(w, "algorithms", '[');
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++) {
        named(w, a->name, a->about);
        mw_json_bool(w, "informed", a->informed);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
    mw_json_open(w, "methods", '[');
    for (const mw_method *m = mw_methods(); m->name; m++)
        if (m->way != MW_BY_LADDER) {
            named(w, m->name, m->about);
            mw_json_bool(w, "objective", m->way == MW_BY_SEARCH);
            mw_json_close(w, '}');
        }
    mw_json_close(w, ']');
    mw_json_open(w, "agents", '[');
    for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++)
        named_only(w, a->name, a->about);
    mw_json_close(w, ']');
    mw_json_open(w, "marble_presets", '[');
    for (const mw_marble_preset *p = mw_marble_presets(); p->name; p++)
        named_only(w, p->name, p->about);
    mw_json_close(w, ']');
    about_engines(q);
    mw_json_count(w, "hints", MW_HINTS);
    mw_json_open(w, "hint_order", '[');
    for (unsigned g = mw_hint_after(0); g; g = mw_hint_after(g))
        mw_json_count(w, NULL, g);
    mw_json_close(w, ']');
    return true;
}

// ---- mazes

static void maze_heuristics(mw_writer *w, const mw_maze *m)
{
    mw_json_open(w, "heuristics", '[');
    for (const mw_heuristic *h = mw_heuristics(m->kind); h->name; h++) {
        unsigned claims = h->claims(m);
        named(w, h->name, h->about);
        mw_json_bool(w, "admissible", claims & MW_ADMISSIBLE);
        mw_json_bool(w, "consistent", claims & MW_CONSISTENT);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

void mw_answer_maze(mw_question *q, const mw_maze *m)
{
    mw_writer *w = q->out;
    mw_state start;
    m->kind->rules->start(m, &start);
    mw_answer_maze_id(q, m);
    mw_json_members(w, "kind=%s w=%u h=%u d=%u", m->kind->name, m->w, m->h, m->d);
    mw_json_owned(w, "text", mw_maze_print(m, "own"));
    mw_json_owned(w, "remark", mw_maze_remark(m));
    maze_heuristics(w, m);
    mw_json_owned(w, "start", mw_state_describe(m, &start));
}

bool mw_api_maze(mw_question *q)
{
    const mw_maze *m = mw_field_maze(q);
    if (m)
        mw_answer_maze(q, m);
    return m;
}

bool mw_api_convert(mw_question *q)
{
    const char *to = mw_field_text(q, "to");
    const mw_maze *m = mw_field_maze(q);
    char *text = m ? mw_answer_form(m, to ? to : "own", q->error) : NULL;
    if (text)
        mw_json_owned(q->out, "text", text);
    return text;
}
