#include <CPixels.h>

#include <string.h>

int twx_plain_channels(twx_layout layout) {
  if (layout.inks) return 4;
  return layout.channels <= 2 ? 1 : 3;
}

// A sample over white; `top` is the greatest value.
static inline uint32_t over_white(uint32_t value, uint32_t alpha, uint32_t top, bool premultiplied) {
  uint32_t light = premultiplied ? value : (uint32_t)(((uint64_t)value * alpha + top / 2) / top);
  uint32_t sum = light + top - alpha;
  return sum > top ? top : sum;
}

void twx_plain_row(twx_layout layout, size_t width, const void *row, void *plain) {
  int channels = layout.channels, kept = twx_plain_channels(layout);
  bool alpha = channels != kept;
  if (layout.bits == 8) {
    const uint8_t *in = row;
    uint8_t *out = plain, flip = layout.inverted ? 255 : 0;
    if (!alpha && !flip) {
      memcpy(out, in, width * (size_t)kept);
      return;
    }
    for (size_t x = 0; x < width; x++, in += channels)
      for (int c = 0; c < kept; c++) {
        uint8_t value = in[c] ^ flip;
        *out++ = alpha ? (uint8_t)over_white(value, in[kept], 255, layout.premultiplied) : value;
      }
    return;
  }
  const uint16_t *in = row;
  uint16_t *out = plain;
  uint32_t top = (1u << layout.bits) - 1;
  for (size_t x = 0; x < width; x++, in += channels)
    for (int c = 0; c < kept; c++) {
      uint32_t value = in[c] > top ? top : in[c];
      if (layout.inverted) value = top - value;
      if (alpha) value = over_white(value, in[kept] > top ? top : in[kept], top, layout.premultiplied);
      *out++ = (uint16_t)(top == 65535 ? value : (value * 65535u + top / 2) / top);
    }
}

void twx_join_inks(const uint8_t *const *inks, size_t width, uint8_t *row) {
  for (size_t x = 0; x < width; x++)
    for (int i = 0; i < 4; i++) *row++ = inks[i][x];
}

// ITU-T T.871 (JFIF), in 16-bit fixed point.
static inline uint8_t luma(int r, int g, int b) { return (uint8_t)((19595 * r + 38470 * g + 7471 * b + 32768) >> 16); }
static inline uint8_t blue(int r, int g, int b) {
  return (uint8_t)((-11059 * r - 21709 * g + 32768 * b + (128 << 16) + 32767) >> 16);
}
static inline uint8_t red(int r, int g, int b) {
  return (uint8_t)((32768 * r - 27439 * g - 5329 * b + (128 << 16) + 32767) >> 16);
}

void twx_store_row(
  int channels, bool wide, size_t width, const void *plain, uint8_t *y, uint8_t *cb, uint8_t *cr) {
  const uint8_t *narrow = plain;
  const uint16_t *words = plain;
#define SAMPLE(i) (wide ? (int)((words[i] + 128u) / 257u) : (int)narrow[i])
  if (channels == 1) {
    for (size_t x = 0; x < width; x++) y[x] = (uint8_t)SAMPLE(x);
    return;
  }
  for (size_t x = 0; x < width; x++) {
    size_t at = x * (size_t)channels;
    int r = SAMPLE(at), g = SAMPLE(at + 1), b = SAMPLE(at + 2);
    if (channels == 4) {
      int light = 255 - SAMPLE(at + 3);
      r = (255 - r) * light / 255;
      g = (255 - g) * light / 255;
      b = (255 - b) * light / 255;
    }
    y[x] = luma(r, g, b);
    cb[x] = blue(r, g, b);
    cr[x] = red(r, g, b);
  }
#undef SAMPLE
}

static inline uint8_t clamp(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

void twx_rgb_row(
  const uint8_t *y, const uint8_t *cb, const uint8_t *cr, size_t count, int shared, uint8_t *rgb) {
  int shift = shared == 4 ? 2 : shared == 2 ? 1 : 0;
  for (size_t x = 0; x < count; x++) {
    int b = cb[x >> shift] - 128, r = cr[x >> shift] - 128, light = y[x];
    *rgb++ = clamp(light + ((91881 * r + 32768) >> 16));
    *rgb++ = clamp(light - ((22554 * b + 46802 * r + 32768) >> 16));
    *rgb++ = clamp(light + ((116130 * b + 32768) >> 16));
  }
}

void twx_planes_rows(
  const uint8_t *const *rgb, int rows, size_t width, int shared, uint8_t *const *y, uint8_t *cb, uint8_t *cr) {
  for (size_t start = 0, at = 0; start < width; start += (size_t)shared, at++) {
    size_t end = start + (size_t)shared < width ? start + (size_t)shared : width;
    int sum[3] = {0, 0, 0}, count = (int)(end - start) * rows;
    for (int i = 0; i < rows; i++)
      for (size_t x = start; x < end; x++) {
        const uint8_t *pixel = rgb[i] + 3 * x;
        y[i][x] = luma(pixel[0], pixel[1], pixel[2]);
        for (int c = 0; c < 3; c++) sum[c] += pixel[c];
      }
    for (int c = 0; c < 3; c++) sum[c] = (sum[c] + count / 2) / count;
    cb[at] = blue(sum[0], sum[1], sum[2]);
    cr[at] = red(sum[0], sum[1], sum[2]);
  }
}
