// verify_lines.c: answers in JSON lines, {"id":...,"moves":...}. Each line gets one line of answer,
// in order, also a line that cannot be read. The mazes are kept, with their distances, because
// many answers may be to the same ones.
#include "core/text.h"
#include "tool/lines.h"
#include "tool/verbs/verify_call.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- mazes

// Mazes that are kept; with more bytes, their names and distances included, all are forgotten.
#define KEPT_MAX   1024
#define KEPT_BYTES ((size_t)64 << 20)

typedef struct kept {
    char *name; // as the lines have it: a name, or the text of a maze
    size_t length;
    mw_maze *maze;
    mw_verifier *verifier;
    uint64_t bytes; // of all this
} kept;

typedef struct lines {
    verify_call *call;
    line_reader reader;
    kept kept[KEPT_MAX];
    uint64_t bytes;          // of all that is kept
    double told;             // when what has been answered went out last
    uint64_t refused, first; // lines that are no answers; the number of the first one
} lines;

// Counts what is kept anew: its distances may have been worked out.
static void count_bytes(lines *l, kept *k)
{
    l->bytes -= k->bytes;
    k->bytes = k->length + k->maze->bytes + mw_verifier_bytes(k->verifier);
    l->bytes += k->bytes;
}

static void forget(lines *l, kept *k)
{
    l->bytes -= k->bytes;
    mw_verifier_close(k->verifier);
    mw_maze_free(k->maze);
    free(k->name);
    *k = (kept){0};
}

static void forget_all(lines *l)
{
    for (size_t i = 0; i < KEPT_MAX; i++)
        forget(l, &l->kept[i]);
}

// Opens the maze of this id, or of this text. What is wrong goes into `why`. That there may be a
// file whose name looks like an id does not matter here.
static int open_maze(lines *l, input *in, const char *name, size_t length, mw_writer *why)
{
    const settings *s = l->call->watch.s;
    bool id = mw_is_id(name), shipped = !strncmp(name, "shipped:", strlen("shipped:"));
    mw_error error = {0};
    int code = EXIT_DONE;
    complaints_to(why);
    if (id && !shipped && !s->value[O_KIND]) {
        watch_next();
        in->maze = mw_maze_from_id(name, &error);
        error.line = 0; // the line is that of the answers
        code = in->maze ? code : complain_of(in->place, &error, EXIT_INPUT);
    } else {
        code = id ? input_open(in, s) : input_parse(in, s, name, length);
    }
    complaints_to(NULL);
    return code;
}

// The maze of this name, among those that are kept. NULL: *code tells why not, and perhaps `why`.
static kept *find_maze(lines *l, const char *name, size_t length, const char *place, mw_writer *why,
                       int *code)
{
    kept *k = &l->kept[mw_hash_bytes(name, length) % KEPT_MAX];
    if (k->maze && k->length == length && !memcmp(k->name, name, length))
        return k;
    input in = {.name = name, .place = place, .listed = true};
    bool done = false;
    if (l->bytes > KEPT_BYTES)
        forget_all(l);
    *code = open_maze(l, &in, name, length, why);
    if (in.maze && *code == EXIT_DONE) {
        forget(l, k);
        *k = (kept){.name = mw_text_copy(name, length),
                    .length = length,
                    .maze = in.maze,
                    .verifier = mw_verifier_open(in.maze, &l->call->options)};
        in.maze = NULL;
        done = k->name && k->verifier;
        if (!done) {
            forget(l, k);
            *code = out_of_memory();
        }
    }
    input_close(&in);
    return done ? k : NULL;
}

// ---- answers

// The moves of a line: "moves", or else "answer"; in the lines that solve prints, "solution".
static const json_t *moves_of(const json_t *line)
{
    const json_t *moves = json_object_get(line, "moves");
    const char *instead = json_is_integer(moves) ? "solution" : "answer";
    return moves && !json_is_integer(moves) ? moves : json_object_get(line, instead);
}

// Moves in an array as one text. False: it has other things than texts in it.
static bool join_moves(const json_t *array, bool strict, mw_writer *text)
{
    size_t i;
    const json_t *item;
    bool brackets = !strict && json_array_size(array); // so the list is seen to be the answer
    mw_write(text, brackets ? "[" : "");
    json_array_foreach((json_t *)array, i, item)
    {
        if (!json_is_string(item))
            return false;
        mw_write(text, "%s", i ? " " : "");
        mw_write_bytes(text, json_string_value(item), json_string_length(item));
    }
    mw_write(text, brackets ? "]" : "");
    return true;
}

