#include "png_report.h"

#include <stdlib.h>
#include <string.h>

typedef struct twp_target {
  uint8_t *bytes;
  size_t count, capacity;
} twp_target;

void twp_on_error(png_structp png, png_const_charp text) {
  twp_errors *errors = png_get_error_ptr(png);
  twx_say(errors->report, errors->status, "%s", text);
  longjmp(errors->escape, 1);
}

void twp_on_warning(png_structp png, png_const_charp text) {
  twp_errors *errors = png_get_error_ptr(png);
  twx_warn(errors->report, text);
}

const char *twp_version(void) { return png_get_libpng_ver(NULL); }

void twp_free(void *memory) { free(memory); }

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  twp_target *target = png_get_io_ptr(png);
  if (target->capacity - target->count < count) {
    size_t capacity = (target->capacity + count) * 2;
    uint8_t *grown = realloc(target->bytes, capacity);
    if (!grown) png_error(png, "no memory for the file");
    target->bytes = grown;
    target->capacity = capacity;
  }
  memcpy(target->bytes + target->count, bytes, count);
  target->count += count;
}

static void on_flush(png_structp png) { (void)png; }

uint8_t *twp_encode(const uint8_t *rgb, uint32_t width, uint32_t height, size_t *count, twx_report *report) {
  twp_errors errors = {.report = report, .status = TWX_MEMORY};
  twp_target target = {0};
  png_infop info = NULL;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &errors, twp_on_error, twp_on_warning);
  if (png) info = png_create_info_struct(png);
  if (!info) {
    twx_say(report, TWX_MEMORY, "no memory for an encoder");
    png_destroy_write_struct(&png, NULL);
    return NULL;
  }
  if (setjmp(errors.escape)) {
    png_destroy_write_struct(&png, &info);
    free(target.bytes);
    return NULL;
  }
  png_set_write_fn(png, &target, on_write, on_flush);
  png_set_IHDR(
    png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
    PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_RELATIVE);
  png_write_info(png, info);
  for (uint32_t y = 0; y < height; y++) png_write_row(png, rgb + 3 * (size_t)width * y);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  *count = target.count;
  return target.bytes;
}
