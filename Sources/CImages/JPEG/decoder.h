// The decoder of this target, for whole pictures and parts.
#ifndef TIMEWALK_TWJ_DECODER_H
#define TIMEWALK_TWJ_DECODER_H

#include "report.h"

struct twj_decoder {
  struct jpeg_decompress_struct info;
  twj_errors errors;
  struct jpeg_progress_mgr progress;
  twj_header header;
  int scan_limit;
  int divisor;
  // Called after each row of blocks with the number of finished rows of planes; the callee must
  // leave space for as many more.
  void (*told)(void *context, uint32_t units);
  void *context;
};

// Prepares decoding: the callbacks, and libjpeg's limits. Call it after `setjmp`.
void twj_begin(twj_decoder *decoder, int scan_limit, size_t memory_limit);
// Decoding has begun: refuses a picture of several scans that ended early, unless damage is
// accepted.
void twj_check_scans(twj_decoder *decoder);
// Stores `width` pixels of a row as libjpeg gives it, in colour.
void twj_store_row(
  const twj_decoder *decoder, const uint8_t *row, uint32_t width, const twj_plane *planes, int count, size_t y);

#endif
