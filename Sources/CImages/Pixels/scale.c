#include "weights.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Between the passes samples keep this many bits behind the point: 255 with Lanczos' overshoot
// stays within 16 bits.
#define KEPT_BITS 6
// Columns that the loops for vectors handle at once, and weights of a row's sample.
#define BLOCK 32
#define TAPS 16

// Finished rows are turned in strips as high as a tile of the transposition.
#define STRIP 16

struct twx_scaler {
  const twx_weights *columns, *rows;
  uint32_t width, height;          // of the source
  uint32_t new_width, new_height;  // before turning
  int orientation;
  bool plainly;                    // without the loops for a certain processor
  uint32_t next;                   // the next new row
  int16_t *between;                // one row between the passes
  uint8_t *strip;                  // rows that wait to be turned
  size_t strip_stride;
  const uint8_t **taps;            // the source rows of a new one
  uint32_t *kept;                  // the first source row that a new one or those after it need
};

twx_scaler *twx_scaler_open(twx_axis columns, twx_axis rows, int orientation, bool plainly) {
  twx_scaler *scaler = calloc(1, sizeof *scaler);
  if (!scaler) return NULL;
  scaler->width = columns.count;
  scaler->height = rows.count;
  scaler->new_width = columns.new_count;
  scaler->new_height = rows.new_count;
  scaler->orientation = orientation;
  scaler->plainly = plainly;
#if defined(__x86_64__)
  scaler->plainly = plainly || !__builtin_cpu_supports("avx2");
#endif
  scaler->strip_stride = ((size_t)columns.new_count + 63) / 64 * 64;
  scaler->columns = twx_weights_take(columns, TAPS);
  scaler->rows = twx_weights_take(rows, 2);
  if (scaler->columns && scaler->rows) {
    // Weights of 0 reach behind the row's end.
    size_t between = ((size_t)columns.count + BLOCK - 1) / BLOCK * BLOCK + scaler->columns->taps;
    scaler->between = calloc(between, sizeof *scaler->between);
    scaler->strip = malloc(scaler->strip_stride * STRIP);
    scaler->taps = calloc(scaler->rows->taps, sizeof *scaler->taps);
    scaler->kept = malloc(rows.new_count * sizeof *scaler->kept);
  }
  if (scaler->between && scaler->strip && scaler->taps && scaler->kept) {
    uint32_t kept = rows.count;
    for (uint32_t y = rows.new_count; y-- > 0;) {
      if (scaler->rows->first[y] < kept) kept = scaler->rows->first[y];
      scaler->kept[y] = kept;
    }
    return scaler;
  }
  twx_scaler_close(scaler);
  return NULL;
}

void twx_scaler_close(twx_scaler *scaler) {
  if (!scaler) return;
  twx_weights_give(scaler->columns);
  twx_weights_give(scaler->rows);
  free(scaler->between);
  free(scaler->strip);
  free(scaler->taps);
  free(scaler->kept);
  free(scaler);
}

uint32_t twx_scaler_reach(const twx_scaler *scaler) {
  uint32_t reach = 1;
  for (uint32_t y = 0; y < scaler->new_height; y++) {
    uint32_t rows = scaler->rows->last[y] - scaler->kept[y] + 1;
    if (rows > reach) reach = rows;
  }
  return reach;
}

// Down the columns: bytes to 16 bits.
static void blend_rows_plainly(
  const uint8_t *const *rows, const int16_t *weights, uint32_t taps, uint32_t width, int16_t *out) {
  for (uint32_t left = 0; left < width; left += BLOCK) {
    int32_t sums[BLOCK];
    for (int i = 0; i < BLOCK; i++) sums[i] = 1 << (TWX_WEIGHT_BITS - KEPT_BITS - 1);
    for (uint32_t t = 0; t < taps; t++) {
      const uint8_t *row = rows[t] + left;
      int32_t weight = weights[t];
      for (int i = 0; i < BLOCK; i++) sums[i] += weight * row[i];
    }
    for (int i = 0; i < BLOCK; i++) {
      int32_t value = sums[i] >> (TWX_WEIGHT_BITS - KEPT_BITS);
      out[left + (uint32_t)i] = (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
    }
  }
}

static uint8_t finished(int32_t sum) {
  int32_t value = (sum + (1 << (TWX_WEIGHT_BITS + KEPT_BITS - 1))) >> (TWX_WEIGHT_BITS + KEPT_BITS);
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// Along the row: 16 bits to bytes, from the new sample `x` on.
static void blend_columns_plainly(
  const int16_t *row, const twx_weights *weights, uint32_t x, uint32_t width, uint8_t *out) {
  for (; x < width; x++) {
    const int16_t *values = weights->values + (size_t)x * weights->taps, *samples = row + weights->first[x];
    int32_t sum = 0;
    for (uint32_t t = 0; t < weights->taps; t++) sum += values[t] * samples[t];
    out[x] = finished(sum);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void blend_rows_avx2(
  const uint8_t *const *rows, const int16_t *weights, uint32_t taps, uint32_t width, int16_t *out) {
  const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi32(1 << (TWX_WEIGHT_BITS - KEPT_BITS - 1));
  const int shift = TWX_WEIGHT_BITS - KEPT_BITS;
  for (uint32_t left = 0; left < width; left += BLOCK) {
    __m256i a = half, b = half, c = half, d = half;
    for (uint32_t t = 0; t < taps; t += 2) {
      __m256i one = _mm256_loadu_si256((const __m256i *)(rows[t] + left));
      __m256i two = _mm256_loadu_si256((const __m256i *)(rows[t + 1] + left));
      int32_t pair;
      memcpy(&pair, weights + t, sizeof pair);
      __m256i weight = _mm256_set1_epi32(pair);
      __m256i low = _mm256_unpacklo_epi8(one, two), high = _mm256_unpackhi_epi8(one, two);
      a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), weight));
      b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), weight));
      c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), weight));
      d = _mm256_add_epi32(d, _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), weight));
    }
    // Each half of the vectors holds columns of its own half of the block.
    __m256i first = _mm256_packs_epi32(_mm256_srai_epi32(a, shift), _mm256_srai_epi32(b, shift));
    __m256i second = _mm256_packs_epi32(_mm256_srai_epi32(c, shift), _mm256_srai_epi32(d, shift));
    _mm256_storeu_si256((__m256i *)(out + left), _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256((__m256i *)(out + left + 16), _mm256_permute2x128_si256(first, second, 0x31));
  }
}

