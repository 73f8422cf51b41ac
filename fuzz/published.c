// published.c: what `reproduce` reads: figures that were published (PAPER.tsv), what jobs say,
// which other processes may send, and maps of the authors. The first line says which; in "said" a
// line
// "---" divides what was published from what was said.
#include "fuzz.h"
#include "experiment/reproduce/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *folder;
static char file[120];

static void leave(void)
{
    remove(file);
    rmdir(folder);
}

static void check_report(const mw_findings *f)
{
    static const mw_reproduction how = {.quick = true};
    mw_writer w = {0}, empty = {0};
    unsigned gaps, tables, verdicts[MW_FIGURE_VERDICTS];
    mw_findings_count(f, verdicts);
    mw_tally tally = mw_findings_tally(f);
    must(tally.published ==
             tally.equal + tally.inside + tally.differ + tally.changed + tally.absent,
         "%u published", tally.published);
    mw_gap *g = mw_findings_gaps(f, &gaps);
    mw_findings_table *t = mw_findings_tables(f, &tables);
    must(t || !f->figure_count, "out of memory");
    for (unsigned i = 0; i < tables; i++)
        mw_findings_write_empty(&empty, f, &t[i]);
    mw_findings_tables_free(t, tables);
    free(g);
    free(empty.text);
    mw_findings_report(&w, f, 1, &how);
    must(!w.failed && strstr(w.text, "</html>"), "no report");
    must(!strstr(w.text, "<fuzz"), "a name is not escaped");
    free(w.text);
}

static void check_figures(const char *text, bool said)
{
    mw_findings f;
    mw_error e = FUZZ_ERROR;
    const char *rest = said ? strstr(text, "\n---\n") : NULL;
    size_t length = rest ? (size_t)(rest - text) : strlen(text);
    bool ok = mw_findings_read(&f, "paper", text, length, &e);
    if (!ok)
        fuzz_error(&e);
    for (size_t i = 0; ok && i < f.figure_count; i++) {
        const mw_figure *g = &f.figures[i];
        double x = mw_findings_published(&f, g->table, g->row, g->column);
        must(*g->published ? !isnan(x) || strstr(g->published, "n") || strstr(g->published, "N")
                           : isnan(x),
             "'%s' is %g", g->published, x);
    }
    if (ok && rest) {
        e = FUZZ_ERROR;
        ok = mw_findings_take(&f, rest + 5, strlen(rest + 5), &e);
        if (!ok)
            fuzz_error(&e);
    }
    if (ok)
        check_report(&f);
    mw_findings_free(&f);
}

static void check_map(const char *text, mw_rng *rng)
{
    static const char *const kinds[] = {"bloxorz", "die", "rook", "theseus", "marble"};
    const char *kind = kinds[fuzz_choose(rng, sizeof kinds / sizeof *kinds)];
    mw_reproduction how = {.maps = folder};
    mw_error e = FUZZ_ERROR;
    mw_maze *m;
    FILE *f = fopen(file, "wb");
    must(f && fputs(text, f) >= 0 && !fclose(f), "cannot write %s", file);
    if (!mw_published_maze(&how, kind, "map", NULL, &m, &e)) {
        fuzz_error(&e);
        must(strstr(e.text, "map:"), "it does not say where: %s", e.text);
        must(!m, "a maze and an error");
    }
    must(!m || !strcmp(m->kind->name, kind), "another kind");
    mw_maze_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    mw_rng rng = fuzz_choices(data, size);
    if (!folder) {
        folder = fuzz_folder();
        snprintf(file, sizeof file, "%s/map", folder);
        atexit(leave);
    }
    const char *rest = text + strcspn(text, "\n");
    rest += *rest == '\n';
    if (!strncmp(text, "map", 3))
        check_map(rest, &rng);
    else
        check_figures(rest, !strncmp(text, "said", 4));
    free(text);
    return 0;
}
