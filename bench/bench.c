// bench.c: named benchmarks. Each is printed with its ratio to a plain reference in the same run.
//   bench            all        bench -l       their names        bench -b NAME   one of them
#include "mazewright/explain.h"
#include "mazewright/games.h"
#include "mazewright/layout.h"
#include "mazewright/marble.h"
#include "mazewright/mazewright.h"
#include "mazewright/rng.h"
#include "kinds/marble/ode/ode_engine.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS 5 // the least time of so many is taken

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Of the processor, of all programs that were run and have ended.
static double cpu_of_children(void)
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
}

static mw_maze *maze_of(const char *id)
{
    mw_error e;
    mw_maze *m = mw_maze_from_id(id, &e);
    if (!m) {
        fprintf(stderr, "%s: %s\n", id, e.text);
        exit(1);
    }
    return m;
}

typedef struct sample {
    double seconds; // of one search
    mw_result r;    // actions are gone
} sample;

// The least time of one search. Short searches are repeated, so that the clock is fine enough.
static sample measure(const mw_maze *m, const mw_search_options *o)
{
    sample best = {.seconds = 1e9};
    mw_error e;
    unsigned repeat = 1;
    for (int run = 0; run < RUNS; run++) {
        double from = now();
        for (unsigned i = 0; i < repeat; i++) {
            mw_result_free(&best.r);
            if (!mw_search(m, o, &best.r, &e)) {
                fprintf(stderr, "%s\n", e.text);
                exit(1);
            }
        }
        double seconds = (now() - from) / repeat;
        if (seconds * repeat < 0.01) {
            repeat *= 10;
            run = -1;
        } else if (seconds < best.seconds)
            best.seconds = seconds;
    }
    mw_result_free(&(mw_result){.actions = best.r.actions});
    best.r.actions = NULL;
    return best;
}

static void print_ours(const char *what, const sample *s)
{
    printf("  %-26s %9.2f ms  %6.1f M states/s  %5.1f ns/edge  %6.2f bytes/state  (%llu states)\n",
           what, s->seconds * 1e3, (double)s->r.stored / s->seconds * 1e-6,
           s->seconds / (double)s->r.generated * 1e9, (double)s->r.bytes / (double)s->r.stored,
           (unsigned long long)s->r.stored);
}

static void print_reference(const char *what, double seconds, const reference_result *r)
{
    printf("  %-26s %9.2f ms  %6.1f M states/s  %5s          %6.2f bytes/state  (%llu states)\n",
           what, seconds * 1e3, (double)r->states / seconds * 1e-6, "",
           (double)r->bytes / (double)r->states, (unsigned long long)r->states);
}

// ---- breadth-first search against the reference

static void against_reference(const char *id)
{
    mw_maze *m = maze_of(id);
    char *grid = mw_maze_print(m, "paper"), *to = grid;
    for (char *from = grid; *from; from++)
        if (*from != '\n')
            *to++ = *from;
    mw_search_options o = {.algorithm = "bfs"};
    sample ours = measure(m, &o);
    o.store = MW_VISITED_HASHED;
    sample hashed = measure(m, &o);
    double seconds[2] = {1e9, 1e9};
    reference_result r[2];
    for (int merge = 0; merge < 2; merge++)
        for (int run = 0; run < 2; run++) {
            double from = now();
            r[merge] = reference_bfs(grid, m->w, m->h, merge);
            if (now() - from < seconds[merge])
                seconds[merge] = now() - from;
        }
    printf("  %s: %u moves\n", id, ours.r.moves);
    print_ours("bfs, dense", &ours);
    print_ours("bfs, hashed", &hashed);
    print_reference("reference, whole states", seconds[0], &r[0]);
    print_reference("reference, merged states", seconds[1], &r[1]);
    if (r[0].moves != ours.r.moves || r[1].moves != ours.r.moves) {
        printf("  WRONG: the reference finds %llu and %llu moves\n", (unsigned long long)r[0].moves,
               (unsigned long long)r[1].moves);
        exit(1);
    }
    printf(
        "  ratio: %.1fx the reference in time (%.1fx with its states merged as ours are), %.0fx in "
        "memory\n  with the maze itself: %.2f bytes per reachable state\n",
        seconds[0] / ours.seconds, seconds[1] / ours.seconds,
        (double)r[0].bytes / (double)ours.r.bytes,
        (double)(ours.r.bytes + m->bytes) / (double)ours.r.stored);
    free(grid);
    mw_maze_free(m);
}

