#include "load.h"

// The variant that PROJ, and so SpatiaLite, brings along on Debian; both have the same functions.
static const char *const files[] = {"libcurl-gnutls.so.4", "libcurl.so.4", NULL};
static const char *const functions[] = {TWF_FUNCTIONS(TWD_NAME) NULL};

twf_functions twf_library;

bool twf_load(void) {
  static twd_library library = {files, functions, &twf_library, 0};
  return twd_load(&library);
}
