#include "quick.h"

#include "huffman.h"
#include "inverse.h"

#include <stdlib.h>

#if defined(__x86_64__)

typedef struct part {
  const twj_codes *first, *rest;
  int horizontal, vertical;  // blocks of it in a unit
  uint32_t blocks;           // that count, side by side
  uint8_t *data;             // the rows that are being filled
  size_t stride;
  int last;                  // the first value of the block before
  _Alignas(16) int16_t steps[64];
} part;

typedef struct reader {
  twj_bits bits;
  part parts[3];
  twj_codes first[NUM_HUFF_TBLS], rest[NUM_HUFF_TBLS];
  uint32_t units_across, units_down;
  uint32_t interval, left;   // units between restart markers, 0 for none, and how many are left until the next
  int next_restart;
  _Alignas(32) int16_t block[64 + 8];
} reader;

// Where a coefficient stands in its block (T.81, figure A.6). Behind the last are those of faults, which are seen afterwards, and
// zeros that stand for none.
static const uint8_t places[64 + 32] = {
  0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,
  6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31,
  39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
};

bool twj_quick_takes(const struct jpeg_decompress_struct *info) {
  if (!__builtin_cpu_supports("avx2") || info->progressive_mode || info->arith_code || info->data_precision != 8
      || info->num_components != 3 || info->comps_in_scan != 3 || info->Ss != 0 || info->Se != 63
      || info->Ah != 0 || info->Al != 0)
    return false;
  for (int i = 0; i < 3; i++) {
    const jpeg_component_info *component = info->comp_info + i;
    if (info->cur_comp_info[i] != component || component->dc_tbl_no < 0 || component->dc_tbl_no >= NUM_HUFF_TBLS
        || component->ac_tbl_no < 0 || component->ac_tbl_no >= NUM_HUFF_TBLS || component->quant_tbl_no < 0
        || component->quant_tbl_no >= NUM_QUANT_TBLS || !info->quant_tbl_ptrs[component->quant_tbl_no]
        || !info->dc_huff_tbl_ptrs[component->dc_tbl_no] || !info->ac_huff_tbl_ptrs[component->ac_tbl_no])
      return false;
  }
  return true;
}

static bool prepare(reader *reader, const struct jpeg_decompress_struct *info, const twj_plane *rings) {
  for (int i = 0; i < 3; i++) {
    const jpeg_component_info *component = info->comp_info + i;
    part *part = &reader->parts[i];
    part->first = &reader->first[component->dc_tbl_no];
    part->rest = &reader->rest[component->ac_tbl_no];
    if (!twj_codes_make(&reader->first[component->dc_tbl_no], info->dc_huff_tbl_ptrs[component->dc_tbl_no], true)
        || !twj_codes_make(&reader->rest[component->ac_tbl_no], info->ac_huff_tbl_ptrs[component->ac_tbl_no], false))
      return false;
    part->horizontal = component->h_samp_factor;
    part->vertical = component->v_samp_factor;
    part->blocks = component->width_in_blocks;
    part->stride = rings[i].stride;
    for (int k = 0; k < 64; k++)
      part->steps[k] = (int16_t)info->quant_tbl_ptrs[component->quant_tbl_no]->quantval[k];
  }
  uint32_t width = 8 * (uint32_t)info->max_h_samp_factor, height = 8 * (uint32_t)info->max_v_samp_factor;
  reader->units_across = (info->image_width + width - 1) / width;
  reader->units_down = (info->image_height + height - 1) / height;
  reader->interval = reader->left = info->restart_interval;
  reader->bits.at = info->src->next_input_byte;
  reader->bits.end = reader->bits.at + info->src->bytes_in_buffer;
  return true;
}