static void die_1000(void)
{
    against_reference("die:1000x1000,never=none,obstacles=20#1");
}

static void die_200(void)
{
    against_reference("die:200x200,never=none,obstacles=20#1");
}

// ---- throughput where the visited set fits the cache

static void small_spaces(void)
{
    static const char *const ids[] = {
        "die:200x200,obstacles=20#1",                 // undirected: 2 bits a rank
        "die:52x52,cost=top,obstacles=10#1",          // as many states as Theseus 16x16 has
        "theseus:16x16,horizontal=20,vertical=20#16", // directed: a bit a rank and a byte a state
        "bloxorz:40x40,floor=90#3",
        "rook:36x36,no-u-turn,queen#1",
        "rook:36x36#1",
    };
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        mw_maze *m = maze_of(ids[i]);
        mw_search_options o = {.algorithm = "bfs", .exhaust = true};
        sample s = measure(m, &o);
        print_ours(ids[i], &s);
        mw_maze_free(m);
    }
}

// ---- heuristics

static void heuristics(void)
{
    static const char *const names[] = {"h1", "h2", "empty-board", "h4"};
    unsigned long long expanded[4] = {0};
    double seconds[4] = {0};
    for (int seed = 1; seed <= 200; seed++) {
        char id[80];
        snprintf(id, sizeof id, "die:40x40,obstacles=%d#%d", 10 + seed % 3 * 10, seed);
        mw_maze *m = maze_of(id);
        for (int i = 0; i < 4; i++) {
            mw_search_options o = {.algorithm = "astar", .heuristic = names[i]};
            mw_result r;
            mw_error e;
            double from = now();
            mw_search(m, &o, &r, &e);
            seconds[i] += now() - from;
            expanded[i] += r.expanded;
            mw_result_free(&r);
        }
        mw_maze_free(m);
    }
    for (int i = 0; i < 4; i++)
        printf(
            "  A* with %-12s %10llu states expanded (%4.2f of h1)  %8.2f ms, its table included\n",
            names[i], expanded[i], (double)expanded[i] / (double)expanded[0], seconds[i] * 1e3);
}

// ---- analysis

static void whole_graph(void)
{
    static const char *const ids[] = {"die:300x300,obstacles=20#1", "rook:20x20#1", "rook:5x5#1"};
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        mw_maze *m = maze_of(ids[i]);
        double best = 1e9;
        mw_graph *g = NULL;
        for (unsigned run = 0, repeat = i ? 200 : 1; run < RUNS; run++) {
            double from = now();
            for (unsigned k = 0; k < repeat; k++) {
                mw_graph_free(g);
                g = mw_graph_build(m, true, NULL, NULL);
            }
            if ((now() - from) / repeat < best)
                best = (now() - from) / repeat;
        }
        printf("  %-26s %9.3f ms  %5.1f ns/edge  %6.1f bytes/state  (%u states, %llu edges)\n",
               ids[i], best * 1e3, best / (double)g->edges * 1e9, (double)g->bytes / g->states,
               g->states, (unsigned long long)g->edges);
        mw_graph_free(g);
        mw_maze_free(m);
    }
}

