#include "twfetch.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "line.h"

// Names and values of headers; servers send some kilobytes.
static const size_t most_header_bytes = 128 << 10;

// The maximum length of the body of a redirect or an error.
static const int64_t most_talk_bytes = 1 << 20;

typedef struct state {
  const twf_request *request;
  CURL *handle;
  int64_t bytes;
  size_t header_bytes;
  bool refused;
  bool too_large;
  bool stopped;
} state;

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *peer) {
  state *at = context;
  (void)purpose;
  const uint8_t *address = NULL;
  size_t length = 0;
  if (peer->family == AF_INET) {
    address = (const uint8_t *)&((const struct sockaddr_in *)&peer->addr)->sin_addr;
    length = 4;
  } else if (peer->family == AF_INET6) {
    address = (const uint8_t *)&((const struct sockaddr_in6 *)&peer->addr)->sin6_addr;
    length = 16;
  }
  if (address == NULL || !at->request->allows(at->request->context, address, length)) {
    at->refused = true;
    return CURL_SOCKET_BAD;
  }
  return socket(peer->family, peer->socktype | SOCK_CLOEXEC, peer->protocol);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  state *at = context;
  size_t length = size * count;
  if ((int64_t)length > at->request->most_bytes - at->bytes) {
    at->too_large = true;
    return 0;
  }
  at->bytes += (int64_t)length;
  long code = 0;
  curl_easy_getinfo(at->handle, CURLINFO_RESPONSE_CODE, &code);
  // The body of a redirect or an error is not the file; a little is read to keep the connection
  // usable.
  if (code != 200) return at->bytes > most_talk_bytes ? 0 : length;
  if (!at->request->takes(at->request->context, (const uint8_t *)bytes, length)) {
    at->stopped = true;
    return 0;
  }
  return length;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  state *at = context;
  (void)bytes;
  at->header_bytes += size * count;
  return at->header_bytes > most_header_bytes ? 0 : size * count;
}

static void say(const twf_request *request, twf_word word, const char *text) {
  if (text != NULL && text[0] != 0) request->says(request->context, word, text);
}

static twf_status status_of(CURLcode code, const state *at) {
  if (at->too_large || code == CURLE_FILESIZE_EXCEEDED) return TWF_TOO_LARGE;
  if (at->stopped) return TWF_STOPPED;
  switch (code) {
  case CURLE_WRITE_ERROR:
  case CURLE_PARTIAL_FILE:
  case CURLE_WEIRD_SERVER_REPLY:
  case CURLE_UNSUPPORTED_PROTOCOL: // an answer that begins like none
  case CURLE_GOT_NOTHING: return TWF_BROKEN;
  default: return twf_status_of(code, at->refused ? TWF_REFUSED : TWF_UNREACHED);
  }
}

void twf_fetch(const twf_request *request, twf_answer *answer) {
  memset(answer, 0, sizeof *answer);
  if (!twf_start()) {
    answer->status = TWF_MEMORY;
    say(request, TWF_MESSAGE, "libcurl is not installed");
    return;
  }
  CURL *handle = request->line != NULL ? request->line->handle : curl_easy_init();
  if (handle == NULL) {
    answer->status = TWF_MEMORY;
    return;
  }
  state at = {.request = request, .handle = handle};
  char message[CURL_ERROR_SIZE] = "";
  twf_patience patience = {.whole = request->seconds, .connect = 20, .halt = 30, .halt_bytes = 64};
  twf_set_up(handle, request->address, request->user_agent, &patience, message);
  curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->most_bytes);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, &at);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &at);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &at);
  char accept[128];
  snprintf(accept, sizeof accept, "Accept: %s", request->accept);
  struct curl_slist *headers = curl_slist_append(NULL, accept);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);

  CURLcode code = curl_easy_perform(handle);
  answer->status = status_of(code, &at);
  say(request, TWF_MESSAGE, message);
  char *text = NULL;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer->code);
  if (curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &text) == CURLE_OK)
    say(request, TWF_TYPE, text);
  text = NULL;
  if (curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &text) == CURLE_OK)
    say(request, TWF_LOCATION, text);
  answer->retry_after = twf_retry_after(handle);
  // A line keeps its connections, and none of the pointers above.
  if (request->line != NULL) curl_easy_reset(handle);
  else curl_easy_cleanup(handle);
  curl_slist_free_all(headers);
}
