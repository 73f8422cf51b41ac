// test_core.c: what everything else stands on: random numbers, the heap, the stores, memory under a
// budget, text.
#include "search/heap.h"
#include "core/visited.h"
#include "core/text.h"
#include "support.h"

#include <math.h>

static const mw_visited_type stores[] = {MW_VISITED_DENSE, MW_VISITED_HASHED, MW_VISITED_FULL};

// ---- random numbers

static uint64_t turned(uint64_t x, int left)
{
    return (x << left) | (x >> (64 - left));
}

// The two generators as Vigna publishes them.
static uint64_t splitmix64(uint64_t *x)
{
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t xoshiro256starstar(uint64_t s[4])
{
    const uint64_t result = turned(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = turned(s[3], 45);
    return result;
}

TEST(random_numbers_are_the_published_ones)
{
    // The values that other implementations of xoshiro256** test themselves with.
    static const uint64_t from_1234[] = {11520, 0, 1509978240, UINT64_C(1215971899390074240)};
    static const uint64_t from_seed_0[] = {
        UINT64_C(11091344671253066420), UINT64_C(13793997310169335082),
        UINT64_C(1900383378846508768), UINT64_C(7684712102626143532)};
    mw_rng plain = {{1, 2, 3, 4}}, seeded;
    mw_rng_seed(&seeded, 0);
    for (int i = 0; i < 4; i++) {
        assert_true(mw_rng_next(&plain) == from_1234[i]);
        assert_true(mw_rng_next(&seeded) == from_seed_0[i]);
    }
    for (uint64_t seed = 0; seed < 1000; seed += 37) {
        uint64_t x = seed * seed * seed * seed, s[4];
        mw_rng_seed(&seeded, x);
        for (int i = 0; i < 4; i++)
            s[i] = splitmix64(&x);
        for (int i = 0; i < 100; i++)
            assert_true(mw_rng_next(&seeded) == xoshiro256starstar(s));
    }
}

TEST(random_numbers_stay_below_and_are_uniform)
{
    static const uint32_t bounds[] = {1, 2, 3, 6, 7, 100, 1000, 3000000000u, UINT32_MAX};
    mw_rng rng = seeded(1);
    for (size_t b = 0; b < COUNT(bounds); b++) {
        unsigned bins[10] = {0};
        for (int i = 0; i < 20000; i++) {
            uint32_t n = mw_rng_below(&rng, bounds[b]);
            assert_true(n < bounds[b]);
            bins[(uint64_t)n * 10 / bounds[b]]++;
        }
        // Ten equal bins of the range; where fewer numbers than bins exist, as many bins are hit.
        double expected = 20000.0 / (bounds[b] < 10 ? bounds[b] : 10);
        for (int i = 0; i < 10; i++)
            assert_true(!bins[i] || (bins[i] > expected * 0.9 && bins[i] < expected * 1.1));
    }
}

// ---- heap

TEST(a_heap_sorts)
{
    mw_budget budget = {0};
    mw_heap heap = {0};
    mw_rng rng = seeded(2);
    bool there[5000] = {false};
    for (uint32_t id = 0; id < 5000; id++) {
        uint32_t random = mw_rng_below(&rng, 50 * 20);
        mw_heap_item item = {.key = random / 20, .tie = random % 20, .id = id};
        assert_true(mw_heap_push(&heap, &budget, item));
    }
    mw_heap_item last = {0};
    for (uint32_t i = 0; i < 5000; i++) {
        mw_heap_item item = mw_heap_pop(&heap);
        assert_true(last.key < item.key || (last.key == item.key && last.tie <= item.tie));
        assert_false(there[item.id]); // every item once
        there[item.id] = true;
        last = item;
    }
    assert_int_equal(heap.size, 0);
    mw_heap_free(&heap, &budget);
    assert_int_equal(budget.used, 0);
}

TEST(a_heap_gives_the_least_at_any_time)
{
    enum { KEYS = 30 };
    uint32_t held[KEYS] = {0}; // how many of each key
    mw_budget budget = {0};
    mw_heap heap = {0};
    mw_rng rng = seeded(3);
    for (int i = 0; i < 20000; i++) {
        if (heap.size && mw_rng_below(&rng, 100) < 49) {
            uint32_t least = 0;
            while (!held[least])
                least++;
            assert_int_equal(mw_heap_pop(&heap).key, least);
            held[least]--;
        } else {
            uint32_t key = mw_rng_below(&rng, KEYS);
            assert_true(mw_heap_push(&heap, &budget, (mw_heap_item){.key = key}));
            held[key]++;
        }
    }
    mw_heap_free(&heap, &budget);
    assert_int_equal(budget.used, 0);
}

TEST(a_heap_keeps_to_its_budget)
{
    mw_budget budget = {.limit = 10000};
    mw_heap heap = {0};
    uint32_t pushed = 0;
    while (mw_heap_push(&heap, &budget, (mw_heap_item){.key = 1000 - pushed, .id = pushed}))
        pushed++;
    assert_true(pushed > 64 && budget.peak <= 10000);
    assert_int_equal(heap.size, pushed);
    assert_int_equal(mw_heap_pop(&heap).id, pushed - 1); // what was pushed is still in order
    mw_heap_free(&heap, &budget);
    assert_int_equal(budget.used, 0);
}

// ---- memory

TEST(a_budget_counts_every_byte)
{
    mw_budget b = {0};
    unsigned char *zeroed = mw_zeroed(&b, 100), *p = mw_resize(&b, NULL, 0, 50);
    assert_true(zeroed && p);
    for (int i = 0; i < 100; i++)
        assert_int_equal(zeroed[i], 0);
    assert_true(b.used == 150 && b.peak == 150);
    memset(p, 7, 50);
    p = mw_resize(&b, p, 50, 80);
    assert_non_null(p);
    assert_true(p[0] == 7 && p[49] == 7);
    assert_true(b.used == 180 && b.peak == 230); // old and new side by side while one is copied
    mw_release(&b, zeroed, 100);
    mw_release(&b, NULL, 1000);
    assert_true(b.used == 80 && b.peak == 230);
    mw_release(&b, p, 80);
    assert_true(b.used == 0 && b.peak == 230);
}

TEST(a_budget_keeps_its_limit)
{
    mw_budget b = {.limit = 100};
    assert_null(mw_zeroed(&b, 101));
    assert_null(mw_resize(&b, NULL, 0, SIZE_MAX));
    assert_true(b.used == 0 && b.peak == 0);
    unsigned char *p = mw_zeroed(&b, 60);
    assert_non_null(p);
    assert_null(mw_resize(&b, p, 60, 61)); // 60 and 61 do not fit together
    assert_null(mw_zeroed(&b, 41));
    void *rest = mw_zeroed(&b, 40);
    assert_non_null(rest);
    assert_true(b.used == 100 && b.peak == 100);
    assert_null(mw_zeroed(&b, 1));
    mw_release(&b, rest, 40);
    mw_release(&b, p, 60);
    assert_int_equal(b.used, 0);
}

// A number of 64 bits that is cut to 32 is a small one, and then a table is too short.
TEST(no_number_is_cut_to_a_small_size)
{
    const uint64_t more = ((uint64_t)1 << 32) + 1; // cut: 1
    mw_budget b = {.limit = 1 << 20};
    void *items = NULL;
    size_t capacity = 0;
    assert_false(mw_reserve(&b, &items, &capacity, more, 8));
    assert_true(!items && !capacity && !b.used);
    assert_true(mw_bytes_up_to(more) >= UINT32_MAX);
    if (SIZE_MAX == UINT32_MAX)
        assert_null(mw_array(more, 4));
}

TEST(arrays_double_and_take_what_is_needed_near_the_limit)
{
    mw_budget b = {0};
    void *items = NULL;
    size_t capacity = 0;
    assert_true(mw_reserve(&b, &items, &capacity, 1, 8));
    assert_true(capacity == 64 && b.used == 64 * 8);
    assert_true(mw_reserve(&b, &items, &capacity, 64, 8) && capacity == 64);
    b.limit = (64 + 65) * 8 - 1; // no room for both blocks while one is copied
    void *before = items;
    assert_false(mw_reserve(&b, &items, &capacity, 65, 8));
    assert_true(items == before && capacity == 64 && b.used == 64 * 8);
    b.limit++;
    assert_true(mw_reserve(&b, &items, &capacity, 65, 8));
    assert_true(capacity == 65 && b.used == 65 * 8 && b.peak == b.limit);
    b.limit = 0;
    assert_true(mw_reserve(&b, &items, &capacity, 66, 8) && capacity == 130);
    assert_true(mw_reserve(&b, &items, &capacity, 1000, 8) && capacity == 1000);
    mw_release(&b, items, capacity * 8);
    assert_int_equal(b.used, 0);
}

// ---- stores, over a kind made for them: three words, of which the first is the rank and the
// second does not matter, so that states can be merged

static uint64_t toy_count(const mw_maze *m)
{
    return m->data[0];
}

static uint64_t toy_rank(UNUSED const mw_maze *m, const mw_state *s)
{
    return s->w[0];
}

static bool toy_unrank(UNUSED const mw_maze *m, uint64_t rank, mw_state *s)
{
    *s = (mw_state){{rank, 0, rank * 3}};
    return true;
}

static const mw_rules toy_rules = {
    .size = sizeof(mw_rules), .count = toy_count, .rank = toy_rank, .unrank = toy_unrank};
static const mw_kind toy = {.size = sizeof(mw_kind), .name = "toy", .rules = &toy_rules};

static mw_maze *toy_maze(uint64_t ranks)
{
    mw_maze *m = mw_maze_new(&toy, sizeof(uint64_t));
    assert_non_null(m);
    m->words = 3;
    m->data[0] = ranks;
    return m;
}

// The states in an order that is not that of their ranks; `ranks` is a power of two.
static mw_state toy_state(const mw_maze *m, uint64_t n)
{
    mw_state s;
    toy_unrank(m, n * 7919 % m->data[0], &s);
    return s;
}

static uint32_t add(mw_visited *store, const mw_state *s, bool *fresh)
{
    return mw_visited_add(store, s, toy_rank(store->maze, s), fresh);
}

static void check_growth(mw_visited_type type, uint32_t states)
{
    scoped_maze *m = toy_maze(1 << 18);
    mw_budget budget = {0};
    mw_visited store;
    bool fresh;
    assert_true(mw_visited_init(&store, m, type, sizeof(uint32_t), &budget));
    for (uint32_t i = 0; i < states; i++) {
        mw_state s = toy_state(m, i), old = toy_state(m, i / 2);
        assert_int_equal(mw_visited_lookup(&store, &s), MW_NO_ID);
        assert_int_equal(add(&store, &s, &fresh), i); // ids come in order of arrival
        assert_true(fresh);
        uint32_t *row = mw_visited_row(&store, i);
        assert_int_equal(*row, 0);
        *row = i + 1;
        assert_int_equal(add(&store, &old, &fresh), i / 2); // the second time, the same id
        assert_false(fresh);
    }
    assert_int_equal(store.size, states);
    for (uint32_t i = 0; i < states; i++) {
        mw_state s = toy_state(m, i), got;
        memset(&got, 0xff, sizeof got);
        mw_visited_get(&store, i, &got);
        assert_memory_equal(&got, &s, sizeof s);
        assert_int_equal(mw_visited_lookup(&store, &s), i);
        assert_int_equal(*(uint32_t *)mw_visited_row(&store, i), i + 1);
    }
    assert_true(budget.used <= budget.peak);
    mw_visited_free(&store);
    assert_int_equal(budget.used, 0);
}

TEST(stores_number_states_as_they_arrive)
{
    for (unsigned i = 0; i < 3; i++)
        check_growth(stores[i], 200000);
}

TEST(only_the_full_store_keeps_states_of_one_rank_apart)
{
    for (unsigned i = 0; i < 3; i++) {
        scoped_maze *m = toy_maze(64);
        mw_budget budget = {0};
        mw_visited store;
        assert_true(mw_visited_init(&store, m, stores[i], 0, &budget));
        for (uint64_t n = 0; n < 64 * 5; n++) {
            bool fresh;
            mw_state s = toy_state(m, n), got;
            s.w[1] = n / 64;
            uint32_t id = add(&store, &s, &fresh);
            assert_int_equal(id, stores[i] == MW_VISITED_FULL ? n : n % 64);
            assert_int_equal(fresh, stores[i] == MW_VISITED_FULL || n < 64);
            mw_visited_get(&store, id, &got);
            assert_true(got.w[0] == s.w[0] && (stores[i] != MW_VISITED_FULL || got.w[1] == s.w[1]));
        }
        mw_visited_free(&store);
    }
}

// Fills a store until its budget ends, looks whether all is still there, goes on without a limit.
static void check_limited(mw_visited_type type, uint32_t row_bytes, uint64_t limit)
{
    scoped_maze *m = toy_maze(4096);
    mw_budget budget = {.limit = limit};
    mw_visited store;
    bool fresh;
    uint32_t n = 0;
    mw_state s = toy_state(m, 0);
    bool ready = mw_visited_init(&store, m, type, row_bytes, &budget);
    for (; ready && n < 4096 && add(&store, &s, &fresh) != MW_NO_ID; s = toy_state(m, n))
        n++;
    if (ready && n < 4096)
        assert_int_equal(mw_visited_lookup(&store, &s), MW_NO_ID);
    assert_true(budget.used <= limit && budget.peak <= limit);
    budget.limit = 0;
    for (uint32_t i = 0; ready && i < 4096; i++) {
        s = toy_state(m, i);
        assert_int_equal(add(&store, &s, &fresh), i);
        assert_int_equal(fresh, i >= n);
        if (row_bytes)
            memset(mw_visited_row(&store, i), 1, row_bytes);
    }
    mw_visited_free(&store);
    if (budget.used)
        fail_msg(
            "store %s, rows of %u bytes, limit %llu: %lld bytes are still counted once it is freed",
            mw_visited_name(type), row_bytes, (unsigned long long)limit, (long long)budget.used);
}

TEST(stores_survive_the_end_of_their_budget)
{
    static const uint32_t rows[] = {0, 4, 8, 12, 24};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned r = 0; r < COUNT(rows); r++)
            for (uint64_t limit = 500; limit < 60000; limit += 499)
                check_limited(stores[i], rows[r], limit);
}

TEST(dense_is_chosen_where_the_ranks_fit)
{
    static const mw_rules no_ranks = {.size = sizeof no_ranks};
    static const mw_kind rankless = {
        .size = sizeof rankless, .name = "rankless", .rules = &no_ranks};
    scoped_maze *small = toy_maze(1000), *large = toy_maze(UINT64_C(1) << 40);
    scoped_maze *none = mw_maze_new(&rankless, 0);
    assert_int_equal(mw_visited_choose(small, MW_VISITED_AUTO), MW_VISITED_DENSE);
    assert_int_equal(mw_visited_choose(large, MW_VISITED_AUTO), MW_VISITED_HASHED);
    assert_int_equal(mw_visited_choose(none, MW_VISITED_AUTO), MW_VISITED_HASHED);
    assert_int_equal(mw_visited_choose(none, MW_VISITED_DENSE), MW_VISITED_HASHED);
    assert_int_equal(mw_visited_choose(small, MW_VISITED_FULL), MW_VISITED_FULL);
    assert_int_equal(mw_visited_choose(small, MW_VISITED_NONE), MW_VISITED_NONE);
}

// ---- text

TEST(writers_grow)
{
    mw_writer w = {0};
    char expected[30000] = "";
    size_t at = 0;
    for (int i = 0; i < 2000; i++) {
        mw_write(&w, "%d,", i);
        mw_write_char(&w, 'x');
        mw_write_bytes(&w, "yz!", 2);
        at += (size_t)snprintf(expected + at, sizeof expected - at, "%d,xyz", i);
        assert_int_equal(w.length, at);
    }
    char *text = mw_writer_take(&w);
    assert_string_equal(text, expected);
    assert_true(!w.text && !w.length && !w.failed);
    free(text);
    text = mw_writer_take(&w); // nothing written is an empty text, not none
    assert_string_equal(text, "");
    free(text);
}

TEST(writers_remember_that_memory_ran_out)
{
    mw_writer w = {0};
    mw_write(&w, "before");
    volatile size_t too_many = SIZE_MAX / 2; // a compiler that sees through it would warn
    mw_write_bytes(&w, "", too_many);        // no such room: refused before a byte is read
    mw_write(&w, "after");
    assert_true(w.failed);
    assert_null(mw_writer_take(&w));
}

TEST(lines_are_read_without_blanks_and_comments)
{
    static const struct {
        const char *text;
        char row_end;
        struct {
            const char *text;
            uint32_t number;
        } lines[4];
    } cases[] = {
        {"", '\n', {{0}}},
        {"\n \t\r\n# only a comment\n  # and another", '\n', {{0}}},
        {"# note\n\n  first \t\r\n\t# also a note\nsecond # not one",
         '\n',
         {{"  first", 3}, {"second # not one", 5}}},
        {"a\nb\n\nc\n", '\n', {{"a", 1}, {"b", 2}, {"c", 4}}},
        {"a/b//c", '/', {{"a", 1}, {"b", 2}, {"c", 4}}},
        {"a/b", '\n', {{"a/b", 1}}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        mw_source s = {.at = cases[i].text,
                       .end = cases[i].text + strlen(cases[i].text),
                       .row_end = cases[i].row_end,
                       .line = 1};
        mw_line line;
        for (unsigned n = 0; cases[i].lines[n].text; n++) {
            assert_true(mw_next_line(&s, &line));
            assert_int_equal(line.number, cases[i].lines[n].number);
            assert_int_equal(line.length, strlen(cases[i].lines[n].text));
            assert_memory_equal(line.text, cases[i].lines[n].text, line.length);
        }
        assert_false(mw_next_line(&s, &line));
        assert_false(mw_next_line(&s, &line));
    }
}

TEST(grids_are_read_up_to_a_height)
{
    const char *text = "..\n\n..\n..\n";
    mw_error e = {0};
    mw_grid grid;
    for (uint32_t most = 1; most <= 4; most++) {
        mw_source s = {.kind = &toy,
                       .at = text,
                       .end = text + strlen(text),
                       .row_end = '\n',
                       .line = 1,
                       .error = &e};
        assert_int_equal(mw_grid_read(&s, most, &grid), most >= 3);
        if (most >= 3)
            assert_int_equal(grid.height, 3);
        else
            assert_int_equal(e.line, most == 1 ? 3 : 4); // the first row too many
        mw_grid_free(&grid);
    }
    mw_source empty = {
        .kind = &toy, .at = text, .end = text, .row_end = '\n', .line = 1, .error = &e};
    assert_false(mw_grid_read(&empty, 5, &grid));
    mw_grid_free(&grid);
}

TEST(numbers_are_read_to_the_last)
{
    static const struct {
        const char *text;
        uint64_t most;
        bool valid;
        uint64_t value;
    } cases[] = {
        {"0", 0, true, 0},
        {"7", 9, true, 7},
        {"9", 9, true, 9},
        {"10", 9, false, 0},
        {"65535", UINT16_MAX, true, 65535},
        {"65536", UINT16_MAX, false, 0},
        {"18446744073709551615", UINT64_MAX, true, UINT64_MAX},
        {"00018446744073709551615", UINT64_MAX, true, UINT64_MAX},
        {"18446744073709551614", UINT64_MAX - 1, true, UINT64_MAX - 1},
        {"18446744073709551615", UINT64_MAX - 1, false, 0},
        {"18446744073709551616", UINT64_MAX, false, 0},
        {"18446744073709551620", UINT64_MAX, false, 0},
        {"99999999999999999999", UINT64_MAX, false, 0},
        {"184467440737095516150", UINT64_MAX, false, 0},
        {"", UINT64_MAX, false, 0},
        {"-1", UINT64_MAX, false, 0},
        {"+1", UINT64_MAX, false, 0},
        {" 1", UINT64_MAX, false, 0},
        {"1 ", UINT64_MAX, false, 0},
        {"0x10", UINT64_MAX, false, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint64_t n = 0;
        const char *text = cases[i].text;
        assert_int_equal(mw_parse_number(text, strlen(text), cases[i].most, &n), cases[i].valid);
        assert_true(!cases[i].valid || n == cases[i].value);
    }
}

TEST(numbers_on_a_line_are_read_back)
{
    static const char *const amiss[] = {
        "",           " ", "x",  "-1 1 w", "1.5 1 w", "256 1 w", "18446744073709551617 1 w",
        "1\n1 w",     "1", "1 ", "1 1x w", "1 w w",   "1 1",     "1 1\nw",
        "1 1 longer",
    };
    char word[4];
    mw_numbers n = {.at = "255 -0x1.8p+1  inf abc 7\n8"};
    assert_int_equal(mw_next_whole(&n, 255), 255);
    assert_true(mw_next_fraction(&n) == -3);
    assert_true(isinf(mw_next_fraction(&n)));
    mw_next_word(&n, word, sizeof word);
    assert_string_equal(word, "abc");
    assert_int_equal(mw_next_whole(&n, UINT64_MAX), 7);
    assert_false(n.failed);
    assert_string_equal(n.at, "\n8"); // not beyond the line
    for (size_t i = 0; i < COUNT(amiss); i++) {
        n = (mw_numbers){.at = amiss[i]};
        mw_next_whole(&n, 255);
        mw_next_fraction(&n);
        mw_next_word(&n, word, sizeof word);
        if (!n.failed || *word || mw_next_whole(&n, 255))
            fail_msg("'%s' is read", amiss[i]);
    }
}
