// site.c: the verb `site`: a folder for any web server, or one file of HTML. All mazes are worked
// out first. Then the files of the page are written one by one, and mazes.json, which lists what is
// there, last.
#include "core/registry.h"
#include "parallel/tasks.h"
#include "serve/folder.h"
#include "tool/verbs/catalogue_choice.h"
#include "tool/verbs/site_days.h"
#include "tool/verbs/site_file.h"
#include "tool/verbs/site_preview.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DAYS_MAX     3660
#define DAYS_DEFAULT 30

typedef struct day_maze {
    char date[16];
    graded maze;
} day_maze;

// A maze to play, or a lesson.
typedef struct listed {
    graded maze;
    char *lesson;         // what it says; NULL: it is none
    unsigned kind, order; // places in mw_kinds, and among those that were added
} listed;

typedef struct site {
    const settings *s;
    const mw_kind *only; // NULL: every kind
    const char *folder;  // to write; NULL: one file, or only mazes.json, to stdout
    const char *file;    // to write, with all in it; or NULL
    site_links links;    // address "": links to the site show nothing
    mw_folder page;
    stored_mazes stored; // those of --catalogue
    listed *mazes;
    size_t maze_count;
    char *lesson;   // what the next maze says, if it is one
    day_maze *days; // those that are in the site already, and those that were designed
    size_t day_count;
    // days to design
    day_plans *plans;
    long from, to;
    long *wanted;
    graded *designed;
    int *codes;
    unsigned wanted_count, done;
    int code;
} site;

// ---- mazes

// The object of a maze; its members are in the order of their names. `name` NULL: a day's maze, or
// a lesson, which has a text.
static void write_maze(mw_writer *w, const char *key, const graded *g, const char *name,
                       const char *text)
{
    mw_json_open(w, key, '{');
    mw_json_real(w, "difficulty", round(g->difficulty * 100) / 100, 9);
    if (name)
        mw_json_text(w, "group", g->kind);
    mw_json_members(w, "id=%s kind=%s length=%g", g->id, g->kind, g->length);
    if (name)
        mw_json_text(w, "name", name);
    if (text)
        mw_json_text(w, "text", text);
    mw_json_close(w, '}');
}

// Writes the lessons, or the mazes to play, which are numbered within their kind.
static void write_listed(mw_writer *w, const site *t, bool lessons)
{
    unsigned counts[MW_KINDS_MAX] = {0};
    for (size_t i = 0; i < t->maze_count; i++) {
        const listed *l = &t->mazes[i];
        char name[60];
        if (lessons != (l->lesson != NULL))
            continue;
        snprintf(name, sizeof name, "%.40s %u", l->maze.kind, ++counts[l->kind]);
        write_maze(w, NULL, &l->maze, lessons ? NULL : name, l->lesson);
    }
}

// The page itself has the kinds that were there when it was built; the others it gets from `serve`.
#define NOT_ON_PAGE "a site cannot play %s mazes: their kind comes from a plug-in; 'serve' can"

static unsigned place_of(const mw_kind *kind)
{
    unsigned i = 0;
    while (mw_kinds()[i] != kind)
        i++;
    return i;
}

