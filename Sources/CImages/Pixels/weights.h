// The weights of a resampling along one side.
#ifndef TIMEWALK_WEIGHTS_H
#define TIMEWALK_WEIGHTS_H

#include <CScale.h>

// Weights are in 1/2^TWX_WEIGHT_BITS; those of a new sample are exactly 1 together.
#define TWX_WEIGHT_BITS 14

typedef struct twx_weights {
  uint32_t taps;     // weights of each new sample; some at its end are 0 and may lie beyond the last sample
  uint32_t *first;   // the first sample that counts, of each new one
  uint32_t *last;    // and the last one
  int16_t *values;   // `taps` of each new one
} twx_weights;

// Fills weights in, their number rounded up; false where memory runs out.
bool twx_weights_make(twx_weights *weights, twx_axis axis, uint32_t multiple);
void twx_weights_free(twx_weights *weights);

// The same, shared and kept for later use; NULL where memory runs out. Give them back once.
const twx_weights *twx_weights_take(twx_axis axis, uint32_t multiple);
void twx_weights_give(const twx_weights *weights);

#endif
