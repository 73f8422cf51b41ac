// texts.c: mazes as texts, right, wrong and damaged; see support.h.
#include "support.h"

mw_maze *read_any(const char *kind, const char *text, mw_error *e)
{
    return mw_is_id(text) ? mw_maze_from_id(text, e)
                          : mw_maze_read(kind ? mw_kind_find(kind) : NULL, text, strlen(text), e);
}

// ---- what is refused

bool refused_well(const char *text, uint32_t line, uint32_t column, const char *says, mw_maze *m,
                  const mw_error *e)
{
    bool well = !m && e->line == line && e->column == column && *e->text && strstr(e->text, says);
    if (!well && m)
        print_error("'%.200s' is accepted, but should be refused at %u:%u: %s\n", text, line,
                    column, says);
    else if (!well)
        print_error("'%.200s' says %u:%u: %s\n    not %u:%u: %s\n", text, e->line, e->column,
                    e->text, line, column, says);
    mw_maze_free(m);
    return well;
}

void refuse_texts(const char *kind, const bad_text *rows, size_t count)
{
    unsigned wrong = 0;
    for (const bad_text *b = rows; b < rows + count; b++) {
        mw_error e;
        mw_maze *m = read_any(kind, b->text, &e);
        wrong += !refused_well(b->text, b->line, b->column, b->says, m, &e);
    }
    assert_int_equal(wrong, 0);
}

// ---- what is accepted

void read_alike(const char *id, const char *kind, const char *const *texts, size_t count)
{
    scoped_maze *m = maze_of_id(id);
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++) {
        mw_error e = {0};
        scoped_maze *other = read_any(kind, texts[i], &e);
        if (!other || !mw_maze_equal(m, other)) {
            print_error("'%s' is not %s: %u:%u: %s\n", texts[i], id, e.line, e.column, e.text);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static bool back(const mw_maze *m, const char *form, bool equal)
{
    mw_error e = {0};
    char *text = mw_maze_print(m, form), *again = NULL;
    assert_non_null(text);
    // our own form has a header, others need not
    scoped_maze *other = read_any(strcmp(form, "own") ? m->kind->name : NULL, text, &e);
    if (!other)
        print_error("not read back: %u:%u: %s\n%s\n", e.line, e.column, e.text, text);
    else if (equal && !mw_maze_equal(m, other))
        print_error("reads back as another maze:\n%s\n", text);
    else
        again = mw_maze_print(other, form);
    bool same = again && !strcmp(text, again);
    if (again && !same)
        print_error("prints back as\n%s\ninstead of\n%s\n", again, text);
    free(again);
    free(text);
    return same;
}

bool reads_back(const mw_maze *m, const char *form)
{
    return back(m, form, true);
}

bool prints_back(const mw_maze *m, const char *form)
{
    return back(m, form, false);
}

void check_printed_forms(const printed_form *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        scoped_text *text = mw_maze_print(m, rows[i].form);
        assert_string_equal(text, rows[i].text);
    }
}

// ---- random damage

// Mostly bytes that stand there already, else ones that mean something.
static char random_byte(const damaged *d, const char *known, mw_rng *rng)
{
    uint32_t choice = mw_rng_below(rng, 8);
    return choice == 0                ? (char)mw_rng_below(rng, 256)
           : choice < 3 || !d->length ? known[mw_rng_below(rng, (uint32_t)strlen(known))]
                                      : d->text[mw_rng_below(rng, (uint32_t)d->length)];
}

void damage(damaged *d, const char *known, mw_rng *rng)
{
    size_t at = d->length ? mw_rng_below(rng, (uint32_t)d->length) : 0, rest = d->length - at;
    size_t run = rest ? 1 + mw_rng_below(rng, (uint32_t)(rest < 12 ? rest : 12)) : 0;
    switch (mw_rng_below(rng, 8)) {
    case 0: // insert
        if (d->length + 1 < DAMAGED_MAX) {
            memmove(d->text + at + 1, d->text + at, rest);
            d->text[at] = random_byte(d, known, rng);
            d->length++;
        }
        break;
    case 1: // delete
        memmove(d->text + at, d->text + at + run, rest - run);
        d->length -= run;
        break;
    case 2: // repeat a few bytes
        if (d->length + run < DAMAGED_MAX) {
            memmove(d->text + at + run, d->text + at, rest);
            d->length += run;
        }
        break;
    default: // change
        if (d->length)
            d->text[at] = random_byte(d, known, rng);
    }
}

mw_maze *read_damaged(const damaged *d, bool id, const mw_kind *kind, mw_error *e)
{
    *e = (mw_error){0};
    char *copy = malloc(d->length + (id || !d->length));
    assert_non_null(copy);
    memcpy(copy, d->text, d->length);
    if (id)
        copy[d->length] = '\0';
    mw_maze *m = id ? mw_maze_from_id(copy, e) : mw_maze_read(kind, copy, d->length, e);
    free(copy);
    return m;
}

static size_t count_of(const char *const *list)
{
    size_t n = 0;
    while (list[n])
        n++;
    return n;
}

// Was it accepted? Fails if it is neither refused well nor a good maze.
static bool check_damaged(const damaged *d, bool id, const mw_kind *kind, const damage_plan *plan,
                          unsigned try)
{
    mw_error e;
    scoped_maze *m = read_damaged(d, id, kind, &e);
    bool accepted = m;
    bool good =
        m ? reads_back(m, "own") && reads_back(m, "id") && (!plan->good || plan->good(m, try))
          : e.line && e.column && *e.text;
    if (!good)
        fail_msg("try %u: '%.*s': %u:%u: %s", try, (int)d->length, d->text, e.line, e.column,
                 e.text);
    return accepted;
}

void check_damages(const damage_plan *plan)
{
    size_t ids = count_of(plan->ids), forms = count_of(plan->forms);
    unsigned outcomes[2] = {0};
    assert_true(ids && forms);
    mw_rng rng = seeded(plan->seed);
    for (unsigned i = 0; i < plan->tries; i++) {
        const char *id = plan->ids[i % ids], *form = plan->forms[i / ids % forms];
        scoped_maze *m = maze_of_id(id);
        scoped_text *printed = mw_maze_print(m, form);
        const char *text = printed ? printed : id;
        damaged d = {.length = strlen(text)};
        memcpy(d.text, text, d.length);
        for (uint32_t hits = 1 + mw_rng_below(&rng, 2); hits--;)
            damage(&d, plan->known, &rng);
        const mw_kind *kind = plan->kind_known || !strcmp(form, "paper") ? m->kind : NULL;
        outcomes[check_damaged(&d, !printed || !strcmp(form, "id"), kind, plan, i)]++;
    }
    assert_true(outcomes[false] > 1000);
    assert_true(outcomes[true] > 1000);
}
