// What both kinds of requests stand on.
#ifndef TIMEWALK_TWF_LINE_H
#define TIMEWALK_TWF_LINE_H

#include "load.h"
#include "twfetch.h"

struct twf_line {
  CURL *handle;
};

// How long a request is waited for, seconds.
typedef struct twf_patience {
  long whole;
  long connect;      // at most the whole
  long halt;         // with fewer bytes than this a second
  long halt_bytes;
} twf_patience;

// Loads and starts libcurl; false where it isn't installed.
bool twf_start(void);

// Sets a handle up for one request: nothing is followed, and no proxy, password or signal is used.
// libcurl's words for a failure go to message, of CURL_ERROR_SIZE bytes.
void twf_set_up(
  CURL *handle, const char *address, const char *user_agent, const twf_patience *patience, char *message);

// What a code means in every request; the other status where that differs.
twf_status twf_status_of(CURLcode code, twf_status otherwise);

// The time after which the server wants to be asked again; 0 when it doesn't say.
int64_t twf_retry_after(CURL *handle);

#endif
