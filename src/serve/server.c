// server.c: see serve.h. Requests are checked, then looked up in a table of routes; a question
// suspends its connection until a thread of the pool has the answer.
#include "serve/serve.h"
#include "core/json.h"
#include "parallel/clock.h"
#include "serve/held.h"
#include "serve/connections.h"
#include "serve/page_files.h"
#include "serve/http.h"
#include "serve/jobs.h"
#include "serve/listen.h"
#include "serve/keeper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BODY_MAX    ((size_t)1 << 20)
#define WAITING_MAX 256 // questions that wait for a thread
#define ENDING      64  // more connections that may be there for a moment, until they are closed
#define HELD        ((uint64_t)256 << 20) // bytes of questions and answers for all browsers
#define IDLE        15u                   // seconds after which a silent connection is closed
#define MEMORY      ((size_t)1 << 15)     // of a connection; headers and address must fit
#define PATIENCE    60.0                  // seconds that a job goes on without a listener
#define END_WORK    1.2                   // seconds that questions have to end when the server ends
#define END_TALK    0.4                   // seconds to send their answers then
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
    mw_connections *connections;
    struct MHD_Daemon *daemon;
    atomic_uint open; // requests that are not answered yet
};

// A request that is not answered yet.
typedef struct request {
    mw_pool_task task; // must be first: a pointer to it is a pointer to its request
    struct MHD_Connection *connection;
    const char *rest; // of the path, after that of its route; only while that runs
    char *body;
    size_t length;
    uint64_t held; // bytes of the budget, for the body
    bool asked, too_large, crowded, refused;
} request;

typedef enum MHD_Result (*route)(mw_server *, request *);

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

static char *give_answer(mw_server *s, mw_api *api, mw_pool_task *t)
{
    const char *ask = mw_field_value(t->question.fields, t->question.count, "ask");
    if (ask && !strcmp(ask, "catalogue"))
        return mw_served_catalogue_list(&s->catalogue, &t->question, &t->failed);
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
    MHD_resume_connection(((request *)t)->connection);
}

// ---- routes

// Asks the question in r->task. The connection is suspended until it is answered; then microhttpd
// calls on_request again.
static enum MHD_Result ask(mw_server *s, request *r)
{
    r->task.seconds = s->plan.seconds;
    r->task.done = on_answer;
    r->asked = true;
    mw_connection_does(s->connections, r->connection, MW_WORKING);
    MHD_suspend_connection(r->connection);
    if (!mw_pool_take(s->questions, &r->task)) {
        r->refused = true;
        MHD_resume_connection(r->connection);
    }
    return MHD_YES;
}

static enum MHD_Result send_answer(request *r)
{
    char *text = r->task.answer;
    r->task.answer = NULL;
    if (r->refused)
        return mw_http_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                             "too many questions at once; try again");
    if (!text)
        return mw_http_error(r->connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory");
    unsigned status = r->task.too_long  ? MHD_HTTP_CONTENT_TOO_LARGE
                      : r->task.crowded ? MHD_HTTP_SERVICE_UNAVAILABLE
                      : r->task.failed  ? MHD_HTTP_BAD_REQUEST
                                        : MHD_HTTP_OK;
    return mw_http_json(r->connection, status, text);
}

static bool read_question(request *r)
{
    mw_error error;
    bool ok = mw_fields_read(&r->task.question, r->body ? r->body : "", r->length, &error);
    free(r->body); // its bytes are still held, by the fields
    r->body = NULL;
    if (ok)
        return true;
    mw_http_json(r->connection, MHD_HTTP_BAD_REQUEST, mw_api_error(&error));
    return false;
}

static enum MHD_Result route_ask(mw_server *s, request *r)
{
    return read_question(r) ? ask(s, r) : MHD_YES;
}

static enum MHD_Result add_argument(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    (void)kind;
    return mw_fields_add(context, name, value ? value : "") ? MHD_YES : MHD_NO;
}

static enum MHD_Result route_catalogue(mw_server *s, request *r)
{
    mw_fields_add(&r->task.question, "ask", "catalogue");
    MHD_get_connection_values(r->connection, MHD_GET_ARGUMENT_KIND, add_argument,
                              &r->task.question);
    return ask(s, r);
}

static enum MHD_Result route_status(mw_server *s, request *r)
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
    return mw_http_json(r->connection, MHD_HTTP_OK, mw_writer_take(&w));
}

static enum MHD_Result send_job(request *r, unsigned status, uint64_t number)
{
    char text[40];
    snprintf(text, sizeof text, "{\"job\":%llu}", (unsigned long long)number);
    return mw_http_json(r->connection, status, strdup(text));
}

