#define _GNU_SOURCE
#include <CSandbox.h>

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// The sanitizers reserve terabytes of address space.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TWB_SANITIZED 1
#endif
#endif

// The maximum length of files that a started process may write: the size of the shared memory.
static const rlim_t most_written = 512 << 20;

#ifndef TWB_SANITIZED
// The address space of a process, bytes; 0 if unknown.
static uint64_t address_space(int pid) {
  char path[64], text[64] = "";
  snprintf(path, sizeof path, "/proc/%d/statm", pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}
#endif

// Only the soft limits are set, which can be raised again for the next file; the process itself
// can't, once it is restricted.
static int set_soft(int pid, int kind, rlim_t value) {
  struct rlimit limit;
  if (prlimit(pid, kind, NULL, &limit)) return errno;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  return prlimit(pid, kind, &limit, NULL) ? errno : 0;
}

int twb_allow_memory(int pid, uint64_t bytes) {
#ifndef TWB_SANITIZED
  uint64_t has = address_space(pid);
  return has ? set_soft(pid, RLIMIT_AS, has + bytes) : ESRCH;
#else
  (void)pid, (void)bytes;
  return 0;
#endif
}

int twb_allow_time(int pid, uint32_t seconds) {
  clockid_t clock;
  struct timespec used;
  int reason = clock_getcpuclockid(pid, &clock);
  if (reason) return reason;
  if (clock_gettime(clock, &used)) return errno;
  return set_soft(pid, RLIMIT_CPU, (rlim_t)used.tv_sec + (used.tv_nsec > 0) + seconds);
}

void twb_settle(void) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  struct rlimit none = {0, 0}, written = {most_written, most_written};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &written);
  // Each heap of a thread's own would reserve 64 MiB of the address space that is counted.
  mallopt(M_ARENA_MAX, 1);
  // The memory of a usual photo stays for the next one.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

void twb_trim(size_t most) {
  if (mallinfo2().fordblks > most) malloc_trim(0);
}
