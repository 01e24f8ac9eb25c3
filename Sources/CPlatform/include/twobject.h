// One request to an object store with the S3 interface, signed by libcurl (AWS Signature Version
// 4). The store is the operator's own, so any host is permitted. Redirects aren't followed, and no
// proxy is used.
#ifndef TIMEWALK_CCURL_OBJECT_H
#define TIMEWALK_CCURL_OBJECT_H

#include "twfetch.h"

typedef struct two_request {
  const char *method;      // GET, HEAD, PUT or DELETE
  const char *address;     // its path and query stand as they are signed
  const char *user_agent;
  const char *provider;    // the value of CURLOPT_AWS_SIGV4
  const char *key;
  const char *secret;
  const char *token;       // of a session; NULL without one
  const char *authorities; // a file of certificates of authorities; NULL for the system's
  twf_line *line;          // never NULL
  long seconds;            // the longest a request may take in all
  int file;                // the file that PUT sends, from its beginning
  int64_t size;            // of what PUT sends
  const char *sha256;      // of what is sent, hexadecimal; that of nothing where nothing is
  int64_t offset;          // GET: the first byte that is wanted
  void *context;           // handed to the callback
  // Receives bytes of the object, from the offset on; false ends the request.
  bool (*takes)(void *context, const uint8_t *bytes, size_t count);
  // Receives a zero-terminated header value; not called for missing ones.
  void (*says)(void *context, twf_word word, const char *text);
} two_request;

typedef struct two_answer {
  twf_status status;
  long code;             // of HTTP; 0 without an answer
  int64_t length;        // Content-Length; -1 when the answer has none
  int64_t retry_after;   // seconds; 0 when the answer doesn't say
  bool was_sent;         // true if the store was reached at all
} two_answer;

void two_ask(const two_request *request, two_answer *answer);

#endif
