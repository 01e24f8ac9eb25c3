#include "line.h"

#include <stdlib.h>

twf_line *twf_line_open(void) {
  if (!twf_start()) return NULL;
  twf_line *line = malloc(sizeof *line);
  if (line == NULL) return NULL;
  line->handle = curl_easy_init();
  if (line->handle == NULL) {
    free(line);
    return NULL;
  }
  return line;
}

void twf_line_close(twf_line *line) {
  curl_easy_cleanup(line->handle);
  free(line);
}

void twf_set_up(
  CURL *handle, const char *address, const char *user_agent, const twf_patience *patience, char *message) {
  curl_easy_setopt(handle, CURLOPT_URL, address);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, user_agent);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  // A proxy of the environment would be contacted in place of the host, whose address would then be
  // unchecked.
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, patience->whole);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, patience->connect < patience->whole ? patience->connect : patience->whole);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, patience->halt);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, patience->halt_bytes);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, message);
}

twf_status twf_status_of(CURLcode code, twf_status otherwise) {
  switch (code) {
  case CURLE_OK: return TWF_OK;
  case CURLE_URL_MALFORMAT: return TWF_ADDRESS;
  case CURLE_COULDNT_RESOLVE_HOST: return TWF_UNKNOWN;
  case CURLE_OPERATION_TIMEDOUT: return TWF_TIMEOUT;
  case CURLE_OUT_OF_MEMORY:
  case CURLE_FAILED_INIT: return TWF_MEMORY;
  default: return otherwise;
  }
}

int64_t twf_retry_after(CURL *handle) {
  curl_off_t after = 0;
  return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &after) == CURLE_OK ? after : 0;
}
