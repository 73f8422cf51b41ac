// trace.c: the verb `trace`: the events of one search, for visualisers: a JSON object per line, or
// a search trace for Posthoc, which draws the board itself and replays them over it.
#include "api/answer.h"
#include "tool/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct call {
    mw_search_options options;
    watch watch;
    bool posthoc;
    FILE *out;
    mw_writer text; // of the value that is written next
    const mw_maze *maze;
    bool informed;
    bool failed; // out of memory
    bool begun;  // an event has been written
    bool ended;  // and so has the end
    uint32_t
        source; // the state to which an event without a state belongs: the start, later the goal
} call;

// ---- what both forms share

// Writes the value that was made in c->text, with something before and after it.
static void put(call *c, const char *before, const char *after)
{
    c->failed = c->failed || c->text.failed;
    fputs(before, c->out);
    if (!c->failed)
        fwrite(c->text.text, 1, c->text.length, c->out);
    fputs(after, c->out);
    c->text.length = 0;
}

static void open_event(mw_writer *w, const char *type)
{
    mw_json_open(w, NULL, '{');
    mw_json_text(w, "type", type);
}

// Where the player is: the cell, and the place in the kind's picture or else in the grid of cells.
static void write_place(mw_writer *w, const mw_maze *m, const mw_state *s)
{
    const mw_kind *k = m->kind;
    uint32_t cells = (uint32_t)m->w * m->h * m->d,
             cell = k->rules->cell ? k->rules->cell(m, s) : cells;
    double x = NAN, y = NAN;
    if (MW_HAS(k, view, place))
        k->view->place(m, s, &x, &y);
    else if (cell < cells) {
        x = cell % m->w + 0.5;
        y = cell / m->w % m->h + 0.5;
    }
    mw_json_members(w, "cell=%u x=%.9g y=%.9g", cell < cells ? cell : MW_FAR, x, y);
}

static void write_state(mw_writer *w, const call *c, const mw_event *e)
{
    const mw_action *actions = c->maze->kind->rules->actions;
    mw_json_members(w, "action=%s moves=%u g=%ju h=%u f=%.9g",
                    e->parent == MW_FAR ? NULL : actions[e->action].word, e->moves, e->g,
                    c->informed ? e->h : MW_FAR, e->f);
    write_place(w, c->maze, e->state);
    mw_json_owned(w, "state", mw_state_describe(c->maze, e->state));
    mw_json_text(w, "status", mw_status_name((mw_status)e->status));
    if (e->type == MW_EVENT_GENERATE)
        mw_json_bool(w, "fresh", e->fresh);
    if (e->why)
        mw_json_text(w, "why", e->why);
}

static void write_result(mw_writer *w, const call *c, const mw_result *r)
{
    mw_json_text(w, "outcome", mw_outcome_name(r->outcome));
    if (r->outcome == MW_OUTCOME_LIMIT)
        mw_json_text(w, "limit", limit_reason(&c->watch, r->limit));
    mw_json_members(w, "expanded=%ju generated=%ju", r->expanded, r->generated);
    mw_answer_solution(w, c->maze, r);
}

// ---- one object per line

static void line_header(call *c, const char *label)
{
    mw_writer *w = &c->text;
    const mw_search_options *o = &c->options;
    const uint16_t size[] = {c->maze->w, c->maze->h, c->maze->d};
    open_event(w, "maze");
    mw_json_owned(w, "id", mw_maze_print(c->maze, "id"));
    mw_json_members(w, "file=%s kind=%s algorithm=%s heuristic=%s", label, c->maze->kind->name,
                    o->algorithm, c->informed ? o->heuristic : NULL);
    mw_json_open(w, "size", '[');
    for (int i = 0; i < 3; i++)
        mw_json_count(w, NULL, size[i]);
    mw_json_close(w, ']');
    mw_json_close(w, '}');
    put(c, "", "\n");
}

static void line_event(void *context, const mw_event *e)
{
    call *c = context;
    mw_writer *w = &c->text;
    if (e->type == MW_EVENT_END) // written with the result
        return;
    open_event(w, mw_event_name(e->type));
    mw_json_count(w, "serial", e->serial);
    if (e->state) {
        mw_json_maybe(w, "id", e->id);
        mw_json_maybe(w, "parent", e->parent);
        write_state(w, c, e);
    } else {
        mw_json_count(w, "bound", e->bound);
    }
    mw_json_close(w, '}');
    put(c, "", "\n");
}

static void line_end(call *c, const mw_result *r)
{
    open_event(&c->text, "end");
    write_result(&c->text, c, r);
    mw_json_close(&c->text, '}');
    put(c, "", "\n");
}

// ---- Posthoc: {version, views, pivot, events}

