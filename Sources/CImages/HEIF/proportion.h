#ifndef TIMEWALK_TWH_PROPORTION_H
#define TIMEWALK_TWH_PROPORTION_H

#include <CPixels.h>

// Whether all that is decoded for a file's picture is in proportion to its bytes: tiles and layers
// as often as they are used, each of the size that the file or its own stream says, whichever is
// more. Says why not.
bool twh_in_proportion(const uint8_t *bytes, size_t count, const twx_limits *limits, twx_report *report);

#endif
