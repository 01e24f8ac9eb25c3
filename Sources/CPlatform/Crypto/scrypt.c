#include <CLoader.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>

#include <CCrypto.h>

#define TWC_FUNCTIONS(each) each(EVP_PBE_scrypt_ex) each(OPENSSL_init_crypto) each(OSSL_LIB_CTX_new)

static struct { TWC_FUNCTIONS(TWD_POINTER) } functions;

static const char *const files[] = {"libcrypto.so.3", NULL};
static const char *const names[] = {TWC_FUNCTIONS(TWD_NAME) NULL};
static twd_library library = {files, names, &functions, 0};

// A separate context with the default provider: an account's passphrase gives the same key under
// any configuration of OpenSSL.
static OSSL_LIB_CTX *context;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start(void) {
  // No configuration is read, and nothing is taken down at the end, when threads may still hash.
  functions.OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, NULL);
  context = functions.OSSL_LIB_CTX_new();
}

twc_status twc_scrypt(twc_bytes passphrase, twc_bytes salt, twc_cost cost, uint8_t *key, size_t count) {
  if (!twd_load(&library)) return TWC_MISSING;
  pthread_once(&once, start);
  // Parameters whose product below can't overflow.
  const uint64_t most = 1 << 16;
  if (!context || cost.rounds > 1 << 24 || cost.block_size > most || cost.parallelism > most) return TWC_REFUSED;
  // The exact limit: our own numbers need more than the default of 32 MiB.
  uint64_t memory = 128 * cost.block_size * (cost.rounds + cost.parallelism + 2);
  // Without a passphrase or salt, a NULL would mean something else.
  const char *text = passphrase.count ? (const char *)passphrase.bytes : "";
  const uint8_t *grains = salt.count ? salt.bytes : (const uint8_t *)"";
  int done = functions.EVP_PBE_scrypt_ex(
    text, passphrase.count, grains, salt.count, cost.rounds, cost.block_size, cost.parallelism, memory, key, count,
    context, NULL);
  return done == 1 ? TWC_OK : TWC_REFUSED;
}
