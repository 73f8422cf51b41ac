// options.c: the one table of options, and reading a command line by it.
#include "tool/tool.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const option options[O_COUNT] = {
    [O_KIND] = {.name = "kind",
                .letter = 'k',
                .value = "KIND",
                .about = "kind of maze, for a bare grid without a header"},
    [O_ALGORITHM] = {.name = "algorithm",
                     .letter = 'a',
                     .value = "LIST",
                     .about = "how to search: a name from the list below, or several with commas "
                              "(default: bfs, or ucs where moves differ in cost)"},
    [O_HEURISTIC] = {.name = "heuristic",
                     .letter = 'H',
                     .value = "LIST",
                     .about = "what informed algorithms estimate with: names, with commas; 'help "
                              "KIND' lists them, and zero is there for all (default: the strongest "
                              "admissible one)"},
    [O_WEIGHT] = {.name = "weight",
                  .letter = 'w',
                  .value = "W",
                  .about = "weight of the estimate in wastar (default 2)"},
    [O_STORE] = {.name = "store",
                 .value = "TYPE",
                 .about =
                     "how visited states are kept: auto, dense, hashed, full (nothing merged), "
                     "none (path only; ids and idastar)"},
    [O_DISTANCES] = {.name = "distances",
                     .letter = 'd',
                     .about = "print a grid, too: the distance to the goal from every cell"},
    [O_OPEN] = {.name = "open",
                .whole = true,
                .value = "MARGIN",
                .about =
                    "how many cells larger on each side the board without obstacles is (default "
                    "8)"},
    [O_TO] = {.name = "to",
              .letter = 't',
              .value = "FORM",
              .about = "text form to write: own (default), id, or one of the kind's; 'help KIND' "
                       "lists them"},
    [O_OUTPUT] = {.name = "output",
                  .letter = 'o',
                  .value = "FILE",
                  .about = "write to this file, not to stdout"},
    [O_SEED] = {.name = "seed",
                .whole = true,
                .letter = 's',
                .value = "N",
                .about = "seed of what is random (default 1)"},
    [O_METHOD] = {.name = "method",
                  .letter = 'm',
                  .value = "NAME",
                  .about = "how to design: a name from the list below (default anneal)"},
    [O_OBJECTIVE] = {.name = "objective",
                     .value = "EXPRESSION",
                     .about =
                         "what to make as small as possible: a name from --list, or arithmetic "
                         "over measures, e.g. '25*unreaching - length'"},
    [O_REQUIRE] = {.name = "require",
                   .value = "EXPRESSION",
                   .about = "what must hold, e.g. 'solutions == 1'; several with ';'"},
    [O_EVALUATIONS] = {.name = "evaluations",
                       .whole = true,
                       .letter = 'e',
                       .value = "N",
                       .about = "mazes to try (default 100,000)"},
    [O_SECONDS] = {.name = "seconds",
                   .value = "S",
                   .about = "stop after so many seconds; not repeatable, for people in a hurry"},
    [O_NUMBER] = {.name = "count",
                  .whole = true,
                  .letter = 'n',
                  .value = "N",
                  .about = "mazes to design, each with the next seed (default 1); for ladder, "
                           "its rungs (default 12)"},
    [O_HOT] = {.name = "hot",
               .value = "T",
               .about =
                   "anneal: temperature at the beginning of the cooling (default: what suits the "
                   "objective)"},
    [O_COLD] = {.name = "cold", .value = "T", .about = "anneal: temperature at its end"},
    [O_ROUNDS] = {.name = "rounds",
                  .whole = true,
                  .value = "N",
                  .about = "anneal: times that the cooling is gone through (default 1)"},
    [O_THREADS] = {.name = "threads",
                   .whole = true,
                   .value = "N",
                   .about =
                       "threads to work on (default: as many as there are cores); what is found "
                       "does not depend on it"},
    [O_STREAMS] = {.name = "streams",
                   .whole = true,
                   .value = "N",
                   .about = "independent searches that share the evaluations, of which the best "
                            "counts (default: 8 from 1,000,000 evaluations on, and for ladder; "
                            "else 1; with --seconds one for each thread)"},
    [O_EXCHANGE] = {.name = "exchange",
                    .whole = true,
                    .value = "N",
                    .about = "every N evaluations, each of the streams takes over the best maze of "
                             "the one before it where that is better (default: never)"},
    [O_DEVICE] = {.name = "device",
                  .value = "gpu|host",
                  .about = "search on a graphics card, in thousands of streams at once; host: the "
                           "same on one core, to try it out"},
    [O_RESAMPLE] = {.name = "resample",
                    .value = "N",
                    .about =
                        "with --device: every N evaluations, streams whose maze has fallen behind "
                        "go on from copies of better ones (default: 200 times on the way; 0: "
                        "never, so that the result is that of the same streams without "
                        "--device)"},
    [O_RESUME] = {.name = "resume",
                  .about = "go on where an interrupted run of the same command stands in the "
                           "catalogue"},
    [O_ACROSS] = {.name = "across",
                  .value = "A,B",
                  .about = "ladder: the two measures in which its mazes are to differ (default "
                           "length,dead)"},
    [O_FITNESS] = {.name = "fitness",
                   .value = "LIST",
                   .about = "genetic: measures with their importances, e.g. moves=2,traps=1.5"},
    [O_POPULATION] = {.name = "population",
                      .whole = true,
                      .value = "N",
                      .about = "genetic: mazes (default 100)"},
    [O_ELITE] = {.name = "elite",
                 .whole = true,
                 .value = "N",
                 .about = "genetic: fittest mazes that live on unchanged (default 2)"},
    [O_SELECTION] = {.name = "selection",
                     .value = "NAME",
                     .about = "genetic: roulette (default) or tournament"},
    [O_CROSSOVER] = {.name = "crossover",
                     .value = "NAME",
                     .about = "genetic: one-point (default), two-point or uniform"},
    [O_MUTATION] = {.name = "mutation",
                    .value = "P",
                    .about = "genetic: probability that a child is mutated (default 0.1)"},
    [O_FLIPS] = {.name = "flips",
                 .whole = true,
                 .value = "N",
                 .about = "genetic: bits that a mutation changes (default 5)"},
    [O_DISTINCT] = {.name = "distinct", .about = "genetic: no two mazes of a generation alike"},
    [O_SOLUTION] = {.name = "solution", .about = "draw a shortest solution over it"},
    [O_DEAD] = {.name = "dead", .about = "shade cells from which there is no way to win"},
    [O_THEME] = {.name = "theme",
                 .value = "NAME",
                 .about = "colours: light (default), dark or print"},
    [O_SCALE] = {.name = "scale",
                 .value = "N",
                 .about = "pixels for each cell (default 60; in the terminal, columns: 6)"},
    [O_TITLE] = {.name = "title",
                 .value = "TEXT",
                 .about = "on the first page (default Logic Mazes)"},
    [O_GRID] = {.name = "grid",
                .value = "CxR",
                .about = "mazes on a page: columns and rows, e.g. 2x3 (default 1x1)"},
    [O_PAPER] = {.name = "paper", .value = "NAME", .about = "a4 (default) or letter"},
    [O_FORMAT] = {.name = "format",
                  .value = "NAME",
                  .about = "json (default, one object per line) or posthoc (the visualiser)"},
    [O_ASCII] = {.name = "ascii", .about = "plain text also on a terminal"},
    [O_MADE] = {.name = "moves",
                .value = "MOVES",
                .about = "moves that have been made, e.g. RDL (default: none)"},
    [O_SAVE] = {.name = "save",
                .file = true,
                .value = "FILE",
                .about = "save the game there, and go on with it if it is there already"},
    [O_EXPORT] = {.name = "export",
                  .file = true,
                  .value = "FILE",
                  .about = "to which e adds the game as a line for tests (default session.jsonl)"},
    [O_GRADE] = {.name = "grade",
                 .whole = true,
                 .value = "N",
                 .about =
                     "1: can it still be won? 2: which direction? 3: which move? (default: all "
                     "three)"},
    [O_AGENT] = {.name = "agent",
                 .value = "LIST",
                 .about = "who plays: a name from the list below (default complete), several with "
                          "commas, or all"},
    [O_ORIENTATIONS] = {.name = "orientations",
                        .whole = true,
                        .value = "N",
                        .about = "in how many orientations the maze can be held: 4 for flat mazes, "
                                 "else 8 or 24 (default: as the maze says)"},
    [O_ENGINE] = {.name = "engine", .value = "NAME", .about = "the physics: ball (default) or ode"},
    [O_RECOVER] = {.name = "recover", .about = "tip the maze out of a frozen state, and go on"},
    [O_MOVES] = {.name = "max-moves",
                 .whole = true,
                 .value = "N",
                 .about = "give up after so many moves (default 100,000)"},
    [O_SUMMARY] = {.name = "summary",
                   .about = "one line for each agent: outcomes and means over all mazes"},
    [O_CHART] = {.name = "chart",
                 .file = true,
                 .value = "FILE.svg",
                 .about = "draw the summary; the data (.tsv) are kept beside it"},
    [O_TRACE] = {.name = "trace",
                 .value = "FILE",
                 .about = "write what happens there, as one JSON object per line; -: to stdout"},
    [O_FRAME_RATE] = {.name = "frame-rate",
                      .value = "N",
                      .about = "frames in a simulated second, in the trace (default 60)"},
    [O_RADIUS] = {.name = "radius",
                  .value = "R",
                  .about = "radius of the marble (default 0.2 cells)"},
    [O_WALL] = {.name = "wall", .value = "T", .about = "thickness of walls (default 0.1 cells)"},
    [O_GRAVITY] = {.name = "gravity", .value = "G", .about = "gravity (default 9.81 cells/s^2)"},
    [O_FRICTION] = {.name = "friction",
                    .value = "MU",
                    .about = "friction between marble and walls (default 0.6)"},
    [O_RESTITUTION] = {.name = "restitution",
                       .value = "E",
                       .about = "share of the speed that a bounce gives back (default 0.4)"},
    [O_DT] = {.name = "dt", .value = "S", .about = "time step (default 0.004 s)"},
    [O_ACCELERATION] = {.name = "acceleration",
                        .value = "A",
                        .about = "angular acceleration of a rotation (default 1.23 rad/s^2)"},
    [O_ERROR] = {.name = "error",
                 .value = "ANGLE",
                 .about =
                     "most by which a rotation ends beside its orientation (default 5e-6 rad)"},
    [O_REST_ENERGY] = {.name = "rest-energy",
                       .value = "E",
                       .about = "energy per mass below which the marble rests (default 1e-5)"},
    [O_REST_TIME] = {.name = "rest-time",
                     .value = "S",
                     .about = "how long it must stay below (default 0.5 s)"},
    [O_GIVE_UP] = {.name = "give-up",
                   .value = "S",
                   .about = "how long to wait for it to rest (default 30 s)"},
    [O_LIST] = {.name = "list",
                .letter = 'l',
                .about = "list the measures and objectives of the kind"},
    [O_CATALOGUE] = {.name = "catalogue",
                     .file = true,
                     .value = "FILE",
                     .about = "keep what is found in this file, too; 'catalogue' works with it"},
    [O_SORT] = {.name = "sort",
                .value = "NAME",
                .about = "order by number (default), energy or a measure; -length has the longest "
                         "first"},
    [O_PORT] = {.name = "port",
                .whole = true,
                .letter = 'p',
                .value = "N",
                .about = "port to listen on (default 8707; 0: any that is free)"},
    [O_HOST] = {.name = "host",
                .value = "ADDRESS",
                .about = "address to listen on (default 127.0.0.1: this machine only; 0.0.0.0: "
                         "everyone in the network)"},
    [O_ALLOW_HOST] = {.name = "allow-host",
                      .value = "NAMES",
                      .about = "names, with commas, under which browsers may call the server, e.g. "
                               "behind a proxy; without, only localhost and numbers"},
    [O_PAGE] = {.name = "page",
                .value = "DIR",
                .about = "the built page (default: the one that came with the command)"},
    [O_OPEN_PAGE] = {.name = "open", .about = "open the page in a browser"},
    [O_JOBS] = {.name = "jobs",
                .whole = true,
                .value = "N",
                .about = "long questions at once (default: twice the number of cores)"},
    [O_QUESTION_SECONDS] = {.name = "seconds-per-question",
                            .value = "S",
                            .about = "answer a short question after so long with what was found "
                                     "(default 10)"},
    [O_JOB_SECONDS] = {.name = "seconds-per-job",
                       .value = "S",
                       .about = "likewise a long one (default 600)"},
    [O_DATE] = {.name = "date",
                .value = "FROM[..TO]",
                .about = "days to make mazes for, e.g. 2026-11-16..2026-12-24 (default: today and "
                         "the 29 days after it)"},
    [O_QUICK] = {.name = "quick",
                 .about = "within a minute: fewer mazes and seeds, smaller budgets"},
    [O_MAPS] = {.name = "maps",
                .value = "DIR",
                .about = "folder of the authors' own mazes (default: $MAZEWRIGHT_MAPS; without, "
                         "shipped ones take their place)"},
    [O_MAZES] = {.name = "mazes",
                 .whole = true,
                 .value = "N",
                 .about = "mazes in each set of random ones (default: as many as the paper had)"},
    [O_SHARD] = {.name = "shard",
                 .value = "I/N",
                 .about = "only part I of N, for batch systems; 'experiment merge' puts the parts "
                          "together"},
    [O_REPORT_FORMAT] = {.name = "format",
                         .value = "NAME",
                         .about = "csv, json (one object per line) or html (default: as the name "
                                  "of the output ends, else csv)"},
    [O_LIMIT_STATES] = {.name = "limit-states",
                        .whole = true,
                        .value = "N",
                        .about = "stop after storing so many states"},
    [O_LIMIT_MEMORY] = {.name = "limit-memory",
                        .value = "SIZE",
                        .about = "stop at so much memory, e.g. 512M or 4G"},
    [O_LIMIT_SECONDS] = {.name = "limit-seconds",
                         .value = "S",
                         .about = "stop each piece of work after so many seconds"},
    [O_JSON] = {.name = "json", .letter = 'j', .about = "print JSON, one object per line"},
    [O_QUIET] = {.name = "quiet", .letter = 'q', .about = "no progress on stderr"},
    [O_MAN] = {.name = "man", .about = "the manual page (of the verb), as scdoc source"},
    [O_MARKDOWN] = {.name = "markdown", .about = "everything about the command, as Markdown"},
    [O_COMPLETION] = {.name = "completion",
                      .about = "the completion script for bash (default), zsh or fish"},
    [O_HELP] = {.name = "help", .letter = 'h', .about = "show help"},
    [O_VERSION] = {.name = "version", .about = "show the version"},
};

