// verify.c: the verb `verify`: answers to mazes are replayed, one that is given with --moves, or
// many in JSON lines (verify_lines.c).
#include "api/answer.h"
#include "tool/verbs/verify_call.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *yes_no(int value)
{
    return value < 0 ? "-" : value ? "yes" : "no";
}

// A line of JSON that may wait in the buffer of stdout.
static void write_line(mw_writer *object)
{
    mw_json_close(object, '}');
    mw_write_char(object, '\n');
    if (object->failed)
        out_of_memory();
    else
        fwrite(object->text, 1, object->length, stdout);
    free(object->text);
}

int verify_tell(verify_call *c, mw_writer *object, const char *label, const mw_verification *v)
{
    if (c->records.format == FORMAT_TABLE) {
        char shown[80], reason[sizeof v->reason];
        snprintf(shown, sizeof shown, "%.60s", label);
        snprintf(reason, sizeof reason, "%s", v->reason);
        make_harmless(shown);
        make_harmless(reason);
        table_head(&c->table, "maze|legal|solved|moves|optimal|progress|reason");
        table_row(&c->table, "%s|%s|%s|%s|%s", shown, yes_no(v->legal), yes_no(v->solved),
                  THOUSANDS((double)v->moves), yes_no(v->optimal));
        table_add(&c->table, isnan(v->progress) ? "-" : "%.0f %%", floor(100 * v->progress));
        table_add(&c->table, "%s", reason);
        free(object->text);
    } else {
        mw_answer_verification(object, v);
        if (c->records.format == FORMAT_JSON)
            write_line(object);
        else
            record_add(&c->records, object);
    }
    int code = v->solved ? EXIT_DONE : EXIT_NO;
    return v->limit ? worse(code, limit_hit(&c->watch, label, v->limit)) : code;
}

static int verify_maze(input *in, void *context)
{
    verify_call *c = context;
    mw_verification v;
    mw_error error;
    const char *moves = c->watch.s->value[O_MADE];
    mw_verifier *verifier = mw_verifier_open(in->maze, &c->options);
    watch_restart(&c->watch);
    bool done = verifier && mw_verify(verifier, moves, strlen(moves), &v, &error);
    watch_clear(&c->watch);
    mw_verifier_close(verifier);
    if (!done)
        return out_of_memory();
    watch_rest(&c->watch);
    mw_writer w = maze_object(in);
    int code = verify_tell(c, &w, in->label, &v);
    fflush(stdout);
    return code;
}

// Without --moves the arguments name answers.
static bool names_answers(const settings *s)
{
    for (int i = 0; i < s->input_count; i++)
        if (strcmp(s->inputs[i], "-") != 0 && s->inputs[i][0] != '@')
            return complain("verify %.60s: write the answer after --moves; many answers are JSON "
                            "lines {\"id\":...,\"moves\":...} in stdin (-) or in the file of @FILE",
                            s->inputs[i]);
    return s->input_count || !isatty(STDIN_FILENO) ||
           complain("verify needs a maze and --moves, or answers as JSON lines; see 'mazewright "
                    "verify --help'");
}

static int verify_files(verify_call *c, const settings *s)
{
    int code = EXIT_DONE;
    for (int i = 0; i < s->input_count && !interrupted(); i++)
        code = worse(code, verify_lines(c, s->inputs[i] + (*s->inputs[i] == '@')));
    return s->input_count ? code : verify_lines(c, "-");
}

// An option without effect is refused.
static bool limits_matter(const settings *s)
{
    return s->value[O_OPTIMAL] || (!s->value[O_LIMIT_STATES] && !s->value[O_LIMIT_MEMORY]) ||
           complain("--limit-states and --limit-memory are limits of --optimal; write that, too");
}

int run_verify(const settings *s)
{
    verify_call c = {.table.columns = 7};
    bool one = s->value[O_MADE];
    if (!option_format(s, &c.records) || !watch_open(&c.watch, s) || !limits_matter(s) ||
        (!one && !names_answers(s)))
        return EXIT_USAGE;
    if (!one && !s->value[O_FORMAT])
        c.records.format = FORMAT_JSON; // a line for each line
    c.options = (mw_verify_options){.size = sizeof c.options,
                                    .strict = s->value[O_STRICT],
                                    .optimal = s->value[O_OPTIMAL],
                                    .limits = c.watch.limits};
    int code = one ? for_each_input(s, verify_maze, &c) : verify_files(&c, s);
    records_end(&c.records);
    table_print(&c.table, 1, stdout);
    return code;
}
