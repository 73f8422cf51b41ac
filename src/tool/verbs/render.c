// render.c: the verb `render`: pictures of mazes.
#include "draw/cairo/picture.h"
#include "core/text.h"
#include "tool/tool.h"
#include "tool/verbs/render_graph.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct call {
    mw_style style;
    watch watch;
    graph_wish graph;
    bool coloured;   // stdout shows colours
    bool folder;     // --output is one
    bool drawn;      // a picture has been written
    bool said;       // that plain text shows no overlays
    char file[1200]; // of the picture at hand; "": in the terminal
} call;

// What the name of a picture must end in.
static bool is_picture(const char *form)
{
    return !strcmp(form, "svg") || !strcmp(form, "png") || !strcmp(form, "pdf") ||
           !strcmp(form, "gif");
}

static const char *ending(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot ? dot + 1 : "";
}

// The picture of a maze in a folder has the name of the maze: letters, digits and hyphens of it,
// and a number after it where these are not all of it.
static void name_in_folder(call *c, const input *in)
{
    const char *folder = c->watch.s->value[O_OUTPUT], *form = c->watch.s->value[O_PICTURE_FORMAT];
    const char *label = in->label;
    char name[80];
    size_t n = 0, folder_end = strlen(folder);
    const char *prefix = "shipped:", *dot = strrchr(label, '.'), *at = strrchr(label, '@');
    const char *end = dot && kind_of_extension(dot + 1) ? dot : at ? at : label + strlen(label);
    const char *from = !strncmp(label, prefix, strlen(prefix)) ? label + strlen(prefix) : label;
    for (const char *p = from; p < end && n < 60; p++) {
        bool plain =
            (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        if (plain || (n && name[n - 1] != '-'))
            name[n++] = *p;
        if (n && !plain)
            name[n - 1] = '-';
    }
    if (n == 60 || (in->by_id && !at)) // not all of it is in the name
        n += (size_t)snprintf(name + n, sizeof name - n, "-%08jx",
                              (uintmax_t)(mw_hash_bytes(label, strlen(label)) & 0xffffffff));
    while (folder_end && folder[folder_end - 1] == '/')
        folder_end--;
    snprintf(c->file, sizeof c->file, "%.*s/%.*s.%s", (int)folder_end, folder, (int)n,
             n ? name : "maze", form ? form : "svg");
}

// The limits, less the memory that the picture takes.
static mw_limits rest_of(const call *c, const mw_scene *scene)
{
    mw_limits rest = c->watch.limits;
    uint64_t taken = mw_scene_bytes(scene);
    if (rest.bytes)
        rest.bytes = rest.bytes > taken ? rest.bytes - taken : 1;
    return rest;
}

typedef struct shading {
    mw_painter painter;
    const char *hope; // by cell. 0: not reached, 1: only in dead states, 2: in others, too
    uint32_t cells;
    mw_scene *scene; // gets the shades
} shading;

// The shade is striped, so that it is seen in black and white, too.
static void shade_floor(mw_painter *p, const mw_scene *from, const mw_shape *floor)
{
    shading *s = (shading *)p;
    uint32_t cell = floor->ink.cell;
    const double *xy = from->points + 2 * (size_t)floor->first;
    if (!cell || cell > s->cells || s->hope[cell - 1] != 1 || floor->count != 4)
        return;
    mw_draw_polygon(s->scene, (mw_ink){.role = MW_ROLE_FOE, .fade = 0.6}, xy, 4);
    for (unsigned i = 1; i < 6; i++) { // from the upper and right side to the left and lower one
        double share = i / 3.0, ends[4];
        bool beyond = share > 1;
        double along = share - beyond;
        for (unsigned axis = 0; axis < 2; axis++) {
            double right = xy[2 + axis] - xy[axis], down = xy[6 + axis] - xy[axis];
            ends[axis] = xy[axis] + right * (beyond ? 1 : along) + down * (beyond ? along : 0);
            ends[2 + axis] = xy[axis] + right * (beyond ? along : 0) + down * (beyond ? 1 : along);
        }
        mw_draw_line(s->scene, (mw_ink){.role = MW_ROLE_FOE, .width = 0.03, .fade = 0.2}, ends, 2);
    }
}

// Shades the cells that the player can reach but from which he cannot win in any state. Returns
// MW_WITHIN, or the limit that was hit.
static mw_limit shade_dead(const mw_maze *m, const mw_limits *limits, mw_scene *scene)
{
    uint32_t cells = (uint32_t)m->w * m->h * m->d;
    mw_limit limit = MW_WITHIN;
    mw_graph *g = mw_graph_build(m, false, limits, &limit);
    char *hope = g ? calloc(cells, 1) : NULL;
    for (uint32_t s = 0; hope && s < g->reachable; s++) {
        mw_state state;
        mw_graph_state(g, s, &state);
        uint32_t cell = m->kind->rules->cell(m, &state);
        char seen = g->distance[s] == MW_FAR ? 1 : 2;
        if (cell < cells && hope[cell] < seen)
            hope[cell] = seen;
    }
    // The shades are added while the kind draws. They are no floors, so reading ends with them.
    shading s = {.painter = {shade_floor}, .hope = hope, .cells = cells, .scene = scene};
    if (hope && !mw_scene_paint(scene, &s.painter) && mw_stopped())
        limit = MW_LIMIT_STOPPED;
    else if (g && (!hope || scene->failed))
        limit = MW_LIMIT_MEMORY;
    free(hope);
    mw_graph_free(g);
    return limit;
}

// Searches for a shortest solution; r->outcome tells whether there is one. EXIT_DONE, or an exit
// code with a message printed.
static int solve(const call *c, const mw_scene *scene, const input *in, mw_result *r)
{
    mw_search_options o = {.limits = rest_of(c, scene)};
    mw_error error;
    if (!mw_search(in->maze, &o, r, &error))
        return complain_of(NULL, &error, EXIT_BROKEN);
    if (r->outcome == MW_OUTCOME_LIMIT)
        return limit_hit(&c->watch, in->label, r->limit);
    if (r->outcome == MW_OUTCOME_UNSOLVABLE)
        complain("%s: there is no solution to draw", in->label);
    return EXIT_DONE;
}

static int add_solution(const call *c, mw_scene *scene, const input *in)
{
    mw_result r = {0};
    int code = solve(c, scene, in, &r);
    if (code == EXIT_DONE && r.outcome == MW_OUTCOME_SOLVED &&
        !mw_scene_add_path(scene, in->maze, r.actions, r.moves))
        code = limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY);
    mw_result_free(&r);
    return code;
}

