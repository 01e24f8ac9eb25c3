#include "boxes.h"

#include <stdlib.h>
#include <string.h>

uint64_t twh_number(twh_span *from, size_t count) {
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

bool twh_next_box(twh_span *rest, char type[4], twh_span *body) {
  if (rest->count < 8) return false;
  twh_span head = *rest;
  uint64_t length = twh_number(&head, 4);
  memcpy(type, head.bytes, 4);
  twh_number(&head, 4);
  if (length == 1) {
    if (head.count < 8) return false;
    length = twh_number(&head, 8);
  } else if (length == 0) {
    length = rest->count;
  }
  uint64_t taken = rest->count - head.count;
  if (length < taken || length > rest->count) return false;
  *body = (twh_span){head.bytes, (size_t)(length - taken)};
  *rest = (twh_span){rest->bytes + length, rest->count - (size_t)length};
  return true;
}

bool twh_is(const char type[4], const char *name) { return !memcmp(type, name, 4); }

static int by_id(const void *one, const void *other) {
  uint32_t a = ((const twh_item *)one)->id, b = ((const twh_item *)other)->id;
  return a < b ? -1 : a > b;
}

void twh_sort(twh_items *items) { qsort(items->all, items->count, sizeof *items->all, by_id); }

twh_item *twh_item_of(const twh_items *items, uint32_t id) {
  twh_item wanted = {.id = id};
  return bsearch(&wanted, items->all, items->count, sizeof wanted, by_id);
}
