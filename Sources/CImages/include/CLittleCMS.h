// Turns colours into sRGB with Little CMS.
#ifndef TIMEWALK_CLITTLECMS_H
#define TIMEWALK_CLITTLECMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twl_transform twl_transform;

// From an ICC profile to sRGB, or to gray with sRGB's curve where `channels` is 1; 3 is RGB, 4
// inks. `wide` samples are 16-bit words. Relative colorimetric with black point compensation. NULL
// where the profile can't be used for these.
twl_transform *twl_open_profile(const uint8_t *profile, size_t count, int channels, bool wide);

// From primaries and a curve; `chromaticities` are x and y of white, red, green and blue.
// `transfer` is H.273's code point (16 is PQ, 18 HLG), or 0 for a power of `gamma`. NULL where such
// colours can't be.
twl_transform *twl_open_primaries(
  const double chromaticities[8], int transfer, double gamma, int channels, bool wide);

void twl_close(twl_transform *transform);

// Converts a row: `out` gets a byte a channel, 3 for RGB and inks. May be called from several
// threads.
void twl_run(const twl_transform *transform, const void *in, uint8_t *out, size_t pixels);

// The greatest difference that the transform makes to any of a grid of colours, in 255ths; for gray
// and RGB of bytes.
int twl_greatest_change(const twl_transform *transform);

// An sRGB profile (or gray with its curve) of version 4; free it with `twl_free`. NULL without
// memory.
uint8_t *twl_srgb_profile(bool gray, size_t *count);
// The colour space of a profile, from its header: `RGB `, `GRAY`, `CMYK` …; 0 for an invalid
// profile.
uint32_t twl_space(const uint8_t *profile, size_t count);
void twl_free(void *memory);

// 2140 is 2.14.
int twl_version(void);

#ifdef __cplusplus
}
#endif
#endif
