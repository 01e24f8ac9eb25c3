#define _GNU_SOURCE
#include <CSandbox.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

// The variables that the loader and the sanitizers read, and those of PROJ's folder; the rest of
// the environment is not passed on.
static const char *const kept[] = {"LD_LIBRARY_PATH=", "LD_PRELOAD=", "ASAN_", "TSAN_", "UBSAN_", "LSAN_", "GLIBC_TUNABLES=", "PROJ_DATA=", "PROJ_LIB="};

static bool is_kept(const char *variable) {
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (!strncmp(variable, kept[i], strlen(kept[i]))) return true;
  return false;
}

static char **environment(void) {
  size_t count = 0;
  while (environ[count]) count++;
  char **made = calloc(count + 2, sizeof *made);
  if (!made) return NULL;
  size_t used = 0;
  // A crash ends the process at once; the caller interprets it.
  made[used++] = "SWIFT_BACKTRACE=enable=no";
  for (size_t i = 0; i < count; i++)
    if (is_kept(environ[i])) made[used++] = environ[i];
  return made;
}

// Moves a descriptor above those that the new process expects, which avoids conflicts.
static int out_of_the_way(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  int reason = errno;
  close(descriptor);
  errno = reason;
  return moved;
}

static int spawn(const char *program, const char *argument, int socket, int memory, pid_t *pid) {
  char **variables = environment();
  if (!variables) return ENOMEM;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t blocked, all;
  sigfillset(&all);
  // After a signal to stop, we finish the photo in progress, which needs the process. The process
  // ends when its socket does.
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGHUP);
  int reason = posix_spawn_file_actions_init(&actions);
  if (!reason) reason = posix_spawnattr_init(&attributes);
  if (reason) {
    free(variables);
    return reason;
  }
  for (int i = 0; i < 3 && !reason; i++)
    reason = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
  if (!reason) reason = posix_spawn_file_actions_adddup2(&actions, socket, TWB_SOCKET);
  if (!reason) reason = posix_spawn_file_actions_adddup2(&actions, memory, TWB_MEMORY);
  if (!reason) reason = posix_spawn_file_actions_addclosefrom_np(&actions, TWB_MEMORY + 1);
  if (!reason) reason = posix_spawn_file_actions_addchdir_np(&actions, "/");
  // A group of its own, for the terminal's other signals.
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  char *arguments[] = {(char *)"timewalk", (char *)argument, NULL};
  if (!reason) reason = posix_spawn(pid, program, &actions, &attributes, arguments, variables);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  free(variables);
  return reason;
}

int twb_start(const char *program, const char *argument, twb_process *process) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return errno;
  int ours = out_of_the_way(ends[0]), theirs = out_of_the_way(ends[1]);
  int memory = memfd_create("timewalk", MFD_CLOEXEC);
  if (memory >= 0) memory = out_of_the_way(memory);
  int reason = ours < 0 || theirs < 0 || memory < 0 ? errno : 0;
  pid_t pid = 0;
  if (!reason) reason = spawn(program, argument, theirs, memory, &pid);
  if (theirs >= 0) close(theirs);
  if (reason) {
    if (ours >= 0) close(ours);
    if (memory >= 0) close(memory);
    return reason;
  }
  *process = (twb_process){.pid = pid, .socket = ours, .memory = memory};
  return 0;
}

bool twb_is_alive(int pid) {
  siginfo_t ended = {.si_pid = 0};
  return !waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) && ended.si_pid == 0;
}

twb_end twb_finish(const twb_process *process, int *signal) {
  close(process->socket);
  close(process->memory);
  // For a process that is ending already this changes nothing, not even its exit status.
  kill(process->pid, SIGKILL);
  int status = 0;
  while (waitpid(process->pid, &status, 0) < 0)
    if (errno != EINTR) return TWB_EXITED;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (!WIFSIGNALED(status)) return TWB_EXITED;
  switch (WTERMSIG(status)) {
  case SIGXCPU: return TWB_OUT_OF_TIME;
  case SIGKILL: return TWB_KILLED;
  default: return TWB_CRASHED;
  }
}

int twb_write(int socket, const void *bytes, size_t count) {
  const char *from = bytes;
  while (count > 0) {
    // A process that died must not end this one by a signal.
    ssize_t sent = send(socket, from, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == ECONNRESET ? EPIPE : errno;
    from += sent;
    count -= (size_t)sent;
  }
  return 0;
}

int twb_read(int socket, void *bytes, size_t count) {
  char *to = bytes;
  while (count > 0) {
    ssize_t got = recv(socket, to, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == ECONNRESET ? EPIPE : errno;
    if (got == 0) return EPIPE;
    to += got;
    count -= (size_t)got;
  }
  return 0;
}

// The processor time that a process has used, nanoseconds.
static uint64_t time_of(int pid) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &used)) return 0;
  return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

int twb_wait(const twb_process *process, uint32_t seconds) {
  uint64_t used = 0;
  for (uint32_t still = 0; still < seconds;) {
    struct pollfd one = {.fd = process->socket, .events = POLLIN};
    int ready = poll(&one, 1, 1000);
    if (ready < 0 && errno != EINTR) return errno;
    if (ready > 0) return 0;
    if (ready < 0) continue;
    uint64_t now = time_of(process->pid);
    still = now == used ? still + 1 : 0;
    used = now;
  }
  return ETIMEDOUT;
}

int twb_store(int file, const void *bytes, size_t count, uint64_t offset) {
  const char *from = bytes;
  while (count > 0) {
    ssize_t written = pwrite(file, from, count, (off_t)offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return ENOSPC;
    from += written;
    offset += (uint64_t)written;
    count -= (size_t)written;
  }
  return 0;
}

int twb_load(int file, void *bytes, size_t count, uint64_t offset) {
  char *to = bytes;
  while (count > 0) {
    ssize_t got = pread(file, to, count, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return ENODATA;
    to += got;
    offset += (uint64_t)got;
    count -= (size_t)got;
  }
  return 0;
}

int twb_cut(int file, uint64_t count) { return ftruncate(file, (off_t)count) ? errno : 0; }

bool twb_is_started(void) {
  struct stat socket, memory;
  return !fstat(TWB_SOCKET, &socket) && S_ISSOCK(socket.st_mode) && !fstat(TWB_MEMORY, &memory)
    && S_ISREG(memory.st_mode);
}
