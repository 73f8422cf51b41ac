// test_site.c: the verb `site`: the folder it writes, and the mazes of the days in it.
#include "support.h"

#include "mazewright/design.h"

#include <unistd.h>

static int make_page(UNUSED void **state)
{
    free(run_shell(
        "cd %s && mkdir -p page/inner && echo '<html><head></head></html>' > page/index.html && "
        "echo x > page/inner/app.js && echo old > page/mazes.json && echo s > page/.dot && "
        "echo old > page/mazes.json.gz && echo 'go();' > page/player.js && "
        "echo '<b id=\"mazes\">{}</b><script src=\"player.js\"></script>.' > page/embed.html && "
        "echo '{\"name\": \"x\", \"short_name\": \"x\", \"icons\": []}' > "
        "page/manifest.webmanifest",
        scratch()));
    return 0;
}

// Runs `site` with this page, into the folder OUT.
static void make_site(const char *out, const char *arguments)
{
    scoped_text *err = NULL;
    const char *line = formatted("site --page %%s/page -o %%s/%s %s", out, arguments);
    int code = run_command(line, NULL, &err);
    if (code || *err)
        fail_msg("%s: exit %d, %s", line, code, err);
}

static json_t *mazes_of(const char *out)
{
    scoped_text *text = read_file(scratch(), formatted("%s/mazes.json", out));
    assert_non_null(text);
    assert_null(strstr(text, scratch())); // no path of this machine
    json_t *all = json_loads(text, 0, NULL);
    assert_non_null(all);
    return all;
}

// An entry tells the truth about its maze.
static void check_entry(const json_t *entry)
{
    const char *id, *kind;
    json_int_t length;
    double difficulty;
    assert_int_equal(json_unpack((json_t *)entry, "{s:s, s:s, s:I, s:F}", "id", &id, "kind", &kind,
                                 "length", &length, "difficulty", &difficulty),
                     0);
    scoped_maze *m = maze_of_id(id);
    assert_string_equal(m->kind->name, kind);
    assert_true(measure_of(m, "length") == (double)length);
    double exact = measure_of(m, "difficulty");
    assert_true(exact - difficulty < 0.006 && difficulty - exact < 0.006);
}

TEST(the_folder_is_whole)
{
    make_site("whole", "--date 2026-11-16..2026-11-18 --title 'My mazes'");
    free(run_shell("cd %s && diff page/index.html whole/index.html && "
                   "diff page/inner/app.js whole/inner/app.js && test ! -e whole/.dot && "
                   "test ! -e whole/mazes.json.gz && test -z \"$(find whole -name '*.part')\"",
                   scratch()));
    json_t *all = mazes_of("whole"), *mazes = json_object_get(all, "mazes");
    assert_string_equal(text_in(all, "title"), "My mazes");
    scoped_text *text = read_file(scratch(), "whole/manifest.webmanifest");
    json_t *manifest = json_loads(text, 0, NULL); // has the name that stands below a phone's icon
    assert_string_equal(text_in(manifest, "name"), "My mazes");
    assert_string_equal(text_in(manifest, "short_name"), "My mazes");
    assert_true(json_is_array(json_object_get(manifest, "icons")));
    json_decref(manifest);
    char **shipped = shipped_mazes();
    size_t count = 0;
    for (char **name = shipped; *name; name++)
        count += !strstr(*name, "variants") && !strstr(*name, "lessons");
    assert_int_equal(json_array_size(mazes), count);
    free_names(shipped);
    json_t *first = json_array_get(mazes, 0), *second = json_array_get(mazes, 1);
    assert_string_equal(text_in(first, "name"), "bloxorz 1");
    assert_string_equal(text_in(second, "name"), "bloxorz 2");
    assert_string_equal(text_in(first, "group"), "bloxorz");
    for (size_t i = 0; i < count; i += 7)
        check_entry(json_array_get(mazes, i));
    json_decref(all);
}

// One file has the list and the program in it, and no text in it can end the list.
TEST(one_file_has_everything)
{
    make_site("one.html", "--title '</script><!--' rook:4x4#1 die:4x4#2");
    scoped_text *text = read_file(scratch(), "one.html");
    assert_int_equal(strncmp(text, "<b id=\"mazes\">{", 15), 0);
    char *end = strstr(text, "</b><script>go();\n</script>.\n");
    assert_non_null(end);
    *end = '\0';
    assert_null(strchr(text + 3, '<'));
    scoped_json *all = json_loads(strchr(text, '{'), 0, NULL);
    assert_string_equal(text_in(all, "title"), "</script><!--");
    assert_int_equal(json_array_size(json_object_get(all, "mazes")), 2);
}

