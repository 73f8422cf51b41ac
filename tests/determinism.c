// determinism.c: one hash for each part of what the library works out, over the mazes named as
// arguments and over random ones: the same line, whatever compiled it and wherever it runs. It
// needs the C library only, so it runs as WebAssembly, too. test_determinism.c holds it against
// determinism.golden.
#include "core/math.h"
#include "core/powers.h"
#include "mazewright/design.h"
#include "mazewright/ladder.h"
#include "mazewright/layout.h"
#include "mazewright/marble.h"
#include "mazewright/rng.h"
#include "api/api.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- hashes

static uint64_t all = 0xcbf29ce484222325u, part;

static void hash_bytes(const void *bytes, size_t length)
{
    for (const unsigned char *b = bytes; length--; b++)
        part = (part ^ *b) * 0x100000001b3u; // FNV-1a
}

static void hash_text(const char *text)
{
    hash_bytes(text, strlen(text) + 1);
}

// The lowest byte first, whichever the processor has first.
static void hash_word(uint64_t word)
{
    for (unsigned i = 0; i < 64; i += 8)
        hash_bytes(&(unsigned char){(unsigned char)(word >> i)}, 1);
}

static void hash_state(const mw_state *s)
{
    for (size_t i = 0; i < sizeof s->w / sizeof *s->w; i++)
        hash_word(s->w[i]);
}

// The bits; but the sign and the payload of a NaN mean nothing, and C does not promise them.
static void hash_number(double x)
{
    uint64_t bits = UINT64_MAX;
    if (x == x)
        memcpy(&bits, &x, sizeof bits);
    hash_word(bits);
}

static void begin(void)
{
    part = 0xcbf29ce484222325u;
}

static void end(const char *name, const char *detail)
{
    printf("%s%s%s %016" PRIx64 "\n", name, *detail ? "/" : "", detail, part);
    fflush(stdout);
    for (unsigned i = 0; i < 64; i += 8)
        all = (all ^ (unsigned char)(part >> i)) * 0x100000001b3u;
}

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "determinism: %.200s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

// ---- questions, as the page asks them

static mw_api *api;

static void hear(void *context, const char *json)
{
    (void)context;
    hash_text(json);
}

// Names and values, ended by NULL. The answer is in the hash; the caller frees it. An error where
// none may be would be a hash of nothing.
static char *ask(int may_fail, ...)
{
    mw_field fields[10] = {0};
    unsigned count = 0;
    va_list list;
    va_start(list, may_fail);
    for (const char *name; (name = va_arg(list, const char *)); count++)
        fields[count] = (mw_field){.name = name, .value = va_arg(list, const char *)};
    va_end(list);
    bool failed;
    char *answer = mw_api_answer(api, fields, count, &failed);
    if (!answer || (!may_fail && failed))
        give_up(fields[1].value, answer ? answer : "out of memory");
    hash_text(answer);
    return answer;
}

#define ASK(...) free(ask(false, "ask", __VA_ARGS__, (char *)NULL))
#define TRY(...) free(ask(true, "ask", __VA_ARGS__, (char *)NULL)) // which may have no answer

// ---- mazes that are there

// Sizes and options of mazes that are made.
static const struct {
    const char *kind, *small, *sizes[4];
} made[] = {
    {"rook", "3x3", {"5x5", "7x4,queen", "6x6,no-u-turn", "5x5,goal=center"}},
    {"die", "3x3", {"6x6", "9x5,obstacles=30", "5x5,labels=after", "8x8,cost=top"}},
    {"theseus", "3x3", {"5x5", "8x6,exit=door,blocks=2", "6x6,order=vh", "7x7,win=after"}},
    {"bloxorz", "4x4", {"8x6", "9x7,soft=2", "10x6,heavy=1,splits=1", "7x7,fragile=30"}},
    {"marble", "3x3", {"4x4", "3x3x3", "5x5,outer", "3x3x3,outer,orientations=24"}},
};
#define KINDS (sizeof made / sizeof *made)

typedef struct maze {
    char *text, *moves; // moves: the first half of a solution
    mw_maze *maze;
} maze;

static char *read_text(const char *name)
{
    FILE *f = fopen(name, "rb");
    char *text = f ? malloc(1 << 16) : NULL;
    if (!text)
        give_up(name, "cannot be read");
    text[fread(text, 1, (1 << 16) - 1, f)] = '\0';
    fclose(f);
    return text;
}

static maze read_maze(const char *name)
{
    mw_error error;
    mw_result r;
    maze m = {.text = read_text(name)};
    m.maze = mw_maze_read(NULL, m.text, strlen(m.text), &error);
    if (!m.maze || !mw_search(m.maze, &(mw_search_options){0}, &r, &error))
        give_up(name, error.text);
    m.moves = mw_moves_print(m.maze->kind, r.actions, r.moves / 2);
    mw_result_free(&r);
    return m;
}

