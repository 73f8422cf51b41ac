// findings_html.c: findings as a page: a summary of all papers and the contents, then for each
// paper its tables, charts and mazes. What has the same name stands under one heading.
#include "experiment/reproduce/findings_html.h"
#include "mazewright/scene.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the sections of a paper

typedef struct section {
    const char *name;
    const mw_findings_table *table; // NULL: there is none
    bool broad;                     // it is printed on pages in landscape format
} section;

typedef struct paper {
    const mw_findings *findings;
    unsigned number; // from 1
    mw_findings_table *tables;
    section *sections;
    unsigned table_count, section_count;
    mw_notes notes;
} paper;

static void add_section(paper *p, const char *name, const mw_findings_table *table)
{
    unsigned i = 0;
    while (i < p->section_count && strcmp(p->sections[i].name, name))
        i++;
    if (i == p->section_count)
        p->sections[p->section_count++] = (section){.name = name, .table = table};
}

static bool has_points(const mw_findings *f, const char *chart)
{
    size_t i = 0;
    while (i < f->point_count && strcmp(f->points[i].chart, chart))
        i++;
    return i < f->point_count;
}

static bool is_wide(const mw_findings *f, const section *s)
{
    bool wide = s->table && mw_findings_table_is_wide(f, s->table);
    for (size_t i = 0; i < f->chart_count; i++)
        wide |= s->table && mw_chart_plan_of_table(&f->charts[i]) &&
                !strcmp(f->charts[i].name, s->name) &&
                mw_chart_plan_is_wide(&f->charts[i], s->table);
    return wide;
}

// What is wide is printed broad. So is what stands between or before wide sections, which would
// else need a page of its own.
static void choose_pages(paper *p)
{
    for (unsigned i = 0; i < p->section_count; i++) {
        bool next = i + 1 < p->section_count && is_wide(p->findings, &p->sections[i + 1]);
        p->sections[i].broad =
            is_wide(p->findings, &p->sections[i]) || (next && (!i || p->sections[i - 1].broad));
    }
}

static bool paper_open(paper *p, const mw_findings *f, unsigned number)
{
    unsigned tables;
    mw_findings_table *all = mw_findings_tables(f, &tables);
    *p = (paper){.findings = f,
                 .number = number,
                 .tables = all,
                 .table_count = tables,
                 .notes = {.paper = f->paper}};
    p->notes.texts = calloc(f->figure_count + 1, sizeof *p->notes.texts);
    size_t most = f->figure_count + f->chart_count + f->maze_count;
    p->sections = calloc(most + 1, sizeof *p->sections);
    if (!p->tables || !p->notes.texts || !p->sections)
        return false;
    for (unsigned i = 0; i < p->table_count; i++)
        add_section(p, p->tables[i].name, &p->tables[i]);
    for (size_t i = 0; i < f->chart_count; i++)
        if (!mw_chart_plan_of_table(&f->charts[i]) && has_points(f, f->charts[i].name))
            add_section(p, f->charts[i].name, NULL);
    for (size_t i = 0; i < f->maze_count; i++)
        add_section(p, f->mazes[i].chart, NULL);
    choose_pages(p);
    return true;
}

static void paper_close(paper *p)
{
    mw_findings_tables_free(p->tables, p->tables ? p->table_count : 0);
    free(p->notes.texts);
    free(p->sections);
}

// ---- the summary

static const char *many(unsigned n)
{
    static const char *const words[] = {"No", "One", "Two", "Three", "Four", "Five", "Six"};
    return n < sizeof words / sizeof *words ? words[n] : "Many";
}

static void write_settings(mw_writer *w, const mw_findings *all, unsigned count,
                           const mw_reproduction *how)
{
    mw_html_write(w, "<p>Measured with Mazewright %s by <code>mazewright reproduce", mw_version());
    for (unsigned i = 0; i < count; i++)
        mw_html_write(w, " %s", all[i].paper);
    mw_write(w, "%s%s%s", how->quick ? " --quick" : "", how->maps ? " --maps DIR" : "",
             how->no_times ? " --no-times" : "");
    if (how->mazes)
        mw_write(w, " --mazes %u", how->mazes);
    if (how->as)
        mw_html_write(w, " --as %s", how->as);
    if (how->seed)
        mw_write(w, " --seed %llu", (unsigned long long)how->seed);
    mw_write(w,
             "</code>. All seeds are fixed: the same command gives the same figures on any "
             "machine and any number of threads%s.</p>\n",
             how->no_times ? "" : ", except the times");
}

static void write_signs(mw_writer *w)
{
    mw_write(w,
             "<p>In the tables, <span class=\"good\">=</span> says that a figure is equal to the "
             "published one, rounded as that is, or, where an interval stands below it, that the "
             "published figure lies in this interval. <span class=\"odd\">≠</span> "
             "says that it differs, and a note says why. <span class=\"bad\">✗</span> says that "
             "it differs and should not.</p>\n");
}