// The height and width of a PNG file of the site stand behind its signature.
static void check_preview(const char *name)
{
    scoped_text *path = strdup(formatted("%s/%s", scratch(), name));
    unsigned char head[24];
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fread(head, 1, sizeof head, f), sizeof head);
    fclose(f);
    assert_memory_equal(head, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(head[18] << 8 | head[19], 1200);
    assert_int_equal(head[22] << 8 | head[23], 630);
}

// With its address, links to a site and to its days show a title, a sentence and a picture.
TEST(links_show_pictures)
{
    const char *options =
        "--address %s --title '\"><script>' --date 2026-11-16..2026-11-17 rook:4x4#1";
    make_site("shown", formatted(options, "https://example.org/club/index.html"));
    scoped_text *index = read_file(scratch(), "shown/index.html");
    assert_non_null(strstr(index, "content=\"https://example.org/club/preview.png\">"));
    assert_non_null(strstr(index, "og:title\" content=\"&quot;&gt;&lt;script&gt;\">"));
    assert_null(strstr(index, "<script>"));
    scoped_text *day = read_file(scratch(), "shown/day/2026-11-17.html");
    assert_non_null(strstr(day, "content=\"https://example.org/club/day/2026-11-17.png\">"));
    assert_non_null(strstr(day, "url=../#day/2026-11-17\">"));
    assert_non_null(strstr(day, " maze, shortest solution: "));
    assert_null(strstr(day, "<script>"));
    check_preview("shown/preview.png");
    check_preview("shown/day/2026-11-16.png");
    scoped_json *all = mazes_of("shown");
    assert_true(json_is_true(json_object_get(all, "previews")));
    make_site("bare", "--date 2026-11-16 rook:4x4#1");
    free(run_shell("cd %s && diff page/index.html bare/index.html && test ! -e bare/preview.png && "
                   "test ! -e bare/day",
                   scratch()));
}

// The days that ship, for two years: each maze is solvable, and as long and as difficult as the
// list says; no two are turned or mirrored copies of each other, and no kind comes twice running.
// Every site has them, and the weeks rise from Monday to Sunday.
TEST(the_days_that_ship_are_what_they_say)
{
    scoped_text *shipped = read_file(SOURCE_DIR, "puzzles/dates.txt");
    scoped_text *out = output_of("site -o - --date 2026-11-01..2028-10-31 rook:4x4#1", 0);
    scoped_json *all = json_loads(out, 0, NULL), *seen = json_object();
    json_t *days = json_object_get(all, "days"), *day;
    double grades[7] = {0}; // sums over the weekdays, from Monday
    const char *date, *kind_before = "";
    unsigned count = 0;
    assert_int_equal(json_object_size(days), 731);
    json_object_foreach(days, date, day)
    {
        const char *id = text_in(day, "id"), *kind = text_in(day, "kind");
        scoped_maze *m = maze_of_id(id);
        scoped_text *shape = mw_canonical_id(m);
        check_entry(day);
        assert_non_null(
            strstr(shipped, formatted("\n%s %d ", date, (int)integer_in(day, "length"))));
        assert_non_null(strstr(shipped, formatted(" %s\n", id)));
        if (json_object_get(seen, shape) || !strcmp(kind, kind_before))
            fail_msg("%s: %s again", date, json_object_get(seen, shape) ? id : kind);
        json_object_set_new(seen, shape, json_true());
        kind_before = kind;
        grades[(count++ + 6) % 7] += number_in(day, "difficulty"); // 2026-11-01 is a Sunday
    }
    for (unsigned i = 0; i < 6; i++)
        if (grades[i + 1] < grades[i] + 104 * 0.3)
            fail_msg("weekday %u has %g on average, the next %g", i, grades[i] / 104,
                     grades[i + 1] / 104);
}

