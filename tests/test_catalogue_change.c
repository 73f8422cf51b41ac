// test_catalogue_change.c: removing stored mazes and tagging them: all that was chosen or nothing,
// whatever comes between, and older files.
#include "catalogue_support.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static mw_catalogue *filled(const char *name, unsigned count)
{
    mw_catalogue *c = opened(scratch_path(name), MW_CATALOGUE_WRITE);
    for (unsigned i = 1; i <= count; i++)
        put_id(c, formatted("rook:5x5#%u", i), NULL);
    assert_int_equal(count_of(c), count);
    return c;
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

static mw_choice these(const char *const *names)
{
    mw_choice out = {.which = names};
    while (names[out.count])
        out.count++;
    return out;
}

static void tag(mw_catalogue *c, const char *const *which, const char *const *add,
                const char *const *take)
{
    mw_error e;
    mw_choice some = these(which);
    if (!mw_catalogue_tag(c, &some, &(mw_retag){add, take}, NULL, NULL, &e))
        fail_msg("%s", e.text);
}

static void assert_tags(mw_catalogue *c, const char *which, const char *expected)
{
    scoped(mw_entry_free) mw_entry e = got(c, which);
    char text[400] = "";
    for (unsigned i = 0; i < e.tag_count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "", e.tags[i]);
    assert_string_equal(text, expected);
}

typedef struct heard {
    unsigned count, stop;
    int64_t last;
} heard;

static bool hear(void *context, const mw_entry *e)
{
    heard *h = context;
    assert_true(e->number > h->last); // each once
    h->last = e->number;
    return ++h->count != h->stop;
}

static unsigned matching(mw_catalogue *c, const char *const *conditions)
{
    heard h = {0};
    mw_error e;
    if (!mw_catalogue_each(c, &(mw_filter){.require = conditions}, hear, &h, &e))
        fail_msg("%s", e.text);
    return h.count;
}

TEST(tags_are_added_taken_off_and_asked_for)
{
    mw_catalogue *c = filled("tags.db", 5);
    bool has = true;
    mw_error e;
    assert_true(mw_catalogue_has_tags(c, &has, &e) && !has);
    tag(c, NAMES("2", "rook:5x5#4", "2"), NAMES("easy", "Warm-up"), NULL);
    tag(c, NAMES("4"), NAMES("x_1", "easy"), NAMES("Warm-up", "none"));
    assert_true(mw_catalogue_has_tags(c, &has, &e) && has);
    assert_tags(c, "2", "Warm-up easy");
    assert_tags(c, "4", "easy x_1");
    assert_tags(c, "1", "");
    assert_int_equal(matching(c, NAMES("tag == easy")), 2);
    assert_int_equal(matching(c, NAMES("tag == easy", " tag  !=  x_1 ")), 1);
    assert_int_equal(matching(c, NAMES("tag!=easy", "number > 1")), 2);
    assert_int_equal(matching(c, NAMES("tag == nobody")), 0);
    assert_verified(c);
    mw_catalogue_close(c);
}

TEST(a_tag_is_a_word)
{
    static const char *const bad[] = {
        "", "a b", "a,b", "a;b", "ä", "a'", "tag == ", "a\n", "a-word-that-has-33-letters-or-more"};
    mw_catalogue *c = filled("words.db", 1);
    mw_error e;
    heard h = {0};
    for (size_t i = 0; i < COUNT(bad); i++) {
        mw_choice first = these(NAMES("1"));
        assert_fails(mw_catalogue_tag(c, &first, &(mw_retag){.add = NAMES(bad[i])}, NULL, NULL, &e),
                     e, MW_ERROR_REQUEST);
        const char *condition = formatted("tag == %s", bad[i]);
        assert_fails(mw_catalogue_each(c, &(mw_filter){.require = NAMES(condition)}, hear, &h, &e),
                     e, MW_ERROR_REQUEST);
    }
    assert_fails(mw_catalogue_each(c, &(mw_filter){.require = NAMES("tag >= a")}, hear, &h, &e), e,
                 MW_ERROR_REQUEST);
    assert_tags(c, "1", "");
    mw_catalogue_close(c);
}

// A copy that takes the number of a worse one has its tags, and those of the import come to them.
TEST(tags_stay_with_their_number)
{
    mw_catalogue *c = filled("copies.db", 1);
    mw_error e;
    mw_provenance better = {.energy = -4, .objective = "longest", .created = "2026-01-02"};
    scoped_maze *m = maze_of_id("rook:5x5#1");
    scoped_graph *g = whole_graph(m);
    scoped_analysis a = {0};
    mw_stored stored;
    assert_true(mw_analyse(g, &a));
    tag(c, NAMES("1"), NAMES("kept"), NULL);
    assert_int_equal(put_maze(c, m, &better), MW_PUT_REPLACED);
    assert_tags(c, "1", "kept");
    assert_true(mw_catalogue_put_tagged(c, m, &a, &better, NAMES("more"), &stored, &e));
    assert_int_equal(stored.put, MW_PUT_KNOWN);
    assert_tags(c, "1", "kept more");
    assert_verified(c);
    mw_catalogue_close(c);
}

TEST(what_is_removed_is_gone_and_its_number_never_comes_again)
{
    mw_catalogue *c = filled("removed.db", 6);
    mw_error e;
    heard h = {0};
    mw_choice some = these(NAMES("6", "rook:5x5#2", "6"));
    tag(c, NAMES("2", "3", "6"), NAMES("x"), NULL);
    assert_true(mw_catalogue_remove(c, &some, hear, &h, &e));
    assert_int_equal(h.count, 2);
    assert_int_equal(count_of(c), 4);
    mw_entry none;
    assert_fails(mw_catalogue_get(c, "6", &none, &e), e, MW_ERROR_REQUEST);
    put_id(c, "rook:5x5#2", NULL);
    scoped(mw_entry_free) mw_entry again = got(c, "rook:5x5#2");
    assert_int_equal(again.number, 7);
    assert_int_equal(again.tag_count, 0);
    h = (heard){0};
    const mw_filter all = {.require = NAMES("number > 0")};
    assert_true(mw_catalogue_remove(c, &(mw_choice){.filter = &all}, hear, &h, &e));
    assert_int_equal(h.count, 5);
    assert_int_equal(count_of(c), 0);
    put_id(c, "rook:5x5#1", NULL);
    scoped(mw_entry_free) mw_entry last = got(c, "rook:5x5#1");
    assert_int_equal(last.number, 8);
    assert_verified(c);
    mw_catalogue_close(c);
}

TEST(all_of_a_change_is_done_or_nothing)
{
    mw_catalogue *c = filled("nothing.db", 5);
    mw_error e;
    mw_choice missing = these(NAMES("1", "2", "99")), all = these(NAMES("1", "2", "3"));
    const mw_retag tags = {.add = NAMES("x")};
    assert_fails(mw_catalogue_remove(c, &missing, NULL, NULL, &e), e, MW_ERROR_REQUEST);
    assert_non_null(strstr(e.text, "has no maze 99"));
    assert_fails(mw_catalogue_tag(c, &missing, &tags, NULL, NULL, &e), e, MW_ERROR_REQUEST);
    assert_fails(mw_catalogue_remove(c, &all, hear, &(heard){.stop = 2}, &e), e, MW_ERROR_LIMIT);
    assert_fails(mw_catalogue_tag(c, &all, &tags, hear, &(heard){.stop = 3}, &e), e,
                 MW_ERROR_LIMIT);
    const mw_filter everything = {.require = (const char *const[]){NULL}};
    assert_fails(mw_catalogue_remove(c, &(mw_choice){0}, NULL, NULL, &e), e, MW_ERROR_REQUEST);
    assert_fails(mw_catalogue_remove(c, &(mw_choice){.filter = &everything}, NULL, NULL, &e), e,
                 MW_ERROR_REQUEST);
    assert_int_equal(count_of(c), 5);
    assert_int_equal(matching(c, NAMES("tag == x")), 0);
    mw_catalogue_close(c);
    c = opened(scratch_path("nothing.db"), MW_CATALOGUE_READ);
    assert_fails(mw_catalogue_remove(c, &all, NULL, NULL, &e), e, MW_ERROR_REQUEST);
    assert_verified(c);
    mw_catalogue_close(c);
    assert_fails(mw_catalogue_open(scratch_path("absent.db"), MW_CATALOGUE_CHANGE, &e), e,
                 MW_ERROR_INPUT);
    assert_int_not_equal(access(scratch_path("absent.db"), F_OK), 0);
}

// Killed at any moment, a catalogue has all of a change or nothing of it.
TEST(a_killed_change_is_whole_or_none)
{
    const char *file = scratch_path("killed.db");
    mw_catalogue *c = filled("killed.db", 60);
    mw_rng rng = seeded(23);
    unsigned done = 0, undone = 0;
    mw_catalogue_close(c);
    for (unsigned round = 0; round < 40; round++) {
        char word[20];
        snprintf(word, sizeof word, "round-%u", round);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) {
            mw_error e;
            const mw_filter all = {.require = NAMES("number > 0")};
            c = opened(file, MW_CATALOGUE_CHANGE);
            mw_catalogue_tag(c, &(mw_choice){.filter = &all}, &(mw_retag){.add = NAMES(word)}, NULL,
                             NULL, &e);
            mw_catalogue_close(c);
            pause_for(60);
        }
        pause_for(1e-3 * mw_rng_below(&rng, 60));
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        c = opened(file, MW_CATALOGUE_READ);
        unsigned tagged = matching(c, NAMES(formatted("tag == %s", word)));
        if (tagged && tagged != 60)
            fail_msg("seed 23, round %u: %u of 60 are tagged", round, tagged);
        done += tagged > 0;
        undone += !tagged;
        if (round % 10 == 9)
            assert_verified(c);
        mw_catalogue_close(c);
    }
    print_message("%u changes were done when the process was killed, %u were not\n", done, undone);
}

