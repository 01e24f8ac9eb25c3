#include <CPostgres.h>

static const char *const files[] = {"libpq.so.5", NULL};
static const char *const names[] = {TWQ_FUNCTIONS(TWD_NAME) NULL};

static twq_functions functions;

const twq_functions *twq_load(void) {
  static twd_library library = {files, names, &functions, 0};
  return twd_load(&library) ? &functions : NULL;
}
