#include "load.h"

// The one since 4.5, from which come the options that `memory.c` opens with.
static const char *const files[] = {"libtiff.so.6", NULL};
static const char *const functions[] = {TWT_FUNCTIONS(TWD_NAME) NULL};

twt_functions twt_library;

bool twt_load(void) {
  static twd_library library = {files, functions, &twt_library, 0};
  return twd_load(&library);
}