static void write_points(mw_writer *w, const mw_scene *scene, const mw_shape *shape)
{
    mw_json_open(w, "points", '[');
    for (uint32_t i = shape->first; i < shape->first + shape->count; i++) {
        mw_json_open(w, NULL, '{');
        mw_json_real(w, "x", scene->points[2 * i], 9);
        mw_json_real(w, "y", scene->points[2 * i + 1], 9);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

// A shape of the picture as one of Posthoc's. False: it is not part of the board.
static bool write_shape(mw_writer *w, const mw_scene *scene, const mw_shape *shape)
{
    const mw_ink *ink = &shape->ink;
    bool moves = ink->role == MW_ROLE_HERO || ink->role == MW_ROLE_MARK || ink->role == MW_ROLE_FOE;
    bool filled = (shape->type == MW_POLYGON || shape->type == MW_CIRCLE) && ink->width == 0;
    if (moves || (shape->type != MW_LINE && !filled))
        return false;
    mw_json_open(w, NULL, '{');
    mw_json_text(w, "$",
                 shape->type == MW_LINE      ? "path"
                 : shape->type == MW_POLYGON ? "polygon"
                                             : "circle");
    if (shape->type == MW_CIRCLE) {
        mw_json_members(w, "x=%.9e y=%.9e radius=%.9e", shape->x, shape->y, shape->size);
    } else {
        write_points(w, scene, shape);
    }
    if (shape->type == MW_LINE)
        mw_json_real(w, "line-width", ink->width, 9);
    mw_colour c = mw_style_colour(&(mw_style){.theme = MW_THEME_LIGHT}, ink);
    char fill[8];
    snprintf(fill, sizeof fill, "#%02x%02x%02x", (unsigned)(c.r * 255 + 0.5),
             (unsigned)(c.g * 255 + 0.5), (unsigned)(c.b * 255 + 0.5));
    mw_json_members(w, "fill=%s alpha=%.9e clear=%d", fill, c.a, false);
    mw_json_close(w, '}');
    return true;
}

typedef struct board_writer {
    mw_painter painter;
    call *call;
    bool begun;
} board_writer;

static void put_shape(mw_painter *p, const mw_scene *scene, const mw_shape *shape)
{
    board_writer *b = (board_writer *)p;
    if (!write_shape(&b->call->text, scene, shape))
        return;
    put(b->call, b->begun ? "," : "", "");
    b->begun = true;
}

// Writes the board shape by shape, because the whole text would take a kilobyte for each cell. For
// a kind without a picture the list is empty. False: out of memory, or it was stopped.
static bool put_board(call *c)
{
    const mw_maze *m = c->maze;
    board_writer b = {.painter = {put_shape}, .call = c};
    mw_scene scene;
    mw_state start;
    bool ok = true;
    m->kind->rules->start(m, &start);
    fputc('[', c->out);
    if (MW_HAS(m->kind, view, draw)) {
        ok = mw_scene_of(&scene, m, &start, c->options.limits.bytes) &&
             mw_scene_paint(&scene, &b.painter);
        mw_scene_free(&scene);
    }
    fputc(']', c->out);
    return ok;
}

// How events look, which is the same for every maze: a circle where the player is. `clear` is the
// type of event that removes the circle; false: it stays.
#define MARK(when, fill, radius, alpha, clear)                                                     \
    ",{\"$\":\"circle\",\"$if\":\"${{ $.type == " when " }}\",\"x\":\"${{ $.x }}\","               \
    "\"y\":\"${{ $.y }}\",\"radius\":" #radius ",\"fill\":\"" fill "\",\"alpha\":" #alpha          \
    ",\"clear\":" clear "}"
static const char main_view[] =
    "[{\"$\":\"board\",\"$if\":\"${{ $.type == 'source' }}\",\"clear\":false}" //
    MARK("'source'", "#2e7d32", 0.3, 1.0, "false")
        MARK("'generate' && $.fresh", "#f9a825", 0.22, 0.9, "\"expand\"")
            MARK("'update'", "#ef6c00", 0.22, 0.9, "\"expand\"")
                MARK("'expand'", "#1565c0", 0.26, 1.0, "\"close\"")
                    MARK("'close'", "#546e7a", 0.18, 0.6, "false")
                        MARK("'goal'", "#c62828", 0.32, 1.0, "false") "]";

static bool posthoc_header(call *c)
{
    fputs("{\"version\":\"1.4.0\",\n\"views\":{\"board\":", c->out);
    bool fits = put_board(c);
    fprintf(c->out,
            ",\"main\":%s},\n\"pivot\":{\"x\":\"${{ $.x }}\",\"y\":\"${{ $.y }}\",\"scale\":1},\n"
            "\"events\":[",
            main_view);
    return fits;
}

// The next event of the list.
static void put_event(call *c, const char *after)
{
    mw_json_close(&c->text, '}');
    put(c, c->begun ? ",\n" : "\n", after);
    c->begun = true;
}

// Posthoc takes a parent 0 for no parent, so its ids begin with 1.
static void posthoc_id(mw_writer *w, const char *key, uint32_t id)
{
    mw_json_count_if(w, key, id != MW_FAR, (uint64_t)id + 1);
}

// Posthoc draws a tree. So pId is the parent on the way that is kept to this state; where the
// search tries another way, `from` is the parent on that one.
static void posthoc_event(void *context, const mw_event *e)
{
    call *c = context;
    mw_writer *w = &c->text;
    if (e->type == MW_EVENT_END)
        return;
    open_event(w, mw_event_name(e->type));
    if (e->type == MW_EVENT_GOAL)
        c->source = e->id;
    if (e->state) {
        posthoc_id(w, "id", e->id);
        posthoc_id(w, "pId", e->kept);
        write_state(w, c, e);
        if (e->kept != e->parent)
            posthoc_id(w, "from", e->parent);
    } else {
        posthoc_id(w, "id", c->source);
        mw_json_count(w, "bound", e->bound);
    }
    put_event(c, "");
}

static void posthoc_end(call *c, const mw_result *r)
{
    open_event(&c->text, "end");
    posthoc_id(&c->text, "id", c->source);
    write_result(&c->text, c, r);
    put_event(c, "\n]}\n");
}

// ---- the verb

// The header tells which algorithm and heuristic are used, so they are chosen before the search.
static bool settle_names(call *c)
{
    mw_search_options *o = &c->options;
    mw_error error;
    mw_search_options heuristic = {.algorithm = "idastar", .heuristic = o->heuristic};
    if (!o->algorithm)
        o->algorithm = c->maze->traits & MW_UNIT_COST ? "bfs" : "ucs";
    // A heuristic that the algorithm does not ask for must still be one.
    if (!mw_search_valid(c->maze, o, &error) || !mw_search_valid(c->maze, &heuristic, &error)) {
        complain_of(NULL, &error, EXIT_USAGE);
        return false;
    }
    c->informed = mw_algorithm_find(o->algorithm)->informed;
    if (c->informed && !o->heuristic) {
        const mw_heuristic *h = mw_heuristic_default(c->maze);
        o->heuristic = h ? h->name : "zero";
    }
    return true;
}

static int search(call *c, const char *label)
{
    mw_result r;
    mw_error error;
    c->options.event = c->posthoc ? posthoc_event : line_event;
    c->options.event_context = c;
    watch_restart(&c->watch);
    if (c->posthoc && !posthoc_header(c))
        return limit_hit(&c->watch, label, MW_LIMIT_MEMORY);
    if (!c->posthoc)
        line_header(c, label);
    if (c->failed)
        return out_of_memory();
    if (!mw_search(c->maze, &c->options, &r, &error))
        return complain_of(NULL, &error, EXIT_USAGE);
    watch_clear(&c->watch);
    watch_rest(&c->watch);
    if (c->posthoc)
        posthoc_end(c, &r);
    else
        line_end(c, &r);
    c->ended = true;
    if (r.outcome == MW_OUTCOME_LIMIT)
        limit_hit(&c->watch, label, r.limit);
    int code = exit_of_search(r.outcome);
    mw_result_free(&r);
    return code;
}

static int trace_maze(input *in, void *context)
{
    call *c = context;
    const char *name = c->watch.s->value[O_OUTPUT];
    if (c->maze)
        return complain_with(EXIT_USAGE, "trace tells of one search; name one maze at a time");
    c->maze = in->maze;
    if (!settle_names(c))
        return EXIT_USAGE;
    output o;
    c->out = name ? output_open(&o, name) : stdout;
    int code = c->out ? search(c, in->label) : EXIT_BROKEN;
    if (c->out && c->failed && !ferror(c->out) && !was_cut())
        code = out_of_memory();
    // A search that is stopped still ends well; a text that lacks something never does.
    bool whole = c->ended && !c->failed && !ran_out_of_memory();
    if (name && !output_close(&o, c->out, !c->out || whole))
        code = EXIT_BROKEN;
    return code;
}

int run_trace(const settings *s)
{
    call c = {.options = {.algorithm = s->value[O_ALGORITHM], .heuristic = s->value[O_HEURISTIC]}};
    const char *format = s->value[O_TRACE_FORMAT];
    name_list algorithm = {0}, heuristic = {0};
    bool ok = search_read(s, &c.options, &c.watch) &&
              option_number(s, O_WEIGHT, 0.001, 1000, 2, &c.options.weight) &&
              option_algorithms(s, &algorithm) && option_heuristics(s, &heuristic);
    if (ok && (algorithm.count > 1 || heuristic.count > 1))
        ok = complain("trace tells of one search; name one algorithm and one heuristic");
    names_free(&algorithm);
    names_free(&heuristic);
    if (!ok)
        return EXIT_USAGE;
    if (format && strcmp(format, "json") && strcmp(format, "posthoc"))
        return complain_with(EXIT_USAGE, "--format %s is unknown; it is json or posthoc", format);
    c.posthoc = format && !strcmp(format, "posthoc");
    bool list = s->input_count == 1 && *s->inputs[0] == '@'; // it may name one maze
    if (inputs_several(s) && !list)
        return complain_with(EXIT_USAGE, "trace tells of one search; name one maze at a time");
    int code = for_each_input(s, trace_maze, &c);
    free(c.text.text);
    return code;
}
