// serving.c: see serving.h.
#include "serving.h"

#include <signal.h>

char page[60], secret[60];
server shared;

// ---- the page and the server

int serving_start(UNUSED void **state)
{
    char line[600], options[200];
    snprintf(page, sizeof page, "%s", scratch_path("page"));
    snprintf(secret, sizeof secret, "%s", scratch_path("secret"));
    snprintf(line, sizeof line,
             "mkdir -p %s/inner/.git %s/.hidden && ln -s %s %s/link.txt && "
             "ln -s %s %s/out",
             page, page, secret, page, scratch(), page);
    if (system(line))
        return -1;
    scratch_file("secret", "SECRET");
    scratch_file("page/.hidden/file", "SECRET");
    scratch_file("page/.dot", "SECRET");
    scratch_file("page/inner/.git/config", "SECRET");
    scratch_file("page/index.html", "<!doctype html><html><head><title>T</title></head></html>");
    static const char *const names[] = {"app.js", "style.css",     "core.wasm", "mazes.json",
                                        "i.svg",  "a.webmanifest", "p.png",     "inner/deep.js"};
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(line, sizeof line, "page/%s", names[i]);
        scratch_file(line, "content");
    }
    scratch_file("page/app.js.gz", "packed content");
    snprintf(options, sizeof options, "--page %s --jobs 2 --seconds-per-question 1 --catalogue %s",
             page, scratch_path("mazes.db"));
    return !server_start(&shared, options);
}

int serving_end(UNUSED void **state)
{
    return server_end(&shared, SIGTERM, NULL);
}

// ---- asking

reply ask_with(const char *line, const char *headers, const char *body)
{
    char *request = malloc(strlen(line) + strlen(headers) + strlen(body) + 400);
    sprintf(request, "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%sContent-Length: %zu\r\n\r\n%s", line,
            shared.port, headers, strlen(body), body);
    reply r = client_ask(shared.port, request);
    free(request);
    return r;
}

reply get(const char *path, const char *headers)
{
    char line[400];
    snprintf(line, sizeof line, "GET %s", path);
    return ask_with(line, headers, "");
}

reply post(const char *path, const char *body)
{
    char line[100];
    snprintf(line, sizeof line, "POST %s", path);
    return ask_with(line, JSON_TYPE, body);
}

void expect(reply r, int status, const char *in_head, const char *in_body)
{
    if (r.status != status || !strstr(r.head ? r.head : "", in_head) ||
        !strstr(r.body ? r.body : "", in_body))
        fail_msg("not %d with '%s' and '%s', but: %s%.300s", status, in_head, in_body,
                 r.head ? r.head : "(nothing)", r.body ? r.body : "");
    reply_free(&r);
}
