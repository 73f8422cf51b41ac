// test_genetic.c: is genetic search what Nihalani et al. (2010) describe? Strings of bits that give
// their mazes back, their published fitness sums, an elite that is never lost, legal mazes only,
// and the same mazes from the same seed.
#include "mazewright/genetic.h"
#include "design/objective.h"
#include "support.h"

#include <math.h>

#define WORDS 128 // enough for 64x64

static const mw_kind *theseus(void)
{
    const mw_kind *kind = mw_kind_find("theseus");
    assert_non_null(kind);
    return kind;
}

static mw_maze *random_theseus(int w, int h, const char *options, int seed)
{
    return maze_of_id(formatted("theseus:%dx%d%s#%d", w, h, options, seed));
}

// ---- strings of bits

TEST(strings_give_their_mazes_back)
{
    static const char *const options[] = {"", ",order=vh", ",win=after,exit=door",
                                          ",horizontal=60,vertical=5,exit=door"};
    const mw_design *d = theseus()->design;
    mw_rng rng = seeded(3);
    for (int i = 0; i < 600; i++) {
        int w = 2 + (int)mw_rng_below(&rng, i % 20 ? 9 : 63);
        int h = 2 + (int)mw_rng_below(&rng, i % 20 ? 9 : 63);
        scoped_maze *m = random_theseus(w, h, options[i % 4], i);
        mw_maze *other = random_theseus(w, h, options[i % 4], i + 1000); // size and options only
        uint64_t bits[WORDS], again[WORDS];
        memset(bits, 0xff, sizeof bits);
        d->encode(m, bits);
        assert_true(d->decode(other, bits));
        assert_true(mw_maze_equal(m, other));
        d->encode(other, again);
        assert_memory_equal(bits, again, (d->bits(m) + 63) / 64 * sizeof *bits);
        mw_maze_free(other);
    }
}

TEST(strings_have_the_papers_length)
{
    static const struct {
        int cols, rows;
        unsigned place; // ceil(log2(cells)), by hand
    } sizes[] = {{6, 6, 6}, {4, 2, 3}, {3, 2, 3}, {3, 1, 2}, {1, 4, 2}, {10, 10, 7}, {64, 64, 12}};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        unsigned cols = (unsigned)sizes[i].cols, rows = (unsigned)sizes[i].rows;
        scoped_maze *m = random_theseus(sizes[i].cols, sizes[i].rows, "", 1);
        assert_int_equal(theseus()->design->bits(m),
                         3 * sizes[i].place + cols * (rows - 1) + (cols - 1) * rows);
    }
    // A door has one of 24 places; a block has a cell, its steps out (3 bits), which way it comes
    // back, and four sides. A path that does not come back as it went has no bits.
    scoped_maze *door = random_theseus(6, 6, ",exit=door", 1);
    assert_int_equal(theseus()->design->bits(door), 2 * 6 + 5 + 60);
    scoped_maze *blocks = random_theseus(6, 6, ",blocks=3", 1);
    assert_int_equal(theseus()->design->bits(blocks), 3 * 6 + 60 + 3 * (6 + 3 + 1 + 4 * 2));
    scoped_maze *rests = maze_of_id("theseus:4x3:9113/8002/c446/t0.0/m3.2/x3.0/b1.1.RWL");
    assert_int_equal(theseus()->design->bits(rests), 0);
}

// Blocks, too; they need not have room in the walls of another maze, so those are decoded alone.
TEST(strings_give_their_blocks_back)
{
    const mw_design *d = theseus()->design;
    for (int i = 0; i < 300; i++) {
        const char *options = i % 2 ? ",blocks=2" : ",exit=door,blocks=3,win=after";
        scoped_maze *m = random_theseus(5 + i % 4, 5, options, i);
        scoped_maze *other = random_theseus(5 + i % 4, 5, options, i + 1000);
        uint64_t bits[WORDS];
        d->encode(m, bits);
        assert_true(d->decode(other, bits));
        assert_true(mw_maze_equal(m, other));
    }
}

