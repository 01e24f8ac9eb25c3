// The loops behind the aligner: sampling through a net of places, orientations of gradients, and
// their correlation.
#ifndef TIMEWALK_CALIGN_H
#define TIMEWALK_CALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A plane, or a part of one.
typedef struct twx_samples {
  uint8_t *data;
  size_t stride;
  uint32_t width, height;
} twx_samples;

// Where the pixels of one plane lie in another.
//
// The net has a place (x, y, in pixels, the first pixel's middle at 0) for every `step` pixels,
// `columns` of them in a row, and one more at the end of each side than whole steps need; between
// them places are interpolated. A place that is no number lies outside.
typedef struct twx_net {
  const float *places;
  uint32_t columns, step;
} twx_net;

// Samples a plane between its pixels, at the places of a net.
//
// `inside` is set to 1 where there was something to sample, else to 0, and `to` to `outside` there.
// With `fades` the plane ends half a pixel beyond its outermost pixels' middles, and a pixel that
// is cut by the edge has its share of both.
void twx_sample_net(
  const twx_samples *from, const twx_samples *to, twx_net net, uint8_t outside, bool fades, uint8_t *inside);

// The same for `count` planes of one size, through cubic splines, which keep lettering sharper (R.
// Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981, a = -1/2).
//
// Places up to half a pixel beyond the outermost pixels' middles are inside; samples beyond the
// edge repeat the last one. `outside` has a value for each plane.
void twx_sample_net_smoothly(
  const twx_samples *from, const twx_samples *to, int count, twx_net net, const uint8_t *outside);

// How many directions of gradients are told apart, from 0 to 180 degrees.
enum { TWX_DIRECTIONS = 6 };

// How strong gradients are in each direction, in square cells of `cell` pixels.
//
// A gradient counts in proportion to the mean within `window` pixels around it, so that neither
// exposure nor contrast matter, and its sign doesn't. `cells` gets TWX_DIRECTIONS planes of (width
// / cell) x (height / cell) values whose mean over the valid cells is 0; `valid` is 1 for cells of
// which all but a twentieth lies inside, else 0 and the values 0. False where memory runs out.
bool twx_directions(
  const uint8_t *luma, const uint8_t *inside, uint32_t width, uint32_t height, uint32_t cell, uint32_t window,
  float *cells, float *valid);

// What is correlated: cells of a fixed picture and of a larger one, which is moved across.
typedef struct twx_correlation {
  const float *fixed, *moved, *moved_valid;  // as `twx_directions` makes them
  uint32_t fixed_columns, fixed_rows, moved_columns, moved_rows;
  uint32_t block, step;     // the side of a block of cells, and from one block to the next
  uint32_t across, down;    // how many places are tried: the fixed picture's corner on the moved one's first cells
  float noise;              // the energy of a cell that means nothing
  float least;              // the correlation from which on a block counts
} twx_correlation;

// Correlates each block of the fixed picture with what lies there at each place.
//
// For each place, row by row: `agreement`, the mean over the blocks that both pictures have of the
// square of what their correlation exceeds `least` by, blocks weighing by how much there is in
// them; and `cover`, the share of the fixed picture's weight that the moved one has. `blocks` may
// be NULL; else it gets each block's correlation at each place, -2 where the moved picture hasn't
// got it. `weights` may be NULL; else it gets each block's weight, 0...1. False where memory runs
// out.
bool twx_correlate(const twx_correlation *given, float *agreement, float *cover, float *blocks, float *weights);

#ifdef __cplusplus
}
#endif
#endif
