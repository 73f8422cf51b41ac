// page_files.c: the answers for each file are made when the server starts: the whole file, its
// compressed form (where there is a FILE.gz), and "not modified". All connections share these
// answers.
#include "serve/page_files.h"
#include "core/text.h"
#include "serve/folder.h"
#include "serve/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct file {
    struct MHD_Response *plain, *packed, *same; // packed may be NULL
    char tag[24];
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

static struct MHD_Response *ready(const mw_folder_file *body, const file *f, const char *type,
                                  bool packed, bool varies)
{
    struct MHD_Response *r = mw_http_response(body ? body->bytes : "", body ? body->length : 0,
                                              MHD_RESPMEM_PERSISTENT, type);
    if (!r)
        return NULL;
    MHD_add_response_header(r, "ETag", f->tag);
    // Browsers keep the file, but ask each time whether it has changed.
    MHD_add_response_header(r, "Cache-Control", "no-cache");
    if (packed)
        MHD_add_response_header(r, "Content-Encoding", "gzip");
    if (varies)
        MHD_add_response_header(r, "Vary", "Accept-Encoding");
    return r;
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
    const mw_folder_file *packed = index ? NULL : mw_folder_find(&all->folder, packed_path);
    uint64_t hash = mw_hash_bytes(from->bytes, from->length);
    snprintf(f->tag, sizeof f->tag, "W/\"%016llx\"", (unsigned long long)hash);
    const char *type = type_of(from->path);
    f->plain = ready(from, f, type, false, packed);
    f->same = ready(NULL, f, NULL, false, packed);
    if (packed)
        f->packed = ready(packed, f, type, true, true);
    return f->plain && f->same && (f->packed || !packed);
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
    for (size_t i = 0; all->files && i < all->folder.count; i++) {
        struct MHD_Response *made[] = {all->files[i].plain, all->files[i].packed,
                                       all->files[i].same};
        for (int k = 0; k < 3; k++)
            if (made[k])
                MHD_destroy_response(made[k]);
    }
    free(all->files);
    mw_folder_free(&all->folder);
    free(all);
}

bool mw_page_files_answer(const mw_page_files *all, struct MHD_Connection *c, const char *path,
                          enum MHD_Result *result)
{
    const mw_folder_file *found = mw_folder_find(&all->folder, *path ? path : "index.html");
    const file *f = found ? &all->files[found - all->folder.files] : NULL;
    if (!f || !f->plain)
        return false;
    const char *known = mw_http_header(c, "If-None-Match");
    if (known && (strstr(known, f->tag) || !strcmp(known, "*")))
        *result = MHD_queue_response(c, MHD_HTTP_NOT_MODIFIED, f->same);
    else
        *result = MHD_queue_response(c, MHD_HTTP_OK,
                                     f->packed && mw_http_takes_gzip(c) ? f->packed : f->plain);
    return true;
}
