#include <CRaw.h>

#include <stdlib.h>

#include "load.h"

typedef struct twr_decoder {
  libraw_data_t *raw;
  libraw_processed_image_t *image;
  twx_header header;
  uint32_t enough;
} twr_decoder;

static void close_decoder(void *pointer) {
  twr_decoder *decoder = pointer;
  if (!decoder) return;
  if (decoder->image) libraw_dcraw_clear_mem(decoder->image);
  if (decoder->raw) libraw_close(decoder->raw);
  free(decoder);
}

static twx_status told(int code, twx_status otherwise, twx_report *report) {
  twx_status status = otherwise;
  switch (code) {
  case LIBRAW_FILE_UNSUPPORTED:
  case LIBRAW_NOT_IMPLEMENTED: status = TWX_UNSUPPORTED; break;
  case LIBRAW_UNSUFFICIENT_MEMORY: status = TWX_MEMORY; break;
  case LIBRAW_TOO_BIG: status = TWX_LIMIT; break;
  default: break;
  }
  return twx_say(report, status, "%s", libraw_strerror(code));
}

// LibRaw counts quarter turns in dcraw's way.
static int orientation_of(int flip) {
  switch (flip) {
  case 3: return 3;
  case 5: return 8;
  case 6: return 6;
  default: return 1;
  }
}

static void *open_decoder(
  const uint8_t *bytes, size_t count, const twx_limits *limits, twx_header *header, twx_report *report) {
  twr_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder) decoder->raw = libraw_init(0);
  if (!decoder || !decoder->raw) {
    free(decoder);
    twx_say(report, TWX_MEMORY, "no memory for a decoder");
    return NULL;
  }
  libraw_data_t *raw = decoder->raw;
  raw->params.max_raw_memory_mb = (unsigned)(limits->decoder_bytes >> 20);
  int code = libraw_open_buffer(raw, (void *)bytes, count);
  if (code != LIBRAW_SUCCESS) {
    told(code, TWX_MALFORMED, report);
    close_decoder(decoder);
    return NULL;
  }
  if (!twx_size_allowed(raw->sizes.raw_width, raw->sizes.raw_height, limits, report)
      || !twx_size_allowed(raw->sizes.iwidth, raw->sizes.iheight, limits, report)
      || !twx_lossless_allowed((uint64_t)raw->sizes.raw_width * raw->sizes.raw_height * 2, count, limits, report)) {
    close_decoder(decoder);
    return NULL;
  }
  decoder->enough = limits->enough;
  decoder->header.width = raw->sizes.iwidth;
  decoder->header.height = raw->sizes.iheight;
  decoder->header.orientation = orientation_of(raw->sizes.flip);
  decoder->header.layout = (twx_layout){.channels = 3, .bits = 8};
  // Unpacking shows if it is a JPEG.
  if (raw->thumbnail.tlength > 0 && raw->thumbnail.tlength <= count) {
    decoder->header.preview_count = raw->thumbnail.tlength;
    decoder->header.preview_width = raw->thumbnail.twidth;
    decoder->header.preview_height = raw->thumbnail.theight;
  }
  *header = decoder->header;
  return decoder;
}

static const uint8_t *preview(void *pointer, size_t *count) {
  twr_decoder *decoder = pointer;
  if (libraw_unpack_thumb(decoder->raw) != LIBRAW_SUCCESS) return NULL;
  if (decoder->raw->thumbnail.tformat != LIBRAW_THUMBNAIL_JPEG) return NULL;
  *count = decoder->raw->thumbnail.tlength;
  return (const uint8_t *)decoder->raw->thumbnail.thumb;
}

static twx_status prepare(void *pointer, twx_header *header, twx_report *report) {
  twr_decoder *decoder = pointer;
  libraw_data_t *raw = decoder->raw;
  uint32_t longest = header->width > header->height ? header->width : header->height;
  raw->params.output_bps = 8;
  raw->params.output_color = 1;  // sRGB
  raw->params.use_camera_wb = 1;
  raw->params.user_flip = 0;  // turned later, with all others
  raw->params.half_size = decoder->enough && longest / 2 >= decoder->enough;
  int code = libraw_unpack(raw);
  if (code == LIBRAW_SUCCESS) code = libraw_dcraw_process(raw);
  if (code != LIBRAW_SUCCESS) return told(code, TWX_DAMAGED, report);
  decoder->image = libraw_dcraw_make_mem_image(raw, &code);
  if (!decoder->image) return told(code, TWX_MEMORY, report);
  libraw_processed_image_t *image = decoder->image;
  if (image->type != LIBRAW_IMAGE_BITMAP || image->bits != 8 || (image->colors != 3 && image->colors != 1))
    return twx_say(report, TWX_UNSUPPORTED, "its sensor has %d colours", image->colors);
  libraw_recycle_datastream(raw);
  header->width = image->width;
  header->height = image->height;
  header->layout.channels = image->colors;
  return TWX_OK;
}

static twx_status read_rows(
  void *pointer, const twx_region *wanted, twx_sink sink, void *context, twx_report *report) {
  (void)wanted;
  twr_decoder *decoder = pointer;
  libraw_processed_image_t *image = decoder->image;
  if (!image) return twx_say(report, TWX_DAMAGED, "its picture was not decoded");
  size_t stride = (size_t)image->width * image->colors;
  for (uint32_t y = 0; y < image->height; y++) sink(context, -1, image->data + stride * y, y);
  return TWX_OK;
}

const twx_codec *twr_codec(void) {
  static const twx_codec codec = {open_decoder, prepare, read_rows, close_decoder, preview};
  return twr_load() ? &codec : NULL;
}

const char *twr_version(void) { return twr_load() ? libraw_version() : NULL; }