static void write_tally_row(mw_writer *w, const mw_tally *t)
{
    mw_write(w,
             "<td>%u</td><td>%u</td><td class=\"good\">%u</td><td class=\"good\">%u</td>"
             "<td>%u</td><td%s>%u</td><td>%u</td><td>%u</td></tr>\n",
             t->published, t->published - t->absent, t->equal, t->inside, t->differ,
             t->changed ? " class=\"bad\"" : "", t->changed, t->absent, t->ours);
}

static void write_summary(mw_writer *w, const paper *papers, unsigned count)
{
    mw_tally sum = {0};
    mw_write(w, "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">paper</th>"
                "<th scope=\"col\">figures published</th><th scope=\"col\">compared</th>"
                "<th scope=\"col\">equal</th><th scope=\"col\">inside the interval</th>"
                "<th scope=\"col\">different, with the reason</th>"
                "<th scope=\"col\">different, unexpected</th>"
                "<th scope=\"col\">cannot be measured here</th>"
                "<th scope=\"col\">further ones of ours</th></tr></thead>\n<tbody>\n");
    for (const paper *p = papers; p < papers + count; p++) {
        mw_tally t = mw_findings_tally(p->findings);
        mw_html_write(w, "<tr><th scope=\"row\"><a href=\"#%s\">%s</a></th>", p->findings->paper,
                      p->findings->title);
        write_tally_row(w, &t);
        for (size_t i = 0; i < p->findings->figure_count; i++)
            mw_tally_add(&sum, &p->findings->figures[i]);
    }
    if (count > 1) {
        mw_write(w, "<tr class=\"total\"><th scope=\"row\">all</th>");
        write_tally_row(w, &sum);
    }
    mw_write(w, "</tbody></table></div>\n");
}

// What could not be measured, and why, paper by paper.
static void write_gaps(mw_writer *w, const paper *papers, unsigned count,
                       const mw_reproduction *how)
{
    bool any = false, maps = false;
    for (const paper *p = papers; p < papers + count; p++) {
        unsigned gap_count;
        mw_gap *gaps = mw_findings_gaps(p->findings, &gap_count);
        w->failed |= !gaps;
        for (unsigned i = 0; gaps && i < gap_count; i++, any = true) {
            mw_write(w, any ? "" : "<p>What cannot be measured here, and why:</p>\n<ul>\n");
            mw_html_write(w, "<li>%s: %u figure%s: %s</li>\n", p->findings->title, gaps[i].count,
                          gaps[i].count > 1 ? "s" : "", gaps[i].why);
            maps |= gaps[i].maps;
        }
        free(gaps);
    }
    mw_write(w, any ? "</ul>\n" : "");
    if (maps)
        mw_html_write(w, "<p>%s</p>\n", mw_findings_no_maps(how));
}

// ---- the contents

static void write_heading(mw_writer *w, const paper *p, unsigned number)
{
    const char *name = p->sections[number].name, *title = mw_findings_title(p->findings, name);
    mw_html_write(w, "%u.%u %s", p->number, number + 1, name);
    if (*title)
        mw_html_write(w, ": %s", title);
}

static void write_contents(mw_writer *w, const paper *papers, unsigned count)
{
    mw_write(w, "<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n");
    for (const paper *p = papers; p < papers + count; p++) {
        const char *name = p->findings->paper;
        mw_html_write(w, "<li><a href=\"#%s\">%u. %s</a>\n<ul>\n", name, p->number,
                      p->findings->title);
        for (unsigned i = 0; i < p->section_count; i++) {
            mw_html_write(w, "<li><a href=\"#%s-%u\">", name, i + 1);
            write_heading(w, p, i);
            mw_write(w, "</a></li>\n");
        }
        mw_write(w, "</ul></li>\n");
    }
    mw_write(w, "</ul>\n</nav>\n");
}

// ---- a paper

static void write_maze(mw_writer *w, const mw_said_maze *said)
{
    mw_error error;
    mw_scene scene = {0};
    mw_state start;
    mw_maze *m = mw_maze_from_id(said->id, &error);
    char *svg = NULL;
    if (m)
        m->kind->rules->start(m, &start);
    if (m && mw_scene_draw(&scene, m, &start))
        svg = mw_scene_svg(&scene, &(mw_style){.theme = MW_THEME_LIGHT, .scale = 22});
    mw_html_write(w,
                  "<figure title=\"%s\"><span role=\"img\" aria-label=\"Picture of a maze: %s\">",
                  said->id, said->caption);
    mw_write(w, "%s", svg ? svg : "");
    mw_html_write(w, "</span><figcaption>%s</figcaption></figure>\n", said->caption);
    free(svg);
    mw_scene_free(&scene);
    mw_maze_free(m);
}

static void write_mazes(mw_writer *w, const mw_findings *f, const char *name)
{
    bool any = false;
    for (size_t i = 0; i < f->maze_count; i++)
        if (!strcmp(f->mazes[i].chart, name)) {
            mw_write(w, any ? "" : "<div class=\"mazes\">\n");
            write_maze(w, &f->mazes[i]);
            any = true;
        }
    mw_write(w, any ? "</div>\n" : "");
}

