#include <CScale.h>

#include <string.h>

// Sixteen bytes; clang maps the shuffles below to the processor's instructions.
typedef uint8_t bytes16 __attribute__((vector_size(16), aligned(1)));

#define LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

// Four rounds of interleaving row i with row i + 8 turn rows into columns.
static void transpose_tile(const uint8_t *source, ptrdiff_t from, uint8_t *target, ptrdiff_t to) {
  bytes16 a[16], b[16];
  for (int i = 0; i < 16; i++) memcpy(&a[i], source + from * i, 16);
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 8; i++) {
      b[2 * i] = LOW(a[i], a[i + 8]);
      b[2 * i + 1] = HIGH(a[i], a[i + 8]);
    }
    for (int i = 0; i < 8; i++) {
      a[2 * i] = LOW(b[i], b[i + 8]);
      a[2 * i + 1] = HIGH(b[i], b[i + 8]);
    }
  }
  for (int i = 0; i < 16; i++) memcpy(target + to * i, &a[i], 16);
}

// target[x][y] = source[y][x] for `width` x `height` source pixels; negative strides mirror.
static void transpose(
  const uint8_t *source, ptrdiff_t from, ptrdiff_t width, ptrdiff_t height, uint8_t *target, ptrdiff_t to) {
  // A strip 64 columns wide keeps the target's rows in the first cache while they fill.
  for (ptrdiff_t left = 0; left < width; left += 64) {
    ptrdiff_t right = left + 64 < width ? left + 64 : width;
    for (ptrdiff_t y = 0; y < height; y += 16)
      for (ptrdiff_t x = left; x < right; x += 16) {
        if (x + 16 <= right && y + 16 <= height) {
          transpose_tile(source + from * y + x, from, target + to * x + y, to);
          continue;
        }
        for (ptrdiff_t j = y; j < y + 16 && j < height; j++)
          for (ptrdiff_t i = x; i < x + 16 && i < right; i++) target[to * i + j] = source[from * j + i];
      }
  }
}

static void reverse_row(const uint8_t *source, uint8_t *target, size_t width) {
  size_t x = 0;
  for (; x + 16 <= width; x += 16) {
    bytes16 v;
    memcpy(&v, source + width - x - 16, 16);
    v = __builtin_shufflevector(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    memcpy(target + x, &v, 16);
  }
  for (; x < width; x++) target[x] = source[width - 1 - x];
}

void twx_place_rows(
  const uint8_t *rows, size_t stride, size_t width, size_t count, size_t first, size_t height, int orientation,
  uint8_t *target, size_t target_stride) {
  ptrdiff_t from = (ptrdiff_t)stride, to = (ptrdiff_t)target_stride;
  // 3, 4: the rows upside down; 6, 7: read from the bottom; 7, 8: written from the bottom.
  bool read_up = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  bool write_up = orientation == 7 || orientation == 8;
  size_t place = read_up ? height - first - count : first;
  target += orientation >= 5 ? place : target_stride * place;
  if (read_up) {
    rows += from * (ptrdiff_t)(count - 1);
    from = -from;
  }
  if (write_up) {
    target += to * (ptrdiff_t)(width - 1);
    to = -to;
  }
  if (orientation >= 5) {
    transpose(rows, from, (ptrdiff_t)width, (ptrdiff_t)count, target, to);
    return;
  }
  bool mirror = orientation == 2 || orientation == 3;
  for (size_t y = 0; y < count; y++, rows += from, target += to) {
    if (mirror) reverse_row(rows, target, width);
    else memcpy(target, rows, width);
  }
}
