// mutate_json.c: lines of JSON objects. A member is changed, dropped or added; its name says what
// sort of value it has. What is no object is left to others.
#include "mutate.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX    8
#define COUNT(array) (sizeof(array) / sizeof *(array))

static json_t *text_of(mw_writer *w)
{
    char *text = mw_writer_take(w);
    json_t *value = text ? json_string(text) : NULL; // NULL where it is no UTF-8
    free(text);
    return value;
}

static json_t *some_number(mw_rng *rng)
{
    static const double values[] = {0, 1, 2, 3, 5, 40, 100, -1, 0.5, 1e6, 1e12, 1e15, 1e18, 1e300};
    double value = values[fuzz_choose(rng, COUNT(values))];
    return value < 1e17 && value == (double)(json_int_t)value ? json_integer((json_int_t)value)
                                                              : json_real(value);
}

static json_t *some_word(mw_rng *rng)
{
    static const char *const words[] = {"rook",         "die",
                                        "theseus",      "bloxorz",
                                        "marble",       "null",
                                        "bfs",          "astar",
                                        "ids",          "hill",
                                        "wastar",       "anneal",
                                        "genetic",      "exact",
                                        "ladder",       "dark",
                                        "print",        "light",
                                        "ball",         "ode",
                                        "random",       "complete",
                                        "all",          "h1",
                                        "h2",           "walk",
                                        "rolls",        "wall",
                                        "block",        "switch",
                                        "split",        "start",
                                        "goal",         "1",
                                        "toggle",       "S",
                                        "true",         "longest",
                                        "length >= 2",  "4x4",
                                        "3x3x3,outer",  "6x5,splits=1,switches=2",
                                        "4x4,blocks=2", "",
                                        "thesis",       "mazewright"};
    return json_string(words[fuzz_choose(rng, COUNT(words))]);
}

// A value for a member of this name.
static json_t *value_for(const char *name, mw_maze **maze, mw_rng *rng)
{
    mw_writer w = {0};
    if (mutate_chance(rng, 10))
        return fuzz_choose(rng, 2) ? some_number(rng) : json_null();
    if (!strcmp(name, "maze") || !strcmp(name, "id")) {
        mw_maze_free(*maze);
        *maze = mutate_random_maze(NULL, rng);
        if (*maze)
            *maze = mutate_change_maze(*maze, rng);
        if (*maze)
            mutate_write_form(*maze, fuzz_choose(rng, 4) ? "id" : "own", &w);
        return text_of(&w);
    }
    if (!strcmp(name, "with")) {
        mw_maze *other = mutate_random_maze(NULL, rng);
        if (other)
            mutate_write_form(other, "id", &w);
        mw_maze_free(other);
        return text_of(&w);
    }
    if (!strcmp(name, "moves") && *maze && fuzz_choose(rng, 8)) {
        mutate_write_walk(*maze, rng, &w);
        return w.text ? text_of(&w) : json_string("");
    }
    if (!strcmp(name, "objective") || !strcmp(name, "require")) {
        mutate_write_expression(rng, &w, 3);
        return text_of(&w);
    }
    if (!strcmp(name, "progress") || !strcmp(name, "optimal"))
        return json_boolean(fuzz_choose(rng, 2));
    if (!strcmp(name, "up")) {
        static const char *const ways[] = {"0,1,0",  "1,0,0",     "0,0,1",
                                           "-1,0,0", "0.6,0.8,0", "0,0,0"};
        return json_string(ways[fuzz_choose(rng, COUNT(ways))]);
    }
    return fuzz_choose(rng, 2) ? some_word(rng) : some_number(rng);
}

static const char *const names[] = {
    "maze",     "kind",         "size",      "seed",      "moves",     "frames",    "theme",
    "grade",    "scale",        "states",    "algorithm", "heuristic", "weight",    "events",
    "method",   "evaluations",  "brush",     "cell",      "side",      "objective", "require",
    "solution", "agent",        "distances", "engine",    "up",        "recover",   "frame",
    "as",       "orientations", "seconds",   "restart",   "id",        "progress",  "cancel",
    "to",       "strict",       "optimal",   "with"};