static enum MHD_Result route_jobs(mw_server *s, request *r)
{
    if (!read_question(r))
        return MHD_YES;
    uint64_t number = mw_jobs_begin(s->jobs, &r->task.question);
    return number ? send_job(r, MHD_HTTP_ACCEPTED, number)
                  : mw_http_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                                  "too many long questions at once; stop one, or wait");
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

static enum MHD_Result no_job(request *r)
{
    return mw_http_error(r->connection, MHD_HTTP_NOT_FOUND,
                         "no such job, or it was forgotten because nobody listened");
}

static enum MHD_Result route_events(mw_server *s, request *r)
{
    uint64_t known = 0;
    bool over;
    const char *last = mw_http_header(r->connection, "Last-Event-ID");
    if (last)
        mw_parse_number(last, strlen(last), INT64_MAX, &known);
    struct MHD_Response *events =
        mw_jobs_listen(s->jobs, job_number(r->rest, "/events"), known, r->connection, &over);
    if (over) // tells an EventSource not to come back
        return mw_http_send(r->connection, MHD_HTTP_NO_CONTENT,
                            mw_http_response("", 0, MHD_RESPMEM_PERSISTENT, NULL));
    if (!events)
        return no_job(r);
    mw_connection_does(s->connections, r->connection, MW_STREAMING);
    return mw_http_send(r->connection, MHD_HTTP_OK, events);
}

static enum MHD_Result route_stop(mw_server *s, request *r)
{
    uint64_t number = job_number(r->rest, "");
    return number && mw_jobs_stop(s->jobs, number) ? send_job(r, MHD_HTTP_OK, number) : no_job(r);
}

static enum MHD_Result route_file(mw_server *s, request *r)
{
    enum MHD_Result result;
    if (mw_page_files_answer(s->files, r->connection, r->rest, &result))
        return result;
    return mw_http_error(r->connection, MHD_HTTP_NOT_FOUND, "there is nothing here");
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

static enum MHD_Result wrong_method(request *r, const char *path)
{
    char allowed[40] = "", *text = mw_http_error_text("that cannot be done here");
    for (size_t i = 0; i < ROUTES; i++)
        if (leads_there(i, path) && (*routes[i].path || !*allowed)) {
            size_t n = strlen(allowed);
            snprintf(allowed + n, sizeof allowed - n, "%s%s", n ? ", " : "", routes[i].method);
        }
    struct MHD_Response *answer = text ? mw_http_response(text, strlen(text), MHD_RESPMEM_MUST_FREE,
                                                          "application/json; charset=utf-8")
                                       : NULL;
    if (answer)
        MHD_add_response_header(answer, "Allow", allowed);
    return mw_http_send(r->connection, MHD_HTTP_METHOD_NOT_ALLOWED, answer);
}

// ---- requests

// What is wrong with a request, as its headers show. NULL: nothing.
static const char *objection(mw_server *s, request *r, size_t i, unsigned *status)
{
    struct MHD_Connection *c = r->connection;
    *status = MHD_HTTP_BAD_REQUEST;
    if (mw_http_given_twice(c, "Host") || mw_http_given_twice(c, "Content-Length"))
        return "Host and Content-Length are given once";
    *status = MHD_HTTP_LENGTH_REQUIRED;
    if (mw_http_header(c, "Transfer-Encoding"))
        return "the length of a request is told beforehand, in Content-Length";
    *status = MHD_HTTP_FORBIDDEN;
    if (!mw_http_host_is_ours(c, &s->names))
        return "the server does not answer to this name; see --allow-host";
    if (i == ROUTES || !routes[i].changes)
        return NULL;
    if (!mw_http_origin_is_ours(c))
        return "only the server's own page may ask for this";
    *status = MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    if (!strcmp(routes[i].method, "POST") && !mw_http_is_json(c))
        return "a question is sent as application/json";
    const char *length = mw_http_header(c, "Content-Length");
    *status = MHD_HTTP_CONTENT_TOO_LARGE;
    return length && strtoull(length, NULL, 10) > BODY_MAX ? "a question is at most 1 MiB" : NULL;
}

static enum MHD_Result collect(mw_server *s, request *r, const char *data, size_t *size)
{
    size_t whole = r->length + *size;
    if (whole > 8 * BODY_MAX)
        return MHD_NO; // it does not seem to end
    r->too_large = r->too_large || whole > BODY_MAX;
    r->crowded = r->crowded || (!r->too_large && !mw_held_change(&s->budget, &r->held, whole));
    if (!r->too_large && !r->crowded) {
        char *grown = realloc(r->body, whole);
        if (!grown)
            return MHD_NO;
        memcpy(grown + r->length, data, *size);
        r->body = grown;
    }
    r->length = whole;
    *size = 0;
    return MHD_YES;
}

static enum MHD_Result begin(mw_server *s, struct MHD_Connection *c, void **context)
{
    request *r = calloc(1, sizeof *r);
    if (!r)
        return MHD_NO;
    r->connection = c;
    *context = r;
    atomic_fetch_add(&s->open, 1);
    return MHD_YES;
}

static enum MHD_Result on_request(void *server, struct MHD_Connection *c, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **context)
{
    mw_server *s = server;
    request *r = *context;
    const char *path = url + (*url == '/');
    unsigned status;
    bool elsewhere, first = !r;
    (void)version;
    if (first && begin(s, c, context) == MHD_NO)
        return MHD_NO;
    r = *context;
    if (r->asked) {
        mw_connection_does(s->connections, c, MW_SENDING);
        return send_answer(r);
    }
    size_t i = find_route(path, method, &elsewhere);
    if (first) { // the headers have come; a body may follow
        const char *wrong = objection(s, r, i, &status);
        mw_connection_does(s->connections, c, wrong ? MW_SENDING : MW_RECEIVING);
        return wrong ? mw_http_error(c, status, wrong) : MHD_YES;
    }
    if (*size)
        return collect(s, r, data, size);
    mw_connection_does(s->connections, c, MW_SENDING);
    if (r->too_large)
        return mw_http_error(c, MHD_HTTP_CONTENT_TOO_LARGE, "a question is at most 1 MiB");
    if (r->crowded)
        return mw_http_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, CROWDED);
    if (i == ROUTES && elsewhere)
        return wrong_method(r, path);
    r->rest = i == ROUTES ? "?" : path + strlen(routes[i].path);
    return i == ROUTES ? route_file(s, r) : routes[i].run(s, r);
}

