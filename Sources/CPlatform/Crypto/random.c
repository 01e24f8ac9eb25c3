#include <errno.h>
#include <sys/random.h>

#include <CCrypto.h>

bool twc_random(uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t given = getrandom(bytes, count, 0);
    if (given < 0 && errno == EINTR) continue;
    if (given <= 0) return false;
    bytes += given;
    count -= (size_t)given;
  }
  return true;
}