static int told(const char *file, bool ok, const mw_error *error)
{
    return ok ? EXIT_DONE : say_stopped() ? EXIT_LIMIT : complain_of(file, error, EXIT_USAGE);
}

// The limits hold for the search and all frames together.
static int animate(call *c, const input *in, const mw_scene *scene, const char *file)
{
    mw_result r = {0};
    int code = solve(c, scene, in, &r);
    watch_clear(&c->watch);
    c->watch.progress = false; // it would count states, and there are none any more
    if (code == EXIT_DONE) {
        output o;
        mw_error error;
        mw_limit hit = MW_WITHIN;
        const char *part = output_begin(&o, file);
        bool ok = mw_picture_gif(in->maze, r.actions, r.moves, &c->style, &c->watch.limits, part,
                                 &hit, &error);
        ok = output_finish(&o, ok, &error);
        code =
            hit == MW_LIMIT_STOPPED ? limit_hit(&c->watch, in->label, hit) : told(file, ok, &error);
    }
    mw_result_free(&r);
    return code;
}

static bool write_text(void *file, const char *text, size_t length)
{
    return fwrite(text, 1, length, file) == length;
}

static bool write_svg(const mw_scene *scene, const mw_style *style, const char *file,
                      mw_error *error)
{
    FILE *f = fopen(file, "w");
    bool ok = f && mw_scene_write_svg(scene, style, write_text, f);
    bool failed = !f || ferror(f);
    failed |= f && fclose(f);
    if (failed)
        *error = (mw_error){
            .code = MW_ERROR_SYSTEM,
            .text = "cannot write it; check its folder, permissions and the space on the disk"};
    return !failed && (ok || mw_picture_too_large(error)); // or it was stopped
}