static atomic_bool starved;

void complain(const char *format, ...)
{
    static const char end[] = "out of memory";
    char text[4000];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "mazewright: %s\n", n < 0 ? format : text);
    if (n >= (int)strlen(end) && n < (int)sizeof text && !strcmp(text + n - strlen(end), end))
        starved = true;
}

int out_of_memory(void)
{
    if (!atomic_exchange(&starved, true))
        complain("out of memory");
    return EXIT_BROKEN;
}

int exit_code_of(const mw_error *e)
{
    static const int codes[] = {[MW_ERROR_INPUT] = EXIT_INPUT,
                                [MW_ERROR_MEMORY] = EXIT_BROKEN,
                                [MW_ERROR_LIMIT] = EXIT_LIMIT,
                                [MW_ERROR_SYSTEM] = EXIT_BROKEN,
                                [MW_ERROR_REQUEST] = EXIT_INPUT};
    return codes[e->code];
}

int error_told(bool ok, const mw_error *e)
{
    if (!ok)
        complain("%s", e->text);
    return ok ? EXIT_DONE : exit_code_of(e);
}

bool ran_out_of_memory(void)
{
    return starved;
}

bool verb_takes(const verb *v, option_id id)
{
    for (const option_id *o = v->options; *o != O_COUNT; o++)
        if (*o == id)
            return true;
    return false;
}

