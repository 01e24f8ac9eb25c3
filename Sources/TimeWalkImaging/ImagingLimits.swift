/// How much a picture may ask for before it is refused.
///
/// All of them are checked against the header, before memory for pixels is taken.
public struct ImagingLimits: Codable, Sendable, Hashable {
  /// Pixels of the whole picture: 268 402 689, a square of 16 383, unless told otherwise.
  ///
  /// The largest phones make 200 million, stitched panoramas some 100 million.
  public var pixels = 16_383 * 16_383

  /// Bytes of the file: 256 MiB unless told otherwise.
  public var bytes = 256 << 20

  /// Scans of a progressive JPEG: 128 unless told otherwise.
  ///
  /// Encoders write about 10, hand-made scripts some tens. Each scan walks over the whole picture, so that a file of
  /// a few kilobytes with thousands of them is a means of attack.
  public var scans = 128

  /// Bytes that libjpeg may take for itself: 1 GiB unless told otherwise.
  ///
  /// Baseline files take kilobytes, progressive ones two bytes for each sample.
  public var decoderBytes = 1 << 30

  /// The defaults.
  public init() {}
}
