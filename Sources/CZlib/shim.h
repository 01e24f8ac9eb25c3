#pragma once

#include <zlib.h>

// The macro `deflateInit2` isn't imported. Negative bits of the window leave out the wrapper of
// zlib.
static inline int timewalk_deflate_raw(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

static inline int timewalk_inflate_raw(z_stream *stream) {
  return inflateInit2(stream, -MAX_WBITS);
}
