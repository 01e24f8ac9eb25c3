// Which files libheif may be given.
//
// libheif 1.15 ends the process where a part that a picture is put together from doesn't exist. So
// what a file says must be read here as libheif reads it, and what two readers may take differently
// is refused.
#ifndef TIMEWALK_TWH_CHECK_H
#define TIMEWALK_TWH_CHECK_H

#include <CHEIF.h>

#include "boxes.h"

// Walks over the boxes of a file, and lists its items, which free() takes. False, with the report
// filled in, where
// - something is said twice: a box of which there must be one, an item's number, what an item is
//   put together from;
// - a picture is made of parts that aren't there or of itself, or of too many parts;
// - any part is larger than is allowed.
bool twh_check(twh_span file, const twx_limits *limits, twh_items *items, twx_report *report);

#endif
