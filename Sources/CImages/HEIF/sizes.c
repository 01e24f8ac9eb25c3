#include "sizes.h"

// Bits of a stream, the highest of a byte first; past its end they are 0.
typedef struct bits {
  const uint8_t *bytes;
  size_t count, at;  // `at` counts bits
  bool escaped;      // true if a 3 behind two zeros isn't part of the data
} bits;

static unsigned bit(bits *from) {
  size_t byte = from->at >> 3;
  if (byte >= from->count) return 0;
  if (from->escaped && !(from->at & 7) && byte >= 2 && from->bytes[byte] == 3 && !from->bytes[byte - 1]
      && !from->bytes[byte - 2]) {
    from->at += 8;
    if (++byte >= from->count) return 0;
  }
  unsigned value = from->bytes[byte] >> (7 - (from->at & 7)) & 1;
  from->at++;
  return value;
}

static uint64_t take(bits *from, unsigned count) {
  uint64_t value = 0;
  while (count--) value = value << 1 | bit(from);
  return value;
}

// Exp-Golomb (H.265, 9.2), and uvlc of AV1, which is the same.
static uint64_t golomb(bits *from) {
  unsigned zeros = 0;
  while (zeros < 32 && from->at >> 3 < from->count && !bit(from)) zeros++;
  return (1ull << zeros) - 1 + take(from, zeros);
}

uint64_t twh_hevc_pixels(const uint8_t *set, size_t count) {
  bits from = {set, count, 16, true};
  take(&from, 4);
  unsigned layers = (unsigned)take(&from, 3);
  take(&from, 1);
  for (int i = 0; i < 96; i++) bit(&from);
  unsigned present[8] = {0};
  for (unsigned i = 0; i < layers; i++) present[i] = (unsigned)take(&from, 2);
  if (layers) take(&from, 2 * (8 - layers));
  for (unsigned i = 0; i < layers; i++) {
    if (present[i] & 2) take(&from, 44), take(&from, 44);
    if (present[i] & 1) take(&from, 8);
  }
  golomb(&from);
  if (golomb(&from) == 3) bit(&from);
  uint64_t width = golomb(&from), height = golomb(&from);
  if (from.at >> 3 > count) return 0;
  // Neither is above 2^33: their product is compared with the limit anyway.
  return width < 1u << 20 && height < 1u << 20 ? width * height : 1ull << 40;
}

static uint64_t sequence_pixels(const uint8_t *header, size_t count) {
  bits from = {header, count, 0, false};
  take(&from, 4);
  if (bit(&from)) {
    take(&from, 5);
  } else {
    unsigned delay = 0;
    bool model = false;
    if (bit(&from)) {
      take(&from, 64);
      if (bit(&from)) golomb(&from);
      model = bit(&from);
      if (model) {
        delay = (unsigned)take(&from, 5) + 1;
        take(&from, 42);
      }
    }
    bool display = bit(&from);
    unsigned points = (unsigned)take(&from, 5) + 1;
    for (unsigned i = 0; i < points; i++) {
      take(&from, 12);
      if (take(&from, 5) > 7) bit(&from);
      if (model && bit(&from)) take(&from, delay), take(&from, delay), bit(&from);
      if (display && bit(&from)) take(&from, 4);
    }
  }
  unsigned wide = (unsigned)take(&from, 4) + 1, high = (unsigned)take(&from, 4) + 1;
  uint64_t width = take(&from, wide) + 1, height = take(&from, high) + 1;
  return from.at >> 3 > count ? 0 : width * height;
}

uint64_t twh_av1_pixels(const uint8_t *units, size_t count) {
  enum { SEQUENCE_HEADER = 1 };
  uint64_t most = 0;
  for (size_t at = 0; at < count;) {
    uint8_t head = units[at++];
    if (head & 4) at++;
    uint64_t length = 0;
    if (head & 2) {
      for (int i = 0; i < 8 && at < count; i++) {
        uint8_t byte = units[at++];
        length |= (uint64_t)(byte & 127) << (7 * i);
        if (!(byte & 128)) break;
      }
    } else {
      length = at < count ? count - at : 0;
    }
    if (at >= count) break;
    if (length > count - at) length = count - at;
    if ((head >> 3 & 15) == SEQUENCE_HEADER) {
      uint64_t pixels = sequence_pixels(units + at, (size_t)length);
      if (pixels > most) most = pixels;
    }
    at += (size_t)length;
  }
  return most;
}