static bool write_picture(const mw_scene *scene, const mw_style *style, const char *file,
                          mw_error *error)
{
    const char *form = ending(file);
    return !strcmp(form, "png")   ? mw_picture_png(scene, style, file, error)
           : !strcmp(form, "pdf") ? mw_picture_pdf(scene, style, file, error)
                                  : write_svg(scene, style, file, error);
}

// Says once which overlays plain text, or an animation, leaves out.
static void say_left_out(call *c, bool text)
{
    const settings *s = c->watch.s;
    bool solution = text && s->value[O_SOLUTION], distances = text && s->value[O_DISTANCES];
    if (!c->said && (solution || distances || s->value[O_DEAD]))
        complain("%s%s%scannot be seen in %s; %s", solution ? "--solution " : "",
                 distances ? "--distances " : "", s->value[O_DEAD] ? "--dead " : "",
                 text ? "plain text" : "an animation",
                 text ? "name a picture with --output, or ask 'solve' and 'analyse --distances'"
                      : "write a picture that stands still");
    c->said = true;
}

static int show(call *c, const input *in, const mw_scene *scene)
{
    const char *file = *c->file ? c->file : NULL;
    mw_error error;
    if (file && !strcmp(ending(file), "gif")) {
        say_left_out(c, false);
        return animate(c, in, scene, file);
    }
    if (file) {
        output o;
        const char *part = output_begin(&o, file);
        interrupts_end_at_once(true);
        bool ok = write_picture(scene, &c->style, part, &error);
        interrupts_end_at_once(false);
        return told(file, output_finish(&o, ok, &error), &error);
    }
    if (c->coloured)
        return told(in->label, mw_picture_terminal(scene, &c->style, stdout, &error), &error);
    char *text = mw_maze_print(in->maze, "own");
    if (!text)
        return out_of_memory();
    say_left_out(c, true);
    fputs(text, stdout);
    free(text);
    return EXIT_DONE;
}

// Is there room for the picture in a file of this form? This is said before any work begins.
static int fits(const call *c, const char *label, const mw_scene *scene)
{
    const char *form = ending(c->file);
    int most = !strcmp(form, "png") ? MW_PNG_SIDE : !strcmp(form, "gif") ? MW_GIF_SIDE : 0;
    mw_error error;
    if (most && !mw_picture_fits(scene, &c->style, most, &error))
        return complain_of(label, &error, EXIT_USAGE);
    return !strcmp(form, "pdf") && !mw_picture_pdf_fits(scene, &error)
               ? complain_of(label, &error, EXIT_LIMIT)
               : EXIT_DONE;
}

static int render_graph(call *c, input *in)
{
    mw_scene scene;
    int code = graph_wish_draw(&c->graph, &c->watch, in, &scene, &c->style.scale);
    if (code != EXIT_DONE)
        return code;
    code = fits(c, in->label, &scene);
    if (code == EXIT_DONE)
        code = show(c, in, &scene);
    mw_scene_free(&scene);
    return code;
}

