// Loads a shared library on its first use; programs that don't need it start without it.
//
// A C target lists a library's functions once, as a macro F that applies another to each name:
//
//   #define TWH_FUNCTIONS(each) each(heif_context_alloc) each(heif_context_free)
//   typedef struct { TWH_FUNCTIONS(TWD_POINTER) } twh_functions;
//
// Each pointer has the type of the library's header, so calls through it are type-checked; a
// function that is called without being listed doesn't link.
#ifndef TIMEWALK_CLOADER_H
#define TIMEWALK_CLOADER_H

#include <stdbool.h>
#include <stddef.h>

#define TWD_POINTER(name) __typeof__(&name) name;
#define TWD_NAME(name) #name,

typedef struct twd_library {
  const char *const *files;      // names to try, the one that the headers belong to first; NULL ends them
  const char *const *functions;  // names, as many as there are pointers; NULL ends them
  void *pointers;                // a struct of `TWD_POINTER`s in the same order
  int state;                     // 0 before the first call; the loader's own
} twd_library;

// Returns true if the library has all its functions; loads it at the first call. It stays loaded.
// Any thread may ask.
bool twd_load(twd_library *library);

#endif