option option_for(const verb *v, option_id id)
{
    option out = options[id];
    for (const option_note *n = v->notes; n && n->about; n++)
        if (n->id == id) {
            out.about = n->about;
            out.value = n->value ? n->value : out.value;
        }
    return out;
}

static bool allowed(const verb *v, option_id id)
{
    return id == O_HELP || (v ? verb_takes(v, id) : id == O_VERSION);
}

// A name may mean one thing to one verb and another to the next.
static option_id find_long(const verb *v, const char *name, size_t length)
{
    int id = 0;
    while (id < O_COUNT && (strlen(options[id].name) != length ||
                            memcmp(options[id].name, name, length) || !allowed(v, (option_id)id)))
        id++;
    return (option_id)id;
}

static option_id find_letter(char letter)
{
    int id = 0;
    while (id < O_COUNT && (!options[id].letter || options[id].letter != letter))
        id++;
    return (option_id)id;
}

static int bad_option(const settings *s, const char *argument)
{
    const char *name = s->verb ? s->verb->name : NULL;
    complain("%s%sno option '%s'; see 'mazewright %s%s--help'", name ? name : "",
             name ? " has " : "", argument, name ? name : "", name ? " " : "");
    return EXIT_USAGE;
}

// One option at argv[*i]; moves *i over a value that stands in the next argument.
static int read_option(settings *s, int argc, char **argv, int *i)
{
    const char *argument = argv[*i], *value = NULL;
    option_id id;
    if (argument[1] == '-') {
        size_t length = strcspn(argument + 2, "=");
        id = find_long(s->verb, argument + 2, length);
        if (argument[2 + length])
            value = argument + 2 + length + 1;
    } else {
        id = find_letter(argument[1]);
        if (argument[2])
            value = argument + 2;
    }
    if (id == O_COUNT || !allowed(s->verb, id))
        return bad_option(s, argument);
    if (!options[id].value && value) {
        complain("option --%s takes no value", options[id].name);
        return EXIT_USAGE;
    }
    if (options[id].value && !value) {
        if (*i + 1 == argc) {
            complain("option --%s needs a value: --%s %s", options[id].name, options[id].name,
                     options[id].value);
            return EXIT_USAGE;
        }
        value = argv[++*i];
    }
    if (options[id].file && value && !strcmp(value, "-")) {
        complain("option --%s needs a file, and stdout is none; one of that name is ./-",
                 options[id].name);
        return EXIT_USAGE;
    }
    s->value[id] = value ? value : "";
    return EXIT_DONE;
}