// What all ways to a win must do, beside building the graph from which it is read.
static void explanations(void)
{
    static const char *const ids[] = {"die:300x300,obstacles=5#1", "theseus:48x48#2",
                                      "bloxorz:64x64#3", "rook:36x36#1"};
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        mw_maze *m = maze_of(ids[i]);
        double built = 1e9, explained = 1e9;
        uint32_t states = 0, needed = 0;
        for (unsigned run = 0; run < RUNS; run++) {
            mw_explanation e;
            double from = now();
            mw_graph *g = mw_graph_build(m, false, NULL, NULL);
            double between = now();
            mw_explain(g, 0, &e);
            double to = now();
            built = between - from < built ? between - from : built;
            explained = to - between < explained ? to - between : explained;
            states = g->states;
            needed = e.must_count;
            mw_explanation_free(&e);
            mw_graph_free(g);
        }
        printf("  %-26s %9.3f ms  %5.1f ns/state  %5.1f times the graph  (%u states, %u needed)\n",
               ids[i], explained * 1e3, explained / states * 1e9, explained / built, states,
               needed);
        mw_maze_free(m);
    }
}

// Where the states lie in a picture, beside building the graph.
static void layouts(void)
{
    static const char *const ids[] = {"die:66x66,obstacles=10#1", "theseus:22x22#2",
                                      "die:150x150,obstacles=10#1", "theseus:60x60#2"};
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        mw_maze *m = maze_of(ids[i]);
        double from = now();
        mw_graph *g = mw_graph_build(m, false, NULL, NULL);
        double built = now() - from;
        printf("  %s: %u states\n", ids[i], g->reachable);
        for (unsigned way = 0; way < MW_LAYOUTS; way++) {
            double best = 1e9;
            mw_layout l = {.nodes = NULL};
            for (unsigned run = 0; run < (g->reachable > 1000000 ? 1 : RUNS); run++) {
                mw_layout_free(&l);
                from = now();
                mw_layout_graph(g, &(mw_layout_options){.way = (mw_layout_way)way}, &l);
                best = now() - from < best ? now() - from : best;
            }
            printf("    %-8s %8.1f ms  %6.0f ns/state  %6.1f bytes/state  %5.1f times the graph  "
                   "(%u nodes, %u edges)\n",
                   mw_layout_name((mw_layout_way)way), best * 1e3, best / g->reachable * 1e9,
                   (double)l.bytes / g->reachable, best / built, l.node_count, l.edge_count);
            mw_layout_free(&l);
        }
        mw_graph_free(g);
        mw_maze_free(m);
    }
}

// ---- evaluating whole mazes: the fast evaluator against the state graph

#define BOARDS 200

static double per_second(mw_maze *const *mazes,
                         bool (*evaluate)(const mw_maze *, bool, mw_evaluation *), bool whole,
                         unsigned step)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double from = now();
        unsigned done = 0;
        for (unsigned i = 0; i < BOARDS; i += step, done++) {
            mw_evaluation e;
            evaluate(mazes[i], whole, &e);
        }
        if (done / (now() - from) > best)
            best = done / (now() - from);
    }
    return best;
}

static void evaluators(void)
{
    static const char *const sizes[] = {"6x6",          "8x8",          "10x10",       "16x16",
                                        "6x6,blocks=1", "6x6,blocks=2", "8x8,blocks=2"};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        mw_maze *mazes[BOARDS];
        for (int i = 0; i < BOARDS; i++) {
            char id[60];
            snprintf(id, sizeof id, "theseus:%s#%d", sizes[k], i + 1);
            mazes[i] = maze_of(id);
        }
        double lengths = per_second(mazes, mw_evaluate, false, 1);
        double whole = per_second(mazes, mw_evaluate, true, 1);
        double plain = per_second(mazes, mw_evaluate_plainly, false, 10);
        double plain_whole = per_second(mazes, mw_evaluate_plainly, true, 10);
        printf(
            "  theseus %-12s all starts %8.0f/s, %4.1fx the graph; with measures %8.0f/s, %4.1fx\n",
            sizes[k], lengths, lengths / plain, whole, whole / plain_whole);
        for (int i = 0; i < BOARDS; i++)
            mw_maze_free(mazes[i]);
    }
}

// ---- marble

