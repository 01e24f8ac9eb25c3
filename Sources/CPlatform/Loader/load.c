#include <CLoader.h>

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

enum { LOADED = 1, MISSING = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool find_functions(void *handle, const twd_library *library) {
  char *slot = library->pointers;
  for (const char *const *name = library->functions; *name; name++) {
    void *function = dlsym(handle, *name);
    if (!function) return false;
    // ISO C has no cast from an object's pointer to a function's; POSIX guarantees that they are
    // alike.
    memcpy(slot, &function, sizeof function);
    slot += sizeof function;
  }
  return true;
}

static bool find_library(const twd_library *library) {
  for (const char *const *file = library->files; *file; file++) {
    void *handle = dlopen(*file, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) continue;
    if (find_functions(handle, library)) return true;
    dlclose(handle);
  }
  return false;
}

bool twd_load(twd_library *library) {
  int state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
  if (state == 0) {
    pthread_mutex_lock(&mutex);
    state = library->state;
    if (state == 0) {
      state = find_library(library) ? LOADED : MISSING;
      __atomic_store_n(&library->state, state, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&mutex);
  }
  return state == LOADED;
}
