#include <CLoader.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <CWebP.h>

#define TWW_FUNCTIONS(each) \
  each(WebPNewInternal) each(WebPMuxDelete) each(WebPMuxSetCanvasSize) each(WebPMuxSetAnimationParams) \
  each(WebPMuxPushFrame) each(WebPMuxSetChunk) each(WebPMuxAssemble)

static struct { TWW_FUNCTIONS(TWD_POINTER) } functions;

static const char *const files[] = {"libwebpmux.so.3", NULL};
static const char *const names[] = {TWW_FUNCTIONS(TWD_NAME) NULL};
static twd_library library = {files, names, &functions, 0};

struct tww_animation {
  WebPMux *mux;
  WebPConfig config;
};

bool tww_animates(void) { return twd_load(&library); }

tww_animation *tww_animation_begin(uint32_t width, uint32_t height, int quality) {
  if (!tww_animates()) return NULL;
  tww_animation *animation = calloc(1, sizeof *animation);
  if (!animation) return NULL;
  WebPMuxAnimParams params = {.bgcolor = 0xFFFFFFFF, .loop_count = 0};
  animation->mux = functions.WebPNewInternal(WEBP_MUX_ABI_VERSION);
  if (!animation->mux || !WebPConfigPreset(&animation->config, WEBP_PRESET_PHOTO, (float)quality) ||
      functions.WebPMuxSetCanvasSize(animation->mux, (int)width, (int)height) != WEBP_MUX_OK ||
      functions.WebPMuxSetAnimationParams(animation->mux, &params) != WEBP_MUX_OK) {
    tww_animation_end(animation);
    return NULL;
  }
  // A frame's cost is time; slower methods save a tenth of the bytes.
  animation->config.method = 2;
  return animation;
}

// Converts JFIF's full range to the range of BT.601 video, which VP8 uses.
static uint8_t narrow_luma(uint32_t value) { return (uint8_t)(16 + (value * 219 + 127) / 255); }
static uint8_t narrow_colour(uint32_t sum) { return (uint8_t)(16 + (sum * 224 + 510) / 1020); }

// A part of a picture with colour for each pixel, as 4:2:0.
static void import(WebPPicture *picture, const tww_planes *from, const tww_region *part) {
  for (uint32_t y = 0; y < part->height; y++) {
    const uint8_t *row = from->data[0] + from->stride * (part->y + y) + part->x;
    uint8_t *to = picture->y + (size_t)picture->y_stride * y;
    for (uint32_t x = 0; x < part->width; x++) to[x] = narrow_luma(row[x]);
  }
  for (int plane = 1; plane < 3; plane++) {
    uint8_t *base = plane == 1 ? picture->u : picture->v;
    for (uint32_t y = 0; y < part->height; y += 2) {
      uint32_t below = y + 1 < part->height ? y + 1 : y;
      const uint8_t *top = from->data[plane] + from->stride * (part->y + y) + part->x;
      const uint8_t *low = from->data[plane] + from->stride * (part->y + below) + part->x;
      uint8_t *to = base + (size_t)picture->uv_stride * (y / 2);
      for (uint32_t x = 0; x < part->width; x += 2) {
        uint32_t right = x + 1 < part->width ? x + 1 : x;
        to[x / 2] = narrow_colour((uint32_t)top[x] + top[right] + low[x] + low[right]);
      }
    }
  }
}

static void mark_edge(WebPPicture *picture, uint32_t edge) {
  uint32_t width = (uint32_t)picture->width, height = (uint32_t)picture->height;
  if (edge > width) edge = width;
  for (uint32_t y = 0; y < height; y++) memset(picture->y + (size_t)picture->y_stride * y + width - edge, 235, edge);
  for (uint32_t y = 0; y < (height + 1) / 2; y++) {
    memset(picture->u + (size_t)picture->uv_stride * y + (width - edge) / 2, 128, (edge + 1) / 2);
    memset(picture->v + (size_t)picture->uv_stride * y + (width - edge) / 2, 128, (edge + 1) / 2);
  }
}

bool tww_animation_add(
  tww_animation *animation, const tww_planes *from, const tww_region *part, uint32_t edge, int milliseconds) {
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (!WebPPictureInit(&picture)) return false;
  picture.width = (int)part->width;
  picture.height = (int)part->height;
  if (!WebPPictureAlloc(&picture)) return false;
  import(&picture, from, part);
  if (edge > 0) mark_edge(&picture, edge);
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  bool done = WebPEncode(&animation->config, &picture);
  WebPPictureFree(&picture);
  if (done) {
    WebPMuxFrameInfo frame = {
      .bitstream = {writer.mem, writer.size}, .x_offset = (int)part->x, .y_offset = (int)part->y,
      .duration = milliseconds, .id = WEBP_CHUNK_ANMF, .dispose_method = WEBP_MUX_DISPOSE_NONE,
      .blend_method = WEBP_MUX_NO_BLEND};
    done = functions.WebPMuxPushFrame(animation->mux, &frame, 1) == WEBP_MUX_OK;
  }
  WebPMemoryWriterClear(&writer);
  return done;
}

uint8_t *tww_animation_bytes(tww_animation *animation, const uint8_t *xmp, size_t xmp_count, size_t *count) {
  WebPData packet = {xmp, xmp_count}, whole = {NULL, 0};
  if (xmp_count > 0 && functions.WebPMuxSetChunk(animation->mux, "XMP ", &packet, 1) != WEBP_MUX_OK) return NULL;
  if (functions.WebPMuxAssemble(animation->mux, &whole) != WEBP_MUX_OK) return NULL;
  *count = whole.size;
  // The caller frees it with free(); only libwebp's own functions guarantee the allocator of its
  // memory.
  uint8_t *bytes = malloc(whole.size);
  if (bytes) memcpy(bytes, whole.bytes, whole.size);
  WebPDataClear(&whole);
  return bytes;
}

void tww_animation_end(tww_animation *animation) {
  if (!animation) return;
  if (animation->mux) functions.WebPMuxDelete(animation->mux);
  free(animation);
}
