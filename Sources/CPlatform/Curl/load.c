#include <pthread.h>

#include "line.h"

// The variant that PROJ, and so SpatiaLite, depends on in Debian; both have the same functions.
static const char *const files[] = {"libcurl-gnutls.so.4", "libcurl.so.4", NULL};
static const char *const functions[] = {TWF_FUNCTIONS(TWD_NAME) NULL};

twf_functions twf_library;

bool twf_load(void) {
  static twd_library library = {files, functions, &twf_library, 0};
  return twd_load(&library);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

bool twf_start(void) {
  if (!twf_load()) return false;
  pthread_once(&once, start);
  return true;
}
