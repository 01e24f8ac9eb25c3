// The direct functions, which OpenSSL 3 calls old: the new ones load a provider and the
// configuration first.
#define OPENSSL_API_COMPAT 10100

#include <openssl/md5.h>
#include <openssl/sha.h>

#include <CCrypto.h>

typedef union state {
  SHA256_CTX sha256;
  SHA512_CTX sha512;
  SHA_CTX sha1;
  MD5_CTX md5;
} state;

_Static_assert(sizeof(state) <= sizeof((twc_digest){0}.state), "the buffer holds a state");
_Static_assert(_Alignof(state) <= _Alignof(uint64_t), "a state may stand there");

static state *state_of(twc_digest *digest) { return (state *)digest->state; }

// These functions can't fail.
void twc_begin(twc_digest *digest, twc_function function) {
  state *at = state_of(digest);
  digest->function = function;
  switch (function) {
  case TWC_SHA256: SHA256_Init(&at->sha256); break;
  case TWC_SHA512: SHA512_Init(&at->sha512); break;
  case TWC_SHA1: SHA1_Init(&at->sha1); break;
  case TWC_MD5: MD5_Init(&at->md5); break;
  }
}

void twc_add(twc_digest *digest, const void *bytes, size_t count) {
  state *at = state_of(digest);
  switch (digest->function) {
  case TWC_SHA256: SHA256_Update(&at->sha256, bytes, count); break;
  case TWC_SHA512: SHA512_Update(&at->sha512, bytes, count); break;
  case TWC_SHA1: SHA1_Update(&at->sha1, bytes, count); break;
  case TWC_MD5: MD5_Update(&at->md5, bytes, count); break;
  }
}

size_t twc_finish(const twc_digest *digest, uint8_t *result) {
  twc_digest copy = *digest;
  state *at = state_of(&copy);
  switch (copy.function) {
  case TWC_SHA256: SHA256_Final(result, &at->sha256); return SHA256_DIGEST_LENGTH;
  case TWC_SHA512: SHA512_Final(result, &at->sha512); return SHA512_DIGEST_LENGTH;
  case TWC_SHA1: SHA1_Final(result, &at->sha1); return SHA_DIGEST_LENGTH;
  case TWC_MD5: MD5_Final(result, &at->md5); return MD5_DIGEST_LENGTH;
  }
  return 0;
}
