// server.c: see serve.h. Requests are checked, then looked up in a table of routes; a question
// waits for a thread of the pool that has the answer.
#include "serve/serve.h"
#include "core/json.h"
#include "core/memory.h"
#include "parallel/clock.h"
#include "serve/http_server.h"
#include "serve/jobs.h"
#include "serve/keeper.h"
#include "serve/listen.h"
#include "serve/page_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WAITING_MAX 128                   // questions that wait for a thread
#define CELL        6u                    // bytes that a cell of a question's maze takes at most
#define HELD        ((uint64_t)256 << 20) // bytes of questions and answers for all browsers
#define PATIENCE    60.0                  // seconds that a job goes on without a listener
#define END_WORK    0.4                   // seconds that questions have to end when the server ends
#define END_TALK    0.1                   // seconds to send their answers then
#define CROWDED     "the server holds too many questions and answers now; try again"

struct mw_server {
    mw_server_plan plan;
    mw_listening listening;
    mw_http_names names;
    mw_page_files *files;
    mw_served_catalogue catalogue;
    mw_keeper *keeper; // NULL: there is no catalogue
    mw_pool *questions, *long_ones;
    mw_jobs *jobs;
    mw_held_bytes budget;
    mw_http_server *http;
    char allow[60]; // the header line of the answer that is being made
};

// A question that is not answered yet.
typedef struct asked {
    mw_pool_task task; // must be first: a pointer to it is a pointer to its question
    mw_server *server;
    mw_http_connection *connection;
    uint64_t held; // bytes of the budget, for the question
} asked;

// A request that is being handled.
typedef struct request {
    const mw_http_request *http;
    const char *rest; // of the path, after that of its route
    mw_http_connection *connection;
    mw_http_answer *answer; // to fill in,
    void **work;            // or a question that waits
} request;

typedef void (*route)(mw_server *, request *);

// ---- answering, on a thread of the pool

// Counts an answer. Where there is no room for it, it is replaced by an error.
static char *count_answer(mw_server *s, mw_pool_task *t, char *text)
{
    size_t bytes = text ? strlen(text) : 0;
    bool ok;
    while (!(ok = mw_held_change(&s->budget, &t->held, bytes)) && bytes <= s->budget.most &&
           mw_jobs_make_room(s->jobs)) {
    }
    if (ok)
        return text;
    free(text);
    t->failed = t->crowded = true;
    t->too_long = bytes > s->budget.most;
    return mw_http_error_text(t->too_long
                                  ? "the answer is larger than the server may hold; ask for "
                                    "a smaller maze, or start it with more --limit-memory"
                                  : CROWDED);
}

// The cells of a maze or size as it is written in an id, "die:40x30#1" or "40x30". 0: none is.
static uint64_t cells_of(const char *text)
{
    unsigned w = 0, h = 0, d = 1;
    const char *colon = text ? strchr(text, ':') : NULL;
    // NOLINTNEXTLINE(cert-err34-c) five digits fit; a number with more makes no size
    if (!text || sscanf(colon ? colon + 1 : text, "%5ux%5ux%5u", &w, &h, &d) < 2)
        return 0;
    return (uint64_t)w * h * d;
}

// A few bytes of an id can name a maze of millions of cells. Is there room for it, for its text and
// for the answer with both?
static bool has_room(const mw_server *s, const mw_fields *q)
{
    uint64_t most = s->plan.bytes ? s->plan.bytes / CELL : UINT64_MAX;
    return cells_of(mw_field_value(q->fields, q->count, "maze")) <= most &&
           cells_of(mw_field_value(q->fields, q->count, "size")) <= most;
}

static char *give_answer(mw_server *s, mw_api *api, mw_pool_task *t)
{
    const char *ask = mw_field_value(t->question.fields, t->question.count, "ask");
    if (ask && !strcmp(ask, "catalogue"))
        return mw_served_catalogue_list(&s->catalogue, &t->question, &t->failed);
    if (!has_room(s, &t->question)) {
        t->failed = t->too_long = true;
        return mw_http_error_text("the maze is larger than the server may hold; ask for a smaller "
                                  "maze, or start it with more --limit-memory");
    }
    t->failed = ask && !strcmp(ask, "tilt");
    if (t->failed) // it moves one marble, and a server has many players
        return mw_http_error_text("a marble is tilted in the browser, not by the server");
    return mw_api_answer(api, t->question.fields, t->question.count, &t->failed);
}

