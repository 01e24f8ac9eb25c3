// What libheif takes for granted: it ends the process where a part that a picture is put together from doesn't exist.
#ifndef TIMEWALK_TWH_CHECK_H
#define TIMEWALK_TWH_CHECK_H

#include "include/CHEIF.h"

// Walks over the boxes of a file. False, with the report filled in, where a picture is made of parts that aren't there or
// of itself, of too many parts, or where any part is larger than is allowed.
bool twh_check(const uint8_t *bytes, size_t count, const twx_limits *limits, twx_report *report);

#endif
