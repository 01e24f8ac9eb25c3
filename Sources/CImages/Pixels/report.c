#include <CPixels.h>

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

// `amount` is at most 65 535 by 65 535 by some tens, and `coded` what memory holds: neither
// overflows.
static bool allowed(
  uint64_t amount, uint64_t coded, uint64_t free, uint32_t per_byte, const char *what, twx_report *report) {
  if (amount <= free || coded >= (amount - free + per_byte - 1) / (per_byte ? per_byte : 1)) return true;
  twx_say(
    report, TWX_LIMIT, "%llu %s of %llu coded bytes are out of all proportion", (unsigned long long)amount, what,
    (unsigned long long)coded);
  return false;
}

bool twx_lossy_allowed(uint64_t pixels, uint64_t coded, const twx_limits *limits, twx_report *report) {
  return allowed(pixels, coded, limits->free_pixels, limits->pixels_per_byte, "pixels", report);
}

bool twx_lossless_allowed(uint64_t samples, uint64_t coded, const twx_limits *limits, twx_report *report) {
  return allowed(samples, coded, limits->free_samples, limits->samples_per_byte, "bytes of samples", report);
}
