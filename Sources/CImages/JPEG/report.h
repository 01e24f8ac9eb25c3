// libjpeg's error callbacks, shared by the decoder and the encoder.
#ifndef TIMEWALK_TWJ_REPORT_H
#define TIMEWALK_TWJ_REPORT_H

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

#include <CTurboJPEG.h>

typedef struct twj_errors {
  struct jpeg_error_mgr manager;  // first, so that libjpeg's pointer to it is a pointer to this
  jmp_buf escape;
  twj_report *report;
  bool accept_damage;
  bool reached_end;  // the bytes ended where libjpeg wanted more
  double least_rows;  // share of the rows that a file must have that ends early
  uint32_t units_above;  // rows of blocks that libjpeg was not given
} twj_errors;

// Installs the callbacks; `errors` must outlive the libjpeg object.
struct jpeg_error_mgr *twj_errors_install(twj_errors *errors);

// Leaves libjpeg with a status and a message of ours.
_Noreturn void twj_escape(twj_errors *errors, twj_status status, const char *message);

#endif
