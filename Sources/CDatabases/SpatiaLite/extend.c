#include <CSpatiaLite.h>

#include <CLoader.h>
#include <pthread.h>
#include <spatialite.h>

#define TWS_FUNCTIONS(each) \
  each(spatialite_initialize) each(spatialite_alloc_connection) each(spatialite_init_ex) \
  each(spatialite_cleanup_ex) each(spatialite_version)

static struct {
  TWS_FUNCTIONS(TWD_POINTER)
} library;

static bool load(void) {
  // These functions are alike in all of them.
  static const char *const files[] = {"libspatialite.so.7", "libspatialite.so.8", "libspatialite.so", NULL};
  static const char *const functions[] = {TWS_FUNCTIONS(TWD_NAME) NULL};
  static twd_library found = {files, functions, &library, 0};
  return twd_load(&found);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start(void) { library.spatialite_initialize(); }

static void say_version(sqlite3_context *context, int count, sqlite3_value **arguments) {
  (void)count, (void)arguments;
  sqlite3_result_text(context, library.spatialite_version(), -1, SQLITE_STATIC);
}

static void clean_up(void *cache) { library.spatialite_cleanup_ex(cache); }

void tws_set_up(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

bool tws_is_extended(sqlite3 *connection) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(connection, "SELECT timewalk_spatialite()", -1, &statement, NULL);
  sqlite3_finalize(statement);
  return code == SQLITE_OK;
}

const char *tws_extend(sqlite3 *connection) {
  if (!load()) return "SpatiaLite is not installed.";
  pthread_once(&once, start);
  void *cache = library.spatialite_alloc_connection();
  if (!cache) return "SpatiaLite has no memory for a connection.";
  library.spatialite_init_ex(connection, cache, 0);
  // If this fails SQLite has called the destructor already.
  int code = sqlite3_create_function_v2(
    connection, "timewalk_spatialite", 0, SQLITE_UTF8, cache, say_version, NULL, NULL, clean_up);
  return code == SQLITE_OK ? NULL : "SpatiaLite can't be loaded into SQLite.";
}
