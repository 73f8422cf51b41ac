// test_catalogue.c: the catalogue keeps what it is given, each maze once, and finds it again; and
// the verb `catalogue`. What happens to its file is in test_catalogue_files.c.
#include "catalogue_support.h"

#include "core/text.h"
#include "mazewright/design.h"

#include <math.h>

// ---- putting

TEST(a_maze_is_kept_with_all_that_is_known_of_it)
{
    const char *file = scratch_path("kept.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    const mw_provenance from = {.energy = -18.25,
                                .objective = "25*unreaching - length",
                                .method = "anneal",
                                .seeded = true,
                                .seed = UINT64_MAX - 1,
                                .evaluations = 5000,
                                .version = "9.8.7",
                                .generator = 4,
                                .created = "2026-11-16T01:02:03Z",
                                .proven = true};
    assert_int_equal(put_id(c, "rook:5x5#7", &from), MW_PUT_ADDED);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_READ);
    assert_int_equal(count_of(c), 1);
    scoped(mw_entry_free) mw_entry e = got(c, "1"), by_id = got(c, "rook:5x5#7");
    scoped_maze *m = maze_of_id("rook:5x5#7");
    scoped_text *id = mw_maze_print(m, "id"), *canonical = mw_canonical_id(m);
    assert_int_equal(by_id.number, 1);
    assert_string_equal(e.kind, "rook");
    assert_string_equal(e.id, id);
    assert_string_equal(e.canonical, canonical);
    assert_true(e.hash == mw_hash_bytes(canonical, strlen(canonical)));
    assert_int_equal(e.w * 100 + e.h * 10 + e.d, 551);
    assert_true(e.from.energy == from.energy && e.from.seeded && e.from.seed == from.seed);
    assert_true(e.from.proven && e.from.evaluations == 5000 && e.from.generator == 4);
    assert_string_equal(e.from.objective, from.objective);
    assert_string_equal(e.from.method, "anneal");
    assert_string_equal(e.from.version, "9.8.7");
    assert_string_equal(e.from.created, from.created);
    assert_true(mw_entry_value(&e, "length") == length_by(m, NULL, NULL, MW_VISITED_AUTO));
    assert_true(isnan(mw_entry_value(&e, "nothing")));
    mw_catalogue_close(c);
}

TEST(hashes_are_fnv)
{
    assert_true(mw_hash_bytes("", strlen("")) == 0xcbf29ce484222325u); // published test vectors
    assert_true(mw_hash_bytes("a", strlen("a")) == 0xaf63dc4c8601ec8cu);
    assert_true(mw_hash_bytes("foobar", strlen("foobar")) == 0x85944171f73967e8u);
}

TEST(copies_count_as_one)
{
    static const char *const ids[] = {"rook:5x5#7", "die:4x4#3", "theseus:6x6#2"};
    mw_catalogue *c = opened(scratch_path("copies.db"), MW_CATALOGUE_WRITE);
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        unsigned turned = 0;
        assert_int_equal(put_id(c, ids[i], NULL), MW_PUT_ADDED);
        assert_int_equal(put_id(c, ids[i], NULL), MW_PUT_KNOWN);
        for (unsigned symmetry = 1; m->kind->design->turn && symmetry < 8; symmetry++) {
            scoped_maze *copy = m->kind->design->turn(m, symmetry);
            if (!copy)
                continue;
            turned++;
            mw_provenance from = {.energy = NAN, .created = "2026-01-02"};
            assert_int_equal(put_maze(c, copy, &from), MW_PUT_KNOWN);
            scoped_text *id = mw_maze_print(copy, "id");
            scoped(mw_entry_free) mw_entry e = got(c, id); // found by the id of a copy
            assert_int_equal(e.number, i + 1);
        }
        assert_true(turned > 0);
    }
    assert_int_equal(count_of(c), COUNT(ids));
    mw_catalogue_close(c);
}