static int add_maze(input *in, void *context)
{
    site *t = context;
    graded g;
    if (mw_kind_is_added(in->maze->kind))
        return input_unfit(in, NOT_ON_PAGE, in->maze->kind->name);
    int code = grade_maze(in->maze, &g);
    listed *grown =
        code == EXIT_DONE ? realloc(t->mazes, (t->maze_count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        graded_free(&g);
        return code == EXIT_DONE ? out_of_memory() : code;
    }
    t->mazes = grown;
    grown[t->maze_count] = (listed){.maze = g,
                                    .lesson = t->lesson,
                                    .kind = place_of(in->maze->kind),
                                    .order = (unsigned)t->maze_count};
    t->maze_count++;
    t->lesson = NULL; // the list has taken it over
    return EXIT_DONE;
}

static bool is_lesson(const char *path)
{
    return !strncmp(path, SHIPPED_LESSONS "/", strlen(SHIPPED_LESSONS) + 1);
}

// Mazes to play are in folders that are named after a kind, and lessons in one of their own.
static bool is_shipped(const site *t, const char *path)
{
    const char *dot = strrchr(path, '.');
    const mw_kind *kind = dot ? mw_kind_find(dot + 1) : NULL;
    if (!kind || (t->only && kind != t->only))
        return false;
    size_t n = strlen(kind->name);
    return is_lesson(path) || (!strncmp(path, kind->name, n) && path[n] == '/');
}

// What a lesson says: its first line, a comment. NULL: out of memory.
static char *words_of(const mw_folder_file *f)
{
    size_t from = f->length < 2 ? f->length : 2, to = from;
    while (to < f->length && f->bytes[to] != '\n')
        to++;
    return strndup(f->bytes + from, to - from);
}

// Mazes of a kind go from easy to hard; lessons stay in their order.
static int by_grade(const void *a, const void *b)
{
    const listed *x = a, *y = b;
    double before = x->lesson || y->lesson ? 0 : x->maze.difficulty,
           after = x->lesson || y->lesson ? 0 : y->maze.difficulty;
    int kinds = strcmp(x->maze.kind, y->maze.kind), grades = (before > after) - (before < after);
    return kinds ? kinds : grades ? grades : (x->order > y->order) - (x->order < y->order);
}

static int add_shipped(site *t, const char *puzzles)
{
    mw_folder all;
    mw_error error;
    int code = EXIT_DONE;
    if (!mw_folder_read(&all, puzzles, &error))
        return complain_of(NULL, &error, EXIT_INPUT);
    for (size_t i = 0; i < all.count && code == EXIT_DONE; i++) {
        const mw_folder_file *f = &all.files[i];
        char path[3000];
        if (!is_shipped(t, f->path))
            continue;
        snprintf(path, sizeof path, "%.600s/%s", puzzles, f->path);
        t->lesson = is_lesson(f->path) ? words_of(f) : NULL;
        code = is_lesson(f->path) && !t->lesson ? out_of_memory()
                                                : with_input(t->s, path, add_maze, t);
    }
    if (t->maze_count)
        qsort(t->mazes, t->maze_count, sizeof *t->mazes, by_grade);
    mw_folder_free(&all);
    return code;
}

// ---- days

// Reads --date FROM[..TO]. False with a message printed.
static bool read_dates(const char *text, long *from, long *to)
{
    const char *dots = text ? strstr(text, "..") : NULL;
    *from = day_today();
    *to = *from + DAYS_DEFAULT - 1;
    if (!text)
        return true;
    bool ok = day_read(text, dots ? (size_t)(dots - text) : strlen(text), from);
    *to = *from;
    ok = ok && (!dots || day_read(dots + 2, strlen(dots + 2), to));
    if (!ok)
        complain("--date %s: write a day as 2026-11-16, or two as 2026-11-16..2026-12-24", text);
    else if (*to < *from || *to - *from >= DAYS_MAX) {
        complain("--date %s: from 1 to %d days, the earlier first", text, DAYS_MAX);
        ok = false;
    }
    return ok;
}

// Adds a day; the list takes over the texts of the graded maze. False: out of memory.
static bool add_day(site *t, const char *date, graded *g)
{
    day_maze *grown =
        g->id && g->kind ? realloc(t->days, (t->day_count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        graded_free(g);
        return false;
    }
    t->days = grown;
    day_maze *d = &t->days[t->day_count++];
    d->maze = *g;
    snprintf(d->date, sizeof d->date, "%s", date);
    *g = (graded){0};
    return true;
}

static bool has_day(const site *t, const char *date)
{
    for (size_t i = 0; i < t->day_count; i++)
        if (!strcmp(t->days[i].date, date))
            return true;
    return false;
}

static double number_of(const json_t *o, const char *name)
{
    const json_t *x = json_object_get(o, name);
    return json_is_number(x) ? json_number_value(x) : (double)NAN;
}

// Reads the days that are in the site already, which are kept.
static int read_days(site *t)
{
    char path[1300];
    struct stat st;
    snprintf(path, sizeof path, "%.1200s/mazes.json", t->folder ? t->folder : "");
    if (!t->folder || stat(path, &st))
        return EXIT_DONE;
    json_t *old = json_load_file(path, 0, NULL), *days = json_object_get(old, "days"), *one;
    const char *date;
    bool ok = json_is_object(days), room = true;
    json_object_foreach(days, date, one)
    {
        const char *id = json_string_value(json_object_get(one, "id"));
        const char *kind = json_string_value(json_object_get(one, "kind"));
        ok = ok && strlen(date) < sizeof t->days->date && id && kind;
        if (ok && room)
            room = add_day(t, date,
                           &(graded){.id = strdup(id),
                                     .kind = strdup(kind),
                                     .length = number_of(one, "length"),
                                     .difficulty = number_of(one, "difficulty")});
    }
    for (size_t i = 0; ok && room && t->only && i < t->day_count; i++)
        if (strcmp(t->days[i].maze.kind, t->only->name)) {
            json_decref(old);
            return complain_with(EXIT_USAGE,
                                 "%s has a %s maze on %s; a site of %s mazes only needs a new "
                                 "folder",
                                 path, t->days[i].maze.kind, t->days[i].date, t->only->name);
        }
    if (!ok)
        complain("%s is there but cannot be read; its days would be lost. Mend or remove it", path);
    json_decref(old);
    return !room ? out_of_memory() : ok ? EXIT_DONE : EXIT_INPUT;
}

// Days that are shipped need no design. A site of one kind has days of its own.
static int take_shipped(void *context, long day, graded *g)
{
    site *t = context;
    char date[16];
    day_print(day, date);
    bool ok = day < t->from || day > t->to || has_day(t, date) || add_day(t, date, g);
    return ok ? EXIT_DONE : out_of_memory();
}

static void design_one(void *context, uint64_t i)
{
    site *t = context;
    t->codes[i] = interrupted() ? EXIT_LIMIT : day_design(t->plans, t->wanted[i], &t->designed[i]);
}

static bool take_one(void *context, uint64_t i)
{
    site *t = context;
    graded *g = &t->designed[i];
    char date[16];
    t->code = worse(t->code, t->codes[i]);
    if (t->codes[i] == EXIT_DONE) {
        day_print(t->wanted[i], date);
        if (!add_day(t, date, g))
            t->code = out_of_memory();
        t->done++;
    }
    graded_free(g);
    if (progress_wanted(t->s)) {
        fprintf(stderr, "\r\033[K%u of %u days", t->done, t->wanted_count);
        fflush(stderr);
    }
    return t->code == EXIT_DONE;
}

static int design_days(site *t, unsigned threads)
{
    size_t most = (size_t)(t->to - t->from + 1);
    char date[16];
    if (!most)
        return EXIT_DONE;
    t->wanted = calloc(most, sizeof *t->wanted);
    t->designed = calloc(most, sizeof *t->designed);
    t->codes = calloc(most, sizeof *t->codes);
    if (!t->wanted || !t->designed || !t->codes)
        return out_of_memory();
    for (long day = t->from; day <= t->to; day++) {
        day_print(day, date);
        if (!has_day(t, date))
            t->wanted[t->wanted_count++] = day;
    }
    mw_tasks tasks = {.count = t->wanted_count,
                      .threads = threads,
                      .context = t,
                      .run = design_one,
                      .done = take_one};
    bool ok = mw_tasks_run(&tasks);
    for (size_t i = 0; i < most; i++)
        graded_free(&t->designed[i]); // those that nobody took because another one failed
    if (progress_wanted(t->s))
        clear_line();
    return ok ? t->code : out_of_memory();
}

// ---- writing

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool ok = !mkdir(path, 0777) || errno == EEXIST;
        *slash = '/';
        if (!ok)
            return false;
    }
    return true;
}

