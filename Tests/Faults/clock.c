// Sets the time of day for a program, for tests. With TIMEWALK_CLOCK, in seconds since 1970, the
// clock stands still. TIMEWALK_CLOCK_FILE names a file with the seconds by which the clock is
// ahead. It is read anew each time, which can advance the clock of a running program. Built as a
// shared library and named in LD_PRELOAD. Monotonic clocks stay unchanged; with TIMEWALK_CLOCK_ALL
// CLOCK_BOOTTIME, which Swift's ContinuousClock reads, is ahead as well.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Only by system calls: the caller may hold any lock.
static long long ahead(void) {
  const char *path = getenv("TIMEWALK_CLOCK_FILE");
  if (!path) return 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[32] = {0};
  syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  return atoll(text);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int code = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_BOOTTIME && getenv("TIMEWALK_CLOCK_ALL")) now->tv_sec += ahead();
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return code;
  const char *seconds = getenv("TIMEWALK_CLOCK");
  if (seconds) now->tv_sec = atoll(seconds);
  now->tv_sec += ahead();
  return code;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec precise;
  int code = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return code;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