// A fortnight that does not ship: each day has its own maze, and Sundays are harder
// than Mondays.
TEST(every_day_has_its_maze)
{
    make_site("days", "rook:4x4#1 --date 2032-02-23..2032-03-07"); // over a leap day
    json_t *all = mazes_of("days"), *days = json_object_get(all, "days");
    static const char *const dates[] = {"2032-02-23", "2032-02-24", "2032-02-25", "2032-02-26",
                                        "2032-02-27", "2032-02-28", "2032-02-29", "2032-03-01",
                                        "2032-03-02", "2032-03-03", "2032-03-04", "2032-03-05",
                                        "2032-03-06", "2032-03-07"};
    double before = 0;
    assert_int_equal(json_object_size(days), COUNT(dates));
    for (size_t i = 0; i < COUNT(dates); i++) {
        const json_t *day = json_object_get(days, dates[i]);
        assert_non_null(day);
        check_entry(day);
        double grade = number_in(day, "difficulty");
        if (i % 7 && grade < before - 0.95) // neighbouring grades overlap, but the week rises
            fail_msg("%s: %g after %g", dates[i], grade, before);
        if (i % 7 == 6)
            assert_true(grade > 6);
        if (i % 7 == 0)
            assert_true(grade <= 3);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(text_in(day, "id"),
                                    text_in(json_object_get(days, dates[k]), "id"));
        before = grade;
    }
    assert_int_equal(json_array_size(json_object_get(all, "mazes")), 1);
    json_decref(all);
}

TEST(the_same_date_gives_the_same_maze)
{
    make_site("one", "rook:4x4#1 --threads 1 --date 2031-11-20..2031-11-22");
    make_site("two", "rook:4x4#1 --threads 3 --date 2031-11-20..2031-11-22");
    free(run_shell("cd %s && cmp one/mazes.json two/mazes.json", scratch()));
}

TEST(days_that_are_there_are_kept)
{
    free(run_shell("mkdir %s/kept", scratch())); // an empty folder will do
    make_site("kept", "rook:4x4#1 --date 2026-11-16");
    free(run_shell("cd %s && sed -i 's/\"length\": [0-9]*/\"length\": 12345/' kept/mazes.json && "
                   "echo changed > page/inner/app.js",
                   scratch()));
    make_site("kept", "rook:4x4#2 rook:4x4#3 --date 2026-11-15..2026-11-17");
    json_t *all = mazes_of("kept"), *days = json_object_get(all, "days");
    const json_t *old = json_object_get(days, "2026-11-16");
    assert_int_equal(json_object_size(days), 3);
    assert_int_equal(integer_in(old, "length"), 12345);
    assert_int_equal(json_array_size(json_object_get(all, "mazes")), 2); // as asked for this time
    free(run_shell("cd %s && cmp page/inner/app.js kept/inner/app.js", scratch()));
    json_decref(all);
}

// Also on the weekdays for which no rook maze is planned.
TEST(a_site_of_one_kind_has_nothing_else)
{
    make_site("rook", "--kind rook --date 2026-11-16..2026-11-22");
    json_t *all = mazes_of("rook"), *days = json_object_get(all, "days"), *one;
    const char *date;
    size_t i;
    assert_string_equal(text_in(all, "kind"), "rook");
    assert_int_equal(json_object_size(days), 7);
    json_object_foreach(days, date, one)
    {
        assert_string_equal(text_in(one, "kind"), "rook");
        check_entry(one);
    }
    assert_int_equal(json_array_size(json_object_get(all, "mazes")), 18);
    json_array_foreach(json_object_get(all, "mazes"), i, one)
        assert_string_equal(text_in(one, "kind"), "rook");
    json_decref(all);
    make_site("mixed", "die:4x4#1 --date 2026-11-17"); // a Tuesday
    static const refusal rows[] = {
        {"site --page %s/page -o %s/mixed --kind rook", 2, "only needs a new folder"},
        {"site --page %s/page -o %s/x --kind rook die:4x4#1", 3, "not a rook maze"},
        {"site --page %s/page -o %s/x --kind king", 2, "unknown kind 'king'; the kinds are rook"},
        {"site --page %s/page -o %s/x --kind null", 3, "no plan for a null maze"},
    };
    expect_refusals(rows, COUNT(rows));
}

