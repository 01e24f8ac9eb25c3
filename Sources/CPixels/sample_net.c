#include "include/CAlign.h"

void twx_sample_net(
  const uint8_t *from, size_t from_stride, uint32_t from_width, uint32_t from_height, const float *net,
  uint32_t net_columns, uint32_t step, uint8_t outside, uint8_t *to, size_t to_stride, uint8_t *inside,
  uint32_t width, uint32_t height) {
  const float right = (float)(from_width - 1), bottom = (float)(from_height - 1), share = 1.0f / (float)step;
  for (uint32_t y = 0; y < height; y++) {
    const float *above = net + 2 * (size_t)net_columns * (y / step), down = (float)(y % step) * share;
    uint8_t *row = to + to_stride * y, *known = inside + (size_t)width * y;
    for (uint32_t x = 0; x < width; x += step) {
      const float *corner = above + 2 * (x / step), *below = corner + 2 * (size_t)net_columns;
      float u = corner[0] + (below[0] - corner[0]) * down, v = corner[1] + (below[1] - corner[1]) * down;
      float u_step = (corner[2] + (below[2] - corner[2]) * down - u) * share;
      float v_step = (corner[3] + (below[3] - corner[3]) * down - v) * share;
      uint32_t end = width - x < step ? width - x : step;
      for (uint32_t i = 0; i < end; i++, u += u_step, v += v_step) {
        // Written so that what is no number is outside, too.
        bool there = u >= 0 && v >= 0 && u < right && v < bottom;
        known[x + i] = there;
        if (!there) {
          row[x + i] = outside;
          continue;
        }
        uint32_t column = (uint32_t)u, line = (uint32_t)v;
        int across = (int)((u - (float)column) * 256), along = (int)((v - (float)line) * 256);
        const uint8_t *at = from + from_stride * line + column, *next = at + from_stride;
        int top = at[0] * (256 - across) + at[1] * across, low = next[0] * (256 - across) + next[1] * across;
        row[x + i] = (uint8_t)((top * (256 - along) + low * along + 32768) >> 16);
      }
    }
  }
}
