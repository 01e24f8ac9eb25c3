#include <CAlign.h>

#include <string.h>

static inline uint8_t linear(const twx_samples *from, float u, float v) {
  uint32_t column = (uint32_t)u, line = (uint32_t)v;
  int across = (int)((u - (float)column) * 256), along = (int)((v - (float)line) * 256);
  const uint8_t *at = from->data + from->stride * line + column, *next = at + from->stride;
  int top = at[0] * (256 - across) + at[1] * across, low = next[0] * (256 - across) + next[1] * across;
  return (uint8_t)((top * (256 - along) + low * along + 32768) >> 16);
}

static inline float within(float value, float last) {
  return value < 0 ? 0 : value > last ? last : value;
}

// The share of a pixel on the near side of both ends of a plane, `last` pixels after the first.
static inline float share_within(float value, float last) {
  float share = value < last - value ? value + 1 : last - value + 1;
  return share > 1 ? 1 : share;
}

void twx_sample_net(
  const twx_samples *from, const twx_samples *to, twx_net net, uint8_t outside, bool fades, uint8_t *inside) {
  const float right = (float)(from->width - 1), bottom = (float)(from->height - 1), share = 1.0f / (float)net.step;
  if (from->width < 2 || from->height < 2) fades = false;
  // The last places that have neighbours on all sides.
  const float last_u = right - 1.0f / 256, last_v = bottom - 1.0f / 256;
  for (uint32_t y = 0; y < to->height; y++) {
    const float *above = net.places + 2 * (size_t)net.columns * (y / net.step), down = (float)(y % net.step) * share;
    uint8_t *row = to->data + to->stride * y, *known = inside + (size_t)to->width * y;
    for (uint32_t x = 0; x < to->width; x += net.step) {
      const float *corner = above + 2 * (x / net.step), *below = corner + 2 * (size_t)net.columns;
      float u = corner[0] + (below[0] - corner[0]) * down, v = corner[1] + (below[1] - corner[1]) * down;
      float u_step = (corner[2] + (below[2] - corner[2]) * down - u) * share;
      float v_step = (corner[3] + (below[3] - corner[3]) * down - v) * share;
      uint32_t end = to->width - x < net.step ? to->width : x + net.step;
      for (uint32_t i = x; i < end; i++, u += u_step, v += v_step) {
        // In this form, NaN is outside, too.
        if (u >= 0 && v >= 0 && u < right && v < bottom) {
          known[i] = 1;
          row[i] = linear(from, u, v);
        } else if (fades && u > -1 && v > -1 && u < right + 1 && v < bottom + 1) {
          float part = share_within(u, right) * share_within(v, bottom);
          known[i] = part >= 0.5f;
          row[i] = (uint8_t)((float)linear(from, within(u, last_u), within(v, last_v)) * part +
                             (float)outside * (1 - part) + 0.5f);
        } else {
          known[i] = 0;
          row[i] = outside;
        }
      }
    }
  }
}

enum { PHASES = 256 };

// Four neighbours at once; compilers make one instruction of each step.
typedef float twx_four __attribute__((vector_size(16)));
typedef uint8_t twx_four_bytes __attribute__((vector_size(4)));

// Weights of four neighbours for a place between the second and the third.
static void cubic_weights(twx_four weights[PHASES]) {
  for (int i = 0; i < PHASES; i++) {
    float t = (float)i / PHASES, t2 = t * t, t3 = t2 * t;
    weights[i] = (twx_four){
      t2 - 0.5f * (t + t3), 1 - 2.5f * t2 + 1.5f * t3, 0.5f * t + 2 * t2 - 1.5f * t3, 0.5f * (t3 - t2)};
  }
}

static inline int64_t clamped(int64_t value, uint32_t count) {
  return value < 0 ? 0 : value >= (int64_t)count ? (int64_t)count - 1 : value;
}

// A place between pixels, and how much of its neighbours' light it has.
typedef struct twx_between {
  int64_t column, line;
  bool within;  // true if all neighbours are in the plane
  twx_four across, down;
} twx_between;

static inline uint8_t cubic(const twx_samples *from, const twx_between *place) {
  twx_four sum = {0};
  for (int i = 0; i < 4; i++) {
    int64_t line = place->line - 1 + i, column = place->column - 1;
    twx_four_bytes samples;
    if (place->within) {
      memcpy(&samples, from->data + from->stride * (size_t)line + column, sizeof samples);
    } else {
      const uint8_t *row = from->data + from->stride * (size_t)clamped(line, from->height);
      for (int j = 0; j < 4; j++) samples[j] = row[clamped(column + j, from->width)];
    }
    sum += __builtin_convertvector(samples, twx_four) * place->down[i];
  }
  sum *= place->across;
  float value = sum[0] + sum[1] + sum[2] + sum[3] + 0.5f;
  return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

void twx_sample_net_smoothly(
  const twx_samples *from, const twx_samples *to, int count, twx_net net, const uint8_t *outside) {
  twx_four weights[PHASES];
  cubic_weights(weights);
  const float right = (float)from->width - 0.5f, bottom = (float)from->height - 0.5f, share = 1.0f / (float)net.step;
  for (uint32_t y = 0; y < to->height; y++) {
    const float *above = net.places + 2 * (size_t)net.columns * (y / net.step), down = (float)(y % net.step) * share;
    for (uint32_t x = 0; x < to->width; x += net.step) {
      const float *corner = above + 2 * (x / net.step), *below = corner + 2 * (size_t)net.columns;
      float u = corner[0] + (below[0] - corner[0]) * down, v = corner[1] + (below[1] - corner[1]) * down;
      float u_step = (corner[2] + (below[2] - corner[2]) * down - u) * share;
      float v_step = (corner[3] + (below[3] - corner[3]) * down - v) * share;
      uint32_t end = to->width - x < net.step ? to->width : x + net.step;
      for (uint32_t i = x; i < end; i++, u += u_step, v += v_step) {
        // In this form, NaN is outside, too.
        if (!(u >= -0.5f && v >= -0.5f && u <= right && v <= bottom)) {
          for (int p = 0; p < count; p++) to[p].data[to[p].stride * y + i] = outside[p];
          continue;
        }
        // From -1 on, where truncation equals rounding down.
        int64_t column = (int64_t)(u + 1) - 1, line = (int64_t)(v + 1) - 1;
        twx_between place = {
          column, line, column >= 1 && line >= 1 && column + 2 < from->width && line + 2 < from->height,
          weights[(int)((u - (float)column) * PHASES) & (PHASES - 1)],
          weights[(int)((v - (float)line) * PHASES) & (PHASES - 1)]};
        for (int p = 0; p < count; p++) to[p].data[to[p].stride * y + i] = cubic(from + p, &place);
      }
    }
  }
}
