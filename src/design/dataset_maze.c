// dataset_maze.c: see dataset_maze.h. Random mazes are drawn first. Where none has the difficulty
// that is wanted, the nearest one is changed in small steps towards it; where that does not help,
// mazes of other sizes follow.
#include "design/dataset_maze.h"

#include "core/text.h"
#include "design/objective.h"
#include "search/difficulty.h"
#include "search/graph.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_MOST   40      // cells, of sizes that nobody has chosen
#define LEVEL_MOST  18      // side_of reaches SIDE_MOST there
#define DRAWS       12      // random mazes before one is changed
#define STEPS       3000    // changes
#define PATIENCE    150     // changes without progress
#define STATES_MOST 16      // that the player can reach, for each cell: more take too long
#define LEGAL_MOST  2000000 // states in all
#define AGAIN       3       // times that all is done anew where the size is given
#define DRAW_WORK   100     // a random maze costs as much as so many states

// What is known of a maze.
typedef struct judgement {
    double grade;         // NaN: not worked out
    uint32_t length;      // of a shortest solution
    uint64_t fingerprint; // of the graph
} judgement;

// The search for one maze.
typedef struct finder {
    const mw_wanted_maze *wanted;
    mw_rng rng;
    bool sized; // the user has chosen the size
    unsigned level;
    uint64_t work; // states looked at
    bool failed;   // out of memory, or the work is to end
    mw_maze *best; // the nearest so far to what is wanted, at this level
    judgement of_best;
    double gap; // from its difficulty to that
} finder;

// ---- random mazes

unsigned mw_first_level(unsigned band)
{
    return band / 2;
}

static uint32_t random_side(finder *f)
{
    uint32_t side = 3 + f->level + mw_rng_below(&f->rng, f->level + 2);
    return side < SIDE_MOST ? side : SIDE_MOST;
}

// Is an option among the words of an id?
static bool has_option(const char *params, const char *name)
{
    size_t length = strlen(name);
    for (const char *p = params; *p; p += strcspn(p, ","), p += *p == ',')
        if (!strncmp(p, name, length) && (!p[length] || p[length] == ',' || p[length] == '='))
            return true;
    return false;
}

// How many there are of something that is usually not there: the harder the maze is to be, the more
// often one or two.
static uint32_t random_few(finder *f)
{
    unsigned often = f->wanted->band < 4 ? f->wanted->band : 4;
    return mw_rng_below(&f->rng, 8) < often ? 1 + mw_rng_below(&f->rng, 2) : 0;
}

// The options that only random mazes have and that are numbers vary around what is usual.
static void write_options(finder *f, mw_writer *w)
{
    const mw_kind *kind = f->wanted->kind;
    const mw_option *o = MW_HAS(kind, text, options) ? kind->text->options : NULL;
    for (; o && o->name; o++) {
        uint64_t usual;
        if (!o->only_random || !o->value || has_option(f->wanted->params, o->name) ||
            !mw_parse_number(o->value, strlen(o->value), 100, &usual))
            continue;
        uint32_t value = usual ? (uint32_t)(usual / 2) + mw_rng_below(&f->rng, (uint32_t)usual + 1)
                               : random_few(f);
        if (value != usual)
            mw_write(w, ",%s=%u", o->name, (unsigned)(value < 100 ? value : 100));
    }
}

static bool has_size(const char *params)
{
    return *params >= '0' && *params <= '9';
}

// NULL: there is none of this size with these options, or memory ran out.
static mw_maze *read_random(finder *f, uint32_t w, uint32_t h, bool varied)
{
    mw_writer text = {0};
    mw_error error = {0};
    const char *params = f->wanted->params;
    if (!f->sized)
        mw_write(&text, "%ux%u%s", (unsigned)w, (unsigned)h, *params ? "," : "");
    mw_write(&text, "%s", params);
    if (varied)
        write_options(f, &text);
    char *words = mw_writer_take(&text);
    mw_maze *m =
        words ? mw_random_maze(f->wanted->kind, words, mw_rng_next(&f->rng), &error) : NULL;
    f->failed |= !words || (!m && error.code == MW_ERROR_MEMORY);
    free(words);
    return m;
}

// Some kinds have no mazes of every size, or none of a size with every option.
static mw_maze *draw(finder *f)
{
    uint32_t w = random_side(f), h = random_side(f);
    mw_maze *m = read_random(f, w, h, true);
    if (!m && !f->failed)
        m = read_random(f, w, h, false);
    if (!m && !f->failed && !f->sized)
        m = read_random(f, w, 1, false);
    return m;
}

