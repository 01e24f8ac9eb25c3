#include "report.h"

#include <string.h>

static twj_status status_of(int code) {
  switch (code) {
  case JERR_NO_BACKING_STORE:
  case JERR_OUT_OF_MEMORY:
  case JERR_WIDTH_OVERFLOW:
    return TWJ_MEMORY;
  case JERR_SOF_UNSUPPORTED:
  case JERR_BAD_PRECISION:
  case JERR_ARITH_NOTIMPL:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_NOT_COMPILED:
    return TWJ_UNSUPPORTED;
  default:
    return TWJ_MALFORMED;
  }
}

void twj_escape(twj_errors *errors, twj_status status, const char *message) {
  errors->report->status = status;
  if (message != errors->report->message)
    snprintf(errors->report->message, sizeof errors->report->message, "%s", message);
  longjmp(errors->escape, 1);
}

static void on_error(j_common_ptr info) {
  twj_errors *errors = (twj_errors *)info->err;
  char message[JMSG_LENGTH_MAX];
  info->err->format_message(info, message);
  twj_status status = status_of(info->err->msg_code);
  twj_escape(
    errors, status,
    info->err->msg_code == JERR_NO_BACKING_STORE ? "the scans need more memory than is allowed" : message);
}

// Returns true if a warning means that pixels are lost. The others (bytes between markers, a scan
// too many, an odd Adobe marker) leave the picture whole.
static bool means_damage(int code) {
  return code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE || code == JWRN_ARITH_BAD_CODE
    || code == JWRN_MUST_RESYNC;
}

// Notes the missing part of a file that ends early, and returns true if the rest is enough.
static bool has_enough(const twj_errors *errors, j_common_ptr common) {
  if (!errors->reached_end || !common->is_decompressor) return false;
  const struct jpeg_decompress_struct *info = (struct jpeg_decompress_struct *)common;
  twj_report *report = errors->report;
  if (info->progressive_mode) {
    if (!report->missing_scan) report->missing_scan = info->input_scan_number;
    return errors->least_rows < 1 && report->missing_scan > 1;
  }
  if (jpeg_has_multiple_scans((j_decompress_ptr)common)) return false;
  uint32_t units = info->input_iMCU_row + errors->units_above;
  uint32_t rows = units * (uint32_t)info->max_v_samp_factor * DCTSIZE;
  if (!report->missing_rows && rows < info->image_height) report->missing_rows = info->image_height - rows;
  return info->image_height - report->missing_rows + 1e-6 >= errors->least_rows * info->image_height;
}

static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;  // trace messages
  twj_errors *errors = (twj_errors *)info->err;
  twj_report *report = errors->report;
  char message[JMSG_LENGTH_MAX];
  info->err->num_warnings++;
  if (report->warnings++ == 0) {
    info->err->format_message(info, message);
    snprintf(report->first_warning, sizeof report->first_warning, "%s", message);
  }
  // The end of the bytes alone isn't damage: libjpeg reads ahead, and a file may lack only its end
  // marker.
  if (info->err->msg_code == JWRN_JPEG_EOF) errors->reached_end = true;
  if (!means_damage(info->err->msg_code)) return;
  report->damaged = true;
  if (!has_enough(errors, info) && !errors->accept_damage) {
    info->err->format_message(info, message);
    twj_escape(errors, TWJ_DAMAGED, message);
  }
}

static void on_output(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *twj_errors_install(twj_errors *errors) {
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = on_error;
  errors->manager.emit_message = on_message;
  errors->manager.output_message = on_output;
  return &errors->manager;
}
