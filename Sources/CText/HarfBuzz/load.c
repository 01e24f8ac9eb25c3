#include <CHarfBuzz.h>

static const char *const files[] = {"libharfbuzz.so.0", NULL};
static const char *const names[] = {TWG_FUNCTIONS(TWD_NAME) NULL};

static twg_functions functions;

const twg_functions *twg_load(void) {
  static twd_library library = {files, names, &functions, 0};
  return twd_load(&library) ? &functions : NULL;
}
