// The common types of the pictures' decoders, and the loops over pixels that need C.
//
// Each codec is a table of functions in a C target of its own. It hands rows to a sink and keeps no
// pointer to it; libraries that leave by a long jump do so inside their target.
#ifndef TIMEWALK_CPIXELS_H
#define TIMEWALK_CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CAlign.h"
#include "CScale.h"

#ifdef __cplusplus
extern "C" {
#endif

// The result of a call.
typedef enum twx_status {
  TWX_OK = 0,
  TWX_MALFORMED,    // nothing that can be followed
  TWX_DAMAGED,      // the picture's data is broken or ends early
  TWX_UNSUPPORTED,  // a kind that the library, or TimeWalk, doesn't read
  TWX_LIMIT,        // more than is allowed
  TWX_MEMORY        // no memory left
} twx_status;

// A library's message; `message` is empty after success.
typedef struct twx_report {
  twx_status status;
  char message[208];
  long warnings;            // the number of the library's warnings
  char first_warning[208];  // empty without a warning
} twx_report;

// Writes a status and a message, as `snprintf` does, and returns the status.
twx_status twx_say(twx_report *report, twx_status status, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
// Counts a warning and keeps the first one.
void twx_warn(twx_report *report, const char *text);

// The layout of an interleaved row's samples.
typedef struct twx_layout {
  int channels;        // 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha, or inks
  int bits;            // 8 in bytes; 9...16 in the low bits of 16-bit words of this machine's order
  bool inks;           // four channels are cyan, magenta, yellow, black; most is full ink
  bool premultiplied;  // colour is already multiplied by alpha
  bool inverted;       // gray, where 0 is white
} twx_layout;

// The header of a file's picture.
typedef struct twx_header {
  uint32_t width, height;   // as stored
  twx_layout layout;        // of interleaved rows; of planes, `channels` is 1 or 3
  bool planar;              // planes of full range BT.601 instead of interleaved rows
  int horizontal, vertical; // pixels that share a chroma sample, of planes
  int orientation;          // EXIF's 1...8 where the file itself says how to turn it, 0 where it leaves that to metadata
  const uint8_t *profile;   // an ICC profile, alive as long as the decoder; NULL without
  size_t profile_count;
  int primaries, transfer;  // ITU-T H.273 code points; 0 where unsaid
  double gamma;             // the exponent that makes light of samples; 0 where unsaid
  double chromaticities[8]; // x and y of white, red, green, blue; zeros where unsaid
  size_t preview_count;     // of raw files, the bytes of an embedded JPEG
  uint32_t preview_width, preview_height;
  uint64_t held_bytes;      // of rows, strips or tiles that the decoder holds at once; 0 where that isn't known
} twx_header;

// The limits of a file.
typedef struct twx_limits {
  uint64_t pixels;
  uint64_t decoder_bytes;
  // Against pictures out of all proportion to their bytes, see `twx_lossy_allowed` and
  // `twx_lossless_allowed`.
  uint64_t free_pixels, free_samples;
  uint32_t pixels_per_byte, samples_per_byte;
  uint32_t enough;          // the longest side that is needed; a raw file may be given smaller, not below it
} twx_limits;

// The rectangle of a picture that is wanted, in pixels as stored.
typedef struct twx_region {
  uint32_t x, y, width, height;
} twx_region;

// Takes a row; `plane` is 0, 1 or 2 for planes, and -1 for interleaved rows.
typedef void (*twx_sink)(void *context, int plane, const void *row, uint32_t y);

// A decoder. Pixels and rows outside the requested part may be left out or undefined, but each row
// begins with the picture's first column. `open` reads only the header, `prepare` may decode and
// correct it.
typedef struct twx_codec {
  void *(*open)(const uint8_t *bytes, size_t count, const twx_limits *limits, twx_header *header, twx_report *report);
  twx_status (*prepare)(void *decoder, twx_header *header, twx_report *report);
  twx_status (*read)(
    void *decoder, const twx_region *wanted, twx_sink sink, void *context, twx_report *report);
  void (*close)(void *decoder);
  // For raw files: the embedded JPEG, valid as long as the decoder.
  const uint8_t *(*preview)(void *decoder, size_t *count);
} twx_codec;

// Returns true if a size may be decoded; else reports the reason.
bool twx_size_allowed(uint64_t width, uint64_t height, const twx_limits *limits, twx_report *report);

// Returns true if this number of pixels may come from the coded bytes, for a lossy coding; else
// reports the reason.
bool twx_lossy_allowed(uint64_t pixels, uint64_t coded, const twx_limits *limits, twx_report *report);
// The same of a coding that keeps all, for bytes of samples. Count coded bytes `TWX_STREAMED` times
// where rows are never held.
enum { TWX_STREAMED = 4 };
bool twx_lossless_allowed(uint64_t samples, uint64_t coded, const twx_limits *limits, twx_report *report);

// Samples of a row once alpha is laid over white: 1 gray, 3 RGB or 4 inks.
int twx_plain_channels(twx_layout layout);
// Lays alpha over white, undoes inversion, and stretches to 8 or 16 bits; `plain` has
// `twx_plain_channels` samples a pixel, bytes where `layout.bits` is 8, else 16-bit words.
void twx_plain_row(twx_layout layout, size_t width, const void *row, void *plain);
// Merges four rows of single inks.
void twx_join_inks(const uint8_t *const *inks, size_t width, uint8_t *row);
// Lays a plain row down in planes of full range BT.601; `cb` and `cr` are NULL for gray. Inks let
// light through by their plain product.
void twx_store_row(
  int channels, bool wide, size_t width, const void *plain, uint8_t *y, uint8_t *cb, uint8_t *cr);

// Turns `count` pixels of planes into RGB; each chroma sample applies to `shared` pixels of the
// row.
void twx_rgb_row(
  const uint8_t *y, const uint8_t *cb, const uint8_t *cr, size_t count, int shared, uint8_t *rgb);
// Lays RGB rows that share a row of chroma down again; `rows` are 1, 2 or 4.
void twx_planes_rows(
  const uint8_t *const *rgb, int rows, size_t width, int shared, uint8_t *const *y, uint8_t *cb, uint8_t *cr);

// Counts the values of RGB pixels: 256 of red, of green, of blue, then the number of pixels with a
// channel of `high` or more, and the number with none above `low`.
void twx_count_rgb(const uint8_t *rgb, size_t pixels, int high, int low, uint64_t counts[770]);

// A plane's sharpness: the variance of its Laplacian, and the mean width of its edges across
// columns in pixels (P. Marziliano et al., "A no-reference perceptual blur metric", ICIP 2002), 0
// without an edge.
void twx_sharpness(
  const uint8_t *plane, size_t stride, size_t width, size_t height, double *variance, double *edge_width);

// Counts a plane's Laplacian by its amount, 0...1020.
void twx_count_detail(const uint8_t *plane, size_t stride, size_t width, size_t height, uint64_t counts[1021]);
// Draws a row of a plane in dark gray RGB, with `paint` where the Laplacian's amount is at least
// `least`; `above` and `below` may be NULL.
void twx_peak_row(
  const uint8_t *above, const uint8_t *row, const uint8_t *below, size_t width, int least, const uint8_t paint[3],
  uint8_t *rgb);

#ifdef __cplusplus
}
#endif
#endif
