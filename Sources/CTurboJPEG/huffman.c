#include "huffman.h"

// One symbol at the beginning of some bits, with its value where that is among them.
typedef struct found {
  int bits;    // of code and value; 0 where not all is there
  int length;  // of the code; 0 where not all of it is there
  uint8_t symbol;
  int value;
} found;

static found find(const twj_codes *codes, uint32_t bits, int count) {
  found found = {0};
  for (int length = 1; length <= count && length <= 16; length++) {
    uint32_t code = bits >> (count - length);
    if (code << (16 - length) >= codes->end[length]) continue;
    found.length = length;
    found.symbol = codes->symbols[((int)code + codes->offset[length]) & 255];
    int size = found.symbol & 15;
    if (length + size > count) break;
    found.bits = length + size;
    found.value = (int)(bits >> (count - found.bits)) & ((1 << size) - 1);
    if (size && found.value < 1 << (size - 1)) found.value -= (1 << size) - 1;
    break;
  }
  return found;
}

static twj_look value_of(int value, int place) { return (twj_look)(uint16_t)value << place; }

static twj_look first_look(found found) {
  return found.bits ? (twj_look)found.bits | value_of(found.value, 32) : 0;
}

// The end of a block (T.81, F.1.2.2); libjpeg takes all symbols without a value for it but that of sixteen zeros.
static bool ends(found found) { return !(found.symbol & 15) && found.symbol != 0xF0; }

static twj_look rest_look(const twj_codes *codes, uint32_t bits) {
  found one = find(codes, bits, TWJ_LOOK);
  if (!one.bits) return 0;
  if (ends(one)) return (twj_look)one.bits | (twj_look)TWJ_ENDS << 24;
  if (one.symbol == 0xF0) return (twj_look)one.bits | (twj_look)16 << 24;
  int zeros = one.symbol >> 4, taken = one.bits, on = zeros + 1;
  twj_look look = (twj_look)zeros << 8 | value_of(one.value, 32);
  found two = find(codes, bits & ((1u << (TWJ_LOOK - taken)) - 1), TWJ_LOOK - taken);
  if (two.bits && ends(two)) {
    taken += two.bits;
    on += TWJ_ENDS;
  } else if (two.bits && two.symbol != 0xF0) {
    taken += two.bits;
    on += (two.symbol >> 4) + 1;
    look |= (twj_look)((two.symbol >> 4) + 1) << 16 | value_of(two.value, 48);
  }
  if (!(look >> 16 & 255)) look |= 1 << 16;
  return look | (twj_look)taken | (twj_look)on << 24;
}

bool twj_codes_make(twj_codes *codes, const JHUFF_TBL *table, bool is_first) {
  memset(codes, 0, sizeof *codes);
  memcpy(codes->symbols, table->huffval, sizeof codes->symbols);
  uint32_t code = 0;
  int place = 0;
  for (int length = 1; length <= 16; length++, code <<= 1) {
    int count = table->bits[length];
    // No code is all ones (T.81, C.2).
    if (count && (code + (uint32_t)count >= 1u << length || place + count > 256)) return false;
    codes->offset[length] = place - (int)code;
    for (int i = 0; i < count; i++, code++, place++)
      if (is_first && codes->symbols[place] > 11) return false;
    codes->end[length] = code << (16 - length);
  }
  for (uint32_t bits = 0; bits < 1 << TWJ_LOOK; bits++) {
    found found = find(codes, bits, TWJ_LOOK);
    codes->alone[bits] = (uint16_t)(found.length | found.symbol << 8);
    codes->look[bits] = is_first ? first_look(found) : rest_look(codes, bits);
  }
  return place > 0;
}

void twj_bits_fill_slowly(twj_bits *bits) {
  while (bits->count <= 56) {
    uint64_t byte = 0;
    if (bits->at == bits->end || (bits->at[0] == 0xFF && (bits->end - bits->at < 2 || bits->at[1] != 0))) {
      bits->beyond += 8;
    } else {
      byte = bits->at[0];
      bits->at += byte == 0xFF ? 2 : 1;
    }
    bits->bits |= byte << (56 - bits->count);
    bits->count += 8;
  }
}