__attribute__((target("avx2"), always_inline)) static inline __m256i products(
  const int16_t *row, const twx_weights *weights, uint32_t x) {
  const int16_t *values = weights->values + (size_t)x * weights->taps, *samples = row + weights->first[x];
  __m256i sums = _mm256_setzero_si256();
  for (uint32_t t = 0; t < weights->taps; t += TAPS)
    sums = _mm256_add_epi32(
      sums, _mm256_madd_epi16(
              _mm256_loadu_si256((const __m256i *)(samples + t)), _mm256_loadu_si256((const __m256i *)(values + t))));
  return sums;
}

__attribute__((target("avx2"))) static void blend_columns_avx2(
  const int16_t *row, const twx_weights *weights, uint32_t width, uint8_t *out) {
  const __m256i half = _mm256_set1_epi32(1 << (TWX_WEIGHT_BITS + KEPT_BITS - 1));
  uint32_t x = 0;
  for (; x + 8 <= width; x += 8) {
    __m256i a = _mm256_hadd_epi32(products(row, weights, x), products(row, weights, x + 1));
    __m256i b = _mm256_hadd_epi32(products(row, weights, x + 2), products(row, weights, x + 3));
    __m256i c = _mm256_hadd_epi32(products(row, weights, x + 4), products(row, weights, x + 5));
    __m256i d = _mm256_hadd_epi32(products(row, weights, x + 6), products(row, weights, x + 7));
    __m256i ab = _mm256_hadd_epi32(a, b), cd = _mm256_hadd_epi32(c, d);
    __m256i sums = _mm256_add_epi32(_mm256_permute2x128_si256(ab, cd, 0x20), _mm256_permute2x128_si256(ab, cd, 0x31));
    sums = _mm256_srai_epi32(_mm256_add_epi32(sums, half), TWX_WEIGHT_BITS + KEPT_BITS);
    __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    _mm_storel_epi64((__m128i *)(out + x), _mm_packus_epi16(words, words));
  }
  blend_columns_plainly(row, weights, x, width, out);
}
#endif

static void make_row(twx_scaler *scaler, twx_source source, uint8_t *out) {
  const twx_weights *rows = scaler->rows;
  uint32_t first = rows->first[scaler->next], last = rows->last[scaler->next];
  for (uint32_t t = 0; t < rows->taps; t++) {
    uint32_t y = first + t < last ? first + t : last;  // beyond the last one weights are 0
    scaler->taps[t] = source.data + source.stride * (y % source.ring);
  }
  const int16_t *weights = rows->values + (size_t)scaler->next * rows->taps;
#if defined(__x86_64__)
  if (!scaler->plainly) {
    blend_rows_avx2(scaler->taps, weights, rows->taps, scaler->width, scaler->between);
    blend_columns_avx2(scaler->between, scaler->columns, scaler->new_width, out);
    return;
  }
#endif
  blend_rows_plainly(scaler->taps, weights, rows->taps, scaler->width, scaler->between);
  blend_columns_plainly(scaler->between, scaler->columns, 0, scaler->new_width, out);
}

uint32_t twx_scaler_run(
  twx_scaler *scaler, twx_source source, uint32_t ready, uint8_t *target, size_t target_stride) {
  for (; scaler->next < scaler->new_height && scaler->rows->last[scaler->next] < ready; scaler->next++) {
    if (scaler->orientation == 1) {
      make_row(scaler, source, target + target_stride * scaler->next);
      continue;
    }
    size_t waiting = scaler->next % STRIP;
    make_row(scaler, source, scaler->strip + scaler->strip_stride * waiting);
    if (waiting + 1 < STRIP && scaler->next + 1 < scaler->new_height) continue;
    twx_place_rows(
      scaler->strip, scaler->strip_stride, scaler->new_width, waiting + 1, scaler->next - waiting, scaler->new_height,
      scaler->orientation, target, target_stride);
  }
  return scaler->next < scaler->new_height ? scaler->kept[scaler->next] : scaler->height;
}
