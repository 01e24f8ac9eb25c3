#define _GNU_SOURCE
#include <CProjection.h>

#include <CLoader.h>
#include <math.h>
#include <proj.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TWM_PROJ(each) \
  each(proj_context_create) each(proj_context_destroy) each(proj_context_get_database_path) \
  each(proj_context_set_enable_network) each(proj_context_set_fileapi) each(proj_create_crs_to_crs_from_pj) \
  each(proj_create_from_database) each(proj_create_from_wkt) each(proj_destroy) each(proj_get_type) \
  each(proj_log_level) each(proj_normalize_for_visualization) each(proj_trans)
#define TWM_SQLITE(each) each(sqlite3_vfs_find)

static struct {
  TWM_PROJ(TWD_POINTER)
} proj;

static struct {
  TWM_SQLITE(TWD_POINTER)
} sqlite;

static bool load_proj(void) {
  static const char *const files[] = {"libproj.so.25", NULL};
  static const char *const functions[] = {TWM_PROJ(TWD_NAME) NULL};
  static twd_library library = {files, functions, &proj, 0};
  return twd_load(&library);
}

// The same SQLite that PROJ uses.
static bool load_sqlite(void) {
  static const char *const files[] = {"libsqlite3.so.0", NULL};
  static const char *const functions[] = {TWM_SQLITE(TWD_NAME) NULL};
  static twd_library library = {files, functions, &sqlite, 0};
  return twd_load(&library);
}

static PROJ_FILE_HANDLE *open_none(PJ_CONTEXT *context, const char *name, PROJ_OPEN_ACCESS access, void *data) {
  (void)context, (void)name, (void)access, (void)data;
  return NULL;
}

static size_t read_none(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *bytes, size_t count, void *data) {
  (void)context, (void)file, (void)bytes, (void)count, (void)data;
  return 0;
}

static size_t write_none(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, const void *bytes, size_t count, void *data) {
  (void)context, (void)file, (void)bytes, (void)count, (void)data;
  return 0;
}

static int seek_none(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, long long offset, int from, void *data) {
  (void)context, (void)file, (void)offset, (void)from, (void)data;
  return 0;
}

static unsigned long long tell_none(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *data) {
  (void)context, (void)file, (void)data;
  return 0;
}

static void close_none(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *data) {
  (void)context, (void)file, (void)data;
}

static int find_none(PJ_CONTEXT *context, const char *name, void *data) {
  (void)context, (void)name, (void)data;
  return 0;
}

static int rename_none(PJ_CONTEXT *context, const char *from, const char *to, void *data) {
  (void)context, (void)from, (void)to, (void)data;
  return 0;
}

// The files that PROJ finds once its database is open.
static const PROJ_FILE_API no_files = {
  .version = 1,
  .open_cbk = open_none,
  .read_cbk = read_none,
  .write_cbk = write_none,
  .seek_cbk = seek_none,
  .tell_cbk = tell_none,
  .close_cbk = close_none,
  .exists_cbk = find_none,
  .mkdir_cbk = find_none,
  .unlink_cbk = find_none,
  .rename_cbk = rename_none,
};

// The C library's own function makes a system call that also takes a path, which a locked process
// doesn't have.
static int describe(int file, struct stat *found) { return (int)syscall(SYS_fstat, file, found); }

// Prepares SQLite and PROJ in a process that is locked next.
static bool prepare(void) {
  if (!load_sqlite()) return false;
  sqlite3_vfs *system = sqlite.sqlite3_vfs_find(NULL);
  if (!system || system->iVersion < 3) return false;
  if (system->xSetSystemCall(system, "fstat", (sqlite3_syscall_ptr)describe) != SQLITE_OK) return false;
  // Such a process has no home folder, and PROJ would look into one that all users can write.
  return !setenv("PROJ_SKIP_READ_USER_WRITABLE_DIRECTORY", "YES", 1);
}

twm_context *twm_open(bool confined) {
  if (!load_proj() || (confined && !prepare())) return NULL;
  PJ_CONTEXT *context = proj.proj_context_create();
  if (!context) return NULL;
  proj.proj_log_level(context, PJ_LOG_NONE);
  proj.proj_context_set_enable_network(context, 0);
  if (proj.proj_context_get_database_path(context) && proj.proj_context_set_fileapi(context, &no_files, NULL))
    return context;
  proj.proj_context_destroy(context);
  return NULL;
}

static bool has_places(const PJ *system) {
  switch (proj.proj_get_type(system)) {
  case PJ_TYPE_GEOGRAPHIC_2D_CRS:
  case PJ_TYPE_GEOGRAPHIC_3D_CRS:
  case PJ_TYPE_PROJECTED_CRS:
  case PJ_TYPE_COMPOUND_CRS:
  case PJ_TYPE_BOUND_CRS: return true;
  default: return false;
  }
}

static PJ *by_code(twm_context *context, const char *code) {
  return proj.proj_create_from_database(context, "EPSG", code, PJ_CATEGORY_CRS, 0, NULL);
}

// The conversion to longitude and latitude; NULL if there is none.
static PJ *conversion(twm_context *context, const PJ *system) {
  PJ *world = by_code(context, "4326");
  // East comes before north in `made`, whatever the order of the system's own axes.
  PJ *found = world ? proj.proj_create_crs_to_crs_from_pj(context, system, world, NULL, NULL) : NULL;
  PJ *made = found ? proj.proj_normalize_for_visualization(context, found) : NULL;
  proj.proj_destroy(found);
  proj.proj_destroy(world);
  return made;
}

static twm_point convert(PJ *conversion, PJ_DIRECTION direction, twm_point point) {
  PJ_COORD found = proj.proj_trans(conversion, direction, (PJ_COORD){.xyzt = {point.x, point.y, 0, HUGE_VAL}});
  return (twm_point){found.xy.x, found.xy.y};
}

twm_status twm_convert(
  twm_context *context, const char *system, const twm_point *points, size_t count, twm_point *places,
  twm_point *back) {
  static const char authority[] = "EPSG:";
  bool is_code = !strncmp(system, authority, sizeof authority - 1);
  PJ *read = is_code ? by_code(context, system + sizeof authority - 1)
                     : proj.proj_create_from_wkt(context, system, NULL, NULL, NULL);
  if (!read) return is_code ? TWM_NO_CODE : TWM_NO_SYSTEM;
  PJ *made = has_places(read) ? conversion(context, read) : NULL;
  proj.proj_destroy(read);
  if (!made) return TWM_NO_SYSTEM;
  for (size_t i = 0; i < count; i++) {
    places[i] = convert(made, PJ_FWD, points[i]);
    back[i] = convert(made, PJ_INV, places[i]);
  }
  proj.proj_destroy(made);
  return TWM_CONVERTED;
}
