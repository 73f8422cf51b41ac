// trace.c: the verb `trace`: the events of one search, for visualisers: a JSON object per line, or
// a search trace for Posthoc, which draws the board itself and replays them over it.
#include "mazewright/scene.h"
#include "tool/tool.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    const settings *s;
    mw_search_options options;
    watch watch;
    bool posthoc;
    FILE *out;
    const mw_maze *maze;
    bool informed;
    bool failed;     // out of memory
    bool begun;      // an event has been written
    uint32_t source; // what an event of no state belongs to: the start, and later the goal
} job;

// ---- what both forms share

static bool is_informed(const char *name)
{
    for (const mw_algorithm *a = mw_algorithms(); a->name && name; a++)
        if (!strcmp(a->name, name))
            return a->informed;
    return false;
}

static void set(json_t *o, const char *key, json_t *value)
{
    json_object_set_new(o, key, value);
}

static json_t *id_or_null(uint32_t id)
{
    return id == MW_FAR ? json_null() : json_integer(id);
}

static json_t *real_or_null(double x)
{
    return !isfinite(x)                        ? json_null()
           : x == floor(x) && fabs(x) < 0x1p53 ? json_integer((json_int_t)x)
                                               : json_real(x);
}

// Where the player is: the cell, and the place in the kind's picture or else in the grid of cells.
static void set_place(json_t *o, const mw_maze *m, const mw_state *s)
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
    set(o, "cell", cell < cells ? json_integer(cell) : json_null());
    set(o, "x", real_or_null(x));
    set(o, "y", real_or_null(y));
}

static void set_state(json_t *o, const job *j, const mw_event *e)
{
    static const char *const statuses[] = {"lost", "open", "solved"};
    set(o, "action",
        e->parent == MW_FAR ? json_null()
                            : json_string(j->maze->kind->rules->actions[e->action].word));
    set(o, "moves", json_integer(e->moves));
    set(o, "g", json_integer((json_int_t)e->g));
    set(o, "h", !j->informed || e->h == MW_FAR ? json_null() : json_integer(e->h));
    set(o, "f", real_or_null(e->f));
    set_place(o, j->maze, e->state);
    char *text = mw_state_describe(j->maze, e->state);
    if (!text)
        out_of_memory();
    set(o, "state", text ? json_string(text) : json_null());
    free(text);
    set(o, "status", json_string(statuses[e->status + 1]));
    if (e->type == MW_EVENT_GENERATE)
        set(o, "fresh", json_boolean(e->fresh));
    if (e->why)
        set(o, "why", json_string(e->why));
}

static void set_result(json_t *o, const job *j, const mw_result *r)
{
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    char *moves = solved ? mw_moves_print(j->maze->kind, r->actions, r->moves) : NULL;
    if (solved && !moves)
        out_of_memory();
    set(o, "outcome", json_string(mw_outcome_name(r->outcome)));
    if (r->outcome == MW_OUTCOME_LIMIT)
        set(o, "limit", json_string(limit_reason(r->limit, &j->watch)));
    set(o, "expanded", json_integer((json_int_t)r->expanded));
    set(o, "generated", json_integer((json_int_t)r->generated));
    set(o, "moves", solved ? json_integer(r->moves) : json_null());
    set(o, "cost", solved ? json_integer((json_int_t)r->cost) : json_null());
    set(o, "solution", moves ? json_string(moves) : json_null());
    free(moves);
}

// Writes a value and gives it up.
static void put(job *j, json_t *o)
{
    if (!o || json_dumpf(o, j->out, JSON_COMPACT | JSON_REAL_PRECISION(9)))
        j->failed = true;
    json_decref(o);
}

static json_t *event_of(const mw_event *e)
{
    return json_pack("{s:s}", "type", mw_event_name(e->type));
}

// ---- one object per line

static void line_header(job *j, const char *label)
{
    char *id = mw_maze_print(j->maze, "id");
    if (!id)
        out_of_memory();
    const mw_search_options *o = &j->options;
    put(j,
        json_pack("{s:s, s:s?, s:s, s:s, s:s, s:s?, s:[i, i, i]}", "type", "maze", "id", id, "file",
                  label, "kind", j->maze->kind->name, "algorithm", o->algorithm, "heuristic",
                  j->informed ? o->heuristic : NULL, "size", j->maze->w, j->maze->h, j->maze->d));
    fputc('\n', j->out);
    free(id);
}

static void line_event(void *context, const mw_event *e)
{
    job *j = context;
    if (e->type == MW_EVENT_END) // written with the result
        return;
    json_t *o = event_of(e);
    set(o, "serial", json_integer((json_int_t)e->serial));
    if (e->state) {
        set(o, "id", id_or_null(e->id));
        set(o, "parent", id_or_null(e->parent));
        set_state(o, j, e);
    } else {
        set(o, "bound", json_integer(e->bound));
    }
    put(j, o);
    fputc('\n', j->out);
}