static void on_end(void *server, struct MHD_Connection *c, void **context,
                   enum MHD_RequestTerminationCode code)
{
    mw_server *s = server;
    request *r = *context;
    (void)code;
    mw_connection_does(s->connections, c, MW_RECEIVING);
    if (!r)
        return;
    mw_held_change(&s->budget, &r->held, 0);
    mw_held_change(&s->budget, &r->task.held, 0);
    mw_pool_task_clear(&r->task);
    free(r->body);
    free(r);
    *context = NULL;
    atomic_fetch_sub(&s->open, 1);
}

// ---- beginning and end

static void free_server(mw_server *s)
{
    mw_pool_close(s->questions);
    mw_pool_close(s->long_ones);
    mw_jobs_close(s->jobs);
    mw_page_files_close(s->files);
    mw_keeper_close(s->keeper);
    mw_connections_close(s->connections);
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
    s->connections = mw_connections_open();
    return s->questions && s->jobs && s->connections && (s->keeper || !p->catalogue);
}

static bool open_daemon(mw_server *s)
{
    s->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, s,
        MHD_OPTION_LISTEN_SOCKET, s->listening.socket, MHD_OPTION_NOTIFY_COMPLETED, on_end, s,
        MHD_OPTION_UNESCAPE_CALLBACK, mw_http_unescape, NULL, MHD_OPTION_CONNECTION_LIMIT,
        MW_CONNECTIONS_MAX + ENDING, MHD_OPTION_NOTIFY_CONNECTION, mw_connections_notify,
        s->connections, MHD_OPTION_CONNECTION_TIMEOUT, IDLE, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        MEMORY, MHD_OPTION_END);
    return s->daemon;
}

mw_server *mw_server_start(const mw_server_plan *plan, mw_error *error)
{
    mw_server *s = calloc(1, sizeof *s);
    *error = (mw_error){.code = MW_ERROR_SYSTEM, .text = "out of memory or threads"};
    if (!s)
        return NULL;
    s->plan = *plan;
    s->listening.socket = -1;
    s->budget.most = s->catalogue.most = plan->held_bytes ? plan->held_bytes : HELD;
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
    if (ok && open_work(s) && open_daemon(s))
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
    mw_connections_tend(s->connections);
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

bool mw_server_stop(mw_server *s)
{
    double start = mw_seconds();
    int socket = MHD_quiesce_daemon(s->daemon);
    if (socket != MHD_INVALID_SOCKET)
        close(socket);
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
    mw_pool_join(s->questions); // they are freed after the daemon, which may still be asked
    mw_pool_join(s->long_ones);
    start = mw_seconds();
    while (!(mw_jobs_unheard(s->jobs) && !atomic_load(&s->open)) && mw_seconds() - start < END_TALK)
        rest();
    mw_jobs_end_streams(s->jobs);
    MHD_stop_daemon(s->daemon);
    free_server(s);
    return true;
}