// Reads a block's coefficients; returns how many of them may be other than 0, or -1 for a fault.
static inline int read_block(twj_bits *bits, part *part, int16_t *block) {
  if (bits->count < 32) twj_bits_fill(bits);
  twj_look look = part->first->look[bits->bits >> (64 - TWJ_LOOK)];
  int difference = (int16_t)(look >> 32);
  if (look) {
    twj_bits_skip(bits, look & 63);
  } else {
    int size = twj_codes_symbol(part->first, bits);
    if (size < 0) return -1;
    if (size) difference = twj_bits_value(bits, size);
  }
  part->last += difference;
  if (part->last != (int16_t)part->last) return -1;
  block[0] = (int16_t)part->last;
  unsigned k = 1;
  while (k < 64) {
    if (bits->count < 32) twj_bits_fill(bits);
    look = part->rest->look[bits->bits >> (64 - TWJ_LOOK)];
    // Towards its end a block may be over before what looks like its second symbol.
    if (look && k < 48) {
      twj_bits_skip(bits, look & 63);
      const uint8_t *place = places + k + (look >> 8 & 255);
      block[place[0]] = (int16_t)(look >> 32);
      block[place[look >> 16 & 255]] = (int16_t)(look >> 48);
      k += look >> 24 & 255;
      continue;
    }
    int symbol = twj_codes_symbol(part->rest, bits);
    if (symbol < 0) return -1;
    int size = symbol & 15;
    if (size) {
      k += (unsigned)symbol >> 4;
      block[places[k++]] = (int16_t)twj_bits_value(bits, size);
    } else {
      k += symbol == 0xF0 ? 16 : TWJ_ENDS;
    }
  }
  k &= TWJ_ENDS - 1;
  return k > 64 ? -1 : (int)k;
}

// Goes on behind a restart marker, which must follow at once.
static bool restart(reader *reader) {
  twj_bits *bits = &reader->bits;
  if (bits->count - bits->beyond >= 8 || bits->end - bits->at < 2) return false;
  if (bits->at[0] != 0xFF || bits->at[1] != 0xD0 + reader->next_restart) return false;
  bits->at += 2;
  bits->bits = 0;
  bits->count = bits->beyond = 0;
  reader->next_restart = (reader->next_restart + 1) & 7;
  reader->left = reader->interval;
  for (int i = 0; i < 3; i++) reader->parts[i].last = 0;
  return true;
}

static TWJ_AVX2 bool read_units(reader *reader) {
  twj_bits bits = reader->bits;
  for (uint32_t x = 0; x < reader->units_across; x++) {
    if (reader->interval && reader->left-- == 0) {
      reader->bits = bits;
      if (bits.beyond > bits.count || !restart(reader)) return false;
      bits = reader->bits;
      reader->left--;
    }
    for (int i = 0; i < 3; i++) {
      part *part = &reader->parts[i];
      for (int v = 0; v < part->vertical; v++)
        for (int h = 0; h < part->horizontal; h++) {
          int count = read_block(&bits, part, reader->block);
          if (count < 0) return false;
          uint32_t place = x * (uint32_t)part->horizontal + (uint32_t)h;
          // Those behind the picture's edge are only there to fill a unit.
          uint8_t *target = part->data + part->stride * 8 * (size_t)v + 8 * (size_t)place;
          if (place >= part->blocks) memset(reader->block, 0, sizeof reader->block);
          else if (count > 1) twj_inverse(reader->block, part->steps, target, part->stride);
          else twj_inverse_flat(reader->block[0], part->steps[0], target, part->stride);
        }
    }
  }
  reader->bits = bits;
  return bits.beyond <= bits.count;
}

twj_status twj_quick_stream(
  const struct jpeg_decompress_struct *info, const twj_plane *rings, bool (*told)(void *context, uint32_t units),
  void *context) {
  reader *reader = aligned_alloc(32, (sizeof *reader + 31) / 32 * 32);
  if (!reader) return TWJ_MEMORY;
  memset(reader, 0, sizeof *reader);
  twj_status status = prepare(reader, info, rings) ? TWJ_OK : TWJ_DAMAGED;
  for (uint32_t done = 0; status == TWJ_OK && done < reader->units_down;) {
    for (int i = 0; i < 3; i++) {
      size_t height = 8 * (size_t)reader->parts[i].vertical;
      reader->parts[i].data = rings[i].data + rings[i].stride * (height * done % rings[i].rows);
    }
    if (!read_units(reader)) status = TWJ_DAMAGED;
    else if (!told(context, ++done)) status = TWJ_STOPPED;
  }
  // Where the file ends without a marker libjpeg has a word to say.
  if (status == TWJ_OK && reader->bits.beyond && reader->bits.end - reader->bits.at < 2) status = TWJ_DAMAGED;
  free(reader);
  return status;
}

#else

bool twj_quick_takes(const struct jpeg_decompress_struct *info) {
  (void)info;
  return false;
}

twj_status twj_quick_stream(
  const struct jpeg_decompress_struct *info, const twj_plane *rings, bool (*told)(void *context, uint32_t units),
  void *context) {
  (void)info, (void)rings, (void)told, (void)context;
  return TWJ_DAMAGED;
}

#endif
