// test_dataset.c: datasets: the same bytes on any number of threads, no maze twice in any
// orientation, bands and splits as asked for, solutions by an independent search, questions by
// templates, and what is refused.
#include "command_support.h"
#include "core/symmetry.h"
#include "mazewright/dataset.h"
#include "mazewright/text.h"

#include <math.h>
#include <signal.h>
#include <unistd.h>

#define LINES_MAX 2000

// The lines of a file of JSON.
typedef struct lines {
    json_t *line[LINES_MAX];
    size_t count;
} lines;

static void drop_lines(lines *l)
{
    while (l->count)
        json_decref(l->line[--l->count]);
}

static void read_lines(lines *l, const char *name)
{
    size_t length;
    scoped_text *text = bytes_of(scratch_path(name), &length);
    for (char *at = text; at < text + length;) {
        size_t n = strcspn(at, "\n");
        assert_true(at[n] == '\n' && l->count < LINES_MAX);
        l->line[l->count] = json_loadb(at, n, 0, NULL);
        assert_non_null(l->line[l->count++]);
        at += n + 1;
    }
}

static void make(const char *arguments, int code)
{
    scoped_text *err = NULL;
    int got = run_command(formatted("dataset %s -q", arguments), NULL, &err);
    if (got != code)
        fail_msg("dataset %s: exit code %d, not %d: %s", arguments, got, code, err);
}

// ---- the same bytes

TEST(threads_do_not_matter)
{
    static const char *const what[] = {
        "rook die theseus bloxorz marble -n 75 --bands 1..3 --split a=60,b=30,c=10 -s 7",
        "rook:3x3 null -n 60 --bands 1..2 --unsolvable 20%",
    };
    for (size_t i = 0; i < COUNT(what); i++) {
        char *bytes[2];
        size_t length[2];
        for (unsigned t = 0; t < 2; t++) {
            const char *name = formatted("threads%u.jsonl", t);
            make(formatted("%s --threads %u -o %s", what[i], t ? 3 : 1, scratch_path(name)),
                 i ? LIMIT : DONE);
            bytes[t] = bytes_of(scratch_path(name), &length[t]);
        }
        assert_true(length[0] > 1000 && length[0] == length[1]);
        assert_memory_equal(bytes[0], bytes[1], length[0]);
        free(bytes[0]);
        free(bytes[1]);
    }
}

TEST(the_seed_decides)
{
    scoped_text *one = output_of("dataset rook -n 5 -s 1", DONE);
    scoped_text *again = output_of("dataset rook -n 5 -s 1 --threads 2", DONE);
    scoped_text *other = output_of("dataset rook -n 5 -s 2", DONE);
    assert_string_equal(one, again);
    assert_string_not_equal(one, other);
}

// ---- what the lines say

// The least number of moves to a solved state, by a plain search over a list of states; -1: none.
static int plain_length(const mw_maze *m)
{
    enum { MOST = 60000 };
    static mw_state seen[MOST];
    static int depth[MOST];
    size_t count = 1;
    mw_state_start(m, &seen[0]);
    depth[0] = 0;
    for (size_t i = 0; i < count; i++) {
        mw_edge edges[MW_EDGES_MAX];
        if (mw_state_status(m, &seen[i]) == MW_SOLVED)
            return depth[i];
        unsigned n = mw_state_expand(m, &seen[i], edges);
        for (unsigned k = 0; k < n; k++) {
            bool known = edges[k].status == MW_LOST;
            for (size_t s = 0; s < count && !known; s++)
                known = !memcmp(&seen[s], &edges[k].to, sizeof *seen);
            if (known)
                continue;
            assert_true(count < MOST);
            seen[count] = edges[k].to;
            depth[count++] = depth[i] + 1;
        }
    }
    return -1;
}

