// Reads HEIC and AVIF with libheif, upright by their properties.
#ifndef TIMEWALK_CHEIF_H
#define TIMEWALK_CHEIF_H

#include <CPixels.h>

#ifdef __cplusplus
extern "C" {
#endif

// NULL where libheif is missing, as the version is.
const twx_codec *twh_codec(void);
const char *twh_version(void);
// Returns true if libheif was built with a decoder for HEVC, and for AV1.
bool twh_reads_hevc(void);
bool twh_reads_av1(void);

#ifdef __cplusplus
}
#endif
#endif