static char *answer(void *context, mw_api *api, mw_pool_task *t)
{
    return count_answer(context, t, give_answer(context, api, t));
}

static const char *keep_found(void *context, const mw_design_report *r)
{
    return mw_keeper_take(((mw_server *)context)->keeper, r);
}

static void on_answer(mw_pool_task *t)
{
    mw_http_ready(((asked *)t)->connection);
}

// ---- questions

static void drop_question(void *work)
{
    asked *q = work;
    mw_held_change(&q->server->budget, &q->held, 0);
    mw_held_change(&q->server->budget, &q->task.held, 0);
    mw_pool_task_clear(&q->task);
    free(q);
}

static void stop_question(void *work)
{
    atomic_store(&((asked *)work)->task.stop, true);
}

// The answer stays with the question, which is dropped when it has been sent.
static void finish_question(void *work, mw_http_answer *a)
{
    const asked *q = work;
    unsigned status = q->task.too_long ? 413 : q->task.crowded ? 503 : q->task.failed ? 400 : 200;
    *a = mw_http_json(status, q->task.answer);
    a->owned = false;
}

// Lets a thread of the pool answer the question, which it takes over.
static void ask(mw_server *s, request *r, mw_fields *question)
{
    asked *q = calloc(1, sizeof *q);
    if (!q) {
        mw_fields_free(question);
        *r->answer = mw_http_json(500, NULL);
        return;
    }
    *q = (asked){.server = s, .connection = r->connection};
    q->task.question = *question;
    q->task.seconds = s->plan.seconds;
    q->task.done = on_answer;
    bool room = mw_held_change(&s->budget, &q->held, r->http->length);
    if (room && mw_pool_take(s->questions, &q->task)) {
        *r->work = q;
        return;
    }
    *r->answer = mw_http_error(503, room ? "too many questions at once; try again" : CROWDED);
    drop_question(q);
}

static bool read_question(request *r, mw_fields *question)
{
    mw_error error;
    if (mw_fields_read(question, mw_http_body_of(r->connection), r->http->length, &error))
        return true;
    mw_fields_free(question);
    *r->answer = mw_http_json(400, mw_api_error(&error));
    return false;
}

// ---- routes

static void route_ask(mw_server *s, request *r)
{
    mw_fields question;
    if (read_question(r, &question))
        ask(s, r, &question);
}

static void route_catalogue(mw_server *s, request *r)
{
    mw_fields question = {0};
    const char *name, *value;
    char *query = r->http->query;
    mw_fields_add(&question, "ask", "catalogue");
    while (mw_http_next_argument(&query, &name, &value))
        mw_fields_add(&question, name, value);
    ask(s, r, &question);
}

static void route_status(mw_server *s, request *r)
{
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_json_text(&w, "version", mw_version());
    mw_json_open(&w, "engines", '[');
    mw_json_text(&w, NULL, mw_marble_engine_name(&mw_marble_ball));
    for (const mw_marble_engine *const *e = s->plan.engines; e && *e; e++)
        mw_json_text(&w, NULL, mw_marble_engine_name(*e));
    mw_json_close(&w, ']');
    mw_json_bool(&w, "catalogue", s->plan.catalogue);
    mw_json_count(&w, "threads", s->plan.threads);
    mw_json_close(&w, '}');
    *r->answer = mw_http_json(200, mw_writer_take(&w));
}

static void send_job(request *r, unsigned status, uint64_t number)
{
    char text[40];
    snprintf(text, sizeof text, "{\"job\":%llu}", (unsigned long long)number);
    *r->answer = mw_http_json(status, strdup(text));
}

static void route_jobs(mw_server *s, request *r)
{
    mw_fields question;
    if (!read_question(r, &question))
        return;
    uint64_t number = mw_jobs_begin(s->jobs, &question);
    if (number)
        send_job(r, 202, number);
    else
        *r->answer = mw_http_error(503, "too many long questions at once; stop one, or wait");
}

// Reads the number of a job from "12" or "12/events". 0: it is not so written.
static uint64_t job_number(const char *path, const char *ending)
{
    uint64_t number;
    size_t digits = strcspn(path, "/");
    bool ok = !strcmp(path + digits, ending) && digits < 19 &&
              mw_parse_number(path, digits, INT64_MAX, &number);
    return ok ? number : 0;
}