// Any string is refused, or is a maze that its text gives back and that is the string again.
TEST(random_strings_are_mazes_or_refused)
{
    static const char *const ids[] = {"rook:5x5#1",
                                      "rook:7x3,queen#2",
                                      "rook:2x1#1",
                                      "die:6x6#1",
                                      "die:5x3#2",
                                      "die:2x1#1",
                                      "theseus:4x4#1",
                                      "theseus:5x3,exit=door#1",
                                      "theseus:5x5,blocks=2#1",
                                      "bloxorz:6x5#1",
                                      "bloxorz:8x6,switches=2,splits=1#4",
                                      "bloxorz:9x6,soft=2,heavy=1,rules=seed#2",
                                      "marble:4x3#1",
                                      "marble:2x1#1",
                                      "marble:3x3x3,orientations=24#2",
                                      "marble:4x4x4,outer#5"};
    mw_rng rng = seeded(8);
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]), *other = maze_of_id(ids[i]);
        const mw_design *d = m->kind->design;
        unsigned legal = 0, n = d->bits(m);
        uint64_t bits[WORDS] = {0}, again[WORDS] = {0};
        assert_true(n <= 64 * WORDS);
        for (unsigned round = 0; round < 20000; round++) {
            if (round % 50 == 0) // begin at a legal one and go astray
                d->encode(other, bits);
            else if (n)
                bits[(round * 7 % n) / 64] ^= (uint64_t)(mw_rng_next(&rng) & 1)
                                              << (round * 7 % n) % 64;
            if (!d->decode(m, bits))
                continue;
            legal++;
            d->encode(m, again);
            assert_memory_equal(bits, again, (n + 63) / 64 * sizeof *bits);
            scoped_text *id = mw_maze_print(m, "id");
            scoped_maze *read = maze_of_id(id);
            assert_true(mw_maze_equal(m, read));
        }
        assert_true(legal >= 400);
    }
}

// Breeding is better than chance, for every kind that can be bred.
TEST(breeding_makes_longer_mazes)
{
    static const char *const sizes[][2] = {{"rook", "5x5"},
                                           {"die", "5x5"},
                                           {"theseus", "5x5"},
                                           {"theseus", "5x5,exit=door"},
                                           {"theseus", "5x5,blocks=1"},
                                           {"bloxorz", "7x5"},
                                           {"bloxorz", "8x6,switches=1,splits=1"},
                                           {"marble", "5x5"},
                                           {"marble", "3x3x3"}};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        mw_error e;
        mw_bred few, many;
        mw_genetic_plan plan = {.params = sizes[i][1],
                                .seed = 2,
                                .generations = 1,
                                .terms = &(mw_term){1, "length"},
                                .term_count = 1};
        assert_true(mw_genetic(mw_kind_find(sizes[i][0]), &plan, &few, &e));
        plan.generations = 100;
        assert_true(mw_genetic(mw_kind_find(sizes[i][0]), &plan, &many, &e));
        assert_true(many.best_value > few.best_value);
        mw_maze_free(few.fittest);
        mw_maze_free(few.best);
        mw_maze_free(many.fittest);
        mw_maze_free(many.best);
    }
}

// Where each bit stands, on a maze that can be read off: 3x2, T at 0, M at 5, exit at 2.
TEST(bits_stand_where_the_paper_has_them)
{
    const mw_design *d = theseus()->design;
    scoped_maze *m = random_theseus(3, 2, "", 1);
    // 000 101 010; walls below the upper cells: 010, under cell 1; beside cells 0, 1, 3, 4: 1000.
    static const char text[] = "0001010100101000";
    uint64_t bits = 0;
    assert_int_equal(d->bits(m), strlen(text));
    for (unsigned i = 0; text[i]; i++)
        bits |= (uint64_t)(text[i] == '1') << i;
    assert_true(d->decode(m, &bits));
    mw_state s;
    theseus()->rules->start(m, &s);
    assert_int_equal(theseus()->rules->cell(m, &s), 0);
    assert_int_equal(s.w[0] >> 16 & 0xffff, 5);
    mw_edge edges[MW_EDGES_MAX]; // from cell 0: right is walled, down is open, and waiting
    unsigned n = theseus()->rules->expand(m, &s, edges);
    assert_int_equal(n, 2);
    assert_string_equal(theseus()->rules->actions[edges[0].action].word, "D");
    s.w[0] = 1 | 5 << 16; // from cell 1: left and down are walled, right is home
    n = theseus()->rules->expand(m, &s, edges);
    assert_int_equal(n, 2);
    assert_string_equal(theseus()->rules->actions[edges[0].action].word, "R");
    assert_int_equal(edges[0].status, MW_SOLVED);
    s.w[0] = 2 | 5 << 16;
    assert_int_equal(theseus()->rules->status(m, &s), MW_SOLVED);
}

