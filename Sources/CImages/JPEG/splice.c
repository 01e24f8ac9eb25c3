#include <CTurboJPEG.h>

#include <stdlib.h>
#include <string.h>

// The layout of a file from our own encoder; `scan` is 0 for other files.
typedef struct parts {
  size_t scan;        // the start of the entropy-coded data
  size_t frame;       // the position of the frame's marker
  unsigned interval;  // blocks between restart markers, 0 for none
} parts;

static parts parts_of(const uint8_t *bytes, size_t count) {
  parts found = {0, 0, 0};
  size_t at = 2;
  while (at + 4 <= count && bytes[at] == 0xFF) {
    size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (length < 2 || length > count - at - 2) return found;
    if (bytes[at + 1] == 0xC0) found.frame = at;
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

// The next restart marker at or after `at`; NULL if there is none.
static uint8_t *next_restart(uint8_t *at, uint8_t *end) {
  while (at + 1 < end && (at = memchr(at, 0xFF, (size_t)(end - at) - 1))) {
    if ((at[1] & 0xF8) == 0xD0) return at;
    at += 2;
  }
  return NULL;
}

// Copies rows of blocks, whose markers count from their own first row.
static void append(uint8_t *target, const uint8_t *rows, size_t count, uint32_t first_row) {
  memcpy(target, rows, count);
  uint32_t row = first_row;
  for (uint8_t *restart = target; (restart = next_restart(restart, target + count)); restart += 2, row++)
    restart[1] = (uint8_t)(0xD0 | (row & 7));
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
  append(bytes + cut, band + part.scan, rest, first_row);
  *count = cut + rest;
  return bytes;
}

uint8_t *twj_join(
  const uint8_t *top, size_t top_count, const uint8_t *bottom, size_t bottom_count, uint32_t rows, uint32_t height,
  size_t *count) {
  *count = 0;
  parts first = parts_of(top, top_count), second = parts_of(bottom, bottom_count);
  if (!first.scan || !second.scan || !first.frame || !rows || height > 65535) return NULL;
  if (!first.interval || first.interval != second.interval) return NULL;
  // A marker between the two replaces the end marker.
  size_t rest = bottom_count - second.scan;
  uint8_t *bytes = malloc(top_count + rest);
  if (!bytes) return NULL;
  memcpy(bytes, top, top_count);
  bytes[top_count - 1] = (uint8_t)(0xD0 | ((rows - 1) & 7));
  bytes[first.frame + 5] = (uint8_t)(height >> 8);
  bytes[first.frame + 6] = (uint8_t)height;
  append(bytes + top_count, bottom + second.scan, rest, rows);
  *count = top_count + rest;
  return bytes;
}