// What one line says of its maze, told anew.
static void check_line(const json_t *o)
{
    scoped_maze *m = maze_of_id(text_in(o, "id"));
    mw_error error;
    const char *text = text_in(o, "maze");
    scoped_maze *same = mw_maze_read(NULL, text, strlen(text), &error);
    assert_true(same && mw_maze_equal(m, same));
    assert_string_equal(text_in(o, "kind"), m->kind->name);
    const char *rules = m->kind->how_to_play ? m->kind->how_to_play : m->kind->about;
    assert_non_null(strstr(text_in(o, "rules"), rules));
    assert_true(*text_in(o, "moves_legend") && *text_in(o, "question"));
    assert_non_null(strstr(text_in(o, "generator"), mw_version()));
    int length = plain_length(m);
    if (json_is_null(field(o, "solution"))) {
        assert_true(length == -1 && null_in(o, "length") && null_in(o, "difficulty"));
        assert_true(null_in(o, "band") && integer_in(o, "solutions") == 0);
        return;
    }
    uint16_t *actions;
    mw_status status;
    long moves = mw_moves_parse(m->kind, text_in(o, "solution"), &actions, &error);
    assert_true(moves == length && moves == integer_in(o, "length"));
    assert_true(mw_replay(m, actions, (size_t)moves, NULL, NULL, &status) == (size_t)moves);
    assert_int_equal(status, MW_SOLVED);
    free(actions);
    double difficulty = measure_of(m, "difficulty");
    assert_true(same_number(difficulty, number_in(o, "difficulty")));
    assert_true((long long)difficulty == integer_in(o, "band"));
    assert_true(same_number(measure_of(m, "solutions"), number_in(o, "solutions")));
}

// The least text of a rook or die maze in its eight orientations, by its cells alone.
static void least_text(const json_t *o, char least[1000])
{
    const bool rook = !strcmp(text_in(o, "kind"), "rook");
    const char *body = strrchr(text_in(o, "id"), ':') + 1;
    char cells[30][30] = {0}, turned[1000];
    int w = 0, h = 0, x = 0;
    bool start = false;
    for (const char *c = body; *c; c++) {
        if (*c == '/') {
            h++;
            x = 0;
        } else if (rook && *c == 'S') {
            start = true;
        } else {
            cells[h][x++] = start ? (char)(*c + 64) : *c; // the start as other letters
            start = false;
            w = x;
        }
    }
    h++;
    *least = '\0';
    for (int s = 0; s < 8; s++) {
        size_t at = 0;
        int rows = s & 4 ? w : h, columns = s & 4 ? h : w;
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                int row = s & 4 ? c : r, column = s & 4 ? r : c;
                turned[at++] = cells[s & 2 ? h - 1 - row : row][s & 1 ? w - 1 - column : column];
            }
            turned[at++] = '/';
        }
        turned[at] = '\0';
        if (!*least || strcmp(turned, least) < 0)
            strcpy(least, turned);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

TEST(the_lines_are_true)
{
    make(formatted("rook die theseus bloxorz marble -n 120 --bands 1..3 --unsolvable 0.15 "
                   "--split train=70,dev=10,test=20 -o %s/",
                   scratch_path("true")),
         DONE);
    unsigned unsolvable = 0;
    size_t all = 0;
    static const char *const names[] = {"train", "dev", "test"};
    for (size_t i = 0; i < COUNT(names); i++) {
        scoped(drop_lines) lines l = {0};
        read_lines(&l, formatted("true/%s.jsonl", names[i]));
        for (size_t k = 0; k < l.count; k++) {
            check_line(l.line[k]);
            assert_string_equal(text_in(l.line[k], "split"), names[i]);
            unsolvable += json_is_null(field(l.line[k], "solution"));
        }
        all += l.count;
    }
    assert_true(all == 120 && unsolvable == 18);
    scoped_text *card = read_file(scratch_path("true"), "README.md");
    assert_non_null(strstr(card, "| unsolvable | 4 | 4 | 4 | 3 | 3 |"));
    assert_non_null(strstr(card, "--split train=70,dev=10,test=20"));
    const char *advice = strstr(card, "    grep -v"), *end = advice ? strstr(advice, "\n\n") : NULL;
    assert_non_null(end);
    scoped_text *verified = // exit code 0: all are solved
        run_shell("mazewright() { %s '%s' \"$@\"; }; cd '%s' && %.*s", EMULATOR, COMMAND,
                  scratch_path("true"), (int)(end - advice), advice);
    assert_null(strstr(verified, "\"optimal\":false"));
    assert_non_null(strstr(verified, "\"optimal\":true"));
}

