#include "memory.h"

#include <stdlib.h>
#include <string.h>

// The maximum number of pages in the search for the largest.
enum { PAGES = 256 };
// A strip of more bytes is never held whole.
enum { ROW_BY_ROW = 16 << 20 };

typedef struct twt_decoder {
  twt_memory memory;
  TIFF *tiff;
  twx_limits limits;
  twx_header header;
  bool plain;          // samples are read as they are, not turned to RGBA by libtiff
  uint16_t samples;    // a pixel, as stored
  size_t sample_bytes;
} twt_decoder;

static void close_decoder(void *pointer) {
  twt_decoder *decoder = pointer;
  if (!decoder) return;
  if (decoder->tiff) TIFFClose(decoder->tiff);
  free(decoder);
}

// Goes to the largest page that isn't a reduced copy of another; the first of equal ones.
static bool choose_page(TIFF *tiff) {
  uint64_t best = 0;
  tdir_t chosen = 0;
  for (int page = 0; page < PAGES; page++) {
    uint32_t width = 0, height = 0, kind = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &kind);
    // A copy counts only if there is nothing else.
    uint64_t size = (uint64_t)width * height * 2;
    if (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) size = size ? 1 : 0;
    if (size > best) {
      best = size;
      chosen = TIFFCurrentDirectory(tiff);
    }
    if (!TIFFReadDirectory(tiff)) break;
  }
  return TIFFSetDirectory(tiff, chosen) != 0;
}

static void read_layout(twt_decoder *decoder) {
  TIFF *tiff = decoder->tiff;
  twx_layout *layout = &decoder->header.layout;
  uint16_t bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISBLACK, planes = PLANARCONFIG_CONTIG;
  uint16_t form = SAMPLEFORMAT_UINT, compression = COMPRESSION_NONE, inks = INKSET_CMYK, extra_count = 0;
  uint16_t *extras = NULL;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &form);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &inks);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra_count, &extras);
  TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  if (photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG && planes == PLANARCONFIG_CONTIG) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    photometric = PHOTOMETRIC_RGB;
  }
  int colours = 0;
  if (photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE) colours = 1;
  if (photometric == PHOTOMETRIC_RGB) colours = 3;
  if (photometric == PHOTOMETRIC_SEPARATED && inks == INKSET_CMYK) colours = 4;
  decoder->samples = samples;
  decoder->sample_bytes = bits / 8;
  decoder->plain = colours && samples >= colours && (bits == 8 || bits == 16) && planes == PLANARCONFIG_CONTIG
    && form != SAMPLEFORMAT_IEEEFP && form != SAMPLEFORMAT_INT && form < SAMPLEFORMAT_COMPLEXINT;
  bool alpha = samples > colours && extra_count > 0 && extras && extras[0] != EXTRASAMPLE_UNSPECIFIED;
  if (!decoder->plain) {
    *layout = (twx_layout){.channels = 4, .bits = 8, .premultiplied = true};
    return;
  }
  layout->bits = bits;
  layout->inks = colours == 4;
  layout->channels = colours + (alpha && colours != 4);
  layout->premultiplied = alpha && extras[0] == EXTRASAMPLE_ASSOCALPHA;
  layout->inverted = photometric == PHOTOMETRIC_MINISWHITE;
}

// The bytes of the page's strips or tiles; those that share bytes of the file are not more than the
// file.
static uint64_t coded_bytes(TIFF *tiff, size_t count) {
  uint64_t *counts = NULL, coded = 0;
  bool tiled = TIFFIsTiled(tiff);
  uint32_t pieces = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  if (!TIFFGetField(tiff, tiled ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, &counts) || !counts) return count;
  for (uint32_t i = 0; i < pieces && coded < count; i++) coded += counts[i] < count ? counts[i] : count;
  return coded < count ? coded : count;
}

static bool in_proportion(const twt_decoder *decoder, size_t count, twx_report *report) {
  uint16_t bits = 1, samples = 1, compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_COMPRESSION, &compression);
  uint64_t pixels = (uint64_t)decoder->header.width * decoder->header.height, coded = coded_bytes(decoder->tiff, count);
  if (compression == COMPRESSION_JPEG) return twx_lossy_allowed(pixels, coded, &decoder->limits, report);
  return twx_lossless_allowed(
    pixels * (((uint64_t)bits * samples + 7) / 8), coded * TWX_STREAMED, &decoder->limits, report);
}

