#include <CPixels.h>

#include <stdlib.h>

void twx_count_rgb(const uint8_t *rgb, size_t pixels, int high, int low, uint64_t counts[770]) {
  for (size_t i = 0; i < pixels; i++, rgb += 3) {
    counts[rgb[0]]++;
    counts[256 + rgb[1]]++;
    counts[512 + rgb[2]]++;
    if (rgb[0] >= high || rgb[1] >= high || rgb[2] >= high) counts[768]++;
    if (rgb[0] <= low && rgb[1] <= low && rgb[2] <= low) counts[769]++;
  }
}

// The edge that runs across a pixel: from its darkest to its brightest end along the row.
static size_t width_of_edge(const uint8_t *row, size_t width, size_t x, int rising) {
  size_t left = x, right = x;
  if (rising) {
    while (left > 0 && row[left - 1] < row[left]) left--;
    while (right + 1 < width && row[right + 1] > row[right]) right++;
  } else {
    while (left > 0 && row[left - 1] > row[left]) left--;
    while (right + 1 < width && row[right + 1] < row[right]) right++;
  }
  return right - left;
}

void twx_sharpness(
  const uint8_t *plane, size_t stride, size_t width, size_t height, double *variance, double *edge_width) {
  // The slope that makes an edge, in values over two pixels.
  enum { SLOPE = 32 };
  double sum = 0, squares = 0, widths = 0;
  uint64_t count = 0, edges = 0;
  *variance = *edge_width = 0;
  if (width < 3 || height < 3) return;
  for (size_t y = 1; y + 1 < height; y++) {
    const uint8_t *row = plane + stride * y, *above = row - stride, *below = row + stride;
    int64_t row_sum = 0, row_squares = 0;
    for (size_t x = 1; x + 1 < width; x++) {
      int detail = 4 * row[x] - row[x - 1] - row[x + 1] - above[x] - below[x];
      row_sum += detail;
      row_squares += detail * detail;
      int slope = row[x + 1] - row[x - 1];
      if (abs(slope) < SLOPE) continue;
      // Only the steepest pixel of an edge counts it.
      int before = x > 1 ? abs(row[x] - row[x - 2]) : 0, after = x + 2 < width ? abs(row[x + 2] - row[x]) : 0;
      if (abs(slope) <= before || abs(slope) < after) continue;
      widths += (double)width_of_edge(row, width, x, slope > 0);
      edges++;
    }
    sum += (double)row_sum;
    squares += (double)row_squares;
    count += width - 2;
  }
  double mean = sum / (double)count;
  *variance = squares / (double)count - mean * mean;
  if (edges) *edge_width = widths / (double)edges;
}

static inline int detail_at(const uint8_t *above, const uint8_t *row, const uint8_t *below, size_t width, size_t x) {
  if (!above || !below || x == 0 || x + 1 >= width) return 0;
  return abs(4 * row[x] - row[x - 1] - row[x + 1] - above[x] - below[x]);
}

void twx_count_detail(const uint8_t *plane, size_t stride, size_t width, size_t height, uint64_t counts[1021]) {
  for (size_t y = 1; y + 1 < height; y++) {
    const uint8_t *row = plane + stride * y;
    for (size_t x = 1; x + 1 < width; x++) counts[detail_at(row - stride, row, row + stride, width, x)]++;
  }
}

void twx_peak_row(
  const uint8_t *above, const uint8_t *row, const uint8_t *below, size_t width, int least, const uint8_t paint[3],
  uint8_t *rgb) {
  for (size_t x = 0; x < width; x++) {
    int peak = detail_at(above, row, below, width, x) >= least;
    for (int c = 0; c < 3; c++) *rgb++ = peak ? paint[c] : (uint8_t)(row[x] * 5 / 8);
  }
}
