#include "png_report.h"

#include <stdlib.h>
#include <string.h>

typedef struct twp_decoder {
  png_structp png;
  png_infop info;
  twp_errors errors;
  const uint8_t *bytes;
  size_t count, at;
  int passes;
  twx_header header;
  uint8_t *rows;  // a row, or the whole picture where it comes in passes
} twp_decoder;

static void on_read(png_structp png, png_bytep out, size_t count) {
  twp_decoder *decoder = png_get_io_ptr(png);
  if (decoder->count - decoder->at < count) png_error(png, "the file ends early");
  memcpy(out, decoder->bytes + decoder->at, count);
  decoder->at += count;
}

static void close_decoder(void *pointer) {
  twp_decoder *decoder = pointer;
  if (!decoder) return;
  png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
  free(decoder->rows);
  free(decoder);
}

// Colour: the first present one of this list applies (PNG, third edition, 4.3): cICP, iCCP, sRGB,
// gAMA with cHRM.
static void read_colour(twp_decoder *decoder) {
  png_structp png = decoder->png;
  png_infop info = decoder->info;
  twx_header *header = &decoder->header;
  png_unknown_chunkp unknown = NULL;
  int count = png_get_unknown_chunks(png, info, &unknown);
  for (int i = 0; i < count; i++)
    if (!memcmp(unknown[i].name, "cICP", 4) && unknown[i].size == 4 && unknown[i].data[2] == 0) {
      header->primaries = unknown[i].data[0];
      header->transfer = unknown[i].data[1];
      return;
    }
  char *name;
  int method, intent;
  png_bytep profile;
  png_uint_32 length;
  if (png_get_iCCP(png, info, &name, &method, &profile, &length)) {
    header->profile = profile;
    header->profile_count = length;
    return;
  }
  if (png_get_sRGB(png, info, &intent)) return;
  double gamma;
  if (!png_get_gAMA(png, info, &gamma) || gamma < 0.01 || gamma > 10) return;
  header->gamma = 1 / gamma;
  double *c = header->chromaticities;
  if (!png_get_cHRM(png, info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7)) memset(c, 0, 8 * sizeof *c);
}

// The bytes of the picture's own chunks.
static uint64_t coded_bytes(const uint8_t *bytes, size_t count) {
  uint64_t coded = 0;
  for (size_t at = 8; at + 12 <= count;) {
    const uint8_t *head = bytes + at;
    size_t length = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
    size_t rest = count - at - 8;
    if (!memcmp(head + 4, "IDAT", 4)) coded += length < rest ? length : rest;
    if (length > rest || rest - length < 4) break;
    at += length + 12;
  }
  return coded;
}

static void *open_decoder(
  const uint8_t *bytes, size_t count, const twx_limits *limits, twx_header *header, twx_report *report) {
  twp_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) {
    twx_say(report, TWX_MEMORY, "no memory for a decoder");
    return NULL;
  }
  decoder->bytes = bytes;
  decoder->count = count;
  decoder->errors.report = report;
  decoder->errors.status = TWX_MALFORMED;
  decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoder->errors, twp_on_error, twp_on_warning);
  if (decoder->png) decoder->info = png_create_info_struct(decoder->png);
  if (!decoder->info) {
    twx_say(report, TWX_MEMORY, "no memory for a decoder");
    close_decoder(decoder);
    return NULL;
  }
  if (setjmp(decoder->errors.escape)) {
    close_decoder(decoder);
    return NULL;
  }
  png_structp png = decoder->png;
  png_set_read_fn(png, decoder, on_read);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);  // ours come right after the header
  png_set_chunk_cache_max(png, 128);
  png_set_chunk_malloc_max(png, 16 << 20);
  // Chunks that aren't requested from libpng are not decompressed: 128 texts of 16 MB would be
  // allocated for a file of 2 MB.
  static const png_byte unread[] = "tEXt\0zTXt\0iTXt\0eXIf\0sPLT\0hIST\0pCAL\0sCAL\0oFFs\0tIME\0pHYs";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, unread, sizeof unread / 5);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (const png_byte *)"cICP", 1);
  png_set_benign_errors(png, 1);
  png_read_info(png, decoder->info);
  uint32_t width = png_get_image_width(png, decoder->info), height = png_get_image_height(png, decoder->info);
  // As libpng holds it; a pixel of fewer bits becomes a byte.
  uint64_t pixel = ((uint64_t)png_get_channels(png, decoder->info) * png_get_bit_depth(png, decoder->info) + 7) / 8;
  bool whole = png_get_interlace_type(png, decoder->info) != PNG_INTERLACE_NONE;
  uint64_t coded = coded_bytes(bytes, count) * (whole ? 1 : TWX_STREAMED);
  if (!twx_size_allowed(width, height, limits, report)
      || !twx_lossless_allowed(width * pixel * height, coded, limits, report)) {
    close_decoder(decoder);
    return NULL;
  }
  read_colour(decoder);
  int type = png_get_color_type(png, decoder->info);
  if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (type == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(png, decoder->info) < 8) png_set_expand_gray_1_2_4_to_8(png);
  if (png_get_valid(png, decoder->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  png_set_swap(png);
#endif
  decoder->passes = png_set_interlace_handling(png);
  png_read_update_info(png, decoder->info);
  decoder->header.width = width;
  decoder->header.height = height;
  decoder->header.layout.channels = png_get_channels(png, decoder->info);
  decoder->header.layout.bits = png_get_bit_depth(png, decoder->info);
  decoder->header.held_bytes = png_get_rowbytes(png, decoder->info) * (decoder->passes > 1 ? (uint64_t)height : 1);
  *header = decoder->header;
  return decoder;
}

static twx_status prepare(void *pointer, twx_header *header, twx_report *report) {
  (void)pointer, (void)header, (void)report;
  return TWX_OK;
}

static twx_status read_rows(
  void *pointer, const twx_region *wanted, twx_sink sink, void *context, twx_report *report) {
  twp_decoder *decoder = pointer;
  decoder->errors.report = report;
  decoder->errors.status = TWX_DAMAGED;
  if (setjmp(decoder->errors.escape)) return report->status;
  size_t stride = png_get_rowbytes(decoder->png, decoder->info);
  uint32_t height = decoder->header.height, end = wanted->y + wanted->height;
  decoder->rows = calloc(decoder->passes > 1 ? height : 1, stride);
  if (!decoder->rows) return twx_say(report, TWX_MEMORY, "no memory for its rows");
  for (int pass = 0; pass < decoder->passes; pass++)
    for (uint32_t y = 0; y < (decoder->passes > 1 ? height : end); y++) {
      uint8_t *row = decoder->rows + (decoder->passes > 1 ? stride * y : 0);
      png_read_row(decoder->png, row, NULL);
      if (pass == decoder->passes - 1) sink(context, -1, row, y);
    }
  return TWX_OK;
}

const twx_codec *twp_codec(void) {
  static const twx_codec codec = {open_decoder, prepare, read_rows, close_decoder, NULL};
  return &codec;
}
