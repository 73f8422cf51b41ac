// http_connection.c: see http_connection.h. Each step of a connection reads or writes once and
// handles one request at most, so that all connections have their turn.
#include "serve/http_connection.h"
#include "parallel/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define ROOM    ((size_t)4096)    // bytes to read into, at first
#define PART    ((size_t)1 << 14) // bytes of a stream that are written at once
#define PATIENT 15.0              // seconds that a request may take, or silence
#define READING 120.0             // seconds that the browser may take to read an answer
#define LEAVING 1.0               // seconds until a connection is closed after its last answer
#define CROWDED "the server holds too many questions and answers now; try again"

static const char no_memory[] = "out of memory";

mw_http_connection *mw_connection_open(mw_http_server *s, int socket,
                                       const unsigned char address[16])
{
    mw_http_connection *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    memset(c, 0, offsetof(mw_http_connection, head));
    c->server = s;
    c->socket = socket;
    c->doing = MW_RECEIVING;
    c->since = c->moved = s->now;
    memcpy(c->address, address, 16);
    return c;
}

static void does(mw_http_connection *c, mw_doing doing)
{
    c->doing = doing;
    c->since = c->moved = c->server->now;
}

static bool hold(mw_http_connection *c, size_t room, size_t body_room)
{
    return mw_held_change(c->server->budget, &c->held, room + body_room);
}

// Frees what belongs to the request and its answer.
static void drop_request(mw_http_connection *c)
{
    if (c->work)
        c->server->handler.drop(c->work);
    if (c->answer.source.write)
        c->answer.source.leave(c->answer.source.context);
    if (c->answer.owned)
        free((char *)c->answer.body);
    free(c->part);
    free(c->body);
    c->answer = (mw_http_answer){0};
    c->work = c->part = c->body = NULL;
    c->got = c->body_room = c->part_length = 0;
    c->has_head = false;
    hold(c, c->room, 0);
}

void mw_connection_close(mw_http_connection *c)
{
    drop_request(c);
    free(c->in);
    hold(c, 0, 0);
    if (c->socket >= 0)
        close(c->socket);
    free(c);
}

// ---- answers

static const char *date(mw_http_server *s)
{
    time_t now = time(NULL);
    struct tm t;
    if (now != s->date_of && gmtime_r(&now, &t)) {
        strftime(s->date, sizeof s->date, "%a, %d %b %Y %H:%M:%S GMT", &t);
        s->date_of = now;
    }
    return s->date;
}

static bool has_body(const mw_http_connection *c)
{
    return !c->has_head || strcmp(c->request.method, "HEAD");
}

// Begins to send the answer.
static void begin_answer(mw_http_connection *c)
{
    mw_http_answer *a = &c->answer;
    bool stream = a->source.write && has_body(c);
    c->closes = c->closes || c->server->ended || a->source.write;
    if (stream && !(c->part = malloc(PART))) {
        a->source.leave(a->source.context);
        *a = mw_http_json(500, NULL);
        stream = false;
    }
    unsigned minor = c->has_head ? c->request.minor : 1;
    c->head_length = mw_http_write_head(c->head, a, minor, !c->closes, date(c->server));
    c->sent = 0;
    does(c, stream ? MW_STREAMING : MW_SENDING);
}

void mw_connection_refuse(mw_http_connection *c, unsigned status, const char *text)
{
    c->answer = mw_http_error(status, text);
    c->closes = true;
    begin_answer(c);
}

