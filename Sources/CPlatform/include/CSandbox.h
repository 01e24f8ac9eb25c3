// Processes of this program that read strangers' files: how they are started, limited, and locked
// in.
#ifndef TIMEWALK_CSANDBOX_H
#define TIMEWALK_CSANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The descriptors of a started process besides 0, 1 and 2, which are closed.
enum { TWB_SOCKET = 3, TWB_MEMORY = 4 };

typedef struct twb_process {
  int pid;
  int socket;  // a stream to the process
  int memory;  // a file in memory that both can read and write
} twb_process;

// The end of a process.
typedef enum twb_end {
  TWB_EXITED,       // by itself
  TWB_OUT_OF_TIME,  // it used all the processor time that it was allowed
  TWB_KILLED,       // by the system, which may have run out of memory, or by a user
  TWB_CRASHED       // by a fault of its own; `signal` says which
} twb_end;

// Starts a program with one argument. It inherits only the fields of `twb_process`: no other
// descriptor, no terminal, and of the environment only the variables for loading and checking
// programs, and those of PROJ's folder. Returns 0, or the error (errno).
int twb_start(const char *program, const char *argument, twb_process *process);

// Allows a process more address space than it has now, in bytes. Returns 0, or why not.
int twb_allow_memory(int pid, uint64_t bytes);
// Allows a process more processor time than it has used, in seconds. Returns 0, or why not.
int twb_allow_time(int pid, uint32_t seconds);

// Returns true if a process still runs.
bool twb_is_alive(int pid);

// Kills a process that is still running, and returns how it ended; TWB_KILLED if it was running.
twb_end twb_finish(const twb_process *process, int *signal);

// Writes or reads all of `count` bytes of a stream. Returns 0, or why not; EPIPE where the other
// end is closed.
int twb_write(int socket, const void *bytes, size_t count);
int twb_read(int socket, void *bytes, size_t count);
// Waits until a process sends data, or ends. Returns 0, or ETIMEDOUT if it has not computed for
// `seconds`: decoders that get no memory for a thread wait for it forever.
int twb_wait(const twb_process *process, uint32_t seconds);

// Writes or reads all of `count` bytes of a file at an offset. Returns 0, or why not; ENODATA where
// the file is shorter.
int twb_store(int file, const void *bytes, size_t count, uint64_t offset);
int twb_load(int file, void *bytes, size_t count, uint64_t offset);
// Cuts a file, which gives its memory back.
int twb_cut(int file, uint64_t count);

// Returns true if this process was started by `twb_start`.
bool twb_is_started(void);

// For a started process, before it reads anything: no new privileges, no core dump, one heap for
// all threads.
void twb_settle(void);

// Returns freed memory to the system if it is more than this.
void twb_trim(size_t most);

// The kernel's restrictions on a process.
typedef enum twb_confinement {
  TWB_CONFINED,    // all but computing, its memory, and the descriptors that it has
  TWB_UNCONFINED   // nothing: libseccomp is missing, or the kernel doesn't allow it
} twb_confinement;

// Locks this process in for good; no library can be loaded from then on, and no file opened.
twb_confinement twb_confine(void);

#ifdef __cplusplus
}
#endif
#endif
