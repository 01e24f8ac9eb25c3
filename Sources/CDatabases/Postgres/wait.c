#include <CPostgres.h>

#include <errno.h>
#include <poll.h>
#include <time.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

// Waits until a socket is readable or writable, as requested; false after the timeout.
static bool wait_for(int socket, short events, long long deadline) {
  while (true) {
    long long left = deadline - now();
    if (left <= 0) return false;
    struct pollfd entry = {socket, events, 0};
    int ready = poll(&entry, 1, left > 1000000 ? 1000000 : (int)left);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return true;  // the next call says what is wrong
  }
}

PGconn *twq_connect(const char *const *names, const char *const *values, int milliseconds) {
  const twq_functions *library = twq_load();
  if (!library) return NULL;
  long long deadline = now() + milliseconds;
  PGconn *connection = library->PQconnectStartParams(names, values, 1);
  if (!connection) return NULL;
  PostgresPollingStatusType state = PGRES_POLLING_WRITING;
  while (library->PQstatus(connection) != CONNECTION_BAD) {
    if (state == PGRES_POLLING_OK || state == PGRES_POLLING_FAILED) break;
    // The socket may be another one for the next host.
    short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (!wait_for(library->PQsocket(connection), events, deadline)) break;
    state = library->PQconnectPoll(connection);
  }
  return connection;
}

twq_end twq_flush(PGconn *connection, int milliseconds) {
  const twq_functions *library = twq_load();
  long long deadline = now() + milliseconds;
  int rest;
  while ((rest = library->PQflush(connection)) > 0) {
    if (!wait_for(library->PQsocket(connection), POLLIN | POLLOUT, deadline)) return TWQ_LATE;
    // A server with a long output stops reading until the output is read.
    if (!library->PQconsumeInput(connection)) return TWQ_LOST;
  }
  return rest == 0 ? TWQ_READY : TWQ_LOST;
}

twq_end twq_wait(PGconn *connection, int milliseconds) {
  const twq_functions *library = twq_load();
  long long deadline = now() + milliseconds;
  twq_end end = twq_flush(connection, milliseconds);
  if (end != TWQ_READY) return end;
  while (library->PQisBusy(connection)) {
    if (!wait_for(library->PQsocket(connection), POLLIN, deadline)) return TWQ_LATE;
    if (!library->PQconsumeInput(connection)) return TWQ_LOST;
  }
  return TWQ_READY;
}

twq_end twq_hear(PGconn *connection, int milliseconds) {
  const twq_functions *library = twq_load();
  if (!wait_for(library->PQsocket(connection), POLLIN, now() + milliseconds)) return TWQ_LATE;
  return library->PQconsumeInput(connection) ? TWQ_READY : TWQ_LOST;
}
