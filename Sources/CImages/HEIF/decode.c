#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "proportion.h"
#include "load.h"

typedef struct twh_plane {
  const uint8_t *bytes;
  int stride, width, height, bits;
} twh_plane;

typedef struct twh_decoder {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  twx_limits limits;
  twx_header header;
  uint8_t *profile;
  int matrix;        // H.273 code point of how colour differences are made; 0 for planes of red, green and blue
  bool full_range;
  twh_plane planes[4];  // luma or green …, two of colour, alpha
  int shift_x, shift_y; // of the planes of colour
} twh_decoder;

static void close_decoder(void *pointer) {
  twh_decoder *decoder = pointer;
  if (!decoder) return;
  if (decoder->image) heif_image_release(decoder->image);
  if (decoder->handle) heif_image_handle_release(decoder->handle);
  if (decoder->context) heif_context_free(decoder->context);
  free(decoder->profile);
  free(decoder);
}

static twx_status told(struct heif_error error, twx_status otherwise, twx_report *report) {
  twx_status status = otherwise;
  if (error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype)
    status = TWX_UNSUPPORTED;
  if (error.code == heif_error_Memory_allocation_error)
    status = error.subcode == heif_suberror_Security_limit_exceeded ? TWX_LIMIT : TWX_MEMORY;
  return twx_say(report, status, "%s", error.message);
}

static void take_nclx(twh_decoder *decoder, const struct heif_color_profile_nclx *nclx) {
  if (nclx->matrix_coefficients != heif_matrix_coefficients_unspecified || !nclx->full_range_flag) {
    decoder->matrix = nclx->matrix_coefficients;
    decoder->full_range = nclx->full_range_flag;
  }
  if (nclx->color_primaries != heif_color_primaries_unspecified) decoder->header.primaries = nclx->color_primaries;
  if (nclx->transfer_characteristics != heif_transfer_characteristic_unspecified)
    decoder->header.transfer = nclx->transfer_characteristics;
}

// Takes and frees libheif's result: for a file with an unknown number, it returns an error and the
// half-filled profile as well.
static void use_nclx(twh_decoder *decoder, struct heif_color_profile_nclx *nclx, enum heif_error_code code) {
  if (!nclx) return;
  if (code == heif_error_Ok) take_nclx(decoder, nclx);
  heif_nclx_color_profile_free(nclx);
}

static void read_colour(twh_decoder *decoder) {
  size_t count = heif_image_handle_get_raw_color_profile_size(decoder->handle);
  enum heif_color_profile_type type = heif_image_handle_get_color_profile_type(decoder->handle);
  bool icc = type == heif_color_profile_type_prof || type == heif_color_profile_type_rICC;
  if (icc && count > 0 && count <= 16 << 20 && (decoder->profile = malloc(count))) {
    if (heif_image_handle_get_raw_color_profile(decoder->handle, decoder->profile).code == heif_error_Ok) {
      decoder->header.profile = decoder->profile;
      decoder->header.profile_count = count;
    }
  }
  struct heif_color_profile_nclx *nclx = NULL;
  enum heif_error_code code = heif_image_handle_get_nclx_color_profile(decoder->handle, &nclx).code;
  use_nclx(decoder, nclx, code);
}

static bool is_allowed(twh_span file, const twx_limits *limits, twx_report *report) {
  twh_items items;
  bool allowed = twh_check(file, limits, &items, report) && twh_in_proportion(file, limits, &items, report);
  free(items.all);
  return allowed;
}