TEST(illegal_strings_are_refused)
{
    const mw_design *d = theseus()->design;
    static const struct {
        unsigned theseus, minotaur, exit;
        bool legal;
    } rows[] = {
        {0, 1, 2, true},   {35, 34, 33, true}, {0, 5, 5, true}, // he may wait on the exit
        {36, 1, 2, false}, {0, 36, 2, false},  {0, 1, 36, false}, {63, 1, 2, false},
        {7, 7, 2, false},  {7, 1, 7, false},   {7, 7, 7, false},
    };
    scoped_maze *m = random_theseus(6, 6, "", 1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint64_t bits[2] = {0};
        const unsigned places[3] = {rows[i].theseus, rows[i].minotaur, rows[i].exit};
        for (unsigned k = 0; k < 18; k++)
            bits[0] |= (uint64_t)(places[k / 6] >> (5 - k % 6) & 1) << k;
        assert_int_equal(d->decode(m, bits), rows[i].legal);
    }
}

// ---- fitness

// Table I of Nihalani et al., "Artificial Intelligence in Gaming": generation by generation the
// fitness of the fittest maze, and its five parameters in per cent of their maxima.
TEST(fitness_is_the_papers_sum)
{
    static const mw_term terms[] = {
        {2, "moves"}, {3, "enemy_moves"}, {1, "static"}, {1.5, "traps"}, {1, "false_paths"}};
    static const double table[6][6] = {
        {177.5, 19, 27, 14, 11, 28}, {753.5, 89, 92, 86, 77, 98}, {785, 89, 97, 84, 88, 100},
        {784.5, 92, 97, 89, 83, 96}, {793, 96, 97, 97, 94, 72},   {816, 98, 100, 98, 100, 72},
    };
    double values[8][5] = {{100, 100, 100, 100, 100}}; // the maxima; the last one is unsolvable
    mw_individual mazes[8] = {0};
    for (unsigned i = 0; i < 8; i++)
        mazes[i].terms = values[i];
    for (unsigned i = 0; i < 6; i++)
        memcpy(values[i + 1], table[i] + 1, sizeof values[0]);
    mw_relative_fitness(terms, 5, mazes, 8);
    assert_true(fabs(mazes[0].fitness - 850) < 1e-9);
    for (unsigned i = 0; i < 6; i++)
        assert_true(fabs(mazes[i + 1].fitness - table[i][0]) < 1e-9);
    assert_true(mazes[7].fitness == 0);
    for (unsigned i = 0; i < 8; i++) // the scale of a parameter does not matter
        values[i][1] *= 0.37;
    mw_relative_fitness(terms, 5, mazes, 8);
    for (unsigned i = 0; i < 6; i++)
        assert_true(fabs(mazes[i + 1].fitness - table[i][0]) < 1e-9);
    mw_relative_fitness(terms, 5, mazes + 7, 1); // nothing to be relative to
    assert_true(mazes[7].fitness == 0);
}

// ---- generations

typedef struct witness {
    mw_maze *elite[2];
    double best; // under a fixed scale, of one term: its absolute value
    unsigned generations, stop_at;
    bool one_term;
} witness;

static bool in_generation(const mw_generation *g, const mw_maze *m)
{
    for (unsigned i = 0; i < g->population; i++)
        if (mw_maze_equal(g->mazes[i].maze, m))
            return true;
    return false;
}

static bool watch_elite(void *context, const mw_generation *g)
{
    witness *w = context;
    assert_int_equal(g->number, w->generations++);
    for (unsigned i = 0; i < 2; i++) {
        if (w->elite[i])
            assert_true(in_generation(g, w->elite[i]));
        mw_maze_free(w->elite[i]);
        w->elite[i] = mw_maze_clone(g->mazes[i].maze);
    }
    for (unsigned i = 1; i < g->population; i++)
        assert_true(g->mazes[i - 1].fitness >= g->mazes[i].fitness);
    if (w->one_term) { // then fitness orders mazes alike in every population
        assert_true(g->mazes[0].terms[0] >= w->best);
        w->best = g->mazes[0].terms[0];
    }
    return !w->stop_at || g->number < w->stop_at;
}

