// design_output.c: where the verb `design` writes its mazes: to stdout, or with --output into a
// file of one maze, a file of JSON lines, or a folder with a file for each maze.
#include "tool/verbs/design_call.h"

#include "parallel/processes.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WRITE_EVERY 2 // seconds, while a file of JSON lines grows

// ---- which form

static int refuse_ending(const design_call *c, const char *name)
{
    static const char *const pictures[] = {"svg", "png", "pdf", "gif"};
    const char *end = name_ending(name), *kind = c->kind->name;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (!strcmp(pictures[i], end))
            return complain_with(EXIT_USAGE,
                                 "--output %s: design writes mazes, and render their pictures: "
                                 "write the maze into a file that ends in .%s, then 'mazewright "
                                 "render FILE.%s -o %s'",
                                 name, kind, kind, name);
    return complain_with(EXIT_USAGE,
                         "--output %s: the name must end in .%s (the text of one maze), .jsonl or "
                         ".json (a line of JSON for each maze), or / (a folder with a file for "
                         "each)",
                         name, kind);
}

// Files of one maze are numbered; new numbers follow those that are there.
static bool find_next_number(design_output *o, const char *kind)
{
    DIR *d = opendir(o->name);
    if (!d)
        return complain("%s: cannot read the folder: %s", o->name, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(d));) {
        char *end;
        unsigned long number = strtoul(entry->d_name, &end, 10);
        if (end > entry->d_name && *entry->d_name >= '0' && *entry->d_name <= '9' && *end == '.' &&
            !strcmp(end + 1, kind) && number > o->number && number < 1000000000)
            o->number = (unsigned)number;
    }
    closedir(d);
    return true;
}

// The folder is made with its first file. Whether that can be done is looked at now.
static int open_folder(design_call *c)
{
    design_output *o = &c->out;
    char parent[1000] = ".";
    size_t length = strlen(o->name);
    o->form = OUT_FOLDER;
    while (length > 1 && o->name[length - 1] == '/')
        length--;
    while (length && o->name[length - 1] != '/')
        length--;
    if (length >= sizeof parent)
        return complain_with(EXIT_USAGE, "--output: the name is too long");
    if (length)
        snprintf(parent, sizeof parent, "%.*s", (int)length, o->name);
    bool there = is_folder(o->name);
    if (access(there ? o->name : parent, W_OK | X_OK))
        return complain_with(EXIT_BROKEN, "%s: cannot %s: %s", o->name,
                             there ? "write" : "make the folder", strerror(errno));
    return !there || find_next_number(o, c->kind->name) ? EXIT_DONE : EXIT_BROKEN;
}

int design_output_open(design_call *c)
{
    const char *name = c->s->value[O_OUTPUT];
    design_output *o = &c->out;
    if (!name || !strcmp(name, "-"))
        return EXIT_DONE;
    o->name = name;
    if (!*name)
        return complain_with(EXIT_USAGE, "--output needs the name of a file or a folder");
    if (name[strlen(name) - 1] == '/' || is_folder(name))
        return mw_is_first() ? open_folder(c) : EXIT_DONE;
    if (!strcmp(name_ending(name), "jsonl") || !strcmp(name_ending(name), "json"))
        o->form = OUT_LINES;
    else if (!strcmp(name_ending(name), c->kind->name))
        o->form = OUT_TEXT;
    else
        return refuse_ending(c, name);
    if (o->form == OUT_TEXT && c->plan.count > 1)
        return complain_with(EXIT_USAGE,
                             "--output %s has room for one maze; for several write -o FILE.jsonl, "
                             "or a folder with / at its end",
                             name);
    return !mw_is_first() || output_possible(name) ? EXIT_DONE : EXIT_BROKEN;
}

// ---- writing

static mw_writer json_of(const design_call *c, const mw_design_result *r, const mw_analysis *a)
{
    const mw_design_report report = mw_report_of(c->kind, &c->plan, r, a->values ? a : NULL);
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_json_owned(&w, "id", mw_maze_print(r->designed.maze, "id"));
    mw_answer_design(&w, &report);
    mw_json_rounded(&w, "seconds", r->seconds, 9);
    mw_json_close(&w, '}');
    return w;
}

static void write_figures(mw_writer *w, const mw_design_result *r, const mw_analysis *a)
{
    const mw_designed *d = &r->designed;
    double length = mw_analysis_value(a, "length"), difficulty = mw_analysis_value(a, "difficulty");
    mw_write(w, "energy %g, ", d->energy);
    if (!isnan(length))
        mw_write(w, "length %g, ", length);
    if (!isnan(difficulty)) // it is not known of every maze, see docs/difficulty.md
        mw_write(w, "difficulty %.1f, ", difficulty);
    mw_write(w, "seed %llu, %s evaluations", (unsigned long long)r->seed,
             THOUSANDS((double)d->evaluations));
}

