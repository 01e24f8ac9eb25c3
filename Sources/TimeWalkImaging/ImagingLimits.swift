internal import TimeWalkBase

/// The limits for a picture; a picture that needs more is refused.
///
/// All of them are checked against the header, before memory for pixels is taken.
package struct ImagingLimits: Codable, Sendable, Hashable {
  /// Pixels of the whole picture.
  ///
  /// Default: 268 402 689, a square of 16 383. The largest phones make 200 million, stitched
  /// panoramas some 100 million.
  package var pixels = 16_383 * 16_383

  /// Pixels of a JPEG, PNG or TIFF of which only a part is read.
  ///
  /// Default: 1 073 741 824, a square of 32 768. Scanned atlases have some hundreds of millions.
  /// ``partPixels`` bounds the part that is read. Rows above a part cost time, some 2 s for a
  /// thousand million pixels.
  package var partedPixels = 1 << 30

  /// Pixels of a part after reading.
  ///
  /// Default: 16 777 216. A decoder may hold eight bytes for each of a picture with more than
  /// ``pixels``.
  package var partPixels = 1 << 24

  /// Bytes of the file.
  ///
  /// Default: 640 MiB. A TIFF of 100 million pixels of three samples of 16 bits has 572.
  package var bytes = 640 << 20

  /// Scans of a progressive JPEG.
  ///
  /// Default: 128. Encoders write about 10, hand-made scripts some tens. Each scan covers the whole
  /// picture, which makes a small file with thousands of them a means of attack.
  package var scans = 128

  /// Bytes that libjpeg may allocate.
  ///
  /// Default: 1 GiB. Baseline files take kilobytes, progressive ones two bytes for each sample.
  package var decoderBytes = 1 << 30

  /// Samples of all scans of a JPEG with several scans.
  ///
  /// Default: 3 000 000 000. libjpeg takes some 0.6 s for a thousand million of them, even for
  /// empty scans. Photos of 200 million pixels have 1 700 million after `jpegtran` makes them
  /// progressive. 12 million pixels may have 100 scans.
  package var scanSamples = 3_000_000_000

  /// Pixels that a picture may have regardless of its number of bytes.
  ///
  /// Default: 16 777 216.
  package var freePixels = 1 << 24

  /// Pixels beyond ``freePixels`` for each byte of a coding that leaves details out.
  ///
  /// These are JPEG, HEIC, AVIF and lossy WebP. Default: 400.
  ///
  /// The flattest known genuine photo has 83 (HEIC, 200 million pixels of a phone), the flattest
  /// JPEG 50; files for attacks on memory have 100 000. Only bytes of the picture count, not
  /// metadata.
  package var pixelsPerByte = 400

  /// Bytes of samples that a picture may have regardless of its number of bytes.
  ///
  /// Default: 64 MiB.
  package var freeSamples = 64 << 20

  /// Bytes of samples beyond ``freeSamples`` for each byte of a coding that keeps all.
  ///
  /// These are PNG, TIFF, DNG and lossless WebP. Default: 100.
  ///
  /// Photos and scans have 1 to 5, drawings some tens, and zlib can't go beyond 1 032. Where rows
  /// are read one after another and never held, four times as many are taken: only time counts
  /// there.
  package var samplesPerByte = 100

  /// Bytes of coefficients that a JPEG of several scans may have however few bytes code them.
  ///
  /// There are two for each sample, and they are held until the last scan. Default: 320 MiB.
  /// ``samplesPerByte`` applies beyond.
  package var freeCoefficients = 320 << 20

  /// The least share of a JPEG's rows that a file must have that ends early.
  ///
  /// Default: 0.9. Of a progressive file, the first scan must be whole. 1 refuses both.
  package var leastRows = 0.9

  /// The defaults.
  package init() {}

  /// The limits of a picture of which only a part is read, for formats that allow this.
  func ofParts(_ format: ImageFormat) -> ImagingLimits {
    var limits = self
    if PictureCodec.all[format]?.readsParts == true { limits.pixels = max(pixels, partedPixels) }
    return limits
  }

  /// Only the decoders' own limits, for decoded pictures.
  static var none: ImagingLimits {
    var limits = ImagingLimits()
    (limits.pixels, limits.bytes, limits.scanSamples) = (.max, .max, .max)
    (limits.freePixels, limits.freeSamples, limits.freeCoefficients) = (.max, .max, .max)
    return limits
  }
}