static int render_board(call *c, input *in)
{
    mw_scene scene;
    mw_state start;
    double *heat = NULL;
    in->maze->kind->rules->start(in->maze, &start);
    if (!MW_HAS(in->maze->kind, view, draw))
        return input_unfit(in, "%s mazes have no picture", in->maze->kind->name);
    if (!mw_scene_of(&scene, in->maze, &start, c->watch.limits.bytes))
        return limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY);
    int code = fits(c, in->label, &scene);
    if (code != EXIT_DONE) {
        mw_scene_free(&scene);
        return code;
    }
    const mw_limits rest = rest_of(c, &scene);
    bool cells = in->maze->kind->rules->cell;
    mw_limit limit = MW_WITHIN;
    if (!cells && (c->watch.s->value[O_DISTANCES] || c->watch.s->value[O_DEAD]))
        complain("%s: %s mazes have no cells to colour", in->label, in->maze->kind->name);
    if (cells && c->watch.s->value[O_DISTANCES])
        c->style.heat = heat = mw_maze_heat(in->maze, &rest, &limit);
    if (cells && c->watch.s->value[O_DEAD] && limit == MW_WITHIN)
        limit = shade_dead(in->maze, &rest, &scene);
    if (limit != MW_WITHIN)
        code = limit_hit(&c->watch, in->label, limit);
    if (c->watch.s->value[O_SOLUTION])
        code = worse(code, add_solution(c, &scene, in));
    watch_clear(&c->watch);
    // Where a limit was hit, what is known is drawn. After an interrupt nothing is drawn.
    watch_rest(&c->watch);
    if (interrupted())
        code = worse(code, EXIT_LIMIT);
    else if (!scene.failed)
        code = worse(code, show(c, in, &scene));
    c->style.heat = NULL;
    free(heat);
    mw_scene_free(&scene);
    return code;
}

static int render(input *in, void *context)
{
    call *c = context;
    watch_restart(&c->watch);
    if (*c->file && c->drawn && !c->folder)
        return complain_with(EXIT_USAGE,
                             "--output %s has room for one picture; name a folder, with "
                             "/ at its end",
                             c->file);
    c->drawn = true;
    if (c->folder)
        name_in_folder(c, in);
    return c->graph.wanted ? render_graph(c, in) : render_board(c, in);
}

// Reads --output and --format. A folder is made if it is not there.
static bool read_output(call *c, const settings *s)
{
    const char *file = s->value[O_OUTPUT], *form = s->value[O_PICTURE_FORMAT];
    c->folder = file && (is_folder(file) || (*file && file[strlen(file) - 1] == '/'));
    if (form && (!c->folder || !is_picture(form)))
        return complain(c->folder
                            ? "--format %s is unknown; it is svg, png, pdf or gif"
                            : "--format %s is for --output DIR/; a file tells it by its ending",
                        form);
    if (!file)
        return true;
    if (s->value[O_ASCII])
        return complain("--ascii is for the terminal, and --output for a file; leave one out");
    if (strlen(file) > 1000)
        return complain("--output: the name is too long: %zu bytes of at most 1000", strlen(file));
    if (c->folder && !is_folder(file) && mkdir(file, 0777))
        return complain("--output %s: cannot make the folder: %s", file, strerror(errno));
    if (!c->folder && !is_picture(ending(file)))
        return complain("--output %s: the name must end in .svg, .png, .pdf or .gif, or in / for a "
                        "folder",
                        file);
    if (!c->folder && inputs_several(s))
        return complain("--output has room for one picture; name a folder for several: --output "
                        "DIR/");
    if (!c->folder)
        snprintf(c->file, sizeof c->file, "%s", file);
    return true;
}

// A state graph has too many nodes for a terminal, and nothing that moves.
static bool graph_has_file(const call *c, const settings *s)
{
    const char *form = c->folder ? s->value[O_PICTURE_FORMAT] : ending(c->file);
    return !c->graph.wanted || (s->value[O_OUTPUT] && (!form || strcmp(form, "gif"))) ||
           complain("--graph needs a file: name one with --output FILE.svg, .png or .pdf");
}

static bool read_style(call *c, const settings *s)
{
    return option_theme(s, &c->style.theme) && read_output(c, s) && graph_wish_read(&c->graph, s) &&
           graph_has_file(c, s) &&
           (c->graph.wanted ||
            option_number(s, O_SCALE, 2, 1000, s->value[O_OUTPUT] ? 60 : 6, &c->style.scale));
}

int run_render(const settings *s)
{
    const char *no = getenv("NO_COLOR");
    call c = {.coloured = isatty(STDOUT_FILENO) && !(no && *no) && !s->value[O_ASCII]};
    if (!read_style(&c, s) || !watch_open(&c.watch, s))
        return EXIT_USAGE;
    int code = for_each_input(s, render, &c);
    mw_picture_end();
    return code;
}
