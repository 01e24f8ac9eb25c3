#ifndef TIMEWALK_TWJ_SCANS_H
#define TIMEWALK_TWJ_SCANS_H

#include "report.h"

// Measures the scans of a file whose header has been read, up to its first scan: the marker
// segments are read and no coefficient is decoded.
void twj_count_scans(const struct jpeg_decompress_struct *info, twj_header *header);

#endif