TEST(no_maze_is_there_twice)
{
    // Small boards, so that many candidates are copies of others.
    static const char *const of[] = {"rook:3x4 rook:4x3 rook:3x3", "die:3x4 die:4x3 die:3x3"};
    for (size_t k = 0; k < COUNT(of); k++) {
        const char *name = formatted("twice%zu.jsonl", k);
        make(formatted("%s -n 150 --bands 1 -o %s", of[k], scratch_path(name)), DONE);
        scoped(drop_lines) lines l = {0};
        read_lines(&l, name);
        assert_int_equal(l.count, 150);
        char *least[LINES_MAX] = {0};
        for (size_t i = 0; i < l.count; i++) {
            char text[1000];
            least_text(l.line[i], text);
            least[i] = strdup(text);
            assert_non_null(least[i]);
        }
        qsort(least, l.count, sizeof *least, by_text);
        for (size_t i = 1; i < l.count; i++)
            assert_string_not_equal(least[i - 1], least[i]);
        for (size_t i = 0; i < l.count; i++)
            free(least[i]);
    }
}

// ---- how many of each

static unsigned count_in(const lines *l, const char *kind, int band, const char *split)
{
    unsigned n = 0;
    for (size_t i = 0; i < l->count; i++) {
        const json_t *o = l->line[i];
        n += (!kind || !strcmp(text_in(o, "kind"), kind)) &&
             (!band || (json_is_integer(field(o, "band")) && integer_in(o, "band") == band)) &&
             (!split || !strcmp(text_in(o, "split"), split));
    }
    return n;
}

TEST(the_spread_is_even_and_the_percentages_exact)
{
    make(formatted("rook theseus -n 101 --bands 1..4 --split a=80,b=11,c=9 -o %s",
                   scratch_path("even.jsonl")),
         DONE);
    scoped(drop_lines) lines l = {0};
    read_lines(&l, "even.jsonl");
    assert_int_equal(l.count, 101);
    assert_int_equal(count_in(&l, "rook", 0, NULL), 51);
    assert_int_equal(count_in(&l, "theseus", 0, NULL), 50);
    for (int band = 1; band <= 4; band++) {
        unsigned n = count_in(&l, "theseus", band, NULL), test = count_in(&l, NULL, band, "b");
        assert_true(n == 12 || n == 13);
        assert_true(test >= 1 && test <= 4); // no split has the easy ones only
    }
    // 80.8, 11.11 and 9.09: the rest goes to the largest remainder
    assert_int_equal(count_in(&l, NULL, 0, "a"), 81);
    assert_int_equal(count_in(&l, NULL, 0, "b"), 11);
    assert_int_equal(count_in(&l, NULL, 0, "c"), 9);
}

TEST(what_a_band_lacks_is_told_and_found_elsewhere)
{
    scoped_reply r =
        ask(formatted("dataset die:4x4 -n 12 --bands 2..4 -o %s", scratch_path("lacks.jsonl")));
    assert_int_equal(r.code, LIMIT);
    assert_non_null(strstr(r.err, "die:4x4: too few were found:"));
    assert_non_null(strstr(r.err, "band 4 has 0 of 4"));
    assert_non_null(strstr(r.err, "the other bands of these kinds have more instead"));
    scoped(drop_lines) lines l = {0};
    read_lines(&l, "lacks.jsonl");
    assert_int_equal(l.count, 12);
    // Without --bands nobody asked for band 10.
    make(formatted("die:4x4 -n 12 -o %s", scratch_path("lacks.jsonl")), DONE);
    // There are not so many corridors of five cells.
    scoped_reply few = ask("dataset null:5x1 -n 500");
    assert_int_equal(few.code, LIMIT);
    assert_non_null(strstr(few.err, "of 500 mazes were found; try other sizes or bands"));
}

