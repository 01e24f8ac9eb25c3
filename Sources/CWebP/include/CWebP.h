// Reads still WebP pictures with libwebp.
#ifndef TIMEWALK_CWEBP_H
#define TIMEWALK_CWEBP_H

#include <CPixels.h>

#ifdef __cplusplus
extern "C" {
#endif

const twx_codec *tww_codec(void);
// Major, minor and revision, a byte each.
int tww_version(void);

#ifdef __cplusplus
}
#endif
#endif