TEST(the_better_copy_stays)
{
    mw_catalogue *c = opened(scratch_path("better.db"), MW_CATALOGUE_WRITE);
    static const struct {
        double energy;
        const char *objective;
        bool proven;
        mw_put put;
    } rows[] = {
        {NAN, NULL, false, MW_PUT_ADDED},        {-3, "longest", false, MW_PUT_REPLACED},
        {NAN, NULL, false, MW_PUT_WORSE},        {-3, "longest", false, MW_PUT_KNOWN},
        {-9, "another", false, MW_PUT_KNOWN},    {-2, "longest", false, MW_PUT_WORSE},
        {-4, "longest", false, MW_PUT_REPLACED}, {-1, "longest", true, MW_PUT_REPLACED},
        {-4, "longest", false, MW_PUT_WORSE},
    };
    assert_int_equal(put_id(c, "rook:5x5#6", NULL), MW_PUT_ADDED);
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_provenance from = {.energy = rows[i].energy,
                              .objective = rows[i].objective,
                              .created = "2026-01-02",
                              .proven = rows[i].proven};
        assert_int_equal(put_id(c, "rook:5x5#7", &from), rows[i].put);
    }
    scoped(mw_entry_free) mw_entry e = got(c, "2"); // its number has stayed
    assert_true(e.from.proven && e.from.energy == -1);
    assert_true(mw_entry_value(&e, "length") > 0);
    assert_int_equal(count_of(c), 2);
    assert_verified(c);
    mw_catalogue_close(c);
}

TEST(impossible_puts_are_refused)
{
    const char *file = scratch_path("refuse.db");
    mw_error e;
    mw_analysis none = {0};
    scoped_maze *m = maze_of_id("rook:5x5#7");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    mw_provenance from = {0};
    assert_fails(mw_catalogue_put(c, m, &none, &from, NULL, &e), e, MW_ERROR_REQUEST);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_READ);
    from.created = "2026-01-02";
    assert_fails(mw_catalogue_put(c, m, &none, &from, NULL, &e), e, MW_ERROR_REQUEST);
    assert_non_null(strstr(e.text, "reading only"));
    assert_int_equal(count_of(c), 0);
    mw_catalogue_close(c);
}

// ---- filters

typedef struct seen {
    unsigned count, stop;
    double last;
    bool falls, rises;
    const char *kind, *name;
} seen;

static bool look(void *context, const mw_entry *e)
{
    seen *s = context;
    double x = mw_entry_value(e, s->name ? s->name : "length");
    if (s->kind)
        assert_string_equal(e->kind, s->kind);
    if (s->falls && s->count && !isnan(x))
        assert_true(x <= s->last);
    if (s->rises && s->count && !isnan(x))
        assert_true(x >= s->last);
    if (isnan(s->last) && s->count && (s->falls || s->rises))
        assert_true(isnan(x)); // those without a value come last, either way
    s->last = x;
    return ++s->count != s->stop;
}

static unsigned counted(mw_catalogue *c, const mw_filter *f, seen s)
{
    mw_error e;
    if (!mw_catalogue_each(c, f, look, &s, &e))
        fail_msg("%s", e.text);
    return s.count;
}

// How many entries have this, worked out without the filter.
static unsigned expected(mw_catalogue *c, const char *kind, double length, double most_dead)
{
    unsigned n = 0;
    for (uint64_t i = 1; i <= count_of(c); i++) {
        scoped(mw_entry_free) mw_entry e = got(c, formatted("%llu", (unsigned long long)i));
        n += (!kind || !strcmp(e.kind, kind)) && mw_entry_value(&e, "length") >= length &&
             mw_entry_value(&e, "dead") < most_dead;
    }
    return n;
}

