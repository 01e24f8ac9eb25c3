#include <CAlign.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Inlined into a function for each kind of processor: the compiler makes vectors of each one's
// length from one source.
#define INLINED __attribute__((always_inline))

// The minimum reference of a gradient, which excludes grain in a sky: about 4 levels from pixel to
// pixel.
static const float GRAIN = 16;
// No gradient counts more than this, even in plain surroundings.
static const float GREATEST = 3;

// Sums over 2 * reach + 1 values of a row.
INLINED static inline void sum_row(const float *row, uint32_t width, uint32_t reach, float *sums) {
  float sum = 0;
  for (uint32_t x = 0; x < reach && x < width; x++) sum += row[x];
  for (uint32_t x = 0; x < width; x++) {
    if (x + reach < width) sum += row[x + reach];
    if (x > reach) sum -= row[x - reach - 1];
    sums[x] = sum;
  }
}

// Sums over squares around each value, into `values`; `rows` has as many values, `sums` one row.
INLINED static inline void sum_squares(float *values, uint32_t width, uint32_t height, uint32_t reach, float *rows, float *sums) {
  for (uint32_t y = 0; y < height; y++)
    sum_row(values + (size_t)width * y, width, reach, rows + (size_t)width * y);
  memset(sums, 0, width * sizeof *sums);
  for (uint32_t y = 0; y < reach && y < height; y++)
    for (uint32_t x = 0; x < width; x++) sums[x] += rows[(size_t)width * y + x];
  for (uint32_t y = 0; y < height; y++) {
    if (y + reach < height) {
      const float *row = rows + (size_t)width * (y + reach);
      for (uint32_t x = 0; x < width; x++) sums[x] += row[x];
    }
    if (y > reach) {
      const float *row = rows + (size_t)width * (y - reach - 1);
      for (uint32_t x = 0; x < width; x++) sums[x] -= row[x];
    }
    memcpy(values + (size_t)width * y, sums, width * sizeof *sums);
  }
}

// Sobel's gradient of a row, and its strength where all its pixels are inside.
INLINED static inline void find_gradients(
  const uint8_t *luma, const uint8_t *inside, uint32_t width, float *across, float *down, float *strength) {
  const uint8_t *above = luma - width, *below = luma + width, *i = inside - width, *j = inside + width;
  for (uint32_t x = 1; x + 1 < width; x++) {
    float u = (float)((above[x + 1] - above[x - 1]) + 2 * (luma[x + 1] - luma[x - 1]) + (below[x + 1] - below[x - 1]));
    float v = (float)((below[x - 1] + 2 * below[x] + below[x + 1]) - (above[x - 1] + 2 * above[x] + above[x + 1]));
    int known = i[x - 1] & i[x] & i[x + 1] & inside[x - 1] & inside[x] & inside[x + 1] & j[x - 1] & j[x] & j[x + 1];
    across[x] = u;
    down[x] = v;
    strength[x] = known ? sqrtf(u * u + v * v) : 0;
  }
}

// Spreads cells a little: an edge on the line between two is then in both.
INLINED static inline void soften(float *cells, uint32_t columns, uint32_t rows, float scale, float *between) {
  for (uint32_t y = 0; y < rows; y++)
    for (uint32_t x = 0; x < columns; x++) {
      const float *row = cells + (size_t)columns * y;
      float left = row[x > 0 ? x - 1 : 0], right = row[x + 1 < columns ? x + 1 : x];
      between[(size_t)columns * y + x] = scale * (0.6f * row[x] + 0.2f * (left + right));
    }
  for (uint32_t y = 0; y < rows; y++)
    for (uint32_t x = 0; x < columns; x++) {
      size_t at = (size_t)columns * y + x;
      float above = between[y > 0 ? at - columns : at], below = between[y + 1 < rows ? at + columns : at];
      cells[at] = 0.6f * between[at] + 0.2f * (above + below);
    }
}

INLINED static inline void find_valid(const uint8_t *inside, uint32_t width, uint32_t cell, uint32_t columns, uint32_t rows, float *valid) {
  for (uint32_t y = 0; y < rows; y++)
    for (uint32_t x = 0; x < columns; x++) {
      uint32_t count = 0;
      for (uint32_t j = 0; j < cell; j++)
        for (uint32_t i = 0; i < cell; i++) count += inside[(size_t)width * (y * cell + j) + x * cell + i];
      valid[(size_t)columns * y + x] = 20 * count >= 19 * cell * cell;
    }
}

