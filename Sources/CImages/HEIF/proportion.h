#ifndef TIMEWALK_TWH_PROPORTION_H
#define TIMEWALK_TWH_PROPORTION_H

#include <CPixels.h>

#include "boxes.h"

// Whether all that is decoded for a file's picture is in proportion to its bytes: tiles and layers
// as often as they are used, each of the size that the file or its own stream says, whichever is
// more. Takes the items that twh_check has listed, and says why not.
bool twh_in_proportion(twh_span file, const twx_limits *limits, twh_items *items, twx_report *report);

#endif