static void write_section(mw_writer *w, paper *p, unsigned number)
{
    const mw_findings *f = p->findings;
    const section *s = &p->sections[number];
    mw_writer beside = {0};
    mw_html_write(w, "<section%s>\n<h3 id=\"%s-%u\">", s->broad ? " class=broad" : "", f->paper,
                  number + 1);
    write_heading(w, p, number);
    mw_write(w, "</h3>\n");
    if (s->table)
        mw_findings_write_table(&beside, f, s->table, &p->notes);
    for (size_t i = 0; i < f->chart_count; i++) {
        bool of_table = mw_chart_plan_of_table(&f->charts[i]);
        if (strcmp(f->charts[i].name, s->name))
            continue;
        if (of_table && s->table)
            mw_findings_chart_table(&beside, &f->charts[i], s->table);
        else if (!of_table)
            mw_findings_chart_points(&beside, f, &f->charts[i]);
    }
    if (beside.length)
        mw_write(w, "<div class=\"beside\">\n%s</div>\n", beside.text);
    w->failed |= beside.failed;
    free(beside.text);
    write_mazes(w, f, s->name);
    mw_write(w, "</section>\n");
}

// How the interval that is shown was computed; "": none is shown.
static const char *interval_of(const mw_figure *g)
{
    return isnan(g->low) ? "" : g->interval;
}

// How the intervals of a paper were computed; each sentence once.
static void write_intervals(mw_writer *w, const mw_findings *f)
{
    bool any = false;
    for (size_t i = 0; i < f->figure_count; i++) {
        const char *sentence = interval_of(&f->figures[i]);
        size_t first = 0;
        while (strcmp(interval_of(&f->figures[first]), sentence))
            first++;
        if (!*sentence || first < i)
            continue;
        mw_write(w, any ? ""
                        : "<p>Intervals stand in brackets below the figures of samples:</p>\n"
                          "<ul>\n");
        mw_html_write(w, "<li>%s</li>\n", sentence);
        any = true;
    }
    mw_write(w, any ? "</ul>\n" : "");
}

static void write_notes(mw_writer *w, const paper *p)
{
    bool any = p->notes.count;
    for (size_t i = 0; i < p->findings->figure_count; i++)
        any |= *interval_of(&p->findings->figures[i]);
    if (!any)
        return;
    mw_html_write(w, "<section class=\"notes\">\n<h3 id=\"%s-notes\">Notes on %s</h3>\n",
                  p->findings->paper, p->findings->title);
    write_intervals(w, p->findings);
    if (p->notes.count)
        mw_write(w, "<p>Why figures differ:</p>\n<ol>\n");
    for (unsigned i = 0; i < p->notes.count; i++) {
        const char *text = p->notes.texts[i];
        mw_html_write(w, "<li id=\"%s-note-%u\">", p->findings->paper, i + 1);
        mw_write_char(w, (char)toupper((unsigned char)*text));
        mw_html_write(w, "%s</li>\n", text + 1);
    }
    mw_write(w, p->notes.count ? "</ol>\n</section>\n" : "</section>\n");
}

static void write_paper(mw_writer *w, paper *p)
{
    const mw_findings *f = p->findings;
    mw_tally tally = mw_findings_tally(f);
    bool broad = p->section_count && p->sections[0].broad; // on paper, both share a page
    mw_html_write(w, "<header class=\"paper%s\">\n<h2 id=\"%s\">%u. %s</h2>\n<p>%s</p>\n<p>",
                  broad ? " broad" : "", f->paper, p->number, f->title, f->source);
    mw_findings_write_tally(w, &tally);
    mw_write(w, "</p>\n");
    for (size_t i = 0; i < f->failure_count; i++)
        mw_html_write(w, "<p class=\"bad\">%s: %s</p>\n", f->failures[i].table,
                      f->failures[i].text);
    mw_write(w, "</header>\n");
    for (unsigned i = 0; i < p->section_count; i++)
        write_section(w, p, i);
    write_notes(w, p);
}

// ---- the page

static void write_page(mw_writer *w, const mw_findings *all, paper *papers, unsigned count,
                       const mw_reproduction *how)
{
    write_settings(w, all, count, how);
    write_summary(w, papers, count);
    write_gaps(w, papers, count, how);
    write_signs(w);
    write_contents(w, papers, count);
    for (unsigned i = 0; i < count; i++)
        write_paper(w, &papers[i]);
}

void mw_findings_report(mw_writer *w, const mw_findings *all, unsigned count,
                        const mw_reproduction *how)
{
    paper *papers = calloc(count + 1, sizeof *papers);
    mw_writer title = {0};
    bool ok = papers;
    for (unsigned i = 0; papers && i < count; i++)
        ok &= paper_open(&papers[i], &all[i], i + 1);
    if (count == 1)
        mw_write(&title, "%s: a paper's figures, measured again", all->title);
    else
        mw_write(&title, "%s papers on logic mazes, measured again", many(count));
    w->failed |= !ok || title.failed;
    if (!w->failed) {
        mw_html_begin(w, title.text);
        write_page(w, all, papers, count, how);
        mw_html_end(w);
    }
    for (unsigned i = 0; papers && i < count; i++)
        paper_close(&papers[i]);
    free(papers);
    free(title.text);
}
