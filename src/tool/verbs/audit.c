// audit.c: the verb `audit`: are heuristics what they claim? Either on all states of a maze, or the
// estimates of single states, which the user describes in the words in which states are printed.
#include "api/answer.h"
#include "search/graph.h"
#include "search/search.h"
#include "tool/tool.h"
#include "tool/verbs/audit_plot.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// How A* fares with a heuristic over all mazes of one kind.
typedef struct rank {
    const mw_kind *kind;
    char name[80];
    uint64_t expanded;
    unsigned solved, mazes;
} rank;

typedef struct call {
    watch watch;
    name_list heuristics; // none: all of the kind
    records records;
    audit_plot plot;
    unsigned margin;
    const mw_kind *lacking; // the last kind of which it was said that it has no such heuristic
    // Of the maze at hand:
    const mw_heuristic *of[HEURISTICS_MAX];
    mw_heuristic *own[HEURISTICS_MAX]; // those that are expressions
    unsigned count;
    bool expressions; // one of them is; then all are ranked by what A* expands
    rank *ranks;
    size_t rank_count, rank_capacity;
} call;

// ---- on all states

static const char *estimate_text(uint32_t h, char buffer[16])
{
    snprintf(buffer, 16, h == MW_FAR ? "never" : "%u", h);
    return buffer;
}

static void print_audit(const char *label, const mw_maze *m, const mw_audit *a, bool open)
{
    char h[16], n[40], of[40];
    printf("%s%s: %s is %s %s %s on %s states", label, open ? ", open board" : "",
           a->heuristic->name, a->admissible ? "admissible" : "NOT admissible",
           !a->admissible && a->consistent ? "but" : "and",
           a->consistent ? "consistent" : "NOT consistent", thousands((double)a->states, n));
    if (a->exact)
        printf(", and exact");
    else
        printf("; on average %.2f %s, at most %u too low, exact on %.0f %%",
               a->mean_error < 0 ? -a->mean_error : a->mean_error,
               a->mean_error < 0 ? "too high" : "too low", a->gap,
               a->states ? 100.0 * (double)a->exact_states / (double)a->states : 100);
    printf("%s\n", a->claims & MW_CONSISTENT && !a->consistent   ? " (it claims to be consistent)"
                   : a->claims & MW_ADMISSIBLE && !a->admissible ? " (it claims to be admissible)"
                                                                 : "");
    if (!a->admissible) {
        char *where = mw_state_describe(m, &a->over);
        if (!where)
            out_of_memory();
        printf("  overestimates %s of %s states", thousands((double)a->overestimated, n),
               thousands((double)a->states, of));
        if (a->worst == MW_FAR)
            printf("; it says 'never' where there is a way\n");
        else
            printf(", by at most %u\n", a->worst);
        printf("  smallest: %s: estimate %s, exact %u\n", where ? where : "?",
               estimate_text(a->over_estimate, (char[16]){0}), a->over_exact);
        free(where);
    }
    if (!a->consistent) {
        char *from = mw_state_describe(m, &a->from), *to = mw_state_describe(m, &a->to);
        if (!from || !to)
            out_of_memory();
        printf("  drops faster than a move costs on %s moves\n"
               "  smallest: %s: estimate %s; move %s costs %u and leads to %s: estimate %u\n",
               thousands((double)a->inconsistent, n), from ? from : "?",
               estimate_text(a->from_estimate, h), m->kind->rules->actions[a->action].word,
               a->edge_cost, to ? to : "?", a->to_estimate);
        free(from);
        free(to);
    }
}

static void add_record(call *c, input *in, const mw_graph *g, const mw_audit *a, bool open,
                       const uint64_t *expanded)
{
    mw_writer w = maze_object(in);
    mw_json_members(&w, "kind=%s board=%s", g->maze->kind->name, open ? "open" : "maze");
    mw_answer_audit(&w, g, a, false);
    mw_json_count_if(&w, "expanded", expanded, expanded ? *expanded : 0);
    record_add(&c->records, &w);
}

static void forget_heuristics(call *c)
{
    for (unsigned i = 0; i < c->count; i++)
        mw_heuristic_free(c->own[i]);
    c->count = 0;
    c->expressions = false;
}

static uint32_t no_estimate(const mw_maze *m, const mw_state *s)
{
    (void)m, (void)s;
    return 0;
}

