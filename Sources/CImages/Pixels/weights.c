#include "weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double lobes = 3;

// The place of a sample in a line that is mirrored at both edges.
static uint32_t mirrored(int64_t place, uint32_t count) {
  if (place < 0) place = -place - 1;
  if (place >= count) place = 2 * (int64_t)count - 1 - place;
  return place < 0 ? 0 : place >= count ? count - 1 : (uint32_t)place;
}

typedef struct window {
  int64_t begin;   // of the values, before mirroring
  int count;
  double *values;
} window;

// Lanczos weights around `centre`. Sines of evenly spaced angles follow from each other by the
// addition theorem.
static void lanczos(window *window, double centre, double scale, double reach) {
  window->begin = (int64_t)ceil(centre - reach);
  window->count = (int)((int64_t)floor(centre + reach) - window->begin) + 1;
  double x = ((double)window->begin - centre) / scale, step = 1 / scale;
  double sine = sin(M_PI * x), cosine = cos(M_PI * x), by_sine = sin(M_PI * step), by_cosine = cos(M_PI * step);
  double slow = sin(M_PI * x / lobes), slow_cosine = cos(M_PI * x / lobes);
  double slow_by_sine = sin(M_PI * step / lobes), slow_by_cosine = cos(M_PI * step / lobes);
  for (int i = 0; i < window->count; i++, x += step) {
    double value = fabs(x) < 1e-6 ? 1 : lobes * sine * slow / (M_PI * M_PI * x * x);
    window->values[i] = fabs(x) < lobes ? value : 0;
    double next = sine * by_cosine + cosine * by_sine;
    cosine = cosine * by_cosine - sine * by_sine;
    sine = next;
    next = slow * slow_by_cosine + slow_cosine * slow_by_sine;
    slow_cosine = slow_cosine * slow_by_cosine - slow * slow_by_sine;
    slow = next;
  }
}

// Rounds a window to integers over the existing samples; the remainder goes to the largest weight.
static void quantise(const window *window, uint32_t count, int16_t *weights, double *sums, uint32_t *first, uint32_t *last) {
  uint32_t low = UINT32_MAX, high = 0;
  double total = 0;
  for (int i = 0; i < window->count; i++) {
    uint32_t place = mirrored(window->begin + i, count);
    if (place < low) low = place;
    if (place > high) high = place;
    total += window->values[i];
  }
  uint32_t used = high - low + 1;
  for (uint32_t k = 0; k < used; k++) sums[k] = 0;
  for (int i = 0; i < window->count; i++) sums[mirrored(window->begin + i, count) - low] += window->values[i];
  int rest = 1 << TWX_WEIGHT_BITS;
  uint32_t heaviest = 0, from = used, to = 0;
  for (uint32_t k = 0; k < used; k++) {
    weights[k] = (int16_t)lrint(sums[k] / total * (1 << TWX_WEIGHT_BITS));
    rest -= weights[k];
    if (weights[k] > weights[heaviest]) heaviest = k;
  }
  weights[heaviest] = (int16_t)(weights[heaviest] + rest);
  for (uint32_t k = 0; k < used; k++) {
    if (!weights[k]) continue;
    if (from == used) from = k;
    to = k;
  }
  memmove(weights, weights + from, (to - from + 1) * sizeof *weights);
  *first = low + from;
  *last = low + to;
}

bool twx_weights_make(twx_weights *weights, twx_axis axis, uint32_t multiple) {
  memset(weights, 0, sizeof *weights);
  uint32_t count = axis.new_count;
  double step = axis.length / count, scale = step > 1 ? step : 1, reach = lobes * scale;
  size_t most = (size_t)(2 * reach) + 3;
  int16_t *loose = calloc((size_t)count * most, sizeof *loose);
  double *values = malloc(2 * most * sizeof *values);
  weights->first = malloc(count * sizeof *weights->first);
  weights->last = malloc(count * sizeof *weights->last);
  if (loose && values && weights->first && weights->last) {
    window window = {0, 0, values};
    uint32_t taps = 1;
    for (uint32_t i = 0; i < count; i++) {
      lanczos(&window, axis.start + (i + 0.5) * step - 0.5, scale, reach);
      quantise(&window, axis.count, loose + i * most, values + most, weights->first + i, weights->last + i);
      uint32_t used = weights->last[i] - weights->first[i] + 1;
      if (used > taps) taps = used;
    }
    weights->taps = (taps + multiple - 1) / multiple * multiple;
    weights->values = calloc((size_t)count * weights->taps, sizeof *weights->values);
    for (uint32_t i = 0; weights->values && i < count; i++)
      memcpy(
        weights->values + (size_t)i * weights->taps, loose + i * most,
        (weights->last[i] - weights->first[i] + 1) * sizeof *loose);
  }
  free(loose);
  free(values);
  if (!weights->values) twx_weights_free(weights);
  return weights->values;
}

void twx_weights_free(twx_weights *weights) {
  free(weights->first);
  free(weights->last);
  free(weights->values);
  memset(weights, 0, sizeof *weights);
}
