// main.c: the command. Finds the verb, reads its options, runs it.
#include "parallel/processes.h"
#include "tool/tool.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const verb verbs[] = {
    {.name = "solve",
     .arguments = "[FILE | ID | -]...",
     .run = run_solve,
     .about = "solve mazes, with one algorithm or several side by side",
     .details =
         "Prints one row for each maze, algorithm and heuristic, then the best solution of each "
         "maze. Every solution is replayed through the rules before it is shown.",
     .example = "mazewright solve puzzles/rook/*.rook\n"
                "mazewright solve --algorithm bfs,astar --heuristic h2,h4 puzzles/die/*.die\n"
                "mazewright solve --json --limit-states 1000000 die:200x200#1",
     .options = {O_ALGORITHM, O_HEURISTIC, O_WEIGHT, O_STORE, O_LIMIT_STATES, O_LIMIT_MEMORY,
                 O_LIMIT_SECONDS, O_KIND, O_JSON, O_QUIET, O_COUNT}},
    {.name = "analyse",
     .arguments = "[FILE | ID | -]...",
     .run = run_analyse,
     .about = "measure the whole state graph of mazes",
     .details = "One maze: every measure with its meaning. Several: a table of the main ones.",
     .example = "mazewright analyse --distances rook:5x5#7\n"
                "mazewright analyse puzzles/theseus/*.theseus",
     .options = {O_DISTANCES, O_LIMIT_STATES, O_LIMIT_MEMORY, O_LIMIT_SECONDS, O_KIND, O_JSON,
                 O_QUIET, O_COUNT}},
    {.name = "check",
     .arguments = "[FILE | ID | -]...",
     .run = run_check,
     .about = "check that mazes are valid and that their kind keeps its laws on them",
     .details =
         "Laws are what every kind promises: that text reads back to the same maze, that states "
         "have numbers of their own, that heuristics are what they claim. Prints one "
         "sentence for each failure; exit code 1 if there is one.",
     .example = "mazewright check puzzles/rook/*.rook",
     .options = {O_SEED, O_LIMIT_STATES, O_LIMIT_MEMORY, O_LIMIT_SECONDS, O_KIND, O_JSON, O_QUIET,
                 O_COUNT},
     .notes =
         (const option_note[]){
             {O_SEED, NULL, "seed of the random play in which the laws are tried (default 1)"},
             {0}}},
    {.name = "audit",
     .arguments = "[FILE | ID | -]...",
     .run = run_audit,
     .about = "compare heuristics with exact distances",
     .details =
         "Says for each heuristic whether it is admissible and consistent on all states of the "
         "maze, and of its board without obstacles where the kind has one, or prints the "
         "smallest counterexample. Exit code 1 if there is one.",
     .example = "mazewright audit --heuristic h3 puzzles/die/01.die",
     .options = {O_HEURISTIC, O_OPEN, O_LIMIT_STATES, O_LIMIT_MEMORY, O_LIMIT_SECONDS, O_KIND,
                 O_JSON, O_QUIET, O_COUNT},
     .notes =
         (const option_note[]){
             {O_HEURISTIC, NULL,
              "heuristics by name, with commas; 'help KIND' lists them (default: all)"},
             {0}}},
    {.name = "convert",
     .arguments = "[FILE | ID | -]...",
     .run = run_convert,
     .about = "write mazes in another text form",
     .details =
         "Forms: own (canonical, the default), id (one line for links and scripts), and those "
         "of the kind, e.g. paper (the bare grid as printed in the literature).",
     .example = "mazewright convert rook:5x5#7\n"
                "mazewright convert --to id puzzles/rook/01.rook\n"
                "mazewright convert --kind die --to own grid.txt",
     .options = {O_TO, O_OUTPUT, O_KIND, O_QUIET, O_COUNT}},
    {.name = "design",
     .arguments = "KIND SIZE[,OPTION...][#SEED]",
     .run = run_design,
     .about = "make new mazes by objective",
     .details =
         "Searches for the maze with the smallest value of the objective by small random "
         "changes. The same seed and number of evaluations give the same maze. The words after "
         "the kind are those of a random id: size, options, seed (default 1). 'design KIND "
         "--list' shows what an objective may use; docs/design.md explains it all.",
     .example = "mazewright design theseus 6x6#1 --seconds 10\n"
                "mazewright design rook 5x5#7 --objective slide2 --evaluations 5000\n"
                "mazewright design die 6x6#1 --require 'solutions == 1; length >= 25' --catalogue "
                "mazes.db\n"
                "mazewright design bloxorz 10x8#1 --method ladder --count 12\n"
                "mazewright design rook --list",
     .options = {O_METHOD,  O_OBJECTIVE,  O_REQUIRE,      O_EVALUATIONS, O_SECONDS,   O_NUMBER,
                 O_THREADS, O_STREAMS,    O_EXCHANGE,     O_DEVICE,      O_RESAMPLE,  O_HOT,
                 O_COLD,    O_ROUNDS,     O_CATALOGUE,    O_RESUME,      O_LIST,      O_ACROSS,
                 O_FITNESS, O_POPULATION, O_ELITE,        O_SELECTION,   O_CROSSOVER, O_MUTATION,
                 O_FLIPS,   O_DISTINCT,   O_LIMIT_MEMORY, O_JSON,        O_QUIET,     O_COUNT}},
    {.name = "play",
     .arguments = "FILE | ID",
     .run = run_play,
     .about = "play a maze in the terminal",
     .details =
         "Arrow keys move; u takes a move back, r makes it again, 0 begins anew; h gives a "
         "hint, and pressed again a stronger one; o plays a shortest solution from here; "
         "space waits, or turns to the other half of the block; tab chooses the half that "
         "the arrows move; letters and digits are moves by name. w saves, q saves and quits.",
     .example = "mazewright play puzzles/bloxorz/01.bloxorz --save game.txt",
     .options = {O_SAVE, O_EXPORT, O_THEME, O_LIMIT_STATES, O_LIMIT_MEMORY, O_KIND, O_COUNT}},
    {.name = "hint",
     .arguments = "[FILE | ID | -]...",
     .run = run_hint,
     .about = "help from any position: still winnable? which direction? which move?",
     .details =
         "Tells each grade of help in turn, or the one that --grade names. Exit code 1 if the "
         "position is lost; then it says how many moves to take back. Exit code 4 if the maze is "
         "too large to know.",
     .example = "mazewright hint --moves RDL puzzles/rook/05.rook",
     .options = {O_MADE, O_GRADE, O_LIMIT_STATES, O_LIMIT_MEMORY, O_LIMIT_SECONDS, O_KIND, O_JSON,
                 O_QUIET, O_COUNT}},
    {.name = "render",
     .arguments = "[FILE | ID | -]...",
     .run = run_render,
     .about = "draw mazes, into a file or in the terminal",
     .details = "Into a file by its ending: .svg, .png, .pdf or .gif (a shortest solution, "
                "animated); without --output, on the terminal: in "
                "colours, or as plain text where there are none. --distances colours each cell by "
                "its distance from the goal: the brighter, the nearer.",
     .example = "mazewright render puzzles/die/05.die --solution -o die.svg\n"
                "mazewright render --distances --theme dark -o rook.png rook:5x5#7\n"
                "mazewright render -o theseus.gif puzzles/theseus/05.theseus",
     .options = {O_OUTPUT, O_SOLUTION, O_DISTANCES, O_DEAD, O_THEME, O_SCALE, O_ASCII,
                 O_LIMIT_STATES, O_LIMIT_MEMORY, O_LIMIT_SECONDS, O_KIND, O_QUIET, O_COUNT},
     .notes =
         (const option_note[]){
             {O_OUTPUT, "FILE",
              "picture to write: FILE.svg, .png, .pdf or .gif (default: draw in the terminal)"},
             {O_DISTANCES, NULL, "colour every cell by its distance to the goal"},
             {0}}},
    {.name = "trace",
     .arguments = "FILE | ID | -",
     .run = run_trace,
     .about = "tell the events of a search, for visualisers",
     .details = "What is expanded, generated, skipped, updated and closed, in order, with g, h and "
                "f and where it lies in the picture that render draws. --format posthoc writes a "
                "search trace for the visualiser Posthoc, with the board.",
     .example = "mazewright trace --algorithm astar --heuristic h4 puzzles/die/01.die",
     .options = {O_ALGORITHM, O_HEURISTIC, O_WEIGHT, O_STORE, O_FORMAT, O_OUTPUT, O_LIMIT_STATES,
                 O_LIMIT_MEMORY, O_LIMIT_SECONDS, O_KIND, O_QUIET, O_COUNT},
     .notes =
         (const option_note[]){
             {O_ALGORITHM, "NAME",
              "how to search: a name from the list below (default: bfs, or ucs where moves differ "
              "in cost)"},
             {O_HEURISTIC, "NAME",
              "what an informed algorithm estimates with (default: the strongest admissible one)"},
             {0}}},
    {.name = "book",
     .arguments = "[FILE | ID | -]...",
     .run = run_book,
     .about = "a printable book of mazes, as PDF",
     .details =
         "A title page, how to play each kind, the mazes with their difficulty and the number of "
         "moves to beat, and the solutions at the back. - reads names of files and ids from "
         "stdin, one in each line. Nothing is written unless every maze can be read.",
     .example = "mazewright book --title 'Rainy days' --grid 2x2 -o book.pdf puzzles/die/*.die\n"
                "seq 1 100 | sed 's/^/rook:5x5#/' | mazewright book -o hundred.pdf --grid 2x3 -",
     .options = {O_OUTPUT, O_TITLE, O_GRID, O_PAPER, O_THEME, O_LIMIT_STATES, O_LIMIT_MEMORY,
                 O_LIMIT_SECONDS, O_KIND, O_QUIET, O_COUNT},
     .notes =
         (const option_note[]){{O_OUTPUT, "FILE.pdf", "the book (required)"},
                               {O_THEME, NULL, "print (default: grey where it can be) or light"},
                               {0}}},
    {.name = "simulate",
     .arguments = "[FILE | ID | -]...",
     .run = run_simulate,
     .about = "solve marble mazes under physics, with an agent that learns where they lead",
     .details = "The agent rotates the maze from one orientation to another and sees only where "
                "the marble comes to rest. Exit code 1 if a maze turns out to be unsolvable or the "
                "marble freezes on an edge. The same seed gives the same result, bit for bit.",
     .example = "mazewright simulate --agent all --summary marble:5x5x5,outer#1\n"
                "mazewright simulate --orientations 24 --recover marble:5x5x5,outer#1",
     .options = {O_AGENT,   O_ORIENTATIONS, O_ENGINE,    O_RECOVER,     O_SEED,    O_MOVES,
                 O_SUMMARY, O_CHART,        O_TRACE,     O_FRAME_RATE,  O_THREADS, O_RADIUS,
                 O_WALL,    O_GRAVITY,      O_FRICTION,  O_RESTITUTION, O_DT,      O_ACCELERATION,
                 O_ERROR,   O_REST_ENERGY,  O_REST_TIME, O_GIVE_UP,     O_KIND,    O_JSON,
                 O_QUIET,   O_COUNT},
     .notes =
         (const option_note[]){
             {O_SEED, NULL, "seed of the error with which rotations end (default 1)"},
             {O_THREADS, NULL, "mazes to simulate at a time (default: as many as there are cores)"},
             {0}}},
    {.name = "catalogue",
     .arguments = "list|show|export|import|verify CATALOGUE [NUMBER | FILE | ID | -]...",
     .run = run_catalogue,
     .about = "keep mazes in a file, each once, with their measures and where they came from",
     .details = "list: a table. show: the mazes of these numbers or ids, with their measures. "
                "export: one JSON object per line, or the text form that --to names. import: adds "
                "mazes from such lines, from lines of ids, from maze files or from ids, measured "
                "afresh; turned and mirrored copies count as one. verify: checks the file and "
                "solves every maze again; exit code 1 and one sentence for each thing that is "
                "wrong. For list and export, --kind, --require 'length >= 40' and --sort choose "
                "the mazes and their order.",
     .example = "mazewright catalogue list mazes.db --require 'length >= 40' --sort -length\n"
                "mazewright catalogue show mazes.db 12\n"
                "mazewright catalogue export mazes.db --to id --sort difficulty\n"
                "mazewright catalogue import mazes.db puzzles/rook/*.rook",
     .options = {O_REQUIRE, O_SORT, O_TO, O_KIND, O_LIMIT_STATES, O_LIMIT_MEMORY, O_LIMIT_SECONDS,
                 O_JSON, O_QUIET, O_COUNT},
     .notes =
         (const option_note[]){
             {O_REQUIRE, NULL,
              "list, export: only mazes for which this holds, e.g. 'length >= 40'; several with "
              "';'"},
             {O_TO, NULL, "export: text form to write, e.g. id (default: JSON)"},
             {O_KIND, NULL, "list, export: only this kind; import: of a bare grid"},
             {0}}},
    {.name = "serve",
     .arguments = "",
     .run = run_serve,
     .about = "the web page on this machine, with native speed behind it",
     .details = "Prints the address when it is ready. Answers the page's questions on several "
                "threads, with both engines for marble mazes; with --catalogue, what is designed "
                "there is kept, and can be looked up. Ctrl-C ends it.",
     .example = "mazewright serve --open\n"
                "mazewright serve --port 0 --catalogue mazes.db",
     .options = {O_PORT, O_HOST, O_ALLOW_HOST, O_OPEN_PAGE, O_PAGE, O_CATALOGUE, O_THREADS, O_JOBS,
                 O_QUESTION_SECONDS, O_JOB_SECONDS, O_LIMIT_MEMORY, O_COUNT},
     .notes =
         (const option_note[]){
             {O_LIMIT_MEMORY, NULL,
              "memory for all questions together, e.g. 2G (default: 1 GiB for each)"},
             {O_CATALOGUE, NULL,
              "keep what is designed in the page in this file, and list its mazes there"},
             {O_THREADS, NULL,
              "threads that answer questions (default: as many as there are cores)"},
             {0}}},
    {.name = "site",
     .arguments = "[FILE | ID | -]...",
     .run = run_site,
     .about = "a folder for any web server: the page, mazes to play, and a maze for each day",
     .details = "Without mazes, those that come with the command. The mazes of the days are "
                "designed from their dates: the same date gives the same maze. Run again with the "
                "same folder, it adds days and keeps those that are there. With -o - only the list "
                "of mazes is printed, mazes.json, with the days of --date.",
     .example = "mazewright site -o public --date 2026-11-16..2026-12-24",
     .options = {O_OUTPUT, O_DATE, O_TITLE, O_PAGE, O_THREADS, O_KIND, O_QUIET, O_COUNT},
     .notes =
         (const option_note[]){
             {O_OUTPUT, "DIR", "the folder (required); -: only print the list of mazes"},
             {O_TITLE, NULL, "of the page (default Mazewright)"},
             {O_THREADS, NULL,
              "days to design mazes for at a time (default: as many as there are cores)"},
             {0}}},
    {.name = "experiment",
     .arguments = "PLAN | report|compare|merge|status RESULTS...",
     .run = run_experiment,
     .about = "many mazes, searched in many ways, into a file of results",
     .details =
         "Runs what the plan says that is not in the file yet: after an interruption, even kill "
         "-9, the same command goes on. report: one line for each run, or a page with tables and "
         "plots of all, and of two configurations maze by maze. compare: two files, or two "
         "configurations of one, with tests of significance; exit code 1 if their answers "
         "contradict each other. merge: puts the parts of --shard together in the file named "
         "first. status: how far it is.",
     .example = "mazewright experiment experiments/heuristics.plan -o results.db\n"
                "mazewright experiment report results.db -o results.html\n"
                "mazewright experiment compare results.db astar/h2 astar/h4\n"
                "mazewright experiment merge all.db part-1.db part-2.db",
     .options = {O_OUTPUT, O_THREADS, O_SHARD, O_RESUME, O_REPORT_FORMAT, O_JSON, O_QUIET, O_COUNT},
     .notes =
         (const option_note[]){
             {O_OUTPUT, NULL,
              "file of results (default: the plan's name, ending in .db); report: file to write "
              "(default: "
              "stdout)"},
             {O_RESUME, NULL, "always so: the same command goes on where it was interrupted"},
             {O_THREADS, NULL, "runs at a time (default: as many as there are cores)"},
             {0}}},
    {.name = "reproduce",
     .arguments = "die|bloxorz|theseus|rook|marble|all...",
     .run = run_reproduce,
     .about = "a paper's tables, measured again, beside what was published",
     .details = "Prints each table with the published figure, a sign and ours: = the same, /= "
                "different as expected, with the reason, !! different though it used to be the "
                "same (exit code 1), ? not measured. With --output also a page with charts and "
                "mazes. The die puzzles and Bloxorz maps of the papers belong to their authors: "
                "--maps names their folder.",
     .example = "mazewright reproduce all --quick\n"
                "mazewright reproduce die bloxorz --maps published -o report.html",
     .options = {O_QUICK, O_MAPS, O_MAZES, O_THREADS, O_OUTPUT, O_JSON, O_QUIET, O_COUNT},
     .notes = (const option_note[]){{O_OUTPUT, "FILE.html",
                                     "write a page with tables, charts and mazes, too"},
                                    {O_JSON, NULL, "print JSON, one object for each figure"},
                                    {0}}},
    {.name = "help",
     .arguments = "[VERB | KIND | bash|zsh|fish]",
     .run = run_help,
     .about = "explain a verb, or the rules and options of a kind of maze",
     .details = "Without a name: an overview. The names of shells are for --completion.",
     .example = "mazewright help solve\n"
                "mazewright help die",
     .options = {O_MAN, O_MARKDOWN, O_COMPLETION, O_COUNT}},
    {0},
};

