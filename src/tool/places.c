// places.c: folders, and where the files are that come with the command.
#include "tool/tool.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *copy_of(const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        out_of_memory();
    return copy;
}

bool is_folder(const char *name)
{
    struct stat st;
    return !stat(name, &st) && S_ISDIR(st.st_mode);
}

bool is_empty_folder(const char *name)
{
    DIR *d = opendir(name);
    bool empty = d;
    for (const struct dirent *e; empty && (e = readdir(d));)
        empty = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
    if (d)
        closedir(d);
    return empty;
}

char *find_folder(const char *name)
{
    static const char *const beside[] = {"", "../share/mazewright/"};
    char self[1000], path[1200];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    for (size_t i = 0; slash && i < sizeof beside / sizeof *beside; i++) {
        snprintf(path, sizeof path, "%.*s/%s%s", (int)(slash - self), self, beside[i], name);
        if (is_folder(path))
            return copy_of(path);
    }
    return NULL;
}

char *find_page(const settings *s)
{
    const char *given = s->value[O_PAGE];
    char *page = given ? copy_of(given) : find_folder("page"), index[1300];
    if (page)
        snprintf(index, sizeof index, "%.1200s/index.html", page);
    if (page && !access(index, R_OK))
        return page;
    if (given)
        complain("--page %s: there is no page in it (no index.html)", given);
    else
        complain("the page is not there; build it with 'make', or say with --page where it is");
    free(page);
    return NULL;
}