// Sends what is left of the head and a body. False: the connection is broken.
static bool send_rest(mw_http_connection *c, const char *body, size_t length)
{
    size_t of_head = c->sent < c->head_length ? c->sent : c->head_length,
           of_body = c->sent - of_head;
    struct iovec parts[] = {{c->head + of_head, c->head_length - of_head},
                            {(char *)body + of_body, length - of_body}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t n = sendmsg(c->socket, &message, MSG_NOSIGNAL);
    if (n < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    c->sent += (size_t)n;
    c->moved = c->server->now;
    return true;
}

// The answer is sent. False: the connection is to be closed.
static bool end_answer(mw_http_connection *c)
{
    size_t whole = c->at + (c->has_head ? c->request.head : 0);
    if (c->has_head && !c->body)
        whole += c->request.length;
    drop_request(c);
    if (c->closes) {
        shutdown(c->socket, SHUT_WR);
        does(c, MW_LEAVING);
        return !c->ended;
    }
    c->at = whole;
    c->seen = 0;
    if (c->at == c->filled && c->room > ROOM) {
        free(c->in);
        c->in = NULL;
        c->at = c->filled = c->room = 0;
        hold(c, 0, 0);
    }
    c->again = c->at < c->filled || c->ended;
    does(c, MW_RECEIVING);
    return true;
}

static bool go_on_sending(mw_http_connection *c)
{
    const char *body = has_body(c) && c->answer.body ? c->answer.body : "";
    size_t length = has_body(c) && c->answer.body ? c->answer.length : 0;
    if (!send_rest(c, body, length))
        return false;
    return c->sent < c->head_length + length || end_answer(c);
}

static bool go_on_streaming(mw_http_connection *c, bool probe)
{
    const mw_http_source *source = &c->answer.source;
    ssize_t n = 1;
    if (c->sent == c->head_length + c->part_length) {
        n = source->write(source->context, probe, c->part, PART);
        if (n < 0)
            return end_answer(c);
        c->sent = c->head_length;
        c->part_length = (size_t)n;
        c->moved = c->server->now;
    }
    if (c->sent < c->head_length + c->part_length && !send_rest(c, c->part, c->part_length))
        return false;
    c->again = n && c->sent == c->head_length + c->part_length;
    return true;
}

// ---- requests

// Makes room to read more of a head: all that there may be is MW_HTTP_HEAD_MAX + 1 bytes.
static const char *make_room(mw_http_connection *c)
{
    if (c->at == c->filled)
        c->seen = c->at = c->filled = 0;
    if (c->filled < c->room)
        return NULL;
    if (c->at) {
        memmove(c->in, c->in + c->at, c->filled - c->at);
        c->filled -= c->at;
        c->at = 0;
        return NULL;
    }
    size_t room = c->room ? 2 * c->room : ROOM;
    if (!hold(c, room, c->body_room))
        return CROWDED;
    char *grown = realloc(c->in, room);
    if (!grown)
        return no_memory;
    c->in = grown;
    c->room = room;
    return NULL;
}

// Makes room to read more of a body. The room grows with what has come.
static const char *make_body_room(mw_http_connection *c)
{
    size_t length = c->request.length, room = c->body_room ? 2 * c->body_room : ROOM;
    size_t have = c->filled - c->at - c->request.head;
    if (c->body && c->got < c->body_room)
        return NULL;
    if (room < 2 * have)
        room = 2 * have;
    if (room > length)
        room = length;
    if (!hold(c, c->room, room))
        return CROWDED;
    char *grown = realloc(c->body, room);
    if (!grown)
        return no_memory;
    if (!c->body) { // the beginning came with the head
        memcpy(grown, c->in + c->at + c->request.head, have);
        c->filled -= have;
        c->got = have;
    }
    c->body = grown;
    c->body_room = room;
    return NULL;
}

// Reads what there is. False: the connection is broken.
static bool read_more(mw_http_connection *c)
{
    bool of_body = c->has_head && c->doing == MW_RECEIVING;
    const char *wrong = of_body ? make_body_room(c) : make_room(c);
    if (wrong) {
        mw_connection_refuse(c, wrong == no_memory ? 500 : 503, wrong);
        return true;
    }
    char *to = of_body ? c->body + c->got : c->in + c->filled;
    ssize_t n = recv(c->socket, to, of_body ? c->body_room - c->got : c->room - c->filled, 0);
    if (n < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (!c->has_head && c->at == c->filled) // the first byte of a request
        c->since = c->server->now;
    *(of_body ? &c->got : &c->filled) += (size_t)n;
    c->ended = !n;
    c->moved = c->server->now;
    return true;
}

static void take_head(mw_http_connection *c)
{
    mw_http_fault fault;
    const mw_http_handler *h = &c->server->handler;
    mw_http_found found = mw_http_find_head(c->in + c->at, c->filled - c->at, &c->seen, &fault);
    if (found == MW_HTTP_MORE)
        return;
    if (found == MW_HTTP_BAD || !mw_http_read_head(c->in + c->at, c->seen, &c->request, &fault)) {
        mw_connection_refuse(c, fault.status, fault.text);
        return;
    }
    c->has_head = true;
    c->closes = !c->request.keeps;
    if (!h->accept(h->context, &c->request, &c->answer)) {
        c->closes = c->closes || c->request.length;
        begin_answer(c);
    } else if (c->request.continues && c->request.length > c->filled - c->at - c->request.head) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        c->ended = c->ended || send(c->socket, go_on, sizeof go_on - 1, MSG_NOSIGNAL) < 0;
    }
}

static bool has_request(const mw_http_connection *c)
{
    size_t got = c->body ? c->got : c->filled - c->at - c->request.head;
    return c->has_head && got >= c->request.length;
}

static bool go_on_receiving(mw_http_connection *c)
{
    const mw_http_handler *h = &c->server->handler;
    if (!c->has_head && c->filled > c->at)
        take_head(c);
    if (c->doing != MW_RECEIVING)
        return go_on_sending(c);
    if (!has_request(c)) {
        if (!c->ended)
            return true;
        if (c->filled == c->at)
            return false;
        mw_connection_refuse(c, 400, "the request ends before it is complete");
        return go_on_sending(c);
    }
    h->handle(h->context, c, &c->answer, &c->work);
    if (c->answer.status) {
        begin_answer(c);
        return c->doing == MW_STREAMING ? go_on_streaming(c, false) : go_on_sending(c);
    }
    does(c, MW_WORKING);
    return true;
}

// ---- steps

const mw_http_request *mw_http_request_of(const mw_http_connection *c)
{
    return &c->request;
}

const char *mw_http_body_of(const mw_http_connection *c)
{
    return c->body ? c->body : c->in + c->at + c->request.head;
}

void mw_http_ready(mw_http_connection *c)
{
    mw_http_server *s = c->server; // as soon as it is ready, the connection may be freed
    atomic_store(&c->ready, true);
    mw_http_wake(s);
}

short mw_connection_events(const mw_http_connection *c)
{
    bool reads = !c->ended && (c->doing == MW_RECEIVING || c->doing == MW_LEAVING ||
                               (c->doing == MW_STREAMING && c->filled < ROOM));
    bool writes = c->doing == MW_SENDING ||
                  (c->doing == MW_STREAMING && c->sent < c->head_length + c->part_length);
    return (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
}

static bool throw_away(mw_http_connection *c)
{
    char rest[1 << 14];
    ssize_t n = recv(c->socket, rest, sizeof rest, 0);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

// The browser has gone. True: the connection is kept, because its question is still worked on.
static bool lose(mw_http_connection *c)
{
    if (c->doing != MW_WORKING)
        return false;
    close(c->socket);
    c->socket = -1;
    c->server->handler.stop(c->work);
    return true;
}

bool mw_connection_step(mw_http_connection *c, short events)
{
    bool ready = atomic_exchange(&c->ready, false), had_ended = c->ended;
    c->again = false;
    if (c->socket >= 0 && (events & (POLLERR | POLLHUP | POLLNVAL)) && !lose(c))
        return false;
    if (c->doing == MW_WORKING && ready) {
        if (c->socket < 0)
            return false;
        c->server->handler.finish(c->work, &c->answer);
        begin_answer(c);
    }
    if ((events & POLLIN) && c->doing == MW_LEAVING)
        return throw_away(c);
    if ((events & POLLIN) && !read_more(c))
        return false;
    switch (c->doing) {
    case MW_RECEIVING: return go_on_receiving(c);
    case MW_SENDING: return go_on_sending(c);
    case MW_STREAMING: return go_on_streaming(c, c->ended && !had_ended);
    default: return true;
    }
}

bool mw_connection_in_time(mw_http_connection *c)
{
    double now = c->server->now, took = now - c->since, silent = now - c->moved;
    switch (c->doing) {
    case MW_LEAVING: return took < LEAVING;
    case MW_RECEIVING:
        if (took < PATIENT)
            return true;
        if (c->filled == c->at && !c->has_head)
            return false;
        mw_connection_refuse(c, 408, "the request took too long");
        return go_on_sending(c);
    case MW_SENDING: return took < READING && silent < PATIENT;
    case MW_STREAMING: return silent < PATIENT || c->sent == c->head_length + c->part_length;
    default: return true;
    }
}
