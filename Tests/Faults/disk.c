// Sits between a program and its disk, for tests: makes one call fail, or records what reaches
// the disk and when.
//
// Built as a shared library and named in LD_PRELOAD. Only files below TIMEWALK_DISK_ROOT are
// observed, so counts don't depend on other files of a program.
//
//   TIMEWALK_DISK_COUNTS  a file for the number of calls of each kind, written while they are
//                         made: a program that dies leaves them, too
//   TIMEWALK_DISK_FAIL    the kind of call to fail: open, read, write, sync, name, size, map or
//                         allocate
//   TIMEWALK_DISK_AT      the number of the call to fail, from 1
//   TIMEWALK_DISK_ERROR   the errno of the failure; 0 for a write or read of half the bytes
//   TIMEWALK_DISK_EVER    fail all later ones as well
//   TIMEWALK_DISK_KILL    kill the program at that call instead, before it does anything
//   TIMEWALK_DISK_LOG     a file to record changes, syncs and the program's answers, in order
//   TIMEWALK_DISK_DEAF    record as if no sync was ever requested, to see that a test finds that
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, SYNC, NAME, SIZE, MAP, ALLOCATE, KINDS, MOST_FILES = 4096 };
static const char *const kinds[KINDS] = {"open", "read", "write", "sync", "name", "size", "map", "allocate"};

