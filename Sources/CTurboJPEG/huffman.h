// Huffman codes of a JPEG's scan, with the bits of a value read in the same look where both are short.
#ifndef TIMEWALK_TWJ_HUFFMAN_H
#define TIMEWALK_TWJ_HUFFMAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdio.h>
#include <jpeglib.h>

// Bits that are looked up at once.
#define TWJ_LOOK 11

// What the next bits say, each a byte or more from the lowest up; 0 where a symbol must be read by itself:
//   how many bits are taken,
//   how many coefficients are passed over before the first, and from the first to the second,
//   by how many the block goes on, and TWJ_ENDS more at its end,
//   the first and the second coefficient in 16 bits each, 0 where there is none.
typedef uint64_t twj_look;

#define TWJ_ENDS 128

typedef struct twj_codes {
  twj_look look[1 << TWJ_LOOK];
  uint16_t alone[1 << TWJ_LOOK];  // the length of the first code, and its symbol from the 8th bit on; 0 where it is longer
  uint32_t end[17];    // behind the last code of each length, shifted to 16 bits
  int32_t offset[17];  // from a code to its place among the symbols
  uint8_t symbols[256];
} twj_codes;

// False where the table is none; those of blocks' first values have symbols up to 11, and their looks stand for one each.
bool twj_codes_make(twj_codes *codes, const JHUFF_TBL *table, bool is_first);

// Bits that are read from the highest on.
typedef struct twj_bits {
  uint64_t bits;
  int count;      // of bits that are there
  int beyond;     // of those, how many are none of the file's, but zeros behind a marker or the end
  const uint8_t *at, *end;
} twj_bits;

// One byte after the other, where there is a 0xFF among the next ones, or the end.
void twj_bits_fill_slowly(twj_bits *bits);

// Makes at least 56 bits available.
static inline void twj_bits_fill(twj_bits *bits) {
  if (bits->end - bits->at >= 8) {
    uint64_t word;
    memcpy(&word, bits->at, sizeof word);
    if (!((~word - 0x0101010101010101) & word & 0x8080808080808080)) {
      // What does not fill a byte stays there and comes again.
      bits->bits |= __builtin_bswap64(word) >> bits->count;
      bits->at += (63 - bits->count) >> 3;
      bits->count |= 56;
      return;
    }
  }
  twj_bits_fill_slowly(bits);
}

static inline void twj_bits_skip(twj_bits *bits, int count) {
  bits->bits <<= count;
  bits->count -= count;
}

// The value of so many bits, at least one (T.81, F.2.2.1).
static inline int twj_bits_value(twj_bits *bits, int count) {
  int value = (int)(bits->bits >> (64 - count));
  twj_bits_skip(bits, count);
  return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
}

// The next symbol by itself; -1 where there is none.
static inline int twj_codes_symbol(const twj_codes *codes, twj_bits *bits) {
  unsigned alone = codes->alone[bits->bits >> (64 - TWJ_LOOK)];
  if (alone) {
    twj_bits_skip(bits, alone & 255);
    return (int)(alone >> 8);
  }
  uint32_t code = (uint32_t)(bits->bits >> 48);
  for (int length = TWJ_LOOK + 1; length <= 16; length++) {
    if (code >= codes->end[length]) continue;
    int place = (int)(code >> (16 - length)) + codes->offset[length];
    if (place < 0 || place > 255) return -1;
    twj_bits_skip(bits, length);
    return codes->symbols[place];
  }
  return -1;
}

#endif
