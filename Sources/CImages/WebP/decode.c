#include <CWebP.h>

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

typedef struct tww_decoder {
  const uint8_t *bytes;
  size_t count;
  twx_header header;
} tww_decoder;

static void close_decoder(void *pointer) { free(pointer); }

// The chunk ICCP comes before the picture (WebP container specification).
static void find_profile(tww_decoder *decoder) {
  const uint8_t *bytes = decoder->bytes;
  size_t at = 12;
  while (at + 8 <= decoder->count) {
    size_t length = bytes[at + 4] | (size_t)bytes[at + 5] << 8 | (size_t)bytes[at + 6] << 16 | (size_t)bytes[at + 7] << 24;
    if (length > decoder->count - at - 8) return;
    if (!memcmp(bytes + at, "ICCP", 4)) {
      decoder->header.profile = bytes + at + 8;
      decoder->header.profile_count = length;
      return;
    }
    at += 8 + length + (length & 1);
  }
}

// The bytes of the chunks that hold the picture and its alpha.
static uint64_t coded_bytes(const uint8_t *bytes, size_t count) {
  uint64_t coded = 0;
  for (size_t at = 12; at + 8 <= count;) {
    const uint8_t *head = bytes + at;
    size_t length = head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16 | (size_t)head[7] << 24;
    size_t rest = count - at - 8;
    if (!memcmp(head, "VP8 ", 4) || !memcmp(head, "VP8L", 4) || !memcmp(head, "ALPH", 4))
      coded += length < rest ? length : rest;
    if (length > rest) break;
    at += 8 + length + (length & 1);
  }
  return coded;
}

static void *open_decoder(
  const uint8_t *bytes, size_t count, const twx_limits *limits, twx_header *header, twx_report *report) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) {
    twx_say(report, TWX_MALFORMED, "its header can't be read");
    return NULL;
  }
  if (features.has_animation) {
    twx_say(report, TWX_UNSUPPORTED, "it is animated, and only still pictures are taken");
    return NULL;
  }
  if (!twx_size_allowed((uint64_t)features.width, (uint64_t)features.height, limits, report)) return NULL;
  uint64_t pixels = (uint64_t)features.width * (uint64_t)features.height, coded = coded_bytes(bytes, count);
  bool lossless = features.format == 2;
  if (lossless ? !twx_lossless_allowed(pixels * (features.has_alpha ? 4 : 3), coded, limits, report)
               : !twx_lossy_allowed(pixels, coded, limits, report))
    return NULL;
  tww_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) {
    twx_say(report, TWX_MEMORY, "no memory for a decoder");
    return NULL;
  }
  decoder->bytes = bytes;
  decoder->count = count;
  decoder->header.width = (uint32_t)features.width;
  decoder->header.height = (uint32_t)features.height;
  decoder->header.layout = (twx_layout){.channels = features.has_alpha ? 4 : 3, .bits = 8};
  find_profile(decoder);
  *header = decoder->header;
  return decoder;
}

static twx_status prepare(void *pointer, twx_header *header, twx_report *report) {
  (void)pointer, (void)header, (void)report;
  return TWX_OK;
}

static twx_status read_rows(
  void *pointer, const twx_region *wanted, twx_sink sink, void *context, twx_report *report) {
  (void)wanted;
  tww_decoder *decoder = pointer;
  size_t stride = (size_t)decoder->header.width * (size_t)decoder->header.layout.channels;
  size_t size = stride * decoder->header.height;
  uint8_t *pixels = malloc(size);
  if (!pixels) return twx_say(report, TWX_MEMORY, "no memory for its pixels");
  const uint8_t *done = decoder->header.layout.channels == 4
    ? WebPDecodeRGBAInto(decoder->bytes, decoder->count, pixels, size, (int)stride)
    : WebPDecodeRGBInto(decoder->bytes, decoder->count, pixels, size, (int)stride);
  if (done)
    for (uint32_t y = 0; y < decoder->header.height; y++) sink(context, -1, pixels + stride * y, y);
  free(pixels);
  return done ? TWX_OK : twx_say(report, TWX_DAMAGED, "its picture can't be decoded to the end");
}

const twx_codec *tww_codec(void) {
  static const twx_codec codec = {open_decoder, prepare, read_rows, close_decoder, NULL};
  return &codec;
}

int tww_version(void) { return WebPGetDecoderVersion(); }