// ---- questions

TEST(prompts_make_questions)
{
    scoped_text *full = output_of("dataset rook -n 3 --prompt full --unsolvable 0.4", DONE);
    unsigned unsolvable = 0;
    for (char *line = full; *line; line += strcspn(line, "\n") + 1) {
        scoped_json *o = json_loadb(line, strcspn(line, "\n"), 0, NULL);
        const json_t *known = field(o, "metadata");
        const char *question = text_in(o, "question");
        check_line(known);
        assert_int_equal(json_object_size(o), 3);
        assert_non_null(strstr(question, text_in(known, "maze")));
        assert_non_null(strstr(question, text_in(known, "rules")));
        assert_non_null(strstr(question, text_in(known, "question")));
        bool none = json_is_null(field(known, "solution"));
        assert_string_equal(text_in(o, "answer"), none ? "unsolvable" : text_in(known, "solution"));
        unsolvable += none;
    }
    assert_int_equal(unsolvable, 1);
    scoped_text *own =
        output_of("dataset rook -n 1 --prompt '{{{kind}}} \"{maze}\" } {moves_legend}'", DONE);
    scoped_json *o = json_loads(own, 0, NULL);
    assert_string_equal(text_in(o, "question"),
                        formatted("{rook} \"%s\" } U up, R right, D down, L left",
                                  text_in(field(o, "metadata"), "maze")));
}

// ---- what is refused

TEST(bad_requests_are_refused)
{
    static const refusal rows[] = {
        {"dataset", USAGE, "dataset needs kinds of mazes"},
        {"dataset roook", USAGE, "unknown kind 'roook'; did you mean 'rook'?"},
        {"dataset rook rook", USAGE, "rook is given twice"},
        {"dataset rook:5x5#1", USAGE, "a dataset has a seed of its own"},
        {"dataset rook:99x99", USAGE, "'rook:99x99': "},
        {"dataset rook:5x5,obstacles=3", USAGE, "no option 'obstacles'"},
        {"dataset die:obstacles=300", USAGE, "obstacles"},
        {"dataset rook -n 0", USAGE, "--count 0"},
        {"dataset rook -n 99999999999999999999", USAGE, "--count"},
        {"dataset rook -n -5", USAGE, "--count"},
        {"dataset rook --bands 9..1", USAGE, "--bands 9..1: write two from 1 to 10"},
        {"dataset rook --bands 0..3", USAGE, "--bands 0..3"},
        {"dataset rook --bands 3..11", USAGE, "--bands 3..11"},
        {"dataset rook --bands 3..4294967300", USAGE, "--bands 3..4294967300"},
        {"dataset rook --bands 3,4", USAGE, "--bands 3,4"},
        {"dataset rook --bands ''", USAGE, "--bands :"},
        {"dataset rook --split train=80,test=10", USAGE, "the splits have 90 per cent"},
        {"dataset rook --split train=80,test=120", USAGE, "--split test=120"},
        {"dataset rook --split train=100,test=0", USAGE, "0 per cent"},
        {"dataset rook --split train=50,train=40", USAGE, "split train is given twice"},
        {"dataset rook --split ../x=50,b=50", USAGE, "'../x' is no name of a split"},
        {"dataset rook --split a/b=50,b=50", USAGE, "'a/b' is no name of a split"},
        {"dataset rook --split train", USAGE, "write NAME=PERCENT"},
        {"dataset rook --split =100", USAGE, "'' is no name of a split"},
        {"dataset rook --split a=33.4,b=66.6", USAGE, "whole numbers"},
        {"dataset rook --split a=10,b=10,c=10,d=10,e=10,f=10,g=10,h=10,i=20", USAGE, "at most 8"},
        {"dataset rook --unsolvable 110%", USAGE, "--unsolvable 110%: write a share"},
        {"dataset rook --unsolvable nan", USAGE, "--unsolvable nan"},
        {"dataset rook --unsolvable -1", USAGE, "--unsolvable -1"},
        {"dataset rook --prompt ful", USAGE, "unknown template 'ful'; did you mean 'full'?"},
        {"dataset rook --prompt '{mase}'", USAGE,
         "unknown placeholder 'mase'; did you mean 'maze'?"},
        {"dataset rook --prompt '{maze'", USAGE, "after {maze a } is missing"},
        {"dataset rook -o mazes.csv", USAGE, "must end in .jsonl"},
        {"dataset rook -o %s", USAGE, "is there already"},
        {"dataset rook -o %s/no/mazes.jsonl", BROKEN, "No such file or directory"},
    };
    scratch_file("something", "in the folder");
    expect_refusals(rows, COUNT(rows));
}