static double moves_per_second(const mw_marble_engine *engine, unsigned mazes, double *simulated)
{
    uint64_t moves = 0;
    double started = now();
    *simulated = 0;
    for (unsigned i = 0; i < mazes; i++) {
        char id[60];
        snprintf(id, sizeof id, "marble:5x5x5,outer#%u", 201 + i);
        mw_maze *m = maze_of(id);
        mw_marble_result r;
        mw_error error;
        mw_marble_plan plan = {
            .agent = "improved-heuristic", .engine = engine, .seed = 1, .most_moves = 50};
        if (mw_marble_simulate(m, &plan, &r, &error)) {
            moves += r.moves;
            *simulated += r.simulated_seconds;
        }
        mw_marble_result_free(&r);
        mw_maze_free(m);
    }
    double seconds = now() - started;
    *simulated /= seconds;
    return (double)moves / seconds;
}

static void marbles(void)
{
    double ball_time, ode_time;
    double ball = moves_per_second(&mw_marble_ball, 60, &ball_time);
    double ode = moves_per_second(&mw_marble_ode, 20, &ode_time);
    printf("  ball %6.0f moves/s, %5.0f simulated seconds in one\n", ball, ball_time);
    printf("  ode  %6.0f moves/s, %5.0f simulated seconds in one; ball is %.1fx\n", ode, ode_time,
           ball_time / ode_time);
}

// ---- answers

#define ANSWERS 400000
#define REPLAYS 20 // of each, so that the clock is fine enough

// The moves of a random walk of at most 8 moves.
static char *walk(const mw_maze *m, mw_rng *rng)
{
    mw_edge edges[MW_EDGES_MAX];
    mw_state at;
    uint16_t actions[8];
    size_t count = 0;
    mw_state_start(m, &at);
    for (mw_status status = MW_OPEN; count < 8 && status == MW_OPEN; count++) {
        unsigned n = mw_state_expand(m, &at, edges);
        const mw_edge *e = &edges[n ? mw_rng_below(rng, n) : 0];
        if (!n)
            break;
        actions[count] = e->action;
        at = e->to;
        status = (mw_status)e->status;
    }
    return mw_moves_print(m->kind, actions, count);
}

static void replay(const mw_maze *m, const char *moves)
{
    uint16_t *actions;
    mw_error e;
    long count = mw_moves_parse(m->kind, moves, &actions, &e);
    mw_replay(m, actions, (size_t)count, NULL, NULL, NULL);
    free(actions);
}

// Writes answers to so many random mazes in turn. Returns the seconds in which they are replayed
// alone, when they have been read and the mazes are there.
static double write_answers(FILE *f, unsigned mazes)
{
    mw_maze **m = calloc(mazes, sizeof *m);
    mw_rng rng;
    char id[40];
    double seconds = 0;
    mw_rng_seed(&rng, 22);
    for (unsigned i = 0; i < ANSWERS; i++) {
        mw_maze **at = &m[i % mazes];
        snprintf(id, sizeof id, "rook:5x5#%u", i % mazes);
        *at = *at ? *at : maze_of(id);
        char *moves = walk(*at, &rng), *whole = mw_maze_print(*at, "id");
        double from = now();
        for (unsigned k = 0; k < REPLAYS; k++)
            replay(*at, moves);
        seconds += (now() - from) / REPLAYS;
        fprintf(f, "{\"id\":\"%s\",\"moves\":\"%s\"}\n", whole, moves);
        free(whole);
        free(moves);
    }
    for (unsigned i = 0; i < mazes; i++)
        mw_maze_free(m[i]);
    free(m);
    return seconds;
}

