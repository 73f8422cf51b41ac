// lines.c: see lines.h.
#include "tool/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK ((size_t)64 << 10) // bytes to read at once, at least

bool lines_next(line_reader *r, char **line, size_t *length)
{
    size_t unseen = r->to - r->searched;
    char *end = unseen ? memchr(r->bytes + r->searched, '\n', unseen) : NULL;
    if (!end && !r->at_end) {
        r->drops = r->drops || r->to - r->from > INPUT_MAX; // nobody wants this line
        r->from = r->drops ? r->to : r->from;
        r->searched = r->to;
        return false;
    }
    if (!end && r->from == r->to && !r->drops)
        return false;
    *line = r->bytes + r->from;
    *length = (size_t)((end ? end : r->bytes + r->to) - *line);
    (*line)[*length] = '\0';
    r->too_long = r->drops || *length > INPUT_MAX;
    r->drops = false;
    r->from += *length + (end != NULL);
    r->searched = r->from;
    r->number++;
    return true;
}

// Room for a chunk and for the byte 0 behind it.
static bool make_room(line_reader *r)
{
    if (r->from && r->to > r->from)
        memmove(r->bytes, r->bytes + r->from, r->to - r->from);
    r->to -= r->from;
    r->searched -= r->from;
    r->from = 0;
    if (r->capacity - r->to > CHUNK)
        return true;
    size_t capacity = 2 * r->capacity + CHUNK + 1;
    char *grown = realloc(r->bytes, capacity);
    if (grown) {
        r->bytes = grown;
        r->capacity = capacity;
    }
    return grown;
}

// Ends the reading in the middle of a line, of which nothing counts.
static void give_up(line_reader *r, int code)
{
    r->code = code;
    r->from = r->searched = r->to;
    r->drops = false;
    r->at_end = true;
}

void lines_read(line_reader *r)
{
    int file = fileno(r->file);
    if (r->at_end)
        return;
    if (!make_room(r)) {
        give_up(r, out_of_memory());
        return;
    }
    size_t room = r->capacity - r->to - 1;
    ssize_t n = file >= 0 ? read(file, r->bytes + r->to, room)
                          : (ssize_t)fread(r->bytes + r->to, 1, room, r->file);
    if (n < 0 && errno == EAGAIN)
        poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, -1);
    else if (n < 0 && errno != EINTR)
        give_up(r, complain_with(EXIT_INPUT, "%s: cannot read: %s", r->name, strerror(errno)));
    r->at_end = r->at_end || !n;
    r->to += n > 0 ? (size_t)n : 0;
}

void lines_free(line_reader *r)
{
    free(r->bytes);
}