TEST(filters_choose_and_order)
{
    mw_catalogue *c = opened(scratch_path("filters.db"), MW_CATALOGUE_WRITE);
    for (unsigned i = 0; i < 30; i++) {
        put_id(c, formatted(i % 3 ? "rook:5x5#%u" : "die:4x4#%u", i), NULL);
    }
    unsigned all = (unsigned)count_of(c);
    const char *const two[] = {"length >= 5", " dead<4 ", NULL}, *const none[] = {NULL};
    const char *const columns[] = {"number > 3", "width == 5", NULL};
    assert_int_equal(counted(c, NULL, (seen){0}), all);
    assert_int_equal(counted(c, &(mw_filter){.require = none}, (seen){0}), all);
    assert_int_equal(counted(c, NULL, (seen){.stop = 3}), 3);
    const mw_filter only_rook = {.kind = "rook"};
    unsigned rooks = counted(c, &only_rook, (seen){.kind = "rook"});
    assert_int_equal(rooks, 20);
    unsigned some = expected(c, "rook", 5, 4);
    assert_true(some > 0 && some < rooks);
    assert_int_equal(counted(c, &(mw_filter){.kind = "rook", .require = two}, (seen){0}), some);
    assert_int_equal(counted(c, &(mw_filter){.require = two}, (seen){0}), expected(c, NULL, 5, 4));
    assert_true(counted(c, &(mw_filter){.require = columns}, (seen){.kind = "rook"}) > 10);
    assert_int_equal(counted(c, &(mw_filter){.order = "-length"}, (seen){.falls = true}), all);
    assert_int_equal(
        counted(c, &(mw_filter){.order = "states"}, (seen){.rises = true, .name = "states"}), all);
    assert_int_equal(counted(c, &(mw_filter){.kind = "x' OR 1"}, (seen){0}), 0);
    mw_catalogue_close(c);
}

TEST(nonsense_filters_are_refused)
{
    static const char *const bad[] = {"",
                                      "length",
                                      "length >=",
                                      "length = 4",
                                      "length => 4",
                                      "length >== 4",
                                      "lenght >= 4",
                                      "length >= 4 5",
                                      "length >= x",
                                      ">= 4",
                                      "length; DROP TABLE maze",
                                      "a_name_that_is_longer_than_any_measure_could_be > 4"};
    static const char *const orders[] = {"", "-", "lenght", "number; DROP TABLE maze", "--length"};
    mw_catalogue *c = opened(scratch_path("nonsense.db"), MW_CATALOGUE_WRITE);
    mw_error e;
    seen s = {0};
    mw_entry entry;
    put_id(c, "rook:5x5#7", NULL);
    for (size_t i = 0; i < COUNT(bad); i++) {
        mw_filter f = {.require = (const char *const[]){bad[i], NULL}};
        if (mw_catalogue_each(c, &f, look, &s, &e) || e.code != MW_ERROR_REQUEST)
            fail_msg("'%s' was taken", bad[i]);
    }
    for (size_t i = 0; i < COUNT(orders); i++)
        if (mw_catalogue_each(c, &(mw_filter){.order = orders[i]}, look, &s, &e) ||
            e.code != MW_ERROR_REQUEST)
            fail_msg("order '%s' was taken", orders[i]);
    const char *many[MW_CONDITIONS_MAX + 2] = {0};
    for (unsigned i = 0; i < MW_CONDITIONS_MAX + 1; i++)
        many[i] = "length > 0";
    mw_filter too_many = {.require = many};
    assert_fails(mw_catalogue_each(c, &too_many, look, &s, &e), e, MW_ERROR_REQUEST);
    assert_fails(mw_catalogue_get(c, "2", &entry, &e), e, MW_ERROR_REQUEST);
    assert_fails(mw_catalogue_get(c, "rook:5x5#8", &entry, &e), e, MW_ERROR_REQUEST);
    assert_fails(mw_catalogue_get(c, "nonsense", &entry, &e), e, MW_ERROR_REQUEST);
    assert_int_equal(s.count, 0);
    assert_verified(c);
    mw_catalogue_close(c);
}

// ---- verify

