/// A decoded JPEG, with the decoder's warnings.
package struct JPEGPicture: Sendable {
  /// The picture as stored, before its orientation is applied.
  package let image: PlanarImage
  /// The number of libjpeg's warnings; 0 for nearly all files.
  package let warningCount: Int
  /// libjpeg's first warning, `nil` without one.
  package let firstWarning: String?
  /// True if pixels are lost: the file ends a little early, or damage was accepted.
  package let isDamaged: Bool
  /// The part that a file lacks that ends early, in words; `nil` without one.
  var missing: String?

  /// A description of oddities, as a sentence about the file; empty for none.
  func warnings(_ name: String) -> [String] {
    if let missing { return ["\(name) ends early: \(missing)."] }
    return firstWarning.map { ["\(name) is slightly damaged: \($0)."] } ?? []
  }

  /// Decodes a JPEG: baseline or progressive, gray, YCbCr with any sampling, RGB, CMYK or YCCK.
  ///
  /// libjpeg's authors advise to treat its warnings as errors for untrusted files. Here a warning
  /// is an error when it means lost pixels (truncated data, an invalid code, missing restart
  /// markers). Exceptions are files that end early but have enough (``ImagingLimits/leastRows``). A
  /// warning is only counted when the picture is whole: bytes between markers, as some phones
  /// write them, a missing end marker, an odd Adobe marker. Data after the picture (a film, further
  /// pictures) are ignored.
  ///
  /// Inks are turned into light by a plain product, without their profile.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The file's name in an error's message.
  ///   - limits: The limits of the picture.
  ///   - acceptingDamage: True to return the readable part of a damaged picture.
  /// - Returns: The picture as it is stored.
  /// - Throws: ``ImagingError``.
  package static func decode(
    _ bytes: [UInt8], name: String = "the file", limits: ImagingLimits = ImagingLimits(),
    acceptingDamage: Bool = false
  ) throws(ImagingError) -> JPEGPicture {
    try JPEGFile.open(bytes, name: name, limits: limits) { file throws(ImagingError) in
      try file.decode(acceptingDamage: acceptingDamage)
    }
  }
}
