// test_shortage.c: memory runs out at every allocation that the library makes, once and for good,
// for every kind. Whatever is asked then either says that memory ran out, or answers as it would
// have done with enough of it; and nothing is left behind.
#include "exhaust.h"

#include "mazewright/design.h"
#include "mazewright/explain.h"
#include "mazewright/genetic.h"
#include "mazewright/ladder.h"

#include <math.h>

static outcome read_text(const subject *s, answer *a)
{
    mw_error e;
    mw_maze *m = mw_maze_read(NULL, s->text, strlen(s->text), &e);
    return say_maze(a, m, &e);
}

static outcome read_id(const subject *s, answer *a)
{
    mw_error e;
    mw_maze *m = mw_maze_from_id(s->detail, &e);
    return say_maze(a, m, &e);
}

static outcome read_form(const subject *s, answer *a)
{
    mw_error e;
    mw_maze *m = mw_maze_read(s->kind, s->detail, strlen(s->detail), &e);
    return say_maze(a, m, &e);
}

static outcome version_id(const subject *s, answer *a)
{
    return say_text(a, mw_id_versioned(s->id));
}

static outcome print(const subject *s, answer *a)
{
    return say_text(a, mw_maze_print(s->maze, s->detail));
}

static outcome tell(const subject *s, answer *a)
{
    mw_state start;
    s->kind->rules->start(s->maze, &start);
    outcome one = say_text(a, mw_state_describe(s->maze, &start));
    return one ? one : say_text(a, mw_maze_remark(s->maze));
}

static outcome moves(const subject *s, answer *a)
{
    mw_error e;
    uint16_t *actions;
    long n = mw_moves_parse(s->kind, s->solution, &actions, &e);
    if (n < 0)
        return because(a, &e);
    outcome o = say_text(a, mw_moves_print(s->kind, actions, (size_t)n));
    free(actions);
    return o;
}

static outcome canonical(const subject *s, answer *a)
{
    outcome o = say_text(a, mw_canonical_id(s->maze));
    if (o)
        return o;
    double d = mw_maze_difference(s->maze, s->maze);
    say(a, "%g\n", d);
    return isnan(d) ? SHORT : ANSWERED;
}

static outcome open_board(const subject *s, answer *a)
{
    mw_error e;
    mw_no_memory(&e);
    const mw_heuristic *h = s->kind->heuristics;
    return h && h->open ? say_maze(a, h->open(s->maze, 1), &e) : ANSWERED;
}

static outcome paint(const subject *s, answer *a)
{
    for (unsigned brush = 0; s->kind->editor && s->kind->editor->brushes[brush].name; brush++) {
        mw_error e = {0};
        mw_maze *m = s->kind->editor->paint(s->maze, brush, 1, 1, &e);
        if (!m && e.code == MW_ERROR_MEMORY)
            return SHORT;
        say(a, "%s\n", m ? "painted" : e.text);
        mw_maze_free(m);
    }
    return ANSWERED;
}

static void count_event(void *context, const mw_event *e)
{
    *(uint64_t *)context += e->serial + e->id;
}

static outcome search(const subject *s, answer *a)
{
    mw_error e;
    mw_result r;
    uint64_t events = 0;
    mw_search_options o = {.algorithm = s->detail,
                           .heuristic = s->more,
                           .store = (mw_visited_type)(s->number % 8),
                           .event = s->number >= 8 ? count_event : NULL,
                           .event_context = &events};
    if (!mw_search(s->maze, &o, &r, &e))
        return because(a, &e);
    bool stuck = r.limit == MW_LIMIT_STUCK; // as hill climbing may be, with all memory there is
    outcome result = r.outcome != MW_OUTCOME_LIMIT || stuck ? ANSWERED
                     : r.limit == MW_LIMIT_MEMORY           ? SHORT
                                                            : wrong(a, mw_limit_name(r.limit));
    if (result == ANSWERED)
        say(a, "%s %u %llu %llu %llu\n", mw_outcome_name(r.outcome), r.moves,
            (unsigned long long)r.cost, (unsigned long long)r.expanded, (unsigned long long)events);
    mw_result_free(&r);
    return result;
}

static outcome analyse(const subject *s, answer *a)
{
    mw_limit limit;
    mw_graph *g = mw_graph_build(s->maze, s->number, NULL, &limit);
    if (!g)
        return limit == MW_LIMIT_MEMORY ? SHORT : wrong(a, mw_limit_name(limit));
    mw_analysis all;
    uint32_t *ids = NULL, length = mw_graph_solution(g, &ids);
    outcome o = SHORT;
    if (length && mw_analyse(g, &all)) {
        bool *legal = NULL;
        uint32_t *cells = mw_cell_distances(g, &legal);
        o = cells || !s->kind->rules->cell ? ANSWERED : SHORT;
        say(a, "%u %u %llu\n", length, g->states, (unsigned long long)g->edges);
        for (unsigned i = 0; i < all.count; i++)
            say(a, "%s %.17g\n", all.values[i].name, all.values[i].value);
        for (unsigned i = 0; cells && i < (unsigned)s->maze->w * s->maze->h * s->maze->d; i++)
            say(a, "%u%c ", cells[i], legal[i] ? '+' : '-');
        free(cells);
        free(legal);
        mw_analysis_free(&all);
    }
    free(ids);
    mw_graph_free(g);
    return o;
}

