// The boxes of a HEIF file (ISO 14496-12, 4.2), and its list of items.
//
// HEIFBoxes.swift reads them as well, for the metadata of damaged files, too.
#ifndef TIMEWALK_TWH_BOXES_H
#define TIMEWALK_TWH_BOXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct twh_span {
  const uint8_t *bytes;
  size_t count;
} twh_span;

typedef struct twh_item {
  uint32_t id;
  char type[4];
  twh_span parts;   // the numbers of what it is put together from, in the file's form
  uint64_t pixels;  // that the file and its stream say
} twh_item;

typedef struct twh_items {
  twh_item *all;    // by their numbers
  size_t count;
  size_t id_bytes;  // of numbers in references
} twh_items;

// A number at a place, which is moved on; 0 past the end.
uint64_t twh_number(twh_span *from, size_t count);

// Takes the next box from a span; false at its end, or where the box reaches beyond it.
bool twh_next_box(twh_span *rest, char type[4], twh_span *body);

bool twh_is(const char type[4], const char *name);

// Sorts items by their numbers.
void twh_sort(twh_items *items);

// The item of a number; NULL without one.
twh_item *twh_item_of(const twh_items *items, uint32_t id);

#endif
