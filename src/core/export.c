// export.c: the parts of a Promela model and of a PDDL problem that are the same for every kind.
#include "core/export.h"

#include <string.h>

static void write_title(const mw_maze *m, const char *open, const char *close, mw_writer *w)
{
    mw_write(w, "%s%s %ux%u", open, m->kind->name, m->w, m->h);
    if (m->kind->text->print_options)
        m->kind->text->print_options(m, w);
    mw_write(w, "%s\n", close);
}

// ---- Promela

void mw_export_model(const mw_maze *m, mw_writer *w)
{
    write_title(m, "/* ", " */", w);
    mw_write(w,
             "/* spin -a FILE && cc -O2 -DBFS -DSAFETY -o pan pan.c && ./pan && ./pan -r\n"
             "   A violated assertion is a solution, and the first one a shortest: -r prints its "
             "moves. */\n");
}

void mw_export_table(mw_writer *w, const char *name, const uint8_t *values, uint32_t count,
                     uint32_t per_row)
{
    mw_write(w, "    static const unsigned char %s[] = {", name);
    for (uint32_t i = 0; i < count; i++)
        mw_write(w, "%s%u,", i % per_row ? " " : "\n        ", values[i]);
    mw_write(w, "\n    };\n");
}

void mw_export_variable(mw_writer *w, const char *name, uint32_t most, uint32_t value)
{
    unsigned bits = 1;
    while (bits < 32 && most >> bits)
        bits++;
    mw_write(w, "unsigned %s : %u = %u;\n", name, bits, value);
}

void mw_export_loop(mw_writer *w)
{
    mw_write(w, "active proctype player()\n{\nend:\n    do\n");
}

void mw_export_moves(const mw_maze *m, const char *macro, unsigned first, unsigned end,
                     mw_writer *w)
{
    for (unsigned i = first; i < end; i++)
        mw_write(w, "    :: %s(%u, \"%s\\n\")\n", macro, i - first,
                 m->kind->rules->actions[i].word);
}

void mw_export_end(mw_writer *w)
{
    mw_write(w, "    od\n}\n");
}

// ---- PDDL

void mw_export_pddl(const mw_maze *m, mw_writer *w)
{
    for (const mw_form *f = m->kind->text->forms; f->name; f++)
        if (!strncmp(f->name, "pddl-", 5)) // the domain, then the problem
            f->print(m, w);
}

void mw_export_problem(const mw_maze *m, mw_writer *w)
{
    write_title(m, "; ", "", w);
    mw_write(w, "(define (problem maze)\n  (:domain %s)\n  (:objects", m->kind->name);
}

void mw_export_cell(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    if (cell == (uint32_t)m->w * m->h)
        mw_write(w, " outside");
    else
        mw_write(w, " c-%u-%u", cell % m->w + 1, cell / m->w + 1);
}

void mw_export_cells(const mw_maze *m, uint32_t count, mw_writer *w)
{
    for (uint32_t c = 0; c < count; c++) {
        mw_write(w, c % m->w ? "" : "\n   ");
        mw_export_cell(m, c, w);
    }
    mw_write(w, " - cell");
}

void mw_export_fact(const mw_maze *m, const char *name, uint32_t cell, mw_writer *w)
{
    mw_write(w, " (%s", name);
    mw_export_cell(m, cell, w);
    mw_write_char(w, ')');
}
