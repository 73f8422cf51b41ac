// mutate_command.c: command lines, made of the command's own tables of verbs and options.
#include "mutate.h"
#include "tool/tool.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *one_of(const char *const *list, size_t count, mw_rng *rng)
{
    return list[fuzz_choose(rng, count)];
}
#define ONE_OF(rng, ...)                                                                           \
    one_of((const char *const[]){__VA_ARGS__}, COUNT(((const char *const[]){__VA_ARGS__})), rng)

static const verb *some_verb(mw_rng *rng)
{
    unsigned count = 0;
    while (verbs[count].name)
        count++;
    return &verbs[fuzz_choose(rng, count)];
}

static void write_algorithms(mw_rng *rng, mw_writer *w)
{
    unsigned count = 0;
    while (mw_algorithms()[count].name)
        count++;
    for (uint64_t i = fuzz_choose(rng, 3) + 1; i; i--)
        mw_write(w, "%s%s", mw_algorithms()[fuzz_choose(rng, count)].name, i > 1 ? "," : "");
}

static void write_value(option_id id, const mw_maze *m, mw_rng *rng, mw_writer *w)
{
    const char *shape = options[id].value;
    word other = mutate_word(rng);
    if (id == O_KIND)
        mw_write(w, "%s", m->kind->name);
    else if (id == O_ALGORITHM)
        write_algorithms(rng, w);
    else if (id == O_MADE)
        mutate_write_walk(m, rng, w);
    else if (id == O_OBJECTIVE || id == O_REQUIRE || id == O_WHERE)
        mutate_write_expression(rng, w, 3);
    else if (id == O_OUTPUT || id == O_CHART || id == O_TRACE || id == O_CATALOGUE)
        mw_write(w, "%s",
                 ONE_OF(rng, "out.svg", "out.png", "out.pdf", "out.gif", "-", "c.db", "in", "",
                        "out.html", "x:/y"));
    else if (id == O_TO && m->kind->text->forms && m->kind->text->forms->name &&
             fuzz_choose(rng, 3))
        mw_write(w, "%s",
                 ONE_OF(rng, m->kind->text->forms->name, "id", "own", "pddl", "promela",
                        "pddl-problem"));
    else if (id == O_STATE)
        mw_write(w, "row %u, column %u", (unsigned)fuzz_choose(rng, 4),
                 (unsigned)fuzz_choose(rng, 4));
    else if (options[id].must_be == WHOLE || (strlen(shape) == 1 && fuzz_choose(rng, 8)))
        mutate_number(rng, w);
    else
        mw_write_bytes(w, other.text, other.size);
}

static void write_option(const verb *v, const mw_maze *m, mw_rng *rng, mw_writer *w)
{
    unsigned count = 0;
    while (v->options[count] != O_COUNT)
        count++;
    option_id id = fuzz_choose(rng, 40) && count ? v->options[fuzz_choose(rng, count)]
                                                 : (option_id)fuzz_choose(rng, O_COUNT);
    bool letter = options[id].letter && !fuzz_choose(rng, 3);
    mw_write(w, letter ? "-%c" : "--", options[id].letter);
    mw_write(w, "%s", letter ? "" : options[id].name);
    if (options[id].value && fuzz_choose(rng, 40)) {
        mw_write(w, "%s",
                 letter                ? (fuzz_choose(rng, 2) ? "" : "\n")
                 : fuzz_choose(rng, 2) ? "="
                                       : "\n");
        write_value(id, m, rng, w);
    }
    mw_write_char(w, '\n');
}

static void write_inputs(const verb *v, const mw_maze *m, mw_rng *rng, mw_writer *w)
{
    if (!strcmp(v->name, "design")) {
        mw_writer id = {0};
        mutate_write_random_id(fuzz_choose(rng, 2) ? m->kind : NULL, rng, &id);
        char *text = mw_writer_take(&id), *colon = text ? strchr(text, ':') : NULL;
        if (colon)
            *colon = '\n';
        mw_write(w, "%s\n", text ? text : "");
        free(text);
    } else if (!strcmp(v->name, "catalogue")) {
        mw_write(
            w, "%s\nc.db\n",
            ONE_OF(rng, "import", "import", "list", "show", "export", "verify", "remove", "tag"));
        if (fuzz_choose(rng, 2))
            mw_write(w, "%s\n", ONE_OF(rng, "in", "1", "-", "rook:3x3#1"));
    } else if (!strcmp(v->name, "experiment")) {
        mw_write(w, "%s\n",
                 ONE_OF(rng, "in", "in", "report\nc.db", "compare\nin", "merge\nc.db\nin",
                        "status\nin"));
    } else if (!strcmp(v->name, "help")) {
        mw_write(w, "%s\n", fuzz_choose(rng, 2) ? m->kind->name : some_verb(rng)->name);
    } else {
        for (uint64_t i = fuzz_choose(rng, 10) ? 1 : fuzz_choose(rng, 3); i; i--) {
            if (fuzz_choose(rng, 2))
                mw_write(w, "%s", ONE_OF(rng, "in", "-", "in", "in.rook", "./in"));
            else
                mutate_write_form(m, "id", w);
            mw_write_char(w, '\n');
        }
    }
}

// The mazes.json of a site.
static void write_site(mw_rng *rng, mw_writer *w)
{
    mw_write(w, "{\"days\":{");
    for (unsigned i = (unsigned)fuzz_choose(rng, 3), last = i; i <= last; i--) {
        mw_write(w, "\"2026-11-%u\":{\"kind\":\"rook\",\"id\":\"", 16 + i);
        mutate_write_id(rng, w);
        mw_write(w, "\",\"length\":%u,\"difficulty\":", (unsigned)fuzz_choose(rng, 30));
        mutate_number(rng, w);
        mw_write(w, i ? "}," : "}");
    }
    mw_write(w, "},\"puzzles\":[],\"title\":\"x\"}");
}

bool mutate_command(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    (void)text;
    if (size && mutate_chance(rng, 50))
        return false;
    mw_maze *m = mutate_random_maze(NULL, rng);
    if (!m)
        return false;
    m = mutate_change_maze(m, rng);
    const verb *v = some_verb(rng);
    mw_write(w, "%s\n", v->name);
    bool first = fuzz_choose(rng, 2);
    if (first)
        write_inputs(v, m, rng, w);
    for (uint64_t i = fuzz_choose(rng, 5); i; i--)
        write_option(v, m, rng, w);
    if (!first)
        write_inputs(v, m, rng, w);
    mw_write_char(w, '\n');
    if (!strcmp(v->name, "site"))
        write_site(rng, w);
    else if (!strcmp(v->name, "experiment"))
        mw_write(w, "random rook 3x3 seeds 1\nalgorithm bfs astar\n");
    else
        mutate_write_form(m, "own", w);
    mw_maze_free(m);
    return true;
}