// The memory held at once for a page: a strip and its picture, a tile and a band of them, or a row.
static uint64_t held_bytes(const twt_decoder *decoder) {
  TIFF *tiff = decoder->tiff;
  uint64_t width = decoder->header.width, height = decoder->header.height;
  uint32_t rows = decoder->header.height;
  bool tiled = TIFFIsTiled(tiff);
  TIFFGetField(tiff, tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  if (!rows || rows > height) rows = decoder->header.height;
  tmsize_t size = tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
  uint64_t piece = size > 0 ? (uint64_t)size : 0;
  if (!decoder->plain) return piece + width * rows * 4;
  if (tiled) return piece + width * rows * decoder->samples * decoder->sample_bytes;
  return piece > ROW_BY_ROW ? width * decoder->samples * decoder->sample_bytes : piece;
}

static void *open_decoder(
  const uint8_t *bytes, size_t count, const twx_limits *limits, twx_header *header, twx_report *report) {
  twt_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) {
    twx_say(report, TWX_MEMORY, "no memory for a decoder");
    return NULL;
  }
  decoder->memory = (twt_memory){.bytes = bytes, .count = count, .report = report};
  decoder->limits = *limits;
  decoder->tiff = twt_open_memory(&decoder->memory, limits->decoder_bytes);
  if (!decoder->tiff || !choose_page(decoder->tiff)) {
    if (report->status == TWX_OK) report->status = TWX_MALFORMED;
    close_decoder(decoder);
    return NULL;
  }
  report->message[0] = 0;  // another page's fault doesn't matter
  uint32_t width = 0, height = 0;
  TIFFGetField(decoder->tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(decoder->tiff, TIFFTAG_IMAGELENGTH, &height);
  if (!twx_size_allowed(width, height, limits, report)) {
    close_decoder(decoder);
    return NULL;
  }
  decoder->header.width = width;
  decoder->header.height = height;
  if (!in_proportion(decoder, count, report)) {
    close_decoder(decoder);
    return NULL;
  }
  uint16_t orientation = 1;
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_ORIENTATION, &orientation);
  decoder->header.orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
  uint32_t profile_count = 0;
  void *profile = NULL;
  if (TIFFGetField(decoder->tiff, TIFFTAG_ICCPROFILE, &profile_count, &profile)) {
    decoder->header.profile = profile;
    decoder->header.profile_count = profile_count;
  }
  read_layout(decoder);
  decoder->header.held_bytes = held_bytes(decoder);
  *header = decoder->header;
  return decoder;
}

static twx_status prepare(void *pointer, twx_header *header, twx_report *report) {
  (void)pointer, (void)header, (void)report;
  return TWX_OK;
}

static twx_status failed(twx_report *report) {
  if (!report->message[0]) return twx_say(report, TWX_DAMAGED, "its picture can't be decoded");
  return report->status = TWX_DAMAGED;
}

// The receiver of the rows, and the requested rows.
typedef struct twt_taker {
  twx_region wanted;
  twx_sink sink;
  void *context;
} twt_taker;

// The first row of the strips or tiles, each of a number of rows, that contain the requested start.
static uint32_t first_row(const twt_taker *taker, uint32_t rows) { return taker->wanted.y / rows * rows; }

static uint32_t end_row(const twt_taker *taker) { return taker->wanted.y + taker->wanted.height; }

// Gives the sink the samples that count of rows that lie one after the other.
static void pass_rows(
  const twt_decoder *decoder, const twt_taker *taker, uint8_t *rows, size_t stride, uint32_t first, uint32_t count) {
  size_t kept = (size_t)decoder->header.layout.channels * decoder->sample_bytes;
  size_t stored = (size_t)decoder->samples * decoder->sample_bytes;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *row = rows + stride * i;
    if (kept != stored)
      for (size_t x = 1; x < decoder->header.width; x++) memmove(row + kept * x, row + stored * x, kept);
    taker->sink(taker->context, -1, row, first + i);
  }
}

// Most codings of a strip can be read from its beginning only.
static twx_status read_scanlines(
  twt_decoder *decoder, const twt_taker *taker, uint32_t rows, size_t stride, twx_report *report) {
  uint8_t *row = malloc(stride);
  if (!row) return twx_say(report, TWX_MEMORY, "no memory for its rows");
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_COMPRESSION, &compression);
  uint32_t first = compression == COMPRESSION_NONE ? taker->wanted.y : first_row(taker, rows);
  for (uint32_t y = first; y < end_row(taker); y++) {
    if (TIFFReadScanline(decoder->tiff, row, y, 0) != 1) {
      free(row);
      return failed(report);
    }
    pass_rows(decoder, taker, row, stride, y, 1);
  }
  free(row);
  return TWX_OK;
}

static twx_status read_strips(twt_decoder *decoder, const twt_taker *taker, twx_report *report) {
  TIFF *tiff = decoder->tiff;
  uint32_t height = decoder->header.height, rows = height;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  if (!rows || rows > height) rows = height;
  tmsize_t stride = TIFFScanlineSize(tiff), size = TIFFStripSize(tiff);
  if (stride <= 0 || size <= 0 || (uint64_t)stride < (uint64_t)decoder->header.width * decoder->samples * decoder->sample_bytes)
    return failed(report);
  if ((uint64_t)size > ROW_BY_ROW) return read_scanlines(decoder, taker, rows, (size_t)stride, report);
  uint8_t *strip = malloc((size_t)size);
  if (!strip) return twx_say(report, TWX_MEMORY, "no memory for its strips");
  for (uint32_t y = first_row(taker, rows); y < end_row(taker); y += rows) {
    uint32_t count = height - y < rows ? height - y : rows;
    tmsize_t wanted = stride * (tmsize_t)count;
    if (wanted > size || TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, 0), strip, wanted) != wanted) {
      free(strip);
      return failed(report);
    }
    pass_rows(decoder, taker, strip, (size_t)stride, y, count);
  }
  free(strip);
  return TWX_OK;
}