int worse(int a, int b)
{
    static const int severity[] = {[EXIT_DONE] = 0,  [EXIT_NO] = 1,    [EXIT_LIMIT] = 2,
                                   [EXIT_INPUT] = 3, [EXIT_USAGE] = 4, [EXIT_BROKEN] = 5};
    return severity[a] >= severity[b] ? a : b;
}

// For jansson, which reads JSON: where memory runs out it leaves members out and says nothing.
static void *allocate_json(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        out_of_memory();
    return p;
}

static void print_version(void)
{
    printf("mazewright %s\n", mw_version());
    print_devices();
}

static int run(int argc, char **argv)
{
    settings s = {0};
    catch_interrupts();
    json_set_alloc_funcs(allocate_json, free);
    int code = options_read(&s, argc, argv);
    if (code != EXIT_DONE)
        return code;
    if (s.value[O_VERSION])
        print_version();
    else if (s.value[O_HELP] || !s.verb)
        code = print_help(s.verb);
    else
        code = s.verb->run(&s);
    if (fflush(stdout) || ferror(stdout)) {
        complain("cannot write the output: disk full, or the reader has gone");
        code = EXIT_BROKEN;
    }
    return ran_out_of_memory() ? EXIT_BROKEN : code;
}

int main(int argc, char **argv)
{
    mw_ranks_begin(&argc, &argv, interrupted);
    return mw_ranks_end(run(argc, argv));
}
