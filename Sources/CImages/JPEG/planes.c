#include <CTurboJPEG.h>

#include <stdlib.h>
#include <string.h>

void *twj_allocate(size_t count) {
  void *memory = NULL;
  return posix_memalign(&memory, 64, count ? count : 64) ? NULL : memory;
}

void twj_free(void *memory) { free(memory); }

void twj_plane_pad(const twj_plane *plane) {
  size_t end = ((size_t)plane->width + 15) / 16 * 16;
  if (end > plane->stride) end = plane->stride;
  if (!plane->width || end == plane->width) return;
  for (uint32_t y = 0; y < plane->height; y++) {
    uint8_t *row = plane->data + plane->stride * y;
    memset(row + plane->width, row[plane->width - 1], end - plane->width);
  }
}
