// Reads and writes PNG with libpng, whose errors jump inside this target.
#ifndef TIMEWALK_CPNG_H
#define TIMEWALK_CPNG_H

#include <CPixels.h>

#ifdef __cplusplus
extern "C" {
#endif

const twx_codec *twp_codec(void);
const char *twp_version(void);

// Writes 8-bit RGB without gaps between rows; NULL with the report filled in on a fault. Free the
// result with `twp_free`.
uint8_t *twp_encode(const uint8_t *rgb, uint32_t width, uint32_t height, size_t *count, twx_report *report);
void twp_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