TEST(verify_finds_what_was_tampered_with)
{
    static const struct {
        const char *sql, *sentence;
    } rows[] = {
        {"UPDATE measure SET value = value + 1 WHERE maze = 2 AND name = 'length'",
         "number 2: the stored length is"},
        {"DELETE FROM measure WHERE maze = 2 AND name = 'length'", "number 2: no length is stored"},
        {"UPDATE measure SET value = 5 WHERE maze = 4 AND name = 'length'", // the unsolvable one
         "number 4: the stored length is 5, but the maze has no solution"},
        {"UPDATE maze SET id = 'rook:5x5:nonsense' WHERE number = 2",
         "number 2: the id does not read"},
        {"UPDATE maze SET id = 'rook:5x5#1' WHERE number = 2",
         "number 2: the id is not the maze itself"},
        {"UPDATE maze SET canonical = id || 'x' WHERE number = 3",
         "number 3: the stored canonical id"},
        {"UPDATE maze SET hash = 4 WHERE number = 1", "number 1: the stored hash"},
        {"UPDATE maze SET kind = 'die' WHERE number = 1", "number 1: the stored kind or size"},
        {"UPDATE maze SET width = 6 WHERE number = 1", "number 1: the stored kind or size"},
        {"INSERT INTO measure VALUES(77, 'length', 3)", "a number 77 that is not there"},
        {"UPDATE maze SET created = '2026-01-03' WHERE number = 2", "number 2: its date, origin"},
        {"UPDATE maze SET seed = 5 WHERE number = 3", "number 3: its date, origin"},
        {"UPDATE maze SET proven = 1 WHERE number = 3", "number 3: its date, origin"},
        {"UPDATE measure SET value = value + 1 WHERE maze = 1 AND name = 'solutions'",
         "number 1: its date, origin, measures"},
        // what earlier versions have stored has no checksum
        {"DROP TABLE checksum; UPDATE maze SET created = '2026-0q-02' WHERE number = 2",
         "the date of number 2 is not a date"},
        {"DROP TABLE checksum; UPDATE maze SET created = '2026-01-42' WHERE number = 4",
         "the date of number 4 is not a date"},
    };
    static const char *const mazes[] = {"rook:5x5#7", "rook:5x5#9", "rook:5x5#10", "rook:5x5#8"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *file = formatted("%s/tampered-%zu.db", scratch(), i);
        mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
        for (size_t k = 0; k < COUNT(mazes); k++)
            put_id(c, mazes[k], NULL);
        assert_verified(c);
        mw_catalogue_close(c);
        tamper(file, rows[i].sql);
        scoped_text *out = output_of(formatted("catalogue verify %s", file), 1);
        if (!strstr(out, rows[i].sentence))
            fail_msg("%s: '%s'", rows[i].sql, out);
    }
}

// ---- the command

// Runs the command, which must succeed, on a text; what it prints.
static char *done(const char *arguments, const char *input)
{
    char *out;
    assert_int_equal(run_command_on(arguments, input, strlen(input), &out, NULL), 0);
    return out;
}

TEST(export_and_import_are_each_others_inverse)
{
    static const char import[] = "catalogue import %s/one.db - die:4x4#3 puzzles/rook/01.rook";
    char *json = done("design rook 5x5#3 -e 2000 -n 4 --json", "");
    char *first = done(import, json), *second = done(import, json);
    assert_non_null(strstr(first, "6 added, 0 known already"));
    assert_non_null(strstr(second, "0 added, 6 known already"));
    char *one = done("catalogue export %s/one.db", "");
    assert_non_null(strstr(one, "\"method\":\"anneal\",\"evaluations\":2000,\"seed\":4"));
    char *copied = done("catalogue import %s/two.db -", one);
    char *two = done("catalogue export %s/two.db", "");
    assert_string_equal(one, two); // every field of every maze
    char *ids = done("catalogue export --to id %s/two.db", "");
    char *read = done("catalogue import %s/three.db - --json", ids);
    assert_non_null(strstr(read, "{\"added\":6,\"known\":0,"));
    char *const all[] = {json, first, second, one, copied, two, ids, read};
    for (size_t i = 0; i < COUNT(all); i++)
        free(all[i]);
}