// It belongs to no kind, and is audited where somebody names it.
static const mw_heuristic zero = {
    .name = "zero", .about = "no estimate", .claims = mw_claims_consistent, .eval = no_estimate};

// Says that a kind has no heuristic that is wanted; for mazes among others once for each kind.
static int nothing_to_audit(call *c, const input *in, const mw_kind *kind, bool said)
{
    if (said)
        return EXIT_NO;
    if (!mw_heuristics(kind)->name || in->listed) {
        complain("%s mazes have no %s%s, so nothing is audited", kind->name,
                 c->heuristics.count ? "heuristic " : "heuristics",
                 c->heuristics.count ? c->heuristics.item[0] : "");
        return EXIT_NO;
    }
    mw_writer known = {0};
    for (const mw_heuristic *h = mw_heuristics(kind); h->name; h++)
        add_word(&known, h->name);
    return complain_unknown(EXIT_USAGE, c->heuristics.item[0], "the heuristics are", &known,
                            "%s has no heuristic '%s'", kind->name, c->heuristics.item[0]);
}

// Chooses the heuristics of this kind that are wanted. EXIT_DONE, or an exit code with a message
// printed.
static int choose_heuristics(call *c, const input *in)
{
    const mw_kind *kind = in->maze->kind;
    const char *names[HEURISTICS_MAX];
    const name_list every = {.all = true};
    const name_list *wanted = c->heuristics.count ? &c->heuristics : &every;
    mw_writer lacking;
    unsigned n = heuristics_for(wanted, kind, names, &lacking);
    bool said = c->lacking == kind, no_memory = lacking.failed;
    forget_heuristics(c);
    for (unsigned i = wanted->all; i < n && !no_memory; i++) { // with all, zero comes first
        mw_error error;
        mw_heuristic **own = &c->own[c->count];
        const mw_heuristic *h = mw_heuristic_read(kind, names[i], own, &error);
        no_memory = !h && error.code == MW_ERROR_MEMORY;
        c->expressions |= *own != NULL;
        c->of[c->count++] = h ? h : &zero;
    }
    if (c->count && lacking.text && !no_memory && !said)
        complain("%s has no heuristic %s; mazes of this kind get no rows for it", kind->name,
                 lacking.text);
    free(lacking.text);
    c->lacking = kind;
    return no_memory ? out_of_memory() : c->count ? EXIT_DONE : nothing_to_audit(c, in, kind, said);
}

// ---- which expands least

// Counts what A* expands with a heuristic. False: memory ran out.
static bool add_rank(call *c, const mw_maze *m, const mw_heuristic *h, uint64_t *expanded)
{
    size_t i = 0;
    while (i < c->rank_count &&
           (c->ranks[i].kind != m->kind || strcmp(c->ranks[i].name, h->name) != 0))
        i++;
    if (i == c->rank_count) {
        if (!mw_reserve(&(mw_budget){0}, (void **)&c->ranks, &c->rank_capacity, i + 1,
                        sizeof *c->ranks))
            return false;
        c->ranks[c->rank_count++] = (rank){.kind = m->kind};
        snprintf(c->ranks[i].name, sizeof c->ranks[i].name, "%s", h->name);
    }
    mw_result r;
    mw_error error;
    const mw_search_options o = {
        .size = sizeof o, .algorithm = "astar", .own = h, .limits = c->watch.limits};
    if (!mw_search(m, &o, &r, &error))
        return false;
    *expanded = r.expanded;
    c->ranks[i].expanded += r.expanded;
    c->ranks[i].solved += r.outcome == MW_OUTCOME_SOLVED;
    c->ranks[i].mazes++;
    bool known = r.outcome != MW_OUTCOME_LIMIT;
    mw_result_free(&r);
    return known;
}

// Beside expressions, the kind's own heuristics are ranked, too, if they were not asked for.
static bool rank_others(call *c, const mw_maze *m)
{
    bool ok = true;
    for (const mw_heuristic *h = mw_heuristics(m->kind); ok && h->name; h++) {
        uint64_t expanded;
        bool asked = false;
        for (unsigned i = 0; i < c->count; i++)
            asked |= c->of[i] == h;
        ok = asked || add_rank(c, m, h, &expanded);
    }
    return ok;
}

