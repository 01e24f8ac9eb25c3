#include "include/CPixels.h"

#include <stdarg.h>
#include <stdio.h>

twx_status twx_say(twx_report *report, twx_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(report->message, sizeof report->message, format, arguments);
  va_end(arguments);
  return report->status = status;
}

void twx_warn(twx_report *report, const char *text) {
  if (report->warnings++ == 0) snprintf(report->first_warning, sizeof report->first_warning, "%s", text);
}

bool twx_size_allowed(uint64_t width, uint64_t height, const twx_limits *limits, twx_report *report) {
  if (!width || !height) {
    twx_say(report, TWX_MALFORMED, "it has no size");
    return false;
  }
  // A JPEG's sides, which the outputs have, end at 65 535.
  if (width > 65535 || height > 65535 || width * height > limits->pixels) {
    twx_say(
      report, TWX_LIMIT, "it has %llu x %llu pixels, more than the limit of %llu", (unsigned long long)width,
      (unsigned long long)height, (unsigned long long)limits->pixels);
    return false;
  }
  return true;
}
