#include "decoder.h"
#include "scans.h"

#include <stdlib.h>
#include <string.h>

static const char *name_of(J_COLOR_SPACE space) {
  switch (space) {
  case JCS_GRAYSCALE: return "gray";
  case JCS_RGB: return "RGB";
  case JCS_YCbCr: return "YCbCr";
  case JCS_CMYK: return "CMYK";
  case JCS_YCCK: return "YCCK";
  default: return "unknown";
  }
}

// The number of pixels that share a chroma sample, if the planes can be used directly. Luma must be
// full size, both chroma planes equal, and the factors valid for an encoder (at most ten blocks in
// a unit).
static bool plain_sampling(const struct jpeg_decompress_struct *info, int *horizontal, int *vertical) {
  const jpeg_component_info *c = info->comp_info;
  *horizontal = *vertical = 1;
  if (info->num_components == 1) return true;
  if (c[0].h_samp_factor != info->max_h_samp_factor || c[0].v_samp_factor != info->max_v_samp_factor) return false;
  if (c[1].h_samp_factor != c[2].h_samp_factor || c[1].v_samp_factor != c[2].v_samp_factor) return false;
  if (c[0].h_samp_factor % c[1].h_samp_factor || c[0].v_samp_factor % c[1].v_samp_factor) return false;
  *horizontal = c[0].h_samp_factor / c[1].h_samp_factor;
  *vertical = c[0].v_samp_factor / c[1].v_samp_factor;
  return *horizontal != 3 && *vertical != 3 && *horizontal * *vertical + 2 <= 10;
}

static void read_facts(struct jpeg_decompress_struct *info, twj_header *header) {
  header->width = info->image_width;
  header->height = info->image_height;
  header->components = info->num_components;
  header->progressive = info->progressive_mode;
  header->arithmetic = info->arith_code;
  header->colour_space = name_of(info->jpeg_color_space);
  header->horizontal = header->vertical = 1;
  switch (info->jpeg_color_space) {
  case JCS_GRAYSCALE:
  case JCS_YCbCr:
    header->route = plain_sampling(info, &header->horizontal, &header->vertical) ? TWJ_ROUTE_PLANES : TWJ_ROUTE_YCBCR;
    if (header->route == TWJ_ROUTE_YCBCR) header->horizontal = header->vertical = 1;
    break;
  case JCS_RGB: header->route = TWJ_ROUTE_RGB; break;
  case JCS_CMYK:
  case JCS_YCCK: header->route = TWJ_ROUTE_CMYK; break;
  default: header->route = TWJ_ROUTE_NONE;
  }
}

twj_decoder *twj_decoder_open(const uint8_t *bytes, size_t count, twj_header *header, twj_report *report) {
  memset(report, 0, sizeof *report);
  memset(header, 0, sizeof *header);
  twj_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) {
    report->status = TWJ_MEMORY;
    return NULL;
  }
  decoder->errors.report = report;
  decoder->errors.least_rows = 1;
  decoder->divisor = 1;
  decoder->info.err = twj_errors_install(&decoder->errors);
  if (setjmp(decoder->errors.escape)) {
    twj_decoder_close(decoder);
    return NULL;
  }
  jpeg_create_decompress(&decoder->info);
  jpeg_mem_src(&decoder->info, bytes, count);
  jpeg_save_markers(&decoder->info, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(&decoder->info, TRUE);
  read_facts(&decoder->info, &decoder->header);
  twj_count_scans(&decoder->info, &decoder->header);
  *header = decoder->header;
  return decoder;
}

uint8_t *twj_decoder_profile(twj_decoder *decoder, size_t *count) {
  twj_report report;
  JOCTET *profile = NULL;
  unsigned length = 0;
  memset(&report, 0, sizeof report);
  decoder->errors.report = &report;
  *count = 0;
  if (setjmp(decoder->errors.escape)) return NULL;
  // A profile with missing or repeated segments is invalid.
  if (!jpeg_read_icc_profile(&decoder->info, &profile, &length)) return NULL;
  *count = length;
  return profile;
}

void twj_decoder_accept_end(twj_decoder *decoder, double least_rows) { decoder->errors.least_rows = least_rows; }

void twj_decoder_close(twj_decoder *decoder) {
  if (!decoder) return;
  jpeg_destroy_decompress(&decoder->info);
  free(decoder);
}

static void on_progress(j_common_ptr common) {
  struct jpeg_decompress_struct *info = (struct jpeg_decompress_struct *)common;
  twj_decoder *decoder = (twj_decoder *)info;
  if (info->input_scan_number > decoder->scan_limit)
    twj_escape(&decoder->errors, TWJ_TOO_MANY_SCANS, "more scans than are allowed");
}

// A picture of several scans that ended early has coefficients that never came, or only coarsely.
static bool lacks_scans(const struct jpeg_decompress_struct *info) {
  if (!info->progressive_mode || !info->coef_bits) return true;
  for (int component = 0; component < info->num_components; component++)
    for (int k = 0; k < DCTSIZE2; k++)
      if (info->coef_bits[component][k] != 0) return true;
  return false;
}