static int verify_text(lines *l, const json_t *line, const char *place, mw_writer *why,
                       mw_verification *v)
{
    const json_t *own = json_object_get(line, "maze"), *moves = moves_of(line);
    const json_t *maze = own ? own : json_object_get(line, "id");
    const char *name = json_string_value(maze);
    mw_writer joined = {0};
    mw_error error;
    if (!name || strlen(name) != json_string_length(maze) || (!own && !mw_is_id(name))) {
        mw_write(why, "%s: no maze; its id must be in \"id\", or it or the maze's text in \"maze\"",
                 place);
        return EXIT_INPUT;
    }
    if (!json_is_string(moves) &&
        !(json_is_array(moves) && join_moves(moves, l->call->options.strict, &joined))) {
        free(joined.text);
        mw_write(why, "%s: no moves; write \"moves\" with a text or an array of texts", place);
        return EXIT_INPUT;
    }
    int code = joined.failed ? out_of_memory() : EXIT_DONE;
    kept *k =
        joined.failed ? NULL : find_maze(l, name, json_string_length(maze), place, why, &code);
    if (k) {
        bool text = json_is_string(moves);
        watch_restart(&l->call->watch);
        if (l->call->watch.started > l->told + 0.1) {
            fflush(stdout);
            l->told = l->call->watch.started;
        }
        if (!mw_verify(k->verifier,
                       text          ? json_string_value(moves)
                       : joined.text ? joined.text
                                     : "",
                       text ? json_string_length(moves) : joined.length, v, &error))
            code = out_of_memory();
        count_bytes(l, k);
    }
    free(joined.text);
    return code;
}

// Begins an object with the id of the line, as it is there, or with that of its maze.
static mw_writer begin_object(const json_t *line, const char **label)
{
    mw_writer w = object_begin();
    const json_t *id = json_object_get(line, "id"), *maze = json_object_get(line, "maze");
    if (!id && json_is_string(maze) && mw_is_id(json_string_value(maze)))
        id = maze;
    const char *text = json_string_value(id);
    *label = text ? text : "";
    if (text && strlen(text) == json_string_length(id)) {
        mw_json_text(&w, "id", text);
    } else if (id && !json_is_object(id) && !json_is_array(id)) {
        char *dumped = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
        mw_write(&w, "\"id\":%s", dumped ? dumped : "");
        w.failed = w.failed || !dumped;
        free(dumped);
    } else {
        mw_json_null(&w, "id");
    }
    return w;
}

// Says why a line could not be answered: in its answer and, unless the line itself is wrong, as a
// message.
static void say_why(lines *l, int code, const mw_writer *why, mw_verification *v)
{
    v->progress = (double)NAN;
    snprintf(v->reason, sizeof v->reason, "%s",
             why->text             ? why->text
             : code == EXIT_BROKEN ? "out of memory" // also for saying so
                                   : "stopped");
    if (code != EXIT_INPUT)
        complain("%s: %s", l->reader.name, v->reason);
    else if (!l->refused++)
        l->first = l->reader.number;
}

static int answer_line(lines *l, const char *text, size_t length)
{
    char place[40];
    json_error_t wrong = {0};
    mw_writer why = {0};
    mw_verification v = {0};
    const char *label;
    int code = EXIT_INPUT;
    snprintf(place, sizeof place, "line %ju", (uintmax_t)l->reader.number);
    json_t *line = l->reader.too_long ? NULL : json_loadb(text, length, JSON_ALLOW_NUL, &wrong);
    if (l->reader.too_long)
        mw_write(&why, "%s: too long; a line has at most %zu MiB", place, INPUT_MAX >> 20);
    else if (!line && json_error_code(&wrong) == json_error_out_of_memory)
        code = out_of_memory();
    else if (!json_is_object(line))
        mw_write(&why, "%s: no object of JSON%s%s", place, line ? "" : ": ",
                 line ? "" : wrong.text);
    else
        code = verify_text(l, line, place, &why, &v);
    if (why.failed)
        code = out_of_memory();
    if (code != EXIT_DONE)
        say_why(l, code, &why, &v);
    mw_writer object = begin_object(line, &label);
    code = worse(code, verify_tell(l->call, &object, label, &v));
    free(why.text);
    json_decref(line);
    return code;
}

// What has been answered goes out before more is waited for: whoever writes the lines may wait for
// it.
static bool next_line(line_reader *r, char **line, size_t *length)
{
    while (!interrupted()) {
        if (lines_next(r, line, length))
            return true;
        if (r->at_end)
            return false;
        fflush(stdout);
        lines_read(r);
    }
    return false;
}

int verify_lines(verify_call *c, const char *name)
{
    bool from_stdin = !strcmp(name, "-");
    lines *l = calloc(1, sizeof *l);
    if (!l)
        return out_of_memory();
    l->call = c;
    l->reader.name = from_stdin ? "stdin" : name;
    l->reader.file = from_stdin ? stdin : fopen(name, "rb");
    int code = l->reader.file
                   ? EXIT_DONE
                   : complain_with(EXIT_INPUT, "%s: cannot open: %s", name, strerror(errno));
    char *line;
    size_t length;
    while (l->reader.file && next_line(&l->reader, &line, &length))
        code = worse(code, answer_line(l, line, length));
    if (l->refused)
        complain("%s: lines that are no answers: %ju, the first is line %ju; their reasons are in "
                 "the output",
                 l->reader.name, (uintmax_t)l->refused, (uintmax_t)l->first);
    code = worse(code, l->reader.code);
    if (l->reader.file && !from_stdin)
        fclose(l->reader.file);
    forget_all(l);
    lines_free(&l->reader);
    free(l);
    return code;
}