// Makes the folders above a file of the site, whose whole path it writes. False with a message
// printed.
static bool make_in_site(const site *t, const char *name, char path[3600])
{
    snprintf(path, 3600, "%.1200s/%s", t->folder, name);
    return make_folders(path) || complain("%s: cannot write: %s", path, strerror(errno));
}

static int write_in_site(const site *t, const char *name, const char *bytes, size_t length)
{
    char path[3600];
    mw_writer text = {0};
    if (!make_in_site(t, name, path))
        return EXIT_BROKEN;
    mw_write_bytes(&text, bytes, length);
    return write_file(path, &text);
}

static int by_date(const void *a, const void *b)
{
    return strcmp(((const day_maze *)a)->date, ((const day_maze *)b)->date);
}

// The text of mazes.json, which the caller frees; NULL: out of memory.
static char *list_mazes(site *t, const char *title)
{
    mw_writer w = {0}, lines = {0};
    if (t->day_count)
        qsort(t->days, t->day_count, sizeof *t->days, by_date);
    mw_json_open(&w, NULL, '{');
    mw_json_open(&w, "days", '{');
    for (size_t i = 0; i < t->day_count; i++)
        write_maze(&w, t->days[i].date, &t->days[i].maze, NULL, NULL);
    mw_json_close(&w, '}');
    if (t->only)
        mw_json_text(&w, "kind", t->only->name); // the page offers only this one
    mw_json_open(&w, "lessons", '[');
    write_listed(&w, t, true);
    mw_json_close(&w, ']');
    mw_json_open(&w, "mazes", '[');
    write_listed(&w, t, false);
    mw_json_close(&w, ']');
    if (*t->links.address)
        mw_json_bool(&w, "previews", true); // each day has a page of its own
    mw_json_text(&w, "title", title);
    mw_json_close(&w, '}');
    char *text = mw_writer_take(&w);
    if (text)
        mw_json_indent(&lines, text);
    lines.failed = lines.failed || !text;
    free(text);
    return mw_writer_take(&lines);
}

