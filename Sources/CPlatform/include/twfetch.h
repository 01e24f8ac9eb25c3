// One web address, fetched by libcurl; twobject.h is for object stores. libcurl's options are set
// by a variadic function, which Swift can't call; its callbacks stay inside this target.
//
// No redirect, proxy, cookie, password or compression is used. No pointer is kept after the call; a
// line keeps only connections.
#ifndef TIMEWALK_CCURL_H
#define TIMEWALK_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The result of a request.
typedef enum twf_status {
  TWF_OK = 0,     // an answer has come, whatever it says
  TWF_ADDRESS,    // the text is no http or https address
  TWF_REFUSED,    // the host's addresses are all ones that must not be asked
  TWF_UNKNOWN,    // the host's name is not known
  TWF_UNREACHED,  // no answer, or no secure one
  TWF_TIMEOUT,    // it took too long, or came to a halt
  TWF_TOO_LARGE,  // more bytes than allowed, by the header or in fact
  TWF_STOPPED,    // the caller took no more bytes
  TWF_BROKEN,     // the answer is no HTTP or ends early
  TWF_MEMORY      // libcurl could not start
} twf_status;

// The header values of a response. A callback receives them: Swift imports a C array as a tuple,
// and a long one costs its compiler half a minute.
typedef enum twf_word {
  TWF_TYPE,      // Content-Type
  TWF_LOCATION,  // a redirect's target, as an absolute address
  TWF_MESSAGE,   // libcurl's own words for what went wrong
  TWF_TALK       // the text of a store's failed answer, cut
} twf_word;

// Persistent connections for repeated requests to one server; one request at a time. An existing
// connection was checked when it was made, and is not checked again.
typedef struct twf_line twf_line;

typedef struct twf_request {
  const char *address;
  const char *user_agent;
  const char *accept;  // the types that are wanted, as the header Accept has them
  twf_line *line;      // NULL makes a connection for this request alone
  long seconds;        // the longest a request may take in all
  int64_t most_bytes;  // of the body
  void *context;       // handed to the callbacks
  // Returns true if connecting to an address, 4 or 16 bytes in network order, is permitted. Called
  // after the name is resolved, with the actual address of the connection.
  bool (*allows)(void *context, const uint8_t *address, size_t length);
  // Takes bytes of the body; false ends the request.
  bool (*takes)(void *context, const uint8_t *bytes, size_t count);
  // Receives a zero-terminated header value; not called for missing ones.
  void (*says)(void *context, twf_word word, const char *text);
} twf_request;

typedef struct twf_answer {
  twf_status status;
  long code;            // of HTTP; 0 without an answer
  int64_t retry_after;  // seconds; 0 when the answer doesn't say
} twf_answer;

// NULL if libcurl could not start, which twf_fetch then reports.
twf_line *twf_line_open(void);
void twf_line_close(twf_line *line);

void twf_fetch(const twf_request *request, twf_answer *answer);

#endif
