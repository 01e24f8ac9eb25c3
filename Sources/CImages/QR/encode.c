#include <CLoader.h>
#include <qrencode.h>
#include <stddef.h>

#include <CQR.h>

#define TWQ_FUNCTIONS(each) each(QRcode_encodeData) each(QRcode_free) each(QRcode_APIVersionString)

static struct { TWQ_FUNCTIONS(TWD_POINTER) } functions;

static const char *const files[] = {"libqrencode.so.4", NULL};
static const char *const names[] = {TWQ_FUNCTIONS(TWD_NAME) NULL};
static twd_library library = {files, names, &functions, 0};

const char *twq_version(void) {
  return twd_load(&library) ? functions.QRcode_APIVersionString() : NULL;
}

int twq_encode(const uint8_t *bytes, int count, uint8_t *modules, int capacity) {
  if (count <= 0 || !twd_load(&library)) return 0;
  // Version 0: the smallest that holds the bytes.
  QRcode *code = functions.QRcode_encodeData(count, bytes, 0, QR_ECLEVEL_M);
  if (!code) return 0;
  int side = code->width, total = side * side;
  if (total > capacity) side = 0;
  for (int index = 0; side && index < total; index++) {
    // The other bits are the module's purpose.
    modules[index] = code->data[index] & 1;
  }
  functions.QRcode_free(code);
  return side;
}