static void line_end(job *j, const mw_result *r)
{
    json_t *o = json_pack("{s:s}", "type", "end");
    set_result(o, j, r);
    put(j, o);
    fputc('\n', j->out);
}

// ---- Posthoc: {version, views, pivot, events}

static json_t *points_of(const mw_scene *scene, const mw_shape *shape)
{
    json_t *points = json_array();
    for (uint32_t i = shape->first; i < shape->first + shape->count; i++)
        json_array_append_new(points, json_pack("{s:f, s:f}", "x", scene->points[2 * i], "y",
                                                scene->points[2 * i + 1]));
    return points;
}

// A shape of the picture as one of Posthoc's; NULL: not part of the board.
static json_t *board_shape(const mw_scene *scene, const mw_shape *shape)
{
    const mw_ink *ink = &shape->ink;
    mw_colour c = mw_style_colour(&(mw_style){.theme = MW_THEME_LIGHT}, ink);
    char fill[8];
    json_t *o = NULL;
    if (ink->role == MW_ROLE_HERO || ink->role == MW_ROLE_MARK || ink->role == MW_ROLE_FOE)
        return NULL;
    if (shape->type == MW_LINE)
        o = json_pack("{s:s, s:o, s:f}", "$", "path", "points", points_of(scene, shape),
                      "line-width", ink->width);
    else if (shape->type == MW_POLYGON && ink->width == 0)
        o = json_pack("{s:s, s:o}", "$", "polygon", "points", points_of(scene, shape));
    else if (shape->type == MW_CIRCLE && ink->width == 0)
        o = json_pack("{s:s, s:f, s:f, s:f}", "$", "circle", "x", shape->x, "y", shape->y, "radius",
                      shape->size);
    if (!o)
        return NULL;
    snprintf(fill, sizeof fill, "#%02x%02x%02x", (unsigned)(c.r * 255 + 0.5),
             (unsigned)(c.g * 255 + 0.5), (unsigned)(c.b * 255 + 0.5));
    set(o, "fill", json_string(fill));
    set(o, "alpha", json_real(c.a));
    set(o, "clear", json_false());
    return o;
}

// Shape by shape: as one value of JSON, a large board would take a kilobyte a cell. A kind without
// a picture has only its events. False: over the limit of memory.
static bool put_board(job *j)
{
    const mw_maze *m = j->maze;
    mw_scene scene;
    mw_state start;
    bool first = true, drawn = MW_HAS(m->kind, view, draw);
    m->kind->rules->start(m, &start);
    if (drawn && !mw_scene_draw_within(&scene, m, &start, j->options.limits.bytes))
        return false;
    fputc('[', j->out);
    for (uint32_t i = 0; drawn && i < scene.shape_count; i++) {
        json_t *o = board_shape(&scene, &scene.shapes[i]);
        if (!o)
            continue;
        if (!first)
            fputc(',', j->out);
        first = false;
        put(j, o);
    }
    fputc(']', j->out);
    if (drawn)
        mw_scene_free(&scene);
    return true;
}

// How events look: until when each mark stays is the type of event that clears it.
static json_t *main_view(void)
{
    static const struct {
        const char *when, *fill;
        double radius, alpha;
        const char *clear; // NULL: it stays
    } marks[] = {
        {"$.type == 'source'", "#2e7d32", 0.3, 1, NULL},
        {"$.type == 'generate' && $.fresh", "#f9a825", 0.22, 0.9, "expand"},
        {"$.type == 'update'", "#ef6c00", 0.22, 0.9, "expand"},
        {"$.type == 'expand'", "#1565c0", 0.26, 1, "close"},
        {"$.type == 'close'", "#546e7a", 0.18, 0.6, NULL},
        {"$.type == 'goal'", "#c62828", 0.32, 1, NULL},
    };
    json_t *view = json_pack("[{s:s, s:s, s:b}]", "$", "board", "$if", "${{ $.type == 'source' }}",
                             "clear", 0);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char when[80];
        snprintf(when, sizeof when, "${{ %s }}", marks[i].when);
        json_array_append_new(
            view, json_pack("{s:s, s:s, s:s, s:s, s:f, s:s, s:f, s:o}", "$", "circle", "$if", when,
                            "x", "${{ $.x }}", "y", "${{ $.y }}", "radius", marks[i].radius, "fill",
                            marks[i].fill, "alpha", marks[i].alpha, "clear",
                            marks[i].clear ? json_string(marks[i].clear) : json_false()));
    }
    return view;
}

static bool posthoc_header(job *j)
{
    fputs("{\"version\":\"1.4.0\",\n\"views\":{\"board\":", j->out);
    bool fits = put_board(j);
    fputs(",\"main\":", j->out);
    put(j, main_view());
    fputs("},\n\"pivot\":{\"x\":\"${{ $.x }}\",\"y\":\"${{ $.y }}\",\"scale\":1},\n\"events\":[",
          j->out);
    return fits;
}

