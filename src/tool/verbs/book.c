// book.c: the verb `book`: mazes, their difficulty and their solutions as a PDF to print.
#include "draw/cairo/book.h"
#include "draw/cairo/picture.h"
#include "tool/verbs/catalogue_choice.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define GRADED_STATES (1u << 22) // mazes with more states go without a grade

typedef struct call {
    watch watch;
    mw_book book;
    mw_book_maze *mazes;
    unsigned capacity;
    mw_book_section *sections;
    stored_mazes stored; // those of --catalogue
    mw_cover *cover;
} call;

// ---- what stands beside a maze

// Moves that are letters without blanks are printed in groups of five, so that a reader finds the
// place again.
static char *in_groups(const char *moves)
{
    mw_writer w = {0};
    bool words = strchr(moves, ' ') || strlen(moves) < 6;
    for (size_t i = 0; moves[i]; i++) {
        if (!words && i && i % 5 == 0)
            mw_write_char(&w, ' ');
        mw_write_char(&w, moves[i]);
    }
    return mw_writer_take(&w);
}

// The options of the maze, each with what it means, and what the picture does not tell.
static char *note_on(const mw_maze *m)
{
    char *text = mw_maze_print(m, "own"), *remark = mw_maze_remark(m), *rest;
    mw_writer w = {.failed = !text || !remark};
    if (text)
        text[strcspn(text, "\n")] = '\0'; // leaves the header: kind, size, options
    for (char *word = text ? strtok_r(text, " ", &rest) : NULL; word;
         word = strtok_r(NULL, " ", &rest))
        for (const mw_option *o = m->kind->text->options; o && o->name; o++)
            if (strlen(o->name) == strcspn(word, "=") && !strncmp(o->name, word, strlen(o->name)) &&
                w.length < 700)
                mw_write(&w, "%s%.60s (%.120s)", w.length ? ", " : "Variant: ", word, o->about);
    mw_write(&w, "%s%s", w.length ? ".\n" : "", remark ? remark : "");
    free(text);
    free(remark);
    return mw_writer_take(&w);
}

static double difficulty_of(const call *c, const mw_maze *m)
{
    mw_limits limits = c->watch.limits;
    mw_limit limit = MW_WITHIN;
    if (!limits.states || limits.states > GRADED_STATES)
        limits.states = GRADED_STATES;
    mw_graph *g = mw_graph_build(m, false, &limits, &limit);
    mw_analysis a = {0};
    bool no_memory = g ? !mw_analyse_some(g, (const char *const[]){"difficulty", NULL}, &a)
                       : limit == MW_LIMIT_MEMORY && !limits.bytes;
    if (no_memory)
        out_of_memory();
    double result = mw_analysis_value(&a, "difficulty");
    mw_analysis_free(&a);
    mw_graph_free(g);
    return result;
}

// Takes over the solution and makes the texts about it. False: out of memory.
static bool describe(mw_book_maze *b, mw_result *r)
{
    char length[100];
    char *moves = NULL;
    if (r->outcome == MW_OUTCOME_SOLVED) {
        char *plain = mw_moves_print(b->maze->kind, r->actions, r->moves);
        moves = plain ? in_groups(plain) : NULL;
        free(plain);
        int n = snprintf(length, sizeof length, "%u move%s", r->moves, r->moves == 1 ? "" : "s");
        if (!(b->maze->traits & MW_UNIT_COST))
            snprintf(length + n, sizeof length - (size_t)n, ", cost %llu",
                     (unsigned long long)r->cost);
        b->actions = r->actions;
        b->count = r->moves;
        r->actions = NULL; // the book keeps them
    } else {
        bool none = r->outcome == MW_OUTCOME_UNSOLVABLE;
        snprintf(length, sizeof length, "is there a way?");
        moves = strdup(none ? "No solution exists." : "Not solved within the limits.");
    }
    b->moves = moves;
    b->length = strdup(length);
    return b->moves && b->length;
}

static int solve(call *c, mw_book_maze *b, const char *label)
{
    mw_search_options o = {.limits = c->watch.limits};
    mw_result r;
    mw_error error;
    watch_restart(&c->watch);
    if (!mw_search(b->maze, &o, &r, &error))
        return complain_of(label, &error, EXIT_BROKEN);
    watch_rest(&c->watch);
    int code = describe(b, &r) ? EXIT_DONE : out_of_memory();
    if (r.outcome == MW_OUTCOME_LIMIT) {
        complain("%s: not solved: %s", label, limit_reason(&c->watch, r.limit));
        code = worse(code, EXIT_LIMIT);
    } else if (r.outcome == MW_OUTCOME_SOLVED && code == EXIT_DONE) {
        b->difficulty = difficulty_of(c, b->maze);
    }
    watch_clear(&c->watch);
    mw_result_free(&r);
    return code;
}

