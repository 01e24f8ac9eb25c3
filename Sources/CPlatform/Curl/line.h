// The common basis of both kinds of requests.
#ifndef TIMEWALK_TWF_LINE_H
#define TIMEWALK_TWF_LINE_H

#include "load.h"
#include "twfetch.h"

struct twf_line {
  CURL *handle;
};

// The longest wait for a request, in seconds.
typedef struct twf_patience {
  long whole;
  long connect;      // at most the whole
  long halt;         // with fewer bytes than this a second
  long halt_bytes;
} twf_patience;

// Loads and starts libcurl; false if it isn't installed.
bool twf_start(void);

// Sets a handle up for one request: no redirect, proxy, password or signal is used. libcurl's error
// text goes to message, of CURL_ERROR_SIZE bytes.
void twf_set_up(
  CURL *handle, const char *address, const char *user_agent, const twf_patience *patience, char *message);

// The common meaning of a code in every request; the other status for special codes.
twf_status twf_status_of(CURLcode code, twf_status otherwise);

// The server's retry delay; 0 if unknown.
int64_t twf_retry_after(CURL *handle);

#endif