static void answers(void)
{
    static const unsigned mazes[] = {100, 20000};
    for (unsigned i = 0; i < sizeof mazes / sizeof *mazes; i++) {
        char name[] = "/tmp/mw-bench-XXXXXX", line[200];
        int file = mkstemp(name);
        FILE *f = file < 0 ? NULL : fdopen(file, "w");
        if (!f) {
            perror(name);
            exit(1);
        }
        double alone = write_answers(f, mazes[i]);
        fclose(f);
        snprintf(line, sizeof line, "'" COMMAND "' verify @%s > /dev/null", name);
        double before = cpu_of_children();
        int code = system(line);
        double seconds = cpu_of_children() - before;
        remove(name);
        printf("  %6u mazes: %7.0f answers a second of CPU time, %4.1fx what replaying alone "
               "takes%s\n",
               mazes[i], ANSWERS / seconds, seconds / alone,
               WIFEXITED(code) && WEXITSTATUS(code) <= 1 ? "" : "  WRONG: it failed");
    }
}

// ---- questions through a pipe

#define QUESTIONS 20000

// Writes a file of questions about three mazes in turn, each question in turn as well.
static void write_questions(const char *file, const char *const *asks, unsigned count)
{
    FILE *f = fopen(file, "w");
    for (unsigned i = 0; f && i < QUESTIONS; i++)
        fprintf(f, "{\"id\":%u,\"ask\":\"%s,\"maze\":\"rook:5x5#%u\"}\n", i, asks[i % count],
                1 + i % 3);
    if (!f || fclose(f)) {
        perror(file);
        exit(1);
    }
}

// Seconds of the processor that `ask` needs for the file, with the program that feeds it.
static double ask_file(const char *file, unsigned *answers)
{
    char line[500];
    double before = cpu_of_children();
    snprintf(line, sizeof line, "cat %s | '%s' ask | tr -cd '\\n' | wc -c", file, COMMAND);
    FILE *f = popen(line, "r");
    if (!f || fscanf(f, "%u", answers) != 1 || pclose(f)) {
        perror(line);
        exit(1);
    }
    return cpu_of_children() - before;
}

static void questions(void)
{
    static const char *const asks[] = {"play\"",    "maze\"",
                                       "solve\"",   "hint\",\"grade\":3",
                                       "optimum\"", "verify\",\"moves\":\"RD\""};
    char file[] = "/tmp/mazewright-bench-XXXXXX";
    unsigned count = sizeof asks / sizeof *asks, answers;
    close(mkstemp(file));
    for (unsigned i = 0; i <= count; i++) {
        double best = HUGE_VAL;
        write_questions(file, i < count ? &asks[i] : asks, i < count ? 1 : count);
        for (int run = 0; run < RUNS; run++)
            best = fmin(best, ask_file(file, &answers));
        printf("  %-8.*s %8.0f/s on one core (%u answers)\n",
               i < count ? (int)strcspn(asks[i], "\"") : 8, i < count ? asks[i] : "in turn",
               QUESTIONS / best, answers);
    }
    remove(file);
}

// ---- games side by side

#define GAMES 1024
#define STEPS 200

// A random legal action for each game.
static void choose(const int8_t *mask, unsigned actions, int64_t *chosen, mw_rng *rng)
{
    for (unsigned i = 0; i < GAMES; i++, mask += actions)
        for (unsigned a = 0, met = 0; a < actions; a++)
            if (mask[a] && !mw_rng_below(rng, ++met))
                chosen[i] = a;
}

// Seconds for a move of each game by the rules alone: `expand` lists the moves, and one of them is
// looked up.
static double move_plainly(const mw_games *g, const int64_t *chosen)
{
    mw_edge edges[MW_EDGES_MAX];
    uint64_t sum = 0;
    double from = now();
    for (unsigned i = 0; i < GAMES; i++) {
        unsigned count = mw_state_expand(mw_games_maze(g, i), mw_games_state(g, i), edges);
        const mw_edge *e = edges, *end = edges + count;
        while (e < end && e->action != chosen[i])
            e++;
        sum += e < end ? e->to.w[0] : 1;
    }
    double seconds = now() - from;
    return sum ? seconds : 0;
}

