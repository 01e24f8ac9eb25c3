#include "report.h"

#include <stdlib.h>
#include <string.h>

typedef struct twj_sink {
  struct jpeg_destination_mgr manager;  // first, as for the errors
  uint8_t *bytes;
  size_t capacity, count;
} twj_sink;

typedef struct twj_encoder {
  struct jpeg_compress_struct info;
  twj_errors errors;
  twj_sink target;
} twj_encoder;

static void on_start(j_compress_ptr info) {
  twj_sink *target = (twj_sink *)info->dest;
  target->manager.next_output_byte = target->bytes;
  target->manager.free_in_buffer = target->capacity;
}

static boolean on_full(j_compress_ptr info) {
  twj_sink *target = (twj_sink *)info->dest;
  size_t used = target->capacity, capacity = used * 2;
  uint8_t *bytes = realloc(target->bytes, capacity);
  if (!bytes) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  target->bytes = bytes;
  target->capacity = capacity;
  target->manager.next_output_byte = bytes + used;
  target->manager.free_in_buffer = capacity - used;
  return TRUE;
}

static void on_end(j_compress_ptr info) {
  twj_sink *target = (twj_sink *)info->dest;
  target->count = target->capacity - target->manager.free_in_buffer;
}

static void write_planes(struct jpeg_compress_struct *info, const twj_plane *planes, int count) {
  JSAMPROW rows[3][MAX_SAMP_FACTOR * DCTSIZE];
  JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
  JDIMENSION unit = (JDIMENSION)info->max_v_samp_factor * DCTSIZE;
  size_t next[3] = {0, 0, 0};
  while (info->next_scanline < info->image_height) {
    for (int i = 0; i < count; i++) {
      int height = info->comp_info[i].v_samp_factor * DCTSIZE;
      for (int j = 0; j < height; j++, next[i]++) {
        size_t y = next[i] < planes[i].height ? next[i] : planes[i].height - 1;  // below the picture: its last row
        rows[i][j] = planes[i].data + planes[i].stride * y;
      }
    }
    jpeg_write_raw_data(info, arrays, unit);
  }
}

static bool planes_fit(
  const twj_plane *planes, int count, uint32_t width, uint32_t height, int horizontal, int vertical) {
  if ((count != 1 && count != 3) || !width || !height || horizontal < 1 || vertical < 1) return false;
  for (int i = 0; i < count; i++) {
    uint32_t h = i ? (uint32_t)horizontal : 1, v = i ? (uint32_t)vertical : 1;
    if (!planes[i].data || planes[i].width != (width + h - 1) / h || planes[i].height != (height + v - 1) / v)
      return false;
    if (planes[i].stride < ((size_t)planes[i].width + 7) / 8 * 8) return false;
  }
  return true;
}

uint8_t *twj_encode(
  const twj_plane *planes, int plane_count, uint32_t width, uint32_t height, int horizontal, int vertical,
  int quality, bool restart_each_row, size_t *count, twj_report *report) {
  memset(report, 0, sizeof *report);
  *count = 0;
  if (!planes_fit(planes, plane_count, width, height, horizontal, vertical)) {
    report->status = TWJ_FAILED;
    return NULL;
  }
  twj_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) {
    report->status = TWJ_MEMORY;
    return NULL;
  }
  struct jpeg_compress_struct *info = &encoder->info;
  encoder->errors.report = report;
  info->err = twj_errors_install(&encoder->errors);
  if (setjmp(encoder->errors.escape)) {
    jpeg_destroy_compress(info);
    free(encoder->target.bytes);
    free(encoder);
    return NULL;
  }
  jpeg_create_compress(info);
  encoder->target.manager.init_destination = on_start;
  encoder->target.manager.empty_output_buffer = on_full;
  encoder->target.manager.term_destination = on_end;
  encoder->target.capacity = (size_t)width * height / 2 + 65536;  // seldom outgrown; pages not used cost nothing
  encoder->target.bytes = malloc(encoder->target.capacity);
  if (!encoder->target.bytes) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  info->dest = &encoder->target.manager;

  info->image_width = width;
  info->image_height = height;
  info->input_components = plane_count;
  info->in_color_space = plane_count == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, quality, TRUE);
  info->comp_info[0].h_samp_factor = plane_count == 1 ? 1 : horizontal;
  info->comp_info[0].v_samp_factor = plane_count == 1 ? 1 : vertical;
  info->dct_method = JDCT_ISLOW;
  info->raw_data_in = TRUE;
  info->restart_in_rows = restart_each_row ? 1 : 0;
  jpeg_start_compress(info, TRUE);
  write_planes(info, planes, plane_count);
  jpeg_finish_compress(info);

  uint8_t *bytes = encoder->target.bytes;
  *count = encoder->target.count;
  jpeg_destroy_compress(info);
  free(encoder);
  return bytes;
}
