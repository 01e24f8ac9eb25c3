#include "memory.h"

#include <stdio.h>
#include <string.h>

static tmsize_t on_read(thandle_t handle, void *out, tmsize_t count) {
  twt_memory *memory = handle;
  if (count <= 0 || memory->at >= memory->count) return 0;
  uint64_t rest = memory->count - memory->at, taken = (uint64_t)count < rest ? (uint64_t)count : rest;
  memcpy(out, memory->bytes + memory->at, taken);
  memory->at += taken;
  return (tmsize_t)taken;
}

static tmsize_t on_write(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return -1;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  twt_memory *memory = handle;
  switch (whence) {
  case SEEK_SET: memory->at = offset; break;
  case SEEK_CUR: memory->at += offset; break;
  default: memory->at = memory->count + offset;
  }
  return memory->at;
}

static int on_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t on_size(thandle_t handle) { return ((twt_memory *)handle)->count; }

static int on_map(thandle_t handle, void **base, toff_t *size) {
  twt_memory *memory = handle;
  *base = (void *)memory->bytes;  // libtiff reads from it only
  *size = memory->count;
  return 1;
}

static void on_unmap(thandle_t handle, void *base, toff_t size) { (void)handle, (void)base, (void)size; }

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  twx_report *report = ((twt_memory *)context)->report;
  // The first complaint is the cause, the others follow from it.
  if (!report->message[0]) vsnprintf(report->message, sizeof report->message, format, arguments);
  return 1;
}

// Most warnings are about tags of cameras that libtiff doesn't know.
static int on_warning(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)context, (void)module, (void)format, (void)arguments;
  return 1;
}

TIFF *twt_open_memory(twt_memory *memory, uint64_t piece_limit) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) {
    twx_say(memory->report, TWX_MEMORY, "no memory for a decoder");
    return NULL;
  }
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)piece_limit);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, memory);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, memory);
  TIFF *tiff = TIFFClientOpenExt(
    "photo", "r", memory, on_read, on_write, on_seek, on_close, on_size, on_map, on_unmap, options);
  TIFFOpenOptionsFree(options);
  if (!tiff) memory->report->status = TWX_MALFORMED;
  return tiff;
}

const char *twt_version(void) { return twt_load() ? TIFFGetVersion() : NULL; }