static void forget(witness *w)
{
    mw_maze_free(w->elite[0]);
    mw_maze_free(w->elite[1]);
}

static mw_bred bred(const mw_genetic_plan *plan)
{
    mw_bred b;
    mw_error e;
    if (!mw_genetic(theseus(), plan, &b, &e))
        fail_msg("%s", e.text);
    return b;
}

static void free_bred(mw_bred *b)
{
    mw_maze_free(b->fittest);
    mw_maze_free(b->best);
}

TEST(the_two_fittest_are_never_lost)
{
    static const mw_term length = {1, "length"};
    for (unsigned i = 0; i < 4; i++) {
        scoped(forget) witness w = {.one_term = i % 2};
        mw_genetic_plan plan = {.params = "6x6",
                                .seed = i,
                                .generations = 60,
                                .mutation = 1,
                                .terms = i % 2 ? &length : NULL,
                                .term_count = i % 2,
                                .distinct = i / 2,
                                .watch = watch_elite,
                                .context = &w};
        scoped(free_bred) mw_bred b = bred(&plan);
        assert_int_equal(w.generations, 61);
        assert_true(mw_maze_equal(b.fittest, w.elite[0]));
        if (w.one_term)
            assert_true(b.best_value == w.best);
    }
}

typedef struct decline {
    double last;    // terms of the fittest maze of the last generation, one term
    unsigned falls; // generations whose fittest maze is worse
} decline;

static bool watch_decline(void *context, const mw_generation *g)
{
    decline *d = context;
    d->falls += g->mazes[0].terms[0] < d->last;
    d->last = g->mazes[0].terms[0];
    return true;
}

// An elite of two keeps the best; without an elite it is lost now and then, here as in the command.
TEST(without_an_elite_the_fittest_are_lost)
{
    static const unsigned elites[] = {0, 1, MW_NO_ELITE}; // 0 is the default, two
    for (size_t i = 0; i < COUNT(elites); i++) {
        decline d = {0};
        mw_genetic_plan plan = {.params = "6x6",
                                .generations = 60,
                                .elite = elites[i],
                                .mutation = 1,
                                .terms = &(mw_term){1, "length"},
                                .term_count = 1,
                                .watch = watch_decline,
                                .context = &d};
        scoped(free_bred) mw_bred b = bred(&plan);
        assert_true(elites[i] == MW_NO_ELITE ? d.falls >= 5 : d.falls == 0);
    }
    scoped_text *none = output_of("design theseus 5x5#1 -m genetic -e 2000 --elite 0 -q", 0);
    scoped_text *two = output_of("design theseus 5x5#1 -m genetic -e 2000 --elite 2 -q", 0);
    scoped_text *usual = output_of("design theseus 5x5#1 -m genetic -e 2000 -q", 0);
    assert_true(strcmp(none, two) != 0);
    assert_int_equal(strcspn(two, "#"), strcspn(usual, "#"));
    assert_int_equal(strncmp(two, usual, strcspn(two, "#")), 0);
}

TEST(a_watcher_can_stop)
{
    scoped(forget) witness w = {.stop_at = 7};
    mw_genetic_plan plan = {.params = "6x6", .watch = watch_elite, .context = &w};
    scoped(free_bred) mw_bred b = bred(&plan);
    assert_true(b.stopped);
    assert_int_equal(b.generations, 7);
    assert_int_equal(w.generations, 8);
    assert_true(mw_maze_equal(b.fittest, w.elite[0]));
}

static bool check_absolute_terms(UNUSED void *context, const mw_generation *g)
{
    for (unsigned i = 0; i < g->population; i += 9) {
        mw_evaluation e;
        const double *t = g->mazes[i].terms;
        assert_true(mw_evaluate_plainly(g->mazes[i].maze, true, &e));
        bool solvable = e.length != MW_FAR;
        const double plain[5] = {e.own[0], e.own[1], e.own[2], e.own[3], e.own[5]};
        for (unsigned k = 0; k < 5; k++)
            assert_true(t[k] == (solvable ? plain[k] : 0));
        assert_true(solvable || g->mazes[i].fitness == 0);
    }
    return true;
}

TEST(terms_are_those_of_the_mazes)
{
    mw_genetic_plan plan = {
        .params = "5x4", .seed = 8, .generations = 15, .watch = check_absolute_terms};
    scoped(free_bred) mw_bred b = bred(&plan);
}

