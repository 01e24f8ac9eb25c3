// Reads DNG with LibRaw, whose settings are in a struct too large for Swift.
#ifndef TIMEWALK_CRAW_H
#define TIMEWALK_CRAW_H

#include <CPixels.h>

#ifdef __cplusplus
extern "C" {
#endif

const twx_codec *twr_codec(void);
const char *twr_version(void);

#ifdef __cplusplus
}
#endif
#endif
