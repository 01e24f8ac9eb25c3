#ifndef TIMEWALK_TWJ_SCANS_H
#define TIMEWALK_TWJ_SCANS_H

#include "report.h"

// Says how much there is to go through of a file whose header has been read, up to its first scan:
// the marker segments are looked at and no coefficient is decoded.
void twj_count_scans(const struct jpeg_decompress_struct *info, twj_header *header);

#endif
