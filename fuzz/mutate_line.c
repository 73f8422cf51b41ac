// mutate_line.c: what people write on one line or a few: expressions, moves, checkpoints; plans of
// experiments; files to import and changes of databases; command lines.
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *one_of(const char *const *list, size_t count, mw_rng *rng)
{
    return list[fuzz_choose(rng, count)];
}

// ---- expressions

void mutate_write_expression(mw_rng *rng, mw_writer *w, unsigned depth)
{
    static const char *const names[] = {
        "length", "states",   "dead",       "losing",     "solvable",     "solutions",
        "rows",   "cols",     "difficulty", "unreaching", "best_length",  "decisions",
        "edges",  "switches", "traps",      "clusters",   "needed_blocks"};
    static const char *const operators[] = {" + ", " - ",  "*",    "/",    "^",    " % ",  " < ",
                                            " > ", " <= ", " >= ", " == ", " != ", " && ", " || "};
    static const char *const functions[] = {"min", "max", "abs", "sqrt", "exp", "log", "if"};
    uint64_t sort = depth ? fuzz_choose(rng, 6) : fuzz_choose(rng, 2);
    switch (sort) {
    case 0: mw_write(w, "%s", one_of(names, COUNT(names), rng)); break;
    case 1: mutate_number(rng, w); break;
    case 2: {
        mw_write(w, "%s(", one_of(functions, COUNT(functions), rng));
        for (uint64_t i = 1 + fuzz_choose(rng, 3); i; i--) {
            mutate_write_expression(rng, w, depth - 1);
            mw_write(w, "%s", i > 1 ? ", " : ")");
        }
        break;
    }
    case 3:
        mw_write(w, "%s", fuzz_choose(rng, 2) ? "-" : "!");
        mutate_write_expression(rng, w, depth - 1);
        break;
    default:
        if (sort == 4)
            mw_write(w, "(");
        mutate_write_expression(rng, w, depth - 1);
        mw_write(w, "%s", one_of(operators, COUNT(operators), rng));
        mutate_write_expression(rng, w, depth - 1);
        if (sort == 4)
            mw_write(w, ")");
    }
}

static const char *line_end(const char *text, const char *stop)
{
    const char *end = memchr(text, '\n', (size_t)(stop - text));
    return end ? end : stop;
}

bool mutate_expression(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    const char *end = line_end(text, text + size);
    uint64_t sort = fuzz_choose(rng, 8);
    if (sort == 0) { // moves
        mw_maze *m = mutate_random_maze(NULL, rng);
        if (m)
            mutate_write_walk(m, rng, w);
        mw_maze_free(m);
    } else if (sort == 1) { // one line more
        mw_write_bytes(w, text, size);
        mw_write(w, "\n");
        mutate_write_expression(rng, w, 3);
    } else if (sort < 5) { // another first line
        mutate_write_expression(rng, w, (unsigned)fuzz_choose(rng, 6));
        mw_write_bytes(w, end, size - (size_t)(end - text));
    } else {
        return false;
    }
    return true;
}

// ---- plans

static void write_plan_line(mw_rng *rng, mw_writer *w)
{
    static const char *const keys[] = {"mazes",  "list",  "random", "algorithm", "heuristic",
                                       "weight", "store", "limit",  "repeat"};
    uint64_t key = fuzz_choose(rng, COUNT(keys));
    mw_write(w, "%s", keys[key]);
    for (uint64_t i = 1 + fuzz_choose(rng, 3); i; i--) {
        mw_write_char(w, ' ');
        if (key == 0) {
            mutate_write_id(rng, w);
        } else if (key == 2) {
            mw_writer id = {0};
            mutate_write_random_id(NULL, rng, &id);
            char *text = mw_writer_take(&id), *colon = text ? strpbrk(text, ":") : NULL;
            if (colon) {
                *colon = ' ';
                mw_write(w, "%.*s", (int)strcspn(text, "#"), text);
            }
            free(text);
            mw_write(w, " seeds %u..%u", (unsigned)fuzz_choose(rng, 4),
                     (unsigned)fuzz_choose(rng, 8));
            break;
        } else if (key == 5 || key == 8) {
            mutate_number(rng, w);
        } else {
            word value = mutate_word(rng);
            mw_write_bytes(w, value.text, value.size);
        }
    }
    mw_write_char(w, '\n');
}

bool mutate_plan(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    if (mutate_chance(rng, 50) && size)
        return false;
    // A new line in place of one, or between two.
    bool instead = fuzz_choose(rng, 2);
    unsigned lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    uint64_t at = fuzz_choose(rng, lines);
    const char *stop = text + size;
    for (unsigned i = 0; i < lines; i++) {
        const char *end = line_end(text, stop);
        if (i == at)
            write_plan_line(rng, w);
        if (i != at || !instead)
            mw_write_bytes(w, text, (size_t)(end - text) + (end < stop));
        text = end < stop ? end + 1 : end;
    }
    return true;
}

// ---- files to import; changes of databases

static void write_import(mw_rng *rng, mw_writer *w)
{
    mw_maze *m = mutate_random_maze(NULL, rng);
    if (!m)
        return;
    m = mutate_change_maze(m, rng);
    mutate_write_form(m, fuzz_choose(rng, 3) ? "own" : "paper", w);
    mw_maze_free(m);
}

