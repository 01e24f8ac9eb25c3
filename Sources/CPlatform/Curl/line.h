// What both kinds of requests stand on.
#ifndef TIMEWALK_TWF_LINE_H
#define TIMEWALK_TWF_LINE_H

#include "load.h"

struct twf_line {
  CURL *handle;
};

// Loads and starts libcurl; false where it isn't installed.
bool twf_start(void);

#endif
