// dataset_line.c: see dataset_line.h. Whoever reads a line needs nothing else: the rules, how the
// maze is written and the moves stand in it.
#include "api/dataset_line.h"

#include "api/answer.h"
#include "core/moves.h"

#include <stdlib.h>
#include <string.h>

#define UNSOLVABLE "unsolvable" // the answer where there is no solution

// ---- parts of a question

// How play goes, how the text of the maze is read, and what is special in this one.
static void write_rules(const mw_dataset_item *item, mw_writer *w)
{
    const mw_kind *k = item->maze->kind;
    char *remark = mw_maze_remark(item->maze);
    mw_write(w, "%s", k->how_to_play ? k->how_to_play : k->about);
    if (MW_HAS(k, text, how_to_read))
        mw_write(w, "\nHere the maze is a text. %s", k->text->how_to_read);
    if (remark && *remark)
        mw_write(w, "\n%s", remark);
    w->failed |= !remark;
    free(remark);
}

static void write_maze(const mw_dataset_item *item, mw_writer *w)
{
    char *text = mw_maze_print(item->maze, "own");
    w->failed |= !text;
    mw_write(w, "%s", text ? text : "");
    free(text);
}

// "U up, R right": the moves that are possible somewhere in this maze.
static void write_legend(const mw_dataset_item *item, mw_writer *w)
{
    const mw_action *actions = item->maze->kind->rules->actions;
    size_t begun = w->length;
    for (unsigned i = 0; actions[i].word; i++) {
        const char *does = mw_action_meaning(&actions[i]), part = actions[i].part;
        if (!(item->moves_there >> (i < 63 ? i : 63) & 1))
            continue;
        mw_write(w, "%s%s%s%s", w->length > begun ? ", " : "", actions[i].word, *does ? " " : "",
                 does);
        if (part)
            mw_write(w, " with half %c", part);
    }
}

static void write_question(const mw_dataset_item *item, mw_writer *w)
{
    const mw_action *actions = item->maze->kind->rules->actions;
    bool letters = true;
    for (unsigned i = 0; actions[i].word; i++)
        letters = letters && strlen(actions[i].word) == 1;
    mw_write(
        w,
        "Which moves solve this %s maze? Write a shortest solution as the %s of its moves, %s, "
        "or the word " UNSOLVABLE " if there is none.",
        item->maze->kind->name, letters ? "letters" : "words",
        letters ? "without blanks" : "with blanks between them");
}

static void write_solution(const mw_dataset_item *item, mw_writer *w)
{
    char *text =
        item->actions ? mw_moves_print(item->maze->kind, item->actions, item->moves) : NULL;
    w->failed |= item->actions && !text;
    mw_write(w, "%s", text ? text : UNSOLVABLE);
    free(text);
}

static void write_kind(const mw_dataset_item *item, mw_writer *w)
{
    mw_write(w, "%s", item->maze->kind->name);
}

static void write_id(const mw_dataset_item *item, mw_writer *w)
{
    char *id = mw_maze_print(item->maze, "id");
    w->failed |= !id;
    mw_write(w, "%s", id ? id : "");
    free(id);
}

typedef void write_part(const mw_dataset_item *, mw_writer *);

static void part_json(mw_writer *w, const char *key, write_part *part, const mw_dataset_item *item)
{
    mw_writer text = {0};
    mw_write(&text, "%s", "");
    part(item, &text);
    mw_json_owned(w, key, mw_writer_take(&text));
}

// ---- a line with all that is known

void mw_answer_dataset(mw_writer *w, const mw_dataset_item *item)
{
    const mw_kind *k = item->maze->kind;
    part_json(w, "id", write_id, item);
    mw_json_text(w, "kind", k->name);
    part_json(w, "maze", write_maze, item);
    part_json(w, "rules", write_rules, item);
    part_json(w, "moves_legend", write_legend, item);
    part_json(w, "question", write_question, item);
    if (item->actions)
        part_json(w, "solution", write_solution, item);
    else
        mw_json_null(w, "solution");
    mw_json_count_if(w, "length", item->actions, item->moves);
    mw_json_number(w, "solutions", mw_analysis_value(item->analysis, "solutions"));
    mw_json_open(w, "measures", '{');
    mw_answer_measures(w, item->analysis);
    mw_json_close(w, '}');
    mw_json_number(w, "difficulty", mw_analysis_value(item->analysis, "difficulty"));
    mw_json_count_if(w, "band", item->band, item->band);
    mw_json_members(w, "split=%s seed=%ju", item->split, item->seed);
    mw_writer generator = {0};
    mw_write(&generator, "mazewright %s, %s generator %u", mw_version(), k->name,
             MW_HAS(k, text, generator) ? k->text->generator : 0);
    mw_json_owned(w, "generator", mw_writer_take(&generator));
}

