// The checks of files before libheif gets them.
//
// libheif 1.15 ends the process if a part of a composed picture doesn't exist. The file must
// therefore be parsed here as in libheif, and ambiguous files are refused.
#ifndef TIMEWALK_TWH_CHECK_H
#define TIMEWALK_TWH_CHECK_H

#include <CHEIF.h>

#include "boxes.h"

// Parses the boxes of a file, and lists its items, which free() releases. False, with the report
// filled in, if
// - something occurs twice: a box that must be unique, an item's number, an item's parts;
// - a picture consists of missing parts, of itself, or of too many parts;
// - any part is larger than is allowed.
bool twh_check(twh_span file, const twx_limits *limits, twh_items *items, twx_report *report);

#endif
