#include <CAlign.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Inlined into a function for each kind of processor: the compiler makes vectors of each one's
// length from one source.
#define INLINED __attribute__((always_inline))

// The share of a block that the moved picture must have.
static const float LEAST_COVER = 0.75f;

// The sums over squares of `block` values, for each square's first place; `line` has `columns`
// values.
INLINED static inline void sum_blocks(
  const float *values, uint32_t columns, uint32_t rows, uint32_t block, float *sums, float *line) {
  const uint32_t places = columns - block + 1;
  for (uint32_t y = 0; y + block <= rows; y++) {
    memcpy(line, values + (size_t)columns * y, columns * sizeof *line);
    for (uint32_t j = 1; j < block; j++)
      for (uint32_t x = 0; x < columns; x++) line[x] += values[(size_t)columns * (y + j) + x];
    float *row = sums + (size_t)columns * y;
    memcpy(row, line, places * sizeof *row);
    for (uint32_t i = 1; i < block; i++)
      for (uint32_t x = 0; x < places; x++) row[x] += line[x + i];
  }
}

// For each place of a block's corner, one over the root of the block's energy.
INLINED static inline void find_energy(
  const float *cells, uint32_t columns, uint32_t rows, uint32_t block, float noise, float *energy, float *inverse,
  float *line) {
  const size_t count = (size_t)columns * rows;
  memset(energy, 0, count * sizeof *energy);
  for (int direction = 0; direction < TWX_DIRECTIONS; direction++) {
    const float *plane = cells + count * (size_t)direction;
    for (size_t i = 0; i < count; i++) energy[i] += plane[i] * plane[i];
  }
  sum_blocks(energy, columns, rows, block, inverse, line);
  for (size_t i = 0; i < count; i++) inverse[i] = 1 / sqrtf(inverse[i] + noise * (float)(block * block));
}

// 1 for each place of a block's corner where the moved picture has enough of the block, else 0.
INLINED static inline void find_cover(const twx_correlation *given, float *covered, float *line) {
  const size_t count = (size_t)given->moved_columns * given->moved_rows;
  const float least = LEAST_COVER * (float)(given->block * given->block);
  sum_blocks(given->moved_valid, given->moved_columns, given->moved_rows, given->block, covered, line);
  for (size_t i = 0; i < count; i++) covered[i] = covered[i] >= least ? 1 : 0;
}

// The products of the cells of one row, summed over the directions.
INLINED static inline void multiply(
  const float *restrict fixed, size_t fixed_plane, const float *restrict moved, size_t moved_plane, uint32_t columns,
  float *restrict products) {
  const float *f1 = fixed + fixed_plane, *f2 = f1 + fixed_plane, *f3 = f2 + fixed_plane, *f4 = f3 + fixed_plane;
  const float *m1 = moved + moved_plane, *m2 = m1 + moved_plane, *m3 = m2 + moved_plane, *m4 = m3 + moved_plane;
  const float *f5 = f4 + fixed_plane, *m5 = m4 + moved_plane;
  _Static_assert(TWX_DIRECTIONS == 6, "as many products as directions");
  for (uint32_t x = 0; x < columns; x++)
    products[x] = fixed[x] * moved[x] + f1[x] * m1[x] + f2[x] * m2[x] + f3[x] * m3[x] + f4[x] * m4[x] + f5[x] * m5[x];
}

INLINED static inline bool correlate(
  const twx_correlation *given, float *agreement, float *cover, float *blocks, float *weights) {
  const uint32_t columns = given->fixed_columns, rows = given->fixed_rows, wide = given->moved_columns;
  const uint32_t block = given->block, step = given->step;
  const uint32_t across = (columns - block) / step + 1, down = (rows - block) / step + 1;
  const size_t fixed_count = (size_t)columns * rows, moved_count = (size_t)wide * given->moved_rows;
  float *memory = calloc(3 * fixed_count + 3 * moved_count + (size_t)across * down + columns + wide, sizeof *memory);
  if (!memory) return false;
  float *fixed_energy = memory, *fixed_inverse = fixed_energy + fixed_count, *products = fixed_inverse + fixed_count;
  float *moved_energy = products + fixed_count, *moved_inverse = moved_energy + moved_count;
  float *covered = moved_inverse + moved_count, *weight = covered + moved_count, *sums = weight + (size_t)across * down;
  float *line = sums + columns;
  find_energy(given->fixed, columns, rows, block, given->noise, fixed_energy, fixed_inverse, line);
  find_energy(given->moved, wide, given->moved_rows, block, given->noise, moved_energy, moved_inverse, line);
  find_cover(given, covered, line);
  float whole = 0;
  for (uint32_t y = 0; y < down; y++)
    for (uint32_t x = 0; x < across; x++) {
      // The share of the block's energy that isn't noise.
      float inverse = fixed_inverse[(size_t)columns * (y * step) + x * step];
      float share = 1 - given->noise * (float)(block * block) * inverse * inverse;
      weight[(size_t)across * y + x] = share;
      whole += share;
    }
  if (weights) memcpy(weights, weight, (size_t)across * down * sizeof *weights);
  for (uint32_t top = 0; top < given->down; top++)
    for (uint32_t left = 0; left < given->across; left++) {
      size_t place = (size_t)given->across * top + left;
      float *found = blocks ? blocks + place * across * down : NULL;
      for (uint32_t y = 0; y < rows; y++)
        multiply(
          given->fixed + (size_t)columns * y, fixed_count, given->moved + (size_t)wide * (y + top) + left, moved_count,
          columns, products + (size_t)columns * y);
      float total = 0, shared = 0;
      for (uint32_t y = 0; y < down; y++) {
        memcpy(sums, products + (size_t)columns * (y * step), columns * sizeof *sums);
        for (uint32_t j = 1; j < block; j++) {
          const float *row = products + (size_t)columns * (y * step + j);
          for (uint32_t x = 0; x < columns; x++) sums[x] += row[x];
        }
        const size_t corner = (size_t)wide * (y * step + top) + left;
        const float *own = fixed_inverse + (size_t)columns * (y * step);
        memcpy(line, sums, columns * sizeof *line);
        for (uint32_t i = 1; i < block; i++)
          for (uint32_t x = 0; x + i < columns; x++) line[x] += sums[x + i];
        for (uint32_t x = 0; x < across; x++) {
          float alike = line[x * step] * own[x * step] * moved_inverse[corner + x * step];
          float share = weight[(size_t)across * y + x] * covered[corner + x * step];
          if (found) found[(size_t)across * y + x] = covered[corner + x * step] > 0 ? alike : -2;
          float excess = alike > given->least ? alike - given->least : 0;
          total += share * excess * excess;
          shared += share;
        }
      }
      agreement[place] = shared > 0 ? total / shared : 0;
      cover[place] = whole > 0 ? shared / whole : 0;
    }
  free(memory);
  return true;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static bool correlate_avx2(
  const twx_correlation *given, float *agreement, float *cover, float *blocks, float *weights) {
  return correlate(given, agreement, cover, blocks, weights);
}
#endif

bool twx_correlate(const twx_correlation *given, float *agreement, float *cover, float *blocks, float *weights) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return correlate_avx2(given, agreement, cover, blocks, weights);
#endif
  return correlate(given, agreement, cover, blocks, weights);
}
