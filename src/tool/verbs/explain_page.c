// explain_page.c: accounts as a page of HTML that needs no other file, with a picture of each step:
// the board at its beginning, and the moves of a shortest way through it.
#include "draw/html.h"
#include "tool/verbs/explain_call.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PICTURE_PIXELS 360 // of the longer side

// ---- pictures

// Draws the way from one place of it to another. A picture of a kind that turns the whole maze has
// no lines.
static void add_way(mw_scene *scene, const mw_account *a, uint32_t from, uint32_t to)
{
    const mw_maze *m = a->graph->maze;
    const mw_ink ink = {.role = MW_ROLE_PATH, .width = 0.09, .fade = 0.15};
    if (!MW_HAS(m->kind, view, place) || MW_HAS(m->kind, view, down))
        return;
    for (uint32_t i = from; i < to && !scene->failed; i++) {
        double xy[4];
        for (unsigned k = 0; k < 2; k++)
            m->kind->view->place(m, &a->states[i + k], &xy[2 * k], &xy[2 * k + 1]);
        mw_draw_line(scene, ink, xy, 2);
    }
}

static int add_picture(explain_call *c, const mw_account *a, uint32_t from, uint32_t to)
{
    mw_scene scene;
    const mw_state *state = &a->states[from];
    mw_style style = c->style;
    const mw_maze *m = a->graph->maze;
    if (!mw_scene_of(&scene, m, state, c->watch.limits.bytes))
        return limit_hit(&c->watch, "--output", MW_LIMIT_MEMORY);
    add_way(&scene, a, from, to);
    style.scale = fmin(40, PICTURE_PIXELS / fmax(1, fmax(scene.width, scene.height)));
    char *svg = scene.failed ? NULL : mw_scene_svg(&scene, &style);
    char *words = mw_state_describe(m, state);
    mw_scene_free(&scene);
    bool ok = svg && words;
    if (ok) {
        mw_html_write(&c->page, "<figure><span role=\"img\" aria-label=\"The board: %s\">", words);
        mw_write(&c->page, "%s</span></figure>\n", svg);
    }
    free(svg);
    free(words);
    return ok ? EXIT_DONE : limit_hit(&c->watch, "--output", MW_LIMIT_MEMORY);
}

// ---- text

static void add_paragraph(void *context, const char *sentence)
{
    mw_html_write(context, "<p>%s</p>\n", sentence);
}

static void add_item(void *context, const char *sentence)
{
    mw_html_write(context, "<li>%s</li>\n", sentence);
}

static int add_step(explain_call *c, const mw_account *a, const step *s)
{
    mw_writer *w = &c->page;
    mw_write(w, "<li><div class=\"beside\"><div style=\"flex:1 1 20em\">\n");
    tell_step_state(a, s, add_paragraph, w);
    tell_step_ways(a, s, add_paragraph, w);
    if (!s->run && a->e.regions[s->region].facts) {
        mw_write(w, "<ul>\n");
        tell_step_facts(a, s, add_item, w);
        mw_write(w, "</ul>\n");
    }
    mw_write(w, "</div>\n");
    int code =
        MW_HAS(a->graph->maze->kind, view, draw) ? add_picture(c, a, s->from, s->to) : EXIT_DONE;
    mw_write(w, "</div></li>\n");
    return code;
}

static int add_steps(explain_call *c, const mw_account *a)
{
    unsigned count;
    int code = EXIT_DONE;
    step *steps = explain_steps(a, &count);
    if (!steps)
        return EXIT_BROKEN;
    mw_write(&c->page, "<ol>\n");
    for (unsigned i = 0; i < count && code == EXIT_DONE; i++) {
        if (i == STEPS_FIRST && count > STEPS_FIRST + STEPS_LAST) {
            i = count - STEPS_LAST;
            mw_html_write(&c->page,
                          "</ol>\n<p class=\"dim\">%u steps more</p>\n<ol start=\"%u\">\n",
                          i - STEPS_FIRST, i + 1);
        }
        code = add_step(c, a, &steps[i]);
    }
    mw_write(&c->page, "</ol>\n");
    free(steps);
    return code;
}

static int add_loss(explain_call *c, const mw_account *a)
{
    char *words = mw_session_loss_words(a->session);
    if (!words)
        return out_of_memory();
    add_paragraph(&c->page, words);
    free(words);
    return EXIT_DONE;
}

int page_add(explain_call *c, const input *in, const mw_account *a)
{
    mw_writer *w = &c->page;
    int code;
    if (!c->told++)
        mw_html_begin(w, "What every solution does");
    mw_html_write(w, "<h2>%s</h2>\n", in->label);
    if (a->e.winnable) {
        tell_opening(a, mw_session_moves(a->session), add_paragraph, w);
        code = add_steps(c, a);
        tell_end(a, add_paragraph, w);
        tell_closing(a, add_paragraph, w);
    } else {
        code = add_loss(c, a);
    }
    return w->failed ? out_of_memory() : code;
}

int page_end(explain_call *c)
{
    if (!c->told)
        return EXIT_DONE; // no maze was read, which has been said
    mw_html_end(&c->page);
    return write_file(c->watch.s->value[O_OUTPUT], &c->page);
}
