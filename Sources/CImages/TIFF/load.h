// libtiff, loaded when it is first needed.
#ifndef TIMEWALK_TWT_LOAD_H
#define TIMEWALK_TWT_LOAD_H

#include <CLoader.h>
#include <tiffio.h>

#define TWT_FUNCTIONS(each) \
  each(TIFFClientOpenExt) each(TIFFClose) each(TIFFComputeStrip) each(TIFFComputeTile) \
  each(TIFFCurrentDirectory) each(TIFFGetField) each(TIFFGetFieldDefaulted) each(TIFFGetVersion) \
  each(TIFFIsTiled) each(TIFFNumberOfStrips) each(TIFFNumberOfTiles) each(TIFFReadScanline) each(TIFFOpenOptionsAlloc) each(TIFFOpenOptionsFree) \
  each(TIFFOpenOptionsSetErrorHandlerExtR) each(TIFFOpenOptionsSetMaxSingleMemAlloc) \
  each(TIFFOpenOptionsSetWarningHandlerExtR) each(TIFFRGBAImageBegin) each(TIFFRGBAImageEnd) \
  each(TIFFRGBAImageGet) each(TIFFReadDirectory) each(TIFFReadEncodedStrip) each(TIFFReadEncodedTile) \
  each(TIFFScanlineSize) each(TIFFSetDirectory) each(TIFFSetField) each(TIFFStripSize) each(TIFFTileRowSize) \
  each(TIFFTileSize)

typedef struct twt_functions {
  TWT_FUNCTIONS(TWD_POINTER)
} twt_functions;

extern twt_functions twt_library;

// Returns true if libtiff is available. Its functions may only be called after that.
bool twt_load(void);

#define TIFFClientOpenExt twt_library.TIFFClientOpenExt
#define TIFFClose twt_library.TIFFClose
#define TIFFComputeStrip twt_library.TIFFComputeStrip
#define TIFFComputeTile twt_library.TIFFComputeTile
#define TIFFCurrentDirectory twt_library.TIFFCurrentDirectory
#define TIFFGetField twt_library.TIFFGetField
#define TIFFGetFieldDefaulted twt_library.TIFFGetFieldDefaulted
#define TIFFGetVersion twt_library.TIFFGetVersion
#define TIFFIsTiled twt_library.TIFFIsTiled
#define TIFFNumberOfStrips twt_library.TIFFNumberOfStrips
#define TIFFNumberOfTiles twt_library.TIFFNumberOfTiles
#define TIFFReadScanline twt_library.TIFFReadScanline
#define TIFFOpenOptionsAlloc twt_library.TIFFOpenOptionsAlloc
#define TIFFOpenOptionsFree twt_library.TIFFOpenOptionsFree
#define TIFFOpenOptionsSetErrorHandlerExtR twt_library.TIFFOpenOptionsSetErrorHandlerExtR
#define TIFFOpenOptionsSetMaxSingleMemAlloc twt_library.TIFFOpenOptionsSetMaxSingleMemAlloc
#define TIFFOpenOptionsSetWarningHandlerExtR twt_library.TIFFOpenOptionsSetWarningHandlerExtR
#define TIFFRGBAImageBegin twt_library.TIFFRGBAImageBegin
#define TIFFRGBAImageEnd twt_library.TIFFRGBAImageEnd
#define TIFFRGBAImageGet twt_library.TIFFRGBAImageGet
#define TIFFReadDirectory twt_library.TIFFReadDirectory
#define TIFFReadEncodedStrip twt_library.TIFFReadEncodedStrip
#define TIFFReadEncodedTile twt_library.TIFFReadEncodedTile
#define TIFFScanlineSize twt_library.TIFFScanlineSize
#define TIFFSetDirectory twt_library.TIFFSetDirectory
#define TIFFSetField twt_library.TIFFSetField
#define TIFFStripSize twt_library.TIFFStripSize
#define TIFFTileRowSize twt_library.TIFFTileRowSize
#define TIFFTileSize twt_library.TIFFTileSize

#endif