// The manifest, with the title of the site, which phones write below the icon on their home screen.
static int write_manifest(const site *t, const mw_folder_file *f, const char *title)
{
    json_error_t wrong;
    json_t *manifest = json_loadb(f->bytes, f->length, 0, &wrong);
    bool ran_out = !manifest && json_error_code(&wrong) == json_error_out_of_memory;
    if (!ran_out && !json_is_object(manifest)) {
        json_decref(manifest);
        return complain_with(EXIT_INPUT, "%s of the page is no manifest", f->path);
    }
    bool named = !json_object_set_new(manifest, "name", json_string(title)) &&
                 !json_object_set_new(manifest, "short_name", json_string(title));
    char *text = named ? json_dumps(manifest, JSON_INDENT(2)) : NULL;
    int code = text ? write_in_site(t, f->path, text, strlen(text)) : out_of_memory();
    free(text);
    json_decref(manifest);
    return code;
}

static int write_index(const site *t, const mw_folder_file *f)
{
    mw_writer w = {0};
    site_index(&t->links, f->bytes, f->length, &w);
    int code = w.failed ? out_of_memory() : write_in_site(t, f->path, w.text, w.length);
    free(w.text);
    return code;
}

// A picture for links to the site, and for each day a page with its picture.
static int write_previews(const site *t)
{
    char path[3600];
    int code = make_in_site(t, "day/", path) ? EXIT_DONE : EXIT_BROKEN;
    size_t first = 0; // of the mazes to play
    while (first < t->maze_count && t->mazes[first].lesson)
        first++;
    if (code == EXIT_DONE && (first < t->maze_count || t->day_count))
        code = site_picture(&t->links,
                            first < t->maze_count ? &t->mazes[first].maze : &t->days[0].maze);
    for (size_t i = 0; i < t->day_count && code == EXIT_DONE; i++)
        code = site_day(&t->links, t->days[i].date, &t->days[i].maze);
    mw_picture_end();
    return code;
}

static int write_page(const site *t, const char *title)
{
    int code = EXIT_DONE;
    for (size_t i = 0; i < t->page.count && code == EXIT_DONE; i++) {
        const mw_folder_file *f = &t->page.files[i];
        if (!strcmp(f->path, "manifest.webmanifest"))
            code = write_manifest(t, f, title);
        else if (!strcmp(f->path, "index.html") && *t->links.address)
            code = write_index(t, f);
        else if (strcmp(f->path, "mazes.json") && strcmp(f->path, "mazes.json.gz"))
            code = write_in_site(t, f->path, f->bytes, f->length);
    }
    return code;
}

static int write_site(site *t)
{
    char *title = strdup(t->s->value[O_TITLE] ? t->s->value[O_TITLE] : "Mazewright");
    if (!title)
        return out_of_memory();
    make_utf8(title);
    t->links.title = title;
    t->links.folder = t->folder;
    int code = t->folder ? write_page(t, title) : EXIT_DONE;
    if (code == EXIT_DONE && t->folder && *t->links.address)
        code = write_previews(t);
    char *text = list_mazes(t, title);
    if (!text)
        code = out_of_memory();
    else if (t->file)
        code = write_one_file(t->file, &t->page, text);
    else if (!t->folder)
        puts(text);
    else if (code == EXIT_DONE)
        code = write_in_site(t, "mazes.json", text, strlen(text));
    free(text);
    free(title);
    return code;
}

// ---- the verb