static bool count_twins(void *most, const mw_generation *g)
{
    unsigned twins = 0;
    for (unsigned i = 0; i < g->population; i++)
        for (unsigned k = 0; k < i; k++)
            if (mw_maze_equal(g->mazes[i].maze, g->mazes[k].maze)) {
                twins++;
                break;
            }
    if (twins > *(unsigned *)most)
        *(unsigned *)most = twins;
    return true;
}

TEST(distinct_mazes_have_no_twins)
{
    unsigned twins = 0, most = 0;
    mw_genetic_plan plan = {
        .params = "6x6", .seed = 5, .generations = 50, .watch = count_twins, .context = &twins};
    mw_bred b = bred(&plan);
    free_bred(&b);
    plan.context = &most;
    plan.distinct = true;
    b = bred(&plan);
    free_bred(&b);
    assert_true(twins > 0);
    assert_int_equal(most, 0);
}

// ---- what comes out

static void check_laws(const mw_maze *m)
{
    assert_non_null(m);
    assert_true(keeps_all_laws(m, "what was bred") && reads_back(m, "id"));
}

TEST(two_hundred_generations_reach_25_moves)
{
    for (unsigned seed = 1; seed <= 3; seed++) {
        mw_genetic_plan plan = {.params = "6x6", .seed = seed, .generations = 200};
        scoped(free_bred) mw_bred b = bred(&plan);
        mw_evaluation fittest, best;
        assert_true(mw_evaluate_plainly(b.fittest, false, &fittest));
        assert_true(mw_evaluate_plainly(b.best, false, &best));
        assert_true(fittest.length >= 25 && fittest.length != MW_FAR);
        assert_true(best.length == b.best_value && best.length >= fittest.length);
        assert_int_equal(b.generations, 200);
        assert_false(b.stopped);
        check_laws(b.fittest);
        check_laws(b.best);
    }
}

// All operators, on boards of several sizes: legal mazes, the same ones from the same seed.
TEST(every_operator_repeats_from_its_seed)
{
    static const char *const params[] = {"6x6", "4x7", "3x1", "9x8,order=vh,win=after"};
    for (unsigned i = 0; i < 48; i++) {
        mw_genetic_plan plan = {.params = params[i % 4],
                                .seed = i,
                                .generations = 12,
                                .population = 20 + i % 3, // an odd one, too
                                .selection = i / 4 % 2 ? MW_TOURNAMENT : MW_ROULETTE,
                                .crossover = (mw_crossover)(i / 8 % 3),
                                .bit_rate = i / 24 ? 0.02 : 0,
                                .mutation = i % 5 ? 0.3 : -1,
                                .distinct = i % 7 == 0};
        mw_bred one = bred(&plan), two = bred(&plan);
        assert_true(one.fitness == two.fitness && one.evaluations == two.evaluations);
        assert_int_equal(one.fittest->bytes, two.fittest->bytes);
        assert_memory_equal(one.fittest, two.fittest, one.fittest->bytes);
        assert_memory_equal(one.best, two.best, one.best->bytes);
        check_laws(one.fittest);
        check_laws(one.best);
        plan.seed += 1000;
        scoped(free_bred) mw_bred three = bred(&plan);
        if (i % 4 != 2) // there are few mazes of 3x1
            assert_false(mw_maze_equal(one.fittest, three.fittest));
        free_bred(&one);
        free_bred(&two);
    }
}

TEST(other_measures_can_be_terms)
{
    static const mw_term terms[] = {{1, "dead"}, {2, "solutions"}}; // one needs the state graph
    mw_genetic_plan plan = {.params = "4x4",
                            .population = 10,
                            .generations = 5,
                            .terms = terms,
                            .term_count = 2,
                            .keep = "dead"};
    scoped(free_bred) mw_bred b = bred(&plan);
    mw_evaluation e;
    assert_true(mw_evaluate_plainly(b.best, true, &e));
    assert_true(e.dead == b.best_value);
}