static void write_json_line(mw_rng *rng, mw_writer *w)
{
    mw_write(w, "{\"id\":\"");
    mutate_write_id(rng, w);
    mw_write(w, "\",\"features\":{\"length\":%u},\"seed\":", (unsigned)fuzz_choose(rng, 20));
    mutate_number(rng, w);
    mw_write(w, ",\"energy\":-%u,\"objective\":\"", (unsigned)fuzz_choose(rng, 20));
    mutate_write_expression(rng, w, 2);
    if (fuzz_choose(rng, 3) == 0)
        mw_write(w, "\",\"tags\":[\"%s\"],\"proven\":false,\"version\":\"",
                 one_of((const char *const[]){"easy", "x", "two words", ""}, 4, rng));
    mw_write(w, "\",\"method\":\"anneal\",\"created\":\"2026-11-1%u\"}\n",
             (unsigned)fuzz_choose(rng, 10));
}

static void write_value(mw_rng *rng, mw_writer *w)
{
    static const char *const values[] = {"NULL",    "''",   "x'ff00'",     "cast(x'80' AS TEXT)",
                                         "rowid",   "-1",   "9e999",       "random()",
                                         "char(0)", "'x'",  "1.5",         "9223372036854775807",
                                         "'2026'",  "'\"'", "zeroblob(99)"};
    if (mutate_chance(rng, 25))
        mutate_number(rng, w);
    else if (mutate_chance(rng, 25)) {
        mw_write_char(w, '\'');
        mutate_write_id(rng, w);
        mw_write_char(w, '\'');
    } else
        mw_write(w, "%s", one_of(values, COUNT(values), rng));
}

typedef struct columns {
    const char *table;
    const char *names[14];
} columns;

// UPDATE, DELETE or INSERT on a table of the two sorts of databases.
static void write_sql(const columns *tables, size_t count, mw_rng *rng, mw_writer *w)
{
    const columns *t = &tables[fuzz_choose(rng, count)];
    unsigned names = 0;
    while (names < COUNT(t->names) && t->names[names])
        names++;
    const char *name = t->names[fuzz_choose(rng, names)];
    switch (fuzz_choose(rng, 8)) {
    case 0:
        mw_write(w, "DELETE FROM %s WHERE rowid %% 2 = %d", t->table, fuzz_choose(rng, 2) > 0);
        break;
    case 1:
        mw_write(w, "ALTER TABLE %s RENAME TO old; CREATE TABLE %s AS SELECT * FROM old", t->table,
                 t->table);
        break;
    case 2: mw_write(w, "ALTER TABLE %s DROP COLUMN %s", t->table, name); break;
    default:
        mw_write(w, "UPDATE %s SET %s = ", t->table, name);
        write_value(rng, w);
        if (fuzz_choose(rng, 2))
            mw_write(w, " WHERE rowid = %u", 1 + (unsigned)fuzz_choose(rng, 3));
    }
    mw_write(w, "; ");
}

bool mutate_catalogue(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    static const columns kept[] = {
        {"maze",
         {"number", "id", "hash", "canonical", "kind", "width", "height", "depth", "energy", "seed",
          "generator", "created", "objective", "proven"}},
        {"measure", {"maze", "name", "value"}},
        {"checksum", {"maze", "value"}},
        {"tag", {"maze", "name"}},
        {"removed", {"last"}},
        {"run", {"plan", "finished", "energy", "evaluations", "id", "standing"}}};
    static const columns results[] = {
        {"run",
         {"maze", "configuration", "repeat", "outcome", "expanded", "generated", "seconds", "cost",
          "moves", "bytes", "optimal", "reached", "used", "number"}},
        {"configuration",
         {"number", "label", "algorithm", "heuristic", "weight", "store", "limit_states",
          "limit_bytes", "limit_seconds"}},
        {"maze", {"number", "id", "name", "kind"}},
        {"plan", {"hash", "text", "repeats", "runs", "version"}}};
    bool sql = size > 2 && !memcmp(text, "--", 2);
    if (size > 15 && !memcmp(text, "SQLite format 3", 15) && !mutate_chance(rng, 10))
        return false;
    if (sql && mutate_chance(rng, 60)) {
        mw_write_bytes(w, text, size);
        mw_write(w, "; ");
        bool of_results = size > 9 && !memcmp(text, "--results", 9);
        if (of_results)
            write_sql(results, COUNT(results), rng, w);
        else
            write_sql(kept, COUNT(kept), rng, w);
        return true;
    }
    switch (fuzz_choose(rng, 8)) {
    case 0: write_import(rng, w); break;
    case 1: // a few ids
        for (uint64_t i = 1 + fuzz_choose(rng, 3); i; i--) {
            mutate_write_id(rng, w);
            mw_write_char(w, '\n');
        }
        break;
    case 2:
        mw_write(w, "--results\n");
        write_sql(results, COUNT(results), rng, w);
        break;
    case 3:
        mw_write(w, "--\n");
        write_sql(kept, COUNT(kept), rng, w);
        break;
    case 4: write_json_line(rng, w); break;
    case 5:
        mw_write_bytes(w, text, *text == '{' ? size : 0);
        write_json_line(rng, w);
        break;
    default: return *text == '{' && mutate_json(text, size, rng, w);
    }
    return true;
}