// ---- the mazes

// Text for a page: UTF-8 without control characters.
static void make_plain(char *text)
{
    make_utf8(text);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
}

static mw_book_maze *new_maze(call *c)
{
    if (c->book.count == c->capacity) {
        unsigned capacity = c->capacity ? 2 * c->capacity : 64;
        mw_book_maze *grown = realloc(c->mazes, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        c->mazes = grown;
        c->capacity = capacity;
    }
    mw_book_maze *b = &c->mazes[c->book.count];
    *b = (mw_book_maze){.difficulty = (double)NAN};
    return b;
}

static void free_maze(mw_book_maze *b)
{
    mw_maze_free(b->maze);
    free(b->actions);
    free((char *)b->id);
    free((char *)b->note);
    free((char *)b->length);
    free((char *)b->moves);
}

static uint64_t most_of(const call *c)
{
    return c->watch.limits.bytes ? c->watch.limits.bytes : MW_PDF_BYTES;
}

static int page_too_large(const char *label)
{
    return complain_with(
        EXIT_LIMIT, "%s: stopped at the limit: memory: a page with its pictures needs more", label);
}

// A name that begins with '=' is the title of a section: that of the mazes after it.
static int add_section(void *context, const char *text)
{
    call *c = context;
    if (c->book.tiles)
        return complain_with(EXIT_USAGE, "--tiles has no sections");
    mw_book_section *grown =
        realloc(c->sections, (c->book.section_count + 1) * sizeof *c->sections);
    if (!grown)
        return out_of_memory();
    c->sections = grown;
    char *title = strdup(text + strspn(text, " \t"));
    if (!title)
        return out_of_memory();
    make_plain(title);
    grown[c->book.section_count++] = (mw_book_section){title, c->book.count};
    return *title
               ? EXIT_DONE
               : complain_with(EXIT_USAGE, "= is the title of a section; write it as '= Warm up'");
}

// A section without mazes would have no pages.
static int check_sections(const call *c)
{
    for (unsigned i = 0; i < c->book.section_count; i++) {
        const mw_book_section *s = &c->sections[i];
        if (s->first == (i + 1 < c->book.section_count ? s[1].first : c->book.count))
            return complain_with(EXIT_INPUT, "section '%.60s' has no maze", s->title);
    }
    return EXIT_DONE;
}

static int add(input *in, void *context)
{
    call *c = context;
    if (!MW_HAS(in->maze->kind, view, draw))
        return complain_with(EXIT_USAGE, "%s: %s mazes have no picture", in->label,
                             in->maze->kind->name);
    const char *why = c->book.tiles ? mw_book_no_tiles(in->maze) : NULL;
    if (why)
        return complain_with(EXIT_USAGE, "%s: no tiles: %s", in->label, why);
    if (!mw_book_has_room(in->maze, most_of(c)))
        return page_too_large(in->label);
    mw_book_maze *b = new_maze(c);
    if (!b)
        return out_of_memory();
    const char *id = input_id(in);
    b->id = id ? strdup(id) : NULL;
    b->maze = in->maze;
    in->maze = NULL; // the book keeps it
    b->note = note_on(b->maze);
    int code = b->id && b->note ? solve(c, b, in->label) : out_of_memory();
    if (b->id && b->note && b->moves && b->length)
        c->book.count++;
    else
        free_maze(b);
    return code;
}

static int add_all(call *c)
{
    const settings *s = c->watch.s;
    int code = s->input_count ? for_each_input_titled(s, add, add_section, c) : EXIT_DONE;
    if (code != EXIT_USAGE && !interrupted())
        code = worse(code, for_each_stored(s, &c->stored, add, c));
    if ((code == EXIT_DONE || code == EXIT_LIMIT) && !interrupted())
        code = worse(code, check_sections(c));
    return interrupted() ? worse(code, EXIT_LIMIT) : code;
}

static void free_book(call *c)
{
    for (unsigned i = 0; i < c->book.count; i++)
        free_maze(&c->mazes[i]);
    for (unsigned i = 0; i < c->book.section_count; i++)
        free((char *)c->sections[i].title);
    free(c->sections);
    free(c->mazes);
    free((char *)c->book.title);
    mw_cover_free(c->cover);
}

// ---- options

static bool read_grid(const char *text, mw_book *b)
{
    char *end;
    b->columns = b->rows = 1;
    if (!text)
        return true;
    unsigned long columns = strtoul(text, &end, 10);
    bool ok = end != text && (*end == 'x' || *end == 'X') && end[1] >= '0' && end[1] <= '9';
    unsigned long rows = ok ? strtoul(end + 1, &end, 10) : 0;
    ok = ok && !*end && text[0] != '-' && columns >= 1 && columns <= MW_BOOK_COLUMNS && rows >= 1 &&
         rows <= MW_BOOK_ROWS;
    if (!ok)
        complain("--grid %s: write columns and rows, e.g. 2x3; at most %dx%d", text,
                 MW_BOOK_COLUMNS, MW_BOOK_ROWS);
    b->columns = (unsigned)columns;
    b->rows = (unsigned)rows;
    return ok;
}

static bool read_paper(const char *name, mw_book *b)
{
    static const char *const names[MW_PAPERS] = {
        [MW_PAPER_A4] = "a4", [MW_PAPER_A5] = "a5", [MW_PAPER_LETTER] = "letter"};
    unsigned i = 0;
    while (name && i < MW_PAPERS && strcasecmp(names[i], name) != 0)
        i++;
    b->paper = (mw_paper)i;
    return i < MW_PAPERS || complain("--paper %s is unknown; it is a4, a5 or letter", name);
}

static bool read_theme(const char *name, mw_book *b)
{
    b->theme = MW_THEME_PRINT;
    if (!name || (mw_theme_find(name, &b->theme) && b->theme != MW_THEME_DARK))
        return true;
    return complain("--theme %s: a book is print or light", name);
}

static bool read_file_name(const settings *s)
{
    const char *file = s->value[O_OUTPUT], *dot = file ? strrchr(file, '.') : NULL;
    if (dot && !strcmp(dot, ".pdf"))
        return true;
    if (file)
        complain("--output %s: the name must end in .pdf", file);
    else
        complain("book needs a file to write: --output FILE.pdf");
    return false;
}

static bool read_title(const char *text, mw_book *b)
{
    char *title = strdup(text && *text ? text : "Logic Mazes");
    b->title = title;
    if (title)
        make_plain(title);
    return title;
}

static bool has_mazes(const settings *s)
{
    return s->input_count || s->value[O_CATALOGUE] ||
           complain("book needs mazes: files, ids such as rook:5x5#7, - for a list of them on "
                    "stdin, or --catalogue FILE; see 'mazewright book --help'");
}

// Tiles are no pages for titles and pictures.
static bool check_tiles(const settings *s)
{
    bool titles = false;
    for (int i = 0; i < s->input_count; i++)
        titles |= *s->inputs[i] == '=';
    return !s->value[O_TILES] || (!titles && !s->value[O_COVER]) ||
           complain("--tiles has no %s", titles ? "sections" : "title page for --cover");
}

static int read_cover(call *c, const char *file)
{
    mw_error error;
    if (!file)
        return EXIT_DONE;
    c->cover = mw_cover_read(file, most_of(c), &error);
    c->book.cover = c->cover;
    return c->cover ? EXIT_DONE : complain_of(file, &error, EXIT_INPUT);
}

static int read_options(call *c, const settings *s)
{
    bool ok = has_mazes(s) && read_file_name(s) && read_grid(s->value[O_GRID], &c->book) &&
              read_paper(s->value[O_PAPER], &c->book) && read_theme(s->value[O_THEME], &c->book) &&
              check_tiles(s) && stored_read(&c->stored, s) && watch_open(&c->watch, s);
    if (!ok)
        return EXIT_USAGE;
    c->book.tiles = s->value[O_TILES];
    c->book.without_solutions = s->value[O_NO_SOLUTIONS];
    return read_title(s->value[O_TITLE], &c->book) ? read_cover(c, s->value[O_COVER])
                                                   : out_of_memory();
}

int run_book(const settings *s)
{
    call c = {0};
    bool written = false;
    int code = read_options(&c, s);
    if (code == EXIT_DONE)
        code = add_all(&c);
    if ((code == EXIT_DONE || code == EXIT_LIMIT) && c.book.count && !interrupted() &&
        !ran_out_of_memory()) {
        output o;
        c.book.mazes = c.mazes;
        c.book.sections = c.sections;
        c.book.most = most_of(&c);
        const char *part = output_begin(&o, s->value[O_OUTPUT]);
        interrupts_end_at_once(true);
        mw_error error;
        watch_restart(&c.watch); // drawing may take as long as one maze
        bool ok = mw_book_pdf(&c.book, part, &error);
        interrupts_end_at_once(false);
        written = ok = output_finish(&o, ok, &error);
        if (!ok && say_stopped())
            error.code = MW_ERROR_LIMIT;
        else if (!ok && error.code == MW_ERROR_LIMIT)
            page_too_large(s->value[O_OUTPUT]);
        else if (!ok)
            complain("%s: cannot write the book: %s", s->value[O_OUTPUT], error.text);
        if (!ok)
            code = exit_code_of(&error);
        mw_picture_end();
    }
    if (code == EXIT_LIMIT && !written) // with a limit on states there is a book
        complain("%s: no book is written", s->value[O_OUTPUT]);
    free_book(&c);
    return code;
}
