#ifndef TIMEWALK_TWH_SIZES_H
#define TIMEWALK_TWH_SIZES_H

#include <CPixels.h>

// The number of pixels in a stream's own header, which its decoder allocates regardless of the file
// around it; 0 if unknown.
//
// After ITU-T H.265, 7.3.2.2, for a sequence parameter set with its two bytes of header; and after
// the AV1 bitstream specification, 5.5, for a run of OBUs.
uint64_t twh_hevc_pixels(const uint8_t *set, size_t count);
uint64_t twh_av1_pixels(const uint8_t *units, size_t count);

#endif
