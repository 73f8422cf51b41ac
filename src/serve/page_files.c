// page_files.c: see page_files.h. A file is answered as a whole, in its compressed form (where
// there is a FILE.gz), or by "not modified". All connections send the same bytes.
#include "serve/page_files.h"
#include "core/text.h"
#include "serve/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct file {
    const mw_folder_file *plain, *packed; // packed may be NULL
    const char *type;
    char tag[24];
    char more[3][140]; // header lines: for the file, its compressed form, and "not modified"
} file;

struct mw_page_files {
    mw_folder folder;
    file *files; // one for each file of the folder; empty for a FILE.gz
};

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json; charset=utf-8"},
        {".map", "application/json; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".pdf", "application/pdf"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (!strcmp(dot, types[i][0]))
            return types[i][1];
    return "application/octet-stream";
}

// The page looks for this to learn whether this server serves it.
static bool mark_index(mw_folder_file *f)
{
    static const char mark[] = "<meta name=\"mazewright-server\" content=\"1\">";
    char *head = strstr(f->bytes, "<head"), *at = head ? strchr(head, '>') : NULL;
    if (!at)
        return true;
    size_t before = (size_t)(at + 1 - f->bytes), rest = f->length - before;
    char *grown = realloc(f->bytes, f->length + sizeof mark);
    if (!grown)
        return false;
    f->bytes = grown;
    memmove(grown + before + sizeof mark - 1, grown + before, rest + 1);
    memcpy(grown + before, mark, sizeof mark - 1);
    f->length += sizeof mark - 1;
    return true;
}

static bool is_packed(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && !strcmp(path + n - 3, ".gz");
}

static bool make_ready(const mw_page_files *all, mw_folder_file *from, file *f)
{
    char packed_path[2400];
    bool index = !strcmp(from->path, "index.html");
    if (index && !mark_index(from))
        return false;
    snprintf(packed_path, sizeof packed_path, "%s.gz", from->path);
    f->plain = from;
    f->packed = index ? NULL : mw_folder_find(&all->folder, packed_path);
    f->type = type_of(from->path);
    uint64_t hash = mw_hash_bytes(from->bytes, from->length);
    snprintf(f->tag, sizeof f->tag, "W/\"%016llx\"", (unsigned long long)hash);
    // Browsers keep the file, but ask each time whether it has changed.
    for (int k = 0; k < 3; k++)
        snprintf(f->more[k], sizeof f->more[k], "ETag: %s\r\nCache-Control: no-cache\r\n%s%s",
                 f->tag, k == 1 ? "Content-Encoding: gzip\r\n" : "",
                 f->packed ? "Vary: Accept-Encoding\r\n" : "");
    return true;
}

mw_page_files *mw_page_files_open(const char *folder, mw_error *error)
{
    mw_page_files *all = calloc(1, sizeof *all);
    bool ok = all && mw_folder_read(&all->folder, folder, error);
    if (ok && !mw_folder_find(&all->folder, "index.html"))
        ok = mw_refuse(error, "%.250s: has no index.html", folder);
    else if (ok) {
        all->files = calloc(all->folder.count, sizeof *all->files);
        ok = all->files;
        for (size_t i = 0; ok && i < all->folder.count; i++)
            if (!is_packed(all->folder.files[i].path))
                ok = make_ready(all, &all->folder.files[i], &all->files[i]);
        if (!ok)
            mw_no_memory(error);
    }
    if (!ok) {
        mw_page_files_close(all);
        all = NULL;
    }
    return all;
}

void mw_page_files_close(mw_page_files *all)
{
    if (!all)
        return;
    free(all->files);
    mw_folder_free(&all->folder);
    free(all);
}

bool mw_page_files_answer(const mw_page_files *all, const mw_http_request *r, const char *path,
                          mw_http_answer *a)
{
    const mw_folder_file *found = mw_folder_find(&all->folder, *path ? path : "index.html");
    const file *f = found ? &all->files[found - all->folder.files] : NULL;
    if (!f || !f->plain)
        return false;
    const char *known = mw_http_value(r, "If-None-Match");
    if (known && (strstr(known, f->tag) || !strcmp(known, "*"))) {
        *a = (mw_http_answer){.status = 304, .more = f->more[2]};
        return true;
    }
    bool packed = f->packed && mw_http_takes_gzip(r);
    const mw_folder_file *body = packed ? f->packed : f->plain;
    *a = (mw_http_answer){.status = 200,
                          .type = f->type,
                          .more = f->more[packed],
                          .body = body->bytes,
                          .length = body->length};
    return true;
}