static int by_expanded(const void *a, const void *b)
{
    const rank *one = a, *two = b;
    int by_kind = strcmp(one->kind->name, two->kind->name);
    return by_kind ? by_kind
           : one->expanded != two->expanded
               ? (one->expanded > two->expanded) - (one->expanded < two->expanded)
               : strcmp(one->name, two->name);
}

static void print_ranks(call *c)
{
    table t = {0};
    if (c->rank_count)
        qsort(c->ranks, c->rank_count, sizeof *c->ranks, by_expanded);
    for (size_t i = 0; i < c->rank_count; i++) {
        const rank *r = &c->ranks[i];
        table_head(&t, "kind|heuristic|mazes|solved|expanded by A*");
        table_row(&t, "%s|%s|%u|%u|%s", r->kind->name, r->name, r->mazes, r->solved,
                  THOUSANDS((double)r->expanded));
    }
    if (t.count)
        putchar('\n');
    table_print(&t, 2, stdout);
}

static int audit_board(call *c, input *in, const mw_maze *m, bool open)
{
    mw_graph *g = graph_within(&c->watch, m, in->label);
    if (!g)
        return EXIT_LIMIT;
    int code = EXIT_DONE;
    bool ranked = c->expressions && !open;
    for (unsigned i = 0; i < c->count; i++) {
        const mw_heuristic *h = c->of[i];
        mw_audit a;
        uint64_t expanded = 0;
        if (open && !h->open)
            continue;
        if (!mw_audit_run_detailed(g, h, &a, c->plot.file ? &c->plot.details : NULL) ||
            (c->plot.file && !audit_plot_add(&c->plot, in->label, m->kind, &a, open)) ||
            (ranked && !add_rank(c, m, h, &expanded))) {
            code = worse(code, limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY));
            break;
        }
        if (c->records.format == FORMAT_TABLE)
            print_audit(in->label, m, &a, open);
        else
            add_record(c, in, g, &a, open, ranked ? &expanded : NULL);
        if (!a.admissible || !a.consistent)
            code = worse(code, EXIT_NO);
    }
    if (ranked && code != EXIT_LIMIT && !rank_others(c, m))
        code = limit_hit(&c->watch, in->label, MW_LIMIT_MEMORY);
    mw_graph_free(g);
    return code;
}

// ---- single states

// The estimates of the heuristics that were asked for, each made ready for one maze.
typedef struct estimates {
    call *call;
    input *in;
    const mw_graph *graph;
    mw_estimator of[HEURISTICS_MAX];
    unsigned count;
    mw_budget budget;
    table table;
    bool too_high; // one was above the exact distance
    uint64_t found;
} estimates;

static mw_limit estimates_init(estimates *e)
{
    const mw_maze *m = e->in->maze;
    mw_limit limit = MW_WITHIN;
    while (e->count < e->call->count && !limit) {
        const mw_heuristic *h = e->call->of[e->count];
        limit = mw_estimator_init(&e->of[e->count++], m, h, MW_VISITED_AUTO, &e->call->watch.limits,
                                  &e->budget);
    }
    return limit;
}

static void estimates_free(estimates *e)
{
    for (unsigned i = 0; i < e->count; i++)
        mw_estimator_free(&e->of[i], &e->budget);
}

static void head_of_table(estimates *e)
{
    if (e->table.count)
        return;
    e->table.columns = e->count + 2;
    table_add(&e->table, "state");
    for (unsigned i = 0; i < e->count; i++)
        table_add(&e->table, "%s", e->of[i].heuristic->name);
    table_add(&e->table, "exact");
}

static void add_state(estimates *e, const mw_state *s, const char *text)
{
    uint32_t id = mw_visited_lookup(e->graph->store, s);
    uint32_t exact = id < e->graph->states ? e->graph->distance[id] : MW_FAR;
    bool json = e->call->records.format != FORMAT_TABLE;
    mw_writer w = {0};
    e->found++;
    if (json) {
        w = maze_object(e->in);
        mw_json_members(&w, "kind=%s state=%s exact=%u", e->in->maze->kind->name, text, exact);
        mw_json_open(&w, "estimates", '{');
    } else {
        head_of_table(e);
        table_add(&e->table, "%s", text);
    }
    for (unsigned i = 0; i < e->count; i++) {
        uint32_t h = mw_estimate(&e->of[i], s);
        bool high = h > exact;
        e->too_high |= high;
        if (json)
            mw_json_count_if(&w, e->of[i].heuristic->name, h != MW_FAR, h);
        else
            table_add(&e->table, "%s%s", estimate_text(h, (char[16]){0}), high ? "!" : "");
    }
    if (json) {
        mw_json_close(&w, '}');
        record_add(&e->call->records, &w);
    } else {
        table_add(&e->table, "%s", estimate_text(exact, (char[16]){0}));
    }
}

