#ifndef TIMEWALK_TWH_PROPORTION_H
#define TIMEWALK_TWH_PROPORTION_H

#include <CPixels.h>

#include "boxes.h"

// Returns true if all decoded data of a file's picture are in proportion to its bytes. Tiles and
// layers count for each use, with the larger of the sizes in the file and in the stream. Takes the
// items that twh_check has listed, and reports the reason.
bool twh_in_proportion(twh_span file, const twx_limits *limits, twh_items *items, twx_report *report);

#endif