static void next(job *j)
{
    fputs(j->begun ? ",\n" : "\n", j->out);
    j->begun = true;
}

// Posthoc takes a parent 0 for none.
static json_t *posthoc_id(uint32_t id)
{
    return id == MW_FAR ? json_null() : json_integer((json_int_t)id + 1);
}

// A tree must stay one: the parent is that of the way kept, and where another is tried, `from`.
static void posthoc_event(void *context, const mw_event *e)
{
    job *j = context;
    if (e->type == MW_EVENT_END)
        return;
    json_t *o = event_of(e);
    if (e->type == MW_EVENT_GOAL)
        j->source = e->id;
    if (e->state) {
        set(o, "id", posthoc_id(e->id));
        set(o, "pId", posthoc_id(e->kept));
        set_state(o, j, e);
        if (e->kept != e->parent)
            set(o, "from", posthoc_id(e->parent));
    } else {
        set(o, "id", posthoc_id(j->source));
        set(o, "bound", json_integer(e->bound));
    }
    next(j);
    put(j, o);
}

static void posthoc_end(job *j, const mw_result *r)
{
    json_t *o = json_pack("{s:s, s:o}", "type", "end", "id", posthoc_id(j->source));
    set_result(o, j, r);
    next(j);
    put(j, o);
    fputs("\n]}\n", j->out);
}

// ---- the verb

// What the search will use must be known before it begins, for the header says it.
static bool settle_names(job *j)
{
    mw_search_options *o = &j->options;
    mw_error error;
    mw_search_options heuristic = {.algorithm = "idastar", .heuristic = o->heuristic};
    if (!o->algorithm)
        o->algorithm = j->maze->traits & MW_UNIT_COST ? "bfs" : "ucs";
    // A heuristic that the algorithm does not ask for must still be one.
    if (!mw_search_valid(j->maze, o, &error) || !mw_search_valid(j->maze, &heuristic, &error)) {
        complain("%s", error.text);
        return false;
    }
    j->informed = is_informed(o->algorithm);
    if (j->informed && !o->heuristic) {
        const mw_heuristic *h = mw_heuristic_default(j->maze);
        o->heuristic = h ? h->name : "zero";
    }
    return true;
}

static int search(job *j, const char *label)
{
    mw_result r;
    mw_error error;
    j->options.event = j->posthoc ? posthoc_event : line_event;
    j->options.event_context = j;
    if (j->posthoc && !posthoc_header(j)) {
        complain("%s: stopped at the limit: memory", label);
        return EXIT_LIMIT;
    }
    if (!j->posthoc)
        line_header(j, label);
    watch_restart(&j->watch, j->s);
    if (!mw_search(j->maze, &j->options, &r, &error)) {
        complain("%s", error.text);
        return EXIT_USAGE;
    }
    watch_clear(&j->watch);
    if (j->posthoc)
        posthoc_end(j, &r);
    else
        line_end(j, &r);
    if (r.outcome == MW_OUTCOME_LIMIT)
        complain("%s: stopped at the limit: %s", label, limit_reason(r.limit, &j->watch));
    int code = r.outcome == MW_OUTCOME_SOLVED       ? EXIT_DONE
               : r.outcome == MW_OUTCOME_UNSOLVABLE ? EXIT_NO
                                                    : EXIT_LIMIT;
    mw_result_free(&r);
    return code;
}

static int trace_maze(input *in, void *context)
{
    job *j = context;
    const char *name = j->s->value[O_OUTPUT];
    j->maze = in->maze;
    if (!settle_names(j))
        return EXIT_USAGE;
    output o;
    j->out = name ? output_open(&o, name) : stdout;
    int code = j->out ? search(j, in->label) : EXIT_BROKEN;
    if (j->out && j->failed && !ferror(j->out))
        code = out_of_memory();
    if (name && !output_close(&o, j->out, !ran_out_of_memory()))
        code = EXIT_BROKEN;
    return code;
}

int run_trace(const settings *s)
{
    job j = {.s = s,
             .options = {.algorithm = s->value[O_ALGORITHM], .heuristic = s->value[O_HEURISTIC]}};
    const char *format = s->value[O_FORMAT];
    if (!search_read(s, &j.options, &j.watch))
        return EXIT_USAGE;
    if (format && strcmp(format, "json") && strcmp(format, "posthoc")) {
        complain("--format %s is unknown; it is json or posthoc", format);
        return EXIT_USAGE;
    }
    j.posthoc = format && !strcmp(format, "posthoc");
    if (s->input_count > 1) {
        complain("trace tells of one search; name one maze at a time");
        return EXIT_USAGE;
    }
    return for_each_input(s, trace_maze, &j);
}
