#include "proportion.h"
#include "sizes.h"

#include <stdlib.h>

enum { PROPERTIES = 4096, DEPTH = 5 };

typedef struct heif {
  twh_span file, data;
  twh_items *items;
  uint32_t primary;
  uint64_t *properties;  // pixels that each says
  size_t property_count;
} heif;

static uint64_t larger(uint64_t one, uint64_t other) { return one > other ? one : other; }

// The largest picture of the sequence parameter sets that a decoder's configuration holds (ISO
// 14496-15, 8.3.3.1).
static uint64_t configured_pixels(twh_span box) {
  uint64_t most = 0;
  if (box.count < 23) return 0;
  box = (twh_span){box.bytes + 22, box.count - 22};
  for (uint64_t arrays = twh_number(&box, 1); arrays > 0 && box.count > 0; arrays--) {
    uint64_t kind = twh_number(&box, 1) & 63;
    for (uint64_t sets = twh_number(&box, 2); sets > 0 && box.count > 0; sets--) {
      size_t length = (size_t)twh_number(&box, 2);
      if (length > box.count) return most;
      if (kind == 33) most = larger(most, twh_hevc_pixels(box.bytes, length));
      box = (twh_span){box.bytes + length, box.count - length};
    }
  }
  return most;
}

static void read_properties(heif *heif, twh_span box) {
  char type[4];
  twh_span rest = box, body;
  while (twh_next_box(&rest, type, &body)) {
    if (!twh_is(type, "ipco")) continue;
    twh_span inside = body;
    while (heif->property_count < PROPERTIES && twh_next_box(&inside, type, &body)) {
      uint64_t pixels = 0;
      if (twh_is(type, "ispe")) {
        twh_number(&body, 4);
        pixels = twh_number(&body, 4);
        pixels *= twh_number(&body, 4);
      } else if (twh_is(type, "hvcC")) {
        pixels = configured_pixels(body);
      } else if (twh_is(type, "av1C") && body.count > 4) {
        pixels = twh_av1_pixels(body.bytes + 4, body.count - 4);
      }
      heif->properties[heif->property_count++] = pixels;
    }
  }
  rest = box;
  while (twh_next_box(&rest, type, &body)) {
    if (!twh_is(type, "ipma")) continue;
    uint64_t head = twh_number(&body, 4);
    for (uint64_t count = twh_number(&body, 4); count > 0 && body.count > 0; count--) {
      twh_item *item = twh_item_of(heif->items, (uint32_t)twh_number(&body, head >> 24 ? 4 : 2));
      for (uint64_t links = twh_number(&body, 1); links > 0; links--) {
        uint64_t link = head & 1 ? twh_number(&body, 2) & 0x7FFF : twh_number(&body, 1) & 0x7F;
        if (item && link >= 1 && link <= heif->property_count)
          item->pixels = larger(item->pixels, heif->properties[link - 1]);
      }
    }
  }
}

// The largest picture of the parameter sets among the units of a coded picture, each behind its
// length of four bytes.
static uint64_t hevc_pixels(twh_span data) {
  uint64_t most = 0;
  while (data.count > 4) {
    size_t length = (size_t)twh_number(&data, 4);
    if (length > data.count) length = data.count;
    if (length > 2 && (data.bytes[0] >> 1 & 63) == 33) most = larger(most, twh_hevc_pixels(data.bytes, length));
    data = (twh_span){data.bytes + length, data.count - length};
  }
  return most;
}

static void read_extent(const heif *heif, twh_item *item, bool inside, uint64_t offset, uint64_t length) {
  twh_span whole = inside ? heif->data : heif->file;
  if (offset >= whole.count) return;
  size_t rest = whole.count - (size_t)offset;
  twh_span data = {whole.bytes + offset, length && length < rest ? (size_t)length : rest};
  uint64_t pixels = twh_is(item->type, "av01") ? twh_av1_pixels(data.bytes, data.count) : hevc_pixels(data);
  item->pixels = larger(item->pixels, pixels);
}