static outcome explain(const subject *s, answer *a)
{
    mw_explanation e;
    mw_graph *g = mw_graph_build(s->maze, false, NULL, NULL);
    outcome o = g && mw_explain(g, 0, &e) ? ANSWERED : SHORT;
    if (o == ANSWERED) {
        say(a, "%u %u %u\n", e.must_count, e.region_count, e.away);
        for (uint32_t i = 0; i < e.must_count && o == ANSWERED; i++)
            o = say_text(a, mw_must_words(g, &e.must[i]));
        mw_explanation_free(&e);
    }
    mw_graph_free(g);
    return o;
}

static outcome evaluate(const subject *s, answer *a)
{
    mw_evaluation v = {0};
    bool whole = s->number & 1;
    if (!(s->number & 2 ? mw_evaluate : mw_evaluate_plainly)(s->maze, whole, &v))
        return SHORT;
    say(a, "%u\n", v.length);
    if (!(s->number & 2)) // a kind's own evaluator may leave them out
        say(a, "%u %g %g\n", v.best_length, v.unreaching, v.unreachable);
    if (whole)
        say(a, "%u %u %llu\n", v.states, v.dead, (unsigned long long)v.losing);
    return ANSWERED;
}

static outcome audit(const subject *s, answer *a)
{
    for (const mw_heuristic *h = s->kind->heuristics; h && h->name; h++) {
        mw_graph *g = mw_graph_build(s->maze, true, NULL, NULL);
        mw_audit result;
        bool ok = g && mw_audit_run(g, h, &result);
        mw_graph_free(g);
        if (!ok)
            return SHORT;
        say(a, "%s %llu %llu %d %g\n", h->name, (unsigned long long)result.states,
            (unsigned long long)result.overestimated, result.consistent, result.mean_error);
    }
    return ANSWERED;
}

static void say_failure(void *context, const char *sentence)
{
    say(context, "%s\n", sentence);
}

static outcome laws(const subject *s, answer *a)
{
    mw_verdict v = mw_laws(s->maze, 1, NULL, say_failure, a);
    if (v.failures)
        return WRONG;
    if (v.limit)
        return v.limit == MW_LIMIT_MEMORY ? SHORT : wrong(a, mw_limit_name(v.limit));
    say(a, "%u laws on %llu states\n", v.laws, (unsigned long long)v.states);
    return ANSWERED;
}

// ---- design

static void keep_checkpoint(void *context, UNUSED const char *key, const mw_design_saved *saved)
{
    char *kept = context;
    if (saved->checkpoint)
        snprintf(kept, 4000, "%s", saved->checkpoint);
}

static bool recall_checkpoint(void *context, UNUSED const char *key, mw_design_saved *saved,
                              mw_error *e)
{
    const char *kept = context;
    *saved = (mw_design_saved){.checkpoint = *kept ? strdup(kept) : NULL};
    return saved->checkpoint || !*kept || mw_no_memory(e);
}

static void count_news(UNUSED void *context, UNUSED const mw_design_news *n)
{
}

// With two streams that exchange mazes, saved after each exchange; then it goes on from the last
// one.
static outcome design_by_search(const subject *s, answer *a)
{
    mw_error e;
    mw_designed d = {0};
    char checkpoint[4000] = "";
    mw_design_plan plan = {
        .params = s->params,
        .require = (const char *const[]){"length >= 1", NULL},
        .streams = 2,
        .exchange = 3,
        .schedule = {.cooling = (mw_cooling)s->number, .evaluations = 12, .seed = 3}};
    mw_design_watch watch = {
        .context = checkpoint, .save = keep_checkpoint, .progress = count_news};
    if (!mw_design_run(s->kind, &plan, &watch, &e))
        return because(a, &e);
    say(a, "%s\n", checkpoint);
    watch.recall = recall_checkpoint;
    if (!mw_design_run(s->kind, &plan, &watch, &e) || !mw_design_maze(s->kind, &plan, NULL, &d, &e))
        return because(a, &e);
    say(a, "%g %llu\n", d.energy, (unsigned long long)d.evaluations);
    return d.maze ? say_maze(a, d.maze, &e) : ANSWERED;
}

