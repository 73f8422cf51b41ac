// gnuplot_chart.c: see chart.h.
#include "draw/cairo/gnuplot_chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The house style: the palette of Okabe and Ito on white, no frame, quiet lines.
static const char style[] =
    "set terminal svg size 760,420 font 'Helvetica,13' background 'white'\n"
    "set style line 1 lc rgb '#0072b2'\nset style line 2 lc rgb '#d55e00'\n"
    "set style line 3 lc rgb '#009e73'\nset style line 4 lc rgb '#cc79a7'\n"
    "set style line 5 lc rgb '#56b4e9'\nset style line 6 lc rgb '#e69f00'\n"
    "set border 3 lc rgb '#555555'\nset grid ytics lc rgb '#dddddd' lt 1\n"
    "set tics nomirror out\nset xtics rotate by -25\nset key outside top right horizontal\n"
    "set boxwidth 0.85 relative\nset style fill solid 0.9 noborder\n"
    "set style histogram errorbars gap 1 lw 1.2\nset errorbars lc rgb '#333333'\n";

static FILE *open_beside(const char *file, const char *ending)
{
    char name[1000];
    size_t stem = strlen(file) - 4; // without .svg
    if (stem > sizeof name - 5)
        return NULL;
    snprintf(name, sizeof name, "%.*s%s", (int)stem, file, ending);
    return fopen(name, "w");
}

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

// Blanks and quotes of texts would be taken for something else.
static void write_quoted(FILE *f, const char *text)
{
    for (; *text; text++)
        fputc(*text == '"' || *text == '\'' || *text == '\n' || *text == '\t' ? ' ' : *text, f);
}

static bool write_data(const mw_chart *c, const char *file)
{
    FILE *f = open_beside(file, ".tsv");
    if (!f)
        return false;
    fputs("label", f);
    for (unsigned s = 0; s < c->series_count; s++) {
        fputc('\t', f);
        write_quoted(f, c->series[s].name);
        fputs("\terror", f);
    }
    for (unsigned i = 0; i < c->label_count; i++) {
        fputs("\n\"", f);
        write_quoted(f, c->labels[i]);
        fputc('"', f);
        for (unsigned s = 0; s < c->series_count; s++) {
            const mw_series *k = &c->series[s];
            if (isnan(k->values[i]))
                fputs("\t?\t0", f);
            else
                fprintf(f, "\t%.6g\t%.6g", k->values[i], k->errors ? k->errors[i] : 0);
        }
    }
    fputc('\n', f);
    bool ok = !ferror(f);
    return !fclose(f) && ok;
}

static bool write_script(const mw_chart *c, const char *file)
{
    FILE *f = open_beside(file, ".gp");
    const char *picture = base_name(file);
    int stem = (int)strlen(picture) - 4;
    if (!f)
        return false;
    fprintf(f, "# gnuplot %.*s.gp draws %s from %.*s.tsv.\n%sset output '%s'\nset title '", stem,
            picture, picture, stem, picture, style, picture);
    write_quoted(f, c->title);
    fputs("'\nset ylabel '", f);
    write_quoted(f, c->y_label);
    fprintf(f, "'\nset datafile separator \"\\t\"\nset datafile missing '?'\n%s%s%s",
            c->logarithmic ? "set logscale y\n" : "set yrange [0:*]\n",
            c->stacked ? "set style histogram rowstacked\n" : "",
            "set style data histograms\nplot");
    for (unsigned s = 0; s < c->series_count; s++) {
        fprintf(f, "%s '%.*s.tsv' skip 1 using %u", s ? "," : "", stem, picture, 2 + 2 * s);
        if (!c->stacked)
            fprintf(f, ":%u", 3 + 2 * s);
        fprintf(f, ":xtic(1) ls %u title '", 1 + s % 6);
        write_quoted(f, c->series[s].name);
        fputc('\'', f);
    }
    fputc('\n', f);
    bool ok = !ferror(f);
    return !fclose(f) && ok;
}

// Runs gnuplot in the folder of the script; 127: there is none.
static int run_gnuplot(const char *file)
{
    char folder[1000], script[300];
    const char *name = base_name(file);
    snprintf(folder, sizeof folder, "%.*s", (int)(name - file), file);
    snprintf(script, sizeof script, "%.*s.gp", (int)strlen(name) - 4, name);
    pid_t child = fork();
    if (!child) {
        if (*folder && chdir(folder))
            _exit(126);
        execlp("gnuplot", "gnuplot", script, (char *)NULL);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return 126;
    return WEXITSTATUS(status);
}

const char *mw_chart_write(const mw_chart *c, const char *file, bool *drawn)
{
    size_t length = strlen(file);
    *drawn = false;
    if (length < 5 || strcmp(file + length - 4, ".svg") || strchr(file, '\''))
        return "the name of a chart must end in .svg and have no quotes";
    if (!write_data(c, file) || !write_script(c, file))
        return "cannot write it; check its folder and permissions";
    int code = run_gnuplot(file);
    *drawn = code == 0;
    return code == 0 || code == 127 ? NULL : "gnuplot failed; see what it said";
}
