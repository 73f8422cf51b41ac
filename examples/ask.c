// ask.c: questions in JSON from C: designs a maze, tells how far it is, and stops when it is good.
//   cc ask.c $(pkg-config --cflags --libs mazewright) && ./a.out
#include <mazewright/ask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(void *found, const char *json)
{
    const char *id = strstr(json, "\"progress\":");
    if (id && strstr(id, "\"id\":")) // a new best maze
        ++*(int *)found;
    fprintf(stderr, "%s\n", json);
}

// Asked often while it works.
static bool goes_on(void *found)
{
    return *(const int *)found < 5;
}

int main(void)
{
    static const char *const questions[] = {
        "{\"id\": 1, \"progress\": true, \"ask\": \"design\", \"kind\": \"rook\", \"size\": "
        "\"6x6\", "
        "\"evaluations\": 1000000}",
        "{\"id\": 2, \"ask\": \"optimum\", \"maze\": \"rook:5x5#7\"}",
        "{\"id\": 3, \"ask\": \"hint\", \"grade\": 3, \"maze\": \"rook:5x5#7\"}",
    };
    int found = 0;
    mw_api *api = mw_api_open(&(mw_api_host){
        .size = sizeof(mw_api_host), .event = tell, .goes_on = goes_on, .context = &found});
    for (unsigned i = 0; api && i < sizeof questions / sizeof *questions; i++) {
        char *answer = mw_api_ask(api, questions[i], strlen(questions[i]));
        puts(answer ? answer : "out of memory");
        free(answer);
        found = 0;
    }
    mw_api_close(api);
    return api ? 0 : 5;
}