// Does the phrase stand in the text as whole words? Returns where it ends there, or NULL.
static const char *find_phrase(const char *text, const char *phrase, size_t length)
{
    for (const char *at = text; *at; at++)
        if (!strncasecmp(at, phrase, length) && (at == text || !isalnum((unsigned char)at[-1])) &&
            !isalnum((unsigned char)at[length]))
            return at + length;
    return NULL;
}

// Do all phrases, between commas or semicolons, stand in the text in this order?
static bool described_by(const char *text, const char *phrases)
{
    while (text && *(phrases += strspn(phrases, ",; "))) {
        size_t length = strcspn(phrases, ",;"), trimmed = length;
        while (phrases[trimmed - 1] == ' ')
            trimmed--;
        text = find_phrase(text, phrases, trimmed);
        phrases += length;
    }
    return text;
}

// Goes through all states, also those that the rules cannot tell apart, which are one state of the
// graph: they are found by playing on from the states of the graph.
static int find_states(estimates *e, const char *phrases)
{
    const mw_maze *m = e->in->maze;
    mw_visited all;
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    bool fresh, room = mw_visited_init(&all, m, MW_VISITED_FULL, 1, &e->budget);
    for (uint32_t id = 0; room && id < e->graph->states; id++) {
        mw_graph_state(e->graph, id, &s);
        room = mw_visited_add(&all, &s, mw_rank(m, &s), &fresh) != MW_NO_ID;
    }
    for (uint32_t id = 0; room && id < all.size && !interrupted(); id++) {
        mw_visited_get(&all, id, &s);
        char *words = mw_state_describe(m, &s);
        if (words && described_by(words, phrases))
            add_state(e, &s, words);
        room = words;
        free(words);
        unsigned n =
            m->kind->rules->status(m, &s) == MW_OPEN ? m->kind->rules->expand(m, &s, edges) : 0;
        for (unsigned i = 0; room && i < n; i++)
            if (edges[i].status != MW_LOST)
                room = mw_visited_add(&all, &edges[i].to, edges[i].rank, &fresh) != MW_NO_ID;
    }
    mw_visited_free(&all);
    return !room           ? limit_hit(&e->call->watch, e->in->label, MW_LIMIT_MEMORY)
           : interrupted() ? EXIT_LIMIT
                           : EXIT_DONE;
}

static int state_after(estimates *e, const char *moves)
{
    const mw_maze *m = e->in->maze;
    uint16_t *actions;
    mw_error error;
    mw_state s;
    mw_status status;
    long count = mw_moves_parse(m->kind, moves, &actions, &error);
    if (count < 0) {
        return error.code == MW_ERROR_INPUT ? input_unfit(e->in, "--moves: %s", error.text)
                                            : complain_of("--moves", &error, EXIT_USAGE);
    }
    size_t played = mw_replay(m, actions, (size_t)count, &s, NULL, &status);
    const char *stuck =
        played < (size_t)count ? m->kind->rules->actions[actions[played]].word : NULL;
    char *why = stuck && status == MW_OPEN ? mw_refusal(m, &s, actions[played]) : NULL;
    free(actions);
    if (stuck) {
        int code = input_unfit(e->in, "--moves: move %zu (%s) is not possible there%s%s",
                               played + 1, stuck, why ? ": " : "", why ? why : "");
        free(why);
        return code;
    }
    if (status == MW_LOST)
        return input_unfit(e->in, "--moves: the game is lost after these moves; a lost state has "
                                  "no estimate");
    char *words = mw_state_describe(m, &s);
    if (words)
        add_state(e, &s, words);
    free(words);
    return words ? EXIT_DONE : out_of_memory();
}

