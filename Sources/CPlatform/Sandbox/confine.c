#define _GNU_SOURCE
#include <CSandbox.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "load.h"

static const char *const files[] = {"libseccomp.so.2", NULL};
static const char *const functions[] = {TWB_FUNCTIONS(TWD_NAME) NULL};
static twb_functions library;

static bool is_loaded(void) {
  static twd_library found = {files, functions, &library, 0};
  return twd_load(&found);
}

// The system calls for computing, and for reading and writing open descriptors.
static const char *const allowed[] = {
  "read", "readv", "write", "writev", "pread64", "pwrite64", "recvfrom", "recvmsg", "sendto", "sendmsg", "poll", "ppoll",
  "close", "fstat", "lseek", "ftruncate",
  "brk", "munmap", "mremap", "madvise", "membarrier",
  "futex", "futex_waitv", "sched_yield", "sched_getaffinity", "set_robust_list", "rseq", "gettid", "getpid",
  "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "getrandom", "getrusage",
  "sysinfo", "uname",
  "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
  "exit", "exit_group",
};

static bool add(scmp_filter_ctx filter, uint32_t action, const char *name, unsigned count, const struct scmp_arg_cmp *rule) {
  int call = library.seccomp_syscall_resolve_name(name);
  // A call that this processor, or this libseccomp, doesn't know can't be made, either.
  return call == __NR_SCMP_ERROR || call < 0 || !library.seccomp_rule_add_array(filter, action, call, count, rule);
}

static bool fill(scmp_filter_ctx filter) {
  bool done = true;
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    done = done && add(filter, SCMP_ACT_ALLOW, allowed[i], 0, NULL);
  // Memory, but none that can be run.
  struct scmp_arg_cmp data = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  done = done && add(filter, SCMP_ACT_ALLOW, "mmap", 1, &data) && add(filter, SCMP_ACT_ALLOW, "mprotect", 1, &data);
  // Threads, but no processes. The newer call hides its flags; without it the C library makes the
  // older one.
  struct scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
  done = done && add(filter, SCMP_ACT_ALLOW, "clone", 1, &thread) && add(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, NULL);
  // To end itself when it finds a fault.
  struct scmp_arg_cmp own = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0);
  return done && add(filter, SCMP_ACT_ALLOW, "tgkill", 1, &own);
}

twb_confinement twb_confine(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  // They read the process's own maps when they report.
  return TWB_UNCONFINED;
#endif
#endif
  if (!is_loaded()) return TWB_UNCONFINED;
  scmp_filter_ctx filter = library.seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return TWB_UNCONFINED;
  // All threads that there are, and those to come.
  bool done = !library.seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) && fill(filter)
    && !library.seccomp_load(filter);
  library.seccomp_release(filter);
  return done ? TWB_CONFINED : TWB_UNCONFINED;
}
