// Reads TIFF with libtiff, whose callbacks take variadic arguments, unlike Swift's.
#ifndef TIMEWALK_CTIFF_H
#define TIMEWALK_CTIFF_H

#include <CPixels.h>

#ifdef __cplusplus
extern "C" {
#endif

const twx_codec *twt_codec(void);
// A static text of several lines.
const char *twt_version(void);

#ifdef __cplusplus
}
#endif
#endif
