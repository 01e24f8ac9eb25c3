#include "scans.h"

#include <string.h>

static uint64_t samples_of(const jpeg_component_info *component) {
  return (uint64_t)component->width_in_blocks * component->height_in_blocks * DCTSIZE2;
}

// The samples of the components that the header of a scan names.
static uint64_t samples_of_scan(const struct jpeg_decompress_struct *info, const uint8_t *header, size_t count) {
  uint64_t samples = 0;
  for (size_t i = 0; count > 0 && i < header[0] && 1 + 2 * i < count; i++)
    for (int c = 0; c < info->num_components; c++)
      if (info->comp_info[c].component_id == header[1 + 2 * i]) {
        samples += samples_of(info->comp_info + c);
        break;
      }
  return samples;
}

// Goes from marker to marker (ITU-T T.81, B.1.1), up to the end of the picture.
static uint64_t samples_of_rest(const struct jpeg_decompress_struct *info, const uint8_t *at, const uint8_t *end) {
  uint64_t samples = 0;
  while (at < end && (at = memchr(at, 0xFF, (size_t)(end - at)))) {
    while (at < end && *at == 0xFF) at++;
    if (at == end || *at == JPEG_EOI) break;
    uint8_t marker = *at++;
    // A byte of the coded data, a restart, or another single marker.
    if (marker <= 1 || (marker >= JPEG_RST0 && marker <= JPEG_RST0 + 8)) continue;
    if (end - at < 2) break;
    size_t length = (size_t)at[0] << 8 | at[1];
    if (length < 2 || length > (size_t)(end - at)) break;
    if (marker == 0xDA) samples += samples_of_scan(info, at + 2, length - 2);
    at += length;
  }
  return samples;
}

void twj_count_scans(const struct jpeg_decompress_struct *info, twj_header *header) {
  const uint8_t *at = info->src->next_input_byte;
  header->coded_bytes = info->src->bytes_in_buffer;
  for (int c = 0; c < info->num_components; c++) header->samples += samples_of(info->comp_info + c);
  header->has_scans = info->progressive_mode || info->comps_in_scan < info->num_components;
  if (!header->has_scans) return;
  for (int i = 0; i < info->comps_in_scan; i++) header->scan_samples += samples_of(info->cur_comp_info[i]);
  header->scan_samples += samples_of_rest(info, at, at + header->coded_bytes);
}
