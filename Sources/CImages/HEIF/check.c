#include "check.h"

#include <stdlib.h>
#include <string.h>

// Parts that a picture may be put together from: phones write 48 for 12 megapixels, 768 for 200.
// All pictures of a file together (gain maps, depth, thumbnails) have a few times as many.
enum { PARTS = 4096, ALL_PARTS = 65536, ITEMS = 20000, DEPTH = 4 };

static const char missing[] = "it is put together from parts that are not there";

typedef struct span {
  const uint8_t *bytes;
  size_t count;
} span;

typedef struct item {
  uint32_t id;
  bool is_picture;
  bool is_derived;      // a grid, an overlay or a copy of other items
  const uint8_t *parts; // their numbers, in the file's form; NULL where no reference names them
  uint32_t part_count;
} item;

typedef struct items {
  item *all;
  size_t count;
  int id_bytes;  // of numbers in references
  uint32_t parts, all_parts;
} items;

static uint64_t number(const uint8_t *bytes, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
  return value;
}

// Takes the next box from a span; false at its end, or where the box reaches beyond it.
static bool next_box(span *rest, char type[4], span *body) {
  if (rest->count < 8) return false;
  uint64_t length = number(rest->bytes, 4), head = 8;
  memcpy(type, rest->bytes + 4, 4);
  if (length == 1) {
    if (rest->count < 16) return false;
    length = number(rest->bytes + 8, 8);
    head = 16;
  } else if (length == 0) {
    length = rest->count;
  }
  if (length < head || length > rest->count) return false;
  *body = (span){rest->bytes + head, (size_t)(length - head)};
  rest->bytes += length;
  rest->count -= (size_t)length;
  return true;
}

static bool is(const char type[4], const char *name) { return !memcmp(type, name, 4); }

static bool refuse(twx_report *report, const char *why) {
  twx_say(report, TWX_MALFORMED, "%s", why);
  return false;
}

// The box of a kind in a span; an empty span without one, and false where there are several, of
// which every reader may take another.
static bool find(span within, const char *name, span *found, twx_report *report) {
  char type[4];
  span body;
  *found = (span){NULL, 0};
  while (next_box(&within, type, &body)) {
    if (!is(type, name)) continue;
    if (found->bytes) return refuse(report, "it says the same thing twice");
    *found = body;
  }
  return true;
}

static int by_id(const void *one, const void *other) {
  uint32_t a = ((const item *)one)->id, b = ((const item *)other)->id;
  return a < b ? -1 : a > b;
}

static item *item_of(const items *list, uint32_t id) {
  item wanted = {.id = id};
  return bsearch(&wanted, list->all, list->count, sizeof wanted, by_id);
}

static bool read_items(span box, items *list, twx_report *report) {
  if (box.count < 8) return true;
  size_t head = box.bytes[0] == 0 ? 6 : 8;
  span rest = {box.bytes + head, box.count - head}, body;
  char type[4];
  while (next_box(&rest, type, &body)) {
    if (!is(type, "infe") || body.count < 4) continue;
    int wide = body.bytes[0] == 2 ? 2 : body.bytes[0] == 3 ? 4 : 0;
    if (!wide || body.count < 4 + (size_t)wide + 2 + 4) return refuse(report, "its items are listed in a form that isn't known");
    if (list->count == ITEMS) {
      twx_say(report, TWX_LIMIT, "it has more than %d items", ITEMS);
      return false;
    }
    const char *kind = (const char *)body.bytes + 4 + wide + 2;
    bool derived = is(kind, "grid") || is(kind, "iovl") || is(kind, "iden");
    list->all[list->count++] = (item){
      .id = (uint32_t)number(body.bytes + 4, wide), .is_derived = derived,
      .is_picture = derived || is(kind, "hvc1") || is(kind, "av01")};
  }
  qsort(list->all, list->count, sizeof *list->all, by_id);
  for (size_t i = 1; i < list->count; i++)
    if (list->all[i].id == list->all[i - 1].id) return refuse(report, "two of its items have the same number");
  return true;
}

static bool read_references(span box, items *list, twx_report *report) {
  if (box.count < 4) return true;
  list->id_bytes = box.bytes[0] == 0 ? 2 : 4;
  span rest = {box.bytes + 4, box.count - 4}, body;
  char type[4];
  size_t wide = (size_t)list->id_bytes;
  while (next_box(&rest, type, &body)) {
    if (!is(type, "dimg")) continue;
    if (body.count < wide + 2) return refuse(report, missing);
    item *from = item_of(list, (uint32_t)number(body.bytes, list->id_bytes));
    uint32_t count = (uint32_t)number(body.bytes + wide, 2);
    if (body.count < wide + 2 + count * wide) return refuse(report, missing);
    if (!from) continue;
    if (from->parts) return refuse(report, "an item says twice what it is put together from");
    from->parts = body.bytes + wide + 2;
    from->part_count = count;
  }
  return true;
}

static bool check_parts(items *list, const item *whole, int depth, twx_report *report) {
  if (!whole->is_derived) return true;
  if (!whole->part_count) return refuse(report, missing);
  for (uint32_t i = 0; i < whole->part_count; i++) {
    const item *part = item_of(list, (uint32_t)number(whole->parts + (size_t)list->id_bytes * i, list->id_bytes));
    if (!part || !part->is_picture || depth == DEPTH) return refuse(report, missing);
    if (++list->parts > PARTS || ++list->all_parts > ALL_PARTS) {
      twx_say(report, TWX_LIMIT, "it is put together from more than %d parts", PARTS);
      return false;
    }
    if (!check_parts(list, part, depth + 1, report)) return false;
  }
  return true;
}

static bool check_sizes(span properties, const twx_limits *limits, twx_report *report) {
  span rest, body;
  char type[4];
  if (!find(properties, "ipco", &rest, report)) return false;
  while (next_box(&rest, type, &body)) {
    if (!is(type, "ispe") || body.count < 12) continue;
    if (!twx_size_allowed(number(body.bytes + 4, 4), number(body.bytes + 8, 4), limits, report)) return false;
  }
  return true;
}

static bool check_items(span meta, items *list, twx_report *report) {
  span infos, references;
  if (!find(meta, "iinf", &infos, report) || !find(meta, "iref", &references, report)
      || !read_items(infos, list, report) || !read_references(references, list, report))
    return false;
  for (size_t i = 0; i < list->count; i++) {
    list->parts = 0;
    if (!check_parts(list, list->all + i, 0, report)) return false;
  }
  return true;
}

bool twh_check(const uint8_t *bytes, size_t count, const twx_limits *limits, twx_report *report) {
  span meta, primary, properties;
  if (!find((span){bytes, count}, "meta", &meta, report)) return false;
  if (meta.count < 4) return refuse(report, "it holds no still picture");
  meta = (span){meta.bytes + 4, meta.count - 4};
  if (!find(meta, "pitm", &primary, report) || !find(meta, "iprp", &properties, report)
      || !check_sizes(properties, limits, report))
    return false;
  items list = {.all = calloc(ITEMS, sizeof(item)), .id_bytes = 2};
  if (!list.all) {
    twx_say(report, TWX_MEMORY, "no memory for its items");
    return false;
  }
  bool sound = check_items(meta, &list, report);
  free(list.all);
  return sound;
}