static void *open_decoder(
  const uint8_t *bytes, size_t count, const twx_limits *limits, twx_header *header, twx_report *report) {
  if (!is_allowed((twh_span){bytes, count}, limits, report)) return NULL;
  twh_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder) decoder->context = heif_context_alloc();
  if (!decoder || !decoder->context) {
    free(decoder);
    twx_say(report, TWX_MEMORY, "no memory for a decoder");
    return NULL;
  }
  decoder->limits = *limits;
  decoder->matrix = heif_matrix_coefficients_ITU_R_BT_601_6;
  decoder->full_range = true;
  heif_context_set_maximum_image_size_limit(decoder->context, 32768);
  struct heif_error error = heif_context_read_from_memory_without_copy(decoder->context, bytes, count, NULL);
  twx_status status = TWX_MALFORMED;
  if (error.code == heif_error_Ok) {
    // The primary item is the picture, even an overlay or a thumbnail (ISO 23008-12).
    error = heif_context_get_primary_image_handle(decoder->context, &decoder->handle);
  }
  if (error.code != heif_error_Ok) {
    told(error, status, report);
    close_decoder(decoder);
    return NULL;
  }
  int width = heif_image_handle_get_width(decoder->handle), height = heif_image_handle_get_height(decoder->handle);
  // The sensor's rows are decoded first, before the file's own cropping and rotation.
  int coded_width = heif_image_handle_get_ispe_width(decoder->handle);
  int coded_height = heif_image_handle_get_ispe_height(decoder->handle);
  if (width < 0 || height < 0 || coded_width < 0 || coded_height < 0
      || !twx_size_allowed((uint64_t)width, (uint64_t)height, limits, report)
      || (coded_width && coded_height
          && !twx_size_allowed((uint64_t)coded_width, (uint64_t)coded_height, limits, report))) {
    if (report->status == TWX_OK) twx_say(report, TWX_MALFORMED, "it has no size");
    close_decoder(decoder);
    return NULL;
  }
  decoder->header.width = (uint32_t)width;
  decoder->header.height = (uint32_t)height;
  decoder->header.orientation = 1;  // libheif turns as the properties say, and they win over Exif (ISO 23008-12)
  int bits = heif_image_handle_get_luma_bits_per_pixel(decoder->handle);
  decoder->header.layout = (twx_layout){.channels = 3, .bits = bits > 8 && bits <= 16 ? bits : 8};
  read_colour(decoder);
  *header = decoder->header;
  return decoder;
}

static bool take_plane(twh_decoder *decoder, int index, enum heif_channel channel) {
  twh_plane *plane = decoder->planes + index;
  if (!heif_image_has_channel(decoder->image, channel)) return false;
  plane->bytes = heif_image_get_plane_readonly(decoder->image, channel, &plane->stride);
  plane->width = heif_image_get_width(decoder->image, channel);
  plane->height = heif_image_get_height(decoder->image, channel);
  plane->bits = heif_image_get_bits_per_pixel_range(decoder->image, channel);
  return plane->bytes && plane->width > 0 && plane->height > 0 && plane->bits >= 8 && plane->bits <= 16;
}

// Samples of colour are shared by one, two or four pixels.
static int shift_of(int full, int shared) {
  for (int shift = 0; shift <= 2; shift++)
    if (shared == (full + (1 << shift) - 1) >> shift) return shift;
  return -1;
}