// ---- templates

const mw_prompt *mw_prompts(void)
{
    static const mw_prompt prompts[] = {
        {"full", "the rules, the maze, the moves and the question",
         "{rules}\n\nThe maze:\n\n{maze}\nThe moves: {moves_legend}.\n\n{question}"},
        {"short", "the maze, the moves and the question, for readers who know the rules",
         "{maze}\nThe moves: {moves_legend}.\n\n{question}"},
        {"maze", "nothing but the maze, for training on one task", "{maze}"},
        {0},
    };
    return prompts;
}

static const struct {
    const char *name;
    write_part *write;
} placeholders[] = {
    {"rules", write_rules},       {"maze", write_maze}, {"moves_legend", write_legend},
    {"question", write_question}, {"kind", write_kind}, {"id", write_id},
};
#define PLACEHOLDERS (sizeof placeholders / sizeof *placeholders)

// The placeholder at the beginning of a text, "{maze}"; PLACEHOLDERS: there is none of this name.
// *length becomes that of its name.
static size_t placeholder_at(const char *text, size_t *length)
{
    *length = strcspn(text + 1, "{}");
    size_t i = 0;
    while (i < PLACEHOLDERS &&
           (strncmp(placeholders[i].name, text + 1, *length) != 0 || placeholders[i].name[*length]))
        i++;
    return i;
}

// Tells that a name is unknown, and which names there are. Always NULL.
static const char *refuse_name(mw_error *error, const char *what, const char *name, size_t length)
{
    mw_writer list = {0};
    char word[60];
    size_t words;
    bool template = !strcmp(what, "template");
    mw_write(&list, "the %ss are", what);
    words = list.length + 1;
    for (size_t i = 0; !template && i < PLACEHOLDERS; i++)
        mw_write(&list, " %s", placeholders[i].name);
    for (const mw_prompt *p = mw_prompts(); template && p->name; p++)
        mw_write(&list, " %s", p->name);
    size_t copied = length < sizeof word - 1 ? length : sizeof word - 1;
    memcpy(word, name, copied);
    word[copied] = '\0';
    char *text = mw_writer_take(&list);
    if (text)
        mw_refuse_unknown(error, word, text, words, "unknown %s '%s'", what, word);
    else
        mw_no_memory(error);
    free(text);
    return NULL;
}

const char *mw_prompt_text(const char *text, mw_error *error)
{
    if (!strchr(text, '{')) {
        const mw_prompt *p = mw_prompts();
        while (p->name && strcmp(p->name, text))
            p++;
        return p->name ? p->text : refuse_name(error, "template", text, strlen(text));
    }
    for (const char *p = text; (p = strchr(p, '{')); p++) {
        size_t length;
        if (p[1] == '{') { // a bracket of its own
            p++;
            continue;
        }
        if (placeholder_at(p, &length) == PLACEHOLDERS)
            return refuse_name(error, "placeholder", p + 1, length);
        if (p[1 + length] != '}') {
            mw_refuse(error, "after {%s a } is missing; a bracket of its own is written {{",
                      placeholders[placeholder_at(p, &length)].name);
            return NULL;
        }
    }
    return text;
}

static void write_prompt(const mw_dataset_item *item, const char *text, mw_writer *w)
{
    while (*text) {
        size_t plain = strcspn(text, "{}"), length;
        mw_write_bytes(w, text, plain);
        text += plain;
        if (*text && text[1] == *text) {
            mw_write_char(w, *text);
            text += 2;
        } else if (*text == '{') {
            placeholders[placeholder_at(text, &length)].write(item, w);
            text += length + 2;
        } else if (*text) {
            mw_write_char(w, *text++);
        }
    }
}

void mw_answer_prompt(mw_writer *w, const mw_dataset_item *item, const char *text)
{
    mw_writer question = {0};
    mw_write(&question, "%s", "");
    write_prompt(item, text, &question);
    mw_json_owned(w, "question", mw_writer_take(&question));
    part_json(w, "answer", write_solution, item);
    mw_json_open(w, "metadata", '{');
    mw_answer_dataset(w, item);
    mw_json_close(w, '}');
}