static void no_job(request *r)
{
    *r->answer = mw_http_error(404, "no such job, or it was forgotten because nobody listened");
}

static void route_events(mw_server *s, request *r)
{
    uint64_t known = 0;
    bool over;
    mw_http_source events;
    const char *last = mw_http_value(r->http, "Last-Event-ID");
    if (last)
        mw_parse_number(last, strlen(last), INT64_MAX, &known);
    if (mw_jobs_listen(s->jobs, job_number(r->rest, "/events"), known, r->connection, &events,
                       &over))
        *r->answer = (mw_http_answer){.status = 200,
                                      .type = "text/event-stream",
                                      .more = "Cache-Control: no-store\r\n",
                                      .source = events};
    else if (over) // tells an EventSource not to come back
        *r->answer = (mw_http_answer){.status = 204};
    else
        no_job(r);
}

static void route_stop(mw_server *s, request *r)
{
    uint64_t number = job_number(r->rest, "");
    if (number && mw_jobs_stop(s->jobs, number))
        send_job(r, 200, number);
    else
        no_job(r);
}

static void route_file(mw_server *s, request *r)
{
    if (!mw_page_files_answer(s->files, r->http, r->rest, r->answer))
        *r->answer = mw_http_error(404, "there is nothing here");
}

static const struct {
    const char *path;
    bool below; // for all paths that begin so
    const char *method;
    bool changes; // it changes something, so only pages of this server may ask for it
    route run;
} routes[] = {
    {.path = "api/status", .method = "GET", .run = route_status},
    {.path = "api/ask", .method = "POST", .changes = true, .run = route_ask},
    {.path = "api/jobs", .method = "POST", .changes = true, .run = route_jobs},
    {.path = "api/jobs/", .below = true, .method = "GET", .run = route_events},
    {.path = "api/jobs/", .below = true, .method = "DELETE", .changes = true, .run = route_stop},
    {.path = "api/catalogue", .method = "GET", .run = route_catalogue},
    {.path = "", .below = true, .method = "GET", .run = route_file},
};
#define ROUTES (sizeof routes / sizeof *routes)

static bool leads_there(size_t i, const char *path)
{
    size_t n = strlen(routes[i].path);
    return routes[i].below ? !strncmp(path, routes[i].path, n) : !strcmp(path, routes[i].path);
}

// The route for a path and a method. ROUTES: there is none; *elsewhere: there is one for another
// method.
static size_t find_route(const char *path, const char *method, bool *elsewhere)
{
    const char *wanted = strcmp(method, "HEAD") ? method : "GET";
    *elsewhere = false;
    for (size_t i = 0; i < ROUTES; i++) {
        if (!leads_there(i, path) || (*elsewhere && !*routes[i].path))
            continue;
        if (!strcmp(routes[i].method, wanted))
            return i;
        *elsewhere = true;
    }
    return ROUTES;
}

static void wrong_method(mw_server *s, request *r)
{
    size_t n = (size_t)snprintf(s->allow, sizeof s->allow, "Allow: ");
    for (size_t i = 0; i < ROUTES; i++)
        if (leads_there(i, r->http->path) && (*routes[i].path || n == 7))
            n += (size_t)snprintf(s->allow + n, sizeof s->allow - n, "%s%s", n > 7 ? ", " : "",
                                  routes[i].method);
    snprintf(s->allow + n, sizeof s->allow - n, "\r\n");
    *r->answer = mw_http_error(405, "that cannot be done here");
    r->answer->more = s->allow;
}

// ---- requests

// What is wrong with a request, as its head shows. NULL: nothing.
static const char *objection(const mw_server *s, const mw_http_request *r, unsigned *status)
{
    bool elsewhere;
    size_t i = find_route(r->path, r->method, &elsewhere);
    *status = 403;
    if (!mw_http_host_is_ours(r, &s->names))
        return "the server does not answer to this name; see --allow-host";
    if (i == ROUTES || !routes[i].changes)
        return NULL;
    if (!mw_http_origin_is_ours(r))
        return "only the server's own page may ask for this";
    *status = 415;
    return !strcmp(routes[i].method, "POST") && !mw_http_is_json(r)
               ? "a question is sent as application/json"
               : NULL;
}

static bool accept_request(void *server, const mw_http_request *r, mw_http_answer *a)
{
    unsigned status;
    const char *wrong = objection(server, r, &status);
    if (wrong)
        *a = mw_http_error(status, wrong);
    return !wrong;
}

