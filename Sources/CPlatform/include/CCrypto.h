// Digests, scrypt and random bytes, by OpenSSL's libcrypto and the kernel.
//
// The digests are linked statically, some 30 kB: they load no providers, read no configuration, and
// work after further libraries can't be loaded. scrypt needs the whole library, which is loaded on
// its first use.
#ifndef TIMEWALK_CCRYPTO_H
#define TIMEWALK_CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum twc_function {
  TWC_SHA256,
  TWC_SHA512,
  TWC_SHA1,
  TWC_MD5
} twc_function;

// A digest under way; a copy of it continues independently.
typedef struct twc_digest {
  twc_function function;
  uint64_t state[27];
} twc_digest;

void twc_begin(twc_digest *digest, twc_function function);

void twc_add(twc_digest *digest, const void *bytes, size_t count);

// Writes the digest of all bytes so far, at most 64 bytes, and returns its length; `digest` stays
// unchanged.
size_t twc_finish(const twc_digest *digest, uint8_t *result);

// scrypt's numbers (RFC 7914): N, r and p.
typedef struct twc_cost {
  uint64_t rounds;
  uint64_t block_size;
  uint64_t parallelism;
} twc_cost;

typedef struct twc_bytes {
  const uint8_t *bytes;
  size_t count;
} twc_bytes;

typedef enum twc_status {
  TWC_OK = 0,
  TWC_MISSING,  // libcrypto is not installed
  TWC_REFUSED   // it takes no such numbers, or there is no memory
} twc_status;

// Derives `count` bytes from a passphrase and a salt.
twc_status twc_scrypt(twc_bytes passphrase, twc_bytes salt, twc_cost cost, uint8_t *key, size_t count);

// Fills a buffer with the kernel's random bytes; false on failure, with `errno`.
bool twc_random(uint8_t *bytes, size_t count);

#endif
