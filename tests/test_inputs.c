// test_inputs.c: how mazes are named to any verb: files, ids, ranges, shipped ones and lists; and
// how results are printed for programs.
#include "command_support.h"

#include "mazewright/text.h"

static unsigned lines_of(const char *text)
{
    unsigned n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

// How many of the ids rook:3x3#1 to #9 stand in a text, as they are printed with a generator's
// number.
static unsigned seeds_in(const char *text)
{
    unsigned n = 0;
    for (int seed = 1; seed <= 9; seed++)
        n += strstr(text, formatted("rook:3x3#%d@", seed)) != NULL;
    return n;
}

TEST(every_form_names_the_same_mazes)
{
    static const char *const verbs[] = {"solve --json -a bfs,dfs -q", "analyse --json",
                                        "check --json", "audit --json", "hint --json"};
    static const struct {
        const char *form, *input;
        unsigned mazes;
    } forms[] = {
        {"rook:3x3#1 rook:3x3#2 rook:3x3#3", "", 3},
        {"rook:3x3#1..3", "", 3},
        {"rook:3x3#7..9@1 rook:3x3#1", "", 4},
        {"-", "rook:3x3#1\n\n# two more\n  rook:3x3#2..3\t\r\n", 3},
        {"-", "{\"id\":\"rook:3x3#4@1\",\"x\":[1,{}]}\n{\"moves\":null,\"id\":\"rook:3x3#5\"}", 2},
        {"@%s/list.txt", "", 2},
        {"%s/list.txt rook:3x3#9", "", 3}, // a file that begins like a list
        {"-", "rook:3x3#6", 1},
        {"@-", "rook:3x3#6\nrook:3x3#7\n", 2},
    };
    scratch_file("list.txt", "rook:3x3#1\nrook:3x3#8\n");
    for (size_t v = 0; v < COUNT(verbs); v++)
        for (size_t i = 0; i < COUNT(forms); i++) {
            const char *input = forms[i].input;
            const char *arguments = formatted("%s %s", verbs[v], forms[i].form);
            scoped_reply r = ask_on(arguments, input, strlen(input));
            if (r.code > NO || *r.err || seeds_in(r.out) != forms[i].mazes) {
                show(&r);
                fail_msg("%u mazes were expected", forms[i].mazes);
            }
        }
}

TEST(what_one_verb_prints_another_takes)
{
    static const char *const printing[] = {
        "solve --json shipped:theseus/01 rook:4x4#3", "analyse --json shipped:bloxorz/05 die:4x4#1",
        "check --json rook:3x3#1 marble:3x3#1",       "list --json rook",
        "design rook 4x4#1 -e 50 --count 2 --json",   "simulate --json marble:3x3#1..2",
        "audit --json shipped:rook/01 die:3x3#2",     "hint --json shipped:rook/02 rook:4x4#1",
    };
    for (size_t i = 0; i < COUNT(printing); i++) {
        scoped_reply first = ask(printing[i]);
        unsigned lines = lines_of(first.out);
        assert_true(lines >= 2);
        scoped_reply ids = answered("convert --to id -", first.out, DONE);
        assert_int_equal(lines_of(ids.out), lines);
        scoped_reply owns = answered("convert --to id -", ids.out, DONE);
        assert_string_equal(owns.out, ids.out);
    }
}

// From whatever form of list, an object has the id of its maze.
TEST(ids_stay_from_verb_to_verb)
{
    static const char list[] = "{\"id\":\"rook:3x3:S222/111/11G\"}\n"
                               "{\"maze\":\"rook\\nS11\\n1G\"}\n"
                               "null:3x1:S.G\n";
    static const char *const says[] = {
        "{\"file\":\"rook:3x3:S222/111/11G\",\"id\":\"rook:3x3:S222/111/11G\",",
        "{\"file\":\"stdin:2\",\"id\":\"rook:2x2:S11/1G\",",
        "{\"file\":\"null:3x1:S.G\",\"id\":\"null:3x1:S.G\",",
    };
    scoped_reply r = answered("check --json -", list, DONE);
    for (size_t i = 0; i < COUNT(says); i++)
        if (!strstr(r.out, says[i])) {
            show(&r);
            fail_msg("'%s' was expected", says[i]);
        }
    scoped_reply again = answered("check --json -", r.out, DONE);
    assert_non_null(strstr(again.out, says[0]));
    assert_non_null(strstr(again.out, "\"id\":\"rook:2x2:S11/1G\","));
}

TEST(shipped_mazes_are_there_in_any_folder)
{
    static const command_case rows[] = {
        {"solve shipped:rook/05", DONE, "shipped:rook/05  bfs", ""},
        {"analyse shipped:rook", DONE, "shipped:rook/12", ""},
        {"convert --to id shipped:rook/01.rook shipped:rook/01", DONE, "222G\nrook:4x4:S", ""},
        {"convert shipped:rook/01.die", INPUT, "", "no maze shipped:rook/01.die; "},
        {"convert shipped:variants", DONE, "no-u-turn", ""},
        {"convert shipped:variants/quen", INPUT, "", "did you mean shipped:variants/queen?"},
        {"solve shipped:rook#1..5", INPUT, "", "no maze shipped:rook#1..5; "},
        {"list variants", DONE, "shipped:variants/queen", ""},
        {"solve shipped:rook/5", INPUT, "", "did you mean shipped:rook/05?"},
        {"solve shipped:rok", INPUT, "", "did you mean shipped:rook?"},
        {"solve shipped:", DONE, "shipped:theseus/18", ""},
        {"solve shipped:../rook/01", INPUT, "", "no maze shipped:"},
        {"list", DONE, "shipped:bloxorz/33  bloxorz  15x10", ""},
        {"list rook", DONE, "maze             kind  size  length  difficulty\n", ""},
        {"list rook --format csv", DONE, "file,id,kind,width,height,depth,length,difficulty\n", ""},
        {"list king", USAGE, "", "unknown kind 'king'"},
    };
    expect_answers(rows, COUNT(rows));
    free(run_shell("cd / && %s solve shipped:die/01", COMMAND));
}

// The others go on, and the exit code tells it at the end.
TEST(a_line_that_is_no_maze_is_told_with_its_number)
{
    static const struct {
        const char *line, *says;
    } lines[] = {
        {"missing.rook", "stdin:2: missing.rook: cannot open"},
        {"rook:3x3#x", "stdin:2: 'x' is not a seed"},
        {"rook:3x3#3..1", "stdin:2: rook:3x3#3..1: write a range"},
        {"rook:3x3#1..1000001", "a range has at most 1,000,000 mazes"},
        {"rook:3x3#1..18446744073709551616", "write a range"},
        {"king:3x3#1", "stdin:2: unknown kind 'king'"},
        {"{\"id\":7}", "stdin:2: no maze; an object needs"},
        {"{\"maze\":\"rook 2x2\\n1 1\\n\"}", "stdin:2: "},
        {"{\"id\":", "stdin:2:6: no whole object of JSON"},
        {"{\"id\":\"rook:3x3#4\\u0000\"}", "stdin:2: no maze; an object needs"},
        {"-", "stdin:2: a list names no other list"},
        {"@other.txt", "stdin:2: a list names no other list"},
        {"shipped:rook/99", "no maze shipped:rook/99"},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        const char *input = formatted("rook:3x3#1\n%s\nrook:3x3#2\n", lines[i].line);
        scoped_reply r = ask_on("solve --json -", input, strlen(input));
        if (r.code != INPUT || !strstr(r.err, lines[i].says) || seeds_in(r.out) != 2) {
            show(&r);
            fail_msg("'%s' was expected, and two answers", lines[i].says);
        }
    }
    static const command_case rows[] = {
        {"solve @%s/absent.txt", INPUT, "", "absent.txt: cannot open"},
        {"solve @%s", INPUT, "", "name the file of a list"},
        {"solve @", INPUT, "", "@: name the file of a list"},
        {"solve '' rook:3x3#1", INPUT, "rook:3x3#1", "an empty name is no maze"},
        {"design rook 4x4 5x5 --list", USAGE, "", "one kind and one size"},
        {"solve rook:3x3#9..2", INPUT, "", "the smaller first"},
        {"trace rook:3x3#1..2", USAGE, "", "one maze at a time"},
        {"solve", USAGE, "", "solve needs a maze"},
    };
    expect_answers(rows, COUNT(rows));
}

// Of many bad lines a hundred are told, and how many there are.
TEST(many_bad_lines_are_counted)
{
    mw_writer w = {0};
    mw_write(&w, "rook:3x3#1\n");
    for (unsigned i = 0; i < 500; i++)
        mw_write(&w, "nonsense %u\n", i);
    mw_write(&w, "rook:3x3#2\n");
    scoped_reply r = ask_on("check -", w.text, w.length);
    assert_int_equal(r.code, INPUT);
    assert_int_equal(seeds_in(r.out), 2);
    assert_int_equal(lines_of(r.err), 101);
    assert_non_null(strstr(r.err, "stdin: 500 lines name no maze"));
    free(w.text);
}

TEST(bytes_that_are_no_text_are_told)
{
    static const char list[] = "rook:3x3#1\0junk\n\0\nrook:3x3#2\n";
    scoped_reply r = ask_on("solve --json -", list, sizeof list - 1);
    assert_int_equal(r.code, INPUT);
    assert_int_equal(lines_of(r.out), 1);
    assert_non_null(strstr(r.err, "stdin:1: byte 0x00 is not text"));
    assert_non_null(strstr(r.err, "stdin:2: byte 0x00 is not text"));
}

TEST(a_range_has_any_seeds_and_few_complaints)
{
    scoped_reply last =
        answered("convert --to id rook:3x3#18446744073709551614..18446744073709551615", "", DONE);
    assert_int_equal(lines_of(last.out), 2);
    scoped_reply r = ask("solve rook:99x99#1..500 rook:3x3#1");
    assert_int_equal(r.code, INPUT);
    assert_int_equal(lines_of(r.err), 101);
    assert_non_null(strstr(r.err, "rook:99x99#1..500: 500 seeds gave nothing"));
    assert_int_equal(seeds_in(r.out), 1);
    // A maze without a solution has its row, and is not complained about.
    scoped_reply unsolvable = ask("solve rook:3x3#1..1000");
    assert_int_equal(unsolvable.code, NO);
    assert_string_equal(unsolvable.err, "");
}

// A file may be called like an id. Who names it means the file, but an object has the id of a maze.
TEST(an_object_has_an_id_and_names_no_file)
{
    scratch_file("rook:2x1#1", "rook\nS111\n1G1\n");
    scoped_text *file = run_shell("cd %s && %s convert --to id 'rook:2x1#1'", scratch(), COMMAND);
    assert_string_equal(file, "rook:3x2:S111/1G1\n");
    scoped_text *object = run_shell(
        "cd %s && echo '{\"id\":\"rook:2x1#1\"}' | %s convert --to id -", scratch(), COMMAND);
    assert_string_equal(object, "rook:2x1:S1G\n");
}

// What cannot be done in one of several mazes does not end the others.
TEST(moves_that_one_maze_does_not_have_are_told_with_its_name)
{
    static const command_case rows[] = {
        {"hint --moves DURD rook:3x3#2 shipped:rook/01", INPUT, "shipped:rook/01: You have won.\n",
         "rook:3x3#2@1: --moves: move 2 (U) is not possible there"},
        {"hint --moves R die:3x3#1 shipped:theseus/01", INPUT,
         "shipped:theseus/01: ", "die:3x3#1@1: --moves: no move begins with 'R'"},
        {"hint --moves DURD rook:3x3#2", USAGE, "", "rook:3x3#2@1: --moves: move 2"},
        {"audit --moves DU rook:3x3#2 shipped:rook/01", INPUT, "shipped:rook/01\n",
         "rook:3x3#2@1: --moves: move 2"},
        {"audit --state 'row 4' rook:3x3#2 shipped:rook/01", INPUT, "shipped:rook/01\n",
         "rook:3x3#2@1: no state is described by 'row 4'"},
        {"audit --open 2 rook:5x5#1 shipped:die/01", INPUT,
         "shipped:die/01: ", "rook:5x5#1@1: rook mazes have no board without"},
        {"audit --moves XY nosuch.rook", USAGE, "", "--moves XY: no kind has such moves"},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(a_text_that_is_no_list_is_given_up)
{
    mw_writer w = {0};
    mw_write(&w, "nonsense.rook\n");
    for (unsigned i = 0; i < 500; i++)
        mw_write(&w, "nonsense %u\n", i);
    scoped_reply r = ask_on("check -", w.text, w.length);
    assert_int_equal(r.code, INPUT);
    assert_non_null(strstr(r.err, "this is no list of mazes"));
    assert_int_equal(lines_of(r.err), 101);
    free(w.text);
}

// A maze of another kind gets no row for a heuristic that it lacks; it is told once, and nothing
// else is lost.
// A list may name the one maze that trace takes.
TEST(a_list_of_one_maze_is_traced)
{
    scratch_file("one.txt", "# the only one\nrook:3x3#1\n");
    scratch_file("two.txt", "rook:3x3#1\nrook:3x3#2\n");
    static const command_case rows[] = {
        {"trace @%s/one.txt", DONE, "\"type\":\"end\"", ""},
        {"trace @%s/two.txt", USAGE, "", "one maze at a time"},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(a_comparison_keeps_every_row_that_applies)
{
    scoped_reply r =
        ask("solve -a bfs,astar,wastar -H h4,landing -w 1,5 shipped:rook/01 shipped:rook/02 "
            "shipped:die/01 --format csv");
    assert_int_equal(r.code, DONE);
    assert_int_equal(lines_of(r.out), 1 + 3 * 4);
    assert_int_equal(lines_of(r.err), 2);
    assert_non_null(strstr(r.err, "rook has no heuristic 'h4'; mazes of this kind get no rows"));
    static const command_case rows[] = {
        {"solve -a astar -H h4 shipped:rook/01", USAGE, "", "rook has no heuristic 'h4'"},
        {"solve -a astar -H h4 shipped:die/01 shipped:rook/01", DONE, "h4  ",
         "rook has no heuristic 'h4'"},
        {"solve -a astar,greedy -H h4 rook:3x3#1", USAGE, "", "rook has no heuristic 'h4'"},
        {"solve -a astar -H h4 rook:3x3#1..2", USAGE, "", "rook has no heuristic 'h4'"},
        {"solve -a astar -H h2,walk,rolls shipped:die/01", DONE, "h2  ",
         "die has no heuristic 'walk', 'rolls'; mazes of this kind get no rows for it"},
        {"audit -H h2,walk shipped:die/01", DONE, "h2 is admissible",
         "die has no heuristic 'walk'"},
        {"audit -H h2,zero shipped:die/01", DONE, "zero is admissible and consistent", ""},
        {"audit -H zero --format csv marble:3x3#1", DONE, ",zero,true,true,", ""},
        {"solve -w 0 rook:3x3#1", USAGE, "", "--weight 0: write a number from 0.001 to 1000"},
        {"solve -w 1,x rook:3x3#1", USAGE, "", "--weight x: write"},
        {"solve -w 1 -w 3 -a wastar rook:3x3#1", DONE, "landing, weight 3", ""},
        {"simulate --agent complet marble:3x3#1", USAGE, "", "did you mean 'complete'?"},
    };
    expect_answers(rows, COUNT(rows));
    scoped_reply all = ask("solve -a all -H all -q --json shipped:die/01");
    assert_int_equal(lines_of(all.out), 4 + 5 * 7);
}

// Whatever has --json has all three formats, and a maze in space has its depth everywhere.
TEST(each_answer_has_all_formats)
{
    static const char *const of[][3] = {
        {"catalogue import m.db marble:3x2x2#1", "added,known,replaced,worse,refused,mazes", "1"},
        {"catalogue verify m.db", "mazes,unchecked,failures", "ok, 1"},
        {"catalogue list m.db", "number,id,maze,", " 3x2x2 "},
        {"analyse marble:3x2x2#1", "file,id,kind,width,height,depth,", ": marble, 3x2x2\n"},
        {"experiment t.plan", "done,runs,mazes,", "2 of 2 runs"},
        {"experiment status t.db", "done,runs,mazes,", "2 of 2 runs"},
        {"experiment t.plan --dry-run", "runs,done,left,", "0 to do"},
        {"experiment compare t.db bfs dfs", "first,second,mazes,", "dfs against bfs"},
    };
    scratch_file("t.plan", "mazes marble:3x2x2#1\nalgorithm bfs dfs\n");
    for (size_t i = 0; i < COUNT(of); i++) {
        scoped_text *table = run_shell("cd %s && rm -f m.db; %s catalogue import -q m.db "
                                       "marble:3x2x2#1 > /dev/null; %s %s --format table",
                                       scratch(), COMMAND, COMMAND, of[i][0]),
                    *csv = run_shell("cd %s && %s %s --format csv", scratch(), COMMAND, of[i][0]),
                    *same = run_shell("cd %s && %s %s --format json | sed '/seconds/s/:.*//' > a; "
                                      "%s %s --json | sed '/seconds/s/:.*//' | cmp - a && cat a",
                                      scratch(), COMMAND, of[i][0], COMMAND, of[i][0]);
        assert_non_null(strstr(table, of[i][2]));
        assert_true(!strncmp(csv, of[i][1], strlen(of[i][1])));
        assert_true(lines_of(csv) >= 2 && *same == '{');
    }
    scoped_text *rows = run_shell("cd %s && %s experiment report t.db", scratch(), COMMAND);
    assert_non_null(strstr(rows, ",solved,,true,"));
    scoped_text *efforts =
        run_shell("cd %s && %s experiment compare t.db bfs dfs --json", scratch(), COMMAND);
    assert_non_null(strstr(efforts, "\"effort\":\"states_stored\""));
}

TEST(csv_has_the_values_of_json)
{
    scoped_reply csv = answered("analyse --format csv rook:3x3#1 'marble:3x3#1'", "", DONE);
    scoped_reply json = answered("analyse --json rook:3x3#1", "", DONE);
    scoped_json *o = json_loads(json.out, 0, NULL);
    const char *rows = strchr(csv.out, '\n') + 1;
    assert_int_equal(lines_of(csv.out), 3);
    assert_true(!strncmp(csv.out, "file,id,kind,width,height,depth,features.length,", 48));
    assert_non_null(strstr(csv.out, ",features.theoretical_length")); // of the second maze only
    assert_true(!strncmp(rows, "rook:3x3#1@1,rook:3x3#1@1,rook,3,3,1,", 37));
    assert_int_equal(atoi(rows + 37), integer_in(json_object_get(o, "features"), "length"));
    // Commas and quotes are quoted.
    scoped_reply ids = answered("list bloxorz -f csv", "", DONE);
    assert_non_null(strstr(ids.out, ",\"bloxorz:"));
    // Where nothing was found there is nothing, not even names.
    scoped_reply none = ask("solve --format csv missing.rook");
    assert_string_equal(none.out, "");
}

TEST(the_nearest_word_is_offered)
{
    static const command_case rows[] = {
        {"design rok 4x4", USAGE, "", "not 'rok'; did you mean 'rook'?"},
        {"design rook 4x4 --method aneal", USAGE, "", "did you mean 'anneal'?"},
        {"design rook 4x4 --require 'lenght > 3'", USAGE, "", "did you mean 'length'?"},
        {"catalogue lst x.db", USAGE, "", "did you mean 'list'?"},
        {"experiment statsu x.db", USAGE, "", "did you mean 'status'?"},
        {"convert --to idd rook:3x3#1", USAGE, "", "did you mean 'id'?"},
        {"solve shiped:rook/05", INPUT, "",
         "shiped:rook/05: no such kind; did you mean shipped:rook/05?"},
        {"solve $(seq 2000 | tr '\\n' x)", INPUT, "", "...: cannot open: File name too long"},
        {"solve rook/05", INPUT, "", "are named shipped:rook/05"},
        {"solve -a bsf rook:3x3#1", USAGE, "", "did you mean 'bfs'?"},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(help_has_topics)
{
    static const command_case rows[] = {
        {"help algorithms", DONE, "algorithms, for --algorithm:\n  bfs", ""},
        {"help heuristics --json", DONE, "{\"name\":\"zero\",\"about\":\"no estimate\"}", ""},
        {"help heuristics", DONE, "heuristics of die mazes, for --heuristic:\n  h1", ""},
        {"help heuristics die --json", DONE, "{\"name\":\"h2\",\"about\":\"Manhattan distance\",",
         ""},
        {"help objectives rook", DONE, "objectives of rook mazes", ""},
        {"help measures --format csv", DONE, "name,about,kind\n", ""},
        {"help die --json", DONE, "\"heuristics\":[{\"name\":\"h1\",", ""},
        {"help measures king", USAGE, "", "unknown kind 'king'"},
        {"help rook die", USAGE, "", "one thing at a time; leave out 'die'"},
        {"help solve rook", USAGE, "", "leave out 'rook'"},
        {"help measures rook die", USAGE, "", "leave out 'die'"},
        {"help catalogue remove", DONE, "usage: mazewright catalogue", ""},
        {"help solve --json", USAGE, "", "--format and --json are for topics"},
        {"design rook --list --json", USAGE, "", "'help measures rook --json'"},
        {"design rook 5x5 -o", USAGE, "", "needs a value: --output FILE|DIR/"},
        {"help algoritms", USAGE, "", "did you mean 'algorithms'?"},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(a_trace_is_a_list_of_its_maze)
{
    scoped_text *out = run_shell("C='%s'; cd %s; $C trace rook:3x2:S211/11G | $C convert --to id - "
                                 "&& $C simulate --trace t.jsonl marble:2x2#1 > /dev/null && "
                                 "$C convert --to id @t.jsonl",
                                 COMMAND, scratch());
    assert_string_equal(out, "rook:3x2:S211/11G\nmarble:2x2:22/10\n");
}

// Examples are commands to paste, which are not broken; everything else fits a terminal. Nothing
// ends in a blank.
TEST(help_fits_a_terminal)
{
    scoped_text *wide = run_shell(
        "C='%s'; (for topic in '' $($C help | sed -n 's/^  \\([a-z]*\\)  .*/\\1/p') algorithms "
        "heuristics objectives measures; do $C help $topic; done) | tee %s/help | "
        "sed -n '/^  mazewright /d; / $/p; /.\\{81\\}/p'",
        COMMAND, scratch());
    assert_string_equal(wide, "");
    scoped_text *lines = run_shell("wc -l < %s/help", scratch());
    assert_true(atoi(lines) > 800);
}

TEST(pictures_of_several_mazes_go_into_a_folder)
{
    static const command_case rows[] = {
        {"render -o %s/all/ shipped:rook rook:3x3#1..2", DONE, "", ""},
        {"render -o %s/all -f png die:3x3:S../.../..G die:3x3:S.x/.../..G", DONE, "", ""},
        {"render -o %s/all -f bmp rook:3x3#1", USAGE, "", "it is svg, png, pdf or gif"},
        {"render -o %s/x.svg -f png rook:3x3#1", USAGE, "", "--format png is for --output DIR/"},
        {"render --ascii -o %s/x.svg rook:3x3#1", USAGE, "", "--ascii is for the terminal"},
        {"render -o %s/x.bmp rook:3x3#1", USAGE, "", "must end in .svg"},
        {"render -o %s/x.svg rook:3x3#1..2", USAGE, "", "name a folder for several"},
        {"render --solution --distances rook:3x3#1", DONE, "rook 3x3",
         "--solution --distances cannot be seen in plain text"},
    };
    expect_answers(rows, COUNT(rows));
    free(run_shell("cd %s/all && test $(ls *.svg | wc -l) = 20 && test -s rook-05.svg && "
                   "test -s rook-3x3-2.svg && test $(ls *.png | wc -l) = 2",
                   scratch()));
}