static void searches(const maze *mazes, unsigned count)
{
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++) {
        begin();
        for (unsigned i = 0; i < count; i++)
            ASK("solve", "maze", mazes[i].text, "algorithm", a->name, "states", "3000");
        end("solve", a->name);
    }
    begin();
    for (unsigned i = 0; i < count; i++)
        ASK("trace", "maze", mazes[i].text, "algorithm", "astar", "events", "400");
    for (unsigned k = 0; k < KINDS; k++) // small ones: iterative deepening is slow when watched
        for (const mw_algorithm *a = mw_algorithms(); a->name; a++) {
            char id[64];
            snprintf(id, sizeof id, "%s:%s#8", made[k].kind, made[k].sizes[0]);
            ASK("trace", "maze", id, "algorithm", a->name);
        }
    end("trace", "");
}

static void graphs(const maze *mazes, unsigned count)
{
    begin();
    for (unsigned i = 0; i < count; i++)
        ASK("analyse", "maze", mazes[i].text);
    end("analyse", "");
    begin();
    for (unsigned i = 0; i < count; i++) {
        mw_graph *g = mw_graph_build(mazes[i].maze, true, NULL, NULL);
        for (const mw_heuristic *h = mazes[i].maze->kind->heuristics; h && h->name; h++) {
            mw_audit a;
            if (!g || !mw_audit_run(g, h, &a))
                give_up(mazes[i].text, "out of memory");
            hash_number((double)a.overestimated);
            hash_number((double)a.inconsistent);
            hash_number(a.mean_error);
            hash_state(&a.over);
            hash_state(&a.from);
        }
        mw_graph_free(g);
    }
    end("audit", "");
}

static void explanations(const maze *mazes, unsigned count)
{
    begin();
    for (unsigned i = 0; i < count; i++)
        ASK("explain", "maze", mazes[i].text);
    end("explain", "");
    begin();
    for (unsigned i = 0; i < count; i++)
        ASK("compare", "maze", mazes[i].text, "with", mazes[(i + 1) % count].text);
    end("compare", "");
}

// Those of a few hundred nodes and more, too: there, more is worked out with fractions.
static void layouts(const maze *mazes, unsigned count)
{
    static const char *const large[] = {"theseus:9x9#1", "die:20x20,obstacles=20#3",
                                        "marble:4x4x4#1"};
    for (unsigned way = 0; way < MW_LAYOUTS; way++) {
        const char *name = mw_layout_name((mw_layout_way)way);
        begin();
        for (unsigned i = 0; i < count; i++)
            ASK("layout", "maze", mazes[i].text, "way", name);
        for (unsigned i = 0; i < 3; i++) {
            ASK("layout", "maze", large[i], "way", name);
            ASK("graph", "maze", large[i], "way", name, "nodes", "150", "colour", "order");
        }
        end("layout", name);
    }
}

static void play(const maze *mazes, unsigned count)
{
    begin();
    for (unsigned i = 0; i < count; i++) {
        ASK("hint", "maze", mazes[i].text, "grade", "3");
        ASK("hint", "maze", mazes[i].text, "grade", "4");
        for (unsigned grade = 1; grade <= 4; grade++)
            ASK("hint", "maze", mazes[i].text, "moves", mazes[i].moves, "grade",
                ((const char *[]){"1", "2", "3", "4"})[grade - 1]);
        ASK("solution", "maze", mazes[i].text, "moves", mazes[i].moves);
    }
    end("hint", "");
    begin();
    for (unsigned i = 0; i < count; i++) {
        TRY("play", "maze", mazes[i].text, "moves", mazes[i].moves, "frames", "3");
        ASK("look", "maze", mazes[i].text, "moves", mazes[i].moves);
    }
    end("play", "");
}

static void pictures(const maze *mazes, unsigned count)
{
    static const char *const sorts[][3] = {
        {"plain", "false", "false"}, {"solution", "true", "false"}, {"distances", "false", "true"}};
    for (unsigned s = 0; s < 3; s++) {
        begin();
        for (unsigned i = 0; i < count; i++)
            TRY("svg", "maze", mazes[i].text, "solution", sorts[s][1], "distances", sorts[s][2],
                "theme", s == 1 ? "dark" : "light");
        end("svg", sorts[s][0]);
    }
}

static void texts(const maze *mazes, unsigned count)
{
    begin();
    for (unsigned i = 0; i < count; i++) {
        const mw_form *forms = mazes[i].maze->kind->text->forms;
        for (const mw_form *f = forms; f && f->name; f++) {
            char *text = mw_maze_print(mazes[i].maze, f->name);
            hash_text(text ? text : "");
            free(text);
        }
        ASK("maze", "maze", mazes[i].text);
    }
    end("text", "");
}

// ---- mazes that are made

