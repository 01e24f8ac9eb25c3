// Reads still WebP pictures with libwebp, and writes animated ones with libwebpmux, which is loaded
// when it is first needed.
#ifndef TIMEWALK_CWEBP_H
#define TIMEWALK_CWEBP_H

#include <CPixels.h>

#ifdef __cplusplus
extern "C" {
#endif

const twx_codec *tww_codec(void);
// Major, minor and revision, a byte each.
int tww_version(void);

// Three planes of one size, luma and both colours for each pixel, as JFIF has them.
typedef struct tww_planes {
  const uint8_t *data[3];
  size_t stride;
} tww_planes;

typedef struct tww_region {
  uint32_t x, y, width, height;
} tww_region;

typedef struct tww_animation tww_animation;

// Returns true if libwebpmux is installed.
bool tww_animates(void);
// An animation of a size that is shown again and again; NULL without libwebpmux or memory. Quality
// is 0 to 100.
tww_animation *tww_animation_begin(uint32_t width, uint32_t height, int quality);
// Paints a part of a picture over the canvas; its x and y are even. Its last `edge` columns become
// white, rounded down to an even number.
bool tww_animation_add(
  tww_animation *animation, const tww_planes *from, const tww_region *part, uint32_t edge, int milliseconds);
// The whole file, which the caller frees; NULL where memory runs out.
uint8_t *tww_animation_bytes(tww_animation *animation, const uint8_t *xmp, size_t xmp_count, size_t *count);
void tww_animation_end(tww_animation *animation);

#ifdef __cplusplus
}
#endif
#endif