void twj_begin(twj_decoder *decoder, int scan_limit, size_t memory_limit) {
  struct jpeg_decompress_struct *info = &decoder->info;
  decoder->scan_limit = scan_limit;
  decoder->progress.progress_monitor = on_progress;
  info->progress = &decoder->progress;
  info->mem->max_memory_to_use = (long)memory_limit;
  info->dct_method = JDCT_ISLOW;
}

void twj_check_scans(twj_decoder *decoder) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (!decoder->errors.reached_end || !jpeg_has_multiple_scans(info) || !lacks_scans(info)) return;
  twj_report *report = decoder->errors.report;
  report->damaged = true;
  // The scans that began are whole, unless that was noted.
  if (info->progressive_mode && !report->missing_scan) report->missing_scan = info->input_scan_number + 1;
  bool is_enough = report->missing_scan > 1 && decoder->errors.least_rows < 1;
  if (!is_enough && !decoder->errors.accept_damage)
    twj_escape(&decoder->errors, TWJ_DAMAGED, "the file ends before its last scan");
}

static size_t block_side(const jpeg_component_info *component) {
#if JPEG_LIB_VERSION >= 70
  return (size_t)component->DCT_h_scaled_size;
#else
  return (size_t)component->DCT_scaled_size;
#endif
}

// Rows of a plane that one row of blocks, or on the other routes eight rows of pixels, fills.
static size_t rows_of_unit(const twj_decoder *decoder, int plane) {
  const jpeg_component_info *component = decoder->info.comp_info + plane;
  if (decoder->header.route != TWJ_ROUTE_PLANES) return DCTSIZE;
  return (size_t)component->v_samp_factor * block_side(component);
}

static uint32_t units_of(const twj_decoder *decoder) {
  uint32_t rows = decoder->info.image_height;
  uint32_t unit = decoder->header.route == TWJ_ROUTE_PLANES ? (uint32_t)decoder->info.max_v_samp_factor * DCTSIZE : DCTSIZE;
  return (rows + unit - 1) / unit;
}

static bool planes_fit(const twj_decoder *decoder, const twj_plane *planes, int count) {
  const struct jpeg_decompress_struct *info = &decoder->info;
  bool raw = decoder->header.route == TWJ_ROUTE_PLANES;
  bool inks = decoder->header.route == TWJ_ROUTE_CMYK && count == 4;
  if (!inks && count != (raw && info->num_components == 1 ? 1 : 3)) return false;
  for (int i = 0; i < count; i++) {
    size_t columns = info->image_width, unit = inks ? 1 : rows_of_unit(decoder, i), rows = unit * units_of(decoder);
    if (raw) columns = (size_t)info->comp_info[i].width_in_blocks * block_side(info->comp_info + i);
    else rows = info->image_height;
    if (!planes[i].data || planes[i].stride < columns) return false;
    // The callee may use the planes as rings.
    if (decoder->told ? planes[i].rows < unit || planes[i].rows % unit : planes[i].rows < rows) return false;
  }
  return true;
}

static void tell(twj_decoder *decoder, uint32_t units) {
  if (decoder->told) decoder->told(decoder->context, units);
}

static void read_planes(twj_decoder *decoder, const twj_plane *planes, int count) {
  struct jpeg_decompress_struct *info = &decoder->info;
  JSAMPROW rows[3][MAX_SAMP_FACTOR * DCTSIZE];
  JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
  JDIMENSION unit = (JDIMENSION)(info->max_v_samp_factor * DCTSIZE / decoder->divisor);
  for (uint32_t done = 0; info->output_scanline < info->output_height;) {
    for (int i = 0; i < count; i++) {
      size_t height = rows_of_unit(decoder, i), first = height * done % planes[i].rows;
      for (size_t j = 0; j < height; j++) rows[i][j] = planes[i].data + planes[i].stride * (first + j);
    }
    jpeg_read_raw_data(info, arrays, unit);
    tell(decoder, ++done);
  }
}

// ITU-R BT.601 in full range, as JFIF defines it, in 16-bit fixed point.
static inline void store_rgb(const twj_plane *planes, size_t offset, int r, int g, int b) {
  planes[0].data[offset] = (uint8_t)((19595 * r + 38470 * g + 7471 * b + 32768) >> 16);
  planes[1].data[offset] = (uint8_t)((-11059 * r - 21709 * g + 32768 * b + (128 << 16) + 32767) >> 16);
  planes[2].data[offset] = (uint8_t)((32768 * r - 27439 * g - 5329 * b + (128 << 16) + 32767) >> 16);
}