static outcome design_by_breeding(const subject *s, answer *a)
{
    mw_error e;
    mw_bred b;
    mw_genetic_plan plan = {
        .params = s->params, .seed = 3, .population = 6, .generations = 2, .distinct = true};
    if (!mw_genetic(s->kind, &plan, &b, &e))
        return because(a, &e);
    say(a, "%g %g %llu\n", b.fitness, b.best_value, (unsigned long long)b.evaluations);
    mw_maze_free(b.fittest);
    return b.best ? say_maze(a, b.best, &e) : ANSWERED;
}

static outcome design_ladder(const subject *s, answer *a)
{
    mw_error e;
    mw_niches *n, *again;
    mw_ladder_plan plan = {.params = s->params, .evaluations = 12, .seed = 3};
    if (!mw_ladder_search(s->kind, &plan, &n, &e))
        return because(a, &e);
    char *text = mw_niches_print(n);
    mw_niches_free(n);
    if (!text)
        return SHORT;
    say(a, "%s\n", text);
    again = mw_niches_parse(s->kind, text);
    free(text);
    mw_rung rungs[3];
    unsigned count = again ? mw_ladder_pick(again, 3, rungs) : 0;
    for (unsigned i = 0; i < count; i++)
        say(a, "%g %g\n", rungs[i].energy, rungs[i].difficulty);
    mw_niches_free(again);
    return count ? ANSWERED : SHORT;
}

static outcome design_exactly(const subject *s, answer *a)
{
    mw_error e;
    mw_exact x = {0};
    mw_design_plan plan = {.params = s->params};
    mw_maze *m;
    if (!mw_design_exactly(s->kind, &plan, &x, &m, &e))
        return because(a, &e);
    say(a, "%u %u %d\n", x.length, x.bound, x.proven);
    return m ? say_maze(a, m, &e) : ANSWERED;
}

// ---- all of it

TEST(texts)
{
    for (size_t i = 0; i < subject_count; i++) {
        subject s = subjects[i];
        char *id = mw_maze_print(s.maze, "id");
        exhaust("reading", read_text, &s);
        exhaust("versions", version_id, &s);
        exhaust("words", tell, &s);
        exhaust("moves", moves, &s);
        exhaust("canonical ids", canonical, &s);
        exhaust("the open board", open_board, &s);
        exhaust("painting", paint, &s);
        s.detail = id;
        exhaust("reading an id", read_id, &s);
        exhaust("printing", print, (s.detail = "own", &s));
        exhaust("printing", print, (s.detail = "id", &s));
        exhaust("reading an id", read_id, (s.detail = s.id, &s));
        for (const mw_form *f = s.kind->text->forms; f && f->name; f++) {
            mw_error e;
            s.detail = f->name;
            if (f->lacks && f->lacks(s.maze))
                continue;
            exhaust("printing", print, &s);
            char *text = mw_maze_print(s.maze, f->name);
            mw_maze *m = mw_maze_read(s.kind, text, strlen(text), &e);
            if (m) // some forms are for other programs only
                exhaust("reading a form", read_form, (s.detail = text, &s));
            mw_maze_free(m);
            free(text);
        }
        free(id);
    }
}

TEST(searches)
{
    for (size_t i = 0; i < subject_count; i++)
        for (const mw_algorithm *g = mw_algorithms(); g->name; g++)
            for (int store = MW_VISITED_AUTO; store <= MW_VISITED_NONE; store++) {
                subject s = subjects[i];
                mw_error e;
                s.detail = g->name;
                s.number = store;
                mw_search_options o = {.algorithm = g->name, .store = (mw_visited_type)store};
                if (!mw_search_valid(s.maze, &o, &e))
                    continue;
                exhaust("search", search, &s);
                for (const mw_heuristic *h = s.kind->heuristics;
                     store == MW_VISITED_AUTO && g->informed && h && h->name; h++)
                    exhaust("search", search, (s.more = h->name, &s));
                s.more = NULL;
                s.number += 8;
                if (store == MW_VISITED_AUTO || store == MW_VISITED_NONE)
                    exhaust("watched search", search, &s);
            }
}

TEST(graphs)
{
    for (size_t i = 0; i < subject_count; i++) {
        subject s = subjects[i];
        for (s.number = 0; s.number < 2; s.number++)
            exhaust("analysis", analyse, &s);
        for (s.number = 0; s.number < 4; s.number++)
            exhaust("evaluation", evaluate, &s);
        exhaust("explanation", explain, &s);
        exhaust("audit", audit, &s);
        exhaust("laws", laws, &s);
    }
}

TEST(designs)
{
    for (size_t i = 0; i < subject_count; i++) {
        subject s = subjects[i];
        if (!s.kind->design)
            continue;
        for (s.number = MW_ANNEAL; s.number <= MW_QUENCH; s.number++)
            exhaust("design by search", design_by_search, &s);
        exhaust("ladder", design_ladder, &s);
        if (s.kind->design->bits)
            exhaust("breeding", design_by_breeding, &s);
        if (s.kind->design->exact)
            exhaust("exact design", design_exactly, &s);
    }
}

ALL_TESTS_WITH(make_subjects, free_subjects)