// A whole question, with what it needs.
static void write_question(mw_rng *rng, mw_writer *w)
{
    static const struct {
        const char *ask, *fields;
    } questions[] = {{"maze", "maze"},
                     {"random", "kind size seed"},
                     {"play", "maze moves frames theme"},
                     {"look", "maze moves"},
                     {"optimum", "maze"},
                     {"hint", "maze moves grade"},
                     {"solution", "maze moves"},
                     {"verify", "maze moves strict optimal"},
                     {"solve", "maze algorithm heuristic weight"},
                     {"trace", "maze algorithm events"},
                     {"analyse", "maze"},
                     {"explain", "maze moves"},
                     {"compare", "maze with"},
                     {"objective", "kind size objective require"},
                     {"design", "kind size method evaluations seed"},
                     {"paint", "maze brush cell side"},
                     {"svg", "maze moves theme scale"},
                     {"simulate", "maze agent orientations seed moves"},
                     {"walls", "maze"},
                     {"tilt", "maze up seconds"},
                     {"check", "maze seed"},
                     {"audit", "maze heuristic"},
                     {"convert", "maze to"},
                     {"features", "maze moves"},
                     {"verify", "maze moves optimal"}};
    size_t at = fuzz_choose(rng, COUNT(questions));
    json_t *o = json_object();
    mw_maze *maze = NULL;
    if (fuzz_choose(rng, 3) == 0)
        json_object_set_new(o, "id", fuzz_choose(rng, 2) ? some_word(rng) : some_number(rng));
    json_object_set_new(o, "ask", json_string(questions[at].ask));
    char fields[100];
    snprintf(fields, sizeof fields, "%s", questions[at].fields);
    for (char *name = strtok(fields, " "); name; name = strtok(NULL, " "))
        if (fuzz_choose(rng, 8)) {
            json_t *value = value_for(name, &maze, rng);
            json_object_set_new(o, name, value ? value : json_null());
        }
    char *text = json_dumps(o, JSON_COMPACT);
    if (text)
        mw_write(w, "%s", text);
    free(text);
    json_decref(o);
    mw_maze_free(maze);
}

// An answer to a maze.
static void write_answer(mw_rng *rng, mw_writer *w)
{
    json_t *o = json_object();
    mw_maze *maze = NULL;
    json_t *id = value_for("maze", &maze, rng), *moves = value_for("moves", &maze, rng);
    json_object_set_new(o, fuzz_choose(rng, 3) ? "id" : "maze", id ? id : json_null());
    json_object_set_new(o, fuzz_choose(rng, 3) ? "moves" : "answer", moves ? moves : json_null());
    char *text = json_dumps(o, JSON_COMPACT);
    mw_write(w, "%s", text ? text : "");
    free(text);
    json_decref(o);
    mw_maze_free(maze);
}

static void write_object(mw_rng *rng, mw_writer *w)
{
    if (!strcmp(mutate_target, "verify"))
        write_answer(rng, w);
    else
        write_question(rng, w);
}

static void change_object(json_t *o, mw_rng *rng)
{
    mw_error e;
    size_t count = json_object_size(o), skip = fuzz_choose(rng, count);
    const char *id = json_string_value(json_object_get(o, "maze")), *name = NULL;
    mw_maze *maze = id && !strchr(id, '#') ? mw_maze_from_id(id, &e) : NULL;
    for (void *i = json_object_iter(o); i && !name; i = json_object_iter_next(o, i))
        if (!skip--)
            name = json_object_iter_key(i);
    if (!name || mutate_chance(rng, 25))
        name = names[fuzz_choose(rng, COUNT(names))];
    char key[40] = "";
    strncpy(key, name, sizeof key - 1); // it goes when the member goes
    if (mutate_chance(rng, 15)) {
        json_object_del(o, key);
    } else {
        json_t *value = value_for(key, &maze, rng);
        json_object_set_new(o, key, value ? value : json_null());
    }
    mw_maze_free(maze);
}

bool mutate_json(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    const char *line[LINES_MAX];
    size_t length[LINES_MAX];
    unsigned count = 0;
    for (const char *stop = text + size; text < stop && count < LINES_MAX; count++) {
        const char *end = memchr(text, '\n', (size_t)(stop - text));
        line[count] = text;
        length[count] = (size_t)((end ? end : stop) - text);
        text = end ? end + 1 : stop;
    }
    uint64_t at = fuzz_choose(rng, count), added = mutate_chance(rng, 20) ? at : count;
    if (!count) {
        write_object(rng, w);
        return true;
    }
    bool changed = false;
    for (unsigned i = 0; i < count; i++) {
        json_t *o = i == at ? json_loadb(line[i], length[i], 0, NULL) : NULL;
        char *again = NULL;
        if (json_is_object(o)) {
            for (uint64_t n = fuzz_choose(rng, 3); n < 3; n++)
                change_object(o, rng);
            again = json_dumps(o, JSON_COMPACT);
        }
        json_decref(o);
        mw_write_bytes(w, again ? again : line[i], again ? strlen(again) : length[i]);
        changed |= again != NULL;
        free(again);
        if (i == added) {
            mw_write_char(w, '\n');
            write_object(rng, w);
            changed = true;
        }
        if (i + 1 < count)
            mw_write_char(w, '\n');
    }
    return changed;
}
