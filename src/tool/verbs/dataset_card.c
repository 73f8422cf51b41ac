// dataset_card.c: the README.md of a dataset: what is in it, how it was made, what its fields mean
// and how answers are checked.
#include "tool/verbs/dataset_call.h"

#include <string.h>

// ---- the command

// An argument as a shell reads it.
static void write_argument(mw_writer *w, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=,.:%/";
    if (*text && strspn(text, plain) == strlen(text)) {
        mw_write(w, " %s", text);
        return;
    }
    mw_write(w, " '");
    for (; *text; text++)
        if (*text == '\'')
            mw_write(w, "'\\''");
        else
            mw_write_char(w, *text);
    mw_write(w, "'");
}

// All that decides which mazes there are: not the number of threads.
static void write_command(const dataset_call *c, mw_writer *w)
{
    static const option_id ids[] = {O_NUMBER, O_BANDS, O_SPLIT,  O_UNSOLVABLE,
                                    O_PROMPT, O_SEED,  O_SECONDS};
    mw_write(w, "mazewright dataset");
    for (int i = 0; i < c->s->input_count; i++)
        write_argument(w, c->s->inputs[i]);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (c->s->value[ids[i]]) {
            mw_write(w, " --%s", options[ids[i]].name);
            write_argument(w, c->s->value[ids[i]]);
        }
    mw_write(w, " -o DIR");
}

// ---- counts

static void write_splits(const dataset_call *c, mw_writer *w)
{
    mw_write(w, "| file | mazes |\n|---|---:|\n");
    for (unsigned i = 0; i < c->plan.split_count; i++)
        mw_write(w, "| `%s.jsonl` | %llu |\n", c->splits[i].name, (unsigned long long)c->found[i]);
}

static void write_histogram(const dataset_call *c, const mw_dataset_result *r, mw_writer *w)
{
    const unsigned each = c->plan.last_band - c->plan.first_band + 2;
    mw_write(w, "| band |");
    for (unsigned i = 0; i < r->cell_count; i += each)
        mw_write(w, " %s |", r->cells[i].source);
    mw_write(w, "\n|---|");
    for (unsigned i = 0; i < r->cell_count; i += each)
        mw_write(w, "---:|");
    for (unsigned k = 1; k <= each; k++) { // the unsolvable ones last
        unsigned row = k % each;
        if (!row && !(c->plan.unsolvable > 0))
            continue;
        if (row)
            mw_write(w, "\n| %u |", r->cells[row].band);
        else
            mw_write(w, "\n| unsolvable |");
        for (unsigned i = row; i < r->cell_count; i += each)
            mw_write(w, " %llu |", (unsigned long long)r->cells[i].found);
    }
    mw_write(w, "\n");
}

// ---- the card

static const char fields[] =
    "| field | meaning |\n"
    "|---|---|\n"
    "| `id` | the whole maze in one word; every verb of Mazewright takes it |\n"
    "| `kind` | the family of mazes, whose rules it has |\n"
    "| `maze` | the maze as text |\n"
    "| `rules` | how it is played and how its text is read |\n"
    "| `moves_legend` | the moves that are possible in it, and what they do |\n"
    "| `question` | what is asked |\n"
    "| `solution` | one shortest solution; null: the maze is unsolvable |\n"
    "| `length` | its moves |\n"
    "| `solutions` | how many shortest solutions there are, up to 10^9 |\n"
    "| `measures` | numbers about the maze, which `mazewright help measures` explains |\n"
    "| `difficulty` | for a person, from 1 to 10; null for an unsolvable maze |\n"
    "| `band` | the difficulty without its decimals |\n"
    "| `split` | the part of the dataset |\n"
    "| `seed` | of the dataset |\n"
    "| `generator` | the program that made the maze, with its version |\n";

void dataset_card(const dataset_call *c, const mw_dataset_result *r, mw_writer *w)
{
    const char *example = c->splits[c->plan.split_count - 1].name;
    mw_write(w, "# %llu logic mazes\n\nMade by Mazewright %s with\n\n    ",
             (unsigned long long)r->found, mw_version());
    write_command(c, w);
    mw_write(w,
             r->stopped
                 ? "\n\nThe command was stopped before it was done, so it does not give the same "
                   "mazes again.\n\n"
                 : "\n\nThe same command of the same version writes the same bytes.\n\n");
    write_splits(c, w);
    mw_write(w, "\nNo two mazes are turned or mirrored copies of each other, neither within a file "
                "nor in two files.\nEvery solution was replayed through the rules, and is a "
                "shortest one by the exact distances of the whole\nstate graph; every unsolvable "
                "maze is proven so.\n\n## Bands of difficulty\n\n");
    write_histogram(c, r, w);
    mw_write(w,
             "\nBand 3 has the difficulties from 3 to below 4, and so on; 10 is the highest. A "
             "grade more means four times\nas many moves of a simulated player.\n\n## Fields\n\n"
             "Each line is an object in JSON. %s\n\n%s",
             c->prompt ? "Its members are `question`, `answer` (the solution, or `unsolvable`) and "
                         "`metadata`, an object with:"
                       : "Its members:",
             fields);
    mw_write(w,
             "\n## Checking answers\n\n"
             "A maze may have several shortest solutions, so an answer should be replayed, not "
             "compared:\n\n"
             "    mazewright verify --optimal @answers.jsonl\n\n"
             "with lines such as `{\"id\":\"...\",\"answer\":\"RDDL\"}`. The word "
             "`unsolvable` is right where the `%s` in\nthe dataset %s; `verify` reads moves "
             "only.\n\n",
             c->prompt ? "answer" : "solution", c->prompt ? "is this word" : "is null");
    if (!c->prompt)
        mw_write(w,
                 "The solutions in this dataset are verified by\n\n"
                 "    grep -v '\"solution\":null' %s.jsonl | sed 's/\"solution\":/\"moves\":/' |\n"
                 "        mazewright verify --optimal -\n\n",
                 example);
    mw_write(w, "## Licence\n\n"
                "The mazes are made by a program; no mazes of other authors are among them. The "
                "texts of the rules are those of\nMazewright. All of it may be used under the MIT "
                "licence, as Mazewright itself.\n");
}
