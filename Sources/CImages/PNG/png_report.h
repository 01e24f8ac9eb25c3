// libpng's error callbacks, shared by the decoder and the encoder.
#ifndef TIMEWALK_TWP_REPORT_H
#define TIMEWALK_TWP_REPORT_H

#include <setjmp.h>
#include <png.h>

#include <CPNG.h>

typedef struct twp_errors {
  jmp_buf escape;
  twx_report *report;
  twx_status status;  // the current meaning of an error
} twp_errors;

void twp_on_error(png_structp png, png_const_charp text) __attribute__((noreturn));
void twp_on_warning(png_structp png, png_const_charp text);

#endif
