// Reads DNG with LibRaw, whose settings lie in a struct too large for Swift's taste.
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