TEST(plans_without_sense_are_refused)
{
    static const mw_term unknown = {1, "beauty"}, sum = {1, "moves + dead"}, none = {0, "moves"},
                         negative = {-1, "moves"}, endless = {INFINITY, "moves"};
    static const struct {
        const char *kind;
        mw_genetic_plan plan;
        const char *says;
    } rows[] = {
        {"null", {.params = "5x1"}, "strings of bits"},
        {"theseus", {.params = "0x6"}, ""},
        {"theseus", {.params = "6x6,colour=red"}, "colour"},
        {"theseus", {.params = "6x6", .terms = &unknown, .term_count = 1}, "beauty"},
        {"theseus", {.params = "6x6", .terms = &sum, .term_count = 1}, "one measure"},
        {"theseus", {.params = "6x6", .terms = &none, .term_count = 1}, "importance"},
        {"theseus", {.params = "6x6", .terms = &negative, .term_count = 1}, "importance"},
        {"theseus", {.params = "6x6", .terms = &endless, .term_count = 1}, "importance"},
        {"theseus", {.params = "6x6", .terms = &sum, .term_count = 17}, "16"},
        {"theseus", {.params = "6x6", .keep = "charm"}, "charm"},
        {"theseus", {.params = "6x6", .population = 2}, "population"},
        {"theseus", {.params = "6x6", .population = 1000000000}, "population"},
        {"theseus", {.params = "6x6", .mutation = 1.5}, "probability"},
        {"theseus", {.params = "6x6", .mutation = (double)NAN}, "probability"},
        {"theseus", {.params = "6x6", .bit_rate = -0.1}, "probability"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_bred b;
        mw_error e;
        assert_false(mw_genetic(mw_kind_find(rows[i].kind), &rows[i].plan, &b, &e));
        assert_true(*e.text && strstr(e.text, rows[i].says));
        assert_null(b.fittest);
        assert_null(b.best);
    }
}

// With a wall everywhere, and no mutation to take one away.
TEST(unsolvable_mazes_have_no_fittest)
{
    mw_genetic_plan plan = {.params = "4x4,horizontal=100,vertical=100",
                            .population = 10,
                            .generations = 3,
                            .mutation = -1};
    mw_bred b = bred(&plan);
    assert_null(b.fittest);
    assert_null(b.best);
    assert_true(b.fitness == 0);
}

// The energies of the first generation are its fitnesses; then the search ends.
static bool compare_energies(void *context, const mw_generation *g)
{
    const mw_objective *o = context;
    unsigned fit = 0;
    for (unsigned i = 0; i < g->population; i++) {
        assert_true(fabs(mw_objective_energy(o, g->mazes[i].maze) + g->mazes[i].fitness) < 1e-9);
        fit += g->mazes[i].fitness > 0;
    }
    assert_true(fit > 10);
    return false;
}

// Where there is no population, fitness is relative to the random mazes of the first generation.
TEST(fitness_is_an_objective_for_every_method)
{
    mw_error e;
    mw_objective o;
    mw_genetic_plan plan = {.params = "5x5", .seed = 3};
    scoped_text *text = mw_fitness_objective(theseus(), &plan, &e);
    assert_non_null(text);
    assert_true(mw_objective_init(&o, theseus(), text, NULL, &e));
    plan.watch = compare_energies;
    plan.context = &o;
    scoped(free_bred) mw_bred b = bred(&plan);
    assert_true(b.stopped);
    scoped_text *named = output_of("design theseus 5x5#3 --objective fitness -m genetic -e 300", 0);
    scoped_text *usual = output_of("design theseus 5x5#3 -m genetic -e 300", 0);
    assert_int_equal(strncmp(named, usual, strcspn(usual, "#")), 0);
    static const command_case rows[] = {
        {"design theseus 5x5#3 --objective fitness -e 1000", DONE, "# energy -", ""},
        {"design theseus 5x5#3 --objective fitness -e 1000 --json", DONE, "\"fitness\"", ""},
        {"design rook 5x5#3 --objective fitness --fitness length,states=2 -e 1000 -m descent", DONE,
         "# energy -", ""},
        {"design theseus 5x5#3 --objective fitness -e 3000 -m ladder --count 2", DONE, "# energy -",
         ""},
        {"design rook 4x4 --objective fitness -m exact", USAGE, "", "leave the objective out"},
        {"design die 4x4,labels=after --objective fitness -e 10", USAGE, "", "strings of bits"},
        {"design theseus 6x6 --objective fitness -e 10 --limit-memory 10K", USAGE, "",
         "does not suffice for the population"},
    };
    expect_answers(rows, COUNT(rows));
}