// The text of a maze, with what is known of it as comments. A file has no seconds: the same
// command writes the same file.
static mw_writer text_of(const mw_design_result *r, const mw_analysis *a, bool seconds)
{
    mw_writer w = {0};
    const mw_maze *m = r->designed.maze;
    char *id = mw_maze_print(m, "id"), *text = mw_maze_print(m, "own");
    w.failed = !id || !text;
    if (text)
        mw_write_bytes(&w, text, strlen(text));
    mw_write(&w, "# ");
    write_figures(&w, r, a);
    if (seconds)
        mw_write(&w, ", %.2f s", r->seconds);
    mw_write(&w, "\n# ");
    if (id)
        mw_write_bytes(&w, id, strlen(id));
    mw_write(&w, "\n");
    free(id);
    free(text);
    return w;
}

// Says on stdout what has been written.
static void say_written(const char *name, const mw_design_result *r, const mw_analysis *a)
{
    mw_writer w = {0};
    mw_write(&w, "%s: ", name);
    write_figures(&w, r, a);
    print_line(&w, stdout);
}

static int write_text(design_call *c, const mw_design_result *r, const mw_analysis *a)
{
    design_output *o = &c->out;
    char *name = NULL;
    if (o->form == OUT_FOLDER) {
        mw_writer w = {0};
        if (mkdir(o->name, 0777) && errno != EEXIST)
            return complain_with(EXIT_BROKEN, "%s: cannot make the folder: %s", o->name,
                                 strerror(errno));
        bool slash = o->name[strlen(o->name) - 1] == '/';
        mw_write(&w, "%s%s%03u.%s", o->name, slash ? "" : "/", ++o->number, c->kind->name);
        if (!(name = mw_writer_take(&w)))
            return out_of_memory();
    }
    mw_writer text = text_of(r, a, false);
    int code = write_file(name ? name : o->name, &text);
    if (code == EXIT_DONE && !c->s->value[O_JSON])
        say_written(name ? name : o->name, r, a);
    free(name);
    return code;
}

// The whole file is written again; a run that is killed loses the mazes of the last seconds.
static int write_lines(design_call *c)
{
    design_output *o = &c->out;
    output file;
    FILE *f = output_open(&file, o->name);
    if (f)
        fwrite(o->lines, 1, o->length, f);
    o->waiting = false;
    o->written = mw_seconds();
    return output_close(&file, f, true) ? EXIT_DONE : EXIT_BROKEN;
}

static bool keep_line(design_output *o, const char *line, size_t length)
{
    if (o->length + length + 1 > o->capacity) {
        size_t capacity = 2 * (o->length + length + 1);
        char *more = realloc(o->lines, capacity);
        if (!more)
            return false;
        o->lines = more;
        o->capacity = capacity;
    }
    memcpy(o->lines + o->length, line, length);
    o->length += length;
    o->lines[o->length++] = '\n';
    o->waiting = true;
    return true;
}

static int add_line(design_call *c, const mw_design_result *r, const mw_analysis *a)
{
    design_output *o = &c->out;
    mw_writer w = json_of(c, r, a);
    char *line = mw_writer_take(&w);
    if (!line)
        return out_of_memory();
    pthread_mutex_lock(&o->writing);
    bool added = keep_line(o, line, strlen(line));
    bool due = interrupted() || mw_seconds() - o->written > WRITE_EVERY;
    int code = due && added ? write_lines(c) : EXIT_DONE;
    pthread_mutex_unlock(&o->writing);
    free(line);
    if (!added)
        return out_of_memory();
    if (!c->s->value[O_JSON])
        say_written(o->name, r, a);
    return code;
}

// After an interrupt there is little time; a file that is written now is there whatever happens.
void design_output_save(design_call *c)
{
    if (pthread_mutex_trylock(&c->out.writing) != 0)
        return;
    if (c->out.waiting)
        write_lines(c);
    pthread_mutex_unlock(&c->out.writing);
}

// A search may have taken hours. So a maze whose file cannot be written is printed.
int design_output_put(design_call *c, const mw_design_result *r, const mw_analysis *a)
{
    int code = c->out.form == OUT_LINES    ? add_line(c, r, a)
               : c->out.form == OUT_STDOUT ? EXIT_DONE
                                           : write_text(c, r, a);
    bool printed = c->out.form == OUT_STDOUT || (c->out.form != OUT_LINES && code != EXIT_DONE);
    mw_writer w = {0};
    if (c->s->value[O_JSON]) {
        w = json_of(c, r, a);
        print_line(&w, stdout);
    } else if (printed) {
        w = text_of(r, a, true);
        if (w.failed)
            code = out_of_memory();
        else
            fwrite(w.text, 1, w.length, stdout);
        fflush(stdout);
        free(w.text);
    }
    return code;
}

int design_output_close(design_call *c)
{
    int code = c->out.waiting ? write_lines(c) : EXIT_DONE;
    if (code != EXIT_DONE && !c->s->value[O_JSON])
        fwrite(c->out.lines, 1, c->out.length, stdout);
    free(c->out.lines);
    return code;
}
