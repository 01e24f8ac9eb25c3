#include <zimg.h>

// Swift does not see into zimg's unnamed structs, nor its composite macros.

enum { TWZ_API_VERSION = ZIMG_API_VERSION };

/// A format of one 8-bit plane, of which the columns from `left` over `region_width` (and rows alike) are taken.
static inline zimg_image_format twz_plane_format(
  unsigned width, unsigned height, double left, double top, double region_width, double region_height) {
  zimg_image_format format;
  zimg_image_format_default(&format, ZIMG_API_VERSION);
  format.width = width;
  format.height = height;
  format.pixel_type = ZIMG_PIXEL_BYTE;
  format.color_family = ZIMG_COLOR_GREY;
  format.pixel_range = ZIMG_RANGE_FULL;
  format.active_region.left = left;
  format.active_region.top = top;
  format.active_region.width = region_width;
  format.active_region.height = region_height;
  return format;
}

/// Runs a graph of one plane.
static inline zimg_error_code_e twz_process_plane(
  const zimg_filter_graph *graph, const void *source, ptrdiff_t source_stride, void *target, ptrdiff_t target_stride,
  void *scratch) {
  zimg_image_buffer_const from = {ZIMG_API_VERSION, {{0}}};
  zimg_image_buffer to = {ZIMG_API_VERSION, {{0}}};
  from.plane[0].data = source;
  from.plane[0].stride = source_stride;
  from.plane[0].mask = ZIMG_BUFFER_MAX;
  to.plane[0].data = target;
  to.plane[0].stride = target_stride;
  to.plane[0].mask = ZIMG_BUFFER_MAX;
  return zimg_filter_graph_process(graph, &from, &to, scratch, NULL, NULL, NULL, NULL);
}
