#include "proportion.h"
#include "sizes.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 20000, PROPERTIES = 4096, DEPTH = 5 };

typedef struct span {
  const uint8_t *bytes;
  size_t count;
} span;

typedef struct item {
  uint32_t id;
  char type[4];
  uint64_t pixels;
  span parts;  // their numbers, in the file's form
} item;

typedef struct heif {
  span file, data;
  item *items;
  size_t count;
  uint32_t primary;
  size_t id_bytes;  // of numbers in references
  uint64_t *properties;  // pixels that each says
  size_t property_count;
} heif;

// A number at a place, which is moved on; 0 past the end.
static uint64_t number(span *from, size_t count) {
  uint64_t value = 0;
  if (count > from->count) {
    from->count = 0;
    return 0;
  }
  for (size_t i = 0; i < count; i++) value = value << 8 | from->bytes[i];
  from->bytes += count;
  from->count -= count;
  return value;
}

static bool next_box(span *rest, char type[4], span *body) {
  if (rest->count < 8) return false;
  span head = *rest;
  uint64_t length = number(&head, 4);
  memcpy(type, head.bytes, 4);
  number(&head, 4);
  if (length == 1) length = number(&head, 8);
  else if (length == 0) length = rest->count;
  uint64_t taken = rest->count - head.count;
  if (length < taken || length > rest->count) return false;
  *body = (span){head.bytes, (size_t)(length - taken)};
  *rest = (span){rest->bytes + length, rest->count - (size_t)length};
  return true;
}

static bool is(const char type[4], const char *name) { return !memcmp(type, name, 4); }

static int by_id(const void *one, const void *other) {
  uint32_t a = ((const item *)one)->id, b = ((const item *)other)->id;
  return a < b ? -1 : a > b;
}

static item *item_of(const heif *heif, uint32_t id) {
  item wanted = {.id = id};
  return bsearch(&wanted, heif->items, heif->count, sizeof wanted, by_id);
}

static uint64_t larger(uint64_t one, uint64_t other) { return one > other ? one : other; }

static void read_items(heif *heif, span box) {
  uint64_t version = number(&box, 4) >> 24;
  number(&box, version ? 4 : 2);
  char type[4];
  span body;
  while (heif->count < ITEMS && next_box(&box, type, &body)) {
    uint64_t own = number(&body, 4) >> 24;
    if (!is(type, "infe") || own < 2) continue;
    item *item = heif->items + heif->count;
    item->id = (uint32_t)number(&body, own == 2 ? 2 : 4);
    number(&body, 2);
    if (body.count < 4) continue;
    memcpy(item->type, body.bytes, 4);
    heif->count++;
  }
  qsort(heif->items, heif->count, sizeof *heif->items, by_id);
}

static void read_references(heif *heif, span box) {
  heif->id_bytes = number(&box, 4) >> 24 ? 4 : 2;
  char type[4];
  span body;
  while (next_box(&box, type, &body)) {
    if (!is(type, "dimg")) continue;
    item *from = item_of(heif, (uint32_t)number(&body, heif->id_bytes));
    size_t size = (size_t)number(&body, 2) * heif->id_bytes;
    if (from && size <= body.count) from->parts = (span){body.bytes, size};
  }
}

// The largest picture of the sequence parameter sets that a decoder's configuration holds (ISO
// 14496-15, 8.3.3.1).
static uint64_t configured_pixels(span box) {
  uint64_t most = 0;
  if (box.count < 23) return 0;
  box = (span){box.bytes + 22, box.count - 22};
  for (uint64_t arrays = number(&box, 1); arrays > 0 && box.count > 0; arrays--) {
    uint64_t kind = number(&box, 1) & 63;
    for (uint64_t sets = number(&box, 2); sets > 0 && box.count > 0; sets--) {
      size_t length = (size_t)number(&box, 2);
      if (length > box.count) return most;
      if (kind == 33) most = larger(most, twh_hevc_pixels(box.bytes, length));
      box = (span){box.bytes + length, box.count - length};
    }
  }
  return most;
}

static void read_properties(heif *heif, span box) {
  char type[4];
  span rest = box, body;
  while (next_box(&rest, type, &body)) {
    if (!is(type, "ipco")) continue;
    span inside = body;
    while (heif->property_count < PROPERTIES && next_box(&inside, type, &body)) {
      uint64_t pixels = 0;
      if (is(type, "ispe")) {
        number(&body, 4);
        pixels = number(&body, 4);
        pixels *= number(&body, 4);
      } else if (is(type, "hvcC")) {
        pixels = configured_pixels(body);
      } else if (is(type, "av1C") && body.count > 4) {
        pixels = twh_av1_pixels(body.bytes + 4, body.count - 4);
      }
      heif->properties[heif->property_count++] = pixels;
    }
  }
  rest = box;
  while (next_box(&rest, type, &body)) {
    if (!is(type, "ipma")) continue;
    uint64_t head = number(&body, 4);
    for (uint64_t count = number(&body, 4); count > 0 && body.count > 0; count--) {
      item *item = item_of(heif, (uint32_t)number(&body, head >> 24 ? 4 : 2));
      for (uint64_t links = number(&body, 1); links > 0; links--) {
        uint64_t link = head & 1 ? number(&body, 2) & 0x7FFF : number(&body, 1) & 0x7F;
        if (item && link >= 1 && link <= heif->property_count)
          item->pixels = larger(item->pixels, heif->properties[link - 1]);
      }
    }
  }
}