static int read_verb(settings *s, const char *name)
{
    for (const verb *v = verbs; v->name; v++)
        if (!strcmp(v->name, name)) {
            s->verb = v;
            return EXIT_DONE;
        }
    fprintf(stderr, "mazewright: unknown verb '%s'; the verbs are", name);
    for (const verb *v = verbs; v->name; v++)
        fprintf(stderr, " %s", v->name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

int options_read(settings *s, int argc, char **argv)
{
    bool only_inputs = false;        // after "--"
    s->inputs = (const char **)argv; // inputs move to the front, over arguments already read
    for (int i = 1; i < argc; i++) {
        int code = EXIT_DONE;
        if (!only_inputs && !strcmp(argv[i], "--"))
            only_inputs = true;
        else if (!only_inputs && argv[i][0] == '-' && argv[i][1])
            code = read_option(s, argc, argv, &i);
        else if (!s->verb)
            code = read_verb(s, argv[i]);
        else
            s->inputs[s->input_count++] = argv[i];
        if (code != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

bool option_number(const settings *s, option_id id, double least, double most, double fallback,
                   double *out)
{
    const char *text = s->value[id];
    char *end;
    *out = fallback;
    if (!text)
        return true;
    double x = strtod(text, &end);
    bool whole = options[id].whole;
    if (end == text || *end || !(x >= least && x <= most) || (whole && x != floor(x))) {
        complain("--%s %s: write a %snumber from %g to %g", options[id].name, text,
                 whole ? "whole " : "", least, most);
        return false;
    }
    *out = x;
    return true;
}

bool option_bytes(const settings *s, option_id id, uint64_t *out)
{
    const char *text = s->value[id];
    char *end;
    *out = 0;
    if (!text)
        return true;
    double x = strtod(text, &end);
    const char *unit = "KMGT", *u = *end ? strchr(unit, *end) : NULL;
    int power = u ? (int)(u - unit) + 1 : 0;
    x = ldexp(x, 10 * power);
    if (end == text || (*end && (!u || end[1])) || !(x >= 1 && x <= 0x1p60)) {
        complain(
            "--%s %s: write a size in bytes, or with K, M, G or T, e.g. 512M; at most 1048576T",
            options[id].name, text);
        return false;
    }
    *out = (uint64_t)x;
    give_memory_back();
    return true;
}

void give_memory_back(void)
{
#ifdef __GLIBC__
    // By itself glibc begins to keep large blocks, with holes between them that nobody counts.
    mallopt(M_MMAP_THRESHOLD, 1 << 18);
#endif
}

bool option_conditions(const settings *s, char text[CONDITIONS_LENGTH],
                       const char *out[CONDITIONS_MAX + 1])
{
    unsigned n = 0;
    const char *given = s->value[O_REQUIRE];
    if (snprintf(text, CONDITIONS_LENGTH, "%s", given) >= CONDITIONS_LENGTH) {
        complain("--require is too long: %zu bytes of at most %d", strlen(given),
                 CONDITIONS_LENGTH - 1);
        return false;
    }
    for (char *c = strtok(text, ";"); c; c = strtok(NULL, ";")) {
        if (n == CONDITIONS_MAX) {
            complain("--require: at most %d constraints", CONDITIONS_MAX);
            return false;
        }
        out[n++] = c;
    }
    out[n] = NULL;
    if (!n)
        complain("--require is empty; write a condition, e.g. 'length >= 20'");
    return n;
}
