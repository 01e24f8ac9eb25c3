#include "decoder.h"

#include <stdlib.h>
#include <string.h>

// The bytes after a number of restart markers, counted from the beginning of a scan; NULL if there
// are fewer, or they are out of order (ITU-T T.81, E.1.4).
static const uint8_t *after_restarts(const uint8_t *at, const uint8_t *end, uint64_t count) {
  for (uint64_t found = 0; found < count;) {
    at = memchr(at, 0xFF, (size_t)(end - at));
    if (!at || end - at < 2) return NULL;
    uint8_t marker = at[1];
    at += marker == 0xFF ? 1 : 2;
    if (marker == 0 || marker == 0xFF) continue;
    if (marker != JPEG_RST0 + (found & 7)) return NULL;
    found++;
  }
  return at;
}

static uint64_t common_multiple(uint64_t a, uint64_t b) {
  uint64_t x = a, y = b;
  while (y) {
    uint64_t rest = x % y;
    x = y;
    y = rest;
  }
  return a / x * b;
}

// Goes to the last restart marker from which rows above `y` needn't be read, and returns how many
// rows of the file were left out.
//
// libjpeg then takes the row of blocks there for the first one. It counts markers from 0, so their
// number must be a multiple of 8, and it must find a whole row.
static uint32_t leave_out_rows(twj_decoder *decoder, uint32_t y) {
  struct jpeg_decompress_struct *info = &decoder->info;
  const jpeg_component_info *first = info->comp_info;
  bool plain = info->num_components > 1 || (first->h_samp_factor == 1 && first->v_samp_factor == 1);
  if (!info->restart_interval || decoder->header.has_scans || info->arith_code || !plain) return 0;
  uint64_t unit = (uint64_t)info->max_v_samp_factor * DCTSIZE, side = (uint64_t)info->max_h_samp_factor * DCTSIZE;
  uint64_t across = (info->image_width + side - 1) / side;
  uint64_t step = common_multiple(8 * (uint64_t)info->restart_interval, across);
  uint64_t blocks = y / unit * across / step * step;
  if (!blocks) return 0;
  const uint8_t *start = info->src->next_input_byte, *end = start + info->src->bytes_in_buffer;
  const uint8_t *at = after_restarts(start, end, blocks / info->restart_interval);
  if (!at) return 0;
  info->src->next_input_byte = at;
  info->src->bytes_in_buffer = (size_t)(end - at);
  return (uint32_t)(blocks / across * unit);
}

static bool planes_fit(const twj_decoder *decoder, const twj_part *part, const twj_plane *planes, int count) {
  const struct jpeg_decompress_struct *info = &decoder->info;
  bool inks = decoder->header.route == TWJ_ROUTE_CMYK && count == 4;
  if (!inks && count != (info->jpeg_color_space == JCS_GRAYSCALE ? 1 : 3)) return false;
  if (!part->width || !part->height || part->x >= info->output_width || part->y >= info->output_height
      || part->width > info->output_width - part->x || part->height > info->output_height - part->y)
    return false;
  for (int i = 0; i < count; i++)
    if (!planes[i].data || planes[i].stride < part->width || planes[i].rows < part->height
        || planes[i].stride != planes[0].stride || planes[i].rows != planes[0].rows)
      return false;
  return true;
}

static void read_part(twj_decoder *decoder, const twj_part *part, const twj_plane *planes, int count, uint32_t above) {
  struct jpeg_decompress_struct *info = &decoder->info;
  JDIMENSION left = part->x, width = part->width;
  jpeg_crop_scanline(info, &left, &width);
  if (left > part->x || width < part->width + (part->x - left))
    twj_escape(&decoder->errors, TWJ_FAILED, "libjpeg gives another part than was asked for");
  if (part->y > above && jpeg_skip_scanlines(info, part->y - above) != part->y - above)
    twj_escape(&decoder->errors, TWJ_FAILED, "libjpeg gives another part than was asked for");
  JSAMPARRAY row = (*info->mem->alloc_sarray)(
    (j_common_ptr)info, JPOOL_IMAGE, info->output_width * (JDIMENSION)info->output_components, 1);
  const uint8_t *begin = row[0] + (size_t)(part->x - left) * (size_t)info->output_components;
  for (uint32_t y = 0; y < part->height; y++) {
    if (jpeg_read_scanlines(info, row, 1) != 1)
      twj_escape(&decoder->errors, TWJ_FAILED, "libjpeg gives another part than was asked for");
    if (count == 1) memcpy(planes[0].data + planes[0].stride * y, begin, part->width);
    else twj_store_row(decoder, begin, part->width, planes, count, y);
  }
}

twj_status twj_decoder_read_part(
  twj_decoder *decoder, const twj_part *part, const twj_plane *planes, int plane_count, twj_report *report) {
  memset(report, 0, sizeof *report);
  struct jpeg_decompress_struct *info = &decoder->info;
  decoder->errors.report = report;
  decoder->errors.accept_damage = part->accept_damage;
  if (decoder->header.route == TWJ_ROUTE_NONE) return report->status = TWJ_UNSUPPORTED;
  if (setjmp(decoder->errors.escape)) return report->status;

  twj_begin(decoder, part->scan_limit, part->memory_limit);
  switch (info->jpeg_color_space) {
  case JCS_GRAYSCALE:
  case JCS_YCbCr: info->out_color_space = info->jpeg_color_space; break;
  case JCS_RGB: info->out_color_space = JCS_RGB; break;
  default: info->out_color_space = JCS_CMYK;
  }
  // As in planes; smoothing would need adjacent rows, which are skipped.
  info->do_fancy_upsampling = FALSE;
  info->scale_num = (unsigned)(DCTSIZE / part->divisor);
  info->scale_denom = DCTSIZE;
  jpeg_calc_output_dimensions(info);
  if (!planes_fit(decoder, part, planes, plane_count))
    twj_escape(&decoder->errors, TWJ_FAILED, "no such part is in the picture");
  uint32_t above = leave_out_rows(decoder, part->y * (uint32_t)part->divisor) / (uint32_t)part->divisor;
  decoder->errors.units_above = above * (uint32_t)part->divisor / ((uint32_t)info->max_v_samp_factor * DCTSIZE);
  jpeg_start_decompress(info);
  twj_check_scans(decoder);
  read_part(decoder, part, planes, plane_count, above);
  jpeg_abort_decompress(info);
  return report->status = TWJ_OK;
}
