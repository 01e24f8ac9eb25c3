// Resampling of planes, row by row as they come.
#ifndef TIMEWALK_CSCALE_H
#define TIMEWALK_CSCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The mapping of samples along one side.
typedef struct twx_axis {
  uint32_t count, new_count;  // samples there are, and will be
  double start, length;       // the new ones' extent, in old ones from the edge; may reach outside
} twx_axis;

typedef struct twx_scaler twx_scaler;

// Makes a resampler of one plane: Lanczos with three lobes (C. Duchon, "Lanczos Filtering in One
// and Two Dimensions", 1979), as wide as the step where samples become fewer, with the edges
// mirrored.
//
// `orientation` is EXIF's 1...8: how the plane is turned once it has its size. NULL where memory
// runs out. `plainly` leaves the loops for certain processors alone; the results are the same.
twx_scaler *twx_scaler_open(twx_axis columns, twx_axis rows, int orientation, bool plainly);
void twx_scaler_close(twx_scaler *scaler);

// The greatest number of rows that are needed at once.
uint32_t twx_scaler_reach(const twx_scaler *scaler);

// Source rows: row y lies at `data + stride * (y % ring)`. Columns up to the next multiple of 32
// are read.
typedef struct twx_source {
  const uint8_t *data;
  size_t stride;
  uint32_t ring;
} twx_source;

// Makes all possible rows from the first `ready` ones, after those made before.
//
// `target` is the whole turned plane. Returns the first source row that is still needed.
uint32_t twx_scaler_run(
  twx_scaler *scaler, twx_source source, uint32_t ready, uint8_t *target, size_t target_stride);

// Turns rows that begin at `first` of a plane `height` rows high into their place in the turned
// plane.
void twx_place_rows(
  const uint8_t *rows, size_t stride, size_t width, size_t count, size_t first, size_t height, int orientation,
  uint8_t *target, size_t target_stride);

#ifdef __cplusplus
}
#endif
#endif
