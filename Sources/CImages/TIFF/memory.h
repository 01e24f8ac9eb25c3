// A TIFF that lies in memory.
#ifndef TIMEWALK_TWT_MEMORY_H
#define TIMEWALK_TWT_MEMORY_H

#include <CTIFF.h>
#include "load.h"

typedef struct twt_memory {
  const uint8_t *bytes;
  uint64_t count, at;
  twx_report *report;  // the current report of errors
} twt_memory;

// Opens a TIFF; NULL, with the report filled in, for other data. Single allocations are limited.
TIFF *twt_open_memory(twt_memory *memory, uint64_t piece_limit);

#endif