static twx_status read_tiles(twt_decoder *decoder, const twt_taker *taker, twx_report *report) {
  TIFF *tiff = decoder->tiff;
  uint32_t across = 0, down = 0, width = decoder->header.width, height = decoder->header.height;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &across);
  TIFFGetField(tiff, TIFFTAG_TILELENGTH, &down);
  tmsize_t size = TIFFTileSize(tiff), tile_stride = TIFFTileRowSize(tiff);
  size_t pixel = decoder->samples * decoder->sample_bytes, stride = width * pixel;
  if (!across || !down || size <= 0 || (uint64_t)tile_stride < (uint64_t)across * pixel
      || (uint64_t)size < (uint64_t)tile_stride * down)
    return failed(report);
  uint32_t band_rows = down < height ? down : height;
  if ((uint64_t)size > decoder->limits.decoder_bytes || (uint64_t)stride * band_rows > decoder->limits.decoder_bytes)
    return twx_say(report, TWX_LIMIT, "its tiles are too large");
  // Columns that aren't wanted stay zeros.
  uint8_t *tile = malloc((size_t)size), *band = calloc(band_rows, stride);
  twx_status status = tile && band ? TWX_OK : twx_say(report, TWX_MEMORY, "no memory for its tiles");
  uint32_t left = taker->wanted.x / across * across, right = taker->wanted.x + taker->wanted.width;
  for (uint32_t y = first_row(taker, down); y < end_row(taker) && status == TWX_OK; y += down) {
    uint32_t count = height - y < down ? height - y : down;
    for (uint32_t x = left; x < right && status == TWX_OK; x += across) {
      if (TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, 0), tile, size) != size) {
        status = failed(report);
        break;
      }
      uint32_t columns = width - x < across ? width - x : across;
      for (uint32_t i = 0; i < count; i++)
        memcpy(band + stride * i + x * pixel, tile + (size_t)tile_stride * i, columns * pixel);
    }
    if (status == TWX_OK) pass_rows(decoder, taker, band, stride, y, count);
  }
  free(tile);
  free(band);
  return status;
}

// All other kinds (palettes, single bits, planes apart, Lab …) as libtiff shows them.
static twx_status read_shown(twt_decoder *decoder, const twt_taker *taker, twx_report *report) {
  TIFFRGBAImage image;
  char message[1024] = "";
  uint32_t width = decoder->header.width, height = decoder->header.height, rows = height;
  if (!TIFFRGBAImageBegin(&image, decoder->tiff, 1, message))
    return twx_say(report, TWX_UNSUPPORTED, "%.200s", message);
  image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;  // turned later, with all others
  TIFFGetField(decoder->tiff, TIFFIsTiled(decoder->tiff) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  if (!rows || rows > height) rows = height;
  twx_status status = TWX_OK;
  uint32_t *raster = NULL;
  if ((uint64_t)width * rows * 4 > decoder->limits.decoder_bytes)
    status = twx_say(report, TWX_LIMIT, "its strips are too large");
  else if (!(raster = malloc((size_t)width * rows * 4)))
    status = twx_say(report, TWX_MEMORY, "no memory for its strips");
  for (uint32_t y = first_row(taker, rows); y < end_row(taker) && status == TWX_OK; y += rows) {
    uint32_t count = height - y < rows ? height - y : rows;
    image.row_offset = (int)y;
    if (!TIFFRGBAImageGet(&image, raster, width, count)) {
      status = failed(report);
      break;
    }
    for (uint32_t i = 0; i < count; i++) {
      uint32_t *row = raster + (size_t)width * i;
      uint8_t *out = (uint8_t *)row;
      for (uint32_t x = 0; x < width; x++, out += 4) {
        uint32_t pixel = row[x];
        out[0] = TIFFGetR(pixel), out[1] = TIFFGetG(pixel), out[2] = TIFFGetB(pixel), out[3] = TIFFGetA(pixel);
      }
      taker->sink(taker->context, -1, row, y + i);
    }
  }
  free(raster);
  TIFFRGBAImageEnd(&image);
  return status;
}

static twx_status read_rows(
  void *pointer, const twx_region *wanted, twx_sink sink, void *context, twx_report *report) {
  twt_decoder *decoder = pointer;
  decoder->memory.report = report;
  twt_taker taker = {*wanted, sink, context};
  if (!decoder->plain) return read_shown(decoder, &taker, report);
  if (TIFFIsTiled(decoder->tiff)) return read_tiles(decoder, &taker, report);
  return read_strips(decoder, &taker, report);
}

const twx_codec *twt_codec(void) {
  static const twx_codec codec = {open_decoder, prepare, read_rows, close_decoder, NULL};
  return twt_load() ? &codec : NULL;
}