bool mw_params_valid(const mw_kind *kind, const char *params, mw_error *error)
{
    static const char *const sizes[] = {"5x5", "12x12", "5x1"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        mw_writer w = {0};
        mw_error wrong;
        if (!has_size(params))
            mw_write(&w, "%s%s", sizes[i], *params ? "," : "");
        mw_write(&w, "%s", params);
        char *words = mw_writer_take(&w);
        mw_maze *m = words ? mw_random_maze(kind, words, 1, &wrong) : NULL;
        free(words);
        mw_maze_free(m);
        if (m)
            return true;
        if (!words)
            return mw_no_memory(error);
        if (!i)
            *error = wrong;
        if (has_size(params))
            break;
    }
    return false;
}

// ---- judging them

unsigned mw_band_of(double difficulty)
{
    return isnan(difficulty) ? 0 : (unsigned)difficulty;
}

// What is wanted of the difficulty: the middle of the band; the last one has no end.
static double gap_of(const finder *f, double grade)
{
    return isnan(grade) ? (double)INFINITY : fabs(grade - (f->wanted->band + 0.5));
}

static mw_graph *build(finder *f, const mw_maze *m, bool all)
{
    const uint64_t cells = (uint64_t)m->w * m->h * m->d;
    const mw_limits limits = {.states = all ? LEGAL_MOST : 100 + STATES_MOST * cells};
    mw_limit limit;
    mw_graph *g = mw_graph_build(m, all, &limits, &limit);
    f->failed |= !g && limit != MW_LIMIT_STATES;
    f->work += g ? g->states : limits.states;
    return g;
}

// Is this an unsolvable maze that does not show it at once?
static bool is_hopeless(const mw_graph *g)
{
    return g->distance[0] == MW_FAR && g->reachable >= ((uint32_t)g->maze->w + g->maze->h) / 2;
}

// Two mazes of one fingerprint are almost surely equally difficult. A maze that is taken is
// measured again.
static uint64_t fingerprint(const mw_graph *g)
{
    return mw_hash_bytes(g->distance, g->reachable * sizeof *g->distance) ^
           mw_hash_bytes(g->first, g->reachable * sizeof *g->first);
}

// Works out how difficult the maze is. That takes long, so it is not done for one that is known,
// nor for one that is to be more difficult than the best one and has a much shorter solution.
static void work_out(finder *f, const mw_graph *g, judgement *j)
{
    const judgement *best = &f->of_best;
    mw_difficulty d = {.grade = (double)NAN};
    mw_budget budget = {0};
    j->length = g->distance[0];
    j->fingerprint = fingerprint(g);
    bool shorter = f->best && best->grade < f->wanted->band && j->length < best->length / 4 * 3;
    if (f->best && j->fingerprint == best->fingerprint) {
        j->grade = best->grade;
    } else if (!shorter) {
        f->failed |= !mw_difficulty_of(g, false, &budget, &d);
        f->work += d.work;
        j->grade = d.grade;
    }
}

// Is the maze what is wanted?
static bool judge(finder *f, const mw_maze *m, judgement *j)
{
    mw_graph *g = build(f, m, false);
    bool fits = false;
    *j = (judgement){.grade = (double)NAN};
    if (g && !f->wanted->band) {
        fits = is_hopeless(g);
    } else if (g && g->distance[0] != MW_FAR) {
        work_out(f, g, j);
        fits = mw_band_of(j->grade) == f->wanted->band;
    }
    mw_graph_free(g);
    return fits && !f->failed;
}

// ---- the search

static bool goes_on(finder *f)
{
    f->failed |= mw_stopping();
    return !f->failed && f->work < f->wanted->work;
}

static void keep(finder *f, mw_maze *m, const judgement *j)
{
    mw_maze_free(f->best);
    f->best = m;
    f->of_best = *j;
    f->gap = gap_of(f, j->grade);
}

// Draws mazes until one fits; else the nearest one is kept.
static bool draw_best(finder *f)
{
    unsigned draws = f->wanted->band && MW_HAS(f->wanted->kind, design, mutate) ? DRAWS : 8 * DRAWS;
    keep(f, NULL, &(judgement){.grade = (double)NAN});
    for (unsigned i = 0; i < draws && goes_on(f); i++) {
        judgement j;
        mw_maze *m = draw(f);
        f->work += DRAW_WORK;
        bool fits = m && judge(f, m, &j);
        if (fits || (m && gap_of(f, j.grade) < f->gap))
            keep(f, m, &j);
        else
            mw_maze_free(m);
        if (fits)
            return true;
    }
    return false;
}

// Changes the maze until it fits; what is further from it is not taken.
static bool change_best(finder *f)
{
    if (!f->best || !f->wanted->band || !MW_HAS(f->wanted->kind, design, mutate))
        return false;
    for (unsigned i = 0, since = 0; i < STEPS && since < PATIENCE && goes_on(f); i++, since++) {
        judgement j;
        const double before = f->gap;
        mw_maze *m = mw_maze_clone(f->best);
        f->failed |= !m;
        if (!m)
            return false;
        m->kind->design->mutate(m, &f->rng);
        bool fits = judge(f, m, &j);
        if (fits || gap_of(f, j.grade) <= f->gap)
            keep(f, m, &j);
        else
            mw_maze_free(m);
        if (fits)
            return true;
        if (f->gap < before)
            since = 0;
    }
    return false;
}

