// Reports waits within Swift's libraries to the thread sanitizer, for
// `Scripts/test --sanitize thread`.
//
// They aren't built with the sanitizer. Without these reports, it sees no order between two threads
// that do wait for each other, and reports a race of their shared data (Swift 6.3.1). Built as a
// shared library and named in LD_PRELOAD, this intercepts these functions:
//
// - A locked Mutex: the rest happens within libswiftSynchronization.
// - A continuation that is resumed before its task waits: libswift_Concurrency reports only
//   suspended tasks. Optimized code has the wait inline; other code, such as the dependencies',
//   calls the library for all of it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
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

// The relevant fields of libswift_Concurrency's continuation.
struct continuation {
  void *parent;
  ASYNC void (*resume)(CONTEXT);
  // With the second bit the task may continue in another thread; this is reported before.
  uintptr_t flags;
};

static _Thread_local ASYNC void (*goes_on)(CONTEXT);

ASYNC static void resume(CONTEXT) {
  __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return goes_on(context);
}

// A waiting task continues as swift_continuation_init recorded it; only one that doesn't wait
// continues from here, at once. Before that the continuation may still be resumed at any instant.
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

// A call of the library, from its beginning to its return.

#define CHECKED \
  "$ss23withCheckedContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5NeverOGXEtYalF"
#define CHECKED_THROWING \
  "$ss31withCheckedThrowingContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5Error_pGXEtYaKlF"
#define ERROR __attribute__((swift_context)) void *error
// The result's address, the actor, the function's name, the body, and the value's type: the words
// that Swift passes, all unused here.
#define ARGUMENTS \
  void *value, void *actor, void *actor_witness, void *name, void *name_end, void *body, \
      void *body_context, void *type

// The beginning of an asynchronous function's context.
struct call {
  void *parent;
  ASYNC void (*back)(CONTEXT, ERROR);
};

struct caller {
  struct call *call;
  ASYNC void (*back)(CONTEXT, ERROR);
  struct caller *next;
};

static struct caller *callers;
// Not a lock of the system: the sanitizer would take it for an order between the callers.
static atomic_flag is_taken = ATOMIC_FLAG_INIT;

static struct caller **take_callers(void) {
  while (atomic_flag_test_and_set(&is_taken)) {
  }
  return &callers;
}

ASYNC static void goes_back(CONTEXT, ERROR) {
  struct caller **place = take_callers();
  while ((*place)->call != context) place = &(*place)->next;
  struct caller *caller = *place;
  *place = caller->next;
  atomic_flag_clear(&is_taken);
  ASYNC void (*back)(CONTEXT, ERROR) = caller->back;
  free(caller);
  __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return back(context, error);
}

static void note(struct call *call) {
  if (!__tsan_acquire) return;
  struct caller *caller = malloc(sizeof *caller);
  if (!caller) abort();
  *caller = (struct caller){call, call->back, NULL};
  call->back = goes_back;
  struct caller **first = take_callers();
  caller->next = *first;
  *first = caller;
  atomic_flag_clear(&is_taken);
}

#define WATCH(function, symbol) \
  ASYNC void function(ARGUMENTS, CONTEXT) __asm__(symbol); \
  ASYNC void function(ARGUMENTS, CONTEXT) { \
    ASYNC void (*real)(ARGUMENTS, CONTEXT) = library(symbol); \
    note(context); \
    __attribute__((musttail)) return real( \
        value, actor, actor_witness, name, name_end, body, body_context, type, context); \
  }

WATCH(checked, CHECKED)
WATCH(checked_throwing, CHECKED_THROWING)