TEST(verify_finds_changed_tags)
{
    static const struct {
        const char *sql, *sentence;
    } rows[] = {
        {"INSERT INTO tag VALUES(1, 'invented')", "number 1: its date, origin, measures or tags"},
        {"DELETE FROM tag WHERE maze = 2", "number 2: its date, origin, measures or tags"},
        {"UPDATE tag SET name = 'hard'", "number 2: its date, origin, measures or tags"},
        {"INSERT INTO tag VALUES(1, 'two words')", "number 1: its tag 'two words' is not a word"},
        {"INSERT INTO tag VALUES(77, 'x')", "tags of a number 77 that is not there"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *file = formatted("%s/changed-%zu.db", scratch(), i);
        mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
        put_id(c, "rook:5x5#1", NULL);
        put_id(c, "rook:5x5#2", NULL);
        tag(c, NAMES("2"), NAMES("easy"), NULL);
        assert_verified(c);
        mw_catalogue_close(c);
        tamper(file, rows[i].sql);
        scoped_text *out = output_of(formatted("catalogue verify %s", file), 1);
        if (!strstr(out, rows[i].sentence))
            fail_msg("%s: '%s'", rows[i].sql, out);
    }
}

// A new checksum would hide what was changed before.
TEST(a_changed_maze_is_not_tagged)
{
    mw_catalogue *c = filled("false.db", 1);
    mw_choice first = these(NAMES("1"));
    mw_error e;
    mw_catalogue_close(c);
    tamper(scratch_path("false.db"), "UPDATE maze SET seed = 5");
    c = opened(scratch_path("false.db"), MW_CATALOGUE_CHANGE);
    assert_fails(mw_catalogue_tag(c, &first, &(mw_retag){.add = NAMES("x")}, NULL, NULL, &e), e,
                 MW_ERROR_INPUT);
    assert_tags(c, "1", "");
    mw_catalogue_close(c);
}

// A catalogue of version 4 has no tags: it is read as it is, and gets them when it is changed. What
// the first versions have stored without a checksum has one when it is tagged.
TEST(older_catalogues_get_tags)
{
    const char *file = scratch_path("fourth.db");
    mw_catalogue *c = filled("fourth.db", 3);
    mw_catalogue_close(c);
    tamper(file, "DROP TABLE tag; DROP TABLE removed; DELETE FROM checksum WHERE maze = 2; "
                 "PRAGMA user_version = 4");
    c = opened(file, MW_CATALOGUE_READ);
    assert_int_equal(matching(c, NAMES("tag == x")), 0);
    assert_int_equal(matching(c, NAMES("tag != x")), 3);
    assert_tags(c, "2", "");
    assert_verified(c);
    mw_catalogue_close(c);
    c = opened(file, MW_CATALOGUE_CHANGE);
    tag(c, NAMES("2"), NAMES("x"), NULL);
    assert_int_equal(matching(c, NAMES("tag == x")), 1);
    assert_verified(c);
    mw_catalogue_close(c);
    tamper(file, "DELETE FROM tag");
    scoped_text *out = output_of(formatted("catalogue verify %s", file), 1);
    assert_non_null(strstr(out, "number 2: its date, origin, measures or tags"));
}

// ---- the command

TEST(tags_travel_with_exported_lines)
{
    static const command_case rows[] = {
        {"catalogue import %s/from.db rook:5x5#7 die:4x4#3", 0, "2 added", ""},
        {"catalogue tag %s/from.db 1 --tag warm-up,easy", 0, "easy warm-up\n1 tagged\n", ""},
        {"catalogue export %s/from.db", 0, "\"tags\":[\"easy\",\"warm-up\"]}", ""},
        {"catalogue list %s/from.db --json", 0, "\"tags\":[]}", ""},
        {"catalogue show %s/from.db 1", 0, "# tags easy warm-up\n", ""},
        {"catalogue list %s/from.db --tag easy,warm-up", 0, "easy warm-up", ""},
    };
    expect_answers(rows, COUNT(rows));
    scoped_text *lines = output_of("catalogue export %s/from.db", 0);
    char *out;
    assert_int_equal(
        run_command_on("catalogue import %s/to.db -", lines, strlen(lines), &out, NULL), 0);
    free(out);
    scoped_text *copy = output_of("catalogue export %s/to.db", 0);
    assert_string_equal(copy, lines);
    static const char *const bad[] = {"{\"id\":\"rook:4x4#1\",\"tags\":\"x\"}\n",
                                      "{\"id\":\"rook:4x4#1\",\"tags\":[1]}\n",
                                      "{\"id\":\"rook:4x4#1\",\"tags\":[\"two words\"]}\n"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        scoped_text *err = NULL;
        int code =
            run_command_on("catalogue import %s/to.db -", bad[i], strlen(bad[i]), NULL, &err);
        if (code != 3 || !strstr(err, "tag"))
            fail_msg("%s: exit %d, %s", bad[i], code, err);
    }
}

TEST(removed_lines_can_be_imported_again)
{
    static const command_case rows[] = {
        {"catalogue import %s/c.db rook:5x5#7 rook:5x5#9 die:4x4#3", 0, "3 added", ""},
        {"catalogue tag %s/c.db 2 --tag x", 0, "1 tagged", ""},
    };
    expect_answers(rows, COUNT(rows));
    scoped_text *before = output_of("catalogue export %s/c.db --to id", 0);
    scoped_text *lines = output_of("catalogue remove %s/c.db --where 'number >= 2' --json", 0);
    assert_non_null(strstr(lines, "\"tags\":[\"x\"]"));
    char *out;
    assert_int_equal(run_command_on("catalogue import %s/c.db -", lines, strlen(lines), &out, NULL),
                     0);
    assert_non_null(strstr(out, "2 added"));
    free(out);
    scoped_text *after = output_of("catalogue export %s/c.db --to id", 0);
    assert_string_equal(before, after);
}

TEST(changes_answer)
{
    static const command_case rows[] = {
        {"catalogue import %s/a.db $(seq 6 | sed s/^/rook:5x5#/) die:4x4#3", 0, "7 added", ""},
        {"catalogue tag %s/a.db --where 'number <= 3' --tag low", 0, "3 tagged", ""},
        {"catalogue tag %s/a.db --tag=low --untag low --where 'number == 1'", 0, "low\n1 tagged",
         ""},
        {"catalogue tag %s/a.db --where 'tag == low; number == 1' --untag low", 0, "-\n1 tagged",
         ""},
        {"catalogue list %s/a.db --where 'tag == low' --require 'number > 2'", 0, "     3  rook",
         ""},
        {"catalogue export %s/a.db --where 'number > 2' --require 'number < 4' --to id", 0,
         "rook:", ""},
        {"catalogue list %s/a.db --where 'tag == low && number > 2&&number<9'", 0, "     3  rook",
         ""},
        {"catalogue list %s/a.db --where 'tag == low || number > 2'", 2, "", "with ';' between"},
        {"catalogue list %s/a.db --where 'tag == low &&'", 2, "", "' ' is not a condition"},
        {"catalogue tag %s/a.db 2 --tag f\u00e1cil", 2, "", "letters (a to z)"},
        {"catalogue tag %s/a.db 2 3 --tag both,csv --format csv", 0, "\"[\"\"both\"\",\"\"csv\"\"",
         ""},
        {"catalogue tag %s/a.db 2 3 --untag csv --format json", 0, "\"tags\":[\"both\",\"low\"]",
         ""},
        {"catalogue remove %s/a.db 2 rook:5x5#3", 0, "2 removed; 5 left", ""},
        {"catalogue remove %s/a.db --where 'number == 4' --kind die", 0, "0 removed; 5 left", ""},
        {"catalogue remove %s/a.db --tag none", 0, "0 removed; 5 left", ""},
        {"catalogue remove %s/a.db --kind die", 0, "1 removed; 4 left", ""},
        {"catalogue verify %s/a.db", 0, "ok, 4 mazes", ""},
        {"catalogue remove %s/a.db", 2, "", "say which mazes"},
        {"catalogue remove %s/a.db 1 --where 'length > 3'", 2, "", "not both"},
        {"catalogue remove %s/a.db --where ''", 2, "", "--where is empty"},
        {"catalogue remove %s/a.db --where 'lenght > 3'", 2, "", "no measure 'lenght'"},
        {"catalogue remove %s/a.db --require 'length > 3'", 2, "", "remove takes no --require"},
        {"catalogue remove %s/a.db 77", 3, "", "has no maze 77"},
        {"catalogue remove %s/absent.db 1", 3, "", "no such file"},
        {"catalogue list %s/absent.db --where 'length = 3'", 2, "", "--where: 'length = 3': '='"},
        {"catalogue export %s/absent.db --to nosuch", 2, "", "has a form 'nosuch'"},
        {"book --catalogue %s/absent.db -o %s/x.pdf --where 'length'", 2, "", "not a condition"},
        {"catalogue remove README.md 1", 3, "", "is not a catalogue"},
        {"catalogue tag %s/a.db 1", 2, "", "name a tag"},
        {"catalogue tag %s/a.db --tag x", 2, "", "say which mazes"},
        {"catalogue tag %s/a.db 1 --tag 'a b c;'", 2, "", "--tag c;: a tag is a word"},
        {"catalogue tag %s/a.db 1 --tag ','", 2, "", "--tag is empty"},
        {"catalogue show %s/a.db 1 --where 'length > 3'", 2, "", "show takes no --where"},
        {"catalogue verify %s/a.db --tag x", 2, "", "verify takes no --tag"},
        {"catalogue list %s/a.db --untag x", 2, "", "list takes no --untag"},
    };
    expect_answers(rows, COUNT(rows));
    scoped_text *count = output_of("catalogue list %s/a.db --json", 0);
    unsigned lines = 0;
    for (const char *p = count; (p = strchr(p, '\n')); p++)
        lines++;
    assert_int_equal(lines, 4); // what was refused has changed nothing
}

// Mazes are named as to any verb; what is changed is changed for all that are named, or for none.
TEST(mazes_are_named_in_every_form)
{
    free(run_shell("printf 'rook:4x4#2\\n{\"id\":\"rook:4x4#3\"}\\n' >%s/two.txt && "
                   "printf 'rook:4x4#2\\nnonsense\\n' >%s/bad.txt",
                   scratch(), scratch()));
    static const command_case rows[] = {
        {"catalogue import %s/n.db rook:4x4#1..5 shipped:rook/01", 0, "6 added", ""},
        {"catalogue show %s/n.db @%s/two.txt --json", 0, "\"number\":3", ""},
        {"catalogue show %s/n.db shipped:rook/01", 0, "rook 4x4\n", ""},
        {"catalogue show %s/n.db @%s/bad.txt 5 --json", 3, "\"number\":5",
         "bad.txt:2: nonsense: cannot open"},
        {"catalogue tag %s/n.db rook:4x4#4..5 1 --tag x", 0, "3 tagged", ""},
        {"catalogue remove %s/n.db @%s/bad.txt", 3, "", "bad.txt:2: nonsense: cannot open"},
        {"catalogue remove %s/n.db rook:4x4#9..8", 3, "", "the smaller first"},
        {"catalogue remove %s/n.db foo 1", 3, "", "foo: cannot open"},
        {"catalogue list %s/n.db --where 'number > 5'", 0, "     6  rook", ""},
        {"catalogue remove %s/n.db shipped:rook/01 @%s/two.txt", 0, "3 removed; 3 left", ""},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(a_full_disk_changes_nothing)
{
    mw_catalogue *c = filled("full.db", 300);
    mw_catalogue_close(c);
    fill_disk(20, "catalogue tag %s/full.db --where 'number > 0' --tag abcdefghijklmnopqrstuvwxyz",
              "full.db: ");
    c = opened(scratch_path("full.db"), MW_CATALOGUE_READ);
    assert_int_equal(matching(c, NAMES("tag == abcdefghijklmnopqrstuvwxyz")), 0);
    assert_verified(c);
    mw_catalogue_close(c);
}
