// TimeWalkImaging's interface to libjpeg-turbo, and the few loops over pixels that need C.
//
// This is libjpeg's interface. TurboJPEG 2.1 can't write restart markers, and can't read every
// sampling. The overlaid picture reuses the clean one's rows between restart markers.
//
// libjpeg reports an error by a callback that must not return; the long jump out of it stays inside
// this target, and Swift gets a status and a report. Functions here keep no pointer after they have
// returned. The exception is a decoder, which reads its bytes until it is closed.
#ifndef TIMEWALK_CTURBOJPEG_H
#define TIMEWALK_CTURBOJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <CScale.h>

#ifdef __cplusplus
extern "C" {
#endif

// The result of a call.
typedef enum twj_status {
  TWJ_OK = 0,
  TWJ_MALFORMED,      // not a JPEG that libjpeg can follow
  TWJ_DAMAGED,        // a JPEG whose picture data is broken or ends early
  TWJ_UNSUPPORTED,    // a JPEG of a kind that libjpeg does not decode
  TWJ_TOO_MANY_SCANS, // more progressive scans than allowed
  TWJ_MEMORY,         // more memory than allowed, or none left
  TWJ_FAILED          // the caller's arguments are wrong
} twj_status;

// libjpeg's message; `message` is empty after success.
typedef struct twj_report {
  twj_status status;
  char message[208];
  long warnings;            // the number of libjpeg's warnings
  char first_warning[208];  // empty without a warning
  bool damaged;             // a warning meant that pixels are lost
  uint32_t missing_rows;    // rows at the end for which the file has no data, or not all
  int missing_scan;         // the first scan of a progressive file that isn't whole; 0 without one
} twj_report;

// The way the pixels of a picture are reached.
typedef enum twj_route {
  TWJ_ROUTE_NONE = 0,  // colours that are not supported
  TWJ_ROUTE_PLANES,    // the stored YCbCr or gray planes, as they are
  TWJ_ROUTE_YCBCR,     // rows of YCbCr, upsampled by libjpeg, to full-size planes
  TWJ_ROUTE_RGB,       // rows of RGB, converted to full-size planes
  TWJ_ROUTE_CMYK       // rows of CMYK (also from YCCK), converted to full-size planes
} twj_route;

// The content of the header, up to the first scan.
typedef struct twj_header {
  uint32_t width, height;
  int components;
  twj_route route;
  int horizontal, vertical;  // pixels that share one chroma sample, on the planes route
  bool progressive;
  bool arithmetic;
  const char *colour_space;  // a static word: "YCbCr", "CMYK" …
  uint64_t coded_bytes;      // from the first scan on
  bool has_scans;            // true if coefficients are held until the last of several scans
  uint64_t samples;          // of all planes
  uint64_t scan_samples;     // that all scans go over, where there are several
} twj_header;

// One plane in the caller's memory.
typedef struct twj_plane {
  uint8_t *data;
  size_t stride;
  uint32_t width, height;    // of the picture in this plane
  size_t rows;               // rows that may be written
} twj_plane;

typedef struct twj_decoder twj_decoder;

// Reads the header of a JPEG; NULL, with the report filled in, for other data.
twj_decoder *twj_decoder_open(const uint8_t *bytes, size_t count, twj_header *header, twj_report *report);

// Sets the share of a picture's rows that a file must have that ends early; 1 at first, which
// refuses every such file.
//
// Below 1, a progressive file needs its first scan whole, and another file of several scans all of
// them.
void twj_decoder_accept_end(twj_decoder *decoder, double least_rows);

// Decodes into the planes that the header requires: one for gray, else three.
//
// Four planes ask a file of inks for the inks themselves, 255 for full ink.
//
// Rows are written in whole blocks: each plane's stride and rows must extend to the next multiple
// of 8 * horizontal and 8 * vertical of the full size (8 in chroma).
twj_status twj_decoder_read(
  twj_decoder *decoder, const twj_plane *planes, int plane_count, int scan_limit, size_t memory_limit,
  bool accept_damage, twj_report *report);

// The layout of a decoder's planes over the picture.
typedef struct twj_shares {
  int horizontal[3], vertical[3];  // pixels of the file that share a sample
  int unit[3];                     // rows of a plane that come at once
} twj_shares;

// Chooses the number of pixels that become one along each side, 1, 2, 4 or 8, and sets the
// resulting planes' layout.
//
// Only the planes route can do with less than all pixels; the others stay at 1.
void twj_decoder_divide(twj_decoder *decoder, int divisor, twj_shares *shares);

// Decodes into planes that begin again from their first row, which a multiple of the unit's rows
// fill.
//
// `told` is called after each unit with the number of finished ones; the next one is written when
// it returns.
twj_status twj_decoder_stream(
  twj_decoder *decoder, const twj_plane *rings, int ring_count, int scan_limit, size_t memory_limit,
  bool accept_damage, void (*told)(void *context, uint32_t units), void *context, twj_report *report);

// A plane that a picture's plane is fitted into, turned.
typedef struct twj_target {
  twx_axis columns, rows;  // in the samples that `twj_decoder_divide` told of
  twj_plane plane;
} twj_target;

// The reduction of a picture while it is decoded.
typedef struct twj_fitting {
  twj_target targets[3];
  int count;
  int orientation;      // EXIF's 1...8
  bool threaded;        // true if a second thread makes the small picture of the rows
} twj_fitting;

// Decodes and fits in one go, without ever holding the whole picture; after `twj_decoder_divide`.
twj_status twj_decoder_fit(
  twj_decoder *decoder, const twj_fitting *fitting, const twj_shares *shares, int scan_limit, size_t memory_limit,
  bool accept_damage, twj_report *report);

// A rectangle of a picture that every `divisor` pixels along each side have become one of, in
// pixels of that smaller picture.
typedef struct twj_part {
  int divisor;           // 1, 2, 4 or 8
  uint32_t x, y, width, height;
  int scan_limit;
  size_t memory_limit;
  bool accept_damage;
} twj_part;

// Decodes a part of a file of any colours into planes of its size: one for gray, four for requested
// inks, else three, with chroma for each pixel.
//
// Chroma that several pixels share is repeated. Rows above the part cost only their entropy
// decoding, or nothing with restart markers; rows below are not read.
twj_status twj_decoder_read_part(
  twj_decoder *decoder, const twj_part *part, const twj_plane *planes, int plane_count, twj_report *report);

// The file's ICC profile, put together from its segments; NULL without a whole one. Free it with
// `twj_free`.
uint8_t *twj_decoder_profile(twj_decoder *decoder, size_t *count);

void twj_decoder_close(twj_decoder *decoder);

// Encodes planes as a baseline JPEG with the standard Huffman tables; free the result with
// `twj_free`.
//
// Columns right of a plane's width, up to the next multiple of 8, are read and must repeat the last
// one.
uint8_t *twj_encode(
  const twj_plane *planes, int plane_count, uint32_t width, uint32_t height, int horizontal, int vertical,
  int quality, bool restart_each_row, size_t *count, twj_report *report);

// Puts rows of blocks that were encoded by themselves in the place of a picture's last ones.
//
// Both must come from `twj_encode` with the same quality, width, sampling and a restart marker for
// each row; `first_row` counts rows of blocks from the top. The result equals encoding the whole.
// NULL for files of another form, and without memory; free the result with `twj_free`.
uint8_t *twj_splice(
  const uint8_t *picture, size_t picture_count, const uint8_t *band, size_t band_count, uint32_t first_row,
  size_t *count);

// Puts the two parts of a picture together that were encoded by themselves, `rows` rows of blocks
// and those below them.
//
// As for `twj_splice`; `height` is that of the whole picture. The result equals encoding the whole.
uint8_t *twj_join(
  const uint8_t *top, size_t top_count, const uint8_t *bottom, size_t bottom_count, uint32_t rows, uint32_t height,
  size_t *count);

// Uninitialized memory aligned to 64 bytes; NULL if there is none.
void *twj_allocate(size_t count);
void twj_free(void *memory);

// Repeats the last column into the stride, up to the next multiple of 16.
void twj_plane_pad(const twj_plane *plane);

#ifdef __cplusplus
}
#endif
#endif
