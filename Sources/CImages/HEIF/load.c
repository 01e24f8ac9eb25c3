#include "load.h"

static const char *const files[] = {"libheif.so.1", NULL};
static const char *const functions[] = {TWH_FUNCTIONS(TWD_NAME) NULL};

twh_functions twh_library;

bool twh_load(void) {
  static twd_library library = {files, functions, &twh_library, 0};
  return twd_load(&library);
}