static void random_mazes(void)
{
    static const char *const seeds[] = {"0", "1", "2", "77", "9223372036854775807"};
    for (unsigned k = 0; k < KINDS; k++) {
        begin();
        for (unsigned i = 0; i < 4; i++)
            for (unsigned s = 0; s < 5; s++)
                ASK("random", "kind", made[k].kind, "size", made[k].sizes[i], "seed", seeds[s]);
        end("random", made[k].kind);
    }
}

// As the page offers them; what a kind cannot is no part of it.
static bool can(const mw_design *d, const mw_method *m)
{
    return m->way == MW_BY_SEARCH || (m->way == MW_BY_BREEDING && d->bits) ||
           (m->way == MW_BY_PROOF && d->exact);
}

static void designs(void)
{
    for (unsigned k = 0; k < KINDS; k++) {
        const mw_design *d = mw_kind_find(made[k].kind)->design;
        for (const mw_method *m = mw_methods(); m->name; m++) {
            char name[64];
            if (!can(d, m))
                continue;
            begin();
            if (m->way == MW_BY_PROOF)
                TRY("design", "kind", made[k].kind, "size", made[k].small, "method", m->name);
            else
                for (unsigned i = 0; i < 2; i++)
                    TRY("design", "kind", made[k].kind, "size", made[k].sizes[i], "method", m->name,
                        "evaluations", "200", "seed", i ? "2" : "1");
            snprintf(name, sizeof name, "%s-%s", made[k].kind, m->name);
            end("design", name);
        }
    }
    begin();
    ASK("design", "kind", "rook", "size", "5x5", "objective",
        "-length - 0.1*player_steps^0.5 - sqrt(states)/7", "require", "solutions == 1",
        "evaluations", "500", "seed", "5");
    end("design", "expression");
}

static void ladders(void)
{
    for (unsigned k = 0; k < KINDS; k++) {
        mw_error error;
        mw_niches *niches;
        mw_rung rungs[6];
        mw_ladder_plan plan = {.params = made[k].sizes[0], .evaluations = 400, .seed = 3};
        begin();
        if (!mw_ladder_search(mw_kind_find(made[k].kind), &plan, &niches, &error))
            give_up(made[k].kind, error.text);
        char *text = mw_niches_print(niches);
        hash_text(text ? text : "");
        free(text);
        for (unsigned i = 0, n = mw_ladder_pick(niches, 6, rungs); i < n; i++) {
            char *id = mw_maze_print(rungs[i].maze, "id");
            hash_text(id ? id : "");
            hash_number(rungs[i].energy);
            hash_number(rungs[i].difficulty);
            free(id);
        }
        mw_niches_free(niches);
        end("ladder", made[k].kind);
    }
}

static void simulations(void)
{
    static const char *const ids[] = {"marble:3x3#4", "marble:3x3x3,outer#3",
                                      "marble:2x3x2,orientations=24#1"};
    for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++) {
        begin();
        for (unsigned i = 0; i < 3; i++)
            ASK("simulate", "maze", ids[i], "agent", a->name, "moves", "12", "recover", "true");
        end("simulate", a->name);
    }
    begin();
    for (unsigned i = 0; i < 40; i++)
        ASK("tilt", "maze", "marble:4x4#1", "up", i / 10 % 2 ? "0.3,1,0.1" : "-0.5,1,-0.1",
            "seconds", "0.2");
    end("tilt", "");
}

static void arithmetic(void)
{
    mw_rng rng;
    mw_rng_seed(&rng, 1);
    begin();
    for (unsigned i = 0; i < 20000; i++) {
        double x = ((double)mw_rng_below(&rng, 2000000) - 1e6) / 1400, y = i / 2000.0;
        hash_number(mw_exp(x));
        hash_number(mw_log(x));
        hash_number(mw_pow(x < 0 ? -x : x, y));
        hash_number(mw_sin_quarters(x));
        hash_number(mw_cos_quarters(x));
    }
    end("arithmetic", "");
}

int main(int argc, char **argv)
{
    unsigned count = (unsigned)(argc - 1);
    maze *mazes = calloc(count + 1, sizeof *mazes);
    api = mw_api_open(&(mw_api_host){.event = hear});
    if (argc < 2 || !mazes || !api)
        give_up("usage", "determinism MAZE...");
    for (unsigned i = 0; i < count; i++)
        mazes[i] = read_maze(argv[1 + i]);
    arithmetic();
    texts(mazes, count);
    searches(mazes, count);
    graphs(mazes, count);
    explanations(mazes, count);
    layouts(mazes, count);
    play(mazes, count);
    pictures(mazes, count);
    random_mazes();
    designs();
    ladders();
    simulations();
    printf("all %016" PRIx64 "\n", all);
    for (unsigned i = 0; i < count; i++) {
        free(mazes[i].text);
        free(mazes[i].moves);
        mw_maze_free(mazes[i].maze);
    }
    free(mazes);
    mw_api_close(api);
    return 0;
}
