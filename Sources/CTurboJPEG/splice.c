#include "include/CTurboJPEG.h"

#include <stdlib.h>
#include <string.h>

// What a file of our own encoder is made of; `scan` is 0 where it is not of that form.
typedef struct parts {
  size_t scan;        // where the entropy-coded data begins
  unsigned interval;  // blocks between restart markers, 0 for none
} parts;

static parts parts_of(const uint8_t *bytes, size_t count) {
  parts found = {0, 0};
  size_t at = 2;
  while (at + 4 <= count && bytes[at] == 0xFF) {
    size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (length < 2 || length > count - at - 2) return found;
    if (bytes[at + 1] == 0xDD && length == 4) found.interval = (unsigned)bytes[at + 4] << 8 | bytes[at + 5];
    size_t next = at + 2 + length;
    if (bytes[at + 1] == 0xDA) {
      found.scan = next;
      return found;
    }
    at = next;
  }
  return found;
}

// The next restart marker at or after `at`; NULL where there is none.
static uint8_t *next_restart(uint8_t *at, uint8_t *end) {
  while (at + 1 < end && (at = memchr(at, 0xFF, (size_t)(end - at) - 1))) {
    if ((at[1] & 0xF8) == 0xD0) return at;
    at += 2;
  }
  return NULL;
}

uint8_t *twj_splice(
  const uint8_t *picture, size_t picture_count, const uint8_t *band, size_t band_count, uint32_t first_row,
  size_t *count) {
  *count = 0;
  parts whole = parts_of(picture, picture_count), part = parts_of(band, band_count);
  if (!whole.scan || !part.scan || !whole.interval || whole.interval != part.interval) return NULL;

  size_t cut = whole.scan;
  for (uint32_t row = 0; row < first_row; row++) {
    const uint8_t *restart = next_restart((uint8_t *)picture + cut, (uint8_t *)picture + picture_count);
    if (!restart) return NULL;
    cut = (size_t)(restart - picture) + 2;
  }
  size_t rest = band_count - part.scan;
  uint8_t *bytes = malloc(cut + rest);
  if (!bytes) return NULL;
  memcpy(bytes, picture, cut);
  memcpy(bytes + cut, band + part.scan, rest);
  // The markers of the band count from its own first row.
  uint8_t *end = bytes + cut + rest;
  uint32_t row = first_row;
  for (uint8_t *restart = bytes + cut; (restart = next_restart(restart, end)); restart += 2, row++)
    restart[1] = (uint8_t)(0xD0 | (row & 7));
  *count = cut + rest;
  return bytes;
}