static bool take_planes(twh_decoder *decoder) {
  enum heif_colorspace space = heif_image_get_colorspace(decoder->image);
  bool has_alpha = false;
  twh_plane *planes = decoder->planes;
  if (space == heif_colorspace_monochrome) {
    decoder->header.layout.channels = 1;
    if (!take_plane(decoder, 0, heif_channel_Y)) return false;
  } else if (space == heif_colorspace_YCbCr) {
    decoder->header.layout.channels = 3;
    if (!take_plane(decoder, 0, heif_channel_Y)) return false;
    if (!take_plane(decoder, 1, heif_channel_Cb) || !take_plane(decoder, 2, heif_channel_Cr)) {
      // Without colour after all.
      decoder->header.layout.channels = 1;
    } else {
      decoder->shift_x = shift_of(planes[0].width, planes[1].width);
      decoder->shift_y = shift_of(planes[0].height, planes[1].height);
      if (decoder->shift_x < 0 || decoder->shift_y < 0) return false;
      if (planes[2].width != planes[1].width || planes[2].height != planes[1].height) return false;
      if (planes[1].bits != planes[0].bits || planes[2].bits != planes[0].bits) return false;
    }
    if (decoder->matrix == heif_matrix_coefficients_RGB_GBR && decoder->header.layout.channels == 3
        && (decoder->shift_x || decoder->shift_y))
      return false;
  } else if (space == heif_colorspace_RGB && heif_image_get_chroma_format(decoder->image) == heif_chroma_444) {
    decoder->header.layout.channels = 3;
    decoder->matrix = heif_matrix_coefficients_RGB_GBR;
    decoder->full_range = true;
    if (!take_plane(decoder, 0, heif_channel_G) || !take_plane(decoder, 1, heif_channel_B)
        || !take_plane(decoder, 2, heif_channel_R))
      return false;
    for (int i = 1; i < 3; i++)
      if (planes[i].width != planes[0].width || planes[i].height != planes[0].height || planes[i].bits != planes[0].bits)
        return false;
  } else {
    return false;
  }
  if (take_plane(decoder, 3, heif_channel_Alpha))
    has_alpha = planes[3].width == planes[0].width && planes[3].height == planes[0].height;
  twx_layout *layout = &decoder->header.layout;
  layout->bits = planes[0].bits;
  bool plain = decoder->full_range
    && (decoder->matrix == heif_matrix_coefficients_ITU_R_BT_601_6
        || decoder->matrix == heif_matrix_coefficients_ITU_R_BT_470_6_System_B_G
        || decoder->matrix == heif_matrix_coefficients_unspecified || layout->channels == 1);
  decoder->header.planar = plain && !has_alpha && layout->bits == 8;
  decoder->header.horizontal = 1 << decoder->shift_x;
  decoder->header.vertical = 1 << decoder->shift_y;
  if (has_alpha) {
    layout->channels++;
    layout->premultiplied = heif_image_handle_is_premultiplied_alpha(decoder->handle);
  }
  decoder->header.width = (uint32_t)planes[0].width;
  decoder->header.height = (uint32_t)planes[0].height;
  return true;
}

static twx_status prepare(void *pointer, twx_header *header, twx_report *report) {
  twh_decoder *decoder = pointer;
  struct heif_error error =
    heif_decode_image(decoder->handle, &decoder->image, heif_colorspace_undefined, heif_chroma_undefined, NULL);
  if (error.code != heif_error_Ok) return told(error, TWX_DAMAGED, report);
  // Without a box, the stream itself may have the colour profile.
  struct heif_color_profile_nclx *nclx = NULL;
  enum heif_error_code code = heif_image_get_nclx_color_profile(decoder->image, &nclx).code;
  use_nclx(decoder, nclx, code);
  if (!take_planes(decoder)) return twx_say(report, TWX_UNSUPPORTED, "its pixels are stored in a way that isn't known");
  if (!twx_size_allowed(decoder->header.width, decoder->header.height, &decoder->limits, report)) return report->status;
  *header = decoder->header;
  return TWX_OK;
}

// The shares of red and blue in luma (ITU-T H.273, table 4).
static void luma_shares(int matrix, float *red, float *blue) {
  *red = 0.299f, *blue = 0.114f;
  switch (matrix) {
  case 1: *red = 0.2126f, *blue = 0.0722f; break;
  case 4: *red = 0.30f, *blue = 0.11f; break;
  case 7: *red = 0.212f, *blue = 0.087f; break;
  case 9:
  case 10: *red = 0.2627f, *blue = 0.0593f; break;
  default: break;
  }
}

static inline int sample(const twh_plane *plane, int x, int y) {
  const uint8_t *row = plane->bytes + (size_t)plane->stride * (size_t)y;
  return plane->bits == 8 ? row[x] : ((const uint16_t *)row)[x];
}

static inline int within(float value, int top) {
  int rounded = (int)(value + 0.5f);
  return value < 0 ? 0 : rounded > top ? top : rounded;
}