INLINED static inline void take_mean_away(float *cells, const float *valid, size_t count) {
  double sum = 0, known = 0;
  for (size_t i = 0; i < count; i++) {
    sum += cells[i] * valid[i];
    known += valid[i];
  }
  float mean = known > 0 ? (float)(sum / known) : 0;
  for (size_t i = 0; i < count; i++) cells[i] = valid[i] > 0 ? cells[i] - mean : 0;
}

INLINED static inline bool find_directions(
  const uint8_t *luma, const uint8_t *inside, uint32_t width, uint32_t height, uint32_t cell, uint32_t window,
  float *cells, float *valid) {
  const uint32_t columns = width / cell, rows = height / cell, reach = window / 2;
  const size_t pixels = (size_t)width * height, count = (size_t)columns * rows;
  float *memory = calloc(6 * pixels + width, sizeof *memory);
  if (!memory) return false;
  float *across = memory, *down = across + pixels, *strength = down + pixels, *mean = strength + pixels;
  float *known = mean + pixels, *between = known + pixels, *line = between + pixels;
  for (uint32_t y = 1; y + 1 < height; y++) {
    size_t at = (size_t)width * y;
    find_gradients(luma + at, inside + at, width, across + at, down + at, strength + at);
  }
  for (size_t i = 0; i < pixels; i++) known[i] = inside[i];
  memcpy(mean, strength, pixels * sizeof *mean);
  sum_squares(mean, width, height, reach, between, line);
  sum_squares(known, width, height, reach, between, line);
  const float area = (float)((2 * reach + 1) * (2 * reach + 1));
  for (uint32_t y = 0; y < rows; y++)
    for (uint32_t i = 0; i < cell; i++) {
      size_t at = (size_t)width * (y * cell + i);
      float *u = across + at, *v = down + at, *length = strength + at;
      for (uint32_t x = 0; x < width; x++) {
        // Near the picture's edge the mean is over the existing pixels, at least a fifth.
        float share = known[at + x] < 0.2f * area ? 0.2f * area : known[at + x];
        float relative = length[x] / (mean[at + x] / share + GRAIN);
        float unit = length[x] > 1e-3f ? 1 / length[x] : 0;
        u[x] *= unit;
        v[x] *= unit;
        length[x] = relative > GREATEST ? GREATEST : relative;
      }
    }
  for (int direction = 0; direction < TWX_DIRECTIONS; direction++) {
    const float angle = (float)direction * (3.14159265f / TWX_DIRECTIONS), a = cosf(angle), b = sinf(angle);
    for (uint32_t y = 0; y < rows; y++) {
      memset(line, 0, width * sizeof *line);
      for (uint32_t i = 0; i < cell; i++) {
        const size_t at = (size_t)width * (y * cell + i);
        const float *u = across + at, *v = down + at, *length = strength + at;
        // The 16th power of the cosine falls to a half halfway to the next direction.
        for (uint32_t x = 0; x < width; x++) {
          float part = u[x] * a + v[x] * b;
          part *= part;
          part *= part;
          part *= part;
          line[x] += length[x] * part * part;
        }
      }
      float *row = cells + count * (size_t)direction + (size_t)columns * y;
      for (uint32_t x = 0; x < columns; x++) {
        float sum = 0;
        for (uint32_t i = 0; i < cell; i++) sum += line[x * cell + i];
        row[x] = sum;
      }
    }
  }
  find_valid(inside, width, cell, columns, rows, valid);
  for (int direction = 0; direction < TWX_DIRECTIONS; direction++) {
    float *plane = cells + count * (size_t)direction;
    soften(plane, columns, rows, 1 / (float)(cell * cell), between);
    take_mean_away(plane, valid, count);
  }
  free(memory);
  return true;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static bool find_directions_avx2(
  const uint8_t *luma, const uint8_t *inside, uint32_t width, uint32_t height, uint32_t cell, uint32_t window,
  float *cells, float *valid) {
  return find_directions(luma, inside, width, height, cell, window, cells, valid);
}
#endif

bool twx_directions(
  const uint8_t *luma, const uint8_t *inside, uint32_t width, uint32_t height, uint32_t cell, uint32_t window,
  float *cells, float *valid) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2"))
    return find_directions_avx2(luma, inside, width, height, cell, window, cells, valid);
#endif
  return find_directions(luma, inside, width, height, cell, window, cells, valid);
}