static int no_such_state(const estimates *e, const char *phrases)
{
    mw_state start;
    e->in->maze->kind->rules->start(e->in->maze, &start);
    char *words = mw_state_describe(e->in->maze, &start);
    int code = input_unfit(e->in,
                           "no state is described by '%.100s'; write words of a description, in "
                           "its order and with commas. The start is: %s",
                           phrases, words ? words : "?");
    free(words);
    return code;
}

// The estimates of the states that --state describes, or of the one that --moves lead to.
static int audit_states(call *c, input *in)
{
    const char *phrases = c->watch.s->value[O_STATE], *moves = c->watch.s->value[O_MADE];
    mw_graph *g = graph_within(&c->watch, in->maze, in->label);
    if (!g)
        return EXIT_LIMIT;
    estimates e = {.call = c, .in = in, .graph = g, .budget = mw_graph_budget(g)};
    mw_limit limit = estimates_init(&e);
    int code = limit     ? limit_hit(&c->watch, in->label, limit)
               : phrases ? find_states(&e, phrases)
                         : state_after(&e, moves);
    if (code == EXIT_DONE && !e.found)
        code = no_such_state(&e, phrases);
    if (e.found && c->records.format == FORMAT_TABLE) {
        printf("%s\n", in->label);
        table_print(&e.table, 1, stdout);
        if (e.too_high)
            printf("! more than the exact distance\n");
    }
    estimates_free(&e);
    mw_graph_free(g);
    return code == EXIT_DONE && e.too_high ? EXIT_NO : code;
}

// ---- the verb

// The first heuristic that can be audited on a board without obstacles; NULL: none.
static const mw_heuristic *with_open_board(const mw_kind *kind)
{
    const mw_heuristic *h = mw_heuristics(kind);
    while (h->name && !h->open)
        h++;
    return h->name ? h : NULL;
}

// Audits on the maze, and on its board without obstacles, where a heuristic meets more cases.
static int audit_maze(input *in, void *context)
{
    call *c = context;
    const settings *s = c->watch.s;
    const mw_kind *kind = in->maze->kind;
    int wanted = choose_heuristics(c, in);
    if (wanted != EXIT_DONE)
        return wanted == EXIT_NO ? EXIT_DONE : wanted;
    if (s->value[O_STATE] || s->value[O_MADE])
        return audit_states(c, in);
    const mw_heuristic *h = with_open_board(kind);
    if (s->value[O_OPEN] && !h)
        return input_unfit(in,
                           "%s mazes have no board without obstacles to audit on; leave --open out",
                           kind->name);
    int code = audit_board(c, in, in->maze, false);
    if (!h || code == EXIT_LIMIT)
        return code;
    errno = 0;
    mw_maze *open = h->open(in->maze, c->margin);
    if (!open && errno == ENOMEM)
        return out_of_memory();
    if (!open) {
        complain("%s: not audited on the open board: a margin of %u makes it too large", in->label,
                 c->margin);
        return s->value[O_OPEN] ? worse(code, EXIT_LIMIT) : code;
    }
    code = worse(code, audit_board(c, in, open, true));
    mw_maze_free(open);
    return code;
}

int run_audit(const settings *s)
{
    call c = {0};
    if (s->value[O_STATE] && (s->value[O_MADE] || s->value[O_OPEN]))
        return complain_with(EXIT_USAGE,
                             "--state names states of the maze as it is; leave --%s out",
                             s->value[O_MADE] ? "moves" : "open");
    if (s->value[O_MADE] && s->value[O_OPEN])
        return complain_with(EXIT_USAGE, "--moves are made in the maze as it is; leave --open out");
    bool ok = watch_open(&c.watch, s) && option_count(s, O_OPEN, 0, 2000, 8, &c.margin) &&
              option_format(s, &c.records) && option_heuristics(s, &c.heuristics) &&
              option_moves(s) && audit_plot_read(&c.plot, s);
    bool possible = !ok || !c.plot.file || output_possible(c.plot.file);
    int code = !ok ? EXIT_USAGE : !possible ? EXIT_BROKEN : for_each_input(s, audit_maze, &c);
    records_end(&c.records);
    if (c.records.format == FORMAT_TABLE)
        print_ranks(&c);
    if (ok && possible)
        code = worse(code, audit_plot_end(&c.plot));
    forget_heuristics(&c);
    free(c.ranks);
    names_free(&c.heuristics);
    return code;
}
