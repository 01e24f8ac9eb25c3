// Tells the thread sanitizer of waits within Swift's libraries, for `Scripts/test --sanitize
// thread`.
//
// They aren't built with the sanitizer. Where it isn't told, it sees no order between two threads
// that do wait for each other, and reports a race of what one leaves to the other (Swift 6.3.1).
// Built as a shared library and named in LD_PRELOAD, this stands between our code and these
// functions:
//
// - A Mutex that somebody has: the rest happens within libswiftSynchronization.
// - A continuation that is resumed before its task waits: libswift_Concurrency tells the sanitizer
//   only of tasks that were suspended.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context)) void *context
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

// Other programs that inherit LD_PRELOAD have no sanitizer, and no tasks.
__attribute__((weak)) void __tsan_acquire(void *), __tsan_release(void *);
__attribute__((weak)) void *swift_task_getCurrent(void);

static void *library(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);

SWIFT void lock(uint32_t thread, SELF) {
  SWIFT void (*real)(uint32_t, SELF) = library(LOCK);
  real(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock(SELF) {
  SWIFT void (*real)(SELF) = library(UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  real(mutex);
}

SWIFT bool try_lock(SELF) {
  SWIFT bool (*real)(SELF) = library(TRY_LOCK);
  bool is_taken = real(mutex);
  if (is_taken && __tsan_acquire) __tsan_acquire(mutex);
  return is_taken;
}

// What libswift_Concurrency keeps of a continuation, as far as it matters here.
struct continuation {
  void *parent;
  ASYNC void (*resume)(CONTEXT);
  // With the second bit the task may go on in another thread; that is said before it does.
  uintptr_t flags;
};

static _Thread_local ASYNC void (*goes_on)(CONTEXT);

ASYNC static void resume(CONTEXT) {
  __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return goes_on(context);
}

// A task that has to wait goes on as swift_continuation_init noted it; only one that hasn't goes on
// from here, at once. Before that the continuation may still be resumed at any instant.
ASYNC void swift_continuation_await(struct continuation *continuation) {
  ASYNC void (*real)(struct continuation *) = library("swift_continuation_await");
  if (__tsan_acquire && continuation->flags & 2) {
    __tsan_acquire(swift_task_getCurrent());
  } else if (__tsan_acquire) {
    goes_on = continuation->resume;
    continuation->resume = resume;
  }
  __attribute__((musttail)) return real(continuation);
}