TEST(a_maze_comes_in_from_stdin)
{
    static const struct {
        const char *options, *text;
        int code;
    } rows[] = {
        {"", "# one\n\nrook 2x2\n1 1\n1 G\n", 0},
        {"--kind rook", "1 1 1\n1 1 1\n1 1 G\n", 0},
        {"", "rook 2x2\n1 1\n", 3},
        {"", "1 1\n1 G\n", 3}, // of no kind
        {"", "", 3},           // no maze
        {"", "{\"id\":\"rook:5x5#7\"}\nnonsense\n{}\n", 3},
        {"", "{\"id\":\"rook:5x5#7\",\"features\":{\"length\":4000}}\n", 3},
        {"", "{\"id\":\"rook:5x5#7\"", 3},
        {"", "{\"id\":\"rook:4x4#1\",\"created\":\"print\"}\n", 3},
        {"", "{\"id\":\"rook:4x4#1\",\"created\":\"2026-13-01\"}\n", 3},
        {"", "{\"id\":\"rook:4x4#1\",\"created\":\"2026-11-16T24:00:00Z\"}\n", 3},
        {"", "{\"maze\":\"rook 2x2\\n1 1\\n1 G\\n\",\"seed\":\"x\",\"energy\":[],\"created\":7}",
         0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_text *err = NULL;
        const char *arguments = formatted("catalogue import %%s/stdin.db - %s", rows[i].options);
        int code = run_command_on(arguments, rows[i].text, strlen(rows[i].text), NULL, &err);
        if (code != rows[i].code || !*err != !code)
            fail_msg("'%s': exit %d, '%s'", rows[i].text, code, err);
    }
    mw_catalogue *c = opened(scratch_path("stdin.db"), MW_CATALOGUE_READ);
    assert_int_equal(count_of(c), 3); // two grids, and the good line between bad ones
    assert_verified(c);
    mw_catalogue_close(c);
}

TEST(the_verb_answers)
{
    static const command_case rows[] = {
        {"catalogue import %s/verb.db rook:5x5#7 die:4x4#3", 0, "2 added", ""},
        {"catalogue list %s/verb.db", 0, "number  kind  size  length  difficulty", ""},
        {"catalogue list --json %s/verb.db", 0, "\"number\":2,\"id\":\"die:", ""},
        {"catalogue list %s/verb.db --kind die", 0, "     2   die   4x4", ""},
        {"catalogue list %s/verb.db --require 'length > 1000'", 0, "", ""},
        {"catalogue list %s/verb.db --require 'lenght > 10'", 2, "",
         "no measure 'lenght'; did you mean 'length'?\n"},
        {"catalogue list %s/verb.db --require 'nonsense > 10'", 2, "",
         "no measure 'nonsense'; 'mazewright help measures' lists them\n"},
        {"catalogue list %s/verb.db --sort -length", 0, "rook", ""},
        {"catalogue list %s/verb.db --sort nonsense", 2, "",
         "cannot order by 'nonsense'; order by number, energy or a measure\n"},
        {"catalogue list %s/verb.db --kind nonsense", 2, "", "unknown kind 'nonsense'"},
        {"catalogue list %s/absent.db", 3, "", "no such file"},
        {"catalogue list README.md", 3, "", "README.md: is not a catalogue"},
        {"catalogue import README.md rook:5x5#7", 3, "", "left as it is"},
        {"catalogue import %s/no/such/folder.db rook:5x5#7", 5, "", "folder.db: unable to open"},
        {"catalogue import %s/verb.db %s/absent.rook", 3, "1 refused", "absent.rook: cannot open"},
        {"catalogue import %s/verb.db theseus:9x9#1 --limit-states 3", 4, "1 refused",
         "the limit: states"},
        {"catalogue show %s/verb.db 1", 0, "rook 5x5\n", ""},
        {"catalogue show %s/verb.db rook:5x5#7", 0, "moves of a shortest solution", ""},
        {"catalogue show %s/verb.db 1 2 --json", 0, "\"number\":2", ""},
        {"catalogue show %s/verb.db 3", 3, "", "has no maze 3"},
        {"catalogue show %s/verb.db", 2, "", "catalogue show mazes.db 3"},
        {"catalogue export %s/verb.db --to own --kind rook", 0, "rook 5x5\n", ""},
        {"catalogue export %s/verb.db --to nonsense", 2, "", "a form 'nonsense'"},
        {"catalogue verify %s/verb.db", 0, "ok, 2 mazes", ""},
        {"catalogue verify --json %s/verb.db", 0, "{\"mazes\":2,\"unchecked\":0,\"failures\":[]}",
         ""},
        {"catalogue verify %s/verb.db --limit-states 2", 4, "", "were not solved again"},
        {"catalogue", 2, "", "catalogue needs an action (list show"},
        {"catalogue nonsense %s/verb.db", 2, "", "no action 'nonsense'"},
        {"catalogue list", 2, "", "catalogue list mazes.db"},
        {"catalogue list %s/verb.db 1", 2, "", "catalogue list mazes.db"},
        {"catalogue import %s/verb.db", 2, "", "FILE, ID or -"},
    };
    expect_answers(rows, COUNT(rows));
}