static void write_row(const twh_decoder *decoder, int y, void *row) {
  const twh_plane *planes = decoder->planes;
  int channels = decoder->header.layout.channels, bits = decoder->header.layout.bits, top = (1 << bits) - 1;
  bool alpha = channels == 2 || channels == 4;
  float red, blue, unit = (float)(1 << (bits - 8));
  luma_shares(decoder->matrix, &red, &blue);
  float green = 1 - red - blue;
  float black = decoder->full_range ? 0 : 16 * unit, gain = decoder->full_range ? 1 : (float)top / (219 * unit);
  float chroma_gain = decoder->full_range ? 1 : (float)top / (224 * unit), middle = 128 * unit;
  uint8_t *bytes = row;
  uint16_t *words = row;
  int at = 0;
  for (int x = 0; x < planes[0].width; x++) {
    int pixel[4], count = 0;
    if (channels <= 2) {
      pixel[count++] = within(((float)sample(planes, x, y) - black) * gain, top);
    } else if (decoder->matrix == heif_matrix_coefficients_RGB_GBR) {
      pixel[count++] = within(((float)sample(planes + 2, x, y) - black) * gain, top);
      pixel[count++] = within(((float)sample(planes, x, y) - black) * gain, top);
      pixel[count++] = within(((float)sample(planes + 1, x, y) - black) * gain, top);
    } else {
      int cx = x >> decoder->shift_x, cy = y >> decoder->shift_y;
      float light = ((float)sample(planes, x, y) - black) * gain;
      float cb = ((float)sample(planes + 1, cx, cy) - middle) * chroma_gain;
      float cr = ((float)sample(planes + 2, cx, cy) - middle) * chroma_gain;
      float r = light + 2 * (1 - red) * cr, b = light + 2 * (1 - blue) * cb;
      pixel[count++] = within(r, top);
      pixel[count++] = within((light - red * r - blue * b) / green, top);
      pixel[count++] = within(b, top);
    }
    if (alpha) {
      int own = (1 << planes[3].bits) - 1;
      pixel[count++] = (int)(((int64_t)sample(planes + 3, x, y) * top + own / 2) / own);
    }
    for (int c = 0; c < count; c++) {
      if (bits == 8) bytes[at++] = (uint8_t)pixel[c];
      else words[at++] = (uint16_t)pixel[c];
    }
  }
}

static twx_status read_rows(
  void *pointer, const twx_region *wanted, twx_sink sink, void *context, twx_report *report) {
  (void)wanted;
  twh_decoder *decoder = pointer;
  if (!decoder->image) return twx_say(report, TWX_DAMAGED, "its picture was not decoded");
  if (decoder->header.planar) {
    for (int i = 0; i < decoder->header.layout.channels; i++) {
      const twh_plane *plane = decoder->planes + i;
      for (int y = 0; y < plane->height; y++)
        sink(context, i, plane->bytes + (size_t)plane->stride * (size_t)y, (uint32_t)y);
    }
    return TWX_OK;
  }
  uint16_t *row = malloc((size_t)decoder->header.width * 4 * sizeof *row);
  if (!row) return twx_say(report, TWX_MEMORY, "no memory for its rows");
  for (uint32_t y = 0; y < decoder->header.height; y++) {
    write_row(decoder, (int)y, row);
    sink(context, -1, row, y);
  }
  free(row);
  return TWX_OK;
}

const twx_codec *twh_codec(void) {
  static const twx_codec codec = {open_decoder, prepare, read_rows, close_decoder, NULL};
  return twh_load() ? &codec : NULL;
}

const char *twh_version(void) { return twh_load() ? heif_get_version() : NULL; }
bool twh_reads_hevc(void) { return twh_load() && heif_have_decoder_for_format(heif_compression_HEVC); }
bool twh_reads_av1(void) { return twh_load() && heif_have_decoder_for_format(heif_compression_AV1); }