static void handle_request(void *server, mw_http_connection *c, mw_http_answer *a, void **work)
{
    mw_server *s = server;
    request r = {.http = mw_http_request_of(c), .connection = c, .answer = a, .work = work};
    bool elsewhere;
    size_t i = find_route(r.http->path, r.http->method, &elsewhere);
    if (i == ROUTES && elsewhere) {
        wrong_method(s, &r);
        return;
    }
    r.rest = i == ROUTES ? "?" : r.http->path + strlen(routes[i].path);
    (i == ROUTES ? route_file : routes[i].run)(s, &r);
}

// ---- beginning and end

static void free_server(mw_server *s)
{
    mw_pool_close(s->questions);
    mw_pool_close(s->long_ones);
    mw_jobs_close(s->jobs);
    mw_page_files_close(s->files);
    mw_keeper_close(s->keeper);
    pthread_mutex_destroy(&s->catalogue.mutex);
    free(s);
}

static bool open_work(mw_server *s)
{
    const mw_server_plan *p = &s->plan;
    mw_pool_plan plan = {.threads = p->threads,
                         .most = p->threads + WAITING_MAX,
                         .remembers = true,
                         .answer = answer,
                         .found = p->catalogue ? keep_found : NULL,
                         .context = s,
                         .engines = p->engines,
                         .bytes = p->bytes};
    s->keeper = p->catalogue ? mw_keeper_open(&s->catalogue, p->complain) : NULL;
    s->questions = mw_pool_open(&plan);
    plan.threads = plan.most = p->jobs;
    plan.remembers = false;
    s->long_ones = mw_pool_open(&plan);
    s->jobs = s->long_ones ? mw_jobs_open(s->long_ones, &s->budget, p->job_seconds,
                                          p->patience > 0 ? p->patience : PATIENCE)
                           : NULL;
    return s->questions && s->jobs && (s->keeper || !p->catalogue);
}

static bool open_http(mw_server *s)
{
    mw_http_handler handler = {.accept = accept_request,
                               .handle = handle_request,
                               .finish = finish_question,
                               .stop = stop_question,
                               .drop = drop_question,
                               .context = s};
    s->http = mw_http_server_open(s->listening.socket, &handler, &s->budget);
    return s->http;
}

mw_server *mw_server_start(const mw_server_plan *plan, mw_error *error)
{
    mw_server *s = calloc(1, sizeof *s);
    *error = (mw_error){.code = MW_ERROR_SYSTEM, .text = "out of memory or threads"};
    if (!s)
        return NULL;
    s->plan = *plan;
    s->listening.socket = -1;
    s->budget.most = plan->held_bytes ? plan->held_bytes : HELD;
    s->catalogue.most = mw_bytes_up_to(s->budget.most);
    s->catalogue.catalogue = plan->catalogue;
    pthread_mutex_init(&s->catalogue.mutex, NULL);
    s->files = mw_page_files_open(plan->page, error);
    bool ok = s->files && mw_listen(&s->listening, plan->host, plan->port, error);
    s->names = (mw_http_names){.port = s->listening.port,
                               .any_number = s->listening.everywhere,
                               .host = plan->host,
                               .allow = plan->allow};
    if (ok)
        *error = (mw_error){.code = MW_ERROR_SYSTEM, .text = "out of memory or threads"};
    if (ok && open_work(s) && open_http(s))
        return s;
    if (s->listening.socket >= 0)
        close(s->listening.socket);
    free_server(s);
    return NULL;
}

const char *mw_server_address(const mw_server *s)
{
    return s->listening.address;
}

void mw_server_tend(mw_server *s)
{
    mw_jobs_tend(s->jobs);
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

// A request that comes while the server ends finds the pools, which refuse it: they are freed last.
bool mw_server_stop(mw_server *s)
{
    double start = mw_seconds();
    mw_http_server_end(s->http);
    mw_pool_end(s->questions);
    mw_pool_end(s->long_ones);
    while (!(mw_pool_idle(s->questions) && mw_pool_idle(s->long_ones))) {
        if (mw_seconds() - start > END_WORK) {
            if (s->keeper)
                mw_keeper_end(s->keeper);
            return false;
        }
        rest();
    }
    mw_pool_join(s->questions);
    mw_pool_join(s->long_ones);
    mw_http_server_close(s->http, END_TALK);
    free_server(s);
    return true;
}
