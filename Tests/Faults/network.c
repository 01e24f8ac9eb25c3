// Notes the hosts and addresses that a program asks the network for, for tests: a line each in the
// file that TIMEWALK_NETWORK_LOG names. Built as a shared library and named in LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void note(const char *what) {
  const char *path = getenv("TIMEWALK_NETWORK_LOG");
  int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  dprintf(file, "%s\n", what);
  close(file);
}

static void note_address(const struct sockaddr *address) {
  if (address && address->sa_family == AF_INET) note("connection IPv4");
  if (address && address->sa_family == AF_INET6) note("connection IPv6");
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  note_address(address);
  return (int)syscall(SYS_connect, socket, address, length);
}

ssize_t sendto(int socket, const void *bytes, size_t count, int flags, const struct sockaddr *address,
    socklen_t length) {
  note_address(address);
  return syscall(SYS_sendto, socket, bytes, count, flags, address, length);
}

// The C library sends questions for names without the calls above.
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) real = dlsym(RTLD_NEXT, "getaddrinfo");
  if (host) note(host);
  return real(host, service, hints, found);
}
