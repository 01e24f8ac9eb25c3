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

// The positions of one plane's pixels in another.
//
// The net has a position (x, y, in pixels, the first pixel's middle at 0) for every `step` pixels,
// `columns` of them in a row, and one more at the end of each side. Positions between are
// interpolated. NaN is outside.
typedef struct twx_net {
  const float *places;
  uint32_t columns, step;
} twx_net;

// Samples a plane between its pixels, at the places of a net.
//
// `inside` is set to 1 for sampled positions, else to 0, and `to` to `outside` there. With `fades`
// the plane ends half a pixel beyond its outermost pixels' middles, and a pixel on the edge is
// mixed from both.
void twx_sample_net(
  const twx_samples *from, const twx_samples *to, twx_net net, uint8_t outside, bool fades, uint8_t *inside);

// The same for `count` planes of one size, through cubic splines, which keep lettering sharper (R.
// Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981, a = -1/2).
//
// Places up to half a pixel beyond the outermost pixels' middles are inside; samples beyond the
// edge repeat the last one. `outside` has a value for each plane.
void twx_sample_net_smoothly(
  const twx_samples *from, const twx_samples *to, int count, twx_net net, const uint8_t *outside);

// The number of gradient directions, from 0 to 180 degrees.
enum { TWX_DIRECTIONS = 6 };

// The strength of gradients in each direction, in square cells of `cell` pixels.
//
// A gradient is divided by the mean within `window` pixels around it, which removes exposure and
// contrast; its sign is ignored. `cells` gets TWX_DIRECTIONS planes of (width / cell) x (height /
// cell) values whose mean over the valid cells is 0. `valid` is 1 for cells with at least nineteen
// twentieths inside, else 0 and the values 0. False without memory.
bool twx_directions(
  const uint8_t *luma, const uint8_t *inside, uint32_t width, uint32_t height, uint32_t cell, uint32_t window,
  float *cells, float *valid);

// The input of a correlation: cells of a fixed picture and of a larger one, which is moved across.
typedef struct twx_correlation {
  const float *fixed, *moved, *moved_valid;  // as `twx_directions` makes them
  uint32_t fixed_columns, fixed_rows, moved_columns, moved_rows;
  uint32_t block, step;     // the side of a block of cells, and from one block to the next
  uint32_t across, down;    // places to try: the fixed picture's corner on the moved one's first cells
  float noise;              // the energy of a cell that means nothing
  float least;              // the correlation from which on a block counts
} twx_correlation;

// Correlates each block of the fixed picture with the moved picture at each offset.
//
// For each offset, row by row: `agreement` is the mean over the common blocks of the squared excess
// of their correlation over `least`, weighted by the blocks' edge strength. `cover` is the share of
// the fixed picture's weight that the moved one has. `blocks` may be NULL; otherwise it gets each
// block's correlation at each offset, -2 outside the moved picture. `weights` may be NULL;
// otherwise it gets each block's weight, 0...1. False without memory.
bool twx_correlate(const twx_correlation *given, float *agreement, float *cover, float *blocks, float *weights);

#ifdef __cplusplus
}
#endif
#endif
