/// A decoded JPEG, with what the decoder had to say about it.
package struct JPEGPicture: Sendable {
  /// The picture as stored, not yet turned.
  package let image: PlanarImage
  /// How often libjpeg warned; 0 for nearly all files.
  package let warningCount: Int
  /// libjpeg's first warning, `nil` without one.
  package let firstWarning: String?
  /// Whether pixels are lost; always false unless damage was accepted.
  package let isDamaged: Bool

  /// What was odd, as a sentence about the file; empty where nothing was.
  func warnings(_ name: String) -> [String] {
    firstWarning.map { ["\(name) is slightly damaged: \($0)."] } ?? []
  }

  /// Decodes a JPEG: baseline or progressive, gray, YCbCr with any sampling, RGB, CMYK or YCCK.
  ///
  /// libjpeg's authors advise to treat its warnings as errors where files come from strangers. Here
  /// a warning is an error when it means lost pixels (the data breaks off, a code makes no sense,
  /// restart markers are missing). It is only counted when the picture is whole: bytes between
  /// markers, as some phones write them, a missing end marker, an odd Adobe marker. What follows
  /// the picture (a film, further pictures) is ignored.
  ///
  /// Inks are turned into light by a plain product, without their profile.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What to call the file in an error's message.
  ///   - limits: What it may ask for.
  ///   - acceptingDamage: Whether to return what there is of a damaged picture.
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