// A folder with something else in it is not ours to write to.
static bool may_write(const char *folder)
{
    char path[1300];
    struct stat st;
    snprintf(path, sizeof path, "%.1200s/mazes.json", folder);
    if (strlen(folder) > 1000)
        complain("--output: the name is too long: %zu bytes of at most 1000", strlen(folder));
    else if (stat(folder, &st) || !stat(path, &st) || is_empty_folder(folder))
        return true;
    else
        complain("--output %s: is there already and is no site; name a new folder", folder);
    return false;
}

static int read_page(site *t)
{
    mw_error error;
    char *page = find_page(t->s);
    if (!page)
        return EXIT_INPUT;
    bool ok = mw_folder_read(&t->page, page, &error);
    free(page);
    return ok ? EXIT_DONE : complain_of(NULL, &error, EXIT_INPUT);
}

// The days: those of the site, those that are shipped, and for the others new mazes.
static int find_days(site *t, const char *puzzles, unsigned threads)
{
    char file[1300];
    int code = EXIT_DONE;
    snprintf(file, sizeof file, "%.1200s/dates.txt", puzzles);
    if (!t->only)
        code = day_each_shipped(file, take_shipped, t);
    if (code != EXIT_DONE)
        return code;
    snprintf(file, sizeof file, "%.1200s/days.txt", puzzles);
    t->plans = day_plans_read(file, t->only);
    return t->plans ? design_days(t, threads) : EXIT_INPUT;
}

static int make(site *t, unsigned threads)
{
    char *puzzles = find_folder("puzzles");
    int code = !puzzles ? EXIT_INPUT : t->folder || t->file ? read_page(t) : EXIT_DONE;
    if (!puzzles)
        complain("the mazes that come with the command are not there; install it again");
    if (code == EXIT_DONE)
        code = read_days(t);
    if (code == EXIT_DONE)
        code = t->s->input_count           ? for_each_input(t->s, add_maze, t)
               : !t->s->value[O_CATALOGUE] ? add_shipped(t, puzzles)
                                           : EXIT_DONE;
    if (code == EXIT_DONE)
        code = for_each_stored(t->s, &t->stored, add_maze, t);
    if (code == EXIT_DONE)
        code = find_days(t, puzzles, threads);
    // After an interrupt the site is written, too, with fewer days.
    watch_rest(NULL);
    if ((code == EXIT_DONE || code == EXIT_LIMIT) && !ran_out_of_memory())
        code = worse(code, write_site(t));
    free(puzzles);
    return code;
}

int run_site(const settings *s)
{
    site t = {.s = s, .folder = s->value[O_OUTPUT], .code = EXIT_DONE};
    unsigned threads;
    bool to_stdout = t.folder && !strcmp(t.folder, "-"), one = t.folder && is_one_file(t.folder);
    if (!option_kind(s, &t.only))
        return EXIT_USAGE;
    if (t.only && mw_kind_is_added(t.only))
        return complain_with(EXIT_USAGE, NOT_ON_PAGE, t.only->name);
    if (!t.folder || !*t.folder)
        return complain_with(EXIT_USAGE, "site needs a folder to write: --output DIR");
    if (!site_address(s->value[O_ADDRESS], &t.links))
        return EXIT_USAGE;
    if (one && (s->value[O_DATE] || s->value[O_ADDRESS]))
        return complain_with(EXIT_USAGE,
                             "a file has no days, and links lead to no file; name a folder");
    if (!stored_read(&t.stored, s) || !read_dates(s->value[O_DATE], &t.from, &t.to) ||
        !option_threads(s, &threads) ||
        !(to_stdout || (one ? output_possible(t.folder) : may_write(t.folder))))
        return EXIT_USAGE;
    if (one)
        t.file = t.folder;
    if (to_stdout || one)
        t.folder = NULL;
    if (!t.folder && !s->value[O_DATE])
        t.to = t.from - 1; // no days: only the mazes are listed
    int code = make(&t, threads);
    for (size_t i = 0; i < t.day_count; i++)
        graded_free(&t.days[i].maze);
    free(t.days);
    for (size_t i = 0; i < t.maze_count; i++) {
        graded_free(&t.mazes[i].maze);
        free(t.mazes[i].lesson);
    }
    free(t.mazes);
    free(t.lesson);
    mw_folder_free(&t.page);
    day_plans_free(t.plans);
    free(t.wanted);
    free(t.designed);
    free(t.codes);
    return code;
}
