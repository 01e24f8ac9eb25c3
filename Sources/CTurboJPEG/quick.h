// Decodes what nearly every camera writes, quicker than libjpeg: one scan of three planes, Huffman coded, without a fault.
//
// The samples are those of libjpeg's `JDCT_ISLOW`. Whatever is unusual, or wrong, is left to libjpeg, which knows what to say.
#ifndef TIMEWALK_TWJ_QUICK_H
#define TIMEWALK_TWJ_QUICK_H

#include <stdio.h>
#include <jpeglib.h>

#include "include/CTurboJPEG.h"

// Whether a file whose header has been read can be decoded so.
bool twj_quick_takes(const struct jpeg_decompress_struct *info);

// As `twj_decoder_stream`: TWJ_OK, TWJ_STOPPED by who was told, TWJ_MEMORY, or TWJ_DAMAGED for what libjpeg must be asked about
// from the beginning. Nothing of libjpeg's state is changed.
twj_status twj_quick_stream(
  const struct jpeg_decompress_struct *info, const twj_plane *rings, bool (*told)(void *context, uint32_t units),
  void *context);

#endif