static char root[PATH_MAX];
static size_t root_length;
static volatile uint64_t own_counts[KINDS];
static volatile uint64_t *counts = own_counts;
static int failing = -1, failure = EIO, log_file = -1;
static uint64_t failing_at;
static bool fails_ever, kills, is_deaf, is_ready;
static bool is_tracked[MOST_FILES];
static char names[MOST_FILES][192];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The C library's own functions: calls by symbol name bypass this file.
#define REAL(type, name, parameters) \
  typedef type (*name##_call) parameters; \
  static name##_call real_##name(void) { \
    static name##_call found; \
    if (!found) found = (name##_call)dlsym(RTLD_NEXT, #name); \
    return found; \
  }
REAL(ssize_t, read, (int, void *, size_t))
REAL(ssize_t, pread64, (int, void *, size_t, off64_t))
REAL(ssize_t, write, (int, const void *, size_t))
REAL(ssize_t, pwrite64, (int, const void *, size_t, off64_t))
REAL(ssize_t, writev, (int, const struct iovec *, int))
REAL(int, fsync, (int))
REAL(int, fdatasync, (int))
REAL(int, close, (int))
REAL(int, closedir, (DIR *))
REAL(int, ftruncate64, (int, off64_t))
REAL(int, renameat, (int, const char *, int, const char *))
REAL(int, linkat, (int, const char *, int, const char *, int))
REAL(int, unlinkat, (int, const char *, int))
REAL(int, mkdirat, (int, const char *, mode_t))

// All arguments are as wide as the kernel reads them.
static void *map(void *address, size_t length, long protection, long flags, long file, long offset) {
  return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}

__attribute__((constructor)) static void start(void) {
  const char *value = getenv("TIMEWALK_DISK_ROOT");
  if (!value || !realpath(value, root)) return;
  root_length = strlen(root);
  if ((value = getenv("TIMEWALK_DISK_COUNTS"))) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, value, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && syscall(SYS_ftruncate, file, sizeof own_counts) == 0) {
      void *memory = map(NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (memory != MAP_FAILED) counts = memory;
    }
    if (file >= 0) syscall(SYS_close, file);
  }
  if ((value = getenv("TIMEWALK_DISK_FAIL"))) {
    for (int kind = 0; kind < KINDS; kind++) if (!strcmp(value, kinds[kind])) failing = kind;
  }
  if ((value = getenv("TIMEWALK_DISK_AT"))) failing_at = strtoull(value, NULL, 10);
  if ((value = getenv("TIMEWALK_DISK_ERROR"))) failure = atoi(value);
  fails_ever = getenv("TIMEWALK_DISK_EVER") != NULL;
  kills = getenv("TIMEWALK_DISK_KILL") != NULL;
  is_deaf = getenv("TIMEWALK_DISK_DEAF") != NULL;
  if ((value = getenv("TIMEWALK_DISK_LOG"))) {
    log_file = (int)syscall(SYS_openat, AT_FDCWD, value, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  is_ready = true;
}

// Whether this call is the one to fail.
static bool fails(int kind) {
  uint64_t number = __atomic_add_fetch(&counts[kind], 1, __ATOMIC_SEQ_CST);
  bool is_it = kind == failing && (fails_ever ? number >= failing_at : number == failing_at);
  if (is_it && kills) kill(getpid(), SIGKILL);
  return is_it;
}

// MARK: Which files

// A path relative to the root; NULL for one elsewhere.
static const char *below(int folder, const char *path, char *room) {
  if (!is_ready || !path) return NULL;
  char whole[PATH_MAX * 2];
  if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else if (folder == AT_FDCWD) {
    char here[PATH_MAX];
    if (syscall(SYS_getcwd, here, sizeof here) < 0) return NULL;
    snprintf(whole, sizeof whole, "%s/%s", here, path);
  } else if (folder >= 0 && folder < MOST_FILES && is_tracked[folder]) {
    snprintf(whole, sizeof whole, "%s/%s/%s", root, names[folder], path);
  } else {
    // Resolving a path to the root begins above it, in folders that aren't tracked: the system
    // reports their location.
    char link[64], here[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = syscall(SYS_readlink, link, here, sizeof here - 1);
    if (length <= 0) return NULL;
    here[length] = 0;
    snprintf(whole, sizeof whole, "%s/%s", here, path);
  }
  if (strncmp(whole, root, root_length) || (whole[root_length] != '/' && whole[root_length])) return NULL;
  // Without empty parts and points, which the tests' paths don't have otherwise.
  size_t length = 0;
  for (char *part = whole + root_length; *part;) {
    while (*part == '/') part++;
    size_t size = strcspn(part, "/");
    if (size && !(size == 1 && part[0] == '.')) {
      if (length) room[length++] = '/';
      memcpy(room + length, part, size);
      length += size;
    }
    part += size;
  }
  room[length] = 0;
  return room;
}

static bool tracks(int file) { return is_ready && file >= 0 && file < MOST_FILES && is_tracked[file]; }

// SQLite's shared memory is not kept over a power cut, nor are files that a program locks and never
// reads.
static bool is_lasting(const char *name) {
  size_t length = strlen(name);
  return length < 4 || strcmp(name + length - 4, "-shm");
}

// MARK: The log

// A record: its kind, the file's number, an offset, the lengths of two texts, and both.
static void record(char kind, uint64_t file, uint64_t offset, const void *first, uint64_t first_length,
    const void *second, uint64_t second_length) {
  if (log_file < 0) return;
  uint64_t head[5] = {(uint64_t)kind, file, offset, first_length, second_length};
  struct iovec parts[3] = {
    {head, sizeof head}, {(void *)first, first_length}, {(void *)second, second_length}};
  syscall(SYS_writev, log_file, parts, 3);
}

static uint64_t number_of(int file) {
  struct stat64 status;
  return fstat64(file, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

static void note_bytes(int file, const void *bytes, ssize_t count, uint64_t offset) {
  if (log_file >= 0 && count > 0 && tracks(file) && is_lasting(names[file])) {
    record('w', number_of(file), offset, bytes, (uint64_t)count, NULL, 0);
  }
}

// MARK: Opening and closing

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  char room[PATH_MAX * 2];
  const char *name = below(folder, path, room);
  if (!name) return (int)syscall(SYS_openat, folder, path, flags, mode);
  if (fails(OPEN)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  struct stat64 status;
  bool was_there = fstatat64(folder, path, &status, 0) == 0;
  int file = (int)syscall(SYS_openat, folder, path, flags, mode);
  if (file >= 0 && file < MOST_FILES) {
    is_tracked[file] = strlen(name) < sizeof names[0];
    snprintf(names[file], sizeof names[0], "%s", name);
    if (is_lasting(name)) {
      if (!was_there && (flags & O_CREAT)) record('c', number_of(file), 0, name, strlen(name), NULL, 0);
      if (was_there && (flags & O_TRUNC) && status.st_size) record('t', number_of(file), 0, NULL, 0, NULL, 0);
    }
  }
  pthread_mutex_unlock(&lock);
  return file;
}

static mode_t mode_of(int flags, va_list list) {
  return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(list, mode_t) : 0;
}

#define OPENS(name, parameters, folder) \
  int name parameters { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, list); \
    va_end(list); \
    return open_at(folder, path, flags, mode); \
  }
OPENS(open, (const char *path, int flags, ...), AT_FDCWD)
OPENS(open64, (const char *path, int flags, ...), AT_FDCWD)
OPENS(openat, (int folder, const char *path, int flags, ...), folder)
OPENS(openat64, (int folder, const char *path, int flags, ...), folder)
int creat(const char *path, mode_t mode) { return open_at(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

int close(int file) {
  if (tracks(file)) is_tracked[file] = false;
  return real_close()(file);
}

// The C library closes the folder's file without a call of close.
int closedir(DIR *folder) {
  int file = dirfd(folder);
  if (tracks(file)) is_tracked[file] = false;
  return real_closedir()(folder);
}

// MARK: Reading and writing

ssize_t read(int file, void *bytes, size_t count) {
  if (tracks(file) && fails(READ)) {
    if (failure) return errno = failure, -1;
    count = (count + 1) / 2;
  }
  return real_read()(file, bytes, count);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
  if (tracks(file) && fails(READ)) {
    if (failure) return errno = failure, -1;
    count = (count + 1) / 2;
  }
  return real_pread64()(file, bytes, count, offset);
}
ssize_t pread(int file, void *bytes, size_t count, off_t offset) { return pread64(file, bytes, count, offset); }

ssize_t write(int file, const void *bytes, size_t count) {
  if (file == STDOUT_FILENO && log_file >= 0) {
    pthread_mutex_lock(&lock);
    ssize_t done = real_write()(file, bytes, count);
    if (done > 0) record('a', 0, 0, bytes, (uint64_t)done, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
  }
  if (!tracks(file)) return real_write()(file, bytes, count);
  if (fails(WRITE)) {
    if (failure) return errno = failure, -1;
    count = (count + 1) / 2;
  }
  pthread_mutex_lock(&lock);
  bool appends = fcntl(file, F_GETFL) & O_APPEND;
  ssize_t done = real_write()(file, bytes, count);
  off64_t end = lseek64(file, 0, appends ? SEEK_END : SEEK_CUR);
  if (done > 0) note_bytes(file, bytes, done, (uint64_t)(end - done));
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  if (!tracks(file)) return real_pwrite64()(file, bytes, count, offset);
  if (fails(WRITE)) {
    if (failure) return errno = failure, -1;
    count = (count + 1) / 2;
  }
  pthread_mutex_lock(&lock);
  ssize_t done = real_pwrite64()(file, bytes, count, offset);
  note_bytes(file, bytes, done, (uint64_t)offset);
  pthread_mutex_unlock(&lock);
  return done;
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return pwrite64(file, bytes, count, offset); }

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (!tracks(file) && !(file == STDOUT_FILENO && log_file >= 0)) return real_writev()(file, parts, count);
  ssize_t done = 0;
  for (int part = 0; part < count; part++) {
    ssize_t now = write(file, parts[part].iov_base, parts[part].iov_len);
    if (now < 0) return done ? done : now;
    done += now;
    if ((size_t)now < parts[part].iov_len) break;
  }
  return done;
}

int ftruncate64(int file, off64_t size) {
  if (!tracks(file)) return real_ftruncate64()(file, size);
  if (fails(SIZE)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  int code = real_ftruncate64()(file, size);
  if (code == 0 && is_lasting(names[file])) record('t', number_of(file), (uint64_t)size, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return code;
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
  if (tracks(file) && fails(MAP)) return errno = failure ? failure : ENOMEM, MAP_FAILED;
  return map(address, length, protection, flags, file, offset);
}
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  return mmap64(address, length, protection, flags, file, offset);
}

// MARK: Bringing to the disk

static int sync_file(int file, int (*real)(int)) {
  if (!tracks(file)) return real(file);
  if (fails(SYNC)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  int code = log_file >= 0 ? 0 : real(file);
  struct stat64 status;
  if (code == 0 && !is_deaf && is_lasting(names[file]) && fstat64(file, &status) == 0) {
    if (S_ISDIR(status.st_mode)) {
      record('f', 0, 0, names[file], strlen(names[file]), NULL, 0);
    } else {
      record('s', (uint64_t)status.st_ino, 0, NULL, 0, NULL, 0);
    }
  }
  pthread_mutex_unlock(&lock);
  return code;
}
int fsync(int file) { return sync_file(file, real_fsync()); }
int fdatasync(int file) { return sync_file(file, real_fdatasync()); }

// MARK: Names

static int rename_at(int from_folder, const char *from, int to_folder, const char *to) {
  char from_room[PATH_MAX * 2], to_room[PATH_MAX * 2];
  const char *from_name = below(from_folder, from, from_room), *to_name = below(to_folder, to, to_room);
  if (!from_name || !to_name) return real_renameat()(from_folder, from, to_folder, to);
  if (fails(NAME)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  int code = real_renameat()(from_folder, from, to_folder, to);
  if (code == 0) record('r', 0, 0, from_name, strlen(from_name), to_name, strlen(to_name));
  pthread_mutex_unlock(&lock);
  return code;
}
int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return rename_at(from_folder, from, to_folder, to);
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char room[PATH_MAX * 2];
  if (!flags) return rename_at(from_folder, from, to_folder, to);
  if (below(from_folder, from, room) && fails(NAME)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  int code = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  char from_room[PATH_MAX * 2], to_room[PATH_MAX * 2];
  const char *from_name = below(from_folder, from, from_room), *to_name = below(to_folder, to, to_room);
  if (code == 0 && from_name && to_name) {
    record('r', 0, 0, from_name, strlen(from_name), to_name, strlen(to_name));
  }
  pthread_mutex_unlock(&lock);
  return code;
}

static int link_at(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  char from_room[PATH_MAX * 2], to_room[PATH_MAX * 2];
  const char *from_name = below(from_folder, from, from_room), *to_name = below(to_folder, to, to_room);
  if (!to_name) return real_linkat()(from_folder, from, to_folder, to, flags);
  if (fails(NAME)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  int code = real_linkat()(from_folder, from, to_folder, to, flags);
  if (code == 0 && from_name) record('l', 0, 0, from_name, strlen(from_name), to_name, strlen(to_name));
  pthread_mutex_unlock(&lock);
  return code;
}
int link(const char *from, const char *to) { return link_at(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return link_at(from_folder, from, to_folder, to, flags);
}

static int unlink_at(int folder, const char *path, int flags) {
  char room[PATH_MAX * 2];
  const char *name = below(folder, path, room);
  if (!name) return real_unlinkat()(folder, path, flags);
  if (fails(NAME)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  int code = real_unlinkat()(folder, path, flags);
  if (code == 0 && is_lasting(name)) record('u', 0, 0, name, strlen(name), NULL, 0);
  pthread_mutex_unlock(&lock);
  return code;
}
int unlink(const char *path) { return unlink_at(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return unlink_at(folder, path, flags); }
int rmdir(const char *path) { return unlink_at(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  struct stat64 status;
  bool is_folder = lstat64(path, &status) == 0 && S_ISDIR(status.st_mode);
  return unlink_at(AT_FDCWD, path, is_folder ? AT_REMOVEDIR : 0);
}

static int mkdir_at(int folder, const char *path, mode_t mode) {
  char room[PATH_MAX * 2];
  const char *name = below(folder, path, room);
  if (!name) return real_mkdirat()(folder, path, mode);
  if (fails(NAME)) return errno = failure ? failure : EIO, -1;
  pthread_mutex_lock(&lock);
  int code = real_mkdirat()(folder, path, mode);
  if (code == 0) record('m', 0, mode, name, strlen(name), NULL, 0);
  pthread_mutex_unlock(&lock);
  return code;
}
int mkdir(const char *path, mode_t mode) { return mkdir_at(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return mkdir_at(folder, path, mode); }

// MARK: Memory

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static bool has_no_memory(void) { return is_ready && failing == ALLOCATE && fails(ALLOCATE); }
void *malloc(size_t size) { return has_no_memory() ? (errno = ENOMEM, NULL) : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return has_no_memory() ? (errno = ENOMEM, NULL) : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  return size && has_no_memory() ? (errno = ENOMEM, NULL) : __libc_realloc(old, size);
}
int posix_memalign(void **place, size_t alignment, size_t size) {
  if (has_no_memory()) return ENOMEM;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *place = memory;
  return 0;
}