static void print_games(const char *id, mw_games *g, const mw_game_arrays *to)
{
    const mw_games_shape shape = mw_games_shape_of(g);
    int64_t chosen[GAMES] = {0};
    double ours = HUGE_VAL, plain = HUGE_VAL;
    mw_error e;
    mw_rng rng;
    mw_rng_seed(&rng, 1);
    mw_games_reset(g, NULL, NULL, to, &e);
    for (int run = 0; run < RUNS; run++) {
        double seconds = 0, alone = 0;
        for (unsigned step = 0; step < STEPS; step++) {
            choose(to->mask, shape.actions, chosen, &rng);
            alone += move_plainly(g, chosen);
            double from = now();
            mw_games_step(g, chosen, to, NULL, &e);
            seconds += now() - from;
        }
        ours = fmin(ours, seconds / STEPS / GAMES);
        plain = fmin(plain, alone / STEPS / GAMES);
    }
    printf("  %-28s %5.1f M steps/s  %5.1f ns/step, of which the rules take %4.1f  %4.0f "
           "bytes/game\n",
           id, 1e-6 / ours, ours * 1e9, plain * 1e9, (double)shape.bytes / GAMES);
}

static void games_of(const char *id)
{
    mw_maze *m = maze_of(id);
    mw_error e;
    const mw_games_options o = {
        .games = GAMES, .mazes = (const mw_maze *const *)&m, .maze_count = 1, .max_steps = 100};
    mw_games *g = mw_games_open(&o, &e);
    const mw_games_shape shape = mw_games_shape_of(g);
    const mw_game_arrays to = {.size = sizeof to,
                               .features = calloc((size_t)GAMES * shape.features, sizeof(float)),
                               .mask = calloc(GAMES, shape.actions),
                               .reward = calloc(GAMES, sizeof(double)),
                               .terminated = calloc(GAMES, 1),
                               .truncated = calloc(GAMES, 1)};
    print_games(id, g, &to);
    free(to.features);
    free(to.mask);
    free(to.reward);
    free(to.terminated);
    free(to.truncated);
    mw_games_close(g);
    mw_maze_free(m);
}

static void games(void)
{
    static const char *const ids[] = {"rook:6x6#1", "die:6x6,obstacles=25#19554", "theseus:6x6#1",
                                      "bloxorz:10x8#20"};
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++)
        games_of(ids[i]);
}

static const struct {
    const char *name, *about;
    void (*run)(void);
} benches[] = {
    {"die-1000", "breadth-first search of a 1000x1000 die maze, against the reference", die_1000},
    {"die-200", "the same on 200x200, where the visited set fits the cache", die_200},
    {"small", "breadth-first search of whole small spaces", small_spaces},
    {"heuristics", "A* with each admissible die heuristic on 200 random 40x40 mazes", heuristics},
    {"evaluate", "random Theseus mazes: distances from all starts, against the graph", evaluators},
    {"marble", "marble mazes 5x5x5 outer: our engine, against ODE", marbles},
    {"verify", "answers to rook mazes as JSON lines, against replaying alone", answers},
    {"graph", "building the whole state graph with exact distances", whole_graph},
    {"explain", "what every solution must do, against building the state graph", explanations},
    {"layout", "where the states lie in a picture, against building the state graph", layouts},
    {"games", "steps of 1024 games with features and masks, against the rules alone", games},
    {"ask", "small questions through a pipe, about three rook mazes in turn", questions},
};

int main(int argc, char **argv)
{
    const char *only = argc == 3 && !strcmp(argv[1], "-b") ? argv[2] : NULL;
    bool list = argc == 2 && !strcmp(argv[1], "-l"), found = false;
    if (argc > 1 && !only && !list) {
        fprintf(stderr, "usage: bench [-l | -b NAME]\n");
        return 2;
    }
    for (unsigned i = 0; i < sizeof benches / sizeof *benches; i++) {
        if (only && strcmp(only, benches[i].name))
            continue;
        found = true;
        printf("%-12s %s\n", benches[i].name, benches[i].about);
        if (!list)
            benches[i].run();
        fflush(stdout);
    }
    if (!found)
        fprintf(stderr, "no benchmark '%s'; 'bench -l' lists them\n", only);
    return found ? 0 : 2;
}
