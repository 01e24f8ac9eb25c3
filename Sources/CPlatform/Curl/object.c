#include "twobject.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "line.h"

// The maximum length of an error response's body.
static const int64_t most_talk_bytes = 1 << 20;

typedef struct state {
  const two_request *request;
  CURL *handle;
  int64_t sent;
  int64_t skipped;
  int64_t said;
  char talk[2048];
  size_t talked;
  bool stopped;
} state;

static size_t give_body(char *bytes, size_t size, size_t count, void *context) {
  state *at = context;
  int64_t rest = at->request->size - at->sent;
  size_t most = size * count;
  if ((int64_t)most > rest) most = (size_t)rest;
  ssize_t given = pread(at->request->file, bytes, most, at->sent);
  // A file that became shorter would otherwise end as if it were whole.
  if (given < 0 || (given == 0 && most > 0)) return CURL_READFUNC_ABORT;
  at->sent += given;
  return (size_t)given;
}

static int seek_body(void *context, curl_off_t offset, int origin) {
  if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
  ((state *)context)->sent = offset;
  return CURL_SEEKFUNC_OK;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  state *at = context;
  size_t length = size * count;
  long code = 0;
  curl_easy_getinfo(at->handle, CURLINFO_RESPONSE_CODE, &code);
  if (code != 200 && code != 206) {
    size_t available = sizeof at->talk - 1 - at->talked;
    size_t kept = length < available ? length : available;
    memcpy(at->talk + at->talked, bytes, kept);
    at->talked += kept;
    at->said += (int64_t)length;
    return at->said > most_talk_bytes ? 0 : length;
  }
  // A store that knows no ranges begins at the beginning.
  size_t skip = 0;
  if (code == 200 && at->skipped < at->request->offset) {
    int64_t left = at->request->offset - at->skipped;
    skip = (int64_t)length < left ? length : (size_t)left;
    at->skipped += (int64_t)skip;
  }
  if (length > skip
      && !at->request->takes(at->request->context, (const uint8_t *)bytes + skip, length - skip)) {
    at->stopped = true;
    return 0;
  }
  return length;
}

static twf_status status_of(CURLcode code, const state *at) {
  if (at->stopped) return TWF_STOPPED;
  switch (code) {
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE: return TWF_REFUSED;
  case CURLE_UNKNOWN_OPTION:
  case CURLE_NOT_BUILT_IN: return TWF_MEMORY;
  case CURLE_ABORTED_BY_CALLBACK: return TWF_BROKEN;
  default: return twf_status_of(code, TWF_UNREACHED);
  }
}

// The list with one more header; unchanged without memory.
static struct curl_slist *with(struct curl_slist *headers, const char *name, const char *value) {
  char header[4096];
  int length = snprintf(header, sizeof header, "%s: %s", name, value);
  if (length < 0 || (size_t)length >= sizeof header) return headers;
  struct curl_slist *longer = curl_slist_append(headers, header);
  return longer != NULL ? longer : headers;
}

void two_ask(const two_request *request, two_answer *answer) {
  memset(answer, 0, sizeof *answer);
  CURL *handle = request->line->handle;
  state at = {.request = request, .handle = handle};
  char message[CURL_ERROR_SIZE] = "";
  long seconds = request->seconds;
  twf_patience patience = {
    .whole = seconds, .connect = 5, .halt = seconds < 20 ? seconds : 20, .halt_bytes = 1024};
  twf_set_up(handle, request->address, request->user_agent, &patience, message);
  curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &at);
  if (request->authorities != NULL)
    curl_easy_setopt(handle, CURLOPT_CAINFO, request->authorities);
  // Old versions of libcurl don't send this header by themselves.
  struct curl_slist *headers = with(NULL, "x-amz-content-sha256", request->sha256);
  if (request->token != NULL) headers = with(headers, "x-amz-security-token", request->token);
  char range[32];
  if (strcmp(request->method, "HEAD") == 0) {
    curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  } else if (strcmp(request->method, "PUT") == 0) {
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->size);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_body);
    curl_easy_setopt(handle, CURLOPT_READDATA, &at);
    curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, seek_body);
    curl_easy_setopt(handle, CURLOPT_SEEKDATA, &at);
  } else if (strcmp(request->method, "GET") != 0) {
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request->method);
  } else if (request->offset > 0) {
    snprintf(range, sizeof range, "%lld-", (long long)request->offset);
    curl_easy_setopt(handle, CURLOPT_RANGE, range);
  }
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_USERNAME, request->key);
  curl_easy_setopt(handle, CURLOPT_PASSWORD, request->secret);
  // Without a signature nothing is sent: the keys would be transmitted unencrypted.
  CURLcode code = curl_easy_setopt(handle, CURLOPT_AWS_SIGV4, request->provider);
  if (code == CURLE_OK) code = curl_easy_perform(handle);

  answer->status = status_of(code, &at);
  if (message[0] != 0) request->says(request->context, TWF_MESSAGE, message);
  if (at.talk[0] != 0) request->says(request->context, TWF_TALK, at.talk);
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer->code);
  curl_off_t length = -1, connected = 0;
  curl_easy_getinfo(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  answer->length = length;
  answer->retry_after = twf_retry_after(handle);
  curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &connected);
  answer->was_sent = connected > 0;
  // A line keeps its connections, and none of the pointers above.
  curl_easy_reset(handle);
  curl_slist_free_all(headers);
}