void twj_store_row(
  const twj_decoder *decoder, const uint8_t *row, uint32_t width, const twj_plane *planes, int count, size_t y) {
  const struct jpeg_decompress_struct *info = &decoder->info;
  twj_route route = decoder->header.route;
  size_t at = planes[0].stride * (y % planes[0].rows);  // the planes are alike on these routes
  if (count == 4) {
    // Adobe's programs store the light that passes the ink; without their marker it is the ink
    // itself.
    int flip = info->saw_Adobe_marker ? 255 : 0;
    for (size_t x = 0; x < width; x++)
      for (int i = 0; i < 4; i++) planes[i].data[at + x] = row[4 * x + (size_t)i] ^ flip;
  } else if (route == TWJ_ROUTE_YCBCR || route == TWJ_ROUTE_PLANES) {
    for (size_t x = 0; x < width; x++)
      for (int i = 0; i < 3; i++) planes[i].data[at + x] = row[3 * x + (size_t)i];
  } else if (route == TWJ_ROUTE_RGB) {
    for (size_t x = 0; x < width; x++)
      store_rgb(planes, at + x, row[3 * x], row[3 * x + 1], row[3 * x + 2]);
  } else {
    int flip = info->saw_Adobe_marker ? 0 : 255;
    for (size_t x = 0; x < width; x++) {
      const uint8_t *ink = row + 4 * x;
      int k = ink[3] ^ flip;
      store_rgb(planes, at + x, (ink[0] ^ flip) * k / 255, (ink[1] ^ flip) * k / 255, (ink[2] ^ flip) * k / 255);
    }
  }
}

static void read_rows(twj_decoder *decoder, const twj_plane *planes, int count) {
  struct jpeg_decompress_struct *info = &decoder->info;
  JSAMPARRAY row = info->mem->alloc_sarray(
    (j_common_ptr)info, JPOOL_IMAGE, info->output_width * (JDIMENSION)info->output_components, 1);
  while (info->output_scanline < info->output_height) {
    uint32_t y = info->output_scanline;
    if (jpeg_read_scanlines(info, row, 1) != 1) continue;
    twj_store_row(decoder, row[0], info->image_width, planes, count, y);
    if ((y + 1) % DCTSIZE == 0) tell(decoder, (y + 1) / DCTSIZE);
  }
  if (info->image_height % DCTSIZE) tell(decoder, units_of(decoder));
}

// Sets how many pixels become one, along each side.
static void set_divisor(twj_decoder *decoder) {
  struct jpeg_decompress_struct *info = &decoder->info;
  info->scale_num = (unsigned)(DCTSIZE / decoder->divisor);
  info->scale_denom = DCTSIZE;
  jpeg_calc_output_dimensions(info);
}

void twj_decoder_divide(twj_decoder *decoder, int divisor, twj_shares *shares) {
  if (decoder->header.route != TWJ_ROUTE_PLANES) divisor = 1;
  decoder->divisor = divisor;
  set_divisor(decoder);
  const struct jpeg_decompress_struct *info = &decoder->info;
  for (int i = 0; i < 3; i++) {
    shares->horizontal[i] = shares->vertical[i] = 1;
    shares->unit[i] = DCTSIZE;
    if (decoder->header.route != TWJ_ROUTE_PLANES || i >= info->num_components) continue;
    const jpeg_component_info *component = info->comp_info + i;
    int side = (int)block_side(component);
    shares->horizontal[i] = info->max_h_samp_factor * DCTSIZE / (component->h_samp_factor * side);
    shares->vertical[i] = info->max_v_samp_factor * DCTSIZE / (component->v_samp_factor * side);
    shares->unit[i] = component->v_samp_factor * side;
  }
}

twj_status twj_decoder_stream(
  twj_decoder *decoder, const twj_plane *rings, int ring_count, int scan_limit, size_t memory_limit,
  bool accept_damage, void (*told)(void *context, uint32_t units), void *context, twj_report *report) {
  decoder->told = told;
  decoder->context = context;
  return twj_decoder_read(decoder, rings, ring_count, scan_limit, memory_limit, accept_damage, report);
}

twj_status twj_decoder_read(
  twj_decoder *decoder, const twj_plane *planes, int plane_count, int scan_limit, size_t memory_limit,
  bool accept_damage, twj_report *report) {
  memset(report, 0, sizeof *report);
  struct jpeg_decompress_struct *info = &decoder->info;
  decoder->errors.report = report;
  decoder->errors.accept_damage = accept_damage;
  if (decoder->header.route == TWJ_ROUTE_NONE) return report->status = TWJ_UNSUPPORTED;
  if (setjmp(decoder->errors.escape)) return report->status;

  twj_begin(decoder, scan_limit, memory_limit);
  switch (decoder->header.route) {
  case TWJ_ROUTE_PLANES:
    info->raw_data_out = TRUE;
    info->out_color_space = info->jpeg_color_space;
    break;
  case TWJ_ROUTE_YCBCR: info->out_color_space = JCS_YCbCr; break;
  case TWJ_ROUTE_RGB: info->out_color_space = JCS_RGB; break;
  default: info->out_color_space = JCS_CMYK;
  }
  set_divisor(decoder);
  if (!planes_fit(decoder, planes, plane_count)) twj_escape(&decoder->errors, TWJ_FAILED, "the planes are too small");
  jpeg_start_decompress(info);
  twj_check_scans(decoder);
  if (info->raw_data_out) read_planes(decoder, planes, plane_count);
  else read_rows(decoder, planes, plane_count);
  // Data after the last row (a second picture, a film, a missing end marker) are ignored here.
  jpeg_abort_decompress(info);
  return report->status = TWJ_OK;
}
