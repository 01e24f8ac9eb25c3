#ifndef TIMEWALK_TWH_SIZES_H
#define TIMEWALK_TWH_SIZES_H

#include <CPixels.h>

// Pixels that a stream says of itself, which its decoder takes memory for whatever the file around
// it says; 0 where it doesn't.
//
// After ITU-T H.265, 7.3.2.2, for a sequence parameter set with its two bytes of header; and after
// the AV1 bitstream specification, 5.5, for a run of OBUs.
uint64_t twh_hevc_pixels(const uint8_t *set, size_t count);
uint64_t twh_av1_pixels(const uint8_t *units, size_t count);

#endif
