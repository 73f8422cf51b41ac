// serving.h: a small page, a server that hands it out, and questions to it, for the tests of
// `serve`.
#ifndef MW_TEST_SERVING_H
#define MW_TEST_SERVING_H

#include "client.h"
#include "support.h"

extern char page[60];   // the page's folder
extern char secret[60]; // a file beside it that must never be handed out
extern server shared;   // takes two jobs at once, gives a question a second, keeps a catalogue

// Before and after a group of tests. The server must end well.
int serving_start(void **state);
int serving_end(void **state);

#define JSON_TYPE "Content-Type: application/json\r\n"

// A request to the shared server with a fitting Host, and more header lines.
reply ask_with(const char *line, const char *headers, const char *body);
reply get(const char *path, const char *headers);
reply post(const char *path, const char *body); // as JSON
// Fails unless the status is this and these words are there. Frees the reply.
void expect(reply, int status, const char *in_head, const char *in_body);

#endif