// The list of mazes to play comes from a catalogue: the chosen ones, in their order, after those
// that are named.
TEST(stored_mazes_are_listed)
{
    free(output_of("catalogue import %s/kept.db $(seq 9 | sed s/^/rook:4x4#/) die:4x4#3", 0));
    free(output_of("catalogue tag %s/kept.db 2 4 10 --tag good", 0));
    make_site("stored", formatted("--date 2026-11-16 --catalogue %s --tag good --sort -number "
                                  "theseus:4x4#2",
                                  scratch_path("kept.db")));
    json_t *all = mazes_of("stored"), *mazes = json_object_get(all, "mazes");
    static const char *const names[] = {"theseus 1", "die 1", "rook 1", "rook 2"};
    assert_int_equal(json_array_size(mazes), COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(text_in(json_array_get(mazes, i), "name"), names[i]);
        check_entry(json_array_get(mazes, i));
    }
    json_decref(all);
    static const refusal rows[] = {
        {"site --page %s/page -o %s/x --catalogue %s/kept.db --where 'length > 999'", 3,
         "no maze is chosen"},
        {"site --page %s/page -o %s/x --where 'length > 9'", 2, "--catalogue FILE"},
        {"site --page %s/page -o %s/x --catalogue %s/none.db", 3, "no such file"},
    };
    expect_refusals(rows, COUNT(rows));
}

// An interrupted site is a site: whole files, and the days that were ready.
TEST(interrupted_it_is_whole)
{
    free(run_shell(
        "cd %s && timeout -s INT 1 '%s' site -q --page page -o cut --threads 1 rook:4x4#1 "
        "--date 2026-01-01..2035-12-31; test $? = 124",
        scratch(), COMMAND));
    scoped_json *all = mazes_of("cut");
    size_t days = json_object_size(json_object_get(all, "days"));
    assert_true(days > 0 && days < 3650);
    free(run_shell(
        "cd %s && cmp page/index.html cut/index.html && test -z \"$(find cut -name '*.part')\"",
        scratch()));
}

TEST(what_is_wrong_is_told)
{
    static const refusal rows[] = {
        {"site", 2, "site needs a folder"},
        {"site -o %s/x --date 2026-02-29", 2, "write a day as"},
        {"site -o %s/x --date 2026-1-1", 2, "write a day as"},
        {"site -o %s/x --date 2026-11-16..", 2, "write a day as"},
        {"site -o %s/x --date 2026-11-16..2026-11-15", 2, "the earlier first"},
        {"site -o %s/x --date 2026-01-01..2036-12-31", 2, "from 1 to 3660 days"},
        {"site -o %s/x --page /nowhere", 3, "no page in it"},
        {"site -o %s/page/inner", 2, "is no site"},
        {"site -o /proc/nowhere --date 2026-11-16 --page %s/page rook:4x4#1", 5, "cannot write"},
        {"site -o %s/x --date 2026-11-16 rook:4x4#x --page web", 3, "rook:4x4#x"},
        {"site -o %s/x.html --date 2026-11-16 --page %s/page", 2, "a file has no days"},
        {"site -o %s/x.html --address https://example.org/ --page %s/page", 2,
         "links lead to no file"},
        {"site -o %s/x --address example.org", 2, "write where the site will be"},
        {"site -o %s/x --address 'javascript:alert(1)'", 2, "write where the site will be"},
        {"site -o %s/x --address 'https://example.org/\"><b>'", 2, "write where the site will be"},
        {"site -o /nowhere/x.html --page %s/page rook:4x4#1", 2, "cannot write"},
    };
    expect_refusals(rows, COUNT(rows));
    free(run_shell("test ! -e %s/x", scratch()));
    make_site("bad", "rook:4x4#1 --date 2026-11-16");
    free(run_shell("echo '{' > %s/bad/mazes.json", scratch()));
    static const refusal bad = {"site --page %s/page -o %s/bad rook:4x4#1", 3,
                                "its days would be lost"};
    expect_refusals(&bad, 1);
    free(run_shell("cd %s && cp -r page odd && echo '[]' > odd/manifest.webmanifest", scratch()));
    static const refusal old = {"site --page %s/page -o %s/z.html rook:4x4#1", 3, "embed.html"};
    free(run_shell("mv %s/page/embed.html %s", scratch(), scratch()));
    expect_refusals(&old, 1);
    static const refusal odd = {"site --page %s/odd -o %s/y --date 2026-11-16 rook:4x4#1", 3,
                                "is no manifest"};
    expect_refusals(&odd, 1);
}

ALL_TESTS_WITH(make_page, NULL)