// What a program may ask of the library, beyond what the command lets through.
TEST(bad_plans_are_refused)
{
    static const char *const rook[] = {"rook", NULL}, *const none[] = {NULL};
    static const mw_dataset_split unnamed = {NULL, 100};
    static const struct {
        mw_dataset_plan plan;
        const char *says;
    } rows[] = {
        {{.count = 1}, "needs kinds of mazes"},
        {{.sources = none, .count = 1}, "needs kinds of mazes"},
        {{.sources = rook}, "from 1 to 10000000 mazes, not 0"},
        {{.sources = rook, .count = UINT64_MAX}, "from 1 to 10000000 mazes"},
        {{.sources = rook, .count = 1, .first_band = 9, .last_band = 1}, "bands 9 to 1"},
        {{.sources = rook, .count = 1, .last_band = UINT32_MAX}, "bands 1 to 4294967295"},
        {{.sources = rook, .count = 1, .unsolvable = NAN}, "share of unsolvable mazes"},
        {{.sources = rook, .count = 1, .splits = &unnamed, .split_count = 1}, "no name of a split"},
        {{.sources = rook, .count = 1, .splits = &unnamed, .split_count = 999}, "999 splits"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_dataset_plan plan = rows[i].plan;
        mw_error error;
        plan.size = sizeof plan;
        assert_false(mw_dataset_valid(&plan, &error));
        if (!strstr(error.text, rows[i].says))
            fail_msg("%s, not: %s", error.text, rows[i].says);
    }
}

// ---- the end comes early

static bool tell_five(void *context, UNUSED const mw_dataset_item *item)
{
    return ++*(unsigned *)context < 5;
}

TEST(a_program_ends_it)
{
    static const char *const rook[] = {"rook", NULL};
    const mw_dataset_plan plan = {.size = sizeof plan, .sources = rook, .count = 1000};
    unsigned told = 0;
    const mw_dataset_watch watch = {.size = sizeof watch, .context = &told, .item = tell_five};
    mw_dataset_result result;
    mw_error error;
    assert_true(mw_dataset_run(&plan, &watch, &result, &error));
    assert_true(told == 5 && result.found == 5 && result.stopped);
    mw_dataset_result_free(&result);
}

TEST(a_limit_keeps_whole_lines)
{
    make(formatted("rook theseus -n 1000000 --seconds 1 -o %s/", scratch_path("early")), LIMIT);
    scoped(drop_lines) lines l = {0};
    size_t length;
    scoped_text *bytes = bytes_of(scratch_path("early/all.jsonl"), &length);
    assert_true(length > 1000 && bytes[length - 1] == '\n');
    scoped_text *card = read_file(scratch_path("early"), "README.md");
    assert_non_null(strstr(card, "was stopped before it was done"));
}