static void read_locations(heif *heif, twh_span box) {
  uint64_t version = twh_number(&box, 4) >> 24, sizes = twh_number(&box, 2), visited = 0;
  size_t offset_size = sizes >> 12, length_size = sizes >> 8 & 15, base_size = sizes >> 4 & 15;
  size_t index_size = version ? sizes & 15 : 0;
  if (offset_size > 8 || length_size > 8 || base_size > 8 || index_size > 8) return;
  for (uint64_t count = twh_number(&box, version < 2 ? 2 : 4); count > 0 && box.count > 0; count--) {
    twh_item *item = twh_item_of(heif->items, (uint32_t)twh_number(&box, version < 2 ? 2 : 4));
    uint64_t method = version ? twh_number(&box, 2) & 15 : 0;
    twh_number(&box, 2);
    uint64_t base = twh_number(&box, base_size);
    for (uint64_t extents = twh_number(&box, 2); extents > 0 && box.count > 0; extents--) {
      twh_number(&box, index_size);
      uint64_t offset = base + twh_number(&box, offset_size), length = twh_number(&box, length_size);
      bool coded = item && (twh_is(item->type, "hvc1") || twh_is(item->type, "av01"));
      // Items that share bytes are parsed again, but at most a few times the file's length.
      if (coded && method < 2 && visited <= 4 * heif->file.count) {
        read_extent(heif, item, method == 1, offset, length);
        visited += length ? length : heif->file.count;
      }
      if (!(offset_size + length_size + index_size)) break;
    }
  }
}

// Pixels that are decoded for an item; `most` is where it may stop counting.
static uint64_t decoded_pixels(const heif *heif, const twh_item *item, int depth, uint64_t most) {
  uint64_t pixels = item->pixels;
  twh_span parts = item->parts;
  while (parts.count > 0 && depth < DEPTH && pixels <= most) {
    const twh_item *part = twh_item_of(heif->items, (uint32_t)twh_number(&parts, heif->items->id_bytes));
    if (part) pixels += decoded_pixels(heif, part, depth + 1, most - pixels);
  }
  return pixels;
}

static void read_meta(heif *heif, twh_span meta) {
  twh_span rest = meta, body;
  char type[4];
  // The order matters: the data first, then their properties.
  while (twh_next_box(&rest, type, &body)) {
    if (twh_is(type, "pitm")) heif->primary = (uint32_t)twh_number(&body, twh_number(&body, 4) >> 24 ? 4 : 2);
    else if (twh_is(type, "idat")) heif->data = body;
  }
  rest = meta;
  while (twh_next_box(&rest, type, &body)) {
    if (twh_is(type, "iprp")) read_properties(heif, body);
    else if (twh_is(type, "iloc")) read_locations(heif, body);
  }
}

bool twh_in_proportion(twh_span file, const twx_limits *limits, twh_items *items, twx_report *report) {
  heif heif = {.file = file, .items = items};
  heif.properties = calloc(PROPERTIES, sizeof *heif.properties);
  bool fine = heif.properties != NULL;
  if (!fine) twx_say(report, TWX_MEMORY, "no memory for its properties");
  uint64_t coded = 0;
  twh_span rest = heif.file, body;
  char type[4];
  while (fine && twh_next_box(&rest, type, &body)) {
    if (twh_is(type, "mdat")) coded += body.count;
    if (twh_is(type, "meta") && body.count > 4) read_meta(&heif, (twh_span){body.bytes + 4, body.count - 4});
  }
  coded += heif.data.count;
  const twh_item *primary = fine ? twh_item_of(items, heif.primary) : NULL;
  if (primary) {
    uint64_t most = 4 * limits->pixels;
    uint64_t pixels = decoded_pixels(&heif, primary, 0, most);
    // A picture of parts counts itself and the parts.
    if (primary->parts.count) pixels -= primary->pixels < pixels ? primary->pixels : 0;
    for (size_t i = 0; i < items->count && fine; i++)
      if (items->all[i].pixels > limits->pixels) {
        twx_say(
          report, TWX_LIMIT, "a part has %llu pixels, more than the limit of %llu",
          (unsigned long long)items->all[i].pixels, (unsigned long long)limits->pixels);
        fine = false;
      }
    fine = fine && twx_lossy_allowed(pixels, coded, limits, report);
  }
  free(heif.properties);
  return fine;
}
