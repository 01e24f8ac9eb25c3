#include "check.h"

#include <stdlib.h>
#include <string.h>

// The maximum number of parts of a picture: phones write 48 for 12 megapixels, 768 for 200. All
// pictures of a file together (gain maps, depth, thumbnails) have a few times as many.
enum { PARTS = 4096, ALL_PARTS = 65536, ITEMS = 20000, DEPTH = 4 };

static const char missing[] = "it is put together from parts that are not there";

static bool is_derived(const twh_item *item) {
  return twh_is(item->type, "grid") || twh_is(item->type, "iovl") || twh_is(item->type, "iden");
}

static bool is_picture(const twh_item *item) {
  return is_derived(item) || twh_is(item->type, "hvc1") || twh_is(item->type, "av01");
}

static bool refuse(twx_report *report, const char *why) {
  twx_say(report, TWX_MALFORMED, "%s", why);
  return false;
}

// The box of a kind in a span; an empty span if missing, and false for several, because readers
// choose different ones.
static bool find(twh_span within, const char *name, twh_span *found, twx_report *report) {
  char type[4];
  twh_span body;
  *found = (twh_span){NULL, 0};
  while (twh_next_box(&within, type, &body)) {
    if (!twh_is(type, name)) continue;
    if (found->bytes) return refuse(report, "it says the same thing twice");
    *found = body;
  }
  return true;
}

static bool read_items(twh_span box, twh_items *list, twx_report *report) {
  if (box.count < 8) return true;
  uint64_t version = twh_number(&box, 4) >> 24;
  twh_number(&box, version ? 4 : 2);
  twh_span body;
  char type[4];
  while (twh_next_box(&box, type, &body)) {
    if (!twh_is(type, "infe") || body.count < 4) continue;
    uint64_t own = twh_number(&body, 4) >> 24;
    size_t wide = own == 2 ? 2 : own == 3 ? 4 : 0;
    if (!wide || body.count < wide + 2 + 4) return refuse(report, "its items are listed in a form that isn't known");
    if (list->count == ITEMS) {
      twx_say(report, TWX_LIMIT, "it has more than %d items", ITEMS);
      return false;
    }
    twh_item *item = list->all + list->count++;
    item->id = (uint32_t)twh_number(&body, wide);
    twh_number(&body, 2);
    memcpy(item->type, body.bytes, 4);
  }
  twh_sort(list);
  for (size_t i = 1; i < list->count; i++)
    if (list->all[i].id == list->all[i - 1].id) return refuse(report, "two of its items have the same number");
  return true;
}

static bool read_references(twh_span box, twh_items *list, twx_report *report) {
  if (box.count < 4) return true;
  list->id_bytes = twh_number(&box, 4) >> 24 ? 4 : 2;
  twh_span body;
  char type[4];
  while (twh_next_box(&box, type, &body)) {
    if (!twh_is(type, "dimg")) continue;
    if (body.count < list->id_bytes + 2) return refuse(report, missing);
    twh_item *from = twh_item_of(list, (uint32_t)twh_number(&body, list->id_bytes));
    size_t size = (size_t)twh_number(&body, 2) * list->id_bytes;
    if (body.count < size) return refuse(report, missing);
    if (!from) continue;
    if (from->parts.bytes) return refuse(report, "an item says twice what it is put together from");
    from->parts = (twh_span){body.bytes, size};
  }
  return true;
}

// The visited parts of one picture and of all.
typedef struct parts {
  uint32_t one, all;
} parts;

static bool check_parts(const twh_items *list, const twh_item *whole, int depth, parts *met, twx_report *report) {
  if (!is_derived(whole)) return true;
  if (!whole->parts.count) return refuse(report, missing);
  for (twh_span rest = whole->parts; rest.count > 0;) {
    const twh_item *part = twh_item_of(list, (uint32_t)twh_number(&rest, list->id_bytes));
    if (!part || !is_picture(part) || depth == DEPTH) return refuse(report, missing);
    if (++met->one > PARTS || ++met->all > ALL_PARTS) {
      twx_say(report, TWX_LIMIT, "it is put together from more than %d parts", PARTS);
      return false;
    }
    if (!check_parts(list, part, depth + 1, met, report)) return false;
  }
  return true;
}

static bool check_sizes(twh_span properties, const twx_limits *limits, twx_report *report) {
  twh_span rest, body;
  char type[4];
  if (!find(properties, "ipco", &rest, report)) return false;
  while (twh_next_box(&rest, type, &body)) {
    if (!twh_is(type, "ispe") || body.count < 12) continue;
    twh_number(&body, 4);
    uint64_t width = twh_number(&body, 4), height = twh_number(&body, 4);
    if (!twx_size_allowed(width, height, limits, report)) return false;
  }
  return true;
}

static bool check_items(twh_span meta, twh_items *list, twx_report *report) {
  twh_span infos, references;
  if (!find(meta, "iinf", &infos, report) || !find(meta, "iref", &references, report)
      || !read_items(infos, list, report) || !read_references(references, list, report))
    return false;
  parts met = {0, 0};
  for (size_t i = 0; i < list->count; i++) {
    met.one = 0;
    if (!check_parts(list, list->all + i, 0, &met, report)) return false;
  }
  return true;
}

bool twh_check(twh_span file, const twx_limits *limits, twh_items *items, twx_report *report) {
  twh_span meta, primary, properties;
  *items = (twh_items){.id_bytes = 2};
  if (!find(file, "meta", &meta, report)) return false;
  if (meta.count < 4) return refuse(report, "it holds no still picture");
  twh_number(&meta, 4);
  if (!find(meta, "pitm", &primary, report) || !find(meta, "iprp", &properties, report)
      || !check_sizes(properties, limits, report))
    return false;
  items->all = calloc(ITEMS, sizeof *items->all);
  if (!items->all) {
    twx_say(report, TWX_MEMORY, "no memory for its items");
    return false;
  }
  return check_items(meta, items, report);
}
