// export.c: the parts of a Promela model and of a PDDL problem that are the same for every kind.
#include "core/export.h"

void mw_export_title(const mw_maze *m, const char *open, const char *close, mw_writer *w)
{
    mw_write(w, "%s%s %ux%u", open, m->kind->name, m->w, m->h);
    if (m->kind->text->print_options)
        m->kind->text->print_options(m, w);
    mw_write(w, "%s\n", close);
}

void mw_export_how(mw_writer *w)
{
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

void mw_export_cell(mw_writer *w, uint32_t x, uint32_t y)
{
    mw_write(w, " c-%u-%u", x + 1, y + 1);
}