// The sizes to try next: larger ones where mazes were too easy.
static bool next_level(finder *f)
{
    bool easy = !(f->of_best.grade > f->wanted->band);
    if (f->sized)
        return ++f->level < f->wanted->level + AGAIN;
    if (!easy && !f->level)
        return false;
    f->level = easy ? f->level + 1 + f->level / 2 : f->level - 1;
    return f->level <= LEVEL_MOST;
}

static bool find(finder *f)
{
    do
        if (draw_best(f) || change_best(f))
            return true;
    while (goes_on(f) && next_level(f));
    return false;
}

// ---- what is known of it

// A shortest solution. False: out of memory.
static bool take_solution(mw_made_maze *out, const mw_graph *g)
{
    uint32_t *path, count = mw_graph_solution(g, &path);
    if (!count)
        return false;
    out->moves = count - 1;
    out->actions = malloc(count * sizeof *out->actions);
    for (uint32_t i = 0; out->actions && i + 1 < count; i++) {
        const mw_arc *arc = &g->arcs[g->first[path[i]]], *least = NULL;
        for (; arc < &g->arcs[g->first[path[i] + 1]]; arc++)
            if (arc->to == path[i + 1] && (!least || arc->cost < least->cost))
                least = arc;
        assert(least); // the next state of a solution is one move away
        out->actions[i] = least->action;
    }
    free(path);
    return out->actions;
}

// Plays the solution by the rules: it must end solved, at the cost that the graph tells.
static bool solution_holds(const mw_made_maze *out, const mw_graph *g)
{
    uint64_t cost;
    mw_status status;
    return mw_replay(out->maze, out->actions, out->moves, NULL, &cost, &status) == out->moves &&
           status == MW_SOLVED && cost == g->distance[0];
}

// The same for all turned and mirrored copies. Options are left out, as of die:4x4,start=124:S...:
// a copy that differs in them, such as in the side on which the die has its 2, is one to the eye.
static bool hash_copies(const mw_maze *m, uint64_t *hash)
{
    const mw_design *d = m->kind->design;
    *hash = UINT64_MAX;
    for (unsigned symmetry = 0; symmetry < (d && d->turn ? 8 : 1); symmetry++) {
        mw_maze *copy = symmetry ? d->turn(m, symmetry) : mw_maze_clone(m);
        char *id = copy ? mw_maze_print(copy, "id") : NULL;
        mw_maze_free(copy);
        if (!id)
            return false;
        char *size = strchr(id, ':') + 1, *cells = strchr(size, ':');
        char *options = size + strcspn(size, ",:");
        assert(cells); // an id is kind:size:body
        memmove(options, cells, strlen(cells) + 1);
        uint64_t one = mw_hash_bytes(id, strlen(id));
        *hash = one < *hash ? one : *hash;
        free(id);
    }
    return true;
}

// False: it is not what is wanted after all, or f->failed.
static bool measure(finder *f, mw_made_maze *out)
{
    mw_graph *g = build(f, out->maze, true);
    bool solvable = g && g->distance[0] != MW_FAR, ok = g && solvable == (f->wanted->band > 0);
    if (ok) {
        bool told = hash_copies(out->maze, &out->hash) && mw_analyse(g, &out->analysis) &&
                    (!solvable || take_solution(out, g));
        f->failed |= !told;
        ok = told && (!solvable || solution_holds(out, g)) &&
             mw_band_of(mw_analysis_value(&out->analysis, "difficulty")) == f->wanted->band;
    }
    for (uint64_t i = 0; ok && i < g->edges; i++)
        out->moves_there |= UINT64_C(1) << (g->arcs[i].action < 64 ? g->arcs[i].action : 63);
    mw_graph_free(g);
    return ok && !f->failed;
}

bool mw_make_maze(const mw_wanted_maze *wanted, mw_made_maze *out)
{
    finder f = {.wanted = wanted, .sized = has_size(wanted->params)};
    f.level = wanted->level < LEVEL_MOST ? wanted->level : LEVEL_MOST;
    *out = (mw_made_maze){0};
    mw_rng_seed(&f.rng, wanted->seed);
    if (find(&f)) {
        out->maze = f.best;
        out->level = f.level;
        out->work = f.work;
        f.best = NULL;
        if (!measure(&f, out))
            mw_made_maze_free(out);
    }
    mw_maze_free(f.best);
    return !f.failed;
}

void mw_made_maze_free(mw_made_maze *made)
{
    mw_maze_free(made->maze);
    mw_analysis_free(&made->analysis);
    free(made->actions);
    *made = (mw_made_maze){0};
}
