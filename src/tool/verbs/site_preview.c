// site_preview.c: see site_preview.h.
#include "tool/verbs/site_preview.h"
#include "draw/html.h"
#include "tool/tool.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ABOUT "Logic mazes: play them, watch searches solve them, design new ones."

bool site_address(const char *text, site_links *links)
{
    static const char index[] = "index.html";
    size_t n = text ? strlen(text) : 0;
    bool ok = !text || ((!strncmp(text, "https://", 8) || !strncmp(text, "http://", 7)) && n > 8 &&
                        n < sizeof links->address - 1);
    for (size_t i = 0; i < n && ok; i++)
        ok = isgraph((unsigned char)text[i]) && !strchr("\"'<>\\?#", text[i]);
    if (!ok)
        return complain("--address %.80s: write where the site will be, as "
                        "https://example.org/mazes/",
                        text);
    if (n > sizeof index && !strcmp(text + n - (sizeof index - 1), index))
        n -= sizeof index - 1;
    snprintf(links->address, sizeof links->address, "%.*s%s", (int)n, text ? text : "",
             n && text[n - 1] != '/' ? "/" : "");
    return true;
}

// path and picture are below the address of the site.
static void write_tags(mw_writer *w, const site_links *links, const char *title, const char *about,
                       const char *path, const char *picture)
{
    mw_html_write(w,
                  "<meta property=\"og:type\" content=\"website\">"
                  "\n<meta property=\"og:title\" content=\"%s\">"
                  "\n<meta property=\"og:description\" content=\"%s\">"
                  "\n<meta property=\"og:url\" content=\"%s%s\">"
                  "\n<meta property=\"og:image\" content=\"%s%s\">"
                  "\n<meta property=\"og:image:width\" content=\"%d\">"
                  "\n<meta property=\"og:image:height\" content=\"%d\">"
                  "\n<meta property=\"og:image:alt\" content=\"%s\">"
                  "\n<meta name=\"twitter:card\" content=\"summary_large_image\">\n",
                  title, about, links->address, path, links->address, picture, MW_PREVIEW_WIDTH,
                  MW_PREVIEW_HEIGHT, about);
}

void site_index(const site_links *links, const char *page, size_t length, mw_writer *w)
{
    const char *end = strstr(page, "</head>");
    size_t before = end ? (size_t)(end - page) : 0;
    mw_write_bytes(w, page, before);
    if (end)
        write_tags(w, links, links->title, ABOUT, "", "preview.png");
    mw_write_bytes(w, page + before, length - before);
}

// "die maze, shortest solution: 21 moves", with this between the two.
static void describe(const graded *g, const char *between, char about[200])
{
    snprintf(about, 200, "%.60s maze", g->kind);
    if (isfinite(g->length))
        snprintf(about + strlen(about), 200 - strlen(about), "%sshortest solution: %g move%s",
                 between, g->length, g->length == 1 ? "" : "s");
}

static int draw(const site_links *links, const graded *g, const char *about, const char *path)
{
    mw_error error;
    mw_scene scene;
    mw_state start;
    output o;
    mw_maze *m = mw_maze_from_id(g->id, &error);
    if (!m)
        return complain_of(g->kind, &error, EXIT_INPUT);
    m->kind->rules->start(m, &start);
    int code = mw_scene_of(&scene, m, &start, 0) ? EXIT_DONE : out_of_memory();
    if (code == EXIT_DONE) {
        const char *part = output_begin(&o, path);
        bool ok = mw_picture_preview(&scene, links->title, about, part, &error);
        if (!output_finish(&o, ok, &error))
            code = complain_of(path, &error, EXIT_BROKEN);
    }
    mw_scene_free(&scene);
    free(m);
    return code;
}

int site_picture(const site_links *links, const graded *g)
{
    char path[1300];
    snprintf(path, sizeof path, "%.1200s/preview.png", links->folder);
    return draw(links, g, ABOUT, path);
}

static int write_day(const site_links *links, const char *date, const graded *g)
{
    char path[1300], page[40], picture[40], about[200], title[400];
    mw_writer w = {0};
    snprintf(path, sizeof path, "%.1200s/day/%.15s.html", links->folder, date);
    snprintf(page, sizeof page, "day/%.15s.html", date);
    snprintf(picture, sizeof picture, "day/%.15s.png", date);
    snprintf(title, sizeof title, "%.300s, %.15s", links->title, date);
    make_utf8(title);
    describe(g, ", ", about);
    mw_html_write(&w,
                  "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
                  "charset=\"utf-8\">\n<title>%s</title>\n"
                  "<link rel=\"icon\" href=\"../icon.svg\" type=\"image/svg+xml\">\n",
                  title);
    write_tags(&w, links, title, about, page, picture);
    mw_html_write(&w,
                  "<meta http-equiv=\"refresh\" content=\"0; url=../#day/%s\">\n</head>\n"
                  "<body><p><a href=\"../#day/%s\">%s</a></p></body>\n</html>\n",
                  date, date, title);
    return write_file(path, &w);
}

int site_day(const site_links *links, const char *date, const graded *g)
{
    char path[1300], about[200], lines[240];
    struct stat st;
    int code = write_day(links, date, g);
    snprintf(path, sizeof path, "%.1200s/day/%.15s.png", links->folder, date);
    describe(g, "\n", about);
    snprintf(lines, sizeof lines, "%.15s\n%s", date, about);
    return code != EXIT_DONE || !stat(path, &st) ? code : draw(links, g, lines, path);
}