// The largest picture of the parameter sets among the units of a coded picture, each behind its
// length of four bytes.
static uint64_t hevc_pixels(span data) {
  uint64_t most = 0;
  while (data.count > 4) {
    size_t length = (size_t)number(&data, 4);
    if (length > data.count) length = data.count;
    if (length > 2 && (data.bytes[0] >> 1 & 63) == 33) most = larger(most, twh_hevc_pixels(data.bytes, length));
    data = (span){data.bytes + length, data.count - length};
  }
  return most;
}

static void read_extent(const heif *heif, item *item, bool inside, uint64_t offset, uint64_t length) {
  span whole = inside ? heif->data : heif->file;
  if (offset >= whole.count) return;
  size_t rest = whole.count - (size_t)offset;
  span data = {whole.bytes + offset, length && length < rest ? (size_t)length : rest};
  uint64_t pixels = is(item->type, "av01") ? twh_av1_pixels(data.bytes, data.count) : hevc_pixels(data);
  item->pixels = larger(item->pixels, pixels);
}

static void read_locations(heif *heif, span box) {
  uint64_t version = number(&box, 4) >> 24, sizes = number(&box, 2), walked = 0;
  size_t offset_size = sizes >> 12, length_size = sizes >> 8 & 15, base_size = sizes >> 4 & 15;
  size_t index_size = version ? sizes & 15 : 0;
  if (offset_size > 8 || length_size > 8 || base_size > 8 || index_size > 8) return;
  for (uint64_t count = number(&box, version < 2 ? 2 : 4); count > 0 && box.count > 0; count--) {
    item *item = item_of(heif, (uint32_t)number(&box, version < 2 ? 2 : 4));
    uint64_t method = version ? number(&box, 2) & 15 : 0;
    number(&box, 2);
    uint64_t base = number(&box, base_size);
    for (uint64_t extents = number(&box, 2); extents > 0 && box.count > 0; extents--) {
      number(&box, index_size);
      uint64_t offset = base + number(&box, offset_size), length = number(&box, length_size);
      bool coded = item && (is(item->type, "hvc1") || is(item->type, "av01"));
      // Items that share bytes are walked over again, but not more than some files' worth.
      if (coded && method < 2 && walked <= 4 * heif->file.count) {
        read_extent(heif, item, method == 1, offset, length);
        walked += length ? length : heif->file.count;
      }
      if (!(offset_size + length_size + index_size)) break;
    }
  }
}

// Pixels that are decoded for an item; `most` is where it may stop counting.
static uint64_t decoded_pixels(const heif *heif, const item *item, int depth, uint64_t most) {
  uint64_t pixels = item->pixels;
  span parts = item->parts;
  while (parts.count > 0 && depth < DEPTH && pixels <= most) {
    const struct item *part = item_of(heif, (uint32_t)number(&parts, heif->id_bytes));
    if (part) pixels += decoded_pixels(heif, part, depth + 1, most - pixels);
  }
  return pixels;
}

static void read_meta(heif *heif, span meta) {
  span rest = meta, body;
  char type[4];
  // The order counts: items first, then what is said of them.
  while (next_box(&rest, type, &body)) {
    if (is(type, "pitm")) heif->primary = (uint32_t)number(&body, number(&body, 4) >> 24 ? 4 : 2);
    else if (is(type, "idat")) heif->data = body;
    else if (is(type, "iinf")) read_items(heif, body);
  }
  rest = meta;
  while (next_box(&rest, type, &body)) {
    if (is(type, "iref")) read_references(heif, body);
    else if (is(type, "iprp")) read_properties(heif, body);
    else if (is(type, "iloc")) read_locations(heif, body);
  }
}

bool twh_in_proportion(const uint8_t *bytes, size_t count, const twx_limits *limits, twx_report *report) {
  heif heif = {.file = {bytes, count}, .id_bytes = 2};
  heif.items = calloc(ITEMS, sizeof *heif.items);
  heif.properties = calloc(PROPERTIES, sizeof *heif.properties);
  bool fine = heif.items && heif.properties;
  if (!fine) twx_say(report, TWX_MEMORY, "no memory for its items");
  uint64_t coded = 0;
  span rest = heif.file, body;
  char type[4];
  while (fine && next_box(&rest, type, &body)) {
    if (is(type, "mdat")) coded += body.count;
    if (is(type, "meta") && body.count > 4 && !heif.count) read_meta(&heif, (span){body.bytes + 4, body.count - 4});
  }
  coded += heif.data.count;
  const item *primary = fine ? item_of(&heif, heif.primary) : NULL;
  if (primary) {
    uint64_t most = 4 * limits->pixels;
    uint64_t pixels = decoded_pixels(&heif, primary, 0, most);
    // A picture of parts counts itself and the parts.
    if (primary->parts.count) pixels -= primary->pixels < pixels ? primary->pixels : 0;
    for (size_t i = 0; i < heif.count && fine; i++)
      if (heif.items[i].pixels > limits->pixels) {
        twx_say(
          report, TWX_LIMIT, "a part has %llu pixels, more than the limit of %llu",
          (unsigned long long)heif.items[i].pixels, (unsigned long long)limits->pixels);
        fine = false;
      }
    fine = fine && twx_lossy_allowed(pixels, coded, limits, report);
  }
  free(heif.items);
  free(heif.properties);
  return fine;
}
